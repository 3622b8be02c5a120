/* SPDX-License-Identifier: MIT
 *
 * panel_badge - the badge in the corner of a trace's panel: what its running
 * step or instruction costs, and at the end the verdict.
 */
#ifndef UPSWEEP_PANEL_BADGE_H
#define UPSWEEP_PANEL_BADGE_H

#include "view/verdict_text.h"

/* Why a trace waits for the trace beside it, or how it compares on the clock of
 * cycles. */
typedef struct {
    const char *other; /* the name of the trace that it waits for; or NULL */
    char standing[48]; /* "5 cycles behind"; or "" */
} PanelWait;

/* The running instruction as say.h counts: as they lie, from 1. */
size_t panel_badge_number(const View *view);
/* What the badge of a panel says, its details in WIDTH pixels; free it with
 * badge_free. */
Badge panel_badge(const View *view, PanelWait wait, double width);
/* Draws it in BOX; leaves it out if its text does not fit.  In a badge of one
 * line, the gap on the clock of cycles takes the place of the verdict, which
 * queues and sentence show too; but not of one that is louder. */
void panel_badge_draw(const View *view, Rect box, PanelWait wait);

#endif
