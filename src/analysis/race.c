/* SPDX-License-Identifier: MIT
 *
 * In shared memory a step has none unless several threads access a cell which
 * one of them writes.  In such a step, each cell (or each byte, in a trace with
 * accesses to parts of words) remembers what happened to it in the step that
 * last touched it: of each way to access it, to load, to store, to change
 * atomically, accesses of one warp, and one of another warp.  Any access is
 * thus compared with one that it races with, if there is one, and a step needs
 * no clearing.
 *
 * In global memory most words are of one thread alone, or only read.  A first
 * pass over a launch finds the others; only their accesses are held against
 * each other, pair by pair.
 */
#include "analysis/race.h"

#include "analysis/issue_order.h"
#include "analysis/retried_load.h"
#include "trace/variable.h"

#include <stdlib.h>

/* True for atomic operations. */
static bool is_update(uint8_t kind)
{
    const AccessTraits *is = trace_traits((AccessKind)kind);

    return is->brings && is->writes;
}

/* True if one of the two only guesses what an atomic operation finds, and the
 * other is one. */
static bool is_guess(const ThreadAccess *x, const ThreadAccess *y)
{
    return (x->guesses && is_update(y->kind)) ||
           (y->guesses && is_update(x->kind));
}

/* What is known of ACCESS, of this instruction. */
static ThreadAccess access_of(const Trace *trace, const RetriedLoads *retried,
                              uint32_t instruction, const Access *access)
{
    ThreadAccess found = thread_access(trace, instruction, access);

    found.guesses = retried_loads_has(retried, found.kind, found.site);
    return found;
}

/* ---- Shared memory --------------------------------------------------------*/

/* Ways to access a cell; of two, one of which is not WAY_LOAD, only two changes
 * do not race. */
typedef enum { WAY_LOAD, WAY_STORE, WAY_CHANGE, WAYS } Way;

/* Accesses of one way, those of the warp that was the first to make one: of two
 * that are ordered the later one, of several of a thread at one epoch the first
 * one. */
typedef struct {
    ThreadAccess *own;
    size_t own_count, own_capacity;
    bool several;       /* warps */
    ThreadAccess other; /* the first one by another warp */
} Accessed;

typedef struct {
    uint32_t stamp; /* step + 1 in which the rest was last true */
    bool found;     /* a race was reported */
    Accessed ways[WAYS];
} CellState;

static bool writes(uint8_t kind)
{
    return trace_traits((AccessKind)kind)->writes;
}

static Way way_of(const ThreadAccess *access)
{
    return access->kind == ACCESS_LOAD    ? WAY_LOAD
           : access->kind == ACCESS_STORE ? WAY_STORE
                                          : WAY_CHANGE;
}

/* True if two accesses of one step race.  That a word is volatile orders
 * nothing. */
static bool is_race(const ThreadAccess *before, const ThreadAccess *now)
{
    return before->thread != now->thread &&
           (way_of(before) != WAY_CHANGE || way_of(now) != WAY_CHANGE) &&
           !is_guess(before, now) && !thread_access_before(before, now);
}

/* The earliest access that NOW races with, or NULL. */
static const ThreadAccess *rival(const CellState *cell, const ThreadAccess *now)
{
    const ThreadAccess *earliest = NULL;

    for (Way way = WAY_LOAD; way < WAYS; ++way) {
        const Accessed *accessed = cell->ways + way;
        if (way == way_of(now) && way != WAY_STORE)
            continue;
        for (size_t i = 0; i < accessed->own_count + accessed->several; ++i) {
            const ThreadAccess *before =
                i < accessed->own_count ? accessed->own + i : &accessed->other;
            if (is_race(before, now) &&
                (!earliest || before->instruction < earliest->instruction))
                earliest = before;
        }
    }
    return earliest;
}

/* Keeps NOW unless what races with it later races with one that is kept: any
 * access by another warp races with all of a warp's. */
