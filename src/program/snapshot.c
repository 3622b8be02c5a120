/* SPDX-License-Identifier: MIT */
#include "program/snapshot.h"

#include "program/compiler.h"
#include "util/work_folder.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Versions of a file --------------------------------------------------*/

FileStamp file_stamp(const char *path)
{
    struct stat status;

    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return (FileStamp){.there = false};
    return (FileStamp){true,           status.st_dev,  status.st_ino,
                       status.st_size, status.st_mtim, status.st_ctim};
}

static bool same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool file_stamp_same(const FileStamp *a, const FileStamp *b)
{
    return a->there == b->there &&
           (!a->there ||
            (a->device == b->device && a->inode == b->inode &&
             a->size == b->size && same_time(a->modified, b->modified) &&
             same_time(a->changed, b->changed)));
}

/* ---- Snapshots -----------------------------------------------------------*/

enum { MOST_FILES = 4096 };
#define MOST_LIST ((size_t)16 << 20) /* bytes of a list of dependencies */

/* A snapshot that is being taken. */
typedef struct {
    Snapshot *snapshot;
    Compiler compiler;
    char *precompiled;  /* what CUDA sources include first, or NULL */
    char *folder;       /* of the preprocessor */
    Sandbox program;    /* what the program may have read */
    Sandbox system;     /* what is not the user's */
    Sandbox disk;       /* what the preprocessor reads */
    const char *prefix; /* of the names of files beside the one at hand */
    char *beside;       /* its folder, with a slash */
    bool tells;         /* what the preprocessor says goes to standard error */
    Error *error;
} Taking;

/* ---- Paths ----------------------------------------------------------------*/

/* The folder that NAME lies in as NAME has it, with a slash, or "". */
static char *folder_of(const char *name)
{
    Text text = {0};

    text_add(&text, "%.*s", (int)(base_name(name) - name), name);
    return text.text;
}

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* ---- Files ----------------------------------------------------------------*/

/* Anybody can write #include "/etc/passwd", and a trace holds what was
 * included: a file that the program's sandbox does not have must be a source by
 * its name, links followed. */
static bool may_include(const Taking *taking, const char *real)
{
    static const char *const endings[] = {".h",   ".hpp", ".cuh", ".cu",
                                          ".cpp", ".cc",  ".cxx", ".c",
                                          ".inc", ".inl", ".ipp", ".tpp"};
    bool may = sandbox_has(&taking->program, real);

    for (size_t i = 0; i < sizeof endings / sizeof *endings; ++i)
        may |= base_ends_with(real, endings[i]);
    return may;
}

/* True if a file may have device code or a launch: only such lines are
 * recorded. */
static bool has_cuda(const char *text)
{
    static const char *const words[] = {"__global__", "__shared__",
                                        "__device__", "<<<", "<< <"};
    bool found = false;

    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        found |= strstr(text, words[i]) != NULL;
    return found;
}

/* Reads the file at PATH, which leads to REAL and is called NAME. */
static bool read_file(Taking *taking, const char *name, const char *path,
                      const char *real, bool elsewhere)
{
    static const char mark[] = "\xef\xbb\xbf";
    size_t bytes;
    FileStamp stamp = file_stamp(real);
    char *text =
        base_read_file(real, SNAPSHOT_MOST_BYTES, &bytes, taking->error);

    if (!text)
        return false;
    bool plain = strlen(text) == bytes;
    if (begins_with(text, mark))
        memmove(text, text + sizeof mark - 1, bytes - (sizeof mark - 1) + 1);
    base_push(taking->snapshot, files,
              ((SnapshotFile){.name = base_strdup(name),
                              .path = base_plain_path(path),
                              .real = base_strdup(real),
                              .text = text,
                              .has_cuda = has_cuda(text),
                              .foreign = elsewhere && !has_cuda(text),
                              .stamp = stamp}));
    return plain || error_set(taking->error, ERROR_USAGE,
                              "%.300s: not a text file (it has a NUL byte); "
                              "name a source file",
                              name);
}

