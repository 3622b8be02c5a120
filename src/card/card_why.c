/* SPDX-License-Identifier: MIT
 *
 * card_why - why lanes wait, why accesses race, why a word is wrong, and what a
 * barrier protects.
 */
#include "card/card_maker.h"

#include "analysis/barrier.h"
#include "analysis/race_remedy.h"
#include "trace/variable.h"

#include <stdlib.h>

/* ---- Conflicts ------------------------------------------------------------*/

/* Do all requests at BANK ask for the word of the first one? */
static bool is_one_word(const Service *service, uint32_t bank)
{
    uint32_t cell = service->accesses[service_at(service, bank, 0)].cell;

    for (uint32_t place = 1; place < service->queues[bank]; ++place)
        if (service->accesses[service_at(service, bank, place)].cell != cell)
            return false;
    return true;
}

static uint32_t thread_at(const CardMaker *maker, int i)
{
    return trace_thread(maker->at.analysed->trace, maker->at.running,
                        maker->at.accesses + i);
}

/* "T2: cell 28 = 7·4 + 0, bank 0, behind T0". */
static void add_request(CardMaker *maker, int i, int before)
{
    uint32_t cell = maker->at.accesses[i].cell;
    uint32_t bank = bank_of(maker->trace, cell);
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;

    text_add(text, "T%u: cell %u = %u·%u + %u, so bank %u", thread_at(maker, i),
             cell, bank_row(maker->trace, cell), maker->trace->run.k, bank,
             bank);
    if (before >= 0)
        text_add(text, ", where T%u stands", thread_at(maker, before));
    CardLine *line = card_end(maker, CARD_EVENT, start);
    line->thing = (Thing){THING_CELL, cell, 0, 0};
}

void card_why_waits(CardMaker *maker, uint32_t bank)
{
    const Service *service = &maker->at.service;
    uint32_t requests = service->queues[bank], most = requests;

    if (requests < 2)
        return;
    if (!trace_traits_of(service->at)->serial && is_one_word(service, bank))
        card_add(maker, CARD_FACT,
                 "%u requests at bank %u, for one word: it is served to all at "
                 "once",
                 requests, bank);
    else
        card_add(maker, CARD_CONFLICT,
                 "why they wait: %u requests at bank %u, which serves one word "
                 "a cycle",
                 requests, bank);
    if (!maker->full && most > CARD_EVENTS)
        most = CARD_EVENTS;
    for (uint32_t place = 0; place < most; ++place)
        add_request(maker, service_at(service, bank, place),
                    place ? service_at(service, bank, place - 1) : -1);
    if (most < requests)
        card_add(maker, CARD_EVENT, "%u after", requests - most);
}

/* ---- Races ----------------------------------------------------------------*/

/* A side of a race, a link: "T4 loads it in step 2, line 31". */
static void add_side(CardMaker *maker, const ThreadAccess *side)
{
    const Block *block = maker->trace->blocks + side->block;
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;

    text_add(text, "T%u", side->thread);
    if (block != maker->block)
        text_add(text, " of block %u", block->index);
    text_add(text, " %s it in ", trace_traits((AccessKind)side->kind)->verb);
    card_when(maker, side->instruction, text);
    card_lead(maker, card_end(maker, CARD_EVENT, start), side->instruction);
}

/* What would order the sides of a race. */
static void add_remedy(CardMaker *maker, const Race *race)
{
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;

    if (race->missing == EDGE_FENCE)
        text_add(text, "__threadfence() before the atomic or volatile access "
                       "between the two would order them");
    else
        race_remedy_explain(maker->trace, race, &maker->whole->races, text);
    if (text->length > start)
        card_end(maker, CARD_EVENT, start);
}

static void add_race(CardMaker *maker, const Race *race, uint32_t more)
{
    card_add(maker, CARD_FAULT,
             "a race in step %u: either of these may come first",
             card_step(maker, race->first.instruction));
    add_side(maker, &race->first);
    add_side(maker, &race->second);
    add_remedy(maker, race);
    if (more)
        card_add(maker, CARD_EVENT, "and races here in %u other step%s", more,
                 more == 1 ? "" : "s");
}

