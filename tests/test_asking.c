/* SPDX-License-Identifier: MIT
 *
 * Tests of a quiz below a frame: what the frame hides, that each key and choice
 * stands in the band, keys, presses, and many of them at random.
 */
#include "ask/asking.h"

#include "stage.h"
#include "shape_is.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

static const AnalysedTrace *const *traces_of(const Stage *stage)
{
    return (const AnalysedTrace *const *)stage->analysed_traces;
}

static void draw(Stage *stage, const Asking *asking, bool projector)
{
    stage->scene = (Scene){.count = stage->count, .projector = projector};
    for (int t = 0; t < stage->count; ++t)
        stage->scene.analysed_traces[t] = stage->analysed_traces[t];
    scene_follow(&stage->scene, &stage->player);
    asking_cover(asking, &stage->scene);
    frame_draw(&stage->list, &stage->scene, 1920, 1080);
    if (asking->state == ASKING_OFF)
        return;
    Band band = asking_band(asking);
    double unit = projector ? 1.2 : 1;
    band_draw(&stage->list, &band, (Rect){0, 1080, 1920, 340}, unit, 20 * unit);
    for (int k = 0; k < band.keys_count; ++k)
        g_assert_true(stage_mentions(stage, THING_ANSWER, band.keys[k].label));
    const Question *question = band.question;
    for (int c = 0; question && question->choices[c]; ++c)
        g_assert_true(
            stage_mentions(stage, THING_CHOICE, question->choices[c]));
}

static const char *const names[] = {
    "padding",   "leftright padding", "hillis-steele-racy", "leftright-printed",
    "look-back", "warp-shuffle",      "three-phase",        "double-stride",
};

/* ---- What is hidden -------------------------------------------------------*/

static void check_text(const Stage *stage, const Shape *shape)
{
    const char *text = shape_text(&stage->list, shape);
    char total[32];

    for (int t = 0; t < stage->count; ++t) {
        const BankTable *banks = &stage->analysed_traces[t]->banks;
        if (banks->starts[banks->count] == stage->scene.positions[t])
            continue;
        snprintf(total, sizeof total, "of %u cycle",
                 banks->starts[banks->count]);
        g_assert_null(strstr(text, total));
    }
    if (shape->thing.kind == THING_SENTENCE) {
        g_assert_null(strstr(text, "conflict"));
        g_assert_null(strstr(text, "queue"));
        g_assert_null(strstr(text, "Race"));
    }
    if (shape_is(shape, THING_QUEUE))
        g_assert_true(text[0] != 'T');
    g_assert_null(strstr(text, "wrong from"));
    g_assert_null(strstr(text, "wrong values"));
    g_assert_null(strstr(text, "A race"));
}

static void check_covered(const Stage *stage)
{
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->thing.kind == THING_INSTRUCTION)
            g_assert_cmpuint(shape->thing.a, <,
                             stage->scene.positions[shape->thing.trace - 1]);
        if (shape->kind == SHAPE_TEXT)
            check_text(stage, shape);
    }
}

/* No frame of a question shows what is to come, or what has just run. */
static void test_hidden(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        Stage *stage = stage_new(names[i], OP_ADD, 64, 4, false);
        for (uint64_t seed = 0; seed < 3; ++seed) {
            Asking asking = {.state = ASKING_OFF};
            player_seek(&stage->player, 0);
            g_assert_true(
                asking_start(&asking, traces_of(stage), &stage->player, seed));
            while (asking.state != ASKING_END) {
                if (asking.state == ASKING_QUESTION) {
                    draw(stage, &asking, seed == 1);
                    check_covered(stage);
                    g_assert_true(
                        stage_says(stage,
                                   asking_question(&asking)->sentence.text) ||
                        strlen(asking_question(&asking)->sentence.text) > 60);
                }
                g_assert_true(asking_key(&asking, "Return"));
            }
            asking_stop(&asking);
        }
        stage_free(stage);
    }
}

/* Names do not give answers away before the last question: neither the frame
 * nor the band says what is wrong with a kernel. */
static void test_names(void)
{
    Stage *stage = stage_new("hillis-steele-racy padding", OP_ADD, 64, 4, true);
    const char *title = stage->traces[0]->run.title;
    Asking asking = {.state = ASKING_OFF};

    for (uint64_t seed = 0; seed < 3; ++seed) {
        player_seek(&stage->player, 0);
        asking_start(&asking, traces_of(stage), &stage->player, seed);
        for (int i = 0; asking.state != ASKING_END; ++i) {
            draw(stage, &asking, i & 2);
            g_assert_false(stage_says(stage, title));
            g_assert_false(stage_says(stage, stage->traces[0]->run.summary));
            asking_key(&asking, "Return");
        }
        draw(stage, &asking, false);
        g_assert_true(stage_says(stage, title));
        asking_stop(&asking);
    }
    stage_free(stage);
}

/* The first question is about the next instruction, and its answer shows that
 * instruction, not the end. */
