/* SPDX-License-Identifier: MIT
 *
 * Tests of src/frame.c and the views: frames of real traces, walked through.
 *
 * Every frame is legible (legible.h), and the same scene gives the same frame.
 */
#include "../src/frame.h"
#include "../src/paint_cairo.h"
#include "../src/record.h"
#include "../src/rows.h"
#include "legible.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    int width, height;
} sizes[] = {{1280, 720}, {1920, 1080}, {3840, 2160}};

static Recorder *recorder;

static Trace *make(const char *name, Op op, uint32_t n, uint32_t k,
                   bool inclusive)
{
    Error error;
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = k,
                             .passes = RECORD_USUAL,
                             .op = op,
                             .inclusive = inclusive,
                             .device = DEVICE_CPU};
    uint64_t random = n + k;
    Word *input = base_alloc(n, sizeof *input);

    g_assert_nonnull(options.algorithm);
    for (uint32_t i = 0; i < n; ++i) {
        Word word = (Word)(base_random(&random) % 20);
        input[i] = op == OP_FADD     ? op_from_float((float)word / 3.0f)
                   : op == OP_AFFINE ? 3u << 16 | word
                                     : word;
    }
    options.input = input;
    Trace *trace = record(recorder, &options, &error);
    g_assert_nonnull(trace);
    free(input);
    return trace;
}

/* What moves lies over the rest on purpose; everything else keeps apart. */
static void leave_out_motion(Canvas *canvas)
{
    size_t kept = 0;

    for (size_t i = 0; i < canvas->shapes_count; ++i)
        if (canvas->shapes[i].tag.kind != TAG_MOTION)
            canvas->shapes[kept++] = canvas->shapes[i];
    canvas->shapes_count = kept;
}

static Scene scene_of(const Player *player, Exhibit *const exhibits[])
{
    Scene scene = {.count = player->count, .theme = THEME_LIGHT};

    for (int t = 0; t < player->count; ++t)
        scene.exhibits[t] = exhibits[t];
    scene_follow(&scene, player);
    return scene;
}

/* Checks frames of one or two traces at some moments and all sizes. */
static void walk(Trace *const traces[], int count, uint32_t moments)
{
    Player player;
    Exhibit *exhibits[PLAYER_MAX_TRACES] = {NULL};
    Canvas canvas = {0};
    Error error;

    g_assert_true(
        player_init(&player, (const Trace *const *)traces, count, &error));
    for (int t = 0; t < count; ++t)
        exhibits[t] = exhibit_new(traces[t]);
    for (uint32_t i = 0; i <= moments; ++i) {
        player_seek(&player, (uint32_t)((uint64_t)player.beats * i / moments));
        Scene scene = scene_of(&player, exhibits);
        for (size_t s = 0; s < G_N_ELEMENTS(sizes); ++s) {
            frame_draw(&canvas, &scene, sizes[s].width, sizes[s].height);
            double least = sizes[s].height * 12 / 1080.0;
            legible_check(&canvas, &player, least < 9 ? 9 : least);
        }
    }
    for (int t = 0; t < count; ++t)
        exhibit_free(exhibits[t]);
    canvas_free(&canvas);
    player_free(&player);
}

/* The same while things move, by both clocks. */
static void walk_moving(Trace *const traces[], int count, uint32_t moments)
{
    Player player;
    Exhibit *exhibits[PLAYER_MAX_TRACES] = {NULL};
    Canvas canvas = {0};
    Error error;

    g_assert_true(
        player_init(&player, (const Trace *const *)traces, count, &error));
    for (int t = 0; t < count; ++t)
        exhibits[t] = exhibit_new(traces[t]);
    for (uint32_t i = 0; i < 2 * moments; ++i) {
        player_set_clock(&player, i < moments ? COURSE_STEP : COURSE_RACE);
        uint64_t at = i % moments + 1;
        player_seek(&player, (uint32_t)(player.beats * at / moments));
        player_halt(&player, 0.03 + 0.94 * (i % 7) / 7);
        Scene scene = scene_of(&player, exhibits);
        frame_draw(&canvas, &scene, 1920, 1080);
        leave_out_motion(&canvas);
        legible_check(&canvas, &player, 12);
    }
    for (int t = 0; t < count; ++t)
        exhibit_free(exhibits[t]);
    canvas_free(&canvas);
    player_free(&player);
}

