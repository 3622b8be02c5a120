/* SPDX-License-Identifier: MIT
 *
 * A first pass over a launch finds the words that several threads touch, one of
 * them to write.  Only their accesses, the touches, are judged.  If the launch
 * has signals, a second pass in the order of time gives each touch the clock of
 * its thread.  Then the touches of each word are compared.
 */
#include "analysis/race.h"

#include "analysis/clock.h"
#include "analysis/waiting_sites.h"
#include "trace/epoch.h"

#include <stdlib.h>
#include <string.h>

/* A bound for the work in all launches together.  Recordings need far less; a
 * trace can be forged for which the search would take years. */
#define WORK_LEAST     ((uint64_t)10000000)
#define WORK_AN_ACCESS ((uint64_t)500)
#define WORK_MOST      ((uint64_t)150000000)
/* The same for the nodes of clocks. */
#define NODES_LEAST     ((uint64_t)1 << 20)
#define NODES_AN_ACCESS 8
#define NODES_MOST      ((uint64_t)1 << 23)

enum { FURTHER = 2000 /* work for a race that a fence does not prevent */ };

/* What an access is, for the question whether it races. */
enum {
    WRITES = 1,
    UPDATES = 2, /* it is atomic */
    PLAIN = 4,   /* neither atomic nor volatile */
    GUESSES = 8, /* see waiting_sites.h */
    WAITS = 16,
    SIGNALS = 32, /* it is atomic, or a volatile store */
    KINDS = 64
};

/* An access to a word that may have a race. */
typedef struct {
    ThreadAccess by;
    uint32_t cell, time;
    Clock clock, fenced; /* of its thread; with fences, if that differs */
    Word value;
    uint8_t array; /* or RACE_SHARED */
    uint8_t is;    /* WRITES, ... */
} Touch;

/* The threads that access a word in this launch, or a cell in this step. */
typedef struct {
    uint32_t stamp; /* launch, or step, + 1 in which the rest is true */
    uint32_t block, thread;
    bool several; /* threads */
    bool written, plain;
} WordUse;

/* What was stored to a word as a signal. */
typedef struct {
    Word value;
    Clock clock;
    uint32_t block;
    uint32_t before; /* the one before, in Search.sent; 0: none */
    bool plain;      /* a volatile store */
} Sent;

/* A lane, how far it came in its step. */
typedef struct {
    Clock clock;
    uint32_t step;  /* + 1 */
    uint32_t epoch; /* of its last access, */
    uint32_t last;  /* which is of this instruction, + 1; 0: none */
    uint32_t sent;  /* the same of its last signal, since which it has learned
                       nothing; 0: none */
    uint32_t past;  /* in Search.pasts: the lane before its warp met; 0: none */
} Lane;

/* What lanes know that have met. */
typedef struct {
    Clock clock;
    uint32_t step, epoch; /* step + 1 */
    int tile;             /* of lanes */
} Meeting;

typedef struct {
    Clock base;    /* what all threads know at the last barrier */
    Clock met;     /* at the next one, so far */
    uint64_t key;  /* of the thread that sent MET as its signal ... */
    uint32_t sent; /* ... by this instruction, + 1; 0: no signal has it */
    uint32_t step; /* + 1 */
} BlockClock;

typedef struct {
    const Trace *trace;
    WaitingSites sites;
    const uint32_t *order; /* trace_order */
    uint32_t *rounds;      /* of each step: the barriers of the grid before */
    WordUse *cells, *words;
    size_t *first_word;                /* of each array among all words */
    uint32_t *sent_cells, *sent_words; /* the newest signal: of each block's
                                          cells, and of words */
    /* of the launch: */
    uint32_t grid, first_block, blocks, lanes_of_block;
    uint32_t first, last; /* its instructions: LAST is behind them */
    uint32_t begin, end;  /* their times */
    bool signals, shared_signals, whole, meets;
    bool fences; /* else a signal orders others only within a block */
    Touch *touches;
    size_t touches_count, touches_capacity;
    Clocks clocks;
    Lane *lanes;
    Meeting *meetings; /* of each warp */
    BlockClock *block_clocks;
    Sent *sent;
    size_t sent_count, sent_capacity;
    Lane *pasts;
    size_t pasts_count, pasts_capacity;
    uint32_t newest[KINDS]; /* of each kind the last touch of a word, + 1 */
    uint32_t *next;         /* of each touch the one before of its kind, + 1 */
    uint64_t work, most_work, most_nodes;
    RaceList *list; /* of the memory that is judged */
} Search;

