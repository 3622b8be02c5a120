/* SPDX-License-Identifier: MIT
 *
 * instruction - states what one instruction does; see say.h.
 */
#include "analysis/access_role.h"
#include "analysis/cost.h"
#include "analysis/line_costs.h"
#include "say/phrases.h"
#include "say/say.h"
#include "trace/value.h"
#include "trace/variable.h"

/* The most banks that a sentence lists. */
#define BANKS_NAMED 4

/* What an access does.  $ stands for "sum" and + for "add" or, of an operator
 * that does not add, for "result" and "combine"; # for what a lane moves: "a
 * value", "16 bytes". */
static const struct {
    const char *title;
    const char *one, *many; /* "thread 5 ...", "threads 0 to 3 ..." */
} roles[ACCESS_ROLE_COUNT] = {
    [ACCESS_ROLE_LOAD] = {"load", "loads #", "each load #"},
    [ACCESS_ROLE_LEFT] = {"load the left operand", "loads its left operand",
                          "load their left operands"},
    [ACCESS_ROLE_RIGHT] = {"load the right operand", "loads its right operand",
                           "load their right operands"},
    [ACCESS_ROLE_FIRST] = {"load the first operand", "loads its first operand",
                           "load their first operands"},
    [ACCESS_ROLE_SECOND] = {"load the second operand",
                            "loads its second operand",
                            "load their second operands"},
    [ACCESS_ROLE_RESULT] = {"load the results", "loads its result",
                            "load their results"},
    [ACCESS_ROLE_STORE] = {"store", "stores #", "each store #"},
    [ACCESS_ROLE_SUM] = {"store the $s", "stores its $", "store their $s"},
    [ACCESS_ROLE_OLD_SUM] = {"store earlier $s", "stores an earlier $",
                             "each store an earlier $"},
    [ACCESS_ROLE_SOME_SUM] = {"store $s, copy values", "stores #",
                              "each store a $ or copy a value"},
    [ACCESS_ROLE_MOVE] = {"copy values", "copies a value", "each copy a value"},
    [ACCESS_ROLE_INPUT] = {"store the inputs", "stores its input",
                           "store their inputs"},
    [ACCESS_ROLE_IDENTITY] = {"store the identity", "stores the identity",
                              "store the identity"},
    [ACCESS_ROLE_GLOAD] = {"load from global memory", "loads #", "each load #"},
    [ACCESS_ROLE_FLAGS] = {"load the flags", "loads a flag",
                           "each load a flag"},
    [ACCESS_ROLE_GSTORE] = {"store to global memory", "stores #",
                            "each store #"},
    [ACCESS_ROLE_GSUM] = {"store the $s", "stores its $", "store their $s"},
    [ACCESS_ROLE_SHFL] = {"shuffle", "takes a value", "each take a value"},
    [ACCESS_ROLE_ADD] = {"shuffle and +", "makes a $", "each make a $"},
    [ACCESS_ROLE_ATOMIC] = {"atomic update", "atomically updates #",
                            "each atomically update #"},
    [ACCESS_ROLE_DRAW] = {"draw a number", "draws a number",
                          "each draw a number"},
    [ACCESS_ROLE_PUBLISH] = {"publish", "publishes", "publish"},
    [ACCESS_ROLE_LOOK_BACK] = {"look back", "looks back", "look back"},
};

/* Appends the words SAID, as roles has them; WIDTH: bytes that a lane moves. */
static void add_role(const Trace *trace, const char *said, uint32_t width,
                     Text *text)
{
    for (; *said; ++said)
        if (*said == '$')
            text_add(text, "%s", phrase_sum(trace));
        else if (*said == '+')
            text_add(text, phrase_adds(trace) ? "add" : "combine");
        else if (*said == '#' && width == sizeof(Word))
            text_add(text, "a value");
        else if (*said == '#')
            phrase_count(width, "byte", text);
        else
            text_add(text, "%c", *said);
}

/* ---- Shared memory ------------------------------------------------------- */

/* The requests of an instruction at each bank. */
typedef struct {
    BankCost cost;
    uint8_t queues[TRACE_MAX_BANKS]; /* requests */
    uint8_t served[TRACE_MAX_BANKS]; /* cycles */
} Requests;

static Requests requests_of(const Trace *trace, const Instruction *at)
{
    uint8_t places[TRACE_MAX_BANKS], turns[TRACE_MAX_BANKS];
    const Access *access = trace_accesses(trace, at);
    Requests of = {0};

    of.cost = bank_cost(trace, at, of.queues);
    bank_places(trace, at, places, turns);
    for (int i = 0; i < at->lanes; ++i) {
        uint8_t *served = of.served + bank_of(trace, access[i].cell);
        if (turns[i] >= *served)
            *served = (uint8_t)(turns[i] + 1);
    }
    return of;
}

