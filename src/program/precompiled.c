/* SPDX-License-Identifier: MIT
 *
 * precompiled - what all CUDA sources include first, as clang has read it once:
 * to read it takes longer than to compile a program of 100 lines.
 *
 *     $XDG_CACHE_HOME/upsweep/5f0c.../    or ~/.cache/upsweep
 *         cuda/            our headers
 *         host.d           the system's headers that they include
 *         host-81d9...pch  what clang made of them
 *         streams-host...  the same with <iostream>
 *
 * The first number stands for the version of clang, and of our headers; the
 * second for the system's headers.
 */
#include "program/compiler.h"

#include "program/source_flags.h"
#include "util/atomic_file.h"
#include "util/resources.h"
#include "util/work_folder.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_BYTES ((size_t)64 << 20)
#define MOST_LIST  ((size_t)1 << 20)

/* ---- Where ----------------------------------------------------------------*/

static uint64_t hash(uint64_t before, const void *data, size_t bytes)
{
    const unsigned char *at = data;

    for (size_t i = 0; i < bytes; ++i)
        before = (before ^ at[i]) * UINT64_C(0x100000001b3);
    return before;
}

/* Stands for this version of clang and of our headers. */
static uint64_t version_of(const Compiler *compiler)
{
    uint64_t all = UINT64_C(0xcbf29ce484222325);
    char *real = realpath(compiler->file, NULL);
    struct stat status = {0};
    const char *name;
    size_t bytes;

    if (real && stat(real, &status) == 0) {
        all = hash(all, real, strlen(real));
        all = hash(all, &status.st_size, sizeof status.st_size);
        all = hash(all, &status.st_mtim, sizeof status.st_mtim);
    }
    free(real);
    for (size_t i = 0; (name = resource_name(i)); ++i)
        if (strncmp(name, "src/program/cuda/", 17) == 0) {
            const void *data = resource_find(name, &bytes);
            all = hash(all, data, bytes);
        }
    return all;
}

/* The folder, to be freed; NULL: there is no place. */
static char *place_of(const Compiler *compiler)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    Text path = {0};

    if (cache && cache[0] == '/')
        text_add(&path, "%s", cache);
    else if (home && home[0] == '/')
        text_add(&path, "%s/.cache", home);
    else
        return NULL;
    text_add(&path, "/upsweep/%016" PRIx64, version_of(compiler));
    return path.text;
}

/* ---- The file -------------------------------------------------------------*/

typedef struct {
    const char *folder; /* that does not count */
    uint64_t all;
} Versions;

/* Adds which version of the header PATH there is. */
static bool add_version(void *user, const char *path)
{
    Versions *versions = user;
    struct stat status = {0};

    if (strncmp(path, versions->folder, strlen(versions->folder)) == 0)
        return true;
    (void)!stat(path, &status);
    versions->all = hash(versions->all, path, strlen(path));
    versions->all = hash(versions->all, &status.st_size, sizeof status.st_size);
    versions->all = hash(versions->all, &status.st_mtim, sizeof status.st_mtim);
    return true;
}

/* The list of SIDE in the folder PLACE, to be freed. */
static char *list_of(const char *place, CompilerSide side, bool streams)
{
    Text path = {0};

    text_add(&path, "%s/%s%s.d", place, streams ? "streams-" : "",
             side == COMPILER_DEVICE ? "device" : "host");
    return path.text;
}

/* The file of SIDE for the headers of now, to be freed; NULL: there is no list
 * of them. */
static char *file_of(const char *place, CompilerSide side, bool streams)
{
    Versions versions = {.folder = place};
    char *list = list_of(place, side, streams);
    Error ignored;
    char *rule = base_read_file(list, MOST_LIST, NULL, &ignored);
    Text path = {0};

    if (rule) {
        compiler_read_list(rule, add_version, &versions);
        text_add(&path, "%.*s-%016" PRIx64 ".pch", (int)strlen(list) - 2, list,
                 versions.all);
    }
    free(rule);
    free(list);
    return path.text;
}

/* The same; NULL: it has not been made. */
static char *find_kept(const char *place, CompilerSide side, bool streams)
{
    char *file = file_of(place, side, streams);
    struct stat status;

    if (file && stat(file, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size > 0)
        return file;
    free(file);
    return NULL;
}

/* Has clang read the headers in PLACE into own.pch of its folder, and list what
 * it read in own.d. */
static bool make(const Compiler *compiler, CompilerSide side, bool streams,
                 ToolCommand command, const char *place, Error *error)
{
    char *headers = work_folder_path(place, "cuda");

    tool_add(&command, compiler->file);
    compiler_add_flags(&command, "upsweep.cu", side, headers, NULL);
    tool_add(&command, "-isystem");
    tool_add_own(&command, headers);
    tool_add_all(&command, "-c -Xclang -emit-pch -MD -MF own.d -o own.pch");
    tool_add_own(&command,
                 work_folder_path(place, streams ? "cuda/upsweep_streams.h"
                                                 : "cuda/upsweep_cu.h"));
    command.silent = true;
    return tool_run(&command, "upsweep_cu.h", error);
}

/* Saves what FROM, a file of FOLDER, holds as TO. */
static bool save(const char *folder, const char *from, const char *to,
                 Error *error)
{
    char *path = work_folder_path(folder, from);
    size_t bytes = 0;
    char *data = base_read_file(path, MOST_BYTES, &bytes, error);
    bool good = data && to && atomic_file_save(to, data, bytes, error);

    free(data);
    free(path);
    return good;
}

/* Keeps what clang made in FOLDER. */
static bool keep(const char *place, CompilerSide side, bool streams,
                 const char *folder, Error *error)
{
    char *list = list_of(place, side, streams);
    bool good = save(folder, "own.d", list, error);
    char *file = good ? file_of(place, side, streams) : NULL;

    good = good && save(folder, "own.pch", file, error);
    free(file);
    free(list);
    return good;
}

/* Waits for another process that makes a file in PLACE, and keeps others out
 * until the result is closed; -1: it cannot. */
static int wait_turn(const char *place)
{
    char *path = work_folder_path(place, "lock");
    Error ignored;
    int file = base_make_folders(path, &ignored)
                   ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR)
                   : -1;

    if (file >= 0)
        (void)!flock(file, LOCK_EX);
    free(path);
    return file;
}

char *compiler_precompile(const Compiler *compiler, CompilerSide side,
                          bool streams, const ToolCommand *command,
                          Sandbox *sandbox)
{
    bool usual = !strstr(source_flags_for("upsweep.cu"), "-std=");
    char *place = usual ? place_of(compiler) : NULL, *found = NULL;
    mode_t before = umask(0077);
    Error ignored;

    if (place) {
        found = find_kept(place, side, streams);
        sandbox_add(sandbox, place);
        int lock = found ? -1 : wait_turn(place);
        if (!found && !(found = find_kept(place, side, streams)) &&
            work_folder_unpack(place, "src/program/cuda/", "cuda/", &ignored) &&
            make(compiler, side, streams, *command, place, &ignored) &&
            keep(place, side, streams, command->folder, &ignored))
            found = find_kept(place, side, streams);
        if (lock >= 0)
            close(lock);
    }
    umask(before);
    free(place);
    return found;
}
