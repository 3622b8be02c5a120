/* SPDX-License-Identifier: MIT
 *
 * scene - what a frame shows: one to four analysed traces at a moment.
 *
 * An AnalysedTrace is a trace with all results that views need at every frame,
 * computed once.  For a trace of several blocks it also has an AnalysedTrace of
 * each single block, because the views of a block show the block that runs.
 * Positions count instructions in the order of playing, see issue_order.h.
 *
 * A Scene is analysed traces at positions; a frame is a pure function of a
 * Scene and a size.  A scene that is all zeros but for its traces, count and
 * positions is at rest: nothing moves, and nothing is zoomed.  A scene with a
 * chart shows the chart and nothing else.
 */
#ifndef UPSWEEP_SCENE_H
#define UPSWEEP_SCENE_H

#include "analysis/bank.h"
#include "analysis/cost.h"
#include "analysis/issue_order.h"
#include "analysis/line_costs.h"
#include "analysis/proof.h"
#include "analysis/schedule.h"
#include "analysis/tile_status.h"
#include "analysis/tree.h"
#include "analysis/warp_registers.h"
#include "analysis/wrong_words.h"
#include "chart/chart.h"
#include "draw/display_list.h"
#include "playback/player.h"
#include "trace/value.h"
#include "view/thing.h"
#include "view/banner.h"
#include "view/cover.h"
#include "view/zoom.h"

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
    uint8_t full_digits; /* the same in full */
    uint32_t *reads, *writes; /* global transactions before instruction i */
    uint64_t touched;         /* the arrays that are accessed, as a set of bits;
                                 more than 64 arrays are not told apart */
    bool shuffles;            /* the trace has shuffles */
    WarpRegisters lanes;      /* no rows where a table of them is not shown */
    LineCost *lines; /* of a program: what each line costs; else NULL */
    size_t lines_count;

    uint32_t *order; /* instructions in the order of playing; NULL: as stored */
    uint32_t *stops; /* with an order: positions after which steps end */
    AnalysedBlocks *parts; /* NULL if there is one block */
    BlockSums *sums;       /* of the blocks */
    uint32_t *tiles; /* blocks by grid and tile; NULL if there is one block */
    ScheduleCache *schedule;
    Trace *own;        /* of a single block: its trace, owned */
    uint32_t *origins; /* of a single block: indexes in the whole trace */
} AnalysedTrace;

/* Formats a word for a picture: as value_format does, but with fractions to
 * four digits and intervals as "Σx8..x15", or "8-15" if BRIEF.  Returns TEXT.
 */
const char *scene_value(Op op, Word value, bool brief, char text[VALUE_TEXT]);
/* The same of an operand of SUM, the left one or the RIGHT one: its label if it
 * is no word. */
const char *scene_operand(const Trace *trace, const Sum *sum, bool right,
                          bool brief, char text[VALUE_TEXT]);

/* Analyses TRACE, which must outlive the result; analysed_free frees all but
 * TRACE. */
AnalysedTrace *analysed_new(const Trace *trace);
void analysed_free(AnalysedTrace *analysed);
/* The same of LABELS, which symbolic_trace.h makes of the trace of NUMBERS:
 * what is wrong is told by the numbers.  NUMBERS must outlive the result. */
AnalysedTrace *analysed_labels(const Trace *labels,
                               const AnalysedTrace *numbers);

/* True if there is something to show of how sums are made: a tree, registers or
 * a flow.  Of a program perhaps not. */
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

/* The schedule of the trace by the model of time with COSTS, or, if
 * that is NULL, schedule_costs; owned by ANALYSED.
 * Valid until the next call with other costs. */
const Schedule *analysed_schedule(const AnalysedTrace *analysed,
                                  const ScheduleCosts *costs);

/* What can be zoomed, in all panels at once: tree or flow along the elements,
 * memory along its rows, timelines along the cycles. */
typedef enum { ZOOM_UPPER, ZOOM_MEMORY, ZOOM_TIME, ZOOM_COUNT } ZoomKind;

/* How traces on the clock of cycles compare: who leads, and by how much. */
typedef struct {
    bool on, measured; /* the clock counts cycles; those of a GPU */
    double cycle;      /* that the clock shows */
    double ends[TIMELINE_MAX_TRACES]; /* the cycle when each trace is done */
    bool even;                        /* a leader can be determined */
    int leader;                       /* a trace, or -1 */
    double gaps[TIMELINE_MAX_TRACES]; /* cycles by which each is behind it */
} Standings;

/* The standings of PLAYER's traces at CYCLE; on is false if the clock of PLAYER
 * does not count cycles. */
Standings standings_at(const Player *player, double cycle);

enum { SCENE_THINGS = 8 }; /* most things that are pointed at */

typedef struct {
    const AnalysedTrace *analysed_traces[PLAYER_MAX_TRACES];
    int count;
    size_t positions[PLAYER_MAX_TRACES]; /* instructions executed, or begun */
    /* The share of the last instruction that is still to happen, 0 .. 1. */
    double remains[PLAYER_MAX_TRACES];
    Standings standings;
    Zoom zooms[ZOOM_COUNT];
    uint32_t thread; /* 1 + the one whose locals are shown; 0: the lowest that
                        runs, as where a block has none of that number */
    Theme theme;
    double scale;    /* of text and all lengths; 0: 1 */
    double density;  /* pixels a point of the screen; 0: 1 */
    bool no_caption; /* hide the sentence on what happens */
    bool steps;      /* show steps as a whole, at their ends */
    bool projector;  /* in the layout of projector_frame.h */
    bool keys;       /* of the window, where keys may be named */
    bool time;       /* show what blocks do when, in place of the views */
    const ScheduleCosts *costs; /* of that; NULL: schedule_costs */
    Thing things[SCENE_THINGS]; /* that are pointed at, see light.h */
    int things_count;
    Thing hovered;        /* by the pointer; THING_NONE: nothing is */
    const Cover *cover;   /* what is hidden; NULL: nothing */
    const Banner *banner; /* over the frame; NULL: none */
    uint32_t asked;       /* the version of banner and cover */
    const Chart *chart;   /* shown in place of the traces; NULL: none */
} Scene;

/* Sets positions, remains and standings to those of PLAYER. */
void scene_follow(Scene *scene, const Player *player);
/* How many threads the block of trace T has that runs, if their locals are
 * known, and whose locals are shown; else 0. */
uint32_t scene_threads(const Scene *scene, int t, uint32_t *shown);
/* True if both scenes give the same frame. */
bool scene_same(const Scene *a, const Scene *b);

/* What a frame calls a trace: its title, "LeftRight"; a program's file,
 * "prescan.cu". */
const char *scene_name(const Trace *trace);
/* What stands in its place while the name would give an answer, and in that of
 * the title of a scene. */
const char *scene_hidden_name(const Trace *trace);
const char *scene_hidden_title(const Scene *scene);
/* Appends "LeftRight beside Padding", or "LeftRight, Padding and NoPadding". */
void scene_title(const Scene *scene, Text *text);

#endif
