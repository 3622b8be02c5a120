/* SPDX-License-Identifier: MIT */
#include "program/further_results.h"

#include "program/launch_groups.h"

#include <stdlib.h>
#include <string.h>

/* Seconds that all further runs together may take. */
#define MOST_SECONDS 5.0

enum {
    MOST_JUDGED = 16, /* groups */
    MOST_RANGES = 16  /* of launches that are not judged */
};

/* What is known of a launch. */
typedef enum {
    LAUNCH_OPEN,    /* nothing yet */
    LAUNCH_TAKEN,   /* it was judged, by itself or with others */
    LAUNCH_REPEATS, /* it makes the call of an earlier one that was judged */
    LAUNCH_PLAIN,   /* there is nothing to judge */
    LAUNCH_LOST,    /* a run by itself tells nothing */
    LAUNCH_LEFT     /* it could be judged, but that takes too long */
} LaunchState;

typedef struct {
    FurtherResults *further;
    RunBudget budget;
    GroupJudge judge;
    LaunchNotes own; /* the program's own run */
    LaunchNotes runs[WHOLE_COMPARED];
    uint8_t *states;               /* LaunchState of each launch */
    LaunchGroups judged;           /* so far */
    uint32_t count, further_count; /* launches; groups that are further ones */
    uint32_t input; /* array of the first group, ProgramArray.number */
    bool shared;    /* other groups have it, too, and not the same calls */
    Error *error;
} Work;

static LaunchState state_of(const Work *work, uint32_t number)
{
    return (LaunchState)work->states[number - 1];
}

static void set_states(Work *work, LaunchGroup group, LaunchState state)
{
    memset(work->states + group.first - 1, (int)state,
           group.last - group.first + 1);
}

static void note_judged(Work *work, LaunchGroup group)
{
    set_states(work, group, LAUNCH_TAKEN);
    base_push(&work->judged, items, group);
}

/* The launch NUMBER as the program's own run recorded it; NULL: it did not. */
static const LaunchNote *recorded(const Work *work, uint32_t number)
{
    for (size_t i = 0; i < work->own.launches_count; ++i)
        if (work->own.launches[i].trial == 0 &&
            work->own.launches[i].number == number)
            return &work->own.launches[i];
    return NULL;
}

/* True if a group that was judged makes the calls of GROUP. */
static bool repeats(const Work *work, LaunchGroup group)
{
    uint32_t count = group.last - group.first + 1;

    for (size_t i = 0; i < work->judged.items_count; ++i) {
        LaunchGroup other = work->judged.items[i];
        if (other.last - other.first + 1 == count &&
            launch_groups_same_calls(&work->own, other.first, group.first,
                                     count))
            return true;
    }
    return false;
}

/* The same of a launch and any one that was judged. */
static bool repeats_one(const Work *work, uint32_t number)
{
    for (uint32_t i = 1; i < number; ++i)
        if (state_of(work, i) == LAUNCH_TAKEN &&
            launch_groups_same_calls(&work->own, i, number, 1))
            return true;
    return false;
}

/* True if the first launch of its kernel, which was recorded, has no input. */
static bool has_no_input(const Work *work, uint32_t number)
{
    const ProgramCall *calls = work->own.calls;
    uint32_t first = 1;

    while (calls[first - 1].kernel != calls[number - 1].kernel)
        ++first;
    const LaunchNote *note = recorded(work, first);
    return note && (note->end.untried == PROGRAM_NO_INPUT ||
                    note->end.untried == PROGRAM_NO_NUMBERS ||
                    note->end.untried == PROGRAM_NO_TYPE);
}

/* ---- A group --------------------------------------------------------------*/

/* True if GROUP need not be judged, or may not: what is known of it then is
 * noted. */
static bool is_settled(Work *work, LaunchGroup group)
{
    if (repeats(work, group))
        set_states(work, group, LAUNCH_REPEATS);
    else if (group.first == group.reached && recorded(work, group.first))
        note_judged(work, group);
    else if (work->budget.seconds <= 0 || work->further_count == MOST_JUDGED)
        set_states(work, group, LAUNCH_LEFT);
    else
        return false;
    return true;
}

