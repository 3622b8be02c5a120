/* SPDX-License-Identifier: MIT */
#include "analysis/sum_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Kinds ----------------------------------------------------------------*/

/* How many outputs a result of KIND has of N inputs. */
static uint32_t outputs_of(const SumResult *result, SumKind kind)
{
    return kind == SUM_REDUCE && result->segment > 0
               ? (result->n + result->segment - 1) / result->segment
               : result->n;
}

/* The span of the inputs FIRST to END - 1 of those that count; IDENTITY of
 * none. */
static InputSpan sum_of(const SumResult *result, uint64_t first, uint64_t end)
{
    if (end > result->n)
        end = result->n;
    return first >= end
               ? input_span(INTERVAL_IDENTITY)
               : (InputSpan){(uint32_t)(result->first_input + first),
                             (uint32_t)(result->first_input + end - 1)};
}

InputSpan sum_result_wanted(const SumResult *result, SumKind kind, uint32_t i)
{
    uint64_t k = (uint64_t)i - result->first_output, segment = result->segment;

    if (i < result->first_output)
        return input_span(INTERVAL_IDENTITY);
    uint64_t first = k / segment * segment, last = k;
    if (kind == SUM_REDUCE)
        last = (first = k * segment) + segment - 1;
    if (result->cut && last >= result->n)
        return input_span(INTERVAL_UNSET);
    if (k >= result->n && segment == result->n && kind != SUM_REDUCE)
        first = 0;
    switch (kind) {
    case SUM_EXCLUSIVE:
        return sum_of(result, first, k);
    case SUM_INCLUSIVE:
    case SUM_REDUCE:
        return sum_of(result, first, last + 1);
    default:
        return sum_of(result, k, k + 1);
    }
}

/* True if output I is not as KIND has it, WANTED.  What follows the last output
 * may be 0, and no output that is to be 0 need be stored. */
static bool is_wrong(const SumResult *result, SumKind kind,
                     const InputSpan *outputs, uint32_t i, InputSpan wanted)
{
    bool behind =
        i >= (uint64_t)result->first_output + outputs_of(result, kind);

    if (input_span_equal(outputs[i], wanted) ||
        input_span_is(wanted, INTERVAL_UNSET))
        return false;
    if (input_span_is(outputs[i], INTERVAL_UNSET))
        return !behind && !input_span_is(wanted, INTERVAL_IDENTITY);
    return !behind || !input_span_is(outputs[i], INTERVAL_IDENTITY);
}

/* A kind that the outputs may have, and how far they have it. */
typedef struct {
    SumKind kind;
    uint32_t segment, first_output;
    uint32_t differ;  /* outputs that were stored, and are not as it has them */
    uint32_t missing; /* ... that were not */
    uint32_t judged;  /* outputs that were stored, and are known to be right or
                         wrong */
    uint32_t holes;   /* outputs that need not be stored, and were not */
} Candidate;

/* Counts the outputs that are not as CANDIDATE has them; false, and not all are
 * counted, if they are more than MOST. */
static bool count_wrong(Candidate *candidate, const SumResult *of,
                        const InputSpan *outputs, uint32_t count, uint32_t most)
{
    SumResult result = *of;

    result.segment = candidate->segment;
    result.first_output = candidate->first_output;
    for (uint32_t i = 0; i < count; ++i) {
        bool stored = !input_span_is(outputs[i], INTERVAL_UNSET);
        InputSpan wanted = sum_result_wanted(&result, candidate->kind, i);
        bool wrong = is_wrong(&result, candidate->kind, outputs, i, wanted);
        candidate->differ += wrong && stored;
        candidate->missing += wrong && !stored;
        if (wrong && candidate->differ + candidate->missing > most)
            return false;
        candidate->judged += stored && !input_span_is(wanted, INTERVAL_UNSET);
        candidate->holes += !wrong && !stored && i >= result.first_output &&
                            i - result.first_output < result.n;
    }
    return true;
}

/* The first output that was stored, or COUNT. */
static uint32_t first_stored(const InputSpan *outputs, uint32_t count)
{
    uint32_t i = 0;

    while (i < count && input_span_is(outputs[i], INTERVAL_UNSET))
        ++i;
    return i;
}

/* The length of a segment, if the outputs from FIRST on are a scan: where the
 * second one begins.  One output more is no segment, but a wrong output. */
static uint32_t segment_of(SumKind kind, const InputSpan *outputs,
                           uint32_t count, uint32_t first,
                           const SumResult *result)
{
    for (uint32_t i = 1; i + 1 < result->n && first + i < count; ++i) {
        uint32_t input = result->first_input + i;
        InputSpan begins = kind == SUM_EXCLUSIVE ? input_span(INTERVAL_IDENTITY)
                                                 : (InputSpan){input, input};
        if (input_span_equal(outputs[first + i], begins))
            return i;
    }
    return result->n;
}

