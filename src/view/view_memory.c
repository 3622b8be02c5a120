/* SPDX-License-Identifier: MIT
 *
 * view_memory - draws shared memory with a column for each bank, the queues
 * below the banks, and the words that move between them; memory_layout.h has a
 * picture.
 *
 * A row is written in the first of these forms in which all of its numbers fit,
 * or without numbers:
 *
 *     T0 ▶ 27.125     who stores or loads what, in the cells that are touched
 *     27.125          in full
 *     27.1            rounded, and the row is marked "≈"
 */
#include "view/views.h"

#include "draw/font.h"
#include "say/short_number.h"
#include "trace/variable.h"
#include "view/items.h"
#include "view/memory_layout.h"
#include "view/shown_value.h"
#include "view/view_motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORM_WHO, FORM_FULL, FORM_BRIEF, FORMS };

/* Of the height of a cell, and of the least text, a number at most. */
static const double number_share = 0.68, number_most = 1.5;
/* Of the size that fits, a number, so that it does not touch its cell. */
static const double text_share = 0.93;

/* A row of memory. */
typedef struct {
    const MemoryLayout *layout;
    uint32_t first; /* cell */
    bool *rounded;  /* becomes true if a number is; NULL: not asked */
} Cells;

/* ---- Cells ----------------------------------------------------------------*/

/* A load shows from when it is served; a store when it has arrived. */
static bool shows(const View *view, const Access *access)
{
    if (view->steps)
        return true;
    return trace_is_store(view->running) ? view_done(view, access)
                                         : view_begun(view, access);
}

static bool is_open(const MemoryLayout *layout, uint32_t cell)
{
    return layout->open[bank_of(layout->view->trace, cell)];
}

/* Which half CELL is of a number whose cells are drawn as one. */
static Half half_of(const MemoryLayout *layout, uint32_t cell)
{
    const View *view = layout->view;
    Half half = number_cell_half(view->trace, view_grid(view), cell);

    uint32_t low = half == HALF_HIGH ? cell - 1 : cell;

    return half != HALF_NONE && is_open(layout, low) &&
                   is_open(layout, low + 1) &&
                   bank_of(view->trace, low) + 1 < view->trace->run.k
               ? half
               : HALF_NONE;
}

/* The access that CELL shows; NULL: it is not touched. */
static const Access *access_at(const MemoryLayout *layout, uint32_t cell)
{
    const Access *access = layout->cells.last[cell];

    return !access && half_of(layout, cell) == HALF_LOW
               ? layout->cells.last[cell + 1]
               : access;
}

/* "T0", "T0, T1" or "8 lanes". */
static void who_text(const MemoryLayout *layout, const Access *access,
                     char text[32])
{
    const uint32_t *threads;
    uint32_t count = step_cells_threads(&layout->cells, access->cell, &threads);

    if (count == 1)
        snprintf(text, 32, "T%u", threads[0]);
    else if (count == 2)
        snprintf(text, 32, "T%u, T%u", threads[0], threads[1]);
    else
        snprintf(text, 32, "%u %s", count,
                 layout->view->steps ? "threads" : "lanes");
}

/* Appends a NUMBER, in at most MOST characters if that is not 0; returns true
 * if it is rounded. */
static bool add_number(Number number, size_t most, Text *text)
{
    char value[VALUE_TEXT];
    bool rounded = false;

    number_text(number, false, value);
    if (most && strlen(value) > most) {
        number_text(number, true, value);
        number_shorten(number, most, value);
        rounded = number_is_rounded(number, value);
    }
    text_add(text, "%s%s", text->length ? " " : "", value);
    return rounded;
}

/* Appends what CELL holds, rounded to what fits in WIDTH, if that is not 0;
 * returns true if a number was rounded. */
