/* SPDX-License-Identifier: MIT
 *
 * replay - when the program has ended, launches that work together (groups.c)
 * run again on random inputs, so that it is known what they compute.
 *
 *     memory as it was ─► launch 1 ─► ... as they were made, up to the group
 *     before launch 1     ├─ in <- random   the group's launches   what is left
 *                         ├─ in <- random   ...
 *                         └─ the group as it was made ─► the next group
 */
#include "simulator/history.h"

#include "simulator/machine.h"
#include "simulator/log.h"
#include "simulator/launch.h"
#include "util/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Seconds of processor time: a program that takes longer is not replayed; and
 * what the first group may take, and all others, so that they end before the
 * time of the program is over. */
#define MOST_SECONDS    15.0
#define FIRST_SECONDS   8.0
#define FURTHER_SECONDS 5.0

enum {
    MOST_JUDGED = 16, /* groups */
    MOST_RANGES = 16  /* of launches that are not judged */
};

/* What is known of a launch. */
typedef enum {
    LAUNCH_OPEN,    /* nothing yet */
    LAUNCH_TAKEN,   /* it is judged, by itself or with others */
    LAUNCH_REPEATS, /* as GROUP_REPEATS and what follows */
    LAUNCH_LOST,
    LAUNCH_LEFT,
    LAUNCH_PLAIN /* there is nothing to judge */
} LaunchState;

static struct {
    int status;      /* of the program's exit */
    ProgramLog head; /* as it was then */
    double deadline; /* for the group at hand */
    uint32_t count;  /* launches */
    uint32_t next;   /* the launch before which memory is as it was */
    uint8_t *states; /* LaunchState of each launch */
    LaunchGroups judged;
    uint32_t further;    /* groups that were judged, without the first */
    GroupInput input;    /* of the first group */
    bool shared;         /* other groups have it, too, and not the same calls */
    ProgramGroup *group; /* the record of the group at hand; NULL: none */
    const char *fault;   /* see replay_note_fault */
} replay;

/* ---- Memory ---------------------------------------------------------------*/

/* Arrays become what they were when COUNT of them, ARRAYS, and their contents
 * at MOMENT were kept. */
static void go_back(const GlobalArray *arrays, size_t count,
                    MemoryMoment moment)
{
    size_t all;
    GlobalArray *now = memory_arrays(&all);

    for (size_t i = 0; i < all; ++i) {
        GlobalArray *array = &now[i];
        bool live = i < count && arrays[i].live;
        if (array->live && !live)
            upsweep_global_free(array->address);
        if (!array->live && live)
            memory_revive(array);
        if (i >= count)
            continue;
        array->element = arrays[i].element;
        array->stored = arrays[i].stored;
        array->set_first = arrays[i].set_first;
        array->set_end = arrays[i].set_end;
    }
    memory_restore(moment);
}

/* Memory becomes what it was before launch NUMBER. */
static void go_to(uint32_t number)
{
    if (number < replay.next || replay.next == 0) {
        go_back(history.arrays, history.arrays_count, MEMORY_FIRST);
        replay.next = 1;
    }
    while (replay.next < number) {
        run_again(replay.next, false);
        history_apply(++replay.next, false);
    }
}

/* ---- Runs on random inputs ------------------------------------------------*/

static bool is_late(void)
{
    return early_end_time() > replay.deadline;
}

/* True if the log is so long that further launches may not fit into it. */
static bool is_long(void)
{
    return log_used() > log_head()->limit / 2;
}

/* The runs of the group at hand are of no use, for the reason WHY. */
static void give_up(const char *why, uint32_t number)
{
    snprintf(replay.group->why, sizeof replay.group->why, why, number);
}

/* Launch NUMBER has ended in the run at hand; false if it did not end well. */
static bool ended_well(Halt halt, uint32_t number)
{
    if (halt == HALT_FAULT || halt == HALT_AGAIN) {
        give_up("on random inputs ", 0);
        strncat(replay.group->why,
                replay.fault ? replay.fault : "a thread fails",
                sizeof replay.group->why - strlen(replay.group->why) - 1);
        /* what to do about it is left out */
        replay.group->why[strcspn(replay.group->why, ";")] = '\0';
    } else if (halt != HALT_NONE) {
        give_up("launch %u does not end on random inputs", number);
    } else if (is_late()) {
        give_up("the time ran out after launch %u on random inputs", number);
    }
    return halt == HALT_NONE && !replay.group->why[0];
}

