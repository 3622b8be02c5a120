/* SPDX-License-Identifier: MIT
 *
 * view - the argument of every view of a trace: the trace at a moment, the
 * sizes of text and lengths, and what views draw alike.
 *
 * A view is a pure function: (View, rectangle) -> shapes in the display list.
 * The moment is "the first POSITION instructions have been executed"; the last
 * of them is the running instruction, whose effects are highlighted.  At rest
 * that instruction has finished; else it is animated.
 *
 * While a request is served (moment/service.h) its value moves from the lane
 * into the cell, or from the cell to the lane.  On the clock of cycles, an
 * instruction that takes no cycle of the model (global memory, shuffles) has a
 * separate tick while the clock stands still (timeline.h), so that it is
 * animated too without adding cycles.  Moving shapes carry THING_MOTION and lie
 * over the others.
 *
 *     size        px at 1080         for
 *     unit        1                  every length
 *     least       20; projector: 24  the smallest text; smaller is left out
 *
 * They are given for the smaller side of the frame and grow with the scale of
 * the scene; least is never under 12 px of the screen.
 */
#ifndef UPSWEEP_VIEW_H
#define UPSWEEP_VIEW_H

#include "draw/layout.h"
#include "moment/moment.h"
#include "say/statement.h"
#include "view/scene.h"

typedef struct {
    DisplayList *list;
    const AnalysedTrace *analysed;
    const Trace *trace; /* the trace of analysed */
    int panel;          /* which trace of the scene */
    size_t position;
    /* For a trace of several blocks, analysed is the block that runs and
     * position counts its instructions; whole is the whole trace. */
    const AnalysedTrace *whole;
    size_t whole_position;
    double unit, least;
    uint32_t thread; /* whose locals are shown */
    bool chosen;     /* it was asked for: its name is marked in all views */
    const PaddedArray *predicted; /* see scene.h; NULL: none */
    const Cover *cover;           /* what is hidden; NULL: nothing */
    bool single;                  /* the only trace of its frame */
    bool keys;                    /* of the window: keys may be named */
    bool details;        /* code, totals and global memory are shown, too */
    int only;            /* see Scene */
    bool no_caption;     /* hide the sentence on what happens */
    double stretch;      /* of the heights of blocks that fill a frame */
    int longest;         /* the longest queue of all traces of the frame */
    uint32_t rows;       /* of the tallest shared memory of the frame */
    bool steps;          /* the step that has just ended is shown as a whole: */
    uint32_t step_first; /* its first instruction in the trace */
    bool elsewhere;      /* at an instruction of it before the last */
    int pointed_first, pointed_last; /* lines of the first source that are
                                        pointed at, from 1; 0: none is */
    Moment *moment;                  /* of the block that runs */
    Moment *all; /* of the whole trace; the same if it is one block */
    const Service *service;     /* of the running instruction */
    const Instruction *running; /* NULL at the start */
    const Access *accesses;     /* of the running instruction; NULL at start */
} View;

/* The view of panel PANEL of SCENE, drawing into LIST; both must outlive it.
 * view_close frees what it owns. */
View view_open(DisplayList *list, const Scene *scene, int panel);
void view_close(View *view);
/* The same moment with all blocks together (analysed is whole).  The result
 * shares the memory of VIEW, so do not close it. */
View view_whole(const View *view);

/* A step that is shown as a whole, at the instruction that stands for it
 * (moment_longest); also like view_whole. */
View view_longest(const View *view);

/* The length AT_1080, given for a frame of 1080 lines, in pixels of this frame;
 * the same for a size of text, which is never under view->least. */
double view_px(const View *view, double at_1080);
double view_size(const View *view, double at_1080);
/* True if a frame is higher than it is wide: panels are one above the other. */
bool view_is_tall(double width, double height);
/* The unit and the least of a frame of SCENE, see above. */
double view_unit(const Scene *scene, double width, double height);
double view_least(const Scene *scene, double unit);

/* The thing of the shapes that are added next, in the panel of VIEW: of one
 * number, of two, or a block. */
void view_thing(const View *view, ThingKind kind, uint32_t a);
void view_pair(const View *view, ThingKind kind, uint32_t a, uint32_t b);
void view_block(const View *view, const Block *block);
/* SHAPE stands for THREAD, too; gives it an edge if the locals of that thread
 * were asked for.  NULL is fine. */
