/* SPDX-License-Identifier: MIT */
#include "view/source_margin.h"

#include "draw/font.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* px at 1080; a column is never narrower than its head */
static const double heat_likes = 84, accesses_likes = 64, conflicts_likes = 62;
static const double bar_likes = 36, column_gap = 6;
static const double most_margin = 0.36; /* of the width, without numbers */
static const double mark_likes = 44;    /* a mark alone, as "race" */
static const double number_size = 13;

static const char *const heads[] = {"cycles", "accesses", "conflicts"};

static uint64_t conflicts_of(const LineCost *cost)
{
    return cost->conflicts_load + cost->conflicts_store;
}

/* Wavefronts of the accesses of a line to shared memory. */
static uint64_t wavefronts_of(const LineCost *cost)
{
    return cost->instructions + conflicts_of(cost);
}

/* Which of COUNT lines of a source take part in races. */
static bool *find_raced(const View *view, uint32_t source, size_t count)
{
    const RaceList *races = &view->whole->races;
    bool *raced = base_alloc(count + 2, sizeof *raced);

    for (size_t r = 0; r < races->races_count; ++r) {
        const ThreadAccess *sides[] = {&races->races[r].first,
                                       &races->races[r].second};
        for (int side = 0; side < 2; ++side) {
            const Instruction *at =
                view->whole->trace->instructions + sides[side]->instruction;
            if (at->source == source && at->site <= count)
                raced[at->site] = true;
        }
    }
    return raced;
}

/* The line of SOURCE, of COUNT, where the program ended early, or 0. */
static int find_ended(const View *view, uint32_t source, size_t count)
{
    const Run *run = &view->whole->trace->run;

    return trace_ended(view->whole->trace) && run->ended_source == source &&
                   run->ended_line <= count
               ? (int)run->ended_line
               : 0;
}

/* Notes the lines to mark; true if there are any. */
static bool find_marks(SourceMargin *margin, size_t lines)
{
    bool any = false;

    margin->raced = find_raced(margin->view, margin->source, lines);
    margin->ended = find_ended(margin->view, margin->source, lines);
    margin->raced[margin->ended] = margin->ended > 0;
    for (size_t i = 0; i <= lines; ++i)
        any |= margin->raced[i];
    return any;
}

/* The width of the numbers of lines. */
static double numbers_width(const View *view, size_t lines)
{
    char last[24];

    snprintf(last, sizeof last, "%zu", lines);
    return font_width(FONT_CODE, view_size(view, number_size), last) +
           view_px(view, 4);
}

static double column_width(const View *view, double likes, const char *head)
{
    return fmax(view_px(view, likes), view_least_width(view, FONT_TEXT, head) +
                                          view_px(view, column_gap));
}

SourceMargin source_margin(const View *view, uint32_t source, size_t lines,
                           double room)
{
    SourceMargin margin = {.view = view, .source = source};
    double heat = column_width(view, heat_likes, heads[0]);
    double most = room * most_margin;

    margin.costs = analysed_findings(view->whole);
    if (analysed_has_lines(view->whole))
        margin.costs_count = margin.costs->lines_count;
    for (size_t i = 0; i < margin.costs_count; ++i) {
        const LineCost *at = &margin.costs->lines[i];
        if (conflicts_of(at) > margin.most)
            margin.most = conflicts_of(at);
        if (wavefronts_of(at) > margin.most_wavefronts)
            margin.most_wavefronts = wavefronts_of(at);
    }
    margin.marks = margin.most_wavefronts == 0;
    if (view->cover || margin.costs_count == 0)
        return margin;
    if (margin.marks && !find_marks(&margin, lines))
        return margin;
    margin.numbers = numbers_width(view, lines);
    if (margin.marks) {
        margin.width = view_px(view, mark_likes) + margin.numbers;
        return margin;
    }
    margin.accesses = column_width(view, accesses_likes, heads[1]);
    margin.conflicts = column_width(view, conflicts_likes, heads[2]);
    double narrow =
        margin.accesses + margin.conflicts + view_px(view, column_gap);
    double likes = narrow + view_px(view, bar_likes);
    /* how hot a line is says more than a bar */
    margin.narrow = likes + heat >= most && narrow + heat < most;
    margin.heat = likes + heat < most || margin.narrow ? heat : 0;
    if (margin.heat == 0 && likes >= most)
        return margin;
    margin.width =
        (margin.narrow ? narrow : likes) + margin.heat + margin.numbers;
    find_marks(&margin, lines);
    return margin;
}

void source_margin_free(SourceMargin *margin)
{
    free(margin->raced);
}

