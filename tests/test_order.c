/* SPDX-License-Identifier: MIT
 *
 * Tests of src/analysis/order.c, clock.c and waiting_sites.c: who waits in
 * shared memory, by hand, and random small runs, of which a slow and obvious
 * twin finds the races: it searches all ways from each access to each other.
 */
#include "analysis/clock.h"
#include "analysis/issue_order.h"
#include "analysis/race.h"
#include "analysis/waiting_sites.h"
#include "fixture.h"
#include "say/finding.h"
#include "trace/epoch.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 4, THREADS = 8, CELLS = 4, BLOCKS = 4, STEPS = 6, ACTS = 20 };

/* An access of one thread. */
typedef struct {
    uint32_t block, thread, step;
    AccessKind kind;
    uint32_t cell;
    Word value;
    int line; /* 0: the act's number, from 1 */
    uint8_t is_volatile, array, bytes;
    bool joins; /* it is of the same instruction as the act before */
    uint32_t epoch;
    uint32_t instruction; /* of the trace */
} Act;

/* A run: what happens, in the order of time. */
typedef struct {
    Act acts[ACTS];
    int count;
    uint32_t blocks, launches;        /* blocks of all launches */
    bool grid_barrier[BLOCKS][STEPS]; /* before this step */
    bool unfenced, cut_out;           /* other blocks are not in the trace */
} Play;

/* ---- Traces ---------------------------------------------------------------*/

static void add_act(Fixture *f, Play *play, int i)
{
    Act *act = play->acts + i;
    Trace *trace = f->trace;

    if (!act->joins) {
        fixture_instruction(f, (int)(act->thread / LANES), act->kind,
                            act->line ? act->line : i + 1);
        Instruction *at = trace->instructions + trace->instructions_count - 1;
        at->array = act->array;
        at->is_volatile = act->is_volatile;
        at->epoch = act->epoch;
        at->time = (uint32_t)i;
    }
    fixture_access(f, (int)(act->thread % LANES), act->cell, act->value,
                   INTERVAL_TOP);
    if (act->bytes)
        trace->accesses[trace->accesses_count - 1].bytes = act->bytes;
    act->instruction = (uint32_t)trace->instructions_count - 1;
}

static void add_block(Fixture *f, Play *play, uint32_t b)
{
    uint32_t step = 0;

    fixture_step(f, "load", 0);
    for (int i = 0; i < play->count; ++i) {
        if (play->acts[i].block != b)
            continue;
        for (; step < play->acts[i].step; ++step) {
            fixture_step(f, "add", 0);
            if (play->grid_barrier[b][step + 1])
                f->trace->steps[f->trace->steps_count - 1].phase =
                    trace_phase_add(f->trace, PHASE_GRID, "all blocks");
        }
        add_act(f, play, i);
    }
}

static Trace *trace_of(Play *play)
{
    Fixture *f = fixture_new(OP_ADD, 8, LANES, THREADS, CELLS);
    Trace *trace = f->trace;

    for (uint32_t b = 0; b < play->blocks; ++b) {
        if (b > 0)
            fixture_next_block(f);
        add_block(f, play, b);
    }
    fixture_done(f);
    trace_rank_times(trace);
    uint32_t of_launch = play->blocks / play->launches;
    for (uint32_t g = 1; g < play->launches; ++g) {
        Grid grid = trace->grids[0];
        grid.title = base_strdup("again");
        base_push(trace, grids, grid);
    }
    for (uint32_t g = 0; g < play->launches; ++g) {
        trace->grids[g].blocks = of_launch + play->cut_out;
        trace->grids[g].unfenced = play->unfenced;
    }
    for (uint32_t b = 0; b < play->blocks; ++b) {
        trace->blocks[b].grid = b / of_launch;
        trace->blocks[b].index = b % of_launch;
    }
    return trace;
}

/* ---- Classic cases --------------------------------------------------------*/

