/* SPDX-License-Identifier: MIT */
#include "view/memory_layout.h"

#include "draw/font.h"
#include "trace/variable.h"
#include "view/computation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MANY_ROWS = 4,  /* that are mostly touched at once */
    NAMES = 8,      /* in a queue, at most */
    NAMES_FIRST = 4 /* that matter as much as rows */
};

/* Of the least text. */
static const double line_share = 1.45;              /* a line of text */
static const double cell_least = 1.18;              /* the lowest cell */
static const double row_easy = 1.9, row_most = 3.5; /* one with air */
static const double row_folds = 2.4; /* the highest where others are folded */
static const double name_least = 1.45, name_most = 2, name_alone = 5;
static const double label_share = 0.24; /* of the width, labels at most */
/* px at 1080 */
static const double column_gap = 6, row_gap = 4, thin_column = 3;
static const double thin_row = 5, around_row = 38, rail_height = 10,
                    widest_column = 480;

static double row_least(const View *view)
{
    return ceil(view->least * cell_least) + view_px(view, row_gap);
}

/* A row between others that are folded, with some room. */
static double rows_least(const View *view)
{
    return row_least(view) + view_px(view, around_row);
}

/* ---- Labels ---------------------------------------------------------------*/

static bool has_names(const View *view)
{
    return view_has_variables(view) && view->trace->variables_count > 0;
}

void memory_layout_label(const MemoryLayout *layout, uint32_t row, bool rounded,
                         char text[MEMORY_LABEL])
{
    const View *view = layout->view;
    uint32_t cell = row * view->trace->run.k;
    const char *mark = rounded ? VIEW_ROUNDED : "";
    Text name = {0};

    snprintf(text, MEMORY_LABEL, "%s%u", mark, cell);
    if (!layout->names ||
        !trace_variable_at(view->trace, view_grid(view), cell))
        return;
    variable_cell_name(view->trace, view_grid(view), cell, &name);
    name.text[strcspn(name.text, " ")] = '\0'; /* "low" */
    snprintf(text, MEMORY_LABEL, "%s%s", mark, name.text);
    text_free(&name);
}

static double widest_label(const MemoryLayout *layout)
{
    const View *view = layout->view;
    uint32_t rows = view_memory_rows(view->analysed);
    bool typed = view_has_variables(view);
    double width = font_width(FONT_TEXT, view->least, "bank ▶");
    char text[MEMORY_LABEL];

    for (uint32_t row = 0; row < rows;
         row += row + 1 < rows && rows > 64 ? rows - row - 1 : 1) {
        memory_layout_label(layout, row, typed, text);
        width = fmax(width, font_width(FONT_CODE, view->least, text));
    }
    return ceil(width + 0.5 * view->least);
}

/* All rows have names, or none has. */
static void lay_labels(MemoryLayout *layout)
{
    layout->names = has_names(layout->view);
    layout->label = widest_label(layout);
    if (!layout->names || layout->label <= layout->box.w * label_share)
        return;
    layout->names = false;
    layout->label = fmin(widest_label(layout), layout->box.w * label_share);
}

/* ---- What is touched ------------------------------------------------------*/

/* The instruction on shared memory whose cells are shown: the one that runs, or
 * else the last before it; at the start the first; NULL: there is none. */
static const Instruction *shown_instruction(const View *view)
{
    const Trace *trace = view->trace;
    const Instruction *at = view->running ? view->running : trace->instructions;
    const Instruction *end = trace->instructions + trace->instructions_count;

    while (view->running && at > trace->instructions && !trace_is_shared(at))
        --at;
    while (!view->cover && at < end && !trace_is_shared(at))
        ++at;
    return at < end && trace_is_shared(at) ? at : NULL;
}

