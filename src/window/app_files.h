/* SPDX-License-Identifier: MIT
 *
 * app_files - what is opened in the window: by the dialogs, from the start
 * page, as files that are dropped, and as programs that were saved again.
 *
 * A program that is new here is asked about first.  Programs are recorded by
 * another process, see reload.h; what else takes long is announced, and then
 * done by app_tick.
 */
#ifndef UPSWEEP_APP_FILES_H
#define UPSWEEP_APP_FILES_H

#include "window/app_state.h"

/* Forgets the files that wait for a yes. */
void app_forget_waiting(App *app);
/* Does what the open dialog says. */
void app_apply_dialog(App *app);
/* What the open dialog was answered. */
void app_follow_answer(App *app, DialogAnswer answer);
/* Shows the files that were dropped, or enters one in the open dialog. */
void app_open_dropped(App *app);
/* Opens an entry of the start page.  Files of programs are recorded by another
 * process; what is recorded here may take seconds, so a message comes first. */
void app_open_entry(App *app, int index);
/* Opens the entry that waits. */
void app_apply_entry(App *app);
/* Shows what became of files that were saved.  New traces are drawn at once,
 * since the next event may be a press on the frame. */
void app_follow_files(App *app, double seconds);
/* Shows programs that were dropped once they are recorded, or why they cannot
 * be.  A fault that is closed ends it. */
void app_follow_opening(App *app, double seconds);

#endif
