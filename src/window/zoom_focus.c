/* SPDX-License-Identifier: MIT */
#include "window/zoom_focus.h"

#include "analysis/dataflow.h"
#include "draw/layout.h"

#include <math.h>
#include <stdlib.h>

static const ZoomRange nothing = {INFINITY, -INFINITY};

/* What runs: a block by itself, and in it an instruction. */
typedef struct {
    const AnalysedTrace *analysed;
    const Trace *trace;
    const Instruction *at;
    bool lane; /* the first lane of it alone */
} Running;

static void extend(ZoomRange *range, double low, double high)
{
    range->low = fmin(range->low, low);
    range->high = fmax(range->high, high);
}

/* The instructions of the warp that runs, in its step, from I on, forward or
 * back BY one, as long as the lines continue that way; calls FOUND for their
 * accesses. */
static void each_of_turn(const Running *running, uint32_t i, int by,
                         void found(void *data, const Access *access),
                         void *data)
{
    const Trace *trace = running->trace;
    const Step *step = trace_step(trace, running->at);
    uint32_t end = step->first_instruction + step->instruction_count;
    uint32_t lane = trace_accesses(trace, running->at)->lane;
    int last = (int)running->at->site - by;

    for (; i >= step->first_instruction && i < end; i += (uint32_t)by) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        if (at->warp != running->at->warp)
            continue;
        if (((int)at->site - last) * by <= 0)
            return; /* the next turn, or the one before */
        last = at->site;
        for (int a = 0; trace_is_shared(at) && a < at->lanes; ++a, ++access)
            if (!running->lane || access->lane == lane)
                found(data, access);
    }
}

/* Calls FOUND for the accesses to shared memory of the turn that runs: the
 * loads and stores around it, each line once. */
static void each_access(const Running *running,
                        void found(void *data, const Access *access),
                        void *data)
{
    uint32_t at = (uint32_t)(running->at - running->trace->instructions);

    each_of_turn(running, at, -1, found, data);
    each_of_turn(running, at, 1, found, data);
}

/* ---- Memory ---------------------------------------------------------------*/

typedef struct {
    const Trace *trace;
    ZoomRange range;
    uint32_t columns; /* of the table of rounds */
} Found;

static void add_row(void *data, const Access *access)
{
    Found *found = data;
    uint32_t row = bank_row(found->trace, access->cell);
    uint32_t rows = bank_rows(found->trace);

    /* with half a row on each side, so that whole rows are seen */
    extend(&found->range, (row - 0.5) / rows, (row + 1.5) / rows);
}

/* ---- Rounds ---------------------------------------------------------------*/

static void add_column(void *data, const Access *access)
{
    Found *found = data;
    uint32_t columns = found->columns;
    const Sum *sum = trace_sums(found->trace, access);
    double column = access->cell % columns;

    extend(&found->range, column / columns, (column + 1) / columns);
    for (int i = 0; i < access->sums; ++i) {
        if (!interval_is_range(sum[i].left_interval))
            continue;
        double from = interval_last(sum[i].left_interval);
        extend(&found->range, from / columns, (from + 1) / columns);
    }
}

/* ---- Tree -----------------------------------------------------------------*/

static void mark_cell(void *data, const Access *access)
{
    uint8_t *cells = data;

    cells[access->cell] = 1;
}

static bool is_marked(const uint8_t *cells, uint32_t words, uint32_t cell)
{
    return cell < words && cells[cell];
}

/* The nodes of LEVEL that are in marked CELLS. */
static void add_nodes(const Running *running, const uint8_t *cells,
                      uint32_t level, ZoomRange *range)
{
    const Tree *tree = &running->analysed->tree;
    uint32_t words = running->trace->run.words, n = tree->n;

    for (uint32_t x = 0; x < tree_width(tree, level); ++x) {
        const TreeNode *node = tree->nodes + tree_index(tree, level, x);
        double first = (double)x * (1u << level);
        double end = fmin((x + 1.0) * (1u << level), n);
        double middle = (first + end) / 2, half = level ? 1 : 0.5;
        if (!is_marked(cells, words, node->built_cell) &&
            !is_marked(cells, words, node->prefix_cell))
            continue;
        extend(range, fmax(0, middle - half) / n, fmin(n, middle + half) / n);
    }
}

