/* SPDX-License-Identifier: MIT
 *
 * key - what SDL says of a key, in the words of commands and forms.
 *
 *     Ctrl held, Right pressed     "Ctrl+Right"
 *     / with Shift, a ? typed      "" and then, as text, "?"
 */
#ifndef UPSWEEP_KEY_H
#define UPSWEEP_KEY_H

#include "util/base.h"

union SDL_Event;

enum { KEY_TEXT = 64 };

/* The name of the key that an event is about; "" if it types a sign, which
 * comes again as text, whichever key it lies on. */
void key_name(const union SDL_Event *event, char name[KEY_TEXT]);
/* Does it go to commands even while a form is open? */
bool key_is_for_commands(const union SDL_Event *event);
/* Is TEXT one sign that is neither a letter nor a digit? */
bool key_is_sign(const char *text);

#endif
