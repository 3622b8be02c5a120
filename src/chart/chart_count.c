/* SPDX-License-Identifier: MIT
 *
 * chart_count - charts of numbers counted on the simulator: T as the paper
 * defines it; work and span.
 *
 *     T       latency of the stores of new sums: of the up-sweep, where the
 *             algorithm has one, as in S0's figure 4
 *     work    W, operators applied in the whole run
 *     span    the longest chain of sums in which each needs the one before: the
 *             run time of a machine with enough lanes
 *
 * All are counted by running the kernels at each power of two; an algorithm
 * that cannot run at some n has no mark there.
 */
#include "chart/chart.h"

#include "analysis/cost.h"
#include "record/input.h"
#include "record/record.h"

#include <math.h>
#include <stdlib.h>

enum { LARGEST_N = 32768, LEAST_SIZES = 3 };

uint64_t chart_count_T(const Trace *trace)
{
    BankTable banks = bank_table(trace);
    uint64_t T = 0;

    if (cost_has_upsweep(trace)) {
        T = cost_count(trace, &banks).upsweep_store_T;
        bank_table_free(&banks);
        return T;
    }
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *accesses = trace_accesses(trace, at);
        bool sum = false;
        for (int lane = 0; trace_is_store(at) && lane < at->lanes; ++lane)
            sum = sum || trace_is_new_sum(trace, accesses + lane);
        T += sum ? banks.costs[i].latency : 0;
    }
    bank_table_free(&banks);
    return T;
}

/* The longest chain of sums that ends in an interval: an entry of a hash table
 * of intervals with linear probing. */
typedef struct {
    Word interval;
    uint32_t depth; /* 0: the entry is free */
} Depth;

static Depth *depth_place(Depth *depths, size_t places, Word interval)
{
    size_t at = (interval * UINT64_C(0x9e3779b97f4a7c15)) >> 20;

    for (at &= places - 1; depths[at].depth; at = (at + 1) & (places - 1))
        if (depths[at].interval == interval)
            break;
    return depths + at;
}

uint32_t chart_count_span(const Trace *trace)
{
    size_t places = 64;
    uint32_t longest = 0;

    while (places < 2 * trace->sums_count)
        places *= 2;
    Depth *depths = base_alloc(places, sizeof *depths);
    for (size_t i = 0; i < trace->sums_count; ++i) {
        const Sum *sum = trace->sums + i;
        uint32_t left = depth_place(depths, places, sum->left_interval)->depth;
        uint32_t right =
            depth_place(depths, places, sum->right_interval)->depth;
        Word joined = interval_join(sum->left_interval, sum->right_interval);
        Depth *place = depth_place(depths, places, joined);
        *place = (Depth){joined, 1 + (left > right ? left : right)};
        longest = place->depth > longest ? place->depth : longest;
    }
    free(depths);
    return longest;
}

/* The algorithms of a wish, with their indexes in the catalog. */
typedef struct {
    const Algorithm **items;
    size_t *places;
    size_t items_count;
} Chosen;

static void chosen_free(Chosen *chosen)
{
    free(chosen->items);
    free(chosen->places);
}

static bool choose(const ChartWish *wish, Chosen *chosen, Error *error)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);
    uint8_t *wanted = base_alloc(count, sizeof *wanted);
    bool good = true;

    for (int w = 0; good && w < wish->names_count; ++w) {
        const Algorithm *algorithm = catalog_find(wish->names[w], error);
        good = algorithm != NULL;
        for (size_t i = 0; i < count; ++i)
            wanted[i] |= all[i] == algorithm;
    }
    *chosen = (Chosen){.items = base_alloc(count, sizeof *chosen->items),
                       .places = base_alloc(count, sizeof *chosen->places)};
    for (size_t i = 0; good && i < count; ++i)
        if (wish->names_count ? wanted[i] : all[i]->fault == FAULT_NONE) {
            chosen->places[chosen->items_count] = i;
            chosen->items[chosen->items_count++] = all[i];
        }
    free(wanted);
    if (!good)
        chosen_free(chosen);
    return good;
}

