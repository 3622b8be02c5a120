/* SPDX-License-Identifier: MIT
 *
 * Tests of src/card/ and src/analysis/barrier.c: the facts about a thing at a
 * moment, compared with facts that were worked out by hand, and that a card can
 * be made of everything.
 */
#include "analysis/barrier.h"
#include "card/card.h"
#include "view/pointing.h"
#include "stage.h"

#include <glib.h>
#include <string.h>

static Card card_at(const Stage *stage, const char *text, size_t position)
{
    Scene scene = {.analysed_traces = {stage->analysed_traces[0]},
                   .count = 1,
                   .positions = {position}};
    Error error;

    if (!scene_point(&scene, text, &error))
        g_error("%s", error.text);
    return card_of(stage->analysed_traces[0], position, scene.things, true);
}

/* ---- Facts ----------------------------------------------------------------
 */

/* LeftRight of 16 elements and 4 banks: the first four levels of Capannini's
 * figure.  Padding: S0, equation 1: the padded index of i is i + i / k. */
static void test_facts(void)
{
    static const struct {
        const char *algorithm;
        uint32_t n;
        size_t position; /* 0: the end */
        const char *thing, *says;
    } cases[] = {
        /* instruction 22 is the second load of level 3, by T0 and T1 */
        {"leftright", 16, 22, "cell 5", "cell 5, bank 1"},
        {"leftright", 16, 22, "cell 5", " (Σx4..x7)"},
        {"leftright", 16, 22, "cell 5", " (Σx4..x5 and Σx6..x7)"},
        {"leftright", 16, 22, "cell 5", "loaded now by T0 in step 4, line 82"},
        {"leftright", 16, 22, "cell 5", "overwritten by T0 in step 4, line 86"},
        {"leftright", 16, 22, "node 2:1", "node 1 of level 2: Σx4..x7"},
        {"leftright", 16, 22, "node 2:1", "in cell 5, bank 1"},
        {"leftright", 16, 22, "node 2:1", "parent: node 3:0"},
        {"leftright", 16, 22, "thread 1", " from cell 15"},
        {"leftright", 16, 22, "thread 1", "thread 1, lane 1 of warp 0"},
        {"leftright", 16, 22, "thread 5", "idle in this instruction"},
        {"leftright", 16, 22, "bank 1", " from cell 5"},
        {"leftright", 16, 22, "bank 1", "never two requests at once"},
        {"leftright", 16, 22, "bank 1", "holds cells 1, 5, 9, ...: 4 of 16"},
        /* 8 + 4 + 2 + 1 sums, of warps of 4 */
        {"leftright", 16, 0, "line 85",
         "15 accesses to shared memory: 5 cycles, 0 conflicts"},
        {"leftright", 16, 0, "line 85", "no further access"},
        {"leftright", 16, 0, "line 1", "no access to memory"},
        {"leftright", 16, 0, "cell 5", "no later access"},
        {"leftright", 16, 0, "block 0", "57 of 57 instructions done"},
        {"leftright", 16, 0, "launch 1", "1 block of 8 threads"},
        {"leftright", 16, 0, "launch 1", "begins: step 1"},
        {"nopadding", 16, 17, "node 2:0", "next load: T0 in step 4"},
        {"nopadding", 16, 0, "node 2:0", "in cell 3"},
        {"leftright", 16, 3, "cell 15", "nothing is stored here yet"},
        {"leftright", 16, 3, "word in[3]", " (x3), as before the kernel"},
        {"leftright", 16, 0, "word out[15]", "(Σx0..x14)"},
        {"leftright", 16, 22, "instruction 22", " from cell 15, bank 3"},
        {"leftright", 16, 22, "queue 1:1", "bank 1, place 1 in its queue: T0"},
        {"leftright", 16, 22, "queue 0:1", "empty now"},
        /* T0 stores a sum to cell 0, T1 one to cell 10; T0 adds both next */
        {"leftright", 16, 0, "step 4", "protects 1 cell"},
        {"leftright", 16, 0, "step 4", "for example cell 10: without it"},
        {"leftright", 16, 0, "step 4", "T1 stores to it in step 4, line 85"},
        {"leftright", 16, 0, "step 4", "T0 loads it in step 5, line 82"},
        {"leftright", 16, 0, "step 11", "the block ends with this step"},
        /* level 4 of 64 elements: the left operands 7 + 16 i lie in cells 8,
         * 28, 48, 68, all of bank 0 */
        {"padding", 64, 75, "cell 28",
         "4-way conflict: 4 lanes access 4 cells of bank 0"},
        {"padding", 64, 75, "cell 28",
         "T1: cell 28 = 7·4 + 0, bank 0, after T0"},
        {"padding", 64, 75, "thread 3",
         "T3: cell 68 = 17·4 + 0, bank 0, after T2"},
        {"padding", 64, 0, "bank 0", "most: 4 requests in step 5"},
        {"padding", 64, 0, "step 5", "3 instructions, 12 cycles, 9 conflicts"},
        /* two warps of 4: warp 0 adds first, so T4 reads what T3 stored */
        {"hillis-steele-racy", 8, 0, "cell 3", "race in step 2: either"},
        {"hillis-steele-racy", 8, 0, "cell 3",
         "T3 stores to it in step 2, line 39"},
        {"hillis-steele-racy", 8, 0, "cell 3",
         "T4 loads it in step 2, line 36"},
        {"hillis-steele-racy", 8, 0, "cell 3",
         "fix: add __syncthreads() before line 39"},
        {"hillis-steele-racy", 8, 0, "cell 6", "wrong value; its path back"},
        {"hillis-steele-racy", 8, 0, "cell 6", "it adds Σx0..x2 and Σx2..x6"},
        {"hillis-steele-racy", 8, 0, "line 36", "17 races on this line"},
        {"hillis-steele", 8, 0, "step 3", "protects 5 cells"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Stage *stage = stage_new(cases[i].algorithm, OP_ADD, cases[i].n, 4,
                                 strstr(cases[i].algorithm, "steele") != NULL);
        size_t position = cases[i].position
                              ? cases[i].position
                              : stage->traces[0]->instructions_count;
        Card card = card_at(stage, cases[i].thing, position);
        Text text = {0};
        card_print(&card, &text);
        if (!strstr(text.text, cases[i].says))
            g_error("%s of %s does not say \"%s\":\n%s", cases[i].thing,
                    cases[i].algorithm, cases[i].says, text.text);
        text_free(&text);
        card_free(&card);
        stage_free(stage);
    }
}

/* ---- Links ----------------------------------------------------------------
 */

/* Where the line with WORDS leads. */
static const CardLine *line_with(const Card *card, const char *words)
{
    for (size_t i = 0; i < card->lines_count; ++i)
        if (strstr(card_text(card, card->lines + i), words))
            return card->lines + i;
    g_error("no line says \"%s\"", words);
}

static void test_links(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 16, 4, false);
    const Trace *trace = stage->traces[0];
    const Word *in = trace->input;
    Word sum = in[4] + in[5] + in[6] + in[7];
    char words[64];
    Card card = card_at(stage, "cell 5", 22);
    const CardLine *line = line_with(&card, "stored by T1 in step 3");

    g_assert_true(card_leads(line));
    const Instruction *at = trace->instructions + line->position - 1;
    g_assert_cmpuint(at->site, ==, 85);
    g_assert_cmpuint(at->step, ==, 2);
    bool stored = false;
    for (int i = 0; i < at->lanes; ++i)
        stored |= trace_accesses(trace, at)[i].cell == 5 &&
                  trace_accesses(trace, at)[i].value == sum;
    g_assert_true(stored);
    g_snprintf(words, sizeof words, "holds %u (Σx4..x7)", sum);
    g_assert_false(card_leads(line_with(&card, words)));
    card_free(&card);
    card = card_at(stage, "node 2:1", 22);
    line = line_with(&card, "in cell 5");
    g_assert_cmpint(line->thing.kind, ==, THING_CELL);
    g_assert_cmpuint(line->thing.a, ==, 5);
    card_free(&card);
    stage_free(stage);
}

