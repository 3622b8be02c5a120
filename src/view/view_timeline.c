/* SPDX-License-Identifier: MIT
 *
 * view_timeline - draws the instructions of traces along the cycles of the
 * model, a line for each trace, all on one scale.
 *
 *                       ▼
 *     LeftRight  ▄▄▄▄███▄▄██▄▄ ..   shared memory: 74 of 169 cycles
 *     Padding    ▄▄▄▄███▀▀▀▀▀▀ ...  shared memory: 72 of 194 cycles
 *                ▴  ▴   ✕           phases begin; something is wrong
 *
 * Loads are low, stores higher, conflicts highest and as wide as the cycles
 * that they take; what is still to come is faded.  Where several end in one
 * pixel, the loudest wins.  Instructions that take no cycle of shared memory
 * are ticks under the bars; in a trace that has no others each is a low bar, so
 * that it can be clicked.
 */
#include "view/views.h"

#include "draw/font.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double faded = 0.35;
static const double most_total = 0.7; /* of the width */
/* px at 1080 */
static const double title_size = 20, name_gap = 18, total_gap = 12;
static const double line_height = 32, line_gap = 10, phases_height = 26;
static const double marks_height = 7, widest_cycle = 56;

enum { TOTAL_TEXT = 96, MOST_PHASES = 16 };

/* The scale that all lines of a frame share. */
typedef struct {
    uint32_t cycles; /* of the longest */
    double name;     /* width of the names on the left, pixels; 0: none */
    double total;    /* width of the totals on the right; 0: none */
} TimeScale;

typedef struct {
    const View *view;
    Rect box;     /* of the bars */
    Rect marks;   /* under the bars */
    double cycle; /* pixels a cycle */
    double mark;  /* pixels an instruction, where none takes a cycle; or 0 */
    double gap;   /* after each bar */
} TimeLine;

static uint32_t cycles_of(const View *view)
{
    const BankTable *banks = &view->analysed->banks;

    return banks->starts[banks->count];
}

/* True if instruction I is hidden, as it is still to come. */
static bool is_hidden(const View *view, size_t i)
{
    return view->cover && i >= view->position;
}

/* Where instruction I starts. */
static double start_of(const TimeLine *line, size_t i)
{
    const BankTable *banks = &line->view->analysed->banks;

    return line->box.x + (line->mark > 0 ? (double)i * line->mark
                                         : banks->starts[i] * line->cycle);
}

/* ---- Bars -----------------------------------------------------------------*/

/* How high a bar of a colour stands, of the whole. */
static double bar_share(Color color)
{
    return color == COLOR_CONFLICT ? 1 : color == COLOR_STORE ? 0.82 : 0.6;
}

/* The bar of instruction I from FROM to TO. */
static void draw_bar(const TimeLine *line, double from, double to, size_t i,
                     Color color)
{
    const View *view = line->view;
    double height = round(line->box.h * bar_share(color));
    Rect box = {from, line->box.y + line->box.h - height, to - from, height};

    view_thing(view, THING_INSTRUCTION, (uint32_t)i);
    draw_rect(view->list, box, 0, color)->alpha =
        i < view->position ? 1 : faded;
}

/* Of instructions that end in the same pixel the loudest is drawn. */
static void draw_bars(const TimeLine *line)
{
    const View *view = line->view;
    const BankTable *banks = &view->analysed->banks;
    double from = round(line->box.x), loudness = 0;
    size_t loudest = 0;

    for (size_t i = 0; i < banks->count; ++i) {
        if (banks->costs[i].wavefronts == 0 || is_hidden(view, i))
            continue;
        double own = bar_share(view_instruction_color(view->analysed, i));
        double to = round(start_of(line, i + 1));
        if (own > loudness)
            loudest = i;
        loudness = fmax(own, loudness);
        if (to <= from)
            continue;
        draw_bar(line, from, to - (line->cycle >= 4 ? line->gap : 0), loudest,
                 view_instruction_color(view->analysed, loudest));
        from = to;
        loudness = 0;
    }
}

/* Ticks for what takes no cycle, one a column of pixels at most. */
static void draw_ticks(const TimeLine *line)
{
    const View *view = line->view;
    const BankTable *banks = &view->analysed->banks;
    double width = fmax(1, round(view_px(view, 3))), last = -1;
    Rect mark = line->marks;

    if (line->mark > 0) {
        mark.h = round(line->box.h * 0.4);
        mark.y = line->box.y + line->box.h - mark.h;
        width = fmax(width, round(line->mark - fmax(1, line->gap)));
    }
    for (size_t i = 0; i < banks->count; ++i) {
        double x = round(start_of(line, i));
        if (banks->costs[i].wavefronts || is_hidden(view, i) ||
            x < last + (line->mark > 0 ? 2 : width + 1))
            continue;
        last = x;
        view_thing(view, THING_INSTRUCTION, (uint32_t)i);
        mark.x = x;
        mark.w = width;
        draw_rect(view->list, mark, 0,
                  view_instruction_color(view->analysed, i))
            ->alpha = i < view->position ? 1 : faded;
    }
}

