/* SPDX-License-Identifier: MIT */
#include "program/compiler.h"

#include "program/child.h"
#include "util/work_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COMPILE_SECONDS = 120, MOST_VERSION = 1 << 20 };

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

static void tool_free(ToolCommand *command)
{
    for (int i = 0; i < command->owned_count; ++i)
        free(command->owned[i]);
    command->owned_count = command->count = 0;
}

/* Temporary files lie in the folder too: a command that is killed leaves them.
 * ccache may not keep anything.  OUTPUT is as in ChildSpec. */
static bool start(const ToolCommand *command, const char *output,
                  ChildResult *result, Error *error)
{
    const char *const settings[] = {"TMPDIR", command->folder, "CCACHE_DISABLE",
                                    "1", NULL};
    const char *const folders[] = {command->folder, NULL};
    Rights rights = {.reads = (const char *const *)command->sandbox->reads,
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

bool tool_run(ToolCommand *command, const char *what, Error *error)
{
    ChildResult result;
    bool good = start(command, NULL, &result, error);

    if (good && result.ending == CHILD_LATE)
        good = error_set(error, ERROR_USAGE,
                         "%.200s takes more than %d s to compile", what,
                         COMPILE_SECONDS);
    else if (good && (result.ending != CHILD_ENDED || result.number != 0))
        good = error_set(error, ERROR_USAGE,
                         "%.200s does not %s; %s " TOOL_SAID_WHY, what,
                         command->does, command->words[0]);
    tool_free(command);
    return good;
}

/* ---- Which compiler -------------------------------------------------------*/

bool compiler_find(Compiler *compiler, Error *error)
{
    static const char *const names[] = {"c++", "g++", "clang++"};
    const char *path = getenv("PATH");

    *compiler = (Compiler){0};
    for (size_t i = 0; path && i < sizeof names / sizeof *names; ++i)
        for (const char *at = path; *at;) {
            size_t length = strcspn(at, ":");
            compiler->name = names[i];
            snprintf(compiler->file, PATH_MAX, "%.*s/%s", (int)length, at,
                     names[i]);
            if (length > 0 && access(compiler->file, X_OK) == 0)
                return true;
            at += length + (at[length] == ':');
        }
    return error_set(error, ERROR_FAILED,
                     "a program needs a C++ compiler, and there is neither c++ "
                     "nor g++ nor clang++; install g++");
}

/* True if what the compiler says of its version names clang. */
static bool says_clang(const Compiler *compiler, ToolCommand command)
{
    ChildResult result;
    Error error = {0};
    size_t bytes;
    char *output = work_folder_path(command.folder, "version"), *said = NULL;

    tool_add(&command, compiler->name);
    tool_add(&command, "--version");
    if (start(&command, output, &result, &error))
        said = base_read_file(output, MOST_VERSION, &bytes, &error);
    bool clang = said && strstr(said, "clang");
    free(said);
    free(output);
    return clang;
}

/* One whose name does not tell, as that of ccache, is asked. */
void compiler_identify(Compiler *compiler, const ToolCommand *command)
{
    char *real = realpath(compiler->file, NULL);
    const char *slash = real ? strrchr(real, '/') : NULL;
    const char *name = slash ? slash + 1 : compiler->name;
    bool named = strstr(name, "clang") != NULL;
    bool other = strstr(name, "g++") || strstr(name, "gcc");

    compiler->clang = named || (!other && says_clang(compiler, *command));
    free(real);
}

/* ---- What it is asked -----------------------------------------------------*/

void compiler_add_flags(const Compiler *compiler, ToolCommand *command,
                        bool is_c, bool is_cuda, const char *folder)
{
    bool clang = compiler->clang;
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
        tool_add(command, flags[i]);
    tool_add(command, clang ? "-fsanitize=array-bounds" : "-fsanitize=bounds");
    tool_add(command, clang ? "-mllvm" : "--param");
    tool_add(command, clang ? "-tsan-distinguish-volatile=1"
                            : "tsan-distinguish-volatile=1");
    if (clang) {
        /* the load of `s[i] += x`, which a store to the same place follows */
        tool_add(command, "-mllvm");
        tool_add(command, "-tsan-instrument-read-before-write=1");
        tool_add(command, "-gdwarf-aranges"); /* libdw finds lines by them */
        /* it would show the rewritten line; g++ shows the user's */
        tool_add(command, "-fno-caret-diagnostics");
        tool_add(command, "-fno-show-column");
    }
    tool_add(command, "-I");
    tool_add_own(command, work_folder_path(command->folder, "cuda"));
    tool_add(command, "-idirafter"); /* a file vector there is not <vector> */
    tool_add_own(command, base_strdup(*folder ? folder : "."));
    if (!clang && !is_c && !compiler->elides)
        tool_add(command, "-fno-elide-constructors");
    tool_add(command, "-x");
    tool_add(command, is_c ? "c" : "c++");
    if (!is_c) /* as nvcc has it, whatever the compiler is used to */
        tool_add(command, "-std=gnu++17");
    tool_add(command, "-include");
    tool_add(command, is_cuda ? "upsweep_cu.h" : "upsweep_of_host.h");
}