/* ---- Everything -----------------------------------------------------------
 */

static void check_card(const Stage *stage, const Thing *thing, size_t position)
{
    const Trace *trace = stage->traces[0];
    PointedTrace at =
        pointed_trace(&(Scene){.analysed_traces = {stage->analysed_traces[0]},
                               .count = 1,
                               .positions = {position}},
                      0);

    if (!thing_is_there(&at, thing))
        return;
    Card card =
        card_of(stage->analysed_traces[0], position, thing, position & 1);
    g_assert_cmpuint(card.title.length, >, 0);
    for (size_t i = 0; i < card.lines_count; ++i) {
        const CardLine *line = card.lines + i;
        g_assert_cmpuint(strlen(card_text(&card, line)), >, 0);
        if (line->position != CARD_NOWHERE)
            g_assert_cmpuint(line->position, <=, trace->instructions_count);
        if (line->thing.kind)
            g_assert_true(thing_is_there(&at, &line->thing));
    }
    card_free(&card);
}

static void test_everything(void)
{
    static const struct {
        const char *algorithm;
        Op op;
        uint32_t n, k;
    } cases[] = {
        {"leftright", OP_ADD, 32, 4},
        {"nopadding", OP_AFFINE, 20, 4},
        {"hillis-steele-racy", OP_ADD, 16, 4},
        {"leftright-eq2", OP_ADD, 64, 4},
        {"block-shuffle", OP_MAX, 32, 4},
        {"three-phase", OP_ADD, 32, 4},
        {"look-back", OP_ADD, 32, 4},
        {"torn-look-back", OP_ADD, 64, 4},
        {"vector-padding", OP_FADD, 32, 4},
        {"compact", OP_ADD, 32, 4},
        {"sequential", OP_ADD, 8, 4},
        {"hybrid", OP_ADD, 32, 4},
        {"warp-shuffle", OP_INTERVAL, 16, 4},
        {"ping-pong", OP_ADD, 16, 4},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Stage *stage = stage_new(cases[i].algorithm, cases[i].op, cases[i].n,
                                 cases[i].k, true);
        size_t count = stage->traces[0]->instructions_count;
        for (int part = 0; part <= 6; ++part)
            for (int kind = THING_NONE + 1; kind <= THING_LAST_POINTED; ++kind)
                for (uint32_t a = 0; a < 6; ++a)
                    for (uint32_t b = 0; b < 40; b += 3)
                        check_card(stage,
                                   &(Thing){(ThingKind)kind, a + (b / 3) % 3, b,
                                            0},
                                   count * (size_t)part / 6);
        stage_free(stage);
    }
}

