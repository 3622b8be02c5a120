/* SPDX-License-Identifier: MIT
 *
 * What frames say of a user's program: names, types, launches and verdicts; and
 * that all of it can be read.
 *
 * Programs with sums are recordings of the catalog under another origin: their
 * words have intervals, as a program's words after runs on random inputs.
 */
#include "analysis/sum_check.h"
#include "ask/asking.h"
#include "view/views.h"
#include "legible.h"
#include "program_writer.h"
#include "record/record.h"
#include "stage.h"
#include "say/symbolic_trace.h"
#include "shape_is.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Return address of an access on LINE of test.cu. */
#define AT(line) (16u * (line) + 1)

/* ---- Programs -------------------------------------------------------------*/

enum {
    D = 0,
    TILE = 128,
    C = TILE + 3 * 33 * 4,
    U = C + 12,
    SHARED = U + 4 * 40
};

/* Writes variables of several types and reads one of them. */
static Trace *mixed(void)
{
    ProgramWriter log;
    double halves[16];
    unsigned one = 34;

    writer_begin(&log);
    uint32_t doubles = writer_site(&log, AT(5)),
             tile = writer_site(&log, AT(6)), bytes = writer_site(&log, AT(7)),
             unsigneds = writer_site(&log, AT(8)),
             barrier = writer_site(&log, AT(10)),
             single = writer_site(&log, AT(11)),
             same = writer_site(&log, AT(14));
    writer_launch(&log, "mixed", 1, 32, "");
    writer_variable(&log, "d", "double [16]", D, 128, ELEMENT_F64, 8, 16, 0);
    writer_variable(&log, "tile", "int [3][33]", TILE, 3 * 33 * 4, ELEMENT_I32,
                    4, 3, 33);
    writer_variable(&log, "c", "char [12]", C, 12, ELEMENT_I8, 1, 12, 0);
    writer_variable(&log, "u", "unsigned [40]", U, 160, ELEMENT_U32, 4, 40, 0);
    writer_block(&log, 0);
    writer_access(&log, 0, 0, doubles, PROGRAM_STORE, PROGRAM_SHARED, 8, 0);
    for (uint32_t i = 0; i < 16; ++i) {
        halves[i] = i * 0.5 - 2;
        writer_lane(&log, i, D + 8 * i, halves + i, 8, 0);
    }
    writer_access(&log, 0, 0, tile, PROGRAM_STORE, PROGRAM_SHARED, 4, 0);
    for (uint32_t i = 0; i < 32; ++i)
        writer_lane(&log, i, TILE + 33 * 4 + 4 * i, &(int){-(int)i}, 4, 0);
    writer_access(&log, 0, 0, bytes, PROGRAM_STORE, PROGRAM_SHARED, 1, 0);
    for (uint32_t i = 0; i < 12; ++i)
        writer_lane(&log, i, C + i, &(char){(char)i}, 1,
                    0x03020100u + i / 4 * 0x04040404u);
    writer_access(&log, 0, 0, unsigneds, PROGRAM_STORE, PROGRAM_SHARED, 4, 0);
    for (uint32_t i = 0; i < 32; ++i)
        writer_lane(&log, i, U + 4 * i, &(unsigned){i == 7 ? 4000000007u : i},
                    4, 0);
    writer_barrier(&log, 0, barrier);
    writer_access(&log, 0, 0, single, PROGRAM_STORE, PROGRAM_SHARED, 4, 0);
    writer_lane(&log, 2, TILE + 4 * (33 + 4), &one, 4, 0);
    writer_access(&log, 0, 0, same, PROGRAM_LOAD, PROGRAM_SHARED, 4, 0);
    for (uint32_t i = 0; i < 32; ++i)
        writer_lane(&log, i, U + 12, &(unsigned){3}, 4, 0);
    writer_end(&log, SHARED);
    return writer_done(&log);
}

/* Gives the last launch the result that follows from its output, as if four
 * runs had shown it; UNCHECKED: why they were not made, or "". */