static bool add_value(const View *view, uint32_t cell, double width, Text *text)
{
    const Word *values = view->moment->values;
    Number numbers[VARIABLE_NUMBERS];
    char value[VALUE_TEXT];
    bool rounded = false;

    if (!view_has_variables(view)) {
        text_add(text, "%s",
                 shown_value(view->trace->run.op, values[cell], width > 0,
                             value));
        return false;
    }
    int count = variable_cell_numbers(view->trace, view_grid(view), cell,
                                      values, numbers);
    double digits = width / view_digits_width(1, view->least) - VIEW_APART;
    size_t most =
        width > 0 ? (size_t)fmax(1, floor((digits + 1) / fmax(count, 1) - 1))
                  : 0;
    if (count == 0)
        text_add(text, "%s",
                 variable_memory_value(view->trace, view_grid(view), cell,
                                       values, width > 0, value));
    for (int i = 0; i < count; ++i)
        rounded |= add_number(numbers[i], most, text);
    return rounded;
}

static double cell_width(const MemoryLayout *layout, uint32_t cell)
{
    uint32_t bank = bank_of(layout->view->trace, cell);
    uint32_t last = bank + (half_of(layout, cell) == HALF_LOW);

    return layout->xs[last] + layout->widths[last] - layout->xs[bank];
}

/* The text of CELL in FORM, where ACCESS is touched, or NULL. */
static void write_cell(const Cells *cells, uint32_t cell, const Access *access,
                       int form, char text[ITEM_TEXT])
{
    const MemoryLayout *layout = cells->layout;
    const View *view = layout->view;
    char who[32];
    Text all = {0};

    bool names = form == FORM_WHO && access && view_done(view, access);
    bool brief = form == FORM_BRIEF || (names && !view_has_variables(view));
    double width = brief ? cell_width(layout, cell) : 0;
    if (add_value(view, cell, width, &all) && cells->rounded)
        *cells->rounded = true;
    const char *value = all.length ? all.text : "";
    if (names) {
        bool stored = trace_is_store(
            view->steps ? view_instruction_of(view, access) : view->running);
        who_text(layout, access, who);
        snprintf(text, ITEM_TEXT, "%.16s ▶ %.16s", stored ? who : value,
                 stored ? value : who);
    } else {
        snprintf(text, ITEM_TEXT, "%s", value);
    }
    text_free(&all);
}

/* What CELL looks like, but for its text. */
static void paint(const MemoryLayout *layout, uint32_t cell,
                  const Access *access, Item *item)
{
    const View *view = layout->view;
    bool thin = !is_open(layout, cell);
    bool unset = view->moment->intervals[cell] == INTERVAL_UNSET;
    bool done = access && shows(view, access);

    item->wrong = view->moment->wrong && view->moment->wrong[cell];
    if (done) {
        const uint32_t *threads;
        item->fill = view_access_color(view, access);
        item->ink = view_on(item->fill);
        item->strong = true;
        item->raced = !item->wrong && view_is_raced(view, access);
        if (step_cells_threads(&layout->cells, access->cell, &threads) == 1)
            item->thread = threads[0] + 1;
        return;
    }
    item->fill = unset ? COLOR_NONE : thin ? COLOR_EDGE : COLOR_CELL;
    item->hatched = unset && !thin;
    item->strong = item->wrong;
    if (access && !thin) { /* it waits */
        item->edge = view_access_color(view, access);
        item->edge_width = 3;
    }
}

static void look_at(const void *data, uint32_t i, int form, Item *item)
{
    const Cells *cells = data;
    const MemoryLayout *layout = cells->layout;
    uint32_t cell = cells->first + i;

    if (cell >= layout->view->trace->run.words ||
        half_of(layout, cell) == HALF_HIGH) {
        item->hidden = true;
        return;
    }
    const Access *access = access_at(layout, cell);
    paint(layout, cell, access, item);
    if (is_open(layout, cell) &&
        layout->view->moment->intervals[cell] != INTERVAL_UNSET)
        write_cell(cells, cell,
                   access && shows(layout->view, access) ? access : NULL, form,
                   item->text);
}

static void place(const void *data, uint32_t bank, double *from, double *to)
{
    const Cells *cells = data;

    *from = cells->layout->xs[bank] - cells->layout->xs[0];
    *to = *from + cell_width(cells->layout, cells->first + bank);
}

