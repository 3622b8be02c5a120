/* SPDX-License-Identifier: MIT
 *
 * quiz - which question comes next, and the score.
 */
#include "ask/quiz.h"

#include "say/phrases.h"

void quiz_start(Quiz *quiz, uint64_t seed, int most, const size_t positions[],
                int count)
{
    *quiz = (Quiz){.seed = seed, .most = most, .level = 1};
    for (int t = 0; positions && t < count; ++t)
        quiz->positions[t] = positions[t];
}

void quiz_free(Quiz *quiz)
{
    question_free(&quiz->question);
}

/* ---- The next question ----------------------------------------------------*/

uint32_t quiz_tick(const Player *player, const Question *question)
{
    uint32_t tick = player_tick_of(player, question->panel, question->position);

    return tick ? tick - 1 : 0;
}

uint32_t quiz_end_tick(const Player *player, const Question *question)
{
    return player_tick_of(player, question->panel, question->end - 1);
}

/* Kinds that are not asked again: what the whole run computes is asked once. */
static unsigned done_with(const Quiz *quiz, int count)
{
    const unsigned once =
        1u << QUESTION_RIGHT | (count > 1 ? 1u << QUESTION_FASTER : 0);
    unsigned done = 0;

    for (int i = 0; i < quiz->count; ++i)
        done |= 1u << quiz->entries[i].kind;
    return done & once;
}

/* The remaining questions share the rest of the run: the next is asked in the
 * first SHARES of these parts. */
static QuestionWish wish_of(const Quiz *quiz,
                            const AnalysedTrace *const traces[], int count,
                            size_t shares)
{
    uint64_t random =
        quiz->seed * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)quiz->count;
    QuestionWish wish = question_wish(traces, count, base_random(&random));
    size_t parts = (size_t)(quiz->most - quiz->count);

    wish.level = quiz->level;
    wish.asked = quiz->asked;
    wish.asked_count = quiz->count;
    wish.except = done_with(quiz, count);
    if (quiz->count)
        wish.except |= 1u << quiz->entries[quiz->count - 1].kind;
    for (int t = 0; t < count; ++t) {
        wish.first[t] = quiz->positions[t];
        if (shares < parts && wish.first[t] < wish.end[t])
            wish.end[t] =
                wish.first[t] + (wish.end[t] - wish.first[t]) / parts * shares;
    }
    return wish;
}

/* A quiz may begin with a question about the whole run, whose answer would show
 * later. */
static bool choose_whole(Quiz *quiz, const AnalysedTrace *const traces[],
                         int count)
{
    uint64_t random = quiz->seed + 1;
    uint64_t luck = base_random(&random);
    QuestionKind kind = count == 1  ? QUESTION_RIGHT
                        : luck & 64 ? QUESTION_FROM
                                    : QUESTION_FASTER;
    int panel = (int)(luck >> 8 & 3) % count;

    return quiz->count == 0 && luck % 8 < 3 &&
           question_at(traces, count, panel, kind, quiz->positions[panel], luck,
                       &quiz->question);
}

/* True if another trace has computed the sum in question, so that its picture
 * shows it. */
static bool is_shown_beside(const Quiz *quiz,
                            const AnalysedTrace *const traces[],
                            const Player *player)
{
    const Question *question = &quiz->question;
    uint32_t tick = quiz_tick(player, question);

    if (question->interval == INTERVAL_UNSET)
        return false;
    for (int t = 0; t < player->count; ++t) {
        const Trace *trace = traces[t]->trace;
        size_t end = player_position_at(player, t, tick);
        for (size_t i = 0; t != question->panel && i < end; ++i) {
            const Instruction *at =
                trace->instructions + issue_order_at(traces[t]->order, i);
            const Access *accesses = trace_accesses(trace, at);
            for (int a = 0; a < at->lanes; ++a)
                if (accesses[a].interval == question->interval)
                    return true;
        }
    }
    return false;
}

/* Makes the next question, in as short a part of the run as has one. */
static bool choose(Quiz *quiz, const AnalysedTrace *const traces[],
                   const Player *player)
{
    const unsigned sums = 1u << QUESTION_SUM | 1u << QUESTION_ELEMENTS;
    size_t parts = (size_t)(quiz->most - quiz->count);

    if (choose_whole(quiz, traces, player->count))
        return true;
    for (size_t shares = 1;; shares *= 2) {
        QuestionWish wish = wish_of(quiz, traces, player->count, shares);
        for (int turn = 0; turn < 2; ++turn) {
            if (question_choose(traces, player->count, &wish,
                                &quiz->question)) {
                if (!is_shown_beside(quiz, traces, player))
                    return true;
                question_free(&quiz->question);
            }
            wish.except |= sums;
        }
        if (shares >= parts)
            return false;
    }
}

static void come_to(Quiz *quiz, const Player *player)
{
    const Question *question = &quiz->question;
    uint32_t tick = quiz_tick(player, question);

    for (int t = 0; t < player->count; ++t) {
        size_t position = player_position_at(player, t, tick);
        if (position > quiz->positions[t])
            quiz->positions[t] = position;
    }
    quiz->positions[question->panel] = question->position + 1;
}

