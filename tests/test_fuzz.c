/* SPDX-License-Identifier: MIT
 *
 * A user who does anything at all: random events, for the sanitizers to look
 * at.  UPSWEEP_EVENTS says how many (2000), UPSWEEP_SEED which.
 *
 * All commands are done, dialogs filled in with sense and nonsense, files and
 * other things dropped, the window resized and hidden, its textures lost.  What
 * is recorded stays small, so that the time goes into events.
 */
#include "trace/store.h"
#include "window/command.h"
#include "user.h"

#include <glib.h>
#include <glib/gstdio.h>

#include <stdlib.h>
#include <string.h>

enum { USUAL_EVENTS = 2000, MOST_N = 64 };

static uint64_t state;
static char *trace_path, *junk_path;

static uint32_t below(uint32_t end)
{
    return (uint32_t)(base_random(&state) >> 33) % end;
}

/* Would doubling n take long? */
static bool is_large(void)
{
    const Setup *setup = &user_app()->setup;

    return user_app()->state.setup && strtoul(setup->n, NULL, 10) > MOST_N;
}

static void some_key(void)
{
    static const SDL_Keycode codes[] = {
        SDLK_LEFT, SDLK_RIGHT,  SDLK_UP,        SDLK_DOWN,   SDLK_PAGEUP,
        SDLK_HOME, SDLK_END,    SDLK_PAGEDOWN,  SDLK_SPACE,  SDLK_TAB,
        SDLK_TAB,  SDLK_RETURN, SDLK_BACKSPACE, SDLK_ESCAPE, SDLK_F1,
        SDLK_F5,   SDLK_F11,    SDLK_DELETE,    SDLK_EQUALS, SDLK_MINUS,
        SDLK_LALT, SDLK_RETURN, SDLK_KP_ENTER,  SDLK_KP_7,   SDLK_F12,
        SDLK_HOME, 0,           0x7fffffff,     SDLK_1,      SDLK_2};
    static const int modifiers[] = {0,         0,
                                    0,         0,
                                    KMOD_CTRL, KMOD_SHIFT,
                                    KMOD_ALT,  KMOD_CTRL | KMOD_SHIFT};
    bool letter = below(3) == 0;
    SDL_Keycode code = letter ? (SDL_Keycode)('a' + below(26))
                              : codes[below(G_N_ELEMENTS(codes))];
    int modifier = modifiers[below(G_N_ELEMENTS(modifiers))];

    if ((code == SDLK_RETURN || code == SDLK_KP_ENTER || code == SDLK_SPACE) &&
        is_large())
        code = SDLK_ESCAPE;
    if (code == SDLK_s && below(50)) /* pictures take time, and room */
        code = SDLK_t;
    user_key(code, modifier, below(8) == 0);
}

static void some_text(void)
{
    static const char *const texts[] = {"n", "g",  "1", "6", "4", "#",    "+",
                                        "-", ".",  "[", "]", "?", "m",    "é",
                                        "Σ", "le", "",  "/", ",", "99999"};

    user_type(SDLK_UNKNOWN, texts[below(G_N_ELEMENTS(texts))]);
}

/* On something that can be clicked, or anywhere. */
static void some_place(double *x, double *y)
{
    const DisplayList *chrome =
        below(3) ? user_look().chrome : user_look().frame;
    const Shape *shape = NULL;

    *x = (double)below(1400) - 50;
    *y = (double)below(800) - 50;
    if (chrome->shapes_count)
        shape = chrome->shapes + below((uint32_t)chrome->shapes_count);
    if (shape && below(4) && shape->thing.kind != THING_NONE) {
        *x = shape->box.x + shape->box.w / 2;
        *y = shape->box.y + shape->box.h / 2;
    }
}

static void some_press(void)
{
    double x, y;

    some_place(&x, &y);
    if (is_large())
        user_press(SDLK_ESCAPE);
    else if (below(3))
        user_click(x, y);
    else
        user_button((Uint8)(1 + below(5)), below(2), x, y);
}

static void some_move(void)
{
    double x, y;

    some_place(&x, &y);
    user_move(x, y, below(2));
}

static void some_wheel(void)
{
    static const int turns[] = {1, -1, 3, -3, 0, INT32_MIN, INT32_MAX};

    user_wheel(turns[below(G_N_ELEMENTS(turns))]);
}

