/* SPDX-License-Identifier: MIT
 *
 * Tests of src/draw/damage.c and of src/draw/layout.c, and of paint_cairo with
 * them: repainting only the damaged rectangles gives the same pixels as
 * repainting the whole frame, after steps, playing, zooming and changes of
 * theme.
 */
#include "draw/paint_cairo.h"
#include "stage.h"
#include "slow.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1280, HEIGHT = 720 };

/* ---- Lists made by hand ---- */

static bool is_new(const Damage *damage, int x, int y)
{
    bool found = false;

    for (size_t i = 0; i < damage->patches_count; ++i) {
        IntRect pixel = {x, y, x + 1, y + 1};
        bool here = irect_touches(damage->patches[i], pixel);
        g_assert_false(here && found); /* no pixel is painted twice */
        found |= here;
    }
    return found;
}

static void take(Damage *damage, const DisplayList *list)
{
    damage_update(damage, list, THEME_LIGHT, WIDTH, HEIGHT);
}

static void start(DisplayList *list)
{
    display_list_clear(list, WIDTH, HEIGHT);
    draw_rect(list, (Rect){0, 0, WIDTH, HEIGHT}, 0, COLOR_PANEL);
}

static void test_sizes(void)
{
    DisplayList list = {0};
    Damage damage = {0};

    start(&list);
    take(&damage, &list);
    g_assert_cmpuint(damage.patches_count, ==, 1); /* the first is all new */
    g_assert_cmpint(damage.patches[0].right, ==, WIDTH);
    g_assert_cmpint(damage.patches[0].bottom, ==, HEIGHT);
    take(&damage, &list);
    g_assert_cmpuint(damage.patches_count, ==, 0);
    damage_update(&damage, &list, THEME_DARK, WIDTH, HEIGHT);
    g_assert_true(is_new(&damage, 0, 0));
    g_assert_true(is_new(&damage, WIDTH - 1, HEIGHT - 1));
    damage_update(&damage, &list, THEME_DARK, WIDTH, HEIGHT - 1);
    g_assert_true(is_new(&damage, 0, 0));
    g_assert_false(is_new(&damage, 0, HEIGHT - 1));
    damage_update(&damage, &list, THEME_DARK, 1, 1);
    g_assert_true(is_new(&damage, 0, 0));
    damage_free(&damage);
    display_list_free(&list);
}

/* Each changes one thing at (100, 100) to (120, 110). */
typedef void Change(DisplayList *list, bool now);

static const Rect spot = {100, 100, 20, 10};

static void change_box(DisplayList *list, bool now)
{
    draw_rect(list, spot, now ? 3 : 2, COLOR_LOAD);
}

static void change_fill(DisplayList *list, bool now)
{
    draw_rect(list, spot, 0, now ? COLOR_LOAD : COLOR_STORE);
}

static void change_dash(DisplayList *list, bool now)
{
    Shape *shape = draw_rect(list, spot, 0, COLOR_NONE);

    shape->edge = COLOR_INK;
    shape->width = 1;
    shape->dashed = now;
}

static void change_alpha(DisplayList *list, bool now)
{
    draw_rect(list, spot, 0, COLOR_LOAD)->alpha = now ? 0.5 : 0.51;
}

static void change_hatch(DisplayList *list, bool now)
{
    Shape *shape = draw_rect(list, spot, 0, COLOR_LOAD);

    shape->edge = COLOR_INK;
    shape->hatch = now ? 4 : 5;
}

static void change_there(DisplayList *list, bool now)
{
    if (now)
        draw_rect(list, spot, 0, COLOR_LOAD);
}

static void change_order(DisplayList *list, bool now)
{
    draw_rect(list, spot, 0, now ? COLOR_LOAD : COLOR_STORE);
    draw_rect(list, spot, 0, now ? COLOR_STORE : COLOR_LOAD);
}

static void change_line(DisplayList *list, bool now)
{
    draw_line(list, 100, now ? 100 : 110, 120, now ? 110 : 100, 1, COLOR_INK);
}

static void change_text(DisplayList *list, bool now)
{
    draw_text(list, spot, ALIGN_LEFT, FONT_TEXT, 8, 8, COLOR_INK,
              now ? "1" : "7");
}

/* Within the same box. */
static void change_curve(DisplayList *list, bool now)
{
    const double bend = now ? 112 : 118;

    draw_curve(list, (const double[]){100, bend, bend, 120},
               (const double[]){100, 100, 110, 110}, 1, COLOR_INK);
}

static void change_baseline(DisplayList *list, bool now)
{
    draw_text(list, spot, ALIGN_LEFT, FONT_TEXT, 8, 8, COLOR_INK, "1")
        ->baseline += now;
}

static void change_clip(DisplayList *list, bool now)
{
    draw_clip(list, (Rect){100, 100, now ? 15 : 14, 100});
    draw_rect(list, spot, 0, COLOR_LOAD);
    draw_unclip(list);
}

