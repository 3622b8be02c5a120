/* SPDX-License-Identifier: MIT */
#include "lesson/lesson_fill.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <stdio.h>

enum { MOST_TOKENS = 24 };

typedef struct {
    const Lesson *lesson;
    int line;
    const LessonMoment *moment;
    const char *text; /* of the expression, for errors */
    int length;
    char tokens[MOST_TOKENS][LESSON_TOKEN_BYTES];
    int count, next;
    Error *error;
} Expression;

static bool refuse(const Expression *expression, const char *why)
{
    return lesson_error(expression->lesson, expression->line, expression->error,
                        "{%.*s}: %s",
                        expression->length > 60 ? 60 : expression->length,
                        expression->text, why);
}

static bool part(Expression *expression)
{
    const char *at = expression->text, *end = at + expression->length;

    while (at < end) {
        size_t blanks = strspn(at, " ");
        at += blanks;
        size_t length = strcspn(at, " }");
        if (at >= end || length == 0)
            break;
        if (length >= LESSON_TOKEN_BYTES || expression->count == MOST_TOKENS)
            return refuse(expression, "this is too long; write less");
        memcpy(expression->tokens[expression->count], at, length);
        expression->tokens[expression->count++][length] = '\0';
        at += length;
    }
    return expression->count > 0 || refuse(expression, "nothing is asked for");
}

static const char *take(Expression *expression)
{
    return expression->next < expression->count
               ? expression->tokens[expression->next++]
               : NULL;
}

/* The arguments of a fact: "cell 28", "of 28", "28", "leftright 2048". */
static bool take_arguments(Expression *expression, int count,
                           LessonArguments *arguments)
{
    double number;

    for (int i = 0; i < count; ++i) {
        const char *word = take(expression);
        while (word && count == 1 &&
               (strcmp(word, "of") == 0 || strcmp(word, "cell") == 0 ||
                strcmp(word, "line") == 0 || strcmp(word, "thread") == 0))
            word = take(expression);
        if (!word)
            return refuse(expression, "this lacks a value, such as 28");
        if (count == 1 && !lesson_is_number(word, &number))
            return refuse(expression, "this takes a whole number");
        snprintf(arguments->words[i], LESSON_TOKEN_BYTES, "%s", word);
        arguments->number = count == 1 ? (uint32_t)number : 0;
    }
    return true;
}

/* The fact that WORD names, "2.T". */
static bool tell(Expression *expression, const char *word, LessonValue *value)
{
    const LessonMoment *moment = expression->moment;
    LessonArguments arguments = {.number = 0};
    int t = 0;

    if (isdigit((unsigned char)*word) && word[1] == '.') {
        t = *word - '1';
        word += 2;
    }
    if (t < 0 || t >= moment->count)
        return refuse(expression, "the stop shows no such trace");
    int count = lesson_fact_arguments(word);
    if (count < 0)
        return refuse(expression, "there is no such fact; doc/lessons.md "
                                  "lists them");
    return take_arguments(expression, count, &arguments) &&
           (lesson_fact(moment, t, word, &arguments, value) ||
            refuse(expression, "the trace has no such thing at this moment"));
}

static bool term(Expression *expression, LessonValue *value)
{
    const char *word = take(expression);

    *value = (LessonValue){0};
    if (!word)
        return refuse(expression, "this ends too soon");
    return lesson_is_number(word, &value->number) ||
           tell(expression, word, value);
}

static bool combine(Expression *expression, const char *sign,
                    LessonValue *value, const LessonValue *right)
{
    double a = value->number, b = right->number;
    bool good = !value->is_text && !right->is_text;

    value->text[0] = '\0';
    if (!good)
        return refuse(expression, "this is no number");
    if (strcmp(sign, "+") == 0)
        value->number = a + b;
    else if (strcmp(sign, "-") == 0)
        value->number = a - b;
    else if (strcmp(sign, "*") == 0)
        value->number = a * b;
    else if (strcmp(sign, "/") == 0 && b != 0)
        value->number = a / b;
    else if (strcmp(sign, "div") == 0 && b != 0)
        value->number = floor(a / b);
    else if (strcmp(sign, "mod") == 0 && b >= 1)
        value->number = fmod(a, b);
    else
        return refuse(expression, "write + - * / div or mod between two "
                                  "values, and divide by none that is 0");
    return true;
}

static bool evaluate(Expression *expression, LessonValue *value)
{
    LessonValue right;

    if (!part(expression) || !term(expression, value))
        return false;
    if (expression->count == 1 &&
        isdigit((unsigned char)expression->tokens[0][0]) &&
        !strchr(expression->tokens[0], '.'))
        return refuse(expression, "a number by itself is no fact");
    for (const char *sign; (sign = take(expression));)
        if (!term(expression, &right) ||
            !combine(expression, sign, value, &right))
            return false;
    return true;
}

static const char *const letters[] = {"zero",  "one",  "two", "three",
                                      "four",  "five", "six", "seven",
                                      "eight", "nine", "ten", "eleven",
                                      "twelve"};

/* As text: whole numbers as they are, others with two digits. */
static void print(const LessonValue *value, char how, Text *out)
{
    double number = value->number;

    if (value->is_text || (value->text[0] && how == ' ')) {
        text_add(out, "%s", value->text);
    } else if (how != ' ' && number >= 0 && number <= 12 &&
               number == floor(number)) {
        const char *word = letters[(int)number];
        text_add(out, "%c%s",
                 how == '^' ? toupper((unsigned char)*word) : *word, word + 1);
    } else if (number == floor(number) || fabs(number) >= 100) {
        text_add(out, "%.0f", number);
    } else {
        text_add(out, fabs(number) < 10 ? "%.1f" : "%.0f", number);
    }
}

bool lesson_fill(const Lesson *lesson, int line, const char *text,
                 const LessonMoment *moment, Text *out, Error *error)
{
    for (;;) {
        size_t plain = strcspn(text, "{");
        char how = ' ';
        LessonValue value;
        text_add_bytes(out, text, plain);
        text += plain;
        if (!*text)
            return true;
        const char *end = strchr(++text, '}');
        if (!end || end - text > LESSON_MOST_EXPRESSION)
            return lesson_error(lesson, line, error,
                                "a { without its }; write {T}, for example");
        if (*text == '~' || *text == '^')
            how = *text++;
        Expression expression = {.lesson = lesson,
                                 .line = line,
                                 .moment = moment,
                                 .text = text,
                                 .length = (int)(end - text),
                                 .error = error};
        if (!evaluate(&expression, &value))
            return false;
        print(&value, how, out);
        text = end + 1;
    }
}
