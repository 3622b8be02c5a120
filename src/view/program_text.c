/* SPDX-License-Identifier: MIT */
#include "view/program_text.h"

#include "analysis/recorded_launches.h"
#include "analysis/sum_check.h"
#include "analysis/sum_results.h"
#include "analysis/sum_words.h"
#include "findings/finding.h"
#include "trace/variable.h"

#include <string.h>

static uint32_t launch_of(const View *whole)
{
    const Trace *trace = whole->trace;

    if (!whole->running)
        return 0;
    return trace_block(trace, trace_step(trace, whole->running))->grid;
}

/* "32", or "(32, 8)". */
static void add_extents(const uint32_t extents[3], Text *text)
{
    if (extents[1] <= 1 && extents[2] <= 1)
        text_add(text, "%u", extents[0]);
    else if (extents[2] <= 1)
        text_add(text, "(%u, %u)", extents[0], extents[1]);
    else
        text_add(text, "(%u, %u, %u)", extents[0], extents[1], extents[2]);
}

void program_text_launch(const View *whole, Text *text)
{
    const Trace *trace = whole->trace;
    uint32_t launch = launch_of(whole);
    const Grid *grid = trace->grids + launch;

    if (recorded_launches_made(trace) > 1) {
        recorded_launches_place(trace, launch, text);
        text_add(text, " · ");
    }
    text_add(text, "%s<<<", grid->title);
    add_extents(grid->extents, text);
    text_add(text, ", ");
    add_extents(grid->block_extents, text);
    text_add(text, ">>> · ");
    if (grid->words)
        text_add(text, "%zu bytes of shared memory",
                 grid->words * sizeof(Word));
    else
        text_add(text, "no shared memory");
    if (trace->run.k != 32) /* what a GPU has */
        text_add(text, " · a %s GPU with %u lanes and %u banks",
                 trace->run.k < 32 ? "small" : "large", trace->run.k,
                 trace->run.k);
    if (trace->run.compiler[0])
        text_add(text, " · %s", trace->run.compiler);
}

static const Findings *findings_at(const View *whole)
{
    return analysed_findings(whole->analysed);
}

/* The first race of the whole trace, or NULL. */
static const Race *first_race(const View *whole)
{
    const Finding *race = findings_first(findings_at(whole), FINDING_RACE);

    return race ? race->race : NULL;
}

/* "line 11", or "lines 11 and 14", of the two sides. */
static void add_lines(const Race *race, Text *text)
{
    if (race->first.site == race->second.site)
        text_add(text, "line %u", (unsigned)race->first.site);
    else
        text_add(text, "lines %u and %u", (unsigned)race->first.site,
                 (unsigned)race->second.site);
}

static void add_race(const View *whole, const Race *race, int brief, Text *text)
{
    size_t more = whole->analysed->races.races_count - 1;

    if (brief == 0) {
        race_explain(whole->trace, race, text);
    } else {
        text_add(text, "race at ");
        race_name(whole->trace, race, text);
        text_add(text, ": threads %u and %u, ", race->first.thread,
                 race->second.thread);
        add_lines(race, text);
    }
    if (more && brief < 2)
        text_add(text, "; %zu more", more);
}

static bool says_something(const SumResult *result)
{
    return result->kind != SUM_UNKNOWN && result->nearest != SUM_OTHER;
}

/* What launches do that are not in the trace, if outputs of theirs are wrong;
 * else NULL. */
static const SumResult *further_wrong(const Trace *trace)
{
    const SumResult *further;

    for (size_t i = 0; (further = sum_result_further(trace, i)); ++i)
        if (sum_result_is_wrong(trace, further))
            break;
    return further;
}

/* What the launch at hand computes; that of all launches together at the last
 * one, and where a launch by itself computes nothing that has a name; and at
 * the last one what others do wrongly. */