static bool gave_up(const Search *search)
{
    return search->work + search->clocks.work > search->most_work ||
           search->clocks.nodes_count > search->most_nodes;
}

/* ---- What may race --------------------------------------------------------*/

static bool is_update(const Instruction *at)
{
    const AccessTraits *is = trace_traits_of(at);

    return is->brings && is->writes;
}

static bool waits(const Search *search, const Instruction *at)
{
    return !trace_is_of_gpu(search->trace) &&
           waiting_sites_wait(&search->sites, at);
}

static uint8_t what_is(const Search *search, const Instruction *at)
{
    const AccessTraits *traits = trace_traits_of(at);
    bool update = is_update(at);
    int is = 0;

    is |= traits->writes ? WRITES : 0;
    is |= update ? UPDATES : 0;
    is |= traits->plain && !at->is_volatile ? PLAIN : 0;
    is |= update || (traits->writes && at->is_volatile) ? SIGNALS : 0;
    is |= waiting_sites_guess(&search->sites, at) ? GUESSES : 0;
    is |= waits(search, at) ? WAITS : 0;
    return (uint8_t)is;
}

/* True if one of the kinds X and Y has ONE and the other one OTHER. */
static bool are(int x, int y, int one, int other)
{
    return ((x & one) && (y & other)) || ((y & one) && (x & other));
}

/* True if accesses of the kinds X and Y by two threads race where nothing
 * orders them. */
static bool kinds_race(int x, int y, bool shared)
{
    if (!((x | y) & WRITES) || are(x, y, GUESSES, UPDATES))
        return false;
    return shared ? !(x & y & UPDATES) && !are(x, y, WAITS, SIGNALS)
                  : ((x | y) & PLAIN) != 0;
}

/* The same of two touches of a word. */
static bool can_race(const Touch *x, const Touch *y)
{
    return kinds_race(x->is, y->is, x->array == RACE_SHARED) &&
           (x->by.bytes & y->by.bytes) &&
           (x->by.block != y->by.block || x->by.thread != y->by.thread);
}

/* True if the word may now have a race. */
static bool note_use(WordUse *use, uint32_t stamp, uint32_t block,
                     uint32_t thread, const Instruction *at)
{
    if (use->stamp != stamp)
        *use = (WordUse){.stamp = stamp, .block = block, .thread = thread};
    use->several |= use->block != block || use->thread != thread;
    use->written |= trace_traits_of(at)->writes;
    use->plain |= trace_traits_of(at)->plain && !at->is_volatile;
    return use->several && use->written;
}

/* Notes who uses the words of instruction I, of shared or of global memory;
 * true if one of them may have a race. */
static bool note_uses(Search *search, uint32_t i, bool shared)
{
    const Trace *trace = search->trace;
    const Instruction *at = trace->instructions + i;
    const Access *access = trace_accesses(trace, at);
    uint32_t block = trace_step(trace, at)->block;
    uint32_t lane_0 = trace_thread(trace, at, &(Access){.lane = 0});
    WordUse *uses =
        shared ? search->cells : search->words + search->first_word[at->array];
    uint32_t stamp = shared ? at->step + 1 : search->grid + 1;
    bool found = false;

    if (shared ? !trace_is_shared(at) : !trace_is_global(at))
        return false;
    for (int j = 0; j < at->lanes; ++j, ++access)
        found |= note_use(uses + access->cell, stamp, block,
                          lane_0 + access->lane, at);
    return found;
}

/* Keeps the touches of instruction I to words that may have a race. */
static void keep_touches(Search *search, uint32_t i)
{
    const Trace *trace = search->trace;
    const Instruction *at = trace->instructions + i;
    const Access *access = trace_accesses(trace, at);
    bool shared = trace_is_shared(at);
    const WordUse *uses =
        shared ? search->cells : search->words + search->first_word[at->array];
    uint8_t is = what_is(search, at);

    for (int j = 0; j < at->lanes; ++j, ++access) {
        const WordUse *use = uses + access->cell;
        if (!use->several || !use->written || (!shared && !use->plain))
            continue;
        Touch touch = {.by = thread_access(trace, i, access),
                       .cell = access->cell,
                       .time = at->time,
                       .value = access->value,
                       .array = shared ? RACE_SHARED : at->array,
                       .is = is};
        base_push(search, touches, touch);
    }
}

