/* SPDX-License-Identifier: MIT
 *
 * lesson_play - a lesson that is played in the window: which stop, its words,
 * and what has been answered.
 *
 *     Page Down ──► the answer, if a question stands there; else the next stop
 *     1, 2, ...     a choice, or what is typed; a press in the picture, too
 *
 * A LessonPlay changes the traces of a Session when a stop shows others.  Where
 * these must be recorded first, the window says so before: see
 * LessonPlay.waits.
 */
#ifndef UPSWEEP_LESSON_PLAY_H
#define UPSWEEP_LESSON_PLAY_H

#include "lesson/lesson_stage.h"
#include "lesson/lesson_words.h"
#include "window/session.h"

typedef struct {
    Lesson *lesson;
    size_t at;    /* the stop */
    bool waits;   /* it is to be shown by lesson_play_show */
    bool shows;   /* it is shown, in SESSION's traces since CHANGES */
    size_t shown; /* the stop whose traces these are */
    uint64_t changes;
    uint32_t tick; /* at which it is */
    LessonWords words;
    bool has_words;
    char fault[600]; /* why it is not shown */
    Turn turn;       /* at its question */
    bool note;
    int asked, right; /* questions that were answered, and how many so */
} LessonPlay;

/* Takes LESSON over, and begins at stop AT, which waits to be shown; free with
 * lesson_play_free. */
LessonPlay *lesson_play_new(Lesson *lesson, size_t at);
void lesson_play_free(LessonPlay *play); /* NULL is fine */

/* Goes on (+1) or back (-1) in the lesson, which SESSION shows; false if there
 * is nowhere to go. */
bool lesson_play_move(LessonPlay *play, Session *session, int direction);
/* A key, a sign that is typed, and a press on a shape, as parts of an answer;
 * false if they mean nothing to the question. */
bool lesson_play_key(LessonPlay *play, Session *session, const char *key);
bool lesson_play_type(LessonPlay *play, const char *text);
bool lesson_play_press(LessonPlay *play, Session *session, const Shape *shape);

/* SESSION was opened on the traces of the stop that waits. */
void lesson_play_begin(LessonPlay *play, const Session *session);
/* True if showing the stop takes other traces than SESSION has. */
bool lesson_play_records(const LessonPlay *play, const Session *session);
/* Shows the stop that waits.  If that fails, the reason replaces the stop's
 * text.
 */
void lesson_play_show(LessonPlay *play, Session *session);

/* True while SESSION has the traces of the lesson. */
bool lesson_play_is_shown(const LessonPlay *play, const Session *session);
/* Shows in SCENE, of SESSION, what the stop asks for, while it is there.
 */
void lesson_play_scene(const LessonPlay *play, const Session *session,
                       Scene *scene);
Band lesson_play_band(const LessonPlay *play);

#endif
