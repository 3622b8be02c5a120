/* SPDX-License-Identifier: MIT */
#include "program/dwarf_functions.h"

#include <dwarf.h>

enum { MOST_NESTED = 64 /* scopes within each other */ };

/* Visits the functions within DIE: a unit, a namespace, a class, a function. */
static void visit(Dwarf_Die *die, DwarfFunction *take, void *user, int nested)
{
    Dwarf_Die child;

    if (nested > MOST_NESTED || dwarf_child(die, &child) != 0)
        return;
    do
        switch (dwarf_tag(&child)) {
        case DW_TAG_subprogram:
            if (dwarf_hasattr(&child, DW_AT_low_pc))
                take(user, &child);
            visit(&child, take, user, nested + 1);
            break;
        case DW_TAG_namespace:
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type:
        case DW_TAG_lexical_block:
            visit(&child, take, user, nested + 1);
            break;
        default:
            break;
        }
    while (dwarf_siblingof(&child, &child) == 0);
}

void dwarf_functions_visit(Dwarf_Die *unit, DwarfFunction *take, void *user)
{
    visit(unit, take, user, 0);
}