static void find_touches(Search *search)
{
    const Trace *trace = search->trace;
    bool global = false, shared = false;
    uint32_t step = UINT32_MAX, end = 0; /* instructions of STEP end there */

    search->touches_count = 0;
    for (uint32_t i = search->first; i < search->last; ++i)
        global |= note_uses(search, i, false);
    for (uint32_t i = search->first; i < search->last; ++i) {
        const Instruction *at = trace->instructions + i;
        if (at->step != step) {
            step = at->step;
            end = i + trace->steps[step].instruction_count;
            shared = false;
            for (uint32_t j = i; j < end; ++j)
                shared |= note_uses(search, j, true);
        }
        if (trace_is_shared(at) ? shared : global && trace_is_global(at))
            keep_touches(search, i);
    }
}

/* ---- Clocks ---------------------------------------------------------------*/

/* Keys of clocks: of each block how many steps of the trace are over, then of
 * each of its threads how many instructions. */
static uint64_t key_of_block(const Search *search, uint32_t block)
{
    return (uint64_t)(block - search->first_block) *
           (search->lanes_of_block + 1);
}

static uint64_t key_of(const Search *search, uint32_t block, uint32_t thread)
{
    return key_of_block(search, block) + 1 + thread;
}

static Lane *lane_of(const Search *search, uint32_t block, uint32_t thread)
{
    return search->lanes +
           (size_t)(block - search->first_block) * search->lanes_of_block +
           thread;
}

/* Goes on to the step of the instruction AT of BLOCK. */
static BlockClock *enter_step(Search *search, uint32_t block,
                              const Instruction *at)
{
    BlockClock *own = search->block_clocks + (block - search->first_block);

    if (own->step <= at->step) {
        own->step = at->step + 1;
        own->base = own->met = clock_set(&search->clocks, own->met,
                                         key_of_block(search, block), at->step);
    }
    return own;
}

/* The state of a lane of the warp of LANE_0 that comes before an access of LANE
 * at EPOCH; NULL: none does. */
static const Lane *lane_before(const Search *search, const Lane *lane_0,
                               uint32_t other, uint32_t epoch, uint32_t lane,
                               uint32_t step)
{
    const Lane *at = lane_0 + other;

    while (at->step == step && at->last > 0 &&
           !epoch_before(at->epoch, other, epoch, lane)) {
        if (at->past == 0)
            return NULL;
        at = search->pasts + at->past;
    }
    return at->step == step && at->last > 0 ? at : NULL;
}

/* What the lanes of a tile know that have met before an access of LANE at
 * EPOCH. */
static Clock meeting_of(Search *search, uint32_t block, const Instruction *at,
                        uint32_t lane)
{
    uint32_t k = search->trace->run.k, thread_0 = at->warp * k;
    int tile = (int)(lane >> epoch_level(at->epoch));
    const Lane *lane_0 = lane_of(search, block, thread_0);
    Meeting *meeting = search->meetings + (lane_0 - search->lanes) / k;

    if (meeting->step == at->step + 1 && meeting->epoch == at->epoch &&
        meeting->tile == tile)
        return meeting->clock;
    *meeting = (Meeting){0, at->step + 1, at->epoch, tile};
    for (uint32_t other = 0; other < k; ++other) {
        const Lane *before =
            lane_before(search, lane_0, other, at->epoch, lane, at->step + 1);
        if (!before)
            continue;
        uint32_t last = before->last;
        meeting->clock =
            clock_join(&search->clocks, meeting->clock, before->clock);
        meeting->clock =
            clock_set(&search->clocks, meeting->clock,
                      key_of(search, block, thread_0 + other), last);
    }
    return meeting->clock;
}

/* The lane of an access, with what its thread knows before it. */
static Lane *enter_lane(Search *search, const BlockClock *own, uint32_t block,
                        uint32_t i, const Access *access)
{
    const Instruction *at = search->trace->instructions + i;
    Lane *lane =
        lane_of(search, block, at->warp * search->trace->run.k + access->lane);

    if (lane->step != at->step + 1)
        *lane = (Lane){.clock = own->base, .step = at->step + 1};
    if (search->meets && lane->epoch != at->epoch) {
        Clock met = meeting_of(search, block, at, access->lane);
        if (lane->last > 0) {
            base_push(search, pasts, *lane);
            lane->past = (uint32_t)search->pasts_count - 1;
        }
        lane->clock = clock_join(&search->clocks, lane->clock, met);
        lane->sent = 0;
        lane->epoch = at->epoch;
    }
    lane->last = i + 1;
    return lane;
}

