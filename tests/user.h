/* SPDX-License-Identifier: MIT
 *
 * user - someone who uses the window, for tests: presses keys, moves the mouse,
 * looks.  Events go through SDL's own queue; after each the app has drawn.
 *
 * There is one user and one window at a time.  Pictures go into the window's
 * pixels; by a renderer, if SDL_HINT_RENDER_DRIVER names one before it opens.
 *
 *     int main(int argc, char **argv)
 *     {
 *         static const UserTest tests[] = {{"/app/keys", test_keys}};
 *         return user_main(argc, argv, 32, tests, 1);
 *     }
 */
#ifndef UPSWEEP_USER_H
#define UPSWEEP_USER_H

#include "window/app.h"

#include <SDL.h>

/* What is there to be opened: LeftRight and Padding. */
extern Trace *user_traces[2];

typedef struct {
    const char *path;
    void (*test)(void);
} UserTest;

/* Runs TESTS where SDL starts, which needs no screen, and skips them where it
 * does not; the traces have N elements and 4 banks. */
int user_main(int argc, char **argv, uint32_t n, const UserTest *tests,
              size_t count);

/* Opens a window of this size, also where the screen has less. */
void user_open(Trace *const traces[], int count, int width, int height);
void user_open_with(Trace *const traces[], int count,
                    const AppOptions *options);
void user_close(void);

/* A key, once; the same with modifiers, or repeated because it is held; and one
 * that types a sign, with both events that a keyboard sends. */
void user_press(SDL_Keycode code);
void user_key(SDL_Keycode key, int modifiers, bool repeat);
void user_type(SDL_Keycode code, const char *sign);
/* What a keyboard types, without its key. */
void user_text(const char *text);

/* The mouse; HELD: with its left button. */
void user_move(double x, double y, bool held);
void user_button(Uint8 which, bool down, double x, double y);
void user_click(double x, double y);
void user_wheel(int y);

/* An event of the system; WHAT is for events of the window. */
void user_event(Uint32 kind, Uint8 what);
/* Lets the app have all events that wait, then draw, as app_run does. */
void user_settle(void);

/* Shows moves at once, without values in motion. */
void user_still(void);
/* Clicks the widget NAME. */
void user_widget(const char *name);

/* What there is to see; the pointers belong to the app. */
typedef struct {
    const Player *player;
    const Dialog *dialog; /* the open one, or NULL */
    Theme theme;
    double scale;
    bool help, menu, full_screen, blank, labels;
    ChartKind chart;
    const char *message; /* NULL: none */
    const DisplayList *frame, *chrome;
    uint64_t paints, presents; /* so far */
} UserLook;
UserLook user_look(void);
App *user_app(void);
SDL_Window *user_window(void);
/* What is in the window, 0xRRGGBB, rows without gaps; to be freed. */
uint32_t *user_pixels(void);
/* False once the app has said that the user left. */
bool user_is_in(void);
/* One of SDL_DROP...; PATH may be NULL. */
void user_drop(Uint32 kind, const char *path);
/* The first rectangle of a thing; it must be there. */
const Shape *user_find(const DisplayList *list, Thing thing);
/* Does the chrome have a text that starts so? */
bool user_reads(const char *start);

#endif
