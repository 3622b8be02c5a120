/* SPDX-License-Identifier: MIT
 *
 * view_timeline - draws the instructions of a trace along the cycles of the
 * model.
 *
 *     LeftRight  ▄▄▄▄████▄▄██ ..          bars of loads are low, of stores
 *     Padding    ▄▄▄▄███▀▀×2▀▀ ....       higher; conflicts are as wide as the
 *                                         cycles they take; the future is faded
 *
 * All timelines of a frame share one scale.  Instructions that take no cycle of
 * shared memory (global accesses, shuffles) are small marks under the bars; in
 * a trace that has no others, each is a low bar, so that it can be clicked.
 *
 * While an instruction has some pixels it is a separate bar.  When they get
 * thinner than that, every column of pixels is piled up from the shares that
 * loads, stores and conflicts have in its cycles.
 */
#include "view/views.h"

#include "draw/font.h"
#include "view/view_marks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double faded = 0.35;
static const double least_bar = 2;                 /* pixels a cycle */
static const double name_gap = 18, total_gap = 10; /* px at 1080 */
static const double title_size = 16;
static const double so_far_share = 0.3; /* of the width, of a count in full */

typedef struct {
    const View *view;
    Rect box;     /* of the bars */
    double start; /* where cycle 0 is, left of the box when zoomed in */
    double cycle; /* pixels a cycle */
    double mark;  /* pixels an instruction, where none takes a cycle; or 0 */
    Rect marks;   /* under the bars */
    double gap;   /* after each bar */
} TimelineBars;

/* How high a bar of a colour stands, of the whole. */
static double bar_share(Color color)
{
    return color == COLOR_CONFLICT ? 1 : color == COLOR_STORE ? 0.82 : 0.6;
}

static Shape *draw_bar(const TimelineBars *line, double from, double to,
                       size_t instruction, Color color)
{
    const View *view = line->view;
    double height = round(line->box.h * bar_share(color));
    Rect box = {from, line->box.y + line->box.h - height, to - from, height};

    view_thing(view, THING_INSTRUCTION, (uint32_t)instruction);
    double radius = box.w > view_px(view, 14) ? view_px(view, 3) : 0;
    Shape *shape = draw_rect(view->list, box, radius, color);
    shape->alpha = instruction < view->position ? 1 : faded;
    return shape;
}

/* "×2" in a bar.  Bars of one length all have it or none, so the length before
 * rounding to pixels decides. */
static void draw_times(const TimelineBars *line, Rect bar, size_t instruction,
                       Color color)
{
    const View *view = line->view;
    uint32_t cycles = view->analysed->banks.costs[instruction].wavefronts;
    bool done = instruction < view->position;
    char text[16];

    snprintf(text, sizeof text, "×%u", cycles);
    if (cycles < 2 ||
        cycles * line->cycle - line->gap <
            view_least_width(view, FONT_CODE_STRONG, text) + view->least * 0.4)
        return;
    view_label(view, bar, FONT_CODE_STRONG, 13,
               done ? view_on(color) : COLOR_INK, text);
}

/* True if instruction I is hidden, as it is still to come. */
static bool is_hidden(const View *view, size_t i)
{
    return view->cover && i >= view->position;
}

/* A bar for each instruction. */
static void draw_bars(const TimelineBars *line)
{
    const View *view = line->view;
    const BankTable *banks = &view->analysed->banks;

    for (size_t i = 0; i < banks->count; ++i) {
        if (banks->costs[i].wavefronts == 0 || is_hidden(view, i))
            continue;
        double from = round(line->start + banks->starts[i] * line->cycle);
        double to = round(line->start + banks->starts[i + 1] * line->cycle);
        if (to <= line->box.x || from >= line->box.x + line->box.w)
            continue;
        from = fmax(from, floor(line->box.x));
        to = fmin(to, ceil(line->box.x + line->box.w));
        Color color = view_instruction_color(view->analysed, i);
        double gap = to - from >= 4 ? line->gap : 0;
        draw_times(line, draw_bar(line, from, to - gap, i, color)->box, i,
                   color);
    }
}

/* Cycles spent on each kind of bar between two instructions. */
typedef enum { BAR_LOAD, BAR_STORE, BAR_CONFLICT, BARS } Bar;

static const Color bar_colors[BARS] = {COLOR_LOAD, COLOR_STORE, COLOR_CONFLICT};

