/* SPDX-License-Identifier: MIT
 *
 * Tests of src/analysis/warp_registers.c: the contents of registers, row by
 * row.
 */
#include "analysis/access_role.h"
#include "analysis/warp_registers.h"
#include "fixture.h"
#include "record/record.h"
#include "say/symbolic_trace.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static Recorder *recorder;

/* The scan of 3, 1, 7, 0, 4, ... (n of them) by NAME. */
static Trace *make(const char *name, uint32_t n, uint32_t k, bool inclusive)
{
    static Word lecture[] = {3, 1, 7, 0, 4, 1, 6, 3, 2, 4, 9, 5, 8, 8, 4, 5};
    Error error;
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = k,
                             .passes = PLAN_USUAL,
                             .op = OP_ADD,
                             .inclusive = inclusive,
                             .input = lecture,
                             .device = DEVICE_CPU};

    g_assert_cmpuint(n, <=, G_N_ELEMENTS(lecture));
    Trace *trace = record(recorder, &options, &error);
    g_assert_nonnull(trace);
    return trace;
}

/* An access of 16 bytes has four rows for all lanes of the warp, and a thread
 * of vector-shuffle has two such accesses: of k elements each, one behind the
 * other. Each thread adds up its words on the way down; what it stores is a sum
 * in each row. */
static void test_wide(void)
{
    Trace *trace = make("vector-shuffle", 16, 2, true);
    WarpRegisters lanes = registers_of(trace);
    size_t stores = 0;
    uint32_t loads = 0, stored = 0; /* rows so far */

    for (size_t r = 0; r < lanes.rows_count; ++r) {
        const RegisterRow *row = lanes.rows + r;
        bool load = row->kind == ACCESS_GLOAD;
        bool wide = load || row->kind == ACCESS_GSTORE;
        if (row->alone)
            continue;
        g_assert_cmpuint(row->words, ==, wide ? 4 : 1);
        if (!wide)
            continue;
        uint32_t index = load ? loads++ : stored++;
        g_assert_cmpuint(row->word, ==, index % 4);
        for (uint32_t t = 0; t < 2; ++t) {
            const RegisterCell *cell = registers_cell(&lanes, r, t);
            uint32_t first = index / 4 * 8 + 4 * t, to = first + row->word;
            bool sum = load ? index > 4 : true;
            uint32_t from = !load ? 0 : sum ? first : to;
            g_assert_cmpuint(cell->instruction, !=, REGISTERS_NEVER);
            g_assert_cmpuint(cell->interval, ==, interval_make(from, to));
            g_assert_true((cell->sum != REGISTERS_NEVER) == sum);
            stores += !load;
        }
    }
    g_assert_cmpuint(loads, ==, 8);
    g_assert_cmpuint(stores, ==, 16);
    registers_free(&lanes);
    trace_free(trace);
}

/* Every thread goes down the rows in the order in which it executed them: also
 * where warps execute different lines, as in the second step of vector-shuffle,
 * whose first warp has no totals before it to scan. */
static void test_time(void)
{
    static const char *const names[] = {"vector-shuffle", "block-shuffle",
                                        "warp-shuffle", "sequential"};

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a)
        for (uint32_t n = 1; n <= 16; ++n) {
            Trace *trace = make(names[a], n, 2, n % 2);
            WarpRegisters lanes = registers_of(trace);
            for (uint32_t t = 0; t < lanes.threads; ++t) {
                uint32_t before = 0;
                for (size_t r = 0; r < lanes.rows_count; ++r) {
                    uint32_t at = registers_cell(&lanes, r, t)->instruction;
                    if (at == REGISTERS_NEVER)
                        continue;
                    g_assert_cmpuint(at, >=, before);
                    before = at;
                }
            }
            registers_free(&lanes);
            trace_free(trace);
        }
}

/* From which lane the words of a shuffle come: all from as many places to the
 * left, all from one lane, or neither. */
