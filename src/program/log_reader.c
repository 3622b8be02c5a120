/* SPDX-License-Identifier: MIT */
#include "program/log_reader.h"

#include <stdio.h>
#include <string.h>

bool log_reader_refuse(const LogReader *reader, const char *format, ...)
{
    char why[200];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return error_set(reader->error, ERROR_FAILED,
                     "the program's log is damaged at byte %zu: %s; check that "
                     "the program does not write outside its arrays",
                     reader->at, why);
}

void log_end_texts(ProgramLog *head)
{
    head->kernel[sizeof head->kernel - 1] = '\0';
    head->fault[sizeof head->fault - 1] = '\0';
    head->device[sizeof head->device - 1] = '\0';
    head->refusal[sizeof head->refusal - 1] = '\0';
    head->running_name[sizeof head->running_name - 1] = '\0';
    head->copy[sizeof head->copy - 1] = '\0';
    for (int i = 0; i < PROGRAM_OPERATIONS; ++i)
        head->operations[i].what[sizeof head->operations[i].what - 1] = '\0';
}

bool log_reader_begin(LogReader *reader, const void *log, size_t bytes,
                      ProgramLog *head, Error *error)
{
    *reader =
        (LogReader){.log = log, .at = 0, .next = sizeof *head, .error = error};
    memset(head, 0, sizeof *head);
    if (bytes < sizeof *head)
        return log_reader_refuse(reader, "it has only %zu bytes", bytes);
    memcpy(head, log, sizeof *head);
    log_end_texts(head);
    if (head->used < sizeof *head || head->used > bytes)
        return log_reader_refuse(reader,
                                 "it says that %llu of its %zu bytes are used",
                                 (unsigned long long)head->used, bytes);
    reader->end = (size_t)head->used;
    return true;
}

/* The last byte of a text in a record's struct. */
#define LAST(type, text) (offsetof(type, text) + sizeof(((type *)0)->text) - 1)

/* The size of a record's struct, and the last bytes of its texts. */
static const struct {
    size_t size, texts[3];
} shapes[RECORD_KINDS] = {
    [RECORD_END] = {.size = sizeof(ProgramEnd)},
    [RECORD_LAUNCH] = {sizeof(ProgramLaunch),
                       {LAST(ProgramLaunch, kernel), LAST(ProgramLaunch, file),
                        LAST(ProgramLaunch, arguments)}},
    [RECORD_ARRAY] = {sizeof(ProgramArray), {LAST(ProgramArray, name)}},
    [RECORD_CONTENTS] = {.size = sizeof(ProgramContents)},
    [RECORD_VARIABLE] = {sizeof(ProgramVariable),
                         {LAST(ProgramVariable, name),
                          LAST(ProgramVariable, type)}},
    [RECORD_SITE] = {.size = sizeof(ProgramSite)},
    [RECORD_BLOCK] = {.size = sizeof(ProgramBlock)},
    [RECORD_ACCESS] = {.size = sizeof(ProgramAccess)},
    [RECORD_BARRIER] = {.size = sizeof(ProgramBarrier)},
    [RECORD_FUNCTION] = {.size = sizeof(ProgramFunction)},
    [RECORD_LOCALS] = {.size = sizeof(ProgramLocals)},
    [RECORD_WHOLE] = {sizeof(ProgramWhole), {LAST(ProgramWhole, name)}},
    [RECORD_MODULE] = {.size = sizeof(ProgramModule)},
    [RECORD_CODE] = {sizeof(ProgramCode), {LAST(ProgramCode, name)}},
    [RECORD_VALUES] = {.size = sizeof(ProgramValues)},
    [RECORD_LINES] = {.size = sizeof(ProgramItems)},
    [RECORD_GROUP] = {sizeof(ProgramGroup), {LAST(ProgramGroup, why)}},
    [RECORD_KERNELS] = {.size = sizeof(ProgramItems)},
    [RECORD_OBJECTS] = {.size = sizeof(ProgramItems)},
    [RECORD_PLACES] = {.size = sizeof(ProgramItems)},
    [RECORD_ALLOCATIONS] = {.size = sizeof(ProgramItems)},
};

static ProgramLaneMask words_of(const LogReader *reader)
{
    ProgramLaneMask words;

    memcpy(&words, reader->rest, sizeof words);
    return words;
}

/* True if REST bytes behind ACCESS are the words of its lanes. */
static bool words_fit(const LogReader *reader, const ProgramAccess *access,
                      size_t rest)
{
    return access->bytes == 4 && !program_updates(access->kind) &&
           rest ==
               sizeof(ProgramLaneMask) + access->count * sizeof(ProgramWord) &&
           __builtin_popcountll(words_of(reader).lanes) == access->count;
}