static void add_result(Trace *trace, const char *unchecked)
{
    SumResult result = {.input = base_strdup("in"),
                        .output = base_strdup("out"),
                        .unchecked = base_strdup(unchecked),
                        .first = (uint32_t)trace->grids_count,
                        .last = (uint32_t)trace->grids_count,
                        .n = trace->run.n,
                        .trials = unchecked[0] ? 0 : 4,
                        .bits = 32};

    for (size_t g = 0; g < trace->results_count; ++g)
        sum_result_free(&trace->results[g]);
    trace->results_count = 0;
    for (uint32_t g = 1; g < trace->grids_count; ++g)
        base_push(trace, results,
                  ((SumResult){.input = base_strdup(""),
                               .output = base_strdup(""),
                               .unchecked = base_strdup("?"),
                               .first = g,
                               .last = g}));
    if (!unchecked[0]) {
        InputSpan *spans = input_spans(trace->output_interval, trace->run.n);
        sum_check(spans, trace->run.n, &result);
        free(spans);
    }
    base_push(trace, results, result);
    trace->run.trials = result.trials;
}

/* An algorithm of the catalog as if it were a program with "int temp[]". */
static Trace *disguised(const char *name, uint32_t n, uint32_t k)
{
    RecordOptions options = {.algorithm = catalog_find(name, NULL),
                             .n = n,
                             .k = k,
                             .op = OP_ADD,
                             .device = DEVICE_CPU};
    Recorder *recorder = recorder_new();
    Word *input = base_alloc(n, sizeof *input);
    Error error = {0};

    g_assert_nonnull(options.algorithm);
    options.inclusive = options.algorithm->inclusive;
    for (uint32_t i = 0; i < n; ++i)
        input[i] = i % 7;
    options.input = input;
    Trace *trace = record(recorder, &options, &error);
    g_assert_cmpstr(trace ? "" : error.text, ==, "");
    trace->run.origin = ORIGIN_PROGRAM;
    for (size_t g = 0; g < trace->grids_count; ++g)
        trace->grids[g].tiled = 0;
    add_result(trace, "");
    free(trace->run.algorithm);
    trace->run.algorithm = base_strdup("own.cu");
    free(trace->run.command);
    trace->run.command = base_strdup("own.cu");
    free(trace->run.compiler);
    trace->run.compiler = base_strdup("clang++ -O0");
    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        Grid *grid = trace->grids + g;
        uint32_t blocks[] = {grid->blocks, 1, 1},
                 threads[] = {grid->threads, 1, 1};
        Variable temp = {.grid = g,
                         .bytes = 4 * grid->words,
                         .extents = {grid->words},
                         .element_bytes = 4,
                         .element = ELEMENT_I32};
        memcpy(grid->extents, blocks, sizeof blocks);
        memcpy(grid->block_extents, threads, sizeof threads);
        if (grid->words == 0)
            continue;
        temp.name = base_strdup("temp");
        temp.type = base_strdup("int []");
        base_push(trace, variables, temp);
    }
    for (size_t a = 0; a < trace->arrays_count; ++a)
        trace->arrays[a].element = ELEMENT_I32;
    free(input);
    recorder_free(recorder);
    return trace;
}

/* Is there a text with WORDS in it, of COLOR? */
static bool says_in(const Stage *stage, Color color, const char *words)
{
    const DisplayList *list = &stage->list;

    for (size_t i = 0; i < list->shapes_count; ++i)
        if (list->shapes[i].kind == SHAPE_TEXT &&
            list->shapes[i].fill == color &&
            strstr(shape_text(list, list->shapes + i), words))
            return true;
    return false;
}

static int count_texts(const Stage *stage, const char *words)
{
    const DisplayList *list = &stage->list;
    int count = 0;

    for (size_t i = 0; i < list->shapes_count; ++i)
        count += list->shapes[i].kind == SHAPE_TEXT &&
                 strcmp(shape_text(list, list->shapes + i), words) == 0;
    return count;
}

static size_t end_of(const Stage *stage)
{
    return stage->traces[0]->instructions_count;
}

/* ---- Names and values -----------------------------------------------------*/