#define L  ACCESS_LOAD
#define S  ACCESS_STORE
#define C  ACCESS_CHANGE
#define GL ACCESS_GLOAD
#define GS ACCESS_GSTORE
#define GA ACCESS_ATOMIC

typedef struct {
    const char *name;
    Play play;
    int first, second; /* acts, from 1; 0: no race */
    EdgeKind missing;
    size_t same; /* words to which threads store the same value */
} Case;

/* Block, thread, step, kind, cell; value, line, volatile, array, bytes. */
#define A(of, by, in, does, at, ...)                                           \
    {                                                                          \
        .block = of, .thread = by, .step = in, .kind = does, .cell = at,       \
        __VA_ARGS__                                                            \
    }

static const Case cases[] = {
    /* shared memory: who waits */
    {.name = "a flag for which a thread waits",
     .play.acts = {A(0, 4, 0, L, 2, 0, 9, 1), A(0, 0, 0, S, 1, 5),
                   A(0, 0, 0, S, 2, 1, 0, 1), A(0, 4, 0, L, 2, 1, 9, 1),
                   A(0, 4, 0, L, 1, 5)}},
    {.name = "a flag that is found set",
     .play.acts = {A(0, 0, 0, S, 1, 5), A(0, 0, 0, S, 2, 1, 0, 1),
                   A(0, 4, 0, L, 2, 1, 9, 1), A(0, 5, 0, L, 2, 1, 9, 1),
                   A(0, 4, 0, L, 1, 5)}},
    {.name = "a volatile word that a thread does not wait for",
     .play.acts = {A(0, 0, 0, S, 1, 5), A(0, 0, 0, S, 2, 1, 0, 1),
                   A(0, 1, 0, L, 2, 1, 9, 1), A(0, 4, 0, L, 2, 1, 9, 1),
                   A(0, 4, 0, L, 1, 5)},
     .first = 1,
     .second = 5,
     .missing = EDGE_BARRIER},
    {.name = "a plain flag",
     .play.acts = {A(0, 4, 0, L, 2, 0, 9, 1), A(0, 0, 0, S, 2, 1),
                   A(0, 4, 0, L, 2, 1, 9, 1)},
     .first = 1,
     .second = 2,
     .missing = EDGE_BARRIER},
    {.name = "a sum of volatile words of a warp",
     .play.acts = {A(0, 0, 0, L, 0, 0, 9, 1), A(0, 1, 0, L, 1, 0, 9, 1),
                   A(0, 1, 0, S, 1, 3, 8, 1), A(0, 0, 0, L, 1, 3, 9, 1),
                   A(0, 0, 0, S, 0, 3, 8, 1)},
     .first = 3,
     .second = 4,
     .missing = EDGE_WARP},
    {.name = "a volatile word that a thread changes itself",
     .play.acts = {A(0, 0, 0, L, 2, 0, 9, 1), A(0, 0, 0, S, 2, 1, 8, 1),
                   A(0, 0, 0, L, 2, 1, 9, 1), A(0, 4, 0, L, 2, 1, 9, 1)},
     .first = 2,
     .second = 4,
     .missing = EDGE_BARRIER},
    {.name = "a lock",
     .play.acts = {A(0, 0, 0, C, 2, 1, 9), A(0, 4, 0, C, 2, 1, 9),
                   A(0, 0, 0, S, 1, 5), A(0, 0, 0, C, 2, 0, 8),
                   A(0, 4, 0, C, 2, 1, 9), A(0, 4, 0, S, 1, 6)}},
    {.name = "a lock that nobody else wants yet",
     .play.acts = {A(0, 0, 0, C, 2, 1, 9), A(0, 0, 0, S, 1, 5),
                   A(0, 0, 0, C, 2, 0, 8), A(0, 4, 0, C, 2, 1, 9),
                   A(0, 4, 0, S, 1, 6), A(0, 4, 0, C, 2, 0, 8)}},
    {.name = "a counter",
     .play.acts = {A(0, 0, 0, S, 1, 5), A(0, 0, 0, C, 2, 1, 9),
                   A(0, 4, 0, C, 2, 2, 9), A(0, 4, 0, L, 1, 5)},
     .first = 1,
     .second = 4,
     .missing = EDGE_BARRIER},
    {.name = "a sum that begins with 0",
     .play.acts = {A(0, 0, 0, C, 2, 0, 9), A(0, 0, 0, C, 2, 1, 9),
                   A(0, 0, 0, C, 2, 3, 9), A(0, 4, 0, C, 2, 3, 9),
                   A(0, 0, 0, S, 1, 5), A(0, 0, 0, C, 2, 6, 9),
                   A(0, 4, 0, C, 2, 7, 9), A(0, 4, 0, L, 1, 5)},
     .first = 5,
     .second = 8,
     .missing = EDGE_BARRIER},
    {.name = "a load that guesses",
     .play.acts = {A(0, 0, 0, L, 2, 0, 8), A(0, 0, 0, C, 2, 1, 9),
                   A(0, 4, 0, L, 2, 1, 8), A(0, 4, 0, C, 2, 2, 9)}},
    {.name = "a load that does not",
     .play.acts = {A(0, 0, 0, C, 2, 1, 9), A(0, 4, 0, L, 2, 1, 8)},
     .first = 1,
     .second = 2,
     .missing = EDGE_BARRIER},
    {.name = "a guess is a race with a store",
     .play.acts = {A(0, 0, 0, L, 2, 0, 8), A(0, 0, 0, C, 2, 1, 9),
                   A(0, 4, 0, S, 2, 1, 7)},
     .first = 1,
     .second = 3,
     .missing = EDGE_BARRIER},
};

