/* SPDX-License-Identifier: MIT
 *
 * lesson_keys - see lesson_keys.h.
 */
#include "lesson/lesson_keys.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ORDER = 999 };

/* ---- Errors ------------------------------------------------------------- */

bool lesson_wrong(const LessonReader *reader, const char *format, ...)
{
    va_list arguments;
    char text[400];

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return lesson_error(reader->lesson, reader->entry.line, reader->error, "%s",
                        text);
}

/* ---- Values ------------------------------------------------------------- */

/* Puts a copy of VALUE, which may have MOST bytes, into *PLACE. */
static bool set(const LessonReader *reader, char **place, const char *value,
                size_t most)
{
    const char *name = reader->entry.key ? reader->entry.key->name : "text";

    if (*place)
        return lesson_wrong(reader, "there are two of %s:; write one", name);
    if (!*value)
        return lesson_wrong(reader,
                            "%s: is empty; write something, or leave it out",
                            name);
    if (strlen(value) > most)
        return lesson_wrong(reader, "%s: has %zu bytes; write %zu at most",
                            name, strlen(value), most);
    *place = base_strdup(value);
    return true;
}

/* A whole number from LEAST to MOST at *TEXT, which moves on. */
static bool number_at(const char **text, uint32_t least, uint32_t most,
                      uint32_t *number)
{
    char *end;

    errno = 0;
    unsigned long value = strtoul(*text, &end, 10);
    if (!isdigit((unsigned char)**text) || errno || value < least ||
        value > most)
        return false;
    *text = end;
    *number = (uint32_t)value;
    return true;
}

static bool take_number(const LessonReader *reader, const char *value,
                        uint32_t most, uint32_t *number)
{
    const char *at = value;

    return (number_at(&at, 1, most, number) && !*at) ||
           lesson_wrong(reader, "%s: %.40s: write a number from 1 to %u",
                        reader->entry.key->name, value, most);
}

/* Sets *WORD to the next of the words at *TEXT that blanks or commas part, and
 * returns its length; 0 behind the last. */
static size_t next_word(const char **text, const char *between,
                        const char **word)
{
    *word = *text + strspn(*text, between);
    size_t length = strcspn(*word, between);
    *text = *word + length;
    return length;
}

static bool is_word(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(word, name, length) == 0;
}

/* ---- The keys of the head ----------------------------------------------- */

static bool take_title(LessonReader *reader, const char *value)
{
    return set(reader, &reader->lesson->title, value, LESSON_MOST_TITLE);
}

/* It follows "After this lesson you can". */
static bool take_goal(LessonReader *reader, const char *value)
{
    size_t length = strlen(value);

    if (isupper((unsigned char)*value) || (length && value[length - 1] == '.'))
        return lesson_wrong(reader,
                            "goal: %.40s: it follows \"After this lesson you "
                            "can\"; begin with a small letter, and leave out "
                            "the full stop",
                            value);
    return set(reader, &reader->lesson->goal, value, LESSON_MOST_SHORT);
}

static bool take_optional(LessonReader *reader, const char *value)
{
    reader->lesson->optional = strcmp(value, "yes") == 0;
    return reader->lesson->optional ||
           lesson_wrong(reader, "optional: %.40s: write yes, or leave it out",
                        value);
}

static bool take_order(LessonReader *reader, const char *value)
{
    return take_number(reader, value, MOST_ORDER, &reader->lesson->order);
}

/* "32 lanes of a warp", or code in backquotes and what it is */
static bool take_declared(LessonReader *reader, const char *value)
{
    bool code = *value == '`';
    size_t length = strcspn(value += code, code ? "`" : " ");
    LessonNumber number = {0};

    if (length == 0 || !value[length] || length > LESSON_MOST_TITLE)
        return lesson_wrong(reader,
                            "number: write the number and what it is, as "
                            "\"32 lanes of a warp\"");
    size_t count = reader->stop ? reader->stop->numbers_count
                                : reader->lesson->numbers_count;
    if (count == LESSON_MOST_NUMBERS)
        return lesson_wrong(reader,
                            "more than %d of number:", LESSON_MOST_NUMBERS);
    number.number = base_memdup(value, length + 1);
    number.number[length] = '\0';
    number.reason = base_strdup(value + length + 1);
    if (reader->stop)
        base_push(reader->stop, numbers, number);
    else
        base_push(reader->lesson, numbers, number);
    return true;
}

