/* SPDX-License-Identifier: MIT
 *
 * Tests of src/text/narrate.c: sentences, word for word, and their length.
 */
#include "record/record.h"
#include "analysis/tile_status.h"
#include "say/narrate.h"
#include "say/phrases.h"
#include "fixture.h"

#include <glib.h>
#include <string.h>

#define SENTENCE_MOST 120

static void assert_sentence(const Trace *trace, size_t position,
                            const char *sentence)
{
    Text text = {0};

    narrate_instruction(trace, position, &text);
    g_assert_cmpstr(text.text, ==, sentence);
    text_free(&text);
}

/* The position after the first instruction of LINE in step S. */
static size_t after(const Trace *trace, uint32_t step, int line)
{
    for (size_t i = 0; i < trace->instructions_count; ++i)
        if (trace->instructions[i].step == step &&
            trace->instructions[i].site == line)
            return i + 1;
    g_assert_not_reached();
}

static void test_nopadding(void)
{
    Trace *trace = fixture_scan(PLACE_NOPADDING, OP_ADD, 64, 8);

    assert_sentence(trace, 0,
                    "Before the start: 1 block of 32 threads, 64 words in "
                    "shared memory of 8 banks.");
    assert_sentence(trace, after(trace, 0, LINE_GLOAD),
                    "Threads 0 to 7 read a word each from the input in global "
                    "memory: 1 transaction.");
    assert_sentence(trace, after(trace, 0, LINE_FILL),
                    "Threads 0 to 7 store their inputs; each meets a bank of "
                    "its own.");
    assert_sentence(trace, after(trace, 1, LINE_UP_Q),
                    "Threads 0 to 7 load their left operands; 2 lanes queue "
                    "at each of banks 0, 2, 4 and 6: 2 cycles.");
    assert_sentence(trace, after(trace, 3, LINE_UP_SUM),
                    "Threads 0 to 7 store their sums; 8 lanes queue at bank "
                    "7: 8 cycles.");
    assert_sentence(trace, after(trace, 5, LINE_UP_P),
                    "Threads 0 and 1 load their right operands; 2 lanes queue "
                    "at bank 7: 2 cycles; 6 lanes idle.");
    assert_sentence(trace, after(trace, 7, LINE_CLEAR),
                    "Thread 0 stores the identity to cell 63, bank 7; 7 lanes "
                    "idle.");
    assert_sentence(trace, after(trace, 8, LINE_DOWN_STORE_Q),
                    "Thread 0 moves a value to cell 31, bank 7; 7 lanes idle.");
    assert_sentence(trace, after(trace, 14, LINE_READ),
                    "Threads 0 to 7 load their results; each meets a bank of "
                    "its own.");
    assert_sentence(trace, trace->instructions_count,
                    "Threads 24 to 31 write a word each to the output in "
                    "global memory: 1 transaction. The end.");
    trace_free(trace);
}

static void test_leftright(void)
{
    Trace *trace = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 16, 4);

    assert_sentence(trace, after(trace, 1, LINE_UP_P),
                    "Threads 0 to 3 load their first operands; each meets a "
                    "bank of its own.");
    assert_sentence(trace, after(trace, 1, LINE_UP_Q),
                    "Threads 0 to 3 load their second operands; each meets a "
                    "bank of its own.");
    assert_sentence(trace, after(trace, 1, LINE_UP_MOVE),
                    "Threads 0 to 3 move a value each; each meets a bank of "
                    "its own.");
    assert_sentence(trace, after(trace, 9, LINE_DOWN_STORE_P),
                    "Threads 2 and 3 store their sums, threads 0 and 1 move a "
                    "value each; each meets a bank of its own.");
    trace_free(trace);
}

/* One thread that stores each sum while it makes the next, as the sequential
 * exclusive scan does. */
static void test_earlier_sum(void)
{
    Fixture *f = fixture_new(OP_ADD, 4, 4, 1, 4);

    fixture_step(f, "scan", 0);
    for (uint32_t i = 1; i < 3; ++i) {
        Word sum = i * (i + 1) / 2, next = sum + i + 1;
        fixture_instruction(f, 0, ACCESS_STORE, 3);
        fixture_access(f, 0, i, sum, interval_make(0, i - 1));
        fixture_sum(f, sum, interval_make(0, i - 1), next - sum,
                    interval_make(i, i));
    }
    Trace *trace = fixture_done(f);
    assert_sentence(trace, 1, "Thread 0 stores a word to cell 1, bank 1.");
    assert_sentence(trace, 2,
                    "Thread 0 stores a sum made earlier to cell 2, bank 2. "
                    "The end.");
    trace_free(trace);
}

