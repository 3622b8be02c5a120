/* SPDX-License-Identifier: MIT */
#include "view/memory_grid.h"

#include "draw/font.h"
#include "trace/value.h"
#include "trace/variable.h"
#include "view/items.h"

#include <math.h>
#include <stdio.h>

static const double least_row = 1.08; /* of the least text */
static const double named_row = 1.3;  /* the same where rows have names */

enum { CLOSE_DIGITS = 3 }; /* that must fit where the memory is zoomed */

double memory_grid_text(const View *view)
{
    if (!view->single)
        return bank_is_star(view) ? 18 : 14;
    return view->trace->run.k <= BANK_FEW ? 20 : 17;
}

double memory_grid_least(const View *view)
{
    return ceil(view->least *
                (view_has_variables(view) ? named_row : least_row));
}

const Access *memory_grid_access(const MemoryGrid *grid, uint32_t cell)
{
    if (grid->view->steps)
        return grid->stepped.last[cell];
    if (!grid->touched || !grid->touched[cell])
        return NULL;
    return grid->view->accesses + grid->touched[cell] - 1;
}

uint32_t memory_grid_threads(const MemoryGrid *grid, uint32_t cell, bool step,
                             uint32_t first[2])
{
    const View *view = grid->view;
    uint32_t count = 0;

    if (step) {
        const uint32_t *threads;
        count = step_cells_threads(&grid->stepped, cell, &threads);
        for (uint32_t i = 0; i < count && i < 2; ++i)
            first[i] = threads[i];
        return count;
    }
    for (int i = 0; i < view->running->lanes; ++i) {
        const Access *access = view->accesses + i;
        if (access->cell != cell)
            continue;
        if (count < 2)
            first[count] = trace_thread(view->trace, view->running, access);
        ++count;
    }
    return count;
}

static void who_text(const MemoryGrid *grid, uint32_t cell, bool step,
                     char *text, size_t room)
{
    uint32_t threads[2];
    uint32_t count = memory_grid_threads(grid, cell, step, threads);

    if (count == 1)
        snprintf(text, room, "T%u", threads[0]);
    else if (count == 2)
        snprintf(text, room, "T%u, T%u", threads[0], threads[1]);
    else
        snprintf(text, room, "%u %s", count, step ? "threads" : "lanes");
}

void memory_grid_moved(const MemoryGrid *grid, const Access *access,
                       uint32_t cell, bool step, char text[96])
{
    const View *view = grid->view;
    char value[VALUE_TEXT], who[32];

    view_cell_text(view, cell, value);
    who_text(grid, cell, step, who, sizeof who);
    view_moved_text(step ? view_instruction_of(view, access) : view->running,
                    who, value, text, 96);
}

bool memory_grid_shows(const View *view, const Access *access)
{
    if (view->steps)
        return true;
    return trace_is_store(view->running) ? view_done(view, access)
                                         : view_begun(view, access);
}

bool memory_grid_wrong(const View *view, uint32_t cell)
{
    return view->moment->wrong && view->moment->wrong[cell];
}

void memory_grid_label(const MemoryGrid *grid, uint32_t row, double y, double h)
{
    const View *view = grid->view;
    Rect box = grid->columns.label;
    uint32_t cell = row * view->trace->run.k;
    char number[BANK_LABEL];

    box.y = y;
    box.h = h;
    box.w -= view_px(view, 8);
    bank_row_label(view, row, grid->numbers && grid->numbers[row].rounded,
                   box.w, number);
    view_thing(view, THING_TOTALS, cell);
    draw_text(view->list, box, ALIGN_RIGHT, FONT_CODE, view_size(view, 12.5),
              view->least, COLOR_DIM, number);
}

bool memory_grid_takes_text(const MemoryGrid *grid)
{
    int digits = grid->view->analysed->digits;

    int most = grid->rows < grid->all || view_has_variables(grid->view)
                   ? CLOSE_DIGITS
                   : VIEW_MAX_DIGITS;

    digits = digits < most ? digits : most;
    return view_digits_width(digits, grid->view->least) +
               VIEW_APART * grid->view->least <=
           grid->columns.pitch - grid->columns.gap;
}

