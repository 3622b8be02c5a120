/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/view_bank.c and src/view/view_source.c: who waits at which
 * bank, and which line runs.
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

/* At rest all have had their turn: no name stands on a full box, as those do
 * that wait, and each has a tick. */
static void test_full(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 32, 4, false);
    const Trace *trace = stage->traces[0];
    int full = 0;

    for (size_t p = 1; p <= trace->instructions_count; ++p) {
        stage_draw_at(stage, p, 1920, 1080);
        for (size_t i = 0; i + 1 < stage->list.shapes_count; ++i) {
            const Shape *shape = stage->list.shapes + i;
            if (shape->kind != SHAPE_RECT || !shape_is(shape, THING_QUEUE) ||
                shape->fill == COLOR_LINK || shape[1].kind != SHAPE_TEXT)
                continue;
            g_assert_cmpint(shape->fill, ==, COLOR_NONE);
            g_assert_cmpint(shape[2].kind, ==, SHAPE_LINE);
            ++full;
        }
    }
    g_assert_cmpint(full, >, 50);
    stage_free(stage);
}

/* The boxes of names: of one queue one over the other, all in the column of
 * their bank; what was served has an edge in the colour of what waits. */
static void check_places(const Stage *stage, uint32_t k, int *done)
{
    Rect area = stage->list.areas[AREA_QUEUES][0], last[TRACE_MAX_BANKS];
    bool any[TRACE_MAX_BANKS] = {false};

    for (size_t i = 0; i + 1 < stage->list.shapes_count; ++i) {
        const Shape *box = stage->list.shapes + i, *name = box + 1;
        uint32_t bank = box->thing.a;
        if (box->kind != SHAPE_RECT || !shape_is(box, THING_QUEUE) ||
            name->kind != SHAPE_TEXT || !shape_is(name, THING_QUEUE) ||
            shape_text(&stage->list, name)[0] != 'T')
            continue;
        g_assert_true(rect_is_within(box->box, area, 1));
        g_assert_true(rect_is_within(name->box, box->box, 4));
        g_assert_cmpfloat_with_epsilon(name->box.x + name->box.w / 2,
                                       box->box.x + box->box.w / 2, 1);
        double pitch = area.w / k;
        g_assert_cmpfloat(box->box.w, >, pitch / 3);
        g_assert_cmpfloat(box->box.w, <=, pitch);
        if (any[bank]) {
            g_assert_cmpfloat(box->box.x, ==, last[bank].x);
            g_assert_true(box->box.y >= rect_bottom(last[bank]) ||
                          last[bank].y >= rect_bottom(box->box));
        }
        for (uint32_t b = 0; b < k; ++b)
            if (any[b] && b != bank)
                g_assert_cmpint(box->box.x > last[b].x, ==, bank > b);
        any[bank] = true;
        last[bank] = box->box;
        if (box->fill != COLOR_NONE) {
            g_assert_cmpint(name->fill, ==, view_on(box->fill));
            continue;
        }
        g_assert_true(box->edge == COLOR_CONFLICT || box->edge == COLOR_LOAD ||
                      box->edge == COLOR_STORE);
        g_assert_cmpfloat(box->width, >=, 1);
        g_assert_cmpint(name->fill, ==, COLOR_INK);
        ++*done;
    }
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

static void test_places(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 32, 4, false);
    int done = 0;

    for (uint32_t tick = 1; tick <= stage->player.ticks; ++tick)
        for (double share = 0.3; share < 1; share += 0.5) {
            player_seek(&stage->player, tick);
            player_halt(&stage->player, share);
            stage_draw(stage, 1920, 1080);
            check_places(stage, 4, &done);
        }
    g_assert_cmpint(done, >, 20);
    stage_free(stage);
}

/* The bar at a bank: the last filled box of its queue. */
static const Shape *find_bar(const Stage *stage, uint32_t bank)
{
    const Shape *found = NULL;

    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == SHAPE_RECT && shape_is(shape, THING_QUEUE) &&
            shape->thing.a == bank && shape->fill != COLOR_LINK)
            found = shape;
    }
    return found;
}

