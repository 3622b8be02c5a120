/* SPDX-License-Identifier: MIT */
#include "analysis/polled_load.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = UINT16_MAX + 1 };

/* What is known of a line. */
enum { LINE_NEW, LINE_OTHER, LINE_POLLS };

/* The access that a thread made last. */
typedef struct {
    uint32_t instruction; /* index + 1; 0: none */
    uint32_t cell;
} LastAccess;

/* True if AT may be an access by which a thread waits. */
static bool may_poll(const Instruction *at)
{
    const AccessTraits *is = trace_traits_of(at);

    return trace_is_shared(at) && is->brings && (at->is_volatile || is->writes);
}

/* True if a line of TEXT, LENGTH bytes, has the word "while". */
static bool has_while(const char *text, size_t length)
{
    static const char word[] = "while";
    const size_t own = sizeof word - 1;

    for (size_t i = 0; i + own < length; ++i) {
        bool begins = i == 0 || (!isalnum((unsigned char)text[i - 1]) &&
                                 text[i - 1] != '_');
        if (begins && memcmp(text + i, word, own) == 0 &&
            !isalnum((unsigned char)text[i + own]) && text[i + own] != '_')
            return true;
    }
    return false;
}

static const char *next_line(const char *text)
{
    text += strcspn(text, "\n");
    return *text == '\n' ? text + 1 : text;
}

/* What the source says of the line of AT: that it has the word, or a line soon
 * after it ends a loop with it, as "} while (seen == 0);" does. */
static uint8_t line_of(const Trace *trace, const Instruction *at)
{
    enum { NEAR = 3 };
    const char *text = trace_source_of(trace, at)->text;

    for (unsigned line = 1; line < at->site && *text; ++line)
        text = next_line(text);
    for (int i = 0; i <= NEAR; ++i, text = next_line(text)) {
        bool ends = text[strspn(text, " \t")] == '}';
        if ((i == 0 || ends) && has_while(text, strcspn(text, "\n")))
            return LINE_POLLS;
        if (i > 0 && ends)
            break;
    }
    return LINE_OTHER;
}

/* True if ACCESS of AT is the same as LAST, in one step. */
static bool is_repeated(const Trace *trace, const LastAccess *last,
                        const Instruction *at, const Access *access)
{
    if (last->instruction == 0 || last->cell != access->cell)
        return false;
    const Instruction *before = trace->instructions + last->instruction - 1;
    return before->site == at->site && before->place == at->place &&
           before->kind == at->kind && before->step == at->step;
}

static void visit(const Trace *trace, uint32_t i, LastAccess *threads,
                  uint8_t *lines)
{
    const Instruction *at = trace->instructions + i;
    const Access *access = trace_accesses(trace, at);
    bool may = may_poll(at);

    if (may && lines[at->site] == LINE_NEW)
        lines[at->site] = line_of(trace, at);
    for (int j = 0; j < at->lanes; ++j, ++access) {
        LastAccess *last = threads + trace_thread(trace, at, access);
        if (may && is_repeated(trace, last, at, access))
            lines[at->site] = LINE_POLLS;
        *last = (LastAccess){i + 1, access->cell};
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

    if (!trace_is_program(trace) || trace_is_of_gpu(trace))
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
    return loads->lines && may_poll(at) && loads->lines[at->site] == LINE_POLLS;
}
