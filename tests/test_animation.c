/* SPDX-License-Identifier: MIT
 *
 * Tests of how views move words (src/view/view.c, view_lanes.c, view_blocks.c)
 * that move between lanes, arrays and blocks, and views that wait for them.
 *
 * Half-way through its instruction a word is drawn between the two places;
 * before and after, the frame shows no trace of the movement.
 */
#include "record/record.h"
#include "analysis/tile_status.h"
#include "view/frame.h"
#include "view/view_motion.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static Recorder *recorder;
static bool details = true; /* so that arrays are shown */

typedef struct {
    Trace *trace;
    AnalysedTrace *analysed;
    DisplayList list;
} Stage;

/* The inclusive sum of 1, 2, 3, ... by NAME. */
static Stage stage_new(const char *name, uint32_t n, uint32_t k)
{
    Error error;
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = k,
                             .passes = PLAN_USUAL,
                             .op = OP_ADD,
                             .inclusive = true,
                             .device = DEVICE_CPU};
    Word *input = base_alloc(n, sizeof *input);

    for (uint32_t i = 0; i < n; ++i)
        input[i] = i + 1;
    options.input = input;
    Stage stage = {.trace = record(recorder, &options, &error)};
    g_assert_nonnull(stage.trace);
    stage.analysed = analysed_new(stage.trace);
    free(input);
    return stage;
}

static void stage_free(Stage *stage)
{
    display_list_free(&stage->list);
    analysed_free(stage->analysed);
    trace_free(stage->trace);
}

/* Draws the moment when SHARE of the last of POSITION instructions has
 * happened. */
static const DisplayList *draw(Stage *stage, size_t position, double share)
{
    Scene scene = {.count = 1,
                   .analysed_traces = {stage->analysed},
                   .positions = {position},
                   .details = details,
                   .remains = {1 - share}};

    frame_draw(&stage->list, &scene, 1920, 1080);
    return &stage->list;
}

static const Instruction *running(const Stage *stage, size_t position)
{
    return stage->trace->instructions +
           analysed_running(stage->analysed, position);
}

/* The position after the first instruction of KIND whose array, if that is not
 * negative, is ARRAY. */
static size_t find(const Stage *stage, AccessKind kind, int array)
{
    for (size_t p = 1; p <= stage->trace->instructions_count; ++p)
        if (running(stage, p)->kind == kind &&
            (array < 0 || running(stage, p)->array == array))
            return p;
    g_assert_not_reached();
}

static const char *text_of(const DisplayList *list, const Shape *shape)
{
    return shape->kind == SHAPE_TEXT ? shape_text(list, shape) : "";
}

/* How many words are on their way, and the NTH of those that say TEXT. */
static int count_moving(const DisplayList *list)
{
    int count = 0;

    for (size_t i = 0; i < list->shapes_count; ++i)
        count += list->shapes[i].thing.kind == THING_MOTION &&
                 list->shapes[i].kind == SHAPE_TEXT;
    return count;
}

static const Shape *moving(const DisplayList *list, const char *text, int nth)
{
    for (size_t i = 0; i + 1 < list->shapes_count; ++i)
        if (list->shapes[i].thing.kind == THING_MOTION &&
            list->shapes[i].kind == SHAPE_RECT &&
            strcmp(text_of(list, list->shapes + i + 1), text) == 0 &&
            nth-- == 0)
            return list->shapes + i;
    return NULL;
}

/* The box that stands for something, the largest; and the text in it. */
static const Shape *box_of(const DisplayList *list, ThingKind kind, uint32_t a,
                           uint32_t b)
{
    const Shape *found = NULL;

    for (size_t i = 0; i < list->shapes_count; ++i)
        if (list->shapes[i].thing.kind == kind &&
            list->shapes[i].thing.a == a && list->shapes[i].thing.b == b &&
            list->shapes[i].kind == SHAPE_RECT &&
            (!found || list->shapes[i].box.h > found->box.h))
            found = list->shapes + i;
    g_assert_nonnull(found);
    return found;
}

