/* SPDX-License-Identifier: MIT
 *
 * card_memory - cards of what holds words: a cell, a word of global memory, a
 * node.
 */
#include "card/card_maker.h"

#include "analysis/dataflow.h"
#include "trace/variable.h"
#include "view/shown_value.h"

#include <stdlib.h>
#include <string.h>

/* A word of shared or global memory, and what happened to it. */
typedef struct {
    uint8_t array; /* or RACE_SHARED */
    uint32_t cell;
    CardEvents events; /* in the order of playing */
    size_t done;       /* how many of them are over */
} WordCard;

/* ---- What happened to a word ----------------------------------------------*/

/* The instruction of the whole trace that is INDEX in the trace of PART, a
 * block.
 */
static uint32_t origin_of(const AnalysedTrace *part, uint32_t index)
{
    return part->origins ? part->origins[index] : index;
}

static WordCard word_of(const CardMaker *maker, uint8_t array, uint32_t cell)
{
    bool shared = array == RACE_SHARED;
    const AnalysedTrace *of = shared ? maker->at.analysed : maker->whole;
    const History *history = moments_history(of->moments);
    WordCard word = {.array = array, .cell = cell};
    size_t count;
    const WordEvent *events =
        history_events(history, shared ? HISTORY_SHARED : array, cell, &count);

    for (size_t i = 0; i < count; ++i) {
        const Instruction *at = history_instruction(history, events + i);
        uint32_t own = origin_of(of, (uint32_t)(at - of->trace->instructions));
        uint32_t lane = events[i].access - at->first_access;
        CardEvent event = {own,
                           trace_accesses(maker->trace,
                                          maker->trace->instructions + own) +
                               lane};
        base_push(&word.events, events, event);
        word.done += card_is_done(maker, own);
    }
    return word;
}

static const AccessTraits *traits_of(const CardMaker *maker,
                                     const CardEvent *event)
{
    return trace_traits_of(maker->trace->instructions + event->instruction);
}

/* The last of those that are over that wrote the word; NULL if none did. */
static const CardEvent *written(const CardMaker *maker, const WordCard *word)
{
    for (size_t i = word->done; i-- > 0;)
        if (traits_of(maker, word->events.events + i)->writes)
            return word->events.events + i;
    return NULL;
}

/* ---- What it holds --------------------------------------------------------*/

/* The sum whose result EVENT stores, or NULL. */
static const Sum *sum_of(const CardMaker *maker, const CardEvent *event)
{
    const Sum *sum = trace_last_sum(maker->trace, event->access);

    return sum && trace_is_sum(maker->trace, sum, event->access) &&
                   trace_sum_is_of_words(maker->trace, sum)
               ? sum
               : NULL;
}

/* "10 = 3 + 7". */
static void add_sum(CardMaker *maker, const CardEvent *event)
{
    const Instruction *at = maker->trace->instructions + event->instruction;
    const Sum *sum = sum_of(maker, event);
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;

    if (!sum)
        return;
    card_moved(maker, at, event->access, text);
    text_add(text, " = ");
    card_value(maker, at, event->access, sum->left, text);
    text_add(text, " %s ", op_sign(maker->whole->op));
    card_value(maker, at, event->access, sum->right, text);
    size_t before = text->length;
    text_add(text, ": ");
    bool left = card_interval(maker, sum->left_interval, text);
    text_add(text, " and ");
    if (!left || !card_interval(maker, sum->right_interval, text)) {
        text->length = before;
        text->text[before] = '\0';
    }
    card_end(maker, CARD_FACT, start);
}

/* "holds 10, which is Σx4..x7", of a store of the word. */
static void add_stored(CardMaker *maker, const CardEvent *event)
{
    const Trace *trace = maker->trace;
    const Instruction *at = trace->instructions + event->instruction;
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;
    Text sum = {0};

    text_add(text, "holds ");
    card_moved(maker, at, event->access, text);
    if (card_interval(maker, event->access->interval, &sum))
        text_add(text, ", which is %s", sum.text);
    text_free(&sum);
    card_end(maker, CARD_FACT, start);
    add_sum(maker, event);
}

