/* SPDX-License-Identifier: MIT */
#include "simulator/log.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The file grows by this much at a time. */
enum { LOG_STEP = 16 << 20 };

static struct {
    ProgramLog *head;
    char *base;
    int file;
    uint64_t facts; /* bytes that were there when the program started */
    uint64_t size;  /* of the file */
    uint64_t dirty; /* behind it the file has zeros only */
} log_state = {.file = -1};

/* The file's descriptor and limit come in UPSWEEP_LOG, as "5 1073741824". */
static void log_open(void)
{
    static int asked;

    if (asked)
        return;
    const char *text = getenv("UPSWEEP_LOG");
    char *rest;

    asked = 1;
    if (!text)
        return;
    long file = strtol(text, &rest, 10);
    unsigned long long limit = strtoull(rest, NULL, 10);
    void *base = mmap(NULL, limit, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_NORESERVE, (int)file, 0);
    unsetenv("UPSWEEP_LOG");
    if (base == MAP_FAILED)
        return;
    log_state.base = base;
    log_state.head = base;
    log_state.file = (int)file;
    log_state.size = log_state.head->used;
    log_state.dirty = log_state.facts = log_state.size;
}

ProgramLog *log_head(void)
{
    log_open();
    return log_state.head;
}

const void *log_fact(ProgramRecordKind kind)
{
    uint64_t at = sizeof(ProgramLog);

    if (!log_head())
        return NULL;
    while (at < log_state.facts && log_at(at)->kind != kind)
        at += log_at(at)->bytes;
    return at < log_state.facts ? log_at(at) : NULL;
}

const void *log_items(ProgramRecordKind kind, uint32_t *count)
{
    const ProgramItems *record = log_fact(kind);

    *count = record ? record->count : 0;
    return record + (record != NULL);
}

void (*log_is_full)(void);

/* The log has no room. */
static _Noreturn void end_full(void)
{
    void (*end)(void) = log_is_full;

    log_is_full = NULL;
    if (log_state.head->ending == PROGRAM_RUNS)
        log_state.head->ending = PROGRAM_FULL;
    else if (log_state.head->ending != PROGRAM_ENDED)
        end = NULL;
    if (end)
        end();
    _exit(3);
}

static void grow(uint64_t needed)
{
    uint64_t size = needed + LOG_STEP;

    if (size > log_state.head->limit)
        size = log_state.head->limit;
    if (needed > size || ftruncate(log_state.file, (off_t)size) != 0)
        end_full();
    log_state.size = size;
}

void *log_add(ProgramRecordKind kind, size_t bytes)
{
    ProgramLog *head = log_state.head;
    uint64_t whole = (bytes + 7) / 8 * 8;

    if (head->used + whole > log_state.size)
        grow(head->used + whole);
    ProgramRecord *record = (ProgramRecord *)(log_state.base + head->used);
    if (head->used < log_state.dirty)
        memset(record, 0, whole);
    record->kind = (uint32_t)kind;
    record->bytes = (uint32_t)whole;
    head->used += whole;
    if (head->used > log_state.dirty)
        log_state.dirty = head->used;
    return record;
}

ProgramRecord *log_at(uint64_t at)
{
    return (ProgramRecord *)(log_state.base + at);
}

uint64_t log_used(void)
{
    return log_state.head->used;
}

void log_cut(uint64_t bytes)
{
    if (log_state.head->used > log_state.dirty)
        log_state.dirty = log_state.head->used;
    log_state.head->used = bytes;
}
