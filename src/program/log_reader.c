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
                     "the program's log is damaged at byte %zu: %s; does the "
                     "program write outside its arrays?",
                     reader->at, why);
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
    head->kernel[sizeof head->kernel - 1] = '\0';
    head->fault[sizeof head->fault - 1] = '\0';
    head->device[sizeof head->device - 1] = '\0';
    head->copy[sizeof head->copy - 1] = '\0';
    if (head->used < sizeof *head || head->used > bytes)
        return log_reader_refuse(reader,
                                 "it says that %llu of its %zu bytes are used",
                                 (unsigned long long)head->used, bytes);
    reader->end = (size_t)head->used;
    return true;
}

/* The size of a record's struct. */
static size_t size_of(uint32_t kind)
{
    static const size_t sizes[RECORD_KINDS] = {
        [RECORD_END] = sizeof(ProgramEnd),
        [RECORD_LAUNCH] = sizeof(ProgramLaunch),
        [RECORD_ARRAY] = sizeof(ProgramArray),
        [RECORD_CONTENTS] = sizeof(ProgramContents),
        [RECORD_VARIABLE] = sizeof(ProgramVariable),
        [RECORD_SITE] = sizeof(ProgramSite),
        [RECORD_BLOCK] = sizeof(ProgramBlock),
        [RECORD_ACCESS] = sizeof(ProgramAccess),
        [RECORD_BARRIER] = sizeof(ProgramBarrier),
        [RECORD_FUNCTION] = sizeof(ProgramFunction),
        [RECORD_LOCALS] = sizeof(ProgramLocals),
        [RECORD_WHOLE] = sizeof(ProgramWhole),
        [RECORD_MODULE] = sizeof(ProgramModule),
        [RECORD_CODE] = sizeof(ProgramCode),
        [RECORD_VALUES] = sizeof(ProgramValues),
        [RECORD_LINES] = sizeof(ProgramItems),
        [RECORD_GROUP] = sizeof(ProgramGroup),
        [RECORD_KERNELS] = sizeof(ProgramItems),
        [RECORD_OBJECTS] = sizeof(ProgramItems),
        [RECORD_PLACES] = sizeof(ProgramItems),
        [RECORD_ALLOCATIONS] = sizeof(ProgramItems),
    };
    return sizes[kind];
}

static void end_texts(LogRecord *record)
{
    switch ((ProgramRecordKind)record->head.kind) {
    case RECORD_LAUNCH:
        record->launch.kernel[sizeof record->launch.kernel - 1] = '\0';
        record->launch.file[sizeof record->launch.file - 1] = '\0';
        record->launch.arguments[sizeof record->launch.arguments - 1] = '\0';
        break;
    case RECORD_ARRAY:
        record->array.name[sizeof record->array.name - 1] = '\0';
        break;
    case RECORD_CODE:
        record->code.name[sizeof record->code.name - 1] = '\0';
        break;
    case RECORD_VARIABLE:
        record->variable.name[sizeof record->variable.name - 1] = '\0';
        record->variable.type[sizeof record->variable.type - 1] = '\0';
        break;
    case RECORD_WHOLE:
        record->whole.name[sizeof record->whole.name - 1] = '\0';
        break;
    case RECORD_GROUP:
        record->group.why[sizeof record->group.why - 1] = '\0';
        break;
    default:
        break;
    }
}

/* True if BYTES bytes of contents fit into the REST of a record. */
static bool contents_fit(const LogReader *reader, uint64_t bytes, size_t rest)
{
    return (bytes <= PROGRAM_CONTENTS && bytes <= rest) ||
           log_reader_refuse(reader,
                             "an array has %llu bytes of contents in %zu",
                             (unsigned long long)bytes, rest);
}