/* Each program has the names of its arrays, its launch and its file. */
static void test_names(void)
{
    Stage *stage = stage_of((Trace *[]){mixed()}, 1);

    for (size_t p = 0; p <= end_of(stage); ++p) {
        stage_draw_at(stage, p, 1920, 1080);
        g_assert_true(stage_says(stage, "test.cu"));
        g_assert_true(stage_mentions(stage, THING_FRAME, "mixed<<<1, 32>>>"));
        g_assert_true(stage_says(stage, "double d[16] · int tile[3][33] · "
                                        "char c[12] · unsigned u[40]"));
        g_assert_true(stage_says(stage, "d[0]"));
        g_assert_false(stage_mentions(stage, THING_SENTENCE, "cell "));
    }
    stage_free(stage);
    stage = stage_of((Trace *[]){disguised("leftright", 64, 32)}, 1);
    stage_draw_at(stage, 3, 1920, 1080);
    g_assert_true(stage_says(stage, "int temp[64]"));
    stage_free(stage);
}

/* What is written on CELL; "" if nothing is. */
static const char *cell_text(const Stage *stage, uint32_t cell)
{
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == SHAPE_TEXT && shape->thing.kind == THING_CELL &&
            shape->thing.a == cell)
            return shape_text(&stage->list, shape);
    }
    return "";
}

/* What CELL of mixed holds once all but the last store is done. */
static char *mixed_text(uint32_t cell)
{
    if (cell < TILE / 4)
        return g_strdup_printf("%g", cell / 2 * 0.5 - 2);
    if (cell < C / 4)
        return g_strdup_printf("%d", -(int)(cell - TILE / 4 - 33));
    uint32_t i = (cell - C / 4) * 4;
    if (cell < U / 4)
        return g_strdup_printf("%u %u %u %u", i, i + 1, i + 2, i + 3);
    i = cell - U / 4;
    return i == 7 ? g_strdup("4000000007") : g_strdup_printf("%u", i);
}

/* Each number is in its type, a double once in its two cells; a row that has
 * numbers has all of those that are stored. */
static void test_values(void)
{
    Stage *stage = stage_of((Trace *[]){mixed()}, 1);
    int shown = 0;

    stage_draw_at(stage, end_of(stage) - 1, 1920, 1080);
    g_assert_cmpstr(cell_text(stage, TILE / 4 + 33 + 4), ==, "T2 ▶ 34");
    for (uint32_t c = 0; c < SHARED / 4; ++c) {
        g_autofree char *text = mixed_text(c);
        if (c == TILE / 4 + 33 + 4 || !cell_text(stage, c)[0])
            continue;
        g_assert_cmpstr(cell_text(stage, c), ==, text);
        ++shown;
    }
    g_assert_cmpint(shown, >=, 8);
    stage_free(stage);
}

/* ---- Verdicts -------------------------------------------------------------*/

/* What is found, with lines and numbers, is said on every frame; the badge says
 * it once it has happened. */
static void check_found(Trace *trace, const char *badge,
                        const char *const texts[3])
{
    Stage *stage = stage_of(&trace, 1);

    for (size_t p = 0; p <= end_of(stage); ++p) {
        stage_draw_at(stage, p, 1920, 1080);
        for (int i = 0; i < 3 && texts[i]; ++i)
            if (!stage_mentions(stage, THING_FINDING, texts[i]))
                g_error("position %zu does not say \"%s\"", p, texts[i]);
    }
    g_assert_true(says_in(stage, COLOR_ON_STRONG, badge));
    g_assert_true(says_in(stage, COLOR_FAULT, texts[0]));
    g_assert_false(stage_says(stage, "no conflict here"));
    stage_free(stage);
}

