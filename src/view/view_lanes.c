/* SPDX-License-Identifier: MIT
 *
 * view_lanes - the registers of the threads of a block as a diagram: a column a
 * thread, a row for each instruction; shuffles as arrows.
 *
 *                       T0      T1      T2      T3
 *     read in           3       1       7       0
 *                       │ ╲     │ ╲     │ ╲     │
 *     shuffle up by 1   3       4       8       7
 *                             3 + 1   1 + 7   7 + 0
 *
 * Which thread has which word is found by warp_registers.h.
 */
#include "view/diagram.h"

#include "analysis/access_role.h"
#include "analysis/tile_status.h"
#include "view/shown_value.h"

#include <stdlib.h>
#include <string.h>

static uint32_t count(const Diagram *at, size_t row)
{
    (void)row;
    return at->columns;
}

static void span(const Diagram *at, size_t row, uint32_t x, uint32_t *first,
                 uint32_t *end)
{
    (void)at;
    (void)row;
    *first = x;
    *end = x + 1;
}

static Thing thing(const Diagram *at, size_t row)
{
    return (Thing){THING_LANE, (uint32_t)row, at->skipped, 0};
}

/* ---- Registers ------------------------------------------------------------*/

/* The number of a program that is in CELL at the moment; of ELEMENT_OTHER, if
 * it is not known. */
static Number number_in(const View *view, const RegisterCell *cell)
{
    if (cell->sum == REGISTERS_NEVER || lane_is_made(view->moment, cell))
        return registers_number(&view->analysed->lanes, cell);
    return number_moved(view->trace,
                        view->trace->instructions + cell->instruction,
                        view->trace->accesses + cell->access);
}

static void set_texts(const View *view, const RegisterCell *cell, bool done,
                      DiagramNode *node)
{
    const Trace *trace = view->trace;
    const WarpRegisters *lanes = &view->analysed->lanes;
    bool made = lane_is_made(view->moment, cell);
    const Sum *sum = made ? trace->sums + cell->sum : NULL;

    if (done)
        diagram_value(view, number_in(view, cell),
                      lane_word(view->moment, cell), node);
    if (!sum)
        return;
    if (done && node->number.element == ELEMENT_OTHER &&
        !trace_sum_is_of_words(trace, sum)) {
        shown_value(OP_INTERVAL, cell->interval, false, node->text);
        shown_value(OP_INTERVAL, cell->interval, true, node->brief);
    }
    diagram_sum(view, sum,
                (Number[]){registers_operand(lanes, cell, false),
                           registers_operand(lanes, cell, true)},
                node);
}

/* Does CELL show what the step that is shown as a whole moved to or from
 * memory? */
static bool is_of_step(const View *view, const RegisterCell *cell)
{
    return cell->instruction != REGISTERS_NEVER && !cell->alone &&
           view_is_of_step(view, cell->instruction) &&
           !trace_is_shuffle(view->trace->instructions + cell->instruction);
}

/* Is what CELL holds wrong: its sum, or the word that it received? */
static bool is_wrong(const View *view, const RegisterCell *cell)
{
    const WrongWords *wrong = &view->analysed->wrong;

    if (!wrong->accesses)
        return false;
    if (cell->sum != REGISTERS_NEVER && lane_is_made(view->moment, cell))
        return wrong->sums[cell->sum];
    return !cell->kept &&
           view_is_wrong(view, view->trace->accesses + cell->access);
}

static void look(const Diagram *at, size_t row, uint32_t x, DiagramNode *node)
{
    const View *view = at->view;
    const Moment *moment = view->moment;
    const RegisterCell *cell = registers_cell(at->lanes, row, at->skipped + x);
    bool done = lane_is_done(moment, cell);
    bool runs = view->steps ? is_of_step(view, cell) : lane_runs(moment, cell);
    Item *item = &node->item;

    if (runs)
        node->access = lane_access(moment, cell);
    item->thread = at->skipped + x + 1;
    item->hidden = cell->instruction == REGISTERS_NEVER; /* takes no part */
    item->fill = !done        ? COLOR_PANEL
                 : runs       ? view_access_color(view, node->access)
                 : cell->kept ? COLOR_CELL
                              : COLOR_HELD;
    item->ink = runs && done ? view_on(item->fill)
                : cell->kept ? COLOR_DIM
                             : COLOR_INK;
    item->strong = runs;
    if (!runs) {
        item->edge = COLOR_EDGE;
        item->dashed = !done && at->text;
    } else if (!done) { /* its word is on its way */
        item->edge = view_access_color(view, node->access);
        item->edge_width = 2;
    }
    item->wrong = done && is_wrong(view, cell);
    if (at->text && lane_is_begun(moment, cell))
        set_texts(view, cell, done, node);
}

