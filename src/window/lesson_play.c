/* SPDX-License-Identifier: MIT */
#include "window/lesson_play.h"

#include "cli/request.h"
#include "lesson/lesson_done.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

LessonPlay *lesson_play_new(Lesson *lesson, size_t at)
{
    LessonPlay *play = base_alloc(1, sizeof *play);

    play->lesson = lesson;
    play->at = at < lesson->stops_count ? at : 0;
    play->waits = true;
    return play;
}

static void forget_words(LessonPlay *play)
{
    if (play->has_words)
        lesson_words_free(&play->words);
    play->has_words = false;
}

void lesson_play_free(LessonPlay *play)
{
    if (!play)
        return;
    forget_words(play);
    lesson_free(play->lesson);
    free(play);
}

static const LessonStop *stop_of(const LessonPlay *play)
{
    return play->lesson->stops + play->at;
}

bool lesson_play_is_shown(const LessonPlay *play, const Session *session)
{
    return play->shows && play->changes == session->changes;
}

/* Follows the turn, which has TAKEN what a person did: it shows the answer.
 * Where the traces were asked, what answers is seen to happen. */
static bool follow(LessonPlay *play, Session *session, bool taken)
{
    Player *player = &session->player;

    if (!taken || play->turn.result == TURN_OPEN)
        return taken;
    play->asked += turn_given(&play->turn) != NULL;
    play->right += play->turn.result == TURN_RIGHT;
    if (!play->words.of_traces || !lesson_play_is_shown(play, session))
        return taken;
    player->playing = false;
    player_seek(player, play->tick);
    player_play_to(player, lesson_told_tick(&play->words, player));
    play->tick = player->tick;
    return taken;
}

/* True while an answer is awaited. */
static bool asks(const LessonPlay *play)
{
    return play->has_words && play->words.asks &&
           play->turn.result == TURN_OPEN;
}

bool lesson_play_move(LessonPlay *play, Session *session, int direction)
{
    if (direction > 0 && asks(play)) {
        turn_end(&play->turn, TURN_SHOWN);
        return follow(play, session, true);
    }
    if (direction < 0 ? play->at == 0
                      : play->at + 1 == play->lesson->stops_count)
        return false;
    play->at += direction < 0 ? SIZE_MAX : 1;
    play->waits = true;
    return true;
}

bool lesson_play_key(LessonPlay *play, Session *session, const char *key)
{
    return asks(play) &&
           follow(play, session,
                  turn_key(&play->turn, &play->words.question, key));
}

bool lesson_play_type(LessonPlay *play, const char *text)
{
    return asks(play) && play->turn.typed[0] && turn_type(&play->turn, text);
}

bool lesson_play_press(LessonPlay *play, Session *session, const Shape *shape)
{
    bool there = lesson_play_is_shown(play, session) &&
                 session->player.tick == play->tick;

    return asks(play) && (there || shape->thing.kind == THING_CHOICE) &&
           follow(play, session,
                  turn_press(&play->turn, &play->words.question, shape));
}

bool lesson_play_records(const LessonPlay *play, const Session *session)
{
    return !lesson_play_is_shown(play, session) ||
           !lesson_shows_same(play->lesson->stops + play->shown, stop_of(play));
}

void lesson_play_begin(LessonPlay *play, const Session *session)
{
    play->shows = true;
    play->shown = play->at;
    play->changes = session->changes;
}

static bool take_traces(LessonPlay *play, Session *session, Error *error)
{
    Trace *traces[LESSON_MOST_TRACES];
    int count;

    if (!lesson_play_records(play, session))
        return true;
    if (!lesson_traces(play->lesson, stop_of(play), traces, &count, error))
        return false;
    if (!session_show(session, traces, count, error)) {
        request_free(traces, count);
        return false;
    }
    play->shown = play->at;
    play->changes = session->changes;
    play->shows = true;
    return true;
}

static LessonMoment moment_of(const Session *session)
{
    const uint32_t *orders[LESSON_MOST_TRACES] = {NULL};

    for (int t = 0; t < session->player.count; ++t)
        orders[t] = session->shown[t].analysed->order;
    return lesson_moment(&session->player, orders);
}

/* Goes to the moment: to a later one of the same run so that its last
 * instruction is seen to happen. */
static bool seek(LessonPlay *play, Session *session, bool fresh, Error *error)
{
    Player *player = &session->player;
    uint32_t before = player->tick;

    player->playing = false;
    if (!lesson_seek(play->lesson, stop_of(play), player, error))
        return false;
    play->tick = player->tick;
    if (!fresh && play->tick > before && player->animated)
        player_play_to(player, play->tick);
    return true;
}

void lesson_play_show(LessonPlay *play, Session *session)
{
    const Lesson *lesson = play->lesson;
    bool fresh = lesson_play_records(play, session);
    Error error = {ERROR_NONE, ""};

    play->waits = play->note = false;
    play->turn = (Turn){.result = TURN_OPEN};
    forget_words(play);
    bool good = take_traces(play, session, &error) &&
                seek(play, session, fresh, &error);
    if (good) {
        LessonMoment moment = moment_of(session);
        play->has_words =
            lesson_words(lesson, stop_of(play), &moment, &play->words, &error);
        if (!play->has_words)
            lesson_words_free(&play->words);
    }
    snprintf(play->fault, sizeof play->fault, "%s", error.text);
    lesson_done_note(lesson, (uint32_t)play->at + 1);
}

void lesson_play_scene(const LessonPlay *play, const Session *session,
                       Scene *scene)
{
    Error ignored;
    int only = scene->only;

    if (!play->has_words || !lesson_play_is_shown(play, session) ||
        session->player.tick != play->tick)
        return;
    lesson_scene(play->lesson, stop_of(play), scene, &ignored);
    lesson_cover(stop_of(play), &play->words, play->turn.result != TURN_OPEN,
                 scene);
    scene->only = only; /* the user may leave that view */
    scene->steps &= player_due(&session->player) < 0;
}

static void add_keys(const LessonPlay *play, Band *band)
{
    bool last = play->at + 1 == play->lesson->stops_count;
    bool asked = asks(play);

    band_key(band, "PageDown",
             asked  ? "Page Down: show the answer"
             : last ? "Page Down: end of the lesson"
                    : "Page Down: next");
    if (asked && play->words.question.hint.length && !play->turn.hinted)
        band_key(band, "H", "H: hint");
    if (play->at > 0)
        band_key(band, "PageUp", "Page Up: back");
    if (play->has_words && play->words.note.length)
        band_key(band, "J", "J: speaker notes");
}

Band lesson_play_band(const LessonPlay *play)
{
    static const LessonWords none = {.asks = false};
    Band band = lesson_band(play->lesson, stop_of(play),
                            play->has_words ? &play->words : &none, play->note,
                            play->turn.result != TURN_OPEN, &play->turn);

    if (!play->has_words) {
        band.text = play->waits ? "recording ..." : play->fault;
        band.ink = COLOR_FAULT;
    }
    add_keys(play, &band);
    return band;
}
