/* SPDX-License-Identifier: MIT
 *
 * A sentence has these parts, and then the idle threads:
 *
 *     Threads 0 to 3 | store their sums  | ; 2 lanes queue at bank 1: 2 cycles
 *     phrase_threads | access_role.h,    | add_shared, add_global
 *                    | phrase_store_sums |
 */
#include "say/narrate.h"

#include "analysis/access_role.h"
#include "analysis/cost.h"
#include "say/phrases.h"
#include "trace/value.h"
#include "trace/variable.h"

#include <string.h>

/* The most banks that a sentence lists. */
#define BANKS_NAMED 4

static const struct {
    const char *title;
    const char *one, *many; /* "thread 5 ...", "threads 0 to 3 ..." */
} words[ACCESS_ROLE_COUNT] = {
    [ACCESS_ROLE_LOAD] = {"load", "loads a word", "load a word each"},
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
    [ACCESS_ROLE_STORE] = {"store", "stores a word", "store a word each"},
    [ACCESS_ROLE_SUM] = {"store the sums", "stores its sum",
                         "store their sums"},
    [ACCESS_ROLE_OLD_SUM] = {"store earlier sums", "stores a sum made earlier",
                             "store a sum each that was made earlier"},
    [ACCESS_ROLE_SOME_SUM] = {"store sums, move values", "stores a word",
                              "store a sum or move a value"},
    [ACCESS_ROLE_MOVE] = {"move values", "moves a value", "move a value each"},
    [ACCESS_ROLE_INPUT] = {"store the inputs", "stores its input",
                           "store their inputs"},
    [ACCESS_ROLE_IDENTITY] = {"store the identity", "stores the identity",
                              "store the identity"},
    [ACCESS_ROLE_GLOAD] = {"read global memory", "reads a word",
                           "read a word each"},
    [ACCESS_ROLE_FLAGS] = {"read the flags", "reads a flag",
                           "read a flag each"},
    [ACCESS_ROLE_GSTORE] = {"write global memory", "writes a word",
                            "write a word each"},
    [ACCESS_ROLE_GSUM] = {"write the sums", "writes its sum",
                          "write their sums"},
    [ACCESS_ROLE_SHFL] = {"shuffle", "takes", "take"},
    [ACCESS_ROLE_ADD] = {"shuffle and add", "adds to its left",
                         "add to their left"},
    [ACCESS_ROLE_ATOMIC] = {"atomic update", "updates a word",
                            "update a word each"},
    [ACCESS_ROLE_DRAW] = {"draw a number", "draws a number",
                          "draw a number each"},
    [ACCESS_ROLE_PUBLISH] = {"publish", "publishes", "publish"},
    [ACCESS_ROLE_LOOK_BACK] = {"look back", "looks back", "look back"},
};

/* Appends LENGTH characters of a role's words, which speak of sums: of results
 * where the operator does not add. */
static void add_role(const Trace *trace, const char *said, size_t length,
                     Text *text)
{
    const char *sum = strstr(said, "sum"), *add = strstr(said, "add");
    size_t before = sum ? (size_t)(sum - said) : length;

    if (phrase_adds(trace) || (before >= length && !add)) {
        text_add(text, "%.*s", (int)length, said);
    } else if (before >= length) { /* "shuffle and add" */
        text_add(text, "%.*scombine%s", (int)(add - said), said,
                 add + strlen("add"));
    } else {
        text_add(text, "%.*s%s", (int)before, said, phrase_sum(trace));
        add_role(trace, sum + strlen("sum"), length - before - strlen("sum"),
                 text);
    }
}

/* Adds "bank 0", "each of banks 0 and 2" or "each of 7 banks": those with the
 * longest queue.  These are never all banks, as a warp has k lanes at most. */
static void add_longest(const uint8_t *queues, uint32_t k, uint8_t latency,
                        Text *text)
{
    uint32_t banks[BANKS_NAMED] = {0}, count = 0;

    for (uint32_t bank = 0; bank < k; ++bank)
        if (queues[bank] == latency) {
            if (count < BANKS_NAMED)
                banks[count] = bank;
            ++count;
        }
    if (count > BANKS_NAMED)
        text_add(text, "each of %u banks", count);
    else if (count == 1)
        text_add(text, "bank %u", banks[0]);
    else
        text_add(text, "each of banks %u", banks[0]);
    if (count == 1 || count > BANKS_NAMED)
        return;
    for (uint32_t i = 1; i < count; ++i)
        text_add(text, "%s%u", i + 1 < count ? ", " : " and ", banks[i]);
}

