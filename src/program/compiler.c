/* SPDX-License-Identifier: MIT */
#include "program/compiler.h"

#include "program/child.h"
#include "util/plain_output.h"
#include "util/work_folder.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __aarch64__
#define COMPILER_TRIPLE "aarch64-unknown-linux-gnu"
#else
#define COMPILER_TRIPLE "x86_64-pc-linux-gnu"
#endif

enum { MOST_FILE_MEGABYTES = 512, MOST_DISK_MEGABYTES = 4096 };
#define MOST_SAID ((size_t)16 << 20) /* bytes */

/* What each process of a command may take. */
typedef struct {
    int seconds;   /* of processor time */
    int waiting;   /* seconds in which it only waits */
    int megabytes; /* of addresses */
} Limits;

/* To compile, or to list what a source includes; by nvcc or not. */
static const Limits all_limits[2][2] = {{{120, 60, 4096}, {120, 60, 32768}},
                                        {{10, 5, 1024}, {30, 5, 32768}}};

static const Limits *limits_of(const ToolCommand *command)
{
    return &all_limits[command->lists][command->of_gpu];
}

/* ---- Commands -------------------------------------------------------------*/

void tool_add(ToolCommand *command, const char *word)
{
    BASE_CHECK(command->count < TOOL_MOST_ARGUMENTS);
    command->words[command->count++] = word;
}

void tool_add_own(ToolCommand *command, char *word)
{
    command->owned[command->owned_count++] = word;
    tool_add(command, word);
}

void tool_add_all(ToolCommand *command, const char *words)
{
    for (size_t length; *words; words += length + (words[length] == ' ')) {
        Text word = {0};
        length = strcspn(words, " ");
        text_add(&word, "%.*s", (int)length, words);
        tool_add_own(command, word.text);
    }
}

static void tool_free(ToolCommand *command)
{
    for (int i = 0; i < command->owned_count; ++i)
        free(command->owned[i]);
    command->owned_count = command->count = 0;
}

/* Appends the folders of the setting NAME, full paths between colons, to
 * FOLDERS.  Once the sources are copied, the copies' folders instead of the
 * user's. */
static void add_header_folders(const ToolCommand *command, const char *name,
                               Text *folders)
{
    const char *at = getenv(name);

    for (size_t length; at && *at; at += length + (at[length] == ':')) {
        Text entry = {0};
        length = strcspn(at, ":");
        text_add(&entry, "%.*s", (int)length, at);
        char *copy = base_plain_path(entry.text);
        if (at[0] == '/' &&
            (command->lists || sandbox_has(command->sandbox, entry.text)))
            text_add(folders, "%s:", entry.text);
        else if (at[0] == '/')
            text_add(folders, "%s/source%s:", command->folder, copy);
        free(copy);
        text_free(&entry);
    }
}

/* Temporary files lie in the folder too: a command that is killed leaves them.
 * ccache may not keep anything.  OUTPUT and SAID are as in ChildSpec. */
static bool start(const ToolCommand *command, const char *output,
                  const char *said, ChildResult *result, Error *error)
{
    static const char *const headers[] = {"CPATH", "CPLUS_INCLUDE_PATH",
                                          "C_INCLUDE_PATH"};
    Text where = {0};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; ++i)
        add_header_folders(command, headers[i], &where);
    text_add(&where, "%s/cuda", command->folder); /* after the last colon */
    const char *const settings[] = {"TMPDIR",
                                    command->folder,
                                    "CCACHE_DISABLE",
                                    "1",
                                    headers[0],
                                    where.text,
                                    headers[1],
                                    "",
                                    headers[2],
                                    "",
                                    NULL};
    const char *const folders[] = {command->folder, NULL};
    const Rights rights = {.reads =
                               (const char *const *)command->sandbox->reads,
                           .writes = folders,
                           .starts = true};
    const Limits *limits = limits_of(command);
    const ChildSpec spec = {.rights = &rights,
                            .folder = command->folder,
                            .arguments = command->words,
                            .settings = settings,
                            .output = output,
                            .said = said,
                            .keep = -1,
                            .waiting = limits->waiting,
                            .processor = limits->seconds,
                            .addresses = (uint64_t)limits->megabytes << 20,
                            .file = (uint64_t)MOST_FILE_MEGABYTES << 20,
                            .disk = command->folder,
                            .disk_bytes = (uint64_t)MOST_DISK_MEGABYTES << 20};

    bool good = child_run(&spec, result, error);
    text_free(&where);
    return good;
}