static void test_titles_and_steps(void)
{
    static const struct {
        uint32_t step;
        int line;
        const char *title, *sentence;
    } cases[] = {
        {0, LINE_FILL, "store the inputs",
         "load: 16 inputs; no lane waits for another"},
        {2, LINE_UP_SUM, "store the sums",
         "up-sweep, level 2: 4 sums; at worst 4 lanes meet at one bank"},
        {5, LINE_CLEAR, "store the identity",
         "clear: the identity in 1 cell; no lane waits for another"},
        {6, LINE_DOWN_P, "load the left operand",
         "down-sweep, level 4: 1 sum; no lane waits for another"},
        {10, LINE_GSTORE, "write global memory",
         "write back: 16 results; no lane waits for another"},
    };
    Trace *trace = fixture_scan(PLACE_NOPADDING, OP_ADD, 16, 4);

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Text title = {0}, step = {0};
        narrate_title(trace, after(trace, cases[i].step, cases[i].line),
                      &title);
        narrate_step(trace, cases[i].step, &step);
        g_assert_cmpstr(title.text, ==, cases[i].title);
        g_assert_cmpstr(step.text, ==, cases[i].sentence);
        text_free(&title);
        text_free(&step);
    }
    trace_free(trace);
}

/* One instruction of warp 1, k = 4, with cells for lanes 0, 1, ...; a cell of
 * -1 leaves its lane out. */
static Trace *one(AccessKind kind, const int cells[4])
{
    Fixture *f = fixture_new(OP_ADD, 8, 4, 8, 64);

    fixture_step(f, "load", 0);
    fixture_instruction(f, 1, kind, 3);
    for (int i = 0; i < 4; ++i)
        if (cells[i] >= 0)
            fixture_access(f, i, (uint32_t)cells[i], 7, INTERVAL_TOP);
    f->trace->instructions[0].array = kind == ACCESS_ATOMIC ? 2 : 0;
    return fixture_done(f);
}

