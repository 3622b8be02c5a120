/* SPDX-License-Identifier: MIT */
#include "program/structures.h"

#include "program/device_facts.h"
#include "program/dwarf_types.h"
#include "trace/element.h"
#include "trace/limits.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NESTED = 8 /* namespaces, or structs, within each other */ };

/* A struct under way. */
typedef struct {
    StructureTable *table;
    Text name;
    size_t first; /* of its members */
    bool unknown; /* it has more members than are told */
} Making;

void structures_free(StructureTable *table)
{
    for (size_t i = 0; i < table->members_count; ++i)
        free(table->members[i].name);
    free(table->members);
    free(table->items);
    *table = (StructureTable){0};
}

/* ---- Members --------------------------------------------------------------*/

static void add_value(Making *making, Dwarf_Die *declared, uint64_t offset,
                      int nested);

static void shorten(Text *name, size_t length)
{
    name->length = length;
    if (name->text)
        name->text[length] = '\0';
}

static void add_number(Making *making, uint64_t offset, uint8_t element)
{
    StructureTable *table = making->table;

    if (table->members_count - making->first == LIMITS_OF_STRUCT ||
        offset > INT32_MAX) {
        making->unknown = true;
        return;
    }
    Member member = {.name = base_strdup(making->name.text),
                     .first = (uint32_t)offset,
                     .element = element};
    base_push(table, members, member);
}

/* Members of a base belong to the struct itself. */
static void add_members(Making *making, Dwarf_Die *type, uint64_t offset,
                        int nested)
{
    size_t length = making->name.length;
    Dwarf_Die member, inner;

    if (dwarf_child(type, &member) != 0)
        return;
    do {
        Dwarf_Attribute attribute;
        Dwarf_Word place = 0;
        const char *name = dwarf_diename(&member);
        bool base = dwarf_tag(&member) == DW_TAG_inheritance;
        if ((dwarf_tag(&member) != DW_TAG_member && !base) ||
            dwarf_hasattr(&member, DW_AT_bit_size) ||
            dwarf_hasattr(&member, DW_AT_external) ||
            dwarf_hasattr(&member, DW_AT_artificial) ||
            !dwarf_types_of(&member, &inner))
            continue;
        if (dwarf_attr(&member, DW_AT_data_member_location, &attribute) &&
            dwarf_formudata(&attribute, &place) != 0) {
            making->unknown = true;
            return;
        }
        if (!base && name)
            text_add(&making->name, "%s%s", length ? "." : "", name);
        add_value(making, &inner, offset + place, nested + 1);
        shorten(&making->name, length);
    } while (!making->unknown && dwarf_siblingof(&member, &member) == 0);
}

static void add_elements(Making *making, Dwarf_Die *type, uint64_t offset,
                         int nested)
{
    uint32_t extents[TRACE_EXTENTS] = {0};
    size_t length = making->name.length;
    Dwarf_Die inner;
    Dwarf_Word each;
    uint64_t count = dwarf_types_extents(type, extents, TRACE_EXTENTS);

    if (count == 0)
        return; /* of no size, or of one that is not known: it has no name */
    if (!dwarf_types_of(type, &inner) ||
        dwarf_aggregate_size(&inner, &each) != 0 || count > LIMITS_OF_STRUCT) {
        making->unknown = true;
        return;
    }
    for (uint64_t i = 0; i < count && !making->unknown; ++i) {
        uint64_t of = count, at = i;
        for (int d = 0; d < TRACE_EXTENTS && extents[d]; ++d) {
            of /= extents[d];
            text_add(&making->name, "[%llu]", (unsigned long long)(at / of));
            at %= of;
        }
        add_value(making, &inner, offset + i * each, nested + 1);
        shorten(&making->name, length);
    }
}

