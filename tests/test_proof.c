/* SPDX-License-Identifier: MIT
 *
 * Tests of src/analysis/proof.c.
 */
#include "analysis/proof.h"
#include "fixture.h"
#include "say/finding.h"

#include <glib.h>
#include <string.h>

/* What findings_write says of a trace, and the proof; frees the trace. */
static Proof prove(Trace *trace, Text *text)
{
    RaceList races = race_find(trace);
    Proof proof = proof_of(trace, &races);

    text_free(text);
    Findings findings = findings_of(trace, &races, &proof);
    findings_write(&findings, text);
    findings_free(&findings);
    g_assert_null(strchr(text->text, '\n'));
    race_free(&races);
    trace_free(trace);
    return proof;
}

static void test_proved(void)
{
    Text text = {0};

    for (uint32_t n = 1; n <= 40; ++n)
        for (int op = 0; op < OP_COUNT; ++op) {
            Proof proof =
                prove(fixture_scan(PLACE_LEFTRIGHT, (Op)op, n, 4), &text);
            g_assert_true(proof.correct);
            g_assert_true(proof.proved);
            g_assert_cmpuint(proof.wrong, ==, n);
            g_assert_true(g_str_has_prefix(text.text, "proved"));
        }
    g_assert_true(prove(fixture_hillis(16, 4, true), &text).proved);
    text_free(&text);
}

static void test_wrong_interval(void)
{
    Trace *trace = fixture_scan(PLACE_PADDING, OP_ADD, 16, 4);
    Text text = {0};

    trace->output_interval[5] = interval_make(0, 3);
    trace->output[5] = 10;
    Proof proof = prove(trace, &text);
    g_assert_false(proof.correct);
    g_assert_false(proof.intervals_ok);
    g_assert_false(proof.proved);
    g_assert_true(proof.race_free);
    g_assert_cmpuint(proof.wrong, ==, 5);
    g_assert_cmpuint(proof.wrong_value, ==, 5);
    g_assert_cmphex(proof.wanted_interval, ==, interval_make(0, 4));
    g_assert_nonnull(strstr(text.text, "output 5 is \u03a3x0..x3"));
    g_assert_nonnull(strstr(text.text, "\u03a3x0..x4"));

    trace = fixture_scan(PLACE_PADDING, OP_ADD, 16, 4);
    trace->output_interval[0] = INTERVAL_TOP;
    proof = prove(trace, &text);
    g_assert_cmphex(proof.wanted_interval, ==, INTERVAL_IDENTITY);
    g_assert_true(proof.correct);
    g_assert_nonnull(strstr(text.text, "not a sum of consecutive elements"));
    text_free(&text);
}

/* ---- Compaction, and a part of the blocks ---------------------------------*/

/* As compact with x>2 would do with 1, 2, ..., 6, with or without its size;
 * where it stores one, it has stored another before. */
static Trace *compacted(int size)
{
    Fixture *f = fixture_new(OP_ADD, 6, 2, 1, 1);

    f->trace->run.condition = base_realloc(f->trace->run.condition, 4, 1);
    strcpy(f->trace->run.condition, "x>2");
    base_push(f->trace, arrays,
              ((Array){.name = base_strdup("size"),
                       .words = 1,
                       .holds = HOLDS_NUMBERS}));
    for (uint32_t i = 0; i < 6; ++i)
        f->trace->output_interval[i] = INTERVAL_UNSET;
    fixture_step(f, "scatter", 0);
    for (uint32_t i = 0; i < 4; ++i) {
        fixture_instruction(f, 0, ACCESS_GSTORE, (int)i + 2);
        fixture_access(f, 0, i, i + 3, interval_make(i + 2, i + 2));
    }
    for (int i = 0; size >= 0 && i < 2; ++i) {
        Word stored = i ? (Word)size : 1;
        fixture_instruction(f, 0, ACCESS_GSTORE, 9);
        fixture_access(f, 0, 0, stored, stored);
        /* the fixture takes a store for one of an output */
        f->trace->output[0] = 3;
        f->trace->output_interval[0] = interval_make(2, 2);
        f->trace->instructions[4 + i].array = GLOBAL_FIRST_SCRATCH;
    }
    return fixture_done(f);
}

static void test_compact(void)
{
    Text text = {0};
    Proof proof = prove(compacted(4), &text);

    g_assert_true(proof.proved && proof.correct);
    g_assert_cmpuint(proof.results, ==, 4);
    g_assert_nonnull(strstr(text.text, "of which the same are kept"));

    proof = prove(compacted(-1), &text);
    g_assert_true(proof.proved && proof.correct);

    proof = prove(compacted(5), &text);
    g_assert_false(proof.proved || proof.correct);
    g_assert_true(proof.size_wrong);
    g_assert_nonnull(strstr(text.text, "the size is 5, not 4"));

    Trace *trace = compacted(4);
    trace->output_interval[2] = interval_make(1, 1);
    proof = prove(trace, &text);
    g_assert_false(proof.intervals_ok);
    g_assert_cmpuint(proof.wrong, ==, 2);
    g_assert_nonnull(strstr(text.text, "output 2 is x1, not x4"));

    trace = compacted(4);
    trace->output_interval[4] = interval_make(5, 5);
    proof = prove(trace, &text);
    g_assert_nonnull(
        strstr(text.text, "output 4 is x5; nothing should be stored there"));

    trace = compacted(4);
    trace->output[3] = 99;
    proof = prove(trace, &text);
    g_assert_false(proof.correct);
    g_assert_cmpuint(proof.wrong_value, ==, 3);

    trace = compacted(4); /* a test that no file should have */
    strcpy(trace->run.condition, "x>");
    proof = prove(trace, &text);
    g_assert_false(proof.intervals_ok);
    text_free(&text);
}