/* The length of a part, if the outputs from FIRST on are a reduction: where the
 * first one ends, or where the second one begins.  One of them may be wrong. */
static uint32_t end_of_first(const InputSpan *outputs, uint32_t first,
                             const SumResult *result)
{
    InputSpan x = outputs[first];

    return input_span_is_range(x) && x.last >= result->first_input
               ? x.last + 1 - result->first_input
               : result->n;
}

static uint32_t start_of_second(const InputSpan *outputs, uint32_t count,
                                uint32_t first, const SumResult *result)
{
    InputSpan x =
        first + 1 < count ? outputs[first + 1] : input_span(INTERVAL_UNSET);

    return input_span_is_range(x) && x.first > result->first_input
               ? x.first - result->first_input
               : result->n;
}

/* True if one output is a sum of inputs. */
static bool has_sums(const InputSpan *outputs, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        if (input_span_is_range(outputs[i]))
            return true;
    return false;
}

/* What lies behind the last input that an output is the sum of. */
static uint32_t end_of(const InputSpan *outputs, uint32_t count)
{
    uint32_t end = 0;

    for (uint32_t i = 0; i < count; ++i)
        if (input_span_is_range(outputs[i]) && outputs[i].last >= end)
            end = outputs[i].last + 1;
    return end;
}

/* True if the outputs are single elements, none twice. */
static bool is_permutation(const InputSpan *outputs, uint32_t count)
{
    bool *seen = base_alloc((size_t)end_of(outputs, count) + 1, sizeof *seen);
    bool good = true;

    for (uint32_t i = 0; i < count && good; ++i) {
        InputSpan x = outputs[i];
        if (input_span_is(x, INTERVAL_UNSET))
            continue;
        good = x.first == x.last && !seen[x.first];
        if (good)
            seen[x.first] = true;
    }
    free(seen);
    return good;
}

/* Outputs that are looked at, and the candidate that fits best. */
typedef struct {
    const InputSpan *outputs;
    uint32_t count;
    const SumResult *result;
    Candidate best;
    Candidate guess; /* if none fits: the one that most outputs fit */
} Search;

/* True if each output that differs from CANDIDATE, a scan of all elements,
 * lacks the first of its elements, and those that fit come first: the last
 * rounds of a scan are missing. */
static bool lacks_beginnings(const Search *search, const Candidate *candidate)
{
    bool fits = true;

    if (candidate->segment != search->result->n ||
        candidate->kind == SUM_REDUCE || candidate->kind == SUM_COPY)
        return false;
    for (uint32_t i = candidate->first_output; i < search->count; ++i) {
        InputSpan x = search->outputs[i];
        InputSpan wanted =
            sum_result_wanted(search->result, candidate->kind, i);
        fits &= input_span_equal(x, wanted);
        if (!fits && !(input_span_is_range(x) && x.last == wanted.last &&
                       x.first > wanted.first))
            return false;
    }
    return true;
}

/* True if few enough of the outputs differ from CANDIDATE: fewer than half, or
 * a quarter if some are no sums at all; of a single one it is enough to be a
 * sum of half of the elements.  What all elements together are is not known if
 * some of them are not. */
static bool is_near(const Search *search, const Candidate *candidate)
{
    const SumResult *result = search->result;
    InputSpan x = search->outputs[first_stored(search->outputs, search->count)];
    bool reduces = candidate->kind == SUM_REDUCE;
    uint64_t all = candidate->judged, wrong = candidate->differ;

    if (result->cut && reduces && candidate->segment == result->n)
        return false;
    if (reduces && result->count == 1)
        return input_span_is_range(x) &&
               2 * (uint64_t)(x.last - x.first + 1) >= result->n;
    return 2 * wrong < all ||
           (2 * wrong == all && lacks_beginnings(search, candidate));
}

/* How many outputs CANDIDATE fits. */
static uint32_t count_fits(const Candidate *candidate)
{
    return candidate->judged - candidate->differ;
}

