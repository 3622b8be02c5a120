/* SPDX-License-Identifier: MIT */
#include "program/gpu_program.h"

#include "program/build.h"
#include "program/child.h"
#include "program/gpu_code.h"
#include "program/interval_search.h"
#include "program/log_reader.h"
#include "program/program.h"
#include "program/program_run.h"
#include "program/program_trace.h"
#include "program/source_lines.h"
#include "program/trials.h"
#include "trace/limits.h"
#include "util/interrupt.h"
#include "util/work_folder.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- The Sanitizer API ---------------------------------------------------*/

/* Where the CUDA Toolkit has the library of its Sanitizer API, by which
 * programs are recorded on a GPU. */

/* The file below FOLDER, or FOLDER itself; false if there is none. */
static bool library_at(const char *folder, char path[PATH_MAX])
{
    static const char *const places[] = {
        "", "/libsanitizer-public.so",
        "/compute-sanitizer/libsanitizer-public.so",
        "/extras/compute-sanitizer/libsanitizer-public.so"};
    struct stat status;

    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        snprintf(path, PATH_MAX, "%s%s", folder, places[i]);
        if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
            return true;
    }
    return false;
}

/* The folder of the toolkit that nvcc belongs to; false if there is no nvcc. */
static bool toolkit_of(char folder[PATH_MAX])
{
    char *nvcc = compiler_find_tool("nvcc"), *real;
    bool good = false;

    if (nvcc && (real = realpath(nvcc, NULL))) {
        for (int up = 0; up < 2; ++up)
            if (strrchr(real, '/'))
                *strrchr(real, '/') = '\0';
        snprintf(folder, PATH_MAX, "%s", real);
        free(real);
        good = true;
    }
    free(nvcc);
    return good;
}

/* The path of libsanitizer-public.so: in UPSWEEP_SANITIZER_API if that is set,
 * else beside nvcc or in the usual folders.  False and an error that names the
 * remedy if it is not there. */
static bool sanitizer_library_find(char path[PATH_MAX], Error *error)
{
    static const char *const folders[] = {"/usr/local/cuda", "/opt/cuda",
                                          "/usr/lib/nvidia-cuda-toolkit",
                                          "/usr/lib/cuda"};
    const char *chosen = getenv("UPSWEEP_SANITIZER_API");
    char toolkit[PATH_MAX];

    if (chosen && *chosen)
        return library_at(chosen, path) ||
               error_set(error, ERROR_USAGE,
                         "UPSWEEP_SANITIZER_API: %.200s has no "
                         "libsanitizer-public.so; set it to the folder of "
                         "compute-sanitizer",
                         chosen);
    if (toolkit_of(toolkit) && library_at(toolkit, path))
        return true;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i)
        if (library_at(folders[i], path))
            return true;
    return error_set(
        error, ERROR_FAILED,
        "libsanitizer-public.so: not found; install compute-sanitizer of the "
        "CUDA Toolkit, or set UPSWEEP_SANITIZER_API to its folder");
}

/* ---- Programs ------------------------------------------------------------*/

enum { RUN_SECONDS = 120, MOST_RUNS = 4 };

typedef struct {
    const ProgramOptions *options;
    Build build;
    ProgramRun run;
    GpuCode code;
    ProgramSource *sources; /* texts in OWNED are freed */
    size_t sources_count, sources_capacity;
    char **owned;
    size_t owned_count, owned_capacity;
    char *listing; /* the name of the listing among the sources */
} Work;

/* The name of the program, as the user gave it. */
static const char *program_name(const ProgramOptions *options)
{
    return options->files_count ? options->files[0] : options->arguments[0];
}

/* ---- The run --------------------------------------------------------------*/

/* The program reads what Upsweep wrote into its folder, and CUDA's library that
 * records. */
static bool furnish(Work *work, const char *library, Error *error)
{
    const ProgramOptions *options = work->options;
    static const char *const names[] = {"libinject.so", "patch.fatbin"};

    if (!options->files_count)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char *path = work_folder_path(work->build.folder, names[i]);
        sandbox_add(&work->build.sandbox, path);
        free(path);
    }
    sandbox_add_tool(&work->build.sandbox, library);
    return build_furnish(&work->build, options->arguments,
                         options->arguments_count, error);
}

