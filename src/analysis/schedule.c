/* SPDX-License-Identifier: MIT
 *
 * A simulation of events: each warp of each block is at one instruction, which
 * waits in a heap for the cycle when the warp reaches it, then perhaps for a
 * word of another warp (parked), then for its turn in its block (queued).
 */
#include "analysis/schedule.h"

#include "analysis/bank.h"
#include "analysis/cost.h"
#include "analysis/issue_order.h"

#include <stdlib.h>
#include <string.h>

static uint32_t block_of(const Trace *trace, uint32_t i)
{
    return trace->steps[trace->instructions[i].step].block;
}

/* ---- Events --------------------------------------------------------------*/

/* At CYCLE the warp of instruction ID reaches it, or its word is there; or, if
 * ID is the number of instructions + b, block b can issue again. */
typedef struct {
    uint64_t cycle;
    uint32_t place; /* in the order of issue; the earlier one goes first */
    uint32_t id;
} Due;

/* What is not known after the simulation. */
typedef struct {
    uint32_t step, left; /* the running step, and instructions left of it */
    uint32_t last;       /* the one that ends last in it */
    uint64_t free;       /* when it can issue the next one */
    uint32_t issued;     /* the last instruction that it issued */
    uint64_t busy_until;
    uint32_t head, tail; /* of those that are queued, or SCHEDULE_NONE */
} BlockState;

typedef struct {
    const Trace *trace;
    Schedule *to;
    size_t *first_links; /* of each instruction; links_count: none */
    uint32_t *newest;    /* 1 + instruction that wrote each word last */
    uint64_t *touched;   /* 1 + cycle at which each segment is near */
    uint32_t *next;      /* instruction of the same warp and step, or NONE */
    uint8_t *heads;      /* the first of its warp in its step */
    uint32_t *links;     /* next in the queue of a block, or parked */
    uint32_t *parked;    /* first that waits for what this one writes */
    uint8_t *done;       /* issued */
    BlockState *states;
    uint32_t parked_count;
    uint32_t last;     /* instruction of the launch that ends last ... */
    uint64_t last_end; /* ... and when */
    Due *due;          /* a heap, the next one first */
    size_t due_count, due_capacity;
} Simulation;

static bool comes_before(const Due *a, const Due *b)
{
    if (a->cycle != b->cycle)
        return a->cycle < b->cycle;
    return a->place != b->place ? a->place < b->place : a->id < b->id;
}

static void push(Simulation *run, uint64_t cycle, uint32_t place, uint32_t id)
{
    Due item = {cycle, place, id};

    base_push(run, due, item);
    size_t i = run->due_count - 1;
    for (; i > 0 && comes_before(&item, run->due + (i - 1) / 2);
         i = (i - 1) / 2)
        run->due[i] = run->due[(i - 1) / 2];
    run->due[i] = item;
}

static Due pop(Simulation *run)
{
    Due top = run->due[0], item = run->due[--run->due_count];
    size_t i = 0, child = 1;

    for (; child < run->due_count; child = 2 * i + 1) {
        if (child + 1 < run->due_count &&
            comes_before(run->due + child + 1, run->due + child))
            ++child;
        if (!comes_before(run->due + child, &item))
            break;
        run->due[i] = run->due[child];
        i = child;
    }
    if (run->due_count)
        run->due[i] = item;
    return top;
}

static void push_instruction(Simulation *run, uint64_t cycle, uint32_t i)
{
    push(run, cycle, run->trace->instructions[i].time, i);
}

/* Block B looks again, when it can issue, at what is queued. */
static void push_block(Simulation *run, uint32_t b)
{
    push(run, run->states[b].free, 0,
         (uint32_t)run->trace->instructions_count + b);
}

/* ---- Steps ---------------------------------------------------------------*/

