/* SPDX-License-Identifier: MIT
 *
 * view_memory - draws shared memory with one column a bank, and the queues
 * below the banks.
 *
 *             0      1      2      3        the banks
 *       0  [41<T0][  3 ][  12 ][  7 ]       cell 0 and its three neighbours
 *       4  [  2  ][ 18 ][ /// ][  7 ]       /// was never written
 *          ------ ------ ------ ------
 *  queues   T0                              the lanes that wait at each bank
 *           T2
 *          2 waiting
 *
 * If there are too many rows, those not in use are folded (row_folding.h); if
 * columns are too narrow for values, cells are drawn as a map of colours, with
 * a lens under it: the words that move.
 */
#include "view/step_cells.h"
#include "view/views.h"

#include "draw/font.h"
#include "trace/value.h"
#include "trace/variable.h"
#include "view/pixel_bins.h"
#include "view/row_folding.h"
#include "view/view_bank.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double title_height = 24; /* px at 1080, as all of these */
static const double numbers_height = 20;
static const double least_row = 1.08; /* of the least text */
static const double named_row = 1.3;  /* the same where rows have names */

enum { COMMON_DIGITS = 4 }; /* of a program's values; longer ones shrink */
enum { CLOSE_DIGITS = 3 };  /* that must fit where the memory is zoomed */

/* Size of the values. */
static double cell_text(const View *view)
{
    if (!view->single)
        return bank_is_star(view) ? 18 : 14;
    return view->trace->run.k <= BANK_FEW ? 20 : 17;
}

/* What a cell of the grid is drawn with. */
typedef struct {
    const View *view;
    BankColumns columns;
    Rect box;
    uint32_t rows;          /* that are seen */
    uint32_t first;         /* of them */
    uint32_t all;           /* rows of the memory */
    const uint8_t *touched; /* see view_touched */
    Rect *lines;            /* where each row is drawn; only y and h count */
    bool brief;             /* there is no room to say who touches a cell */
    StepCells stepped;      /* of a step as a whole */
} CellGrid;

static double row_least(const View *view)
{
    return ceil(view->least *
                (view_has_variables(view) ? named_row : least_row));
}

static double row_likes(const View *view)
{
    return view_px(view, view->single || bank_is_star(view) ? 32 : 25);
}

double view_memory_width(const View *view)
{
    return bank_label_width(view) + view->trace->run.k * bank_likes_width(view);
}

static const Access *touching(const CellGrid *grid, uint32_t cell)
{
    if (grid->view->steps)
        return grid->stepped.last[cell];
    if (!grid->touched || !grid->touched[cell])
        return NULL;
    return grid->view->accesses + grid->touched[cell] - 1;
}

/* How many threads touch CELL: in the STEP as a whole, or in the running
 * instruction; *FIRST becomes two of them, at most. */
