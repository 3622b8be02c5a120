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

static uint32_t banks(const ChartCache *cache)
{
    return cache->session->player.traces[0]->run.k;
}

/* The slot of the chart in the cache; measured charts use the first slot. */
static size_t place_of(const ChartCache *cache)
{
    BASE_CHECK(1 << (CHART_CACHE_BANKS - 1) == TRACE_MAX_BANKS);
    return chart_kinds[*cache->asked].measured
               ? 0
               : (size_t)base_log2(banks(cache));
}

static const Chart *find(const ChartCache *cache)
{
    return cache->charts[*cache->asked][place_of(cache)];
}

const Chart *chart_cache_shown(const ChartCache *cache)
{
    return chart_cache_waits(cache) ? cache->last : find(cache);
}

bool chart_cache_waits(const ChartCache *cache)
{
    return *cache->asked && !find(cache);
}

void chart_cache_follow(ChartCache *cache)
{
    const Session *session = cache->session;
    bool moved = session->player.playing ||
                 session->player.tick != cache->tick ||
                 session->changes != cache->changes;

    if (moved && *cache->asked == cache->followed)
        *cache->asked = CHART_NONE;
    if (!chart_cache_waits(cache))
        cache->last = find(cache);
    cache->followed = *cache->asked;
    cache->tick = session->player.tick;
    cache->changes = session->changes;
}

bool chart_cache_make(ChartCache *cache, Error *error)
{
    ChartKind kind = *cache->asked;
    ChartWish wish = {.k = banks(cache), .most_n = chart_kinds[kind].quick_n};
    Chart *chart = base_alloc(1, sizeof *chart);
    bool good = chart_kind_make(kind, &wish, chart, error);

    if (good)
        cache->charts[kind][place_of(cache)] = chart;
    else
        free(chart);
    if (!good)
        *cache->asked = CHART_NONE;
    return good;
}

void chart_cache_free(ChartCache *cache)
{
    for (int kind = 0; kind < CHART_KINDS; ++kind)
        for (int place = 0; place < CHART_CACHE_BANKS; ++place) {
            Chart *chart = cache->charts[kind][place];
            if (chart)
                chart_free(chart);
            free(chart);
        }
    *cache = (ChartCache){0};
}
