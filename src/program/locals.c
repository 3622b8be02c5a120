/* SPDX-License-Identifier: MIT */
#include "program/locals.h"

#include "program/dwarf_types.h"
#include "program/source_lines.h"
#include "trace/limits.h"

#include <ctype.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_NESTED = 64,     /* scopes within each other */
    MOST_MEMBERS = 32,    /* of a variable, all told */
    MOST_OFFSET = 1 << 20 /* bytes from the frame pointer */
};

#if defined(__aarch64__)
enum { FRAME_POINTER = 29, BY_STACK_POINTER = 1 };
#else
enum { FRAME_POINTER = 6 /* rbp */, BY_STACK_POINTER = 0 };
#endif

/* A walk through the functions of a program. */
typedef struct {
    LocalTable *table;
    Dwfl_Module *module;
    const char *const *names; /* of the user's files */
    size_t names_count;
    /* the compilation unit */
    Dwarf_Lines *lines;
    size_t lines_count;
    Dwarf_Addr bias;
    char *path, *text; /* the file that was read last */
    /* the function */
    const char *function;
    uint32_t source;
    int64_t base; /* of its frame, from the frame pointer */
} Finder;

/* A scope: the instructions of a function or of a block in it. */
typedef struct {
    Dwarf_Addr low, high;
    uint32_t last_line;
} Scope;

void locals_free(LocalTable *table)
{
    for (size_t i = 0; i < table->items_count; ++i) {
        free(table->items[i].local.function);
        free(table->items[i].local.name);
        free(table->items[i].local.type);
    }
    free(table->items);
    free(table->functions);
    *table = (LocalTable){0};
}

/* ---- Lines ----------------------------------------------------------------*/

typedef struct {
    Dwarf_Addr address;
    int line, column;
} Row;

static Row row_at(const Finder *finder, size_t i)
{
    Dwarf_Line *line = dwarf_onesrcline(finder->lines, i);
    Row row = {0};

    dwarf_lineaddr(line, &row.address);
    row.address += finder->bias;
    dwarf_lineno(line, &row.line);
    dwarf_linecol(line, &row.column);
    return row;
}

/* The first row of the scope; lines_count if there is none. */
static size_t first_row(const Finder *finder, const Scope *scope)
{
    size_t low = 0, high = finder->lines_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (row_at(finder, middle).address < scope->low)
            low = middle + 1;
        else
            high = middle;
    }
    /* a row may say that another function ends there */
    bool ends = true;
    while (low < finder->lines_count &&
           dwarf_lineendsequence(dwarf_onesrcline(finder->lines, low), &ends) ==
               0 &&
           ends)
        ++low;
    return low;
}

static uint32_t last_line(const Finder *finder, const Scope *scope)
{
    int last = 0;

    for (size_t i = first_row(finder, scope); i < finder->lines_count; ++i) {
        Row row = row_at(finder, i);
        if (row.address >= scope->high)
            break;
        last = row.line > last ? row.line : last;
    }
    return (uint32_t)last;
}

/* The column, from 1, at which NAME stands in line LINE of the file at PATH, as
 * it was compiled; 0: it does not. */
static int find_column(Finder *finder, const char *path, int line,
                       const char *name)
{
    Error none;
    size_t bytes, length = strlen(name);

    if (!finder->path || strcmp(finder->path, path) != 0) {
        free(finder->path);
        free(finder->text);
        finder->path = base_strdup(path);
        finder->text = base_read_file(path, (size_t)16 << 20, &bytes, &none);
    }
    const char *at = finder->text;
    for (int i = 1; at && i < line; ++i) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    if (!at)
        return 0;
    const char *end = at + strcspn(at, "\n");
    for (const char *c = at; c + length <= end; ++c)
        if (memcmp(c, name, length) == 0 &&
            !isalnum((unsigned char)c[length]) && c[length] != '_' &&
            (c == at || (!isalnum((unsigned char)c[-1]) && c[-1] != '_')))
            return (int)(c - at) + 1;
    return 0;
}

/* The first instruction behind the initialization of the variable DIE: that is
 * the instruction at the line and column of its name.  A variable without one,
 * which is *BARE, begins at the next line. */
static Dwarf_Addr initialized(Finder *finder, Dwarf_Die *die,
                              const Scope *scope, const char *name, bool *bare)
{
    int line = 0, column = 0;
    const char *path = dwarf_decl_file(die);
    Dwarf_Addr next_line = scope->high;

    *bare = false;
    dwarf_decl_line(die, &line);
    if (dwarf_decl_column(die, &column) != 0 && path)
        column = find_column(finder, path, line, name);
    for (size_t i = first_row(finder, scope); i < finder->lines_count; ++i) {
        Row row = row_at(finder, i);
        if (row.address >= scope->high)
            break;
        if (row.line == line && row.column == column && column > 0 &&
            i + 1 < finder->lines_count) {
            size_t next = i + 1;
            while (next + 1 < finder->lines_count &&
                   row_at(finder, next).address == row.address)
                ++next;
            return row_at(finder, next).address;
        }
        if (row.line > line && next_line == scope->high)
            next_line = row.address;
    }
    *bare = true;
    return next_line;
}