static bool is_global(const Act *act)
{
    return trace_traits(act->kind)->space == SPACE_GLOBAL;
}

/* An act that the table has not: it has no line, value or cell. */
static bool is_end(const Act *act)
{
    return act->kind == L && act->cell == 0 && act->value == 0 &&
           act->line == 0;
}

static void judge_case(const Case *of)
{
    Play play = of->play;

    play.launches = play.launches ? play.launches : 1;
    for (int i = 0; i < ACTS && !is_end(play.acts + i); ++i) {
        play.count = i + 1;
        if (play.acts[i].block >= play.blocks)
            play.blocks = play.acts[i].block + 1;
        if (is_global(play.acts + i) && play.acts[i].array == 0)
            play.acts[i].array = GLOBAL_OUT;
    }
    Trace *trace = trace_of(&play);
    RaceList list = race_find(trace);
    g_test_message("%s", of->name);
    g_assert_cmpint(list.races_count > 0, ==, of->first > 0);
    g_assert_cmpuint(list.same_count, ==, of->same);
    if (of->first) {
        const Act *x = play.acts + of->first - 1;
        const Act *y = play.acts + of->second - 1;
        const Race *race = list.races;
        g_assert_cmpuint(race->first.instruction, ==, x->instruction);
        g_assert_cmpuint(race->second.instruction, ==, y->instruction);
        g_assert_cmpuint(race->cell, ==, x->cell);
        g_assert_cmpuint(race->array, ==,
                         is_global(x) ? GLOBAL_OUT : RACE_SHARED);
        g_assert_cmpuint(race->missing, ==, of->missing);
        g_assert_cmpint(race->same_value, ==,
                        (x->kind == S || x->kind == GS) && x->kind == y->kind &&
                            x->value == y->value);
    }
    race_free(&list);
    trace_free(trace);
}

static void test_cases(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i)
        judge_case(cases + i);
}

/* ---- The twin -------------------------------------------------------------*/

/* An access happens, then its thread has seen what it brought, then others may
 * see what it wrote. */
enum { AT, SEEN, SENT, MOMENTS };

typedef struct {
    Play *play;
    const Trace *trace;
    WaitingSites sites;
    bool reaches[MOMENTS * ACTS][MOMENTS * ACTS];
} Twin;