/* ---- Marks ----------------------------------------------------------------*/

/* A mark under each place where a race or a wrong value is. */
static void draw_faults(const TimeLine *line)
{
    const View *view = line->view;
    const AnalysedTrace *analysed = view->analysed;
    double size = fmax(6, round(view_px(view, 14))), last = -size;
    double foot = line->marks.y + line->marks.h;

    for (size_t i = 0; !view->cover && i < analysed->banks.count; ++i) {
        double x = round(start_of(line, i));
        if (!(analysed->marks[i] & MARK_FAULT) || x < last + size)
            continue;
        last = x;
        view_thing(view, THING_INSTRUCTION, (uint32_t)i);
        draw_arrow(view->list, x, foot + size, x, foot + size - 1 - size, size,
                   COLOR_FAULT);
    }
}

static const Step *step_of(const View *view, size_t i)
{
    const Trace *trace = view->analysed->trace;
    size_t index = issue_order_at(view->analysed->order, i);

    return trace_step(trace, trace->instructions + index);
}

/* Sets the first instruction of each phase; their number, or 0 if there are too
 * many. */
static int phases_of(const View *view, size_t firsts[MOST_PHASES])
{
    const AnalysedTrace *analysed = view->analysed;
    int count = 0;

    for (size_t i = 0; i < analysed->banks.count && !is_hidden(view, i); ++i) {
        if (i &&
            strcmp(trace_phase(analysed->trace, step_of(view, i)),
                   trace_phase(analysed->trace, step_of(view, i - 1))) == 0)
            continue;
        if (count == MOST_PHASES)
            return 0;
        firsts[count++] = i;
    }
    return count;
}

/* Does a mark stand under the line from instruction FIRST on, up to RIGHT? */
static bool has_mark(const TimeLine *line, size_t first, double right)
{
    const AnalysedTrace *analysed = line->view->analysed;
    double size = view_px(line->view, 14);

    for (size_t i = first; !line->view->cover && i < analysed->banks.count &&
                           start_of(line, i) < right + size;
         ++i)
        if (analysed->marks[i] & MARK_FAULT)
            return true;
    return false;
}

/* Where phases begin, and their names in NAMES, under the marks, as far as it
 * has room. */
static void draw_phases(const TimeLine *line, Rect names)
{
    const View *view = line->view;
    size_t firsts[MOST_PHASES + 1];
    int count = phases_of(view, firsts);

    firsts[count] = view->analysed->banks.count;
    for (int p = 0; p < count; ++p) {
        double x = round(start_of(line, firsts[p])) - line->gap;
        double end = start_of(line, firsts[p + 1]) - view_px(view, 8);
        const char *name =
            trace_phase(view->analysed->trace, step_of(view, firsts[p]));
        double foot = line->marks.y + line->marks.h;
        view_thing(view, THING_TOTALS, 0);
        if (p > 0)
            draw_line(view->list, x, line->box.y, x, foot,
                      fmax(1, view_px(view, 1)), COLOR_LINK)
                ->alpha = 0.6;
        double apart = 0.3 * view_size(view, title_size);
        Rect box = {x + view_px(view, 6), names.y, end - x - apart, names.h};
        double width = font_width(FONT_TEXT, view_size(view, title_size), name);
        if (width < box.w && !has_mark(line, firsts[p], box.x + width))
            view_text(view, box, FONT_TEXT, title_size, COLOR_DIM, name);
    }
}

/* A line where the trace is now, in the gap between two bars, with a head. */
static void draw_now(const TimeLine *line)
{
    const View *view = line->view;
    bool moving = view->moment->progress < 1;
    double head = view_px(view, 8);
    double ends = start_of(line, view->position);
    double starts = moving ? start_of(line, view->position - 1) : ends;
    double x = round(starts + (ends - starts) * view->moment->progress);
    double foot = line->marks.y + line->marks.h;
    Rect box = {x - line->gap, line->box.y, line->gap, foot - line->box.y};
    double middle = box.x + box.w / 2;

    view_thing(view, moving ? THING_MOTION : THING_TOTALS, 0);
    draw_rect(view->list, box, 0, COLOR_INK);
    draw_arrow(view->list, middle, box.y - head, middle, box.y + 1, head,
               COLOR_INK);
}

/* ---- Names and totals -----------------------------------------------------*/

static const char *name_of(const View *view)
{
    return view->cover && view->cover->names ? SCENE_HIDDEN
                                             : trace_title(view->trace);
}

