/* SPDX-License-Identifier: MIT */
#include "program/build.h"

#include "gpu/cuda.h"
#include "program/compiler.h"
#include "program/rights.h"
#include "program/source_lines.h"
#include "program/symbols.h"
#include "util/base.h"
#include "util/interrupt.h"
#include "util/resources.h"
#include "util/work_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_FACTS ((size_t)16 << 20) /* bytes of facts of a source */
#define MOST_LIST  ((size_t)16 << 20) /* bytes of a list of dependencies */

/* ---- Files ----------------------------------------------------------------*/

static bool make_folder(Build *build, Error *error)
{
    build->folder = work_folder_new(error);
    if (build->folder)
        build->program = work_folder_path(build->folder, "program");
    return build->folder != NULL;
}

void build_clear(Build *build)
{
    work_folder_free(build->folder);
    build->folder = NULL;
}

void build_free(Build *build)
{
    build_clear(build);
    snapshot_free(build->owned);
    free(build->facts.items);
    free(build->first[COMPILER_HOST]);
    free(build->first[COMPILER_DEVICE]);
    free(build->sources);
    sandbox_free(&build->sandbox);
    sandbox_free(&build->tools);
    free(build->program);
    *build = (Build){0};
}

/* ---- Sources --------------------------------------------------------------*/

/* True for the header of the catalog's kernels.  It is no source of the
 * program: its functions are part of the lines that call them. */
static bool is_scan_header(const char *text)
{
    const char *header = resource_find("kernels/scan.h", &(size_t){0});

    return header && strcmp(text, header) == 0;
}

/* True if a trace has room for FILE, which is included.  Of many files those
 * without device code have no room. */
static bool is_kept(const Build *build, const SnapshotFile *file)
{
    bool many = build->snapshot->files_count > LIMITS_SOURCES;

    return !many || (file->has_cuda && build->sources_count < LIMITS_SOURCES);
}

/* Takes the sources from SNAPSHOT, or, if it is NULL, reads the FILES. */
static bool take_sources(Build *build, const Snapshot *snapshot,
                         const char *const files[], int count, bool gpu,
                         Error *error)
{
    if (!snapshot)
        snapshot = build->owned = snapshot_take(files, count, gpu, true, error);
    build->snapshot = snapshot;
    if (!snapshot)
        return false;
    sandbox_new(&build->sandbox, files, count);
    for (size_t i = 0; i < snapshot->files_count; ++i) {
        const SnapshotFile *file = &snapshot->files[i];
        if (file->foreign || is_scan_header(file->text) ||
            (i >= (size_t)count && !is_kept(build, file)))
            continue;
        if (strlen(file->text) > LIMITS_SOURCE)
            return error_set(error, ERROR_USAGE,
                             "%.200s: more than %d bytes, the limit of a "
                             "trace; split the file",
                             file->name, LIMITS_SOURCE);
        base_push(build, sources, ((ProgramSource){file->name, file->text}));
    }
    return true;
}

/* Where the copy of a file lies: below source/, at the place that the file has
 * in the file system, so that one includes another in the usual way.  Free it.
 */
static char *copy_of(const Build *build, const char *path)
{
    Text copy = {0};

    text_add(&copy, "%s/source%s", build->folder, path);
    return copy.text;
}

/* Appends NAME as a string literal. */
static void add_literal(const char *name, Text *text)
{
    text_add(text, "\"");
    for (; *name; ++name)
        if (*name == '\n')
            text_add(text, "\\n");
        else
            text_add(text, "%s%c", *name == '"' || *name == '\\' ? "\\" : "",
                     *name);
    text_add(text, "\"");
}

/* True if no file has a main. */
static bool lacks_main(const Snapshot *snapshot)
{
    bool has = false;

    for (size_t i = 0; i < snapshot->files_count && !has; ++i)
        has = source_text_has_main(snapshot->files[i].text);
    return !has;
}

/* Writes the copy of FILE, which begins with the name that the user knows. */
static bool write_source(const Build *build, const SnapshotFile *file,
                         Error *error)
{
    Text text = {0};
    char *copy = copy_of(build, file->path);

    text_add(&text, "#line 1 ");
    add_literal(file->name, &text);
    text_add(&text, "\n");
    size_t head = text.length;
    text_add(&text, "%s", file->text);
    if (file->has_cuda)
        source_text_join_launches(text.text + head);
    if (file == build->snapshot->files && lacks_main(build->snapshot))
        source_text_add_main(file->text, &text);
    bool good =
        work_folder_write(build->folder, copy + strlen(build->folder) + 1,
                          text.text, text.length, error);
    text_free(&text);
    free(copy);
    return good;
}

