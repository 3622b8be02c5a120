/* SPDX-License-Identifier: MIT */
#include "analysis/polled_load.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 2 * (UINT16_MAX + 1) /* loads and atomic operations */ };

/* What is known of a line: the source has the word; a thread stores there what
 * it has loaded there, so that it does not wait; a thread repeats the access.
 */
enum { LINE_NEW, LINE_OTHER, LINE_HAS_WORD, LINE_STORES, LINE_REPEATS };

/* The access that a thread made last. */
typedef struct {
    uint32_t instruction; /* index + 1; 0: none */
    uint32_t cell;
    Word value; /* of an atomic operation: what it left */
} LastAccess;

/* True if AT may be an access by which a thread waits. */
static bool may_poll(const Instruction *at)
{
    const AccessTraits *is = trace_traits_of(at);

    return trace_is_shared(at) && is->brings && at->kind != ACCESS_COUNT &&
           (at->is_volatile || is->writes);
}

/* What is known of the line of AT: of its loads, or of its atomic operations.
 */
static uint8_t *line_at(uint8_t *lines, const Instruction *at)
{
    return lines + 2 * at->site + trace_traits_of(at)->writes;
}

/* ---- The source -----------------------------------------------------------*/

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* True if a line of TEXT, LENGTH bytes, has the word WORD of OWN bytes. */
static bool has_word(const char *text, size_t length, const char *word,
                     size_t own)
{
    for (size_t i = 0; i + own < length; ++i)
        if ((i == 0 || !is_of_name(text[i - 1])) &&
            memcmp(text + i, word, own) == 0 && !is_of_name(text[i + own]))
            return true;
    return false;
}

static bool has_while(const char *text, size_t length)
{
    return has_word(text, length, "while", strlen("while"));
}

static const char *next_line(const char *text)
{
    text += strcspn(text, "\n");
    return *text == '\n' ? text + 1 : text;
}

/* True if a line of TEXT, LENGTH bytes, may have an atomic operation that
 * leaves the word as it was, as one that does not get a lock does. */
static bool may_leave(const char *text, size_t length)
{
    static const char *const calls[] = {"atomicCAS", "atomicExch"};
    static const char nothing[] = ", 0";

    for (size_t i = 0; i + sizeof nothing <= length; ++i)
        if (memcmp(text + i, nothing, sizeof nothing - 1) == 0 &&
            strchr(")uU", text[i + sizeof nothing - 1]))
            return true;
    return has_word(text, length, calls[0], strlen(calls[0])) ||
           has_word(text, length, calls[1], strlen(calls[1]));
}

/* The name before the first "=" of a line of TEXT, LENGTH bytes; *OWN is its
 * length, 0 if there is none. */
static const char *assigned_name(const char *text, size_t length, size_t *own)
{
    const char *sign = memchr(text, '=', length);
    const char *end = sign ? sign : text;

    while (end > text && end[-1] == ' ')
        --end;
    const char *begin = end;
    while (begin > text && is_of_name(begin[-1]))
        --begin;
    *own = (size_t)(end - begin);
    return begin;
}

/* What the source says of the line of AT: that it has the word "while", or a
 * line soon after it ends a loop by what is assigned there, as "} while (seen
 * == 0);" does. */
static uint8_t line_of(const Trace *trace, const Instruction *at)
{
    enum { NEAR = 3 };
    const char *text = trace_source_of(trace, at)->text;
    size_t own;

    for (unsigned line = 1; line < at->site && *text; ++line)
        text = next_line(text);
    size_t length = strcspn(text, "\n");
    if (trace_traits_of(at)->writes && !may_leave(text, length))
        return LINE_OTHER;
    if (has_while(text, length))
        return LINE_HAS_WORD;
    const char *name = assigned_name(text, length, &own);
    for (int i = 0; own > 0 && i < NEAR; ++i) {
        text = next_line(text);
        length = strcspn(text, "\n");
        if (text[strspn(text, " \t")] == '}')
            return has_while(text, length) && has_word(text, length, name, own)
                       ? LINE_HAS_WORD
                       : LINE_OTHER;
    }
    return LINE_OTHER;
}

/* ---- The accesses ---------------------------------------------------------*/

/* True if ACCESS of AT is the same as LAST, in one step; an atomic operation
 * has to leave what was there, so that a sum is none. */
static bool is_repeated(const Trace *trace, const LastAccess *last,
                        const Instruction *at, const Access *access)
{
    if (last->instruction == 0 || last->cell != access->cell)
        return false;
    const Instruction *before = trace->instructions + last->instruction - 1;
    return before->site == at->site && before->place == at->place &&
           before->kind == at->kind && before->step == at->step &&
           (!trace_traits_of(at)->writes || last->value == access->value);
}

/* True if the thread of LAST stores by AT on the line of that access. */
static bool stores_there(const Trace *trace, const LastAccess *last,
                         const Instruction *at)
{
    return trace_is_store(at) && !trace_is_load(at) && last->instruction > 0 &&
           trace->instructions[last->instruction - 1].site == at->site;
}

static void visit(const Trace *trace, uint32_t i, LastAccess *threads,
                  uint8_t *lines)
{
    const Instruction *at = trace->instructions + i;
    const Access *access = trace_accesses(trace, at);
    bool may = may_poll(at);
    uint8_t *line = line_at(lines, at);

    if (may && *line == LINE_NEW)
        *line = line_of(trace, at);
    for (int j = 0; j < at->lanes; ++j, ++access) {
        LastAccess *last = threads + trace_thread(trace, at, access);
        if (may && is_repeated(trace, last, at, access))
            *line = LINE_REPEATS;
        else if (stores_there(trace, last, at) && line[-1] != LINE_REPEATS)
            line[-1] = LINE_STORES;
        *last = (LastAccess){i + 1, access->cell, access->value};
    }
}

/* True if the instructions of launch GRID have some that may poll. */
static bool some_may_poll(const Trace *trace, uint32_t first, uint32_t end)
{
    uint32_t i, last;

    for (uint32_t b = first; b < end; ++b) {
        trace_block_instructions(trace, trace->blocks + b, &i, &last);
        for (; i < last; ++i)
            if (may_poll(trace->instructions + i))
                return true;
    }
    return false;
}

PolledLoads polled_loads_find(const Trace *trace, uint32_t grid)
{
    PolledLoads loads = {NULL};
    uint32_t first, end, i, last;

    if (trace_is_of_gpu(trace))
        return loads;
    trace_grid_blocks(trace, grid, &first, &end);
    if (!some_may_poll(trace, first, end))
        return loads;
    size_t bytes = trace->grids[grid].threads * sizeof(LastAccess);
    LastAccess *threads =
        base_alloc(trace->grids[grid].threads + trace->run.k, sizeof *threads);
    loads.lines = base_alloc(LINES, sizeof *loads.lines);
    for (uint32_t b = first; b < end; ++b) {
        memset(threads, 0, bytes);
        trace_block_instructions(trace, trace->blocks + b, &i, &last);
        for (; i < last; ++i)
            visit(trace, i, threads, loads.lines);
    }
    free(threads);
    return loads;
}

void polled_loads_free(PolledLoads *loads)
{
    free(loads->lines);
    loads->lines = NULL;
}

bool polled_loads_has(const PolledLoads *loads, const Instruction *at)
{
    if (!loads->lines || !may_poll(at))
        return false;
    uint8_t line = *line_at(loads->lines, at);
    return line == LINE_HAS_WORD || line == LINE_REPEATS;
}
