/* SPDX-License-Identifier: MIT
 *
 * Tests of src/analysis/wrong_words.c, and of the verdict that frames show.
 */
#include "analysis/wrong_words.h"
#include "trace/value.h"
#include "view/verdict_text.h"
#include "stage.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* Of a run without a fault no word is wrong. */
static void test_right(void)
{
    static const char *const names[] = {"sequential",        "hillis-steele",
                                        "ping-pong",         "brent-kung",
                                        "nopadding",         "padding",
                                        "leftright",         "hybrid",
                                        "warp-shuffle",      "block-shuffle",
                                        "three-phase",       "look-back",
                                        "leftright-printed", "reduce-downsweep",
                                        "padding-misprint"};

    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        for (uint32_t n = 1; n < 40; n += 13) {
            Stage *stage = stage_new(names[i], OP_ADD, n, 4, true);
            const AnalysedTrace *analysed = stage->analysed_traces[0];
            Statement faults = {0};
            g_assert_null(analysed->wrong.accesses);
            verdict_text_faults(analysed, &faults);
            g_assert_cmpuint(faults.clauses_count, ==, 0);
            stage_draw_at(stage, analysed->trace->instructions_count, 1920,
                          1080);
            g_assert_true(stage_says(stage, "proved"));
            stage_free(stage);
        }
}

/* Equation 2 stores a sum over x16, which output 17 needs: the store is found,
 * and its cell is named. */
static void test_lost(void)
{
    Stage *stage = stage_new("leftright-eq2", OP_ADD, 18, 4, false);
    const AnalysedTrace *analysed = stage->analysed_traces[0];
    const WrongWords *wrong = &analysed->wrong;
    const Trace *trace = analysed->trace;

    g_assert_cmphex(wrong->lost.interval, ==, interval_make(16, 16));
    g_assert_cmpuint(wrong->lost.cell, ==, 17);
    const Instruction *at = trace->instructions + wrong->lost.instruction;
    g_assert_cmpuint(at->step + 1, ==, 4);
    g_assert_true(trace_is_store(at));
    g_assert_cmpuint(wrong->first, ==, wrong->lost.instruction);
    g_assert_cmphex(trace->accesses[wrong->lost.access].interval, ==,
                    interval_make(16, 17));
    g_assert_true(analysed->marks[wrong->first] & MARK_WRONG);
    stage_draw_at(stage, wrong->first + 1, 1920, 1080);
    g_assert_true(stage_says(stage, "goes wrong"));
    g_assert_true(stage_mentions(stage, THING_SENTENCE, "cell 17 held x16"));
    stage_draw_at(stage, trace->instructions_count, 1920, 1080);
    g_assert_true(stage_says(stage, "wrong"));
    stage_free(stage);
}

/* Where a sum that is none is made, and not where it is moved, a wrong word
 * arises; D leads there. */
static void test_arising(void)
{
    static const char *const names[] = {"leftright-eq2", "double-stride",
                                        "hillis-steele-racy", "first-offset",
                                        "block-sums-off-by-one"};

    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        Stage *stage = stage_new(names[i], OP_ADD, 40, 4, true);
        const AnalysedTrace *analysed = stage->analysed_traces[0];
        const Trace *trace = analysed->trace;
        size_t marked = 0;
        Text text = {0};
        g_assert_nonnull(analysed->wrong.accesses);
        for (size_t p = 0; p < trace->instructions_count; ++p) {
            bool arises = wrong_words_arise(&analysed->wrong, trace,
                                            analysed_running(analysed, p + 1));
            g_assert_cmpint((analysed->marks[p] & MARK_WRONG) != 0, ==, arises);
            if (arises && marked++ == 0)
                g_assert_cmpuint(p, ==, analysed->wrong.first);
        }
        g_assert_cmpuint(marked, >, 0);
        stage->player.marks[0] = analysed->marks;
        uint32_t tick = player_find(&stage->player, MARK_FAULT, 1);
        player_seek(&stage->player, tick);
        g_assert_true(analysed->marks[player_position(&stage->player, 0) - 1] &
                      MARK_FAULT);
        Statement faults = {0};
        verdict_text_faults(analysed, &faults);
        statement_take(&faults, &text);
        g_assert_nonnull(strstr(text.text, " step "));
        text_free(&text);
        stage_free(stage);
    }
}

/* Where the sum x16 was lost, its cell is marked until it is loaded in vain. */
static void test_lost_stays(void)
{
    Stage *stage = stage_new("leftright-eq2", OP_ADD, 64, 4, false);
    const WrongWords *wrong = &stage->analysed_traces[0]->wrong;
    const Trace *trace = stage->traces[0];

    g_assert_cmpuint(wrong->lost.needed, >, wrong->lost.instruction);
    g_assert_true(trace_is_load(trace->instructions + wrong->lost.needed));
    g_assert_cmpuint(wrong->lost.value, ==, trace->input[16]);
    for (size_t p = wrong->lost.instruction + 1; p <= wrong->lost.needed; ++p) {
        View view = stage_view(stage, p, 1);
        g_assert_true(view.moment->wrong[17]);
        view_close(&view);
    }
    stage_free(stage);
}

/* Does a frame mark the word of a thing, as wrong? */
static bool is_marked(const Stage *stage, ThingKind kind, uint32_t a,
                      uint32_t b)
{
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->thing.kind == kind && shape->thing.a == a &&
            shape->thing.b == b && shape->kind == SHAPE_RECT &&
            shape->fill == COLOR_FAULT)
            return true;
    }
    return false;
}

/* Of a raced run each word is marked that is not the sum of its round, in every
 * row and in memory, and no other. */
static void test_marked_rounds(void)
{
    enum { N = 16, ROUNDS = 5 };
    Stage *stage = stage_new("hillis-steele-racy", OP_ADD, N, 4, true);
    const Trace *trace = stage->traces[0];
    Word sums[ROUNDS][N];
    size_t wrong = 0;

    memcpy(sums[0], trace->input, sizeof sums[0]);
    for (uint32_t r = 1; r < ROUNDS; ++r)
        for (uint32_t c = 0; c < N; ++c) {
            uint32_t d = 1u << (r - 1);
            sums[r][c] = sums[r - 1][c] + (c >= d ? sums[r - 1][c - d] : 0);
        }
    for (uint32_t r = 0; r < ROUNDS; ++r) {
        const Step *step = trace->steps + r;
        size_t end = step->first_instruction + step->instruction_count;
        Word values[N], intervals[N];
        g_assert_cmpuint(trace->run.words, ==, N);
        trace_memory(trace, end, values, intervals);
        stage_draw_at(stage, end, 1920, 1080);
        for (uint32_t c = 0; c < N; ++c) {
            bool differs = values[c] != sums[r][c];
            wrong += differs;
            g_assert_cmpint(is_marked(stage, THING_NODE, r, c), ==, differs);
            g_assert_cmpint(is_marked(stage, THING_CELL, c, 0), ==, differs);
        }
    }
    g_assert_cmpuint(wrong, >, 20);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/wrong_words/a lost word", test_lost_stays);
    g_test_add_func("/wrong_words/right", test_right);
    g_test_add_func("/wrong_words/lost", test_lost);
    g_test_add_func("/wrong_words/arising", test_arising);
    g_test_add_func("/wrong_words/marked_rounds", test_marked_rounds);
    return g_test_run();
}
