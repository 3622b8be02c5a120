/* SPDX-License-Identifier: MIT
 *
 * dialogs - the dialogs of the window: their fields, and what applying them
 * does.
 *
 *     DIALOGS_RUN     up to four algorithms, n, k, operator, ...: records them
 *     DIALOGS_STEP    the number of a step: moves there
 *     DIALOGS_PROGRAM a program is new: may it be built and run?
 */
#ifndef UPSWEEP_DIALOGS_H
#define UPSWEEP_DIALOGS_H

#include "cli/consent.h"
#include "window/dialog.h"
#include "window/session.h"

typedef enum {
    DIALOGS_NONE,
    DIALOGS_RUN,
    DIALOGS_STEP,
    DIALOGS_PROGRAM
} DialogKind;

/* The dialog of KIND, filled in with what SESSION shows; not of
 * DIALOGS_PROGRAM.
 */
Dialog dialogs_make(DialogKind kind, const Session *session);

/* Appends what applying DIALOG is about to do, "recording leftright, n = 64
 * ...", because that may take seconds. */
void dialogs_tell(DialogKind kind, const Dialog *dialog, Text *text);
/* Applies DIALOG to SESSION.  False and ERROR_USAGE or ERROR_FAILED if that
 * fails; then nothing has changed. */
bool dialogs_apply(DialogKind kind, const Dialog *dialog, Session *session,
                   Error *error);

/* The dialog that asks whether what is new of CONSENT may be built and run. */
Dialog dialogs_ask(const Consent *consent);
/* Adds the programs that DIALOG, of kind DIALOGS_RUN, names. */
void dialogs_programs(const Dialog *dialog, const Session *session,
                      Consent *consent);

/* Types TEXT in DIALOG.  A file in the first field of DIALOGS_RUN clears those
 * after it that still name what SESSION shows. */
void dialogs_type(DialogKind kind, Dialog *dialog, const Session *session,
                  const char *text);
/* Enters the file PATH in the field of the algorithm in focus, or of the first
 * one, as dialogs_type does. */
void dialogs_drop(Dialog *dialog, const Session *session, const char *path);

#endif
