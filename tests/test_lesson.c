/* SPDX-License-Identifier: MIT
 *
 * test_lesson - files of lessons: what is read, what is refused and with which
 * line, and the facts of a trace.
 */
#include "lesson/lesson_list.h"
#include "lesson/lesson_reader.h"
#include "lesson/lesson_stage.h"
#include "lesson/lesson_words.h"
#include "lesson/lesson_text.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                                                   \
    "title: T\n"                                                               \
    "goal: do it\n"                                                            \
    "order: 5\n"                                                               \
    "number: 32 lanes of a warp\n"                                             \
    "\n"                                                                       \
    "stop: First\n"                                                            \
    "show: nopadding -n 16 -k 4 --input walkthrough\n"                         \
    "at: step 3\n"                                                             \
    "\n"

static Lesson *read_text(const char *text, Error *error)
{
    return lesson_read("t", "t.lesson", text, strlen(text), error);
}

/* A lesson that begins with TEXT, and has a summary. */
static Lesson *read_begun(const char *text, Error *error)
{
    char *whole = g_strconcat(text, "\nsummary: Done.\n", NULL);
    Lesson *lesson = read_text(whole, error);

    g_free(whole);
    return lesson;
}

static void test_read(void)
{
    Error error = {ERROR_NONE, ""};
    Lesson *lesson = read_text(HEAD "One\nand two.\n\nThree.\n"
                                    "question: Which?\n- a -> A is not.\n"
                                    "+ b\nwhy: so\n\n"
                                    "stop: Second\nnote: N\n\nText.\n\n"
                                    "summary: One.\n\nTwo.\n",
                               &error);

    g_assert_nonnull(lesson);
    g_assert_cmpuint(lesson->stops_count, ==, 3);
    const LessonStop *stop = lesson->stops;
    g_assert_cmpstr(stop->text, ==,
                    "After this lesson you can do it.\nOne and two.\nThree.");
    g_assert_cmpstr(stop->choices[0].text, ==, "a");
    g_assert_cmpstr(stop->choices[0].why, ==, "A is not.");
    g_assert_true(stop[2].sums_up && !stop[1].sums_up);
    g_assert_cmpstr(stop[2].title, ==, "Summary");
    g_assert_cmpstr(stop[2].text, ==, "One.\nTwo.");
    g_assert_cmpstr(stop->question, ==, "Which?");
    g_assert_cmpint(stop->choices_count, ==, 2);
    g_assert_true(stop->choices[1].right && !stop->choices[0].right);
    g_assert_cmpint(stop->command.count, ==, 7);
    g_assert_cmpstr(stop->command.words[6], ==, "walkthrough");
    g_assert_cmpstr(stop[1].show, ==, stop->show);
    g_assert_cmpuint(stop[1].moment, ==, 3);
    g_assert_cmpstr(stop[1].note, ==, "N");
    g_assert_true(lesson_declares(lesson, stop, "32", 2));
    g_assert_false(lesson_declares(lesson, stop, "31", 2));
    lesson_free(lesson);
}

