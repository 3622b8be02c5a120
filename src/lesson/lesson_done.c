/* SPDX-License-Identifier: MIT */
#include "lesson/lesson_done.h"

#include "cli/state_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 256 };

static const char list_name[] = "lessons";

/* What the list calls a lesson: its name, or the full path of its file. */
static char *key_of(const Lesson *lesson)
{
    char *path = strchr(lesson->name, '/') || strchr(lesson->name, '.')
                     ? realpath(lesson->name, NULL)
                     : NULL;

    return path ? path : base_strdup(lesson->name);
}

/* Reads "7 12 banks" or, of a lesson that is done, "7 12! banks". */
static bool read_line(const char *line, size_t length, const char *key,
                      LessonDone *done)
{
    char mark;
    int start = 0;

    if (sscanf(line, "%7u %7u%c %n", &done->stop, &done->stops, &mark, &start) <
            3 ||
        start == 0 || (size_t)start >= length)
        return false;
    done->done = mark == '!';
    char *word = state_word(line + start, length - (size_t)start);
    bool same = word && strcmp(word, key) == 0;
    free(word);
    return same;
}

static LessonDone find(const char *text, const char *key)
{
    LessonDone done;

    for (const char *at = text; at && *at;) {
        size_t length = strcspn(at, "\n");
        if (read_line(at, length, key, &done))
            return done;
        at += length + (at[length] == '\n');
    }
    return (LessonDone){.stop = 0};
}

LessonDone lesson_done(const Lesson *lesson)
{
    char *text = state_read(list_name), *key = key_of(lesson);
    LessonDone done = find(text, key);

    free(text);
    free(key);
    return done;
}

static void add_line(Text *text, const LessonDone *done, const char *key)
{
    text_add(text, "%u %u%c ", done->stop, done->stops, done->done ? '!' : ' ');
    state_add_word(text, key);
    text_add(text, "\n");
}

void lesson_done_note(const Lesson *lesson, uint32_t stop)
{
    char *text = state_read(list_name), *key = key_of(lesson);
    LessonDone before = find(text, key), other;
    LessonDone now = {.stop = stop,
                      .stops = (uint32_t)lesson->stops_count,
                      .done = before.done || stop >= lesson->stops_count};
    Text list = {0};
    int lines = 1;

    add_line(&list, &now, key);
    for (const char *at = text; at && *at && lines < MOST_LINES; ++lines) {
        size_t length = strcspn(at, "\n");
        if (!read_line(at, length, key, &other))
            text_add(&list, "%.*s\n", (int)length, at);
        at += length + (at[length] == '\n');
    }
    if (before.stop != now.stop || before.stops != now.stops ||
        before.done != now.done)
        state_save(list_name, &list);
    text_free(&list);
    free(text);
    free(key);
}

size_t lesson_done_resume(const Lesson *lesson)
{
    LessonDone done = lesson_done(lesson);

    return done.stop > 1 && done.stop < lesson->stops_count ? done.stop - 1 : 0;
}