static void remember(CellState *cell, const ThreadAccess *now)
{
    Accessed *accessed = cell->ways + way_of(now);
    size_t left = 0;

    if (accessed->own_count > 0 && accessed->own->warp != now->warp) {
        if (!accessed->several)
            accessed->other = *now;
        accessed->several = true;
        return;
    }
    for (size_t i = 0; i < accessed->own_count; ++i) {
        const ThreadAccess *before = accessed->own + i;
        if (before->thread == now->thread && before->epoch == now->epoch &&
            before->guesses <= now->guesses)
            return;
    }
    /* what races with an access before NOW races with NOW, too */
    for (size_t i = 0; i < accessed->own_count; ++i)
        if (!thread_access_before(accessed->own + i, now))
            accessed->own[left++] = accessed->own[i];
    accessed->own_count = left;
    base_push(accessed, own, *now);
}

/* Visits CELL, or those of its bytes that NOW touches, the first of which is at
 * STATES. */
static void visit(RaceList *list, CellState *states, bool by_byte,
                  uint32_t cell, const ThreadAccess *now)
{
    int count = by_byte ? (int)sizeof(Word) : 1;

    if (states->stamp != now->step + 1)
        for (int i = 0; i < count; ++i) {
            states[i].stamp = now->step + 1;
            states[i].found = false;
            for (Way way = WAY_LOAD; way < WAYS; ++way) {
                states[i].ways[way].own_count = 0;
                states[i].ways[way].several = false;
            }
        }
    for (int i = 0; i < count && !states->found; ++i) {
        if (by_byte && !(now->bytes >> i & 1))
            continue;
        const ThreadAccess *before = rival(states + i, now);
        if (before) {
            Race race = {.block = now->block,
                         .step = now->step,
                         .cell = cell,
                         .array = RACE_SHARED,
                         .first = *before,
                         .second = *now};
            base_push(list, races, race);
            states->found = true;
        }
        remember(states + i, now);
    }
}

static bool has_parts(const Trace *trace)
{
    for (size_t i = 0; i < trace->accesses_count; ++i)
        if (trace->accesses[i].bytes != TRACE_WORD)
            return true;
    return false;
}

static int by_cell(const void *a, const void *b)
{
    const Race *x = a, *y = b;

    return (x->cell > y->cell) - (x->cell < y->cell);
}

/* The races of step S, found with CELLS, of EACH of which a word has some. */
static void find_in_step(const Trace *trace, const RetriedLoads *retried,
                         uint32_t s, CellState *cells, size_t each,
                         RaceList *list)
{
    const Step *step = trace->steps + s;
    size_t before = list->races_count;

    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        uint32_t index = step->first_instruction + i;
        const Instruction *at = trace->instructions + index;
        const Access *access = trace_accesses(trace, at);
        if (!trace_is_shared(at))
            continue;
        for (int j = 0; j < at->lanes; ++j, ++access) {
            ThreadAccess now = access_of(trace, retried, index, access);
            visit(list, cells + each * access->cell, each > 1, access->cell,
                  &now);
        }
    }
    if (list->races_count > before + 1)
        qsort(list->races + before, list->races_count - before,
              sizeof *list->races, by_cell);
}

/* The threads that access a cell in a step. */
typedef struct {
    uint32_t stamp; /* step + 1 in which the rest was last true */
    uint32_t thread;
    bool several; /* threads */
    bool written;
} CellUse;

/* True if in step S several threads access one cell, which one of them writes:
 * else it has no race. */
static bool may_race(const Trace *trace, uint32_t s, CellUse *uses)
{
    const Step *step = trace->steps + s;
    bool found = false;

    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        const Instruction *at =
            trace->instructions + step->first_instruction + i;
        const Access *access = trace_accesses(trace, at);
        if (!trace_is_shared(at))
            continue;
        bool written = writes(at->kind);
        uint32_t lane_0 = trace_thread(trace, at, &(Access){.lane = 0});
        for (int j = 0; j < at->lanes; ++j, ++access) {
            CellUse *use = uses + access->cell;
            uint32_t thread = lane_0 + access->lane;
            if (use->stamp != s + 1)
                *use = (CellUse){.stamp = s + 1, .thread = thread};
            use->several |= use->thread != thread;
            use->written |= written;
            found |= use->several && use->written;
        }
    }
    return found;
}

