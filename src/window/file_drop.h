/* SPDX-License-Identifier: MIT
 *
 * file_drop - the files that are being dropped on a window, which come one by
 * one:
 *
 *     begin, file, file, complete     or, from some, a file alone
 */
#ifndef UPSWEEP_FILE_DROP_H
#define UPSWEEP_FILE_DROP_H

#include "util/base.h"

union SDL_Event;

/* One more than can be opened, so that too many are told. */
enum { FILE_DROP_MOST = 5 };

typedef struct {
    char *paths[FILE_DROP_MOST];
    int count;
    bool more; /* are coming */
} FileDrop;

/* Takes what an event of SDL_DROP... brings, and frees that; true once all
 * files have come.  Other events are none of its business. */
bool file_drop_event(FileDrop *drop, const union SDL_Event *event);
void file_drop_clear(FileDrop *drop);

#endif
