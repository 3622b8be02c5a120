/* SPDX-License-Identifier: MIT
 *
 * Tests of quizzes: the order of questions, the score, and the code of it.
 */
#include "ask/quiz.h"

#include "ask/score_code.h"
#include "stage.h"

#include <glib.h>
#include <string.h>

static const AnalysedTrace *const *traces_of(const Stage *stage)
{
    return (const AnalysedTrace *const *)stage->analysed_traces;
}

static const size_t starts[PLAYER_MAX_TRACES] = {0};

/* How a quiz is answered: by HOW modulo 5, right, wrong, shown, passed, or by
 * turns. */
static void answer(Quiz *quiz, int how)
{
    QuizEntry *entry = quiz->entries + quiz->count - 1;
    Answer answer = entry->question.right;

    switch (how % 5 == 4 ? quiz->count % 4 : how % 5) {
    case 0:
        turn_answer(&entry->turn, &entry->question, &answer);
        break;
    case 1:
        answer.numbers[0] ^= 1;
        turn_answer(&entry->turn, &entry->question, &answer);
        break;
    case 2:
        turn_end(&entry->turn, TURN_SHOWN);
        break;
    default:
        turn_end(&entry->turn, TURN_PASSED);
    }
    quiz_adapt(quiz);
}

/* No sums of several traces are asked: one picture shows the sums of the other.
 */
static void check_beside(const Stage *stage, const Question *question)
{
    if (stage->count > 1) {
        g_assert_cmpint(question->kind, !=, QUESTION_SUM);
        g_assert_cmpint(question->kind, !=, QUESTION_ELEMENTS);
    }
}

/* Nobody is asked what was asked before. */
static void check_new(GHashTable *asked, const Question *question)
{
    char *all = g_strdup_printf("%d. Next: %s. %s %s", question->panel,
                                question->about.text, question->sentence.text,
                                question->answer.text);

    g_assert_true(g_hash_table_add(asked, all));
}

/* Plays a quiz, and appends all that was asked to TEXT. */
static void play(Stage *stage, uint64_t seed, int how, Quiz *quiz, Text *text)
{
    size_t last[PLAYER_MAX_TRACES] = {0};
    GHashTable *asked =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    quiz_start(quiz, seed, QUIZ_USUAL, starts, stage->count);
    while (quiz_next(quiz, traces_of(stage), &stage->player)) {
        const Question *question = &quiz->entries[quiz->count - 1].question;
        check_new(asked, question);
        if (quiz->count > 1)
            g_assert_cmpint(question->kind, !=,
                            quiz->entries[quiz->count - 2].question.kind);
        g_assert_cmpuint(question->position, >=, last[question->panel]);
        last[question->panel] = question->position;
        uint32_t tick = quiz_tick(&stage->player, question);
        g_assert_cmpuint(player_position_at(&stage->player, question->panel,
                                            tick),
                         ==, question->position);
        check_beside(stage, question);
        uint32_t end = quiz_end_tick(&stage->player, question);
        g_assert_cmpuint(end, >, tick);
        g_assert_cmpuint(player_position_at(&stage->player, question->panel,
                                            end),
                         >=, question->end);
        text_add(text, "%d %zu %s\n", question->panel, question->position,
                 question->sentence.text);
        answer(quiz, how);
    }
    g_hash_table_destroy(asked);
}

static void test_order(void)
{
    static const char *const names[] = {
        "padding",   "leftright padding",  "hillis-steele", "warp-shuffle",
        "look-back", "hillis-steele-racy", "three-phase",
    };

    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        Stage *stage = stage_new(names[i], OP_ADD, 64, 4, false);
        for (uint64_t seed = 0; seed < 8; ++seed)
            for (int how = 0; how < 5; ++how) {
                Quiz quiz, again;
                Text first = {0}, second = {0};
                play(stage, seed, how, &quiz, &first);
                play(stage, seed, how, &again, &second);
                g_assert_cmpstr(first.text, ==, second.text);
                g_assert_cmpint(quiz.count, >=, 4);
                text_free(&first);
                text_free(&second);
                quiz_free(&quiz);
                quiz_free(&again);
            }
        stage_free(stage);
    }
}

/* Where a run has few different questions, there are few: of each kind that is
 * about the whole run, one. */
static void test_few(void)
{
    static const char *const names[] = {"leftright", "leftright padding"};

    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        Stage *stage = stage_new(names[i], OP_ADD, 16, 4, false);
        for (uint64_t seed = 0; seed < 20; ++seed) {
            Quiz quiz;
            Text text = {0};
            int whole = 0;
            play(stage, seed, 0, &quiz, &text);
            for (int q = 0; q < quiz.count; ++q)
                whole += stage->count > 1 &&
                         quiz.entries[q].question.kind == QUESTION_FASTER;
            g_assert_cmpint(whole, <=, 1);
            g_assert_cmpint(quiz.count, >=, 4);
            text_free(&text);
            quiz_free(&quiz);
        }
        stage_free(stage);
    }
}

