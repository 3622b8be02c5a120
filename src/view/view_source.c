/* SPDX-License-Identifier: MIT
 *
 * view_source - draws the source of the kernel, with what each line costs in
 * the whole run:
 *
 *     waits  idle
 *                   9   for (int d = n >> 1; d > 0; d >>= 1) {
 *                  10       __syncthreads();
 *      [33]   70%  12 |     temp[b] += temp[a];       the line that runs
 *             97%  16   if (t == 0) temp[n - 1] = 0;  a race: in its colour
 *
 * The function that runs is shown as a whole if it fits.  Else it is turned by
 * half a page at a time, so that the lines stand still while the running line
 * moves.  Columns that leave too little room to the code are left out.
 */
#include "view/views.h"

#include "draw/font.h"
#include "view/listing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* px at 1080 */
static const double most_text = 24, alone_text = 27, least_text = 20;
static const double row_share = 1.45; /* height of a row, of the size of text */
static const double column_gap = 14, chip_pad = 8, bar_width = 5, code_pad = 14;
static const double locals_share = 0.5; /* of the height, at most */

enum {
    LEAST_CODE = 28, /* columns, beside the margin */
    LINES_AROUND = 3 /* those that are pointed at */
};

/* ---- Which lines are shown ------------------------------------------------*/

/* The line that runs; while something is asked, the one that comes next.  0:
 * none. */
static int running_site(const View *view)
{
    if (view_hides_answer(view) && view->cover->lines[view->panel])
        return view->cover->lines[view->panel];
    return view->running ? view->running->site : 0;
}

/* The line that is shown before the first instruction: the first that runs, or
 * else the first of a kernel.  There are lines. */
static int first_line(const View *view, const Listing *all, uint32_t source)
{
    const Trace *trace = view->trace;
    const Instruction *at = trace->instructions;

    if (trace->instructions_count && at->source == source && at->site &&
        at->site <= all->lines_count)
        return at->site - 1;
    return int_most(0, listing_find(all, "__global__"));
}

/* RANGE, moved as little as shows the lines that are pointed at, and the
 * RUNNING one, within ROOM. */
static LineRange with_pointed(const View *view, const Listing *all,
                              LineRange range, int room, int running)
{
    int first = view->pointed_first - 1, last = view->pointed_last - 1;
    int count = (int)all->lines_count;

    if (first >= 0 && view->running) {
        first = int_least(first, running);
        last = int_most(last, running);
    }
    if (first < 0 || last >= count || last - first >= room ||
        (first >= range.first && last <= range.last))
        return range;
    int around = int_least((room - (last - first + 1)) / 2, LINES_AROUND);
    int start = last > range.last ? last + around - room + 1 : first - around;
    start = int_most(0, int_least(start, count - room));
    return (LineRange){start, int_least(start + room, count) - 1};
}

/* The lines in a window of ROOM lines. */
static LineRange window_of(const View *view, const Listing *all,
                           uint32_t source, int room)
{
    int count = (int)all->lines_count, running = running_site(view) - 1;

    if (running < 0 || running >= count)
        running = first_line(view, all, source);
    LineRange range = listing_function(all, running);
    int lines = range.last - range.first + 1, half = int_most(1, room / 2);
    if (lines > room) {
        int start = (running - range.first) / half * half - half / 2;
        start = range.first + int_most(0, int_least(start, lines - room));
        range = (LineRange){start, start + room - 1};
    }
    while (range.first < range.last && all->lines[range.first].length == 0)
        ++range.first;
    return with_pointed(view, all, range, room, running);
}

/* ---- The margin -----------------------------------------------------------*/

typedef struct {
    const LineCost *costs; /* NULL: there is nothing to show of lines */
    size_t costs_count;
    uint32_t source;
    uint64_t most;              /* bank conflicts of a line that is shown */
    double waits, idle, number; /* widths; 0: there is no such column */
    uint8_t *marks;             /* of each line: 1 + the severity, or 0 */
} Margin;

static uint64_t conflicts_of(const LineCost *cost)
{
    return cost->conflicts_load + cost->conflicts_store;
}

static int idle_of(const LineCost *cost)
{
    return cost->lanes ? (int)(100 - 100 * cost->active / cost->lanes) : 0;
}

