/* SPDX-License-Identifier: MIT
 *
 * bench_whole - measures what a user notices: the time until the window shows
 * a frame, the time of all proofs, the memory of a large comparison, and the
 * size of the program.
 *
 * It starts the program, $UPSWEEP or ./upsweep, for each measurement that needs
 * a process.
 */
#include "bench.h"
#include "config.h"
#include "util/work_folder.h"

#include "window/app.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *program_path(void)
{
    const char *path = getenv("UPSWEEP");

    return path ? path : "./upsweep";
}

/* Runs the program with WORDS, the first its name, and throws away what it
 * prints; false unless it ends with 0. */
static bool run_program(char *const words[], double *seconds, double *megabytes)
{
    extern char **environ;
    posix_spawn_file_actions_t actions;
    struct rusage usage;
    pid_t process;
    int status = 0;
    double start = base_wall_seconds();

    posix_spawn_file_actions_init(&actions);
    for (int file = STDOUT_FILENO; file <= STDERR_FILENO; ++file)
        posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_WRONLY,
                                         0);
    bool good = posix_spawn(&process, program_path(), &actions, NULL, words,
                            environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    while (good && wait4(process, &status, 0, &usage) < 0)
        good = errno == EINTR;
    *seconds = base_wall_seconds() - start;
    if (good)
        *megabytes = (double)usage.ru_maxrss / 1024;
    return good && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

#define WORD(text) (char *)(uintptr_t)(text)

/* ---- The window -----------------------------------------------------------*/

/* From the start of `upsweep view leftright padding` to its first frame: the
 * program begins, as for --version, records, opens the window and draws. */
static void measure_start(Bench *bench)
{
    char *const words[] = {WORD("upsweep"), WORD("--version"), NULL};
    AppOptions options = {.width = 0};
    double begins, ignored;
    Error error;

    if (!run_program(words, &begins, &ignored))
        return;
    double start = base_wall_seconds();
    Trace *one = bench_record(bench, "leftright", 64, 4, &error);
    Trace *other = one ? bench_record(bench, "padding", 64, 4, &error) : NULL;
    const Trace *traces[] = {one, other};
    App *app = other ? app_open(traces, 2, &options, &error) : NULL;
    if (app) {
        app_draw(app);
        bench_add(bench, "view, from start to frame", "ms",
                  1e3 * (begins + base_wall_seconds() - start), 500, false);
    }
    app_close(app);
    trace_free(one);
    trace_free(other);
}

/* ---- Proofs, memory -------------------------------------------------------*/

static void measure_proofs(Bench *bench)
{
    char *const words[] = {
        WORD("upsweep"), WORD("verify"), WORD("--all"), WORD("--device"),
        WORD("cpu"),     WORD("-q"),     NULL};
    double seconds, ignored;

    if (run_program(words, &seconds, &ignored))
        bench_add(bench, "verify --all, all cores", "s", seconds, 5, false);
    else
        fputs("verify --all: failed, so not measured\n", bench->notes);
}

static void measure_comparison(Bench *bench)
{
    Error error;
    char *folder = work_folder_new(&error);
    char *path = folder ? work_folder_path(folder, "x.png") : NULL;
    char *const words[] = {WORD("upsweep"),
                           WORD("export"),
                           WORD("leftright"),
                           WORD("padding"),
                           WORD("-n"),
                           WORD("32768"),
                           WORD("--step"),
                           WORD("9"),
                           WORD("-q"),
                           WORD("--device"),
                           WORD("cpu"),
                           WORD("-o"),
                           path,
                           NULL};
    double seconds, megabytes;

    if (folder && run_program(words, &seconds, &megabytes))
        bench_add(bench, "a comparison, n = 32768", "MB", megabytes, 300,
                  false);
    free(path);
    work_folder_free(folder);
}

/* ---- Size -----------------------------------------------------------------*/

/* Bytes of the program that are loaded, and so without what is there for
 * debuggers; 0: they cannot be read. */
static double loaded_bytes(void)
{
    int file = open(program_path(), O_RDONLY | O_CLOEXEC);
    Elf64_Ehdr head;
    Elf64_Phdr part;
    double bytes = 0;

    if (file < 0)
        return 0;
    if (read(file, &head, sizeof head) != sizeof head)
        head.e_phnum = 0;
    for (int i = 0; i < head.e_phnum; ++i) {
        off_t at = (off_t)(head.e_phoff + (Elf64_Off)i * sizeof part);
        if (pread(file, &part, sizeof part, at) == sizeof part &&
            part.p_type == PT_LOAD)
            bytes += (double)part.p_filesz;
    }
    close(file);
    return bytes;
}

static void measure_size(Bench *bench)
{
#ifdef HAVE_CUDA
    const double goal = 15;
#else
    const double goal = 8;
#endif

    bench_add(bench, "the program, with fonts", "MB", 1e-6 * loaded_bytes(),
              goal, false);
}

void bench_whole(Bench *bench)
{
    measure_start(bench);
    measure_proofs(bench);
    measure_comparison(bench);
    measure_size(bench);
}
