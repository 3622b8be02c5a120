/* SPDX-License-Identifier: MIT
 *
 * upsweep report: what it cost, counted and in closed form.
 */
#include "cli/request.h"
#include "report/answer.h"
#include "report/report.h"
#include "cmd.h"
#include "config.h"

/* The run as JSON; for hybrid with the costs of every number of passes. */
static json_t *run_json(Recorder *recorder, const Trace *trace,
                        const ScheduleCosts *costs, Error *error)
{
    json_t *choices =
        passes_apply(trace) ? passes_json(recorder, trace, error) : json_null();

    if (!choices)
        return NULL;
    json_t *json = report_json(trace, costs);
    answer_set(json, "choices", choices);
    return json;
}

static bool print_json(Recorder *recorder, Trace *const traces[], int count,
                       const Options *options, FILE *out, Error *error)
{
    json_t *runs = json_array();
    bool good = true;

    for (int i = 0; i < count && good; ++i) {
        json_t *json = run_json(recorder, traces[i], &options->costs, error);
        good = json != NULL;
        if (good)
            answer_add(runs, json);
    }
    if (good)
        answer_print(json_pack("{s:s, s:O}", "upsweep", PACKAGE_VERSION, "runs",
                               runs),
                     JSON_COMPACT, out);
    json_decref(runs);
    return good;
}

static bool print_text(Recorder *recorder, Trace *const traces[], int count,
                       const Options *options, FILE *out, Error *error)
{
    DiagnosticStyle style = diagnostic_style(out, options->verbose);
    Text text = {0};
    bool good = true;

    report_text((const Trace *const *)traces, count, &options->costs, &style,
                &text);
    for (int i = 0; i < count && good; ++i)
        if (passes_apply(traces[i]))
            good = passes_text(recorder, traces[i], &text, error);
    if (good)
        fputs(text.text, out);
    text_free(&text);
    return good;
}

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    Trace *traces[OPTIONS_MAX_OPERANDS];
    int count = options->operands_count;

    if (!request_traces(options, 1, OPTIONS_MAX_OPERANDS, traces, error))
        return false;
    request_tell(notes, traces, count);
    Recorder *recorder = recorder_new();
    bool good =
        (options->json ? print_json : print_text)(recorder, traces, count,
                                                  options, out, error);
    recorder_free(recorder);
    good = good && request_succeeded(traces, count, error);
    request_free(traces, count);
    return good;
}

const Subcommand cmd_report = {
    .name = "report",
    .operands = "TRACE|ALGORITHM|FILE.cu ...",
    .help = "print what runs cost",
    .about =
        "Prints the cost of each run: counted, and computed from formulas.",
    .examples = {{"upsweep report leftright padding -n 2048",
                  "compare two algorithms"},
                 {"upsweep report scan.cu", "your program"},
                 {"upsweep report leftright --json", "for a script"}},
    .options = OPTIONS_RUN | OPTION(COSTS) | OPTION(VERBOSE) | OPTION(JSON) |
               OPTION(YES),
    .run = run};