static void add_writer(CardMaker *maker, const CardEvent *event)
{
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;

    text_add(text, "written by ");
    card_thread(maker, event->instruction, event->access, text);
    text_add(text, " in ");
    card_when(maker, event->instruction, text);
    card_lead(maker, card_end(maker, CARD_FACT, start), event->instruction);
}

/* What a word of global memory holds, also before the kernel, and after atomic
 * updates, which tell only what was there before them. */
static void add_global(CardMaker *maker, const WordCard *word,
                       const CardEvent *last)
{
    const Trace *trace = maker->trace;
    Moment *moment = moment_at(maker->whole->moments, maker->position, 1);
    const GlobalWord *held =
        moment_global(moment)->arrays[word->array].words + word->cell;
    char value[VALUE_TEXT];
    Text sum = {0};

    if (trace_is_typed(trace))
        variable_word_value(trace, word->array, word->cell, held->value, value);
    else
        shown_value(trace->run.op, held->value, false, value);
    if (held->held == GLOBAL_MEMORY_NOTHING)
        card_add(maker, CARD_FACT, "nothing was written to it so far");
    else if (held->held == GLOBAL_MEMORY_UNKNOWN)
        card_add(maker, CARD_FACT, "was updated, and not read since");
    else if (held->held == GLOBAL_MEMORY_LATER)
        card_add(maker, CARD_FACT,
                 "is read by a later launch; what it holds "
                 "now is not known");
    else if (trace->arrays[word->array].holds == HOLDS_SUMS &&
             card_interval(maker, held->interval, &sum))
        card_add(maker, CARD_FACT, "holds %s, which is %s", value, sum.text);
    else
        card_add(maker, CARD_FACT, "holds %s%s", value,
                 last ? "" : ", as before the kernel");
    text_free(&sum);
    moment_put(moment);
    if (last)
        add_sum(maker, last);
}

/* ---- Who reads it ---------------------------------------------------------*/

static void add_reader(CardMaker *maker, const CardEvent *event,
                       const char *words)
{
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;

    text_add(text, "%s ", words);
    card_thread(maker, event->instruction, event->access, text);
    text_add(text, " in ");
    card_when(maker, event->instruction, text);
    card_lead(maker, card_end(maker, CARD_FACT, start), event->instruction);
}

/* What the next write does to the word, which nobody reads before. */
static const char *next_write(const CardMaker *maker, const WordCard *word)
{
    bool read = false;

    for (size_t i = word->done; i-- > 0;) {
        const AccessTraits *traits = traits_of(maker, word->events.events + i);
        read |= traits->brings;
        if (traits->writes)
            return read ? "written over by" : "written over, unread, by";
    }
    return "written next by";
}

/* Who reads the word now, and next; or that it is written over before. */
static void add_readers(CardMaker *maker, const WordCard *word)
{
    const CardEvent *events = word->events.events;

    if (maker->at.running)
        for (size_t i = 0; i < word->done; ++i)
            if (events[i].instruction == maker->running &&
                traits_of(maker, events + i)->brings) {
                add_reader(maker, events + i, "read now by");
                break;
            }
    for (size_t i = word->done; i < word->events.events_count; ++i) {
        if (traits_of(maker, events + i)->brings) {
            add_reader(maker, events + i, "read next by");
            return;
        }
        if (traits_of(maker, events + i)->writes) {
            add_reader(maker, events + i, next_write(maker, word));
            return;
        }
    }
    card_add(maker, CARD_FACT,
             maker->trace->run.unfinished
                 ? "not touched again before the launch ended early"
                 : "not touched again");
}