/* Where the newest signal of the word of an access is noted. */
static uint32_t *newest_of(Search *search, uint32_t block,
                           const Instruction *at, const Access *access)
{
    return trace_is_shared(at)
               ? search->sent_cells +
                     (size_t)(block - search->first_block) *
                         search->trace->run.words +
                     access->cell
               : search->sent_words + search->first_word[at->array] +
                     access->cell;
}

/* The signal that an access saw.  It is the last one before it; for lanes that
 * left a loop in turn, whose loads the trace has as one, the last that wrote
 * what it read.  0: none is known. */
static uint32_t source_of(Search *search, uint32_t newest, const Access *access,
                          bool plain)
{
    for (uint32_t s = newest; s > 0; s = search->sent[s].before, ++search->work)
        if (!plain || !search->sent[s].plain ||
            search->sent[s].value == access->value || gave_up(search))
            return s;
    return newest;
}

/* What an access that may see a signal knows from it. */
static Clock seen_by(Search *search, uint32_t block, const Instruction *at,
                     const Access *access)
{
    bool shared = trace_is_shared(at);
    uint32_t newest = *newest_of(search, block, at, access);

    if (!shared && trace_is_of_gpu(search->trace))
        return CLOCK_ALL;
    uint32_t source =
        source_of(search, newest, access, trace_traits_of(at)->plain);
    if (source == 0)
        return shared || search->whole ? 0 : CLOCK_ALL;
    return search->fences || search->sent[source].block == block
               ? search->sent[source].clock
               : 0;
}

/* True if CLOCK, of another thread, knows what a clock knows that was sent by
 * the instruction before SENT of the thread of KEY; 0: that nobody sent. */
static bool knows(Search *search, Clock clock, uint64_t key, uint32_t sent)
{
    return sent > 0 && clock != CLOCK_ALL &&
           clock_get(&search->clocks, clock, key) >= sent;
}

/* A lane, the thread of KEY, learns what CLOCK knows. */
static void learn(Search *search, const BlockClock *own, uint32_t block,
                  Lane *lane, uint64_t key, Clock clock)
{
    bool new = lane->clock == own->base;

    if (knows(search, clock, key, lane->sent) ||
        (new &&knows(search, clock, key_of_block(search, block),
                     lane->step - 1)))
        lane->clock = clock;
    else
        lane->clock = clock_join(&search->clocks, lane->clock, clock);
    lane->sent = 0;
}

/* The block knows at its next barrier what the lane knows, the thread of KEY.
 */
static void meet_at_barrier(Search *search, BlockClock *own, const Lane *lane,
                            uint64_t key)
{
    if (own->met == own->base ||
        knows(search, lane->clock, own->key, own->sent))
        own->met = lane->clock;
    else
        own->met = clock_join(&search->clocks, own->met, lane->clock);
    own->key = key;
    own->sent = own->met == lane->clock ? lane->sent : 0;
}

/* An access sees a signal, or sends one, or both. */
static void exchange(Search *search, BlockClock *own, uint32_t block,
                     uint32_t i, const Access *access, Lane *lane)
{
    const Instruction *at = search->trace->instructions + i;
    const AccessTraits *is = trace_traits_of(at);
    bool shared = trace_is_shared(at);
    uint64_t key =
        key_of(search, block, trace_thread(search->trace, at, access));

    if (is->brings && (!shared || waits(search, at)))
        learn(search, own, block, lane, key,
              seen_by(search, block, at, access));
    if (is->writes) {
        uint32_t *newest = newest_of(search, block, at, access);
        lane->clock = clock_set(&search->clocks, lane->clock, key, i + 1);
        lane->sent = i + 1;
        Sent sent = {access->value, lane->clock, block, *newest, is->plain};
        base_push(search, sent, sent);
        *newest = (uint32_t)search->sent_count - 1;
    }
    meet_at_barrier(search, own, lane, key);
}