static const char *words_of(const DisplayList *list, ThingKind kind, uint32_t a,
                            uint32_t b)
{
    const Rect box = box_of(list, kind, a, b)->box;

    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if (shape->kind == SHAPE_TEXT && shape->thing.kind == kind &&
            shape->thing.a == a && shape->thing.b == b &&
            shape->box.y >= box.y - 1 &&
            shape->box.y + shape->box.h <= box.y + box.h + 1)
            return text_of(list, shape);
    }
    return "";
}

static double middle_x(const Shape *shape)
{
    return shape->box.x + shape->box.w / 2;
}

static double middle_y(const Shape *shape)
{
    return shape->box.y + shape->box.h / 2;
}

static bool between(double low, double x, double high)
{
    return low + 1 < x && x < high - 1;
}

/* In row 2 (shuffle up by 2) thread 3 adds 3 of thread 1 to 3 + 4. */
static void test_shuffle(void)
{
    Stage stage = stage_new("warp-shuffle", 4, 4);
    size_t position = find(&stage, ACCESS_SHFL, -1) + 1;

    g_assert_cmpint(running(&stage, position)->kind, ==, ACCESS_SHFL);
    const DisplayList *list = draw(&stage, position, 0.5);
    const Shape *taken = moving(list, "3", 0), *own = moving(list, "7", 0);
    const Shape *from = box_of(list, THING_LANE, 1, 1);
    const Shape *to = box_of(list, THING_LANE, 2, 3);
    g_assert_cmpint(count_moving(list), ==, 4);
    g_assert_nonnull(taken);
    g_assert_nonnull(own);
    g_assert_true(between(middle_x(from), middle_x(taken), middle_x(to)));
    g_assert_true(between(middle_y(from), middle_y(taken), middle_y(to)));
    /* the other operand is there first, and waits on the right */
    g_assert_cmpfloat(fabs(middle_y(own) - middle_y(to)), <, 1);
    g_assert_true(between(middle_x(to), middle_x(own), to->box.x + to->box.w));
    g_assert_cmpstr(words_of(list, THING_LANE, 2, 3), ==, "");
    g_assert_cmpstr(words_of(list, THING_LANE, 2, 0), ==, "1");
    /* at the end they are in the cell, the left operand on the left */
    list = draw(&stage, position, 0.99);
    to = box_of(list, THING_LANE, 2, 3);
    taken = moving(list, "3", 0);
    own = moving(list, "7", 0);
    g_assert_cmpfloat(fabs(middle_y(taken) - middle_y(to)), <, 2);
    g_assert_true(between(to->box.x, middle_x(taken), middle_x(to)));
    g_assert_true(between(middle_x(to), middle_x(own), to->box.x + to->box.w));
    list = draw(&stage, position, 1);
    g_assert_cmpint(count_moving(list), ==, 0);
    g_assert_true(g_str_has_suffix(words_of(list, THING_LANE, 2, 3), "10"));
    stage_free(&stage);
}

static bool says(const DisplayList *list, const char *words)
{
    for (size_t i = 0; i < list->shapes_count; ++i)
        if (strstr(text_of(list, list->shapes + i), words))
            return true;
    return false;
}

/* An instruction of two transactions moves the words of the one, then the
 * other's, and counts them so. */
