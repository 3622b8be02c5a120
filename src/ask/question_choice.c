/* SPDX-License-Identifier: MIT
 *
 * question_choice - the table of kinds, and the choice of a question.
 */
#include "ask/question_choice.h"

#include "ask/question_kind.h"
#include "catalog/catalog.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *name;
    int level;
    QuestionFind *find;
    QuestionMake *make;
} KindInfo;

static const KindInfo kinds[QUESTION_KINDS] = {
    [QUESTION_BANK] = {"bank", 1, question_find_bank, question_make_bank},
    [QUESTION_CELL] = {"cell", 1, question_find_bank, question_make_cell},
    [QUESTION_SUM] = {"sum", 1, question_find_sum, question_make_sum},
    [QUESTION_ELEMENTS] = {"elements", 2, question_find_elements,
                           question_make_elements},
    [QUESTION_CYCLES] = {"cycles", 1, question_find_cycles,
                         question_make_cycles},
    [QUESTION_WAITS] = {"waits", 2, question_find_waits, question_make_waits},
    [QUESTION_BARRIER] = {"barrier", 3, question_find_barrier,
                          question_make_barrier},
    [QUESTION_RACE] = {"race", 3, question_find_race, question_make_race},
    [QUESTION_FASTER] = {"faster", 2, question_find_faster,
                         question_make_faster},
};

const char *question_kind_name(QuestionKind kind)
{
    return kinds[kind].name;
}

int question_kind_level(QuestionKind kind)
{
    return kinds[kind].level;
}

QuestionKind question_kind_named(const char *name)
{
    QuestionKind kind = 0;

    while (kind < QUESTION_KINDS && strcmp(kinds[kind].name, name) != 0)
        ++kind;
    return kind;
}

/* ---- Choice ---------------------------------------------------------------*/

QuestionWish question_wish(const AnalysedTrace *const traces[], int count,
                           uint64_t seed)
{
    QuestionWish wish = {.seed = seed, .level = 1};

    for (int t = 0; t < count; ++t)
        wish.end[t] = traces[t]->trace->instructions_count;
    return wish;
}

bool question_at(const AnalysedTrace *const traces[], int count,
                 const QuestionAsk *ask, size_t position, Question *question)
{
    QuestionPlace place;

    *question = (Question){.kind = ask->kind};
    if (ask->panel >= count ||
        !question_place(traces, count, ask, position, &place) ||
        !kinds[ask->kind].find(&place))
        return false;
    kinds[ask->kind].make(&place, question);
    return true;
}

bool question_hides_names(const Trace *trace)
{
    const Algorithm *algorithm = catalog_of(trace);

    return algorithm && algorithm->fault;
}

void question_name(const Trace *trace, Text *text)
{
    text_add(text, "%s",
             question_hides_names(trace) ? SCENE_HIDDEN : trace_title(trace));
}

void question_title(const Trace *const traces[], int count, Text *text)
{
    for (int t = 0; t < count; ++t) {
        text_add(text, "%s", t ? " and " : "");
        question_name(traces[t], text);
    }
}

void question_cover(const Question *question, const AnalysedTrace *analysed,
                    Cover *cover)
{
    int panel = question->panel;
    size_t next = issue_order_at(analysed->order, question->position);

    *cover = (Cover){.answer = true,
                     .names = question_hides_names(analysed->trace),
                     .panel = panel};
    cover->lines[panel] = analysed->trace->instructions[next].site;
    if (question->about.length)
        snprintf(cover->about[panel], sizeof cover->about[panel], "Next: %s",
                 question->about.text);
}

void question_source(const Question *question, const AnalysedTrace *analysed,
                     int count, Text *text)
{
    const Trace *trace = analysed->trace;
    bool hides = question_hides_names(trace);
    const Instruction *at = trace->instructions +
                            issue_order_at(analysed->order, question->position);
    const char *line = trace_source_of(trace, at)->text;

    for (int i = 1; line && *line && i <= at->site; ++i) {
        int length = (int)strcspn(line, "\n");
        bool hidden = hides && strncmp(line, "__global__", 10) == 0;
        if (i + count > at->site)
            text_add(text, "%4d  %.*s\n", i, hidden ? 0 : length, line);
        line += length + (line[length] == '\n');
    }
}

static bool was_asked(const QuestionWish *wish, const Question *question)
{
    for (int i = 0; i < wish->asked_count; ++i)
        if (question_same(wish->asked[i], question))
            return true;
    return false;
}

/* Makes a new question of ASK at the first position that has one, from a random
 * position of those wished on, round to the first. */
static bool choose_place(const AnalysedTrace *const traces[], int count,
                         const QuestionWish *wish, const QuestionAsk *ask,
                         Question *question)
{
    size_t first = wish->first[ask->panel], end = wish->end[ask->panel];

    if (first > end)
        return false;
    size_t places = end - first + 1, start = (size_t)(ask->seed % places);
    for (size_t i = 0; i < places; ++i) {
        size_t position = first + (start + i) % places;
        if (!question_at(traces, count, ask, position, question))
            continue;
        if (!was_asked(wish, question))
            return true;
        question_free(question);
    }
    return false;
}

/* Orders the kinds: the wished level mostly first, then easier kinds, then the
 * harder ones. */
static void order_kinds(const QuestionWish *wish, uint64_t *random,
                        QuestionKind order[QUESTION_KINDS])
{
    double marks[QUESTION_KINDS];

    for (QuestionKind kind = 0; kind < QUESTION_KINDS; ++kind) {
        int beyond = kinds[kind].level - wish->level;
        double luck = (double)(base_random(random) >> 11) / 0x1p53;
        double mark = luck + (beyond < 0 ? 0.4 * -beyond : 1.0 * beyond);
        QuestionKind i = kind;
        for (; i > 0 && marks[i - 1] > mark; --i) {
            marks[i] = marks[i - 1];
            order[i] = order[i - 1];
        }
        marks[i] = mark;
        order[i] = kind;
    }
}

bool question_choose(const AnalysedTrace *const traces[], int count,
                     const QuestionWish *wish, Question *question)
{
    QuestionKind order[QUESTION_KINDS];
    uint64_t random = wish->seed;

    order_kinds(wish, &random, order);
    for (int i = 0; i < QUESTION_KINDS; ++i) {
        if (wish->except >> order[i] & 1)
            continue;
        int first = (int)(base_random(&random) % (unsigned)count);
        uint64_t seed = base_random(&random);
        for (int t = 0; t < count; ++t) {
            const QuestionAsk ask = {order[i], (first + t) % count,
                                     QUESTION_ANY_THREAD, seed};
            if (choose_place(traces, count, wish, &ask, question))
                return true;
        }
    }
    *question = (Question){0};
    return false;
}
