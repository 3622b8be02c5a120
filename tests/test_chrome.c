/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/chrome.c, with the items that the window gives it.
 */
#include "draw/font.h"
#include "window/chrome.h"
#include "window/command.h"
#include "fixture.h"

#include <glib.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    int width, height;
} sizes[] = {{640, 360},   {1280, 720},  {1366, 768},  {1920, 1080},
             {2560, 1440}, {3840, 2160}, {1080, 1920}, {3440, 1440}};

typedef struct {
    Trace *trace;
    Player player;
    Bookmarks marks;
    ChromeItem *items;
    Chrome chrome;
    DisplayList list;
} Setup;

static void setup_open(Setup *setup, int width, int height)
{
    CommandState state = {.player = &setup->player, .bookmarks = &setup->marks};
    const Trace *traces[1];
    size_t count;
    Error error;

    *setup = (Setup){.trace = fixture_scan(PLACE_PADDING, OP_ADD, 64, 4)};
    traces[0] = setup->trace;
    g_assert_true(player_init(&setup->player, traces, 1, &error));
    player_seek(&setup->player, 100);
    setup->items = command_items(&state);
    command_all(&count);
    setup->chrome = (Chrome){.size = {width, height, 1, 1},
                             .bookmarks = &setup->marks,
                             .items = setup->items,
                             .items_count = (int)count,
                             .player = &setup->player,
                             .toolbar = true,
                             .hover = -1,
                             .hover_tick = -1};
}

static void draw(Setup *setup)
{
    chrome_draw(&setup->list, &setup->chrome);
}

static void setup_close(Setup *setup)
{
    display_list_free(&setup->list);
    free(setup->items);
    bookmarks_free(&setup->marks);
    player_free(&setup->player);
    trace_free(setup->trace);
}

static bool is_text(const Setup *setup, size_t i)
{
    return setup->list.shapes[i].kind == SHAPE_TEXT;
}

static bool meet(Rect a, Rect b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h &&
           b.y < a.y + a.h;
}

/* All text lies in the window, is large enough, whole if the window is no
 * smaller than promised, and meets no other, nor a button not its own. */
static void check_text(const Setup *setup)
{
    const DisplayList *list = &setup->list;
    Rect all = {0, 0, list->width, list->height};
    bool is_roomy = all.w >= 1280 && all.h >= 720;

    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if (!is_text(setup, i))
            continue;
        g_assert_cmpfloat(shape->size, >=, 10);
        if (is_roomy)
            g_assert_null(strstr(shape_text(list, shape), "…"));
        g_assert_cmpfloat(shape->box.x, >=, all.x);
        g_assert_cmpfloat(shape->box.y, >=, all.y);
        g_assert_cmpfloat(shape->box.x + shape->box.w, <=, all.w);
        g_assert_cmpfloat(shape->box.y + shape->box.h, <=, all.h);
        for (size_t j = 0; j < list->shapes_count; ++j) {
            const Shape *other = list->shapes + j;
            bool is_button = other->kind == SHAPE_RECT &&
                             other->tag.kind == TAG_BUTTON &&
                             shape->tag.kind != TAG_BUTTON;
            if ((is_text(setup, j) && j < i) || is_button)
                g_assert_false(meet(shape->box, other->box));
        }
    }
}

static size_t count_texts(const Setup *setup, const char *text)
{
    size_t count = 0;

    for (size_t i = 0; i < setup->list.shapes_count; ++i)
        count +=
            is_text(setup, i) &&
            strcmp(shape_text(&setup->list, setup->list.shapes + i), text) == 0;
    return count;
}

static void test_text(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
        Setup setup;
        setup_open(&setup, sizes[i].width, sizes[i].height);
        for (int help = 0; help < 2; ++help)
            for (int hover = -1; hover < setup.chrome.items_count; ++hover) {
                setup.chrome.help = help;
                setup.chrome.hover = hover;
                draw(&setup);
                check_text(&setup);
            }
        setup_close(&setup);
    }
}

