/* SPDX-License-Identifier: MIT */
#include "analysis/sum_words.h"

#include "analysis/array_uses.h"
#include "analysis/result_launches.h"
#include "analysis/sum_check.h"
#include "analysis/sum_results.h"
#include "analysis/wrong_path.h"
#include "trace/variable.h"

#include <string.h>

/* "in", or "in from in[8] on" */
static void add_input(const Trace *trace, const SumResult *result, Text *text)
{
    const char *in = result->input;

    text_add(text, "%s", in);
    if (result->first_input > 0) {
        text_add(text, " from ");
        variable_number_name(trace, in, result->first_input, text);
        text_add(text, " on");
    }
}

/* ", but not in[96] to in[99]": the elements behind those that are added
 * up, a part to each output. */
static void add_left_out(const Trace *trace, const SumResult *result,
                         Text *text)
{
    uint64_t summed = (uint64_t)result->segment * result->count;
    uint32_t last = result->first_input + result->n - 1;

    if (result->kind != SUM_REDUCE || result->segment == 0 ||
        summed >= result->n || result->cut)
        return;
    uint32_t first = result->first_input + (uint32_t)summed;
    text_add(text, ", but not ");
    variable_number_name(trace, result->input, first, text);
    if (first < last) {
        text_add(text, " to ");
        variable_number_name(trace, result->input, last, text);
    }
}

/* "max", or "(sum, max)" of pairs */
static void add_operators(const SumResult *result, Text *text)
{
    bool same = true;

    for (uint32_t p = 1; p < result->parts; ++p)
        same &=
            sum_result_operator(result, p) == sum_result_operator(result, 0);
    if (same) {
        text_add(text, "%s", sum_operator_name(sum_result_operator(result, 0)));
        return;
    }
    for (uint32_t p = 0; p < result->parts; ++p)
        text_add(text, "%s%s", p ? ", " : "(",
                 sum_operator_name(sum_result_operator(result, p)));
    text_add(text, ")");
}

/* What joins elements by an operator: "the maximum", "the product". */
static const char *joined_words(const SumResult *result)
{
    static const char *const words[SUM_OPERATORS] = {
        [SUM_ADD] = "the sum",         [SUM_MAX] = "the maximum",
        [SUM_MIN] = "the minimum",     [SUM_PRODUCT] = "the product",
        [SUM_AND] = "the and",         [SUM_OR] = "the or",
        [SUM_XOR] = "the exclusive or"};

    return words[sum_result_operator(result, 0)];
}

/* "is the inclusive max-scan of d_in, of each pair's numbers" */
static void add_form(const Trace *trace, const SumResult *result, uint32_t kind,
                     Text *text)
{
    static const char *const parts[] = {"", "", "pair", "triple", "quadruple"};
    bool scans = kind == SUM_EXCLUSIVE || kind == SUM_INCLUSIVE;
    bool apart = sum_result_in_parts(result);
    bool by_array = result->segments > 0;

    if (kind == SUM_MAP && result->form[0]) {
        text_add(text, "is elementwise: %s[i] = %s", result->output,
                 result->form);
        return;
    }
    if (kind == SUM_MAP) {
        text_add(text, "is elementwise: each element is a function of the one "
                       "of ");
        add_input(trace, result, text);
        text_add(text, " at its place");
        return;
    }
    if (kind == SUM_HISTOGRAM) {
        text_add(text, "is the histogram of ");
        add_input(trace, result, text);
        text_add(text, ": x is in bin %s", result->form);
        return;
    }
    if (scans) {
        text_add(text, "is the %s %s", sum_kind_name((SumKind)kind),
                 by_array ? "segmented " : "");
        add_operators(result, text);
        text_add(text, "-scan of ");
    } else if (result->parts > 1) {
        text_add(text, "is the ");
        add_operators(result, text);
        text_add(text, " of %s elements of ",
                 apart ? "each part of the" : "the");
    } else if (apart) {
        text_add(text, "has %s of each %u elements of ", joined_words(result),
                 result->segment);
    } else {
        text_add(text, "is %s of the %u elements of ", joined_words(result),
                 result->n);
    }
    add_input(trace, result, text);
    if (result->parts > 1)
        text_add(text, ", of the numbers of each %s", parts[result->parts]);
    if (scans && by_array)
        text_add(text, ", with %u segments by %s", result->segments,
                 result->form);
    else if (scans && apart)
        text_add(text, ", of each %u elements apart", result->segment);
    if (result->from_zero)
        text_add(text, ", and of 0");
}

