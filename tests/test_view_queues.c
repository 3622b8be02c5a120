/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/view_queues.c: who waits at which bank, and for how long.
 */
#include "draw/font.h"
#include "view/view.h"
#include "stage.h"
#include "shape_is.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Queues -------------------------------------------------------------- */

static bool is_text(const Shape *shape, ThingKind kind, uint32_t index)
{
    return shape->kind == SHAPE_TEXT && shape_is(shape, kind) &&
           shape->thing.a == index;
}

static gint by_text(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The texts of a bank's queue, sorted, with blanks between. */
static char *queue_texts(const Stage *stage, uint32_t bank)
{
    GPtrArray *all = g_ptr_array_new();
    GString *words = g_string_new("");

    for (size_t i = 0; i < stage->list.shapes_count; ++i)
        if (is_text(stage->list.shapes + i, THING_QUEUE, bank))
            g_ptr_array_add(all, (gpointer)(uintptr_t)shape_text(
                                     &stage->list, stage->list.shapes + i));
    g_ptr_array_sort(all, by_text);
    for (guint i = 0; i < all->len; ++i)
        g_string_append_printf(words, "%s%s", i ? " " : "",
                               (char *)all->pdata[i]);
    g_ptr_array_free(all, TRUE);
    return g_string_free(words, FALSE);
}

/* What they should be: the threads at the bank and, where they wait for each
 * other, how many they are. */
static char *wanted_texts(const Trace *trace, const Instruction *at,
                          uint32_t bank)
{
    const Access *access = trace_accesses(trace, at);
    GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
    GString *words = g_string_new("");
    uint32_t count = 0;

    for (int i = 0; trace_is_shared(at) && i < at->lanes; ++i)
        if (access[i].cell % trace->run.k == bank) {
            g_ptr_array_add(all,
                            g_strdup_printf("T%u", trace_thread(trace, at,
                                                                access + i)));
            ++count;
        }
    if (count > 1 && bank_cost(trace, at, NULL).wavefronts > 1)
        g_ptr_array_add(all, g_strdup_printf("%u cycles", count));
    g_ptr_array_sort(all, by_text);
    for (guint i = 0; i < all->len; ++i)
        g_string_append_printf(words, "%s%s", i ? " " : "",
                               (char *)all->pdata[i]);
    g_ptr_array_free(all, TRUE);
    return g_string_free(words, FALSE);
}

static void test_names(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 32, 4, false);
    const Trace *trace = stage->traces[0];
    int waits = 0;

    for (size_t p = 1; p <= trace->instructions_count; ++p) {
        stage_draw_at(stage, p, 1920, 1080);
        stage->scene.only = AREA_MEMORY + 1; /* with room for all names */
        frame_draw(&stage->list, &stage->scene, 1920, 1080);
        for (uint32_t bank = 0; bank < 4; ++bank) {
            char *got = queue_texts(stage, bank);
            char *want = wanted_texts(trace, trace->instructions + p - 1, bank);
            g_assert_cmpstr(got, ==, want);
            waits += strstr(got, " cycle") != NULL;
            g_free(got);
            g_free(want);
        }
    }
    g_assert_cmpint(waits, >, 10);
    stage_free(stage);
}

/* A name is on a full box until it has been served, and that has an edge while
 * it is; no value on its way covers one. */
static void check_turns(Stage *stage, int seen[3])
{
    DisplayList other = {.width = 1920, .height = 1080};
    View view = view_open(&other, &stage->scene, 0);

    for (size_t s = 0; s + 1 < stage->list.shapes_count; ++s) {
        const Shape *box = stage->list.shapes + s, *name = box + 1;
        if (box->kind != SHAPE_RECT || !shape_is(box, THING_QUEUE) ||
            name->kind != SHAPE_TEXT || !shape_is(name, THING_QUEUE) ||
            shape_text(&stage->list, name)[0] != 'T')
            continue;
        uint32_t thread = (uint32_t)atoi(shape_text(&stage->list, name) + 1);
        int lane = 0;
        while (trace_thread(view.trace, view.running, view.accesses + lane) !=
               thread)
            g_assert_cmpint(++lane, <, view.running->lanes);
        const Access *access = view.accesses + lane;
        bool done = view_done(&view, access);
        bool serves = view_begun(&view, access) && !done;
        g_assert_cmpint(box->fill == COLOR_NONE, ==, done);
        g_assert_cmpint(box->edge == COLOR_INK, ==, serves);
        ++seen[done ? 2 : serves];
        for (size_t m = 0; m < stage->list.shapes_count; ++m) {
            const Shape *moves = stage->list.shapes + m;
            if (moves->thing.kind != THING_MOTION ||
                moves->kind != SHAPE_RECT || view_entered(&view) < 1)
                continue;
            Rect both = rect_common(moves->box, name->box);
            g_assert_false(both.w > 0 && both.h > 0);
        }
    }
    view_close(&view);
}