/* A recording of ALGORITHM; NULL with ERROR_USAGE where it cannot run. */
static Trace *make(Recorder *recorder, const Algorithm *algorithm, uint32_t n,
                   uint32_t k, Error *error)
{
    Word *input = input_read("ones", OP_ADD, &n, error);
    RecordOptions options = {.algorithm = algorithm,
                             .n = n,
                             .k = k,
                             .passes = PLAN_USUAL,
                             .op = OP_ADD,
                             .inclusive = algorithm->inclusive,
                             .device = DEVICE_CPU,
                             .input = input};

    if (!input)
        return NULL;
    Trace *trace = record(recorder, &options, error);
    free(input);
    return trace;
}

/* Adds the numbers counted at one n to the series. */
typedef void Count(const Trace *trace, ChartSeries *series[CHART_MAX_PLOTS]);

static bool count_all(const ChartWish *wish, const Algorithm *algorithm,
                      uint32_t first, Count *count,
                      ChartSeries *series[CHART_MAX_PLOTS], Error *error)
{
    Recorder *recorder = recorder_new();
    uint32_t most =
        wish->most_n < algorithm->max_n ? wish->most_n : algorithm->max_n;
    bool good = true;

    for (uint32_t n = first; good && n <= most; n *= 2) {
        Error why = {ERROR_NONE, ""};
        Trace *trace = make(recorder, algorithm, n, wish->k, &why);
        if (trace)
            count(trace, series);
        else if (why.kind != ERROR_USAGE)
            good = error_set(error, why.kind, "%s at n = %u: %.400s",
                             algorithm->name, n, why.text);
        trace_free(trace);
    }
    recorder_free(recorder);
    return good;
}

/* Sets the smallest n of the chart; false if too few follow. */
static bool check_range(const char *what, uint32_t first, ChartWish *wish,
                        Error *error)
{
    if (!trace_check_banks(wish->k, error))
        return false;
    wish->most_n = wish->most_n ? wish->most_n : LARGEST_N;
    return wish->most_n >= first << (LEAST_SIZES - 1) ||
           error_set(error, ERROR_USAGE,
                     "-n %u: too small for a chart of %s at k = %u, which goes "
                     "from n = %u to %u at least; use a larger -n",
                     wish->most_n, what, wish->k, first,
                     first << (LEAST_SIZES - 1));
}

/* ---- T --------------------------------------------------------------------
 */

static void count_latency(const Trace *trace,
                          ChartSeries *series[CHART_MAX_PLOTS])
{
    double T = (double)chart_count_T(trace);

    chart_mark(series[0], trace->run.n, T, T, T);
}

static void bend_latency(const ChartWish *wish, const Algorithm *algorithm,
                         ChartSeries *series)
{
    for (uint32_t n = wish->k; n <= wish->most_n; n *= 2)
        chart_bend(series, n, cost_closed_form(algorithm->form, n, wish->k).T);
}

/* Sets *HAS if the algorithm has a closed form of T.  False and ERROR_USAGE if
 * it has none and the wish names algorithms. */
static bool has_form(const ChartWish *wish, const Algorithm *algorithm,
                     bool *has, Error *error)
{
    /* every closed form of T holds for n >= k^2 */
    uint32_t n = TRACE_MAX_BANKS * TRACE_MAX_BANKS;

    *has = isfinite(cost_closed_form(algorithm->form, n, wish->k).T);
    return *has || !wish->names_count ||
           error_set(error, ERROR_USAGE,
                     "%s has no closed form of T; remove it, or use "
                     "`upsweep export chart work`",
                     algorithm->name);
}

