/* SPDX-License-Identifier: MIT
 *
 * kernel_dialect - the words of the dialect for which the program that
 * kernel_program.c makes of a kernel has other functions than a GPU: those that
 * C++ cannot say, and those whose results differ from run to run, which are
 * those of the trace.
 *
 * The program defines upsweep_launches, of each launch: its blocks that the
 * trace has are COUNT, from FIRST on, whose threads begin at THREADS.  What
 * thread T got stands in upsweep_given from pair upsweep_next[T] on.  The
 * program defines UPSWEEP_WAITS if blocks of a kernel wait for others, and
 * UPSWEEP_RACES if a kernel's threads race.
 *
 * Used by no file of Upsweep itself: compiled behind kernels/scan.h, as C++.
 */

static __device__ int upsweep_take(const ScanArgs *args, Word *value)
{
    UpsweepLaunched launch = upsweep_launches[args->max_steps];
    Word thread =
        launch.threads + threadIdx.x + (blockIdx.x - launch.first) * blockDim.x;
    Word at = upsweep_next[thread]++;

    *value = upsweep_given[2 * at + 1];
    return (int)upsweep_given[2 * at];
}

static __device__ bool upsweep_skips(const ScanArgs *args)
{
    UpsweepLaunched launch = upsweep_launches[args->max_steps];

    return launch.waits && blockIdx.x - launch.first >= launch.count;
}

static __device__ Word upsweep_add(const ScanThread *scan, ScanArray array,
                                   int i, Word x)
{
    Word before;

    atomicAdd(&array.data[i], x);
    upsweep_take(scan->args, &before);
    return before;
}

static __device__ Word upsweep_exchange(const ScanThread *scan, ScanArray array,
                                        int i, Word x)
{
    Word before;

    atomicExch(&array.data[i], x);
    upsweep_take(scan->args, &before);
    return before;
}

static __device__ void upsweep_publish(ScanArray array, int i, int state,
                                       Word x)
{
    ((volatile unsigned long long *)array.data)[i] =
        (unsigned long long)x << 32 | (unsigned)state;
}

static __device__ int upsweep_await(const ScanThread *scan, ScanArray array,
                                    int i, Word *x)
{
    (void)((volatile unsigned long long *)array.data)[i];
    return upsweep_take(scan->args, x);
}

#undef SCAN_K
#undef SCAN_LOG2K
#undef ATOMIC_ADD
#undef ATOMIC_EXCH
#undef PUBLISH
#undef AWAIT
#undef PREFETCH
#define SCAN_K                      args.k
#define SCAN_LOG2K                  args.log2k
#define ATOMIC_ADD(array, i, x)     upsweep_add(scan, (array), (i), (x))
#define ATOMIC_EXCH(array, i, x)    upsweep_exchange(scan, (array), (i), (x))
#define PUBLISH(array, i, state, x) upsweep_publish((array), (i), (state), (x))
#define AWAIT(array, i, x)          upsweep_await(scan, (array), (i), (x))
#define PREFETCH(array, i)          ((void)(array), (void)(i))
#define scan_begin(args, cells)                                                \
    scan_begin(args, cells);                                                   \
    if (upsweep_skips(args))                                                   \
    return

#ifdef UPSWEEP_WAITS
static __device__ Word upsweep_load(const ScanThread *scan, ScanArray array,
                                    int i)
{
    Word x = array.data[i];

    if (array.number != scan->args->in &&
        upsweep_launches[scan->args->max_steps].waits)
        upsweep_take(scan->args, &x);
    return x;
}

#undef GLOAD
#define GLOAD(array, i) upsweep_load(scan, (array), (i))
#endif

#ifdef UPSWEEP_RACES
static __device__ Word upsweep_fetch(const ScanThread *scan, int cell)
{
    Word x = scan->cells[cell];

    if (upsweep_launches[scan->args->max_steps].races)
        upsweep_take(scan->args, &x);
    return x;
}

#undef LOAD
#define LOAD(cell) upsweep_fetch(scan, (cell))
#endif