static uint32_t threads_at(const CellGrid *grid, uint32_t cell, bool step,
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

static void who_text(const CellGrid *grid, uint32_t cell, bool step, char *text,
                     size_t room)
{
    uint32_t threads[2];
    uint32_t count = threads_at(grid, cell, step, threads);

    if (count == 1)
        snprintf(text, room, "T%u", threads[0]);
    else if (count == 2)
        snprintf(text, room, "T%u, T%u", threads[0], threads[1]);
    else
        snprintf(text, room, "%u %s", count, step ? "threads" : "lanes");
}

static void brief_value(const View *view, uint32_t cell, char value[VALUE_TEXT])
{
    if (view_has_variables(view))
        variable_memory_value(view->trace, view_grid(view), cell, view->values,
                              true, value);
    else
        scene_value(view->trace->run.op, view->values[cell], true, value);
}

/* What ACCESS, of the STEP as a whole or of the running instruction, moves from
 * or to CELL, see view_moved_text. */
static void access_text(const CellGrid *grid, const Access *access,
                        uint32_t cell, bool step, char text[96])
{
    const View *view = grid->view;
    char value[VALUE_TEXT], who[32];

    brief_value(view, cell, value);
    who_text(grid, cell, step, who, sizeof who);
    view_moved_text(step ? view_instruction_of(view, access) : view->running,
                    who, value, text, 96);
}

/* The part of a cell that text may fill. */
static Rect cell_inside(const View *view, Rect box)
{
    return rect_inset(box, fmin(view_px(view, 3), box.w / 50), 0);
}

/* Is there a cell in which "T0 ▶ 41" does not fit? */
static bool must_be_brief(const CellGrid *grid)
{
    const View *view = grid->view;
    Rect cell = bank_column(&grid->columns, 0, 0, 1);
    char text[96];

    for (uint32_t c = 0; view->steps && c < view->trace->run.words; ++c) {
        const Access *last = grid->stepped.last[c];
        if (!last)
            continue;
        access_text(grid, last, c, true, text);
        if (view_least_width(view, FONT_CODE_STRONG, text) >
            cell_inside(view, cell).w)
            return true;
    }
    if (!view_is_shared(view) || view->steps)
        return false;
    for (int i = 0; i < view->running->lanes; ++i) {
        access_text(grid, view->accesses + i, view->accesses[i].cell, false,
                    text);
        if (view_least_width(view, FONT_CODE_STRONG, text) >
            cell_inside(view, cell).w)
            return true;
    }
    return false;
}

/* A load shows from when it is served; a store when it has arrived. */
static bool shows_access(const View *view, const Access *access)
{
    if (view->steps)
        return true;
    return trace_is_store(view->running) ? view_done(view, access)
                                         : view_begun(view, access);
}

/* The part of shared memory that a value is written on: a cell, or both cells
 * of a number of 8 bytes. */
typedef struct {
    Rect box;
    uint32_t cell; /* the first one */
    bool none;     /* nothing is written: it is, on the second cell */
} Written;

/* Do both cells of a number, the second of which is CELL, look the same? */
static bool is_joined(const CellGrid *grid, uint32_t cell)
{
    const View *view = grid->view;
    const Access *low = touching(grid, cell - 1), *high = touching(grid, cell);

    if (view->intervals[cell - 1] == INTERVAL_UNSET ||
        view->intervals[cell] == INTERVAL_UNSET || !low != !high)
        return false;
    return !low ||
           (shows_access(view, low) == shows_access(view, high) &&
            view_access_color(view, low) == view_access_color(view, high));
}

/* What CELL in BOX is drawn as: the second cell of a number as both. */
static Written written_on(const CellGrid *grid, Rect box, uint32_t cell)
{
    const View *view = grid->view;
    Half half = variable_half(view->trace, view_grid(view), cell);
    Written at = {box, cell, false};

    if (half == HALF_LOW) {
        at.none = is_joined(grid, cell + 1);
    } else if (half == HALF_HIGH && is_joined(grid, cell)) {
        at.box.x -= grid->columns.pitch;
        at.box.w += grid->columns.pitch;
        --at.cell;
    }
    return at;
}

/* The size of all values of a program that fit in one cell: so that those side
 * by side do not look like one number. */
static double program_text_size(const CellGrid *grid)
{
    const View *view = grid->view;
    double width = grid->columns.pitch - grid->columns.gap - view_px(view, 4);
    double digits = layout_clamp(view->analysed->digits, 1, COMMON_DIGITS);
    double one = font_width(FONT_CODE_STRONG, 1, "0");

    if (digits * one * view->least > width)
        digits = fmax(1, floor(width / (one * view->least)));
    return fmin(cell_text(view), width / (digits * one) / view->unit);
}

/* A program's values are of several types: "…" stands for one that is too long.
 */
static void write_value(const CellGrid *grid, const Written *at, Font font,
                        Color color)
{
    const View *view = grid->view;
    char text[VALUE_TEXT];

    Rect inside = view_has_variables(view) ? rect_inset(at->box, 0.5, 0)
                                           : cell_inside(view, at->box);
    view_cell_value(view, at->cell, font, inside.w, text);
    bool fits = !view_has_variables(view) ||
                view_least_width(view, font, text) <= inside.w + 1e-6;
    view_number(view, inside, font,
                view_has_variables(view) ? program_text_size(grid)
                                         : cell_text(view),
                color, fits ? text : "…");
}

static bool is_wrong(const View *view, uint32_t cell)
{
    return view->wrong && view->wrong[cell];
}

static void draw_touched(const CellGrid *grid, Rect box, const Access *access)
{
    const View *view = grid->view;
    Color color = view_access_color(view, access);
    Written at = written_on(grid, box, access->cell);
    uint32_t threads[2];
    char text[96];

    Shape *shape = draw_rect(view->list, at.box, view_px(view, 3), color);
    if (threads_at(grid, access->cell, view->steps, threads) == 1)
        view_thread(view, shape, threads[0]);
    Color on = view_on(color);
    if (is_wrong(view, access->cell))
        on = view_fill_wrong(view, shape);
    else if (view_is_raced(view, access))
        view_mark_raced(view, shape);
    if (at.none)
        return;
    if (grid->brief || !view_done(view, access)) {
        write_value(grid, &at, FONT_CODE_STRONG, on);
        return;
    }
    access_text(grid, access, at.cell, view->steps, text);
    view_number(view, cell_inside(view, at.box), FONT_CODE_STRONG,
                cell_text(view), on, text);
}

/* A cell with what it holds. */
static void draw_held(const CellGrid *grid, Rect box, uint32_t cell)
{
    const View *view = grid->view;

    if (view->intervals[cell] == INTERVAL_UNSET) {
        view_unwritten(view, box);
        return;
    }
    Written at = written_on(grid, box, cell);
    bool wrong = is_wrong(view, cell);
    Shape *shape = draw_rect(view->list, at.box, view_px(view, 3), COLOR_CELL);
    Color on = wrong ? view_fill_wrong(view, shape) : COLOR_INK;
    if (!at.none)
        write_value(grid, &at, wrong ? FONT_CODE_STRONG : FONT_CODE, on);
}

static void draw_cell(const CellGrid *grid, Rect box, uint32_t cell)
{
    const View *view = grid->view;
    const Access *access = touching(grid, cell);

    view_tag(view, TAG_CELL, cell);
    if (access && shows_access(view, access)) {
        draw_touched(grid, box, access);
        return;
    }
    draw_held(grid, box, cell);
    if (access) /* which waits */
        view_edge(view,
                  draw_rect(view->list, written_on(grid, box, cell).box,
                            view_px(view, 3), COLOR_NONE),
                  view_access_color(view, access), 2);
}

/* ---- Names of a program's variables ---------------------------------------*/

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
static const Variable *first_in(const View *view, uint32_t first, uint32_t end)
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

/* Does one of several variables begin in ROW? */
static bool has_names(const View *view, uint32_t row)
{
    uint32_t k = view->trace->run.k;

    return first_in(view, row * k, row * k + k) != NULL;
}

static uint32_t count_named(const View *view, uint32_t first, uint32_t end)
{
    uint32_t count = 0;

    for (uint32_t row = first; row < end; ++row)
        count += has_names(view, row);
    return count;
}

/* The height of the names over a row. */
static double names_room(const View *view)
{
    return ceil(fmax(view_px(view, 18), view->least * 1.35));
}

double view_memory_height(const View *view)
{
    return view_px(view, (view->two_rows ? 0 : title_height) + numbers_height) +
           row_likes(view) * view_memory_rows(view->analysed) +
           names_room(view) *
               count_named(view, 0, view_memory_rows(view->analysed)) +
           view_queues_height(view);
}

/* The names of the variables that begin in ROW, over their first cells, each at
 * an edge that goes down to the end of the row at BOTTOM. */
static void draw_names(const CellGrid *grid, uint32_t row, double y,
                       double bottom)
{
    const View *view = grid->view;
    uint32_t k = view->trace->run.k, cell = row * k, end = cell + k;
    const Variable *next = first_in(view, cell, end);
    double thick = fmax(1, round(view_px(view, 2)));

    while (next) {
        const Variable *variable = next;
        Text text = {0};
        cell = variable->first / (uint32_t)sizeof(Word);
        next = first_in(view, cell + 1, end);
        uint32_t stop = next ? next->first / (uint32_t)sizeof(Word) : end;
        Rect box = bank_column(&grid->columns, cell % k, y, names_room(view));
        view_tag(view, TAG_TOTALS, cell);
        draw_rect(view->list, (Rect){box.x - thick, y, thick, bottom - y}, 0,
                  COLOR_INK);
        box.w = (stop - cell) * grid->columns.pitch - view_px(view, 6);
        rect_cut_left(&box, view_px(view, 4));
        variable_declaration(variable, &text);
        if (view_least_width(view, FONT_CODE, text.text) > box.w) {
            text_free(&text);
            text_add(&text, "%s", variable->name);
        }
        if (view_least_width(view, FONT_CODE, text.text) <= box.w)
            view_text(view, box, FONT_CODE, 13, COLOR_INK, text.text);
        text_free(&text);
    }
}

/* "float temp[128]   shared memory, one column a bank". */
static void draw_title(const View *view, Rect box)
{
    static const char words[] = "shared memory, one column a bank";
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
    if (!count || font_width(FONT_TEXT, view_size(view, 14), words) <= box.w)
        view_text_fitting(view, box, FONT_TEXT, 14, COLOR_DIM,
                          (const char *[]){words, "shared memory"}, 2);
    text_free(&text);
}

/* ---- Rows -----------------------------------------------------------------*/

/* The number of a row's first cell, left of it; its name in a program. */
static void draw_row_label(const CellGrid *grid, uint32_t row, double y,
                           double h)
{
    const View *view = grid->view;
    Rect box = grid->columns.label;
    uint32_t cell = row * view->trace->run.k;
    char number[BANK_LABEL];

    box.y = y;
    box.h = h;
    box.w -= view_px(view, 8);
    bank_row_label(view, row, box.w, number);
    view_tag(view, TAG_TOTALS, cell);
    draw_text(view->list, box, ALIGN_RIGHT, FONT_CODE, view_size(view, 12.5),
              view->least, COLOR_DIM, number);
}

static void draw_row(const CellGrid *grid, uint32_t row, double y, double pitch)
{
    double gap = fmax(1, round(view_px(grid->view, 2)));

    draw_row_label(grid, row, y, pitch - gap);
    for (uint32_t bank = 0; bank < grid->view->trace->run.k; ++bank) {
        uint32_t cell = row * grid->view->trace->run.k + bank;
        if (cell < grid->view->trace->run.words)
            draw_cell(grid, bank_column(&grid->columns, bank, y, pitch - gap),
                      cell);
    }
}

/* One line for rows that are not shown: "cells 32 to 251". */
static void draw_hidden(const CellGrid *grid, const RowLine *line, double y,
                        double pitch)
{
    const View *view = grid->view;
    const Run *run = &view->trace->run;
    uint32_t first = line->row * run->k;
    uint32_t last = (line->row + line->count) * run->k - 1;
    Rect box = {grid->columns.x, y, grid->columns.pitch * run->k, pitch};
    Text text = {0};

    last = last < run->words ? last : run->words - 1;
    if (view_has_variables(view)) {
        variable_cell_name(view->trace, view_grid(view), first, &text);
        text_add(&text, " to ");
        variable_cell_name(view->trace, view_grid(view), last, &text);
    } else {
        text_add(&text, "cells %u to %u", first, last);
    }
    text_add(&text, " hidden");
    if (line->touched)
        text_add(&text, ", %u of them in use", line->touched);
    view_tag(view, TAG_TOTALS, first);
    if (pitch >= view_size(view, 12.5) * 1.2) /* it would touch the values */
        view_label(view, box, FONT_TEXT, 12.5,
                   line->touched ? COLOR_ALARM : COLOR_DIM, text.text);
    text_free(&text);
}

/* The height of all names over the rows of PLAN; 0 if there is no room. */
static double names_height(const CellGrid *grid, const RowFolding *plan)
{
    double least = row_least(grid->view), height = 0;

    for (size_t i = 0; i < plan->lines_count; ++i)
        if (!plan->lines[i].hidden &&
            has_names(grid->view, grid->first + plan->lines[i].row))
            height += names_room(grid->view);
    return height + least * (double)plan->lines_count <= grid->box.h ? height
                                                                     : 0;
}

/* Rows with values: all of them, or those in use and their neighbours.  All of
 * these return where they end. */
static double draw_rows(const CellGrid *grid, uint32_t room)
{
    const View *view = grid->view;
    double pitch = fmin(row_likes(view), grid->box.h / fmin(room, grid->rows));
    double y = round(grid->box.y);
    uint32_t k = view->trace->run.k;
    uint32_t cells = view->trace->run.words - grid->first * k;
    RowFolding plan =
        row_folding_plan(grid->rows, k,
                         cells < grid->rows * k ? cells : grid->rows * k,
                         grid->touched ? grid->touched + grid->first * k : NULL,
                         room);

    double names = names_height(grid, &plan);
    if (names > 0)
        pitch = fmin(row_likes(view),
                     (grid->box.h - names) / (double)plan.lines_count);
    pitch = fmax(1, floor(pitch));
    for (size_t i = 0; i < plan.lines_count; ++i, y += pitch) {
        plan.lines[i].row += grid->first;
        if (names > 0 && !plan.lines[i].hidden &&
            has_names(view, plan.lines[i].row)) {
            double top = y;
            y += names_room(view);
            draw_names(grid, plan.lines[i].row, top, y + pitch);
        }
        for (uint32_t j = 0; j < plan.lines[i].count; ++j)
            grid->lines[plan.lines[i].row + j] = (Rect){0, y, 0, pitch};
        if (plan.lines[i].hidden)
            draw_hidden(grid, plan.lines + i, y, pitch);
        else
            draw_row(grid, plan.lines[i].row, y, pitch);
    }
    row_folding_free(&plan);
    return y;
}

static Color map_color(const CellGrid *grid, uint32_t cell)
{
    const Access *access = touching(grid, cell);

    if (access && shows_access(grid->view, access))
        return view_access_color(grid->view, access);
    if (is_wrong(grid->view, cell))
        return COLOR_FAULT;
    return grid->view->intervals[cell] == INTERVAL_UNSET ? COLOR_CELL
                                                         : COLOR_HELD;
}

static void draw_map_labels(const CellGrid *grid, double pitch)
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
        draw_row_label(grid, row,
                       y + (pitch < height ? 0 : (pitch - height) / 2), height);
    }
}