static void find_shared(const Trace *trace, const RetriedLoads *retried,
                        RaceList *list)
{
    CellUse *uses = base_alloc(trace->run.words + 1, sizeof *uses);
    CellState *cells = NULL;
    size_t each = 1;

    for (uint32_t s = 0; s < trace->steps_count; ++s) {
        if (!may_race(trace, s, uses))
            continue;
        if (!cells) {
            each = has_parts(trace) ? sizeof(Word) : 1;
            cells = base_alloc(each * trace->run.words + 1, sizeof *cells);
        }
        find_in_step(trace, retried, s, cells, each, list);
    }
    for (size_t i = 0; cells && i < each * trace->run.words; ++i)
        for (Way way = WAY_LOAD; way < WAYS; ++way)
            free(cells[i].ways[way].own);
    free(uses);
    free(cells);
}

/* ---- Global memory --------------------------------------------------------*/

/* A word of global memory, and the threads that access it in this launch. */
typedef struct {
    uint32_t stamp; /* launch + 1 in which the rest is true */
    uint32_t block, thread;
    bool several; /* threads */
    bool written, plain;
} WordUse;

/* An access to a word that may have a race. */
typedef struct {
    ThreadAccess by;
    uint32_t word; /* of all arrays, one after the other */
    uint32_t time, cell;
    uint8_t array;
} Touch;

typedef struct {
    const Trace *trace;
    const RetriedLoads *retried;
    uint32_t grid;
    size_t *first_word; /* of each array among all words */
    WordUse *uses;
    Touch *touches;
    size_t touches_count, touches_capacity;
} Search;

/* Word W of ACCESS among all words; a pair is two. */
static uint32_t word_of(const Search *search, const Instruction *at,
                        const Access *access, uint32_t w)
{
    uint32_t cell = trace_traits_of(at)->pair ? 2 * trace_pair_index(access) + w
                                              : access->cell;

    return (uint32_t)search->first_word[at->array] + cell;
}

/* Notes who uses the words of an instruction. */
static void note_uses(Search *search, uint32_t i)
{
    const Trace *trace = search->trace;
    const Instruction *at = trace->instructions + i;
    const Access *access = trace_accesses(trace, at);
    const AccessTraits *traits = trace_traits_of(at);
    uint32_t block = trace_step(trace, at)->block;
    uint32_t lane_0 = trace_thread(trace, at, &(Access){.lane = 0});

    for (int j = 0; j < at->lanes; ++j, ++access)
        for (uint32_t w = 0; w <= traits->pair; ++w) {
            WordUse *use = search->uses + word_of(search, at, access, w);
            uint32_t thread = lane_0 + access->lane;
            if (use->stamp != search->grid + 1)
                *use = (WordUse){.stamp = search->grid + 1,
                                 .block = block,
                                 .thread = thread};
            use->several |= use->block != block || use->thread != thread;
            use->written |= traits->writes;
            use->plain |= traits->plain && !at->is_volatile;
        }
}

/* Keeps the touches of an instruction to words that may have a race. */
static void keep_touches(Search *search, uint32_t i)
{
    const Trace *trace = search->trace;
    const Instruction *at = trace->instructions + i;
    const Access *access = trace_accesses(trace, at);
    bool pair = trace_traits_of(at)->pair;

    for (int j = 0; j < at->lanes; ++j, ++access)
        for (uint32_t w = 0; w <= pair; ++w) {
            uint32_t word = word_of(search, at, access, w);
            const WordUse *use = search->uses + word;
            if (!use->several || !use->written || !use->plain)
                continue;
            Touch touch = {.by = access_of(trace, search->retried, i, access),
                           .word = word,
                           .time = at->time,
                           .cell =
                               word - (uint32_t)search->first_word[at->array],
                           .array = at->array};
            base_push(search, touches, touch);
        }
}