/* What is wrong is reported in one line with file and line. */
static void test_refused(void)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "t.lesson:1: a lesson without a title:"},
        {"titel: T\n", "t.lesson:1: there is no key \"titel:\""},
        {"title: T\ntitle: U\n", "t.lesson:2: there are two of title:"},
        {"title:\n", "t.lesson:1: title: is empty"},
        {"show: x\n", "t.lesson:1: show: belongs to a stop"},
        {"\n\nHello\n", "t.lesson:3: text before the first stop:"},
        {"order: ten\n", "t.lesson:1: order: ten: write a number"},
        {"order: 0\n", "t.lesson:1: order: 0: write a number from 1"},
        {"goal: Do it\n", "t.lesson:1: goal: Do it: it follows"},
        {"goal: do it.\n", "t.lesson:1: goal: do it.: it follows"},
        {"summary: S\n", "t.lesson:1: summary: ends a lesson"},
        {HEAD "T.\n", "t.lesson:10: a lesson without a summary:"},
        {HEAD "T.\n\nsummary:\n", "t.lesson:12: this stop has no text"},
        {HEAD "T.\n\nsummary: S\n\nstop: A\n",
         "t.lesson:14: a stop after the summary:"},
        {HEAD "T.\n\nask: bank\n- 2\n",
         "t.lesson:13: write why this answer is wrong"},
        {"number: 32\n", "t.lesson:1: number: write the number and what"},
        {HEAD "Text.\nat: step 4\n", "t.lesson:11: there are two of at:"},
        {HEAD "title: x\n", "t.lesson:10: title: belongs before the first"},
        {HEAD, "t.lesson:6: this stop has no text"},
        {HEAD "T.\n\nquestion: Q\n- a\n", "t.lesson:12: no choice is right"},
        {HEAD "T.\n\nquestion: Q\n+ a\n+ b\n",
         "t.lesson:14: two choices are right"},
        {HEAD "T.\n\n- a\n", "t.lesson:12: a choice without a question"},
        {HEAD "T.\n\nwhy: a\n", "t.lesson:12: why: answers no question"},
        {HEAD "T.\n\nask: banks\n", "t.lesson:12: ask: banks: write bank, "},
        {HEAD "T.\n\nask: bank of\n", "t.lesson:12: ask: bank of: write"},
        {HEAD "T.\n\nask: bank thread x\n", "t.lesson:12: ask: bank thread"},
        {HEAD "T.\n\nask: bank of trace 5\n", "t.lesson:12: ask: bank of tr"},
        {HEAD "T.\n\nask: bank of 2\n", "t.lesson:12: ask: bank of 2: write"},
        {HEAD "T.\n\nask: bank\nask: cell\n",
         "t.lesson:13: this stop has a question already"},
        {HEAD "T.\n\nask: bank\nquestion: Q\n",
         "t.lesson:13: this stop has ask: already"},
        {"stop: A\n\nText.\n", "t.lesson:1: the first stop shows nothing"},
        {"stop: A\nat: soon\n", "t.lesson:2: at: soon: write start, end"},
        {"stop: A\nat: step 0\n", "t.lesson:2: at: step 0: write"},
        {"stop: A\nat: step 3 4\n", "t.lesson:2: at: step 3 4: write"},
        {"stop: A\nview: x\n",
         "t.lesson:2: view: x: write time, or leave it out"},
        {"stop: A\npoint: bank 3,,\n", NULL},
        {"stop: A\nshow: ../a.cu\n", "t.lesson:2: show: ../a.cu lies outside"},
        {"stop: A\nshow: /etc/a.cu\n", "t.lesson:2: show: /etc/a.cu lies"},
        {"stop: A\nshow: a --input=/etc/b\n",
         "t.lesson:2: show: --input=/etc/b lies outside"},
        {"stop: A\nshow: a -i../b\n", "t.lesson:2: show: -i../b lies"},
        {"stop: A\nshow: a/../../b.cu\n", "t.lesson:2: show: a/../../b.cu"},
        {"stop: A\nedit: x\n", "t.lesson:2: edit: write the text"},
        {"title: a\tb\n", "t.lesson:1: a byte that is no printable"},
        {"title: \xff\n", "t.lesson:1: a byte that is no printable"},
        {"title: T\n\ntitle: \x1b[2J\n", "t.lesson:3: a byte that is no"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Error error = {ERROR_NONE, ""};
        Lesson *lesson = read_text(cases[i].text, &error);
        g_assert_null(lesson);
        g_assert_cmpint(error.kind, ==, ERROR_USAGE);
        if (cases[i].error && strstr(error.text, cases[i].error) != error.text)
            g_error("%s\nis refused by: %s", cases[i].text, error.text);
        g_assert_null(strchr(error.text, '\n'));
    }
}

/* Bounds hold: a long line, a long text, many stops, a large file. */
static void test_bounds(void)
{
    Error error = {ERROR_NONE, ""};
    GString *text = g_string_new("title: ");

    for (int i = 0; i < 2000; ++i)
        g_string_append_c(text, 'x');
    g_assert_null(read_text(text->str, &error));
    g_assert_nonnull(strstr(error.text, "a line of 2007 bytes"));
    g_string_assign(text, HEAD "T.\n");
    for (int i = 0; i < LESSON_MOST_STOPS; ++i)
        g_string_append(text, "stop: A\n\nT.\n");
    g_assert_null(read_text(text->str, &error));
    g_assert_nonnull(strstr(error.text, "more than 100 stops"));
    g_string_assign(text, HEAD);
    for (int i = 0; i < 300; ++i)
        g_string_append(text, "Word after word.\n");
    g_assert_null(read_text(text->str, &error));
    g_assert_nonnull(strstr(error.text, "bytes"));
    g_string_assign(text, "#");
    g_string_set_size(text, LESSON_MOST_BYTES + 1);
    g_assert_null(lesson_read("t", "t.lesson", text->str, text->len, &error));
    g_assert_nonnull(strstr(error.text, "t.lesson:1: the file has"));
    g_string_free(text, TRUE);
}

