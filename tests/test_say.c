/* SPDX-License-Identifier: MIT
 *
 * Tests of what src/say/say.h states: instructions, steps and races, word for
 * word, and that every level of every statement is whole.
 */
#include "record/record.h"
#include "say/phrases.h"
#include "say/say.h"
#include "fixture.h"

#include <glib.h>
#include <string.h>

enum { MOST = 170 }; /* letters of a statement of the catalog */

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

/* What is stated of POSITION, in all or in the fewest words; free it. */
static char *said(const Trace *trace, size_t position, bool brief)
{
    Statement statement = {0};
    Text text = {0};

    say_instruction(trace, position, &statement);
    statement_write(&statement, brief ? statement_levels(&statement) - 1 : 0,
                    &text);
    statement_free(&statement);
    return text.text;
}

static void assert_said(const Trace *trace, size_t position,
                        const char *sentence)
{
    char *own = said(trace, position, false);

    g_assert_cmpstr(own, ==, sentence);
    g_free(own);
}

/* ---- Instructions -------------------------------------------------------- */

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

static void test_conflicts(void)
{
    static const struct {
        AccessKind kind;
        int cells[4];
        const char *sentence, *verdict, *detail;
    } cases[] = {
        {ACCESS_LOAD,
         {5, 5, 5, 5},
         "Threads 4 to 7 each load a value; all 4 lanes load cell 5: a "
         "broadcast, 1 cycle. The end.",
         "broadcast",
         "4 requests, 1 bank"},
        {ACCESS_STORE,
         {5, 5, 5, 5},
         "Threads 4 to 7 each store a value; all 4 lanes store to cell 5: 1 "
         "cycle. The end.",
         "same cell",
         "4 requests, 1 bank"},
        {ACCESS_STORE,
         {1, -1, 9, -1},
         "Threads 4 and 6 each store a value; 2 lanes queue at bank 1: 2 "
         "cycles; 2 lanes idle. The end.",
         "2-way conflict",
         "2 requests, 1 bank"},
        {ACCESS_LOAD,
         {1, 5, -1, 2},
         "3 threads from 4 to 7 each load a value; 2 lanes queue at bank 1: 2 "
         "cycles; 1 lane idle. The end.",
         "2-way conflict",
         "3 requests, 2 banks"},
        {ACCESS_LOAD,
         {1, 1, 5, 2},
         "Threads 4 to 7 each load a value; lanes queue for 2 cells at bank "
         "1: 2 cycles. The end.",
         "2-way conflict",
         "4 requests, 2 banks"},
        {ACCESS_LOAD,
         {1, 1, 2, 2},
         "Threads 4 to 7 each load a value; 2 lanes load the same cell at "
         "each of banks 1 and 2: a broadcast, 1 cycle. The end.",
         "broadcast",
         "4 requests, 2 banks"},
        {ACCESS_SHFL,
         {-1, 0, -1, -1},
         "Thread 5 takes the value of thread 4; 3 lanes idle. The end.",
         "between lanes",
         "1 value"},
        {ACCESS_ATOMIC,
         {0, 0, 0, 0},
         "Threads 4 to 7 each atomically update a value of global memory: 1 "
         "memory transaction. The end.",
         "global memory",
         "4 values, 1 transaction"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Trace *trace = one(cases[i].kind, cases[i].cells);
        Text verdict = {0}, detail = {0};
        assert_said(trace, 1, cases[i].sentence);
        say_conflict(trace, 1, &verdict, &detail);
        g_assert_cmpstr(verdict.text, ==, cases[i].verdict);
        g_assert_cmpstr(detail.text, ==, cases[i].detail);
        text_free(&verdict);
        text_free(&detail);
        trace_free(trace);
    }
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
            for (size_t j = 0; j < trace->instructions_count; ++j)
                if (trace_step(trace, trace->instructions + j)->block == block)
                    last &= trace->instructions[j].time <= at->time;
            char *own = said(trace, i + 1, false);
            g_assert_cmpint(g_str_has_suffix(own, " is done."), ==, last);
            g_free(own);
        }
        ++trace->grids[0].blocks; /* one that the trace does not hold */
        char *own = said(trace, 0, false);
        char *held = g_strdup_printf("; the trace holds %zu of the blocks.",
                                     trace->blocks_count);
        g_assert_true(g_str_has_suffix(own, held));
        g_free(held);
        g_free(own);
        trace_free(trace);
    }
}

