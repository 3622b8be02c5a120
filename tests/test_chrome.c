/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/chrome.c and bar.c: what is where, at each size of the
 * window, and what presses ask for.
 */
#include "window/chrome.h"
#include "fixture.h"

#include <glib.h>
#include <string.h>

static const ChromeSize sizes[] = {
    {640, 360, 1, 1, false},   {1024, 700, 1, 1, false},
    {1366, 700, 1, 1, false},  {1600, 900, 1, 1, false},
    {1920, 1080, 1, 1, false}, {1920, 1080, 1, 1, true},
    {1920, 1080, 2, 1, false}, {3840, 2160, 1, 2, false},
    {1080, 1920, 1, 1, false}, {3440, 1440, 1, 1, false}};

typedef struct {
    Trace *trace;
    Session session;
    CommandState state;
    BarMarks marks;
    ChromeScroll scroll;
    Chrome chrome;
    Ui ui;
    DisplayList list;
} Stage;

static void setup_open(Stage *setup, const ChromeSize *size)
{
    const Trace *traces[1];
    Error error;

    *setup = (Stage){.trace = fixture_scan(PLACE_PADDING, OP_ADD, 64, 4)};
    traces[0] = setup->trace;
    g_assert_true(session_open(&setup->session, traces, 1, &error));
    player_seek(&setup->session.player, 20);
    setup->state = (CommandState){.player = &setup->session.player};
    setup->chrome = (Chrome){.size = *size,
                             .session = &setup->session,
                             .state = &setup->state,
                             .marks = &setup->marks,
                             .scroll = &setup->scroll};
}

static void setup_close(Stage *setup)
{
    display_list_free(&setup->list);
    bar_marks_free(&setup->marks);
    session_close(&setup->session);
    trace_free(setup->trace);
}

static ChromeAnswer show(Stage *setup, UiInput input)
{
    return chrome_show(&setup->ui, &setup->list, &setup->chrome, &input);
}

static void draw(Stage *setup)
{
    show(setup, (UiInput){.x = -1, .y = -1});
    show(setup, (UiInput){.x = -1, .y = -1}); /* with the panels known */
}

static ChromeAnswer press(Stage *setup, const char *name, double across)
{
    Rect box = ui_box_of(&setup->list, ui_id(name));

    g_assert_cmpfloat(box.w, >, 0);
    return show(setup, (UiInput){.x = box.x + box.w * across,
                                 .y = box.y + box.h / 2,
                                 .down = true,
                                 .press = true});
}

static bool meet(Rect a, Rect b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h &&
           b.y < a.y + a.h;
}

/* All texts from shape FROM on lie in the window, are large enough, and do not
 * meet. */
static void check_text(const Stage *setup, size_t from)
{
    const DisplayList *list = &setup->list;
    double least = chrome_smallest(&setup->chrome.size);

    for (size_t i = from; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if (shape->kind != SHAPE_TEXT)
            continue;
        g_test_message("%g x %g: %s", list->width, list->height,
                       shape_text(list, shape));
        g_assert_cmpfloat(shape->size, >=, least - 0.01);
        g_assert_cmpfloat(shape->box.x, >=, 0);
        g_assert_cmpfloat(shape->box.y, >=, 0);
        g_assert_cmpfloat(shape->box.x + shape->box.w, <=, list->width);
        g_assert_cmpfloat(shape->box.y + shape->box.h, <=, list->height);
        for (size_t j = from; j < i; ++j)
            if (list->shapes[j].kind == SHAPE_TEXT)
                g_assert_false(meet(shape->box, list->shapes[j].box));
    }
}

/* The first shape of a panel. */
static size_t start_of(const Stage *setup, const char *name)
{
    for (size_t i = 0; i < setup->list.shapes_count; ++i)
        if (setup->list.shapes[i].thing.kind == THING_WIDGET &&
            setup->list.shapes[i].thing.a == ui_id(name))
            return i;
    g_error("there is no %s", name);
    return 0;
}

static void test_text(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
        static const char *const panels[] = {"menu", "words", "keys"};
        Stage setup;
        setup_open(&setup, sizes + i);
        draw(&setup);
        check_text(&setup, 0);
        bool *open[] = {&setup.state.menu, &setup.state.words,
                        &setup.state.help};
        for (size_t p = 0; p < G_N_ELEMENTS(panels); ++p) {
            *open[p] = true;
            draw(&setup);
            check_text(&setup, start_of(&setup, panels[p]));
            *open[p] = false;
        }
        setup.chrome.message = "saved leftright-vs-padding-tick012-2.png";
        draw(&setup);
        check_text(&setup, 0);
        setup.chrome.message = NULL;
        setup.chrome.fault = "prescan.cu does not compile";
        setup.chrome.fault_lines = "prescan.cu:14:26: error: expected ';'\n"
                                   "   14 |     offset *= 2\n";
        draw(&setup);
        check_text(&setup, start_of(&setup, "fault"));
        setup_close(&setup);
    }
}