/* Lines where variables begin, between rows PITCH high. */
static void draw_map_edges(const CellGrid *grid, double pitch)
{
    const View *view = grid->view;
    uint32_t k = view->trace->run.k, end = (grid->first + grid->rows) * k;
    const Variable *variable = first_in(view, grid->first * k, end);
    double thick = fmax(1, round(view_px(view, 1.5)));

    view_tag(view, TAG_TOTALS, 0);
    while (variable && pitch > 2 * thick) {
        uint32_t cell = variable->first / (uint32_t)sizeof(Word);
        double y = grid->box.y + (cell / k - grid->first) * pitch;
        Rect from = bank_column(&grid->columns, cell % k, y - thick / 2, thick);
        double right = grid->columns.x + k * grid->columns.pitch;
        from.x -= fmin(thick, grid->columns.gap);
        draw_rect(view->list, (Rect){from.x, from.y, right - from.x, thick}, 0,
                  COLOR_INK);
        if (cell % k) {
            draw_rect(view->list, (Rect){from.x, from.y, thick, pitch}, 0,
                      COLOR_INK);
            draw_rect(view->list,
                      (Rect){grid->columns.x, from.y + pitch,
                             from.x + thick - grid->columns.x, thick},
                      0, COLOR_INK);
        }
        variable = first_in(view, cell + 1, end);
    }
}

