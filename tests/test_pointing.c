/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/thing_text.c, pointing.c and light.c: what one
 * can point at, what shapes stand for, and what is lit.
 */
#include "view/views.h"
#include "view/pointing.h"
#include "stage.h"
#include "shape_is.h"

#include <glib.h>
#include <string.h>

/* ---- The text form --------------------------------------------------------
 */

static void test_text(void)
{
    static const struct {
        const char *algorithm, *text;
        Thing thing;
    } cases[] = {
        {"leftright", "thread 1", {THING_THREAD, 1, 0, 0}},
        {"leftright", "cell 15", {THING_CELL, 15, 0, 0}},
        {"leftright", "bank 3", {THING_BANK, 3, 0, 0}},
        {"leftright", "node 2:3", {THING_NODE, 2, 3, 0}},
        {"leftright", "queue 0:2", {THING_PLACE, 0, 1, 0}},
        {"leftright", "line 45", {THING_LINE, 0, 45, 0}},
        {"leftright", "step 4", {THING_STEP, 3, 0, 0}},
        {"leftright", "instruction 17", {THING_INSTRUCTION, 16, 0, 0}},
        {"leftright", "word in[5]", {THING_WORD, 0, 5, 0}},
        {"leftright", "word out[15]", {THING_WORD, 1, 15, 0}},
        {"three-phase", "block 1 of launch 1", {THING_BLOCK, 0, 1, 0}},
        {"three-phase", "launch 2", {THING_LAUNCH, 1, 0, 0}},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Stage *stage = stage_new(cases[i].algorithm, OP_ADD, 16, 4, false);
        const Trace *trace = stage->traces[0];
        Text text = {0};
        Thing thing;
        Error error;
        g_assert_true(thing_read(cases[i].text, &trace, 1, &thing, &error));
        g_assert_true(thing_same(&thing, &cases[i].thing));
        thing_write(&thing, trace, &text);
        g_assert_cmpstr(text.text, ==, cases[i].text);
        text_free(&text);
        stage_free(stage);
    }
}

static void test_wrong_text(void)
{
    static const struct {
        const char *text, *wrong;
    } cases[] = {
        {"cell 16", "leftright has cells 0 to 15"},
        {"bank 4", "leftright has banks 0 to 3"},
        {"thread 99", "leftright has threads 0 to 7"},
        {"step 0", "unknown object"},
        {"step 12", "leftright has steps 1 to 11"},
        {"line 0", "leftright has lines 1 to "},
        {"launch 2", "leftright has only launch 1"},
        {"block 1", "leftright has only block 0"},
        {"word in[16]", "leftright has words 0 to 15"},
        {"queue 9:1", "leftright has banks 0 to 3"},
        {"queue 0:99", "leftright has queues 1 to 64"},
        {"node 5:0", "this run has no such node"},
        {"node 2:4", "this run has no such node"},
        {"celll 3", "did you mean \"cell\"?"},
        {"cell", "write \"cell 28\""},
        {"cell -1", "write \"cell 28\""},
        {"cell 3x", "write \"cell 28\""},
        {"cell 99999999999999999999", "write \"cell 28\""},
        {"word x[1]", "or \"word in[5]\""},
        {"", "write \"cell 28\""},
        {"cell 3 of trace 2", "there is only 1 trace"},
        {"cell 3 of trace 0", "write \"cell 28\""},
    };
    Stage *stage = stage_new("leftright", OP_ADD, 16, 4, false);

    stage_draw(stage, 640, 360);
    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Scene scene = stage->scene;
        Error error;
        g_assert_false(scene_point(&scene, cases[i].text, &error));
        g_assert_cmpint(scene.things_count, ==, 0);
        g_assert_cmpint(error.kind, ==, ERROR_USAGE);
        if (!strstr(error.text, cases[i].wrong))
            g_test_message("%s: %s", cases[i].text, error.text);
        g_assert_nonnull(strstr(error.text, cases[i].wrong));
    }
    stage_free(stage);
}

static void test_traces(void)
{
    Stage *stage = stage_new("leftright padding", OP_ADD, 16, 4, false);
    Error error;

    stage_draw(stage, 640, 360);
    Scene scene = stage->scene;
    g_assert_true(scene_point(&scene, "cell 18", &error)); /* of Padding */
    g_assert_true(scene_point(&scene, "cell 3 of trace 2", &error));
    g_assert_false(scene_point(&scene, "cell 18 of trace 1", &error));
    g_assert_cmpint(scene.things_count, ==, 2);
    g_assert_true(thing_is_of(scene.things, 0));
    g_assert_false(thing_is_of(scene.things + 1, 0));
    g_assert_true(thing_is_of(scene.things + 1, 1));
    while (scene.things_count < SCENE_THINGS)
        g_assert_true(scene_point(&scene, "bank 0", &error));
    g_assert_false(scene_point(&scene, "bank 0", &error));
    stage_free(stage);
}