/* The threads of a queue that is drawn with their names. */
static uint32_t count_names(const char *texts)
{
    uint32_t count = 0;

    for (; *texts; ++texts)
        count += *texts == 'T';
    return count;
}

static void check_bar(const Stage *stage, const Instruction *at, uint32_t bank,
                      uint32_t queue, double *pitch)
{
    const Shape *bar = find_bar(stage, bank);
    bool waits = bank_cost(stage->traces[0], at, NULL).wavefronts > 1;
    Color usual = at->kind == ACCESS_LOAD ? COLOR_LOAD : COLOR_STORE;
    char *texts = queue_texts(stage, bank);

    if (queue == 0) {
        g_assert_null(bar);
        g_assert_cmpstr(texts, ==, "");
    } else if (count_names(texts) > 0) { /* the longest queue is short enough */
        g_assert_cmpint(count_names(texts), ==, queue);
        g_assert_cmpint(bank_cost(stage->traces[0], at, NULL).latency, <, 8);
    } else {
        g_assert_cmpint(bar->fill, ==,
                        waits && queue > 1 ? COLOR_CONFLICT : usual);
        *pitch = *pitch > 0 ? *pitch : bar->box.h / queue;
        g_assert_cmpfloat_with_epsilon(bar->box.h, fmax(2, *pitch * queue), 2);
        if (queue == 1)
            g_assert_cmpstr(texts, ==, "");
        else if (*texts)
            g_assert_cmpint(atoi(texts), ==, (int)queue);
    }
    g_free(texts);
}

/* Where there is no room for names, a bar is as long as its queue. */
static void test_bars(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 256, 16, false);
    const Trace *trace = stage->traces[0];
    double pitch = 0;
    int numbers = 0;

    for (size_t p = trace->instructions_count; p >= 1; --p) {
        const Instruction *at = trace->instructions + p - 1;
        uint8_t queues[TRACE_MAX_BANKS] = {0};
        uint32_t longest = bank_cost(trace, at, queues).latency;
        if (longest < 4 && pitch <= 0)
            continue;
        stage_draw_at(stage, p, 1920, 1080);
        for (uint32_t bank = 0; bank < 16; ++bank) {
            check_bar(stage, at, bank, trace_is_shared(at) ? queues[bank] : 0,
                      &pitch);
            char *texts = queue_texts(stage, bank);
            numbers += *texts != '\0';
            g_free(texts);
        }
    }
    g_assert_cmpint(numbers, >, 10);
    stage_free(stage);
}

/* The number of waiting lanes is shown where one waits: under the bank or, if
 * columns are too narrow for that, once for all. */
static void test_notes(void)
{
    for (uint32_t k = 4; k <= 32; k *= 2)
        for (int width = 1280; width <= 2560; width += 640) {
            Stage *stage = stage_new("nopadding", OP_ADD, 4 * k, k, false);
            const Trace *trace = stage->traces[0];
            int waits = 0;
            for (size_t p = 1; p <= trace->instructions_count; ++p) {
                const Instruction *at = trace->instructions + p - 1;
                if (bank_cost(trace, at, NULL).wavefronts < 2)
                    continue;
                stage_draw_at(stage, p, width, width * 9 / 16);
                if (!stage_mentions(stage, THING_QUEUE, " cycle"))
                    g_error("k = %u, width %d, at %zu", k, width, p);
                ++waits;
            }
            g_assert_cmpint(waits, >, 0);
            stage_free(stage);
        }
}

/* At every width there is the note, and no part of one. */
static void test_notes_of_widths(void)
{
    for (uint32_t k = 8; k <= 16; k *= 2) {
        Stage *stage = stage_new("nopadding", OP_ADD, 4 * k, k, false);
        const Trace *trace = stage->traces[0];
        size_t p = 1;
        while (bank_cost(trace, trace->instructions + p - 1, NULL).wavefronts <
               2)
            ++p;
        for (int width = 640; width <= 2000; width += 20) {
            stage_draw_at(stage, p, width, 900);
            if (!stage_mentions(stage, THING_QUEUE, " cycle"))
                g_error("k = %u, width %d", k, width);
        }
        stage_free(stage);
    }
}

