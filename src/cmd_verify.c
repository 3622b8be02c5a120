/* SPDX-License-Identifier: MIT
 *
 * upsweep verify: is it proved, free of races, free of conflicts?
 *
 * One algorithm (verify_algorithm.c) or program is printed as say/diagnostic.h
 * does; several are a table with a row each.
 */
#include "cli/consent.h"
#include "cli/request.h"
#include "gpu/cuda.h"
#include "report/answer.h"
#include "cmd.h"
#include "report/verify.h"
#include "util/interrupt.h"
#include "util/printable.h"
#include "verify_work.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_NAME = 40 };

static int count_columns(const char *name)
{
    int columns = 0;

    for (const char *at = name; *at; printable_next(&at, &(size_t){0}))
        ++columns;
    return columns;
}

/* Columns of the first column of the table. */
static int name_columns(const Verification *work)
{
    int most = (int)strlen("program");

    for (int i = 0; i < work->options->operands_count; ++i) {
        int columns = count_columns(work->options->operands[i]);
        most = columns > most ? columns : most;
    }
    if (work->options->all)
        most = 22; /* as long as the names of the catalog */
    return most < MOST_NAME ? most : MOST_NAME;
}

void verify_print_row(const Verification *work, const char *name,
                      const DiagnosticRow *row)
{
    char *line = printable_line(name),
         *result = printable_line(row->result.text ? row->result.text : "");
    int blanks = name_columns(work) - count_columns(line);

    fprintf(work->out, "%s%*s  %-15s %5llu %9llu  %s\n", line,
            blanks > 0 ? blanks : 0, "", row->verdict.text,
            (unsigned long long)row->races, (unsigned long long)row->conflicts,
            result);
    free(result);
    free(line);
    fflush(work->out);
}

/* ---- Programs ------------------------------------------------------------*/

/* Of one program all that was found; of several a row. */
static void print_program(const Verification *work, const char *name,
                          const Verdict *verdict)
{
    DiagnosticStyle style = diagnostic_style(work->out, work->options->verbose);
    Text text = {0};

    if (work->count > 1) {
        DiagnosticRow row = diagnostic_row(&verdict->findings);
        if (verdict->fault == FAULT_LIMITED) {
            text_free(&row.verdict);
            text_add(&row.verdict, "%s", fault_name(verdict->fault));
        }
        verify_print_row(work, name, &row);
        diagnostic_row_free(&row);
        return;
    }
    char *shown = printable_line(name);
    diagnostic_write(&verdict->findings, &style, &text);
    text_add(&text, "\n");
    diagnostic_summary(shown, shown, &verdict->findings, &style, &text);
    free(shown);
    fputs(text.text, work->out);
    text_free(&text);
    fflush(work->out);
}

static void print_broken(const Verification *work, const char *name,
                         const char *fault, const Error *why)
{
    DiagnosticStyle style = diagnostic_style(work->out, false);
    DiagnosticRow row = {.verdict = {0}};
    Text text = {0};

    if (work->count > 1) {
        text_add(&row.verdict, "%s", fault);
        text_add(&row.result, "%s", why->text);
        verify_print_row(work, name, &row);
        diagnostic_row_free(&row);
        return;
    }
    char *shown = printable_line(name), *reason = printable_line(why->text);
    diagnostic_line(SEVERITY_FAULT, fault, shown, reason, &style, &text);
    free(shown);
    free(reason);
    fputs(text.text, work->out);
    text_free(&text);
}

void verify_broken(Verification *work, const char *name, const char *fault,
                   const Error *why)
{

    if (work->runs) {
        answer_add(work->runs, verify_broken_program_json(name, fault, why));
    } else {
        print_broken(work, name, fault, why);
    }
    base_push(work, complaints, fault);
}

/* The program that is operand I: a line or an object, also if it
 * does not compile.  False if a signal asked to stop, the options are wrong, or
 * the machine fails. */
static bool verify_program_operand(Verification *work, int i, Error *error)
{
    const Options *options = work->options;
    const char *name = options->operands[i];
    ProgramBlame blame = BLAME_MACHINE;
    Trace *trace = request_program(options, i, &blame, error);

    if (!trace) {
        if (interrupt_asked() || blame == BLAME_MACHINE)
            return false;
        verify_broken(work, name,
                      error->kind == ERROR_USAGE ? VERIFY_NOT_RUN
                      : blame == BLAME_LIMIT     ? VERIFY_NOT_DONE
                                                 : VERIFY_BROKEN,
                      error);
        *error = (Error){0};
        return true;
    }
    request_expect(options, trace);
    Verdict verdict = verify_program(trace);
    if (verdict.fault == FAULT_ENDED && blame == BLAME_LIMIT)
        verdict.fault = FAULT_LIMITED;
    if (work->runs)
        answer_add(work->runs, verify_json(NULL, &verdict, NULL));
    else
        print_program(work, name, &verdict);
    if (!verdict.ok)
        base_push(work, complaints, fault_name(verdict.fault));
    verdict_free(&verdict);
    return true;
}

/* ---- All operands --------------------------------------------------------*/

static void print_header(const Verification *work)
{
    if (work->runs == NULL && work->count > 1)
        fprintf(work->out, "%-*s  %-15s %5s %9s  %s\n", name_columns(work),
                work->options->all ? "algorithm" : "program", "verdict",
                "races", "conflicts", "result");
}

/* How many programs were not verified, as they did not run, or not to their
 * end. */
static size_t count_not_run(const Verification *work)
{
    size_t count = 0;

    for (size_t i = 0; i < work->complaints_count; ++i) {
        const char *what = work->complaints[i];
        count += strcmp(what, VERIFY_NOT_RUN) == 0 ||
                 strcmp(what, VERIFY_NOT_DONE) == 0;
    }
    return count;
}