static void test_verdicts(void)
{
    static const struct {
        AccessKind kind;
        int cells[4];
        const char *sentence, *verdict, *detail;
    } cases[] = {
        {ACCESS_LOAD,
         {5, 5, 5, 5},
         "Threads 4 to 7 load a word each; all 4 ask for the one cell 5: 1 "
         "cycle. The end.",
         "same word",
         "served at once"},
        {ACCESS_STORE,
         {5, 5, 5, 5},
         "Threads 4 to 7 store a word each; all 4 write to the one cell 5: "
         "1 cycle. The end.",
         "same word",
         "served at once"},
        {ACCESS_STORE,
         {1, -1, 9, -1},
         "Threads 4 and 6 store a word each; 2 lanes queue at bank 1: 2 "
         "cycles; 2 lanes idle. The end.",
         "two-way conflict",
         "2 requests, 1 bank"},
        {ACCESS_LOAD,
         {1, 5, -1, 2},
         "3 threads from 4 to 7 load a word each; 2 lanes queue at bank 1: 2 "
         "cycles; 1 lane idle. The end.",
         "two-way conflict",
         "3 requests, 2 banks"},
        {ACCESS_LOAD,
         {1, 1, 2, 2},
         "Threads 4 to 7 load a word each; 2 lanes ask each of banks 1 and 2 "
         "for one word: 1 cycle. The end.",
         "same word",
         "served at once"},
        {ACCESS_SHFL,
         {-1, 0, -1, -1},
         "Thread 5 takes the word of thread 4; 3 lanes idle. The end.",
         "between lanes",
         "1 word"},
        {ACCESS_ATOMIC,
         {0, 0, 0, 0},
         "Threads 4 to 7 update a word each of an array of the kernel in "
         "global memory: 1 transaction. The end.",
         "global memory",
         "4 words, 1 transaction"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Trace *trace = one(cases[i].kind, cases[i].cells);
        Text verdict = {0}, detail = {0};
        assert_sentence(trace, 1, cases[i].sentence);
        narrate_verdict(trace, 1, &verdict, &detail);
        g_assert_cmpstr(verdict.text, ==, cases[i].verdict);
        g_assert_cmpstr(detail.text, ==, cases[i].detail);
        text_free(&verdict);
        text_free(&detail);
        trace_free(trace);
    }
}

/* "eight-way", but then in figures. */
static void test_ways(void)
{
    for (int lanes = 8; lanes <= 10; ++lanes) {
        Fixture *f = fixture_new(OP_ADD, 4, 16, 16, 256);
        Text verdict = {0}, detail = {0};
        char figures[32];

        fixture_step(f, "load", 0);
        fixture_instruction(f, 0, ACCESS_LOAD, 3);
        for (int i = 0; i < lanes; ++i)
            fixture_access(f, i, (uint32_t)i * 16, 0, INTERVAL_IDENTITY);
        Trace *trace = fixture_done(f);
        narrate_verdict(trace, 1, &verdict, &detail);
        g_snprintf(figures, sizeof figures, "%d-way conflict", lanes);
        g_assert_cmpstr(verdict.text, ==,
                        lanes == 8 ? "eight-way conflict" : figures);
        text_free(&verdict);
        text_free(&detail);
        trace_free(trace);
    }
}

/* Every position of many traces has its sentence, and none is too long. */
static void test_lengths(void)
{
    static const uint32_t banks[] = {2, 4, 32, 64};

    for (size_t i = 0; i < G_N_ELEMENTS(banks); ++i)
        for (Place place = PLACE_NOPADDING; place <= PLACE_LEFTRIGHT; ++place) {
            Trace *trace = fixture_scan(place, OP_ADD, 1000, banks[i]);
            for (size_t p = 0; p <= trace->instructions_count; ++p) {
                Text all[4] = {{0}};
                narrate_instruction(trace, p, &all[0]);
                narrate_title(trace, p, &all[1]);
                narrate_verdict(trace, p, &all[2], &all[3]);
                for (int t = 0; t < 4; ++t) {
                    g_assert_cmpuint(all[t].length, >, 0);
                    g_assert_cmpuint(all[t].length, <=, SENTENCE_MOST);
                    text_free(&all[t]);
                }
            }
            trace_free(trace);
        }
}

/* Two threads meet at two cells; a third loads elsewhere. */
static void test_race(void)
{
    Fixture *f = fixture_new(OP_ADD, 4, 4, 4, 4);

    fixture_step(f, "add", 1);
    fixture_instruction(f, 0, ACCESS_LOAD, 3);
    fixture_access(f, 0, 1, 7, INTERVAL_TOP);
    fixture_access(f, 1, 2, 7, INTERVAL_TOP);
    fixture_instruction(f, 0, ACCESS_STORE, 4);
    fixture_access(f, 1, 1, 7, INTERVAL_TOP);
    fixture_access(f, 2, 2, 7, INTERVAL_TOP);
    fixture_instruction(f, 0, ACCESS_LOAD, 5);
    fixture_access(f, 3, 3, 7, INTERVAL_TOP);
    Trace *trace = fixture_done(f);
    RaceList races = race_find(trace);
    Text text = {0};

    g_assert_false(narrate_race(trace, &races, 0, &text));
    g_assert_false(narrate_race(trace, &races, 3, &text));
    g_assert_cmpuint(text.length, ==, 0);
    for (size_t position = 1; position <= 2; ++position) {
        g_assert_true(narrate_race(trace, &races, position, &text));
        g_assert_cmpstr(text.text, ==,
                        "Race at cell 1: thread 0 loads, thread 1 stores, no "
                        "barrier between; so at 1 more cell.");
        text_free(&text);
    }
    g_assert_true(narrate_step_race(trace, &races, 0, &text));
    g_assert_true(g_str_has_suffix(text.text, "; so at 1 more cell."));
    g_assert_false(narrate_step_race(trace, &races, 1, &text));
    text_free(&text);
    race_free(&races);
    trace_free(trace);
}

static void test_empty_step(void)
{
    Fixture *f = fixture_new(OP_ADD, 1, 4, 1, 0);
    Text text = {0};

    fixture_step(f, "up-sweep", 1);
    Trace *trace = fixture_done(f);
    narrate_step(trace, 0, &text);
    g_assert_cmpstr(text.text, ==, "up-sweep, level 1: nothing to do");
    text_free(&text);
    assert_sentence(trace, 0, "Before the start: 1 block of 1 thread.");
    trace->run.unfinished = 1;
    narrate_step(trace, 0, &text);
    g_assert_cmpstr(text.text, ==,
                    "up-sweep, level 1: no access before the program ended");
    text_free(&text);
    trace_free(trace);
}

/* ---- Registers and blocks ------------------------------------------------*/

static Trace *run(const char *name, uint32_t n, uint32_t k)
{
    Error error;
    Recorder *recorder = recorder_new();
    Word ones[64];
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = k,
                             .passes = PLAN_USUAL,
                             .op = OP_ADD,
                             .inclusive = true,
                             .input = ones,
                             .device = DEVICE_CPU};

    for (int i = 0; i < 64; ++i)
        ones[i] = 1;
    Trace *trace = record(recorder, &options, &error);
    g_assert_nonnull(trace);
    recorder_free(recorder);
    return trace;
}

