/* SPDX-License-Identifier: MIT
 *
 * time_layout - where blocks, their warps and the cycles of a schedule stand in
 * view_time.
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
 * a row is one lane, and with yet more several rows share one.
 */
#ifndef UPSWEEP_TIME_LAYOUT_H
#define UPSWEEP_TIME_LAYOUT_H

#include "view/view.h"

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

#endif
