/* SPDX-License-Identifier: MIT
 *
 * The projector's layout can be read from the last row: of every algorithm and
 * mistake, at several n, k, sizes of the frame and numbers of panels, no text
 * is under 2.2% of the height, none is cut, none overlaps another or leaves the
 * frame, and the running lanes, banks and queues are in the picture.
 *
 * With UPSWEEP_SLOW set, more sizes of input and more moments are looked at.
 */
#include "draw/font.h"
#include "record/record.h"
#include "say/symbolic_trace.h"
#include "view/frame.h"
#include "view/view.h"
#include "legible.h"
#include "slow.h"
#include "shape_is.h"

#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    int width, height;
} sizes[] = {
    {1920, 1080}, {1280, 720}, {1024, 768}, {3840, 2160}, {1080, 1920}};

static const struct {
    uint32_t n, k;
    bool slow; /* not in the usual run */
} runs[] = {{2, 2, false},     {16, 4, false},  {64, 4, false},
            {2048, 32, false}, {7, 2, true},    {64, 64, true},
            {100, 8, true},    {256, 16, true}, {512, 64, true},
            {32768, 32, true}};

static Recorder *recorder;

/* NULL where an algorithm does not take that size. */
static Trace *make(const Algorithm *algorithm, uint32_t n, uint32_t k)
{
    RecordOptions options = {.algorithm = algorithm,
                             .n = n,
                             .k = k,
                             .op = OP_ADD,
                             .inclusive = algorithm->inclusive,
                             .device = DEVICE_CPU};
    uint64_t random = n + k;
    Word *input = base_alloc(n, sizeof *input);
    Error error;

    for (uint32_t i = 0; i < n; ++i)
        input[i] = (Word)(base_random(&random) % 20);
    options.input = input;
    Trace *trace = record(recorder, &options, &error);
    free(input);
    return trace;
}

/* The moment that is looked at, to be reported with a fault. */
typedef struct {
    const DisplayList *list;
    const Player *player;
} FrameMoment;

/* A value that is too long for its cell is "…" alone. */
static void fail(void *data, const LegibleFault *fault)
{
    const FrameMoment *moment = data;
    const Run *run = &moment->player->traces[0]->run;
    Text text = {0};

    if (fault->kind == LEGIBLE_CUT_SHORT &&
        strcmp(shape_text(moment->list, fault->text), "…") == 0)
        return;
    legible_describe(moment->list, fault, &text);
    g_error("%s beside %d, n = %u, k = %u, op %d, tick %u of %u, %g x %g: %s",
            run->algorithm, moment->player->count - 1, run->n, run->k,
            (int)run->op, moment->player->tick, moment->player->ticks,
            moment->list->width, moment->list->height, text.text);
}

static void check(const DisplayList *list, const Player *player)
{
    FrameMoment moment = {list, player};

    g_assert_cmpint(legible_each(list, 0.022 * fmin(list->width, list->height),
                                 fail, &moment),
                    >=, 3);
}

/* Shapes of KIND in PANEL. */
static int count_shapes(const DisplayList *list, ThingKind kind, int panel,
                        ShapeKind shape)
{
    int count = 0;

    for (size_t i = 0; i < list->shapes_count; ++i)
        count += shape_is(&list->shapes[i], kind) &&
                 list->shapes[i].thing.trace - 1 == panel &&
                 list->shapes[i].kind == shape;
    return count;
}

/* What runs is in the picture: a request of shared memory has its cell and
 * stands in line. */
static void check_content(const DisplayList *list, const Scene *scene)
{
    for (int t = 0; t < scene->count; ++t) {
        View view = view_open((DisplayList *)list, scene, t);
        bool shared = view_is_shared(&view);
        view_close(&view);
        g_assert_cmpint(count_shapes(list, THING_INSTRUCTION, t, SHAPE_RECT), >,
                        0);
        if (!shared)
            continue;
        g_assert_cmpint(count_shapes(list, THING_CELL, t, SHAPE_RECT), >, 0);
        g_assert_cmpint(count_shapes(list, THING_QUEUE, t, SHAPE_TEXT), >, 0);
        g_assert_cmpint(count_shapes(list, THING_BANK, t, SHAPE_TEXT), >, 0);
        if (count_shapes(list, THING_NODE, t, SHAPE_TEXT) +
                count_shapes(list, THING_LANE, t, SHAPE_TEXT) +
                count_shapes(list, THING_THREAD, t, SHAPE_TEXT) ==
            0)
            g_error("%s, n = %u, k = %u, position %zu: no words on cards, of "
                    "%d panels, %zu shapes",
                    scene->analysed_traces[t]->trace->run.algorithm,
                    scene->analysed_traces[t]->trace->run.n,
                    scene->analysed_traces[t]->trace->run.k,
                    scene->positions[t], scene->count, list->shapes_count);
    }
}

