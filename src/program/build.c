/* SPDX-License-Identifier: MIT */
#include "program/build.h"

#include "gpu/cuda.h"
#include "program/compiler.h"
#include "program/copy_functions.h"
#include "program/cuda_headers.h"
#include "program/program_facts.h"
#include "program/rewrite.h"
#include "program/source_lines.h"
#include "program/symbols.h"
#include "util/base.h"
#include "util/interrupt.h"
#include "util/printable.h"
#include "util/resources.h"
#include "util/work_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_SOURCES = 256 };
#define MOST_LIST ((size_t)16 << 20) /* bytes of a list of dependencies */

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
    free(build->sources);
    sandbox_free(&build->sandbox);
    sandbox_free(&build->tools);
    free(build->program);
    free(build->compiler);
    *build = (Build){0};
}

/* ---- Sources --------------------------------------------------------------*/

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
        if (!file->foreign)
            base_push(build, sources,
                      ((ProgramSource){file->name, file->text}));
    }
    return build->sources_count <= MOST_SOURCES ||
           error_set(error, ERROR_USAGE, "%.300s includes more than %d files",
                     files[0], MOST_SOURCES);
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

/* Writes the given file where the compiler finds it by the user's relative
 * name, to quote its lines; not where something of ours lies, or will lie. */
static bool write_quoted(const Build *build, const SnapshotFile *file,
                         Error *error)
{
    char *first = work_folder_path(build->folder, file->name);
    char *slash = strchr(first + strlen(build->folder) + 1, '/');

    if (slash)
        *slash = '\0';
    bool fits = file->name[0] != '/' && !strstr(file->name, "..") &&
                strcmp(base_name(first), "own") != 0 &&
                access(first, F_OK) != 0;
    free(first);
    return !fits || work_folder_write(build->folder, file->name, file->text,
                                      strlen(file->text), error);
}

/* Writes the copy of the file I, REWRITTEN or as it is. */
static bool write_source(const Build *build, size_t i, bool rewritten,
                         const FunctionSpaces *spaces, Error *error)
{
    const SnapshotFile *file = &build->snapshot->files[i];
    Text text = {0};
    char *copy = copy_of(build, file->path);
    bool good = true;

    if (rewritten && !file->foreign)
        good = rewrite_cuda(file->text, file->name, spaces, &text, error);
    else
        rewrite_nothing(file->text, file->name, &text);
    good = good &&
           work_folder_write(build->folder, copy + strlen(build->folder) + 1,
                             text.text, text.length, error) &&
           (i >= build->snapshot->given || write_quoted(build, file, error));
    text_free(&text);
    free(copy);
    return good;
}

static bool write_sources(const Build *build, bool rewritten, Error *error)
{
    size_t count = build->sources_count;
    const char **texts = base_alloc(count, sizeof *texts);
    bool good = true;

    for (size_t i = 0; i < count; ++i)
        texts[i] = build->sources[i].text;
    FunctionSpaces spaces = function_spaces_read(texts, count);
    for (size_t i = 0; good && i < build->snapshot->files_count; ++i)
        good = write_source(build, i, rewritten, &spaces, error);
    function_spaces_free(&spaces);
    free(texts);
    return good;
}

/* ---- Objects and the program ----------------------------------------------*/

static ToolCommand tool_new(const Build *build, const char *does)
{
    return (ToolCommand){.does = does,
                         .folder = build->folder,
                         .sandbox = &build->tools};
}

static char *object_of(const Build *build, size_t i)
{
    Text text = {0};

    text_add(&text, "%s/%zu.o", build->folder, i);
    return text.text;
}

/* Says on a line where a header that is missing is looked for. */
static void explain_headers(const Build *build)
{
    const Snapshot *snapshot = build->snapshot;

    for (size_t i = 0; i < snapshot->missing_count; ++i) {
        const char *missing = snapshot->missing[i];
        if (cuda_header(missing, strlen(missing), true))
            continue;
        char *line = printable_line(missing);
        fprintf(stderr,
                "upsweep: %s is looked for beside the file that includes it, "
                "and in the folders whose full paths are in CPATH\n",
                line);
        free(line);
        return;
    }
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
                  "%.200s: compiling it reads %.200s, which is not among its "
                  "sources; put what it has into a header",
                  reading->name, path);
    free(plain);
    text_free(&full);
    return good;
}

/* Checks what compiling source I has read: nothing but copies, and files of the
 * system.  Where there is no Landlock, nothing else does. */
