/* SPDX-License-Identifier: MIT */
#include "program/symbols.h"

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
    MOST_MEMBERS = 32,    /* of a variable, altogether */
    MOST_OFFSET = 1 << 20 /* bytes from the frame pointer */
};

#if defined(__aarch64__)
enum { FRAME_POINTER = 29 };
#else
enum { FRAME_POINTER = 6 /* rbp */ };
#endif

/* A walk through the functions of a program. */
typedef struct {
    LocalTable *table;
    const ProgramSource *sources; /* the user's files */
    size_t sources_count;
    const Symbols *symbols;
    const SymbolRow *rows;
    size_t rows_count;
    Dwarf_Addr bias; /* of the compilation unit */
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

/* The first row of the scope. */
static size_t first_row(const Finder *finder, const Scope *scope)
{
    size_t i = symbols_row_at(finder->symbols, scope->low);

    while (i < finder->rows_count && finder->rows[i].ends)
        ++i;
    return i;
}

static uint32_t last_line(const Finder *finder, const Scope *scope)
{
    uint32_t last = 0;

    for (size_t i = first_row(finder, scope);
         i < finder->rows_count && finder->rows[i].address < scope->high; ++i)
        last = finder->rows[i].line > last ? finder->rows[i].line : last;
    return last;
}

/* The number of the user's file that is called FILE; false if it is another's.
 */
static bool find_user_file(const Finder *finder, const char *file,
                           uint32_t *number)
{
    for (size_t i = 0; file && i < finder->sources_count; ++i)
        if (source_lines_is_file(file, finder->sources[i].name)) {
            *number = (uint32_t)i;
            return true;
        }
    return false;
}

/* The column, from 1, at which NAME stands in line LINE of TEXT; 0: it does
 * not. */
static int find_column(const char *text, int line, const char *name)
{
    const char *at = text;
    size_t length = strlen(name);

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
static Dwarf_Addr initialized(const Finder *finder, Dwarf_Die *die,
                              const Scope *scope, uint32_t *bare)
{
    int line = 0, column = 0;
    uint32_t source;
    Dwarf_Addr next_line = scope->high;

    *bare = 0;
    dwarf_decl_line(die, &line);
    if (find_user_file(finder, dwarf_decl_file(die), &source))
        column =
            find_column(finder->sources[source].text, line, dwarf_diename(die));
    for (size_t i = first_row(finder, scope);
         i < finder->rows_count && finder->rows[i].address < scope->high; ++i) {
        const SymbolRow *row = &finder->rows[i];
        if ((int)row->line == line && (int)row->column == column &&
            column > 0 && i + 1 < finder->rows_count) {
            size_t next = i + 1;
            while (next + 1 < finder->rows_count &&
                   finder->rows[next].address == row->address)
                ++next;
            return finder->rows[next].address;
        }
        if ((int)row->line > line && next_line == scope->high)
            next_line = row->address;
    }
    *bare = 1;
    return next_line;
}

/* ---- Variables ------------------------------------------------------------*/

/* A variable under way. */
typedef struct {
    const Finder *finder;
    const char *name;
    int64_t offset; /* from the frame pointer */
    ProgramPlace place;
    uint32_t line, last_line;
} Making;

/* Adds a part of the variable. */
static void add_place(void *user, const DwarfPart *part)
{
    const Making *making = user;
    const Finder *finder = making->finder;
    LocalTable *table = finder->table;
    int64_t offset = making->offset + (int64_t)part->offset;
    Text name = {0}, type = {0};

    if (table->items_count == LIMITS_LOCALS || offset < -MOST_OFFSET ||
        offset > MOST_OFFSET)
        return;
    text_add(&name, "%s%s", making->name, part->name);
    dwarf_types_name(part->type, &type);
    LocalPlace place = {.local = {.function = base_strdup(finder->function),
                                  .name = name.text,
                                  .type = type.text,
                                  .source = finder->source,
                                  .line = making->line,
                                  .last_line = making->last_line,
                                  .kind = part->is_pointer ? LOCAL_POINTER
                                          : part->is_truth ? LOCAL_BOOL
                                                           : LOCAL_NUMBER},
                        .place = making->place};
    place.place.local = (uint32_t)table->items_count;
    place.place.offset = (int32_t)offset;
    place.place.bytes = part->bytes;
    if (!part->is_pointer)
        place.local.element = part->element;
    base_push(table, items, place);
}

/* What a lambda captures is shown where it is declared. */
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

/* What a class of a header that is not the user's, such as a cooperative group,
 * has for itself alone is left out. */
static bool skips(void *user, Dwarf_Die *class, Dwarf_Die *member)
{
    const Making *making = user;
    Dwarf_Attribute attribute;
    Dwarf_Word access = dwarf_tag(class) == DW_TAG_class_type
                            ? DW_ACCESS_private
                            : DW_ACCESS_public;
    uint32_t number;

    if (!member)
        return is_lambda(class);
    if (dwarf_attr(member, DW_AT_accessibility, &attribute))
        dwarf_formudata(&attribute, &access);
    return access == DW_ACCESS_private &&
           !find_user_file(making->finder, dwarf_decl_file(class), &number);
}

/* Adds the variable or parameter DIE, if it lies in the frame. */
static void add_variable(const Finder *finder, Dwarf_Die *die,
                         const Scope *scope)
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
    Making making = {.finder = finder,
                     .name = name,
                     .offset = (int64_t)operations->number + finder->base,
                     .place = {.low = scope->low, .high = scope->high},
                     .line = line > 0 ? (uint32_t)line : 0,
                     .last_line = scope->last_line};
    if (dwarf_tag(die) == DW_TAG_variable)
        making.place.low = initialized(finder, die, scope, &making.place.bare);
    DwarfWalk walk = {.take = add_place,
                      .skips = skips,
                      .user = &making,
                      .most = MOST_MEMBERS};
    dwarf_types_walk(&walk, &type);
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

/* Where the frame begins, from the frame pointer; false if that is not known
 * it. */
static bool find_base(Finder *finder, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *operations;
    size_t count;

    if (!dwarf_attr_integrate(die, DW_AT_frame_base, &attribute) ||
        dwarf_getlocation(&attribute, &operations, &count) != 0 || count != 1)
        return false;
    bool added = operations->atom == DW_OP_breg0 + FRAME_POINTER;
    finder->base = added ? (int64_t)operations->number : 0;
    return added || operations->atom == DW_OP_reg0 + FRAME_POINTER;
}

static void add_function(void *user, Dwarf_Die *die)
{
    Finder *finder = user;
    LocalTable *table = finder->table;
    Scope scope;
    const char *name;

    if (!dwarf_hasattr(die, DW_AT_low_pc) ||
        !find_user_file(finder, dwarf_decl_file(die), &finder->source) ||
        !find_scope(finder, die, &scope) || !find_base(finder, die))
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

LocalTable locals_find(const Symbols *symbols, const ProgramSource *sources,
                       size_t count)
{
    LocalTable table = {0};
    Finder finder = {.table = &table,
                     .sources = sources,
                     .sources_count = count,
                     .symbols = symbols};
    Dwarf_Die *unit = NULL;

    finder.rows = symbols_rows(symbols, &finder.rows_count);
    while ((unit = dwfl_module_nextcu(symbols_module(symbols), unit,
                                      &finder.bias)) != NULL)
        dwarf_types_visit(unit, DW_TAG_subprogram, add_function, &finder);
    if (table.functions_count)
        qsort(table.functions, table.functions_count, sizeof *table.functions,
              by_low);
    return table;
}