static void count_cycles(const AnalysedTrace *analysed, size_t first,
                         size_t end, uint32_t cycles[BARS])
{
    for (size_t i = first; i < end; ++i) {
        Color color = view_instruction_color(analysed, i);
        for (int bar = 0; bar < BARS; ++bar)
            if (color == bar_colors[bar])
                cycles[bar] += analysed->banks.costs[i].wavefronts;
    }
}

/* A column of pixels: from the bottom loads, stores, conflicts, each as high as
 * its share of the cycles. */
static void draw_column(const TimelineBars *line, int column, size_t first,
                        size_t end)
{
    const View *view = line->view;
    uint32_t cycles[BARS] = {0}, all = 0;
    double share = 0, height = 0;
    double foot = line->box.y + line->box.h;

    count_cycles(view->analysed, first, end, cycles);
    for (int bar = 0; bar < BARS; ++bar) {
        all += cycles[bar];
        if (cycles[bar])
            height = line->box.h * bar_share(bar_colors[bar]);
    }
    view_thing(view, THING_INSTRUCTION, (uint32_t)first);
    for (int bar = 0; bar < BARS; ++bar) {
        if (cycles[bar] == 0)
            continue;
        double low = round(foot - height * share);
        share += (double)cycles[bar] / all;
        double high = round(foot - height * share);
        Rect box = {round(line->box.x) + column, high, 1, low - high};
        draw_rect(view->list, box, 0, bar_colors[bar])->alpha =
            first < view->position ? 1 : faded;
    }
}

static void draw_columns(const TimelineBars *line)
{
    const View *view = line->view;
    const BankTable *banks = &view->analysed->banks;
    uint32_t total = banks->starts[banks->count];
    double before = line->box.x - line->start; /* pixels left of the box */
    int columns = (int)ceil(fmin(total * line->cycle - before, line->box.w));

    for (int column = 0; column < columns; ++column) {
        uint32_t from = (uint32_t)((before + column) / line->cycle);
        uint32_t to = (uint32_t)((before + column + 1) / line->cycle);
        size_t first = bank_at_cycle(banks, from < total ? from : total - 1);
        size_t end = to < total ? bank_at_cycle(banks, to) : banks->count;
        if (end <= first)
            end = first + 1;
        if (is_hidden(view, first))
            break;
        draw_column(line, column, first,
                    is_hidden(view, end - 1) ? view->position : end);
    }
}

/* Where instruction I starts. */
static double start_of(const TimelineBars *line, size_t i)
{
    const BankTable *banks = &line->view->analysed->banks;

    return line->start + (line->mark > 0 ? (double)i * line->mark
                                         : banks->starts[i] * line->cycle);
}

/* Ticks for what takes no cycle, one a column of pixels at most; a trace of
 * nothing else has low bars instead, one an instruction. */
static void draw_ticks(const TimelineBars *line)
{
    const View *view = line->view;
    const BankTable *banks = &view->analysed->banks;
    double width = fmax(1, round(view_px(view, 3))), last = -1;
    double low = line->mark > 0 ? round(line->box.h * 0.4) : 0;

    if (line->mark > width + 2)
        width = round(line->mark - fmax(1, line->gap));

    for (size_t i = 0; i < banks->count; ++i) {
        if (banks->costs[i].wavefronts || is_hidden(view, i))
            continue;
        double x = round(start_of(line, i));
        if ((low <= 0 && x < last + width + 1) || x < last + 2 ||
            x < line->box.x - 1 || x > line->box.x + line->box.w + 1)
            continue;
        last = x;
        view_thing(view, THING_INSTRUCTION, (uint32_t)i);
        Rect mark = {x, round(line->marks.y), width, round(line->marks.h)};
        if (low > 0) {
            mark.y = line->box.y + line->box.h - low;
            mark.h = low;
        }
        Color color = view_instruction_color(view->analysed, i);
        draw_rect(view->list, mark, 0, color)->alpha =
            i < view->position ? 1 : faded;
    }
}

/* A line where the trace is now, in the gap between two bars, with a head. */
static void draw_now(const TimelineBars *line)
{
    const View *view = line->view;
    double head = view_px(view, 8);
    double ends = start_of(line, view->position), starts = ends;
    if (view->moment->progress < 1)
        starts = start_of(line, view->position - 1);
    double x = round(starts + (ends - starts) * view->moment->progress);
    if (x < line->box.x - 1 || x > line->box.x + line->box.w + 1)
        return;
    double foot = line->marks.y + line->marks.h + view_px(view, 3);
    Rect box = {x - line->gap, line->box.y, line->gap, foot - line->box.y};
    double middle = box.x + box.w / 2;

    view_thing(view, view->moment->progress < 1 ? THING_MOTION : THING_TOTALS,
               0);
    if (view->replay > 0) { /* clock of cycles: back to the last trace */
        double height = fmax(3, view_px(view, 5));
        double from = fmax(x - view->replay * line->cycle, line->box.x);
        Rect replay = {from, box.y - height, x - from, height};
        draw_rect(view->list, replay, 0, COLOR_GOOD);
    }
    draw_rect(view->list, box, 0, COLOR_INK);
    draw_arrow(view->list, middle, box.y - head, middle, box.y + 1, head,
               COLOR_INK);
}

