/* SPDX-License-Identifier: MIT
 *
 * stage - algorithms that run side by side, and frames of them, for the tests
 * of what a frame shows.
 *
 *     Stage *stage = stage_new("leftright padding", OP_ADD, 64, 4, false);
 *     player_seek(&stage->player, 9);
 *     stage_draw(stage, 1920, 1080);
 *     stage_says(stage, "race")            is there such a text?
 *     stage_free(stage);
 */
#ifndef UPSWEEP_STAGE_H
#define UPSWEEP_STAGE_H

#include "playback/player.h"
#include "view/frame.h"
#include "view/view.h"

typedef struct {
    int count;
    Trace *traces[PLAYER_MAX_TRACES];
    AnalysedTrace *analysed_traces[PLAYER_MAX_TRACES];
    Player player;
    Scene scene; /* and its frame: of the last drawing */
    DisplayList list;
} Stage;

/* NAMES are of algorithms, with a blank between them; all get the same random
 * input. */
Stage *stage_new(const char *names, Op op, uint32_t n, uint32_t k,
                 bool inclusive);
/* The same of COUNT traces, which it takes over. */
Stage *stage_of(Trace *const traces[], int count);
void stage_free(Stage *stage);

/* The frame of the player's moment. */
void stage_draw(Stage *stage, int width, int height);
/* The frame in which every trace has come to POSITION. */
void stage_draw_at(Stage *stage, size_t position, int width, int height);

/* Draws one view of the first trace in BOX, at the moment and as the scene of
 * the last drawing says, and nothing else. */
void stage_part(Stage *stage, void (*draw)(const View *view, Rect box),
                Rect box);

/* The view of the first trace at POSITION, of whose last instruction the share
 * MOMENT has happened; view_close it. */
View stage_view(Stage *stage, size_t position, double moment);

/* Of the frame: is one of its texts WORDS?  Has one of a kind of thing WORDS in
 * it?  And how many shapes are of a thing, of a kind, of a kind and colour? */
bool stage_says(const Stage *stage, const char *words);
bool stage_mentions(const Stage *stage, ThingKind kind, const char *words);
size_t stage_tags(const Stage *stage, ThingKind kind, int panel);
size_t stage_shapes(const Stage *stage, ShapeKind kind);
size_t stage_coloured(const Stage *stage, ShapeKind kind, Color color);

/* Where a rectangle ends; does INNER leave OUTER by SLACK at most? */
double rect_right(Rect box);
double rect_bottom(Rect box);
bool rect_is_within(Rect inner, Rect outer, double slack);

#endif
