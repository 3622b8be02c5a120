/* SPDX-License-Identifier: MIT
 *
 * upsweep verify: is it proved, free of races, free of conflicts?
 *
 * Without -n every n from 1 to 300 is tried, and 512, 1024 and 2048; without -k
 * the banks are 4, 16 and 32.  A verdict line sums up all sizes; for what is
 * wrong it tells the smallest size and why.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "input.h"
#include "request.h"
#include "verify.h"

static const uint32_t default_ks[] = {4, 16, 32};
static const uint32_t default_large[] = {512, 1024, 2048};

enum { DENSE_N = 300, KS = 3, LARGE = 3 };

/* All sizes of one algorithm, as they come in. */
typedef struct {
    const Algorithm *algorithm;
    uint32_t sizes, failed, unexpected;
    uint64_t conflicts;
    Verdict first; /* the first that failed, or was unexpected */
} Summary;

typedef struct {
    const Options *options;
    Recorder *recorder;
    FILE *out, *notes;
    json_t *runs; /* NULL for text */
    uint32_t done;
    bool all_good;
} Verification;

static json_t *side_json(const RaceSide *side)
{
    return json_pack("{s:i, s:i}", "thread", (int)side->thread, "site",
                     side->site);
}

static void add_json(Verification *work, const Algorithm *algorithm,
                     const Verdict *verdict)
{
    enum { RACES_SHOWN = 100 };
    json_t *races = json_array();

    for (size_t i = 0; i < verdict->races.races_count && i < RACES_SHOWN; ++i) {
        const Race *race = &verdict->races.races[i];
        json_array_append_new(races,
                              json_pack("{s:i, s:i, s:o, s:o}", "step",
                                        (int)race->step, "cell",
                                        (int)race->cell, "first",
                                        side_json(&race->first), "second",
                                        side_json(&race->second)));
    }
    json_array_append_new(
        work->runs,
        json_pack("{s:s, s:i, s:i, s:b, s:b, s:o, s:I, s:I, s:s}", "algorithm",
                  algorithm->name, "n", (int)verdict->n, "k", (int)verdict->k,
                  "ok", verdict->ok, "proved", verdict->proof.proved, "races",
                  races, "conflicts_load", (json_int_t)verdict->conflicts_load,
                  "conflicts_store", (json_int_t)verdict->conflicts_store,
                  "why", verdict->why.text));
}

static void take(Verification *work, Summary *summary, Verdict *verdict)
{
    bool telling = !verdict->ok || !verdict->expected;
    bool worse = telling && (summary->failed + summary->unexpected == 0 ||
                             (!verdict->expected && !summary->unexpected));

    if (work->runs)
        add_json(work, summary->algorithm, verdict);
    ++summary->sizes;
    summary->failed += !verdict->ok;
    summary->unexpected += !verdict->expected;
    summary->conflicts += verdict->conflicts_load + verdict->conflicts_store;
    if (worse) {
        verdict_free(&summary->first);
        summary->first = *verdict;
    } else {
        verdict_free(verdict);
    }
}

/* As many as are asked for; of many sizes the small ones do with fewer. */
static int passes_for(const Options *options, uint32_t n)
{
    bool one_n = options_given(options, 'n') || options_given(options, 'I');
    int passes = options_passes(options, n);
    int most = base_log2(base_power_of_two(n));

    return one_n || passes < most ? passes : most;
}

static bool verify_size(Verification *work, Summary *summary, uint32_t n,
                        uint32_t k, Error *error)
{
    const Algorithm *algorithm = summary->algorithm;
    const Options *options = work->options;
    Verdict verdict;
    uint32_t count = n;

    /* Zero means: as many as the input has. */
    Word *input = input_read(options->input, options->op, &count, error);
    if (!input)
        return false;
    RecordOptions wanted = {.algorithm = algorithm,
                            .n = count,
                            .k = k,
                            .threads = options->threads,
                            .passes = passes_for(options, count),
                            .op = options->op,
                            .inclusive =
                                options->inclusive ||
                                (!options->exclusive && algorithm->inclusive),
                            .device = options->device,
                            .seed = options->seed,
                            .input = input};
    bool ran = verify_one(work->recorder, &wanted, &verdict, error);
    free(input);
    if (!ran)
        return false;
    take(work, summary, &verdict);
    ++work->done;
    if (work->done % 64 == 0 && !options->quiet && isatty(fileno(work->notes)))
        fprintf(work->notes, "\r%-20s n = %-5u k = %-3u", algorithm->name, n,
                k);
    return true;
}

