/* SPDX-License-Identifier: MIT
 *
 * upsweep lesson: the list of lessons, and a lesson in the terminal or in the
 * window.
 */
#include "cmd.h"
#include "config.h"
#include "ask/turn.h"
#include "lesson/lesson_done.h"
#include "lesson/lesson_stage.h"
#include "lesson/lesson_text.h"
#ifdef HAVE_WINDOW
#include "cli/request.h"
#include "window/app.h"
#endif

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ANSWER = 256 };

/* ---- In the terminal ---------------------------------------------------- */

typedef struct {
    const Lesson *lesson;
    FILE *out;
    bool asks; /* somebody sits at the terminal */
    bool ended;
    int asked, right;
    Text unasked; /* the answers to what nobody answered, for the end */
} Terminal;

static void print(const Terminal *terminal, Text *text)
{
    fputs(text->text, terminal->out);
    fflush(terminal->out);
    text_free(text);
    *text = (Text){0};
}

/* The next line; false at the end of what is typed. */
static bool read_answer(char answer[MOST_ANSWER])
{
    size_t length;

    if (!fgets(answer, MOST_ANSWER, stdin))
        return false;
    length = strlen(answer);
    if (length && answer[length - 1] != '\n')
        for (int c; (c = getchar()) != '\n' && c != EOF;)
            continue;
    return true;
}

/* Keeps the answer to the question of STOP for the end. */
static void keep_answer(Terminal *terminal, const LessonStop *stop,
                        const LessonWords *words)
{
    Text before = {0};

    if (terminal->unasked.length == 0)
        text_add(&terminal->unasked, "\nAnswers\n");
    bool asks = stop->title[strlen(stop->title) - 1] == '?';
    text_add(&before, "%s%s ", stop->title, asks ? "" : ".");
    text_add(&terminal->unasked, "\n");
    lesson_text_answer(words, NULL, before.text, &terminal->unasked);
    text_free(&before);
}

/* Reads lines until TURN has ended: says what would be an answer after another
 * line, and the hint after "?".  Where nobody sits at a terminal, the second
 * line without an answer ends it, too.  False at the end of the input. */
static bool take_turn(Terminal *terminal, const Question *question, Turn *turn)
{
    char line[MOST_ANSWER] = "";

    for (bool again = false;; again = true) {
        terminal->ended = terminal->ended || !read_answer(line);
        if (terminal->ended)
            return false;
        line[strcspn(line, "\r\n")] = '\0';
        turn_line(turn, question, line);
        if (again && !terminal->asks)
            turn_end(turn, TURN_SHOWN);
        if (turn->result != TURN_OPEN)
            return true;
        fprintf(terminal->out, "%s\nAgain: ",
                turn->error[0] ? turn->error : question->hint.text);
        fflush(terminal->out);
    }
}

/* Asks the question of a stop, and prints the answer: at once after a line of
 * input, else at the end. */
static void ask(Terminal *terminal, const LessonStage *stage,
                const LessonWords *words)
{
    const LessonStop *stop = stage->stop;
    Turn turn = {.result = TURN_OPEN};
    Text text = {0};

    lesson_text_question(words, &text);
    if (terminal->asks)
        text_add(&text, words->question.hint.length == 0
                            ? "Type a number and press Enter: "
                            : "Type the answer and press Enter (?: hint): ");
    print(terminal, &text);
    if (!take_turn(terminal, &words->question, &turn)) {
        keep_answer(terminal, stop, words);
        return;
    }
    if (!terminal->asks)
        text_add(&text, "\n");
    terminal->asked += turn_given(&turn) != NULL;
    terminal->right += turn.result == TURN_RIGHT;
    lesson_text_answer(words, turn_given(&turn), "", &text);
    if (stop->hide == LESSON_ANSWER)
        lesson_text_seen(stage, &text);
    print(terminal, &text);
}

/* What the user wants next: a step to another stop, 0 for the same again, or
 * INT_MIN to leave. */
enum { LEAVES = -1000 };
static int go_on(Terminal *terminal, const LessonWords *words)
{
    char answer[MOST_ANSWER];
    Text text = {0};

    if (!terminal->asks)
        return 1;
    for (;;) {
        fprintf(terminal->out, "\nEnter: next, b: back%s, q: quit: ",
                words->note.length ? ", n: note" : "");
        fflush(terminal->out);
        if (!read_answer(answer) || *answer == 'q')
            return LEAVES;
        if (*answer == 'b')
            return -1;
        if (*answer != 'n' || !words->note.length)
            return 1;
        text_add(&text, "\n");
        lesson_text_wrap(words->note.text, 4, &text);
        print(terminal, &text);
    }
}

/* Plays a stop; sets *STEP to what comes next. */
static bool play_stop(Terminal *terminal, LessonStage *stage, int *step,
                      Error *error)
{
    LessonWords words;
    Text text = {0};
    bool good =
        lesson_words(stage->lesson, stage->stop, &stage->moment, &words, error);

    if (good) {
        lesson_text_stop(stage, &words, &text);
        print(terminal, &text);
        if (words.asks)
            ask(terminal, stage, &words);
        *step = go_on(terminal, &words);
    }
    lesson_words_free(&words);
    return good;
}

static void tell_end(Terminal *terminal)
{
    if (terminal->unasked.length)
        print(terminal, &terminal->unasked);
    if (terminal->asked)
        fprintf(terminal->out, "\n%d of %d answers correct.\n", terminal->right,
                terminal->asked);
}