typedef void Visit(Search *search, uint32_t instruction);

static void visit_grid(Search *search, Visit *visit_instruction)
{
    const Trace *trace = search->trace;
    uint32_t first, end;

    trace_grid_blocks(trace, search->grid, &first, &end);
    for (uint32_t b = first; b < end; ++b) {
        uint32_t i, last;
        trace_block_instructions(trace, trace->blocks + b, &i, &last);
        for (; i < last; ++i)
            if (trace_is_global(trace->instructions + i))
                visit_instruction(search, i);
    }
}

static int by_word(const void *a, const void *b)
{
    const Touch *x = a, *y = b;

    if (x->word != y->word)
        return x->word < y->word ? -1 : 1;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->by.thread > y->by.thread) - (x->by.thread < y->by.thread);
}

static bool same_kind(const Touch *x, const Touch *y)
{
    return x->by.kind == y->by.kind && x->by.plain == y->by.plain &&
           x->by.guesses == y->by.guesses;
}

/* True if two touches of these kinds race where nothing orders them. */
static bool kinds_race(const Touch *x, const Touch *y)
{
    return (writes(x->by.kind) || writes(y->by.kind)) &&
           (x->by.plain || y->by.plain) && !is_guess(&x->by, &y->by);
}

static bool can_race(const Touch *x, const Touch *y)
{
    return kinds_race(x, y) && (x->by.bytes & y->by.bytes) &&
           (x->by.block != y->by.block || x->by.thread != y->by.thread);
}

/* For each of the touches of a word the next one that writes, and the next one
 * that is plain, or how many touches there are. */
typedef struct {
    size_t *write, *plain;
} Next;

static Next next_of(const Touch *touches, size_t count)
{
    Next next = {base_alloc(count + 1, sizeof *next.write),
                 base_alloc(count + 1, sizeof *next.plain)};

    for (size_t i = count, write = count, plain = count; i-- > 0;) {
        next.write[i] = write;
        next.plain[i] = plain;
        if (writes(touches[i].by.kind))
            write = i;
        if (touches[i].by.plain)
            plain = i;
    }
    return next;
}

/* The next touch behind number J that may race with number I: a read races with
 * writes only, and an atomic operation with plain accesses only. */
static size_t next_rival(const Next *next, const Touch *touches, size_t i,
                         size_t j)
{
    const ThreadAccess *by = &touches[i].by;

    return !by->plain          ? next->plain[j]
           : !writes(by->kind) ? next->write[j]
                               : j + 1;
}

/* True if some two of the touches are of kinds that race. */
static bool some_race(const Touch *touches, size_t count)
{
    enum { KINDS = 64 };
    const Touch *kinds[KINDS];
    size_t found = 0;

    for (size_t i = 0, k; i < count; ++i) {
        for (k = 0; k < found && !same_kind(kinds[k], touches + i);)
            ++k;
        if (k < found)
            continue;
        for (k = 0; k < found; ++k)
            if (kinds_race(kinds[k], touches + i))
                return true;
        if (found == KINDS || kinds_race(touches + i, touches + i))
            return true;
        kinds[found++] = touches + i;
    }
    return false;
}

/* The first race among the COUNT touches of one word; one that fences would not
 * mend goes before others, if it is found soon behind these.  FENCED: the order
 * that
 * there would be with fences, or NULL. */
