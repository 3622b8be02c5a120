/* SPDX-License-Identifier: MIT */
#include "analysis/sum_results.h"
#include "view/view_panel.h"

#include "draw/font.h"
#include "draw/layout.h"
#include "say/phrases.h"
#include "view/panel_head.h"
#include "view/program_text.h"
#include "view/view_bank.h"
#include "view/view_motion.h"
#include "view/views.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* px at 1080 */
static const double pad_x = 22, pad_y = 14;
static const double totals_height = 30;
static const double caption_gap = 9; /* under what a program does */

/* Of the title and the numbers over queues alone. */
static const double queues_title = 34, bank_height = 24;
static const double tree_row = 31, flow_row = 54; /* at least */
static const double work_gap = 16;
static const double lower_height = 190;   /* five lines of source */
static const double source_least = 420;   /* width, beside a tree */
static const double source_share = 0.375; /* of a program's panel */
static const double flat_from = 2.7;      /* widths to a height */
static const double flat_in_rows = 1.9;   /* in panels of two rows */

/* Rows of a flow, about: runs of steps of one level, but for the last step,
 * which writes back. */
static double rounds_of(const Trace *trace)
{
    double rounds = 0;

    for (size_t s = 0; s + 1 < trace->steps_count; ++s)
        rounds += s == 0 || trace->steps[s].level == 0 ||
                  trace->steps[s].level != trace->steps[s - 1].level;
    return fmax(rounds, 2);
}

/* The height at which the tree or flow is easy to read. */
static double upper_likes(const View *view)
{
    const AnalysedTrace *analysed = view->analysed;
    double rows = analysed->tree.levels
                      ? (analysed->tree.levels + 1.5) * tree_row
                      : (rounds_of(analysed->trace) + 0.5) * flow_row;

    if (!analysed->tree.levels && view_lanes_fit(view))
        return view_lanes_height(view);
    return view_px(view, rows);
}

/* Does the panel stand beside its source, see below? */
static bool beside_source(const View *view)
{
    return !view->two_rows && analysed_has_lines(view->whole);
}

/* What the lower half needs under a view of blocks, so that the source can be
 * followed, and locals, which are under it, be seen. */
static double lower_least(const View *view)
{
    return view_px(view, lower_height) +
           (beside_source(view) ? 0 : view_locals_height(view));
}

/* The least height at which the tree or flow is easy to read; where blocks
 * leave little, the lower half gets enough to follow the source. */
static double upper_least(const View *view, double body)
{
    const AnalysedTrace *analysed = view->analysed;
    bool lanes = !analysed->tree.levels && view_lanes_fit(view);
    double likes = upper_likes(view);
    if (!analysed_has_sums(view->analysed))
        return 0;
    double least =
        layout_clamp(likes, body * 0.36, body * (lanes ? 0.64 : 0.56));

    if (view->whole == view->analysed)
        return least;
    return fmax(fmin(least, body - lower_least(view)), body * 0.45);
}

/* The view of all blocks is above the views of the running block. */
static double blocks_height(const View *view, double body)
{
    return view_shows_blocks(view) ? fmin(view_blocks_height(view), body * 0.42)
                                   : 0;
}

/* What memory and queues like, and with WORK the numbers under them. */
static double memory_likes(const View *view, bool work)
{
    double under = work ? view_work_height(view) : 0;

    return view_memory_height(view) + view_px(view, 8) +
           (under > 0 ? under + view_px(view, work_gap) : 0);
}

static bool is_flat(const View *view, double w, double h)
{
    return w > (view->two_rows ? flat_in_rows : flat_from) * h;
}

bool view_panel_fits_arrays(const View *view, double w, double h)
{
    double arrays = view_blocks_height(view) + view_px(view, 10);

    w -= 2 * view_px(view, pad_x);
    h -= panel_head_height(view) + 2 * view_px(view, pad_y);
    if (view->two_rows || is_flat(view, w, h) || beside_source(view) ||
        view_shows_blocks(view))
        return false;
    double lower = fmax(memory_likes(view, true), (h - arrays) * 0.42);
    return h - arrays - lower >= upper_likes(view);
}

