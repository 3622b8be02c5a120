/* SPDX-License-Identifier: MIT
 *
 * options - the command line, read: one table of options, from which each
 * command takes the ones that it understands.
 */
#ifndef UPSWEEP_OPTIONS_H
#define UPSWEEP_OPTIONS_H

#include "draw/display_list.h"
#include "record/record.h"

#define OPTIONS_MAX_OPERANDS 64

/* What each option fills in; a key names it in the table and in GIVEN. */
typedef struct {
    uint32_t n, k, threads, block_n;
    BlockRange window;         /* --block-range: those that the trace holds */
    uint32_t passes, parallel; /* of hybrid; --width is PARALLEL */
    const char *keep;
    uint32_t blocks; /* of bench --gpu */
    Op op;
    const char *input;
    bool inclusive, exclusive;
    Device device;
    uint64_t seed;
    uint32_t schedules, max_n; /* of verify */
    const char *output;
    bool json, csv, quiet, all, full, gpu, large, help;
    Theme theme;
    double scale; /* 0: as it is */
    bool projector, full_screen;
    uint32_t width, height;
    const char *by;
    bool race;
    double within;
    const char *table;
    uint32_t step, instruction;
    const char *steps, *format, *kit, *view, *crop; /* of export */
    bool transparent, silent, svg_text;
    uint32_t enlarge, fps;
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

/* The number of reduce passes that --passes or --width asks for, for N
 * elements; RECORD_USUAL if neither was given. */
int options_passes(const Options *options, uint32_t n);

/* Adds a line for each option of ALLOWED. */
void options_help(const char *allowed, Text *text);
/* The same for a manual page. */
void options_manual(const char *allowed, Text *text);

/* Keys of the options that say what to run, shared by all commands that take
 * an algorithm. */
#define OPTIONS_RUN "nktNWRDKoIeidS"

#endif