static bool is_atomic(const Act *act)
{
    const AccessTraits *is = trace_traits(act->kind);

    return is->brings && is->writes;
}

static bool writes(const Act *act)
{
    return trace_traits(act->kind)->writes;
}

static const Instruction *instruction_of(const Twin *twin, const Act *act)
{
    return twin->trace->instructions + act->instruction;
}

static bool waits(const Twin *twin, const Act *act)
{
    return waiting_sites_wait(&twin->sites, instruction_of(twin, act));
}

static bool same_word(const Act *x, const Act *y)
{
    return x->cell == y->cell && is_global(x) == is_global(y) &&
           (is_global(x) ? x->array == y->array : x->block == y->block);
}

static uint32_t launch_of(const Play *play, const Act *act)
{
    return act->block / (play->blocks / play->launches);
}

static uint32_t rounds_of(const Play *play, const Act *act)
{
    uint32_t rounds = 0;

    for (uint32_t s = 1; s <= act->step; ++s)
        rounds += play->grid_barrier[act->block][s];
    return rounds;
}

/* True if a barrier, or the program, orders act I before the later act J. */
static bool is_ordered(const Play *play, int i, int j)
{
    const Act *x = play->acts + i, *y = play->acts + j;
    bool warp = x->block == y->block && x->step == y->step &&
                x->thread / LANES == y->thread / LANES;

    return launch_of(play, x) < launch_of(play, y) ||
           rounds_of(play, x) < rounds_of(play, y) ||
           (x->block == y->block &&
            (x->thread == y->thread || x->step < y->step)) ||
           (warp && epoch_before(x->epoch, x->thread % LANES, y->epoch,
                                 y->thread % LANES));
}

/* The act whose signal act J sees; -1: none. */
static int source_of(const Play *play, int j)
{
    const Act *own = play->acts + j;
    int last = -1;

    for (int i = j; i-- > 0;) {
        const Act *act = play->acts + i;
        if (!same_word(act, own) || !writes(act) ||
            launch_of(play, act) != launch_of(play, own) ||
            !(act->is_volatile || is_atomic(act)))
            continue;
        last = last < 0 ? i : last;
        if (is_atomic(act) || is_atomic(own) || act->value == own->value)
            return i;
    }
    return last;
}

static void add_signal(Twin *twin, int j, bool fences)
{
    const Play *play = twin->play;
    const Act *act = play->acts + j;
    bool sees = trace_traits(act->kind)->brings &&
                (is_global(act) ? act->is_volatile || is_atomic(act)
                                : waits(twin, act));
    int source = source_of(play, j);

    if (!sees)
        return;
    if (source >= 0 && (fences || play->acts[source].block == act->block))
        twin->reaches[MOMENTS * source + SENT][MOMENTS * j + SEEN] = true;
    for (int i = 0;
         source < 0 && is_global(act) && play->cut_out && i < play->count; ++i)
        if (launch_of(play, play->acts + i) == launch_of(play, act))
            twin->reaches[MOMENTS * i + AT][MOMENTS * j + SEEN] = true;
}

static void find_ways(Twin *twin, bool fences)
{
    int count = twin->play->count, nodes = MOMENTS * count;

    memset(twin->reaches, 0, sizeof twin->reaches);
    for (int j = 0; j < count; ++j) {
        twin->reaches[MOMENTS * j + AT][MOMENTS * j + SEEN] = true;
        twin->reaches[MOMENTS * j + SEEN][MOMENTS * j + SENT] = true;
        for (int i = 0; i < j; ++i)
            if (is_ordered(twin->play, i, j))
                twin->reaches[MOMENTS * i + SENT][MOMENTS * j + AT] = true;
        add_signal(twin, j, fences);
    }
    for (int by = 0; by < nodes; ++by)
        for (int from = 0; from < nodes; ++from)
            for (int to = 0; twin->reaches[from][by] && to < nodes; ++to)
                twin->reaches[from][to] |= twin->reaches[by][to];
}