static void test_found(void)
{
    Trace *wrong = disguised("hillis-steele", 64, 32);

    wrong->output_interval[17] = interval_make(0, 12);
    add_result(wrong, "");
    check_found(wrong, "1 of 64 wrong",
                (const char *const[]){"Wrong result",
                                      "Line 59: out[17] is the "
                                      "sum of in[0] to in[12]",
                                      NULL});
    check_found(disguised("hillis-steele-racy", 64, 32), "raced, wrong",
                (const char *const[]){"Race",
                                      "Lines 39 and 36: thread 0 stores "
                                      "temp[0] while thread 1",
                                      "31 of 64 elements are wrong"});
    check_found(disguised("hillis-steele-racy", 16, 32), "raced",
                (const char *const[]){"Race", "Lines 39 and 36: ",
                                      "Add __syncwarp() before line 39"});
}

/* A right program says so at its end, and no program says why it is not
 * checked but the one that is not. */
static void test_verdict(void)
{
    Trace *unchecked = disguised("hillis-steele", 64, 32);
    Stage *stage = stage_of((Trace *[]){disguised("hillis-steele", 64, 32)}, 1);

    stage_draw_at(stage, 5, 1920, 1080);
    g_assert_false(stage_says(stage, "inclusive sum"));
    g_assert_true(stage_mentions(stage, THING_FINDING, "No races"));
    stage_draw_at(stage, end_of(stage), 1920, 1080);
    g_assert_true(stage_says(stage, "inclusive sum"));
    g_assert_true(stage_mentions(stage, THING_FINDING, "4 random inputs"));
    stage_free(stage);
    add_result(unchecked, "launch 1 loads no array");
    stage = stage_of(&unchecked, 1);
    stage_draw_at(stage, end_of(stage), 1920, 1080);
    g_assert_true(says_in(stage, COLOR_DIM, "not checked"));
    g_assert_true(
        stage_mentions(stage, THING_SENTENCE, "launch 1 loads no array"));
    g_assert_false(stage_says(stage, "inclusive sum"));
    stage_free(stage);
}

/* The launch that runs, of how many. */
static void test_launches(void)
{
    Stage *stage = stage_of((Trace *[]){disguised("three-phase", 256, 32)}, 1);

    stage_draw_at(stage, 1, 1920, 1080);
    g_assert_true(stage_mentions(stage, THING_FRAME, "launch 1 of 4"));
    stage_draw_at(stage, end_of(stage), 1920, 1080);
    g_assert_true(stage_mentions(stage, THING_FRAME, "launch 4 of 4"));
    g_assert_true(stage_mentions(stage, THING_FRAME, "<<<4, 64>>>"));
    stage_free(stage);
}

/* A race of which nothing more is known. */
static void test_race_unchecked(void)
{
    Trace *trace = disguised("hillis-steele-racy", 64, 32);

    add_result(trace, "launch 1 loads no array");
    Stage *stage = stage_of(&trace, 1);
    stage_draw_at(stage, end_of(stage), 1920, 1080);
    g_assert_true(says_in(stage, COLOR_ON_STRONG, " races"));
    g_assert_true(stage_mentions(stage, THING_SENTENCE, "at temp["));
    g_assert_false(stage_says(stage, "output"));
    stage_free(stage);
}

/* Is the word that cell I of shared memory holds at the end marked? */
static bool cell_is_marked(const Stage *stage, uint32_t i)
{
    for (size_t s = 0; s < stage->list.shapes_count; ++s) {
        const Shape *shape = stage->list.shapes + s;
        if (shape->thing.kind == THING_CELL && shape->thing.a == i &&
            shape->kind == SHAPE_RECT && shape->fill == COLOR_FAULT)
            return true;
    }
    return false;
}

/* Each wrong output is known, and the word in shared memory that went there
 * without being a sum; it arises where it was made. */