/* A first stop on the stage, with its words. */
typedef struct {
    Lesson *lesson;
    LessonStage stage;
    LessonWords words;
    bool opened, said;
    Error error;
} Staged;

static Staged stage_begun(const char *text)
{
    Staged staged = {.words = {.asks = false}};

    staged.lesson = read_begun(text, &staged.error);
    if (!staged.lesson)
        g_error("%s\n%s", text, staged.error.text);
    staged.opened =
        lesson_stage_open(&staged.stage, staged.lesson, staged.lesson->stops,
                          NULL, &staged.error);
    if (staged.opened)
        staged.said =
            lesson_words(staged.lesson, staged.lesson->stops,
                         &staged.stage.moment, &staged.words, &staged.error);
    return staged;
}

/* The same of a stop whose lines are REST. */
static Staged stage_stop(const char *rest)
{
    g_autofree char *text =
        g_strconcat("title: T\ngoal: do it\nstop: A\n", rest, NULL);

    return stage_begun(text);
}

static void unstage(Staged *staged)
{
    lesson_words_free(&staged->words);
    lesson_stage_free(&staged->stage);
    lesson_free(staged->lesson);
}

/* What TEXT becomes at step 3 of nopadding, and whether its numbers are facts.
 */
static char *filled(const char *text, bool *sound, Error *error)
{
    g_autofree char *whole = g_strconcat(HEAD, text, "\n", NULL);
    Staged staged = stage_begun(whole);

    *sound = staged.said && lesson_stage_check(&staged.stage, &staged.error);
    char *result =
        staged.said ? g_strdup(strchr(staged.words.text.text, '\n') + 1) : NULL;
    *error = staged.error;
    unstage(&staged);
    return result;
}

static void test_facts(void)
{
    static const struct {
        const char *text, *filled;
    } cases[] = {
        {"{n} {k} {threads} {cells}", "16 4 8 16"},
        {"{T} {accesses} {conflicts}", "86 44 42"},
        {"{steps}: {step}", "11: 3"},
        {"{queue} {^queue} {~idle}", "4 Four three"},
        {"{step-additions} {step-queue}", "4 4"},
        {"{value cell 7} {sum cell 7}", "18 \xce\xa3x4..x7"},
        {"{bank of 28 + 1}", NULL},
        {"{28 mod k} {n / k} {n * 2 - 1}", "0 4 31"},
        {"{T / accesses}", "2.0"},
        {"{line}", "45"},
        {"{us leftright 2048}", "81.7"},
        {"{cell of thread 2}", "11"},
        {"{launch-steps 1}", "11"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Error error = {ERROR_NONE, ""};
        bool sound;
        char *text = filled(cases[i].text, &sound, &error);
        if (i == 9) { /* the kernel's line changes with the kernel */
            g_assert_true(g_ascii_isdigit(*text));
        } else {
            g_assert_cmpstr(text, ==, cases[i].filled);
            g_assert_true(sound == (cases[i].filled != NULL));
        }
        g_free(text);
    }
}

static void test_no_facts(void)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"{tee}", "t.lesson:6: {tee}: there is no such fact"},
        {"{2.T}", "{2.T}: the stop shows no such trace"},
        {"{value cell 99}", "{value cell 99}: the trace has no such thing"},
        {"{moved}", "{moved}: the trace has no such thing"},
        {"{line-moved 1}", "{line-moved 1}: the trace has no such thing"},
        {"{updates line 1}", "{updates line 1}: the trace has no such thing"},
        {"{launch-steps 2}", "{launch-steps 2}: the trace has no such thing"},
        {"{ulp}", "{ulp}: the trace has no such thing"},
        {"{value cell x}", "{value cell x}: this takes a whole number"},
        {"{value}", "{value}: this lacks a value"},
        {"{T +}", "{T +}: this ends too soon"},
        {"{T / 0}", "{T / 0}: write + - * /"},
        {"{4}", "{4}: a number is not a fact"},
        {"{}", "{}: this ends too soon"},
        {"{T", "a { without its }"},
        {"Bank 9.", "\"9\" is a literal"},
        {"Cell 16 is empty.", "\"16\" is a literal"},
        {"It takes 86 cycles.", "\"86\" is a literal"},
        {"Cells 1, 3 and 17.", "\"17\" is a literal"},
        {"T8 waits.", "\"T8\" is a literal"},
        {"x16 too.", "\"x16\" is a literal"},
        {"Look at `s[17]`.", "\"s[17]\" is a literal"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Error error = {ERROR_NONE, ""};
        bool sound;
        char *text = filled(cases[i].text, &sound, &error);
        g_assert_false(sound);
        if (!strstr(error.text, cases[i].error))
            g_error("%s\nis refused by: %s", cases[i].text, error.text);
        g_free(text);
    }
}

