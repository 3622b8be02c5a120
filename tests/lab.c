/* SPDX-License-Identifier: MIT */
#include "lab.h"

#include "record/trace_builder.h"
#include "sim/simt.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Lab *lab_new(const char *file)
{
    Lab *lab = base_alloc(1, sizeof *lab);
    const char *top = getenv("srcdir");
    Text path = {0};

    text_add(&path, "%s/%s", top ? top : ".", file);
    lab->source = base_read_file(path.text, (size_t)1 << 20, NULL, &lab->error);
    if (!lab->source)
        g_error("%s; set srcdir to the source tree", lab->error.text);
    text_free(&path);
    lab->machine = simt_new();
    lab->held = (BlockRange){0, UINT32_MAX - 1};
    for (int i = 0; i < LAB_OWN_ARRAYS; ++i)
        lab->holds[i] = HOLDS_NUMBERS;
    lab->launch =
        (Launch){.source_name = file,
                 .source = lab->source,
                 .n = 8,
                 .k = 4,
                 .block_n = 8,
                 .threads = 4,
                 .blocks = 1,
                 .in = GLOBAL_IN,
                 .out = GLOBAL_OUT,
                 .words = LAB_WORDS,
                 .op = OP_ADD,
                 .arrays_count = GLOBAL_FIRST_SCRATCH + LAB_OWN_ARRAYS,
                 .event_limit = 1000};
    return lab;
}

void lab_free(Lab *lab)
{
    log_free(lab->log);
    simt_free(lab->machine);
    free(lab->source);
    free(lab);
}

static void lay_out(Lab *lab)
{
    GlobalArray *arrays = lab->launch.arrays;

    memset(lab->out, 0, sizeof lab->out);
    memset(lab->own, 0, sizeof lab->own);
    for (uint32_t i = 0; i < LAB_WORDS; ++i)
        lab->in[i] = 100 + i;
    arrays[GLOBAL_IN] = (GlobalArray){"in", lab->in, LAB_WORDS, HOLDS_SUMS};
    arrays[GLOBAL_OUT] = (GlobalArray){"out", lab->out, LAB_WORDS, HOLDS_SUMS};
    for (int i = 0; i < LAB_OWN_ARRAYS; ++i)
        arrays[GLOBAL_FIRST_SCRATCH + i] =
            (GlobalArray){"own", lab->own[i], LAB_WORDS, lab->holds[i]};
}

bool lab_run(Lab *lab, ScanKernel *kernel)
{
    const Algorithm algorithm = {.name = "lab", .run = kernel};
    Launch *launch = &lab->launch;

    lay_out(lab);
    log_free(lab->log);
    lab->log = log_new(launch->blocks, launch->threads, launch->words);
    lab->error = (Error){0};
    launch->algorithm = &algorithm;
    launch->n = launch->block_n * launch->blocks;
    for (int j = 0; j < LAB_OWN_ARRAYS && j < PLAN_MAX_SCRATCH; ++j)
        launch->scratch[j] = (uint8_t)(GLOBAL_FIRST_SCRATCH + j);
    bool good = simt_run(lab->machine, launch, 0, lab->log, &lab->error);
    launch->algorithm = NULL;
    return good;
}

void lab_good(Lab *lab, ScanKernel *kernel)
{
    if (!lab_run(lab, kernel))
        g_error("a good kernel failed: %s", lab->error.text);
}

Trace *lab_try_trace(Lab *lab, ScanKernel *kernel)
{
    Op op = lab->launch.op;

    lab_good(lab, kernel);
    Log *values = lab->log;
    lab->log = NULL;
    lab->launch.op = OP_INTERVAL;
    lab_good(lab, kernel);
    lab->launch.op = op;
    Trace *trace = trace_builder_begin(&lab->launch, 1);
    if (!trace_builder_add(trace, &lab->launch, lab->held, values, lab->log,
                           &lab->error)) {
        trace_free(trace);
        trace = NULL;
    }
    log_free(lab->log);
    lab->log = values;
    return trace;
}

Trace *lab_trace(Lab *lab, ScanKernel *kernel)
{
    Trace *trace = lab_try_trace(lab, kernel);

    if (!trace)
        g_error("a good kernel has no trace: %s", lab->error.text);
    return trace;
}

int lab_line(const Lab *lab, const char *mark)
{
    char wanted[64];
    int line = 1;

    snprintf(wanted, sizeof wanted, "// @%s\n", mark);
    const char *found = strstr(lab->source, wanted);
    if (!found)
        g_error("no line is marked @%s", mark);
    for (const char *at = lab->source; at < found; ++at)
        line += *at == '\n';
    return line;
}

Word lab_cell(const Lab *lab, uint32_t block, uint32_t cell)
{
    const Snapshots *snapshots = &lab->log->snapshots[block];

    g_assert_cmpuint(snapshots->values_count, >=, lab->launch.words);
    return snapshots
        ->values[snapshots->values_count - lab->launch.words + cell];
}
