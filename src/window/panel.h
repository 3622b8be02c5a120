/* SPDX-License-Identifier: MIT
 *
 * panel - the forms of the window: what they ask, and what comes of the answer.
 *
 *     PANEL_RUN     up to four algorithms, n, k, operator, ...: recorded anew
 *     PANEL_STEP    the number of a step: gone to
 */
#ifndef UPSWEEP_PANEL_H
#define UPSWEEP_PANEL_H

#include "ask/form.h"
#include "window/session.h"

typedef enum { PANEL_NONE, PANEL_RUN, PANEL_STEP } PanelKind;

/* The form, filled in with what the session shows. */
Form panel_form(PanelKind kind, const Session *session);

/* Adds what applying it is about to do, "recording leftright, n = 64 ...": it
 * may take seconds. */
void panel_tell(PanelKind kind, const Form *form, Text *text);
/* Does what the form says.  False and ERROR_USAGE or ERROR_FAILED if it cannot,
 * and then nothing has changed. */
bool panel_apply(PanelKind kind, const Form *form, Session *session,
                 Error *error);

/* Puts a file in the place of the algorithm in focus, or of the first one. */
void panel_drop(Form *form, const char *path);

#endif
