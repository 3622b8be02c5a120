/* SPDX-License-Identifier: MIT */
#include "program/trials.h"

#include "analysis/array_uses.h"
#include "analysis/sum_check.h"
#include "program/compared_runs.h"
#include "program/program_trace.h"
#include "program/trial_result.h"
#include "program/trials_work.h"
#include "trace/limits.h"

#include <stdlib.h>
#include <string.h>

/* ---- One launch -----------------------------------------------------------*/

/* The runs of grid G by itself, and what they left in array NUMBER of the
 * program; none, and why, if they cannot be compared. */
static ComparedRuns compare_own(const Trials *trials, uint32_t g,
                                uint32_t number, Text *why)
{
    const LaunchNote *launch = launch_notes_grid(&trials->notes, g);
    const NoteArray *in = launch ? launch_note_input(launch) : NULL;
    const char *name = trials->trace->arrays[trials->trace->grids[g].in].name;
    ComparedRuns compared = {0};

    if (!in)
        return compared;
    const NoteArray *out = launch_note_array(launch, number);
    compared = compared_none(in->array.element, in->array.bytes,
                             out ? out->array.element : ELEMENT_OTHER);
    for (uint32_t t = 1; t <= TRIALS_MOST; ++t) {
        const LaunchNote *trial = launch_notes_trial(&trials->notes, g, t);
        if (!trial)
            break;
        trial_explain_ending(launch, name, trial->end.fault, why);
        const NoteArray *given = launch_note_array(trial, in->array.number);
        const NoteArray *left = launch_note_array(trial, number);
        if (why->length > 0 || !given || !left ||
            !compared_add(&compared, &given->before, &left->after)) {
            if (why->length == 0)
                text_add(why,
                         "launch %u uses other arrays with random elements in "
                         "%s",
                         launch->number, name);
            compared.input.trials = 0;
            break;
        }
    }
    return compared;
}

/* Appends why grid G was not checked by runs of its own. */
static void explain_unchecked(const Trials *trials, uint32_t g, Text *why)
{
    const LaunchNote *launch = launch_notes_grid(&trials->notes, g);
    const Grid *grid = &trials->trace->grids[g];
    const NoteArray *in = launch ? launch_note_input(launch) : NULL;
    const NoteArray *out =
        launch ? launch_note_array(launch, trials->outputs[g].output) : NULL;

    if (!launch)
        return;
    trial_explain_untried(launch, why);
    if (why->length == 0 && trials->outputs[g].output == PROGRAM_NO_ARRAY)
        text_add(why, "launch %u stores to no array", launch->number);
    if (why->length == 0 && in && out)
        trial_explain_types(trials->trace->arrays[grid->in].name,
                            in->array.element,
                            trials->trace->arrays[grid->out].name,
                            out->array.element, why);
}

/* ---- Names of words -------------------------------------------------------*/

/* The trace of run T, from 0, of each launch by itself on a GPU; NULL: there is
 * none. */
static const Trace *own_trace(Trials *trials, uint32_t t)
{
    ProgramFacts facts = *trials->facts;
    Error none;

    facts.trial = t + 1;
    facts.outputs = NULL;
    if (!trials->own.asked[t])
        trials->own.traces[t] =
            program_trace(trials->log->log, trials->log->bytes, trials->symbols,
                          &facts, &none);
    trials->own.asked[t] = true;
    return trials->own.traces[t];
}

/* Grid G in the trace of run T of each launch: launches that have no such run
 * are not in it. */
static uint32_t own_grid(const Trials *trials, uint32_t g, uint32_t t)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < g; ++i)
        count += launch_notes_trial(&trials->notes, i, t + 1) != NULL;
    return count;
}

/* True if a run on random inputs, NOTE, has the values of the words of grid G.
 */
static bool has_words(const LaunchNote *note, const ProgramWords *words,
                      uint32_t g)
{
    return note->end.agrees && note->values.at &&
           note->values.bytes == words->words[g] * sizeof(Word);
}

/* *RUN becomes run T of grid G; false if it differs from the launch. */
static bool find_own(Trials *trials, uint32_t g, uint32_t t, SumsRun *run)
{
    const LaunchNote *note = launch_notes_trial(&trials->notes, g, t + 1);
    const ProgramWords *words = trials->facts->words;

    if (!note)
        return false;
    if (!words) {
        *run = (SumsRun){.trace = own_trace(trials, t),
                         .grid = own_grid(trials, g, t)};
        return run->trace && run->grid < run->trace->grids_count;
    }
    *run = (SumsRun){.values = note->values.at, .places = words->places};
    return has_words(note, words, g);
}

/* Names the words of grid G by its own runs. */
static void name_own(Trials *trials, uint32_t g, IntervalSearch *search,
                     uint32_t count)
{
    SumsRun runs[TRIALS_MOST];

    for (uint32_t t = 0; t < count; ++t)
        if (!find_own(trials, g, t, &runs[t]))
            return;
    sums_name(trials->sums, g, trials->trace->grids[g].in, search, runs, count);
}

