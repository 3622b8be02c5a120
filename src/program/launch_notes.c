/* SPDX-License-Identifier: MIT */
#include "program/launch_notes.h"

#include "program/interval_search.h"
#include "program/log_reader.h"

#include <stdlib.h>

/* Of a note that is forgotten. */
#define NO_GROUP UINT32_MAX

static uint32_t most(uint32_t trials)
{
    return trials < TRIALS_MOST ? trials : TRIALS_MOST;
}

static void add_contents(LaunchNote *launch, const LogReader *reader,
                         const ProgramContents *contents)
{
    if (contents->array >= launch->arrays_count)
        return;
    NoteArray *array = &launch->arrays[contents->array];
    *(contents->after ? &array->after : &array->before) =
        (NoteBytes){reader->rest, contents->bytes};
}

static void add_record(LaunchNotes *notes, const LogReader *reader,
                       const LogRecord *record)
{
    LaunchNote *launch = notes->launches_count
                             ? &notes->launches[notes->launches_count - 1]
                             : NULL;
    uint32_t group =
        notes->groups_count ? notes->groups[notes->groups_count - 1].number : 0;
    NoteArray array = {.array = record->array};
    WholeNote whole = {.array = record->whole, .group = group};

    if (array.array.element == ELEMENT_OTHER)
        array.array.element = array.array.part;
    switch ((ProgramRecordKind)record->head.kind) {
    case RECORD_LAUNCH:
        base_push(notes, launches,
                  ((LaunchNote){.number = record->launch.number,
                                .trial = record->launch.trial,
                                .group = group,
                                .replayed = record->launch.replayed != 0}));
        break;
    case RECORD_ARRAY:
        if (launch)
            base_push(launch, arrays, array);
        break;
    case RECORD_CONTENTS:
        if (launch)
            add_contents(launch, reader, &record->contents);
        break;
    case RECORD_VALUES:
        if (launch)
            launch->values = (NoteBytes){reader->rest, record->values.words *
                                                           sizeof(uint32_t)};
        break;
    case RECORD_END:
        if (launch)
            launch->end = record->end;
        break;
    case RECORD_WHOLE:
        whole.contents = (NoteBytes){reader->rest, record->whole.bytes};
        base_push(notes, wholes, whole);
        break;
    case RECORD_GROUP:
        base_push(notes, groups, record->group);
        notes->groups[notes->groups_count - 1].trials =
            most(record->group.trials);
        break;
    default:
        break;
    }
}

bool launch_notes_read(LaunchNotes *notes, const void *log, size_t bytes,
                       Error *error)
{
    LogReader reader;
    LogRecord record;
    bool more = true;

    *notes = (LaunchNotes){.log = log, .bytes = bytes};
    if (!log_reader_begin(&reader, log, bytes, &notes->head, error))
        return false;
    while (log_reader_next(&reader, &record, &more) && more)
        add_record(notes, &reader, &record);
    return !more;
}

void launch_notes_free(LaunchNotes *notes)
{
    for (size_t i = 0; i < notes->launches_count; ++i)
        free(notes->launches[i].arrays);
    free(notes->launches);
    free(notes->wholes);
    free(notes->groups);
    *notes = (LaunchNotes){0};
}

void launch_notes_take(LaunchNotes *notes, const LaunchNotes *from, bool first)
{
    for (size_t i = 0; first && i < notes->wholes_count; ++i)
        if (notes->wholes[i].group == 0)
            notes->wholes[i].group = NO_GROUP;
    for (size_t i = 0; first && i < notes->launches_count; ++i)
        if (notes->launches[i].replayed && notes->launches[i].group == 0)
            notes->launches[i].group = NO_GROUP;
    for (size_t i = 0; i < from->wholes_count; ++i)
        base_push(notes, wholes, from->wholes[i]);
}

/* ---- Groups ---------------------------------------------------------------*/

bool launch_notes_hold(const LaunchNotes *notes, const ProgramGroup *group)
{
    return group->first >= 1 && group->first <= group->last &&
           group->last <= notes->head.launches &&
           (!group->launch ||
            (group->launch >= group->first && group->launch <= group->last));
}

ProgramGroup launch_notes_main(const LaunchNotes *notes)
{
    ProgramGroup plan = {.state = GROUP_HOSTED,
                         .last = notes->head.launches,
                         .why = "nothing was replayed"};

    for (size_t i = 0; i < notes->groups_count; ++i)
        if (notes->groups[i].number == 0 &&
            launch_notes_hold(notes, &notes->groups[i]))
            return notes->groups[i];
    for (size_t i = 0; i < notes->launches_count && !plan.trials; ++i) {
        const LaunchNote *launch = &notes->launches[i];
        const NoteArray *in = launch_note_input(launch);
        if (launch->trial > 0 || !in || launch->number < 1 ||
            launch->number >= plan.last ||
            launch->end.untried != PROGRAM_TRIES ||
            !element_width(in->array.element))
            continue;
        plan.trials = most(launch->end.trials);
        plan.first = plan.launch = launch->number;
        plan.array = in->array.number;
        plan.array_bytes = in->array.bytes;
    }
    return plan;
}

bool launch_notes_share(const LaunchNotes *notes, const ProgramGroup *group)
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

/* ---- Runs -----------------------------------------------------------------*/

const LaunchNote *launch_notes_run(const LaunchNotes *notes,
                                   const LaunchNote *launch, uint32_t trial,
                                   bool replayed)
{
    for (size_t i = 0; i < notes->launches_count; ++i) {
        const LaunchNote *run = &notes->launches[i];
        if (run->group == launch->group && run->number == launch->number &&
            run->trial == trial && run->replayed == replayed)
            return run;
    }
    return NULL;
}

const WholeNote *launch_notes_whole(const LaunchNotes *notes, uint32_t group,
                                    ProgramWholeKind kind, uint32_t number,
                                    uint32_t trial)
{
    for (size_t i = 0; i < notes->wholes_count; ++i) {
        const WholeNote *whole = &notes->wholes[i];
        if (whole->group == group && whole->array.trial == trial &&
            whole->array.kind == (uint32_t)kind &&
            whole->array.number == number)
            return whole;
    }
    return NULL;
}

const NoteArray *launch_note_array(const LaunchNote *launch, uint32_t number)
{
    for (size_t i = 0; i < launch->arrays_count; ++i)
        if (launch->arrays[i].array.number == number)
            return &launch->arrays[i];
    return NULL;
}

const NoteArray *launch_note_input(const LaunchNote *launch)
{
    return launch->end.input > 0 && launch->end.input <= launch->arrays_count
               ? &launch->arrays[launch->end.input - 1]
               : NULL;
}
