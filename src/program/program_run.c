/* SPDX-License-Identifier: MIT */
#include "program/program_run.h"

#include "program/interval_search.h"
#include "program/symbols.h"
#include "program/log_reader.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define DISK_LIMIT ((uint64_t)4 << 30)

enum {
    MOST_SETTINGS = 16,         /* of the environment, names and values */
    MOST_LINE_BYTES = 16 << 20, /* of the log's lines */
    MOST_PLACES = 10000         /* of launches */
};

/* Appends the records of the functions whose locals the program is to log. */
static void add_functions(const LocalTable *locals, Text *log)
{
    for (size_t i = 0; i < locals->functions_count; ++i) {
        const LocalFunction *from = locals->functions + i;
        ProgramFunction function = {
            .head = {RECORD_FUNCTION,
                     (uint32_t)(sizeof function +
                                from->count * sizeof(ProgramPlace))},
            .low = from->low,
            .high = from->high,
            .count = from->count};
        text_add_bytes(log, (const char *)&function, sizeof function);
        for (uint32_t p = 0; p < from->count; ++p)
            text_add_bytes(log,
                           (const char *)&locals->items[from->first + p].place,
                           sizeof(ProgramPlace));
    }
}

/* Appends a record of KIND with ITEMS, of SIZE bytes each, which it frees. */
static void add_items(ProgramRecordKind kind, Text *items, size_t size,
                      Text *log)
{
    ProgramItems record = {.head = {(uint32_t)kind,
                                    (uint32_t)(sizeof record + items->length)},
                           .count = (uint32_t)(items->length / size)};

    text_add_bytes(log, (const char *)&record, sizeof record);
    if (items->length)
        text_add_bytes(log, items->text, items->length);
    text_free(items);
}

/* Appends the lines of the program's instructions. */
static void add_lines(const Symbols *symbols, Text *log)
{
    Text rows = {0};

    symbols_lines(symbols, MOST_LINE_BYTES, &rows);
    add_items(RECORD_LINES, &rows, sizeof(ProgramLine), log);
}

/* Appends what is known of kernels and of variables of the device.  Of dynamic
 * shared memory there is no debugging information: the source has it. */
static void add_device(const Build *build, const Symbols *symbols, Text *log)
{
    const DeviceFacts *facts = symbols_device(symbols);
    Text kernels = {0}, objects = {0};
    const Fact *fact;
    size_t i = 0;

    text_add_bytes(&kernels, (const char *)facts->parameters,
                   facts->parameters_count * sizeof *facts->parameters);
    text_add_bytes(&objects, (const char *)facts->objects,
                   facts->objects_count * sizeof *facts->objects);
    while ((fact = source_facts_next(&build->facts, FACT_SHARED, &i))) {
        ProgramObject object = {
            .element = {.kind = fact->element, .bytes = fact->bytes}};
        if (!fact->bytes)
            continue;
        for (int d = 0; d + 1 < PROGRAM_DIMENSIONS; ++d)
            object.extents[d + 1] = fact->extents[d];
        memcpy(object.name, fact->name, sizeof object.name - 1);
        memcpy(object.type, fact->text, sizeof object.type - 1);
        text_add_bytes(&objects, (const char *)&object, sizeof object);
    }
    add_items(RECORD_KERNELS, &kernels, sizeof *facts->parameters, log);
    add_items(RECORD_OBJECTS, &objects, sizeof *facts->objects, log);
}

/* Places of a launch under way. */
typedef struct {
    Text items;
    const Fact *launch;
} Places;

static void add_place(void *user, uint64_t low, uint64_t high)
{
    Places *places = user;
    const Fact *launch = places->launch;
    ProgramPlaceOfLaunch place = {.low = low,
                                  .high = high,
                                  .line = launch->line};

    memcpy(place.file, launch->file, sizeof place.file - 1);
    memcpy(place.kernel, launch->name, sizeof place.kernel - 1);
    memcpy(place.arguments, launch->text, sizeof place.arguments - 1);
    if (places->items.length < MOST_PLACES * sizeof place)
        text_add_bytes(&places->items, (const char *)&place, sizeof place);
}

