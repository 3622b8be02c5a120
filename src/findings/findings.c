/* SPDX-License-Identifier: MIT */
#include "findings/finding.h"

#include "analysis/issue_order.h"
#include "analysis/race.h"
#include "analysis/sum_check.h"
#include "analysis/sum_results.h"
#include "analysis/wrong_path.h"
#include "analysis/wrong_words.h"

#include <stdlib.h>
#include <string.h>

static FindingPlace nowhere(void)
{
    return (FindingPlace){FINDING_NOWHERE, FINDING_NOWHERE, FINDING_NOWHERE,
                          FINDING_NOWHERE};
}

static FindingPlace place_of(const Trace *trace, uint32_t instruction)
{
    FindingPlace place = nowhere();

    place.instruction = instruction;
    place.source = trace->instructions[instruction].source;
    place.line = trace->instructions[instruction].site;
    return place;
}

static FindingPlace place_of_thread(const Trace *trace,
                                    const ThreadAccess *access)
{
    FindingPlace place = place_of(trace, access->instruction);

    place.thread = access->thread;
    return place;
}

/* ---- Finders: each adds what it finds -------------------------------------*/

typedef void Find(Findings *all);

static Finding *add(Findings *all, FindingKind kind)
{
    const Finding finding = {.kind = kind,
                             .at = nowhere(),
                             .other = nowhere(),
                             .remedy = REMEDY_LAYOUTS};

    base_push(all, findings, finding);
    return all->findings + all->findings_count - 1;
}

static void find_refused(Findings *all)
{
    if (trace_refused(all->trace))
        add(all, FINDING_REFUSED);
}

static void find_uncopied(Findings *all)
{
    if (trace_uncopied(all->trace))
        add(all, FINDING_UNCOPIED);
}

static bool same_lines(const Race *a, const Race *b)
{
    return a->array == b->array && a->first.site == b->first.site &&
           a->second.site == b->second.site && a->first.kind == b->first.kind &&
           a->second.kind == b->second.kind;
}

/* One for each pair of lines; a pair that many words have is found at once, as
 * most words have the same as the one before. */
static void find_races(Findings *all)
{
    const RaceList *races = all->races;
    size_t first = all->findings_count;

    for (size_t r = 0; r < races->races_count; ++r) {
        const Race *race = races->races + r;
        size_t f = all->findings_count;
        while (f > first && !same_lines(all->findings[f - 1].race, race))
            --f;
        if (f > first) {
            ++all->findings[f - 1].count;
            continue;
        }
        Finding *found = add(all, FINDING_RACE);
        found->race = race;
        found->at = place_of_thread(all->trace, &race->second);
        found->other = place_of_thread(all->trace, &race->first);
        found->count = 1;
    }
}

static void find_race_cut(Findings *all)
{
    if (!all->proof->race_free && all->races->races_count == 0)
        add(all, FINDING_RACE_CUT);
}

static void find_ended(Findings *all)
{
    const Trace *trace = all->trace;

    if (!trace_ended(trace))
        return;
    Finding *found = add(all, FINDING_ENDED);
    if (trace->instructions_count > 0)
        found->at.instruction = (uint32_t)trace->instructions_count - 1;
    if (trace->run.ended_line) {
        found->at.source = trace->run.ended_source;
        found->at.line = trace->run.ended_line;
    }
}

static bool is_sum(uint32_t kind)
{
    return kind == SUM_EXCLUSIVE || kind == SUM_INCLUSIVE || kind == SUM_REDUCE;
}

/* Sums are wrong if sums were asked for, and some result consists of sums. */
static Fault output_fault(const Trace *trace)
{
    for (size_t g = 0; g < trace->results_count; ++g)
        if (is_sum(trace->expected) && is_sum(trace->results[g].nearest))
            return FAULT_SUMS;
    return FAULT_OUTPUTS;
}