/* True if two acts race where nothing orders them. */
static bool can_race(const Twin *twin, const Act *x, const Act *y)
{
    bool guess = (waiting_sites_guess(&twin->sites, instruction_of(twin, x)) &&
                  is_atomic(y)) ||
                 (waiting_sites_guess(&twin->sites, instruction_of(twin, y)) &&
                  is_atomic(x));
    bool waited =
        (waits(twin, x) && (is_atomic(y) || (writes(y) && y->is_volatile))) ||
        (waits(twin, y) && (is_atomic(x) || (writes(x) && x->is_volatile)));
    bool one = x->is_volatile || is_atomic(x),
         other = y->is_volatile || is_atomic(y);

    if (!same_word(x, y) || (!writes(x) && !writes(y)) ||
        !((x->bytes ? x->bytes : TRACE_WORD) &
          (y->bytes ? y->bytes : TRACE_WORD)) ||
        (x->block == y->block && x->thread == y->thread) || guess ||
        launch_of(twin->play, x) != launch_of(twin->play, y))
        return false;
    return is_global(x) ? !(one && other)
                        : x->step == y->step &&
                              !(is_atomic(x) && is_atomic(y)) && !waited;
}

/* Which acts race with which later ones. */
typedef struct {
    bool are[ACTS][ACTS];
} Pairs;

/* The first act that races with act J; -1: none. */
static int rival_of(const Pairs *pairs, int j)
{
    for (int i = 0; i < j; ++i)
        if (pairs->are[i][j])
            return i;
    return -1;
}

/* True if each act of the word of X and Y only stores their value. */
static bool stores_same(const Twin *twin, const Act *x, const Act *y)
{
    uint8_t bytes = x->bytes ? x->bytes : TRACE_WORD;

    if (is_atomic(x) || is_atomic(y) || !writes(x) || !writes(y))
        return false;
    for (int i = 0; i < twin->play->count; ++i) {
        const Act *act = twin->play->acts + i;
        uint8_t own = act->bytes ? act->bytes : TRACE_WORD;
        bool here = same_word(act, x) &&
                    launch_of(twin->play, act) == launch_of(twin->play, x) &&
                    (is_global(x) || act->step == x->step) && (own & bytes);
        bool settled = act->block == x->block && act->block == y->block &&
                       act->step != x->step && act->step != y->step;
        if (here && !settled &&
            (!writes(act) || is_atomic(act) || own != bytes ||
             ((act->value ^ x->value) & trace_byte_bits(bytes))))
            return false;
    }
    return true;
}

/* A list has the race of acts X and Y. */
static bool has(const RaceList *list, const Act *x, const Act *y, bool fence)
{
    for (size_t i = 0; i < list->races_count; ++i) {
        const Race *race = list->races + i;
        if (race->first.instruction == x->instruction &&
            race->first.thread == x->thread &&
            race->second.instruction == y->instruction &&
            race->second.thread == y->thread && race->cell == x->cell)
            return (race->missing == EDGE_FENCE) == fence;
    }
    return false;
}

/* The word of an act was judged before act I. */
static bool is_again(const Twin *twin, int i)
{
    const Act *own = twin->play->acts + i;

    for (int j = 0; j < i; ++j) {
        const Act *act = twin->play->acts + j;
        if (same_word(act, own) &&
            launch_of(twin->play, act) == launch_of(twin->play, own) &&
            (is_global(own) || act->step == own->step))
            return true;
    }
    return false;
}

/* Finds the race of the word of act FIRST by hand, and compares. */
static void judge_word(Twin *twin, int first, const RaceList *list,
                       const Pairs pairs[2], size_t counts[2])
{
    const Play *play = twin->play;

    for (int how = 0; how < 2; ++how)
        for (int j = first; j < play->count; ++j) {
            const Act *y = play->acts + j;
            int i = rival_of(pairs + how, j);
            if (i < 0 || !same_word(play->acts + first, y) ||
                launch_of(play, y) != launch_of(play, play->acts + first) ||
                (!is_global(y) && y->step != play->acts[first].step))
                continue;
            bool same = how == 0 && stores_same(twin, play->acts + i, y);
            ++counts[same];
            g_assert_true(same || has(list, play->acts + i, y, how == 1));
            return;
        }
}