static void add_history(CardMaker *maker, const WordCard *word)
{
    size_t stores = 0, loads = 0, both = 0;

    for (size_t i = 0; i < word->events.events_count; ++i) {
        const AccessTraits *traits = traits_of(maker, word->events.events + i);
        both += traits->writes && traits->brings;
        stores += traits->writes && !traits->brings;
        loads += !traits->writes;
    }
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;
    text_add(text, "history: %zu store%s, %zu load%s", stores,
             stores == 1 ? "" : "s", loads, loads == 1 ? "" : "s");
    if (both)
        text_add(text, ", %zu update%s", both, both == 1 ? "" : "s");
    card_end(maker, CARD_HEAD, start);
    card_list(maker, &word->events);
}

static void add_word(CardMaker *maker, WordCard *word)
{
    const CardEvent *last = written(maker, word);

    card_why_races(maker, word->array, word->cell);
    if (last)
        card_why_wrong(maker, last->instruction, last->access);
    if (word->array == RACE_SHARED)
        card_why_waits(maker, bank_of(maker->trace, word->cell));
    if (word->array != RACE_SHARED)
        add_global(maker, word, last);
    else if (last)
        add_stored(maker, last);
    else
        card_add(maker, CARD_FACT, "nothing was written to it so far");
    if (last)
        add_writer(maker, last);
    add_readers(maker, word);
    add_history(maker, word);
    free(word->events.events);
}

void card_make_cell(CardMaker *maker)
{
    uint32_t cell = maker->thing->a;
    Text *title = &maker->card->title;
    Text name = {0};
    WordCard word = word_of(maker, RACE_SHARED, cell);

    card_cell_name(maker, cell, &name);
    text_add(title, "cell %u", cell);
    if (strcmp(name.text, title->text) != 0)
        text_add(title, ", %s", name.text);
    text_add(title, ", bank %u", bank_of(maker->trace, cell));
    if (maker->trace->blocks_count > 1)
        text_add(title, ", of block %u", maker->block->index);
    text_free(&name);
    add_word(maker, &word);
}

void card_make_word(CardMaker *maker)
{
    uint8_t array = (uint8_t)maker->thing->a;
    WordCard word = word_of(maker, array, maker->thing->b);

    variable_word_name(maker->trace, array, maker->thing->b,
                       &maker->card->title);
    text_add(&maker->card->title, ", a word of global memory");
    add_word(maker, &word);
}

/* ---- Nodes ----------------------------------------------------------------*/

/* The access by which INSTRUCTION stored to CELL, or NULL. */
static const Access *stored_at(const CardMaker *maker, uint32_t instruction,
                               uint32_t cell)
{
    return tree_stored(maker->trace, instruction, cell);
}

/* "its sum, 10, was built by T0 in step 3, line 78, in cell 5". */
static void add_given_by(CardMaker *maker, const char *what, uint32_t at,
                         uint32_t cell)
{
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;

    if (at == TREE_NEVER || cell == TREE_NEVER)
        return;
    uint32_t instruction = origin_of(maker->at.analysed, at);
    const Access *access = stored_at(maker, instruction, cell);
    if (!access)
        return;
    bool done = card_is_done(maker, instruction);
    text_add(text, "%s %s", what, done ? "is " : "will be ");
    card_moved(maker, maker->trace->instructions + instruction, access, text);
    text_add(text, ": stored to ");
    card_cell_name(maker, cell, text);
    text_add(text, " by ");
    card_thread(maker, instruction, access, text);
    text_add(text, " in ");
    card_when(maker, instruction, text);
    card_lead(maker, card_end(maker, CARD_FACT, start), instruction);
}

/* Links to the cell of a node and to the nodes around it. */
static void add_family(CardMaker *maker, const Tree *tree, uint32_t level,
                       uint32_t x)
{
    if (level + 1 < tree->levels)
        card_add(maker, CARD_FACT, "its parent: node %u:%u", level + 1, x / 2)
            ->thing = (Thing){THING_NODE, level + 1, x / 2, 0};
    for (uint32_t side = 0; side < 2 && level > 0; ++side) {
        uint32_t child = 2 * x + side;
        if (child < tree_width(tree, level - 1))
            card_add(maker, CARD_FACT, "its %s child: node %u:%u",
                     side ? "right" : "left", level - 1, child)
                ->thing = (Thing){THING_NODE, level - 1, child, 0};
    }
}

