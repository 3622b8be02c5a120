/* SPDX-License-Identifier: MIT
 *
 * narrate - sentences about a trace; see narrate.h.
 *
 * Nothing is known of the kernel but its trace, so what an access is for is
 * found by looking around it: what the lane made of a word that it loaded, and
 * where a word came from that it stores.  Only what holds for all lanes of the
 * instruction is said.
 *
 *     load p ... load q ... store p+q ... store q
 *       └── its lane's sum ──┘  │           └── a word it loaded: moved
 *           begins with it      └── a word just computed: a new sum
 */
#include "narrate.h"
#include "cost.h"
#include "value.h"

#include <string.h>

/* Instructions of the same warp to look at before and after one, and all
 * instructions to pass over on the way. */
#define NEAR_OWN 64
#define NEAR_ALL 4096

/* Banks named one by one in a sentence. */
#define BANKS_NAMED 4

/* What an instruction does, for all its lanes. */
typedef enum {
    DOES_LOAD,     /* a word, for what cannot be told */
    DOES_LEFT,     /* the left operand of a sum */
    DOES_RIGHT,    /* the right operand */
    DOES_FIRST,    /* an operand, the other is still to come */
    DOES_SECOND,   /* an operand, the other is there */
    DOES_RESULT,   /* a word that goes to global memory */
    DOES_STORE,    /* a word, from where cannot be told */
    DOES_SUM,      /* a sum just made */
    DOES_OLD_SUM,  /* a sum made before, while the next was made */
    DOES_SOME_SUM, /* some lanes a sum, some a word they move */
    DOES_MOVE,     /* a word loaded from another cell */
    DOES_INPUT,    /* a word from global memory */
    DOES_IDENTITY,
    DOES_GLOAD,
    DOES_GSTORE,
    DOES_SHFL,
    DOES_ATOMIC,
    DOES_COUNT
} Does;

static const struct {
    const char *title;
    const char *one, *many; /* "thread 5 ...", "threads 0 to 3 ..." */
} words[DOES_COUNT] = {
    [DOES_LOAD] = {"load", "loads a word", "load a word each"},
    [DOES_LEFT] = {"load the left operand", "loads its left operand",
                   "load their left operands"},
    [DOES_RIGHT] = {"load the right operand", "loads its right operand",
                    "load their right operands"},
    [DOES_FIRST] = {"load the first operand", "loads its first operand",
                    "load their first operands"},
    [DOES_SECOND] = {"load the second operand", "loads its second operand",
                     "load their second operands"},
    [DOES_RESULT] = {"load the results", "loads its result",
                     "load their results"},
    [DOES_STORE] = {"store", "stores a word", "store a word each"},
    [DOES_SUM] = {"store the sums", "stores its sum", "store their sums"},
    [DOES_OLD_SUM] = {"store earlier sums", "stores a sum made earlier",
                      "store a sum each that was made earlier"},
    [DOES_SOME_SUM] = {"store sums, move values", "stores a word",
                       "store a sum or move a value"},
    [DOES_MOVE] = {"move values", "moves a value", "move a value each"},
    [DOES_INPUT] = {"store the inputs", "stores its input",
                    "store their inputs"},
    [DOES_IDENTITY] = {"store the identity", "stores the identity",
                       "store the identity"},
    [DOES_GLOAD] = {"read global memory", "reads a word", "read a word each"},
    [DOES_GSTORE] = {"write global memory", "writes a word",
                     "write a word each"},
    [DOES_SHFL] = {"shuffle", "takes a word from lane",
                   "take a word each from another lane"},
    [DOES_ATOMIC] = {"atomic update", "updates a word", "update a word each"},
};

/* ---- looking around ---- */

static const Access *access_of_lane(const Trace *trace, const Instruction *at,
                                    int lane)
{
    const Access *access = trace_accesses(trace, at);

    for (int i = 0; i < at->lanes; ++i)
        if (access[i].lane == lane)
            return access + i;
    return NULL;
}

static bool same_word(const Access *access, Word value, Word interval)
{
    return access->value == value && access->interval == interval;
}

/* The next (DIRECTION 1) or last (-1) instruction of the same warp and block
 * beside *INDEX, which moves there; NULL if none is near. */
