/* SPDX-License-Identifier: MIT */
#include "analysis/race.h"

#include "trace/variable.h"

#include <stdlib.h>
#include <string.h>

/* The access of AT to the word of RACE, from its access number *J on, which *J
 * becomes the number of; NULL: there is none. */
static const Access *next_access(const Trace *trace, const Race *race,
                                 const Instruction *at, int *j)
{
    const Access *access = trace_accesses(trace, at);

    if (race->array == RACE_SHARED
            ? !trace_is_shared(at)
            : !trace_is_global(at) || at->array != race->array)
        return NULL;
    while (*j < at->lanes && access[*j].cell != race->cell)
        ++*j;
    return *j < at->lanes ? access + *j : NULL;
}

/* The step of a race of shared memory; else its launch. */
static uint32_t part_of(const Trace *trace, const Race *race)
{
    return race->array == RACE_SHARED ? race->step
                                      : trace->blocks[race->block].grid;
}

/* True if RACE comes before the race of PART and CELL of this memory. */
static bool is_before(const Trace *trace, const Race *race, uint8_t array,
                      uint32_t part, uint32_t cell)
{
    if ((race->array == RACE_SHARED) != (array == RACE_SHARED))
        return race->array == RACE_SHARED;
    uint32_t own = part_of(trace, race);
    if (own != part)
        return own < part;
    return race->array != array ? race->array < array : race->cell < cell;
}

static const Race *find(const Trace *trace, const RaceList *list, uint8_t array,
                        uint32_t part, uint32_t cell)
{
    size_t low = 0, high = list->races_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_before(trace, list->races + middle, array, part, cell))
            low = middle + 1;
        else
            high = middle;
    }
    const Race *race = list->races + low;
    return low < list->races_count && race->array == array &&
                   race->cell == cell && part_of(trace, race) == part
               ? race
               : NULL;
}

const Race *race_at(const RaceList *list, uint32_t step, uint32_t cell)
{
    return find(NULL, list, RACE_SHARED, step, cell);
}

const Race *race_at_word(const Trace *trace, const RaceList *list,
                         uint32_t grid, uint8_t array, uint32_t word)
{
    return find(trace, list, array, grid, word);
}

/* ---- In words -------------------------------------------------------------*/

void race_name(const Trace *trace, const Race *race, Text *text)
{
    if (race->array == RACE_SHARED)
        variable_cell_name(trace, trace->blocks[race->block].grid, race->cell,
                           text);
    else
        variable_word_name(trace, race->array, race->cell, text);
}

/* ---- A remedy ------------------------------------------------------------*/

#define SECOND_LAUNCH                                                          \
    "do the second part in a second launch: no barrier orders blocks"

enum { MOST_LOOKED_AT = 1000 /* races whose words are looked at */ };

static bool only_stores(const ThreadAccess *by)
{
    const AccessTraits *is = trace_traits((AccessKind)by->kind);

    return is->writes && !is->brings;
}

static bool is_atomic(const ThreadAccess *by)
{
    const AccessTraits *is = trace_traits((AccessKind)by->kind);

    return is->writes && is->brings;
}

/* The instructions of the step of SIDE. */
static void step_of(const Trace *trace, const ThreadAccess *side,
                    uint32_t *first, uint32_t *end)
{
    const Step *step = trace->steps + side->step;

    *first = step->first_instruction;
    *end = step->first_instruction + step->instruction_count;
}

/* ---- Buffers that overlap -------------------------------------------------*/

/* Cells FIRST to LAST of shared memory. */
typedef struct {
    uint32_t first, last;
} Cells;

/* The cells that the block accesses as SIDE does, when its threads run the line
 * as often as the thread of SIDE has. */
static Cells cells_of(const Trace *trace, const ThreadAccess *side)
{
    const Instruction *own = &trace->instructions[side->instruction];
    Cells cells = {UINT32_MAX, 0};
    uint32_t first, end;

    step_of(trace, side, &first, &end);
    for (uint32_t i = first; i < end; ++i) {
        const Instruction *at = &trace->instructions[i];
        const Access *access = trace_accesses(trace, at);
        if (at->site != own->site || at->kind != own->kind ||
            at->occurrence / TRACE_EXECUTION !=
                own->occurrence / TRACE_EXECUTION)
            continue;
        for (int l = 0; l < at->lanes; ++l) {
            if (access[l].cell < cells.first)
                cells.first = access[l].cell;
            if (access[l].cell > cells.last)
                cells.last = access[l].cell;
        }
    }
    return cells;
}