uint32_t memory_grid_room(const MemoryGrid *grid)
{
    return (uint32_t)(grid->box.h / memory_grid_least(grid->view));
}

bool memory_grid_is_map(const MemoryGrid *grid)
{
    uint32_t least = grid->rows < 4 ? grid->rows : 4;

    return !memory_grid_takes_text(grid) || memory_grid_room(grid) < least;
}

/* ---- The map -------------------------------------------------------------*/

/* ---- Names ---------------------------------------------------------------*/

/* Variables of the shared memory that is shown; *ONLY becomes one of them. */
static int count_variables(const View *view, const Variable **only)
{
    const Trace *trace = view->trace;
    int count = 0;

    if (!view_has_variables(view))
        return 0;
    for (size_t v = 0; v < trace->variables_count; ++v)
        if (trace->variables[v].grid == view_grid(view)) {
            *only = trace->variables + v;
            ++count;
        }
    return count;
}

/* The variable, of several, that begins in the cells from FIRST to END - 1 at
 * the least place; NULL if none does. */
static const Variable *memory_names_first(const View *view, uint32_t first,
                                          uint32_t end)
{
    const Trace *trace = view->trace;
    const Variable *only, *best = NULL;

    if (count_variables(view, &only) < 2)
        return NULL;
    for (size_t v = 0; v < trace->variables_count; ++v) {
        const Variable *variable = trace->variables + v;
        uint32_t cell = variable->first / (uint32_t)sizeof(Word);
        if (variable->grid == view_grid(view) && cell >= first && cell < end &&
            (!best || variable->first < best->first))
            best = variable;
    }
    return best;
}

bool memory_names_has(const View *view, uint32_t row)
{
    uint32_t k = view->trace->run.k;

    return memory_names_first(view, row * k, row * k + k) != NULL;
}

uint32_t memory_names_count(const View *view, uint32_t first, uint32_t end)
{
    uint32_t count = 0;

    for (uint32_t row = first; row < end; ++row)
        count += memory_names_has(view, row);
    return count;
}

double memory_names_room(const View *view)
{
    return ceil(fmax(view_px(view, 18), view->least * 1.35));
}

void memory_names_draw(const MemoryGrid *grid, uint32_t row, double y,
                       double bottom)
{
    const View *view = grid->view;
    uint32_t k = view->trace->run.k, cell = row * k, end = cell + k;
    const Variable *next = memory_names_first(view, cell, end);
    double thick = fmax(1, round(view_px(view, 2)));

    while (next) {
        const Variable *variable = next;
        Text text = {0};
        cell = variable->first / (uint32_t)sizeof(Word);
        next = memory_names_first(view, cell + 1, end);
        uint32_t stop = next ? next->first / (uint32_t)sizeof(Word) : end;
        Rect box = bank_column(&grid->columns, bank_of(view->trace, cell), y,
                               memory_names_room(view));
        view_thing(view, THING_TOTALS, cell);
        draw_rect(view->list, (Rect){box.x - thick, y, thick, bottom - y}, 0,
                  COLOR_INK);
        box.w = (stop - cell) * grid->columns.pitch - view_px(view, 6);
        rect_cut_left(&box, view_px(view, 4));
        variable_declaration(variable, &text);
        if (view_least_width(view, FONT_CODE, text.text) > box.w) {
            text_free(&text);
            text_add(&text, "%s", variable->name);
        }
        if (view_least_width(view, FONT_CODE, text.text) <= box.w ||
            view_least_width(view, FONT_CODE, "one…") <= box.w)
            view_text(view, box, FONT_CODE, 13, COLOR_INK, text.text);
        text_free(&text);
    }
}

