/* SPDX-License-Identifier: MIT
 *
 * memory_names - see memory_names.h.
 */
#include "view/memory_names.h"

#include "draw/font.h"
#include "trace/variable.h"
#include "view/view_bank.h"

#include <math.h>

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

const Variable *memory_names_first(const View *view, uint32_t first,
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
