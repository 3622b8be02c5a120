/* SPDX-License-Identifier: MIT
 *
 * schedule - when each instruction of a trace runs, by a model of time in which
 * the blocks of a launch run concurrently.
 *
 *     cycle      0    1    2    3    4    5    6    7    8    9
 *     block 0 W0 load from global memory ►st│ld│sh│pub│
 *             W1  load from global memory ►st│  waits │
 *     block 1 W0       load from global memory ►st│ld│waits│sees it ...
 *
 * The unit is a model cycle, in which a bank serves one word.  The model:
 *   - a block issues one instruction after the other.  One of shared memory
 *     takes a cycle for each wavefront (bank.h), a shuffle one cycle, one of
 *     global memory a cycle for each transaction;
 *   - a warp continues when the words it loads are there: COSTS.dram cycles
 *     after the last transaction, or COSTS.word cycles where all segments had
 *     been touched before.  It does not wait for what it stores;
 *   - a barrier waits for all warps of the block, and takes no time itself;
 *   - the blocks of a launch start COSTS.start cycles after each other, each on
 *     its own multiprocessor, in the order in which they were recorded;
 *   - a launch starts COSTS.launch cycles after the one before has ended;
 *   - what a trace recorded stays true: an access that saw a word of another
 *     warp is issued after that word was written.  Atomic updates of a word are
 *     served as fast as they come: several in one cycle, in their order.
 * None of this is part of T (cost.h), which knows shared memory alone.
 */
#ifndef UPSWEEP_SCHEDULE_H
#define UPSWEEP_SCHEDULE_H

#include "analysis/schedule_costs.h"
#include "analysis/word_links.h"

/* What an instruction waited for last. */
typedef enum {
    SCHEDULE_LAUNCH,  /* the start of its block */
    SCHEDULE_WARP,    /* the instruction of its warp before it */
    SCHEDULE_BARRIER, /* the last warp to reach a barrier */
    SCHEDULE_ISSUE,   /* another instruction of its block that was issued */
    SCHEDULE_WORD     /* a word of another warp */
} ScheduleCause;

#define SCHEDULE_NONE UINT32_MAX

typedef struct {
    uint64_t ready;    /* the cycle when its warp reaches it */
    uint64_t start;    /* when it is issued */
    uint64_t end;      /* when its warp continues */
    uint32_t cause;    /* instruction that set START, or SCHEDULE_NONE */
    uint16_t occupied; /* cycles in which its block issues nothing else */
    uint16_t visible;  /* cycles from START until others see what it wrote */
    uint8_t why;       /* ScheduleCause */
    uint8_t waited;    /* it waited for a word of another warp */
    uint8_t critical;  /* the run would be shorter if it were */
} ScheduledInstruction;

typedef struct {
    uint64_t start, end;
    uint64_t busy; /* cycles in which an instruction of it is under way */
} ScheduledBlock;

typedef struct {
    uint64_t start, end;
} ScheduledLaunch;

typedef struct {
    ScheduleCosts costs;
    ScheduledInstruction *instructions; /* by index */
    uint64_t *steps;                    /* when each step ends */
    ScheduledBlock *blocks;
    ScheduledLaunch *launches;
    WordLinks seen; /* words that a warp saw of another */
    uint64_t end;   /* of the last launch; the first one starts at 0 */
    uint64_t work;  /* of all blocks: their busy cycles together */
    uint32_t last;  /* instruction that ends last, or SCHEDULE_NONE */
    uint32_t older; /* words seen that were newer by the model's time */
    bool forced;    /* instructions wait for each other, which cannot be: from
                       some cycle on nothing waits for words */
} Schedule;

/* The schedule of TRACE; free it with schedule_free. */
Schedule *schedule_of(const Trace *trace, const ScheduleCosts *costs);
void schedule_free(Schedule *schedule);

/* The cycle from which on other warps see what instruction I wrote. */
uint64_t schedule_visible(const Schedule *schedule, uint32_t i);
#endif
