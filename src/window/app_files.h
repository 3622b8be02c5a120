/* SPDX-License-Identifier: MIT
 *
 * app_files - what is opened in the window: on the start page, in dialogs, in
 * the set-up panel, as files that are dropped, and as programs that were saved
 * again.
 *
 *     start page ─┐
 *     dialogs    ─┼─► Wanted ─┬─ algorithms ──► recorded at once
 *     set-up     ─┤           └─ programs ────► asked about, if new; recorded
 *     drop       ─┘                             by another process: reload.h
 */
#ifndef UPSWEEP_APP_FILES_H
#define UPSWEEP_APP_FILES_H

#include "window/app_state.h"

/* Do what was chosen on the start page, in the set-up panel, in the dialog. */
void app_take_start(App *app, const StartChoice *choice);
void app_take_setup(App *app, SetupAnswer answer);
void app_take_dialog(App *app, DialogAnswer answer);

/* Opens what WANTED says, which is taken over; with KEEPS, at the same place.
 * False if algorithms cannot be run so; then ERROR says why. */
bool app_open_wanted(App *app, Wanted *wanted, bool keeps, Error *error);
/* Shows the files that were dropped. */
void app_open_dropped(App *app);

/* Shows what became of files that were saved.  New traces are drawn at once,
 * since the next event may be a press on the frame. */
void app_follow_files(App *app, double seconds);
/* Shows programs that were opened once they are recorded, or why they cannot
 * be.  A fault that is closed ends it. */
void app_follow_opening(App *app, double seconds);

#endif
