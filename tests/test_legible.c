/* SPDX-License-Identifier: MIT
 *
 * Everything that the window shows can be read, and nothing is crowded: every
 * algorithm of the catalog, and every mistake, alone and beside others, as
 * numbers and as labels, at the start, within and at the end, in several sizes
 * and themes, for a projector, with details, and each view alone; and all that
 * lies over the frame.
 *
 * Of the many combinations each moment has some, in turn.  With UPSWEEP_SLOW
 * set it has all, at more sizes of input and more moments.
 */
#include "draw/font.h"
#include "record/record.h"
#include "say/symbolic_trace.h"
#include "util/workers.h"
#include "view/frame.h"
#include "view/views.h"
#include "window/chrome.h"
#include "window/command.h"
#include "window/session.h"
#include "legible.h"
#include "slow.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    int width, height;
    double scale;
} sizes[] = {{1920, 1080, 1}, {1280, 720, 1},  {1024, 768, 1.25},
             {960, 540, 1},   {1080, 1920, 1}, {1920, 1080, 1.25},
             {3840, 2160, 1}, {640, 360, 1}};

static const struct {
    uint32_t n, k;
    bool slow; /* not in the usual run */
} runs[] = {{16, 4, false},    {64, 4, false},  {32, 32, false},
            {2048, 32, false}, {7, 2, true},    {100, 8, true},
            {256, 16, true},   {512, 64, true}, {32768, 32, true}};

/* What a picture is of, besides a moment and a size. */
typedef enum { WHOLE, MOVING, STEPPED, PROJECTED, DETAILED, ALONE, KINDS } Kind;

static Recorder *recorder;
static uint32_t pictures, faults; /* of the catalog */

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

/* What one piece of the catalog shows: an algorithm with one size of input. */
typedef struct {
    uint32_t pictures, faults;
    char text[4096]; /* the first fault of each sort */
} Found;

/* A picture, and where its faults are noted. */
typedef struct {
    const DisplayList *list;
    const Player *player;
    Kind kind;
    Found *found;
    bool seen[LEGIBLE_KINDS][THING_KINDS];
} Picture;

static void note(void *data, const LegibleFault *fault)
{
    static const char *const kinds[] = {"whole",     "moving",   "stepped",
                                        "projected", "detailed", "alone"};
    Picture *picture = data;
    Found *found = picture->found;
    const Run *run = &picture->player->traces[0]->run;
    bool *seen = &picture->seen[fault->kind][fault->text->thing.kind];
    Text text = {0};

    ++found->faults;
    if (*seen)
        return;
    *seen = true;
    legible_describe(picture->list, fault, &text);
    size_t used = strlen(found->text);
    snprintf(found->text + used, sizeof found->text - used,
             "%s beside %d, n = %u, k = %u, op %d, tick %u of %u, %g x %g, %s: "
             "%s\n",
             run->algorithm, picture->player->count - 1, run->n, run->k,
             (int)run->op, picture->player->tick, picture->player->ticks,
             picture->list->width, picture->list->height, kinds[picture->kind],
             text.text);
    text_free(&text);
}

/* The scene of the moment of PLAYER as a picture of a kind shows it. */
static Scene scene_of(const Player *player, const AnalysedTrace *analysed,
                      Kind kind, uint32_t turn)
{
    Scene scene = {.count = player->count,
                   .theme = (Theme)(turn % THEME_COUNT),
                   .projector = kind == PROJECTED,
                   .details = kind == DETAILED,
                   .steps = kind == STEPPED};

    for (int t = 0; t < scene.count; ++t) {
        scene.analysed_traces[t] = analysed;
        scene.positions[t] = player_position(player, t);
        if (kind == MOVING && scene.positions[t])
            scene.remains[t] = 0.1 + 0.2 * (turn % 5);
    }
    return scene;
}

/* What all pictures of a trace share. */
typedef struct {
    const AnalysedTrace *analysed;
    DisplayList list;
    Player player;
    uint32_t turn; /* counts pictures */
    Picture picture;
} Looking;

static void look_at(Looking *looking, Kind kind, size_t size)
{
    const AnalysedTrace *analysed = looking->analysed;
    uint32_t turn = looking->turn;
    Scene scene = scene_of(&looking->player, analysed, kind, turn);
    int width = sizes[size].width, height = sizes[size].height;
    Area area = (Area)(turn % AREA_COUNT);

    scene.scale = sizes[size].scale;
    if (kind == ALONE && view_has(analysed, area)) {
        scene.only = 1 + (int)area;
    }
    looking->picture.kind = kind;
    frame_draw(&looking->list, &scene, width, height);
    int texts =
        legible_each(&looking->list,
                     view_least(&scene, view_unit(&scene, width, height)), note,
                     &looking->picture);
    if (texts <= 2)
        g_error("%s beside %d, n = %u, kind %d, area %d, %d x %d: %d texts",
                analysed->trace->run.algorithm, scene.count - 1,
                analysed->trace->run.n, (int)kind, scene.only - 1, width,
                height, texts);
    ++looking->picture.found->pictures;
}