/* Is this said of some instruction? */
static bool is_said(const Trace *trace, const char *sentence)
{
    bool said = false;

    for (size_t i = 0; i < trace->instructions_count && !said; ++i) {
        Text text = {0};
        narrate_instruction(trace, i + 1, &text);
        said = strcmp(text.text, sentence) == 0;
        text_free(&text);
    }
    return said;
}

static void test_shuffles(void)
{
    Trace *trace = run("warp-shuffle", 8, 8);

    assert_sentence(trace, 1,
                    "Threads 0 to 7 read a word each from the input in global "
                    "memory: 1 transaction.");
    assert_sentence(trace, 2,
                    "Threads 1 to 7 add the word 1 place to their left; thread "
                    "0 keeps its own.");
    assert_sentence(trace, 4,
                    "Threads 4 to 7 add the word 4 places to their left; "
                    "threads 0 to 3 keep theirs.");
    assert_sentence(trace, trace->instructions_count,
                    "Threads 0 to 6 take the word of thread 7; thread 7 keeps "
                    "its own. The end.");
    trace_free(trace);
}

/* A round whose threads work on elements 2 and 3. */
static Trace *shifted_round(void)
{
    Fixture *f = fixture_new(OP_ADD, 4, 2, 2, 4);

    fixture_step(f, "scan", 2);
    fixture_instruction(f, 0, ACCESS_LOAD, 2);
    for (int lane = 0; lane < 2; ++lane)
        fixture_access(f, lane, (uint32_t)lane, 1,
                       interval_make((uint32_t)lane, (uint32_t)lane));
    fixture_instruction(f, 0, ACCESS_STORE, 3);
    for (uint32_t lane = 0; lane < 2; ++lane) {
        fixture_access(f, (int)lane, lane + 2, 3,
                       interval_make(lane, lane + 2));
        fixture_sum(f, 1, interval_make(lane, lane), 2,
                    interval_make(lane + 1, lane + 2));
    }
    return fixture_done(f);
}

/* What an operator that does not add makes are results. */
static void test_results(void)
{
    Trace *trace = fixture_scan(PLACE_NOPADDING, OP_MAX, 64, 8);
    Trace *adds = fixture_scan(PLACE_NOPADDING, OP_ADD, 64, 8);
    Text max = {0}, add = {0};

    for (size_t p = 0; p <= trace->instructions_count; ++p) {
        narrate_instruction(trace, p, &max);
        narrate_title(trace, p, &max);
        narrate_instruction(adds, p, &add);
        narrate_title(adds, p, &add);
    }
    g_assert_null(strstr(max.text, "sum"));
    g_assert_nonnull(strstr(max.text, "store their results; "));
    g_assert_nonnull(strstr(max.text, "store the results"));
    g_assert_nonnull(strstr(add.text, "store their sums; "));
    text_free(&max);
    text_free(&add);
    trace_free(trace);
    trace_free(adds);
}

/* Rounds of Hillis and Steele's: how far away the other operand is, whether
 * threads stand by their elements or not. */
static void test_rounds(void)
{
    Trace *trace = run("hillis-steele", 16, 16);

    g_assert_true(is_said(trace, "Threads 1 to 15 add the value 1 place to "
                                 "their left; each meets a bank of its own; 1 "
                                 "lane idle."));
    g_assert_true(is_said(trace, "Threads 8 to 15 add the value 8 places to "
                                 "their left; each meets a bank of its own; 8 "
                                 "lanes idle."));
    trace_free(trace);
    trace = shifted_round();
    assert_sentence(trace, 2,
                    "Threads 0 and 1 add to cells 2 and 3 the value 2 places "
                    "to their left; each meets a bank of its own. The end.");
    trace_free(trace);
    trace = run("ping-pong", 8, 8);
    g_assert_true(is_said(trace, "Threads 4 to 7 add the value 4 places to "
                                 "their left, threads 0 to 3 move a value "
                                 "each; each meets a bank of its own."));
    trace_free(trace);
    trace = run("brent-kung", 16, 4); /* a tree's sums are not so */
    for (size_t i = 0; i < trace->instructions_count; ++i)
        if (trace->instructions[i].kind == ACCESS_STORE)
            g_assert_cmpuint(phrase_distance(trace, i), ==, 0);
    trace_free(trace);
}

