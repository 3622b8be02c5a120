/* SPDX-License-Identifier: MIT
 *
 * cmd - the subcommands of the program, one file and one row each.
 *
 * A subcommand gets its options, writes results to OUT and progress to NOTES,
 * and returns false with an error when something failed or the answer is no; it
 * prints no error and never exits.  main does that.
 */
#ifndef UPSWEEP_CMD_H
#define UPSWEEP_CMD_H

#include "cli/options.h"

#include <stdio.h>

typedef struct {
    const char *name;
    const char *operands; /* "TRACE|ALGO ..." */
    const char *help;     /* one line */
    const char *options;  /* keys it understands, see options.c */
    bool (*run)(const Options *options, FILE *out, FILE *notes, Error *error);
} Cli;

extern const Cli cmd_list, cmd_record, cmd_show, cmd_report, cmd_verify,
    cmd_view, cmd_export, cmd_diff, cmd_bench;

#endif
