/* SPDX-License-Identifier: MIT */
#include "analysis/wrong_words.h"

#include "analysis/issue_order.h"
#include "analysis/dataflow.h"
#include "analysis/tile_status.h"
#include "analysis/sum_check.h"
#include "analysis/sum_results.h"
#include "trace/element.h"

#include <stdlib.h>
#include <string.h>

static void flag(WrongWords *words, const Trace *trace, const Access *access,
                 unsigned what)
{
    words->accesses[access - trace->accesses] |= (uint8_t)what;
}

/* ---- Words that are no sums ----------------------------------------------*/

/* Is the word that ACCESS moves a sum of inputs? */
static bool moves_sum(const Trace *trace, const Instruction *at,
                      const Access *access)
{
    if (!trace_is_global(at))
        return true;
    uint8_t holds = trace->arrays[at->array].holds;
    return holds == HOLDS_SUMS ||
           (holds == HOLDS_PAIRS && !tile_status_is_state(trace, at, access));
}

static bool is_none(const Sum *sum)
{
    return interval_join(sum->left_interval, sum->right_interval) ==
           INTERVAL_TOP;
}

/* Is one of the sums that were made for ACCESS the first that is none? */
static bool goes_wrong(const Trace *trace, const Access *access)
{
    const Sum *sum = trace_sums(trace, access);

    for (int i = 0; i < access->sums; ++i, ++sum)
        if (sum->left_interval != INTERVAL_TOP &&
            sum->right_interval != INTERVAL_TOP && is_none(sum))
            return true;
    return false;
}

static void flag_sums(WrongWords *words, const Trace *trace)
{
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        for (int lane = 0; lane < at->lanes; ++lane, ++access) {
            if (access->interval == INTERVAL_TOP &&
                moves_sum(trace, at, access))
                flag(words, trace, access, WRONG_WORD);
            if (goes_wrong(trace, access))
                flag(words, trace, access, WRONG_ARISES);
        }
    }
    for (size_t i = 0; i < trace->sums_count; ++i)
        words->sums[i] = is_none(trace->sums + i);
}

static void flag_round(void *data, uint32_t access, bool arises)
{
    WrongWords *words = data;

    words->accesses[access] |= WRONG_WORD;
    if (arises)
        words->accesses[access] |= WRONG_ARISES;
}

/* ---- Outputs --------------------------------------------------------------*/

/* Notes ACCESS as the last one of the parts of PART bytes that it stores. */
static void note_last(const Access *access, uint32_t part, uint32_t length,
                      const Access **last)
{
    for (uint32_t at = 0; at < sizeof(Word); at += part) {
        uint64_t place = (access->cell * sizeof(Word) + at) / part;
        if (access->bytes >> at & 1 && place < length)
            last[place] = access;
    }
}

/* The last access that stored each part of ARRAY, by the playing order; NULL:
 * none did.  A part has PART bytes, at most a word.  The caller frees the
 * array. */
static const Access **last_stores(const Trace *trace, const uint32_t *order,
                                  uint8_t array, uint32_t part)
{
    uint32_t length =
        trace->arrays[array].words * ((uint32_t)sizeof(Word) / part);
    const Access **last = base_alloc((size_t)length + 1, sizeof *last);

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + issue_order_at(order, i);
        const Access *access = trace_accesses(trace, at);
        if (!trace_is_global_store(at) || at->array != array)
            continue;
        for (int lane = 0; lane < at->lanes; ++lane, ++access)
            note_last(access, part, length, last);
    }
    return last;
}

static uint8_t output_array(const Trace *trace)
{
    return trace->grids[trace->grids_count - 1].out;
}

/* Wrong outputs, whose last words are the wrong ones. */
static void flag_outputs(WrongWords *words, const Trace *trace,
                         const uint32_t *order, const Proof *proof)
{
    const Run *run = &trace->run;
    uint8_t array = output_array(trace);
    ProofWanted wanted = proof_wanted(trace);
    const Access **last = last_stores(trace, order, array, sizeof(Word));

    for (uint32_t i = 0; i < run->n && i < trace->arrays[array].words; ++i) {
        bool wrong = trace->output_interval[i] != wanted.intervals[i];
        /* rounding is no fault */
        bool value = !wrong && !proof->correct && run->op != OP_FADD &&
                     trace->output[i] != wanted.words[i];
        if (!last[i] || !(wrong || value))
            continue;
        flag(words, trace, last[i],
             last[i]->interval == INTERVAL_TOP ? WRONG_WORD
                                               : WRONG_WORD | WRONG_ARISES);
    }
    free(last);
    proof_wanted_free(&wanted);
}