static void test_change(const void *argument)
{
    Change *const *change = argument;
    DisplayList list = {0};
    Damage damage = {0};

    for (int now = 0; now < 3; ++now) { /* as it was, changed, as it is */
        start(&list);
        (*change)(&list, now > 0);
        draw_text(&list, (Rect){900, 500, 200, 40}, ALIGN_LEFT, FONT_TEXT, 20,
                  20, COLOR_INK, "stays");
        take(&damage, &list);
        g_assert_true(is_new(&damage, 101, 101) == (now < 2));
        g_assert_true(is_new(&damage, 910, 520) == (now < 1));
    }
    damage_free(&damage);
    display_list_free(&list);
}

/* What something is for cannot be seen. */
static void test_tags(void)
{
    DisplayList list = {0};
    Damage damage = {0};

    for (uint32_t i = 0; i < 3; ++i) {
        start(&list);
        draw_thing(&list, THING_CELL, 0, i);
        draw_rect(&list, spot, 0, COLOR_LOAD);
        take(&damage, &list);
        g_assert_cmpuint(damage.patches_count, ==, i == 0);
    }
    damage_free(&damage);
    display_list_free(&list);
}

/* Where something was is new, too; what is outside does no harm. */
static void test_moves(void)
{
    DisplayList list = {0};
    Damage damage = {0};
    const double places[][2] = {{10, 10},    {1000, 600}, {WIDTH - 5, 300},
                                {-1e9, 1e9}, {-15, -5},   {1e300, -1e300}};

    for (size_t i = 0; i < G_N_ELEMENTS(places); ++i) {
        start(&list);
        draw_rect(&list, (Rect){places[i][0], places[i][1], 20, 20}, 0,
                  COLOR_LOAD);
        take(&damage, &list);
        g_assert_true(is_new(&damage, 1001, 601) == (i < 3));
        g_assert_true(is_new(&damage, 640, 10) == (i == 0));
    }
    damage_free(&damage);
    display_list_free(&list);
}

/* Very many places are one patch, that has them all. */
static void test_many(void)
{
    DisplayList list = {0};
    Damage damage = {0};

    for (int now = 0; now < 2; ++now) {
        start(&list);
        for (int y = 35; y < 680; y += 64)
            for (int x = 32; x < 1240; x += 64)
                if ((x / 64 + y / 64) % 2)
                    draw_rect(&list, (Rect){x, y, 1, 1}, 0,
                              now ? COLOR_LOAD : COLOR_STORE);
        take(&damage, &list);
    }
    g_assert_cmpuint(damage.patches_count, ==, 1);
    for (int y = 35; y < 660; y += 10)
        g_assert_true(is_new(&damage, 40 + y, y));
    g_assert_false(is_new(&damage, 640, 715));
    damage_free(&damage);
    display_list_free(&list);
}

/* ---- Frames ---- */

typedef struct {
    Stage *stage;
    Damage news;
    uint32_t *pixels, *scratch, *meant;
    size_t painted, all; /* pixels, over all frames */
    uint64_t random;
} Walk;

static uint32_t below(Walk *walk, uint32_t end)
{
    return (uint32_t)(base_random(&walk->random) >> 33) % end;
}

/* Steps, or to anywhere; at rest, or while things move. */
static void go_on(Walk *walk)
{
    Player *player = &walk->stage->player;

    if (below(walk, 4) == 0)
        player_set_clock(player, below(walk, 2) ? CLOCK_CYCLES : CLOCK_STEPS);
    if (below(walk, 6) == 0)
        player_seek(player, below(walk, player->ticks + 1));
    else
        player_move(player, below(walk, 3) ? UNIT_INSTRUCTION : UNIT_STEP,
                    below(walk, 4) ? 1 : -1);
    if (below(walk, 3))
        player_halt(player, below(walk, 100) / 100.0);
    else
        player_rest(player);
}

static void draw(Walk *walk, Theme theme, bool zoomed)
{
    Stage *stage = walk->stage;

    stage_draw(stage, WIDTH, HEIGHT);
    stage->scene.theme = theme;
    stage->scene.scale = below(walk, 20) ? 1 : 1.5;
    for (int i = 0; zoomed && i < ZOOM_COUNT; ++i)
        zoom_by(stage->scene.zooms + i, below(walk, 30) / 10.0,
                below(walk, 100) / 100.0);
    frame_draw(&stage->list, &stage->scene, WIDTH, HEIGHT);
}

static void check(Walk *walk, Theme theme)
{
    const DisplayList *list = &walk->stage->list;

    damage_update(&walk->news, list, theme, WIDTH, HEIGHT);
    paint_cairo_damage(list, &walk->news, walk->pixels, walk->scratch);
    paint_cairo(list, theme, walk->meant, WIDTH, HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; ++i)
        if (walk->pixels[i] != walk->meant[i])
            g_error("pixel %d, %d is %x, not %x, at tick %u", i % WIDTH,
                    i / WIDTH, walk->pixels[i], walk->meant[i],
                    walk->stage->player.tick);
    for (size_t i = 0; i < walk->news.patches_count; ++i) {
        IntRect part = walk->news.patches[i];
        walk->painted +=
            (size_t)(part.right - part.left) * (size_t)(part.bottom - part.top);
    }
    walk->all += WIDTH * HEIGHT;
}

