/* SPDX-License-Identifier: MIT */
#include "sim/thread.h"

#include "kernels/scan_cpu.h"
#include "sim/guard.h"

#include <stdio.h>

static void fault_text(const Thread *lane, int line, const char *format,
                       va_list arguments)
{
    SimShared *shared = lane->shared;
    const Launch *launch = shared->launch;
    char what[256];
    char where[96] = "before its first STEP";
    char of[32] = "", at[16] = "";

    if (shared->error.kind != ERROR_NONE)
        return;
    vsnprintf(what, sizeof what, format, arguments);
    if (lane->block->step_line) {
        char phase[LAUNCH_PHASE];
        launch_phase(launch->source, lane->block->step_line, lane->block->phase,
                     phase);
        snprintf(where, sizeof where, "in step %u (%s, level %d)",
                 lane->block->step, phase, (int)lane->block->level);
    }
    if (launch->blocks > 1)
        snprintf(of, sizeof of, " of block %u", lane->block->index);
    if (line) /* or a site, see check_site */
        snprintf(at, sizeof at, ":%d", line % THREAD_LINES);
    error_set(&shared->error, ERROR_FAILED, "%s%s: thread %u%s %s, %s",
              launch->source_name, at, lane->thread, of, what, where);
}

void thread_fault(const Thread *lane, int line, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fault_text(lane, line, format, arguments);
    va_end(arguments);
}

_Noreturn void thread_die(Thread *lane, int line, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fault_text(lane, line, format, arguments);
    va_end(arguments);
    fiber_switch(lane->fiber, lane->shared->scheduler);
    base_die(__FILE__, __LINE__, "a dead lane ran");
}

/* Stops the lane and runs the next ready one of its warp, or the scheduler. */
static void yield(Thread *lane)
{
    Warp *warp = lane->warp;
    Fiber *next = lane->shared->scheduler;

    if (warp->ready) {
        Thread *other = warp->lanes[__builtin_ctzll(warp->ready)];
        warp->ready &= warp->ready - 1;
        lane->shared->running = other;
        next = other->fiber;
        if (warp->ready) {
            const Thread *soon = warp->lanes[__builtin_ctzll(warp->ready)];
            if (soon->log->events_count > 0) { /* else it has not run yet */
                __builtin_prefetch(&soon->log->events[soon->log->events_count]);
                fiber_prefetch(soon->fiber);
            }
        }
    }
    fiber_switch(lane->fiber, next);
}

static KernelArgs args_of(const Thread *lane)
{
    const Launch *launch = lane->shared->launch;
    int padded = (int)base_power_of_two(launch->block_n);

    return (KernelArgs){
        .n = (int)launch_block_n(launch, lane->block->index),
        .N = padded,
        .log2n = base_log2((uint32_t)padded),
        .k = (int)launch->k,
        .log2k = base_log2(launch->k),
        .block = (int)lane->block->index,
        .blocks = (int)launch->blocks,
        .thread = (int)lane->thread,
        .threads = (int)launch->threads,
        .inclusive = launch->inclusive,
        .in = CATALOG_OF_BLOCK | GLOBAL_IN,
        .out = CATALOG_OF_BLOCK | GLOBAL_OUT,
        .block_n = (int)launch->block_n,
        .total = (int)launch->n,
        .part = launch->part,
        .passes = launch->passes,
    };
}

void thread_main(void *argument)
{
    Thread *lane = argument;

    for (;;) {
        const KernelArgs args = args_of(lane);
        lane->shared->launch->algorithm->run(lane, &args);
        yield(lane);
    }
}

/* Dies if two accesses share a line.  SITE is the line and, in the high bits,
 * the number of the access in its file; 0: unknown. */
static void check_site(Thread *lane, int site)
{
    SimShared *shared = lane->shared;
    LaneSite *seen = &shared->sites[site % THREAD_LINES];
    uint16_t access = (uint16_t)(site / THREAD_LINES);

    if (seen->run == shared->run && seen->access != access)
        thread_die(lane, site,
                   "shares its line with another access; write one access to a "
                   "line");
    *seen = (LaneSite){shared->run, access};
}