/* The array of a program that is called NAME; false if none is. */
static bool find_array(const Trace *trace, const char *name, uint8_t *array)
{
    for (size_t a = 0; a < trace->arrays_count; ++a)
        if (strcmp(trace->arrays[a].name, name) == 0) {
            *array = (uint8_t)a;
            return true;
        }
    return false;
}

/* ---- Words of a program ---------------------------------------------------*/

/* A word, or a number of two, that an access moves. */
typedef struct {
    const Instruction *at;
    const Access *access; /* of its lower word */
    uint32_t words;
    uint64_t value;
} Moved;

/* A word that is no sum and goes to a wrong output as it is. */
typedef struct {
    Moved moved;   /* by the access that stores it; words is 0: it was loaded */
    uint32_t next; /* of the same thread; from 1, 0: none */
} Stray;

/* The way of such words through a block, from its end to its begin. */
typedef struct {
    WrongWords *words;
    const Trace *trace;
    Stray *strays; /* that threads have stored, and not loaded yet */
    size_t strays_count, strays_capacity;
    uint32_t *threads; /* the first stray of each thread; from 1, 0: none */
    uint8_t *wanted;   /* which cells hold such a word, and */
    uint64_t *values;  /* which */
} StrayWay;

/* What access number LANE of AT moves. */
static Moved moved_by(const Trace *trace, const Instruction *at, int lane)
{
    const Access *access = trace_accesses(trace, at) + lane;
    Moved moved = {at, access, 1, access->value};
    uint32_t grid = trace_block(trace, trace_step(trace, at))->grid;
    const Variable *variable =
        trace_is_shared(at) ? trace_variable_at(trace, grid, access->cell)
                            : NULL;
    uint32_t element = trace_is_global(at) ? trace->arrays[at->array].element
                       : variable          ? variable->element
                                           : ELEMENT_OTHER;

    if (element_width(element) == 2 * sizeof(Word) && access->cell % 2 == 0 &&
        lane + 1 < at->lanes && access[1].lane == access->lane &&
        access[1].cell == access->cell + 1) {
        moved.words = 2;
        moved.value |= (uint64_t)access[1].value << 32;
    }
    return moved;
}

static void flag_moved(WrongWords *words, const Trace *trace,
                       const Moved *moved, unsigned what)
{
    for (uint32_t w = 0; w < moved->words; ++w)
        flag(words, trace, moved->access + w, what);
}

/* MOVED, a word that does not sum neighbours, is stored. */
static void leave(StrayWay *way, const Moved *moved)
{
    uint32_t thread = trace_thread(way->trace, moved->at, moved->access);
    Stray stray = {*moved, way->threads[thread]};

    base_push(way, strays, stray);
    way->threads[thread] = (uint32_t)way->strays_count;
}

/* MOVED is loaded; true if its thread stores it as it is. */
static bool arrive(StrayWay *way, const Moved *moved)
{
    uint32_t *place =
        &way->threads[trace_thread(way->trace, moved->at, moved->access)];
    bool found = false;

    while (*place) {
        Stray *stray = way->strays + (*place - 1);
        if (stray->moved.value == moved->value &&
            stray->moved.words == moved->words) {
            stray->moved.words = 0;
            *place = stray->next;
            found = true;
        } else {
            place = &stray->next;
        }
    }
    return found;
}

static void go_back(StrayWay *way, const Moved *moved)
{
    uint32_t cell = moved->access->cell;

    if (trace_is_global_store(moved->at)) {
        if (wrong_words_at(way->words, way->trace, moved->access))
            leave(way, moved);
    } else if (cell >= way->trace->run.words) {
        return;
    } else if (trace_is_store(moved->at) && way->wanted[cell]) {
        way->wanted[cell] = 0;
        if (moved->value != way->values[cell])
            return;
        flag_moved(way->words, way->trace, moved, WRONG_WORD);
        leave(way, moved);
    } else if (trace_is_load(moved->at) && arrive(way, moved)) {
        flag_moved(way->words, way->trace, moved, WRONG_WORD);
        way->wanted[cell] = 1;
        way->values[cell] = moved->value;
    }
}

/* Follows wrong outputs of a block that are no sums back to where their words
 * were made: there they arise. */
static void flag_strays(WrongWords *words, const Trace *trace,
                        const Block *block)
{
    StrayWay way = {.words = words, .trace = trace};
    uint32_t first, end;

    way.threads =
        base_alloc(trace->grids[block->grid].threads + 1, sizeof *way.threads);
    way.wanted = base_alloc((size_t)trace->run.words + 1, 1);
    way.values = base_alloc((size_t)trace->run.words + 1, sizeof *way.values);
    trace_block_instructions(trace, block, &first, &end);
    for (uint32_t i = end; i-- > first;) {
        const Instruction *at = trace->instructions + i;
        for (int lane = 0; lane < at->lanes;) {
            Moved moved = moved_by(trace, at, lane);
            if (moved.access->interval == INTERVAL_TOP)
                go_back(&way, &moved);
            lane += (int)moved.words;
        }
    }
    for (size_t i = 0; i < way.strays_count; ++i)
        flag_moved(words, trace, &way.strays[i].moved, WRONG_ARISES);
    free(way.strays);
    free(way.threads);
    free(way.wanted);
    free(way.values);
}

