/* SPDX-License-Identifier: MIT
 *
 * view_source - draws the source of the kernel and highlights the running line.
 *
 * As many lines are shown as there is room for.  The running line is in the
 * middle, except near the start and end of the kernel.  The indentation that
 * all lines share is left out.
 */
#ifndef UPSWEEP_VIEW_SOURCE_H
#define UPSWEEP_VIEW_SOURCE_H

#include "view/view.h"

/* Draws the view in BOX. */
void view_source(const View *view, Rect box);

#endif
