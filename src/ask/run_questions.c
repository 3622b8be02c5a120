/* SPDX-License-Identifier: MIT
 *
 * run_questions - questions about a run as a whole: which trace, or which of
 * two steps, takes fewer cycles; from which n on; is the output right?
 */
#include "analysis/sum_check.h"
#include "analysis/sum_results.h"
#include "ask/question_kind.h"
#include "catalog/plan.h"
#include "record/record.h"
#include "say/finding.h"
#include "say/phrases.h"
#include "say/result_words.h"

#include <string.h>

static const char hint_of_cycles[] =
    "An instruction takes one cycle for each request in its longest queue.";

/* ---- Which is faster? -----------------------------------------------------*/

static uint32_t cycles_of(const AnalysedTrace *analysed)
{
    return analysed->banks.starts[analysed->banks.count];
}

/* The cycles of a step whose instructions are played in turn. */
static uint32_t step_cycles(const QuestionPlace *place, uint32_t step)
{
    const Step *s = place->trace->steps + step;
    const uint32_t *starts = place->analysed->banks.starts;

    return starts[s->first_instruction + s->instruction_count] -
           starts[s->first_instruction];
}

/* The trace after the panel's. */
static const AnalysedTrace *other_of(const QuestionPlace *place)
{
    return place->traces[(place->panel + 1) % place->count];
}

static bool find_traces(QuestionPlace *place)
{
    const AnalysedTrace *other = other_of(place);

    if (strcmp(trace_title(place->trace), trace_title(other->trace)) == 0 ||
        !trace_is_whole(place->trace) || !trace_is_whole(other->trace) ||
        place->trace->run.unfinished || other->trace->run.unfinished)
        return false;
    place->first = cycles_of(place->analysed);
    place->second = cycles_of(other);
    /* later, what has run so far gives the answer away */
    return place->position * 3 <= place->trace->instructions_count;
}

static bool find_steps(QuestionPlace *place)
{
    const Step *step = trace_step(place->trace, place->at);
    const Block *block = question_block(place, place->at);
    uint32_t s = place->step = place->at->step;

    if (place->analysed->order || place->index != step->first_instruction ||
        !question_shows(place) ||
        s + 1 >= block->first_step + block->step_count)
        return false;
    place->first = step_cycles(place, s);
    place->second = step_cycles(place, s + 1);
    return true;
}

bool question_find_faster(QuestionPlace *place)
{
    bool found = place->count > 1 ? find_traces(place) : find_steps(place);

    return found && place->first != place->second && place->first &&
           place->second;
}

void question_make_faster(const QuestionPlace *place, Question *question)
{
    bool traces = place->count > 1, second = place->second < place->first;
    uint32_t cycles[] = {place->first, place->second};
    Text names[2] = {{0}};
    Text *why = &question->why;

    question_begin(place, -1, question);
    if (traces) {
        text_add(names, "%s", trace_title(place->trace));
        text_add(names + 1, "%s", trace_title(other_of(place)->trace));
    } else {
        const Step *step = place->trace->steps + place->step;
        question->end +=
            step[0].instruction_count + step[1].instruction_count - 1;
        question_say(place, names, "{step}");
        question_say(place, names + 1, "{next}");
    }
    const char *const choices[] = {names[0].text, names[1].text};
    question_choose_of(question, choices, 2, second);
    text_add(&question->sentence, "Which takes fewer cycles%s, %s or %s?",
             traces ? " for the whole run" : "", choices[0], choices[1]);
    text_add(&question->how, "1 for the first, 2 for the second");
    text_add(&question->hint, "%s", hint_of_cycles);
    for (int i = 0; i < 2; ++i) {
        text_add(why, "%s%s takes ", i ? ", and " : "", choices[i]);
        phrase_count(cycles[i], "cycle", why);
    }
    text_add(why, ".\n%s is faster by ", question->answer.text);
    phrase_count(cycles[!second] - cycles[second], "cycle", why);
    text_add(why, ".");
    text_free(names);
    text_free(names + 1);
}

