/* SPDX-License-Identifier: MIT
 *
 * program_name - what the name, the text and the options of a program say, in
 * all builds.
 */
#include "program/program.h"
#include "program/snapshot.h"
#include "program/source_flags.h"
#include "program/source_text.h"

#include <stdlib.h>
#include <string.h>

bool program_is_source(const char *name)
{
    static const char *const endings[] = {".cu", ".cpp", ".cc", ".cxx",
                                          ".c",  ".cuh", ".h",  ".hpp"};
    const char *dot = strrchr(name, '.');

    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; ++i)
        if (strcmp(dot, endings[i]) == 0)
            return true;
    return false;
}

bool program_has_main(const char *name, bool *main, Error *error)
{
    size_t bytes;
    char *text = base_read_file(name, SNAPSHOT_MOST_BYTES, &bytes, error);

    if (!text)
        return false;
    *main = source_text_has_main(text);
    free(text);
    return true;
}

/* ---- Its options ----------------------------------------------------------*/

char *program_command(const ProgramOptions *options)
{
    const char *const *words = options->arguments;
    Text text = {0};

    for (int i = 0; i < options->files_count; ++i)
        text_add(&text, "%s%s", i ? " " : "", options->files[i]);
    if (options->files_count && *source_flags_given())
        text_add(&text, " --cxxflags '%s'", source_flags_given());
    for (int i = 0; i < options->arguments_count; ++i)
        text_add(&text, "%s%s",
                 i                      ? " "
                 : options->files_count ? " -- "
                                        : "",
                 /* ourselves, whatever our path is */
                 i == 0 && options->name && !options->files_count
                     ? base_name(words[0])
                     : words[i]);
    return text.text;
}

void program_blame(const ProgramOptions *options, ProgramBlame why)
{
    if (options->blame)
        *options->blame = why;
}
