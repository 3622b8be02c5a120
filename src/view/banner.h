/* SPDX-License-Identifier: MIT
 *
 * banner - a question, or the answer and why, over a frame.
 *
 *     ┌──────────────────────────────────────────────────────────────┐
 *     │ Question 4 of 10 · Padding                  ✓ ✓ ✗ ▢   2 of 3 │
 *     │ Which bank does T2 access?                   correct so far  │
 *     │ [0][1][2][3] answer   [H] hint   [N] skip   [Esc] end        │
 *     └──────────────────────────────────────────────────────────────┘
 *       frame
 *
 * Keys that can be clicked carry THING_ANSWER and their index.
 */
#ifndef UPSWEEP_BANNER_H
#define UPSWEEP_BANNER_H

#include "draw/layout.h"

enum { BANNER_KEYS = 12, BANNER_MARKS = 30 };

typedef enum {
    BANNER_ASKS,
    BANNER_RIGHT,
    BANNER_WRONG,
    BANNER_TELLS
} BannerTone;

typedef struct {
    char cap[24];   /* of a key: "0", "Enter" */
    char text[256]; /* what it does; "": what the next one does */
} BannerKey;

typedef struct {
    BannerTone tone;
    char place[160];    /* "Question 4 of 10 · Padding" */
    char sentence[320]; /* the question; or "Correct." */
    char lines[1200];   /* below it; or "" */
    char typed[64];     /* of the answer, so far */
    BannerKey keys[BANNER_KEYS];
    int keys_count;
    BannerTone marks[BANNER_MARKS]; /* of the questions before; BANNER_ASKS: of
                                       this one */
    int marks_count;
    int right, counted;
    uint32_t version; /* another for every change */
} Banner;

/* The height of BANNER at WIDTH pixels: the standard height, or more if its
 * keys or its lines need more.  UNIT and LEAST as in a View. */
double banner_height(const Banner *banner, double width, double unit,
                     double least);
/* Draws BANNER into BOX.  UNIT and LEAST as in a View. */
void banner_draw(DisplayList *list, const Banner *banner, Rect box, double unit,
                 double least);
/* Moves all shapes of LIST down by BY pixels, and makes it as much higher. */
void banner_lower(DisplayList *list, double by);

#endif
