/* SPDX-License-Identifier: MIT */
#include "program/trials.h"

#include "analysis/result_form.h"
#include "analysis/sum_check.h"
#include "analysis/sum_results.h"
#include "program/compared_runs.h"
#include "program/symbols.h"
#include "program/program_trace.h"
#include "program/random_elements.h"
#include "program/sums.h"
#include "trace/limits.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Trace *trace;
    const LaunchNotes *notes;
    const ProgramGroup *group; /* launches that work together; NULL: none */
    const ProgramSymbols *symbols;
    const ProgramFacts *facts;
    const LaunchNote *launches[LIMITS_GRIDS]; /* of each grid */
    uint32_t group_output; /* ProgramArray.number of the group's result */
    ComparedRuns of_group;
    IntervalSearch *group_search;   /* in these; NULL: there are none */
    Trace *run_traces[TRIALS_MOST]; /* of runs on a GPU, made when asked for */
    bool asked[TRIALS_MOST];
    Sums *sums;
} Trials;

/* ---- Questions ------------------------------------------------------------*/

/* What grid G by itself leaves in ARRAY of the trace. */
static Question ask_grid(const Trials *trials, uint32_t g, uint8_t array)
{
    const Trace *trace = trials->trace;
    const LaunchNote *launch = trials->launches[g];
    uint32_t number = trials->facts->outputs[g].arrays[array];

    return (Question){.part = trials->notes->head.launches != 1,
                      .first = launch->number,
                      .last = launch->number,
                      .grid = g,
                      .end = g + 1,
                      .number = number,
                      .array = array,
                      .given = trace->arrays[trace->grids[g].in].name,
                      .left = trace->arrays[array].name,
                      .in = launch_note_input(launch),
                      .out = launch_note_array(launch, number)};
}

/* The grid of launch NUMBER; grids_count: it was not recorded. */
static uint32_t find_launch(const Trials *trials, uint32_t number)
{
    uint32_t g = 0;

    while (g < trials->trace->grids_count &&
           trials->launches[g]->number != number)
        ++g;
    return g;
}

/* The name of the array LEFT: as the argument of the last launch has it or, if
 * that has none, as the trace calls it. */
static const char *left_name(const Trials *trials, const WholeNote *left)
{
    const Trace *trace = trials->trace;

    if (left->array.name[0])
        return left->array.name;
    for (size_t g = trace->grids_count; g-- > 0;)
        for (uint32_t a = 0; a < trace->arrays_count; ++a)
            if (trials->facts->outputs[g].arrays[a] == left->array.number)
                return trace->arrays[a].name;
    return "an array";
}

/* What the group leaves in LEFT, or in no array. */
static Question ask_group(const Trials *trials, const WholeNote *left)
{
    const Trace *trace = trials->trace;
    const ProgramGroup *group = trials->group;
    Question question = {.together = true,
                         .part = launch_notes_share(trials->notes, group),
                         .first = group->launch,
                         .last = group->last,
                         .grid = find_launch(trials, group->launch),
                         .number = PROGRAM_NO_ARRAY,
                         .given = "its input",
                         .left = ""};
    uint32_t last = find_launch(trials, group->last);

    question.end = question.grid;
    while (question.end < trace->grids_count &&
           trials->launches[question.end]->number <= group->last)
        ++question.end;
    if (question.grid < question.end) {
        question.given = trace->arrays[trace->grids[question.grid].in].name;
        question.in = launch_note_input(trials->launches[question.grid]);
    }
    if (left) {
        question.number = left->array.number;
        question.left = left_name(trials, left);
    }
    if (left && last < trace->grids_count)
        question.out =
            launch_note_array(trials->launches[last], question.number);
    return question;
}

/* ---- The runs -------------------------------------------------------------*/

/* The runs of a launch by itself, and what they left; none, and why, if they
 * were not made or cannot be compared. */
