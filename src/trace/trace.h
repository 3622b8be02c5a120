/* SPDX-License-Identifier: MIT
 *
 * trace - everything that one run of a kernel, or of a user's program, did to
 * shared memory.
 *
 *     Trace ─┬─ Run            what was run, on what, with what input
 *            ├─ Array[]        of global memory: in, out, sums of blocks, ...
 *            ├─ Variable[]     of shared memory: name, type, place
 *            ├─ Grid[]         a launch: which kernel, over which arrays
 *            ├─ Block[]        of a grid, with its steps
 *            ├─ Step[]         between two barriers: phase and level
 *            │    └─ Instruction[]   one access site, one warp, all its lanes
 *            │          └─ Access[]     one lane: cell, value, interval
 *            ├─ Sum[]          an operator applied in order to make an access
 *            ├─ SumResult[]    of a program: what a launch computes
 *            └─ snapshot[]     shared memory before each step, and at the end
 *
 * Most traces have one grid of one block.  A trace of several blocks may hold
 * only some of them: those in trace->blocks.  Rows are stored block after
 * block; Instruction.time gives the order in which blocks that ran at once
 * issued their instructions.
 *
 * A Trace is constant once it is built.  Every value is stored twice: as the
 * word the kernel computed with, and as the interval of inputs that the word
 * stands for (the shadow run, see op.h).
 *
 * Words: n elements, k banks (= lanes of a warp); a cell is a 32-bit word of
 * shared memory and lives in bank (cell mod k).
 *
 * The hardware serves an access of 8 or 16 bytes in parts (analysis/bank.h).
 * Each part is a separate Instruction, with an Access for each word of each
 * lane.  An access of 1 or 2 bytes touches a part of its word, Access.bytes.
 */
#ifndef UPSWEEP_TRACE_H
#define UPSWEEP_TRACE_H

#include "trace/element.h"
#include "trace/op.h"
#include "trace/sum_result.h"
#include "util/base.h"

#define TRACE_MAX_BANKS 64
#define TRACE_EXECUTION 8   /* instructions of an access, at most */
#define TRACE_WORD      0xf /* Access.bytes of a whole word */

typedef enum {
    ACCESS_LOAD,   /* shared memory to lane */
    ACCESS_STORE,  /* lane to shared memory */
    ACCESS_GLOAD,  /* global memory to lane */
    ACCESS_GSTORE, /* lane to global memory */
    ACCESS_SHFL,   /* lane to lane */
    ACCESS_ATOMIC, /* read and change a word of global memory */
    ACCESS_CHANGE, /* read and change a cell of shared memory; of programs */
    ACCESS_COUNT,  /* add one to a cell of shared memory; of programs */
    ACCESS_KINDS
} AccessKind;

/* Global arrays that every run has; an algorithm may add scratch arrays. */
enum { GLOBAL_IN, GLOBAL_OUT, GLOBAL_FIRST_SCRATCH };

/* What a step is for.  Analyses and views know these; a kernel may have others.
 */
typedef enum {
    PHASE_OTHER,     /* the kernel's own, named by a text */
    PHASE_LOAD,      /* elements are brought to shared memory */
    PHASE_UPSWEEP,   /* the level is the level of the new sums */
    PHASE_ADD,       /* rounds; the level is the round's number */
    PHASE_CLEAR,     /* the identity at the root */
    PHASE_DOWNSWEEP, /* the level is the level of the parents */
    PHASE_WRITE_BACK,
    PHASE_GRID, /* the same as PHASE_OTHER, after a barrier of the grid */
    PHASE_KINDS
} PhaseKind;

typedef struct {
    uint32_t cell; /* cell of shared memory; index in the global array; for a
                      shuffle the lane that the value came from */
    Word value;    /* the word that was moved; of an access to a part of a
                      word, and of ACCESS_CHANGE and ACCESS_COUNT, the whole word
                      after it */
    Word interval; /* the inputs it stands for */
    uint8_t lane;  /* 0 .. k-1; its thread is warp * k + lane */
    uint8_t sums;  /* how many Sums were computed for it */
    uint8_t bytes; /* of its cell that it touches: bit i for byte i */
} Access;

