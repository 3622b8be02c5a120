/* SPDX-License-Identifier: MIT */
#include "program/watch.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 512 };

/* Seconds between two looks, and between those that wait for the last change;
 * and for how long a file is gone before that is a change. */
static const double usual = 0.2, close_by = 0.05, gone = 1;

typedef struct {
    char name[PATH_MAX];
    FileStamp built; /* as of the last version that was reported */
    FileStamp last;  /* as of the last look */
} File;

struct Watch {
    File *files;
    size_t files_count, files_capacity;
    double left;  /* seconds until the next look */
    bool changed; /* at the last look, something was not as built */
    double still; /* seconds for which nothing has changed since then */
};

/* ---- The files ------------------------------------------------------------*/

/* Adds a file, unless it is there.  There are MOST_FILES at most, so that a
 * search through all of them will do. */
static void add(Watch *watch, const char *path, FileStamp stamp)
{
    bool known = watch->files_count >= MOST_FILES || strlen(path) >= PATH_MAX;
    File file = {.built = stamp, .last = stamp};

    for (size_t i = 0; i < watch->files_count && !known; ++i)
        known = strcmp(watch->files[i].name, path) == 0;
    if (known)
        return;
    strcpy(file.name, path);
    base_push(watch, files, file);
}

/* Adds where a header that is MISSING may be put: beside PATH. */
static void add_missing(Watch *watch, const char *path, const char *missing)
{
    Text full = {0};
    int length = (int)(strrchr(path, '/') - path);

    text_add(&full, "%.*s/%s", missing[0] == '/' ? 0 : length, path, missing);
    add(watch, full.text, file_stamp(full.text));
    text_free(&full);
}

void watch_follow(Watch *watch, const Snapshot *snapshot)
{
    watch->files_count = 0;
    for (size_t i = 0; i < snapshot->files_count; ++i)
        add(watch, snapshot->files[i].name, snapshot->files[i].stamp);
    for (size_t i = 0; i < snapshot->files_count; ++i)
        for (size_t m = 0; m < snapshot->missing_count; ++m)
            add_missing(watch, snapshot->files[i].path, snapshot->missing[m]);
}

void watch_send(const Watch *watch, FILE *file)
{
    fwrite(watch->files, sizeof *watch->files, watch->files_count, file);
    fflush(file);
}

void watch_receive(Watch *watch, FILE *file)
{
    File sent;

    rewind(file);
    for (bool first = true; fread(&sent, sizeof sent, 1, file) == 1;
         first = false) {
        if (first)
            watch->files_count = 0;
        add(watch, sent.name, sent.built);
    }
}

/* ---- Looking --------------------------------------------------------------*/

Watch *watch_new(const char *const files[], int count)
{
    Watch *watch = base_alloc(1, sizeof *watch);

    watch->left = usual;
    for (int i = 0; i < count; ++i)
        add(watch, files[i], file_stamp(files[i]));
    return watch;
}

void watch_free(Watch *watch)
{
    if (!watch)
        return;
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
        FileStamp now = file_stamp(file->name);
        *moves |= !file_stamp_same(&now, &file->last);
        *lost |= file->built.there && !now.there;
        watch->changed |= !file_stamp_same(&now, &file->built);
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
        for (size_t i = 0; i < watch->files_count; ++i)
            watch->files[i].built = watch->files[i].last;
        watch->changed = false;
    }
    watch->left = watch->changed ? close_by : usual;
    return saved;
}

double watch_due(const Watch *watch)
{
    return watch->left > 0 ? watch->left : 0;
}