/* Names of things, declared numbers, and commands are sound. */
static void test_sound(void)
{
    static const char *const texts[] = {
        "Cells 1, 3 and 15, bank 3, T0 and T7, x0 to x15, step 11.",
        "A warp has 32 lanes; S0 has it.",
        "Try `upsweep show nopadding -n 999`.",
    };

    for (size_t i = 0; i < G_N_ELEMENTS(texts); ++i) {
        Error error = {ERROR_NONE, ""};
        bool sound;
        g_free(filled(texts[i], &sound, &error));
        if (!sound)
            g_error("%s", error.text);
    }
}

/* A moment that is not there, a program that is not there. */
static void test_stage(void)
{
    static const struct {
        const char *stop, *error;
    } cases[] = {
        {"show: nopadding -n 16 -k 4\nat: step 12\n",
         "t.lesson:5: at: there is no step 12: the last is 11"},
        {"show: nopadding -n 16 -k 4\nat: instruction 999\n",
         "t.lesson:5: at: there is no instruction 999"},
        {"show: nopading -n 16\n", "t.lesson:4: show: "},
        {"show: nopadding --device gpu\n", "t.lesson:4: show: "},
        {"show: nopadding -i -\n", "t.lesson:4: show: -: a lesson reads no"},
        {"show: missing.cu\n", "t.lesson:4: show: missing.cu: there is no"},
        {"show: nopadding -n 8\nedit: a => b\n",
         "t.lesson:4: show: a: no program"},
        {"show: leftright hillis-steele -n 8 -k 4\n", "t.lesson:4: show: "},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        g_autofree char *rest = g_strconcat(cases[i].stop, "\nText.\n", NULL);
        Staged staged = stage_stop(rest);
        g_assert_false(staged.opened);
        if (strstr(staged.error.text, cases[i].error) != staged.error.text)
            g_error("%s\nis refused by: %s", rest, staged.error.text);
        unstage(&staged);
    }
}

/* Is TYPED, which is an answer, right? */
static bool is_right(const LessonWords *words, const char *typed)
{
    Answer answer;
    Error error = {ERROR_NONE, ""};

    if (!question_read(&words->question, typed, &answer, &error))
        g_error("%s: %s", typed, error.text);
    return question_is_right(&words->question, &answer);
}

#define AT_15                                                                  \
    "show: nopadding -n 16 -k 4 -i walkthrough\nat: instruction 15\n\nT.\n\n"
#define AT_16                                                                  \
    "show: nopadding -n 16 -k 4 -i walkthrough\nat: instruction 16\n\nT.\n\n"
#define PROGRAM "show: kernels/nopadding.cu -- 16\nat: instruction 6\n\nT.\n\n"

/* What the traces ask, of programs, too: its words, a right answer and a wrong
 * one, with the reason that the lesson gives for it. */
