/* SPDX-License-Identifier: MIT
 *
 * dialect - what the words of the dialect do on the CPU machine: the functions
 * that kernels/scan_cpu.h declares, one for each word.  A new word begins here.
 *
 * Each checks what the kernel asks for, and logs the access or operation.  A
 * word that brings a value stops the thread until execute.c has executed the
 * access.
 */
#include "sim/ahead.h"
#include "sim/scan_word.h"
#include "trace/trace.h"

/* ---- Arrays and execution ------------------------------------------------*/

/* The class of the words in ARRAY. */
static WordClass class_in(const Launch *launch, int array)
{
    static const uint8_t classes[HOLDS_KINDS] = {
        [HOLDS_NUMBERS] = WORD_PLAIN, [HOLDS_FLAGS] = WORD_FLAG};

    return (WordClass)classes[launch->arrays[array].holds];
}

static bool holds_sums(const GlobalArray *array)
{
    return array->holds == HOLDS_SUMS || array->holds == HOLDS_PAIRS;
}

/* The 32 bits of WORD, which is to be stored in ARRAY.  Dies unless its class
 * fits the array: numbers must not depend on the elements. */
static Word word_into(Thread *thread, ScanWord word, int array, int line,
                      const char *verb)
{
    const GlobalArray *to = &thread->shared->launch->arrays[array];
    WordClass class = scan_word_class(word);

    if (holds_sums(to))
        return scan_word_sum_value(thread, word, line);
    Word value = scan_word_value(thread, word, line);
    if (to->holds == HOLDS_NUMBERS && class != WORD_PLAIN)
        thread_die(
            thread, line,
            "%s %s, which holds numbers, by a word that is none; FROM_INT "
            "makes one",
            verb, to->name);
    if (to->holds == HOLDS_FLAGS && class != WORD_FLAG)
        thread_die(thread, line,
                   "%s %s, which holds flags, by a word that is none", verb,
                   to->name);
    return value;
}

static Event *last_event(const Thread *thread)
{
    return &thread->log->events[thread->log->events_count - 1];
}

/* Executes an access of KIND, which moves WORDS words, from EVENT on, at once:
 * the run needs no lockstep. */
BASE_INLINE void execute_now(Thread *thread, int kind, Event *event,
                             size_t words)
{
    for (size_t w = 0; w < words; ++w)
        ahead_execute(thread, kind, event + w);
}

/* Such an access, that nothing comes back from, was logged: execute.c will
 * execute it, unless that is done at once. */
BASE_INLINE void leave_execution(Thread *thread, int kind, Event *event,
                                 size_t words)
{
    if (thread->shared->ahead)
        execute_now(thread, kind, event, words);
}

/* Stops the thread until such an access, its last, is executed. */
BASE_INLINE void await_execution(Thread *thread, int kind, Event *event,
                                 size_t words)
{
    if (thread->shared->ahead) {
        execute_now(thread, kind, event, words);
        return;
    }
    thread->warp->waiting |= thread->bit;
    thread_yield(thread);
}

/* The word of EVENT, number AT, whose class is in Event.array. */
BASE_INLINE ScanWord take_word(Thread *thread, Event *event, size_t at)
{
    WordClass class = (WordClass)event->array;

    event->array = 0;
    return scan_word_new(thread, class,
                         class == WORD_PLAIN ? event->value : (uint32_t)at);
}

/* Awaits the word that EVENT, the last one, of KIND, brings. */
BASE_INLINE ScanWord await_word(Thread *thread, int kind, Event *event)
{
    size_t at = thread->log->events_count - 1;

    await_execution(thread, kind, event, 1);
    return take_word(thread, event, at);
}

/* ---- The words of the dialect --------------------------------------------*/

static void check_cell(Thread *thread, int cell, int line, const char *verb)
{
    uint32_t words = thread->shared->launch->words;

    if ((uint32_t)cell >= words)
        thread_die(thread, line, "%s cell %d of %u cells of shared memory",
                   verb, cell, words);
}