/* The instructions of each warp within each step. */
static void find_warps(Simulation *run)
{
    const Trace *trace = run->trace;
    uint32_t *newest = base_alloc((size_t)UINT16_MAX + 1, sizeof *newest);

    for (uint32_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        uint32_t before = newest[at->warp]; /* 1 + its index */
        run->next[i] = SCHEDULE_NONE;
        run->heads[i] =
            !before || trace->instructions[before - 1].step != at->step;
        if (!run->heads[i])
            run->next[before - 1] = i;
        newest[at->warp] = i + 1;
    }
    free(newest);
}

/* Block B begins step S, or the first after it that is not empty, at CYCLE. */
static void begin_step(Simulation *run, uint32_t b, uint32_t s, uint64_t cycle,
                       uint32_t cause, ScheduleCause why)
{
    const Trace *trace = run->trace;
    const Block *block = trace->blocks + b;
    BlockState *state = run->states + b;
    uint32_t end = block->first_step + block->step_count;

    while (s < end && trace->steps[s].instruction_count == 0)
        run->to->steps[s++] = cycle;
    state->step = s;
    state->last = SCHEDULE_NONE;
    run->to->blocks[b].end = cycle;
    if (s == end)
        return;
    const Step *step = trace->steps + s;
    state->left = step->instruction_count;
    run->to->steps[s] = cycle;
    for (uint32_t j = 0; j < step->instruction_count; ++j) {
        uint32_t i = step->first_instruction + j;
        ScheduledInstruction *at = run->to->instructions + i;
        if (!run->heads[i])
            continue;
        at->ready = cycle;
        at->cause = cause;
        at->why = (uint8_t)why;
        push_instruction(run, cycle, i);
    }
}

/* ---- Instructions --------------------------------------------------------*/

/* When the words that AT loads, issued at START, are there. */
static uint64_t arrival(Simulation *run, const Instruction *at,
                        const ScheduledInstruction *when)
{
    const Trace *trace = run->trace;
    const ScheduleCosts *costs = &run->to->costs;
    const Access *access = trace_accesses(trace, at);
    bool update = trace_is_update(at), brings = trace_traits_of(at)->brings;
    uint64_t issued = when->start + when->occupied, end = issued;

    for (int lane = 0; lane < at->lanes; ++lane, ++access) {
        /* segments are counted in each array from its start */
        size_t segment =
            run->to->seen.firsts[at->array] + access->cell / trace->run.k;
        uint64_t *near = run->touched + segment;
        uint64_t there = issued + costs->word - 1;
        if (*near == 0 && brings && !update)
            there = issued + costs->dram - 1;
        else if (*near > there + 1)
            there = *near - 1;
        if (*near == 0)
            *near = there + 1;
        if (brings && there > end)
            end = there;
    }
    return end;
}

/* Link L if it is one of instruction I, else NULL. */
static const WordLink *link_at(const Simulation *run, size_t l, uint32_t i)
{
    const Schedule *to = run->to;

    return l < to->seen.links_count && to->seen.links[l].to == i
               ? to->seen.links + l
               : NULL;
}

/* Notes what was seen though a newer word was visible, and what AT writes. */
static void compare_words(Simulation *run, uint32_t i)
{
    const Trace *trace = run->trace;
    const Instruction *at = trace->instructions + i;
    const AccessTraits *traits = trace_traits_of(at);
    const Access *access = trace_accesses(trace, at);
    const WordLinks *seen = &run->to->seen;
    const WordLink *link;

    for (size_t l = run->first_links[i]; (link = link_at(run, l, i)); ++l) {
        size_t word = word_links_word(seen, at, trace->accesses + link->access);
        run->to->older += run->newest[word] != link->from + 1;
    }
    for (int lane = 0; traits->writes && lane < at->lanes; ++lane, ++access)
        run->newest[word_links_word(seen, at, access)] = i + 1;
}

