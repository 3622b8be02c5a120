/* SPDX-License-Identifier: MIT
 *
 * scan_cuda - the dialect on a GPU.  Each kernel is compiled in three versions:
 *
 *   SCAN_PLAIN    the algorithm alone, with operator (integer add) and k (32)
 *                 known to the compiler; for timing a whole run
 *   SCAN_TIMED    the same, and reads the clock at each step
 *   SCAN_TRACED   any operator, any k; each access is logged to global memory,
 *                 and shared memory is copied out at each step
 *
 * Each version of kernel ID has a launcher with C linkage, scan_plain_ID etc.
 * The kernel itself is called ID_plain etc., so profilers can tell them apart.
 */
#ifndef UPSWEEP_SCAN_CUDA_H
#define UPSWEEP_SCAN_CUDA_H

#include "event.h"
#include "scan_args.h"

#if !defined(SCAN_PLAIN) && !defined(SCAN_TIMED) && !defined(SCAN_TRACED)
#error "say which way: -DSCAN_PLAIN, -DSCAN_TIMED or -DSCAN_TRACED"
#endif

#define SCAN_FUNCTION static __device__ __forceinline__

/* ---- The state of a thread ---------------------------------------------- */

/* An array in global memory, from the block's first element on: its address
 * and, for the log, the index of that element and the array's number. */
struct ScanArray {
    Word *data;
    uint32_t first;
    int number;
};

struct ScanThread {
    const ScanArgs *args;
    Word *cells; /* shared memory */
    int steps;   /* begun so far */
#ifdef SCAN_TRACED
    Event *log;
    uint32_t *times;
    uint32_t events, accesses;
#endif
};

SCAN_FUNCTION ScanThread scan_begin(const ScanArgs *args, Word *cells)
{
    ScanThread self = {};

    self.args = args;
    self.cells = cells;
#ifdef SCAN_TRACED
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    self.log = args->log + thread * args->log_capacity;
    if (args->times)
        self.times = args->times + thread * args->log_capacity;
    for (uint32_t i = threadIdx.x; i < args->words; i += blockDim.x)
        cells[i] = args->blank;
    __syncthreads();
#endif
    return self;
}

#ifdef SCAN_TRACED
SCAN_FUNCTION void scan_note(ScanThread *self, int kind, int line,
                             uint32_t cell, Word value, int array)
{
    uint32_t at = self->events++;

    if (at >= self->args->log_capacity)
        return;
    Event event;
    event.cell = cell;
    event.value = value;
    event.site = (uint16_t)line;
    event.kind = (uint8_t)kind;
    event.array = (uint8_t)array;
    self->log[at] = event;
    if (self->times && kind < ACCESS_KINDS)
        self->times[self->accesses++] = atomicAdd(self->args->clock, 1u);
}

/* Copies shared memory out when all threads have arrived. */
SCAN_FUNCTION void scan_snapshot(ScanThread *self)
{
    const ScanArgs *args = self->args;

    __syncthreads();
    if (self->steps < args->max_steps) {
        size_t spec = (size_t)blockIdx.x * args->max_steps + self->steps;
        for (uint32_t i = threadIdx.x; i < args->words; i += blockDim.x)
            args->snapshots[spec * args->words + i] = self->cells[i];
    }
    __syncthreads();
}
#else
SCAN_FUNCTION void scan_note(ScanThread *, int, int, uint32_t, Word, int)
{
}
#endif

SCAN_FUNCTION int scan_phase(int phase)
{
    return phase;
}

SCAN_FUNCTION int scan_phase(const char *)
{
    return PHASE_OTHER;
}

SCAN_FUNCTION void scan_barrier(ScanThread *self, int kind, int phase,
                                int level, int line)
{
#ifdef SCAN_TRACED
    scan_snapshot(self);
    scan_note(self, kind, line, (uint32_t)level, 0, phase);
#else
    __syncthreads();
#endif
#ifdef SCAN_TIMED
    const ScanArgs *args = self->args;
    if (threadIdx.x == 0 && self->steps < args->max_steps)
        args->clocks[(size_t)blockIdx.x * args->max_steps + self->steps] =
            clock64();
#endif
    ++self->steps;
}

