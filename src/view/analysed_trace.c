/* SPDX-License-Identifier: MIT */
#include "view/analysed_trace.h"

#include "analysis/access_role.h"
#include "analysis/block_trace.h"
#include "playback/player.h"
#include "say/symbolic_trace.h"
#include "view/shown_value.h"

#include <stdlib.h>
#include <string.h>

/* ---- Marks ----------------------------------------------------------------*/

static void mark(AnalysedTrace *analysed, size_t index, PlayerMark what)
{
    analysed
        ->marks[issue_order_place(analysed->trace, analysed->order, index)] |=
        (uint8_t)what;
}

/* Marks all but wrong words: a race at the access that comes second. */
static void add_marks(AnalysedTrace *analysed)
{
    const BankTable *banks = &analysed->banks;

    analysed->marks = base_alloc(banks->count + 1, 1);
    for (size_t i = 0; i < banks->count; ++i)
        if (banks->costs[i].wavefronts > 1)
            analysed->marks[i] = MARK_CONFLICT;
    if (trace_ended(analysed->trace) && banks->count > 0)
        analysed->marks[banks->count - 1] |= MARK_ENDED;
    for (size_t r = 0; r < analysed->races.races_count; ++r)
        mark(analysed, analysed->races.races[r].second.instruction, MARK_RACE);
}

/* Marks where wrong words arise. */
static void mark_wrong(AnalysedTrace *analysed)
{
    const Trace *trace = analysed->trace;

    for (size_t i = 0;
         analysed->wrong.accesses && i < trace->instructions_count; ++i)
        if (wrong_words_arise(&analysed->wrong, trace, i))
            mark(analysed, i, MARK_WRONG);
}

/* The number of sums of instruction INDEX.  A trace records a sum with the next
 * access of the lane.  A shuffled operand is drawn as added at once: count its
 * sum now and set counted[], so that it is not counted twice.  Sums that need
 * no access count when the next one is made. */
static uint32_t instruction_work(const Trace *trace, size_t index,
                                 bool *counted)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at);
    uint32_t sums = 0;

    for (int i = 0; i < at->lanes; ++i, ++access) {
        sums += access->sums - counted[access - trace->accesses];
        const Sum *sum =
            trace_is_shuffle(at) ? access_role_sum(trace, index, access) : NULL;
        if (!sum || counted[sum->access])
            continue;
        ++sums;
        counted[sum->access] = true;
    }
    return sums;
}

/* Finds what is wrong, and marks where it begins: of a program where the
 * finding shows, which may be long before the output is stored. */
static void judge(AnalysedTrace *analysed)
{
    const Trace *trace = analysed->trace;
    size_t place;

    analysed->judged = trace;
    analysed->proof = proof_of(trace, &analysed->races);
    analysed->wrong = wrong_words_of(trace, analysed->order, &analysed->proof);
    mark_wrong(analysed);
    if (!trace_command(trace) || !analysed->wrong.accesses)
        return;
    const Findings *findings = analysed_findings(analysed);
    const Finding *wrong = findings_first(findings, FINDING_WRONG);
    if (wrong && finding_moment(findings, wrong, &place))
        analysed->marks[place] |= MARK_WRONG;
}

/* Transactions of the instruction AT in place I. */
static void count_global(AnalysedTrace *analysed, const Instruction *at,
                         size_t i)
{
    const AccessTraits *traits = trace_traits_of(at);
    uint32_t count =
        trace_is_global(at) ? cost_transactions(analysed->trace, at) : 0;

    if (trace_is_global(at) && at->array < 64)
        analysed->touched |= UINT64_C(1) << at->array;
    analysed->reads[i + 1] = analysed->reads[i] + (traits->brings ? count : 0);
    analysed->writes[i + 1] =
        analysed->writes[i] + (traits->writes ? count : 0);
}

static void add_parts(AnalysedTrace *analysed)
{
    if (analysed->trace->blocks_count < 2)
        return;
    analysed->sums = tile_status_of(analysed->trace, analysed->order);
    analysed->parts = base_alloc(1, sizeof *analysed->parts);
    analysed->parts->made = base_alloc(analysed->trace->blocks_count,
                                       sizeof *analysed->parts->made);
    analysed->parts->most_bytes = BLOCKS_MOST_BYTES;
}

