/* SPDX-License-Identifier: MIT */
#include "program/kernel_program.h"

#include "program/program.h"
#include "trace/condition.h"
#include "util/resources.h"
#include "util/work_folder.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The headers of the program. */
static const char *const headers[] = {"kernels/event.h",
                                      "kernels/op.h",
                                      "kernels/scan.h",
                                      "kernels/scan_args.h",
                                      "kernels/scan_cuda.h",
                                      "src/program/kernel_dialect.h"};

/* ---- What was launched ----------------------------------------------------*/

static bool same_grid(const Grid *grid, const PlanGrid *planned)
{
    return grid->n == planned->n && grid->block_n == planned->block_n &&
           grid->blocks == planned->blocks && grid->in == planned->in &&
           grid->out == planned->out && grid->part == planned->part;
}

/* *PLAN becomes that of ALGORITHM with blocks of BLOCK_N elements, 0: as usual;
 * false if TRACE launched others. */
static bool plan_with(const Trace *trace, const Algorithm *algorithm,
                      uint32_t block_n, Plan *plan)
{
    const Run *run = &trace->run;
    Sizes sizes = {.n = run->n,
                   .k = run->k,
                   .block_n = block_n,
                   .passes = (int)run->passes,
                   .inclusive = run->inclusive};
    Error ignored;
    bool same = plan_make(algorithm, &sizes, plan, &ignored) &&
                (size_t)plan->grids_count == trace->grids_count &&
                (size_t)plan->arrays_count == trace->arrays_count;

    for (int g = 0; same && g < plan->grids_count; ++g)
        same = same_grid(&trace->grids[g], &plan->grids[g]);
    return same;
}

bool kernel_program_plan(const Trace *trace, Plan *plan, Error *error)
{
    enum { HARDWARE_LANES = 32 };
    const Run *run = &trace->run;
    Error ignored;
    const Algorithm *algorithm = catalog_find(run->algorithm, &ignored);

    if (!algorithm)
        return error_set(error, ERROR_USAGE,
                         "local variables of %.60s are not known: this "
                         "catalog does not have it",
                         run->algorithm);
    if (!plan_with(trace, algorithm, run->block_n, plan) &&
        !plan_with(trace, algorithm, 0, plan))
        return error_set(error, ERROR_USAGE,
                         "local variables of %.60s are not known: this "
                         "catalog launches other blocks of it",
                         run->algorithm);
    for (int g = 0; g < plan->grids_count; ++g)
        if (plan->grids[g].kernel->shuffles && run->k > HARDWARE_LANES)
            return error_set(error, ERROR_USAGE,
                             "local variables of %.60s are known in warps of "
                             "up to %d lanes; ask for -k %d or fewer",
                             run->algorithm, HARDWARE_LANES, HARDWARE_LANES);
    return true;
}

/* What a thread gets of others that run at the same time differs from run to
 * run. */
bool kernel_program_gives(const Trace *trace, const Plan *plan,
                          const Instruction *at)
{
    uint32_t g = trace_block(trace, trace_step(trace, at))->grid;
    const Algorithm *kernel = plan->grids[g].kernel;

    if (trace_traits_of(at)->orders)
        return true;
    if (at->width != sizeof(Word))
        return false;
    return (at->kind == ACCESS_LOAD && kernel->fault == FAULT_RACE) ||
           (at->kind == ACCESS_GLOAD && kernel->waits &&
            at->array != trace->grids[g].in);
}

bool kernel_program_adds(const Array *array)
{
    static const char own[] = "upsweep_";

    return strncmp(array->name, own, strlen(own)) == 0;
}

uint32_t *kernel_program_threads(const Trace *trace)
{
    uint32_t *first = base_alloc(trace->blocks_count + 1, sizeof *first);

    for (size_t b = 0; b < trace->blocks_count; ++b)
        first[b + 1] = first[b] + trace->grids[trace->blocks[b].grid].threads;
    return first;
}

bool kernel_program_id(const Algorithm *kernel, char id[64])
{
    static const char entry[] = "CATALOG_ENTRY(";
    const char *at = strstr(catalog_source(kernel), entry);
    size_t length = 0;

    at = at ? at + strlen(entry) : "";
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
        ++length;
    snprintf(id, 64, "%.*s", (int)length, at);
    return length > 0 && length < 64;
}