static void test_first(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        Stage *stage = stage_new(names[i], OP_ADD, 64, 4, false);
        for (uint64_t seed = 0; seed < 20; ++seed) {
            Asking asking = {.state = ASKING_OFF};
            player_seek(&stage->player, 0);
            asking_start(&asking, traces_of(stage), &stage->player, seed);
            const Question *question = asking_question(&asking);
            g_assert_cmpint(question_kind_level(question->kind), ==, 1);
            g_assert_cmpuint(question->end, ==, question->position + 1);
            g_assert_cmpuint(question->about.length, >, 0);
            asking_key(&asking, "PageDown");
            g_assert_cmpuint(player_position(&stage->player, question->panel),
                             ==, question->position + 1);
            asking_stop(&asking);
        }
        stage_free(stage);
    }
}

/* A remote: Page Down shows the answer, then the next question; Page Up shows
 * the answer before, and the open question waits.  Escape, F5 and the period
 * are left to the window. */
static void test_remote(void)
{
    Stage *stage = stage_new("padding", OP_ADD, 64, 4, false);
    Asking asking = {.state = ASKING_OFF};

    asking_start(&asking, traces_of(stage), &stage->player, 1);
    g_assert_true(asking_key(&asking, "PageUp"));
    g_assert_cmpint(asking.state, ==, ASKING_QUESTION);
    for (int i = 0; i < 3; ++i) {
        g_assert_cmpint(asking.state, ==, ASKING_QUESTION);
        g_assert_cmpint(asking.at, ==, i);
        asking_key(&asking, "PageDown");
        g_assert_cmpint(asking.state, ==, ASKING_TOLD);
        asking_key(&asking, "PageDown");
    }
    const Question *open = asking_question(&asking);
    uint32_t tick = stage->player.tick;
    asking_key(&asking, "PageUp");
    asking_key(&asking, "PageUp");
    g_assert_cmpint(asking.at, ==, 1);
    g_assert_cmpint(asking.state, ==, ASKING_TOLD);
    g_assert_cmpuint(stage->player.tick, <, tick);
    asking_key(&asking, "PageDown");
    asking_key(&asking, "PageDown");
    g_assert_true(asking_question(&asking) == open);
    g_assert_cmpint(asking.state, ==, ASKING_QUESTION);
    g_assert_cmpuint(stage->player.tick, ==, tick);
    for (const char *const *key =
             (const char *const[]){"Escape", "F5", ".", "T", NULL};
         *key; ++key)
        g_assert_false(asking_key(&asking, *key));
    while (asking.state != ASKING_END)
        asking_key(&asking, "PageDown");
    asking_key(&asking, "PageDown");
    g_assert_cmpint(asking.state, ==, ASKING_END);
    asking_key(&asking, "PageUp");
    g_assert_cmpint(asking.state, ==, ASKING_TOLD);
    asking_stop(&asking);
    stage_free(stage);
}

/* ---- Keys and presses -----------------------------------------------------*/

/* The first question of a kind. */
static Asking ask(Stage *stage, QuestionKind kind)
{
    Asking asking = {.state = ASKING_OFF};

    for (uint64_t seed = 0; seed < 100; ++seed) {
        player_seek(&stage->player, 0);
        asking_start(&asking, traces_of(stage), &stage->player, seed);
        for (; asking.state != ASKING_END; asking_key(&asking, "Return")) {
            asking.quiz.level = 1 + (int)(seed % QUESTION_LEVELS);
            if (asking.state == ASKING_QUESTION &&
                asking_question(&asking)->kind == kind)
                return asking;
        }
    }
    g_error("nothing is asked about %s", question_kind_name(kind));
}

static void type_number(Asking *asking, int64_t number)
{
    char text[24];

    snprintf(text, sizeof text, "%lld", (long long)number);
    for (const char *c = text; *c; ++c) {
        const char key[2] = {*c, '\0'};
        g_assert_true(*c == '-' ? asking_type(asking, key)
                                : asking_key(asking, key));
    }
}

