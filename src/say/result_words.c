/* SPDX-License-Identifier: MIT */
#include "say/result_words.h"

#include "analysis/issue_order.h"
#include "analysis/sum_check.h"
#include "analysis/sum_results.h"
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

/* What has a name; of sums by their operator. */
const char *result_kind(uint32_t kind, uint32_t op)
{
    static const char *const joined[SUM_OPERATORS][3] = {
        [SUM_ADD] = {"exclusive sum", "inclusive sum", "sum"},
        [SUM_MAX] = {"exclusive max-scan", "inclusive max-scan", "maximum"},
        [SUM_MIN] = {"exclusive min-scan", "inclusive min-scan", "minimum"},
        [SUM_PRODUCT] = {"exclusive product-scan", "inclusive product-scan",
                         "product"},
        [SUM_AND] = {"exclusive and-scan", "inclusive and-scan", "and"},
        [SUM_OR] = {"exclusive or-scan", "inclusive or-scan", "or"},
        [SUM_XOR] = {"exclusive xor-scan", "inclusive xor-scan",
                     "exclusive or"}};
    static const char *const others[SUM_KINDS] = {
        [SUM_COPY] = "copy",
        [SUM_PERMUTE] = "permutation",
        [SUM_REORDERED] = "permutation",
        [SUM_ASCENDING] = "ascending order",
        [SUM_DESCENDING] = "descending order",
        [SUM_HISTOGRAM] = "histogram",
        [SUM_MAP] = "elementwise result"};

    if (kind >= SUM_EXCLUSIVE && kind <= SUM_REDUCE)
        return joined[op & 15][kind - SUM_EXCLUSIVE];
    return kind < SUM_KINDS && others[kind] ? others[kind] : "";
}

static bool is_scan(uint32_t kind)
{
    return kind == SUM_EXCLUSIVE || kind == SUM_INCLUSIVE;
}

/* "max", or "(sum, max)" of pairs */
static void add_operators(const SumResult *result, Text *text)
{
    bool same = true;

    for (uint32_t p = 1; p < result->parts; ++p)
        same &=
            sum_result_operator(result, p) == sum_result_operator(result, 0);
    for (uint32_t p = 0; p < (same ? 1 : result->parts); ++p)
        text_add(text, "%s%s",
                 same ? ""
                 : p  ? ", "
                      : "(",
                 sum_operator_name(sum_result_operator(result, p)));
    text_add(text, same ? "" : ")");
}

/* "is the inclusive max-scan of d_in" */
static void add_scan(const Trace *trace, const SumResult *result, uint32_t kind,
                     Text *text)
{
    text_add(text, "is the ");
    if (result->segments || result->parts > 1) {
        text_add(text, "%s %s", sum_kind_name((SumKind)kind),
                 result->segments ? "segmented " : "");
        add_operators(result, text);
        text_add(text, "-scan");
    } else {
        text_add(text, "%s", result_kind(kind, result->op));
    }
    text_add(text, " of ");
    add_input(trace, result, text);
}

/* "is the sum of the 64 elements of in", "has the sums of each 16 elements of
 * in". */
static void add_reduction(const Trace *trace, const SumResult *result,
                          Text *text)
{
    bool apart = sum_result_in_parts(result);

    if (result->parts > 1) {
        text_add(text, "is the ");
        add_operators(result, text);
        text_add(text, " of %s elements of ",
                 apart ? "each part of the" : "the");
    } else if (result->segment == 0) {
        text_add(text, "has partial sums of the %u elements of ", result->n);
    } else if (apart) {
        text_add(text, "has the %s of each %u elements of ",
                 result_kind(SUM_REDUCE, result->op), result->segment);
    } else {
        text_add(text, "is the %s of the %u elements of ",
                 result_kind(SUM_REDUCE, result->op), result->n);
    }
    add_input(trace, result, text);
    add_left_out(trace, result, text);
}

static void add_map(const Trace *trace, const SumResult *result, Text *text)
{
    text_add(text, "is elementwise: ");
    if (result->form && result->form[0]) {
        text_add(text, "%s[i] = %s", result->output, result->form);
        return;
    }
    text_add(text, "%s[i] depends on element i of ", result->output);
    add_input(trace, result, text);
}

