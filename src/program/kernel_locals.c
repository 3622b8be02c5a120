/* SPDX-License-Identifier: MIT */
#include "program/kernel_locals.h"

#include "catalog/catalog.h"
#include "program/program.h"
#include "trace/local.h"
#include "trace/value.h"
#include "util/resources.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const headers[] = {"event.h", "op.h", "scan.h",
                                      "scan_args.h", "scan_cuda.h"};

enum { HEADERS = sizeof headers / sizeof *headers, ONE_INPUT_A_LINE = 12 };

/* The files of the program: the headers, the kernel, and its main. */
typedef struct {
    char *folder;
    char *paths[HEADERS + 2];
    int count;
} Files;

/* The kernel's text: our own, and not the one that a trace brings along, since
 * it is going to be run. */
static const char *source_of(const Trace *trace)
{
    Error ignored;
    const Algorithm *algorithm = catalog_find(trace->run.algorithm, &ignored);

    return algorithm ? catalog_source(algorithm) : NULL;
}

static bool check(const Trace *trace, Error *error)
{
    const Run *run = &trace->run;
    const char *name = run->algorithm;

    if (!source_of(trace))
        return error_set(error, ERROR_USAGE,
                         "local variables of %.60s are not known: this "
                         "catalog does not have it",
                         name);
    if (run->op != OP_ADD)
        return error_set(error, ERROR_USAGE,
                         "local variables of %.60s are known where it adds "
                         "integers; leave --op %s out",
                         name, op_name(run->op));
    if (trace->grids_count != 1 || trace->grids[0].blocks != 1 ||
        trace->arrays_count != 2 || trace->blocks_count != 1)
        return error_set(error, ERROR_USAGE,
                         "local variables of %.60s are not known: it runs in "
                         "several blocks, or has arrays of its own",
                         name);
    return true;
}

/* ---- The program ----------------------------------------------------------*/

static bool write_file(Files *files, const char *name, const char *text,
                       size_t bytes, Error *error)
{
    Text path = {0};

    text_add(&path, "%s/%s", files->folder, name);
    files->paths[files->count++] = path.text;
    FILE *file = fopen(path.text, "w");
    bool good = file && fwrite(text, 1, bytes, file) == bytes;
    good = file && fclose(file) == 0 && good;
    return good ||
           error_set(error, ERROR_FAILED, "cannot write %.300s", path.text);
}

static void remove_files(Files *files)
{
    for (int i = 0; i < files->count; ++i) {
        unlink(files->paths[i]);
        free(files->paths[i]);
    }
    if (files->folder)
        rmdir(files->folder);
    free(files->folder);
}

/* The name that the kernel has in C: "hillis_steele". */
static bool find_id(const char *text, char id[64])
{
    static const char entry[] = "CATALOG_ENTRY(";
    const char *at = strstr(text, entry);
    size_t length = 0;

    at = at ? at + strlen(entry) : "";
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
        ++length;
    snprintf(id, 64, "%.*s", (int)length, at);
    return length > 0 && length < 64;
}

static void add_main(const Trace *trace, const char *id, Text *text)
{
    const Run *run = &trace->run;
    const Grid *grid = trace->grids;
    uint32_t padded = base_power_of_two(grid->block_n);

    text_add(text, "#ifndef __CUDACC__\n#define __CUDACC__\n#endif\n"
                   "#define SCAN_PLAIN\n#include \"scan.h\"\n"
                   "#undef SCAN_K\n#undef SCAN_LOG2K\n"
                   "#define SCAN_K args.k\n#define SCAN_LOG2K args.log2k\n"
                   "#include \"kernel.cuh\"\n"
                   "static Word given[] = {");
    for (uint32_t i = 0; i < run->n; ++i)
        text_add(text, "%s%uu,", i % ONE_INPUT_A_LINE ? " " : "\n    ",
                 trace->input[i]);
    text_add(text, "\n};\nint main()\n{\n    Word *in, *out;\n"
                   "    ScanArgs args = {};\n"
                   "    cudaMalloc(&in, sizeof given);\n"
                   "    cudaMalloc(&out, sizeof given);\n"
                   "    cudaMemcpy(in, given, sizeof given, "
                   "cudaMemcpyHostToDevice);\n");
    text_add(text,
             "    args.total = %u, args.block_n = %u, args.padded_n = %u;\n"
             "    args.log2n = %d, args.k = %u, args.log2k = %d;\n"
             "    args.inclusive = %d, args.part = %u, args.passes = %u;\n"
             "    args.in = 0, args.out = 1, args.words = %u;\n"
             "    args.arrays[0] = in, args.arrays[1] = out;\n",
             grid->n, grid->block_n, padded, base_log2(padded), run->k,
             base_log2(run->k), run->inclusive, grid->part, run->passes,
             grid->words);
    text_add(text,
             "    %s_plain<<<1, %u, %zu>>>(args);\n"
             "    cudaDeviceSynchronize();\n    return 0;\n}\n",
             id, grid->threads, (grid->words + 1) * sizeof(Word));
}

