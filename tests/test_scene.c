/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/analysed_trace.c, shown_value.c, scene.c and view.c: what
 * is counted and marked before a frame is drawn, and when two scenes are one
 * picture.
 */
#include "draw/font.h"
#include "say/say.h"
#include "view/position_text.h"
#include "view/shown_value.h"
#include "view/view.h"
#include "fixture.h"
#include "stage.h"

#include <glib.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- Counts and marks ---------------------------------------------------- */

static const char *const names[] = {"nopadding",     "hillis-steele-racy",
                                    "warp-shuffle",  "look-back",
                                    "three-phase",   "torn-look-back",
                                    "vector-shuffle"};

static void check_counts(const AnalysedTrace *analysed)
{
    const Trace *trace = analysed->trace;
    uint32_t conflicts = 0;
    Counted counted = cost_count(trace, &analysed->banks);
    size_t count = trace->instructions_count;

    for (size_t i = 0; i < count; ++i) {
        const Instruction *at = trace->instructions + i;
        uint32_t cost = bank_cost(trace, at, NULL).wavefronts;
        conflicts += cost > 1 ? cost - 1 : 0;
    }
    g_assert_cmpuint(analysed->conflicts[count], ==, conflicts);
    g_assert_cmpuint(analysed->reads[count], ==, counted.G_read);
    g_assert_cmpuint(analysed->writes[count], ==, counted.G_write);
    g_assert_cmpuint(analysed->work[count], ==, trace->sums_count);
}

/* Is AT what comes second in a race? */
static bool is_second(const AnalysedTrace *analysed, const Instruction *at)
{
    size_t index = (size_t)(at - analysed->trace->instructions);

    for (size_t r = 0; r < analysed->races.races_count; ++r)
        if (analysed->races.races[r].second.instruction == index)
            return true;
    return false;
}

/* An instruction is marked as a race where it makes one, which the sentence
 * says too, and as a conflict where lanes wait for each other. */
static void check_marks(const AnalysedTrace *analysed)
{
    for (size_t p = 1; p <= analysed->trace->instructions_count; ++p) {
        size_t index = analysed_running(analysed, p);
        const Instruction *at = analysed->trace->instructions + index;
        Statement words = {0};
        bool waits = bank_cost(analysed->trace, at, NULL).wavefronts > 1;
        bool told =
            say_race(analysed->trace, &analysed->races, index + 1, &words);
        bool races = analysed->marks[p - 1] & MARK_RACE;
        g_assert_cmpint(waits, ==,
                        (analysed->marks[p - 1] & MARK_CONFLICT) > 0);
        g_assert_cmpint(races, ==, is_second(analysed, at));
        g_assert_true(told || !races);
        statement_free(&words);
    }
}

/* Steps are counted as they end, each once. */
static void check_steps(const AnalysedTrace *analysed)
{
    size_t count = analysed->trace->instructions_count;

    g_assert_cmpuint(analysed_step(analysed, 0), ==, 0);
    g_assert_cmpuint(analysed_step(analysed, 1), ==, 1);
    g_assert_cmpuint(analysed_step(analysed, count), ==,
                     analysed->trace->steps_count);
    for (size_t p = 2; p <= count; ++p) {
        uint32_t more =
            analysed_step(analysed, p) - analysed_step(analysed, p - 1);
        bool ends = analysed->trace->instructions[p - 1].step !=
                    analysed->trace->instructions[p - 2].step;
        for (uint32_t s = 0;
             analysed->stops && s < analysed->trace->steps_count; ++s)
            ends = s == 0 ? analysed->stops[s] == p - 1
                          : ends || analysed->stops[s] == p - 1;
        g_assert_cmpint(more > 0, ==, ends);
    }
}

static void test_counts(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        Stage *stage = stage_new(names[i], OP_ADD, 32, 8, true);
        check_counts(stage->analysed_traces[0]);
        check_marks(stage->analysed_traces[0]);
        check_steps(stage->analysed_traces[0]);
        stage_free(stage);
    }
}

/* Lanes that read one word are served together: they wait, but for
 * nothing that could be fixed. */