static Event *note(Thread *lane, int kind, int site)
{
    const Launch *launch = lane->shared->launch;
    int line = site % THREAD_LINES;

    lane->line = line;
    if (lane->log->events_count >= launch->event_limit)
        thread_die(lane, line, "does not end: %u accesses so far",
                   launch->event_limit);
    if (lane->shared->late)
        thread_die(lane, line,
                   "does not end: the launch has taken more than %g s of "
                   "processor time",
                   guard_limits.launch);
    if (!lane->block->step_line && kind != EVENT_STEP)
        thread_die(lane, line,
                   "does something before the first STEP; begin the "
                   "kernel with STEP");
    if (kind < ACCESS_KINDS)
        check_site(lane, site);
    ++lane->shared->events;
    base_push(lane->log, events, ((Event){0}));
    Event *event = &lane->log->events[lane->log->events_count - 1];
    event->kind = (uint8_t)kind;
    event->site = (uint16_t)line;
    if (kind < ACCESS_KINDS)
        lane->warp->queued |= lane->bit;
    return event;
}

/* ---- Words ---------------------------------------------------------------*/

static ScanWord word_new(const Thread *lane, WordClass class, uint32_t at)
{
    return (ScanWord){at, lane->seal * WORD_CLASSES + class};
}

/* A reference, of CLASS, to the word of the lane's last event. */
static ScanWord word_of_last(const Thread *lane, WordClass class)
{
    size_t last = lane->log->events_count - 1;

    return word_new(lane, class,
                    class == WORD_PLAIN ? lane->log->events[last].value
                                        : (uint32_t)last);
}

static WordClass word_class(ScanWord word)
{
    return (WordClass)(word.seal % WORD_CLASSES);
}

/* Dies because LANE uses a WORD that it did not obtain; names the owner. */
static _Noreturn void die_of_word(Thread *lane, ScanWord word, int line)
{
    const Launch *launch = lane->shared->launch;
    uint32_t seal = word.seal / WORD_CLASSES;
    uint32_t owner = seal - lane->shared->first_seal;
    char of[32] = "";

    if (launch->blocks > 1)
        snprintf(of, sizeof of, " of block %u", owner / launch->threads);
    if (seal >= lane->shared->first_seal &&
        owner < launch->threads * launch->blocks)
        thread_die(
            lane, line,
            "uses a word of thread %u%s; threads pass words by STORE and "
            "LOAD",
            owner % launch->threads, of);
    if (seal && seal < lane->shared->first_seal)
        thread_die(lane, line,
                   "uses a word of an earlier run; a kernel keeps words in "
                   "variables of its own block of code only");
    thread_die(lane, line,
               "uses a word that it has not obtained; begin with IDENTITY, or "
               "with what LOAD gives");
}

/* The 32 bits of WORD. */
static Word word_value(Thread *lane, ScanWord word, int line)
{
    Op op = lane->shared->launch->op;
    WordClass class = word_class(word);

    if (word.seal / WORD_CLASSES != lane->seal)
        die_of_word(lane, word, line);
    if (class == WORD_PLAIN)
        return word.at;
    if (class == WORD_IDENTITY)
        return op_identity(op);
    if (word.at >= lane->log->events_count)
        die_of_word(lane, (ScanWord){0, 0}, line);
    const Event *event = &lane->log->events[word.at];
    return event->kind == EVENT_OP ? op_apply(op, event->cell, event->value)
                                   : event->value;
}

/* The same for a word that must be a sum: in a shadow run a plain number or a
 * flag has no interval. */
static Word word_sum(Thread *lane, ScanWord word, int line)
{
    WordClass class = word_class(word);
    Word value = word_value(lane, word, line);

    if (lane->shared->launch->op == OP_INTERVAL &&
        (class == WORD_PLAIN || class == WORD_FLAG))
        return INTERVAL_TOP;
    return value;
}

/* The class of the words in ARRAY. */
static WordClass class_in(const Launch *launch, int array)
{
    static const uint8_t classes[HOLDS_KINDS] = {
        [HOLDS_NUMBERS] = WORD_PLAIN, [HOLDS_FLAGS] = WORD_FLAG};

    return (WordClass)classes[launch->arrays[array].holds];
}

/* The 32 bits of WORD, which is to be stored in ARRAY.  Dies unless its class
 * fits the array: numbers must not depend on the elements. */