/* The number in the run of the array that the kernel calls NAME. */
static int array_of(Thread *thread, int name, int line, const char *verb)
{
    const Launch *launch = thread->shared->launch;
    int number = name & ~CATALOG_OF_BLOCK;
    int array = number == GLOBAL_IN    ? launch->in
                : number == GLOBAL_OUT ? launch->out
                : number >= CATALOG_SCRATCH &&
                        number < CATALOG_SCRATCH + PLAN_MAX_SCRATCH
                    ? launch->scratch[number - CATALOG_SCRATCH]
                    : -1;

    /* a scratch array has number 0 only where the plan did not set one */
    if (array < 0 || array >= launch->arrays_count ||
        (number >= CATALOG_SCRATCH && array == 0))
        thread_die(thread, line, "%s %sarray %d, which was not asked for", verb,
                   number >= CATALOG_SCRATCH ? "scratch " : "",
                   number >= CATALOG_SCRATCH ? number - CATALOG_SCRATCH : name);
    return array;
}

static void check_index(Thread *thread, int array, int64_t index, int line,
                        const char *verb)
{
    const Launch *launch = thread->shared->launch;

    if (index < 0 || index >= launch->arrays[array].words)
        thread_die(thread, line, "%s %s[%lld] of %u words", verb,
                   launch->arrays[array].name, (long long)index,
                   launch->arrays[array].words);
}

/* Stops the thread at the barrier of LINE, which begins a step of PHASE and
 * LEVEL; 0: no step. */
static inline void await_block(Thread *thread, int phase, int level, int line)
{
    SimBlock *block = thread->block;
    uint64_t at = (uint64_t)phase << 48 | (uint64_t)level << 32 |
                  (unsigned)line % THREAD_LINES;

    if (!block->first) {
        block->first = thread;
        block->barrier = at;
    } else if (block->barrier != at && !block->stray) {
        block->stray = thread;
    }
    thread->warp->barrier |= thread->bit;
    thread_yield(thread);
}

/* The same step after there is room for its event. */
static __attribute__((noinline)) void step_with_room(Thread *thread, int phase,
                                                     int level, int line)
{
    thread_make_room(thread, EVENT_STEP, thread->line);
    thread_step(thread, phase, level, line);
}

/* Calls nothing but at its end, so it needs no frame. */
void thread_step(Thread *thread, int phase, int level, int line)
{
    if (phase < 0 || phase >= PHASE_KINDS)
        thread_die(thread, line,
                   "begins a step of no phase; write UPSWEEP or such, or a "
                   "text");
    if (level < 0 || level > THREAD_MAX_LEVEL)
        thread_die(thread, line,
                   "begins a step of level %d; levels are 0 to %d", level,
                   THREAD_MAX_LEVEL);
    thread->line = (int)((unsigned)line % THREAD_LINES);
    if (!thread_has_room(thread)) {
        step_with_room(thread, phase, level, line);
        return;
    }
    Event *event = thread_add(thread, EVENT_STEP, thread->line);

    event->cell = (uint32_t)level;
    event->array = (uint8_t)phase;
    await_block(thread, phase, level, line);
}

void thread_sync(Thread *thread, int line)
{
    thread_note(thread, EVENT_SYNC, line);
    await_block(thread, PHASE_OTHER, 0, line);
}

ScanWord thread_load(Thread *thread, int cell, int line)
{
    check_cell(thread, cell, line, "loads");
    Event *event = thread_note(thread, ACCESS_LOAD, line);
    event->cell = (uint32_t)cell;
    return await_word(thread, ACCESS_LOAD, event);
}

void thread_store(Thread *thread, int cell, ScanWord word, int line)
{
    check_cell(thread, cell, line, "stores to");
    Word value = scan_word_value(thread, word, line);
    Event *event = thread_note(thread, ACCESS_STORE, line);
    event->cell = (uint32_t)cell;
    event->value = value;
    event->array = (uint8_t)scan_word_class(word);
    scan_word_give_shadow(thread, event, word, false);
    leave_execution(thread, ACCESS_STORE, event, 1);
}