/* Every item with an icon has a button, and all are where one can hit them. */
static void test_buttons(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
        Setup setup;
        setup_open(&setup, sizes[i].width, sizes[i].height);
        draw(&setup);
        int strip = chrome_strip(&setup.chrome.size, true);
        for (int item = 0; item < setup.chrome.items_count; ++item) {
            const Shape *found = NULL;
            for (size_t j = 0; j < setup.list.shapes_count && !found; ++j) {
                const Shape *shape = setup.list.shapes + j;
                if (shape->tag.kind == TAG_BUTTON &&
                    shape->tag.index == (uint32_t)item)
                    found = shape;
            }
            g_assert_true((found != NULL) ==
                          (setup.items[item].icon != ICON_NONE));
            if (!found)
                continue;
            Rect box = found->box;
            double least = sizes[i].width >= 1280 ? 20 : 14;
            g_assert_cmpfloat(box.w, >=, least);
            g_assert_cmpfloat(box.h, >=, least);
            g_assert_cmpfloat(box.y, >=, sizes[i].height - strip);
            g_assert_true(display_list_at(&setup.list, box.x + box.w / 2,
                                          box.y + box.h / 2, TAG_BUTTON)
                              ->tag.index == (uint32_t)item);
        }
        setup_close(&setup);
    }
}

/* Nothing but the help reaches out of the strip; without toolbar there is
 * nothing. */
static void test_strip(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
        Setup setup;
        setup_open(&setup, sizes[i].width, sizes[i].height);
        int strip = chrome_strip(&setup.chrome.size, true);
        setup.chrome.hover = 0;
        setup.chrome.message = "saved leftright-vs-padding-tick012-2.png";
        draw(&setup);
        g_assert_cmpuint(setup.list.shapes_count, >, 0);
        for (size_t j = 0; j < setup.list.shapes_count; ++j)
            if (setup.list.shapes[j].kind != SHAPE_UNCLIP)
                g_assert_cmpfloat(setup.list.shapes[j].box.y, >=,
                                  sizes[i].height - strip);
        check_text(&setup);

        setup.chrome.toolbar = false;
        draw(&setup); /* the message alone */
        check_text(&setup);
        g_assert_cmpuint(count_texts(&setup, setup.chrome.message), ==, 1);
        setup.chrome.message = NULL;
        draw(&setup);
        g_assert_cmpuint(setup.list.shapes_count, ==, 0);
        g_assert_cmpint(chrome_strip(&setup.chrome.size, false), ==, 0);
        setup_close(&setup);
    }
}

/* The help has every key of every item. */
static void test_help(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
        Setup setup;
        if (sizes[i].height < 720) /* no room for so many */
            continue;
        setup_open(&setup, sizes[i].width, sizes[i].height);
        setup.chrome.help = true;
        draw(&setup);
        for (int item = 0; item < setup.chrome.items_count; ++item) {
            const ChromeItem *at = setup.items + item;
            g_assert_cmpuint(count_texts(&setup, at->help), ==, 1);
            if (sizes[i].width < 1280)
                continue; /* there is no room for all keys */
            for (int k = 0; k < CHROME_MAX_KEYS && at->keys[k]; ++k)
                g_assert_cmpuint(count_texts(&setup, at->keys[k]), >=, 1);
            if (at->mouse)
                g_assert_cmpuint(count_texts(&setup, at->mouse), ==, 1);
        }
        setup_close(&setup);
    }
}

/* Places along the position strip are the ticks in order, all of them. */
static void test_position(void)
{
    Setup setup;

    setup_open(&setup, 1920, 1080);
    draw(&setup);
    uint32_t last = 0, ticks = setup.player.ticks;
    for (int x = 0; x < 1920; ++x) {
        uint32_t tick = chrome_tick_at(&setup.list, &setup.player, x);
        g_assert_cmpuint(tick, >=, last);
        g_assert_cmpuint(tick, <=, last + 1);
        last = tick;
    }
    g_assert_cmpuint(chrome_tick_at(&setup.list, &setup.player, -9), ==, 0);
    g_assert_cmpuint(last, ==, ticks);
    g_assert_cmpuint(chrome_tick_at(&setup.list, &setup.player, 1e9), ==,
                     ticks);
    setup_close(&setup);
}

