/* SPDX-License-Identifier: MIT */
#include "trace/member.h"

#include "trace/element.h"

/* The range to which MEMBER belongs. */
static MemberRange *range_of(Trace *trace, const Member *member)
{
    if (member->space == SPACE_SHARED) {
        Variable *variable = trace->variables + member->owner;
        return variable->element == ELEMENT_OTHER ? &variable->members
                                                  : &variable->parts;
    }
    Array *array = trace->arrays + member->owner;
    return array->element == ELEMENT_OTHER ? &array->members : &array->parts;
}

void member_link(Trace *trace)
{
    const MemberRange none = {0, 0};

    for (size_t i = 0; i < trace->variables_count; ++i)
        trace->variables[i].members = trace->variables[i].parts = none;
    for (size_t i = 0; i < trace->arrays_count; ++i)
        trace->arrays[i].members = trace->arrays[i].parts = none;
    for (size_t i = 0; i < trace->members_count; ++i) {
        MemberRange *range = range_of(trace, trace->members + i);
        if (range->count++ == 0)
            range->first = (uint32_t)i;
    }
}

const Member *member_between(const Trace *trace, MemberRange members,
                             uint64_t first, uint64_t last)
{
    for (uint32_t i = 0; i < members.count; ++i) {
        const Member *member = trace->members + members.first + i;
        if (member->first <= last &&
            member->first + element_width(member->element) > first)
            return member;
    }
    return NULL;
}

/* The number that has BYTE of elements of BYTES bytes each. */
static NumberPlace place_in(const Trace *trace, MemberRange members,
                            uint8_t element, uint32_t bytes, uint64_t byte)
{
    uint32_t width = element_width(element);

    if (members.count == 0)
        return (NumberPlace){element, width ? byte - byte % width : byte};
    const Member *member =
        member_between(trace, members, byte % bytes, byte % bytes);
    return member ? (NumberPlace){member->element,
                                  byte - byte % bytes + member->first}
                  : (NumberPlace){ELEMENT_OTHER, byte};
}

NumberPlace member_shared_place(const Trace *trace, uint32_t grid,
                                uint64_t byte)
{
    const Variable *variable =
        trace_variable_at(trace, grid, (uint32_t)(byte / sizeof(Word)));

    if (!variable)
        return (NumberPlace){ELEMENT_OTHER, byte};
    uint64_t start = variable->first;
    NumberPlace place =
        place_in(trace, variable->members, variable->element,
                 variable->element_bytes, byte > start ? byte - start : 0);
    place.first += start;
    return place;
}

NumberPlace member_array_place(const Trace *trace, uint8_t array, uint64_t byte)
{
    const Array *at = trace->arrays + array;

    return place_in(trace, at->members, at->element, at->element_bytes, byte);
}