/* Whole sentences with a capital, fewer letters at each level. */
static void check_levels(const Statement *statement)
{
    size_t before = SIZE_MAX;

    for (int level = 0; level < statement_levels(statement); ++level) {
        Text text = {0};
        statement_write(statement, level, &text);
        g_assert_cmpuint(text.length, <=, level ? before : MOST);
        g_assert_cmpuint(text.length, >, 3);
        g_assert_false(g_ascii_islower(text.text[0]));
        g_assert_true(g_str_has_suffix(text.text, "."));
        g_assert_null(strstr(text.text, "  "));
        g_assert_null(strpbrk(text.text, "$#+"));
        before = text.length;
        text_free(&text);
    }
}

static void test_everything(void)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    for (size_t a = 0; a < count; ++a) {
        Trace *trace = run(all[a]->name, 24, 4);
        for (size_t i = 0; i <= trace->instructions_count; ++i) {
            Statement statement = {0};
            say_instruction(trace, i, &statement);
            check_levels(&statement);
            statement_free(&statement);
        }
        for (uint32_t s = 0; s < trace->steps_count; ++s) {
            Statement statement = {0};
            say_step(trace, s, &statement);
            check_levels(&statement);
            statement_free(&statement);
        }
        trace_free(trace);
    }
}

/* ---- Steps --------------------------------------------------------------- */

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

static void assert_step(const Trace *trace, uint32_t step, const char *summary)
{
    Statement statement = {.plain = true};
    Text text = {0};

    say_step(trace, step, &statement);
    statement_take(&statement, &text);
    g_assert_cmpstr(text.text, ==, summary);
    text_free(&text);
}

/* A step among others, which must not count. */
static Trace *step_of(Op op, int level, const Part parts[3])
{
    static const struct {
        const char *name;
        uint32_t words;
        uint8_t holds;
    } arrays[] = {{"own", 8, HOLDS_SUMS},
                  {"tiles", 32, HOLDS_PAIRS},
                  {"states", 16, HOLDS_STATES}};
    const Part other = {4, ACCESS_STORE, 0, 0, 4, INTERVAL_TOP, 2};
    Fixture *f = fixture_new(op, 8, 4, 8, 32);

    for (size_t a = 0; a < G_N_ELEMENTS(arrays); ++a)
        base_push(f->trace, arrays,
                  ((Array){.name = base_strdup(arrays[a].name),
                           .words = arrays[a].words,
                           .holds = arrays[a].holds}));
    fixture_step(f, "before", 0);
    add_part(f, &other);
    fixture_step(f, "scan", level);
    for (int i = 0; i < 3 && parts[i].count; ++i)
        add_part(f, parts + i);
    fixture_next_block(f);
    fixture_step(f, "after", 0);
    add_part(f, &other);
    return fixture_done(f);
}