static uint32_t grid_of(const Trace *trace, const Instruction *at)
{
    return trace_block(trace, trace_step(trace, at))->grid;
}

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

/* "to", "from" or "of" the memory. */
static const char *way_of(const Instruction *at)
{
    const AccessTraits *is = trace_traits_of(at);

    return !is->writes ? "from" : !is->brings ? "to" : "of";
}

/* True if AT moves one number whose type is known: a double is two words. */
static bool is_single(const Trace *trace, const Instruction *at)
{
    Number number = number_moved(trace, at, trace_accesses(trace, at));

    return trace_lanes(trace, at) == 1 &&
           element_width(number.element) == at->width;
}

/* Of one thread that moves one number: "Thread 2 stores 34"; false where what
 * it does has more to it. */
static bool add_single(const Trace *trace, const Instruction *at, Text *text)
{
    const Access *access = trace_accesses(trace, at);
    char value[VALUE_TEXT];
    bool shared = trace_is_load(at) || trace_is_store(at);

    if (!is_single(trace, at) ||
        (!shared && !trace_is_global_load(at) && !trace_is_global_store(at)) ||
        (trace_traits_of(at)->brings && trace_traits_of(at)->writes))
        return false;
    phrase_threads(trace, at, phrase_all(at), true, text);
    text_add(text, " %s %s",
             shared                     ? trace_traits_of(at)->verb
             : trace_is_global_load(at) ? "reads"
                                        : "writes",
             variable_access_value(trace, at, access, value));
    return true;
}

/* Adds "2 lanes ask bank 28 for one word"; of a single bank "all 4 ask for the
 * one cell 5". */
static void add_same_word(const Trace *trace, const Instruction *at,
                          const BankCost *cost, const uint8_t *queues,
                          Text *text)
{
    const AccessTraits *is = trace_traits_of(at);
    bool load = is->brings && !is->writes;

    if (cost->busy_banks == 1) {
        text_add(text, "all %u %s the one ", cost->lanes,
                 load ? "ask for" : "write to");
        variable_cell_name(trace, grid_of(trace, at),
                           trace_accesses(trace, at)->cell, text);
        return;
    }
    text_add(text, "%u lanes %s ", cost->latency, load ? "ask" : "write to");
    add_longest(queues, trace->run.k, cost->latency, text);
    text_add(text, load ? " for one word" : ", one word");
}

/* WITHIN: what was said so far goes on within the variable, and not to it. */
static void add_shared(const Trace *trace, const Instruction *at, bool within,
                       Text *text)
{
    uint8_t queues[TRACE_MAX_BANKS];
    BankCost cost = bank_cost(trace, at, queues);
    const Access *access = trace_accesses(trace, at);
    uint32_t k = trace->run.k;

    if (is_single(trace, at) || cost.lanes == 1) {
        text_add(text, " %s ", way_of(at));
        variable_access_name(trace, at, access, text);
        text_add(text, cost.lanes == 1 ? ", bank %u" : ", banks %u and %u",
                 bank_of(trace, access->cell),
                 bank_of(trace, access->cell + 1));
        return;
    }
    if (variable_of(trace, at))
        text_add(text, " %s %s", within ? "in" : way_of(at),
                 variable_of(trace, at)->name);
    if (cost.latency == 1) {
        if (trace_lanes(trace, at) == 1)
            text_add(text, "; its %u words are in as many banks", cost.lanes);
        else
            text_add(text, "; each%s meets a bank of its own",
                     at->width > sizeof(Word) ? " word" : "");
        return;
    }
    if (cost.wavefronts == 1) {
        text_add(text, "; ");
        add_same_word(trace, at, &cost, queues, text);
        text_add(text, ": 1 cycle");
        return;
    }
    text_add(text, "; %u %s queue at ", cost.latency,
             at->width > sizeof(Word) ? "requests" : "lanes");
    add_longest(queues, k, cost.latency, text);
    text_add(text, ": %u cycles", cost.wavefronts);
}

/* Adds the one word that all lanes access, or the number of transactions. */
static void add_global(const Trace *trace, const Instruction *at, Text *text)
{
    text_add(text, " %s ", way_of(at));
    if ((is_single(trace, at) || at->lanes == 1) &&
        at->array < trace->arrays_count)
        variable_access_name(trace, at, trace_accesses(trace, at), text);
    else
        text_add(text, "%s", phrase_array(trace, at));
    text_add(text, ": ");
    phrase_count(cost_transactions(trace, at), "transaction", text);
}

