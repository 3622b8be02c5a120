/* SPDX-License-Identifier: MIT
 *
 * sum_questions - questions about the next sum of a thread: its value, and the
 * elements that it adds.
 *
 * The question comes before the instruction at which pictures first show the
 * sum: its store or, in registers, the shuffle that brings its operand.  In a
 * program, only whole numbers are asked about.
 */
#include "ask/question_kind.h"
#include "trace/variable.h"

#include <stdlib.h>
#include <string.h>

/* ---- Which sums -----------------------------------------------------------*/

/* True if pictures number the elements as the whole run does; with several
 * blocks, each numbers its own. */
static bool numbers_elements(const QuestionPlace *place)
{
    return place->trace->blocks_count == 1;
}

/* The sum after access LANE of a shuffle, as the registers show it. */
static bool shuffled_sum(QuestionPlace *place, int lane)
{
    size_t after = place->position + 1;
    const AnalysedTrace *part = analysed_block(place->analysed, &after);
    const WarpRegisters *lanes = &part->lanes;

    if (lanes->rows_count == 0)
        return false;
    size_t index = issue_order_at(part->order, after - 1);
    if (part->origins && part->origins[index] != place->index)
        return false;
    const RegisterCell *cell =
        registers_cell(lanes, registers_row(lanes, index),
                       question_thread(place, lane));
    if (cell->sum == REGISTERS_NEVER || cell->made != index || cell->alone)
        return false;
    place->sum = part->trace->sums + cell->sum;
    place->value = cell->value;
    place->interval = cell->interval;
    return true;
}

/* True if values of access LANE's type read as the operator prints them: 12,
 * and neither 0.5 nor 0x0c. */
static bool reads_alike(const QuestionPlace *place, int lane)
{
    const Trace *trace = place->trace;
    const Access *access = place->accesses + lane;
    char own[VALUE_TEXT], plain[VALUE_TEXT];

    if (trace_is_shared(place->at))
        variable_cell_value(trace, question_block(place, place->at)->grid,
                            access->cell, access->value, own);
    else
        variable_word_value(trace, place->at->array, access->cell,
                            access->value, own);
    return strcmp(own, value_format(trace->run.op, access->value, plain)) == 0;
}

/* The sum that access LANE stores. */
static bool stored_sum(QuestionPlace *place, int lane)
{
    const Access *access = place->accesses + lane;

    if (!trace_is_store(place->at) || !trace_is_new_sum(place->trace, access) ||
        registers_matter(place->trace) || !reads_alike(place, lane))
        return false;
    place->sum = trace_last_sum(place->trace, access);
    place->value = access->value;
    place->interval = access->interval;
    return place->sum && trace_is_sum(place->trace, place->sum, access) &&
           trace_sum_is_of_words(place->trace, place->sum);
}

/* Finds a lane whose sum is accepted. */
static bool find(QuestionPlace *place, bool (*accepts)(const QuestionPlace *))
{
    int lanes = place->at->lanes;

    if (!question_shows(place))
        return false;
    if ((!trace_is_store(place->at) && !trace_is_shuffle(place->at)) ||
        place->at->width != sizeof(Word))
        return false;
    int start = (int)(base_random(&place->random) % (unsigned)lanes);
    for (int i = 0; i < lanes; ++i) {
        place->lane = (start + i) % lanes;
        bool (*sum_of)(QuestionPlace *, int) =
            trace_is_shuffle(place->at) ? shuffled_sum : stored_sum;
        if (question_wants(place, place->lane) && sum_of(place, place->lane) &&
            accepts(place))
            return true;
    }
    return false;
}

/* The value as a whole number; false if it is none. */
static bool number_of(Op op, Word word, int64_t *number)
{
    *number = (int32_t)word;
    if (op == OP_AFFINE || op == OP_INTERVAL)
        return false;
    if (op == OP_FADD) {
        float value = op_float(word);
        if (!(value > -1e6f && value < 1e6f) || (float)(int32_t)value != value)
            return false;
        *number = (int64_t)value;
    }
    return true;
}

/* A value is not asked for if it equals one of its operands. */
static bool accepts_value(const QuestionPlace *place)
{
    int64_t value, left, right;
    Op op = place->trace->run.op;

    if (!number_of(op, place->value, &value) ||
        !number_of(op, place->sum->left, &left) ||
        !number_of(op, place->sum->right, &right))
        return false;
    if (op == OP_MAX || op == OP_MIN)
        return left != right && place->sum->left != op_identity(op) &&
               place->sum->right != op_identity(op);
    return value != left && value != right;
}

static bool accepts_elements(const QuestionPlace *place)
{
    return numbers_elements(place) && interval_is_range(place->interval) &&
           interval_is_range(place->sum->left_interval) &&
           interval_is_range(place->sum->right_interval);
}

bool question_find_sum(QuestionPlace *place)
{
    return find(place, accepts_value);
}

bool question_find_elements(QuestionPlace *place)
{
    return find(place, accepts_elements);
}

/* ---- Words ----------------------------------------------------------------*/

/* True if the elements that both operands add are known. */
static bool knows_operands(const QuestionPlace *place)
{
    return numbers_elements(place) &&
           interval_is_range(place->sum->left_interval) &&
           interval_is_range(place->sum->right_interval);
}

static void begin(const QuestionPlace *place, Question *question)
{
    question_begin(place, place->lane, question);
    question_about(place, question);
}

void question_make_sum(const QuestionPlace *place, Question *question)
{
    Text *why = &question->why;
    int64_t value;

    number_of(place->trace->run.op, place->value, &value);
    begin(place, question);
    question_number(question, value);
    question_say(place, &question->sentence, "Which value does {who} %s?",
                 trace_is_store(place->at) ? "store" : "hold afterwards");
    text_add(&question->how, "a number");
    question_say(place, &question->hint, "%s",
                 knows_operands(place)
                     ? "It combines two values: {left} and {right}."
                     : "It combines the last two values of this thread.");
    question_say(place, why, "{result}.");
    if (numbers_elements(place) && !interval_is_range(place->interval))
        text_add(why, "\nThis is no %s of adjacent elements.",
                 op_noun(place->trace->run.op));
    else if (knows_operands(place))
        question_say(place, why, "\nThis is {sum}: {left} and {right}.");
}

void question_make_elements(const QuestionPlace *place, Question *question)
{
    begin(place, question);
    question->form = ANSWER_RANGE;
    question->right = (Answer){{interval_first(place->interval),
                                interval_last(place->interval)},
                               2};
    question_answer(question, &question->right, &question->answer);
    question_say(place, &question->sentence,
                 "{who} %s the %s of adjacent elements. Which is the first, "
                 "and which is the last?",
                 trace_is_store(place->at) ? "stores" : "computes",
                 op_noun(place->trace->run.op));
    text_add(&question->how, "the first and the last, for example 4-7");
    question_say(place, &question->hint, "The right operand is {right}.");
    question_say(place, &question->why, "{left} and {right} give %s: {result}.",
                 question->answer.text);
}
