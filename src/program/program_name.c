/* SPDX-License-Identifier: MIT
 *
 * program_name - what is known of a program by its name, in all builds.
 */
#include "program/program.h"

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
