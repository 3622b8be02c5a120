/* SPDX-License-Identifier: MIT
 *
 * dialog - fields to fill in by keyboard or mouse.  dialogs.h has the dialogs
 * of the window.
 *
 *     ┌ Record a run ──────────────────────────────── × ┐
 *     │ first        − leftright  +   │ nopadding       │
 *     │ second       − padding    +   │ leftright  ◄    │
 *     │ elements, n  −   64       +   │ padding         │
 *     │ ...                           │                 │
 *     │ what is wrong, in one line         [  Record  ] │
 *     └─────────────────────────────────────────────────┘
 *
 *     Up, Down, Tab     from field to field, and to the button
 *     Left, Right       the choice before and after; a number less and more
 *     letters, digits   write into the field
 *     Return, Escape    done, or leave
 *
 * A Dialog is a plain value that does not use the window: functions for keys
 * and presses change the value and return whether the user is done.
 */
#ifndef UPSWEEP_DIALOG_H
#define UPSWEEP_DIALOG_H

#include "draw/display_list.h"

enum { DIALOG_FIELDS = 24, DIALOG_TEXT = 512, DIALOG_MESSAGE = 1024 };

typedef struct {
    const char *label;
    const char *const *choices; /* NULL-terminated, or NULL: there are none */
    const char *const *notes;   /* one beside each choice, or NULL */
    uint32_t least, most;       /* of a number; most 0: not a number */
    bool doubles;               /* less and more halve and double it */
    bool open; /* choices are proposals: what begins one stays as it is */
    char value[DIALOG_TEXT]; /* UTF-8 */
} DialogField;

typedef struct {
    const char *title, *verb;     /* "Record a run"; on its button: "Record" */
    char message[DIALOG_MESSAGE]; /* paragraphs instead of fields; or "" */
    DialogField fields[DIALOG_FIELDS];
    int count;
    int focus;  /* a field, or COUNT: the button */
    bool fresh; /* what is typed next replaces the value */
    char error[DIALOG_TEXT];
} Dialog;

/* The part that was pressed; an index says which field or choice. */
typedef enum {
    DIALOG_GROUND,
    DIALOG_FIELD,
    DIALOG_LESS,
    DIALOG_MORE,
    DIALOG_CHOICE, /* of the field in focus */
    DIALOG_BUTTON,
    DIALOG_CLOSE
} DialogPart;

typedef enum { DIALOG_GOES_ON, DIALOG_IS_DONE, DIALOG_IS_LEFT } DialogAnswer;

/* Handles a key, named as commands name it: "Tab", "Shift+Tab", "Return", "A".
 */
DialogAnswer dialog_key(Dialog *dialog, const char *key);
/* Inserts typed text into the field in focus. */
void dialog_type(Dialog *dialog, const char *text);
/* Handles a press on a part. */
DialogAnswer dialog_press(Dialog *dialog, DialogPart part, uint32_t index);

/* Sets *NUMBER to the number in a field; false and ERROR_USAGE if the value is
 * not a number within the bounds of the field. */
bool dialog_number(const DialogField *field, uint32_t *number, Error *error);
/* The index of the choice that is the value of the field, or -1. */
int dialog_choice(const DialogField *field);
/* Sets the value of a field. */
void dialog_set(DialogField *field, const char *value);
/* Shows an error in one line; NULL clears it. */
void dialog_fail(Dialog *dialog, const Error *error);

/* True if a field of the dialog has choices. */
bool dialog_has_choices(const Dialog *dialog);
/* Draws the dialog in the middle of ABOVE, with its fields, and beside them the
 * choices of the one in focus.  UNIT is the pixels of a pixel at 1080 lines,
 * LEAST the smallest size of text in pixels.  What can be pressed carries
 * THING_DIALOG with its part and the number of its field or choice. */
void dialog_draw(DisplayList *list, const Dialog *dialog, Rect above,
                 double unit, double least);

#endif