static bool is_known(const Snapshot *snapshot, const char *path)
{
    char *plain = base_plain_path(path);
    bool known = false;

    for (size_t i = 0; i < snapshot->files_count && !known; ++i)
        known = strcmp(snapshot->files[i].path, plain) == 0;
    free(plain);
    return known;
}

/* True if the file REAL lies beside what is precompiled. */
static bool is_ours(const Taking *taking, const char *real)
{
    char *kept =
        taking->precompiled ? realpath(taking->precompiled, NULL) : NULL;
    bool ours = kept && strncmp(real, kept,
                                (size_t)(strrchr(kept, '/') + 1 - kept)) == 0;

    free(kept);
    return ours;
}

/* Adds the file PATH, which the preprocessor read, unless it is known, ours, or
 * the system's. */
static bool add_read(void *user, const char *path)
{
    Taking *taking = user;
    Snapshot *snapshot = taking->snapshot;
    const char *first = snapshot->files[0].name;
    size_t length = strlen(taking->beside);
    char *real = realpath(path, NULL);
    bool beside = length > 1 && begins_with(path, taking->beside);
    Text name = {0};
    bool good = true;

    text_add(&name, "%s%s", beside ? taking->prefix : "",
             beside ? path + length : path);
    if (!real || path[0] != '/')
        base_push(snapshot, missing, base_strdup(path));
    else if (begins_with(real, taking->folder) || is_ours(taking, real) ||
             is_known(snapshot, path) ||
             (!beside && sandbox_has(&taking->system, real)))
        good = true;
    else if (snapshot->files_count == MOST_FILES)
        good = error_set(taking->error, ERROR_USAGE,
                         "%.300s: includes more than %d files; include fewer",
                         first, MOST_FILES);
    else if (!may_include(taking, real))
        good = error_set(taking->error, ERROR_USAGE,
                         "%.200s: includes %.200s, which is outside its folder "
                         "and not a source file; move it there",
                         first, name.text);
    else
        good = read_file(taking, name.text, path, real, !beside);
    text_free(&name);
    free(real);
    return good;
}

/* ---- The preprocessor -----------------------------------------------------*/

/* Lists what the file PATH, called NAME, includes. */
static bool list_included(Taking *taking, const char *name, const char *path)
{
    ToolCommand command = {.does = "compile",
                           .folder = taking->folder,
                           .sandbox = &taking->disk,
                           .lists = true,
                           .of_gpu = taking->snapshot->gpu,
                           .silent = !taking->tells};
    char *list = work_folder_path(taking->folder, "list");
    size_t bytes;

    tool_add(&command, taking->compiler.file);
    tool_add_all(&command, "-M -MT list -MF");
    tool_add(&command, list);
    if (!taking->snapshot->gpu) {
        tool_add(&command, "-MG"); /* and what is missing */
        compiler_add_flags(&command, name, COMPILER_HOST, taking->beside,
                           taking->precompiled);
    }
    tool_add_all(&command, source_flags_for(name));
    tool_add(&command, path);
    unlink(list);
    bool good = tool_run(&command, name, taking->error);
    char *text =
        good ? base_read_file(list, MOST_LIST, &bytes, taking->error) : NULL;
    good = text && compiler_read_list(text, add_read, taking);
    free(text);
    free(list);
    return good;
}

/* Reads the given file NAME. */
static bool add_given(Taking *taking, const char *name)
{
    char *real = realpath(name, NULL), *prefix = folder_of(name);
    char *folder = realpath(*prefix ? prefix : ".", NULL);
    Text path = {0};

    text_add(&path, "%s/%s", folder ? folder : "", name + strlen(prefix));
    bool good = read_file(taking, name, path.text, real ? real : name, false);
    taking->snapshot->given += good;
    text_free(&path);
    free(folder);
    free(prefix);
    free(real);
    return good;
}

