/* SPDX-License-Identifier: MIT
 *
 * question - reads and judges answers; see question.h.
 */
#include "ask/question.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void question_free(Question *question)
{
    for (int i = 0; i < QUESTION_CHOICES; ++i)
        free(question->choices[i]);
    text_free(&question->about);
    text_free(&question->sentence);
    text_free(&question->how);
    text_free(&question->hint);
    text_free(&question->answer);
    text_free(&question->why);
    *question = (Question){0};
}

bool question_same(const Question *a, const Question *b)
{
    return a->panel == b->panel && strcmp(a->about.text, b->about.text) == 0 &&
           strcmp(a->sentence.text, b->sentence.text) == 0 &&
           strcmp(a->answer.text, b->answer.text) == 0;
}

int question_choices(const Question *question)
{
    int count = 0;

    while (count < QUESTION_CHOICES && question->choices[count])
        ++count;
    return count;
}

/* ---- Answers --------------------------------------------------------------*/

/* The choice with the number that is TYPED, or that is TYPED, or the only one
 * that begins with it; else -1. */
static int read_choice(const Question *question, const char *typed)
{
    int found = -1, count = question_choices(question);

    if (typed[0] > '0' && typed[0] - '1' < count && !typed[1])
        return typed[0] - '1';
    for (int i = 0; i < count; ++i) {
        const char *choice = question->choices[i];
        if (strcmp(typed, choice) == 0)
            return i;
        if (*typed && strncasecmp(typed, choice, strlen(typed)) == 0)
            found = found == -1 ? i : -2;
    }
    return found < 0 ? -1 : found;
}

/* Reads all numbers in TYPED, up to MOST; -1 if there are more, or none.  A
 * minus right after a digit is a dash; other letters are passed over. */
static int read_numbers(const char *typed, int most, int64_t numbers[])
{
    int count = 0;

    for (const char *p = typed; *p;) {
        bool minus =
            *p == '-' &&
            (p == typed || (!isdigit((unsigned char)p[-1]) && p[-1] != '-')) &&
            isdigit((unsigned char)p[1]);
        if (!minus && !isdigit((unsigned char)*p)) {
            ++p;
            continue;
        }
        if (count == most)
            return -1;
        char *end;
        numbers[count++] = strtoll(p, &end, 10);
        p = end;
    }
    return count ? count : -1;
}

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

/* Sorts threads, each once. */
static void sort_threads(Answer *answer)
{
    int count = 0;

    qsort(answer->numbers, (size_t)answer->count, sizeof *answer->numbers,
          by_number);
    for (int i = 0; i < answer->count; ++i)
        if (i == 0 || answer->numbers[i] != answer->numbers[i - 1])
            answer->numbers[count++] = answer->numbers[i];
    answer->count = count;
}

static bool fits(const Question *question, const char *typed, Answer *answer)
{
    static const int most[] = {
        [ANSWER_NUMBER] = 1,
        [ANSWER_RANGE] = 2,
        [ANSWER_THREADS] = TRACE_MAX_BANKS,
    };

    if (question->form == ANSWER_CHOICE) {
        int choice = read_choice(question, typed);
        answer->numbers[0] = choice;
        answer->count = 1;
        return choice >= 0;
    }
    answer->count = read_numbers(typed, most[question->form], answer->numbers);
    if (answer->count < 0)
        return false;
    if (question->form == ANSWER_RANGE && answer->count == 1)
        answer->numbers[answer->count++] = answer->numbers[0];
    if (question->form == ANSWER_THREADS)
        sort_threads(answer);
    return true;
}

bool question_read(const Question *question, const char *typed, Answer *answer,
                   Error *error)
{
    *answer = (Answer){{0}, 0};
    while (isspace((unsigned char)*typed))
        ++typed;
    char *line = printable_name(typed, "", 200);
    for (size_t end = strlen(line);
         end && isspace((unsigned char)line[end - 1]); --end)
        line[end - 1] = '\0';
    bool ok = fits(question, line, answer) ||
              error_set(error, ERROR_USAGE, "\"%s\" is not an answer; write %s",
                        line, question->how.text);
    free(line);
    return ok;
}

bool question_is_right(const Question *question, const Answer *answer)
{
    const Answer *right = &question->right;

    return answer->count == right->count &&
           memcmp(answer->numbers, right->numbers,
                  (size_t)right->count * sizeof *right->numbers) == 0;
}

bool question_pressed(const Question *question, const Shape *shape,
                      uint32_t *number)
{
    ThingKind kind = shape->thing.kind;

    *number = shape->thing.a;
    if (question->form == ANSWER_CHOICE)
        return kind == THING_CHOICE &&
               *number < (uint32_t)question_choices(question);
    if (shape->thing.trace != question->panel + 1)
        return false;
    if (question->form == ANSWER_THREADS) {
        *number = shape->thread - 1;
        return shape->thread > 0;
    }
    if (question->kind != QUESTION_BANK)
        return question->click != THING_NONE && kind == question->click;
    if (kind == THING_CELL)
        *number %= question->k;
    return (kind == THING_CELL || kind == THING_QUEUE || kind == THING_PLACE ||
            kind == THING_BANK) &&
           *number < question->k;
}

const char *question_form_name(AnswerForm form)
{
    static const char *const names[] = {[ANSWER_NUMBER] = "number",
                                        [ANSWER_RANGE] = "range",
                                        [ANSWER_THREADS] = "threads",
                                        [ANSWER_CHOICE] = "choice"};

    return names[form];
}

/* The words around the number of an answer. */
typedef struct {
    const char *before, *after_one, *after;
} Unit;

static Unit unit_of(const Question *question)
{
    switch (question->kind) {
    case QUESTION_BANK:
        return (Unit){"bank ", "", ""};
    case QUESTION_CELL:
        return (Unit){"cell ", "", ""};
    case QUESTION_CYCLES:
        return (Unit){"", " cycle", " cycles"};
    default:
        return (Unit){"", "", ""};
    }
}

void question_list(const int64_t numbers[], int count, const char *prefix,
                   Text *text)
{
    for (int i = 0; i < count; ++i) {
        const char *between = i == 0 ? "" : i + 1 < count ? ", " : " and ";
        text_add(text, "%s%s%lld", between, prefix, (long long)numbers[i]);
    }
}

void question_answer(const Question *question, const Answer *answer, Text *text)
{
    const int64_t *x = answer->numbers;

    if (question->form == ANSWER_CHOICE) {
        text_add(text, "%s", question->choices[x[0]]);
    } else if (question->form == ANSWER_RANGE) {
        text_add(text, "x%lld..x%lld", (long long)x[0], (long long)x[1]);
    } else if (question->form == ANSWER_THREADS) {
        question_list(x, answer->count, "T", text);
    } else {
        Unit unit = unit_of(question);
        text_add(text, "%s%lld%s", unit.before, (long long)x[0],
                 x[0] == 1 ? unit.after_one : unit.after);
    }
}

void question_verdict(const Question *question, const Answer *answer,
                      Text *text)
{
    if (answer && question_is_right(question, answer))
        text_add(text, "Correct.");
    else
        text_add(text, "%sAnswer: %s.", answer ? "Not correct. " : "",
                 question->answer.text);
}
