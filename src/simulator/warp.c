/* SPDX-License-Identifier: MIT
 *
 * warp - the lanes of a warp in lockstep: of those that have stopped, the ones
 * at the lowest site continue together, but for those that only repeat
 * themselves (spin.h).
 */
#include "simulator/machine.h"

#include "simulator/locals.h"
#include "simulator/record.h"
#include "trace/epoch.h"

#include <string.h>

static void end_early(Warp *warp);

/* Runs all lanes of a warp until each has stopped. */
static bool run_ready(Warp *warp)
{
    if (!warp->in[THREAD_READY])
        return false;
    Thread *first = warp_first(warp, warp->in[THREAD_READY]);
    machine.chained = true;
    machine_run(first);
    fiber_switch(machine.scheduler, first->fiber);
    machine_run(NULL);
    machine.chained = false;
    if (machine.halt == HALT_END || machine.late)
        end_early(warp);
    return true;
}

/* The lanes of SET have their accesses behind them. */
static void pop(Warp *warp, LaneSet set)
{
    for (LaneSet rest = set; rest; rest &= rest - 1)
        warp_move(warp, rest & -rest, THREAD_ACCESS,
                  access_pop(warp_first(warp, rest)));
}

/* The lanes of SET continue: notes how they repeat themselves, if others could
 * go instead.  In the fast way none waits for another. */
static void visit(Warp *warp, LaneSet set)
{
    LaneSet stopped = warp->in[THREAD_ACCESS] | warp->in[THREAD_TOGETHER];

    if (!machine.fast && stopped & ~set)
        spin_visit(warp, set);
}

/* Logs the access that the lanes of SET make. */
static void log_access(const Warp *warp, LaneSet set, uint32_t occurrence)
{
    Thread *lanes[MACHINE_LANES];
    uint32_t count = 0;

    for (LaneSet rest = set; rest; rest &= rest - 1)
        lanes[count++] = warp_first(warp, rest);
    if (machine.sink == SINK_LOG) {
        record_access(warp, lanes, count, occurrence);
        return;
    }
    for (uint32_t i = 0; i < count; ++i) {
        const Access *access = thread_access(lanes[i]);
        record_value(lanes[i], access->site->pc, access->address, access->bytes,
                     access->kind, access->value,
                     access_array(lanes[i], access->address));
    }
}

/* Lets the lanes of SET, all at one site, make their access. */
static void execute_access(const Block *block, Warp *warp, LaneSet set)
{
    SpinContents contents;
    uint32_t occurrence;

    set = order_go(&warp->visits, set, warp->next[__builtin_ctzll(set)],
                   &occurrence);
    if (machine.fast) {
        log_access(warp, set, occurrence);
        if (locals_are_full()) /* which are left out depends on the order */
            machine.halt = HALT_AGAIN;
        pop(warp, set);
        return;
    }
    visit(warp, set);
    bool some_rest = warp->resting != 0;
    if (some_rest)
        spin_read(warp, set, &contents);
    const Access *first = thread_access(warp_first(warp, set));
    /* others may be waited for: they have their turn */
    machine.yields = first->is_volatile || program_updates(first->kind);
    if (block->recorded && machine.sink != SINK_NONE)
        log_access(warp, set, occurrence);
    pop(warp, set);
    run_ready(warp);
    if (some_rest)
        spin_wake_changed(warp, set, &contents);
}

/* Ends the program; a lane of WARP did wrong, or the time is over.  If nothing
 * would be shown of the launch, as the access is its first one, the other lanes
 * that stopped there make theirs before. */
static void end_early(Warp *warp)
{
    LaneSet access = warp->in[THREAD_ACCESS];

    if (access && !machine.late && !machine.fast && early_end_is_empty() &&
        warp_first(warp, access)->block->recorded)
        execute_access(warp_first(warp, access)->block, warp,
                       order_lowest(warp->next, access));
    early_end_now(warp);
}

/* Where the value of a lane is undefined: its own, and in a run on random
 * inputs a random one, so that a result that depends on it is no sum. */
static uint64_t undefined(const Thread *lane)
{
    uint64_t random = machine.undefined + machine.turns;

    if (!machine.undefined)
        return lane->request.value;
    random = (random << 16) + lane->block->number;
    random = (base_random(&random) << 16) + lane->number;
    return base_random(&random);
}

/* The value that a lane of SET gets by its shuffle, and in *FROM whose that is:
 * of a lane that takes no part it is undefined. */
static uint64_t shuffled(const Warp *warp, LaneSet set, const Thread *lane,
                         int *from)
{
    *from = lane->request.from;
    if (set >> *from & 1)
        return warp->lanes[*from]->request.value;
    *from = lane->lane;
    return undefined(lane);
}