/* Runs the program with an empty log; UNTRIED: see ProgramLog. */
static bool run_once(Work *work, uint64_t untried, Error *error)
{
    char library[PATH_MAX];
    char *injected = work_folder_path(work->build.folder, "libinject.so");
    char *patches = work_folder_path(work->build.folder, "patch.fatbin");
    const char *settings[] = {"UPSWEEP_SANITIZER",
                              library,
                              "UPSWEEP_PATCHES",
                              patches,
                              "CUDA_INJECTION64_PATH",
                              injected,
                              "CUDA_MODULE_LOADING",
                              "EAGER",
                              NULL};
    ProgramLog head = program_run_head(work->options);
    const Text none = {0};

    head.untried = untried;
    program_run_free(&work->run);
    bool good = sanitizer_library_find(library, error) &&
                furnish(work, library, error) &&
                program_run_child(work->options, &work->build, head, &none,
                                  settings, (ChildSpec){.seconds = RUN_SECONDS},
                                  &work->run, error);
    free(injected);
    free(patches);
    return good;
}

/* ---- How it ended ---------------------------------------------------------*/

static bool check_end(const Work *work, Error *error)
{
    const ChildResult *result = &work->run.result;
    const char *name = program_name(work->options);
    const ProgramLog *head = work->run.head;

    if (result->ending == CHILD_LATE)
        return error_set(error, ERROR_FAILED,
                         "%.200s: still running after %d s; look for threads "
                         "that wait forever, " LOG_ADVICE,
                         name, RUN_SECONDS);
    if (result->ending == CHILD_STOPPED)
        return error_set(error, ERROR_FAILED, "%.200s" PROGRAM_END_TERMINAL,
                         name);
    if (head->ending == PROGRAM_FAULT)
        return error_set(error, ERROR_FAILED, "%.100s: %.380s", name,
                         head->fault);
    if (head->ending == PROGRAM_FULL && head->lost)
        return error_set(
            error, ERROR_FAILED,
            "%.200s: too many accesses for the memory of the GPU (%llu were "
            "not recorded); look for an endless loop, " LOG_ADVICE,
            name, (unsigned long long)head->lost);
    if (head->ending == PROGRAM_FULL)
        return error_set(error, ERROR_FAILED,
                         "%.200s: too many accesses to record; look for an "
                         "endless loop, " LOG_ADVICE,
                         name);
    if (result->ending == CHILD_SIGNAL)
        return error_set(error, ERROR_FAILED, "%.200s: ended by signal %d (%s)",
                         name, result->number, strsignal(result->number));
    if (result->ending == CHILD_ENDED && result->number >= 126 &&
        head->ending == PROGRAM_RUNS)
        return error_set(error, ERROR_USAGE,
                         "%.200s: cannot run it; check the name after --",
                         name);
    return true;
}

/* The driver of another system may need more rights. */
static const char without_sandbox[] =
    "; if CUDA does not start in the sandbox, build the program with nvcc "
    "-lineinfo and give the result after --";

static bool check_launches(const Work *work, Error *error)
{
    const ProgramOptions *options = work->options;
    const ProgramLog *head = work->run.head;
    const char *name = program_name(options);

    if (head->ending == PROGRAM_RUNS)
        return error_set(error, ERROR_FAILED,
                         "%.200s: ended without loading the recorder; check "
                         "that it uses a GPU and that nvidia-smi shows one",
                         name);
    if (head->recorded == 0 && head->launches == 0)
        return error_set(error, ERROR_USAGE, "%.200s: launched no kernel%s",
                         name, options->files_count ? without_sandbox : "");
    return program_end_check_launches(&work->run, error);
}

/* ---- Lines --------------------------------------------------------------*/

static bool is_source(const Work *work, const char *file)
{
    for (size_t s = 0; s < work->sources_count; ++s)
        if (source_lines_is_file(file, work->sources[s].name))
            return true;
    return false;
}

/* The innermost line of a source of the user's that AT was made of; NULL: there
 * is none. */