/* ": Σx8..x9", what a node stands for. */
static void add_inputs(const CardMaker *maker, const TreeNode *node, Text *text)
{
    Text sum = {0};

    if (node->built_at != TREE_NEVER && node->built_cell != TREE_NEVER) {
        const Access *access =
            stored_at(maker, origin_of(maker->at.analysed, node->built_at),
                      node->built_cell);
        if (card_interval(maker, access->interval, &sum))
            text_add(text, ": %s", sum.text);
    }
    text_free(&sum);
}

static void make_tree_node(CardMaker *maker, const Tree *tree, uint32_t level,
                           uint32_t x)
{
    const TreeNode *node = tree->nodes + tree_index(tree, level, x);
    Thing related[THING_MOST_RELATED];

    text_add(&maker->card->title, "node %u of level %u", x, level);
    add_inputs(maker, node, &maker->card->title);
    int count = thing_related(&maker->at, maker->thing, related);
    for (int i = 0; i < count; ++i)
        if (related[i].kind == THING_CELL) {
            const CardEvent *last;
            WordCard word = word_of(maker, RACE_SHARED, related[i].a);
            last = written(maker, &word);
            if (last)
                card_why_wrong(maker, last->instruction, last->access);
            free(word.events.events);
            card_why_races(maker, RACE_SHARED, related[i].a);
        }
    add_given_by(maker, level ? "its sum" : "its value", node->built_at,
                 node->built_cell);
    if (node->prefix_by != TREE_NEVER)
        add_given_by(maker,
                     tree->inclusive ? "the sum up to its last input"
                                     : "the sum of all before it",
                     node->prefix_by, node->prefix_cell);
    for (int i = 0; i < count; ++i)
        if (related[i].kind == THING_CELL) {
            size_t start = card_start(maker);
            text_add(&maker->card->texts, "its word is in ");
            card_cell_name(maker, related[i].a, &maker->card->texts);
            text_add(&maker->card->texts, ", bank %u",
                     bank_of(maker->trace, related[i].a));
            card_end(maker, CARD_FACT, start)->thing =
                (Thing){THING_CELL, related[i].a, 0, 0};
            WordCard word = word_of(maker, RACE_SHARED, related[i].a);
            add_readers(maker, &word);
            free(word.events.events);
        }
    add_family(maker, tree, level, x);
}

/* A place of the table of rounds. */
static void make_flow_node(CardMaker *maker, uint32_t round, uint32_t column)
{
    const Trace *part = maker->at.analysed->trace;
    const Dataflow *flow = moments_flow(maker->at.analysed->moments);
    Text *title = &maker->card->title;

    text_add(title, "round %u, column %u", round, column);
    if (round < flow->rounds_count && column < flow->columns) {
        const DataflowCell *cell = dataflow_cell(flow, round, column);
        const Step *step = part->steps + flow->rounds[round].step;
        text_add(title, ": ");
        trace_step_name(part, step, ", ", title);
        if (cell->instruction == DATAFLOW_NEVER) {
            card_add(maker, CARD_FACT, "nothing is stored there in this round");
        } else {
            uint32_t own = origin_of(maker->at.analysed, cell->instruction);
            const Access *access =
                stored_at(maker, own, part->accesses[cell->access].cell);
            CardEvent event = {own, access};
            card_why_races(maker, RACE_SHARED, access->cell);
            card_why_wrong(maker, own, access);
            add_stored(maker, &event);
            add_writer(maker, &event);
            size_t start = card_start(maker);
            text_add(&maker->card->texts, "its word is in ");
            card_cell_name(maker, access->cell, &maker->card->texts);
            text_add(&maker->card->texts, ", bank %u",
                     bank_of(maker->trace, access->cell));
            card_end(maker, CARD_FACT, start)->thing =
                (Thing){THING_CELL, access->cell, 0, 0};
        }
    }
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
