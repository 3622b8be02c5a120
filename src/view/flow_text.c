/* SPDX-License-Identifier: MIT
 *
 * flow_text - distances and sums in words; see flow_text.h.
 */
#include "view/flow_text.h"

#include "text/phrases.h"
#include "view/scene.h"

#include <stdio.h>

/* How far apart the operands of a round's sums are; 0 where that is not so
 * simple. */
static uint32_t distance_of(const Dataflow *flow, size_t round)
{
    const Trace *trace = flow->trace;
    const DataflowRound *of = flow->rounds + round;

    if (trace->steps[of->step].level == 0)
        return 0;
    for (uint32_t i = of->first; i < of->end; ++i) {
        uint32_t distance = trace->instructions[i].kind == ACCESS_STORE
                                ? phrase_distance(trace, i)
                                : 0;
        if (distance)
            return distance;
    }
    return 0;
}

void flow_text_label(const Dataflow *flow, size_t round, int brief,
                     char text[FLOW_LABEL])
{
    const Step *step = flow->trace->steps + flow->rounds[round].step;
    const char *phase = trace_phase(flow->trace, step);
    uint32_t distance = distance_of(flow, round);

    if (step->level == 0)
        snprintf(text, FLOW_LABEL, "%s", phase);
    else if (distance && brief == 0)
        snprintf(text, FLOW_LABEL, "level %d · distance %u", step->level,
                 distance);
    else if (distance && brief == 1)
        snprintf(text, FLOW_LABEL, "distance %u", distance);
    else if (brief == 0)
        snprintf(text, FLOW_LABEL, "%s · level %d", phase, step->level);
    else
        snprintf(text, FLOW_LABEL, "level %d", step->level);
}

bool flow_text_sum(const Trace *trace, const Access *access, const char *gap,
                   char text[FLOW_SUM])
{
    const Sum *sum = trace_sums(trace, access);
    char left[VALUE_TEXT], right[VALUE_TEXT];
    Op op = trace->run.op;

    if (!sum || !trace_is_new_sum(trace, access))
        return false;
    snprintf(text, FLOW_SUM, "%s%s%s%s%s",
             scene_value(op, sum->left, true, left), gap, op_sign(op), gap,
             scene_value(op, sum->right, true, right));
    return true;
}
