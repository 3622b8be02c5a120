/* SPDX-License-Identifier: MIT */
#include "program/symbols.h"

#include "program/dwarf_types.h"
#include "trace/limits.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEVICE_PART    ".device" /* behind it: the number of the file */
#define SHARED_SECTION "upsweep_shared_keys"
/* A struct's number is the offset of its type in the debugging information,
 * with this bit. */
#define STRUCTURE_BIT (UINT64_C(1) << 63)

enum {
    MOST_NESTED = 64,  /* types within each other */
    MOST_ITEMS = 10000 /* kernels; objects */
};

/* A walk through the debugging information. */
typedef struct {
    DeviceFacts facts;
    uint64_t *symbols; /* addresses of the device code's, in rising order */
    size_t symbols_count, symbols_capacity;
    Dwarf_Addr bias; /* of the compilation unit */
} Walk;

void device_facts_free(DeviceFacts *facts)
{
    StructureTable *table = &facts->structures;

    for (size_t i = 0; i < table->members_count; ++i)
        free(table->members[i].name);
    free(table->members);
    free(table->items);
    free(facts->parameters);
    free(facts->objects);
    *facts = (DeviceFacts){0};
}

/* ---- Symbols --------------------------------------------------------------*/

static int by_address(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* True if a symbol is one of device code, or of what stands for a variable in
 * shared memory. */
static bool is_ours(Elf *elf, const GElf_Sym *symbol, const char *name)
{
    GElf_Shdr header;
    size_t names;
    Elf_Scn *section = elf_getscn(elf, symbol->st_shndx);

    if (symbol->st_shndx == SHN_UNDEF || !name)
        return false;
    if (strstr(name, DEVICE_PART))
        return true;
    const char *in = section && gelf_getshdr(section, &header) &&
                             elf_getshdrstrndx(elf, &names) == 0
                         ? elf_strptr(elf, names, header.sh_name)
                         : NULL;
    return in && strcmp(in, SHARED_SECTION) == 0;
}

static void find_symbols(Walk *walk, Dwfl_Module *module)
{
    int count = dwfl_module_getsymtab(module);

    for (int i = 0; i < count; ++i) {
        GElf_Sym symbol;
        GElf_Addr address;
        Elf *elf;
        const char *name = dwfl_module_getsym_info(module, i, &symbol, &address,
                                                   NULL, &elf, NULL);
        if (is_ours(elf, &symbol, name))
            base_push(walk, symbols, address);
    }
    if (walk->symbols_count)
        qsort(walk->symbols, walk->symbols_count, sizeof *walk->symbols,
              by_address);
}

static bool is_device(const Walk *walk, uint64_t address)
{
    return walk->symbols_count &&
           bsearch(&address, walk->symbols, walk->symbols_count,
                   sizeof *walk->symbols, by_address);
}

/* ---- Types ----------------------------------------------------------------*/

static bool is_class(Dwarf_Die *type)
{
    int tag = dwarf_tag(type);

    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
}

/* True for pointers to data, and for references. */
static bool is_pointer(Dwarf_Die *type)
{
    Dwarf_Die inner, plain;

    switch (dwarf_tag(type)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
        return !dwarf_types_of(type, &inner) ||
               dwarf_peel_type(&inner, &plain) != 0 ||
               dwarf_tag(&plain) != DW_TAG_subroutine_type;
    default:
        return false;
    }
}

/* The type of the elements of DECLARED, as it is written, and the extents of
 * the array, all 0 if some are not known. */
static Dwarf_Die peel_array(Dwarf_Die *declared,
                            uint32_t extents[PROGRAM_DIMENSIONS])
{
    Dwarf_Die element = *declared, type, inner;
    int count = 0;
    bool known = true;

    memset(extents, 0, PROGRAM_DIMENSIONS * sizeof *extents);
    for (int nested = 0;
         nested < MOST_NESTED && dwarf_peel_type(&element, &type) == 0 &&
         dwarf_tag(&type) == DW_TAG_array_type && dwarf_types_of(&type, &inner);
         ++nested) {
        known = known && dwarf_types_extents(&type, extents + count,
                                             PROGRAM_DIMENSIONS - count) > 0;
        while (known && count < PROGRAM_DIMENSIONS && extents[count])
            ++count;
        element = inner;
    }
    if (!known)
        memset(extents, 0, PROGRAM_DIMENSIONS * sizeof *extents);
    return element;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* The alignment that is written at DIE; 1: none is. */
static uint32_t written_align(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Word align = 1;

    if (dwarf_attr(die, DW_AT_alignment, &attribute))
        dwarf_formudata(&attribute, &align);
    return larger(1, (uint32_t)align);
}

/* The alignment of a type, as if it were not packed. */
static uint32_t align_of(Dwarf_Die *declared, int nested)
{
    uint32_t extents[PROGRAM_DIMENSIONS], align = written_align(declared);
    Dwarf_Die element = peel_array(declared, extents), type, member, inner;
    Dwarf_Word bytes;

    if (nested > MOST_NESTED || dwarf_peel_type(&element, &type) != 0)
        return align;
    align = larger(align, written_align(&type));
    bool members = is_class(&type) || dwarf_tag(&type) == DW_TAG_union_type;
    if (!members && dwarf_aggregate_size(&type, &bytes) == 0)
        align = larger(align, (uint32_t)bytes);
    if (!members || dwarf_child(&type, &member) != 0)
        return align;
    do
        if ((dwarf_tag(&member) == DW_TAG_member ||
             dwarf_tag(&member) == DW_TAG_inheritance) &&
            !dwarf_hasattr(&member, DW_AT_external) &&
            dwarf_types_of(&member, &inner)) {
            align = larger(align, written_align(&member));
            align = larger(align, align_of(&inner, nested + 1));
        }
    while (dwarf_siblingof(&member, &member) == 0);
    return align;
}

/* The components that a type of NAME has, as "float4"; 0: it is no vector. */
static uint32_t components_of(const char *name)
{
    static const char *const numbers[] = {"char",     "uchar",     "short",
                                          "ushort",   "int",       "uint",
                                          "long",     "ulong",     "float",
                                          "longlong", "ulonglong", "double"};

    for (size_t i = 0; name && i < sizeof numbers / sizeof *numbers; ++i) {
        size_t length = strlen(numbers[i]);
        if (strncmp(name, numbers[i], length) == 0 && name[length] >= '1' &&
            name[length] <= '4' && name[length + 1] == '\0')
            return (uint32_t)(name[length] - '0');
    }
    return 0;
}

/* ---- Structs --------------------------------------------------------------*/

static void add_member(void *user, const DwarfPart *part)
{
    StructureTable *table = user;
    const char *name = part->name;
    Member member = {.name = base_strdup(*name == '.' ? name + 1 : name),
                     .first = part->offset > INT32_MAX ? INT32_MAX
                                                       : (uint32_t)part->offset,
                     .element = part->element};

    base_push(table, members, member);
}

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

/* Adds the struct TYPE, which NUMBER names, if all of it is known. */
static void add_structure(StructureTable *table, uint64_t number,
                          Dwarf_Die *type)
{
    DwarfWalk walk = {.take = add_member,
                      .user = table,
                      .is_whole = true,
                      .most = LIMITS_OF_STRUCT};
    size_t first = table->members_count;
    Dwarf_Word bytes = 0;

    for (size_t i = 0; i < table->items_count; ++i)
        if (table->items[i].number == number)
            return;
    if (dwarf_aggregate_size(type, &bytes) != 0 || bytes > INT32_MAX)
        return;
    dwarf_types_walk(&walk, type);
    if (walk.count > 0)
        qsort(table->members + first, walk.count, sizeof *table->members,
              by_first);
    if (walk.count > 0 && !walk.has_missed &&
        lie_apart(table->members + first, walk.count, bytes)) {
        Structure structure = {number, (uint32_t)bytes, (uint32_t)first,
                               walk.count};
        base_push(table, items, structure);
        return;
    }
    while (table->members_count > first)
        free(table->members[--table->members_count].name);
}

/* Adds the struct that the variable DIE, at ADDRESS, points to: it says so. */
static void add_pointed(Walk *walk, Dwarf_Die *die, uint64_t address)
{
    Dwarf_Die pointer, type, plain;

    if (dwarf_types_of(die, &pointer) && dwarf_types_of(&pointer, &type) &&
        dwarf_peel_type(&type, &plain) == 0)
        add_structure(&walk->facts.structures, address, &plain);
}

/* The numbers of a value under way. */
typedef struct {
    DwarfPart first;
    bool is_same; /* they are all of one kind */
} Numbers;

static void add_number(void *user, const DwarfPart *part)
{
    Numbers *numbers = user;

    if (numbers->first.bytes == 0)
        *numbers = (Numbers){*part, true};
    numbers->is_same &= part->element == numbers->first.element;
}

/* How many numbers TYPE consists of, all like *FIRST, at most MOST; 0: it is
 * something else. */
static uint32_t count_numbers(Dwarf_Die *type, uint32_t most, DwarfPart *first)
{
    Numbers numbers = {.is_same = false};
    DwarfWalk walk = {.take = add_number,
                      .user = &numbers,
                      .is_whole = true,
                      .most = most};

    if (most > 0)
        dwarf_types_walk(&walk, type);
    *first = numbers.first;
    return numbers.is_same && !walk.has_missed ? walk.count : 0;
}

/* Sets kind, bytes and count of a number, a pointer, or one of CUDA's vectors;
 * false if TYPE is none. */
static bool find_numbers(Dwarf_Die *type, ProgramElement *element)
{
    uint32_t wanted = is_class(type) ? components_of(dwarf_diename(type)) : 1;
    DwarfPart first;

    if (wanted == 0 || count_numbers(type, wanted, &first) != wanted)
        return false;
    element->kind = first.element;
    element->bytes = first.bytes;
    element->count = wanted > 1 ? wanted : 0;
    return true;
}

/* The kind of the numbers of TYPE, a struct of BYTES bytes that has a few of
 * one kind; ELEMENT_OTHER of another. */
static uint32_t part_of(Dwarf_Die *type, Dwarf_Word bytes)
{
    enum { MOST = 4 };
    DwarfPart first;
    uint32_t count = is_class(type) ? count_numbers(type, MOST, &first) : 0;

    return count > 1 && bytes == count * element_width(first.element)
               ? first.element
               : ELEMENT_OTHER;
}

/* What is known of elements of the type DECLARED, which is no array. */
static ProgramElement element_of(Walk *walk, Dwarf_Die *declared)
{
    ProgramElement element = {.kind = ELEMENT_OTHER, .bytes = 1};
    Dwarf_Die type;
    Dwarf_Word bytes;

    if (dwarf_peel_type(declared, &type) != 0)
        return element;
    if (!find_numbers(&type, &element) &&
        dwarf_aggregate_size(&type, &bytes) == 0 && bytes > 0) {
        element.bytes = (uint32_t)bytes;
        element.align = align_of(declared, 0);
        while (element.bytes % element.align) /* packed */
            element.align /= 2;
        element.part = part_of(&type, bytes);
    }
    if (is_class(&type) && (element.count > 0 || element.align > 0)) {
        element.structure = dwarf_dieoffset(&type) | STRUCTURE_BIT;
        add_structure(&walk->facts.structures, element.structure, &type);
    }
    return element;
}

/* ---- Kernels --------------------------------------------------------------*/

static void copy_text(char *to, size_t room, const char *from)
{
    snprintf(to, room, "%s", from ? from : "");
}

/* Adds the parameter DIE of the kernel at ADDRESS. */
static void add_parameter(Walk *walk, Dwarf_Die *die, uint64_t address,
                          uint32_t number)
{
    ProgramParameter parameter = {.kernel = address,
                                  .number = number,
                                  .element.bytes = 1};
    uint32_t extents[PROGRAM_DIMENSIONS];
    Dwarf_Die declared, type, inner;

    if (dwarf_types_of(die, &declared) &&
        dwarf_peel_type(&declared, &type) == 0) {
        bool pointer = is_pointer(&type);
        if (!pointer) {
            parameter.element = element_of(walk, &declared);
        } else if (dwarf_types_of(&type, &declared)) { /* else it is to void */
            inner = peel_array(&declared, extents);
            parameter.element = element_of(walk, &inner);
        }
        parameter.is_pointer = pointer;
    }
    copy_text(parameter.name, sizeof parameter.name, dwarf_diename(die));
    base_push(&walk->facts, parameters, parameter);
}

/* Adds the function DIE if it may be a kernel. */
static void add_kernel(void *user, Dwarf_Die *die)
{
    Walk *walk = user;
    uint32_t number = 0;
    Dwarf_Addr low;
    Dwarf_Die child;

    if (dwarf_lowpc(die, &low) != 0 || !is_device(walk, low + walk->bias) ||
        dwarf_hasattr_integrate(die, DW_AT_type) ||
        dwarf_hasattr_integrate(die, DW_AT_object_pointer) ||
        !dwarf_diename(die) || walk->facts.parameters_count >= MOST_ITEMS)
        return;
    uint64_t address = low + walk->bias;
    for (size_t i = 0; i < walk->facts.parameters_count; ++i)
        if (walk->facts.parameters[i].kernel == address)
            return;
    ProgramParameter kernel = {.kernel = address};
    copy_text(kernel.name, sizeof kernel.name, dwarf_diename(die));
    base_push(&walk->facts, parameters, kernel);
    if (dwarf_child(die, &child) == 0)
        do
            if (dwarf_tag(&child) == DW_TAG_formal_parameter)
                add_parameter(walk, &child, address, ++number);
        while (dwarf_siblingof(&child, &child) == 0);
}

/* ---- Objects --------------------------------------------------------------*/

/* "float[32][33]", without the qualifiers of the element. */
static void name_type(ProgramObject *object, Dwarf_Die element,
                      const uint32_t extents[PROGRAM_DIMENSIONS])
{
    Text text = {0};
    Dwarf_Die inner;

    while ((dwarf_tag(&element) == DW_TAG_const_type ||
            dwarf_tag(&element) == DW_TAG_volatile_type) &&
           dwarf_types_of(&element, &inner))
        element = inner;
    dwarf_types_name(&element, &text);
    for (int d = 0; d < PROGRAM_DIMENSIONS && extents[d]; ++d)
        text_add(&text, "[%u]", extents[d]);
    copy_text(object->type, sizeof object->type, text.text);
    text_free(&text);
}

static void set_type(Walk *walk, ProgramObject *object, Dwarf_Die *declared)
{
    Dwarf_Die inner = peel_array(declared, object->extents);

    name_type(object, inner, object->extents);
    object->element = element_of(walk, &inner);
    for (int d = 0; d < PROGRAM_DIMENSIONS && object->element.count; ++d)
        if (object->extents[d] == 0) {
            object->extents[d] = object->element.count;
            break;
        }
}

/* Adds the variable DIE if it belongs to the device code. */
static void add_object(void *user, Dwarf_Die *die)
{
    Walk *walk = user;
    ProgramObject object = {.address = 0};
    Dwarf_Die declared, type;
    Dwarf_Addr address;

    if (!dwarf_types_address(die, &address) || !dwarf_diename(die) ||
        walk->facts.objects_count == MOST_ITEMS)
        return;
    object.address = address + walk->bias;
    if (strcmp(dwarf_diename(die), "upsweep_structure") == 0)
        add_pointed(walk, die, object.address);
    if (!is_device(walk, object.address) || !dwarf_types_of(die, &declared) ||
        dwarf_peel_type(&declared, &type) != 0)
        return;
    for (size_t i = 0; i < walk->facts.objects_count; ++i)
        if (walk->facts.objects[i].address == object.address)
            return;
    copy_text(object.name, sizeof object.name, dwarf_diename(die));
    set_type(walk, &object, &declared);
    base_push(&walk->facts, objects, object);
}

/* ---- The whole program ----------------------------------------------------*/

DeviceFacts device_facts_find(Dwfl_Module *module)
{
    Walk walk = {.bias = 0};
    Dwarf_Die *unit = NULL;

    find_symbols(&walk, module);
    while ((unit = dwfl_module_nextcu(module, unit, &walk.bias)) != NULL) {
        dwarf_types_visit(unit, DW_TAG_subprogram, add_kernel, &walk);
        dwarf_types_visit(unit, DW_TAG_variable, add_object, &walk);
    }
    free(walk.symbols);
    return walk.facts;
}
