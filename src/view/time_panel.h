/* SPDX-License-Identifier: MIT
 *
 * time_panel - the panel of one trace in the view of time: where its rows,
 * lanes and cycles are.  time_lanes.c and time_links.c fill it.
 *
 *     row 0   ┌ top: values that are published
 *     tile 0  │ lane 0                                  warp 0
 *             │ lane 1                                  warp 1
 *             └ foot: names of phases
 *     row 1   ...
 *
 * A row is a block, by its number, or by its tile where blocks draw theirs; it
 * has the blocks of this number of all launches.  Its level of detail follows
 * from the room: lanes with texts (open), a lane for each warp, for each block,
 * or for several blocks.  Where bars would be thinner than pixels, lanes are
 * strips.
 */
#ifndef UPSWEEP_TIME_PANEL_H
#define UPSWEEP_TIME_PANEL_H

#include "view/view.h"

typedef struct {
    uint32_t number; /* of the block, or of its tile */
    uint32_t lanes;  /* of its warps; with a lane for several rows, 1 */
    uint32_t lane;   /* the first of them */
    double y, h;     /* of its lanes */
} TimeRow;

typedef struct {
    const View *view; /* of the whole trace */
    const Trace *trace;
    const Schedule *schedule;
    double now;       /* the cycle that is shown */
    uint32_t running; /* instruction, or SCHEDULE_NONE */
    const char *noun; /* "block", or "tile" where blocks draw theirs */
    bool values;      /* blocks publish values, which stand over lanes */
    TimeRow *rows;    /* by rising number */
    uint32_t rows_count;
    uint32_t *row_of; /* the row of each of trace->blocks */
    /* from time_panel_place on */
    Rect lanes;   /* of all rows, from cycle 0 on */
    double cycle; /* pixels a cycle */
    double *tops; /* of each lane */
    uint32_t lanes_count;
    double bar;       /* height of bars */
    double top, foot; /* heights over and under lanes; 0: nothing is written
                         there */
    bool open;        /* lanes have room for texts */
    bool strips;      /* lanes are strips of pixels */
} TimePanel;

/* The panel of a view of a whole trace, without places; free it with
 * time_panel_free. */
TimePanel time_panel_new(const View *view, const ScheduleCosts *costs);
void time_panel_free(TimePanel *panel);
/* The height that rows would like to have, in pixels. */
double time_panel_likes(const TimePanel *panel);
/* Places the rows in BOX, which is CYCLES cycles wide. */
void time_panel_place(TimePanel *panel, Rect box, uint64_t cycles);
/* The size of all texts, in pixels; the height of a line of them. */
double time_panel_text(const View *view);
double time_panel_line(const View *view);
/* The x of a cycle. */
double time_panel_x(const TimePanel *panel, double cycle);
/* The pixels of two cycles; false if they are less than LEAST apart. */
bool time_panel_span(const TimePanel *panel, uint64_t start, uint64_t end,
                     double least, double *from, double *to);
/* The block of an instruction; the row of a block; the lane of a warp. */
uint32_t time_panel_block(const TimePanel *panel, uint32_t instruction);
const TimeRow *time_panel_row(const TimePanel *panel, uint32_t b);
uint32_t time_panel_lane(const TimePanel *panel, uint32_t b, uint32_t warp);
/* The y of an instruction's lane. */
double time_panel_y(const TimePanel *panel, uint32_t instruction);
/* What is drawn next belongs to instruction I, or to block B. */
void time_panel_tag(const TimePanel *panel, uint32_t i);
void time_panel_tag_block(const TimePanel *panel, uint32_t b);

/* ---- Lanes: time_lanes.c --------------------------------------------------*/

/* Bars, waits and barriers of all blocks, or strips of them. */
void time_lanes_draw(const TimePanel *panel);
/* What is waited for, and phases, over all lines. */
void time_lanes_names(const TimePanel *panel);

/* ---- Lines over the lanes: time_links.c
 * ------------------------------------*/

/* A square of SIZE pixels around X, Y: half full for an aggregate, full for a
 * prefix, empty for a state alone. */
void time_links_mark(const View *view, double x, double y, double size,
                     Published state);
/* What is published, with its values over the lanes. */
void time_links_publications(const TimePanel *panel);
/* Arrows from what is published to who needs it. */
void time_links_draw(const TimePanel *panel);
/* The critical path, from the end of the run to its start. */
void time_links_path(const TimePanel *panel);

#endif
