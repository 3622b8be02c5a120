/* SPDX-License-Identifier: MIT */
#include "view/flow_text.h"

#include "say/phrases.h"
#include "view/scene.h"
#include "view/shown_value.h"

#include <stdio.h>

/* The stride between the operands of a row's sums; 0 where that is not so
 * simple. */
static uint32_t stride_of(const Dataflow *flow, size_t row)
{
    const Trace *trace = flow->trace;
    const DataflowRound *of = flow->rounds + row;
    uint32_t stride = 0;

    for (uint32_t i = of->first; i < of->end && !stride; ++i)
        if (trace_is_store(trace->instructions + i))
            stride = phrase_stride(trace, i);
    return trace->steps[of->step].level ? stride : 0;
}

void flow_text_label(const Dataflow *flow, size_t row, int brief,
                     char text[FLOW_LABEL])
{
    const Step *step = flow->trace->steps + flow->rounds[row].step;
    uint32_t stride = stride_of(flow, row);
    Text name = {0};

    if (brief == 0 || step->level == 0)
        trace_step_name(flow->trace, step, " · ", &name);
    else if (!stride || brief == 1)
        trace_step_count(flow->trace, step, &name);
    if (stride)
        text_add(&name, "%sstride %u", name.length ? " · " : "", stride);
    snprintf(text, FLOW_LABEL, "%s", name.text);
    text_free(&name);
}

bool flow_text_sum(const Trace *trace, const Access *access, const char *gap,
                   char text[FLOW_SUM])
{
    const Sum *sum = trace_sums(trace, access);
    char left[VALUE_TEXT], right[VALUE_TEXT];

    if (!sum || !trace_is_new_sum(trace, access))
        return false;
    snprintf(text, FLOW_SUM, "%s%s%s%s%s",
             shown_value_operand(trace, sum, false, true, left), gap,
             op_sign(trace->run.op), gap,
             shown_value_operand(trace, sum, true, true, right));
    return true;
}
