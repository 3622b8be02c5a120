/* SPDX-License-Identifier: MIT
 *
 * The program is started once, and answers requests:
 *
 *     Upsweep ──launches──► program ──accesses──► log
 *             ◄──status────
 *
 * A file without a name holds the log; it begins again with each request.  The
 * program is started again where a kernel has ended it.
 */
#include "program/prebuilt.h"

#include "program/build.h"
#include "program/gpu_program.h"
#include "program/log_reader.h"
#include "program/program_run.h"
#include "program/program_trace.h"
#include "program/symbols.h"
#include "trace/store.h"
#include "util/interrupt.h"
#include "util/work_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WAITING_SECONDS = 60 }; /* for an answer */

/* What make puts here; see src/program/prebuilt_files.c. */
extern const char catalog_program[], catalog_facts[];
extern const uint64_t catalog_program_bytes, catalog_facts_bytes;
extern const PrebuiltTrace prebuilt_traces[];
/* For a GPU; no library has it where nothing can be recorded there. */
extern const char catalog_gpu[] __attribute__((weak));
extern const uint64_t catalog_gpu_bytes __attribute__((weak));

struct Prebuilt {
    Build build;
    Symbols *symbols;
    /* the program that runs; 0: none */
    pid_t server, owner; /* and the process that started it */
    int ask, answer;     /* pipes */
    int program, log;    /* files */
    ProgramLog *head;    /* of the log, all of which is mapped */
    Text facts;          /* in the log */
    bool logs_locals;    /* the program does, of some kernels */
};

/* ---- The program ----------------------------------------------------------*/

/* Ends the program that runs, if it is ours. */
static void stop(Prebuilt *prebuilt)
{
    if (prebuilt->server && prebuilt->owner == getpid()) {
        kill(-prebuilt->server, SIGKILL);
        waitpid(prebuilt->server, NULL, 0);
        cleanup_forget_process(-prebuilt->server);
    }
    if (prebuilt->server) {
        close(prebuilt->ask);
        close(prebuilt->answer);
        close(prebuilt->log);
        munmap(prebuilt->head, PROGRAM_LOG_LIMIT);
    }
    prebuilt->server = 0;
    text_free(&prebuilt->facts);
    prebuilt->facts = (Text){0};
}

void prebuilt_free(Prebuilt *prebuilt)
{
    if (!prebuilt)
        return;
    stop(prebuilt);
    if (prebuilt->program >= 0)
        close(prebuilt->program);
    symbols_free(prebuilt->symbols);
    build_free(&prebuilt->build);
    free(prebuilt);
}

static bool unpack(Prebuilt *prebuilt, Error *error)
{
    Text path = {0};

    prebuilt->program = memfd_create("upsweep-catalog", MFD_CLOEXEC);
    if (prebuilt->program < 0 ||
        !base_write_all(prebuilt->program, catalog_program,
                        (size_t)catalog_program_bytes))
        return error_set(error, ERROR_FAILED, "%s", BASE_OUT_OF_MEMORY);
    text_add(&path, "/proc/self/fd/%d", prebuilt->program);
    prebuilt->build.program = path.text;
    return source_facts_read(&prebuilt->build.facts, catalog_facts,
                             (size_t)catalog_facts_bytes, error);
}

Prebuilt *prebuilt_open(Error *error)
{
    Prebuilt *prebuilt = base_alloc(1, sizeof *prebuilt);

    prebuilt->program = -1;
    if (program_run_fits(error) && unpack(prebuilt, error))
        prebuilt->symbols = symbols_open(prebuilt->build.program, error);
    if (prebuilt->symbols)
        return prebuilt;
    prebuilt_free(prebuilt);
    return NULL;
}

/* The log has nothing but what the program reads there. */
static bool prepare_log(const Prebuilt *prebuilt, const PrebuiltRun *run,
                        bool anew)
{
    uint64_t bytes = sizeof(ProgramLog) + prebuilt->facts.length;
    ProgramLog head = {.limit = PROGRAM_LOG_LIMIT,
                       .seed = run->seed,
                       .last_kept = UINT32_MAX,
                       .every = 1,
                       .lanes = run->lanes,
                       .used = bytes};

    return lseek(prebuilt->log, 0, SEEK_SET) == 0 &&
           base_write_all(prebuilt->log, (const char *)&head, sizeof head) &&
           (!anew || base_write_all(prebuilt->log, prebuilt->facts.text,
                                    prebuilt->facts.length));
}