static ProgramLaneMask words_of(const LogReader *reader)
{
    ProgramLaneMask words;

    memcpy(&words, reader->log + reader->at + sizeof(ProgramAccess),
           sizeof words);
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

/* True if what follows the struct of the record fits into it. */
static bool rest_fits(const LogReader *reader, const LogRecord *record,
                      size_t rest)
{
    if (record->head.kind == RECORD_ACCESS) {
        uint32_t count = record->access.count;
        if (count < 1 || count > PROGRAM_MOST_LANES)
            return log_reader_refuse(reader, "an access has %u lanes", count);
        bool fits = record->access.has_words
                        ? words_fit(reader, &record->access, rest)
                        : rest == count * sizeof(ProgramLane);
        if (!fits)
            return log_reader_refuse(reader,
                                     "an access of %u lanes has %zu bytes of "
                                     "lanes",
                                     count, rest);
    } else if (record->head.kind == RECORD_LOCALS) {
        uint32_t count = record->locals.count;
        if (rest / sizeof(ProgramHalf) != count ||
            rest % sizeof(ProgramHalf) != 0)
            return log_reader_refuse(reader,
                                     "%u changes of locals have %zu bytes",
                                     count, rest);
    } else if (record->head.kind == RECORD_MODULE) {
        if (record->module.bytes > rest)
            return log_reader_refuse(reader, "a module has %llu bytes in %zu",
                                     (unsigned long long)record->module.bytes,
                                     rest);
    } else if (record->head.kind == RECORD_VALUES) {
        if (record->values.words > rest / sizeof(uint32_t))
            return log_reader_refuse(reader, "%llu values have %zu bytes",
                                     (unsigned long long)record->values.words,
                                     rest);
    } else if (record->head.kind == RECORD_CONTENTS) {
        return contents_fit(reader, record->contents.bytes, rest);
    } else if (record->head.kind == RECORD_WHOLE) {
        return contents_fit(reader, record->whole.bytes, rest);
    }
    return true;
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
    size_t size = size_of(head.kind);
    if (head.bytes < size || head.bytes > left || head.bytes % 8 != 0)
        return log_reader_refuse(reader, "a record of kind %u has %u bytes",
                                 head.kind, head.bytes);
    memcpy(record, reader->log + reader->at, size);
    record->head = head;
    end_texts(record);
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
    const unsigned char *at = reader->log + reader->at + sizeof *access;

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

    memcpy(&half,
           reader->log + reader->at + sizeof(ProgramLocals) + i * sizeof half,
           sizeof half);
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

const unsigned char *log_reader_contents(const LogReader *reader)
{
    return reader->log + reader->at + sizeof(ProgramContents);
}

const unsigned char *log_reader_whole(const LogReader *reader)
{
    return reader->log + reader->at + sizeof(ProgramWhole);
}

const unsigned char *log_reader_values(const LogReader *reader)
{
    return reader->log + reader->at + sizeof(ProgramValues);
}

const unsigned char *log_reader_module(const LogReader *reader)
{
    return reader->log + reader->at + sizeof(ProgramModule);
}

/* ---- Advice ---------------------------------------------------------------*/

#define LESS "or give the program less to do"

/* The blocks of LAUNCH that are recorded. */
static uint64_t kept_blocks(const ProgramLog *head, const ProgramLaunch *launch)
{
    uint64_t blocks =
        (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    uint64_t end = (uint64_t)head->last_kept + 1;

    end = end < blocks ? end : blocks;
    return end > head->first_kept ? end - head->first_kept : 0;
}

const char *log_advice(const void *log, size_t bytes)
{
    LogReader reader;
    LogRecord record;
    ProgramLog head;
    Error none;
    uint64_t launches = 0, blocks = 0;
    bool more = true;

    if (!log_reader_begin(&reader, log, bytes, &head, &none))
        return LESS;
    while (log_reader_next(&reader, &record, &more) && more)
        if (record.head.kind == RECORD_LAUNCH && record.launch.trial == 0) {
            uint64_t kept = kept_blocks(&head, &record.launch);
            blocks = kept > blocks ? kept : blocks;
            ++launches;
        }
    if (launches > 1 && blocks > 1)
        return "choose one launch with --launch, record fewer blocks with "
               "--block-range, " LESS;
    if (launches > 1)
        return "choose one launch with --launch, " LESS;
    if (blocks > 1)
        return "record fewer blocks with --block-range, " LESS;
    return head.launches > 1 ? "choose a smaller launch with --launch, " LESS
                             : LESS;
}
