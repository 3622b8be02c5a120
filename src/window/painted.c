/* SPDX-License-Identifier: MIT
 *
 * painted - comparing and painting; see painted.h.
 *
 * Exhibits of another session may lie where those of the last one lay: so its
 * changes are counted, too.
 */
#include "window/painted.h"

#include "paint/paint_cairo.h"
#include "view/frame.h"

#include <stdlib.h>
#include <string.h>

static void follow(const Painted *painted, Scene *scene, Lens *lens,
                   uint64_t changes)
{
    if (painted->changes != changes)
        lens_whole(lens);
    if (lens_is_close(lens) &&
        scene->positions[0] != painted->scene.positions[0])
        lens_follow(lens, scene);
    memcpy(scene->zooms, lens->zooms, sizeof scene->zooms);
}

bool painted_update(Painted *painted, Scene *scene, Lens *lens,
                    uint64_t changes, int width, int height)
{
    bool resized = width != painted->width || height != painted->height;

    follow(painted, scene, lens, changes);
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
    mosaic_update(&painted->news, &painted->frame, scene->theme, width, height);
    paint_cairo_news(&painted->frame, &painted->news, painted->pixels,
                     painted->scratch);
    ++painted->times;
    return true;
}

void painted_free(Painted *painted)
{
    canvas_free(&painted->frame);
    mosaic_free(&painted->news);
    free(painted->pixels);
    free(painted->scratch);
    *painted = (Painted){0};
}