/* What was met: races by EdgeKind, words with the same value, and accesses
 * that wait. */
typedef struct {
    uint64_t races[EDGE_KINDS], same, waited;
} Met;

static void judge_play(Play *play, Met *met)
{
    Pairs pairs[2] = {0}; /* that fences do not prevent, and all */
    size_t counts[2] = {0};
    Twin *twin = base_alloc(1, sizeof *twin);
    Trace *trace = trace_of(play);
    RaceList list = race_find(trace);

    *twin = (Twin){.play = play, .trace = trace};
    twin->sites = waiting_sites_find(trace);
    for (int fences = 0; fences < 2; ++fences) {
        find_ways(twin, fences || !play->unfenced);
        for (int j = 0; j < play->count; ++j)
            for (int i = 0; i < j; ++i)
                pairs[!fences].are[i][j] =
                    can_race(twin, play->acts + i, play->acts + j) &&
                    !twin->reaches[MOMENTS * i + AT][MOMENTS * j + AT];
    }
    for (int i = 0; i < play->count; ++i)
        if (!is_again(twin, i))
            judge_word(twin, i, &list, pairs, counts);
    g_assert_cmpuint(list.races_count, ==, counts[0]);
    g_assert_cmpuint(list.same_count, ==, counts[1]);
    g_assert_false(list.cut);
    met->same += counts[1];
    for (int i = 0; i < play->count; ++i)
        met->waited += waits(twin, play->acts + i);
    for (size_t i = 0; i < list.races_count; ++i) {
        const Race *race = list.races + i;
        ++met->races[race->missing];
        g_assert_true(i == 0 || race[-1].array == RACE_SHARED ||
                      race->array != RACE_SHARED);
        g_assert_true(race->array != RACE_SHARED ||
                      race_at(&list, race->step, race->cell) == race);
    }
    waiting_sites_free(&twin->sites);
    race_free(&list);
    trace_free(trace);
    free(twin);
}

/* Random numbers below COUNT. */
static uint32_t below(uint64_t *seed, uint32_t count)
{
    return (uint32_t)(base_random(seed) >> 32) % count;
}

typedef struct {
    Play play;
    uint32_t steps[BLOCKS], epochs[BLOCKS][THREADS];
} Making;

/* A barrier of block B. */
static void next_step(Making *making, uint32_t b, bool grid)
{
    if (making->steps[b] + 1 == STEPS)
        return;
    making->play.grid_barrier[b][++making->steps[b]] = grid;
    memset(making->epochs[b], 0, sizeof making->epochs[b]);
}

/* Lanes of a warp meet: TILE of them, or all. */
static void meet(Making *making, uint32_t b, uint32_t tile, uint64_t *seed)
{
    uint32_t count = below(seed, 3) ? tile : LANES;
    uint32_t first = below(seed, THREADS / count) * count, epoch = 0;
    uint32_t *epochs = making->epochs[b] + first;
    uint64_t set = ((UINT64_C(1) << count) - 1) << first % LANES;

    for (uint32_t i = 0; i < count; ++i)
        epoch = epoch_join(epoch, epochs[i]);
    epoch = count == LANES ? epoch_after_all(epoch) : epoch_after(epoch, set);
    for (uint32_t i = 0; i < count; ++i)
        epochs[i] = epoch;
}