/* ---- Variables ------------------------------------------------------------*/

/* A variable under way. */
typedef struct {
    Text name;
    Dwarf_Addr low, high;
    uint32_t line, last_line;
    bool bare;
    int left; /* members that may still be added */
} Making;

static void add_place(Finder *finder, const Making *making, Dwarf_Die *type,
                      LocalPlace place)
{
    Text text = {0};

    if (finder->table->items_count == LIMITS_LOCALS ||
        place.offset < -MOST_OFFSET || place.offset > MOST_OFFSET)
        return;
    dwarf_types_name(type, &text);
    place.local.function = base_strdup(finder->function);
    place.local.name = base_strdup(making->name.text);
    place.local.type = base_strdup(text.text);
    place.local.source = finder->source;
    place.local.line = making->line;
    place.local.last_line = making->last_line;
    place.bare = making->bare;
    place.low = making->low;
    place.high = making->high;
    base_push(finder->table, items, place);
    text_free(&text);
}

static void add_value(Finder *finder, Making *making, Dwarf_Die *declared,
                      int64_t offset, int nested);

/* What a lambda captures is told where it is declared. */
static bool is_lambda(Dwarf_Die *type)
{
    Dwarf_Die member;

    if (dwarf_diename(type) || dwarf_child(type, &member) != 0)
        return false;
    do {
        const char *name = dwarf_diename(&member);
        if (dwarf_tag(&member) == DW_TAG_subprogram && name &&
            strcmp(name, "operator()") == 0)
            return true;
    } while (dwarf_siblingof(&member, &member) == 0);
    return false;
}

static bool find_user_file(const Finder *finder, const char *file,
                           uint32_t *number)
{
    for (size_t i = 0; file && i < finder->names_count; ++i)
        if (source_lines_is_file(file, finder->names[i])) {
            *number = (uint32_t)i;
            return true;
        }
    return false;
}

/* True if MEMBER is of no concern outside of its class TYPE. */
static bool is_private(Dwarf_Die *type, Dwarf_Die *member)
{
    Dwarf_Attribute attribute;
    Dwarf_Word access = dwarf_tag(type) == DW_TAG_class_type ? DW_ACCESS_private
                                                             : DW_ACCESS_public;

    if (dwarf_attr(member, DW_AT_accessibility, &attribute))
        dwarf_formudata(&attribute, &access);
    return access == DW_ACCESS_private;
}

/* What a class of a header that is not the user's, such as a cooperative group,
 * has for itself alone is left out. */
static void add_members(Finder *finder, Making *making, Dwarf_Die *type,
                        int64_t offset, int nested)
{
    size_t length = making->name.length;
    Dwarf_Die member, inner;
    uint32_t number;
    bool own = find_user_file(finder, dwarf_decl_file(type), &number);

    if (is_lambda(type) || dwarf_child(type, &member) != 0)
        return;
    do {
        Dwarf_Attribute attribute;
        Dwarf_Word place = 0;
        const char *name = dwarf_diename(&member);
        if (dwarf_tag(&member) != DW_TAG_member || !name ||
            (!own && is_private(type, &member)) ||
            dwarf_hasattr(&member, DW_AT_bit_size) ||
            dwarf_hasattr(&member, DW_AT_external) ||
            !dwarf_types_of(&member, &inner))
            continue;
        if (dwarf_attr(&member, DW_AT_data_member_location, &attribute) &&
            dwarf_formudata(&attribute, &place) != 0)
            continue;
        text_add(&making->name, ".%s", name);
        add_value(finder, making, &inner, offset + (int64_t)place, nested + 1);
        making->name.length = length;
        making->name.text[length] = '\0';
    } while (dwarf_siblingof(&member, &member) == 0);
}