static const Instruction *neighbour(const Trace *trace, size_t *index,
                                    int direction)
{
    const Instruction *from = trace->instructions + *index;
    uint32_t block = trace_step(trace, from)->block;

    for (int passed = 0; passed < NEAR_ALL; ++passed) {
        if (direction < 0 ? *index == 0
                          : *index + 1 >= trace->instructions_count)
            return NULL;
        *index += (size_t)direction;
        const Instruction *at = trace->instructions + *index;
        if (trace_step(trace, at)->block != block)
            return NULL;
        if (at->warp == from->warp)
            return at;
    }
    return NULL;
}

/* What one lane does with a word that it loaded. */
typedef struct {
    bool left, right; /* it is this operand of the lane's next sum with it */
    bool out;         /* or goes to global memory */
    bool load_between;
} Use;

static Use use_of(const Trace *trace, size_t index, const Access *loaded)
{
    uint32_t step = trace->instructions[index].step;
    Use use = {0};

    for (int near = 0; near < NEAR_OWN; ++near) {
        const Instruction *at = neighbour(trace, &index, 1);
        if (!at)
            break;
        const Access *access = access_of_lane(trace, at, loaded->lane);
        if (!access)
            continue;
        const Sum *sum = trace_sums(trace, access);
        for (int i = 0; i < access->sums; ++i, ++sum) {
            use.left |= same_word(loaded, sum->left, sum->left_interval);
            use.right |= same_word(loaded, sum->right, sum->right_interval);
        }
        if (use.left || use.right)
            return use;
        /* loaded anew in a later step: what follows is for that load */
        if (at->kind == ACCESS_LOAD && at->step != step &&
            same_word(loaded, access->value, access->interval))
            break;
        if (at->kind == ACCESS_GSTORE &&
            same_word(loaded, access->value, access->interval)) {
            use.out = true;
            return use;
        }
        use.load_between |= at->kind == ACCESS_LOAD;
    }
    return (Use){0};
}

/* True if the lane loaded another word from shared memory earlier in the step.
 */
static bool loaded_before(const Trace *trace, size_t index, int lane)
{
    uint32_t step = trace->instructions[index].step;

    for (int near = 0; near < NEAR_OWN; ++near) {
        const Instruction *at = neighbour(trace, &index, -1);
        if (!at || at->step != step)
            return false;
        if (at->kind == ACCESS_LOAD && access_of_lane(trace, at, lane))
            return true;
    }
    return false;
}

static Does load_does(const Trace *trace, size_t index)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at);
    bool left = true, right = true, either = true, out = true;
    bool first = true, second = true;

    for (int i = 0; i < at->lanes; ++i, ++access) {
        Use use = use_of(trace, index, access);
        left &= use.left;
        right &= use.right;
        either &= use.left || use.right;
        out &= use.out;
        first &= use.load_between;
        second &=
            !use.load_between && loaded_before(trace, index, access->lane);
    }
    if (left)
        return DOES_LEFT;
    if (right)
        return DOES_RIGHT;
    if (either && first)
        return DOES_FIRST;
    if (either && second)
        return DOES_SECOND;
    return out ? DOES_RESULT : DOES_LOAD;
}

/* How a lane came by a word that it stores. */
typedef enum { FROM_UNKNOWN, FROM_SHARED, FROM_GLOBAL, FROM_SUM } Origin;

/* True if a sum that was made for ACCESS gave the word of STORED. */
static bool made_word(const Trace *trace, const Access *access,
                      const Access *stored)
{
    const Sum *sum = trace_sums(trace, access);

    for (int i = 0; i < access->sums; ++i, ++sum)
        if (same_word(stored, op_apply(trace->run.op, sum->left, sum->right),
                      interval_join(sum->left_interval, sum->right_interval)))
            return true;
    return false;
}

static Origin origin_of(const Trace *trace, size_t index, const Access *stored)
{
    for (int near = 0; near < NEAR_OWN; ++near) {
        const Instruction *at = neighbour(trace, &index, -1);
        if (!at)
            break;
        const Access *access = access_of_lane(trace, at, stored->lane);
        if (!access)
            continue;
        bool same = same_word(stored, access->value, access->interval);
        if (same && at->kind == ACCESS_LOAD)
            return FROM_SHARED;
        if (same && at->kind == ACCESS_GLOAD)
            return FROM_GLOBAL;
        if (made_word(trace, access, stored))
            return FROM_SUM;
    }
    return FROM_UNKNOWN;
}

