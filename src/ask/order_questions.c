/* SPDX-License-Identifier: MIT
 *
 * order_questions - is a barrier needed, and would two threads race?
 *
 * A barrier is needed if, without it, two threads would access one place, one
 * of them would write, and nothing else would order the two:
 *
 *     step s      T0 stores to cell 8
 *     barrier     ── is it needed? ──         yes: T0 and T1 race for cell 8
 *     step s+1    T1 loads from cell 8
 *
 * Nothing is asked where more than barriers orders accesses: where blocks wait
 * for each other, lanes converge, or accesses are of parts of a word.
 */
#include "ask/question_kind.h"

#include "analysis/barrier.h"
#include "trace/variable.h"

/* ---- Accesses -------------------------------------------------------------*/

static uint32_t end_of(const Step *step)
{
    return step->first_instruction + step->instruction_count;
}

/* True if only barriers order the accesses in steps FIRST to LAST. */
static bool only_barriers(const Trace *trace, uint32_t first, uint32_t last)
{
    for (uint32_t i = trace->steps[first].first_instruction;
         i < end_of(trace->steps + last); ++i) {
        const Instruction *at = trace->instructions + i;
        if (trace_is_shuffle(at))
            continue;
        if (trace_is_update(at) || at->is_volatile || at->epoch)
            return false;
        for (int lane = 0; lane < at->lanes; ++lane)
            if (trace_accesses(trace, at)[lane].bytes != TRACE_WORD)
                return false;
    }
    return true;
}

/* Sets place->race to the first race of an access of place->first in steps
 * FIRST to LAST with ACCESS of place->second in instruction I; of two steps,
 * one access is in each. */
static bool races_with(QuestionPlace *place, uint32_t first, uint32_t last,
                       uint32_t i, const Access *access)
{
    const Trace *trace = place->trace;
    const Instruction *own = trace->instructions + i;
    const AccessTraits *is = trace_traits_of(own);
    uint32_t border = trace->steps[last].first_instruction;

    for (uint32_t j = trace->steps[first].first_instruction;
         j < end_of(trace->steps + last); ++j) {
        const Instruction *at = trace->instructions + j;
        const AccessTraits *other = trace_traits_of(at);
        const Access *a = trace_accesses(trace, at);
        if (other->space != is->space || at->array != own->array ||
            !(is->writes || other->writes) || !(is->plain || other->plain) ||
            (first != last && (i < border) == (j < border)))
            continue;
        for (int lane = 0; lane < at->lanes; ++lane, ++a)
            if (a->cell == access->cell &&
                trace_thread(trace, at, a) == place->first) {
                place->race = (Race){.cell = a->cell,
                                     .array = trace_is_shared(at) ? RACE_SHARED
                                                                  : at->array,
                                     .first = thread_access(trace, j, a),
                                     .second = thread_access(trace, i, access)};
                return true;
            }
    }
    return false;
}

/* True if place->first and place->second would race in steps FIRST to LAST. */
static bool pair_races(QuestionPlace *place, uint32_t first, uint32_t last)
{
    const Trace *trace = place->trace;

    for (uint32_t i = trace->steps[first].first_instruction;
         i < end_of(trace->steps + last); ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        for (int lane = 0; lane < at->lanes; ++lane, ++access)
            if (!trace_is_shuffle(at) &&
                trace_thread(trace, at, access) == place->second &&
                races_with(place, first, last, i, access))
                return true;
    }
    return false;
}

/* ---- Words ----------------------------------------------------------------*/

/* "T0 stores to cell 8 (line 45) in step 3" */
static void add_side(const QuestionPlace *place, const ThreadAccess *side,
                     Text *text)
{
    const Trace *trace = place->trace;
    const Race *race = &place->race;
    const Instruction *at = trace->instructions + side->instruction;
    const AccessTraits *is = trace_traits_of(at);

    text_add(text, "T%u %s ", side->thread,
             !is->writes  ? "loads from"
             : is->brings ? "updates"
                          : "stores to");
    if (race->array == RACE_SHARED)
        variable_cell_name(trace, question_block(place, at)->grid, race->cell,
                           text);
    else
        variable_word_name(trace, race->array, race->cell, text);
    text_add(text, " (");
    trace_line_name(trace, at, text);
    text_add(text, ")");
    if (race->first.step != race->second.step)
        text_add(text, " in step %u", issue_order_number(trace, at->step));
}

/* Asks yes or no: the answer, then the racing accesses or WHY_NOT. */
static void ask(const QuestionPlace *place, const char *const choices[2],
                const char *why_not, Question *question)
{
    const Race *race = &place->race;
    bool later = race->second.instruction < race->first.instruction;
    Text *why = &question->why;

    question_choose_of(question, choices, 2, place->yes ? 0 : 1);
    text_add(&question->how, "yes or no");
    text_add(why, "%c%s. ", place->yes ? 'Y' : 'N', question->answer.text + 1);
    if (!place->yes) {
        text_add(why, "%s", why_not);
        return;
    }
    add_side(place, later ? &race->second : &race->first, why);
    text_add(why, ", and ");
    add_side(place, later ? &race->first : &race->second, why);
    text_add(why, ". With no barrier between them, either may come first.");
}

