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

enum { CMD_EXAMPLES = 3 };

typedef struct {
    const char *name;
    const char *operands; /* "TRACE|ALGORITHM ..." */
    const char *help;     /* one line, "compare two runs" */
    const char *about;    /* sentences for --help and the manual page */
    struct {
        const char *command, *comment;
    } examples[CMD_EXAMPLES];
    OptionSet options; /* those that it takes, besides --help */
    /* NULL: this build lacks what it needs, as MISSING says. */
    bool (*run)(const Options *options, FILE *out, FILE *notes, Error *error);
    const char *missing;
} Subcommand;

extern const Subcommand cmd_list, cmd_record, cmd_show, cmd_report, cmd_verify,
    cmd_view, cmd_export, cmd_diff, cmd_lesson, cmd_bench, cmd_plain;

/* Appends the manual page for COUNT commands, in man(7) format, from the
 * program's tables of commands, options and keys: `upsweep --man`. */
void manual_text(const Subcommand *const commands[], int count, Text *text);

/* Appends what can replace the last of WORDS, which follow "upsweep"
 * on a command line, from the same tables: `upsweep --complete WORD ...`. */
void completion_offer(const Subcommand *const commands[], int count,
                      const char *const words[], int words_count, Text *text);

#endif
