/* SPDX-License-Identifier: MIT
 *
 * chrome - draws what the window adds to the frame: toolbar, position strip,
 * help, dialogs, messages and faults, as a display list.
 *
 *     ┌──────────────────────────────────────────────────────┐
 *     │ the frame                                            │
 *     ├──────────────────────────────────────────────────────┤ ─┐
 *     │ ▬▬▬ ▬▬▬▬ ▬●▬▬ ▬▬▬ ▬▬⚑▬▬▬▬    one piece a step         │  │ chrome_strip
 *     │ |‹ ‹ ▷ › ›|  − 2 /s +  7 / 85    status      ◐ ↓ ? × │  │ pixels
 *     └──────────────────────────────────────────────────────┘ ─┘
 *
 * The strip is under the frame and never covers it; only help, dialogs, the
 * fault panel, and a message while the strip is hidden do.  Buttons carry
 * THING_BUTTON and the number of their command, the position strip THING_CHROME
 * and CHROME_POSITION, the parts of a dialog THING_DIALOG (see dialog.h).  Like
 * a view, the chrome has no state and does not use the window.
 */
#ifndef UPSWEEP_CHROME_H
#define UPSWEEP_CHROME_H

#include "draw/display_list.h"
#include "lesson/lesson_band.h"
#include "window/card_panel.h"
#include "window/command.h"

/* The sizes of the window, its text and its lengths. */
typedef struct {
    double width, height; /* pixels */
    double scale;         /* of text and all lengths; 0: 1 */
    double density;       /* pixels a point of the screen; 0: 1 */
} ChromeSize;

typedef struct {
    ChromeSize size;
    const CommandState *state;
    const Dialog *dialog; /* the open one; NULL: none */
    int hover;            /* command under the pointer, or -1 */
    int64_t hover_tick;   /* the tick to which a click would go, or -1 */
    const char *message;  /* NULL: none */
    bool alarm;           /* the message is about something that failed */
    const char *note;     /* what happens with the files; NULL: nothing */
    bool note_alarm;
    const LessonBand *lesson; /* that is played, or NULL */
    const char *fault; /* the title of the fault panel; NULL: there is none */
    const char *fault_lines;
    const CardPanel *card; /* NULL: none is open */
} Chrome;

/* Indexes of THING_CHROME. */
enum {
    CHROME_GROUND,
    CHROME_POSITION,
    CHROME_TRACK, /* extends over all ticks */
    CHROME_MARK,
    CHROME_HELP,
    CHROME_FAULT, /* the fault panel */
    CHROME_WORDS, /* the glossary */
    CHROME_AROUND /* everything around a dialog */
};

/* The scale at which no text is under 24 pixels at 1080 lines. */
#define CHROME_PROJECTOR 2.1

/* Height in whole pixels of a lesson's band, over a strip of STRIP pixels. */
int chrome_band(const ChromeSize *size, int strip);
/* Height in whole pixels of the strip; 0 without a toolbar. */
int chrome_strip(const ChromeSize *size, bool toolbar);

/* Pixels of a pixel at 1080 lines. */
double chrome_unit(const ChromeSize *size);
/* The smallest size of text, in pixels. */
double chrome_smallest(const ChromeSize *size);

/* The part of the window over the strip. */
Rect chrome_above(const ChromeSize *size, bool toolbar);

/* Clears LIST and draws the chrome into it. */
void chrome_draw(DisplayList *list, const Chrome *chrome);

/* The tick at X on the position strip of a chrome drawn in LIST. */
uint32_t chrome_tick_at(const DisplayList *list, const Player *player,
                        double x);

#endif