/* How much a total says. */
typedef enum { TOTAL_NOW, TOTAL_OF_WHAT, TOTAL_BRIEF, TOTAL_FORMS } TotalForm;
enum { TOTAL_TEXT = 96 };

/* "shared memory: 242 of 242 cycles; now global memory": what runs then
 * takes no cycle of the model. */
static void so_far_text(const View *view, TotalForm form, char text[TOTAL_TEXT])
{
    const BankTable *banks = &view->analysed->banks;
    uint32_t total = banks->starts[banks->count];
    const char *now = "";

    if (form == TOTAL_NOW && view->running && trace_is_global(view->running))
        now = "; now global memory";
    snprintf(text, TOTAL_TEXT, "%s%u of %u cycle%s%s",
             form < TOTAL_BRIEF ? "shared memory: " : "", view_cycles(view),
             total, total == 1 ? "" : "s", now);
}

static void total_text(const View *view, bool so_far, TotalForm form,
                       char text[TOTAL_TEXT])
{
    const BankTable *banks = &view->analysed->banks;
    uint32_t total = banks->starts[banks->count];

    if (total == 0 && banks->count)
        snprintf(text, TOTAL_TEXT,
                 form < TOTAL_BRIEF ? "no cycles: no shared memory"
                                    : "no cycles");
    else if (so_far)
        so_far_text(view, form, text);
    else
        snprintf(text, TOTAL_TEXT, "%u cycle%s", total, total == 1 ? "" : "s");
}

static void draw_total(const TimelineBars *line, Rect box, bool so_far)
{
    const View *view = line->view;
    char texts[TOTAL_FORMS][TOTAL_TEXT];
    const char *forms[TOTAL_FORMS];

    rect_cut_left(&box, view_px(view, total_gap));
    for (int form = 0; form < TOTAL_FORMS; ++form) {
        total_text(view, so_far, (TotalForm)form, texts[form]);
        forms[form] = texts[form];
    }
    view_thing(view, THING_TOTALS, 0);
    view_text_fitting(view, box, FONT_TEXT, title_size, COLOR_DIM, forms,
                      TOTAL_FORMS);
}

/* Of a timeline whose rest is hidden: the cycles so far, over stripes up to
 * END. */
static void draw_hidden(const TimelineBars *line, double end)
{
    const View *view = line->view;
    double from = round(start_of(line, view->position) + view_px(view, 8));
    Rect box = {from, line->box.y, end - from, line->box.h};
    char texts[2][64];

    if (box.w < view_px(view, 12))
        return;
    view_thing(view, THING_TOTALS, 0);
    Shape *shape = draw_rect(view->list, box, view_px(view, 3), COLOR_PANEL);
    shape->edge = COLOR_EDGE;
    uint32_t cycles = view_cycles(view);
    const char *plural = cycles == 1 ? "" : "s";
    snprintf(texts[0], sizeof texts[0],
             "after %u cycle%s; the rest is covered until the end", cycles,
             plural);
    snprintf(texts[1], sizeof texts[1], "after %u cycle%s", cycles, plural);
    for (int i = 0; i < 2; ++i) {
        double size = view_size(view, title_size);
        double width =
            font_width(FONT_TEXT, size, texts[i]) + view_px(view, 16);
        Rect label = {from + view_px(view, 10), box.y, width, box.h};
        if (width + view_px(view, 20) > box.w)
            continue;
        draw_rect(view->list, label, 0, COLOR_PAPER);
        view_label(view, label, FONT_TEXT, title_size, COLOR_DIM, texts[i]);
        return;
    }
}

