/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "util/base.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool fuzz_refused;

static char folder[] = "/tmp/upsweep-fuzz-XXXXXX";
static const char *kept; /* by fuzz_clear_folder */
static pid_t owner;      /* a worker that ends must not remove the folder */

static int remove_one(const char *path, const struct stat *status, int kind,
                      struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

static int remove_other(const char *path, const struct stat *status, int kind,
                        struct FTW *place)
{
    (void)status;
    (void)kind;
    return place->level == 0 ||
                   (place->level == 1 && strcmp(path + place->base, kept) == 0)
               ? 0
               : remove(path);
}

void fuzz_clear_folder(const char *keep)
{
    kept = keep;
    BASE_CHECK(nftw(folder, remove_other, 8, FTW_DEPTH | FTW_PHYS) == 0);
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