/* Looks at COUNT copies of a trace, at some moments. */
static void look(const Trace *trace, const AnalysedTrace *analysed, int count,
                 uint32_t moments)
{
    const Trace *traces[PLAYER_MAX_TRACES] = {trace, trace, trace, trace};
    Scene scene = {.count = count, .projector = true};
    DisplayList list = {0};
    Player player;
    Error error;

    g_assert_true(player_init(&player, traces, count, &error));
    for (uint32_t m = 0; m <= moments; ++m) {
        player_seek(&player, (uint32_t)((uint64_t)player.ticks * m / moments));
        for (int t = 0; t < count; ++t) {
            scene.analysed_traces[t] = analysed;
            scene.positions[t] = player_position(&player, t);
        }
        for (size_t z = 0; z < G_N_ELEMENTS(sizes); ++z) {
            scene.steps = z == 1;
            frame_draw(&list, &scene, sizes[z].width, sizes[z].height);
            check(&list, &player);
            if (!scene.steps && z == 0)
                check_content(&list, &scene);
        }
    }
    display_list_free(&list);
    player_free(&player);
}

static void look_at_all(const Trace *trace, uint32_t moments)
{
    Trace *labels = symbolic_trace_of(trace);
    AnalysedTrace *numbers = analysed_new(trace), *sums = analysed_new(labels);

    for (int count = 1; count <= PLAYER_MAX_TRACES; ++count) {
        look(trace, numbers, count, moments);
        look(labels, sums, count, moments);
    }
    analysed_free(numbers);
    analysed_free(sums);
    trace_free(labels);
}

static void test_algorithm(const void *data)
{
    const Algorithm *algorithm = data;
    int recorded = 0;

    for (size_t r = 0; r < G_N_ELEMENTS(runs); ++r) {
        if (runs[r].slow && !slow_is_asked())
            continue;
        Trace *trace = runs[r].n <= algorithm->max_n
                           ? make(algorithm, runs[r].n, runs[r].k)
                           : NULL;
        if (!trace)
            continue;
        ++recorded;
        look_at_all(trace, slow_is_asked() ? 24 : runs[r].n > 100 ? 3 : 6);
        trace_free(trace);
    }
    g_assert_cmpint(recorded, >, 0);
}

/* Cards have room for their words where those are wider than the inputs: the
 * labels of a block in a long array, and counts. */
static void test_wide_words(void)
{
    static const struct {
        const char *name;
        size_t position;
        bool labels;
    } tries[] = {{"block-sums-off-by-one", 515, true},
                 {"compact", 1349, false}};

    for (size_t i = 0; i < G_N_ELEMENTS(tries); ++i) {
        Trace *trace = make(catalog_find(tries[i].name, NULL), 2048, 32);
        Trace *labels = symbolic_trace_of(trace);
        AnalysedTrace *analysed =
            analysed_new(tries[i].labels ? labels : trace);
        Scene scene = {.count = 1,
                       .analysed_traces = {analysed},
                       .positions = {tries[i].position},
                       .projector = true};
        DisplayList list = {0};
        frame_draw(&list, &scene, 1920, 1080);
        check_content(&list, &scene);
        display_list_free(&list);
        analysed_free(analysed);
        trace_free(labels);
        trace_free(trace);
    }
}

/* How many banks have their names over columns, "bank 3" or "3". */
static uint32_t count_named(const DisplayList *list, uint32_t k)
{
    uint32_t count = 0;

    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if (shape->thing.kind != THING_BANK || shape->thing.a >= k ||
            shape->kind != SHAPE_TEXT)
            continue;
        g_autofree char *brief = g_strdup_printf("%u", shape->thing.a);
        g_autofree char *full = g_strdup_printf("bank %s", brief);
        const char *text = shape_text(list, shape);
        count += strcmp(text, brief) == 0 || strcmp(text, full) == 0;
    }
    return count;
}