/* ---- Is a barrier needed? -------------------------------------------------*/

/* True at the first instruction of a step if its block has just ended the step
 * before it. */
static bool begins_step(QuestionPlace *place)
{
    const Step *step = trace_step(place->trace, place->at);

    place->step = place->at->step;
    return place->index == step->first_instruction &&
           place->step > trace_block(place->trace, step)->first_step &&
           place->running && place->running->step + 1 == place->step;
}

/* The first race in steps FIRST to LAST, from number SKIP on; NULL if there is
 * none. */
static const Race *race_in(const QuestionPlace *place, uint32_t first,
                           uint32_t last, uint64_t skip)
{
    const RaceList *races = &place->analysed->races;

    for (size_t i = 0; i < races->races_count; ++i) {
        const Race *race =
            races->races + (i + skip % races->races_count) % races->races_count;
        if (race->step >= first && race->step <= last)
            return race;
    }
    return NULL;
}

bool question_find_barrier(QuestionPlace *place)
{
    if (!begins_step(place) || race_in(place, 0, place->step, 0) ||
        !only_barriers(place->trace, place->step - 1, place->step))
        return false;
    Barrier barrier = barrier_behind(place->trace, place->step - 1);
    place->yes = barrier.cells + barrier.words > 0;
    place->race = barrier.first;
    return true;
}

void question_make_barrier(const QuestionPlace *place, Question *question)
{
    static const char *const choices[] = {"yes, it is needed",
                                          "no, it is not needed"};

    question_begin(place, -1, question);
    question_say(place, &question->sentence,
                 "The run is at the barrier between {last} and {step}. Is this "
                 "barrier needed?");
    text_add(&question->hint, "Does a thread store to a place in one step that "
                              "another thread accesses in the other?");
    ask(place, choices,
        "No thread stores to a place in one step that another thread accesses "
        "in the other.",
        question);
}

/* ---- Will two threads race? -----------------------------------------------*/

/* True if the question removes the barrier after the step. */
static bool without_barrier(const QuestionPlace *place)
{
    return place->value != 0;
}

/* Chooses two threads: half of the time the threads of RACE, if any. */
static void choose_threads(QuestionPlace *place, const Race *race)
{
    uint32_t threads =
        trace_grid(place->trace, trace_step(place->trace, place->at))->threads;
    uint32_t first = (uint32_t)(base_random(&place->random) % threads);
    uint32_t second = (uint32_t)(base_random(&place->random) % threads);

    if (race && base_random(&place->random) & 1) {
        first = race->first.thread;
        second = race->second.thread;
    }
    place->first = first < second ? first : second;
    place->second = first < second ? second : first;
}

bool question_find_race(QuestionPlace *place)
{
    const Trace *trace = place->trace;
    const Step *step = trace_step(trace, place->at);
    const Block *block = question_block(place, place->at);
    uint32_t s = place->step = place->at->step;

    if (place->index != step->first_instruction || !question_shows(place) ||
        (s > 0 && race_in(place, 0, s - 1, 0)))
        return false;
    const Race *race = race_in(place, s, s, base_random(&place->random));
    bool is_last = s + 1 == block->first_step + block->step_count;
    place->value = !race && !is_last && !race_in(place, s + 1, s + 1, 0) &&
                   base_random(&place->random) % 4 != 0;
    if (!only_barriers(trace, s, s + place->value))
        return false;
    Barrier barrier = barrier_behind(trace, s);
    if (without_barrier(place) && barrier.cells + barrier.words)
        race = &barrier.first;
    choose_threads(place, race);
    place->yes = pair_races(place, s, s + place->value);
    return place->first != place->second;
}

void question_make_race(const QuestionPlace *place, Question *question)
{
    static const char *const choices[] = {"yes, they race",
                                          "no, they do not race"};

    question_begin(place, -1, question);
    question->end =
        place->position + place->trace->steps[place->step].instruction_count;
    question_say(place, &question->sentence,
                 without_barrier(place)
                     ? "If the barrier between {step} and {next} were removed, "
                       "would T%u and T%u race?"
                     : "Next is {step}. Will T%u and T%u race in it?",
                 place->first, place->second);
    text_add(&question->hint,
             "Two threads race if both access one place, at least one stores, "
             "and no barrier is between. Which places does T%u access, and "
             "which T%u?",
             place->first, place->second);
    ask(place, choices,
        without_barrier(place)
            ? "Neither stores to a place that the other accesses on the other "
              "side of the barrier."
            : "Neither stores to a place that the other accesses in this step.",
        question);
}