static void free_parts(AnalysedBlocks *parts)
{
    if (!parts)
        return;
    for (size_t i = 0; i < parts->used_count; ++i)
        analysed_free(parts->made[parts->used[i]]);
    free(parts->made);
    free(parts->used);
    free(parts);
}

static AnalysedTrace *analyse(const Trace *trace)
{
    AnalysedTrace *analysed = base_alloc(1, sizeof *analysed);
    size_t count = trace->instructions_count;
    bool *counted = base_alloc(trace->accesses_count + 1, sizeof *counted);

    analysed->trace = trace;
    analysed->op = trace->run.op;
    analysed->order = issue_order_of(trace);
    analysed->stops =
        analysed->order ? issue_order_stops(trace, analysed->order) : NULL;
    analysed->banks = bank_table_in(trace, analysed->order);
    analysed->tree = tree_of(trace);
    analysed->races = race_find(trace);
    add_marks(analysed);
    analysed->digits = shown_value_digits(trace);
    analysed->conflicts = base_alloc(count + 1, sizeof *analysed->conflicts);
    analysed->work = base_alloc(count + 1, sizeof *analysed->work);
    analysed->reads = base_alloc(count + 1, sizeof *analysed->reads);
    analysed->writes = base_alloc(count + 1, sizeof *analysed->writes);
    for (size_t i = 0; i < count; ++i) {
        size_t index = issue_order_at(analysed->order, i);
        const Instruction *at = trace->instructions + index;
        const BankCost *cost = analysed->banks.costs + i;
        uint32_t beyond = cost->wavefronts ? cost->wavefronts - 1u : 0;
        analysed->conflicts[i + 1] = analysed->conflicts[i] + beyond;
        analysed->work[i + 1] =
            analysed->work[i] + instruction_work(trace, index, counted);
        count_global(analysed, at, i);
        analysed->shuffles |= trace_is_shuffle(at);
        if (cost->latency > analysed->longest)
            analysed->longest = cost->latency;
    }
    free(counted);
    if (registers_matter(trace))
        analysed->lanes = registers_of(trace);
    if (!trace->borrows)
        analysed->numbers = symbolic_numbers(trace);
    analysed->findings = base_alloc(1, sizeof *analysed->findings);
    analysed->notes = base_alloc(1, sizeof *analysed->notes);
    analysed->schedule = base_alloc(1, sizeof *analysed->schedule);
    analysed->moments =
        moments_new(trace, analysed->order, &analysed->wrong, &analysed->tree);
    add_parts(analysed);
    return analysed;
}

AnalysedTrace *analysed_new(const Trace *trace)
{
    AnalysedTrace *analysed = analyse(trace);

    judge(analysed);
    return analysed;
}

AnalysedTrace *analysed_labels(const Trace *labels,
                               const AnalysedTrace *numbers)
{
    AnalysedTrace *analysed = analyse(labels);
    size_t count = labels->accesses_count;

    BASE_CHECK(count == numbers->trace->accesses_count);
    analysed->judged = numbers->trace;
    analysed->proof = numbers->proof;
    analysed->wrong = numbers->wrong;
    if (numbers->wrong.accesses) {
        analysed->wrong.accesses =
            base_memdup(numbers->wrong.accesses, count + 1);
        analysed->wrong.sums =
            base_memdup(numbers->wrong.sums, labels->sums_count + 1);
    }
    mark_wrong(analysed);
    return analysed;
}

bool analysed_has_sums(const AnalysedTrace *analysed)
{
    return analysed->tree.levels || analysed->lanes.rows_count > 0 ||
           analysed->work[analysed->trace->instructions_count] > 0;
}

void analysed_free(AnalysedTrace *analysed)
{
    if (!analysed)
        return;
    bank_table_free(&analysed->banks);
    tree_free(&analysed->tree);
    race_free(&analysed->races);
    wrong_words_free(&analysed->wrong);
    free(analysed->marks);
    free(analysed->conflicts);
    free(analysed->work);
    free(analysed->reads);
    free(analysed->writes);
    registers_free(&analysed->lanes);
    finding_notes_free(analysed->notes);
    free(analysed->notes);
    findings_free(analysed->findings);
    free(analysed->findings);
    free_parts(analysed->parts);
    schedule_free(analysed->schedule->made);
    free(analysed->schedule);
    moments_free(analysed->moments);
    free(analysed->sums);
    free(analysed->order);
    free(analysed->stops);
    free(analysed->origins);
    free(analysed->numbers);
    trace_free(analysed->own);
    free(analysed);
}