static const uint32_t many_n[] = {1, 2, 7, 16, 64, 100, 2048};
static const uint32_t many_k[] = {2, 4, 16, 32, 64};

static void test_alone(const void *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(many_n); ++i)
        for (size_t j = 0; j < G_N_ELEMENTS(many_k); ++j) {
            Trace *trace = make(name, OP_ADD, many_n[i], many_k[j], i % 2);
            walk(&trace, 1, 6);
            trace_free(trace);
        }
}

static void test_compared(void)
{
    static const char *const pairs[][2] = {{"leftright", "padding"},
                                           {"leftright", "nopadding"},
                                           {"ping-pong", "hillis-steele"},
                                           {"sequential", "leftright"},
                                           {"warp-shuffle", "look-back"},
                                           {"three-phase", "leftright"}};

    for (size_t p = 0; p < G_N_ELEMENTS(pairs); ++p)
        for (size_t i = 0; i < G_N_ELEMENTS(many_n); ++i)
            for (size_t j = 0; j < G_N_ELEMENTS(many_k); ++j) {
                Trace *traces[2];
                for (int t = 0; t < 2; ++t)
                    traces[t] =
                        make(pairs[p][t], OP_ADD, many_n[i], many_k[j], false);
                walk(traces, 2, 7);
                trace_free(traces[0]);
                trace_free(traces[1]);
            }
}

static bool says(const Canvas *canvas, const char *words)
{
    for (size_t i = 0; i < canvas->shapes_count; ++i)
        if (canvas->shapes[i].kind == SHAPE_TEXT &&
            strcmp(canvas_shape_text(canvas, canvas->shapes + i), words) == 0)
            return true;
    return false;
}

static void test_moving(void)
{
    static const char *const names[][2] = {{"leftright", "nopadding"},
                                           {"hillis-steele", "ping-pong"},
                                           {"padding", "sequential"},
                                           {"brent-kung", "hybrid"},
                                           {"warp-shuffle", "look-back"}};
    static const uint32_t sizes_n[] = {1, 7, 16, 64, 2048};
    static const uint32_t sizes_k[] = {2, 4, 32};

    for (size_t p = 0; p < G_N_ELEMENTS(names); ++p)
        for (size_t i = 0; i < G_N_ELEMENTS(sizes_n); ++i)
            for (size_t j = 0; j < G_N_ELEMENTS(sizes_k); ++j) {
                Trace *traces[2];
                for (int t = 0; t < 2; ++t)
                    traces[t] = make(names[p][t], OP_ADD, sizes_n[i],
                                     sizes_k[j], false);
                walk_moving(traces, 2, sizes_n[i] > 100 ? 5 : 29);
                walk_moving(traces + 1, 1, sizes_n[i] > 100 ? 5 : 29);
                trace_free(traces[0]);
                trace_free(traces[1]);
            }
}

/* Four at once, of which each goes at its own pace in a race. */
static void test_moving_four(void)
{
    static const char *const names[] = {"leftright", "padding", "nopadding",
                                        "three-phase"};
    Trace *traces[PLAYER_MAX_TRACES];

    for (int t = 0; t < PLAYER_MAX_TRACES; ++t)
        traces[t] = make(names[t], OP_ADD, 64, 4, false);
    walk_moving(traces, PLAYER_MAX_TRACES, 29);
    for (int t = 0; t < PLAYER_MAX_TRACES; ++t)
        trace_free(traces[t]);
}

