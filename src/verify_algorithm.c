/* SPDX-License-Identifier: MIT
 *
 * verify_algorithm - one algorithm of the catalog, at all sizes.
 *
 * Which sizes are tried when none is named is said in sweep.h.  A verdict line
 * sums up all sizes of an algorithm: proved, or what is wrong at the smallest
 * size, and why; how often blocks were run in another order, and which seed
 * shows a fault; then conflicts and cost.  A kernel that fails at one size is
 * tried at the next all the same.
 */
#include "cli/request.h"
#include "report/answer.h"
#include "report/sweep.h"
#include "report/verify.h"
#include "util/printable.h"
#include "verify_work.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The results of one algorithm over all sizes so far. */
typedef struct {
    const Algorithm *algorithm;
    uint32_t sizes, failed, unexpected, waiting; /* sizes */
    uint64_t schedules, wrong_sums, racy;        /* orders of blocks */
    Verdict first;          /* the first that failed, or was unexpected */
    Text replay;            /* the command that shows it */
    uint32_t n, k;          /* the largest size, and */
    Counted cost;           /* what it costs */
    uint64_t due_schedules; /* orders of blocks where it must fail in some */
    uint32_t broken;        /* sizes at which the kernel did not finish */
    uint32_t broken_n, broken_k; /* the first of them, */
    Text broken_why;             /* and the fault of the kernel there */
    double broken_seconds;       /* that all of them took */
    uint32_t untried;            /* sizes left when they took too long */
} Summary;

/* Limits for kernels that fail slowly, for example because they do not end:
 * they are not tried at hundreds of sizes. */
enum { MOST_BROKEN_SECONDS = 20 };

/* ---- One size after the other ---------------------------------------------*/

/* A mistake that shows only in some orders of blocks may not show in those
 * tried. */
static bool is_chancy(const Algorithm *algorithm)
{
    return algorithm->waits && algorithm->fault != FAULT_NONE;
}

/* True if VERDICT is more relevant than the first one kept. */
static bool tells_more(const Summary *summary, const Verdict *verdict,
                       bool unexpected)
{
    const Verdict *first = &summary->first;
    Fault fault = summary->algorithm->fault;

    if (verdict->ok && verdict->expected && verdict->findings.proof->whole)
        return false;
    return !first->trace || (!verdict->ok && first->ok) ||
           (unexpected && !summary->unexpected) ||
           (is_chancy(summary->algorithm) && verdict->fault == fault &&
            first->fault != fault);
}

/* Records the verdict on a size at which the fault DUE must show. */
static void take(Verification *work, Summary *summary, Verdict *verdict,
                 Fault due, Text *replay)
{
    const Algorithm *algorithm = summary->algorithm;
    bool unexpected = !verdict->expected && !is_chancy(algorithm);
    bool worse = tells_more(summary, verdict, unexpected);

    if (work->runs)
        answer_add(work->runs, verify_json(algorithm, verdict, replay->text));
    ++summary->sizes;
    summary->failed += !verdict->ok;
    summary->unexpected += unexpected;
    summary->waiting +=
        verdict->cost.conflicts_load + verdict->cost.conflicts_store > 0;
    summary->schedules += verdict->schedules;
    if (due != FAULT_NONE)
        summary->due_schedules += verdict->schedules;
    summary->wrong_sums += verdict->wrong_sums;
    summary->racy += verdict->racy;
    if (verdict->n >= summary->n) {
        summary->n = verdict->n;
        summary->k = verdict->k;
        summary->cost = verdict->cost;
    }
    if (worse) {
        verdict_free(&summary->first);
        text_free(&summary->replay);
        summary->first = *verdict;
        summary->replay = *replay;
        *replay = (Text){0};
    } else {
        verdict_free(verdict);
    }
}

/* The number of reduce passes at a size: as asked for; if many sizes are tried,
 * at most as many as N allows. */
static int passes_at(const Options *options, const SweepSize *size, uint32_t n)
{
    bool one_n = options_given(options, OPTION(N) | OPTION(INPUT));
    int passes = options_passes(options, n);
    int most = base_log2(base_power_of_two(n));

    if (size->passes != PLAN_USUAL)
        return size->passes;
    return one_n || passes < most ? passes : most;
}

/* The options for SIZE, without the input. */
static RecordOptions ask(const Verification *work, const Algorithm *algorithm,
                         const SweepSize *size, Word *input, uint32_t n)
{
    const Options *options = work->options;
    RecordOptions wanted = request_wanted(options, algorithm, input, n);

    wanted.k = size->k;
    wanted.block_n = size->block_n;
    wanted.passes = passes_at(options, size, n);
    if (algorithm->result == RESULT_COMPACT &&
        !options_given(options, OPTION(WHERE)) && n % 2 == 0)
        wanted.condition = "x%2==0"; /* about a half of what is random */
    if (!algorithm->waits)
        return wanted;
    if (wanted.device == DEVICE_AUTO)
        wanted.device = DEVICE_CPU; /* the GPU obeys no seed */
    if (!size->many)
        wanted.seed += n;
    return wanted;
}

