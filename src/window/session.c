/* SPDX-License-Identifier: MIT
 *
 * session - opening, replacing and closing traces; see session.h.
 */
#include "window/session.h"

#include "cli/request.h"
#include "say/phrases.h"
#include "say/symbolic_trace.h"
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
    player_free(&session->player);
    wanted_free(session->wanted);
    session->wanted = NULL;
}

bool session_show(Session *session, Trace *const traces[], int count,
                  Error *error)
{
    Player player;

    if (!player_init(&player, (const Trace *const *)traces, count, error))
        return false;
    bool had = session->player.count > 0;
    player.speed = session->player.speed;
    if (count > 1 && had)
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

void session_ask(Session *session, const Options *options)
{
    Wanted *wanted = options ? wanted_copy(options) : NULL;

    wanted_free(session->wanted);
    session->wanted = wanted;
}

/* The first of the ticks FIRST to LAST at which trace 0 has executed POSITION
 * instructions; LAST if it never has. */
static uint32_t tick_after(const Player *player, uint32_t first, uint32_t last,
                           size_t position)
{
    while (first < last) {
        uint32_t middle = first + (last - first) / 2;
        if (player_position_at(player, 0, middle) >= position)
            last = middle;
        else
            first = middle + 1;
    }
    return first;
}

/* The tick of TO at the place that TICK is in FROM, by the same clock: as many
 * instructions of trace 0 after the start of the step, and then as many ticks
 * in which that waits for others. */
static uint32_t same_place(const Player *from, uint32_t tick, const Player *to)
{
    Player at = *from;

    at.tick = tick;
    uint32_t step = player_step(&at);
    if (tick == 0 || step >= to->steps)
        return tick ? to->ticks : 0;
    size_t done = player_position_at(from, 0, tick);
    uint32_t start = from->step_ticks[step];
    uint32_t waits = tick - tick_after(from, start, tick, done);
    done -= player_position_at(from, 0, start);

    uint32_t end = to->step_ticks[step + 1];
    start = to->step_ticks[step];
    done += player_position_at(to, 0, start);
    uint32_t there = tick_after(to, start, end, done);
    uint32_t next = tick_after(to, there, end, done + 1);
    bool ends = player_position_at(to, 0, next) > done;
    uint32_t most = next - there - (ends && next > there);
    return there + (waits < most ? waits : most);
}

/* Moves the position from one player to the next, and gives that the other's
 * ways. */
static void take_place(const Player *from, Player *to)
{
    player_set_clock(to, from->clock);
    player_animate(to, from->animated);
    player_seek(to, same_place(from, from->tick, to));
    to->speed = from->speed;
    to->playing = from->playing && to->tick < to->ticks;
}

bool session_replace(Session *session, Trace *const fresh[], int count,
                     Error *error)
{
    const Trace *traces[PLAYER_MAX_TRACES];
    int before = session->player.count;
    Player player;

    if (before == 0)
        return session_show(session, fresh, count, error);
    for (int t = 0; t < count; ++t)
        traces[t] = fresh[t] ? fresh[t] : session->shown[t].trace;
    if (!player_init(&player, traces, count, error))
        return false;
    take_place(&session->player, &player);
    player_free(&session->player);
    session->player = player;
    ++session->changes;
    for (int t = 0; t < count || t < before; ++t) {
        if (t >= count || fresh[t])
            shown_free(session->shown + t);
        if (t < count && fresh[t])
            show(session, t, fresh[t], fresh[t]);
        else if (t < count)
            session->player.marks[t] = session->shown[t].analysed->marks;
    }
    return true;
}

bool session_change(Session *session, const Options *options, bool keeps,
                    Error *error)
{
    Trace *traces[OPTIONS_MAX_OPERANDS];
    int count = options->operands_count;

    if (!request_traces(options, 1, PLAYER_MAX_TRACES, traces, error))
        return false;
    bool good =
        (keeps ? session_replace : session_show)(session, traces, count, error);
    if (good)
        session_ask(session, options);
    else
        request_free(traces, count);
    return good;
}

static const AnalysedTrace *labelled(Shown *shown)
{
    if (shown->labelled)
        return shown->labelled;
    shown->labels = symbolic_trace_of(shown->trace);
    shown->labelled = analysed_labels(shown->labels, shown->analysed);
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
    if (scene.count)
        scene_follow(&scene, &session->player);
    return scene;
}

void session_title(Session *session, Text *title)
{
    Scene scene = session_scene(session, false);

    scene_title(&scene, title);
    text_add(title, " · ");
    phrase_sizes(session->shown[0].trace, title);
    text_add(title, " · ");
    position_text(&scene, title);
}
