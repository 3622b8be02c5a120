/* SPDX-License-Identifier: MIT */
#include "program/source_facts.h"

#include "program/source_facts_text.h"
#include "util/printable.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FIELDS = 24, MOST_STRING = 4096, MOST_LINES = 1 << 17 };

/* A line of the text, cut at its tabs. */
typedef struct {
    char *fields[MOST_FIELDS];
    size_t count, next; /* NEXT: the field to read */
    bool damaged;
} Line;

static char *read_string(Line *line)
{
    if (line->next == line->count) {
        line->damaged = true;
        return base_strdup("");
    }
    const char *field = line->fields[line->next++];
    line->damaged |= strlen(field) > MOST_STRING || !printable_is(field);
    return base_strdup(line->damaged ? "" : field);
}

/* A number of decimal digits, LEAST to MOST. */
static uint32_t read_number(Line *line, uint32_t least, uint32_t most)
{
    uint64_t value = 0;
    const char *field =
        line->next < line->count ? line->fields[line->next++] : "";
    size_t digits = strspn(field, "0123456789");

    line->damaged |= digits == 0 || digits > 10 || field[digits] != '\0';
    for (size_t i = 0; i < digits && !line->damaged; ++i)
        value = 10 * value + (uint64_t)(field[i] - '0');
    line->damaged |= value < least || value > most;
    return line->damaged ? least : (uint32_t)value;
}

static FactPlace read_place(Line *line)
{
    FactPlace place = {.file = read_string(line)};

    place.line = read_number(line, 1, FACTS_MOST_LINE);
    place.column = read_number(line, 1, FACTS_MOST_LINE);
    return place;
}

static void read_launch(SourceFacts *facts, Line *line)
{
    LaunchFact it = {.place = read_place(line)};

    it.open_line = read_number(line, 1, FACTS_MOST_LINE);
    it.open_column = read_number(line, 1, FACTS_MOST_LINE);
    it.last_line = read_number(line, 1, FACTS_MOST_LINE);
    it.kernel = read_string(line);
    it.arguments = read_string(line);
    it.mangled = read_string(line);
    line->damaged |= it.last_line < it.place.line;
    base_push(facts, launches, it);
}

static void read_shared(SourceFacts *facts, Line *line)
{
    SharedFact it = {.place = read_place(line)};

    it.name = read_string(line);
    it.type = read_string(line);
    it.element = read_number(line, 0, ELEMENT_KINDS - 1);
    it.bytes = read_number(line, 0, FACTS_MOST_BYTES);
    it.extents_count = read_number(line, 0, FACTS_EXTENTS);
    for (uint32_t i = 0; i < it.extents_count; ++i)
        it.extents[i] = read_number(line, 1, FACTS_MOST_BYTES);
    base_push(facts, shared, it);
}

static void read_kernel(SourceFacts *facts, Line *line)
{
    KernelFact it = {.place = read_place(line)};

    it.name = read_string(line);
    it.mangled = read_string(line);
    base_push(facts, kernels, it);
}

/* A parameter of the last kernel. */
static void read_parameter(SourceFacts *facts, Line *line)
{
    if (facts->kernels_count == 0) {
        line->damaged = true;
        return;
    }
    KernelFact *kernel = &facts->kernels[facts->kernels_count - 1];
    ParameterFact it = {.name = read_string(line)};
    it.type = read_string(line);
    it.bytes = read_number(line, 0, FACTS_MOST_BYTES);
    it.offset = read_number(line, 0, FACTS_MOST_BYTES);
    it.is_pointer = read_number(line, 0, 1);
    it.element = read_number(line, 0, ELEMENT_KINDS - 1);
    it.element_bytes = read_number(line, 0, FACTS_MOST_BYTES);
    line->damaged |= it.is_pointer && it.bytes != sizeof(void *);
    base_push(kernel, parameters, it);
}

static void read_problem(SourceFacts *facts, Line *line)
{
    ProblemFact it = {.place = read_place(line)};

    it.text = read_string(line);
    line->damaged |= it.text[0] == '\0';
    base_push(facts, problems, it);
}

