/* SPDX-License-Identifier: MIT
 *
 * front - the part of Upsweep that works on a user's source and on what clang
 * makes of it.  It runs by itself, with as few rights as the compiler:
 *
 *     front job COMMAND then COMMAND ... job COMMAND ...
 *
 * All jobs run at the same time; one ends when a command of it fails.
 * If some fail, what the first of these said is printed, else what all said.
 * Commands are programs, and these:
 *
 *     pass device|plain|host LIBLLVM IN.bc OUT.bc UNIT     pass.h
 *     facts LIBCLANG SOURCE OUT CLANG ARGUMENTS ...        source_facts.h
 */
#include "program/pass.h"
#include "program/source_facts.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_JOBS = 8 };

/* ---- Jobs -----------------------------------------------------------------*/

/* Runs a program; 0: it ended well. */
static int run_program(char **words)
{
    int status;
    pid_t child = fork();

    if (child == 0) {
        execv(words[0], words);
        fprintf(stderr, "cannot run %s\n", words[0]);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 1;
    if (WIFSIGNALED(status)) { /* as a limit does: so ends this job, too */
        raise(WTERMSIG(status));
        return 1; /* where the signal is ignored */
    }
    return WEXITSTATUS(status);
}

static PassKind pass_kind(const char *word)
{
    return strcmp(word, "device") == 0  ? PASS_DEVICE
           : strcmp(word, "plain") == 0 ? PASS_PLAIN
                                        : PASS_HOST;
}

static int run(char **words, int count)
{
    Error error = {0};
    bool good;

    if (strcmp(words[0], "pass") == 0 && count == 6)
        good = pass_run(words[2], words[3], words[4], pass_kind(words[1]),
                        words[5], &error);
    else if (strcmp(words[0], "facts") == 0 && count >= 5)
        good = source_facts_write(words[1], words[2],
                                  (const char *const *)(words + 4), count - 4,
                                  words[3], &error);
    else
        return run_program(words);
    if (!good)
        fprintf(stderr, "%s\n", error.text);
    return !good;
}

static bool is_mark(const char *word)
{
    return strcmp(word, "job") == 0 || strcmp(word, "then") == 0;
}

/* Runs the commands of the job whose mark is at WORDS; never returns. */
static _Noreturn void run_job(char **words, int output)
{
    int result = 0;

    if (dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0)
        _exit(1);
    do {
        char **first = ++words;
        int count = 0;
        while (words[count] && !is_mark(words[count]))
            ++count;
        words += count;
        char *mark = *words;
        *words = NULL; /* as execv wants it */
        result = run(first, count);
        *words = mark;
    } while (result == 0 && *words && strcmp(*words, "then") == 0);
    fflush(NULL);
    _exit(result);
}

typedef struct {
    pid_t process;
    FILE *said;
    int status;
} Job;

/* Prints what was said but for clang's count of errors, which names a machine
 * that no user has asked for: "1 error generated when compiling for host." */
static void tell(FILE *said)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;

    fseek(said, 0, SEEK_SET);
    while ((length = getline(&line, &room, said)) > 0)
        if (!strstr(line, " generated when compiling for "))
            fwrite(line, 1, (size_t)length, stderr);
    free(line);
}

static int end_jobs(Job *jobs, int count)
{
    Job *failed = NULL;

    for (int i = 0; i < count; ++i) {
        if (waitpid(jobs[i].process, &jobs[i].status, 0) < 0)
            jobs[i].status = 1;
        if (jobs[i].status != 0 && !failed)
            failed = &jobs[i];
    }
    for (int i = 0; i < count; ++i)
        if (!failed || failed == &jobs[i])
            tell(jobs[i].said);
    fflush(NULL);
    if (failed && WIFSIGNALED(failed->status))
        raise(WTERMSIG(failed->status));
    return failed != NULL;
}

int main(int count, char **words)
{
    static Job jobs[MOST_JOBS];
    char name[32];
    int jobs_count = 0;

    for (int i = 1; i < count && jobs_count < MOST_JOBS; ++i) {
        if (strcmp(words[i], "job") != 0)
            continue;
        Job *job = &jobs[jobs_count++];
        snprintf(name, sizeof name, "job%d", jobs_count);
        job->said = fopen(name, "w+e"); /* in the current folder */
        job->process = job->said ? fork() : -1;
        if (job->process == 0)
            run_job(words + i, fileno(job->said));
        if (job->process < 0) {
            fputs("there is no process for a job\n", stderr);
            return 3;
        }
    }
    return end_jobs(jobs, jobs_count);
}