/* Judges GROUP; PART: other ones have its input, too. */
static bool judge(Work *work, LaunchGroup group, bool part)
{
    GroupBase base;
    bool stopped, told = false, good = true;

    if (is_settled(work, group))
        return true;
    if (group_base_make(&work->judge, group, &base, &stopped)) {
        bool shared = base.plan.array == work->input;
        base.plan.part = part || shared;
        work->shared |= shared;
        good =
            group_base_judge(&work->judge, &base, group, work->further, &told);
    }
    if (told) {
        note_judged(work, group);
        ++work->further_count;
    } else {
        set_states(work, group, LAUNCH_LOST);
    }
    group_base_free(&base);
    return good && !stopped;
}

/* True if not all GROUPS make the same calls. */
static bool are_several(const Work *work, const LaunchGroups *groups)
{
    LaunchGroup first = groups->items[0];

    for (size_t i = 1; i < groups->items_count; ++i) {
        LaunchGroup other = groups->items[i];
        if (other.last - other.first != first.last - first.first ||
            !launch_groups_same_calls(&work->own, first.first, other.first,
                                      first.last - first.first + 1))
            return true;
    }
    return false;
}

/* Judges GROUPS, of one input, from number FIRST on. */
static bool judge_all(Work *work, const LaunchGroups *groups, size_t first)
{
    bool good = true, part = groups->items_count && are_several(work, groups);

    for (size_t i = first; i < groups->items_count && good; ++i)
        good = judge(work, groups->items[i], part);
    return good;
}

/* ---- Groups of another input ----------------------------------------------*/

/* The launches that are in no group any more. */
static bool *taken_launches(const Work *work)
{
    bool *taken = base_alloc(work->count + 1u, sizeof *taken);

    for (uint32_t i = 1; i <= work->count; ++i)
        taken[i - 1] = state_of(work, i) != LAUNCH_OPEN;
    return taken;
}

/* Finds the groups of the launches that the input of PLAN reaches. */
static bool find_groups(Work *work, const WholePlan *plan, const LaunchNotes *x,
                        const LaunchNotes *y, LaunchGroups *groups)
{
    bool *taken = taken_launches(work);
    bool good = launch_groups_find(&work->budget, plan, x, y, taken, groups,
                                   work->error);

    free(taken);
    return good;
}

/* Finds the groups that the input of PLAN, which another launch has, reaches,
 * and judges them. */
static bool judge_reached(Work *work, const WholePlan *plan)
{
    WholePlan compared = *plan;
    WholeRuns whole;
    LaunchNotes notes[WHOLE_COMPARED] = {0};
    LaunchGroups groups = {0};
    Error error;

    compared.runs = WHOLE_COMPARED;
    bool good =
        whole_runs_make(&whole, work->budget.program, &compared, work->error);
    bool known = good && !whole.unchecked;
    for (int i = 0; i < WHOLE_COMPARED && known; ++i) {
        work->budget.seconds -= whole.runs[i].seconds;
        known = launch_notes_read(&notes[i], whole.logs[i].log,
                                  whole.logs[i].bytes, &error) &&
                launch_groups_compared(&notes[i]);
    }
    if (known)
        good = find_groups(work, plan, &notes[0], &notes[1], &groups);
    good = good && judge_all(work, &groups, 0);
    for (int i = 0; i < WHOLE_COMPARED; ++i)
        launch_notes_free(&notes[i]);
    free(groups.items);
    whole_runs_free(&whole);
    return good;
}

/* Judges the open launch NUMBER, and those that work with it. */
static bool judge_open(Work *work, uint32_t number)
{
    LaunchGroup alone = {number, number, number};
    GroupBase base;
    bool stopped, good = true;

    if (repeats_one(work, number)) {
        set_states(work, alone, LAUNCH_REPEATS);
        return true;
    }
    if (has_no_input(work, number)) {
        set_states(work, alone, LAUNCH_PLAIN);
        return true;
    }
    if (number == work->count || is_settled(work, alone))
        return state_of(work, number) != LAUNCH_OPEN ||
               judge(work, alone, false);
    if (group_base_make(&work->judge, alone, &base, &stopped) &&
        base.plan.runs > 0)
        good = judge_reached(work, &base.plan);
    group_base_free(&base);
    if (stopped || !good)
        return false;
    return state_of(work, number) != LAUNCH_OPEN || judge(work, alone, false);
}

/* ---- What is not judged ---------------------------------------------------*/

/* Why launches of STATE are not judged, ONE or several; NULL: they are, or
 * there is nothing to judge. */