/* Looks at COUNT copies of a trace at some moments. */
static void look(Looking *looking, const Trace *trace, int count,
                 uint32_t moments)
{
    const Trace *traces[PLAYER_MAX_TRACES] = {trace, trace, trace, trace};
    Player *player = &looking->player;
    size_t all = slow_is_asked() ? G_N_ELEMENTS(sizes) : 1;
    Error error;

    g_assert_true(player_init(player, traces, count, &error));
    for (uint32_t m = 0; m <= moments; ++m) {
        player_seek(player, (uint32_t)((uint64_t)player->ticks * m / moments));
        for (int kind = 0; kind < KINDS; ++kind, ++looking->turn)
            for (size_t z = 0; z < all; ++z)
                look_at(looking, (Kind)kind,
                        (looking->turn + z) % G_N_ELEMENTS(sizes));
    }
    player_free(player);
}

/* Alone and beside others; as numbers and as labels. */
static void look_at_all(const Trace *trace, uint32_t turn, Found *found)
{
    uint32_t moments = slow_is_asked() ? 24 : 2;
    Trace *labels = symbolic_trace_of(trace);
    AnalysedTrace *numbers = analysed_new(trace);
    AnalysedTrace *sums = analysed_labels(labels, numbers);
    Looking looking = {.turn = turn};

    looking.picture.list = &looking.list;
    looking.picture.player = &looking.player;
    looking.picture.found = found;
    for (int count = 1; count <= PLAYER_MAX_TRACES; ++count) {
        if (count == 3 && !slow_is_asked())
            continue;
        looking.analysed = numbers;
        look(&looking, trace, count, moments);
        looking.analysed = sums;
        if (count < 3 || slow_is_asked())
            look(&looking, labels, count, moments);
    }
    display_list_free(&looking.list);
    analysed_free(sums);
    analysed_free(numbers);
    trace_free(labels);
}

static bool look_at_piece(void *user, size_t piece, void *slot, Error *error)
{
    const Algorithm *const *all = user;
    const Algorithm *algorithm = all[piece / G_N_ELEMENTS(runs)];
    size_t r = piece % G_N_ELEMENTS(runs);
    Trace *trace = NULL;
    Found *found = slot;

    (void)error;
    *found = (Found){.pictures = 0};
    if (runs[r].n <= algorithm->max_n && (!runs[r].slow || slow_is_asked()))
        trace = make(algorithm, runs[r].n, runs[r].k);
    if (!trace)
        return true;
    look_at_all(trace, (uint32_t)piece, found);
    trace_free(trace);
    return true;
}

static bool take_piece(void *user, size_t piece, const void *slot, Error *error)
{
    const Found *found = slot;

    (void)user;
    (void)piece;
    (void)error;
    pictures += found->pictures;
    faults += found->faults;
    if (found->faults)
        g_printerr("%s", found->text);
    return true;
}

static void test_catalog(void)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);
    WorkerJob job = {.count = count * G_N_ELEMENTS(runs),
                     .slot_bytes = sizeof(Found),
                     .make = look_at_piece,
                     .take = take_piece,
                     .user = (void *)all,
                     .cuttable = true};
    Error error = {0};

    g_assert_true(workers_run(&job, workers_cores(), &error));
    g_test_message("%u pictures", pictures);
    g_assert_cmpuint(pictures, >, count * 40);
    g_assert_cmpuint(faults, ==, 0);
}

/* The bar, and the bar of a projector. */
static void test_chrome(void)
{
    const Algorithm *algorithm = catalog_find("leftright", NULL);
    Trace *trace = make(algorithm, 64, 4);
    const Trace *traces[] = {trace};
    Error error;
    Session session;
    BarMarks marks = {0};
    ChromeScroll scroll = {0};
    Ui ui = {0};
    DisplayList list = {0};

    g_assert_true(session_open(&session, traces, 1, &error));
    CommandState state = {.player = &session.player};
    for (size_t z = 0; z < G_N_ELEMENTS(sizes); ++z)
        for (int projector = 0; projector < 2; ++projector) {
            Chrome chrome = {.size = {sizes[z].width, sizes[z].height,
                                      sizes[z].scale, 1, projector},
                             .session = &session,
                             .state = &state,
                             .marks = &marks,
                             .scroll = &scroll};
            chrome_show(&ui, &list, &chrome, &(UiInput){.x = -1, .y = -1});
            legible_check_chrome(&list, &session.player,
                                 chrome_smallest(&chrome.size));
        }
    bar_marks_free(&marks);
    display_list_free(&list);
    session_close(&session);
    trace_free(trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    g_test_add_func("/legible/chrome", test_chrome);
    g_test_add_func("/legible/catalog", test_catalog);
    int status = g_test_run();
    recorder_free(recorder);
    font_done();
    return status;
}