/* Under way, as much of a bar is full as has not been served yet. */
static void test_begun(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 256, 16, false);
    const Trace *trace = stage->traces[0];
    uint32_t tick = 1;
    double last = 1080;

    while (bank_cost(trace, trace->instructions + tick - 1, NULL).latency < 4)
        ++tick;
    uint8_t queues[TRACE_MAX_BANKS];
    bank_cost(trace, trace->instructions + tick - 1, queues);
    uint32_t bank = 0;
    while (queues[bank] < 4)
        ++bank;
    for (double share = 0.2; share < 0.99; share += 0.25) {
        player_seek(&stage->player, tick);
        player_halt(&stage->player, share);
        stage_draw(stage, 1920, 1080);
        double height = find_bar(stage, bank)->box.h;
        g_assert_cmpfloat(height, <, last);
        last = height;
    }
    stage_free(stage);
}

/* The numbers over the columns are the banks': every one, or every
 * second, fourth, ... as close as they fit. */
static void test_numbers(void)
{
    for (uint32_t k = 4; k <= 64; k *= 2) {
        Stage *stage = stage_new("nopadding leftright", OP_ADD, 64, k, false);
        uint32_t count = 0, last = 0, step = k;
        double x = 0;
        stage_draw_at(stage, 5, 1920, 1080);
        for (size_t i = 0; i < stage->list.shapes_count; ++i) {
            const Shape *shape = stage->list.shapes + i;
            if (shape->kind != SHAPE_TEXT || shape->thing.kind != THING_BANK ||
                shape->thing.trace != 1 || shape->thing.a >= k)
                continue;
            const char *text = shape_text(&stage->list, shape);
            bool named = g_str_has_prefix(text, "bank ");
            g_assert_cmpint(atoi(text + (named ? 5 : 0)), ==,
                            (int)shape->thing.a);
            g_assert_true(named == (k == 4));
            double middle = shape->box.x + shape->box.w / 2;
            if (count == 1)
                step = shape->thing.a;
            if (count)
                g_assert_cmpuint(shape->thing.a - last, ==, step);
            double one = font_width(FONT_CODE, shape->size, "00") + 6;
            if (count) /* numbers stand apart */
                g_assert_cmpfloat(middle - x, >=, one - 1e-6);
            if (count && step > 1) /* half as many would be too few */
                g_assert_cmpfloat(middle - x, <, 2 * one + 2);
            Rect area = stage->list.areas[AREA_MEMORY][0];
            g_assert_cmpfloat(middle, >, area.x);
            g_assert_cmpfloat(middle, <, area.x + area.w);
            last = shape->thing.a;
            x = middle;
            ++count;
        }
        g_assert_cmpuint(count, ==, k / step);
        stage_free(stage);
    }
}

/* ---- Source -------------------------------------------------------------- */

/* The text of a line of the kernel, without what it is indented by. */
static char *line_of(const Source *source, uint32_t number)
{
    char **lines = g_strsplit(source->text, "\n", -1);
    char *line = g_strdup(g_strchug(lines[number - 1]));

    g_strfreev(lines);
    return line;
}

/* Every line that is shown is that line of the file, or a part of it; the one
 * that runs is among them, and it alone is marked. */
