/* SPDX-License-Identifier: MIT
 *
 * command_line - a whole command line: options, and operands, in which source
 * files are grouped into programs.
 *
 *     report a.cu b.cu c.upsweep -- 1024
 *
 *     a.cu has a main, b.cu has none     operands: a.cu with b.cu, c.upsweep
 *     both have one                      operands: a.cu, b.cu, c.upsweep
 *
 * The words after "--" are arguments of the program.
 */
#ifndef UPSWEEP_COMMAND_LINE_H
#define UPSWEEP_COMMAND_LINE_H

#include "cli/options.h"

/* Reads ARGV[1 ..] into OPTIONS as options_read does, and what programs the
 * operands are.  False and ERROR_USAGE also if a source file cannot be read, or
 * is a kernel of the catalog, which is named without its ending. */
bool command_line_read(Options *options, OptionSet allowed, int argc,
                       char **argv, Error *error);

#endif
