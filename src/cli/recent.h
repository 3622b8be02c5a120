/* SPDX-License-Identifier: MIT
 *
 * recent - the traces and programs that were opened or recorded last, newest
 * first, each with the worst that was found when it was shown.
 *
 *     $XDG_STATE_HOME/upsweep/recent, or ~/.local/state/upsweep/recent
 *
 *     /home/ada/leftright.upsweep
 *     /home/ada/a%0Ab.cu⇥fault⇥1764421294⇥race, line 31
 *
 * A file a line: its path, and, if it was shown, a severity, the time at which
 * the file was last changed then, and what was found.  What could end or hide a
 * line is written as %XX.  A file that has changed since has no finding.
 *
 * The list is a convenience: where it cannot be read or written, nothing is
 * said, and it is empty or stays as it is.
 */
#ifndef UPSWEEP_RECENT_H
#define UPSWEEP_RECENT_H

#include "util/base.h"

enum { RECENT_MOST = 8 };

/* From what is wrong to what is right. */
typedef enum {
    RECENT_FAULT,
    RECENT_COST,
    RECENT_GOOD,
    RECENT_UNKNOWN
} RecentState;

typedef struct {
    char *path;
    RecentState state; /* RECENT_UNKNOWN: it was not shown as it is now */
    char *found;       /* "race, line 31"; "" if that is unknown */
} RecentFile;

typedef struct {
    RecentFile files[RECENT_MOST];
    int count;
} Recent;

/* Puts the file PATH, from the current folder, at the head of the list. */
void recent_add(const char *path);
/* The same, with what was FOUND in it as it is now. */
void recent_add_found(const char *path, RecentState state, const char *found);
/* The files of the list that are still there; free them with recent_free. */
Recent recent_read(void);
void recent_free(Recent *recent);

#endif
