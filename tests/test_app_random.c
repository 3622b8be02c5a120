/* SPDX-License-Identifier: MIT
 *
 * test_app_random - random events in a window that shows a lesson, two
 * algorithms, a quiz, the trace of a program, or the start page, with the
 * set-up panel, choosers, menu and cards that the events open.  Sanitizers and
 * checks look for faults; the test looks for contradictory states.
 *
 * UPSWEEP_EVENTS sets the number of events (default: 800), UPSWEEP_SEED the
 * first random number, UPSWEEP_TRACE a trace file of a program.
 */
#include "fixture.h"
#include "lesson/lesson_reader.h"
#include "trace/store.h"
#include "user.h"

#include <glib.h>
#include <glib/gstdio.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A lesson of all kinds of stops and questions. */
static const char text[] =
    "title: Mine\ngoal: do it\n\n"
    "stop: Bank\nshow: nopadding -n 16 -k 4\nat: instruction 15\n"
    "point: cell 5, bank 2\nnote: Say so.\n\nA bank.\n\n"
    "ask: bank of thread 2\nwhy: So it is.\n\n"
    "stop: Waits\nat: instruction 15\n\nThe same.\n\nask: waits\n\n"
    "stop: Elements\nat: instruction 16\nview: time\n\nA sum.\n\n"
    "ask: elements of thread 3\n\n"
    "stop: Two\nshow: leftright padding -n 16 -k 4\nat: step 3\n"
    "hide: ahead\n\nBoth.\n\nask: barrier of trace 2\n\n"
    "stop: Choice\nat: end\n\n{1.T} and {2.T}.\n\n"
    "question: Which?\n- a -> Not a.\n+ b\nwhy: Because.\n\n"
    "stop: Half\nshow: block-shuffle -n 16 -k 4\nat: instruction 6\n"
    "hide: answer\n\nHalf way.\n\n"
    "summary: Nowhere.\nshow: padding -n 16 -k 4\nat: step 99\n";

static Trace *shown[LESSON_MOST_TRACES];
static int shown_count;

static void open_lesson(uint64_t luck)
{
    AppOptions options = {.width = luck & 4 ? 1280 : 900,
                          .height = 720,
                          .projector = luck & 8};
    Error error;
    Lesson *lesson =
        lesson_read("mine", "mine.lesson", text, strlen(text), &error);
    size_t at = luck >> 4 & 3;

    if (!lesson)
        g_error("%s", error.text);
    g_assert_true(
        lesson_traces(lesson, lesson->stops + at, shown, &shown_count, &error));
    options.lesson = lesson_play_new(lesson, at);
    user_open_with(shown, shown_count, &options);
}

/* The trace of a program alone, or on the start page; algorithms without one.
 */
static void open_program(const AppOptions *options)
{
    Error error;
    const char *path = g_getenv("UPSWEEP_TRACE");

    if (!path) {
        user_open_with(user_traces, 1, options);
        return;
    }
    shown[0] = store_read(path, &error);
    if (!shown[0])
        g_error("%s", error.text);
    shown_count = 1;
    user_open_with(shown, 1, options);
}

/* Lessons, algorithms, the start page, and a program in turn. */
static void open_window(uint64_t luck)
{
    static int turn;
    AppOptions options = {.width = luck & 16 ? 1280 : 1024,
                          .height = 720,
                          .ask = luck & 4,
                          .seed = luck >> 8,
                          .projector = luck & 8};

    shown_count = 0;
    switch (turn++ % 4) {
    case 0:
        open_lesson(luck);
        break;
    case 1:
        user_open_with(user_traces, 2, &options);
        break;
    case 2:
        options.start = true;
        options.ask = false;
        user_open_with(user_traces, luck & 32 ? 2 : 0, &options);
        break;
    default:
        open_program(&options);
    }
}

static void close_window(void)
{
    user_close();
    for (int t = 0; t < shown_count; ++t)
        trace_free(shown[t]);
}

static void press_any(uint64_t luck)
{
    static const SDL_Keycode keys[] = {
        SDLK_0,     SDLK_1,        SDLK_2,      SDLK_3,    SDLK_7,
        SDLK_p,     SDLK_TAB,      SDLK_k,      SDLK_F1,   SDLK_n,
        SDLK_LEFT,  SDLK_RIGHT,    SDLK_UP,     SDLK_DOWN, SDLK_RETURN,
        SDLK_SPACE, SDLK_PAGEDOWN, SDLK_PAGEUP, SDLK_u,    SDLK_BACKSPACE,
        SDLK_t,     SDLK_v,        SDLK_w,      SDLK_u,    SDLK_l,
        SDLK_d,     SDLK_n,        SDLK_m,      SDLK_o,    SDLK_r,
        SDLK_d,     SDLK_m,        SDLK_c,      SDLK_b,    SDLK_g,
        SDLK_HOME,  SDLK_END,      SDLK_RETURN, SDLK_TAB,  SDLK_PAGEDOWN};
    SDL_Keycode key = keys[luck % G_N_ELEMENTS(keys)];
    bool shift = luck >> 8 & 1 && key == SDLK_n;

    if (shift)
        user_key(key, KMOD_SHIFT, false);
    else
        user_key(key, 0, (luck >> 9 & 15) == 0);
}