static void test_wrong_outputs(void)
{
    Trace *trace = disguised("hillis-steele-racy", 64, 32);
    uint8_t out;

    for (out = 0; strcmp(trace->arrays[out].name, trace->results[0].output);)
        ++out;
    Stage *stage = stage_of(&trace, 1);
    const AnalysedTrace *analysed = stage->analysed_traces[0];
    uint32_t wrong = 0, arise = 0, loaded = 0;
    stage_draw_at(stage, end_of(stage), 1920, 1080);
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        for (int lane = 0; lane < at->lanes; ++lane, ++access) {
            bool marked = wrong_words_at(&analysed->wrong, trace, access);
            bool good = trace->output_interval[access->cell] ==
                        interval_make(0, access->cell);
            if (trace_is_global_store(at) && at->array == out) {
                g_assert_cmpint(marked, ==, !good);
                g_assert_cmpint(cell_is_marked(stage, access->cell), ==, !good);
                wrong += marked;
            } else if (trace_is_load(at)) {
                loaded += marked;
            }
            arise += (analysed->wrong.accesses[access - trace->accesses] &
                      WRONG_ARISES) != 0;
            g_assert_true(!marked || access->interval == INTERVAL_TOP);
        }
    }
    g_assert_cmpuint(wrong, ==, trace->results[0].wrong);
    g_assert_cmpuint(wrong, >, 20);
    g_assert_cmpuint(arise, ==, wrong);
    g_assert_cmpuint(loaded, >=, wrong);
    stage_free(stage);
}

/* ---- The frame ------------------------------------------------------------*/

/* How many lanes of a large frame hold a word that is not written there. */
static int count_blank_lanes(const Stage *stage)
{
    const DisplayList *list = &stage->list;
    int blank = 0;

    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        bool written = false;
        if (!shape_is(shape, THING_LANE) || shape->kind != SHAPE_RECT ||
            shape->fill == COLOR_PANEL || shape->thread == 0)
            continue;
        for (size_t t = i; t < list->shapes_count && !written; ++t)
            written = list->shapes[t].kind == SHAPE_TEXT &&
                      rect_is_within(list->shapes[t].box, shape->box, 1);
        blank += !written;
    }
    return blank;
}

/* At sizes of a window, and at a worksheet's. */
static void test_lanes(void)
{
    static const int sizes[][2] = {{1038, 430},
                                   {1024, 768},
                                   {1280, 720},
                                   {1920, 1080}};
    Stage *stage = stage_of((Trace *[]){mixed()}, 1);

    for (size_t s = 0; s < G_N_ELEMENTS(sizes); ++s)
        for (size_t i = 1; i <= end_of(stage); ++i) {
            stage_draw_at(stage, i, 1920, 1080);
            stage->scene.projector = true;
            stage->scene.scale = s ? 1 : 1.42;
            frame_draw(&stage->list, &stage->scene, sizes[s][0], sizes[s][1]);
            g_assert_cmpint(count_blank_lanes(stage), ==, 0);
        }
    stage_free(stage);
}

/* A program that ended early: the reason is shown all the time, at the end
 * where the verdict would be. */
static void test_ended(void)
{
    Trace *trace = disguised("hillis-steele", 64, 32);
    const char *why = "own.cu:3: thread 5 of own does wrong; look at it";

    add_result(trace, "launch 1 ended early");
    trace->run.ended = base_strdup(why);
    trace->run.ended_line = trace->instructions->site;
    trace->run.ended_source = trace->instructions->source;
    trace->run.unfinished = 1;
    Stage *stage = stage_of(&trace, 1);
    for (size_t p = 0; p <= end_of(stage); ++p) {
        stage_draw_at(stage, p, 1920, 1080);
        g_assert_true(
            stage_mentions(stage, THING_FINDING, "thread 5 of own does wrong"));
    }
    stage_draw_at(stage, 1, 1920, 1080);
    g_assert_cmpint(count_texts(stage, "ended early"), ==, 0);
    g_assert_false(stage_says(stage, "no races"));
    stage_draw_at(stage, end_of(stage), 1920, 1080);
    g_assert_cmpint(count_texts(stage, "ended early"), ==, 1);
    g_assert_false(stage_says(stage, "The end"));
    g_assert_false(stage_says(stage, "no races"));
    stage_draw_at(stage, end_of(stage), 640,
                  360); /* where there is less room */
    g_assert_true(stage_says(stage, "ended early"));
    stage_free(stage);
}

static Rect area_of(const Stage *stage, Area area)
{
    return stage->list.areas[area][0];
}