static ComparedRuns compare_one(const Trials *trials, const Question *question,
                                Text *why)
{
    const LaunchNote *launch = trials->launches[question->grid];
    const NoteArray *in = question->in, *out = question->out;
    ComparedRuns compared = {0};

    trial_explain_untried(launch, why);
    if (why->length == 0 && question->number == PROGRAM_NO_ARRAY)
        text_add(why, "launch %u stores to no array", launch->number);
    if (why->length == 0 && in && out)
        trial_explain_types(question->given, in->array.element, question->left,
                            out->array.element, why);
    if (why->length > 0 || !in)
        return compared;
    compared = compared_none(in->array.element, in->array.bytes,
                             out ? out->array.element : ELEMENT_OTHER);
    for (uint32_t t = 1; t <= TRIALS_MOST && why->length == 0; ++t) {
        const LaunchNote *run =
            launch_notes_run(trials->notes, launch, t, false);
        if (!run)
            break;
        trial_explain_ending(launch, question->given, run->end.fault, why);
        const NoteArray *given = launch_note_array(run, in->array.number);
        const NoteArray *left = launch_note_array(run, question->number);
        if (why->length == 0 &&
            (!given || !left ||
             !compared_add(&compared, &given->before, &left->after)))
            text_add(why,
                     "launch %u uses other arrays with random elements in %s",
                     launch->number, question->given);
    }
    if (why->length > 0)
        compared.input.trials = 0;
    return compared;
}

/* What run number TRIAL of the group was given, or left in array NUMBER. */
static const WholeNote *group_note(const Trials *trials, uint32_t trial,
                                   ProgramWholeKind kind, uint32_t number)
{
    return launch_notes_whole(trials->notes, trials->group->number, kind,
                              number, trial);
}

/* The same of the group. */
static ComparedRuns compare_group(const Trials *trials,
                                  const Question *question, Text *why)
{
    const ProgramGroup *group = trials->group;
    ComparedRuns compared = {0};
    const WholeNote *in =
        group_note(trials, 1, PROGRAM_WHOLE_GIVEN, group->array);
    const WholeNote *out =
        group_note(trials, 1, PROGRAM_WHOLE_LEFT, question->number);

    if (!out) {
        text_add(why,
                 "the last launch, number %u, changes no array on random "
                 "inputs",
                 group->last);
        return compared;
    }
    compared = compared_none(in ? in->array.element : ELEMENT_OTHER,
                             group->array_bytes, out->array.element);
    trial_explain_types(question->given, compared.input.given_element,
                        question->left, out->array.element, why);
    for (uint32_t t = 1; t <= group->trials && why->length == 0; ++t) {
        in = group_note(trials, t, PROGRAM_WHOLE_GIVEN, group->array);
        out = group_note(trials, t, PROGRAM_WHOLE_LEFT, question->number);
        if (!in || !out ||
            !compared_add(&compared, &in->contents, &out->contents))
            text_add(why,
                     "the last launch, number %u, does not change %s in "
                     "all runs",
                     group->last, question->left);
    }
    if (why->length == 0 && compared_is_constant(&compared))
        text_add(why,
                 "the result of the last launch, number %u, in %s does not "
                 "depend on %s before launch %u",
                 group->last, question->left, question->given, group->launch);
    if (why->length > 0)
        compared.input.trials = 0;
    return compared;
}

/* ---- Results --------------------------------------------------------------*/

/* A result by runs on random inputs is proved if runs on intervals give the
 * same (program/twins.h). */
static void prove(const Trials *trials, const Question *question,
                  const ComparedRuns *compared, SumResult *result)
{
    const WholeNote *left =
        launch_notes_whole(trials->notes,
                           question->together ? trials->group->number
                                              : trials->facts->group,
                           PROGRAM_WHOLE_PROVED, question->number,
                           question->together ? 0 : question->first);
    SumResult proof = {.n = result->n, .first_input = result->first_input};

    if (!left || result->kind == SUM_OTHER || result->wrong > 0 ||
        result->parts > 1 || result->segments || result->cut ||
        left->contents.bytes / sizeof(Word) < compared->outputs)
        return;
    InputSpan *spans = base_alloc(compared->outputs, sizeof *spans);
    for (uint32_t i = 0; i < compared->outputs; ++i) {
        Word bits;
        memcpy(&bits, left->contents.at + i * sizeof bits, sizeof bits);
        spans[i] = input_span(bits ^ INTERVAL_IDENTITY);
    }
    sum_check(spans, compared->outputs, &proof);
    if (proof.kind == result->kind && proof.wrong == 0 &&
        proof.segment == result->segment &&
        proof.first_output == result->first_output &&
        proof.count == result->count)
        result->proved =
            left->array.commuted ? PROVED_COMMUTATIVE : PROVED_ASSOCIATIVE;
    free(spans);
}

