/* SPDX-License-Identifier: MIT */
#include "program/symbols.h"

#include "program/source_lines.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <stdlib.h>
#include <string.h>

struct Symbols {
    Dwfl *session;
    Dwfl_Module *module;
    DeviceFacts device;
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
        symbols->device = device_facts_find(symbols->module);
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
    free(symbols);
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

/* True if ADDRESS lies in a function that copies an object and that the user
 * did not write.  It has the line of the struct, and its loads and stores
 * belong to the line that calls it:
 *
 *     3   struct Pair { Key a; int b; };  Pair::Pair(const Pair &)
 *     9   s[i] = add(s[i], s[j]);         calls it for s[i] and s[j]
 */
static bool is_in_copy(const Symbols *symbols, Dwarf_Addr address)
{
    Dwarf_Addr bias;
    Dwarf_Die *scopes = NULL;
    Dwarf_Die *unit = dwfl_module_addrdie(symbols->module, address, &bias);
    int count = unit ? dwarf_getscopes(unit, address - bias, &scopes) : 0;
    bool is = false;

    for (int i = 0; i < count && !is; ++i)
        is = dwarf_tag(&scopes[i]) == DW_TAG_subprogram && copies(&scopes[i]);
    free(scopes);
    return is;
}

bool symbols_line(const Symbols *symbols, uint64_t address, const char **file,
                  uint32_t *line)
{
    /* the host's stub of a kernel, which clang wrote, has the kernel's line */
    const char *function =
        dwfl_module_addrname(symbols->module, (Dwarf_Addr)address);
    Dwfl_Line *found = dwfl_module_getsrc(symbols->module, (Dwarf_Addr)address);
    int number = 0;

    if (!found || is_in_copy(symbols, (Dwarf_Addr)address) ||
        (function && strstr(function, "__device_stub__")))
        return false;
    *file = dwfl_lineinfo(found, NULL, &number, NULL, NULL, NULL);
    *line = number > 0 ? (uint32_t)number : 0;
    return *file && number > 0;
}

typedef struct {
    ProgramLine *items;
    size_t items_count, items_capacity;
} Lines;

/* ProgramLine.zero has their order for a while. */
static void add_lines(Lines *all, Dwarf_Lines *lines, size_t count,
                      Dwarf_Addr bias)
{
    for (size_t i = 0; i < count; ++i) {
        Dwarf_Line *row = dwarf_onesrcline(lines, i);
        Dwarf_Addr address;
        int line;
        if (dwarf_lineaddr(row, &address) == 0 &&
            dwarf_lineno(row, &line) == 0 && line >= 0)
            base_push(all, items,
                      ((ProgramLine){address + bias, (uint32_t)line,
                                     (uint32_t)all->items_count}));
    }
}

static int by_address(const void *a, const void *b)
{
    const ProgramLine *x = a, *y = b;

    if (x->address != y->address)
        return (x->address > y->address) - (x->address < y->address);
    return (x->zero > y->zero) - (x->zero < y->zero);
}

void symbols_lines(const Symbols *symbols, size_t most, Text *rows)
{
    Lines all = {0};
    Dwarf_Die *unit = NULL;
    Dwarf_Addr bias;

    while ((unit = dwfl_module_nextcu(symbols->module, unit, &bias)) != NULL) {
        Dwarf_Lines *lines;
        size_t count;
        if (dwarf_getsrclines(unit, &lines, &count) == 0)
            add_lines(&all, lines, count, bias);
    }
    if (all.items_count)
        qsort(all.items, all.items_count, sizeof *all.items, by_address);
    for (size_t i = 0; i < all.items_count; ++i) {
        ProgramLine row = all.items[i];
        row.zero = 0;
        if ((i == 0 || row.line != all.items[i - 1].line) &&
            rows->length + sizeof row <= most)
            text_add_bytes(rows, (const char *)&row, sizeof row);
    }
    free(all.items);
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

Dwfl_Module *symbols_module(const Symbols *symbols)
{
    return symbols->module;
}

const DeviceFacts *symbols_device(const Symbols *symbols)
{
    return &symbols->device;
}