static void add_elements(Finder *finder, Making *making, Dwarf_Die *type,
                         int64_t offset, int nested)
{
    size_t length = making->name.length;
    Dwarf_Die inner, range;
    Dwarf_Attribute attribute;
    Dwarf_Word all, each, high;
    int ranges = 0;

    if (!dwarf_types_of(type, &inner) || dwarf_child(type, &range) != 0 ||
        dwarf_aggregate_size(type, &all) != 0 ||
        dwarf_aggregate_size(&inner, &each) != 0 || each == 0 ||
        all / each > MOST_MEMBERS)
        return;
    Dwarf_Word inner_count = 1;
    do
        if (dwarf_tag(&range) == DW_TAG_subrange_type) {
            ++ranges;
            if (dwarf_attr(&range, DW_AT_upper_bound, &attribute) &&
                dwarf_formudata(&attribute, &high) == 0)
                inner_count = high + 1;
            else if (dwarf_attr(&range, DW_AT_count, &attribute) &&
                     dwarf_formudata(&attribute, &high) == 0)
                inner_count = high;
            else
                return;
        }
    while (dwarf_siblingof(&range, &range) == 0);
    if (ranges > 2 || inner_count == 0)
        return;
    for (Dwarf_Word i = 0; i < all / each; ++i) {
        if (ranges == 2)
            text_add(&making->name, "[%u]", (unsigned)(i / inner_count));
        text_add(&making->name, "[%u]",
                 (unsigned)(ranges == 2 ? i % inner_count : i));
        add_value(finder, making, &inner, offset + (int64_t)(i * each),
                  nested + 1);
        making->name.length = length;
        making->name.text[length] = '\0';
    }
}

/* Adds what lies at OFFSET from the frame's base and has type DECLARED. */
static void add_value(Finder *finder, Making *making, Dwarf_Die *declared,
                      int64_t offset, int nested)
{
    LocalPlace place = {.offset = (int32_t)(offset + finder->base)};
    Dwarf_Die type;
    Dwarf_Word bytes = 0;
    bool truth;

    if (nested > 4 || making->left == 0 ||
        dwarf_peel_type(declared, &type) != 0)
        return;
    switch (dwarf_tag(&type)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
        place.bytes = sizeof(void *);
        place.local.kind = LOCAL_POINTER;
        break;
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
        add_members(finder, making, &type, offset, nested);
        return;
    case DW_TAG_array_type:
        add_elements(finder, making, &type, offset, nested);
        return;
    case DW_TAG_base_type:
    case DW_TAG_enumeration_type:
        if (dwarf_aggregate_size(&type, &bytes) != 0 || bytes > 8 ||
            !base_is_power_of_two((uint32_t)bytes))
            return;
        place.bytes = (uint8_t)bytes;
        if (!dwarf_types_number(&type, bytes, &place.local.element, &truth))
            return;
        place.local.kind = truth ? LOCAL_BOOL : LOCAL_NUMBER;
        break;
    default:
        return;
    }
    --making->left;
    add_place(finder, making, declared, place);
}

/* Adds the variable or parameter DIE, if it lies in the frame. */
static void add_variable(Finder *finder, Dwarf_Die *die, const Scope *scope)
{
    const char *name = dwarf_diename(die);
    Dwarf_Attribute attribute;
    Dwarf_Op *operations;
    size_t count;
    Dwarf_Die type;
    int line = 0;

    if (!name || dwarf_hasattr_integrate(die, DW_AT_artificial) ||
        !dwarf_attr(die, DW_AT_location, &attribute) ||
        dwarf_getlocation(&attribute, &operations, &count) != 0 || count != 1 ||
        operations->atom != DW_OP_fbreg || !dwarf_types_of(die, &type))
        return;
    dwarf_decl_line(die, &line);
    Making making = {.low = scope->low,
                     .high = scope->high,
                     .line = line > 0 ? (uint32_t)line : 0,
                     .last_line = scope->last_line,
                     .left = MOST_MEMBERS};
    if (dwarf_tag(die) == DW_TAG_variable)
        making.low = initialized(finder, die, scope, name, &making.bare);
    text_add(&making.name, "%s", name);
    add_value(finder, &making, &type, (int64_t)operations->number, 0);
    text_free(&making.name);
}

/* ---- Functions ------------------------------------------------------------*/

static bool find_scope(const Finder *finder, Dwarf_Die *die, Scope *scope)
{
    Dwarf_Addr base, low, high;
    ptrdiff_t at = 0;

    scope->low = UINT64_MAX;
    scope->high = 0;
    while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
        low += finder->bias;
        high += finder->bias;
        scope->low = low < scope->low ? low : scope->low;
        scope->high = high > scope->high ? high : scope->high;
    }
    if (scope->low == 0 || scope->low >= scope->high)
        return false;
    scope->last_line = last_line(finder, scope);
    return true;
}

static void add_scope(Finder *finder, Dwarf_Die *die, const Scope *scope,
                      int nested)
{
    Dwarf_Die child;
    Scope inner;

    if (nested > MOST_NESTED || dwarf_child(die, &child) != 0)
        return;
    do {
        int tag = dwarf_tag(&child);
        if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter)
            add_variable(finder, &child, scope);
        else if (tag == DW_TAG_lexical_block &&
                 find_scope(finder, &child, &inner))
            add_scope(finder, &child, &inner, nested + 1);
    } while (dwarf_siblingof(&child, &child) == 0);
}