/* ---- Numbers --------------------------------------------------------------*/

/* A file of words that the program reads one after the other; its text is of
 * the program, so that large arrays need not be compiled. */
typedef struct {
    Text text, file, main;
} Parts;

/* The program reads COUNT words, whose array of its own in C is at TO. */
static void add_words(const char *to, const Word *words, size_t count,
                      Parts *parts)
{
    if (count)
        text_add_bytes(&parts->file, (const char *)words,
                       count * sizeof *words);
    text_add(&parts->main, "    read_words(%s, %zu);\n", to, count);
}

/* The same of a variable of the device. */
static void add_symbol(const char *to, const Word *words, size_t count,
                       Parts *parts)
{
    text_add(&parts->main, "    {\n    static Word own[%zu];\n", count + 1);
    add_words("own", words, count, parts);
    text_add(&parts->main,
             "    cudaMemcpyToSymbol(%s, own, %zu * sizeof *own);\n    }\n", to,
             count);
}

/* What threads are given: of each access a state and a word. */
typedef struct {
    Word *items;
    size_t items_count, items_capacity;
} Words;

typedef struct {
    const Trace *trace;
    const Plan *plan;
    uint32_t *first; /* kernel_program_threads */
} Giving;

/* Appends what ACCESS of AT got. */
static void add_given(const Instruction *at, const Access *access, Words *given)
{
    bool awaits = at->kind == ACCESS_AWAIT;
    Word state = awaits ? access->cell % PAIR_STATES : 0;

    base_push(given, items, state);
    base_push(given, items, access->value);
}

/* Appends what the threads of block B are given, thread after thread; STARTS
 * has where each begins. */
static void give_block(const Giving *giving, size_t b, Words *given,
                       Word *starts)
{
    const Trace *trace = giving->trace;
    uint32_t threads = giving->first[b + 1] - giving->first[b], first, end;
    Words *of = base_alloc(threads, sizeof *of);

    trace_block_instructions(trace, &trace->blocks[b], &first, &end);
    for (uint32_t i = first; i < end; ++i) {
        const Instruction *at = &trace->instructions[i];
        const Access *access = trace_accesses(trace, at);
        bool gives = kernel_program_gives(trace, giving->plan, at);
        for (int l = 0; gives && l < at->lanes; ++l)
            add_given(at, access + l, of + trace_thread(trace, at, access + l));
    }
    for (uint32_t t = 0; t < threads; ++t) {
        starts[t] = (Word)(given->items_count / 2);
        for (size_t i = 0; i < of[t].items_count; ++i)
            base_push(given, items, of[t].items[i]);
        free(of[t].items);
    }
    free(of);
}

/* Of each launch which of its blocks the trace has, and what its kernel does.
 */
static void add_launches(const Giving *giving, Text *text)
{
    const Trace *trace = giving->trace;

    text_add(text, "struct UpsweepLaunched {\n"
                   "    Word first, count, threads;\n"
                   "    bool waits, races;\n};\n"
                   "static __device__ UpsweepLaunched upsweep_launches[] = {");
    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        const Algorithm *kernel = giving->plan->grids[g].kernel;
        uint32_t first, end;
        trace_grid_blocks(trace, g, &first, &end);
        text_add(text, "\n    {%u, %u, %u, %d, %d},",
                 first < end ? trace->blocks[first].index : 0, end - first,
                 giving->first[first], kernel->waits,
                 kernel->fault == FAULT_RACE);
    }
    text_add(text, "\n};\n");
}

static void add_given_arrays(const Giving *giving, Parts *parts)
{
    size_t blocks = giving->trace->blocks_count;
    Word *starts = base_alloc(giving->first[blocks] + 1, sizeof *starts);
    Words given = {0};

    for (size_t b = 0; b < blocks; ++b)
        give_block(giving, b, &given, starts + giving->first[b]);
    text_add(&parts->text,
             "static __device__ Word upsweep_next[%u], upsweep_given[%zu];\n",
             giving->first[blocks] + 1, given.items_count + 1);
    add_symbol("upsweep_next", starts, giving->first[blocks], parts);
    add_symbol("upsweep_given", given.items, given.items_count, parts);
    free(starts);
    free(given.items);
}

