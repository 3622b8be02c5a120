/* SPDX-License-Identifier: MIT
 *
 * lesson - reading; see lesson.h.
 */
#include "lesson/lesson.h"

#include "util/printable.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_LINE = 1000, MOST_KEY = 16, MOST_MINUTES = 240, MOST_ORDER = 999 };

/* A key with its value, which may go over several lines. */
typedef struct {
    const struct Key *key; /* NULL: a paragraph of a stop's text */
    bool open;             /* the next line may go on with it */
    int line;              /* where it starts */
    Text value;
} Entry;

typedef struct {
    Lesson *lesson;
    LessonStop *stop; /* that is being read; NULL: the head of the lesson */
    Entry entry;
    int line;
    Error *error;
} Reader;

typedef struct Key {
    const char *name;
    enum { KEY_HEAD = 1, KEY_STOP = 2 } place; /* a set */
    bool (*take)(Reader *reader, const char *value);
} Key;

/* ---- Errors ------------------------------------------------------------- */

static bool error_at(const char *file, int line, Error *error,
                     const char *format, va_list arguments)
{
    char text[400];

    vsnprintf(text, sizeof text, format, arguments);
    return error_set(error, ERROR_USAGE, "%.100s:%d: %s", file, line, text);
}

bool lesson_error(const Lesson *lesson, int line, Error *error,
                  const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    error_at(lesson->file, line, error, format, arguments);
    va_end(arguments);
    return false;
}

/* The same of the entry that is being read. */
static bool wrong(const Reader *reader, const char *format, ...)
    BASE_PRINTF(2, 3);
static bool wrong(const Reader *reader, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    error_at(reader->lesson->file, reader->entry.line, reader->error, format,
             arguments);
    va_end(arguments);
    return false;
}

/* ---- Values ------------------------------------------------------------- */

