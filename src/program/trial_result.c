/* SPDX-License-Identifier: MIT */
#include "program/trial_result.h"

#include "analysis/sum_check.h"
#include "program/run_order.h"
#include "program/runtime/random_elements.h"
#include "trace/limits.h"

/* The number of a launch as a trace may hold it. */
static uint32_t launch_of(uint32_t number)
{
    return number < 1 ? 1 : number > INT32_MAX ? INT32_MAX : number;
}

SumResult trial_result_unchecked(const char *input, const char *output,
                                 uint32_t first, uint32_t last, Text *why)
{
    SumResult result = {.input = printable_name(input, "", LIMITS_NAME),
                        .output = printable_name(output, "", LIMITS_NAME),
                        .unchecked =
                            printable_name(why->length
                                               ? why->text
                                               : "nothing is known of its runs",
                                           "", LIMITS_REASON),
                        .first = launch_of(first),
                        .last = launch_of(last)};

    if (result.last < result.first)
        result.last = result.first;
    text_free(why);
    return result;
}

bool trial_result_is_empty(const SumResult *result)
{
    return result->kind == SUM_UNKNOWN ||
           (result->kind == SUM_OTHER && result->nearest == SUM_OTHER);
}

/* A RESULT that is cut, and has no name, is not known, as only the first KNOWN
 * inputs are: takes it over. */
static SumResult beyond_result(SumResult *result, uint32_t known)
{
    Text why = {0};
    SumResult unchecked;

    text_add(&why,
             "its outputs need elements from %s[%u] on, which are not known",
             result->input, known);
    unchecked = trial_result_unchecked(result->input, result->output,
                                       result->first, result->last, &why);
    sum_result_free(result);
    return unchecked;
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

SumResult trial_result_checked(const char *input, const char *output,
                               uint32_t first, uint32_t last,
                               const ComparedRuns *compared,
                               IntervalSearch *search, const InputSpan *outputs)
{
    Text none = {0};
    SumResult result =
        trial_result_unchecked(input, output, first, last, &none);

    result.unchecked[0] = '\0';
    result.trials = compared->input.trials;
    result.bits = random_elements_bits(compared->given_element, compared->all);
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
        sum_result_in_order(&result, run_order_find(compared, outputs));
    find_twice(compared, search, outputs, &result);
    if (result.cut && trial_result_is_empty(&result))
        return beyond_result(&result,
                             compared->cut ? compared_known(compared) : end);
    if (!result.cut &&
        interval_search_adds_up(search,
                                (InputRange){compared->first, compared->end},
                                outputs, compared->outputs, compared->left))
        sum_result_adds_up(&result);
    return result;
}
