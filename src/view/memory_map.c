/* SPDX-License-Identifier: MIT
 *
 * memory_map - see memory_map.h.
 */
#include "view/memory_map.h"

#include "draw/font.h"
#include "trace/variable.h"
#include "view/memory_names.h"
#include "view/pixel_bins.h"
#include "view/view_bank.h"

#include <math.h>
#include <stdio.h>

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
