/* SPDX-License-Identifier: MIT
 *
 * press - a library to preload (LD_PRELOAD), which plays a user of the window:
 * where the program waits for an event it gets the next key of a short session,
 * which saves a frame, plays, shows a chart and the set-up, and closes
 * the window.  A signal that closes the window still does.
 */
#include <SDL.h>

#include <stdbool.h>
#include <string.h>

enum { PLAY_MILLISECONDS = 15 };

/* A key by its code, or a sign that is typed. */
typedef struct {
    SDL_Keycode key;
    const char *sign;
} Press;

static const Press session[] = {
    {SDLK_RIGHT, NULL},  {SDLK_DOWN, NULL},  {SDLK_END, NULL}, /* at rest */
    {SDLK_s, NULL},                                            /* a file */
    {SDLK_HOME, NULL},   {SDLK_SPACE, NULL}, /* plays while these are pressed:
                                              */
    {SDLK_v, NULL},      {0, "+"},           {SDLK_SPACE, NULL}, {SDLK_t, NULL},
    {SDLK_d, NULL},      {SDLK_d, NULL},     {SDLK_r, NULL},     {SDLK_c, NULL},
    {SDLK_ESCAPE, NULL}, {SDLK_u, NULL}, /* the set-up */
    {SDLK_ESCAPE, NULL}, {SDLK_END, NULL},
};

enum { PRESSES = sizeof session / sizeof *session };

/* The next thing that happens; false if nothing does for now, because what was
 * played or recorded wants its time. */
static bool next(SDL_Event *event)
{
    static unsigned turn;
    static unsigned at;

    if (SDL_PollEvent(event))
        return true;
    if (turn++ % 2) {
        SDL_Delay(PLAY_MILLISECONDS);
        return false;
    }
    memset(event, 0, sizeof *event);
    if (at >= PRESSES) { /* a form that reports a fault takes no q */
        event->type = SDL_QUIT;
        return true;
    }
    const Press *press = session + at++;
    if (press->sign) {
        event->type = SDL_TEXTINPUT;
        SDL_strlcpy(event->text.text, press->sign, sizeof event->text.text);
        return true;
    }
    event->type = SDL_KEYDOWN;
    event->key.state = SDL_PRESSED;
    event->key.keysym.sym = press->key;
    return true;
}

int SDL_WaitEventTimeout(SDL_Event *event, int timeout)
{
    (void)timeout;
    return next(event);
}

int SDL_WaitEvent(SDL_Event *event)
{
    while (!next(event))
        continue;
    return 1;
}
