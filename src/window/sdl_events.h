/* SPDX-License-Identifier: MIT
 *
 * sdl_events - what events of SDL mean: keys, as commands and dialogs name
 * them, and files that are dropped on the window, which SDL reports one by one.
 *
 *     Ctrl held, Right pressed     "Ctrl+Right"
 *     / with Shift, a ? typed      "" and then, as text, "?"
 *
 *     begin, file, file, complete     or, from some systems, a file alone
 */
#ifndef UPSWEEP_SDL_EVENTS_H
#define UPSWEEP_SDL_EVENTS_H

#include "util/base.h"

union SDL_Event;

enum { KEY_TEXT = 64 };

/* The name of the key of EVENT; "" if the key types a punctuation character,
 * which SDL also sends as text, independent of the keyboard layout. */
void key_name(const union SDL_Event *event, char name[KEY_TEXT]);
/* True if the key goes to commands even while a dialog is open. */
bool key_is_for_commands(const union SDL_Event *event);
/* True if TEXT is one character that is neither a letter nor a digit. */
bool key_is_sign(const char *text);

/* A program may be of many files; more are not taken. */
enum { FILE_DROP_MOST = 64 };

typedef struct {
    char *paths[FILE_DROP_MOST];
    int count;
    bool more; /* more files are to come */
} FileDrop;

/* Adds the file of an SDL_DROP... event and frees the event's string; true once
 * all files have come.  Ignores other events. */
bool file_drop_event(FileDrop *drop, const union SDL_Event *event);
/* Removes and frees all paths. */
void file_drop_clear(FileDrop *drop);

#endif
