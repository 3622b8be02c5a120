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

/* Appends a ProgramLine for each change of the line, of all instructions of the
 * program, to ROWS, until these have MOST bytes. */
void symbols_lines(const Symbols *symbols, size_t most, Text *rows);

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
