/* SPDX-License-Identifier: MIT */
#include "analysis/word_links.h"

#include "analysis/issue_order.h"
#include "analysis/tile_status.h"

#include <stdlib.h>

size_t word_links_word(const WordLinks *links, const Instruction *at,
                       const Access *access)
{
    return links->firsts[at->array] + access->cell;
}

/* For each array the number of words of those before it; one more at the end.
 */
static size_t *array_firsts(const Trace *trace)
{
    size_t *firsts = base_alloc(trace->arrays_count + 1, sizeof *firsts);

    for (size_t a = 0; a < trace->arrays_count; ++a)
        firsts[a + 1] = firsts[a] + trace->arrays[a].words;
    return firsts;
}

static uint32_t block_of(const Trace *trace, uint32_t i)
{
    return trace->steps[trace->instructions[i].step].block;
}

/* Adds the link from FROM, which wrote what ACCESS of instruction TO saw. */
static void add_link(WordLinks *links, const Trace *trace, uint32_t from,
                     uint32_t to, const Access *access)
{
    uint32_t b = block_of(trace, from), c = block_of(trace, to);
    const Instruction *one = trace->instructions + from;
    const Instruction *other = trace->instructions + to;
    bool blocks = b != c;

    if (trace->blocks[b].grid != trace->blocks[c].grid ||
        (!blocks && (one->step != other->step || one->warp == other->warp)))
        return;
    base_push(links, links,
              ((WordLink){.from = from,
                          .to = to,
                          .access = (uint32_t)(access - trace->accesses),
                          .blocks = blocks}));
}

/* Links the accesses of instruction I to those that wrote their words last;
 * then I is the last to have written its own. */
static void link_instruction(WordLinks *links, const Trace *trace,
                             uint32_t *writers, uint32_t i)
{
    const Instruction *at = trace->instructions + i;
    const AccessTraits *traits = trace_traits_of(at);
    const Access *access = trace_accesses(trace, at);

    for (int lane = 0; lane < at->lanes; ++lane, ++access) {
        uint32_t *last = writers + word_links_word(links, at, access);
        uint32_t writer = *last;
        /* a state comes with its sum */
        if (traits->brings && writer && writer - 1 != i &&
            !tile_status_is_state(trace, at, access))
            add_link(links, trace, writer - 1, i, access);
        if (traits->writes)
            *last = i + 1;
    }
}

/* A block that looks back at several blocks needs what the nearest of them
 * published, and the others' as far as the first that stands for all inputs
 * before it. */
static void judge_links(WordLinks *links, const Trace *trace)
{
    bool found = false;

    for (size_t l = links->links_count; l-- > 0;) {
        WordLink *link = links->links + l;
        Word seen = trace->accesses[link->access].interval;
        if (l + 1 == links->links_count || link[1].to != link->to)
            found = false;
        link->needed = link->blocks && !found;
        found |= tile_status_looks(trace, trace->instructions + link->to) &&
                 interval_is_range(seen) && interval_first(seen) == 0;
    }
}

WordLinks word_links_of(const Trace *trace)
{
    WordLinks links = {.firsts = array_firsts(trace)};
    uint32_t *writers =
        base_alloc(links.firsts[trace->arrays_count] + 1, sizeof *writers);
    uint32_t *order = trace_order(trace);

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        size_t index = issue_order_at(order, i);
        if (trace_is_global(trace->instructions + index))
            link_instruction(&links, trace, writers, (uint32_t)index);
    }
    judge_links(&links, trace);
    free(order);
    free(writers);
    return links;
}

void word_links_free(WordLinks *links)
{
    free(links->links);
    free(links->firsts);
    *links = (WordLinks){0};
}
