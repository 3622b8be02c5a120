/* SPDX-License-Identifier: MIT
 *
 * consent - a trace runs nothing, but a program that is opened is compiled and
 * run: the user is asked before that is done to one that is new.
 *
 * A program is not new if
 *
 *     it comes with Upsweep: its text is that of an example or of a lesson;
 *     a window follows it: this process has accepted it, in an older version,
 *         and its files lie where they lay;
 *     its text was accepted before, wherever it lies now;
 *     its file was accepted before, and nobody but the user could change it
 *         since: the files of the program belong to the user or to root, and
 *         so do the links that lead to them and all folders above them.
 *
 * What was accepted is kept in $XDG_STATE_HOME/upsweep/programs (state_file.h),
 * the newest 256 of it, a line each: the SHA-256 of the text, or "-" without
 * Nettle, and the path of the first file.
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

/* Begins what is called NAME, of which PATH is the first file. */
void consent_begin(Consent *consent, const char *name, const char *path);
/* Adds a file, or the program of COUNT files, to what was begun last; false if
 * the program cannot be read. */
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
/* Keeps in mind that the user has accepted all of it. */
void consent_accept(const Consent *consent);

/* Accepts it if YES, --yes, was given; else, if something is new, asks on the
 * terminal.  False and ERROR_USAGE if there is none, or the answer is no. */
bool consent_obtain(const Consent *consent, bool yes, Error *error);
/* The same for the programs of OPTIONS. */
bool consent_ask(const Options *options, Error *error);

/* The sources of operand I of OPTIONS, as they may be built: those that were
 * asked about last, or, if a window follows them, the present ones.  They live
 * until the process ends.  NULL and ERROR if they cannot be read, or are new.
 */
const Snapshot *consent_snapshot(const Options *options, int i, Error *error);
/* Those that were read last, if any; else NULL. */
const Snapshot *consent_read(const Options *options, int i);

/* True if a file of this text was accepted in this process, or comes with
 * Upsweep; lets it be built: a lesson edits a program. */
bool consent_has_text(const char *text);
void consent_take_text(const char *text);

#endif