static void add_permutation(const Trace *trace, const SumResult *result,
                            uint32_t kind, Text *text)
{
    bool ordered = kind == SUM_ASCENDING || kind == SUM_DESCENDING;

    text_add(text, ordered ? "has the elements of " : "is a permutation of ");
    add_input(trace, result, text);
    if (ordered)
        text_add(text, " in %s", result_kind(kind, 0));
    else if (kind == SUM_REORDERED)
        text_add(text, " that depends on its values");
}

/* "is the exclusive sum of d_in" */
static void add_kind(const Trace *trace, const SumResult *result, uint32_t kind,
                     Text *text)
{
    static const char *const parts[] = {"", "", "pair", "triple", "quadruple"};

    if (is_scan(kind)) {
        add_scan(trace, result, kind, text);
    } else if (kind == SUM_REDUCE) {
        add_reduction(trace, result, text);
    } else if (kind == SUM_MAP) {
        add_map(trace, result, text);
        return;
    } else if (sum_kind_permutes((SumKind)kind)) {
        add_permutation(trace, result, kind, text);
    } else {
        text_add(text, kind == SUM_HISTOGRAM ? "is the histogram of "
                       : kind == SUM_COPY
                           ? "is a copy of "
                           : "is neither a scan, a reduction nor a copy of ");
        add_input(trace, result, text);
    }
    if (kind == SUM_HISTOGRAM)
        text_add(text, ": x is in bin %s", result->form);
    if ((is_scan(kind) || kind == SUM_REDUCE) && result->parts > 1)
        text_add(text, ", of the numbers of each %s", parts[result->parts]);
    if (is_scan(kind) && result->segments)
        text_add(text, ", in %u segments given by %s", result->segments,
                 result->form);
    else if (is_scan(kind) && sum_result_in_parts(result))
        text_add(text, ", in segments of %u elements", result->segment);
    if (result->from_zero && kind != SUM_OTHER)
        text_add(text, ", and of 0");
}

/* "the sum of in[3] to in[7]" */
static void add_span(const Trace *trace, const SumResult *result, InputSpan x,
                     Text *text)
{
    const char *in = result->input;

    if (input_span_is(x, INTERVAL_IDENTITY))
        text_add(text, result->form ? "what the first one holds" : "0");
    else if (!input_span_is_range(x))
        text_add(text, "not a sum of consecutive elements");
    if (!input_span_is_range(x))
        return;
    if (x.first < x.last)
        text_add(text, "the %s of ", result_kind(SUM_REDUCE, result->op));
    variable_number_name(trace, in, x.first, text);
    if (x.first < x.last) {
        text_add(text, " to ");
        variable_number_name(trace, in, x.last, text);
    }
}

/* What the first wrong output is and should be, or only what it IS. */
static void add_output_span(const Trace *trace, const SumResult *result,
                            bool is, Text *text)
{
    bool unset = input_span_is(result->is, INTERVAL_UNSET);

    variable_number_name(trace, result->output, result->first_wrong, text);
    if (result->has_twice && !is) {
        text_add(text, " contains ");
        variable_number_name(trace, result->input, result->twice.first, text);
        if (result->twice.first < result->twice.last) {
            text_add(text, " to ");
            variable_number_name(trace, result->input, result->twice.last,
                                 text);
        }
        text_add(text, " twice");
        return;
    }
    if (unset) {
        text_add(text, " was not stored");
    } else if (!result->form) {
        text_add(text, " is ");
        add_span(trace, result, result->is, text);
    } else if (is) {
        text_add(text, " is something else");
    }
    if (is)
        return;
    text_add(text, result->form && !unset ? " is not " : " and should be ");
    if (result->form && result->nearest == SUM_MAP)
        text_add(text, "%s", result->form);
    else if (result->form && result->nearest == SUM_HISTOGRAM)
        text_add(text, "the number of such elements");
    else
        add_span(trace, result, result->wanted, text);
}

