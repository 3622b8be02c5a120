/* SPDX-License-Identifier: MIT */
#include "lesson/lesson_words.h"

#include "ask/quiz.h"
#include "lesson/lesson_fill.h"
#include "view/pointing.h"

#include <stdio.h>
#include <string.h>

/* What says the words of a stop. */
typedef struct {
    const Lesson *lesson;
    const LessonStop *stop;
    const LessonMoment *moment;
    LessonWords *words;
    Error *error;
} Saying;

static bool fill(const Saying *saying, const char *text, Text *out)
{
    text_add_bytes(out, "", 0); /* a text that is not NULL */
    return !text || lesson_fill(saying->lesson, saying->stop->line, text,
                                saying->moment, out, saying->error);
}

/* The question that the stop has the traces ask. */
static bool ask(const Saying *saying)
{
    const QuestionAsk *wanted = &saying->stop->ask;
    const LessonMoment *moment = saying->moment;
    LessonWords *words = saying->words;
    AnalysedTrace *traces[LESSON_MOST_TRACES];
    int panel = wanted->panel;
    bool good = panel < moment->count;

    for (int t = 0; t < moment->count; ++t)
        traces[t] = analysed_new(moment->traces[t]);
    good = good &&
           question_at((const AnalysedTrace *const *)traces, moment->count,
                       wanted, moment->positions[panel], &words->question) &&
           (wanted->thread == QUESTION_ANY_THREAD ||
            words->question.thread == wanted->thread);
    if (good)
        question_cover(&words->question, traces[panel], &words->cover);
    for (int t = 0; t < moment->count; ++t)
        analysed_free(traces[t]);
    return good ||
           lesson_error(saying->lesson, saying->stop->question_line,
                        saying->error,
                        "ask: the traces have no such question at this moment, "
                        "or the picture shows its answer; use another moment");
}

/* The author's question, with choices. */
static bool take_choices(const Saying *saying)
{
    const LessonStop *stop = saying->stop;
    Question *question = &saying->words->question;

    question->form = ANSWER_CHOICE;
    text_add(&question->how, "a number from 1 to %d", stop->choices_count);
    for (int i = 0; i < stop->choices_count; ++i) {
        Text choice = {0};
        bool good = fill(saying, stop->choices[i].text, &choice);
        for (int j = 0; good && j < i; ++j)
            if (strcmp(question->choices[j], choice.text) == 0)
                good = lesson_error(saying->lesson, stop->question_line,
                                    saying->error, "two choices say \"%.80s\"",
                                    choice.text);
        question->choices[i] = choice.text;
        if (!good)
            return false;
        if (stop->choices[i].right)
            question->right = (Answer){{i}, 1};
    }
    question_answer(question, &question->right, &question->answer);
    return fill(saying, stop->question, &question->sentence);
}

/* Reads the wrong answer I, which the traces can judge. */
static bool read_wrong(const Saying *saying, int i, Answer *answer)
{
    const Question *question = &saying->words->question;
    Text typed = {0};
    Error ignored;
    bool good = fill(saying, saying->stop->choices[i].text, &typed) &&
                ((question_read(question, typed.text, answer, &ignored) &&
                  !question_is_right(question, answer)) ||
                 lesson_error(saying->lesson, saying->stop->question_line,
                              saying->error,
                              "- %.80s: this is not a wrong answer; write %s",
                              typed.text, question->how.text));

    text_free(&typed);
    return good;
}

/* The wrong answers that the stop explains. */
static bool take_wrongs(const Saying *saying)
{
    const LessonStop *stop = saying->stop;
    LessonWords *words = saying->words;

    for (int i = 0; i < stop->choices_count; ++i) {
        LessonWrong *wrong = words->wrongs + words->wrongs_count;
        if (!stop->choices[i].why)
            continue;
        ++words->wrongs_count;
        wrong->answer = (Answer){{i}, 1};
        if ((stop->asks && !read_wrong(saying, i, &wrong->answer)) ||
            !fill(saying, stop->choices[i].why, &wrong->why))
            return false;
    }
    return true;
}

