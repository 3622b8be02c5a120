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
 * columns are too narrow for values, cells are drawn as a map of colours.
 */
#include "view/views.h"

#include "draw/font.h"
#include "trace/value.h"
#include "view/pixel_bins.h"
#include "view/row_folding.h"
#include "view/view_bank.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double title_height = 24; /* px at 1080, as all of these */
static const double numbers_height = 20;
static const double least_row = 1.08; /* of the least text */

enum { CLOSE_DIGITS = 3 }; /* that must fit where the memory is zoomed */

/* Size of the values. */
static double cell_text(const View *view)
{
    return view->single ? 17 : 14;
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
} CellGrid;

static double row_likes(const View *view)
{
    return view_px(view, view->single ? 32 : 25);
}

double view_memory_width(const View *view)
{
    return bank_label_width(view) + view->trace->run.k * bank_likes_width(view);
}

double view_memory_height(const View *view)
{
    return view_px(view, (view->two_rows ? 0 : title_height) + numbers_height) +
           row_likes(view) * view_memory_rows(view->analysed) +
           view_queues_height(view);
}

static const Access *touching(const CellGrid *grid, uint32_t cell)
{
    if (!grid->touched || !grid->touched[cell])
        return NULL;
    return grid->view->accesses + grid->touched[cell] - 1;
}

/* How many lanes of the running instruction touch CELL. */
static int lanes_at(const View *view, uint32_t cell)
{
    int lanes = 0;

    for (int i = 0; i < view->running->lanes; ++i)
        lanes += view->accesses[i].cell == cell;
    return lanes;
}

/* "41 ← T0" for a store, "T0 ← 41" for a load. */
static void access_text(const View *view, const Access *access, char *text,
                        size_t room)
{
    char value[VALUE_TEXT], who[32];
    int lanes = lanes_at(view, access->cell);

    scene_value(view->trace->run.op, view->values[access->cell], true, value);
    if (lanes == 1)
        snprintf(who, sizeof who, "T%u",
                 trace_thread(view->trace, view->running, access));
    else
        snprintf(who, sizeof who, "%d lanes", lanes);
    if (trace_is_store(view->running))
        snprintf(text, room, "%s ← %s", value, who);
    else
        snprintf(text, room, "%s ← %s", who, value);
}

/* The part of a cell that text may fill. */
static Rect cell_inside(const View *view, Rect box)
{
    return rect_inset(box, fmin(view_px(view, 3), box.w / 50), 0);
}

/* Is there a cell in which "41 ← T0" does not fit? */
static bool must_be_brief(const CellGrid *grid)
{
    const View *view = grid->view;
    Rect cell = bank_column(&grid->columns, 0, 0, 1);
    char text[96];

    if (!view_is_shared(view))
        return false;
    for (int i = 0; i < view->running->lanes; ++i) {
        access_text(view, view->accesses + i, text, sizeof text);
        if (view_least_width(view, FONT_CODE_STRONG, text) >
            cell_inside(view, cell).w)
            return true;
    }
    return false;
}

/* A load shows from when it is served; a store when it has arrived. */
static bool shows_access(const View *view, const Access *access)
{
    return trace_is_store(view->running) ? view_done(view, access)
                                         : view_begun(view, access);
}

static void draw_touched(const CellGrid *grid, Rect box, const Access *access)
{
    const View *view = grid->view;
    Color color = view_access_color(view, access);
    Rect inside = cell_inside(view, box);
    char text[96];

    draw_rect(view->list, box, view_px(view, 3), color);
    if (grid->brief || !view_done(view, access)) {
        view_word(view, inside, FONT_CODE_STRONG, cell_text(view),
                  view_on(color), view->values[access->cell]);
        return;
    }
    access_text(view, access, text, sizeof text);
    view_number(view, inside, FONT_CODE_STRONG, cell_text(view), view_on(color),
                text);
}

/* A cell with what it holds. */
static void draw_held(const CellGrid *grid, Rect box, uint32_t cell)
{
    const View *view = grid->view;

    if (view->intervals[cell] == INTERVAL_UNSET) {
        view_unwritten(view, box);
        return;
    }
    draw_rect(view->list, box, view_px(view, 3), COLOR_CELL);
    view_word(view, cell_inside(view, box), FONT_CODE, cell_text(view),
              COLOR_INK, view->values[cell]);
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
                  draw_rect(view->list, box, view_px(view, 3), COLOR_NONE),
                  view_access_color(view, access), 2);
}