/* Source at the left and full height; sums only where there are any. */
static void test_layout(void)
{
    Stage *stage = stage_of((Trace *[]){mixed()}, 1);

    stage_draw_at(stage, 2, 1920, 1080);
    Rect source = area_of(stage, AREA_SOURCE);
    Rect memory = area_of(stage, AREA_MEMORY);
    g_assert_cmpfloat(source.h, >, 0.8 * 1080);
    g_assert_cmpfloat(source.x + source.w, <=, memory.x);
    g_assert_cmpuint(stage_tags(stage, THING_NODE, 0), ==, 0);
    g_assert_cmpfloat(area_of(stage, AREA_TREE).h, ==, 0);
    g_assert_false(view_has(stage->analysed_traces[0], AREA_TREE));
    g_assert_false(stage_says(stage, "race"));
    stage_draw_at(stage, 2, 1080, 1920);
    source = area_of(stage, AREA_SOURCE);
    memory = area_of(stage, AREA_MEMORY);
    g_assert_cmpfloat(source.y + source.h, <=, memory.y);
    stage_free(stage);

    stage = stage_of((Trace *[]){disguised("hillis-steele", 64, 32)}, 1);
    stage_draw_at(stage, 2, 1920, 1080);
    Rect sums = area_of(stage, AREA_TREE);
    memory = area_of(stage, AREA_MEMORY);
    g_assert_cmpuint(stage_tags(stage, THING_NODE, 0), >, 0);
    g_assert_true(view_has(stage->analysed_traces[0], AREA_TREE));
    g_assert_cmpfloat(memory.y + memory.h, <=, sums.y);
    g_assert_false(stage_mentions(stage, THING_FRAME, "level"));
    stage_free(stage);
}

/* ---- It can be read -------------------------------------------------------*/

static void look(Stage *stage)
{
    static const struct {
        int width, height;
        double scale;
    } sizes[] = {{1920, 1080, 1}, {1920, 1080, 1.25}, {1280, 720, 1},
                 {1024, 768, 1},  {1080, 1920, 1},    {1280, 720, 1.25}};
    Player *player = &stage->player;

    for (uint32_t m = 0; m <= 4; ++m) {
        player_seek(player, (uint32_t)((uint64_t)player->ticks * m / 4));
        for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
            Scene scene = {.count = stage->count, .scale = sizes[i].scale};
            for (int t = 0; t < stage->count; ++t)
                scene.analysed_traces[t] = stage->analysed_traces[t];
            scene_follow(&scene, player);
            frame_draw(&stage->list, &scene, sizes[i].width, sizes[i].height);
            double unit = view_unit(&scene, sizes[i].width, sizes[i].height);
            legible_check(&stage->list, player, view_least(&scene, unit));
        }
    }
}

static void test_legible(void)
{
    static const char *const names[] = {"leftright", "hillis-steele-racy",
                                        "three-phase", "look-back"};

    for (size_t i = 0; i <= G_N_ELEMENTS(names); ++i)
        for (int labels = 0; labels < 2; ++labels) {
            Trace *trace = i < G_N_ELEMENTS(names)
                               ? disguised(names[i], 256, 32)
                               : mixed();
            Trace *shown = labels ? symbolic_trace_of(trace) : trace;
            Stage *stage = stage_of(&shown, 1);
            look(stage);
            stage_free(stage);
            if (labels)
                trace_free(trace);
        }
    Stage *stage = stage_of((Trace *[]){mixed(), mixed()}, 2);
    look(stage);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/program_frames/names", test_names);
    g_test_add_func("/program_frames/values", test_values);
    g_test_add_func("/program_frames/found", test_found);
    g_test_add_func("/program_frames/verdict", test_verdict);
    g_test_add_func("/program_frames/launches", test_launches);
    g_test_add_func("/program_frames/race/unchecked", test_race_unchecked);
    g_test_add_func("/program_frames/wrong/outputs", test_wrong_outputs);
    g_test_add_func("/program_frames/lanes", test_lanes);
    g_test_add_func("/program_frames/ended", test_ended);
    g_test_add_func("/program_frames/layout", test_layout);
    g_test_add_func("/program_frames/legible", test_legible);
    return g_test_run();
}
