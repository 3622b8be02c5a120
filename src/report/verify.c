/* SPDX-License-Identifier: MIT */
#include "report/verify.h"

#include "analysis/block_trace.h"
#include "analysis/cost.h"
#include "analysis/issue_order.h"
#include "analysis/race.h"
#include "analysis/sum_results.h"
#include "report/answer.h"
#include "report/program_answer.h"
#include "say/finding.h"
#include "say/result_words.h"
#include "trace/value.h"

#include <stdlib.h>
#include <string.h>

const char *fault_name(Fault fault)
{
    static const char *const names[] = {
        [FAULT_NONE] = "nothing",
        [FAULT_SUMS] = "wrong sums",
        [FAULT_RACE] = "a race",
        [FAULT_CONFLICTS] = "bank conflicts",
        [FAULT_OUTPUTS] = "wrong outputs",
        [FAULT_UNCHECKED] = "not checked",
        [FAULT_REFUSED] = "a launch refused",
        [FAULT_UNCOPIED] = "a call refused",
        [FAULT_UNDEFINED] = "an undefined value",
        [FAULT_RETURNED] = "main's result",
        [FAULT_ENDED] = "ended early",
        [FAULT_LIMITED] = VERIFY_NOT_DONE,
    };

    return names[fault];
}

Fault verify_due(const RecordOptions *options)
{
    const Algorithm *algorithm = options->algorithm;
    SizeOf *from = algorithm->wrong_from;

    /* A fault between blocks shows as soon as there are two blocks. */
    if (algorithm->plan && options->block_n)
        return options->n > options->block_n ? algorithm->fault : FAULT_NONE;
    if (!options->inclusive && algorithm->exclusive_from)
        from = algorithm->exclusive_from;
    return from && options->n >= from(options->n, options->k) ? algorithm->fault
                                                              : FAULT_NONE;
}

/* Judges TRACE, which the verdict takes over; the fault PREFERRED goes before
 * others. */
static Verdict verify_trace(Trace *trace, Fault preferred)
{
    BankTable banks = bank_table(trace);
    Verdict verdict = {.trace = trace,
                       .k = trace->run.k,
                       .cost = cost_count(trace, &banks),
                       .findings = findings_new(trace)};
    const Finding *fault = findings_fault(&verdict.findings, preferred);

    bank_table_free(&banks);
    text_add(&verdict.why, "%s", ""); /* of a run of which nothing is known */
    findings_write(&verdict.findings, &verdict.why);
    verdict.fault = fault ? fault->fault : FAULT_NONE;
    verdict.ok = !fault;
    return verdict;
}

bool verify_one(Recorder *recorder, const RecordOptions *options,
                Verdict *verdict, Error *error)
{
    Trace *trace = record(recorder, options, error);

    if (!trace)
        return false;
    *verdict = verify_trace(trace, options->algorithm->fault);
    verdict->n = options->n;
    verdict->seed = options->seed;
    Fault due = verify_due(options);
    verdict->expected =
        verdict->fault == due || (options->threads && due != FAULT_NONE);
    return true;
}

Verdict verify_program(Trace *trace)
{
    Verdict verdict = verify_trace(trace, FAULT_NONE);

    verdict.n = block_trace_inputs(trace);
    verdict.expected = true;
    verdict.seed = trace->run.seed;
    return verdict;
}

/* True if a verdict is more relevant than the one that was kept. */
static bool tells_more(const Verdict *now, const Verdict *kept, Fault due)
{
    if (now->ok)
        return false;
    return kept->ok || (now->fault == due && kept->fault != due);
}

static void tally(Verdict *total, const Verdict *one)
{
    ++total->schedules;
    total->right += one->ok;
    total->wrong_sums +=
        !one->findings.proof->unchecked &&
        (!one->findings.proof->intervals_ok || !one->findings.proof->correct);
    total->racy += !one->findings.proof->race_free;
}

