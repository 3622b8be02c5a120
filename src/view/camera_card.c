/* SPDX-License-Identifier: MIT
 *
 * camera_card - what is on a card; see camera.h.
 */
#include "view/camera.h"

#include "analysis/access_role.h"

#include <stdio.h>

/* ---- What is on a card ----------------------------------------------------*/

/* Are nodes of LEVEL shown with their children in the step of an instruction?
 */
static bool has_children(const View *view, const Instruction *by,
                         uint32_t level)
{
    PhaseKind kind;

    if (!by || level == 0 || level >= view->analysed->tree.levels)
        return false;
    kind = trace_phase_kind(view->trace, trace_step(view->trace, by));
    return kind == PHASE_UPSWEEP || kind == PHASE_DOWNSWEEP;
}

CameraCard camera_card(const Diagram *at, const Access *access, uint32_t level,
                       uint32_t x, bool parts)
{
    const Tree *tree = &at->view->analysed->tree;
    CameraCard card = {.access = access,
                       .by = access ? at->view->running : NULL,
                       .thing = {THING_NODE, level, x, 0}};

    size_t row = tree->levels - 1 - level;
    card.top = diagram_node(at, row, x);
    for (uint32_t child = 2 * x;
         parts && child < 2 * x + 2 && child < tree_width(tree, level - 1);
         ++child) {
        card.things[card.count] = (Thing){THING_NODE, level - 1, child, 0};
        card.parts[card.count++] = diagram_node(at, row + 1, child);
    }
    return card;
}

CameraCard camera_card_of_node(const Diagram *at, const Access *access,
                               uint32_t level, uint32_t x)
{
    const View *view = at->view;
    const Instruction *by = view->running;
    const Step *step = trace_step(view->trace, by);

    /* In inclusive down-sweeps the operand is no parent: it stands alone. */
    if (view->analysed->tree.inclusive &&
        trace_phase_kind(view->trace, step) == PHASE_DOWNSWEEP)
        return camera_card(at, access, level, x, false);
    if (step->level == (int)level + 1 && has_children(view, by, level + 1))
        return camera_card(at, access, level + 1, x / 2, true);
    return camera_card(at, access, level, x, has_children(view, by, level));
}

/* The operands of the sum of a card, as nodes. */
static void set_operands(CameraCard *card)
{
    const char *texts[2] = {card->top.left, card->top.right};

    for (uint32_t i = 0; card->top.left[0] && i < 2; ++i) {
        DiagramNode *part = card->parts + i;
        *part = (DiagramNode){.item = {.fill = COLOR_HELD,
                                       .edge = COLOR_LINK,
                                       .edge_width = 1,
                                       .alpha = 1,
                                       .ink = COLOR_INK}};
        snprintf(part->text, sizeof part->text, "%s", texts[i]);
        snprintf(part->brief, sizeof part->brief, "%s", texts[i]);
        card->things[i] = (Thing){THING_TOTALS, i, 0, 0};
        card->count = 2;
    }
}

/* The register of THREAD in ROW, whose operands are in rows above. */
static void set_register(const Diagram *at, CameraCard *card, uint32_t row,
                         uint32_t thread)
{
    uint32_t from = 0, taken = lane_taken(at->lanes, row, thread, &from);
    uint32_t own = lane_own(at->lanes, row, thread);
    int side = taken != REGISTERS_NEVER && from > thread;

    card->thing = (Thing){THING_LANE, row, thread, 0};
    if (card->count && taken != REGISTERS_NEVER)
        card->things[side] = (Thing){THING_LANE, taken, from, 0};
    if (card->count && own != REGISTERS_NEVER)
        card->things[!side] = (Thing){THING_LANE, own, thread, 0};
}

/* The cell of the table of rounds at ROW and COLUMN. */
static void set_round(const Diagram *at, CameraCard *card, uint32_t row,
                      uint32_t column)
{
    const Sum *sum = trace_sums(at->view->trace, card->access);

    card->thing = (Thing){THING_NODE, row, column, 0};
    for (int i = 0; i < card->count && row > 0 && sum; ++i) {
        DataflowSource source =
            flow_source(&at->flow, row, column,
                        i ? sum->right_interval : sum->left_interval,
                        i ? sum->right : sum->left);
        bool beside = source.store != DATAFLOW_NEVER && source.column != column;
        if (source.column != DATAFLOW_NEVER)
            card->things[i] =
                (Thing){THING_NODE, row - !beside, source.column, 0};
    }
}

