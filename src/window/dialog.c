/* SPDX-License-Identifier: MIT
 *
 * dialog - handling keys and presses; see dialog.h.
 *
 * Words that begin a choice become that choice when the field is left: "le"
 * becomes "leftright".
 */
#include "window/dialog.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void dialog_set(DialogField *field, const char *value)
{
    snprintf(field->value, sizeof field->value, "%s", value);
}

void dialog_fail(Dialog *form, const Error *error)
{
    snprintf(form->error, sizeof form->error, "%s", error ? error->text : "");
}

int dialog_choice(const DialogField *field)
{
    for (int i = 0; field->choices && field->choices[i]; ++i)
        if (strcmp(field->choices[i], field->value) == 0)
            return i;
    return -1;
}

static int count_choices(const DialogField *field)
{
    int count = 0;

    while (field->choices && field->choices[count])
        ++count;
    return count;
}

bool dialog_number(const DialogField *field, uint32_t *number, Error *error)
{
    char *end;

    errno = 0;
    unsigned long value = strtoul(field->value, &end, 10);
    if (isdigit((unsigned char)field->value[0]) && !*end && !errno &&
        value >= field->least && value <= field->most) {
        *number = (uint32_t)value;
        return true;
    }
    return error_set(error, ERROR_USAGE,
                     "%s \"%.40s\": write a whole number from %u to %u",
                     field->label, field->value, field->least, field->most);
}

/* The field in focus, or NULL if that is the button. */
static DialogField *focused(Dialog *form)
{
    return form->focus < form->count ? form->fields + form->focus : NULL;
}

/* Turns the beginning of a choice into the choice. */
static void complete(DialogField *field)
{
    size_t length = strlen(field->value);

    if (!field->choices || length == 0 || dialog_choice(field) >= 0)
        return;
    for (int i = 0; field->choices[i]; ++i)
        if (strncasecmp(field->choices[i], field->value, length) == 0) {
            dialog_set(field, field->choices[i]);
            return;
        }
}

static void focus_on(Dialog *form, int focus)
{
    int places = form->count + 1;

    if (focused(form))
        complete(focused(form));
    form->focus = (focus + places) % places;
    form->fresh = true;
}

static uint32_t number_beside(const DialogField *field, uint32_t number,
                              int direction)
{
    uint64_t next = number;

    if (field->doubles)
        next = direction > 0 ? next * 2 : next / 2;
    else
        next = direction > 0 ? next + 1 : next > 0 ? next - 1 : 0;
    next = next < field->least ? field->least : next;
    return next > field->most ? field->most : (uint32_t)next;
}

/* The choice or number before or after. */
static void step(DialogField *field, int direction)
{
    int count = count_choices(field), at = dialog_choice(field);
    uint32_t number = field->least;
    Error ignored;

    if (field->most) {
        if (dialog_number(field, &number, &ignored))
            number = number_beside(field, number, direction);
        snprintf(field->value, sizeof field->value, "%u", number);
    } else if (count) {
        at = at < 0 ? (direction > 0 ? 0 : count - 1)
                    : (at + direction + count) % count;
        dialog_set(field, field->choices[at]);
    }
}

/* Takes away the last character, all bytes of it. */
static void erase(Dialog *form, DialogField *field)
{
    size_t length = form->fresh ? 0 : strlen(field->value);

    while (length > 0 && ((unsigned char)field->value[--length] & 0xc0) == 0x80)
        ;
    field->value[length] = '\0';
    form->fresh = false;
}

/* Room for it only as a whole: half a character is none. */
void dialog_type(Dialog *form, const char *text)
{
    DialogField *field = focused(form);
    size_t length, more = strlen(text);

    if (!field || more == 0 || (unsigned char)text[0] < ' ')
        return;
    if (field->most && !isdigit((unsigned char)text[0]))
        return;
    if (form->fresh)
        field->value[0] = '\0';
    form->fresh = false;
    dialog_fail(form, NULL);
    length = strlen(field->value);
    if (length + more < sizeof field->value)
        memcpy(field->value + length, text, more + 1);
}

static DialogAnswer done(Dialog *form)
{
    for (int i = 0; i < form->count; ++i)
        complete(form->fields + i);
    return DIALOG_IS_DONE;
}

DialogAnswer dialog_key(Dialog *form, const char *key)
{
    static const struct {
        const char *key;
        int focus, step;
    } moves[] = {{"Up", -1, 0},        {"Down", 1, 0},    {"Tab", 1, 0},
                 {"Shift+Tab", -1, 0}, {"Left", 0, -1},   {"Right", 0, 1},
                 {"PageUp", 0, -1},    {"PageDown", 0, 1}};
    DialogField *field = focused(form);

    if (strcmp(key, "Escape") == 0)
        return DIALOG_IS_LEFT;
    if (strcmp(key, "Return") == 0 || strcmp(key, "Keypad Enter") == 0)
        return done(form);
    if (!field && strcmp(key, "Space") == 0)
        return done(form);
    dialog_fail(form, NULL);
    if (field && strcmp(key, "Backspace") == 0)
        erase(form, field);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; ++i) {
        if (strcmp(moves[i].key, key) != 0)
            continue;
        if (moves[i].focus)
            focus_on(form, form->focus + moves[i].focus);
        else if (field)
            step(field, moves[i].step);
        form->fresh = true;
    }
    return DIALOG_GOES_ON;
}

DialogAnswer dialog_press(Dialog *form, DialogPart part, uint32_t index)
{
    DialogField *field = focused(form);
    bool is_field = (int)index < form->count;

    dialog_fail(form, NULL);
    if (part == DIALOG_CLOSE)
        return DIALOG_IS_LEFT;
    if (part == DIALOG_BUTTON)
        return done(form);
    if (part == DIALOG_CHOICE && field && (int)index < count_choices(field)) {
        dialog_set(field, field->choices[index]);
        form->fresh = true;
    }
    if (part != DIALOG_FIELD && part != DIALOG_LESS && part != DIALOG_MORE)
        return DIALOG_GOES_ON;
    if (is_field) {
        focus_on(form, (int)index);
        if (part != DIALOG_FIELD)
            step(form->fields + index, part == DIALOG_MORE ? 1 : -1);
    }
    return DIALOG_GOES_ON;
}
