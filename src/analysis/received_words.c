/* SPDX-License-Identifier: MIT */
#include "analysis/received_words.h"

#include "analysis/shuffle.h"

#include <stdlib.h>

static void find_next(ReceivedWords *words)
{
    const Trace *trace = words->trace;
    uint32_t *later = base_alloc(trace->run.threads + 1, sizeof *later);

    for (uint32_t t = 0; t < trace->run.threads; ++t)
        later[t] = REGISTERS_NEVER;
    for (size_t i = trace->instructions_count; i-- > 0;) {
        const Instruction *at = trace->instructions + i;
        bool upper = words->rows->words[i] == 0;
        for (int lane = at->lanes; lane-- > 0;) {
            uint32_t access = at->first_access + (uint32_t)lane;
            uint32_t thread = trace_thread(trace, at, trace->accesses + access);
            words->next[access] = later[thread];
            words->instruction_of[access] = (uint32_t)i;
            later[thread] = upper ? later[thread] : access;
        }
    }
    free(later);
}

ReceivedWords received_words_of(const RegisterRows *rows)
{
    size_t accesses = rows->trace->accesses_count + 1;
    ReceivedWords words = {.trace = rows->trace, .rows = rows};

    words.next = base_alloc(accesses, sizeof *words.next);
    words.instruction_of = base_alloc(accesses, sizeof *words.instruction_of);
    find_next(&words);
    return words;
}

void received_words_free(ReceivedWords *words)
{
    free(words->next);
    free(words->instruction_of);
}

static bool is_word(const Access *access, Word value, Word interval)
{
    return access->value == value && access->interval == interval;
}

uint32_t received_words_next(const ReceivedWords *words, uint32_t access)
{
    uint32_t at = words->instruction_of[access], next = words->next[access];

    while (next != REGISTERS_NEVER && words->instruction_of[next] == at)
        next = words->next[next];
    return next;
}

/* Is ACCESS one word, or number, of several that an instruction writes at once?
 */
static bool is_wide_store(const ReceivedWords *words, uint32_t access)
{
    uint32_t index = words->instruction_of[access];

    return words->rows->words[index] > 1 &&
           trace_traits_of(words->trace->instructions + index)->writes;
}

uint32_t received_words_sum(const ReceivedWords *words, uint32_t access)
{
    const Trace *trace = words->trace;
    const Instruction *at = trace->instructions + words->instruction_of[access];
    const Access *received = trace->accesses + access;
    uint32_t next = received_words_next(words, access);

    if (next == REGISTERS_NEVER || trace->accesses[next].sums == 0 ||
        is_wide_store(words, next) || shuffle_keeps_own(trace, at, received))
        return REGISTERS_NEVER;
    const Sum *sums = trace_sums(trace, trace->accesses + next);
    uint32_t first = (uint32_t)(sums - trace->sums);
    bool wide = words->rows->words[words->instruction_of[access]] > 1;
    int count = wide ? trace->accesses[next].sums : 1;
    for (int i = 0; i < count; ++i)
        if (is_word(received, sums[i].right, sums[i].right_interval) ||
            (!wide && is_word(received, sums->left, sums->left_interval)))
            return first + (uint32_t)i;
    return REGISTERS_NEVER;
}

uint32_t received_words_stored_sum(const ReceivedWords *words, uint32_t access)
{
    const Trace *trace = words->trace;
    const Access *word = trace->accesses + access;

    if (!is_wide_store(words, access) || word->sums == 0)
        return REGISTERS_NEVER;
    return (uint32_t)(trace_sums(trace, word) - trace->sums) + word->sums - 1u;
}

/* True if some lane of the instruction made a sum with the word it received. */
static bool any_sum(const ReceivedWords *words, const Instruction *at)
{
    for (int i = 0; i < at->lanes; ++i)
        if (received_words_sum(words, at->first_access + (uint32_t)i) !=
            REGISTERS_NEVER)
            return true;
    return false;
}

bool received_words_keeps(const ReceivedWords *words, const Instruction *at,
                          uint32_t access, Word value, Word interval)
{
    const Trace *trace = words->trace;
    const Access *received = trace->accesses + access;
    uint32_t next = words->next[access];

    if (received->cell == received->lane)
        return true;
    if (is_word(received, value, interval))
        return any_sum(words, at);
    if (next == REGISTERS_NEVER)
        return any_sum(words, at);
    const Instruction *later =
        trace->instructions + words->instruction_of[next];
    const Access *seen =
        trace_is_shuffle(later) ? shuffle_sent(trace, later, received->lane)
        : trace_traits_of(later)->brings ? NULL
                                         : trace->accesses + next;
    if (seen && is_word(seen, received->value, received->interval))
        return false;
    if (seen && is_word(seen, value, interval))
        return true;
    return any_sum(words, at);
}