/* Adds what lies at OFFSET of the struct and has type DECLARED. */
static void add_value(Making *making, Dwarf_Die *declared, uint64_t offset,
                      int nested)
{
    Dwarf_Die type;
    Dwarf_Word bytes = 0;
    uint8_t element;
    bool truth;

    if (nested > MOST_NESTED || dwarf_peel_type(declared, &type) != 0) {
        making->unknown = true;
        return;
    }
    switch (dwarf_tag(&type)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
        add_number(making, offset, ELEMENT_U64);
        return;
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
        add_members(making, &type, offset, nested);
        return;
    case DW_TAG_array_type:
        add_elements(making, &type, offset, nested);
        return;
    case DW_TAG_base_type:
    case DW_TAG_enumeration_type:
        if (dwarf_aggregate_size(&type, &bytes) == 0 &&
            dwarf_types_number(&type, bytes, &element, &truth))
            add_number(making, offset, element);
        return;
    default: /* a union, whose members lie on each other */
        return;
    }
}

/* ---- Structs --------------------------------------------------------------*/

static int by_first(const void *a, const void *b)
{
    const Member *x = a, *y = b;

    return (x->first > y->first) - (x->first < y->first);
}

/* False if two members share bytes, or one is beyond the struct's. */
static bool lie_apart(const Member *members, size_t count, uint64_t bytes)
{
    uint64_t end = 0;

    for (size_t i = 0; i < count; ++i) {
        if (members[i].first < end)
            return false;
        end = members[i].first + element_width(members[i].element);
    }
    return end <= bytes;
}

/* Adds the struct TYPE, which ADDRESS names, if all of it is known. */
static void add_structure(StructureTable *table, uint64_t address,
                          Dwarf_Die *type)
{
    Making making = {.table = table, .first = table->members_count};
    Dwarf_Word bytes = 0;

    if (dwarf_aggregate_size(type, &bytes) != 0 || bytes > INT32_MAX)
        return;
    add_members(&making, type, 0, 0);
    text_free(&making.name);
    size_t count = table->members_count - making.first;
    if (count > 0)
        qsort(table->members + making.first, count, sizeof *table->members,
              by_first);
    if (count > 0 && !making.unknown &&
        lie_apart(table->members + making.first, count, bytes)) {
        Structure structure = {address, (uint32_t)bytes, (uint32_t)making.first,
                               (uint32_t)count};
        base_push(table, items, structure);
        return;
    }
    while (table->members_count > making.first)
        free(table->members[--table->members_count].name);
}

/* A walk through the variables of a program. */
typedef struct {
    StructureTable table;
    Dwarf_Addr bias;
} Walk;

/* Adds the struct that the variable DIE is about, if it is one of ours. */
static void add_variable(void *user, Dwarf_Die *die)
{
    Walk *walk = user;
    const char *name = dwarf_diename(die);
    Dwarf_Die pointer, type, plain;
    Dwarf_Addr address;

    if (!name || strcmp(name, "upsweep_structure") != 0 ||
        !dwarf_types_address(die, &address) || !dwarf_types_of(die, &pointer) ||
        !dwarf_types_of(&pointer, &type) || dwarf_peel_type(&type, &plain) != 0)
        return;
    address += walk->bias;
    for (size_t i = 0; i < walk->table.items_count; ++i)
        if (walk->table.items[i].address == address)
            return;
    add_structure(&walk->table, address, &plain);
}

static void add_device_structures(StructureTable *table, Dwfl_Module *module)
{
    DeviceFacts facts = device_facts_find(module);
    Dwarf_Die type;

    for (size_t i = 0; i < facts.structures_count; ++i)
        if (device_facts_structure(module, facts.structures[i], &type))
            add_structure(table, facts.structures[i], &type);
    device_facts_free(&facts);
}

StructureTable structures_find(Dwfl_Module *module)
{
    Walk walk = {.bias = 0};
    Dwarf_Die *unit = NULL;

    while ((unit = dwfl_module_nextcu(module, unit, &walk.bias)) != NULL)
        dwarf_variables_visit(unit, add_variable, &walk);
    add_device_structures(&walk.table, module);
    return walk.table;
}