static bool write_sources(const Build *build, Error *error)
{
    const Snapshot *snapshot = build->snapshot;
    bool good = true;

    for (size_t i = 0; good && i < snapshot->files_count; ++i)
        good = write_source(build, &snapshot->files[i], error);
    return good;
}

/* ---- Objects and the program ----------------------------------------------*/

static ToolCommand tool_new(const Build *build, const char *does)
{
    return (ToolCommand){.does = does,
                         .folder = build->folder,
                         .sandbox = &build->tools};
}

/* The command of front, to which jobs are added. */
static ToolCommand jobs_new(const Build *build)
{
    ToolCommand command = tool_new(build, "compile");

    command.speaker = "clang++";
    tool_add_own(&command, work_folder_path(build->folder, "front"));
    return command;
}

/* What is made of source I for SIDE, in a file that ends in ENDING. */
static char *made_of(const Build *build, size_t i, CompilerSide side,
                     const char *ending)
{
    Text text = {0};

    text_add(&text, "%s/%zu.%s%s.%s", build->folder, i,
             build->twins >> i & 1 ? "twin." : "",
             side == COMPILER_DEVICE ? "device" : "host", ending);
    return text.text;
}

/* ---- What was read --------------------------------------------------------*/

typedef struct {
    const Build *build;
    const char *name;
    Error *error;
} Reading;

/* Is PATH the system's, or in our folder? */
static bool check_path(void *user, const char *path)
{
    const Reading *reading = user;
    const char *folder = reading->build->folder;
    size_t length = strlen(folder);
    Text full = {0};

    if (path[0] != '/')
        text_add(&full, "%s/", folder);
    text_add(&full, "%s", path);
    char *real = realpath(full.text, NULL);
    char *plain = real ? real : base_plain_path(full.text);
    bool good = (strncmp(plain, folder, length) == 0 && plain[length] == '/') ||
                sandbox_has(&reading->build->tools, plain);
    if (!good)
        error_set(reading->error, ERROR_USAGE,
                  "%.200s: reads %.200s, which is not among its sources; move "
                  "its content to a header",
                  reading->name, path);
    free(plain);
    text_free(&full);
    return good;
}

/* Checks what compiling source I has read: nothing but copies, and files of the
 * system.  Where there is no Landlock, nothing else does. */
static bool check_reads(const Build *build, size_t i, CompilerSide side,
                        Error *error)
{
    static const char *const endings[] = {"d", "assembler.d"};
    Reading reading = {build, build->sources[i].name, error};
    bool good = true;

    for (size_t e = 0; good && e < 2; ++e) {
        char *path = made_of(build, i, side, endings[e]);
        Error ignored;
        char *text = base_read_file(path, MOST_LIST, NULL, &ignored);
        good = !text || compiler_read_list(text, check_path, &reading);
        free(text);
        free(path);
    }
    return good;
}

/* Adds what clang reads the source with. */
static void add_flags(const Build *build, size_t i, CompilerSide side,
                      const char *copy, ToolCommand *command)
{
    char *beside = base_strdup(copy);

    *(strrchr(beside, '/') + 1) = '\0';
    compiler_add_flags(command, build->sources[i].name, side, beside,
                       build->first[side]);
    tool_add_all(command, source_flags_for(build->sources[i].name));
    free(beside);
}

/* clang's command: from the source to bitcode. */
static void compile(const Build *build, size_t i, CompilerSide side,
                    ToolCommand *jobs)
{
    char *copy = copy_of(build, build->snapshot->files[i].path);

    tool_add(jobs, build->compiler.file);
    tool_add_all(jobs, "-c -emit-llvm -MD -MF");
    tool_add_own(jobs, made_of(build, i, side, "d"));
    add_flags(build, i, side, copy, jobs);
    tool_add_own(jobs, copy);
    tool_add(jobs, "-o");
    tool_add_own(jobs, made_of(build, i, side, "bc"));
}

/* Puts calls of the simulator into the bitcode; KIND: see front.c. */
static void instrument(const Build *build, size_t i, CompilerSide side,
                       const char *kind, const char *ending, ToolCommand *jobs)
{
    Text unit = {0};

    text_add(&unit, "%zu", i);
    tool_add(jobs, "pass");
    tool_add(jobs, kind);
    tool_add(jobs, build->compiler.llvm);
    tool_add_own(jobs, made_of(build, i, side, "bc"));
    tool_add_own(jobs, made_of(build, i, side, ending));
    tool_add_own(jobs, unit.text);
}

