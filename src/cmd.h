/* SPDX-License-Identifier: MIT
 *
 * cmd - the subcommands of the program, each with a file cmd_NAME.c.
 *
 * A subcommand gets its options, writes results to OUT and progress to NOTES,
 * and returns false with an error if something failed or the answer is no.  It
 * never prints the error or exits; main does.
 */
#ifndef UPSWEEP_CMD_H
#define UPSWEEP_CMD_H

#include "cli/options.h"

#include <stdio.h>

typedef struct {
    const char *name;
    const char *operands; /* "TRACE|ALGO ..." */
    const char *help;     /* one line */
    const char *options;  /* keys of its options, see options.c */
    bool (*run)(const Options *options, FILE *out, FILE *notes, Error *error);
} Cli;

extern const Cli cmd_list, cmd_record, cmd_show, cmd_report, cmd_verify,
    cmd_view, cmd_export, cmd_diff, cmd_bench;

#endif
