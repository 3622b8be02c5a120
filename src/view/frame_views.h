/* SPDX-License-Identifier: MIT
 *
 * frame_views - what the views of one frame share: the room for queues, and who
 * waits for whom.
 */
#ifndef UPSWEEP_FRAME_VIEWS_H
#define UPSWEEP_FRAME_VIEWS_H

#include "view/view_panel.h"

/* Opens the views of SCENE on LIST, whose size is set, and sets the values that
 * the views share.  The caller closes each with view_close. */
void frame_views(DisplayList *list, const Scene *scene,
                 View views[PLAYER_MAX_TRACES]);

/* Whether trace T has executed all of its step or turn and waits for another,
 * which has more to do, or how it stands on the clock of cycles. */
PanelWait frame_wait(const Scene *scene, int t);

#endif