/* ---- The keys of a stop ------------------------------------------------- */

/* Makes a line's end of each "\\n" in TEXT. */
static void take_line_ends(char *text)
{
    char *to = text;

    for (; *text; ++text)
        if (text[0] == '\\' && text[1] == 'n') {
            *to++ = '\n';
            ++text;
        } else {
            *to++ = *text;
        }
    *to = '\0';
}

static bool take_edit(LessonReader *reader, const char *value)
{
    static const char arrow[] = " => ";
    LessonStop *stop = reader->stop;
    const char *at = strstr(value, arrow);

    if (!at || at == value || !at[sizeof arrow - 1])
        return lesson_wrong(reader,
                            "edit: write what is there and what shall be, as "
                            "\"i - d => i - 1\"");
    if (!set(reader, &stop->edit, value, LESSON_MOST_TEXT))
        return false;
    stop->edited = base_strdup(at + sizeof arrow - 1);
    stop->edit[at - value] = '\0';
    take_line_ends(stop->edit);
    take_line_ends(stop->edited);
    return true;
}

static bool take_at(LessonReader *reader, const char *value)
{
    LessonStop *stop = reader->stop;
    const char *at = value, *word;
    size_t length = next_word(&at, " ", &word);
    bool good = true;

    if (stop->at_line)
        return lesson_wrong(reader, "there are two of at:; write one");
    stop->at_line = reader->entry.line;
    at += strspn(at, " ");
    if (is_word(word, length, "start") || is_word(word, length, "end")) {
        stop->at = *word == 's' ? LESSON_AT_START : LESSON_AT_END;
    } else if (is_word(word, length, "step")) {
        stop->at = LESSON_AT_STEP;
        good = number_at(&at, 1, 1000000, &stop->moment);
    } else if (is_word(word, length, "instruction")) {
        stop->at = LESSON_AT_INSTRUCTION;
        good = number_at(&at, 0, 100000000, &stop->moment);
        if (good && strncmp(at, " half", 5) == 0 && stop->moment > 0) {
            stop->share = 0.5;
            at += 5;
        }
    } else {
        good = false;
    }
    return (good && !*at) ||
           lesson_wrong(
               reader,
               "at: %.40s: write start, end, step 3, instruction 12 or "
               "instruction 12 half",
               value);
}

/* Adds to *SET the bit of each word of VALUE: the place of the word in NAMES,
 * which "" ends. */
static bool take_set(const LessonReader *reader, const char *value,
                     const char *const names[], unsigned *set)
{
    const char *at = value, *word;
    size_t length;

    while ((length = next_word(&at, " ,", &word))) {
        int i = 0;
        while (*names[i] && !is_word(word, length, names[i]))
            ++i;
        if (!*names[i])
            return lesson_wrong(reader,
                                "%s: %.*s: there is no such thing; write %s",
                                reader->entry.key->name,
                                (int)(length < 40 ? length : 40), word,
                                names[i + 1]);
        *set |= 1U << i;
    }
    return true;
}

static bool take_view(LessonReader *reader, const char *value)
{
    static const char *const names[] = {
        "labels", "time", "projector",
        "cycles", "",     "labels, time, projector or cycles"};

    return take_set(reader, value, names, &reader->stop->view);
}

static bool take_hide(LessonReader *reader, const char *value)
{
    static const char *const names[] = {"sentence", "ahead", "answer", "",
                                        "sentence, ahead or answer"};

    return take_set(reader, value, names, &reader->stop->hide);
}

