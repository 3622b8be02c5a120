/* SPDX-License-Identifier: MIT */
#include "ask/turn.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

bool turn_by_digit(const Question *question)
{
    return question->form == ANSWER_CHOICE ||
           (question->kind == QUESTION_BANK && question->k <= 8);
}

void turn_end(Turn *turn, TurnResult result)
{
    if (turn->result != TURN_OPEN)
        return;
    turn->result = result;
    turn->typed[0] = turn->error[0] = '\0';
}

void turn_answer(Turn *turn, const Question *question, const Answer *answer)
{
    turn->answer = *answer;
    turn_end(turn,
             question_is_right(question, answer) ? TURN_RIGHT : TURN_WRONG);
}

const Answer *turn_given(const Turn *turn)
{
    return turn->result == TURN_RIGHT || turn->result == TURN_WRONG
               ? &turn->answer
               : NULL;
}

static bool submit(Turn *turn, const Question *question, const char *typed)
{
    Answer answer;
    Error error;

    if (question_read(question, typed, &answer, &error))
        turn_answer(turn, question, &answer);
    else
        snprintf(turn->error, sizeof turn->error, "%.250s.", error.text);
    return true;
}

static bool hint(Turn *turn)
{
    turn->hinted = true;
    turn->error[0] = '\0';
    return true;
}

static bool add(Turn *turn, const char *text)
{
    size_t length = strlen(turn->typed);

    turn->error[0] = '\0';
    if (length + strlen(text) < sizeof turn->typed)
        snprintf(turn->typed + length, sizeof turn->typed - length, "%s", text);
    return true;
}

/* ---- Keys and lines ------------------------------------------------------ */

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

bool turn_key(Turn *turn, const Question *question, const char *key)
{
    char digit[2] = {digit_of(key), '\0'};
    size_t length = strlen(turn->typed);

    if (turn->result != TURN_OPEN)
        return false;
    if (digit[0])
        return turn_by_digit(question) ? submit(turn, question, digit)
                                       : add(turn, digit);
    if (strcmp(key, "H") == 0 && question->hint.length)
        return hint(turn);
    if (length && strcmp(key, "Space") == 0)
        return add(turn, " ");
    if (length && strcmp(key, "Backspace") == 0) {
        turn->typed[length - 1] = '\0';
        return add(turn, "");
    }
    if (length && is_enter(key))
        return submit(turn, question, turn->typed);
    if (!is_enter(key) && strcmp(key, "PageDown") != 0)
        return false;
    turn_end(turn, TURN_SHOWN);
    return true;
}

bool turn_type(Turn *turn, const char *text)
{
    return turn->result == TURN_OPEN && *text && !text[1] &&
           (*text == '-' || (turn->typed[0] && strchr(",.", *text))) &&
           add(turn, text);
}

bool turn_line(Turn *turn, const Question *question, const char *line)
{
    if (turn->result != TURN_OPEN)
        return false;
    if (strcmp(line, "?") == 0 && question->hint.length)
        return hint(turn);
    if (*line && strcmp(line, "-") != 0)
        return submit(turn, question, line);
    turn_end(turn, *line ? TURN_PASSED : TURN_SHOWN);
    return true;
}

/* ---- Presses ------------------------------------------------------------- */

/* Adds a thread to those typed, or takes it out. */
static bool toggle_thread(Turn *turn, const Question *question, uint32_t thread)
{
    Answer typed = {{0}, 0};
    Error error;
    Text text = {0};
    bool was = false;

    question_read(question, turn->typed, &typed, &error);
    for (int i = 0; i < typed.count; ++i) {
        if (typed.numbers[i] == thread)
            was = true;
        else
            text_add(&text, "%s%lld", text.length ? " " : "",
                     (long long)typed.numbers[i]);
    }
    if (!was)
        text_add(&text, "%s%u", text.length ? " " : "", thread);
    turn->typed[0] = '\0';
    add(turn, text.text ? text.text : "");
    text_free(&text);
    return true;
}

bool turn_press(Turn *turn, const Question *question, const Shape *shape)
{
    uint32_t number;

    if (turn->result != TURN_OPEN ||
        !question_pressed(question, shape, &number))
        return false;
    if (question->form == ANSWER_THREADS)
        return toggle_thread(turn, question, number);
    turn_answer(turn, question, &(Answer){{number}, 1});
    return true;
}
