/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/chrome.c, with the commands of the window.
 */
#include "draw/font.h"
#include "window/chrome.h"
#include "window/command.h"
#include "fixture.h"
#include "slow.h"

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
    CommandState state;
    const Command *commands;
    size_t commands_count;
    Chrome chrome;
    DisplayList list;
} Setup;

static void setup_open(Setup *setup, int width, int height)
{
    const Trace *traces[1];
    Error error;

    *setup = (Setup){.trace = fixture_scan(PLACE_PADDING, OP_ADD, 64, 4)};
    traces[0] = setup->trace;
    g_assert_true(player_init(&setup->player, traces, 1, &error));
    player_seek(&setup->player, 100);
    setup->commands = command_all(&setup->commands_count);
    setup->state = (CommandState){.player = &setup->player,
                                  .bookmarks = &setup->marks,
                                  .toolbar = true};
    setup->chrome = (Chrome){.size = {width, height, 1, 1},
                             .state = &setup->state,
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
                             other->thing.kind == THING_BUTTON &&
                             shape->thing.kind != THING_BUTTON;
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
            for (int hover = -1; hover < (int)setup.commands_count; ++hover) {
                setup.state.help = help;
                setup.chrome.hover = hover;
                draw(&setup);
                check_text(&setup);
            }
        setup_close(&setup);
    }
}

/* Every command with an icon has a button, and all are where one can hit them.
 */