/* ---- Results that are no sums ---------------------------------------------*/

/* Adds a run to RUNS, if what it was GIVEN and what it LEFT are known. */
static void add_run(ResultRuns *runs, RunStyle style, const NoteBytes *given,
                    const NoteBytes *left)
{
    uint64_t width = element_width(runs->element);
    uint64_t given_width = element_width(runs->given_element);

    if (!given->at || !left->at || runs->runs == RESULT_RUNS_MOST ||
        given->bytes < runs->end * given_width ||
        left->bytes < runs->outputs * width)
        return;
    runs->style[runs->runs] = style;
    runs->given[runs->runs] = given->at;
    runs->left[runs->runs++] = left->at;
}

/* Adds the runs that were given numbers of other styles. */
static void add_styled(const Trials *trials, const Question *question,
                       ResultRuns *runs)
{
    const LaunchNote *launch = trials->launches[question->grid];

    for (RandomStyle style = RANDOM_RISING; style < RANDOM_STYLES; ++style) {
        uint32_t trial = random_style_trial(style);
        if (question->together) {
            const ProgramGroup *group = trials->group;
            const WholeNote *in =
                group_note(trials, trial, PROGRAM_WHOLE_GIVEN, group->array);
            const WholeNote *out =
                group_note(trials, trial, PROGRAM_WHOLE_LEFT, question->number);
            if (in && out)
                add_run(runs, (RunStyle)style, &in->contents, &out->contents);
            continue;
        }
        const LaunchNote *run =
            launch_notes_run(trials->notes, launch, trial, false);
        if (!run || run->end.fault != PROGRAM_TRIED)
            continue;
        const NoteArray *in =
            launch_note_array(run, question->in->array.number);
        const NoteArray *out = launch_note_array(run, question->number);
        if (in && out)
            add_run(runs, (RunStyle)style, &in->before, &out->after);
    }
}

/* Adds the arrays that the launches of QUESTION load, as they were before. */
static void add_kept(const Trials *trials, const Question *question,
                     ResultRuns *runs)
{
    const Trace *trace = trials->trace;
    uint32_t g = question->grid;
    ArrayUses uses = {.loaded = {false}};

    if (g >= trace->grids_count || !question->in)
        return;
    array_uses_add(trace, g, &uses);
    for (uint32_t a = 0; a < trace->arrays_count; ++a) {
        uint32_t number = trials->facts->outputs[g].touched[a];
        const NoteArray *array = launch_note_array(trials->launches[g], number);
        if (!uses.loaded[a] || !array || !array->before.at ||
            !element_width(array->array.element) ||
            number == question->in->array.number ||
            (uses.stored[a] &&
             (question->together || number != question->number)) ||
            runs->kept_count == RESULT_ARRAYS_MOST)
            continue;
        uint32_t width = element_width(array->array.element);
        runs->kept[runs->kept_count++] =
            (KeptArray){.name = trace->arrays[a].name,
                        .at = array->before.at,
                        .count = (uint32_t)(array->before.bytes / width),
                        .element = array->array.element};
    }
}

/* How many numbers an element of ARRAY, a vector or a struct, has. */
static uint32_t numbers_of(const Trials *trials, const NoteArray *array)
{
    const StructureTable *table = trials->facts->structures;

    for (size_t i = 0; table && i < table->items_count; ++i)
        if (table->items[i].number == array->array.structure)
            return table->items[i].count;
    return 1;
}

/* How many numbers each element of the input and of the output has. */
static uint32_t parts_of(const Trials *trials, const Question *question,
                         const ComparedRuns *compared)
{
    const NoteArray *in = question->in, *out = question->out;

    if (!in || !out || !compared->width || !compared->given_width)
        return 1;
    uint32_t parts = numbers_of(trials, in);
    return parts >= 2 && parts <= SUM_PARTS && numbers_of(trials, out) == parts
               ? parts
               : 1;
}