static void try_candidate(Search *search, SumKind kind, uint32_t segment,
                          uint32_t first_output)
{
    Candidate try = {.kind = kind,
                     .segment = segment,
                     .first_output = first_output};
    const Candidate *best = &search->best;

    SumResult shape = {.n = search->result->n, .segment = segment};
    if (segment == 0 ||
        (first_output > 0 &&
         (uint64_t)first_output + outputs_of(&shape, kind) > search->count))
        return;
    uint32_t least = best->differ + best->missing;
    uint32_t most = best->kind == SUM_OTHER ? UINT32_MAX : least;
    if (!count_wrong(&try, search->result, search->outputs, search->count,
                     most))
        return;
    if (kind != SUM_REDUCE && count_fits(&try) > count_fits(&search->guess))
        search->guess = try;
    uint32_t wrong = try.differ + try.missing;
    if (is_near(search, &try) && (best->kind == SUM_OTHER || wrong < least ||
                                  (wrong == least && try.holes < best->holes)))
        search->best = try;
}

/* Tries the kinds whose outputs begin at FIRST. */
static void try_kinds(Search *search, uint32_t first)
{
    static const SumKind scans[] = {SUM_EXCLUSIVE, SUM_INCLUSIVE};
    const SumResult *result = search->result;
    const InputSpan *outputs = search->outputs;
    uint32_t count = search->count;

    if (first >= count)
        return;
    try_candidate(search, SUM_COPY, result->n, first);
    try_candidate(search, SUM_REDUCE, result->n, first);
    if (result->count > 1) {
        try_candidate(search, SUM_REDUCE, end_of_first(outputs, first, result),
                      first);
        try_candidate(search, SUM_REDUCE,
                      start_of_second(outputs, count, first, result), first);
    }
    for (size_t k = 0; k < sizeof scans / sizeof *scans; ++k) {
        try_candidate(search, scans[k], result->n, first);
        try_candidate(search, scans[k],
                      segment_of(scans[k], outputs, count, first, result),
                      first);
    }
}

/* The first output of COUNT that is not as KIND has it; COUNT: all are. */
static uint32_t first_unlike(const SumResult *result, SumKind kind,
                             const InputSpan *outputs, uint32_t count)
{
    uint32_t i = 0;

    while (i < count && !is_wrong(result, kind, outputs, i,
                                  sum_result_wanted(result, kind, i)))
        ++i;
    return i;
}

/* Notes which output is the first wrong one. */
static void find_first_wrong(const InputSpan *outputs, uint32_t count,
                             SumResult *result)
{
    SumKind kind = (SumKind)result->nearest;

    result->first_wrong = first_unlike(result, kind, outputs, count);
    result->is = outputs[result->first_wrong];
    result->wanted = sum_result_wanted(result, kind, result->first_wrong);
}

/* True if the first output is the sum of all inputs, and others are what a
 * reduction left of its parts: the second one is not the sum of all but the
 * first input, as in a scan from the end. */
static bool begins_with_all(const Search *search)
{
    const SumResult *result = search->result;
    InputSpan all = sum_of(result, 0, result->n);
    InputSpan second =
        search->count > 1 ? search->outputs[1] : input_span(INTERVAL_UNSET);

    return result->n > 1 && !result->cut &&
           input_span_equal(search->outputs[0], all) &&
           !input_span_equal(second, sum_of(result, 1, result->n));
}

/* True if each output is what the first half of Blelloch's scan leaves there:
 * the sum of as many elements as the largest power of two that divides i + 1,
 * or of a whole part. */
static bool is_tree(const Search *search)
{
    uint32_t first = search->result->first_input, part = 1;

    for (uint32_t i = 0; i < search->count; ++i) {
        InputSpan x = search->outputs[i];
        if (input_span_is(x, INTERVAL_UNSET))
            continue;
        if (!input_span_is_range(x) || x.last != first + i)
            return false;
        if (x.last - x.first + 1 > part)
            part = x.last - x.first + 1;
    }
    for (uint32_t i = 0; i < search->count; ++i) {
        uint32_t leaves = (i + 1) & -(i + 1);
        InputSpan x = search->outputs[i];
        if (!input_span_is(x, INTERVAL_UNSET) &&
            x.last - x.first + 1 != (leaves < part ? leaves : part))
            return false;
    }
    return true;
}

/* True if the outputs are Blelloch's exclusive scan before the last rounds of
 * its second half: of each PART elements the last one is what lies before them,
 * and the others are sums of the tree. */
static bool is_unfinished(const Search *search, uint32_t part)
{
    for (uint32_t i = 0; i < search->result->n; ++i) {
        uint32_t leaves = (i + 1) & -(i + 1);
        InputSpan wanted = (i + 1) % part == 0
                               ? sum_of(search->result, 0, i + 1 - part)
                               : sum_of(search->result, i + 1 - leaves, i + 1);
        if (!input_span_equal(search->outputs[i], wanted))
            return false;
    }
    return true;
}