/* "is the exclusive sum of d_in" */
static void add_kind(const Trace *trace, const SumResult *result, uint32_t kind,
                     Text *text)
{
    bool apart = sum_result_in_parts(result);

    if (result->form && kind != SUM_OTHER) {
        add_form(trace, result, kind, text);
        return;
    }
    if (kind == SUM_OTHER)
        text_add(text, "is neither a scan nor a sum nor a copy of ");
    else if (kind == SUM_COPY)
        text_add(text, "is a copy of ");
    else if (kind == SUM_PERMUTE)
        text_add(text, "has elements of ");
    else if (sum_kind_permutes((SumKind)kind))
        text_add(text, "has the elements of ");
    else if (kind == SUM_REDUCE)
        text_add(text,
                 result->segment == 0 ? "has sums of parts, which together are "
                                        "the sum of the %u elements of "
                 : apart              ? "has the sums of each %u elements of "
                                      : "is the sum of the %u elements of ",
                 result->segment ? result->segment : result->n);
    else
        text_add(text, "is the %s sum of ", sum_kind_name((SumKind)kind));
    add_input(trace, result, text);
    add_left_out(trace, result, text);
    if (kind == SUM_PERMUTE)
        text_add(text, " at other places, each once");
    else if (kind == SUM_REORDERED)
        text_add(text, ", each once, in an order that depends on them");
    else if (sum_kind_permutes((SumKind)kind))
        text_add(text, " in %s order", sum_kind_name((SumKind)kind));
    else if (apart && (kind == SUM_EXCLUSIVE || kind == SUM_INCLUSIVE))
        text_add(text, ", of each %u elements apart", result->segment);
}

/* "the sum of in[3] to in[7]" */
static void add_span(const Trace *trace, const SumResult *result, InputSpan x,
                     Text *text)
{
    const char *in = result->input;

    if (result->form && input_span_is(x, INTERVAL_IDENTITY)) {
        text_add(text, "what the first one holds");
        return;
    }
    if (input_span_is(x, INTERVAL_IDENTITY))
        text_add(text, "0");
    else if (input_span_is(x, INTERVAL_UNSET))
        text_add(text, "not stored");
    else if (!input_span_is_range(x))
        text_add(text, "no sum of neighbours");
    if (!input_span_is_range(x))
        return;
    if (x.first < x.last)
        text_add(text, "%s of ",
                 result->form ? joined_words(result) : "the sum");
    variable_number_name(trace, in, x.first, text);
    if (x.first < x.last) {
        text_add(text, " to ");
        variable_number_name(trace, in, x.last, text);
    }
}

/* The first wrong output, what belongs there, and how many more there are. */
static void add_first_wrong(const Trace *trace, const SumResult *result,
                            Text *text)
{
    variable_number_name(trace, result->output, result->first_wrong, text);
    if (result->has_twice) {
        text_add(text, " has ");
        variable_number_name(trace, result->input, result->twice.first, text);
        if (result->twice.first < result->twice.last) {
            text_add(text, " to ");
            variable_number_name(trace, result->input, result->twice.last,
                                 text);
        }
        text_add(text, " twice");
    } else if (result->form && !input_span_is(result->is, INTERVAL_UNSET)) {
        text_add(text, " is not ");
        if (result->nearest == SUM_MAP)
            text_add(text, "%s", result->form);
        else if (result->nearest == SUM_HISTOGRAM)
            text_add(text, "the number of such elements");
        else
            add_span(trace, result, result->wanted, text);
    } else {
        text_add(text, " %s ",
                 input_span_is(result->is, INTERVAL_UNSET) ? "was" : "is");
        add_span(trace, result, result->is, text);
        text_add(text, " where ");
        add_span(trace, result, result->wanted, text);
        text_add(text, " belongs");
    }
    if (result->wrong > 1)
        text_add(text, ", and %u more of %u %s wrong", result->wrong - 1,
                 sum_result_outputs(result), result->wrong == 2 ? "is" : "are");
}

/* "launch 2", "launches 2 and 3" or "launches 2 to 5" */
static void add_launches(const SumResult *result, Text *text)
{
    uint32_t first = result->first, last = result->last;

    if (first == last)
        text_add(text, "launch %u", first);
    else
        text_add(text, "launches %u %s %u", first,
                 first + 1 == last ? "and" : "to", last);
}

/* True if RESULT, or another one of the same launches, is what is expected of
 * TRACE, but of parts. */
static bool is_in_parts(const Trace *trace, const SumResult *result)
{
    const SumResult *part = result;

    for (size_t i = 0; part; ++i) {
        if (part->nearest == trace->expected && sum_result_in_parts(part))
            return true;
        part = sum_result_other(trace, result, i);
    }
    return false;
}

/* What is expected of the program, and that its launches, or some of them, do
 * something like it that does not count. */
