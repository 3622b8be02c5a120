/* SPDX-License-Identifier: MIT
 *
 * Tests of src/text/narrate_step.c on traces made by hand: a step in one
 * sentence.
 */
#include "say/narrate.h"
#include "fixture.h"

#include <glib.h>
#include <string.h>

/* Array 2 of each trace; input and output are 0 and 1. */
enum { OWN = GLOBAL_FIRST_SCRATCH, STATUS, STATES };

/* COUNT lanes of one instruction; lane i goes to cell FIRST + i * STRIDE; of
 * STATUS that is the tile. */
typedef struct {
    int count;
    AccessKind kind;
    uint8_t array;
    uint32_t first, stride;
    Word interval;
    int sums; /* made by each lane */
} Part;

static void add_part(Fixture *f, const Part *part)
{
    Trace *trace = f->trace;

    if (part->array == STATUS) {
        fixture_statuses(f, part->kind, 1, STATUS);
        for (int lane = 0; lane < part->count; ++lane)
            fixture_status(f, lane, part->first + (uint32_t)lane * part->stride,
                           1, 9, part->interval);
        return;
    }
    fixture_instruction(f, 0, part->kind, 1);
    trace->instructions[trace->instructions_count - 1].array = part->array;
    for (int lane = 0; lane < part->count; ++lane) {
        fixture_access(f, lane, part->first + (uint32_t)lane * part->stride, 9,
                       part->interval);
        for (int sum = 0; sum < part->sums; ++sum)
            fixture_sum(f, 4, INTERVAL_TOP, 5, INTERVAL_TOP);
    }
}