/* Instructions that wait for what I wrote continue. */
static void wake(Simulation *run, uint32_t i)
{
    uint64_t visible = schedule_visible(run->to, i);

    for (uint32_t j = run->parked[i], after; j != SCHEDULE_NONE; j = after) {
        after = run->links[j];
        uint64_t ready = run->to->instructions[j].ready;
        push_instruction(run, visible > ready ? visible : ready, j);
        --run->parked_count;
    }
    run->parked[i] = SCHEDULE_NONE;
}

/* The warp of I continues, and its block, if that ends the step. */
static void go_on(Simulation *run, uint32_t i)
{
    const ScheduledInstruction *when = run->to->instructions + i;
    uint32_t b = block_of(run->trace, i), next = run->next[i];
    BlockState *state = run->states + b;

    if (next != SCHEDULE_NONE) {
        ScheduledInstruction *after = run->to->instructions + next;
        after->ready = when->end;
        after->cause = i;
        after->why = SCHEDULE_WARP;
        push_instruction(run, when->end, next);
    }
    if (when->end > run->last_end) {
        run->last_end = when->end;
        run->last = i;
    }
    uint64_t *end = run->to->steps + state->step;
    if (state->last == SCHEDULE_NONE || when->end > *end) {
        *end = when->end;
        state->last = i;
    }
    if (--state->left == 0)
        begin_step(run, b, state->step + 1, *end, state->last,
                   SCHEDULE_BARRIER);
}

/* Block B issues I at CYCLE. */
static void issue(Simulation *run, uint32_t b, uint32_t i, uint64_t cycle)
{
    const Instruction *at = run->trace->instructions + i;
    ScheduledInstruction *when = run->to->instructions + i;
    ScheduledBlock *block = run->to->blocks + b;
    BlockState *state = run->states + b;

    when->start = cycle;
    when->end = cycle + when->occupied;
    if (trace_is_global(at)) {
        when->end = arrival(run, at, when);
        compare_words(run, i);
    }
    state->free = cycle + when->occupied;
    state->issued = i;
    uint64_t from = cycle > state->busy_until ? cycle : state->busy_until;
    if (when->end > from) {
        block->busy += when->end - from;
        state->busy_until = when->end;
    }
    run->done[i] = 1;
    wake(run, i);
    go_on(run, i);
}

/* Instruction I takes its turn in block B at CYCLE, at once or in a queue. */
static void take_turn(Simulation *run, uint32_t b, uint32_t i, uint64_t cycle)
{
    BlockState *state = run->states + b;

    if (state->head == SCHEDULE_NONE && state->free <= cycle) {
        issue(run, b, i, cycle);
        return;
    }
    run->links[i] = SCHEDULE_NONE;
    if (state->head == SCHEDULE_NONE) {
        state->head = i;
        push_block(run, b);
    } else {
        run->links[state->tail] = i;
    }
    state->tail = i;
}

/* Block B can issue: the first of those that are queued. */
static void take_next(Simulation *run, uint32_t b, uint64_t cycle)
{
    BlockState *state = run->states + b;
    uint32_t i = state->head;
    ScheduledInstruction *when = run->to->instructions + i;

    if (state->free > cycle) { /* what came at the same cycle was issued */
        push_block(run, b);
        return;
    }
    state->head = run->links[i];
    when->why = SCHEDULE_ISSUE;
    when->cause = state->issued;
    issue(run, b, i, cycle);
    if (state->head != SCHEDULE_NONE)
        push_block(run, b);
}

/* Parks I until the last word that it saw is written, or stores in *VISIBLE
 * when all are visible; false if it is parked. */
static bool sees_all(Simulation *run, uint32_t i, uint64_t *visible,
                     uint32_t *writer)
{
    const WordLink *link;

    *visible = 0;
    for (size_t l = run->first_links[i];
         !run->to->forced && (link = link_at(run, l, i)); ++l) {
        uint32_t from = link->from;
        if (!run->done[from]) {
            run->links[i] = run->parked[from];
            run->parked[from] = i;
            ++run->parked_count;
            return false;
        }
        uint64_t at = schedule_visible(run->to, from);
        if (at > *visible || (at == *visible && link->needed)) {
            *visible = at;
            *writer = from;
        }
    }
    return true;
}