/* Finds the last store to the word of RACE in an earlier step of its block. */
static bool find_fill(const Trace *trace, const Race *race, ThreadAccess *fill)
{
    uint32_t i, end;

    trace_block_instructions(trace, &trace->blocks[race->block], &i, &end);
    end = trace->steps[race->step].first_instruction;
    while (end-- > i) {
        const Instruction *at = &trace->instructions[end];
        int j = 0;
        const Access *access = next_access(trace, race, at, &j);
        if (access && trace_is_store(at)) {
            *fill = thread_access(trace, end, access);
            return true;
        }
    }
    return false;
}

/* True if the thread of STORE loads the cell of RACE before, in the same step:
 * it works in place, so there is no second buffer. */
static bool is_in_place(const Trace *trace, const Race *race,
                        const ThreadAccess *store)
{
    uint32_t first, end;

    step_of(trace, store, &first, &end);
    for (uint32_t i = first; i < store->instruction; ++i) {
        const Instruction *at = &trace->instructions[i];
        const Access *access;
        if (trace_is_store(at))
            continue;
        for (int j = 0; (access = next_access(trace, race, at, &j)); ++j)
            if (trace_thread(trace, at, access) == store->thread)
                return true;
    }
    return false;
}

/* "s[0] to s[63]" */
static void add_cells(const Trace *trace, const Race *race, Cells cells,
                      Text *text)
{
    uint32_t grid = trace->blocks[race->block].grid;

    variable_cell_name(trace, grid, cells.first, text);
    text_add(text, " to ");
    variable_cell_name(trace, grid, cells.last, text);
}

/* True, with a clause, if RACE is between two buffers in shared memory, of
 * which one begins inside the other: no barrier keeps them apart.  What is
 * loaded was stored to the one before, and the other is stored to now. */
static bool explain_overlap(const Trace *trace, const Race *race, Text *text)
{
    bool first = only_stores(&race->first);
    const ThreadAccess *store = first ? &race->first : &race->second;
    const ThreadAccess *load = first ? &race->second : &race->first;
    ThreadAccess fill;

    if (race->array != RACE_SHARED || !only_stores(store) ||
        trace_traits((AccessKind)load->kind)->writes ||
        is_in_place(trace, race, store) || !find_fill(trace, race, &fill))
        return false;
    Cells to = cells_of(trace, store), from = cells_of(trace, &fill);
    bool swapped = to.first < from.first;
    Cells low = swapped ? to : from, high = swapped ? from : to;
    if (high.first - low.first < 2 || high.first > low.last ||
        high.last <= low.last)
        return false;
    text_add(text, "start the second buffer after ");
    variable_cell_name(trace, trace->blocks[race->block].grid, low.last, text);
    text_add(text, ": ");
    add_cells(trace, race, low, text);
    text_add(text, " and ");
    add_cells(trace, race, high, text);
    text_add(text, " overlap");
    return true;
}

/* ---- Where a barrier fits -------------------------------------------------*/

/* How often the threads of a block run the lines of a race in its step. */
typedef struct {
    uint32_t least, most; /* the line that least, or most, often runs */
    uint32_t fewest;      /* of those that run at all */
} Runs;