/* clang's command: from that, in a file that ends in FROM, to an object. */
static void assemble(const Build *build, size_t i, CompilerSide side,
                     const char *optimise, const char *from, const char *to,
                     ToolCommand *jobs)
{
    tool_add(jobs, build->compiler.file);
    tool_add(jobs, optimise);
    tool_add_all(jobs, "-c -w -fno-pie");
    if (!rights_files()) { /* its own assembler has no list of what it reads */
        Text word = {0};
        char *list = made_of(build, i, side, "assembler.d");
        tool_add(jobs, "-fno-integrated-as");
        text_add(&word, "-Wa,--MD,%s", list);
        tool_add_own(jobs, word.text);
        free(list);
    }
    tool_add_all(jobs, "-x ir");
    tool_add_own(jobs, made_of(build, i, side, from));
    tool_add(jobs, "-o");
    tool_add_own(jobs, made_of(build, i, side, to));
}

static void add_job(const Build *build, size_t i, CompilerSide side,
                    ToolCommand *jobs)
{
    tool_add(jobs, "job");
    compile(build, i, side, jobs);
    tool_add(jobs, "then");
    instrument(build, i, side, side == COMPILER_DEVICE ? "device" : "host",
               "called.bc", jobs);
    tool_add(jobs, "then");
    assemble(build, i, side, "-O0", "called.bc", "o", jobs);
    if (side != COMPILER_DEVICE)
        return;
    tool_add(jobs, "then");
    instrument(build, i, side, "plain", "plain.bc", jobs);
    tool_add(jobs, "then");
    assemble(build, i, side, "-O1", "plain.bc", "plain.o", jobs);
}

/* ---- Facts ----------------------------------------------------------------*/

static char *facts_of(const Build *build, size_t i)
{
    Text text = {0};

    text_add(&text, "%s/%zu.facts", build->folder, i);
    return text.text;
}

/* Lists what source I says. */
static void add_facts_job(const Build *build, size_t i, ToolCommand *jobs)
{
    char *copy = copy_of(build, build->snapshot->files[i].path);

    tool_add_all(jobs, "job facts");
    tool_add(jobs, build->compiler.libclang);
    tool_add_own(jobs, copy);
    tool_add_own(jobs, facts_of(build, i));
    tool_add(jobs, build->compiler.file);
    add_flags(build, i, COMPILER_DEVICE, copy, jobs);
}

/* Reads them; false if source I has something that nvcc refuses. */
static bool take_facts(Build *build, size_t i, Error *error)
{
    size_t bytes, first = build->facts.items_count;
    char *path = facts_of(build, i);
    char *read = base_read_file(path, MOST_FACTS, &bytes, error);
    bool good = read && source_facts_read(&build->facts, read, bytes, error);

    free(read);
    free(path);
    if (!good)
        return false;
    const Fact *problem =
        source_facts_next(&build->facts, FACT_PROBLEM, &first);
    return !problem || error_set(error, ERROR_USAGE, "%.200s:%u: %.300s",
                                 problem->file, problem->line, problem->text);
}

/* Makes the objects of source I. */
static bool make_objects(Build *build, size_t i, Error *error)
{
    int sides = compiler_is_cuda(build->sources[i].name) ? 2 : 1;
    ToolCommand jobs = jobs_new(build);

    for (int side = 0; side < sides; ++side)
        add_job(build, i, (CompilerSide)side, &jobs);
    if (sides == 2)
        add_facts_job(build, i, &jobs);
    bool good = tool_run(&jobs, build->sources[i].name, error);
    if (!good && error->kind == ERROR_USAGE)
        cuda_headers_explain(build->snapshot->missing_count
                                 ? build->snapshot->missing[0]
                                 : NULL,
                             build->folder);
    for (int side = 0; good && side < sides; ++side)
        good = check_reads(build, i, (CompilerSide)side, error);
    return good && (sides == 1 || take_facts(build, i, error));
}

/* Makes the objects of source I again, with twins of its kernels, if it has
 * some and they compile. */