static void do_any(uint64_t luck)
{
    double x = (double)(luck >> 8 & 2047) * 1280 / 2048;
    double y = (double)(luck >> 20 & 2047) * 720 / 2048;

    const Dialog *dialog = user_app()->dialog;

    if (dialog && dialog->kind == DIALOGS_PROGRAM)
        user_press(SDLK_ESCAPE); /* never builds or runs what it finds */
    else if (luck % 8 < 2)
        user_click(x, y);
    else if (luck % 8 == 2)
        user_move(x, y, luck >> 40 & 1);
    else if (luck % 64 == 11)
        user_wheel(luck >> 40 & 1 ? 1 : -1);
    else if (luck % 64 == 19)
        user_type(SDLK_MINUS, "-");
    else if (luck % 64 == 27)
        user_press(SDLK_ESCAPE);
    else if (luck % 512 == 43)
        user_key(SDLK_o, KMOD_CTRL, false);
    else if (luck % 512 == 51)
        user_key(luck >> 40 & 1 ? SDLK_EQUALS : SDLK_MINUS, KMOD_CTRL, false);
    else if (luck % 64 == 35)
        user_text(luck >> 40 & 1 ? "," : "?");
    else
        press_any(luck >> 6);
    if (luck >> 50 & 1)
        app_tick(user_app(), (double)(luck >> 52 & 63) / 30);
}

/* What the window says of itself holds together. */
static void check_state(void)
{
    const App *app = user_app();
    const LessonPlay *play = app->lesson;

    g_assert_cmpint(app->asking.state == ASKING_OFF, ==, !app->state.asking);
    g_assert_true(!play || play->at < play->lesson->stops_count);
    g_assert_true(!play || play->right <= play->asked);
}

static uint64_t number_of(const char *name, uint64_t usual)
{
    const char *text_of = g_getenv(name);

    return text_of ? g_ascii_strtoull(text_of, NULL, 10) : usual;
}

static void test_events(void)
{
    uint64_t events = number_of("UPSWEEP_EVENTS", 800);
    uint64_t random = number_of("UPSWEEP_SEED", 1), lessons = 0, cards = 0,
             quizzes = 0, starts = 0, setups = 0, dialogs = 0;

    open_window(1);
    for (uint64_t i = 0; i < events; ++i) {
        uint64_t luck = base_random(&random);
        do_any(luck);
        if (!user_is_in() || i % 80 == 79) {
            close_window();
            open_window(base_random(&random) >> 7);
        }
        check_state();
        lessons += user_app()->lesson != NULL;
        cards += user_app()->state.card;
        quizzes += user_app()->state.asking;
        starts += user_app()->state.start;
        setups += user_app()->state.setup;
        dialogs += user_app()->dialog != NULL;
    }
    g_test_message("%" G_GUINT64_FORMAT " events: a lesson was open at "
                   "%" G_GUINT64_FORMAT ", a card at %" G_GUINT64_FORMAT
                   ", a quiz at %" G_GUINT64_FORMAT
                   ", the start page at %" G_GUINT64_FORMAT
                   ", the set-up at %" G_GUINT64_FORMAT
                   ", a dialog at %" G_GUINT64_FORMAT,
                   events, lessons, cards, quizzes, starts, setups, dialogs);
    g_assert_true(lessons > events / 32 && cards > events / 32 &&
                  quizzes > events / 32 && starts > events / 32 &&
                  setups > events / 32 && dialogs > events / 200);
    close_window();
}

/* A folder with what the events have put there. */
static void remove_all(const char *path)
{
    GDir *folder = g_dir_open(path, 0, NULL);
    const char *name;

    while (folder && (name = g_dir_read_name(folder))) {
        char *inside = g_build_filename(path, name, NULL);
        remove_all(inside);
        g_free(inside);
    }
    if (folder)
        g_dir_close(folder);
    g_remove(path);
}

int main(int argc, char **argv)
{
    static const UserTest tests[] = {{"/random/events", test_events}};
    char *folder = g_dir_make_tmp("test_app_XXXXXX", NULL);

    g_setenv("XDG_STATE_HOME", folder, TRUE);
    g_assert_cmpint(chdir(folder), ==, 0);
    int status = user_main(argc, argv, 32, tests, G_N_ELEMENTS(tests));
    g_assert_cmpint(chdir("/"), ==, 0);
    remove_all(folder);
    g_free(folder);
    return status;
}
