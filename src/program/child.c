/* SPDX-License-Identifier: MIT */
#include "program/child.h"

#include "util/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* Exit statuses of a child that did not become the program. */
enum { CANNOT_RUN = 126, NOT_FOUND = 127 };

enum { CANNOT_OPEN = -2 };

/* True if the program may start others, as a compiler does. */
static bool starts(const ChildSpec *spec)
{
    return spec->rights && spec->rights->starts;
}

/* ---- The terminal ---------------------------------------------------------*/

/* True if the program reads the terminal as we do. */
static bool shares_terminal(const ChildSpec *spec)
{
    return !spec->apart && !starts(spec) && isatty(STDIN_FILENO) &&
           tcgetpgrp(STDIN_FILENO) == getpgrp();
}

/* Opens a terminal of our own, which changes nothing of what is written to it:
 * a program writes line by line to it, as to any.  Its other end is *SAID. */
static int open_terminal(int *said)
{
    struct winsize size;
    struct termios raw;
    char name[64];
    int terminal = -1;

    *said = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (*said >= 0 && grantpt(*said) == 0 && unlockpt(*said) == 0 &&
        ptsname_r(*said, name, sizeof name) == 0)
        terminal = open(name, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (terminal >= 0 && tcgetattr(terminal, &raw) == 0) {
        cfmakeraw(&raw);
        tcsetattr(terminal, TCSANOW, &raw);
        if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0)
            ioctl(terminal, TIOCSWINSZ, &size);
        return terminal;
    }
    if (*said >= 0)
        close(*said);
    return -1;
}