/* Rows of the map: as many cells of a bank. */
static uint32_t cells_below(const CellGrid *grid, uint32_t bank)
{
    const Run *run = &grid->view->trace->run;
    uint32_t first = grid->first * run->k + bank;
    uint32_t left =
        first < run->words ? (run->words - first - 1) / run->k + 1 : 0;

    return left < grid->rows ? left : grid->rows;
}

/* Colours only: a column a bank, as many pixels for each row as there are. */
static double draw_map(const CellGrid *grid)
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
        view_tag(view, TAG_CELL, grid->first * run->k + bank);
        view_strip(view, strip.box, true, run->k, cells_below(grid, bank));
        pixel_bins_draw(&strip, view->list);
    }
    draw_map_edges(grid, pitch);
    return grid->box.y + grid->rows * pitch;
}

/* Are columns wide enough for the values of this run? */
static bool columns_take_text(const CellGrid *grid)
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

/* Rows with text that there is room for. */
static uint32_t rows_room(const CellGrid *grid)
{
    return (uint32_t)(grid->box.h / row_least(grid->view));
}

/* Are rows left out, or thinner than text? */
static bool is_folded(const CellGrid *grid)
{
    return grid->box.h >= 1 && rows_room(grid) < grid->rows;
}

/* Is there no room for values, so that cells are a map of colours? */
static bool is_map(const CellGrid *grid)
{
    uint32_t least = grid->rows < 4 ? grid->rows : 4;

    return !columns_take_text(grid) || rows_room(grid) < least;
}