/* The candidate that such outputs should be; else SUM_OTHER. */
static Candidate find_unfinished(const Search *search)
{
    const SumResult *result = search->result;
    Candidate found = {.kind = SUM_EXCLUSIVE, .segment = result->n};

    for (uint32_t part = 2; part < result->n && search->count >= result->n;
         part *= 2)
        if (is_unfinished(search, part)) {
            count_wrong(&found, result, search->outputs, search->count,
                        UINT32_MAX);
            return found;
        }
    return (Candidate){.kind = SUM_OTHER};
}

/* True if the outputs are a scan of parts of different lengths, as flags ask
 * for: each one begins where the one before it does, or at its own element. */
static bool has_segments(const Search *search, const Candidate *candidate)
{
    uint32_t begin = search->result->first_input;
    uint32_t input = search->result->first_input;

    if (candidate->first_output > 0)
        return false;
    for (uint32_t i = 0; i < search->count; ++i, ++input) {
        InputSpan x = search->outputs[i];
        bool exclusive = candidate->kind == SUM_EXCLUSIVE;
        bool begins = exclusive ? input_span_is(x, INTERVAL_IDENTITY)
                                : x.first == input && x.last == input;
        if (begins)
            begin = input;
        else if (!input_span_is_range(x) || x.first != begin ||
                 x.last + exclusive != input)
            return false;
    }
    return true;
}

/* Tries the kinds; the one with the fewest wrong outputs is the nearest. */
static void find_kind(const InputSpan *outputs, uint32_t count,
                      SumResult *result)
{
    Search search = {
        outputs, count, result, {.kind = SUM_OTHER}, {.kind = SUM_OTHER}};
    const Candidate *best = &search.best;
    uint32_t stored = first_stored(outputs, count);

    try_kinds(&search, 0);
    if (result->first_input != 0)
        try_kinds(&search, result->first_input);
    if (stored != 0 && stored != result->first_input)
        try_kinds(&search, stored);
    if ((best->kind == SUM_OTHER || best->differ + best->missing > 0) &&
        begins_with_all(&search))
        search.best = (Candidate){.kind = SUM_REDUCE, .segment = result->n};
    bool scans = best->kind == SUM_EXCLUSIVE || best->kind == SUM_INCLUSIVE;
    if (scans && best->differ > 0 && is_tree(&search))
        search.best = search.guess = (Candidate){.kind = SUM_OTHER};
    Candidate unfinished = find_unfinished(&search);
    result->unfinished = unfinished.kind == SUM_EXCLUSIVE;
    if (result->unfinished)
        search.best = unfinished;
    result->segmented = scans && has_segments(&search, best);
    result->guess = search.guess.kind;
    result->guess_fits = count_fits(&search.guess);
    SumResult guess = *result;
    guess.segment = search.guess.segment;
    guess.first_output = search.guess.first_output;
    result->guess_wrong =
        guess.segment ? first_unlike(&guess, search.guess.kind, outputs, count)
                      : 0;
    result->nearest = best->kind;
    result->wrong = best->differ + best->missing;
    result->kind = result->wrong == 0 ? best->kind : SUM_OTHER;
    bool copies = best->kind == SUM_COPY && best->differ == 0;
    if (result->kind == SUM_OTHER && !copies &&
        is_permutation(outputs, count)) {
        result->kind = result->nearest = SUM_PERMUTE;
        result->wrong = 0;
    } else if (best->kind != SUM_OTHER) {
        result->segment = best->segment;
        result->first_output = best->first_output;
    }
    if (result->wrong > 0)
        find_first_wrong(outputs, count, result);
}

void sum_check(const InputSpan *outputs, uint32_t count, SumResult *result)
{
    result->count = 0;
    for (uint32_t i = 0; i < count; ++i)
        result->count += !input_span_is(outputs[i], INTERVAL_UNSET);
    result->segment = result->n;
    result->kind = result->nearest = SUM_OTHER;
    if (result->n > 0 && has_sums(outputs, count))
        find_kind(outputs, count, result);
}

void sum_result_in_place(SumResult *result)
{
    if (result->nearest != SUM_COPY || result->wrong == 0)
        return;
    result->nearest = SUM_OTHER;
    result->wrong = 0;
}

void sum_result_lacks_first(SumResult *result)
{
    if (result->kind != SUM_EXCLUSIVE || result->first_output > 0 ||
        sum_result_in_parts(result))
        return;
    result->kind = SUM_OTHER;
    result->wrong = 1;
    result->first_wrong = 0;
    result->is = input_span(INTERVAL_UNSET);
    result->wanted = input_span(INTERVAL_IDENTITY);
}

void sum_result_in_order(SumResult *result, SumKind order)
{
    if (!sum_kind_permutes(order))
        return;
    result->kind = result->nearest = order;
    result->segment = result->n;
    result->first_output = result->wrong = 0;
}