/* Appends "bank 0", "each of banks 0 and 2" or "each of 7 banks": those with
 * MOST in AMOUNTS.  These are never all banks, as a warp has k lanes at most.
 */
static void add_banks(const uint8_t *amounts, uint32_t k, uint8_t most,
                      Text *text)
{
    uint32_t banks[BANKS_NAMED] = {0}, count = 0;

    for (uint32_t bank = 0; bank < k; ++bank)
        if (amounts[bank] == most) {
            if (count < BANKS_NAMED)
                banks[count] = bank;
            ++count;
        }
    if (count > BANKS_NAMED) {
        text_add(text, "each of %u banks", count);
        return;
    }
    text_add(text, count == 1 ? "bank %u" : "each of banks %u", banks[0]);
    for (uint32_t i = 1; i < count; ++i)
        text_add(text, "%s%u", i + 1 < count ? ", " : " and ", banks[i]);
}

static uint32_t grid_of(const Trace *trace, const Instruction *at)
{
    return trace_block(trace, trace_step(trace, at))->grid;
}

/* "each of the 4 lanes has its own bank: 1 cycle". */
static void say_free(const Trace *trace, const Instruction *at,
                     const BankCost *cost, Statement *statement)
{
    if (trace_lanes(trace, at) == 1)
        statement_say(statement, 0,
                      "its %u cells are in %u different banks: 1 cycle",
                      cost->lanes, cost->lanes);
    else if (at->width > sizeof(Word))
        statement_say(statement, 0,
                      "each of the %u cells is in its own bank: 1 cycle",
                      cost->lanes);
    else
        statement_say(statement, 0,
                      "each of the %u lanes has its own bank: 1 cycle",
                      cost->lanes);
    text_add(statement_brief(statement), "no bank conflict: 1 cycle");
}

/* "all 4 lanes load cell 5: a broadcast, 1 cycle". */
static void say_broadcast(const Trace *trace, const Instruction *at,
                          const Requests *of, Statement *statement)
{
    const AccessTraits *is = trace_traits_of(at);
    const char *does = !is->writes  ? "load"
                       : is->brings ? "update"
                                    : "store to";
    const char *why = is->writes ? "" : "a broadcast, ";
    Text *text = statement_add(statement, 0);

    if (of->cost.busy_banks == 1) {
        text_add(text, "all %u lanes %s ", of->cost.lanes, does);
        variable_cell_name(trace, grid_of(trace, at),
                           trace_accesses(trace, at)->cell, text);
    } else {
        text_add(text, "%u lanes %s the same cell at ", of->cost.latency, does);
        add_banks(of->queues, trace->run.k, of->cost.latency, text);
    }
    text_add(text, ": %s1 cycle", why);
    text_add(statement_brief(statement), "%s1 cycle", why);
}

/* "8 lanes queue at bank 3: 8 cycles"; where some of them access the same cell
 * "lanes queue for 3 cells at bank 1: 3 cycles". */
static void say_queues(const Trace *trace, const Instruction *at,
                       const Requests *of, Statement *statement)
{
    uint8_t cycles = of->cost.wavefronts;
    Text *text = statement_add(statement, 0);
    bool shared = false;

    for (uint32_t bank = 0; bank < trace->run.k; ++bank)
        shared |= of->served[bank] == cycles && of->queues[bank] != cycles;
    if (shared)
        text_add(text, "lanes queue for %u cells at ", cycles);
    else
        text_add(text, "%u %s queue at ", cycles,
                 at->width > sizeof(Word) ? "requests" : "lanes");
    add_banks(of->served, trace->run.k, cycles, text);
    text_add(text, ": %u cycles", cycles);
    text_add(statement_brief(statement), "%u-way conflict: %u cycles", cycles,
             cycles);
}

static void say_banks(const Trace *trace, const Instruction *at,
                      Statement *statement)
{
    Requests of = requests_of(trace, at);

    if (of.cost.latency == 1)
        say_free(trace, at, &of.cost, statement);
    else if (of.cost.wavefronts == 1)
        say_broadcast(trace, at, &of, statement);
    else
        say_queues(trace, at, &of, statement);
}

/* ---- What the threads do ------------------------------------------------- */

/* The variable of a program that all accesses are to; NULL if there is none. */
static const Variable *variable_of(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);
    uint32_t grid = grid_of(trace, at);
    const Variable *first = trace_variable_at(trace, grid, access->cell);

    for (int i = 1; i < at->lanes; ++i)
        if (trace_variable_at(trace, grid, access[i].cell) != first)
            return NULL;
    return first;
}

/* True if AT moves one number whose type is known: a double is two cells. */
static bool is_single(const Trace *trace, const Instruction *at)
{
    Number number = number_moved(trace, at, trace_accesses(trace, at));

    return trace_lanes(trace, at) == 1 &&
           element_width(number.element) == at->width;
}