static void log_shuffle(Warp *warp, LaneSet set, const Site *site)
{
    Thread *lanes[MACHINE_LANES];
    uint64_t values[MACHINE_LANES];
    int from[MACHINE_LANES], width = 0;
    uint32_t *visits = order_visits(&warp->visits, site);
    uint32_t count = 0, occurrence = 0;

    for (LaneSet rest = set; rest; rest &= rest - 1) {
        int i = __builtin_ctzll(rest);
        Thread *lane = warp->lanes[i];
        if (lane->request.from < 0)
            return;
        occurrence = visits[i]++;
        width = (int)lane->request.bytes;
        values[count] = shuffled(warp, set, lane, &from[count]);
        lanes[count++] = lane;
    }
    record_shuffle(warp, lanes, count, occurrence, from, values, width);
}

/* The lanes of SET have met at a barrier of theirs.  Lanes that have ended met
 * nobody. */
static void meet(Warp *warp, LaneSet set)
{
    uint32_t epoch = 0;
    bool all = (uint32_t)__builtin_popcountll(set) == warp->count;

    if ((set & (set - 1)) == 0)
        return;
    for (LaneSet rest = set; rest; rest &= rest - 1)
        epoch = epoch_join(epoch, warp_first(warp, rest)->epoch);
    all |= epoch_clock(epoch) == EPOCH_MOST_CLOCK;
    epoch = all ? epoch_after_all(epoch) : epoch_after(epoch, set);
    for (LaneSet rest = all ? warp_alive(warp) : set; rest; rest &= rest - 1)
        warp_first(warp, rest)->epoch = epoch;
    warp->met = true;
}

/* The lanes of SET exchange their values. */
static void execute_together(const Block *block, Warp *warp, LaneSet set,
                             const Site *site)
{
    uint64_t values[MACHINE_LANES] = {0};

    visit(warp, set);
    if (block->recorded && machine.sink != SINK_NONE)
        log_shuffle(warp, set, site);
    for (LaneSet rest = set; rest; rest &= rest - 1) {
        int i = __builtin_ctzll(rest);
        values[i] = warp->lanes[i]->request.value;
    }
    for (LaneSet rest = set; rest; rest &= rest - 1) {
        Thread *lane = warp->lanes[__builtin_ctzll(rest)];
        int from;
        memcpy(lane->more->exchanged, values, sizeof values);
        if (lane->request.from >= 0)
            lane->more->exchanged[lane->request.from] =
                shuffled(warp, set, lane, &from);
        lane->more->together = set;
    }
    if (warp_first(warp, set)->request.orders)
        meet(warp, set);
    warp_move(warp, set, THREAD_TOGETHER, THREAD_READY);
}

void warp_fault_alone(Thread *thread)
{
    if (machine_ends_run())
        return;
    machine_thread = thread;
    machine_fault(thread->request.site->pc,
                  "waits for lanes of its mask 0x%x that do not arrive",
                  (unsigned)thread->request.mask);
}

/* The lanes that can continue together, where lanes of SET wait for the others
 * of their mask; 0: some are missing. */
static LaneSet complete(const Warp *warp, LaneSet set)
{
    Thread *lane = warp_first(warp, set);
    LaneSet mask = lane->request.mask & warp_alive(warp);

    if ((mask & set) != mask)
        return 0;
    if (lane->request.mask & warp->at_end)
        warp_fault_alone(lane);
    return mask;
}

/* The next instruction of the lanes of AMONG that have stopped; false if all of
 * them wait for others. */
static bool go_on(const Block *block, Warp *warp, LaneSet among)
{
    LaneSet access = warp->in[THREAD_ACCESS] & among;
    LaneSet waits = warp->in[THREAD_TOGETHER] & among;

    while (access | waits) {
        LaneSet set = order_lowest(warp->next, access | waits);
        if (set & access) {
            execute_access(block, warp, set & access);
            return true;
        }
        /* without a mask all of one site go */
        LaneSet going =
            warp_first(warp, set)->request.mask ? complete(warp, set) : set;
        /* lanes of one mask may stand at different calls */
        if (!going)
            going = complete(warp, warp->in[THREAD_TOGETHER] & among);
        if (going) {
            execute_together(block, warp, going,
                             warp->next[__builtin_ctzll(set)]);
            return true;
        }
        waits &= ~set;
    }
    return false;
}

Turn warp_turn(const Block *block, Warp *warp)
{
    if (++machine.turns > machine.most_turns && machine.trial) {
        machine.halt = HALT_LATE;
        return TURN_DONE;
    }
    bool ran = run_ready(warp);
    LaneSet resting = warp->resting ? spin_resting(warp) : 0;

    if (machine.halt)
        return TURN_DONE;
    if (resting) {
        if (go_on(block, warp, ~resting))
            return TURN_DONE;
        spin_wake(warp);
    }
    return go_on(block, warp, UINT64_MAX) || ran ? TURN_DONE : TURN_WAITS;
}
