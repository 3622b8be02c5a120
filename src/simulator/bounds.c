/* SPDX-License-Identifier: MIT */
#include "simulator/bounds.h"

#include "simulator/locals.h"

#include <stdlib.h>
#include <string.h>

/* The accesses that a thread may make between the computation of an index and
 * the access by it: a store's index may come before all that its value is
 * computed from. */
enum { MOST_WAITING = 32 };

/* Where so many indices were no faults, those that follow are not looked at in
 * blocks that are not recorded: they run at full speed. */
enum { MOST_HARMLESS = 1 << 16 };

bool bounds_used;

/* ---- What the compiler knows ----------------------------------------------*/

/* A type as the compiler describes it: its name follows, "'float [32]'". */
typedef struct {
    uint16_t kind;        /* 0: an integer */
    uint16_t information; /* of an integer: bit 0: signed; above it log2 of its
                             bits */
    char name[];
} BoundsType;

typedef struct BoundsPlace {
    const char *file;
    uint32_t line, column;
    const BoundsType *array, *index;
} BoundsPlace;

/* The value of an index, of which VALUE has the lowest bits. */
static int64_t index_value(const BoundsType *type, uint64_t value)
{
    uint32_t bits = 1u << (type->information >> 1);

    if (type->kind != 0 || bits >= 64)
        return (int64_t)value;
    value &= (UINT64_C(1) << bits) - 1;
    if ((type->information & 1) && value >> (bits - 1))
        value |= UINT64_MAX << bits;
    return (int64_t)value;
}

/* ---- Whose index it is ----------------------------------------------------*/

/* Of an array: its extents, the outermost first. */
typedef struct {
    uint32_t of[PROGRAM_DIMENSIONS];
    uint32_t count; /* 0: not known */
} Extents;

/* The extents that end the name of a type: "'float [4][33]'" or
 * "'row[4]' (aka 'float[4][33]')". */
static Extents extents_of_type(const char *name)
{
    Extents extents = {.count = 0};
    const char *behind = NULL; /* the last of them */

    for (const char *at = name; (at = strchr(at, '[')) != NULL;) {
        char *end;
        unsigned long extent = strtoul(at + 1, &end, 10);
        if (at != behind)
            extents.count = 0;
        if (*end != ']' || extent == 0 || extent > UINT32_MAX ||
            extents.count == PROGRAM_DIMENSIONS)
            return (Extents){.count = 0};
        extents.of[extents.count++] = (uint32_t)extent;
        at = behind = end + 1;
    }
    return extents;
}

/* What is known of a place. */
typedef struct {
    const BoundsPlace *place;
    Extents extents;   /* of its array */
    uint32_t harmless; /* how many of its indices were outside of the array, and
                          no faults */
} KnownPlace;

/* What is known of PLACE, remembered for those that were asked for last. */
static KnownPlace *known_place(const BoundsPlace *place)
{
    enum { RECENT = 64 };
    static KnownPlace recent[RECENT];
    KnownPlace *known = &recent[(uintptr_t)place / sizeof *place % RECENT];

    if (known->place != place)
        *known = (KnownPlace){place, extents_of_type(place->array->name), 0};
    return known;
}

/* True if EXTENTS are the innermost ones of VARIABLE, its vectors' extents not
 * counted. */
static bool ends_with(const SharedVariable *variable, const Extents *extents)
{
    uint32_t count = PROGRAM_DIMENSIONS;

    while (count > 0 && variable->extents[count - 1] == 0)
        --count;
    count -= count > 0 && variable->element.count > 0;
    return extents->count <= count &&
           memcmp(variable->extents + count - extents->count, extents->of,
                  extents->count * sizeof *extents->of) == 0;
}

/* A variable, or array, that an index may be of. */
typedef struct {
    const char *name;
    const char *begin;
    size_t bytes, element_bytes;
} Variable;

/* The bytes of an element of an array with EXTENTS in VARIABLE. */
static uint64_t element_of(const Variable *variable, const Extents *extents)
{
    uint64_t bytes = variable->element_bytes;

    for (uint32_t d = 1; d < extents->count; ++d)
        bytes *= extents->of[d];
    return bytes;
}

/* What an access has to do with the index of an array in a variable. */
typedef enum { ACCESS_OTHER, ACCESS_INSIDE, ACCESS_OUTSIDE } Relation;

/* How the access to ADDRESS is related to INDEX of an array with EXTENTS in
 * VARIABLE, of which such arrays are the rows. */