static void reach(Simulation *run, uint32_t i, uint64_t cycle)
{
    ScheduledInstruction *when = run->to->instructions + i;
    uint32_t writer = SCHEDULE_NONE;
    uint64_t visible;

    if (!sees_all(run, i, &visible, &writer))
        return;
    if (visible > when->ready) {
        when->waited = 1;
        when->why = SCHEDULE_WORD;
        when->cause = writer;
        if (visible > cycle) {
            push_instruction(run, visible, i);
            return;
        }
    }
    take_turn(run, block_of(run->trace, i), i, cycle);
}

/* Nothing is due, and yet there are parked instructions: they wait for each
 * other, which no run can have done.  From now on nothing waits for words. */
static void force(Simulation *run)
{
    run->to->forced = true;
    for (uint32_t i = 0; i < run->trace->instructions_count; ++i)
        for (uint32_t j = run->parked[i], after; j != SCHEDULE_NONE;
             j = after) {
            after = run->links[j];
            push_instruction(run, run->to->instructions[j].ready, j);
        }
    memset(run->parked, 0xff,
           run->trace->instructions_count * sizeof *run->parked);
    run->parked_count = 0;
}

/* ---- Launches ------------------------------------------------------------*/

typedef struct {
    uint32_t time, block;
} Starter;

static int by_time(const void *a, const void *b)
{
    const Starter *x = a, *y = b;

    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->block > y->block) - (x->block < y->block);
}

/* The blocks FIRST to END - 1 in the order in which they start; free it. */
static Starter *starters_of(const Trace *trace, uint32_t first, uint32_t end)
{
    Starter *starters = base_alloc(end - first + 1u, sizeof *starters);
    bool mixed = issue_order_is_mixed(trace);
    uint32_t i, last;

    for (uint32_t b = first; b < end; ++b) {
        trace_block_instructions(trace, trace->blocks + b, &i, &last);
        starters[b - first] = (Starter){0, b};
        if (mixed && i < last)
            starters[b - first].time = trace->instructions[i].time;
    }
    qsort(starters, end - first, sizeof *starters, by_time);
    return starters;
}

static void run_events(Simulation *run)
{
    uint32_t count = (uint32_t)run->trace->instructions_count;

    for (;;) {
        if (run->due_count == 0 && run->parked_count)
            force(run);
        if (run->due_count == 0)
            return;
        Due due = pop(run);
        if (due.id < count)
            reach(run, due.id, due.cycle);
        else
            take_next(run, due.id - count, due.cycle);
    }
}

/* Runs launch G, which starts at CYCLE; BEFORE ended last in the one before. */
static void run_launch(Simulation *run, uint32_t g, uint64_t cycle,
                       uint32_t before)
{
    ScheduledLaunch *launch = run->to->launches + g;
    uint32_t first, end;

    *launch = (ScheduledLaunch){cycle, cycle};
    trace_grid_blocks(run->trace, g, &first, &end);
    Starter *starters = starters_of(run->trace, first, end);
    for (uint32_t i = 0; i < end - first; ++i) {
        uint32_t b = starters[i].block;
        uint64_t start = cycle + (uint64_t)i * run->to->costs.start;
        run->to->blocks[b].start = start;
        begin_step(run, b, run->trace->blocks[b].first_step, start, before,
                   SCHEDULE_LAUNCH);
    }
    free(starters);
    run_events(run);
    for (uint32_t b = first; b < end; ++b) {
        const ScheduledBlock *block = run->to->blocks + b;
        launch->end = block->end > launch->end ? block->end : launch->end;
        run->to->work += block->busy;
    }
}

