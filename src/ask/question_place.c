/* SPDX-License-Identifier: MIT
 *
 * question_place - finds what is at a place; see question_place.h.
 */
#include "ask/question_place.h"

#include "say/narrate.h"

/* ---- Places ---------------------------------------------------------------*/

bool question_place(const AnalysedTrace *const traces[], int count, int panel,
                    size_t position, uint64_t seed, QuestionPlace *place)
{
    const AnalysedTrace *analysed = traces[panel];
    const Trace *trace = analysed->trace;

    *place = (QuestionPlace){.traces = traces,
                             .count = count,
                             .panel = panel,
                             .analysed = analysed,
                             .trace = trace,
                             .position = position,
                             .random = seed,
                             .wanted = QUESTION_ANY_THREAD};
    if (position >= trace->instructions_count)
        return false;
    place->index = issue_order_at(analysed->order, position);
    place->at = trace->instructions + place->index;
    if (trace_is_cut(trace, trace_block(trace, trace_step(trace, place->at))
                                ->grid)) /* who knows how it would go on */
        return false;
    place->service = service_of(trace, place->at);
    place->accesses = place->service.accesses;
    if (position)
        place->running =
            trace->instructions + issue_order_at(analysed->order, position - 1);
    return true;
}

static const Block *block_of(const QuestionPlace *place, const Instruction *at)
{
    return trace_block(place->trace, trace_step(place->trace, at));
}

bool question_shows(const QuestionPlace *place)
{
    const Block *block = block_of(place, place->at);

    return place->running ? block_of(place, place->running) == block
                          : block == place->trace->blocks;
}

bool question_wants(const QuestionPlace *place, int lane)
{
    return place->wanted == QUESTION_ANY_THREAD ||
           trace_thread(place->trace, place->at, place->accesses + lane) ==
               place->wanted;
}

bool question_at_step(QuestionPlace *place)
{
    const Step *step = trace_step(place->trace, place->at);

    place->step = place->at->step;
    return place->index == step->first_instruction &&
           place->step > trace_block(place->trace, step)->first_step &&
           place->running && place->running->step + 1 == place->step;
}

/* ---- Words ----------------------------------------------------------------*/

void question_thread(const QuestionPlace *place, uint32_t thread, Text *text)
{
    text_add(text, "T%u", thread);
    if (place->trace->blocks_count > 1)
        text_add(text, " of block %u", block_of(place, place->at)->index);
}

void question_line(const QuestionPlace *place, const Instruction *at,
                   Text *text)
{
    trace_line_name(place->trace, at, text);
}

void question_step(const QuestionPlace *place, uint32_t step, Text *text)
{
    const Trace *trace = place->trace;

    text_add(text, "step %u (", issue_order_number(trace, step));
    trace_step_name(trace, trace->steps + step, ", ", text);
    text_add(text, ")");
}

void question_list(const uint32_t numbers[], size_t count, const char *prefix,
                   Text *text)
{
    for (size_t i = 0; i < count; ++i) {
        const char *between = i == 0 ? "" : i + 1 < count ? ", " : " and ";
        text_add(text, "%s%s%u", between, prefix, numbers[i]);
    }
}

void question_about(const QuestionPlace *place, Question *question)
{
    Text text = {0};

    if (place->trace->blocks_count > 1)
        text_add(&text, "Block %u: ", block_of(place, place->at)->index);
    if (trace_is_shuffle(place->at))
        narrate_title(place->trace, place->index + 1, &text);
    else
        narrate_action(place->trace, place->index, &text);
    text_add(&text, " (");
    question_line(place, place->at, &text);
    text_add(&text, ")");
    question->about = text.text;
}

void question_stand(const QuestionPlace *place, int lane, Question *question)
{
    question->panel = place->panel;
    question->position = place->position;
    question->end = place->position + 1;
    question->block =
        (uint32_t)(block_of(place, place->at) - place->trace->blocks);
    question->thread = lane < 0 ? UINT32_MAX
                                : trace_thread(place->trace, place->at,
                                               place->accesses + lane);
}