/* Lanes of one warp that executed one access site together. */
typedef struct {
    uint32_t first_access; /* its accesses, by rising lane, then cell */
    uint32_t step;
    uint32_t occurrence; /* TRACE_EXECUTION for each execution of this site
                            before, in this step, and the instructions of this
                            one before */
    uint32_t time;       /* place in the trace's order of issue, from 0 */
    uint16_t site;       /* line of the source */
    uint16_t warp;       /* within its block */
    uint8_t lanes;       /* how many accesses: 1 .. k, of wide ones up to 64 */
    uint8_t kind;        /* AccessKind */
    uint8_t array;  /* GLOBAL_..., for the kinds that touch global memory */
    uint8_t source; /* index into trace->sources of the file of its line */
    uint8_t place;  /* among the accesses of its line, from 0 */
    uint8_t width;  /* bytes that each lane moves: 1, 2, 4, 8 or 16 */
    uint8_t is_volatile; /* 1: others may see or change the word meanwhile */
    uint32_t epoch; /* of a program: how the lanes of the warp have met since
                       the barrier, see epoch.h */
} Instruction;

/* A kernel's file: "kernels/leftright.cu" and its whole text. */
typedef struct {
    char *name, *text;
} Source;

/* What the values of an array in global memory are. */
typedef enum {
    HOLDS_SUMS,    /* elements and sums of them */
    HOLDS_NUMBERS, /* counts, tickets */
    HOLDS_FLAGS,   /* given with the input: 1 for each element that is kept */
    HOLDS_PAIRS,   /* for each tile a state, then a sum: moved at once */
    HOLDS_STATES,  /* for each tile a state; its sum is in another array */
    HOLDS_KINDS
} Holds;

/* The members of a struct that the elements of a variable or of an array are:
 * COUNT of trace->members, from FIRST on; COUNT 0: not known, or no struct. */
typedef struct {
    uint32_t first, count;
} MemberRange;

typedef struct {
    char *name; /* "in", "out", "sums 1", "states" */
    uint32_t words;
    uint8_t holds;
    uint8_t element;        /* ElementKind, of a program's array */
    uint32_t element_bytes; /* 0: not known */
    /* Of a program on the simulator, 1: nobody had stored to any other word
     * than those from SET_FIRST to SET_END - 1 before the first launch here
     * that touches the array, so that what the others hold is undefined. */
    uint8_t unset;
    uint32_t set_first, set_end;
    MemberRange members;
    MemberRange parts; /* of a vector, as float4, whose numbers ELEMENT tells:
                          its components */
} Array;

#define TRACE_EXTENTS 4

/* A variable of a program in shared memory: "__shared__ float tile[32][33]". */
typedef struct {
    char *name, *type;               /* "tile", "float [32][33]" */
    uint32_t grid;                   /* whose blocks have it */
    uint32_t first, bytes;           /* in shared memory */
    uint32_t extents[TRACE_EXTENTS]; /* outermost first; 0: no more */
    uint32_t element_bytes;
    uint8_t element; /* ElementKind */
    MemberRange members;
    MemberRange parts; /* of a vector, as in Array; the last extent counts
                          them, too */
} Variable;

/* A number in a struct or a vector, which the elements of a program's variable
 * or array are. */
typedef struct {
    char *name;     /* "flag", "a.b", "v[2]" */
    uint32_t space; /* SPACE_SHARED: of a variable, SPACE_GLOBAL: of an array */
    uint32_t owner; /* index into trace->variables or trace->arrays */
    uint32_t first; /* its first byte in the element */
    uint8_t element; /* ElementKind */
} Member;

