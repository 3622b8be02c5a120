/* SPDX-License-Identifier: MIT
 *
 * view_flow - the flow of values from round to round as a diagram, for scans
 * whose sums form no tree: a column an element, a row a round.
 *
 *     load      [ 8 ] [ 3 ] [ 5 ] [ 7 ]
 *                  \     \     \
 *     level 1   [ 8 ] [11 ] [ 8 ] [12 ]
 *                     8 + 3  ...
 *
 * Where a thread loaded what another had just stored in the same round, the
 * word did not come from the row above, but from beside:
 *
 *               ╭───────────╮
 *      [ 6 ] [13 ] [ 7 ] [  ▼]
 */
#include "view/diagram.h"

#include "say/phrases.h"

static uint32_t count(const Diagram *at, size_t row)
{
    (void)row;
    return at->columns;
}

static void span(const Diagram *at, size_t row, uint32_t x, uint32_t *first,
                 uint32_t *end)
{
    Half half = flow_half(&at->flow, x);

    (void)row;
    *first = x;
    *end = half == HALF_HIGH ? x : half == HALF_LOW ? x + 2 : x + 1;
    *end = *end < at->columns ? *end : at->columns;
}

static Thing thing(const Diagram *at, size_t row)
{
    (void)at;
    return (Thing){THING_NODE, (uint32_t)row, 0, 0};
}

/* ---- Cells ----------------------------------------------------------------*/

/* The operands of the sum that ACCESS stores, as soon as it is on its way. */
static void set_sum(const View *view, const Access *access, DiagramNode *node)
{
    const Sum *sum = trace_sums(view->trace, access);

    if (sum && trace_is_store(view_instruction_of(view, access)) &&
        trace_is_new_sum(view->trace, access))
        diagram_sum(view, sum, NULL, node);
}

/* Is the word wrong that stands in a cell, or that ACCESS moves?  What the last
 * round left in memory is wrong if it is taken to a wrong output. */
static bool is_wrong(const Diagram *at, size_t row, const Access *access,
                     const Access *stored)
{
    const View *view = at->view;

    if (access && view_is_wrong(view, access))
        return true;
    if (!stored)
        return false;
    return (!access && view_is_wrong(view, stored)) ||
           (row == at->now && view->moment->wrong &&
            view->moment->wrong[stored->cell]);
}

static void look(const Diagram *at, size_t row, uint32_t x, DiagramNode *node)
{
    const View *view = at->view;
    const Access *access = flow_access(&at->flow, row, x);
    bool here = false;
    const Access *stored =
        row <= at->now ? flow_newest(&at->flow, row, x, &here) : NULL;
    Item *item = &node->item;

    node->access = view->steps ? access : flow_request(&at->flow, row, x);
    bool sum =
        here && stored && (row == 0 || trace_is_new_sum(view->trace, stored));
    item->fill = access    ? view_access_color(view, access)
                 : !stored ? COLOR_PANEL
                 : sum     ? COLOR_HELD
                           : COLOR_CELL;
    item->ink = access           ? view_on(item->fill)
                : stored && !sum ? COLOR_DIM
                                 : COLOR_INK;
    item->strong = access != NULL;
    if (!access) {
        item->edge =
            node->access ? view_access_color(view, node->access) : COLOR_EDGE;
        item->edge_width = node->access ? 2.4 : 1;
        item->dashed = !stored && !node->access && at->text;
    }
    item->wrong = is_wrong(at, row, access, stored);
    if (!at->text)
        return;
    const Access *shown = access ? access : stored;
    if (shown)
        diagram_value(view,
                      number_moved(view->trace,
                                   view_instruction_of(view, shown), shown),
                      shown->value, node);
    const Access *own = node->access ? node->access : here ? stored : NULL;
    if (own)
        set_sum(view, own, node);
}

/* ---- Lines ----------------------------------------------------------------*/

/* The line of one operand of the store to a column, or of what it stores. */
static void draw_operand(const Diagram *at, size_t row, uint32_t x,
                         Word interval, Word value, bool sum)
{
    DataflowSource source = flow_source(&at->flow, row, x, interval, value);
    uint32_t from = source.column;
    bool strong = flow_is_under_way(&at->flow, row) && sum;

    if (from == DATAFLOW_NEVER) /* the thread still had it */
        return;
    if (source.store != DATAFLOW_NEVER && from != x) {
        diagram_arc(at, row, from, x, source.early,
                    source.early ? COLOR_FAULT
                    : strong     ? COLOR_LOAD
                                 : COLOR_LINK);
    } else {
        /* an element's own value comes straight down */
        bool own = from == x;
        diagram_link(at, row - 1, from, row, x,
                     strong && !own ? LINK_ARROW : LINK_THIN,
                     own      ? COLOR_EDGE
                     : strong ? COLOR_LOAD
                              : COLOR_LINK);
    }
}

static void links(const Diagram *at, size_t row)
{
    const Trace *trace = at->view->trace;

    for (uint32_t x = 0; row > 0 && x < at->columns; ++x) {
        const DataflowCell *cell = dataflow_cell(at->flow.flow, row, x);
        bool runs = flow_is_under_way(&at->flow, row);
        if (!flow_is_begun(&at->flow, row, x) ||
            !diagram_has_links(at, row, runs) ||
            flow_half(&at->flow, x) == HALF_HIGH)
            continue;
        const Access *access = trace->accesses + cell->access;
        const Sum *sum = trace_sums(trace, access);
        if (sum && trace_is_new_sum(trace, access)) {
            draw_operand(at, row, x, sum->right_interval, sum->right, true);
            draw_operand(at, row, x, sum->left_interval, sum->left, true);
        } else {
            draw_operand(at, row, x, access->interval, access->value, false);
        }
    }
}

/* ---- Names ----------------------------------------------------------------*/

/* The stride between the operands of a row's sums; 0 where that is not so
 * simple. */
static uint32_t stride_of(const Dataflow *flow, size_t row)
{
    const Trace *trace = flow->trace;
    const DataflowRound *of = flow->rounds + row;
    uint32_t stride = 0;

    for (uint32_t i = of->first; i < of->end && !stride; ++i)
        if (trace_is_store(trace->instructions + i))
            stride = phrase_stride(trace, i);
    return trace->steps[of->step].level ? stride : 0;
}

/* "add · level 3 · stride 4", "level 3 · stride 4", "stride 4"; "line 18 · 3rd
 * time", or "write back" where operands are not all the same stride apart. */
static void label(const Diagram *at, size_t row, int form, Text *text)
{
    const Dataflow *flow = at->flow.flow;
    const Step *step = flow->trace->steps + flow->rounds[row].step;
    uint32_t stride = stride_of(flow, row);

    if (form == 0 || step->level == 0)
        trace_step_name(flow->trace, step, " · ", text);
    else if (!stride || form == 1)
        trace_step_count(flow->trace, step, text);
    if (stride)
        text_add(text, "%sstride %u", text->length ? " · " : "", stride);
}

static void head(const Diagram *at, uint32_t column, Text *text)
{
    (void)at;
    text_add(text, "%u", column);
}

const DiagramKind diagram_flow = {.count = count,
                                  .span = span,
                                  .thing = thing,
                                  .look = look,
                                  .links = links,
                                  .label = label,
                                  .head = head};
