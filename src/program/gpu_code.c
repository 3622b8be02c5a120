/* SPDX-License-Identifier: MIT */
#include "program/gpu_code.h"

#include "program/child.h"
#include "program/compiler.h"
#include "util/work_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DISASSEMBLY_SECONDS = 60 };
#define MOST_DISASSEMBLY ((size_t)64 << 20)

/* ---- Reading --------------------------------------------------------------*/

/* Adds what nvdisasm says of a module; without nvdisasm nothing is known. */
static bool add_module(GpuCode *code, const char *folder, const void *cubin,
                       size_t bytes, Error *error)
{
    char *tool = compiler_find_tool("nvdisasm");
    char *input = work_folder_path(folder, "module.cubin");
    char *output = work_folder_path(folder, "module.sass");
    const char *const words[] = {tool, "-c", "-gi", input, NULL};
    ChildSpec spec = {.arguments = words,
                      .output = output,
                      .keep = -1,
                      .seconds = DISASSEMBLY_SECONDS};
    ChildResult result;
    Error ignored;
    bool good = true;

    if (tool &&
        work_folder_write(folder, "module.cubin", cubin, bytes, &ignored)) {
        good = child_run(&spec, &result, error);
        size_t length;
        char *text =
            good ? base_read_file(output, MOST_DISASSEMBLY, &length, &ignored)
                 : NULL;
        if (text)
            sass_add(&code->sass, text);
        free(text);
    }
    free(tool);
    free(input);
    free(output);
    return good;
}

bool gpu_code_read(GpuCode *code, const void *log, size_t bytes,
                   const char *folder, Error *error)
{
    LogReader reader;
    LogRecord record;
    ProgramLog head;
    bool more = true;

    if (!log_reader_begin(&reader, log, bytes, &head, error))
        return false;
    while (log_reader_next(&reader, &record, &more) && more) {
        if (record.head.kind == RECORD_CODE)
            base_push(code, codes, record.code);
        if (record.head.kind == RECORD_MODULE &&
            !add_module(code, folder, reader.rest, (size_t)record.module.bytes,
                        error))
            return false;
    }
    return !more;
}

const SassInstruction *gpu_code_find(const GpuCode *code, uint64_t pc)
{
    for (size_t i = code->codes_count; i-- > 0;)
        if (pc >= code->codes[i].low && pc < code->codes[i].high)
            return sass_find(&code->sass, code->codes[i].name,
                             pc - code->codes[i].low);
    return NULL;
}

void gpu_code_free(GpuCode *code)
{
    sass_free(&code->sass);
    free(code->codes);
    *code = (GpuCode){0};
}

/* ---- Accesses -------------------------------------------------------------*/

typedef struct {
    bool orders; /* volatile, or strong */
    bool counts;
} Mark;

static Mark mark_of(const SassInstruction *at)
{
    return at ? (Mark){.orders = strstr(at->text, ".STRONG") != NULL,
                       .counts = strstr(at->text, "ATOMS.POPC.INC") != NULL}
              : (Mark){0};
}

void gpu_code_mark(const GpuCode *code, void *log, size_t bytes)
{
    struct {
        Mark *marks; /* of sites, by id */
        size_t marks_count, marks_capacity;
    } sites = {0};
    LogReader reader;
    LogRecord record;
    ProgramLog head;
    Error ignored;
    bool more = log_reader_begin(&reader, log, bytes, &head, &ignored);

    while (more && log_reader_next(&reader, &record, &more) && more) {
        ProgramAccess *access = &record.access;
        if (record.head.kind == RECORD_SITE &&
            record.site.id == sites.marks_count) {
            /* frames are as if of calls: one behind the instruction */
            uint64_t pc = record.site.depth ? record.site.frames[0] - 1 : 0;
            base_push(&sites, marks, mark_of(gpu_code_find(code, pc)));
        }
        if (record.head.kind != RECORD_ACCESS ||
            access->site >= sites.marks_count)
            continue;
        access->is_volatile = sites.marks[access->site].orders;
        if (sites.marks[access->site].counts && access->kind == PROGRAM_ATOMIC)
            access->kind = PROGRAM_COUNT;
        memcpy((char *)log + reader.at, access, sizeof *access);
    }
    free(sites.marks);
}
