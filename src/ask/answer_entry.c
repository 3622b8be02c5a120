/* SPDX-License-Identifier: MIT */
#include "ask/answer_entry.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

bool answer_entry_by_digit(const Question *question, uint32_t k)
{
    return question->form == ANSWER_CHOICE ||
           (question->kind == QUESTION_BANK && k <= 8);
}

/* Reads TYPED as the answer. */
static EntryResult submit(AnswerEntry *entry, const Question *question,
                          const char *typed, Answer *answer)
{
    Error error;

    if (question_read(question, typed, answer, &error))
        return ENTRY_ANSWERS;
    snprintf(entry->error, sizeof entry->error, "%.250s.", error.text);
    return ENTRY_TAKES;
}

static EntryResult type(AnswerEntry *entry, const char *text)
{
    size_t length = strlen(entry->typed);

    entry->error[0] = '\0';
    if (length + strlen(text) < sizeof entry->typed)
        snprintf(entry->typed + length, sizeof entry->typed - length, "%s",
                 text);
    return ENTRY_TAKES;
}

/* ---- Keys ---------------------------------------------------------------- */

/* The digit that a key types, or '\0'. */
static char digit_of(const char *key)
{
    if (strncmp(key, "Keypad ", 7) == 0)
        key += 7;
    return isdigit((unsigned char)key[0]) && !key[1] ? key[0] : '\0';
}

static bool is_enter(const char *key)
{
    return strcmp(key, "Return") == 0 || strcmp(key, "Enter") == 0 ||
           strcmp(key, "Keypad Enter") == 0;
}

EntryResult answer_entry_key(AnswerEntry *entry, const Question *question,
                             uint32_t k, const char *key, Answer *answer)
{
    char digit[2] = {digit_of(key), '\0'};
    size_t length = strlen(entry->typed);

    if (digit[0] && answer_entry_by_digit(question, k))
        return submit(entry, question, digit, answer);
    if (digit[0])
        return type(entry, digit);
    if (strcmp(key, "Space") == 0)
        return type(entry, " ");
    if (strcmp(key, "Backspace") == 0) {
        if (length)
            entry->typed[length - 1] = '\0';
        return type(entry, "");
    }
    return length && is_enter(key)
               ? submit(entry, question, entry->typed, answer)
               : ENTRY_IGNORES;
}

bool answer_entry_type(AnswerEntry *entry, const char *text)
{
    if (!*text || text[1] || !strchr("-,.", *text))
        return false;
    type(entry, text);
    return true;
}

/* ---- Presses ------------------------------------------------------------- */

/* Adds a thread to those typed, or takes it out. */
static void toggle_thread(AnswerEntry *entry, const Question *question,
                          uint32_t thread)
{
    Answer typed = {{0}, 0};
    Error error;
    Text text = {0};
    bool was = false;

    question_read(question, entry->typed, &typed, &error);
    for (int i = 0; i < typed.count; ++i) {
        if (typed.numbers[i] == thread)
            was = true;
        else
            text_add(&text, "%s%lld", text.length ? " " : "",
                     (long long)typed.numbers[i]);
    }
    if (!was)
        text_add(&text, "%s%u", text.length ? " " : "", thread);
    snprintf(entry->typed, sizeof entry->typed, "%s",
             text.text ? text.text : "");
    entry->error[0] = '\0';
    text_free(&text);
}

EntryResult answer_entry_press(AnswerEntry *entry, const Question *question,
                               uint32_t k, const Shape *shape, Answer *answer)
{
    uint32_t number;
    char typed[16];

    if (!question_pressed(question, k, shape, &number))
        return ENTRY_IGNORES;
    if (question->form == ANSWER_THREADS) {
        toggle_thread(entry, question, number);
        return ENTRY_TAKES;
    }
    snprintf(typed, sizeof typed, "%u", number);
    return submit(entry, question, typed, answer);
}