static void test_steps(void)
{
    const Word any = INTERVAL_TOP, none = INTERVAL_IDENTITY;
    const struct {
        const char *summary;
        int level;
        Part parts[3];
    } cases[] = {
        {"scan: 5 loads; worst access: a 3-way conflict",
         0,
         {{3, ACCESS_LOAD, 0, 0, 4, any, 0},
          {2, ACCESS_LOAD, 0, 0, 4, any, 0}}},
        {"scan, level 2: 4 stores; no bank conflicts",
         2,
         {{4, ACCESS_LOAD, 0, 0, 1, any, 0},
          {4, ACCESS_STORE, 0, 0, 1, any, 0}}},
        {"scan: 6 additions; no bank conflicts",
         0,
         {{4, ACCESS_LOAD, 0, 0, 1, any, 0},
          {2, ACCESS_STORE, 0, 0, 1, any, 3}}},
        {"scan: the identity in 2 cells; no bank conflicts",
         0,
         {{2, ACCESS_STORE, 0, 0, 1, none, 0}}},
        {"scan: 3 stores; no bank conflicts",
         0,
         {{2, ACCESS_STORE, 0, 0, 1, none, 0},
          {1, ACCESS_STORE, 0, 0, 1, any, 0}}},
        {"scan: 3 inputs", 0, {{3, ACCESS_GLOAD, GLOBAL_IN, 0, 1, any, 0}}},
        {"scan: 2 inputs",
         0,
         {{3, ACCESS_GLOAD, OWN, 0, 1, any, 0},
          {2, ACCESS_GLOAD, GLOBAL_IN, 0, 1, any, 0}}},
        {"scan: 1 result",
         0,
         {{1, ACCESS_ATOMIC, OWN, 0, 1, any, 0},
          {1, ACCESS_GSTORE, GLOBAL_OUT, 0, 1, any, 0}}},
        {"scan: 1 atomic update; no bank conflicts",
         0,
         {{2, ACCESS_STORE, 0, 0, 1, any, 0},
          {1, ACCESS_ATOMIC, OWN, 0, 1, any, 0}}},
        {"scan: 4 values; 2 shuffles",
         0,
         {{2, ACCESS_SHFL, 0, 0, 1, any, 0},
          {2, ACCESS_SHFL, 0, 0, 1, any, 0}}},
        {"scan: publishes 3 aggregates and 2 prefixes, looks at 1 tile",
         0,
         {{3, ACCESS_GSTORE, STATUS, 1, 0, interval_make(4, 7), 0},
          {2, ACCESS_GSTORE, STATUS, 1, 0, interval_make(0, 7), 0},
          {1, ACCESS_GLOAD, STATUS, 1, 0, any, 0}}},
        {"scan: 2 additions; publishes 1 prefix and 2 states; no bank "
         "conflicts",
         0,
         {{1, ACCESS_GSTORE, STATUS, 1, 0, interval_make(0, 7), 0},
          {2, ACCESS_GSTORE, STATES, 1, 0, none, 0},
          {2, ACCESS_STORE, 0, 0, 1, any, 1}}},
        {"scan: publishes 1 wrong sum, looks at 4 tiles",
         0,
         {{1, ACCESS_GSTORE, STATUS, 1, 0, interval_make(5, 7), 0},
          {4, ACCESS_GLOAD, STATUS, 1, 0, any, 0}}},
        {"scan: publishes 1 wrong sum", /* of a tile that does not exist */
         0,
         {{1, ACCESS_GSTORE, STATUS, 10, 0, interval_make(0, 7), 0}}},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Trace *trace = step_of(OP_ADD, cases[i].level, cases[i].parts);
        assert_step(trace, 1, cases[i].summary);
        trace_free(trace);
    }
    Trace *max = step_of(OP_MAX, 0, cases[2].parts);
    assert_step(max, 1, "scan: 6 operations; no bank conflicts");
    trace_free(max);
}

/* ---- Races --------------------------------------------------------------- */

