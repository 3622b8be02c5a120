/* SPDX-License-Identifier: MIT
 *
 * helper_string - the command-line helpers of NVIDIA's samples (C++):
 * -name and --name=value.
 */
#ifndef UPSWEEP_HELPER_STRING_H
#define UPSWEEP_HELPER_STRING_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

/* What follows "-name" or "-name=" in an argument; NULL if none begins so. */
inline const char *upsweep_flag(int argc, const char **argv, const char *name)
{
    size_t length = strlen(name);

    for (int i = 1; i < argc; ++i) {
        const char *at = argv[i];

        while (*at == '-')
            ++at;
        if (at == argv[i] || strncasecmp(at, name, length) != 0)
            continue;
        at += length;
        if (*at == '\0' || *at == '=' || *at == ':')
            return *at ? at + 1 : at;
    }
    return NULL;
}
inline bool checkCmdLineFlag(int argc, const char **argv, const char *name)
{
    return upsweep_flag(argc, argv, name) != NULL;
}
inline int getCmdLineArgumentInt(int argc, const char **argv, const char *name)
{
    const char *value = upsweep_flag(argc, argv, name);

    return value ? atoi(value) : 0;
}
inline float getCmdLineArgumentFloat(int argc, const char **argv,
                                     const char *name)
{
    const char *value = upsweep_flag(argc, argv, name);

    return value ? (float)atof(value) : 0;
}
inline bool getCmdLineArgumentString(int argc, const char **argv,
                                     const char *name, char **to)
{
    const char *value = upsweep_flag(argc, argv, name);

    *to = value ? (char *)value : NULL;
    return value != NULL;
}

/* The file NAME if it is here or in data/, as the samples have it; the caller
 * frees it. */
inline char *sdkFindFilePath(const char *name, const char *)
{
    static const char *const folders[] = {"", "./", "data/", "../data/"};
    char path[4096];

    for (const char *folder : folders) {
        snprintf(path, sizeof path, "%s%s", folder, name);
        if (FILE *file = fopen(path, "rb")) {
            fclose(file);
            return strdup(path);
        }
    }
    return NULL;
}

#endif