/* ---- From which n on? -----------------------------------------------------
 *
 *     n           4    8   16   32   64 ...
 *     LeftRight  21   29   49   89  169           cycles, counted
 *     Padding    19   26   44   94  194
 *                               └ from here on
 *
 * Both run again at each n, so this is asked only at the start, and only about
 * algorithms of one block, whose cycles do not depend on the input. */

enum { LEAST_N = 4, MOST_N = 1024, SIZE_COUNT = 9 };

/* The algorithm of a trace, if it may be asked about; else NULL. */
static const Algorithm *algorithm_of(const Trace *trace)
{
    const Algorithm *algorithm = catalog_of(trace);

    return algorithm && algorithm->result == RESULT_SCAN && !algorithm->plan
               ? algorithm
               : NULL;
}

/* The cycles of all accesses to shared memory with N elements; 0 if that cannot
 * be run. */
static uint32_t count_cycles(Recorder *recorder, const Trace *like, uint32_t n)
{
    static Word input[MOST_N];
    Error error;
    RecordOptions options = {.algorithm = algorithm_of(like),
                             .n = n,
                             .k = like->run.k,
                             .passes = PLAN_USUAL,
                             .op = like->run.op,
                             .inclusive = like->run.inclusive,
                             .device = DEVICE_CPU,
                             .input = input};

    if (!catalog_accepts(options.algorithm, n, options.k, &error))
        return 0;
    Trace *trace = record(recorder, &options, &error);
    if (!trace)
        return 0;
    BankTable banks = bank_table(trace);
    uint32_t cycles = banks.starts[banks.count];
    bank_table_free(&banks);
    trace_free(trace);
    return cycles;
}

/* Counts both at each n; false if one cannot run there. */
static bool count_all(const Trace *const traces[2],
                      uint32_t cycles[2][SIZE_COUNT])
{
    Recorder *recorder = recorder_new();
    bool good = true;

    for (int i = 0; good && i < 2 * SIZE_COUNT; ++i) {
        uint32_t *count = &cycles[i % 2][i / 2];
        *count = count_cycles(recorder, traces[i % 2], LEAST_N << i / 2);
        good = *count > 0;
    }
    recorder_free(recorder);
    return good;
}

bool question_find_from(QuestionPlace *place)
{
    uint32_t cycles[2][SIZE_COUNT];

    if (place->count != 2 || place->position != 0)
        return false;
    const Trace *traces[2] = {place->trace, other_of(place)->trace};
    if (!algorithm_of(traces[0]) || !algorithm_of(traces[1]) ||
        strcmp(traces[0]->run.algorithm, traces[1]->run.algorithm) == 0 ||
        !count_all(traces, cycles))
        return false;
    int last = SIZE_COUNT - 1, from = last;
    int faster = cycles[0][last] < cycles[1][last] ? 0 : 1;
    while (from >= 0 && cycles[faster][from] < cycles[1 - faster][from])
        --from;
    if (from < 0 || from == last)
        return false;
    place->lane = faster;
    place->first = (uint32_t)LEAST_N << (from + 1);
    for (int i = 0; i < 2; ++i) {
        place->cycles[i] = cycles[faster][from + i];
        place->cycles[2 + i] = cycles[1 - faster][from + i];
    }
    return true;
}

void question_make_from(const QuestionPlace *place, Question *question)
{
    const Trace *traces[2] = {place->trace, other_of(place)->trace};
    const char *faster = trace_title(traces[place->lane]);
    const char *other = trace_title(traces[1 - place->lane]);
    const uint32_t *cycles = place->cycles;

    question_begin(place, -1, question);
    question_number(question, place->first);
    text_add(&question->sentence,
             "Let n be %d, 8, 16, ..., %d, with %u banks. From which n on does "
             "%s take fewer cycles than %s?",
             LEAST_N, MOST_N, place->trace->run.k, faster, other);
    text_add(&question->how, "a power of two from %d to %d", LEAST_N, MOST_N);
    text_add(&question->hint,
             "%s At how many elements do queues begin to "
             "grow?",
             hint_of_cycles);
    for (int i = 0; i < 2; ++i)
        text_add(&question->why, "At n = %u %s takes %u cycle%s, %s %u.%s",
                 place->first >> (1 - i), faster, cycles[i],
                 cycles[i] == 1 ? "" : "s", other, cycles[2 + i], i ? "" : " ");
    text_add(&question->why,
             "\nThe answer is %s, counted by running both at "
             "each n.",
             question->answer.text);
}

