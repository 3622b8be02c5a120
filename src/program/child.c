/* SPDX-License-Identifier: MIT */
#include "program/child.h"

#include "program/read_only.h"
#include "util/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Exit statuses of a child that did not become the program. */
enum { CANNOT_RUN = 126, NOT_FOUND = 127 };

/* A program whose time is over gets SIGXCPU so often, once a second. */
enum { MOST_WARNINGS = 5 };

static void limit(int resource, rlim_t soft, rlim_t most)
{
    struct rlimit both = {soft, most};

    setrlimit((__rlimit_resource_t)resource, &both);
}

/* Where the child's standard output goes: to a file, to our standard error, or
 * nowhere.  Opened before the fork, so that what fails is not taken for the
 * program's fault.  -1: it cannot be opened. */
static int open_output(const ChildSpec *spec, Error *error)
{
    const char *name = spec->apart ? "/dev/null" : spec->output;
    int flags = spec->apart ? O_RDWR : O_WRONLY | O_CREAT | O_TRUNC;
    int file =
        name ? open(name, flags | O_CLOEXEC, S_IRUSR | S_IWUSR) : STDERR_FILENO;

    if (file < 0)
        error_set(error, ERROR_FAILED, "cannot write %.300s: %s", name,
                  strerror(errno));
    return file;
}

/* Cuts the process off from what it could read, write or change; only NOTHING,
 * /dev/null, is left. */
static void set_apart(int nothing)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; ++file)
        if (dup2(nothing, file) < 0)
            _exit(CANNOT_RUN);
    if (!read_only_begin() && !rights_optional())
        _exit(CANNOT_RUN);
}

/* Its standard input is empty, and what it says goes to a file, BOTH or only
 * its standard error. */
static bool take_said(const ChildSpec *spec, bool both)
{
    int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
    int said = open(spec->said, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                    S_IRUSR | S_IWUSR);

    return in >= 0 && said >= 0 && dup2(in, STDIN_FILENO) >= 0 &&
           dup2(said, STDERR_FILENO) >= 0 &&
           (!both || dup2(said, STDOUT_FILENO) >= 0);
}

/* Nothing of ours stays open in it but the standard files; a log may. */
static void close_others(int keep)
{
#if defined(SYS_close_range) && defined(CLOSE_RANGE_CLOEXEC)
    syscall(SYS_close_range, STDERR_FILENO + 1, ~0u, CLOSE_RANGE_CLOEXEC);
#endif
    if (keep >= 0)
        fcntl(keep, F_SETFD, 0);
}

/* FILES: see rights.h.  If the rights cannot be taken, a byte goes to REFUSAL.
 */
static void take_rights(const ChildSpec *spec, int files, int refusal)
{
    bool good = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;

    if (spec->folder)
        good = good && chdir(spec->folder) == 0;
    if (good && spec->rights && !rights_take(spec->rights, files)) {
        ssize_t told = write(refusal, "", 1);
        (void)told;
        good = false;
    }
    if (!good)
        _exit(CANNOT_RUN);
}

/* Prepares the process that will become the program. */
static void prepare(const ChildSpec *spec, int output, int files, int refusal)
{
    sigset_t none;

    sigemptyset(&none); /* cleanup_hold holds signals, which are inherited */
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    if (spec->memory)
        limit(RLIMIT_DATA, spec->memory, spec->memory);
    if (spec->addresses)
        limit(RLIMIT_AS, spec->addresses, spec->addresses);
    if (spec->file)
        limit(RLIMIT_FSIZE, spec->file, spec->file);
    if (spec->processor > 0)
        limit(RLIMIT_CPU, (rlim_t)spec->processor,
              (rlim_t)spec->processor + MOST_WARNINGS + 1);
    limit(RLIMIT_CORE, 0, 0);
    if (!spec->apart && dup2(output, STDOUT_FILENO) < 0)
        _exit(CANNOT_RUN);
    if (spec->said && !take_said(spec, output == STDERR_FILENO))
        _exit(CANNOT_RUN);
    take_rights(spec, files, refusal);
    if (spec->apart)
        set_apart(output);
    close_others(spec->keep);
}

/* ---- The environment ------------------------------------------------------*/

static bool is_set_by(const ChildSpec *spec, const char *word)
{
    for (int i = 0; spec->settings && spec->settings[i]; i += 2) {
        size_t length = strlen(spec->settings[i]);
        if (strncmp(word, spec->settings[i], length) == 0 &&
            word[length] == '=')
            return true;
    }
    return false;
}

