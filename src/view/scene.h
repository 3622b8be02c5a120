/* SPDX-License-Identifier: MIT
 *
 * scene - what a frame shows: one to four traces, studied once, and a moment.
 *
 * An AnalysedTrace is a trace with all that views ask of it at every frame,
 * worked out once.  Of a trace of several blocks it has each block as an
 * exhibit of its own: the views of what happens in a block show the one that
 * runs. Positions count instructions in the order of playing, see tour.h.  A
 * Scene is exhibits at positions; a frame is a pure function of a Scene and a
 * size. A scene that is all zeros but for its exhibits and positions is at
 * rest: nothing moves, and every view shows the whole.  A scene with a chart
 * shows that and nothing else.
 */
#ifndef UPSWEEP_SCENE_H
#define UPSWEEP_SCENE_H

#include "analysis/bank.h"
#include "analysis/cost.h"
#include "analysis/issue_order.h"
#include "analysis/race.h"
#include "analysis/tile_status.h"
#include "analysis/tree.h"
#include "analysis/warp_registers.h"
#include "chart/chart.h"
#include "draw/display_list.h"
#include "playback/player.h"
#include "trace/value.h"
#include "view/zoom.h"

typedef struct AnalysedTrace {
    const Trace *trace;
    Op op;           /* of the recording, also where the trace shows labels */
    BankTable banks; /* by place in the order of playing, as all that follows */
    Tree tree;       /* empty when the sums do not form a tree */
    RaceList races;
    uint8_t *marks;      /* PlayerMarks of each */
    uint32_t *conflicts; /* wavefronts beyond the first, before instruction i */
    uint32_t *work;      /* operators applied, before instruction i */
    uint8_t longest;     /* queue at any bank, ever */
    uint8_t digits;      /* of the longest word of input and output, in brief */
    uint8_t full_digits; /* and in full */
    uint32_t *reads, *writes; /* of global memory, transactions, before i */
    bool shuffles;            /* do lanes ever hand on words? */
    WarpRegisters lanes;      /* without rows where registers tell little */

    uint32_t *order; /* of playing; NULL: as they lie */
    uint32_t *stops; /* with an order: places after which steps end */
    /* Each block by itself, NULL before exhibit_of_block was asked for it; NULL
     * if there is one block. */
    struct AnalysedTrace **parts;
    BlockSums *sums;   /* of those blocks */
    Trace *own;        /* the trace of a part */
    uint32_t *origins; /* of its instructions: their index in the whole */
} AnalysedTrace;

/* A word as pictures write it: as value_format does, but fractions to four
 * digits, and intervals as "Σx8..x15".  BRIEF: intervals are "8-15". */
const char *scene_value(Op op, Word value, bool brief, char text[VALUE_TEXT]);

AnalysedTrace *analysed_new(const Trace *trace);
void analysed_free(AnalysedTrace *analysed);

/* The index of the instruction that runs at POSITION, which is not 0. */
size_t analysed_running(const AnalysedTrace *analysed, size_t position);
/* The number of the step that it belongs to, as steps are played; 0 at 0. */
uint32_t analysed_step(const AnalysedTrace *analysed, size_t position);
/* Block B of several, by itself. */
const AnalysedTrace *exhibit_of_block(const AnalysedTrace *analysed,
                                      uint32_t b);
/* The block that it belongs to (at 0, the first) by itself, and how many of its
 * instructions have been executed. */
const AnalysedTrace *analysed_block(const AnalysedTrace *analysed,
                                    size_t *position);

/* What can be zoomed, in all panels at once: tree or flow, along the elements;
 * memory, along its rows; timelines, along the cycles. */
typedef enum { ZOOM_UPPER, ZOOM_MEMORY, ZOOM_TIME, ZOOM_COUNT } ZoomKind;

/* How a race stands. */
typedef struct {
    bool on, measured;                /* in cycles of the model, or of a GPU */
    double cycle;                     /* that the clock shows */
    double ends[TIMELINE_MAX_TRACES]; /* when each trace is done */
    bool even;                        /* can it be said who leads? */
    int leader;                       /* a trace, or -1 */
    double gaps[TIMELINE_MAX_TRACES]; /* cycles by which each is behind it */
} Standings;

/* How the race of PLAYER stands at CYCLE; by step there is none. */
Standings standings_at(const Player *player, double cycle);

typedef struct {
    const AnalysedTrace *analysed_traces[PLAYER_MAX_TRACES];
    int count;
    size_t positions[PLAYER_MAX_TRACES]; /* instructions executed, or begun */
    /* What of the last one is still to happen: 0, none, to 1, all of it. */
    double remains[PLAYER_MAX_TRACES];
    Standings standings;
    Zoom zooms[ZOOM_COUNT];
    Theme theme;
    double scale;       /* of text and all lengths; 0: 1 */
    double density;     /* pixels a point of the screen; 0: 1 */
    bool silent;        /* without the sentence on what happens */
    const Chart *chart; /* in place of the exhibits; NULL: none */
} Scene;

/* Sets positions, remains and contest to what PLAYER shows. */
void scene_follow(Scene *scene, const Player *player);
/* Would both give the same frame? */
bool scene_same(const Scene *a, const Scene *b);

/* "LeftRight beside Padding", or "LeftRight, Padding and NoPadding". */
void scene_title(const Scene *scene, Text *text);

#endif
