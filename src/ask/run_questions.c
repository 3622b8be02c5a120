/* SPDX-License-Identifier: MIT
 *
 * run_questions - questions about much of a run at once: which trace, or which
 * of two steps, takes fewer cycles, and whether the output will be right.
 */
#include "analysis/sum_check.h"
#include "analysis/sum_results.h"
#include "analysis/sum_words.h"
#include "ask/question_kind.h"
#include "say/phrases.h"

#include <string.h>

/* ---- Which is faster? -----------------------------------------------------*/

static uint32_t cycles_of(const AnalysedTrace *analysed)
{
    return analysed->banks.starts[analysed->banks.count];
}

/* The cycles of a step whose instructions are played one after the other. */
static uint32_t step_cycles(const QuestionPlace *place, uint32_t step)
{
    const Step *s = place->trace->steps + step;
    const uint32_t *starts = place->analysed->banks.starts;

    return starts[s->first_instruction + s->instruction_count] -
           starts[s->first_instruction];
}

/* The other trace: that after the panel's. */
static int other_panel(const QuestionPlace *place)
{
    return (place->panel + 1) % place->count;
}

/* Two traces of one name would be asked about as one. */
static bool find_traces(QuestionPlace *place)
{
    const AnalysedTrace *other = place->traces[other_panel(place)];

    if (strcmp(trace_title(place->trace), trace_title(other->trace)) == 0 ||
        !trace_is_whole(place->trace) || !trace_is_whole(other->trace) ||
        place->trace->run.unfinished || other->trace->run.unfinished)
        return false;
    place->first = cycles_of(place->analysed);
    place->second = cycles_of(other);
    /* later on, what has run so far tells how it will go on */
    return place->first != place->second && place->first && place->second &&
           place->position * 3 <= place->trace->instructions_count;
}

static bool find_steps(QuestionPlace *place)
{
    const Trace *trace = place->trace;
    const Step *step = trace_step(trace, place->at);
    const Block *block = trace_block(trace, step);
    uint32_t s = place->at->step;

    place->step = s;
    if (place->analysed->order || place->index != step->first_instruction ||
        !question_shows(place) ||
        s + 1 >= block->first_step + block->step_count)
        return false;
    place->first = step_cycles(place, s);
    place->second = step_cycles(place, s + 1);
    return place->first != place->second && place->first && place->second;
}

bool question_find_faster(QuestionPlace *place)
{
    return place->count > 1 ? find_traces(place) : find_steps(place);
}

static void name_step(const QuestionPlace *place, uint32_t step, Text *text)
{
    question_step(place, step, text);
}

static void name_choice(const QuestionPlace *place, int i, Question *question)
{
    Text text = {0};

    if (place->count > 1)
        text_add(&text, "%s",
                 trace_title(i ? place->traces[other_panel(place)]->trace
                               : place->trace));
    else
        name_step(place, place->step + (uint32_t)i, &text);
    question->choices[i] = text.text;
}

void question_make_faster(const QuestionPlace *place, Question *question)
{
    Text sentence = {0}, why = {0};
    bool traces = place->count > 1;

    question_stand(place, -1, question);
    if (!traces)
        question->end = place->position +
                        place->trace->steps[place->step].instruction_count +
                        place->trace->steps[place->step + 1].instruction_count;
    question->form = ANSWER_CHOICE;
    name_choice(place, 0, question);
    name_choice(place, 1, question);
    int right = place->first < place->second ? 0 : 1;
    question->right = (Answer){{right}, 1};
    question->answer = base_strdup(question->choices[right]);
    question->about = base_strdup("");
    text_add(&sentence,
             traces ? "Which of the two takes fewer cycles for the "
                      "whole run, %s or %s?"
                    : "Which takes fewer cycles, %s or %s?",
             question->choices[0], question->choices[1]);
    question->sentence = sentence.text;
    question->how = base_strdup("1 for the first, 2 for the second");
    question->hint = base_strdup(
        "An instruction takes a cycle for each request in its longest queue.");
    for (int i = 0; i < 2; ++i) {
        text_add(&why, i ? ", and %s takes " : "%s takes ",
                 question->choices[i]);
        phrase_count(i ? place->second : place->first, "cycle", &why);
    }
    text_add(&why, ".\nThe faster one is %s, by ", question->answer);
    phrase_count(place->first < place->second ? place->second - place->first
                                              : place->first - place->second,
                 "cycle", &why);
    text_add(&why, ".");
    question->why = why.text;
}

/* ---- Is the result right? -------------------------------------------------*/