/* The bits that the numbers differ in that plain runs were given. */
static uint32_t given_bits(const ResultRuns *runs, uint32_t bits)
{
    RandomRange all = {0};
    uint64_t least = UINT64_MAX, end = 0;

    for (uint32_t t = 0; t < runs->runs; ++t) {
        uint32_t width = element_width(runs->given_element);
        RandomRange range =
            random_range_of(runs->given[t], (uint64_t)runs->end * width,
                            runs->given_element);
        if (runs->style[t] != RUN_PLAIN || !range.limited)
            continue;
        uint64_t first = range.first ^ UINT64_C(1) << 63;
        least = first < least ? first : least;
        end = first + range.count > end ? first + range.count : end;
        all.limited = true;
    }
    for (uint32_t b = 1; all.limited && b + 2 < bits; ++b)
        if (end - least <= UINT64_C(1) << b)
            return b;
    return bits;
}

/* True if RESULT, a copy in plain runs, is one in all. */
static bool is_copy(const ResultRuns *runs, const SumResult *result)
{
    uint32_t width = element_width(runs->element);

    for (uint32_t t = 0; t < runs->runs; ++t)
        for (uint32_t i = 0;
             i < result->n && runs->given_element == runs->element; ++i) {
            uint64_t at = (uint64_t)result->first_output + i;
            if (at < runs->outputs &&
                !input_span_is(runs->stored[at], INTERVAL_UNSET) &&
                memcmp(runs->left[t] + at * width,
                       runs->given[t] +
                           (uint64_t)(result->first_input + i) * width,
                       width) != 0)
                return false;
        }
    return true;
}

/* True if the threads of grid G share no memory and shuffle nothing. */
static bool are_apart(const Trace *trace, uint32_t g)
{
    uint32_t first, end, from, to;
    bool apart = true;

    trace_grid_blocks(trace, g, &first, &end);
    for (uint32_t b = first; b < end; ++b) {
        trace_block_instructions(trace, &trace->blocks[b], &from, &to);
        for (uint32_t i = from; i < to; ++i)
            apart &= trace_is_global(&trace->instructions[i]);
    }
    return apart;
}

/* RESULT, by sums alone, becomes what the outputs of QUESTION are by other
 * runs. */
static void find_form(const Trials *trials, const Question *question,
                      const ComparedRuns *compared, const InputSpan *outputs,
                      SumResult *result)
{
    ResultRuns runs = {.given_element = compared->input.given_element,
                       .element = compared->input.element,
                       .parts = parts_of(trials, question, compared),
                       .first = compared->first,
                       .end = compared->end,
                       .outputs = compared->outputs,
                       .stored = outputs};

    if (result->kind == SUM_UNKNOWN || compared->cut || compared->outputs_cut ||
        compared->end > compared->input.count)
        return;
    for (uint32_t t = 0; t < compared->input.trials; ++t)
        add_run(&runs, RUN_PLAIN,
                &(NoteBytes){compared->input.given[t], UINT32_MAX},
                &(NoteBytes){compared->left[t], UINT32_MAX});
    result->bits = given_bits(&runs, result->bits);
    add_styled(trials, question, &runs);
    if (question->in && question->out)
        add_run(&runs, RUN_RECORDED, &question->in->before,
                &question->out->after);
    bool copy = result->kind == SUM_COPY && result->wrong == 0;
    if (copy && is_copy(&runs, result))
        return;
    if (!copy && result->kind != SUM_OTHER)
        return;
    add_kept(trials, question, &runs);
    runs.apart =
        !question->together && are_apart(trials->trace, question->grid);
    SumResult other = *result;
    other.form = NULL;
    if (result_form_find(&runs, &other) &&
        (other.wrong == 0 || copy || result->nearest == SUM_OTHER ||
         other.wrong < result->wrong ||
         (result->nearest == SUM_REDUCE && result->count > result->n / 2))) {
        other.trials = 0;
        for (uint32_t t = 0; t < runs.runs; ++t)
            other.trials += runs.style[t] != RUN_RECORDED;
        *result = other;
    } else {
        free(other.form);
        result->guess = other.guess;
        result->guess_op = other.guess_op;
        result->guess_fits = other.guess_fits;
        result->guess_wrong = other.guess_wrong;
        bool parts = (question->in && question->in->array.part) ||
                     (question->out && question->out->array.part);
        if (copy || (parts && result->wrong > 0)) {
            result->kind = result->nearest = SUM_OTHER;
            result->guess = copy ? SUM_COPY : SUM_OTHER;
            result->wrong = 0;
        }
    }
}

