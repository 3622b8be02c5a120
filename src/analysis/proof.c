/* SPDX-License-Identifier: MIT */
#include "analysis/proof.h"

#include "analysis/condition.h"
#include "analysis/issue_order.h"
#include "analysis/sum_check.h"
#include "analysis/sum_results.h"
#include "trace/value.h"

#include <stdlib.h>
#include <string.h>

/* ---- Unset loads ---------------------------------------------------------*/

/* True if an atomic operation works on what it finds, unlike an exchange. */
static bool works_on(const Trace *trace, const Instruction *at)
{
    static const char exchange[] = "atomicExch";
    const AccessTraits *is = trace_traits_of(at);
    size_t length;

    if (!is->brings || !is->writes) /* before its line is looked for */
        return false;
    const char *line = trace_line_of(trace, at, &length);
    return !memmem(line, length, exchange, sizeof exchange - 1);
}

/* A memory, and of each of its words the bytes to which something was stored,
 * as in Access.bytes. */
typedef struct {
    const Trace *trace;
    uint8_t array; /* or UNSET_SHARED */
    uint8_t *stored;
    UnsetLoads *loads;
} Unset;

/* Of several loads the first of the trace's order is kept, atomic ones before
 * plain ones. */
static void add(const Unset *of, uint32_t instruction, const Access *access)
{
    UnsetLoads *loads = of->loads;
    bool atomic = works_on(of->trace, &of->trace->instructions[instruction]);
    bool before =
        loads->array == of->array && instruction < loads->first.instruction;

    if (loads->count++ > 0 &&
        (loads->atomic != atomic ? loads->atomic : !before))
        return;
    loads->atomic = atomic;
    loads->first = thread_access(of->trace, instruction, access);
    loads->cell = access->cell;
    loads->array = of->array;
}

/* Judges the words that each lane of an instruction accesses. */
static void visit(const Unset *of, uint32_t instruction)
{
    const Instruction *at = of->trace->instructions + instruction;
    const AccessTraits *is = trace_traits_of(at);
    const Access *access = trace_accesses(of->trace, at);

    for (int i = 0, first = 0; i < at->lanes; first = i) {
        bool any = false;
        for (; i < at->lanes && access[i].lane == access[first].lane; ++i) {
            any |= (of->stored[access[i].cell] & access[i].bytes) != 0;
            if (is->writes)
                of->stored[access[i].cell] |= access[i].bytes;
        }
        if (!any && is->brings)
            add(of, instruction, access + first);
    }
}

static void find_shared(const Trace *trace, UnsetLoads *loads)
{
    Unset of = {trace, UNSET_SHARED,
                base_alloc((size_t)trace->run.words + 1, 1), loads};

    for (size_t b = 0; b < trace->blocks_count; ++b) {
        uint32_t i, end;
        trace_block_instructions(trace, trace->blocks + b, &i, &end);
        memset(of.stored, 0, trace->run.words);
        for (; i < end; ++i)
            if (trace_is_shared(trace->instructions + i))
                visit(&of, i);
    }
    free(of.stored);
}

/* Looks at the first launch that touches array A, in the order of time. */
static void find_global(const Trace *trace, const uint32_t *order, uint8_t a,
                        UnsetLoads *loads)
{
    const Array *array = trace->arrays + a;
    const Grid *first = NULL;
    Unset of = {trace, a, base_alloc((size_t)array->words + 1, 1), loads};

    for (uint32_t i = array->set_first; i < array->set_end && i < array->words;
         ++i)
        of.stored[i] = TRACE_WORD;
    for (size_t p = 0; p < trace->instructions_count; ++p) {
        uint32_t i = (uint32_t)issue_order_at(order, p);
        const Instruction *at = trace->instructions + i;
        if (!trace_is_global(at) || at->array != a)
            continue;
        const Grid *grid = trace_grid(trace, trace_step(trace, at));
        first = first ? first : grid;
        if (grid != first ||
            !trace_grid_is_whole(trace, (uint32_t)(grid - trace->grids)))
            break;
        visit(&of, i);
    }
    free(of.stored);
}