static void test_buttons(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
        Setup setup;
        setup_open(&setup, sizes[i].width, sizes[i].height);
        draw(&setup);
        int strip = chrome_strip(&setup.chrome.size, true);
        for (size_t item = 0; item < setup.commands_count; ++item) {
            const Shape *found = NULL;
            for (size_t j = 0; j < setup.list.shapes_count && !found; ++j) {
                const Shape *shape = setup.list.shapes + j;
                if (shape->thing.kind == THING_BUTTON &&
                    shape->thing.a == (uint32_t)item)
                    found = shape;
            }
            g_assert_true((found != NULL) ==
                          (setup.commands[item].icon != ICON_NONE));
            if (!found)
                continue;
            Rect box = found->box;
            double least = sizes[i].width >= 1280 ? 20 : 14;
            g_assert_cmpfloat(box.w, >=, least);
            g_assert_cmpfloat(box.h, >=, least);
            g_assert_cmpfloat(box.y, >=, sizes[i].height - strip);
            g_assert_true(display_list_at(&setup.list, box.x + box.w / 2,
                                          box.y + box.h / 2, THING_BUTTON)
                              ->thing.a == (uint32_t)item);
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

        setup.state.toolbar = false;
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

/* The help has every key of every command. */
static void test_help(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
        Setup setup;
        if (sizes[i].height < 720) /* no room for so many */
            continue;
        setup_open(&setup, sizes[i].width, sizes[i].height);
        setup.state.help = true;
        draw(&setup);
        for (size_t item = 0; item < setup.commands_count; ++item) {
            const Command *at = setup.commands + item;
            g_assert_cmpuint(count_texts(&setup, at->help), ==, 1);
            if (sizes[i].width < 1280)
                continue; /* there is no room for all keys */
            for (int k = 0; k < COMMAND_KEYS && at->keys[k]; ++k)
                g_assert_cmpuint(count_texts(&setup, at->keys[k]), >=, 1);
            if (at->mouse)
                g_assert_cmpuint(count_texts(&setup, at->mouse), ==, 1);
        }
        setup_close(&setup);
    }
}

/* In a window that is wide and low the lines of the help do not meet. */
static void test_low_help(void)
{
    static const int lows[][2] = {{1920, 720}, {2560, 800}, {1920, 600}};

    for (size_t i = 0; i < G_N_ELEMENTS(lows); ++i) {
        Setup setup;
        setup_open(&setup, lows[i][0], lows[i][1]);
        setup.state.help = true;
        setup.chrome.size.scale = 2; /* of all lengths, as was asked for */
        draw(&setup);
        for (size_t j = 0; j < setup.list.shapes_count; ++j)
            for (size_t k = 0; k < j && is_text(&setup, j); ++k)
                if (is_text(&setup, k))
                    g_assert_false(meet(setup.list.shapes[j].box,
                                        setup.list.shapes[k].box));
        setup_close(&setup);
    }
}

static double panel_width(Setup *setup, int width, int height)
{
    double found = 0;

    setup_open(setup, width, height);
    setup->state.help = true;
    setup->chrome.size.scale = 2;
    draw(setup);
    for (size_t i = 0; i < setup->list.shapes_count; ++i) {
        const Shape *shape = setup->list.shapes + i;
        if (shape->kind == SHAPE_RECT && shape->thing.kind == THING_CHROME &&
            shape->fill == COLOR_PANEL && shape->box.y < height / 2.0)
            found = fmax(found, shape->box.w);
    }
    setup_close(setup);
    return found;
}

/* The help is smaller in all directions where the window is low. */
static void test_help_shrinks(void)
{
    Setup setup;
    double high = panel_width(&setup, 1920, 1080);
    double low = panel_width(&setup, 1920, 600);

    g_assert_cmpfloat(high, >, 1700);
    g_assert_cmpfloat(low, >, 0);
    g_assert_cmpfloat(low, <, 0.8 * high);
}

/* In a window that is too narrow for all that the toolbar has, its buttons
 * shrink to fit, and the count of ticks is left out. */
static void test_narrow(void)
{
    bool left_out = false, shown = false;

    int step = slow_is_asked() ? 40 : 110;

    for (int width = 360; width <= 800; width += step) {
        Setup setup;
        setup_open(&setup, width, 360);
        Player player = setup.player;
        setup.player.count = 0; /* nobody has marks to jump to */
        setup.player.ticks = 99999999;
        draw(&setup);
        for (size_t j = 0; j < setup.list.shapes_count; ++j) {
            const Shape *shape = setup.list.shapes + j;
            if (shape->thing.kind != THING_BUTTON || shape->kind != SHAPE_RECT)
                continue;
            g_assert_cmpfloat(shape->box.x, >=, 0);
            g_assert_cmpfloat(shape->box.x + shape->box.w, <=, width);
            g_assert_cmpfloat(shape->box.w, >, 0);
        }
        check_text(&setup);
        size_t whole = count_texts(&setup, "100 / 99999999"), begun = 0;
        for (size_t j = 0; j < setup.list.shapes_count; ++j)
            begun += is_text(&setup, j) &&
                     strncmp(shape_text(&setup.list, setup.list.shapes + j),
                             "1", 1) == 0;
        g_assert_cmpuint(begun, ==, whole); /* no part of it */
        left_out |= whole == 0;
        shown |= whole == 1;
        setup.player = player;
        setup_close(&setup);
    }
    g_assert_true(left_out && shown);
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

/* The progress of the files: beside the status where both have room, else in
 * place of the hint alone. */
static void test_note(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
        Setup setup;
        setup_open(&setup, sizes[i].width, sizes[i].height);
        bool is_roomy = sizes[i].width >= 1280 && sizes[i].height >= 720;
        setup.chrome.note = "saved 12 min ago, recorded again";
        draw(&setup);
        check_text(&setup);
        if (is_roomy)
            g_assert_cmpuint(count_texts(&setup, setup.chrome.note), ==, 1);
        for (int hover = 0; hover < (int)setup.commands_count; ++hover) {
            setup.chrome.hover = hover;
            draw(&setup);
            check_text(&setup);
        }
        setup.chrome.hover = -1;
        setup.chrome.message = "said";
        draw(&setup);
        if (is_roomy)
            g_assert_cmpuint(count_texts(&setup, "said"), ==, 1);
        setup_close(&setup);
    }
}

static const char compiler_says[] =
    "a/long/path/to/some/folder/prescan.cu: In function \xe2\x80\x98void "
    "prescan(float*, const float*, int)\xe2\x80\x99:\n"
    "a/long/path/to/some/folder/prescan.cu:19:20: error: expected \xe2\x80\x98;"
    "\xe2\x80\x99 before \xe2\x80\x98}\xe2\x80\x99 token\n"
    "   19 |         offset *= 2\n"
    "      |                    ^\n\n"
    "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n";

/* The fault panel: in the window whatever its size, readable, over the upper
 * part of the frame only. */
static void test_fault(void)
{
    char long_line[800], long_title[500];

    memset(long_line, 'm', sizeof long_line - 1);
    long_line[sizeof long_line - 1] = '\0';
    for (size_t i = 0; i < sizeof long_title; ++i)
        long_title[i] = i % 7 ? 'm' : ' ';
    long_title[sizeof long_title - 1] = '\0';
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
        const char *const lines[] = {compiler_says, "", long_line};
        const char *const titles[] = {"prescan.cu does not compile",
                                      long_title};
        Setup setup;
        setup_open(&setup, sizes[i].width, sizes[i].height);
        for (size_t j = 0; j < 6; ++j) {
            setup.chrome.fault = titles[j % 2];
            setup.chrome.fault_lines = lines[j / 2];
            draw(&setup);
            const DisplayList *list = &setup.list;
            int shapes = 0, texts = 0;
            Rect panel = {0};
            for (size_t s = 0; s < list->shapes_count; ++s) {
                const Shape *shape = list->shapes + s;
                if (shape->thing.kind != THING_CHROME ||
                    shape->thing.a != CHROME_FAULT)
                    continue;
                if (shapes++ == 0)
                    panel = shape->box;
                texts += shape->kind == SHAPE_TEXT;
                Rect inside = rect_common(panel, shape->box);
                g_assert_cmpfloat(fabs(inside.w - shape->box.w), <, 1e-6);
                g_assert_cmpfloat(fabs(inside.h - shape->box.h), <, 1e-6);
                if (shape->kind == SHAPE_TEXT)
                    g_assert_cmpfloat(shape->size, >=, 10);
            }
            g_assert_cmpint(texts, >=, j / 2 == 1 ? 2 : 3);
            g_assert_cmpfloat(panel.y, >, 0);
            g_assert_cmpfloat(panel.y + panel.h, <, sizes[i].height * 0.7);
            g_assert_cmpfloat(panel.x, >, 0);
            g_assert_cmpfloat(panel.x + panel.w, <, sizes[i].width);
        }
        setup.chrome.fault = titles[0];
        setup.chrome.fault_lines = "prescan.cu:19:20: error\n  19 |  x\n";
        draw(&setup);
        check_text(&setup);
        g_assert_cmpuint(count_texts(&setup, "  19 |  x"), ==, 1);
        g_assert_cmpuint(count_texts(&setup, titles[0]), ==, 1);
        setup_close(&setup);
    }
}