static void title_latency(Chart *chart, const ChartWish *wish)
{
    text_add(&chart->title, "Cycles to store sums (T) over n");
    text_add(
        &chart->note,
        "K-model with %u banks, as figure 4 of the K-model paper. Points are "
        "counted on the simulator, lines are closed forms of its section VII.",
        wish->k);
}

bool chart_latency(const ChartWish *given, Chart *chart, Error *error)
{
    ChartWish wish = *given;
    Chosen chosen;

    if (!check_range("T", wish.k, &wish, error) ||
        !choose(&wish, &chosen, error))
        return false;
    *chart = (Chart){.measured = false};
    title_latency(chart, &wish);
    ChartPlot *plot =
        chart_add_plot(chart, "n, elements of a block", "cycles (T)");
    bool good = true;
    for (size_t i = 0; good && i < chosen.items_count; ++i) {
        const Algorithm *algorithm = chosen.items[i];
        bool has;
        good = has_form(&wish, algorithm, &has, error);
        if (!good || !has)
            continue;
        ChartSeries *series[CHART_MAX_PLOTS] = {
            chart_add_series(plot, algorithm->title, chosen.places[i])};
        bend_latency(&wish, algorithm, series[0]);
        good =
            count_all(&wish, algorithm, wish.k, count_latency, series, error);
    }
    chosen_free(&chosen);
    if (good)
        chart_merge(plot);
    else
        chart_free(chart);
    return good;
}

/* ---- Work and span --------------------------------------------------------
 */

static const ChartFormula work_formulas[] = {
    {"n − 1", 0, 1, 0, -1},
    {"2(n − 1)", 0, 2, 0, -2},
    {"2(n − 1) − log₂ n", 0, 2, -1, -2},
    {"n log₂ n − n + 1", 1, -1, 0, 1},
};

static const ChartFormula span_formulas[] = {
    {"n − 1", 0, 1, 0, -1},
    {"log₂ n", 0, 0, 1, 0},
    {"2 log₂ n", 0, 0, 2, 0},
    {"2 log₂ n − 1", 0, 0, 2, -1},
};

static void explain(ChartPlot *plot, const ChartFormula *formulas, size_t count)
{
    chart_merge(plot);
    for (size_t i = 0; i < count; ++i)
        chart_explain(plot, formulas + i);
}

static void count_work(const Trace *trace, ChartSeries *series[CHART_MAX_PLOTS])
{
    double work = (double)trace->sums_count, span = chart_count_span(trace);

    chart_mark(series[0], trace->run.n, work, work, work);
    chart_mark(series[1], trace->run.n, span, span, span);
}

bool chart_work(const ChartWish *given, Chart *chart, Error *error)
{
    enum { FIRST = 4 };
    ChartWish wish = *given;
    Chosen chosen;
    bool good = true;

    if (!check_range("work", FIRST, &wish, error) ||
        !choose(&wish, &chosen, error))
        return false;
    *chart = (Chart){.measured = false};
    text_add(&chart->title, "Work and span over n");
    text_add(&chart->note,
             "Counted on the simulator in the whole run. Span: the longest "
             "chain of dependent additions.");
    ChartPlot *work =
        chart_add_plot(chart, "n, elements of a block", "additions (W)");
    ChartPlot *span = chart_add_plot(chart, "n, elements of a block",
                                     "span, dependent additions");
    for (size_t i = 0; good && i < chosen.items_count; ++i) {
        const Algorithm *algorithm = chosen.items[i];
        ChartSeries *series[CHART_MAX_PLOTS] = {
            chart_add_series(work, algorithm->title, chosen.places[i]),
            chart_add_series(span, algorithm->title, chosen.places[i])};
        good = count_all(&wish, algorithm, FIRST, count_work, series, error);
    }
    chosen_free(&chosen);
    explain(work, work_formulas, sizeof work_formulas / sizeof *work_formulas);
    explain(span, span_formulas, sizeof span_formulas / sizeof *span_formulas);
    if (!good)
        chart_free(chart);
    return good;
}