static Does store_does(const Trace *trace, size_t index)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at);
    int sums = 0, moves = 0, inputs = 0, old_sums = 0, identities = 0;

    for (int i = 0; i < at->lanes; ++i, ++access) {
        if (trace_is_new_sum(trace, access)) {
            ++sums;
            continue;
        }
        Origin origin = origin_of(trace, index, access);
        moves += origin == FROM_SHARED;
        inputs += origin == FROM_GLOBAL;
        old_sums += origin == FROM_SUM;
        identities +=
            origin == FROM_UNKNOWN && access->interval == INTERVAL_IDENTITY;
    }
    if (sums == at->lanes)
        return DOES_SUM;
    if (moves == at->lanes)
        return DOES_MOVE;
    if (old_sums == at->lanes)
        return DOES_OLD_SUM;
    if (identities == at->lanes)
        return DOES_IDENTITY;
    if (inputs + identities == at->lanes) /* beyond n there are no inputs */
        return DOES_INPUT;
    return sums && sums + moves == at->lanes ? DOES_SOME_SUM : DOES_STORE;
}

static Does does(const Trace *trace, size_t index)
{
    static const Does others[ACCESS_KINDS] = {[ACCESS_GLOAD] = DOES_GLOAD,
                                              [ACCESS_GSTORE] = DOES_GSTORE,
                                              [ACCESS_SHFL] = DOES_SHFL,
                                              [ACCESS_ATOMIC] = DOES_ATOMIC};
    uint8_t kind = trace->instructions[index].kind;

    if (kind == ACCESS_LOAD)
        return load_does(trace, index);
    if (kind == ACCESS_STORE)
        return store_does(trace, index);
    return others[kind];
}

/* ---- saying it ---- */

/* "Threads 0 to 3", "Threads 0, 2, ..., 14", "5 threads from 1 to 12". */
static void say_who(const Trace *trace, const Instruction *at, Text *text)
{
    const Access *access = trace_accesses(trace, at);
    uint32_t first = trace_thread(trace, at, access);
    uint32_t last = trace_thread(trace, at, access + at->lanes - 1);
    int stride = at->lanes > 1 ? access[1].lane - access[0].lane : 1;

    for (int i = 1; i < at->lanes; ++i)
        if (access[i].lane - access[i - 1].lane != stride)
            stride = 0;
    if (at->lanes == 1)
        text_add(text, "Thread %u", first);
    else if (at->lanes == 2)
        text_add(text, "Threads %u and %u", first, last);
    else if (stride == 1)
        text_add(text, "Threads %u to %u", first, last);
    else if (stride > 1)
        text_add(text, "Threads %u, %u, ..., %u", first,
                 first + (uint32_t)stride, last);
    else
        text_add(text, "%d threads from %u to %u", at->lanes, first, last);
}

/* "bank 0", "each of banks 0 and 2", "each of 7 banks", "every bank": those
 * with the longest queue. */
static void say_longest(const uint8_t *queues, uint32_t k, uint8_t latency,
                        Text *text)
{
    uint32_t banks[BANKS_NAMED] = {0}, count = 0;

    for (uint32_t bank = 0; bank < k; ++bank)
        if (queues[bank] == latency) {
            if (count < BANKS_NAMED)
                banks[count] = bank;
            ++count;
        }
    if (count == k)
        text_add(text, "every bank");
    else if (count > BANKS_NAMED)
        text_add(text, "each of %u banks", count);
    else if (count == 1)
        text_add(text, "bank %u", banks[0]);
    else
        text_add(text, "each of banks %u", banks[0]);
    if (count == 1 || count > BANKS_NAMED || count == k)
        return;
    for (uint32_t i = 1; i < count; ++i)
        text_add(text, "%s%u", i + 1 < count ? ", " : " and ", banks[i]);
}