/* Dies unless INDEX, of an access of 16 bytes, is a multiple of 4. */
static void check_wide(Thread *thread, int64_t index, int line,
                       const char *verb, const char *of)
{
    if (index % WIDE_WORDS)
        thread_die(thread, line,
                   "%s 16 bytes from %s %lld on, which is no multiple of %d",
                   verb, of, (long long)index, WIDE_WORDS);
}

/* Logs the further words of an access of 16 bytes, the thread's last event, and
 * returns its first. */
static Event *note_words(Thread *thread)
{
    const Event first = *last_event(thread);

    for (uint32_t w = 1; w < WIDE_WORDS; ++w) {
        Event *event = thread_note(thread, EVENT_WORD, first.site);
        event->cell = first.cell + w;
        event->array = first.array;
    }
    return last_event(thread) - (WIDE_WORDS - 1);
}

static void note_shared4(Thread *thread, int kind, int cell, int line,
                         const char *verb)
{
    check_cell(thread, cell, line, verb);
    check_wide(thread, cell, line, verb, "cell");
    check_cell(thread, cell + WIDE_WORDS - 1, line, verb);
    thread_note(thread, kind, line)->cell = (uint32_t)cell;
}

ScanWord4 thread_load4(Thread *thread, int cell, int line)
{
    ScanWord4 x;

    note_shared4(thread, ACCESS_LOAD, cell, line, "loads");
    Event *event = note_words(thread);
    await_execution(thread, ACCESS_LOAD, event, WIDE_WORDS);
    size_t first = thread->log->events_count - WIDE_WORDS;
    for (size_t w = 0; w < WIDE_WORDS; ++w)
        x.word[w] = take_word(thread, event + w, first + w);
    return x;
}

void thread_store4(Thread *thread, int cell, ScanWord4 x, int line)
{
    Word values[WIDE_WORDS];

    for (int w = 0; w < WIDE_WORDS; ++w)
        values[w] = scan_word_value(thread, x.word[w], line);
    note_shared4(thread, ACCESS_STORE, cell, line, "stores to");
    Event *event = note_words(thread);
    for (int w = 0; w < WIDE_WORDS; ++w) {
        event[w].value = values[w];
        event[w].array = (uint8_t)scan_word_class(x.word[w]);
        scan_word_give_shadow(thread, event + w, x.word[w], false);
    }
    leave_execution(thread, ACCESS_STORE, event, WIDE_WORDS);
}

/* Logs an access of a global array, in which WORD is stored; NULL: none. */
static Event *note_global(Thread *thread, int kind, int name, int index,
                          const ScanWord *word, int line)
{
    static const char *const verbs[ACCESS_KINDS] = {
        [ACCESS_GLOAD] = "loads",
        [ACCESS_GSTORE] = "stores to",
        [ACCESS_ATOMIC] = "changes",
    };
    int64_t first =
        name & CATALOG_OF_BLOCK
            ? (int64_t)thread->block->index * thread->shared->launch->block_n
            : 0;
    int array = array_of(thread, name, line, verbs[kind]);

    check_index(thread, array, first + index, line, verbs[kind]);
    Word value = word ? word_into(thread, *word, array, line, verbs[kind]) : 0;
    Event *event = thread_note(thread, kind, line);
    event->cell = (uint32_t)(first + index);
    event->array = (uint8_t)array;
    event->value = value;
    if (word)
        scan_word_give_shadow(thread, event, *word,
                              holds_sums(
                                  &thread->shared->launch->arrays[array]));
    return event;
}

ScanWord thread_global_load(Thread *thread, int array, int index, int line)
{
    Event *event = note_global(thread, ACCESS_GLOAD, array, index, NULL, line);
    int number = event->array;

    await_execution(thread, ACCESS_GLOAD, event, 1);
    return scan_word_of_last(thread, class_in(thread->shared->launch, number));
}

void thread_global_store(Thread *thread, int array, int index, ScanWord word,
                         int line)
{
    Event *event =
        note_global(thread, ACCESS_GSTORE, array, index, &word, line);

    leave_execution(thread, ACCESS_GSTORE, event, 1);
}

/* Dies unless the 16 bytes that an access, the last event, begins with are
 * aligned and in the array. */
