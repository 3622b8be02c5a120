/* SPDX-License-Identifier: MIT */
#include "program/background.h"

#include "util/interrupt.h"
#include "util/plain_output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Bytes of what was said that are kept; of a piece that is passed on, which a
 * pipe takes whole or not at all; and pieces that are taken at a time, more
 * than a pipe holds. */
enum { MOST_SAID = 16384, PIECE = 512, MOST_PIECES = 512 };
enum { MOST_HELD = 1 << 20 }; /* of one that is held */
/* Milliseconds that the child has to end when it is asked to. */
enum { PATIENCE = 3000, LOOK_AGAIN = 2 };

/* In memory that both processes see. */
typedef struct {
    bool done, good;
    Error error;
} Report;

struct Background {
    pid_t process;  /* 0: it has ended */
    bool asked;     /* to end */
    bool held;      /* what it says is for background_tell */
    int file, said; /* the result; the pipe from its stderr */
    Report *report;
    Text text;          /* that came through the pipe */
    size_t dropped;     /* bytes that came after it */
    PlainOutput output; /* that is passed on to a terminal */
};

/* ---- The child ------------------------------------------------------------*/

static Report *own_report;

static void report_out_of_memory(void)
{
    error_set(&own_report->error, ERROR_FAILED, "%s", BASE_OUT_OF_MEMORY);
    own_report->done = true;
}

/* The window's handlers of signals are not for this process. */
static void become_child(const Background *job, int said, pid_t parent)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        signal(numbers[i], SIG_DFL);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    if (getppid() != parent)
        _exit(0);
    dup2(said, STDERR_FILENO);
    own_report = job->report;
    base_tell_out_of_memory(report_out_of_memory);
    cleanup_release();
}

static _Noreturn void work_on(const Background *job, BackgroundWork *work,
                              void *user)
{
    Report *report = job->report;

    report->good = work(user, job->file, &report->error);
    report->done = true;
    _exit(0);
}

/* ---- Starting and ending --------------------------------------------------*/

static bool open_said(Background *job, int *write_end)
{
    int ends[2];

    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    job->said = ends[0];
    *write_end = ends[1];
    return true;
}

static bool start(Background *job, BackgroundWork *work, void *user)
{
    pid_t self = getpid();
    int said;

    job->report = mmap(NULL, sizeof *job->report, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (job->report == MAP_FAILED)
        job->report = NULL;
    job->file = memfd_create("upsweep-result", MFD_CLOEXEC);
    if (!job->report || job->file < 0 || !open_said(job, &said))
        return false;
    cleanup_hold();
    pid_t child = fork();
    if (child == 0) {
        become_child(job, said, self);
        work_on(job, work, user);
    }
    int why = errno;
    cleanup_release();
    close(said);
    errno = why;
    job->process = child > 0 ? child : 0;
    return child > 0;
}

Background *background_start(BackgroundWork *work, void *user, Error *error)
{
    Background *job = base_alloc(1, sizeof *job);

    job->file = job->said = -1;
    text_add(&job->text, "%s", "");
    if (start(job, work, user))
        return job;
    error_set(error, ERROR_FAILED,
              "cannot start a process: %s; close other programs",
              strerror(errno));
    background_free(job);
    return NULL;
}

void background_stop(Background *job)
{
    if (job->process && !job->asked)
        kill(job->process, SIGTERM);
    job->asked = true;
}

static void end(Background *job)
{
    const struct timespec moment = {.tv_nsec = LOOK_AGAIN * 1000000};

    background_stop(job);
    for (int i = 0; i < PATIENCE && !background_ended(job); i += LOOK_AGAIN)
        nanosleep(&moment, NULL);
    if (!job->process)
        return;
    kill(job->process, SIGKILL);
    while (waitpid(job->process, NULL, 0) < 0 && errno == EINTR)
        continue;
    job->process = 0;
}

void background_free(Background *job)
{
    if (!job)
        return;
    end(job);
    if (job->file >= 0)
        close(job->file);
    if (job->said >= 0)
        close(job->said);
    if (job->report)
        munmap(job->report, sizeof *job->report);
    text_free(&job->text);
    free(job);
}

/* ---- What came of it ------------------------------------------------------*/

/* Prints on stderr, unless it takes nothing now: nobody waits for it. */
static void pass_on(Background *job, const char *bytes, size_t length)
{
    struct pollfd ready = {.fd = STDERR_FILENO, .events = POLLOUT};

    if (poll(&ready, 1, 0) != 1 || !(ready.revents & POLLOUT))
        return;
    if (isatty(STDERR_FILENO))
        plain_output_write(&job->output, STDERR_FILENO, bytes, length);
    else if (write(STDERR_FILENO, bytes, length) < 0)
        return;
}

static void take_said(Background *job)
{
    char bytes[PIECE];

    for (int i = 0; i < MOST_PIECES && job->said >= 0; ++i) {
        ssize_t got = read(job->said, bytes, sizeof bytes);
        size_t room = (job->held ? MOST_HELD : MOST_SAID) - job->text.length;
        if (got <= 0)
            return;
        if (!job->held)
            pass_on(job, bytes, (size_t)got);
        size_t kept = (size_t)got < room ? (size_t)got : room;
        text_add_bytes(&job->text, bytes, kept);
        job->dropped += (size_t)got - kept;
    }
}

bool background_ended(Background *job)
{
    if (job->process) {
        pid_t gone = waitpid(job->process, NULL, WNOHANG);
        if (gone == job->process || (gone < 0 && errno != EINTR))
            job->process = 0;
    }
    take_said(job);
    return !job->process;
}

void background_hold(Background *job)
{
    job->held = true;
}

void background_tell(Background *job)
{
    const Text *text = &job->text;

    if (isatty(STDERR_FILENO))
        plain_output_write(&job->output, STDERR_FILENO, text->text,
                           text->length);
    else
        plain_output_copy(STDERR_FILENO, text->text, text->length);
    plain_output_end(&job->output, STDERR_FILENO);
    if (job->dropped)
        fprintf(stderr, "\nupsweep: %zu more bytes were printed\n",
                job->dropped);
}

bool background_good(const Background *job, Error *error)
{
    const Report *report = job->report;

    if (report->done && report->good)
        return true;
    if (report->done)
        *error = report->error;
    else
        error_set(error, ERROR_FAILED,
                  "the process that records it ended early");
    return false;
}

int background_file(const Background *job)
{
    return job->file;
}

const char *background_said(const Background *job)
{
    return job->text.text;
}