static void add_idle(const Trace *trace, const Instruction *at, Text *text)
{
    uint32_t first = at->warp * trace->run.k;
    uint32_t lanes = trace_grid(trace, trace_step(trace, at))->threads - first;

    uint32_t statuses = tile_status_count(trace, at);
    uint32_t active = statuses ? statuses : at->lanes;

    if (at->width > sizeof(Word) && !statuses) /* one part of several */
        return;
    if (lanes > trace->run.k)
        lanes = trace->run.k;
    if (active >= lanes)
        return;
    text_add(text, "; ");
    phrase_count(lanes - active, "lane", text);
    text_add(text, " idle");
}

/* "Before the start: 1 block of 32 threads, float temp[128] in shared memory of
 * 32 banks." */
static void add_start(const Trace *trace, Text *text)
{
    const Grid *grid = trace->grids;
    const char *between = ", ";
    bool any = false;

    text_add(text, "Before the start: ");
    phrase_count(grid->blocks, "block", text);
    text_add(text, " of ");
    phrase_count(grid->threads, "thread", text);
    for (size_t v = 0; v < trace->variables_count; ++v) {
        if (trace->variables[v].grid != 0)
            continue;
        text_add(text, "%s", between);
        variable_declaration(trace->variables + v, text);
        any = true;
    }
    if (!any && grid->words) {
        text_add(text, ", ");
        phrase_count(grid->words, "word", text);
        any = true;
    }
    if (any)
        text_add(text, " in shared memory of %u banks", trace->run.k);
    if (!trace_is_whole(trace))
        text_add(text, "; the trace holds %zu of the blocks",
                 trace->blocks_count);
    text_add(text, ".");
}

/* ---- An instruction ------------------------------------------------------*/

/* The roles of accesses that have a sentence of their own form; the others have
 * one made of parts. */
typedef void Sentence(const Trace *trace, size_t index, Text *text);

static Sentence *const sentences[ACCESS_ROLE_COUNT] = {
    [ACCESS_ROLE_SHFL] = phrase_shuffle,
    [ACCESS_ROLE_ADD] = phrase_shuffle,
    [ACCESS_ROLE_PUBLISH] = phrase_publish,
    [ACCESS_ROLE_LOOK_BACK] = phrase_look_back,
    [ACCESS_ROLE_DRAW] = phrase_draw,
};

/* Adds what the lanes do: "load a word each"; of wide accesses "load 8 bytes
 * each". */
static void add_words(const Trace *trace, const Instruction *at,
                      AccessRole what, Text *text)
{
    bool one = trace_lanes(trace, at) == 1;
    const char *all = one ? words[what].one : words[what].many;
    const char *word = strstr(all, "a word");

    if (!word || at->width == sizeof(Word)) {
        text_add(text, " ");
        add_role(trace, all, strlen(all), text);
        return;
    }
    text_add(text, " %.*s%u byte%s%s", (int)(word - all), all, at->width,
             at->width == 1 ? "" : "s", word + strlen("a word"));
}

void narrate_instruction(const Trace *trace, size_t position, Text *text)
{
    Narrator narrator = narrator_of(trace);

    narrator_add(&narrator, position, text);
    narrator_free(&narrator);
}

void narrator_add(Narrator *narrator, size_t position, Text *text)
{
    const Trace *trace = narrator->trace;

    BASE_CHECK(position <= trace->instructions_count);
    if (position == 0) {
        add_start(trace, text);
        return;
    }

    const Instruction *at = trace->instructions + position - 1;
    const Block *block = trace_block(trace, trace_step(trace, at));
    AccessRole what = access_role_of(trace, position - 1);
    if (trace->blocks_count > 1)
        text_add(text, "Block %u: ", block->index);
    size_t start = text->length;
    if (sentences[what]) {
        sentences[what](trace, position - 1, text);
        if (what == ACCESS_ROLE_LOOK_BACK &&
            narrator_waited(narrator, position - 1))
            text_add(text, ", after a wait");
    } else if (add_single(trace, at, text)) {
        if (trace_is_shared(at))
            add_shared(trace, at, false, text);
        else
            add_global(trace, at, text);
    } else {
        bool sums = what == ACCESS_ROLE_SUM || what == ACCESS_ROLE_SOME_SUM;
        bool within = sums && phrase_store_sums(trace, position - 1, text);
        if (!within) {
            phrase_threads(trace, at, phrase_all(at), true, text);
            add_words(trace, at, what, text);
        }
        if (trace_is_shared(at))
            add_shared(trace, at, within, text);
        else
            add_global(trace, at, text);
    }
    if (trace->blocks_count > 1 && text->text[start] == 'T')
        text->text[start] = 't';
    add_idle(trace, at, text);
    text_add(text, ".");
    if (trace_is_cut(trace, block->grid))
        return; /* the block may have had more to do */
    if (narrator_ends_block(narrator, position - 1))
        text_add(text, " Block %u is done.", block->index);
    else if (trace->blocks_count < 2 && position == trace->instructions_count)
        text_add(text, " The end.");
}

