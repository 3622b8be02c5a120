/* SPDX-License-Identifier: MIT */
#include "program/copy_functions.h"

#include "program/dwarf_types.h"
#include "program/source_lines.h"
#include "util/base.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>

/* True if the compiler wrote the body of the function DIE. */
static bool is_implicit(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Word defaulted = 0;

    if (dwarf_hasattr_integrate(die, DW_AT_artificial))
        return true;
    return dwarf_attr_integrate(die, DW_AT_defaulted, &attribute) &&
           dwarf_formudata(&attribute, &defaulted) == 0 && defaulted != 0;
}

/* What the pointer or reference of the parameter DIE points to, without const;
 * false if it is neither. */
static bool find_target(Dwarf_Die *die, Dwarf_Die *target)
{
    Dwarf_Die type, inner;

    if (!dwarf_types_of(die, &type) || dwarf_peel_type(&type, &type) != 0)
        return false;
    int tag = dwarf_tag(&type);
    return (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
            tag == DW_TAG_rvalue_reference_type) &&
           dwarf_types_of(&type, &inner) &&
           dwarf_peel_type(&inner, target) == 0;
}

/* True, with the class *OWN, if the function DIE takes `this` and a reference
 * to an object of the same class, and nothing else. */
static bool takes_another(Dwarf_Die *die, Dwarf_Die *own)
{
    Dwarf_Die child, other;
    int count = 0;

    if (dwarf_child(die, &child) != 0)
        return false;
    do {
        if (dwarf_tag(&child) != DW_TAG_formal_parameter)
            continue;
        if (++count > 2 || !find_target(&child, count == 1 ? own : &other))
            return false;
    } while (dwarf_siblingof(&child, &child) == 0);
    return count == 2 && dwarf_dieoffset(own) == dwarf_dieoffset(&other);
}

/* True if the destructor of the class DIE is written in it. */
static bool has_destructor(Dwarf_Die *die)
{
    Dwarf_Die member;

    if (dwarf_child(die, &member) != 0)
        return false;
    do {
        const char *name = dwarf_diename(&member);
        if (dwarf_tag(&member) == DW_TAG_subprogram && name && *name == '~' &&
            !is_implicit(&member))
            return true;
    } while (dwarf_siblingof(&member, &member) == 0);
    return false;
}

/* ---- Functions ------------------------------------------------------------*/

/* A walk through the functions of a program. */
typedef struct {
    DwarfTake *take;
    Dwarf_Addr bias;
    CopyFunctions *functions; /* of add_function */
    CopyUser *user;           /* of find_user */
    const char *const *names;
    size_t names_count;
} Walk;

static void walk_all(Walk *walk, Dwfl_Module *module)
{
    Dwarf_Die *unit = NULL;

    while ((unit = dwfl_module_nextcu(module, unit, &walk->bias)) != NULL)
        dwarf_functions_visit(unit, walk->take, walk);
}

static void add_function(void *context, Dwarf_Die *die)
{
    Walk *walk = context;
    Dwarf_Die own;
    Dwarf_Addr low, high;

    if (!is_implicit(die) || !takes_another(die, &own) ||
        dwarf_lowpc(die, &low) != 0 || dwarf_highpc(die, &high) != 0 ||
        low == 0 || high <= low)
        return;
    const char *name = dwarf_diename(die);
    base_push(walk->functions, items,
              ((CopyFunction){.low = low + walk->bias,
                              .high = high + walk->bias,
                              .name = dwarf_diename(&own),
                              .file = dwarf_decl_file(&own),
                              .destroys = has_destructor(&own),
                              .assigns = name && !strcmp(name, "operator=")}));
}

static int by_low(const void *a, const void *b)
{
    const CopyFunction *x = a, *y = b;

    return (x->low > y->low) - (x->low < y->low);
}

CopyFunctions copy_functions_find(Dwfl_Module *module)
{
    CopyFunctions functions = {0};
    Walk walk = {.take = add_function, .functions = &functions};

    walk_all(&walk, module);
    if (functions.items_count)
        qsort(functions.items, functions.items_count, sizeof *functions.items,
              by_low);
    return functions;
}

const CopyFunction *copy_functions_at(const CopyFunctions *functions,
                                      uint64_t address)
{
    size_t low = 0, high = functions->items_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (functions->items[middle].high <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < functions->items_count && address >= functions->items[low].low)
        return &functions->items[low];
    return NULL;
}

/* ---- Objects by value -----------------------------------------------------*/

/* True if DIE, a function or a parameter, has the type of a class whose
 * objects are copied as bytes. */
static bool is_object(Dwarf_Die *die)
{
    Dwarf_Die type;

    if (!dwarf_types_of(die, &type) || dwarf_peel_type(&type, &type) != 0)
        return false;
    int tag = dwarf_tag(&type);
    return (tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
            tag == DW_TAG_union_type) &&
           !has_destructor(&type);
}

static void find_user(void *context, Dwarf_Die *die)
{
    Walk *walk = context;
    const char *file = dwarf_decl_file(die);
    CopyUser user = {dwarf_diename(die), NULL, 0};
    bool copies = is_object(die);
    Dwarf_Die child;

    for (size_t i = 0; file && !user.file && i < walk->names_count; ++i)
        if (source_lines_is_file(file, walk->names[i]))
            user.file = walk->names[i];
    if (walk->user->name || !user.name || !user.file || is_implicit(die))
        return;
    int rest = dwarf_child(die, &child);
    for (; !copies && rest == 0; rest = dwarf_siblingof(&child, &child))
        copies =
            dwarf_tag(&child) == DW_TAG_formal_parameter && is_object(&child);
    dwarf_decl_line(die, &user.line);
    if (copies)
        *walk->user = user;
}

bool copy_functions_user(Dwfl_Module *module, const char *const names[],
                         size_t count, CopyUser *user)
{
    Walk walk = {.take = find_user,
                 .user = user,
                 .names = names,
                 .names_count = count};

    *user = (CopyUser){NULL, NULL, 0};
    walk_all(&walk, module);
    return user->name != NULL;
}
