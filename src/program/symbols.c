/* SPDX-License-Identifier: MIT */
#include "program/symbols.h"

#include "program/assignment_lines.h"
#include "program/copy_functions.h"
#include "program/source_lines.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <stdlib.h>

struct Symbols {
    Dwfl *session;
    Dwfl_Module *module;
    CopyFunctions copies;
    AssignmentFiles files;
};

static char *no_path;

static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_standard_find_debuginfo,
    .section_address = dwfl_offline_section_address,
    .debuginfo_path = &no_path,
};

Symbols *symbols_open(const char *path, Error *error)
{
    Symbols *symbols = base_alloc(1, sizeof *symbols);

    symbols->session = dwfl_begin(&callbacks);
    if (symbols->session) {
        dwfl_report_begin(symbols->session);
        symbols->module =
            dwfl_report_offline(symbols->session, "program", path, -1);
        dwfl_report_end(symbols->session, NULL, NULL);
    }
    Dwarf_Addr bias;
    if (symbols->module && dwfl_module_getdwarf(symbols->module, &bias)) {
        symbols->copies = copy_functions_find(symbols->module);
        return symbols;
    }
    error_set(error, ERROR_FAILED,
              "%.200s has no debugging information: %.100s", path,
              dwfl_errmsg(-1));
    symbols_free(symbols);
    return NULL;
}

void symbols_free(Symbols *symbols)
{
    if (!symbols)
        return;
    if (symbols->session)
        dwfl_end(symbols->session);
    free(symbols->copies.items);
    assignment_lines_free(&symbols->files);
    free(symbols);
}

void symbols_add_source(Symbols *symbols, const char *name, const char *text)
{
    assignment_lines_add(&symbols->files, name, text);
}

bool symbols_line(const Symbols *symbols, uint64_t address, uint64_t callee,
                  const char **file, uint32_t *line)
{
    Dwfl_Line *found = dwfl_module_getsrc(symbols->module, (Dwarf_Addr)address);
    const CopyFunction *called = copy_functions_at(&symbols->copies, callee);
    int number = 0, column = 0;

    if (!found || copy_functions_at(&symbols->copies, address))
        return false;
    *file = dwfl_lineinfo(found, NULL, &number, &column, NULL, NULL);
    *line = number > 0 ? (uint32_t)number : 0;
    if (*file && called && called->assigns)
        *line = assignment_lines_find(&symbols->files, *file, *line,
                                      column > 0 ? (uint32_t)column : 0);
    return *file && number > 0;
}

/* The line on which the assignment begins that ROW, of LINE, ends. */
static uint32_t begin_of(const AssignmentFiles *files, Dwarf_Line *row,
                         uint32_t line)
{
    const char *name = dwarf_linesrc(row, NULL, NULL);
    int column = 0;

    if (!name || dwarf_linecol(row, &column) != 0 || column <= 0)
        return line;
    return assignment_lines_find(files, name, line, (uint32_t)column);
}

static void add_lines(SymbolLines *all, const AssignmentFiles *files,
                      Dwarf_Lines *lines, size_t count, Dwarf_Addr bias)
{
    for (size_t i = 0; i < count; ++i) {
        Dwarf_Line *row = dwarf_onesrcline(lines, i);
        Dwarf_Addr address;
        int line;
        if (dwarf_lineaddr(row, &address) == 0 &&
            dwarf_lineno(row, &line) == 0 && line >= 0)
            base_push(all, items,
                      ((SymbolLine){address + bias, (uint32_t)line,
                                    begin_of(files, row, (uint32_t)line),
                                    (uint32_t)all->items_count}));
    }
}

static int by_address(const void *a, const void *b)
{
    const SymbolLine *x = a, *y = b;

    if (x->address != y->address)
        return (x->address > y->address) - (x->address < y->address);
    return (x->order > y->order) - (x->order < y->order);
}

SymbolLines symbols_lines(const Symbols *symbols)
{
    SymbolLines all = {0};
    Dwarf_Die *unit = NULL;
    Dwarf_Addr bias;

    while ((unit = dwfl_module_nextcu(symbols->module, unit, &bias)) != NULL) {
        Dwarf_Lines *lines;
        size_t count;
        if (dwarf_getsrclines(unit, &lines, &count) == 0)
            add_lines(&all, &symbols->files, lines, count, bias);
    }
    if (all.items_count)
        qsort(all.items, all.items_count, sizeof *all.items, by_address);
    return all;
}

/* ---- Stretches ------------------------------------------------------------*/

/* True if ROW is on the lines FIRST to LAST of FILE. */
static bool is_between(Dwarf_Line *row, const char *file, uint32_t first,
                       uint32_t last)
{
    const char *name = dwarf_linesrc(row, NULL, NULL);
    bool ends = false;
    int line;

    return dwarf_lineendsequence(row, &ends) == 0 && !ends &&
           dwarf_lineno(row, &line) == 0 && line >= (int)first &&
           line <= (int)last && name && source_lines_is_file(name, file);
}

void symbols_ranges(const Symbols *symbols, const char *file, uint32_t first,
                    uint32_t last,
                    void (*take)(void *user, uint64_t low, uint64_t high),
                    void *user)
{
    Dwarf_Die *unit = NULL;
    Dwarf_Addr bias, low = 0, at;

    while ((unit = dwfl_module_nextcu(symbols->module, unit, &bias)) != NULL) {
        Dwarf_Lines *lines;
        size_t count;
        bool open = false;
        if (dwarf_getsrclines(unit, &lines, &count) != 0)
            continue;
        for (size_t i = 0; i < count; ++i) {
            Dwarf_Line *row = dwarf_onesrcline(lines, i);
            bool inside = is_between(row, file, first, last);
            if (inside == open || dwarf_lineaddr(row, &at) != 0)
                continue;
            if (inside)
                low = at;
            else
                take(user, low + bias, at + bias);
            open = inside;
        }
    }
}

/* ---- Names ----------------------------------------------------------------*/

/* A walk through the functions of a compilation unit. */
typedef struct {
    SymbolNames names;
    Dwarf_Addr bias;
} NameWalk;

static int add_kernel(Dwarf_Die *die, void *user)
{
    NameWalk *walk = user;
    const char *name = dwarf_diename(die);
    Dwarf_Addr low;

    if (name && dwarf_lowpc(die, &low) == 0 && low != 0 &&
        !dwarf_hasattr_integrate(die, DW_AT_type) &&
        !dwarf_hasattr_integrate(die, DW_AT_object_pointer))
        base_push(&walk->names, items, ((SymbolName){low + walk->bias, name}));
    return DWARF_CB_OK;
}

SymbolNames symbols_kernels(const Symbols *symbols)
{
    NameWalk walk = {.bias = 0};
    Dwarf_Die *unit = NULL;

    while ((unit = dwfl_module_nextcu(symbols->module, unit, &walk.bias)))
        dwarf_getfuncs(unit, add_kernel, &walk, 0);
    return walk.names;
}

Dwfl_Module *symbols_module(const Symbols *symbols)
{
    return symbols->module;
}