void sum_result_adds_up(SumResult *result)
{
    if (result->kind != SUM_OTHER || result->count < 2 ||
        result->count >= result->n ||
        (result->nearest != SUM_OTHER && result->nearest != SUM_REDUCE))
        return;
    result->kind = result->nearest = SUM_REDUCE;
    result->segment = result->first_output = result->wrong = 0;
}

uint8_t *sum_result_wrong(const SumResult *result, const InputSpan *outputs,
                          uint32_t count)
{
    SumResult first = *result;
    Candidate candidate = {.kind = (SumKind)result->nearest,
                           .segment = result->segment,
                           .first_output = result->first_output};
    uint8_t *wrong;

    if (result->segment == 0 || result->wrong == 0)
        return NULL;
    count_wrong(&candidate, result, outputs, count, UINT32_MAX);
    if (candidate.differ + candidate.missing != result->wrong)
        return NULL;
    find_first_wrong(outputs, count, &first);
    if (first.first_wrong != result->first_wrong ||
        !input_span_equal(first.is, result->is))
        return NULL;
    wrong = base_alloc((size_t)count + 1, 1);
    for (uint32_t i = 0; i < count; ++i)
        wrong[i] = is_wrong(result, candidate.kind, outputs, i,
                            sum_result_wanted(result, candidate.kind, i));
    return wrong;
}

uint32_t sum_result_outputs(const SumResult *result)
{
    uint32_t outputs = outputs_of(result, (SumKind)result->nearest);

    if (result->nearest == SUM_HISTOGRAM)
        return result->count;
    return outputs > result->count ? outputs : result->count;
}

bool sum_result_in_parts(const SumResult *result)
{
    bool known = result->kind == SUM_REDUCE || result->segment > 0;

    if (result->segments > 1)
        return true;
    return result->kind != SUM_UNKNOWN && known && result->segment < result->n;
}

bool sum_result_lacks_outputs(const SumResult *result)
{
    uint32_t needed = result->n;

    if (result->kind == SUM_EXCLUSIVE && result->segment > 0)
        needed -= (result->n + result->segment - 1) / result->segment;
    return (result->kind == SUM_EXCLUSIVE || result->kind == SUM_INCLUSIVE ||
            result->kind == SUM_COPY || result->kind == SUM_MAP ||
            sum_kind_permutes((SumKind)result->kind)) &&
           result->count < needed;
}

bool sum_result_is_plain(const SumResult *result)
{
    return result->kind != SUM_UNKNOWN && result->wrong == 0 && !result->cut &&
           result->first_input == 0 && result->first_output == 0 &&
           !sum_result_in_parts(result) && !sum_result_lacks_outputs(result);
}

void sum_check_as(const InputSpan *outputs, uint32_t count, SumKind kind,
                  SumResult *result)
{
    Candidate candidate = {.kind = kind,
                           .segment = result->segment,
                           .first_output = result->first_output};

    count_wrong(&candidate, result, outputs, count, UINT32_MAX);
    result->nearest = kind;
    result->wrong = candidate.differ + candidate.missing;
    if (result->wrong > 0)
        find_first_wrong(outputs, count, result);
}

/* The same of a result that is no sum: a maximum of other neighbours passes if
 * neighbours are equal in the runs that rise and in those that fall; a
 * histogram that puts a number into another bin if no run has that number.  Of
 * the others nothing is claimed. */
static double form_odds(const SumResult *result, double size)
{
    double values = pow(2, (double)result->bits);
    bool orders = true;

    if (result->nearest == SUM_HISTOGRAM)
        return (result->n * (double)result->trials * log1p(-1 / values)) /
                   log(2) +
               result->bits;
    for (uint32_t p = 0; p == 0 || p < result->parts; ++p)
        orders &= sum_result_operator(result, p) == SUM_MAX ||
                  sum_result_operator(result, p) == SUM_MIN;
    return orders && result->nearest != SUM_MAP
               ? -2 * ((double)result->bits - size) + 3 * size
               : 0;
}

/* Each word of each trial is one of 2^BITS; a wrong interval passes if it
 * agrees in all trials, and there are n^2/2 intervals for each output. */
double sum_result_odds(const SumResult *result)
{
    double size = log((double)result->n + 1) / log(2);
    double log2 = -(double)result->bits * result->trials + 2 * size +
                  log((double)result->count + 1) / log(2);

    if (result->form)
        log2 = form_odds(result, size);

    return result->kind != SUM_UNKNOWN && log2 < 0 ? log2 * log10(2) : 0;
}