static void add_dialect(const Plan *plan, Text *text)
{
    bool waits = false, races = false;

    for (int g = 0; g < plan->grids_count; ++g) {
        waits |= plan->grids[g].kernel->waits;
        races |= plan->grids[g].kernel->fault == FAULT_RACE;
    }
    text_add(text, "%s%s#include \"kernel_dialect.h\"\n",
             waits ? "#define UPSWEEP_WAITS\n" : "",
             races ? "#define UPSWEEP_RACES\n" : "");
}

/* The number of the first grid that has the kernel of grid G: that of its file.
 */
static int file_of(const Plan *plan, int g)
{
    int first = 0;

    while (plan->grids[first].kernel != plan->grids[g].kernel)
        ++first;
    return first;
}

static void add_kernels(const Plan *plan, Text *text)
{
    char id[64];

    for (int g = 0; g < plan->grids_count; ++g) {
        if (file_of(plan, g) != g)
            continue;
        kernel_program_id(plan->grids[g].kernel, id);
        text_add(text,
                 "namespace kernel%d {\n#include \"kernel%d.cuh\"\n}\n"
                 "using kernel%d::%s_plain;\n",
                 g, g, g, id);
    }
}

/* The arrays, with what they hold at first. */
static bool add_arrays(const Trace *trace, const Plan *plan, Parts *parts,
                       Error *error)
{
    const Run *run = &trace->run;
    char name[32];

    for (int a = 0; a < plan->arrays_count; ++a) {
        const PlanArray *array = &plan->arrays[a];
        Word *flags = NULL;
        if (array->holds == HOLDS_FLAGS) {
            flags =
                condition_flags(run->condition, trace->input, run->n, error);
            if (!flags)
                return false;
        }
        text_add(&parts->main,
                 "    cudaMalloc(&args.arrays[%d], %zu);\n"
                 "    cudaMemset(args.arrays[%d], 0, %zu);\n",
                 a, array->words * sizeof(Word), a,
                 array->words * sizeof(Word));
        if (flags || a == GLOBAL_IN) {
            snprintf(name, sizeof name, "args.arrays[%d]", a);
            add_words(name, flags ? flags : trace->input, run->n, parts);
        }
        free(flags);
    }
    return true;
}

/* Launch G; it tells its number by an argument that no plain kernel uses. */
static void add_launch(const Trace *trace, const Plan *plan, int g, Text *text)
{
    const Grid *grid = &trace->grids[g];
    const PlanGrid *planned = &plan->grids[g];
    uint32_t padded = base_power_of_two(grid->block_n);
    size_t bytes = (grid->words + 1) * sizeof(Word);
    char id[64];

    kernel_program_id(planned->kernel, id);
    text_add(text,
             "    args.total = %u, args.block_n = %u, args.padded_n = %u;\n"
             "    args.log2n = %d, args.inclusive = %d, args.part = %u;\n"
             "    args.in = %u, args.out = %u, args.words = %u;\n",
             grid->n, grid->block_n, padded, base_log2(padded),
             planned->inclusive, grid->part, grid->in, grid->out, grid->words);
    for (int i = 0; i < PLAN_MAX_SCRATCH; ++i)
        text_add(text, "    args.scratch[%d] = %u;\n", i, planned->own[i]);
    text_add(text,
             "    args.max_steps = %d;\n"
             "    cudaFuncSetAttribute(%s_plain, "
             "cudaFuncAttributeMaxDynamicSharedMemorySize, %zu);\n"
             "    %s_plain<<<%u, %u, %zu>>>(args);\n"
             "    cudaDeviceSynchronize();\n",
             g, id, bytes, id, grid->blocks, grid->threads, bytes);
}

/* The whole text of the program but for the kernels; false if an input cannot
 * be made. */