/* ---- Shapes ---------------------------------------------------------------
 */

/* A shape shows the thing that it stands for, and a strip has it where it was
 * found.  Returns how many things were found. */
static size_t check_frame(const Scene *scene, const DisplayList *list,
                          bool kinds[THING_LAST_POINTED + 1])
{
    size_t found = 0;

    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        Thing thing = thing_of_shape(shape);
        if (!thing.kind || scene->chart || shape->thing.kind == THING_MOTION ||
            shape->thing.kind == THING_TOTALS)
            continue;
        PointedTrace at = pointed_trace(scene, thing.trace - 1);
        if (!thing_is_there(&at, &thing))
            continue;
        g_assert_cmpint(thing.trace, ==, shape->thing.trace);
        g_assert_true(thing_is_shown_by(&at, &thing, shape));
        kinds[thing.kind] = true;
        ++found;
    }
    for (size_t i = 0; i < list->strips_count; ++i) {
        const Strip *strip = list->strips + i;
        Shape part = {0};
        Rect place;
        double x = strip->box.x + strip->box.w * 0.6;
        double y = strip->box.y + strip->box.h * 0.6;
        g_assert_true(strip_at(strip, x, y, &part.thing));
        Thing thing = thing_of_shape(&part);
        PointedTrace at = pointed_trace(scene, strip->first.trace - 1);
        g_assert_true(thing.kind != THING_NONE);
        g_assert_true(thing_on_strip(&at, &thing, strip, &place));
        g_assert_true(x >= place.x && x <= place.x + place.w);
        g_assert_true(y >= place.y && y <= place.y + place.h);
        ++found;
    }
    return found;
}

static void test_shapes(void)
{
    static const struct {
        const char *names;
        uint32_t n, k;
    } cases[] = {
        {"leftright", 16, 4},
        {"leftright padding", 64, 4},
        {"hillis-steele-racy", 64, 8},
        {"leftright", 2048, 32},
        {"hillis-steele", 2048, 32},
        {"block-shuffle", 256, 8},
        {"three-phase look-back", 64, 4},
        {"vector-padding", 128, 8},
        {"nopadding leftright padding brent-kung", 32, 4},
    };
    bool kinds[THING_LAST_POINTED + 1] = {false};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Stage *stage =
            stage_new(cases[i].names, OP_ADD, cases[i].n, cases[i].k, false);
        for (int layout = 0; layout < 4; ++layout)
            for (int part = 0; part <= 4; ++part) {
                player_seek(&stage->player,
                            stage->player.ticks * (uint32_t)part / 4);
                stage_draw(stage, 1920, 1080);
                Scene scene = stage->scene;
                scene.projector = scene.details = layout == 1;
                scene.only = layout == 2 ? 1 + AREA_TIME : 0;
                scene.details = layout == 3;
                frame_draw(&stage->list, &scene, 1920, 1080);
                g_assert_cmpuint(check_frame(&scene, &stage->list, kinds), >,
                                 3);
            }
        stage_free(stage);
    }
    for (int kind = THING_NONE + 1; kind <= THING_LAST_POINTED; ++kind)
        g_assert_true(kinds[kind] || kind == THING_STEP);
}

/* ---- Lighting -------------------------------------------------------------
 */

static bool surrounds(Rect outer, Rect inner)
{
    return rect_is_within(inner, outer, 0.01) && outer.w < inner.w + 24 &&
           outer.h < inner.h + 24;
}

/* The number of rings, solid or dashed, and of those around a shape of a thing.
 */
static int count_rings(const DisplayList *list, bool dashed, ThingKind kind,
                       uint32_t a, uint32_t b)
{
    int count = 0;

    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *ring = list->shapes + i;
        bool found = kind == THING_NONE;
        if (ring->thing.kind != THING_LIGHT || ring->edge != COLOR_INK ||
            ring->dashed != dashed)
            continue;
        for (size_t s = 0; s < list->shapes_count && !found; ++s)
            found = list->shapes[s].kind == SHAPE_RECT &&
                    shape_is(&list->shapes[s], kind) &&
                    list->shapes[s].thing.a == a &&
                    list->shapes[s].thing.b == b &&
                    list->shapes[s].thing.trace == ring->thing.trace &&
                    surrounds(ring->box, list->shapes[s].box);
        count += found;
    }
    return count;
}