static bool write_files(const Trace *trace, const char *id, Files *files,
                        Error *error)
{
    const char *place = getenv("TMPDIR");
    const char *kernel = source_of(trace);
    Text folder = {0}, text = {0};
    bool good = true;

    text_add(&folder, "%s/upsweep-XXXXXX", place && *place ? place : "/tmp");
    if (!mkdtemp(folder.text)) {
        error_set(error, ERROR_FAILED, "cannot make %.300s", folder.text);
        text_free(&folder);
        return false;
    }
    files->folder = folder.text;
    for (int i = 0; good && i < HEADERS; ++i) {
        char name[64];
        size_t bytes;
        snprintf(name, sizeof name, "kernels/%s", headers[i]);
        const char *header = resource_find(name, &bytes);
        BASE_CHECK(header);
        good = write_file(files, headers[i], header, bytes, error);
    }
    add_main(trace, id, &text);
    good = good &&
           write_file(files, "kernel.cuh", kernel, strlen(kernel), error) &&
           write_file(files, "main.cu", text.text, text.length, error);
    text_free(&text);
    return good;
}

/* The kernel of TRACE as a program. */
static Trace *run_program(const Trace *trace, Error *error)
{
    Files files = {0};
    Trace *program = NULL;
    char id[64];

    if (!find_id(source_of(trace), id)) {
        error_set(error, ERROR_FAILED, "%.60s has no CATALOG_ENTRY",
                  trace->run.algorithm);
        return NULL;
    }
    if (write_files(trace, id, &files, error)) {
        const char *main = files.paths[files.count - 1];
        ProgramOptions options = {.files = &main,
                                  .files_count = 1,
                                  .last_block = UINT32_MAX,
                                  .seed = trace->run.seed};
        program = program_record(&options, error);
    }
    remove_files(&files);
    return program;
}

/* ---- Who does what --------------------------------------------------------*/

/* The accesses of each thread in its order: numbers of instructions. */
typedef struct {
    uint32_t threads;
    uint32_t *starts; /* threads + 1 */
    uint32_t *instructions;
    uint32_t *accesses;
} Threads;

static void threads_free(Threads *threads)
{
    free(threads->starts);
    free(threads->instructions);
    free(threads->accesses);
}

static Threads threads_of(const Trace *trace)
{
    Threads all = {.threads = trace->grids[0].threads};
    uint32_t *next;

    all.starts = base_alloc((size_t)all.threads + 2, sizeof *all.starts);
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        for (int a = 0; a < at->lanes; ++a)
            ++all.starts[trace_thread(trace, at,
                                      trace_accesses(trace, at) + a) +
                         1];
    }
    for (uint32_t t = 0; t < all.threads; ++t)
        all.starts[t + 1] += all.starts[t];
    next = base_memdup(all.starts, (all.threads + 1) * sizeof *next);
    all.instructions =
        base_alloc(trace->accesses_count + 1, sizeof *all.instructions);
    all.accesses = base_alloc(trace->accesses_count + 1, sizeof *all.accesses);
    for (uint32_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        for (uint32_t a = at->first_access; a < at->first_access + at->lanes;
             ++a) {
            uint32_t t = trace_thread(trace, at, trace->accesses + a);
            all.instructions[next[t]] = i;
            all.accesses[next[t]++] = a;
        }
    }
    free(next);
    return all;
}

/* Is the access number I of a thread the same in both? */
static bool same_access(const Trace *a, const Threads *of_a, const Trace *b,
                        const Threads *of_b, uint32_t i)
{
    const Instruction *x = a->instructions + of_a->instructions[i];
    const Instruction *y = b->instructions + of_b->instructions[i];
    const Access *own = a->accesses + of_a->accesses[i];
    uint32_t cell = b->accesses[of_b->accesses[i]].cell;

    if (trace_is_shuffle(x)) /* a lane; the program's warps have more of them */
        cell %= a->run.k;
    return x->kind == y->kind && x->array == y->array && own->cell == cell &&
           own->value == b->accesses[of_b->accesses[i]].value;
}

