/* SPDX-License-Identifier: MIT */
#include "say/glossary.h"

static const GlossaryWord words[] = {
    {"prefix sum, scan", "",
     "gives each place of an array the sum of all elements up to it", false},
    {"inclusive", "cub: InclusiveSum",
     "with the place's own element: 3 1 7 becomes 3 4 11", false},
    {"exclusive", "cub: ExclusiveSum", "without it: 3 1 7 becomes 0 3 4",
     false},
    {"kernel", "__global__ void f()",
     "a function that many threads run at once on a GPU", false},
    {"thread", "threadIdx.x", "runs the kernel on elements of its own", false},
    {"warp", "32 threads",
     "threads that execute an instruction together; here k of them", true},
    {"lane", "threadIdx.x % warpSize", "a thread's place in its warp", false},
    {"block", "blockIdx.x",
     "threads that share memory and can wait for each other", false},
    {"shared memory", "__shared__",
     "a block's own fast memory, divided into banks", true},
    {"bank", "32 banks",
     "cell c is in bank c mod k; each bank serves one word a cycle", true},
    {"bank conflict", "",
     "lanes want different words of one bank, and queue for it", true},
    {"barrier", "__syncthreads()",
     "all threads of a block wait here until all have come", true},
    {"load, store", "x = s[i], s[i] = x", "reads or writes a value in memory",
     false},
    {"global memory", "cudaMalloc",
     "memory that all blocks see; slower than shared memory", false},
    {"wide access", "float4, int4", "a load or a store of 16 bytes at once",
     false},
    {"shuffle", "__shfl_up_sync, __shfl_sync",
     "a lane gets another lane's register, without memory", false},
    {"atomic operation", "atomicAdd",
     "reads and changes a word; no other thread comes between", false},
    {"publish, await", "st.release, ld.acquire",
     "a block shows a sum to others; they wait until it is there", false},
    {"race", "compute-sanitizer",
     "two threads use a word, one writes, and no barrier is between", false},
};

const GlossaryWord *glossary_all(size_t *count)
{
    *count = sizeof words / sizeof *words;
    return words;
}