static void test_turns(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 32, 4, false);
    int seen[3] = {0};

    for (uint32_t tick = 1; tick <= stage->player.ticks; ++tick)
        for (double share = 0.2; share < 1; share += 0.15) {
            player_seek(&stage->player, tick);
            player_halt(&stage->player, share);
            stage_draw(stage, 1920, 1080);
            check_turns(stage, seen);
        }
    g_assert_cmpint(seen[0], >, 20);
    g_assert_cmpint(seen[1], >, 20);
    g_assert_cmpint(seen[2], >, 20);
    stage_free(stage);
}

/* The bar at BANK: the last filled box of its queue below the rail. */
static const Shape *find_bar(const Stage *stage, uint32_t bank)
{
    const Shape *found = NULL;

    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == SHAPE_RECT && shape->thing.kind == THING_QUEUE &&
            shape->thing.a == bank && shape->thing.trace == 1 &&
            shape->fill != COLOR_INK)
            found = shape;
    }
    return found;
}

/* Where there is no room for names, a bar is as long as its queue, and as much
 * of it is full as is not served yet. */
static void test_bars(void)
{
    Stage *stage = stage_new("nopadding leftright", OP_ADD, 512, 32, false);
    const Trace *trace = stage->traces[0];
    double one = 0;
    int bars = 0;

    for (size_t p = 1; p <= trace->instructions_count; p += 3) {
        const Instruction *at = trace->instructions + p - 1;
        uint8_t queues[TRACE_MAX_BANKS] = {0};
        uint32_t most = bank_cost(trace, at, queues).latency, banks = 0;
        for (uint32_t bank = 0; bank < 32; ++bank)
            banks += queues[bank] > 0;
        if (!trace_is_shared(at) || banks < 32) /* there may be names */
            continue;
        stage_draw_at(stage, p, 1280, 720);
        for (uint32_t bank = 0; bank < 32; ++bank) {
            const Shape *bar = find_bar(stage, bank);
            g_assert_nonnull(bar);
            g_assert_cmpint(bar->fill, ==,
                            most > 1            ? COLOR_CONFLICT
                            : trace_is_load(at) ? COLOR_LOAD
                                                : COLOR_STORE);
            one = one > 0 ? one : bar->box.h / queues[bank];
            g_assert_cmpfloat_with_epsilon(bar->box.h, one * queues[bank], 2);
            ++bars;
        }
    }
    g_assert_cmpint(bars, >, 100);
    stage_free(stage);
}

/* Every conflict says in words how long it takes: "2 cycles" at rest, and while
 * it is served how many lanes wait. */
static void test_cycles(void)
{
    static const int widths[] = {640, 1280, 1920};

    for (uint32_t k = 4; k <= 32; k *= 2) {
        Stage *stage = stage_new("nopadding", OP_ADD, 4 * k, k, false);
        const Trace *trace = stage->traces[0];
        int conflicts = 0, waits = 0;
        for (uint32_t tick = 1; tick <= stage->player.ticks; ++tick) {
            const Instruction *at = trace->instructions + tick - 1;
            if (bank_cost(trace, at, NULL).wavefronts < 2)
                continue;
            ++conflicts;
            player_seek(&stage->player, tick);
            int width = widths[conflicts % 3];
            stage_draw(stage, width, width * 9 / 16);
            g_assert_true(stage_mentions(stage, THING_QUEUE, " cycles"));
            player_halt(&stage->player, 0.5);
            stage_draw(stage, width, width * 9 / 16);
            waits += stage_mentions(stage, THING_QUEUE, " wait");
            g_assert_false(stage_mentions(stage, THING_QUEUE, "in line"));
        }
        g_assert_cmpint(conflicts, >, 0);
        g_assert_cmpint(waits, ==, conflicts);
        stage_free(stage);
    }
}

/* An open column has the number of its bank over it, apart from the next. */
static void test_numbers(void)
{
    for (uint32_t k = 2; k <= 64; k *= 2) {
        Stage *stage = stage_new("nopadding leftright", OP_ADD, 64, k, false);
        double end = 0;
        int count = 0;
        stage_draw_at(stage, 5, 1920, 1080);
        for (size_t i = 0; i < stage->list.shapes_count; ++i) {
            const Shape *shape = stage->list.shapes + i;
            if (!is_text(shape, THING_BANK, shape->thing.a) ||
                shape->thing.trace != 1 || shape->thing.a >= k)
                continue;
            const char *text = shape_text(&stage->list, shape);
            bool named = g_str_has_prefix(text, "bank ");
            g_assert_cmpint(atoi(text + (named ? 5 : 0)), ==,
                            (int)shape->thing.a);
            g_assert_cmpfloat(shape->box.x, >, end);
            end = shape->box.x + shape->box.w;
            ++count;
        }
        g_assert_cmpint(count, >, k <= 4 ? (int)k - 1 : 0);
        stage_free(stage);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/view_queues/names", test_names);
    g_test_add_func("/view_queues/turns", test_turns);
    g_test_add_func("/view_queues/bars", test_bars);
    g_test_add_func("/view_queues/cycles", test_cycles);
    g_test_add_func("/view_queues/numbers", test_numbers);
    int failed = g_test_run();
    font_done();
    return failed;
}