/* What the values of a local variable are. */
typedef enum {
    LOCAL_NUMBER, /* of its element's kind; of a float its bits */
    LOCAL_BOOL,
    LOCAL_POINTER, /* or a reference, see local_pointer in local.h */
    LOCAL_KINDS
} LocalKind;

/* A local variable or a parameter of a program's function, or a member of one:
 * "ai", "v.x", "sums[1]". */
typedef struct {
    char *function, *name, *type; /* "scan_warp", "ai", "int" */
    uint32_t source;              /* index into trace->sources */
    uint32_t line;                /* of its declaration */
    uint32_t last_line;           /* of its scope */
    uint8_t kind;                 /* LocalKind */
    uint8_t element;              /* ElementKind */
} Local;

/* A local variable has another value for a thread, or begins or ends to have
 * one, when the thread takes part in an instruction. */
typedef struct {
    int64_t value;
    uint32_t instruction;
    uint16_t local; /* index into trace->locals */
    uint8_t lane;
    uint8_t depth; /* of its function's call, among calls of functions with
                      locals: 0 for the kernel */
    uint8_t ends;  /* 1: it has no value any more */
} LocalChange;

/* One launch; the next one begins when all of its blocks have ended. */
typedef struct {
    char *title;      /* "scan each block" */
    uint32_t source;  /* of its kernel, index into trace->sources */
    uint32_t n;       /* elements of its input, of all blocks */
    uint32_t block_n; /* elements of a block; the last may have fewer */
    uint32_t blocks;  /* that were launched */
    uint32_t threads; /* of a block */
    uint32_t words;   /* of shared memory in a block */
    uint8_t in, out;  /* arrays */
    uint8_t part;     /* of its kernel */
    uint32_t extents[3], block_extents[3]; /* x, y, z */
    /* Of a program on the simulator, 1: none of its threads executed a fence,
     * so that no block must see what another has stored, whatever atomic
     * operations order. */
    uint8_t unfenced;
    uint8_t tiled; /* 1: each block has a tile, BLOCK_N elements in a row */
} Grid;

/* A block that the trace holds. */
typedef struct {
    uint32_t grid;
    uint32_t index; /* in its grid */
    uint32_t first_step, step_count;
} Block;

typedef struct {
    uint32_t block; /* index into trace->blocks */
    uint32_t first_instruction;
    uint32_t instruction_count;
    uint16_t phase; /* index into trace->phases */
    uint16_t site;  /* line of the barrier that began it */
    int32_t level;
} Step;

/* What steps are for: one of the known kinds, or a kernel's own. */
typedef struct {
    char *title;  /* "up-sweep"; of the kernel's own "look back" */
    uint8_t kind; /* PhaseKind */
} Phase;

/* left (+) right, computed by a lane in order to make the given access. */
typedef struct {
    uint32_t access;
    Word left, right;
    Word left_interval, right_interval;
} Sum;

/* What was run. */
typedef enum {
    ORIGIN_CATALOG, /* one of our algorithms, with intervals */
    ORIGIN_PROGRAM, /* a user's program; all its intervals are TOP */
    ORIGIN_KINDS
} RunOrigin;