static bool play(const Lesson *lesson, FILE *out, Error *error)
{
    Terminal terminal = {.lesson = lesson, .out = out};
    LessonStage stages[2] = {{.lesson = NULL}, {.lesson = NULL}};
    Text text = {0};
    bool good = true;

    terminal.asks = isatty(STDIN_FILENO) && isatty(fileno(out));
    size_t at = terminal.asks ? lesson_done_resume(lesson) : 0;
    lesson_text_head(lesson, &text);
    if (at)
        text_add(&text, "Continuing at stop %zu (b: back).\n", at + 1);
    print(&terminal, &text);
    for (int turn = 0, step = 1; good && at < lesson->stops_count;
         turn = !turn) {
        LessonStage *now = stages + turn, *before = stages + !turn;
        good =
            lesson_stage_open(now, lesson, lesson->stops + at, before, error) &&
            play_stop(&terminal, now, &step, error);
        lesson_stage_free(before);
        if (!good || step == LEAVES)
            break;
        if (terminal.asks)
            lesson_done_note(lesson, (uint32_t)at + 1);
        if (step > 0 || at > 0)
            at = step > 0 ? at + 1 : at - 1;
    }
    lesson_stage_free(stages);
    lesson_stage_free(stages + 1);
    tell_end(&terminal);
    return good;
}

/* ---- Checking ----------------------------------------------------------- */

/* Is all that a stop says so? */
static bool check_stop(LessonStage *stage, Error *error)
{
    LessonWords words;
    bool good = lesson_words(stage->lesson, stage->stop, &stage->moment, &words,
                             error) &&
                lesson_stage_check(stage, error);

    lesson_words_free(&words);
    return good;
}

/* Plays each stop, and prints a line for each that is wrong. */
static bool check(const Lesson *lesson, FILE *out, Error *error)
{
    LessonStage stages[2] = {{.lesson = NULL}, {.lesson = NULL}};
    size_t count = lesson->stops_count, wrong = 0;

    for (size_t i = 0; i < count; ++i) {
        LessonStage *now = stages + i % 2, *before = stages + (i + 1) % 2;
        Error fault;
        if (!lesson_stage_open(now, lesson, lesson->stops + i, before,
                               &fault) ||
            !check_stop(now, &fault)) {
            fprintf(out, "%s\n", fault.text);
            ++wrong;
        }
        lesson_stage_free(before);
    }
    lesson_stage_free(stages);
    lesson_stage_free(stages + 1);
    if (wrong == 0)
        fprintf(out, "%s: all %zu stops are correct\n", lesson->name, count);
    return wrong == 0 ||
           error_set(error, ERROR_NO, "%zu of %zu stops have errors; see above",
                     wrong, count);
}

/* ---- In the window ------------------------------------------------------ */

#ifdef HAVE_WINDOW
static bool has_display(void)
{
    static const char *const names[] = {"DISPLAY", "WAYLAND_DISPLAY",
                                        "SDL_VIDEODRIVER"};

    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (getenv(names[i]) && *getenv(names[i]))
            return true;
    return false;
}

/* Takes LESSON over. */
static bool show_window(Lesson *lesson, const Options *options, Error *error)
{
    Trace *traces[LESSON_MOST_TRACES];
    int count = 0;
    size_t at = lesson_done_resume(lesson);
    AppOptions app = app_options(options);

    if (!lesson_traces(lesson, lesson->stops + at, traces, &count, error)) {
        lesson_free(lesson);
        return false;
    }
    app.lesson = lesson_play_new(lesson, at);
    bool good = app_run((const Trace *const *)traces, count, &app, error);
    request_free(traces, count);
    return good;
}
#endif

/* ---- The command -------------------------------------------------------- */

static void print_list(FILE *out)
{
    LessonList list = lesson_list();
    Text text = {0};

    lesson_text_list(&list, &text);
    fputs(text.text, out);
    text_free(&text);
    lesson_list_free(&list);
}

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    (void)notes;
    if (options->operands_count > 1)
        return error_set(error, ERROR_USAGE,
                         "lesson: more than one name; give one (`upsweep "
                         "lesson` lists them)");
    if (options->operands_count == 0) {
        print_list(out);
        return true;
    }
    Lesson *lesson = lesson_find(options->operands[0], error);
    if (!lesson)
        return false;
    if (!lesson_consent(lesson, options->yes, error)) {
        lesson_free(lesson);
        return false;
    }
#ifdef HAVE_WINDOW
    if (!options->text && !options->check && has_display())
        return show_window(lesson, options, error);
#endif
    bool good =
        options->check ? check(lesson, out, error) : play(lesson, out, error);
    lesson_free(lesson);
    return good;
}

const Subcommand cmd_lesson = {
    .name = "lesson",
    .operands = "[NAME|FILE]",
    .help = "play a lesson, or list the lessons",
    .about = "Plays a lesson in the window, or in the terminal with --text.",
    .examples = {{"upsweep lesson", "list the lessons"},
                 {"upsweep lesson banks", "play one in the window"},
                 {"upsweep lesson banks --text", "play it in the terminal"}},
    .options = OPTION(TEXT) | OPTION(CHECK) | OPTION(THEME) | OPTION(SIZE) |
               OPTION(TEXT_SCALE) | OPTION(PROJECTOR) | OPTION(FULL_SCREEN) |
               OPTION(YES),
    .run = run};
