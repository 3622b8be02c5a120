/* SPDX-License-Identifier: MIT */
#include "export/phone_frame.h"

#include "view/frame.h"

#include <string.h>

static void move_down(Shape *shape, double down)
{
    shape->box.y += down;
    for (int i = 0; i < 4; ++i)
        shape->y[i] += down;
    shape->baseline += down;
}

void phone_frame_add(DisplayList *list, const DisplayList *part, int t)
{
    double down = list->height;

    for (size_t i = 0; i < part->shapes_count; ++i) {
        Shape shape = part->shapes[i];
        if (shape.kind == SHAPE_TEXT) {
            const char *text = shape_text(part, part->shapes + i);
            shape.text = list->texts.length;
            text_add_bytes(&list->texts, text, strlen(text) + 1);
        }
        shape.thing.trace = t + 1;
        move_down(&shape, down);
        base_push(list, shapes, shape);
    }
    list->width = part->width;
    list->height += part->height;
}

/* Sets OWN to what SCENE has of trace T alone. */
static void scene_of(const Scene *scene, int t, Scene *own)
{
    *own = *scene;
    own->count = 1;
    own->analysed_traces[0] = scene->analysed_traces[t];
    own->positions[0] = scene->positions[t];
    own->remains[0] = scene->remains[t];
    own->standings = (Standings){0};
    own->things_count = 0;
    for (int i = 0; i < scene->things_count; ++i)
        if (thing_is_of(scene->things + i, t)) {
            Thing thing = scene->things[i];
            thing.trace = 0;
            own->things[own->things_count++] = thing;
        }
}

void phone_frame_draw(const Scene *scene, DisplayList *list)
{
    DisplayList part = {0};

    display_list_clear(list, 0, 0);
    for (int t = 0; t < scene->count; ++t) {
        Scene own;
        Cover cover;
        scene_of(scene, t, &own);
        if (own.cover) {
            cover = *own.cover;
            cover.lines[0] = cover.lines[t];
            memmove(cover.about[0], cover.about[t], sizeof cover.about[0]);
            own.cover = &cover;
        }
        own.banner = NULL;
        own.projector = true;
        own.density = PHONE_FRAME_DENSITY;
        frame_draw(&part, &own, PHONE_FRAME_WIDTH, PHONE_FRAME_HEIGHT);
        phone_frame_add(list, &part, t);
    }
    display_list_free(&part);
}
