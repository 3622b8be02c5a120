/* SPDX-License-Identifier: MIT
 *
 * file_drop - collects the files that are dropped on a window, which SDL
 * reports one by one:
 *
 *     begin, file, file, complete     or, from some, a file alone
 */
#ifndef UPSWEEP_FILE_DROP_H
#define UPSWEEP_FILE_DROP_H

#include "util/base.h"

union SDL_Event;

/* One more than can be opened, so that too many can be reported. */
enum { FILE_DROP_MOST = 5 };

typedef struct {
    char *paths[FILE_DROP_MOST];
    int count;
    bool more; /* more files are to come */
} FileDrop;

/* Adds the file of an SDL_DROP... event and frees the event's string; true once
 * all files have come.  Ignores other events. */
bool file_drop_event(FileDrop *drop, const union SDL_Event *event);
/* Removes and frees all paths. */
void file_drop_clear(FileDrop *drop);

#endif
