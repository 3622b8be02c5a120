/* SPDX-License-Identifier: MIT */
#include "lesson/lesson_text.h"

#include "analysis/issue_order.h"
#include "say/finding.h"
#include "lesson/lesson_done.h"
#include "lesson/lesson_fill.h"
#include "say/say.h"
#include "say/value_lines.h"
#include "util/wrap.h"

#include <stdlib.h>
#include <string.h>

enum {
    COLUMNS = 79,
    MOST_CELLS = 64,
    NAME_COLUMNS = 16,
    LINES_AROUND = 3 /* those that are pointed at */
};

void lesson_text_wrap(const char *words, int indent, Text *text)
{
    Text printed = {0};
    char *rest;

    wrap_quotes(words, &printed);
    for (char *line = printed.text; line; line = rest) {
        rest = strchr(line, '\n');
        if (rest)
            *rest++ = '\0';
        text_add(text, "%*s", indent, "");
        wrap_add(text, COLUMNS, indent, "", indent, line);
        text_add(text, rest ? "\n" : "");
    }
    text_free(&printed);
}

/* ---- The list ----------------------------------------------------------- */

void lesson_text_list(const LessonList *list, Text *text)
{
    text_add(text, "Lessons, and what you can do after each\n");
    for (size_t i = 0; i < list->lessons_count; ++i) {
        const Lesson *lesson = list->lessons[i];
        LessonDone done = lesson_done(lesson);
        text_add(text, "  %2zu  %-*s %s", i + 1, NAME_COLUMNS, lesson->name,
                 lesson->title);
        if (done.done)
            text_add(text, " (done)");
        else if (done.stop)
            text_add(text, " (stop %u of %zu)", done.stop, lesson->stops_count);
        text_add(text, "\n");
        lesson_text_wrap(lesson->goal, NAME_COLUMNS + 7, text);
    }
    text_add(text, "\n`upsweep lesson NAME` plays one in the window; with "
                   "--text, in the terminal.\n");
}

void lesson_text_head(const Lesson *lesson, Text *text)
{
    text_add(text, "%s\n%zu stops\n", lesson->title, lesson->stops_count);
}

/* ---- A stop ------------------------------------------------------------- */

/* The race in which instruction INDEX takes part, or a race of its step. */
static void add_race(const LessonStage *stage, const Trace *trace, size_t index,
                     Statement *told)
{
    RaceList races = race_find(trace);

    if (stage->stop->at == LESSON_AT_STEP)
        say_step_race(trace, &races, trace->instructions[index].step, told);
    else
        say_race(trace, &races, index + 1, told);
    race_free(&races);
}

/* Shared memory after instruction INDEX. */
static void add_memory(const Trace *trace, size_t index, const Grid *grid,
                       Text *text)
{
    Word values[MOST_CELLS], intervals[MOST_CELLS];

    trace_memory(trace, index + 1, values, intervals);
    text_add(text, "    Shared memory, by cell\n");
    value_lines_add(&(ValueLines){trace, values, intervals, grid->words,
                                  VALUES_OF_SHARED,
                                  (uint32_t)(grid - trace->grids), NULL},
                    false, text);
}

/* Appends all of STATEMENT, which continues a sentence or is its own, and frees
 * it. */
static void add_statement(Statement *statement, bool continues, Text *text)
{
    if (!continues) {
        statement_take(statement, text);
        return;
    }
    text_add(text, ", ");
    statement_write_plain(statement, 0, text);
    text_add(text, ".");
    statement_free(statement);
}

static void add_told(const LessonStage *stage, int t, Text *text)
{
    const LessonMoment *moment = &stage->moment;
    const Trace *trace = moment->traces[t];
    size_t position = moment->positions[t];
    size_t index =
        position ? issue_order_at(moment->orders[t], position - 1) : 0;
    Statement statement = {0};
    Text told = {0};

    const Grid *grid = trace->grids;
    if (position)
        grid =
            trace_grid(trace, trace_step(trace, trace->instructions + index));
    text_add(&told, "%s",
             trace_command(trace) ? grid->title : trace->run.title);
    if (position)
        text_add(&told, ", step %u of %zu. ",
                 issue_order_step(trace, moment->orders[t], position),
                 trace->steps_count);
    if (stage->stop->at == LESSON_AT_STEP && position)
        say_step(trace, trace->instructions[index].step, &statement);
    else
        say_instruction(trace, position ? index + 1 : 0, &statement);
    if (position)
        add_race(stage, trace, index, &statement);
    add_statement(&statement, position == 0, &told);
    lesson_text_wrap(told.text, 4, text);
    text_free(&told);
    if (position && moment->count == 1 && trace->run.words <= MOST_CELLS)
        add_memory(trace, index, grid, text);
}

/* Drops from FINDINGS that there are no races, and what the result is. */
static void keep_faults(Findings *findings)
{
    size_t kept = 0;

    for (size_t i = 0; i < findings->findings_count; ++i)
        if (findings->findings[i].kind != FINDING_NO_RACE &&
            findings->findings[i].kind != FINDING_RESULT)
            findings->findings[kept++] = findings->findings[i];
    findings->findings_count = kept;
}

/* What is wrong with the whole run, or that it is proved. */
static void add_verdict(const Trace *trace, Text *text)
{
    Findings findings = findings_new(trace);
    Text told = {0};

    if (!proof_is_good(findings.proof))
        keep_faults(&findings);
    text_add(&told, "%s: ", proof_verdict(findings.proof));
    findings_write(&findings, &told);
    lesson_text_wrap(told.text, 4, text);
    text_free(&told);
    findings_free(&findings);
}

