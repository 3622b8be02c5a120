/* SPDX-License-Identifier: MIT
 *
 * form - fields to fill in, by keyboard or mouse; see chrome_form for how they
 * look and panel for what they are about.
 *
 *     Up, Down, Tab     from field to field, and to the button
 *     Left, Right       the choice before and after; a number less and more
 *     letters, digits   write into the field
 *     Return, Escape    done, or leave
 *
 * A form is a plain value that knows no window: keys and presses change it and
 * are answered with what has come of it.
 */
#ifndef UPSWEEP_FORM_H
#define UPSWEEP_FORM_H

#include "base/base.h"

enum { FORM_FIELDS = 12, FORM_TEXT = 512 };

typedef struct {
    const char *label;
    const char *const *choices; /* NULL-terminated, or NULL: there are none */
    const char *const *notes;   /* one beside each choice, or NULL */
    uint32_t least, most;       /* of a number; most 0: it is none */
    bool doubles;               /* less and more are half and double */
    char value[FORM_TEXT];      /* UTF-8 */
} FormField;

typedef struct {
    const char *title, *verb; /* "What runs"; on its button: "Record" */
    FormField fields[FORM_FIELDS];
    int count;
    int focus;  /* a field, or COUNT: the button */
    bool fresh; /* what is typed next replaces the value */
    char error[FORM_TEXT];
} Form;

/* What a press was on; the index says which field, or which choice. */
typedef enum {
    FORM_GROUND,
    FORM_FIELD,
    FORM_LESS,
    FORM_MORE,
    FORM_CHOICE, /* of the field in focus */
    FORM_BUTTON,
    FORM_CLOSE
} FormPart;

/* Both as the index of a tag. */
#define FORM_TAG(part, index) ((uint32_t)(part) << 16 | (uint32_t)(index))
#define FORM_TAG_PART(tag)    ((FormPart)((tag) >> 16))
#define FORM_TAG_INDEX(tag)   ((tag)&0xffffu)

typedef enum { FORM_GOES_ON, FORM_IS_DONE, FORM_IS_LEFT } FormAnswer;

/* KEY is named as commands name it: "Tab", "Shift+Tab", "Return", "A". */
FormAnswer form_key(Form *form, const char *key);
void form_type(Form *form, const char *text);
FormAnswer form_press(Form *form, FormPart part, uint32_t index);

/* The number in a field, within its bounds; false and ERROR_USAGE if it is
 * none, or out of them. */
bool form_number(const FormField *field, uint32_t *number, Error *error);
/* Which of its choices the field has; -1 if it has something else. */
int form_choice(const FormField *field);
void form_set(FormField *field, const char *value);
/* What went wrong, shown in one line; NULL: nothing. */
void form_fail(Form *form, const Error *error);

#endif
