/* SPDX-License-Identifier: MIT */
#include "program/launch_groups.h"

#include <stdlib.h>
#include <string.h>

/* ---- What launches change -------------------------------------------------*/

bool launch_groups_compared(const LaunchNotes *notes)
{
    return notes->head.compares == PROGRAM_COMPARES &&
           notes->calls_count == notes->head.launches;
}

/* True if launch NUMBER changes something to another value in each run. */
static bool is_reached(const LaunchNotes *x, const LaunchNotes *y,
                       uint32_t number)
{
    return x->calls[number - 1].changed != y->calls[number - 1].changed;
}

bool launch_groups_same_calls(const LaunchNotes *notes, uint32_t a, uint32_t b,
                              uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        if (notes->calls[a - 1 + i].call != notes->calls[b - 1 + i].call)
            return false;
    return true;
}

/* The contents of array NUMBER of KIND; none if there are none. */
static NoteBytes contents_of(const LaunchNotes *notes, ProgramWholeKind kind,
                             uint32_t number)
{
    for (size_t i = 0; i < notes->wholes_count; ++i)
        if (notes->wholes[i].array.kind == (uint32_t)kind &&
            notes->wholes[i].array.number == number)
            return notes->wholes[i].contents;
    return (NoteBytes){.at = NULL};
}

/* An array before and behind the last launch. */
typedef struct {
    NoteBytes before, after;
} Change;

static Change change_of(const LaunchNotes *notes, uint32_t number)
{
    NoteBytes kept = contents_of(notes, PROGRAM_WHOLE_KEPT, number);

    if (kept.at)
        return (Change){kept, kept};
    return (Change){contents_of(notes, PROGRAM_WHOLE_BEFORE, number),
                    contents_of(notes, PROGRAM_WHOLE_LEFT, number)};
}

/* True if what the last launch left in an array is not the same in X and Y: in
 * bytes that it changed; or beside them, if it changed none that were changed
 * before, as where each launch makes a part of the result. */
static bool differs(const Change *x, const Change *y)
{
    bool beside = false, again = false;

    if (!x->before.at || !x->after.at || !y->before.at || !y->after.at ||
        x->after.bytes != y->after.bytes)
        return x->after.at || y->after.at;
    for (uint64_t i = 0; i < x->after.bytes; ++i) {
        bool changed = x->before.at[i] != x->after.at[i] ||
                       y->before.at[i] != y->after.at[i];
        bool same = x->after.at[i] == y->after.at[i];
        if (changed && !same)
            return true;
        again |= changed && x->before.at[i] != y->before.at[i];
        beside |= !changed && !same;
    }
    return beside && !again;
}

/* True if the last launch changed array NUMBER. */
static bool is_changed(const LaunchNotes *notes, uint32_t number)
{
    return contents_of(notes, PROGRAM_WHOLE_BEFORE, number).at != NULL;
}

bool launch_groups_depend(const LaunchNotes *whole, const LaunchNotes *skipped)
{
    for (size_t i = 0; i < whole->wholes_count; ++i) {
        uint32_t number = whole->wholes[i].array.number;
        if (!is_changed(whole, number) && !is_changed(skipped, number))
            continue;
        Change x = change_of(whole, number), y = change_of(skipped, number);
        if (differs(&x, &y))
            return true;
    }
    return false;
}

/* ---- The search -----------------------------------------------------------*/

typedef struct {
    RunBudget *budget;
    WholePlan plan;           /* its LAST is the end of the group at hand */
    const LaunchNotes *whole; /* a run up to there */
    bool stopped;             /* a signal asked for it */
    Error *error;
} Search;

/* Makes a run without the launches SKIP_FIRST to SKIP_LAST; false if that
 * cannot be compared with the others. */
