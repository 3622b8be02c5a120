/* SPDX-License-Identifier: MIT
 *
 * card_memory - cards of what holds a value: a cell, an element of global
 * memory, a node.
 */
#include "card/card_maker.h"

#include "analysis/dataflow.h"
#include "trace/variable.h"
#include "view/shown_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A cell or an element of global memory, and its accesses. */
typedef struct {
    uint8_t array; /* or RACE_SHARED */
    uint32_t cell;
    CardEvents events; /* in the order of playing */
    size_t done;       /* how many of them are over */
} Place;

/* ---- Accesses to a place --------------------------------------------------*/

/* The instruction of the whole trace that is INDEX in the trace of PART, a
 * block. */
static uint32_t origin_of(const AnalysedTrace *part, uint32_t index)
{
    return part->origins ? part->origins[index] : index;
}

/* Free its events. */
static Place place_of(const CardMaker *maker, uint8_t array, uint32_t cell)
{
    bool shared = array == RACE_SHARED;
    const AnalysedTrace *of = shared ? maker->at.analysed : maker->whole;
    const History *history = moments_history(of->moments);
    Place place = {.array = array, .cell = cell};
    size_t count;
    const WordEvent *events =
        history_events(history, shared ? HISTORY_SHARED : array, cell, &count);

    for (size_t i = 0; i < count; ++i) {
        const Instruction *at = history_instruction(history, events + i);
        uint32_t own = origin_of(of, (uint32_t)(at - of->trace->instructions));
        CardEvent event = {own, trace_accesses(maker->trace,
                                               card_instruction(maker, own)) +
                                    (events[i].access - at->first_access)};
        base_push(&place.events, events, event);
        place.done += card_is_done(maker, own);
    }
    return place;
}

static const AccessTraits *traits_of(const CardMaker *maker,
                                     const CardEvent *event)
{
    return trace_traits_of(card_instruction(maker, event->instruction));
}

/* The last store that is over; NULL if there is none. */
static const CardEvent *last_store(const CardMaker *maker, const Place *place)
{
    for (size_t i = place->done; i-- > 0;)
        if (traits_of(maker, place->events.events + i)->writes)
            return place->events.events + i;
    return NULL;
}

/* ---- What it holds --------------------------------------------------------*/

/* "10 = 3 + 7 (Σx4..x5 and Σx6..x7)", if EVENT stores a sum. */
static void add_sum(CardMaker *maker, const CardEvent *event)
{
    const Trace *trace = maker->trace;
    const Sum *sum = trace_last_sum(trace, event->access);
    Text text = {0}, of = {0};

    if (!sum || !trace_is_sum(trace, sum, event->access) ||
        !trace_sum_is_of_words(trace, sum))
        return;
    card_moved(maker, event, &text);
    text_add(&text, " = ");
    card_value(maker, event, sum->left, &text);
    text_add(&text, " %s ", op_sign(maker->whole->op));
    card_value(maker, event, sum->right, &text);
    text_add(&of, " (");
    bool known = card_interval(maker, sum->left_interval, &of);
    text_add(&of, " and ");
    known = known && card_interval(maker, sum->right_interval, &of);
    card_add(maker, CARD_FACT, "%s%s%s", text.text, known ? of.text : "",
             known ? ")" : "");
    text_free(&text);
    text_free(&of);
}

/* "holds 10 (Σx4..x7)" */
static void add_held(CardMaker *maker, const char *value, Word interval,
                     const char *since)
{
    Text sum = {0};
    bool known = card_interval(maker, interval, &sum);

    card_add(maker, CARD_FACT, "holds %s%s%s%s%s", value, known ? " (" : "",
             known ? sum.text : "", known ? ")" : "", since);
    text_free(&sum);
}

static void add_stored(CardMaker *maker, const CardEvent *event)
{
    Text value = {0};

    card_moved(maker, event, &value);
    add_held(maker, value.text, event->access->interval, "");
    text_free(&value);
    add_sum(maker, event);
}

/* What an element of global memory holds, also before the kernel and after
 * atomic operations, which show only the value before them. */
static void add_global(CardMaker *maker, const Place *place,
                       const CardEvent *last)
{
    const Trace *trace = maker->trace;
    Moment *moment = moment_at(maker->whole->moments, maker->position, 1);
    GlobalWord held = moment_word(moment, place->array, place->cell);
    char value[VALUE_TEXT];

    if (trace_is_typed(trace))
        variable_word_value(trace, place->array, place->cell, held.value,
                            value);
    else
        shown_value(trace->run.op, held.value, false, value);
    if (held.held == GLOBAL_MEMORY_NOTHING)
        card_add(maker, CARD_FACT, "nothing is stored here yet");
    else if (held.held == GLOBAL_MEMORY_UNKNOWN)
        card_add(maker, CARD_FACT, "updated and not loaded since");
    else if (held.held == GLOBAL_MEMORY_LATER)
        card_add(maker, CARD_FACT,
                 "value unknown until a later launch loads it");
    else
        add_held(maker, value,
                 trace->arrays[place->array].holds == HOLDS_SUMS
                     ? held.interval
                     : INTERVAL_UNSET,
                 last ? "" : ", as before the kernel");
    moment_put(moment);
    if (last)
        add_sum(maker, last);
}

