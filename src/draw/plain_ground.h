/* SPDX-License-Identifier: MIT
 *
 * plain_ground - in print, grounds under texts that stripes would strike
 * through.
 */
#ifndef UPSWEEP_PLAIN_GROUND_H
#define UPSWEEP_PLAIN_GROUND_H

#include "draw/display_list.h"

/* Adds a plain rectangle under each text of LIST that stands on a shape which
 * has stripes in THEME_PRINT, at most as large as that. */
void plain_grounds_add(DisplayList *list);

#endif