static void list_cells(MemoryLayout *layout)
{
    const View *view = layout->view;
    const Instruction *at = shown_instruction(&layout->queue);
    uint8_t queues[TRACE_MAX_BANKS] = {0};
    int lanes = at ? at->lanes : 0;

    if (at)
        bank_cost(view->trace, at, queues);
    for (int length = lanes; length > 0; --length)
        for (int i = 0; i < lanes; ++i) {
            uint32_t cell = trace_accesses(view->trace, at)[i].cell;
            if (queues[bank_of(view->trace, cell)] == length)
                base_push(layout, order, cell);
        }
    for (uint32_t cell = 0; view->steps && cell < view->trace->run.words;
         ++cell)
        if (layout->cells.last[cell])
            base_push(layout, order, cell);
}

static void find_touched(MemoryLayout *layout)
{
    const View *view = layout->view;
    const Trace *trace = view->trace;

    layout->queue = *view;
    if (!view->running) {
        layout->cells = step_cells_of(trace, 0, 0);
    } else if (view->steps) {
        const Step *step = trace_step(trace, view->running);
        View *queue = &layout->queue;
        layout->cells = step_cells_of(trace, step->first_instruction,
                                      step->instruction_count);
        *queue = view_longest(view);
        queue->steps = false;
        queue->position = (size_t)(queue->running - trace->instructions) + 1;
    } else {
        layout->cells =
            step_cells_of(trace, (size_t)(view->running - trace->instructions),
                          1);
    }
    list_cells(layout);
}

/* ---- Columns --------------------------------------------------------------*/

/* The width of a column that takes a value; with NAMED, the name of a thread
 * beside it. */
static double column_least(const View *view, bool named)
{
    int digits =
        int_least(int_most(view->analysed->digits, 2), VIEW_MAX_DIGITS);
    double width = view_digits_width(digits, view->least);
    char name[16];

    snprintf(name, sizeof name, "T%u", view->trace->run.threads);
    if (named)
        width = fmax(width + font_width(FONT_CODE_STRONG, view->least, name) +
                         view_digits_width(3, view->least),
                     font_width(FONT_STRONG, view->least, "bank 00"));
    return width + VIEW_APART * view->least + view_px(view, 2 + column_gap);
}

/* Opens BANK, if there is room in WIDTH for one more column of LEAST pixels. */
static bool open_bank(MemoryLayout *layout, uint32_t bank, uint32_t *count,
                      double least, double width)
{
    double thin = view_px(layout->view, thin_column);
    double with = (*count + 1) * least + (layout->banks - *count - 1) * thin;

    if (layout->open[bank])
        return true;
    if (with > width)
        return false;
    ++*count;
    return layout->open[bank] = true;
}

/* Opens the banks that are touched, those with the longest queues first, then
 * others, as far as there is room; returns how many, at least one. */
static uint32_t open_banks(MemoryLayout *layout, double width)
{
    const View *view = layout->view;
    double plain = column_least(view, false), named = column_least(view, true);
    uint32_t count = 0;
    bool all = true;

    for (size_t i = 0; i < layout->order_count; ++i)
        all &= open_bank(layout, bank_of(view->trace, layout->order[i]), &count,
                         plain, width);
    double each = layout->banks * plain <= width ? plain : named;
    for (uint32_t bank = 0; all && bank < layout->banks; ++bank)
        open_bank(layout, bank, &count, each, width);
    if (count == 0)
        open_bank(layout,
                  layout->order_count ? bank_of(view->trace, layout->order[0])
                                      : 0,
                  &count, 0, INFINITY);
    return count;
}

/* Where memory has one row, it has the columns of the elements over it, if
 * these have room for its labels: *X and *PITCH; else unchanged. */
static void align_columns(const MemoryLayout *layout, double *x, double *pitch)
{
    const View *view = layout->view;
    const Trace *trace = view->trace;

    if (trace->run.words > trace->run.k || trace->run.words != trace->run.n)
        return;
    Rect columns = view_computation_columns(view, layout->box);
    double own = columns.w / trace->run.n;
    if (columns.x < *x || own < column_least(view, false))
        return;
    *x = columns.x;
    *pitch = own;
}

