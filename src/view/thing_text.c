/* SPDX-License-Identifier: MIT */
#include "view/thing_text.h"

#include "analysis/sum_results.h"
#include "trace/value.h"
#include "util/nearest.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How the numbers of a kind are written. */
typedef enum {
    FORM_ONE,   /* "cell 28" */
    FORM_PAIR,  /* "node 2:5" */
    FORM_LINE,  /* "line 3 of device.cuh" */
    FORM_BLOCK, /* "block 3 of launch 2" */
    FORM_WORD   /* "word in[5]" */
} Form;

typedef struct {
    Form form;
    uint32_t a, b; /* what the first of each is called */
} KindText;

/* In the order of ThingKind. */
static const KindText kinds[] = {
    {FORM_ONE, 0, 0}, {FORM_ONE, 0, 0},   {FORM_PAIR, 0, 0}, {FORM_ONE, 0, 0},
    {FORM_ONE, 0, 0}, {FORM_PAIR, 0, 1},  {FORM_LINE, 0, 0}, {FORM_ONE, 1, 0},
    {FORM_ONE, 1, 0}, {FORM_BLOCK, 1, 0}, {FORM_ONE, 1, 0},  {FORM_WORD, 0, 0},
};
_Static_assert(sizeof kinds / sizeof *kinds == THING_LAST_POINTED + 1,
               "each kind of thing has a form");

/* ---- What a trace has -----------------------------------------------------*/

static uint32_t lines_of(const Source *source)
{
    uint32_t lines = 0;

    for (const char *c = source->text; *c; ++c)
        lines += *c == '\n' || !c[1];
    return lines;
}

/* Which of its numbers a thing has too large, and what there is of that. */
typedef struct {
    bool is_there;
    ThingKind kind; /* of what is counted */
    uint32_t first; /* what the first is called */
    size_t count;
} Range;

/* The range of the first number of THING. */
static Range range_of_a(const Thing *thing, const Trace *trace)
{
    const size_t counts[] = {[THING_NONE] = 0,
                             [THING_THREAD] = trace->run.threads,
                             [THING_NODE] = SIZE_MAX,
                             [THING_CELL] = trace->run.words,
                             [THING_BANK] = trace->run.words ? trace->run.k : 0,
                             [THING_PLACE] =
                                 trace->run.words ? trace->run.k : 0,
                             [THING_LINE] = trace->sources_count,
                             [THING_INSTRUCTION] = trace->instructions_count,
                             [THING_STEP] = trace->steps_count,
                             [THING_BLOCK] = trace->grids_count,
                             [THING_LAUNCH] = trace->grids_count,
                             [THING_WORD] = trace->arrays_count};
    ThingKind kind = thing->kind == THING_PLACE   ? THING_BANK
                     : thing->kind == THING_BLOCK ? THING_LAUNCH
                                                  : thing->kind;

    return (Range){thing->a < counts[thing->kind], kind, kinds[kind].a,
                   counts[thing->kind]};
}

/* The range of the second number, if the first is in its range. */
static Range range_of(const Thing *thing, const Trace *trace)
{
    Range range = range_of_a(thing, trace);
    uint32_t a = thing->a, first = kinds[thing->kind].b;

    if (!range.is_there)
        return range;
    if (thing->kind == THING_PLACE)
        range = (Range){true, THING_PLACE, first, TRACE_MAX_BANKS};
    else if (thing->kind == THING_LINE)
        range =
            (Range){thing->b >= 1, THING_LINE, 1, lines_of(trace->sources + a)};
    else if (thing->kind == THING_BLOCK)
        range = (Range){true, THING_BLOCK, first, trace->grids[a].blocks};
    else if (thing->kind == THING_WORD)
        range = (Range){true, THING_WORD, first, trace->arrays[a].words};
    else
        return range;
    range.is_there &= thing->b < range.count + (thing->kind == THING_LINE);
    return range;
}

