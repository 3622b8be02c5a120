/* SPDX-License-Identifier: MIT */
#include "view/memory_grid.h"

#include "draw/font.h"
#include "trace/value.h"
#include "trace/variable.h"

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
