/* SPDX-License-Identifier: MIT
 *
 * verify_all - several operands at a time, each in its process, one for each
 * processor; prints what they print in their order.
 *
 *     leftright  ─────►│ its lines
 *     prescan.cu ────────────────────────►│
 *     padding    ·     ─────►│              is printed after prescan.cu
 *
 * A process that crashes is one operand that was not verified.
 */
#include "program/background.h"
#include "report/answer.h"
#include "report/sweep.h"
#include "report/verify.h"
#include "util/interrupt.h"
#include "util/work_folder.h"
#include "util/workers.h"
#include "verify_work.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The beginning of a process's file; after it comes what it prints. */
typedef struct {
    bool done, complains;
    const char *complaint; /* a text of the program itself */
    Error error;           /* unless done */
} FileVerdict;

typedef struct {
    Verification *work;
    const Algorithm *const *algorithms; /* NULL: a program */
    size_t count;
    size_t *order; /* in which they are begun */
    size_t begun, printed;
    char *folder;      /* that all of them work in */
    Background **jobs; /* those that are begun and not printed */
} Many;

/* ---- In a process ---------------------------------------------------------*/

/* Processes do not share what there is to read: each has the file from its
 * present place on, and of a terminal or a pipe nothing. */
static void open_own_input(void)
{
    struct stat status;
    bool is_file = fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode);
    int file =
        open(is_file ? "/proc/self/fd/0" : "/dev/null", O_RDONLY | O_CLOEXEC);

    if (file < 0)
        return;
    if (is_file)
        lseek(file, lseek(STDIN_FILENO, 0, SEEK_CUR), SEEK_SET);
    dup2(file, STDIN_FILENO);
    close(file);
}

/* Verifies the operand that is begun now as if it were the only one. */
static bool verify_begun(void *user, int file, Error *error)
{
    const Many *many = user;
    size_t i = many->order[many->begun];
    Verification own = *many->work;
    FileVerdict finding = {.done = false};

    open_own_input();
    setenv("TMPDIR", many->folder, 1);
    own.out = fdopen(dup(file), "w");
    if (!own.out)
        return error_set(error, ERROR_FAILED, "%s", BASE_OUT_OF_MEMORY);
    fwrite(&finding, sizeof finding, 1, own.out);
    own.shows_progress = false;
    own.complaints = NULL;
    own.complaints_count = own.complaints_capacity = 0;
    own.runs = own.runs ? json_array() : NULL;
    finding.done =
        verify_operand(&own, many->algorithms[i], (int)i, &finding.error);
    if (own.runs)
        json_dumpf(own.runs, own.out, JSON_COMPACT);
    finding.complains = own.complaints_count > 0;
    if (finding.complains)
        finding.complaint = own.complaints[0];
    return (fclose(own.out) == 0 &&
            pwrite(file, &finding, sizeof finding, 0) == sizeof finding) ||
           error_set(error, ERROR_FAILED, "%s", BASE_OUT_OF_MEMORY);
}

/* ---- Beginning and end ----------------------------------------------------*/

/* How long an algorithm takes, roughly: its sizes, each as often as there are
 * orders of its blocks to be tried. */
static double effort(const Verification *work, const Algorithm *algorithm)
{
    SweepAsked asked = {.sizes = work->options->sizes,
                        .max_n = work->options->max_n,
                        .all = true};
    Sweep sweep = sweep_of(algorithm, &asked);
    double sum = 0;

    for (size_t i = 0; i < sweep.sizes_count; ++i)
        sum += (sweep.sizes[i].n + 100) *
               (double)(sweep.sizes[i].many && algorithm->waits
                            ? work->options->schedules
                            : 1);
    sweep_free(&sweep);
    return sum;
}

/* Algorithms that take long come first. */
static size_t *order_of(const Many *many)
{
    size_t *order = base_alloc(many->count, sizeof *order);
    double *efforts = base_alloc(many->count, sizeof *efforts);

    for (size_t i = 0; i < many->count; ++i) {
        size_t at = i;
        efforts[i] =
            many->algorithms[i] ? effort(many->work, many->algorithms[i]) : 0;
        for (; at > 0 && efforts[order[at - 1]] < efforts[i]; --at)
            order[at] = order[at - 1];
        order[at] = i;
    }
    free(efforts);
    return order;
}