static void say_shared(const Trace *trace, const Instruction *at, Text *text)
{
    uint8_t queues[TRACE_MAX_BANKS];
    BankCost cost = bank_cost(trace, at, queues);
    const Access *access = trace_accesses(trace, at);
    uint32_t k = trace->run.k;
    bool load = at->kind == ACCESS_LOAD;

    if (cost.lanes == 1) {
        text_add(text, " %s cell %u, bank %u", load ? "from" : "to",
                 access->cell, access->cell % k);
        return;
    }
    if (cost.latency == 1) {
        text_add(text, "; each meets a bank of its own");
        return;
    }
    if (cost.wavefronts == 1 && cost.busy_banks == 1) {
        text_add(text, "; all %u %s the one cell %u", cost.lanes,
                 load ? "ask for" : "write to", access->cell);
        return;
    }
    text_add(text, "; %u lanes queue at ", cost.latency);
    say_longest(queues, k, cost.latency, text);
    text_add(text, ": %u cycles", cost.latency);
}

static const char *array_name(uint8_t array)
{
    return array == GLOBAL_IN    ? "the input"
           : array == GLOBAL_OUT ? "the output"
                                 : "an array of the kernel";
}

static void say_elsewhere(const Trace *trace, const Instruction *at, Text *text)
{
    uint32_t transactions = cost_transactions(trace, at);

    if (at->kind == ACCESS_SHFL) {
        if (at->lanes == 1)
            text_add(text, " %u", trace_accesses(trace, at)->cell);
        return;
    }
    text_add(text, " %s %s in global memory: %u transaction%s",
             at->kind == ACCESS_GLOAD    ? "from"
             : at->kind == ACCESS_GSTORE ? "to"
                                         : "of",
             array_name(at->array), transactions, transactions == 1 ? "" : "s");
}

static void say_idle(const Trace *trace, const Instruction *at, Text *text)
{
    uint32_t first = at->warp * trace->run.k;
    uint32_t lanes = trace->run.threads - first;

    if (lanes > trace->run.k)
        lanes = trace->run.k;
    if (at->lanes < lanes)
        text_add(text, "; %u lane%s idle", lanes - at->lanes,
                 lanes - at->lanes == 1 ? "" : "s");
}

static void say_start(const Trace *trace, Text *text)
{
    const Run *run = &trace->run;

    text_add(text, "Before the start: %u input%s in global memory", run->n,
             run->n == 1 ? "" : "s");
    if (run->words)
        text_add(text, ", %u word%s of shared memory in %u banks", run->words,
                 run->words == 1 ? "" : "s", run->k);
    text_add(text, ".");
}

void narrate_instruction(const Trace *trace, size_t position, Text *text)
{
    BASE_CHECK(position <= trace->instructions_count);
    if (position == 0) {
        say_start(trace, text);
        return;
    }

    const Instruction *at = trace->instructions + position - 1;
    Does what = does(trace, position - 1);
    say_who(trace, at, text);
    text_add(text, " %s", at->lanes == 1 ? words[what].one : words[what].many);
    if (trace_is_shared(at))
        say_shared(trace, at, text);
    else
        say_elsewhere(trace, at, text);
    say_idle(trace, at, text);
    text_add(text, position == trace->instructions_count ? ". The end." : ".");
}

/* Does an instruction take part in a race?  It need not be one of the two whom
 * the race names: it is enough that it races with one of them. */
static bool takes_part(const Trace *trace, const Instruction *at,
                       const Race *race)
{
    const Access *access = trace_accesses(trace, at);
    bool shared = trace_is_shared(at) && race->array == RACE_SHARED;
    int lanes = shared ? at->lanes : 0;
    const RaceSide *sides[] = {&race->first, &race->second};

    for (int i = 0; i < lanes; ++i, ++access) {
        uint32_t thread = trace_thread(trace, at, access);
        for (int side = 0; access->cell == race->cell && side < 2; ++side)
            if (sides[side]->thread != thread &&
                (sides[side]->kind == ACCESS_STORE || at->kind == ACCESS_STORE))
                return true;
    }
    return false;
}

static const char *side_does(const RaceSide *side)
{
    return side->kind == ACCESS_STORE ? "stores" : "loads";
}

