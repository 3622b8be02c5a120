/* SPDX-License-Identifier: MIT */
#include "program/build.h"

#include "gpu/cuda.h"
#include "program/compiler.h"
#include "program/header_folders.h"
#include "program/includes.h"
#include "program/rewrite.h"
#include "program/unsafe_copies.h"
#include "util/interrupt.h"
#include "util/printable.h"
#include "util/resources.h"
#include "util/work_folder.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_SOURCES = 256 };

/* ---- Files ----------------------------------------------------------------*/

/* Writes the embedded files whose names begin with PREFIX into the folder;
 * their names there begin with TO in its place. */
static bool write_embedded(const Build *build, const char *prefix,
                           const char *to, Error *error)
{
    size_t bytes = 0;
    const char *name;
    bool good = true;

    for (size_t i = 0; good && (name = resource_name(i)); ++i) {
        if (strncmp(name, prefix, strlen(prefix)) != 0)
            continue;
        const void *data = resource_find(name, &bytes);
        Text path = {0};
        text_add(&path, "%s%s", to, name + strlen(prefix));
        good = work_folder_write(build->folder, path.text, data, bytes, error);
        text_free(&path);
    }
    return good;
}

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
    for (size_t i = 0; i < build->sources_count; ++i) {
        free(build->sources[i].name);
        free(build->sources[i].text);
    }
    free(build->sources);
    sandbox_free(&build->sandbox);
    free(build->program);
    free(build->compiler);
    *build = (Build){0};
}

/* ---- Sources --------------------------------------------------------------*/

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), more = strlen(ending);

    return length >= more && strcmp(name + length - more, ending) == 0;
}

/* A header beside a source is no program of its own. */
static bool is_header(const char *name)
{
    return ends_with(name, ".h") || ends_with(name, ".cuh") ||
           ends_with(name, ".hpp");
}

/* Where in the folder the rewritten text of the file NAME lies: below source/,
 * at the place that the file has in the file system, so that one includes
 * another in the usual way.  Free it; NULL if there is no such file. */
static char *place_of(const char *name)
{
    char *absolute = realpath(name, NULL);
    Text text = {0};

    if (!absolute)
        return NULL;
    text_add(&text, "source%s", absolute);
    free(absolute);
    return text.text;
}

static bool is_known(const Build *build, const char *name)
{
    struct stat a, b;

    if (stat(name, &a) != 0)
        return false;
    for (size_t i = 0; i < build->sources_count; ++i)
        if (stat(build->sources[i].name, &b) == 0 && a.st_ino == b.st_ino &&
            a.st_dev == b.st_dev)
            return true;
    return false;
}

static char *folder_of(const char *name)
{
    const char *slash = strrchr(name, '/');
    Text text = {0};

    if (!slash)
        return base_strdup("");
    text_add(&text, "%.*s", (int)(slash - name + 1), name);
    return text.text;
}

/* Anybody can write #include "/etc/passwd", and a trace holds what was
 * included: a file that the program's sandbox does not have must be a source by
 * its name, links followed. */
static bool may_include(const Build *build, const char *path)
{
    static const char *const others[] = {".cu",  ".cpp", ".cc",  ".cxx", ".c",
                                         ".inc", ".inl", ".ipp", ".tpp"};
    char *real = realpath(path, NULL);
    bool may = real && (is_header(real) || sandbox_has(&build->sandbox, real));

    for (size_t i = 0; real && i < sizeof others / sizeof *others; ++i)
        may |= ends_with(real, others[i]);
    free(real);
    return may;
}

/* The text of the file NAME, of BYTES bytes, without the byte order mark that
 * some editors begin it with; NULL with ERROR. */
static char *read_source(const char *name, size_t *bytes, Error *error)
{
    static const char mark[] = "\xef\xbb\xbf";
    char *text = base_read_file(name, BUILD_MOST_BYTES, bytes, error);

    if (text && strncmp(text, mark, sizeof mark - 1) == 0) {
        *bytes -= sizeof mark - 1;
        memmove(text, text + sizeof mark - 1, *bytes + 1);
    }
    return text;
}