/* "bank 3, thread 2" */
static bool take_point(LessonReader *reader, const char *value)
{
    LessonStop *stop = reader->stop;
    const char *at = value, *word;
    size_t length;

    stop->point_line = reader->entry.line;
    while ((length = next_word(&at, ",", &word))) {
        while (length && *word == ' ')
            ++word, --length;
        while (length && word[length - 1] == ' ')
            --length;
        if (length == 0 || length > LESSON_MOST_TITLE)
            return lesson_wrong(reader,
                                "point: write things, as \"bank 3, cell 28\"");
        if (stop->points_count == LESSON_MOST_POINTS)
            return lesson_wrong(reader, "point: more than %d things",
                                LESSON_MOST_POINTS);
        char *point = base_memdup(word, length + 1);
        point[length] = '\0';
        stop->points[stop->points_count++] = point;
    }
    return true;
}

static bool take_note(LessonReader *reader, const char *value)
{
    return set(reader, &reader->stop->note, value, LESSON_MOST_TEXT);
}

static bool take_question(LessonReader *reader, const char *value)
{
    if (reader->stop->asks)
        return lesson_wrong(reader,
                            "this stop has ask: already; leave one out");
    reader->stop->question_line = reader->entry.line;
    return set(reader, &reader->stop->question, value, LESSON_MOST_TEXT);
}

/* What follows the kind in ask:, a word and a number. */
static bool take_ask_part(const char **at, LessonAsk *ask)
{
    const char *word;
    size_t length = next_word(at, " ", &word);
    uint32_t trace;

    if (is_word(word, length, "of"))
        length = next_word(at, " ", &word);
    *at += strspn(*at, " ");
    if (is_word(word, length, "thread"))
        return number_at(at, 0, UINT32_MAX - 1, &ask->thread);
    if (is_word(word, length, "seed"))
        return number_at(at, 0, UINT32_MAX, &ask->seed);
    if (!is_word(word, length, "trace") ||
        !number_at(at, 1, PLAYER_MAX_TRACES, &trace))
        return false;
    ask->panel = (int)trace - 1;
    return true;
}

/* "bank of thread 2", "sum of thread 0 of trace 2", "race, seed 3" */
static bool take_ask(LessonReader *reader, const char *value)
{
    LessonStop *stop = reader->stop;
    LessonAsk ask = {.thread = UINT32_MAX};
    const char *at = value, *word;
    char name[LESSON_MOST_KEY];
    size_t length = next_word(&at, " ,", &word);

    if (stop->asks || stop->question)
        return lesson_wrong(reader,
                            "this stop has a question already; leave one out");
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    ask.kind = question_kind_named(name);
    bool good = ask.kind != QUESTION_KINDS;
    while (good && *(at += strspn(at, " ,")))
        good = take_ask_part(&at, &ask);
    if (!good)
        return lesson_wrong(
            reader,
            "ask: %.40s: write bank, cell, sum, elements, cycles, "
            "waits, barrier, race, faster, from or right, and, if you "
            "like, \"of thread 2\", \"of trace 2\" or \"seed 3\"",
            value);
    stop->asks = true;
    stop->ask = ask;
    stop->question_line = reader->entry.line;
    return true;
}

static bool take_why(LessonReader *reader, const char *value)
{
    if (!reader->stop->question && !reader->stop->asks)
        return lesson_wrong(reader,
                            "why: answers no question; write question: or "
                            "ask: above it");
    return set(reader, &reader->stop->why, value, LESSON_MOST_TEXT);
}

/* "2 -> You counted the banks.": an answer, and why it is wrong */
static bool take_choice(LessonReader *reader, const char *value, bool right)
{
    static const char arrow[] = " -> ";
    LessonStop *stop = reader->stop;
    LessonChoice *choice = stop->choices + stop->choices_count;
    const char *why = strstr(value, arrow);

    if (!stop->question && (right || !stop->asks))
        return lesson_wrong(reader,
                            "a choice without a question; write question: "
                            "above it");
    if (stop->asks && !why)
        return lesson_wrong(reader,
                            "write why this answer is wrong, as \"- 2 -> You "
                            "counted the banks.\"");
    if (stop->choices_count == LESSON_MOST_CHOICES)
        return lesson_wrong(reader, "more than %d choices",
                            LESSON_MOST_CHOICES);
    for (int i = 0; right && i < stop->choices_count; ++i)
        if (stop->choices[i].right)
            return lesson_wrong(reader, "two choices are right (+); mark one");
    choice->right = right;
    ++stop->choices_count;
    if (!why)
        return set(reader, &choice->text, value, LESSON_MOST_SHORT);
    Text text = {0};
    text_add_bytes(&text, value, (size_t)(why - value));
    bool good =
        set(reader, &choice->text, text.text, LESSON_MOST_SHORT) &&
        set(reader, &choice->why, why + sizeof arrow - 1, LESSON_MOST_TEXT);
    text_free(&text);
    return good;
}

