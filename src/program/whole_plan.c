/* SPDX-License-Identifier: MIT */
#include "program/whole_plan.h"

#include "program/interval_search.h"

static uint32_t most(uint32_t trials)
{
    return trials < TRIALS_MOST ? trials : TRIALS_MOST;
}

/* True if launches outside of GROUP have its input, too: those that were
 * recorded, and not for calls that were made before. */
static bool is_shared(const LaunchNotes *notes, const ProgramGroup *group)
{
    bool shared = false;

    for (size_t i = 0; i < notes->launches_count; ++i) {
        const LaunchNote *launch = &notes->launches[i];
        const NoteArray *in = launch_note_input(launch);
        bool outside =
            launch->number < group->first || launch->number > group->last;
        shared |= outside && in && launch->trial == 0 &&
                  in->array.number == group->array;
    }
    return shared;
}

WholePlan whole_plan_of(const LaunchNotes *notes, const ProgramGroup *group)
{
    return (WholePlan){.runs = most(group->trials),
                       .launch = group->launch,
                       .array = group->array,
                       .array_bytes = group->array_bytes,
                       .last = group->last,
                       .part = is_shared(notes, group)};
}

const ProgramGroup *whole_plan_main(const LaunchNotes *notes)
{
    for (size_t i = 0; i < notes->groups_count; ++i)
        if (notes->groups[i].number == 0)
            return &notes->groups[i];
    return NULL;
}

WholePlan whole_plan_make(const LaunchNotes *notes)
{
    WholePlan plan = {.last = notes->head.launches};

    for (size_t i = 0; i < notes->launches_count && !plan.runs; ++i) {
        const LaunchNote *launch = &notes->launches[i];
        const NoteArray *in = launch_note_input(launch);
        if (launch->trial > 0 || !in || launch->number < 1 ||
            launch->number >= plan.last ||
            launch->end.untried != PROGRAM_TRIES ||
            !interval_search_takes(in->array.element))
            continue;
        plan.runs = most(launch->end.trials);
        plan.launch = launch->number;
        plan.array = in->array.number;
        plan.array_bytes = in->array.bytes;
    }
    return plan;
}

char *whole_plan_differs(const ProgramLog *x, const LaunchNotes *y,
                         const WholePlan *plan)
{
    Text why = {0};

    if (y->head.launches != x->launches)
        text_add(&why,
                 "the program makes %u launches on random inputs and %u on "
                 "its own",
                 y->head.launches, x->launches);
    else if (y->head.shapes != x->shapes)
        text_add(&why, "the program launches other kernels or sizes on random "
                       "inputs");
    else if (!launch_notes_whole(y, PROGRAM_WHOLE_GIVEN, plan->array,
                                 (uint32_t)y->head.given_seed))
        text_add(&why, "the program has other arrays when it runs again");
    return why.text;
}
