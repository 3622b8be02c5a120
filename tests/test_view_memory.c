/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/view_memory.c: which cells are touched, which part
 * is seen, and how busy rows were.
 */
#include "draw/font.h"
#include "stage.h"
#include "shape_is.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static bool is_strong(Color color)
{
    return color == COLOR_LOAD || color == COLOR_STORE ||
           color == COLOR_CONFLICT;
}

/* The colour of an access by the trace itself. */
static Color colour_of(const Trace *trace, const Instruction *at,
                       const Access *access)
{
    uint8_t queues[TRACE_MAX_BANKS];
    BankCost cost = bank_cost(trace, at, queues);

    if (cost.wavefronts > 1 && queues[access->cell % trace->run.k] > 1)
        return COLOR_CONFLICT;
    return at->kind == ACCESS_LOAD ? COLOR_LOAD : COLOR_STORE;
}

/* Those that are touched are in the colour of what happens, and no others. */
static void test_touched(void)
{
    Stage *stage = stage_new("padding", OP_ADD, 32, 4, false);
    const Trace *trace = stage->traces[0];

    for (size_t p = 1; p <= trace->instructions_count; ++p) {
        const Instruction *at = trace->instructions + p - 1;
        const Access *access = trace_accesses(trace, at);
        int wanted = trace_is_shared(at) ? at->lanes : 0, seen = 0;
        stage_draw_at(stage, p, 1920, 1080);
        for (size_t i = 0; i < stage->list.shapes_count; ++i) {
            const Shape *shape = stage->list.shapes + i;
            if (shape->kind != SHAPE_RECT || shape->thing.kind != THING_CELL ||
                !is_strong(shape->fill))
                continue;
            int lane = 0;
            while (lane < wanted && access[lane].cell != shape->thing.a)
                ++lane;
            g_assert_cmpint(lane, <, wanted);
            g_assert_cmpint(shape->fill, ==,
                            colour_of(trace, at, access + lane));
            ++seen;
        }
        g_assert_cmpint(seen, ==, wanted);
    }
    stage_free(stage);
}

/* The shape of a cell that is drawn last but for its text: its colour. */
static Color fill_of(const Stage *stage, uint32_t cell, int *shapes)
{
    Color fill = COLOR_NONE;

    *shapes = 0;
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind != SHAPE_RECT || shape->thing.kind != THING_CELL ||
            shape->thing.a != cell)
            continue;
        fill = shape->fill == COLOR_NONE ? fill : shape->fill;
        ++*shapes;
    }
    return fill;
}

/* While an instruction is under way, a cell that is loaded is coloured from
 * when its turn comes, one that is stored when the word has arrived; until then
 * it has a border. */
static void test_under_way(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 16, 4, false);
    int cases[2][2] = {{0}}, shapes;

    for (uint32_t tick = 1; tick <= stage->player.ticks; ++tick)
        for (double share = 0.15; share < 1; share += 0.2) {
            player_seek(&stage->player, tick);
            player_halt(&stage->player, share);
            stage_draw(stage, 1920, 1080);
            DisplayList other = {.width = 1920, .height = 1080};
            View view = view_open(&other, &stage->scene, 0);
            bool store = view.running && view.running->kind == ACCESS_STORE;
            for (int i = 0; view_is_shared(&view) && i < view.running->lanes;
                 ++i) {
                const Access *access = view.accesses + i;
                double served = view_served(&view, access);
                bool shown = store ? served >= 1 : served > 0;
                Color fill = fill_of(stage, access->cell, &shapes);
                g_assert_cmpint(is_strong(fill), ==, shown);
                g_assert_cmpint(shapes, ==, shown ? 1 : 2);
                ++cases[store][shown];
            }
            view_close(&view);
        }
    for (int i = 0; i < 4; ++i)
        g_assert_cmpint(cases[i / 2][i % 2], >, 20);
    stage_free(stage);
}

/* Each value of shared memory has a cell, and nothing else has, where the last
 * row is not full. */
static void test_cells(void)
{
    static const uint32_t sizes[] = {5, 9, 16, 21, 33};
    int partial = 0;

    for (size_t c = 0; c < G_N_ELEMENTS(sizes); ++c) {
        Stage *stage = stage_new("padding", OP_ADD, sizes[c], 8, false);
        uint32_t words = stage->traces[0]->run.words;
        int shapes;
        stage_draw_at(stage, 3, 1920, 1080);
        for (uint32_t cell = 0; cell < words + 8; ++cell) {
            fill_of(stage, cell, &shapes);
            g_assert_cmpint(shapes > 0, ==, cell < words);
        }
        partial += words % 8 != 0;
        stage_free(stage);
    }
    g_assert_cmpint(partial, >, 0);
}

/* The column of a bank: the rail over its queue. */
static Rect rail_of(const Stage *stage, uint32_t bank)
{
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == SHAPE_RECT && shape_is(shape, THING_QUEUE) &&
            shape->thing.a == bank && shape->fill == COLOR_LINK)
            return shape->box;
    }
    g_assert_not_reached();
}