/* Makes run number TRIAL of the group at hand; false if it is of no use. */
static bool make_trial(uint32_t trial, RandomRange *range)
{
    size_t count;
    ProgramGroup *group = replay.group;
    const GlobalArray *array = &memory_arrays(&count)[group->array];
    uint64_t random = trial > RANDOM_STYLED ? 1 : trial;

    memory_fill_undefined(PROGRAM_TRIAL_MEMORY);
    for (uint32_t n = group->first; n <= group->last; ++n) {
        if (n > group->first)
            history_apply(n, true);
        if (n == group->launch && !array->live)
            return false;
        if (n == group->launch) {
            if (range->limited && !range->count)
                *range = trial_range(array);
            trial_fill(array, trial, *range, &random);
            machine.launch = history.items[n - 1].launch;
            trial_log_given(array, trial);
        }
        if (n == group->last)
            memory_save(MEMORY_WHOLE, PROGRAM_TRIAL_MEMORY);
        replay.fault = NULL;
        if (!ended_well(run_trial(n, trial, random), n))
            return false;
        history_end_stores();
    }
    machine.launch = history.items[group->last - 1].launch; /* names arrays */
    trial_log_left(trial);
    machine.launch = NULL;
    return true;
}

/* Runs the group at hand on intervals, by twins, if all launches have one. */
static void make_proof(void)
{
    const ProgramGroup *group = replay.group;
    size_t count;
    const GlobalArray *input = &memory_arrays(&count)[group->array];
    Launch twin;

    for (uint32_t n = group->first; n <= group->last; ++n)
        if (!proof_twin(history.items[n - 1].launch, &twin))
            return;
    for (uint32_t n = group->first; n <= group->last; ++n) {
        const Launch *launch = history.items[n - 1].launch;
        proof_twin(launch, &twin);
        proof_blank(launch, &twin);
    }
    proof_commuted = false;
    for (uint32_t n = group->first; n <= group->last; ++n) {
        const Launch *launch = history.items[n - 1].launch;
        if (n > group->first)
            history_apply(n, true);
        if (!proof_twin(launch, &twin) ||
            (n == group->launch && !proof_fill(launch, &twin, input)))
            return;
        if (n == group->last)
            memory_save(MEMORY_WHOLE, PROGRAM_TRIAL_MEMORY);
        if (run_twin(n, &twin) != HALT_NONE)
            return;
        history_end_stores();
    }
    machine.launch = history.items[group->last - 1].launch; /* names arrays */
    trial_log_proved(0);
    machine.launch = NULL;
}

/* ---- Groups ---------------------------------------------------------------*/

static LaunchState state_of(uint32_t number)
{
    return (LaunchState)replay.states[number - 1];
}

static void set_states(LaunchGroup group, LaunchState state)
{
    memset(replay.states + group.first - 1, (int)state,
           group.end - group.first + 1);
}

static void note_judged(LaunchGroup group)
{
    set_states(group, LAUNCH_TAKEN);
    base_push(&replay.judged, items, group);
}

static ProgramGroup *log_group(uint32_t number, ProgramGroupState state,
                               uint32_t first, uint32_t last)
{
    ProgramGroup *group = log_add(RECORD_GROUP, sizeof *group);

    group->number = number;
    group->state = state;
    group->first = first;
    group->last = last;
    group->host = history.items[last - 1].host;
    return group;
}

/* Launch NUMBER has an input that can be random. */
static bool is_tried(uint32_t number)
{
    const PastLaunch *item = &history.items[number - 1];

    return item->recorded && item->kind == PROGRAM_TRIES;
}

/* GROUP has the input of its launch NUMBER. */
static void plan(ProgramGroup *group, uint32_t number)
{
    const PastLaunch *item = &history.items[number - 1];
    size_t count;

    group->launch = number;
    group->array = item->input;
    group->array_bytes = memory_arrays(&count)[item->input].bytes;
    group->trials =
        item->trials < log_head()->trials ? item->trials : log_head()->trials;
}

/* Records the first launch of each kernel of the group at hand. */
static void record_group(ProgramGroup *group)
{
    for (uint32_t n = group->first; n <= group->last; ++n)
        values_free(&history.items[n - 1].kept);
    for (uint32_t n = group->first; n <= group->last && !is_late(); ++n) {
        bool first = true;
        for (uint32_t k = group->first; k < n && first; ++k)
            first = history.items[k - 1].launch->entry !=
                    history.items[n - 1].launch->entry;
        if (n > group->first)
            history_apply(n, false);
        run_again(n, first);
        if (first && !group->launch && is_tried(n))
            plan(group, n);
    }
}