static bool check_reads(const Build *build, size_t i, Error *error)
{
    static const char *const endings[] = {"d", "assembler.d"};
    Reading reading = {build, build->sources[i].name, error};
    bool good = true;

    for (size_t e = 0; good && e < 2; ++e) {
        Text path = {0};
        Error ignored;
        text_add(&path, "%s/%zu.%s", build->folder, i, endings[e]);
        char *text = base_read_file(path.text, MOST_LIST, NULL, &ignored);
        good = !text || snapshot_read_list(text, check_path, &reading);
        free(text);
        text_free(&path);
    }
    return good;
}

/* Lets the compiler and the assembler list what they read. */
static void add_lists(const Build *build, const Compiler *compiler, size_t i,
                      ToolCommand *command)
{
    Text list = {0}, word = {0};

    text_add(&list, "%s/%zu.d", build->folder, i);
    tool_add(command, "-MD");
    tool_add(command, "-MF");
    tool_add_own(command, list.text);
    if (compiler->clang && rights_files())
        return; /* its own assembler has no list */
    if (compiler->clang)
        tool_add(command, "-fno-integrated-as");
    text_add(&word, "-Wa,--MD,%zu.assembler.d", i);
    tool_add_own(command, word.text);
}

/* Compiles source I into object_of(I). */
static bool compile(const Build *build, const Compiler *compiler, size_t i,
                    Error *error)
{
    const char *name = build->sources[i].name;
    ToolCommand command = tool_new(build, "compile");
    char *copy = copy_of(build, build->snapshot->files[i].path);
    char *beside = base_strdup(copy);

    *(strrchr(beside, '/') + 1) = '\0';
    tool_add(&command, compiler->file);
    tool_add(&command, "-c");
    compiler_add_flags(compiler, &command, name, beside);
    free(beside);
    add_lists(build, compiler, i, &command);
    tool_add_own(&command, copy);
    tool_add(&command, "-o");
    tool_add_own(&command, object_of(build, i));
    if (tool_run(&command, name, error))
        return check_reads(build, i, error);
    if (error->kind == ERROR_USAGE)
        explain_headers(build);
    return false;
}

static bool link_all(const Build *build, const Compiler *compiler,
                     const char *const files[], int count, Error *error)
{
    ToolCommand command = tool_new(build, "link");

    tool_add(&command, compiler->file);
    tool_add(&command, "-no-pie");
    tool_add(&command, "-Wl,--wrap=printf,--wrap=puts,--wrap=putchar,"
                       "--wrap=malloc,--wrap=calloc,--wrap=_Znwm,--wrap=_Znam,"
                       "--wrap=free,--wrap=_ZdlPv,--wrap=_ZdaPv,"
                       "--wrap=_ZdlPvm,--wrap=__cxa_allocate_exception,"
                       "--wrap=exit");
    for (int i = 0; i < count; ++i)
        if (!compiler_skips(files[i]))
            tool_add_own(&command, object_of(build, (size_t)i));
    tool_add_own(&command, work_folder_path(build->folder, "machine.o"));
    tool_add(&command, "-o");
    tool_add(&command, build->program);
    tool_add(&command, "-lm");
    tool_add(&command, "-lpthread");
    return tool_run(&command, build->sources[0].name, error);
}

static bool compile_all(const Build *build, const Compiler *compiler,
                        const char *const files[], int count, Error *error)
{
    for (int i = 0; i < count; ++i)
        if (!compiler_skips(files[i]) &&
            !compile(build, compiler, (size_t)i, error))
            return false;
    return link_all(build, compiler, files, count, error);
}

/* ---- Unsafe copies --------------------------------------------------------*/

/* The debugging information of the program; NULL if no source has a destructor.
 */
static Symbols *open_symbols(const Build *build)
{
    Error error = {0};

    for (size_t i = 0; i < build->sources_count; ++i)
        if (strchr(build->sources[i].text, '~'))
            return symbols_open(build->program, &error);
    return NULL;
}

static bool is_own(const char *file, const char *const names[], size_t count)
{
    for (size_t i = 0; file && i < count; ++i)
        if (source_lines_is_file(file, names[i]))
            return true;
    return false;
}

/* The class in the COUNT files NAMES; NULL: there is none. */
static const char *find_class(const CopyFunctions *functions,
                              const char *const names[], size_t count)
{
    for (size_t i = 0; i < functions->items_count; ++i) {
        const CopyFunction *function = &functions->items[i];
        if (function->destroys && is_own(function->file, names, count))
            return function->name ? function->name : "?";
    }
    return NULL;
}