/* The first touch of instruction I or a later one. */
static size_t touch_of(const Search *search, uint32_t i)
{
    size_t low = 0, high = search->touches_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (search->touches[middle].by.instruction < i)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Lets instruction I happen; the touches that it makes get their clocks. */
static void happen(Search *search, uint32_t i)
{
    const Instruction *at = search->trace->instructions + i;
    const Access *access = trace_accesses(search->trace, at);
    uint32_t block = trace_step(search->trace, at)->block;
    bool shared = trace_is_shared(at);
    bool signals = (!shared || search->shared_signals) &&
                   (at->is_volatile || !trace_traits_of(at)->plain);
    Touch *touch = search->touches + touch_of(search, i);
    const Touch *end = search->touches + search->touches_count;
    BlockClock *own = enter_step(search, block, at);

    for (int j = 0; j < at->lanes; ++j, ++access) {
        Lane *lane = enter_lane(search, own, block, i, access);
        if (touch < end && touch->by.instruction == i &&
            touch->by.lane == access->lane && touch->cell == access->cell) {
            touch->clock = search->fences ? touch->clock : lane->clock;
            touch->fenced = lane->clock;
            ++touch;
        }
        if (signals)
            exchange(search, own, block, i, access, lane);
    }
}

/* Finds out whether the launch has signals, and when it takes place. */
static void find_signals(Search *search)
{
    const Trace *trace = search->trace;

    search->signals = search->shared_signals = search->meets = false;
    search->begin = UINT32_MAX;
    search->end = 0;
    for (uint32_t i = search->first;
         i < search->last && search->touches_count > 0; ++i) {
        const Instruction *at = trace->instructions + i;
        search->begin = at->time < search->begin ? at->time : search->begin;
        search->end = at->time >= search->end ? at->time + 1 : search->end;
        search->meets |= at->epoch != 0;
        search->signals |= trace_is_global(at) &&
                           (at->is_volatile || !trace_traits_of(at)->plain);
        search->shared_signals |= waits(search, at);
    }
    search->signals |= search->shared_signals;
}

/* Gives the touches of the launch their clocks. */
static void make_clocks(Search *search, bool fences)
{
    const Trace *trace = search->trace;
    size_t lanes = (size_t)search->blocks * search->lanes_of_block;
    size_t cells =
        search->shared_signals ? (size_t)search->blocks * trace->run.words : 0;

    search->fences = fences;
    search->lanes = base_alloc(lanes + 1, sizeof *search->lanes);
    search->meetings =
        base_alloc(lanes / trace->run.k + 1, sizeof *search->meetings);
    search->block_clocks =
        base_alloc(search->blocks, sizeof *search->block_clocks);
    search->sent_cells = base_alloc(cells + 1, sizeof *search->sent_cells);
    search->sent_words = base_alloc(search->first_word[trace->arrays_count] + 1,
                                    sizeof *search->sent_words);
    search->sent_count = search->pasts_count = 0;
    base_push(search, sent, (Sent){0});
    base_push(search, pasts, (Lane){0});
    for (uint32_t p = search->begin; p < search->end && !gave_up(search); ++p) {
        uint32_t i = search->order ? search->order[p] : p;
        if (i >= search->first && i < search->last &&
            !trace_is_shuffle(trace->instructions + i))
            happen(search, i);
    }
    free(search->lanes);
    free(search->meetings);
    free(search->block_clocks);
    free(search->sent_cells);
    free(search->sent_words);
}

/* ---- Comparing ------------------------------------------------------------*/

/* True if X, the earlier of two touches, comes before Y, which is made at
 * CLOCK. */
static bool is_before(Search *search, const Touch *x, const Touch *y,
                      Clock clock)
{
    ++search->work;
    if (thread_access_before(&x->by, &y->by) ||
        search->rounds[x->by.step] < search->rounds[y->by.step] ||
        gave_up(search))
        return true;
    if (x->array == RACE_SHARED && trace_is_of_gpu(search->trace))
        return false;
    return clock == CLOCK_ALL ||
           clock_get(&search->clocks, clock,
                     key_of_block(search, x->by.block)) > x->by.step ||
           clock_get(&search->clocks, clock,
                     key_of(search, x->by.block, x->by.thread)) >
               x->by.instruction;
}

static bool only_stores(const Touch *touch)
{
    return (touch->is & (WRITES | UPDATES)) == WRITES;
}

/* True if both only store, and the same bytes. */
static bool store_same(const Touch *x, const Touch *y)
{
    return only_stores(x) && only_stores(y) && x->by.bytes == y->by.bytes &&
           !((x->value ^ y->value) & trace_byte_bits(x->by.bytes));
}

/* True if all that happens to the word of X and Y, one of COUNT touches, is
 * that this value is stored, or is ordered by barriers. */
static bool is_same_value(const Touch *touches, size_t count, const Touch *x,
                          const Touch *y)
{
    if (!store_same(x, y))
        return false;
    for (const Touch *touch = touches; touch < touches + count; ++touch) {
        const ThreadAccess *by = &touch->by;
        bool settled = by->block == x->by.block && by->block == y->by.block &&
                       by->step != x->by.step && by->step != y->by.step;
        if ((by->bytes & x->by.bytes) && !store_same(x, touch) && !settled)
            return false;
    }
    return true;
}

/* Of the thread of SIDE, in its step, the lines of a plain load and of the
 * store of the word after it; false: it does not do both. */
static bool changes_word(const Touch *touches, size_t count, const Touch *side,
                         uint16_t lines[2])
{
    bool loaded = false;

    for (const Touch *touch = touches; touch < touches + count; ++touch) {
        if (touch->by.block != side->by.block ||
            touch->by.step != side->by.step ||
            touch->by.thread != side->by.thread || (touch->is & UPDATES))
            continue;
        if (!(touch->is & WRITES)) {
            lines[0] = touch->by.site;
            loaded = true;
        } else if (loaded) {
            lines[1] = touch->by.site;
            return true;
        }
    }
    return false;
}

/* True if SIDE only stores, after its thread changed the word atomically in the
 * same step, as one that frees a lock has. */
static bool frees_lock(const Touch *touches, const Touch *side)
{
    for (const Touch *touch = touches; only_stores(side) && touch < side;
         ++touch)
        if ((touch->is & UPDATES) && touch->by.block == side->by.block &&
            touch->by.step == side->by.step &&
            touch->by.thread == side->by.thread)
            return true;
    return false;
}

/* What would order X and Y, two of COUNT touches of a word. */
static EdgeKind missing_of(const Search *search, const Touch *touches,
                           size_t count, const Touch *x, const Touch *y)
{
    uint16_t one[2] = {0}, other[2] = {0};

    if ((changes_word(touches, count, x, one) &&
         changes_word(touches, count, y, other) &&
         memcmp(one, other, sizeof one) == 0) ||
        ((x->is & UPDATES) && frees_lock(touches, y)) ||
        ((y->is & UPDATES) && frees_lock(touches, x)))
        return EDGE_ATOMIC;
    if (only_stores(x) && only_stores(y) && x->by.site == y->by.site)
        return EDGE_NONE;
    if (x->by.block != y->by.block)
        return search->rounds[search->trace->steps_count] ? EDGE_GRID
                                                          : EDGE_LAUNCH;
    return x->by.warp == y->by.warp ? EDGE_WARP : EDGE_BARRIER;
}

/* The race of X and Y. */
static Race race_of(const Touch *x, const Touch *y, EdgeKind missing)
{
    return (Race){.block = x->by.block,
                  .step = x->by.step,
                  .cell = x->cell,
                  .array = x->array,
                  .missing = (uint8_t)missing,
                  .same_value = store_same(x, y),
                  .first = x->by,
                  .second = y->by};
}

/* Adds the race of X and Y, two of COUNT touches of a word. */
static void add_race(Search *search, const Touch *touches, size_t count,
                     const Touch *x, const Touch *y, bool fence)
{
    RaceList *list = search->list;
    Race race =
        race_of(x, y,
                fence ? EDGE_FENCE : missing_of(search, touches, count, x, y));

    if (fence || !is_same_value(touches, count, x, y))
        base_push(list, races, race);
    else if (list->same_count++ == 0)
        list->same = race;
}

/* What orders a touch Y and an earlier one, which might race. */
typedef enum { ORDERED, WITH_FENCE, UNORDERED } Ordered;

static Ordered ordered(Search *search, const Touch *x, const Touch *y)
{
    if (is_before(search, x, y, y->clock))
        return ORDERED;
    return search->signals && search->trace->grids[search->grid].unfenced &&
                   is_before(search, x, y, y->fenced)
               ? WITH_FENCE
               : UNORDERED;
}

/* Compares touch Y with the earlier ones of its word, TOUCHES on, that are of
 * kinds that race with it; the worst that is found, and the first of these in
 * *RIVAL.  Then Y is one of them. */
static Ordered compare(Search *search, const Touch *touches, const Touch *y,
                       size_t *rival)
{
    Ordered worst = ORDERED;
    size_t first = (size_t)(touches - search->touches);

    for (int kind = 0; kind < KINDS; ++kind) {
        uint32_t at = search->newest[kind];
        if (at == 0 || !kinds_race(kind, y->is, y->array == RACE_SHARED))
            continue;
        for (; at > 0 && !gave_up(search); at = search->next[first + at - 1]) {
            const Touch *x = touches + at - 1;
            Ordered found = can_race(x, y) ? ordered(search, x, y) : ORDERED;
            if (found > worst || (found == worst && at - 1 < *rival))
                *rival = at - 1;
            worst = found > worst ? found : worst;
            ++search->work;
        }
    }
    search->next[y - search->touches] = search->newest[y->is];
    search->newest[y->is] = (uint32_t)(y - touches) + 1;
    return worst;
}

/* True if each of COUNT touches comes before the next write, and each write
 * before the loads until then, as under a lock: then any two of them, one of
 * which writes, are ordered by way of those between. */
static bool are_in_turn(Search *search, const Touch *touches, size_t count)
{
    size_t write = count; /* the next one */

    for (size_t i = count; i-- > 0;) {
        bool writes = touches[i].is & WRITES;
        for (size_t j = writes ? i + 1 : write; j <= write && j < count; ++j)
            if (!is_before(search, touches + i, touches + j, touches[j].clock))
                return false;
        write = writes ? i : write;
    }
    return true;
}

/* Finds the race of COUNT touches of one word. */
static void judge_word(Search *search, const Touch *touches, size_t count)
{
    size_t x = 0, y = 0; /* a race that a fence prevents */
    uint64_t most = UINT64_MAX;

    if (are_in_turn(search, touches, count))
        return;
    memset(search->newest, 0, sizeof search->newest);
    for (size_t j = 0; j < count && !gave_up(search) && search->work < most;
         ++j) {
        size_t i = j;
        Ordered found = compare(search, touches, touches + j, &i);
        if (found == ORDERED || (found == WITH_FENCE && y > 0))
            continue;
        if (found == UNORDERED) {
            add_race(search, touches, count, touches + i, touches + j, false);
            return;
        }
        x = i;
        y = j;
        most = search->work + FURTHER;
    }
    if (y > 0)
        add_race(search, touches, count, touches + x, touches + y, true);
}

/* Shared memory first, by step; then by array and word, and by time. */
static int by_word(const void *a, const void *b)
{
    const Touch *x = a, *y = b;

    if (x->array != y->array)
        return x->array == RACE_SHARED ||
                       (y->array != RACE_SHARED && x->array < y->array)
                   ? -1
                   : 1;
    if (x->array == RACE_SHARED && x->by.step != y->by.step)
        return x->by.step < y->by.step ? -1 : 1;
    if (x->cell != y->cell)
        return x->cell < y->cell ? -1 : 1;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->by.lane > y->by.lane) - (x->by.lane < y->by.lane);
}