/* Finds the place of an access in the diagram; false if it has none. */
static bool find_node(const Diagram *at, const CameraCard *card, size_t *row,
                      uint32_t *x)
{
    const View *view = at->view;
    uint32_t index = (uint32_t)(card->by - view->trace->instructions);

    if (at->kind == &diagram_lanes) {
        *row = registers_row(at->lanes, index);
        *x = trace_thread(view->trace, card->by, card->access);
        const RegisterCell *cell = registers_cell(at->lanes, *row, *x);
        return cell->instruction <= index && index <= cell->last;
    }
    if (at->kind != &diagram_flow || !trace_is_shared(card->by))
        return false;
    *x = dataflow_column(at->flow.flow, card->access->cell);
    *row = at->flow.now;
    const Access *at_cell = flow_request(&at->flow, *row, *x);
    if (!at_cell && *row > 0)
        at_cell = flow_request(&at->flow, --*row, *x);
    return at_cell && at_cell->cell == card->access->cell &&
           at_cell->value == card->access->value;
}

/* What a lane holds that is in no diagram, in the colour of its request once
 * that is served. */
static DiagramNode held_by(const View *view, const CameraCard *card)
{
    bool comes = trace_traits_of(card->by)->brings;
    bool shown = view->steps || !comes || view_done(view, card->access);
    Color color = view_access_color(view, card->access);
    DiagramNode node = {.item = {.fill = shown ? color : COLOR_PANEL,
                                 .edge = shown ? COLOR_NONE : color,
                                 .edge_width = 2,
                                 .alpha = 1,
                                 .ink = shown ? view_on(color) : COLOR_INK,
                                 .strong = true}};

    node.item.wrong = shown && view_is_wrong(view, card->access);
    if (shown)
        diagram_value(view, number_moved(view->trace, card->by, card->access),
                      card->access->value, &node);
    return node;
}

CameraCard camera_card_of_access(const Diagram *at, const Access *access)
{
    const View *view = at->view;
    CameraCard card = {.access = access, .by = view->running};
    uint32_t thread = trace_thread(view->trace, card.by, access), x;
    size_t row;

    card.thing = (Thing){THING_THREAD, thread, 0, 0};
    if (find_node(at, &card, &row, &x)) {
        card.top = diagram_node(at, row, x);
        set_operands(&card);
        if (at->kind == &diagram_lanes)
            set_register(at, &card, (uint32_t)row, x);
        else
            set_round(at, &card, (uint32_t)row, x);
    } else {
        card.top = held_by(view, &card);
    }
    card.top.item.thread = thread + 1;
    if (!view->steps && view_is_raced(view, access)) {
        card.top.item.edge = COLOR_FAULT;
        card.top.item.edge_width = 3;
        card.top.item.dashed = true;
    }
    return card;
}

/* ---- Labels ---------------------------------------------------------------*/

/* The index, in the whole array, of the number of global memory that ACCESS
 * touches; the trace of a block has only its tile. */
static uint32_t global_index(const View *view, const Instruction *by,
                             const Access *access)
{
    const Trace *whole = view->whole->trace;

    if (view->whole != view->analysed) {
        size_t lane = (size_t)(access - trace_accesses(view->trace, by));
        by = whole->instructions +
             view->analysed->origins[by - view->trace->instructions];
        access = trace_accesses(whole, by) + lane;
    }
    return view_has_variables(view)
               ? (uint32_t)number_index(access,
                                        number_bytes(whole->arrays + by->array))
               : access->cell;
}

/* Appends the bank that ACCESS goes to, or both of a number of two words. */
static void add_banks(const View *view, const Instruction *by,
                      const Access *access, Text *text)
{
    uint32_t bank = bank_of(view->trace, access->cell);
    const Access *other;

    if (number_half(view->trace, by, access, &other) == HALF_NONE)
        text_add(text, "bank %u", bank);
    else
        text_add(text, "banks %u, %u", bank, bank_of(view->trace, other->cell));
}

/* Appends the label over a card, if it has one; FORM: 0 full, 1 the thread
 * alone. */
void camera_card_label(const View *view, const CameraCard *card, int form,
                       Text *text)
{
    const Instruction *by = card->by;
    const Access *access = card->access;
    const Trace *trace = view->trace;

    if (!access)
        return;
    const char *arrow = trace_traits_of(by)->writes ? "▶" : "◀";
    text_add(text, "T%u", trace_thread(trace, by, access));
    if (form)
        return;
    if (trace_is_shared(by)) {
        text_add(text, " %s ", arrow);
        add_banks(view, by, access, text);
    } else if (trace_is_shuffle(by) && shuffle_keeps_own(trace, by, access)) {
        text_add(text, " keeps");
    } else if (trace_is_shuffle(by)) {
        text_add(text, " ◀ T%u", by->warp * trace->run.k + access->cell);
    } else if (by->array < trace->arrays_count) {
        text_add(text, " %s ", arrow);
        variable_number_name(trace, trace->arrays[by->array].name,
                             global_index(view, by, access), text);
    }
}
