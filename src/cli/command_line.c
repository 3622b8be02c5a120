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
    const char *slash = strrchr(name, '/');
    const char *start = slash ? slash + 1 : name;
    char own[64];
    Error ignored;

    snprintf(own, sizeof own, "%.*s", (int)strcspn(start, "."), start);
    bool known = strchr(own, ':') == NULL && catalog_find(own, &ignored);
    if (!program_has_main(name, main, error))
        return known ? error_set(error, ERROR_USAGE,
                                 "cannot read %.200s; did you mean \"%s\"?",
                                 name, own)
                     : false;
    return *main || !known || strstr(name, "kernels/") == NULL ||
           error_set(error, ERROR_USAGE,
                     "%.200s is a kernel of the catalog; did you mean \"%s\"?",
                     name, own);
}

/* Makes the operands that are source files into programs: all of them into one
 * if only one has a main, else each into one of its own. */
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

/* How many words stand before the "--" of a program's arguments: all, if no
 * source file stands before it. */
static int words_before_arguments(int argc, char **argv)
{
    bool program = false;
    int i = 1;

    for (; i < argc && strcmp(argv[i], "--") != 0; ++i)
        program |= argv[i][0] != '-' && program_is_source(argv[i]);
    return program ? i : argc;
}

bool command_line_read(Options *options, OptionSet allowed, int argc,
                       char **argv, Error *error)
{
    int words = words_before_arguments(argc, argv);

    if (!options_read(options, allowed, words, argv, error))
        return false;
    if (words < argc) {
        options->arguments = (const char *const *)argv + words + 1;
        options->arguments_count = argc - words - 1;
    }
    return group_sources(options, error);
}