/* Appends the paths of the list VALUE but relative and empty ones, which would
 * lead into the folder that the child begins in.  What has no slash is a
 * library that the system looks for. */
static void add_paths(const char *value, const char *separators, Text *text)
{
    size_t begun = text->length;

    for (size_t length; *value; value += length + (value[length] != '\0')) {
        length = strcspn(value, separators);
        bool preloads = separators[1] && !memchr(value, '/', length);
        if (length && (value[0] == '/' || preloads))
            text_add(text, "%s%.*s", text->length > begun ? ":" : "",
                     (int)length, value);
    }
}

/* A copy of WORD, NAME=VALUE, for the child; NULL: it does not get it. */
static char *word_of(const char *word)
{
    static const char *const lists[] = {
        "PATH",         "LD_LIBRARY_PATH", "LD_RUN_PATH",
        "LIBRARY_PATH", "COMPILER_PATH",   "GCC_EXEC_PREFIX",
        "CPATH",        "C_INCLUDE_PATH",  "CPLUS_INCLUDE_PATH",
        "LD_PRELOAD",   "LD_AUDIT"};
    size_t length = strcspn(word, "=");
    Text text = {0};

    for (size_t i = 0; word[length] && i < sizeof lists / sizeof *lists; ++i) {
        if (strlen(lists[i]) != length || memcmp(lists[i], word, length) != 0)
            continue;
        text_add(&text, "%s=", lists[i]);
        add_paths(word + length + 1,
                  strncmp(word, "LD_PRELOAD", 10) ? ":" : ": ", &text);
        if (text.length == length + 1)
            text_free(&text);
        return text.text;
    }
    return base_strdup(word);
}

/* Made before the fork: a child that asks for memory and gets none would end
 * like a program that failed. */
static char **environment_new(const ChildSpec *spec)
{
    size_t count = 0, settings = 0, at = 0;

    while (environ && environ[count])
        ++count;
    while (spec->settings && spec->settings[settings])
        ++settings;
    char **words = base_alloc(count + settings + 1, sizeof *words);
    for (size_t i = 0; i < settings; i += 2) {
        Text word = {0};
        text_add(&word, "%s=%s", spec->settings[i], spec->settings[i + 1]);
        words[at++] = word.text;
    }
    for (size_t i = 0; i < count; ++i)
        if (!is_set_by(spec, environ[i]) && (words[at] = word_of(environ[i])))
            ++at;
    return words;
}

static void environment_free(char **words)
{
    for (size_t i = 0; words[i]; ++i)
        free(words[i]);
    free(words);
}

/* ---- Running --------------------------------------------------------------*/

/* Free bytes of the disk that FOLDER is on; 0: not known. */
static uint64_t free_bytes(const char *folder)
{
    struct statvfs status;

    return folder && statvfs(folder, &status) == 0
               ? (uint64_t)status.f_bavail * status.f_frsize
               : 0;
}

/* The bytes that are to stay free. */
static uint64_t bytes_kept(const ChildSpec *spec)
{
    uint64_t now = free_bytes(spec->disk);

    return now / 2 > spec->disk_bytes ? now - spec->disk_bytes : now / 2;
}

/* Waits a moment for the end of the process of FILE (-1: it has none), of whose
 * time LEFT seconds are left. */
static void wait_moment(const ChildSpec *spec, int file, double left)
{
    struct pollfd ready = {.fd = file, .events = POLLIN};
    double most = file < 0 ? 0.001 : spec->disk ? 0.1 : 1;

    poll(&ready, file >= 0, (int)(1000 * (left < most ? left : most)) + 1);
}

/* How CHILD ended, with its STATUS; or why it is to be killed: a signal that
 * has come counts as CHILD_LATE. */
static ChildEnding wait_for(pid_t child, const ChildSpec *spec, int *status)
{
    double end = base_wall_seconds() + spec->seconds;
    uint64_t kept = bytes_kept(spec);
    ChildEnding ending = CHILD_ENDED;
    int file = (int)syscall(SYS_pidfd_open, child, 0);

    while (waitpid(child, status, WNOHANG) != child) {
        double left = spec->seconds > 0 ? end - base_wall_seconds() : 1;
        if (left <= 0 || interrupt_asked()) {
            ending = CHILD_LATE;
            break;
        }
        if (spec->disk && free_bytes(spec->disk) < kept) {
            ending = CHILD_WROTE;
            break;
        }
        wait_moment(spec, file, left);
    }
    if (file >= 0)
        close(file);
    return ending;
}

