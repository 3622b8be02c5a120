/* SPDX-License-Identifier: MIT */
#include "view/thing_text.h"

#include "analysis/recorded_launches.h"
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
    const char *words; /* several */
    Form form;
    uint32_t a, b; /* what the first of each is called */
} KindText;

/* In the order of ThingKind. */
static const KindText kinds[] = {
    {"", FORM_ONE, 0, 0},         {"threads", FORM_ONE, 0, 0},
    {"nodes", FORM_PAIR, 0, 0},   {"cells", FORM_ONE, 0, 0},
    {"banks", FORM_ONE, 0, 0},    {"queues", FORM_PAIR, 0, 1},
    {"lines", FORM_LINE, 0, 0},   {"instructions", FORM_ONE, 1, 0},
    {"steps", FORM_ONE, 1, 0},    {"blocks", FORM_BLOCK, 1, 0},
    {"launches", FORM_ONE, 1, 0}, {"words", FORM_WORD, 0, 0},
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

/* The number of things of a kind of which Thing.a is the number. */
static size_t count_of(ThingKind kind, const Trace *trace)
{
    switch (kind) {
    case THING_THREAD:
        return trace->run.threads;
    case THING_CELL:
        return trace->run.words;
    case THING_BANK:
    case THING_PLACE:
        return trace->run.words ? trace->run.k : 0;
    case THING_INSTRUCTION:
        return trace->instructions_count;
    case THING_STEP:
        return trace->steps_count;
    case THING_BLOCK:
    case THING_LAUNCH:
        return trace->grids_count;
    case THING_LINE:
        return trace->sources_count;
    case THING_WORD:
        return trace->arrays_count;
    default:
        return UINT32_MAX;
    }
}

bool thing_exists(const Thing *thing, const Trace *trace)
{
    if (thing->kind == THING_NONE || thing->kind > THING_LAST_POINTED ||
        thing->a >= count_of(thing->kind, trace))
        return false;
    if (thing->kind == THING_PLACE)
        return thing->b < TRACE_MAX_BANKS;
    if (thing->kind == THING_LINE)
        return thing->b >= 1 && thing->b <= lines_of(trace->sources + thing->a);
    if (thing->kind == THING_BLOCK)
        return thing->b < trace->grids[thing->a].blocks;
    if (thing->kind == THING_WORD)
        return thing->b < trace->arrays[thing->a].words;
    return true;
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

static bool refuse_array(const char *text, const Trace *trace, Error *error)
{
    Text names = {0};

    for (size_t a = 0; a < trace->arrays_count && a < 16; ++a)
        text_add(&names, "%s%s", a ? ", " : "", trace->arrays[a].name);
    error_set(error, ERROR_USAGE,
              "\"%.80s\": the arrays of %s are %s; write \"word %s[5]\"", text,
              trace->run.algorithm, names.text, trace->arrays[0].name);
    text_free(&names);
    return false;
}

static bool refuse_form(const char *text, const Trace *trace, Error *error)
{
    char word[24];
    const char *names[THING_LAST_POINTED + 1] = {NULL};

    if (strncmp(text, "word ", 5) == 0 && strchr(text, '['))
        return refuse_array(text, trace, error);
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

/* Appends what TRACE has of the kind of THING, which it lacks: "16 cells, from
 * 0". */
static void add_has(const Thing *thing, const Trace *trace, Text *text)
{
    const KindText *kind = kinds + thing->kind;
    size_t count = count_of(thing->kind, trace);
    uint32_t first = kind->a;
    const char *words = kind->words;

    if ((thing->kind == THING_LAUNCH ||
         (thing->kind == THING_BLOCK && thing->a >= count)) &&
        !recorded_launches_are_all(trace)) {
        recorded_launches_explain(trace, text);
        return;
    }
    if (thing->kind == THING_LINE) {
        count = lines_of(trace->sources + thing->a);
        first = 1;
    } else if (thing->kind == THING_BLOCK && thing->a < count) {
        count = trace->grids[thing->a].blocks;
        first = 0;
    } else if (thing->kind == THING_BLOCK) {
        words = "launches";
    } else if (thing->kind == THING_WORD) {
        count = trace->arrays[thing->a].words;
    } else if (thing->kind == THING_PLACE && thing->a < count) {
        text_add(text, "places 1 to %d in a queue", TRACE_MAX_BANKS);
        return;
    } else if (thing->kind == THING_PLACE) {
        words = "banks";
        first = 0;
    }
    if (count == 0)
        text_add(text, "no %s", words);
    else if (count == 1)
        text_add(text, "only %.*s %u",
                 (int)strlen(words) - (thing->kind == THING_LAUNCH ? 2 : 1),
                 words, first);
    else
        text_add(text, "%s %u to %zu", words, first, count - 1 + first);
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
        return refuse_form(text, traces[0], error);
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
