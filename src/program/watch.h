/* SPDX-License-Identifier: MIT
 *
 * watch - notices when a file of a user's program was saved: one of its
 * snapshot, or one that it includes and that is not there yet.
 *
 * Files are looked at a few times a second: size, time of change and inode,
 * since editors write a file in place or put another one in its stead.  A
 * change is reported once nothing has changed for a moment, since some of them
 * cut a file off before they write it.
 */
#ifndef UPSWEEP_WATCH_H
#define UPSWEEP_WATCH_H

#include "program/snapshot.h"

#include <stdio.h>

typedef struct Watch Watch;

/* Watches the COUNT source files FILES from now on; free it with watch_free. */
Watch *watch_new(const char *const files[], int count);
void watch_free(Watch *watch); /* NULL is fine */

/* Watches the files of SNAPSHOT instead, from when they were read. */
void watch_follow(Watch *watch, const Snapshot *snapshot);
/* Writes what is watched; watches instead what was written, if there is any. */
void watch_send(const Watch *watch, FILE *file);
void watch_receive(Watch *watch, FILE *file);

/* Looks again if it is time to; SECONDS have passed since the last call.  True
 * if a file was saved since it was read or since this was last true. */
bool watch_saved(Watch *watch, double seconds);
/* Seconds until watch_saved looks again. */
double watch_due(const Watch *watch);

#endif
