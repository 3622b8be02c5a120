/* SPDX-License-Identifier: MIT
 *
 * The arrays of global memory, and the variables in shared memory: their names,
 * the members of their structs, which are input and output, and how many words
 * the trace has of them.
 */
#include "program/trace_making.h"

#include "program/arguments.h"
#include "program/symbols.h"
#include "program/log_reader.h"
#include "trace/local.h"
#include "trace/variable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Structs --------------------------------------------------------------*/

/* True if the elements of an array are what STRUCTURE is. */
static bool is_of(const StructureTable *table, const Structure *structure,
                  uint32_t element, uint64_t bytes)
{
    if (element == ELEMENT_OTHER)
        return structure->bytes == bytes;
    for (uint32_t i = 0; i < structure->count; ++i) {
        const Member *member = table->members + structure->first + i;
        if (member->element != element || member->first != i * bytes)
            return false;
    }
    return structure->count > 1 && structure->bytes == structure->count * bytes;
}

uint32_t making_structure(const Making *making, uint64_t number,
                          uint32_t element, uint64_t bytes)
{
    const StructureTable *table = making->facts->structures;

    for (size_t i = 0; table && number && i < table->items_count; ++i)
        if (table->items[i].number == number &&
            is_of(table, table->items + i, element, bytes))
            return (uint32_t)i + 1;
    return 0;
}

void making_add_members(Making *making, uint32_t structure, Space space,
                        size_t owner)
{
    const StructureTable *table = making->facts->structures;
    Trace *trace = making->trace;

    if (structure == 0)
        return;
    const Structure *from = table->items + structure - 1;
    if (trace->members_count + from->count > LIMITS_MEMBERS)
        return;
    for (uint32_t i = 0; i < from->count; ++i) {
        Member member = table->members[from->first + i];
        member.name = printable_name(member.name, "?", LIMITS_NAME);
        member.space = (uint32_t)space;
        member.owner = (uint32_t)owner;
        base_push(trace, members, member);
    }
}

/* ---- Arrays ---------------------------------------------------------------*/

/* True if the name of an array only says where it was allocated. */
static bool is_allocated(const ProgramArray *record)
{
    return strncmp(record->name, PROGRAM_ALLOCATED,
                   strlen(PROGRAM_ALLOCATED)) == 0;
}

/* NAME becomes the name of an array: as the program calls it, or as the launch
 * does; false: neither does.  WHOLE: see arguments_array. */
static bool find_name(const LaunchWork *work, const LaunchArray *array,
                      bool whole, char name[LIMITS_NAME])
{
    snprintf(name, LIMITS_NAME, "%s", array->record.name);
    return name[0] ||
           (array->record.argument &&
            arguments_array(work->launch.arguments, array->record.argument,
                            whole, name, LIMITS_NAME));
}

static char *array_name(const LaunchWork *work, const LaunchArray *array,
                        bool whole)
{
    char name[LIMITS_NAME];

    if (!find_name(work, array, whole, name))
        snprintf(name, sizeof name, "array %u", array->record.id);
    return printable_name(name, "", LIMITS_NAME);
}

/* True if two arrays may have the same elements.  A type that nobody knows
 * agrees with any other. */
static bool same_elements(const Array *a, const Array *b)
{
    return a->words == b->words &&
           (a->element == b->element || a->element == ELEMENT_OTHER ||
            b->element == ELEMENT_OTHER);
}

/* The index in the trace of the array that a launch before touched as WANTED
 * was touched, number NUMBER of the program; arrays_count: there is none. */
static size_t find_number(const Making *making, uint32_t number,
                          const Array *wanted)
{
    const Trace *trace = making->trace;
    size_t i = 0;

    while (i < trace->arrays_count &&
           (making->numbers[i] != number ||
            !same_elements(trace->arrays + i, wanted)))
        ++i;
    return i;
}

static bool is_taken(const Making *making, const char *name)
{
    for (size_t i = 0; i < making->trace->arrays_count; ++i)
        if (strcmp(making->trace->arrays[i].name, name) == 0)
            return true;
    return false;
}

/* A name that no other array of the trace has: "(2nd sums)" of another array
 * that is called "sums", too, "(2nd allocated at line 7)" of one without a name
 * where another was allocated. */
static char *new_name(const Making *making, const LaunchArray *array)
{
    char *name = array_name(making->launch, array, false);

    if (is_taken(making, name)) {
        free(name);
        name = array_name(making->launch, array, true);
    }
    char *first = name;
    bool unnamed =
        strncmp(first, PROGRAM_ALLOCATED, strlen(PROGRAM_ALLOCATED)) == 0;
    for (uint32_t i = 2; is_taken(making, name); ++i) {
        Text text = {0};
        text_add(&text, "(");
        text_add_ordinal(&text, i);
        text_add(&text, unnamed ? " %s" : " %s)", unnamed ? first + 1 : first);
        if (name != first)
            free(name);
        name = printable_name(text.text, "", LIMITS_NAME);
        text_free(&text);
    }
    if (name != first)
        free(first);
    return name;
}

