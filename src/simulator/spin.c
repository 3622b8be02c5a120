/* SPDX-License-Identifier: MIT */
#include "simulator/spin.h"

#include "simulator/locals.h"
#include "simulator/machine.h"

#include <string.h>

enum {
    ENOUGH = 1024, /* Spin.count of a lane that rests: of rounds that differ
                      only in the stack ... */
    SAME = 32,     /* ... or of so many times fewer that do not */
    LONGEST = 32,  /* accesses of a round */
    AGAIN = 2,     /* the same of a lane that has rested before */
    RESTS = 256    /* turns of others until all continue */
};

/* ---- Rounds ---------------------------------------------------------------*/

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* The hash of BYTES bytes. */
static uint64_t hash_of(const char *from, size_t bytes)
{
    uint64_t hash = bytes, word = 0;

    for (; bytes >= sizeof word; from += sizeof word, bytes -= sizeof word) {
        memcpy(&word, from, sizeof word);
        hash = mix(hash, word);
    }
    word = 0;
    memcpy(&word, from, bytes);
    return mix(hash, word);
}

/* The hash of what the functions of a stopped thread have on the stack; 0: it
 * is not known. */
static uint64_t stack_hash(const Thread *thread)
{
    size_t bytes;
    const char *from = locals_stack(thread, &bytes);

    return from ? hash_of(from, bytes) | 1 : 0;
}

/* The bits in Spin.words of an access to BYTES bytes. */
static uint64_t words_of(const char *address, size_t bytes)
{
    uint64_t first = (uintptr_t)address / 16;
    uint64_t last = ((uintptr_t)address + bytes - 1) / 16;

    return UINT64_C(1) << (mix(0, first) >> 58) | UINT64_C(1)
                                                      << (mix(0, last) >> 58);
}

/* Where a lane has stopped. */
typedef struct {
    const Site *site;
    const char *address; /* NULL: it meets other lanes */
    uint64_t value;      /* that it gives them */
    size_t bytes;
    unsigned kind;
} Step;

static Step step_of(const Thread *thread)
{
    const Request *request = &thread->request;
    const Access *access;

    if (thread->list.at == thread->list.count)
        return (Step){request->site, NULL, request->value, 0, 0};
    access = thread_access(thread);
    return (Step){access->site, access->address, 0, access->bytes,
                  access->kind};
}

/* A lane has come back to where its round began. */
static void end_round(const Thread *thread, Spin *spin)
{
    bool same = spin->round == spin->before;
    uint64_t stack = same ? stack_hash(thread) : 0;

    if (stack && stack == spin->stack)
        spin->count += ENOUGH / SAME;
    else if (same && !spin->stores)
        ++spin->count;
    else
        spin->count = spin->rested ? ENOUGH - AGAIN * (ENOUGH / SAME) : 0;
    spin->stack = stack;
    spin->before = spin->round;
    spin->watched = spin->words;
}

/* The round of a lane begins at the access that it makes next. */
static void begin_round(Spin *spin, const Step *step)
{
    spin->site = step->site;
    spin->address = step->address;
    spin->round = spin->words = 0;
    spin->length = 0;
    spin->stores = false;
}

/* The lane has come to the end of its round, or another one begins. */
static void find_round(const Thread *thread, Spin *spin, const Step *step)
{
    if (!spin->site) { /* it was woken: its round is known */
        spin->stack = spin->count ? stack_hash(thread) : 0;
    } else if (spin->site == step->site && spin->address == step->address) {
        end_round(thread, spin);
    } else if (++spin->length > spin->most) {
        spin->most = spin->most < LONGEST ? (uint16_t)(2 * spin->most + 1) : 0;
        spin->count = 0;
        spin->before = spin->stack = 0;
        spin->rested = false;
    } else {
        return;
    }
    begin_round(spin, step);
}

static void visit(Warp *warp, Thread *thread)
{
    Step step = step_of(thread);
    Spin *spin = &thread->more->spin;
    uint64_t hash = mix((uintptr_t)step.site, (uintptr_t)step.address);

    find_round(thread, spin, &step);
    if (!step.address) { /* it meets other lanes */
        spin->round += mix(hash, step.value);
    } else if (program_updates(step.kind)) { /* see spin_found */
        spin->round += hash;
    } else {
        spin->round += mix(hash, hash_of(step.address, step.bytes));
        spin->stores |= step.kind == PROGRAM_STORE;
    }
    if (step.address)
        spin->words |= words_of(step.address, step.bytes);
    if (spin->count >= ENOUGH) {
        warp->resting |= LANE(thread->lane);
        spin->rested = true;
    }
}

void spin_visit(Warp *warp, LaneSet set)
{
    if (!warp->visited) {
        for (uint32_t i = 0; i < warp->count; ++i)
            warp->lanes[i]->more->spin = (Spin){.site = NULL};
        warp->visited = true;
    }
    for (LaneSet rest = set; rest; rest &= rest - 1)
        visit(warp, warp_first(warp, rest));
}

void spin_found(Thread *thread, const char *address, size_t bytes)
{
    thread->more->spin.round +=
        mix((uintptr_t)address, hash_of(address, bytes));
}

/* ---- Rest -----------------------------------------------------------------*/

/* The lanes of SET continue, for one round. */
static void wake(Warp *warp, LaneSet set)
{
    warp->resting &= ~set;
    for (LaneSet rest = set; rest; rest &= rest - 1) {
        Spin *spin = &warp_first(warp, rest)->more->spin;
        spin->site = NULL;
        spin->count = ENOUGH - 1;
    }
}

void spin_wake(Warp *warp)
{
    wake(warp, warp->resting);
    warp->rested = 0;
}

LaneSet spin_resting(Warp *warp)
{
    if (++warp->rested > RESTS)
        spin_wake(warp);
    return warp->resting;
}

void spin_read(const Warp *warp, LaneSet set, SpinContents *contents)
{
    contents->count = 0;
    for (LaneSet rest = set; rest; rest &= rest - 1) {
        Step step = step_of(warp_first(warp, rest));
        uint32_t i = contents->count++;
        contents->address[i] = step.address;
        contents->bytes[i] = (unsigned char)step.bytes;
        memcpy(contents->value[i], step.address, step.bytes);
    }
}

void spin_wake_changed(Warp *warp, LaneSet set, const SpinContents *contents)
{
    uint64_t changed = 0;
    LaneSet woken = 0;

    for (uint32_t i = 0; i < contents->count; ++i)
        if (memcmp(contents->address[i], contents->value[i],
                   contents->bytes[i]) != 0)
            changed |= words_of(contents->address[i], contents->bytes[i]);
    if (!changed)
        return;
    for (LaneSet rest = warp->resting & ~set; rest; rest &= rest - 1)
        if (warp_first(warp, rest)->more->spin.watched & changed)
            woken |= rest & -rest;
    wake(warp, woken);
}
