/* SPDX-License-Identifier: MIT */
#include "say/badge.h"

#include "analysis/issue_order.h"
#include "analysis/sum_check.h"
#include "analysis/sum_results.h"
#include "say/finding.h"
#include "say/result_words.h"

/* ---- What a launch computes -----------------------------------------------*/

static bool has_name(const SumResult *result)
{
    return result->kind != SUM_UNKNOWN && result->nearest != SUM_OTHER;
}

/* What launches do that are not in the trace, if their outputs are wrong; else
 * NULL. */
static const SumResult *further_wrong(const Trace *trace)
{
    const SumResult *further;

    for (size_t i = 0; (further = sum_result_further(trace, i)); ++i)
        if (sum_result_is_wrong(trace, further))
            break;
    return further;
}

const SumResult *badge_result(const Trace *trace, uint32_t launch)
{
    const SumResult *result = sum_result_of(trace, launch);
    const SumResult *all = sum_result_whole(trace);
    bool last = launch + 1 == trace->grids_count;

    if (all && has_name(all) && (last || !has_name(result)))
        result = all;
    result = sum_result_told(trace, result);
    const SumResult *wrong = last && !sum_result_is_wrong(trace, result)
                                 ? further_wrong(trace)
                                 : NULL;
    return wrong ? wrong : result;
}

/* ---- Badges of programs ---------------------------------------------------*/

/* "exclusive sum", "sums of parts" */
static void add_kind(const SumResult *result, Text *text)
{
    bool scans = result->kind == SUM_EXCLUSIVE || result->kind == SUM_INCLUSIVE;

    if (scans && result->segments)
        text_add(text, "segmented scan");
    else if (scans && sum_result_in_parts(result))
        text_add(text, "scans of parts");
    else if (result->kind == SUM_REDUCE && result->count > 1)
        text_add(text, "%s of parts",
                 sum_result_adds(result) ? "sums" : "results");
    else
        text_add(text, "%s", result_kind(result->kind, result->op));
}

/* "proved at n = 64", "checked on 4 random inputs, 3 launches" */
static void add_evidence(const SumResult *result, Text *text)
{
    uint32_t launches = result->last - result->first + 1;

    if (result->proved)
        text_add(text, "proved");
    else
        text_add(text, "checked on %u random inputs", result->trials);
    if (launches > 1)
        text_add(text, ", %u launches", launches);
    else if (result->proved)
        text_add(text, " at n = %u", result->n);
}

/* False if something else than RESULT is expected of the program. */
static bool is_expected(const Trace *trace, const SumResult *result)
{
    return trace->expected == SUM_UNKNOWN || trace->expected == result->kind ||
           (trace->expected == SUM_PERMUTE &&
            sum_kind_permutes((SumKind)result->kind));
}

/* No fault was found. */
static Severity good_program(const Findings *all, const SumResult *result,
                             Text *verdict, Text *detail)
{
    if (result_kind(result->kind, result->op)[0]) {
        add_kind(result, verdict);
        add_evidence(result, detail);
        return is_expected(all->trace, result) ? SEVERITY_GOOD : SEVERITY_NOTE;
    }
    if (result->kind == SUM_UNKNOWN) {
        text_add(verdict, "not checked");
        text_add(detail, "%s", result->unchecked);
    } else {
        text_add(verdict, all->races->cut ? "the end" : "no races");
        text_add(detail, "not a sum of the input");
    }
    return SEVERITY_NOTE; /* nobody knows whether that is right */
}

/* Threads race; the outputs may be right all the same. */
static void raced(const Findings *all, const Finding *race,
                  const SumResult *result, Text *verdict, Text *detail)
{
    const Trace *trace = all->trace;
    bool wrong = sum_result_is_wrong(trace, result);

    if (has_name(result) && (wrong || result->wrong == 0)) {
        text_add(verdict, wrong ? "raced, wrong" : "raced");
        if (wrong)
            text_add(detail, "%u of %u outputs", result->wrong,
                     sum_result_outputs(result));
        else
            text_add(detail, "right this time");
        return;
    }
    size_t races = all->races->races_count;
    FindingWords words = finding_words(all, race);
    text_add(verdict, races == 1 ? "%zu race" : "%zu races", races);
    text_add(detail, "at %s", words.is.clauses->brief.text);
    finding_words_free(&words);
}