static void progress(Verification *work, const Algorithm *algorithm,
                     const SweepSize *size)
{
    if (work->shows_progress && work->done++ % 64 == 0)
        fprintf(work->notes, "\r%2zu of %zu  %-24s n = %-5u k = %-3u",
                work->number, work->count, algorithm->name, size->n, size->k);
}

/* Records that the kernel did not finish; the attempt took SECONDS. */
static void take_broken(Verification *work, Summary *summary,
                        const RecordOptions *wanted, const Error *why,
                        double seconds)
{
    if (work->runs)
        answer_add(work->runs, verify_broken_json(wanted, why));
    ++summary->sizes;
    summary->broken_seconds += seconds;
    if (summary->broken++)
        return;
    summary->broken_n = wanted->n;
    summary->broken_k = wanted->k;
    text_add(&summary->broken_why, "%s", why->text);
}

static double processor_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static bool verify_size(Verification *work, Summary *summary,
                        const SweepSize *size, Error *error)
{
    const Algorithm *algorithm = summary->algorithm;
    const Options *options = work->options;
    uint32_t n = work->input ? work->input_n : size->n;
    Text replay = {0};
    Verdict verdict;
    Word *own = NULL;

    progress(work, algorithm, size);
    if (!work->input && !(own = request_input(options, &n, error)))
        return false;
    RecordOptions wanted =
        ask(work, algorithm, size, own ? own : work->input, n);
    double begun = processor_seconds();
    bool ran =
        verify_schedules(work->recorder, &wanted,
                         size->many ? options->schedules : 1, &verdict, error);
    free(own);
    if (!ran && recorder_kernel_failed(work->recorder)) {
        take_broken(work, summary, &wanted, error, processor_seconds() - begun);
        *error = (Error){0};
        return true;
    }
    if (!ran)
        return false;
    wanted.seed = verdict.seed;
    if (wanted.device != DEVICE_GPU)
        request_command(options, &wanted, &replay);
    take(work, summary, &verdict, verify_due(&wanted), &replay);
    text_free(&replay);
    return true;
}

/* ---- The verdict line -----------------------------------------------------*/

static void print_size(FILE *out, const Summary *summary)
{
    const Verdict *first = &summary->first;
    const Run *run = &first->trace->run;

    if (summary->sizes > 1)
        fprintf(out, " at %u of %u sizes, first", summary->failed,
                summary->sizes);
    else
        fputs(" at", out);
    fprintf(out, " n = %u, k = %u", first->n, first->k);
    if (run->blocks > 1)
        fprintf(out, ", %u blocks of %u", run->blocks, run->block_n);
}

static void print_schedules(FILE *out, const Summary *summary)
{
    if (summary->schedules == 0)
        return;
    if (summary->failed == 0) {
        fprintf(out, "; right in all %llu schedules tried",
                (unsigned long long)summary->schedules);
        return;
    }
    fprintf(out,
            "; of %llu schedules tried %llu give wrong sums and %llu have a "
            "race; ",
            (unsigned long long)summary->schedules,
            (unsigned long long)summary->wrong_sums,
            (unsigned long long)summary->racy);
    if (summary->replay.text) {
        char *line = printable_line(summary->replay.text);
        fprintf(out, "to see this one: %s", line);
        free(line);
    } else
        fputs("to see one again: --device cpu, a GPU obeys no seed", out);
}

/* Which picture shows what is wrong. */
static void print_where(FILE *out, const Summary *summary)
{
    Text where = {0};

    if (summary->failed)
        verdict_explain_where(&summary->first, &where);
    if (where.text)
        fputs(where.text, out);
    text_free(&where);
}

static void print_broken(FILE *out, const Summary *summary)
{
    fputs(VERIFY_BROKEN, out);
    if (summary->sizes > 1)
        fprintf(out, " at %u of %u sizes, first", summary->broken,
                summary->sizes);
    else
        fputs(" at", out);
    fprintf(out, " n = %u, k = %u: %s", summary->broken_n, summary->broken_k,
            summary->broken_why.text);
    if (summary->untried)
        fprintf(out, "; %u more sizes were not tried, since this takes long",
                summary->untried);
}

/* What is wrong, or that nothing is. */
static void print_findings(FILE *out, const Summary *summary)
{
    const Algorithm *algorithm = summary->algorithm;
    const Verdict *first = &summary->first;

    if (summary->failed) {
        fputs(fault_name(first->fault), out);
        print_size(out, summary);
        fprintf(out, ": %s", first->why.text);
        return;
    }
    if (first->trace && !first->findings.proof->whole) {
        fputs(first->why.text, out);
        return;
    }
    fputs(algorithm->result == RESULT_COMPACT
              ? "proved for all words of which these are kept"
              : "proved for every associative operator",
          out);
    if (summary->broken)
        fprintf(out, " at the other %u sizes",
                summary->sizes - summary->broken);
    else if (summary->sizes > 1)
        fprintf(out, " at all %u sizes", summary->sizes);
    else
        fprintf(out, " at n = %u, k = %u", summary->n, summary->k);
}

