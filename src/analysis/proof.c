/* SPDX-License-Identifier: MIT */
#include "analysis/proof.h"

#include "analysis/condition.h"
#include "analysis/recorded_launches.h"
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

static void add(UnsetLoads *loads, const Trace *trace, uint32_t instruction,
                const Access *access, uint8_t array)
{
    bool atomic = works_on(trace, &trace->instructions[instruction]);

    if (loads->count++ > 0 && (loads->atomic || !atomic))
        return;
    loads->atomic = atomic;
    loads->first = thread_access(trace, instruction, access);
    loads->cell = access->cell;
    loads->array = array;
}

/* The end of the accesses that one lane of AT makes from number I on. */
static int lane_end(const Instruction *at, const Access *access, int i)
{
    int end = i + 1;

    while (end < at->lanes && access[end].lane == access[i].lane)
        ++end;
    return end;
}

/* ---- Shared memory --------------------------------------------------------*/

/* Judges one lane's words of an instruction, COUNT of them.  STORED: the bytes
 * of each cell to which something was stored, as in Access.bytes. */
static void visit_lane(const Trace *trace, uint32_t instruction,
                       const Access *access, int count, uint8_t *stored,
                       UnsetLoads *loads)
{
    const AccessTraits *is = trace_traits_of(trace->instructions + instruction);
    bool any = false;

    for (int w = 0; w < count; ++w) {
        any |= (stored[access[w].cell] & access[w].bytes) != 0;
        if (is->writes)
            stored[access[w].cell] |= access[w].bytes;
    }
    if (any || !is->brings)
        return;
    add(loads, trace, instruction, access, UNSET_SHARED);
}

static void visit(const Trace *trace, uint32_t instruction, uint8_t *stored,
                  UnsetLoads *loads)
{
    const Instruction *at = trace->instructions + instruction;
    const Access *access = trace_accesses(trace, at);

    for (int i = 0, end; i < at->lanes; i = end) {
        end = lane_end(at, access, i);
        visit_lane(trace, instruction, access + i, end - i, stored, loads);
    }
}

static void find_shared(const Trace *trace, UnsetLoads *loads)
{
    uint8_t *stored = base_alloc((size_t)trace->run.words + 1, 1);

    for (size_t b = 0; b < trace->blocks_count; ++b) {
        uint32_t i, end;
        trace_block_instructions(trace, trace->blocks + b, &i, &end);
        memset(stored, 0, trace->run.words);
        for (; i < end; ++i)
            if (trace_is_shared(trace->instructions + i))
                visit(trace, i, stored, loads);
    }
    free(stored);
}

/* ---- Global memory --------------------------------------------------------*/

/* An array, and of each of its words the time of the first instruction that
 * stores to it, counted from 1; 0: somebody did before; UINT32_MAX: never. */
typedef struct {
    const Trace *trace;
    uint8_t array;
    uint32_t *stored;
} UnsetArray;

/* Notes the stores of the instructions FROM to TO - 1. */
static void note_stores(UnsetArray *of, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; ++i) {
        const Instruction *at = &of->trace->instructions[i];
        const Access *access = trace_accesses(of->trace, at);
        if (!trace_is_global(at) || at->array != of->array ||
            !trace_traits_of(at)->writes)
            continue;
        for (int l = 0; l < at->lanes; ++l)
            if (at->time + 1 < of->stored[access[l].cell])
                of->stored[access[l].cell] = at->time + 1;
    }
}

/* True if a lane before lane I makes the same access: it is the first of the
 * two, where they are atomic. */
static bool has_met(const Access *access, int i)
{
    int other = 0;

    while (other < i && access[other].cell != access[i].cell)
        ++other;
    return other < i;
}