static double draw_grid(const CellGrid *grid)
{
    if (grid->rows == 0 || grid->box.h < 1)
        return grid->box.y;
    return is_map(grid) ? draw_map(grid) : draw_rows(grid, rows_room(grid));
}

/* ---- The lens on a map ----------------------------------------------------*/

/* Under a map of colours, what runs there, as many lanes as fit:
 *
 *     ▪   ▪         map
 *     [T0 ▶ 41] [T1 ▶ 34] [T2 ▶ 31] +29
 */
static double lens_height(const CellGrid *grid)
{
    double height = ceil(grid->view->least * 1.8);

    return is_map(grid) && grid->box.h > 4 * height ? height : 0;
}

/* The word of access I in a box cut off the left of *BOX; false if it does not
 * fit beside KEPT pixels. */
static bool draw_lens_cell(const CellGrid *grid, Rect *box, int i, double kept)
{
    const View *view = grid->view;
    const Access *access = view->accesses + i;
    double size = view_size(view, 14);
    Color color = view_access_color(view, access);
    bool shown = shows_access(view, access);
    char text[96];

    access_text(grid, access, access->cell, false, text);
    double width = font_width(FONT_CODE_STRONG, size, text) +
                   VIEW_APART * size + view_px(view, 10);
    if (width + kept > box->w)
        return false;
    Rect cell = rect_cut_left(box, width);
    rect_cut_left(box, view_px(view, 6));
    view_tag(view, TAG_TOTALS, access->cell);
    Shape *shape = draw_rect(view->list, cell, view_px(view, 3),
                             shown ? color : COLOR_PANEL);
    if (!shown)
        view_edge(view, shape, color, 2);
    view_thread(view, shape, trace_thread(view->trace, view->running, access));
    if (shown)
        view_label(view, cell, FONT_CODE_STRONG, 14, view_on(color), text);
    return true;
}