/* "shared memory: 74 of 169 cycles". */
static void total_text(const View *view, uint32_t now, char text[TOTAL_TEXT])
{
    uint32_t total = cycles_of(view);

    if (total == 0)
        snprintf(text, TOTAL_TEXT, "no shared memory");
    else if (view->cover)
        snprintf(text, TOTAL_TEXT, "after %u cycle%s", now,
                 now == 1 ? "" : "s");
    else
        snprintf(text, TOTAL_TEXT, "shared memory: %u of %u cycle%s", now,
                 total, total == 1 ? "" : "s");
}

/* The width of the total at its end, which is the longest text, in wide digits.
 */
static double widest_total(const View *view)
{
    char text[TOTAL_TEXT];

    total_text(view, cycles_of(view), text);
    for (char *c = text; *c; ++c)
        *c = *c >= '1' && *c <= '9' ? '0' : *c;
    return font_width(FONT_TEXT, view_size(view, title_size), text) +
           view_px(view, total_gap) + 0.2 * view->least;
}

static TimeScale scale_of(const View *views, int count, double width)
{
    TimeScale scale = {0};

    for (int t = 0; t < count; ++t) {
        const View *view = views + t;
        double size = view_size(view, title_size);
        double name = font_width(FONT_STRONG, size, name_of(view));
        scale.cycles = (uint32_t)fmax(scale.cycles, cycles_of(view));
        if (count > 1)
            scale.name = fmax(scale.name, name + view_px(view, name_gap));
        scale.total = fmax(scale.total, widest_total(view));
    }
    scale.name = fmin(scale.name, width * 0.25);
    if (scale.total > width * most_total)
        scale.total = 0;
    return scale;
}

static void draw_name(const View *view, Rect box)
{
    const char *names[] = {name_of(view), view->trace->run.algorithm};

    view_thing(view, THING_TOTALS, 0);
    view_text_fitting(view, box, FONT_STRONG, title_size, COLOR_INK, names,
                      view->cover && view->cover->names ? 1 : 2);
}

/* After the bars, or, if the rest is covered, after the present. */
static void draw_total(const TimeLine *line, Rect box)
{
    const View *view = line->view;
    size_t count = view->analysed->banks.count;
    double end = start_of(line, view->cover ? view->position : count);
    double right = box.x + box.w;
    char text[TOTAL_TEXT];

    total_text(view, view_cycles(view), text);
    box.x = layout_clamp(end, line->box.x, box.x) + view_px(view, total_gap);
    box.w = right - box.x;
    view_thing(view, THING_TOTALS, 0);
    view_text(view, box, FONT_TEXT, title_size, COLOR_DIM, text);
}

/* ---- Lines ----------------------------------------------------------------*/

static void draw_timeline(const View *view, Rect box, const TimeScale *scale,
                          double names)
{
    TimeLine line = {.view = view};
    size_t count = view->analysed->banks.count;

    display_list_area(view->list, AREA_TIMELINE, view->panel, box);
    Rect phases = rect_cut_bottom(&box, names);
    Rect name = rect_cut_left(&box, scale->name);
    rect_cut_right(&name, fmin(name.w, view_px(view, name_gap)));
    Rect total = rect_cut_right(&box, scale->total);
    draw_name(view, name);
    line.marks = rect_cut_bottom(&box, fmax(4, view_px(view, marks_height)));
    rect_cut_top(&line.marks, fmax(1, view_px(view, 2)));
    line.box = box;
    if (scale->cycles)
        line.cycle = fmin(box.w / scale->cycles, view_px(view, widest_cycle));
    if (cycles_of(view) == 0 && count)
        line.mark = fmin(box.w / (double)count, view_px(view, 28));
    line.gap = line.cycle >= view_px(view, 14)
                   ? fmax(1, round(view_px(view, 2)))
                   : fmax(1, floor(view->unit));
    draw_bars(&line);
    draw_ticks(&line);
    draw_phases(&line, phases);
    draw_faults(&line);
    draw_now(&line);
    if (scale->total > 0)
        draw_total(&line, total);
}

/* The names of phases are left out beside other traces. */
static double names_height(const View *views, int count)
{
    return count == 1 ? view_size(views, phases_height) : 0;
}

/* With room for a line of text. */
static double least_height(const View *view)
{
    return fmax(view_px(view, line_height), 1.3 * view->least);
}

double view_timelines_height(const View *views, int count)
{
    return count * (least_height(views) + view_px(views, line_gap)) +
           names_height(views, count);
}

void view_timelines(const View *views, int count, Rect box)
{
    TimeScale scale = scale_of(views, count, box.w);
    double gap = view_px(views, line_gap), names = names_height(views, count);
    double least = least_height(views);
    double height =
        layout_clamp((box.h - names) / count - gap, least * 0.8, least * 9);

    for (int t = 0; t < count; ++t) {
        Rect line = rect_cut_top(&box, height + names);
        rect_cut_top(&box, gap);
        if (!rect_is_empty(line))
            draw_timeline(views + t, line, &scale, names);
    }
}
