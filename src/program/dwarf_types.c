/* SPDX-License-Identifier: MIT */
#include "program/dwarf_types.h"

#include "trace/element.h"
#include "trace/trace.h"

#include <dwarf.h>
#include <string.h>

enum { MOST_NESTED = 64 /* scopes, or types, within each other */ };

bool dwarf_types_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;

    return dwarf_attr_integrate(die, DW_AT_type, &attribute) &&
           dwarf_formref_die(&attribute, type);
}

/* What the values of a base type or an enumeration, of BYTES bytes, are:
 * *ELEMENT is an ElementKind; *TRUTH: they are true and false.  False if they
 * are no numbers of 1, 2, 4 or 8 bytes. */
static bool find_number(Dwarf_Die *type, Dwarf_Word bytes, uint8_t *element,
                        bool *truth)
{
    static const uint8_t numbers[2][4] = {{ELEMENT_U8, ELEMENT_U16, ELEMENT_U32,
                                           ELEMENT_U64},
                                          {ELEMENT_I8, ELEMENT_I16, ELEMENT_I32,
                                           ELEMENT_I64}};
    Dwarf_Attribute attribute;
    Dwarf_Word encoding = DW_ATE_signed;
    Dwarf_Die plain = *type, inner;
    int size = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;

    if (dwarf_tag(type) == DW_TAG_enumeration_type &&
        dwarf_types_of(type, &inner))
        dwarf_peel_type(&inner, &plain);
    *truth = false;
    if ((size == 3 && bytes != 8) ||
        (dwarf_tag(&plain) == DW_TAG_base_type &&
         dwarf_formudata(dwarf_attr(&plain, DW_AT_encoding, &attribute),
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

/* The extent that RANGE, a child of an array type, gives; 0: none. */
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

/* ---- Parts ----------------------------------------------------------------*/

/* A walk, and what the place is called that it has reached. */
typedef struct {
    DwarfWalk *walk;
    Text name;
} Place;

enum { MOST_PARTS = 8 /* of parts within each other */ };

static void walk_value(Place *at, Dwarf_Die *declared, uint64_t offset,
                       int nested);

/* True if nothing is left to be done. */
static bool is_over(const DwarfWalk *walk)
{
    return walk->is_whole && walk->has_missed;
}

static void shorten(Text *name, size_t length)
{
    name->length = length;
    name->text[length] = '\0';
}

/* Sets *INNER to the type and *OFFSET to the place of a member, or of a base;
 * false if neither is known. */
static bool find_member(const DwarfWalk *walk, Dwarf_Die *member,
                        Dwarf_Die *inner)
{
    int tag = dwarf_tag(member);

    if (tag == DW_TAG_inheritance ? !walk->is_whole : tag != DW_TAG_member)
        return false;
    return !dwarf_hasattr(member, DW_AT_bit_size) &&
           !dwarf_hasattr(member, DW_AT_external) &&
           !dwarf_hasattr(member, DW_AT_artificial) &&
           (dwarf_diename(member) || walk->is_whole) &&
           dwarf_types_of(member, inner);
}

/* Members of a base belong to the struct itself. */
static void walk_members(Place *at, Dwarf_Die *class, uint64_t offset,
                         int nested)
{
    DwarfWalk *walk = at->walk;
    size_t length = at->name.length;
    Dwarf_Die member, inner;

    if ((walk->skips && walk->skips(walk->user, class, NULL)) ||
        dwarf_child(class, &member) != 0)
        return;
    do {
        Dwarf_Attribute attribute;
        Dwarf_Word place = 0;
        const char *name = dwarf_diename(&member);
        if (!find_member(walk, &member, &inner) ||
            (walk->skips && walk->skips(walk->user, class, &member)))
            continue;
        if (dwarf_attr(&member, DW_AT_data_member_location, &attribute) &&
            dwarf_formudata(&attribute, &place) != 0) {
            walk->has_missed = true;
            continue;
        }
        if (dwarf_tag(&member) == DW_TAG_member && name)
            text_add(&at->name, ".%s", name);
        walk_value(at, &inner, offset + place, nested + 1);
        shorten(&at->name, length);
    } while (!is_over(walk) && dwarf_siblingof(&member, &member) == 0);
}

static void walk_elements(Place *at, Dwarf_Die *type, uint64_t offset,
                          int nested)
{
    uint32_t extents[TRACE_EXTENTS] = {0};
    size_t length = at->name.length;
    Dwarf_Die inner;
    Dwarf_Word each;
    uint64_t count = dwarf_types_extents(type, extents, TRACE_EXTENTS);

    if (count == 0)
        return; /* of no size, or of one that is not known: it has no name */
    if (!dwarf_types_of(type, &inner) ||
        dwarf_aggregate_size(&inner, &each) != 0 || count > at->walk->most) {
        at->walk->has_missed = true;
        return;
    }
    for (uint64_t i = 0; i < count && !is_over(at->walk); ++i) {
        uint64_t of = count, rest = i;
        for (int d = 0; d < TRACE_EXTENTS && extents[d]; ++d) {
            of /= extents[d];
            text_add(&at->name, "[%llu]", (unsigned long long)(rest / of));
            rest %= of;
        }
        walk_value(at, &inner, offset + i * each, nested + 1);
        shorten(&at->name, length);
    }
}

static void walk_value(Place *at, Dwarf_Die *declared, uint64_t offset,
                       int nested)
{
    DwarfWalk *walk = at->walk;
    DwarfPart part = {.offset = offset, .type = declared};
    Dwarf_Word bytes = sizeof(uint64_t);
    Dwarf_Die type;

    if (walk->count == walk->most || nested > MOST_PARTS ||
        dwarf_peel_type(declared, &type) != 0) {
        walk->has_missed = true;
        return;
    }
    switch (dwarf_tag(&type)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
        part.is_pointer = true;
        part.element = ELEMENT_U64;
        break;
    case DW_TAG_union_type:
        if (walk->is_whole)
            return;
        walk_members(at, &type, offset, nested);
        return;
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
        walk_members(at, &type, offset, nested);
        return;
    case DW_TAG_array_type:
        walk_elements(at, &type, offset, nested);
        return;
    case DW_TAG_base_type:
    case DW_TAG_enumeration_type:
        if (dwarf_aggregate_size(&type, &bytes) == 0 &&
            find_number(&type, bytes, &part.element, &part.is_truth))
            break;
        return;
    default:
        return;
    }
    part.name = at->name.text;
    part.bytes = (uint8_t)bytes;
    ++walk->count;
    walk->take(walk->user, &part);
}

void dwarf_types_walk(DwarfWalk *walk, Dwarf_Die *type)
{
    Place at = {.walk = walk};

    text_add(&at.name, "%s", "");
    walk_value(&at, type, 0, 0);
    text_free(&at.name);
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

void dwarf_types_visit(Dwarf_Die *unit, int tag, DwarfTake *take, void *user)
{
    visit(unit, tag, take, user, 0);
}
