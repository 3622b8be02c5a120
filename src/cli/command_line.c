/* SPDX-License-Identifier: MIT */
#include "cli/command_line.h"

#include "catalog/catalog.h"
#include "program/program.h"

#include <stdio.h>
#include <string.h>

/* Sets *MAIN if the source file NAME has a main.  False if it cannot be read,
 * or is a kernel of the catalog, which is named without its ending. */
static bool read_source(const char *name, bool *main, Error *error)
{
    const char *start = base_name(name);
    char own[64];
    Error ignored;

    snprintf(own, sizeof own, "%.*s", (int)strcspn(start, "."), start);
    bool known = strchr(own, ':') == NULL && catalog_find(own, &ignored);
    if (!program_has_main(name, main, error))
        return known ? error_set(error, ERROR_USAGE,
                                 "%.200s: cannot read it; did you mean \"%s\"?",
                                 name, own)
                     : false;
    return *main || !known || strstr(name, "kernels/") == NULL ||
           error_set(error, ERROR_USAGE,
                     "%.200s: this kernel of the catalog has no main; did you "
                     "mean \"%s\"?",
                     name, own);
}

/* Groups the source files among the operands into programs: one program if only
 * one file has a main, else one program for each file. */
static bool group_sources(Options *options, Error *error)
{
    int count = 0, mains = 0, first = -1;

    for (int i = 0; i < options->operands_count; ++i) {
        bool main = false;
        if (program_is_source(options->operands[i]) &&
            !read_source(options->operands[i], &main, error))
            return false;
        mains += main;
    }
    for (int i = 0; i < options->operands_count; ++i) {
        const char *name = options->operands[i];
        bool source = program_is_source(name);
        if (source)
            options->sources[options->sources_count] = name;
        if (source && mains == 1 && first >= 0) {
            ++options->programs[first].count;
            ++options->sources_count;
            continue;
        }
        if (source)
            first = count;
        options->operands[count] = name;
        options->programs[count].first = options->sources_count;
        options->programs[count++].count = source;
        options->sources_count += source;
    }
    options->operands_count = count;
    return true;
}

/* Makes the program after "--" the only operand. */
static bool take_built(Options *options, Error *error)
{
    if (options->operands_count)
        return error_set(
            error, ERROR_USAGE,
            "%.200s cannot be combined with a program after --; remove one",
            options->operands[0]);
    options->operands[0] = options->sources[0] = options->arguments[0];
    options->operands_count = options->sources_count = 1;
    options->programs[0].count = 1;
    return true;
}

/* With --device cpu,gpu, runs the one operand twice. */
static bool take_both(Options *options, Error *error)
{
    if (options->device != DEVICE_BOTH)
        return true;
    if (options->operands_count != 1 || options->is_built)
        return error_set(error, ERROR_USAGE,
                         "--device cpu,gpu: needs exactly one algorithm or "
                         "program; name one");
    options->operands[1] = options->operands[0];
    options->programs[1] = options->programs[0];
    options->operands_count = 2;
    return true;
}

/* The number of words before the "--" of a program's arguments or, with
 * "--device gpu" and no source file, before a built program; else all. */
static int words_before_arguments(int argc, char **argv, bool *built)
{
    bool program = false, gpu = false;
    int i = 1;

    for (; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        program |= argv[i][0] != '-' && program_is_source(argv[i]);
        gpu |= strcmp(argv[i], "--device=gpu") == 0 ||
               (strcmp(argv[i], "gpu") == 0 &&
                strcmp(argv[i - 1], "--device") == 0);
    }
    *built = gpu && !program && i + 1 < argc;
    return program || *built ? i : argc;
}

bool command_line_read(Options *options, OptionSet allowed, int argc,
                       char **argv, Error *error)
{
    bool built;
    int words = words_before_arguments(argc, argv, &built);

    if (!options_read(options, allowed, words, argv, error))
        return false;
    if (words < argc) {
        options->arguments = (const char *const *)argv + words + 1;
        options->arguments_count = argc - words - 1;
    }
    options->is_built = built;
    return (built ? take_built(options, error)
                  : group_sources(options, error)) &&
           take_both(options, error);
}
