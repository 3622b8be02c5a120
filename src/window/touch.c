/* SPDX-License-Identifier: MIT */
#include "window/touch.h"

#include <string.h>

void touch_free(Touch *touch)
{
    card_free(&touch->card);
}

void touch_choose(Touch *touch, Thing thing)
{
    touch->thing = thing;
    touch->analysed = NULL; /* the card is of something else */
}

/* The trace of SCENE that the chosen thing is of. */
static int trace_of(const Touch *touch, const Scene *scene)
{
    int t = touch->thing.trace ? touch->thing.trace - 1 : 0;

    return t < scene->count ? t : -1;
}

bool touch_follow(Touch *touch, const Scene *scene, uint64_t changes)
{
    if (!touch->thing.kind)
        return false;
    int t = trace_of(touch, scene);
    const AnalysedTrace *analysed = t < 0 ? NULL : scene->analysed_traces[t];
    if (analysed && touch->analysed == analysed && touch->changes == changes &&
        touch->position == scene->positions[t])
        return false;
    card_free(&touch->card);
    PointedTrace at = {.t = 0};
    if (analysed)
        at = pointed_trace(scene, t);
    if (!analysed || !thing_is_there(&at, &touch->thing)) {
        touch_choose(touch, (Thing){.kind = THING_NONE});
        return true;
    }
    touch->card = card_of(analysed, scene->positions[t], &touch->thing, false);
    touch->analysed = analysed;
    touch->position = scene->positions[t];
    touch->changes = changes;
    return true;
}

void touch_move(Touch *touch, const Scene *scene, int x, int y)
{
    int t = touch->thing.kind ? trace_of(touch, scene) : 0;

    if (t < 0)
        return;
    PointedTrace at = pointed_trace(scene, t);
    touch_choose(touch, touch->thing.kind
                            ? thing_beside(&at, &touch->thing, x, y)
                            : thing_first(&at));
}

void touch_light(const Touch *touch, Scene *scene)
{
    scene->hovered = (Thing){.kind = THING_NONE};
    if (touch->thing.kind && trace_of(touch, scene) >= 0 &&
        scene->things_count < SCENE_THINGS)
        scene->things[scene->things_count++] = touch->thing;
    if (touch->hovered.kind && touch->hovered.trace <= scene->count &&
        !thing_same(&touch->hovered, &touch->thing))
        scene->hovered = touch->hovered;
}

void touch_make_way(Touch *touch, const DisplayList *frame)
{
    for (size_t i = 0; i < frame->shapes_count; ++i) {
        const Shape *shape = frame->shapes + i;
        if (shape->thing.kind != THING_LIGHT || shape->dashed ||
            shape->thing.trace != touch->thing.trace)
            continue;
        touch->left = shape->box.x + shape->box.w / 2 > frame->width / 2;
        return;
    }
}
