/* SPDX-License-Identifier: MIT */
#include "lesson/lesson_fill.h"

#include "view/thing_text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MOST_EXPRESSION = 120, MOST_CODE = 120 }; /* bytes */

/* ---- Facts -------------------------------------------------------------- */

/* An expression between { and }. */
typedef struct {
    const Lesson *lesson;
    int line;
    const LessonMoment *moment;
    char text[MOST_EXPRESSION + 1]; /* for errors */
    const char *at;                 /* what is not read yet */
    char token[LESSON_TOKEN_BYTES];
    Error *error;
} Expression;

static bool refuse(const Expression *expression, const char *why)
{
    return lesson_error(expression->lesson, expression->line, expression->error,
                        "{%.60s}: %s", expression->text, why);
}

/* Reads the next token; false, and an empty one, after the last. */
static bool next(Expression *expression)
{
    const char *from = expression->at + strspn(expression->at, " ");
    size_t length = strcspn(from, " ");

    expression->at = from + length;
    snprintf(expression->token, sizeof expression->token, "%.*s", (int)length,
             from);
    return length > 0;
}

/* Reads "of 28", "cell 28" or "28". */
static bool take_number(Expression *expression, LessonArguments *arguments)
{
    static const char *const fillers[] = {"of", "cell", "line", "thread"};
    const char *token = expression->token;
    double number;
    bool filler = true;

    while (filler && next(expression)) {
        filler = false;
        for (size_t i = 0; i < sizeof fillers / sizeof *fillers; ++i)
            filler |= strcmp(token, fillers[i]) == 0;
    }
    if (!*token)
        return refuse(expression, "this lacks a value, such as 28");
    if (!lesson_is_number(token, &number))
        return refuse(expression, "this takes a whole number");
    arguments->number = (uint32_t)number;
    return true;
}

/* Reads the arguments of a fact: a number, or two words. */
static bool take_arguments(Expression *expression, int count,
                           LessonArguments *arguments)
{
    if (count == 1)
        return take_number(expression, arguments);
    for (int i = 0; i < count; ++i) {
        if (!next(expression))
            return refuse(expression, "this lacks a value, such as 2048");
        memcpy(arguments->words[i], expression->token, LESSON_TOKEN_BYTES);
    }
    return true;
}

/* The fact that the token names, "2.T". */
static bool fact(Expression *expression, LessonValue *value)
{
    const LessonMoment *moment = expression->moment;
    LessonArguments arguments = {.number = 0};
    const char *token = expression->token;
    char name[LESSON_TOKEN_BYTES];
    bool other = isdigit((unsigned char)*token) && token[1] == '.';
    int t = other ? *token - '1' : 0;

    snprintf(name, sizeof name, "%s", token + (other ? 2 : 0));
    if (t < 0 || t >= moment->count)
        return refuse(expression, "the stop shows no such trace");
    int count = lesson_fact_arguments(name);
    if (count < 0)
        return refuse(expression, "there is no such fact; doc/lessons.md "
                                  "lists them");
    return take_arguments(expression, count, &arguments) &&
           (lesson_fact(moment, t, name, &arguments, value) ||
            refuse(expression, "the trace has no such thing at this moment"));
}

static bool term(Expression *expression, LessonValue *value)
{
    *value = (LessonValue){0};
    if (!next(expression))
        return refuse(expression, "this ends too soon");
    return lesson_is_number(expression->token, &value->number) ||
           fact(expression, value);
}

static bool combine(Expression *expression, const char *sign,
                    LessonValue *value, const LessonValue *right)
{
    double a = value->number, b = right->number;

    if (value->is_text || right->is_text)
        return refuse(expression, "this is not a number");
    value->text[0] = '\0';
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
                                  "values, and do not divide by 0");
    return true;
}

static bool evaluate(Expression *expression, LessonValue *value)
{
    char sign[LESSON_TOKEN_BYTES];
    LessonValue right;

    if (!term(expression, value))
        return false;
    if (!expression->text[strspn(expression->text, " 0123456789")])
        return refuse(expression, "a number is not a fact; leave out the {}");
    while (next(expression)) {
        memcpy(sign, expression->token, sizeof sign);
        if (!term(expression, &right) ||
            !combine(expression, sign, value, &right))
            return false;
    }
    return true;
}

/* Whole numbers as they are or in letters, others with two digits. */
static void print(const LessonValue *value, char how, Text *out)
{
    static const char *const letters[] = {"zero",  "one",  "two", "three",
                                          "four",  "five", "six", "seven",
                                          "eight", "nine", "ten", "eleven",
                                          "twelve"};
    double number = value->number;
    bool whole = number == floor(number);

    if (value->is_text || (value->text[0] && how == ' ')) {
        text_add(out, "%s", value->text);
    } else if (how != ' ' && number >= 0 && number <= 12 && whole) {
        const char *word = letters[(int)number];
        text_add(out, "%c%s",
                 how == '^' ? toupper((unsigned char)*word) : *word, word + 1);
    } else {
        text_add(out, whole || fabs(number) >= 10 ? "%.0f" : "%.1f", number);
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
        if (!end || end - text > MOST_EXPRESSION)
            return lesson_error(lesson, line, error,
                                "a { without its }; write {T}, for example");
        if (*text == '~' || *text == '^')
            how = *text++;
        Expression expression = {.lesson = lesson,
                                 .line = line,
                                 .moment = moment,
                                 .error = error};
        memcpy(expression.text, text, (size_t)(end - text));
        expression.at = expression.text;
        if (!evaluate(&expression, &value))
            return false;
        print(&value, how, out);
        text = end + 1;
    }
}

