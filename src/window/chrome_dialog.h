/* SPDX-License-Identifier: MIT
 *
 * chrome_dialog - how a form looks: its fields, and the choices of the one in
 * focus beside them.
 *
 *     ┌ What runs ─────────────────────────────────── × ┐
 *     │ first        − leftright  +   │ nopadding       │
 *     │ second       − padding    +   │ leftright  ◄    │
 *     │ elements, n  −   64       +   │ padding         │
 *     │ ...                           │                 │
 *     │ what is wrong, in one line         [  Record  ] │
 *     └─────────────────────────────────────────────────┘
 *
 * What can be pressed carries TAG_FORM and a DIALOG_TAG of its part and the
 * number of its field or choice; around the form is CHROME_AROUND.
 */
#ifndef UPSWEEP_CHROME_DIALOG_H
#define UPSWEEP_CHROME_DIALOG_H

#include "window/chrome.h"

/* In the middle of ABOVE. */
void chrome_dialog(DisplayList *list, const Dialog *form,
                   const ChromeSize *size, Rect above);

#endif
