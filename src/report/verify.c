/* SPDX-License-Identifier: MIT */
#include "report/verify.h"

#include "analysis/block_trace.h"
#include "analysis/cost.h"
#include "analysis/issue_order.h"
#include "analysis/race.h"
#include "analysis/race_remedy.h"
#include "analysis/recorded_launches.h"
#include "analysis/sum_results.h"
#include "analysis/sum_words.h"
#include "analysis/wrong_words.h"
#include "report/answer.h"
#include "report/program_answer.h"
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

/* The instruction with the longest queue of all. */
static size_t worst_queue(const BankTable *banks)
{
    size_t worst = 0;

    for (size_t i = 0; i < banks->count; ++i)
        if (banks->costs[i].wavefronts > banks->costs[worst].wavefronts)
            worst = i;
    return worst;
}

static void explain_conflicts(const Trace *trace, const BankTable *banks,
                              Text *why)
{
    size_t worst = worst_queue(banks);
    const Instruction *at = &trace->instructions[worst];
    const Step *step = trace_step(trace, at);
    text_add(why,
             "%u lanes at one bank in step %u (%s, level %d), the %s of %s:%u, "
             "where no lane need wait",
             banks->costs[worst].wavefronts,
             issue_order_number(trace, at->step), trace_phase(trace, step),
             (int)step->level, trace_traits_of(at)->name,
             trace_source_of(trace, at)->name, at->site);
}