static void find_unexpected(Findings *all)
{
    if (all->proof->unexpected)
        add(all, FINDING_UNEXPECTED)->fault = output_fault(all->trace);
}

/* The instruction in which the first wrong word of a run of the catalog arises,
 * FINDING_NOWHERE: in none. */
static FindingPlace first_wrong(const Findings *all)
{
    const Trace *trace = all->trace;
    uint32_t *order = issue_order_of(trace);
    WrongWords words = wrong_words_of(trace, order, all->proof);
    FindingPlace place = nowhere();

    if (words.first != WRONG_WORDS_NEVER)
        place = place_of(trace, (uint32_t)issue_order_at(order, words.first));
    wrong_words_free(&words);
    free(order);
    return place;
}

static void find_wrong(Findings *all)
{
    const Proof *proof = all->proof;

    if (proof->unchecked && proof->wrong_result) {
        WrongPath path = wrong_path_of(all->trace, proof->wrong_result);
        Finding *found = add(all, FINDING_WRONG);
        if (path.count > 0)
            found->at = place_of(
                all->trace,
                (uint32_t)(trace_instruction_of(all->trace,
                                                path.accesses[path.count - 1]) -
                           all->trace->instructions));
        found->result = proof->wrong_result;
        found->count = proof->wrong_result->wrong;
        found->evidence = EVIDENCE_CHECKED;
        found->fault = proof->wrong_result->form ? FAULT_OUTPUTS : FAULT_SUMS;
    } else if (!proof->unchecked && !(proof->intervals_ok && proof->correct)) {
        FindingPlace place = first_wrong(all);
        add(all, FINDING_WRONG)->at = place;
    }
}

static void find_unknown(Findings *all)
{
    const Trace *trace = all->trace;

    if (all->proof->unchecked && trace->expected != SUM_UNKNOWN &&
        !all->proof->unexpected &&
        !sum_result_has(trace, (SumKind)trace->expected))
        add(all, FINDING_UNKNOWN);
}

static void find_unset(Findings *all, FindingKind kind)
{
    const UnsetLoads *unset = &all->proof->unset;

    if (unset->count == 0 || unset->atomic != (kind == FINDING_UNDEFINED))
        return;
    Finding *found = add(all, kind);
    found->at = place_of_thread(all->trace, &unset->first);
    found->count = unset->count;
}

static void find_undefined(Findings *all)
{
    find_unset(all, FINDING_UNDEFINED);
}

static void find_unset_load(Findings *all)
{
    find_unset(all, FINDING_UNSET_LOAD);
}

static void find_absent_lane(Findings *all)
{
    const UnsetShuffles *shuffles = &all->proof->shuffles;

    if (shuffles->count == 0)
        return;
    Finding *found = add(all, FINDING_ABSENT_LANE);
    found->at = place_of_thread(all->trace, &shuffles->first);
    found->count = shuffles->count;
}

static void find_returned(Findings *all)
{
    if (all->proof->returned)
        add(all, FINDING_RETURNED)->count = all->proof->returned;
}

/* The instruction with the longest queue of all; NULL: no lane waits. */
static const LineCost *worst_line(const Findings *all)
{
    const LineCost *worst = NULL;

    for (size_t i = 0; i < all->lines_count; ++i)
        if (all->lines[i].worst > 1 &&
            (!worst || all->lines[i].worst > worst->worst ||
             (all->lines[i].worst == worst->worst &&
              all->lines[i].worst_at < worst->worst_at)))
            worst = all->lines + i;
    return worst;
}

static bool is_good(const Proof *proof)
{
    return proof->race_free && proof->intervals_ok && proof->correct;
}

static void find_promise(Findings *all)
{
    const Algorithm *algorithm =
        all->proof->unchecked ? NULL : catalog_of(all->trace);
    const LineCost *worst = worst_line(all);

    if (!algorithm || !algorithm->conflict_free || !worst ||
        !is_good(all->proof))
        return;
    Finding *found = add(all, FINDING_PROMISE);
    found->at = place_of(all->trace, worst->worst_at);
    found->cost = worst;
}