/* The load by which a thread took a word, a sum, to an output that should be
 * another one: the load of the same step, before it. */
static void flag_taken(WrongWords *words, const Trace *trace,
                       const Block *block)
{
    StrayWay way = {.words = words, .trace = trace};
    size_t threads = trace->grids[block->grid].threads + 1;
    uint32_t first, end;

    way.threads = base_alloc(threads, sizeof *way.threads);
    trace_block_instructions(trace, block, &first, &end);
    for (uint32_t i = end; i-- > first;) {
        const Instruction *at = trace->instructions + i;
        if (i + 1 < end && at[1].step != at->step && way.strays_count) {
            way.strays_count = 0;
            memset(way.threads, 0, threads * sizeof *way.threads);
        }
        for (int lane = 0; lane < at->lanes;) {
            Moved moved = moved_by(trace, at, lane);
            const Access *access = moved.access;
            lane += (int)moved.words;
            if (access->interval == INTERVAL_TOP)
                continue;
            if (trace_is_global_store(at) && !access->sums &&
                wrong_words_at(words, trace, access))
                leave(&way, &moved);
            else if (trace_is_load(at) && arrive(&way, &moved))
                flag_moved(words, trace, &moved, WRONG_TAKEN);
        }
    }
    free(way.strays);
    free(way.threads);
}

/* The bytes of an output: of the array's numbers, or, where these are not
 * known, of those that it has sums of. */
static uint32_t result_width(const Trace *trace, const SumResult *result,
                             uint8_t array)
{
    uint32_t width = element_width(trace->arrays[array].element);
    uint8_t in;

    if (!width && find_array(trace, result->input, &in))
        width = element_width(trace->arrays[in].element);
    return width ? width : (uint32_t)sizeof(Word);
}

static void flag_result(WrongWords *words, const Trace *trace,
                        const uint32_t *order, const SumResult *result)
{
    uint8_t array;

    if (!find_array(trace, result->output, &array))
        return;
    uint32_t width = result_width(trace, result, array);
    uint32_t part = width < sizeof(Word) ? width : (uint32_t)sizeof(Word);
    uint32_t parts = width / part; /* of an output */
    uint32_t count =
        (uint32_t)((uint64_t)trace->arrays[array].words * sizeof(Word) / width);
    const Access **last = last_stores(trace, order, array, part);
    InputSpan *outputs = base_alloc((size_t)count + 1, sizeof *outputs);
    for (uint32_t i = 0; i < count; ++i) {
        const Access *own = last[i * parts];
        outputs[i] = input_span(own ? own->interval : INTERVAL_UNSET);
    }
    uint8_t *wrong = sum_result_wrong(result, outputs, count);
    for (uint32_t i = 0; i < count * parts; ++i)
        if (last[i] &&
            (wrong ? wrong[i / parts] : i / parts == result->first_wrong))
            flag(words, trace, last[i],
                 wrong && input_span_is(outputs[i / parts], INTERVAL_TOP)
                     ? WRONG_WORD
                     : WRONG_WORD | WRONG_ARISES);
    for (size_t b = 0; wrong && b < trace->blocks_count; ++b)
        flag_strays(words, trace, trace->blocks + b);
    free(wrong);
    free(outputs);
    free(last);
}

/* Finds the word that was needed for the first wrong output. */
static void find_lost(WrongWords *words, const Trace *trace,
                      const uint32_t *order, const Proof *proof)
{
    uint8_t array = output_array(trace);

    if (proof->wrong >= trace->run.n ||
        proof->wrong >= trace->arrays[array].words)
        return;
    const Access **last = last_stores(trace, order, array, sizeof(Word));
    if (last[proof->wrong])
        words->lost =
            lost_word_find(trace, last[proof->wrong], proof->wanted_interval);
    free(last);
    if (words->lost.interval != INTERVAL_UNSET)
        flag(words, trace, trace->accesses + words->lost.access,
             WRONG_WORD | WRONG_ARISES);
}

/* ---- All of them ----------------------------------------------------------*/

bool wrong_words_arise(const WrongWords *words, const Trace *trace,
                       size_t index)
{
    const Instruction *at = trace->instructions + index;

    for (int lane = 0; words->accesses && lane < at->lanes; ++lane)
        if (words->accesses[at->first_access + (uint32_t)lane] & WRONG_ARISES)
            return true;
    return false;
}