static Word word_into(Thread *lane, ScanWord word, int array, int line,
                      const char *verb)
{
    const GlobalArray *to = &lane->shared->launch->arrays[array];
    WordClass class = word_class(word);

    if (to->holds == HOLDS_SUMS || to->holds == HOLDS_PAIRS)
        return word_sum(lane, word, line);
    Word value = word_value(lane, word, line);
    if (to->holds == HOLDS_NUMBERS && class != WORD_PLAIN)
        thread_die(
            lane, line,
            "%s %s, which holds numbers, by a word that is none; FROM_INT "
            "makes one",
            verb, to->name);
    if (to->holds == HOLDS_FLAGS && class != WORD_FLAG)
        thread_die(lane, line,
                   "%s %s, which holds flags, by a word that is none", verb,
                   to->name);
    return value;
}

/* Stops the lane until its last event is executed. */
static void await_issue(Thread *lane)
{
    lane->warp->waiting |= lane->bit;
    yield(lane);
}

/* The same for an event that brings a word, whose class is in Event.array. */
static ScanWord await_word(Thread *lane)
{
    await_issue(lane);
    Event *event = &lane->log->events[lane->log->events_count - 1];
    WordClass class = (WordClass)event->array;
    event->array = 0;
    return word_of_last(lane, class);
}

/* ---- The words of the dialect --------------------------------------------*/

static void check_cell(Thread *lane, int cell, int line, const char *verb)
{
    uint32_t words = lane->shared->launch->words;

    if ((uint32_t)cell >= words)
        thread_die(lane, line, "%s cell %d of %u cells of shared memory", verb,
                   cell, words);
}

/* The number in the run of the array that the kernel calls NAME. */
static int array_of(Thread *lane, int name, int line, const char *verb)
{
    const Launch *launch = lane->shared->launch;
    int number = name & ~CATALOG_OF_BLOCK;
    int array =
        number == GLOBAL_IN    ? launch->in
        : number == GLOBAL_OUT ? launch->out
        : number >= CATALOG_SCRATCH && number < CATALOG_SCRATCH + PLAN_MAX_OWN
            ? launch->own[number - CATALOG_SCRATCH]
            : -1;

    /* a scratch array has number 0 only where the plan did not set one */
    if (array < 0 || array >= launch->arrays_count ||
        (number >= CATALOG_SCRATCH && array == 0))
        thread_die(lane, line, "%s %sarray %d, which was not asked for", verb,
                   number >= CATALOG_SCRATCH ? "own " : "",
                   number >= CATALOG_SCRATCH ? number - CATALOG_SCRATCH : name);
    return array;
}

static void check_index(Thread *lane, int array, int64_t index, int line,
                        const char *verb)
{
    const Launch *launch = lane->shared->launch;

    if (index < 0 || index >= launch->arrays[array].words)
        thread_die(lane, line, "%s %s[%lld] of %u words", verb,
                   launch->arrays[array].name, (long long)index,
                   launch->arrays[array].words);
}

/* Stops the lane at the barrier that EVENT, its last event, logs. */
static void await_block(Thread *lane, const Event *event)
{
    SimBlock *block = lane->block;

    if (!block->first)
        block->first = lane;
    const ThreadLog *log = block->first->log;
    const Event *first = &log->events[log->events_count - 1];
    if (!block->stray &&
        (first->site != event->site || first->cell != event->cell ||
         first->array != event->array))
        block->stray = lane;
    lane->warp->barrier |= lane->bit;
    yield(lane);
}

void lane_step(Thread *lane, int phase, int level, int line)
{
    if (phase < 0 || phase >= PHASE_KINDS)
        thread_die(lane, line,
                   "begins a step of no phase; write UPSWEEP or such, or a "
                   "text");
    if (level < 0 || level > THREAD_MAX_LEVEL)
        thread_die(lane, line, "begins a step of level %d; levels are 0 to %d",
                   level, THREAD_MAX_LEVEL);
    Event *event = note(lane, EVENT_STEP, line);

    event->cell = (uint32_t)level;
    event->array = (uint8_t)phase;
    await_block(lane, event);
}

void lane_sync(Thread *lane, int line)
{
    await_block(lane, note(lane, EVENT_SYNC, line));
}

