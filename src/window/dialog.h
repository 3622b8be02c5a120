/* SPDX-License-Identifier: MIT
 *
 * dialog - fields to fill in, by keyboard or mouse; see chrome_dialog for how
 * they look and panel for what they are about.
 *
 *     Up, Down, Tab     from field to field, and to the button
 *     Left, Right       the choice before and after; a number less and more
 *     letters, digits   write into the field
 *     Return, Escape    done, or leave
 *
 * A form is a plain value that knows no window: keys and presses change it and
 * are answered with what has come of it.
 */
#ifndef UPSWEEP_DIALOG_H
#define UPSWEEP_DIALOG_H

#include "util/base.h"

enum { DIALOG_FIELDS = 12, DIALOG_TEXT = 512 };

typedef struct {
    const char *label;
    const char *const *choices; /* NULL-terminated, or NULL: there are none */
    const char *const *notes;   /* one beside each choice, or NULL */
    uint32_t least, most;       /* of a number; most 0: it is none */
    bool doubles;               /* less and more are half and double */
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

/* What a press was on; the index says which field, or which choice. */
typedef enum {
    DIALOG_GROUND,
    DIALOG_FIELD,
    DIALOG_LESS,
    DIALOG_MORE,
    DIALOG_CHOICE, /* of the field in focus */
    DIALOG_BUTTON,
    DIALOG_CLOSE
} DialogPart;

/* Both as the index of a tag. */
#define DIALOG_TAG(part, index) ((uint32_t)(part) << 16 | (uint32_t)(index))
#define DIALOG_TAG_PART(tag)    ((DialogPart)((tag) >> 16))
#define DIALOG_TAG_INDEX(tag)   ((tag)&0xffffu)

typedef enum { DIALOG_GOES_ON, DIALOG_IS_DONE, DIALOG_IS_LEFT } FormAnswer;

/* KEY is named as commands name it: "Tab", "Shift+Tab", "Return", "A". */
FormAnswer dialog_key(Dialog *form, const char *key);
void dialog_type(Dialog *form, const char *text);
FormAnswer dialog_press(Dialog *form, DialogPart part, uint32_t index);

/* The number in a field, within its bounds; false and ERROR_USAGE if it is
 * none, or out of them. */
bool dialog_number(const DialogField *field, uint32_t *number, Error *error);
/* Which of its choices the field has; -1 if it has something else. */
int dialog_choice(const DialogField *field);
void dialog_set(DialogField *field, const char *value);
/* What went wrong, shown in one line; NULL: nothing. */
void dialog_fail(Dialog *form, const Error *error);

#endif
