/* SPDX-License-Identifier: MIT
 *
 * chrome_dialog - draws a dialog: its fields, and beside them the choices of
 * the field in focus.
 *
 *     ┌ What runs ─────────────────────────────────── × ┐
 *     │ first        − leftright  +   │ nopadding       │
 *     │ second       − padding    +   │ leftright  ◄    │
 *     │ elements, n  −   64       +   │ padding         │
 *     │ ...                           │                 │
 *     │ what is wrong, in one line         [  Record  ] │
 *     └─────────────────────────────────────────────────┘
 *
 * Everything that can be pressed carries TAG_DIALOG with a DIALOG_TAG of its part
 * and the number of its field or choice; CHROME_AROUND is around the dialog.
 */
#ifndef UPSWEEP_CHROME_DIALOG_H
#define UPSWEEP_CHROME_DIALOG_H

#include "window/chrome.h"

/* Draws FORM in the middle of ABOVE. */
void chrome_dialog(DisplayList *list, const Dialog *form,
                   const ChromeSize *size, Rect above);

#endif
