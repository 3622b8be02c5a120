/* SPDX-License-Identifier: MIT
 *
 * view - what every view of a trace is given: the trace at a moment, and how
 * large things are.
 *
 * A view is a pure function: (View, rectangle) -> shapes on the canvas.  The
 * moment is "the first POSITION instructions have been executed"; the last of
 * them is the one that is running, and what it did is what is highlighted.
 * At rest it is over; while things move, only as much of it has happened as
 * motion.h says.
 *
 *     size        px at 1080     for
 *     unit        1              every length
 *     least       12 (9 at 720)  the smallest text; what is smaller is left out
 *
 * Both follow the scene's scale; the least is 9 points of the screen however
 * small the frame.
 */
#ifndef UPSWEEP_VIEW_H
#define UPSWEEP_VIEW_H

#include "draw/layout.h"
#include "view/scene.h"

typedef struct {
    DisplayList *list;
    const AnalysedTrace *analysed;
    int panel; /* which trace of the scene */
    size_t position;
    /* Of a trace of several blocks, EXHIBIT is the block that runs and POSITION
     * counts its instructions; this is all of it. */
    const AnalysedTrace *whole;
    size_t whole_position;
    double unit, least;
    const Zoom *zooms; /* of each ZoomKind */
    double replay;     /* in a race: cycles from where the last one is now */
    bool alone;        /* the only trace of its frame */
    bool tight;        /* its panel is one of two rows: less is said of more */
    bool terse;        /* the summary gives its place to what happens */
    bool silent;       /* without the sentence on what happens */
    int longest;       /* queue in any trace of the frame, ever */
    uint32_t rows;     /* of the tallest shared memory of the frame */
    int queue_room;    /* names that the queues under the banks have room for */
    const Instruction *running; /* NULL at the start */
    double moment; /* how much of it has happened: 1 at rest, else less */
    BankCost cost; /* of the running instruction */
    uint8_t queues[TRACE_MAX_BANKS];
    uint8_t ranks[TRACE_MAX_BANKS]; /* of its accesses: how many are before
                                       them at their bank, or transactions
                                       before theirs */
    uint32_t turns; /* those that it takes: its latency, or transactions */
    Word *values, *intervals; /* shared memory now */
} View;

View view_open(DisplayList *list, const Scene *scene, int panel);
void view_close(View *view);
/* The same moment, seen as all blocks together; it shares the memory of VIEW,
 * so do not close it. */
View view_whole(const View *view);

/* Pixels that a value with DIGITS digits is wide, and the most that views make
 * room for: longer ones shrink or are cut. */
double view_digits_width(int digits, double size);
#define VIEW_MAX_DIGITS 6

/* Pixels for a length given for 1080 lines; and such a size of text, never
 * under the least. */
double view_px(const View *view, double at_1080);
double view_size(const View *view, double at_1080);
/* The scale at which no text is under 14 pixels at 1080 lines. */
#define VIEW_PROJECTOR 1.25

/* Is a frame on its side?  It is 1080 px wide then, and 1920 high, and panels
 * stand one above the other (a chart keeps its size). */
bool view_is_tall(double width, double height);
double view_unit(const Scene *scene, double width, double height);
double view_least(const Scene *scene, double unit);

/* A number centred in a box; left out where too little of it would be seen. */
Shape *view_number(const View *view, Rect box, Font font, double at_1080,
                   Color color, const char *text);
/* Text centred in a box. */
Shape *view_label(const View *view, Rect box, Font font, double at_1080,
                  Color color, const char *text);
/* A word as it fits in WIDTH: in full, or in brief. */
const char *view_value(const View *view, Word value, Font font, double width,
                       char text[VALUE_TEXT]);
/* Width of TEXT when it is as small as it may be. */
double view_least_width(const View *view, Font font, const char *text);

/* Rows of k cells that shared memory has. */
uint32_t view_memory_rows(const AnalysedTrace *analysed);

/* True if the running instruction goes to shared memory. */
bool view_is_shared(const View *view);
/* Do the running accesses to this bank wait for each other? */
bool view_bank_conflicts(const View *view, uint32_t bank);
/* The colour of one of the running accesses; of any instruction; and of text
 * upon a colour. */
Color view_access_color(const View *view, const Access *access);
Color view_instruction_color(const AnalysedTrace *analysed, size_t instruction);
Color view_on(Color fill);

/* The cells that the running instruction touches: 1 + the first lane that does,
 * or 0, for each cell of shared memory; free it.  NULL if it touches none. */
uint8_t *view_touched(const View *view);

#endif