/* What was run. Text fields belong to the trace. */
typedef struct {
    uint32_t origin;   /* RunOrigin */
    char *algorithm;   /* name in the catalog: "leftright"; of a program its
                          first file: "prescan.cu" */
    char *title;       /* for people: "LeftRight" */
    char *summary;     /* one clause: "sums go left or right, so that..." */
    char *device;      /* "cpu" or "gpu" */
    char *device_name; /* "simulator", "NVIDIA H200" */
    char *condition;   /* which elements compact keeps: "x>4"; else "" */
    char *command;     /* of a program, its files and arguments:
                          "prescan.cu -- 1024"; else "" */
    char *compiler;    /* of a program, with flags; else "" */
    uint32_t n, k;
    uint32_t threads; /* of a block, of the largest grid */
    uint32_t blocks;  /* that the input is cut into: the first grid's */
    uint32_t block_n; /* elements of such a block */
    uint32_t words;   /* of shared memory in a block, the most of any grid */
    uint32_t passes;  /* of reduction, for hybrid; else 0 */
    Op op;
    bool inclusive;
    uint64_t seed;   /* of the order in which blocks ran */
    uint32_t trials; /* of a program: runs on random inputs that its words'
                        intervals come from, the most of any launch */
    char *proved;    /* of a program: a digit for each of the trace's results, a
                        SumProof; NULL or "": none is proved */
    char *forms;     /* of a program: of each result that does not add numbers
                        "number op parts segments from_zero form", separated by
                        "; "; NULL or "": all are */
    uint32_t launches; /* of a program: that it made, recorded or not; 0: not
                          known */
    /* of a program that does not ask for the error: which launch was refused, a
     * clause; and which other call; NULL or "": none, see trace_refused */
    char *refused, *uncopied;
    char *arithmetic; /* of a program: "source line what" of each operation that
                         C++ leaves undefined, separated by "; "; NULL or "":
                         none, see trace_next_operation */
    char *left_out;   /* of a program: what is not recorded, where no other
                                 member says so, one line; NULL or "": nothing */
    /* of a program that did not come to its end */
    char *ended;         /* why: one line; else NULL or "", see trace_ended */
    uint32_t ended_line; /* where; 0: not known */
    uint32_t ended_source;
    uint32_t unfinished; /* 1: the last launch is cut off: the trace has what it
                            did before */
    /* of a program on the simulator: shuffles of lanes that ask for the value
     * of one that takes no part, and are given their own; the first one's
     * access, and the lane that was asked; see analysis/proof.h */
    uint32_t undefined, undefined_first, undefined_lane;
    uint32_t returned; /* of a program: the exit status of its main */
} Run;

typedef struct {
    Run run;
    Word
        *input; /* run.n words; of a program the words of the first grid's in */
    Word *output; /* run.n words: what the kernel wrote; of a program the words
                     of the last grid's out, or 0 beyond its end */
    Word *output_interval;
    /* Of a program, what its user says that it computes, a SumKind;
     * SUM_UNKNOWN: nothing.  It is not part of the recording: no file has it.
     */
    uint32_t expected;
    uint32_t expected_op; /* of that, a SumOperator */
    bool expects_any;     /* the same: whatever it computes is right */
    /* Of a program that has just run: what was to be recorded is not whole, see
     * run.ended.  No file has it. */
    bool failed;

    Source *sources; /* the algorithm's own first */
    size_t sources_count, sources_capacity;
    Array *arrays; /* GLOBAL_IN, GLOBAL_OUT, then the algorithm's own */
    size_t arrays_count, arrays_capacity;
    Variable *variables; /* of a program, by rising grid, then first */
    size_t variables_count, variables_capacity;
    Member *members; /* by rising space, then owner, then first */
    size_t members_count, members_capacity;
    Local *locals; /* of a program */
    size_t locals_count, locals_capacity;
    LocalChange *local_changes; /* by rising block, thread, instruction */
    size_t local_changes_count, local_changes_capacity;
    Grid *grids;
    size_t grids_count, grids_capacity;
    Block *blocks;
    size_t blocks_count, blocks_capacity;
    Phase *phases; /* each once */
    size_t phases_count, phases_capacity;
    Step *steps;
    size_t steps_count, steps_capacity;
    Instruction *instructions;
    size_t instructions_count, instructions_capacity;
    Access *accesses;
    size_t accesses_count, accesses_capacity;
    Sum *sums; /* by rising access, then in the order computed */
    size_t sums_count, sums_capacity;

    /* run.words words before each step, then after the last of each block: the
     * one before step s of blocks[b] is at index (s + b), see trace_snapshot.
     */
    Word *snapshot_values;
    Word *snapshot_intervals;
    size_t snapshots_count;

    /* Of a program: what each grid computes; what all launches together do, if
     * these are several that are judged together; then what either does in
     * other arrays, see sum_result_other.  Empty if it is not known. */
    SumResult *results;
    size_t results_count, results_capacity;

    bool blocks_meet; /* of a program: trace_order_differs */

    /* All texts, the sources and the phases belong to another trace, which must
     * outlive this one; see analysis/block_trace.h. */
    bool borrows;
} Trace;

