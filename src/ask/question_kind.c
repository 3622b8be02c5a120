/* SPDX-License-Identifier: MIT
 *
 * question_kind - places of a trace, and the words of questions about them.
 */
#include "ask/question_kind.h"

#include "say/say.h"

#include <ctype.h>
#include <stdarg.h>

/* ---- Places ---------------------------------------------------------------*/

const Block *question_block(const QuestionPlace *place, const Instruction *at)
{
    return trace_block(place->trace, trace_step(place->trace, at));
}

uint32_t question_thread(const QuestionPlace *place, int lane)
{
    return trace_thread(place->trace, place->at, place->accesses + lane);
}

bool question_place(const AnalysedTrace *const traces[], int count,
                    const QuestionAsk *ask, size_t position,
                    QuestionPlace *place)
{
    const AnalysedTrace *analysed = traces[ask->panel];
    const Trace *trace = analysed->trace;

    *place = (QuestionPlace){.traces = traces,
                             .count = count,
                             .panel = ask->panel,
                             .analysed = analysed,
                             .trace = trace,
                             .position = position,
                             .random = ask->seed,
                             .wanted = ask->thread};
    if (position >= trace->instructions_count)
        return false;
    place->index = issue_order_at(analysed->order, position);
    place->at = trace->instructions + place->index;
    /* how a launch that ended early would continue is unknown */
    if (trace_is_cut(trace, question_block(place, place->at)->grid))
        return false;
    place->service = service_of(trace, place->at);
    place->accesses = place->service.accesses;
    if (position)
        place->running =
            trace->instructions + issue_order_at(analysed->order, position - 1);
    return true;
}

bool question_shows(const QuestionPlace *place)
{
    const Block *block = question_block(place, place->at);

    return place->running ? question_block(place, place->running) == block
                          : block == place->trace->blocks;
}

bool question_wants(const QuestionPlace *place, int lane)
{
    return place->wanted == QUESTION_ANY_THREAD ||
           question_thread(place, lane) == place->wanted;
}

/* ---- Words ----------------------------------------------------------------*/

static void add_who(const void *data, Text *text)
{
    const QuestionPlace *place = data;

    text_add(text, "T%u", question_thread(place, place->lane));
    if (place->trace->blocks_count > 1)
        text_add(text, " of block %u", question_block(place, place->at)->index);
}

static void add_bank(const void *data, Text *text)
{
    const QuestionPlace *place = data;

    text_add(text, "bank %u",
             bank_of(place->trace, place->accesses[place->lane].cell));
}

static void add_cell(const void *data, Text *text)
{
    const QuestionPlace *place = data;
    uint32_t cell = place->accesses[place->lane].cell;

    text_add(text, "cell %u = %u·%u + %u", cell, bank_row(place->trace, cell),
             place->trace->run.k, bank_of(place->trace, cell));
}

static void add_does(const void *data, Text *text)
{
    const QuestionPlace *place = data;

    text_add(text, trace_is_store(place->at) ? "stores to" : "loads from");
}

static void add_line(const void *data, Text *text)
{
    const QuestionPlace *place = data;

    trace_line_name(place->trace, place->at, text);
}

static void add_step_at(const QuestionPlace *place, uint32_t step, Text *text)
{
    const Trace *trace = place->trace;

    text_add(text, "step %u (", issue_order_number(trace, step));
    trace_step_name(trace, trace->steps + step, ", ", text);
    text_add(text, ")");
}

static void add_last(const void *data, Text *text)
{
    add_step_at(data, ((const QuestionPlace *)data)->step - 1, text);
}

static void add_step(const void *data, Text *text)
{
    add_step_at(data, ((const QuestionPlace *)data)->step, text);
}

static void add_next(const void *data, Text *text)
{
    add_step_at(data, ((const QuestionPlace *)data)->step + 1, text);
}

static void add_interval(Word interval, Text *text)
{
    char name[VALUE_TEXT];

    text_add(text, "%s", value_format_interval(interval, name));
}

static void add_left(const void *data, Text *text)
{
    add_interval(((const QuestionPlace *)data)->sum->left_interval, text);
}

static void add_right(const void *data, Text *text)
{
    add_interval(((const QuestionPlace *)data)->sum->right_interval, text);
}

static void add_sum(const void *data, Text *text)
{
    add_interval(((const QuestionPlace *)data)->interval, text);
}

/* "19 + 15 = 34", "max(19, 15) = 19" */
static void add_result(const void *data, Text *text)
{
    const QuestionPlace *place = data;
    Op op = place->trace->run.op;
    char left[VALUE_TEXT], right[VALUE_TEXT], value[VALUE_TEXT];

    value_format(op, place->sum->left, left);
    value_format(op, place->sum->right, right);
    value_format(op, place->value, value);
    if (op == OP_MAX || op == OP_MIN)
        text_add(text, "%s(%s, %s) = %s", op_sign(op), left, right, value);
    else
        text_add(text, "%s %s %s = %s", left, op_sign(op), right, value);
}

void question_say(const QuestionPlace *place, Text *text, const char *format,
                  ...)
{
    static const TemplatePart parts[] = {
        {"{who}", add_who},     {"{bank}", add_bank}, {"{cell}", add_cell},
        {"{does}", add_does},   {"{line}", add_line}, {"{last}", add_last},
        {"{step}", add_step},   {"{next}", add_next}, {"{left}", add_left},
        {"{right}", add_right}, {"{sum}", add_sum},   {"{result}", add_result},
        {NULL, NULL},
    };
    Text words = {0};
    va_list list;

    va_start(list, format);
    text_add_list(&words, format, list);
    va_end(list);
    template_write(words.text, parts, place, text);
    text_free(&words);
}

/* ---- Questions ------------------------------------------------------------*/

void question_begin(const QuestionPlace *place, int lane, Question *question)
{
    Text *const texts[] = {&question->about,  &question->sentence,
                           &question->how,    &question->hint,
                           &question->answer, &question->why};

    question->panel = place->panel;
    question->k = place->trace->run.k;
    question->position = place->position;
    question->end = place->position + 1;
    question->block =
        (uint32_t)(question_block(place, place->at) - place->trace->blocks);
    question->thread = lane < 0 ? UINT32_MAX : question_thread(place, lane);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
        text_add(texts[i], "%s", "");
}

void question_about(const QuestionPlace *place, Question *question)
{
    Text *text = &question->about;

    if (place->trace->blocks_count > 1)
        text_add(text, "block %u: ", question_block(place, place->at)->index);
    if (trace_is_shuffle(place->at))
        say_title(place->trace, place->index + 1, text);
    else
        say_action(place->trace, place->index, text);
    question_say(place, text, " ({line})");
    text->text[0] = (char)toupper((unsigned char)text->text[0]);
}

void question_number(Question *question, int64_t number)
{
    question->form = ANSWER_NUMBER;
    question->right = (Answer){{number}, 1};
    question_answer(question, &question->right, &question->answer);
}

void question_choose_of(Question *question, const char *const choices[],
                        int count, int right)
{
    question->form = ANSWER_CHOICE;
    for (int i = 0; i < count; ++i)
        question->choices[i] = base_strdup(choices[i]);
    question->right = (Answer){{right}, 1};
    text_add(&question->answer, "%s", choices[right]);
}