static Runs runs_of(const Trace *trace, const ThreadAccess *side)
{
    const Grid *grid = &trace->grids[trace->blocks[side->block].grid];
    const Instruction *own = &trace->instructions[side->instruction];
    uint32_t *counts = base_alloc(grid->threads + 1u, sizeof *counts);
    Runs runs = {UINT32_MAX, 0, UINT32_MAX};
    uint32_t first, end;

    step_of(trace, side, &first, &end);
    for (uint32_t i = first; i < end; ++i) {
        const Instruction *at = &trace->instructions[i];
        const Access *access = trace_accesses(trace, at);
        if (at->site != own->site || at->place != own->place ||
            at->kind != own->kind)
            continue;
        for (int l = 0; l < at->lanes; ++l)
            if (l == 0 || access[l].lane != access[l - 1].lane)
                ++counts[trace_thread(trace, at, &access[l])];
    }
    for (uint32_t t = 0; t < grid->threads; ++t) {
        if (counts[t] < runs.least)
            runs.least = counts[t];
        if (counts[t] > runs.most)
            runs.most = counts[t];
        if (counts[t] > 0 && counts[t] < runs.fewest)
            runs.fewest = counts[t];
    }
    free(counts);
    return runs;
}

/* True if threads run a line of RACE, in global memory, a different number of
 * times, as in a loop over neighbours: a barrier in it would not meet all. */
static bool lacks_place(const Trace *trace, const Race *race)
{
    Runs one = runs_of(trace, &race->first);
    Runs other = runs_of(trace, &race->second);

    return race->array != RACE_SHARED &&
           (one.fewest < one.most || other.fewest < other.most);
}

/* True if some threads of the block leave out a line of RACE. */
static bool is_in_branch(const Trace *trace, const Race *race)
{
    return runs_of(trace, &race->first).least == 0 ||
           runs_of(trace, &race->second).least == 0;
}

/* ---- In words -------------------------------------------------------------*/

/* True if two races of a launch have a line in common: one barrier may mend
 * both. */
static bool share_line(const Trace *trace, const Race *x, const Race *y)
{
    return trace->blocks[x->block].grid == trace->blocks[y->block].grid &&
           (x->first.site == y->first.site ||
            x->second.site == y->second.site ||
            x->first.site == y->second.site || x->second.site == y->first.site);
}

/* True if the lines of RACE access its word in several warps, in its step. */
static bool is_of_warps(const Trace *trace, const Race *race)
{
    uint32_t first, end;

    step_of(trace, &race->first, &first, &end);
    for (uint32_t i = first; i < end; ++i) {
        const Instruction *at = trace->instructions + i;
        int j = 0;
        if ((at->site == race->first.site || at->site == race->second.site) &&
            at->warp != race->first.warp && next_access(trace, race, at, &j))
            return true;
    }
    return false;
}

/* True if accesses on a line of RACE race between warps. */
static bool between_warps(const Trace *trace, const RaceList *list,
                          const Race *race)
{
    for (size_t i = 0; i < list->races_count; ++i) {
        const Race *other = list->races + i;
        if (share_line(trace, other, race) &&
            (other->first.warp != other->second.warp ||
             (i < MOST_LOOKED_AT && is_of_warps(trace, other))))
            return true;
    }
    return false;
}

/* True if accesses on a line of RACE race between blocks. */
static bool between_blocks(const Trace *trace, const RaceList *list,
                           const Race *race)
{
    for (size_t i = 0; i < list->races_count; ++i)
        if (share_line(trace, list->races + i, race) &&
            list->races[i].first.block != list->races[i].second.block)
            return true;
    return false;
}

static bool is_access_of(const Instruction *at, const Instruction *own)
{
    return at->site == own->site && at->source == own->source &&
           at->place == own->place && at->kind == own->kind;
}

/* True if a thread that runs the lines of ONE and of TWO, which are in one step
 * of a block, runs the line of ONE first.  In a step that begins inside a
 * loop, that may be the higher line. */
static bool runs_first(const Trace *trace, const ThreadAccess *one,
                       const ThreadAccess *two)
{
    const Instruction *x = &trace->instructions[one->instruction];
    const Instruction *y = &trace->instructions[two->instruction];
    uint32_t first, end;

    step_of(trace, one, &first, &end);
    for (uint32_t i = first; i < end; ++i) {
        const Instruction *at = &trace->instructions[i], *later = at + 1;
        bool is_one = is_access_of(at, x);
        if (!is_one && !is_access_of(at, y))
            continue;
        for (; later < trace->instructions + end; ++later)
            if (later->warp == at->warp && is_access_of(later, is_one ? y : x))
                return is_one;
    }
    return x->site < y->site || (x->site == y->site && x->place < y->place);
}

