/* SPDX-License-Identifier: MIT
 *
 * upsweep report: what it cost, counted and in closed form.
 */
#include <stdlib.h>

#include "cli.h"
#include "config.h"
#include "report.h"
#include "request.h"

static void print_json(Trace *const traces[], int count, FILE *out)
{
    json_t *runs = json_array();

    for (int i = 0; i < count; ++i)
        json_array_append_new(runs, report_json(traces[i]));
    json_t *root =
        json_pack("{s:s, s:o}", "upsweep", PACKAGE_VERSION, "runs", runs);
    char *text = json_dumps(root, JSON_COMPACT);
    BASE_CHECK(text);
    fprintf(out, "%s\n", text);
    free(text);
    json_decref(root);
}

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    Trace *traces[OPTIONS_MAX_OPERANDS];
    int count = options->operands_count;

    (void)notes;
    if (!request_traces(options, 1, OPTIONS_MAX_OPERANDS, traces, error))
        return false;
    if (options->json) {
        print_json(traces, count, out);
    } else {
        Text text = {0};
        report_text((const Trace *const *)traces, count, &text);
        fputs(text.text, out);
        text_free(&text);
    }
    request_free(traces, count);
    return true;
}

const Cli cli_report = {"report", "TRACE|ALGO ...",
                        "cost, counted and in closed form", OPTIONS_RUN "j",
                        run};