bool verify_schedules(Recorder *recorder, const RecordOptions *options,
                      uint32_t schedules, Verdict *verdict, Error *error)
{
    RecordOptions again = *options;
    Verdict total = {0};

    if (!verify_one(recorder, options, verdict, error))
        return false;
    if (!options->algorithm->waits || verdict->trace->run.blocks == 1)
        return true;
    tally(&total, verdict);
    while (total.schedules < schedules) {
        Verdict other;
        ++again.seed;
        if (!verify_one(recorder, &again, &other, error)) {
            verdict_free(verdict);
            return false;
        }
        tally(&total, &other);
        if (tells_more(&other, verdict, options->algorithm->fault)) {
            Verdict kept = *verdict;
            *verdict = other;
            other = kept;
        }
        verdict_free(&other);
    }
    verdict->schedules = total.schedules;
    verdict->right = total.right;
    verdict->wrong_sums = total.wrong_sums;
    verdict->racy = total.racy;
    return true;
}

bool verdict_where(const Verdict *verdict, uint32_t *step, size_t *instruction)
{
    const Finding *fault = findings_fault(&verdict->findings, verdict->fault);
    const Trace *trace = verdict->trace;
    size_t place;

    /* Of other faults the sentence says where they are. */
    if (verdict->fault != FAULT_RACE && verdict->fault != FAULT_CONFLICTS &&
        (verdict->fault != FAULT_SUMS || verdict->findings.proof->unchecked))
        return false;
    if (!fault || !finding_moment(&verdict->findings, fault, &place))
        return false;
    uint32_t *order = issue_order_of(trace);
    *instruction = place + 1;
    *step = issue_order_number(
        trace, trace->instructions[issue_order_at(order, place)].step);
    free(order);
    return true;
}

void verdict_free(Verdict *verdict)
{
    findings_free(&verdict->findings);
    trace_free(verdict->trace);
    text_free(&verdict->why);
}

/* ---- JSON -----------------------------------------------------------------*/

static json_t *side_json(const Trace *trace, const ThreadAccess *side)
{
    const Instruction *at = trace->instructions + side->instruction;

    return json_pack("{s:i, s:i, s:s, s:s, s:i, s:i}", "thread",
                     (int)side->thread, "site", side->site, "file",
                     trace_source_of(trace, at)->name, "kind",
                     trace_traits((AccessKind)side->kind)->name, "block",
                     (int)trace->blocks[side->block].index, "step",
                     (int)issue_order_number(trace, side->step));
}

/* What the race is at, as "s[5].x". */
static json_t *race_name_json(const Trace *trace, const Race *race)
{
    Text name = {0};

    race_name(trace, race, &name);
    json_t *json = answer_text(name.text);
    text_free(&name);
    return json;
}

/* What would order the sides of a race. */
static json_t *missing_json(const Trace *trace, const Race *race)
{
    static const char *const names[EDGE_KINDS] = {
        [EDGE_FENCE] = "fence",       [EDGE_ATOMIC] = "atomic",
        [EDGE_WARP] = "warp barrier", [EDGE_BARRIER] = "barrier",
        [EDGE_GRID] = "grid barrier", [EDGE_LAUNCH] = "launch",
    };
    const char *name = names[race_remedy_missing(trace, race)];

    return name ? json_string(name) : json_null();
}

static json_t *race_json(const Trace *trace, const uint32_t *order,
                         const Race *race)
{
    int instruction =
        1 + (int)issue_order_place(trace, order, race->second.instruction);
    json_t *array = race->array == RACE_SHARED
                        ? json_null()
                        : answer_text(trace->arrays[race->array].name);

    return json_pack(
        "{s:i, s:i, s:i, s:o, s:i, s:o, s:o, s:o, s:o, s:b}", "step",
        (int)issue_order_number(trace, race->step), "instruction", instruction,
        "cell", (int)race->cell, "array", array, "launch",
        (int)recorded_launches_number(trace, trace->blocks[race->block].grid),
        "first", side_json(trace, &race->first), "second",
        side_json(trace, &race->second), "name", race_name_json(trace, race),
        "missing", missing_json(trace, race), "same_value",
        (int)race->same_value);
}

