/* SPDX-License-Identifier: MIT
 *
 * app_commands - commands of the window: they change the CommandState, and the
 * window then does what that state requests.
 *
 *     command_run ─► CommandState ─► app_follow_state ─► questions, lesson,
 *                                                        card, ...
 */
#ifndef UPSWEEP_APP_COMMANDS_H
#define UPSWEEP_APP_COMMANDS_H

#include "window/app_state.h"

/* Begins or ends the questions, if that was asked for. */
void app_follow_asking(App *app);
/* Goes to the moment and to the thing that a line of the card leads to. */
void app_go_along(App *app, const CardLine *line);
/* Applies the state to the window. */
void app_follow_state(App *app);
/* Runs COMMAND, unless it is NULL, or REPEATED by a held key where it is not to
 * be. */
void app_command(App *app, const Command *command, bool repeated);
/* Plays a lesson, which the app takes over. */
void app_play_lesson(App *app, LessonPlay *play);
/* Shows the stop of the lesson that waits. */
void app_show_stop(App *app);

/* Opens the dialog that the state asks for. */
void app_follow_dialog(App *app);
/* Opens DIALOG, which is taken over; closes the open one: a program that waits
 * for a yes is forgotten. */
void app_show_dialog(App *app, Dialog *dialog);
void app_close_dialog(App *app);

#endif