static void test_level(void)
{
    Stage *stage = stage_new("padding", OP_ADD, 64, 4, false);
    Quiz quiz;
    Text text = {0};

    play(stage, 1, 0, &quiz, &text);
    g_assert_cmpint(quiz.level, ==, QUESTION_LEVELS);
    g_assert_cmpint(quiz_right(&quiz), ==, quiz.count);
    QuestionKind last = quiz.entries[quiz.count - 1].question.kind;
    g_assert_cmpint(question_kind_level(last), >, 1);
    quiz_free(&quiz);
    play(stage, 1, 1, &quiz, &text);
    g_assert_cmpint(quiz.level, ==, 1);
    g_assert_cmpint(quiz_right(&quiz), ==, 0);
    g_assert_cmpint(quiz_counted(&quiz), ==, quiz.count);
    for (int i = 0; i < quiz.count; ++i)
        g_assert_cmpint(question_kind_level(quiz.entries[i].question.kind), ==,
                        1);
    quiz_free(&quiz);
    play(stage, 1, 3, &quiz, &text);
    g_assert_cmpint(quiz_counted(&quiz), ==, 0);
    quiz_free(&quiz);
    text_free(&text);
    stage_free(stage);
}

static QuizEntry entry(QuestionKind kind, TurnResult result, bool hinted)
{
    return (QuizEntry){.question = {.kind = kind},
                       .turn = {.result = result, .hinted = hinted}};
}

static void test_summary(void)
{
    Quiz quiz = {.most = 4,
                 .count = 4,
                 .entries = {entry(QUESTION_BANK, TURN_RIGHT, false),
                             entry(QUESTION_CELL, TURN_WRONG, true),
                             entry(QUESTION_SUM, TURN_SHOWN, false),
                             entry(QUESTION_CELL, TURN_PASSED, false)}};
    Text text = {0};

    quiz_score_line(&quiz, &text);
    quiz_advice(&quiz, &text);
    g_assert_cmpstr(text.text, ==,
                    "1 of 3 correct, with 1 hint, 1 skipped."
                    "Review: the cell that a thread accesses, the value of a "
                    "sum.\n");
    text_free(&text);
    quiz = (Quiz){.most = 10,
                  .count = 1,
                  .exhausted = true,
                  .entries = {entry(QUESTION_BANK, TURN_RIGHT, false)}};
    text = (Text){0};
    quiz_score_line(&quiz, &text);
    quiz_advice(&quiz, &text);
    g_assert_cmpstr(text.text, ==,
                    "1 of 1 correct.This run has only 1 question.\n");
    text_free(&text);
}

/* ---- Codes ----------------------------------------------------------------*/

static void test_code(void)
{
    Score score = {7, 10, 42, 12345, 0x2f7}, again;
    Error error;
    Text code = {0};

    score_code(&score, &code);
    g_assert_true(score_read(code.text, &again, &error));
    g_assert_cmpuint(again.right, ==, 7);
    g_assert_cmpuint(again.counted, ==, 10);
    g_assert_cmpuint(again.seed, ==, 42);
    g_assert_cmpuint(again.exercise, ==, 12345);
    g_assert_cmpuint(again.rights, ==, 0x2f7);
    for (size_t i = 0; i < code.length; ++i)
        for (const char *c = "0123456789AQZ-"; *c; ++c) {
            char *other = g_strdup(code.text);
            other[i] = *c;
            if (strcmp(other, code.text) != 0)
                g_assert_false(score_read(other, &again, &error));
            g_free(other);
        }
    char *small = g_ascii_strdown(code.text, -1);
    g_assert_true(score_read(small, &again, &error));
    g_free(small);
    for (const char *const *wrong =
             (const char *const[]){"", "-", "7", "7-10-0-K3F9-1B7",
                                   "7-10-0-K3F9-1B7-Q2XZ-1", "a-b-c-d-e-f",
                                   "7-10-99999999999999999-1-1-1", NULL};
         *wrong; ++wrong)
        g_assert_false(score_read(*wrong, &again, &error));
    text_free(&code);
}

static void test_exercise(void)
{
    Stage *one = stage_new("padding", OP_ADD, 64, 4, false);
    Stage *same = stage_new("padding", OP_ADD, 64, 4, false);
    Stage *other = stage_new("padding", OP_ADD, 64, 8, false);
    uint32_t exercise = score_exercise((const Trace *const *)one->traces, 1);

    g_assert_cmpuint(exercise, ==,
                     score_exercise((const Trace *const *)same->traces, 1));
    g_assert_cmpuint(exercise, !=,
                     score_exercise((const Trace *const *)other->traces, 1));
    stage_free(one);
    stage_free(same);
    stage_free(other);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/quiz/order", test_order);
    g_test_add_func("/quiz/few", test_few);
    g_test_add_func("/quiz/level", test_level);
    g_test_add_func("/quiz/summary", test_summary);
    g_test_add_func("/quiz/code", test_code);
    g_test_add_func("/quiz/exercise", test_exercise);
    return g_test_run();
}
