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

#include "trace/variable.h"

#include <stdlib.h>

typedef struct {
    QuestionTouch *touches; /* by word, then in the trace's order */
    size_t touches_count, touches_capacity;
} Touches;

/* ---- Accesses -------------------------------------------------------------*/

/* Adds the accesses of instruction INDEX; false if more than barriers may order
 * them. */
static bool add_instruction(const Trace *trace, uint32_t index,
                            Touches *touches)
{
    const Instruction *at = trace->instructions + index;
    const AccessTraits *traits = trace_traits_of(at);
    const Access *accesses = trace_accesses(trace, at);

    if (traits->space == SPACE_LANES)
        return true;
    if (trace_is_update(at) || at->is_volatile || at->epoch)
        return false;
    bool shared = trace_is_shared(at);
    for (int i = 0; i < at->lanes; ++i) {
        if (accesses[i].bytes != TRACE_WORD)
            return false;
        QuestionTouch touch = {.word =
                                   (uint64_t)(shared ? RACE_SHARED : at->array)
                                       << 32 |
                                   accesses[i].cell,
                               .thread = trace_thread(trace, at, accesses + i),
                               .instruction = index,
                               .writes = traits->writes,
                               .atomic = !traits->plain};
        base_push(touches, touches, touch);
    }
    return true;
}

static int by_word(const void *a, const void *b)
{
    const QuestionTouch *x = a, *y = b;

    if (x->word != y->word)
        return x->word < y->word ? -1 : 1;
    if (x->instruction != y->instruction)
        return x->instruction < y->instruction ? -1 : 1;
    return (x->thread > y->thread) - (x->thread < y->thread);
}

/* All accesses in steps FIRST to LAST, sorted; false if more than barriers may
 * order them, or if there are none. */
static bool touches_of(const Trace *trace, uint32_t first, uint32_t last,
                       Touches *touches)
{
    const Step *end = trace->steps + last;
    bool good = true;

    *touches = (Touches){0};
    for (uint32_t i = trace->steps[first].first_instruction;
         good && i < end->first_instruction + end->instruction_count; ++i)
        good = add_instruction(trace, i, touches);
    if (good && touches->touches_count) {
        qsort(touches->touches, touches->touches_count,
              sizeof *touches->touches, by_word);
        return true;
    }
    free(touches->touches);
    return false;
}

/* ---- Pairs ----------------------------------------------------------------*/

/* Which pairs of accesses are looked for. */
typedef struct {
    uint32_t border; /* one comes before this instruction and the other not; 0:
                        they lie anywhere */
    bool any;        /* of any two threads */
    uint32_t first, second; /* of these threads */
} PairWish;

static bool fits(const PairWish *wish, const QuestionTouch *x,
                 const QuestionTouch *y)
{
    return x->thread != y->thread && (x->writes || y->writes) &&
           !(x->atomic && y->atomic) &&
           (wish->border == 0 || (x->instruction < wish->border) !=
                                     (y->instruction < wish->border)) &&
           (wish->any ||
            (x->thread == wish->first && y->thread == wish->second) ||
            (x->thread == wish->second && y->thread == wish->first));
}

/* The first pair that would race, from access SKIP on, round to the first. */
static bool find_pair(const Touches *touches, const PairWish *wish, size_t skip,
                      QuestionTouch pair[2])
{
    const QuestionTouch *all = touches->touches;
    size_t count = touches->touches_count;

    for (size_t n = 0; n < count; ++n) {
        size_t i = (n + skip) % count;
        if (!wish->any && all[i].thread != wish->first &&
            all[i].thread != wish->second)
            continue;
        for (size_t j = i + 1; j < count && all[j].word == all[i].word; ++j)
            if (fits(wish, all + i, all + j)) {
                pair[0] = all[i];
                pair[1] = all[j];
                return true;
            }
    }
    return false;
}

/* ---- Words ----------------------------------------------------------------*/

/* "T0 stores to cell 8 (line 45)" */
static void add_touch(const QuestionPlace *place, const QuestionTouch *touch,
                      Text *text)
{
    const Trace *trace = place->trace;
    const Instruction *at = trace->instructions + touch->instruction;
    uint32_t array = (uint32_t)(touch->word >> 32);

    text_add(text, "T%u %s ", touch->thread,
             touch->atomic   ? "updates"
             : touch->writes ? "stores to"
                             : "loads from");
    if (array == RACE_SHARED)
        variable_cell_name(trace, question_block(place, at)->grid,
                           (uint32_t)touch->word, text);
    else
        variable_word_name(trace, (uint8_t)array, (uint32_t)touch->word, text);
    text_add(text, " (");
    trace_line_name(trace, at, text);
    text_add(text, ")");
    if (trace->instructions[place->touches[0].instruction].step !=
        trace->instructions[place->touches[1].instruction].step)
        text_add(text, " in step %u", issue_order_number(trace, at->step));
}

