/* SPDX-License-Identifier: MIT */
#include "log_gpu.h"

#include "program/build.h"
#include "program/child.h"
#include "program/compiler.h"

#include <stdlib.h>

/* Nothing is run: nvdisasm copies its input. */
static char *find_nothing(const char *name)
{
    return base_strdup(name);
}

static bool copy_instead(const ChildSpec *spec, ChildResult *result,
                         Error *error);

#define compiler_find_tool find_nothing
#define child_run          copy_instead
#include "program/gpu_code.c"
#include "program/gpu_program.c"
#undef compiler_find_tool
#undef child_run

static bool copy_instead(const ChildSpec *spec, ChildResult *result,
                         Error *error)
{
    size_t bytes;
    char *text =
        base_read_file(spec->arguments[3], MOST_DISASSEMBLY, &bytes, error);
    bool good =
        text && work_folder_write(".", spec->output, text, bytes, error);

    *result = (ChildResult){.ending = CHILD_ENDED};
    free(text);
    return good;
}

struct LogGpu {
    ProgramOptions options;
    Work work;
};

bool log_gpu_is(const void *log, size_t bytes)
{
    LogReader reader;
    LogRecord record;
    ProgramLog head;
    Error ignored;
    bool more = true;

    if (!log_reader_begin(&reader, log, bytes, &head, &ignored))
        return false;
    while (log_reader_next(&reader, &record, &more) && more)
        if (record.head.kind == RECORD_MODULE ||
            record.head.kind == RECORD_CODE)
            return true;
    return false;
}

LogGpu *log_gpu_new(void *log, size_t bytes, const ProgramSource *sources,
                    size_t count, bool without_sources, Error *error)
{
    static const char *const files[] = {"test.cu"};
    static char folder[] = ".";
    LogGpu *gpu = base_alloc(1, sizeof *gpu);

    gpu->options =
        (ProgramOptions){.files = files,
                         .files_count = 1,
                         .sources = sources,
                         .sources_count = without_sources ? 0 : count};
    gpu->work.options = &gpu->options;
    gpu->work.run.head = log;
    gpu->work.run.bytes = bytes;
    gpu->work.build.folder = folder;
    if (!gpu_code_read(&gpu->work.code, log, bytes, folder, error)) {
        log_gpu_free(gpu);
        return NULL;
    }
    gpu_code_mark(&gpu->work.code, log, bytes);
    add_sources(&gpu->work);
    name_things(&gpu->work);
    return gpu;
}

void log_gpu_free(LogGpu *gpu)
{
    if (!gpu)
        return;
    gpu_code_free(&gpu->work.code);
    for (size_t i = 0; i < gpu->work.owned_count; ++i)
        free(gpu->work.owned[i]);
    free(gpu->work.owned);
    free(gpu->work.sources);
    free(gpu->work.listing);
    free(gpu);
}

void log_gpu_facts(LogGpu *gpu, ProgramFacts *facts, ProgramSymbols *symbols)
{
    facts->sources = gpu->work.sources;
    facts->sources_count = gpu->work.sources_count;
    facts->name = "test.cu";
    facts->compiler = "nvcc -O3, from its instructions";
    facts->device = "gpu";
    facts->device_name = "NVIDIA H100";
    facts->locals = NULL;
    *symbols = (ProgramSymbols){.line = line_of, .user = &gpu->work};
}