static void make_twins(Build *build, size_t i)
{
    char *object = made_of(build, i, COMPILER_HOST, "o");
    char *copy = copy_of(build, build->snapshot->files[i].path);
    Text text = {0};
    Error ignored;
    char *source = base_read_file(copy, MOST_FACTS, NULL, &ignored);

    text_add(&text, "%s", source ? source : "");
    size_t bytes = text.length;
    twins_add(object, &text);
    if (source && text.length > bytes &&
        work_folder_write(build->folder, copy + strlen(build->folder) + 1,
                          text.text, text.length, &ignored)) {
        ToolCommand jobs = jobs_new(build);
        build->twins |= UINT64_C(1) << i;
        add_job(build, i, COMPILER_HOST, &jobs);
        add_job(build, i, COMPILER_DEVICE, &jobs);
        jobs.silent = true;
        if (!tool_run(&jobs, build->sources[i].name, &ignored) ||
            !check_reads(build, i, COMPILER_HOST, &ignored) ||
            !check_reads(build, i, COMPILER_DEVICE, &ignored))
            build->twins &= ~(UINT64_C(1) << i);
    }
    text_free(&text);
    free(source);
    free(copy);
    free(object);
}

static bool link_all(const Build *build, const char *const files[], int count,
                     Error *error)
{
    ToolCommand command = tool_new(build, "link");
    char *gold = compiler_find_tool("ld.gold");

    tool_add(&command, build->compiler.file);
    tool_add(&command, "-no-pie");
    tool_add(&command, "-Wl,--build-id=none"); /* the same bytes each time */
    if (gold) /* it needs half of the time */
        tool_add(&command, "-fuse-ld=gold");
    free(gold);
    tool_add(&command, "-Wl,--wrap=printf,--wrap=puts,--wrap=putchar,"
                       "--wrap=malloc,--wrap=calloc,--wrap=_Znwm,--wrap=_Znam,"
                       "--wrap=free,--wrap=_ZdlPv,--wrap=_ZdaPv,"
                       "--wrap=_ZdlPvm");
    for (int i = 0; i < count; ++i) {
        if (compiler_skips(files[i]))
            continue;
        if (compiler_is_cuda(files[i])) {
            tool_add_own(&command,
                         made_of(build, (size_t)i, COMPILER_DEVICE, "o"));
            tool_add_own(&command,
                         made_of(build, (size_t)i, COMPILER_DEVICE, "plain.o"));
        }
        tool_add_own(&command, made_of(build, (size_t)i, COMPILER_HOST, "o"));
    }
    tool_add_own(&command, work_folder_path(build->folder, "machine.o"));
    tool_add_all(&command, "-lm -lpthread -o");
    tool_add(&command, build->program);
    bool good = tool_run(&command, build->sources[0].name, error);
    if (!good && error->kind == ERROR_USAGE && lacks_main(build->snapshot))
        fprintf(stderr, "upsweep: no file has a main function; add the file "
                        "that has one\n");
    return good;
}

/* Finds what CUDA sources include first; clang may read it. */
static void find_first(Build *build, const char *const files[], int count)
{
    ToolCommand command = tool_new(build, "compile");
    bool streams = true;

    for (int i = 0; i < count; ++i)
        streams &= !compiler_is_cuda(files[i]) ||
                   cuda_headers_has_streams(build->snapshot->files[i].text);

    for (int side = COMPILER_HOST; side <= COMPILER_DEVICE; ++side) {
        char *found = compiler_precompile(&build->compiler, (CompilerSide)side,
                                          streams, &command, &build->tools);
        if (found) {
            free(build->first[side]);
            build->first[side] = found;
        }
    }
}

static bool compile_all(Build *build, const char *const files[], int count,
                        Error *error)
{
    bool cuda = false;

    for (int i = 0; i < count; ++i)
        cuda = cuda || compiler_is_cuda(files[i]);
    if (cuda)
        find_first(build, files, count);
    for (int i = 0; i < count; ++i)
        if (!compiler_skips(files[i]) && !make_objects(build, (size_t)i, error))
            return false;
    for (int i = 0; i < count; ++i)
        if (compiler_is_cuda(files[i]))
            make_twins(build, (size_t)i);
    return link_all(build, files, count, error);
}

/* Writes our headers, front and the machine into the folder. */
static bool unpack(Build *build, Error *error)
{
    bool good = compiler_unpack(build->folder, error) &&
                work_folder_unpack(build->folder, "program/", "", error);
    char *front = work_folder_path(build->folder, "front");

    if (good && chmod(front, S_IRWXU) != 0)
        good =
            error_set(error, ERROR_FAILED, "%s: cannot make it executable: %s",
                      front, strerror(errno));
    free(front);
    for (int side = COMPILER_HOST; side <= COMPILER_DEVICE; ++side)
        build->first[side] =
            work_folder_path(build->folder, "cuda/upsweep_cu.h");
    return good;
}