static const SumResult *result_of(const Trace *trace, uint32_t launch)
{
    const SumResult *result = sum_result_of(trace, launch);
    const SumResult *all = sum_result_whole(trace);
    bool last = launch + 1 == trace->grids_count;

    if (all && says_something(all) && (last || !says_something(result)))
        result = all;
    result = sum_result_told(trace, result);
    const SumResult *wrong = last && !sum_result_is_wrong(trace, result)
                                 ? further_wrong(trace)
                                 : NULL;
    return wrong ? wrong : result;
}

/* "3 of 64 outputs are wrong" */
static void add_wrong_outputs(const Trace *trace, const SumResult *result,
                              Text *text)
{
    text_add(text, "%u of %u outputs", result->wrong,
             sum_result_outputs(result));
    if (sum_result_is_further(trace, result))
        text_add(text, " of launch %u", result->first);
    text_add(text, " %s wrong", result->wrong == 1 ? "is" : "are");
}

void program_text_outputs(const Trace *trace, uint32_t launch, bool raced,
                          Text *text)
{
    const SumResult *result = result_of(trace, launch);

    if (!says_something(result))
        return;
    if (sum_result_is_wrong(trace, result))
        add_wrong_outputs(trace, result, text);
    else if (raced && result->wrong == 0)
        text_add(text, "the outputs are right this time");
}

/* Cuts off what begins with WORDS, after START; false if nothing does. */
static bool cut_from(Text *text, size_t start, const char *words)
{
    char *cut = strstr(text->text + start, words);

    if (!cut)
        return false;
    *cut = '\0';
    text->length = (size_t)(cut - text->text);
    return true;
}

/* "exclusive sum", or "" where there are no words for it. */
static const char *kind_words(uint32_t kind, uint32_t op)
{
    static const char *const others[SUM_OPERATORS][3] = {
        [SUM_MAX] = {"exclusive max-scan", "inclusive max-scan", "maximum"},
        [SUM_MIN] = {"exclusive min-scan", "inclusive min-scan", "minimum"},
        [SUM_PRODUCT] = {"exclusive product-scan", "inclusive product-scan",
                         "product"},
        [SUM_AND] = {"exclusive and-scan", "inclusive and-scan", "and of all"},
        [SUM_OR] = {"exclusive or-scan", "inclusive or-scan", "or of all"},
        [SUM_XOR] = {"exclusive xor-scan", "inclusive xor-scan", "xor of all"}};

    if ((op & 15) != SUM_ADD && kind >= SUM_EXCLUSIVE && kind <= SUM_REDUCE)
        return others[op & 15][kind - SUM_EXCLUSIVE];
    switch (kind) {
    case SUM_EXCLUSIVE:
        return "exclusive sum";
    case SUM_INCLUSIVE:
        return "inclusive sum";
    case SUM_REDUCE:
        return "sum of all";
    case SUM_COPY:
        return "copy";
    case SUM_PERMUTE:
    case SUM_REORDERED:
        return "permutation";
    case SUM_ASCENDING:
        return "ascending order";
    case SUM_DESCENDING:
        return "descending order";
    case SUM_HISTOGRAM:
        return "histogram";
    case SUM_MAP:
        return "elementwise";
    default:
        return "";
    }
}

void program_text_unexpected(const Trace *trace, Text *text)
{
    text_add(text, "not the %s that was asked for",
             kind_words(trace->expected, trace->expected_op));
}

/* Why the program ended early; BRIEF 1: without what to do about that, BRIEF 2:
 * only where. */
static void add_ended(const Trace *trace, int brief, Text *text)
{
    const Run *run = &trace->run;

    text_add(text, "ended early");
    if (brief < 2 || run->ended_line == 0)
        text_add(text, ": %.*s",
                 (int)(brief == 0 ? strlen(run->ended)
                                  : strcspn(run->ended, ";")),
                 run->ended);
    else
        text_add(text, " at %s:%u", trace->sources[run->ended_source].name,
                 run->ended_line);
}

/* Which values are undefined that threads load or take, and which other faults
 * there are. */
