/* SPDX-License-Identifier: MIT */
#include "report/diff.h"

#include "analysis/line_costs.h"
#include "trace/schema.h"
#include "trace/value.h"

#include <stdio.h>
#include <string.h>

static bool same_number(const char *what, uint64_t x, uint64_t y, Text *where)
{
    if (x != y)
        text_add(where, "%s: %llu in one and %llu in the other", what,
                 (unsigned long long)x, (unsigned long long)y);
    return x == y;
}

/* Compares the facts that do not depend on the machine; of a program not what
 * its file is called. */
static bool same_run(const Trace *a, const Trace *b, Text *where)
{
    const Run *x = &a->run, *y = &b->run;
    bool own = x->origin == ORIGIN_CATALOG || y->origin == ORIGIN_CATALOG;

    if (own && strcmp(x->algorithm, y->algorithm) != 0) {
        text_add(where, "algorithm: %s in one and %s in the other",
                 x->algorithm, y->algorithm);
        return false;
    }
    if (!same_number("n", x->n, y->n, where) ||
        !same_number("k", x->k, y->k, where))
        return false;
    const Column *other = schema_difference(TABLE_RUN, x, y);
    return !other || same_number(other->name, (uint64_t)schema_number(other, x),
                                 (uint64_t)schema_number(other, y), where);
}

/* The lines of both traces. */
typedef struct {
    LineIndex a, b;
} Lines;

/* True if line X of A and line Y of B have the same text. */
static bool same_line(const Lines *lines, const Source *a, uint32_t x,
                      const Source *b, uint32_t y)
{
    SourceLine left = line_index_find(&lines->a, a, x);
    SourceLine right = line_index_find(&lines->b, b, y);

    return left.length == right.length &&
           memcmp(left.text, right.text, left.length) == 0;
}

/* Compares COUNT elements: of the input, the output or a snapshot.  WHAT names
 * element I. */
static bool same_words(const Trace *trace, const char *what, const Word *x,
                       const Word *y, size_t count, Text *where)
{
    char left[VALUE_TEXT], right[VALUE_TEXT];

    for (size_t i = 0; i < count; ++i) {
        if (x[i] == y[i])
            continue;
        text_add(where, "%s, element %zu: %s in one and %s in the other", what,
                 i, value_format(trace->run.op, x[i], left),
                 value_format(trace->run.op, y[i], right));
        return false;
    }
    return true;
}

static bool same_step(const Trace *a, const Trace *b, const Lines *lines,
                      uint32_t s, Text *where)
{
    const Step *x = &a->steps[s];
    const Step *y = &b->steps[s];
    char what[32];

    if (schema_difference(TABLE_PHASE, &a->phases[x->phase],
                          &b->phases[y->phase]) ||
        schema_difference(TABLE_STEP, x, y) ||
        !same_line(lines, trace_source(a, x), x->site, trace_source(b, y),
                   y->site)) {
        text_add(where,
                 "step %u: %s, level %d, line %u in one and %s, level %d, "
                 "line %u in the other",
                 s + 1, trace_phase(a, x), (int)x->level, x->site,
                 trace_phase(b, y), (int)y->level, y->site);
        return false;
    }
    snprintf(what, sizeof what, "instructions of step %u", s + 1);
    return same_number(what, x->instruction_count, y->instruction_count, where);
}

/* Compares the sums made for an access. */
static bool same_sums(const Trace *a, const Trace *b, const Access *x,
                      const Access *y)
{
    const Sum *p = trace_sums(a, x);
    const Sum *q = trace_sums(b, y);

    if (x->sums != y->sums)
        return false;
    for (int i = 0; i < x->sums; ++i)
        if (schema_difference(TABLE_SUM, p + i, q + i))
            return false;
    return true;
}

static void describe(const Trace *trace, const Access *access, Text *where)
{
    char value[VALUE_TEXT], stands_for[VALUE_TEXT];

    text_add(where, "lane %u, cell %u, %s (%s)", access->lane, access->cell,
             value_format(trace->run.op, access->value, value),
             value_format_interval(access->interval, stands_for));
}

static bool same_instruction(const Trace *a, const Trace *b, const Lines *lines,
                             size_t i, Text *where)
{
    const Instruction *x = &a->instructions[i];
    const Instruction *y = &b->instructions[i];

    if (schema_difference(TABLE_INSTRUCTION, x, y) || x->lanes != y->lanes) {
        text_add(where,
                 "step %u, instruction %zu: %s of line %u by %u lanes of warp "
                 "%u in one and %s of line %u by %u lanes of warp %u in the "
                 "other",
                 x->step + 1, i + 1, trace_traits_of(x)->name, x->site,
                 x->lanes, x->warp, trace_traits_of(y)->name, y->site, y->lanes,
                 y->warp);
        return false;
    }
    if (!same_line(lines, trace_source_of(a, x), x->site, trace_source_of(b, y),
                   y->site)) {
        text_add(where,
                 "step %u, instruction %zu: the text of line %u in one is not "
                 "that of line %u in the other",
                 x->step + 1, i + 1, x->site, y->site);
        return false;
    }
    for (int l = 0; l < x->lanes; ++l) {
        const Access *p = &trace_accesses(a, x)[l];
        const Access *q = &trace_accesses(b, y)[l];
        if (!schema_difference(TABLE_ACCESS, p, q) && p->lane == q->lane &&
            same_sums(a, b, p, q))
            continue;
        text_add(where, "step %u, instruction %zu, line %u: ", x->step + 1,
                 i + 1, x->site);
        describe(a, p, where);
        text_add(where, " in one and ");
        describe(b, q, where);
        text_add(where, " in the other");
        return false;
    }
    return true;
}

static bool same_steps(const Trace *a, const Trace *b, Text *where)
{
    Lines lines = {line_index_new(a), line_index_new(b)};
    bool same = true;

    for (uint32_t s = 0; same && s < a->steps_count; ++s) {
        uint32_t at = a->steps[s].first_instruction;
        uint32_t end = at + a->steps[s].instruction_count;
        same = same_step(a, b, &lines, s, where);
        for (; same && at < end; ++at)
            same = same_instruction(a, b, &lines, at, where);
    }
    line_index_free(&lines.a);
    line_index_free(&lines.b);
    return same;
}

bool diff_traces(const Trace *a, const Trace *b, Text *where)
{
    size_t words = a->snapshots_count * a->run.words;

    return same_run(a, b, where) &&
           same_words(a, "input", a->input, b->input, a->run.n, where) &&
           same_number("steps", a->steps_count, b->steps_count, where) &&
           same_steps(a, b, where) &&
           same_words(a, "snapshots", a->snapshot_values, b->snapshot_values,
                      words, where) &&
           same_words(a, "snapshots' intervals", a->snapshot_intervals,
                      b->snapshot_intervals, words, where) &&
           same_words(a, "output", a->output, b->output, a->run.n, where) &&
           same_words(a, "output's intervals", a->output_interval,
                      b->output_interval, a->run.n, where);
}