void view_panel_lower(const View *view, double height, double *likes,
                      double *most)
{
    double body = height - panel_head_height(view) - 2 * view_px(view, pad_y);

    body -= blocks_height(view, body);
    *most = body - upper_least(view, body);
    if (!analysed_has_sums(view->analysed)) {
        *likes = *most;
        return;
    }
    double memory = memory_likes(view, view->arrays);
    bool locals = view->whole != view->analysed && view->trace->locals_count;
    *likes = layout_clamp(locals ? fmax(memory, lower_least(view)) : memory,
                          body * 0.42, *most);
}

enum { TOTALS = 4 };

/* Writes "so far: 72 cycles", "0 conflicts", "56 additions" and "64 cells" into
 * TEXTS, and returns how many; at the end "in all: 169 cycles".  Without shared
 * memory there are no cycles: "so far: no shared memory", "31 additions".  The
 * additions of a program are left out if a sum was not found. */
static int add_totals(const View *view, Text texts[TOTALS])
{
    const AnalysedTrace *analysed = view->analysed;
    uint32_t cells = analysed->trace->run.words;
    size_t done = view->position - (view->moment->progress < 1);
    bool ended = done == analysed->trace->instructions_count &&
                 !view->whole->trace->run.unfinished;
    int count = 0;

    text_add(texts, "%s: ", ended ? "in all" : "so far");
    if (cells)
        phrase_count(view_cycles(view), "cycle", texts + count++);
    else
        text_add(texts + count++, "no shared memory");
    if (cells)
        phrase_count(analysed->conflicts[done], "conflict", texts + count++);
    if (!trace_is_of_gpu(analysed->trace) &&
        sum_results_tell_work(analysed->trace))
        phrase_count(analysed->work[done], phrase_work(analysed->trace),
                     texts + count++);
    if (cells)
        phrase_count(cells, "cell", texts + count++);
    return count;
}

/* As many totals as fit: the last one gives way first. */
static void draw_totals(const View *part, Rect box)
{
    View whole = view_whole(part);
    const View *view = &whole;
    static const char *const gaps[] = {"   ·   ", "  ·  ", " · "};
    Text texts[TOTALS] = {{0}}, all = {0};
    int count = add_totals(view, texts), gap = 0;

    for (int left = count; left > 0;) {
        text_free(&all);
        for (int i = 0; i < left; ++i)
            text_add(&all, "%s%s", i ? gaps[gap] : "", texts[i].text);
        double size = gap < 2 ? view_size(view, 16) : view->least;
        if (font_width(FONT_STRONG, size, all.text) <= box.w)
            break;
        if (gap < 2)
            ++gap;
        else
            --left;
    }
    view_thing(view, THING_TOTALS, 0);
    view_text(view, box, FONT_STRONG, 16, COLOR_INK, all.text);
    for (int i = 0; i < count; ++i)
        text_free(texts + i);
    text_free(&all);
}

/* Memory's width: a share of WIDTH, of which narrow banks need more. */
static double memory_width(const View *view, double width)
{
    uint32_t k = view->trace->run.k;
    double label = bank_label_width(view);
    double share = view->single ? 0.56 : k <= 8 ? 0.46 : k == 32 ? 0.42 : 0.5;
    double most = width * share - label;

    if (most >= 2 * k)
        most = floor(most / k) * k;
    return fmin(view_memory_width(view), label + most);
}

/* Memory, and under a low one the work. */
static void draw_memory(const View *view, Rect box)
{
    double work = view_work_height(view), gap = view_px(view, work_gap);

    if (work > 0 && box.h - view_memory_height(view) >= work + gap) {
        view_work(view, rect_cut_bottom(&box, work));
        rect_cut_bottom(&box, gap);
    }
    view_memory(view, box);
}

static void draw_lower(const View *view, Rect box)
{
    if (view->trace->run.words) {
        draw_memory(view, rect_cut_left(&box, memory_width(view, box.w)));
        rect_cut_left(&box, view_px(view, 22));
    }
    draw_totals(view, rect_cut_bottom(&box, view_px(view, totals_height)));
    view_source(view, box);
}

