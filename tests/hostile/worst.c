/* SPDX-License-Identifier: MIT
 *
 * worst - the table of traces that take longest; see worst.h.
 */
#include "worst.h"

#include "../program_writer.h"

#include "record/record.h"

/* Leaves a run without accesses: one step, no shared memory. */
#define BARE                                                                   \
    "delete from snapshot; delete from sum; delete from access; "              \
    "delete from instruction; delete from step; "                              \
    "update run set value = 0 where key = 'words'; update grid set words = 0;"

#define INSERT(table, n, columns)                                              \
    " with recursive c(i) as (select 0 union all select i + 1 from c where "   \
    "i < " #n " - 1) insert into " table " select " columns " from c; "

/* n instructions: id, step, warp, site, occurrence, kind, array, time. */
#define INSTRUCTIONS(n, columns)                                               \
    " with recursive c(i) as (select 0 union all select i + 1 from c where "   \
    "i < " #n " - 1), x(id, step, warp, site, occurrence, kind, array, time) " \
    "as (select " columns " from c) insert into instruction select id, step, " \
    "warp, site, 0, 0, occurrence, kind, 4, 0, 0, array, time from x; "

/* n accesses: instruction * 64 + lane, cell, value, first, last. */
#define ACCESSES(n, columns)                                                   \
    " with recursive c(i) as (select 0 union all select i + 1 from c where "   \
    "i < " #n " - 1), x(id, cell, value, first, last) as (select " columns     \
    " from c) insert into access select id, id % 64, 15, cell, value, first, " \
    "last from x; "

#define ONE_STEP "insert into step values(0, 0, 0, 0, 0);"

#define WORDS(n)                                                               \
    "update run set value = " #n " where key = 'words'; "                      \
    "update grid set words = " #n ";"

/* n elements in one block. */
#define ELEMENTS(n)                                                            \
    "delete from element;" INSERT(                                             \
        "element", n, "i, i, i, 0, i") "update run set value = " #n            \
                                       " where key in ('n', 'block_n');"       \
                                       "update grid set n = " #n               \
                                       ", block_n = " #n ";"                   \
                                       "update array set words = " #n ";"

/* n elements, each in a block. */
#define SINGLES(n)                                                             \
    "delete from block;" ELEMENTS(                                             \
        n) "update run set value = " #n " where key = 'blocks';"               \
           "update run set value = 1 where key = 'block_n';"                   \
           "update grid set blocks = " #n ", grid_x = " #n ", block_n = 1;"

#define WARPS(lanes, count)                                                    \
    "update run set value = " #lanes " where key = 'k';"                       \
    "update run set value = " #lanes " * " #count " where key = 'threads';"    \
    "update grid set threads = " #lanes " * " #count ", block_x = " #lanes     \
    " * " #count ";"

/* Launches beyond the first, which has all elements. */
#define LAUNCHES(n, blocks)                                                    \
    "with recursive c(i) as (select 1 union all select i + 1 from c where "    \
    "i < " #n ") insert into grid select i, title, source, " #blocks           \
    ", 1, " #blocks ", threads, words, input, output, part, " #blocks          \
    ", 1, 1, threads, 1, 1, 0, 1 from c, grid "                                \
    "where id = 0; delete from block;"

/* Loads and stores of global memory by which threads signal to others. */
#define SIGNALS "update instruction set volatile = 1 where kind in (2, 3);"

#define LONG_NAME "printf('%.*c', 61, 'M') || char(0x2211)"

/* Leaves a program without accesses, and a step. */
#define PROGRAM                                                                \
    "delete from local_change; delete from snapshot; delete from sum; "        \
    "delete from access; delete from instruction; delete from step;" ONE_STEP

#define EMPTY_LINES "update source set text = printf('%.*c', 65000, char(10));"

typedef struct {
    const char *name, *sql; /* statements end with ";" */
} Worst;