/* Appends where the source launches what. */
static void add_places(const Build *build, const Symbols *symbols, Text *log)
{
    Places places = {.launch = NULL};
    size_t i = 0;

    while ((places.launch =
                source_facts_next(&build->facts, FACT_LAUNCH, &i)) != NULL)
        symbols_ranges(symbols, places.launch->file, places.launch->line,
                       places.launch->last_line, add_place, &places);
    add_items(RECORD_PLACES, &places.items, sizeof(ProgramPlaceOfLaunch), log);
}

/* Appends of which types the source asks for memory. */
static void add_allocations(const Build *build, Text *log)
{
    Text items = {0};
    const Fact *fact;
    size_t i = 0;

    while ((fact = source_facts_next(&build->facts, FACT_ALLOCATION, &i))) {
        ProgramAllocation allocation = {.line = fact->line,
                                        .element = {.kind = fact->element,
                                                    .bytes = fact->bytes}};
        text_add_bytes(&items, (const char *)&allocation, sizeof allocation);
    }
    add_items(RECORD_ALLOCATIONS, &items, sizeof(ProgramAllocation), log);
}

ProgramLog program_run_head(const ProgramOptions *options)
{
    ProgramLog head = {.limit = PROGRAM_LOG_LIMIT,
                       .first_kept = options->first_block,
                       .last_kept = options->last_block,
                       .launch = options->launch,
                       .every = options->every,
                       .trials = options->every ? 0 : TRIALS_MOST};

    if (options->kernel)
        strncpy(head.kernel, options->kernel, sizeof head.kernel - 1);
    return head;
}

/* ---- The log --------------------------------------------------------------*/

