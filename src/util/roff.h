/* SPDX-License-Identifier: MIT
 *
 * roff - text for manual pages: escapes the characters that roff interprets.
 */
#ifndef UPSWEEP_ROFF_H
#define UPSWEEP_ROFF_H

#include "util/base.h"

/* Appends PLAIN, escaped so that the page shows it unchanged. */
void roff_add(Text *text, const char *plain);
/* The same in bold. */
void roff_add_bold(Text *text, const char *plain);

#endif