/* Starts the program with these ends of pipes. */
static bool spawn(Prebuilt *prebuilt, int ask, int answer)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    Text pipes = {0}, log = {0};
    char name[] = "catalog";
    char *arguments[] = {name, NULL};

    text_add(&pipes, "UPSWEEP_CATALOG=%d %d", ask, answer);
    text_add(&log, "UPSWEEP_LOG=%d %llu", prebuilt->log,
             (unsigned long long)PROGRAM_LOG_LIMIT);
    char *settings[] = {pipes.text, log.text, NULL};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ask, ask);
    posix_spawn_file_actions_adddup2(&actions, answer, answer);
    posix_spawn_file_actions_adddup2(&actions, prebuilt->log, prebuilt->log);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    cleanup_hold();
    bool good = posix_spawn(&prebuilt->server, prebuilt->build.program,
                            &actions, &attributes, arguments, settings) == 0;
    if (good)
        cleanup_process(-prebuilt->server);
    cleanup_release();
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    text_free(&pipes);
    text_free(&log);
    return good;
}

static bool start(Prebuilt *prebuilt, const PrebuiltRun *run, Error *error)
{
    int ask[2] = {-1, -1}, answer[2] = {-1, -1};
    bool good = pipe2(ask, O_CLOEXEC) == 0 && pipe2(answer, O_CLOEXEC) == 0;

    prebuilt->log = memfd_create("upsweep-log", MFD_CLOEXEC);
    prebuilt->owner = getpid();
    prebuilt->head = mmap(NULL, PROGRAM_LOG_LIMIT, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_NORESERVE, prebuilt->log, 0);
    good = good && prebuilt->log >= 0 && prebuilt->head != MAP_FAILED &&
           prepare_log(prebuilt, run, true) &&
           spawn(prebuilt, ask[0], answer[1]);
    close(ask[0]);
    close(answer[1]);
    prebuilt->ask = ask[1];
    prebuilt->answer = answer[0];
    if (good)
        return true;
    prebuilt->server = 0;
    if (prebuilt->head != MAP_FAILED)
        munmap(prebuilt->head, PROGRAM_LOG_LIMIT);
    close(ask[1]);
    close(answer[0]);
    close(prebuilt->log);
    return error_set(error, ERROR_FAILED, "simulator: cannot start: %s",
                     strerror(errno));
}

/* ---- A request ------------------------------------------------------------*/

/* Sends the arguments, a line each, behind their length. */
static bool send_request(const Prebuilt *prebuilt, const PrebuiltRun *run)
{
    Text text = {0};

    for (int i = 0; i < run->count; ++i)
        text_add(&text, "%s\n", run->arguments[i]);
    uint32_t bytes = (uint32_t)text.length;
    bool good =
        base_write_all(prebuilt->ask, (const char *)&bytes, sizeof bytes) &&
        base_write_all(prebuilt->ask, text.text, text.length);
    text_free(&text);
    return good;
}

/* Waits until the kernels have run.  False if the program has ended, or does
 * not answer. */
static bool receive(const Prebuilt *prebuilt, ChildResult *result)
{
    struct pollfd wait = {.fd = prebuilt->answer, .events = POLLIN};
    int status, ready;

    do
        ready = poll(&wait, 1, WAITING_SECONDS * 1000);
    while (ready < 0 && errno == EINTR && !interrupt_asked());
    *result = (ChildResult){.ending = CHILD_LATE, .waited = true};
    if (ready < 1)
        return false;
    *result = (ChildResult){.ending = CHILD_ENDED};
    if (read(prebuilt->answer, &status, sizeof status) == sizeof status) {
        result->number = status;
        return true;
    }
    if (waitpid(prebuilt->server, &status, 0) == prebuilt->server) {
        bool ended = WIFEXITED(status);
        result->ending = ended ? CHILD_ENDED : CHILD_SIGNAL;
        result->number = ended ? WEXITSTATUS(status) : WTERMSIG(status);
    }
    return false;
}

/* The program, that it may answer RUN: started again where it is not ours, or
 * logs locals or is to log them. */
static bool make_ready(Prebuilt *prebuilt, const PrebuiltRun *run,
                       const LocalTable *locals, Error *error)
{
    if (prebuilt->server && prebuilt->owner == getpid() &&
        !prebuilt->logs_locals && !locals)
        return prepare_log(prebuilt, run, false) ||
               error_set(error, ERROR_FAILED, "%s", BASE_OUT_OF_MEMORY);
    stop(prebuilt);
    prebuilt->logs_locals = locals != NULL;
    program_run_facts(&prebuilt->build, prebuilt->symbols, locals,
                      &prebuilt->facts);
    return start(prebuilt, run, error);
}

/* *RESULT becomes what the kernels left in the log, until the next request;
 * *SPENT: the program answers no more. */