static UnsetLoads unset_load_find(const Trace *trace)
{
    UnsetLoads loads = {0};

    if (trace_is_of_gpu(trace))
        return loads;
    find_shared(trace, &loads);
    uint32_t *order = trace_order(trace);
    for (size_t a = 0; a < trace->arrays_count; ++a)
        if (trace->arrays[a].unset)
            find_global(trace, order, (uint8_t)a, &loads);
    free(order);
    return loads;
}

static UnsetShuffles unset_shuffle_find(const Trace *trace)
{
    UnsetShuffles shuffles = {0};
    const Run *run = &trace->run;

    if (run->undefined == 0 || run->undefined_first >= trace->accesses_count)
        return shuffles;
    const Instruction *at = trace_instruction_of(trace, run->undefined_first);
    if (!trace_is_shuffle(at))
        return shuffles;
    return (UnsetShuffles){
        .count = run->undefined,
        .first = thread_access(trace, (uint32_t)(at - trace->instructions),
                               &trace->accesses[run->undefined_first]),
        .lane = run->undefined_lane};
}

/* ---- Wanted results -------------------------------------------------------*/

ProofWanted proof_wanted(const Trace *trace)
{
    const Run *run = &trace->run;
    ProofWanted wanted = {.words = base_alloc((size_t)run->n + 1,
                                              sizeof *wanted.words),
                          .intervals = base_alloc((size_t)run->n + 1,
                                                  sizeof *wanted.intervals)};
    Error ignored;

    for (uint32_t i = 0; i < run->n; ++i)
        wanted.intervals[i] = INTERVAL_UNSET;
    if (run->condition && run->condition[0]) {
        /* A test in a file that cannot be evaluated keeps nothing. */
        Word *flags =
            condition_flags(run->condition, trace->input, run->n, &ignored);
        for (uint32_t i = 0; flags && i < run->n; ++i)
            if (flags[i]) {
                wanted.words[wanted.count] = trace->input[i];
                wanted.intervals[wanted.count++] = interval_make(i, i);
            }
        free(flags);
        return wanted;
    }
    value_scan(run->op, run->inclusive, trace->input, wanted.words, run->n);
    for (; wanted.count < run->n; ++wanted.count) {
        uint32_t end = wanted.count + run->inclusive;
        wanted.intervals[wanted.count] =
            end ? interval_make(0, end - 1) : INTERVAL_IDENTITY;
    }
    return wanted;
}

void proof_wanted_free(ProofWanted *wanted)
{
    free(wanted->words);
    free(wanted->intervals);
    *wanted = (ProofWanted){0};
}

/* The first output whose word is wrong, or n. */
static uint32_t check_values(const Trace *trace, const ProofWanted *wanted)
{
    const Run *run = &trace->run;

    if (!(run->condition && run->condition[0]))
        return value_check(run->op, run->inclusive, trace->input, trace->output,
                           run->n);
    for (uint32_t i = 0; i < wanted->count; ++i)
        if (trace->output[i] != wanted->words[i])
            return i;
    return run->n;
}

/* ---- Actual results -------------------------------------------------------*/

/* The word stored last to the array NAME of one word, or NULL. */
static const Word *last_stored(const Trace *trace, const char *name)
{
    const Instruction *last = NULL;
    size_t array = 0;

    while (array < trace->arrays_count &&
           (strcmp(trace->arrays[array].name, name) != 0 ||
            trace->arrays[array].words != 1))
        ++array;
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        if (trace_is_global_store(at) && at->array == array &&
            (!last || at->time > last->time))
            last = at;
    }
    return last ? &trace_accesses(trace, last)[last->lanes - 1].value : NULL;
}

/* True if what a block reads depends on when other blocks ran. */
static bool is_ordered(const Trace *trace)
{
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        if (trace_is_update(at) &&
            trace_grid(trace, trace_step(trace, at))->blocks > 1)
            return true;
    }
    return false;
}

static void check_intervals(const Trace *trace, const ProofWanted *wanted,
                            Proof *proof)
{
    const Run *run = &trace->run;
    const Word *is = trace->output_interval;
    uint32_t i = 0;

    while (i < run->n && is[i] == wanted->intervals[i])
        ++i;
    proof->wrong = i;
    proof->intervals_ok = i == run->n;
    if (i == run->n)
        return;
    proof->wrong_interval = is[i];
    proof->wanted_interval = wanted->intervals[i];
}