static bool take_wrong_choice(LessonReader *reader, const char *value)
{
    return take_choice(reader, value, false);
}

static bool take_right_choice(LessonReader *reader, const char *value)
{
    return take_choice(reader, value, true);
}

bool lesson_keys_text(LessonReader *reader, const char *value)
{
    LessonStop *stop = reader->stop;
    Text all = {0};

    if (!stop)
        return lesson_wrong(reader,
                            "text before the first stop:; write a key, as "
                            "title:, or stop:");
    if (stop->text)
        text_add(&all, "%s\n", stop->text);
    text_add(&all, "%s", value);
    free(stop->text);
    stop->text = all.text;
    return all.length <= LESSON_MOST_TEXT ||
           lesson_wrong(reader,
                        "the text of this stop has more than %d bytes; make "
                        "two stops of it",
                        LESSON_MOST_TEXT);
}

/* ---- Commands ----------------------------------------------------------- */

/* Parts TEXT into words, as a shell does with quotes and blanks; false if a
 * quote is not closed or there are too many. */
static bool part_words(const char *text, LessonCommand *command)
{
    char *to = command->memory = base_alloc(strlen(text) + 2, 1);

    for (;;) {
        char quote = '\0';
        text += strspn(text, " ");
        if (!*text)
            return true;
        if (command->count == LESSON_MOST_WORDS)
            return false;
        command->words[command->count++] = to;
        for (; *text && (quote || *text != ' '); ++text)
            if (quote ? *text == quote : *text == '\'' || *text == '"')
                quote = quote ? '\0' : *text;
            else
                *to++ = *text;
        *to++ = '\0';
        if (quote)
            return false;
    }
}

/* True if the file NAME beside the lesson lies there when links are followed,
 * or if there is none. */
static bool stays_inside(const Lesson *lesson, const char *name)
{
    char *path = lesson_path(lesson, name), *here = lesson_path(lesson, ".");
    char real[PATH_MAX], folder[PATH_MAX] = "";
    bool is_file = path && realpath(path, real) && realpath(here, folder);
    size_t length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);

    free(path);
    free(here);
    return !is_file || (strncmp(real, folder, length) == 0 &&
                        (!real[length] || real[length] == '/'));
}

/* A file that a lesson names lies in the lesson's folder or below it: WORD, or
 * what an option has, "--input=FILE". */
static bool is_inside(const Lesson *lesson, const char *word)
{
    const char *equals = strchr(word, '=');

    if (strncmp(word, "--", 2) == 0)
        word = equals ? equals + 1 : word;
    else if (*word == '-' && word[1])
        word += 2;
    return *word != '/' && strncmp(word, "../", 3) != 0 &&
           strcmp(word, "..") != 0 && !strstr(word, "/../") &&
           stays_inside(lesson, word);
}

static bool take_show(LessonReader *reader, const char *value)
{
    LessonStop *stop = reader->stop;

    stop->show_line = reader->entry.line;
    if (!set(reader, &stop->show, value, LESSON_MOST_TEXT))
        return false;
    if (!part_words(value, &stop->command))
        return lesson_wrong(reader,
                            "show: a quote is not closed, or there are more "
                            "than %d words",
                            LESSON_MOST_WORDS);
    for (int i = 0; i < stop->command.count; ++i)
        if (!is_inside(reader->lesson, stop->command.words[i]))
            return lesson_wrong(reader,
                                "show: %.60s lies outside of the lesson's "
                                "folder; put it there",
                                stop->command.words[i]);
    return true;
}