static void judge_touches(RaceList *list, Order *order, Order *fenced,
                          const Touch *touches, size_t count, const Next *next)
{
    enum { FURTHER = 1000 };
    Race race = {.unfenced = false};
    int left = FURTHER;

    for (size_t i = 0; i < count && left > 0 && !happens_before_gave_up(order);
         ++i)
        for (size_t j = next_rival(next, touches, i, i);
             j < count && left > 0 && !happens_before_gave_up(order);
             j = next_rival(next, touches, i, j)) {
            const Touch *one = touches + i, *other = touches + j;
            happens_before_spend(order, 1);
            left -= race.unfenced;
            if (!can_race(one, other) ||
                happens_before(order, &one->by, &other->by))
                continue;
            bool unfenced =
                fenced && happens_before(fenced, &one->by, &other->by);
            if (unfenced && race.unfenced)
                continue;
            race = (Race){.block = one->by.block,
                          .step = one->by.step,
                          .cell = one->cell,
                          .array = one->array,
                          .first = one->by,
                          .second = other->by,
                          .unfenced = unfenced};
            if (!unfenced) {
                base_push(list, races, race);
                return;
            }
        }
    if (race.unfenced)
        base_push(list, races, race);
}

/* True if each of COUNT touches comes before the next write, and each write
 * before the reads until then, as under a lock: then any two of them, one of
 * which writes, are ordered by way of those between. */
static bool are_in_turn(Order *order, const Touch *touches, size_t count,
                        const size_t *next)
{
    for (size_t i = 0; i < count; ++i)
        for (size_t j = writes(touches[i].by.kind) ? i + 1 : next[i];
             j <= next[i] && j < count; ++j)
            if (happens_before_gave_up(order) ||
                !happens_before(order, &touches[i].by, &touches[j].by))
                return false;
    return true;
}

static void judge_word(RaceList *list, Order *order, Order *fenced,
                       const Touch *touches, size_t count)
{
    if (!some_race(touches, count))
        return;
    Next next = next_of(touches, count);
    if (!are_in_turn(order, touches, count, next.write))
        judge_touches(list, order, fenced, touches, count, &next);
    free(next.write);
    free(next.plain);
}

static void find_in_grid(Search *search, RaceList *list)
{
    search->touches_count = 0;
    visit_grid(search, note_uses);
    visit_grid(search, keep_touches);
    if (search->touches_count == 0)
        return;
    qsort(search->touches, search->touches_count, sizeof *search->touches,
          by_word);
    Order *order = happens_before_new(search->trace, search->grid),
          *fenced = NULL;
    if (search->trace->grids[search->grid].unfenced) {
        fenced = order;
        order = happens_before_without_fences(search->trace, search->grid);
    }
    for (size_t i = 0, end; i < search->touches_count; i = end) {
        end = i;
        while (end < search->touches_count &&
               search->touches[end].word == search->touches[i].word)
            ++end;
        judge_word(list, order, fenced, search->touches + i, end - i);
    }
    list->cut |= happens_before_gave_up(order);
    happens_before_free(order);
    happens_before_free(fenced);
}

static void find_global(const Trace *trace, const RetriedLoads *retried,
                        RaceList *list)
{
    Search search = {.trace = trace, .retried = retried};
    size_t words = 0;

    search.first_word = base_alloc(trace->arrays_count + 1, sizeof(size_t));
    for (size_t a = 0; a < trace->arrays_count; ++a) {
        search.first_word[a] = words;
        words += trace->arrays[a].words;
    }
    search.uses = base_alloc(words + 1, sizeof *search.uses);
    for (; search.grid < trace->grids_count; ++search.grid)
        find_in_grid(&search, list);
    free(search.first_word);
    free(search.uses);
    free(search.touches);
}

RaceList race_find(const Trace *trace)
{
    RaceList list = {0};

    RetriedLoads retried = retried_loads_find(trace);
    find_shared(trace, &retried, &list);
    find_global(trace, &retried, &list);
    retried_loads_free(&retried);
    return list;
}

void race_free(RaceList *list)
{
    free(list->races);
    *list = (RaceList){0};
}

/* True if RACE comes before the one of shared memory in STEP at CELL. */
static bool is_earlier(const Race *race, uint32_t step, uint32_t cell)
{
    if (race->array != RACE_SHARED)
        return false;
    return race->step != step ? race->step < step : race->cell < cell;
}

