/* SPDX-License-Identifier: MIT
 *
 * program_name - what is known of a program by its name and its text, in all
 * builds.
 */
#include "program/program.h"
#include "program/rewrite.h"
#include "program/snapshot.h"

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
    *main = rewrite_has_main(text);
    free(text);
    return true;
}
