/* SPDX-License-Identifier: MIT */
#include "analysis/global_races.h"

#include "analysis/happens_before.h"

#include <stdlib.h>

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

/* The word of ACCESS among all words. */
static uint32_t word_of(const Search *search, const Instruction *at,
                        const Access *access)
{
    return (uint32_t)search->first_word[at->array] + access->cell;
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

    for (int j = 0; j < at->lanes; ++j, ++access) {
        WordUse *use = search->uses + word_of(search, at, access);
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

    for (int j = 0; j < at->lanes; ++j, ++access) {
        uint32_t word = word_of(search, at, access);
        const WordUse *use = search->uses + word;
        if (!use->several || !use->written || !use->plain)
            continue;
        Touch touch = {.by = retried_loads_access(search->retried, trace, i,
                                                  access),
                       .word = word,
                       .time = at->time,
                       .cell = access->cell,
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
    return (thread_access_writes(&x->by) || thread_access_writes(&y->by)) &&
           (x->by.plain || y->by.plain) &&
           !thread_access_is_guess(&x->by, &y->by);
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
        if (thread_access_writes(&touches[i].by))
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

    return !by->plain                  ? next->plain[j]
           : !thread_access_writes(by) ? next->write[j]
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
 * that there would be with fences, or NULL. */
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
        for (size_t j = thread_access_writes(&touches[i].by) ? i + 1 : next[i];
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

void global_races_find(const Trace *trace, const RetriedLoads *retried,
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