static void print_cost(FILE *out, const Summary *summary)
{
    const Counted *cost = &summary->cost;
    uint64_t conflicts = cost->conflicts_load + cost->conflicts_store;

    if (summary->waiting == 0)
        fputs("; no lane ever waits", out);
    else if (summary->sizes > 1)
        fprintf(out, "; conflicts at %u of %u sizes", summary->waiting,
                summary->sizes);
    fputs("; ", out);
    if (summary->sizes > 1)
        fprintf(out, "at n = %u, k = %u: ", summary->n, summary->k);
    if (conflicts)
        fprintf(out, "%llu conflict%s on loads, %llu on stores, ",
                (unsigned long long)cost->conflicts_load,
                cost->conflicts_load == 1 ? "" : "s",
                (unsigned long long)cost->conflicts_store);
    fprintf(out, "T = %llu, W = %llu, G = %llu read + %llu written",
            (unsigned long long)cost->T, (unsigned long long)cost->W,
            (unsigned long long)cost->G_read,
            (unsigned long long)cost->G_write);
}

static void print_summary(const Verification *work, const Summary *summary)
{
    const Algorithm *algorithm = summary->algorithm;
    const Verdict *first = &summary->first;
    FILE *out = work->out;

    if (work->runs)
        return;
    verify_print_name(out, algorithm->name);
    if (summary->sizes == 0) {
        fprintf(out, "left out: takes %s%s%u elements\n",
                algorithm->accepts ? algorithm->accepted : "1",
                algorithm->accepts ? " up to " : " to ", algorithm->max_n);
        return;
    }
    if (summary->broken)
        print_broken(out, summary);
    if (summary->broken == summary->sizes) {
        fputc('\n', out);
        return;
    }
    if (summary->broken)
        fputs("; ", out);
    print_findings(out, summary);
    print_schedules(out, summary);
    print_where(out, summary);
    if (summary->unexpected > 0 && algorithm->fault != FAULT_NONE)
        fprintf(out, "; NOT the expected fault (%s) at n = %u, k = %u",
                fault_name(algorithm->fault), first->n, first->k);
    else if (algorithm->fault != FAULT_NONE && summary->failed)
        fputs("; caught, as it should be", out);
    print_cost(out, summary);
    fputc('\n', out);
}

/* ---- All of it ------------------------------------------------------------*/

static SweepAsked asked_of(const Verification *work, const Algorithm *algorithm)
{
    const Options *options = work->options;
    bool one_n = options_given(options, OPTION(N)) || work->input;
    uint32_t n = work->input ? work->input_n : options->n;
    SweepAsked asked = {.sizes = options->sizes,
                        .max_n = options->max_n,
                        .all = options->all};

    asked.n = one_n ? n : 0;
    if (options_given(options, OPTION(WIDTH)))
        asked.passes = options_passes(options, n);
    /* among all there are some that run in one block */
    if (options->all && !plan_cuts(algorithm))
        asked.block_n = 0;
    return asked;
}

/* True for a mistake that shows only in some orders of blocks, if none of many
 * orders has shown it. */
static bool is_missed(const Summary *summary)
{
    enum { MANY = 64 };

    return is_chancy(summary->algorithm) && summary->sizes > 1 &&
           summary->due_schedules >= MANY &&
           summary->first.fault != summary->algorithm->fault;
}

/* A mistake asked for by name counts as a fault; among all, a mistake that is
 * caught is as expected. */
static void complain(Verification *work, const Summary *summary)
{
    const Verdict *first = &summary->first;
    Complaint complaint = {.name = summary->algorithm->name,
                           .sizes = summary->sizes,
                           .n = first->n,
                           .k = first->k};
    bool all = work->options->all;

    if (summary->broken) {
        complaint.what = VERIFY_BROKEN;
        complaint.bad = summary->broken;
        complaint.n = summary->broken_n;
        complaint.k = summary->broken_k;
    } else if (all && is_missed(summary)) {
        complaint.what = "not caught";
        complaint.bad = summary->sizes;
        complaint.n = 0;
    } else if (all ? summary->unexpected : summary->failed) {
        bool caught = all && summary->algorithm->fault != FAULT_NONE;
        complaint.what = caught ? "not the fault that it should have"
                                : fault_name(first->fault);
        complaint.bad = all ? summary->unexpected : summary->failed;
    }
    if (complaint.what)
        base_push(work, complaints, complaint);
}

bool verify_algorithm(Verification *work, const Algorithm *algorithm,
                      Error *error)
{
    SweepAsked asked = asked_of(work, algorithm);
    Sweep sweep = sweep_of(algorithm, &asked);
    Summary summary = {.algorithm = algorithm};
    bool good = true;

    for (size_t i = 0; i < sweep.sizes_count && good; ++i)
        if (summary.broken_seconds > MOST_BROKEN_SECONDS)
            ++summary.untried;
        else
            good = verify_size(work, &summary, sweep.sizes + i, error);
    if (work->shows_progress)
        fprintf(work->notes, "\r%56s\r", "");
    if (good) {
        print_summary(work, &summary);
        fflush(work->out);
        complain(work, &summary);
    }
    verdict_free(&summary.first);
    text_free(&summary.replay);
    text_free(&summary.broken_why);
    sweep_free(&sweep);
    return good;
}