SCAN_FUNCTION void scan_end(ScanThread *self)
{
#ifdef SCAN_TRACED
    scan_snapshot(self);
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    self->args->events[thread] = self->events;
    if (threadIdx.x == 0)
        self->args->steps[blockIdx.x] = self->steps;
#elif defined(SCAN_TIMED)
    scan_barrier(self, EVENT_SYNC, 0, 0, 0);
    if (threadIdx.x == 0)
        self->args->steps[blockIdx.x] = self->steps - 1;
#endif
}

/* ---- The words of the dialect ------------------------------------------- */

/* The words of an access of 16 bytes. */
struct Word4 {
    Word word[WIDE_WORDS];
};

SCAN_FUNCTION Word scan_load(ScanThread *self, int cell, int line)
{
    Word value = self->cells[cell];

    scan_note(self, ACCESS_LOAD, line, (uint32_t)cell, value, 0);
    return value;
}

SCAN_FUNCTION void scan_store(ScanThread *self, int cell, Word value, int line)
{
    scan_note(self, ACCESS_STORE, line, (uint32_t)cell, value, 0);
    self->cells[cell] = value;
}

/* Four neighbouring words as one access, which the log has as four events. */
SCAN_FUNCTION Word4 scan_fetch4(const Word *from)
{
    const uint4 four = *(const uint4 *)from;
    Word4 x = {{four.x, four.y, four.z, four.w}};

    return x;
}

SCAN_FUNCTION void scan_put4(Word *to, Word4 x)
{
    *(uint4 *)to = make_uint4(x.word[0], x.word[1], x.word[2], x.word[3]);
}

SCAN_FUNCTION void scan_note4(ScanThread *self, int kind, int line,
                              uint32_t cell, Word4 x, int array)
{
    scan_note(self, kind, line, cell, x.word[0], array);
    for (uint32_t w = 1; w < WIDE_WORDS; ++w)
        scan_note(self, EVENT_WORD, line, cell + w, x.word[w], array);
}

SCAN_FUNCTION Word4 scan_load4(ScanThread *self, int cell, int line)
{
    Word4 x = scan_fetch4(self->cells + cell);

    scan_note4(self, ACCESS_LOAD, line, (uint32_t)cell, x, 0);
    return x;
}

SCAN_FUNCTION void scan_store4(ScanThread *self, int cell, Word4 x, int line)
{
    scan_note4(self, ACCESS_STORE, line, (uint32_t)cell, x, 0);
    scan_put4(self->cells + cell, x);
}

SCAN_FUNCTION Word4 scan_global_load4(ScanThread *self, ScanArray array, int i,
                                      int line)
{
    Word4 x = scan_fetch4(array.data + i);

    scan_note4(self, ACCESS_GLOAD, line, array.first + i, x, array.number);
    return x;
}

SCAN_FUNCTION void scan_global_store4(ScanThread *self, ScanArray array, int i,
                                      Word4 x, int line)
{
    scan_note4(self, ACCESS_GSTORE, line, array.first + i, x, array.number);
    scan_put4(array.data + i, x);
}

SCAN_FUNCTION Word scan_global_load(ScanThread *self, ScanArray array, int i,
                                    int line)
{
    Word value = array.data[i];

    scan_note(self, ACCESS_GLOAD, line, array.first + i, value, array.number);
    return value;
}

SCAN_FUNCTION void scan_global_store(ScanThread *self, ScanArray array, int i,
                                     Word value, int line)
{
    scan_note(self, ACCESS_GSTORE, line, array.first + i, value, array.number);
    array.data[i] = value;
}

/* A plain kernel can run again on tickets and states that were not cleared:
 * each run is a round with tickets and states of its own. */
