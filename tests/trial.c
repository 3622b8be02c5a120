/* SPDX-License-Identifier: MIT */
#include "trial.h"

#include "analysis/proof.h"
#include "trace/value.h"

#include <glib.h>
#include <string.h>

/* ---- Inputs --------------------------------------------------------------*/

/* Floats from tiny to huge, of both signs: their sums depend on the order. */
static Word random_float(uint64_t random)
{
    static const float sizes_of[] = {1e-6f, 0.1f, 1, 33, 1e6f};
    float part = (float)(int)(random >> 40 & 0xffff) - 32768.0f;

    return op_from_float(part / 32768.0f * sizes_of[random % 5]);
}

void trial_fill(Op op, uint64_t seed, Word *input, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i) {
        uint64_t random = base_random(&seed);
        if (op == OP_INTERVAL)
            input[i] = interval_make(i, i);
        else if (op == OP_FADD)
            input[i] = random_float(random);
        else
            input[i] = (Word)(random >> 32);
    }
}

/* ---- One recording -------------------------------------------------------*/

static bool outputs_right(const Trace *trace)
{
    static Word wanted[TRIAL_MAX_N];
    const Run *run = &trace->run;

    for (uint32_t i = 0; i < run->n; ++i) {
        Word interval = run->inclusive ? interval_make(0, i)
                        : i            ? interval_make(0, i - 1)
                                       : INTERVAL_IDENTITY;
        if (trace->output_interval[i] != interval)
            return false;
    }
    if (run->op == OP_FADD)
        return value_check(run->op, run->inclusive, trace->input, trace->output,
                           run->n) == run->n;
    value_scan(run->op, run->inclusive, trace->input, wanted, run->n);
    return memcmp(wanted, trace->output, run->n * sizeof *wanted) == 0;
}

static void trial(Recorder *recorder, const RecordOptions *options)
{
    Error error = {ERROR_NONE, ""};
    Trace *trace = record(recorder, options, &error);
    bool good = false;

    if (trace) {
        RaceList races = race_find(trace);
        Proof proof = proof_of(trace, &races);
        good = outputs_right(trace) && proof.proved && proof.correct;
        race_free(&races);
        trace_free(trace);
    }
    if (!good)
        g_error("%s: n %u, k %u, %u threads, %d passes, %s, %s: %s",
                options->algorithm->name, options->n, options->k,
                options->threads, options->passes, op_name(options->op),
                options->inclusive ? "inclusive" : "exclusive",
                trace ? "wrong" : error.text);
}

/* Of a hybrid: the usual number, or any that N allows. */
static int some_passes(const RecordOptions *options, uint64_t seed)
{
    int most = base_log2(base_power_of_two(options->n));
    int passes = (int)(base_random(&seed) % (uint64_t)(most + 2)) - 1;

    return options->algorithm->is_hybrid ? passes : 0;
}

/* Combination C of operator and kind, 0 to 11. */
void trial_combination(Recorder *recorder, RecordOptions options, int c,
                       uint64_t seed)
{
    static Word input[TRIAL_MAX_N];

    options.op = (Op)(c / 2);
    options.inclusive = c % 2;
    options.passes = some_passes(&options, seed);
    options.device = DEVICE_CPU;
    options.input = input;
    trial_fill(options.op, seed, input, options.n);
    trial(recorder, &options);
}