static bool add_main(const Trace *trace, const Plan *plan, Parts *parts,
                     Error *error)
{
    const Run *run = &trace->run;
    Giving giving = {trace, plan, kernel_program_threads(trace)};
    Text *text = &parts->text;

    text_add(text, "#ifndef __CUDACC__\n#define __CUDACC__\n#endif\n"
                   "#define SCAN_PLAIN\n#include \"scan.h\"\n"
                   "#include <stdio.h>\n#include <stdlib.h>\n");
    add_launches(&giving, text);
    add_given_arrays(&giving, parts);
    add_dialect(plan, text);
    add_kernels(plan, text);
    bool good = add_arrays(trace, plan, parts, error);
    text_add(text,
             "static FILE *words;\n"
             "static void read_words(Word *to, size_t count)\n{\n"
             "    if (fread(to, sizeof *to, count, words) != count)\n"
             "        abort();\n}\n"
             "int main(int, char **argv)\n{\n    ScanArgs args = {};\n"
             "    if (!(words = fopen(argv[1], \"rb\")))\n        abort();\n"
             "%s    args.k = %u, args.log2k = %d, args.passes = %u;\n",
             parts->main.text, run->k, base_log2(run->k), run->passes);
    for (int g = 0; g < plan->grids_count; ++g)
        add_launch(trace, plan, g, text);
    text_add(text, "    fclose(words);\n    return 0;\n}\n");
    free(giving.first);
    return good;
}

/* ---- Files ----------------------------------------------------------------*/

/* The kernels' texts: our own, and not those that a trace brings along, since
 * they are going to be run. */
static bool write_kernels(const Plan *plan, const char *folder, Error *error)
{
    bool good = true;

    for (int g = 0; good && g < plan->grids_count; ++g) {
        const Algorithm *kernel = plan->grids[g].kernel;
        const char *text = catalog_source(kernel);
        char name[64], id[64];
        if (file_of(plan, g) != g)
            continue;
        if (!kernel_program_id(kernel, id))
            return error_set(error, ERROR_FAILED, "%.60s has no CATALOG_ENTRY",
                             kernel->name);
        snprintf(name, sizeof name, "kernel%d.cuh", g);
        good = work_folder_write(folder, name, text, strlen(text), error);
    }
    return good;
}

static bool write_headers(const char *folder, Error *error)
{
    bool good = true;

    for (size_t i = 0; good && i < sizeof headers / sizeof *headers; ++i) {
        size_t bytes;
        const char *text = resource_find(headers[i], &bytes);
        BASE_CHECK(text);
        good = work_folder_write(folder, strrchr(headers[i], '/') + 1, text,
                                 bytes, error);
    }
    return good;
}

static bool write_files(const Trace *trace, const Plan *plan,
                        const char *folder, Error *error)
{
    Parts parts = {.text = {0}};
    bool good = write_headers(folder, error) &&
                write_kernels(plan, folder, error) &&
                add_main(trace, plan, &parts, error) &&
                work_folder_write(folder, "words", parts.file.text,
                                  parts.file.length, error) &&
                work_folder_write(folder, "main.cu", parts.text.text,
                                  parts.text.length, error);

    text_free(&parts.text);
    text_free(&parts.file);
    text_free(&parts.main);
    return good;
}

/* The blocks that TRACE has, of any launch. */
static void find_blocks(const Trace *trace, ProgramOptions *options)
{
    options->first_block = UINT32_MAX;
    options->last_block = 0;
    for (size_t b = 0; b < trace->blocks_count; ++b) {
        uint32_t index = trace->blocks[b].index;
        if (index < options->first_block)
            options->first_block = index;
        if (index > options->last_block)
            options->last_block = index;
    }
}

Trace *kernel_program_run(const Trace *trace, const Plan *plan, Error *error)
{
    char *folder = work_folder_new(error);
    Trace *program = NULL;

    if (folder && write_files(trace, plan, folder, error)) {
        char *main = work_folder_path(folder, "main.cu");
        char *words = work_folder_path(folder, "words");
        ProgramOptions options = {.files = (const char *const *)&main,
                                  .files_count = 1,
                                  .arguments = (const char *const *)&words,
                                  .arguments_count = 1,
                                  .every = true,
                                  .seed = trace->run.seed};
        find_blocks(trace, &options);
        program = program_record(&options, error);
        free(main);
        free(words);
    }
    work_folder_free(folder);
    return program;
}