static json_t *races_json(const Verdict *verdict)
{
    enum { RACES_SHOWN = 100 };
    const Trace *trace = verdict->trace;
    json_t *races = json_array();
    uint32_t *order = issue_order_of(trace);

    for (size_t i = 0;
         i < verdict->findings.races->races_count && i < RACES_SHOWN; ++i)
        answer_add(races,
                   race_json(trace, order, &verdict->findings.races->races[i]));
    free(order);
    return races;
}

/* Where a picture shows the fault: what --step and --instruction take. */
static json_t *where_json(const Verdict *verdict)
{
    size_t instruction;
    uint32_t step;

    if (!verdict_where(verdict, &step, &instruction))
        return json_null();
    return json_pack("{s:i, s:i}", "step", (int)step, "instruction",
                     (int)instruction);
}

static json_t *interval_json(Word interval)
{
    char text[VALUE_TEXT];

    return json_string(value_format_interval(interval, text));
}

/* The first output that is wrong: as an interval, or else as a word. */
static json_t *wrong_json(const Verdict *verdict)
{
    const Proof *proof = verdict->findings.proof;
    const Run *run = &verdict->trace->run;
    char text[VALUE_TEXT];

    if (proof->wrong < run->n)
        return json_pack("{s:i, s:o, s:o}", "element", (int)proof->wrong, "is",
                         interval_json(proof->wrong_interval), "should",
                         interval_json(proof->wanted_interval));
    if (proof->wrong_value < run->n)
        return json_pack(
            "{s:i, s:s, s:n}", "element", (int)proof->wrong_value, "is",
            value_format(run->op, verdict->trace->output[proof->wrong_value],
                         text),
            "should");
    return json_null();
}

static json_t *schedules_json(const Verdict *verdict, const char *replay)
{
    bool all = verdict->right == verdict->schedules;

    if (verdict->schedules == 0)
        return json_null();
    return json_pack("{s:i, s:i, s:i, s:i, s:o, s:o}", "tried",
                     (int)verdict->schedules, "right", (int)verdict->right,
                     "wrong_sums", (int)verdict->wrong_sums, "racy",
                     (int)verdict->racy, "seed",
                     all ? json_null()
                         : json_integer((json_int_t)verdict->seed),
                     "replay",
                     all || !replay ? json_null() : answer_text(replay));
}

/* What verify asks, or null. */
static json_t *question_json(const Verdict *verdict)
{
    Text text = {0};

    result_ask(verdict->trace, &text);
    json_t *json =
        verdict->ok && text.length ? answer_text(text.text) : json_null();
    text_free(&text);
    return json;
}

json_t *verify_json(const Algorithm *algorithm, const Verdict *verdict,
                    const char *replay)
{
    const Trace *trace = verdict->trace;
    const Run *run = &trace->run;
    const Counted *cost = &verdict->cost;

    json_t *json = json_pack(
        "{s:s, s:i, s:i, s:i, s:i, s:b, s:b, s:b, s:s, s:o, s:o, s:o, s:o,"
        " s:I, s:I, s:{s:I, s:o, s:I, s:I}, s:o}",
        "algorithm", algorithm ? algorithm->name : run->algorithm, "n",
        (int)verdict->n, "k", (int)verdict->k, "blocks", (int)run->blocks,
        "block_n", (int)run->block_n, "ok", verdict->ok, "proved",
        verdict->findings.proof->proved, "expected", verdict->expected, "fault",
        fault_name(verdict->fault), "wrong", wrong_json(verdict), "where",
        where_json(verdict), "races", races_json(verdict), "schedules",
        schedules_json(verdict, replay), "conflicts_load",
        (json_int_t)cost->conflicts_load, "conflicts_store",
        (json_int_t)cost->conflicts_store, "cost", "T", (json_int_t)cost->T,
        "W",
        sum_results_tell_work(trace) ? json_integer((json_int_t)cost->W)
                                     : json_null(),
        "G_read", (json_int_t)cost->G_read, "G_write",
        (json_int_t)cost->G_write, "why",
        answer_text(verdict->why.text ? verdict->why.text : ""));
    answer_set(json, "findings", findings_json(&verdict->findings));
    if (!algorithm) {
        program_results_json(trace, json);
        program_ended_json(trace, json);
        answer_set(json, "main_returned", json_integer(run->returned));
        answer_set(json, "question", question_json(verdict));
    }
    return json;
}