/* True if an instruction takes part in the race, which is of shared memory: it
 * is one of the two that the race names, or races with one of them. */
static bool takes_part(const Trace *trace, const Instruction *at,
                       const Race *race)
{
    const Access *access = trace_accesses(trace, at);
    const ThreadAccess *sides[] = {&race->first, &race->second};

    for (int i = 0; i < at->lanes; ++i, ++access) {
        uint32_t thread = trace_thread(trace, at, access);
        for (int side = 0; access->cell == race->cell && side < 2; ++side)
            if (sides[side]->thread != thread &&
                (sides[side]->bytes & access->bytes) &&
                (trace_traits((AccessKind)sides[side]->kind)->writes ||
                 trace_traits_of(at)->writes))
                return true;
    }
    return false;
}

/* The cells at which an instruction takes part in a race; *MET is the race at
 * the lowest of them. */
static uint32_t raced_cells(const Trace *trace, const RaceList *races,
                            const Instruction *at, const Race **met)
{
    const Access *access = trace_accesses(trace, at);
    uint32_t cells = 0;

    for (int i = 0; i < at->lanes && trace_is_shared(at); ++i) {
        const Race *race = race_at(races, at->step, access[i].cell);
        int before = 0;
        while (before < i && access[before].cell != access[i].cell)
            ++before;
        if (!race || before < i || !takes_part(trace, at, race))
            continue;
        if (cells == 0 || race->cell < (*met)->cell)
            *met = race;
        ++cells;
    }
    return cells;
}

/* The race of a word of global memory of which the access is a side, or NULL.
 */
static const Race *global_race(const Trace *trace, const RaceList *races,
                               const Instruction *at, const Access *access)
{
    uint32_t index = (uint32_t)(at - trace->instructions);
    uint32_t thread = trace_thread(trace, at, access);
    const Race *race =
        race_at_word(trace, races, grid_of(trace, at), at->array, access->cell);

    return race && ((race->first.instruction == index &&
                     race->first.thread == thread) ||
                    (race->second.instruction == index &&
                     race->second.thread == thread))
               ? race
               : NULL;
}

/* The words of global memory at which an instruction takes part in a race; *MET
 * is the race at the first of them. */
static uint32_t raced_words(const Trace *trace, const RaceList *races,
                            const Instruction *at, const Race **met)
{
    const Access *access = trace_accesses(trace, at);
    uint32_t count = 0;

    for (int i = 0; i < at->lanes; ++i) {
        const Race *race = global_race(trace, races, at, access + i);
        if (!race)
            continue;
        if (count == 0)
            *met = race;
        ++count;
    }
    return count;
}

/* "thread 3 of block 4"; of one block alone "thread 3". */
static void add_side(const Trace *trace, const Race *race,
                     const ThreadAccess *side, Text *text)
{
    text_add(text, "thread %u", side->thread);
    if (race->first.block != race->second.block)
        text_add(text, " of block %u", trace->blocks[side->block].index);
    text_add(text, " %s", trace_traits((AccessKind)side->kind)->verb);
}

static void add_global_race(const Trace *trace, const Race *race,
                            uint32_t count, Text *text)
{
    text_add(text, "%sRace at ", text->length ? " " : "");
    race_name(trace, race, text);
    text_add(text, ": ");
    add_side(trace, race, &race->first, text);
    text_add(text, ", ");
    add_side(trace, race, &race->second, text);
    text_add(text, race->first.block == race->second.block
                       ? ", no barrier between"
                       : ", nothing orders them");
    if (count > 1)
        text_add(text, "; so at %u more word%s", count - 1,
                 count == 2 ? "" : "s");
    text_add(text, ".");
}

