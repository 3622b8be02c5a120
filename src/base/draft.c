/* SPDX-License-Identifier: MIT
 *
 * draft - see draft.h.
 */
#include "base/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool cannot(const char *path, int why, Error *error)
{
    return error_set(error, ERROR_FAILED,
                     "cannot write %.200s: %s; choose another place", path,
                     strerror(why));
}

bool draft_open(Draft *draft, const char *path, Error *error)
{
    char real[PATH_MAX];
    Text name = {0};

    *draft = (Draft){.file = -1};
    if (!base_may_replace(path, error) || !base_make_folders(path, error))
        return false;
    draft->path = base_strdup(path);
    draft->target = base_strdup(realpath(path, real) ? real : path);
    text_add(&name, "%s.%ld.part", draft->target, (long)getpid());
    draft->temporary = name.text;
    draft->file =
        open(draft->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (draft->file >= 0)
        return true;
    cannot(path, errno, error);
    free(draft->temporary);
    draft->temporary = NULL;
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
    *file = mkostemp(name.text, O_CLOEXEC);
    if (*file >= 0)
        unlink(name.text);
    else
        cannot(draft->path, errno, error);
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
    if (draft->temporary)
        unlink(draft->temporary);
    free(draft->temporary);
    free(draft->target);
    free(draft->path);
    *draft = (Draft){.file = -1};
}
