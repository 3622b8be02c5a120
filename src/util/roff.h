/* SPDX-License-Identifier: MIT
 *
 * roff - text for manual pages, in which a few signs mean something.
 */
#ifndef UPSWEEP_ROFF_H
#define UPSWEEP_ROFF_H

#include "util/base.h"

/* Adds PLAIN so that it is printed as it is. */
void roff_add(Text *text, const char *plain);
/* The same in bold. */
void roff_add_bold(Text *text, const char *plain);

#endif
