/* SPDX-License-Identifier: MIT
 *
 * sum_questions - questions about a sum that a thread is about to make: its
 * value, and the elements that it is the sum of.
 *
 * A sum is asked about before the instruction at which pictures first show it:
 * the store of it or, of registers, the shuffle that brings its operand.  Of a
 * program the sums are those that runs on random inputs gave it (see
 * program/sums.h); only words that its source has as whole numbers are asked
 * about.
 */
#include "ask/question_kind.h"
#include "say/phrases.h"
#include "trace/variable.h"

#include <stdlib.h>
#include <string.h>

/* ---- Which sums -----------------------------------------------------------*/

/* True if pictures number the elements as the whole run does: those of a single
 * block of several count its own. */
static bool numbers_elements(const QuestionPlace *place)
{
    return place->trace->blocks_count == 1;
}

/* The sum that access LANE of a shuffle makes, as the registers show it. */
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
    uint32_t thread =
        trace_thread(place->trace, place->at, place->accesses + lane);
    const RegisterCell *cell =
        registers_cell(lanes, registers_row(lanes, index), thread);
    if (cell->sum == REGISTERS_NEVER || cell->made != index || cell->alone)
        return false;
    place->sum = part->trace->sums + cell->sum;
    place->value = cell->value;
    place->interval = cell->interval;
    return true;
}

/* True if the source has the words of access LANE's type as the operator has
 * them: 12, and neither 0.5 nor 0x0c. */
static bool reads_alike(const QuestionPlace *place, int lane)
{
    const Trace *trace = place->trace;
    const Access *access = place->accesses + lane;
    char own[VALUE_TEXT], plain[VALUE_TEXT];

    if (trace_is_shared(place->at))
        variable_cell_value(
            trace, trace_block(trace, trace_step(trace, place->at))->grid,
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

/* Finds a lane of which ACCEPTS says that its sum can be asked about. */
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

/* The word as a whole number. */
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

/* A value is asked for if it is not simply one of its operands. */
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

static void add_interval(Word interval, Text *text)
{
    char name[VALUE_TEXT];

    text_add(text, "%s", value_format_interval(interval, name));
}

static void add_value(const QuestionPlace *place, Word value, Text *text)
{
    char name[VALUE_TEXT];

    text_add(text, "%s", value_format(place->trace->run.op, value, name));
}

/* "19 + 15 = 34", "max(19, 15) = 19" */
static void add_result(const QuestionPlace *place, Text *text)
{
    Op op = place->trace->run.op;
    bool named = op == OP_MAX || op == OP_MIN;

    if (named)
        text_add(text, "%s(", op_sign(op));
    add_value(place, place->sum->left, text);
    text_add(text, named ? ", " : " %s ", op_sign(op));
    add_value(place, place->sum->right, text);
    text_add(text, named ? ") = " : " = ");
    add_value(place, place->value, text);
}

/* "Σx8..x9 followed by Σx10..x11", if that is known. */
static bool add_operands(const QuestionPlace *place, Text *text)
{
    if (!numbers_elements(place) ||
        !interval_is_range(place->sum->left_interval) ||
        !interval_is_range(place->sum->right_interval))
        return false;
    add_interval(place->sum->left_interval, text);
    text_add(text, " followed by ");
    add_interval(place->sum->right_interval, text);
    return true;
}

static void start(const QuestionPlace *place, const char *before,
                  Question *question, Text *sentence)
{
    question_stand(place, place->lane, question);
    question->interval = place->interval;
    question_about(place, question);
    text_add(sentence, "%s", before);
    question_thread(place, question->thread, sentence);
}

void question_make_sum(const QuestionPlace *place, Question *question)
{
    bool stores = trace_is_store(place->at);
    Text sentence = {0}, hint = {0}, why = {0}, answer = {0};
    int64_t value;

    number_of(place->trace->run.op, place->value, &value);
    start(place, "Which value will ", question, &sentence);
    text_add(&sentence, stores ? " store?" : " have then?");
    question->form = ANSWER_NUMBER;
    question->right = (Answer){{value}, 1};
    question_answer(question, &question->right, &answer);
    text_add(&hint, "It is made of two words: ");
    if (!add_operands(place, &hint))
        text_add(&hint, "those that this thread got last");
    text_add(&hint, ".");
    add_result(place, &why);
    text_add(&why, ".");
    if (numbers_elements(place) && interval_is_range(place->interval)) {
        text_add(&why, "\nIt stands for ");
        add_interval(place->interval, &why);
        text_add(&why, ": ");
        add_operands(place, &why);
        text_add(&why, ".");
    } else if (numbers_elements(place)) {
        text_add(&why, "\nIt is no %s of neighbouring elements.",
                 op_noun(place->trace->run.op));
    }
    question->sentence = sentence.text;
    question->how = base_strdup("a number");
    question->hint = hint.text;
    question->answer = answer.text;
    question->why = why.text;
}

void question_make_elements(const QuestionPlace *place, Question *question)
{
    Text sentence = {0}, hint = {0}, why = {0}, answer = {0};

    start(place, "", question, &sentence);
    text_add(&sentence,
             " will %s the %s of some elements: which is the first "
             "of them, and which the last?",
             trace_is_store(place->at) ? "store" : "have",
             op_noun(place->trace->run.op));
    question->form = ANSWER_RANGE;
    question->right = (Answer){{interval_first(place->interval),
                                interval_last(place->interval)},
                               2};
    question_answer(question, &question->right, &answer);
    text_add(&hint, "Its right operand stands for ");
    add_interval(place->sum->right_interval, &hint);
    text_add(&hint, ".");
    add_operands(place, &why);
    text_add(&why, " is %s: ", answer.text);
    add_result(place, &why);
    text_add(&why, ".");
    question->sentence = sentence.text;
    question->how = base_strdup("the first and the last, as in: 4-7");
    question->hint = hint.text;
    question->answer = answer.text;
    question->why = why.text;
}