/* True if what TRACE, a program's, computes is known, and not what its user
 * expects. */
static bool is_unexpected(const Trace *trace)
{
    return trace->expected != SUM_UNKNOWN && sum_result_known(trace) &&
           !sum_result_has(trace, trace->expected);
}

/* True if the trace has all blocks of the launches that were not cut off. */
static bool holds_blocks(const Trace *trace)
{
    bool whole = true;

    for (uint32_t g = 0; g < recorded_launches_complete(trace); ++g)
        whole &= trace_grid_is_whole(trace, g);
    return whole;
}

/* True if what the program computes is proved (SumProof), without a race. */
static bool is_proved(const Trace *trace, const RaceList *races)
{
    const SumResult *result = sum_result_whole(trace);

    if (!result && trace->results_count)
        result = sum_result_of(trace, (uint32_t)trace->grids_count - 1);
    return result && result->proved != PROVED_NOT && holds_blocks(trace) &&
           races->races_count == 0 && !races->cut;
}

/* That of a program. */
static Proof proof_unchecked(const Trace *trace, const RaceList *races)
{
    uint32_t n = trace->run.n;

    return (Proof){.unchecked = true,
                   .proved = is_proved(trace, races),
                   .unexpected = is_unexpected(trace),
                   .ended = trace_ended(trace) != NULL,
                   .race_free = races->races_count == 0,
                   .race_cut = races->races_count == 0 && races->cut,
                   .whole = holds_blocks(trace),
                   .ordered = is_ordered(trace),
                   .wrong = n,
                   .wrong_value = n,
                   .results = n,
                   .unset = unset_load_find(trace),
                   .shuffles = unset_shuffle_find(trace),
                   .wrong_result = sum_result_wrong_one(trace),
                   .returned = trace->run.returned};
}

Proof proof_of(const Trace *trace, const RaceList *races)
{
    if (trace->run.origin == ORIGIN_PROGRAM)
        return proof_unchecked(trace, races);

    ProofWanted wanted = proof_wanted(trace);
    bool compacts = trace->run.condition && trace->run.condition[0];
    const Word *size = compacts ? last_stored(trace, "size") : NULL;
    Proof proof = {.race_free = races->races_count == 0 && !races->cut,
                   .whole = trace_is_whole(trace),
                   .ordered = is_ordered(trace),
                   .results = wanted.count};

    check_intervals(trace, &wanted, &proof);
    proof.wrong_value = check_values(trace, &wanted);
    if (size && *size != wanted.count) {
        proof.size_wrong = true;
        proof.size = *size;
        proof.intervals_ok = false;
    }
    proof.proved = proof.race_free && proof.intervals_ok && proof.whole;
    proof.correct = proof.wrong_value == trace->run.n && !proof.size_wrong;
    proof_wanted_free(&wanted);
    return proof;
}

uint32_t proof_first_wrong(const Trace *trace, const Proof *proof)
{
    if (proof->unchecked)
        return trace->run.n;
    return proof->wrong < trace->run.n ? proof->wrong : proof->wrong_value;
}

/* True if a program uses values that are not defined: by an atomic operation on
 * what was never stored, or by a shuffle from a lane that takes no part. */
static bool has_undefined(const Proof *proof)
{
    return proof->unset.atomic || proof->shuffles.count > 0;
}

/* True if nothing is wrong with a program but races, or that it ended early. */
static bool is_fine(const Proof *proof)
{
    return !proof->unexpected && !proof->wrong_result &&
           !has_undefined(proof) && proof->returned == 0;
}

bool proof_is_good(const Proof *proof)
{
    return proof->race_free && !proof->ended &&
           (proof->unchecked ? is_fine(proof)
                             : proof->intervals_ok && proof->correct);
}

const char *proof_verdict(const Proof *proof)
{
    if (proof->ended && proof->race_free && is_fine(proof))
        return "So far";
    if (!proof_is_good(proof))
        return "WRONG";
    return proof->unchecked ? "Seen" : "Right";
}
