/* SPDX-License-Identifier: MIT */
#include "view/row_folding.h"

#include <stdlib.h>

/* Cells in use in each row. */
static uint32_t *count_touched(uint32_t rows, uint32_t width, uint32_t cells,
                               const uint8_t *touched)
{
    uint32_t *counts = base_alloc((size_t)rows + 1, sizeof *counts);

    for (uint32_t cell = 0; touched && cell < cells; ++cell)
        counts[cell / width] += touched[cell] != 0;
    return counts;
}

/* Lines that showing ROW would add: itself, and what becomes of the hidden
 * stretch that it splits, shortens or removes. */
static int lines_added(const bool *shown, uint32_t rows, uint32_t row)
{
    bool before = row > 0 && !shown[row - 1];
    bool after = row + 1 < rows && !shown[row + 1];

    return before + after;
}

/* Shows ROW if the lines then used, *USED of ROOM, allow it. */
static bool try_row(bool *shown, uint32_t rows, int64_t row, uint32_t room,
                    uint32_t *used)
{
    if (row < 0 || row >= (int64_t)rows || shown[row])
        return true;
    uint32_t added = (uint32_t)lines_added(shown, rows, (uint32_t)row);
    if (*used + added > room)
        return false;
    *used += added;
    shown[row] = true;
    return true;
}

static void choose(bool *shown, uint32_t rows, const uint32_t *counts,
                   uint32_t room)
{
    uint32_t used = 1; /* all hidden is one line */
    bool any = false;

    for (uint32_t row = 0; row < rows; ++row)
        if (counts[row]) {
            any = true;
            try_row(shown, rows, row, room, &used);
        }
    if (!any)
        try_row(shown, rows, 0, room, &used);
    for (uint32_t away = 1; away <= room; ++away)
        for (uint32_t row = 0; row < rows && used <= room; ++row)
            if (counts[row] || (!any && row == 0)) {
                try_row(shown, rows, (int64_t)row + away, room, &used);
                try_row(shown, rows, (int64_t)row - away, room, &used);
            }
}

RowFolding row_folding_plan(uint32_t rows, uint32_t width, uint32_t cells,
                            const uint8_t *touched, uint32_t room)
{
    RowFolding plan = {0};
    uint32_t *counts = count_touched(rows, width, cells, touched);
    bool *shown = base_alloc((size_t)rows + 1, sizeof *shown);

    if (rows <= room)
        for (uint32_t row = 0; row < rows; ++row)
            shown[row] = true;
    else
        choose(shown, rows, counts, room);
    for (uint32_t row = 0; row < rows; ++row) {
        RowLine line = {.row = row, .count = 1, .hidden = !shown[row]};
        RowLine *last =
            plan.lines_count ? plan.lines + plan.lines_count - 1 : NULL;
        if (line.hidden && last && last->hidden) {
            ++last->count;
        } else {
            base_push(&plan, lines, line);
            last = plan.lines + plan.lines_count - 1;
        }
        last->touched += line.hidden ? counts[row] : 0;
    }
    free(counts);
    free(shown);
    return plan;
}

void row_folding_free(RowFolding *plan)
{
    free(plan->lines);
    *plan = (RowFolding){0};
}