void memory_names_title(const View *view, Rect box, bool rounded)
{
    static const char words[] = "shared memory, one column a bank";
    static const char all[] =
        "shared memory, one column a bank · " MEMORY_ROUNDED " rounded";
    static const char how[] =
        "shared memory, one column a bank · " MEMORY_ROUNDED
        " rounded: point at a cell for all digits";
    const char *texts[] = {rounded && view->keys ? how : "",
                           rounded ? all : words,
                           rounded ? MEMORY_ROUNDED " rounded"
                                   : "shared memory"};
    const Variable *only = NULL;
    Text text = {0};
    int count = count_variables(view, &only);

    if (count == 1)
        variable_declaration(only, &text);
    else if (count > 1)
        text_add(&text, "%d variables", count);
    if (count) {
        double size = view_size(view, 16);
        double width = font_width(FONT_CODE_STRONG, size, text.text) + 1;
        draw_text(view->list, rect_cut_left(&box, fmin(width, box.w)),
                  ALIGN_LEFT, FONT_CODE_STRONG, size, view->least, COLOR_INK,
                  text.text);
        rect_cut_left(&box, view_px(view, 16));
    }
    if (!count || rounded ||
        font_width(FONT_TEXT, view_size(view, 14), words) <= box.w)
        view_text_fitting(view, box, FONT_TEXT, 14, COLOR_DIM, texts, 3);
    text_free(&text);
}

/* ---- The map -------------------------------------------------------------*/

static Color map_color(const MemoryGrid *grid, uint32_t cell)
{
    const Access *access = memory_grid_access(grid, cell);

    if (access && memory_grid_shows(grid->view, access))
        return view_access_color(grid->view, access);
    if (memory_grid_wrong(grid->view, cell))
        return COLOR_FAULT;
    return grid->view->moment->intervals[cell] == INTERVAL_UNSET ? COLOR_CELL
                                                                 : COLOR_HELD;
}

static void draw_map_labels(const MemoryGrid *grid, double pitch)
{
    double height = grid->view->least * 1.2;
    uint32_t every = 1;

    while (every * pitch < height)
        every *= 2;
    for (uint32_t row = grid->first; row < grid->first + grid->rows;
         row += every) {
        double y = grid->box.y + (row - grid->first) * pitch;
        if (y + height > grid->box.y + grid->box.h + 1)
            break;
        memory_grid_label(grid, row,
                          y + (pitch < height ? 0 : (pitch - height) / 2),
                          height);
    }
}

/* Lines where variables begin, between rows PITCH high. */
static void draw_map_edges(const MemoryGrid *grid, double pitch)
{
    const View *view = grid->view;
    uint32_t k = view->trace->run.k, end = (grid->first + grid->rows) * k;
    const Variable *variable = memory_names_first(view, grid->first * k, end);
    double thick = fmax(1, round(view_px(view, 1.5)));

    view_thing(view, THING_TOTALS, 0);
    while (variable && pitch > 2 * thick) {
        uint32_t cell = variable->first / (uint32_t)sizeof(Word);
        uint32_t bank = bank_of(view->trace, cell);
        double y =
            grid->box.y + (bank_row(view->trace, cell) - grid->first) * pitch;
        Rect from = bank_column(&grid->columns, bank, y - thick / 2, thick);
        double right = grid->columns.x + k * grid->columns.pitch;
        from.x -= fmin(thick, grid->columns.gap);
        draw_rect(view->list, (Rect){from.x, from.y, right - from.x, thick}, 0,
                  COLOR_INK);
        if (bank) {
            draw_rect(view->list, (Rect){from.x, from.y, thick, pitch}, 0,
                      COLOR_INK);
            draw_rect(view->list,
                      (Rect){grid->columns.x, from.y + pitch,
                             from.x + thick - grid->columns.x, thick},
                      0, COLOR_INK);
        }
        variable = memory_names_first(view, cell + 1, end);
    }
}

/* Rows of the map: as many cells of a bank. */
static uint32_t cells_below(const MemoryGrid *grid, uint32_t bank)
{
    const Run *run = &grid->view->trace->run;
    uint32_t first = grid->first * run->k + bank;
    uint32_t left =
        first < run->words ? (run->words - first - 1) / run->k + 1 : 0;

    return left < grid->rows ? left : grid->rows;
}

