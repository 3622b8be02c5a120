/* SPDX-License-Identifier: MIT
 *
 * sum_phrases - examines the operands of stored sums; see sum_phrases.h.
 */
#include "text/sum_phrases.h"

#include "text/phrases.h"
#include "trace/value.h"

/* The set of lanes of AT that store a sum they have just made. */
static uint64_t adders_of(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);
    uint64_t adders = 0;

    for (int i = 0; i < at->lanes; ++i)
        if (trace_is_new_sum(trace, access + i))
            adders |= UINT64_C(1) << i;
    return adders;
}

/* The sum that ACCESS stores: the last of the sums made for it. */
static const Sum *sum_of(const Trace *trace, const Access *access)
{
    return trace_sums(trace, access) + access->sums - 1;
}

uint32_t sum_phrases_apart(const Sum *sum, uint32_t usual)
{
    if (!interval_is_range(sum->right_interval))
        return 0;
    if (sum->left_interval == INTERVAL_IDENTITY)
        return usual;
    if (!interval_is_range(sum->left_interval))
        return 0;
    return interval_last(sum->right_interval) -
           interval_last(sum->left_interval);
}

uint32_t sum_phrases_distance(const Trace *trace, size_t index)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at), *last = NULL;
    uint64_t adders = adders_of(trace, at);
    uint32_t distance = 0, element = 0;

    for (int i = at->lanes - 1; i >= 0;
         --i) { /* the first lane's left operand may be the identity */
        if (!(adders >> i & 1))
            continue;
        const Sum *sum = sum_of(trace, access + i);
        uint32_t apart = sum_phrases_apart(sum, distance);
        uint32_t own = interval_last(sum->right_interval);
        if (apart == 0 || (last && (apart != distance || own + 1 != element ||
                                    access[i].cell + 1 != last->cell)))
            return 0;
        distance = apart;
        element = own;
        last = access + i;
    }
    return adders & (adders - 1) ? distance : 0;
}

/* True if the thread of LANE stores the element of its own number, in any of
 * the buffers. */
static bool stand_by(const Trace *trace, const Instruction *at, int lane)
{
    const Access *access = trace_accesses(trace, at) + lane;

    return access->cell % trace->run.n == trace_thread(trace, at, access);
}

/* Adds "add to cells 4 to 15 the value 4 places to their left". */
static void tell_regular(const Trace *trace, const Instruction *at,
                         uint64_t adders, uint32_t distance, Text *text)
{
    const Access *access = trace_accesses(trace, at);
    int first = 0, last = at->lanes - 1;

    while (!(adders >> first & 1))
        ++first;
    while (!(adders >> last & 1))
        --last;
    text_add(text, " add");
    if (!stand_by(trace, at, first))
        text_add(text, " to cells %u %s %u", access[first].cell,
                 last == first + 1 ? "and" : "to", access[last].cell);
    text_add(text, " the value %u place%s to their left", distance,
             distance == 1 ? "" : "s");
}

bool sum_phrases_tell(const Trace *trace, size_t index, Text *text)
{
    const Instruction *at = trace->instructions + index;
    uint64_t adders = adders_of(trace, at), others = phrase_all(at) & ~adders;
    uint32_t distance = sum_phrases_distance(trace, index);

    if (at->lanes < 2 || !adders || (!others && !distance))
        return false;
    phrase_threads(trace, at, adders, true, text);
    if (distance)
        tell_regular(trace, at, adders, distance, text);
    else
        text_add(text, adders & (adders - 1) ? " store their sums"
                                             : " stores its sum");
    if (others) {
        text_add(text, ", ");
        phrase_threads(trace, at, others, false, text);
        text_add(text, others & (others - 1) ? " move a value each"
                                             : " moves a value");
    }
    return true;
}
