/* SPDX-License-Identifier: MIT
 *
 * key - names the key of an SDL event as commands and dialogs name it.
 *
 *     Ctrl held, Right pressed     "Ctrl+Right"
 *     / with Shift, a ? typed      "" and then, as text, "?"
 */
#ifndef UPSWEEP_KEY_H
#define UPSWEEP_KEY_H

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

#endif