/* An empty trace; free it with trace_free. */
Trace *trace_new(void);
void trace_free(Trace *trace); /* NULL is fine */
/* A copy of TRACE that owns all it has; free it with trace_free. */
Trace *trace_copy(const Trace *trace);

/* False and ERROR_USAGE if no GPU here has K banks, and warps of K lanes. */
bool trace_check_banks(uint32_t k, Error *error);

/* What was run, for people: "LeftRight", or the file of a command. */
const char *trace_title(const Trace *trace);

/* True if the run recorded which elements were added: then all sums are known,
 * and a wrong word by its value.  Else sums were found by runs on other inputs.
 */
bool trace_tells_sums(const Trace *trace);
/* True if words have the types of a program's variables: they are no labels,
 * and no elements of an algorithm. */
bool trace_is_typed(const Trace *trace);

/* True if the trace holds the instructions of a program that a GPU ran: without
 * sums and shuffles, which a GPU's recording lacks. */
bool trace_is_of_gpu(const Trace *trace);

/* The command that was run: the files and the arguments of a program; NULL:
 * none. */
const char *trace_command(const Trace *trace);
/* Which launch was refused, and which other call; NULL: none. */
const char *trace_refused(const Trace *trace);
const char *trace_uncopied(const Trace *trace);
/* An operation that C++ leaves undefined. */
typedef struct {
    uint32_t source, line; /* line 0: not known */
    const char *what;      /* "thread 0 divides 5 by 0, which is -1 on a GPU" */
    int length;            /* of WHAT, which does not end there */
} Operation;

/* The operation at *AT, which is moved behind it; NULL is before the first.
 * False: there are no more. */
bool trace_next_operation(const Trace *trace, const char **at,
                          Operation *operation);
/* Appends "scan.cu:5: " and what it does. */
void trace_write_operation(const Trace *trace, const Operation *operation,
                           Text *text);
/* What of a program is not recorded, one line; NULL: nothing else. */
const char *trace_left_out(const Trace *trace);
/* Why the program did not come to its end; NULL: it did. */
const char *trace_ended(const Trace *trace);
/* True if launch G of the trace was cut off in its midst: nothing is known of
 * what it computes. */
bool trace_is_cut(const Trace *trace, uint32_t g);

/* The title of a kind of phase: "up-sweep"; "" for PHASE_OTHER and
 * PHASE_GRID. */
const char *trace_phase_title(PhaseKind kind);
/* The kind that has TITLE; PHASE_OTHER if none has. */
PhaseKind trace_phase_named(const char *title);
/* The index in trace->phases of the phase of this kind and TITLE; adds a copy
 * if there is none.  TITLE is for PHASE_OTHER; other kinds have titles. */
uint16_t trace_phase_add(Trace *trace, PhaseKind kind, const char *title);
/* The title of a step's phase, and its kind. */
const char *trace_phase(const Trace *trace, const Step *step);
PhaseKind trace_phase_kind(const Trace *trace, const Step *step);

/* Appends what users call a step: "up-sweep, level 2"; of a program, but for
 * sweeps of a tree, "line 18, 3rd time".  SEPARATOR, here ", ", comes between
 * the two. */
void trace_step_name(const Trace *trace, const Step *step,
                     const char *separator, Text *text);
/* Appends the second part of that; STEP has a level. */
void trace_step_count(const Trace *trace, const Step *step, Text *text);
/* Appends "line 18" or, if several accesses of that line were made, "line 18,
 * 2nd access"; of another file than the kernel's "line 3 of device.cuh". */