static void lay_columns(MemoryLayout *layout)
{
    const View *view = layout->view;
    double thin = view_px(view, thin_column), gap = view_px(view, column_gap);
    double x = round(layout->box.x + layout->label);
    double width = layout->box.x + layout->box.w - x;
    uint32_t count = open_banks(layout, width);

    double pitch = (width - thin * (layout->banks - count)) / count;
    pitch = floor(fmin(pitch, view_px(view, widest_column)));
    align_columns(layout, &x, &pitch);
    gap = fmin(gap, fmax(2, round(pitch - column_least(view, false) + gap)));
    for (uint32_t bank = 0; bank < layout->banks; ++bank) {
        double own = layout->open[bank] ? pitch : thin;
        layout->xs[bank] = x;
        layout->widths[bank] = own - (layout->open[bank] ? gap : thin / 3);
        x += own;
    }
    layout->column = pitch - gap;
}

/* ---- Rows -----------------------------------------------------------------*/

static double folded_height(const MemoryLayout *layout)
{
    return layout->thin + view_px(layout->view, row_gap);
}

/* The height of all rows if those SHOWN are ROW pixels high. */
static double rows_height(const MemoryLayout *layout, const bool *shown,
                          double row)
{
    uint32_t rows = view_memory_rows(layout->view->analysed), run = 0;
    double height = 0;

    for (uint32_t r = 0; r <= rows; ++r) {
        if (r < rows && !shown[r]) {
            ++run;
            continue;
        }
        height += run ? folded_height(layout) : 0;
        height += r < rows ? row : 0;
        run = 0;
    }
    return height;
}

/* Shows ROW if HEIGHT has room for it. */
static bool show_row(const MemoryLayout *layout, bool *shown, int64_t row,
                     double pitch, double height)
{
    if (row < 0 || row >= view_memory_rows(layout->view->analysed) ||
        shown[row])
        return true;
    shown[row] = true;
    if (rows_height(layout, shown, pitch) > height)
        shown[row] = false;
    return shown[row];
}

/* Shows touched rows, as low as text is, until there is no more room; false if
 * not all of them have some. */
static bool show_touched(const MemoryLayout *layout, bool *shown, double height)
{
    const View *view = layout->view;
    uint32_t k = view->trace->run.k;
    bool fit = true;

    if (layout->order_count == 0)
        return show_row(layout, shown, 0, row_least(view), height);
    for (size_t i = 0; i < layout->order_count && fit; ++i)
        fit = show_row(layout, shown, layout->order[i] / k, row_least(view),
                       height);
    return fit;
}

/* Shows the touched rows; then their neighbours while rows are higher than text
 * is. */
static void choose_rows(MemoryLayout *layout, bool *shown, double height)
{
    const View *view = layout->view;
    const uint32_t k = view->trace->run.k, none = 0;
    const uint32_t *order = layout->order_count ? layout->order : &none;
    size_t count = layout->order_count ? layout->order_count : 1;
    double easy = view->least * row_easy;
    int failures = !show_touched(layout, shown, height);

    for (uint32_t away = 1; failures == 0; ++away) {
        bool any = false;
        for (size_t i = 0; i < count && failures == 0; ++i)
            for (int side = -1; side <= 1; side += 2) {
                int64_t row = (int64_t)(order[i] / k) + side * (int64_t)away;
                any |= row >= 0 && row < view_memory_rows(view->analysed);
                failures += !show_row(layout, shown, row, easy, height);
            }
        if (!any)
            return;
    }
}

/* Places the rows in BOX, from its top; those not SHOWN are folded. */
static void place_rows(MemoryLayout *layout, const bool *shown, double y,
                       double pitch)
{
    uint32_t rows = view_memory_rows(layout->view->analysed);

    for (uint32_t row = 0, count = 0; row < rows; row += count) {
        count = 1;
        while (!shown[row] && row + count < rows && !shown[row + count])
            ++count;
        double h = shown[row] ? pitch : folded_height(layout);
        const MemoryLine line = {row, count, !shown[row], y, h};
        base_push(layout, lines, line);
        y += h;
    }
}

