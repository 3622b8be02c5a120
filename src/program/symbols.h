/* SPDX-License-Identifier: MIT
 *
 * symbols - what the debugging information of a user's program says of its
 * addresses.
 */
#ifndef UPSWEEP_SYMBOLS_H
#define UPSWEEP_SYMBOLS_H

#include "program/device_facts.h"
#include "util/base.h"

typedef struct Symbols Symbols;

/* Reads the debugging information of the program at PATH; free it with
 * symbols_free.  NULL and ERROR_FAILED if it has none. */
Symbols *symbols_open(const char *path, Error *error);
void symbols_free(Symbols *symbols); /* NULL is fine */

/* The file and line of the instruction that ADDRESS lies in; false if they are
 * not known, or ADDRESS is in a function that nobody wrote and that copies an
 * object: it has the line of its caller.  *FILE lives as long as SYMBOLS. */
bool symbols_line(const Symbols *symbols, uint64_t address, const char **file,
                  uint32_t *line);

/* The instructions from ADDRESS up to that of the next one are on LINE of some
 * file. */
typedef struct {
    uint64_t address;
    uint32_t line;
    uint32_t order; /* among those of one address */
} SymbolLine;

typedef struct {
    SymbolLine *items; /* by rising address */
    size_t items_count, items_capacity;
} SymbolLines;

/* The lines of all instructions of the program; free their items. */
SymbolLines symbols_lines(const Symbols *symbols);

/* Calls TAKE for each stretch of instructions, from LOW to HIGH - 1, that are
 * on the lines FIRST to LAST of FILE. */
void symbols_ranges(const Symbols *symbols, const char *file, uint32_t first,
                    uint32_t last,
                    void (*take)(void *user, uint64_t low, uint64_t high),
                    void *user);

/* The program, for libdw; it lives as long as SYMBOLS. */
struct Dwfl_Module *symbols_module(const Symbols *symbols);

/* Of its device code; they live as long as SYMBOLS. */
const DeviceFacts *symbols_device(const Symbols *symbols);

#endif
