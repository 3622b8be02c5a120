/* SPDX-License-Identifier: MIT */
#include "util/file_stamp.h"

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
