/* SPDX-License-Identifier: MIT
 *
 * view_source - the kernel's own text, with the line that is running.
 *
 * As many lines as there is room for, the running one in their middle unless
 * the kernel ends sooner; the indentation that they share is left out.
 */
#ifndef UPSWEEP_VIEW_SOURCE_H
#define UPSWEEP_VIEW_SOURCE_H

#include "view/view.h"

void view_source(const View *view, Rect box);

#endif
