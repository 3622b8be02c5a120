/* SPDX-License-Identifier: MIT
 *
 * chart_kind - the table of charts; see chart_kind.h.
 */
#include "chart/chart_kind.h"

#include "chart/chart_count.h"
#include "chart/chart_table.h"

#include <string.h>

static const struct {
    const char *name;
    bool (*make)(const ChartWish *wish, Chart *chart, Error *error);
    bool measured;
    uint32_t quick_n;
} kinds[CHART_KINDS] = {
    [CHART_NONE] = {"", NULL, false, 0},
    [CHART_LATENCY] = {"latency", chart_latency, false, 4096},
    [CHART_WORK] = {"work", chart_work, false, 1024},
    [CHART_BLOCKS] = {"blocks", chart_blocks, true, 0},
    [CHART_LARGE] = {"large", chart_large, true, 0},
};

const char *chart_kind_name(ChartKind kind)
{
    return kinds[kind].name;
}

ChartKind chart_kind_named(const char *name)
{
    int i = CHART_KINDS - 1;

    while (i > CHART_NONE && strcmp(kinds[i].name, name) != 0)
        --i;
    return (ChartKind)i;
}

bool chart_kind_is_measured(ChartKind kind)
{
    return kinds[kind].measured;
}

uint32_t chart_kind_quick_n(ChartKind kind)
{
    return kinds[kind].quick_n;
}

bool chart_kind_make(ChartKind kind, const ChartWish *wish, Chart *chart,
                     Error *error)
{
    BASE_CHECK(kinds[kind].make);
    if (!kinds[kind].make(wish, chart, error))
        return false;
    chart->name = kinds[kind].name;
    return true;
}
