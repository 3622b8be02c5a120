/* SPDX-License-Identifier: MIT
 *
 * asking - the states of a quiz beside a frame, and what its banner says.
 */
#include "ask/asking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The banner -----------------------------------------------------------*/

static const Question *question_of(const Asking *asking)
{
    return &asking->quiz.question;
}

static const Trace *trace_of(const Asking *asking)
{
    return asking->traces[question_of(asking)->panel]->trace;
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
    const Question *question = question_of(asking);
    uint32_t k = trace_of(asking)->run.k;
    bool chooses = question->form == ANSWER_CHOICE;
    uint32_t count = chooses ? QUESTION_CHOICES : k;
    char cap[16];

    if (!answer_entry_by_digit(question, k)) {
        add_key(banner, "0", "");
        add_key(banner, "…", "");
        add_key(banner, "9", asking->entry.typed[0] ? "" : "type the answer");
        return;
    }
    for (uint32_t i = 0; i < count && (!chooses || question->choices[i]); ++i) {
        snprintf(cap, sizeof cap, "%u", chooses ? i + 1 : i);
        add_key(banner, cap,
                chooses     ? question->choices[i]
                : i + 1 < k ? ""
                            : "answer, or click");
    }
}

static BannerTone tone_of(QuizResult result)
{
    return result == QUIZ_RIGHT   ? BANNER_RIGHT
           : result == QUIZ_OPEN  ? BANNER_ASKS
           : result == QUIZ_WRONG ? BANNER_WRONG
                                  : BANNER_TELLS;
}

static void fill_marks(const Asking *asking, Banner *banner)
{
    const Quiz *quiz = &asking->quiz;

    banner->marks_count = quiz->count;
    for (int i = 0; i < quiz->count; ++i)
        banner->marks[i] = tone_of(quiz->entries[i].result);
    banner->right = quiz_right(quiz);
    banner->counted = quiz_counted(quiz);
}

static void fill_question(const Asking *asking, Banner *banner, Text *lines)
{
    const Question *question = question_of(asking);
    bool hinted = asking->quiz.entries[asking->quiz.count - 1].hinted;

    banner->tone = BANNER_ASKS;
    snprintf(banner->sentence, sizeof banner->sentence, "%s",
             question->sentence.text);
    snprintf(banner->typed, sizeof banner->typed, "%s", asking->entry.typed);
    if (asking->entry.error[0])
        text_add(lines, "%s", asking->entry.error);
    else if (hinted)
        text_add(lines, "%s", question->hint.text);
    else if (question->form != ANSWER_CHOICE)
        text_add(lines, "Answer with %s.", question->how.text);
    add_digits(asking, banner);
    add_key(banner, "Enter",
            asking->entry.typed[0] ? "submit" : "show the answer");
    if (!hinted)
        add_key(banner, "H", "hint");
    add_key(banner, "N", "skip");
    add_key(banner, "Esc", "end");
}

static void fill_told(const Asking *asking, Banner *banner, Text *lines)
{
    bool answered =
        asking->result == QUIZ_RIGHT || asking->result == QUIZ_WRONG;
    Text verdict = {0};

    banner->tone = tone_of(asking->result);
    question_verdict(question_of(asking), answered ? &asking->answer : NULL,
                     &verdict);
    put(banner->sentence, sizeof banner->sentence, &verdict);
    text_add(lines, "%s", question_of(asking)->why.text);
    add_key(banner, "Enter",
            asking->quiz.count < asking->quiz.most ? "next question" : "score");
    add_key(banner, "Esc", "end");
}

static void fill_end(const Asking *asking, Banner *banner, Text *lines)
{
    const Trace *traces[PLAYER_MAX_TRACES];
    Text line = {0};

    quiz_score_line(&asking->quiz, &line);
    put(banner->sentence, sizeof banner->sentence, &line);
    quiz_advice(&asking->quiz, lines);
    for (int t = 0; t < asking->player->count; ++t)
        traces[t] = asking->traces[t]->trace;
    if (quiz_counted(&asking->quiz)) {
        Score score = quiz_score(&asking->quiz, traces, asking->player->count);
        text_add(lines, "Code: ");
        score_code(&score, lines);
    }
    banner->tone = BANNER_TELLS;
    add_key(banner, "Enter", "more questions");
    add_key(banner, "Esc", "back to the run");
}

