/* SPDX-License-Identifier: MIT */
#include "moment/block_state.h"

int block_statuses(const Trace *trace, const Grid *grid)
{
    for (size_t a = 0; a < trace->arrays_count; ++a) {
        uint32_t words = tile_status_words(trace->arrays + a);
        if (words && trace->arrays[a].words / words == grid->blocks)
            return (int)a;
    }
    return -1;
}

bool block_status(const Moment *moment, int statuses, uint32_t tile,
                  GlobalWord *status)
{
    uint8_t array = (uint8_t)statuses;
    uint32_t words = tile_status_words(moment->trace->arrays + statuses);
    GlobalWord state = moment_word(moment, array, tile * words);

    *status = moment_word(moment, array, tile * words + words - 1);
    return state.held == GLOBAL_MEMORY_HELD && state.value != 0;
}

static const TileRange no_tiles = {1, 0};

/* The tiles that LOOK looks at; only those not yet published, if WAITS. */
static TileRange looks_at(const Moment *moment, int statuses,
                          const Instruction *look, bool waits)
{
    const Trace *trace = moment->trace;
    TileRange tiles = no_tiles;
    GlobalWord status;

    if (!tile_status_looks(trace, look) || look->array != statuses)
        return no_tiles;
    uint32_t blocks = trace_grid(trace, trace_step(trace, look))->blocks;
    for (uint32_t i = 0; i < tile_status_count(trace, look); ++i) {
        uint32_t tile =
            tile_status_tile(trace, look, tile_status_access(trace, look, i));
        if (tile >= blocks ||
            (waits && block_status(moment, statuses, tile, &status)))
            continue;
        bool none = tiles.first > tiles.last;
        tiles.first = none || tile < tiles.first ? tile : tiles.first;
        tiles.last = none || tile > tiles.last ? tile : tiles.last;
    }
    return tiles;
}

BlockDoing block_doing(const Moment *moment, int statuses, const Block *block,
                       TileRange *tiles)
{
    const Trace *trace = moment->trace;
    const uint32_t *order = moment->of->order;
    const Instruction *running = moment->service.at;

    *tiles = no_tiles;
    if (!block)
        return BLOCK_ABSENT;
    uint32_t after = issue_order_next(trace, order, block, moment->position);
    /* in a launch that was cut off, the block may have had more to do */
    BlockDoing last =
        trace_is_cut(trace, block->grid) ? BLOCK_BEGUN : BLOCK_DONE;
    const Instruction *next =
        after == ISSUE_ORDER_NONE ? NULL : trace->instructions + after;
    if (running && trace_block(trace, trace_step(trace, running)) == block) {
        *tiles = looks_at(moment, statuses, running, false);
        return tiles->first <= tiles->last ? BLOCK_LOOKS
               : next                      ? BLOCK_RUNS
                                           : last;
    }
    if (!next)
        return last;
    if (issue_order_done(trace, order, block, moment->position) == 0)
        return BLOCK_COMING;
    *tiles = looks_at(moment, statuses, next, true);
    return tiles->first <= tiles->last ? BLOCK_WAITS : BLOCK_BEGUN;
}

const Access *block_wrong(const Moment *moment, const Block *block)
{
    const Trace *trace = moment->trace;
    const WrongWords *wrong = moment->of->wrong;
    size_t end = moment->position - moment_is_moving(moment);
    const Access *found = NULL;
    size_t first = end;
    uint32_t i, last;

    if (!wrong->accesses)
        return NULL;
    trace_block_instructions(trace, block, &i, &last);
    for (; i < last; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        for (int lane = 0; lane < at->lanes; ++lane, ++access) {
            if (!wrong_words_shown(wrong, trace, access))
                continue;
            size_t place = issue_order_place(trace, moment->of->order, i);
            if (place < first)
                found = access;
            first = place < first ? place : first;
            break;
        }
    }
    return found;
}