/* The items of CELLS, COUNT of them. */
static Items items_of(const Cells *cells, uint32_t count)
{
    const MemoryLayout *layout = cells->layout;
    const View *view = layout->view;
    double size = fmin(layout->cell * number_share, view->least * number_most);
    Items items = {.count = count,
                   .share = 1,
                   .radius = 6,
                   .font = FONT_CODE,
                   .size = fmax(size, view->least) / view->unit,
                   .forms = FORMS,
                   .data = cells,
                   .look = look_at};

    if (!view->predicted) /* else cells have other places than in the trace */
        items.thing = (Thing){THING_CELL, cells->first, 0, view->panel + 1};
    return items;
}

/* ---- Rows -----------------------------------------------------------------*/

static Cells row_cells(const MemoryLayout *layout, const MemoryLine *line,
                       bool *rounded)
{
    return (Cells){layout, line->row * layout->view->trace->run.k, rounded};
}

static Rect row_box(const MemoryLayout *layout, const MemoryLine *line)
{
    Rect box = memory_layout_cell(layout, line, 0);
    uint32_t last = layout->banks - 1;

    box.w = layout->xs[last] + layout->widths[last] - box.x;
    return box;
}

static ItemFit row_fit(const MemoryLayout *layout, const MemoryLine *line)
{
    Cells cells = row_cells(layout, line, NULL);
    Items items = items_of(&cells, layout->banks);

    items.place = place;
    return items_fit(layout->view, &items, row_box(layout, line));
}

static void draw_label(const MemoryLayout *layout, uint32_t row, bool rounded,
                       double y, double h)
{
    const View *view = layout->view;
    Rect box = {layout->box.x, y, layout->label - view->least * 0.5, h};
    char label[MEMORY_LABEL];

    memory_layout_label(layout, row, rounded, label);
    view_thing(view, THING_TOTALS, row);
    if (font_width(FONT_CODE, view->least, label) <= box.w)
        draw_text(view->list, box, ALIGN_RIGHT, FONT_CODE, view->least,
                  view->least, COLOR_DIM, label);
}

/* A dark edge where one of several arrays begins. */
static void draw_edges(const MemoryLayout *layout, const MemoryLine *line)
{
    const View *view = layout->view;
    const Trace *trace = view->trace;
    double width = fmax(2, round(view_px(view, 3)));

    view_thing(view, THING_TOTALS, line->row);
    for (size_t v = 0; v < trace->variables_count; ++v) {
        const Variable *at = trace->variables + v;
        uint32_t cell = at->first / (uint32_t)sizeof(Word);
        Rect box = memory_layout_cell(layout, line, bank_of(trace, cell));
        if (at->grid == view_grid(view) && at->first > 0 &&
            bank_row(trace, cell) == line->row)
            draw_rect(view->list, (Rect){box.x - width, box.y, width, box.h}, 0,
                      COLOR_INK);
    }
}

/* With numbers of at most SIZE pixels; returns true if any is rounded. */
static bool draw_row(const MemoryLayout *layout, const MemoryLine *line,
                     ItemFit fit, double size)
{
    const View *view = layout->view;
    bool rounded = false;
    Cells cells = row_cells(layout, line, &rounded);
    Items items = items_of(&cells, layout->banks);

    items.place = place;
    fit.size = size;
    fit.detail = fit.detail < ITEMS_CELLS ? ITEMS_CELLS : fit.detail;
    items_draw(view, &items, row_box(layout, line), fit);
    draw_label(layout, line->row, rounded, line->y, layout->cell);
    if (view_has_variables(view))
        draw_edges(layout, line);
    return rounded;
}

/* The requests to the folded rows FIRST to END - 1 at BANK, as a colour. */
static Color folded_color(const MemoryLayout *layout, uint32_t first,
                          uint32_t end, uint32_t bank)
{
    const View *view = layout->view;
    uint32_t k = view->trace->run.k;

    for (uint32_t row = first; row < end; ++row) {
        uint32_t cell = row * k + bank;
        if (cell >= view->trace->run.words)
            break;
        const Access *access = layout->cells.last[cell];
        if (access && shows(view, access))
            return view_access_color(view, access);
        if (view->moment->wrong && view->moment->wrong[cell])
            return COLOR_FAULT;
    }
    return COLOR_EDGE;
}