bool quiz_next(Quiz *quiz, const AnalysedTrace *const traces[],
               const Player *player)
{
    question_free(&quiz->question);
    if (quiz->count == quiz->most)
        return false;
    quiz->exhausted = !choose(quiz, traces, player);
    if (quiz->exhausted)
        return false;
    quiz->asked[quiz->count] = question_identity(&quiz->question);
    quiz->entries[quiz->count++] =
        (QuizEntry){quiz->question.kind, QUIZ_OPEN, false};
    come_to(quiz, player);
    return true;
}

/* ---- Answers --------------------------------------------------------------*/

static QuizEntry *open_entry(Quiz *quiz)
{
    QuizEntry *last = quiz->entries + quiz->count - 1;

    return quiz->count && last->result == QUIZ_OPEN ? last : NULL;
}

/* Harder after two right answers in a row without a hint, easier after a wrong
 * one. */
static void adapt(Quiz *quiz)
{
    const QuizEntry *last = quiz->entries + quiz->count - 1;
    bool two = quiz->count > 1 && last[-1].result == QUIZ_RIGHT &&
               !last->hinted && !last[-1].hinted;

    if (last->result == QUIZ_RIGHT && two && quiz->level < QUESTION_LEVELS)
        ++quiz->level;
    if ((last->result == QUIZ_WRONG || last->result == QUIZ_SHOWN) &&
        quiz->level > 1)
        --quiz->level;
}

void quiz_answer(Quiz *quiz, const Answer *answer)
{
    quiz_pass(quiz, question_is_right(&quiz->question, answer) ? QUIZ_RIGHT
                                                               : QUIZ_WRONG);
}

void quiz_pass(Quiz *quiz, QuizResult result)
{
    QuizEntry *entry = open_entry(quiz);

    if (!entry)
        return;
    entry->result = result;
    adapt(quiz);
}

void quiz_hint(Quiz *quiz)
{
    QuizEntry *entry = open_entry(quiz);

    if (entry)
        entry->hinted = true;
}

/* ---- The score ------------------------------------------------------------*/

static int count_results(const Quiz *quiz, QuizResult first, QuizResult last)
{
    int count = 0;

    for (int i = 0; i < quiz->count; ++i)
        count +=
            quiz->entries[i].result >= first && quiz->entries[i].result <= last;
    return count;
}

int quiz_right(const Quiz *quiz)
{
    return count_results(quiz, QUIZ_RIGHT, QUIZ_RIGHT);
}

int quiz_counted(const Quiz *quiz)
{
    return count_results(quiz, QUIZ_RIGHT, QUIZ_SHOWN);
}

Score quiz_score(const Quiz *quiz, const Trace *const traces[], int count)
{
    Score score = {.right = (uint32_t)quiz_right(quiz),
                   .counted = (uint32_t)quiz_counted(quiz),
                   .seed = quiz->seed,
                   .exercise = score_exercise(traces, count)};

    for (int i = 0; i < quiz->count; ++i)
        if (quiz->entries[i].result == QUIZ_RIGHT)
            score.rights |= 1u << i;
    return score;
}

void quiz_score_line(const Quiz *quiz, Text *text)
{
    int hints = 0, skipped = count_results(quiz, QUIZ_PASSED, QUIZ_PASSED);

    for (int i = 0; i < quiz->count; ++i)
        hints += quiz->entries[i].hinted;
    text_add(text, "%d of %d correct", quiz_right(quiz), quiz_counted(quiz));
    if (hints) {
        text_add(text, ", with ");
        phrase_count((uint64_t)hints, "hint", text);
    }
    if (skipped)
        text_add(text, ", %d skipped", skipped);
    text_add(text, ".");
}

void quiz_advice(const Quiz *quiz, Text *text)
{
    static const char *const subjects[QUESTION_KINDS] = {
        [QUESTION_BANK] = "the bank of a cell",
        [QUESTION_CELL] = "the cell that a thread accesses",
        [QUESTION_SUM] = "the value of a sum",
        [QUESTION_ELEMENTS] = "the elements of a sum",
        [QUESTION_CYCLES] = "the cycles of an access",
        [QUESTION_WAITS] = "lanes that are not served first",
        [QUESTION_BARRIER] = "barriers",
        [QUESTION_RACE] = "races",
        [QUESTION_FASTER] = "which is faster",
        [QUESTION_FROM] = "from which n on it is faster",
        [QUESTION_RIGHT] = "whether the output is right",
    };
    unsigned named = 0;

    for (int i = 0; i < quiz->count; ++i) {
        const QuizEntry *entry = quiz->entries + i;
        if ((entry->result != QUIZ_WRONG && entry->result != QUIZ_SHOWN) ||
            named >> entry->kind & 1)
            continue;
        text_add(text, "%s%s",
                 named ? ", " : "Review: ", subjects[entry->kind]);
        named |= 1u << entry->kind;
    }
    text_add(text, named ? ".\n" : "");
    if (quiz->exhausted) {
        text_add(text, "This run has only ");
        phrase_count((uint64_t)quiz->count, "question", text);
        text_add(text, ".\n");
    }
}