static const char *side_does(const ThreadAccess *side)
{
    return trace_traits((AccessKind)side->kind)->verb;
}

/* The sentence on MET, a race of shared memory, and as many CELLS as it. */
static void add_cell_race(const Trace *trace, const Race *met, uint32_t cells,
                          Text *text)
{
    const Instruction *at = trace->instructions + met->first.instruction;

    text_add(text, "%sRace at ", text->length ? " " : "");
    variable_cell_name(trace, grid_of(trace, at), met->cell, text);
    text_add(text, ": thread %u %s, thread %u %s, no barrier between",
             met->first.thread, side_does(&met->first), met->second.thread,
             side_does(&met->second));
    if (cells > 1)
        text_add(text, "; so at %u more cell%s", cells - 1,
                 cells == 2 ? "" : "s");
    text_add(text, ".");
}

bool narrate_step_race(const Trace *trace, const RaceList *races, uint32_t step,
                       Text *text)
{
    const Race *met = NULL;
    uint32_t cells = 0;

    for (size_t i = 0; i < races->races_count; ++i) {
        const Race *race = races->races + i;
        if (race->array != RACE_SHARED || race->step != step)
            continue;
        met = met ? met : race;
        ++cells;
    }
    if (met)
        add_cell_race(trace, met, cells, text);
    return met != NULL;
}

bool narrate_race(const Trace *trace, const RaceList *races, size_t position,
                  Text *text)
{
    BASE_CHECK(position <= trace->instructions_count);
    if (position == 0)
        return false;
    const Instruction *at = trace->instructions + position - 1;
    const Race *met = NULL;
    if (trace_is_global(at)) {
        uint32_t count = raced_words(trace, races, at, &met);
        if (count)
            add_global_race(trace, met, count, text);
        return count > 0;
    }
    uint32_t cells = raced_cells(trace, races, at, &met);
    if (cells == 0)
        return false;
    add_cell_race(trace, met, cells, text);
    return true;
}

void narrate_title(const Trace *trace, size_t position, Text *text)
{
    BASE_CHECK(position <= trace->instructions_count);
    const char *title =
        position ? words[access_role_of(trace, position - 1)].title : "start";
    add_role(trace, title, strlen(title), text);
}

void narrate_action(const Trace *trace, size_t index, Text *text)
{
    const Instruction *at = trace->instructions + index;
    AccessRole role = access_role_of(trace, index);
    const char *said =
        trace_lanes(trace, at) == 1 ? words[role].one : words[role].many;

    phrase_threads(trace, at, phrase_all(at), true, text);
    text_add(text, " ");
    add_role(trace, said, strlen(said), text);
}

void narrate_verdict(const Trace *trace, size_t position, Text *verdict,
                     Text *detail)
{
    static const char *const ways[] = {"",     "",    "two",   "three", "four",
                                       "five", "six", "seven", "eight"};
    BASE_CHECK(position <= trace->instructions_count);
    if (position == 0) {
        text_add(verdict, "start");
        text_add(detail, "nothing has been asked yet");
        return;
    }

    const Instruction *at = trace->instructions + position - 1;
    BankCost cost = bank_cost(trace, at, NULL);
    if (!trace_is_shared(at)) {
        bool shuffle = !trace_is_global(at);
        text_add(verdict, shuffle ? "between lanes" : "global memory");
        phrase_count(at->lanes, "word", detail);
        if (!shuffle) {
            text_add(detail, ", ");
            phrase_count(cost_transactions(trace, at), "transaction", detail);
        }
        return;
    }
    if (cost.wavefronts <= 1 && cost.latency > 1) {
        text_add(verdict, "same word");
        text_add(detail, "served at once");
        return;
    }
    if (cost.wavefronts <= 1)
        text_add(verdict, "no conflict here");
    else if (cost.wavefronts < sizeof ways / sizeof *ways)
        text_add(verdict, "%s-way conflict", ways[cost.wavefronts]);
    else
        text_add(verdict, "%u-way conflict", cost.wavefronts);
    phrase_count(cost.lanes, "request", detail);
    text_add(detail, ", ");
    phrase_count(cost.busy_banks, "bank", detail);
    if (cost.wavefronts < cost.latency)
        text_add(detail, ", shared words");
}