static void run_launches(Simulation *run)
{
    Schedule *to = run->to;
    uint64_t cycle = 0;

    to->last = SCHEDULE_NONE;
    for (uint32_t g = 0; g < run->trace->grids_count; ++g) {
        run->last_end = 0;
        run_launch(run, g, cycle, to->last);
        if (run->last_end)
            to->last = run->last;
        to->end = to->launches[g].end;
        cycle = to->end + to->costs.launch;
    }
}

static void mark_critical(Schedule *schedule)
{
    for (uint32_t i = schedule->last; i != SCHEDULE_NONE;
         i = schedule->instructions[i].cause)
        schedule->instructions[i].critical = 1;
}

/* ---- All -----------------------------------------------------------------*/

static void set_occupied(Simulation *run)
{
    const Trace *trace = run->trace;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        uint32_t cycles = trace_is_global(at)
                              ? cost_transactions(trace, at)
                              : bank_cost(trace, at, NULL).wavefronts;
        ScheduledInstruction *when = run->to->instructions + i;
        when->occupied = (uint16_t)(cycles > 1 ? cycles : 1);
        when->visible = trace_is_update(at) ? 0 : when->occupied;
    }
}

static void index_links(Simulation *run)
{
    const Schedule *to = run->to;

    for (size_t i = 0; i < run->trace->instructions_count; ++i)
        run->first_links[i] = to->seen.links_count;
    for (size_t l = to->seen.links_count; l-- > 0;)
        run->first_links[to->seen.links[l].to] = l;
}

static void prepare(Simulation *run)
{
    const Trace *trace = run->trace;
    size_t count = trace->instructions_count + 1;
    size_t words = run->to->seen.firsts[trace->arrays_count] + 1;

    run->first_links = base_alloc(count, sizeof *run->first_links);
    run->newest = base_alloc(words, sizeof *run->newest);
    run->touched = base_alloc(words, sizeof *run->touched);
    run->next = base_alloc(count, sizeof *run->next);
    run->heads = base_alloc(count, 1);
    run->links = base_alloc(count, sizeof *run->links);
    run->parked = base_alloc(count, sizeof *run->parked);
    memset(run->parked, 0xff, count * sizeof *run->parked);
    run->done = base_alloc(count, 1);
    run->states = base_alloc(trace->blocks_count + 1, sizeof *run->states);
    for (size_t b = 0; b < trace->blocks_count; ++b)
        run->states[b].head = SCHEDULE_NONE;
    set_occupied(run);
    index_links(run);
    find_warps(run);
}

static void simulation_free(Simulation *run)
{
    free(run->first_links);
    free(run->newest);
    free(run->touched);
    free(run->next);
    free(run->heads);
    free(run->links);
    free(run->parked);
    free(run->done);
    free(run->states);
    free(run->due);
}

Schedule *schedule_of(const Trace *trace, const ScheduleCosts *costs)
{
    Schedule *schedule = base_alloc(1, sizeof *schedule);
    Simulation run = {.trace = trace, .to = schedule};

    schedule->costs = *costs;
    schedule->instructions = base_alloc(trace->instructions_count + 1,
                                        sizeof *schedule->instructions);
    schedule->steps =
        base_alloc(trace->steps_count + 1, sizeof *schedule->steps);
    schedule->blocks =
        base_alloc(trace->blocks_count + 1, sizeof *schedule->blocks);
    schedule->launches =
        base_alloc(trace->grids_count + 1, sizeof *schedule->launches);
    schedule->seen = word_links_of(trace);
    prepare(&run);
    run_launches(&run);
    mark_critical(schedule);
    simulation_free(&run);
    return schedule;
}

void schedule_free(Schedule *schedule)
{
    if (!schedule)
        return;
    free(schedule->instructions);
    free(schedule->steps);
    free(schedule->blocks);
    free(schedule->launches);
    word_links_free(&schedule->seen);
    free(schedule);
}

uint64_t schedule_visible(const Schedule *schedule, uint32_t i)
{
    return schedule->instructions[i].start + schedule->instructions[i].visible;
}