/* Asks yes or no: the answer, then the racing accesses or WHY_NOT. */
static void ask(const QuestionPlace *place, const char *const choices[2],
                const char *why_not, Question *question)
{
    Text *why = &question->why;

    question_choose_of(question, choices, 2, place->yes ? 0 : 1);
    text_add(&question->how, "yes or no");
    text_add(why, "%c%s. ", place->yes ? 'Y' : 'N', question->answer.text + 1);
    if (!place->yes) {
        text_add(why, "%s", why_not);
        return;
    }
    add_touch(place, place->touches, why);
    text_add(why, ", and ");
    add_touch(place, place->touches + 1, why);
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

/* True if the picture may show a race in steps up to LAST. */
static bool has_races(const QuestionPlace *place, uint32_t last)
{
    for (size_t i = 0; i < place->analysed->races.races_count; ++i)
        if (place->analysed->races.races[i].step <= last)
            return true;
    return false;
}

bool question_find_barrier(QuestionPlace *place)
{
    const Trace *trace = place->trace;
    Touches touches;

    if (!begins_step(place) || has_races(place, place->step) ||
        !touches_of(trace, place->step - 1, place->step, &touches))
        return false;
    PairWish wish = {.border = (uint32_t)place->index, .any = true};
    size_t skip = (size_t)(base_random(&place->random) % touches.touches_count);
    place->yes = find_pair(&touches, &wish, skip, place->touches);
    free(touches.touches);
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

/* A thread with an access, other than NOT_THIS if there is one. */
static uint32_t some_thread(const Touches *touches, uint32_t not_this,
                            uint64_t *random)
{
    size_t count = touches->touches_count;
    size_t start = (size_t)(base_random(random) % count);

    for (size_t n = 0; n < count; ++n) {
        uint32_t thread = touches->touches[(start + n) % count].thread;
        if (thread != not_this)
            return thread;
    }
    return not_this;
}

/* Chooses two threads and whether they race in place->step and, if BORDER is
 * not 0, the step after it. */
static bool choose_threads(QuestionPlace *place, const Touches *touches,
                           uint32_t border)
{
    PairWish wish = {.border = border, .any = true};
    size_t skip =
        (size_t)(base_random(&place->random) % touches->touches_count);

    if ((base_random(&place->random) & 1) &&
        find_pair(touches, &wish, skip, place->touches)) {
        place->first = place->touches[0].thread;
        place->second = place->touches[1].thread;
        place->yes = true;
    } else {
        place->first = some_thread(touches, UINT32_MAX, &place->random);
        place->second = some_thread(touches, place->first, &place->random);
        wish = (PairWish){border, false, place->first, place->second};
        place->yes = place->first != place->second &&
                     find_pair(touches, &wish, 0, place->touches);
    }
    if (place->first > place->second) {
        uint32_t thread = place->first;
        place->first = place->second;
        place->second = thread;
    }
    return place->first != place->second;
}

/* True if the question removes the barrier after the step. */
static bool without_barrier(const QuestionPlace *place)
{
    return place->value != 0;
}

bool question_find_race(QuestionPlace *place)
{
    const Trace *trace = place->trace;
    const Step *step = trace_step(trace, place->at);
    const Block *block = question_block(place, place->at);
    uint32_t s = place->step = place->at->step;
    Touches touches;

    if (place->index != step->first_instruction || !question_shows(place) ||
        (s > 0 && has_races(place, s - 1)))
        return false;
    bool races = has_races(place, s);
    bool is_last = s + 1 == block->first_step + block->step_count;
    place->value = !races && !is_last && !has_races(place, s + 1) &&
                   base_random(&place->random) % 4 != 0;
    if (!touches_of(trace, s, s + place->value, &touches))
        return false;
    uint32_t border = place->value ? trace->steps[s + 1].first_instruction : 0;
    bool found = choose_threads(place, &touches, border);
    free(touches.touches);
    return found;
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
