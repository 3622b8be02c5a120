/* SPDX-License-Identifier: MIT
 *
 * recent - the traces and programs that were opened or recorded last, newest
 * first, for the start page.
 *
 *     $XDG_STATE_HOME/upsweep/recent, or ~/.local/state/upsweep/recent
 *
 *     /home/ada/leftright.upsweep         a path a line; what could end or hide
 *     /home/ada/a%0Ab.cu                  a line is written as %XX
 *
 * The list is a convenience: where it cannot be read or written, nothing is
 * said, and it is empty or stays as it is.
 */
#ifndef UPSWEEP_RECENT_H
#define UPSWEEP_RECENT_H

#include "util/base.h"

enum { RECENT_MOST = 8 };

typedef struct {
    char *paths[RECENT_MOST];
    int count;
} Recent;

/* Puts the file PATH, from the current folder, at the head of the list. */
void recent_add(const char *path);
/* The files of the list that are still there; free them with recent_free. */
Recent recent_read(void);
void recent_free(Recent *recent);

#endif