/* Words are written where a column has room for the longest of them, or for six
 * digits of it; else cells are a map. */
static void test_digits(void)
{
    static const struct {
        Op op;
        uint32_t n, k;
    } cases[] = {{OP_ADD, 16, 8}, {OP_FADD, 16, 8}, {OP_FADD, 32, 16}};
    int seen[2] = {0};

    for (size_t c = 0; c < G_N_ELEMENTS(cases); ++c) {
        Stage *stage = stage_new("hillis-steele", cases[c].op, cases[c].n,
                                 cases[c].k, true);
        int digits = stage->analysed_traces[0]->digits;
        for (int width = 900; width < 1920; width += 20) {
            int shapes;
            stage_draw_at(stage, 9, width, 1080 * width / 1920);
            double unit =
                view_unit(&stage->scene, stage->list.width, stage->list.height);
            double room = view_digits_width(digits < 6 ? digits : 6,
                                            view_least(&stage->scene, unit));
            bool text = room + 1 <= rail_of(stage, 0).w;
            fill_of(stage, cases[c].k, &shapes); /* banks name a map */
            g_assert_cmpint(shapes > 0, ==, text);
            ++seen[text];
        }
        stage_free(stage);
    }
    g_assert_cmpint(MIN(seen[0], seen[1]), >, 3);
}

/* ---- How busy rows were -------------------------------------------------- */

/* The strip beside the columns. */
static const Shape *find_strip(const Stage *stage)
{
    Rect area = stage->list.areas[AREA_MEMORY][0];

    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == SHAPE_RECT && shape->thing.kind == THING_TOTALS &&
            shape->fill == COLOR_CELL && shape->box.y >= area.y &&
            shape->box.x < area.x + area.w && shape->box.h > 30)
            return shape;
    }
    return NULL;
}

static const Shape *heat_at(const Stage *stage, const Shape *strip, double y)
{
    const Shape *found = NULL;

    for (const Shape *shape = strip + 1;
         shape < stage->list.shapes + stage->list.shapes_count; ++shape)
        if (shape->kind == SHAPE_RECT && shape->thing.kind == THING_TOTALS &&
            (shape->fill == COLOR_LINK || shape->fill == COLOR_CONFLICT) &&
            shape->box.x == strip->box.x && y >= shape->box.y - 1 &&
            y <= shape->box.y + shape->box.h + 1)
            found = shape;
    return found;
}

/* In the step so far, and in no step before. */
static void check_heat(const Stage *stage, size_t p, int *hot)
{
    const Trace *trace = stage->traces[0];
    const Instruction *at = trace->instructions + p - 1;
    const Shape *strip = find_strip(stage);
    uint32_t rows = (trace->run.words + trace->run.k - 1) / trace->run.k;
    bool *used = g_new0(bool, rows), *waits = g_new0(bool, rows);

    g_assert_nonnull(strip);
    for (size_t i = trace->steps[at->step].first_instruction; i < p; ++i) {
        const Instruction *one = trace->instructions + i;
        const Access *access = trace_accesses(trace, one);
        for (int a = 0; trace_is_shared(one) && a < one->lanes; ++a) {
            uint32_t row = access[a].cell / trace->run.k;
            used[row] = true;
            waits[row] |= bank_cost(trace, one, NULL).wavefronts > 1;
        }
    }
    double each = strip->box.h / rows;
    for (uint32_t row = 0; row < rows; ++row) {
        double y = strip->box.y + (row + 0.5) * each;
        const Shape *heat = heat_at(stage, strip, y);
        bool near = used[row] || (row && used[row - 1]) ||
                    (row + 1 < rows && used[row + 1]) ||
                    (row > 1 && used[row - 2]) ||
                    (row + 2 < rows && used[row + 2]);
        g_assert_true(!used[row] || heat);
        g_assert_true(near || !heat);
        if (waits[row]) {
            g_assert_cmpint(heat->fill, ==, COLOR_CONFLICT);
            ++*hot;
        }
    }
    g_free(used);
    g_free(waits);
}

static void test_heat(void)
{
    static const char *const names[] = {"leftright", "nopadding"};

    for (int a = 0; a < 2; ++a) {
        Stage *stage = stage_new(names[a], OP_ADD, 256, 4, false);
        int hot = 0;
        for (size_t p = 300; p <= stage->traces[0]->instructions_count;
             p += 61) {
            stage_draw_at(stage, p, 1920, 1080);
            check_heat(stage, p, &hot);
            if (a == 0) /* nobody ever waits */
                for (size_t i = 0; i < stage->list.shapes_count; ++i)
                    g_assert_true(stage->list.shapes[i].thing.kind !=
                                      THING_TOTALS ||
                                  stage->list.shapes[i].fill != COLOR_CONFLICT);
        }
        g_assert_cmpint(hot > 0, ==, a == 1);
        stage_free(stage);
    }
}