/* Is RACE at this word, in the block that runs, or in its launch? */
static bool is_here(const CardMaker *maker, const Race *race, uint8_t array,
                    uint32_t cell)
{
    const Trace *trace = maker->trace;

    if (race->array != array || race->cell != cell)
        return false;
    return array == RACE_SHARED
               ? trace->blocks + race->block == maker->block
               : trace->blocks[race->block].grid == maker->grid;
}

void card_why_races(CardMaker *maker, uint8_t array, uint32_t cell)
{
    const RaceList *races = &maker->whole->races;
    const Race *found = NULL;
    uint32_t count = 0, step = UINT32_MAX;

    if (maker->at.running)
        step = maker->trace->instructions[maker->running].step;
    for (size_t r = 0; r < races->races_count; ++r) {
        const Race *race = races->races + r;
        if (!is_here(maker, race, array, cell))
            continue;
        ++count;
        if (!found || race->step == step)
            found = race;
    }
    if (found)
        add_race(maker, found, count - 1);
}

/* ---- Wrong words ----------------------------------------------------------*/

static uint8_t wrong_at(const CardMaker *maker, const Access *access)
{
    const WrongWords *wrong = &maker->whole->wrong;

    return wrong->accesses ? wrong->accesses[access - maker->trace->accesses]
                           : 0;
}

/* Where a wrong word was before an access. */
typedef struct {
    uint32_t instruction;
    const Access *access;
} Trail;

/* Goes back from what a thread writes to the wrong word that it was given last
 * before. */
static bool back_to_given(const CardMaker *maker, Trail *trail, uint32_t first)
{
    const Trace *trace = maker->trace;
    const Instruction *own = trace->instructions + trail->instruction;
    uint32_t thread = trace_thread(trace, own, trail->access);

    for (uint32_t i = trail->instruction; i-- > first;) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        if (at->warp != own->warp || !trace_traits_of(at)->brings)
            continue;
        for (int lane = 0; lane < at->lanes; ++lane, ++access)
            if (trace_thread(trace, at, access) == thread &&
                wrong_at(maker, access)) {
                *trail = (Trail){i, access};
                return true;
            }
    }
    return false;
}

/* Goes back from a word that was read to the access that wrote it. */
static bool back_to_writer(const CardMaker *maker, Trail *trail, uint32_t first)
{
    const Trace *trace = maker->trace;
    const Instruction *own = trace->instructions + trail->instruction;

    if (trace_is_shuffle(own))
        return false;
    for (uint32_t i = trail->instruction; i-- > first;) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at) + at->lanes;
        bool shared = trace_is_shared(own);
        if (!trace_traits_of(at)->writes || trace_is_shared(at) != shared ||
            (!shared && at->array != own->array))
            continue;
        for (int lane = at->lanes; lane-- > 0;)
            if ((--access)->cell == trail->access->cell) {
                *trail = (Trail){i, access};
                return wrong_at(maker, access) != 0;
            }
    }
    return false;
}

/* A link of the path: "T3 stores it, step 6, line 34". */
static void add_trail(CardMaker *maker, const Trail *trail, bool arises)
{
    const Instruction *at = maker->trace->instructions + trail->instruction;
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;

    text_add(text, "%s", arises ? "it became wrong here: " : "");
    card_thread(maker, trail->instruction, trail->access, text);
    text_add(text, " ");
    card_does(maker, at, trail->access, text);
    if (!trace_is_shuffle(at)) {
        text_add(text, trace_traits_of(at)->writes ? " to " : " of ");
        card_place_name(maker, at, trail->access, text);
    }
    text_add(text, " in ");
    card_when(maker, trail->instruction, text);
    card_lead(maker, card_end(maker, CARD_EVENT, start), trail->instruction);
}

/* What was added where a word became wrong: "Σx0..x3 + Σx0..x3". */
static void add_parts(CardMaker *maker, const Trail *trail)
{
    const Sum *sum = trace_last_sum(maker->trace, trail->access);
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;
    char left[VALUE_TEXT], right[VALUE_TEXT];

    if (!sum ||
        interval_join(sum->left_interval, sum->right_interval) !=
            INTERVAL_TOP ||
        sum->left_interval == INTERVAL_TOP ||
        sum->right_interval == INTERVAL_TOP)
        return;
    text_add(text, "%s and %s are added, which do not lie side by side",
             value_format_interval(sum->left_interval, left),
             value_format_interval(sum->right_interval, right));
    card_end(maker, CARD_EVENT, start);
}