static void read_device(SourceFacts *facts, Line *line)
{
    FactPlace place = read_place(line);

    base_push(facts, devices, place);
}

static const struct {
    const char *word;
    void (*read)(SourceFacts *facts, Line *line);
} records[] = {
    {FACTS_LAUNCH, read_launch},   {FACTS_SHARED, read_shared},
    {FACTS_KERNEL, read_kernel},   {FACTS_PARAMETER, read_parameter},
    {FACTS_PROBLEM, read_problem}, {FACTS_DEVICE, read_device},
};

/* Cuts TEXT at its tabs; its first field is the record's word. */
static Line line_cut(char *text)
{
    Line line = {.next = 1};

    for (char *at = text; at;) {
        if (line.count == MOST_FIELDS) {
            line.damaged = true;
            return line;
        }
        line.fields[line.count++] = at;
        at = strchr(at, '\t');
        if (at)
            *at++ = '\0';
    }
    return line;
}

static bool line_read(SourceFacts *facts, char *text)
{
    Line line = line_cut(text);

    for (size_t i = 0; i < sizeof records / sizeof *records; ++i)
        if (!line.damaged && strcmp(line.fields[0], records[i].word) == 0) {
            records[i].read(facts, &line);
            return !line.damaged && line.next == line.count;
        }
    return false;
}

/* Reads the lines of COPY, a text that ends with NUL and is changed; the number
 * of the line that is damaged, or 0. */
static size_t read_lines(SourceFacts *facts, char *copy)
{
    size_t number = 1;
    char *end = strchr(copy, '\n');

    if (!end || (size_t)(end - copy) != strlen(FACTS_HEAD) ||
        strncmp(copy, FACTS_HEAD, strlen(FACTS_HEAD)) != 0)
        return number;
    for (char *at = end + 1; ++number < MOST_LINES; at = end + 1) {
        end = strchr(at, '\n');
        if (!end)
            return number;
        *end = '\0';
        if (strcmp(at, FACTS_END) == 0)
            return end[1] == '\0' ? 0 : number;
        if (!line_read(facts, at))
            return number;
    }
    return number;
}

SourceFacts *source_facts_read(const char *text, size_t length, Error *error)
{
    SourceFacts *facts = base_alloc(1, sizeof *facts);
    char *copy = base_alloc(length + 1, 1);

    if (length > 0)
        memcpy(copy, text, length);
    size_t damaged = memchr(copy, '\0', length) ? 1 : read_lines(facts, copy);
    free(copy);
    if (damaged == 0)
        return facts;
    source_facts_free(facts);
    error_set(error, ERROR_FAILED,
              "the facts of the program are damaged at line %zu; its source "
              "may have broken clang: do not run it",
              damaged);
    return NULL;
}

static void kernel_free(KernelFact *kernel)
{
    for (size_t i = 0; i < kernel->parameters_count; ++i) {
        free(kernel->parameters[i].name);
        free(kernel->parameters[i].type);
    }
    free(kernel->parameters);
    free(kernel->place.file);
    free(kernel->name);
    free(kernel->mangled);
}

void source_facts_free(SourceFacts *facts)
{
    if (!facts)
        return;
    for (size_t i = 0; i < facts->launches_count; ++i) {
        free(facts->launches[i].place.file);
        free(facts->launches[i].kernel);
        free(facts->launches[i].arguments);
        free(facts->launches[i].mangled);
    }
    for (size_t i = 0; i < facts->shared_count; ++i) {
        free(facts->shared[i].place.file);
        free(facts->shared[i].name);
        free(facts->shared[i].type);
    }
    for (size_t i = 0; i < facts->kernels_count; ++i)
        kernel_free(&facts->kernels[i]);
    for (size_t i = 0; i < facts->devices_count; ++i)
        free(facts->devices[i].file);
    free(facts->devices);
    for (size_t i = 0; i < facts->problems_count; ++i) {
        free(facts->problems[i].place.file);
        free(facts->problems[i].text);
    }
    free(facts->launches);
    free(facts->shared);
    free(facts->kernels);
    free(facts->problems);
    free(facts);
}