static void test_transactions(void)
{
    Stage stage = stage_new("compact", 16, 4);
    size_t position = 1;
    uint8_t turns[TRACE_MAX_BANKS];

    while (running(&stage, position)->kind != ACCESS_GLOAD ||
           cost_turns(stage.trace, running(&stage, position), turns) < 2)
        ++position;
    const Instruction *at = running(&stage, position);
    const Access *access = trace_accesses(stage.trace, at);
    int first = 0, count[2];
    for (int i = 0; i < at->lanes; ++i) {
        g_assert_cmpuint(turns[i], ==, access[i].cell / 4 - access[0].cell / 4);
        first += turns[i] == 0;
    }
    g_assert_cmpint(first, <, at->lanes);
    uint32_t before = stage.analysed->reads[position - 1];
    for (int i = 0; i < 2; ++i) {
        const DisplayList *list = draw(&stage, position, i ? 0.75 : 0.25);
        char words[64];
        count[i] = count_moving(list);
        g_snprintf(words, sizeof words, "%u transaction", before + (unsigned)i);
        g_assert_true(says(list, words));
    }
    g_assert_cmpint(count[0], ==, first);
    g_assert_cmpint(count[1], ==, at->lanes - first);
    stage_free(&stage);
}

/* The card of the block that works on TILE. */
static const Shape *card_of(const Stage *stage, const DisplayList *list,
                            uint32_t tile)
{
    uint32_t b = 0;

    while (stage->analysed->sums[b].tile != tile)
        ++b;
    const Block *block = stage->trace->blocks + b;
    return box_of(list, THING_BLOCK, block->grid, block->index);
}

/* A published pair is in its card when it has arrived. */
static void test_publish(void)
{
    Stage stage = stage_new("look-back", 64, 4);
    size_t position = find(&stage, ACCESS_GSTORE, 3);

    const Instruction *at = running(&stage, position);
    const Access *access = tile_status_access(stage.trace, at, 0);
    uint32_t tile = tile_status_tile(stage.trace, at, access);
    char value[16];

    g_snprintf(value, sizeof value, "%u", access->value);
    const DisplayList *list = draw(&stage, position, 0.5);
    const Shape *token = moving(list, value, 0);
    const Shape *card = card_of(&stage, list, tile);
    g_assert_nonnull(token);
    g_assert_cmpint(count_moving(list), ==, 1);
    g_assert_cmpfloat(middle_y(token), >, middle_y(card));
    double half = middle_y(token);
    list = draw(&stage, position, 0.98);
    token = moving(list, value, 0);
    card = card_of(&stage, list, tile);
    g_assert_cmpfloat(middle_y(token), <, half);
    g_assert_cmpfloat(fabs(middle_y(token) - middle_y(card)), <,
                      card->box.h / 2);
    g_assert_true(
        between(card->box.x, middle_x(token), card->box.x + card->box.w));
    list = draw(&stage, position, 1);
    g_assert_cmpint(count_moving(list), ==, 0);
    stage_free(&stage);
}

/* Drawn at rest after it moved, a frame is the one that never did; and the same
 * moment gives the same frame. */
static void test_rest(void)
{
    static const char *const names[] = {"warp-shuffle",   "block-shuffle",
                                        "look-back",      "compact",
                                        "vector-shuffle", "three-phase"};
    static const double shares[] = {1, 0.5};

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a) {
        Stage still = stage_new(names[a], 16, 4);
        Stage moved = stage_new(names[a], 16, 4);
        size_t count = still.trace->instructions_count;
        for (size_t p = 1; p <= count; p += 1 + count / 40)
            for (size_t s = 0; s < G_N_ELEMENTS(shares); ++s) {
                const DisplayList *one = draw(&still, p, shares[s]);
                draw(&moved, p, 0.3);
                const DisplayList *two = draw(&moved, p, shares[s]);
                g_assert_cmpuint(one->shapes_count, ==, two->shapes_count);
                g_assert_true(shares[s] < 1 || count_moving(one) == 0);
                for (size_t i = 0; i < one->shapes_count; ++i) {
                    const Shape *x = one->shapes + i, *y = two->shapes + i;
                    g_assert_true(x->kind == y->kind && x->fill == y->fill &&
                                  x->edge == y->edge &&
                                  memcmp(&x->box, &y->box, sizeof x->box) == 0);
                    g_assert_cmpstr(text_of(one, x), ==, text_of(two, y));
                }
            }
        stage_free(&still);
        stage_free(&moved);
    }
}