static const LineCost *cost_of(const SourceMargin *margin, int line)
{
    for (size_t i = 0; i < margin->costs_count; ++i) {
        const LineCost *at = &margin->costs->lines[i];
        if (at->source == margin->source && at->line == (uint32_t)line)
            return at;
    }
    return NULL;
}

/* The columns of the margin, from the left. */
static void cut_columns(const View *view, const SourceMargin *margin, Rect box,
                        Rect *accesses, Rect *conflicts, Rect *bar)
{
    *accesses = rect_cut_left(&box, margin->accesses);
    *conflicts = rect_cut_left(&box, margin->conflicts);
    rect_cut_left(&box, view_px(view, column_gap));
    *bar = margin->narrow ? *conflicts : rect_inset(box, 0, box.h * 0.25);
}

static void draw_count(const View *view, Rect box, uint64_t count, Align align,
                       Font font, Color color, double size)
{
    char text[24];

    snprintf(text, sizeof text, "%llu", (unsigned long long)count);
    draw_text(view->list, box, align, font, size, view->least, color, text);
}

/* The wavefronts of a line, on a ground the darker the more they are; in the
 * colour of conflicts if there are some. */
static void draw_heat(const View *view, const SourceMargin *margin, Rect box,
                      const LineCost *cost, double size)
{
    double share =
        (double)wavefronts_of(cost) / (double)margin->most_wavefronts;
    bool queued = conflicts_of(cost) > 0;
    bool dark = queued && share > 0.7;

    box = rect_inset(box, view_px(view, 8), fmax(1, view_px(view, 2)));
    draw_rect(view->list, box, view_px(view, 3),
              queued ? COLOR_CONFLICT : COLOR_LOAD)
        ->alpha = dark ? 1 : 0.06 + (queued ? 0.6 : 0.25) * share;
    draw_count(view, box, wavefronts_of(cost), ALIGN_CENTER,
               dark ? FONT_CODE_STRONG : FONT_CODE,
               dark ? view_on(COLOR_CONFLICT) : COLOR_INK, size);
}

void source_margin_line(const SourceMargin *margin, Rect box, int line)
{
    const View *view = margin->view;
    const LineCost *cost = cost_of(margin, line);
    Rect accesses, conflicts, bar;
    double size = fmax(view->least, fmin(view_px(view, 16), box.h * 0.68));
    Rect heat = rect_cut_left(&box, margin->heat);
    Rect number = rect_cut_right(&box, margin->numbers);

    draw_count(view, number, (uint64_t)line, ALIGN_RIGHT, FONT_CODE, COLOR_DIM,
               view_size(view, number_size));
    if (margin->marks)
        bar = box;
    else
        cut_columns(view, margin, box, &accesses, &conflicts, &bar);
    if (margin->raced[line]) { /* comes before conflicts */
        Rect tag = {bar.x, box.y, bar.w, box.h};
        draw_text(view->list, tag, margin->narrow ? ALIGN_RIGHT : ALIGN_LEFT,
                  FONT_STRONG, view_size(view, 14), view->least, COLOR_FAULT,
                  margin->ended == line ? "ends" : "race");
    }
    if (margin->marks || !cost || cost->accesses == 0)
        return;
    if (margin->heat > 0)
        draw_heat(view, margin, heat, cost, size);
    uint64_t queued = conflicts_of(cost);
    draw_count(view, accesses, cost->accesses, ALIGN_RIGHT, FONT_CODE,
               COLOR_DIM, size);
    if (queued == 0 || (margin->narrow && margin->raced[line]))
        return;
    draw_count(view, conflicts, queued, ALIGN_RIGHT, FONT_CODE_STRONG,
               COLOR_ALARM, size);
    if (margin->narrow || margin->raced[line])
        return;
    bar.w *= (double)queued / (double)margin->most;
    draw_rect(view->list, bar, 0, COLOR_CONFLICT);
}

static void draw_column_head(const View *view, Rect box, const char *text)
{
    draw_text(view->list, box, ALIGN_RIGHT, FONT_TEXT, view_size(view, 13),
              view->least, COLOR_DIM, text);
}

void source_margin_head(const SourceMargin *margin, Rect box)
{
    const View *view = margin->view;
    Rect accesses, conflicts, bar;
    Rect heat = rect_cut_left(&box, margin->heat);

    if (margin->marks)
        return;
    rect_cut_right(&box, margin->numbers);
    if (margin->heat > 0)
        view_label(view, heat, FONT_TEXT, 13, COLOR_DIM, heads[0]);
    cut_columns(view, margin, box, &accesses, &conflicts, &bar);
    draw_column_head(view, accesses, heads[1]);
    draw_column_head(view, conflicts, heads[2]);
}