static void test_one_word(void)
{
    Fixture *f = fixture_new(OP_ADD, 4, 2, 2, 4);

    fixture_step(f, "load", 0);
    fixture_instruction(f, 0, ACCESS_STORE, 2);
    fixture_access(f, 0, 0, 5, interval_make(0, 0));
    fixture_access(f, 1, 2, 6, interval_make(1, 1));
    fixture_step(f, "use", 0);
    fixture_instruction(f, 0, ACCESS_LOAD, 3);
    fixture_access(f, 0, 0, 5, interval_make(0, 0));
    fixture_access(f, 1, 0, 5, interval_make(0, 0));
    Trace *trace = fixture_done(f);
    AnalysedTrace *analysed = analysed_new(trace);
    g_assert_cmpuint(analysed->conflicts[1], ==, 1);
    g_assert_cmpuint(analysed->conflicts[2], ==, 1);
    g_assert_cmpint(analysed->marks[0], ==, MARK_CONFLICT);
    g_assert_cmpint(analysed->marks[1], ==, 0);
    analysed_free(analysed);
    trace_free(trace);
}

/* ---- Words --------------------------------------------------------------- */

static void test_values(void)
{
    char text[VALUE_TEXT];

    g_assert_cmpstr(shown_value(OP_ADD, 42, true, text), ==, "42");
    g_assert_cmpstr(shown_value(OP_FADD, op_from_float(1.0f / 3), false, text),
                    ==, "0.3333");
    g_assert_cmpstr(shown_value(OP_FADD, op_from_float(0.25f), true, text), ==,
                    "0.25");
    g_assert_cmpstr(shown_value(OP_INTERVAL, interval_make(3, 9), true, text),
                    ==, "3-9");
    shown_value(OP_INTERVAL, interval_make(3, 3), true, text);
    g_assert_null(strchr(text, '-'));
    g_assert_nonnull(strchr(text, '3'));
    g_assert_cmpstr(shown_value(OP_INTERVAL, INTERVAL_IDENTITY, true, text), ==,
                    "id");
    g_assert_nonnull(
        strstr(shown_value(OP_INTERVAL, interval_make(3, 9), false, text),
               "x3..x9"));
}

/* ---- One picture --------------------------------------------------------- */

/* Whatever differs in a scene, it is another picture. */
static void test_same(void)
{
    static const size_t fields[] = {offsetof(Scene, analysed_traces[1]),
                                    offsetof(Scene, count),
                                    offsetof(Scene, positions[1]),
                                    offsetof(Scene, remains[1]),
                                    offsetof(Scene, standings.on),
                                    offsetof(Scene, standings.cycle),
                                    offsetof(Scene, thread),
                                    offsetof(Scene, theme),
                                    offsetof(Scene, scale),
                                    offsetof(Scene, density),
                                    offsetof(Scene, no_caption),
                                    offsetof(Scene, steps),
                                    offsetof(Scene, projector),
                                    offsetof(Scene, details),
                                    offsetof(Scene, dimmed),
                                    offsetof(Scene, only),
                                    offsetof(Scene, keys),
                                    offsetof(Scene, costs),
                                    offsetof(Scene, predicted.array),
                                    offsetof(Scene, predicted.remedy),
                                    offsetof(Scene, things[0].a),
                                    offsetof(Scene, things_count),
                                    offsetof(Scene, hovered.b),
                                    offsetof(Scene, cover),
                                    offsetof(Scene, asked),
                                    offsetof(Scene, chart)};
    Scene scene = {.count = 2, .things_count = 1};

    for (size_t i = 0; i < G_N_ELEMENTS(fields); ++i) {
        Scene own = scene;
        g_assert_true(scene_same(&own, &scene));
        ((unsigned char *)&own)[fields[i]] ^= 1;
        if (scene_same(&own, &scene))
            g_error("change %zu makes no other picture", i);
    }
}

/* Twelve points of the screen are the least, however many pixels a point has.
 */
static void test_least(void)
{
    Scene scene = {.count = 1};

    g_assert_cmpfloat(view_least(&scene, 0.1), ==, 12);
    g_assert_cmpfloat(view_least(&scene, 1), ==, 20);
    scene.density = 2;
    g_assert_cmpfloat(view_least(&scene, 0.1), ==, 24);
    g_assert_cmpfloat(view_least(&scene, 2), ==, 40);
    scene = (Scene){.projector = true};
    g_assert_cmpfloat(view_least(&scene, 1), ==, 24);
    scene.scale = 0.5; /* smaller letters stay as large as they must be */
    g_assert_cmpfloat(view_least(&scene, view_unit(&scene, 1920, 1080)), ==,
                      24);
}

