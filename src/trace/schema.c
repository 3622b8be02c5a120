/* SPDX-License-Identifier: MIT
 *
 * schema - the SQL of a .upsweep file; see schema.h.
 *
 * The comments inside the statements are for the reader of the file: SQLite
 * keeps them, and `.schema` shows them.
 */
#include "trace/schema.h"

#include "trace/digest.h"
#include "trace/limits.h"
#include "trace/table.h"

#include <string.h>

const Fact schema_facts[SCHEMA_FACTS] = {
    {"algorithm", FACT_TEXT, offsetof(Run, algorithm), 1, 64},
    {"block_n", FACT_COUNT, offsetof(Run, block_n), 1, INTERVAL_MAX_N},
    {"blocks", FACT_COUNT, offsetof(Run, blocks), 1, LIMITS_BLOCKS},
    {"device", FACT_TEXT, offsetof(Run, device), 1, 16},
    {"device_name", FACT_TEXT, offsetof(Run, device_name), 0, 256},
    {"digest", FACT_DIGEST, 0, DIGEST_TEXT - 1, DIGEST_TEXT - 1},
    {"inclusive", FACT_FLAG, offsetof(Run, inclusive), 0, 1},
    {"k", FACT_COUNT, offsetof(Run, k), 2, TRACE_MAX_BANKS},
    {"keep", FACT_TEXT, offsetof(Run, keep), 0, 256},
    {"n", FACT_COUNT, offsetof(Run, n), 1, INTERVAL_MAX_N},
    {"op", FACT_OP, offsetof(Run, op), 1, 16},
    {"passes", FACT_COUNT, offsetof(Run, passes), 0, 32},
    {"seed", FACT_SEED, offsetof(Run, seed), 0, 0},
    {"summary", FACT_TEXT, offsetof(Run, summary), 0, 256},
    {"threads", FACT_COUNT, offsetof(Run, threads), 1, LIMITS_THREADS},
    {"title", FACT_TEXT, offsetof(Run, title), 0, 128},
    {"words", FACT_COUNT, offsetof(Run, words), 0, LIMITS_WORDS},
};

/* An interval of inputs as text. */
#define STANDS_FOR(first, last)                                                \
    "case when " first " < " last " then 'Σx' || " first " || '..x' || " last  \
    " when " first " = " last " then 'x' || " first " when " last              \
    " = 0 then 'identity' when " last " = 2 then 'nothing' else '?' end"

#define K "(select value from run where key = 'k')"