static void find_proved(Findings *all)
{
    if (!all->proof->unchecked && is_good(all->proof))
        add(all, FINDING_PROVED)->evidence =
            all->proof->proved ? EVIDENCE_PROVED : EVIDENCE_COUNTED;
}

static void find_no_race(Findings *all)
{
    if (all->proof->unchecked && all->proof->race_free)
        add(all, FINDING_NO_RACE);
}

static void find_same_store(Findings *all)
{
    const RaceList *races = all->races;

    if (!all->proof->unchecked || !all->proof->race_free ||
        races->same_count == 0)
        return;
    Finding *found = add(all, FINDING_SAME_STORE);
    found->race = &races->same;
    found->at = place_of_thread(all->trace, &races->same.second);
    found->other = place_of_thread(all->trace, &races->same.first);
    found->count = races->same_count;
}

static Finding *add_result(Findings *all, const SumResult *result,
                           ResultTold told)
{
    Finding *found = add(all, FINDING_RESULT);
    bool named = result->kind != SUM_UNKNOWN && result->nearest != SUM_OTHER;

    found->result = result;
    found->told = told;
    found->count = 1;
    if (named && result->wrong == 0 && result->kind != SUM_OTHER)
        found->severity = SEVERITY_GOOD;
    found->evidence = result->proved       ? EVIDENCE_PROVED
                      : result->trials > 0 ? EVIDENCE_CHECKED
                                           : EVIDENCE_COUNTED;
    return found;
}

/* Nothing is said of a launch of which nothing is known but that it takes part
 * in what the whole program computes, and nothing twice of what is wrong. */
static bool is_told(const Findings *all, const SumResult *whole,
                    const SumResult *result)
{
    bool nothing = result->nearest == SUM_OTHER || result->kind == SUM_MAP;

    nothing = nothing && (result->kind == SUM_OTHER || result->kind == SUM_MAP);
    if (result == all->proof->wrong_result)
        return false;
    return !nothing || !whole || whole->kind == SUM_UNKNOWN ||
           whole->nearest == SUM_OTHER;
}

/* What the launches of RESULT, of WHOLE or one of them, do in other arrays. */
static void add_others(Findings *all, const SumResult *whole,
                       const SumResult *result, ResultTold told, uint32_t grid)
{
    const SumResult *other;

    for (size_t i = 0; (other = sum_result_other(all->trace, result, i)); ++i)
        if (is_told(all, whole, other))
            add_result(all, other, told)->grid = grid;
}

/* True if X and Y, of launches that are not in the trace, have the same
 * sentence.
 */
static bool are_alike(const Trace *trace, const SumResult *x,
                      const SumResult *y)
{
    bool alone = x->first == x->last && y->first == y->last &&
                 !sum_result_other(trace, x, 0) &&
                 !sum_result_other(trace, y, 0);
    bool same = x->kind == y->kind && x->trials == y->trials &&
                strcmp(x->input, y->input) == 0 &&
                strcmp(x->output, y->output) == 0;
    bool plain = x->kind == SUM_EXCLUSIVE || x->kind == SUM_INCLUSIVE ||
                 x->kind == SUM_COPY;

    return alone && same && plain && sum_result_is_plain(x) &&
           sum_result_is_plain(y);
}

/* What launches do that are not in the trace; those with the same sentence have
 * one finding. */
static void add_further(Findings *all)
{
    const Trace *trace = all->trace;
    const SumResult *result, *other;
    Finding *last = NULL;

    for (size_t i = 0; (result = sum_result_further(trace, i)); ++i) {
        if (last && are_alike(trace, last->result, result)) {
            last->told = TOLD_ALIKE;
            ++last->count;
            continue;
        }
        last = NULL;
        if (result != all->proof->wrong_result)
            add_result(all, result, TOLD_FURTHER);
        size_t k = 0;
        for (; (other = sum_result_other(trace, result, k)); ++k)
            add_result(all, other, TOLD_FURTHER);
        if (k == 0 && result != all->proof->wrong_result)
            last = all->findings + all->findings_count - 1;
    }
}

