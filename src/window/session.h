/* SPDX-License-Identifier: MIT
 *
 * session - the one to four analysed traces that a window shows, with a player,
 * and how they were asked for.
 *
 *     traces of the caller ─┐
 *     newly recorded       ─┼─► Session ─► Scene ─► frame
 *     files                ─┘
 *
 * A session is opened on traces of the caller, or on none: then the window has
 * its start page only.  Later they can be replaced by others, which the session
 * owns: by what the user chooses, from its start, or by newer ones of the same
 * runs, at the same place.  If recording or reading those fails, the session
 * keeps the old ones.
 */
#ifndef UPSWEEP_SESSION_H
#define UPSWEEP_SESSION_H

#include "cli/options.h"
#include "playback/player.h"
#include "view/scene.h"

/* ---- wanted.c ----------------------------------------------------------*/

typedef struct {
    Options options;
    char **texts; /* that OPTIONS refers to */
    size_t texts_count, texts_capacity;
    const char **arguments; /* of a program */
} Wanted;

/* A copy of OPTIONS as far as they say what runs; free it with wanted_free. */
Wanted *wanted_copy(const Options *options);
/* What `upsweep view FILE ...` would show.  Files come in any order: a program
 * is named after its first file, so the one with a main is first.  NULL and
 * ERROR. */
Wanted *wanted_files(char *const paths[], int count, Error *error);
void wanted_free(Wanted *wanted); /* NULL is fine */

/* A copy of TEXT that lives as long as WANTED. */
const char *wanted_text(Wanted *wanted, const char *text);
/* Sets the words between blanks in TEXT as the arguments of the program. */
void wanted_arguments(Wanted *wanted, const char *text);
/* The file that a list of recent files has for operand I; NULL: none. */
const char *wanted_file(const Options *options, int i);

/* ---- session.c ----------------------------------------------------------*/

/* A trace with what the session computes from it. */
typedef struct {
    const Trace *trace;
    AnalysedTrace *analysed;
    Trace *own;    /* the trace, if the session owns it; else NULL */
    Trace *labels; /* with sums of inputs as values; made when first needed */
    AnalysedTrace *labelled;
} Shown;

typedef struct {
    Player player;
    Shown shown[PLAYER_MAX_TRACES];
    uint64_t changes; /* how often the traces were replaced */
    Wanted *wanted;   /* how what is shown was asked for; NULL: a lesson */
} Session;

/* Shows COUNT traces of the caller, which must outlive the session.  False and
 * ERROR_USAGE if they cannot be compared. */
bool session_open(Session *session, const Trace *const traces[], int count,
                  Error *error);
/* Frees what SESSION owns, not SESSION itself. */
void session_close(Session *session);

/* Notes how what is shown was asked for: a copy of OPTIONS, or NULL. */
void session_ask(Session *session, const Options *options);

/* Replaces the traces by those that the operands of OPTIONS name, recorded or
 * read, from their start; or, with KEEPS, at the same place.  False and
 * *ERROR if that fails; then nothing changes. */
bool session_change(Session *session, const Options *options, bool keeps,
                    Error *error);

/* Replaces the traces by COUNT traces, which the session takes over, and shows
 * them from their start.  False and ERROR_USAGE if they cannot be compared;
 * then nothing changes, and they stay the caller's. */
bool session_show(Session *session, Trace *const traces[], int count,
                  Error *error);

/* Shows COUNT traces at the same place: the same step by its number and in it
 * the same instruction, as far as they exist; clock, speed and playing
 * stay, too.  Where FRESH[t] is NULL, trace t stays.  The session takes
 * over the traces of FRESH.  False as above. */
bool session_replace(Session *session, Trace *const fresh[], int count,
                     Error *error);

/* The scene of the current moment; with LABELS, values are shown as sums of
 * inputs.  The scene refers to traces that SESSION owns. */
Scene session_scene(Session *session, bool labels);

/* Appends the title of the window: "LeftRight, step 4 of 15, ...". */
void session_title(Session *session, Text *title);

#endif
