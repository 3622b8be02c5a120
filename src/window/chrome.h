/* SPDX-License-Identifier: MIT
 *
 * chrome - what the window shows besides the picture: the bar, the start page,
 * and what lies over them.
 *
 *     ┌──────────────────────────────────────────────────────┐
 *     │ the picture                      card, menu, message │
 *     ├──────────────────────────────────────────────────────┤
 *     │ the band of a lesson                                 │
 *     ├──────────────────────────────────────────────────────┤
 *     │ < (▶) >   ━━━━━●━━━━━   [race] [1×] [?] [≡] [...]    │
 *     └──────────────────────────────────────────────────────┘
 *
 * It has no state and does not use SDL; see ui/ui.h.
 */
#ifndef UPSWEEP_CHROME_H
#define UPSWEEP_CHROME_H

#include "ui/ui.h"
#include "card/card.h"
#include "ask/band.h"
#include "window/bar.h"
#include "window/setup.h"
#include "window/start.h"

/* The sizes of the window, its text and its lengths. */
typedef struct {
    double width, height; /* pixels */
    double scale;         /* of text and all lengths; 0: 1 */
    double density;       /* pixels a point of the screen; 0: 1 */
    bool projector;       /* larger text */
} ChromeSize;

/* The first rows of what is scrolled. */
typedef struct {
    int menu, words, keys, card;
} ChromeScroll;

typedef struct {
    ChromeSize size;
    const Session *session;
    CommandState *state; /* of which panels that are closed change a flag */
    BarMarks *marks;
    ChromeScroll *scroll;
    Start *start;        /* the start page; NULL: the picture is shown */
    Dialog *dialog;      /* the open one; NULL: none */
    Setup *setup;        /* the panel that is open; NULL: it is not */
    const char *message; /* NULL: none */
    bool alarm;          /* the message is about something that failed */
    const char *note;    /* what happens with the files; NULL: nothing */
    bool note_alarm;
    const Band *band;  /* of a lesson or a quiz, or NULL */
    const char *fault; /* the title of the fault panel; NULL: there is none */
    const char *fault_lines;
    const Card *card; /* NULL: none is open */
    bool left;        /* it stands at the left */
} Chrome;

/* What the user has asked for. */
typedef struct {
    const Command *command; /* or NULL */
    int64_t tick;           /* to go to, or -1 */
    int line;               /* of the card, to follow, or -1 */
    StartChoice start;
    SetupAnswer setup;
    DialogAnswer dialog;
} ChromeAnswer;

/* Pixels of a pixel at 1080 lines; the smallest size of text, in pixels. */
double chrome_unit(const ChromeSize *size);
double chrome_smallest(const ChromeSize *size);

/* The height of the bar, in whole pixels. */
int chrome_strip(const ChromeSize *size);
/* The part of the window over the bar, and the band, if BAND. */
Rect chrome_above(const ChromeSize *size, bool band);

/* Cuts the room of the set-up panel off *ABOVE. */
Rect chrome_cut_setup(const ChromeSize *size, Rect *above);

/* Clears LIST, draws the chrome into it, and returns what INPUT did. */
ChromeAnswer chrome_show(Ui *ui, DisplayList *list, const Chrome *chrome,
                         const UiInput *input);

/* ---- panels.c ----------------------------------------------------------*/

typedef struct {
    int line;    /* that was pressed, from 0; or -1 */
    bool closes; /* the card */
} CardAnswer;

/* CARD at a side of ABOVE, from line *FIRST on if it is too long. */
CardAnswer panel_card(Ui *ui, const Card *card, bool left, Rect above,
                      int *first);
/* In the upper half of ABOVE, which leaves what runs in sight. */
bool panel_fault(Ui *ui, const char *title, const char *lines, Rect above);
bool panel_words(Ui *ui, Rect above, int *first);
bool panel_keys(Ui *ui, Rect above, int *first);
/* A line at the lower end of ABOVE; nothing closes it. */
void panel_message(Ui *ui, const char *message, bool alarm, Rect above);

#endif