static void draw_folded(const MemoryLayout *layout, const MemoryLine *line)
{
    const View *view = layout->view;

    view_thing(view, THING_TOTALS, line->row);
    for (uint32_t bank = 0; bank < layout->banks; ++bank)
        draw_rect(view->list,
                  (Rect){layout->xs[bank], line->y, layout->widths[bank],
                         fmax(1, round(layout->thin * 0.45))},
                  0,
                  folded_color(layout, line->row, line->row + line->count,
                               bank));
}

/* All of them at the size that fits in all. */
static bool draw_rows(const MemoryLayout *layout)
{
    double size = INFINITY;
    bool rounded = false;
    ItemFit *fits = base_alloc(layout->lines_count + 1, sizeof *fits);

    for (size_t i = 0; i < layout->lines_count; ++i) {
        if (layout->lines[i].folded)
            continue;
        fits[i] = row_fit(layout, layout->lines + i);
        if (fits[i].detail == ITEMS_TEXT)
            size = fmin(size, fits[i].size);
    }
    size = fmax(size * text_share, layout->view->least);
    for (size_t i = 0; i < layout->lines_count; ++i)
        if (layout->lines[i].folded)
            draw_folded(layout, layout->lines + i);
        else
            rounded |= draw_row(layout, layout->lines + i, fits[i], size);
    free(fits);
    return rounded;
}

/* ---- Words around the cells -----------------------------------------------*/

void memory_heads_draw(const MemoryLayout *layout)
{
    const View *view = layout->view;
    bool full =
        view_least_width(view, FONT_STRONG, "bank 00") <= layout->column;
    Rect label = layout->heads;
    char text[24];

    label.w = layout->label - view->least * 0.5;
    view_thing(view, THING_BANK, view->trace->run.k);
    /* over the cells' numbers, or before the banks' */
    bool cells = layout->lines_count > 0 && !layout->names;
    const char *word = !full ? "bank ▶" : cells ? "cell" : "";
    if (word[0] && font_width(FONT_TEXT, view->least, word) <= label.w)
        draw_text(view->list, label, ALIGN_RIGHT, FONT_TEXT, view->least,
                  view->least, COLOR_DIM, word);
    for (uint32_t bank = 0; bank < layout->banks; ++bank) {
        Rect box = {layout->xs[bank], layout->heads.y, layout->widths[bank],
                    layout->heads.h};
        if (!layout->open[bank])
            continue;
        snprintf(text, sizeof text, full ? "bank %u" : "%u", bank);
        view_thing(view, THING_BANK, bank);
        view_label(view, box, FONT_STRONG, view->least / view->unit, COLOR_DIM,
                   text);
    }
}

/* How many values of folded rows and thin banks are wrong. */
static uint32_t count_folded_wrong(const MemoryLayout *layout)
{
    const View *view = layout->view;
    uint32_t count = 0, k = view->trace->run.k;

    for (uint32_t cell = 0;
         view->moment->wrong && cell < view->trace->run.words; ++cell)
        count +=
            view->moment->wrong[cell] &&
            (!layout->open[cell % k] || !memory_layout_line(layout, cell / k));
    return count;
}

/* "4 more banks and 14 more rows, folded; 2 wrong values in them". */
static void draw_note(const MemoryLayout *layout)
{
    const View *view = layout->view;
    uint32_t rows = 0, banks = 0;
    uint32_t wrong = view->cover ? 0 : count_folded_wrong(layout);
    Text text = {0};

    for (size_t i = 0; i < layout->lines_count; ++i)
        rows += layout->lines[i].folded ? layout->lines[i].count : 0;
    for (uint32_t bank = 0; bank < layout->banks; ++bank)
        banks += !layout->open[bank];
    if (banks)
        text_add(&text, "%u more bank%s", banks, banks == 1 ? "" : "s");
    if (rows)
        text_add(&text, "%s%u more row%s", banks ? " and " : "", rows,
                 rows == 1 ? "" : "s");
    if (text.length)
        text_add(&text, ", folded");
    if (text.length && wrong)
        text_add(&text, "; %u wrong value%s in them", wrong,
                 wrong == 1 ? "" : "s");
    view_thing(view, THING_FRAME, 0);
    if (text.length)
        view_text_fitting(view, layout->note, FONT_TEXT,
                          view->least / view->unit,
                          wrong ? COLOR_FAULT : COLOR_DIM,
                          (const char *[]){text.text}, 1);
    text_free(&text);
}