static void add_random(Making *making, uint32_t b, uint64_t *seed)
{
    static const AccessKind kinds[] = {L, L, S, C, GL, GL, GS, GA};
    Play *play = &making->play;
    const Act *last = play->count ? play->acts + play->count - 1 : NULL;
    uint32_t thread = below(seed, THREADS);
    Act act = {.block = b,
               .thread = thread,
               .step = making->steps[b],
               .kind = kinds[below(seed, G_N_ELEMENTS(kinds))],
               .cell = below(seed, 3),
               .value = below(seed, 3),
               .line = 1 + (int)below(seed, 12),
               .is_volatile = below(seed, 3) == 0,
               .array = GLOBAL_IN + (uint8_t)below(seed, 2),
               .bytes = below(seed, 6) ? 0 : (uint8_t)(1 + below(seed, 15)),
               .epoch = making->epochs[b][thread]};

    act.is_volatile &= !is_atomic(&act);
    act.line = 2 * act.line + writes(&act);
    if (!is_global(&act))
        act.array = GLOBAL_IN;
    if (last && last->block == b && last->step == act.step &&
        last->epoch == act.epoch && last->thread / LANES == thread / LANES &&
        last->thread < thread) {
        act.kind = last->kind;
        act.is_volatile = last->is_volatile;
        act.array = last->array;
        act.line = last->line;
        act.joins = true;
    }
    play->acts[play->count++] = act;
}

static void test_twin(void)
{
    uint64_t seed = 11;
    Met met = {0};

    for (int round = 0; round < 6000; ++round) {
        Making making = {.play = {.launches = 1 + below(&seed, 2),
                                  .unfenced = below(&seed, 2),
                                  .cut_out = below(&seed, 4) == 0}};
        Play *play = &making.play;
        uint32_t of_launch = 1 + below(&seed, BLOCKS / play->launches);
        uint32_t launch = 0, tile = 1u << below(&seed, 2);
        play->blocks = of_launch * play->launches;
        while (play->count < ACTS) {
            uint32_t b = launch * of_launch + below(&seed, of_launch);
            uint32_t what = below(&seed, 24);
            if (what == 0)
                next_step(&making, b, false);
            else if (what == 1 && !play->cut_out)
                for (uint32_t i = 0; i < of_launch; ++i)
                    next_step(&making, launch * of_launch + i, true);
            else if (what < 6 && tile > 1)
                meet(&making, b, tile, &seed);
            else if (what == 6 && play->count > ACTS / 2)
                launch = play->launches - 1;
            else
                add_random(&making, b, &seed);
        }
        judge_play(play, &met);
    }
    for (int kind = 0; kind < EDGE_KINDS; ++kind)
        g_assert_cmpuint(met.races[kind], >, 5);
    g_assert_cmpuint(met.same, >, 100);
    g_assert_cmpuint(met.waited, >, 100);
}

/* ---- Clocks ---------------------------------------------------------------*/

static void test_clocks(void)
{
    enum { KEYS = 300, HELD = 20 };
    static uint32_t values[HELD][KEYS];
    Clocks clocks = clocks_new(KEYS);
    Clock held[HELD] = {0};
    uint64_t seed = 5;

    for (int round = 0; round < 5000; ++round) {
        uint32_t x = below(&seed, HELD), y = below(&seed, HELD);
        uint32_t to = below(&seed, HELD), key = below(&seed, KEYS);
        if (below(&seed, 2)) {
            uint32_t value = below(&seed, 1000);
            held[x] = clock_set(&clocks, held[x], key, value);
            values[x][key] = MAX(values[x][key], value);
        } else {
            held[to] = clock_join(&clocks, held[x], held[y]);
            for (int k = 0; k < KEYS; ++k)
                values[to][k] = MAX(values[x][k], values[y][k]);
        }
        key = below(&seed, KEYS);
        for (int i = 0; i < HELD; ++i)
            g_assert_cmpuint(clock_get(&clocks, held[i], key), ==,
                             values[i][key]);
    }
    clocks_free(&clocks);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/order/who-waits", test_cases);
    g_test_add_func("/order/agrees-with-search", test_twin);
    g_test_add_func("/order/clocks-agree-with-vectors", test_clocks);
    return g_test_run();
}