ScanWord lane_load(Thread *lane, int cell, int line)
{
    check_cell(lane, cell, line, "loads");
    note(lane, ACCESS_LOAD, line)->cell = (uint32_t)cell;
    return await_word(lane);
}

void lane_store(Thread *lane, int cell, ScanWord word, int line)
{
    check_cell(lane, cell, line, "stores to");
    Word value = word_value(lane, word, line);
    Event *event = note(lane, ACCESS_STORE, line);
    event->cell = (uint32_t)cell;
    event->value = value;
    event->array = (uint8_t)word_class(word);
}

/* Logs an access of a global array, in which WORD is stored; NULL: none. */
static Event *note_global(Thread *lane, int kind, int name, int index,
                          const ScanWord *word, int line)
{
    static const char *const verbs[ACCESS_KINDS] = {
        [ACCESS_GLOAD] = "loads",
        [ACCESS_GSTORE] = "stores to",
        [ACCESS_ATOMIC] = "changes",
    };
    int64_t first = name & CATALOG_OF_BLOCK ? (int64_t)lane->block->index *
                                                  lane->shared->launch->block_n
                                            : 0;
    int array = array_of(lane, name, line, verbs[kind]);

    check_index(lane, array, first + index, line, verbs[kind]);
    Word value = word ? word_into(lane, *word, array, line, verbs[kind]) : 0;
    Event *event = note(lane, kind, line);
    event->cell = (uint32_t)(first + index);
    event->array = (uint8_t)array;
    event->value = value;
    return event;
}

ScanWord lane_global_load(Thread *lane, int array, int index, int line)
{
    int number =
        note_global(lane, ACCESS_GLOAD, array, index, NULL, line)->array;

    await_issue(lane);
    return word_of_last(lane, class_in(lane->shared->launch, number));
}

void lane_global_store(Thread *lane, int array, int index, ScanWord word,
                       int line)
{
    note_global(lane, ACCESS_GSTORE, array, index, &word, line);
}

/* EXCHANGE is 0 or the high bit of Event.array, which tells execute.c to
 * exchange and not to add; execute.c clears the bit. */
static ScanWord atomic(Thread *lane, int array, int index, ScanWord word,
                       uint8_t exchange, int line)
{
    Event *event = note_global(lane, ACCESS_ATOMIC, array, index, &word, line);
    int number = event->array;

    event->array |= exchange;
    await_issue(lane);
    return word_of_last(lane, class_in(lane->shared->launch, number));
}

ScanWord lane_atomic_add(Thread *lane, int array, int index, ScanWord word,
                         int line)
{
    return atomic(lane, array, index, word, 0, line);
}

ScanWord lane_atomic_exchange(Thread *lane, int array, int index, ScanWord word,
                              int line)
{
    return atomic(lane, array, index, word, 0x80, line);
}

static ScanWord shuffle(Thread *lane, ScanWord word, int by, uint8_t way,
                        int line)
{
    Word value = word_value(lane, word, line);
    Event *event = note(lane, ACCESS_SHFL, line);

    event->cell = (uint32_t)by;
    event->value = value;
    event->array = (uint8_t)(word_class(word) | way);
    return await_word(lane);
}

ScanWord lane_shuffle_up(Thread *lane, ScanWord word, int delta, int line)
{
    if (delta < 0)
        thread_die(lane, line,
                   "shuffles up by %d; the distance must not be "
                   "negative",
                   delta);
    return shuffle(lane, word, delta, 0, line);
}

/* THREAD_SHUFFLE_FROM tells execute.c that the cell is a lane, no distance. */
ScanWord lane_shuffle(Thread *lane, ScanWord word, int from, int line)
{
    uint32_t k = lane->shared->launch->k;

    if (from < 0 || (uint32_t)from >= k)
        thread_die(lane, line, "shuffles from lane %d of a warp of %u", from,
                   k);
    return shuffle(lane, word, from, THREAD_SHUFFLE_FROM, line);
}

