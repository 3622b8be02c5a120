/* SPDX-License-Identifier: MIT
 *
 * analysed_trace - a trace with all results that views need at every frame,
 * computed once.
 *
 * For a trace of several blocks it also has an AnalysedTrace of each single
 * block, because the views of a block show the block that runs. Positions count
 * instructions in the order of playing, see issue_order.h.
 */
#ifndef UPSWEEP_ANALYSED_TRACE_H
#define UPSWEEP_ANALYSED_TRACE_H

#include "analysis/bank.h"
#include "analysis/cost.h"
#include "analysis/issue_order.h"
#include "analysis/schedule.h"
#include "analysis/tile_status.h"
#include "analysis/tree.h"
#include "analysis/warp_registers.h"
#include "findings/finding.h"
#include "moment/moment.h"
#include "say/finding_note.h"

/* Bytes that the analysed blocks of a trace may take together. */
#define BLOCKS_MOST_BYTES ((size_t)128 << 20)

/* The blocks of a trace that were analysed last. */
typedef struct {
    struct AnalysedTrace **made; /* of each block; NULL: not now */
    uint32_t *used;              /* those that are made, the newest last */
    size_t used_count, used_capacity;
    size_t bytes, most_bytes; /* that they take, and may take */
} AnalysedBlocks;

/* The schedule that was asked for last, or NULL. */
typedef struct {
    Schedule *made;
} ScheduleCache;

typedef struct AnalysedTrace {
    const Trace *trace;
    Op op;           /* of the recording, also where the trace shows labels */
    BankTable banks; /* indexed by position, as are all that follow */
    Tree tree;       /* empty when the sums do not form a tree */
    RaceList races;
    Proof proof;         /* not of a single block, as what follows */
    WrongWords wrong;    /* by index, not by position */
    const Trace *judged; /* the trace that both are of: this one, or that whose
                            labels this one shows */
    uint8_t *marks;      /* PlayerMarks of each instruction */
    uint32_t *conflicts; /* wavefronts beyond the first, before instruction i */
    uint32_t *work;      /* operators applied before instruction i */
    uint8_t longest;     /* the longest queue at any bank in the whole trace */
    uint8_t digits;      /* of the longest input or output word, in brief */
    uint32_t *reads, *writes; /* global transactions before instruction i */
    uint64_t touched;         /* the arrays that are accessed, as a set of bits;
                                 more than 64 arrays are not told apart */
    bool shuffles;            /* the trace has shuffles */
    WarpRegisters lanes;      /* no rows where a table of them is not shown */

    uint32_t *order; /* instructions in the order of playing; NULL: as stored */
    uint32_t *stops; /* with an order: positions after which steps end */
    AnalysedBlocks *parts; /* NULL if there is one block */
    BlockSums *sums;       /* of the blocks */
    ScheduleCache *schedule;
    Findings *findings;  /* without a trace until they are asked for */
    FindingNotes *notes; /* empty until they are asked for */
    Moments *moments;
    bool *numbers;     /* see symbolic_numbers; of a whole trace */
    Trace *own;        /* of a single block: its trace, owned */
    uint32_t *origins; /* of a single block: indexes in the whole trace */
} AnalysedTrace;

/* Analyses TRACE, which must outlive the result; analysed_free frees all but
 * TRACE. */
AnalysedTrace *analysed_new(const Trace *trace);
void analysed_free(AnalysedTrace *analysed);
/* The same of LABELS, which symbolic_trace.h makes of the trace of NUMBERS:
 * the numbers decide what is wrong.  NUMBERS must outlive the result. */
AnalysedTrace *analysed_labels(const Trace *labels,
                               const AnalysedTrace *numbers);

/* True if there is something to show of how sums are made: a tree, registers or
 * a flow.  A program may have nothing. */
bool analysed_has_sums(const AnalysedTrace *analysed);
/* The index of the instruction that runs at POSITION, which is not 0. */
size_t analysed_running(const AnalysedTrace *analysed, size_t position);
/* The number, from 1, of the step of that instruction in the order of playing;
 * 0 at position 0. */
uint32_t analysed_step(const AnalysedTrace *analysed, size_t position);
/* Block B of a trace with several blocks, analysed by itself; owned by
 * ANALYSED. Valid until the second next call for another block: those that were
 * asked for longest ago are freed when all take more than parts->most_bytes. */
const AnalysedTrace *analysed_part(const AnalysedTrace *analysed, uint32_t b);
/* The block of the instruction that runs at *POSITION (at 0, the first block),
 * analysed by itself; sets *POSITION to the number of instructions of that
 * block that have been executed. */
const AnalysedTrace *analysed_block(const AnalysedTrace *analysed,
                                    size_t *position);

/* What is worth saying of the whole trace; owned by ANALYSED. */
const Findings *analysed_findings(const AnalysedTrace *analysed);

/* The same in words; owned by ANALYSED. */
const FindingNotes *analysed_notes(const AnalysedTrace *analysed);

/* True if what the lines of its source cost is shown beside them: of a program
 * that accesses memory. */
bool analysed_has_lines(const AnalysedTrace *analysed);

/* The schedule of the trace by the model of time with COSTS, or, if that is
 * NULL, schedule_costs; owned by ANALYSED.  Valid until the next call with
 * other costs. */
const Schedule *analysed_schedule(const AnalysedTrace *analysed,
                                  const ScheduleCosts *costs);

#endif