#ifdef SCAN_PLAIN
SCAN_FUNCTION uint32_t scan_round(const ScanThread *self)
{
    return self->args->round;
}
#else
SCAN_FUNCTION uint32_t scan_round(const ScanThread *)
{
    return 0;
}
#endif

SCAN_FUNCTION Word scan_atomic_add(ScanThread *self, ScanArray array, int i,
                                   Word value, int line)
{
    Word before =
        atomicAdd(&array.data[i], value) - scan_round(self) * gridDim.x;

#ifdef SCAN_TIMED
    self->args->tickets[blockIdx.x] = before;
#endif
    scan_note(self, ACCESS_ATOMIC, line, array.first + i, before, array.number);
    return before;
}

SCAN_FUNCTION Word scan_atomic_exchange(ScanThread *self, ScanArray array,
                                        int i, Word value, int line)
{
    Word before = atomicExch(&array.data[i], value);

    scan_note(self, ACCESS_ATOMIC, line, array.first + i, before, array.number);
    return before;
}

/* Loads the word's cache line into the L2 cache. */
SCAN_FUNCTION void scan_prefetch(ScanArray array, int i)
{
    asm volatile("prefetch.global.L2 [%0];" ::"l"(array.data + i));
}

/* A pair is 64 bits, the state in the lower half, stored and loaded as one, so
 * that it cannot tear.  With release and acquire, a thread that has seen the
 * pair also sees all earlier stores.  SCAN_RELAXED saves that cost, for a
 * kernel whose blocks communicate through pairs only. */
#ifdef SCAN_RELAXED
#define SCAN_PUBLISH "st.relaxed.gpu.global.u64"
#define SCAN_AWAIT   "ld.relaxed.gpu.global.u64"
#else
#define SCAN_PUBLISH "st.release.gpu.global.u64"
#define SCAN_AWAIT   "ld.acquire.gpu.global.u64"
#endif
SCAN_FUNCTION void scan_publish(ScanThread *self, ScanArray array, int i,
                                int state, Word value, int line)
{
    uint32_t first = scan_round(self) * PAIR_STATES;
    unsigned long long pair =
        (unsigned long long)value << 32 | (first + (uint32_t)state);
    unsigned long long *at = (unsigned long long *)array.data + i;

    scan_note(self, ACCESS_PUBLISH, line, pair_cell(i, state), value,
              array.number);
    asm volatile(SCAN_PUBLISH " [%0], %1;" ::"l"(at), "l"(pair) : "memory");
}

SCAN_FUNCTION int scan_await(ScanThread *self, ScanArray array, int i,
                             Word *value, int line)
{
    const unsigned long long *at = (unsigned long long *)array.data + i;
    unsigned long long pair;
    uint32_t state;

    do { /* states of earlier rounds are less than this round's first */
        asm volatile(SCAN_AWAIT " %0, [%1];" : "=l"(pair) : "l"(at) : "memory");
        state = (uint32_t)pair - scan_round(self) * PAIR_STATES;
    } while (state == 0 || state >= PAIR_STATES);
    *value = (Word)(pair >> 32);
    scan_note(self, ACCESS_AWAIT, line, pair_cell(i, state), *value,
              array.number);
    return (int)state;
}

/* The mask of this thread's warp of k lanes, without lanes that the block
 * lacks. A warp of k = 64 is two hardware warps, which cannot shuffle. */
SCAN_FUNCTION unsigned scan_lanes(int k)
{
    unsigned first = threadIdx.x & 31u & ~(unsigned)(k - 1);
    unsigned there = blockDim.x - (threadIdx.x & ~31u);
    unsigned lanes = k >= 32 ? ~0u : ((1u << k) - 1) << first;

    if (k > 32)
        __trap();
    return there >= 32 ? lanes : lanes & ((1u << there) - 1);
}

SCAN_FUNCTION Word scan_shuffle_up(ScanThread *self, Word value, int delta,
                                   int k, int line)
{
    int lane = (int)threadIdx.x & (k - 1);
    Word received = __shfl_up_sync(scan_lanes(k), value, (unsigned)delta, k);

    scan_note(self, ACCESS_SHFL, line,
              (uint32_t)(lane >= delta ? lane - delta : lane), received, 0);
    return received;
}