/* One verdict line. */
static void print_summary(const Verification *work, const Summary *summary)
{
    const Algorithm *algorithm = summary->algorithm;
    const Verdict *first = &summary->first;
    FILE *out = work->out;

    if (work->runs)
        return;
    fprintf(out, "%-20s ", algorithm->name);
    if (summary->failed == 0)
        fprintf(out, "proved for every associative operator, %u size%s",
                summary->sizes, summary->sizes == 1 ? "" : "s");
    else
        fprintf(out, "%s at %u of %u sizes, first n = %u, k = %u: %s",
                fault_name(first->fault), summary->failed, summary->sizes,
                first->n, first->k, first->why.text);
    if (summary->conflicts == 0)
        fputs("; no lane ever waits", out);
    else
        fprintf(out, "; %llu conflicts",
                (unsigned long long)summary->conflicts);
    if (summary->unexpected > 0 && algorithm->fault != FAULT_NONE)
        fprintf(out, "; NOT the expected fault (%s) at n = %u, k = %u",
                fault_name(algorithm->fault), first->n, first->k);
    else if (algorithm->fault != FAULT_NONE && summary->failed)
        fputs("; caught, as it should be", out);
    fputc('\n', out);
}

static bool verify_algorithm(Verification *work, const Algorithm *algorithm,
                             Error *error)
{
    const Options *options = work->options;
    bool one_n = options_given(options, 'n') || options_given(options, 'I');
    Summary summary = {.algorithm = algorithm};
    bool good = true;

    for (int i = 0; i < KS && good; ++i) {
        uint32_t k = options_given(options, 'k') ? options->k : default_ks[i];
        if (i > 0 && options_given(options, 'k'))
            break;
        if (one_n) {
            good = verify_size(work, &summary, options->n, k, error);
            continue;
        }
        for (uint32_t n = 1; n <= DENSE_N && good; ++n)
            good = verify_size(work, &summary, n, k, error);
        for (int l = 0; l < LARGE && good; ++l)
            if (default_large[l] <= algorithm->max_n)
                good = verify_size(work, &summary, default_large[l], k, error);
    }
    if (good) {
        if (!options->quiet && isatty(fileno(work->notes)))
            fprintf(work->notes, "\r%48s\r", "");
        print_summary(work, &summary);
        fflush(work->out);
    }
    /* A mistake asked for by name is a fault found; among all, it is as it
     * should be when caught. */
    work->all_good &=
        options->all ? summary.unexpected == 0 : summary.failed == 0;
    verdict_free(&summary.first);
    return good;
}

static bool verify_operands(Verification *work, Error *error)
{
    const Options *options = work->options;
    size_t count = (size_t)options->operands_count;
    const Algorithm *const *all =
        catalog_all(options->all ? &count : &(size_t){0});

    const Algorithm *named[OPTIONS_MAX_OPERANDS];

    /* Minutes of proofs must not end in a name that is misspelt. */
    for (size_t i = 0; !options->all && i < count; ++i)
        if (!(named[i] = catalog_find(options->operands[i], error)))
            return false;
    for (size_t i = 0; i < count; ++i)
        if (!verify_algorithm(work, options->all ? all[i] : named[i], error))
            return false;
    return true;
}

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    Verification work = {.options = options,
                         .out = out,
                         .notes = notes,
                         .runs = options->json ? json_array() : NULL,
                         .all_good = true};

    if (options->all == (options->operands_count > 0))
        return error_set(error, ERROR_USAGE,
                         "verify takes algorithms, or --all, and not both; "
                         "`upsweep list` shows them");
    if (!request_passes(options, error))
        return false;
    work.recorder = recorder_new();
    bool ran = verify_operands(&work, error);
    recorder_free(work.recorder);
    if (ran && options->json) {
        json_t *root = json_pack("{s:O}", "runs", work.runs);
        char *text = json_dumps(root, JSON_COMPACT);
        fprintf(out, "%s\n", text);
        free(text);
        json_decref(root);
    }
    json_decref(work.runs);
    if (ran && !work.all_good)
        return error_set(error, ERROR_NO, "%s",
                         options->all ? "something in the catalog is not as it "
                                        "should be; see above"
                                      : "a fault was found; see above");
    return ran;
}

const Cli cli_verify = {"verify", "ALGO ... | --all", "proof, races, conflicts",
                        OPTIONS_RUN "ajq", run};
