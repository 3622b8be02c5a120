/* SPDX-License-Identifier: MIT
 *
 * order_questions - questions about what orders accesses: is a barrier needed,
 * and would two threads race?
 *
 * A barrier stands between two steps.  It is needed if, without it, a thread
 * would touch a word in the one and another thread the same word in the other,
 * at least one of them to write, and nothing else would order the two: the
 * steps around have barriers of their own.
 *
 *     step s      T0 stores to cell 8
 *     barrier     ── is it needed? ──         yes: T0 and T1 race for cell 8
 *     step s+1    T1 loads from cell 8
 *
 * Where blocks wait for each other, or words are touched in parts, or lanes
 * meet between, more than barriers orders accesses: nothing is asked there.
 */
#include "ask/question_kind.h"

#include "trace/variable.h"

#include <stdlib.h>

typedef struct {
    QuestionTouch *touches; /* by word, then in the trace's order */
    size_t touches_count, touches_capacity;
} Touches;

/* ---- What is touched ------------------------------------------------------*/

/* Adds what instruction INDEX touches; false if more than barriers may order
 * it. */
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

static bool add_step(const Trace *trace, uint32_t step, Touches *touches)
{
    const Step *s = trace->steps + step;

    for (uint32_t i = 0; i < s->instruction_count; ++i)
        if (!add_instruction(trace, s->first_instruction + i, touches))
            return false;
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

static bool conflict(const QuestionTouch *x, const QuestionTouch *y)
{
    return x->word == y->word && x->thread != y->thread &&
           (x->writes || y->writes) && !(x->atomic && y->atomic);
}

/* ---- Pairs ----------------------------------------------------------------*/

/* What pairs are looked for: of two steps, or within one; of two threads, or of
 * any. */
typedef struct {
    uint32_t border; /* the one touch before this instruction, and the other
                        not; 0: anywhere */
    bool any;
    uint32_t first, second; /* threads */
} PairWish;

static bool fits(const PairWish *wish, const QuestionTouch *x,
                 const QuestionTouch *y)
{
    return conflict(x, y) &&
           (wish->border == 0 || (x->instruction < wish->border) !=
                                     (y->instruction < wish->border)) &&
           (wish->any ||
            (x->thread == wish->first && y->thread == wish->second) ||
            (x->thread == wish->second && y->thread == wish->first));
}

/* Among the touches of words, those SKIP-th and later: the first pair that
 * fits.  Words that very many threads touch are looked at in part only, if any
 * pair will do; then the first of them already are one. */
static bool find_pair(const Touches *touches, const PairWish *wish, size_t skip,
                      QuestionTouch pair[2])
{
    size_t count = touches->touches_count;

    for (size_t n = 0; n < count; ++n) {
        size_t i = (n + skip) % count;
        const QuestionTouch *x = touches->touches + i;
        if (!wish->any && x->thread != wish->first && x->thread != wish->second)
            continue;
        for (size_t j = i + 1; j < count && touches->touches[j].word == x->word;
             ++j)
            if (fits(wish, x, touches->touches + j)) {
                pair[0] = *x;
                pair[1] = touches->touches[j];
                return true;
            }
    }
    return false;
}

static bool no_touches(Touches *touches)
{
    free(touches->touches);
    return false;
}

/* All that is touched in steps FIRST to LAST, sorted. */
static bool touches_of(const Trace *trace, uint32_t first, uint32_t last,
                       Touches *touches)
{
    *touches = (Touches){0};
    for (uint32_t s = first; s <= last; ++s)
        if (!add_step(trace, s, touches))
            return no_touches(touches);
    if (touches->touches_count == 0)
        return no_touches(touches);
    qsort(touches->touches, touches->touches_count, sizeof *touches->touches,
          by_word);
    return true;
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
             touch->atomic   ? "changes"
             : touch->writes ? "stores to"
                             : "loads from");
    if (array == RACE_SHARED)
        variable_cell_name(trace,
                           trace_block(trace, trace_step(trace, at))->grid,
                           (uint32_t)touch->word, text);
    else
        variable_word_name(trace, (uint8_t)array, (uint32_t)touch->word, text);
    text_add(text, " (");
    question_line(place, at, text);
    text_add(text, ")");
}

