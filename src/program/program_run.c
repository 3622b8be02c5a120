/* SPDX-License-Identifier: MIT */
#include "program/program_run.h"

#include "program/device_facts.h"
#include "program/interval_search.h"
#include "program/locals.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define DISK_LIMIT ((uint64_t)4 << 30)

enum {
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
        for (uint32_t p = 0; p < from->count; ++p) {
            const LocalPlace *item = locals->items + from->first + p;
            ProgramPlace place = {.low = item->low,
                                  .high = item->high,
                                  .local = from->first + p,
                                  .offset = item->offset,
                                  .bytes = item->bytes,
                                  .bare = item->bare};
            text_add_bytes(log, (const char *)&place, sizeof place);
        }
    }
}

/* Appends the record of the lines of the program's instructions. */
static void add_lines(const Symbols *symbols, Text *log)
{
    SymbolLines lines = symbols_lines(symbols);
    ProgramLines record = {.head = {RECORD_LINES, sizeof record}};
    Text rows = {0};

    for (size_t i = 0; i < lines.items_count; ++i) {
        ProgramLine row = {.address = lines.items[i].address,
                           .line = lines.items[i].line};
        if (i > 0 && row.line == lines.items[i - 1].line)
            continue;
        if (rows.length + sizeof row > MOST_LINE_BYTES)
            break;
        text_add_bytes(&rows, (const char *)&row, sizeof row);
        ++record.count;
    }
    record.head.bytes += (uint32_t)rows.length;
    text_add_bytes(log, (const char *)&record, sizeof record);
    if (rows.length)
        text_add_bytes(log, rows.text, rows.length);
    text_free(&rows);
    free(lines.items);
}

/* Appends a record of KIND with COUNT items of SIZE bytes behind it. */
static void add_items(ProgramRecordKind kind, const void *items, size_t count,
                      size_t size, Text *log)
{
    ProgramKernels record = {.head = {(uint32_t)kind,
                                      (uint32_t)(sizeof record + count * size)},
                             .count = (uint32_t)count};

    text_add_bytes(log, (const char *)&record, sizeof record);
    if (count)
        text_add_bytes(log, items, count * size);
}

/* What the source says of `extern __shared__ float tile[][33]`: of dynamic
 * shared memory there is no debugging information. */
static ProgramObject object_of(const SharedFact *fact)
{
    ProgramObject object = {
        .element = {.kind = fact->element, .bytes = fact->bytes}};

    for (uint32_t d = 0; d + 1 < PROGRAM_DIMENSIONS && d < fact->extents_count;
         ++d)
        object.extents[d + 1] = fact->extents[d];
    strncpy(object.name, fact->name, sizeof object.name - 1);
    strncpy(object.type, fact->type, sizeof object.type - 1);
    return object;
}

/* Appends what is known of kernels and of variables of the device. */
static void add_device(const Build *build, const Symbols *symbols, Text *log)
{
    DeviceFacts facts = device_facts_find(symbols_module(symbols));

    for (size_t f = 0; f < build->facts_count; ++f)
        for (size_t i = 0; i < build->facts[f]->shared_count; ++i)
            if (build->facts[f]->shared[i].bytes)
                base_push(&facts, objects,
                          object_of(&build->facts[f]->shared[i]));

    add_items(RECORD_KERNELS, facts.parameters, facts.parameters_count,
              sizeof *facts.parameters, log);
    add_items(RECORD_OBJECTS, facts.objects, facts.objects_count,
              sizeof *facts.objects, log);
    device_facts_free(&facts);
}

/* Places of launches under way. */
typedef struct {
    ProgramPlaceOfLaunch *items;
    size_t items_count, items_capacity;
    const LaunchFact *launch;
} Places;

static void add_place(void *user, uint64_t low, uint64_t high)
{
    Places *places = user;
    const LaunchFact *launch = places->launch;
    ProgramPlaceOfLaunch place = {.low = low,
                                  .high = high,
                                  .line = launch->place.line};

    strncpy(place.file, launch->place.file, sizeof place.file - 1);
    strncpy(place.kernel, launch->kernel, sizeof place.kernel - 1);
    strncpy(place.arguments, launch->arguments, sizeof place.arguments - 1);
    if (places->items_count < MOST_PLACES)
        base_push(places, items, place);
}

/* Appends where the source launches what. */
static void add_places(const Build *build, const Symbols *symbols, Text *log)
{
    Places places = {0};

    for (size_t f = 0; f < build->facts_count; ++f)
        for (size_t i = 0; i < build->facts[f]->launches_count; ++i) {
            const LaunchFact *launch = &build->facts[f]->launches[i];
            places.launch = launch;
            symbols_ranges(symbols, launch->place.file, launch->place.line,
                           launch->last_line, add_place, &places);
        }
    add_items(RECORD_PLACES, places.items, places.items_count,
              sizeof *places.items, log);
    free(places.items);
}

/* Appends of which types the source asks for memory. */
static void add_allocations(const Build *build, Text *log)
{
    struct {
        ProgramAllocation *items;
        size_t items_count, items_capacity;
    } all = {0};

    for (size_t f = 0; f < build->facts_count; ++f)
        for (size_t i = 0; i < build->facts[f]->allocations_count; ++i) {
            const AllocationFact *fact = &build->facts[f]->allocations[i];
            base_push(&all, items,
                      ((ProgramAllocation){.line = fact->place.line,
                                           .element = {.kind = fact->element,
                                                       .bytes = fact->bytes}}));
        }
    add_items(RECORD_ALLOCATIONS, all.items, all.items_count, sizeof *all.items,
              log);
    free(all.items);
}

