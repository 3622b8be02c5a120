/* SPDX-License-Identifier: MIT */
#include "program/precompiled.h"

#include "util/atomic_file.h"
#include "util/resources.h"
#include "util/work_folder.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

/* The file of SIDE in the folder PLACE, to be freed. */
static char *file_of(const char *place, CompilerSide side, const char *ending)
{
    Text path = {0};

    text_add(&path, "%s/%s.%s", place,
             side == COMPILER_DEVICE ? "device" : "host", ending);
    return path.text;
}

/* ---- The headers of the system --------------------------------------------*/

/* A line for the header PATH: which version of it there is. */
static void add_version(Text *list, const char *path)
{
    struct stat status;

    if (stat(path, &status) == 0)
        text_add(list, "%lld %lld %s\n", (long long)status.st_size,
                 (long long)status.st_mtime, path);
    else
        text_add(list, "- - %s\n", path);
}

typedef struct {
    const char *folder;
    Text list;
} Listing;

static bool list_header(void *user, const char *path)
{
    Listing *listing = user;

    if (strncmp(path, listing->folder, strlen(listing->folder)) != 0)
        add_version(&listing->list, path);
    return true;
}

/* True if the headers in LIST are those of now. */
static bool is_current(const char *list)
{
    bool same = *list != '\0';

    for (const char *line = list, *end; same && *line; line = end + 1) {
        Text now = {0}, path = {0};
        const char *at = strchr(line, '/');
        end = strchr(line, '\n');
        if (!end || !at || at > end)
            return false;
        text_add(&path, "%.*s", (int)(end - at), at);
        add_version(&now, path.text);
        same = now.length == (size_t)(end - line) + 1 &&
               memcmp(now.text, line, now.length) == 0;
        text_free(&now);
        text_free(&path);
    }
    return same;
}

/* ---- The file -------------------------------------------------------------*/

static bool is_kept(const char *place, CompilerSide side)
{
    char *list = file_of(place, side, "list");
    char *file = file_of(place, side, "pch");
    struct stat status;
    Error ignored;
    char *text = base_read_file(list, MOST_LIST, NULL, &ignored);
    bool kept = text && is_current(text) && stat(file, &status) == 0 &&
                S_ISREG(status.st_mode) && status.st_size > 0;

    free(text);
    free(list);
    free(file);
    return kept;
}

/* Has clang read the headers in PLACE into own.pch of its folder, and list what
 * it read in own.d. */
static bool make(const Compiler *compiler, CompilerSide side,
                 ToolCommand command, const char *place, Error *error)
{
    char *headers = work_folder_path(place, "cuda");

    tool_add(&command, compiler->file);
    compiler_add_flags(&command, "upsweep.cu", side, headers);
    tool_add(&command, "-isystem");
    tool_add_own(&command, headers);
    tool_add(&command, "-c");
    tool_add(&command, "-Xclang");
    tool_add(&command, "-emit-pch");
    tool_add(&command, "-MD");
    tool_add(&command, "-MF");
    tool_add_own(&command, work_folder_path(command.folder, "own.d"));
    tool_add_own(&command, work_folder_path(place, "cuda/upsweep_cu.h"));
    tool_add(&command, "-o");
    tool_add_own(&command, work_folder_path(command.folder, "own.pch"));
    command.silent = true;
    return tool_run(&command, "upsweep_cu.h", error);
}

/* Keeps what clang made in FOLDER, with the list of the headers. */
static bool keep(const char *place, CompilerSide side, const char *folder,
                 Error *error)
{
    char *file = work_folder_path(folder, "own.pch");
    char *read = work_folder_path(folder, "own.d");
    char *to = file_of(place, side, "pch");
    char *to_list = file_of(place, side, "list");
    size_t bytes = 0;
    char *rule = base_read_file(read, MOST_LIST, NULL, error);
    char *data = rule ? base_read_file(file, MOST_BYTES, &bytes, error) : NULL;
    Listing listing = {.folder = place};
    bool good = data && compiler_read_list(rule, list_header, &listing) &&
                atomic_file_save(to, data, bytes, error) &&
                atomic_file_save(to_list, listing.list.text,
                                 listing.list.length, error);

    text_free(&listing.list);
    free(data);
    free(rule);
    free(to_list);
    free(to);
    free(read);
    free(file);
    return good;
}

char *precompiled_find(const Compiler *compiler, CompilerSide side,
                       const ToolCommand *command, Sandbox *sandbox)
{
    char *place = place_of(compiler), *found = NULL;
    mode_t before = umask(0077);
    Error ignored;

    if (place) {
        bool kept = is_kept(place, side);
        kept = kept || work_folder_unpack(place, "src/program/cuda/", "cuda/",
                                          &ignored);
        sandbox_add(sandbox, place);
        kept = kept && (is_kept(place, side) ||
                        (make(compiler, side, *command, place, &ignored) &&
                         keep(place, side, command->folder, &ignored)));
        found = kept ? file_of(place, side, "pch") : NULL;
    }
    umask(before);
    free(place);
    return found;
}