static const char *why_unjudged(LaunchState state, bool one)
{
    switch (state) {
    case LAUNCH_REPEATS:
        return one ? "it makes a call that was made before"
                   : "they make calls that were made before";
    case LAUNCH_LOST:
        return one ? "it cannot be recorded by itself"
                   : "they cannot be recorded by themselves";
    case LAUNCH_LEFT:
        return "that would take too long";
    default:
        return NULL;
    }
}

/* Adds that the launches of GROUP were not judged, as STATE tells. */
static void add_unjudged(Work *work, LaunchGroup group, LaunchState state)
{
    const char *why = why_unjudged(state, group.first == group.last);
    SumResult result = {.input = base_strdup(""),
                        .output = base_strdup(""),
                        .unchecked = base_strdup(why),
                        .first = group.first,
                        .last = group.last};

    base_push(work->further, items, result);
}

/* The last launch of a row of those of the state that launch FIRST has; there
 * may be some between them that have nothing to judge. */
static uint32_t end_of_row(const Work *work, uint32_t first)
{
    LaunchState state = state_of(work, first);
    uint32_t last = first;

    for (uint32_t i = first; i <= work->count; ++i) {
        if (state_of(work, i) == state)
            last = i;
        else if (state_of(work, i) != LAUNCH_PLAIN)
            break;
    }
    return last;
}

static void add_all_unjudged(Work *work)
{
    int ranges = 0;

    for (uint32_t i = 1; i <= work->count && ranges < MOST_RANGES; ++i) {
        LaunchState state = state_of(work, i);
        if (!why_unjudged(state, true))
            continue;
        LaunchGroup group = {i, end_of_row(work, i), 0};
        add_unjudged(work, group, state);
        i = group.last;
        ++ranges;
    }
}

/* ---- All of it ------------------------------------------------------------*/

/* Cuts WHOLE down to the launches up to LAST. */
static bool cut_whole(Work *work, WholeRuns *whole, uint32_t last)
{
    WholePlan plan = whole->trials.plan;
    bool same = plan.last == last;

    plan.last = last;
    if (plan.launch == last)
        plan.runs = 0;
    if (same)
        return true;
    whole_runs_free(whole);
    return whole_runs_make(whole, work->budget.program, &plan, work->error);
}

/* What the program left in array NUMBER, in run I on random inputs. */
static NoteBytes left_in(const Work *work, int i, uint32_t number)
{
    const LaunchNotes *notes = &work->runs[i];
    NoteBytes none = {.at = NULL};

    for (size_t w = 0; w < notes->wholes_count; ++w) {
        const WholeNote *note = &notes->wholes[w];
        if (note->array.number == number &&
            (note->array.kind == PROGRAM_WHOLE_LEFT ||
             note->array.kind == PROGRAM_WHOLE_KEPT))
            return note->contents;
    }
    return none;
}

/* What launch NUMBER, which was recorded, stores to: ProgramArray.number. */
static uint32_t output_of(const Work *work, uint32_t number)
{
    uint32_t g = 0;

    for (size_t i = 0; i < work->own.launches_count; ++i) {
        if (work->own.launches[i].trial > 0)
            continue;
        if (work->own.launches[i].number == number)
            return work->judge.facts->outputs[g].output;
        ++g;
    }
    return PROGRAM_NO_ARRAY;
}

/* The last launch of GROUP that its result is told from: not one that looks at
 * the result only, and stores nothing that depends on the input. */
static uint32_t end_of(const Work *work, LaunchGroup group)
{
    uint32_t last = group.last;

    for (; last > group.reached; --last) {
        uint32_t output = output_of(work, last);
        NoteBytes x = left_in(work, 0, output), y = left_in(work, 1, output);
        if (x.at && y.at && x.bytes == y.bytes &&
            memcmp(x.at, y.at, (size_t)x.bytes) != 0)
            break;
    }
    return last;
}

/* Judges all GROUPS, the first one by WHOLE, and the launches in none. */
static bool judge_groups(Work *work, WholeRuns *whole,
                         const LaunchGroups *groups)
{
    uint32_t first = whole->trials.plan.launch;
    LaunchGroup main = groups->items[0];
    LaunchGroup before = {1, first - 1, first - 1};

    main.first = first;
    uint32_t end = main.reached == first ? first : end_of(work, main);
    if (first > 1)
        set_states(work, before, LAUNCH_PLAIN);
    note_judged(work, main);
    work->input = whole->trials.plan.array;
    work->shared = are_several(work, groups);
    if (!cut_whole(work, whole, end) || !judge_all(work, groups, 1))
        return false;
    for (uint32_t i = first; i <= work->count; ++i)
        if (state_of(work, i) == LAUNCH_OPEN && !judge_open(work, i))
            return false;
    whole->trials.plan.part = work->shared;
    add_all_unjudged(work);
    return true;
}

