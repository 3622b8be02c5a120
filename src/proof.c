/* SPDX-License-Identifier: MIT
 *
 * proof - checking the two premises of the theorem; see proof.h.
 */
#include "proof.h"
#include "value.h"

/* What output I of a scan stands for. */
static Word wanted(bool inclusive, uint32_t i)
{
    if (inclusive)
        return interval_make(0, i);
    return i == 0 ? INTERVAL_IDENTITY : interval_make(0, i - 1);
}

Proof proof_of(const Trace *trace, const RaceList *races)
{
    const Run *run = &trace->run;
    Proof proof = {.race_free = races->races_count == 0};
    uint32_t i = 0;

    while (i < run->n && trace->output_interval[i] == wanted(run->inclusive, i))
        ++i;
    proof.wrong = i;
    proof.intervals_ok = i == run->n;
    if (i < run->n) {
        proof.wrong_interval = trace->output_interval[i];
        proof.wanted_interval = wanted(run->inclusive, i);
    }
    proof.proved = proof.race_free && proof.intervals_ok;
    proof.wrong_value = value_check(run->op, run->inclusive, trace->input,
                                    trace->output, run->n);
    proof.correct = proof.wrong_value == run->n;
    return proof;
}

static void explain_side(const RaceSide *side, Text *text)
{
    text_add(text, "thread %u %ss it (line %u)", side->thread,
             trace_kind_name((AccessKind)side->kind), (unsigned)side->site);
}

static void explain_race(const Trace *trace, const RaceList *races, Text *text)
{
    const Race *race = races->races;
    const Step *step = trace->steps + race->step;

    text_add(text,
             "race in step %u (%s, level %d) at cell %u: ", race->step + 1,
             trace_phase(trace, step), (int)step->level, race->cell);
    explain_side(&race->first, text);
    text_add(text, " and ");
    explain_side(&race->second, text);
    text_add(text, " with no barrier between");
    if (races->races_count > 1)
        text_add(text, "; %zu more", races->races_count - 1);
}

static void explain_interval(const Proof *proof, Text *text)
{
    char is[VALUE_TEXT], should[VALUE_TEXT];

    text_add(text, "output %u is %s, but should be %s", proof->wrong,
             proof->wrong_interval == INTERVAL_TOP
                 ? "no sum of neighbours"
                 : value_format_interval(proof->wrong_interval, is),
             value_format_interval(proof->wanted_interval, should));
}

/* Only with a race, or an operator that is not associative, can this happen
 * to a kernel whose intervals are right. */
static void explain_value(const Trace *trace, const Proof *proof, Text *text)
{
    char is[VALUE_TEXT];

    text_add(text, "output %u is %s, which is not the serial scan's",
             proof->wrong_value,
             value_format(trace->run.op, trace->output[proof->wrong_value],
                          is));
}

void proof_explain(const Trace *trace, const Proof *proof,
                   const RaceList *races, Text *text)
{
    if (!proof->race_free)
        explain_race(trace, races, text);
    if (!proof->intervals_ok) {
        if (!proof->race_free)
            text_add(text, "; ");
        explain_interval(proof, text);
    } else if (!proof->correct) {
        if (!proof->race_free)
            text_add(text, "; ");
        explain_value(trace, proof, text);
    }
    if (proof->proved && proof->correct)
        text_add(text,
                 "proved for every associative operator and every input of "
                 "%u elements: no races, and each output is the sum it "
                 "should be",
                 trace->run.n);
}
