/* SPDX-License-Identifier: MIT
 *
 * frame_cache - comparing, painting, computing; see frame_cache.h.
 *
 * New analysed traces of a session may have the addresses of freed ones, so
 * equal pointers do not prove equal traces: Session.changes is compared too.
 */
#include "window/frame_cache.h"

#include "draw/paint_cairo.h"
#include "view/frame.h"

#include <stdlib.h>

static void make_room(FrameCache *painted, int width, int height)
{
    size_t count = (size_t)width * (size_t)height;

    if (width == painted->width && height == painted->height)
        return;
    free(painted->pixels);
    painted->pixels = base_alloc(count, sizeof *painted->pixels);
    painted->width = width;
    painted->height = height;
}

bool frame_cache_update(FrameCache *painted, const Scene *scene,
                        uint64_t changes, int width, int height)
{
    bool resized = width != painted->width || height != painted->height;

    if (!resized && changes == painted->changes &&
        scene_same(scene, &painted->scene))
        return false;
    make_room(painted, width, height);
    painted->scene = *scene;
    painted->changes = changes;
    frame_draw(&painted->frame, scene, width, height);
    paint_cairo(&painted->frame, scene->theme, painted->pixels, width, height);
    ++painted->times;
    return true;
}

void frame_cache_renew(FrameCache *painted, uint64_t changes)
{
    painted->changes = changes;
    painted->scene.count = 0; /* no scene is the same */
    /* Nor is what the frame shows, to a press before that. */
    display_list_clear(&painted->frame, painted->width, painted->height);
}

void frame_cache_free(FrameCache *painted)
{
    display_list_free(&painted->frame);
    free(painted->pixels);
    *painted = (FrameCache){0};
}

/* ---- Charts ---- */

bool chart_cache_follow(ChartCache *cache, const Session *session,
                        ChartKind kind)
{
    bool moved = session->player.playing ||
                 session->player.tick != cache->tick ||
                 session->changes != cache->changes;
    bool closes = moved && kind == cache->followed;

    cache->followed = closes ? CHART_NONE : kind;
    cache->tick = session->player.tick;
    cache->changes = session->changes;
    return closes;
}

const Chart *chart_cache_get(ChartCache *cache, const Session *session,
                             ChartKind kind, Error *error)
{
    if (kind == CHART_NONE)
        return NULL;
    ChartWish wish = {.k = session->player.traces[0]->run.k,
                      .most_n = chart_kinds[kind].quick_n};
    if (cache->chart && cache->kind == kind && cache->k == wish.k)
        return cache->chart;
    Chart *chart = base_alloc(1, sizeof *chart);
    if (!chart_kind_make(kind, &wish, chart, error)) {
        free(chart);
        return NULL;
    }
    chart_cache_free(cache);
    cache->kind = kind;
    cache->k = wish.k;
    return cache->chart = chart;
}

void chart_cache_free(ChartCache *cache)
{
    if (cache->chart)
        chart_free(cache->chart);
    free(cache->chart);
    cache->chart = NULL;
}