static bool same_word(const Touch *x, const Touch *y)
{
    return x->array == y->array && x->cell == y->cell &&
           (x->array != RACE_SHARED || x->by.step == y->by.step);
}

static void judge_words(Search *search, RaceList *shared, RaceList *global)
{
    const Touch *touches = search->touches;

    search->next = base_alloc(search->touches_count + 1, sizeof(uint32_t));
    if (search->touches_count > 0)
        qsort(search->touches, search->touches_count, sizeof *touches, by_word);
    for (size_t i = 0, end; i < search->touches_count; i = end) {
        end = i + 1;
        while (end < search->touches_count &&
               same_word(touches + i, touches + end))
            ++end;
        search->list = touches[i].array == RACE_SHARED ? shared : global;
        judge_word(search, touches + i, end - i);
    }
    free(search->next);
}

/* ---- Launches -------------------------------------------------------------*/

static void judge_launch(Search *search, RaceList *shared, RaceList *global)
{
    const Trace *trace = search->trace;
    uint32_t end, unused, k = trace->run.k;

    trace_grid_blocks(trace, search->grid, &search->first_block, &end);
    search->blocks = end - search->first_block;
    if (search->blocks == 0)
        return;
    search->lanes_of_block =
        (trace->grids[search->grid].threads + k - 1) / k * k;
    trace_block_instructions(trace, trace->blocks + search->first_block,
                             &search->first, &unused);
    trace_block_instructions(trace, trace->blocks + end - 1, &unused,
                             &search->last);
    search->whole = trace_grid_is_whole(trace, search->grid);
    search->clocks = clocks_new(key_of_block(search, end));
    find_touches(search);
    find_signals(search);
    if (search->signals && trace->grids[search->grid].unfenced)
        make_clocks(search, false);
    if (search->signals) {
        bool fenced = trace->grids[search->grid].unfenced;
        make_clocks(search, true);
        for (size_t i = 0; i < search->touches_count && !fenced; ++i)
            search->touches[i].clock = search->touches[i].fenced;
    }
    judge_words(search, shared, global);
    shared->cut |= gave_up(search);
    search->work += search->clocks.work;
    clocks_free(&search->clocks);
}