/* Replays GROUP, which is complete but for its input if it RECORDS. */
static void replay_group(ProgramGroup *group, bool records)
{
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);
    RandomRange range = {0};
    bool good = true, again = false;

    go_to(group->first);
    GlobalArray *kept = base_memdup(arrays, count * sizeof *kept);
    memory_save(MEMORY_GROUP, PROGRAM_TRIAL_MEMORY);
    replay.group = group;
    if (records) {
        record_group(group);
        go_back(kept, count, MEMORY_GROUP);
    }
    if (is_late())
        give_up("the time ran out before launch %u ran again", group->first);
    else if (is_long())
        give_up("launch %u makes too many accesses to run again", group->first);
    for (uint32_t t = 0; group->launch < group->last && good &&
                         !group->why[0] &&
                         (t = trial_next(t, group->trials, range));) {
        uint64_t begun = log_used();
        good = make_trial(t, &range);
        go_back(kept, count, MEMORY_GROUP);
        if (!good && t == 1 && !again && replay.fault) {
            log_cut(begun);
            range.limited = again = good = true;
            group->why[0] = '\0';
            group->trials = log_head()->trials;
            t = 0;
        } else if (!good && t > RANDOM_STYLED) {
            group->why[0] = '\0';
        } else if (t == group->trials && good) {
            make_proof();
            go_back(kept, count, MEMORY_GROUP);
        }
    }
    replay.group = NULL;
    free(kept);
}

/* ---- Further groups -------------------------------------------------------*/

/* True if a group that was judged makes the calls of GROUP. */
static bool repeats(LaunchGroup group)
{
    uint32_t count = group.last - group.first + 1;

    for (size_t i = 0; i < replay.judged.items_count; ++i) {
        LaunchGroup other = replay.judged.items[i];
        if (other.last - other.first + 1 == count &&
            groups_same_calls(other.first, group.first, count))
            return true;
    }
    return false;
}

/* The same of a launch and any one that was judged. */
static bool repeats_one(uint32_t number)
{
    for (uint32_t i = 1; i < number; ++i)
        if (state_of(i) == LAUNCH_TAKEN && groups_same_calls(i, number, 1))
            return true;
    return false;
}

/* Judges GROUP, unless that is not needed or cannot be done. */
static void judge(LaunchGroup group)
{
    bool alone = group.first == group.last;

    if (repeats(group)) {
        set_states(group, LAUNCH_REPEATS);
    } else if (alone && history.items[group.first - 1].recorded) {
        note_judged(group);
    } else if (is_late() || is_long() || replay.further == MOST_JUDGED) {
        set_states(group, LAUNCH_LEFT);
    } else if (group.read) {
        set_states(group, LAUNCH_LOST);
    } else {
        ProgramGroup *record =
            log_group(++replay.further, GROUP_JUDGED, group.first, group.last);
        replay_group(record, true);
        note_judged(group);
    }
}

/* The groups that INPUT reaches, of launches of which nothing is known. */
static LaunchGroups find_groups(GroupInput input)
{
    bool *taken = base_alloc(replay.count, sizeof *taken);

    for (uint32_t i = 1; i <= replay.count; ++i)
        taken[i - 1] = state_of(i) != LAUNCH_OPEN;
    LaunchGroups groups = groups_find(input, taken);
    free(taken);
    return groups;
}

/* *INPUT becomes the array of numbers that launch NUMBER loads most of; false
 * if there is none. */
static bool find_input(uint32_t number, GroupInput *input)
{
    const LaunchUses *uses = history.items[number - 1].uses;
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);
    uint64_t most = 0;

    for (size_t i = 0; uses && i < uses->items_count; ++i) {
        const ArrayUse *use = &uses->items[i];
        if (arrays[use->array].name || use->loaded <= most ||
            memory_numbers(&arrays[use->array].element) == ELEMENT_OTHER)
            continue;
        most = use->loaded;
        *input = (GroupInput){number, use->array};
    }
    return most > 0;
}

/* Judges the open launch NUMBER, and those that work with it. */
static void judge_open(uint32_t number)
{
    LaunchGroup alone = {.first = number, .last = number, .end = number};
    GroupInput input;

    if (repeats_one(number)) {
        set_states(alone, LAUNCH_REPEATS);
    } else if (!find_input(number, &input)) {
        set_states(alone, LAUNCH_PLAIN);
    } else {
        LaunchGroups groups = find_groups(input);
        for (size_t i = 0; i < groups.items_count; ++i)
            judge(groups.items[i]);
        free(groups.items);
        if (state_of(number) == LAUNCH_OPEN)
            judge(alone);
    }
}

/* ---- What is not judged ---------------------------------------------------*/

