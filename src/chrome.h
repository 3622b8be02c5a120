/* SPDX-License-Identifier: MIT
 *
 * chrome - what belongs to the window alone: toolbar, position strip, help and
 * messages, as a display list.
 *
 *     ┌──────────────────────────────────────────────────────┐
 *     │ the frame                                            │
 *     ├──────────────────────────────────────────────────────┤ ─┐
 *     │ ▬▬▬ ▬▬▬▬ ▬●▬▬ ▬▬▬ ▬▬▬▬▬▬▬    one piece a step         │  │ chrome_strip
 *     │ |‹ ‹ ▷ › ›|  − 2 /s +  7 / 85    status      ◐ ↓ ? × │  │ pixels
 *     └──────────────────────────────────────────────────────┘ ─┘
 *
 * The strip has its own place under the frame and never covers it; only the
 * help does, and a message while the strip is hidden.  Buttons carry TAG_BUTTON
 * and the number of their item, the position strip TAG_CHROME and
 * CHROME_POSITION.  Like a view, the chrome has no state and knows no window.
 */
#ifndef UPSWEEP_CHROME_H
#define UPSWEEP_CHROME_H

#include "canvas.h"
#include "player.h"

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
    ICON_THEME,
    ICON_SAVE,
    ICON_FULL,
    ICON_TOOLBAR,
    ICON_HELP,
    ICON_QUIT
} ChromeIcon;

/* Where on the toolbar: to the left, beside the speed, or to the right. */
typedef enum { CHROME_MOVE, CHROME_SPEED, CHROME_WINDOW } ChromeGroup;

#define CHROME_MAX_KEYS 4

/* A button of the toolbar, a row of the help, or both. */
typedef struct {
    const char *name;
    const char *help;
    const char *keys[CHROME_MAX_KEYS]; /* NULL after the last */
    const char *mouse;                 /* NULL: its button */
    ChromeIcon icon;
    ChromeGroup group;
    bool idle; /* would change nothing now */
} ChromeItem;

typedef struct {
    double width, height; /* of the window, pixels */
    const ChromeItem *items;
    int items_count;
    const Player *player;
    bool toolbar, help;
    int hover;           /* item under the pointer, or -1 */
    int64_t hover_beat;  /* where a click would go, or -1 */
    const char *message; /* NULL: none */
    bool alarm;          /* the message is about something that failed */
} Chrome;

/* Indexes of TAG_CHROME. */
enum { CHROME_GROUND, CHROME_POSITION, CHROME_HELP };

/* Height in whole pixels of the strip; 0 without a toolbar. */
int chrome_strip(int width, int height, bool toolbar);

/* Fills CANVAS (cleared first). */
void chrome_draw(Canvas *canvas, const Chrome *chrome);

/* The beat that X on the position strip of a drawn chrome stands for. */
uint32_t chrome_beat_at(const Canvas *canvas, const Player *player, double x);

#endif