const Findings *analysed_findings(const AnalysedTrace *analysed)
{
    if (!analysed->findings->trace)
        *analysed->findings =
            findings_of(analysed->judged, &analysed->races, &analysed->proof);
    return analysed->findings;
}

const FindingNotes *analysed_notes(const AnalysedTrace *analysed)
{
    if (!analysed->notes->notes)
        *analysed->notes = finding_notes_of(analysed_findings(analysed));
    return analysed->notes;
}

bool analysed_has_lines(const AnalysedTrace *analysed)
{
    return trace_command(analysed->trace) &&
           analysed_findings(analysed)->lines_count > 0;
}

const Schedule *analysed_schedule(const AnalysedTrace *analysed,
                                  const ScheduleCosts *costs)
{
    Schedule **made = &analysed->schedule->made;

    costs = costs ? costs : &schedule_costs;
    if (*made && schedule_costs_same(&(*made)->costs, costs))
        return *made;
    schedule_free(*made);
    return *made = schedule_of(analysed->trace, costs);
}

size_t analysed_running(const AnalysedTrace *analysed, size_t position)
{
    BASE_CHECK(position > 0);
    return issue_order_at(analysed->order, position - 1);
}

uint32_t analysed_step(const AnalysedTrace *analysed, size_t position)
{
    size_t low = 0, high = analysed->trace->steps_count;

    if (position == 0)
        return 0;
    if (!analysed->stops)
        return analysed->trace->instructions[position - 1].step + 1;
    while (low < high) { /* the first step that ends at POSITION or later */
        size_t middle = low + (high - low) / 2;
        if (analysed->stops[middle] >= position)
            high = middle;
        else
            low = middle + 1;
    }
    return (uint32_t)low + 1;
}

/* The block (index into its trace's) that runs at POSITION; at 0, the first. */
static uint32_t running_block(const AnalysedTrace *analysed, size_t position)
{
    const Trace *trace = analysed->trace;

    if (position == 0)
        return 0;
    size_t running = analysed_running(analysed, position);
    return trace_step(trace, trace->instructions + running)->block;
}

/* Bytes of an analysed block: those that grow with its threads and steps. */
static size_t part_bytes(const AnalysedTrace *part)
{
    return trace_bytes(part->own) +
           part->lanes.cells_capacity * sizeof *part->lanes.cells;
}

static AnalysedTrace *make_part(const AnalysedTrace *analysed, uint32_t b)
{
    uint32_t *origins;
    Trace *own = block_trace_of(analysed->trace, b, analysed->order, &origins);
    AnalysedTrace *part = analyse(own);

    part->wrong =
        wrong_words_part(&analysed->wrong, analysed->trace, own, origins);
    part->origins = origins;
    part->own = own;
    return part;
}

/* Takes entry I out of the list of those that are used. */
static void forget_use(AnalysedBlocks *parts, size_t i)
{
    memmove(parts->used + i, parts->used + i + 1,
            (--parts->used_count - i) * sizeof *parts->used);
}

const AnalysedTrace *analysed_part(const AnalysedTrace *analysed, uint32_t b)
{
    AnalysedBlocks *parts = analysed->parts;

    if (parts->made[b]) {
        size_t i = parts->used_count - 1;
        while (parts->used[i] != b)
            --i;
        forget_use(parts, i);
    } else {
        parts->made[b] = make_part(analysed, b);
        parts->bytes += part_bytes(parts->made[b]);
    }
    base_push(parts, used, b);
    while (parts->bytes > parts->most_bytes && parts->used_count > 2) {
        AnalysedTrace **oldest = parts->made + parts->used[0];
        parts->bytes -= part_bytes(*oldest);
        analysed_free(*oldest);
        *oldest = NULL;
        forget_use(parts, 0);
    }
    return parts->made[b];
}

const AnalysedTrace *analysed_block(const AnalysedTrace *analysed,
                                    size_t *position)
{
    if (!analysed->parts)
        return analysed;
    uint32_t b = running_block(analysed, *position);
    *position = issue_order_done(analysed->trace, analysed->order,
                                 analysed->trace->blocks + b, *position);
    return analysed_part(analysed, b);
}