/* Prints what was found of operand I, of which the file has BYTES bytes. */
static void print(Verification *work, const char *text, size_t bytes)
{
    if (work->runs) {
        json_t *runs = json_loadb(text, bytes, 0, NULL);
        if (runs)
            json_array_extend(work->runs, runs);
        json_decref(runs);
    } else {
        fwrite(text, 1, bytes, work->out);
        fflush(work->out);
    }
    verify_print_rows(work);
}

/* Takes what the process of operand I has left. */
static bool take(const Many *many, size_t i, Error *error)
{
    Verification *work = many->work;
    Background *job = many->jobs[i];
    int file = background_file(job);
    off_t bytes = lseek(file, 0, SEEK_END);
    Error lost;

    if (work->shows_progress)
        fprintf(work->notes, "\r%32s\r", "");
    background_tell(job);
    if (!background_good(job, &lost)) {
        verify_broken(work,
                      many->algorithms[i] ? many->algorithms[i]->name
                                          : work->options->operands[i],
                      VERIFY_NOT_DONE, &lost);
        verify_print_rows(work);
        return true;
    }
    const FileVerdict *finding =
        mmap(NULL, (size_t)bytes, PROT_READ, MAP_PRIVATE, file, 0);
    if (finding == MAP_FAILED)
        return error_set(error, ERROR_FAILED, "%s", BASE_OUT_OF_MEMORY);
    bool done = finding->done;
    if (done)
        print(work, (const char *)(finding + 1),
              (size_t)bytes - sizeof *finding);
    else
        *error = finding->error;
    if (finding->complains)
        base_push(work, complaints, finding->complaint);
    munmap((void *)(uintptr_t)finding, (size_t)bytes);
    return done;
}

/* Begins operands while fewer than MOST are under way. */
static bool begin(Many *many, size_t most, Error *error)
{
    size_t running = 0;

    for (size_t i = 0; i < many->count; ++i)
        running += many->jobs[i] && !background_ended(many->jobs[i]);
    for (; running < most && many->begun < many->count;
         ++many->begun, ++running) {
        Background *job = background_start(verify_begun, many, error);
        if (!job)
            return false;
        background_hold(job);
        many->jobs[many->order[many->begun]] = job;
    }
    if (many->work->shows_progress)
        fprintf(many->work->notes, "\r%zu of %zu done", many->begun - running,
                many->count);
    return true;
}

/* Prints those that have ended and have none before them that has not. */
static bool print_ended(Many *many, Error *error)
{
    bool good = true;
    size_t i;

    while (good && (i = many->printed) < many->count && many->jobs[i] &&
           background_ended(many->jobs[i])) {
        good = take(many, i, error);
        background_free(many->jobs[i]);
        many->jobs[i] = NULL;
        ++many->printed;
    }
    return good;
}

bool verify_many(Verification *work, const Algorithm *const algorithms[],
                 Error *error)
{
    const struct timespec moment = {.tv_nsec = 4000000};
    size_t count = work->count;
    Many many = {.work = work,
                 .algorithms = algorithms,
                 .count = count,
                 .folder = work_folder_new(error)};
    bool good = many.folder != NULL;

    many.order = order_of(&many);
    many.jobs = base_alloc(count, sizeof(Background *));
    interrupt_catch();
    while (good && many.printed < count) {
        good = begin(&many, (size_t)workers_cores(), error);
        nanosleep(&moment, NULL);
        good = good && print_ended(&many, error) &&
               (!interrupt_asked() ||
                error_set(error, ERROR_FAILED, "stopped by a signal"));
    }
    for (size_t i = 0; i < count; ++i)
        if (many.jobs[i])
            background_stop(many.jobs[i]);
    for (size_t i = 0; i < count; ++i)
        background_free(many.jobs[i]);
    work_folder_free(many.folder);
    interrupt_release();
    interrupt_obey();
    free(many.jobs);
    free(many.order);
    return good;
}
