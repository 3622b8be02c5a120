/* SPDX-License-Identifier: MIT
 *
 * time_links - the lines over the lanes of the view of time: what blocks
 * publish, who sees it, and the critical path.
 *
 *     tile 0   ▪┃▪▪░░┃░░░░░■░┃▪▪     ■ published
 *                           ╲
 *     tile 1   ▪┃▪▪▪//////// ▼┃▪▪    ▼ sees it
 */
#ifndef UPSWEEP_TIME_LINKS_H
#define UPSWEEP_TIME_LINKS_H

#include "view/time_panel.h"

/* A square of SIZE pixels around X, Y: half full for an aggregate, full for a
 * prefix, empty for a state alone. */
void time_links_mark(const View *view, double x, double y, double size,
                     Published state);
/* The publications of block B, with their values over its first lane. */
void time_links_publications(const TimePanel *panel, uint32_t b);
/* True if LINK is an arrow from a block to another one. */
bool time_links_shows(const TimePanel *panel, const WordLink *link);
/* The arrows: those that are not needed first, so that the others lie over
 * them; if there are very many, the critical path's alone. */
void time_links_draw(const TimePanel *panel);
/* The critical path, from the end of the run to its start. */
void time_links_path(const TimePanel *panel);

#endif