/* ---- What happens next ----------------------------------------------------*/

static const char *next_store(const CardMaker *maker, const Place *place)
{
    bool read = false;

    for (size_t i = place->done; i-- > 0;) {
        const AccessTraits *traits = traits_of(maker, place->events.events + i);
        read |= traits->brings;
        if (traits->writes)
            return read ? "overwritten by {who} in {step}, {line}"
                        : "overwritten before any load by {who} in {step}, "
                          "{line}";
    }
    return "next store: {who} in {step}, {line}";
}

/* Who loads the value now, and what the next access is. */
static void add_next(CardMaker *maker, const Place *place)
{
    const CardEvent *events = place->events.events;

    for (size_t i = 0; maker->at.running && i < place->done; ++i)
        if (events[i].instruction == maker->running &&
            traits_of(maker, events + i)->brings) {
            card_event(maker, CARD_FACT, events + i,
                       "loaded now by {who} in {step}, {line}");
            break;
        }
    if (place->done < place->events.events_count) {
        const CardEvent *next = events + place->done;
        card_event(maker, CARD_FACT, next, "%s",
                   traits_of(maker, next)->brings
                       ? "next load: {who} in {step}, {line}"
                       : next_store(maker, place));
        return;
    }
    card_add(maker, CARD_FACT, "no later access%s",
             maker->trace->run.unfinished ? " before the launch ended early"
                                          : "");
}

static void add_history(CardMaker *maker, Place *place)
{
    size_t stores = 0, loads = 0, updates = 0;
    char also[48] = "";

    for (size_t i = 0; i < place->events.events_count; ++i) {
        const AccessTraits *traits = traits_of(maker, place->events.events + i);
        updates += traits->writes && traits->brings;
        stores += traits->writes && !traits->brings;
        loads += !traits->writes;
    }
    if (updates)
        snprintf(also, sizeof also, ", %zu update{s}", updates);
    card_add(maker, CARD_HEAD, "history: %zu store{s}, %zu load{s}%s", stores,
             loads, also);
    card_list(maker, &place->events, "{step}: {who} {does}, {line}");
}

static void make_place(CardMaker *maker, uint8_t array, uint32_t cell)
{
    Place place = place_of(maker, array, cell);
    const CardEvent *last = last_store(maker, &place);

    card_why_races(maker, array, cell);
    if (last)
        card_why_wrong(maker, last);
    if (array == RACE_SHARED)
        card_why_waits(maker, bank_of(maker->trace, cell));
    if (array != RACE_SHARED)
        add_global(maker, &place, last);
    else if (last)
        add_stored(maker, last);
    else
        card_add(maker, CARD_FACT, "nothing is stored here yet");
    if (last)
        card_event(maker, CARD_FACT, last, "stored by {who} in {step}, {line}");
    add_next(maker, &place);
    add_history(maker, &place);
}

void card_make_cell(CardMaker *maker)
{
    uint32_t cell = maker->thing->a;
    Text *title = &maker->card->title;
    Text name = {0};

    variable_cell_name(maker->trace, maker->grid, cell, &name);
    text_add(title, "cell %u", cell);
    if (strcmp(name.text, title->text) != 0)
        text_add(title, ", %s", name.text);
    text_add(title, ", bank %u", bank_of(maker->trace, cell));
    if (maker->trace->blocks_count > 1)
        text_add(title, ", block %u", maker->block->index);
    text_free(&name);
    make_place(maker, RACE_SHARED, cell);
}

void card_make_word(CardMaker *maker)
{
    variable_word_name(maker->trace, (uint8_t)maker->thing->a, maker->thing->b,
                       &maker->card->title);
    text_add(&maker->card->title, ", in global memory");
    make_place(maker, (uint8_t)maker->thing->a, maker->thing->b);
}

/* ---- Nodes ----------------------------------------------------------------*/

/* The store of a node's value by instruction AT of the running block to CELL;
 * without an access if there is none. */
static CardEvent stored_at(const CardMaker *maker, uint32_t at, uint32_t cell)
{
    CardEvent event = {0, NULL};

    if (at == TREE_NEVER || cell == TREE_NEVER)
        return event;
    event.instruction = origin_of(maker->at.analysed, at);
    event.access = tree_stored(maker->trace, event.instruction, cell);
    return event;
}