/* ---- Lines ----------------------------------------------------------------*/

static void links(const Diagram *at, size_t row)
{
    const View *view = at->view;

    for (uint32_t x = 0; row > 0 && x < at->columns; ++x) {
        uint32_t thread = at->skipped + x;
        const RegisterCell *cell = registers_cell(at->lanes, row, thread);
        bool runs = !view->steps && lane_runs(view->moment, cell);
        if (!lane_is_begun(view->moment, cell) ||
            !diagram_has_links(at, row, runs))
            continue;
        uint32_t own = lane_own(at->lanes, row, thread), from;
        uint32_t taken = lane_taken(at->lanes, row, thread, &from);
        if (own != REGISTERS_NEVER &&
            (cell->sum == REGISTERS_NEVER || lane_is_made(view->moment, cell)))
            diagram_link(at, own, x, row, x, LINK_THIN, COLOR_EDGE);
        bool seen = taken != REGISTERS_NEVER && from >= at->skipped &&
                    from - at->skipped < at->columns;
        if (seen)
            diagram_link(at, taken, from - at->skipped, row, x,
                         runs ? LINK_ARROW : LINK_THIN,
                         runs ? COLOR_GOOD : COLOR_LINK);
    }
}

/* ---- Names ----------------------------------------------------------------*/

/* True if a thread shows in this row the sum with the word that it read. */
static bool shows_sums(const Diagram *at, size_t row)
{
    const RegisterRow *line = at->lanes->rows + row;

    if (!trace_traits((AccessKind)line->kind)->brings)
        return false;
    for (uint32_t thread = 0; thread < at->lanes->threads; ++thread)
        if (lane_is_made(at->view->moment,
                         registers_cell(at->lanes, row, thread)))
            return true;
    return false;
}

/* "up by 2", "from 3"; nothing if sources are no one distance away. */
static void add_distance(const Trace *trace, const Instruction *at, Text *text)
{
    int distance = shuffle_distance(trace, at);

    if (shuffle_source(trace, at) >= 0 && at->lanes > 1)
        text_add(text, "from %d", shuffle_source(trace, at));
    else if (distance)
        text_add(text, "%s by %d", distance > 0 ? "up" : "down", abs(distance));
}

/* "shuffle up by 2", "read in", "read in, 2 of 4", "load, add"; form 1 leaves
 * the verb out where colours and lines show it, form 2 the rest. */
static void label(const Diagram *at, size_t row, int form, Text *text)
{
    const RegisterRow *line = at->lanes->rows + row;
    const Trace *trace = at->view->trace;
    const Instruction *first = trace->instructions + line->first;
    const char *caption = trace_traits((AccessKind)line->kind)->caption;

    if (line->alone) {
        text_add(text, "%s", op_verb(at->view->analysed->op));
        return;
    }
    if (tile_status_count(trace, first)) {
        text_add(text, "%s",
                 trace_is_global_store(first) ? "publish" : "look back");
        return;
    }
    if (trace_is_shuffle(first)) {
        Text way = {0};
        add_distance(trace, first, &way);
        bool both = form == 0 && way.length;
        text_add(text, "%s%s%s", both || !way.length ? caption : "",
                 both ? " " : "", way.length ? way.text : "");
        text_free(&way);
        return;
    }
    bool named = caption[strlen(caption) - 1] == ' ';
    if (trace_is_update(first) &&
        trace->arrays[first->array].holds != HOLDS_NUMBERS)
        caption = "update ";
    text_add(text, "%s%s", form < 2 || !named ? caption : "",
             named ? trace->arrays[first->array].name : "");
    if (line->words > 1 && form < 2)
        text_add(text, ", %d of %d", line->word + 1, line->words);
    if (shows_sums(at, row) && form < 2)
        text_add(text, ", %s", op_verb(at->view->analysed->op));
}

static void head(const Diagram *at, uint32_t column, Text *text)
{
    text_add(text, "T%u", at->skipped + column);
}

const DiagramKind diagram_lanes = {.count = count,
                                   .span = span,
                                   .thing = thing,
                                   .look = look,
                                   .links = links,
                                   .label = label,
                                   .head = head};
