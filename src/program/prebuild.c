/* SPDX-License-Identifier: MIT
 *
 * prebuild - compiles a CUDA program as Upsweep does, when Upsweep is built:
 *
 *     prebuild FILE.cu OUT
 *         writes the program to OUT, and what its source says to OUT.facts
 *     prebuild --record OUT FILE.cu [--expect WHAT] [-- ARGUMENT ...]
 *         runs the program and writes the trace to OUT
 */
#include "program/build.h"
#include "program/program.h"
#include "trace/store.h"
#include "util/work_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_BYTES ((size_t)1 << 30)

/* Overwrites the last name in FOLDER, an absolute path, in DATA: debugging
 * information says where the sources were, which is another folder each time.
 * It may have divided the path. */
static void hide(char *data, size_t bytes, const char *folder)
{
    folder = strrchr(folder, '/');
    size_t length = strlen(++folder);
    const char *end = data + bytes;
    char *at = data;

    while ((at = memmem(at, (size_t)(end - at), folder, length)))
        memset(at, 'x', length);
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

static bool compile(const char *file, const char *out, Error *error)
{
    Build build = {0};
    Text facts = {0};

    text_add(&facts, "%s.facts", out);
    bool good = build_make(&build, NULL, &file, 1, error) &&
                copy_out(&build, "program", out, error) &&
                copy_out(&build, "0.facts", facts.text, error);
    build_free(&build);
    text_free(&facts);
    return good;
}

/* COUNT words: the file; what is expected of it, which is not recorded; and
 * behind "--" its arguments. */
static bool record(const char *out, char **words, int count, Error *error)
{
    const char *file = words[0];
    int first = count > 2 && strcmp(words[1], "--expect") == 0 ? 3 : 1;
    ProgramOptions options = {.files = &file, .files_count = 1, .silent = true};

    if (first < count) {
        if (strcmp(words[first], "--") != 0)
            return error_set(error, ERROR_USAGE,
                             "%s: a recorded example takes no %s", file,
                             words[first]);
        options.arguments = (const char *const *)words + first + 1;
        options.arguments_count = count - first - 1;
    }
    options.last_block = UINT32_MAX;
    Trace *trace = program_record(&options, error);
    bool good = trace && store_write(trace, out, error);
    trace_free(trace);
    return good;
}

int main(int argc, char **argv)
{
    Error error = {ERROR_NONE, ""};
    bool records = argc > 3 && strcmp(argv[1], "--record") == 0;

    if (!records && argc != 3) {
        fputs("usage: prebuild FILE.cu OUT\n"
              "       prebuild --record OUT FILE.cu [--expect WHAT] "
              "[-- ARGUMENT ...]\n",
              stderr);
        return 2;
    }
    bool good = records ? record(argv[2], argv + 3, argc - 3, &error)
                        : compile(argv[1], argv[2], &error);
    if (!good)
        fprintf(stderr, "prebuild: %s\n", error.text);
    return good ? 0 : 3;
}
