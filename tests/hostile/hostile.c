/* SPDX-License-Identifier: MIT
 *
 * hostile - how long the program takes with traces that were made to take long,
 * and how much memory; `make hostile` runs it.
 *
 *     hostile [-m SECONDS] PROGRAM [TRACE...]
 *
 * PROGRAM is upsweep; a TRACE is a number in the table of worst.c, from 0.  For
 * each trace and each command it prints the seconds of processor time and the
 * megabytes; address space is limited to 500 MB. With -m it runs exports of
 * many frames instead, with their number or the word of the refusal, and
 * interrupts those that are not done after SECONDS: they must leave no file.
 * Exits with 1 if a command fails, or if one, without -m, takes more than two
 * seconds.
 */
#include "worst.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_WORDS = 16,
    SPACE = 500,        /* megabytes of address space */
    WINDOW_SECONDS = 2, /* that the window is open */
    STUCK_SECONDS = 30, /* after which an answer is interrupted */
    MOST_SECONDS = 2,   /* of an answer */
};

typedef struct {
    const char *name;
    const char *words; /* of the command, blanks between; F is the trace */
    bool window;       /* it has to be ended */
} Command;

static const Command answers[] = {
    {"report", "report F", false},
    {"report --json", "report --json F", false},
    {"show", "show F", false},
    {"show --full", "show --full F", false},
    {"diff", "diff F F", false},
    {"PNG", "export F -q -o out/o.png", false},
    {"SVG", "export F -q -o out/o.svg", false},
    {"PDF", "export F -q -o out/o.pdf", false},
    {"four in a PNG", "export F F F F -q -o out/o.png", false},
    {"view", "view F", true},
};

static const Command exports[] = {
    {"HTML", "export F -o out/o.html", false},
    {"HTML by cycle", "export F --by cycle --clock cycles -o out/o.html",
     false},
    {"PNG by step", "export F --by step --format png -o out/", false},
    {"SVG by instruction", "export F --by instruction --format svg -o out/",
     false},
    {"beamer", "export F --slides beamer -o out/o.pdf", false},
    {"reveal", "export F --slides reveal -o out/o.html", false},
};

typedef struct {
    int status;   /* as wait says */
    bool stopped; /* its time was over */
    double seconds, megabytes;
    char said[256]; /* the last line of stderr */
} Outcome;

static void die(const char *what)
{
    fprintf(stderr, "hostile: %s: %s\n", what, strerror(errno));
    exit(3);
}

static void empty_folder(void)
{
    if (system("rm -rf out && mkdir out") != 0)
        die("out");
}

static void execute(const char *program, const Command *command,
                    const char *trace, int complaints)
{
    char text[128], *words[MOST_WORDS], *rest;
    struct rlimit space = {(rlim_t)SPACE << 20, (rlim_t)SPACE << 20};
    int count = 0, nothing = open("/dev/null", O_RDWR);

    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(complaints, STDERR_FILENO);
    snprintf(text, sizeof text, "%s", command->words);
    words[count++] = (char *)(uintptr_t)program;
    for (char *word = strtok_r(text, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest))
        words[count++] =
            strcmp(word, "F") == 0 ? (char *)(uintptr_t)trace : word;
    words[count] = NULL;
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    setrlimit(RLIMIT_AS, &space);
    execv(program, words);
    _exit(127);
}

/* Interrupts PROCESS after SECONDS; false if it ended before. */
static bool end_after(pid_t process, int seconds)
{
    for (int tenth = 0; tenth < seconds * 10; ++tenth) {
        struct timespec pause = {.tv_nsec = 100000000};
        siginfo_t ended = {0};
        if (waitid(P_PID, (id_t)process, &ended, WEXITED | WNOHANG | WNOWAIT) ==
                0 &&
            ended.si_pid)
            return false;
        nanosleep(&pause, NULL);
    }
    kill(process, SIGINT);
    return true;
}

/* True if a file that was not finished is left. */
static bool leaves_part(void)
{
    glob_t found;
    int result = glob("out/*.part", GLOB_PERIOD, NULL, &found);

    globfree(&found);
    return result != GLOB_NOMATCH;
}

/* The last line of FILE. */
static void read_line(const char *path, char said[256])
{
    FILE *file = fopen(path, "r");
    char line[256];

    said[0] = '\0';
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        snprintf(said, 256, "%s", line);
    }
    if (file)
        fclose(file);
}