/* A trace without instructions, and a long one. */
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
    setup.player.count = 0; /* nobody has marks to jump to */
    setup.player.ticks = 99999999;
    setup.player.tick = setup.player.ticks - 1;
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
            if (shape->kind != SHAPE_RECT ||
                shape->thing.kind != THING_CHROME ||
                shape->thing.a != CHROME_POSITION)
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
        if (shape->thing.kind != THING_BUTTON ||
            shape->thing.a != (uint32_t)number)
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
    int seen[2] = {0};
    Setup setup;

    setup_open(&setup, 1920, 1080);
    for (int tick = 0; tick < 3; ++tick)
        for (size_t i = 0; i < setup.commands_count; ++i) {
            if (!setup.commands[i].icon)
                continue;
            player_seek(&setup.player, (uint32_t)tick * setup.player.ticks / 2);
            bool idle = command_is_idle(setup.commands + i, &setup.state);
            setup.chrome.hover = (int)i;
            draw(&setup);
            check_button(&setup, (int)i, idle);
            ++seen[idle];
        }
    g_assert_true(seen[false] > 0 && seen[true] > 0);
    setup_close(&setup);
}

/* The button that plays shows two bars while it would pause. */
static void test_pause(void)
{
    Setup setup;
    int lines[2] = {0};

    setup_open(&setup, 1920, 1080);
    for (int playing = 0; playing < 2; ++playing) {
        setup.player.playing = playing;
        draw(&setup);
        for (size_t s = 0; s < setup.list.shapes_count; ++s) {
            const Shape *shape = setup.list.shapes + s;
            lines[playing] += shape->kind == SHAPE_LINE &&
                              shape->thing.kind == THING_BUTTON &&
                              setup.commands[shape->thing.a].icon == ICON_PLAY;
        }
    }
    g_assert_cmpint(lines[false], ==, 3);
    g_assert_cmpint(lines[true], ==, 2);
    setup_close(&setup);
}

/* What has failed is reported in the colour of an alarm, in the toolbar and,
 * where there is none, in a box with an edge of that colour. */