/* Puts a copy of VALUE, which may have MOST bytes, into *PLACE. */
static bool set(const Reader *reader, char **place, const char *value,
                size_t most)
{
    const char *name = reader->entry.key ? reader->entry.key->name : "text";

    if (*place)
        return wrong(reader, "there are two of %s:; write one", name);
    if (!*value)
        return wrong(reader, "%s: is empty; write something, or leave it out",
                     name);
    if (strlen(value) > most)
        return wrong(reader, "%s: has %zu bytes; write %zu at most", name,
                     strlen(value), most);
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

static bool take_number(const Reader *reader, const char *value, uint32_t most,
                        uint32_t *number)
{
    const char *at = value;

    return (number_at(&at, 1, most, number) && !*at) ||
           wrong(reader, "%s: %.40s: write a number from 1 to %u",
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

static bool take_title(Reader *reader, const char *value)
{
    return set(reader, &reader->lesson->title, value, LESSON_MOST_TITLE);
}

static bool take_summary(Reader *reader, const char *value)
{
    return set(reader, &reader->lesson->summary, value, LESSON_MOST_SHORT);
}

static bool take_minutes(Reader *reader, const char *value)
{
    return take_number(reader, value, MOST_MINUTES, &reader->lesson->minutes);
}

static bool take_order(Reader *reader, const char *value)
{
    return take_number(reader, value, MOST_ORDER, &reader->lesson->order);
}

/* "32 lanes of a warp", or code in backquotes and what it is */
static bool take_declared(Reader *reader, const char *value)
{
    bool code = *value == '`';
    size_t length = strcspn(value += code, code ? "`" : " ");
    LessonNumber number = {0};

    if (length == 0 || !value[length] || length > LESSON_MOST_TITLE)
        return wrong(reader, "number: write the number and what it is, as "
                             "\"32 lanes of a warp\"");
    size_t count = reader->stop ? reader->stop->numbers_count
                                : reader->lesson->numbers_count;
    if (count == LESSON_MOST_NUMBERS)
        return wrong(reader, "more than %d of number:", LESSON_MOST_NUMBERS);
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

static bool take_show(Reader *reader, const char *value);

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

static bool take_edit(Reader *reader, const char *value)
{
    static const char arrow[] = " => ";
    LessonStop *stop = reader->stop;
    const char *at = strstr(value, arrow);

    if (!at || at == value || !at[sizeof arrow - 1])
        return wrong(reader, "edit: write what is there and what shall be, as "
                             "\"i - d => i - 1\"");
    if (!set(reader, &stop->edit, value, LESSON_MOST_TEXT))
        return false;
    stop->edited = base_strdup(at + sizeof arrow - 1);
    stop->edit[at - value] = '\0';
    take_line_ends(stop->edit);
    take_line_ends(stop->edited);
    return true;
}

static bool take_at(Reader *reader, const char *value)
{
    LessonStop *stop = reader->stop;
    const char *at = value, *word;
    size_t length = next_word(&at, " ", &word);
    bool good = true;

    if (stop->at_line)
        return wrong(reader, "there are two of at:; write one");
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
           wrong(reader,
                 "at: %.40s: write start, end, step 3, instruction 12 or "
                 "instruction 12 half",
                 value);
}

/* Adds to *SET the bit of each word of VALUE: the place of the word in NAMES,
 * which "" ends. */
static bool take_set(const Reader *reader, const char *value,
                     const char *const names[], unsigned *set)
{
    const char *at = value, *word;
    size_t length;

    while ((length = next_word(&at, " ,", &word))) {
        int i = 0;
        while (*names[i] && !is_word(word, length, names[i]))
            ++i;
        if (!*names[i])
            return wrong(reader, "%s: %.*s: there is no such thing; write %s",
                         reader->entry.key->name,
                         (int)(length < 40 ? length : 40), word, names[i + 1]);
        *set |= 1U << i;
    }
    return true;
}

static bool take_view(Reader *reader, const char *value)
{
    static const char *const names[] = {
        "labels", "time", "projector",
        "cycles", "",     "labels, time, projector or cycles"};

    return take_set(reader, value, names, &reader->stop->view);
}

static bool take_hide(Reader *reader, const char *value)
{
    static const char *const names[] = {"sentence", "ahead", "answer", "",
                                        "sentence, ahead or answer"};

    return take_set(reader, value, names, &reader->stop->hide);
}

/* "bank 3, thread 2" */
static bool take_point(Reader *reader, const char *value)
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
            return wrong(reader, "point: write things, as \"bank 3, cell 28\"");
        if (stop->points_count == LESSON_MOST_POINTS)
            return wrong(reader, "point: more than %d things",
                         LESSON_MOST_POINTS);
        char *point = base_memdup(word, length + 1);
        point[length] = '\0';
        stop->points[stop->points_count++] = point;
    }
    return true;
}

static bool take_note(Reader *reader, const char *value)
{
    return set(reader, &reader->stop->note, value, LESSON_MOST_TEXT);
}

static bool take_question(Reader *reader, const char *value)
{
    if (reader->stop->asks)
        return wrong(reader, "this stop has ask: already; leave one out");
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
static bool take_ask(Reader *reader, const char *value)
{
    LessonStop *stop = reader->stop;
    LessonAsk ask = {.thread = UINT32_MAX};
    const char *at = value, *word;
    char name[MOST_KEY];
    size_t length = next_word(&at, " ,", &word);

    if (stop->asks || stop->question)
        return wrong(reader, "this stop has a question already; leave one out");
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    ask.kind = question_kind_named(name);
    bool good = ask.kind != QUESTION_KINDS;
    while (good && *(at += strspn(at, " ,")))
        good = take_ask_part(&at, &ask);
    if (!good)
        return wrong(reader,
                     "ask: %.40s: write bank, cell, sum, elements, cycles, "
                     "waits, barrier, race, faster, from or right, and, if you "
                     "like, \"of thread 2\", \"of trace 2\" or \"seed 3\"",
                     value);
    stop->asks = true;
    stop->ask = ask;
    stop->question_line = reader->entry.line;
    return true;
}

static bool take_why(Reader *reader, const char *value)
{
    if (!reader->stop->question && !reader->stop->asks)
        return wrong(reader, "why: answers no question; write question: or "
                             "ask: above it");
    return set(reader, &reader->stop->why, value, LESSON_MOST_TEXT);
}

static bool take_choice(Reader *reader, const char *value, bool right)
{
    LessonStop *stop = reader->stop;
    LessonChoice *choice = stop->choices + stop->choices_count;

    if (!stop->question)
        return wrong(reader, "a choice without a question; write question: "
                             "above it");
    if (stop->choices_count == LESSON_MOST_CHOICES)
        return wrong(reader, "more than %d choices", LESSON_MOST_CHOICES);
    for (int i = 0; right && i < stop->choices_count; ++i)
        if (stop->choices[i].right)
            return wrong(reader, "two choices are right (+); mark one");
    if (!set(reader, &choice->text, value, LESSON_MOST_SHORT))
        return false;
    choice->right = right;
    ++stop->choices_count;
    return true;
}

static bool take_wrong_choice(Reader *reader, const char *value)
{
    return take_choice(reader, value, false);
}

static bool take_right_choice(Reader *reader, const char *value)
{
    return take_choice(reader, value, true);
}

/* A paragraph of the text. */
static bool take_text(Reader *reader, const char *value)
{
    LessonStop *stop = reader->stop;
    Text all = {0};

    if (!stop)
        return wrong(reader, "text before the first stop:; write a key, as "
                             "title:, or stop:");
    if (stop->text)
        text_add(&all, "%s\n", stop->text);
    text_add(&all, "%s", value);
    free(stop->text);
    stop->text = all.text;
    return all.length <= LESSON_MOST_TEXT ||
           wrong(reader,
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

/* A file that a lesson names lies in the lesson's folder or below it: WORD, or
 * what an option has, "--input=FILE". */
static bool is_inside(const char *word)
{
    const char *equals = strchr(word, '=');

    if (strncmp(word, "--", 2) == 0)
        word = equals ? equals + 1 : word;
    else if (*word == '-' && word[1])
        word += 2;
    return *word != '/' && strncmp(word, "../", 3) != 0 &&
           strcmp(word, "..") != 0 && !strstr(word, "/../");
}

static bool take_show(Reader *reader, const char *value)
{
    LessonStop *stop = reader->stop;

    stop->show_line = reader->entry.line;
    if (!set(reader, &stop->show, value, LESSON_MOST_TEXT))
        return false;
    if (!part_words(value, &stop->command))
        return wrong(reader,
                     "show: a quote is not closed, or there are more "
                     "than %d words",
                     LESSON_MOST_WORDS);
    for (int i = 0; i < stop->command.count; ++i)
        if (!is_inside(stop->command.words[i]))
            return wrong(reader,
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

/* Ends the stop that is being read: is it whole? */
static bool end_stop(Reader *reader)
{
    Lesson *lesson = reader->lesson;
    LessonStop *stop = reader->stop;

    if (!stop)
        return true;
    reader->entry.line = stop->line;
    inherit(stop, lesson->stops_count > 1 ? stop - 1 : NULL);
    if (!stop->show)
        return wrong(reader, "the first stop shows nothing; write show: and an "
                             "algorithm or a program");
    if (!stop->text)
        return wrong(reader, "this stop has no text; write a sentence");
    if (stop->question && !has_right_choice(stop)) {
        reader->entry.line = stop->question_line;
        return wrong(reader, "no choice is right; write \"+ \" before the "
                             "right one");
    }
    return true;
}

static bool take_stop(Reader *reader, const char *value)
{
    Lesson *lesson = reader->lesson;
    LessonStop stop = {.line = reader->entry.line};
    Entry here = reader->entry;

    if (!end_stop(reader))
        return false;
    reader->entry = here;
    if (lesson->stops_count == LESSON_MOST_STOPS)
        return wrong(reader, "more than %d stops", LESSON_MOST_STOPS);
    base_push(lesson, stops, stop);
    reader->stop = lesson->stops + lesson->stops_count - 1;
    return set(reader, &reader->stop->title, value, LESSON_MOST_TITLE);
}

/* ---- Lines -------------------------------------------------------------- */

static const Key keys[] = {
    {"title", KEY_HEAD, take_title},
    {"summary", KEY_HEAD, take_summary},
    {"minutes", KEY_HEAD, take_minutes},
    {"order", KEY_HEAD, take_order},
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
};
static const Key wrong_choice = {"-", KEY_STOP, take_wrong_choice};
static const Key right_choice = {"+", KEY_STOP, take_right_choice};

/* Gives the entry that has ended to its key. */
static bool end_entry(Reader *reader)
{
    Entry *entry = &reader->entry;
    const char *value = entry->value.text ? entry->value.text : "";
    bool good = true;

    if (entry->open && !entry->key)
        good = take_text(reader, value);
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
    while (*name < length && *name < MOST_KEY &&
           islower((unsigned char)line[*name]))
        ++*name;
    return *name > 0 && *name < length && line[*name] == ':' &&
           (*name + 1 == length || line[*name + 1] == ' ');
}

/* Begins an entry of KEY, whose value starts with LENGTH bytes. */
static bool begin_entry(Reader *reader, const Key *key, const char *value,
                        size_t length)
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
        return wrong(reader,
                     reader->stop ? "%s: belongs before the first stop:"
                                  : "%s: belongs to a stop; write stop: above "
                                    "it",
                     key->name);
    return true;
}

static bool begin_key(Reader *reader, const char *line, size_t length,
                      size_t name)
{
    const size_t count = sizeof keys / sizeof *keys;
    size_t i = 0;

    while (i < count && !is_word(line, name, keys[i].name))
        ++i;
    if (i < count)
        return begin_entry(reader, keys + i, line + name + 1,
                           length - name - 1);
    if (!end_entry(reader))
        return false;
    reader->entry.line = reader->line;
    return wrong(reader,
                 "there is no key \"%.*s:\"; the keys are title, summary, "
                 "minutes, order, number, stop, show, edit, at, view, hide, "
                 "point, note, question, ask and why (a sentence starts with a "
                 "capital)",
                 (int)name, line);
}

/* LINE has no end and no blanks behind it. */
static bool read_line(Reader *reader, const char *line, size_t length)
{
    Entry *entry = &reader->entry;
    size_t name;

    if (length == 0)
        return end_entry(reader);
    if (*line == '#')
        return true;
    if (is_key(line, length, &name))
        return begin_key(reader, line, length, name);
    if ((*line == '-' || *line == '+') && length > 1 && line[1] == ' ')
        return begin_entry(reader, *line == '+' ? &right_choice : &wrong_choice,
                           line + 2, length - 2);
    if (!entry->open)
        return begin_entry(reader, NULL, line, length);
    if (entry->value.length + length > LESSON_MOST_TEXT)
        return wrong(reader,
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
static bool check_line(Reader *reader, const char *line, size_t length)
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
        return wrong(reader, "a line of %zu bytes; write %d at most", length,
                     MOST_LINE);
    return wrong(reader, "a byte that is no printable UTF-8; tabs are none");
}

static bool read_lines(Reader *reader, const char *text, size_t length)
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

/* Is the lesson whole? */
static bool check_lesson(Reader *reader)
{
    const Lesson *lesson = reader->lesson;

    if (!end_stop(reader))
        return false;
    reader->entry.line = reader->line ? reader->line : 1;
    if (!lesson->title)
        return wrong(reader, "a lesson without a title:");
    if (!lesson->summary)
        return wrong(reader, "a lesson without a summary:");
    return lesson->stops_count > 0 || wrong(reader, "a lesson without a stop:");
}

Lesson *lesson_read(const char *name, const char *file, const char *text,
                    size_t length, Error *error)
{
    Lesson *lesson = base_alloc(1, sizeof *lesson);
    Reader reader = {.lesson = lesson, .error = error};

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

/* ---- The lesson that was read ------------------------------------------- */

static void numbers_free(LessonNumber *numbers, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        free(numbers[i].number);
        free(numbers[i].reason);
    }
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
    for (int i = 0; i < stop->choices_count; ++i)
        free(stop->choices[i].text);
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
    free(lesson->summary);
    free(lesson);
}

static bool is_among(const LessonNumber *numbers, size_t count,
                     const char *word, size_t length)
{
    for (size_t i = 0; i < count; ++i)
        if (strlen(numbers[i].number) == length &&
            strncasecmp(word, numbers[i].number, length) == 0)
            return true;
    return false;
}

bool lesson_declares(const Lesson *lesson, const LessonStop *stop,
                     const char *word, size_t length)
{
    return is_among(lesson->numbers, lesson->numbers_count, word, length) ||
           is_among(stop->numbers, stop->numbers_count, word, length);
}