static const struct {
    const char *type, *name, *sql;
} entries[] = {
    {"table", "run",
     "CREATE TABLE run( -- what was run, on what: one row a fact\n"
     "  key TEXT PRIMARY KEY,\n"
     "  value NOT NULL     -- k banks; digest: of all that is in this file\n"
     ") WITHOUT ROWID"},
    {"table", "element",
     "CREATE TABLE element( -- what went in and came out of the scan\n"
     "  id INTEGER PRIMARY KEY,\n"
     "  input INTEGER NOT NULL,  -- 32-bit words, as signed numbers;\n"
     "  output INTEGER NOT NULL, -- for fadd the bits of a float, for\n"
     "                           -- affine a*65536 + b\n"
     "  first INTEGER NOT NULL,  -- output is the sum of inputs first\n"
     "  last INTEGER NOT NULL    -- to last; if first > last: last 0 is the\n"
     "                           -- identity, 1 no sum of neighbours, 2 a\n"
     "                           -- word nobody stored\n"
     ")"},
    {"table", "source",
     "CREATE TABLE source( -- the kernels' files: the code that ran\n"
     "  id INTEGER PRIMARY KEY,\n"
     "  name TEXT NOT NULL,\n"
     "  text TEXT NOT NULL\n"
     ")"},
    {"table", "array",
     "CREATE TABLE array( -- of global memory: 0 in, 1 out, 2 ... own\n"
     "  id INTEGER PRIMARY KEY,\n"
     "  name TEXT NOT NULL,\n"
     "  words INTEGER NOT NULL,\n"
     "  holds INTEGER NOT NULL -- 0 sums, 1 numbers, 2 flags, 3 pairs of a\n"
     "                         -- state and a sum\n"
     ")"},
    {"table", "grid",
     "CREATE TABLE grid( -- launches, one after the other\n"
     "  id INTEGER PRIMARY KEY,\n"
     "  title TEXT NOT NULL,\n"
     "  source INTEGER NOT NULL,  -- of its kernel\n"
     "  n INTEGER NOT NULL,       -- elements of its input\n"
     "  block_n INTEGER NOT NULL, -- elements of a block\n"
     "  blocks INTEGER NOT NULL,  -- launched\n"
     "  threads INTEGER NOT NULL, -- of a block\n"
     "  words INTEGER NOT NULL,   -- shared memory of a block\n"
     "  input INTEGER NOT NULL,   -- arrays\n"
     "  output INTEGER NOT NULL,\n"
     "  part INTEGER NOT NULL     -- of its kernel\n"
     ")"},
    {"table", "block",
     "CREATE TABLE block( -- those that this file tells of\n"
     "  id INTEGER PRIMARY KEY,\n"
     "  grid INTEGER NOT NULL,\n"
     "  number INTEGER NOT NULL -- in its grid\n"
     ")"},
    {"table", "phase",
     "CREATE TABLE phase( -- load, up-sweep, ...\n"
     "  id INTEGER PRIMARY KEY,\n"
     "  name TEXT NOT NULL\n"
     ")"},
    {"table", "step",
     "CREATE TABLE step( -- what happens between two barriers\n"
     "  id INTEGER PRIMARY KEY,\n"
     "  block INTEGER NOT NULL,\n"
     "  phase INTEGER NOT NULL,\n"
     "  site INTEGER NOT NULL, -- line of the source\n"
     "  level INTEGER NOT NULL,\n"
     "  cycles INTEGER NOT NULL -- of a GPU's clock; 0: not measured\n"
     ")"},
    {"table", "instruction",
     "CREATE TABLE instruction( -- one line of source, one warp, all lanes\n"
     "  id INTEGER PRIMARY KEY, -- block after block\n"
     "  step INTEGER NOT NULL,\n"
     "  warp INTEGER NOT NULL,\n"
     "  site INTEGER NOT NULL,\n"
     "  occurrence INTEGER NOT NULL, -- how many times before in the step\n"
     "  kind INTEGER NOT NULL,  -- 0 load, 1 store, 2 global load, 3 global\n"
     "                          -- store, 4 shuffle, 5 atomic, 6 publish,\n"
     "                          -- 7 await\n"
     "  array INTEGER NOT NULL, -- of global memory\n"
     "  time INTEGER NOT NULL   -- place in the order of issue\n"
     ")"},
    {"table", "access",
     "CREATE TABLE access( -- what one lane did in an instruction\n"
     "  id INTEGER PRIMARY KEY,  -- instruction*64 + lane\n"
     "  cell INTEGER NOT NULL,   -- of shared memory; index in a global\n"
     "                           -- array; lane a shuffle took from; of a\n"
     "                           -- pair 4*index + state\n"
     "  value INTEGER NOT NULL,\n"
     "  first INTEGER NOT NULL,  -- which inputs the value is the sum of,\n"
     "  last INTEGER NOT NULL    -- as in element\n"
     ")"},
    {"table", "sum",
     "CREATE TABLE sum( -- left + right, on the way to an access\n"
     "  id INTEGER PRIMARY KEY,  -- access*256 + 0, 1, 2, ...\n"
     "  left INTEGER NOT NULL,\n"
     "  right INTEGER NOT NULL,\n"
     "  left_first INTEGER NOT NULL,\n"
     "  left_last INTEGER NOT NULL,\n"
     "  right_first INTEGER NOT NULL,\n"
     "  right_last INTEGER NOT NULL\n"
     ")"},
    {"table", "snapshot",
     "CREATE TABLE snapshot( -- cells that the stores do not account for\n"
     "  id INTEGER PRIMARY KEY,  -- (step + block)*1048576 + cell; before\n"
     "                           -- the first step all are 0 and nothing\n"
     "  value INTEGER NOT NULL,\n"
     "  first INTEGER NOT NULL,\n"
     "  last INTEGER NOT NULL\n"
     ")"},
    {"view", "event",
     "CREATE VIEW event AS -- every access with all that is known of it\n"
     "select s.id as step, p.name as phase, s.level, i.id as instruction,\n"
     "  i.site as line, i.warp, a.id % 64 as lane,\n"
     "  i.warp * " K " + a.id % 64 as thread,\n"
     "  case i.kind when 0 then 'load' when 1 then 'store'\n"
     "    when 2 then 'global load' when 3 then 'global store'\n"
     "    when 4 then 'shuffle' when 5 then 'atomic'\n"
     "    when 6 then 'publish' else 'await' end as kind,\n"
     "  a.cell, case when i.kind < 2 then a.cell % " K " end as bank,\n"
     "  a.value, " STANDS_FOR(
         "a.first",
         "a.last") " as stands_for\n"
                   "from access a join instruction i on i.id = a.id / 64\n"
                   "  join step s on s.id = i.step join phase p on p.id = "
                   "s.phase"},
    {"view", "addition",
     "CREATE VIEW addition AS -- every sum, with its step and lane\n"
     "select i.step, i.id as instruction, (u.id / 256) % 64 as lane,\n"
     "  u.left, u.right,\n"
     "  " STANDS_FOR(
         "u.left_first",
         "u.left_last") " as left_stands_for,\n"
                        "  " STANDS_FOR(
                            "u.right_first",
                            "u.right_last") " as right_stands_for\n"
                                            "from sum u join instruction i on "
                                            "i.id = u.id / 16384"},
    {"view", "change",
     "CREATE VIEW change AS -- the cells that a step leaves changed\n"
     "select i.step, a.cell, a.value,\n"
     "  " STANDS_FOR(
         "a.first",
         "a.last") " as stands_for, max(a.id) as access\n"
                   "from access a join instruction i on i.id = a.id / 64\n"
                   "where i.kind = 1 group by i.step, a.cell"},
    {"view", "queue",
     "CREATE VIEW queue AS -- who waits: the requests at each bank\n"
     "select i.step, i.id as instruction, a.cell % " K " as bank,\n"
     "  count(*) as requests, count(distinct a.cell) as words\n"
     "from access a join instruction i on i.id = a.id / 64\n"
     "where i.kind < 2 group by i.id, bank"},
};