bool thing_exists(const Thing *thing, const Trace *trace)
{
    return thing->kind != THING_NONE && thing->kind <= THING_LAST_POINTED &&
           range_of(thing, trace).is_there;
}

/* ---- Reading --------------------------------------------------------------*/

/* Reads a number at *AT, which counts from FIRST, and moves *AT behind it. */
static bool read_number(const char **at, uint32_t first, uint32_t *number)
{
    char *end;

    errno = 0;
    unsigned long value = strtoul(*at, &end, 10);
    if (!isdigit((unsigned char)**at) || errno || value > UINT32_MAX / 2 ||
        value < first)
        return false;
    *number = (uint32_t)value - first;
    *at = end;
    return true;
}

static bool skip(const char **at, const char *word)
{
    size_t length = strlen(word);

    if (strncmp(*at, word, length) != 0)
        return false;
    *at += length;
    return true;
}

/* The name of a source without its folders. */
static const char *file_of(const Source *source)
{
    return base_name(source->name);
}

/* Reads " of device.cuh"; without it, the kernel's own file is meant. */
static bool read_file(const char **at, const Trace *trace, Thing *thing)
{
    thing->a = 0;
    if (!skip(at, " of "))
        return true;
    for (size_t s = 0; s < trace->sources_count; ++s) {
        const char *own = *at;
        if (!skip(&own, file_of(trace->sources + s)) ||
            (*own && strncmp(own, " of trace ", 10) != 0))
            continue;
        thing->a = (uint32_t)s;
        *at = own;
        return true;
    }
    return false;
}

/* Reads "in[5]"; names of arrays may have blanks. */
static bool read_word(const char **at, const Trace *trace, Thing *thing)
{
    for (size_t a = 0; a < trace->arrays_count; ++a) {
        const char *own = *at;
        if (!skip(&own, trace->arrays[a].name) || !skip(&own, "[") ||
            !read_number(&own, 0, &thing->b) || !skip(&own, "]"))
            continue;
        thing->a = (uint32_t)a;
        *at = own;
        return true;
    }
    return false;
}

/* Reads the number of a launch, counted in the program. */
static bool read_launch(const char **at, const Trace *trace, Thing *thing)
{
    uint32_t number;

    if (!read_number(at, 0, &number) || number == 0)
        return false;
    thing->a = recorded_launches_find(trace, number);
    return true;
}

/* Reads the numbers of THING, whose kind is set. */
static bool read_numbers(const char **at, const Trace *trace, Thing *thing)
{
    const KindText *kind = kinds + thing->kind;

    switch (kind->form) {
    case FORM_PAIR:
        return read_number(at, kind->a, &thing->a) && skip(at, ":") &&
               read_number(at, kind->b, &thing->b);
    case FORM_LINE:
        return read_number(at, 0, &thing->b) && read_file(at, trace, thing);
    case FORM_BLOCK:
        if (!read_number(at, kind->b, &thing->b))
            return false;
        thing->a = 0;
        return !skip(at, " of launch ") || read_launch(at, trace, thing);
    case FORM_WORD:
        return read_word(at, trace, thing);
    default:
        return thing->kind == THING_LAUNCH
                   ? read_launch(at, trace, thing)
                   : read_number(at, kind->a, &thing->a);
    }
}

/* Is TEXT the form of a thing, as far as TRACE names its files and arrays? */
static bool parse(const char *text, const Trace *trace, Thing *thing)
{
    const char *at = text;

    *thing = (Thing){.kind = THING_NONE};
    for (ThingKind kind = 1; kind <= THING_LAST_POINTED && !thing->kind;
         ++kind) {
        at = text;
        if (skip(&at, thing_name(kind)) && skip(&at, " "))
            thing->kind = kind;
    }
    if (!thing->kind || !read_numbers(&at, trace, thing))
        return false;
    uint32_t number;
    if (skip(&at, " of trace ")) {
        if (!read_number(&at, 1, &number) || number >= 4)
            return false;
        thing->trace = (int)number + 1;
    }
    return *at == '\0';
}