static Outcome run(const char *program, const Command *command,
                   const char *trace, int seconds)
{
    Outcome outcome = {0};
    struct rusage usage;

    empty_folder();
    int complaints =
        open("said", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    pid_t process = fork();
    if (complaints < 0 || process < 0)
        die("said");
    if (process == 0)
        execute(program, command, trace, complaints);
    close(complaints);
    outcome.stopped =
        end_after(process, command->window ? WINDOW_SECONDS : seconds);
    if (wait4(process, &outcome.status, 0, &usage) != process)
        die("wait4");
    outcome.seconds =
        (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
        (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    outcome.megabytes = (double)usage.ru_maxrss / 1024;
    read_line("said", outcome.said);
    return outcome;
}

static bool is_refused(const Outcome *outcome)
{
    return WIFEXITED(outcome->status) && WEXITSTATUS(outcome->status) == 2;
}

/* Did the command do what it should?  MANY: it exports many frames. */
static bool is_good(const Outcome *outcome, const Command *command, bool many)
{
    if (!many && outcome->seconds > MOST_SECONDS)
        return false;
    if (outcome->stopped && many)
        return WIFSIGNALED(outcome->status) &&
               WTERMSIG(outcome->status) == SIGINT && !leaves_part();
    if (command->window && WIFSIGNALED(outcome->status))
        return outcome->stopped && WTERMSIG(outcome->status) == SIGINT;
    return WIFEXITED(outcome->status) &&
           (WEXITSTATUS(outcome->status) == 0 || is_refused(outcome));
}

/* Prints a cell; false if the command failed or took too long. */
static bool tell(const Outcome *outcome, const Command *command, bool many)
{
    bool good = is_good(outcome, command, many);

    if (is_refused(outcome)) {
        bool bound = strstr(outcome->said, " most") != NULL;
        printf(" | %s", many && bound ? "refused" : "cannot");
        fprintf(stderr, "%s: %s\n", command->name, outcome->said);
    } else {
        printf(" | %.2f, %.0f", outcome->seconds, outcome->megabytes);
        if (many && outcome->stopped)
            printf(", stopped");
        else if (many)
            printf(", %.*s", (int)strcspn(outcome->said, ":"), outcome->said);
    }
    if (!good)
        fprintf(stderr, "%s: status %d, %s\n", command->name, outcome->status,
                outcome->said);
    fflush(stdout);
    return good;
}

/* Writes trace I to a file, and prints its name and bytes. */
static void write_trace(size_t i, const char *path)
{
    Forge *forge = worst_forge(i);
    Error error = {ERROR_NONE, ""};
    Trace *trace = forge_read(forge, path, &error);
    struct stat status;

    if (!trace || stat(path, &status) != 0) {
        fprintf(stderr, "hostile: %s: %s\n", worst_name(i), error.text);
        exit(3);
    }
    printf("| %s | %.2f", worst_name(i), (double)status.st_size / 1048576);
    trace_free(trace);
    forge_close(forge);
}

/* SECONDS: of an export of many frames; 0 for answers. */
static bool row(const char *program, size_t i, int seconds)
{
    bool many = seconds > 0;
    const Command *commands = many ? exports : answers;
    size_t count = many ? sizeof exports / sizeof *exports
                        : sizeof answers / sizeof *answers;
    bool good = true;

    write_trace(i, "t.upsweep");
    for (size_t c = 0; c < count; ++c) {
        Outcome outcome = run(program, commands + c, "t.upsweep",
                              many ? seconds : STUCK_SECONDS);
        good = tell(&outcome, commands + c, many) && good;
    }
    printf(" |\n");
    return good;
}

static void head(bool many)
{
    const Command *commands = many ? exports : answers;
    size_t count = many ? sizeof exports / sizeof *exports
                        : sizeof answers / sizeof *answers;

    printf("| trace | MB");
    for (size_t c = 0; c < count; ++c)
        printf(" | %s", commands[c].name);
    printf(" |\n|---|---:");
    for (size_t c = 0; c < count; ++c)
        printf("|---:");
    printf("|\n");
}

int main(int argc, char **argv)
{
    bool many = argc > 2 && strcmp(argv[1], "-m") == 0, good = true;
    int seconds = many ? atoi(argv[2]) : 0;
    char folder[] = "/tmp/upsweep-hostile-XXXXXX", clean[64];

    argv += many ? 2 : 0;
    argc -= many ? 2 : 0;
    if (argc < 2 || seconds < many) {
        fprintf(stderr, "usage: hostile [-m SECONDS] PROGRAM [TRACE...]\n");
        return 2;
    }
    signal(SIGINT, SIG_DFL); /* a shell's background job ignores it */
    char *program = realpath(argv[1], NULL);
    if (!program || !mkdtemp(folder) || chdir(folder) != 0)
        die(argv[1]);
    head(many);
    for (size_t i = 0; i < worst_count; ++i) {
        bool wanted = argc == 2;
        for (int a = 2; a < argc; ++a)
            wanted |= strtoul(argv[a], NULL, 10) == i;
        if (wanted)
            good = row(program, i, seconds) && good;
    }
    snprintf(clean, sizeof clean, "rm -rf %s", folder);
    good = chdir("/") == 0 && system(clean) == 0 && good;
    free(program);
    return !good;
}
