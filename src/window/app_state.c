/* SPDX-License-Identifier: MIT
 *
 * app_state - see app_state.h.
 */
#include "window/app_state.h"

#include <stdio.h>

static const double message_seconds = 4;

bool app_is_asking(const App *app)
{
    return app->asking.state != ASKING_OFF;
}

void app_end_stale_questions(App *app)
{
    if (!app_is_asking(app) || app->asking_changes == app->session.changes)
        return;
    asking_stop(&app->asking);
    app->state.asking = false;
}

bool app_shows_band(const App *app)
{
    return (app->lesson || app_is_asking(app)) && !app->state.start;
}

Band app_band(const App *app)
{
    return app_is_asking(app) ? asking_band(&app->asking)
                              : lesson_play_band(app->lesson);
}

void app_say(App *app, bool alarm, const char *text)
{
    snprintf(app->message, sizeof app->message, "%s", text);
    app->message_left = message_seconds;
    app->alarm = alarm;
    app->stale = true;
}

bool app_shows_card(const App *app)
{
    return app->touch.thing.kind && !app->state.start && !app->state.chart;
}

bool app_shows_setup(const App *app)
{
    return app->state.setup && !app->state.start && app->session.player.count;
}

bool app_frame_is_old(const App *app)
{
    return app->painted.changes != app->session.changes;
}

const ReloadFault *app_fault(const App *app)
{
    const ReloadFault *fault = app->opening ? reload_fault(app->opening) : NULL;

    return fault || !app->reload ? fault : reload_fault(app->reload);
}

/* True if something lies over all that takes keys and presses. */
static bool is_covered(const App *app)
{
    return app->dialog || app->state.help || app->state.words ||
           app->state.menu || app->state.blank;
}

bool app_takes_answers(const App *app)
{
    return app_is_asking(app) && !is_covered(app) && !app->state.fault;
}

bool app_is_in_lesson(const App *app)
{
    return app_shows_band(app) && !app_is_asking(app) && !is_covered(app);
}