static void set_bounds(Search *search)
{
    const Trace *trace = search->trace;
    uint64_t accesses = trace->accesses_count;

    search->most_work = WORK_LEAST + WORK_AN_ACCESS * accesses;
    if (search->most_work > WORK_MOST)
        search->most_work = WORK_MOST;
    search->most_nodes = NODES_LEAST + NODES_AN_ACCESS * accesses;
    if (search->most_nodes > NODES_MOST)
        search->most_nodes = NODES_MOST;
}

/* Counts the barriers of the grid before each step of its block; after
 * the last one: the barriers of the trace. */
static void count_rounds(Search *search)
{
    const Trace *trace = search->trace;
    uint32_t all = 0;

    search->rounds = base_alloc(trace->steps_count + 1, sizeof(uint32_t));
    for (size_t i = 0; i < trace->steps_count; ++i) {
        const Step *step = trace->steps + i;
        bool grid = trace_phase_kind(trace, step) == PHASE_GRID;
        if (i > 0 && step->block == step[-1].block)
            search->rounds[i] = search->rounds[i - 1] + grid;
        all += grid;
    }
    search->rounds[trace->steps_count] = all;
}

/* Appends the races of LAST, which it frees, to LIST. */
static void append(RaceList *list, RaceList *last)
{
    for (size_t i = 0; i < last->races_count; ++i)
        base_push(list, races, last->races[i]);
    if (list->same_count == 0)
        list->same = last->same;
    list->same_count += last->same_count;
    race_free(last);
}

