/* SPDX-License-Identifier: MIT */
#include "program/runtime/warp.h"

#include "program/runtime/access.h"
#include "program/runtime/early_end.h"
#include "program/runtime/frame.h"
#include "program/runtime/pending.h"
#include "program/runtime/spin.h"
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
    if (machine.ends | machine.late)
        end_early(warp);
    return true;
}

/* The lanes of SET that stopped at the same site as lane FIRST. */
static uint32_t at_site(const Warp *warp, uint32_t set, const Site *site)
{
    uint32_t same = 0;

    for (uint32_t rest = set; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(rest);
        if (warp->lanes[i]->request.site == site)
            same |= 1u << i;
    }
    return same;
}

/* The lowest site at which lanes of SET stopped. */
static const Site *lowest(const Warp *warp, uint32_t set)
{
    const Site *low = NULL;

    for (uint32_t rest = set; rest; rest &= rest - 1) {
        const Site *site = warp->lanes[__builtin_ctz(rest)]->request.site;
        if (!low || (site != low && site_before(site, low)))
            low = site;
    }
    return low;
}

/* Of the lanes of SET, all at SITE, those that have passed it least often in
 * this step; counts their visit. */
static uint32_t fewest_visits(Warp *warp, uint32_t set, const Site *site,
                              uint32_t *occurrence)
{
    uint32_t *visits = visits_at(&warp->visits, site);
    uint32_t least = UINT32_MAX, chosen = 0;

    for (uint32_t rest = set; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(rest);
        if (visits[i] < least) {
            least = visits[i];
            chosen = 0;
        }
        if (visits[i] == least)
            chosen |= 1u << i;
    }
    for (uint32_t rest = chosen; rest; rest &= rest - 1)
        ++visits[__builtin_ctz(rest)];
    *occurrence = least;
    return chosen;
}

/* The pending accesses of the lanes of SET were executed. */
static void pop(Warp *warp, uint32_t set)
{
    if (frame_is_full()) /* which locals are left out depends on the order */
        machine_give_up();
    for (uint32_t rest = set; rest; rest &= rest - 1)
        warp_move(warp, rest & -rest, THREAD_ACCESS,
                  pending_pop(warp_first(warp, rest)));
}

/* The lanes of SET go on: notes how they repeat themselves, if others could go
 * instead.  Where threads run ahead, none waits for another. */
static void visit(Warp *warp, uint32_t set)
{
    uint32_t stopped = warp->in[THREAD_ACCESS] | warp->in[THREAD_TOGETHER];

    if (!machine.ahead && stopped & ~set)
        spin_visit(warp, set);
}

/* Lets the lanes of SET, all at one site, make their access. */
static void execute_access(const Block *block, Warp *warp, uint32_t set,
                           const Site *site)
{
    Thread *lanes[PROGRAM_LANES];
    uint32_t count = 0, occurrence;
    SpinContents contents;

    set = fewest_visits(warp, set, site, &occurrence);
    visit(warp, set);
    bool some_rest = warp->resting != 0;
    if (some_rest)
        spin_read(warp, set, &contents);
    for (uint32_t rest = set; rest; rest &= rest - 1)
        lanes[count++] = warp_first(warp, rest);
    /* others may be waited for: they have their turn */
    machine.yields = lanes[0]->request.is_volatile ||
                     program_updates(lanes[0]->request.kind);
    if (block->recorded && machine.trial)
        for (uint32_t i = 0; i < count; ++i)
            access_values(lanes[i], &lanes[i]->request, site->pc,
                          access_array(lanes[i]));
    else if (block->recorded)
        access_log(warp, lanes, count, occurrence);
    if (machine.ahead)
        pop(warp, set);
    else
        warp_move(warp, set, THREAD_ACCESS, THREAD_READY);
    run_ready(warp);
    if (some_rest)
        spin_wake_changed(warp, set, &contents);
}

/* Ends the program; a lane of WARP did wrong, or the time is over.  If nothing
 * would be shown of the launch, as the access is its first one, the other lanes
 * that stopped there make theirs before. */