/* The first wrong output, what it should be, and how many are wrong. */
static void say_first_wrong(const Trace *trace, const SumResult *result,
                            Statement *statement)
{
    add_output_span(trace, result, false, statement_add(statement, 0));
    if (result->wrong > 1)
        statement_say(statement, 1, "%u of %u elements are wrong",
                      result->wrong, sum_result_outputs(result));
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

/* What is expected, and that launches, or some of them, do something like it
 * that does not count. */
static void add_expected(const Trace *trace, Text *text)
{
    const SumResult *whole = sum_result_whole(trace);
    const SumResult *result =
        whole ? whole : sum_result_of(trace, (uint32_t)trace->grids_count - 1);

    text_add(text, "the %s is expected",
             result_kind(trace->expected, trace->expected_op));
    if (sum_result_recorded_have(trace, trace->expected)) {
        result = sum_result_further_not(trace, trace->expected);
        text_add(text, ", which ");
        add_launches(result, text);
        text_add(text, result->first == result->last ? " does not compute"
                                                     : " do not compute");
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
                     ", which %s computes by itself, but not all launches "
                     "together",
                     trace->grids[g].title);
            return;
        }
    text_add(text, ", which no launch computes by itself%s",
             whole ? ", nor all together" : "");
}

void result_expected(const Trace *trace, Statement *statement)
{
    SumResult result;

    if (trace->expected == SUM_UNKNOWN ||
        sum_result_has(trace, trace->expected))
        return;
    add_expected(trace, statement_add(statement, 0));
    if (sum_result_expected(trace, &result))
        say_first_wrong(trace, &result, statement);
}

/* "out", "out[0]" of one sum among others, or "out, from out[4] on,". */
static void add_output(const Trace *trace, const SumResult *result, Text *text)
{
    const char *out = result->output;

    if (result->kind == SUM_REDUCE && !sum_result_in_parts(result) &&
        (result->count > 1 || result->first_output > 0)) {
        variable_number_name(trace, out, result->first_output, text);
        return;
    }
    text_add(text, "%s", out);
    if (result->first_output == 0)
        return;
    text_add(text, ", from ");
    variable_number_name(trace, out, result->first_output, text);
    text_add(text, " on,");
}

/* What most outputs are, and the first that is something else: what they have
 * in common need not be what is wanted, see sum_result_is_wrong. */
static void say_unlike(const Trace *trace, const SumResult *result,
                       Statement *statement)
{
    Text *text;

    if (result->count > 1) {
        text = statement_add(statement, 0);
        text_add(text, "all but %u of %u elements fit: %s ", result->wrong,
                 sum_result_outputs(result), result->output);
        add_kind(trace, result, result->nearest, text);
    }
    add_output_span(trace, result, true, statement_add(statement, 0));
}

/* The first wrong output, and what the others are. */
static void say_wrong(const Trace *trace, const SumResult *result,
                      Statement *statement)
{
    Text *text;

    if (!sum_result_is_wrong(trace, result)) {
        say_unlike(trace, result, statement);
        return;
    }
    say_first_wrong(trace, result, statement);
    if (result->count == 1)
        return;
    text = statement_add(statement, 2);
    if (result->unfinished) {
        text_add(text, "the last iterations are missing from the %s of ",
                 result_kind(result->nearest, result->op));
        add_input(trace, result, text);
    } else {
        text_add(text, "the rest ");
        add_kind(trace, result, result->nearest, text);
    }
}

/* ", with b from the program": the arrays of numbers that the launches of
 * RESULT only load, and that were not random. */
static void add_kept(const Trace *trace, const SumResult *result, Text *text)
{
    bool whole = result == sum_result_whole(trace);
    ArrayUses uses = {.loaded = {false}};
    uint8_t in = LIMITS_ARRAYS;
    int count = 0;

    if ((result->kind == SUM_OTHER && result->nearest == SUM_OTHER) ||
        (whole && trace->run.launches > trace->grids_count))
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
        text_add(text, " from the program");
}

void result_headline(const Trace *trace, const SumResult *result,
                     Statement *statement)
{
    bool further = sum_result_is_further(trace, result);
    bool known = result->kind != SUM_UNKNOWN;
    size_t first = statement->clauses_count;
    Text from = {0};

    if (further && (!known || result->first == result->last)) {
        add_launches(result, &from);
        text_add(&from, known ? ": " : " ");
    }
    if (!known) {
        statement_say(statement, 0, "%snot checked: %s",
                      from.text ? from.text : "", result->unchecked);
        text_free(&from);
        return;
    }
    if (result->wrong > 0) {
        say_wrong(trace, result, statement);
    } else {
        Text *text = statement_add(statement, 0);
        add_output(trace, result, text);
        text_add(text, " ");
        add_kind(trace, result, result->kind, text);
        if (sum_result_lacks_outputs(result))
            text_add(text, ", for the %u of %u elements that were stored",
                     result->count, result->n);
    }
    Text *last = &statement->clauses[statement->clauses_count - 1].text;
    if (result->last > result->first && result->first == 1)
        text_add(last, ", through %u launches", result->last);
    else if (result->last > result->first)
        text_add(last, ", through launches %u to %u", result->first,
                 result->last);
    if (!further)
        add_kept(trace, result, last);
    if (from.length) {
        Text *head = &statement->clauses[first].text;
        text_add(&from, "%s", head->text);
        text_free(head);
        *head = from;
    }
}

