/* SPDX-License-Identifier: MIT
 *
 * chrome_help - draws the help over the frame: every command with its keys, in
 * two columns.
 */
#ifndef UPSWEEP_CHROME_HELP_H
#define UPSWEEP_CHROME_HELP_H

#include "window/chrome.h"

/* Draws the help over the whole of ABOVE. */
void chrome_help(DisplayList *list, const Chrome *chrome, Rect above);

#endif