/* Appends "stores 34" of one thread that moves one number; false where what it
 * does has more to it. */
static bool add_single(const Trace *trace, const Instruction *at, Text *text)
{
    const AccessTraits *is = trace_traits_of(at);
    char value[VALUE_TEXT];

    if (!is_single(trace, at) || is->space == SPACE_LANES ||
        (is->brings && is->writes))
        return false;
    text_add(text, "%s %s", is->writes ? "stores" : "loads",
             variable_access_value(trace, at, trace_accesses(trace, at),
                                   value));
    return true;
}

/* True if a sentence names the cell: one lane makes the access. */
static bool is_one(const Trace *trace, const Instruction *at)
{
    return at->lanes == 1 || is_single(trace, at);
}

/* Appends where the values come from or go to; sums of values that are a stride
 * apart are made in the array. */
static void add_place(const Trace *trace, size_t index, Text *text)
{
    const Instruction *at = trace->instructions + index;
    const AccessTraits *is = trace_traits_of(at);
    const Access *access = trace_accesses(trace, at);
    bool shared = trace_is_shared(at), one = is_one(trace, at);
    const char *way = !is->writes                             ? "from"
                      : is->brings                            ? "of"
                      : shared && phrase_stride(trace, index) ? "in"
                                                              : "to";

    if (one && (shared || at->array < trace->arrays_count)) {
        text_add(text, " %s ", way);
        variable_access_name(trace, at, access, text);
    } else if (!shared) {
        text_add(text, " %s ", way);
        phrase_array(trace, at, text);
    } else if (variable_of(trace, at)) {
        text_add(text, " %s %s", way, variable_of(trace, at)->name);
    }
    if (shared && one)
        text_add(text, at->lanes == 1 ? " in bank %u" : " in banks %u and %u",
                 bank_of(trace, access->cell),
                 bank_of(trace, access->cell + 1));
}

void say_action(const Trace *trace, size_t index, Text *text)
{
    const Instruction *at = trace->instructions + index;
    AccessRole role = access_role_of(trace, index);
    bool one = trace_lanes(trace, at) == 1;

    if ((role == ACCESS_ROLE_SUM || role == ACCESS_ROLE_SOME_SUM) &&
        phrase_store_sums(trace, index, text))
        return;
    phrase_threads(trace, at, phrase_all(at), text);
    text_add(text, " ");
    if (!add_single(trace, at, text))
        add_role(trace, one ? roles[role].one : roles[role].many, at->width,
                 text);
}

/* Memory transactions: of a program 32 bytes each, of an algorithm k values
 * each, as the K-model has them. */
static uint32_t transactions(const Trace *trace, const Instruction *at)
{
    return trace->run.origin == ORIGIN_PROGRAM
               ? line_costs_sectors(trace, at, NULL)
               : cost_transactions(trace, at);
}

/* An access of memory with its cost, except the cost of several lanes at banks;
 * where it is unless BRIEF. */
static void add_access(const Trace *trace, size_t index, bool brief, Text *text)
{
    const Instruction *at = trace->instructions + index;

    say_action(trace, index, text);
    if (!brief)
        add_place(trace, index, text);
    if (trace_is_global(at)) {
        text_add(text, ": ");
        phrase_count(transactions(trace, at), "memory transaction", text);
    } else if (is_one(trace, at)) {
        text_add(text, ": 1 cycle");
    }
}

static void add_what(const Trace *trace, size_t index, bool brief, Text *text)
{
    switch (access_role_of(trace, index)) {
    case ACCESS_ROLE_SHFL:
    case ACCESS_ROLE_ADD:
        phrase_shuffle(trace, index, brief, text);
        break;
    case ACCESS_ROLE_PUBLISH:
        phrase_publish(trace, index, text);
        break;
    case ACCESS_ROLE_LOOK_BACK:
        phrase_look_back(trace, index, text);
        break;
    case ACCESS_ROLE_DRAW:
        phrase_draw(trace, index, text);
        break;
    default:
        add_access(trace, index, brief, text);
    }
}

static void say_idle(const Trace *trace, const Instruction *at,
                     Statement *statement)
{
    uint32_t first = at->warp * trace->run.k;
    uint32_t lanes = trace_grid(trace, trace_step(trace, at))->threads - first;
    uint32_t statuses = tile_status_count(trace, at);
    uint32_t active = statuses ? statuses : at->lanes;

    if (at->width > sizeof(Word) && !statuses) /* one part of several */
        return;
    if (lanes > trace->run.k)
        lanes = trace->run.k;
    if (active < lanes)
        statement_say(statement, 2, "%u lane%s idle", lanes - active,
                      lanes - active == 1 ? "" : "s");
}