static const Worst traces[] =
    {
        /* clang-format off */
    {"20000 steps before 131000 lines",
     BARE "update source set text = printf('%.*c', 131000, char(10));"
     INSERT("step", 20000, "i, 0, 0, 0, 0")
     INSTRUCTIONS(20000, "i, i, 0, 0, 0, 2, 0, i")
     ACCESSES(20000, "i * 64, 0, 0, 0, 0")},
    {"60000 loads of a word that was stored once",
     BARE ONE_STEP "insert into step values(1, 0, 0, 0, 0);"
     INSTRUCTIONS(15000, "i, i > 0, 0, 0, 0, case i when 0 then 3 else 2 end, 0, i")
     "insert into access values(0, 0, 15, 0, 0, 0, 0);"
     ACCESSES(59996, "64 + i / 4 * 64 + i % 4, 0, 0, 0, 0")},
    {"20000 atomics and loads of a word, by turns",
     BARE INSERT("step", 20000, "i, 0, 0, 0, 0")
     INSTRUCTIONS(20000, "i, i, 0, 0, 0, 2 + 3 * (i % 2), 0, i")
     ACCESSES(20000, "i * 64 + i % 4, 0, 0, 0, 0")},
    {"10000 signals sent, 10000 seen, of one word",
     BARE ONE_STEP
     INSTRUCTIONS(20000, "i, 0, 0, 0, 0, 3 - i / 10000, 0, i") SIGNALS
     ACCESSES(20000, "i * 64, 1, i, 0, 0")},
    {"30000 loads of a step, each in its own place",
     BARE ONE_STEP INSTRUCTIONS(30000, "i, 0, 0, 0, i, 2, 0, i")
     ACCESSES(30000, "i * 64, 0, 0, 0, 0")},
    {"30000 shuffles",
     BARE ONE_STEP INSTRUCTIONS(30000, "i, 0, 0, 0, i, 4, 0, i")
     ACCESSES(30000, "i * 64, 0, 0, 0, 0")},
    {"22000 steps, phases and levels by turns",
     BARE INSERT("step", 22000, "i, 0, i % 3, 0, i % 5")
     INSTRUCTIONS(22000, "i, i, 0, 0, 0, 2, 0, i")
     ACCESSES(22000, "i * 64, 0, 0, 0, 0")},
    {"shared memory of 340 words, 6000 steps",
     BARE WORDS(340)
     INSERT("step", 6000, "i, 0, i % 3, 0, i % 17")
     INSTRUCTIONS(12000, "i, i / 2, 0, 0, i % 2, 1 - i % 2, 0, i")
     ACCESSES(36000, "i / 3 * 64 + i % 3, i * 7 % 340, i, 0, i % 16")},
    {"250 sums for each of 100 accesses",
     BARE ONE_STEP INSTRUCTIONS(25, "i, 0, 0, 0, i, 2, 0, i")
     ACCESSES(100, "i / 4 * 64 + i % 4, 0, 0, 0, 0")
     INSERT("sum", 25000, "(i / 1000 * 64 + i / 250 % 4) * 256 + i % 250, "
            "0, 0, 0, 0, 0, 0")},
    {"7000 blocks with a step each",
     BARE SINGLES(7000) INSERT("block", 7000, "i, 0, i")
     INSERT("step", 7000, "i, i, 0, 0, 0")
     INSTRUCTIONS(14000, "i, i / 2, 0, 0, 0, 3 - i % 2, 1, i") SIGNALS
     ACCESSES(14000, "i * 64, i / 4, i, 0, 0")},
    {"50000 elements",
     BARE ELEMENTS(50000)
     "update run set value = 'hillis-steele' where key = 'algorithm';" ONE_STEP},
    {"55040 stores of a step, all in races",
     BARE ONE_STEP WORDS(30000) WARPS(64, 16)
     INSTRUCTIONS(860, "i, 0, i % 16, 0, 0, 1, 0, i")
     ACCESSES(55040, "i, i / 2, i, 0, i % 16")},
    {"15000 instructions in races with others of their line",
     BARE ONE_STEP WORDS(15000)
     INSTRUCTIONS(15000, "i, 0, 0, 0, i, 1, 0, i")
     ACCESSES(30000, "i / 2 * 64 + i % 2, i / 2, i, 0, i % 16")},
    {"12000 races in as many steps",
     BARE WORDS(1)
     INSERT("step", 12000, "i, 0, 1, 0, i % 5")
     INSTRUCTIONS(12000, "i, i, 0, 0, 0, 1, 0, i")
     ACCESSES(24000, "i / 2 * 64 + i % 2, 0, i, 0, i % 16")},
    {"12000 races between 4000 blocks",
     BARE SINGLES(4000) INSERT("block", 4000, "i, 0, i")
     INSERT("step", 4000, "i, i, 0, 0, 0")
     INSTRUCTIONS(12000, "i, i / 3, 0, 0, i, 3, 1, i")
     ACCESSES(12000, "i * 64, i % 4000, i, 0, 0")},
    {"signals that 31 launches wait for",
     BARE SINGLES(310) LAUNCHES(31, 310)
    
     INSERT("block", 9610, "i, 1 + i / 310, i % 310")
     INSERT("step", 9610, "i, i, 0, 0, 0")
     INSTRUCTIONS(19220, "i, i / 2, 0, 0, i % 2, 3 - i % 2, 1, i") SIGNALS
     ACCESSES(19220, "i * 64, 1, i, 0, 0")},
    {"words that 31 launches race for, and states",
     BARE SINGLES(200) LAUNCHES(31, 200)
    
     "insert into array values(2, 'states', 2, 4, 0, 0, 0, 0, 0);"
     INSERT("block", 6200, "i, 1 + i / 200, i % 200")
     INSERT("step", 6200, "i, i, 0, 0, 0")
     INSTRUCTIONS(18600, "i, i / 3, 0, 0, i % 3, "
            "case i % 3 when 0 then 2 else 3 end, "
            "case i % 3 when 1 then 1 else 2 end, i")
     "update instruction set volatile = 1 where array = 2;"
     ACCESSES(18600, "i * 64, i % 3 <> 1, i / 3, 0, 0")},
    {"blocks that race at many words, with states between them",
     BARE SINGLES(64) LAUNCHES(31, 64)
     "insert into array values(2, 'states', 2, 4, 0, 0, 0, 0, 0);" WARPS(64, 1)
     INSERT("block", 50, "i, 1 + i / 2, i % 2")
     INSERT("step", 50, "i, i, 0, 0, 0")
     INSTRUCTIONS(1000, "i, i / 20, 0, 0, i % 20, "
            "case when i % 20 < 6 then 3 - i / 20 % 2 else 3 end, "
            "case when i % 20 < 6 then 2 else 1 end, i")
     "update instruction set volatile = 1 where array = 2;"
     ACCESSES(64000, "i, i / 64 % 20 < 6, i, 0, 0")},
    {"6000 blocks that wait for the first and the last of them",
     BARE SINGLES(6000) INSERT("block", 6000, "i, 0, i")
     "insert into array values(2, 'states', 6000, 4, 0, 0, 0, 0, 0);"
     INSERT("step", 6000, "i, i, 0, 0, 0")
     INSTRUCTIONS(12000, "i, i / 2, 0, 0, i % 2, 2, "
            "2 * (i % 2), i / 2 + i % 2 * 6000")
     "update instruction set volatile = 1 where array = 2;"
     ACCESSES(18000, "(i / 3 * 2 + (i % 3 + 1) / 2) * 64 + i % 3 / 2, "
            "case i % 3 when 0 then 0 when 1 then 0 else 5999 end, i, 0, 0")},
    {"blocks of 1024 threads that shuffle",
     BARE SINGLES(5000) WARPS(64, 16) INSERT("block", 5000, "i, 0, i")
     INSERT("step", 5000, "i, i, 0, 0, 0")
     INSTRUCTIONS(15000, "i, i / 3, 0, 0, i % 3, 4, 0, i")
     ACCESSES(15000, "i * 64, 0, i, 0, 0")},
    {"20000 blocks in ten launches",
     BARE SINGLES(2000) LAUNCHES(10, 2000)
     INSERT("block", 20000, "i, 1 + i / 2000, i % 2000")
     INSERT("step", 20000, "i, i, i % 3, 0, 0")
     INSTRUCTIONS(12000, "i, i, 0, 0, 0, 2, 0, i")
     ACCESSES(12000, "i * 64, i % 2000, i, 0, 0")},
    {"a million words of global memory",
     BARE SINGLES(4000) INSERT("block", 4000, "i, 0, i")
     INSERT("array", 62, "i + 2, " LONG_NAME ", 16700, i % 4, 0, 0, 0, 0, 0")
     INSERT("step", 8000, "i, i / 2, i % 2, 0, 0")
     INSTRUCTIONS(12000, "i, i * 2 / 3, 0, 0, i % 3, 2 + i % 2, 2, i")
     ACCESSES(12000, "i * 64, i, i, 0, 0")},
    {"a million words, counts that change",
     BARE SINGLES(3000) INSERT("block", 3000, "i, 0, i")
     "insert into array values(2, 'a', 1000000, 1, 0, 0, 0, 0, 0);"
     INSERT("step", 3000, "i, i, 0, 0, 0")
     INSTRUCTIONS(15000, "i, i / 5, 0, 0, i % 5, 5, 2, i")
     ACCESSES(30000, "i / 2 * 64 + i % 2, i, i, 0, 0")},
    {"a tree of 12000 elements",
     BARE ELEMENTS(12000) WORDS(12000) WARPS(64, 16)
     "insert into step values(0, 0, 0, 0, 0), (1, 0, 1, 0, 1),"
     "(2, 0, 1, 0, 2), (3, 0, 1, 0, 3);"
     INSTRUCTIONS(400, "i, min(i / 188, 3), i % 16, 0, i / 16, 1, 0, i")
     ACCESSES(12000, "i, i, i, i, i")
     ACCESSES(6000, "12032 + i, 2 * i + 1, i, 2 * i, 2 * i + 1")
     ACCESSES(3000, "18048 + i, 4 * i + 3, i, 4 * i, 4 * i + 3")
     "delete from instruction where id >= 329;"
     INSERT("sum", 6000, "(12032 + i) * 256, i, 0, 2 * i, 2 * i, 2 * i + 1, 2 * i + 1")},
    {"12000 prefixes that are wrong, levels by turns",
     BARE ELEMENTS(6000) WORDS(170)
     "update phase set kind = 5;"
     INSERT("step", 12000, "i, 0, 2, 0, 1 + i % 4")
     INSTRUCTIONS(12000, "i, i, 0, 0, 0, 1, 0, i")
     ACCESSES(12000, "i * 64, i % 170, i, 65535, 1")},
    {"64 lanes of 16 warps that shuffle and add",
     BARE ONE_STEP WARPS(64, 16)
     INSTRUCTIONS(480, "i, 0, i % 16, 0, i / 16, 4, 0, i")
     ACCESSES(30720, "i, (i + 1) % 64, i % 3, 0, i % 3")
     INSERT("sum", 14000, "(1024 + i * 2) * 256, i % 3, 1, 0, i % 3, 4, 4")},
    {"12000 rows of registers, three lanes each",
     BARE ONE_STEP WARPS(64, 2)
     INSTRUCTIONS(12000, "i, 0, i % 2, 0, i / 2, 4, 0, i")
     ACCESSES(36000, "i / 3 * 64 + i % 3, i % 3, i, 0, i % 16")},
    {"1000 phases of 64 bytes, 12000 steps",
     BARE INSERT("phase", 1000, "i + 100, printf('%04d', i) || " LONG_NAME ", 0")
     "update phase set name = substr(name, 1, 58);"
     "create temp table p as select row_number() over (order by id) - 1 as "
     "place, id from phase; update phase set id = id + 100000; update phase "
     "set id = (select place from temp.p where p.id = phase.id - 100000);"
     "drop table temp.p;"
     INSERT("step", 12000, "i, 0, i % 1000, 0, i")
     INSTRUCTIONS(12000, "i, i, 0, 0, 0, 2, 0, i")
     ACCESSES(12000, "i * 64, 0, 0, 0, 0")},
    {"queues of 64 at one bank",
     BARE WORDS(4096) WARPS(64, 16)
     INSERT("step", 60, "i, 0, i % 3, 0, i % 5")
     INSTRUCTIONS(800, "i, i / 16, i % 16, 0, i / 16, i % 2, 0, i")
     ACCESSES(51200, "i, i * 64 % 4096, i, 0, i % 16")},
    {"60000 steps without an instruction",
     BARE INSERT("step", 60000, "i, 0, i % 3, 0, i % 5")},
    {"loads and stores of 64 lanes, each with sums and races",
     BARE WORDS(64) WARPS(64, 16)
     INSERT("step", 8, "i, 0, i % 3, 0, i % 5")
     INSTRUCTIONS(256, "i, i / 32, i % 16, 0, i / 16, 1 - i % 2, 0, i")
     ACCESSES(16384, "i, i % 64, i % 5, i % 3, i % 16")
     INSERT("sum", 32768, "i / 2 * 256 + i % 2, i % 5, 0, i % 3, i % 16, 0, 0")},
    {"floats, 40000 elements kept by a test",
     BARE ELEMENTS(40000)
     "update run set value = 'fadd' where key = 'op';"
     "update run set value = 'x>4' where key = 'keep';"
     "update run set value = 'compact' where key = 'algorithm';"
     "update element set input = id * 7919, output = id * 37199;" ONE_STEP},
    {"30000 loads that may bring tickets",
     BARE ONE_STEP WORDS(1) "insert into array values(2, 'tickets', 1, 1, 0, 0, 0, 0, 0);"
     INSTRUCTIONS(30000, "i, 0, 0, 0, i, 0, 0, i")
     ACCESSES(30000, "i * 64, 0, 0, 0, 0")},
    {"30000 stores of what may be tickets",
     BARE ONE_STEP WORDS(128) WARPS(64, 1)
     "insert into array values(2, 'tickets', 1, 1, 0, 0, 0, 0, 0);"
     INSTRUCTIONS(930, "i, 0, 0, 0, i / 2, i % 2, 0, i")
     ACCESSES(30225, "(i / 65 * 2 + (i % 65 > 0)) * 64 + "
            "max(i % 65 - 1, 0), case i % 65 when 0 then 127 else i % 65 - 1 "
            "end, 0, 0, 0")},
    {"30000 shuffles of what may be tickets",
     BARE ONE_STEP "insert into array values(2, 'tickets', 1, 1, 0, 0, 0, 0, 0);"
     INSTRUCTIONS(30000, "i, 0, 0, 0, i, 4, 0, i")
     ACCESSES(30000, "i * 64, 0, 0, 0, 0")},
    {"16000 loads on the last of 65000 lines",
     BARE EMPTY_LINES ONE_STEP INSTRUCTIONS(16000, "i, 0, 0, 65000, i, 2, 0, i")
     ACCESSES(16000, "i * 64, 0, 0, 0, 0")},
        /* clang-format on */
};

