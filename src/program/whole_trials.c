/* SPDX-License-Identifier: MIT
 *
 * What the program as a whole computes, from all its launches.
 */
#include "program/trials_work.h"

#include "program/trial_result.h"

#include <stdlib.h>

/* The grid of launch NUMBER; false if it was not recorded. */
static bool find_launch(const Trials *trials, uint32_t number, uint32_t *g)
{
    for (*g = 0; *g < trials->trace->grids_count; ++*g) {
        const LaunchNote *launch = launch_notes_grid(&trials->notes, *g);
        if (launch && launch->number == number)
            return true;
    }
    return false;
}

/* What run T, from 0, of the launches was given, or left in array NUMBER. */
static const WholeNote *run_note(const Trials *trials, uint32_t t,
                                 ProgramWholeKind kind, uint32_t number)
{
    const LaunchNotes *notes =
        trials->whole->logs ? &trials->whole_notes[t] : &trials->notes;

    return launch_notes_whole(notes, kind, number, t + 1);
}

/* What the first run left: the first such note if AFTER is NULL, else the next
 * one; only arrays that the last launch changed.  NULL: no more. */
static const WholeNote *next_left(const Trials *trials, const WholeNote *after)
{
    const LaunchNotes *notes =
        trials->whole->logs ? &trials->whole_notes[0] : &trials->notes;

    for (size_t i = after ? (size_t)(after - notes->wholes) + 1 : 0;
         i < notes->wholes_count; ++i) {
        const WholeNote *note = &notes->wholes[i];
        if (note->group == notes->group && note->array.trial == 1 &&
            note->array.kind == PROGRAM_WHOLE_LEFT && !note->array.same)
            return note;
    }
    return NULL;
}

/* The array that holds the result: of those that the last launch changed, the
 * one that the trace has as its output, else the first argument. */
static const WholeNote *choose_left(const Trials *trials)
{
    const WholeNote *best = NULL;
    uint32_t last;

    if (find_launch(trials, trials->whole->plan.last, &last))
        best = run_note(trials, 0, PROGRAM_WHOLE_LEFT,
                        trials->outputs[last].output);
    if (best)
        return best;
    for (const WholeNote *note = next_left(trials, NULL); note;
         note = next_left(trials, note))
        if (note->array.argument &&
            (!best || note->array.argument < best->array.argument))
            best = note;
    return best;
}

/* Behind the outputs of all inputs that count, elements that are the same in
 * all runs are no outputs. */
static void cut_constant(ComparedRuns *compared)
{
    while (compared->outputs > compared->end &&
           !compared_differ(compared, compared->outputs - 1))
        --compared->outputs;
}

/* The name of the array that the runs were given. */
static const char *whole_input_name(const Trials *trials)
{
    for (uint32_t g = 0; g < trials->trace->grids_count; ++g) {
        const LaunchNote *launch = launch_notes_grid(&trials->notes, g);
        if (launch && launch->number == trials->whole->plan.launch)
            return trials->trace->arrays[trials->trace->grids[g].in].name;
    }
    return "its input";
}

/* The name of the array that they left: that of the argument of the last launch
 * or, where that has none, as the trace calls it. */
static const char *left_name(const Trials *trials, const WholeNote *left)
{
    const Trace *trace = trials->trace;

    if (left->array.name[0])
        return left->array.name;
    for (size_t g = trace->grids_count; g-- > 0;)
        for (uint32_t a = 0; a < trace->arrays_count; ++a)
            if (trials->outputs[g].arrays[a] == left->array.number)
                return trace->arrays[a].name;
    return "an array";
}

/* The runs of the whole program, and what they left in LEFT; none, and why. */
static ComparedRuns compare_whole(Trials *trials, const WholeNote *left,
                                  Text *why)
{
    const WholePlan *plan = &trials->whole->plan;
    ComparedRuns compared = {0};

    if (!left) {
        text_add(why,
                 "the last launch, number %u, changes no array on random "
                 "inputs",
                 plan->last);
        return compared;
    }
    const WholeNote *given =
        run_note(trials, 0, PROGRAM_WHOLE_GIVEN, plan->array);
    compared = compared_none(given ? given->array.element : ELEMENT_OTHER,
                             plan->array_bytes, left->array.element);
    trial_explain_types(whole_input_name(trials), compared.given_element,
                        left_name(trials, left), left->array.element, why);
    for (uint32_t t = 0; t < plan->runs && why->length == 0; ++t) {
        const WholeNote *in =
            run_note(trials, t, PROGRAM_WHOLE_GIVEN, plan->array);
        const WholeNote *out =
            run_note(trials, t, PROGRAM_WHOLE_LEFT, left->array.number);
        if (!in || !out ||
            !compared_add(&compared, &in->contents, &out->contents))
            text_add(why,
                     "the last launch, number %u, does not change %s in "
                     "all runs",
                     plan->last, left_name(trials, left));
    }
    if (why->length == 0 && compared_is_constant(&compared))
        text_add(why,
                 "what the last launch, number %u, leaves in %s is the same "
                 "whatever %s holds before launch %u",
                 plan->last, left_name(trials, left), whole_input_name(trials),
                 plan->launch);
    if (why->length > 0)
        compared.input.trials = 0;
    return compared;
}

