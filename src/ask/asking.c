/* SPDX-License-Identifier: MIT
 *
 * asking - the states of a quiz, and what is said.
 */
#include "ask/asking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What is said ---------------------------------------------------------*/

const Question *asking_question(const Asking *asking)
{
    return &asking->quiz.entries[asking->at].question;
}

const Turn *asking_turn(const Asking *asking)
{
    return &asking->quiz.entries[asking->at].turn;
}

void asking_place(const Asking *asking, Text *text)
{
    const Quiz *quiz = &asking->quiz;

    text_add(text, "Question %d of %d", asking->at + 1, quiz->most);
    if (asking->player->count == 1)
        return;
    text_add(text, " · ");
    question_name(asking->traces[asking_question(asking)->panel]->trace, text);
}

void asking_say(const Asking *asking, Text *text)
{
    const Question *question = asking_question(asking);
    const Turn *turn = asking_turn(asking);

    if (asking->state == ASKING_TOLD) {
        question_verdict(question, turn_given(turn), text);
        text_add(text, "\n%s", question->why.text);
    } else if (turn->error[0]) {
        text_add(text, "%s", turn->error);
    } else if (turn->hinted) {
        text_add(text, "%s", question->hint.text);
    } else if (question->form != ANSWER_CHOICE) {
        text_add(text, "Answer with %s.", question->how.text);
    }
}

/* The score, what to review, and the code of the score, as lines. */
static void summarize(Asking *asking)
{
    const Trace *traces[PLAYER_MAX_TRACES];
    Text *text = &asking->summary;

    text->length = 0;
    quiz_score_line(&asking->quiz, text);
    text_add(text, "\n");
    quiz_advice(&asking->quiz, text);
    if (!quiz_counted(&asking->quiz))
        return;
    for (int t = 0; t < asking->player->count; ++t)
        traces[t] = asking->traces[t]->trace;
    Score score = quiz_score(&asking->quiz, traces, asking->player->count);
    text_add(text, "Code: ");
    score_code(&score, text);
    text_add(text, "\n");
}

static void write_head(const Asking *asking, Band *band)
{
    const Quiz *quiz = &asking->quiz;
    Text text = {0};

    asking_place(asking, &text);
    if (quiz_answered(quiz)) /* who only has answers shown has no score */
        text_add(&text, " · %d of %d correct", quiz_right(quiz),
                 quiz_counted(quiz));
    char *head = printable_name(text.text, "", sizeof band->head);
    snprintf(band->head, sizeof band->head, "%s", head);
    free(head);
    text_free(&text);
}

Band asking_band(const Asking *asking)
{
    Band band = {.ink = COLOR_INK, .wrong = ""};

    if (asking->state == ASKING_END) {
        snprintf(band.head, sizeof band.head, "End");
        band.text = asking->summary.text;
        band_key(&band, "Return", "Enter: more questions");
        band_key(&band, "P", "P: back to the run");
        return band;
    }
    const Turn *turn = asking_turn(asking);
    bool last = asking->at + 1 == asking->quiz.most;
    write_head(asking, &band);
    band.question = asking_question(asking);
    band.turn = turn;
    band.tells = asking->state == ASKING_TOLD;
    if (band.tells) {
        band_key(&band, "Return", last ? "Enter: score" : "Enter: next");
    } else {
        if (turn->hinted && band.question->form == ANSWER_CHOICE)
            band.text = band.question->hint.text;
        band_key(&band, "Return",
                 turn->typed[0] ? "Enter: submit" : "Enter: show the answer");
        if (!turn->hinted)
            band_key(&band, "H", "H: hint");
        band_key(&band, "N", "N: skip");
    }
    band_key(&band, "P", "P: end");
    return band;
}

/* Names stay covered up to the end: another question is still to come. */
static void fill_cover(Asking *asking)
{
    ++asking->version;
    if (asking->state == ASKING_END)
        return;
    const Question *question = asking_question(asking);
    question_cover(question, asking->traces[question->panel], &asking->cover);
    asking->cover.answer = asking->state == ASKING_QUESTION;
    for (int t = 0; t < asking->player->count; ++t)
        asking->cover.names |= question_hides_names(asking->traces[t]->trace);
    if (asking->state == ASKING_TOLD)
        asking->cover.about[question->panel][0] = '\0';
}

void asking_cover(const Asking *asking, Scene *scene)
{
    if (asking->state == ASKING_OFF)
        return;
    scene->asked = asking->version;
    if (asking->state != ASKING_END)
        scene->cover = &asking->cover;
}

/* ---- From state to state --------------------------------------------------*/

/* Shows question AT, or the score behind the last.  What is TOLD now is seen to
 * happen. */