/* How far a word on its way is above the middle of a box. */
static double above(Stage *stage, size_t position, double share,
                    const char *text, ThingKind kind, uint32_t a, uint32_t b)
{
    const DisplayList *list = draw(stage, position, share);
    const Shape *token = moving(list, text, 0);

    g_assert_nonnull(token);
    return middle_y(box_of(list, kind, a, b)) - middle_y(token);
}

/* The first access of the running instruction, and its word. */
static const Access *first_access(const Stage *stage, size_t position,
                                  char text[16])
{
    const Access *access =
        trace_accesses(stage->trace, running(stage, position));

    g_snprintf(text, 16, "%u", access->value);
    return access;
}

/* What is loaded leaves its cell for the queue below it, what is stored comes
 * from there; inputs come to the tree, outputs leave it. */
static void test_ways(void)
{
    Stage stage = stage_new("leftright", 16, 4);
    char text[16];

    size_t at = find(&stage, ACCESS_LOAD, -1);
    uint32_t cell = first_access(&stage, at, text)->cell;
    double early = above(&stage, at, 0.5, text, THING_CELL, cell, 0);
    double late = above(&stage, at, 0.9, text, THING_CELL, cell, 0);
    g_assert_cmpfloat(late, <, early - 5); /* down, to the queue */
    at = find(&stage, ACCESS_STORE, -1);
    cell = first_access(&stage, at, text)->cell;
    early = above(&stage, at, 0.5, text, THING_CELL, cell, 0);
    late = above(&stage, at, 0.9, text, THING_CELL, cell, 0);
    g_assert_cmpfloat(late, >, early + 5); /* up, to the cell */
    g_assert_cmpfloat(fabs(late), <, fabs(early));
    at = find(&stage, ACCESS_GLOAD, GLOBAL_IN);
    uint32_t leaf = first_access(&stage, at, text)->cell;
    early = fabs(above(&stage, at, 0.2, text, THING_NODE, 0, leaf));
    late = fabs(above(&stage, at, 0.8, text, THING_NODE, 0, leaf));
    g_assert_cmpfloat(late, <, early);
    at = find(&stage, ACCESS_GSTORE, GLOBAL_OUT);
    leaf = first_access(&stage, at, text)->cell;
    early = fabs(above(&stage, at, 0.2, text, THING_NODE, 0, leaf));
    late = fabs(above(&stage, at, 0.8, text, THING_NODE, 0, leaf));
    g_assert_cmpfloat(late, >, early);
    stage_free(&stage);
}

/* Of a queue of two, none has begun to be served while they come, one in the
 * first cycle, both in the second. */
static void test_begun(void)
{
    static const double shares[] = {0.1, 0.3, 0.49, 0.7, 0.95};
    static const int begun[] = {0, 1, 1, 2, 2};
    Stage stage = stage_new("nopadding", 16, 4);
    const BankTable *banks = &stage.analysed->banks;
    size_t at = 0;

    while (banks->costs[at].latency != 2)
        ++at;
    for (size_t i = 0; i < G_N_ELEMENTS(shares); ++i) {
        Scene scene = {.count = 1,
                       .analysed_traces = {stage.analysed},
                       .positions = {at + 1},
                       .remains = {1 - shares[i]}};
        View view = view_open(&stage.list, &scene, 0);
        int most = 0;
        for (uint32_t bank = 0; bank < 4; ++bank)
            most = MAX(most, service_begun(view.service, view.moment->progress,
                                           bank));
        g_assert_cmpint(most, ==, begun[i]);
        view_close(&view);
    }
    stage_free(&stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    g_test_add_func("/animation/shuffle", test_shuffle);
    g_test_add_func("/animation/transactions", test_transactions);
    g_test_add_func("/animation/publish", test_publish);
    g_test_add_func("/animation/rest", test_rest);
    g_test_add_func("/animation/ways", test_ways);
    g_test_add_func("/animation/begun", test_begun);
    int failed = g_test_run();
    recorder_free(recorder);
    return failed;
}