static void test_blocks(void)
{
    Trace *trace = run("look-back", 16, 2);

    assert_sentence(trace, 0,
                    "Before the start: 8 blocks of 2 threads, 5 words in "
                    "shared memory of 2 banks.");
    g_assert_true(is_said(trace, "Block 1: thread 0 publishes 2, the sum of "
                                 "tile 4 alone: an aggregate; 1 lane idle."));
    g_assert_true(is_said(trace, "Block 1: thread 0 publishes 10, the sum of "
                                 "all up to the end of tile 4: a prefix; 1 "
                                 "lane idle."));
    g_assert_true(is_said(trace, "Block 1: threads 0 and 1 look back at tiles "
                                 "2 and 3: 2 aggregates, after a wait."));
    g_assert_true(is_said(trace, "Block 3: threads 0 and 1 look back at tiles "
                                 "0 and 1: 1 prefix, 1 aggregate."));
    g_assert_true(is_said(trace, "Block 2: thread 0 draws number 3 from "
                                 "tickets; 1 lane idle."));
    trace_free(trace);
    trace = run("three-phase", 16, 4);
    g_assert_true(is_said(trace, "Block 3: threads 0 to 3 read a word each "
                                 "from before 1: 1 transaction."));
    g_assert_true(is_said(trace, "Block 3: threads 0 to 3 write their sums to "
                                 "the output in global memory: 1 transaction. "
                                 "Block 3 is done."));
    trace_free(trace);
}

/* That a block is done is said at its last instruction, as they are played. */
static void test_done(void)
{
    static const char *const names[] = {"three-phase", "look-back"};

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a) {
        Trace *trace = run(names[a], 16, 4);
        for (size_t i = 0; i < trace->instructions_count; ++i) {
            const Instruction *at = trace->instructions + i;
            uint32_t block = trace_step(trace, at)->block;
            bool last = true;
            Text text = {0};
            for (size_t j = 0; j < trace->instructions_count; ++j)
                if (trace_step(trace, trace->instructions + j)->block == block)
                    last &= trace->instructions[j].time <= at->time;
            narrate_instruction(trace, i + 1, &text);
            if (g_str_has_suffix(text.text, " is done.") != last &&
                !g_str_has_suffix(text.text, "The end."))
                g_error("%s, %zu: %s", names[a], i, text.text);
            text_free(&text);
        }
        g_assert_true(trace_is_whole(trace));
        ++trace->grids[0].blocks; /* one that the trace does not hold */
        Text text = {0};
        narrate_instruction(trace, 0, &text);
        char *held = g_strdup_printf("; the trace holds %zu of the blocks.",
                                     trace->blocks_count);
        g_assert_true(g_str_has_suffix(text.text, held));
        g_free(held);
        text_free(&text);
        trace_free(trace);
    }
}

/* Did an instruction wait for statuses: was one published first after the
 * instruction of its warp before it? */
static bool waits(const Trace *trace, size_t index)
{
    const Instruction *all = trace->instructions, *at = all + index;
    size_t i = index;

    while (i > 0 && all[i - 1].step == at->step && all[i - 1].warp != at->warp)
        --i;
    if (!tile_status_looks(trace, at) || i == 0 || all[i - 1].step != at->step)
        return false;
    for (int lane = 0; lane < at->lanes; ++lane) {
        const Access *access = trace_accesses(trace, at) + lane;
        uint32_t first = UINT32_MAX;
        for (size_t j = 0; j < trace->instructions_count; ++j)
            if (tile_status_publishes(trace, all + j) && all[j].time < first &&
                trace_accesses(trace, all + j)->cell == access->cell)
                first = all[j].time;
        if (first != UINT32_MAX && first > all[i - 1].time)
            return true;
    }
    return false;
}

/* A pair that two blocks publish is there from the first time on, whichever
 * block is stored first. */
