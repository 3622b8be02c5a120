/* SPDX-License-Identifier: MIT
 *
 * lesson_reader - see lesson_reader.h.
 *
 *     lines ──► entries, a key with its value ──► take_...() ──► Lesson
 */
#include "lesson/lesson_reader.h"

#include "util/printable.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KEY = 16, MOST_LINE = 1000, MOST_ORDER = 999 };

/* A key with its value, which may go over several lines. */
typedef struct {
    const struct Key *key; /* NULL: a paragraph of a stop's text */
    bool open;             /* the next line may continue it */
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
    enum { IN_HEAD = 1, IN_STOP = 2 } place; /* a set */
    bool (*take)(Reader *reader, const char *value);
} Key;

/* Sets an error about the entry that is being read; returns false. */
static bool BASE_PRINTF(2, 3)
    wrong(const Reader *reader, const char *format, ...)
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

/* A copy of LENGTH bytes of TEXT. */
static char *copy(const char *text, size_t length)
{
    char *own = base_memdup(text, length + 1);

    own[length] = '\0';
    return own;
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

/* It follows "After this lesson you can". */
static bool take_goal(Reader *reader, const char *value)
{
    size_t length = strlen(value);

    if (isupper((unsigned char)*value) || (length && value[length - 1] == '.'))
        return wrong(reader,
                     "goal: %.40s: it follows \"After this lesson you "
                     "can\"; begin with a small letter, and leave out "
                     "the full stop",
                     value);
    return set(reader, &reader->lesson->goal, value, LESSON_MOST_SHORT);
}

static bool take_order(Reader *reader, const char *value)
{
    const char *at = value;

    return (number_at(&at, 1, MOST_ORDER, &reader->lesson->order) && !*at) ||
           wrong(reader, "order: %.40s: write a number from 1 to %d", value,
                 MOST_ORDER);
}

/* "32 lanes of a warp", or code in backquotes and what it is */
static bool take_declared(Reader *reader, const char *value)
{
    bool code = *value == '`';
    size_t length = strcspn(value += code, code ? "`" : " ");
    size_t count = reader->stop ? reader->stop->numbers_count
                                : reader->lesson->numbers_count;

    if (length == 0 || !value[length] || length > LESSON_MOST_TITLE)
        return wrong(reader, "number: write the number and what it is, as "
                             "\"32 lanes of a warp\"");
    if (count == LESSON_MOST_NUMBERS)
        return wrong(reader, "more than %d of number:", LESSON_MOST_NUMBERS);
    char *number = copy(value, length);
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

/* "i - d => i - 1" */
static bool take_edit(Reader *reader, const char *value)
{
    static const char arrow[] = " => ";
    LessonStop *stop = reader->stop;
    const char *at = strstr(value, arrow);

    if (!at || at == value || !at[sizeof arrow - 1])
        return wrong(reader, "edit: write the text and its replacement, as "
                             "\"i - d => i - 1\"");
    if (!set(reader, &stop->edit, value, LESSON_MOST_TEXT))
        return false;
    stop->edited = base_strdup(at + sizeof arrow - 1);
    stop->edit[at - value] = '\0';
    take_line_ends(stop->edit);
    take_line_ends(stop->edited);
    return true;
}

/* "start", "end", "step 3", "instruction 12" */
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
    if (is_word(word, length, "step")) {
        stop->at = LESSON_AT_STEP;
        good = number_at(&at, 1, 1000000, &stop->moment);
    } else if (is_word(word, length, "instruction")) {
        stop->at = LESSON_AT_INSTRUCTION;
        good = number_at(&at, 0, 100000000, &stop->moment);
    } else {
        stop->at = *word == 's' ? LESSON_AT_START : LESSON_AT_END;
        good = is_word(word, length, *word == 's' ? "start" : "end");
    }
    return (good && !*at) ||
           wrong(reader,
                 "at: %.40s: write start, end, step 3 or instruction 12",
                 value);
}

static bool take_view(Reader *reader, const char *value)
{
    reader->stop->time = strcmp(value, "time") == 0;
    return reader->stop->time ||
           wrong(reader, "view: %.40s: write time, or leave it out", value);
}

static bool take_hide(Reader *reader, const char *value)
{
    reader->stop->hide = strcmp(value, "ahead") == 0    ? LESSON_AHEAD
                         : strcmp(value, "answer") == 0 ? LESSON_ANSWER
                                                        : LESSON_SHOWS;
    return reader->stop->hide != LESSON_SHOWS ||
           wrong(reader, "hide: %.40s: write ahead or answer", value);
}

/* "bank 3, thread 2" */
static bool take_point(Reader *reader, const char *value)
{
    LessonStop *stop = reader->stop;
    const char *at = value, *word;
    size_t length;

    stop->point_line = reader->entry.line;
    while ((length = next_word(&at, ",", &word))) {
        size_t blanks = strspn(word, " ");
        if (blanks >= length || length > LESSON_MOST_TITLE)
            return wrong(reader, "point: write things, as \"bank 3, cell 28\"");
        if (stop->points_count == LESSON_MOST_POINTS)
            return wrong(reader, "point: more than %d things",
                         LESSON_MOST_POINTS);
        while (word[length - 1] == ' ')
            --length;
        stop->points[stop->points_count++] =
            copy(word + blanks, length - blanks);
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
static bool take_ask_part(const char **at, QuestionAsk *ask)
{
    const char *word;
    size_t length = next_word(at, " ", &word);
    uint32_t trace, seed = 0;
    bool good;

    if (is_word(word, length, "of"))
        length = next_word(at, " ", &word);
    *at += strspn(*at, " ");
    if (is_word(word, length, "thread"))
        return number_at(at, 0, UINT32_MAX - 1, &ask->thread);
    if (is_word(word, length, "seed")) {
        good = number_at(at, 0, UINT32_MAX, &seed);
        ask->seed = seed;
        return good;
    }
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
    QuestionAsk ask = {.thread = QUESTION_ANY_THREAD};
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
                     "waits, barrier, race or faster, and, if you like, \"of "
                     "thread 2\", \"of trace 2\" or \"seed 3\"",
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

static const LessonChoice *right_choice(const LessonStop *stop)
{
    for (int i = 0; i < stop->choices_count; ++i)
        if (stop->choices[i].right)
            return stop->choices + i;
    return NULL;
}

/* "2 -> You counted the banks.": an answer, and why it is wrong */
static bool take_choice(Reader *reader, const char *value, bool right)
{
    static const char arrow[] = " -> ";
    LessonStop *stop = reader->stop;
    LessonChoice *choice = stop->choices + stop->choices_count;
    const char *why = strstr(value, arrow);

    if (!stop->question && (right || !stop->asks))
        return wrong(reader, "a choice without a question; write question: "
                             "above it");
    if (stop->asks && !why)
        return wrong(reader, "write why this answer is wrong, as \"- 2 -> You "
                             "counted the banks.\"");
    if (stop->choices_count == LESSON_MOST_CHOICES)
        return wrong(reader, "more than %d choices", LESSON_MOST_CHOICES);
    if (right && right_choice(stop))
        return wrong(reader, "two choices are right (+); mark one");
    choice->right = right;
    ++stop->choices_count;
    char *text = copy(value, why ? (size_t)(why - value) : strlen(value));
    bool good = set(reader, &choice->text, text, LESSON_MOST_SHORT) &&
                (!why || set(reader, &choice->why, why + sizeof arrow - 1,
                             LESSON_MOST_TEXT));
    free(text);
    return good;
}

static bool take_wrong(Reader *reader, const char *value)
{
    return take_choice(reader, value, false);
}

static bool take_right(Reader *reader, const char *value)
{
    return take_choice(reader, value, true);
}

/* A paragraph of the text of a stop. */
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

/* Parts TEXT into words at blanks; false if there are too many. */
static bool part_words(const char *text, LessonCommand *command)
{
    char *rest;

    command->memory = base_strdup(text);
    for (char *word = strtok_r(command->memory, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest)) {
        if (command->count == LESSON_MOST_WORDS)
            return false;
        command->words[command->count++] = word;
    }
    return true;
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

static bool take_show(Reader *reader, const char *value)
{
    LessonStop *stop = reader->stop;

    stop->show_line = reader->entry.line;
    if (!set(reader, &stop->show, value, LESSON_MOST_TEXT))
        return false;
    if (!part_words(value, &stop->command))
        return wrong(reader, "show: there are more than %d words",
                     LESSON_MOST_WORDS);
    for (int i = 0; i < stop->command.count; ++i)
        if (!is_inside(reader->lesson, stop->command.words[i]))
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
    if (stop->question && !right_choice(stop)) {
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
    if (reader->stop && reader->stop->sums_up)
        return wrong(reader, "a stop after the summary:; write it "
                             "above");
    if (lesson->stops_count == LESSON_MOST_STOPS)
        return wrong(reader, "more than %d stops", LESSON_MOST_STOPS);
    base_push(lesson, stops, stop);
    reader->stop = lesson->stops + lesson->stops_count - 1;
    return set(reader, &reader->stop->title, value, LESSON_MOST_TITLE);
}

/* The last stop. */
static bool take_summary(Reader *reader, const char *value)
{
    if (!reader->stop)
        return wrong(reader, "summary: ends a lesson; write it after the last "
                             "stop, and goal: here");
    if (!take_stop(reader, "Summary"))
        return false;
    reader->stop->sums_up = true;
    return !*value || take_text(reader, value);
}

/* ---- All keys ----------------------------------------------------------- */

static const Key keys[] = {
    {"title", IN_HEAD, take_title},
    {"goal", IN_HEAD, take_goal},
    {"order", IN_HEAD, take_order},
    {"summary", IN_HEAD | IN_STOP, take_summary},
    {"number", IN_HEAD | IN_STOP, take_declared},
    {"stop", IN_HEAD | IN_STOP, take_stop},
    {"show", IN_STOP, take_show},
    {"edit", IN_STOP, take_edit},
    {"at", IN_STOP, take_at},
    {"view", IN_STOP, take_view},
    {"hide", IN_STOP, take_hide},
    {"point", IN_STOP, take_point},
    {"note", IN_STOP, take_note},
    {"question", IN_STOP, take_question},
    {"ask", IN_STOP, take_ask},
    {"why", IN_STOP, take_why},
    {"-", IN_STOP, take_wrong},
    {"+", IN_STOP, take_right},
};

/* The key of a name of LENGTH bytes, of a choice "-" or "+"; NULL: none. */
static const Key *key_named(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i)
        if (is_word(name, length, keys[i].name))
            return keys + i;
    return NULL;
}

/* ---- Lines ----------------------------------------------------------------
 */

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
    if (!(key->place & (reader->stop ? IN_STOP : IN_HEAD)))
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
    const Key *key = key_named(line, name);

    if (key)
        return begin_entry(reader, key, line + name + 1, length - name - 1);
    if (!end_entry(reader))
        return false;
    reader->entry.line = reader->line;
    return wrong(
        reader,
        "there is no key \"%.*s:\"; the keys are title, goal, order, "
        "number, stop, show, edit, at, view, hide, point, note, "
        "question, ask, why and summary (a sentence starts with a capital)",
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
        return begin_entry(reader, key_named(line, 1), line + 2, length - 2);
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
static bool check_lesson(Reader *reader)
{
    Lesson *lesson = reader->lesson;

    if (!end_stop(reader))
        return false;
    reader->entry.line = reader->line ? reader->line : 1;
    if (!lesson->title)
        return wrong(reader, "a lesson without a title:");
    if (!lesson->goal)
        return wrong(reader, "a lesson without a goal:");
    if (lesson->stops_count == 0)
        return wrong(reader, "a lesson without a stop:");
    if (!reader->stop->sums_up)
        return wrong(reader, "a lesson without a summary: at its end");
    say_goal(lesson);
    return true;
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
