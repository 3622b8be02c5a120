/* SPDX-License-Identifier: MIT
 *
 * size_questions - from which n on is one algorithm faster than another?
 *
 *     n           4    8   16   32   64 ...
 *     LeftRight  21   29   49   89  169           cycles, counted
 *     Padding    19   26   44   94  194
 *                               └ from here on
 *
 * Both are run again at each n, so this is asked only at the start of a run,
 * and only of algorithms of one block, whose cycles do not depend on the input.
 */
#include "ask/question_kind.h"
#include "catalog/plan.h"
#include "record/record.h"

#include <stdlib.h>
#include <string.h>

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

/* Counts both at each n; false if one cannot be run everywhere. */
static bool count_all(const Trace *const traces[2],
                      uint32_t cycles[2][SIZE_COUNT])
{
    Recorder *recorder = recorder_new();
    bool good = true;

    for (int i = 0; good && i < SIZE_COUNT; ++i)
        for (int t = 0; good && t < 2; ++t) {
            cycles[t][i] =
                count_cycles(recorder, traces[t], (uint32_t)LEAST_N << i);
            good = cycles[t][i] > 0;
        }
    recorder_free(recorder);
    return good;
}

bool question_find_from(QuestionPlace *place)
{
    uint32_t cycles[2][SIZE_COUNT];

    if (place->count != 2 || place->position != 0)
        return false;
    const Trace *traces[2] = {place->trace,
                              place->traces[1 - place->panel]->trace};
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
    const Trace *traces[2] = {place->trace,
                              place->traces[1 - place->panel]->trace};
    const char *faster = trace_title(traces[place->lane]);
    const char *other = trace_title(traces[1 - place->lane]);
    Text sentence = {0}, how = {0}, why = {0}, answer = {0};

    question_stand(place, -1, question);
    question->form = ANSWER_NUMBER;
    question->right = (Answer){{place->first}, 1};
    question_answer(question, &question->right, &answer);
    question->about = base_strdup("");
    text_add(&sentence,
             "Let n be %d, 8, 16, ..., %d, with %u banks. From which n on does "
             "%s take fewer cycles than %s?",
             LEAST_N, MOST_N, place->trace->run.k, faster, other);
    text_add(&how, "a power of two from %d to %d", LEAST_N, MOST_N);
    question->hint = base_strdup(
        "An instruction takes a cycle for each request in its longest queue: "
        "with how many elements do queues begin to grow?");
    for (int i = 0; i < 2; ++i)
        text_add(&why, "%s n = %u %s takes %u cycle%s and %s %u.%s",
                 i ? "At" : "With", place->first >> (1 - i), faster,
                 place->cycles[i], place->cycles[i] == 1 ? "" : "s", other,
                 place->cycles[2 + i], i ? "" : " ");
    text_add(&why,
             "\nSo it is from %s on, as counted by running both at each n.",
             answer.text);
    question->sentence = sentence.text;
    question->how = how.text;
    question->answer = answer.text;
    question->why = why.text;
}
