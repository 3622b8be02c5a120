/* SPDX-License-Identifier: MIT */
#include "say/glossary.h"

static const GlossaryWord words[] = {
    {"prefix sum, scan", "",
     "Each output is the sum of the inputs up to its position."},
    {"inclusive scan", "cub: InclusiveSum",
     "Includes the element itself: 3 1 7 gives 3 4 11."},
    {"exclusive scan", "cub: ExclusiveSum",
     "Excludes the element itself: 3 1 7 gives 0 3 4."},
    {"reduction", "cub: Sum",
     "Combines all elements into one value, such as their sum."},
    {"stream compaction", "cub: DeviceSelect",
     "Keeps the elements that pass a test. A scan of flags gives their "
     "positions."},
    {"kernel", "__global__ void f()", "A function that many threads run."},
    {"thread", "threadIdx.x",
     "One execution of the kernel, with its own registers."},
    {"warp", "32 threads",
     "Threads that execute an instruction together: 32, or 4 on the small "
     "GPU."},
    {"lane", "threadIdx.x % warpSize", "The position of a thread in its warp."},
    {"block", "blockIdx.x", "Threads with common shared memory and barriers."},
    {"step", "", "The instructions of a block between two barriers."},
    {"shared memory", "__shared__",
     "Fast memory of one block, divided into banks."},
    {"cell", "s[i]",
     "A 4-byte place of shared memory. Of k banks, cell c is in bank c mod k."},
    {"bank", "32 banks",
     "A part of shared memory. It serves one cell per cycle."},
    {"bank conflict", "",
     "Lanes of a warp access different cells of one bank. The access is split "
     "into several cycles."},
    {"broadcast", "", "Lanes read the same cell, in one cycle."},
    {"cycle, wavefront", "",
     "A turn in which each bank serves one cell. An access takes one or more."},
    {"latency", "", "The cycles that an access takes in the K-model."},
    {"T, W, G", "",
     "Costs in the K-model: cycles of shared memory, additions, transactions "
     "of global memory."},
    {"load, store", "x = s[i], s[i] = x",
     "Reads a value from memory; writes one to memory."},
    {"barrier", "__syncthreads()",
     "No thread of the block passes it before all have reached it."},
    {"race", "racecheck: shared memory",
     "Two threads access one place, one writes, and no barrier is between."},
    {"divergence", "if (threadIdx.x < d)",
     "Lanes of a warp take different branches. One branch runs, the other "
     "lanes are idle."},
    {"stride", "", "The distance between two operands."},
    {"Hillis-Steele", "",
     "Each thread adds the element 1, 2, 4, ... places to its left. Also known "
     "as Horn or Kogge-Stone."},
    {"Blelloch", "",
     "A tree of sums: the up-sweep adds pairs, the down-sweep hands prefixes "
     "back."},
    {"level", "", "A layer of the tree. Level 1 adds pairs of elements."},
    {"shuffle", "__shfl_up_sync, __shfl_sync",
     "A lane reads a register of another lane."},
    {"global memory", "cudaMalloc",
     "Memory of all blocks, slower than shared memory."},
    {"memory transaction", "",
     "Moves 32 bytes of global memory. An access needs one or more."},
    {"coalesced", "",
     "Adjacent lanes access adjacent elements: few transactions."},
    {"wide access", "float4, int4", "A load or store of 8 or 16 bytes a lane."},
    {"atomic operation", "atomicAdd",
     "Loads and stores a value; no other access comes between."},
    {"tile", "", "The part of the input that one block works on."},
    {"aggregate, prefix", "",
     "The sum of one tile; the sum of all tiles up to it."},
    {"publish, await", "st.release, ld.acquire",
     "A block stores a sum for others; they wait until it is there."},
    {"decoupled look-back", "cub: DeviceScan",
     "A scan in one pass (Merrill and Garland). A block adds earlier "
     "aggregates until it finds a prefix."},
};

const GlossaryWord *glossary_all(size_t *count)
{
    *count = sizeof words / sizeof *words;
    return words;
}