/* Judges the loads of the instructions FROM to TO - 1. */
static void judge_loads(const UnsetArray *of, uint32_t from, uint32_t to,
                        UnsetLoads *loads)
{
    for (uint32_t i = from; i < to; ++i) {
        const Instruction *at = &of->trace->instructions[i];
        const Access *access = trace_accesses(of->trace, at);
        if (!trace_is_global(at) || at->array != of->array ||
            !trace_traits_of(at)->brings)
            continue;
        for (int l = 0, end; l < at->lanes; l = end) {
            bool any = trace_traits_of(at)->writes && has_met(access, l);
            end = lane_end(at, access, l);
            for (int w = l; w < end; ++w)
                any |= of->stored[access[w].cell] <= at->time;
            if (!any)
                add(loads, of->trace, i, &access[l], of->array);
        }
    }
}

/* True if one of the instructions FROM to TO - 1 touches ARRAY. */
static bool touches(const Trace *trace, uint32_t from, uint32_t to,
                    uint8_t array)
{
    for (uint32_t i = from; i < to; ++i)
        if (trace_is_global(&trace->instructions[i]) &&
            trace->instructions[i].array == array)
            return true;
    return false;
}

/* Looks at the first grid that touches array A. */
static void find_global(const Trace *trace, uint8_t a, UnsetLoads *loads)
{
    UnsetArray of = {trace, a, NULL};
    uint32_t words = trace->arrays[a].words, first, last, from, to, unused;
    bool found = false;

    of.stored = base_alloc((size_t)words + 1, sizeof *of.stored);
    memset(of.stored, 0xff, words * sizeof *of.stored);
    for (uint32_t i = trace->arrays[a].set_first;
         i < trace->arrays[a].set_end && i < words; ++i)
        of.stored[i] = 0;
    for (uint32_t g = 0; g < trace->grids_count && !found; ++g) {
        trace_grid_blocks(trace, g, &first, &last);
        if (first == last)
            continue;
        trace_block_instructions(trace, &trace->blocks[first], &from, &unused);
        trace_block_instructions(trace, &trace->blocks[last - 1], &unused, &to);
        found = touches(trace, from, to, a);
        if (found && trace_grid_is_whole(trace, g)) {
            note_stores(&of, from, to);
            judge_loads(&of, from, to, loads);
        }
    }
    free(of.stored);
}

static UnsetLoads unset_load_find(const Trace *trace)
{
    UnsetLoads loads = {0};

    if (trace_is_of_gpu(trace))
        return loads;
    find_shared(trace, &loads);
    for (size_t a = 0; a < trace->arrays_count; ++a)
        if (trace->arrays[a].unset)
            find_global(trace, (uint8_t)a, &loads);
    return loads;
}

/* The instruction that has access number ACCESS. */
static uint32_t instruction_of(const Trace *trace, uint32_t access)
{
    size_t low = 0, high = trace->instructions_count;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (trace->instructions[middle].first_access <= access)
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low;
}

static UnsetShuffles unset_shuffle_find(const Trace *trace)
{
    UnsetShuffles shuffles = {0};
    const Run *run = &trace->run;

    if (run->undefined == 0 || run->undefined_first >= trace->accesses_count)
        return shuffles;
    uint32_t i = instruction_of(trace, run->undefined_first);
    if (!trace_is_shuffle(&trace->instructions[i]))
        return shuffles;
    return (UnsetShuffles){
        .count = run->undefined,
        .first =
            thread_access(trace, i, &trace->accesses[run->undefined_first]),
        .lane = run->undefined_lane};
}

/* ---- Wanted results -------------------------------------------------------*/

typedef struct {
    uint32_t count; /* outputs that there should be */
    uint32_t *kept; /* of compact: which element each is; else NULL */
    bool compacts;
} Wanted;

static Wanted wanted_of(const Trace *trace)
{
    const Run *run = &trace->run;
    Wanted wanted = {.count = run->n,
                     .compacts = run->condition && run->condition[0]};
    Error ignored;

    if (!wanted.compacts)
        return wanted;
    /* A test in a file that cannot be evaluated keeps nothing. */
    Word *flags =
        condition_flags(run->condition, trace->input, run->n, &ignored);
    wanted.kept = base_alloc((size_t)run->n + 1, sizeof *wanted.kept);
    wanted.count = 0;
    for (uint32_t i = 0; flags && i < run->n; ++i)
        if (flags[i])
            wanted.kept[wanted.count++] = i;
    free(flags);
    return wanted;
}