static void test_lines(void)
{
    static const char *const names[] = {"leftright", "three-phase",
                                        "look-back"};

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a) {
        Stage *stage = stage_new(names[a], OP_ADD, 32, 4, true);
        const Trace *trace = stage->traces[0];
        for (size_t p = 1; p <= trace->instructions_count; p += 3) {
            stage_draw_at(stage, p, 1920, 1080);
            size_t index = analysed_running(stage->analysed_traces[0], p);
            const Instruction *at = trace->instructions + index;
            const Source *source = trace_source(trace, trace_step(trace, at));
            uint32_t site = (uint32_t)at->site, runs = 0, shown = 0;
            for (size_t i = 0; i < stage->list.shapes_count; ++i) {
                const Shape *shape = stage->list.shapes + i;
                if (shape->thing.kind != THING_LINE || shape->thing.trace != 1)
                    continue;
                if (shape->kind == SHAPE_RECT && shape->fill == COLOR_RUNNING) {
                    g_assert_cmpuint(shape->thing.b, ==, site);
                    ++runs;
                }
                if (shape->kind != SHAPE_TEXT)
                    continue;
                char *line = line_of(source, shape->thing.b);
                char *text = g_strdup(shape_text(&stage->list, shape));
                char *cut = strstr(text, "…");
                if (cut)
                    *cut = '\0';
                if (!strstr(line, text))
                    g_error("line %u is \"%s\", not \"%s\"", shape->thing.b,
                            line, text);
                bool comment = g_str_has_prefix(line, "/*") ||
                               g_str_has_prefix(line, "* ") ||
                               g_str_has_prefix(line, "//");
                g_assert_cmpint(shape->fill, ==,
                                comment && shape->thing.b != site ? COLOR_DIM
                                                                  : COLOR_INK);
                ++shown;
                g_free(line);
                g_free(text);
            }
            g_assert_cmpuint(runs, >=, 1);
            g_assert_cmpuint(shown, >=, 3);
            Text title = {0};
            text_add(&title, "%s, line %u", source->name, site);
            trace_place_name(trace, at, ", ", &title);
            g_assert_true(stage_says(stage, title.text));
            text_free(&title);
        }
        stage_free(stage);
    }
}

/* What runs has lines before it and after it, where the kernel has them. */
static void test_window(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 32, 4, false);
    const Trace *trace = stage->traces[0];
    uint32_t both = 0;

    for (size_t p = 1; p <= trace->instructions_count; ++p) {
        uint32_t low = UINT32_MAX, high = 0;
        uint32_t site = (uint32_t)trace->instructions[p - 1].site;
        stage_draw_at(stage, p, 1920, 1080);
        for (size_t i = 0; i < stage->list.shapes_count; ++i) {
            const Shape *shape = stage->list.shapes + i;
            if (shape->thing.kind != THING_LINE || shape->thing.trace != 1 ||
                shape->kind != SHAPE_TEXT)
                continue;
            low = MIN(low, shape->thing.b);
            high = MAX(high, shape->thing.b);
        }
        g_assert_cmpuint(low, <=, site);
        g_assert_cmpuint(high, >=, site);
        /* sites of the first step, from the kernel's brace on, fill it */
        if (trace->instructions[p - 1].step == 0)
            both += low <= trace->steps->site;
        else
            both += low < site && high > site;
        /* room is used: the window ends with the kernel at the latest */
        g_assert_cmpuint(high - low, >=, 4);
    }
    g_assert_cmpuint(both, ==, trace->instructions_count);
    stage_free(stage);
}

/* The lines of a panel's source as they stand, parts of one put together again;
 * NUMBERS and PLACES are of each shape. */
typedef struct {
    uint32_t numbers[200];
    Rect places[200];
    double sizes[200];
    size_t count;
    GString *running; /* all parts of the running line */
} Shown;

static Shown lines_shown(const Stage *stage, int panel, uint32_t site)
{
    Shown shown = {.running = g_string_new("")};

    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->thing.kind != THING_LINE ||
            shape->thing.trace != panel + 1 || shape->kind != SHAPE_TEXT ||
            shown.count == 200)
            continue;
        shown.numbers[shown.count] = shape->thing.b;
        shown.sizes[shown.count] = shape->size;
        shown.places[shown.count++] = shape->box;
        if (shape->thing.b == site)
            g_string_append_printf(shown.running, "%s%s",
                                   shown.running->len ? " " : "",
                                   shape_text(&stage->list, shape));
    }
    return shown;
}

