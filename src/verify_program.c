/* SPDX-License-Identifier: MIT
 *
 * verify_program - one of the user's programs.
 */
#include "cli/request.h"
#include "report/answer.h"
#include "report/verify.h"
#include "util/interrupt.h"
#include "util/printable.h"
#include "verify_work.h"

#include <stdlib.h>

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
    Complaint complaint = {.what = fault};

    if (work->runs) {
        answer_add(work->runs, verify_broken_program_json(name, fault, why));
    } else {
        print_broken(work, name, fault, why);
    }
    base_push(work, complaints, complaint);
}

bool verify_program_operand(Verification *work, int i, Error *error)
{
    const Options *options = work->options;
    const char *name = options->operands[i];
    Complaint complaint = {.what = NULL};
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
    if (!verdict.ok) {
        complaint.what = fault_name(verdict.fault);
        base_push(work, complaints, complaint);
    }
    verdict_free(&verdict);
    return true;
}
