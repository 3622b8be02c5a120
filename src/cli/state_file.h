/* SPDX-License-Identifier: MIT
 *
 * state_file - small lists that the program keeps between its runs.
 *
 *     $XDG_STATE_HOME/upsweep/NAME, or ~/.local/state/upsweep/NAME
 *
 * They are a convenience: where one cannot be read or written, nothing is said,
 * and it is empty or stays as it is.  What could end or hide a line is written
 * as %XX.
 */
#ifndef UPSWEEP_STATE_FILE_H
#define UPSWEEP_STATE_FILE_H

#include "util/base.h"

/* More than a list can be. */
enum { STATE_MOST_BYTES = 1 << 16 };

/* The text of the list NAME; free it; NULL: there is none. */
char *state_read(const char *name);
/* Keeps TEXT as the list NAME, for the user's eyes only. */
void state_save(const char *name, const Text *text);

/* Appends WORD, so that it fits on a line. */
void state_add_word(Text *text, const char *word);
/* The word that LENGTH bytes stand for; free it; NULL: for none. */
char *state_word(const char *line, size_t length);

#endif