const Race *race_at(const RaceList *list, uint32_t step, uint32_t cell)
{
    size_t low = 0, high = list->races_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_earlier(list->races + middle, step, cell))
            low = middle + 1;
        else
            high = middle;
    }
    const Race *race = list->races + low;
    return low < list->races_count && race->array == RACE_SHARED &&
                   race->step == step && race->cell == cell
               ? race
               : NULL;
}

/* True if two accesses of a cell in one step race. */
static bool is_race_of(const ThreadAccess *one, const ThreadAccess *other)
{
    Way way = way_of(one);
    bool first = one->instruction < other->instruction;

    return (one->bytes & other->bytes) &&
           (way != way_of(other) || way == WAY_STORE) &&
           is_race(first ? one : other, first ? other : one);
}

bool race_has(const Trace *trace, const RaceList *list, const Instruction *at,
              const Access *access)
{
    const Step *step = trace_step(trace, at);

    if (!race_at(list, at->step, access->cell))
        return false;
    ThreadAccess own =
        thread_access(trace, (uint32_t)(at - trace->instructions), access);
    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        uint32_t index = step->first_instruction + i;
        const Instruction *by = trace->instructions + index;
        const Access *other = trace_accesses(trace, by);
        for (int j = 0; trace_is_shared(by) && j < by->lanes; ++j, ++other) {
            if (other->cell != access->cell)
                continue;
            ThreadAccess rival = thread_access(trace, index, other);
            if (is_race_of(&own, &rival))
                return true;
        }
    }
    return false;
}

/* True if RACE comes before the one of ARRAY's word CELL in launch GRID. */
static bool is_before_word(const Trace *trace, const Race *race, uint32_t grid,
                           uint8_t array, uint32_t cell)
{
    uint32_t own = trace->blocks[race->block].grid;

    if (race->array == RACE_SHARED)
        return true;
    if (own != grid)
        return own < grid;
    return race->array != array ? race->array < array : race->cell < cell;
}

const Race *race_at_word(const Trace *trace, const RaceList *list,
                         uint32_t grid, uint8_t array, uint32_t word)
{
    size_t low = 0, high = list->races_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_before_word(trace, list->races + middle, grid, array, word))
            low = middle + 1;
        else
            high = middle;
    }
    const Race *race = list->races + low;
    return low < list->races_count && race->array == array &&
                   race->cell == word && trace->blocks[race->block].grid == grid
               ? race
               : NULL;
}

/* ---- In words -------------------------------------------------------------*/

static void explain_side(const Trace *trace, const ThreadAccess *side,
                         Text *text)
{
    text_add(text, "thread %u %s it (", side->thread,
             trace_traits((AccessKind)side->kind)->verb);
    thread_access_explain_line(trace, side, text);
    text_add(text, ")");
}

void race_explain(const Trace *trace, const Race *race, Text *text)
{
    bool between = race->first.block != race->second.block;

    text_add(text, "race");
    if (!between) {
        text_add(text, " in ");
        thread_access_explain_place(trace, &race->first, text);
    }
    text_add(text, " at ");
    if (race->array == RACE_SHARED)
        variable_cell_name(trace, trace->blocks[race->block].grid, race->cell,
                           text);
    else if (trace_is_program(trace))
        variable_word_name(trace, race->array, race->cell, text);
    else
        text_add(text, "word %u of \"%s\"", race->cell,
                 trace->arrays[race->array].name);
    text_add(text, ": ");
    explain_side(trace, &race->first, text);
    if (between) {
        text_add(text, " in ");
        thread_access_explain_place(trace, &race->first, text);
    }
    text_add(text, " and ");
    explain_side(trace, &race->second, text);
    if (between) {
        text_add(text, " in ");
        thread_access_explain_place(trace, &race->second, text);
    }
    text_add(text, race->unfenced ? ", and there is no __threadfence() before "
                                    "the atomic access between the two"
                   : between      ? ", and nothing orders the two"
                                  : " with no barrier between");
}