static const SassFrame *find_frame(const void *user, const SassInstruction *at)
{
    const Work *work = user;

    for (uint32_t i = 0; i < at->frames; ++i) {
        const SassFrame *frame = work->code.sass.frames + at->first + i;
        if (is_source(work, work->code.sass.files[frame->file]))
            return frame;
    }
    return NULL;
}

/* The line of a source of the user's that the instruction at PC was made of; if
 * there is none, its line in the listing. */
static bool line_of(void *user, uint64_t pc, const char **file, uint32_t *line)
{
    const Work *work = user;
    const SassInstruction *at = gpu_code_find(&work->code, pc);
    const SassFrame *frame = at ? find_frame(work, at) : NULL;

    /* a function of scan.h stands in the midst of the line that calls it */
    for (const SassInstruction *before = at;
         work->options->numbers && before && !frame;
         before = sass_before(&work->code.sass, before))
        frame = find_frame(work, before);
    if (frame) {
        *file = work->code.sass.files[frame->file];
        *line = frame->line;
        return true;
    }
    if (!at || !at->listing)
        return false;
    *file = work->listing;
    *line = at->listing;
    return true;
}

/* ---- Sources --------------------------------------------------------------*/

static void add_source(Work *work, const char *name, char *text)
{
    char *copy = base_strdup(name);

    base_push(work, owned, copy);
    base_push(work, owned, text);
    base_push(work, sources, ((ProgramSource){copy, text}));
}

/* The sources that a program of which only the machine code is given was made
 * of, where they can be read. */
static void add_named_sources(Work *work)
{
    for (size_t i = 0; i < work->code.sass.files_count; ++i) {
        const char *name = work->code.sass.files[i];
        size_t bytes;
        Error ignored;
        if (work->sources_count + 2 > LIMITS_SOURCES ||
            !program_is_source(name) || strstr(name, "/include/") ||
            is_source(work, name))
            continue;
        char *text = base_read_file(name, LIMITS_SOURCE, &bytes, &ignored);
        if (text)
            add_source(work, base_name(name), text);
    }
}

static void add_listing(Work *work)
{
    Text text = {0}, name = {0};
    uint32_t line = 1;

    for (size_t i = 0; i < work->code.codes_count; ++i) {
        bool again = false;
        for (size_t j = 0; j < i; ++j)
            again |=
                strcmp(work->code.codes[i].name, work->code.codes[j].name) == 0;
        if (!again && text.length < LIMITS_SOURCE / 2)
            line = sass_list(&work->code.sass, work->code.codes[i].name, line,
                             find_frame, work, &text);
    }
    if (!text.text)
        text_add(&text, "nvdisasm: not found; install the CUDA Toolkit to see "
                        "the machine code\n");
    text_add(&name, "%.*s.sass",
             (int)strcspn(base_name(program_name(work->options)), "."),
             base_name(program_name(work->options)));
    work->listing = name.text;
    if (text.length <= LIMITS_SOURCE && work->sources_count < LIMITS_SOURCES)
        add_source(work, work->listing, text.text);
    else
        text_free(&text);
}

static void add_sources(Work *work)
{
    for (size_t i = 0; i < work->build.sources_count; ++i)
        base_push(work, sources, work->build.sources[i]);
    for (size_t i = 0; i < work->options->sources_count; ++i)
        base_push(work, sources, work->options->sources[i]);
    if (work->sources_count == 0)
        add_named_sources(work);
    add_listing(work);
}

/* ---- Names ----------------------------------------------------------------*/

/* Gives launches and variables in the log the names and types that the facts of
 * the sources have for them. */
static void name_things(Work *work)
{
    LogReader reader;
    LogRecord record;
    ProgramLog head;
    Error ignored;
    bool more = true;

    if (!log_reader_begin(&reader, work->run.head, work->run.bytes, &head,
                          &ignored))
        return;
    while (log_reader_next(&reader, &record, &more) && more) {
        const SourceFacts *facts = &work->build.facts;
        size_t size = 0;
        if (record.head.kind == RECORD_LAUNCH &&
            source_facts_name_launch(facts, &record.launch))
            size = sizeof record.launch;
        if (record.head.kind == RECORD_VARIABLE &&
            source_facts_name_shared(facts, &record.variable))
            size = sizeof record.variable;
        memcpy((char *)work->run.head + reader.at, &record, size);
    }
}