static void draw_lens(const CellGrid *grid, Rect box)
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
    view_tag(view, TAG_TOTALS, 0);
    view_text_fitting(view, box, FONT_STRONG, 14, COLOR_DIM,
                      (const char *[]){more}, 1);
}

/* The value that an access moves; "" of a part of a number, and of what is
 * wider than a column of a program's memory. */
static void token_text(const CellGrid *grid, const Access *access,
                       char text[VALUE_TEXT])
{
    const View *view = grid->view;
    uint32_t of = view_grid(view);

    if (!view_has_variables(view)) {
        scene_value(view->trace->run.op, access->value, true, text);
        return;
    }
    if (variable_half(view->trace, of, access->cell) == HALF_NONE)
        variable_cell_value(view->trace, of, access->cell, access->value, text);
    if (view_least_width(view, FONT_CODE_STRONG, text) > grid->columns.pitch)
        text[0] = '\0';
}

/* Values on their way between a cell and the queue of its bank. */
static void draw_tokens(const CellGrid *grid, Rect queues)
{
    const View *view = grid->view;
    const Access *access = view->accesses;
    bool store = trace_is_store(view->running);

    for (int i = 0; i < view->running->lanes; ++i, ++access) {
        double served = view_served(view, access);
        uint32_t row = access->cell / view->trace->run.k;
        if (served <= 0 || served >= 1 || row < grid->first ||
            row >= grid->first + grid->rows)
            continue;
        Rect line = grid->lines[row];
        Rect cell =
            bank_column(&grid->columns, access->cell & (view->trace->run.k - 1),
                        line.y, line.h);
        Rect place = view_queue_head(view, &grid->columns, queues,
                                     access->cell & (view->trace->run.k - 1));
        char text[VALUE_TEXT] = "";
        if (columns_take_text(grid))
            token_text(grid, access, text);
        view_moving(view, store ? place : cell, store ? cell : place, served,
                    cell_text(view), view_access_color(view, access), text);
    }
}

