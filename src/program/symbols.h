/* SPDX-License-Identifier: MIT
 *
 * symbols - what the debugging information of a user's program says: the lines
 * of its instructions, its device code, and where local variables are.
 *
 * The debugging information has the names that users write, for host and device
 * code alike.  The symbols and sections of the executable mark device code:
 *
 *     symbol NAME.device or NAME.device.0   a device function or variable
 *     symbol in section upsweep_shared_keys the object that stands for a static
 *                                           __shared__ variable
 */
#ifndef UPSWEEP_SYMBOLS_H
#define UPSWEEP_SYMBOLS_H

#include "program/program_facts.h"
#include "program/program_log.h"
#include "trace/trace.h"
#include "util/base.h"

typedef struct Symbols Symbols;

/* Reads the debugging information of the program at PATH; free it with
 * symbols_free.  NULL and ERROR_FAILED if it has none. */
Symbols *symbols_open(const char *path, Error *error);
void symbols_free(Symbols *symbols); /* NULL is fine */

/* ---- Lines ----------------------------------------------------------------*/

/* A row of the table of lines: the instructions from ADDRESS to the address of
 * the next row are on LINE. */
typedef struct {
    uint64_t address;
    const char *file; /* lives as long as SYMBOLS */
    uint32_t line, column;
    uint32_t order; /* in the table as the compiler wrote it */
    bool ends;      /* no instruction is there: a function has ended */
    bool hidden;    /* clang wrote the function: a kernel's stub on the host, or
                       one that copies an object */
} SymbolRow;

/* All rows, by rising address. */
const SymbolRow *symbols_rows(const Symbols *symbols, size_t *count);
/* The number of the first row at ADDRESS or behind it. */
size_t symbols_row_at(const Symbols *symbols, uint64_t address);

/* The file and line of the instruction that ADDRESS lies in; false if they are
 * not known, or clang wrote the function: it has the line of its caller.  *FILE
 * lives as long as SYMBOLS. */
bool symbols_line(const Symbols *symbols, uint64_t address, const char **file,
                  uint32_t *line);

/* Appends a ProgramLine for each change of the line, of all instructions of the
 * program, to ROWS, until these have MOST bytes. */
void symbols_lines(const Symbols *symbols, size_t most, Text *rows);

/* Calls TAKE for each stretch of instructions, from LOW to HIGH - 1, that are
 * on the lines FIRST to LAST of FILE. */
void symbols_ranges(const Symbols *symbols, const char *file, uint32_t first,
                    uint32_t last,
                    void (*take)(void *user, uint64_t low, uint64_t high),
                    void *user);

/* ---- Device code ----------------------------------------------------------*/

/* A struct all of whose members are known, but for unions and bit-fields:
 *
 *     struct Pair { int flag; float value; };    flag at 0, value at 4
 */
typedef struct {
    uint64_t number;       /* what ProgramElement.structure is: the address of a
                              variable upsweep_structure, see upsweep_element.h,
                              or what no address is */
    uint32_t bytes;        /* of the struct */
    uint32_t first, count; /* of StructureTable.members */
} Structure;

struct StructureTable {
    Structure *items;
    size_t items_count, items_capacity;
    Member *members; /* of each struct by rising first; space and owner are 0 */
    size_t members_count, members_capacity;
};

/* Addresses are as in the running program. */
typedef struct {
    ProgramParameter *parameters; /* each kernel's after its name */
    size_t parameters_count, parameters_capacity;
    ProgramObject *objects;
    size_t objects_count, objects_capacity;
    StructureTable structures; /* that these and the program's arrays have */
} DeviceFacts;

/* device_facts.c: the functions that may be kernels with their parameters, the
 * variables, and the members of the structs that are elements. */
struct Dwfl_Module;
DeviceFacts device_facts_find(struct Dwfl_Module *module);
void device_facts_free(DeviceFacts *facts);

/* Of the program; they live as long as SYMBOLS. */
const DeviceFacts *symbols_device(const Symbols *symbols);
/* The program, for libdw; it lives as long as SYMBOLS. */
struct Dwfl_Module *symbols_module(const Symbols *symbols);

/* ---- Local variables ------------------------------------------------------*/

/* Compiled with -O0 every variable has a place in its function's frame, and the
 * frame pointer says where that frame is:
 *
 *     int ai, at frame pointer - 36, from 0x4012a0 to 0x4012ff
 *
 * A struct and a short array are shown by their members: "v.x", "sums[1]".
 */

/* Instructions find it with its value in its scope, behind its initialization.
 */
typedef struct {
    Local local;
    ProgramPlace place;
} LocalPlace;

typedef struct {
    uint64_t low, high;    /* its instructions; HIGH is the first one behind */
    uint32_t first, count; /* its variables, of LocalTable.items */
} LocalFunction;

struct LocalTable {
    LocalFunction *functions; /* by rising low */
    size_t functions_count, functions_capacity;
    LocalPlace *items; /* at most LIMITS_LOCALS */
    size_t items_count, items_capacity;
};

/* Finds the variables of the functions that stand in the COUNT files SOURCES;
 * free the table with locals_free. */
LocalTable locals_find(const Symbols *symbols, const ProgramSource *sources,
                       size_t count);
void locals_free(LocalTable *table);

#endif