/* True if a header that lies elsewhere has what must be rewritten. */
static bool has_cuda(const char *path)
{
    static const char *const words[] = {"__global__", "__shared__",
                                        "__device__", "<<<"};
    size_t bytes;
    Error none;
    char *text = base_read_file(path, BUILD_MOST_BYTES, &bytes, &none);
    bool found = false;

    for (size_t i = 0; text && i < sizeof words / sizeof *words; ++i)
        found |= strstr(text, words[i]) != NULL;
    free(text);
    return found;
}

/* Adds the file IT, which a source in FOLDER includes, if it lies there, or is
 * CUDA's code and lies where CPATH says. */
static bool add_source(Build *build, const char *folder, const Include *it,
                       Error *error)
{
    struct stat status;
    Text path = {0};
    bool good = true;

    text_add(&path, "%s%s", it->name[0] == '/' ? "" : folder, it->name);
    if (!it->angled && stat(path.text, &status) != 0) {
        char *elsewhere = header_folders_find(it->name);
        if (elsewhere && has_cuda(elsewhere)) {
            text_free(&path);
            text_add(&path, "%s", elsewhere);
        }
        free(elsewhere);
    }
    if (stat(path.text, &status) == 0 && S_ISREG(status.st_mode) &&
        !is_known(build, path.text)) {
        size_t bytes;
        char *text = NULL;
        if (may_include(build, path.text))
            text = read_source(path.text, &bytes, error);
        else
            error_set(error, ERROR_USAGE,
                      "%.200s includes %.200s, which lies outside of its "
                      "folder and is no source; put it there",
                      build->sources[0].name, path.text);
        good = text != NULL;
        if (good)
            base_push(build, sources,
                      ((BuildSource){base_strdup(path.text), text}));
    }
    text_free(&path);
    return good;
}

/* Adds the files that source AT includes and that lie beside it. */
static bool add_included(Build *build, size_t at, Error *error)
{
    Includes includes = includes_of(build->sources[at].text);
    char *folder = folder_of(build->sources[at].name);
    bool good = true;

    for (size_t i = 0; good && i < includes.items_count; ++i)
        good = add_source(build, folder, &includes.items[i], error);
    includes_free(&includes);
    free(folder);
    return good;
}

bool build_read(Build *build, const char *const files[], int count,
                Error *error)
{
    sandbox_new(&build->sandbox, files, count);
    for (int i = 0; i < count; ++i) {
        size_t bytes;
        char *text = read_source(files[i], &bytes, error);
        if (!text)
            return false;
        base_push(build, sources, ((BuildSource){base_strdup(files[i]), text}));
        if (strlen(text) != bytes)
            return error_set(error, ERROR_USAGE,
                             "%.300s is no text: it has a byte 0", files[i]);
    }
    for (size_t i = 0; i < build->sources_count; ++i) {
        if (build->sources_count > MOST_SOURCES)
            return error_set(error, ERROR_USAGE,
                             "%.300s includes more than %d files", files[0],
                             MOST_SOURCES);
        if (!add_included(build, i, error))
            return false;
    }
    return true;
}

/* Writes the rewritten text of SOURCE into the folder. */
static bool write_source(const Build *build, const BuildSource *source,
                         const FunctionSpaces *spaces, Error *error)
{
    Text text = {0};
    char *place = place_of(source->name);
    bool good =
        place &&
        rewrite_cuda(source->text, source->name, spaces, &text, error) &&
        work_folder_write(build->folder, place, text.text, text.length, error);

    if (!place)
        error_set(error, ERROR_USAGE, "%.300s is gone", source->name);
    text_free(&text);
    free(place);
    return good;
}

static bool write_sources(const Build *build, Error *error)
{
    size_t count = build->sources_count;
    const char **texts = base_alloc(count, sizeof *texts);
    bool good = true;

    for (size_t i = 0; i < count; ++i)
        texts[i] = build->sources[i].text;
    FunctionSpaces spaces = function_spaces_read(texts, count);
    for (size_t i = 0; good && i < count; ++i)
        good = write_source(build, &build->sources[i], &spaces, error);
    function_spaces_free(&spaces);
    free(texts);
    return good;
}