/* The position from which on a picture shows that something is wrong. */
static size_t first_fault(const AnalysedTrace *analysed)
{
    size_t first = 0;

    while (first < analysed->trace->instructions_count &&
           !(analysed->marks[first] & MARK_FAULT))
        ++first;
    return first;
}

/* True at the beginning of a step in the first half of a run, before anything
 * shows how it ends. */
static bool is_early(const QuestionPlace *place)
{
    const Trace *trace = place->trace;

    return place->index == trace->steps[place->at->step].first_instruction &&
           place->position * 2 <= trace->instructions_count &&
           place->position <= first_fault(place->analysed);
}

/* What a program computes, as it is asked for; "" ends the list. */
static const struct {
    SumKind kind;
    const char *name;
} results[] = {
    {SUM_EXCLUSIVE, "the exclusive sum of the input"},
    {SUM_INCLUSIVE, "the inclusive sum of the input"},
    {SUM_REDUCE, "the sum of all of the input, or sums of its parts"},
    {SUM_PERMUTE, "the input, as it is or in another order"},
    {SUM_OTHER, "none of these, or wrong in some place"},
};
enum { RESULTS = sizeof results / sizeof *results };
_Static_assert((int)RESULTS <= (int)QUESTION_CHOICES, "one choice each");

/* What runs on random inputs tell of a program's output; NULL: nothing. */
static const SumResult *result_of(const Trace *trace)
{
    const SumResult *whole = sum_result_whole(trace);

    if (!whole && trace->grids_count == 1)
        whole = sum_result_of(trace, 0);
    return whole && whole->kind != SUM_UNKNOWN ? whole : NULL;
}

/* The same of a program: which of the results will it be? */
static bool find_result(QuestionPlace *place)
{
    const SumResult *result = result_of(place->trace);

    if (place->count > 1 || !place->analysed->proof.race_free ||
        place->analysed->proof.race_cut || !is_early(place))
        return false;
    uint32_t kind = result->kind;

    if (kind == SUM_COPY || sum_kind_permutes((SumKind)kind))
        kind = SUM_PERMUTE;
    if (kind != SUM_REDUCE && sum_result_in_parts(result))
        kind = SUM_OTHER; /* a scan of each part is none of the input */
    place->first = 0;
    while (results[place->first].kind != kind)
        ++place->first;
    return true;
}

static void make_result(const QuestionPlace *place, Question *question)
{
    Text why = {0};

    for (int i = 0; i < RESULTS; ++i)
        question->choices[i] = base_strdup(results[i].name);
    question->right = (Answer){{place->first}, 1};
    question->answer = base_strdup(results[place->first].name);
    question->sentence =
        base_strdup("What will the output of this program be?");
    question->how = base_strdup("1 for the first, 2 for the second, and so on");
    question->hint = base_strdup("Follow one late element of the output: which "
                                 "words of the input is it made of?");
    text_add(&why, "It is %s: ", question->answer);
    sum_result_explain(place->trace, result_of(place->trace), &why);
    text_add(&why, ".");
    question->why = why.text;
}

bool question_find_right(QuestionPlace *place)
{
    const Trace *trace = place->trace;
    const Proof *proof = &place->analysed->proof;

    if (result_of(trace))
        return find_result(place);

    if (place->count > 1 || place->analysed->judged != trace ||
        proof->unchecked || !proof->whole ||
        proof->correct != proof->intervals_ok || proof->size_wrong)
        return false;
    /* A run that is right although threads race is so by chance. */
    if (proof->correct && !proof->race_free)
        return false;
    place->yes = proof->correct;
    return is_early(place);
}

static void make_right(const QuestionPlace *place, Question *question)
{
    Text why = {0};

    question->choices[0] = base_strdup("right");
    question->choices[1] = base_strdup("wrong");
    question->right = (Answer){{place->yes ? 0 : 1}, 1};
    question->answer = base_strdup(question->choices[place->yes ? 0 : 1]);
    question->sentence =
        base_strdup("Will the output of this run be right, or will some "
                    "element of it be wrong?");
    question->how = base_strdup("right or wrong");
    question->hint = base_strdup(
        "Follow one late element: which words are added to make it?");
    text_add(&why, "The output is %s: ", question->answer);
    findings_explain(analysed_findings(place->analysed), &why);
    text_add(&why, ".");
    question->why = why.text;
}

void question_make_right(const QuestionPlace *place, Question *question)
{
    question_stand(place, -1, question);
    question->end = place->trace->instructions_count;
    question->form = ANSWER_CHOICE;
    question->about = base_strdup("");
    if (result_of(place->trace))
        make_result(place, question);
    else
        make_right(place, question);
}
