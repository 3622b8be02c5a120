/* SPDX-License-Identifier: MIT */
#include "program/launch_notes.h"

#include "program/log_reader.h"

#include <stdlib.h>

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

    *notes = (LaunchNotes){0};
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

/* The index of the launch behind grid G; launches_count: none. */
static size_t find_grid(const LaunchNotes *notes, uint32_t g)
{
    size_t i = 0;

    for (; i < notes->launches_count; ++i)
        if (notes->launches[i].trial == 0 &&
            notes->launches[i].group == notes->group && g-- == 0)
            break;
    return i;
}

const LaunchNote *launch_notes_grid(const LaunchNotes *notes, uint32_t g)
{
    size_t i = find_grid(notes, g);

    return i < notes->launches_count ? &notes->launches[i] : NULL;
}

const LaunchNote *launch_notes_trial(const LaunchNotes *notes, uint32_t g,
                                     uint32_t trial)
{
    for (size_t i = find_grid(notes, g) + 1;
         i < notes->launches_count && notes->launches[i].trial > 0; ++i)
        if (notes->launches[i].trial == trial && !notes->launches[i].replayed)
            return &notes->launches[i];
    return NULL;
}

const LaunchNote *launch_notes_replayed(const LaunchNotes *notes,
                                        uint32_t number, uint32_t trial)
{
    for (size_t i = 0; i < notes->launches_count; ++i) {
        const LaunchNote *launch = &notes->launches[i];
        if (launch->replayed && launch->group == notes->group &&
            launch->number == number && launch->trial == trial)
            return launch;
    }
    return NULL;
}

const WholeNote *launch_notes_whole(const LaunchNotes *notes,
                                    ProgramWholeKind kind, uint32_t number,
                                    uint32_t trial)
{
    for (size_t i = 0; i < notes->wholes_count; ++i) {
        const WholeNote *whole = &notes->wholes[i];
        if (whole->group == notes->group && whole->array.trial == trial &&
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