static bool lanes_fit(const LogReader *reader, const ProgramAccess *access,
                      size_t rest)
{
    uint32_t count = access->count;

    if (count < 1 || count > PROGRAM_MOST_LANES)
        return log_reader_refuse(reader, "an access has %u lanes", count);
    return (access->has_words ? words_fit(reader, access, rest)
                              : rest == count * sizeof(ProgramLane)) ||
           log_reader_refuse(reader,
                             "an access of %u lanes has %zu bytes of lanes",
                             count, rest);
}

/* True if what follows the struct of the record fits into the REST of it. */
static bool rest_fits(const LogReader *reader, const LogRecord *record,
                      size_t rest)
{
    uint64_t bytes = 0, most = UINT32_MAX;

    switch ((ProgramRecordKind)record->head.kind) {
    case RECORD_ACCESS:
        return lanes_fit(reader, &record->access, rest);
    case RECORD_LOCALS:
        bytes = record->locals.count * (uint64_t)sizeof(ProgramHalf);
        break;
    case RECORD_MODULE:
        bytes = record->module.bytes;
        break;
    case RECORD_VALUES:
        bytes = record->values.words <= most
                    ? record->values.words * sizeof(uint32_t)
                    : UINT64_MAX;
        break;
    case RECORD_CONTENTS:
        most = PROGRAM_CONTENTS;
        bytes = record->contents.bytes;
        break;
    case RECORD_WHOLE:
        most = PROGRAM_CONTENTS;
        bytes = record->whole.bytes;
        break;
    default:
        break;
    }
    return (bytes <= rest && bytes <= most &&
            (bytes == rest || record->head.kind != RECORD_LOCALS)) ||
           log_reader_refuse(reader, "%llu bytes follow a record in %zu",
                             (unsigned long long)bytes, rest);
}

bool log_reader_next(LogReader *reader, LogRecord *record, bool *more)
{
    ProgramRecord head;

    reader->at = reader->next;
    *more = reader->at < reader->end;
    if (!*more)
        return true;
    size_t left = reader->end - reader->at;
    if (left < sizeof head)
        return log_reader_refuse(reader, "a record is cut off");
    memcpy(&head, reader->log + reader->at, sizeof head);
    if (head.kind >= RECORD_KINDS)
        return log_reader_refuse(reader, "there is no record of kind %u",
                                 head.kind);
    size_t size = shapes[head.kind].size;
    if (head.bytes < size || head.bytes > left || head.bytes % 8 != 0)
        return log_reader_refuse(reader, "a record of kind %u has %u bytes",
                                 head.kind, head.bytes);
    memcpy(record, reader->log + reader->at, size);
    record->head = head;
    for (size_t i = 0; i < 3 && shapes[head.kind].texts[i]; ++i)
        ((char *)record)[shapes[head.kind].texts[i]] = '\0';
    reader->rest = reader->log + reader->at + size;
    reader->next = reader->at + head.bytes;
    return rest_fits(reader, record, head.bytes - size);
}

bool log_reader_again(LogReader *reader, size_t at, LogRecord *record)
{
    bool more;

    reader->next = at;
    return log_reader_next(reader, record, &more) &&
           (more || log_reader_refuse(reader, "a record is gone"));
}

void log_reader_lanes(const LogReader *reader, const ProgramAccess *access,
                      ProgramLane lanes[PROGRAM_MOST_LANES])
{
    const unsigned char *at = reader->rest;

    if (!access->has_words) {
        memcpy(lanes, at, access->count * sizeof *lanes);
        return;
    }
    at += sizeof(ProgramLaneMask);
    for (uint64_t left = words_of(reader).lanes; left; left &= left - 1) {
        ProgramWord word;
        memcpy(&word, at, sizeof word);
        at += sizeof word;
        *lanes = (ProgramLane){.offset = word.offset,
                               .lane = (uint32_t)__builtin_ctzll(left)};
        memcpy(lanes++->value, &word.value, sizeof word.value);
    }
}

static ProgramHalf half_of(const LogReader *reader, uint32_t i)
{
    ProgramHalf half;

    memcpy(&half, reader->rest + i * sizeof half, sizeof half);
    return half;
}

ProgramChange log_reader_change(const LogReader *reader, uint32_t count,
                                uint32_t *i)
{
    ProgramHalf half = half_of(reader, (*i)++);
    uint64_t upper = 0;

    if (half.mark & PROGRAM_CHANGE_UPPER && *i < count) {
        upper = half.value;
        half = half_of(reader, (*i)++);
    }
    return (ProgramChange){.value = upper << 32 | half.value,
                           .local = half.local,
                           .lane = half.lane,
                           .depth = half.mark & PROGRAM_CHANGE_DEPTH,
                           .ends = half.mark & PROGRAM_CHANGE_ENDS ? 1 : 0};
}