/* How many requests have begun to be served, of those that a frame shows in a
 * queue; and how many values are on their way. */
static void count_queue(const Canvas *canvas, int panel, int *full, int *hollow,
                        int *moving)
{
    *full = *hollow = *moving = 0;
    for (size_t i = 0; i + 1 < canvas->shapes_count; ++i) {
        const Shape *shape = canvas->shapes + i;
        if (shape->tag.panel != panel || shape->kind != SHAPE_RECT ||
            shape[1].kind != SHAPE_TEXT)
            continue;
        *moving += shape->tag.kind == TAG_MOTION;
        if (shape->tag.kind != TAG_QUEUE)
            continue;
        *full += shape->fill == COLOR_CONFLICT;
        *hollow += shape->fill == COLOR_PANEL;
    }
}

/* A two-way conflict takes two cycles: in the first one of two is served at
 * each bank, in the second the other; beside it, what has no conflict is done
 * after one. */
static void test_two_beats(void)
{
    Trace *traces[2] = {make("nopadding", OP_ADD, 16, 4, false),
                        make("leftright", OP_ADD, 16, 4, false)};
    Exhibit *exhibits[2] = {exhibit_new(traces[0]), exhibit_new(traces[1])};
    static const double shares[] = {0.1, 0.4, 0.8, 1};
    static const int want_full[] = {0, 2, 4, 4};
    Player player;
    Canvas canvas = {0};
    Error error;
    uint32_t beat = 0;

    g_assert_true(
        player_init(&player, (const Trace *const *)traces, 2, &error));
    while (
        exhibits[0]->banks.costs[player_position_at(&player, 0, beat)].latency <
        2)
        ++beat;
    for (size_t i = 0; i < G_N_ELEMENTS(shares); ++i) {
        int full, hollow, moving;
        player_seek(&player, beat + 1);
        player_halt(&player, shares[i]);
        Scene scene = scene_of(&player, exhibits);
        frame_draw(&canvas, &scene, 1920, 1080);
        count_queue(&canvas, 0, &full, &hollow, &moving);
        g_assert_cmpint(full, ==, want_full[i]);
        if (i > 0)
            g_assert_cmpint(full + hollow, ==, 4);
        g_assert_cmpint(moving, ==, i == 0 ? 4 : i < 3 ? 2 : 0);
        count_queue(&canvas, 1, &full, &hollow, &moving);
        g_assert_true((moving > 0) == (i < 2));
    }
    for (int t = 0; t < 2; ++t) {
        exhibit_free(exhibits[t]);
        trace_free(traces[t]);
    }
    canvas_free(&canvas);
    player_free(&player);
}

/* In a race the frame says who is behind, and by how much; at the end, when
 * each was done. */
static void test_contest(void)
{
    Trace *traces[2] = {make("nopadding", OP_ADD, 64, 4, false),
                        make("leftright", OP_ADD, 64, 4, false)};
    Exhibit *exhibits[2] = {exhibit_new(traces[0]), exhibit_new(traces[1])};
    Player player;
    Canvas canvas = {0};
    Error error;
    int level = 0, behind = 0;

    g_assert_true(
        player_init(&player, (const Trace *const *)traces, 2, &error));
    player_set_clock(&player, COURSE_RACE);
    for (uint32_t beat = 0; beat <= player.beats; ++beat) {
        char text[48];
        player_seek(&player, beat);
        Scene scene = scene_of(&player, exhibits);
        frame_draw(&canvas, &scene, 1920, 1080);
        g_assert_true(scene.contest.on && !scene.contest.measured);
        g_assert_cmpint(scene.contest.leader, !=, 0);
        level += says(&canvas, "level");
        long gap = lround(scene.contest.gaps[0]);
        g_snprintf(text, sizeof text, "%ld cycles behind", gap);
        if (gap > 1 && scene.contest.cycle < scene.contest.ends[0])
            g_assert_true(says(&canvas, text));
        behind += says(&canvas, text);
    }
    g_assert_cmpint(level, >, 3);
    g_assert_cmpint(behind, >, 50);
    for (int t = 0; t < 2; ++t) {
        char text[48];
        const BankTable *banks = &exhibits[t]->banks;
        g_snprintf(text, sizeof text, "done at cycle %u",
                   banks->starts[banks->count]);
        g_assert_true(says(&canvas, text));
        exhibit_free(exhibits[t]);
        trace_free(traces[t]);
    }
    canvas_free(&canvas);
    player_free(&player);
}

