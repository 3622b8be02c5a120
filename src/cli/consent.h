/* SPDX-License-Identifier: MIT
 *
 * consent - a trace runs nothing, but a program that is opened is compiled and
 * run: the user is asked before that is done to one that is new.
 *
 *     consent_add_program, ...    what is to be built
 *     consent_needed              is something of it new?
 *     consent_obtain              asks on the terminal, or refuses
 *     consent_accept              the user has said yes
 *
 * A program is not new if
 *
 *     it comes with Upsweep: its text is that of an example or of a lesson;
 *     this process has accepted its file, in whatever version: the window
 *         follows a file that is being edited;
 *     its text was accepted before, wherever it lies now;
 *     its file was accepted before, and nobody but the user could change it
 *         since: the files of the program belong to the user or to root, and
 *         so do all folders above them.
 *
 * What was accepted is kept in $XDG_STATE_HOME/upsweep/programs (state_file.h),
 * the newest 256 of it, a line each: the SHA-256 of the text, or "-" in a build
 * without Nettle, and the path of the first file.
 */
#ifndef UPSWEEP_CONSENT_H
#define UPSWEEP_CONSENT_H

#include "cli/options.h"

/* A program, or a lesson that shows programs. */
typedef struct {
    char *name, *path; /* as the user names it; its real path, or "" */
    Text text;         /* of all its files, each after its length */
    bool shipped;      /* all of them come with Upsweep */
    bool own;          /* nobody but the user can change them */
} ConsentItem;

typedef struct {
    ConsentItem *items;
    size_t items_count, items_capacity;
} Consent;

/* Adds the program of COUNT files; false and ERROR if it cannot be read. */
bool consent_add_program(Consent *consent, const char *const files[], int count,
                         Error *error);
/* Begins something else that is called NAME, of which PATH is the first file;
 * adds a file to what was begun last. */
void consent_begin(Consent *consent, const char *name, const char *path);
void consent_add_file(Consent *consent, const char *path, const char *text);
/* Adds the programs of OPTIONS that can be read. */
void consent_add_options(Consent *consent, const Options *options);
void consent_free(Consent *consent);

/* True if something is new. */
bool consent_needed(const Consent *consent);
/* Appends what of it is new: "a.cu is new here".  Of a name that is longer than
 * MOST bytes only the end is told. */
void consent_tell(const Consent *consent, size_t most, Text *text);
/* Keeps in mind that the user has accepted all of it. */
void consent_accept(const Consent *consent);

/* Accepts it if YES, --yes, was given; else, if something is new, asks on the
 * terminal.  False and ERROR_USAGE if there is none, or the answer is no. */
bool consent_obtain(const Consent *consent, bool yes, Error *error);
/* The same for the programs of OPTIONS. */
bool consent_ask(const Options *options, Error *error);

#endif