/* ---- Barriers -------------------------------------------------------------
 */

/* Without its barriers a scan by Hillis and Steele races: nearly each of them
 * protects something. */
static void test_barriers(void)
{
    Stage *stage = stage_new("hillis-steele", OP_ADD, 16, 4, true);
    const Trace *trace = stage->traces[0];
    uint32_t protects = 0;

    for (uint32_t s = 0; s < trace->steps_count; ++s) {
        Barrier barrier = barrier_behind(trace, s);
        g_assert_true(barrier.exists == (s + 1 < trace->steps_count));
        if (barrier.cells + barrier.words == 0)
            continue;
        ++protects;
        g_assert_cmpuint(barrier.first.first.step, ==, s);
        g_assert_cmpuint(barrier.first.second.step, ==, s + 1);
        g_assert_cmpuint(barrier.first.first.thread, !=,
                         barrier.first.second.thread);
    }
    /* load | read write | read write | ... | write back.  Not the last one:
     * each thread writes back its own; nor the one in the last round, which
     * reads the lower half from other threads and writes the upper */
    g_assert_cmpuint(protects, ==, trace->steps_count - 3);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/card/facts", test_facts);
    g_test_add_func("/card/links", test_links);
    g_test_add_func("/card/everything", test_everything);
    g_test_add_func("/card/barriers", test_barriers);
    return g_test_run();
}