/* Adds what the given file NAME at PATH includes. */
static bool add_included(Taking *taking, const char *name, const char *path)
{
    char *prefix = folder_of(name);

    taking->prefix = prefix;
    taking->beside = folder_of(path);
    bool good = list_included(taking, name, path);
    free(taking->beside);
    free(prefix);
    return good;
}

static bool prepare(Taking *taking, const char *const files[], int count)
{
    Error *error = taking->error;
    const Snapshot *snapshot = taking->snapshot;

    if (!(snapshot->gpu ? compiler_find_nvcc(&taking->compiler, files[0], error)
                        : compiler_find(&taking->compiler, error)) ||
        !sandbox_check(files[0], error) ||
        !(taking->folder = work_folder_new(error)))
        return false;
    sandbox_new(&taking->program, files, count);
    sandbox_new_tools(&taking->system, taking->compiler.file);
    sandbox_new_disk(&taking->disk, files, count);
    if (snapshot->gpu)
        return true;
    ToolCommand command = {.folder = taking->folder, .sandbox = &taking->disk};
    if (!compiler_unpack(taking->folder, error))
        return false;
    if (compiler_is_cuda(files[0]))
        taking->precompiled =
            compiler_precompile(&taking->compiler, COMPILER_HOST, false,
                                &command, &taking->disk);
    if (!taking->precompiled)
        taking->precompiled =
            work_folder_path(taking->folder, "cuda/upsweep_cu.h");
    return true;
}

Snapshot *snapshot_take(const char *const files[], int count, bool gpu,
                        bool tells, Error *error)
{
    Snapshot *snapshot = base_alloc(1, sizeof *snapshot);
    Taking taking = {.snapshot = snapshot, .tells = tells, .error = error};
    bool good = true;

    snapshot->gpu = gpu;
    for (int i = 0; good && i < count; ++i)
        good = add_given(&taking, files[i]);
    good = good && prepare(&taking, files, count);
    for (size_t i = 0; good && i < (size_t)count; ++i)
        good = compiler_skips(files[i]) ||
               add_included(&taking, files[i], snapshot->files[i].path);
    sandbox_free(&taking.program);
    sandbox_free(&taking.system);
    sandbox_free(&taking.disk);
    free(taking.precompiled);
    work_folder_free(taking.folder);
    if (good)
        return snapshot;
    snapshot_free(snapshot);
    return NULL;
}

/* ---- Afterwards -----------------------------------------------------------*/

void snapshot_free(Snapshot *snapshot)
{
    if (!snapshot)
        return;
    for (size_t i = 0; i < snapshot->files_count; ++i) {
        free(snapshot->files[i].name);
        free(snapshot->files[i].path);
        free(snapshot->files[i].real);
        free(snapshot->files[i].text);
    }
    for (size_t i = 0; i < snapshot->missing_count; ++i)
        free(snapshot->missing[i]);
    free(snapshot->files);
    free(snapshot->missing);
    free(snapshot);
}

bool snapshot_is_of(const Snapshot *snapshot, const char *const files[],
                    int count, bool gpu)
{
    bool same = snapshot->given == (size_t)count && snapshot->gpu == gpu;

    for (int i = 0; same && i < count; ++i)
        same = strcmp(snapshot->files[i].name, files[i]) == 0;
    return same;
}

bool snapshot_is_current(const Snapshot *snapshot)
{
    bool same = true;

    for (size_t i = 0; same && i < snapshot->files_count; ++i) {
        FileStamp now = file_stamp(snapshot->files[i].name);
        same = file_stamp_same(&now, &snapshot->files[i].stamp);
    }
    return same;
}

bool snapshot_follows(const Snapshot *snapshot, const Snapshot *old)
{
    bool same = snapshot->given == old->given;

    for (size_t i = 0; same && i < snapshot->files_count; ++i)
        for (size_t o = 0; same && o < old->files_count; ++o) {
            const SnapshotFile *a = snapshot->files + i, *b = old->files + o;
            bool path = strcmp(a->path, b->path) == 0;
            same = (!path || strcmp(a->real, b->real) == 0) &&
                   (i != o || i >= old->given || path);
        }
    return same;
}