/* The width of the total at its end, which is the longest text. */
static double widest_total(const View *view, bool so_far, TotalForm form)
{
    View end = *view;
    Moment rest = *view->moment; /* only its progress is asked for */
    char text[TOTAL_TEXT];

    end.position = view->analysed->banks.count;
    rest.progress = 1;
    end.moment = &rest;
    total_text(&end, so_far, form, text);
    for (char *c = text; so_far && *c; ++c)
        if (*c >= '1' && *c <= '9')
            *c = '0'; /* no digit is wider */
    return font_width(FONT_TEXT, view_size(view, title_size), text) +
           view_px(view, total_gap) + 1;
}

TimeScale time_scale(const View *views, int count, bool so_far, double width)
{
    TimeScale scale = {.so_far = so_far};

    for (int t = 0; t < count; ++t) {
        const BankTable *banks = &views[t].analysed->banks;
        uint32_t cycles = banks->starts[banks->count];
        double size = view_size(views + t, title_size);
        const Trace *trace = views[t].analysed->trace;
        double name = fmax(font_width(FONT_STRONG, size, trace_title(trace)),
                           font_width(FONT_STRONG, size, SCENE_HIDDEN));
        scale.cycles = cycles > scale.cycles ? cycles : scale.cycles;
        scale.name = fmax(scale.name, name + view_px(views + t, name_gap));
        double total = widest_total(views + t, so_far, TOTAL_OF_WHAT);
        if (total > width * (so_far ? so_far_share : 0.25))
            total = widest_total(views + t, so_far, TOTAL_BRIEF);
        scale.total = fmax(scale.total, total);
    }
    return scale;
}

/* "Reduce, Down-sweep"; "reduce-downsweep". */
static void draw_name(const View *view, Rect box)
{
    const Trace *trace = view->trace;
    bool hides = view->cover && view->cover->names;
    const char *full = hides ? SCENE_HIDDEN : trace_title(trace);

    view_thing(view, THING_TOTALS, 0);
    view_text_fitting(view, box, FONT_STRONG, title_size, COLOR_INK,
                      (const char *[]){full,
                                       hides ? full : trace->run.algorithm},
                      2);
}

/* The name, cut off the left of *BOX. */
static void draw_line_name(const View *view, Rect *box, const TimeScale *scale)
{
    double share = scale->so_far ? 0.45 : 0.25;

    if (scale->so_far && view->single) /* the title has it */
        return;
    Rect name = rect_cut_left(box, fmin(scale->name, box->w * share));
    rect_cut_right(&name, view_px(view, name_gap / 2)); /* the marker's */
    draw_name(view, name);
}

void view_timeline(const View *view, Rect box, const TimeScale *scale)
{
    TimelineBars line = {.view = view};
    const BankTable *banks = &view->analysed->banks;

    display_list_area(view->list, AREA_TIMELINE, view->panel, box);
    if (rect_is_empty(box))
        return;
    draw_line_name(view, &box, scale);
    double share = scale->so_far ? 0.4 : 0.25;
    bool fits = !scale->so_far || scale->total <= box.w * share;
    Rect total =
        rect_cut_right(&box, fits ? fmin(scale->total, box.w * share) : 0);
    line.marks = rect_cut_bottom(&box, fmax(3, view_px(view, 5)));
    rect_cut_bottom(&box, fmax(1, view_px(view, 2)));
    line.box = box;
    const Zoom *zoom = view->zooms + ZOOM_TIME;
    double whole = box.w * zoom_scale(zoom);
    line.cycle =
        scale->cycles ? fmin(whole / scale->cycles, view_px(view, 56)) : 0;
    if (banks->starts[banks->count] == 0 && banks->count)
        line.mark = fmin(whole / (double)banks->count, view_px(view, 28));
    whole = fmax(box.w, fmax(line.cycle * scale->cycles,
                             line.mark * (double)banks->count));
    line.start = box.x - fmin(whole * zoom->from, whole - box.w);
    bool clips = whole > box.w;
    if (clips)
        draw_clip(view->list, (Rect){box.x, box.y - view_px(view, 10), box.w,
                                     box.h + view_px(view, 24)});
    line.gap = line.cycle >= view_px(view, 14)
                   ? fmax(1, round(view_px(view, 2)))
                   : fmax(1, floor(view->unit));
    if (line.cycle >= least_bar)
        draw_bars(&line);
    else if (line.cycle > 0)
        draw_columns(&line);
    draw_ticks(&line);
    draw_now(&line);
    if (clips)
        draw_unclip(view->list);
    if (view->cover) {
        draw_hidden(&line, total.x + total.w);
        return;
    }
    double end = layout_clamp(start_of(&line, banks->count), box.x, total.x);
    total.w += total.x - end;
    total.x = end;
    draw_total(&line, total, scale->so_far);
}

