/* SPDX-License-Identifier: MIT */
#include "verify.h"

#include <string.h>

#include "cost.h"

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
             "%u lanes at one bank in step %u (%s, level %d), the %s of line "
             "%u, where no lane need wait",
             banks->costs[worst].wavefronts, at->step + 1,
             trace_phase(trace, step), (int)step->level,
             trace_kind_name((AccessKind)at->kind), at->site);
}

static Fault judge(const Algorithm *algorithm, const Trace *trace,
                   const BankTable *banks, Verdict *verdict)
{
    if (!verdict->proof.proved || !verdict->proof.correct) {
        proof_explain(trace, &verdict->proof, &verdict->races, &verdict->why);
        return verdict->proof.race_free ? FAULT_SUMS : FAULT_RACE;
    }
    if (algorithm->conflict_free &&
        verdict->conflicts_load + verdict->conflicts_store > 0) {
        explain_conflicts(trace, banks, &verdict->why);
        return FAULT_CONFLICTS;
    }
    proof_explain(trace, &verdict->proof, &verdict->races, &verdict->why);
    return FAULT_NONE;
}

Fault verify_due(const RecordOptions *options)
{
    const Algorithm *algorithm = options->algorithm;
    SizeOf *from = algorithm->wrong_from;

    if (!options->inclusive && algorithm->exclusive_from)
        from = algorithm->exclusive_from;
    return from && options->n >= from(options->n, options->k)
               ? algorithm->fault
               : FAULT_NONE;
}

bool verify_one(Recorder *recorder, const RecordOptions *options,
                Verdict *verdict, Error *error)
{
    const Algorithm *algorithm = options->algorithm;
    Trace *trace = record(recorder, options, error);

    if (!trace)
        return false;
    BankTable banks = bank_table(trace);
    Counted counted = cost_count(trace, &banks);
    *verdict = (Verdict){.n = options->n,
                         .k = options->k,
                         .races = race_find(trace),
                         .conflicts_load = counted.conflicts_load,
                         .conflicts_store = counted.conflicts_store};
    verdict->proof = proof_of(trace, &verdict->races);
    verdict->fault = judge(algorithm, trace, &banks, verdict);
    verdict->ok = verdict->fault == FAULT_NONE;

    verdict->expected = verdict->fault == verify_due(options);
    bank_table_free(&banks);
    trace_free(trace);
    return true;
}

void verdict_free(Verdict *verdict)
{
    race_free(&verdict->races);
    text_free(&verdict->why);
}
