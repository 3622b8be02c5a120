/* SPDX-License-Identifier: MIT
 *
 * setup - what runs, in a panel beside the picture, which follows at once.
 *
 *     ┌ Set-up ──────────── × ┐
 *     │ Algorithm             │
 *     │ [ LeftRight         ] │   a press: the list of algorithms
 *     │ Compared with         │
 *     │ [ Padding       ] [×] │
 *     │ Elements, n           │
 *     │ [−]   64          [+] │   half, double, or a number
 *     │ Banks, k              │
 *     │ [−]    4          [+] │
 *     │ 3 lanes of 4: type ...│   what is wrong with the field above
 *     └───────────────────────┘
 *
 * Fields that do not apply are not there: a program has arguments and what it
 * is expected to compute; a recorded trace has nothing to change but what it is
 * compared with.
 */
#ifndef UPSWEEP_SETUP_H
#define UPSWEEP_SETUP_H

#include "ui/ui.h"
#include "window/session.h"

enum { SETUP_TEXT = 512 };

typedef struct {
    Wanted *wanted;   /* what the fields say; NULL: nothing can be changed */
    bool is_open;     /* it was shown last time */
    uint64_t changes; /* Session.changes when the fields were filled in */
    char n[SETUP_TEXT], input[SETUP_TEXT], arguments[SETUP_TEXT];
    uint32_t edited; /* the field that is typed in, and not applied yet */
    uint32_t changed,
        failed; /* the field that was changed last; that is wrong */
    char error[SETUP_TEXT];
} Setup;

typedef enum {
    SETUP_GOES_ON,
    SETUP_CHANGED,        /* show WANTED */
    SETUP_CHOOSES_FIRST,  /* an algorithm is to be chosen */
    SETUP_CHOOSES_SECOND, /* one to compare with */
    SETUP_LEFT
} SetupAnswer;

/* Shows the panel in BOX, for what SESSION shows. */
SetupAnswer setup_show(Ui *ui, Setup *setup, const Session *session, Rect box);
/* Sets the first algorithm, or the second; "none" removes that. */
void setup_choose(Setup *setup, bool second, const char *name);
/* Shows WANTED's error at the field that was changed last. */
void setup_fail(Setup *setup, const Error *error);
/* Frees what SETUP owns, not SETUP. */
void setup_free(Setup *setup);

#endif
