/* SPDX-License-Identifier: MIT
 *
 * options - reads the command line: one table of options, of which each command
 * allows some.
 */
#ifndef UPSWEEP_OPTIONS_H
#define UPSWEEP_OPTIONS_H

#include "draw/display_list.h"
#include "record/record.h"

#define OPTIONS_MAX_OPERANDS 64

/* The values of all options.  Each option has a key, a letter, that names it in
 * the table of options.c, in lists of allowed options and in given[]. */
typedef struct {
    uint32_t n, k, threads, block_n;
    BlockRange window;         /* --block-range: blocks that the trace holds */
    uint32_t passes, parallel; /* of hybrid; --width fills in parallel */
    const char *keep;          /* --where */
    uint32_t blocks;           /* of bench --gpu */
    Op op;
    const char *input;
    bool inclusive, exclusive;
    Device device;
    uint64_t seed;
    uint32_t schedules, max_n; /* of verify */
    const char *output;
    bool json, csv, quiet, all, full, gpu, large, help;
    Theme theme;
    double scale; /* 0: not given */
    bool projector, full_screen;
    uint32_t width, height;
    const char *by;
    bool by_cycles;
    double within;
    const char *table;
    uint32_t step, instruction;
    const char *steps, *format, *slides, *view, *crop; /* of export */
    bool transparent, no_caption, svg_text;
    uint32_t enlarge, fps;
    const char *operands[OPTIONS_MAX_OPERANDS];
    int operands_count;
    char given[64]; /* the keys of the options that were given */
} Options;

/* Reads ARGV[1 ..] into OPTIONS, allowing the options whose keys are in
 * ALLOWED.  Texts in OPTIONS belong to ARGV.  False and ERROR_USAGE, which
 * names the option, what is wrong and the remedy. */
bool options_read(Options *options, const char *allowed, int argc, char **argv,
                  Error *error);

/* True if the option with KEY was given. */
bool options_given(const Options *options, char key);

/* The number of reduce passes that --passes or --width asks for, for N
 * elements; RECORD_USUAL if neither was given. */
int options_passes(const Options *options, uint32_t n);

/* Appends a line of help for each option of ALLOWED. */
void options_help(const char *allowed, Text *text);
/* The same in the format of a manual page. */
void options_manual(const char *allowed, Text *text);

/* Keys of the options that say what to run, shared by all commands that take
 * an algorithm. */
#define OPTIONS_RUN "nktNWRDKoIeidS"

#endif