/* ---- The trace ------------------------------------------------------------*/

/* What made the machine code, and what the trace lacks. */
static char *compiler_of(const ProgramOptions *options, const ProgramLog *head)
{
    Text text = {0};

    text_add(&text, "%s, from its instructions",
             options->files_count ? "nvcc -O3" : "nvcc");
    if (head->unknown)
        text_add(&text, "; %llu accesses to other memory were not recorded",
                 (unsigned long long)head->unknown);
    return text.text;
}

static Trace *make_trace(Work *work, Error *error)
{
    ProgramSymbols symbols = {.line = line_of, .user = work};
    char *command = program_command(work->options);
    char *compiler = compiler_of(work->options, work->run.head);
    ProgramOutputs outputs[LIMITS_GRIDS];
    ProgramFacts facts = {.sources = work->sources,
                          .sources_count = work->sources_count,
                          .name = work->options->name
                                      ? work->options->name
                                      : base_name(program_name(work->options)),
                          .command = command,
                          .compiler = compiler,
                          .outputs = outputs,
                          .numbers = work->options->numbers,
                          .device = "gpu",
                          .device_name = work->run.head->device};
    Trace *trace =
        program_trace(work->run.head, work->run.bytes, &symbols, &facts, error);
    if (trace && !work->options->every) {
        LaunchNotes notes;
        if (launch_notes_read(&notes, work->run.head, work->run.bytes, error)) {
            trials_add_sums(trace, &notes, NULL, &symbols, &facts);
        } else {
            trace_free(trace);
            trace = NULL;
        }
        launch_notes_free(&notes);
    }
    free(compiler);
    free(command);
    return trace;
}

/* Runs the program, and again while launches fail on random inputs: they are
 * left out then. */
static bool run_tried(Work *work, Error *error)
{
    uint64_t untried = 0;

    for (int i = 1; i <= MOST_RUNS; ++i) {
        if (!run_once(work, untried, error))
            return false;
        const ProgramLog *head = work->run.head;
        if (head->ending != PROGRAM_AGAIN)
            return true;
        untried = i + 1 < MOST_RUNS ? head->untried : UINT64_MAX;
        fprintf(stderr,
                "upsweep: %.200s: launch %u fails or does not end on random "
                "inputs; running it again\n",
                program_name(work->options), head->launches);
    }
    return true;
}

static Trace *build_and_run(Work *work, Error *error)
{
    const ProgramOptions *options = work->options;

    if (!build_for_gpu(&work->build, options->snapshot, options->files,
                       options->files_count, error)) {
        program_blame(options,
                      error->kind == ERROR_USAGE ? BLAME_LIMIT : BLAME_MACHINE);
        return NULL;
    }
    if (!run_tried(work, error))
        return NULL;
    program_blame(options,
                  program_end_is_fault(&work->run) ? BLAME_FAULT : BLAME_LIMIT);
    if (!check_end(work, error) || !check_launches(work, error))
        return NULL;
    program_blame(options, BLAME_MACHINE);
    if (!gpu_code_read(&work->code, work->run.head, work->run.bytes,
                       work->build.folder, error))
        return NULL;
    gpu_code_mark(&work->code, work->run.head, work->run.bytes);
    add_sources(work);
    name_things(work);
    program_blame(options, BLAME_LIMIT);
    return make_trace(work, error);
}

Trace *gpu_program_record(const ProgramOptions *options, Error *error)
{
    Work work = {.options = options, .run.file = -1};

    interrupt_catch();
    Trace *trace = build_and_run(&work, error);
    program_run_free(&work.run);
    build_free(&work.build);
    gpu_code_free(&work.code);
    for (size_t i = 0; i < work.owned_count; ++i)
        free(work.owned[i]);
    free(work.owned);
    free(work.sources);
    free(work.listing);
    interrupt_release();
    interrupt_obey();
    return trace;
}
