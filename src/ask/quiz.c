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
    for (int t = 0; t < count; ++t)
        quiz->positions[t] = positions[t];
}

void quiz_free(Quiz *quiz)
{
    while (quiz->count)
        question_free(&quiz->entries[--quiz->count].question);
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

/* Kinds that do not come next: the kind of the last question, and which trace
 * is the faster if that was asked.  No sums of several traces, since the
 * picture of one shows the sums of the other. */
static unsigned except_of(const Quiz *quiz, int traces)
{
    unsigned except = 0;

    if (traces > 1)
        except = 1u << QUESTION_SUM | 1u << QUESTION_ELEMENTS;
    for (int i = 0; i < quiz->count; ++i) {
        QuestionKind kind = quiz->entries[i].question.kind;
        if (i + 1 == quiz->count || (traces > 1 && kind == QUESTION_FASTER))
            except |= 1u << kind;
    }
    return except;
}

/* Kinds that are not about the next instruction. */
static unsigned ahead(void)
{
    unsigned kinds = 0;

    for (QuestionKind kind = 0; kind < QUESTION_KINDS; ++kind)
        if (question_kind_level(kind) > 1)
            kinds |= 1u << kind;
    return kinds;
}

/* The remaining questions share the rest of the run: the next is asked in the
 * first SHARES of these parts. */
static void wish_for(const Quiz *quiz, int count, size_t shares,
                     QuestionWish *wish)
{
    size_t parts = (size_t)(quiz->most - quiz->count);

    for (int t = 0; t < count; ++t) {
        size_t first = quiz->positions[t];
        wish->first[t] = first;
        if (shares < parts && first < wish->end[t])
            wish->end[t] = first + (wish->end[t] - first) / parts * shares;
    }
}

/* Makes the next question, in as short a part of the run as has one. */
static bool choose(const Quiz *quiz, const AnalysedTrace *const traces[],
                   int count, unsigned except, Question *question)
{
    const Question *asked[QUIZ_MOST];
    uint64_t random =
        quiz->seed * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)quiz->count;
    uint64_t seed = base_random(&random);

    for (int i = 0; i < quiz->count; ++i)
        asked[i] = &quiz->entries[i].question;
    for (size_t shares = 1;; shares *= 2) {
        QuestionWish wish = question_wish(traces, count, seed);
        wish.level = quiz->level;
        wish.asked = asked;
        wish.asked_count = quiz->count;
        wish.except = except;
        wish_for(quiz, count, shares, &wish);
        if (question_choose(traces, count, &wish, question))
            return true;
        if (shares >= (size_t)(quiz->most - quiz->count))
            return false;
    }
}

static void come_to(Quiz *quiz, const Player *player, const Question *question)
{
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
    QuizEntry *entry = quiz->entries + quiz->count;
    unsigned except = except_of(quiz, player->count);

    if (quiz->count == quiz->most)
        return false;
    *entry = (QuizEntry){.turn = {.result = TURN_OPEN}};
    quiz->exhausted =
        !(quiz->count == 0 && choose(quiz, traces, player->count,
                                     except | ahead(), &entry->question)) &&
        !choose(quiz, traces, player->count, except, &entry->question);
    if (quiz->exhausted)
        return false;
    ++quiz->count;
    come_to(quiz, player, &entry->question);
    return true;
}

/* ---- Answers --------------------------------------------------------------*/

/* Harder after two right answers in a row without a hint, easier after a wrong
 * one. */
void quiz_adapt(Quiz *quiz)
{
    const QuizEntry *last = quiz->entries + quiz->count - 1;
    TurnResult result = last->turn.result;
    bool two = quiz->count > 1 && last[-1].turn.result == TURN_RIGHT &&
               !last->turn.hinted && !last[-1].turn.hinted;

    if (result == TURN_RIGHT && two && quiz->level < QUESTION_LEVELS)
        ++quiz->level;
    if ((result == TURN_WRONG || result == TURN_SHOWN) && quiz->level > 1)
        --quiz->level;
}

/* ---- The score ------------------------------------------------------------*/

static int count_results(const Quiz *quiz, TurnResult first, TurnResult last)
{
    int count = 0;

    for (int i = 0; i < quiz->count; ++i) {
        TurnResult result = quiz->entries[i].turn.result;
        count += result >= first && result <= last;
    }
    return count;
}

int quiz_right(const Quiz *quiz)
{
    return count_results(quiz, TURN_RIGHT, TURN_RIGHT);
}

int quiz_answered(const Quiz *quiz)
{
    return count_results(quiz, TURN_RIGHT, TURN_WRONG);
}

int quiz_counted(const Quiz *quiz)
{
    return count_results(quiz, TURN_RIGHT, TURN_SHOWN);
}

Score quiz_score(const Quiz *quiz, const Trace *const traces[], int count)
{
    Score score = {.right = (uint32_t)quiz_right(quiz),
                   .counted = (uint32_t)quiz_counted(quiz),
                   .seed = quiz->seed,
                   .exercise = score_exercise(traces, count)};

    for (int i = 0; i < quiz->count; ++i)
        if (quiz->entries[i].turn.result == TURN_RIGHT)
            score.rights |= 1u << i;
    return score;
}

void quiz_score_line(const Quiz *quiz, Text *text)
{
    int hints = 0, skipped = count_results(quiz, TURN_PASSED, TURN_PASSED);

    for (int i = 0; i < quiz->count; ++i)
        hints += quiz->entries[i].turn.hinted;
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
    };
    unsigned named = 0;

    for (int i = 0; i < quiz->count; ++i) {
        const QuizEntry *entry = quiz->entries + i;
        TurnResult result = entry->turn.result;
        if ((result != TURN_WRONG && result != TURN_SHOWN) ||
            named >> entry->question.kind & 1)
            continue;
        text_add(text, "%s%s",
                 named ? ", " : "Review: ", subjects[entry->question.kind]);
        named |= 1u << entry->question.kind;
    }
    text_add(text, named ? ".\n" : "");
    if (quiz->exhausted) {
        text_add(text, "This run has only ");
        phrase_count((uint64_t)quiz->count, "question", text);
        text_add(text, ".\n");
    }
}
