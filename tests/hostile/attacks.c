/* SPDX-License-Identifier: MIT
 *
 * attacks - see attacks.h.
 */
#include "attacks.h"

#include "../program_writer.h"

#include "record/record.h"

/* ---- What is changed ------------------------------------------------------*/

static const AttackSeed one_block = {"leftright", 16, 4, 0};
static const AttackSeed blocks = {"look-back", 32, 4, 4};
static const AttackSeed launches = {"three-phase", 64, 4, 4};
static const AttackSeed shuffles = {"warp-shuffle", 8, 8, 0};
static const AttackSeed flags = {"compact", 32, 4, 0};
static const AttackSeed hybrid = {"hybrid", 32, 4, 0};
static const AttackSeed program = {NULL, 0, 0, 0};

Trace *attack_record(const AttackSeed *seed)
{
    if (!seed->name)
        return writer_tables_trace(true);
    Recorder *recorder = recorder_new();
    Error error;
    Word input[64];
    RecordOptions options = {.algorithm = catalog_find(seed->name, &error),
                             .n = seed->n,
                             .k = seed->k,
                             .block_n = seed->block_n,
                             .passes = PLAN_USUAL,
                             .device = DEVICE_CPU,
                             .input = input};

    for (uint32_t i = 0; i < seed->n; ++i)
        input[i] = i % 7 + 1;
    Trace *trace = record(recorder, &options, &error);
    BASE_CHECK(trace);
    recorder_free(recorder);
    return trace;
}

/* Leaves a run without accesses: one step, no shared memory. */
#define BARE                                                                   \
    "delete from snapshot; delete from sum; delete from access; "              \
    "delete from instruction; delete from step; "                              \
    "update run set value = 0 where key = 'words'; update grid set words = 0;"

#define ROWS(n)                                                                \
    " with recursive c(i) as (select 0 union all select i + 1 from c where "   \
    "i < " #n " - 1) "

#define FIRST_LOAD(b)                                                          \
    "(select min(a.id) from access a join instruction i on i.id = a.id / 64 "  \
    "join step s on s.id = i.step where s.block = " #b " and i.kind = 2)"

#define ARRAY_2_IN                                                             \
    "update array set holds = 3, words = 1 where id = 2; "                     \
    "update grid set input = 2;"