static void add_faults(const View *whole, Text *text)
{
    const Findings *all = findings_at(whole);
    const Proof *proof = all->proof;

    for (size_t i = 0; i < all->findings_count; ++i) {
        const Finding *at = all->findings + i;
        size_t start = text->length;
        if (at->kind == FINDING_UNDEFINED || at->kind == FINDING_UNSET_LOAD)
            unset_load_explain(whole->trace, &proof->unset, true, text);
        else if (at->kind == FINDING_ABSENT_LANE)
            unset_shuffle_explain(whole->trace, &proof->shuffles, true, text);
        else if (at->kind == FINDING_RETURNED)
            finding_explain(all, at, text);
        if (text->length > start)
            text_add(text, "; ");
    }
}

Color program_text_verdict(const View *whole, int brief, Text *text)
{
    const Race *race = first_race(whole);
    const SumResult *result = result_of(whole->trace, launch_of(whole));
    size_t start = text->length;

    if (trace_ended(whole->trace)) {
        add_ended(whole->trace, brief, text);
        return COLOR_FAULT;
    }
    if (race) {
        Text outputs = {0};
        add_race(whole, race, brief, text);
        program_text_outputs(whole->trace, launch_of(whole), true, &outputs);
        if (outputs.length)
            text_add(text, "; %s", outputs.text);
        text_free(&outputs);
        return COLOR_FAULT;
    }
    if (trace_refused(whole->trace))
        text_add(text, "a launch is refused; ");
    if (trace_uncopied(whole->trace))
        text_add(text, "a call is refused; ");
    text_add(text, whole->analysed->races.cut ? "not all races looked for"
                                              : "no races");
    bool all = trace_is_whole(whole->trace);
    if (!all)
        text_add(text, " in the recorded blocks");
    if (!recorded_launches_are_all(whole->trace)) {
        text_add(text, all ? " in " : " of ");
        recorded_launches_explain(whole->trace, text);
    }
    text_add(text, "; ");
    add_faults(whole, text);
    if (sum_result_is_further(whole->trace, result))
        sum_result_explain_further(whole->trace, result, text);
    else
        sum_result_explain(whole->trace, result, text);
    if (brief > 0)
        cut_from(text, start, " (by chance");
    if (brief > 1 && cut_from(text, start, ", checked by"))
        text_add(text, ", %u random runs", result->trials);
    if (brief > 1 && cut_from(text, start, ", proved for"))
        text_add(text, ", proved");
    sum_result_explain_kept(whole->trace, result, text);
    if (whole->analysed->proof.unexpected) {
        text_add(text, "; ");
        program_text_unexpected(whole->trace, text);
    }
    return sum_result_is_wrong(whole->trace, result) ||
                   findings_fault(findings_at(whole), FAULT_NONE)
               ? COLOR_FAULT
               : COLOR_DIM;
}

/* What RESULT is, in two or three words. */
static void add_kind(const SumResult *result, Text *text)
{
    bool scans = result->kind == SUM_EXCLUSIVE || result->kind == SUM_INCLUSIVE;

    if (scans && result->segments)
        text_add(text, "segmented scan");
    else if (result->kind == SUM_REDUCE && result->count > 1)
        text_add(text, "%s of parts",
                 sum_result_adds(result) ? "sums" : "results");
    else if (scans && sum_result_in_parts(result))
        text_add(text, "scans of parts");
    else
        text_add(text, "%s", kind_words(result->kind, result->op));
}

/* False if something else than RESULT is expected of the program. */
static bool is_asked(const Trace *trace, const SumResult *result)
{
    return trace->expected == SUM_UNKNOWN || trace->expected == result->kind ||
           (trace->expected == SUM_PERMUTE &&
            sum_kind_permutes((SumKind)result->kind));
}

/* How it is known: "proved at n = 64", "4 random runs, 3 launches". */
static void add_evidence(const SumResult *result, Text *text)
{
    uint32_t launches = result->last - result->first + 1;

    if (result->proved && launches > 1)
        text_add(text, "proved, %u launches", launches);
    else if (result->proved)
        text_add(text, "proved at n = %u", result->n);
    else if (launches > 1)
        text_add(text, "%u random runs, %u launches", result->trials, launches);
    else
        text_add(text, "checked by %u random runs", result->trials);
}