/* Names array I of the trace, which has no name so far, as the launch does. */
static void name_later(Making *making, size_t i, const LaunchArray *array)
{
    char name[LIMITS_NAME];

    if (!making->unnamed[i] || is_allocated(&array->record) ||
        !find_name(making->launch, array, false, name))
        return;
    char *better = new_name(making, array);
    free(making->trace->arrays[i].name);
    making->trace->arrays[i].name = better;
    making->unnamed[i] = false;
}

/* Notes to which words somebody may have stored before the launch: those that
 * have a byte to which somebody may have. */
static void note_set(Array *array, const ProgramArray *record)
{
    uint64_t first = record->set_first / WORD_BYTES,
             end = (record->set_end + WORD_BYTES - 1) / WORD_BYTES;

    array->set_first = (uint32_t)(first < array->words ? first : array->words);
    array->set_end = (uint32_t)(end < array->words ? end : array->words);
    array->unset = record->unset != 0 &&
                   (record->set_first > 0 || record->set_end < record->bytes);
}

bool making_find_array(Making *making, LaunchArray *array)
{
    Trace *trace = making->trace;
    uint64_t words = (array->record.bytes + WORD_BYTES - 1) / WORD_BYTES;
    /* while the trace is made, words is what may be touched at most */
    Array wanted = {.words =
                        (uint32_t)(words > UINT32_MAX ? UINT32_MAX : words),
                    .holds = HOLDS_SUMS,
                    .element = (uint8_t)array->record.element,
                    .element_bytes = array->record.element_bytes};
    note_set(&wanted, &array->record);
    size_t i = find_number(making, array->record.number, &wanted);
    uint32_t structure =
        making_structure(making, array->record.structure, wanted.element,
                         array->record.element_bytes);

    array->index = (uint8_t)i;
    if (i < trace->arrays_count) {
        name_later(making, i, array);
        if (trace->arrays[i].element == ELEMENT_OTHER &&
            (wanted.element != ELEMENT_OTHER || making->structures[i] == 0)) {
            trace->arrays[i].element = wanted.element;
            trace->arrays[i].element_bytes = wanted.element_bytes;
            making->structures[i] = structure;
        }
        return true;
    }
    if (i == LIMITS_ARRAYS - 1)
        return error_set(
            making->error, ERROR_FAILED,
            "the program's launches use more than %d arrays, the limit of a "
            "trace; choose one with --kernel or --launch",
            LIMITS_ARRAYS - 1);
    wanted.name = new_name(making, array);
    making->unnamed[i] =
        is_allocated(&array->record) ||
        !find_name(making->launch, array, false, (char[LIMITS_NAME]){0});
    making->numbers[i] = array->record.number;
    making->structures[i] = structure;
    base_push(trace, arrays, wanted);
    return true;
}

const LaunchArray *making_input(const LaunchWork *work)
{
    const LaunchArray *best = NULL;

    if (work->input > 0 && work->input <= work->arrays_count)
        return work->arrays + work->input - 1;
    for (uint32_t a = 0; a < work->arrays_count; ++a) {
        const LaunchArray *array = work->arrays + a;
        if (array->loaded && !array->stored_first &&
            (!best || array->loaded < best->loaded))
            best = array;
    }
    return best;
}

const LaunchArray *making_output(const LaunchWork *work)
{
    const LaunchArray *best = NULL;

    for (uint32_t a = 0; a < work->arrays_count; ++a) {
        const LaunchArray *array = work->arrays + a;
        bool given = array->record.argument > 0;
        bool best_given = best && best->record.argument > 0;
        if (array->stored &&
            (!best || given > best_given ||
             (given == best_given && array->stored > best->stored)))
            best = array;
    }
    return best;
}

static int by_offset(const void *a, const void *b)
{
    const ProgramVariable *x = a, *y = b;

    return (x->offset > y->offset) - (x->offset < y->offset);
}

void making_add_variables(Making *making)
{
    LaunchWork *work = making->launch;
    Trace *trace = making->trace;

    if (work->variables_count)
        qsort(work->variables, work->variables_count, sizeof *work->variables,
              by_offset);
    for (size_t i = 0; i < work->variables_count; ++i) {
        const ProgramVariable *from = work->variables + i;
        Variable variable = {.name =
                                 printable_name(from->name, "?", LIMITS_NAME),
                             .type =
                                 printable_name(from->type, "?", LIMITS_NAME),
                             .grid = (uint32_t)trace->grids_count - 1,
                             .first = from->offset,
                             .bytes = from->bytes,
                             .element_bytes = from->element_bytes,
                             .element = (uint8_t)from->element};
        memcpy(variable.extents, from->extents, sizeof variable.extents);
        making_add_members(making,
                           making_structure(making, from->structure,
                                            from->element, from->element_bytes),
                           SPACE_SHARED, trace->variables_count);
        base_push(trace, variables, variable);
    }
}