static void lay_rows(MemoryLayout *layout, Rect box, bool all)
{
    const View *view = layout->view;
    uint32_t rows = view_memory_rows(view->analysed), count = 0;
    bool *shown = base_alloc((size_t)rows + 1, sizeof *shown);

    layout->thin = fmax(2, round(view_px(view, thin_row)));
    if (all)
        memset(shown, true, rows * sizeof *shown);
    else
        choose_rows(layout, shown, box.h);
    for (uint32_t row = 0; row < rows; ++row)
        count += shown[row];
    double rest = box.h - rows_height(layout, shown, 0);
    double most = view->least * (all ? row_most : row_folds);
    double likes = all && view->rows > count ? view->rows : fmax(count, 1);
    double pitch = fmin(rest / likes, most);
    pitch = pitch >= 5 ? floor(pitch) : pitch;
    layout->cell = pitch - (pitch >= 12  ? view_px(view, row_gap)
                            : pitch >= 5 ? 1
                                         : 0);
    place_rows(layout, shown, box.y, pitch);
    free(shown);
}

/* ---- Heights --------------------------------------------------------------*/

static double line_height(const View *view)
{
    return ceil(view->least * line_share);
}

/* The height of the rails, with so many NAMES in a queue and the line below
 * that counts cycles. */
static double queues_height(const MemoryLayout *layout, int names)
{
    const View *view = layout->view;
    bool line = view->longest > 1 || !layout->stacked;

    return view_px(view, rail_height) + names * layout->name +
           (line ? line_height(view) : 0);
}

/* The longest queue of the frame, as far as names have room. */
static int most_names(const View *view)
{
    return int_least(int_most(view->longest, 1), NAMES);
}

/* Sets how queues are drawn: as names, or as bars. */
static void set_queues(MemoryLayout *layout)
{
    const View *view = layout->view;
    char name[16];

    snprintf(name, sizeof name, "T%u", view->trace->run.threads);
    layout->stacked =
        view_least_width(view, FONT_CODE_STRONG, name) + view_px(view, 6) <=
        layout->column;
    layout->name = ceil(view->least * name_least);
    layout->rail = view_px(view, rail_height);
    layout->room = layout->stacked     ? most_names(view)
                   : view->longest > 1 ? 2
                                       : 1;
}

/* The height of all rows, as low as can be; of a frame, of its highest memory.
 */
static double all_rows(const View *view)
{
    uint32_t rows = view_memory_rows(view->analysed);

    return (rows > view->rows ? rows : view->rows) * row_least(view);
}

/* True if HEIGHT has room for all rows over the queues. */
static bool has_all(const MemoryLayout *layout, double height)
{
    int first =
        layout->stacked ? int_least(layout->room, NAMES_FIRST) : layout->room;

    return all_rows(layout->view) + first * layout->name <=
           height - queues_height(layout, 0);
}

/* Cuts the queues off the foot of *BOX; true if it is high enough for all
 * rows. */
static bool lay_queues(MemoryLayout *layout, Rect *box)
{
    const View *view = layout->view;
    double rest = box->h - queues_height(layout, 0);
    bool all = has_all(layout, box->h);
    double used = all ? all_rows(view) : rest * 0.5;
    double least = all ? row_least(view) : rows_least(view);
    double room = floor((rest - fmax(used, least)) / layout->name);

    layout->room = (int)layout_clamp(room, 1, layout->room);
    if (all) /* what is left makes names higher, and rows */
        layout->name = layout_clamp((rest - used) * 0.5 / layout->room,
                                    layout->name, view->least * name_most);
    layout->queues = rect_cut_bottom(box, queues_height(layout, layout->room));
    return all;
}

static bool has_title(const View *view)
{
    return has_names(view) || view->predicted;
}