/* What the whole program computes, then what each launch does, and those that
 * are not recorded.  Nothing is said of results that depend on a race. */
static void find_results(Findings *all)
{
    const Trace *trace = all->trace;
    const SumResult *whole = sum_result_whole(trace);
    ResultTold told = trace->grids_count > 1 || trace->run.launches > 1
                          ? TOLD_TITLED
                          : TOLD_PLAIN;

    if (!all->proof->unchecked || !all->proof->race_free)
        return;
    if (whole && whole != all->proof->wrong_result)
        add_result(all, whole, TOLD_PLAIN);
    if (whole)
        add_others(all, NULL, whole, TOLD_PLAIN, 0);
    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        const SumResult *result = sum_result_of(trace, g);
        if (is_told(all, whole, result) && !trace_is_cut(trace, g))
            add_result(all, result, told)->grid = g;
        add_others(all, whole, result, told, g);
    }
    add_further(all);
}

static void find_arithmetic(Findings *all)
{
    const char *at = NULL;

    for (Operation is; trace_next_operation(all->trace, &at, &is);) {
        Finding *found = add(all, FINDING_ARITHMETIC);
        found->operation = is;
        if (is.line) {
            found->at.source = is.source;
            found->at.line = is.line;
        }
    }
}

static void find_left_out(Findings *all)
{
    if (trace_left_out(all->trace))
        add(all, FINDING_LEFT_OUT);
}

/* The array that instruction INDEX accesses, if lanes wait there. */
static const WhatIf *array_at(const Findings *all, uint32_t index)
{
    const Trace *trace = all->trace;
    const Instruction *at = trace->instructions + index;
    uint32_t grid = trace_block(trace, trace_step(trace, at))->grid;
    const Variable *variable =
        trace_variable_at(trace, grid, trace_accesses(trace, at)->cell);

    for (size_t i = 0; i < all->arrays_count; ++i)
        if (what_if_is_of(trace, all->arrays + i, variable, grid))
            return all->arrays + i;
    return NULL;
}

/* How large a cost is, by its kind. */
static uint64_t amount(const Finding *finding)
{
    const LineCost *cost = finding->cost;

    switch (finding->kind) {
    case FINDING_CONFLICTS:
        return cost->conflicts_load + cost->conflicts_store;
    case FINDING_UNCOALESCED:
        return cost->moved - cost->needed;
    default:
        return cost->lanes - cost->active;
    }
}

static int by_amount(const void *a, const void *b)
{
    uint64_t x = amount(a), y = amount(b);

    return x != y
               ? (x < y) - (x > y)
               : (((const Finding *)a)->cost > ((const Finding *)b)->cost) -
                     (((const Finding *)a)->cost < ((const Finding *)b)->cost);
}

/* True if a line of COST is worth a finding: it has conflicts; at least half
 * of the sectors that it moves are not needed; at least half of the lanes are
 * idle. */
static bool is_worth(const LineCost *cost, FindingKind kind)
{
    switch (kind) {
    case FINDING_CONFLICTS:
        return cost->conflicts_load + cost->conflicts_store > 0;
    case FINDING_UNCOALESCED:
        return cost->moved >= 2 * cost->needed && cost->moved > cost->needed;
    default:
        return cost->lanes >= 2 * cost->active && cost->lanes > cost->active;
    }
}