/* The number of a row's first cell, left of it. */
static void draw_row_label(const CellGrid *grid, uint32_t row, double y,
                           double h)
{
    const View *view = grid->view;
    Rect box = grid->columns.label;
    uint32_t cell = row * view->trace->run.k;
    char number[16];

    box.y = y;
    box.h = h;
    box.w -= view_px(view, 8);
    snprintf(number, sizeof number, "%u", cell);
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
    char text[96];

    last = last < run->words ? last : run->words - 1;
    int length =
        snprintf(text, sizeof text, "cells %u to %u hidden", first, last);
    if (line->touched)
        snprintf(text + length, sizeof text - (size_t)length,
                 ", %u of them in use", line->touched);
    view_tag(view, TAG_TOTALS, first);
    if (pitch < view_size(view, 12.5) * 1.2) /* it would touch the values */
        return;
    view_label(view, box, FONT_TEXT, 12.5,
               line->touched ? COLOR_ALARM : COLOR_DIM, text);
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

    pitch = fmax(1, floor(pitch));
    for (size_t i = 0; i < plan.lines_count; ++i, y += pitch) {
        plan.lines[i].row += grid->first;
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
        view_tag(view, TAG_CELL, bank);
        pixel_bins_draw(&strip, view->list);
    }
    return grid->box.y + grid->rows * pitch;
}

/* Are columns wide enough for the values of this run? */
static bool columns_take_text(const CellGrid *grid)
{
    int digits = grid->view->analysed->digits;

    int most = grid->rows < grid->all ? CLOSE_DIGITS : VIEW_MAX_DIGITS;

    digits = digits < most ? digits : most;
    return view_digits_width(digits, grid->view->least) + 1 <=
           grid->columns.pitch - grid->columns.gap;
}

/* Rows with text that there is room for. */
static uint32_t rows_room(const CellGrid *grid)
{
    return (uint32_t)(grid->box.h / ceil(grid->view->least * least_row));
}

/* Are rows left out, or thinner than text? */
static bool is_folded(const CellGrid *grid)
{
    return grid->box.h >= 1 && rows_room(grid) < grid->rows;
}

static double draw_grid(const CellGrid *grid)
{
    uint32_t room = rows_room(grid);

    if (grid->rows == 0 || grid->box.h < 1)
        return grid->box.y;
    if (columns_take_text(grid) && room >= (grid->rows < 4 ? grid->rows : 4))
        return draw_rows(grid, room);
    return draw_map(grid);
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
        Rect place = view_queue_place(view, &grid->columns, queues, i);
        char text[VALUE_TEXT] = "";
        if (columns_take_text(grid))
            scene_value(view->trace->run.op, access->value, true, text);
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
        view_text(view, rect_cut_top(&box, view_px(view, title_height)),
                  FONT_TEXT, 14, COLOR_DIM, "shared memory, one column a bank");
    grid.columns = bank_columns(view, box);
    view_bank_numbers(view, &grid.columns,
                      rect_cut_top(&box, view_px(view, numbers_height)));
    Rect queues = rect_cut_bottom(&box, view_queues_height(view));
    grid.box = box;
    uint8_t *touched = view_touched(view);
    grid.touched = touched;
    grid.brief = must_be_brief(&grid);
    choose_rows(&grid);
    grid.lines = base_alloc((size_t)grid.all + 1, sizeof *grid.lines);
    /* Beside another trace, queues stand at one height in both. */
    double end = draw_grid(&grid);
    if (is_folded(&grid) || grid.rows < grid.all)
        draw_heat(&grid, end);
    if (!view->single)
        end = fmax(end, box.y + view->rows * row_likes(view));
    queues.y = fmin(queues.y, end + view_px(view, 6));
    view_queues(view, &grid.columns, queues);
    if (view_is_moving(view) && view_is_shared(view))
        draw_tokens(&grid, queues);
    free(grid.lines);
    free(touched);
}
