/* SPDX-License-Identifier: MIT */
#include "util/remove_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BUFFER_BYTES = 2048 };

/* An entry as getdents64 gives it; its name follows. */
typedef struct {
    uint64_t inode;
    int64_t next;
    uint16_t bytes;
    uint8_t type;
} Entry;

#define NAME_AT (offsetof(Entry, type) + 1)

/* A folder inside a folder moves up into the outermost one.  So two descriptors
 * suffice at every depth, and no step follows a ".." that others could move.
 *
 *     top/a/b/c  ──►  top/a, top/1 (was b)/c  ──►  top/1, top/2 (was c)
 */
typedef struct {
    int top;
    uint64_t moved; /* folders, and names that were taken */
} Removal;

/* Gives us all rights in the folder NAME of FOLDER; false if that fails. */
static bool allow(int folder, const char *name)
{
    return fchmodat(folder, name, S_IRWXU, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Opens the folder NAME of FOLDER, whatever its mode; -1 if it is none. */
static int open_folder(int folder, const char *name)
{
    (void)allow(folder, name); /* its mode may do as it is */
    return openat(folder, name,
                  O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Moves the folder NAME of FOLDER up. */
static bool move_up(Removal *removal, int folder, const char *name)
{
    char to[17]; /* digits, the lowest first */

    (void)allow(folder, name);
    do {
        uint64_t rest = ++removal->moved;
        int length = 0;
        for (; rest; rest /= 16)
            to[length++] = "0123456789abcdef"[rest % 16];
        to[length] = '\0';
        if (renameat(folder, name, removal->top, to) == 0)
            return true;
    } while (errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR);
    return false;
}

static bool empty_folder(Removal *removal, int folder);

/* True if the entry NAME of FOLDER is gone, or fewer entries are in it. */
static bool remove_entry(Removal *removal, int folder, const char *name)
{
    if (unlinkat(folder, name, 0) == 0)
        return true;
    if (errno != EISDIR && errno != EPERM)
        return false;
    if (unlinkat(folder, name, AT_REMOVEDIR) == 0)
        return true;
    if (folder != removal->top)
        return move_up(removal, folder, name);
    int inner = open_folder(folder, name);
    if (inner < 0)
        return false;
    bool removed = empty_folder(removal, inner);
    close(inner);
    return unlinkat(folder, name, AT_REMOVEDIR) == 0 || removed;
}

/* Removes what is in FOLDER; true if something was. */
static bool empty_folder(Removal *removal, int folder)
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
                removed |= remove_entry(removal, folder, name);
        }
    return removed;
}

void remove_folder(const char *path)
{
    int was = errno;
    Removal removal = {.top = open_folder(AT_FDCWD, path)};

    if (removal.top >= 0) {
        while (empty_folder(&removal, removal.top))
            continue;
        close(removal.top);
        unlinkat(AT_FDCWD, path, AT_REMOVEDIR);
    }
    errno = was;
}