/* "its sum: 10, stored to cell 5 by T0 in step 3, line 78". */
static void add_given_by(CardMaker *maker, const char *what, uint32_t at,
                         uint32_t cell)
{
    CardEvent event = stored_at(maker, at, cell);

    if (event.access)
        card_event(maker, CARD_FACT, &event,
                   "%s: {who} %s{does}{where} in {step}, {line}", what,
                   card_is_done(maker, event.instruction) ? "" : "later ");
}

static void add_cell(CardMaker *maker, uint32_t cell)
{
    Text name = {0};

    variable_cell_name(maker->trace, maker->grid, cell, &name);
    card_lead_to(card_add(maker, CARD_FACT, "in %s, bank %u", name.text,
                          bank_of(maker->trace, cell)),
                 RACE_SHARED, cell);
    text_free(&name);
}

static void add_node(CardMaker *maker, const char *what, uint32_t level,
                     uint32_t x)
{
    card_add(maker, CARD_FACT, "%s: node %u:%u", what, level, x)->thing =
        (Thing){THING_NODE, level, x, 0};
}

static void make_tree_node(CardMaker *maker, const Tree *tree, uint32_t level,
                           uint32_t x)
{
    const TreeNode *node = tree->nodes + tree_index(tree, level, x);
    CardEvent built = stored_at(maker, node->built_at, node->built_cell);
    Thing related[THING_MOST_RELATED];
    Text *title = &maker->card->title;
    int count = thing_related(&maker->at, maker->thing, related), cells = 0;

    text_add(title, "node %u of level %u", x, level);
    if (built.access && interval_is_range(built.access->interval) &&
        maker->trace->run.op != OP_INTERVAL) {
        text_add(title, ": ");
        card_interval(maker, built.access->interval, title);
    }
    for (int i = 0; i < count; ++i)
        if (related[i].kind == THING_CELL)
            related[cells++] = related[i];
    Place *places = base_alloc((size_t)cells + 1, sizeof *places);
    for (int i = 0; i < cells; ++i) {
        places[i] = place_of(maker, RACE_SHARED, related[i].a);
        const CardEvent *last = last_store(maker, places + i);
        if (last)
            card_why_wrong(maker, last);
        card_why_races(maker, RACE_SHARED, related[i].a);
    }
    add_given_by(maker, level ? "sum" : "value", node->built_at,
                 node->built_cell);
    add_given_by(maker, tree->inclusive ? "inclusive sum" : "exclusive sum",
                 node->prefix_by, node->prefix_cell);
    for (int i = 0; i < cells; ++i) {
        add_cell(maker, related[i].a);
        add_next(maker, places + i);
        free(places[i].events.events);
    }
    free(places);
    if (level + 1 < tree->levels)
        add_node(maker, "parent", level + 1, x / 2);
    if (level > 0 && 2 * x < tree_width(tree, level - 1))
        add_node(maker, "left child", level - 1, 2 * x);
    if (level > 0 && 2 * x + 1 < tree_width(tree, level - 1))
        add_node(maker, "right child", level - 1, 2 * x + 1);
}

/* A place in the table of iterations of an algorithm without a tree. */
static void make_flow_node(CardMaker *maker, uint32_t row, uint32_t column)
{
    const Trace *part = maker->at.analysed->trace;
    const Dataflow *flow = moments_flow(maker->at.analysed->moments);
    Text *title = &maker->card->title;

    text_add(title, "row %u, column %u", row, column);
    if (row >= flow->rounds_count || column >= flow->columns)
        return;
    const DataflowCell *cell = dataflow_cell(flow, row, column);
    text_add(title, ": ");
    trace_step_name(part, part->steps + flow->rounds[row].step, ", ", title);
    if (cell->instruction == DATAFLOW_NEVER) {
        card_add(maker, CARD_FACT, "nothing is stored here in this step");
        return;
    }
    CardEvent event =
        stored_at(maker, cell->instruction, part->accesses[cell->access].cell);
    card_why_races(maker, RACE_SHARED, event.access->cell);
    card_why_wrong(maker, &event);
    add_stored(maker, &event);
    card_event(maker, CARD_FACT, &event, "stored by {who} in {step}, {line}");
    add_cell(maker, event.access->cell);
}

void card_make_node(CardMaker *maker)
{
    const Tree *tree = &maker->at.analysed->tree;
    uint32_t a = maker->thing->a, b = maker->thing->b;

    if (!tree->levels)
        make_flow_node(maker, a, b);
    else if (a < tree->levels && b < tree_width(tree, a))
        make_tree_node(maker, tree, a, b);
    else
        text_add(&maker->card->title, "node %u of level %u", b, a);
}