static bool make_run(Search *search, uint32_t skip_first, uint32_t skip_last,
                     ProgramRun *run, LaunchNotes *notes)
{
    const WholeProgram *program = search->budget->program;
    WholeRequest request = {.plan = &search->plan,
                            .trial = 1,
                            .compares = true,
                            .skip_first = skip_first,
                            .skip_last = skip_last};
    Error error;

    *notes = (LaunchNotes){0};
    *run = (ProgramRun){.log.file = -1};
    if (search->budget->seconds <= 0)
        return false;
    if (!program_run_trial(program->options, program->build, program->symbols,
                           &request, whole_runs_seconds(program), run,
                           search->error)) {
        search->stopped = true;
        return false;
    }
    search->budget->seconds -= run->seconds;
    return run->head->launches == program->first->head->launches &&
           launch_notes_read(notes, run->head, run->bytes, &error) &&
           launch_groups_compared(notes);
}

/* True if what the last launch of the group leaves depends on one of the
 * launches from the plan's first one to END, or if that is not known. */
static bool depends_on(Search *search, uint32_t end)
{
    ProgramRun run;
    LaunchNotes skipped;
    bool depends =
        !make_run(search, search->plan.launch, end, &run, &skipped) ||
        launch_groups_depend(search->whole, &skipped);

    launch_notes_free(&skipped);
    program_run_free(&run);
    return depends;
}

/* The first launch of the group that ends with plan.last: the last one without
 * which all before it would not matter. */
static uint32_t first_needed(Search *search)
{
    uint32_t low = search->plan.launch, high = search->plan.last;

    if (low == high || depends_on(search, low))
        return low;
    if (high - 1 > low && !depends_on(search, high - 1))
        return high;
    --high;
    if (high == low)
        return search->plan.last;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (depends_on(search, middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* The first launch of GROUP, of which the end is known. */
static uint32_t find_first(Search *search, const LaunchNotes *x,
                           const LaunchGroups *groups, LaunchGroup group)
{
    uint32_t first = search->plan.launch;

    if (groups->items_count > 0) { /* the group behind it may be the same */
        LaunchGroup next = groups->items[groups->items_count - 1];
        uint32_t count = next.last - next.first + 1;
        if (group.last - first + 1 >= count &&
            launch_groups_same_calls(x, group.last - count + 1, next.first,
                                     count))
            return group.last - count + 1;
    }
    if (first == group.reached)
        return first;
    if (search->plan.last == group.reached && groups->items_count == 0) {
        search->whole = x;
        return first_needed(search);
    }
    ProgramRun run;
    LaunchNotes notes;
    search->plan.last = group.reached;
    search->whole = &notes;
    if (make_run(search, 0, 0, &run, &notes))
        first = first_needed(search);
    launch_notes_free(&notes);
    program_run_free(&run);
    return first;
}

static void reverse(LaunchGroups *groups)
{
    for (size_t i = 0, j = groups->items_count; i + 1 < j; ++i, --j) {
        LaunchGroup swapped = groups->items[i];
        groups->items[i] = groups->items[j - 1];
        groups->items[j - 1] = swapped;
    }
}

/* True if launch NUMBER changes nothing in two runs, and not because an earlier
 * one that makes the same call has done it. */
static bool is_idle(const LaunchNotes *x, const LaunchNotes *y, uint32_t number)
{
    uint32_t first = 1;

    while (!launch_groups_same_calls(x, first, number, 1))
        ++first;
    return !x->calls[first - 1].changes && !y->calls[first - 1].changes &&
           !x->calls[number - 1].changes && !y->calls[number - 1].changes;
}

bool launch_groups_find(RunBudget *budget, const WholePlan *plan,
                        const LaunchNotes *x, const LaunchNotes *y,
                        const bool *taken, LaunchGroups *groups, Error *error)
{
    Search search = {.budget = budget, .plan = *plan, .error = error};
    uint32_t end = 0; /* of launches that change nothing, down to the next */

    *groups = (LaunchGroups){0};
    for (uint32_t last = plan->last; last >= plan->launch && !search.stopped;
         --last) {
        bool idle = !taken[last - 1] && is_idle(x, y, last);
        if (taken[last - 1] || !is_reached(x, y, last)) {
            end = !idle ? 0 : end ? end : last;
            continue;
        }
        LaunchGroup group = {.last = end ? end : last, .reached = last};
        group.first = find_first(&search, x, groups, group);
        base_push(groups, items, group);
        last = group.first;
        end = 0;
    }
    reverse(groups);
    return !search.stopped;
}
