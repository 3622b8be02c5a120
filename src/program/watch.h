/* SPDX-License-Identifier: MIT
 *
 * watch - notices when a file of a user's program was saved: one of those given
 * or one that they include, also one that is not there yet.
 *
 * Files are looked at a few times a second: size, time of change and inode,
 * since editors write a file in place or put another one in its stead.  A
 * change is told once nothing has changed for a moment, since some of them cut
 * a file off before they write it.
 */
#ifndef UPSWEEP_WATCH_H
#define UPSWEEP_WATCH_H

#include "util/base.h"

typedef struct Watch Watch;

/* Watches the program of the COUNT source files FILES, whose names must outlive
 * the watch, from now on; free it with watch_free. */
Watch *watch_new(const char *const files[], int count);
void watch_free(Watch *watch); /* NULL is fine */

/* Looks again if it is time to; SECONDS have passed since the last call.  True
 * if the program was saved since watch_new or since this was last true. */
bool watch_saved(Watch *watch, double seconds);
/* Seconds until watch_saved looks again. */
double watch_due(const Watch *watch);

#endif