RaceList race_find(const Trace *trace)
{
    RaceList shared = {0}, global = {0};
    Search search = {.trace = trace};
    uint32_t *order = trace_order(trace);
    size_t words = 0;

    search.order = order;
    search.sites = waiting_sites_find(trace);
    search.first_word = base_alloc(trace->arrays_count + 1, sizeof(size_t));
    for (size_t a = 0; a < trace->arrays_count; ++a) {
        search.first_word[a] = words;
        words += trace->arrays[a].words;
    }
    search.first_word[trace->arrays_count] = words;
    search.cells = base_alloc(trace->run.words + 1, sizeof *search.cells);
    search.words = base_alloc(words + 1, sizeof *search.words);
    set_bounds(&search);
    count_rounds(&search);
    for (; search.grid < trace->grids_count; ++search.grid)
        judge_launch(&search, &shared, &global);
    waiting_sites_free(&search.sites);
    free(order);
    free(search.rounds);
    free(search.first_word);
    free(search.cells);
    free(search.words);
    free(search.touches);
    free(search.sent);
    free(search.pasts);
    append(&shared, &global);
    return shared;
}

void race_free(RaceList *list)
{
    free(list->races);
    *list = (RaceList){0};
}

bool race_has(const Trace *trace, const Instruction *at, const Access *access)
{
    const Step *step = trace_step(trace, at);
    const Search none = {.trace = trace};
    Touch own = {.by =
                     thread_access(trace, (uint32_t)(at - trace->instructions),
                                   access),
                 .array = RACE_SHARED,
                 .is = what_is(&none, at)};

    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        uint32_t index = step->first_instruction + i;
        const Instruction *by = trace->instructions + index;
        const Access *other = trace_accesses(trace, by);
        for (int j = 0; trace_is_shared(by) && j < by->lanes; ++j, ++other) {
            Touch rival = {.by = thread_access(trace, index, other),
                           .array = RACE_SHARED,
                           .is = what_is(&none, by)};
            bool first = own.by.instruction < index;
            if (other->cell == access->cell && can_race(&own, &rival) &&
                !thread_access_before(first ? &own.by : &rival.by,
                                      first ? &rival.by : &own.by))
                return true;
        }
    }
    return false;
}