/* How often the warp of SIDE has begun the lines of its loop again, in its
 * step, when it comes to SIDE: a line that is not below the last one. */
static uint32_t iteration_of(const Trace *trace, const Race *race,
                             const ThreadAccess *side)
{
    const Instruction *own = &trace->instructions[side->instruction];
    const Instruction *last = NULL;
    uint32_t first, end, iteration = 0;

    step_of(trace, side, &first, &end);
    for (uint32_t i = first; i <= side->instruction; ++i) {
        const Instruction *at = &trace->instructions[i];
        if (at->warp != own->warp || at->source != own->source ||
            (at->site != race->first.site && at->site != race->second.site))
            continue;
        iteration +=
            last && (at->site < last->site ||
                     (at->site == last->site && at->place <= last->place &&
                      at->occurrence > last->occurrence));
        last = at;
    }
    return iteration;
}

/* True if the sides of RACE are in different iterations of one loop: a warp
 * runs the line of ONE, that of TWO and that of ONE again. */
static bool is_carried(const Trace *trace, const Race *race,
                       const ThreadAccess *one, const ThreadAccess *two)
{
    const Instruction *x = &trace->instructions[one->instruction];
    const Instruction *y = &trace->instructions[two->instruction];
    uint32_t i, end;
    int changes = 0;

    if (is_access_of(x, y) ||
        iteration_of(trace, race, one) == iteration_of(trace, race, two))
        return false;
    for (step_of(trace, one, &i, &end); i < end && changes < 3; ++i) {
        const Instruction *at = &trace->instructions[i];
        if (at->warp == x->warp)
            changes += is_access_of(at, changes % 2 == 0 ? x : y);
    }
    return changes == 3;
}

/* The blanks before the line of AT; *LINE becomes what follows them. */
static size_t indent_of(const Trace *trace, const Instruction *at,
                        const char **line)
{
    size_t length, blanks = 0;

    *line = trace_line_of(trace, at, &length);
    while (blanks < length && (*line)[blanks] == ' ')
        ++blanks;
    *line += blanks;
    return blanks;
}

/* The line of the branch that AT is in, if it is in no other one and the line
 * comes after line FIRST: a barrier before it is outside of the branch; 0: it
 * is not known to be. */
static uint32_t branch_line(const Trace *trace, const Instruction *at,
                            uint32_t first)
{
    enum { INDENT = 4 };
    Instruction above = *at;
    const char *line;
    size_t least = indent_of(trace, at, &line), blanks = least;
    bool found = strncmp(line, "if", 2) == 0;

    while (!found && blanks >= least && above.site > first + 1) {
        --above.site;
        blanks = indent_of(trace, &above, &line);
        if (*line == '\0' || *line == '\n')
            blanks = least;
        found = blanks < least && strncmp(line, "if", 2) == 0;
    }
    return found && blanks <= INDENT ? above.site : 0;
}

static bool begins(const char *line, const char *word)
{
    size_t length = strlen(word);

    return strncmp(line, word, length) == 0 &&
           strchr(" ({", line[length]) != NULL;
}

/* The first line of the body of the innermost loop around AT that AT is in; 0:
 * there is none. */
static uint32_t body_line(const Trace *trace, const Instruction *at)
{
    Instruction above = *at;
    const char *line;
    size_t least = indent_of(trace, at, &line);
    uint32_t body = at->site;

    while (above.site > 1 && least > 0) {
        --above.site;
        size_t blanks = indent_of(trace, &above, &line);
        if (*line == '\0' || *line == '\n' || *line == '#' || blanks > least)
            continue;
        if (blanks < least && (begins(line, "for") || begins(line, "while") ||
                               begins(line, "do")))
            return body;
        least = blanks;
        body = above.site;
    }
    return 0;
}

/* The line before which a barrier, at the start of each iteration, orders ONE
 * and TWO, which are in different iterations of a loop; 0: there is none. */
static uint32_t loop_line(const Trace *trace, const Instruction *one,
                          const Instruction *two)
{
    uint32_t line = body_line(trace, one);

    return one->source == two->source && line == body_line(trace, two) ? line
                                                                       : 0;
}