/* What is said of launches of STATE; GROUP_JUDGED: nothing. */
static ProgramGroupState said_of(LaunchState state)
{
    return state == LAUNCH_REPEATS ? GROUP_REPEATS
           : state == LAUNCH_LOST  ? GROUP_LOST
           : state == LAUNCH_LEFT  ? GROUP_LEFT
                                   : GROUP_JUDGED;
}

/* Logs rows of launches of one state; there may be some between them that have
 * nothing to judge. */
static void log_unjudged(void)
{
    int ranges = 0;

    for (uint32_t i = 1; i <= replay.count && ranges < MOST_RANGES; ++i) {
        LaunchState state = state_of(i);
        uint32_t last = i;
        if (said_of(state) == GROUP_JUDGED)
            continue;
        for (uint32_t n = i; n <= replay.count; ++n) {
            if (state_of(n) == state)
                last = n;
            else if (state_of(n) != LAUNCH_PLAIN)
                break;
        }
        log_group(replay.further + 1, said_of(state), i, last);
        i = last;
        ++ranges;
    }
}

/* ---- All of it ------------------------------------------------------------*/

/* True if not all launches are judged together, where some are not in the
 * trace; or if the last ones store nothing. */
static bool are_more(const LaunchGroups *groups)
{
    if (groups->items_count == 0)
        return false;
    LaunchGroup last = groups->items[groups->items_count - 1];
    if (groups->items_count == 1 && last.end == replay.count)
        return last.last < replay.count;
    return log_head()->recorded < replay.count;
}

/* Replays all groups; the first one has the input of launch FIRST. */
static void replay_groups(uint32_t first)
{
    GroupInput input = {first, history.items[first - 1].input};
    LaunchGroups groups = find_groups(input);
    bool more = are_more(&groups);
    LaunchGroup main = {first, replay.count, replay.count, groups.read};

    if (more)
        main = groups.items[0];
    main.first = first;
    ProgramGroup *record =
        log_group(0, main.read ? GROUP_HOSTED : GROUP_JUDGED, first, main.last);
    plan(record, first);
    if (first == main.last)
        record->trials = 0;
    replay.deadline = early_end_time() + FIRST_SECONDS;
    if (record->trials)
        replay_group(record, false);
    if (more) {
        for (uint32_t i = 1; i < first; ++i)
            replay.states[i - 1] = LAUNCH_PLAIN;
        note_judged(main);
        replay.deadline = early_end_time() + FURTHER_SECONDS;
        for (size_t i = 1; i < groups.items_count; ++i)
            judge(groups.items[i]);
        for (uint32_t i = first; i <= replay.count; ++i)
            if (state_of(i) == LAUNCH_OPEN)
                judge_open(i);
        log_unjudged();
    }
    free(groups.items);
}

/* The first launch that was recorded and has an input; 0: none. */
static uint32_t first_tried(void)
{
    for (uint32_t n = 1; n <= replay.count; ++n)
        if (is_tried(n))
            return n;
    return 0;
}

/* A signal arrives when all of it takes too long. */
static void limit_time(double seconds)
{
    struct rlimit limit;
    rlim_t end = (rlim_t)(early_end_time() + seconds) + 1;

    if (getrlimit(RLIMIT_CPU, &limit) != 0 || limit.rlim_cur <= end)
        return;
    limit.rlim_cur = end;
    setrlimit(RLIMIT_CPU, &limit);
}

void replay_note_fault(const char *what)
{
    static char fault[400];

    snprintf(fault, sizeof fault, "%s", what);
    replay.fault = fault;
}

/* The head of the log is about what the program itself did. */
static void restore_head(void)
{
    ProgramLog *head = log_head();

    head->recorded = replay.head.recorded;
    head->complete = replay.head.complete;
    head->complete_bytes = replay.head.complete_bytes;
}

_Noreturn void replay_abandon(void)
{
    restore_head();
    if (replay.group)
        give_up("a launch does not end on random inputs", 0);
    fflush(NULL);
    _exit(replay.status);
}

void replay_all(int status)
{
    ProgramLog *head = log_head();
    uint32_t first;

    if (machine.launch) /* of another thread of the host */
        return;
    machine_lock();
    replay.status = status;
    replay.count = (uint32_t)history.items_count;
    first = first_tried();
    if (!head->trials || history.lost || first == 0 || first == replay.count ||
        early_end_time() > MOST_SECONDS)
        return;
    replay.head = *head;
    replay.states = base_alloc(replay.count, sizeof *replay.states);
    history.replaying = true;
    log_is_full = replay_abandon;
    limit_time(FIRST_SECONDS + FURTHER_SECONDS);
    int output = trial_hide();
    replay_groups(first);
    trial_show(output);
    restore_head();
}