/* How many banks a note says are folded: "28 more banks and 3 more rows,
 * folded". */
static uint32_t count_noted(const DisplayList *list)
{
    unsigned count;

    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        const char *text =
            shape->kind == SHAPE_TEXT ? shape_text(list, shape) : "";
        if (g_str_has_suffix(text, ", folded") && strstr(text, " more bank") &&
            sscanf(text, "%u more bank", &count) == 1)
            return count;
    }
    return 0;
}

/* Words say how many banks are thin lines; a map names every bank, or every
 * second, fourth, ... */
static void test_folded_banks(void)
{
    static const struct {
        const char *name;
        uint32_t n, k;
    } tries[] = {{"leftright", 16, 4},
                 {"leftright", 256, 16},
                 {"nopadding", 256, 16},
                 {"nopadding", 512, 32},
                 {"padding", 2048, 32}};
    int folds = 0;

    for (size_t i = 0; i < G_N_ELEMENTS(tries); ++i) {
        uint32_t k = tries[i].k;
        Trace *trace = make(catalog_find(tries[i].name, NULL), tries[i].n, k);
        AnalysedTrace *analysed = analysed_new(trace);
        Scene scene = {.count = 1,
                       .analysed_traces = {analysed},
                       .projector = true};
        DisplayList list = {0};
        for (size_t p = 0; p <= trace->instructions_count; p += 7) {
            scene.positions[0] = p;
            frame_draw(&list, &scene, 1920, 1080);
            uint32_t named = count_named(&list, k), noted = count_noted(&list);
            folds += noted > 0;
            if (noted ? named + noted != k : k % named != 0)
                g_error("%s at %zu: %u banks are named, %u noted",
                        tries[i].name, p, named, noted);
        }
        display_list_free(&list);
        analysed_free(analysed);
        trace_free(trace);
    }
    g_assert_cmpint(folds, >, 10);
}

/* Is THREAD in the queue of BANK, by the frame? */
static bool is_queued(const DisplayList *list, uint32_t bank, unsigned thread)
{
    g_autofree char *name = g_strdup_printf("T%u", thread);

    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        const Thing *thing = &shape->thing;
        if (shape->kind == SHAPE_TEXT && thing->a == bank &&
            (thing->kind == THING_QUEUE || thing->kind == THING_PLACE) &&
            strcmp(shape_text(list, shape), name) == 0)
            return true;
    }
    return false;
}

/* Of a step as a whole, the cards and the queues show the same requests. */
static void test_step_agrees(void)
{
    static const char *const names[] = {"leftright", "padding", "nopadding"};

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a) {
        Trace *trace = make(catalog_find(names[a], NULL), 64, 4);
        AnalysedTrace *analysed = analysed_new(trace);
        Scene scene = {.count = 1,
                       .analysed_traces = {analysed},
                       .steps = true,
                       .projector = true};
        DisplayList list = {0};
        int cards = 0;
        for (uint32_t s = 0; s < trace->steps_count; ++s) {
            scene.positions[0] = (size_t)trace->steps[s].first_instruction +
                                 trace->steps[s].instruction_count;
            frame_draw(&list, &scene, 1920, 1080);
            for (size_t i = 0; i < list.shapes_count; ++i) {
                unsigned thread, bank;
                const Shape *shape = list.shapes + i;
                if (shape->kind != SHAPE_TEXT ||
                    sscanf(shape_text(&list, shape), "T%u ▶ bank %u", &thread,
                           &bank) != 2)
                    continue;
                ++cards;
                if (!is_queued(&list, bank, thread))
                    g_error("%s, step %u: T%u is not at bank %u", names[a],
                            s + 1, thread, bank);
            }
        }
        g_assert_cmpint(cards, >, 0);
        display_list_free(&list);
        analysed_free(analysed);
        trace_free(trace);
    }
}

int main(int argc, char **argv)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    g_test_add_func("/projector/wide words", test_wide_words);
    g_test_add_func("/projector/step-agrees", test_step_agrees);
    g_test_add_func("/projector/folded banks", test_folded_banks);
    for (size_t i = 0; i < count; ++i) {
        char *path = g_strdup_printf("/projector/%s", all[i]->name);
        g_test_add_data_func(path, all[i], test_algorithm);
        g_free(path);
    }
    int status = g_test_run();
    recorder_free(recorder);
    font_done();
    return status;
}