static Fault judge(const Algorithm *algorithm, const Trace *trace,
                   const BankTable *banks, Verdict *verdict)
{
    const Proof *proof = &verdict->proof;

    if (proof_is_good(proof) && algorithm->conflict_free &&
        verdict->cost.conflicts_load + verdict->cost.conflicts_store > 0) {
        explain_conflicts(trace, banks, &verdict->why);
        return FAULT_CONFLICTS;
    }
    proof_explain(trace, proof, &verdict->races, &verdict->why);
    if (proof_is_good(proof))
        return FAULT_NONE;
    /* If both faults show, prefer the one that the mistake's entry names. */
    if (!proof->race_free && (algorithm->fault != FAULT_SUMS ||
                              (proof->intervals_ok && proof->correct)))
        return FAULT_RACE;
    return FAULT_SUMS;
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

bool verify_one(Recorder *recorder, const RecordOptions *options,
                Verdict *verdict, Error *error)
{
    Trace *trace = record(recorder, options, error);

    if (!trace)
        return false;
    BankTable banks = bank_table(trace);
    *verdict = (Verdict){.trace = trace,
                         .n = options->n,
                         .k = options->k,
                         .races = race_find(trace),
                         .cost = cost_count(trace, &banks),
                         .seed = options->seed};
    verdict->proof = proof_of(trace, &verdict->races);
    verdict->fault = judge(options->algorithm, trace, &banks, verdict);
    verdict->ok = verdict->fault == FAULT_NONE;
    Fault due = verify_due(options);
    verdict->expected =
        verdict->fault == due || (options->threads && due != FAULT_NONE);
    bank_table_free(&banks);
    return true;
}

static bool is_sum(uint32_t kind)
{
    return kind == SUM_EXCLUSIVE || kind == SUM_INCLUSIVE || kind == SUM_REDUCE;
}

/* What is wrong with the output of a program: sums, if sums were asked for and
 * some result consists of sums. */
static Fault output_fault(const Trace *trace)
{
    for (size_t g = 0; g < trace->results_count; ++g)
        if (is_sum(trace->expected) && is_sum(trace->results[g].nearest))
            return FAULT_SUMS;
    return FAULT_OUTPUTS;
}

Verdict verify_program(Trace *trace)
{
    BankTable banks = bank_table(trace);
    Verdict verdict = {.trace = trace,
                       .n = block_trace_inputs(trace),
                       .k = trace->run.k,
                       .races = race_find(trace),
                       .cost = cost_count(trace, &banks),
                       .expected = true,
                       .seed = trace->run.seed};

    bank_table_free(&banks);
    verdict.proof = proof_of(trace, &verdict.races);
    if (trace_refused(trace))
        text_add(&verdict.why, "%s; ", trace_refused(trace));
    if (trace_uncopied(trace))
        text_add(&verdict.why, "%s; ", trace_uncopied(trace));
    proof_explain(trace, &verdict.proof, &verdict.races, &verdict.why);
    if (trace_arithmetic(trace))
        text_add(&verdict.why, "; %s", trace_arithmetic(trace));
    if (trace_left_out(trace))
        text_add(&verdict.why, "; %s", trace_left_out(trace));
    if (!verdict.proof.race_free)
        verdict.fault = FAULT_RACE;
    else if (trace_ended(trace))
        verdict.fault = FAULT_ENDED;
    else if (trace_refused(trace))
        verdict.fault = FAULT_REFUSED;
    else if (trace_uncopied(trace))
        verdict.fault = FAULT_UNCOPIED;
    else if (verdict.proof.unexpected)
        verdict.fault = output_fault(trace);
    else if (verdict.proof.wrong_result)
        verdict.fault = FAULT_SUMS;
    else if (trace->expected != SUM_UNKNOWN &&
             !sum_result_has(trace, (SumKind)trace->expected))
        verdict.fault = FAULT_UNCHECKED;
    else if (proof_has_undefined(&verdict.proof))
        verdict.fault = FAULT_UNDEFINED;
    else if (verdict.proof.returned)
        verdict.fault = FAULT_RETURNED;
    verdict.ok = verdict.fault == FAULT_NONE;
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
    total->wrong_sums += !one->proof.unchecked &&
                         (!one->proof.intervals_ok || !one->proof.correct);
    total->racy += !one->proof.race_free;
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

/* The place of the race that is told: that of the later of its accesses. */
static size_t race_place(const Verdict *verdict, const uint32_t *order)
{
    const Race *race = verdict->races.races;

    if (verdict->races.races_count == 0)
        return WRONG_WORDS_NEVER;
    size_t first =
        issue_order_place(verdict->trace, order, race->first.instruction);
    size_t second =
        issue_order_place(verdict->trace, order, race->second.instruction);
    return first > second ? first : second;
}

/* The place in the playing order ORDER where the fault shows. */
static size_t place_of_fault(const Verdict *verdict, const uint32_t *order)
{
    const Trace *trace = verdict->trace;

    if (verdict->fault == FAULT_RACE)
        return race_place(verdict, order);
    if (verdict->fault == FAULT_CONFLICTS) {
        BankTable banks = bank_table(trace);
        size_t place = issue_order_place(trace, order, worst_queue(&banks));
        bank_table_free(&banks);
        return place;
    }
    if (verdict->fault != FAULT_SUMS || verdict->proof.unchecked)
        return WRONG_WORDS_NEVER;
    WrongWords words = wrong_words_of(trace, order, &verdict->proof);
    size_t first = words.first;
    wrong_words_free(&words);
    return first;
}

bool verdict_where(const Verdict *verdict, uint32_t *step, size_t *instruction)
{
    const Trace *trace = verdict->trace;
    uint32_t *order = issue_order_of(trace);
    size_t place = place_of_fault(verdict, order);

    if (place != WRONG_WORDS_NEVER) {
        const Instruction *at =
            &trace->instructions[issue_order_at(order, place)];
        *instruction = place + 1;
        *step = issue_order_number(trace, at->step);
    }
    free(order);
    return place != WRONG_WORDS_NEVER;
}

void verdict_explain_where(const Verdict *verdict, Text *text)
{
    size_t instruction;
    uint32_t step;

    if (verdict_where(verdict, &step, &instruction))
        text_add(text, "; to see it: export --step %u, or --instruction %zu",
                 step, instruction);
}

void verdict_free(Verdict *verdict)
{
    trace_free(verdict->trace);
    race_free(&verdict->races);
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

    for (size_t i = 0; i < verdict->races.races_count && i < RACES_SHOWN; ++i)
        answer_add(races, race_json(trace, order, &verdict->races.races[i]));
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
    const Proof *proof = &verdict->proof;
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

    sum_result_ask(verdict->trace, &text);
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
        " s:I, s:I, s:{s:I, s:o, s:I, s:I}, s:s}",
        "algorithm", algorithm ? algorithm->name : run->algorithm, "n",
        (int)verdict->n, "k", (int)verdict->k, "blocks", (int)run->blocks,
        "block_n", (int)run->block_n, "ok", verdict->ok, "proved",
        verdict->proof.proved, "expected", verdict->expected, "fault",
        fault_name(verdict->fault), "wrong", wrong_json(verdict), "where",
        where_json(verdict), "races", races_json(verdict), "schedules",
        schedules_json(verdict, replay), "conflicts_load",
        (json_int_t)cost->conflicts_load, "conflicts_store",
        (json_int_t)cost->conflicts_store, "cost", "T", (json_int_t)cost->T,
        "W",
        sum_results_tell_work(trace) ? json_integer((json_int_t)cost->W)
                                     : json_null(),
        "G_read", (json_int_t)cost->G_read, "G_write",
        (json_int_t)cost->G_write, "why", verdict->why.text);
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

void verify_csv(const json_t *run, FILE *out)
{
    static const char *const columns[] = {
        "algorithm",       "ok",    "fault", "n", "k", "T", "conflicts_load",
        "conflicts_store", "ended", "why"};

    for (size_t i = 0; i < sizeof columns / sizeof *columns; ++i) {
        const json_t *value = json_object_get(run, columns[i]);
        if (i > 0)
            fputc(',', out);
        if (!run)
            fputs(columns[i], out);
        else
            print_value(value ? value
                              : json_object_get(json_object_get(run, "cost"),
                                                columns[i]),
                        out);
    }
    fputc('\n', out);
}