static void test_shapes(void)
{
    static const struct {
        uint32_t from[4]; /* of each lane */
        int distance, source;
    } cases[] = {
        {{0, 0, 1, 2}, 1, -1},  {{0, 1, 0, 1}, 2, -1}, {{0, 0, 0, 0}, 0, 0},
        {{2, 2, 2, 2}, 0, 2},   {{1, 1, 1, 2}, 0, -1}, {{0, 1, 2, 0}, 3, -1},
        {{1, 2, 3, 3}, -1, -1}, {{0, 3, 3, 3}, 0, -1}, {{0, 1, 2, 3}, 0, -1},
        {{3, 1, 2, 0}, 0, -1},  {{0, 1, 0, 0}, 0, -1},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Fixture *f = fixture_new(OP_ADD, 4, 4, 4, 0);
        fixture_step(f, "hand on", 0);
        fixture_instruction(f, 0, ACCESS_SHFL, 7);
        for (int lane = 0; lane < 4; ++lane)
            fixture_access(f, lane, cases[i].from[lane], 1, INTERVAL_IDENTITY);
        Trace *trace = fixture_done(f);
        g_assert_cmpint(shuffle_distance(trace, trace->instructions), ==,
                        cases[i].distance);
        g_assert_cmpint(shuffle_source(trace, trace->instructions), ==,
                        cases[i].source);
        trace_free(trace);
    }
}

/* An instruction of a program, OCCURRENCE of its line, over lanes FIRST to END
 * - 1 of DOUBLES, each with two words; of a shuffle HALF of them, lane i has
 * the word of lane FROM[i]. */
static void add_doubles(Fixture *f, AccessKind kind, uint32_t occurrence,
                        int first, int end, const double doubles[], int half,
                        const uint32_t from[])
{
    Trace *trace = f->trace;

    fixture_instruction(f, 0, kind, kind == ACCESS_SHFL ? 7 : 6);
    Instruction *at = trace->instructions + trace->instructions_count - 1;
    at->occurrence = occurrence;
    at->array = kind == ACCESS_GSTORE ? GLOBAL_OUT : GLOBAL_IN;
    at->width = kind == ACCESS_SHFL ? 4 : 8;
    for (int lane = first; lane < end; ++lane) {
        Word words[2], interval = interval_make((Word)lane, (Word)lane);
        memcpy(words, doubles + (from ? from[lane] : (uint32_t)lane),
               sizeof words);
        if (from) {
            interval = interval_make(from[lane], from[lane]);
            fixture_access(f, lane, from[lane], words[half], interval);
            continue;
        }
        if (kind == ACCESS_GSTORE && lane > 0)
            interval = interval_make((Word)lane - 1, (Word)lane);
        for (uint32_t w = 0; w < 2; ++w)
            fixture_access(f, lane, 2 * (Word)lane + w, words[w], interval);
    }
}

/* Adds the sum of what a lane received and its own word to the access of its
 * lower half: of doubles in the lower words. */
static void add_sum(Trace *trace, uint32_t access, Word lane,
                    const double doubles[])
{
    Sum sum = {.access = access,
               .left_interval = interval_make(lane - 1, lane - 1),
               .right_interval = interval_make(lane, lane)};

    memcpy(&sum.left, doubles + lane - 1, sizeof sum.left);
    memcpy(&sum.right, doubles + lane, sizeof sum.right);
    base_push(trace, sums, sum);
    trace->accesses[access].sums = 1;
}

/* A program's doubles: loaded in two parts, shuffled in two halves, added and
 * stored. */
static Trace *make_doubles(void)
{
    static const double in[] = {0.5, 1.25, -3, 1e10};
    static const double out[] = {0.5, 1.75, -1.75, 1e10 - 3};
    static const uint32_t left[] = {0, 0, 1, 2};
    Fixture *f = fixture_new(OP_ADD, 8, 4, 4, 0);

    fixture_step(f, "start", 0);
    add_doubles(f, ACCESS_GLOAD, 0, 0, 2, in, 0, NULL);
    add_doubles(f, ACCESS_GLOAD, 1, 2, 4, in, 0, NULL);
    add_doubles(f, ACCESS_SHFL, 0, 0, 4, in, 0, left);
    add_doubles(f, ACCESS_SHFL, 1, 0, 4, in, 1, left);
    add_doubles(f, ACCESS_GSTORE, TRACE_EXECUTION, 0, 4, out, 0, NULL);
    Trace *trace = fixture_done(f);
    trace->run.origin = ORIGIN_PROGRAM;
    trace->arrays[GLOBAL_IN].element = ELEMENT_F64;
    trace->arrays[GLOBAL_OUT].element = ELEMENT_F64;
    for (Word lane = 1; lane < 4; ++lane)
        add_sum(trace, trace->instructions[4].first_access + 2 * lane, lane,
                in);
    return trace;
}

