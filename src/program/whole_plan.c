/* SPDX-License-Identifier: MIT */
#include "program/whole_plan.h"

#include "program/interval_search.h"

bool whole_plan_make(const TrialLog *log, WholePlan *plan, Error *error)
{
    LaunchNotes notes;
    bool good = launch_notes_read(&notes, log->log, log->bytes, error);
    uint32_t last = notes.head.launches;

    *plan = (WholePlan){.last = last};
    for (size_t i = 0; good && i < notes.launches_count && !plan->runs; ++i) {
        const LaunchNote *launch = &notes.launches[i];
        const NoteArray *in = launch_note_input(launch);
        if (launch->trial > 0 || !in || launch->number < 1 ||
            launch->number > last || launch->end.untried != PROGRAM_TRIES ||
            !interval_search_takes(in->array.element))
            continue;
        plan->runs =
            launch->end.trials < TRIALS_MOST ? launch->end.trials : TRIALS_MOST;
        plan->launch = launch->number;
        plan->array = in->array.number;
        plan->array_bytes = in->array.bytes;
    }
    launch_notes_free(&notes);
    return good;
}

const WholeNote *whole_plan_given(const LaunchNotes *notes,
                                  const WholePlan *plan)
{
    for (size_t i = 0; i < notes->wholes_count; ++i)
        if (notes->wholes[i].array.kind == PROGRAM_WHOLE_GIVEN &&
            notes->wholes[i].array.number == plan->array)
            return &notes->wholes[i];
    return NULL;
}

const WholeNote *whole_plan_left(const LaunchNotes *notes, uint32_t number)
{
    for (size_t i = 0; i < notes->wholes_count; ++i)
        if (notes->wholes[i].array.kind == PROGRAM_WHOLE_LEFT &&
            notes->wholes[i].array.number == number)
            return &notes->wholes[i];
    return NULL;
}

char *whole_plan_differs(const TrialLog *log, const TrialLog *other,
                         const WholePlan *plan)
{
    LaunchNotes x, y;
    Text why = {0};
    Error error;

    bool good = launch_notes_read(&x, log->log, log->bytes, &error) &&
                launch_notes_read(&y, other->log, other->bytes, &error);
    if (!good) {
        text_add(&why, "%s", error.text);
    } else {
        if (y.head.launches != x.head.launches)
            text_add(&why,
                     "the program makes %u launches on random inputs and %u "
                     "on its own",
                     y.head.launches, x.head.launches);
        else if (y.head.shapes != x.head.shapes)
            text_add(&why, "the program launches other kernels or sizes on "
                           "random inputs");
        else if (!whole_plan_given(&y, plan))
            text_add(&why, "the program has other arrays when it runs again");
        launch_notes_free(&y);
    }
    launch_notes_free(&x);
    return why.text;
}
