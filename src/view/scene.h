/* SPDX-License-Identifier: MIT
 *
 * scene - what a frame shows: one to four analysed traces at a moment.
 *
 * A Scene is analysed traces at positions; a frame is a pure function of a
 * Scene and a size.  A scene that is all zeros but for its traces, count and
 * positions is at rest: nothing moves.  A scene with a chart shows the chart
 * and nothing else.
 */
#ifndef UPSWEEP_SCENE_H
#define UPSWEEP_SCENE_H

#include "chart/chart.h"
#include "draw/display_list.h"
#include "playback/player.h"
#include "view/analysed_trace.h"
#include "view/thing_text.h"

/* What a frame hides while something is asked.
 *
 * A scene with a cover shows nothing of what is still to come: the timelines
 * end at the present, and totals of the run, races and wrong sums ahead are
 * left out.  While an answer is awaited, what has just run is hidden as well,
 * as far as it may give the answer: sentences say only what comes next, and a
 * question mark replaces verdicts and queues. */
typedef struct {
    bool answer; /* an answer is awaited */
    bool names;  /* the names of the traces may give it away */
    int panel;   /* that the question is about */
    /* The lines of the source that come next; 0: unknown. */
    int lines[PLAYER_MAX_TRACES];
    /* What comes next in each panel, a clause; "": nothing is said. */
    char about[PLAYER_MAX_TRACES][160];
} Cover;

/* How traces on the clock of cycles compare: who leads, and by how much. */
typedef struct {
    bool on;                          /* the clock counts cycles */
    double cycle;                     /* that the clock shows */
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
    uint32_t thread; /* 1 + the one whose locals are shown; 0: the lowest that
                        runs, as where a block has none of that number */
    Theme theme;
    double scale;    /* of text and all lengths; 0: 1 */
    double density;  /* pixels a point of the screen; 0: 1 */
    bool no_caption; /* hide the sentence on what happens */
    bool steps;      /* show steps as a whole, at their ends */
    bool projector;  /* no text is under 24 px of 1080, else 20 */
    bool details;    /* show code, totals and global memory, too */
    bool dimmed;     /* the picture is pale: its program does not compile */
    int only;  /* 1 + the Area that is shown alone; 0: all but AREA_TIME */
    bool keys; /* of the window, where keys may be named */
    const ScheduleCosts *costs; /* of AREA_TIME; NULL: schedule_costs */
    PaddedArray predicted; /* the first trace's shared memory is shown as it
                              would be with this array; NULL: as it is */
    Thing things[SCENE_THINGS]; /* that are pointed at, see light.h */
    int things_count;
    Thing hovered;        /* by the pointer; THING_NONE: nothing is */
    const Cover *cover;   /* what is hidden; NULL: nothing */
    uint32_t asked;       /* the version of the cover */
    const Chart *chart;   /* shown instead of the traces; NULL: none */
} Scene;

/* Sets positions, remains and standings from PLAYER. */
void scene_follow(Scene *scene, const Player *player);
/* How many threads the block of trace T has that runs, if their locals are
 * known, and whose locals are shown; else 0. */
uint32_t scene_threads(const Scene *scene, int t, uint32_t *shown);
/* True if both scenes give the same frame. */
bool scene_same(const Scene *a, const Scene *b);

/* The name of a trace and the title of a scene while theirs would give an
 * answer. */
#define SCENE_HIDDEN       "a kernel"
#define SCENE_HIDDEN_TITLE "A kernel"
/* The name of trace T, or SCENE_HIDDEN while a name would give an answer. */
const char *scene_name(const Scene *scene, int t);
/* Appends "LeftRight beside Padding", or "LeftRight, Padding and NoPadding". */
void scene_title(const Scene *scene, Text *text);

#endif