/* True if the last run on random inputs made fewer launches than the program's
 * own. */
static bool ends_early(const Work *work, const WholeRuns *whole)
{
    const ProgramRun *last =
        whole->made > 0 ? &whole->runs[whole->made - 1] : NULL;

    return whole->unchecked && last && last->head &&
           last->head->launches < work->count;
}

/* Judges by themselves the launches of other sizes of a program of one kernel,
 * which does not make the same launches on random inputs, as a test that ends
 * where a result is not what was expected. */
static bool judge_sizes(Work *work)
{
    const ProgramCall *calls = work->own.calls;

    for (uint32_t i = 1; i < work->count; ++i)
        if (calls[i].kernel != calls[0].kernel)
            return true;
    for (uint32_t i = 1; i <= work->count; ++i) {
        LaunchGroup alone = {i, i, i};
        bool seen = false;
        for (size_t k = 0; k < work->judged.items_count && !seen; ++k)
            seen = calls[work->judged.items[k].first - 1].shape ==
                   calls[i - 1].shape;
        if (!seen && !judge(work, alone, false))
            return false;
    }
    add_all_unjudged(work);
    return true;
}

/* True if not all launches are judged together, where some are not in the
 * trace; or if the last one of all looks at the result only. */
static bool are_more(const Work *work, const LaunchGroups *groups)
{
    LaunchGroup last = groups->items[groups->items_count - 1];
    bool all = groups->items_count == 1 && last.last == work->count;

    return all ? end_of(work, last) < last.last
               : work->own.head.recorded < work->count;
}

/* Reads the program's own run; false if nothing can follow from it. */
static bool read_own(Work *work, const WholeRuns *whole)
{
    const ProgramRun *first = work->budget.program->first;
    Error error;

    if (whole->trials.plan.runs < WHOLE_COMPARED ||
        !launch_notes_read(&work->own, first->head, first->bytes, &error) ||
        work->own.calls_count != work->own.head.launches)
        return false;
    work->count = work->own.head.launches;
    work->states = base_alloc(work->count + 1u, 1);
    return true;
}

/* Reads the runs that compare launches; false if they do not. */
static bool read_runs(Work *work, const WholeRuns *whole)
{
    Error error;

    for (int i = 0; i < WHOLE_COMPARED; ++i)
        if (!launch_notes_read(&work->runs[i], whole->logs[i].log,
                               whole->logs[i].bytes, &error) ||
            !launch_groups_compared(&work->runs[i]))
            return false;
    return true;
}

bool further_results_make(FurtherResults *further, const WholeProgram *program,
                          WholeRuns *whole, const ProgramSymbols *lines,
                          const ProgramFacts *facts, Error *error)
{
    Work work = {.further = further,
                 .budget = {.program = program, .seconds = MOST_SECONDS},
                 .judge = {&work.budget, lines, facts, error},
                 .error = error};
    LaunchGroups groups = {0};
    bool good = true;

    *further = (FurtherResults){0};
    bool known = read_own(&work, whole);
    if (known && ends_early(&work, whole)) {
        good = judge_sizes(&work);
    } else if (known && !whole->unchecked && read_runs(&work, whole)) {
        good = find_groups(&work, &whole->trials.plan, &work.runs[0],
                           &work.runs[1], &groups);
        if (good && groups.items_count > 0 && are_more(&work, &groups))
            good = judge_groups(&work, whole, &groups);
    }
    free(groups.items);
    free(work.judged.items);
    free(work.states);
    launch_notes_free(&work.own);
    for (int i = 0; i < WHOLE_COMPARED; ++i)
        launch_notes_free(&work.runs[i]);
    return good;
}

void further_results_add(FurtherResults *further, Trace *trace)
{
    for (size_t i = 0; i < further->items_count; ++i)
        base_push(trace, results, further->items[i]);
    further->items_count = 0;
}

void further_results_free(FurtherResults *further)
{
    for (size_t i = 0; i < further->items_count; ++i)
        sum_result_free(&further->items[i]);
    free(further->items);
    *further = (FurtherResults){0};
}
