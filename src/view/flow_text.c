/* SPDX-License-Identifier: MIT
 *
 * flow_text - see flow_text.h.
 */
#include "view/flow_text.h"

#include "text/phrases.h"
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

/* "line 18, 3rd time · 4 apart"; then shorter. */
static void program_label(const Trace *trace, const Step *step,
                          uint32_t distance, int brief, char text[FLOW_LABEL])
{
    Text name = {0};

    trace_step_name(trace, step, ", ", &name);
    if (distance && brief == 0)
        text_add(&name, " · %u apart", distance);
    const char *time = brief == 2 ? strstr(name.text, " time") : NULL;
    snprintf(text, FLOW_LABEL, "%.*s",
             (int)(time ? time - name.text : (ptrdiff_t)name.length),
             name.text);
    text_free(&name);
}

void flow_text_label(const Dataflow *flow, size_t round, int brief,
                     char text[FLOW_LABEL])
{
    const Step *step = flow->trace->steps + flow->rounds[round].step;
    const char *phase = trace_phase(flow->trace, step);
    uint32_t distance = distance_of(flow, round);

    if (trace_is_program(flow->trace)) {
        program_label(flow->trace, step, distance, brief, text);
        return;
    }
    if (step->level == 0)
        snprintf(text, FLOW_LABEL, "%s", phase);
    else if (distance && brief == 0)
        snprintf(text, FLOW_LABEL, "level %d · %u apart", step->level,
                 distance);
    else if (distance && brief == 1)
        snprintf(text, FLOW_LABEL, "%u apart", distance);
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

    if (!sum || !trace_is_new_sum(trace, access))
        return false;
    snprintf(text, FLOW_SUM, "%s%s%s%s%s",
             shown_value_operand(trace, sum, false, true, left), gap,
             op_sign(trace->run.op), gap,
             shown_value_operand(trace, sum, true, true, right));
    return true;
}
