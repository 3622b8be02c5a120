/* SPDX-License-Identifier: MIT */
#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

_Noreturn void die(const char *what)
{
    printf("Bail out! %s: %s\n", what, strerror(errno));
    exit(1);
}

File file_read(const char *path, const char *name)
{
    File file = {.bytes = NULL};
    struct stat at;
    int from = open(path, O_RDONLY | O_CLOEXEC);

    if (from < 0 || fstat(from, &at) != 0)
        die(path);
    snprintf(file.name, sizeof file.name, "%s", name);
    file.length = (size_t)at.st_size;
    file.bytes = malloc(file.length + 1);
    if (!file.bytes ||
        read(from, file.bytes, file.length) != (ssize_t)file.length)
        die(path);
    file.bytes[file.length] = '\0';
    close(from);
    return file;
}

bool file_same(const File *x, const File *y)
{
    return x->length == y->length && memcmp(x->bytes, y->bytes, x->length) == 0;
}

void files_free(Files *files)
{
    for (int i = 0; i < files->count; ++i)
        free(files->files[i].bytes);
    files->count = 0;
}

void files_take(Files *files)
{
    DIR *folder = opendir("out");
    char path[NAME_BYTES + 260];

    files->count = 0;
    if (!folder)
        die("out");
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "out/%s", entry->d_name);
        if (files->count == MOST_FILES)
            die("too many files");
        files->files[files->count++] = file_read(path, entry->d_name);
        unlink(path);
    }
    closedir(folder);
}

const File *files_find(const Files *files, const char *name)
{
    for (int i = 0; i < files->count; ++i)
        if (strcmp(files->files[i].name, name) == 0)
            return files->files + i;
    return NULL;
}

static bool removed; /* something, by files_empty */

static int remove_one(const char *path, const struct stat *status, int type,
                      struct FTW *walk)
{
    (void)status;
    (void)type;
    if (walk->level == 0)
        return 0;
    removed = true;
    return remove(path);
}

bool files_empty(const char *folder)
{
    removed = false;
    if (nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS) != 0)
        die(folder);
    return removed;
}