static bool same_run(const Trace *a, const Threads *of_a, const Trace *b,
                     const Threads *of_b)
{
    if (of_a->threads != of_b->threads ||
        a->accesses_count != b->accesses_count)
        return false;
    for (uint32_t t = 0; t <= of_a->threads; ++t)
        if (of_a->starts[t] != of_b->starts[t])
            return false;
    for (uint32_t i = 0; i < a->accesses_count; ++i)
        if (!same_access(a, of_a, b, of_b, i))
            return false;
    return true;
}

/* ---- Taking over ----------------------------------------------------------*/

static bool is_word(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

/* Does TEXT have NAME as a word, from its kernel on? */
static bool mentions(const char *text, const char *name)
{
    size_t length = strlen(name);
    const char *at = strstr(text, "\nKERNEL(");

    for (at = at ? at + 1 : text; (at = strstr(at, name)); ++at)
        if (!is_word(at[-1]) && !is_word(at[length]))
            return true;
    return false;
}

/* A variable of the kernel itself, and not of the dialect under it. */
static bool is_own(const Trace *trace, const Local *local)
{
    static const char body[] = "_body";
    size_t length = strlen(local->function);

    return length > strlen(body) &&
           strcmp(local->function + length - strlen(body), body) == 0 &&
           local->kind != LOCAL_POINTER && !strchr(local->name, '.') &&
           mentions(source_of(trace), local->name);
}

/* The line of KERNEL(...), whose macro declares the parameters. */
static uint32_t kernel_line(const char *text)
{
    const char *end = strstr(text, "\nKERNEL(");
    uint32_t line = 2;

    for (const char *at = text; end && at < end; ++at)
        line += *at == '\n';
    return end ? line : 0;
}

static void take_local(Trace *trace, const Local *from)
{
    Local local = *from;

    local.function = base_strdup(trace->run.algorithm);
    local.name = base_strdup(from->name);
    local.type = base_strdup(from->type);
    local.source = 0;
    base_push(trace, locals, local);
}

/* The place among a thread's accesses of instruction AT. */
static uint32_t place_of(const Threads *threads, uint32_t thread, uint32_t at)
{
    uint32_t low = threads->starts[thread], high = threads->starts[thread + 1];

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (threads->instructions[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void take(Trace *trace, const Threads *threads, const Trace *program,
                 const Threads *of_program)
{
    uint32_t line = kernel_line(source_of(trace));
    uint16_t *numbers = base_alloc(program->locals_count + 1, sizeof *numbers);

    /* What the kernel declares itself comes before its parameters. */
    for (int parameters = 0; parameters < 2; ++parameters)
        for (size_t i = 0; i < program->locals_count; ++i) {
            const Local *local = program->locals + i;
            if ((local->line == line) != parameters || !is_own(trace, local))
                continue;
            take_local(trace, local);
            numbers[i] = (uint16_t)trace->locals_count; /* 1 more */
        }
    for (size_t i = 0; i < program->local_changes_count; ++i) {
        LocalChange change = program->local_changes[i];
        if (!numbers[change.local])
            continue;
        const Instruction *at = program->instructions + change.instruction;
        uint32_t thread = at->warp * program->run.k + change.lane;
        uint32_t place = place_of(of_program, thread, change.instruction);
        change.instruction = threads->instructions[place];
        change.local = (uint16_t)(numbers[change.local] - 1);
        change.lane = (uint8_t)(thread % trace->run.k);
        change.depth = 0;
        base_push(trace, local_changes, change);
    }
    local_sort(trace, 0);
    free(numbers);
}

bool kernel_locals_add(Trace *trace, Error *error)
{
    Trace *program = check(trace, error) ? run_program(trace, error) : NULL;

    if (!program)
        return false;
    Threads own = threads_of(trace), other = threads_of(program);
    bool good = same_run(trace, &own, program, &other);
    if (good)
        take(trace, &own, program, &other);
    else
        error_set(error, ERROR_FAILED,
                  "local variables of %.60s are not known: as a program it "
                  "does not make the same accesses",
                  trace->run.algorithm);
    threads_free(&own);
    threads_free(&other);
    trace_free(program);
    return good;
}
