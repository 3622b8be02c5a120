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

static bool has_question(const LessonPlay *play)
{
    return play->has_words && play->words.asks;
}

static const LessonStop *stop_of(const LessonPlay *play)
{
    return play->lesson->stops + play->at;
}

bool lesson_play_is_shown(const LessonPlay *play, const Session *session)
{
    return play->shows && play->changes == session->changes;
}

/* Tells the answer.  Where the traces were asked, what answers is seen to
 * happen. */
static void tell(LessonPlay *play, Session *session)
{
    Player *player = &session->player;

    play->tells = true;
    if (!play->words.of_traces || !lesson_play_is_shown(play, session))
        return;
    player->playing = false;
    player_seek(player, play->tick);
    player_play_to(player, lesson_told_tick(&play->words, player));
    play->tick = player->tick;
}

bool lesson_play_move(LessonPlay *play, Session *session, int direction)
{
    if (direction > 0 && has_question(play) && !play->tells) {
        tell(play, session);
        return true;
    }
    if (direction < 0 ? play->at == 0
                      : play->at + 1 == play->lesson->stops_count)
        return false;
    play->at += direction < 0 ? SIZE_MAX : 1;
    play->waits = true;
    return true;
}

static void take_answer(LessonPlay *play, Session *session,
                        const Answer *answer)
{
    play->given = *answer;
    play->answered = true;
    ++play->asked;
    play->right += question_is_right(&play->words.question, answer);
    tell(play, session);
}

bool lesson_play_choose(LessonPlay *play, Session *session, int i)
{
    if (!has_question(play) || play->tells || i < 0 || i >= QUESTION_CHOICES ||
        !play->words.question.choices[i])
        return false;
    take_answer(play, session, &(Answer){{i}, 1});
    return true;
}

/* True while an answer can be typed. */
static bool takes_typing(const LessonPlay *play)
{
    return has_question(play) && !play->tells &&
           play->words.question.form != ANSWER_CHOICE;
}

static bool take(LessonPlay *play, Session *session, EntryResult result,
                 const Answer *answer)
{
    if (result != ENTRY_ANSWERS)
        return result == ENTRY_TAKES;
    take_answer(play, session, answer);
    return true;
}

bool lesson_play_key(LessonPlay *play, Session *session, const char *key)
{
    Answer answer;
    bool digit = key[0] >= '1' && key[0] <= '9' && !key[1];

    if (!takes_typing(play))
        return digit && lesson_play_choose(play, session, key[0] - '1');
    if (strcmp(key, "Space") == 0 && !play->entry.typed[0])
        return false; /* nothing begins with it: it plays, as ever */
    return take(play, session,
                answer_entry_key(&play->entry, &play->words.question,
                                 play->words.k, key, &answer),
                &answer);
}

bool lesson_play_type(LessonPlay *play, const char *text)
{
    return takes_typing(play) && play->entry.typed[0] &&
           answer_entry_type(&play->entry, text);
}

bool lesson_play_press(LessonPlay *play, Session *session, const Shape *shape)
{
    Answer answer;

    return takes_typing(play) && lesson_play_is_shown(play, session) &&
           session->player.tick == play->tick &&
           take(play, session,
                answer_entry_press(&play->entry, &play->words.question,
                                   play->words.k, shape, &answer),
                &answer);
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
    if (!fresh && play->tick > before && player->animated &&
        stop_of(play)->share <= 0)
        player_play_to(player, play->tick);
    return true;
}

void lesson_play_show(LessonPlay *play, Session *session)
{
    const Lesson *lesson = play->lesson;
    bool fresh = lesson_play_records(play, session);
    Error error = {ERROR_NONE, ""};

    play->waits = play->tells = play->note = play->answered = false;
    play->entry = (AnswerEntry){.typed = ""};
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
    bool time = scene->time;

    if (!play->has_words || !lesson_play_is_shown(play, session) ||
        session->player.tick != play->tick)
        return;
    lesson_scene(play->lesson, stop_of(play), scene, &ignored);
    lesson_cover(stop_of(play), &play->words, play->tells, scene);
    scene->time = time; /* the user may leave that view */
    scene->steps &= player_due(&session->player) < 0;
}

static const char *hint_of(const LessonPlay *play)
{
    bool last = play->at + 1 == play->lesson->stops_count;

    if (takes_typing(play))
        return play->words.question.click == THING_NONE
                   ? "Type the answer, then Enter. Page Down: show the answer"
                   : "Type the answer, or click it above. Page Down: show the "
                     "answer";
    if (has_question(play) && !play->tells)
        return "Answer with 1, 2, ... or a click. Page Down: show the answer";
    if (last)
        return "Page Down: end of the lesson, Page Up: back";
    return play->has_words && play->words.note.length
               ? "Page Down: next, Page Up: back, J: speaker notes"
               : "Page Down: next, Page Up: back";
}

LessonBand lesson_play_band(const LessonPlay *play)
{
    return (LessonBand){.lesson = play->lesson,
                        .stop = stop_of(play),
                        .words = play->has_words ? &play->words : NULL,
                        .fault = play->waits ? "recording ..." : play->fault,
                        .hint = hint_of(play),
                        .asks = true,
                        .tells = play->tells,
                        .entry = &play->entry,
                        .given = play->answered ? &play->given : NULL,
                        .note = play->note};
}
