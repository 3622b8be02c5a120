/* SPDX-License-Identifier: MIT
 *
 * The members of the structs that variables and arrays have as their elements.
 */
#include "program/trace_making.h"

#include "program/structures.h"
#include "trace/element.h"
#include "util/printable.h"

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

uint32_t making_structure(const Making *making, uint64_t address,
                          uint32_t element, uint64_t bytes)
{
    const StructureTable *table = making->facts->structures;

    for (size_t i = 0; table && address && i < table->items_count; ++i)
        if (table->items[i].address == address &&
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
