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
    Verdict largest;        /* another one, of the largest size so far */
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
    bool largest = verdict->n >= summary->n;
    if (largest) {
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
    } else if (largest) {
        verdict_free(&summary->largest);
        summary->largest = *verdict;
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

/* ---- In words -------------------------------------------------------------*/

/* "at 2 of 3 sizes, first n = 64, k = 32": COUNT sizes, the first of N and K.
 */
static void add_first(const Summary *summary, uint32_t count, uint32_t n,
                      uint32_t k, Text *text)
{
    text_add(text, "at ");
    if (summary->sizes > 1)
        text_add(text, "%u of %u sizes, first ", count, summary->sizes);
    text_add(text, "n = %u, k = %u", n, k);
}

static void add_broken(const Summary *summary, Text *text)
{
    add_first(summary, summary->broken, summary->broken_n, summary->broken_k,
              text);
    text_add(text, ": %s", summary->broken_why.text);
    if (summary->untried)
        text_add(text, "; %u more sizes were not tried, since this takes long",
                 summary->untried);
}

/* Where it is right, or wrong. */
static void add_sizes(const Summary *summary, Text *text)
{
    const Verdict *first = &summary->first;

    if (summary->failed) {
        const Run *run = &first->trace->run;
        add_first(summary, summary->failed, first->n, first->k, text);
        if (run->blocks > 1)
            text_add(text, ", %u blocks of %u", run->blocks, run->block_n);
    } else if (summary->broken) {
        text_add(text, "right at the other %u sizes",
                 summary->sizes - summary->broken);
    } else if (summary->sizes > 1) {
        text_add(text, "at all %u sizes", summary->sizes);
    } else {
        text_add(text, "at n = %u, k = %u", summary->n, summary->k);
    }
    if (summary->sizes > 1 && summary->waiting)
        text_add(text, "; conflicts at %u of %u sizes", summary->waiting,
                 summary->sizes);
}

/* Whether the fault is the one that the algorithm's entry names. */
static void add_expectation(const Summary *summary, Text *text)
{
    const Algorithm *algorithm = summary->algorithm;

    if (summary->unexpected > 0 && algorithm->fault != FAULT_NONE)
        text_add(text, "; NOT the expected fault (%s) at n = %u, k = %u",
                 fault_name(algorithm->fault), summary->first.n,
                 summary->first.k);
    else if (algorithm->fault != FAULT_NONE && summary->failed)
        text_add(text, "; caught, as it should be");
}

static void add_where(const Summary *summary, Text *text)
{
    add_sizes(summary, text);
    add_expectation(summary, text);
}

static void add_schedules(const Summary *summary, Text *text)
{
    if (summary->failed == 0) {
        text_add(text, "right in all %llu schedules tried",
                 (unsigned long long)summary->schedules);
        return;
    }
    text_add(text,
             "of %llu schedules tried %llu give wrong sums and %llu have a "
             "race; ",
             (unsigned long long)summary->schedules,
             (unsigned long long)summary->wrong_sums,
             (unsigned long long)summary->racy);
    if (summary->replay.text) {
        char *command = printable_line(summary->replay.text);
        text_add(text, "to see this one: %s", command);
        free(command);
    } else {
        text_add(text, "to see one again: --device cpu, a GPU obeys no seed");
    }
}

static void add_counted(const Summary *summary, Text *text)
{
    const Counted *cost = &summary->cost;

    text_add(text, "n = %u, k = %u: ", summary->n, summary->k);
    text_add_count(text, cost->T);
    text_add(text, " cycles (T), ");
    text_add_count(text, cost->W);
    text_add(text, " additions (W), memory transactions (G): ");
    text_add_count(text, cost->G_read);
    text_add(text, " read, ");
    text_add_count(text, cost->G_write);
    text_add(text, " written");
}

/* The verdict that is shown: the first that failed, or the one at the largest
 * size; NULL: none ran to its end. */
static const Verdict *shown(const Summary *summary)
{
    return summary->first.trace     ? &summary->first
           : summary->largest.trace ? &summary->largest
                                    : NULL;
}

static void print_row(const Verification *work, const Summary *summary)
{
    const Verdict *verdict = shown(summary);
    DiagnosticRow row = {.verdict = {0}};

    if (verdict)
        row = diagnostic_row(&verdict->findings);
    if (summary->sizes == 0) {
        text_add(&row.verdict, "left out");
        text_add(&row.result, "takes %s%s%u elements",
                 summary->algorithm->accepts ? summary->algorithm->accepted
                                             : "1",
                 summary->algorithm->accepts ? " up to " : " to ",
                 summary->algorithm->max_n);
    } else if (summary->broken) {
        text_free(&row.verdict);
        text_free(&row.result);
        text_add(&row.verdict, VERIFY_BROKEN);
        add_broken(summary, &row.result);
    } else {
        if (!summary->failed && verdict->findings.proof->whole) {
            text_free(&row.result);
            text_add(&row.result, summary->algorithm->result == RESULT_COMPACT
                                      ? "for all values of which these are kept"
                                      : "for every associative operator");
        }
        text_add(&row.result, ", ");
        add_sizes(summary, &row.result);
        add_expectation(summary, &row.result);
        text_add(&row.result, summary->schedules ? "; " : "");
        if (summary->schedules)
            add_schedules(summary, &row.result);
    }
    verify_print_row(work, summary->algorithm->name, &row);
    diagnostic_row_free(&row);
}

static void line(Severity severity, const char *title,
                 void add(const Summary *, Text *), const Summary *summary,
                 const DiagnosticStyle *style, Text *text)
{
    Text words = {0};

    add(summary, &words);
    diagnostic_line(severity, title, "", words.text, style, text);
    text_free(&words);
}

static void print_summary(const Verification *work, const Summary *summary)
{
    DiagnosticStyle style = diagnostic_style(work->out, work->options->verbose);
    const char *name = summary->algorithm->name;
    const Verdict *verdict = shown(summary);
    Severity severity = summary->failed ? SEVERITY_FAULT : SEVERITY_GOOD;
    Text text = {0}, view = {0};

    if (work->runs)
        return;
    if (work->count > 1 || summary->sizes == 0) {
        print_row(work, summary);
        return;
    }
    if (summary->broken)
        line(SEVERITY_FAULT, VERIFY_BROKEN, add_broken, summary, &style, &text);
    if (verdict) {
        diagnostic_write(&verdict->findings, &style, &text);
        line(severity, "sizes", add_where, summary, &style, &text);
        if (summary->schedules)
            line(severity, "schedules", add_schedules, summary, &style, &text);
        line(SEVERITY_NOTE, "counted", add_counted, summary, &style, &text);
        text_add(&view, "%s -n %u", name, verdict->n);
        if (verdict->k != 32)
            text_add(&view, " -k %u", verdict->k);
        text_add(&text, "\n");
        diagnostic_summary(name, view.text, &verdict->findings, &style, &text);
    }
    fputs(text.text, work->out);
    text_free(&text);
    text_free(&view);
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
    const char *complaint = NULL;
    bool all = work->options->all;

    if (summary->broken) {
        complaint = VERIFY_BROKEN;
    } else if (all && is_missed(summary)) {
        complaint = "not caught";
    } else if (all ? summary->unexpected : summary->failed) {
        bool caught = all && summary->algorithm->fault != FAULT_NONE;
        complaint = caught ? "not the fault that it should have"
                           : fault_name(first->fault);
    }
    if (complaint)
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
    verdict_free(&summary.largest);
    text_free(&summary.replay);
    text_free(&summary.broken_why);
    sweep_free(&sweep);
    return good;
}
