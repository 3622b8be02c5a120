/* SPDX-License-Identifier: MIT */
#include "analysis/cost.h"

#include "analysis/sum_results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

uint32_t cost_turns(const Trace *trace, const Instruction *at,
                    uint8_t turns[TRACE_MAX_BANKS])
{
    const Access *accesses = trace_accesses(trace, at);
    uint32_t segments[TRACE_MAX_BANKS];
    uint32_t count = 0;

    if (!trace_is_global(at))
        return 0;
    for (int i = 0; i < at->lanes; ++i) {
        uint32_t segment = accesses[i].cell / trace->run.k;
        uint32_t j = count;
        /* neighbouring lanes mostly share one: look at the newest first */
        while (j > 0 && segments[j - 1] != segment)
            --j;
        if (j == 0) {
            segments[count++] = segment;
            j = count;
        }
        turns[i] = (uint8_t)(j - 1);
    }
    return count;
}

uint32_t cost_transactions(const Trace *trace, const Instruction *at)
{
    uint8_t turns[TRACE_MAX_BANKS];

    return cost_turns(trace, at, turns);
}

static void count_shared(Counted *counted, const Instruction *at,
                         const BankCost *cost)
{
    counted->cycles += cost->wavefronts;
    counted->T += cost->latency;
    counted->instructions += 1;
    counted->accesses += cost->lanes;
    if (trace_is_load(at))
        counted->conflicts_load += cost->wavefronts - 1u;
    else
        counted->conflicts_store += cost->wavefronts - 1u;
}

static void count_global(Counted *counted, const Trace *trace,
                         const Instruction *at)
{
    uint32_t transactions = cost_transactions(trace, at);

    if (trace_traits_of(at)->brings)
        counted->G_read += transactions;
    if (trace_traits_of(at)->writes)
        counted->G_write += transactions;
}

/* The number of the up-sweep among the phases; UINT16_MAX if there is none. */
static uint16_t find_upsweep(const Trace *trace)
{
    for (size_t i = 0; i < trace->phases_count; ++i)
        if (trace->phases[i].kind == PHASE_UPSWEEP)
            return (uint16_t)i;
    return UINT16_MAX;
}

bool cost_has_upsweep(const Trace *trace)
{
    return find_upsweep(trace) != UINT16_MAX;
}

/* True if a lane stores a sum that it has just computed. */
static bool stores_sum(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);
    int i = 0;

    if (!trace_is_store(at))
        return false;
    while (i < at->lanes && !trace_is_new_sum(trace, access + i))
        ++i;
    return i < at->lanes;
}

Counted cost_count_range(const Trace *trace, const BankTable *banks,
                         size_t first, size_t end)
{
    Counted counted = {0};
    uint16_t upsweep = find_upsweep(trace);

    for (size_t i = first; i < end; ++i) {
        const Instruction *at = trace->instructions + i;
        uint64_t sums = 0;

        for (int lane = 0; lane < at->lanes; ++lane)
            sums += trace_accesses(trace, at)[lane].sums;
        counted.W += sums;
        if (trace_step(trace, at)->phase == upsweep) {
            counted.upsweep_W += sums;
            if (sums && stores_sum(trace, at))
                counted.upsweep_store_T += banks->costs[i].latency;
        }
        if (trace_is_shared(at))
            count_shared(&counted, at, banks->costs + i);
        else if (trace_is_global(at))
            count_global(&counted, trace, at);
    }
    return counted;
}

Counted cost_count(const Trace *trace, const BankTable *banks)
{
    return cost_count_range(trace, banks, 0, trace->instructions_count);
}

/* ---- Rounds -------------------------------------------------------------- */

/* The most sums that one thread makes in step S.  OF_THREAD has a place for
 * each thread, all zero, and is left so. */
static uint32_t round_length(const Trace *trace, const Step *step,
                             uint32_t *of_thread)
{
    uint32_t most = 0;

    for (int clearing = 0; clearing <= 1; ++clearing)
        for (uint32_t i = 0; i < step->instruction_count; ++i) {
            const Instruction *at =
                trace->instructions + step->first_instruction + i;
            const Access *access = trace_accesses(trace, at);
            for (int lane = 0; lane < at->lanes; ++lane, ++access) {
                uint32_t *sums = of_thread + trace_thread(trace, at, access);
                *sums = clearing ? 0 : *sums + access->sums;
                most = *sums > most ? *sums : most;
            }
        }
    return most;
}

uint64_t cost_rounds(const Trace *trace)
{
    uint32_t *of_thread = base_alloc(trace->run.threads, sizeof *of_thread);
    uint64_t *of_grid = base_alloc(trace->grids_count, sizeof *of_grid);
    uint64_t all = 0;

    for (size_t b = 0; b < trace->blocks_count; ++b) {
        const Block *block = trace->blocks + b;
        uint64_t rounds = 0;
        for (uint32_t s = 0; s < block->step_count; ++s)
            rounds += round_length(trace, trace->steps + block->first_step + s,
                                   of_thread);
        if (rounds > of_grid[block->grid])
            of_grid[block->grid] = rounds;
    }
    for (size_t g = 0; g < trace->grids_count; ++g)
        all += of_grid[g];
    free(of_thread);
    free(of_grid);
    return all;
}