static bool say_question(const Saying *saying)
{
    const LessonStop *stop = saying->stop;
    Text *why = &saying->words->question.why;

    if (!(stop->asks ? ask(saying) : take_choices(saying)))
        return false;
    for (size_t i = 0; i < why->length; ++i)
        if (why->text[i] == '\n')
            why->text[i] = ' ';
    text_add(why, why->length && stop->why ? " " : "");
    return fill(saying, stop->why, why) && take_wrongs(saying);
}

bool lesson_words(const Lesson *lesson, const LessonStop *stop,
                  const LessonMoment *moment, LessonWords *words, Error *error)
{
    const Saying saying = {lesson, stop, moment, words, error};

    *words = (LessonWords){.asks = lesson_has_question(stop),
                           .of_traces = stop->asks};
    return fill(&saying, stop->text, &words->text) &&
           fill(&saying, stop->note, &words->note) &&
           (!words->asks || say_question(&saying));
}

const char *lesson_why_wrong(const LessonWords *words, const Answer *given)
{
    Question question = {.form = words->question.form};

    for (int i = 0; i < words->wrongs_count; ++i) {
        question.right = words->wrongs[i].answer;
        if (question_is_right(&question, given))
            return words->wrongs[i].why.text;
    }
    return "";
}

uint32_t lesson_told_tick(const LessonWords *words, const Player *player)
{
    return words->of_traces ? quiz_end_tick(player, &words->question)
                            : player->tick;
}

void lesson_words_free(LessonWords *words)
{
    text_free(&words->text);
    text_free(&words->note);
    question_free(&words->question);
    for (int i = 0; i < words->wrongs_count; ++i)
        text_free(&words->wrongs[i].why);
}

/* ---- What is seen ------------------------------------------------------- */

bool lesson_scene(const Lesson *lesson, const LessonStop *stop, Scene *scene,
                  Error *error)
{
    Error own;

    scene->steps = stop->at == LESSON_AT_STEP;
    scene->only = stop->time ? 1 + AREA_TIME : 0;
    scene->things_count = 0;
    for (int i = 0; i < stop->points_count; ++i)
        if (!scene_point(scene, stop->points[i], &own))
            return lesson_error(lesson, stop->point_line, error,
                                "point: %.380s", own.text);
    scene->details = scene->details || stop->edit != NULL;
    for (int i = 0; i < scene->things_count; ++i)
        scene->details |= scene->things[i].kind == THING_LINE;
    return true;
}

void lesson_cover(const LessonStop *stop, const LessonWords *words, bool tells,
                  Scene *scene)
{
    static const Cover ahead = {.answer = false}, answer = {.answer = true};
    bool asked = words && words->of_traces;
    bool asks = (stop->hide == LESSON_ANSWER || asked) && !tells;

    scene->cover = asks && asked ? &words->cover
                   : asks        ? &answer
                   : stop->hide  ? &ahead
                                 : NULL;
    scene->asked = asks ? 1 + (uint32_t)stop->line : scene->cover ? 1 : 0;
}

Band lesson_band(const Lesson *lesson, const LessonStop *stop,
                 const LessonWords *words, bool note, bool tells,
                 const Turn *turn)
{
    const Answer *given = turn ? turn_given(turn) : NULL;
    bool notes = note && words->note.length;
    Band band = {.title = stop->title,
                 .text = notes ? words->note.text : words->text.text,
                 .ink = notes ? COLOR_DIM : COLOR_INK,
                 .question = words->asks ? &words->question : NULL,
                 .wrong = given ? lesson_why_wrong(words, given) : "",
                 .tells = tells,
                 .turn = turn};

    snprintf(band.head, sizeof band.head, "%s  ·  %zu of %zu", lesson->title,
             (size_t)(stop - lesson->stops) + 1, lesson->stops_count);
    return band;
}