static void check_global4(Thread *thread, int line, const char *verb)
{
    const Event *event = last_event(thread);
    const char *name = thread->shared->launch->arrays[event->array].name;

    check_wide(thread, event->cell, line, verb, name);
    check_index(thread, event->array, (int64_t)event->cell + WIDE_WORDS - 1,
                line, verb);
}

ScanWord4 thread_global_load4(Thread *thread, int array, int index, int line)
{
    int number =
        note_global(thread, ACCESS_GLOAD, array, index, NULL, line)->array;
    WordClass class = class_in(thread->shared->launch, number);
    ScanWord4 x;

    check_global4(thread, line, "loads");
    await_execution(thread, ACCESS_GLOAD, note_words(thread), WIDE_WORDS);
    size_t first = thread->log->events_count - WIDE_WORDS;
    for (size_t w = 0; w < WIDE_WORDS; ++w)
        x.word[w] = scan_word_of(thread, class, first + w);
    return x;
}

void thread_global_store4(Thread *thread, int array, int index, ScanWord4 x,
                          int line)
{
    int number =
        note_global(thread, ACCESS_GSTORE, array, index, x.word, line)->array;
    Word values[WIDE_WORDS];

    check_global4(thread, line, "stores to");
    for (int w = 1; w < WIDE_WORDS; ++w)
        values[w] = word_into(thread, x.word[w], number, line, "stores to");
    Event *event = note_words(thread);
    bool sums = holds_sums(&thread->shared->launch->arrays[number]);
    for (int w = 1; w < WIDE_WORDS; ++w) {
        event[w].value = values[w];
        scan_word_give_shadow(thread, event + w, x.word[w], sums);
    }
    leave_execution(thread, ACCESS_GSTORE, event, WIDE_WORDS);
}

/* EXCHANGE is 0 or the high bit of Event.array, which tells execute.c to
 * exchange and not to add; execute.c clears the bit. */
static ScanWord atomic(Thread *thread, int array, int index, ScanWord word,
                       uint8_t exchange, int line)
{
    Event *event =
        note_global(thread, ACCESS_ATOMIC, array, index, &word, line);
    int number = event->array;

    event->array |= exchange;
    await_execution(thread, ACCESS_ATOMIC, event, 1);
    return scan_word_of_last(thread, class_in(thread->shared->launch, number));
}

ScanWord thread_atomic_add(Thread *thread, int array, int index, ScanWord word,
                           int line)
{
    return atomic(thread, array, index, word, 0, line);
}

ScanWord thread_atomic_exchange(Thread *thread, int array, int index,
                                ScanWord word, int line)
{
    return atomic(thread, array, index, word, 0x80, line);
}

static ScanWord shuffle(Thread *thread, ScanWord word, int by, uint8_t way,
                        int line)
{
    Word value = scan_word_value(thread, word, line);
    Event *event = thread_note(thread, ACCESS_SHFL, line);

    event->cell = (uint32_t)by;
    event->value = value;
    event->array = (uint8_t)(scan_word_class(word) | way);
    scan_word_give_shadow(thread, event, word, false);
    return await_word(thread, ACCESS_SHFL, event);
}

ScanWord thread_shuffle_up(Thread *thread, ScanWord word, int delta, int line)
{
    if (delta < 0)
        thread_die(thread, line,
                   "shuffles up by %d; the distance must not be "
                   "negative",
                   delta);
    return shuffle(thread, word, delta, 0, line);
}

/* THREAD_SHUFFLE_FROM tells execute.c that the cell is a lane, no distance. */
ScanWord thread_shuffle(Thread *thread, ScanWord word, int from, int line)
{
    uint32_t k = thread->shared->launch->k;

    if (from < 0 || (uint32_t)from >= k)
        thread_die(thread, line, "shuffles from lane %d of a warp of %u", from,
                   k);
    return shuffle(thread, word, from, THREAD_SHUFFLE_FROM, line);
}