/* ERROR, of the whole command, says what the complaints are. */
static bool conclude(const Verification *work, Error *error)
{
    size_t not_run = count_not_run(work);

    if (work->complaints_count == 0)
        return true;
    if (work->options->all)
        return error_set(error, ERROR_NO,
                         "something in the catalog is not as it should be; see "
                         "above");
    if (not_run < work->complaints_count)
        return error_set(error, ERROR_NO, "a fault was found; see above");
    if (work->count == 1)
        return error_set(error, ERROR_NO,
                         "the program was not verified; see above");
    return error_set(error, ERROR_NO, "%zu of %zu were not verified; see above",
                     not_run, work->count);
}

/* True if ALGORITHM cannot run as asked and all are tried, so that it is
 * skipped; by name it is refused. */
static bool is_left_out(const Options *options, const Algorithm *algorithm)
{
    return options->all && options->op != OP_ADD &&
           algorithm->result == RESULT_COMPACT;
}

/* True if several processes can do the work: none can use a GPU that another
 * has begun to use. */
static bool can_share(const Options *options, size_t count)
{
    bool runs_all = options->sources_count >= options->operands_count;
    Error ignored;

    return count > 1 &&
           (options->device == DEVICE_CPU ||
            (options->device == DEVICE_AUTO &&
             ((runs_all && !options->all) || !cuda_ready(&ignored))));
}

bool verify_operand(Verification *work, const Algorithm *algorithm, int i,
                    Error *error)
{
    return !algorithm ? verify_program_operand(work, i, error)
                      : is_left_out(work->options, algorithm) ||
                            verify_algorithm(work, algorithm, error);
}

void verify_print_rows(Verification *work)
{
    json_t *run;
    size_t i;

    if (!work->options->csv)
        return;
    json_array_foreach(work->runs, i, run) verify_csv(run, work->out);
    json_array_clear(work->runs);
    fflush(work->out);
}

static bool verify_operands(Verification *work, Error *error)
{
    const Options *options = work->options;
    const Algorithm *named[OPTIONS_MAX_OPERANDS] = {NULL};
    const Algorithm *const *list = named;

    work->count = (size_t)options->operands_count;
    /* Check all names first: minutes of proofs must not end at a misspelt one.
     */
    for (size_t i = 0; i < work->count; ++i)
        if (options->programs[i].count == 0 &&
            !(named[i] = catalog_find(options->operands[i], error)))
            return false;
    if (!request_check(options, error) || !consent_ask(options, error))
        return false;
    if (options->all)
        list = catalog_all(&work->count);
    if (options->csv)
        verify_csv(NULL, work->out);
    print_header(work);
    if (can_share(options, work->count))
        return verify_many(work, list, error);
    for (work->number = 1; work->number <= work->count; ++work->number) {
        int i = (int)work->number - 1;
        if (!verify_operand(work, list[i], i, error))
            return false;
        verify_print_rows(work);
    }
    return true;
}

static bool check(const Options *options, Error *error)
{
    if (options->operands_count == 1 && strcmp(*options->operands, "all") == 0)
        return error_set(error, ERROR_USAGE,
                         "no algorithm is called \"all\"; did you mean --all?");
    if (options->all == (options->operands_count > 0))
        return error_set(error, ERROR_USAGE,
                         "verify takes algorithms, or --all, and not both; "
                         "`upsweep list` shows them");
    if (options->json && options->csv)
        return error_set(error, ERROR_USAGE,
                         "--json and --csv exclude each other; give one");
    if (options->max_n && (options_given(options, OPTION(N) | OPTION(INPUT))))
        return error_set(error, ERROR_USAGE,
                         "--max-n tries many n, and -n or --input names one; "
                         "give one of them");
    return true;
}

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    Verification work = {.options = options,
                         .out = out,
                         .notes = notes,
                         .input_n = options->n,
                         .shows_progress =
                             !options->quiet && isatty(fileno(notes))};

    if (!check(options, error))
        return false;
    if (options_given(options, OPTION(INPUT)) &&
        !(work.input = request_input(options, &work.input_n, error)))
        return false;
    work.runs = options->json || options->csv ? json_array() : NULL;
    work.recorder = recorder_new();
    bool ran = verify_operands(&work, error);
    bool good = ran && conclude(&work, error);
    free(work.complaints);
    recorder_free(work.recorder);
    free(work.input);
    if (ran && options->json) {
        /* The name of a file may contain anything, so escape it. */
        answer_print(json_pack("{s:O}", "runs", work.runs),
                     JSON_COMPACT | JSON_ENSURE_ASCII, out);
    }
    json_decref(work.runs);
    return good;
}

const Subcommand cmd_verify = {
    .name = "verify",
    .operands = "ALGORITHM|FILE.cu ... | --all",
    .help = "find wrong results, races and bank conflicts",
    .about = "Checks that each result is right, and finds races and bank "
             "conflicts. The exit status is 1 if a check fails.",
    .examples = {{"upsweep verify scan.cu", "your program"},
                 {"upsweep verify scan.cu --expect exclusive",
                  "it must be an exclusive scan"},
                 {"upsweep verify a.cu b.cu --csv", "a table for grading"}},
    .options = OPTIONS_RUN | OPTION(ALL) | OPTION(SCHEDULES) | OPTION(MAX_N) |
               OPTION(EXPECT) | OPTION(JSON) | OPTION(CSV) | OPTION(VERBOSE) |
               OPTION(QUIET) | OPTION(YES),
    .run = run};