/* The answer to QUESTION by the runs COMPARED, in which SEARCH looks. */
static SumResult answer(const Trials *trials, const Question *question,
                        ComparedRuns *compared, IntervalSearch *search)
{
    InputSpan *outputs =
        interval_search_outputs(search, compared->outputs, compared->left);

    compared_settle(compared, question, trials->trace, outputs);
    SumResult result =
        trial_result_checked(question, compared, search, outputs);
    find_form(trials, question, compared, outputs, &result);
    free(outputs);
    if (result.kind != SUM_UNKNOWN)
        prove(trials, question, compared, &result);
    return result;
}

/* ---- Names of words -------------------------------------------------------*/

/* The trace of run T, from 0, of each launch by itself on a GPU; NULL: there is
 * none. */
static const Trace *run_trace(Trials *trials, uint32_t t)
{
    ProgramFacts facts = *trials->facts;
    Error none;

    facts.trial = t + 1;
    facts.outputs = NULL;
    if (!trials->asked[t])
        trials->run_traces[t] =
            program_trace(trials->notes->log, trials->notes->bytes,
                          trials->symbols, &facts, &none);
    trials->asked[t] = true;
    return trials->run_traces[t];
}

/* Grid G in that trace: launches that have no such run are not in it. */
static uint32_t run_grid(const Trials *trials, uint32_t g, uint32_t t)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < g; ++i)
        count += launch_notes_run(trials->notes, trials->launches[i], t + 1,
                                  false) != NULL;
    return count;
}

/* *RUN becomes run T, from 0, of grid G, or of its group; false if it differs
 * from the launch, or its values are not known. */
static bool find_run(Trials *trials, uint32_t g, uint32_t t, bool replayed,
                     SumsRun *run)
{
    const LaunchNote *note =
        launch_notes_run(trials->notes, trials->launches[g], t + 1, replayed);
    const ProgramWords *words = trials->facts->words;

    if (!note || (replayed && !words))
        return false;
    if (!words) {
        *run = (SumsRun){.trace = run_trace(trials, t),
                         .grid = run_grid(trials, g, t)};
        return run->trace && run->grid < run->trace->grids_count;
    }
    *run = (SumsRun){.values = note->values.at, .places = words->places};
    return note->end.agrees && note->values.at &&
           note->values.bytes == words->words[g] * sizeof(Word);
}

/* Names the words of grid G by COUNT runs, on elements of ARRAY; false if they
 * differ, or if it is not known what happened in them. */
static bool name_words(Trials *trials, uint32_t g, bool replayed, uint8_t array,
                       IntervalSearch *search, uint32_t count)
{
    SumsRun runs[TRIALS_MOST];

    for (uint32_t t = 0; t < count; ++t)
        if (!find_run(trials, g, t, replayed, &runs[t]))
            return false;
    return sums_name(trials->sums, g, array, search, runs, count);
}

/* The same by the runs of the group, unless its input is longer. */
static bool name_by_group(Trials *trials, uint32_t g)
{
    const ProgramGroup *group = trials->group;

    return trials->group_search &&
           group->array_bytes / sizeof(Word) <= trials->trace->grids[g].n &&
           trials->launches[g]->number >= group->launch &&
           name_words(trials, g, true, LIMITS_ARRAYS, trials->group_search,
                      group->trials);
}

/* ---- Each launch ----------------------------------------------------------*/

/* The result of grid G; names its words. */
static SumResult judge(Trials *trials, uint32_t g)
{
    Trace *trace = trials->trace;
    const Grid *grid = &trace->grids[g];
    Question question = ask_grid(trials, g, grid->out);
    Text why = {0};
    ComparedRuns compared = compare_one(trials, &question, &why);

    if (compared.input.trials == 0) {
        name_by_group(trials, g);
        return trial_result_unchecked(&question, &why);
    }
    IntervalSearch *search = interval_search_new(&compared.input);
    SumResult result = answer(trials, &question, &compared, search);
    if (grid->in == grid->out)
        sum_result_in_place(&result);
    bool sums = !trial_result_is_empty(&result) && !result.form;
    if (sums || !name_by_group(trials, g))
        name_words(trials, g, false, grid->in, search, compared.input.trials);
    if (result.trials > trace->run.trials)
        trace->run.trials = result.trials;
    interval_search_free(search);
    return result;
}

/* ---- The group ------------------------------------------------------------*/