static const LineCost *cost_of(const Margin *margin, int line)
{
    for (size_t i = 0; i < margin->costs_count; ++i)
        if (margin->costs[i].source == margin->source &&
            margin->costs[i].line == (uint32_t)line)
            return margin->costs + i;
    return NULL;
}

static void mark_line(Margin *margin, const FindingPlace *at, size_t lines,
                      Severity severity)
{
    if (at->line == FINDING_NOWHERE || at->source != margin->source ||
        at->line > lines)
        return;
    uint8_t *mark = margin->marks + at->line;
    if (!*mark || *mark > severity + 1)
        *mark = (uint8_t)(severity + 1);
}

/* Marks the lines with faults, and with costs that are no idle lanes. */
static void mark_findings(const View *view, Margin *margin, size_t lines)
{
    const Findings *all = analysed_findings(view->whole);

    for (size_t i = 0; i < all->findings_count; ++i) {
        const Finding *at = all->findings + i;
        if (at->severity > SEVERITY_COST || at->kind == FINDING_IDLE_LANES)
            continue;
        mark_line(margin, &at->at, lines, at->severity);
        mark_line(margin, &at->other, lines, at->severity);
    }
}

static double text_width(const View *view, Font font, const char *text)
{
    return font_width(font, view_size(view, least_text), text) +
           view_px(view, column_gap);
}

/* The widths of the columns beside the lines in RANGE, in a box of WIDTH
 * pixels. */
static void set_columns(const View *view, Margin *margin, double width,
                        LineRange range)
{
    char text[32];
    double column = font_width(FONT_CODE, view->least, "0");
    bool idles = false;

    snprintf(text, sizeof text, "%d", range.last + 1);
    margin->number = text_width(view, FONT_CODE, text);
    for (int line = range.first; line <= range.last; ++line) {
        const LineCost *cost = cost_of(margin, line + 1);
        if (cost && conflicts_of(cost) > margin->most)
            margin->most = conflicts_of(cost);
        idles |= cost && idle_of(cost) > 0;
    }
    double room = width - margin->number - LEAST_CODE * column;
    Text most = {0};
    text_add_count(&most, margin->most);
    double number = text_width(view, FONT_CODE_STRONG, most.text) +
                    view_px(view, 2 * chip_pad);
    text_free(&most);
    double idle = fmax(text_width(view, FONT_TEXT, "idle"),
                       text_width(view, FONT_CODE, "99%"));
    double waits = fmax(text_width(view, FONT_TEXT, "waits"), number);
    if (margin->most && waits <= room)
        margin->waits = waits;
    if (idles && margin->waits + idle <= room)
        margin->idle = idle;
}

/* Without columns, but for the numbers, while a question is asked: they show
 * the whole run. */
static Margin margin_of(const View *view, uint32_t source, size_t lines,
                        LineRange range, double width)
{
    Margin margin = {.source = source,
                     .marks = base_alloc(lines + 1, sizeof *margin.marks)};

    if (!view->cover) {
        const Findings *all = analysed_findings(view->whole);
        margin.costs = all->lines;
        margin.costs_count = all->lines_count;
        mark_findings(view, &margin, lines);
    }
    set_columns(view, &margin, width, range);
    return margin;
}

static double margin_width(const Margin *margin)
{
    return margin->waits + margin->idle + margin->number;
}

/* TEXT at the right end of BOX, apart from the next column. */
static void draw_right(const View *view, Rect box, double gap, Font font,
                       double size, Color color, const char *text)
{
    rect_cut_right(&box, gap);
    draw_text(view->list, box, ALIGN_RIGHT, font, size, view->least, color,
              text);
}

static void draw_head(const View *view, const Margin *margin, Rect box)
{
    double size = view_size(view, least_text), gap = view_px(view, column_gap);

    view_thing(view, THING_FRAME, 0);
    if (margin->waits > 0)
        draw_right(view, rect_cut_left(&box, margin->waits), gap, FONT_TEXT,
                   size, COLOR_DIM, "waits");
    if (margin->idle > 0)
        draw_right(view, rect_cut_left(&box, margin->idle), gap, FONT_TEXT,
                   size, COLOR_DIM, "idle");
}

