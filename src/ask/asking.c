/* SPDX-License-Identifier: MIT
 *
 * asking - the states of a quiz, and what its banner says.
 */
#include "ask/asking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The banner -----------------------------------------------------------*/

const Question *asking_question(const Asking *asking)
{
    return &asking->quiz.entries[asking->at].question;
}

const Turn *asking_turn(const Asking *asking)
{
    return &asking->quiz.entries[asking->at].turn;
}

/* Writes TEXT into a field of the banner and frees it. */
static void put(char *field, size_t room, Text *text)
{
    char *line = printable_lines(text->text ? text->text : "");

    snprintf(field, room, "%s", line);
    free(line);
    text_free(text);
}

static void add_key(Banner *banner, const char *cap, const char *text)
{
    if (banner->keys_count == BANNER_KEYS)
        return;
    BannerKey *key = banner->keys + banner->keys_count++;
    snprintf(key->cap, sizeof key->cap, "%s", cap);
    snprintf(key->text, sizeof key->text, "%s", text);
}

/* The keys that answer. */
static void add_digits(const Asking *asking, Banner *banner)
{
    const Question *question = asking_question(asking);
    bool chooses = question->form == ANSWER_CHOICE;
    int count = chooses ? question_choices(question) : (int)question->k;
    char cap[16];

    if (!turn_by_digit(question)) {
        add_key(banner, "0", "");
        add_key(banner, "…", "");
        add_key(banner, "9",
                asking_turn(asking)->typed[0] ? "" : "type the answer");
        return;
    }
    for (int i = 0; i < count; ++i) {
        snprintf(cap, sizeof cap, "%d", chooses ? i + 1 : i);
        add_key(banner, cap,
                chooses         ? question->choices[i]
                : i + 1 < count ? ""
                                : "answer, or click");
    }
}

static BannerTone tone_of(TurnResult result)
{
    return result == TURN_RIGHT   ? BANNER_RIGHT
           : result == TURN_OPEN  ? BANNER_ASKS
           : result == TURN_WRONG ? BANNER_WRONG
                                  : BANNER_TELLS;
}

static void fill_marks(const Asking *asking, Banner *banner)
{
    const Quiz *quiz = &asking->quiz;

    banner->marks_count = quiz->count;
    for (int i = 0; i < quiz->count; ++i)
        banner->marks[i] = tone_of(quiz->entries[i].turn.result);
    banner->right = quiz_right(quiz);
    /* who only has answers shown to a class has no score */
    banner->counted = quiz_answered(quiz) ? quiz_counted(quiz) : 0;
}

static void fill_question(const Asking *asking, Banner *banner, Text *lines)
{
    const Question *question = asking_question(asking);
    const Turn *turn = asking_turn(asking);

    banner->tone = BANNER_ASKS;
    snprintf(banner->sentence, sizeof banner->sentence, "%s",
             question->sentence.text);
    snprintf(banner->typed, sizeof banner->typed, "%s", turn->typed);
    if (turn->error[0])
        text_add(lines, "%s", turn->error);
    else if (turn->hinted)
        text_add(lines, "%s", question->hint.text);
    else if (question->form != ANSWER_CHOICE)
        text_add(lines, "Answer with %s.", question->how.text);
    add_digits(asking, banner);
    add_key(banner, "Enter", turn->typed[0] ? "submit" : "show the answer");
    if (!turn->hinted)
        add_key(banner, "H", "hint");
    add_key(banner, "N", "skip");
    add_key(banner, "P", "end");
}

static void fill_told(const Asking *asking, Banner *banner, Text *lines)
{
    const Turn *turn = asking_turn(asking);
    bool last = asking->at + 1 == asking->quiz.most;
    Text verdict = {0};

    banner->tone = tone_of(turn->result);
    question_verdict(asking_question(asking), turn_given(turn), &verdict);
    put(banner->sentence, sizeof banner->sentence, &verdict);
    text_add(lines, "%s", asking_question(asking)->why.text);
    add_key(banner, "Enter", last ? "score" : "next question");
    add_key(banner, "P", "end");
}

void asking_summary(const Asking *asking, Text *text)
{
    const Trace *traces[PLAYER_MAX_TRACES];

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

static void fill_end(const Asking *asking, Banner *banner, Text *lines)
{
    Text text = {0}, line = {0};

    asking_summary(asking, &text);
    size_t length = strcspn(text.text, "\n");
    text_add(&line, "%.*s", (int)length, text.text);
    put(banner->sentence, sizeof banner->sentence, &line);
    text_add(lines, "%s", text.text + length + 1);
    text_free(&text);
    banner->tone = BANNER_TELLS;
    add_key(banner, "Enter", "more questions");
    add_key(banner, "P", "back to the run");
}

static void fill_place(const Asking *asking, Banner *banner)
{
    const Question *question = asking_question(asking);
    Text text = {0};

    if (asking->state == ASKING_END) {
        text_add(&text, "End");
    } else {
        text_add(&text, "Question %d of %d", asking->at + 1, asking->quiz.most);
        if (asking->player->count > 1) {
            text_add(&text, " · ");
            question_name(asking->traces[question->panel]->trace, &text);
        }
        if (asking->state == ASKING_TOLD)
            text_add(&text, " · %s", question->sentence.text);
        else if (question->about.length)
            text_add(&text, " · next: %s", question->about.text);
    }
    char *place = printable_name(text.text, "", sizeof banner->place);
    snprintf(banner->place, sizeof banner->place, "%s", place);
    free(place);
    text_free(&text);
}

/* Names stay covered up to the end: another question is still to come. */
static void fill_cover(Asking *asking)
{
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

static void fill(Asking *asking)
{
    Banner banner = {.version = asking->banner.version + 1};
    Text lines = {0};

    if (asking->state != ASKING_OFF) {
        fill_cover(asking);
        fill_place(asking, &banner);
        fill_marks(asking, &banner);
    }
    if (asking->state == ASKING_QUESTION)
        fill_question(asking, &banner, &lines);
    else if (asking->state == ASKING_TOLD)
        fill_told(asking, &banner, &lines);
    else if (asking->state == ASKING_END)
        fill_end(asking, &banner, &lines);
    put(banner.lines, sizeof banner.lines, &lines);
    asking->banner = banner;
}

void asking_cover(const Asking *asking, Scene *scene)
{
    if (asking->state == ASKING_OFF)
        return;
    scene->banner = &asking->banner;
    scene->asked = asking->banner.version;
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
    fill(asking);
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
    uint32_t version = asking->banner.version;

    quiz_free(&asking->quiz);
    *asking = (Asking){.state = ASKING_OFF};
    asking->banner.version = version + 1;
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
    if (asking->state == ASKING_OFF)
        return false;
    if (shape->thing.kind == THING_ANSWER) {
        if (shape->thing.a >= (uint32_t)asking->banner.keys_count)
            return false;
        char cap[sizeof asking->banner.keys->cap];
        memcpy(cap, asking->banner.keys[shape->thing.a].cap, sizeof cap);
        return asking_key(asking, cap);
    }
    return asking->state == ASKING_QUESTION &&
           follow(asking,
                  turn_press(turn_of(asking), asking_question(asking), shape));
}
