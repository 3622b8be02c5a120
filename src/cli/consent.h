/* SPDX-License-Identifier: MIT
 *
 * consent - asks the user before Upsweep compiles and runs a new program.
 *
 * A program is not new if
 *
 *     it comes with Upsweep: its text is an example or part of a lesson;
 *     a window follows it: this process accepted an older version, and the
 *         paths of its files are the same;
 *     its text was accepted before, at any path;
 *     its file was accepted before, and only the user could change it since:
 *         the user or root owns its files, the links that lead to them, and
 *         all folders above.
 *
 * $XDG_STATE_HOME/upsweep/programs (state_file.h) has the newest 256 accepted
 * programs, one a line: the SHA-256 of the text, or "-" without Nettle, and the
 * path of the first file.
 */
#ifndef UPSWEEP_CONSENT_H
#define UPSWEEP_CONSENT_H

#include "cli/options.h"
#include "program/snapshot.h"

/* A program, or a lesson that shows programs. */
typedef struct {
    char *name, *path; /* as the user names it; its real path, or "" */
    char **texts;      /* of all its files */
    size_t texts_count, texts_capacity;
    const Snapshot **snapshots; /* of its programs, until the process ends */
    size_t snapshots_count, snapshots_capacity;
    bool shipped; /* all of the files come with Upsweep */
    bool own;     /* nobody but the user can change them */
} ConsentItem;

typedef struct {
    ConsentItem *items;
    size_t items_count, items_capacity;
} Consent;

/* Begins an item called NAME with the first file PATH. */
void consent_begin(Consent *consent, const char *name, const char *path);
/* Adds a file, or the program of COUNT files, to the last item; false if the
 * program cannot be read. */
void consent_add_file(Consent *consent, const char *path, const char *text);
bool consent_add_sources(Consent *consent, const char *const files[], int count,
                         bool gpu);
/* Adds the programs of OPTIONS that can be read. */
void consent_add_options(Consent *consent, const Options *options);
void consent_free(Consent *consent);

/* True if something is new. */
bool consent_needed(const Consent *consent);
/* Appends the names of its new programs, "a.cu, b.cu", each cut at the start to
 * MOST bytes; returns their number. */
size_t consent_names(const Consent *consent, size_t most, Text *text);
/* False if a file of it has changed since it was read. */
bool consent_is_current(const Consent *consent);
/* Records that the user has accepted all of it. */
void consent_accept(const Consent *consent);

/* True if the user can be asked on the terminal. */
bool consent_can_ask(void);
/* Accepts it if YES, --yes, was given; else, if something is new, asks on the
 * terminal.  False and ERROR_USAGE if there is none, or the answer is no. */
bool consent_obtain(const Consent *consent, bool yes, Error *error);
/* The same for the programs of OPTIONS. */
bool consent_ask(const Options *options, Error *error);

/* The sources of operand I of OPTIONS that may be built: the accepted version
 * or, if a window follows them, the present one.  They live until the process
 * ends.  NULL and ERROR if they are unreadable or new. */
const Snapshot *consent_snapshot(const Options *options, int i, Error *error);
/* The version that was read last, or NULL. */
const Snapshot *consent_read(const Options *options, int i);

/* True if a file of this text was accepted in this process, or comes with
 * Upsweep; lets it be built: a lesson edits a program. */
bool consent_has_text(const char *text);
void consent_take_text(const char *text);

#endif