static void find_costs(Findings *all, FindingKind kind)
{
    size_t first = all->findings_count;

    for (size_t i = 0; i < all->lines_count; ++i) {
        const LineCost *cost = all->lines + i;
        if (!is_worth(cost, kind))
            continue;
        Finding *found = add(all, kind);
        found->cost = cost;
        found->count = amount(found);
        found->at = place_of(all->trace,
                             kind == FINDING_CONFLICTS     ? cost->worst_at
                             : kind == FINDING_UNCOALESCED ? cost->spread_at
                                                           : cost->idlest_at);
        if (kind != FINDING_CONFLICTS)
            continue;
        found->array = array_at(all, cost->worst_at);
        if (!found->array)
            continue;
        found->remedy = what_if_best(found->array);
        found->predicted = what_if_line(all->trace, found->array, found->remedy,
                                        cost->source, cost->line);
    }
    if (all->findings_count - first > 1)
        qsort(all->findings + first, all->findings_count - first,
              sizeof *all->findings, by_amount);
}

static void find_conflicts(Findings *all)
{
    find_costs(all, FINDING_CONFLICTS);
}

static void find_uncoalesced(Findings *all)
{
    find_costs(all, FINDING_UNCOALESCED);
}

static void find_idle_lanes(Findings *all)
{
    find_costs(all, FINDING_IDLE_LANES);
}

/* ---- The table ------------------------------------------------------------*/

typedef struct {
    const char *name;
    Severity severity;
    Fault fault;  /* of a fault */
    uint8_t rank; /* among faults: the lowest decides */
    Find *find;
} Row;

static const Row rows[FINDING_KINDS] = {
    [FINDING_RACE] = {"race", SEVERITY_FAULT, FAULT_RACE, 0, find_races},
    [FINDING_RACE_CUT] = {"races-not-checked", SEVERITY_FAULT, FAULT_RACE, 0,
                          find_race_cut},
    [FINDING_ENDED] = {"ended", SEVERITY_FAULT, FAULT_ENDED, 1, find_ended},
    [FINDING_REFUSED] = {"launch-refused", SEVERITY_FAULT, FAULT_REFUSED, 2,
                         find_refused},
    [FINDING_UNCOPIED] = {"call-refused", SEVERITY_FAULT, FAULT_UNCOPIED, 3,
                          find_uncopied},
    [FINDING_UNEXPECTED] = {"unexpected-result", SEVERITY_FAULT, FAULT_OUTPUTS,
                            4, find_unexpected},
    [FINDING_WRONG] = {"wrong-result", SEVERITY_FAULT, FAULT_SUMS, 5,
                       find_wrong},
    [FINDING_UNKNOWN] = {"not-checked", SEVERITY_FAULT, FAULT_UNCHECKED, 6,
                         find_unknown},
    [FINDING_UNDEFINED] = {"undefined-value", SEVERITY_FAULT, FAULT_UNDEFINED,
                           7, find_undefined},
    [FINDING_ABSENT_LANE] = {"absent-lane", SEVERITY_FAULT, FAULT_UNDEFINED, 7,
                             find_absent_lane},
    [FINDING_RETURNED] = {"main-returned", SEVERITY_FAULT, FAULT_RETURNED, 8,
                          find_returned},
    [FINDING_PROMISE] = {"broken-promise", SEVERITY_FAULT, FAULT_CONFLICTS, 9,
                         find_promise},
    [FINDING_PROVED] = {"proved", SEVERITY_GOOD, FAULT_NONE, 0, find_proved},
    [FINDING_NO_RACE] = {"no-race", SEVERITY_GOOD, FAULT_NONE, 0, find_no_race},
    [FINDING_SAME_STORE] = {"same-store", SEVERITY_NOTE, FAULT_NONE, 0,
                            find_same_store},
    [FINDING_UNSET_LOAD] = {"unset-load", SEVERITY_NOTE, FAULT_NONE, 0,
                            find_unset_load},
    [FINDING_RESULT] = {"result", SEVERITY_NOTE, FAULT_NONE, 0, find_results},
    [FINDING_ARITHMETIC] = {"arithmetic", SEVERITY_NOTE, FAULT_NONE, 0,
                            find_arithmetic},
    [FINDING_LEFT_OUT] = {"left-out", SEVERITY_NOTE, FAULT_NONE, 0,
                          find_left_out},
    [FINDING_CONFLICTS] = {"bank-conflicts", SEVERITY_COST, FAULT_NONE, 0,
                           find_conflicts},
    [FINDING_UNCOALESCED] = {"uncoalesced", SEVERITY_COST, FAULT_NONE, 0,
                             find_uncoalesced},
    [FINDING_IDLE_LANES] = {"idle-lanes", SEVERITY_COST, FAULT_NONE, 0,
                            find_idle_lanes},
};