/* If not all rows are drawn with their values, draws a strip beside them: how
 * often each row of the whole memory is used in this step, and which part is
 * visible. */
static void draw_heat(const CellGrid *grid, double end)
{
    const View *view = grid->view;
    const Trace *trace = view->trace;
    double width = fmax(2, round(view_px(view, 4)));
    Rect box = {grid->columns.x - width - fmax(1, view_px(view, 2)),
                grid->box.y, width, end - grid->box.y};
    PixelBins heat = pixel_bins_new(box, true);
    double row = box.h / grid->all;

    for (size_t i = view->running
                        ? trace_step(trace, view->running)->first_instruction
                        : 0;
         i < view->position; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        bool waits = view->analysed->banks.costs[i].wavefronts > 1;
        for (int a = 0; trace_is_shared(at) && a < at->lanes; ++a) {
            double y = access[a].cell / trace->run.k * row;
            pixel_bins_heat(&heat, y, y + row, 1, waits);
        }
    }
    view_tag(view, TAG_TOTALS, 0);
    draw_rect(view->list, box, 0, COLOR_CELL);
    pixel_bins_draw(&heat, view->list);
    if (grid->rows < grid->all) {
        Rect seen = {box.x - 1, box.y + grid->first * row, box.w + 2,
                     fmax(3, grid->rows * row)};
        Shape *frame = draw_rect(view->list, seen, 0, COLOR_NONE);
        view_edge(view, frame, COLOR_INK, 1);
    }
}

/* The visible rows. */
static void choose_rows(CellGrid *grid)
{
    const Zoom *zoom = grid->view->zooms + ZOOM_MEMORY;

    grid->rows = grid->all = view_memory_rows(grid->view->analysed);
    if (zoom->zoom <= 0 || grid->all == 0)
        return;
    double rows = fmax(ceil(grid->all / zoom_scale(zoom)),
                       floor(grid->box.h / row_likes(grid->view)));
    grid->rows = (uint32_t)layout_clamp(rows, 1, grid->all);
    grid->first = (uint32_t)fmin(floor(grid->all * zoom->from + 0.5),
                                 grid->all - grid->rows);
}

void view_memory(const View *view, Rect box)
{
    CellGrid grid = {.view = view};

    display_list_area(view->list, AREA_MEMORY, view->panel, box);
    if (rect_is_empty(box))
        return;
    view_tag(view, TAG_FRAME, 0);
    if (!view->two_rows)
        draw_title(view, rect_cut_top(&box, view_px(view, title_height)));
    grid.columns = bank_columns(view, box);
    view_bank_numbers(view, &grid.columns,
                      rect_cut_top(&box, view_px(view, numbers_height)));
    Rect queues = rect_cut_bottom(&box, view_queues_height(view));
    grid.box = box;
    uint8_t *touched = view_touched(view);
    if (view->steps)
        grid.stepped = step_cells_of(view);
    grid.touched = touched;
    grid.brief = must_be_brief(&grid);
    choose_rows(&grid);
    grid.lines = base_alloc((size_t)grid.all + 1, sizeof *grid.lines);
    Rect lens = rect_cut_bottom(&grid.box, lens_height(&grid));
    /* Beside another trace, queues stand at one height in both. */
    double end = draw_grid(&grid);
    lens.y = fmin(lens.y, end);
    if (lens.h > 0)
        draw_lens(&grid, lens);
    end += lens.h;
    if (is_folded(&grid) || grid.rows < grid.all)
        draw_heat(&grid, end - lens.h);
    if (!view->single)
        end = fmax(end, box.y + view->rows * row_likes(view));
    queues.y = fmin(queues.y, end + view_px(view, 6));
    view_queues(view, &grid.columns, queues);
    if (view_is_moving(view) && view_is_shared(view))
        draw_tokens(&grid, queues);
    free(grid.lines);
    step_cells_free(&grid.stepped);
    free(touched);
}
