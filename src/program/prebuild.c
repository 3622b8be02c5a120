/* SPDX-License-Identifier: MIT
 *
 * prebuild - compiles a CUDA program as Upsweep does, when Upsweep is built:
 *
 *     prebuild FILE.cu OUT
 *
 * writes the program to OUT, and what its source says to OUT.facts.
 */
#include "program/build.h"
#include "util/work_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_BYTES ((size_t)1 << 30)

/* Overwrites FOLDER, an absolute path, in DATA: debugging information names
 * where the sources were, which is another place each time. */
static void hide(char *data, size_t bytes, const char *folder)
{
    size_t length = strlen(folder);
    const char *end = data + bytes;
    char *at = data;

    while ((at = memmem(at, (size_t)(end - at), folder, length)))
        memset(at + 1, 'x', length - 1);
}

/* Copies the file FROM of the build to TO. */
static bool copy_out(const Build *build, const char *from, const char *to,
                     Error *error)
{
    char *path = work_folder_path(build->folder, from);
    size_t bytes;
    char *data = base_read_file(path, MOST_BYTES, &bytes, error);
    char *here = getcwd(NULL, 0);

    if (data && here) {
        hide(data, bytes, build->folder);
        hide(data, bytes, here);
    }
    FILE *file = data ? fopen(to, "wbe") : NULL;
    bool good = file && fwrite(data, 1, bytes, file) == bytes;

    if (file && fclose(file) != 0)
        good = false;
    free(here);
    free(data);
    free(path);
    return good || error_set(error, ERROR_FAILED, "cannot write %s", to);
}

int main(int argc, char **argv)
{
    Error error = {ERROR_NONE, ""};
    Build build = {0};
    Text facts = {0};

    if (argc != 3) {
        fputs("usage: prebuild FILE.cu OUT\n", stderr);
        return 2;
    }
    const char *files[] = {argv[1]};
    text_add(&facts, "%s.facts", argv[2]);
    bool good = build_make(&build, NULL, files, 1, &error) &&
                copy_out(&build, "program", argv[2], &error) &&
                copy_out(&build, "0.facts", facts.text, &error);
    build_free(&build);
    text_free(&facts);
    if (!good)
        fprintf(stderr, "prebuild: %s\n", error.text);
    return good ? 0 : 3;
}
