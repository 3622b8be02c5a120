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
    FILE *terminal;   /* NULL: draw nothing */
    const char *what; /* "frames"; not copied */
    int shown;        /* cells of the bar that are filled; -1: not drawn yet */
} Progress;

/* A bar on FILE if FILE is a terminal and WANTED is set; else one that draws
 * nothing. */
Progress progress_new(FILE *file, const char *what, bool wanted);
/* Draws the bar at DONE of ALL, if that changes it. */
void progress_show(Progress *progress, size_t done, size_t all);
/* Erases the bar. */
void progress_end(Progress *progress);

#endif