/* Tells a program that its time is over, and leaves it some to end. */
static void warn_late(pid_t child, const ChildSpec *spec)
{
    int file = (int)syscall(SYS_pidfd_open, child, 0);
    struct pollfd ended = {.fd = file, .events = POLLIN};

    for (int i = 0; spec->processor > 0 && file >= 0 && i < MOST_WARNINGS &&
                    !interrupt_asked();
         ++i) {
        kill(child, SIGXCPU);
        if (poll(&ended, 1, 1000) > 0)
            break;
    }
    if (file >= 0)
        close(file);
}

static pid_t start(const ChildSpec *spec, int output, int files, int refusal,
                   char **environment)
{
    pid_t child = fork();

    if (child == 0) {
        prepare(spec, output, files, refusal);
        execvpe(spec->arguments[0], (char *const *)(uintptr_t)spec->arguments,
                environment);
        _exit(errno == ENOENT ? NOT_FOUND : CANNOT_RUN);
    }
    if (child > 0)
        setpgid(child, child);
    return child;
}

/* Processor time of the children that have ended. */
static double seconds_used(void)
{
    struct rusage usage;

    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec);
}

/* True if a byte came through the pipe: the child could not take its rights.
 * Closes the pipe. */
static bool was_refused(int refusal)
{
    char byte;
    bool refused = read(refusal, &byte, 1) == 1;

    close(refusal);
    return refused;
}

static ChildResult result_of(const ChildSpec *spec, ChildEnding ending,
                             int status)
{
    ChildResult result = {.ending = ending != CHILD_ENDED || WIFEXITED(status)
                                        ? ending
                                        : CHILD_SIGNAL,
                          .number = WIFEXITED(status) ? WEXITSTATUS(status)
                                                      : WTERMSIG(status)};

    if (result.ending == CHILD_SIGNAL && spec->processor > 0 &&
        (result.number == SIGXCPU ||
         (result.number == SIGKILL && seconds_used() >= spec->processor)))
        result.ending = CHILD_LATE;
    return result;
}

/* Starts the program with OUTPUT, which is closed.  Below 0, with ERROR, if
 * there is no process for it. */
static pid_t launch(const ChildSpec *spec, int output, int refusal,
                    Error *error)
{
    int files = spec->rights ? rights_open(spec->rights) : -1;
    char **environment = environment_new(spec);

    cleanup_hold();
    pid_t child = start(spec, output, files, refusal, environment);
    if (child > 0)
        cleanup_process(-child);
    int why = errno;
    cleanup_release();
    environment_free(environment);
    if (files >= 0)
        close(files);
    if (output != STDERR_FILENO)
        close(output);
    if (child < 0 && why == ENOMEM)
        error_set(error, ERROR_FAILED, "%s", BASE_OUT_OF_MEMORY);
    else if (child < 0)
        error_set(error, ERROR_FAILED,
                  "cannot start %.200s: %s; end other programs",
                  spec->arguments[0], strerror(why));
    return child;
}

bool child_run(const ChildSpec *spec, ChildResult *result, Error *error)
{
    int status = 0, refusal[2], output = open_output(spec, error);

    if (output < 0)
        return false;
    if (pipe2(refusal, O_CLOEXEC | O_NONBLOCK) != 0) {
        const char *why = strerror(errno);
        if (output != STDERR_FILENO)
            close(output);
        return error_set(error, ERROR_FAILED,
                         "cannot start %.200s: %s; end other programs",
                         spec->arguments[0], why);
    }
    pid_t child = launch(spec, output, refusal[1], error);
    close(refusal[1]);
    if (child < 0) {
        close(refusal[0]);
        return false;
    }
    ChildEnding ending = wait_for(child, spec, &status);
    if (ending == CHILD_LATE)
        warn_late(child, spec);
    kill(-child, SIGKILL);
    if (ending != CHILD_ENDED)
        waitpid(child, &status, 0);
    cleanup_forget_process(-child);
    bool refused = was_refused(refusal[0]);
    if (interrupt_asked())
        return error_set(error, ERROR_FAILED, "stopped by a signal");
    if (refused)
        return error_set(error, ERROR_FAILED,
                         "%.200s cannot run with fewer rights here: the system "
                         "lacks or refuses Landlock or filters of system calls "
                         "(seccomp). " RIGHTS_REMEDY,
                         spec->arguments[0]);
    *result = result_of(spec, ending, status);
    return true;
}
