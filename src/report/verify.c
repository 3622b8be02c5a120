/* SPDX-License-Identifier: MIT */
#include "report/verify.h"

#include "analysis/cost.h"
#include "analysis/issue_order.h"

#include <string.h>

const char *fault_name(Fault fault)
{
    static const char *const names[] = {
        [FAULT_NONE] = "nothing",
        [FAULT_SUMS] = "wrong sums",
        [FAULT_RACE] = "a race",
        [FAULT_CONFLICTS] = "bank conflicts",
    };

    return names[fault];
}

/* The instruction with the longest queue of all. */
static void explain_conflicts(const Trace *trace, const BankTable *banks,
                              Text *why)
{
    size_t worst = 0;

    for (size_t i = 0; i < banks->count; ++i)
        if (banks->costs[i].wavefronts > banks->costs[worst].wavefronts)
            worst = i;
    const Instruction *at = &trace->instructions[worst];
    const Step *step = trace_step(trace, at);
    text_add(why,
             "%u lanes at one bank in step %u (%s, level %d), the %s of %s:%u, "
             "where no lane need wait",
             banks->costs[worst].wavefronts,
             issue_order_number(trace, at->step), trace_phase(trace, step),
             (int)step->level, trace_traits_of(at)->name,
             trace_source(trace, step)->name, at->site);
}

static Fault judge(const Algorithm *algorithm, const Trace *trace,
                   const BankTable *banks, Verdict *verdict)
{
    const Proof *proof = &verdict->proof;

    if (proof_is_good(proof) && algorithm->conflict_free &&
        verdict->conflicts_load + verdict->conflicts_store > 0) {
        explain_conflicts(trace, banks, &verdict->why);
        return FAULT_CONFLICTS;
    }
    proof_explain(trace, proof, &verdict->races, &verdict->why);
    if (proof_is_good(proof))
        return FAULT_NONE;
    /* If both faults show, prefer the one that the mistake's entry names. */
    if (!proof->race_free && (algorithm->fault != FAULT_SUMS ||
                              (proof->intervals_ok && proof->correct)))
        return FAULT_RACE;
    return FAULT_SUMS;
}

Fault verify_due(const RecordOptions *options)
{
    const Algorithm *algorithm = options->algorithm;
    SizeOf *from = algorithm->wrong_from;

    /* A fault between blocks shows as soon as there are two blocks. */
    if (algorithm->plan && options->block_n)
        return options->n > options->block_n ? algorithm->fault : FAULT_NONE;
    if (!options->inclusive && algorithm->exclusive_from)
        from = algorithm->exclusive_from;
    return from && options->n >= from(options->n, options->k) ? algorithm->fault
                                                              : FAULT_NONE;
}

bool verify_one(Recorder *recorder, const RecordOptions *options,
                Verdict *verdict, Error *error)
{
    Trace *trace = record(recorder, options, error);

    if (!trace)
        return false;
    BankTable banks = bank_table(trace);
    Counted cost = cost_count(trace, &banks);
    *verdict = (Verdict){.trace = trace,
                         .n = options->n,
                         .k = options->k,
                         .races = race_find(trace),
                         .cost = cost,
                         .conflicts_load = cost.conflicts_load,
                         .conflicts_store = cost.conflicts_store,
                         .seed = options->seed};
    verdict->proof = proof_of(trace, &verdict->races);
    verdict->fault = judge(options->algorithm, trace, &banks, verdict);
    verdict->ok = verdict->fault == FAULT_NONE;
    Fault due = verify_due(options);
    verdict->expected =
        verdict->fault == due || (options->threads && due != FAULT_NONE);
    bank_table_free(&banks);
    return true;
}

/* True if a verdict is more relevant than the one that was kept. */
static bool tells_more(const Verdict *now, const Verdict *kept, Fault due)
{
    if (now->ok)
        return false;
    return kept->ok || (now->fault == due && kept->fault != due);
}

static void tally(Verdict *total, const Verdict *one)
{
    ++total->schedules;
    total->right += one->ok;
    total->wrong_sums += !one->proof.intervals_ok || !one->proof.correct;
    total->racy += !one->proof.race_free;
}

bool verify_schedules(Recorder *recorder, const RecordOptions *options,
                      uint32_t schedules, Verdict *verdict, Error *error)
{
    RecordOptions again = *options;
    Verdict total = {0};

    if (!verify_one(recorder, options, verdict, error))
        return false;
    if (!options->algorithm->waits || verdict->trace->run.blocks == 1)
        return true;
    tally(&total, verdict);
    while (total.schedules < schedules) {
        Verdict other;
        ++again.seed;
        if (!verify_one(recorder, &again, &other, error)) {
            verdict_free(verdict);
            return false;
        }
        tally(&total, &other);
        if (tells_more(&other, verdict, options->algorithm->fault)) {
            Verdict kept = *verdict;
            *verdict = other;
            other = kept;
        }
        verdict_free(&other);
    }
    verdict->schedules = total.schedules;
    verdict->right = total.right;
    verdict->wrong_sums = total.wrong_sums;
    verdict->racy = total.racy;
    return true;
}

void verdict_free(Verdict *verdict)
{
    trace_free(verdict->trace);
    race_free(&verdict->races);
    text_free(&verdict->why);
}