/* What the first run left: the first such note if AFTER is NULL, else the next
 * one; only arrays that the last launch changed.  NULL: no more. */
static const WholeNote *next_left(const Trials *trials, const WholeNote *after)
{
    const LaunchNotes *notes = trials->notes;

    for (size_t i = after ? (size_t)(after - notes->wholes) + 1 : 0;
         i < notes->wholes_count; ++i) {
        const WholeNote *note = &notes->wholes[i];
        if (note->group == trials->group->number && note->array.trial == 1 &&
            note->array.kind == PROGRAM_WHOLE_LEFT && !note->array.same)
            return note;
    }
    return NULL;
}

/* The array that holds the result: of those that the last launch changed, the
 * one that the trace has as its output, else the first argument. */
static const WholeNote *choose_left(const Trials *trials)
{
    const WholeNote *best = NULL;
    uint32_t g = find_launch(trials, trials->group->last);

    if (g < trials->trace->grids_count)
        best = group_note(
            trials, 1, PROGRAM_WHOLE_LEFT,
            trials->facts->outputs[g].arrays[trials->trace->grids[g].out]);
    if (best)
        return best;
    for (const WholeNote *note = next_left(trials, NULL); note;
         note = next_left(trials, note))
        if (note->array.argument &&
            (!best || note->array.argument < best->array.argument))
            best = note;
    return best;
}

/* The result of the group, whose runs it keeps. */
static SumResult judge_group(Trials *trials)
{
    const WholeNote *left = trials->group->why[0] ? NULL : choose_left(trials);
    Question question = ask_group(trials, left);
    Text why = {0};

    if (trials->group->why[0])
        text_add(&why, "%s", trials->group->why);
    else
        trials->of_group = compare_group(trials, &question, &why);
    if (trials->of_group.input.trials == 0)
        return trial_result_unchecked(&question, &why);
    trials->group_output = question.number;
    trials->group_search = interval_search_new(&trials->of_group.input);
    return answer(trials, &question, &trials->of_group, trials->group_search);
}

/* ---- Other outputs --------------------------------------------------------*/

/* True if grid G loads from array NUMBER of the program, to which it stores. */
static bool loads_from(const Trials *trials, uint32_t g, uint32_t number)
{
    ArrayUses uses = {.loaded = {false}};
    bool loads = false;

    array_uses_add(trials->trace, g, &uses);
    for (size_t a = 0; a < trials->trace->arrays_count; ++a)
        loads |=
            uses.loaded[a] && trials->facts->outputs[g].arrays[a] == number;
    return loads;
}

/* Adds the answer to QUESTION to the trace, which is not about the output by
 * which the launches are judged, if it says something.  IN_PLACE: the array is
 * the input. */
static void judge_other(Trials *trials, const Question *question, bool in_place)
{
    uint32_t last = question->together ? find_launch(trials, question->last)
                                       : question->grid;
    /* working memory, where a result without a name says nothing */
    bool working = last == trials->trace->grids_count ||
                   loads_from(trials, last, question->number);
    Text why = {0};
    ComparedRuns compared = question->together
                                ? compare_group(trials, question, &why)
                                : compare_one(trials, question, &why);

    if (compared.input.trials > 0 && !compared_is_constant(&compared)) {
        IntervalSearch *search = interval_search_new(&compared.input);
        SumResult result = answer(trials, question, &compared, search);
        if (in_place)
            sum_result_in_place(&result);
        if (result.kind == SUM_UNKNOWN ||
            (working && trial_result_is_empty(&result)))
            sum_result_free(&result);
        else
            base_push(trials->trace, results, result);
        interval_search_free(search);
    }
    text_free(&why);
}

/* Judges the outputs of the group but its result. */
static void judge_others_of_group(Trials *trials)
{
    size_t most = trials->trace->results_count + SUM_RESULT_OTHERS;

    for (const WholeNote *left = next_left(trials, NULL); left;
         left = next_left(trials, left)) {
        Question question = ask_group(trials, left);
        if (question.number != trials->group_output &&
            trials->trace->results_count < most)
            judge_other(trials, &question,
                        question.number == trials->group->array);
    }
}

