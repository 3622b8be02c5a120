/* SPDX-License-Identifier: MIT
 *
 * chart_kind - the table of charts; see chart_kind.h.
 */
#include "chart/chart_kind.h"

#include <string.h>

const ChartKindInfo chart_kinds[CHART_KINDS] = {
    [CHART_NONE] = {"", NULL, false, 0},
    [CHART_LATENCY] = {"latency", chart_latency, false, 4096},
    [CHART_WORK] = {"work", chart_work, false, 1024},
    [CHART_BLOCKS] = {"blocks", chart_blocks, true, 0},
    [CHART_LARGE] = {"large", chart_large, true, 0},
};

ChartKind chart_kind_named(const char *name)
{
    int i = CHART_KINDS - 1;

    while (i > CHART_NONE && strcmp(chart_kinds[i].name, name) != 0)
        --i;
    return (ChartKind)i;
}

bool chart_kind_make(ChartKind kind, const ChartWish *wish, Chart *chart,
                     Error *error)
{
    BASE_CHECK(chart_kinds[kind].make);
    if (!chart_kinds[kind].make(wish, chart, error))
        return false;
    chart->name = chart_kinds[kind].name;
    return true;
}
