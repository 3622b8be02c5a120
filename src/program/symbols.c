/* SPDX-License-Identifier: MIT */
#include "program/symbols.h"

#include "program/dwarf_types.h"
#include "program/source_lines.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

struct Symbols {
    Dwfl *session;
    Dwfl_Module *module;
    DeviceFacts device;
    SymbolRow *rows;
    size_t rows_count, rows_capacity;
};

/* Addresses below are of code that the linker has left out. */
enum { LEAST_ADDRESS = 4096 };

static char *no_path;

static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_standard_find_debuginfo,
    .section_address = dwfl_offline_section_address,
    .debuginfo_path = &no_path,
};

/* ---- Rows -----------------------------------------------------------------*/

static void add_rows(Symbols *symbols, Dwarf_Lines *lines, size_t count,
                     Dwarf_Addr bias)
{
    for (size_t i = 0; i < count; ++i) {
        Dwarf_Line *from = dwarf_onesrcline(lines, i);
        Dwarf_Addr address;
        int line, column = 0;
        SymbolRow row = {.ends = true};
        if (dwarf_lineaddr(from, &address) != 0 || address < LEAST_ADDRESS ||
            dwarf_lineno(from, &line) != 0 || line < 0)
            continue;
        dwarf_linecol(from, &column);
        dwarf_lineendsequence(from, &row.ends);
        row.address = address + bias;
        row.file = dwarf_linesrc(from, NULL, NULL);
        row.line = (uint32_t)line;
        row.column = (uint32_t)column;
        row.order = (uint32_t)symbols->rows_count;
        base_push(symbols, rows, row);
    }
}

/* Of rows at one address, which stand in the order of their units, the last one
 * counts; a function begins where another one ends. */
static int by_address(const void *a, const void *b)
{
    const SymbolRow *x = a, *y = b;

    if (x->address != y->address)
        return (x->address > y->address) - (x->address < y->address);
    if (x->ends != y->ends)
        return x->ends ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static void hide(Symbols *symbols, uint64_t low, uint64_t high)
{
    for (size_t i = symbols_row_at(symbols, low);
         i < symbols->rows_count && symbols->rows[i].address < high; ++i)
        symbols->rows[i].hidden = true;
}

/* True if the compiler wrote the function DIE and it takes `this` and another
 * object: it copies or moves that. */
static bool copies(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Word is_written =
        dwarf_hasattr_integrate(die, DW_AT_artificial) ? 1 : 0;
    Dwarf_Die child;
    int parameters = 0;

    if (dwarf_attr_integrate(die, DW_AT_defaulted, &attribute))
        dwarf_formudata(&attribute, &is_written);
    if (!is_written || dwarf_child(die, &child) != 0)
        return false;
    do
        parameters += dwarf_tag(&child) == DW_TAG_formal_parameter;
    while (dwarf_siblingof(&child, &child) == 0);
    return parameters == 2;
}

/* A walk through the functions of a unit. */
typedef struct {
    Symbols *symbols;
    Dwarf_Addr bias;
} Unit;

/* Hides the function DIE if it copies an object and the user did not write it.
 * It has the line of the struct, and its loads and stores belong to the line
 * that calls it:
 *
 *     3   struct Pair { Key a; int b; };  Pair::Pair(const Pair &)
 *     9   s[i] = add(s[i], s[j]);         calls it for s[i] and s[j]
 */
static void hide_copy(void *user, Dwarf_Die *die)
{
    const Unit *unit = user;
    Dwarf_Addr low, high;

    if (dwarf_lowpc(die, &low) == 0 && dwarf_highpc(die, &high) == 0 &&
        copies(die))
        hide(unit->symbols, low + unit->bias, high + unit->bias);
}

/* The host's stub of a kernel, which clang wrote, has the kernel's line. */
static void hide_stubs(Symbols *symbols)
{
    int count = dwfl_module_getsymtab(symbols->module);

    for (int i = 0; i < count; ++i) {
        GElf_Sym symbol;
        GElf_Addr address;
        const char *name = dwfl_module_getsym_info(symbols->module, i, &symbol,
                                                   &address, NULL, NULL, NULL);
        if (name && strstr(name, "__device_stub__"))
            hide(symbols, address, address + symbol.st_size);
    }
}

static void find_rows(Symbols *symbols)
{
    Unit unit = {.symbols = symbols};
    Dwarf_Die *die = NULL;
    Dwarf_Lines *lines;
    size_t count;

    while ((die = dwfl_module_nextcu(symbols->module, die, &unit.bias)))
        if (dwarf_getsrclines(die, &lines, &count) == 0)
            add_rows(symbols, lines, count, unit.bias);
    if (symbols->rows_count)
        qsort(symbols->rows, symbols->rows_count, sizeof *symbols->rows,
              by_address);
    while ((die = dwfl_module_nextcu(symbols->module, die, &unit.bias)))
        dwarf_types_visit(die, DW_TAG_subprogram, hide_copy, &unit);
    hide_stubs(symbols);
}

const SymbolRow *symbols_rows(const Symbols *symbols, size_t *count)
{
    *count = symbols->rows_count;
    return symbols->rows;
}

size_t symbols_row_at(const Symbols *symbols, uint64_t address)
{
    size_t low = 0, high = symbols->rows_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (symbols->rows[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool symbols_line(const Symbols *symbols, uint64_t address, const char **file,
                  uint32_t *line)
{
    size_t next = symbols_row_at(symbols, address + 1);
    const SymbolRow *row = next > 0 ? &symbols->rows[next - 1] : NULL;

    if (!row || row->ends || row->hidden || !row->file || row->line == 0)
        return false;
    *file = row->file;
    *line = row->line;
    return true;
}

void symbols_lines(const Symbols *symbols, size_t most, Text *rows)
{
    for (size_t i = 0; i < symbols->rows_count; ++i) {
        const SymbolRow *from = &symbols->rows[i];
        ProgramLine row = {from->address, from->line, 0};
        if ((i == 0 || from->line != from[-1].line) &&
            rows->length + sizeof row <= most)
            text_add_bytes(rows, (const char *)&row, sizeof row);
    }
}

void symbols_ranges(const Symbols *symbols, const char *file, uint32_t first,
                    uint32_t last,
                    void (*take)(void *user, uint64_t low, uint64_t high),
                    void *user)
{
    const SymbolRow *begin = NULL;

    for (size_t i = 0; i < symbols->rows_count; ++i) {
        const SymbolRow *row = &symbols->rows[i];
        bool inside = !row->ends && row->line >= first && row->line <= last &&
                      row->file && source_lines_is_file(row->file, file);
        if (!inside && begin)
            take(user, begin->address, row->address);
        begin = !inside ? NULL : begin ? begin : row;
    }
}

/* ---- A program ------------------------------------------------------------*/

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
        symbols->device = device_facts_find(symbols->module);
        find_rows(symbols);
        return symbols;
    }
    error_set(error, ERROR_FAILED, "%.200s: no debugging information: %.100s",
              path, dwfl_errmsg(-1));
    symbols_free(symbols);
    return NULL;
}

void symbols_free(Symbols *symbols)
{
    if (!symbols)
        return;
    if (symbols->session)
        dwfl_end(symbols->session);
    device_facts_free(&symbols->device);
    free(symbols->rows);
    free(symbols);
}

Dwfl_Module *symbols_module(const Symbols *symbols)
{
    return symbols->module;
}

const DeviceFacts *symbols_device(const Symbols *symbols)
{
    return &symbols->device;
}
