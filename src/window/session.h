/* SPDX-License-Identifier: MIT
 *
 * session - what a window shows and for how long: one to four traces, studied,
 * with a cursor and bookmarks.
 *
 *     traces of the caller ─┐
 *     recorded on the spot ─┼─► Session ─► Scene ─► frame
 *     files                ─┘
 *
 * A session is opened on traces of the caller.  Later it may be given others,
 * which it then owns; until those are good, it goes on showing what it has.
 */
#ifndef UPSWEEP_SESSION_H
#define UPSWEEP_SESSION_H

#include "cli/options.h"
#include "playback/bookmark.h"
#include "playback/player.h"
#include "view/scene.h"

/* A trace with all that is made for it. */
typedef struct {
    const Trace *trace;
    AnalysedTrace *analysed;
    Trace *own;    /* the trace, if the session owns it */
    Trace *labels; /* made when first asked for, as its exhibit */
    AnalysedTrace *labelled;
} Shown;

typedef struct {
    Player player;
    Bookmarks bookmarks;
    Shown shown[PLAYER_MAX_TRACES];
    uint64_t changes; /* how often it was given other traces */
} Session;

/* Shows traces of the caller, which must outlive the session.  False and
 * ERROR_USAGE if they cannot be compared. */
bool session_open(Session *session, const Trace *const traces[], int count,
                  Error *error);
void session_close(Session *session);

/* Records or reads what the operands of OPTIONS name, and shows that; the
 * bookmarks, which belong to what was shown, are gone.  If that fails, nothing
 * changes. */
bool session_change(Session *session, const Options *options, Error *error);

/* The same for files of traces. */
bool session_read(Session *session, char *const paths[], int count,
                  Error *error);

/* The present moment; with LABELS, values are shown as sums of inputs. */
Scene session_scene(Session *session, bool labels);

/* "LeftRight, step 4 of 15, ...": where it is, for the title of a window. */
void session_title(Session *session, Text *title);

#endif