static void test_published_twice(void)
{
    static const uint32_t times[] = {4, 2, 1, 3, 0};

    for (int swapped = 0; swapped < 2; ++swapped) {
        Fixture *f = fixture_new(OP_ADD, 8, 4, 4, 0);
        base_push(f->trace, arrays,
                  ((Array){.name = base_strdup("states"),
                           .words = 8,
                           .holds = HOLDS_PAIRS}));
        for (int b = 0; b < 3; ++b) {
            if (b)
                fixture_next_block(f);
            fixture_step(f, "look back", 0);
            for (int i = 0; i < (b < 2 ? 1 : 3); ++i) {
                bool load = b == 2 && i != 1;
                if (load) {
                    fixture_instruction(f, 0, ACCESS_GLOAD, i);
                    fixture_access(f, 0, 0, 7, interval_make(0, 3));
                    continue;
                }
                fixture_statuses(f, b < 2 ? ACCESS_GSTORE : ACCESS_GLOAD, i,
                                 GLOBAL_FIRST_SCRATCH);
                fixture_status(f, 0, 0, 1, 7, interval_make(0, 3));
            }
        }
        Trace *trace = fixture_done(f);
        for (size_t i = 0; i < trace->instructions_count; ++i) {
            Instruction *at = trace->instructions + i;
            at->time = times[swapped && i < 2 ? 1 - i : i];
        }
        Text text = {0};
        narrate_instruction(trace, 4, &text); /* it looks, after a load */
        g_assert_nonnull(strstr(text.text, "looks back"));
        g_assert_nonnull(strstr(text.text, "after a wait"));
        text_free(&text);
        trace->instructions[2].time = 3; /* the load comes later */
        narrate_instruction(trace, 4, &text);
        g_assert_null(strstr(text.text, "after a wait"));
        text_free(&text);
        trace_free(trace);
    }
}

/* One narrator of all instructions says what is said of each alone. */
static void test_narrator(void)
{
    Trace *trace = run("look-back", 64, 2);
    Narrator narrator = narrator_of(trace);
    int waiting = 0, others = 0;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        Text text = {0};
        narrator_add(&narrator, i + 1, &text);
        assert_sentence(trace, i + 1, text.text);
        g_assert_cmpint(strstr(text.text, ", after a wait") != NULL, ==,
                        waits(trace, i));
        waiting += waits(trace, i);
        others += tile_status_looks(trace, trace->instructions + i);
        text_free(&text);
    }
    g_assert_cmpint(waiting, >, 0);
    g_assert_cmpint(others, >, waiting);
    narrator_free(&narrator);
    trace_free(trace);
}

/* Every instruction of every algorithm has a sentence that ends. */
static void test_everything(void)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    for (size_t a = 0; a < count; ++a) {
        Trace *trace = run(all[a]->name, 24, 4);
        for (size_t i = 0; i <= trace->instructions_count; ++i) {
            Text text = {0};
            narrate_instruction(trace, i, &text);
            g_assert_cmpint(text.text[text.length - 1], ==, '.');
            g_assert_null(strstr(text.text, "  "));
            g_assert_cmpuint(text.length, <=, 2 * SENTENCE_MOST);
            text_free(&text);
        }
        for (uint32_t s = 0; s < trace->steps_count; ++s) {
            Text text = {0};
            narrate_step(trace, s, &text);
            g_assert_nonnull(strstr(text.text, ": "));
            text_free(&text);
        }
        trace_free(trace);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/narrate/ways", test_ways);
    g_test_add_func("/narrate/nopadding", test_nopadding);
    g_test_add_func("/narrate/leftright", test_leftright);
    g_test_add_func("/narrate/earlier-sum", test_earlier_sum);
    g_test_add_func("/narrate/titles-and-steps", test_titles_and_steps);
    g_test_add_func("/narrate/verdicts", test_verdicts);
    g_test_add_func("/narrate/lengths", test_lengths);
    g_test_add_func("/narrate/race", test_race);
    g_test_add_func("/narrate/empty-step", test_empty_step);
    g_test_add_func("/narrate/shuffles", test_shuffles);
    g_test_add_func("/narrate/rounds", test_rounds);
    g_test_add_func("/narrate/blocks", test_blocks);
    g_test_add_func("/narrate/done", test_done);
    g_test_add_func("/narrate/narrator", test_narrator);
    g_test_add_func("/narrate/published twice", test_published_twice);
    g_test_add_func("/narrate/results", test_results);
    g_test_add_func("/narrate/everything", test_everything);
    return g_test_run();
}