/* True if INDEX is the last instruction of its block, as they are played. */
static bool ends_block(const Trace *trace, size_t index)
{
    const Step *step = trace_step(trace, trace->instructions + index);
    const Block *block = trace_block(trace, step);
    size_t next = (size_t)(step - trace->steps) + 1, last = 0;

    if (next != (size_t)block->first_step + block->step_count)
        return false;
    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        size_t own = step->first_instruction + i;
        if (i == 0 ||
            trace->instructions[own].time >= trace->instructions[last].time)
            last = own;
    }
    return last == index;
}

/* The end of a block, or of the trace of one block; a block of a launch that
 * was cut off may have had more to do. */
static void say_end(const Trace *trace, size_t index, Statement *statement)
{
    const Instruction *at = trace->instructions + index;
    const Block *block = trace_block(trace, trace_step(trace, at));

    if (trace_is_cut(trace, block->grid) || !ends_block(trace, index))
        return;
    if (trace->blocks_count > 1)
        statement_say(statement, 3, "block %u is done", block->index);
    else
        statement_say(statement, 3, "the end");
    statement_open(statement);
}

/* "before the start: 1 block of 32 threads; shared memory: float temp[128], 32
 * banks". */
static void say_start(const Trace *trace, Statement *statement)
{
    const Grid *grid = trace->grids;
    Text *text = statement_add(statement, 0);
    bool any = false;

    text_add(text, "before the start: ");
    phrase_count(grid->blocks, "block", text);
    text_add(text, " of ");
    phrase_count(grid->threads, "thread", text);
    text_add(statement_brief(statement), "before the start");
    for (size_t v = 0; v < trace->variables_count; ++v) {
        if (trace->variables[v].grid != 0)
            continue;
        if (any)
            text_add(text, ", ");
        else
            text = statement_add(statement, 1);
        text_add(text, "%s", any ? "" : "shared memory: ");
        variable_declaration(trace->variables + v, text);
        any = true;
    }
    if (!any && grid->words) {
        text = statement_add(statement, 1);
        text_add(text, "shared memory: ");
        phrase_count(grid->words, "cell", text);
        any = true;
    }
    if (any)
        text_add(text, ", %u banks", trace->run.k);
    if (!trace_is_whole(trace))
        statement_say(statement, 2, "the trace holds %zu of the blocks",
                      trace->blocks_count);
}

void say_instruction(const Trace *trace, size_t position, Statement *statement)
{
    BASE_CHECK(position <= trace->instructions_count);
    if (position == 0) {
        say_start(trace, statement);
        return;
    }
    size_t index = position - 1;
    const Instruction *at = trace->instructions + index;
    bool banks = trace_is_shared(at) && !is_one(trace, at);
    Text *text = statement_add(statement, banks ? 1 : 0);

    if (trace->blocks_count > 1)
        text_add(text, "block %u: ",
                 trace_block(trace, trace_step(trace, at))->index);
    add_what(trace, index, false, text);
    add_what(trace, index, true, statement_brief(statement));
    if (banks)
        say_banks(trace, at, statement);
    say_idle(trace, at, statement);
    say_end(trace, index, statement);
}

void say_title(const Trace *trace, size_t position, Text *text)
{
    BASE_CHECK(position <= trace->instructions_count);
    add_role(trace,
             position ? roles[access_role_of(trace, position - 1)].title
                      : "start",
             sizeof(Word), text);
}

/* ---- Conflicts ----------------------------------------------------------- */

void say_way(uint32_t ways, Text *text)
{
    bool vowel = ways == 8 || ways == 11 || ways == 18;

    text_add(text, "%s %u-way conflict", vowel ? "an" : "a", ways);
}

void say_conflict(const Trace *trace, size_t position, Text *verdict,
                  Text *detail)
{
    BASE_CHECK(position <= trace->instructions_count);
    if (position == 0) {
        text_add(verdict, "start");
        text_add(detail, "no memory access yet");
        return;
    }

    const Instruction *at = trace->instructions + position - 1;
    BankCost cost = bank_cost(trace, at, NULL);
    if (!trace_is_shared(at)) {
        bool shuffle = !trace_is_global(at);
        text_add(verdict, shuffle ? "between lanes" : "global memory");
        phrase_count(at->lanes, "value", detail);
        if (!shuffle) {
            text_add(detail, ", ");
            phrase_count(transactions(trace, at), "transaction", detail);
        }
        return;
    }
    if (cost.wavefronts > 1)
        text_add(verdict, "%u-way conflict", cost.wavefronts);
    else if (cost.latency <= 1)
        text_add(verdict, "no conflict here");
    else
        text_add(verdict,
                 trace_traits_of(at)->writes ? "same cell" : "broadcast");
    phrase_count(cost.lanes, "request", detail);
    text_add(detail, ", ");
    phrase_count(cost.busy_banks, "bank", detail);
}
