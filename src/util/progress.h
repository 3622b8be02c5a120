/* SPDX-License-Identifier: MIT
 *
 * progress - a bar on a terminal, for work that takes a while.
 *
 *     [###########.............]  120 of 257 frames
 */
#ifndef UPSWEEP_PROGRESS_H
#define UPSWEEP_PROGRESS_H

#include "util/base.h"

#include <stdio.h>

typedef struct {
    FILE *terminal;   /* NULL: nobody looks */
    const char *what; /* "frames" */
    int shown;        /* parts of the bar that are drawn; -1: none yet */
} Progress;

/* On FILE if that is a terminal and WANTED; else silent. */
Progress progress_new(FILE *file, const char *what, bool wanted);
void progress_show(Progress *progress, size_t done, size_t all);
/* Takes the bar away. */
void progress_end(Progress *progress);

#endif
