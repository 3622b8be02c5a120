/* SPDX-License-Identifier: MIT
 *
 * icon - draws the icons on the buttons of the window, as strokes.
 */
#ifndef UPSWEEP_ICON_H
#define UPSWEEP_ICON_H

#include "draw/display_list.h"

typedef enum {
    ICON_NONE, /* no button */
    ICON_FIRST,
    ICON_BACK_PHASE,
    ICON_BACK_STEP,
    ICON_BACK,
    ICON_PLAY,
    ICON_PAUSE,
    ICON_FORWARD,
    ICON_FORWARD_STEP,
    ICON_FORWARD_PHASE,
    ICON_LAST,
    ICON_SLOWER,
    ICON_FASTER,
    ICON_MOTION,
    ICON_CLOCK,
    ICON_BACK_CONFLICT,
    ICON_CONFLICT,
    ICON_BACK_RACE,
    ICON_RACE,
    ICON_PREVIOUS_MARK,
    ICON_MARK,
    ICON_NEXT_MARK,
    ICON_STEP,
    ICON_START,
    ICON_RUN,
    ICON_LABELS,
    ICON_TIME,
    ICON_CHART,
    ICON_SMALLER,
    ICON_LARGER,
    ICON_PROJECTOR,
    ICON_THEME,
    ICON_BLANK,
    ICON_SAVE,
    ICON_FULL,
    ICON_TOOLBAR,
    ICON_WORDS,
    ICON_HELP,
    ICON_QUIT
} Icon;

/* Draws ICON in a square BOX; ALPHA is under 1 for a disabled button. */
void icon_draw(DisplayList *list, Rect box, Icon icon, double alpha);

#endif