/* The same by runs of all launches that work together; false if they differ, or
 * if it is not known what happened in them. */
static bool name_whole(Trials *trials, uint32_t g)
{
    const LaunchNote *launch = launch_notes_grid(&trials->notes, g);
    const WholePlan *plan = &trials->whole->plan;
    const ProgramWords *words = trials->facts->words;
    SumsRun runs[TRIALS_MOST];

    if (!launch || launch->number < plan->launch || trials->whole->logs ||
        !words)
        return false;
    for (uint32_t t = 0; t < plan->runs; ++t) {
        const LaunchNote *note =
            launch_notes_replayed(&trials->notes, launch->number, t + 1);
        if (!note || !has_words(note, words, g))
            return false;
        runs[t] = (SumsRun){.values = note->values.at, .places = words->places};
    }
    return sums_name(trials->sums, g, LIMITS_ARRAYS, trials->whole_search, runs,
                     plan->runs);
}

/* ---- All of it ------------------------------------------------------------*/

/* The intervals of the words of the trace's output: those of its last launch.
 * A word of several elements has none. */
static void take_output(Trace *trace, const InputSpan *outputs,
                        const ComparedRuns *compared)
{
    uint32_t words = compared->width / (uint32_t)sizeof(Word);

    for (uint32_t i = 0; words && i < trace->run.n; ++i)
        if (i / words < compared->outputs)
            trace->output_interval[i] = input_span_name(outputs[i / words]);
}

/* Which inputs of grid G count, and which of its outputs in ARRAY were stored,
 * and are in the recorded run what they are in the others. */
static void settle_own(const Trials *trials, uint32_t g, uint8_t array,
                       ComparedRuns *compared, InputSpan *outputs)
{
    const Trace *trace = trials->trace;
    const LaunchNote *launch = launch_notes_grid(&trials->notes, g);
    const NoteArray *in = launch_note_input(launch);
    const NoteArray *out =
        launch_note_array(launch, trials->outputs[g].arrays[array]);

    compared_use_loaded(compared, trace, g, trace->grids[g].in);
    if (!trace_grid_is_whole(trace, g))
        compared_use_summed(compared, outputs);
    else if (trials->notes.head.launches == 1)
        compared_use_given(compared, trace, g, in->before);
    compared_check_recorded(compared, outputs, in->before, out->after);
    if (g + 1 == trace->grids_count && array == trace->grids[g].out)
        take_output(trials->trace, outputs, compared);
    compared_unset_others(compared, trace, g, array, outputs);
}

/* The result of grid G; names its words. */
static SumResult judge(Trials *trials, uint32_t g)
{
    Trace *trace = trials->trace;
    const LaunchNote *launch = launch_notes_grid(&trials->notes, g);
    uint32_t number = launch ? launch->number : 0;
    const char *in = trace->arrays[trace->grids[g].in].name;
    const char *out = trace->arrays[trace->grids[g].out].name;
    Text why = {0};
    ComparedRuns compared = {0};
    SumResult result;

    explain_unchecked(trials, g, &why);
    if (why.length == 0)
        compared = compare_own(trials, g, trials->outputs[g].output, &why);
    bool cut_short =
        trials->whole_search &&
        trials->whole->plan.array_bytes / sizeof(Word) > trace->grids[g].n;
    if (compared.input.trials == 0) {
        result = trial_result_unchecked(in, out, number, number, &why);
        if (trials->whole_search && !cut_short)
            name_whole(trials, g);
        compared_free(&compared);
        return result;
    }
    IntervalSearch *search = interval_search_new(&compared.input);
    InputSpan *outputs =
        interval_search_outputs(search, compared.outputs, compared.left);
    settle_own(trials, g, trace->grids[g].out, &compared, outputs);
    result = trial_result_checked(in, out, number, number, &compared, search,
                                  outputs);
    if (trace->grids[g].in == trace->grids[g].out)
        sum_result_in_place(&result);
    if (!trial_result_is_empty(&result) || !trials->whole_search || cut_short ||
        !name_whole(trials, g))
        name_own(trials, g, search, compared.input.trials);
    if (result.trials > trace->run.trials)
        trace->run.trials = result.trials;
    free(outputs);
    interval_search_free(search);
    compared_free(&compared);
    return result;
}

/* ---- Other outputs --------------------------------------------------------*/

bool trials_loads_from(const Trials *trials, uint32_t g, uint32_t number)
{
    const Trace *trace = trials->trace;
    bool loads = false;

    for (uint32_t a = 0; a < trace->arrays_count; ++a) {
        if (trials->outputs[g].arrays[a] != number)
            continue;
        TouchedElements touched =
            touched_elements(trace, g, (uint8_t)a, sizeof(Word), 0);
        loads |= touched.loaded_behind;
        touched_free(&touched);
    }
    return loads;
}

void trials_add_other(Trials *trials, SumResult *result, bool in_place,
                      bool working)
{
    if (in_place)
        sum_result_in_place(result);
    if (result->kind == SUM_UNKNOWN ||
        (working && trial_result_is_empty(result)))
        sum_result_free(result);
    else
        base_push(trials->trace, results, *result);
}