static void fill_place(const Asking *asking, Banner *banner)
{
    const Question *question = question_of(asking);
    Text text = {0};

    if (asking->state == ASKING_END) {
        text_add(&text, "End");
    } else {
        text_add(&text, "Question %d of %d", asking->quiz.count,
                 asking->quiz.most);
        if (asking->player->count > 1)
            text_add(&text, " · %s", trace_title(trace_of(asking)));
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

static void fill_cover(Asking *asking)
{
    const Question *question = question_of(asking);

    asking->cover = (Cover){.panel = question->panel};
    if (asking->state == ASKING_QUESTION)
        question_cover(question, asking->traces[question->panel],
                       &asking->cover);
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

static void ask_next(Asking *asking)
{
    asking->entry = (AnswerEntry){.typed = ""};
    asking->player->playing = false;
    if (quiz_next(&asking->quiz, asking->traces, asking->player)) {
        asking->state = ASKING_QUESTION;
        player_seek(asking->player,
                    quiz_tick(asking->player, question_of(asking)));
    } else {
        asking->state = ASKING_END;
        player_seek(asking->player, UINT32_MAX);
    }
    fill(asking);
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
    uint32_t tick = player->tick;
    ask_next(asking);
    if (asking->state == ASKING_QUESTION)
        return true;
    asking_stop(asking);
    player_seek(player, tick);
    return false;
}

void asking_stop(Asking *asking)
{
    uint32_t version = asking->banner.version;

    quiz_free(&asking->quiz);
    *asking = (Asking){.state = ASKING_OFF};
    asking->banner.version = version + 1;
}

/* Shows what happens, and why. */
static void tell(Asking *asking, QuizResult result)
{
    asking->result = result;
    asking->state = ASKING_TOLD;
    asking->entry = (AnswerEntry){.typed = ""};
    player_play_to(asking->player,
                   quiz_end_tick(asking->player, question_of(asking)));
    fill(asking);
}

void asking_answer(Asking *asking, const Answer *answer)
{
    if (asking->state != ASKING_QUESTION)
        return;
    asking->answer = *answer;
    quiz_answer(&asking->quiz, answer);
    tell(asking, question_is_right(question_of(asking), answer) ? QUIZ_RIGHT
                                                                : QUIZ_WRONG);
}

/* Takes what an entry made of a key or a press; false if nothing. */
static bool take(Asking *asking, EntryResult result, const Answer *answer)
{
    if (result == ENTRY_ANSWERS)
        asking_answer(asking, answer);
    else if (result == ENTRY_TAKES)
        fill(asking);
    return result != ENTRY_IGNORES;
}

/* ---- Keys -----------------------------------------------------------------*/

static bool is_key(const char *key, const char *const names[])
{
    for (int i = 0; names[i]; ++i)
        if (strcmp(key, names[i]) == 0)
            return true;
    return false;
}

static bool question_key(Asking *asking, const char *key)
{
    Answer answer;
    EntryResult result =
        answer_entry_key(&asking->entry, question_of(asking),
                         trace_of(asking)->run.k, key, &answer);

    if (take(asking, result, &answer))
        return true;
    if (is_key(key, (const char *const[]){"Return", "Enter", "Keypad Enter",
                                          NULL})) {
        quiz_pass(&asking->quiz, QUIZ_SHOWN);
        tell(asking, QUIZ_SHOWN);
    } else if (strcmp(key, "H") == 0) {
        quiz_hint(&asking->quiz);
        asking->entry.error[0] = '\0';
        fill(asking);
    } else if (strcmp(key, "N") == 0) {
        quiz_pass(&asking->quiz, QUIZ_PASSED);
        ask_next(asking);
    } else {
        return false;
    }
    return true;
}

bool asking_key(Asking *asking, const char *key)
{
    static const char *const onward[] = {"Return", "Enter", "Keypad Enter",
                                         "Space",  "Right", "PageDown",
                                         "Down",   NULL};

    if (asking->state == ASKING_OFF)
        return false;
    if (is_key(key, (const char *const[]){"Escape", "Esc", "E", NULL})) {
        asking_stop(asking);
        return true;
    }
    if (asking->state == ASKING_QUESTION)
        return question_key(asking, key);
    if (!is_key(key, onward))
        return false;
    if (asking->state == ASKING_TOLD) {
        ask_next(asking);
    } else if (strcmp(key, "Return") == 0 || strcmp(key, "Enter") == 0) {
        Player *player = asking->player;
        const AnalysedTrace *traces[PLAYER_MAX_TRACES];
        uint64_t seed = asking->quiz.seed + 1;
        memcpy(traces, asking->traces, sizeof traces);
        player_seek(player, 0);
        asking_start(asking, traces, player, seed);
    }
    return true;
}

bool asking_type(Asking *asking, const char *text)
{
    if (asking->state != ASKING_QUESTION ||
        !answer_entry_type(&asking->entry, text))
        return false;
    fill(asking);
    return true;
}

/* ---- Clicks ---------------------------------------------------------------*/

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
    Answer answer;
    return asking->state == ASKING_QUESTION &&
           take(asking,
                answer_entry_press(&asking->entry, question_of(asking),
                                   trace_of(asking)->run.k, shape, &answer),
                &answer);
}