/* ---- Stops -------------------------------------------------------------- */

/* Takes from the stop before what STOP does not say itself. */
static void inherit(LessonStop *stop, const LessonStop *before)
{
    if (stop->show || !before)
        return;
    stop->show = base_strdup(before->show);
    part_words(stop->show, &stop->command);
    stop->show_line = before->show_line;
    if (!stop->edit && before->edit) {
        stop->edit = base_strdup(before->edit);
        stop->edited = base_strdup(before->edited);
    }
    if (stop->at_line)
        return;
    stop->at = before->at;
    stop->at_line = before->at_line;
    stop->moment = before->moment;
    stop->share = before->share;
}

static bool has_right_choice(const LessonStop *stop)
{
    for (int i = 0; i < stop->choices_count; ++i)
        if (stop->choices[i].right)
            return true;
    return false;
}

bool lesson_keys_end_stop(LessonReader *reader)
{
    Lesson *lesson = reader->lesson;
    LessonStop *stop = reader->stop;

    if (!stop)
        return true;
    reader->entry.line = stop->line;
    inherit(stop, lesson->stops_count > 1 ? stop - 1 : NULL);
    if (!stop->show)
        return lesson_wrong(reader,
                            "the first stop shows nothing; write show: and an "
                            "algorithm or a program");
    if (!stop->text)
        return lesson_wrong(reader, "this stop has no text; write a sentence");
    if (stop->question && !has_right_choice(stop)) {
        reader->entry.line = stop->question_line;
        return lesson_wrong(reader,
                            "no choice is right; write \"+ \" before the "
                            "right one");
    }
    return true;
}

static bool take_stop(LessonReader *reader, const char *value)
{
    Lesson *lesson = reader->lesson;
    LessonStop stop = {.line = reader->entry.line};
    LessonEntry here = reader->entry;

    if (!lesson_keys_end_stop(reader))
        return false;
    reader->entry = here;
    if (reader->stop && reader->stop->sums_up)
        return lesson_wrong(reader, "a stop after the summary:; write it "
                                    "above");
    if (lesson->stops_count == LESSON_MOST_STOPS)
        return lesson_wrong(reader, "more than %d stops", LESSON_MOST_STOPS);
    base_push(lesson, stops, stop);
    reader->stop = lesson->stops + lesson->stops_count - 1;
    return set(reader, &reader->stop->title, value, LESSON_MOST_TITLE);
}

/* The last stop. */
static bool take_summary(LessonReader *reader, const char *value)
{
    if (!reader->stop)
        return lesson_wrong(reader,
                            "summary: ends a lesson; write it after the last "
                            "stop, and goal: here");
    if (!take_stop(reader, "Summary"))
        return false;
    reader->stop->sums_up = true;
    return !*value || lesson_keys_text(reader, value);
}

/* ---- All keys ----------------------------------------------------------- */

static const LessonKey keys[] = {
    {"title", KEY_HEAD, take_title},
    {"goal", KEY_HEAD, take_goal},
    {"order", KEY_HEAD, take_order},
    {"optional", KEY_HEAD, take_optional},
    {"summary", KEY_HEAD | KEY_STOP, take_summary},
    {"number", KEY_HEAD | KEY_STOP, take_declared},
    {"stop", KEY_HEAD | KEY_STOP, take_stop},
    {"show", KEY_STOP, take_show},
    {"edit", KEY_STOP, take_edit},
    {"at", KEY_STOP, take_at},
    {"view", KEY_STOP, take_view},
    {"hide", KEY_STOP, take_hide},
    {"point", KEY_STOP, take_point},
    {"note", KEY_STOP, take_note},
    {"question", KEY_STOP, take_question},
    {"ask", KEY_STOP, take_ask},
    {"why", KEY_STOP, take_why},
    {"-", KEY_STOP, take_wrong_choice},
    {"+", KEY_STOP, take_right_choice},
};

const LessonKey *lesson_key(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i)
        if (is_word(name, length, keys[i].name))
            return keys + i;
    return NULL;
}