void result_evidence(const SumResult *result, Statement *statement)
{
    bool named = result->kind != SUM_OTHER || result->nearest != SUM_OTHER;

    if (result->kind == SUM_UNKNOWN)
        return;
    if (result->proved) {
        statement_say(statement, 1, "proved for every %s operator at n = %u",
                      sum_proof_name((SumProof)result->proved), result->n);
        text_add(statement_brief(statement), "proved");
        return;
    }
    statement_say(statement, 1, "checked on %u random input%s", result->trials,
                  result->trials == 1 ? "" : "s");
    text_add(statement_brief(statement), "%u random input%s", result->trials,
             result->trials == 1 ? "" : "s");
    if (result->cut)
        statement_say(statement, 1, "elements after %u not checked",
                      result->first_input + result->n - 1);
    if (named && sum_result_odds(result) <= -1)
        statement_say(statement, 2,
                      "a wrong program passes with a chance below 10^%d",
                      (int)sum_result_odds(result));
}

void result_write(const Trace *trace, const SumResult *result, Text *text)
{
    Statement is = {0}, evidence = {0};

    result_headline(trace, result, &is);
    result_evidence(result, &evidence);
    statement_write_plain(&is, 0, text);
    if (evidence.clauses_count) {
        text_add(text, " (");
        statement_write_plain(&evidence, 0, text);
        text_add(text, ")");
    }
    statement_free(&is);
    statement_free(&evidence);
}

void result_path(const Trace *trace, const SumResult *result, uint32_t output,
                 const WrongPath *path, Text *text)
{
    if (path->count == 0 || path->is_input)
        return;
    const Instruction *at =
        trace_instruction_of(trace, path->accesses[path->count - 1]);
    variable_number_name(trace, result->output, output, text);
    text_add(text, " goes wrong in step %u",
             issue_order_number(trace, at->step));
}

/* ---- What to ask ----------------------------------------------------------*/

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

/* "Best guess: --expect inclusive, which 32 of 128 elements fit"; nothing if
 * few elements fit, or --expect has no such kind. */
static void add_guess(const SumResult *result, Text *text)
{
    static const char *const operators[SUM_OPERATORS] = {
        [SUM_ADD] = "", [SUM_MAX] = "max-", [SUM_MIN] = "min-"};
    bool near = result->nearest != SUM_OTHER;
    uint32_t all = sum_result_outputs(result);
    uint32_t fits = near ? all - result->wrong : result->guess_fits;
    SumKind kind = (SumKind)(near ? result->nearest : result->guess);
    bool joins = is_scan(kind) || kind == SUM_REDUCE;
    const char *prefix = operators[(near ? result->op : result->guess_op) & 15];

    if (kind == SUM_UNKNOWN || kind == SUM_OTHER || fits < 2 ||
        fits < all / 4 || (joins && !prefix))
        return;
    text_add(text, "Best guess: --expect %s%s, which %u of %u elements fit",
             joins ? prefix : "",
             sum_kind_name(sum_kind_permutes(kind) ? SUM_PERMUTE : kind), fits,
             all);
}

static bool touches_global(const Trace *trace)
{
    for (size_t i = 0; i < trace->instructions_count; ++i)
        if (trace_is_global(trace->instructions + i) ||
            trace_is_update(trace->instructions + i))
            return true;
    return false;
}

void result_ask(const Trace *trace, Text *text)
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
    Text guess = {0};
    add_guess(result, &guess);
    text_add(text, "%s", guess.length ? guess.text : "Say it: --expect KIND");
    text_add(text, " (%skinds: upsweep verify --help)",
             guess.length ? "other " : "");
    text_free(&guess);
}
