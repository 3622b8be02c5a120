/* SPDX-License-Identifier: MIT
 *
 * gallery - places for charts; see gallery.h.
 */
#include "window/gallery.h"

#include <stdlib.h>

static uint32_t banks(const Gallery *gallery)
{
    return gallery->session->player.traces[0]->run.k;
}

/* Where the chart hangs, or would; measured ones at the first place. */
static size_t place_of(const Gallery *gallery)
{
    BASE_CHECK(1 << (GALLERY_BANKS - 1) == TRACE_MAX_BANKS);
    return chart_kind_is_measured(*gallery->asked)
               ? 0
               : (size_t)base_log2(banks(gallery));
}

static const Chart *find(const Gallery *gallery)
{
    return gallery->charts[*gallery->asked][place_of(gallery)];
}

const Chart *gallery_seen(const Gallery *gallery)
{
    return gallery_waits(gallery) ? gallery->last : find(gallery);
}

bool gallery_waits(const Gallery *gallery)
{
    return *gallery->asked && !find(gallery);
}

void gallery_follow(Gallery *gallery)
{
    const Session *session = gallery->session;
    bool moved = session->player.playing ||
                 session->player.beat != gallery->beat ||
                 session->changes != gallery->changes;

    if (moved && *gallery->asked == gallery->followed)
        *gallery->asked = CHART_NONE;
    if (!gallery_waits(gallery))
        gallery->last = find(gallery);
    gallery->followed = *gallery->asked;
    gallery->beat = session->player.beat;
    gallery->changes = session->changes;
}

bool gallery_hang(Gallery *gallery, Error *error)
{
    ChartKind kind = *gallery->asked;
    ChartWish wish = {.k = banks(gallery), .most_n = chart_kind_quick_n(kind)};
    Chart *chart = base_alloc(1, sizeof *chart);
    bool good = chart_kind_make(kind, &wish, chart, error);

    if (good)
        gallery->charts[kind][place_of(gallery)] = chart;
    else
        free(chart);
    if (!good)
        *gallery->asked = CHART_NONE;
    return good;
}

void gallery_free(Gallery *gallery)
{
    for (int kind = 0; kind < CHART_KINDS; ++kind)
        for (int place = 0; place < GALLERY_BANKS; ++place) {
            Chart *chart = gallery->charts[kind][place];
            if (chart)
                chart_free(chart);
            free(chart);
        }
    *gallery = (Gallery){0};
}