/* A number of 8 bytes has one row for both of its words, for the parts that the
 * hardware serves, and for both halves of a shuffle, and is known as a number;
 * so is a sum of such numbers. */
static void test_doubles(void)
{
    static const double held[][4] = {{0.5, 1.25, -3, 1e10},
                                     {0.5, 1.75, -1.75, 1e10 - 3},
                                     {0.5, 1.75, -1.75, 1e10 - 3}};
    static const uint32_t rows[] = {0, 0, 1, 1, 2};
    Trace *trace = make_doubles();
    WarpRegisters lanes = registers_of(trace);

    g_assert_cmpuint(lanes.rows_count, ==, G_N_ELEMENTS(held));
    for (uint32_t i = 0; i < G_N_ELEMENTS(rows); ++i)
        g_assert_cmpuint(registers_row(&lanes, i), ==, rows[i]);
    for (size_t r = 0; r < lanes.rows_count; ++r)
        for (uint32_t t = 0; t < 4; ++t) {
            const RegisterCell *cell = registers_cell(&lanes, r, t);
            Number number = registers_number(&lanes, cell);
            double value;
            memcpy(&value, &number.bits, sizeof value);
            g_assert_cmpuint(number.element, ==, ELEMENT_F64);
            g_assert_cmpfloat(value, ==, held[r][t]);
            g_assert_cmpuint(lanes.rows[r].words, ==, 1);
            g_assert_cmpuint(cell->last, ==, cell->instruction + (r == 1));
            g_assert_cmpint(cell->sum != REGISTERS_NEVER, ==, r == 1 && t > 0);
        }
    const RegisterCell *sum = registers_cell(&lanes, 1, 2);
    char text[VALUE_TEXT];
    g_assert_cmpstr(number_text(registers_operand(&lanes, sum, false), true,
                                text),
                    ==, "1.25");
    g_assert_cmpstr(number_text(registers_operand(&lanes, sum, true), true,
                                text),
                    ==, "-3");
    registers_free(&lanes);
    trace_free(trace);
}

/* Each lane adds the carry by itself, after the last shuffle: what that brought
 * is not added to the carry, and a lane that it brought nothing keeps its own.
 */
static void test_carry(void)
{
    static const Word rows[][4] = {{4, 1, 6, 3},
                                   {4, 5, 7, 9},
                                   {4, 5, 11, 14},
                                   {15, 16, 22, 25},
                                   {15, 16, 22, 25}};
    Trace *trace = make("warp-shuffle", 8, 4, true);
    WarpRegisters lanes = registers_of(trace);
    size_t end = registers_row(&lanes, 8);

    g_assert_cmpint(trace->instructions[8].kind, ==, ACCESS_GSTORE);
    for (size_t r = 0; r < G_N_ELEMENTS(rows); ++r)
        for (uint32_t t = 0; t < 4; ++t) {
            const RegisterCell *cell = registers_cell(&lanes, end - 4 + r, t);
            g_assert_cmpuint(cell->value, ==, rows[r][t]);
            g_assert_cmpint(cell->alone, ==, r == 3);
            g_assert_cmpint(cell->kept, ==,
                            (r == 1 && t < 1) || (r == 2 && t < 2));
        }
    registers_free(&lanes);
    trace_free(trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    g_test_add_func("/warp_registers/carry", test_carry);
    g_test_add_func("/warp_registers/time", test_time);
    g_test_add_func("/warp_registers/wide", test_wide);
    g_test_add_func("/warp_registers/shapes", test_shapes);
    g_test_add_func("/warp_registers/doubles", test_doubles);
    int status = g_test_run();
    recorder_free(recorder);
    return status;
}
