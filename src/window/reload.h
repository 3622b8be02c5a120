/* SPDX-License-Identifier: MIT
 *
 * reload - edit, save, see: records a user's programs again when one of their
 * files was saved, and shows the new traces at the same place.  Programs that
 * are opened while something else is shown are recorded in the same way.
 *
 *     Watch ──saved──► Background: request_program ──► trace ──► Session
 *                            └── does not compile ──► Fault, over the old one
 *
 * All of it happens in reload_tick, which never waits: programs are built,
 * run and recorded by other processes.  Of several programs, those that were
 * saved together are shown together, since they may not compare with the old
 * ones.
 */
#ifndef UPSWEEP_RELOAD_H
#define UPSWEEP_RELOAD_H

#include "window/session.h"

typedef struct Reload Reload;

/* Why there is no new trace, or none that is whole. */
typedef struct {
    char *title; /* "prescan.cu does not compile" */
    char *lines; /* what the compiler says; "" if the title says all */
    bool ended;  /* there is a trace: the program ended early */
} ReloadFault;

typedef enum {
    RELOAD_NOTHING,
    RELOAD_TOLD,  /* reload_note is another */
    RELOAD_SHOWN, /* the session has new traces, and reload_note is another */
    RELOAD_FAILED /* there is a new fault, and reload_note is another */
} ReloadEvent;

/* Watches the programs among the operands of OPTIONS, which must outlive it,
 * from now on; free it with reload_free.  NULL if there are none. */
Reload *reload_new(const Options *options);
/* Records the programs that WANTED names, and reads the traces; reload_tick
 * shows them, instead of all that is shown, once they are there, and watches
 * the programs from then on; with KEEPS, at the same place.  What does not
 * compile is watched before, too.  Takes over WANTED, also if it fails: NULL
 * and ERROR if a file cannot be read, or there are too many. */
Reload *reload_open(Wanted *wanted, bool keeps, Error *error);
/* Ends what is being recorded.  NULL is fine. */
void reload_free(Reload *reload);

/* Goes on; SECONDS have passed since the last call.  SESSION must show the
 * operands in their order, if they were not opened; once it shows something
 * else, nothing is watched any more. */
ReloadEvent reload_tick(Reload *reload, Session *session, double seconds);
/* Seconds until reload_tick has something to do; negative: never. */
double reload_due(const Reload *reload);

/* Appends the state: "saved, recorded again"; nothing if nothing
 * is watched.  True if it is about something that failed. */
bool reload_note(const Reload *reload, Text *text);
/* NULL: there is none.  It lives until the next reload_tick. */
const ReloadFault *reload_fault(const Reload *reload);

#endif