SCAN_FUNCTION Word scan_shuffle(ScanThread *self, Word value, int from, int k,
                                int line)
{
    Word received = __shfl_sync(scan_lanes(k), value, from, k);

    scan_note(self, ACCESS_SHFL, line, (uint32_t)from, received, 0);
    return received;
}

#ifdef SCAN_TRACED
SCAN_FUNCTION Word scan_op(ScanThread *self, Word x, Word y, int line)
{
    scan_note(self, EVENT_OP, line, x, y, 0);
    return op_apply(self->args->op, x, y);
}

/* In a shadow run x is an interval: counts the flags of its elements. */
SCAN_FUNCTION int scan_number(const ScanThread *self, Word x)
{
    const ScanArgs *args = self->args;

    if (args->op != OP_INTERVAL)
        return (int)x;
    if (x == INTERVAL_IDENTITY)
        return 0;
    if (!interval_is_range(x) || !args->counts)
        __trap();
    return (int)(args->counts[interval_last(x) + 1] -
                 args->counts[interval_first(x)]);
}
#define IDENTITY op_identity(scan->args->op)
#else
SCAN_FUNCTION Word scan_op(ScanThread *, Word x, Word y, int)
{
    return op_apply(OP_ADD, x, y);
}
SCAN_FUNCTION int scan_number(const ScanThread *, Word x)
{
    return (int)x;
}
#define IDENTITY op_identity(OP_ADD)
#endif

/* The array from word FIRST on, where the block's part begins. */
SCAN_FUNCTION ScanArray scan_array(const ScanArgs *args, int number,
                                   uint32_t first)
{
    ScanArray array;

    array.data = args->arrays[number] + first;
    array.first = first;
    array.number = number;
    return array;
}

SCAN_FUNCTION ScanArray scan_whole(ScanArray array)
{
    array.data -= array.first;
    array.first = 0;
    return array;
}

/* The number of elements of this block. */
SCAN_FUNCTION int scan_block_n(const ScanArgs *args)
{
    int left = args->total - (int)blockIdx.x * args->block_n;

    return left < args->block_n ? left : args->block_n;
}

#define STEP(phase, level)                                                     \
    scan_barrier(scan, EVENT_STEP, scan_phase(phase), (level), __LINE__)
#define SYNC()              scan_barrier(scan, EVENT_SYNC, 0, 0, __LINE__)
#define LOAD(cell)          scan_load(scan, (cell), __LINE__)
#define STORE(cell, x)      scan_store(scan, (cell), (x), __LINE__)
#define GLOAD(array, i)     scan_global_load(scan, (array), (i), __LINE__)
#define GSTORE(array, i, x) scan_global_store(scan, (array), (i), (x), __LINE__)
#define LOAD4(cell)         scan_load4(scan, (cell), __LINE__)
#define STORE4(cell, x)     scan_store4(scan, (cell), (x), __LINE__)
#define GLOAD4(array, i)    scan_global_load4(scan, (array), (i), __LINE__)
#define GSTORE4(array, i, x)                                                   \
    scan_global_store4(scan, (array), (i), (x), __LINE__)
#define SHFL_UP(x, d) scan_shuffle_up(scan, (x), (d), k, __LINE__)
#define SHFL(x, lane) scan_shuffle(scan, (x), (lane), k, __LINE__)
#define PUBLISH(array, i, state, x)                                            \
    scan_publish(scan, (array), (i), (state), (x), __LINE__)
#define AWAIT(array, i, x) scan_await(scan, (array), (i), (x), __LINE__)
#define ATOMIC_ADD(array, i, x)                                                \
    scan_atomic_add(scan, (array), (i), (x), __LINE__)
#define ATOMIC_EXCH(array, i, x)                                               \
    scan_atomic_exchange(scan, (array), (i), (x), __LINE__)