/* ---- What it says ---------------------------------------------------------*/

/* True if SAID has one of the phrases, which lie between bars. */
static bool says(const char *said, const char *phrases)
{
    for (size_t length; *phrases; phrases += length + (phrases[length] == '|'))
        if (memmem(said, strlen(said), phrases, length = strcspn(phrases, "|")))
            return true;
    return false;
}

/* False unless the command met a limit; ERROR says which. */
static bool explain_limit(const ToolCommand *command, const char *what,
                          const ChildResult *result, const char *said,
                          Error *error)
{
    const Limits *limits = limits_of(command);
    const char *shorter =
        command->lists ? "include ordinary files only" : "make it shorter";
    const struct {
        bool met;
        const char *does;
        int most;
        const char *unit, *remedy;
    } all[] = {{result->waited, "waits for", limits->waiting, "s", shorter},
               {result->ending == CHILD_LATE || says(said, "CPU time limit"),
                "takes", limits->seconds, "s", shorter},
               {result->ending == CHILD_WROTE ||
                    says(said, "File too large|File size limit|File truncated|"
                               "No space left"),
                "takes", MOST_FILE_MEGABYTES, "MB of disk",
                "initialize large arrays when the program runs"},
               {says(said, "out of memory|memory exhausted|bad_alloc|"
                           "Cannot allocate memory"),
                "takes", limits->megabytes, "MB of memory", shorter}};

    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        if (all[i].met) {
            error_set(error, ERROR_USAGE,
                      "%.200s: %s more than %d %s to %s; %s", what, all[i].does,
                      all[i].most, all[i].unit, command->does, all[i].remedy);
            return true;
        }
    return false;
}

/* False unless clang said that a kernel launches one, or makes a stream to do
 * so; ERROR says where. */
static bool explain_launch(const char *said, Error *error)
{
    const char *end = strstr(said, ": error: reference to __global__ function");

    if (!end && strstr(said, "call to __host__ function from __"))
        end = strstr(said, ": error: no matching function for call to "
                           "'cudaStream");
    if (!end)
        return false;
    const char *line = end;
    while (line > said && line[-1] != '\n')
        --line;
    while (end > line && *--end != ':')
        ;
    return !error_set(error, ERROR_USAGE,
                      "%.*s: a kernel that launches kernels is not supported "
                      "(dynamic parallelism); launch them from the host",
                      (int)(end - line), line);
}

/* Prints what a compiler said, which may quote control characters. */
static void print_said(const char *said)
{
    PlainOutput output = {.count = 0};

    if (isatty(STDERR_FILENO)) {
        plain_output_write(&output, STDERR_FILENO, said, strlen(said));
        plain_output_end(&output, STDERR_FILENO);
    } else {
        fputs(said, stderr);
    }
}

bool tool_run(ToolCommand *command, const char *what, Error *error)
{
    ChildResult result;
    Error ignored;
    char *file = work_folder_path(command->folder, "said");
    char *list = work_folder_path(command->folder, "list");
    bool good = start(command, NULL, file, &result, error);
    char *said = good ? base_read_file(file, MOST_SAID, NULL, &ignored) : NULL;

    if (good)
        good = result.ending == CHILD_ENDED &&
               (command->lists ? access(list, F_OK) == 0 : result.number == 0);
    if (said && !good && !explain_limit(command, what, &result, said, error) &&
        !explain_launch(said, error)) {
        error_set(error, ERROR_USAGE, "%.200s does not %s; %s " TOOL_SAID_WHY,
                  what, command->does,
                  command->speaker ? command->speaker
                                   : strrchr(command->words[0], '/') + 1);
        if (!command->silent)
            print_said(said);
    } else if (said && good && !command->lists) {
        print_said(said);
    }
    free(said);
    free(list);
    free(file);
    tool_free(command);
    return good;
}

/* ---- Which compiler -------------------------------------------------------*/

/* Looks for the program NAME in the full paths of PATH and of MORE. */
static bool find(const char *name, const char *more, char file[PATH_MAX])
{
    const char *path = getenv("PATH");
    const char *const lists[] = {path ? path : "", more};

    for (size_t i = 0; i < 2; ++i)
        for (const char *at = lists[i]; *at;) {
            size_t length = strcspn(at, ":");
            snprintf(file, PATH_MAX, "%.*s/%s", (int)length, at, name);
            if (at[0] == '/' && access(file, X_OK) == 0)
                return true;
            at += length + (at[length] == ':');
        }
    return false;
}