const Attack attacks[] = {
    /* cells, as a block alone sees them */
    {"a load of another block's element, below", &blocks,
     "update access set cell = 0 where id = " FIRST_LOAD(1), NULL},
    {"a load of another block's element, above", &blocks,
     "update access set cell = 31 where id = " FIRST_LOAD(0), NULL},
    {"all stores go to other blocks", &blocks,
     "update access set cell = (id * 2654435761) % 32 where id / 64 in "
     "(select id from instruction where kind = 3 and width = 4)",
     NULL},
    {"an atomic of the output", &blocks,
     "update instruction set array = 1 where kind = 5; "
     "update access set cell = 31 where id / 64 in (select id from instruction "
     "where kind = 5)",
     NULL},
    {"pairs published in the output", &blocks,
     "update instruction set array = 1 where width = 8", NULL},
    {"a grid reads behind its elements", &blocks,
     "insert into array values(4, 'big', 100000, 0, 0, 0, 0, 0, 0); "
     "update grid set input = 4; "
     "update instruction set array = 4 where kind = 2 and width = 4; "
     "update access set cell = 99999 where id / 64 in (select id from "
     "instruction where kind = 2 and width = 4)",
     NULL},
    {"a cell after the last", &one_block,
     "update access set cell = 16 where id / 64 = (select min(id) from "
     "instruction where kind = 2)",
     "'access'"},
    {"a lane that the warp does not have", &shuffles,
     "update access set cell = 8 where id / 64 = (select min(id) from "
     "instruction where kind = 4)",
     "'access'"},
    /* threads */
    {"a thread of a larger launch", &launches,
     "update grid set threads = 1, block_x = 1 where id = (select max(id) from "
     "grid)",
     "'access'"},
    /* arrays */
    {"four million words twice", &one_block,
     "insert into array values(2, 'a', 4000000, 0, 0, 0, 0, 0, 0); "
     "insert into array values(3, 'b', 4000000, 0, 0, 0, 0, 0, 0)",
     "number of words is 8000032, outside 1 to 4194304"},
    {"300 arrays", &one_block,
     ROWS(
         300) "insert into array select i + 2, 'a', 1, 0, 0, 0, 0, 0, 0 from c",
     "'array'"},
    {"pairs of one word", &blocks, ARRAY_2_IN, "in pairs is odd"},
    {"pairs of one word, of other blocks", &blocks,
     ARRAY_2_IN "update grid set block_n = 3, blocks = 11, grid_x = 11; "
                "update run set value = 3 where key = 'block_n'; "
                "update run set value = 11 where key = 'blocks'",
     "in pairs is odd"},
    {"launches without end", &launches,
     ROWS(100) "insert into grid select i + 100, title, source, n, block_n, "
               "blocks, threads, words, input, output, part, blocks, 1, 1, "
               "threads, 1, 1, 0, 1 "
               "from c, grid "
               "where id = 0",
     "'grid'"},
    /* levels */
    {"a level of 40", &one_block, "update step set level = 40 where id = 2",
     NULL},
    {"levels of 31 and less", &one_block, "update step set level = 31 - id",
     NULL},
    {"a level of -65535", &launches, "update step set level = -65535", NULL},
    {"a walk of level 40", &one_block,
     "update phase set name = 'add ' || id; update step set level = 40 + id",
     NULL},
    /* memory that is worked out */
    {"a million words, six snapshots", &one_block,
     "update run set value = 1048576 where key = 'words'; "
     "update grid set words = 1048576",
     "12582912 cells of shared memory at all steps are more than 2097152"},
    {"more sources than launches can name", &one_block,
     ROWS(40) "insert into source select i + 1, 'a', 'b' from c", "'source'"},
    {"5000 phases", &one_block,
     ROWS(5000) "insert into phase select i + 100, 'p' || i, 0 from c",
     "'phase'"},
    /* what fifty traces of attackers did to other formats, and to programs */
    {"every access one thousand cells further", &launches,
     "update access set cell=cell+1000", "'access', row 0: cell"},
    {"four million words of each array", &flags,
     "update array set words=4194304; "
     "update run set value=4194304 where key='n'",
     "'run': n"},
    {"more threads than the accesses have", &flags,
     "update grid set threads=1024, block_x=1024; "
     "update run set value=1024 where key='threads'",
     NULL},
    {"the last warp of all", &flags, "update instruction set warp=65535",
     "'instruction', row 0: warp"},
    {"names that break lines and colour them", &launches,
     "update grid set title='a'||char(10)||'FORGED: proved for "
     "all'||char(27)||'[31m'; "
     "update phase set name=char(0x202e)||'x'; "
     "update source set name='a'||char(10)||'FORGED'; "
     "update array set name=char(27)||'FORGED'",
     "'source', row 0: name"},
    {"names of a program that break lines", &program,
     "update local set name='v'||char(10)||'FORGED', "
     "function=char(27)||'[2J', type=char(0x202e); "
     "update variable set name=char(7)||'s', type=char(27)||'c'; "
     "update member set name=char(8)||'m'; "
     "update result set input='i'||char(10)||'FORGED', "
     "output=char(0x202e)",
     "'variable', row 0: name"},
    {"a launch that breaks a line", &launches,
     "update grid set title='a'||char(10)||'FORGED'", "'grid', row 0: title"},
    {"a phase that turns text around", &launches,
     "update phase set name=char(0x202e)||'x'||id, kind=0",
     "'phase', row 0: name"},
    {"an array that colours text", &launches,
     "update array set name=char(27)||'[31m'||id", "'array', row 0: name"},
    {"a local that breaks a line", &program,
     "update local set name='v'||char(10)||'FORGED'", "'local', row 0: name"},
    {"a function that clears the screen", &program,
     "update local set function=char(27)||'[2J'", "'local', row 0: function"},
    {"a type that turns text around", &program,
     "update local set type=char(0x202e)", "'local', row 0: type"},
    {"a member that rings", &program, "update member set name=char(7)||'m'",
     "'member', row 0: name"},
    {"a result that breaks a line", &program,
     "update result set input='i'||char(10)||'FORGED'",
     "'result', row 0: input"},
    {"facts that break lines", &program,
     "update run set value='a.cu'||char(10)||'FORGED: "
     "x'||char(27)||'[31m' where key in "
     "('command','compiler','device_name','title','summary')",
     "'run': command"},
    {"a refusal that breaks lines", &program,
     "insert or replace into run "
     "values('refused',char(27)||'r'||char(10)||'FORGED'); "
     "insert or replace into run "
     "values('uncopied',char(27)||'u'||char(10)||'FORGED'); "
     "insert or replace into run values('unfinished',1)",
     "'run': refused"},
    {"every access of the last lane", &program, "update access set lane=63",
     "'access', row 0: lane"},
    {"a member of nobody", &program, "update member set owner=4294967295",
     "'member', row 0: owner"},
    {"an element of two billion bytes", &program,
     "update array set element_bytes=2147483647", NULL},
    {"elements of no bytes", &program,
     "update array set element_bytes=0; "
     "update variable set element_bytes=0",
     "'member', row 0: end"},
    {"a variable of 2^124 elements", &program,
     "update variable set extent0=2147483647, extent1=2147483647, "
     "extent2=2147483647, extent3=2147483647",
     "'variable', row 0: number of elements"},
    {"a variable of 2^32 elements", &program,
     "update variable set extent0=65536, extent1=65536, extent2=0, "
     "extent3=5",
     "'variable', row 0: number of elements"},
    {"a variable of four gigabytes", &program,
     "update variable set bytes=4194304", "'variable', row 0: bytes"},
    {"a variable of another launch", &program, "update variable set grid=31",
     "'variable', row 0: grid"},
    {"pointers into an array that is not there", &program,
     "update local set kind=2; "
     "update local_change set "
     "value=72057594037927936+255*1099511627776+99999999",
     NULL},
    {"pointers behind shared memory", &program,
     "update local set kind=2; "
     "update local_change set value=144115188075855871",
     NULL},
    {"pointers to anything", &program,
     "update local set kind=2; "
     "update local_change set value=-9223372036854775807-1",
     NULL},
    {"locals of no kind of number", &program,
     "update local set kind=2, element=0", NULL},
    {"locals of doubles", &program, "update local set kind=0, element=10",
     NULL},
    {"locals of 255 calls", &program, "update local_change set depth=255",
     NULL},
    {"changes that all end", &program, "update local_change set ends=1", NULL},
    {"changes in another order", &program,
     "update local_change set instruction=0 where id=(select max(id) "
     "from local_change)",
     "'local_change', row 15: it is earlier than row 14"},
    {"a scope that ends before it begins", &program,
     "update local set line=2147483647, last_line=0", NULL},
    {"a scope of two billion lines", &program,
     "update local set line=0, last_line=2147483647", NULL},
    {"a result of a million elements", &program,
     "update result set n=1048576, outputs=1048576, "
     "first_input=1048576, first_output=1048576, segment=1048576, "
     "trials=64, bits=64",
     NULL},
    {"a result without a kind", &program, "update result set kind=0, nearest=0",
     "'result', row 0: it is both checked and unchecked"},
    {"a result of a launch before another", &program,
     "update result set launch=2147483647, last_launch=1",
     "'result', row 0: last_launch"},
    {"a result that is a sum of nothing", &program,
     "update result set is_first=1048576, is_last=0, "
     "wanted_first=1048576, wanted_last=1048576",
     NULL},
    {"a result with a million wrong outputs", &program,
     "update result set wrong=1048576, first_wrong=1048576",
     "'result', row 0: wrong"},
    {"a result of the last launch of all", &program,
     "update result set launch=2147483647, last_launch=2147483647", NULL},
    {"results of everything", &program,
     ROWS(200) "insert into result select i + 2, input, output, unchecked, "
               "launch, last_launch, kind, nearest, trials, bits, n, "
               "first_input, "
               "outputs, first_output, cut, segment, unexplained, wrong, "
               "first_wrong, is_first, is_last, wanted_first, wanted_last from "
               "c, "
               "result where id = 0",
     "'result', row 74:"},
    {"words that were set outside of an array", &program,
     "update array set unset=1, set_first=4194304, set_end=4194304", NULL},
    {"words that were set backwards", &program,
     "update array set unset=1, set_first=4, set_end=2", NULL},
    {"lanes that meet four billion times", &program,
     "update instruction set epoch=4294967295", NULL},
    {"accesses of 16 bytes", &program, "update instruction set width=16", NULL},
    {"accesses of three bytes", &program, "update instruction set width=3",
     NULL},
    {"the end of time", &program, "update instruction set time=4294967294",
     "'instruction', row 19:"},
    {"everything at once", &program, "update instruction set time=0",
     "'instruction', row 19:"},
    {"two billion launches", &program,
     "insert or replace into run values('launches',2147483647)", NULL},
    {"a grid of 2^48 blocks", &program,
     "update grid set grid_x=16777216, grid_y=16777216",
     "'grid', row 0: the extents do not match the blocks and threads"},
    {"a block of 2^30 threads", &program,
     "update grid set block_x=1024, block_y=1024, block_z=1024",
     "'grid', row 0: the extents do not match the blocks and threads"},
    {"sixteen million blocks", &program,
     "update grid set blocks=16777216, grid_x=16777216; "
     "update run set value=16777216 where key='blocks'",
     NULL},
    {"an end in no file", &program,
     "insert or replace into run values('ended','x'); "
     "insert or replace into run values('ended_line',65535); "
     "insert or replace into run values('ended_source',31)",
     "'source': ended_source"},
    {"an end behind the last line", &program,
     "insert or replace into run values('ended','x'); "
     "insert or replace into run values('ended_line',65535); "
     "insert or replace into run values('ended_source',0)",
     "'source': ended_line"},
    {"four billion undefined values", &program,
     "insert or replace into run values('undefined',4294967295); "
     "insert or replace into run values('undefined_first',4294967295); "
     "insert or replace into run values('undefined_lane',63)",
     NULL},
    {"sums twice", &hybrid,
     "insert into sum select "
     "id+1,left,right,left_first,left_last,right_first,right_last from "
     "sum where id%256=0",
     NULL},
    {"a snapshot of a cell that is not there", &hybrid,
     "insert or replace into snapshot values(1048576*3+1048575,5,1,0)",
     "'snapshot', row 4194303: cell"},
    {"a cell that changes by itself", &one_block,
     "insert or replace into snapshot values(1048576*3+2,77777,1,0)",
     "cell 2 is 77777, but the stores leave "},
    {"memory that stands for inputs at the start", &one_block,
     "insert or replace into snapshot values(2,0,0,1)",
     "cell 2 stands for \u03a3x0..x1, but the stores leave nothing there"},
    /* outputs that do not follow from the stores */
    {"an output of one block", &one_block,
     "update element set output = output + 1 where id = 1", "output 1 is "},
    {"an output of several launches", &launches,
     "update element set output = output - 1 where id = 63", "output 63 is "},
    {"an output of blocks that meet", &blocks,
     "update element set output = output + 1 where id = 31", "output 31 is "},
    {"an output that stands for other inputs", &shuffles,
     "update element set first = 1, last = 2 where id = 1",
     "output 1 stands for \u03a3x1..x2, but its events leave "},
    {"an output of words that moved", &flags,
     "update element set output = 99 where id = 31",
     "output 31 is 99, but its events leave "},
    {"no text", &program, "update source set text=''", "'step', row 1: site"},
    {"65000 empty lines", &program,
     "update source set text=replace(hex(zeroblob(65000)),'0',char(10))", NULL},
    {"a line of 130000 letters", &program,
     "update source set text=replace(hex(zeroblob(65000)),'0','x')",
     "'step', row 1: site"},
    {"more text than a source may have", &program,
     "update source set text=replace(hex(zeroblob(66000)),'0','x')",
     "'source', row 0: text"},
    {"text that is not UTF-8", &program,
     "update source set text=cast(x'fffe80c3' as text)",
     "'source', row 0: text"},
    {"a program that is an algorithm", &program,
     "update run set value=0 where key='origin'", NULL},
    {"an algorithm that is a program", &blocks,
     "update run set value=1 where key='origin'", NULL},
    {"a program of 64 banks", &program, "update run set value=64 where key='k'",
     NULL},
};

const size_t attacks_count = sizeof attacks / sizeof *attacks;