static void add_expected(const Trace *trace, Text *text)
{
    const SumResult *whole = sum_result_whole(trace);
    const SumResult *result =
        whole ? whole : sum_result_of(trace, (uint32_t)trace->grids_count - 1);

    SumResult asked = {.op = trace->expected_op};

    text_add(text, "asked for was ");
    sum_result_name(&asked, (SumKind)trace->expected, text);
    if (sum_result_recorded_have(trace, trace->expected)) {
        result = sum_result_further_not(trace, trace->expected);
        text_add(text, ", which ");
        add_launches(result, text);
        text_add(text, result->first == result->last ? " does not make"
                                                     : " do not make");
        return;
    }
    if (is_in_parts(trace, result)) {
        text_add(text, ", of all elements together");
        return;
    }
    if (trace->grids_count < 2)
        return;
    for (uint32_t g = 0; g < trace->grids_count; ++g)
        if (sum_result_all_of(trace, sum_result_of(trace, g),
                              (SumKind)trace->expected)) {
            text_add(text,
                     ", which %s makes by itself, but not all launches "
                     "together",
                     trace->grids[g].title);
            return;
        }
    text_add(text, ", which no launch makes by itself%s",
             whole ? ", nor all together" : "");
}

void sum_result_explain_expected(const Trace *trace, Text *text)
{
    SumResult result;

    if (trace->expected == SUM_UNKNOWN ||
        sum_result_has(trace, trace->expected))
        return;
    add_expected(trace, text);
    if (!sum_result_expected(trace, &result))
        return;
    text_add(text, ": ");
    add_first_wrong(trace, &result, text);
}

/* "all but 4 of 16 elements fit: out is a copy of in; out[3] is in[5]" */
static void add_unlike(const Trace *trace, const SumResult *result, Text *text)
{
    uint32_t all = sum_result_outputs(result);

    if (result->count == 1)
        ; /* there is nothing that others fit */
    else if (result->nearest == SUM_COPY)
        text_add(text, "all but %u of %u elements of %s are a copy of ",
                 result->wrong, result->count, result->output);
    else
        text_add(text, "all but %u of %u elements fit: %s ", result->wrong, all,
                 result->output);
    if (result->count > 1) {
        if (result->nearest == SUM_COPY)
            add_input(trace, result, text);
        else
            add_kind(trace, result, result->nearest, text);
        text_add(text, "; ");
    }
    variable_number_name(trace, result->output, result->first_wrong, text);
    if (result->form && !input_span_is(result->is, INTERVAL_UNSET)) {
        text_add(text, " is something else");
        return;
    }
    text_add(text, " %s ",
             input_span_is(result->is, INTERVAL_UNSET) ? "was" : "is");
    add_span(trace, result, result->is, text);
}

/* The same where that is wrong, and what the others are.  What the others have
 * in common need not be what is wanted, see sum_result_is_wrong. */
static void add_wrong(const Trace *trace, const SumResult *result, Text *text)
{
    if (!sum_result_is_wrong(trace, result)) {
        add_unlike(trace, result, text);
        return;
    }
    add_first_wrong(trace, result, text);
    if (result->unfinished) {
        text_add(text,
                 "; the last rounds are missing: it would be the %s sum "
                 "of ",
                 sum_kind_name((SumKind)result->nearest));
        add_input(trace, result, text);
    }
    if (result->count == 1 || result->unfinished)
        return;
    text_add(text, "; the rest ");
    add_kind(trace, result, result->nearest, text);
}

/* "out ", "out[0] " of one sum among others, or "out, from out[4] on, " */
static void add_output(const Trace *trace, const SumResult *result, Text *text)
{
    const char *out = result->output;

    if (result->kind == SUM_REDUCE && !sum_result_in_parts(result) &&
        (result->count > 1 || result->first_output > 0)) {
        variable_number_name(trace, out, result->first_output, text);
    } else {
        text_add(text, "%s", out);
        if (result->first_output > 0) {
            text_add(text, ", from ");
            variable_number_name(trace, out, result->first_output, text);
            text_add(text, " on,");
        }
    }
    text_add(text, " ");
}

void sum_result_explain(const Trace *trace, const SumResult *result, Text *text)
{
    if (result->kind == SUM_UNKNOWN) {
        text_add(text, "not checked: %s", result->unchecked);
        return;
    }
    if (result->wrong > 0) {
        add_wrong(trace, result, text);
    } else {
        add_output(trace, result, text);
        add_kind(trace, result, result->kind, text);
        if (sum_result_lacks_outputs(result))
            text_add(text, ", as far as it was stored: %u of %u elements",
                     result->count, result->n);
    }
    result_launches_explain(trace, result, text);
    if (result->proved) {
        text_add(text, ", proved for every %s operator at n = %u",
                 sum_proof_name((SumProof)result->proved), result->n);
        return;
    }
    text_add(text, ", checked by %u runs on random inputs", result->trials);
    if ((result->kind != SUM_OTHER || result->nearest != SUM_OTHER) &&
        sum_result_odds(result) <= -1)
        text_add(text, " (by chance less than once in 10^%d)",
                 (int)-sum_result_odds(result));
    if (result->cut)
        text_add(text, ", but not beyond element %u",
                 result->first_input + result->n - 1);
}