bool narrate_race(const Trace *trace, const RaceList *races, size_t position,
                  Text *text)
{
    BASE_CHECK(position <= trace->instructions_count);
    if (position == 0)
        return false;
    const Instruction *at = trace->instructions + position - 1;
    const Race *met = NULL;
    uint32_t cells = 0;
    for (size_t i = 0; i < races->races_count; ++i) {
        const Race *race = races->races + i;
        if (race->step == at->step && takes_part(trace, at, race)) {
            met = met ? met : race;
            ++cells;
        }
    }
    if (!met)
        return false;
    text_add(
        text,
        "%sRace at cell %u: thread %u %s, thread %u %s, no barrier between",
        text->length ? " " : "", met->cell, met->first.thread,
        side_does(&met->first), met->second.thread, side_does(&met->second));
    if (cells > 1)
        text_add(text, "; so at %u more cell%s", cells - 1,
                 cells == 2 ? "" : "s");
    text_add(text, ".");
    return true;
}

void narrate_title(const Trace *trace, size_t position, Text *text)
{
    BASE_CHECK(position <= trace->instructions_count);
    text_add(text, "%s",
             position ? words[does(trace, position - 1)].title : "start");
}

/* What the instructions of a step did, added up. */
typedef struct {
    uint64_t sums, loads, stores, global_loads, global_stores, others;
    uint8_t latency; /* of the slowest */
} StepCount;

static StepCount count_step(const Trace *trace, const Step *step)
{
    StepCount count = {0};

    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        const Instruction *at =
            trace->instructions + step->first_instruction + i;
        const Access *access = trace_accesses(trace, at);
        BankCost cost = bank_cost(trace, at, NULL);
        uint64_t *kind = at->kind == ACCESS_LOAD     ? &count.loads
                         : at->kind == ACCESS_STORE  ? &count.stores
                         : at->kind == ACCESS_GLOAD  ? &count.global_loads
                         : at->kind == ACCESS_GSTORE ? &count.global_stores
                                                     : &count.others;
        *kind += at->lanes;
        for (int lane = 0; lane < at->lanes; ++lane)
            count.sums += access[lane].sums;
        if (cost.latency > count.latency)
            count.latency = cost.latency;
    }
    return count;
}

static void say_count(uint64_t count, const char *what, Text *text)
{
    text_add(text, "%llu %s%s", (unsigned long long)count, what,
             count == 1 ? "" : "s");
}

void narrate_step(const Trace *trace, uint32_t index, Text *text)
{
    BASE_CHECK(index < trace->steps_count);
    const Step *step = trace->steps + index;
    StepCount count = count_step(trace, step);

    text_add(text, "%s", trace_phase(trace, step));
    if (step->level != 0)
        text_add(text, ", level %d", (int)step->level);
    text_add(text, ": ");
    if (count.sums)
        say_count(count.sums, "sum", text);
    else if (count.global_loads)
        say_count(count.global_loads, "input", text);
    else if (count.global_stores)
        say_count(count.global_stores, "result", text);
    else if (count.stores)
        say_count(count.stores, "store", text);
    else if (count.loads)
        say_count(count.loads, "load", text);
    else if (count.others)
        say_count(count.others, "shuffle or atomic update", text);
    else
        text_add(text, "nothing to do");
    if (count.latency == 1)
        text_add(text, "; no lane waits for another");
    else if (count.latency > 1)
        text_add(text, "; at worst %u lanes meet at one bank", count.latency);
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
        bool shuffle = at->kind == ACCESS_SHFL;
        text_add(verdict, shuffle ? "between lanes" : "global memory");
        say_count(at->lanes, "word", detail);
        if (!shuffle) {
            text_add(detail, ", ");
            say_count(cost_transactions(trace, at), "transaction", detail);
        }
        return;
    }
    if (cost.wavefronts <= 1)
        text_add(verdict, "no conflict");
    else if (cost.wavefronts < sizeof ways / sizeof *ways)
        text_add(verdict, "%s-way conflict", ways[cost.wavefronts]);
    else
        text_add(verdict, "%u-way conflict", cost.wavefronts);
    say_count(cost.lanes, "request", detail);
    text_add(detail, ", ");
    say_count(cost.busy_banks, "bank", detail);
    if (cost.wavefronts < cost.latency)
        text_add(detail, ", shared words");
}
