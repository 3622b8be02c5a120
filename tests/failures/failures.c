/* SPDX-License-Identifier: MIT
 *
 * failures - runs the program again and again while memory, disk or life fail
 * at one place after the other, and looks at what is left.
 *
 *     failures [-n LIMIT] [-k KIND] [-e KERNELS] PROGRAM PRELOAD [CASE...]
 *
 * PROGRAM is upsweep, PRELOAD the library of fail.c. LIMIT is the most places
 * that are tried of a case and a kind, evenly spread (0: all). For each case it
 * first runs undisturbed; a run that fails then must
 *
 *     end within a minute, by itself: no signal unless it was sent one;
 *     exit with 3, and with one line on stderr; with no memory this says so
 *     (but of ffmpeg it says what ffmpeg said);
 *     or exit as the undisturbed run does, with the same output in every byte;
 *     leave each file as it was before or as the undisturbed run makes it, and
 *     no other file, and no process (after SIGKILL a .part may stay, and the
 *     next run must succeed beside it).
 *
 * The window is given keys by press.so, which lies beside PRELOAD, and shows
 * itself to nobody (SDL_VIDEODRIVER=dummy, if the variable is not set). A frame
 * that cannot be saved is reported in the window, which stays open: so this
 * file may be missing at an exit with 0.
 *
 * KERNELS is the folder kernels/ of the source. Only the
 * program itself is disturbed, not the compiler that it starts nor the program
 * that this makes; but limits on files and memory are theirs, too, and then it
 * may say after them that it does not compile, and exit with 2. A compiler of
 * our own in PATH gives out again what clang made in the undisturbed run: so a
 * case takes less than a second. Their folder in TMPDIR must be gone, but after
 * SIGKILL.
 *
 * Speaks TAP: a line for each case and kind.
 */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_WORDS = 24,
    SHOWN_FAULTS = 8,
    LEAST_SPACE = 40000, /* kilobytes in which the program is hardly loaded */
    MOST_SPACE = 120000, /* kilobytes that are enough for the small cases */
    MOST_SIGNALS = 60,   /* of a case and a kind */
    SECONDS = 60,        /* that one run may take */
    ALL_SECONDS = 600    /* that a case may take with a kind, about */
};

/* ---- What is run -------------------------------------------------------- */

typedef enum {
    NOTHING,
    FFMPEG,
    WINDOW, /* runs in out/, with keys from press.so */
    COMPILER
} Needs;

typedef struct {
    const char *name;
    const char *words;  /* of the command, blanks between */
    const char *output; /* the file that is there before; NULL: none is */
    Needs needs;
    int usual; /* exit status when nothing fails */
} Case;

#define FRAMES "export a.upsweep -q --size 640x360 --by phase -o out/o"

static const Case cases[] = {
    {"record", "record leftright -n 64 -k 4 -q -o out/o.upsweep",
     "out/o.upsweep", NOTHING, 0},
    {"record blocks", "record look-back -n 64 -k 4 -q -o out/o.upsweep",
     "out/o.upsweep", NOTHING, 0},
    {"list", "list --json", NULL, NOTHING, 0},
    {"show", "show a.upsweep", NULL, NOTHING, 0},
    {"report", "report a.upsweep b.upsweep", NULL, NOTHING, 0},
    {"report json", "report --json a.upsweep", NULL, NOTHING, 0},
    {"verify json", "verify --json leftright -n 16 -k 4", NULL, NOTHING, 0},
    {"diff", "diff a.upsweep b.upsweep", NULL, NOTHING, 1},
    {"png", "export a.upsweep -q --size 640x360 --step 2 -o out/o.png",
     "out/o.png", NOTHING, 0},
    {"png frames", FRAMES ".png", NULL, NOTHING, 0},
    {"svg", "export a.upsweep -q --step 2 -o out/o.svg", "out/o.svg", NOTHING,
     0},
    {"pdf", "export a.upsweep -q --step 2 -o out/o.pdf", "out/o.pdf", NOTHING,
     0},
    {"pdf pages", "export a.upsweep -q --by step -o out/o.pdf", "out/o.pdf",
     NOTHING, 0},
    {"html", FRAMES ".html", "out/o.html", NOTHING, 0},
    {"gif", FRAMES ".gif", "out/o.gif", FFMPEG, 0},
    {"mp4", FRAMES ".mp4", "out/o.mp4", FFMPEG, 0},
    {"beamer", FRAMES ".tex --slides beamer", NULL, NOTHING, 0},
    {"reveal", FRAMES ".html --slides reveal", NULL, NOTHING, 0},
    {"chart", "export chart blocks -q -o out/o.png", "out/o.png", NOTHING, 0},
    {"program", "record three-phase.cu -q -o out/o.upsweep", "out/o.upsweep",
     COMPILER, 0},
    {"program json", "verify nopadding.cu --json", NULL, COMPILER, 0},
    {"view", "view ../a.upsweep --size 640x360", NULL, WINDOW, 0},
};

