/* SPDX-License-Identifier: MIT */
#include "program/copy_functions.h"

#include "program/dwarf_types.h"
#include "util/base.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>

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

/* True if the function DIE takes `this` and a reference to an object of the
 * same class, and nothing else. */
static bool takes_another(Dwarf_Die *die)
{
    Dwarf_Die child, own, other;
    int count = 0;

    if (dwarf_child(die, &child) != 0)
        return false;
    do {
        if (dwarf_tag(&child) != DW_TAG_formal_parameter)
            continue;
        if (++count > 2 || !find_target(&child, count == 1 ? &own : &other))
            return false;
    } while (dwarf_siblingof(&child, &child) == 0);
    return count == 2 && dwarf_dieoffset(&own) == dwarf_dieoffset(&other);
}

/* ---- Functions ------------------------------------------------------------*/

/* A walk through the functions of a program. */
typedef struct {
    Dwarf_Addr bias;
    CopyFunctions functions;
} Walk;

static void add_function(void *context, Dwarf_Die *die)
{
    Walk *walk = context;
    Dwarf_Addr low, high;

    if (!is_implicit(die) || !takes_another(die) ||
        dwarf_lowpc(die, &low) != 0 || dwarf_highpc(die, &high) != 0 ||
        low == 0 || high <= low)
        return;
    base_push(&walk->functions, items,
              ((CopyFunction){low + walk->bias, high + walk->bias}));
}

static int by_low(const void *a, const void *b)
{
    const CopyFunction *x = a, *y = b;

    return (x->low > y->low) - (x->low < y->low);
}

CopyFunctions copy_functions_find(Dwfl_Module *module)
{
    Walk walk = {.bias = 0};
    Dwarf_Die *unit = NULL;

    while ((unit = dwfl_module_nextcu(module, unit, &walk.bias)) != NULL)
        dwarf_functions_visit(unit, add_function, &walk);
    if (walk.functions.items_count)
        qsort(walk.functions.items, walk.functions.items_count,
              sizeof *walk.functions.items, by_low);
    return walk.functions;
}

bool copy_functions_has(const CopyFunctions *functions, uint64_t address)
{
    size_t low = 0, high = functions->items_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (functions->items[middle].high <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < functions->items_count && address >= functions->items[low].low;
}