void view_thread(const View *view, Shape *shape, uint32_t thread);
/* Gives SHAPE an edge AT_1080 wide, at least a pixel. */
void view_edge(const View *view, Shape *shape, Color color, double at_1080);
/* True if ACCESS moves the upper half of a number, which is drawn where the
 * lower half is. */
bool view_moves_half(const View *view, const Instruction *at,
                     const Access *access);
/* The grid whose block the views show, index into trace->grids. */
uint32_t view_grid(const View *view);
/* True if what shared memory holds is shown by the names and in the types of a
 * program's variables. */
bool view_has_variables(const View *view);
/* The instruction of an access of the view's trace. */
const Instruction *view_instruction_of(const View *view, const Access *access);
/* True if instruction INDEX of the view's trace is part of the step that is
 * shown as a whole. */
bool view_is_of_step(const View *view, size_t index);
/* True if ACCESS of the view's trace moves a wrong word. */
bool view_is_wrong(const View *view, const Access *access);
/* True if there is a race at the word of ACCESS, one of the running
 * instruction. */
bool view_is_raced(const View *view, const Access *access);

/* The number of rows of k cells in shared memory. */
uint32_t view_memory_rows(const AnalysedTrace *analysed);

/* True if nothing may be shown of what has just run, as it would give away the
 * answer to a question. */
bool view_hides_answer(const View *view);

/* True if the running instruction accesses shared memory. */
bool view_is_shared(const View *view);
/* The colour of a running access; of an instruction; of text on a fill. */
Color view_access_color(const View *view, const Access *access);
Color view_instruction_color(const AnalysedTrace *analysed, size_t instruction);
Color view_on(Color fill);

/* ---- Texts and values: view_text.c ----------------------------------------*/

/* The width in pixels of a value with DIGITS digits; the largest number of
 * digits that views make room for: longer values shrink or are cut. */
double view_digits_width(int digits, double size);
#define VIEW_MAX_DIGITS 6
/* Before numbers that are rounded to fewer than four digits. */
#define VIEW_ROUNDED "≈"
/* Ems that are kept free between texts side by side. */
#define VIEW_APART 0.15
/* The width in pixels of TEXT at the smallest size allowed, and what keeps it
 * apart from the next one. */
double view_least_width(const View *view, Font font, const char *text);
/* Each draws text at the size AT_1080, cut off where BOX ends: from the left;
 * centred, or nothing, returning NULL, if it does not fit. */
Shape *view_text(const View *view, Rect box, Font font, double at_1080,
                 Color color, const char *text);
Shape *view_label(const View *view, Rect box, Font font, double at_1080,
                  Color color, const char *text);
/* Draws from the left the first of COUNT texts, from the fullest to the
 * briefest, that fits into BOX; nothing, returning NULL, if none does. */
Shape *view_text_fitting(const View *view, Rect box, Font font, double at_1080,
                         Color color, const char *const texts[], int count);
/* The part of BOX right of the names of the arrays of global memory. */
Rect view_beside_names(const View *whole, Rect box);
/* Appends STATEMENT at the first level that fits into LINES of WIDTH pixels in
 * FONT_TEXT at LEAST, and returns the size at which it does: at most SIZE. */
double view_fit_lines(const Statement *statement, double width, int lines,
                      double size, double least, Text *text);
/* Formats a number in full if that is short, else in brief. */
const char *view_number_text(Number number, char text[VALUE_TEXT]);
/* The same of what ACCESS, one of AT's, moves: of a program a number in
 * its type, as a whole where its lower half is moved. */
const char *view_moved(const View *view, const Instruction *at,
                       const Access *access, char text[VALUE_TEXT]);

/* ---- The running instruction, see moment/service.h
 * -------------------------*/

/* True while the running instruction is under way, false at rest. */
bool view_is_moving(const View *view);
/* How far the requests have moved into their queues, 0 .. 1. */
double view_entered(const View *view);
/* How much of ACCESS, one of the running instruction's, has been served, 0 ..
 * 1; 0 while it waits.  True once serving it has begun; once it is served. */
double view_served(const View *view, const Access *access);
bool view_begun(const View *view, const Access *access);
bool view_done(const View *view, const Access *access);
/* The cycles of all instructions so far: of the running one those that are
 * over, in which requests have been served. */
uint32_t view_cycles(const View *view);

#endif
