/* SPDX-License-Identifier: MIT
 *
 * cli - the subcommands of the program, one file and one row each.
 *
 * A subcommand gets its options, writes results to OUT and progress to NOTES,
 * and returns false with an error when something failed or the answer is no; it
 * prints no error and never exits.  main does that.
 */
#ifndef UPSWEEP_CLI_H
#define UPSWEEP_CLI_H

#include "ask/options.h"

#include <stdio.h>

typedef struct {
    const char *name;
    const char *operands; /* "TRACE|ALGO ..." */
    const char *help;     /* one line */
    const char *options;  /* keys it understands, see options.c */
    bool (*run)(const Options *options, FILE *out, FILE *notes, Error *error);
} Cli;

extern const Cli cli_list, cli_record, cli_show, cli_report, cli_verify,
    cli_view, cli_export, cli_diff, cli_bench;

#endif
