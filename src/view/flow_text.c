/* SPDX-License-Identifier: MIT
 *
 * flow_text - see flow_text.h.
 */
#include "view/flow_text.h"

#include "say/phrases.h"
#include "view/scene.h"
#include "view/shown_value.h"

#include <stdio.h>
#include <string.h>

/* How far apart the operands of a round's sums are; 0 where that is not so
 * simple. */
static uint32_t distance_of(const Dataflow *flow, size_t round)
{
    const Trace *trace = flow->trace;
    const DataflowRound *of = flow->rounds + round;

    if (trace->steps[of->step].level == 0)
        return 0;
    for (uint32_t i = of->first; i < of->end; ++i) {
        uint32_t distance = trace_is_store(trace->instructions + i)
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
    uint32_t distance = distance_of(flow, round);
    Text name = {0};

    trace_step_name(flow->trace, flow->trace->steps + flow->rounds[round].step,
                    " · ", &name);
    const char *level = strstr(name.text, "level ");
    const char *start = level && (distance || brief > 0) ? level : name.text;
    const char *time = brief == 2 ? strstr(start, " time") : NULL;
    int length = (int)(time ? (size_t)(time - start) : strlen(start));
    if (distance && brief == 0)
        snprintf(text, FLOW_LABEL, "%s · %u apart", start, distance);
    else if (distance && brief == 1 && level)
        snprintf(text, FLOW_LABEL, "%u apart", distance);
    else
        snprintf(text, FLOW_LABEL, "%.*s", length, start);
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
