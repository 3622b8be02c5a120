/* SPDX-License-Identifier: MIT
 *
 * bar - the eight controls below the picture, and the menu of the others.
 *
 *     ├──────────────────────────────────────────────────────────────────┤
 *     │  <   (▶)   >    ━━━━┃┃●┃━━━━━━┃┃━━━━   [race] [1×] [?] [≡] [...]  │
 *     │ Back Play Step  step 5 of 15   orange:  Next  Speed Pre- De- More │
 *     │                                lanes wait            dict tails   │
 *     └──────────────────────────────────────────────────────────────────┘
 *
 * Where the window is narrow, the least important controls are in the menu
 * alone.
 */
#ifndef UPSWEEP_BAR_H
#define UPSWEEP_BAR_H

#include "ui/ui.h"
#include "window/command.h"
#include "window/session.h"

/* What is at the places of the position: a byte for each pixel of its width, of
 * PlayerMarks. */
typedef struct {
    uint8_t *columns;
    int width;
    uint64_t changes;      /* Session.changes when they were made */
    const uint32_t *steps; /* Player.step_ticks then */
    uint8_t all;           /* the marks of all */
} BarMarks;

void bar_marks_free(BarMarks *marks);

typedef struct {
    const Session *session;
    const CommandState *state;
    BarMarks *marks;
    const char *note; /* what happens with the files; or NULL */
    bool note_alarm;

} Bar;

/* What the user asks for. */
typedef struct {
    const Command *command; /* or NULL */
    int64_t tick;           /* to go to, or -1 */
    bool closes;            /* the menu */
} BarAnswer;

/* The height of the bar in whole pixels. */
double bar_height(const Ui *ui);
BarAnswer bar_show(Ui *ui, const Bar *bar, Rect box);
/* The menu over ABOVE, at its lower right; *FIRST is its first row. */
BarAnswer bar_menu(Ui *ui, const Bar *bar, Rect above, int *first);

#endif
