/* SPDX-License-Identifier: MIT
 *
 * session - opening, replacing and closing traces; see session.h.
 */
#include "window/session.h"

#include "cli/request.h"
#include "text/symbolic_trace.h"
#include "view/position_text.h"

static void shown_free(Shown *shown)
{
    analysed_free(shown->labelled);
    analysed_free(shown->analysed);
    trace_free(shown->labels);
    trace_free(shown->own);
    *shown = (Shown){0};
}

static void show(Session *session, int t, const Trace *trace, Trace *own)
{
    AnalysedTrace *analysed = analysed_new(trace);

    session->shown[t] =
        (Shown){.trace = trace, .analysed = analysed, .own = own};
    session->player.marks[t] = analysed->marks;
}

bool session_open(Session *session, const Trace *const traces[], int count,
                  Error *error)
{
    *session = (Session){0};
    if (!player_init(&session->player, traces, count, error))
        return false;
    for (int t = 0; t < count; ++t)
        show(session, t, traces[t], NULL);
    return true;
}

void session_close(Session *session)
{
    for (int t = 0; t < PLAYER_MAX_TRACES; ++t)
        shown_free(session->shown + t);
    bookmarks_free(&session->bookmarks);
    player_free(&session->player);
}

bool session_change(Session *session, const Options *options, Error *error)
{
    Trace *traces[OPTIONS_MAX_OPERANDS];
    int count = options->operands_count;
    Player player;

    if (!request_traces(options, 1, PLAYER_MAX_TRACES, traces, error))
        return false;
    if (!player_init(&player, (const Trace *const *)traces, count, error)) {
        request_free(traces, count);
        return false;
    }
    player.speed = session->player.speed;
    if (count > 1)
        player_set_clock(&player, session->player.clock);
    player_animate(&player, session->player.animated);
    uint64_t changes = session->changes;
    session_close(session);
    session->player = player;
    session->changes = changes + 1;
    for (int t = 0; t < count; ++t)
        show(session, t, traces[t], traces[t]);
    return true;
}

static const AnalysedTrace *labelled(Shown *shown)
{
    if (shown->labelled)
        return shown->labelled;
    shown->labels = symbolic_trace_of(shown->trace);
    shown->labelled = analysed_new(shown->labels);
    shown->labelled->op = shown->trace->run.op;
    return shown->labelled;
}

Scene session_scene(Session *session, bool labels)
{
    Scene scene = {.count = session->player.count};

    for (int t = 0; t < scene.count; ++t) {
        Shown *shown = session->shown + t;
        scene.analysed_traces[t] = labels ? labelled(shown) : shown->analysed;
    }
    scene_follow(&scene, &session->player);
    return scene;
}

bool session_read(Session *session, char *const paths[], int count,
                  Error *error)
{
    Options options = {.k = 32, .input = "random:1"};

    for (int i = 0; i < count && i < OPTIONS_MAX_OPERANDS; ++i)
        options.operands[options.operands_count++] = paths[i];
    return session_change(session, &options, error);
}

void session_title(Session *session, Text *title)
{
    Scene scene = session_scene(session, false);

    scene_title(&scene, title);
    text_add(title, " · ");
    position_text(&scene, title);
}
