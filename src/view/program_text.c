/* SPDX-License-Identifier: MIT */
#include "view/program_text.h"

#include "analysis/recorded_launches.h"
#include "analysis/sum_results.h"
#include "say/badge.h"
#include "say/finding.h"
#include "say/result_words.h"

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

/* Why the program ended early, or only where. */
static void say_ended(const Trace *trace, Statement *statement)
{
    const Run *run = &trace->run;

    statement_say(statement, 0, "ended early: %s", run->ended);
    text_add(statement_brief(statement), "ended early");
    if (run->ended_line)
        text_add(statement_brief(statement), " at %s:%u",
                 trace->sources[run->ended_source].name, run->ended_line);
}

static void say_race(const View *whole, const Findings *all,
                     const Finding *race, Statement *statement)
{
    FindingWords words = finding_words(all, race);
    const Clause *is = words.is.clauses;
    size_t more = all->races->races_count - 1;
    Text outputs = {0};

    statement_say(statement, 0, "race: %s", is->text.text);
    text_add(statement_brief(statement), "race at %s", is->brief.text);
    badge_outputs(whole->trace, launch_of(whole), true, &outputs);
    if (more)
        statement_say(statement, 2, "%zu more", more);
    if (outputs.length)
        statement_say(statement, 1, "%s", outputs.text);
    text_free(&outputs);
    finding_words_free(&words);
}

/* The findings that are short enough for a frame. */
static void say_findings(const Findings *all, Statement *statement)
{
    for (size_t i = 0; i < all->findings_count; ++i) {
        const Finding *at = all->findings + i;
        if (at->kind == FINDING_REFUSED || at->kind == FINDING_UNCOPIED)
            statement_say(statement, 0, "%s", finding_title(at->kind));
        if (at->kind != FINDING_NO_RACE && at->kind != FINDING_UNDEFINED &&
            at->kind != FINDING_UNSET_LOAD && at->kind != FINDING_RETURNED &&
            at->kind != FINDING_ABSENT_LANE)
            continue;
        FindingWords words = finding_words(all, at);
        statement_append(statement, &words.is);
        finding_words_free(&words);
    }
}

Color program_text_verdict(const View *whole, Statement *statement)
{
    const Trace *trace = whole->trace;
    const Findings *all = analysed_findings(whole->analysed);
    const Finding *race = findings_first(all, FINDING_RACE);
    const SumResult *result = badge_result(trace, launch_of(whole));

    if (trace_ended(trace)) {
        say_ended(trace, statement);
        return COLOR_FAULT;
    }
    if (race) {
        say_race(whole, all, race, statement);
        return COLOR_FAULT;
    }
    say_findings(all, statement);
    result_headline(trace, result, statement);
    result_evidence(result, statement);
    if (all->proof->unexpected)
        statement_say(statement, 0, "not the %s that is expected",
                      result_kind(trace->expected, trace->expected_op));
    return sum_result_is_wrong(trace, result) || findings_fault(all, FAULT_NONE)
               ? COLOR_FAULT
               : COLOR_DIM;
}