/* Cuts a line for what is folded, if anything is, off *BOX. */
static void lay_note(MemoryLayout *layout, Rect *box)
{
    const View *view = layout->view;
    double least = view_memory_least(view), line = line_height(view);
    bool folds = !has_all(layout, box->h);

    for (uint32_t bank = 0; bank < layout->banks; ++bank)
        folds |= !layout->open[bank];
    if (folds && box->h > least + 3 * line)
        layout->note = rect_cut_bottom(box, line);
}

/* The columns, and what is touched. */
static MemoryLayout layout_new(const View *view, Rect box)
{
    const Run *run = &view->trace->run;
    MemoryLayout layout = {.view = view,
                           .box = box,
                           .banks = run->words < run->k ? run->words : run->k};

    find_touched(&layout);
    lay_labels(&layout);
    lay_columns(&layout);
    return layout;
}

MemoryLayout memory_layout_of(const View *view, Rect box)
{
    MemoryLayout layout = layout_new(view, box);
    double line = line_height(view);

    if (has_title(view) && box.h >= view_memory_least(view))
        layout.title = rect_cut_top(&box, line);
    layout.heads = rect_cut_top(&box, line);
    set_queues(&layout);
    lay_note(&layout, &box);
    bool all = lay_queues(&layout, &box);
    lay_rows(&layout, box, all);
    const MemoryLine *last = layout.lines + layout.lines_count - 1;
    double end = last->y + last->h;
    if (all && view->rows > last->row + 1) /* as low as another's */
        end += (view->rows - last->row - 1) * last->h;
    if (all)
        layout.queues.y =
            fmin(layout.queues.y, end + view_px(view, rail_height));
    layout.note.y = fmin(layout.note.y, layout.queues.y + layout.queues.h +
                                            view_px(view, rail_height));
    return layout;
}

MemoryLayout memory_layout_queues(const View *view, Rect box)
{
    MemoryLayout layout = layout_new(view, box);

    layout.heads = rect_cut_top(&box, line_height(view));
    set_queues(&layout);
    Rect rest = box;
    lay_queues(&layout, &rest);
    layout.queues = box;
    double room = box.h - queues_height(&layout, 0);
    double most = floor(room / ceil(view->least * name_least));
    if (layout.stacked)
        layout.room = (int)layout_clamp(most, 1, int_most(view->longest, 1));
    layout.name = layout_clamp(room / layout.room, view->least * name_least,
                               view->least * name_alone);
    return layout;
}

void memory_layout_free(MemoryLayout *layout)
{
    step_cells_free(&layout->cells);
    free(layout->order);
    free(layout->lines);
}

/* The height of a memory whose rows take HEIGHT, with so many NAMES in a queue.
 */
static double height_with(const View *view, double height, int names)
{
    const MemoryLayout queues = {.view = view,
                                 .stacked = true,
                                 .name = ceil(view->least * name_least)};

    return view->trace->run.words
               ? (has_title(view) ? 2 : 1) * line_height(view) + height +
                     queues_height(&queues, names)
               : 0;
}

double view_memory_least(const View *view)
{
    return height_with(view, rows_least(view), 1);
}

double view_memory_likes(const View *view)
{
    double row = row_least(view) + view_px(view, thin_row + row_gap);
    uint32_t rows = view_memory_rows(view->analysed);

    return height_with(view, (rows < MANY_ROWS ? rows : MANY_ROWS) * row,
                       most_names(view));
}

double view_memory_height(const View *view)
{
    return height_with(view,
                       view_memory_rows(view->analysed) * view->least *
                           row_easy,
                       most_names(view));
}

Rect memory_layout_cell(const MemoryLayout *layout, const MemoryLine *line,
                        uint32_t bank)
{
    return (Rect){layout->xs[bank], line->y, layout->widths[bank],
                  layout->cell};
}

const MemoryLine *memory_layout_line(const MemoryLayout *layout, uint32_t row)
{
    for (size_t i = 0; i < layout->lines_count; ++i) {
        const MemoryLine *line = layout->lines + i;
        if (row >= line->row && row < line->row + line->count)
            return line->folded ? NULL : line;
    }
    return NULL;
}