static void draw_tree(const View *view, Rect box)
{
    if (!analysed_has_sums(view->analysed))
        return;
    if (view->analysed->tree.levels)
        view_tree(view, box);
    else if (view_lanes_fit(view))
        view_lanes(view, box);
    else
        view_flow(view, box);
}

static double queues_height(const View *view)
{
    return view_queues_height(view) + view_px(view, queues_title + bank_height);
}

static void draw_queues(const View *view, Rect box)
{
    BankColumns columns = bank_columns(view, box);

    view_thing(view, THING_FRAME, 0);
    view_text_fitting(
        view, rect_cut_top(&box, view_px(view, queues_title)), FONT_TEXT, 15,
        COLOR_DIM,
        view->steps
            ? (const char *[]){"the longest queue of each bank in this step",
                               "longest queues"}
            : (const char *[]){"the queue of each bank", "queues"},
        2);
    view_bank_numbers(view, &columns,
                      rect_cut_top(&box, view_px(view, bank_height)));
    view_queues(view, &columns, box);
}

const ViewKind view_kinds[AREA_COUNT] = {
    [AREA_TREE] = {draw_tree, NULL, NULL, 1.5, 1.1},
    [AREA_BLOCKS] = {view_blocks, NULL, view_blocks_height, 1.5, 1.1},
    [AREA_MEMORY] = {view_memory, view_memory_width, view_memory_height, 6, 6},
    [AREA_QUEUES] = {draw_queues, view_memory_width, queues_height, 6, 6},
    [AREA_SOURCE] = {view_source, NULL, NULL, 1.6, 1.4},
    [AREA_TIMELINE] = {NULL, NULL, NULL, 2, 2},
    [AREA_TIME] = {NULL, NULL, NULL, 1, 1},
};

/* What all blocks do, HEIGHT high, over what one of them does. */
static void draw_upper(const View *view, Rect box, double height)
{
    Rect blocks = {0, 0, 0, 0}, lanes = {0, 0, 0, 0};

    if (height > 0) {
        blocks = rect_cut_top(&box, height);
        view_blocks(view, blocks);
        rect_cut_top(&box, view_px(view, 10));
    }
    draw_tree(view, box);
    if (!view->analysed->tree.levels && view_lanes_fit(view))
        lanes = box;
    block_animation_draw(view, blocks, lanes);
}

/* Does the source fit under the memory, in a column WIDE of a box? */
static bool fits_under(const View *view, Rect box, double wide)
{
    return wide >= view_px(view, source_least) &&
           box.h - view_memory_height(view) >= view_px(view, lower_height);
}

/* Tree, memory and source side by side; what the memory does not need is the
 * tree's.  The source only where there is room left for it: beside the memory,
 * or under it. */
static void draw_flat(const View *view, Rect box)
{
    /* Who is asked needs the source. */
    double share = view->cover ? 0.6 : 0.46, most = view->cover ? 0.45 : 1;
    double gap = view_px(view, 22), half = box.w * share - gap / 2;
    bool words = view->trace->run.words > 0;
    double memory =
        words ? fmin(view_memory_width(view), half * most) + gap : 0;
    bool beside = half - memory >= view_px(view, source_least);
    double column = fmax(memory - gap, fmin(half, view_px(view, source_least)));
    bool under = !beside && fits_under(view, box, column);

    Rect right = rect_cut_right(&box, beside  ? half
                                      : under ? column
                                              : memory - gap);
    rect_cut_right(&box, gap);
    if (under) {
        view_memory(view, rect_cut_top(&right, view_memory_height(view)));
        rect_cut_top(&right, view_px(view, 8));
    } else if (words) {
        draw_memory(view, rect_cut_left(&right, memory - gap));
    }
    rect_cut_left(&right, under ? 0 : gap);
    if (beside || under)
        view_source(view, right);
    draw_totals(view, rect_cut_bottom(&box, view_px(view, totals_height)));
    draw_upper(view, box, blocks_height(view, box.h));
}

