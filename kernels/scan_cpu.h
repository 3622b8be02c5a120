/* SPDX-License-Identifier: MIT
 *
 * scan_cpu - the dialect on the CPU machine: each word calls a function that
 * logs the access.  A load stops the thread until its warp executes the load.
 * The functions are in src/sim/thread.c.
 */
#ifndef UPSWEEP_SCAN_CPU_H
#define UPSWEEP_SCAN_CPU_H

#include "../src/catalog/catalog.h"

/* What a kernel calls Word: not the 32 bits, which the machine keeps, but a
 * reference to the event of the thread's log that brought them.  So a kernel
 * can compute with words and compare them only through the dialect.  Each use
 * checks that this thread obtained the word in this run, so that kernels cannot
 * pass words through ordinary variables. */
typedef struct {
    uint32_t at;   /* index of the event in the thread's log; for a plain
                      number, the number */
    uint32_t seal; /* 4 * Thread.seal + WordClass */
} ScanWord;

/* The words of the dialect, for the thread LANE (src/sim/thread.h); LINE is the
 * source line, or SCAN_SITE for an access. */
void lane_step(Thread *lane, int phase, int level, int line);
void lane_sync(Thread *lane, int line);
ScanWord lane_load(Thread *lane, int cell, int line);
void lane_store(Thread *lane, int cell, ScanWord value, int line);
ScanWord lane_global_load(Thread *lane, int array, int index, int line);
void lane_global_store(Thread *lane, int array, int index, ScanWord value,
                       int line);
ScanWord lane_atomic_add(Thread *lane, int array, int index, ScanWord value,
                         int line);
ScanWord lane_atomic_exchange(Thread *lane, int array, int index,
                              ScanWord value, int line);
ScanWord lane_shuffle_up(Thread *lane, ScanWord value, int delta, int line);
ScanWord lane_shuffle(Thread *lane, ScanWord value, int from, int line);
void lane_publish(Thread *lane, int array, int index, int state, ScanWord value,
                  int line);
int lane_await(Thread *lane, int array, int index, ScanWord *value, int line);
int lane_number(Thread *lane, ScanWord x, int line);
ScanWord lane_from_int(const Thread *lane, int number);
int lane_to_int(Thread *lane, ScanWord x, int line);
ScanWord lane_op(Thread *lane, ScanWord x, ScanWord y, int line);
ScanWord lane_identity(const Thread *lane);

/* The line of an access, and in the high bits a number that is unique in the
 * file: so the machine detects two accesses on one line. */
#define SCAN_SITE                                                              \
    (int)((unsigned)__LINE__ | ((unsigned)__COUNTER__ % 32767 + 1) << 16)

/* The PhaseKind of the first word of STEP: PHASE_OTHER for a text, which must
 * not be empty. */
#define SCAN_PHASE(phase)                                                      \
    (_Generic((phase), char * : PHASE_OTHER, default : (phase)) +              \
     0 * (int)sizeof(struct {                                                  \
         _Static_assert(sizeof(phase) > 1,                                     \
                        "a step has a name: STEP(\"read\", 0)");               \
         char one;                                                             \
     }))

#define SCAN_FUNCTION static inline

#define SCAN_PASS(a)                                                           \
    (a)->n, (a)->N, (a)->log2n, (a)->k, (a)->log2k, (a)->block, (a)->blocks,   \
        (a)->thread, (a)->threads, (a)->inclusive, (a)->in, (a)->out,          \
        (a)->block_n, (a)->total, (a)->part, (a)->passes
#define KERNEL(id)                                                             \
    static void id##_body(Thread *scan_lane, SCAN_NAMES(int));                 \
    static void id##_kernel(Thread *scan_lane, const KernelArgs *args)         \
    {                                                                          \
        id##_body(scan_lane, SCAN_PASS(args));                                 \
    }                                                                          \
    static void id##_body(Thread *scan_lane, SCAN_NAMES(int))

#define STEP(phase, level)                                                     \
    lane_step(scan_lane, SCAN_PHASE(phase), (level), __LINE__)
#define SYNC()          lane_sync(scan_lane, __LINE__)
#define LOAD(cell)      lane_load(scan_lane, (cell), SCAN_SITE)
#define STORE(cell, x)  lane_store(scan_lane, (cell), (x), SCAN_SITE)
#define GLOAD(array, i) lane_global_load(scan_lane, (array), (i), SCAN_SITE)
#define GSTORE(array, i, x)                                                    \
    lane_global_store(scan_lane, (array), (i), (x), SCAN_SITE)
#define SHFL_UP(x, d) lane_shuffle_up(scan_lane, (x), (d), SCAN_SITE)
#define SHFL(x, lane) lane_shuffle(scan_lane, (x), (lane), SCAN_SITE)
#define PUBLISH(array, i, state, x)                                            \
    lane_publish(scan_lane, (array), (i), (state), (x), SCAN_SITE)
#define AWAIT(array, i, x) lane_await(scan_lane, (array), (i), (x), SCAN_SITE)
#define ATOMIC_ADD(array, i, x)                                                \
    lane_atomic_add(scan_lane, (array), (i), (x), SCAN_SITE)
#define ATOMIC_EXCH(array, i, x)                                               \
    lane_atomic_exchange(scan_lane, (array), (i), (x), SCAN_SITE)
#define PREFETCH(array, i) ((void)(array), (void)(i))
#define SCRATCH(j)         (CATALOG_SCRATCH + (j))
#define WHOLE(array)       ((array) & ~CATALOG_OF_BLOCK)
#define OP(x, y)           lane_op(scan_lane, (x), (y), __LINE__)
#define IDENTITY           lane_identity(scan_lane)
#define NUMBER(x)          lane_number(scan_lane, (x), __LINE__)
#define FROM_INT(i)        lane_from_int(scan_lane, (i))
#define TO_INT(x)          lane_to_int(scan_lane, (x), __LINE__)

/* The kernel's entry in the catalog; for its fields see src/catalog/catalog.h.
 */
#define CATALOG_ENTRY(id, ...)                                                 \
    extern const Algorithm algorithm_##id;                                     \
    const Algorithm algorithm_##id = {.run = id##_kernel, __VA_ARGS__}

#ifdef SCAN_KERNEL_FILE
#include "scan_host.h"
#endif

#endif
