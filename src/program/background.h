/* SPDX-License-Identifier: MIT
 *
 * background - work that is done in another process while this one continues.
 *
 *     background_start ──► child: work(user, file) ──► result, in a file
 *            │                         └── stderr ──►  what it said
 *     background_ended? ──► background_good, _file, _said ──► background_free
 *
 * The child is a copy of this process at the time of background_start.  It ends
 * with this process, however that ends: SIGTERM asks it to clean up and end.
 */
#ifndef UPSWEEP_BACKGROUND_H
#define UPSWEEP_BACKGROUND_H

#include "util/base.h"

typedef struct Background Background;

/* Writes a result into FILE, which is empty and has no name; false and ERROR.
 */
typedef bool BackgroundWork(void *user, int file, Error *error);

/* Starts WORK; free the result with background_free.  NULL and ERROR_FAILED. */
Background *background_start(BackgroundWork *work, void *user, Error *error);
/* Ends the work if it still runs, and waits for that.  NULL is fine. */
void background_free(Background *job);

/* Keeps what the work prints, up to a megabyte, instead of passing it on;
 * called right after the start. */
void background_hold(Background *job);
/* Prints on stderr what was kept. */
void background_tell(Background *job);

/* True once the work has ended.  Never waits. */
bool background_ended(Background *job);
/* Asks the work to end, which it does soon. */
void background_stop(Background *job);

/* Of work that has ended: false and ERROR if it failed; its file; and the
 * beginning of what it has printed on stderr, which is printed on ours, too. */
bool background_good(const Background *job, Error *error);
int background_file(const Background *job);
const char *background_said(const Background *job);

#endif
