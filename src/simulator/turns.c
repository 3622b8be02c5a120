/* SPDX-License-Identifier: MIT
 *
 * turns - the order in which the resident blocks of a launch have their turns:
 * by chance, from the seed of the log.
 *
 * In the fast way blocks run one after the other, since that is quicker.  The
 * log then says in which order their accesses would have happened by turns.
 */
#include "simulator/machine.h"

#include "simulator/log.h"

#include <stdlib.h>

enum {
    BURST = 16 /* turns of a block until others may have theirs */
};

/* ---- Turns by chance ------------------------------------------------------*/

/* The next of SLOTS blocks, by chance; one keeps its turn for a while. */
static uint32_t pick(uint32_t slots)
{
    if (slots == 1)
        return 0;
    if (machine.burst > 0) {
        --machine.burst;
    } else {
        uint64_t random = base_random(&machine.random);
        machine.picked = (uint32_t)(random % slots);
        machine.burst = (uint32_t)(random >> 32) % BURST;
    }
    return machine.picked;
}

void turns_run(uint32_t slots, TurnsBegin *begin, TurnsTake *take)
{
    bool *done = base_alloc(slots, sizeof *done);
    uint32_t running = 0, next = machine.first;

    while (running < slots && next < machine.end)
        begin(running++, next++);
    while (running > 0 && !machine.halt) {
        uint32_t slot = pick(slots);
        if (done[slot]) {
            machine.burst = 0;
            continue;
        }
        bool ended = take(slot);
        if (machine.enough && machine.enough())
            machine.end = next;
        if (!ended)
            continue;
        if (next < machine.end) {
            begin(slot, next++);
        } else {
            done[slot] = true;
            --running;
        }
    }
    free(done);
}

/* ---- Turns that were noted ------------------------------------------------*/

static struct {
    uint64_t *ends; /* of each turn, in the log */
    size_t ends_count, ends_capacity;
    size_t *firsts; /* of each block: its first turn */
    size_t firsts_count, firsts_capacity;
    uint64_t *begins; /* of each block, in the log */
    size_t begins_count, begins_capacity;
    size_t *next; /* of each slot: its next turn ... */
    uint32_t *of; /* ... and block */
    uint32_t time;
} noted;

void turns_note_none(void)
{
    noted.ends_count = noted.firsts_count = noted.begins_count = 0;
}

void turns_note_block(void)
{
    base_push(&noted, firsts, noted.ends_count);
    base_push(&noted, begins, log_used());
}

void turns_note(void)
{
    base_push(&noted, ends, log_used());
}

static void begin_noted(uint32_t slot, uint32_t block)
{
    noted.of[slot] = block;
    noted.next[slot] = noted.firsts[block - machine.first];
}

/* Gives the accesses of the next turn of a block their places. */
static bool take_noted(uint32_t slot)
{
    uint32_t block = noted.of[slot] - machine.first;
    size_t turn = noted.next[slot]++;
    size_t end = block + 1 < noted.firsts_count ? noted.firsts[block + 1]
                                                : noted.ends_count;
    uint64_t at = turn == noted.firsts[block] ? noted.begins[block]
                                              : noted.ends[turn - 1];

    while (at < noted.ends[turn]) {
        ProgramRecord *record = log_at(at);
        if (record->kind == RECORD_ACCESS)
            ((ProgramAccess *)record)->time = ++noted.time;
        at += record->bytes;
    }
    return turn + 1 == end;
}

void turns_order(uint32_t slots)
{
    bool (*enough)(void) = machine.enough;

    noted.time = 0;
    machine.enough = NULL;
    noted.next = base_alloc(slots, sizeof *noted.next);
    noted.of = base_alloc(slots, sizeof *noted.of);
    turns_run(slots, begin_noted, take_noted);
    machine.enough = enough;
    free(noted.next);
    free(noted.of);
}