static void test_typing(void)
{
    Stage *stage = stage_new("padding", OP_ADD, 64, 4, false);
    Asking asking = ask(stage, QUESTION_SUM);

    type_number(&asking, asking_question(&asking)->right.numbers[0]);
    g_assert_cmpint(asking.state, ==, ASKING_QUESTION);
    asking_key(&asking, "Backspace");
    type_number(&asking, asking_question(&asking)->right.numbers[0] % 10);
    draw(stage, &asking, false);
    asking_key(&asking, "Return");
    g_assert_cmpint(asking_turn(&asking)->result, ==, TURN_RIGHT);
    g_assert_cmpint(asking.state, ==, ASKING_TOLD);
    asking_stop(&asking);

    asking = ask(stage, QUESTION_ELEMENTS);
    type_number(&asking, asking_question(&asking)->right.numbers[0]);
    asking_key(&asking, "Space");
    type_number(&asking, asking_question(&asking)->right.numbers[1]);
    asking_key(&asking, "Return");
    g_assert_cmpint(asking_turn(&asking)->result, ==, TURN_RIGHT);
    asking_stop(&asking);

    asking = ask(stage, QUESTION_CELL);
    asking_type(&asking, "-");
    asking_key(&asking, "Return"); /* no answer: it says so */
    g_assert_cmpint(asking.state, ==, ASKING_QUESTION);
    draw(stage, &asking, false);
    bool says = false;
    for (size_t i = 0; i < stage->list.shapes_count; ++i)
        says |= stage->list.shapes[i].kind == SHAPE_TEXT &&
                strstr(shape_text(&stage->list, stage->list.shapes + i),
                       "is not an answer");
    g_assert_true(says);
    g_assert_true(asking_key(&asking, "H"));
    g_assert_true(asking_key(&asking, "N"));
    const Turn *turn = &asking.quiz.entries[asking.quiz.count - 2].turn;
    g_assert_cmpint(turn->result, ==, TURN_PASSED);
    g_assert_true(turn->hinted);
    g_assert_true(asking_key(&asking, "P"));
    g_assert_cmpint(asking.state, ==, ASKING_OFF);
    g_assert_false(asking_key(&asking, "1"));
    stage_free(stage);
}

static const Shape *shape_of(const Stage *stage, ThingKind kind, uint32_t index)
{
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape_is(shape, kind) && shape->thing.a == index)
            return shape;
    }
    return NULL;
}

/* A press on the bank, or on a cell of it; on the cell; on a key. */
static void test_presses(void)
{
    Stage *stage = stage_new("padding", OP_ADD, 64, 4, false);
    Asking asking = ask(stage, QUESTION_BANK);
    uint32_t bank = (uint32_t)asking_question(&asking)->right.numbers[0];

    draw(stage, &asking, false);
    const Shape *shape = shape_of(stage, THING_BANK, bank);
    g_assert_nonnull(shape);
    g_assert_true(asking_press(&asking, shape));
    g_assert_cmpint(asking_turn(&asking)->result, ==, TURN_RIGHT);
    g_assert_false(asking_press(&asking, shape));
    asking_stop(&asking);

    asking = ask(stage, QUESTION_CELL);
    Shape cell = {
        .thing = {THING_CELL,
                  (uint32_t)asking_question(&asking)->right.numbers[0], 0, 1}};
    g_assert_true(asking_press(&asking, &cell));
    g_assert_cmpint(asking_turn(&asking)->result, ==, TURN_RIGHT);
    asking_stop(&asking);

    asking = ask(stage, QUESTION_WAITS);
    const Answer *right = &asking_question(&asking)->right;
    Shape lane = {.thing = {THING_LANE, 0, 0, 1}, .thread = 1};
    asking_press(&asking, &lane);
    asking_press(&asking, &lane); /* out again */
    for (int i = 0; i < right->count; ++i) {
        lane.thread = (uint32_t)right->numbers[i] + 1;
        g_assert_true(asking_press(&asking, &lane));
    }
    asking_key(&asking, "Return");
    g_assert_cmpint(asking_turn(&asking)->result, ==, TURN_RIGHT);
    asking_stop(&asking);
    stage_free(stage);
}

static void test_random(void)
{
    static const char *const keys[] = {"0",      "1",        "2",      "3",
                                       "7",      "9",        "H",      "N",
                                       "Return", "Space",    "PageUp", "Right",
                                       "Down",   "Enter",    "P",      "T",
                                       "",       "Backspace"};
    Stage *stage = stage_new("leftright padding", OP_ADD, 64, 4, false);
    Asking asking = {.state = ASKING_OFF};
    uint64_t random = 1;

    for (int i = 0; i < 20000; ++i) {
        uint64_t what = base_random(&random);
        Shape shape = {.thing = {(ThingKind)(what >> 8 & 31),
                                 (uint32_t)(what >> 20 & 127), 0,
                                 (int)(what >> 16 & 1) + 1},
                       .thread = (uint32_t)(what >> 30 & 31)};
        if (asking.state == ASKING_OFF)
            asking_start(&asking, traces_of(stage), &stage->player, what >> 9);
        else if (what % 4 == 0)
            asking_press(&asking, &shape);
        else if (what % 16 == 1)
            asking_type(&asking, what & 256 ? "-" : "?");
        else
            asking_key(&asking, keys[what / 16 % G_N_ELEMENTS(keys)]);
        g_assert_cmpint(quiz_right(&asking.quiz), <=,
                        quiz_counted(&asking.quiz));
        if (i % 200 == 0)
            draw(stage, &asking, what & 512);
    }
    asking_stop(&asking);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/asking/hidden", test_hidden);
    g_test_add_func("/asking/names", test_names);
    g_test_add_func("/asking/first", test_first);
    g_test_add_func("/asking/remote", test_remote);
    g_test_add_func("/asking/typing", test_typing);
    g_test_add_func("/asking/presses", test_presses);
    g_test_add_func("/asking/random", test_random);
    return g_test_run();
}