/* How many outputs are wrong, and what they should be; false if none is. */
static bool add_wrong(const Trace *trace, const SumResult *result,
                      Text *verdict, Text *detail)
{
    SumResult expected;

    if (sum_result_expected(trace, &expected))
        result = &expected;
    if (!sum_result_is_wrong(trace, result))
        return false;
    text_add(verdict, "%u of %u differ", result->wrong,
             sum_result_outputs(result));
    text_add(detail, "from the %s%s", kind_words(result->nearest, result->op),
             result->segment < result->n ? " of parts" : "");
    if (sum_result_is_further(trace, result))
        text_add(detail, ", launch %u", result->first);
    return true;
}

/* A fault that is neither of races nor of the result; false if there is none.
 */
static bool add_fault(const View *whole, Text *verdict, Text *detail)
{
    const Finding *fault = findings_fault(findings_at(whole), FAULT_NONE);
    const Trace *trace = whole->trace;

    if (!fault)
        return false;
    switch (fault->kind) {
    case FINDING_REFUSED:
        text_add(verdict, "a launch is refused");
        break;
    case FINDING_UNCOPIED:
        text_add(verdict, "a call is refused");
        break;
    case FINDING_RETURNED:
        text_add(verdict, "main returned %u", trace->run.returned);
        text_add(detail, "did its own check fail?");
        break;
    case FINDING_UNKNOWN:
        text_add(verdict, "not checked");
        text_add(detail, "if it is the %s",
                 kind_words(trace->expected, trace->expected_op));
        break;
    default:
        text_add(verdict, "undefined value");
        text_add(detail, "line %u", fault->at.line);
    }
    return true;
}

Color program_text_end(const View *whole, Text *verdict, Text *detail)
{
    const Trace *trace = whole->trace;
    const Race *race = first_race(whole);
    const SumResult *result = result_of(whole->trace, launch_of(whole));
    size_t races = whole->analysed->races.races_count;

    if (trace_ended(trace)) {
        text_add(verdict, "ended early");
        if (trace->run.ended_line)
            text_add(detail, "line %u", trace->run.ended_line);
        if (detail->length && trace->sources_count > 1)
            text_add(detail, " of %s",
                     trace->sources[trace->run.ended_source].name);
        return COLOR_FAULT;
    }
    bool wrong = sum_result_is_wrong(trace, result);
    if (race && says_something(result) && (wrong || result->wrong == 0)) {
        text_add(verdict, wrong ? "raced, wrong" : "raced");
        if (wrong)
            text_add(detail, "%u of %u outputs", result->wrong,
                     sum_result_outputs(result));
        else
            text_add(detail, "right this time");
        return COLOR_FAULT;
    }
    if (race) {
        text_add(verdict, races == 1 ? "1 race" : "%zu races", races);
        text_add(detail, "at ");
        race_name(trace, race, detail);
        text_add(detail, ", ");
        add_lines(race, detail);
        return COLOR_FAULT;
    }
    if (add_wrong(trace, result, verdict, detail))
        return COLOR_FAULT;
    if (whole->analysed->proof.unexpected) {
        text_add(verdict, "wrong");
        text_add(detail, "not the %s",
                 kind_words(trace->expected, trace->expected_op));
        return COLOR_FAULT;
    }
    if (add_fault(whole, verdict, detail))
        return COLOR_FAULT;
    if (kind_words(result->kind, result->op)[0]) {
        add_kind(result, verdict);
        add_evidence(result, detail);
        return is_asked(trace, result) ? COLOR_GOOD : COLOR_DIM;
    }
    if (result->kind == SUM_UNKNOWN) {
        text_add(verdict, "not checked");
        text_add(detail, "%s", result->unchecked);
        return COLOR_DIM;
    }
    text_add(verdict, whole->analysed->races.cut ? "the end" : "no races");
    text_add(detail, "not a sum of the input");
    return COLOR_DIM; /* nobody knows whether that is right */
}