/* Changes of the trace of a program. */
static const Worst programs[] = {
    /* clang-format off */
    {"16000 loads of a program on as many lines",
     PROGRAM EMPTY_LINES INSTRUCTIONS(16000, "i, 0, 0, 49000 + i, i, 0, 0, i")
     ACCESSES(16000, "i * 64, i % 4, 0, 0, 0")},
    {"16000 loads of a GPU on as many lines",
     PROGRAM EMPTY_LINES "update run set value = 'gpu' where key = 'device';"
     INSTRUCTIONS(16000, "i, 0, 0, 49000 + i, i, 0, 0, i")
     ACCESSES(16000, "i * 64, i % 4, 0, 0, 0")},
    {"25000 values of 4000 locals",
     PROGRAM INSERT("local", 4000, "i + 2, 'k', 'v' || i, 'int', 0, 1, "
                    "2147483647, 0, 5")
     INSTRUCTIONS(250, "i, 0, 0, 5, i, 0, 0, i")
     ACCESSES(250, "i * 64, 0, 0, 0, 0")
     INSERT("local_change", 25000, "i, i / 100, 0, 2 + i * 37 % 4000, i % 3, "
            "0, i")},
    {"4000 variables, 16000 loads",
     PROGRAM INSERT("variable", 4000, "i + 1, 'v' || i, 'int [4]', 0, 0, 16, "
                    "5, 4, 4, 0, 0, 0")
     INSTRUCTIONS(16000, "i, 0, 0, 5, i, 0, 0, i")
     ACCESSES(16000, "i * 64, i % 4, 0, 0, 0")},
    {"16000 members of 250 structs",
     PROGRAM WORDS(16) "update array set element = 5, element_bytes = 4;"
     "delete from variable; delete from member;"
     INSERT("variable", 250, "i, 'v' || i, 'S [1]', 0, 0, 64, 0, 64, 1, 0, 0, "
            "0")
     INSERT("member", 16000, "i, 'm' || i, 0, i / 64, i % 64, 1")
     INSTRUCTIONS(4000, "i, 0, 0, 5, i, 0, 0, i")
     ACCESSES(4000, "i * 64, i % 16, 0, 0, 0")},
    /* clang-format on */
};

