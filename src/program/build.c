/* SPDX-License-Identifier: MIT */
#include "program/build.h"

#include "gpu/cuda.h"
#include "program/child.h"
#include "program/includes.h"
#include "program/rewrite.h"
#include "program/unsafe_copies.h"
#include "util/interrupt.h"
#include "util/resources.h"
#include "util/work_folder.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_SOURCES = 256, MOST_ARGUMENTS = 64, COMPILE_SECONDS = 120 };

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

/* Adds the file NAME, which a source in FOLDER includes, if it lies there. */
static bool add_source(Build *build, const char *folder, const char *name,
                       Error *error)
{
    struct stat status;
    Text path = {0};
    bool good = true;

    text_add(&path, "%s%s", name[0] == '/' ? "" : folder, name);
    if (stat(path.text, &status) == 0 && S_ISREG(status.st_mode) &&
        !is_known(build, path.text)) {
        size_t bytes;
        char *text = NULL;
        if (may_include(build, path.text))
            text = base_read_file(path.text, BUILD_MOST_BYTES, &bytes, error);
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
        good = add_source(build, folder, includes.items[i].name, error);
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
        char *text = base_read_file(files[i], BUILD_MOST_BYTES, &bytes, error);
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

static bool write_sources(const Build *build, Error *error)
{
    for (size_t i = 0; i < build->sources_count; ++i) {
        const BuildSource *source = &build->sources[i];
        Text text = {0};
        char *place = place_of(source->name);
        bool good = place &&
                    rewrite_cuda(source->text, source->name, &text, error) &&
                    work_folder_write(build->folder, place, text.text,
                                      text.length, error);
        if (!place)
            error_set(error, ERROR_USAGE, "%.300s is gone", source->name);
        text_free(&text);
        free(place);
        if (!good)
            return false;
    }
    return true;
}

/* ---- The compiler ---------------------------------------------------------*/

/* The compiler's arguments; texts in OWNED are freed. */
typedef struct {
    const char *does; /* "compile" or "link" */
    const char *words[MOST_ARGUMENTS + 1];
    int count;
    char *owned[MOST_ARGUMENTS];
    int owned_count;
} Command;

static void add(Command *command, const char *word)
{
    BASE_CHECK(command->count < MOST_ARGUMENTS);
    command->words[command->count++] = word;
}

static void add_own(Command *command, char *word)
{
    command->owned[command->owned_count++] = word;
    add(command, word);
}

static void command_free(Command *command)
{
    for (int i = 0; i < command->owned_count; ++i)
        free(command->owned[i]);
}

typedef struct {
    const char *name; /* "c++" */
    bool clang;       /* it is clang++, else g++ */
    bool elides;      /* it leaves out copies, see build_carefully */
} Compiler;

/* The name of a C++ compiler that is in PATH, and where it lies; NULL: there is
 * none. */
static const char *find_compiler(char file[PATH_MAX])
{
    static const char *const names[] = {"c++", "g++", "clang++"};
    const char *path = getenv("PATH");

    for (size_t i = 0; path && i < sizeof names / sizeof *names; ++i)
        for (const char *at = path; *at;) {
            size_t length = strcspn(at, ":");
            snprintf(file, PATH_MAX, "%.*s/%s", (int)length, at, names[i]);
            if (length > 0 && access(file, X_OK) == 0)
                return names[i];
            at += length + (at[length] == ':');
        }
    return NULL;
}

/* The compiler's own temporary files lie in the folder too: one that is killed
 * leaves them.  It sees no more than the program will, and ccache may not keep
 * anything.  OUTPUT is as in ChildSpec. */
static bool start(const Build *build, const Command *command,
                  const char *output, ChildResult *result, Error *error)
{
    const char *const settings[] = {"TMPDIR", build->folder, "CCACHE_DISABLE",
                                    "1", NULL};
    const char *const folders[] = {build->folder, NULL};
    Rights rights = {.reads = (const char *const *)build->sandbox.reads,
                     .writes = folders,
                     .starts = true};
    ChildSpec spec = {.rights = &rights,
                      .arguments = command->words,
                      .settings = settings,
                      .output = output,
                      .keep = -1,
                      .seconds = COMPILE_SECONDS};

    return child_run(&spec, result, error);
}

/* Runs COMMAND for the file WHAT; false with ERROR if it fails. */
static bool run(const Build *build, const Command *command, const char *what,
                Error *error)
{
    ChildResult result;

    if (!start(build, command, NULL, &result, error))
        return false;
    if (result.ending == CHILD_ENDED && result.number == 0)
        return true;
    if (result.ending == CHILD_LATE)
        return error_set(error, ERROR_USAGE,
                         "%.200s takes more than %d s to compile",
                         build->sources[0].name, COMPILE_SECONDS);
    return error_set(error, ERROR_USAGE,
                     "%.200s does not %s; %s " BUILD_SAID_WHY, what,
                     command->does, command->words[0]);
}

/* True if what COMPILER says of its version names clang. */
static bool says_clang(const Build *build, const char *compiler)
{
    Command command = {.does = "compile"};
    ChildResult result;
    Error error = {0};
    size_t bytes;
    char *output = work_folder_path(build->folder, "version"), *said = NULL;

    add(&command, compiler);
    add(&command, "--version");
    if (start(build, &command, output, &result, &error))
        said = base_read_file(output, BUILD_MOST_BYTES, &bytes, &error);
    bool clang = said && strstr(said, "clang");
    free(said);
    free(output);
    return clang;
}

/* True if COMPILER, which lies at FILE, is clang.  One whose name does not
 * tell, as that of ccache, is asked. */
static bool is_clang(const Build *build, const char *compiler, const char *file)
{
    char *real = realpath(file, NULL);
    const char *slash = real ? strrchr(real, '/') : NULL;
    const char *name = slash ? slash + 1 : compiler;
    bool named = strstr(name, "clang") != NULL;
    bool other = strstr(name, "g++") || strstr(name, "gcc");
    bool clang = named || (!other && says_clang(build, compiler));

    free(real);
    return clang;
}

static void add_flags(Command *command, const Build *build, const char *name,
                      const Compiler *compiler)
{
    bool clang = compiler->clang, is_c = ends_with(name, ".c");

    static const char *const flags[] = {"-O0",
                                        "-g",
                                        "-w",
                                        "-fmax-errors=20",
                                        "-fsanitize=thread",
                                        "-fno-pie",
                                        "-fno-stack-protector",
                                        "-U_FORTIFY_SOURCE",
                                        "-D__UPSWEEP__=1"};

    for (size_t i = 0; i < sizeof flags / sizeof *flags; ++i)
        add(command, flags[i]);
    add(command, clang ? "-fsanitize=array-bounds" : "-fsanitize=bounds");
    add(command, clang ? "-mllvm" : "--param");
    add(command,
        clang ? "-tsan-distinguish-volatile=1" : "tsan-distinguish-volatile=1");
    if (clang) {
        /* the load of `s[i] += x`, which a store to the same place follows */
        add(command, "-mllvm");
        add(command, "-tsan-instrument-read-before-write=1");
        add(command, "-gdwarf-aranges"); /* libdw finds lines by them */
        /* it would show the rewritten line; g++ shows the user's */
        add(command, "-fno-caret-diagnostics");
        add(command, "-fno-show-column");
    }
    add(command, "-I");
    add_own(command, work_folder_path(build->folder, "cuda"));
    char *folder = folder_of(name);
    add(command, "-idirafter"); /* a file vector there is not <vector> */
    add_own(command, *folder ? folder : base_strdup("."));
    if (!*folder)
        free(folder);
    if (!clang && !is_c && !compiler->elides)
        add(command, "-fno-elide-constructors");
    add(command, "-x");
    add(command, is_c ? "c" : "c++");
    if (ends_with(name, ".cu")) {
        add(command, "-include");
        add(command, "upsweep_cu.h");
    }
}

static char *object_of(const Build *build, size_t i)
{
    Text text = {0};

    text_add(&text, "%s/%zu.o", build->folder, i);
    return text.text;
}

/* Compiles source I into object_of(I). */
static bool compile(const Build *build, const Compiler *compiler, size_t i,
                    Error *error)
{
    const char *name = build->sources[i].name;
    Command command = {.does = "compile"};

    add(&command, compiler->name);
    add(&command, "-c");
    add_flags(&command, build, name, compiler);
    char *place = place_of(name);
    add_own(&command, work_folder_path(build->folder, place ? place : name));
    free(place);
    add(&command, "-o");
    add_own(&command, object_of(build, i));
    bool good = run(build, &command, name, error);
    command_free(&command);
    return good;
}

static bool link_all(const Build *build, const Compiler *compiler,
                     const char *const files[], int count, Error *error)
{
    Command command = {.does = "link"};

    add(&command, compiler->name);
    add(&command, "-no-pie");
    add(&command, "-Wl,--wrap=printf,--wrap=puts,--wrap=putchar,"
                  "--wrap=malloc,--wrap=calloc,--wrap=_Znwm,--wrap=_Znam");
    for (int i = 0; i < count; ++i)
        if (!is_header(files[i]))
            add_own(&command, object_of(build, (size_t)i));
    add_own(&command, work_folder_path(build->folder, "machine.o"));
    add(&command, "-o");
    add(&command, build->program);
    add(&command, "-lm");
    add(&command, "-lpthread");
    bool good = run(build, &command, build->sources[0].name, error);
    command_free(&command);
    return good;
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
    char place[PATH_MAX];
    Compiler compiler = {.name = find_compiler(place)};

    if (!compiler.name)
        return error_set(error, ERROR_FAILED,
                         "a program needs a C++ compiler, and there is neither "
                         "c++ nor g++ nor clang++; install g++");
    if (!sandbox_check(files[0], error) ||
        !build_read(build, files, count, error) || !make_folder(build, error))
        return false;
    sandbox_add_tool(&build->sandbox, place);
    compiler.clang = is_clang(build, compiler.name, place);
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
    Command command = {.does = "compile"};
    Text architecture = {0};
    int capability = cuda_capability(error);

    if (!capability)
        return false;
    if (count > MOST_ARGUMENTS / 2)
        return error_set(error, ERROR_USAGE,
                         "%d files are more than the %d that are built into "
                         "one program; include some in others",
                         count, MOST_ARGUMENTS / 2);
    add(&command, nvcc);
    add(&command, "-O3");
    add(&command, "-lineinfo");
    text_add(&architecture, "-arch=sm_%d", capability);
    add_own(&command, architecture.text);
    for (int i = 0; i < count; ++i)
        if (!is_header(files[i]))
            add(&command, files[i]);
    add(&command, "-o");
    add(&command, build->program);
    bool good = run(build, &command, files[0], error);
    command_free(&command);
    return good;
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