/* Where steps are unlike, nobody is said to lead, nor to be level. */
static void test_uneven(void)
{
    Trace *traces[2] = {make("look-back", OP_ADD, 64, 4, true),
                        make("three-phase", OP_ADD, 64, 4, true)};
    Exhibit *exhibits[2] = {exhibit_new(traces[0]), exhibit_new(traces[1])};
    Player player;
    Canvas canvas = {0};
    Error error;

    g_assert_true(
        player_init(&player, (const Trace *const *)traces, 2, &error));
    player_set_clock(&player, COURSE_RACE);
    for (uint32_t beat = 0; beat < player.beats; beat += 7) {
        player_seek(&player, beat);
        Scene scene = scene_of(&player, exhibits);
        frame_draw(&canvas, &scene, 1920, 1080);
        g_assert_true(scene.contest.on && !scene.contest.even);
        g_assert_false(says(&canvas, "level"));
    }
    for (int t = 0; t < 2; ++t) {
        exhibit_free(exhibits[t]);
        trace_free(traces[t]);
    }
    canvas_free(&canvas);
    player_free(&player);
}

/* Every instruction of the comparison that people see first. */
static void test_every_beat(void)
{
    Trace *traces[2] = {make("leftright", OP_ADD, 64, 4, false),
                        make("padding", OP_ADD, 64, 4, false)};

    walk(traces, 2, 201);
    trace_free(traces[0]);
    trace_free(traces[1]);
}

/* Values that are long: fractions, maps, intervals. */
static void test_long_values(void)
{
    static const char *const names[] = {"leftright", "hillis-steele"};

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a)
        for (int op = 0; op < OP_COUNT; ++op) {
            Trace *trace = make(names[a], (Op)op, 32, 8, true);
            walk(&trace, 1, 12);
            trace_free(trace);
        }
}

static void test_largest(void)
{
    for (size_t j = 0; j < G_N_ELEMENTS(many_k); ++j) {
        Trace *trace = make("padding", OP_ADD, 32768, many_k[j], false);
        walk(&trace, 1, 2);
        trace_free(trace);
    }
}

/* A frame of any size is drawn, and painted, without harm. */
static void test_odd_sizes(void)
{
    static const int odd[][2] = {{64, 64},   {64, 2000},  {2000, 64},
                                 {333, 777}, {1024, 768}, {1, 1}};
    Trace *trace = make("leftright", OP_ADD, 64, 4, false);
    Trace *traces[] = {trace, trace};

    for (int count = 1; count <= 2; ++count)
        for (size_t i = 0; i < G_N_ELEMENTS(odd); ++i) {
            Exhibit *exhibit = exhibit_new(trace);
            Scene scene = {.count = count,
                           .exhibits = {exhibit, exhibit},
                           .positions = {40, 40}};
            Canvas canvas = {0};
            int w = odd[i][0], h = odd[i][1];
            uint32_t *pixels =
                base_alloc((size_t)w * (size_t)h, sizeof *pixels);
            frame_draw(&canvas, &scene, w, h);
            paint_cairo(&canvas, THEME_DARK, pixels, w, h, w * 4);
            g_assert_cmphex(pixels[0] >> 24, ==, 0xff);
            free(pixels);
            canvas_free(&canvas);
            exhibit_free(exhibit);
        }
    trace_free(traces[0]);
}

