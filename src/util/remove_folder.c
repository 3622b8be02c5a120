/* SPDX-License-Identifier: MIT */
#include "util/remove_folder.h"

#ifdef __linux__

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_DEPTH = 200, BUFFER_BYTES = 2048 };

/* What getdents64 tells of an entry; its name follows. */
typedef struct {
    uint64_t inode;
    int64_t next;
    uint16_t bytes;
    uint8_t type;
} Entry;

#define NAME_AT (offsetof(Entry, type) + 1)

static bool empty_folder(int folder, int depth);

/* True if the entry NAME of FOLDER is gone. */
static bool remove_entry(int folder, const char *name, int depth)
{
    if (unlinkat(folder, name, 0) == 0)
        return true;
    if ((errno != EISDIR && errno != EPERM) || depth == MOST_DEPTH)
        return false;
    int inner =
        openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inner < 0)
        return false;
    while (empty_folder(inner, depth + 1))
        continue;
    close(inner);
    return unlinkat(folder, name, AT_REMOVEDIR) == 0;
}

/* Removes what is in FOLDER; true if something was. */
static bool empty_folder(int folder, int depth)
{
    _Alignas(Entry) char buffer[BUFFER_BYTES];
    bool removed = false;
    long length;

    lseek(folder, 0, SEEK_SET);
    while ((length = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) >
           0)
        for (long at = 0; at < length;) {
            const Entry *entry = (const void *)(buffer + at);
            const char *name = buffer + at + NAME_AT;
            at += entry->bytes;
            if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
                removed |= remove_entry(folder, name, depth);
        }
    return removed;
}

void remove_folder(const char *path)
{
    int was = errno;

    remove_entry(AT_FDCWD, path, 0);
    errno = was;
}

#else

#include <ftw.h>
#include <stdio.h>

static int remove_one(const char *path, const struct stat *status, int type,
                      struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    remove(path);
    return 0;
}

void remove_folder(const char *path)
{
    nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

#endif