static bool read_wholes(Trials *trials)
{
    Error none;

    for (uint32_t t = 0; trials->whole->logs && t < trials->whole->plan.runs;
         ++t)
        if (!launch_notes_read(&trials->whole_notes[t],
                               trials->whole->logs[t].log,
                               trials->whole->logs[t].bytes, &none))
            return false;
    return true;
}

/* Which inputs of the whole program count, and which outputs are in the
 * recorded run what they are in the others. */
static void settle_whole(const Trials *trials, const WholeNote *left,
                         ComparedRuns *compared, InputSpan *outputs)
{
    const WholePlan *plan = &trials->whole->plan;
    const Trace *trace = trials->trace;
    const NoteArray *in = NULL, *out = NULL;
    bool all = true;
    uint32_t first, last;

    if (find_launch(trials, plan->launch, &first)) {
        in = launch_note_input(launch_notes_grid(&trials->notes, first));
        for (uint32_t g = first; g < trace->grids_count; ++g) {
            if (launch_notes_grid(&trials->notes, g)->number > plan->last)
                break;
            compared_use_loaded(compared, trace, g, trace->grids[first].in);
            all &= trace_grid_is_whole(trace, g);
        }
    }
    if (!in || !all)
        compared_use_summed(compared, outputs);
    else if (!plan->part)
        compared_use_given(compared, trace, first, in->before);
    if (find_launch(trials, plan->last, &last))
        out = launch_note_array(launch_notes_grid(&trials->notes, last),
                                left->array.number);
    if (in && out)
        compared_check_recorded(compared, outputs, in->before, out->after);
    compared_unset_undefined(compared, outputs);
    cut_constant(compared);
}

SumResult whole_trials_judge(Trials *trials)
{
    const WholePlan *plan = &trials->whole->plan;
    const char *in = whole_input_name(trials);
    const WholeNote *left = NULL;
    ComparedRuns *compared = &trials->compared_wholes;
    Text why = {0};

    if (trials->whole->unchecked)
        text_add(&why, "%s", trials->whole->unchecked);
    else if (!read_wholes(trials))
        text_add(&why, "the log of a run on random inputs is damaged");
    else
        *compared = compare_whole(trials, left = choose_left(trials), &why);
    const char *out = left ? left_name(trials, left) : "";
    if (compared->input.trials == 0)
        return trial_result_unchecked(in, out, plan->launch, plan->last, &why);
    trials->whole_output = left->array.number;
    trials->whole_search = interval_search_new(&compared->input);
    InputSpan *outputs =
        interval_search_outputs(trials->whole_search, compared->outputs,
                                compared->left);
    settle_whole(trials, left, compared, outputs);
    SumResult result =
        trial_result_checked(in, out, plan->launch, plan->last, compared,
                             trials->whole_search, outputs);
    free(outputs);
    text_free(&why);
    return result;
}

/* Judges what is in LEFT, which is not the result. */
static void judge_other(Trials *trials, const WholeNote *left)
{
    const WholePlan *plan = &trials->whole->plan;
    const char *in = whole_input_name(trials);
    uint32_t last;
    Text why = {0};
    ComparedRuns compared = compare_whole(trials, left, &why);

    if (compared.input.trials > 0) {
        IntervalSearch *search = interval_search_new(&compared.input);
        InputSpan *outputs =
            interval_search_outputs(search, compared.outputs, compared.left);
        settle_whole(trials, left, &compared, outputs);
        SumResult result =
            trial_result_checked(in, left_name(trials, left), plan->launch,
                                 plan->last, &compared, search, outputs);
        trials_add_other(trials, &result, left->array.number == plan->array,
                         !find_launch(trials, plan->last, &last) ||
                             trials_loads_from(trials, last,
                                               left->array.number));
        free(outputs);
        interval_search_free(search);
    }
    text_free(&why);
    compared_free(&compared);
}

void whole_trials_judge_others(Trials *trials)
{
    size_t most = trials->trace->results_count + SUM_RESULT_OTHERS;

    for (const WholeNote *left = next_left(trials, NULL); left;
         left = next_left(trials, left))
        if (left->array.number != trials->whole_output &&
            trials->trace->results_count < most)
            judge_other(trials, left);
}