static double channel(uint32_t rgb, int shift)
{
    double share = (rgb >> shift & 255) / 255.0;

    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
}

static double luminance(Color color)
{
    uint32_t rgb = theme_color(THEME_LIGHT, color);

    return 0.2126 * channel(rgb, 16) + 0.7152 * channel(rgb, 8) +
           0.0722 * channel(rgb, 0);
}

/* A text in a full box that belongs to it. */
static bool is_in_box(const Shape *text)
{
    const Shape *box = text - 1;

    return box->kind == SHAPE_RECT && box->fill != COLOR_NONE &&
           box->alpha >= 1 && box->thing.kind == text->thing.kind &&
           box->thing.a == text->thing.a && text->box.x >= box->box.x &&
           text->box.x + text->box.w <= box->box.x + box->box.w &&
           text->box.y >= box->box.y - 1 &&
           text->box.y + text->box.h <= box->box.y + box->box.h + 1;
}

/* Text on the colour of a kind can be read. */
static void test_contrast(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        Stage *stage = stage_new(names[i], OP_ADD, 16, 8, true);
        for (size_t p = 0; p <= stage->traces[0]->instructions_count; p += 2) {
            stage_draw_at(stage, p, 1920, 1080);
            for (size_t s = 1; s < stage->list.shapes_count; ++s) {
                const Shape *text = stage->list.shapes + s;
                if (text->kind != SHAPE_TEXT || !is_in_box(text))
                    continue;
                double a = luminance(text->fill) + 0.05;
                double b = luminance(text[-1].fill) + 0.05;
                if (fmax(a, b) / fmin(a, b) < 3.5)
                    g_error("%s: \"%s\" has colour %d on %d", names[i],
                            shape_text(&stage->list, text), (int)text->fill,
                            (int)text[-1].fill);
            }
        }
        stage_free(stage);
    }
}

/* Blocks are kept while they fit; then the last two asked for, at least. */
static void test_parts(void)
{
    Stage *stage = stage_new("look-back", OP_ADD, 64, 4, true);
    AnalysedTrace *analysed = analysed_new(stage->traces[0]);
    uint32_t blocks = (uint32_t)stage->traces[0]->blocks_count;

    g_assert_cmpuint(blocks, >, 3);
    for (uint32_t b = 0; b < blocks; ++b)
        g_assert_true(analysed_part(analysed, b) == analysed_part(analysed, b));
    g_assert_cmpuint(analysed->parts->used_count, ==, blocks);

    analysed->parts->most_bytes = analysed->parts->bytes / 2;
    const AnalysedTrace *first = analysed_part(analysed, 0);
    g_assert_cmpuint(analysed->parts->used_count, >, 2);
    g_assert_cmpuint(analysed->parts->used_count, <, blocks);
    g_assert_cmpuint(analysed->parts->bytes, <=, analysed->parts->most_bytes);
    g_assert_true(analysed->parts->made[0] == first);
    g_assert_null(analysed->parts->made[1]);

    analysed->parts->most_bytes = 0;
    for (uint32_t b = 0; b < blocks; ++b) {
        const AnalysedTrace *part = analysed_part(analysed, b);
        g_assert_cmpuint(analysed->parts->used_count, ==, 2);
        g_assert_true(analysed_part(analysed, b) == part);
        g_assert_cmpuint(part->own->steps_count, ==,
                         stage->traces[0]->blocks[b].step_count);
        g_assert_true(b == 0 || analysed->parts->made[b - 1]);
    }
    analysed_free(analysed);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/scene/counts and marks", test_counts);
    g_test_add_func("/scene/one word", test_one_word);
    g_test_add_func("/scene/values", test_values);
    g_test_add_func("/scene/same", test_same);
    g_test_add_func("/scene/least text", test_least);
    g_test_add_func("/scene/contrast", test_contrast);
    g_test_add_func("/scene/parts", test_parts);
    int failed = g_test_run();
    font_done();
    return failed;
}