void trace_line_name(const Trace *trace, const Instruction *at, Text *text);
/* Appends "2nd access" after SEPARATOR if several accesses of the line were
 * made; else nothing. */
void trace_place_name(const Trace *trace, const Instruction *at,
                      const char *separator, Text *text);

/* The block, the grid, and the kernel's source that a step belongs to. */
const Block *trace_block(const Trace *trace, const Step *step);
const Grid *trace_grid(const Trace *trace, const Step *step);
const Source *trace_source(const Trace *trace, const Step *step);
/* The source that the line of an instruction stands in. */
const Source *trace_source_of(const Trace *trace, const Instruction *at);
/* The text of the line of AT, *LENGTH bytes; empty if the file has no such
 * line. */
const char *trace_line_of(const Trace *trace, const Instruction *at,
                          size_t *length);
/* The lines of a source, no more than LIMITS_LINES. */
uint32_t trace_lines(const Source *source);
/* True if AT's line made several accesses, so that its place distinguishes
 * them. */
bool trace_has_places(const Trace *trace, const Instruction *at);
/* The instructions of all steps of a block: *FIRST to *END - 1 of
 * trace->instructions. */
void trace_block_instructions(const Trace *trace, const Block *block,
                              uint32_t *first, uint32_t *end);
/* The blocks of grid GRID that the trace holds: *FIRST to *END - 1 of
 * trace->blocks. */
void trace_grid_blocks(const Trace *trace, uint32_t grid, uint32_t *first,
                       uint32_t *end);
/* The index of a source in trace->sources; adds a copy if NAME is new. */
uint32_t trace_source_add(Trace *trace, const char *name, const char *text);

/* True if the trace holds all blocks of GRID. */
bool trace_grid_is_whole(const Trace *trace, uint32_t grid);
/* True if the trace holds all blocks that ran. */
bool trace_is_whole(const Trace *trace);
/* Replaces the times of all instructions by ranks: the earliest gets 0, and so
 * on.  Equal times stay in order. */
void trace_rank_times(Trace *trace);
/* Indices of all instructions in the order of issue; NULL if that is their
 * stored order.  Free it. */
uint32_t *trace_order(const Trace *trace);

/* The variable of grid GRID that has byte 0 of shared memory's CELL, or, if
 * none has, another byte of it; NULL if there is none. */
const Variable *trace_variable_at(const Trace *trace, uint32_t grid,
                                  uint32_t cell);

/* The accesses of an instruction: AT->lanes of them. */
const Access *trace_accesses(const Trace *trace, const Instruction *at);
/* How many lanes made them. */
uint32_t trace_lanes(const Trace *trace, const Instruction *at);
/* The instruction of access number ACCESS. */
const Instruction *trace_instruction_of(const Trace *trace, size_t access);
/* The lanes that the warp of an instruction has. */
uint32_t trace_warp_lanes(const Trace *trace, const Instruction *at);
/* The step of an instruction. */
const Step *trace_step(const Trace *trace, const Instruction *at);
/* The thread, within its block, that made an access. */
uint32_t trace_thread(const Trace *trace, const Instruction *at,
                      const Access *access);

/* Where an access goes. */
typedef enum { SPACE_SHARED, SPACE_GLOBAL, SPACE_LANES } Space;

/* What a kind of access is.  A new kind has a row in trace.c. */
typedef struct {
    const char *name;    /* "global store" */
    const char *verb;    /* of a thread: "stores" */
    const char *caption; /* of a row of registers: "write "; a blank at its end
                            calls for the array's name */
    Space space;
    bool brings; /* words to its lanes */
    bool writes; /* memory */
    bool plain;  /* races with any access that nothing orders; the others are
                    atomic: they do not race with each other */
    bool serial; /* lanes that touch the same word are served one by one */
} AccessTraits;

