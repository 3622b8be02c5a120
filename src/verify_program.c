/* SPDX-License-Identifier: MIT
 *
 * verify_program - one of the user's programs.
 */
#include "analysis/sum_words.h"
#include "cli/request.h"
#include "report/answer.h"
#include "report/verify.h"
#include "util/interrupt.h"
#include "verify_work.h"

/* Prints what shared memory costs: conflicts, and cycles. */
static void print_cost(FILE *out, const Verdict *verdict)
{
    const Counted *cost = &verdict->cost;
    bool unfinished = verdict->trace->run.unfinished;

    if (verdict->trace->run.words == 0) {
        fputs("; no shared memory is used\n", out);
        return;
    }
    if (cost->conflicts_load + cost->conflicts_store > 0)
        fprintf(out, "; %llu conflict%s on loads, %llu on stores",
                (unsigned long long)cost->conflicts_load,
                cost->conflicts_load == 1 ? "" : "s",
                (unsigned long long)cost->conflicts_store);
    else
        fputs(unfinished ? "; no lane waits so far" : "; no lane ever waits",
              out);
    fprintf(out, "; %llu cycle%s\n", (unsigned long long)cost->cycles,
            cost->cycles == 1 ? "" : "s");
}

/* The fault comes first if the program has ended early, and then what is known
 * of it until then. */
static void print_program(FILE *out, const char *name, const Verdict *verdict)
{
    const char *ended = trace_ended(verdict->trace);
    Text where = {0}, question = {0};

    verify_print_name(out, name);
    if (ended) {
        fprintf(out, "ended early: %s\n", ended);
        verify_print_name(out, name);
        fputs("until then: ", out);
    }
    if (!verdict->ok && verdict->fault != FAULT_ENDED &&
        verdict->fault != FAULT_LIMITED)
        fprintf(out, "%s: ", fault_name(verdict->fault));
    fputs(verdict->why.text, out);
    verdict_explain_where(verdict, &where);
    if (where.text)
        fputs(where.text, out);
    text_free(&where);
    print_cost(out, verdict);
    if (verdict->ok)
        sum_result_ask(verdict->trace, &question);
    if (question.text) {
        verify_print_name(out, name);
        fprintf(out, "%s\n", question.text);
    }
    text_free(&question);
    fflush(out);
}

void verify_broken(Verification *work, const char *name, const char *fault,
                   const Error *why)
{
    Complaint complaint = {.name = name, .what = fault, .bad = 1, .sizes = 1};

    if (work->runs) {
        answer_add(work->runs, verify_broken_program_json(name, fault, why));
    } else {
        verify_print_name(work->out, name);
        fprintf(work->out, "%s\n", why->text);
    }
    base_push(work, complaints, complaint);
}

bool verify_program_operand(Verification *work, int i, Error *error)
{
    const Options *options = work->options;
    const char *name = options->operands[i];
    Complaint complaint = {.name = name, .bad = 1, .sizes = 1};
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
        print_program(work->out, name, &verdict);
    if (!verdict.ok) {
        complaint.what = fault_name(verdict.fault);
        base_push(work, complaints, complaint);
    }
    verdict_free(&verdict);
    return true;
}