/* ---- Objects and the program ----------------------------------------------*/

static ToolCommand tool_new(const Build *build, const char *does)
{
    return (ToolCommand){.does = does,
                         .folder = build->folder,
                         .sandbox = &build->sandbox};
}

static char *object_of(const Build *build, size_t i)
{
    Text text = {0};

    text_add(&text, "%s/%zu.o", build->folder, i);
    return text.text;
}

/* The rewritten text of headers that lie where CPATH says. */
static void add_header_folders(const Build *build, ToolCommand *command)
{
    char *folder;

    for (int i = 0; i < HEADER_FOLDERS_MOST && (folder = header_folders_at(i));
         ++i) {
        Text path = {0};
        text_add(&path, "source%s", folder);
        tool_add(command, "-I");
        tool_add_own(command, work_folder_path(build->folder, path.text));
        text_free(&path);
        free(folder);
    }
}

/* Says on a line which header of the sources is in no place that is known. */
static void explain_headers(const Build *build)
{
    Text text = {0};

    for (size_t i = 0; i < build->sources_count && text.length == 0; ++i) {
        const BuildSource *source = &build->sources[i];
        char *folder = folder_of(source->name);
        header_folders_explain(source->name, source->text, folder, &text);
        free(folder);
    }
    if (text.length) {
        char *line = printable_line(text.text);
        fprintf(stderr, "upsweep: %s\n", line);
        free(line);
    }
    text_free(&text);
}

/* Compiles source I into object_of(I). */
static bool compile(const Build *build, const Compiler *compiler, size_t i,
                    Error *error)
{
    const char *name = build->sources[i].name;
    ToolCommand command = tool_new(build, "compile");

    tool_add(&command, compiler->name);
    tool_add(&command, "-c");
    char *folder = folder_of(name);
    compiler_add_flags(compiler, &command, ends_with(name, ".c"),
                       ends_with(name, ".cu"), folder);
    free(folder);
    add_header_folders(build, &command);
    char *place = place_of(name);
    tool_add_own(&command,
                 work_folder_path(build->folder, place ? place : name));
    free(place);
    tool_add(&command, "-o");
    tool_add_own(&command, object_of(build, i));
    if (tool_run(&command, name, error))
        return true;
    if (error->kind == ERROR_USAGE)
        explain_headers(build);
    return false;
}

static bool link_all(const Build *build, const Compiler *compiler,
                     const char *const files[], int count, Error *error)
{
    ToolCommand command = tool_new(build, "link");

    tool_add(&command, compiler->name);
    tool_add(&command, "-no-pie");
    tool_add(&command, "-Wl,--wrap=printf,--wrap=puts,--wrap=putchar,"
                       "--wrap=malloc,--wrap=calloc,--wrap=_Znwm,--wrap=_Znam,"
                       "--wrap=free,--wrap=_ZdlPv,--wrap=_ZdaPv,"
                       "--wrap=_ZdlPvm,--wrap=__cxa_allocate_exception,"
                       "--wrap=exit");
    for (int i = 0; i < count; ++i)
        if (!is_header(files[i]))
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
        if (!is_header(files[i]) && !compile(build, compiler, (size_t)i, error))
            return false;
    return link_all(build, compiler, files, count, error);
}

/* True if constructors must be elided; WARNING as in unsafe_copies.h. */
static bool must_elide(const Build *build, Text *warning)
{
    size_t count = build->sources_count;
    ProgramSource *sources = base_alloc(count, sizeof *sources);

    for (size_t i = 0; i < count; ++i)
        sources[i] =
            (ProgramSource){build->sources[i].name, build->sources[i].text};
    bool must = unsafe_copies_find(build->program, sources, count, warning);
    free(sources);
    return must;
}