static Event *note_pair(Thread *thread, int kind, int name, int index, int line)
{
    const char *verb = trace_traits((AccessKind)kind)->verb;
    const Launch *launch = thread->shared->launch;
    int array = array_of(thread, name, line, verb);

    if (launch->arrays[array].holds != HOLDS_PAIRS)
        thread_die(thread, line, "%s pair %d of %s, which holds no pairs", verb,
                   index, launch->arrays[array].name);
    check_index(thread, array, 2 * (int64_t)index, line, verb);
    Event *event = thread_note(thread, kind, line);
    event->cell = pair_cell((uint32_t)index, 0);
    event->array = (uint8_t)array;
    return event;
}

void thread_publish(Thread *thread, int array, int index, int state,
                    ScanWord word, int line)
{
    if (state < 1 || state >= PAIR_STATES)
        thread_die(thread, line, "publishes state %d; states are 1 to %d",
                   state, PAIR_STATES - 1);
    Word value = scan_word_sum_value(thread, word, line);
    Event *event = note_pair(thread, ACCESS_PUBLISH, array, index, line);
    event->cell += (uint32_t)state;
    event->value = value;
    scan_word_give_shadow(thread, event, word, true);
    leave_execution(thread, ACCESS_PUBLISH, event, 1);
}

int thread_await(Thread *thread, int array, int index, ScanWord *word, int line)
{
    Event *event = note_pair(thread, ACCESS_AWAIT, array, index, line);

    await_execution(thread, ACCESS_AWAIT, event, 1);
    *word = scan_word_of_last(thread, WORD_SUM);
    return (int)(event->cell % PAIR_STATES);
}

/* Counts the flags of the elements of INTERVAL; false if it is no sum of
 * neighbours. */
static bool count_flags(const Launch *launch, Word interval, int *count)
{
    *count = 0;
    if (interval == INTERVAL_IDENTITY)
        return true;
    if (!interval_is_range(interval) || interval_last(interval) >= launch->n ||
        !launch->flags)
        return false;
    for (uint32_t i = interval_first(interval); i <= interval_last(interval);
         ++i)
        *count += (int)launch->flags[i];
    return true;
}

/* In a shadow run x is an interval: counts the flags of its elements.  A run
 * with its shadow gives up if the two differ. */
int thread_number(Thread *thread, ScanWord word, int line)
{
    const SimShared *shared = thread->shared;
    Word x = scan_word_value(thread, word, line);
    int count = (int)x;

    scan_word_check_class(thread, word, WORD_FLAG, line);
    if (shared->launch->op == OP_INTERVAL &&
        !count_flags(shared->launch, x, &count))
        thread_die(thread, line,
                   "needs a number, but this word is no sum of neighbours");
    if (thread->shadow &&
        (!count_flags(shared->shadow, scan_word_shadow(thread, word, false),
                      &count) ||
         count != (int)x))
        thread_give_up(thread);
    return count;
}

ScanWord thread_from_int(const Thread *thread, int number)
{
    return scan_word_new(thread, WORD_PLAIN, (uint32_t)number);
}

int thread_to_int(Thread *thread, ScanWord word, int line)
{
    Word value = scan_word_value(thread, word, line);

    scan_word_check_class(thread, word, WORD_PLAIN, line);
    return (int)value;
}

ScanWord thread_op(Thread *thread, ScanWord x, ScanWord y, int line)
{
    WordClass class =
        scan_word_class_of_sum(scan_word_class(x), scan_word_class(y));
    bool sums = class == WORD_SUM;
    Word left = sums ? scan_word_sum_value(thread, x, line)
                     : scan_word_value(thread, x, line);
    Word right = sums ? scan_word_sum_value(thread, y, line)
                      : scan_word_value(thread, y, line);
    Event *event = thread_note(thread, EVENT_OP, line);

    event->cell = left;
    event->value = right;
    if (thread->shadow) {
        Event *shadow = thread_shadow_of(thread, event);
        shadow->cell = scan_word_shadow(thread, x, sums);
        shadow->value = scan_word_shadow(thread, y, sums);
    }
    return scan_word_of_last(thread, class);
}

ScanWord thread_identity(const Thread *thread)
{
    return scan_word_new(thread, WORD_IDENTITY, 0);
}