/* What the program is asked. */
static ProgramLog head_of(const ProgramOptions *options)
{
    ProgramLog head = {.limit = LOG_FILE_LIMIT,
                       .seed = options->seed,
                       .first_kept = options->first_block,
                       .last_kept = options->last_block,
                       .launch = options->launch,
                       .every = options->every,
                       .lanes = options->lanes,
                       .trials = options->every ? 0 : TRIALS_MOST};

    if (options->kernel)
        strncpy(head.kernel, options->kernel, sizeof head.kernel - 1);
    return head;
}

/* A log without launches.  Lines are told where locals are to be logged. */
static bool log_new(ProgramRun *run, ProgramLog head, const Build *build,
                    const Symbols *symbols, const LocalTable *locals,
                    Error *error)
{
    Text text = {0};

    text_add_bytes(&text, (const char *)&head, sizeof head);
    if (locals)
        add_functions(locals, &text);
    if (symbols && locals)
        add_lines(symbols, &text);
    if (symbols) {
        add_device(build, symbols, &text);
        add_places(build, symbols, &text);
        add_allocations(build, &text);
    }
    head.used = text.length;
    memcpy(text.text, &head, sizeof head);
    bool good = log_file_new(&run->log, text.text, text.length, error);
    text_free(&text);
    return good;
}

void program_run_free(ProgramRun *run)
{
    log_file_free(&run->log);
    run->head = NULL;
}

bool program_run_fits(Error *error)
{
    struct rlimit limit;
    uint64_t least = PROGRAM_SPACE + 2 * LOG_FILE_LIMIT;

    return getrlimit(RLIMIT_AS, &limit) != 0 ||
           limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= least ||
           error_set(error, ERROR_FAILED,
                     "out of memory: a program needs %llu GB of addresses, and "
                     "may have %llu MB; use `ulimit -v unlimited`",
                     (unsigned long long)(least >> 30),
                     (unsigned long long)(limit.rlim_cur >> 20));
}

/* Runs the program with the limits in SPEC. */
static bool start(const ProgramOptions *options, const Build *build,
                  ProgramRun *run, ChildSpec spec, Error *error)
{
    const char **words =
        base_alloc((size_t)options->arguments_count + 2, sizeof *words);
    char *setting = log_file_setting(&run->log);

    words[0] = build->program;
    for (int i = 0; i < options->arguments_count; ++i)
        words[1 + i] = options->arguments[i];
    const Sandbox *sandbox = &build->sandbox;
    const char *settings[] = {"UPSWEEP_LOG", setting, "TMPDIR", sandbox->folder,
                              NULL};
    const char *const folders[] = {sandbox->folder, NULL};
    Rights rights = {.reads = (const char *const *)sandbox->reads,
                     .writes = folders};
    spec.rights = &rights;
    spec.folder = sandbox->begin;
    spec.arguments = words;
    spec.settings = settings;
    spec.keep = run->log.file;
    spec.memory = (uint64_t)PROGRAM_GIGABYTES << 30;
    spec.file = LOG_FILE_LIMIT;
    spec.disk = spec.apart ? NULL : sandbox->folder;
    spec.disk_bytes = DISK_LIMIT;
    bool good = child_run(&spec, &run->result, error);
    run->seconds = run->result.seconds;
    free(setting);
    free(words);
    return good;
}

/* Makes the log with HEAD, runs the program, and maps the log. */
static bool run_with(ProgramLog head, ChildSpec spec,
                     const ProgramOptions *options, const Build *build,
                     const Symbols *symbols, const LocalTable *locals,
                     ProgramRun *run, Error *error)
{
    *run = (ProgramRun){.log.file = -1};
    bool good = log_new(run, head, build, symbols, locals, error) &&
                start(options, build, run, spec, error) &&
                log_file_map(&run->log, error);
    run->head = run->log.log;
    run->bytes = run->log.bytes;
    return good;
}

bool program_run(const ProgramOptions *options, const Build *build,
                 const Symbols *symbols, const LocalTable *locals,
                 ProgramRun *run, Error *error)
{
    ChildSpec spec = {.output = options->silent ? "/dev/null" : NULL,
                      .waiting = PROGRAM_WAITING_SECONDS,
                      .processor = PROGRAM_PROCESSOR_SECONDS};

    return run_with(head_of(options), spec, options, build, symbols, locals,
                    run, error);
}

bool program_run_trial(const ProgramOptions *options, const Build *build,
                       const Symbols *symbols, const ProgramGroup *group,
                       uint32_t trial, double seconds, ProgramRun *run,
                       Error *error)
{
    ProgramLog head = head_of(options);
    ChildSpec spec = {.waiting = seconds, .processor = seconds, .apart = true};

    head.trials = 0;
    head.given_launch = group->launch;
    head.given_array = group->array;
    head.given_bytes = group->array_bytes;
    head.given_seed = trial;
    head.last_launch = group->last;
    return run_with(head, spec, options, build, symbols, NULL, run, error);
}
