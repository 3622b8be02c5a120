/* SPDX-License-Identifier: MIT */
#include "program/dwarf_types.h"

#include "trace/element.h"

#include <dwarf.h>
#include <string.h>

enum { MOST_NESTED = 64 /* scopes, or types, within each other */ };

bool dwarf_types_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;

    return dwarf_attr_integrate(die, DW_AT_type, &attribute) &&
           dwarf_formref_die(&attribute, type);
}

bool dwarf_types_number(Dwarf_Die *type, Dwarf_Word bytes, uint8_t *element,
                        bool *truth)
{
    static const uint8_t numbers[2][4] = {{ELEMENT_U8, ELEMENT_U16, ELEMENT_U32,
                                           ELEMENT_U64},
                                          {ELEMENT_I8, ELEMENT_I16, ELEMENT_I32,
                                           ELEMENT_I64}};
    Dwarf_Attribute attribute;
    Dwarf_Word encoding = DW_ATE_signed;
    int size = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;

    *truth = false;
    if ((size == 3 && bytes != 8) ||
        (dwarf_tag(type) == DW_TAG_base_type &&
         dwarf_formudata(dwarf_attr(type, DW_AT_encoding, &attribute),
                         &encoding) != 0))
        return false;
    switch (encoding) {
    case DW_ATE_float:
        *element = bytes == 4 ? ELEMENT_F32 : ELEMENT_F64;
        return bytes >= 4;
    case DW_ATE_boolean:
        *truth = true;
        *element = numbers[0][size];
        return true;
    case DW_ATE_signed_char:
    case DW_ATE_unsigned_char:
        *element = numbers[encoding == DW_ATE_signed_char][size];
        return true;
    case DW_ATE_signed:
        *element = numbers[1][size];
        return true;
    case DW_ATE_unsigned:
    case DW_ATE_UTF:
        *element = numbers[0][size];
        return true;
    default:
        return false;
    }
}

/* The extent that RANGE, a child of an array type, tells; 0: it tells none. */
static uint32_t extent_of(Dwarf_Die *range)
{
    Dwarf_Attribute attribute;
    Dwarf_Word number;

    if (dwarf_attr(range, DW_AT_upper_bound, &attribute) &&
        dwarf_formudata(&attribute, &number) == 0)
        return number < INT32_MAX ? (uint32_t)number + 1 : 0;
    if (dwarf_attr(range, DW_AT_count, &attribute) &&
        dwarf_formudata(&attribute, &number) == 0)
        return number <= INT32_MAX ? (uint32_t)number : 0;
    return 0;
}

uint64_t dwarf_types_extents(Dwarf_Die *type, uint32_t *extents, int count)
{
    uint64_t all = 1;
    Dwarf_Die range;
    int ranges = 0;

    if (dwarf_child(type, &range) != 0)
        return 0;
    do {
        if (dwarf_tag(&range) != DW_TAG_subrange_type)
            continue;
        uint32_t extent = extent_of(&range);
        if (extent == 0 || ranges == count || all > INT32_MAX)
            return 0;
        extents[ranges++] = extent;
        all *= extent;
    } while (dwarf_siblingof(&range, &range) == 0);
    for (int i = ranges; i < count; ++i)
        extents[i] = 0;
    return ranges ? all : 0;
}

static void add_type(Dwarf_Die *die, int nested, Text *text)
{
    const char *name = dwarf_diename(die), *before = "", *after = "";
    Dwarf_Die inner;

    if (name) {
        text_add(text, "%s", name);
        return;
    }
    switch (dwarf_tag(die)) {
    case DW_TAG_pointer_type:
        after = " *";
        break;
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
        after = " &";
        break;
    case DW_TAG_array_type:
        after = " []";
        break;
    case DW_TAG_const_type:
        before = "const ";
        break;
    case DW_TAG_volatile_type:
        before = "volatile ";
        break;
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
        text_add(text, "struct");
        return;
    case DW_TAG_union_type:
        text_add(text, "union");
        return;
    case DW_TAG_enumeration_type:
        text_add(text, "enum");
        return;
    default:
        break;
    }
    /* "float *const", and no "const float *" of another meaning */
    bool last = *before && dwarf_types_of(die, &inner) &&
                dwarf_tag(&inner) == DW_TAG_pointer_type;
    if (!last)
        text_add(text, "%s", before);
    if (nested < MOST_NESTED && dwarf_types_of(die, &inner))
        add_type(&inner, nested + 1, text);
    else
        text_add(text, "void");
    text_add(text, "%s%.*s", after, last ? (int)strlen(before) - 1 : 0, before);
}

void dwarf_types_name(Dwarf_Die *type, Text *text)
{
    add_type(type, 0, text);
}

bool dwarf_types_address(Dwarf_Die *die, Dwarf_Addr *address)
{
    Dwarf_Attribute attribute, indexed;
    Dwarf_Op *operations;
    size_t count;

    if (!dwarf_attr(die, DW_AT_location, &attribute) ||
        dwarf_getlocation(&attribute, &operations, &count) != 0 || count != 1)
        return false;
    *address = operations->number;
    return operations->atom == DW_OP_addr ||
           (operations->atom == DW_OP_addrx &&
            dwarf_getlocation_attr(&attribute, operations, &indexed) == 0 &&
            dwarf_formaddr(&indexed, address) == 0);
}

/* ---- Functions and variables ----------------------------------------------*/

/* Visits what has TAG within DIE: a unit, a namespace, a class, a function. */
static void visit(Dwarf_Die *die, int tag, DwarfTake *take, void *user,
                  int nested)
{
    Dwarf_Die child;

    if (nested > MOST_NESTED || dwarf_child(die, &child) != 0)
        return;
    do {
        if (dwarf_tag(&child) == tag)
            take(user, &child);
        switch (dwarf_tag(&child)) {
        case DW_TAG_subprogram:
        case DW_TAG_namespace:
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type:
        case DW_TAG_lexical_block:
            visit(&child, tag, take, user, nested + 1);
            break;
        default:
            break;
        }
    } while (dwarf_siblingof(&child, &child) == 0);
}

void dwarf_functions_visit(Dwarf_Die *unit, DwarfTake *take, void *user)
{
    visit(unit, DW_TAG_subprogram, take, user, 0);
}

void dwarf_variables_visit(Dwarf_Die *unit, DwarfTake *take, void *user)
{
    visit(unit, DW_TAG_variable, take, user, 0);
}
