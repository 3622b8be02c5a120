/* SPDX-License-Identifier: MIT
 *
 * lesson_band - what a lesson says, below the frame of a stop.
 *
 *     ├────────────────────────────────────────────────────────────┤
 *     │ Banks and conflicts · 5 of 15          Page Down: next     │
 *     │ Stride 4                                                   │
 *     │ At level 2, the lanes store to cells 3, 7, 11 and 15. All  │
 *     │ of them are in bank 3.                                     │
 *     │ How many cycles?   1 two   2 three   3 four                │
 *     └────────────────────────────────────────────────────────────┘
 *
 * A question of the traces has a place for what is typed instead of choices.
 * Letters are as large as there is room for.  A choice carries THING_CHOICE and
 * its number; all else THING_SENTENCE.
 */
#ifndef UPSWEEP_LESSON_BAND_H
#define UPSWEEP_LESSON_BAND_H

#include "ask/turn.h"
#include "draw/layout.h"
#include "lesson/lesson_stage.h"
#include "lesson/lesson_words.h"
#include "view/scene.h"

typedef struct {
    const Lesson *lesson;
    const LessonStop *stop;
    const LessonWords *words; /* NULL: why there are none stands in FAULT */
    const char *fault;
    const char *hint; /* at the right of the first line, or "" */
    bool asks;        /* the question is shown, if there is one, */
    bool tells;       /* and its answer */
    const Turn *turn; /* what is typed and answered; NULL: nobody does */
    bool note;        /* the lecturer's note instead of the text */
} LessonBand;

/* Shows in SCENE, which has the traces of STOP at its moment, what the stop
 * asks for.  False and ERROR_USAGE if it points at what is not there. */
bool lesson_scene(const Lesson *lesson, const LessonStop *stop, Scene *scene,
                  Error *error);

/* Hides in SCENE what STOP hides; TELLS: its question has been answered. WORDS,
 * or NULL, must outlive SCENE. */
void lesson_cover(const LessonStop *stop, const LessonWords *words, bool tells,
                  Scene *scene);

/* The height in whole pixels of a band below a frame, together HEIGHT pixels;
 * PROJECTOR: for the last row. */
int lesson_band_height(double height, bool projector);
/* Draws BAND into BOX; UNIT and LEAST as in a View. */
void lesson_band_draw(DisplayList *list, const LessonBand *band, Rect box,
                      double unit, double least);

#endif