const char *finding_kind_name(FindingKind kind)
{
    return rows[kind].name;
}

const char *severity_name(Severity severity)
{
    static const char *const names[SEVERITY_COUNT] = {"fault", "cost", "note",
                                                      "good"};

    return names[severity];
}

const char *evidence_name(Evidence evidence)
{
    static const char *const names[EVIDENCE_COUNT] = {"counted", "checked",
                                                      "proved"};

    return names[evidence];
}

Findings findings_of(const Trace *trace, const RaceList *races,
                     const Proof *proof)
{
    Findings all = {.trace = trace, .races = races, .proof = proof};

    all.lines = line_costs(trace, &all.lines_count);
    all.arrays = what_if_of(trace, &all.arrays_count);
    for (int kind = 0; kind < FINDING_KINDS; ++kind) {
        size_t first = all.findings_count;
        rows[kind].find(&all);
        for (size_t f = first; f < all.findings_count; ++f) {
            Finding *found = all.findings + f;
            if (found->severity == SEVERITY_FAULT)
                found->severity = rows[kind].severity;
            if (found->fault == FAULT_NONE)
                found->fault = rows[kind].fault;
        }
    }
    return all;
}

Findings findings_new(const Trace *trace)
{
    Judgement *own = base_alloc(1, sizeof *own);

    own->races = race_find(trace);
    own->proof = proof_of(trace, &own->races);
    Findings all = findings_of(trace, &own->races, &own->proof);
    all.own = own;
    return all;
}

void findings_free(Findings *all)
{
    if (all->own)
        race_free(&all->own->races);
    free(all->own);
    free(all->findings);
    free(all->lines);
    free(all->arrays);
    *all = (Findings){0};
}

const Finding *findings_first(const Findings *all, FindingKind kind)
{
    for (size_t i = 0; i < all->findings_count; ++i)
        if (all->findings[i].kind == kind)
            return all->findings + i;
    return NULL;
}

const Finding *findings_fault(const Findings *all, Fault preferred)
{
    const Finding *worst = NULL;

    for (size_t i = 0; i < all->findings_count; ++i) {
        const Finding *at = all->findings + i;
        if (at->severity != SEVERITY_FAULT)
            continue;
        if (at->fault == preferred)
            return at;
        if (!worst || rows[at->kind].rank < rows[worst->kind].rank)
            worst = at;
    }
    return worst;
}

uint64_t findings_conflicts(const Findings *all)
{
    uint64_t count = 0;

    for (size_t i = 0; i < all->lines_count; ++i)
        count += all->lines[i].conflicts_load + all->lines[i].conflicts_store;
    return count;
}

bool finding_moment(const Findings *all, const Finding *finding, size_t *place)
{
    const Trace *trace = all->trace;
    size_t other = 0;

    if (finding->at.instruction == FINDING_NOWHERE)
        return false;
    uint32_t *order = issue_order_of(trace);
    *place = issue_order_place(trace, order, finding->at.instruction);
    if (finding->other.instruction != FINDING_NOWHERE)
        other = issue_order_place(trace, order, finding->other.instruction);
    if (other > *place)
        *place = other;
    free(order);
    return true;
}
