/* SPDX-License-Identifier: MIT */
#include "analysis/waiting_sites.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLACES = 4, /* accesses of a line that are kept apart */
    SITES = (UINT16_MAX + 1) * PLACES * 2,
    RECENT = 4 /* accesses of a thread that are remembered */
};

struct WaitingSite {
    bool changed;  /* a thread loaded a word again, which others had changed */
    bool retried;  /* it repeated an operation that left the word as it was */
    bool adds;     /* it changed a word twice in a row */
    bool restored; /* it changed a word, and then changed it back */
    bool guesses;
    bool found, late; /* a load found what another warp had stored; another
                         load did not */
    Word value;       /* that loads found */
};

/* An access that brought a word to a thread. */
typedef struct {
    uint32_t site; /* + 1; 0: none */
    uint32_t step, cell;
    uint8_t array; /* UINT8_MAX: shared memory */
    bool changes;  /* it changed the word */
    bool over;     /* the thread wrote the word again */
    Word before, after;
} Look;

/* What is known of a cell in the step. */
typedef struct {
    uint32_t stamp; /* step + 1 in which the rest is true */
    Word value;     /* that was stored last, */
    uint16_t warp;  /* by this warp */
    bool known;
} Cell;

typedef struct {
    const Trace *trace;
    WaitingSite *sites;
    Look (*looks)[RECENT]; /* of each thread of the block */
    uint8_t *next;         /* of each thread: the look to forget */
    Cell *cells;           /* of shared memory */
} Search;

static uint32_t site_of(const Instruction *at)
{
    uint32_t place = at->place < PLACES ? at->place : PLACES - 1;

    return (at->site * PLACES + place) * 2 + trace_traits_of(at)->writes;
}

static bool is_update(const Instruction *at)
{
    const AccessTraits *is = trace_traits_of(at);

    return is->brings && is->writes;
}

/* True if AT may be an access by which a thread waits. */
static bool may_wait(const Instruction *at)
{
    return trace_is_shared(at) && trace_traits_of(at)->brings &&
           at->kind != ACCESS_COUNT && (at->is_volatile || is_update(at));
}

static uint8_t array_of(const Instruction *at)
{
    return trace_is_shared(at) ? UINT8_MAX : at->array;
}

/* ---- What a thread does again ---------------------------------------------*/

/* A look at the same site before, at the same word and in the same step. */
static void judge_again(WaitingSite *site, const Look *last, const Look *now,
                        bool update)
{
    if (last->over)
        return;
    if (!update)
        site->changed |= last->after != now->after;
    else if (last->changes)
        site->adds = true;
    else
        site->retried = true;
}

/* A thread accesses the word of LAST again, by AT. */
static void judge_word(const Search *search, Look *last, const Instruction *at,
                       Word value)
{
    WaitingSite *site = search->sites + last->site - 1;

    if (is_update(at) && last->site % 2 == 1)
        site->guesses = true;
    if (!trace_traits_of(at)->writes)
        return;
    if (last->changes && !last->over && value == last->before)
        site->restored = true;
    last->over = true;
}

static void look(const Search *search, const Instruction *at, uint32_t thread,
                 const Look *now)
{
    Look *looks = search->looks[thread], *own = NULL;
    bool brings = trace_traits_of(at)->brings;

    for (int i = 0; i < RECENT; ++i) {
        Look *last = looks + i;
        if (last->site == 0 || last->cell != now->cell ||
            last->array != now->array || last->step != now->step)
            continue;
        if (!brings || last->site != now->site)
            judge_word(search, last, at, now->after);
        else
            own = last;
    }
    if (!brings)
        return;
    if (own && may_wait(at))
        judge_again(search->sites + now->site - 1, own, now, is_update(at));
    else if (!own)
        own = looks + search->next[thread]++ % RECENT;
    *own = *now;
}

/* ---- What other warps have stored -----------------------------------------*/