static Event *note_pair(Thread *lane, int kind, int name, int index, int line)
{
    const char *verb = trace_traits((AccessKind)kind)->verb;
    const Launch *launch = lane->shared->launch;
    int array = array_of(lane, name, line, verb);

    if (launch->arrays[array].holds != HOLDS_PAIRS)
        thread_die(lane, line, "%s pair %d of %s, which holds no pairs", verb,
                   index, launch->arrays[array].name);
    check_index(lane, array, 2 * (int64_t)index, line, verb);
    Event *event = note(lane, kind, line);
    event->cell = pair_cell((uint32_t)index, 0);
    event->array = (uint8_t)array;
    return event;
}

void lane_publish(Thread *lane, int array, int index, int state, ScanWord word,
                  int line)
{
    if (state < 1 || state >= PAIR_STATES)
        thread_die(lane, line, "publishes state %d; states are 1 to %d", state,
                   PAIR_STATES - 1);
    Word value = word_sum(lane, word, line);
    Event *event = note_pair(lane, ACCESS_PUBLISH, array, index, line);
    event->cell += (uint32_t)state;
    event->value = value;
}

int lane_await(Thread *lane, int array, int index, ScanWord *word, int line)
{
    note_pair(lane, ACCESS_AWAIT, array, index, line);
    await_issue(lane);
    *word = word_of_last(lane, WORD_SUM);
    return (int)(lane->log->events[lane->log->events_count - 1].cell %
                 PAIR_STATES);
}

/* Dies unless WORD is of CLASS, or the identity. */
static void check_class(Thread *lane, ScanWord word, WordClass class, int line)
{
    static const char *const is[WORD_CLASSES] = {
        [WORD_SUM] = "stands for elements",
        [WORD_FLAG] = "stands for flags: NUMBER counts them",
        [WORD_PLAIN] = "is a plain number: TO_INT gives it",
        [WORD_IDENTITY] = "is the identity",
    };
    WordClass found = word_class(word);

    if (found == class || (found == WORD_IDENTITY && class == WORD_FLAG))
        return;
    thread_die(lane, line, "asks for the %s of a word that %s",
               class == WORD_FLAG ? "NUMBER" : "TO_INT", is[found]);
}

/* In a shadow run x is an interval: counts the flags of its elements. */
int lane_number(Thread *lane, ScanWord word, int line)
{
    const Launch *launch = lane->shared->launch;
    Word x = word_value(lane, word, line);
    uint32_t count = 0;

    check_class(lane, word, WORD_FLAG, line);
    if (launch->op != OP_INTERVAL || x == INTERVAL_IDENTITY)
        return launch->op == OP_INTERVAL ? 0 : (int)x;
    if (!interval_is_range(x) || interval_last(x) >= launch->n ||
        !launch->flags)
        thread_die(lane, line,
                   "needs a number, but this word is no sum of neighbours");
    for (uint32_t i = interval_first(x); i <= interval_last(x); ++i)
        count += launch->flags[i];
    return (int)count;
}

ScanWord lane_from_int(const Thread *lane, int number)
{
    return word_new(lane, WORD_PLAIN, (uint32_t)number);
}

int lane_to_int(Thread *lane, ScanWord word, int line)
{
    Word value = word_value(lane, word, line);

    check_class(lane, word, WORD_PLAIN, line);
    return (int)value;
}

/* The class of x (+) y: flags if both are; the identity goes with either. */
static WordClass class_of_sum(WordClass x, WordClass y)
{
    if (x == WORD_IDENTITY && y == WORD_IDENTITY)
        return WORD_IDENTITY;
    bool flags = (x == WORD_FLAG || x == WORD_IDENTITY) &&
                 (y == WORD_FLAG || y == WORD_IDENTITY);

    return flags ? WORD_FLAG : WORD_SUM;
}

ScanWord lane_op(Thread *lane, ScanWord x, ScanWord y, int line)
{
    WordClass class = class_of_sum(word_class(x), word_class(y));
    bool sums = class == WORD_SUM;
    Word left = sums ? word_sum(lane, x, line) : word_value(lane, x, line);
    Word right = sums ? word_sum(lane, y, line) : word_value(lane, y, line);
    Event *event = note(lane, EVENT_OP, line);

    event->cell = left;
    event->value = right;
    return word_of_last(lane, class);
}

ScanWord lane_identity(const Thread *lane)
{
    return word_new(lane, WORD_IDENTITY, 0);
}