/* Outputs are judged; that there are no races is said of what is held. */
static void test_part(void)
{
    Text text = {0};
    Trace *trace = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 16, 4);

    trace->run.blocks = trace->grids[0].blocks = 3;
    trace->blocks[0].index = 1;
    Proof proof = prove(trace, &text);
    g_assert_false(proof.proved || proof.whole);
    g_assert_true(proof.race_free && proof.intervals_ok && proof.correct);
    g_assert_true(proof_is_good(&proof));
    g_assert_nonnull(strstr(text.text, "no races in block 1 of 3 (not all"));

    /* a second launch has blocks that the first has not */
    trace = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 16, 4);
    trace->run.blocks = trace->grids[0].blocks = 3;
    trace->blocks[0].index = 1;
    Grid next = trace->grids[0];
    next.title = base_strdup("add");
    base_push(trace, grids, next);
    base_push(trace, blocks, ((Block){.grid = 1, .index = 2}));
    proof = prove(trace, &text);
    g_assert_nonnull(strstr(text.text, "no races in block 1 of 3"));
    text_free(&text);
}

/* Of a program, races that were not looked for are no races. */
static void test_cut(void)
{
    Text text = {0};
    Trace *trace = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 16, 4);
    RaceList races = {.cut = true};

    trace->run.origin = ORIGIN_PROGRAM;
    base_push(trace, results, ((SumResult){.kind = SUM_UNKNOWN}));
    Proof proof = proof_of(trace, &races);
    g_assert_true(proof.race_free && proof.race_cut && proof_is_good(&proof));
    Findings findings = findings_of(trace, &races, &proof);
    findings_write(&findings, &text);
    findings_free(&findings);
    g_assert_true(g_str_has_prefix(text.text, "no races found; not all "));
    races.cut = false;
    proof = proof_of(trace, &races);
    g_assert_true(proof.race_free && !proof.race_cut);
    trace_free(trace);
    text_free(&text);
}

/* ---- Loads of what was never stored ---------------------------------------*/

/* True if access L of instruction I finds nothing that was stored before. */
static bool finds_nothing(const Trace *trace, size_t i, int l)
{
    const Instruction *at = trace->instructions + i;
    const Access *own = trace_accesses(trace, at) + l;
    const Array *array = trace->arrays + at->array;
    bool global = trace_is_global(at), found = false;

    if (!trace_traits_of(at)->brings || (global && !array->unset))
        return false;
    if (global && own->cell >= array->set_first && own->cell < array->set_end)
        return false;
    for (size_t j = 0; j <= i; ++j) {
        const Instruction *before = trace->instructions + j;
        const Access *other = trace_accesses(trace, before);
        for (int m = 0; m < (j < i ? before->lanes : l); ++m)
            found |= trace_traits_of(before)->writes &&
                     trace_is_global(before) == global &&
                     (!global || before->array == at->array) &&
                     other[m].cell == own->cell &&
                     (other[m].bytes & own->bytes);
    }
    return !found;
}

static void test_unset(void)
{
    static const AccessKind kinds[] = {ACCESS_LOAD,   ACCESS_STORE,
                                       ACCESS_CHANGE, ACCESS_GLOAD,
                                       ACCESS_GSTORE, ACCESS_ATOMIC};
    uint64_t seed = 6;
    size_t all = 0;

    for (int round = 0; round < 2000; ++round) {
        Fixture *f = fixture_new(OP_ADD, 8, 4, 4, 8);
        Trace *trace = f->trace;
        size_t count = 0;
        RaceList races = {0};
        fixture_step(f, "load", 0);
        for (int i = 0; i < 12; ++i) {
            uint64_t random = base_random(&seed) >> 8;
            fixture_instruction(f, 0, kinds[random % G_N_ELEMENTS(kinds)], 3);
            trace->instructions[i].array = (uint8_t)(random >> 8 & 1);
            for (int lane = 0; lane < 4; ++lane) {
                random = base_random(&seed) >> 8;
                fixture_access(f, lane, (uint32_t)(random % 8), 1,
                               INTERVAL_TOP);
                trace->accesses[trace->accesses_count - 1].bytes =
                    random & 256 ? TRACE_WORD
                                 : (uint8_t)(1 + random / 512 % 15);
            }
        }
        fixture_done(f);
        trace->run.origin = ORIGIN_PROGRAM;
        trace->arrays[GLOBAL_OUT].unset = true;
        trace->arrays[GLOBAL_OUT].set_first = 2;
        trace->arrays[GLOBAL_OUT].set_end = 2 + (uint32_t)(seed % 3);
        for (size_t i = 0; i < trace->instructions_count; ++i)
            for (int l = 0; l < trace->instructions[i].lanes; ++l)
                count += finds_nothing(trace, i, l);
        g_assert_cmpuint(proof_of(trace, &races).unset.count, ==, count);
        all += count;
        trace_free(trace);
    }
    g_assert_cmpuint(all, >, 1000);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/proof/proved", test_proved);
    g_test_add_func("/proof/wrong-interval", test_wrong_interval);
    g_test_add_func("/proof/compact", test_compact);
    g_test_add_func("/proof/part", test_part);
    g_test_add_func("/proof/cut", test_cut);
    g_test_add_func("/proof/unset-loads-agree-with-search", test_unset);
    return g_test_run();
}