/* ---- Launch by launch ---------------------------------------------------- */

static void add_instruction(const Trace *trace, const Instruction *at,
                            LaunchCostRow *row)
{
    row->shuffles += trace_is_shuffle(at);
    row->active += trace_lanes(trace, at);
    row->lanes += trace_warp_lanes(trace, at);
}

LaunchCosts launch_costs_of(const Trace *trace, const BankTable *banks)
{
    LaunchCosts costs = {.trace = trace};
    uint32_t at = 0;

    costs.rows = base_alloc(trace->grids_count + 1, sizeof *costs.rows);
    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        LaunchCostRow *row = costs.rows + g;
        uint32_t block, end, from = at;
        trace_grid_blocks(trace, g, &block, &end);
        row->held = end - block;
        row->first = row->held ? trace->blocks[block].index : 0;
        for (; block < end; ++block)
            row->steps += trace->blocks[block].step_count;
        while (at < trace->instructions_count &&
               trace_step(trace, trace->instructions + at)->block < end)
            add_instruction(trace, trace->instructions + at++, row);
        row->counted = cost_count_range(trace, banks, from, at);
        costs.shuffles += row->shuffles;
    }
    return costs;
}

void launch_costs_free(LaunchCosts *costs)
{
    free(costs->rows);
    *costs = (LaunchCosts){0};
}

bool launch_costs_applies(const Trace *trace)
{
    return trace->grids_count > 1 || trace->run.blocks > 1;
}

static void add_row(const LaunchCosts *costs, uint32_t g, Text *text)
{
    const Grid *grid = costs->trace->grids + g;
    const LaunchCostRow *row = costs->rows + g;
    const Counted *counted = &row->counted;

    text_add(text, "%7u  %-24s %6u %7u %8llu %9llu %9llu %7llu %7llu %4.0f%%\n",
             recorded_launches_number(costs->trace, g), grid->title,
             grid->blocks, grid->threads, (unsigned long long)counted->cycles,
             (unsigned long long)counted->W,
             (unsigned long long)(counted->conflicts_load +
                                  counted->conflicts_store),
             (unsigned long long)counted->G_read,
             (unsigned long long)counted->G_write,
             row->lanes ? 100 - 100 * (double)row->active / (double)row->lanes
                        : 0);
}

static void add_arrays(const Trace *trace, Text *text)
{
    static const char *const holds[HOLDS_KINDS] = {
        [HOLDS_SUMS] = "words",    [HOLDS_NUMBERS] = "numbers",
        [HOLDS_FLAGS] = "flags",   [HOLDS_PAIRS] = "words of states and sums",
        [HOLDS_STATES] = "states",
    };

    text_add(text, "  arrays: ");
    for (size_t a = 0; a < trace->arrays_count; ++a)
        text_add(text, "%s%s, %u %s", a ? "; " : "", trace->arrays[a].name,
                 trace->arrays[a].words, holds[trace->arrays[a].holds]);
    text_add(text, "\n");
}

static void add_held(const LaunchCosts *costs, Text *text)
{
    const Trace *trace = costs->trace;

    if (trace_is_whole(trace))
        return;
    text_add(text,
             "  The trace holds some blocks, and only these are counted: ");
    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        const LaunchCostRow *row = costs->rows + g;
        text_add(text, "%slaunch %u, ", g ? "; " : "",
                 recorded_launches_number(trace, g));
        if (row->held == 0)
            text_add(text, "none");
        else if (row->held == 1)
            text_add(text, "%u", row->first);
        else
            text_add(text, "%u to %u", row->first, row->first + row->held - 1);
        text_add(text, " of %u", trace->grids[g].blocks);
    }
    text_add(text, "\n");
}

void launch_costs_text(const LaunchCosts *costs, Text *text)
{
    const Trace *trace = costs->trace;
    bool program = trace_command(trace);

    if (!program)
        text_add(text, "\n%s: %u block%s of %u elements, %zu launch%s",
                 trace->run.algorithm, trace->run.blocks,
                 trace->run.blocks == 1 ? "" : "s", trace->run.block_n,
                 trace->grids_count, trace->grids_count == 1 ? "" : "es");
    text_add(text, "\n%7s  %-24s %6s %7s %8s %9s %9s %7s %7s %5s\n", "launch",
             "kernel", "blocks", "threads", "cycles", "additions", "conflicts",
             "read", "written", "idle");
    for (uint32_t g = 0; g < trace->grids_count; ++g)
        add_row(costs, g, text);
    if (!program)
        add_arrays(trace, text);
    add_held(costs, text);
}

/* ---- Closed forms -------------------------------------------------------- */

/* The arguments of a closed form; n and k are powers of two. */
typedef struct {
    double n, k;
    int log2n, log2k;
    int passes;
} Shape;

typedef double Formula(const Shape *s);

/* n - 1 sums: one sweep of a tree, or one thread. */
static double n_less_one(const Shape *s)
{
    return s->n - 1;
}

