/* SPDX-License-Identifier: MIT
 *
 * lesson - see lesson.h.
 */
#include "lesson/lesson.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool lesson_error(const Lesson *lesson, int line, Error *error,
                  const char *format, ...)
{
    va_list arguments;
    char text[400];

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_set(error, ERROR_USAGE, "%.100s:%d: %s", lesson->file, line,
                     text);
}

char *lesson_path(const Lesson *lesson, const char *name)
{
    const char *slash = strrchr(lesson->name, '/');
    Text path = {0};

    if (!slash && !strchr(lesson->name, '.'))
        return NULL;
    text_add(&path, "%.*s%s", slash ? (int)(slash + 1 - lesson->name) : 0,
             lesson->name, name);
    return path.text;
}

static void numbers_free(char **numbers, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        free(numbers[i]);
    free(numbers);
}

static void stop_free(LessonStop *stop)
{
    free(stop->title);
    free(stop->text);
    free(stop->note);
    free(stop->show);
    free(stop->command.memory);
    free(stop->edit);
    free(stop->edited);
    free(stop->question);
    free(stop->why);
    for (int i = 0; i < stop->points_count; ++i)
        free(stop->points[i]);
    for (int i = 0; i < stop->choices_count; ++i) {
        free(stop->choices[i].text);
        free(stop->choices[i].why);
    }
    numbers_free(stop->numbers, stop->numbers_count);
}

void lesson_free(Lesson *lesson)
{
    if (!lesson)
        return;
    for (size_t i = 0; i < lesson->stops_count; ++i)
        stop_free(lesson->stops + i);
    numbers_free(lesson->numbers, lesson->numbers_count);
    free(lesson->stops);
    free(lesson->name);
    free(lesson->file);
    free(lesson->title);
    free(lesson->goal);
    free(lesson);
}

bool lesson_has_question(const LessonStop *stop)
{
    return stop->question || stop->asks;
}

size_t lesson_words_in(const char *text)
{
    size_t words = 0;
    bool in = false, fact = false;

    for (; text && *text; ++text) {
        fact = *text == '{' || (fact && *text != '}');
        bool inside = fact || (*text != ' ' && *text != '\n');
        words += inside && !in;
        in = inside;
    }
    return words;
}

static bool is_among(char *const *numbers, size_t count, const char *word,
                     size_t length)
{
    for (size_t i = 0; i < count; ++i)
        if (strlen(numbers[i]) == length &&
            strncasecmp(word, numbers[i], length) == 0)
            return true;
    return false;
}

bool lesson_declares(const Lesson *lesson, const LessonStop *stop,
                     const char *word, size_t length)
{
    return is_among(lesson->numbers, lesson->numbers_count, word, length) ||
           is_among(stop->numbers, stop->numbers_count, word, length);
}