/* Where a control has no room it is in the menu; all are large enough for a
 * finger. */
static void test_controls(void)
{
    static const char *const names[] = {"Back",         "Play",  "Step",
                                        "Next problem", "Speed", "Predict",
                                        "Details",      "More"};

    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
        Stage setup;
        setup_open(&setup, sizes + i);
        draw(&setup);
        Rect above = chrome_above(&setup.chrome.size, false);
        int left_out = 0;
        for (size_t n = 0; n < G_N_ELEMENTS(names); ++n) {
            Rect box = ui_box_of(&setup.list, ui_id(names[n]));
            left_out += box.w <= 0;
            if (box.w <= 0)
                continue;
            g_assert_cmpfloat(box.h, >=, 44 * chrome_unit(sizes + i));
            g_assert_cmpfloat(box.w, >=, 44 * chrome_unit(sizes + i));
            g_assert_cmpfloat(box.y, >=, above.h);
            g_assert_cmpfloat(box.x + box.w, <=, sizes[i].width);
        }
        g_assert_cmpfloat(ui_box_of(&setup.list, ui_id("More")).w, >, 0);
        if (sizes[i].width >= 1024 && sizes[i].scale < 2)
            g_assert_cmpint(left_out, ==, 0);
        setup.state.menu = true;
        setup.scroll.menu = 0;
        draw(&setup);
        if (left_out > 0) /* what is left out is the first of the menu */
            g_assert_nonnull(press(&setup, "item", 0.5).command);
        setup_close(&setup);
    }
}

static void test_presses(void)
{
    Stage setup;

    setup_open(&setup, sizes + 4);
    draw(&setup);
    g_assert_cmpstr(press(&setup, "Play", 0.5).command->name, ==, "Play");
    g_assert_cmpstr(press(&setup, "More", 0.5).command->name, ==, "More");
    ChromeAnswer answer = press(&setup, "Position", 0.5);
    g_assert_null(answer.command);
    double middle = setup.session.player.ticks / 2.0;
    g_assert_cmpfloat((double)answer.tick, >, middle * 0.9);
    g_assert_cmpfloat((double)answer.tick, <, middle * 1.1);
    answer = show(&setup, (UiInput){.x = 5000, .y = 3, .down = true});
    g_assert_cmpint(answer.tick, ==, setup.session.player.ticks);
    answer = show(&setup, (UiInput){.x = 5000, .y = 3});
    g_assert_cmpint(answer.tick, ==, -1);
    setup.state.menu = true;
    draw(&setup);
    show(&setup, (UiInput){.x = 10, .y = 10, .down = true, .press = true});
    g_assert_false(setup.state.menu);
    setup_close(&setup);
}

static bool reads(const Stage *setup, const char *text)
{
    const DisplayList *list = &setup->list;

    for (size_t i = 0; i < list->shapes_count; ++i)
        if (list->shapes[i].kind == SHAPE_TEXT &&
            strcmp(shape_text(list, list->shapes + i), text) == 0)
            return true;
    return false;
}

/* The control names what comes next, and the command goes there. */
static void test_problem(void)
{
    Stage setup;
    int steps = 0;

    setup_open(&setup, sizes + 4);
    Player *player = &setup.session.player;
    player_seek(player, 0);
    uint32_t first = command_problem(player, 1);
    g_assert_cmpuint(first, >, 0);
    draw(&setup);
    g_assert_true(reads(&setup, "2-way conflict"));
    g_assert_true(reads(&setup, "orange: where lanes wait"));
    do {
        command_run(command_by_name("Next problem"), &setup.state);
        ++steps;
    } while (command_problem(player, 1) > player->tick && steps < 10000);
    g_assert_cmpint(steps, >, 2);
    g_assert_cmpuint(command_problem(player, 1), ==, first); /* around */
    setup.state.asking = true;
    draw(&setup);
    g_assert_false(reads(&setup, "2-way conflict"));
    setup_close(&setup);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/chrome/text", test_text);
    g_test_add_func("/chrome/controls", test_controls);
    g_test_add_func("/chrome/presses", test_presses);
    g_test_add_func("/chrome/problem", test_problem);
    return g_test_run();
}