/* Judges what grid G stores to ARRAY, which is not its output, unless that does
 * not depend on the input. */
static void judge_other(Trials *trials, uint32_t g, uint8_t array)
{
    const Trace *trace = trials->trace;
    const LaunchNote *launch = launch_notes_grid(&trials->notes, g);
    uint32_t number = trials->outputs[g].arrays[array];
    const NoteArray *in = launch_note_input(launch);
    const NoteArray *out = launch_note_array(launch, number);
    const char *name = trace->arrays[trace->grids[g].in].name;
    const char *left = trace->arrays[array].name;
    Text why = {0};

    if (!in || !out)
        return;
    ComparedRuns compared = compare_own(trials, g, number, &why);
    trial_explain_types(name, in->array.element, left, out->array.element,
                        &why);
    if (why.length == 0 && compared.input.trials > 0 &&
        !compared_is_constant(&compared)) {
        IntervalSearch *search = interval_search_new(&compared.input);
        InputSpan *outputs =
            interval_search_outputs(search, compared.outputs, compared.left);
        settle_own(trials, g, array, &compared, outputs);
        SumResult result =
            trial_result_checked(name, left, launch->number, launch->number,
                                 &compared, search, outputs);
        trials_add_other(trials, &result, array == trace->grids[g].in,
                         trials_loads_from(trials, g, number));
        free(outputs);
        interval_search_free(search);
    }
    text_free(&why);
    compared_free(&compared);
}

/* Judges the outputs of grid G but the one that it was judged by. */
static void judge_others(Trials *trials, uint32_t g)
{
    const Trace *trace = trials->trace;
    const ProgramOutputs *outputs = &trials->outputs[g];
    size_t most = trace->results_count + SUM_RESULT_OTHERS;

    if (!launch_notes_grid(&trials->notes, g))
        return;
    for (size_t a = 0; a < trace->arrays_count; ++a)
        if (a != trace->grids[g].out &&
            outputs->arrays[a] != PROGRAM_NO_ARRAY &&
            trace->results_count < most)
            judge_other(trials, g, (uint8_t)a);
}

/* True if the launches load an array beside INPUT that none of them stores to,
 * such as flags. */
static bool has_other_inputs(const Trace *trace, const char *input)
{
    ArrayUses uses = {.loaded = {false}};
    bool found = false;

    for (uint32_t g = 0; g < trace->grids_count; ++g)
        array_uses_add(trace, g, &uses);
    for (size_t a = 0; a < trace->arrays_count; ++a)
        found |= uses.loaded[a] && !uses.stored[a] &&
                 strcmp(trace->arrays[a].name, input) != 0;
    return found;
}

/* A scan of parts of different lengths, which flags may ask for, is not wrong.
 */
static void accept_segments(Trace *trace)
{
    for (size_t r = 0; r < trace->results_count; ++r) {
        SumResult *result = &trace->results[r];
        if (result->segmented && result->wrong > 0 &&
            has_other_inputs(trace, result->input)) {
            result->nearest = SUM_OTHER;
            result->wrong = 0;
        }
    }
}

static void trials_free(Trials *trials)
{
    for (uint32_t t = 0; t < TRIALS_MOST; ++t) {
        trace_free(trials->own.traces[t]);
        launch_notes_free(&trials->whole_notes[t]);
    }
    interval_search_free(trials->whole_search);
    compared_free(&trials->compared_wholes);
    launch_notes_free(&trials->notes);
}

bool trials_add_sums(Trace *trace, const TrialLog *log, const TrialWhole *whole,
                     const ProgramSymbols *symbols, const ProgramFacts *facts,
                     Error *error)
{
    Trials trials = {.trace = trace,
                     .log = log,
                     .whole = whole,
                     .symbols = symbols,
                     .facts = facts};
    SumResult of_whole = {0};

    BASE_CHECK(facts->outputs);
    memcpy(trials.outputs, facts->outputs, sizeof trials.outputs);
    bool good = launch_notes_read(&trials.notes, log->log, log->bytes, error);
    trials.notes.group = facts->group;
    if (good) {
        if (whole)
            of_whole = whole_trials_judge(&trials);
        trials.sums = sums_begin(trace);
        for (uint32_t g = 0; g < trace->grids_count; ++g) {
            const LaunchNote *launch = launch_notes_grid(&trials.notes, g);
            trace->grids[g].unfenced =
                launch && !launch->end.fenced && !trace_is_of_gpu(trace);
            SumResult result = judge(&trials, g);
            result.unexplained = sums_unexplained(trials.sums, g);
            base_push(trace, results, result);
        }
        if (whole)
            base_push(trace, results, of_whole);
        if (trials.whole_search)
            whole_trials_judge_others(&trials);
        for (uint32_t g = 0; g < trace->grids_count; ++g)
            if (trace->results[g].kind != SUM_UNKNOWN)
                judge_others(&trials, g);
        sums_end(trials.sums);
        accept_segments(trace);
    }
    trials_free(&trials);
    return good;
}