static bool is_file(int descriptor)
{
    struct stat status;

    return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

/* Where the child's messages go: to the file that SPEC names, or to our
 * standard error.  If that is a terminal or a file, which the child could
 * change, they go through us, who read them from *SAID, else -1.  -1 if nothing
 * can be opened. */
static int open_messages(const ChildSpec *spec, int *said)
{
    int ends[2];

    *said = -1;
    if (spec->said)
        return open(spec->said, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                    S_IRUSR | S_IWUSR);
    bool terminal = isatty(STDERR_FILENO);
    if (spec->apart || !spec->rights || (!terminal && !is_file(STDERR_FILENO)))
        return STDERR_FILENO;
    int messages = terminal ? open_terminal(said) : -1;
    if (messages < 0) {
        if (pipe2(ends, O_CLOEXEC) != 0)
            return -1;
        *said = ends[0];
        messages = ends[1];
    }
    fcntl(*said, F_SETFL, O_NONBLOCK);
    return messages;
}

/* Opens the child's standard input again, for reading only: a terminal or a
 * file could be written to, and a shell that shares it would see what is set
 * there. */
static void limit_input(const ChildSpec *spec)
{
    const char *name = "/dev/null";

    bool writes = is_file(STDIN_FILENO) &&
                  (fcntl(STDIN_FILENO, F_GETFL) & O_ACCMODE) != O_RDONLY;
    if (!spec->rights || (!starts(spec) && !isatty(STDIN_FILENO) && !writes))
        return;
    if (!starts(spec))
        name = tcgetpgrp(STDIN_FILENO) >= 0 ? "/dev/tty" : "/proc/self/fd/0";
    int input = open(name, O_RDONLY | O_NOCTTY | O_CLOEXEC);
    if (input >= 0 && writes)
        lseek(input, lseek(STDIN_FILENO, 0, SEEK_CUR), SEEK_SET);
    if (input < 0)
        input = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (input < 0 || dup2(input, STDIN_FILENO) < 0)
        _exit(CANNOT_RUN);
}

/* ---- Files ----------------------------------------------------------------*/

/* The files that a child begins with. */
typedef struct {
    int output; /* -1: MESSAGES */
    int messages;
    int refusal; /* gets a byte if the rights cannot be taken */
} Files;

/* Where the child's standard output goes: to a file or nowhere; -1: to where
 * its messages go.  Opened before the fork, so that what fails is not taken for
 * the program's fault.  CANNOT_OPEN, with ERROR, if that fails. */
static int open_output(const ChildSpec *spec, Error *error)
{
    const char *name = spec->apart ? "/dev/null" : spec->output;
    int flags = spec->apart ? O_RDWR : O_WRONLY | O_CREAT | O_TRUNC;
    int file = name ? open(name, flags | O_CLOEXEC, S_IRUSR | S_IWUSR) : -1;

    if (!name || file >= 0)
        return file;
    error_set(error, ERROR_FAILED, "%.300s: cannot write: %s", name,
              strerror(errno));
    return CANNOT_OPEN;
}

/* Closes the files that the child has now. */
static void close_ours(const Files *files)
{
    if (files->output >= 0)
        close(files->output);
    if (files->messages >= 0 && files->messages != STDERR_FILENO)
        close(files->messages);
    if (files->refusal >= 0)
        close(files->refusal);
}

static bool cannot_start(const ChildSpec *spec, int why, Error *error)
{
    return error_set(error, ERROR_FAILED,
                     "%.200s: cannot start: %s; close other programs",
                     spec->arguments[0], strerror(why));
}

/* ---- Preparing ------------------------------------------------------------*/

static void limit(int resource, rlim_t soft, rlim_t most)
{
    struct rlimit both = {soft, most};

    setrlimit((__rlimit_resource_t)resource, &both);
}

/* Nothing of ours stays open in it but the standard files; a log may. */
static void close_others(int keep)
{
    enum { CLOSE_ON_EXEC = 4, MOST_FILES = 4096 };

#ifdef SYS_close_range
    if (syscall(SYS_close_range, STDERR_FILENO + 1, ~0u, CLOSE_ON_EXEC) != 0)
#endif
        for (int file = STDERR_FILENO + 1; file < MOST_FILES; ++file)
            fcntl(file, F_SETFD, FD_CLOEXEC);
    if (keep >= 0)
        fcntl(keep, F_SETFD, 0);
}

static void set_files(const ChildSpec *spec, const Files *files)
{
    if (spec->apart) { /* it is left with nothing but /dev/null */
        if (dup2(files->output, STDIN_FILENO) < 0 ||
            dup2(files->output, STDERR_FILENO) < 0)
            _exit(CANNOT_RUN);
    } else {
        limit_input(spec);
        if (dup2(files->messages, STDERR_FILENO) < 0)
            _exit(CANNOT_RUN);
    }
    if (dup2(files->output < 0 ? STDERR_FILENO : files->output, STDOUT_FILENO) <
        0)
        _exit(CANNOT_RUN);
    close_others(spec->keep);
}

static void set_limits(const ChildSpec *spec)
{
    if (spec->memory)
        limit(RLIMIT_DATA, spec->memory, spec->memory);
    if (spec->addresses)
        limit(RLIMIT_AS, spec->addresses, spec->addresses);
    if (spec->file) {
        limit(RLIMIT_FSIZE, spec->file, spec->file);
        signal(SIGXFSZ,
               SIG_IGN); /* a write fails, which clang reports better */
    }
    if (spec->processor > 0)
        limit(RLIMIT_CPU, (rlim_t)spec->processor,
              (rlim_t)spec->processor + CHILD_WARNINGS + 1);
    limit(RLIMIT_CORE, 0, 0);
}

static void take_rights(const ChildSpec *spec, const RightsTaken *taken,
                        int refusal)
{
    bool good = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                (!spec->folder || chdir(spec->folder) == 0);

    if (good && spec->rights && !rights_take(spec->rights, taken)) {
        ssize_t told = write(refusal, "", 1);
        (void)told;
        good = false;
    }
    if (!good)
        _exit(CANNOT_RUN);
}

/* Prepares the process that will become the program. */
static void prepare(const ChildSpec *spec, const Files *files,
                    const RightsTaken *taken, bool leads)
{
    static const int usual[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    sigset_t none;

    sigemptyset(&none); /* cleanup_hold holds signals, which are inherited */
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (leads)
        setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; ++i)
        signal(usual[i], SIG_DFL);
    set_limits(spec);
    set_files(spec, files);
    take_rights(spec, taken, files->refusal);
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

static pid_t start(const ChildSpec *spec, const Files *files,
                   const RightsTaken *taken, bool leads, char **environment)
{
    pid_t child = fork();

    if (child == 0) {
        prepare(spec, files, taken, leads);
        execvpe(spec->arguments[0], (char *const *)(uintptr_t)spec->arguments,
                environment);
        _exit(errno == ENOENT ? NOT_FOUND : CANNOT_RUN);
    }
    if (child > 0 && leads)
        setpgid(child, child);
    return child;
}

/* Starts the program; the process to be killed with us is noted.  False, with
 * ERROR, if there is no process or no memory for it. */
static bool launch(const ChildSpec *spec, const Files *files,
                   ChildProcess *process, Error *error)
{
    RightsTaken taken;
    char **environment = environment_new(spec);
    int why = ENOMEM;

    process->id = -1;
    if (rights_open(spec->rights, spec->apart, &taken)) {
        cleanup_hold();
        process->leads = !shares_terminal(spec);
        process->id = start(spec, files, &taken, process->leads, environment);
        why = errno;
        if (process->id > 0)
            cleanup_process(process->leads ? -process->id : process->id);
        cleanup_release();
    }
    environment_free(environment);
    rights_close(&taken);
    if (process->id < 0 && why == ENOMEM)
        return error_set(error, ERROR_FAILED, "%s", BASE_OUT_OF_MEMORY);
    return process->id > 0 || cannot_start(spec, why, error);
}

/* True if a byte came through the pipe: the child could not take its rights. */
static bool was_refused(int refusal)
{
    char byte;

    return read(refusal, &byte, 1) == 1;
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static ChildResult result_of(const ChildSpec *spec, ChildEnding ending,
                             const ChildProcess *process)
{
    int status = process->status;
    double used = seconds_of(process->usage.ru_utime) +
                  seconds_of(process->usage.ru_stime);
    ChildResult result = {
        .ending =
            ending != CHILD_ENDED || WIFEXITED(status) ? ending : CHILD_SIGNAL,
        .number = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status),
        .waited = spec->waiting > 0 && process->waited >= spec->waiting,
        .seconds = used + process->waited};
    bool failed = result.ending == CHILD_SIGNAL || result.number != 0;

    if (spec->processor > 0 && ending == CHILD_ENDED && failed &&
        (used >= spec->processor ||
         (result.ending == CHILD_SIGNAL && result.number == SIGXCPU)))
        result.ending = CHILD_LATE;
    return result;
}

/* Where files are not guarded, the program of an ordinary user could read our
 * memory by /proc. */
static void hide_memory(const ChildSpec *spec, bool hidden)
{
    if (spec->rights && !rights_files())
        prctl(PR_SET_DUMPABLE, !hidden);
}

/* Runs the program to its end; REFUSAL: the other end of Files.refusal. */
static bool run(const ChildSpec *spec, Files *files, int refusal,
                ChildResult *result, Error *error)
{
    ChildProcess process = {.said = -1};
    struct termios terminal;
    bool has_terminal = tcgetattr(STDIN_FILENO, &terminal) == 0;

    files->messages = open_messages(spec, &process.said);
    bool good = files->messages >= 0 ? launch(spec, files, &process, error)
                                     : cannot_start(spec, errno, error);
    close_ours(files);
    if (!good) {
        if (process.said >= 0)
            close(process.said);
        return false;
    }
    ChildEnding ending = child_watch(spec, &process);
    cleanup_forget_process(process.leads ? -process.id : process.id);
    if (has_terminal && tcgetpgrp(STDIN_FILENO) == getpgrp())
        tcsetattr(STDIN_FILENO, TCSANOW, &terminal); /* without a sandbox */
    *result = result_of(spec, ending, &process);
    if (interrupt_asked())
        return error_set(error, ERROR_FAILED, "stopped by a signal");
    return !was_refused(refusal) ||
           error_set(error, ERROR_FAILED,
                     "%.200s cannot run with fewer rights here: the system "
                     "lacks or refuses Landlock or filters of system calls "
                     "(seccomp). " RIGHTS_REMEDY,
                     spec->arguments[0]);
}

bool child_run(const ChildSpec *spec, ChildResult *result, Error *error)
{
    int refusal[2];
    Files files = {.output = open_output(spec, error), .messages = -1};

    if (files.output == CANNOT_OPEN)
        return false;
    if (pipe2(refusal, O_CLOEXEC | O_NONBLOCK) != 0) {
        int why = errno;
        files.refusal = -1;
        close_ours(&files);
        return cannot_start(spec, why, error);
    }
    files.refusal = refusal[1];
    hide_memory(spec, true);
    bool good = run(spec, &files, refusal[0], result, error);
    hide_memory(spec, false);
    close(refusal[0]);
    return good;
}
