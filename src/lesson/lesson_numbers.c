/* SPDX-License-Identifier: MIT */
#include "lesson/lesson_numbers.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { MOST_CODE = 120 };

typedef struct {
    const Lesson *lesson;
    const LessonStop *stop;
    int line;
    const LessonMoment *moment;
    char
        noun[LESSON_TOKEN_BYTES]; /* the last word that names a kind of thing */
    Error *error;
} Check;

/* Lines of the longest source of TRACE. */
static size_t most_lines(const Trace *trace)
{
    size_t most = 0;

    for (size_t s = 0; s < trace->sources_count; ++s) {
        size_t lines = 0;
        for (const char *at = trace->sources[s].text; *at; ++at)
            lines += *at == '\n';
        most = lines > most ? lines : most;
    }
    return most;
}

/* The bound of a kind of thing: below this number there are things of this
 * name; 0: it is no such kind. */
static double bound_of(const Check *check, const char *noun, double *least)
{
    double most = 0;

    *least = 0;
    for (int t = 0; t < check->moment->count; ++t) {
        const Trace *trace = check->moment->traces[t];
        const Run *run = &trace->run;
        const struct {
            const char *noun;
            double bound, least;
        } kinds[] = {{"cell", run->words, 0},
                     {"bank", run->k, 0},
                     {"thread", run->threads, 0},
                     {"lane", run->k, 0},
                     {"warp", (run->threads + run->k - 1) / run->k, 0},
                     {"element", run->n, 0},
                     {"input", run->n, 0},
                     {"output", run->n, 0},
                     {"block", run->blocks, 0},
                     {"tile", run->blocks, 0},
                     {"level", base_log2(run->n) + 1, 1},
                     {"iteration", base_log2(run->n) + 1, 1},
                     {"launch", (double)trace->grids_count + 1, 1},
                     {"step", (double)trace->steps_count + 1, 1},
                     {"instruction", (double)trace->instructions_count + 1, 1},
                     {"line", (double)most_lines(trace) + 1, 1}};
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
            size_t length = strlen(kinds[i].noun);
            if (strncasecmp(noun, kinds[i].noun, length) != 0 ||
                (noun[length] && strcmp(noun + length, "s") != 0 &&
                 strcmp(noun + length, "es") != 0))
                continue;
            *least = kinds[i].least;
            most = kinds[i].bound > most ? kinds[i].bound : most;
        }
    }
    return most;
}

static bool is_declared(const Check *check, const char *word, size_t length)
{
    return lesson_declares(check->lesson, check->stop, word, length);
}

static bool undeclared(const Check *check, const char *word, size_t length)
{
    return lesson_error(check->lesson, check->line, check->error,
                        "\"%.*s\" is a literal; use {fact}, or declare it by "
                        "number:",
                        (int)(length < 40 ? length : 40), word);
}

/* A word with digits, or the noun before one. */
static bool check_word(Check *check, const char *word, size_t length)
{
    char text[LESSON_TOKEN_BYTES];
    double number, least, bound;

    if (length >= sizeof text)
        length = sizeof text - 1;
    memcpy(text, word, length);
    text[length] = '\0';
    size_t letters_count = strcspn(text, "0123456789");
    if (!text[letters_count]) {
        bool joins = strcmp(text, "and") == 0 || strcmp(text, "to") == 0 ||
                     strcmp(text, "or") == 0;
        if (!joins)
            memcpy(check->noun, text, length + 1);
        return true;
    }
    if (is_declared(check, word, length))
        return true;
    if (letters_count == 1 && lesson_is_number(text + 1, &number)) {
        bound = *text == 'T'   ? bound_of(check, "thread", &least)
                : *text == 'x' ? bound_of(check, "element", &least)
                : *text == 'S' ? 5
                               : 0;
        return number < bound || undeclared(check, word, length);
    }
    bound = bound_of(check, check->noun, &least);
    return (letters_count == 0 && lesson_is_number(text, &number) &&
            number >= least && number < bound) ||
           undeclared(check, word, length);
}

/* Code with digits stands in the sources that are shown, or is a command. */
static bool check_code(const Check *check, const char *code, size_t length)
{
    bool digits = false;
    char text[MOST_CODE + 1];

    for (size_t i = 0; i < length; ++i)
        digits |= isdigit((unsigned char)code[i]) != 0;
    if (!digits || is_declared(check, code, length) ||
        (length > 8 && strncmp(code, "upsweep ", 8) == 0))
        return true;
    if (length > MOST_CODE)
        return undeclared(check, code, length);
    memcpy(text, code, length);
    text[length] = '\0';
    for (int t = 0; t < check->moment->count; ++t) {
        const Trace *trace = check->moment->traces[t];
        for (size_t s = 0; s < trace->sources_count; ++s)
            if (strstr(trace->sources[s].text, text))
                return true;
    }
    return undeclared(check, code, length);
}

static bool is_part(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

/* The bytes of the word at TEXT; a point with a digit behind it is in it. */
static size_t word_length(const char *text)
{
    size_t length = 0;

    while (is_part(text[length]) || (length && text[length] == '.' &&
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