/* The cycles that lanes wait in a line, on a chip where they are many. */
static void draw_waits(const View *view, const Margin *margin, Rect box,
                       uint64_t waits, double size)
{
    bool many = 2 * waits >= margin->most;
    double gap = view_px(view, column_gap), pad = view_px(view, chip_pad);
    Text text = {0};

    text_add_count(&text, waits);
    if (many) {
        double width = font_width(FONT_CODE_STRONG, size, text.text) + 2 * pad;
        Rect chip = {box.x + box.w - gap + pad - width, box.y + box.h * 0.06,
                     width, box.h * 0.88};
        draw_rect(view->list, chip, view_px(view, 5), COLOR_CONFLICT);
    }
    draw_right(view, box, gap, FONT_CODE_STRONG, size,
               many ? view_on(COLOR_CONFLICT) : COLOR_ALARM, text.text);
    text_free(&text);
}

static void draw_margin(const View *view, const Margin *margin, Rect box,
                        int line)
{
    const LineCost *cost = cost_of(margin, line);
    double size = view_size(view, least_text), gap = view_px(view, column_gap);
    Rect waits = rect_cut_left(&box, margin->waits);
    Rect idle = rect_cut_left(&box, margin->idle);
    char text[32];

    snprintf(text, sizeof text, "%d", line);
    draw_right(view, box, gap, FONT_CODE, size, COLOR_DIM, text);
    if (margin->waits > 0 && cost && conflicts_of(cost))
        draw_waits(view, margin, waits, conflicts_of(cost), size);
    if (margin->idle <= 0 || !cost || idle_of(cost) == 0)
        return;
    snprintf(text, sizeof text, "%d%%", idle_of(cost));
    draw_right(view, idle, gap, FONT_CODE, size, COLOR_DIM, text);
}

/* ---- Drawing --------------------------------------------------------------*/

/* Does a line run, or is it one of the step that is shown as a whole? */
static bool line_runs(const View *view, uint32_t source, int number)
{
    if (!view->steps)
        return running_site(view) == number;
    for (size_t i = view->step_first; view_is_of_step(view, i); ++i) {
        const Instruction *at = view->trace->instructions + i;
        if (at->site == number && at->source == source)
            return true;
    }
    return false;
}

/* The ground of a row of code, and the bar at its left. */
static void draw_ground(const View *view, Rect box, int mark, bool runs)
{
    bool fault = mark == 1 + SEVERITY_FAULT;
    Rect bar = {box.x, box.y, fmax(2, view_px(view, bar_width)), box.h};
    Color color =
        !runs ? COLOR_CONFLICT
        : view_hides_answer(view)
            ? COLOR_GOOD
            : view_instruction_color(view->analysed, view->position - 1);

    if (runs)
        draw_rect(view->list, box, view_px(view, 4), COLOR_HELD);
    else if (fault)
        draw_rect(view->list, box, view_px(view, 4), COLOR_FAULT)->alpha = 0.12;
    if (runs || (mark && !fault))
        draw_rect(view->list, bar, 0, color);
}

static void draw_code(const View *view, Rect box, const ListingRow *row,
                      double size, int mark, bool runs)
{
    bool hidden = view->cover && view->cover->names && row->text.text &&
                  strstr(row->text.text, "__global__");
    Color color = mark == 1 + SEVERITY_FAULT ? COLOR_FAULT
                  : row->comment && !runs    ? COLOR_DIM
                                             : COLOR_INK;

    runs &= view->position > 0 || view_hides_answer(view);
    draw_ground(view, box, mark, runs);
    rect_cut_left(&box, view_px(view, code_pad) +
                            row->indent * font_width(FONT_CODE, size, "0"));
    rect_cut_right(&box, view_px(view, 4));
    if (row->columns && !hidden) /* it has the name */
        draw_text(view->list, box, ALIGN_LEFT,
                  runs || color == COLOR_FAULT ? FONT_CODE_STRONG : FONT_CODE,
                  size, size, color, row->text.text);
}

/* Alone, code is large rather than long. */
static double least_size(const View *view)
{
    return view->only ? most_text : least_text;
}

/* The size of code at which all of RANGE fits in a box of this size, if that
 * can be read. */
