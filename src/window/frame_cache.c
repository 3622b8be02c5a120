/* SPDX-License-Identifier: MIT
 *
 * frame_cache - comparing and painting; see frame_cache.h.
 *
 * New analysed traces of a session may have the addresses of freed ones, so
 * equal pointers do not prove equal traces: Session.changes is compared too.
 */
#include "window/frame_cache.h"

#include "draw/paint_cairo.h"
#include "view/frame.h"

#include <stdlib.h>
#include <string.h>

static void follow(const FrameCache *painted, Scene *scene, ZoomPan *zoom,
                   uint64_t changes)
{
    if (painted->changes != changes)
        zoom_pan_whole(zoom);
    if (zoom_pan_is_close(zoom) &&
        scene->positions[0] != painted->scene.positions[0])
        zoom_pan_follow(zoom, scene);
    memcpy(scene->zooms, zoom->zooms, sizeof scene->zooms);
}

bool frame_cache_update(FrameCache *painted, Scene *scene, ZoomPan *zoom,
                        uint64_t changes, int width, int height)
{
    bool resized = width != painted->width || height != painted->height;

    follow(painted, scene, zoom, changes);
    if (!resized && changes == painted->changes &&
        scene_same(scene, &painted->scene))
        return false;
    if (resized) {
        size_t count = (size_t)width * (size_t)height;
        free(painted->pixels);
        free(painted->scratch);
        painted->pixels = base_alloc(count, sizeof *painted->pixels);
        painted->scratch = base_alloc(count, sizeof *painted->scratch);
    }
    painted->scene = *scene;
    painted->changes = changes;
    painted->width = width;
    painted->height = height;
    frame_draw(&painted->frame, scene, width, height);
    damage_update(&painted->news, &painted->frame, scene->theme, width, height);
    paint_cairo_damage(&painted->frame, &painted->news, painted->pixels,
                       painted->scratch);
    ++painted->times;
    return true;
}

void frame_cache_free(FrameCache *painted)
{
    display_list_free(&painted->frame);
    damage_free(&painted->news);
    free(painted->pixels);
    free(painted->scratch);
    *painted = (FrameCache){0};
}