/* Compiles and links.  g++ does not instrument what a call takes from memory by
 * value, or returns to it.  Where it may not elide constructors, it copies
 * these objects by a function, which it instruments; but then it copies more
 * than some programs can bear. */
static bool build_carefully(const Build *build, Compiler compiler,
                            const char *const files[], int count, Error *error)
{
    Text warning = {0};
    bool good = compile_all(build, &compiler, files, count, error);

    if (good && !compiler.clang && must_elide(build, &warning)) {
        compiler.elides = true;
        good = compile_all(build, &compiler, files, count, error);
        if (good && warning.length)
            fprintf(stderr, "upsweep: %s\n", warning.text);
    }
    text_free(&warning);
    return good;
}

static bool build_all(Build *build, const char *const files[], int count,
                      Error *error)
{
    Compiler compiler;

    if (!compiler_find(&compiler, error) || !sandbox_check(files[0], error) ||
        !build_read(build, files, count, error) || !make_folder(build, error))
        return false;
    sandbox_add_tool(&build->sandbox, compiler.file);
    ToolCommand command = tool_new(build, "compile");
    compiler_identify(&compiler, &command);
    bool good = write_embedded(build, "src/program/cuda/", "cuda/", error) &&
                write_embedded(build, "program/", "", error) &&
                write_sources(build, error);
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

char *build_find_tool(const char *name)
{
    static const char usual[] = ":/usr/local/cuda/bin:/opt/cuda/bin";
    const char *path = getenv("PATH");
    Text places = {0};
    char *found = NULL;

    text_add(&places, "%s%s", path ? path : "", usual);
    for (const char *at = places.text; *at && !found;) {
        size_t length = strcspn(at, ":");
        char file[PATH_MAX];
        snprintf(file, sizeof file, "%.*s/%s", (int)length, at, name);
        if (length > 0 && access(file, X_OK) == 0)
            found = base_strdup(file);
        at += length + (at[length] == ':');
    }
    text_free(&places);
    return found;
}

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
    tool_add(&command, nvcc);
    tool_add(&command, "-O3");
    tool_add(&command, "-lineinfo");
    text_add(&architecture, "-arch=sm_%d", capability);
    tool_add_own(&command, architecture.text);
    for (int i = 0; i < count; ++i)
        if (!is_header(files[i]))
            tool_add(&command, files[i]);
    tool_add(&command, "-o");
    tool_add(&command, build->program);
    return tool_run(&command, files[0], error);
}

static bool build_by_nvcc(Build *build, const char *nvcc,
                          const char *const files[], int count, Error *error)
{
    if (!sandbox_check(files[0], error) ||
        !build_read(build, files, count, error))
        return false;
    for (size_t i = 0; i < build->sources_count; ++i) /* nvcc reads these */
        sandbox_add(&build->sandbox, build->sources[i].name);
    sandbox_add_tool(&build->sandbox, nvcc);
    return run_nvcc(build, nvcc, files, count, error);
}

bool build_for_gpu(Build *build, const char *const files[], int count,
                   Error *error)
{
    char *nvcc = count ? build_find_tool("nvcc") : NULL;
    bool good = false;

    *build = (Build){0};
    if (!resource_find("inject/libinject.so", &(size_t){0}))
        error_set(error, ERROR_FAILED,
                  "this build does not record programs on a GPU: install the "
                  "CUDA Toolkit with compute-sanitizer and configure again; or "
                  "use --device cpu");
    else if (count && !nvcc)
        error_set(error, ERROR_FAILED,
                  "there is no nvcc to build %.200s for a GPU; install the "
                  "CUDA Toolkit, or use --device cpu",
                  files[0]);
    else
        good = make_folder(build, error) &&
               write_embedded(build, "inject/", "", error) &&
               (!count || build_by_nvcc(build, nvcc, files, count, error));
    free(nvcc);
    if (!good)
        build_free(build);
    return good;
}

bool build_make(Build *build, const char *const files[], int count,
                Error *error)
{
    *build = (Build){0};
    if (build_all(build, files, count, error))
        return true;
    build_free(build);
    return false;
}