/* The canonical frame address, from the frame pointer, where the table reckons
 * it from the stack pointer, as GCC's does on aarch64: the caller's frame
 * pointer is kept at the place that this one points to. */
static bool find_kept(Dwarf_Frame *frame, int64_t *base)
{
    Dwarf_Op memory[3], *operations;
    size_t count;
    bool found = dwarf_frame_register(frame, FRAME_POINTER, memory, &operations,
                                      &count) == 0 &&
                 count == 2 && operations[0].atom == DW_OP_call_frame_cfa &&
                 operations[1].atom == DW_OP_plus_uconst;

    if (found)
        *base = -(int64_t)operations[1].number;
    return found;
}

/* The canonical frame address of the function, from the frame pointer, in its
 * body; false if the frame pointer does not tell it. */
static bool find_frame(const Finder *finder, const Scope *scope, int64_t *base)
{
    Dwarf_Addr bias, end = scope->low;
    Dwarf_CFI *table = dwfl_module_eh_cfi(finder->module, &bias);
    bool found = false;

    if (!table)
        table = dwfl_module_dwarf_cfi(finder->module, &bias);
    for (Dwarf_Addr at = scope->low; table && !found && at < scope->high;
         at = end) {
        Dwarf_Frame *frame;
        Dwarf_Op *operations;
        size_t count;
        bool signal;
        if (dwarf_cfi_addrframe(table, at - bias, &frame) != 0)
            return false;
        if (dwarf_frame_info(frame, NULL, &end, &signal) < 0 ||
            dwarf_frame_cfa(frame, &operations, &count) != 0 || count != 1)
            end = 0;
        else if (operations->atom == DW_OP_bregx &&
                 operations->number == FRAME_POINTER) {
            *base = (int64_t)operations->number2;
            found = true;
        } else if (operations->atom == DW_OP_breg0 + FRAME_POINTER) {
            *base = (int64_t)operations->number;
            found = true;
        } else if (BY_STACK_POINTER) {
            found = find_kept(frame, base);
        }
        free(frame);
        end += end ? bias : 0;
        if (end <= at)
            return found;
    }
    return found;
}

static bool find_base(Finder *finder, Dwarf_Die *die, const Scope *scope)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *operations;
    size_t count;

    if (!dwarf_attr_integrate(die, DW_AT_frame_base, &attribute) ||
        dwarf_getlocation(&attribute, &operations, &count) != 0 || count != 1)
        return false;
    finder->base = 0;
    if (operations->atom == DW_OP_reg0 + FRAME_POINTER)
        return true;
    if (operations->atom == DW_OP_breg0 + FRAME_POINTER) {
        finder->base = (int64_t)operations->number;
        return true;
    }
    return operations->atom == DW_OP_call_frame_cfa &&
           find_frame(finder, scope, &finder->base);
}

static bool find_source(Finder *finder, Dwarf_Die *die)
{
    return find_user_file(finder, dwarf_decl_file(die), &finder->source);
}

static void add_function(void *user, Dwarf_Die *die)
{
    Finder *finder = user;
    LocalTable *table = finder->table;
    Scope scope;
    const char *name;

    if (!dwarf_hasattr(die, DW_AT_low_pc) || !find_source(finder, die) ||
        !find_scope(finder, die, &scope) || !find_base(finder, die, &scope))
        return;
    name = dwarf_diename(die);
    finder->function = name ? name : "?";
    LocalFunction function = {.low = scope.low,
                              .high = scope.high,
                              .first = (uint32_t)table->items_count};
    add_scope(finder, die, &scope, 0);
    function.count = (uint32_t)table->items_count - function.first;
    if (function.count > 0)
        base_push(table, functions, function);
}

static int by_low(const void *a, const void *b)
{
    const LocalFunction *x = a, *y = b;

    return (x->low > y->low) - (x->low < y->low);
}

LocalTable locals_find(Dwfl_Module *module, const char *const names[],
                       size_t count)
{
    LocalTable table = {0};
    Finder finder = {.table = &table,
                     .module = module,
                     .names = names,
                     .names_count = count};
    Dwarf_Die *unit = NULL;

    while ((unit = dwfl_module_nextcu(module, unit, &finder.bias)) != NULL) {
        if (dwarf_getsrclines(unit, &finder.lines, &finder.lines_count) != 0)
            finder.lines_count = 0;
        dwarf_functions_visit(unit, add_function, &finder);
    }
    if (table.functions_count)
        qsort(table.functions, table.functions_count, sizeof *table.functions,
              by_low);
    free(finder.path);
    free(finder.text);
    return table;
}