static void walk_through(const char *names, uint32_t n, uint32_t k, int frames)
{
    Walk walk = {.stage = stage_new(names, OP_ADD, n, k, false),
                 .pixels = base_alloc(WIDTH * HEIGHT, 4),
                 .scratch = base_alloc(WIDTH * HEIGHT, 4),
                 .meant = base_alloc(WIDTH * HEIGHT, 4),
                 .random = n + k};

    for (int i = 0; i < frames; ++i) {
        Theme theme = (Theme)(i * THEME_COUNT / frames);
        go_on(&walk);
        draw(&walk, theme, i % 10 >= 6);
        check(&walk, theme);
    }
    /* Most of most frames is not painted. */
    g_test_message("%s: %.0f %% painted", names,
                   100.0 * (double)walk.painted / (double)walk.all);
    g_assert_cmpuint(walk.painted, <, walk.all);
    stage_free(walk.stage);
    damage_free(&walk.news);
    free(walk.pixels);
    free(walk.scratch);
    free(walk.meant);
}

static void test_walk(const void *names)
{
    bool slow = slow_is_asked();

    walk_through(names, 64, 8, slow ? 60 : 25);
    walk_through(names, 2048, 32, slow ? 12 : 6);
    walk_through(names, 16, 4, slow ? 30 : 15);
}

static const char *const runs[] = {"leftright padding",
                                   "hillis-steele",
                                   "brent-kung",
                                   "reduce-downsweep",
                                   "hybrid nopadding",
                                   "warp-shuffle block-shuffle",
                                   "three-phase",
                                   "look-back padding",
                                   "sequential hillis-steele-racy",
                                   "compact",
                                   "vector-shuffle vector-padding",
                                   "leftright padding nopadding three-phase"};

static const struct {
    const char *path;
    Change *change;
} changes[] = {
    {"/damage/box", change_box},     {"/damage/fill", change_fill},
    {"/damage/dash", change_dash},   {"/damage/alpha", change_alpha},
    {"/damage/there", change_there}, {"/damage/order", change_order},
    {"/damage/line", change_line},   {"/damage/text", change_text},
    {"/damage/clip", change_clip},   {"/damage/hatch", change_hatch},
    {"/damage/curve", change_curve}, {"/damage/baseline", change_baseline}};

/* Whatever is changed of a shape, it is new; what is not, is not. */
static void test_fields(void)
{
    for (int what = 0; what < 13; ++what) {
        DisplayList list = {0};
        Damage damage = {0};
        display_list_clear(&list, 200, 200);
        Shape *text = draw_text(&list, (Rect){70, 70, 90, 30}, ALIGN_LEFT,
                                FONT_TEXT, 12, 9, COLOR_INK, "sum");
        size_t text_at = (size_t)(text - list.shapes);
        Shape *shape = draw_rect(&list, (Rect){10, 10, 30, 30}, 2, COLOR_CELL);
        text = list.shapes + text_at;
        shape->edge = COLOR_EDGE;
        shape->width = 1;
        damage_update(&damage, &list, THEME_LIGHT, 200, 200);
        damage_update(&damage, &list, THEME_LIGHT, 200, 200);
        g_assert_cmpuint(damage.patches_count, ==, 0);
        switch (what) {
        case 0:
            shape->box.x += 1;
            break;
        case 1:
            shape->box.h += 1;
            break;
        case 2:
            shape->radius = 4;
            break;
        case 3:
            shape->width = 2;
            break;
        case 4:
            shape->alpha = 0.5;
            break;
        case 5:
            shape->hatch = 5;
            break;
        case 6:
            shape->dashed = true;
            break;
        case 7:
            shape->fill = COLOR_HELD;
            break;
        case 8:
            shape->edge = COLOR_INK;
            break;
        case 9:
            text->font = FONT_STRONG;
            break;
        case 10:
            text->size = 13;
            break;
        case 11:
            text->baseline += 1;
            break;
        default:
            list.texts.text[text->text] = 'S';
            break;
        }
        damage_update(&damage, &list, THEME_LIGHT, 200, 200);
        if (damage.patches_count != 1)
            g_error("change %d makes %zu patches", what, damage.patches_count);
        damage_free(&damage);
        display_list_free(&list);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/damage/sizes", test_sizes);
    for (size_t i = 0; i < G_N_ELEMENTS(changes); ++i)
        g_test_add_data_func(changes[i].path, &changes[i].change, test_change);
    g_test_add_func("/damage/fields", test_fields);
    g_test_add_func("/damage/tags", test_tags);
    g_test_add_func("/damage/moves", test_moves);
    g_test_add_func("/damage/many", test_many);
    for (size_t i = 0; i < G_N_ELEMENTS(runs); ++i) {
        char *path = g_strdup_printf("/damage/walk/%s", runs[i]);
        g_test_add_data_func(path, runs[i], test_walk);
        g_free(path);
    }
    int status = g_test_run();
    paint_cairo_done();
    return status;
}