json_t *verify_broken_json(const RecordOptions *options, const Error *why)
{
    return json_pack("{s:s, s:i, s:i, s:n, s:n, s:b, s:b, s:b, s:s, s:n, s:n, "
                     "s:[], s:n, s:n, s:n, s:n, s:s}",
                     "algorithm", options->algorithm->name, "n",
                     (int)options->n, "k", (int)options->k, "blocks", "block_n",
                     "ok", false, "proved", false, "expected", false, "fault",
                     VERIFY_BROKEN, "wrong", "where", "races", "schedules",
                     "conflicts_load", "conflicts_store", "cost", "why",
                     why->text);
}

json_t *verify_broken_program_json(const char *name, const char *fault,
                                   const Error *why)
{
    return json_pack(
        "{s:o, s:n, s:n, s:b, s:b, s:b, s:n, s:s, s:n, s:n, s:[], s:n,"
        " s:n, s:n, s:s}",
        "algorithm", answer_text(name), "n", "k", "ok", false, "proved", false,
        "checked", false, "kind", "fault", fault, "wrong", "where", "races",
        "conflicts_load", "conflicts_store", "cost", "why", why->text);
}

/* ---- Comma-separated values -----------------------------------------------*/

/* A text is quoted if it has what ends a value. */
static void print_value(const json_t *value, FILE *out)
{
    const char *text = json_string_value(value);
    bool quoted = text && strpbrk(text, ",\"\r\n");

    if (json_is_integer(value))
        fprintf(out, "%lld", (long long)json_integer_value(value));
    else if (json_is_boolean(value))
        fputs(json_is_true(value) ? "true" : "false", out);
    if (quoted)
        fputc('"', out);
    for (; text && *text; ++text)
        fprintf(out, "%s%c", *text == '"' ? "\"" : "", *text);
    if (quoted)
        fputc('"', out);
}

/* The pairs of lines that race. */
static json_t *count_races(const json_t *run)
{
    const json_t *findings = json_object_get(run, "findings"), *at;
    json_int_t count = 0;
    size_t i;

    json_array_foreach(findings, i, at) count +=
        strcmp(json_string_value(json_object_get(at, "kind")),
               finding_kind_name(FINDING_RACE)) == 0;
    return findings ? json_integer(count) : json_null();
}

void verify_csv(const json_t *run, FILE *out)
{
    static const char *const columns[] = {
        "algorithm", "ok",  "fault",          "n",
        "k",         "T",   "conflicts_load", "conflicts_store",
        "ended",     "why", "races",          "kind"};

    for (size_t i = 0; i < sizeof columns / sizeof *columns; ++i) {
        json_t *value = strcmp(columns[i], "races") == 0
                            ? count_races(run)
                            : json_incref(json_object_get(run, columns[i]));
        if (!value)
            value = json_incref(
                json_object_get(json_object_get(run, "cost"), columns[i]));
        if (i > 0)
            fputc(',', out);
        if (!run)
            fputs(columns[i], out);
        else
            print_value(value, out);
        json_decref(value);
    }
    fputc('\n', out);
}
