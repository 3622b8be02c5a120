/* SPDX-License-Identifier: MIT */
#include "analysis/thread_access.h"

#include "analysis/issue_order.h"
#include "analysis/sum_results.h"
#include "trace/epoch.h"

ThreadAccess thread_access(const Trace *trace, uint32_t instruction,
                           const Access *access)
{
    const Instruction *at = trace->instructions + instruction;

    return (ThreadAccess){.block = trace_step(trace, at)->block,
                          .step = at->step,
                          .thread = trace_thread(trace, at, access),
                          .instruction = instruction,
                          .site = at->site,
                          .kind = at->kind,
                          .bytes = access->bytes,
                          .plain =
                              trace_traits_of(at)->plain && !at->is_volatile,
                          .warp = at->warp,
                          .lane = access->lane,
                          .epoch = at->epoch};
}

/* True if the lanes of the warp of both have met between them. */
static bool met_between(const ThreadAccess *one, const ThreadAccess *other)
{
    return one->step == other->step && one->warp == other->warp &&
           epoch_before(one->epoch, one->lane, other->epoch, other->lane);
}

bool thread_access_before(const ThreadAccess *one, const ThreadAccess *other)
{
    return one->block == other->block &&
           (one->step < other->step || met_between(one, other) ||
            (one->thread == other->thread &&
             one->instruction < other->instruction));
}

void thread_access_explain_place(const Trace *trace, const ThreadAccess *access,
                                 Text *text)
{
    const Step *step = trace->steps + access->step;
    const Block *block = trace->blocks + access->block;
    const Grid *grid = trace->grids + block->grid;

    if (trace->grids_count > 1)
        text_add(text, "launch %u (%s), ",
                 recorded_launches_number(trace, block->grid), grid->title);
    if (grid->blocks > 1)
        text_add(text, "block %u, ", block->index);
    text_add(text, "step %u (", issue_order_number(trace, access->step));
    trace_step_name(trace, step, ", ", text);
    text_add(text, ")");
}

void thread_access_explain_line(const Trace *trace, const ThreadAccess *access,
                                Text *text)
{
    const Instruction *at = trace->instructions + access->instruction;

    text_add(text, "%s:%u", trace_source_of(trace, at)->name,
             (unsigned)access->site);
    trace_place_name(trace, at, ", ", text);
}