static size_t count_tags(const Canvas *canvas, TagKind kind, int panel)
{
    size_t count = 0;

    for (size_t i = 0; i < canvas->shapes_count; ++i)
        count += canvas->shapes[i].tag.kind == kind &&
                 canvas->shapes[i].tag.panel == panel;
    return count;
}

/* What a click needs is there: an instruction of either timeline. */
static void test_timeline_is_clickable(void)
{
    Trace *traces[2] = {make("leftright", OP_ADD, 64, 4, false),
                        make("padding", OP_ADD, 64, 4, false)};
    Exhibit *exhibits[2] = {exhibit_new(traces[0]), exhibit_new(traces[1])};
    Scene scene = {.count = 2,
                   .exhibits = {exhibits[0], exhibits[1]},
                   .positions = {90, 80}};
    Canvas canvas = {0};

    frame_draw(&canvas, &scene, 1920, 1080);
    for (int t = 0; t < 2; ++t) {
        g_assert_cmpuint(count_tags(&canvas, TAG_NODE, t), >, 60);
        g_assert_cmpuint(count_tags(&canvas, TAG_CELL, t), >, 60);
        g_assert_cmpuint(count_tags(&canvas, TAG_SOURCE, t), >, 5);
        g_assert_cmpuint(count_tags(&canvas, TAG_TIMELINE, t), >=,
                         exhibits[t]->banks.starts[exhibits[t]->banks.count] /
                             4);
    }
    for (size_t i = 0; i < canvas.shapes_count; ++i) {
        const Shape *bar = canvas.shapes + i;
        if (bar->tag.kind != TAG_TIMELINE || bar->kind != SHAPE_RECT)
            continue;
        const Shape *hit = canvas_at(&canvas, bar->box.x + bar->box.w / 2,
                                     bar->box.y + bar->box.h / 2, TAG_TIMELINE);
        g_assert_nonnull(hit);
        g_assert_cmpuint(hit->tag.index, ==, bar->tag.index);
        g_assert_cmpint(hit->tag.panel, ==, bar->tag.panel);
    }
    for (int t = 0; t < 2; ++t) {
        exhibit_free(exhibits[t]);
        trace_free(traces[t]);
    }
    canvas_free(&canvas);
}

/* Every row is in one line, lines fit, and rows in use come first. */
static void test_rows(void)
{
    enum { ROWS = 40, WIDTH = 4 };
    uint8_t touched[ROWS * WIDTH] = {0};

    touched[2 * WIDTH] = touched[17 * WIDTH + 3] = touched[39 * WIDTH] = 1;
    for (uint32_t room = 1; room <= ROWS + 1; ++room) {
        RowPlan plan = rows_plan(ROWS, WIDTH, ROWS * WIDTH, touched, room);
        uint32_t next = 0, shown = 0, hidden = 0;
        g_assert_cmpuint(plan.lines_count, <=, room);
        for (size_t i = 0; i < plan.lines_count; ++i) {
            const RowLine *line = plan.lines + i;
            g_assert_cmpuint(line->row, ==, next);
            next += line->count;
            hidden += line->touched;
            shown += !line->hidden && touched[line->row * WIDTH] != 0;
            shown += !line->hidden && line->row == 17;
        }
        g_assert_cmpuint(next, ==, ROWS);
        g_assert_cmpuint(shown + hidden, ==, 3);
        if (room >= 6)
            g_assert_cmpuint(shown, ==, 3);
        rows_free(&plan);
    }
}

