/* SPDX-License-Identifier: MIT */
#include "program/watch.h"

#include "program/build.h"
#include "program/includes.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { MOST_FILES = 512 };

/* Seconds between two looks, and between those that wait for the last change;
 * and for how long a file is gone before that is a change. */
static const double usual = 0.2, close_by = 0.05, gone = 1;

/* What tells one version of a file from another. */
typedef struct {
    bool there;
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec time;
} Stamp;

typedef struct {
    char *name;
    Stamp built; /* as of the last version that was told */
    Stamp last;  /* as of the last look */
} File;

struct Watch {
    const char *const *given;
    int given_count;
    File *files; /* those given, then what they include */
    size_t files_count, files_capacity;
    double left;  /* seconds until the next look */
    bool changed; /* at the last look, something was not as built */
    double still; /* seconds for which nothing has changed since then */
};

static Stamp stamp_of(const char *name)
{
    struct stat status;

    if (stat(name, &status) != 0 || !S_ISREG(status.st_mode))
        return (Stamp){.there = false};
    return (Stamp){true, status.st_dev, status.st_ino, status.st_size,
                   status.st_mtim};
}

static bool same_file(const Stamp *a, const Stamp *b)
{
    return a->there && b->there && a->device == b->device &&
           a->inode == b->inode;
}

static bool same_version(const Stamp *a, const Stamp *b)
{
    if (!a->there || !b->there)
        return a->there == b->there;
    return same_file(a, b) && a->size == b->size &&
           a->time.tv_sec == b->time.tv_sec &&
           a->time.tv_nsec == b->time.tv_nsec;
}

/* ---- The files ------------------------------------------------------------*/

static void clear(Watch *watch)
{
    for (size_t i = 0; i < watch->files_count; ++i)
        free(watch->files[i].name);
    watch->files_count = 0;
}

/* Adds the file NAME, unless it is there under this or another name.  There
 * are MOST_FILES at most, so that a search through all of them will do. */
static void add(Watch *watch, char *name)
{
    Stamp stamp = stamp_of(name);
    bool known = watch->files_count >= MOST_FILES;

    for (size_t i = 0; i < watch->files_count && !known; ++i)
        known = same_file(&watch->files[i].built, &stamp) ||
                strcmp(watch->files[i].name, name) == 0;
    if (known)
        free(name);
    else
        base_push(watch, files, ((File){name, stamp, stamp}));
}

/* Adds what file AT includes and what lies, or would lie, beside it. */
static void add_included(Watch *watch, size_t at)
{
    const char *name = watch->files[at].name, *slash = strrchr(name, '/');
    int folder = slash ? (int)(slash - name + 1) : 0;
    Error ignored;
    size_t bytes;
    char *text = watch->files[at].built.there
                     ? base_read_file(name, BUILD_MOST_BYTES, &bytes, &ignored)
                     : NULL;

    if (!text)
        return;
    Includes includes = includes_of(text);
    for (size_t i = 0; i < includes.items_count; ++i) {
        const Include *include = &includes.items[i];
        Text path = {0};
        text_add(&path, "%.*s%s", include->name[0] == '/' ? 0 : folder,
                 watch->files[at].name, include->name);
        if (include->angled && !stamp_of(path.text).there)
            text_free(&path);
        else
            add(watch, path.text);
    }
    includes_free(&includes);
    free(text);
}

/* Every file is looked at before it is read: what is saved from now on is a
 * change. */
static void read_files(Watch *watch)
{
    clear(watch);
    for (int i = 0; i < watch->given_count; ++i)
        add(watch, base_strdup(watch->given[i]));
    for (size_t i = 0; i < watch->files_count; ++i)
        add_included(watch, i);
}

/* ---- Looking --------------------------------------------------------------*/

Watch *watch_new(const char *const files[], int count)
{
    Watch *watch = base_alloc(1, sizeof *watch);

    watch->given = files;
    watch->given_count = count;
    watch->left = usual;
    read_files(watch);
    return watch;
}

void watch_free(Watch *watch)
{
    if (!watch)
        return;
    clear(watch);
    free(watch->files);
    free(watch);
}

/* Looks at all files.  Sets *MOVES if one has changed since the last look, and
 * *LOST if one that was built is gone. */
static void look(Watch *watch, bool *moves, bool *lost)
{
    *moves = *lost = watch->changed = false;
    for (size_t i = 0; i < watch->files_count; ++i) {
        File *file = watch->files + i;
        Stamp now = stamp_of(file->name);
        *moves |= !same_version(&now, &file->last);
        *lost |= file->built.there && !now.there;
        watch->changed |= !same_version(&now, &file->built);
        file->last = now;
    }
}

bool watch_saved(Watch *watch, double seconds)
{
    bool moves, lost;

    watch->still += seconds;
    watch->left -= seconds;
    if (watch->left > 0)
        return false;
    look(watch, &moves, &lost);
    if (moves)
        watch->still = 0;
    bool saved = watch->changed && watch->still >= (lost ? gone : close_by);
    if (saved) {
        read_files(watch);
        watch->changed = false;
    }
    watch->left = watch->changed ? close_by : usual;
    return saved;
}

double watch_due(const Watch *watch)
{
    return watch->left > 0 ? watch->left : 0;
}