/* How many outputs are wrong, and what they should be. */
static void wrong_outputs(const Trace *trace, const SumResult *result,
                          Text *verdict, Text *detail)
{
    SumResult expected;

    if (sum_result_expected(trace, &expected))
        result = &expected;
    text_add(verdict, "%u of %u wrong", result->wrong,
             sum_result_outputs(result));
    text_add(detail, "should be the %s%s",
             result_kind(result->nearest, result->op),
             result->segment < result->n ? " of parts" : "");
    if (sum_result_is_further(trace, result))
        text_add(detail, ", launch %u", result->first);
}

static void ended(const Trace *trace, Text *detail)
{
    if (trace->run.ended_line)
        text_add(detail, "line %u", trace->run.ended_line);
    if (detail->length && trace->sources_count > 1)
        text_add(detail, " of %s",
                 trace->sources[trace->run.ended_source].name);
}

static Severity program(const Findings *all, Text *verdict, Text *detail)
{
    const Trace *trace = all->trace;
    const SumResult *result =
        badge_result(trace, (uint32_t)trace->grids_count - 1);
    const Finding *end = findings_first(all, FINDING_ENDED);
    const Finding *race = findings_first(all, FINDING_RACE);
    const Finding *fault = findings_fault(all, FAULT_NONE);
    const char *expected = result_kind(trace->expected, trace->expected_op);
    SumResult unlike;

    if (end) {
        text_add(verdict, "ended early");
        ended(trace, detail);
    } else if (race) {
        raced(all, race, result, verdict, detail);
    } else if (sum_result_is_wrong(trace, result) ||
               sum_result_expected(trace, &unlike)) {
        wrong_outputs(trace, result, verdict, detail);
    } else if (all->proof->unexpected) {
        text_add(verdict, "wrong");
        text_add(detail, "not the %s", expected);
    } else if (!fault) {
        return good_program(all, result, verdict, detail);
    } else {
        text_add(verdict, "%s", finding_title(fault->kind));
        if (fault->kind == FINDING_RETURNED)
            text_add(detail, "main returned %u", trace->run.returned);
        else if (fault->kind == FINDING_UNKNOWN)
            text_add(detail, "if it is the %s", expected);
        else if (fault->at.line != FINDING_NOWHERE)
            text_add(detail, "line %u", fault->at.line);
    }
    return SEVERITY_FAULT;
}

/* ---- Badges of the catalog ------------------------------------------------*/

static Severity good_algorithm(const Findings *all, Text *verdict, Text *detail)
{
    const Proof *proof = all->proof;

    text_add(verdict, proof->proved ? "proved" : "right");
    if (!proof->whole)
        text_add(detail, "of %zu of the blocks", all->trace->blocks_count);
    else if (proof->ordered)
        text_add(detail, "in this order of blocks");
    else
        text_add(detail, all->trace->run.condition[0]
                             ? "whatever is kept here"
                             : "for every associative operator");
    return SEVERITY_GOOD;
}

Severity badge_write(const Findings *all, Text *verdict, Text *detail)
{
    const Proof *proof = all->proof;
    size_t races = all->races->races_count;
    bool right = proof->correct && proof->intervals_ok;

    if (proof->unchecked)
        return program(all, verdict, detail);
    if (proof_is_good(proof))
        return good_algorithm(all, verdict, detail);
    if (races == 0 && !proof->race_free && right) {
        text_add(verdict, "not proved");
        text_add(detail, "not all accesses were checked for races");
        return SEVERITY_COST;
    }
    finding_write_output(all->trace, proof, detail);
    text_add(verdict, races == 0       ? "wrong"
                      : detail->length ? "raced, wrong"
                                       : "raced");
    if (detail->length == 0 && right)
        text_add(detail, "right this time");
    else if (detail->length == 0)
        text_add(detail,
                 races == 1 ? "%zu race, in step %u"
                            : "%zu races, first in step %u",
                 races,
                 issue_order_number(all->trace,
                                    all->races->races[0].second.step));
    return SEVERITY_FAULT;
}
