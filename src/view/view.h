/* SPDX-License-Identifier: MIT
 *
 * view - the argument of every view of a trace: the trace at a moment, and the
 * sizes of text and lengths.
 *
 * A view is a pure function: (View, rectangle) -> shapes in the display list.
 * The moment is "the first POSITION instructions have been executed"; the last
 * of them is the running instruction, whose effects are highlighted.  At rest
 * the running instruction has finished; while it is animated, as much of it has
 * happened as animation.h says.
 *
 *     size        px at 1080     for
 *     unit        1              every length
 *     least       12 (9 at 720)  the smallest text; smaller text is left out
 *
 * Both grow with the scale of the scene; least is never under 9 points of the
 * screen.
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
    /* For a trace of several blocks, analysed is the block that runs and
     * position counts its instructions; whole is the whole trace. */
    const AnalysedTrace *whole;
    size_t whole_position;
    double unit, least;
    const Zoom *zooms; /* of each ZoomKind */
    double replay;     /* clock of cycles: lead over the last trace, cycles */
    bool alone;        /* the only trace of its frame */
    bool tight;        /* panels are in two rows: compact layout */
    bool terse;        /* hide the summary for lack of room */
    bool silent;       /* hide the sentence on what happens */
    int longest;       /* the longest queue of all traces of the frame */
    uint32_t rows;     /* of the tallest shared memory of the frame */
    int queue_room;    /* number of names that fit in the queue of a bank */
    const Instruction *running; /* NULL at the start */
    double moment; /* the share of it that has happened; 1 at rest */
    BankCost cost; /* of the running instruction */
    uint8_t queues[TRACE_MAX_BANKS];
    uint8_t ranks[TRACE_MAX_BANKS]; /* of each running access: the number of
                                       accesses before it at its bank, or of
                                       transactions before its own */
    uint32_t turns; /* of the running instruction: latency, or transactions */
    Word *values, *intervals; /* the contents of shared memory now */
} View;

/* The view of panel PANEL of SCENE, drawing into LIST; both must outlive it.
 * view_close frees what it owns. */
View view_open(DisplayList *list, const Scene *scene, int panel);
void view_close(View *view);
/* The same moment with all blocks together (analysed is whole).  The result
 * shares the memory of VIEW, so do not close it. */
View view_whole(const View *view);

/* The width in pixels of a value with DIGITS digits; the largest number of
 * digits that views make room for: longer values shrink or are cut. */
double view_digits_width(int digits, double size);
#define VIEW_MAX_DIGITS 6

/* The length AT_1080, given for a frame of 1080 lines, in pixels of this frame;
 * the same for a size of text, which is never under view->least. */
double view_px(const View *view, double at_1080);
double view_size(const View *view, double at_1080);
/* The scale at which no text is under 14 pixels at 1080 lines. */
#define VIEW_PROJECTOR 1.25

/* True if a frame is higher than it is wide; lengths are then given for 1080 x
 * 1920 pixels, and panels are one above the other (a chart keeps its size). */
bool view_is_tall(double width, double height);
/* The unit and the least of a frame of SCENE, see above. */
double view_unit(const Scene *scene, double width, double height);
double view_least(const Scene *scene, double unit);

/* Draws a number centred in BOX, or nothing, returning NULL, if too few of its
 * digits would be visible. */
Shape *view_number(const View *view, Rect box, Font font, double at_1080,
                   Color color, const char *text);
/* Draws text centred in BOX; NULL if it does not fit. */
Shape *view_label(const View *view, Rect box, Font font, double at_1080,
                  Color color, const char *text);
/* Formats a word in full if that fits in WIDTH pixels, else in brief. */
const char *view_value(const View *view, Word value, Font font, double width,
                       char text[VALUE_TEXT]);
/* The width in pixels of TEXT at the smallest size allowed. */
double view_least_width(const View *view, Font font, const char *text);

/* The number of rows of k cells in shared memory. */
uint32_t view_memory_rows(const AnalysedTrace *analysed);

/* True if the running instruction accesses shared memory. */
bool view_is_shared(const View *view);
/* True if the running instruction has a conflict at BANK. */
bool view_bank_conflicts(const View *view, uint32_t bank);
/* The colour of a running access; of an instruction; of text on a fill. */
Color view_access_color(const View *view, const Access *access);
Color view_instruction_color(const AnalysedTrace *analysed, size_t instruction);
Color view_on(Color fill);

/* For each cell of shared memory: 1 + the first lane whose running access is to
 * that cell, or 0.  NULL if there are no such cells.  The caller frees it. */
uint8_t *view_touched(const View *view);

#endif