bool compiler_find(Compiler *compiler, Error *error)
{
    static const char *const names[] = {"clang++",    "clang++-19",
                                        "clang++-18", "clang++-17",
                                        "clang++-16", "clang++-15",
                                        "clang++-14"};
    const char *chosen = getenv("CLANG");

    *compiler = (Compiler){0};
    if (chosen && chosen[0] == '/' && access(chosen, X_OK) == 0)
        snprintf(compiler->file, PATH_MAX, "%s", chosen);
    else if (chosen && *chosen && !find(chosen, "", compiler->file))
        return error_set(error, ERROR_USAGE,
                         "CLANG: %.200s is not a program; set it to clang++",
                         chosen);
    for (size_t i = 0; !compiler->file[0] && i < sizeof names / sizeof *names;
         ++i)
        if (!find(names[i], "", compiler->file))
            compiler->file[0] = '\0';
    return compiler->file[0] ||
           error_set(error, ERROR_FAILED,
                     "clang 14 to 19: not found in PATH; install clang and "
                     "libclang1, or set CLANG to the path of clang++");
}

/* Sets PATH to the library NAME, which may have wildcards, of the program
 * CLANG: in the lib beside its folder, where Debian and Ubuntu have it. */
static bool find_library(const char *clang, const char *name,
                         char path[PATH_MAX])
{
    static const char *const places[] = {"../lib", "../lib64"};
    char real[PATH_MAX];
    char *slash = realpath(clang, real) ? strrchr(real, '/') : NULL;
    bool found = false;

    for (size_t i = 0; slash && !found && i < sizeof places / sizeof *places;
         ++i) {
        glob_t all;
        Text pattern = {0};
        text_add(&pattern, "%.*s/%s/%s", (int)(slash - real), real, places[i],
                 name);
        found = glob(pattern.text, 0, NULL, &all) == 0 &&
                realpath(all.gl_pathv[0], path);
        globfree(&all);
        text_free(&pattern);
    }
    return found;
}

/* Sets PATH to the LLVM of CLANG in the folder of the C library, where Debian
 * 13 has it: its version is in the name of CLANG's folder. */
static bool find_system_llvm(const char *clang, char path[PATH_MAX])
{
    char real[PATH_MAX];
    const char *folder = realpath(clang, real) ? strstr(real, "/llvm-") : NULL;
    int version;
    Dl_info libc;
    glob_t all;
    Text pattern = {0};

    if (!folder || sscanf(folder, "/llvm-%d/", &version) != 1 ||
        !dladdr(stdout, &libc) || !strrchr(libc.dli_fname, '/'))
        return false;
    text_add(&pattern, "%.*s/libLLVM[-.]*%d*",
             (int)(strrchr(libc.dli_fname, '/') - libc.dli_fname),
             libc.dli_fname, version);
    bool found =
        glob(pattern.text, 0, NULL, &all) == 0 && realpath(*all.gl_pathv, path);
    globfree(&all);
    text_free(&pattern);
    return found;
}

bool compiler_find_libraries(Compiler *compiler, Error *error)
{
    if (!find_library(compiler->file, "libLLVM[-.]*so*", compiler->llvm) &&
        !find_system_llvm(compiler->file, compiler->llvm))
        return error_set(error, ERROR_FAILED,
                         "%s: has no shared library libLLVM; install the clang "
                         "of your distribution, or set CLANG to another",
                         compiler->file);
    return find_library(compiler->file, "libclang-[0-9]*.so*",
                        compiler->libclang) ||
           find_library(compiler->file, "libclang.so*", compiler->libclang) ||
           error_set(error, ERROR_FAILED,
                     "%s: libclang not found; install the package libclang1 of "
                     "the same version",
                     compiler->file);
}

char *compiler_find_tool(const char *name)
{
    char file[PATH_MAX];

    return find(name, "/usr/local/cuda/bin:/opt/cuda/bin", file)
               ? base_strdup(file)
               : NULL;
}

