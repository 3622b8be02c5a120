/* SPDX-License-Identifier: MIT
 *
 * dialog - a form with fields to fill in by keyboard or mouse.  chrome_dialog
 * draws it; dialogs.h has the dialogs of the window.
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

#include "util/base.h"

enum { DIALOG_FIELDS = 12, DIALOG_TEXT = 512 };

typedef struct {
    const char *label;
    const char *const *choices; /* NULL-terminated, or NULL: there are none */
    const char *const *notes;   /* one beside each choice, or NULL */
    uint32_t least, most;       /* of a number; most 0: not a number */
    bool doubles;               /* less and more halve and double it */
    char value[DIALOG_TEXT];    /* UTF-8 */
} DialogField;

typedef struct {
    const char *title, *verb; /* "What runs"; on its button: "Record" */
    DialogField fields[DIALOG_FIELDS];
    int count;
    int focus;  /* a field, or COUNT: the button */
    bool fresh; /* what is typed next replaces the value */
    char error[DIALOG_TEXT];
} Dialog;

/* The part that was pressed; an index tells which field or choice. */
typedef enum {
    DIALOG_GROUND,
    DIALOG_FIELD,
    DIALOG_LESS,
    DIALOG_MORE,
    DIALOG_CHOICE, /* of the field in focus */
    DIALOG_BUTTON,
    DIALOG_CLOSE
} DialogPart;

/* A part and its index combined in the index of a tag, and the reverse. */
#define DIALOG_TAG(part, index) ((uint32_t)(part) << 16 | (uint32_t)(index))
#define DIALOG_TAG_PART(tag)    ((DialogPart)((tag) >> 16))
#define DIALOG_TAG_INDEX(tag)   ((tag)&0xffffu)

typedef enum { DIALOG_GOES_ON, DIALOG_IS_DONE, DIALOG_IS_LEFT } DialogAnswer;

/* Handles a key, named as commands name it: "Tab", "Shift+Tab", "Return", "A".
 */
DialogAnswer dialog_key(Dialog *form, const char *key);
/* Inserts typed text into the field in focus. */
void dialog_type(Dialog *form, const char *text);
/* Handles a press on a part. */
DialogAnswer dialog_press(Dialog *form, DialogPart part, uint32_t index);

/* Sets *NUMBER to the number in a field; false and ERROR_USAGE if the value is
 * not a number within the bounds of the field. */
bool dialog_number(const DialogField *field, uint32_t *number, Error *error);
/* The index of the choice that is the value of the field, or -1. */
int dialog_choice(const DialogField *field);
/* Sets the value of a field. */
void dialog_set(DialogField *field, const char *value);
/* Shows an error in one line; NULL clears it. */
void dialog_fail(Dialog *form, const Error *error);

#endif