#define PREFETCH(array, i) scan_prefetch((array), (i))
#define SCRATCH(j)         scan_array(scan->args, scan->args->scratch[j], 0)
#define WHOLE(array)       scan_whole(array)
#define OP(x, y)           scan_op(scan, (x), (y), __LINE__)
#define NUMBER(x)          scan_number(scan, (x))
#define FROM_INT(i)        ((Word)(i))
#define TO_INT(x)          ((int)(x))

/* ---- Kernels and their launchers ----------------------------------------- */

#define KERNEL(id)                                                             \
    SCAN_FUNCTION void id##_body(ScanThread *scan, SCAN_NAMES(ScanArray))

#if defined(SCAN_PLAIN)
#define SCAN_WAY(id)  scan_plain_##id
#define SCAN_GRID(id) id##_plain
#elif defined(SCAN_TIMED)
#define SCAN_WAY(id)  scan_timed_##id
#define SCAN_GRID(id) id##_timed
#else
#define SCAN_WAY(id)  scan_traced_##id
#define SCAN_GRID(id) id##_traced
#endif

#ifdef SCAN_TRACED
#define SCAN_K     args.k
#define SCAN_LOG2K args.log2k
#else
#define SCAN_K     32
#define SCAN_LOG2K 5
#endif

#define SCAN_KERNEL(id, name, block_n, threads)                                \
    static __global__ void name(const ScanArgs args)                           \
    {                                                                          \
        extern __shared__ __align__(16) Word scan_cells[];                     \
        ScanThread scan = scan_begin(&args, scan_cells);                       \
        uint32_t first = blockIdx.x * (uint32_t)(block_n);                     \
        id##_body(&scan, scan_block_n(&args), args.padded_n, args.log2n,       \
                  SCAN_K, SCAN_LOG2K, (int)blockIdx.x, (int)gridDim.x,         \
                  (int)threadIdx.x, (threads), args.inclusive,                 \
                  scan_array(&args, args.in, first),                           \
                  scan_array(&args, args.out, first), (block_n), args.total,   \
                  args.part, args.passes);                                     \
        scan_end(&scan);                                                       \
    }

/* With SCAN_THREADS and SCAN_ITEMS defined, a plain kernel is compiled once
 * more for blocks of SCAN_THREADS threads with SCAN_ITEMS elements each, sizes
 * that the compiler then knows; a launch of that size runs this version. */
#if defined(SCAN_PLAIN) && defined(SCAN_THREADS)
#define SCAN_FIXED(id)                                                         \
    SCAN_KERNEL(id, id##_plain_fixed, SCAN_THREADS *SCAN_ITEMS, SCAN_THREADS)
#define SCAN_PICK(id, args, threads)                                           \
    ((threads) == SCAN_THREADS && (args)->block_n == SCAN_THREADS * SCAN_ITEMS \
         ? id##_plain_fixed                                                    \
         : SCAN_GRID(id))
#else
#define SCAN_FIXED(id)
#define SCAN_PICK(id, args, threads) SCAN_GRID(id)
#endif

#define CATALOG_ENTRY(id, ...)                                                 \
    SCAN_KERNEL(id, SCAN_GRID(id), args.block_n, (int)blockDim.x)              \
    SCAN_FIXED(id)                                                             \
    extern "C" int SCAN_WAY(id)(const ScanArgs *args, unsigned blocks,         \
                                unsigned threads)                              \
    {                                                                          \
        size_t bytes = args->words * sizeof(Word);                             \
        void (*kernel)(ScanArgs) = SCAN_PICK(id, args, threads);               \
        cudaError_t error =                                                    \
            cudaFuncSetAttribute(kernel,                                       \
                                 cudaFuncAttributeMaxDynamicSharedMemorySize,  \
                                 (int)bytes);                                  \
        if (error != cudaSuccess)                                              \
            return (int)error;                                                 \
        kernel<<<blocks, threads, bytes>>>(*args);                             \
        return (int)cudaGetLastError();                                        \
    }                                                                          \
    static_assert(true, "so that the entry may end in a semicolon")

#endif