enum { CASES = sizeof cases / sizeof *cases };

typedef enum {
    MEMORY,    /* one request for memory is refused */
    MEMORY_ON, /* and all that follow */
    DISK,      /* one request to a file fails */
    DISK_ON,   /* and all that follow */
    SIZE,      /* files grow no further than so many bytes */
    SPACE,     /* so many kilobytes of address space */
    STOP,      /* SIGINT, SIGTERM or SIGHUP after so many microseconds */
    KILL       /* SIGKILL */
} Kind;

static const char *const kinds[] = {
    [MEMORY] = "memory",   [MEMORY_ON] = "memory-on", [DISK] = "disk",
    [DISK_ON] = "disk-on", [SIZE] = "size",           [SPACE] = "space",
    [STOP] = "stop",       [KILL] = "kill",
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* ---- One run ------------------------------------------------------------ */

static const File old = {.bytes = (char[]){"what was there"}, .length = 14};

static void put_old(const char *path)
{
    int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;

    if (!path)
        return;
    if (file < 0 || write(file, old.bytes, old.length) != (ssize_t)old.length)
        die(path);
    close(file);
}

typedef struct {
    int status; /* as wait says */
    bool slow;  /* had to be killed */
    int orphans;
    bool left; /* something in TMPDIR */
    double seconds;
    File said, complained; /* stdout and stderr */
    Files files;
} Outcome;

/* How a run is disturbed. */
typedef struct {
    Kind kind;
    long at; /* call, bytes or microseconds; 0: not at all */
    int signal;
    const char *count; /* file that the number of calls goes to, or NULL */
} Trouble;

static const char *program, *preload;
static char press[4096]; /* beside PRELOAD */
static char count_file[64];

static void set_number(const char *name, long number)
{
    char text[32];

    snprintf(text, sizeof text, "%ld", number);
    setenv(name, text, 1);
}

/* Shows the window to nobody, and gives it keys. */
static void open_window(bool fails)
{
    char both[2 * sizeof press];

    snprintf(both, sizeof both, "%s%s%s", press, fails ? ":" : "",
             fails ? preload : "");
    setenv("LD_PRELOAD", both, 1);
    setenv("SDL_VIDEODRIVER", "dummy", 0);
    if (chdir("out") != 0)
        _exit(127);
}

static void arm(const Case *what, const Trouble *trouble)
{
    bool writes = trouble->kind == DISK || trouble->kind == DISK_ON;
    rlim_t at = (rlim_t)trouble->at << (trouble->kind == SPACE ? 10 : 0);
    struct rlimit most = {at, at};

    if (trouble->kind < SIZE)
        setenv("LD_PRELOAD", preload, 1);
    if (what->needs == WINDOW)
        open_window(trouble->kind < SIZE);
    if (trouble->kind == SIZE && trouble->at)
        setrlimit(RLIMIT_FSIZE, &most);
    if (trouble->kind == SPACE)
        setrlimit(RLIMIT_AS, &most);
    if (trouble->kind >= SIZE)
        return;
    if (trouble->count)
        setenv("FAILURES_COUNT", trouble->count, 1);
    set_number(writes ? "FAILURES_WRITE" : "FAILURES_MEMORY", trouble->at);
    if (trouble->kind == MEMORY_ON || trouble->kind == DISK_ON)
        setenv("FAILURES_ON", "1", 1);
}

static void exec_case(const Case *what, const Trouble *trouble, int complaints)
{
    char text[256], *words[MOST_WORDS], *rest;
    int count = 0;
    int in = open("/dev/null", O_RDONLY);
    int out = open("said", O_WRONLY | O_CREAT | O_TRUNC, 0666);

    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(complaints, STDERR_FILENO);
    close(in);
    close(out);
    snprintf(text, sizeof text, "%s", what->words);
    words[count++] = (char *)(uintptr_t)program;
    for (char *word = strtok_r(text, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    words[count] = NULL;
    arm(what, trouble);
    execv(program, words);
    _exit(127);
}

static double now(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static void rest(double seconds)
{
    struct timespec time = {.tv_nsec = (long)(seconds * 1e9)};

    nanosleep(&time, NULL);
}

/* Waits for the program; true if it had to be killed. */
static bool wait_for(pid_t process, double from, int *status)
{
    double pause = 0.0005;

    while (waitpid(process, status, WNOHANG) == 0) {
        if (now() - from > SECONDS) {
            kill(process, SIGKILL);
            waitpid(process, status, 0);
            return true;
        }
        rest(pause);
        pause = pause < 0.01 ? 2 * pause : pause;
    }
    return false;
}

/* The processes that the program left, which are ours now: counts those that
 * do not end within half a minute, for the machine may be busy, and ends them.
 */
static int count_orphans(void)
{
    char path[64], text[256] = "";
    double from = now();
    int count = 0;
    pid_t ended;

    while ((ended = waitpid(-1, NULL, WNOHANG)) >= 0 && now() - from < 30)
        if (ended == 0)
            rest(0.005);
    if (ended < 0)
        return 0;
    snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0 && read(file, text, sizeof text - 1) > 0)
        for (char *at = text, *next;; at = next, ++count) {
            long process = strtol(at, &next, 10);
            if (next == at)
                break;
            kill((pid_t)process, SIGKILL);
        }
    if (file >= 0)
        close(file);
    while (waitpid(-1, NULL, 0) > 0)
        continue;
    return count;
}

/* What was said on stderr, a pipe: it has room though no file has. */
static File pipe_read(int ends[2])
{
    enum { MOST = 1 << 16 };
    File file = {.name = "complained", .bytes = calloc(MOST + 1, 1)};
    ssize_t got;

    if (!file.bytes)
        die("memory");
    while (file.length < MOST && (got = read(ends[0], file.bytes + file.length,
                                             MOST - file.length)) > 0)
        file.length += (size_t)got;
    close(ends[0]);
    close(ends[1]);
    return file;
}

static Outcome run(const Case *what, const Trouble *trouble)
{
    Outcome outcome = {.status = 0};
    double from = now();
    int complaints[2];

    put_old(what->output);
    fflush(stdout);
    if (pipe2(complaints, O_CLOEXEC | O_NONBLOCK) != 0)
        die("pipe");
    pid_t process = fork();
    if (process < 0)
        die("fork");
    if (process == 0)
        exec_case(what, trouble, complaints[1]);
    if (trouble->kind >= STOP && trouble->at) {
        while (now() - from < (double)trouble->at / 1e6)
            rest(0.0005);
        kill(process, trouble->signal);
    }
    outcome.slow = wait_for(process, from, &outcome.status);
    outcome.seconds = now() - from;
    outcome.orphans = count_orphans();
    outcome.left = files_empty("tmp");
    outcome.said = file_read("said", "said");
    outcome.complained = pipe_read(complaints);
    files_take(&outcome.files);
    return outcome;
}

static void outcome_free(Outcome *outcome)
{
    free(outcome->said.bytes);
    free(outcome->complained.bytes);
    files_free(&outcome->files);
}

/* ---- Judging ------------------------------------------------------------ */

static bool is_part(const File *file)
{
    return strstr(file->name, ".part") != NULL;
}

/* The output of a run that says it is done. */
static const char *fault_of_done(const Outcome *is, const Outcome *right,
                                 bool may_miss)
{
    if (!file_same(&is->said, &right->said))
        return "normal exit with other words on stdout";
    if (!file_same(&is->complained, &right->complained))
        return "normal exit with other words on stderr";
    for (int i = 0; i < right->files.count; ++i) {
        const File *file = files_find(&is->files, right->files.files[i].name);
        if (!file && may_miss)
            continue;
        if (!file)
            return "normal exit without a file";
        if (!file_same(file, right->files.files + i))
            return "normal exit with another file";
    }
    return NULL;
}

/* Each file is the old one or the new one. */
static const char *fault_of_files(const Case *what, const Outcome *is,
                                  const Outcome *right, bool may_leave_part)
{
    for (int i = 0; i < is->files.count; ++i) {
        const File *file = is->files.files + i;
        const File *made = files_find(&right->files, file->name);
        if (!made && is_part(file) && may_leave_part)
            continue;
        if (!made)
            return is_part(file) ? "a .part is left" : "a file is left";
        if (!(what->output && file_same(file, &old)) && !file_same(file, made))
            return "a file is neither the old one nor the new one";
    }
    if (what->output && is->files.count == 0)
        return "the old file is gone";
    return NULL;
}

static const char *fault_of_words(const char *line, Kind kind)
{
    const char *end = strchr(line, '\n');

    if (!end)
        return "no line on stderr";
    if (end[1])
        return "more than a line on stderr";
    if (strncmp(line, "upsweep: ", 9) != 0)
        return "a line that is not ours";
    if ((kind == MEMORY || kind == MEMORY_ON || kind == SPACE) &&
        !strstr(line, "out of memory") && !strstr(line, "ffmpeg"))
        return "does not say \"out of memory\"";
    return NULL;
}

/* What Upsweep said on stderr, behind what a program of the user's says. */
static const char *own_words(const Outcome *is, const Outcome *right)
{
    const char *said = is->complained.bytes, *usual = right->complained.bytes;
    size_t length = strlen(usual);

    return strncmp(said, usual, length) == 0 ? said + length : said;
}

/* Without room the compiler says why, and the program that it gave up. */
static const char *fault_of_compiling(const Outcome *is)
{
    const char *line = strstr(is->complained.bytes, "upsweep: ");
    const char *end = line ? strchr(line, '\n') : NULL;
    /* verify exits with 1 then, and its output says which program it was */
    const char *words = WEXITSTATUS(is->status) == 1 ? is->said.bytes : line;

    return !end || end[1] ? "the last line is not ours"
           : !strstr(words, "does not compile") &&
                   !strstr(words, "does not link")
               ? "does not say what failed"
               : NULL;
}

/* What is wrong with the outcome; NULL if nothing is. */
static const char *fault_of(const Case *what, const Trouble *trouble,
                            const Outcome *is, const Outcome *right)
{
    bool killed = WIFSIGNALED(is->status);
    bool may_miss = what->needs == WINDOW &&
                    (trouble->kind == SIZE || trouble->kind == DISK ||
                     trouble->kind == DISK_ON || trouble->kind == STOP);

    if (is->slow)
        return "still runs after";
    if (is->orphans)
        return "a process is left";
    if (is->left && trouble->kind != KILL)
        return "a folder is left in TMPDIR";
    if (killed &&
        (trouble->kind < STOP || WTERMSIG(is->status) != trouble->signal))
        return strsignal(WTERMSIG(is->status));
    const char *fault = fault_of_files(what, is, right, trouble->kind == KILL);
    if (fault || killed)
        return fault;
    if (is->status == right->status)
        return fault_of_done(is, right, may_miss);
    if (trouble->kind == SPACE && WEXITSTATUS(is->status) == 127 &&
        is->said.length == 0)
        return NULL; /* the loader's: no room for the program itself */
    if (what->needs == COMPILER && WEXITSTATUS(is->status) <= 2 &&
        (trouble->kind == SIZE || trouble->kind == SPACE))
        return fault_of_compiling(is);
    if (WEXITSTATUS(is->status) != 3)
        return "exit that is neither 3 nor the usual one";
    return fault_of_words(own_words(is, right), trouble->kind);
}

/* ---- A case and a kind -------------------------------------------------- */

typedef struct {
    long tried, refused, done, killed, faults;
    char shown[SHOWN_FAULTS][256];
} Tally;

static void note(Tally *tally, const Trouble *trouble, const char *fault,
                 const Outcome *outcome)
{
    ++tally->tried;
    if (WIFSIGNALED(outcome->status))
        ++tally->killed;
    else if (WEXITSTATUS(outcome->status) == 3 ||
             WEXITSTATUS(outcome->status) == 127) /* see fault_of */
        ++tally->refused;
    else
        ++tally->done;
    if (!fault)
        return;
    if (tally->faults < SHOWN_FAULTS)
        snprintf(tally->shown[tally->faults], sizeof tally->shown[0],
                 "at %ld%s%s: %s, exit %d: %.120s", trouble->at,
                 trouble->signal ? " us, " : "",
                 trouble->signal ? strsignal(trouble->signal) : "", fault,
                 WIFSIGNALED(outcome->status) ? -WTERMSIG(outcome->status)
                                              : WEXITSTATUS(outcome->status),
                 outcome->complained.bytes);
    for (char *c =
             tally->shown[tally->faults < SHOWN_FAULTS ? tally->faults
                                                       : SHOWN_FAULTS - 1];
         *c; ++c)
        if (*c == '\n')
            *c = ' ';
    ++tally->faults;
}

/* How many places there are for trouble of this kind. */
static long places(const Case *what, Kind kind, const Outcome *right)
{
    Trouble none = {.kind = kind == DISK_ON ? DISK : kind, .count = count_file};
    long memory = 0, writes = 0, most = 0;

    if (kind == SPACE)
        return MOST_SPACE;
    if (kind >= STOP)
        return (long)(right->seconds * 1.1e6) + 1;
    for (int i = 0; kind == SIZE && i < right->files.count; ++i)
        if ((long)right->files.files[i].length > most)
            most = (long)right->files.files[i].length;
    if (kind == SIZE)
        return most;
    Outcome counted = run(what, &none);
    FILE *file = fopen(count_file, "r");
    if (!file || fscanf(file, "%ld %ld", &memory, &writes) != 2)
        die("the preloaded library has not counted");
    fclose(file);
    outcome_free(&counted);
    return kind <= MEMORY_ON ? memory : writes;
}

/* After SIGKILL the next run succeeds, whatever is left. */
static void try_again(const Case *what, const Outcome *right, Tally *tally)
{
    const Trouble none = {.kind = SIZE};
    Outcome outcome = run(what, &none);
    const char *fault = outcome.status == right->status
                            ? fault_of_done(&outcome, right, false)
                            : "the next run fails";

    if (fault)
        note(tally, &none, fault, &outcome);
    outcome_free(&outcome);
}

static Tally try_kind(const Case *what, Kind kind, long limit,
                      const Outcome *right, long *all)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    Tally tally = {.tried = 0};
    long tries;

    *all = places(what, kind, right);
    tries = limit && *all > limit ? limit : *all;
    if (kind >= STOP && tries > MOST_SIGNALS)
        tries = MOST_SIGNALS;
    if ((double)tries * right->seconds > ALL_SECONDS)
        tries = (long)(ALL_SECONDS / right->seconds);
    for (long i = 0; i < tries; ++i) {
        Trouble trouble = {.kind = kind, .at = 1 + i * *all / tries};
        if (kind == SPACE)
            trouble.at = *all - i * (*all - LEAST_SPACE) / tries;
        if (kind >= STOP)
            trouble.signal = kind == KILL ? SIGKILL : signals[i % 3];
        Outcome outcome = run(what, &trouble);
        note(&tally, &trouble, fault_of(what, &trouble, &outcome, right),
             &outcome);
        outcome_free(&outcome);
        if (kind == KILL)
            try_again(what, right, &tally);
    }
    return tally;
}

static int number; /* of the last line of TAP */

static void tell(const Case *what, Kind kind, const Tally *tally, long all)
{
    printf("%s %d - %s, %s: %ld of %ld tried; %ld refused, %ld done, %ld "
           "killed, %ld faults\n",
           tally->faults ? "not ok" : "ok", ++number, what->name, kinds[kind],
           tally->tried, all, tally->refused, tally->done, tally->killed,
           tally->faults);
    for (long i = 0; i < tally->faults && i < SHOWN_FAULTS; ++i)
        printf("# %s\n", tally->shown[i]);
    fflush(stdout);
}

/* ---- All ---------------------------------------------------------------- */

static bool has_ffmpeg(void)
{
    return system("ffmpeg -version >/dev/null 2>&1") == 0;
}

/* Runs WHAT once without a sandbox, so that the compiler can keep what it
 * makes: from then on compiling takes no time. */
static void keep_compiled(const Case *what)
{
    const Trouble none = {.kind = MEMORY}; /* the library, and no failure */

    files_empty("bin/kept");
    setenv("FAILURES_UNGUARDED", "1", 1);
    Outcome first = run(what, &none);
    unsetenv("FAILURES_UNGUARDED");
    outcome_free(&first);
}

static bool try_case(const Case *what, int kind, long limit)
{
    const Trouble none = {.kind = SIZE};
    bool good = true;

    if (what->needs == COMPILER)
        keep_compiled(what);
    Outcome right = run(what, &none);

    if (strstr(right.complained.bytes, "this build makes no pictures") ||
        strstr(right.complained.bytes, "this build has no window") ||
        strstr(right.complained.bytes, "this build runs no programs")) {
        printf("ok %d - %s # SKIP this build has none\n", ++number, what->name);
        outcome_free(&right);
        return true;
    }
    if (!WIFEXITED(right.status) || WEXITSTATUS(right.status) != what->usual) {
        printf("Bail out! %s, undisturbed, exits with %d: %s", what->name,
               WEXITSTATUS(right.status), right.complained.bytes);
        exit(1);
    }
    for (int i = 0; i < KINDS; ++i) {
        long all;
        if (kind >= 0 && i != kind)
            continue;
        Tally tally = try_kind(what, (Kind)i, limit, &right, &all);
        tell(what, (Kind)i, &tally, all);
        good = good && !tally.faults;
    }
    outcome_free(&right);
    return good;
}

/* The compiler, which keeps what the real one made. */
static const char compiler[] =
    "#!/bin/sh\n"
    "before=\n"
    "for word; do\n"
    "    [ \"$before\" = -o ] && made=$word\n"
    "    before=$word\n"
    "done\n"
    "kept=$FAILURES_KEPT/${made##*/}\n"
    "[ -f \"$kept\" ] && exec cp -p \"$kept\" \"$made\"\n"
    "\"$(cat \"${0%/*}/real\")\" \"$@\" || exit\n"
    "[ -z \"$FAILURES_UNGUARDED\" ] || cp -p \"$made\" \"$kept\"\n";

/* Copies the program of the cases, and puts the compiler before others in PATH;
 * false if there is nothing to compile, or nothing that compiles. */
static bool prepare_compiler(const char *kernels, const char *folder)
{
    char text[8192];

    if (!kernels || system("clang++ --version >/dev/null 2>&1") != 0)
        return false;
    /* its libraries are looked for beside the compiler */
    snprintf(
        text, sizeof text,
        "cp '%s/nopadding.cu' '%s/three-phase.cu' '%s/scan.h' . && "
        "mkdir -p bin/kept lib && "
        "readlink -f \"$(command -v clang++)\" >bin/real && "
        "ln -sf \"$(dirname \"$(cat bin/real)\")\"/../lib/libLLVM*.so* "
        "\"$(dirname \"$(cat bin/real)\")\"/../lib/libclang[-.][0-9s]*.so* "
        "lib",
        kernels, kernels, kernels);
    if (system(text) != 0)
        die(kernels);
    FILE *file = fopen("bin/clang++", "w");
    if (!file || fputs(compiler, file) < 0 || fclose(file) != 0 ||
        chmod("bin/clang++", 0777) != 0)
        die("bin/clang++");
    snprintf(text, sizeof text, "%s/bin/kept", folder);
    setenv("FAILURES_KEPT", text, 1);
    snprintf(text, sizeof text, "%s/bin:%s", folder, getenv("PATH"));
    setenv("PATH", text, 1);
    return true;
}

static void make_traces(void)
{
    static const Case traces[] = {
        {"a", "record leftright -n 64 -k 4 -q -o a.upsweep", NULL, NOTHING, 0},
        {"b", "record look-back -n 64 -k 4 -q -o b.upsweep", NULL, NOTHING, 0},
    };
    const Trouble none = {.kind = SIZE};

    for (int i = 0; i < 2; ++i) {
        Outcome outcome = run(traces + i, &none);
        if (outcome.status != 0)
            die(traces[i].words);
        outcome_free(&outcome);
    }
}

static bool wanted(const char *name, char **names, int count)
{
    for (int i = 0; i < count; ++i)
        if (strcmp(names[i], name) == 0)
            return true;
    return count == 0;
}

static int kind_of(const char *name)
{
    for (int i = 0; i < KINDS; ++i)
        if (strcmp(kinds[i], name) == 0)
            return i;
    fprintf(stderr, "failures: no kind is called %s\n", name);
    exit(2);
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/failures-XXXXXX", command[64];
    const char *kernels = NULL;
    long limit = 500;
    int kind = -1, option;
    bool good = true;

    while ((option = getopt(argc, argv, "n:k:e:")) != -1)
        if (option == 'n')
            limit = atol(optarg);
        else if (option == 'k')
            kind = kind_of(optarg);
        else if (option == 'e')
            kernels = realpath(optarg, NULL);
        else
            return 2;
    if (argc - optind < 2)
        return 2;
    program = realpath(argv[optind], NULL);
    preload = realpath(argv[optind + 1], NULL);
    if (!program || !preload)
        die("cannot begin");
    snprintf(press, sizeof press, "%.*spress.so",
             (int)(strrchr(preload, '/') + 1 - preload), preload);
    if (!mkdtemp(folder) || chdir(folder) != 0 || mkdir("out", 0777) != 0 ||
        mkdir("tmp", 0777) != 0)
        die("cannot begin");
    snprintf(command, sizeof command, "%s/tmp", folder);
    setenv("TMPDIR", command, 1);
    snprintf(count_file, sizeof count_file, "%s/count", folder);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    signal(SIGINT, SIG_DFL); /* a shell's background job ignores it */
    make_traces();
    bool videos = has_ffmpeg();
    bool programs = prepare_compiler(kernels, folder);
    for (int i = 0; i < CASES; ++i)
        if (wanted(cases[i].name, argv + optind + 2, argc - optind - 2) &&
            (videos || cases[i].needs != FFMPEG) &&
            (programs || cases[i].needs != COMPILER))
            good = try_case(cases + i, kind, limit) && good;
    printf("1..%d\n", number);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) != 0 || !good;
}