/* ---- Other numbers ------------------------------------------------------ */

typedef struct {
    const Lesson *lesson;
    const LessonStop *stop;
    int line;
    const LessonMoment *moment;
    char noun[LESSON_TOKEN_BYTES]; /* the last word that may name a thing */
    Error *error;
} Check;

/* True if a trace has NUMBER things called NOUN that view/thing_text.h does
 * not know. */
static bool is_counted(const Trace *trace, const char *noun, double number)
{
    const Run *run = &trace->run;
    const struct {
        const char *noun;
        double least, end;
    } kinds[] = {{"lane", 0, run->k},
                 {"warp", 0, (run->threads + run->k - 1) / run->k},
                 {"element", 0, run->n},
                 {"input", 0, run->n},
                 {"output", 0, run->n},
                 {"tile", 0, run->blocks},
                 {"level", 1, base_log2(run->n) + 1},
                 {"iteration", 1, base_log2(run->n) + 1}};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
        if (strcmp(noun, kinds[i].noun) == 0)
            return number >= kinds[i].least && number < kinds[i].end;
    return false;
}

/* True if the traces have the thing that NOUN ("cell", "Cells") and DIGITS
 * name. */
static bool is_thing(const Check *check, const char *noun, const char *digits)
{
    char one[LESSON_TOKEN_BYTES], name[2 * LESSON_TOKEN_BYTES];
    double number;
    Thing thing;
    Error ignored;
    bool found = false;

    if (!lesson_is_number(digits, &number))
        return false;
    snprintf(one, sizeof one, "%s", noun);
    *one = (char)tolower((unsigned char)*one);
    size_t length = strlen(one);
    if (length && one[length - 1] == 's')
        one[length - 1] = '\0';
    snprintf(name, sizeof name, "%s %s", one, digits);
    for (int t = 0; t < check->moment->count; ++t)
        found |= is_counted(check->moment->traces[t], one, number);
    return found || thing_read(name, check->moment->traces,
                               check->moment->count, &thing, &ignored);
}

static bool is_declared(const Check *check, const char *word, size_t length)
{
    return lesson_declares(check->lesson, check->stop, word, length) ||
           lesson_error(check->lesson, check->line, check->error,
                        "\"%.*s\" is a literal; use {fact}, or declare it by "
                        "number:",
                        (int)(length < 40 ? length : 40), word);
}

/* A word with digits, or the noun before one. */
static bool check_word(Check *check, const char *word, size_t length)
{
    char text[LESSON_TOKEN_BYTES];

    snprintf(text, sizeof text, "%.*s", (int)length, word);
    const char *digits = text + strcspn(text, "0123456789");
    if (!*digits) {
        if (strcmp(text, "and") != 0 && strcmp(text, "to") != 0 &&
            strcmp(text, "or") != 0)
            memcpy(check->noun, text, sizeof text);
        return true;
    }
    const char *noun = digits == text      ? check->noun
                       : digits > text + 1 ? ""
                       : *text == 'T'      ? "thread"
                       : *text == 'x'      ? "element"
                                           : "";
    return (*text == 'S' && digits[0] < '5' && !digits[1]) || /* a source */
           is_thing(check, noun, digits) || is_declared(check, word, length);
}

/* Code with digits is in the sources that are shown, or is a command. */
static bool check_code(const Check *check, const char *code, size_t length)
{
    char text[MOST_CODE + 1];

    snprintf(text, sizeof text, "%.*s", (int)length, code);
    if (!strpbrk(text, "0123456789") || strncmp(text, "upsweep ", 8) == 0)
        return true;
    for (int t = 0; length < sizeof text && t < check->moment->count; ++t) {
        const Trace *trace = check->moment->traces[t];
        for (size_t s = 0; s < trace->sources_count; ++s)
            if (strstr(trace->sources[s].text, text))
                return true;
    }
    return is_declared(check, code, length);
}

/* The bytes of the word at TEXT; a point between digits is in it. */
static size_t word_length(const char *text)
{
    size_t length = 0;

    while (isalnum((unsigned char)text[length]) || text[length] == '_' ||
           (length && text[length] == '.' &&
            isdigit((unsigned char)text[length - 1]) &&
            isdigit((unsigned char)text[length + 1])))
        ++length;
    return length;
}

bool lesson_check_numbers(const Lesson *lesson, const LessonStop *stop,
                          int line, const char *text,
                          const LessonMoment *moment, Error *error)
{
    Check check = {.lesson = lesson,
                   .stop = stop,
                   .line = line,
                   .moment = moment,
                   .error = error};

    while (*text) {
        const char end = *text == '{' ? '}' : *text == '`' ? '`' : '\0';
        const char *close = end ? strchr(text + 1, end) : NULL;
        size_t length = word_length(text);
        if (close && end == '`' &&
            !check_code(&check, text + 1, (size_t)(close - text - 1)))
            return false;
        if (length && !check_word(&check, text, length))
            return false;
        text = close ? close + 1 : text + (length ? length : 1);
    }
    return true;
}