static void test_sentences(void)
{
    const Word any = INTERVAL_TOP, none = INTERVAL_IDENTITY;
    const struct {
        const char *sentence;
        int level;
        Part parts[3];
    } cases[] = {
        {"scan: 1 load; no lane waits for another",
         0,
         {{1, ACCESS_LOAD, 0, 0, 1, any, 0}}},
        {"scan, level -1: 2 loads; at worst 2 lanes meet at one bank",
         -1,
         {{2, ACCESS_LOAD, 0, 0, 4, any, 0}}},
        {"scan: 5 loads; at worst 3 lanes meet at one bank",
         0,
         {{3, ACCESS_LOAD, 0, 0, 4, any, 0},
          {2, ACCESS_LOAD, 0, 0, 4, any, 0}}},
        {"scan: 4 loads; no lane waits for another",
         0,
         {{4, ACCESS_LOAD, 0, 0, 0, any, 0}}},
        {"scan: 7 loads; at worst lanes ask one bank for 3 words",
         0,
         {{4, ACCESS_LOAD, 0, 0, 0, any, 0},
          {3, ACCESS_LOAD, 0, 0, 4, any, 0}}},
        {"scan, level 2: 4 stores; no lane waits for another",
         2,
         {{4, ACCESS_LOAD, 0, 0, 1, any, 0},
          {4, ACCESS_STORE, 0, 0, 1, any, 0}}},
        {"scan: 6 sums; no lane waits for another",
         0,
         {{4, ACCESS_LOAD, 0, 0, 1, any, 0},
          {2, ACCESS_STORE, 0, 0, 1, any, 3}}},
        {"scan: the identity in 2 cells; no lane waits for another",
         0,
         {{2, ACCESS_STORE, 0, 0, 1, none, 0}}},
        {"scan: 3 stores; no lane waits for another",
         0,
         {{2, ACCESS_STORE, 0, 0, 1, none, 0},
          {1, ACCESS_STORE, 0, 0, 1, any, 0}}},
        {"scan: 1 load; no lane waits for another",
         0,
         {{1, ACCESS_LOAD, 0, 0, 1, none, 0}}},
        {"scan: 3 inputs", 0, {{3, ACCESS_GLOAD, GLOBAL_IN, 0, 1, any, 0}}},
        {"scan: 3 words", 0, {{3, ACCESS_GLOAD, OWN, 0, 1, any, 0}}},
        {"scan: 2 inputs",
         0,
         {{3, ACCESS_GLOAD, OWN, 0, 1, any, 0},
          {2, ACCESS_GLOAD, GLOBAL_IN, 0, 1, any, 0}}},
        {"scan: 1 result",
         0,
         {{1, ACCESS_ATOMIC, OWN, 0, 1, any, 0},
          {1, ACCESS_GSTORE, GLOBAL_OUT, 0, 1, any, 0}}},
        {"scan: 1 atomic update; no lane waits for another",
         0,
         {{2, ACCESS_STORE, 0, 0, 1, any, 0},
          {1, ACCESS_ATOMIC, OWN, 0, 1, any, 0}}},
        {"scan: 2 words; 1 shuffle", 0, {{2, ACCESS_SHFL, 0, 0, 1, any, 0}}},
        {"scan: 4 words; 2 shuffles",
         0,
         {{2, ACCESS_SHFL, 0, 0, 1, any, 0},
          {2, ACCESS_SHFL, 0, 0, 1, any, 0}}},
        /* tile 1 has the inputs 4 to 7 */
        {"scan: looks at 2 tiles",
         0,
         {{2, ACCESS_GLOAD, STATUS, 1, 0, any, 0}}},
        {"scan: publishes 1 aggregate",
         0,
         {{1, ACCESS_GSTORE, STATUS, 1, 0, interval_make(4, 7), 0}}},
        {"scan: publishes 3 aggregates and 2 prefixes; looks at 1 tile",
         0,
         {{3, ACCESS_GSTORE, STATUS, 1, 0, interval_make(4, 7), 0},
          {2, ACCESS_GSTORE, STATUS, 1, 0, interval_make(0, 7), 0},
          {1, ACCESS_GLOAD, STATUS, 1, 0, any, 0}}},
        {"scan: publishes 1 prefix and 2 states without a sum; looks at 2 "
         "tiles",
         0,
         {{1, ACCESS_GSTORE, STATUS, 1, 0, interval_make(0, 7), 0},
          {2, ACCESS_GSTORE, STATES, 1, 0, none, 0},
          {2, ACCESS_GLOAD, STATUS, 1, 0, any, 0}}},
        {"scan: publishes 1 wrong sum; looks at 4 tiles",
         0,
         {{1, ACCESS_GSTORE, STATUS, 1, 0, interval_make(5, 7), 0},
          {4, ACCESS_GLOAD, STATUS, 1, 0, any, 0}}},
        {"scan: publishes 1 wrong sum", /* of a tile that is not there */
         0,
         {{1, ACCESS_GSTORE, STATUS, 10, 0, interval_make(0, 7), 0}}},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Fixture *f = fixture_new(OP_ADD, 8, 4, 8, 32);
        Text text = {0};

        base_push(f->trace, arrays,
                  ((Array){.name = base_strdup("own"),
                           .words = 8,
                           .holds = HOLDS_SUMS}));
        base_push(f->trace, arrays,
                  ((Array){.name = base_strdup("tiles"),
                           .words = 32,
                           .holds = HOLDS_PAIRS}));
        base_push(f->trace, arrays,
                  ((Array){.name = base_strdup("states"),
                           .words = 16,
                           .holds = HOLDS_STATES}));
        /* another step and another block, which must not count */
        fixture_step(f, "before", 0);
        add_part(f, &(Part){4, ACCESS_STORE, 0, 0, 4, any, 2});
        fixture_step(f, "scan", cases[i].level);
        for (const Part *part = cases[i].parts; part->count; ++part) {
            add_part(f, part);
            if (part == cases[i].parts + 2)
                break;
        }
        fixture_next_block(f);
        fixture_step(f, "after", 0);
        add_part(f, &(Part){4, ACCESS_STORE, 0, 0, 4, any, 2});
        Trace *trace = fixture_done(f);
        narrate_step(trace, 1, &text);
        if (strcmp(text.text, cases[i].sentence) != 0)
            g_error("\"%s\", not \"%s\"", text.text, cases[i].sentence);
        text_free(&text);
        trace_free(trace);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/narrate_step/sentences", test_sentences);
    return g_test_run();
}