/* S0 section VII, S1: n - 2^d sums for each distance 2^d. */
static double hillis_sums(const Shape *s)
{
    return s->n * s->log2n - s->n + 1;
}

static double hillis_latency(const Shape *s)
{
    return hillis_sums(s) / s->k;
}

static double hillis_rounds(const Shape *s)
{
    return s->log2n;
}

/* S0 equations 3 to 6: latency of the stores of the up-sweep's sums. */
static double nopadding_latency(const Shape *s)
{
    return s->n < s->k ? NAN : s->n * (s->log2k + 1) / s->k - 1;
}

static double padding_latency(const Shape *s)
{
    double sum = 0;

    if (s->n < s->k * s->k)
        return NAN;
    for (int i = 1; i <= s->log2k; ++i)
        sum += s->n / exp2(i);
    return sum / s->k + s->n * (s->log2k + 1) / (s->k * s->k) - 1;
}

static double least_latency(const Shape *s)
{
    return s->n < s->k ? NAN : s->log2k + (s->n - s->k) / s->k;
}

/* S1: each node a sum going up, and a sum and a move going down. */
static double two_sweeps(const Shape *s)
{
    return 2 * (s->n - 1);
}

static double two_sweeps_rounds(const Shape *s)
{
    return 2 * s->log2n;
}

/* S1's post-scan, S3's down-sweep: the left edge has no sums. */
static double post_scan(const Shape *s)
{
    return 2 * (s->n - 1) - s->log2n;
}

static double post_scan_rounds(const Shape *s)
{
    return s->log2n ? 2 * s->log2n - 1 : 0;
}

/* S3 2.4: up, across and down. */
static double hybrid_sums(const Shape *s)
{
    int log2m = s->log2n - s->passes;
    double m = exp2(log2m);

    return 2 * (s->n - m) - s->passes + m * log2m - m + 1;
}

static double hybrid_rounds(const Shape *s)
{
    bool nothing = s->passes > 0 && s->passes == s->log2n; /* is left */

    return s->log2n + s->passes - nothing;
}

typedef struct {
    Formula *T, *W;          /* up-sweep, or all of a scan that has none */
    Formula *run_W, *rounds; /* of the whole run */
    bool adds_own;           /* the inclusive scan is one more sum for each */
    bool tree;               /* has an up-sweep: l and efficiency */
    int G_from;              /* whole warps take words from n = so many k on */
} FormRow;

static const FormRow forms[] = {
    [FORM_NONE] = {.G_from = 2},
    [FORM_SEQUENTIAL] = {NULL, n_less_one, n_less_one, n_less_one, false, false,
                         0},
    [FORM_HILLIS_STEELE] = {hillis_latency, hillis_sums, hillis_sums,
                            hillis_rounds, false, false, 1},
    [FORM_NOPADDING] = {nopadding_latency, n_less_one, two_sweeps,
                        two_sweeps_rounds, true, true, 2},
    [FORM_PADDING] = {padding_latency, n_less_one, two_sweeps,
                      two_sweeps_rounds, true, true, 2},
    [FORM_LEFTRIGHT] = {least_latency, n_less_one, two_sweeps,
                        two_sweeps_rounds, true, true, 2},
    [FORM_BRENT_KUNG] = {nopadding_latency, n_less_one, post_scan,
                         post_scan_rounds, false, true, 2},
    [FORM_REDUCE] = {least_latency, n_less_one, post_scan, post_scan_rounds,
                     false, true, 1},
    [FORM_HYBRID] = {NULL, NULL, hybrid_sums, hybrid_rounds, false, false, 1},
};

static Shape shape_of(uint32_t n, uint32_t k, uint32_t passes)
{
    return (Shape){.n = n,
                   .k = k,
                   .log2n = base_log2(n),
                   .log2k = base_log2(k),
                   .passes = (int)passes};
}

static double value_of(Formula *formula, const Shape *shape)
{
    return formula ? formula(shape) : NAN;
}

ClosedCost cost_closed_form(ClosedForm form, uint32_t n, uint32_t k)
{
    const FormRow *row = &forms[form];
    ClosedCost cost = {NAN, NAN, NAN, NAN, NAN};

    if (!base_is_power_of_two(n))
        return cost;
    Shape s = shape_of(n, k, 0);
    cost.T = value_of(row->T, &s);
    cost.W = value_of(row->W, &s);
    if (row->G_from && s.n >= row->G_from * s.k)
        cost.G = s.n / s.k;
    if (row->tree && n >= k) {
        cost.l = least_latency(&s);
        cost.efficiency = cost.W / (s.k * cost.l);
    }
    return cost;
}

ClosedWork cost_closed_work(ClosedForm form, uint32_t n, bool inclusive,
                            uint32_t passes)
{
    const FormRow *row = &forms[form];
    bool own = row->adds_own && inclusive;

    if (!base_is_power_of_two(n))
        return (ClosedWork){NAN, NAN};
    Shape s = shape_of(n, 2, passes);
    return (ClosedWork){value_of(row->run_W, &s) + (own ? s.n : 0),
                        value_of(row->rounds, &s) + own};
}