static void end_early(Warp *warp)
{
    uint32_t access = warp->in[THREAD_ACCESS];

    if (access && !machine.late && !machine.ahead && early_end_is_empty()) {
        const Block *block = warp_first(warp, access)->block;
        const Site *site = lowest(warp, access);
        if (block->recorded)
            execute_access(block, warp, at_site(warp, access, site), site);
    }
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
static uint64_t shuffled(const Warp *warp, uint32_t set, const Thread *lane,
                         int *from)
{
    *from = lane->request.from;
    if (set >> *from & 1)
        return warp->lanes[*from]->request.value;
    *from = lane->lane;
    return undefined(lane);
}

static void log_shuffle(Warp *warp, uint32_t set, const Site *site)
{
    Thread *lanes[PROGRAM_LANES];
    uint64_t values[PROGRAM_LANES];
    int from[PROGRAM_LANES], width = 0;
    uint32_t *visits = visits_at(&warp->visits, site);
    uint32_t count = 0, occurrence = 0;

    for (uint32_t rest = set; rest; rest &= rest - 1) {
        int i = __builtin_ctz(rest);
        Thread *lane = warp->lanes[i];
        if (lane->request.from < 0)
            return;
        occurrence = visits[i]++;
        width = (int)lane->request.bytes;
        values[count] = shuffled(warp, set, lane, &from[count]);
        lanes[count++] = lane;
    }
    if (machine.trial)
        access_shuffle_values(lanes, count, from, values, width);
    else
        access_shuffle(warp, lanes, count, occurrence, from, values, width);
}

/* The lanes of SET have met at a barrier of theirs.  Lanes that have ended met
 * nobody. */
static void meet(Warp *warp, uint32_t set)
{
    uint32_t epoch = 0;
    bool all = (uint32_t)__builtin_popcount(set) == warp->count;

    if ((set & (set - 1)) == 0)
        return;
    for (uint32_t rest = set; rest; rest &= rest - 1)
        epoch = epoch_join(epoch, warp_first(warp, rest)->epoch);
    all |= epoch_clock(epoch) == EPOCH_MOST_CLOCK;
    epoch = all ? epoch_after_all(epoch) : epoch_after(epoch, set);
    for (uint32_t rest = all ? warp_alive(warp) : set; rest; rest &= rest - 1)
        warp_first(warp, rest)->epoch = epoch;
    warp->met = true;
}

/* The lanes of SET exchange their values. */
static void execute_together(const Block *block, Warp *warp, uint32_t set,
                             const Site *site)
{
    uint64_t values[PROGRAM_LANES] = {0};

    visit(warp, set);
    if (block->recorded)
        log_shuffle(warp, set, site);
    for (uint32_t rest = set; rest; rest &= rest - 1) {
        int i = __builtin_ctz(rest);
        values[i] = warp->lanes[i]->request.value;
    }
    for (uint32_t rest = set; rest; rest &= rest - 1) {
        Thread *lane = warp->lanes[__builtin_ctz(rest)];
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
    machine_thread = thread;
    machine_fault(thread->request.site->pc,
                  "waits for lanes of its mask 0x%x that do not come",
                  thread->request.mask);
}

/* The lanes that can go on together, where lanes of SET wait for the others of
 * their mask; 0: some are missing. */
static uint32_t complete(const Warp *warp, uint32_t set)
{
    uint32_t living = warp_alive(warp), first = set & -set;
    Thread *lane = warp->lanes[__builtin_ctz(first)];
    uint32_t mask = lane->request.mask & living;

    if ((mask & set) != mask)
        return 0;
    if (lane->request.mask & warp->at_end)
        warp_fault_alone(lane);
    return mask;
}

/* The same of lanes that are all at one site; without a mask all of them go. */
static uint32_t complete_at_site(const Warp *warp, uint32_t set)
{
    uint32_t first = set & -set;

    return warp->lanes[__builtin_ctz(first)]->request.mask ? complete(warp, set)
                                                           : set;
}

/* The next instruction of the lanes of AMONG that have stopped; false if all of
 * them wait for others. */
static bool go_on(const Block *block, Warp *warp, uint32_t among)
{
    uint32_t access = warp->in[THREAD_ACCESS] & among;
    uint32_t waits = warp->in[THREAD_TOGETHER] & among;

    while (access | waits) {
        const Site *site = lowest(warp, access | waits);
        uint32_t set = at_site(warp, access, site);
        if (set) {
            execute_access(block, warp, set, site);
            return true;
        }
        set = at_site(warp, waits, site);
        uint32_t going = complete_at_site(warp, set);
        /* lanes of one mask may stand at different calls */
        if (!going)
            going = complete(warp, warp->in[THREAD_TOGETHER] & among);
        if (going) {
            execute_together(block, warp, going, site);
            return true;
        }
        waits &= ~set;
    }
    return false;
}

Turn warp_turn(const Block *block, Warp *warp)
{
    if (++machine.turns > machine.most_turns && machine.trial)
        machine_end_trial(PROGRAM_TRIAL_LATE);
    bool ran = run_ready(warp);
    uint32_t resting = warp->resting ? spin_resting(warp) : 0;

    if (resting) {
        if (go_on(block, warp, ~resting))
            return TURN_DONE;
        spin_wake(warp);
    }
    return go_on(block, warp, UINT32_MAX) || ran ? TURN_DONE : TURN_WAITS;
}