static void find_first(WrongWords *words, const Trace *trace,
                       const uint32_t *order)
{
    for (size_t i = 0; i < trace->instructions_count; ++i)
        if (wrong_words_arise(words, trace, issue_order_at(order, i))) {
            words->first = i;
            return;
        }
}

/* The first launch of a program whose outputs are not all as most are, or what
 * all launches do together; NULL if there is none. */
static const SumResult *wrong_result(const Trace *trace)
{
    for (size_t i = 0; i < trace->results_count; ++i)
        if (sum_result_is_wrong(trace, &trace->results[i]) &&
            !sum_result_is_further(trace, &trace->results[i]))
            return trace->results + i;
    return NULL;
}

WrongWords wrong_words_of(const Trace *trace, const uint32_t *order,
                          const Proof *proof)
{
    WrongWords words = {.first = WRONG_WORDS_NEVER,
                        .lost.interval = INTERVAL_UNSET};
    const SumResult *result = proof->unchecked ? wrong_result(trace) : NULL;
    SumResult expected;

    if (!result && proof->unexpected && trace->grids_count > 0 &&
        sum_result_expected(trace, &expected))
        result = &expected;
    if (trace->grids_count == 0 ||
        (proof->unchecked ? !result : proof->intervals_ok && proof->correct))
        return words;
    words.accesses = base_alloc(trace->accesses_count + 1, 1);
    words.sums = base_alloc(trace->sums_count + 1, 1);
    if (result) {
        flag_result(&words, trace, order, result);
    } else {
        flag_sums(&words, trace);
        if (!proof->race_free && trace->blocks_count == 1)
            round_sums_find(trace, flag_round, &words);
        flag_outputs(&words, trace, order, proof);
        for (size_t b = 0; b < trace->blocks_count; ++b)
            flag_taken(&words, trace, trace->blocks + b);
        find_lost(&words, trace, order, proof);
    }
    find_first(&words, trace, order);
    return words;
}

/* The lost word of WORDS for OWN, the words of a part, of which instruction
 * INDEX is ORIGIN in the whole. */
static void add_lost_part(WrongWords *own, const WrongWords *words,
                          uint32_t origin, uint32_t index)
{
    if (words->lost.interval == INTERVAL_UNSET)
        return;
    if (origin == words->lost.instruction) {
        own->lost = words->lost;
        own->lost.instruction = index;
    }
    if (own->lost.interval != INTERVAL_UNSET &&
        (origin == words->lost.instruction || origin == words->lost.needed))
        own->lost.needed = index;
}

WrongWords wrong_words_part(const WrongWords *words, const Trace *trace,
                            const Trace *part, const uint32_t *origins)
{
    WrongWords own = {.first = WRONG_WORDS_NEVER,
                      .lost.interval = INTERVAL_UNSET};

    if (!words->accesses)
        return own;
    own.accesses = base_alloc(part->accesses_count + 1, 1);
    own.sums = base_alloc(part->sums_count + 1, 1);
    for (size_t i = 0; i < part->instructions_count; ++i) {
        add_lost_part(&own, words, origins[i], (uint32_t)i);
        const Instruction *at = part->instructions + i;
        const Instruction *from = trace->instructions + origins[i];
        const Access *access = trace_accesses(part, at);
        const Access *other = trace_accesses(trace, from);
        for (int lane = 0; lane < at->lanes; ++lane, ++access, ++other) {
            own.accesses[access - part->accesses] =
                words->accesses[other - trace->accesses];
            if (access->sums)
                memcpy(own.sums + (trace_sums(part, access) - part->sums),
                       words->sums + (trace_sums(trace, other) - trace->sums),
                       access->sums);
        }
    }
    return own;
}

bool wrong_words_at(const WrongWords *words, const Trace *trace,
                    const Access *access)
{
    return words->accesses &&
           (words->accesses[access - trace->accesses] & WRONG_WORD);
}

bool wrong_words_shown(const WrongWords *words, const Trace *trace,
                       const Access *access)
{
    return words->accesses && (words->accesses[access - trace->accesses] &
                               (WRONG_WORD | WRONG_TAKEN));
}

bool wrong_words_lost(const WrongWords *words, uint32_t cell, size_t index)
{
    const LostWord *lost = &words->lost;

    return words->accesses && lost->interval != INTERVAL_UNSET &&
           cell == lost->cell && index >= lost->instruction &&
           index <= lost->needed;
}

void wrong_words_free(WrongWords *words)
{
    free(words->accesses);
    free(words->sums);
    *words = (WrongWords){.first = WRONG_WORDS_NEVER,
                          .lost.interval = INTERVAL_UNSET};
}
