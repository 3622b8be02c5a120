/* SPDX-License-Identifier: MIT
 *
 * time_panel - the panel of one trace in the view of time: where cycles stand
 * in it, and what its lanes, lines and legend are drawn with.
 *
 * view_time opens a panel for each trace; time_lanes and time_links draw parts
 * of it.
 */
#ifndef UPSWEEP_TIME_PANEL_H
#define UPSWEEP_TIME_PANEL_H

#include "view/view.h"

/* Where blocks, their warps and the cycles of a schedule stand in view_time.
 *
 *     row 0   ┌ top: values that are published, over the lanes
 *             │ lane 0                                  warp 0
 *             │ lane 1                                  warp 1
 *             └ foot: names of steps
 *     row 1   ...
 *
 * A row is a block, by its number, or by its tile where blocks draw theirs; it
 * has the blocks of this number of all launches, each with its warps in the
 * whole height of the lanes.  Where there is room, rows are open: their lanes
 * are high enough for words, and what is over and under them is left out
 * before lanes get lower than that.  Else all lanes are thin; with more blocks
 * a row is one lane, and with yet more several rows share one. */
typedef enum {
    TIME_OPEN,  /* lanes with words */
    TIME_LANES, /* a lane for each warp */
    TIME_ROWS,  /* a lane for each block */
    TIME_FOLDED /* a lane for several blocks */
} TimeMode;

typedef struct {
    uint32_t number; /* of the block, or of its tile */
    uint32_t block;  /* index into trace->blocks of the first of its blocks */
    uint32_t lanes;  /* warps of the largest of its blocks */
    double y;        /* of its first lane */
} TimeRow;

typedef struct {
    const View *view; /* of the whole trace */
    const Trace *trace;
    const Schedule *schedule;
    const char *noun; /* "block", or "tile" where blocks draw theirs */
    Rect lanes;       /* of all rows, from cycle 0 on: the visible part */
    double zero;      /* x of cycle 0 */
    double cycle;     /* pixels a cycle */
    TimeMode mode;
    double lane;      /* height of a lane with the gap after it */
    double gap;       /* this gap */
    double top, foot; /* of each row, over and under its lanes; 0: nothing is
                         written there */
    double between;   /* rows */
    bool values;      /* blocks publish values, which stand over lanes */
    TimeRow *rows;    /* by rising number */
    uint32_t rows_count;
    uint32_t *row_of; /* the row of each of trace->blocks */
} TimeLayout;

/* The rows of VIEW's trace, without places; free them with time_layout_free. */
TimeLayout time_layout_new(const View *view, const Schedule *schedule);
void time_layout_free(TimeLayout *at);
/* The height that open rows would like to have, in pixels. */
double time_layout_likes(const TimeLayout *at);
/* Places the rows in BOX, which is CYCLES cycles wide. */
void time_layout_place(TimeLayout *at, Rect box, uint64_t cycles);
/* The x of a cycle. */
double time_layout_x(const TimeLayout *at, double cycle);
/* The height of a row's lanes. */
double time_layout_row(const TimeLayout *at, const TimeRow *row);
/* How many warps block B has, and lanes. */
uint32_t time_layout_warps(const TimeLayout *at, uint32_t b);
uint32_t time_layout_lanes(const TimeLayout *at, uint32_t b);
/* The top of the lane of warp WARP of block B, and of an instruction; the
 * height of the block's lanes, without gaps. */
double time_layout_y(const TimeLayout *at, uint32_t b, uint32_t warp);
double time_layout_lane(const TimeLayout *at, uint32_t instruction);
double time_layout_bar(const TimeLayout *at, uint32_t b);
/* The block of an instruction; the row of a block. */
uint32_t time_layout_block(const TimeLayout *at, uint32_t instruction);
const TimeRow *time_layout_row_of(const TimeLayout *at, uint32_t b);

typedef struct {
    TimeLayout at;
    const View *view;
    const Trace *trace;
    const Schedule *schedule;
    double now;       /* the cycle that is shown */
    uint32_t running; /* instruction, or SCHEDULE_NONE */
    bool bins;        /* lanes are strips of pixels */
    Rect box;         /* of the panel */
    Rect names, axis, chips;
} TimePanel;

/* The share of a lane that a bar of COLOR is high. */
double time_panel_share(Color color);
/* The colour of instruction I. */
Color time_panel_color(const TimePanel *panel, uint32_t i);
/* What is drawn next belongs to instruction I. */
void time_panel_tag(const TimePanel *panel, uint32_t i);
/* True if lanes have room for texts. */
bool time_panel_is_open(const TimePanel *panel);
/* The pixels of two cycles, within the lanes; false if they are not seen. */
bool time_panel_span(const TimePanel *panel, uint64_t start, uint64_t end,
                     double *from, double *to);
/* Hatches BOX, as what is waited for. */
void time_panel_hatch(const View *view, Rect box, Color color);
/* A text over lines: the ground of the panel under it keeps them away. */
void time_panel_text(const View *view, Rect box, Font font, Color color,
                     const char *text);

/* The cycles, and a faint line up from each. */
void time_axis_draw(const TimePanel *panel);
/* The line of the cycle that is shown. */
void time_axis_now(const TimePanel *panel);
/* The launches over the lanes, each from its start to its end. */
void time_axis_launches(const TimePanel *panel);

#endif
