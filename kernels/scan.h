/* SPDX-License-Identifier: MIT
 *
 * scan - the dialect that every kernel is written in: C and CUDA C at once.
 *
 * A kernel is one function, run by every thread of a block.  It computes with
 * plain C and accesses memory only through the words below, so that the machine
 * that runs it (a GPU, or the CPU machine) can log each access.  The viewer
 * shows the text of the kernel that ran as "the code".
 *
 *     KERNEL(copy)                        // the name, in C
 *     {
 *         STEP(LOAD_INPUT, 0);            // barrier; the step's phase, level
 *         FOR_EACH (i, n) {               // i = thread, thread + threads, ...
 *             Word x = GLOAD(in, i);      // global memory -> register
 *             STORE(i, x);                // register -> shared memory
 *         }
 *         STEP(WRITE_BACK, 0);
 *         FOR_EACH (i, n) {
 *             Word x = LOAD(i);           // shared memory -> register
 *             GSTORE(out, i, x);          // register -> global memory
 *         }
 *     }
 *
 * A kernel may use these names:
 *
 *   n         elements of the input         k         banks = lanes of a warp
 *   N         n, up to a power of two       log2n     log2 of N
 *   log2k     log2 of k                     thread    0 .. threads-1
 *   threads   of the block                  block, blocks
 *   inclusive 1, or 0 for an exclusive scan in, out   arrays in global memory
 *   passes    of reduction; for hybrid      part      index of this launch
 *
 * With several blocks each has block_n elements of the total, the last one
 * perhaps fewer: n is the number of this block, N is block_n rounded up to a
 * power of two, and in and out begin at the block's first element.
 *
 *   STEP(phase, level)   barrier of the block; begins a step of PHASE: one of
 *                        the words LOAD_INPUT, UPSWEEP, ADD_SUMS, CLEAR,
 *                        DOWNSWEEP and WRITE_BACK, which analyses and pictures
 *                        know, or a text such as "look back"
 *   SYNC()               barrier of the block; begins a step, same phase
 *   LOAD(cell)           a word of shared memory
 *   STORE(cell, x)
 *   GLOAD(array, i)      a word of global memory
 *   GSTORE(array, i, x)
 *   LOAD4(cell)          a Word4: 16 bytes, the words of CELL to CELL + 3, in
 *                        one access; CELL is a multiple of 4
 *   STORE4(cell, x)      x is a Word4; its words are x.word[0] to x.word[3]
 *   GLOAD4(array, i)     the same in global memory, where I, counted from the
 *   GSTORE4(array, i, x) array's beginning, is a multiple of 4
 *   SHFL_UP(x, d)        x of the lane d below; its own x in the d lowest lanes
 *   SHFL(x, lane)        x of that lane of the warp
 *   ATOMIC_ADD(array, i, x), ATOMIC_EXCH(array, i, x)   return the old word
 *   PUBLISH(array, i, state, x)   stores a state (1 to 3) and a word as one; a
 *                        thread that sees them sees all earlier stores too
 *   AWAIT(array, i, &x)  waits until pair i is published; returns its state
 *                        and sets x
 *   PREFETCH(array, i)   a hint: this word of global memory is loaded soon
 *   SCRATCH(j)           the j-th scratch array of the algorithm
 *   WHOLE(array)         in or out from the first block's first element on
 *   OP(x, y)             x followed by y, by the operator of the run
 *   IDENTITY             the identity of that operator
 *   NUMBER(x)            x, a flag or a sum of flags, as a number
 *   FROM_INT(i)          a plain number as a word, to store or shuffle it
 *   TO_INT(x)            the number in such a word, or in one of an array that
 *                        holds numbers, such as a ticket
 *
 * The type Word is opaque: only the words of the dialect above can use it; so
 * are the four in a Word4.  On the CPU machine a Word is a struct that only the
 * thread that obtained it can use, and only in the same run; on a GPU it is the
 * 32 bits themselves.
 *
 * Rules, each checked by a test or by the CPU machine:
 *   - at most one access on a source line: the line identifies the access
 *   - the first word of a kernel is STEP
 *   - STEP and SYNC are reached by all threads of the block, or by none
 *   - SHFL_UP and SHFL are reached by all lanes of the warp, or by none
 *   - threads pass words to each other by STORE and LOAD, or SHFL, and keep
 *     nothing in variables that outlive them
 *   - which cells are touched does not depend on the values in them, unless
 *     they went through NUMBER, TO_INT or AWAIT
 */
#ifndef UPSWEEP_SCAN_H
#define UPSWEEP_SCAN_H

#include "event.h"

#if defined(__GNUC__) || defined(__CUDACC__)
#define SCAN_UNUSED __attribute__((unused))
#else
#define SCAN_UNUSED
#endif

/* The parameters of a kernel, see above. */
#define SCAN_NAMES(GlobalArray)                                                \
    SCAN_UNUSED int n, SCAN_UNUSED int N, SCAN_UNUSED int log2n,               \
        SCAN_UNUSED int k, SCAN_UNUSED int log2k, SCAN_UNUSED int block,       \
        SCAN_UNUSED int blocks, SCAN_UNUSED int thread,                        \
        SCAN_UNUSED int threads, SCAN_UNUSED int inclusive,                    \
        SCAN_UNUSED GlobalArray in, SCAN_UNUSED GlobalArray out,               \
        SCAN_UNUSED int block_n, SCAN_UNUSED int total, SCAN_UNUSED int part,  \
        SCAN_UNUSED int passes

/* The phases that a kernel names in STEP. */
enum {
    LOAD_INPUT = PHASE_LOAD,
    UPSWEEP = PHASE_UPSWEEP,
    ADD_SUMS = PHASE_ADD,
    CLEAR = PHASE_CLEAR,
    DOWNSWEEP = PHASE_DOWNSWEEP,
    WRITE_BACK = PHASE_WRITE_BACK
};

/* The elements i < count of this thread: thread, thread + threads, ... */
#define FOR_EACH(i, count) for (int i = thread; i < (count); i += threads)

#ifdef __CUDACC__
#include "scan_cuda.h"
#else
#include "scan_cpu.h"
#define Word  ScanWord /* from here on */
#define Word4 ScanWord4
#endif

#endif