static ZoomRange range_of_tree(const Running *running)
{
    const Tree *tree = &running->analysed->tree;
    uint32_t level = (uint32_t)trace_step(running->trace, running->at)->level;
    uint8_t *cells = base_alloc((size_t)running->trace->run.words + 1, 1);
    ZoomRange range = nothing;

    each_access(running, mark_cell, cells);
    if (level < tree->levels)
        add_nodes(running, cells, level, &range);
    if (level > 0 && level <= tree->levels)
        add_nodes(running, cells, level - 1, &range);
    for (uint32_t m = 0; range.low > range.high && m < tree->levels; ++m)
        add_nodes(running, cells, m, &range);
    free(cells);
    return range;
}

/* ---- What has no operands in sight ----------------------------------------*/

/* Words of global memory, or of registers, by the inputs that they stand for.
 */
static ZoomRange range_of_words(const Running *running)
{
    const Trace *trace = running->trace;
    const Access *access = trace_accesses(trace, running->at);
    int lanes = running->lane ? 1 : running->at->lanes;
    double n = trace->run.n;
    ZoomRange range = nothing;

    for (int i = 0; n > 0 && i < lanes; ++i, ++access) {
        double place = layout_clamp(access->cell, 0, n - 1);
        extend(&range, place / n, (place + 1) / n);
    }
    return range;
}

static ZoomRange range_of_accesses(const Running *running, ZoomKind kind)
{
    Found found = {running->trace, nothing, 1};

    if (kind == ZOOM_MEMORY) {
        each_access(running, add_row, &found);
        return found.range;
    }
    if (!trace_is_shared(running->at))
        return range_of_words(running);
    if (running->analysed->tree.levels)
        return range_of_tree(running);
    found.columns = dataflow_columns(running->trace);
    each_access(running, add_column, &found);
    return found.range;
}

/* Where the running instruction is in the view of time. */
static ZoomRange range_of_time(const Scene *scene)
{
    uint64_t most = 1;

    for (int t = 0; t < scene->count; ++t) {
        const Schedule *other =
            analysed_schedule(scene->analysed_traces[t], scene->costs);
        most = other->end > most ? other->end : most;
    }
    const AnalysedTrace *analysed = scene->analysed_traces[0];
    size_t running = analysed_running(analysed, scene->positions[0]);
    const Schedule *schedule = analysed_schedule(analysed, scene->costs);
    double place = (double)schedule->instructions[running].start / (double)most;
    return (ZoomRange){place, place};
}

static ZoomRange range_of_cycles(const AnalysedTrace *analysed, size_t position)
{
    const BankTable *banks = &analysed->banks;
    double all = banks->starts[banks->count];
    double place = all > 0 ? banks->starts[position] / all : 0;

    return (ZoomRange){place, place};
}

ZoomRange zoom_focus(const Scene *scene, ZoomKind kind, bool lane)
{
    const AnalysedTrace *analysed = scene->analysed_traces[0];
    size_t position = scene->positions[0];

    if (position == 0)
        return nothing;
    if (kind == ZOOM_TIME)
        return scene->time ? range_of_time(scene)
                           : range_of_cycles(analysed, position);
    Running running = {.lane = lane};
    running.analysed = analysed_block(analysed, &position);
    running.trace = running.analysed->trace;
    running.at = running.trace->instructions +
                 analysed_running(running.analysed, position);
    ZoomRange range = range_of_accesses(&running, kind);
    range.low = fmax(range.low, 0);
    range.high = fmin(range.high, 1);
    return range;
}