static bool request(Prebuilt *prebuilt, const PrebuiltRun *run,
                    const LocalTable *locals, ProgramRun *result, bool *spent,
                    Error *error)
{
    struct stat status;

    if (!make_ready(prebuilt, run, locals, error))
        return false;
    *spent =
        !send_request(prebuilt, run) || !receive(prebuilt, &result->result);
    BASE_CHECK(fstat(prebuilt->log, &status) == 0 &&
               status.st_size >= (off_t)sizeof(ProgramLog));
    result->head = prebuilt->head;
    result->bytes = (size_t)status.st_size;
    log_end_texts(result->head);
    return true;
}

/* ---- The trace ------------------------------------------------------------*/

static bool line_of(void *user, uint64_t pc, const char **file, uint32_t *line)
{
    return symbols_line(user, pc, file, line);
}

static Trace *read_run(const ProgramRun *from, Prebuilt *prebuilt,
                       const PrebuiltRun *run, const LocalTable *locals,
                       Error *error)
{
    ProgramSymbols lines = {.line = line_of, .user = prebuilt->symbols};
    ProgramFacts facts = {.sources = run->sources,
                          .sources_count = run->sources_count,
                          .lanes = run->lanes,
                          .locals = locals,
                          .structures =
                              &symbols_device(prebuilt->symbols)->structures,
                          .numbers = run->numbers};

    return program_trace(from->head, from->bytes, &lines, &facts, error);
}

/* The same on a GPU, where the program is started for each run. */
static Trace *run_on_gpu(const PrebuiltRun *run, Error *error)
{
    char *folder = work_folder_new(error), *program = NULL;
    const char **arguments =
        base_alloc((size_t)run->count + 1, sizeof *arguments);
    ProgramOptions options = {.arguments = arguments,
                              .arguments_count = run->count + 1,
                              .gpu = true,
                              .every = true,
                              .silent = true,
                              .name = run->sources->name,
                              .sources = run->sources,
                              .sources_count = run->sources_count,
                              .last_block = UINT32_MAX,
                              .numbers = run->numbers};
    bool good = folder && work_folder_write(folder, "catalog", catalog_gpu,
                                            (size_t)catalog_gpu_bytes, error);

    if (good) {
        program = work_folder_path(folder, "catalog");
        arguments[0] = program;
        good = chmod(program, S_IRWXU) == 0 ||
               error_set(error, ERROR_FAILED, "%s: cannot make it executable",
                         program);
    }
    for (int i = 0; i < run->count; ++i)
        arguments[i + 1] = run->arguments[i];
    Trace *trace = good ? gpu_program_record(&options, error) : NULL;
    free(program);
    free(arguments);
    work_folder_free(folder);
    return trace;
}

Trace *prebuilt_run(Prebuilt *prebuilt, const PrebuiltRun *run, bool *fault,
                    Error *error)
{
    const char *name = run->sources->name; /* for messages */
    ProgramOptions options = {.arguments = &name, .arguments_count = 1};
    Build *build = &prebuilt->build;
    LocalTable table = {0}, *locals = run->locals ? &table : NULL;
    ProgramRun result = {.options = &options,
                         .build = build,
                         .symbols = prebuilt->symbols,
                         .file = -1};
    Trace *trace = NULL;
    bool spent = false;

    *fault = false;
    if (run->gpu && !catalog_gpu)
        error_set(
            error, ERROR_FAILED,
            "GPU: this build cannot record on it; install the CUDA Toolkit "
            "with compute-sanitizer and configure again, or use --device cpu");
    if (run->gpu)
        return catalog_gpu ? run_on_gpu(run, error) : NULL;
    build->sources = (ProgramSource *)(uintptr_t)run->sources;
    build->sources_count = run->sources_count;
    if (locals)
        table =
            locals_find(prebuilt->symbols, run->sources, run->sources_count);
    interrupt_catch();
    bool good = request(prebuilt, run, locals, &result, &spent, error);
    *fault = good && (program_end_is_fault(&result) ||
                      result.head->ending == PROGRAM_LATE);
    if (good && program_end_check(&result, error) &&
        program_end_check_launches(&result, error))
        trace = read_run(&result, prebuilt, run, locals, error);
    build->sources = NULL;
    build->sources_count = 0;
    if (spent)
        stop(prebuilt);
    locals_free(&table);
    interrupt_release();
    interrupt_obey();
    return trace;
}

Trace *prebuilt_trace(const char *command)
{
    const PrebuiltTrace *at = prebuilt_traces;
    Error ignored;

    while (at->command && strcmp(at->command, command) != 0)
        ++at;
    if (!at->command)
        return NULL;
    char *copy = base_memdup(at->bytes, (size_t)*at->count);
    Trace *trace = store_parse(copy, (size_t)*at->count, command, &ignored);
    free(copy);
    return trace;
}