void sum_result_explain_kept(const Trace *trace, const SumResult *result,
                             Text *text)
{
    bool whole = result == sum_result_whole(trace);
    ArrayUses uses = {.loaded = {false}};
    uint8_t in = LIMITS_ARRAYS;
    int count = 0;

    if (result->kind == SUM_UNKNOWN ||
        (result->kind == SUM_OTHER && result->nearest == SUM_OTHER))
        return;
    if (whole && trace->run.launches > trace->grids_count)
        return; /* others may store to what these only load */
    for (uint32_t g = (uint32_t)trace->grids_count; g-- > 0;)
        if (whole || result == sum_result_of(trace, g)) {
            array_uses_add(trace, g, &uses);
            in = trace->grids[g].in;
        }
    for (size_t a = 0; a < trace->arrays_count; ++a)
        if (uses.loaded[a] && !uses.stored[a] && a != in &&
            strcmp(trace->arrays[a].name, result->input) != 0 &&
            trace->arrays[a].element != ELEMENT_OTHER)
            text_add(text, "%s%s", count++ ? " and " : ", with ",
                     trace->arrays[a].name);
    if (count)
        text_add(text, " as the program has %s", count > 1 ? "them" : "it");
}

void sum_result_explain_further(const Trace *trace, const SumResult *result,
                                Text *text)
{
    bool known = result->kind != SUM_UNKNOWN;

    if (!known || result->first == result->last) {
        add_launches(result, text);
        text_add(text, known ? ": " : " ");
    }
    sum_result_explain(trace, result, text);
}

/* True if RESULT says what all its outputs are. */
static bool has_name(const SumResult *result)
{
    return result->kind != SUM_UNKNOWN && result->kind != SUM_OTHER;
}

/* The result to ask about; NULL: some results have names. */
static const SumResult *nameless(const Trace *trace)
{
    const SumResult *whole = sum_result_whole(trace), *found = NULL;

    if (whole && whole->kind != SUM_UNKNOWN)
        return has_name(whole) ? NULL : whole;
    for (size_t r = 0; r < trace->results_count; ++r) {
        const SumResult *result = &trace->results[r];
        if (has_name(result))
            return NULL;
        if (!found || (result->kind == SUM_OTHER && found->kind != SUM_OTHER))
            found = result;
    }
    return found;
}

/* "Best guess: inclusive, which 32 of 128 elements fit.  " */
static void add_guess(const Trace *trace, const SumResult *result, Text *text)
{
    bool near = result->nearest != SUM_OTHER;
    uint32_t all = sum_result_outputs(result);
    uint32_t fits = near ? all - result->wrong : result->guess_fits;
    uint32_t kind = near ? result->nearest : result->guess;

    SumResult guess = {.op = near ? result->op : result->guess_op,
                       .parts = near ? result->parts : 0};
    if (kind == SUM_UNKNOWN || kind == SUM_OTHER || fits < 2 || fits < all / 4)
        return;
    WrongPath path = wrong_path_of(trace, result);
    text_add(text, "Best guess: ");
    sum_result_name(&guess, (SumKind)kind, text);
    text_add(text, ", which %u of %u elements fit", fits, all);
    if (path.count) {
        text_add(text, "; the first other one is ");
        variable_number_name(trace, result->output,
                             near ? result->first_wrong : result->guess_wrong,
                             text);
        wrong_path_explain(trace, &path, text);
    }
    text_add(text, ". ");
}

static bool touches_global(const Trace *trace)
{
    for (size_t i = 0; i < trace->instructions_count; ++i)
        if (trace_is_global(trace->instructions + i) ||
            trace_is_update(trace->instructions + i))
            return true;
    return false;
}

void sum_result_ask(const Trace *trace, Text *text)
{
    const SumResult *result = nameless(trace);

    if (!result || trace->expected != SUM_UNKNOWN || trace->expects_any ||
        trace_ended(trace) || !touches_global(trace))
        return;
    text_add(text, "What should %s be? ",
             result->output[0] ? result->output : "the result");
    if (result->kind == SUM_UNKNOWN) {
        text_add(text, "Upsweep does not know: let main check it and return 1 "
                       "if it is wrong");
        return;
    }
    add_guess(trace, result, text);
    text_add(text, "Say --expect exclusive, inclusive, reduce, copy or permute "
                   "(or any, and it is not checked); let main check anything "
                   "else and return 1 if it is wrong");
}