/* Of races and wrong words: a mark as views have it, and what it means, cut off
 * the right of *BOX; false if there is no room for it. */
static bool draw_fault_meaning(const View *view, Rect *box, bool race)
{
    const char *text = race ? "part of a race" : "wrong value";
    double size = view_size(view, 13), mark = round(view_px(view, 15));
    double width = font_width(FONT_STRONG, size, text) + 1;

    if (box->w < width + mark + view_px(view, 30))
        return false;
    draw_text(view->list, rect_cut_right(box, width), ALIGN_LEFT, FONT_STRONG,
              size, view->least, COLOR_FAULT, text);
    rect_cut_right(box, view_px(view, 6));
    Rect place = rect_cut_right(box, mark);
    place = rect_around(place.x + mark / 2, place.y + place.h / 2, mark, mark);
    Shape *shape = draw_rect(view->list, place, view_px(view, 3), COLOR_PANEL);
    if (race) {
        view_mark_raced(view, shape);
    } else {
        shape->fill = COLOR_FAULT;
        view_cross(view, rect_inset(place, mark * 0.27, mark * 0.27),
                   view_on(COLOR_FAULT));
    }
    rect_cut_right(box, view_px(view, 20));
    return true;
}

/* Is there a race, or else a wrong word, in any of the traces? */
static bool any_faults(const View *views, int count, bool race)
{
    bool any = false;

    for (int t = 0; t < count; ++t)
        any |= race ? views[t].analysed->races.races_count > 0
                    : views[t].analysed->wrong.accesses != NULL;
    return any;
}

/* Do lanes hand on words in any of the traces? */
static bool any_shuffles(const View *views, int count)
{
    bool any = false;

    for (int t = 0; t < count; ++t)
        any |= views[t].analysed->shuffles;
    return any;
}

/* What the bars are, from the fullest to the briefest; where lanes queue. */
enum { MEANINGS = 4 };
static const char *const queue_meanings[MEANINGS] = {
    "each bar is an instruction on shared memory; its width is its cycles (×2: "
    "a 2-way conflict); heights: loads, stores, conflicts; pale: still to come",
    "each bar is an instruction on shared memory; its width is its cycles (×2: "
    "a 2-way conflict); pale: still to come",
    "the width of a bar is its cycles (×2: a 2-way conflict)",
    "bar width: cycles"};
static const char *const plain_meanings[MEANINGS] = {
    "each bar is an instruction on shared memory; its width is its cycles; "
    "stores are higher than loads; pale: still to come",
    "each bar is an instruction on shared memory; its width is its cycles",
    "the width of a bar is its cycles", "bar width: cycles"};

void view_legend(const View *views, int count, Rect box)
{
    static const struct {
        Color color;
        const char *text;
    } items[] = {{COLOR_GOOD, "between lanes"},
                 {COLOR_GLOBAL, "global memory (no cycles)"},
                 {COLOR_CONFLICT, "conflict"},
                 {COLOR_STORE, "store"},
                 {COLOR_LOAD, "load"}};
    const View *view = views;
    double size = view_size(view, 13), mark = round(view_px(view, 13));

    view_thing(view, THING_FRAME, 0);
    for (int race = 0; race < 2; ++race)
        if (!view->cover && any_faults(views, count, race) &&
            !draw_fault_meaning(view, &box, race))
            return;
    for (int i = !any_shuffles(views, count);
         i < (int)(sizeof items / sizeof *items); ++i) {
        double width = font_width(FONT_TEXT, size, items[i].text);
        if (box.w < width + mark + view_px(view, 30))
            return;
        if (!draw_text(view->list, rect_cut_right(&box, width), ALIGN_LEFT,
                       FONT_TEXT, size, view->least, COLOR_DIM, items[i].text))
            return;
        rect_cut_right(&box, view_px(view, 6));
        Rect square = rect_cut_right(&box, mark);
        double high = i < 2 ? 0.35 : bar_share(items[i].color);
        double foot = box.y + (box.h + mark) / 2;
        square.h = round(mark * high);
        square.y = round(foot - square.h);
        draw_rect(view->list, square, 0, items[i].color);
        rect_cut_right(&box, view_px(view, 20));
    }
    bool queues = false;
    for (int t = 0; t < count; ++t)
        queues |= views[t].analysed->longest > 1;
    view_text_fitting(view, box, FONT_TEXT, size / view->unit, COLOR_DIM,
                      queues ? queue_meanings : plain_meanings, MEANINGS);
}