static void test_same_twice(void)
{
    Trace *trace = make("padding", OP_ADD, 2048, 32, false);
    Exhibit *exhibit = exhibit_new(trace);
    Scene scene = {.count = 1, .exhibits = {exhibit}, .positions = {300}};
    Canvas one = {0}, two = {0};
    size_t pixels = 1920 * 1080;
    uint32_t *a = base_alloc(pixels, sizeof *a);
    uint32_t *b = base_alloc(pixels, sizeof *b);

    frame_draw(&one, &scene, 1920, 1080);
    paint_cairo(&one, THEME_LIGHT, a, 1920, 1080, 1920 * 4);
    scene.positions[0] = 20;
    frame_draw(&two, &scene, 1280, 720);
    scene.positions[0] = 300;
    scene.remains[0] = 0.4;
    frame_draw(&two, &scene, 1920, 1080);
    scene.remains[0] = 0;
    frame_draw(&two, &scene, 1920, 1080);
    paint_cairo(&two, THEME_LIGHT, b, 1920, 1080, 1920 * 4);
    g_assert_cmpuint(one.shapes_count, ==, two.shapes_count);
    g_assert_true(memcmp(a, b, pixels * sizeof *a) == 0);
    scene.remains[0] = 0.4; /* the same of a moment */
    frame_draw(&one, &scene, 1920, 1080);
    frame_draw(&two, &scene, 1920, 1080);
    paint_cairo(&one, THEME_LIGHT, a, 1920, 1080, 1920 * 4);
    g_assert_true(memcmp(a, b, pixels * sizeof *a) != 0);
    paint_cairo(&two, THEME_LIGHT, b, 1920, 1080, 1920 * 4);
    g_assert_true(memcmp(a, b, pixels * sizeof *a) == 0);
    free(a);
    free(b);
    canvas_free(&one);
    canvas_free(&two);
    exhibit_free(exhibit);
    trace_free(trace);
}

/* The badge of a trace that has done its part keeps its verdict; the results
 * stand in the leaves. */
static void test_turns_and_leaves(void)
{
    Trace *traces[2] = {make("leftright", OP_ADD, 64, 4, false),
                        make("padding", OP_ADD, 64, 4, false)};
    Exhibit *exhibits[2] = {exhibit_new(traces[0]), exhibit_new(traces[1])};
    Player player;
    Canvas canvas = {0};
    Error error;
    bool turn = false, step = false;

    g_assert_true(
        player_init(&player, (const Trace *const *)traces, 2, &error));
    for (uint32_t beat = 0; beat <= player.beats; ++beat) {
        player_seek(&player, beat);
        Scene scene = scene_of(&player, exhibits);
        frame_draw(&canvas, &scene, 1280, 720);
        turn |= says(&canvas, "turn done; LeftRight goes on");
        step |= says(&canvas, "step done; LeftRight goes on");
    }
    g_assert_true(turn && step);
    size_t leaves = 0;
    for (size_t i = 0; i < canvas.shapes_count; ++i)
        leaves += canvas.shapes[i].kind == SHAPE_TEXT &&
                  canvas.shapes[i].tag.kind == TAG_NODE &&
                  canvas.shapes[i].tag.index < 64;
    g_assert_cmpuint(leaves, ==, 2 * 64);
    for (int t = 0; t < 2; ++t) {
        exhibit_free(exhibits[t]);
        trace_free(traces[t]);
    }
    canvas_free(&canvas);
    player_free(&player);
}

/* The most shapes of a kind in any frame of a trace. */
static size_t most_shapes(const Exhibit *exhibit, size_t positions,
                          ShapeKind kind)
{
    size_t most = 0;
    Canvas canvas = {0};

    for (size_t p = 0; p <= positions; ++p) {
        Scene scene = {.count = 1,
                       .exhibits = {(Exhibit *)(uintptr_t)exhibit},
                       .positions = {p}};
        size_t count = 0;
        frame_draw(&canvas, &scene, 1920, 1080);
        for (size_t i = 0; i < canvas.shapes_count; ++i)
            count += canvas.shapes[i].kind == kind;
        most = MAX(most, count);
    }
    canvas_free(&canvas);
    return most;
}

/* Scans that clear nothing: in the end every leaf shows its result, and every
 * node knows the sum of all up to its end. */