static void add_pair(const QuestionPlace *place, Text *text)
{
    const Trace *trace = place->trace;
    const QuestionTouch *pair = place->touches;

    for (int i = 0; i < 2; ++i) {
        const Instruction *at = trace->instructions + pair[i].instruction;
        text_add(text, i ? ", and " : "");
        add_touch(place, pair + i, text);
        if (trace->instructions[pair[0].instruction].step !=
            trace->instructions[pair[1].instruction].step)
            text_add(text, " in step %u", issue_order_number(trace, at->step));
    }
    text_add(text, ". With no barrier between, either may come first.");
}

static void ask_yes_or_no(const QuestionPlace *place, const char *yes,
                          const char *no, Question *question)
{
    question->form = ANSWER_CHOICE;
    question->choices[0] = base_strdup(yes);
    question->choices[1] = base_strdup(no);
    question->right = (Answer){{place->yes ? 0 : 1}, 1};
    question->answer = base_strdup(question->choices[place->yes ? 0 : 1]);
    question->how = base_strdup("yes or no");
}

/* ---- Is a barrier needed? -------------------------------------------------*/

/* True if the picture has shown no race yet, and will show none in steps up to
 * LAST. */
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

    if (!question_at_step(place) || has_races(place, place->step) ||
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
    Text sentence = {0}, hint = {0}, why = {0};

    question_stand(place, -1, question);
    ask_yes_or_no(place, "yes, it is needed", "no, it is not needed", question);
    text_add(&sentence, "At a barrier: ");
    question_step(place, place->step - 1, &sentence);
    text_add(&sentence, " is over, ");
    question_step(place, place->step, &sentence);
    text_add(&sentence, " comes next. Is this barrier needed?");
    question->about = base_strdup("");
    text_add(&hint,
             "Does a thread touch a word in the one step that another thread "
             "touches in the other, and is one of the two a store?");
    text_add(&why,
             place->yes ? "Yes, it is needed. " : "No, it is not needed. ");
    if (place->yes)
        add_pair(place, &why);
    else
        text_add(&why, "No word that one thread stores to in one of the two "
                       "steps is touched by another thread in the other.");
    question->sentence = sentence.text;
    question->hint = hint.text;
    question->why = why.text;
}

/* ---- Will two threads race? -----------------------------------------------*/

/* Some thread other than NOT that touches a word near those of NOT. */
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

/* Whether the barrier after the step is thought away, or only the step looked
 * at. */
static bool without_barrier(const QuestionPlace *place)
{
    return place->value != 0;
}

bool question_find_race(QuestionPlace *place)
{
    const Trace *trace = place->trace;
    const Step *step = trace_step(trace, place->at);
    const Block *block = trace_block(trace, step);
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
    Text sentence = {0}, hint = {0}, why = {0};
    uint32_t s = place->step;

    question_stand(place, -1, question);
    question->end = place->position + place->trace->steps[s].instruction_count;
    ask_yes_or_no(place, "yes, they race", "no, they do not race", question);
    if (without_barrier(place)) {
        text_add(&sentence, "If the barrier between ");
        question_step(place, s, &sentence);
        text_add(&sentence, " and ");
        question_step(place, s + 1, &sentence);
        text_add(&sentence, " were left out, would T%u and T%u race?",
                 place->first, place->second);
    } else {
        text_add(&sentence, "Next comes ");
        question_step(place, s, &sentence);
        text_add(&sentence, ". Will T%u and T%u race in it?", place->first,
                 place->second);
    }
    question->about = base_strdup("");
    text_add(&hint,
             "Two accesses of one word by two threads race if one of "
             "them is a store, and no barrier is between. Which words "
             "does T%u touch, and which T%u?",
             place->first, place->second);
    text_add(&why, place->yes ? "Yes, they race. " : "No, they do not race. ");
    if (place->yes)
        add_pair(place, &why);
    else
        text_add(&why,
                 "No word that one of T%u and T%u stores to is touched "
                 "by the other%s.",
                 place->first, place->second,
                 without_barrier(place) ? " on the other side of the barrier"
                                        : " in this step");
    question->sentence = sentence.text;
    question->hint = hint.text;
    question->why = why.text;
}
