/* SPDX-License-Identifier: MIT
 *
 * chart_cache - computes and caches charts; see chart_cache.h.
 */
#include "window/chart_cache.h"

#include <stdlib.h>

static uint32_t banks(const ChartCache *cache)
{
    return cache->session->player.traces[0]->run.k;
}

/* The slot of the chart in the cache; measured charts use the first slot. */
static size_t place_of(const ChartCache *cache)
{
    BASE_CHECK(1 << (CHART_CACHE_BANKS - 1) == TRACE_MAX_BANKS);
    return chart_kind_is_measured(*cache->asked)
               ? 0
               : (size_t)base_log2(banks(cache));
}

static const Chart *find(const ChartCache *cache)
{
    return cache->charts[*cache->asked][place_of(cache)];
}

const Chart *chart_cache_seen(const ChartCache *cache)
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

bool chart_cache_hang(ChartCache *cache, Error *error)
{
    ChartKind kind = *cache->asked;
    ChartWish wish = {.k = banks(cache), .most_n = chart_kind_quick_n(kind)};
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
