/* SPDX-License-Identifier: MIT
 *
 * cost - counting, and the closed forms; see cost.h.
 */
#include "cost.h"

#include <math.h>
#include <string.h>

/* The phase whose stores of sums the paper's T() counts. */
static const char upsweep_phase[] = "up-sweep";

uint32_t cost_transactions(const Trace *trace, const Instruction *at)
{
    const Access *accesses = trace_accesses(trace, at);
    uint32_t segments[TRACE_MAX_BANKS];
    uint32_t count = 0;

    bool pairs = at->kind == ACCESS_PUBLISH || at->kind == ACCESS_AWAIT;

    if (trace_is_shared(at) || at->kind == ACCESS_SHFL)
        return 0;
    for (int i = 0; i < at->lanes; ++i) {
        /* a pair is two words side by side, and never in two segments */
        uint32_t word =
            pairs ? 2 * trace_pair_index(accesses + i) : accesses[i].cell;
        uint32_t segment = word / trace->run.k;
        uint32_t j = count;
        /* neighbouring lanes mostly share one: look at the newest first */
        while (j > 0 && segments[j - 1] != segment)
            --j;
        if (j == 0)
            segments[count++] = segment;
    }
    return count;
}

static void count_shared(Counted *counted, const Instruction *at,
                         const BankCost *cost)
{
    counted->T += cost->latency;
    counted->instructions += 1;
    counted->accesses += cost->lanes;
    if (at->kind == ACCESS_LOAD)
        counted->conflicts_load += cost->wavefronts - 1u;
    else
        counted->conflicts_store += cost->wavefronts - 1u;
}

static void count_global(Counted *counted, const Trace *trace,
                         const Instruction *at)
{
    uint32_t transactions = cost_transactions(trace, at);

    if (at->kind != ACCESS_GSTORE && at->kind != ACCESS_PUBLISH)
        counted->G_read += transactions;
    if (at->kind != ACCESS_GLOAD && at->kind != ACCESS_AWAIT)
        counted->G_write += transactions;
}

/* The number of the up-sweep among the phases; UINT16_MAX if there is none. */
static uint16_t find_upsweep(const Trace *trace)
{
    for (size_t i = 0; i < trace->phases_count; ++i)
        if (strcmp(trace->phases[i], upsweep_phase) == 0)
            return (uint16_t)i;
    return UINT16_MAX;
}

bool cost_has_upsweep(const Trace *trace)
{
    return find_upsweep(trace) != UINT16_MAX;
}

/* The number of sums made for the accesses of AT, and whether one of those
 * accesses stores such a sum.  *SUM is the first sum not yet counted. */
static uint32_t count_sums(const Trace *trace, const Instruction *at,
                           const Sum **sum, bool *stores_new)
{
    const Access *accesses = trace_accesses(trace, at);
    Op op = trace->run.op;
    uint32_t count = 0;

    *stores_new = false;
    for (int i = 0; i < at->lanes; ++i) {
        const Access *access = accesses + i;
        count += access->sums;
        for (int j = 0; j < access->sums; ++j, ++*sum) {
            const Sum *s = *sum;
            if (at->kind == ACCESS_STORE && !*stores_new)
                *stores_new =
                    op_apply(op, s->left, s->right) == access->value &&
                    interval_join(s->left_interval, s->right_interval) ==
                        access->interval;
        }
    }
    return count;
}

Counted cost_count_until(const Trace *trace, const BankTable *banks,
                         size_t position)
{
    Counted counted = {0};
    const Sum *sum = trace->sums;
    uint16_t upsweep = find_upsweep(trace);

    for (size_t i = 0; i < position; ++i) {
        const Instruction *at = trace->instructions + i;
        bool stores_new;
        uint32_t sums = count_sums(trace, at, &sum, &stores_new);

        counted.W += sums;
        if (trace_step(trace, at)->phase == upsweep) {
            counted.upsweep_W += sums;
            if (stores_new)
                counted.upsweep_store_T += banks->costs[i].latency;
        }
        if (trace_is_shared(at))
            count_shared(&counted, at, banks->costs + i);
        else if (at->kind != ACCESS_SHFL)
            count_global(&counted, trace, at);
    }
    return counted;
}

Counted cost_count(const Trace *trace, const BankTable *banks)
{
    return cost_count_until(trace, banks, trace->instructions_count);
}

/* S0 equations 3 to 5: latency of the stores of the up-sweep's sums. */
static double tree_latency(ClosedForm form, double n, double k, int log2k)
{
    double sum = 0;

    switch (form) {
    case FORM_NOPADDING:
        return n * (log2k + 1) / k - 1;
    case FORM_PADDING:
        if (n < k * k)
            return NAN;
        for (int i = 1; i <= log2k; ++i)
            sum += n / exp2(i);
        return sum / k + n * (log2k + 1) / (k * k) - 1;
    default:
        return log2k + (n - k) / k;
    }
}

/* Words in k at a time, where whole warps take them. */
static double transactions(ClosedForm form, double n, double k)
{
    double least = form == FORM_HILLIS_STEELE ? k : 2 * k;

    return form == FORM_SEQUENTIAL || n < least ? NAN : n / k;
}

ClosedCost cost_closed_form(ClosedForm form, uint32_t n, uint32_t k)
{
    ClosedCost cost = {NAN, NAN, NAN, NAN, NAN};
    double words = n, banks = k;
    int log2k = base_log2(k);

    if (!base_is_power_of_two(n))
        return cost;
    cost.G = transactions(form, words, banks);
    switch (form) {
    case FORM_NONE:
        break;
    case FORM_SEQUENTIAL:
        cost.W = words - 1;
        break;
    case FORM_HILLIS_STEELE:
        cost.W = words * base_log2(n) - words + 1;
        cost.T = cost.W / banks;
        break;
    default:
        cost.W = words - 1;
        if (n < k)
            break;
        cost.T = tree_latency(form, words, banks, log2k);
        cost.l = log2k + (words - banks) / banks;
        cost.efficiency = cost.W / (banks * log2k + words - banks);
    }
    return cost;
}