/* "before line 16": where a barrier orders ONE, which runs first, and TWO, in
 * different iterations of a loop if CARRIED. */
static void add_place(const Trace *trace, const ThreadAccess *one,
                      const ThreadAccess *two, uint32_t line, bool carried,
                      Text *text)
{
    const Instruction *x = &trace->instructions[one->instruction];
    const Instruction *y = &trace->instructions[two->instruction];

    if (x->source != y->source) {
        text_add(text, "between %s:%u and %s:%u",
                 trace_source_of(trace, x)->name, (unsigned)x->site,
                 trace_source_of(trace, y)->name, (unsigned)y->site);
    } else if (carried || x->site > y->site) {
        bool rises = x->site < y->site;
        text_add(text, "after line %u, before the loop comes to line %u again",
                 (unsigned)(rises ? y : x)->site,
                 (unsigned)(rises ? x : y)->site);
    } else if (x->site == y->site) {
        text_add(text, "between the %s and the %s of line %u",
                 trace_traits_of(x)->name, trace_traits_of(y)->name,
                 (unsigned)x->site);
    } else {
        text_add(text, "before line %u", (unsigned)line);
    }
}

static void explain_barrier(const Trace *trace, const RaceList *list,
                            const Race *race, Text *text)
{
    bool in_order = runs_first(trace, &race->first, &race->second);
    const ThreadAccess *one = in_order ? &race->first : &race->second;
    const ThreadAccess *two = in_order ? &race->second : &race->first;
    const Instruction *x = &trace->instructions[one->instruction];
    const Instruction *y = &trace->instructions[two->instruction];

    if (between_blocks(trace, list, race)) {
        text_add(text, SECOND_LAUNCH "; blocks race on these lines, too");
        return;
    }
    if (lacks_place(trace, race))
        return;
    bool several = between_warps(trace, list, race);
    bool branch = is_in_branch(trace, race);
    bool carried = is_carried(trace, race, one, two);
    bool again =
        iteration_of(trace, race, one) != iteration_of(trace, race, two);
    uint32_t start =
        again && (branch || x->site == y->site) ? loop_line(trace, x, y) : 0;
    uint32_t line =
        branch && !carried && x->source == y->source && x->site < y->site
            ? branch_line(trace, y, x->site)
            : 0;
    text_add(text, several ? "add __syncthreads() " : "add __syncwarp() ");
    if (start)
        text_add(text, "before line %u, at the start of each iteration", start);
    else
        add_place(trace, one, two, line ? line : y->site, carried, text);
    if (branch && !line && !start)
        text_add(text, ", outside the branch that some threads skip");
    if (!several)
        text_add(text, " (both threads are in one warp)");
}

EdgeKind race_remedy_missing(const Trace *trace, const Race *race)
{
    EdgeKind missing = (EdgeKind)race->missing;
    bool barrier = missing == EDGE_WARP || missing == EDGE_BARRIER;
    Text overlap = {0};

    if (barrier && explain_overlap(trace, race, &overlap))
        missing = EDGE_NONE;
    text_free(&overlap);
    return missing;
}

void race_remedy_explain(const Trace *trace, const Race *race,
                         const RaceList *list, Text *text)
{
    static const char *const remedies[EDGE_KINDS] = {
        [EDGE_NONE] = "let one thread store it: which value stays is undefined",
        [EDGE_FENCE] = "add __threadfence() before the atomic or volatile "
                       "access between the two",
        [EDGE_GRID] = "add grid.sync() between the two",
        [EDGE_LAUNCH] = SECOND_LAUNCH,
    };
    bool atomic = is_atomic(&race->first) || is_atomic(&race->second);
    if (race->missing == EDGE_ATOMIC)
        text_add(text, atomic ? "store it with an atomic operation, such as "
                                "atomicExch()"
                              : "use an atomic operation, such as atomicAdd(): "
                                "both threads load, change and store it");
    else if (remedies[race->missing])
        text_add(text, "%s", remedies[race->missing]);
    else if (!explain_overlap(trace, race, text))
        explain_barrier(trace, list, race, text);
}