/* True if a class of the program, whose constructors are not elided, has a
 * destructor and no copy constructor: what a function returns is then a copy,
 * and what both point to is freed twice.  WARNING gets one line if a function
 * takes objects of another class by value, or returns them, which g++ does not
 * report if they are elided. */
static bool find_unsafe_copies(const Build *build, Text *warning)
{
    Symbols *symbols = open_symbols(build);
    size_t count = build->sources_count;
    CopyUser user;

    if (!symbols)
        return false;
    const char **names = base_alloc(count, sizeof *names);
    for (size_t i = 0; i < count; ++i)
        names[i] = build->sources[i].name;
    CopyFunctions functions = copy_functions_find(symbols_module(symbols));
    const char *class = find_class(&functions, names, count);
    bool found = class != NULL;
    if (found &&
        copy_functions_user(symbols_module(symbols), names, count, &user))
        text_add(warning,
                 "%.200s:%d: what %.100s takes by value from memory, or "
                 "returns to it, is not seen, as class %.100s has a "
                 "destructor and no copy constructor: write one, or have "
                 "clang++ as c++",
                 user.file, user.line, user.name, class);
    free(functions.items);
    free(names);
    symbols_free(symbols);
    return found;
}

/* ---- All -----------------------------------------------------------------*/

/* Compiles and links.  g++ does not instrument what a call takes from memory by
 * value, or returns to it.  Where it may not elide constructors, it copies
 * these objects by a function, which it instruments; but then it copies more
 * than some programs can bear. */
static bool build_carefully(const Build *build, Compiler compiler,
                            const char *const files[], int count, Error *error)
{
    Text warning = {0};
    bool good = compile_all(build, &compiler, files, count, error);

    if (good && !compiler.clang && find_unsafe_copies(build, &warning)) {
        compiler.elides = true;
        good = compile_all(build, &compiler, files, count, error);
        if (good && warning.length)
            fprintf(stderr, "upsweep: %s\n", warning.text);
    }
    text_free(&warning);
    return good;
}

static bool build_all(Build *build, const Snapshot *snapshot,
                      const char *const files[], int count, Error *error)
{
    Compiler compiler;

    if (!compiler_find(&compiler, error) || !sandbox_check(files[0], error) ||
        !take_sources(build, snapshot, files, count, false, error) ||
        !make_folder(build, error))
        return false;
    sandbox_new_tools(&build->tools, compiler.file);
    compiler_identify(&compiler, build->folder, &build->tools);
    bool good = compiler_unpack(build->folder, error) &&
                work_folder_unpack(build->folder, "program/", "", error) &&
                write_sources(build, true, error);
    if (!good || !build_carefully(build, compiler, files, count, error))
        return false;
    build->compiler = base_strdup(compiler.clang ? "clang++ -O0" : "g++ -O0");
    return true;
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
    Text architecture = {0};
    int capability = cuda_capability(error);

    if (!capability)
        return false;
    if (count > TOOL_MOST_ARGUMENTS / 2)
        return error_set(error, ERROR_USAGE,
                         "%d files are more than the %d that are built into "
                         "one program; include some in others",
                         count, TOOL_MOST_ARGUMENTS / 2);
    command.of_gpu = true;
    tool_add(&command, nvcc);
    tool_add(&command, "-O3");
    tool_add(&command, "-lineinfo");
    text_add(&architecture, "-arch=sm_%d", capability);
    tool_add_own(&command, architecture.text);
    for (int i = 0; i < count; ++i)
        if (!compiler_skips(files[i]))
            tool_add_own(&command,
                         copy_of(build, build->snapshot->files[i].path));
    tool_add(&command, "-o");
    tool_add(&command, build->program);
    return tool_run(&command, files[0], error);
}

static bool build_by_nvcc(Build *build, const Snapshot *snapshot,
                          const char *const files[], int count, Error *error)
{
    Compiler nvcc;

    if (!compiler_find_nvcc(&nvcc, files[0], error) ||
        !sandbox_check(files[0], error) ||
        !take_sources(build, snapshot, files, count, true, error) ||
        !write_sources(build, false, error))
        return false;
    sandbox_new_tools(&build->tools, nvcc.file);
    return run_nvcc(build, nvcc.file, files, count, error);
}

bool build_for_gpu(Build *build, const Snapshot *snapshot,
                   const char *const files[], int count, Error *error)
{
    bool good = false;

    *build = (Build){0};
    if (!resource_find("inject/libinject.so", &(size_t){0}))
        error_set(error, ERROR_FAILED,
                  "this build does not record programs on a GPU: install the "
                  "CUDA Toolkit with compute-sanitizer and configure again; or "
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
