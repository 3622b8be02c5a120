/* SPDX-License-Identifier: MIT
 *
 * omp - OpenMP with one thread, for host code: its pragmas are ignored, so a
 * program needs no library of OpenMP's.  C and C++.
 */
#ifndef UPSWEEP_OMP_H
#define UPSWEEP_OMP_H

#include <time.h>

typedef int omp_lock_t;

static inline int omp_get_thread_num(void) { return 0; }
static inline int omp_get_num_threads(void) { return 1; }
static inline int omp_get_max_threads(void) { return 1; }
static inline int omp_get_num_procs(void) { return 1; }
static inline int omp_in_parallel(void) { return 0; }
static inline void omp_set_num_threads(int n) { (void)n; }
static inline void omp_set_dynamic(int on) { (void)on; }
static inline void omp_set_nested(int on) { (void)on; }

static inline void omp_init_lock(omp_lock_t *lock) { *lock = 0; }
static inline void omp_destroy_lock(omp_lock_t *lock) { *lock = 0; }
static inline void omp_set_lock(omp_lock_t *lock) { *lock = 1; }
static inline void omp_unset_lock(omp_lock_t *lock) { *lock = 0; }

static inline double omp_get_wtime(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

#endif