/* How far a line is indented, by its place and by the file. */
static void check_indents(const Shown *shown, const char *text, Rect area)
{
    char **lines = g_strsplit(text, "\n", -1);
    double shared = INFINITY, left = INFINITY;

    for (size_t i = 0; i < shown->count; ++i) {
        shared =
            fmin(shared, (double)strspn(lines[shown->numbers[i] - 1], " "));
        left = fmin(left, shown->places[i].x);
    }
    for (size_t i = 0; i < shown->count; ++i) {
        bool part = i && shown->numbers[i] == shown->numbers[i - 1];
        double step = font_width(FONT_CODE, shown->sizes[i], "0");
        double spaces = (double)strspn(lines[shown->numbers[i] - 1], " ");
        g_assert_cmpfloat_with_epsilon(shown->places[i].x - left,
                                       (spaces + (part ? 4 : 0) - shared) *
                                           step,
                                       step * 0.7);
    }
    g_assert_cmpfloat(left, >, area.x);
    if (shown->count > 5)
        g_assert_cmpfloat(left, <, area.x + 40);
    g_strfreev(lines);
}

/* The lines in their order, none left out but blank ones, one height apart, all
 * of them of the kernel, with the running one whole and in the middle, unless
 * the kernel begins or ends near it. */
static void check_code(const Stage *stage, int panel, uint32_t site,
                       const Source *source)
{
    Shown shown = lines_shown(stage, panel, site);
    char **lines = g_strsplit(source->text, "\n", -1);
    Rect area = stage->list.areas[AREA_SOURCE][panel];
    char *whole = g_strdup(g_strstrip(lines[site - 1]));
    uint32_t first = site, last;

    while (!g_str_has_prefix(lines[first - 1], "__global__"))
        --first;
    for (last = first; !g_str_has_prefix(lines[last - 1], "}"); ++last)
        ;
    g_assert_cmpstr(shown.running->str, ==, whole);
    g_assert_cmpuint(shown.count, >=, 1);
    double height = INFINITY;
    for (size_t i = 1; i < shown.count; ++i)
        height = fmin(height, shown.places[i].y - shown.places[i - 1].y);
    g_assert_cmpfloat(height, >, 10);
    for (size_t i = 0; i < shown.count; ++i) {
        g_assert_cmpuint(shown.numbers[i], >=, first);
        g_assert_cmpuint(shown.numbers[i], <=, last);
        g_assert_cmpfloat(shown.places[i].y, >, area.y);
        if (shown.count > 1 && height < 30) /* as large as it may be */
            g_assert_cmpfloat(shown.sizes[i], >=, height * 0.45);
        g_assert_cmpfloat(shown.places[i].y + shown.places[i].h, <,
                          area.y + area.h);
        for (uint32_t n = i ? shown.numbers[i - 1] + 1 : shown.numbers[0];
             n < shown.numbers[i]; ++n)
            g_assert_cmpstr(g_strstrip(lines[n - 1]), ==, "");
        if (i)
            g_assert_cmpuint(shown.numbers[i] - shown.numbers[i - 1], <=, 2);
        if (i && shown.numbers[i] == shown.numbers[i - 1])
            g_assert_cmpuint(shown.numbers[i], ==, site);
    }
    g_strfreev(lines);
    check_indents(&shown, source->text, area);
    g_string_free(shown.running, TRUE);
    g_free(whole);
}

/* Each marked line has a bar before it, in the colour of what happens. */
static void check_bars(const Stage *stage, int panel, const Instruction *at)
{
    Rect area = stage->list.areas[AREA_SOURCE][panel];
    bool waits = bank_cost(stage->traces[panel], at, NULL).wavefronts > 1;
    Color color = waits                         ? COLOR_CONFLICT
                  : at->kind == ACCESS_SHFL     ? COLOR_GOOD
                  : trace_traits_of(at)->writes ? COLOR_STORE
                                                : COLOR_LOAD;
    int grounds = 0, marked = 0;

    for (size_t i = 0; i + 1 < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i, *bar = shape + 1;
        grounds += shape->kind == SHAPE_RECT && shape->fill == COLOR_PAPER &&
                   shape->box.w == area.w && shape->edge == COLOR_EDGE;
        if (shape->thing.kind != THING_LINE ||
            shape->thing.trace != panel + 1 || shape->fill != COLOR_RUNNING)
            continue;
        g_assert_cmpint(bar->fill, ==, color);
        g_assert_true(bar->box.x == shape->box.x && bar->box.y == shape->box.y);
        g_assert_true(bar->box.w < 8 && bar->box.h == shape->box.h);
        g_assert_cmpfloat(shape->box.w, >, area.w * 0.9);
        ++marked;
    }
    g_assert_cmpint(marked, >, 0);
    g_assert_cmpint(grounds, >, 0);
}