enum { TRACES = sizeof traces / sizeof *traces };

const size_t worst_count = TRACES + sizeof programs / sizeof *programs;

static const Worst *worst_at(size_t i)
{
    return i < TRACES ? traces + i : programs + (i - TRACES);
}

const char *worst_name(size_t i)
{
    return worst_at(i)->name;
}

static Trace *record_seed(void)
{
    enum { N = 16 };
    Recorder *recorder = recorder_new();
    Error error;
    Word input[N];
    RecordOptions options = {.algorithm = catalog_find("leftright", &error),
                             .n = N,
                             .k = 4,
                             .passes = PLAN_USUAL,
                             .device = DEVICE_CPU,
                             .input = input};

    for (uint32_t i = 0; i < N; ++i)
        input[i] = i % 7 + 1;
    Trace *trace = record(recorder, &options, &error);
    BASE_CHECK(trace);
    recorder_free(recorder);
    return trace;
}

/* The numbers of accesses count within their instruction, without gaps. */
static const char number_accesses[] =
    "create temp table place as select id as old, id / 64 * 64 + "
    "row_number() over (partition by id / 64 order by id) - 1 as new "
    "from access; delete from temp.place where old = new; "
    "create unique index temp.places on place(old); "
    "update sum set id = -1 - (select new from temp.place where old = "
    "sum.id / 256) * 256 - id % 256 where id / 256 in (select old from "
    "temp.place); update sum set id = -1 - id where id < 0; "
    "update access set id = -1 - (select new from temp.place where old = "
    "access.id) where id in (select old from temp.place); "
    "update access set id = -1 - id where id < 0; drop table temp.place;";

Forge *worst_forge(size_t i)
{
    Trace *seed = i < TRACES ? record_seed() : writer_tables_trace(true);
    Forge *forge = forge_open(seed);

    BASE_CHECK(forge_sql(forge, "%s", worst_at(i)->sql));
    BASE_CHECK(forge_sql(forge, "%s", number_accesses));
    forge_settle(forge);
    trace_free(seed);
    return forge;
}
