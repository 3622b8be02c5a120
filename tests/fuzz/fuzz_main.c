/* SPDX-License-Identifier: MIT
 *
 * fuzz_main - a fuzz target without a fuzzer: each file of its corpus once, as
 * a test that speaks TAP; or the files that are named.
 *
 * A fuzzer brings its own main: compile with -DFUZZ_NO_MAIN then.
 */
#include "fuzz.h"

#ifndef FUZZ_NO_MAIN

#include "util/base.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An input may be no larger; fuzzers get the same limit. */
enum { MOST_BYTES = 1 << 16 };

static FILE *report; /* the target may print, and nobody reads that */
static int number;
static bool failed;

static void run_file(const char *path)
{
    const char *name = strrchr(path, '/');
    Error error;
    size_t bytes;
    char *data = base_read_file(path, MOST_BYTES, &bytes, &error);

    if (!data) {
        fprintf(report, "Bail out! %s\n", error.text);
        exit(1);
    }
    LLVMFuzzerTestOneInput((const uint8_t *)data, bytes);
    free(data);
    name = name ? name + 1 : path;
    bool old = fuzz_refused && strncmp(name, "crash-", 6) != 0;
    fprintf(report, "%sok %d - %s%s\n", old ? "not " : "", ++number, path,
            old ? " has another format; make the corpus again" : "");
    failed |= old;
    fflush(report);
}

static void run_folder(const char *path)
{
    struct dirent **names;
    int count = scandir(path, &names, NULL, alphasort);

    for (int i = 0; i < count; ++i) {
        Text file = {0};
        text_add(&file, "%s/%s", path, names[i]->d_name);
        if (names[i]->d_name[0] != '.')
            run_file(file.text);
        text_free(&file);
        free(names[i]);
    }
    if (count >= 0)
        free(names);
}

int main(int argc, char **argv)
{
    const char *top = getenv("srcdir");
    char *from = realpath(top ? top : ".", NULL); /* targets change folders */
    Text corpus = {0};

    report = fdopen(dup(STDOUT_FILENO), "w");
    if (!report || !freopen("/dev/null", "w", stdout))
        return 3;
    BASE_CHECK(from);
    text_add(&corpus, "%s/tests/fuzz/corpus/%s", from, fuzz_name);
    LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 1; i < argc; ++i)
        if (argv[i][0] != '-')
            run_file(argv[i]);
    if (number == 0)
        run_folder(corpus.text);
    fprintf(report, "1..%d\n", number);
    text_free(&corpus);
    free(from);
    return fclose(report) == 0 && number > 0 && !failed ? 0 : 1;
}

#endif