/* ---- Is the output right? -------------------------------------------------*/

/* True at the beginning of a step in the first half of a run, before anything
 * shows how it ends. */
static bool is_early(const QuestionPlace *place)
{
    const Trace *trace = place->trace;
    size_t fault = 0;

    while (fault < trace->instructions_count &&
           !(place->analysed->marks[fault] & MARK_FAULT))
        ++fault;
    return place->index == trace->steps[place->at->step].first_instruction &&
           place->position * 2 <= trace->instructions_count &&
           place->position <= fault;
}

/* What the output of a program may be. */
static const char *const results[] = {
    "the exclusive scan of the input",
    "the inclusive scan of the input",
    "the sum of the input, or sums of its parts",
    "the input, copied or permuted",
    "something else, or wrong somewhere",
};
enum { RESULTS = sizeof results / sizeof *results };
_Static_assert((int)RESULTS <= (int)QUESTION_CHOICES, "one choice each");

static uint32_t choice_of(const SumResult *result)
{
    if (result->kind != SUM_REDUCE && sum_result_in_parts(result))
        return RESULTS - 1; /* a scan of each part is none of the input */
    if (result->kind == SUM_EXCLUSIVE)
        return 0;
    if (result->kind == SUM_INCLUSIVE)
        return 1;
    if (result->kind == SUM_REDUCE)
        return 2;
    return result->kind == SUM_COPY || sum_kind_permutes((SumKind)result->kind)
               ? 3
               : RESULTS - 1;
}

/* What a program computes, as found by runs on random inputs; NULL: unknown. */
static const SumResult *result_of(const Trace *trace)
{
    const SumResult *whole = sum_result_whole(trace);

    if (!whole && trace->grids_count == 1)
        whole = sum_result_of(trace, 0);
    return whole && whole->kind != SUM_UNKNOWN ? whole : NULL;
}

bool question_find_right(QuestionPlace *place)
{
    const Proof *proof = &place->analysed->proof;
    const SumResult *result = result_of(place->trace);

    if (place->count > 1)
        return false;
    if (result) {
        place->first = choice_of(result);
        return proof->race_free && !proof->race_cut && is_early(place);
    }
    if (place->analysed->judged != place->trace || proof->unchecked ||
        !proof->whole || proof->correct != proof->intervals_ok ||
        proof->size_wrong)
        return false;
    place->yes = proof->correct;
    /* a run with races is right only by chance */
    return (proof->race_free || !proof->correct) && is_early(place);
}

void question_make_right(const QuestionPlace *place, Question *question)
{
    static const char *const verdicts[] = {"right", "wrong"};
    const SumResult *result = result_of(place->trace);
    Text *why = &question->why;

    question_begin(place, -1, question);
    question->end = place->trace->instructions_count;
    if (result) {
        question_choose_of(question, results, RESULTS, (int)place->first);
        text_add(&question->sentence, "What does this program compute?");
        text_add(&question->how, "the number of a choice");
        text_add(&question->hint, "Follow a late element of the output: which "
                                  "input elements does it combine?");
    } else {
        question_choose_of(question, verdicts, 2, !place->yes);
        text_add(&question->sentence,
                 "Is the output of this run right or wrong?");
        text_add(&question->how, "right or wrong");
        text_add(&question->hint,
                 "Follow a late element: which values are added to make it?");
    }
    text_add(why, "The output is %s: ", question->answer.text);
    if (result)
        result_write(place->trace, result, why);
    else
        findings_write(analysed_findings(place->analysed), why);
    text_add(why, ".");
}
