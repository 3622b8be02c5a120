/* SPDX-License-Identifier: MIT
 *
 * lesson_reader - see lesson_reader.h.
 */
#include "lesson/lesson_reader.h"

#include "lesson/lesson_keys.h"
#include "util/printable.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINE = 1000 };

/* Gives the entry that has ended to its key. */
static bool end_entry(LessonReader *reader)
{
    LessonEntry *entry = &reader->entry;
    const char *value = entry->value.text ? entry->value.text : "";
    bool good = true;

    if (entry->open && !entry->key)
        good = lesson_keys_text(reader, value);
    else if (entry->open)
        good = entry->key->take(reader, value);
    entry->open = false;
    entry->value.length = 0;
    if (entry->value.text)
        entry->value.text[0] = '\0';
    return good;
}

/* True if LINE starts with small letters and a colon: a key. */
static bool is_key(const char *line, size_t length, size_t *name)
{
    *name = 0;
    while (*name < length && *name < LESSON_MOST_KEY &&
           islower((unsigned char)line[*name]))
        ++*name;
    return *name > 0 && *name < length && line[*name] == ':' &&
           (*name + 1 == length || line[*name + 1] == ' ');
}

/* Begins an entry of KEY, whose value starts with LENGTH bytes. */
static bool begin_entry(LessonReader *reader, const LessonKey *key,
                        const char *value, size_t length)
{
    bool good = end_entry(reader);

    reader->entry.key = key;
    reader->entry.open = true;
    reader->entry.line = reader->line;
    while (length && *value == ' ')
        ++value, --length;
    text_add_bytes(&reader->entry.value, value, length);
    if (!good || !key)
        return good;
    if (!(key->place & (reader->stop ? KEY_STOP : KEY_HEAD)))
        return lesson_wrong(reader,
                            reader->stop
                                ? "%s: belongs before the first stop:"
                                : "%s: belongs to a stop; write stop: above "
                                  "it",
                            key->name);
    return true;
}

static bool begin_key(LessonReader *reader, const char *line, size_t length,
                      size_t name)
{
    const LessonKey *key = lesson_key(line, name);

    if (key)
        return begin_entry(reader, key, line + name + 1, length - name - 1);
    if (!end_entry(reader))
        return false;
    reader->entry.line = reader->line;
    return lesson_wrong(
        reader,
        "there is no key \"%.*s:\"; the keys are title, goal, order, "
        "optional, number, stop, show, edit, at, view, hide, point, note, "
        "question, ask, why and summary (a sentence starts with a capital)",
        (int)name, line);
}

/* LINE has no end and no blanks behind it. */
static bool read_line(LessonReader *reader, const char *line, size_t length)
{
    LessonEntry *entry = &reader->entry;
    size_t name;

    if (length == 0)
        return end_entry(reader);
    if (*line == '#')
        return true;
    if (is_key(line, length, &name))
        return begin_key(reader, line, length, name);
    if ((*line == '-' || *line == '+') && length > 1 && line[1] == ' ')
        return begin_entry(reader, lesson_key(line, 1), line + 2, length - 2);
    if (!entry->open)
        return begin_entry(reader, NULL, line, length);
    if (entry->value.length + length > LESSON_MOST_TEXT)
        return lesson_wrong(reader,
                            "more than %d bytes without a blank line; write "
                            "less",
                            LESSON_MOST_TEXT);
    while (length && *line == ' ')
        ++line, --length;
    text_add(&entry->value, entry->value.length ? " " : "");
    text_add_bytes(&entry->value, line, length);
    return true;
}

/* Is a line something that may be printed? */
static bool check_line(LessonReader *reader, const char *line, size_t length)
{
    char text[MOST_LINE + 1];

    reader->entry.line = reader->entry.open ? reader->entry.line : reader->line;
    if (length <= MOST_LINE && memchr(line, '\0', length) == NULL) {
        memcpy(text, line, length);
        text[length] = '\0';
        if (printable_is(text))
            return true;
    }
    reader->entry.line = reader->line;
    if (length > MOST_LINE)
        return lesson_wrong(reader, "a line of %zu bytes; write %d at most",
                            length, MOST_LINE);
    return lesson_wrong(reader,
                        "a byte that is no printable UTF-8; tabs are none");
}

static bool read_lines(LessonReader *reader, const char *text, size_t length)
{
    const char *end = text + length;

    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const char *next = stop ? stop + 1 : end;
        size_t bytes = (size_t)((stop ? stop : end) - text);
        if (bytes && text[bytes - 1] == '\r')
            --bytes;
        while (bytes && text[bytes - 1] == ' ')
            --bytes;
        ++reader->line;
        if (!check_line(reader, text, bytes) || !read_line(reader, text, bytes))
            return false;
        text = next;
    }
    return end_entry(reader);
}

/* A minute for each 120 words and for each question, and what is left. */
static uint32_t minutes_of(const Lesson *lesson)
{
    enum { WORDS_A_MINUTE = 120 };
    size_t words = 0, questions = 0;

    for (size_t i = 0; i < lesson->stops_count; ++i) {
        const LessonStop *stop = lesson->stops + i;
        words += lesson_words_in(stop->text) + lesson_words_in(stop->question) +
                 lesson_words_in(stop->why);
        questions += stop->question || stop->asks;
    }
    return (uint32_t)(questions + words / WORDS_A_MINUTE + 1);
}

/* Puts the goal above the text of the first stop. */
static void say_goal(Lesson *lesson)
{
    Text text = {0};
    char **first = &lesson->stops->text;

    text_add(&text, "After this lesson you can %s.\n%s", lesson->goal, *first);
    free(*first);
    *first = text.text;
}

/* Is the lesson whole? */
static bool check_lesson(LessonReader *reader)
{
    Lesson *lesson = reader->lesson;

    if (!lesson_keys_end_stop(reader))
        return false;
    reader->entry.line = reader->line ? reader->line : 1;
    if (!lesson->title)
        return lesson_wrong(reader, "a lesson without a title:");
    if (!lesson->goal)
        return lesson_wrong(reader, "a lesson without a goal:");
    if (lesson->stops_count == 0)
        return lesson_wrong(reader, "a lesson without a stop:");
    if (!reader->stop->sums_up)
        return lesson_wrong(reader, "a lesson without a summary: at its end");
    say_goal(lesson);
    lesson->minutes = minutes_of(lesson);
    return true;
}

Lesson *lesson_read(const char *name, const char *file, const char *text,
                    size_t length, Error *error)
{
    Lesson *lesson = base_alloc(1, sizeof *lesson);
    LessonReader reader = {.lesson = lesson, .error = error};

    lesson->name = base_strdup(name);
    lesson->file = base_strdup(file);
    bool good = length <= LESSON_MOST_BYTES
                    ? read_lines(&reader, text, length) && check_lesson(&reader)
                    : lesson_error(lesson, 1, error,
                                   "the file has %zu bytes; a lesson has %d at "
                                   "most",
                                   length, LESSON_MOST_BYTES);
    text_free(&reader.entry.value);
    if (good)
        return lesson;
    lesson_free(lesson);
    return NULL;
}