/* Those of a kind, or of the kind of an instruction; never NULL. */
const AccessTraits *trace_traits(AccessKind kind);
const AccessTraits *trace_traits_of(const Instruction *at);
/* True if the instruction touches shared memory, or global memory. */
bool trace_is_shared(const Instruction *at);
bool trace_is_global(const Instruction *at);
/* True if it brings words from shared memory, or writes shared memory. */
bool trace_is_load(const Instruction *at);
bool trace_is_store(const Instruction *at);
/* The same of single words of global memory; an update does both at once and is
 * neither. */
bool trace_is_global_load(const Instruction *at);
bool trace_is_global_store(const Instruction *at);
bool trace_is_update(const Instruction *at);
/* True if lanes receive words of other lanes. */
bool trace_is_shuffle(const Instruction *at);

/* The first Sum of an access (access->sums of them), or NULL if none. */
const Sum *trace_sums(const Trace *trace, const Access *access);
/* The last of them, which is what a store writes, or NULL if none. */
const Sum *trace_last_sum(const Trace *trace, const Access *access);

/* True if ACCESS moves the result of SUM: the same word with the same
 * interval. */
bool trace_is_sum(const Trace *trace, const Sum *sum, const Access *access);
/* True if a store writes a value that the lane has just computed, and not one
 * that it moves from cell to cell: the stores that the paper's T() counts. */
bool trace_is_new_sum(const Trace *trace, const Access *access);

/* Values and intervals of shared memory before STEP, an index into
 * trace->steps; run.words words each. */
const Word *trace_snapshot(const Trace *trace, uint32_t step);
const Word *trace_snapshot_intervals(const Trace *trace, uint32_t step);
/* The same after STEP. */
const Word *trace_snapshot_after(const Trace *trace, uint32_t step);
const Word *trace_snapshot_intervals_after(const Trace *trace, uint32_t step);

/* Shared memory after the first POSITION instructions, 0 .. count, of the block
 * that instruction POSITION - 1 belongs to: the snapshot before the step, with
 * the stores of the step so far replayed.  Writes run.words words to VALUES and
 * to INTERVALS; either may be NULL. */
void trace_memory(const Trace *trace, size_t position, Word *values,
                  Word *intervals);

/* The bits of a word whose bytes are BYTES, as in Access.bytes. */
Word trace_byte_bits(uint8_t bytes);

/* True if SUM adds words, and not elements of 8 bytes, of which it has the
 * lower words, or of fewer than 4, of which it has the words that they lie in.
 */
bool trace_sum_is_of_words(const Trace *trace, const Sum *sum);

/* Lets a store happen: to the word *VALUE and its *INTERVAL, each of which may
 * be NULL.  A word of which only some bytes are stored stands for nothing. */
void trace_store(const Access *access, Word *value, Word *interval);
/* Applies the stores of an instruction to a copy of shared memory, by rising
 * lane, so that the last of several stores to one byte stays.  VALUES or
 * INTERVALS may be NULL. */
void trace_replay(const Trace *trace, const Instruction *at, Word *values,
                  Word *intervals);

/* The same of all instructions of STEP. */
void trace_replay_step(const Trace *trace, const Step *step, Word *values,
                       Word *intervals);

/* True if the blocks of a launch may not be played one after the other, as the
 * trace stores them: two of them touch a byte of global memory, at least one
 * stores to it, and the block that comes first in the trace made its access
 * last.
 *
 *     stored order      block 0: x += 1           block 1: x += 1
 *     as it happened    block 1 loads x = 0 and stores 1, then block 0 loads 1
 */
bool trace_order_differs(const Trace *trace);
/* Shared memory before a block's first step, unless the trace has it otherwise:
 * every word 0, with the interval of a cell never stored to. */
void trace_blank(Word *values, Word *intervals, size_t words);

/* Replays all stores from the first snapshot and compares with every later one;
 * false and ERROR, with step, cell and both values, at the first difference. */
bool trace_check(const Trace *trace, Error *error);

/* Bytes the trace holds in memory. */
size_t trace_bytes(const Trace *trace);

#endif