/* ---- The panel beside a source --------------------------------------------*/

/* A trace whose lines have costs stands beside its source, which is as high as
 * the panel:
 *
 *     source    phase         [ verdict ]
 *               what happens
 *               all blocks
 *               memory, queues
 *               tree, lanes or flow
 *               totals
 */
/* Of a panel ROOM high: head, blocks, memory and totals. */
static double others_height(const View *view, double room)
{
    return panel_head_height(view) + blocks_height(view, room) +
           view_memory_height(view) +
           view_px(view, caption_gap + totals_height + 26);
}

/* Are there sums to show, and is there room for rows that can be read? */
static bool has_room_for_sums(const View *view, double room)
{
    double rows = view->analysed->tree.levels
                      ? view->analysed->tree.levels + 1
                      : rounds_of(view->analysed->trace);
    double left = room * (1 - source_share) - others_height(view, room);

    return analysed_has_sums(view->analysed) &&
           (view->single || left >= rows * view->least * 1.2);
}

/* In a tall frame, and beside another trace, it is under all others: there it
 * has what is left where no sums are shown. */
static Rect cut_source(const View *view, Rect *box, bool sums)
{
    bool tall = view_is_tall(view->list->width, view->list->height);
    double height = box->h * source_share;

    if (view->single && !tall)
        return rect_cut_left(box, round(box->w * source_share));
    double left = box->h - others_height(view, box->h);
    return rect_cut_bottom(box, round(sums ? height : fmax(height, left)));
}

/* The memory's height, where the sums need some of ROOM, too. */
static double program_memory_height(const View *view, double room, bool sums)
{
    double likes = view_memory_height(view) + view_px(view, 8);

    if (view->trace->run.words == 0)
        return 0;
    if (!sums)
        return room;
    double least = fmin(upper_least(view, room), room * 0.35);
    return fmin(likes, room - least);
}

static void draw_program(const View *view, Rect box, PanelWait wait)
{
    Rect blocks = {0, 0, 0, 0}, lanes = {0, 0, 0, 0};
    bool sums = has_room_for_sums(view, box.h);
    Rect source = cut_source(view, &box, sums);

    view_source(view, source);
    if (box.x > source.x) /* beside it */
        rect_cut_left(&box, view_px(view, 22));
    panel_head_draw(view, rect_cut_top(&box, panel_head_height(view)), wait);
    rect_cut_top(&box, view_px(view, caption_gap));
    draw_totals(view, rect_cut_bottom(&box, view_px(view, totals_height)));
    double height = blocks_height(view, box.h);
    if (height > 0) {
        blocks = rect_cut_top(&box, height);
        view_blocks(view, blocks);
        rect_cut_top(&box, view_px(view, 10));
    }
    if (view->trace->run.words) {
        view_memory(view, rect_cut_top(&box, program_memory_height(view, box.h,
                                                                   sums)));
        rect_cut_top(&box, view_px(view, 8));
    }
    if (sums && box.h > 0) {
        draw_tree(view, box);
        if (!view->analysed->tree.levels && view_lanes_fit(view))
            lanes = box;
    }
    block_animation_draw(view, blocks, lanes);
}

void view_panel(const View *view, Rect box, PanelWait wait, double lower)
{
    view_thing(view, THING_FRAME, 0);
    Shape *ground = draw_rect(view->list, box, view_px(view, 10), COLOR_PANEL);
    view_edge(view, ground, COLOR_EDGE, 1);
    box = rect_inset(box, view_px(view, pad_x), view_px(view, pad_y));
    if (beside_source(view)) {
        draw_program(view, box, wait);
        return;
    }
    panel_head_draw(view, rect_cut_top(&box, panel_head_height(view)), wait);
    if (is_flat(view, box.w, box.h)) {
        draw_flat(view, box);
        return;
    }
    draw_lower(view, rect_cut_bottom(&box, lower));
    rect_cut_bottom(&box, view_px(view, 12));
    draw_upper(view, box, blocks_height(view, box.h + lower));
}