/* Moves array FROM of the trace to place TO, and the one there to FROM. */
static void swap_arrays(Trace *trace, uint8_t *places, size_t from, size_t to)
{
    Array array = trace->arrays[from];

    trace->arrays[from] = trace->arrays[to];
    trace->arrays[to] = array;
    for (size_t a = 0; a <= LIMITS_ARRAYS; ++a)
        places[a] = (uint8_t)(places[a] == from ? to
                              : places[a] == to ? from
                                                : places[a]);
}

/* Gives a pointer to an array the array's new number. */
static void place_pointer(const Trace *trace, LocalChange *change,
                          const uint8_t *places)
{
    uint32_t array;
    uint64_t byte;

    if (trace->locals[change->local].kind == LOCAL_POINTER && !change->ends &&
        local_pointer_parts(change->value, &array, &byte) == POINTER_ARRAY)
        change->value = local_pointer(POINTER_ARRAY, places[array], byte);
}

/* Gives what a launch stores to the arrays' new numbers. */
static void place_outputs(ProgramOutputs *outputs, const uint8_t *places)
{
    ProgramOutputs before = *outputs;

    for (size_t a = 0; a < LIMITS_ARRAYS; ++a)
        outputs->arrays[a] = outputs->touched[a] = PROGRAM_NO_ARRAY;
    for (size_t a = 0; a < LIMITS_ARRAYS; ++a)
        if (before.touched[a] != PROGRAM_NO_ARRAY) {
            outputs->arrays[places[a]] = before.arrays[a];
            outputs->touched[places[a]] = before.touched[a];
        }
}

void making_arrange_arrays(Making *making)
{
    Trace *trace = making->trace;
    Grid *first = trace->grids, *last = first + trace->grids_count - 1;
    uint8_t places[LIMITS_ARRAYS + 1];
    bool none = false;

    for (size_t g = 0; g < trace->grids_count; ++g)
        none |= first[g].in == LIMITS_ARRAYS || first[g].out == LIMITS_ARRAYS;
    if (none) {
        Array array = {.name = base_strdup("none"), .words = 1};
        base_push(trace, arrays, array);
    }
    size_t end = trace->arrays_count - 1; /* where none is */
    for (size_t a = 0; a <= LIMITS_ARRAYS; ++a)
        places[a] = (uint8_t)(a < end ? a : end);
    swap_arrays(trace, places, places[first->in], GLOBAL_IN);
    if (places[last->out] != GLOBAL_IN)
        swap_arrays(trace, places, places[last->out], GLOBAL_OUT);
    for (size_t g = 0; g < trace->grids_count; ++g) {
        first[g].in = places[first[g].in];
        first[g].out = places[first[g].out];
        if (making->facts->outputs)
            place_outputs(&making->facts->outputs[g], places);
    }
    for (size_t i = 0; i < trace->instructions_count; ++i)
        if (trace_is_global(trace->instructions + i))
            trace->instructions[i].array = places[trace->instructions[i].array];
    for (size_t i = 0; i < trace->local_changes_count; ++i)
        place_pointer(trace, trace->local_changes + i, places);
    for (size_t from = 0; making->facts->numbers && from <= end; ++from)
        making->facts->numbers[places[from]] =
            none && from == end ? PROGRAM_NO_ARRAY : making->numbers[from];
    for (size_t a = 0; a < trace->arrays_count; ++a)
        for (size_t from = 0; from <= end; ++from)
            if (places[from] == a)
                making_add_members(making, making->structures[from],
                                   SPACE_GLOBAL, a);
    member_link(trace);
}

bool making_fit_arrays(Making *making)
{
    Trace *trace = making->trace;
    uint64_t words = 0, touched = 0, most[LIMITS_ARRAYS] = {0};

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        for (int j = 0; trace_is_global(at) && j < at->lanes; ++j)
            if (access[j].cell >= most[at->array])
                most[at->array] = (uint64_t)access[j].cell + 1;
    }
    for (size_t a = 0; a < trace->arrays_count; ++a) {
        most[a] = most[a] ? most[a] : 1;
        words += trace->arrays[a].words;
        touched += most[a];
    }
    for (size_t a = 0; a < trace->arrays_count && words > LIMITS_GLOBAL; ++a) {
        Array *array = trace->arrays + a;
        array->words = (uint32_t)most[a];
        if (array->set_first > array->words)
            array->set_first = array->words;
        if (array->set_end > array->words)
            array->set_end = array->words;
    }
    making->too_far = touched > LIMITS_GLOBAL;
    return !making->too_far;
}