/* Judges the outputs of grid G but the one that it was judged by. */
static void judge_others(Trials *trials, uint32_t g)
{
    const Trace *trace = trials->trace;
    const Grid *grid = &trace->grids[g];
    size_t most = trace->results_count + SUM_RESULT_OTHERS;

    for (uint8_t a = 0; a < trace->arrays_count; ++a) {
        Question question = ask_grid(trials, g, a);
        if (a != grid->out && question.in && question.out &&
            trace->results_count < most)
            judge_other(trials, &question, a == grid->in);
    }
}

/* ---- All of it ------------------------------------------------------------*/

/* True if the launches load an array beside INPUT that none of them stores to,
 * such as flags. */
static bool has_other_inputs(const Trace *trace, const char *input)
{
    ArrayUses uses = {.loaded = {false}};
    bool found = false;

    for (uint32_t g = 0; g < trace->grids_count; ++g)
        array_uses_add(trace, g, &uses);
    for (size_t a = 0; a < trace->arrays_count; ++a)
        found |= uses.loaded[a] && !uses.stored[a] &&
                 strcmp(trace->arrays[a].name, input) != 0;
    return found;
}

/* A scan of parts of different lengths, which flags may ask for, is not wrong.
 */
static void accept_segments(Trace *trace)
{
    for (size_t r = 0; r < trace->results_count; ++r) {
        SumResult *result = &trace->results[r];
        if (result->segmented && result->wrong > 0 && !result->form &&
            has_other_inputs(trace, result->input)) {
            result->nearest = SUM_OTHER;
            result->wrong = 0;
        }
    }
}

/* Finds the launch of each grid: the launches of the trace's group that are no
 * trials. */
static void find_launches(Trials *trials)
{
    static const LaunchNote none;
    const LaunchNotes *notes = trials->notes;
    size_t i = 0;

    for (uint32_t g = 0; g < trials->trace->grids_count; ++g) {
        while (i < notes->launches_count &&
               (notes->launches[i].trial > 0 ||
                notes->launches[i].group != trials->facts->group))
            ++i;
        trials->launches[g] =
            i < notes->launches_count ? &notes->launches[i++] : &none;
    }
}

static void add_sums(Trials *trials)
{
    Trace *trace = trials->trace;
    SumResult of_group = {0};

    if (trials->group)
        of_group = judge_group(trials);
    trials->sums = sums_begin(trace);
    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        trace->grids[g].unfenced = trials->launches[g]->number > 0 &&
                                   !trials->launches[g]->end.fenced &&
                                   !trace_is_of_gpu(trace);
        SumResult result = judge(trials, g);
        result.unexplained = sums_unexplained(trials->sums, g);
        base_push(trace, results, result);
    }
    if (trials->group)
        base_push(trace, results, of_group);
    if (trials->group_search)
        judge_others_of_group(trials);
    for (uint32_t g = 0; g < trace->grids_count; ++g)
        if (trace->results[g].kind != SUM_UNKNOWN)
            judge_others(trials, g);
    sums_end(trials->sums);
    accept_segments(trace);
}

void trials_note_forms(Trace *trace)
{
    enum { MOST = 4000 };
    Text forms = {0};

    for (size_t r = 0; r < trace->results_count; ++r) {
        SumResult *result = &trace->results[r];
        if (!result->form)
            continue;
        if (forms.length + strlen(result->form) + 64 > MOST) {
            result->kind = result->nearest = SUM_OTHER;
            result->wrong = result->op = result->parts = result->segments = 0;
            continue;
        }
        text_add(&forms, "%s%zu %x %u %u %u %s", forms.length ? "; " : "", r,
                 result->op, result->parts, result->segments, result->from_zero,
                 result->form);
    }
    free(trace->run.forms);
    trace->run.forms = forms.length ? base_strdup(forms.text) : NULL;
    text_free(&forms);
}

void trials_add_sums(Trace *trace, const LaunchNotes *notes,
                     const ProgramGroup *group, const ProgramSymbols *symbols,
                     const ProgramFacts *facts)
{
    Trials trials = {.trace = trace,
                     .notes = notes,
                     .group = group,
                     .symbols = symbols,
                     .facts = facts};

    find_launches(&trials);
    add_sums(&trials);
    for (uint32_t t = 0; t < TRIALS_MOST; ++t)
        trace_free(trials.run_traces[t]);
    interval_search_free(trials.group_search);
    trials_note_forms(trace);
}