#define ENTRIES (sizeof entries / sizeof *entries)

bool schema_create(sqlite3 *db)
{
    for (size_t i = 0; i < ENTRIES; ++i)
        if (sqlite3_exec(db, entries[i].sql, NULL, NULL, NULL) != SQLITE_OK)
            return false;
    return true;
}

static bool is_text(sqlite3_stmt *row, int column, const char *text)
{
    const unsigned char *found = sqlite3_column_text(row, column);

    return found && strcmp((const char *)found, text) == 0;
}

bool schema_matches(sqlite3 *db)
{
    sqlite3_stmt *row = NULL;
    size_t i = 0;
    bool same = true;

    if (sqlite3_prepare_v2(db,
                           "select type, name, sql from sqlite_master "
                           "order by rowid",
                           -1, &row, NULL) != SQLITE_OK) {
        table_check_memory(db);
        return false;
    }
    int status = sqlite3_step(row);
    for (; same && status == SQLITE_ROW; ++i) {
        same = i < ENTRIES && is_text(row, 0, entries[i].type) &&
               is_text(row, 1, entries[i].name) &&
               is_text(row, 2, entries[i].sql);
        status = sqlite3_step(row);
    }
    table_check_memory(db);
    sqlite3_finalize(row);
    return same && status == SQLITE_DONE && i == ENTRIES;
}