static void show(Asking *asking, int at, bool told)
{
    Player *player = asking->player;
    const Question *question = &asking->quiz.entries[at].question;

    asking->at = at;
    player->playing = false;
    if (at == asking->quiz.count) {
        asking->state = ASKING_END;
        summarize(asking);
    } else if (asking_turn(asking)->result == TURN_OPEN) {
        asking->state = ASKING_QUESTION;
        player_seek(player, quiz_tick(player, question));
    } else {
        asking->state = ASKING_TOLD;
        if (told)
            player_play_to(player, quiz_end_tick(player, question));
        else
            player_seek(player, quiz_end_tick(player, question));
    }
    fill_cover(asking);
}

void asking_end(Asking *asking)
{
    show(asking, asking->quiz.count, false);
}

/* Goes BY questions on or back, to one that may have to be chosen first. */
static void move(Asking *asking, int by)
{
    int at = asking->at + by;

    if (at < 0)
        return;
    if (at == asking->quiz.count)
        quiz_next(&asking->quiz, asking->traces, asking->player);
    show(asking, at, false);
}

bool asking_start(Asking *asking, const AnalysedTrace *const traces[],
                  Player *player, uint64_t seed)
{
    size_t positions[PLAYER_MAX_TRACES] = {0};

    asking_stop(asking);
    asking->player = player;
    for (int t = 0; t < player->count; ++t) {
        asking->traces[t] = traces[t];
        if (player->tick < player->ticks)
            positions[t] = player_position(player, t);
    }
    quiz_start(&asking->quiz, seed, QUIZ_USUAL, positions, player->count);
    if (!quiz_next(&asking->quiz, traces, player)) {
        asking_stop(asking);
        return false;
    }
    show(asking, 0, false);
    return true;
}

void asking_stop(Asking *asking)
{
    uint32_t version = asking->version;

    quiz_free(&asking->quiz);
    text_free(&asking->summary);
    *asking = (Asking){.state = ASKING_OFF, .version = version + 1};
}

/* Begins again at the start, with other questions. */
static void start_again(Asking *asking)
{
    const AnalysedTrace *traces[PLAYER_MAX_TRACES];

    memcpy(traces, asking->traces, sizeof traces);
    player_seek(asking->player, 0);
    asking_start(asking, traces, asking->player, asking->quiz.seed + 1);
}

/* Follows the open turn, which has TAKEN what a person did. */
static bool follow(Asking *asking, bool taken)
{
    TurnResult result = asking_turn(asking)->result;

    if (taken && result != TURN_OPEN)
        quiz_adapt(&asking->quiz);
    if (taken && result == TURN_PASSED)
        move(asking, 1);
    else if (taken)
        show(asking, asking->at, true);
    return taken;
}

static Turn *turn_of(Asking *asking)
{
    return &asking->quiz.entries[asking->at].turn;
}

void asking_answer(Asking *asking, const Answer *answer)
{
    if (asking->state != ASKING_QUESTION)
        return;
    turn_answer(turn_of(asking), asking_question(asking), answer);
    follow(asking, true);
}

/* ---- Keys, lines and clicks -----------------------------------------------*/

static bool is_key(const char *key, const char *const names[])
{
    for (int i = 0; names[i]; ++i)
        if (strcmp(key, names[i]) == 0)
            return true;
    return false;
}

bool asking_key(Asking *asking, const char *key)
{
    static const char *const again[] = {"Return", "Enter", "Keypad Enter",
                                        NULL};
    static const char *const onward[] = {"PageDown", "Space", "Right", "Down",
                                         NULL};
    static const char *const backward[] = {"PageUp", "Left", "Up", NULL};
    bool asks = asking->state == ASKING_QUESTION;

    if (asking->state == ASKING_OFF)
        return false;
    if (strcmp(key, "P") == 0) {
        asking_stop(asking);
        return true;
    }
    if (asks &&
        follow(asking, turn_key(turn_of(asking), asking_question(asking), key)))
        return true;
    if (is_key(key, backward)) {
        move(asking, -1);
        return true;
    }
    if (asks && strcmp(key, "N") == 0)
        return asking_line(asking, "-");
    if (asks || !(is_key(key, onward) || is_key(key, again)))
        return false;
    if (asking->state == ASKING_TOLD)
        move(asking, 1);
    else if (is_key(key, again))
        start_again(asking);
    return true;
}

bool asking_type(Asking *asking, const char *text)
{
    return asking->state == ASKING_QUESTION &&
           follow(asking, turn_type(turn_of(asking), text));
}

bool asking_line(Asking *asking, const char *line)
{
    return asking->state == ASKING_QUESTION &&
           follow(asking,
                  turn_line(turn_of(asking), asking_question(asking), line));
}

bool asking_press(Asking *asking, const Shape *shape)
{
    return asking->state == ASKING_QUESTION &&
           follow(asking,
                  turn_press(turn_of(asking), asking_question(asking), shape));
}