/* Two threads race at two cells; a third loads another cell. */
static void test_races(void)
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

    for (size_t position = 0; position <= 4; ++position) {
        bool step = position == 4;
        Statement statement = {0};
        Text text = {0}, brief = {0};
        bool any = step ? say_step_race(trace, &races, 0, &statement)
                        : say_race(trace, &races, position, &statement);
        g_assert_cmpint(any, ==, position != 0 && position != 3);
        if (any) {
            statement_write(&statement, 0, &text);
            statement_write(&statement, statement_levels(&statement) - 1,
                            &brief);
            g_assert_cmpstr(text.text, ==,
                            "Race at cell 1: thread 0 loads and thread 1 "
                            "stores, no barrier between them; the same at 1 "
                            "more cell.");
            g_assert_cmpstr(brief.text, ==, "Race at cell 1.");
        }
        statement_free(&statement);
        text_free(&text);
        text_free(&brief);
    }
    Statement none = {0};
    g_assert_false(say_step_race(trace, &races, 1, &none));
    race_free(&races);
    trace_free(trace);
}

static void test_recorded(void)
{
    static const struct {
        const char *name;
        uint32_t n, k;
        const char *sentence;
    } cases[] = {
        {"hillis-steele", 16, 16,
         "Threads 8 to 15 each add the value 8 places to their left; each of "
         "the 8 lanes has its own bank: 1 cycle; 8 lanes idle."},
        {"ping-pong", 8, 8,
         "Threads 4 to 7 each add the value 4 places to their left, and "
         "threads 0 to 3 each copy a value; each of the 8 lanes has its own "
         "bank: 1 cycle."},
        {"warp-shuffle", 8, 8,
         "Threads 1 to 7 each add the value 1 place to their left; thread 0 "
         "keeps its value."},
        {"warp-shuffle", 8, 8,
         "Threads 0 to 6 each take the value of thread 7; thread 7 keeps its "
         "value. The end."},
        {"look-back", 16, 2,
         "Before the start: 8 blocks of 2 threads; shared memory: 5 cells, 2 "
         "banks."},
        {"look-back", 16, 2,
         "Block 1: thread 0 publishes 2, the sum of tile 4 (aggregate); 1 "
         "lane idle."},
        {"look-back", 16, 2,
         "Block 1: thread 0 publishes 10, the sum of tiles 0 to 4 (prefix); 1 "
         "lane idle."},
        {"look-back", 16, 2,
         "Block 3: threads 0 and 1 look back at tiles 0 and 1: 1 prefix, 1 "
         "aggregate."},
        {"look-back", 16, 2,
         "Block 2: thread 0 draws number 3 from array tickets; 1 lane idle."},
        {"three-phase", 16, 4,
         "Block 3: threads 0 to 3 each load a value from array before 1: 1 "
         "memory transaction."},
        {"three-phase", 16, 4,
         "Block 3: threads 0 to 3 store their sums to the output: 1 memory "
         "transaction. Block 3 is done."},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Trace *trace = run(cases[i].name, cases[i].n, cases[i].k);
        bool found = false;
        for (size_t p = 0; p <= trace->instructions_count && !found; ++p) {
            char *own = said(trace, p, false);
            found = strcmp(own, cases[i].sentence) == 0;
            g_free(own);
        }
        if (!found)
            g_error("%s: %s", cases[i].name, cases[i].sentence);
        trace_free(trace);
    }
}

static void test_an_empty_step(void)
{
    Fixture *f = fixture_new(OP_ADD, 1, 4, 1, 0);

    fixture_step(f, "up-sweep", 1);
    Trace *trace = fixture_done(f);
    assert_step(trace, 0, "up-sweep, level 1: nothing to do");
    assert_said(trace, 0, "Before the start: 1 block of 1 thread.");
    trace->run.unfinished = 1;
    assert_step(trace, 0,
                "up-sweep, level 1: no access before the program ended");
    trace_free(trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/say/an-empty-step", test_an_empty_step);
    g_test_add_func("/say/recorded", test_recorded);
    g_test_add_func("/say/conflicts", test_conflicts);
    g_test_add_func("/say/done", test_done);
    g_test_add_func("/say/everything", test_everything);
    g_test_add_func("/say/steps", test_steps);
    g_test_add_func("/say/races", test_races);
    return g_test_run();
}