/* What the whole run of trace T of the moment costs; its additions, if they are
 * known. */
static void add_cost(const LessonStage *stage, int t, Text *text)
{
    const LessonMoment one = {.traces = {stage->traces[t]},
                              .orders = {stage->orders[t]},
                              .count = 1};
    static const char *const parts[] = {
        "{T} cycles (T), {conflicts} bank conflicts",
        ", {W} additions (W), {rounds} in a row"};
    Text told = {0};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        Text part = {0};
        Error ignored;
        if (lesson_fill(stage->lesson, stage->stop->line, parts[i], &one, &part,
                        &ignored))
            text_add(&told, "%s", part.text);
        text_free(&part);
    }
    lesson_text_wrap(told.text, 4, text);
    text_free(&told);
}

/* The lines of SOURCE from FIRST to LAST, each with its number, and "> " before
 * those of COUNT THINGS. */
static void add_lines(const Source *source, uint32_t first, uint32_t last,
                      const Thing things[], int count, Text *text)
{
    const char *line = source->text;

    text_add(text, "\n    %s\n", source->name);
    for (uint32_t number = 1; *line && number <= last; ++number) {
        size_t length = strcspn(line, "\n");
        bool pointed = false;
        for (int i = 0; i < count; ++i)
            pointed |= things[i].kind == THING_LINE && things[i].b == number;
        if (number >= first)
            text_add(text, "  %s %3u | %.*s\n", pointed ? ">" : " ", number,
                     (int)length, line);
        line += length + (line[length] == '\n');
    }
}

/* The code around the lines that the stop points at. */
static void add_code(const LessonStage *stage, Text *text)
{
    Thing things[LESSON_MOST_POINTS];
    Error error;
    uint32_t first = UINT32_MAX, last = 0, source = 0;
    int count = lesson_things(stage->lesson, stage->stop,
                              (const Trace *const *)stage->traces, stage->count,
                              things, &error);

    for (int i = 0; i < count; ++i) {
        if (things[i].kind != THING_LINE)
            continue;
        source = last ? source : things[i].a;
        first = things[i].b < first ? things[i].b : first;
        last = things[i].b > last ? things[i].b : last;
    }
    if (last && source < stage->traces[0]->sources_count)
        add_lines(stage->traces[0]->sources + source,
                  first > LINES_AROUND ? first - LINES_AROUND : 1,
                  last + LINES_AROUND, things, count, text);
}

/* "Changed: s[n - 1] = 0; => ;" */
static void add_edit(const LessonStop *stop, Text *text)
{
    Text now = {0}, told = {0};

    text_add(&now, "%s => %s", stop->edit, stop->edited);
    text_add(&told, "Changed:");
    for (const char *word = now.text; *(word += strspn(word, " \n"));
         word += strcspn(word, " \n"))
        text_add(&told, " %.*s", (int)strcspn(word, " \n"), word);
    text_add(text, "    ");
    wrap_add(text, COLUMNS, 4, "", 4, told.text);
    text_free(&now);
    text_free(&told);
}

void lesson_text_seen(const LessonStage *stage, Text *text)
{
    for (int t = 0; t < stage->count; ++t) {
        add_told(stage, t, text);
        if (stage->stop->at != LESSON_AT_END)
            continue;
        add_verdict(stage->traces[t], text);
        add_cost(stage, t, text);
    }
}

void lesson_text_stop(const LessonStage *stage, const LessonWords *words,
                      Text *text)
{
    const Lesson *lesson = stage->lesson;
    const LessonStop *stop = stage->stop;

    text_add(text, "\n%zu of %zu · %s\n\n", (size_t)(stop - lesson->stops) + 1,
             lesson->stops_count, stop->title);
    lesson_text_wrap(words->text.text, 0, text);
    if (stop->sums_up)
        return;
    text_add(text, "\n    $ upsweep show %s\n", stop->show);
    if (stop->edit)
        add_edit(stop, text);
    if (stop->hide != LESSON_ANSWER)
        lesson_text_seen(stage, text);
    add_code(stage, text);
    if (stop->points_count) {
        text_add(text, "    Look at ");
        for (int i = 0; i < stop->points_count; ++i)
            text_add(text, "%s%s", i ? ", " : "", stop->points[i]);
        text_add(text, ".\n");
    }
}

/* ---- Questions ---------------------------------------------------------- */

void lesson_text_question(const LessonWords *words, Text *text)
{
    const Question *question = &words->question;

    text_add(text, "\n");
    if (question->about.length) {
        Text next = {0};
        text_add(&next, "Next: %s.", question->about.text);
        lesson_text_wrap(next.text, 0, text);
        text_free(&next);
    }
    lesson_text_wrap(question->sentence.text, 0, text);
    for (int i = 0; i < question_choices(question); ++i)
        text_add(text, "  %d: %s\n", i + 1, question->choices[i]);
    if (question->form != ANSWER_CHOICE)
        text_add(text, "  Answer with %s.\n", question->how.text);
}

void lesson_text_answer(const LessonWords *words, const Answer *given,
                        const char *before, Text *text)
{
    Text told = {0};

    text_add(&told, "%s", before);
    question_verdict(&words->question, given, &told);
    if (given)
        text_add(&told, " %s", lesson_why_wrong(words, given));
    text_add(&told, " %s", words->question.why.text);
    lesson_text_wrap(told.text, 0, text);
    text_free(&told);
}
