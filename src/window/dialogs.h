/* SPDX-License-Identifier: MIT
 *
 * dialogs - the forms of the window: what they ask, and what comes of the
 * answer.
 *
 *     DIALOGS_RUN     up to four algorithms, n, k, operator, ...: recorded anew
 *     DIALOGS_STEP    the number of a step: gone to
 */
#ifndef UPSWEEP_DIALOGS_H
#define UPSWEEP_DIALOGS_H

#include "window/dialog.h"
#include "window/session.h"

typedef enum { DIALOGS_NONE, DIALOGS_RUN, DIALOGS_STEP } PanelKind;

/* The form, filled in with what the session shows. */
Dialog dialogs_form(PanelKind kind, const Session *session);

/* Adds what applying it is about to do, "recording leftright, n = 64 ...": it
 * may take seconds. */
void dialogs_tell(PanelKind kind, const Dialog *form, Text *text);
/* Does what the form says.  False and ERROR_USAGE or ERROR_FAILED if it cannot,
 * and then nothing has changed. */
bool dialogs_apply(PanelKind kind, const Dialog *form, Session *session,
                   Error *error);

/* Puts a file in the place of the algorithm in focus, or of the first one. */
void dialogs_drop(Dialog *form, const char *path);

#endif