static bool refuse_form(const char *text, Error *error)
{
    char word[24];
    const char *names[THING_LAST_POINTED + 1] = {NULL};

    for (ThingKind kind = 1; kind <= THING_LAST_POINTED; ++kind)
        names[kind - 1] = thing_name(kind);
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " "), text);
    const char *near = nearest_name(word, names);
    if (near && strcmp(near, word) != 0)
        return error_set(error, ERROR_USAGE,
                         "unknown object \"%.80s\"; did you mean \"%s\"?", text,
                         near);
    return error_set(error, ERROR_USAGE,
                     "unknown object \"%.80s\"; write \"cell 28\", "
                     "\"thread 2\", \"bank 0\", \"node 2:5\", \"queue 0:1\", "
                     "\"line 45\", \"step 4\", \"instruction 17\", \"block "
                     "3\", \"launch 2\" or \"word in[5]\"",
                     text);
}

/* Appends what TRACE has of what THING is too large for: "cells 0 to 15", "no
 * cells", "only launch 1". */
static void add_has(const Thing *thing, const Trace *trace, Text *text)
{
    Range range = range_of(thing, trace);
    const char *name = thing_name(range.kind);
    const char *plural = range.kind == THING_LAUNCH ? "es" : "s";

    if (range.kind == THING_LAUNCH && !recorded_launches_are_all(trace))
        recorded_launches_explain(trace, text);
    else if (range.count == 0)
        text_add(text, "no %s%s", name, plural);
    else if (range.count == 1)
        text_add(text, "only %s %u", name, range.first);
    else
        text_add(text, "%s%s %u to %zu", name, plural, range.first,
                 range.count - 1 + range.first);
}

bool thing_read(const char *text, const Trace *const traces[], int count,
                Thing *thing, Error *error)
{
    Thing found;
    int reads = -1;

    for (int t = 0; t < count; ++t) {
        if (!parse(text, traces[t], &found) || !thing_is_of(&found, t))
            continue;
        if (thing_exists(&found, traces[t])) {
            *thing = found;
            return true;
        }
        *thing = found;
        reads = t;
    }
    if (reads < 0 && parse(text, traces[0], &found) && found.trace > count)
        return error_set(error, ERROR_USAGE,
                         "\"%.80s\": there %s only %d trace%s", text,
                         count == 1 ? "is" : "are", count,
                         count == 1 ? "" : "s");
    if (reads < 0)
        return refuse_form(text, error);
    Text has = {0};
    add_has(thing, traces[reads], &has);
    error_set(error, ERROR_USAGE, "\"%.80s\": %s has %s", text,
              traces[reads]->run.algorithm, has.text);
    text_free(&has);
    return false;
}

void thing_write(const Thing *thing, const Trace *trace, Text *text)
{
    const KindText *kind = kinds + thing->kind;
    uint32_t a = thing->a + kind->a, b = thing->b + kind->b;

    if (thing->kind == THING_LAUNCH)
        a = recorded_launches_number(trace, thing->a);

    text_add(text, "%s ", thing_name(thing->kind));
    switch (kind->form) {
    case FORM_PAIR:
        text_add(text, "%u:%u", a, b);
        break;
    case FORM_LINE:
        text_add(text, "%u", thing->b);
        if (thing->a > 0)
            text_add(text, " of %s", file_of(trace->sources + thing->a));
        break;
    case FORM_BLOCK:
        text_add(text, "%u", b);
        if (trace->grids_count > 1)
            text_add(text, " of launch %u",
                     recorded_launches_number(trace, thing->a));
        break;
    case FORM_WORD:
        text_add(text, "%s[%u]", trace->arrays[thing->a].name, b);
        break;
    default:
        text_add(text, "%u", a);
    }
}