static void test_inclusive_trees(void)
{
    static const char *const names[] = {"brent-kung", "reduce-downsweep",
                                        "hybrid"};

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a) {
        Trace *trace = make(names[a], OP_ADD, 16, 4, true);
        Exhibit *exhibit = exhibit_new(trace);
        Scene scene = {.count = 1, .exhibits = {exhibit}};
        Canvas canvas = {0};
        scene.positions[0] = trace->instructions_count;
        frame_draw(&canvas, &scene, 1920, 1080);
        g_assert_true(says(&canvas, "sum of all up to its end"));
        for (size_t i = 0; i < canvas.shapes_count; ++i) {
            const Shape *shape = canvas.shapes + i;
            if (shape->kind != SHAPE_TEXT || shape->tag.kind != TAG_NODE ||
                shape->tag.index >= 16)
                continue;
            char value[16];
            g_snprintf(value, sizeof value, "%u",
                       trace->output[shape->tag.index]);
            g_assert_cmpstr(canvas_shape_text(&canvas, shape), ==, value);
        }
        canvas_free(&canvas);
        /* Horn's scan of four nodes: three sums, then two */
        g_assert_cmpuint(most_shapes(exhibit, trace->instructions_count,
                                     SHAPE_CURVE),
                         ==, a == 2 ? 3 : 0);
        exhibit_free(exhibit);
        trace_free(trace);
    }
}

static void test_race(void)
{
    Trace *trace = make("hillis-steele-racy", OP_ADD, 16, 4, true);
    Exhibit *exhibit = exhibit_new(trace);
    Scene scene = {.count = 1, .exhibits = {exhibit}};
    Canvas canvas = {0};

    frame_draw(&canvas, &scene, 1280, 720);
    g_assert_false(says(&canvas, "race"));
    scene.positions[0] = 32;
    frame_draw(&canvas, &scene, 1280, 720);
    g_assert_true(says(&canvas, "race"));
    canvas_free(&canvas);
    exhibit_free(exhibit);
    trace_free(trace);
}

static bool mentions(const Canvas *canvas, TagKind kind, const char *words)
{
    for (size_t i = 0; i < canvas->shapes_count; ++i)
        if (canvas->shapes[i].kind == SHAPE_TEXT &&
            canvas->shapes[i].tag.kind == kind &&
            strstr(canvas_shape_text(canvas, canvas->shapes + i), words))
            return true;
    return false;
}

static size_t count_shapes(const Canvas *canvas, ShapeKind kind, Color color)
{
    size_t count = 0;

    for (size_t i = 0; i < canvas->shapes_count; ++i)
        count +=
            canvas->shapes[i].kind == kind && canvas->shapes[i].fill == color;
    return count;
}

/* A shuffle is an arrow to each lane that takes another's word; its sums are
 * spelled out. */
static void test_lanes(void)
{
    Trace *trace = make("warp-shuffle", OP_ADD, 8, 8, true);
    Exhibit *exhibit = exhibit_new(trace);
    Scene scene = {.count = 1, .exhibits = {exhibit}};
    Canvas canvas = {0};

    for (size_t level = 0; level < 3; ++level) {
        scene.positions[0] = 2 + level;
        frame_draw(&canvas, &scene, 1920, 1080);
        g_assert_cmpuint(count_shapes(&canvas, SHAPE_ARROW, COLOR_GOOD), ==,
                         8 - (1u << level));
        g_assert_cmpuint(count_tags(&canvas, TAG_CELL, 0), ==, 0);
        g_assert_true(mentions(&canvas, TAG_LANE, " = "));
    }
    canvas_free(&canvas);
    exhibit_free(exhibit);
    trace_free(trace);
}

/* In every state that a tile passes through, a word says so; who waits and who
 * looks is drawn; in the end all is done. */