static void test_status(void)
{
    Setup setup;

    setup_open(&setup, 1920, 1080);
    draw(&setup);
    g_assert_cmpuint(count_texts(&setup, "Help  ·  H, ?, F1"), ==, 1);
    setup.chrome.hover = 0;
    draw(&setup);
    g_assert_cmpuint(count_texts(&setup, "First  ·  Home"), ==, 1);
    setup.chrome.hover = -1;
    setup.chrome.hover_tick = 1;
    draw(&setup);
    g_assert_cmpuint(count_texts(&setup, "go to step 1, load"), ==, 1);
    setup.chrome.hover_tick = 0;
    draw(&setup);
    g_assert_cmpuint(count_texts(&setup, "go to the start"), ==, 1);
    setup.chrome.message = "said";
    draw(&setup);
    g_assert_cmpuint(count_texts(&setup, "said"), ==, 1);
    setup_close(&setup);
}

/* A trace without instructions, and one as long as they get. */
static void test_extremes(void)
{
    Setup setup;
    Player player;

    setup_open(&setup, 1920, 1080);
    player = setup.player;
    setup.player.ticks = setup.player.tick = setup.player.steps = 0;
    draw(&setup);
    g_assert_cmpuint(chrome_tick_at(&setup.list, &setup.player, 700), ==, 0);
    check_text(&setup);
    setup.player = player;
    setup.player.ticks = UINT32_MAX;
    setup.player.tick = UINT32_MAX - 1;
    draw(&setup);
    check_text(&setup);
    setup.player = player;
    setup_close(&setup);
}

/* The knob, the end of what is played and the count are at the tick. */
static void test_present(void)
{
    Setup setup;

    setup_open(&setup, 1920, 1080);
    for (uint32_t tick = 0; tick <= setup.player.ticks; tick += 9) {
        double played = 0, knob = -1;
        char text[48];
        player_seek(&setup.player, tick);
        draw(&setup);
        g_snprintf(text, sizeof text, "%u / %u", tick, setup.player.ticks);
        g_assert_cmpuint(count_texts(&setup, text), ==, 1);
        for (size_t i = 0; i < setup.list.shapes_count; ++i) {
            const Shape *shape = setup.list.shapes + i;
            if (shape->kind != SHAPE_RECT || shape->tag.kind != TAG_CHROME ||
                shape->tag.index != CHROME_POSITION)
                continue;
            if (shape->fill == COLOR_LINK)
                played = fmax(played, shape->box.x + shape->box.w);
            if (shape->fill == COLOR_INK)
                knob = shape->box.x + shape->box.w / 2;
        }
        g_assert_cmpuint(chrome_tick_at(&setup.list, &setup.player, knob), ==,
                         tick);
        if (tick)
            g_assert_cmpfloat(fabs(played - knob), <, 6);
    }
    setup_close(&setup);
}

/* A button that would do nothing is faint, and does not light up. */
static void check_button(const Setup *setup, int number, bool idle)
{
    bool seen = false;

    for (size_t s = 0; s < setup->list.shapes_count; ++s) {
        const Shape *shape = setup->list.shapes + s;
        if (shape->tag.kind != TAG_BUTTON ||
            shape->tag.index != (uint32_t)number)
            continue;
        if (shape->kind == SHAPE_RECT && !seen)
            g_assert_cmpint(shape->fill, ==, idle ? COLOR_NONE : COLOR_HELD);
        if (shape->kind == SHAPE_LINE)
            g_assert_cmpint(shape->alpha < 1, ==, idle);
        seen = true;
    }
    g_assert_true(seen);
}

static void test_idle(void)
{
    Setup setup;

    setup_open(&setup, 1920, 1080);
    for (int i = 0; i < setup.chrome.items_count; ++i)
        for (int idle = 0; setup.items[i].icon && idle < 2; ++idle) {
            setup.items[i].idle = idle;
            setup.chrome.hover = i;
            draw(&setup);
            check_button(&setup, i, idle);
        }
    setup_close(&setup);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/chrome/text", test_text);
    g_test_add_func("/chrome/buttons", test_buttons);
    g_test_add_func("/chrome/strip", test_strip);
    g_test_add_func("/chrome/help", test_help);
    g_test_add_func("/chrome/position", test_position);
    g_test_add_func("/chrome/status", test_status);
    g_test_add_func("/chrome/extremes", test_extremes);
    g_test_add_func("/chrome/present", test_present);
    g_test_add_func("/chrome/idle", test_idle);
    int status = g_test_run();
    font_done();
    return status;
}