/* Makes the file, which the program can make longer but not shorter. */
static bool log_new(ProgramRun *run, ProgramLog head, const Text *facts,
                    Error *error)
{
    Text text = {0};

    head.used = sizeof head + facts->length;
    text_add_bytes(&text, (const char *)&head, sizeof head);
    if (facts->length)
        text_add_bytes(&text, facts->text, facts->length);
    run->file = memfd_create("upsweep-log", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    bool good =
        run->file >= 0 &&
        write(run->file, text.text, text.length) == (ssize_t)text.length &&
        fcntl(run->file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL) == 0;
    text_free(&text);
    return good || error_set(error, ERROR_FAILED,
                             "out of memory: cannot allocate the program's "
                             "log; close other programs");
}

/* Maps what the program left; what is changed there does not reach the file. */
static bool log_map(ProgramRun *run, Error *error)
{
    struct stat status;

    BASE_CHECK(fstat(run->file, &status) == 0 &&
               status.st_size >= (off_t)sizeof(ProgramLog));
    run->bytes = (size_t)status.st_size;
    void *log = mmap(NULL, run->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE,
                     run->file, 0);
    if (log == MAP_FAILED)
        return error_set(
            error, ERROR_FAILED,
            "out of memory: the program's log needs %zu MB; " LOG_ADVICE,
            run->bytes >> 20);
    run->head = log;
    log_end_texts(run->head);
    return true;
}

void program_run_free(ProgramRun *run)
{
    if (run->head)
        munmap(run->head, run->bytes);
    if (run->file >= 0)
        close(run->file);
    run->head = NULL;
    run->file = -1;
}

bool program_run_fits(Error *error)
{
    struct rlimit limit;
    uint64_t least = PROGRAM_SPACE + 2 * PROGRAM_LOG_LIMIT;

    return getrlimit(RLIMIT_AS, &limit) != 0 ||
           limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= least ||
           error_set(error, ERROR_FAILED,
                     "out of memory: a program needs %llu GB of addresses, but "
                     "the limit is %llu MB; use `ulimit -v unlimited`",
                     (unsigned long long)(least >> 30),
                     (unsigned long long)(limit.rlim_cur >> 20));
}

/* ---- The run --------------------------------------------------------------*/

/* Runs the program with its log. */
static bool start(const ProgramOptions *options, const Build *build,
                  const char *const settings[], ChildSpec spec, ProgramRun *run,
                  Error *error)
{
    const Sandbox *sandbox = &build->sandbox;
    const char *const folders[] = {sandbox->folder, NULL};
    const Rights rights = {.reads = (const char *const *)sandbox->reads,
                           .writes = folders,
                           .uses_gpu = options->gpu};
    const char **words =
        base_alloc((size_t)options->arguments_count + 2, sizeof *words);
    const char *all[MOST_SETTINGS] = {"UPSWEEP_LOG"};
    Text setting = {0};
    int count = 0, used = 2;

    if (options->files_count)
        words[count++] = build->program;
    for (int i = 0; i < options->arguments_count; ++i)
        words[count++] = options->arguments[i];
    text_add(&setting, "%d %llu", run->file,
             (unsigned long long)PROGRAM_LOG_LIMIT);
    all[1] = setting.text;
    while (settings && *settings)
        all[used++] = *settings++;
    all[used] = sandbox->folder ? "TMPDIR" : NULL;
    all[used + 1] = sandbox->folder;
    spec.rights = options->files_count ? &rights : NULL;
    spec.folder = sandbox->begin;
    spec.arguments = words;
    spec.settings = all;
    spec.keep = run->file;
    bool good = child_run(&spec, &run->result, error);
    run->seconds = run->result.seconds;
    text_free(&setting);
    free(words);
    return good;
}

bool program_run_child(const ProgramOptions *options, const Build *build,
                       ProgramLog head, const Text *facts,
                       const char *const settings[], ChildSpec spec,
                       ProgramRun *run, Error *error)
{
    *run = (ProgramRun){.options = options, .build = build, .file = -1};
    return log_new(run, head, facts, error) &&
           start(options, build, settings, spec, run, error) &&
           log_map(run, error);
}

void program_run_facts(const Build *build, const Symbols *symbols,
                       const LocalTable *locals, Text *facts)
{
    if (locals) {
        add_functions(locals, facts);
        add_lines(symbols, facts);
    }
    add_device(build, symbols, facts);
    add_places(build, symbols, facts);
    add_allocations(build, facts);
}

/* Runs it on the simulator. */
static bool run_with(ProgramLog head, ChildSpec spec,
                     const ProgramOptions *options, const Build *build,
                     const Symbols *symbols, const LocalTable *locals,
                     ProgramRun *run, Error *error)
{
    Text facts = {0};

    head.seed = options->seed;
    head.lanes = options->lanes;
    program_run_facts(build, symbols, locals, &facts);
    spec.memory = (uint64_t)PROGRAM_GIGABYTES << 30;
    spec.file = PROGRAM_LOG_LIMIT;
    spec.disk = spec.apart ? NULL : build->sandbox.folder;
    spec.disk_bytes = DISK_LIMIT;
    bool good =
        program_run_child(options, build, head, &facts, NULL, spec, run, error);
    run->symbols = symbols;
    text_free(&facts);
    return good;
}

bool program_run(const ProgramOptions *options, const Build *build,
                 const Symbols *symbols, const LocalTable *locals,
                 ProgramRun *run, Error *error)
{
    ChildSpec spec = {.output = options->silent ? "/dev/null" : NULL,
                      .waiting = PROGRAM_WAITING_SECONDS,
                      .processor = PROGRAM_PROCESSOR_SECONDS};

    return run_with(program_run_head(options), spec, options, build, symbols,
                    locals, run, error);
}

bool program_run_trial(const ProgramOptions *options, const Build *build,
                       const Symbols *symbols, const ProgramGroup *group,
                       uint32_t trial, double seconds, ProgramRun *run,
                       Error *error)
{
    ProgramLog head = program_run_head(options);
    ChildSpec spec = {.waiting = seconds, .processor = seconds, .apart = true};

    head.trials = 0;
    head.given_launch = group->launch;
    head.given_array = group->array;
    head.given_bytes = group->array_bytes;
    head.given_seed = trial;
    head.last_launch = group->last;
    return run_with(head, spec, options, build, symbols, NULL, run, error);
}
