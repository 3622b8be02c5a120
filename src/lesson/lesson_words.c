/* SPDX-License-Identifier: MIT */
#include "lesson/lesson_words.h"

#include "ask/quiz.h"
#include "lesson/lesson_fill.h"

#include <string.h>

static bool answers_match(const Answer *a, const Answer *b)
{
    return a->count == b->count &&
           memcmp(a->numbers, b->numbers,
                  (size_t)a->count * sizeof *a->numbers) == 0;
}

static bool fill(const Lesson *lesson, const LessonStop *stop, const char *text,
                 const LessonMoment *moment, Text *out, Error *error)
{
    return !text || lesson_fill(lesson, stop->line, text, moment, out, error);
}

/* The question that STOP has the traces ask, into WORDS. */
static bool ask(const Lesson *lesson, const LessonStop *stop,
                const LessonMoment *moment, LessonWords *words, Error *error)
{
    const LessonAsk *wanted = &stop->ask;
    AnalysedTrace *traces[LESSON_MOST_TRACES];
    Question *asked = &words->asked;
    int panel = wanted->panel;
    bool good = panel < moment->count;

    for (int t = 0; t < moment->count; ++t)
        traces[t] = analysed_new(moment->traces[t]);
    good =
        good &&
        question_at_thread((const AnalysedTrace *const *)traces, moment->count,
                           panel, wanted->kind, moment->positions[panel],
                           wanted->thread, wanted->seed, asked) &&
        (wanted->thread == UINT32_MAX || asked->thread == wanted->thread);
    if (good) {
        question_cover(asked, traces[panel], &words->cover);
        words->asks = true;
        words->k = moment->traces[panel]->run.k;
    }
    for (int t = 0; t < moment->count; ++t)
        analysed_free(traces[t]);
    return good ||
           lesson_error(lesson, stop->question_line, error,
                        "ask: there is nothing of this kind to ask about what "
                        "comes next, or the picture tells it already; try "
                        "another moment");
}

/* Says what ASKED says, as an author would. */
static void say_asked(LessonWords *words)
{
    const Question *asked = &words->asked;

    text_add(&words->question, "%s", asked->sentence.text);
    text_add(&words->answer, "%s", asked->answer.text);
    for (const char *c = asked->why.text; *c; ++c)
        text_add_bytes(&words->why, *c == '\n' ? " " : c, 1);
    for (int i = 0; i < QUESTION_CHOICES && asked->choices[i]; ++i) {
        text_add(words->choices + i, "%s", asked->choices[i]);
        words->choices_count = i + 1;
        words->right = (int)asked->right.numbers[0];
    }
}

/* The answers that the lesson explains. */
static bool fill_wrongs(const Lesson *lesson, const LessonStop *stop,
                        const LessonMoment *moment, LessonWords *words,
                        Error *error)
{
    for (int i = 0; i < stop->choices_count; ++i) {
        const LessonChoice *choice = stop->choices + i;
        LessonWrong *wrong = words->wrongs + words->wrongs_count;
        Text typed = {0};
        Error none;
        bool good = true;
        if (!choice->why)
            continue;
        ++words->wrongs_count;
        wrong->answer = (Answer){{i}, 1};
        if (stop->asks)
            good = fill(lesson, stop, choice->text, moment, &typed, error) &&
                   ((question_read(&words->asked, typed.text, &wrong->answer,
                                   &none) &&
                     !question_is_right(&words->asked, &wrong->answer)) ||
                    lesson_error(lesson, stop->question_line, error,
                                 "- %.80s: this is no wrong answer; write %s",
                                 typed.text, words->asked.how.text));
        text_free(&typed);
        if (!good ||
            !fill(lesson, stop, choice->why, moment, &wrong->why, error))
            return false;
    }
    return true;
}

bool lesson_is_right(const LessonWords *words, const Answer *given)
{
    return words->choices_count ? given->numbers[0] == words->right
                                : question_is_right(&words->asked, given);
}

const char *lesson_why_wrong(const LessonWords *words, const Answer *given)
{
    for (int i = 0; i < words->wrongs_count; ++i)
        if (answers_match(&words->wrongs[i].answer, given))
            return words->wrongs[i].why.text;
    return "";
}

static bool fill_choices(const Lesson *lesson, const LessonStop *stop,
                         const LessonMoment *moment, LessonWords *words,
                         Error *error)
{
    bool good = true;

    words->choices_count = stop->choices_count;
    for (int i = 0; good && i < stop->choices_count; ++i) {
        Text *choice = words->choices + i;
        if (stop->choices[i].right)
            words->right = i;
        good = fill(lesson, stop, stop->choices[i].text, moment, choice, error);
        for (int j = 0; good && j < i; ++j)
            if (strcmp(words->choices[j].text, choice->text) == 0)
                good = lesson_error(lesson, stop->question_line, error,
                                    "two choices say \"%.80s\"", choice->text);
    }
    if (good && stop->choices_count)
        text_add(&words->answer, "%s", words->choices[words->right].text);
    return good;
}

bool lesson_words(const Lesson *lesson, const LessonStop *stop,
                  const LessonMoment *moment, LessonWords *words, Error *error)
{
    *words = (LessonWords){.asks = false};
    if (!fill(lesson, stop, stop->text, moment, &words->text, error) ||
        !fill(lesson, stop, stop->note, moment, &words->note, error) ||
        !fill(lesson, stop, stop->question, moment, &words->question, error))
        return false;
    if (stop->asks) {
        if (!ask(lesson, stop, moment, words, error))
            return false;
        say_asked(words);
        if (stop->why)
            text_add(&words->why, " ");
    }
    return fill(lesson, stop, stop->why, moment, &words->why, error) &&
           fill_wrongs(lesson, stop, moment, words, error) &&
           (stop->asks || fill_choices(lesson, stop, moment, words, error));
}

bool lesson_has_question(const LessonStop *stop)
{
    return stop->question || stop->asks;
}

uint32_t lesson_told_tick(const LessonWords *words, const Player *player)
{
    return words->asks ? quiz_end_tick(player, &words->asked) : player->tick;
}

void lesson_words_free(LessonWords *words)
{
    text_free(&words->text);
    text_free(&words->note);
    text_free(&words->question);
    text_free(&words->why);
    text_free(&words->answer);
    question_free(&words->asked);
    for (int i = 0; i < LESSON_MOST_CHOICES; ++i) {
        text_free(words->choices + i);
        text_free(&words->wrongs[i].why);
    }
}
