/* SPDX-License-Identifier: MIT
 *
 * passes - the part of a report on hybrid's passes; see report.h.
 */
#include "report/report.h"

#include "report/answer.h"

#include <math.h>

/* One number of passes. */
typedef struct {
    uint32_t passes;
    uint32_t left; /* elements for Horn's scan */
    Counted counted;
    uint64_t rounds, steps;
    ClosedWork closed;
} Choice;

enum { MAX_CHOICES = 17 };

bool passes_apply(const Trace *trace)
{
    const Algorithm *algorithm = catalog_of(trace);

    return algorithm && algorithm->is_hybrid;
}

static bool count_choice(Recorder *recorder, const Trace *like, uint32_t passes,
                         Choice *choice, Error *error)
{
    const Run *run = &like->run;
    RecordOptions options =
        record_again(like, catalog_find(run->algorithm, error));

    options.block_n = 0;
    options.passes = (int)passes;
    options.device = DEVICE_CPU;
    Trace *trace = record(recorder, &options, error);

    if (!trace)
        return false;
    BankTable banks = bank_table(trace);
    *choice = (Choice){
        .passes = passes,
        .left = base_power_of_two(run->n) >> passes,
        .counted = cost_count(trace, &banks),
        .rounds = cost_rounds(trace),
        .steps = trace->steps_count,
        .closed = cost_closed_work(options.algorithm->form, run->n,
                                   run->inclusive, passes),
    };
    bank_table_free(&banks);
    trace_free(trace);
    return true;
}

/* Fills CHOICES, one for each number of passes; returns their number, or 0 and
 * ERROR. */
static uint32_t count_all(Recorder *recorder, const Trace *like,
                          Choice choices[MAX_CHOICES], Error *error)
{
    uint32_t count = (uint32_t)base_log2(base_power_of_two(like->run.n)) + 1;

    BASE_CHECK(count <= MAX_CHOICES);
    for (uint32_t passes = 0; passes < count; ++passes)
        if (!count_choice(recorder, like, passes, &choices[passes], error))
            return 0;
    return count;
}

/* A number of the closed form, "-" where there is none. */
static void add_closed(Text *text, double x, int width)
{
    if (isnan(x))
        text_add(text, " %*s", width, "-");
    else
        text_add(text, " %*.0f", width, x);
}

bool passes_text(Recorder *recorder, const Trace *trace, Text *text,
                 Error *error)
{
    const Run *run = &trace->run;
    Choice choices[MAX_CHOICES];
    uint32_t count = count_all(recorder, trace, choices, error), best = 0;

    for (uint32_t i = 0; i < count; ++i)
        if (choices[i].counted.T < choices[best].counted.T)
            best = i;
    text_add(text,
             "\n%s, n = %u, k = %u: what each number of passes costs\n"
             "  %6s %6s %8s %8s %7s %7s %6s %7s %9s\n",
             run->algorithm, run->n, run->k, "passes", "left", "W", "(S3)",
             "levels", "(S3)", "steps", "T", "conflicts");
    for (const Choice *c = choices; c < choices + count; ++c) {
        text_add(text, "%c %6u %6u %8llu", c->passes == run->passes ? '*' : ' ',
                 c->passes, c->left, (unsigned long long)c->counted.W);
        add_closed(text, c->closed.W, 8);
        text_add(text, " %7llu", (unsigned long long)c->rounds);
        add_closed(text, c->closed.rounds, 7);
        text_add(text, " %6llu %7llu %9llu%s\n", (unsigned long long)c->steps,
                 (unsigned long long)c->counted.T,
                 (unsigned long long)(c->counted.conflicts_load +
                                      c->counted.conflicts_store),
                 c == choices + best ? "   least T" : "");
    }
    return count > 0;
}

static json_t *closed_json(double x)
{
    return isnan(x) ? json_null() : json_integer((json_int_t)x);
}

json_t *passes_json(Recorder *recorder, const Trace *trace, Error *error)
{
    Choice choices[MAX_CHOICES];
    uint32_t count = count_all(recorder, trace, choices, error);
    json_t *list = json_array();

    for (const Choice *c = choices; c < choices + count; ++c)
        answer_add(
            list,
            json_pack("{s:i, s:i, s:I, s:o, s:I, s:o, s:I, s:I, s:I, s:I}",
                      "passes", (int)c->passes, "left", (int)c->left, "W",
                      (json_int_t)c->counted.W, "closed_W",
                      closed_json(c->closed.W), "rounds", (json_int_t)c->rounds,
                      "closed_rounds", closed_json(c->closed.rounds), "steps",
                      (json_int_t)c->steps, "T", (json_int_t)c->counted.T,
                      "conflicts_load", (json_int_t)c->counted.conflicts_load,
                      "conflicts_store",
                      (json_int_t)c->counted.conflicts_store));
    if (count)
        return list;
    json_decref(list);
    return NULL;
}