static void some_window(void)
{
    static const int sizes[][2] = {
        {640, 360}, {700, 400}, {400, 900}, {900, 640}, {1280, 720}};
    uint32_t size = below(G_N_ELEMENTS(sizes));

    switch (below(8)) {
    case 0:
        SDL_SetWindowSize(user_window(), sizes[size][0], sizes[size][1]);
        user_settle();
        break;
    case 1:
        SDL_HideWindow(user_window());
        some_key();
        SDL_ShowWindow(user_window());
        user_settle();
        break;
    case 2:
        SDL_MinimizeWindow(user_window());
        some_press();
        SDL_RestoreWindow(user_window());
        user_settle();
        break;
    case 3:
        user_event(SDL_RENDER_TARGETS_RESET, 0);
        break;
    case 4:
        user_event(SDL_RENDER_DEVICE_RESET, 0);
        break;
    default:
        user_event(SDL_WINDOWEVENT, (Uint8)below(20));
    }
}

static void some_drop(void)
{
    const char *const paths[] = {trace_path,     trace_path, trace_path,
                                 junk_path,      "/",        "",
                                 "none.upsweep", "none.cu"};
    const char *path = paths[below(G_N_ELEMENTS(paths))];
    static const Uint32 kinds[] = {SDL_DROPFILE, SDL_DROPFILE, SDL_DROPBEGIN,
                                   SDL_DROPCOMPLETE, SDL_DROPTEXT};
    uint32_t kind = kinds[below(G_N_ELEMENTS(kinds))];
    bool named = kind == SDL_DROPFILE || kind == SDL_DROPTEXT;

    user_drop(kind, named && below(20) ? path : NULL);
}

static void some_time(void)
{
    app_tick(user_app(), below(5) ? below(1000) / 1000.0 : 1e7);
    app_draw(user_app());
}

/* A folder for what is saved, which goes away with all that is in it. */
static char *enter_folder(void)
{
    char *folder = g_dir_make_tmp("test_fuzz_XXXXXX", NULL);
    Error error;

    trace_path = g_build_filename(folder, "some.upsweep", NULL);
    junk_path = g_build_filename(folder, "junk.upsweep", NULL);
    g_assert_true(store_write(user_traces[0], trace_path, &error));
    g_assert_true(g_file_set_contents(junk_path, "junk", 4, NULL));
    g_assert_cmpint(g_chdir(folder), ==, 0);
    return folder;
}

static void leave_folder(char *folder)
{
    GDir *dir = g_dir_open(folder, 0, NULL);

    for (const char *name; (name = g_dir_read_name(dir));)
        g_unlink(name);
    g_dir_close(dir);
    g_assert_cmpint(g_chdir("/"), ==, 0);
    g_rmdir(folder);
    g_free(trace_path);
    g_free(junk_path);
    g_free(folder);
}

static void test_events(void)
{
    static void (*const acts[])(
        void) = {some_key,   some_key,   some_key,   some_key,  some_text,
                 some_text,  some_press, some_press, some_move, some_move,
                 some_wheel, some_time,  some_time};
    const char *count = g_getenv("UPSWEEP_EVENTS");
    const char *seed = g_getenv("UPSWEEP_SEED");
    long events = count ? atol(count) : USUAL_EVENTS;
    char *folder = enter_folder();

    state = seed ? strtoull(seed, NULL, 10) : 1;
    user_open(user_traces, 2, 640, 360);
    for (long i = 0; i < events; ++i) {
        uint32_t rare = below(60);
        if (rare == 0)
            some_drop();
        else if (rare < 3)
            some_window();
        else
            acts[below(G_N_ELEMENTS(acts))]();
        /* What is shown can be shown, whatever happened. */
        UserLook look = user_look();
        g_assert_cmpuint(look.player->tick, <=, look.player->ticks);
        g_assert_cmpfloat(look.scale, <=, 3);
    }
    g_assert_cmpuint(user_look().presents, >, 100);
    user_close();
    leave_folder(folder);
}

static const UserTest tests[] = {{"/fuzz/events", test_events}};

int main(int argc, char **argv)
{
    return user_main(argc, argv, 16, tests, G_N_ELEMENTS(tests));
}