static void test_ask(void)
{
    static const struct {
        const char *stop, *question, *right, *wrong, *reason, *why;
    } cases[] = {
        {AT_15 "ask: bank of thread 2\n- 2 -> Not the thread.\n",
         "Which bank does T2 access?", "3", "bank 2", "Not the thread.", ""},
        {AT_15 "ask: bank of thread 2\n- 2 -> Not the thread.\n",
         "Which bank does T2 access?", "3", "1", "", ""},
        {AT_15 "ask: cycles\n", "How many cycles does this load take?",
         "4 cycles", "1", "", ""},
        {AT_16 "ask: sum of thread 1\n", "Which value does T1 store?", "18",
         "11", "", ""},
        {AT_16 "ask: elements thread 3, seed 7\n",
         "T3 stores the sum of adjacent elements. Which is the first, and "
         "which is the last?",
         "12-15", "12-14", "", ""},
        {"show: nopadding -n 16 -k 4\nat: step 2\n\nT.\n\nask: barrier\n"
         "why: W.\n",
         "The run is at the barrier between", "1", "2", "", ". W."},
        {AT_15 "question: Q\n- a\n- {k} -> Not {k}.\n+ c\n", "Q", "3", "2",
         "Not 4.", ""},
        {AT_15 "question: Q\n- a\n- {k} -> Not {k}.\n+ c\n", "Q", "c", "a", "",
         ""},
        {PROGRAM "ask: sum of thread 1\n", "Which value", "9", "8", "",
         "2 + 7 = 9"},
        {PROGRAM "ask: elements of thread 2\n", "T2 stores", "4-5", "4-6", "",
         "x4 and x5 give x4..x5"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Staged staged = stage_stop(cases[i].stop);
        const LessonWords *words = &staged.words;
        Answer answer;
        Error error;
        if (!staged.said && staged.error.kind != ERROR_FAILED)
            g_error("%s: %s", cases[i].stop, staged.error.text);
        if (staged.said) {
            g_assert_true(g_str_has_prefix(words->question.sentence.text,
                                           cases[i].question));
            g_assert_true(is_right(words, cases[i].right));
            g_assert_false(is_right(words, cases[i].wrong));
            question_read(&words->question, cases[i].wrong, &answer, &error);
            g_assert_cmpstr(lesson_why_wrong(words, &answer), ==,
                            cases[i].reason);
            if (*cases[i].why)
                g_assert_nonnull(
                    strstr(words->question.why.text, cases[i].why));
            if (words->of_traces)
                g_assert_cmpuint(lesson_told_tick(words, &staged.stage.player),
                                 >, staged.stage.player.tick);
            g_assert_false(
                question_read(&words->question, "what?", &answer, &error));
        }
        unstage(&staged);
    }
}

/* What cannot be asked is reported with its line. */
static void test_not_asked(void)
{
#define SHOW "show: nopadding -n 16 -k 4\n"
    static const char none[] = "t.lesson:9: ask: the traces have no";
    static const struct {
        const char *stop, *error;
    } cases[] = {
        {SHOW "at: end\n\nT.\n\nask: bank\n", none},
        {SHOW "at: start\n\nT.\n\nask: waits\n", none},
        {AT_15 "ask: bank of thread 9\n", none},
        {AT_15 "ask: bank of trace 2\n", none},
        {AT_15 "ask: cycles of thread 2\n", none},
        {AT_15 "ask: waits\n- all -> Not one.\n", "t.lesson:9: - all: "},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Staged staged = stage_stop(cases[i].stop);
        g_assert_true(staged.opened && !staged.said);
        g_assert_true(g_str_has_prefix(staged.error.text, cases[i].error));
        unstage(&staged);
    }
}

/* Lessons are found by name, number and the start of a name. */
static void test_list(void)
{
    Error error = {ERROR_NONE, ""};
    LessonList list = lesson_list();
    uint32_t order = 0;

    g_assert_cmpuint(list.lessons_count, >, 0);
    for (size_t i = 0; i < list.lessons_count; ++i) {
        const Lesson *lesson = list.lessons[i];
        g_assert_cmpuint(lesson->order, >, order);
        order = lesson->order;
        Lesson *found = lesson_find(lesson->name, &error);
        g_assert_nonnull(found);
        g_assert_cmpstr(found->title, ==, lesson->title);
        lesson_free(found);
    }
    Lesson *first = lesson_find("1", &error);
    g_assert_cmpstr(first->name, ==, list.lessons[0]->name);
    lesson_free(first);
    g_assert_null(lesson_find("0", &error));
    g_assert_null(lesson_find("no-such", &error));
    g_assert_null(lesson_find("no/such.lesson", &error));
    lesson_list_free(&list);
}

/* doc/lessons.md has every fact. */
static void test_document(void)
{
    const char *folder = g_getenv("srcdir");
    char *path =
        g_build_filename(folder ? folder : ".", "doc", "lessons.md", NULL);
    char *document;
    Text help = {0};

    g_assert_true(g_file_get_contents(path, &document, NULL, NULL));
    lesson_facts_help(&help);
    char **lines = g_strsplit(help.text, "\n", -1);
    for (char **line = lines; **line; ++line) {
        char **parts = g_strsplit(*line, "\t", 2);
        char *row = g_strdup_printf("| `%s` | %s |", parts[0], parts[1]);
        if (!strstr(document, row))
            g_error("lessons.md lacks the row %s", row);
        g_free(row);
        g_strfreev(parts);
    }
    g_strfreev(lines);
    text_free(&help);
    g_free(document);
    g_free(path);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/lesson/read", test_read);
    g_test_add_func("/lesson/refused", test_refused);
    g_test_add_func("/lesson/bounds", test_bounds);
    g_test_add_func("/lesson/facts", test_facts);
    g_test_add_func("/lesson/no-facts", test_no_facts);
    g_test_add_func("/lesson/sound", test_sound);
    g_test_add_func("/lesson/stage", test_stage);
    g_test_add_func("/lesson/ask", test_ask);
    g_test_add_func("/lesson/not-asked", test_not_asked);
    g_test_add_func("/lesson/list", test_list);
    g_test_add_func("/lesson/document", test_document);
    return g_test_run();
}
