/* SPDX-License-Identifier: MIT
 *
 * scan_cpu - the dialect on the CPU machine: each word calls a function that
 * logs the access.  A load stops the thread until its warp executes the load.
 * The functions are in src/sim/dialect.c.
 */
#ifndef UPSWEEP_SCAN_CPU_H
#define UPSWEEP_SCAN_CPU_H

#include "../src/catalog/plan.h"

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

/* What a kernel calls Word4: the words of an access of 16 bytes. */
typedef struct {
    ScanWord word[WIDE_WORDS];
} ScanWord4;

/* The words of the dialect, for the thread THREAD (src/sim/thread.h); LINE is
 * the source line, or SCAN_SITE for an access. */
void thread_step(Thread *thread, int phase, int level, int line);
void thread_sync(Thread *thread, int line);
ScanWord thread_load(Thread *thread, int cell, int line);
void thread_store(Thread *thread, int cell, ScanWord value, int line);
ScanWord4 thread_load4(Thread *thread, int cell, int line);
void thread_store4(Thread *thread, int cell, ScanWord4 value, int line);
ScanWord thread_global_load(Thread *thread, int array, int index, int line);
void thread_global_store(Thread *thread, int array, int index, ScanWord value,
                         int line);
ScanWord4 thread_global_load4(Thread *thread, int array, int index, int line);
void thread_global_store4(Thread *thread, int array, int index, ScanWord4 value,
                          int line);
ScanWord thread_atomic_add(Thread *thread, int array, int index, ScanWord value,
                           int line);
ScanWord thread_atomic_exchange(Thread *thread, int array, int index,
                                ScanWord value, int line);
ScanWord thread_shuffle_up(Thread *thread, ScanWord value, int delta, int line);
ScanWord thread_shuffle(Thread *thread, ScanWord value, int from, int line);
void thread_publish(Thread *thread, int array, int index, int state,
                    ScanWord value, int line);
int thread_await(Thread *thread, int array, int index, ScanWord *value,
                 int line);
int thread_number(Thread *thread, ScanWord x, int line);
ScanWord thread_from_int(const Thread *thread, int number);
int thread_to_int(Thread *thread, ScanWord x, int line);
ScanWord thread_op(Thread *thread, ScanWord x, ScanWord y, int line);
ScanWord thread_identity(const Thread *thread);

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
    static void id##_body(Thread *scan_thread, SCAN_NAMES(int));               \
    static void id##_kernel(Thread *scan_thread, const KernelArgs *args)       \
    {                                                                          \
        id##_body(scan_thread, SCAN_PASS(args));                               \
    }                                                                          \
    static void id##_body(Thread *scan_thread, SCAN_NAMES(int))

#define STEP(phase, level)                                                     \
    thread_step(scan_thread, SCAN_PHASE(phase), (level), __LINE__)
#define SYNC()          thread_sync(scan_thread, __LINE__)
#define LOAD(cell)      thread_load(scan_thread, (cell), SCAN_SITE)
#define STORE(cell, x)  thread_store(scan_thread, (cell), (x), SCAN_SITE)
#define GLOAD(array, i) thread_global_load(scan_thread, (array), (i), SCAN_SITE)
#define GSTORE(array, i, x)                                                    \
    thread_global_store(scan_thread, (array), (i), (x), SCAN_SITE)
#define LOAD4(cell)     thread_load4(scan_thread, (cell), SCAN_SITE)
#define STORE4(cell, x) thread_store4(scan_thread, (cell), (x), SCAN_SITE)
#define GLOAD4(array, i)                                                       \
    thread_global_load4(scan_thread, (array), (i), SCAN_SITE)
#define GSTORE4(array, i, x)                                                   \
    thread_global_store4(scan_thread, (array), (i), (x), SCAN_SITE)
#define SHFL_UP(x, d) thread_shuffle_up(scan_thread, (x), (d), SCAN_SITE)
#define SHFL(x, lane) thread_shuffle(scan_thread, (x), (lane), SCAN_SITE)
#define PUBLISH(array, i, state, x)                                            \
    thread_publish(scan_thread, (array), (i), (state), (x), SCAN_SITE)
#define AWAIT(array, i, x)                                                     \
    thread_await(scan_thread, (array), (i), (x), SCAN_SITE)
#define ATOMIC_ADD(array, i, x)                                                \
    thread_atomic_add(scan_thread, (array), (i), (x), SCAN_SITE)
#define ATOMIC_EXCH(array, i, x)                                               \
    thread_atomic_exchange(scan_thread, (array), (i), (x), SCAN_SITE)
#define PREFETCH(array, i) ((void)(array), (void)(i))
#define SCRATCH(j)         (CATALOG_SCRATCH + (j))
#define WHOLE(array)       ((array) & ~CATALOG_OF_BLOCK)
#define OP(x, y)           thread_op(scan_thread, (x), (y), __LINE__)
#define IDENTITY           thread_identity(scan_thread)
#define NUMBER(x)          thread_number(scan_thread, (x), __LINE__)
#define FROM_INT(i)        thread_from_int(scan_thread, (i))
#define TO_INT(x)          thread_to_int(scan_thread, (x), __LINE__)

/* The kernel's entry in the catalog; for its fields see src/catalog/catalog.h.
 */
#define CATALOG_ENTRY(id, ...)                                                 \
    extern const Algorithm algorithm_##id;                                     \
    const Algorithm algorithm_##id = {.run = id##_kernel, __VA_ARGS__}

#ifdef SCAN_KERNEL_FILE
#include "scan_host.h"
#endif

#endif
