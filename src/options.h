/* SPDX-License-Identifier: MIT
 *
 * options - the command line, read: one table of options, from which each
 * command takes the ones that it understands.
 */
#ifndef UPSWEEP_OPTIONS_H
#define UPSWEEP_OPTIONS_H

#include "record.h"

#define OPTIONS_MAX_OPERANDS 64

/* What each option fills in; a key names it in the table and in GIVEN. */
typedef struct {
    uint32_t n, k, threads, blocks;
    Op op;
    const char *input;
    bool inclusive, exclusive;
    Device device;
    uint64_t seed;
    const char *output;
    bool json, csv, quiet, all, full, gpu, large, help;
    bool dark;
    uint32_t width, height;
    const char *by;
    bool race;
    double within;
    uint32_t step, instruction;
    const char *operands[OPTIONS_MAX_OPERANDS];
    int operands_count;
    char given[64]; /* the keys of the options that were given */
} Options;

/* Reads ARGV[1 ..], allowing the options whose keys are in ALLOWED.  False and
 * ERROR_USAGE that names the option, what is wrong and the remedy. */
bool options_read(Options *options, const char *allowed, int argc, char **argv,
                  Error *error);

/* True if the option with KEY was given. */
bool options_given(const Options *options, char key);

/* Adds a line for each option of ALLOWED. */
void options_help(const char *allowed, Text *text);

/* Keys of the options that say what to run, shared by all commands that take
 * an algorithm. */
#define OPTIONS_RUN "nktoIeidS"

#endif