static Relation relation_of(const Variable *variable, const Extents *extents,
                            int64_t index, const char *address)
{
    uint64_t element = element_of(variable, extents), into;

    /* from the variable's begin to the row's, and into the row's element */
    into = (uint64_t)(uintptr_t)address - (uint64_t)(uintptr_t)variable->begin -
           (uint64_t)index * element;
    if (element == 0 || variable->bytes % (element * extents->of[0]) != 0 ||
        into >= variable->bytes || into % (element * extents->of[0]) >= element)
        return ACCESS_OTHER;
    return address >= variable->begin &&
                   address < variable->begin + variable->bytes
               ? ACCESS_INSIDE
               : ACCESS_OUTSIDE;
}

/* The relation of the access to ADDRESS to INDEX; if it is ACCESS_OUTSIDE,
 * *VARIABLE is the indexed one. */
static Relation find_variable(const OutsideIndex *index, const Extents *extents,
                              const char *address, Variable *variable)
{
    const SharedVariable *shared;
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);
    Relation relation = ACCESS_OTHER;

    for (size_t i = 0; !relation && (shared = shared_variable(i)); ++i) {
        *variable =
            (Variable){shared->name,
                       machine_thread->block->shared + shared->offset,
                       shared->bytes, memory_element_bytes(&shared->element)};
        if (ends_with(shared, extents))
            relation = relation_of(variable, extents, index->index, address);
    }
    for (size_t i = 0; !relation && i < count; ++i) {
        *variable =
            (Variable){arrays[i].name, arrays[i].address, arrays[i].bytes,
                       memory_element_bytes(&arrays[i].element)};
        if (arrays[i].name)
            relation = relation_of(variable, extents, index->index, address);
    }
    return relation;
}

/* ---- What the compiler knows ----------------------------------------------*/

void __ubsan_handle_out_of_bounds(const BoundsPlace *place, uintptr_t index)
{
    const Thread *thread = machine_thread;

    if (!thread || (!thread->block->recorded &&
                    known_place(place)->harmless == MOST_HARMLESS))
        return;
    ThreadMore *more = thread->more;
    OutsideIndex *to = &more->outside[more->outside_next++ % OUTSIDE_INDICES];
    if (more->outside_waits == 0)
        more->credit = machine_credit;
    more->outside_waits += !to->place;
    *to = (OutsideIndex){.place = place,
                         .index = index_value(place->index, index),
                         .depth = thread->depth,
                         .waiting = MOST_WAITING};
    bounds_used = true;
    machine_credit = 0; /* the accesses that follow are looked at */
}

/* ---- Accesses -------------------------------------------------------------*/

/* True if the access at PC is made on the line of INDEX, or by a function that
 * is called there. */
static bool is_on_line(const OutsideIndex *index, uint64_t pc)
{
    const Thread *thread = machine_thread;
    bool calls = thread->depth > index->depth;

    if (calls) {
        if (index->depth >= PROGRAM_DEPTH)
            return false;
        pc = thread->callers[index->depth];
    }
    return locals_line(pc) == index->place->line;
}

/* An index is not waited for any longer: it was no fault. */
static void forget(OutsideIndex *index, KnownPlace *known)
{
    index->place = NULL;
    --machine_thread->more->outside_waits;
    known->harmless += known->harmless < MOST_HARMLESS;
}

static void check_index(OutsideIndex *index, uint64_t pc, const char *address,
                        const char *verb)
{
    KnownPlace *known = known_place(index->place);
    const Extents *extents = &known->extents;
    Variable variable;

    if (extents->count == 0 || --index->waiting == 0 ||
        machine_thread->depth < index->depth) {
        forget(index, known);
        return;
    }
    Relation relation = find_variable(index, extents, address, &variable);
    if (relation == ACCESS_OUTSIDE && is_on_line(index, pc)) {
        bool rows =
            element_of(&variable, extents) * extents->of[0] < variable.bytes;
        machine_fault(pc, "%s element %lld of %s%.60s, which has %u", verb,
                      (long long)index->index, rows ? "a row of " : "",
                      variable.name, extents->of[0]);
    }
    if (relation == ACCESS_INSIDE)
        forget(index, known);
}

void bounds_check_any(uint64_t pc, const char *address, const char *verb)
{
    ThreadMore *more = machine_thread->more;

    for (int i = 0; i < OUTSIDE_INDICES; ++i)
        if (more->outside[i].place)
            check_index(&more->outside[i], pc, address, verb);
}