static void test_alarm(void)
{
    Setup setup;

    setup_open(&setup, 1920, 1080);
    setup.chrome.message = "said";
    for (int i = 0; i < 4; ++i) {
        Color edge = COLOR_NONE, text = COLOR_NONE;
        setup.chrome.alarm = i % 2;
        setup.state.toolbar = i < 2;
        draw(&setup);
        for (size_t s = 0; s < setup.list.shapes_count; ++s) {
            const Shape *shape = setup.list.shapes + s;
            if (!is_text(&setup, s))
                edge = shape->width > 1 ? shape->edge : edge;
            else if (strcmp(shape_text(&setup.list, shape), "said") == 0)
                text = shape->fill;
        }
        g_assert_cmpint(text, ==, i % 2 ? COLOR_ALARM : COLOR_INK);
        if (i >= 2)
            g_assert_cmpint(edge, ==, i % 2 ? COLOR_ALARM : COLOR_EDGE);
    }
    setup_close(&setup);
}

/* What is played of a piece lies within it, and ends at the knob. */
static void check_played(const Setup *setup)
{
    const Shape *piece = NULL;
    int played = 0;

    for (size_t s = 0; s < setup->list.shapes_count; ++s) {
        const Shape *shape = setup->list.shapes + s;
        if (shape->thing.kind != THING_CHROME || shape->kind != SHAPE_RECT ||
            shape->thing.a != CHROME_POSITION)
            continue;
        if (shape->fill == COLOR_EDGE)
            piece = shape;
        if (shape->fill != COLOR_LINK)
            continue;
        g_assert_nonnull(piece);
        g_assert_cmpfloat(shape->box.x, ==, piece->box.x);
        g_assert_cmpfloat(shape->box.w, <=, piece->box.w);
        ++played;
    }
    g_assert_cmpint(played, >, 1);
}

/* The number of pieces of the track, which lie on one line from the left margin
 * to the right one, with a gap between each two. */
static size_t check_track(const Setup *setup)
{
    double right = -1, top = -1, height = 0, left = 0;
    size_t count = 0;

    for (size_t s = 0; s < setup->list.shapes_count; ++s) {
        const Shape *shape = setup->list.shapes + s;
        Rect box = shape->box;
        if (shape->thing.kind != THING_CHROME || shape->kind != SHAPE_RECT ||
            shape->thing.a != CHROME_POSITION || shape->fill != COLOR_EDGE)
            continue;
        if (count++ == 0) {
            left = box.x;
            top = box.y;
            height = box.h;
        } else {
            g_assert_cmpfloat(box.x - right, >=, 1);
            g_assert_cmpfloat(box.x - right, <=, 4);
        }
        g_assert_cmpfloat(box.y, ==, top);
        g_assert_cmpfloat(box.h, ==, height);
        g_assert_cmpfloat(fabs(shape->radius - fmin(box.h, box.w) / 2), <, 0.1);
        right = box.x + box.w;
    }
    g_assert_cmpfloat(height, >=, 4);
    g_assert_cmpfloat(fabs(setup->list.width - right - left), <=, 1);
    return count;
}

/* There is a piece for each step, or each phase where steps have no room. */
static void test_track(void)
{
    Setup setup;
    size_t phases = 1;

    setup_open(&setup, 1920, 1080);
    const Trace *trace = setup.trace;
    for (size_t s = 1; s < trace->steps_count; ++s)
        phases += trace->steps[s].phase != trace->steps[s - 1].phase;
    draw(&setup);
    g_assert_cmpuint(check_track(&setup), ==, trace->steps_count);
    check_played(&setup);
    setup.chrome.size.width = (double)trace->steps_count * 10 + 15;
    draw(&setup);
    size_t pieces = check_track(&setup); /* short phases join */
    g_assert_true(pieces > 2 && pieces <= phases);
    g_assert_cmpuint(phases, <, trace->steps_count);
    setup_close(&setup);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/chrome/text", test_text);
    g_test_add_func("/chrome/buttons", test_buttons);
    g_test_add_func("/chrome/strip", test_strip);
    g_test_add_func("/chrome/help", test_help);
    g_test_add_func("/chrome/low help", test_low_help);
    g_test_add_func("/chrome/help shrinks", test_help_shrinks);
    g_test_add_func("/chrome/narrow", test_narrow);
    g_test_add_func("/chrome/position", test_position);
    g_test_add_func("/chrome/status", test_status);
    g_test_add_func("/chrome/note", test_note);
    g_test_add_func("/chrome/fault", test_fault);
    g_test_add_func("/chrome/extremes", test_extremes);
    g_test_add_func("/chrome/present", test_present);
    g_test_add_func("/chrome/idle", test_idle);
    g_test_add_func("/chrome/pause", test_pause);
    g_test_add_func("/chrome/alarm", test_alarm);
    g_test_add_func("/chrome/track", test_track);
    int status = g_test_run();
    font_done();
    return status;
}
