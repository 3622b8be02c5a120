/* SPDX-License-Identifier: MIT
 *
 * drop - the files that are being dropped on a window, which come one by one:
 *
 *     begin, file, file, complete     or, from some, a file alone
 */
#ifndef UPSWEEP_DROP_H
#define UPSWEEP_DROP_H

#include "base/base.h"

union SDL_Event;

/* One more than can be opened, so that too many are told. */
enum { DROP_MOST = 5 };

typedef struct {
    char *paths[DROP_MOST];
    int count;
    bool more; /* are coming */
} Drop;

/* Takes what an event of SDL_DROP... brings, and frees that; true once all
 * files have come.  Other events are none of its business. */
bool drop_event(Drop *drop, const union SDL_Event *event);
void drop_clear(Drop *drop);

#endif
