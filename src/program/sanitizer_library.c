/* SPDX-License-Identifier: MIT */
#include "program/sanitizer_library.h"

#include "program/compiler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The file below FOLDER, or FOLDER itself; false if there is none. */
static bool library_at(const char *folder, char path[PATH_MAX])
{
    static const char *const places[] = {
        "", "/libsanitizer-public.so",
        "/compute-sanitizer/libsanitizer-public.so",
        "/extras/compute-sanitizer/libsanitizer-public.so"};
    struct stat status;

    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        snprintf(path, PATH_MAX, "%s%s", folder, places[i]);
        if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
            return true;
    }
    return false;
}

/* The folder of the toolkit that nvcc belongs to; false if there is no nvcc. */
static bool toolkit_of(char folder[PATH_MAX])
{
    char *nvcc = compiler_find_tool("nvcc"), *real;
    bool good = false;

    if (nvcc && (real = realpath(nvcc, NULL))) {
        for (int up = 0; up < 2; ++up)
            if (strrchr(real, '/'))
                *strrchr(real, '/') = '\0';
        snprintf(folder, PATH_MAX, "%s", real);
        free(real);
        good = true;
    }
    free(nvcc);
    return good;
}

bool sanitizer_library_find(char path[PATH_MAX], Error *error)
{
    static const char *const folders[] = {"/usr/local/cuda", "/opt/cuda",
                                          "/usr/lib/nvidia-cuda-toolkit",
                                          "/usr/lib/cuda"};
    const char *chosen = getenv("UPSWEEP_SANITIZER_API");
    char toolkit[PATH_MAX];

    if (chosen && *chosen)
        return library_at(chosen, path) ||
               error_set(error, ERROR_USAGE,
                         "UPSWEEP_SANITIZER_API: %.200s has no "
                         "libsanitizer-public.so; set it to the folder of "
                         "compute-sanitizer",
                         chosen);
    if (toolkit_of(toolkit) && library_at(toolkit, path))
        return true;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i)
        if (library_at(folders[i], path))
            return true;
    return error_set(
        error, ERROR_FAILED,
        "libsanitizer-public.so: not found; install compute-sanitizer of the "
        "CUDA Toolkit, or set UPSWEEP_SANITIZER_API to its folder");
}