double memory_map_draw(const MemoryGrid *grid)
{
    const View *view = grid->view;
    const Run *run = &view->trace->run;
    double pitch = fmin(grid->box.h / grid->rows, view_px(view, 16));
    double gap = pitch >= 5 ? 1 : 0;

    pitch = pitch >= 5 ? floor(pitch) : pitch;
    draw_map_labels(grid, pitch);
    for (uint32_t bank = 0; bank < run->k; ++bank) {
        PixelBins strip =
            pixel_bins_new(bank_column(&grid->columns, bank, grid->box.y,
                                       grid->rows * pitch),
                           true);
        for (uint32_t row = 0; row < grid->rows; ++row) {
            uint32_t cell = (grid->first + row) * run->k + bank;
            if (cell >= run->words)
                break;
            Color color = map_color(grid, cell);
            double from = row * pitch, to = from + pitch - gap;
            grid->lines[grid->first + row] =
                (Rect){0, grid->box.y + from, 0, pitch};
            if (color != COLOR_HELD && color != COLOR_CELL)
                to = fmax(to, from + fmin(3, pitch * 3));
            pixel_bins_mark(&strip, from, to, color);
        }
        view_thing(view, THING_CELL, grid->first * run->k + bank);
        view_strip(view, strip.box, true, run->k, cells_below(grid, bank));
        pixel_bins_draw(&strip, view->list);
    }
    draw_map_edges(grid, pitch);
    return grid->box.y + grid->rows * pitch;
}

double memory_map_lens_height(const MemoryGrid *grid)
{
    double height = ceil(grid->view->least * 1.8);

    return memory_grid_is_map(grid) && grid->box.h > 4 * height ? height : 0;
}

/* The word of access I in a box cut off the left of *BOX; false if it does not
 * fit beside KEPT pixels. */
static bool draw_lens_cell(const MemoryGrid *grid, Rect *box, int i,
                           double kept)
{
    const View *view = grid->view;
    const Access *access = view->accesses + i;
    double size = view_size(view, 14);
    Color color = view_access_color(view, access);
    bool shown = memory_grid_shows(view, access);
    char text[96];

    memory_grid_moved(grid, access, access->cell, false, text);
    double width = font_width(FONT_CODE_STRONG, size, text) +
                   VIEW_APART * size + view_px(view, 10);
    if (width + kept > box->w)
        return false;
    Rect cell = rect_cut_left(box, width);
    rect_cut_left(box, view_px(view, 6));
    view_thing(view, THING_TOTALS, access->cell);
    Shape *shape = draw_rect(view->list, cell, view_px(view, 3),
                             shown ? color : COLOR_PANEL);
    if (!shown)
        view_edge(view, shape, color, 2);
    view_thread(view, shape, trace_thread(view->trace, view->running, access));
    if (shown)
        view_label(view, cell, FONT_CODE_STRONG, 14, view_on(color), text);
    return true;
}

void memory_map_lens(const MemoryGrid *grid, Rect box)
{
    const View *view = grid->view;
    double kept = view_least_width(view, FONT_STRONG, "+64 lanes");
    char more[32];
    int i = 0;

    if (!view_is_shared(view) || view->steps)
        return;
    box.w -= grid->columns.x - box.x;
    box.x = grid->columns.x;
    rect_cut_top(&box, view_px(view, 5));
    while (
        i < view->running->lanes &&
        draw_lens_cell(grid, &box, i, i + 1 < view->running->lanes ? kept : 0))
        ++i;
    if (i == view->running->lanes)
        return;
    snprintf(more, sizeof more, "+%d lanes", view->running->lanes - i);
    view_thing(view, THING_TOTALS, 0);
    view_text_fitting(view, box, FONT_STRONG, 14, COLOR_DIM,
                      (const char *[]){more}, 1);
}