static Cell *cell_at(const Search *search, const Instruction *at, uint32_t cell)
{
    Cell *known = search->cells + cell;

    if (known->stamp != at->step + 1)
        *known = (Cell){
            .stamp = at->step + 1,
            .value = trace_snapshot(search->trace, at->step)[cell],
        };
    return known;
}

/* A look that changes nothing: does it find what another warp stored? */
static void judge_found(WaitingSite *site, const Cell *cell,
                        const Instruction *at, Word value)
{
    if (!cell->known || cell->warp == at->warp ||
        (site->found && site->value != value))
        site->late = true;
    site->found = true;
    site->value = value;
}

static void visit(const Search *search, uint32_t index)
{
    const Instruction *at = search->trace->instructions + index;
    const Access *access = trace_accesses(search->trace, at);
    bool shared = trace_is_shared(at), writes = trace_traits_of(at)->writes;

    for (int j = 0; j < at->lanes; ++j, ++access) {
        Cell *cell = shared ? cell_at(search, at, access->cell) : NULL;
        Word before = cell ? cell->value : access->value;
        Word after = access->value;
        bool changes = writes && after != before;
        Look now = {.site = site_of(at) + 1,
                    .step = at->step,
                    .cell = access->cell,
                    .array = array_of(at),
                    .changes = changes,
                    .before = before,
                    .after = after};
        look(search, at, trace_thread(search->trace, at, access), &now);
        if (may_wait(at) && !changes)
            judge_found(search->sites + site_of(at), cell, at, after);
        if (cell && writes && (changes || !is_update(at))) {
            cell->value = after;
            cell->warp = at->warp;
            cell->known = true;
        }
    }
}

/* ---- Sites ----------------------------------------------------------------*/

/* Notes the memory that has accesses by which a thread may wait, or atomic
 * operations; true if some has. */
static bool find_watched(const Trace *trace, bool watched[UINT8_MAX + 1])
{
    bool any = false;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        bool watches = may_wait(at) || is_update(at);
        watched[array_of(at)] |= watches;
        any |= watches;
    }
    return any;
}

WaitingSites waiting_sites_find(const Trace *trace)
{
    WaitingSites found = {NULL};
    Search search = {.trace = trace};
    bool watched[UINT8_MAX + 1] = {false};
    uint32_t i, end;

    if (!find_watched(trace, watched))
        return found;
    uint32_t threads = (trace->run.threads / trace->run.k + 1) * trace->run.k;
    search.sites = base_alloc(SITES, sizeof *search.sites);
    search.looks = base_alloc(threads, sizeof *search.looks);
    search.next = base_alloc(threads, sizeof *search.next);
    search.cells = base_alloc(trace->run.words + 1, sizeof *search.cells);
    for (const Block *block = trace->blocks;
         block < trace->blocks + trace->blocks_count; ++block) {
        memset(search.looks, 0, threads * sizeof *search.looks);
        trace_block_instructions(trace, block, &i, &end);
        for (; i < end; ++i)
            if (!trace_is_shuffle(trace->instructions + i) &&
                watched[array_of(trace->instructions + i)])
                visit(&search, i);
    }
    free(search.looks);
    free(search.next);
    free(search.cells);
    found.sites = search.sites;
    return found;
}

void waiting_sites_free(WaitingSites *sites)
{
    free(sites->sites);
    sites->sites = NULL;
}

bool waiting_sites_wait(const WaitingSites *sites, const Instruction *at)
{
    if (!sites->sites || !may_wait(at))
        return false;
    const WaitingSite *site = sites->sites + site_of(at);
    return site->changed || (site->retried && !site->adds) || site->restored ||
           (site->found && !site->late);
}

bool waiting_sites_guess(const WaitingSites *sites, const Instruction *at)
{
    const AccessTraits *is = trace_traits_of(at);

    return sites->sites && is->brings && is->plain && !is->writes &&
           !at->is_volatile && sites->sites[site_of(at)].guesses;
}
