/* SPDX-License-Identifier: MIT
 *
 * draft - see draft.h.
 */
#include "base/draft.h"

#include "base/cleanup.h"

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
                     "cannot write %.200s: %s; choose another place", path,
                     strerror(why));
}

/* Opens a new file beside the target and registers it for removal. A name may
 * be taken: in a container, processes of many runs have the number 1, and one
 * of them may have been killed. False, and errno says why. */
static bool open_temporary(Draft *draft)
{
    struct timespec now = {0};
    long process = (long)getpid();

    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t state = (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30;
    for (int i = 0; i < MOST_NAMES && draft->file < 0; ++i) {
        Text name = {0};
        text_add(&name, "%s.%ld", draft->target, process);
        if (i > 0)
            text_add(&name, "-%08x", (unsigned)(base_random(&state) >> 32));
        text_add(&name, ".part");
        cleanup_hold();
        draft->file =
            open(name.text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        int why = errno;
        if (draft->file >= 0) {
            draft->temporary = name.text;
            cleanup_file(draft->temporary);
        } else {
            text_free(&name);
        }
        cleanup_release();
        errno = why;
        if (why != EEXIST)
            break;
    }
    return draft->file >= 0;
}

bool draft_open(Draft *draft, const char *path, Error *error)
{
    char real[PATH_MAX];

    *draft = (Draft){.file = -1};
    if (!base_may_replace(path, error) || !base_make_folders(path, error))
        return false;
    draft->path = base_strdup(path);
    draft->target = base_strdup(realpath(path, real) ? real : path);
    if (open_temporary(draft))
        return true;
    cannot(path, errno, error);
    draft_drop(draft);
    return false;
}

bool draft_write(Draft *draft, const void *data, size_t bytes)
{
    const char *at = data;

    while (bytes && !draft->why) {
        ssize_t written = write(draft->file, at, bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0) {
            draft->why = errno;
            break;
        }
        at += written;
        bytes -= (size_t)written;
    }
    return !draft->why;
}

bool draft_scratch(const Draft *draft, int *file, Error *error)
{
    Text name = {0};

    text_add(&name, "%sXXXXXX", draft->temporary);
    cleanup_hold();
    *file = mkostemp(name.text, O_CLOEXEC);
    if (*file >= 0)
        unlink(name.text);
    else
        cannot(draft->path, errno, error);
    cleanup_release();
    text_free(&name);
    return *file >= 0;
}

bool draft_keep(Draft *draft, Error *error)
{
    if (!draft->why && fsync(draft->file) != 0)
        draft->why = errno;
    if (close(draft->file) != 0 && !draft->why)
        draft->why = errno;
    draft->file = -1;
    if (!draft->why && rename(draft->temporary, draft->target) != 0)
        draft->why = errno;
    bool good = !draft->why || cannot(draft->path, draft->why, error);
    if (good) {
        cleanup_forget_file(draft->temporary);
        free(draft->temporary);
        draft->temporary = NULL;
    }
    draft_drop(draft);
    return good;
}

void draft_drop(Draft *draft)
{
    if (draft->file >= 0)
        close(draft->file);
    if (draft->temporary) {
        unlink(draft->temporary);
        cleanup_forget_file(draft->temporary);
    }
    free(draft->temporary);
    free(draft->target);
    free(draft->path);
    *draft = (Draft){.file = -1};
}

bool draft_file(const char *path, const void *data, size_t bytes, Error *error)
{
    Draft draft;

    if (!draft_open(&draft, path, error))
        return false;
    draft_write(&draft, data, bytes);
    return draft_keep(&draft, error);
}
