/* SPDX-License-Identifier: MIT
 *
 * fuzz_log - the log that a user's program leaves: what is read of it, the sums
 * that runs on random inputs give, the verdict, and all that follows a trace.
 *
 *     byte 0      under 128 frames, else an export; of what, and how
 *     byte 1      at which moments; every eighth is stored again
 *     byte 2      the kind of output that is expected; whose thread is shown;
 *                 of a GPU: under 32, without sources
 *     the rest    the log, see log_code.h
 *
 * A log with records of machine code is read as a GPU's.  log_corpus.c
 * makes such files of programs.
 */
#include "log_program.h"
#include "follow.h"
#include "fuzz.h"
#include "log_code.h"
#include "log_gpu.h"

#include "program/interval_search.h"
#include "program/symbols.h"
#include "program/program_trace.h"
#include "program/trials.h"
#include "report/verify.h"
#include "say/thread_dump.h"
#include "trace/limits.h"
#include "trace/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const fuzz_name = "log";

static LocalPlace places[FUZZ_LOCALS];
static const LocalTable locals = {.items = places, .items_count = FUZZ_LOCALS};

/* Locals of each kind and element: their names say which. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static char names[FUZZ_LOCALS][8];

    (void)argc;
    (void)argv;
    for (uint32_t i = 0; i < FUZZ_LOCALS; ++i) {
        snprintf(names[i], sizeof names[i], "v%u", (unsigned)i);
        places[i].local = (Local){.function = i % 2 ? "kernel" : "helper",
                                  .name = names[i],
                                  .type = "type",
                                  .source = i % 3 == 0,
                                  .line = i % 40,
                                  .last_line = 60,
                                  .kind = (uint8_t)fuzz_local_kind(i),
                                  .element = (uint8_t)fuzz_local_element(i)};
    }
    fuzz_enter_folder();
    return 0;
}

static bool line_of(void *user, uint64_t pc, const char **file, uint32_t *line)
{
    (void)user;
    ++pc; /* the return address */
    if (pc >= FUZZ_ELSEWHERE)
        return false;
    *file = pc >= FUZZ_DEVICE ? "/home/user/device.cuh" : "test.cu";
    *line = (uint32_t)(pc % FUZZ_DEVICE / FUZZ_LINE);
    return true;
}

/* The text of 250 lines, of which those in LINES are given. */
static char *text_of(const Text *lines)
{
    Text text = {0};

    for (uint32_t line = 1; line <= 250; ++line) {
        for (size_t at = 0; at < lines->length;
             at += strlen(lines->text + at) + 1) {
            bool own = (unsigned char)lines->text[at] == line;
            at += 2;
            if (own)
                text_add(&text, "%s", lines->text + at);
        }
        text_add(&text, "\n");
    }
    return text.text;
}

static void judge(Trace *trace, uint8_t how)
{
    Text text = {0};
    Error error = {ERROR_NONE, ""};

    if (!thread_dump(trace, how / 8u * 7, how & 1, &text, &error))
        follow_error(&error);
    text_free(&text);
    trace->expected = how % SUM_OTHER;
    Verdict verdict = verify_program(trace);
    json_t *json = verify_json(NULL, &verdict, NULL);
    char *dump = json_dumps(json, 0);
    if (!dump || !verdict.why.length)
        fuzz_fail("a verdict says nothing", "");
    free(dump);
    json_decref(json);
    verdict_free(&verdict);
}

/* Gives TRACE its sums, HOW with runs of several launches: those that the log
 * has, or of the whole program, where the log itself is each run's. */
static void add_sums(Trace *trace, const void *log, size_t bytes, uint8_t how,
                     const ProgramSymbols *symbols, const ProgramFacts *facts)
{
    Error error = {ERROR_NONE, ""};
    LaunchNotes notes, again;

    if (launch_notes_read(&notes, log, bytes, &error) &&
        launch_notes_read(&again, log, bytes, &error)) {
        ProgramGroup group = launch_notes_main(&notes);
        if (!(how & 32))
            launch_notes_take(&notes, &again, true);
        snprintf(group.why, sizeof group.why, "%s",
                 how & 64 ? "it was not run again" : "");
        trials_add_sums(trace, &notes,
                        how & 128 && group.trials > 0 ? &group : NULL, symbols,
                        facts);
        launch_notes_free(&again);
    } else {
        follow_error(&error);
    }
    launch_notes_free(&notes);
}

/* A trace that is made of a log is one that could be stored. */
static void check(const Trace *trace)
{
    Text why = {0};
    Error error;

    if (!rules_of_writer(trace, &why))
        fuzz_fail("a trace of a log cannot be stored", why.text);
    if (!trace_check(trace, &error))
        fuzz_fail("a trace of a log is none", error.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ProgramSymbols symbols = {line_of, NULL};
    Text code = {0}, lines = {0};
    Error error = {ERROR_NONE, ""};

    if (size < 3)
        return 0;
    log_decode(data + 3, size - 3, &code, &lines);
    char *text = text_of(&lines), *log = base_alloc(code.length, 1);
    memcpy(log, code.text, code.length); /* without room behind */
    const ProgramSource sources[] = {{"test.cu", text},
                                     {"device.cuh",
                                      "// step: a\n__syncthreads();\n"}};
    ProgramOutputs outputs[LIMITS_GRIDS];
    static ProgramWords words;
    ProgramFacts facts = {.sources = sources,
                          .sources_count = 2,
                          .command = "test.cu -- 16",
                          .compiler = "clang++ -O0",
                          .locals = &locals,
                          .words = &words,
                          .outputs = outputs};
    LogGpu *gpu = NULL;
    Trace *trace = NULL;
    if (log_gpu_is(log, code.length))
        gpu = log_gpu_new(log, code.length, sources, 2, data[2] < 32, &error);
    if (gpu) {
        log_gpu_facts(gpu, &facts, &symbols);
        facts.words = NULL;
    }
    if (error.kind == ERROR_NONE)
        trace = program_trace(log, code.length, &symbols, &facts, &error);
    fuzz_refused = !trace;
    if (trace && data[0] & 128) { /* its last launch was cut off */
        trace->run.ended = base_strdup("it did wrong");
        trace->run.unfinished = 1;
    }
    if (trace) {
        check(trace);
        add_sums(trace, log, code.length, data[2], &symbols, &facts);
        check(trace);
        follow(trace, trace, data[0], data[1]);
        judge(trace, data[2]);
    } else {
        follow_error(&error);
    }
    free(words.places);
    words = (ProgramWords){0};
    text_free(&code);
    text_free(&lines);
    log_gpu_free(gpu);
    free(text);
    free(log);
    return 0;
}