/* What output I stands for. */
static Word wanted_interval(const Wanted *wanted, bool inclusive, uint32_t i)
{
    if (i >= wanted->count)
        return INTERVAL_UNSET;
    if (wanted->compacts)
        return interval_make(wanted->kept[i], wanted->kept[i]);
    if (inclusive)
        return interval_make(0, i);
    return i == 0 ? INTERVAL_IDENTITY : interval_make(0, i - 1);
}

/* The first output whose word is wrong, or n. */
static uint32_t check_values(const Trace *trace, const Wanted *wanted)
{
    const Run *run = &trace->run;

    if (!wanted->compacts)
        return value_check(run->op, run->inclusive, trace->input, trace->output,
                           run->n);
    for (uint32_t i = 0; i < wanted->count; ++i)
        if (trace->output[i] != trace->input[wanted->kept[i]])
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

static void check_intervals(const Trace *trace, const Wanted *wanted,
                            Proof *proof)
{
    const Run *run = &trace->run;
    const Word *is = trace->output_interval;
    uint32_t i = 0;

    while (i < run->n && is[i] == wanted_interval(wanted, run->inclusive, i))
        ++i;
    proof->wrong = i;
    proof->intervals_ok = i == run->n;
    if (i == run->n)
        return;
    proof->wrong_interval = is[i];
    proof->wanted_interval = wanted_interval(wanted, run->inclusive, i);
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

    Wanted wanted = wanted_of(trace);
    const Word *size = wanted.compacts ? last_stored(trace, "size") : NULL;
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
    free(wanted.kept);
    return proof;
}

ProofWanted proof_wanted(const Trace *trace)
{
    const Run *run = &trace->run;
    Wanted wanted = wanted_of(trace);
    ProofWanted all = {base_alloc((size_t)run->n + 1, sizeof *all.words),
                       base_alloc((size_t)run->n + 1, sizeof *all.intervals)};

    if (!wanted.compacts)
        value_scan(run->op, run->inclusive, trace->input, all.words, run->n);
    for (uint32_t i = 0; i < run->n; ++i)
        all.intervals[i] = wanted_interval(&wanted, run->inclusive, i);
    for (uint32_t i = 0; wanted.compacts && i < wanted.count; ++i)
        all.words[i] = trace->input[wanted.kept[i]];
    free(wanted.kept);
    return all;
}

void proof_wanted_free(ProofWanted *wanted)
{
    free(wanted->words);
    free(wanted->intervals);
    *wanted = (ProofWanted){0};
}

uint32_t proof_first_wrong(const Trace *trace, const Proof *proof)
{
    if (proof->unchecked)
        return trace->run.n;
    return proof->wrong < trace->run.n ? proof->wrong : proof->wrong_value;
}

uint32_t proof_count_wrong(const Trace *trace, const Proof *proof)
{
    uint32_t first = proof_first_wrong(trace, proof), count = 0;

    if (first == trace->run.n)
        return 0;
    bool rounds = trace->run.op == OP_FADD; /* rounding is no fault */
    ProofWanted wanted = proof_wanted(trace);
    for (uint32_t i = 0; i < trace->run.n; ++i)
        count += trace->output_interval[i] != wanted.intervals[i] ||
                 (!rounds && wanted.intervals[i] != INTERVAL_UNSET &&
                  trace->output[i] != wanted.words[i]);
    proof_wanted_free(&wanted);
    return count;
}

bool proof_has_undefined(const Proof *proof)
{
    return proof->unset.atomic || proof->shuffles.count > 0;
}

/* True if nothing is wrong with a program but races, or that it ended early. */
static bool is_fine(const Proof *proof)
{
    return !proof->unexpected && !proof->wrong_result &&
           !proof_has_undefined(proof) && proof->returned == 0;
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
