/* SPDX-License-Identifier: MIT */
#include "program/compared_runs.h"

#include "analysis/sum_check.h"
#include "program/random_elements.h"
#include "trace/element.h"
#include "trace/limits.h"

#include <stdlib.h>
#include <string.h>

/* ---- Orders ---------------------------------------------------------------*/

/* A number that is greater for a greater element of the kind ELEMENT. */
static uint64_t rank_of(uint32_t element, const unsigned char *at)
{
    const uint64_t top = UINT64_C(1) << 63;
    uint64_t bits = 0;

    if (!element_is_float(element)) {
        bool is_signed = element == ELEMENT_I8 || element == ELEMENT_I16 ||
                         element == ELEMENT_I32 || element == ELEMENT_I64;
        return element_extend(element, at) ^ (is_signed ? top : 0);
    }
    uint32_t width = element_width(element);
    memcpy(&bits, at, width);
    bits <<= 64 - 8 * width;
    return bits & top ? ~bits : bits | top;
}

static int by_rank(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* The ranks of the inputs that count in GIVEN, each as wide as a sum; freed by
 * the caller. */
static uint64_t *input_ranks(const ComparedRuns *compared,
                             const unsigned char *given)
{
    const TrialInput *input = &compared->input;
    uint32_t n = compared->end - compared->first;
    uint64_t *ranks = base_alloc((size_t)n + 1, sizeof *ranks);

    given += (size_t)compared->first * compared->given_width;
    for (uint32_t i = 0; i < n; ++i, given += compared->given_width) {
        uint64_t bits = element_extend(input->given_element, given);
        ranks[i] = rank_of(input->element, (const unsigned char *)&bits);
    }
    qsort(ranks, n, sizeof *ranks, by_rank);
    return ranks;
}

/* The ranks in LEFT of the outputs that were stored, which are as many as the
 * inputs that count. */
static uint64_t *output_ranks(const ComparedRuns *compared,
                              const InputSpan *outputs,
                              const unsigned char *left)
{
    uint32_t n = compared->end - compared->first, count = 0;
    uint64_t *ranks = base_alloc((size_t)n + 1, sizeof *ranks);

    for (uint32_t i = 0; i < compared->outputs && count < n; ++i)
        if (!input_span_is(outputs[i], INTERVAL_UNSET))
            ranks[count++] = rank_of(compared->input.element,
                                     left + (size_t)i * compared->width);
    return ranks;
}

/* The order of a run that was given GIVEN and left LEFT. */
static SumKind order_of(const ComparedRuns *compared, const InputSpan *outputs,
                        const unsigned char *given, const unsigned char *left)
{
    uint32_t n = compared->end - compared->first;
    uint64_t *in = input_ranks(compared, given);
    uint64_t *out = output_ranks(compared, outputs, left);
    bool rises = true, falls = true;

    for (uint32_t i = 0; i < n; ++i) {
        rises &= out[i] == in[i];
        falls &= out[i] == in[n - 1 - i];
    }
    qsort(out, n, sizeof *out, by_rank);
    bool same = memcmp(in, out, n * sizeof *in) == 0;
    free(in);
    free(out);
    return rises   ? SUM_ASCENDING
           : falls ? SUM_DESCENDING
           : same  ? SUM_REORDERED
                   : SUM_OTHER;
}

/* True if as many outputs were stored as inputs count, and all are known. */
static bool is_whole(const ComparedRuns *compared, const InputSpan *outputs)
{
    uint32_t stored = 0;

    for (uint32_t i = 0; i < compared->outputs; ++i)
        stored += !input_span_is(outputs[i], INTERVAL_UNSET);
    return stored > 1 && stored == compared->end - compared->first &&
           !compared->cut && compared->end <= compared->input.count;
}

/* The order of the recorded run, or BEFORE, the order of the other runs, if it
 * is not known. */
static SumKind recorded_order(const Question *question,
                              const ComparedRuns *compared,
                              const InputSpan *outputs, SumKind before)
{
    if (!question->in || !question->out)
        return before;
    NoteBytes given = question->in->before, left = question->out->after;
    if (!given.at || !left.at ||
        given.bytes / compared->given_width < compared->end ||
        left.bytes / compared->width < compared->outputs)
        return before;
    return order_of(compared, outputs, given.at, left.at);
}

/* Whether each run left the elements that it was given, in another order:
 *
 *     run 1    in  5 3 9 2    out  2 3 5 9
 *     run 2    in  7 1 4 8    out  1 4 7 8    in ascending order
 *
 * SUM_ASCENDING or SUM_DESCENDING if the OUTPUTS that were stored are the
 * inputs that count in that order, in all runs, that which is recorded
 * included; SUM_REORDERED if they are the inputs in any order; SUM_OTHER if
 * they are not. */
static SumKind run_order_find(const Question *question,
                              const ComparedRuns *compared,
                              const InputSpan *outputs)
{
    SumKind all = SUM_OTHER;

    if (!is_whole(compared, outputs))
        return SUM_OTHER;
    for (uint32_t t = 0; t <= compared->input.trials; ++t) {
        SumKind order =
            t == compared->input.trials
                ? recorded_order(question, compared, outputs, all)
                : order_of(compared, outputs, compared->input.given[t],
                           compared->left[t]);
        if (order == SUM_OTHER)
            return SUM_OTHER;
        all = t == 0 || order == all ? order : SUM_REORDERED;
    }
    return all;
}

/* The number of a launch as a trace may hold it. */
static uint32_t launch_of(uint32_t number)
{
    return number < 1 ? 1 : number > INT32_MAX ? INT32_MAX : number;
}

SumResult trial_result_unchecked(const Question *question, Text *why)
{
    SumResult result = {
        .input = printable_name(question->given, "", LIMITS_NAME),
        .output = printable_name(question->left, "", LIMITS_NAME),
        .unchecked =
            printable_name(why->length ? why->text : "its runs are unknown", "",
                           LIMITS_REASON),
        .first = launch_of(question->first),
        .last = launch_of(question->last)};

    if (result.last < result.first)
        result.last = result.first;
    text_free(why);
    return result;
}

bool trial_result_is_empty(const SumResult *result)
{
    return result->kind == SUM_UNKNOWN ||
           (result->kind == SUM_MAP && !result->form[0]) ||
           (result->kind == SUM_OTHER && result->nearest == SUM_OTHER);
}

/* An output of which no kind is known may be a scan that adds some elements
 * twice, as where the sums of blocks are added twice: RESULT then is that scan,
 * with wrong outputs. */
static void find_twice(const ComparedRuns *compared, IntervalSearch *search,
                       const InputSpan *outputs, SumResult *result)
{
    enum { LEAST = 8, LEAST_SHARE = 8 };
    SumKind kind = (SumKind)result->guess;
    InputSpan first = input_span(INTERVAL_TOP);

    if (result->kind != SUM_OTHER || result->nearest != SUM_OTHER ||
        (kind != SUM_EXCLUSIVE && kind != SUM_INCLUSIVE) || result->n < LEAST ||
        result->cut || result->guess_fits < result->n / LEAST_SHARE)
        return;
    result->segment = result->n;
    for (uint32_t i = 0; i < compared->outputs; ++i) {
        InputSpan wanted = sum_result_wanted(result, kind, i);
        if (input_span_equal(outputs[i], wanted))
            continue;
        InputSpan more =
            interval_search_surplus(search, wanted, i, compared->left);
        if (!input_span_is(outputs[i], INTERVAL_TOP) ||
            !input_span_is_range(more) || more.first < wanted.first ||
            more.last > wanted.last)
            return;
        if (!input_span_is_range(first))
            first = more;
    }
    sum_check_as(outputs, compared->outputs, kind, result);
    result->has_twice = true;
    result->twice = first;
}

SumResult trial_result_checked(const Question *question,
                               const ComparedRuns *compared,
                               IntervalSearch *search, const InputSpan *outputs)
{
    Text why = {0};
    SumResult result = trial_result_unchecked(question, &why);

    result.unchecked[0] = '\0';
    result.trials = compared->input.trials;
    result.bits =
        random_elements_bits(compared->input.given_element, compared->all);
    result.first_input = compared->first;
    result.cut = compared->cut;
    uint32_t end = compared->end;
    if (compared->outputs_cut && compared->outputs < end) {
        end = compared->outputs;
        result.cut = 1;
    }
    result.n = end > compared->first ? end - compared->first : 0;
    sum_check(outputs, compared->outputs, &result);
    if (input_span_is(outputs[0], INTERVAL_UNSET) &&
        compared_undefined(compared, 0))
        sum_result_lacks_first(&result);
    if (result.kind == SUM_OTHER)
        sum_result_in_order(&result,
                            run_order_find(question, compared, outputs));
    find_twice(compared, search, outputs, &result);
    if (result.cut && trial_result_is_empty(&result)) {
        text_add(&why,
                 "its outputs need elements from %s[%u] on, which are unknown",
                 result.input, compared->cut ? compared->input.count : end);
        sum_result_free(&result);
        return trial_result_unchecked(question, &why);
    }
    if (!result.cut &&
        interval_search_adds_up(search,
                                (InputRange){compared->first, compared->end},
                                outputs, compared->outputs, compared->left))
        sum_result_adds_up(&result);
    return result;
}

/* ---- Reasons --------------------------------------------------------------*/

static const char *element_words(uint32_t element)
{
    static const char *const names[ELEMENT_KINDS] = {
        [ELEMENT_OTHER] = "bytes of no known type",
        [ELEMENT_I8] = "int8",
        [ELEMENT_U8] = "uint8",
        [ELEMENT_I16] = "int16",
        [ELEMENT_U16] = "uint16",
        [ELEMENT_I32] = "int",
        [ELEMENT_U32] = "unsigned",
        [ELEMENT_I64] = "int64",
        [ELEMENT_U64] = "uint64",
        [ELEMENT_F32] = "float",
        [ELEMENT_F64] = "double"};

    return element < ELEMENT_KINDS ? names[element] : names[ELEMENT_OTHER];
}

/* The elements of A may be sums of the elements of INPUT. */
static bool may_be_sums(uint32_t element, uint32_t input)
{
    return element == input || element == ELEMENT_OTHER ||
           element_may_widen(input, element) ||
           (element_width(element) == element_width(input) &&
            !element_is_float(element) && !element_is_float(input));
}

void trial_explain_untried(const LaunchNote *launch, Text *why)
{
    static const char *const reasons[PROGRAM_TRIAL_KINDS] = {
        [PROGRAM_NO_INPUT] = "loads no array",
        [PROGRAM_NO_NUMBERS] = "loads no array of numbers from cudaMalloc",
        [PROGRAM_NO_TYPE] =
            "loads an array whose elements have no known type (give cudaMalloc "
            "a pointer of their type)",
        [PROGRAM_LONG_LOG] = "makes too many accesses to run again",
        [PROGRAM_FAILS] = "fails or does not end on random elements",
        [PROGRAM_CUT_OFF] = "ended early"};
    uint32_t untried = launch->end.untried;

    if (untried == PROGRAM_LARGE)
        text_add(why, "the program's arrays take more than %llu MB",
                 (unsigned long long)PROGRAM_TRIAL_MEMORY >> 20);
    else if (untried == PROGRAM_NO_TIME)
        text_add(why, "the time ran out before launch %u ran again",
                 launch->number);
    else if (untried == PROGRAM_NOT_AGAIN)
        text_add(why,
                 "launch %u, which is cooperative or accesses unallocated "
                 "memory, cannot run again on a GPU",
                 launch->number);
    else if (untried < PROGRAM_TRIAL_KINDS && reasons[untried])
        text_add(why, "launch %u %s", launch->number, reasons[untried]);
}

void trial_explain_ending(const LaunchNote *launch, const char *input,
                          uint32_t ending, Text *why)
{
    if (ending == PROGRAM_TRIAL_LATE)
        text_add(why, "launch %u does not end with random elements in %s",
                 launch->number, input);
    else if (ending != PROGRAM_TRIED)
        text_add(why, "launch %u fails with random elements in %s",
                 launch->number, input);
}

void trial_explain_types(const char *in, uint32_t input, const char *out,
                         uint32_t output, Text *why)
{
    if (!element_width(input))
        text_add(why, "%s holds %s", in, element_words(input));
    else if (!may_be_sums(output, input))
        text_add(why, "%s holds %s and %s %s", out, element_words(output), in,
                 element_words(input));
}