static double fitting_size(const View *view, const Listing *all,
                           LineRange range, double width, double height)
{
    ListingRows rows = listing_rows(all, range, INT16_MAX);
    int longest = 1;

    for (size_t i = 0; i < rows.rows_count; ++i)
        longest = int_most(longest, rows.rows[i].indent + rows.rows[i].columns);
    double size = fmin(width / (longest * font_width(FONT_CODE, 1, "0")),
                       height / ((double)rows.rows_count * row_share));
    listing_rows_free(&rows);
    return layout_clamp(size, view_size(view, least_size(view)),
                        view_size(view, view->only ? alone_text : most_text));
}

/* The first of ROWS to draw where ROOM of them fit: so that the running line is
 * seen. */
static size_t first_row(const View *view, const ListingRows *rows,
                        uint32_t source, size_t room)
{
    size_t end = 0;

    for (size_t i = 0; i < rows->rows_count; ++i)
        if (line_runs(view, source, rows->rows[i].number))
            end = i + 1;
    return end > room ? end - room : 0;
}

static void draw_rows(const View *view, Rect box, const Listing *all,
                      LineRange range, const Margin *margin)
{
    double width = box.w - margin_width(margin) - view_px(view, code_pad + 4);
    double size = fitting_size(view, all, range, width, box.h);
    double height = size * row_share;
    int most = (int)(width / font_width(FONT_CODE, size, "0") + 1e-6);
    size_t room = (size_t)(box.h / height + 1e-6);
    ListingRows rows = listing_rows(all, range, most);

    for (size_t i = first_row(view, &rows, margin->source, room);
         i < rows.rows_count && room > 0; ++i, --room) {
        const ListingRow *row = rows.rows + i;
        Rect line = rect_cut_top(&box, height);
        Rect own = rect_cut_left(&line, margin_width(margin));
        view_pair(view, THING_LINE, margin->source, (uint32_t)row->number);
        if (!row->follows)
            draw_margin(view, margin, own, row->number);
        draw_code(view, line, row, size, margin->marks[row->number],
                  line_runs(view, margin->source, row->number));
    }
    listing_rows_free(&rows);
}

/* The local variables, cut off the foot of *BOX. */
static void draw_details(const View *view, Rect *box)
{
    double height = view_locals_height(view);

    if (height > 0 && height < box->h * locals_share)
        view_locals(view, rect_cut_bottom(box, height));
}

/* The heads of the columns and, of several sources, the name of this one, cut
 * off the top of *BOX. */
static void draw_heads(const View *view, Rect *box, double height,
                       const Margin *margin)
{
    const Trace *trace = view->trace;
    bool names =
        trace->sources_count > 1 && !(view->cover && view->cover->names);

    if (!names && margin->waits <= 0 && margin->idle <= 0)
        return;
    Rect head = rect_cut_top(box, height);
    draw_head(view, margin, rect_cut_left(&head, margin_width(margin)));
    rect_cut_left(&head, view_px(view, code_pad));
    if (names)
        view_text_fitting(view, head, FONT_TEXT, least_text, COLOR_DIM,
                          (const char *[]){
                              base_name(trace->sources[margin->source].name)},
                          1);
}

void view_source(const View *view, Rect box)
{
    const Trace *trace = view->trace;
    const Instruction *at = view->running               ? view->running
                            : trace->instructions_count ? trace->instructions
                                                        : NULL;
    double height = view_size(view, least_size(view)) * row_share;

    display_list_area(view->list, AREA_SOURCE, view->panel, box);
    if (rect_is_empty(box) || trace->sources_count == 0)
        return;
    const Source *source = at ? trace_source_of(trace, at) : trace->sources;
    uint32_t index = (uint32_t)(source - trace->sources);
    Listing all = listing_of(source->text);
    if (view->details)
        draw_details(view, &box);
    int room = (int)(box.h / height) - 1; /* below the heads */
    if (room > 0 && all.lines_count > 0) {
        LineRange range = window_of(view, &all, index, room);
        Margin margin = margin_of(view, index, all.lines_count, range, box.w);
        if (margin_width(&margin) < box.w) {
            draw_heads(view, &box, height, &margin);
            draw_rows(view, box, &all, range, &margin);
        }
        free(margin.marks);
    }
    listing_free(&all);
}