static void test_blocks(void)
{
    static const char *const words[] = {"nothing",   "aggregate", "prefix",
                                        "waits for", "looks at",  "runs",
                                        "not begun", "under way"};
    Trace *trace = make("look-back", OP_ADD, 64, 4, true);
    Exhibit *exhibit = exhibit_new(trace);
    Scene scene = {.count = 1, .exhibits = {exhibit}};
    Canvas canvas = {0};
    bool seen[G_N_ELEMENTS(words)] = {false};

    for (size_t p = 0; p <= trace->instructions_count; ++p) {
        scene.positions[0] = p;
        frame_draw(&canvas, &scene, 1920, 1080);
        for (size_t i = 0; i < G_N_ELEMENTS(words); ++i)
            seen[i] |= mentions(&canvas, TAG_BLOCK, words[i]);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(words); ++i)
        if (!seen[i])
            g_error("no tile ever says \"%s\"", words[i]);
    g_assert_false(mentions(&canvas, TAG_BLOCK, "under way"));
    g_assert_true(mentions(&canvas, TAG_BLOCK, "done"));
    canvas_free(&canvas);
    exhibit_free(exhibit);
    trace_free(trace);
}

/* The launches and arrays of three phases, and the tree of the block that runs.
 */
static void test_launches(void)
{
    Trace *trace = make("three-phase", OP_ADD, 64, 4, true);
    Exhibit *exhibit = exhibit_new(trace);
    Scene scene = {.count = 1, .exhibits = {exhibit}};
    Canvas canvas = {0};

    scene.positions[0] =
        trace->steps[trace->blocks[1].first_step + 1].first_instruction + 2;
    frame_draw(&canvas, &scene, 1920, 1080);
    g_assert_true(mentions(&canvas, TAG_BLOCK, "scan each block"));
    g_assert_true(mentions(&canvas, TAG_BLOCK, "add before 1"));
    g_assert_true(mentions(&canvas, TAG_BLOCK, "block 1 · x16..x31 · runs"));
    g_assert_true(says(&canvas, "sums 1"));
    g_assert_cmpuint(count_tags(&canvas, TAG_NODE, 0), >, 16);
    g_assert_cmpuint(count_tags(&canvas, TAG_GLOBAL, 0), >, 2 * 64);
    canvas_free(&canvas);
    exhibit_free(exhibit);
    trace_free(trace);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"leftright",      "padding",
                                        "nopadding",      "hillis-steele",
                                        "ping-pong",      "sequential",
                                        "warp-shuffle",   "block-shuffle",
                                        "three-phase",    "look-back",
                                        "torn-look-back", "compact"};

    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        char *path = g_strdup_printf("/frame/alone/%s", names[i]);
        g_test_add_data_func(path, names[i], test_alone);
        g_free(path);
    }
    g_test_add_func("/frame/turns and leaves", test_turns_and_leaves);
    g_test_add_func("/frame/inclusive-trees", test_inclusive_trees);
    g_test_add_func("/frame/race", test_race);
    g_test_add_func("/frame/lanes", test_lanes);
    g_test_add_func("/frame/blocks", test_blocks);
    g_test_add_func("/frame/launches", test_launches);
    g_test_add_func("/frame/compared", test_compared);
    g_test_add_func("/frame/every beat", test_every_beat);
    g_test_add_func("/frame/moving", test_moving);
    g_test_add_func("/frame/moving-four", test_moving_four);
    g_test_add_func("/frame/contest", test_contest);
    g_test_add_func("/frame/uneven", test_uneven);
    g_test_add_func("/frame/two beats", test_two_beats);
    g_test_add_func("/frame/long values", test_long_values);
    g_test_add_func("/frame/largest", test_largest);
    g_test_add_func("/frame/odd sizes", test_odd_sizes);
    g_test_add_func("/frame/timeline is clickable", test_timeline_is_clickable);
    g_test_add_func("/frame/rows", test_rows);
    g_test_add_func("/frame/the same twice", test_same_twice);
    int failed = g_test_run();
    recorder_free(recorder);
    paint_cairo_done();
    return failed;
}