/* LeftRight, n = 16, k = 4, at instruction 22: T0 loads cell 5, T1 cell 15,
 * which are nodes 1 and 3 of level 2. */
static void test_rings(void)
{
    static const struct {
        const char *text;
        ThingKind kind; /* of the thing itself */
        uint32_t a, b;
        ThingKind related;
        uint32_t related_a, related_b;
        int solid, dashed; /* rings in the ordinary frame */
    } cases[] = {
        {"cell 5", THING_CELL, 5, 0, THING_PLACE, 1, 0, 1, 2},
        {"cell 15", THING_CELL, 15, 0, THING_NODE, 2, 3, 1, 2},
        {"node 2:1", THING_NODE, 2, 1, THING_CELL, 5, 0, 1, 2},
        {"thread 1", THING_NONE, 0, 0, THING_CELL, 15, 0, 1, 2},
        {"queue 1:1", THING_NONE, 0, 0, THING_NODE, 2, 1, 1, 2},
        {"instruction 22", THING_INSTRUCTION, 21, 0, THING_NONE, 0, 0, 1, 0},
        {"line 82", THING_NONE, 0, 0, THING_NONE, 0, 0, 1, 0},
        {"word in[3]", THING_WORD, 0, 3, THING_NONE, 0, 0, 1, 0},
        {"queue 0:1", THING_NONE, 0, 0, THING_NONE, 0, 0, 0,
         0}, /* nobody stands there */
    };
    Stage *stage = stage_new("leftright", OP_ADD, 16, 4, false);

    stage_draw_at(stage, 22, 1920, 1080);
    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Scene scene = stage->scene;
        scene.details = true;
        Error error;
        g_assert_true(scene_point(&scene, cases[i].text, &error));
        for (Theme theme = 0; theme < THEME_COUNT; ++theme) {
            scene.theme = theme;
            frame_draw(&stage->list, &scene, 1920, 1080);
            g_test_message("%s", cases[i].text);
            g_assert_cmpint(count_rings(&stage->list, false, THING_NONE, 0, 0),
                            >=, cases[i].solid);
            g_assert_cmpint(count_rings(&stage->list, true, THING_NONE, 0, 0),
                            >=, cases[i].dashed);
            g_assert_cmpint(count_rings(&stage->list, false, cases[i].kind,
                                        cases[i].a, cases[i].b),
                            >=, cases[i].solid);
            if (cases[i].related)
                g_assert_cmpint(count_rings(&stage->list, true,
                                            cases[i].related,
                                            cases[i].related_a,
                                            cases[i].related_b),
                                ==, 1);
        }
    }
    stage_free(stage);
}

/* The frame names what its rings are around; not while the answer to a question
 * is hidden. */
static void test_legend(void)
{
    static const struct {
        const char *text, *words;
    } cases[] = {{"cell 5", "cell 5"},
                 {"node 2:1", "node 2:1"},
                 {"line 75", "line 75"},
                 {"word in[3]", "word in[3]"}};
    Stage *stage = stage_new("leftright", OP_ADD, 16, 4, false);
    Error error;

    for (size_t i = 0; i < 2 * G_N_ELEMENTS(cases); ++i) {
        size_t c = i / 2;
        stage_draw_at(stage, 22, 1920, 1080);
        Scene scene = stage->scene;
        scene.projector = i % 2;
        frame_draw(&stage->list, &scene, 1920, 1080);
        g_assert_false(stage_says(stage, cases[c].words));
        g_assert_true(scene_point(&scene, cases[c].text, &error));
        frame_draw(&stage->list, &scene, 1920, 1080);
        g_assert_true(stage_says(stage, cases[c].words));
        Cover cover = {.answer = true};
        scene.cover = &cover;
        frame_draw(&stage->list, &scene, 1920, 1080);
        g_assert_false(stage_says(stage, cases[c].words));
    }
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pointing/text", test_text);
    g_test_add_func("/pointing/wrong-text", test_wrong_text);
    g_test_add_func("/pointing/traces", test_traces);
    g_test_add_func("/pointing/shapes", test_shapes);
    g_test_add_func("/pointing/rings", test_rings);
    g_test_add_func("/pointing/legend", test_legend);
    return g_test_run();
}