/* ---- All -----------------------------------------------------------------*/

static bool build_all(Build *build, const Snapshot *snapshot,
                      const char *const files[], int count, Error *error)
{
    if (!compiler_find(&build->compiler, error) ||
        !compiler_find_libraries(&build->compiler, error) ||
        !sandbox_check(files[0], error) ||
        !take_sources(build, snapshot, files, count, false, error) ||
        !make_folder(build, error))
        return false;
    sandbox_new_tools(&build->tools, build->compiler.file);
    return unpack(build, error) && write_sources(build, error) &&
           compile_all(build, files, count, error);
}

bool build_furnish(Build *build, const char *const arguments[], int count,
                   Error *error)
{
    sandbox_add(&build->sandbox, build->program);
    return sandbox_furnish(&build->sandbox, build->folder, arguments, count,
                           error);
}

/* ---- For a GPU ------------------------------------------------------------*/

static bool run_nvcc(const Build *build, const char *nvcc,
                     const char *const files[], int count, Error *error)
{
    ToolCommand command = tool_new(build, "compile");
    Text flags = {0};
    int capability = cuda_capability(error);

    if (!capability)
        return false;
    command.of_gpu = true;
    tool_add(&command, nvcc);
    text_add(&flags, "-O3 -lineinfo -arch=sm_%d", capability);
    tool_add_all(&command, flags.text);
    text_free(&flags);
    tool_add_all(&command, source_flags_for(files[0]));
    for (int i = 0; i < count; ++i)
        if (!compiler_skips(files[i]))
            tool_add_own(&command,
                         copy_of(build, build->snapshot->files[i].path));
    tool_add(&command, "-o");
    tool_add(&command, build->program);
    return tool_run(&command, files[0], error);
}

/* Reads what the sources say, for the names of launches and variables.  Without
 * clang, or where it and nvcc differ, nothing is known. */
static void find_facts(Build *build, const char *const files[], int count)
{
    Error ignored;
    Sandbox of_nvcc = build->tools;

    if (!compiler_find(&build->compiler, &ignored) ||
        !compiler_find_libraries(&build->compiler, &ignored) ||
        !unpack(build, &ignored))
        return;
    sandbox_new_tools(&build->tools, build->compiler.file);
    for (int i = 0; i < count; ++i) {
        if (!compiler_is_cuda(files[i]))
            continue;
        ToolCommand jobs = jobs_new(build);
        jobs.silent = true;
        add_facts_job(build, (size_t)i, &jobs);
        if (tool_run(&jobs, files[i], &ignored))
            take_facts(build, (size_t)i, &ignored);
    }
    sandbox_free(&build->tools);
    build->tools = of_nvcc;
}

static bool build_by_nvcc(Build *build, const Snapshot *snapshot,
                          const char *const files[], int count, Error *error)
{
    Compiler nvcc;

    if (!compiler_find_nvcc(&nvcc, files[0], error) ||
        !sandbox_check(files[0], error) ||
        !take_sources(build, snapshot, files, count, true, error) ||
        !write_sources(build, error))
        return false;
    sandbox_new_tools(&build->tools, nvcc.file);
    if (!run_nvcc(build, nvcc.file, files, count, error))
        return false;
    find_facts(build, files, count);
    return true;
}

bool build_for_gpu(Build *build, const Snapshot *snapshot,
                   const char *const files[], int count, Error *error)
{
    bool good = false;

    *build = (Build){0};
    if (!resource_find("inject/libinject.so", &(size_t){0}))
        error_set(error, ERROR_FAILED,
                  "GPU: this build cannot record programs on it; install the "
                  "CUDA Toolkit with compute-sanitizer and configure again, or "
                  "use --device cpu");
    else
        good = make_folder(build, error) &&
               work_folder_unpack(build->folder, "inject/", "", error) &&
               (!count || build_by_nvcc(build, snapshot, files, count, error));
    if (!good)
        build_free(build);
    return good;
}

bool build_make(Build *build, const Snapshot *snapshot,
                const char *const files[], int count, Error *error)
{
    *build = (Build){0};
    if (build_all(build, snapshot, files, count, error))
        return true;
    build_free(build);
    return false;
}