static void add_path(CardMaker *maker, Trail trail)
{
    enum { MOST = 64 }; /* a link from store to load, or load to store */
    uint32_t first, end;

    trace_block_instructions(maker->trace,
                             trace_block(maker->trace,
                                         trace_step(maker->trace,
                                                    maker->trace->instructions +
                                                        trail.instruction)),
                             &first, &end);
    for (int i = 0; i < MOST; ++i) {
        bool arises = wrong_at(maker, trail.access) & WRONG_ARISES;
        bool writes =
            trace_traits_of(maker->trace->instructions + trail.instruction)
                ->writes;
        if (i == 0 || arises || writes)
            add_trail(maker, &trail, arises);
        if (arises) {
            add_parts(maker, &trail);
            return;
        }
        bool reads =
            trace_traits_of(maker->trace->instructions + trail.instruction)
                ->brings;
        if (!(reads ? back_to_writer(maker, &trail, first)
                    : back_to_given(maker, &trail, first)))
            return;
    }
}

/* A right word that was lost, where a wrong output begins so. */
static void add_lost(CardMaker *maker)
{
    const WrongWords *wrong = &maker->whole->wrong;
    Text sum = {0};

    if (!wrong->accesses || wrong->lost.interval == INTERVAL_UNSET ||
        !card_interval(maker, wrong->lost.interval, &sum)) {
        text_free(&sum);
        return;
    }
    CardLine *line =
        card_add(maker, CARD_EVENT,
                 "the first wrong output needed %s, which was stored over in "
                 "cell %u",
                 sum.text, wrong->lost.cell);
    card_lead(maker, line, wrong->lost.instruction);
    line->thing = (Thing){THING_CELL, wrong->lost.cell, 0, 0};
    text_free(&sum);
}

void card_why_wrong(CardMaker *maker, uint32_t instruction,
                    const Access *access)
{
    if (!wrong_words_at(&maker->whole->wrong, maker->trace, access))
        return;
    card_add(maker, CARD_FAULT,
             "the word is wrong; the way back to where that began:");
    add_path(maker, (Trail){instruction, access});
    add_lost(maker);
}

/* ---- Barriers -------------------------------------------------------------*/

/* "T0 stores it in step 3, line 78". */
static void add_protected(CardMaker *maker, const Race *race)
{
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;

    if (race->array == RACE_SHARED)
        variable_cell_name(maker->trace, maker->trace->blocks[race->block].grid,
                           race->cell, text);
    else
        variable_word_name(maker->trace, race->array, race->cell, text);
    text_add(text, " is one: without the barrier these two would race");
    CardLine *line = card_end(maker, CARD_EVENT, start);
    line->thing = race->array == RACE_SHARED
                      ? (Thing){THING_CELL, race->cell, 0, 0}
                      : (Thing){THING_WORD, race->array, race->cell, 0};
    add_side(maker, &race->first);
    add_side(maker, &race->second);
}

void card_why_barrier(CardMaker *maker, uint32_t step)
{
    const Trace *trace = maker->trace;
    Barrier barrier = barrier_behind(trace, step);
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;
    bool cut =
        trace_is_cut(trace, trace->blocks[trace->steps[step].block].grid);

    if (!barrier.exists) {
        card_add(maker, CARD_HEAD,
                 cut ? "in this step the launch ended early"
                     : "the block ends with this step");
        return;
    }
    text_add(text, "the barrier behind it protects ");
    if (barrier.cells + barrier.words == 0)
        text_add(text, "nothing%s: no two threads meet at a word across it",
                 cut ? " so far, as the launch ended early" : "");
    if (barrier.cells)
        text_add(text, "%u cell%s", barrier.cells,
                 barrier.cells == 1 ? "" : "s");
    if (barrier.words)
        text_add(text, "%s%u word%s of global memory",
                 barrier.cells ? " and " : "", barrier.words,
                 barrier.words == 1 ? "" : "s");
    card_end(maker, CARD_HEAD, start);
    if (barrier.cells + barrier.words)
        add_protected(maker, &barrier.first);
}
