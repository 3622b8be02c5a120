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
#include <string.h>

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

/* The algorithms of a wish, as a list that ends with NULL; without names those
 * that run in one block and have no fault.  NULL and ERROR_USAGE if one is not
 * in the catalog. */
static const Algorithm **choose(const ChartWish *wish, Error *error)
{
    size_t count, used = 0;
    const Algorithm *const *all = catalog_all(&count);
    const Algorithm **chosen = base_alloc(count + 1, sizeof *chosen);

    for (size_t i = 0; i < count; ++i) {
        bool wanted = wish->names_count == 0 && all[i]->fault == FAULT_NONE &&
                      !all[i]->plan;
        for (int w = 0; w < wish->names_count; ++w)
            wanted |= strcmp(wish->names[w], all[i]->name) == 0;
        if (wanted)
            chosen[used++] = all[i];
    }
    for (int w = 0; w < wish->names_count; ++w)
        if (!catalog_find(wish->names[w], error)) {
            free(chosen);
            return NULL;
        }
    return chosen;
}

/* The index in the catalog, the same in every chart. */
static size_t style_of(const Algorithm *algorithm)
{
    size_t count, i = 0;
    const Algorithm *const *all = catalog_all(&count);

    while (i + 1 < count && all[i] != algorithm)
        ++i;
    return i;
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

/* Every closed form of T holds for n >= k^2. */
static bool has_form(const ChartWish *wish, const Algorithm *algorithm)
{
    uint32_t n = TRACE_MAX_BANKS * TRACE_MAX_BANKS;

    return isfinite(cost_closed_form(algorithm->form, n, wish->k).T);
}

bool chart_latency(const ChartWish *given, Chart *chart, Error *error)
{
    ChartWish wish = *given;
    bool good = check_range("T", wish.k, &wish, error);
    const Algorithm **chosen = good ? choose(&wish, error) : NULL;

    if (!chosen)
        return false;
    *chart = (Chart){.measured = false};
    text_add(&chart->title, "Cycles to store sums (T) over n");
    text_add(&chart->note,
             "Points: counted on the simulator with %u banks. Lines: closed "
             "forms of the K-model paper, section VII.",
             wish.k);
    ChartPlot *plot =
        chart_add_plot(chart, "n, elements of a block", "cycles (T)");
    for (size_t i = 0; good && chosen[i]; ++i) {
        if (!has_form(&wish, chosen[i])) {
            good = !wish.names_count ||
                   error_set(error, ERROR_USAGE,
                             "%s has no closed form of T; remove it, or use "
                             "`upsweep export chart work`",
                             chosen[i]->name);
            continue;
        }
        ChartSeries *series[CHART_MAX_PLOTS] = {
            chart_add_series(plot, chosen[i]->title, style_of(chosen[i]))};
        bend_latency(&wish, chosen[i], series[0]);
        good =
            count_all(&wish, chosen[i], wish.k, count_latency, series, error);
    }
    free(chosen);
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
    bool good = check_range("work", FIRST, &wish, error);
    const Algorithm **chosen = good ? choose(&wish, error) : NULL;

    if (!chosen)
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
    for (size_t i = 0; good && chosen[i]; ++i) {
        size_t style = style_of(chosen[i]);
        ChartSeries *series[CHART_MAX_PLOTS] = {
            chart_add_series(work, chosen[i]->title, style),
            chart_add_series(span, chosen[i]->title, style)};
        good = count_all(&wish, chosen[i], FIRST, count_work, series, error);
    }
    free(chosen);
    explain(work, work_formulas, sizeof work_formulas / sizeof *work_formulas);
    explain(span, span_formulas, sizeof span_formulas / sizeof *span_formulas);
    if (!good)
        chart_free(chart);
    return good;
}