static void test_code(void)
{
    static const struct {
        const char *names;
        int width, height;
    } cases[] = {{"leftright", 1920, 1080},
                 {"three-phase", 1920, 1080},
                 {"padding look-back", 1920, 1080},
                 {"hillis-steele look-back compact", 1280, 900}};

    for (size_t c = 0; c < G_N_ELEMENTS(cases); ++c) {
        Stage *stage = stage_new(cases[c].names, OP_ADD, 32, 4, true);
        for (uint32_t tick = 1; tick <= stage->player.ticks; tick += 3) {
            player_seek(&stage->player, tick);
            stage_draw(stage, cases[c].width, cases[c].height);
            for (int t = 0; t < stage->count; ++t) {
                size_t position = stage->scene.positions[t];
                if (!position)
                    continue;
                const Trace *trace = stage->traces[t];
                const Instruction *at =
                    trace->instructions +
                    analysed_running(stage->analysed_traces[t], position);
                check_code(stage, t, (uint32_t)at->site,
                           trace_source(trace, trace_step(trace, at)));
                check_bars(stage, t, at);
            }
        }
        stage_free(stage);
    }
}

/* The running line moves in a source that stands still: within a step its first
 * line stays, and all lines that the step runs are shown. */
static void test_still(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 64, 4, true);
    const Trace *trace = stage->traces[0];
    uint32_t top = 0, step = UINT32_MAX, scrolled = 0;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        stage_draw_at(stage, i + 1, 1920, 1080);
        Shown shown = lines_shown(stage, 0, at->site);
        uint32_t first = shown.numbers[0];
        if (at->step == step)
            g_assert_cmpuint(first, ==, top);
        else
            scrolled += first != top;
        top = first;
        step = at->step;
        g_assert_cmpuint(at->site, >=, first);
        g_assert_cmpuint(at->site, <=, shown.numbers[shown.count - 1]);
        g_string_free(shown.running, TRUE);
    }
    g_assert_cmpuint(scrolled, <=, 5); /* once a phase */
    stage_free(stage);
}

/* Before anything runs there is the kernel from its first line, and no line is
 * marked or named. */
static void test_start(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 32, 4, false);
    const Source *source = stage->traces[0]->sources;

    stage_draw_at(stage, 0, 1920, 1080);
    Shown shown = lines_shown(stage, 0, 0);
    char *line = line_of(source, shown.numbers[0]);
    g_assert_true(g_str_has_prefix(line, "__global__"));
    g_assert_true(stage_says(stage, source->name));
    g_assert_cmpuint(stage_coloured(stage, SHAPE_RECT, COLOR_RUNNING), ==, 0);
    g_free(line);
    g_string_free(shown.running, TRUE);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/view_bank/names", test_names);
    g_test_add_func("/view_bank/full", test_full);
    g_test_add_func("/view_bank/places", test_places);
    g_test_add_func("/view_bank/turns", test_turns);
    g_test_add_func("/view_bank/bars", test_bars);
    g_test_add_func("/view_bank/notes", test_notes);
    g_test_add_func("/view_bank/notes of widths", test_notes_of_widths);
    g_test_add_func("/view_bank/begun", test_begun);
    g_test_add_func("/view_bank/numbers", test_numbers);
    g_test_add_func("/view_bank/lines", test_lines);
    g_test_add_func("/view_bank/window", test_window);
    g_test_add_func("/view_bank/code", test_code);
    g_test_add_func("/view_bank/still", test_still);
    g_test_add_func("/view_bank/start", test_start);
    int failed = g_test_run();
    font_done();
    return failed;
}