bool compiler_find_nvcc(Compiler *compiler, const char *what, Error *error)
{
    char *nvcc = compiler_find_tool("nvcc");

    *compiler = (Compiler){0};
    if (nvcc)
        snprintf(compiler->file, PATH_MAX, "%s", nvcc);
    free(nvcc);
    return nvcc || error_set(error, ERROR_FAILED,
                             "%.200s: nvcc not found; install the CUDA "
                             "Toolkit, or use --device cpu",
                             what);
}

bool compiler_unpack(const char *folder, Error *error)
{
    return work_folder_unpack(folder, "src/program/cuda/", "cuda/", error) &&
           cuda_headers_write(folder, error);
}

/* ---- What it is asked -----------------------------------------------------*/

bool compiler_skips(const char *name)
{
    return base_ends_with(name, ".h") || base_ends_with(name, ".cuh") ||
           base_ends_with(name, ".hpp");
}

bool compiler_is_cuda(const char *name)
{
    return base_ends_with(name, ".cu");
}

/* clang's driver knows host and device of CUDA, and an NVIDIA GPU as the
 * device.  These flags of its inner compiler make the device's code for this
 * processor, and launches as functions of CUDA 8: cudaSetupArgument gets the
 * bytes of each argument. */
static void add_cuda_flags(ToolCommand *command, CompilerSide side)
{
    tool_add_all(command,
                 "-x cuda --cuda-host-only -nocudainc -nocudalib "
                 "--cuda-path=/nowhere -Xclang -target-sdk-version=8.0 "
                 "-Xclang -fcuda-allow-variadic-functions");
    tool_add_all(command,
                 side == COMPILER_DEVICE
                     ? "-Xclang -fcuda-is-device -D__CUDA_ARCH__=900 "
                       "-Xclang -aux-triple -Xclang " COMPILER_TRIPLE
                     : "-Xclang -fcuda-include-gpubinary -Xclang cuda/cuda_runtime.h");
}

void compiler_add_flags(ToolCommand *command, const char *name,
                        CompilerSide side, const char *beside,
                        const char *first)
{
    bool is_c = base_ends_with(name, ".c");

    tool_add_all(command, "-O0 -g -w -Wno-error=return-type "
                          "-Wno-c++11-narrowing -Wno-register "
                          "-ferror-limit=20 -fsanitize=array-bounds "
                          "-fno-discard-value-names -fno-pie "
                          "-fno-stack-protector -U_FORTIFY_SOURCE "
                          "-D__UPSWEEP__=1");
    tool_add(command, "-fstandalone-debug"); /* structs, whole */
    tool_add(command, "-fno-strict-return"); /* of main: nvcc lets it */
    tool_add(command, "-ivfsoverlay");
    tool_add_own(command, work_folder_path(command->folder, CUDA_HEADERS_LIST));
    tool_add(command, "-isystem");
    tool_add_own(command, work_folder_path(command->folder, "cuda"));
    tool_add(command, "-idirafter"); /* a file vector there is not <vector> */
    tool_add_own(command, base_strdup(beside));
    tool_add(command, "-idirafter"); /* what the user may have a version of */
    tool_add_own(command, work_folder_path(command->folder, "cuda/course"));
    if (!is_c) /* as nvcc has it, whatever the compiler is used to */
        tool_add(command, "-std=gnu++17");
    if (!compiler_is_cuda(name)) {
        tool_add_all(command, is_c ? "-x c" : "-x c++");
        return;
    }
    add_cuda_flags(command, side);
    if (!first)
        return;
    if (base_ends_with(first, ".pch")) /* our headers lie elsewhere each time */
        tool_add_all(command, "-Xclang -fno-validate-pch -include-pch");
    else
        tool_add(command, "-include");
    tool_add_own(command, base_strdup(first));
}

bool compiler_read_list(const char *text,
                        bool (*take)(void *user, const char *path), void *user)
{
    const char *at = strchr(text, ':');
    bool more = true;

    for (at = at ? at + 1 : ""; *at && more;) {
        Text word = {0};
        for (; *at && !strchr(" \t\n", *at); ++at) {
            at += (*at == '\\' && at[1] && strchr(" \t#\\\n", at[1])) ||
                  (*at == '$' && at[1] == '$');
            if (*at == '\n')
                break;
            text_add(&word, "%c", *at);
        }
        if (word.length)
            more = take(user, word.text);
        text_free(&word);
        at += strspn(at, " \t\n");
    }
    return more;
}
