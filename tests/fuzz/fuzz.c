/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "util/base.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/upsweep-fuzz-XXXXXX";
static pid_t owner; /* a worker that ends must not remove the folder */

static int remove_one(const char *path, const struct stat *status, int kind,
                      struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

static void leave_folder(void)
{
    if (getpid() == owner && chdir("/") == 0)
        nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

void fuzz_enter_folder(void)
{
    BASE_CHECK(mkdtemp(folder) && chdir(folder) == 0);
    owner = getpid();
    atexit(leave_folder);
}

void fuzz_fail(const char *what, const char *detail)
{
    fprintf(stderr, "fuzz: %s: %s\n", what, detail);
    abort();
}
