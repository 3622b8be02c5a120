/* SPDX-License-Identifier: MIT */
#include "util/atomic_file.h"

#include "util/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_NAMES = 100 }; /* that are tried for a temporary file */

static bool cannot(const char *path, int why, Error *error)
{
    return error_set(error, ERROR_FAILED,
                     "%.200s: cannot write: %s; choose another place", path,
                     strerror(why));
}

/* Opens a new file beside the target and registers it for removal. A name may
 * be taken: in a container, processes of many runs have the number 1, and one
 * of them may have been killed. False, and errno says why. */
static bool open_temporary(AtomicFile *output)
{
    struct timespec now = {0};
    long process = (long)getpid();

    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t state = (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30;
    for (int i = 0; i < MOST_NAMES && output->file < 0; ++i) {
        Text name = {0};
        text_add(&name, "%s.%ld", output->target, process);
        if (i > 0)
            text_add(&name, "-%08x", (unsigned)(base_random(&state) >> 32));
        text_add(&name, ".part");
        cleanup_hold();
        output->file =
            open(name.text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        int why = errno;
        if (output->file >= 0) {
            output->temporary = name.text;
            cleanup_file(output->temporary);
        } else {
            text_free(&name);
        }
        cleanup_release();
        errno = why;
        if (why != EEXIST)
            break;
    }
    return output->file >= 0;
}

bool atomic_file_open(AtomicFile *output, const char *path, Error *error)
{
    char real[PATH_MAX];

    *output = (AtomicFile){.file = -1};
    if (!base_may_replace(path, error) || !base_make_folders(path, error))
        return false;
    output->path = base_strdup(path);
    output->target = base_strdup(realpath(path, real) ? real : path);
    if (open_temporary(output))
        return true;
    cannot(path, errno, error);
    atomic_file_drop(output);
    return false;
}

bool atomic_file_write(AtomicFile *output, const void *data, size_t bytes)
{
    if (!output->why && !base_write_all(output->file, data, bytes))
        output->why = errno;
    return !output->why;
}

bool atomic_file_keep(AtomicFile *output, Error *error)
{
    if (!output->why && fsync(output->file) != 0)
        output->why = errno;
    if (close(output->file) != 0 && !output->why)
        output->why = errno;
    output->file = -1;
    if (!output->why && rename(output->temporary, output->target) != 0)
        output->why = errno;
    bool good = !output->why || cannot(output->path, output->why, error);
    if (good) {
        cleanup_forget_file(output->temporary);
        free(output->temporary);
        output->temporary = NULL;
    }
    atomic_file_drop(output);
    return good;
}

void atomic_file_drop(AtomicFile *output)
{
    if (output->file >= 0)
        close(output->file);
    if (output->temporary) {
        unlink(output->temporary);
        cleanup_forget_file(output->temporary);
    }
    free(output->temporary);
    free(output->target);
    free(output->path);
    *output = (AtomicFile){.file = -1};
}

bool atomic_file_save(const char *path, const void *data, size_t bytes,
                      Error *error)
{
    AtomicFile output;

    if (!atomic_file_open(&output, path, error))
        return false;
    atomic_file_write(&output, data, bytes);
    return atomic_file_keep(&output, error);
}
