/* SPDX-License-Identifier: MIT
 *
 * dialogs - the dialogs of the window: their fields, and what applying them
 * does.
 *
 *     DIALOGS_RUN     up to four algorithms, n, k, operator, ...: records them
 *     DIALOGS_STEP    the number of a step: moves there
 */
#ifndef UPSWEEP_DIALOGS_H
#define UPSWEEP_DIALOGS_H

#include "window/dialog.h"
#include "window/session.h"

typedef enum { DIALOGS_NONE, DIALOGS_RUN, DIALOGS_STEP } DialogKind;

/* The dialog of KIND, filled in with what SESSION shows. */
Dialog dialogs_make(DialogKind kind, const Session *session);

/* Appends what applying DIALOG is about to do, "recording leftright, n = 64
 * ...", because that may take seconds. */
void dialogs_tell(DialogKind kind, const Dialog *dialog, Text *text);
/* Applies DIALOG to SESSION.  False and ERROR_USAGE or ERROR_FAILED if that
 * fails; then nothing has changed. */
bool dialogs_apply(DialogKind kind, const Dialog *dialog, Session *session,
                   Error *error);

/* Enters the file PATH in the field of the algorithm in focus, or of the first
 * one. */
void dialogs_drop(Dialog *dialog, const char *path);

#endif