/* "int tile[32][32]", "float low[64] · int high[64]", "3 arrays"; or how the
 * memory is predicted to look. */
static void draw_title(const MemoryLayout *layout, bool rounded)
{
    static const char mark[] = " · " VIEW_ROUNDED " rounded";
    const View *view = layout->view;
    Text full = {0}, brief = {0};
    int count = 0;

    for (size_t v = 0; v < view->trace->variables_count; ++v)
        if (view->trace->variables[v].grid == view_grid(view)) {
            text_add(&full, "%s", count++ ? " · " : "");
            variable_declaration(view->trace->variables + v, &full);
        }
    text_add(&brief, count == 1 ? "%d array" : "%d arrays", count);
    if (view->predicted) {
        full.length = brief.length = 0;
        text_add(&full, "predicted: ");
        what_if_write(view->whole->trace, view->predicted->array,
                      view->predicted->remedy, &full);
        text_add(&brief, "predicted");
    }
    if (rounded) {
        text_add(&full, "%s", mark);
        text_add(&brief, "%s", mark);
    }
    view_thing(view, THING_FRAME, 0);
    view_text_fitting(view, layout->title, FONT_CODE_STRONG,
                      view->least * 1.1 / view->unit, COLOR_INK,
                      (const char *[]){full.text, brief.text}, 2);
    text_free(&full);
    text_free(&brief);
}

/* ---- Motion ---------------------------------------------------------------*/

/* The value that ACCESS moves; "" of what has no room in a column, or is a part
 * of a number. */
static void token_text(const MemoryLayout *layout, const Access *access,
                       char text[VALUE_TEXT])
{
    const View *view = layout->view;
    uint32_t grid = view_grid(view);

    text[0] = '\0';
    if (!view_has_variables(view))
        shown_value(view->trace->run.op, access->value, true, text);
    else if (number_cell_half(view->trace, grid, access->cell) == HALF_NONE)
        variable_cell_value(view->trace, grid, access->cell, access->value,
                            text);
    if (!is_open(layout, access->cell) ||
        view_least_width(view, FONT_CODE_STRONG, text) >
            layout->widths[bank_of(view->trace, access->cell)])
        text[0] = '\0';
}

/* Values on their way between the queues and the cells. */
static void draw_tokens(const MemoryLayout *layout)
{
    const View *view = layout->view;
    Token tokens[TRACE_MAX_BANKS];
    int count = service_tokens(view->service, tokens);

    for (int i = 0; i < count; ++i) {
        const Access *access = tokens[i].access;
        bool store = tokens[i].to.kind == THING_CELL;
        uint32_t bank = bank_of(view->trace, access->cell);
        const MemoryLine *line =
            memory_layout_line(layout, bank_row(view->trace, access->cell));
        char text[VALUE_TEXT];
        if (!view_is_under_way(view, tokens + i) || !line)
            continue;
        Rect cell = memory_layout_cell(layout, line, bank);
        /* at the head of the queue, where it covers no name */
        Rect head = {layout->xs[bank], layout->queues.y - view->least * 0.7,
                     layout->widths[bank], 0};
        token_text(layout, access, text);
        view_token(view, tokens + i, store ? head : cell, store ? cell : head,
                   view->least / view->unit, text);
    }
}

static void draw_memory(const View *view, Rect box)
{
    MemoryLayout layout = memory_layout_of(view, box);
    bool rounded;

    display_list_area(view->list, AREA_MEMORY, view->panel, box);
    memory_heads_draw(&layout);
    rounded = draw_rows(&layout);
    if (layout.title.h > 0)
        draw_title(&layout, rounded);
    memory_queues_draw(&layout);
    if (layout.note.h > 0)
        draw_note(&layout);
    if (view_has_moves(view) && view_is_shared(view) && view_entered(view) >= 1)
        draw_tokens(&layout);
    memory_layout_free(&layout);
}

void view_memory(const View *view, Rect box)
{
    if (rect_is_empty(box) || view->trace->run.words == 0)
        return;
    if (view->predicted) {
        PredictedView *predicted = predicted_view_new(view);
        draw_memory(predicted_view(predicted), box);
        predicted_view_free(predicted);
    } else {
        draw_memory(view, box);
    }
}
