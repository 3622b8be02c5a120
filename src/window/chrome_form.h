/* SPDX-License-Identifier: MIT
 *
 * chrome_form - how a form looks: its fields, and the choices of the one in
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
 * What can be pressed carries TAG_FORM and a FORM_TAG of its part and the
 * number of its field or choice; around the form is CHROME_AROUND.
 */
#ifndef UPSWEEP_CHROME_FORM_H
#define UPSWEEP_CHROME_FORM_H

#include "window/chrome.h"

/* In the middle of ABOVE. */
void chrome_form(Canvas *canvas, const Form *form, const ChromeSize *size,
                 Rect above);

#endif