/* Zoomed in, the strip says which part is seen, and that part is. */
static void test_zoom(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 256, 4, false);
    const Shape *strip, *seen = NULL;
    uint32_t least = UINT32_MAX, most = 0;

    stage_draw_at(stage, 100, 1920, 1080);
    stage->scene.zooms[ZOOM_MEMORY] = (Zoom){2, 0.5};
    frame_draw(&stage->list, &stage->scene, 1920, 1080);
    strip = find_strip(stage);
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == SHAPE_RECT && shape->thing.kind == THING_TOTALS &&
            shape->edge == COLOR_INK && shape->fill == COLOR_NONE)
            seen = shape;
        if (shape->kind != SHAPE_RECT || shape->thing.kind != THING_CELL)
            continue;
        least = MIN(least, shape->thing.a);
        most = MAX(most, shape->thing.a);
    }
    g_assert_nonnull(seen);
    g_assert_cmpuint(least, ==, 128);
    g_assert_cmpuint(most, <=, 192);
    g_assert_cmpfloat_with_epsilon(seen->box.y, strip->box.y + strip->box.h / 2,
                                   2);
    g_assert_cmpfloat_with_epsilon(seen->box.h, strip->box.h / 4, 2);
    stage_free(stage);
}

/* ---- Colours only -------------------------------------------------------- */

/* The box of a bank's column at a row of ROWS. */
static const Shape *map_at(const Stage *stage, uint32_t bank, double share)
{
    double top = INFINITY, bottom = -INFINITY;
    const Shape *found = NULL;

    for (int pass = 0; pass < 2; ++pass)
        for (size_t i = 0; i < stage->list.shapes_count; ++i) {
            const Shape *shape = stage->list.shapes + i;
            if (shape->kind != SHAPE_RECT || shape->thing.kind != THING_CELL)
                continue;
            top = fmin(top, shape->box.y);
            bottom = fmax(bottom, shape->box.y + shape->box.h);
            double y = top + share * (bottom - top);
            if (pass && shape->thing.a == bank && y >= shape->box.y &&
                y < shape->box.y + shape->box.h)
                found = shape;
        }
    return found;
}

static void test_map(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 1024, 64, false);
    const Trace *trace = stage->traces[0];
    uint32_t rows = (trace->run.words + 63) / 64;
    size_t p = 100;

    stage_draw_at(stage, 0, 640, 360);
    g_assert_cmpint(map_at(stage, 3, 0.4)->fill, ==, COLOR_CELL);
    while (trace->instructions[p - 1].kind != ACCESS_STORE)
        ++p;
    stage_draw_at(stage, p, 640, 360);
    const Instruction *at = trace->instructions + p - 1;
    for (int i = 0; i < at->lanes; ++i) {
        uint32_t cell = trace_accesses(trace, at)[i].cell;
        const Shape *box = map_at(stage, cell % 64, (cell / 64 + 0.4) / rows);
        g_assert_nonnull(box);
        g_assert_cmpint(box->fill, ==, COLOR_STORE);
    }
    stage_free(stage);
}

/* Where cells are a map of colours, a lens under it has the words that move. */
static void test_lens(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 512, 32, true);
    int words = 0, more = 0;

    stage_draw_at(stage, 60, 1920, 1080);
    Rect area = stage->list.areas[AREA_MEMORY][0];
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind != SHAPE_TEXT || shape->thing.kind != THING_TOTALS ||
            shape->box.x < area.x || shape->box.x > area.x + area.w ||
            shape->box.y < area.y || shape->box.y > area.y + area.h)
            continue;
        const char *text = shape_text(&stage->list, shape);
        words += strstr(text, " ▶ T3") != NULL;
        more += g_str_has_suffix(text, " lanes");
    }
    g_assert_cmpint(words, >=, 6);
    g_assert_cmpint(more, ==, 1);
    stage_free(stage);
}

/* Of two traces side by side a small memory is drawn as large as one
 * alone, and a larger one as in the default. */
static void test_star(void)
{
    for (uint32_t n = 16; n <= 64; n *= 4) {
        Stage *stage = stage_new("nopadding leftright", OP_ADD, n, 4, false);
        double size = 0, height = 0;
        stage_draw_at(stage, stage->traces[0]->instructions_count, 1920, 1080);
        for (size_t i = 0; i < stage->list.shapes_count; ++i) {
            const Shape *shape = stage->list.shapes + i;
            if (shape->thing.kind != THING_CELL)
                continue;
            if (shape->kind == SHAPE_TEXT)
                size = fmax(size, shape->size);
            else if (shape->kind == SHAPE_RECT)
                height = fmax(height, shape->box.h);
        }
        g_assert_true((height > 27) == (n == 16));
        g_assert_true((size > 16) == (n == 16));
        stage_free(stage);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/view_memory/touched", test_touched);
    g_test_add_func("/view_memory/under way", test_under_way);
    g_test_add_func("/view_memory/cells", test_cells);
    g_test_add_func("/view_memory/digits", test_digits);
    g_test_add_func("/view_memory/heat", test_heat);
    g_test_add_func("/view_memory/zoom", test_zoom);
    g_test_add_func("/view_memory/map", test_map);
    g_test_add_func("/view_memory/lens", test_lens);
    g_test_add_func("/view_memory/star", test_star);
    int failed = g_test_run();
    font_done();
    return failed;
}
