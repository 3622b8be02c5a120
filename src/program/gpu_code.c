/* SPDX-License-Identifier: MIT */
#include "program/gpu_code.h"

#include "program/child.h"
#include "program/compiler.h"
#include "util/work_folder.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Listings ------------------------------------------------------------*/

/* ---- Reading --------------------------------------------------------------*/

static uint32_t file_number(Sass *sass, const char *name, size_t length)
{
    for (size_t i = 0; i < sass->files_count; ++i)
        if (strlen(sass->files[i]) == length &&
            memcmp(sass->files[i], name, length) == 0)
            return (uint32_t)i;
    Text text = {0};
    text_add(&text, "%.*s", (int)length, name);
    base_push(sass, files, text.text);
    return (uint32_t)sass->files_count - 1;
}

/* Reads `//## File "NAME", line N`; false if LINE is none. */
static bool read_frame(Sass *sass, const char *line, SassFrame *frame)
{
    static const char begin[] = "//## File \"";
    const char *name = line + sizeof begin - 1;

    if (strncmp(line, begin, sizeof begin - 1) != 0)
        return false;
    const char *end = strstr(name, "\", line ");
    if (!end)
        return false;
    frame->line = (uint32_t)strtoul(end + 8, NULL, 10);
    frame->file = file_number(sass, name, (size_t)(end - name));
    return true;
}

/* Reads an instruction, "/" "*0100*" "/  STS [R11], R0 ;"; false if LINE is
 * none. */
static bool read_instruction(const char *line, SassInstruction *to)
{
    char *end;
    Text text = {0};

    if (strncmp(line, "/*", 2) != 0 || !isxdigit((unsigned char)line[2]))
        return false;
    unsigned long offset = strtoul(line + 2, &end, 16);
    if (strncmp(end, "*/", 2) != 0 || offset > UINT32_MAX)
        return false;
    end += 2;
    end += strspn(end, " \t");
    size_t length = strcspn(end, ";\n");
    while (length > 0 && isspace((unsigned char)end[length - 1]))
        --length;
    text_add(&text, "%.*s", (int)length, end);
    *to = (SassInstruction){.offset = (uint32_t)offset, .text = text.text};
    return true;
}

/* The name in ".text.NAME:"; false if LINE is none. */
static bool read_function(const char *line, char **name)
{
    Text text = {0};
    size_t length = strcspn(line, "\n");

    if (strncmp(line, ".text.", 6) != 0 || length < 8 ||
        line[length - 1] != ':')
        return false;
    text_add(&text, "%.*s", (int)(length - 7), line + 6);
    *name = text.text;
    return true;
}

static void add_line(Sass *sass, const char *line, size_t *first, bool *more)
{
    SassFrame frame;
    SassInstruction instruction;
    char *name;

    if (read_function(line, &name)) {
        SassFunction function = {.name = name, .first = sass->items_count};
        base_push(sass, functions, function);
        *first = sass->frames_count;
    } else if (read_frame(sass, line, &frame)) {
        if (!*more)
            *first = sass->frames_count;
        *more = true;
        base_push(sass, frames, frame);
    } else if (sass->functions_count && read_instruction(line, &instruction)) {
        instruction.first = (uint32_t)*first;
        instruction.frames = (uint32_t)(sass->frames_count - *first);
        *more = false;
        base_push(sass, items, instruction);
        ++sass->functions[sass->functions_count - 1].count;
    }
}

void sass_add(Sass *sass, const char *text)
{
    size_t first = sass->frames_count;
    bool more = false; /* the line before gave a frame */

    while (*text) {
        add_line(sass, text + strspn(text, " \t"), &first, &more);
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
}

void sass_free(Sass *sass)
{
    for (size_t i = 0; i < sass->functions_count; ++i)
        free(sass->functions[i].name);
    for (size_t i = 0; i < sass->items_count; ++i)
        free(sass->items[i].text);
    for (size_t i = 0; i < sass->files_count; ++i)
        free(sass->files[i]);
    free(sass->functions);
    free(sass->items);
    free(sass->frames);
    free(sass->files);
    *sass = (Sass){0};
}

/* ---- Asking ---------------------------------------------------------------*/

static const SassFunction *find_function(const Sass *sass, const char *name)
{
    for (size_t i = 0; i < sass->functions_count; ++i)
        if (strcmp(sass->functions[i].name, name) == 0)
            return sass->functions + i;
    return NULL;
}

static int by_offset(const void *key, const void *item)
{
    uint64_t offset = *(const uint64_t *)key;
    uint64_t own = ((const SassInstruction *)item)->offset;

    return (offset > own) - (offset < own);
}

const SassInstruction *sass_before(const Sass *sass, const SassInstruction *at)
{
    for (size_t f = 0; f < sass->functions_count; ++f)
        if (at == sass->items + sass->functions[f].first)
            return NULL;
    return at - 1;
}

const SassInstruction *sass_find(const Sass *sass, const char *name,
                                 uint64_t offset)
{
    const SassFunction *function = find_function(sass, name);

    return function && function->count
               ? bsearch(&offset, sass->items + function->first,
                         function->count, sizeof *sass->items, by_offset)
               : NULL;
}

/* What fills a function up behind its end. */
static bool is_filling(const SassInstruction *instruction)
{
    return strcmp(instruction->text, "NOP") == 0;
}

uint32_t sass_list(Sass *sass, const char *name, uint32_t line, SassPick *pick,
                   const void *user, Text *text)
{
    const SassFunction *function = find_function(sass, name);
    SassFrame told = {UINT32_MAX, 0};

    if (!function)
        return line;
    text_add(text, "%s:\n", name);
    ++line;
    for (size_t i = 0; i < function->count; ++i) {
        SassInstruction *at = sass->items + function->first + i;
        if (is_filling(at))
            continue;
        const SassFrame *frame = pick(user, at);
        if (frame && (frame->file != told.file || frame->line != told.line)) {
            text_add(text, "// %s:%u\n", base_name(sass->files[frame->file]),
                     frame->line);
            told = *frame;
            ++line;
        }
        at->listing = line++;
        text_add(text, "    %04x  %s\n", at->offset, at->text);
    }
    return line;
}

/* ---- Modules -------------------------------------------------------------*/

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
