/* SPDX-License-Identifier: MIT
 *
 * fixture - hand-made traces; see fixture.h.
 */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

Fixture *fixture_new(Op op, uint32_t n, uint32_t k, uint32_t threads,
                     uint32_t words)
{
    Fixture *f = base_alloc(1, sizeof *f);
    Trace *trace = f->trace = trace_new();

    trace->run = (Run){.algorithm = base_strdup("fixture"),
                       .title = base_strdup("Fixture"),
                       .summary = base_strdup("made by hand"),
                       .condition = base_strdup(""),
                       .device = base_strdup("cpu"),
                       .device_name = base_strdup("simulator"),
                       .n = n,
                       .k = k,
                       .threads = threads,
                       .blocks = 1,
                       .block_n = n,
                       .words = words,
                       .op = op,
                       .seed = 0xfedcba9876543210u};
    trace_source_add(trace, "fixture.cu",
                     "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"
                     "11\n12\n13\n14\n15\n16\n17\n");
    base_push(trace, arrays, ((Array){.name = base_strdup("in"), .words = n}));
    base_push(trace, arrays, ((Array){.name = base_strdup("out"), .words = n}));
    Grid grid = {.title = base_strdup("scan"),
                 .n = n,
                 .block_n = n,
                 .blocks = 1,
                 .threads = threads,
                 .words = words,
                 .tiled = 1,
                 .in = GLOBAL_IN,
                 .out = GLOBAL_OUT};
    base_push(trace, grids, grid);
    base_push(trace, blocks, ((Block){0}));
    trace->input = base_alloc(n, sizeof(Word));
    trace->output = base_alloc(n, sizeof(Word));
    trace->output_interval = base_alloc(n, sizeof(Word));
    f->values = base_alloc(words + 1, sizeof(Word));
    f->intervals = base_alloc(words + 1, sizeof(Word));
    for (uint32_t i = 0; i < n; ++i) {
        trace->input[i] = op == OP_INTERVAL ? interval_make(i, i) : i + 1;
        trace->output_interval[i] = INTERVAL_UNSET;
    }
    for (uint32_t i = 0; i < words; ++i)
        f->intervals[i] = INTERVAL_UNSET;
    return f;
}

static void snapshot(Fixture *f)
{
    Trace *trace = f->trace;
    size_t words = trace->run.words, at = trace->snapshots_count++ * words;

    trace->snapshot_values =
        base_realloc(trace->snapshot_values, at + words + 1, sizeof(Word));
    trace->snapshot_intervals =
        base_realloc(trace->snapshot_intervals, at + words + 1, sizeof(Word));
    memcpy(trace->snapshot_values + at, f->values, words * sizeof(Word));
    memcpy(trace->snapshot_intervals + at, f->intervals, words * sizeof(Word));
}

void fixture_step(Fixture *f, const char *phase, int level)
{
    Trace *trace = f->trace;
    Step step = {.block = f->block,
                 .first_instruction = (uint32_t)trace->instructions_count,
                 .phase =
                     trace_phase_add(trace, trace_phase_named(phase), phase),
                 .site = 1,
                 .level = level};

    snapshot(f);
    base_push(trace, steps, step);
    ++trace->blocks[f->block].step_count;
}

void fixture_next_block(Fixture *f)
{
    snapshot(f);
    ++f->block;
    ++f->trace->run.blocks;
    base_push(f->trace, blocks,
              ((Block){.index = f->block,
                       .first_step = (uint32_t)f->trace->steps_count}));
    memset(f->values, 0, f->trace->run.words * sizeof(Word));
    for (uint32_t i = 0; i < f->trace->run.words; ++i)
        f->intervals[i] = INTERVAL_UNSET;
}

void fixture_instruction(Fixture *f, int warp, AccessKind kind, int site)
{
    Trace *trace = f->trace;
    Instruction at = {.first_access = (uint32_t)trace->accesses_count,
                      .step = (uint32_t)trace->steps_count - 1,
                      .site = (uint16_t)site,
                      .warp = (uint16_t)warp,
                      .kind = (uint8_t)kind,
                      .time = (uint32_t)trace->instructions_count,
                      .array = kind == ACCESS_GSTORE ? GLOBAL_OUT : GLOBAL_IN,
                      .width = sizeof(Word)};

    base_push(trace, instructions, at);
    trace->steps[at.step].instruction_count++;
}

void fixture_access(Fixture *f, int lane, uint32_t cell, Word value,
                    Word interval)
{
    Trace *trace = f->trace;
    Instruction *at = trace->instructions + trace->instructions_count - 1;
    Access access = {.cell = cell,
                     .value = value,
                     .interval = interval,
                     .lane = (uint8_t)lane,
                     .bytes = TRACE_WORD};

    base_push(trace, accesses, access);
    at->lanes++;
    if (trace_is_store(at)) {
        f->values[cell] = value;
        f->intervals[cell] = interval;
    }
    if (at->kind == ACCESS_GSTORE && at->array == GLOBAL_OUT) {
        BASE_CHECK(cell < trace->run.n);
        trace->output[cell] = value;
        trace->output_interval[cell] = interval;
    }
}

void fixture_statuses(Fixture *f, AccessKind kind, int site, uint8_t array)
{
    fixture_instruction(f, 0, kind, site);
    Instruction *at = f->trace->instructions + f->trace->instructions_count - 1;
    at->array = array;
    at->width = 2 * sizeof(Word);
    at->is_volatile = 1;
}

void fixture_status(Fixture *f, int lane, uint32_t tile, Word state, Word sum,
                    Word interval)
{
    fixture_access(f, lane, 2 * tile, state, INTERVAL_TOP);
    fixture_access(f, lane, 2 * tile + 1, sum, interval);
}

void fixture_sum(Fixture *f, Word left, Word left_interval, Word right,
                 Word right_interval)
{
    Trace *trace = f->trace;
    Sum sum = {.access = (uint32_t)trace->accesses_count - 1,
               .left = left,
               .right = right,
               .left_interval = left_interval,
               .right_interval = right_interval};

    base_push(trace, sums, sum);
    trace->accesses[sum.access].sums++;
}

Trace *fixture_done(Fixture *f)
{
    Trace *trace = f->trace;

    Run *run = &trace->run;
    Grid *grid = trace->grids;

    snapshot(f);
    run->block_n = (run->n + run->blocks - 1) / run->blocks;
    grid->block_n = run->block_n;
    grid->blocks = (run->n + run->block_n - 1) / run->block_n;
    for (int i = 0; i < 3; ++i) {
        grid->extents[i] = i == 0 ? grid->blocks : 1;
        grid->block_extents[i] = i == 0 ? grid->threads : 1;
    }
    free(f->values);
    free(f->intervals);
    free(f);
    return trace;
}

/* ---- scans ---- */

/* The cell of node X of level M. */
static uint32_t cell_of(Place place, uint32_t k, uint32_t x, int m)
{
    int h = base_log2(k);
    uint32_t cell;

    if (place == PLACE_LEFTRIGHT) {
        for (; m > 0; --m)
            x = 2 * x + (x >> (h - 1) & 1);
        return x;
    }
    cell = ((x + 1) << m) - 1;
    return place == PLACE_PADDING ? cell + cell / k : cell;
}

typedef struct {
    Fixture *f;
    Place place;
    uint32_t k, threads;
    int level;      /* of the parents */
    uint32_t count; /* of them */
    uint32_t first; /* parent of the first thread in this round */
} Sweep;

/* A lane's two cells and what it holds. */
typedef struct {
    uint32_t p, q; /* the parent's cell, and the other child's */
    bool p_is_left;
    Word p_value, p_interval, q_value, q_interval;
} Held;

static Held held(const Sweep *sweep, uint32_t x)
{
    Held lane = {0};
    uint32_t left = cell_of(sweep->place, sweep->k, 2 * x, sweep->level - 1);
    uint32_t right =
        cell_of(sweep->place, sweep->k, 2 * x + 1, sweep->level - 1);

    lane.p = cell_of(sweep->place, sweep->k, x, sweep->level);
    lane.p_is_left = lane.p == left;
    lane.q = lane.p_is_left ? right : left;
    lane.p_value = sweep->f->values[lane.p];
    lane.p_interval = sweep->f->intervals[lane.p];
    lane.q_value = sweep->f->values[lane.q];
    lane.q_interval = sweep->f->intervals[lane.q];
    return lane;
}

/* The value of left + right. */
static Word add(const Sweep *sweep, Word left, Word right)
{
    return op_apply(sweep->f->trace->run.op, left, right);
}

static void load_both(const Sweep *sweep, uint32_t warp, const Held *lanes,
                      uint32_t count, int line)
{
    for (int which = 0; which < 2; ++which) {
        fixture_instruction(sweep->f, (int)warp, ACCESS_LOAD, line + which);
        for (uint32_t i = 0; i < count; ++i) {
            const Held *h = lanes + i;
            if (which == 0)
                fixture_access(sweep->f, (int)i, h->p, h->p_value,
                               h->p_interval);
            else
                fixture_access(sweep->f, (int)i, h->q, h->q_value,
                               h->q_interval);
        }
    }
}

static void up_warp(const Sweep *sweep, uint32_t warp, const Held *lanes,
                    uint32_t count)
{
    Fixture *f = sweep->f;

    load_both(sweep, warp, lanes, count, LINE_UP_P);
    fixture_instruction(f, (int)warp, ACCESS_STORE, LINE_UP_SUM);
    for (uint32_t i = 0; i < count; ++i) {
        const Held *h = lanes + i;
        Word l = h->p_is_left ? h->p_value : h->q_value;
        Word r = h->p_is_left ? h->q_value : h->p_value;
        Word li = h->p_is_left ? h->p_interval : h->q_interval;
        Word ri = h->p_is_left ? h->q_interval : h->p_interval;
        fixture_access(f, (int)i, h->p, add(sweep, l, r),
                       interval_join(li, ri));
        fixture_sum(f, l, li, r, ri);
    }
    if (sweep->place != PLACE_LEFTRIGHT)
        return;
    fixture_instruction(f, (int)warp, ACCESS_STORE, LINE_UP_MOVE);
    for (uint32_t i = 0; i < count; ++i) {
        const Held *h = lanes + i;
        fixture_access(f, (int)i, h->q, h->p_is_left ? h->p_value : h->q_value,
                       h->p_is_left ? h->p_interval : h->q_interval);
    }
}

/* One child's store in the down-sweep: prefix, or prefix + left sum. */
static void down_store(const Sweep *sweep, int lane, const Held *h,
                       uint32_t cell, bool left)
{
    Word sum = add(sweep, h->p_value, h->q_value);
    Word interval = interval_join(h->p_interval, h->q_interval);

    fixture_access(sweep->f, lane, cell, left ? h->p_value : sum,
                   left ? h->p_interval : interval);
    if (!left)
        fixture_sum(sweep->f, h->p_value, h->p_interval, h->q_value,
                    h->q_interval);
}

static void down_warp(const Sweep *sweep, uint32_t warp, const Held *lanes,
                      uint32_t count)
{
    load_both(sweep, warp, lanes, count, LINE_DOWN_P);
    for (int which = 0; which < 2; ++which) {
        fixture_instruction(sweep->f, (int)warp, ACCESS_STORE,
                            LINE_DOWN_STORE_P + which);
        for (uint32_t i = 0; i < count; ++i) {
            const Held *h = lanes + i;
            bool is_p = which == 0;
            down_store(sweep, (int)i, h, is_p ? h->p : h->q,
                       is_p == h->p_is_left);
        }
    }
}

static void sweep_level(Sweep *sweep, bool up)
{
    uint32_t k = sweep->k, nodes = sweep->count;

    for (uint32_t x = 0; x < nodes; x += k) {
        uint32_t count = nodes - x < k ? nodes - x : k;
        uint32_t warp = x % sweep->threads / k;
        Held lanes[TRACE_MAX_BANKS];
        for (uint32_t i = 0; i < count; ++i)
            lanes[i] = held(sweep, x + i);
        (up ? up_warp : down_warp)(sweep, warp, lanes, count);
    }
}

/* One value per cell from global memory, or back. */
static void transfer(Sweep *sweep, uint32_t n, uint32_t padded, bool in)
{
    Fixture *f = sweep->f;
    uint32_t k = sweep->k;
    Word none = op_identity(f->trace->run.op);

    for (uint32_t x = 0; x < padded; x += k) {
        int warp = (int)(x % sweep->threads / k);
        uint32_t real = x >= n ? 0 : n - x < k ? n - x : k;
        uint32_t count = padded - x < k ? padded - x : k;
        for (int which = 0; which < 2; ++which) {
            bool global = in == (which == 0);
            AccessKind kind = in ? (global ? ACCESS_GLOAD : ACCESS_STORE)
                                 : (global ? ACCESS_GSTORE : ACCESS_LOAD);
            uint32_t lanes = in && !global ? count : real;
            if (lanes == 0)
                continue;
            fixture_instruction(f, warp, kind,
                                (in ? LINE_GLOAD : LINE_READ) + which);
            for (uint32_t i = 0; i < lanes; ++i) {
                uint32_t cell = cell_of(sweep->place, k, x + i, 0);
                Word value = in ? (i < real ? f->trace->input[x + i] : none)
                                : f->values[cell];
                Word interval = !in        ? f->intervals[cell]
                                : i < real ? interval_make(x + i, x + i)
                                           : INTERVAL_IDENTITY;
                fixture_access(f, (int)i, global ? x + i : cell, value,
                               interval);
            }
        }
    }
}

Trace *fixture_scan(Place place, Op op, uint32_t n, uint32_t k)
{
    uint32_t padded = base_power_of_two(n);
    uint32_t half = padded > 1 ? padded / 2 : 1;
    uint32_t words = place == PLACE_PADDING ? padded + padded / k : padded;
    int levels = base_log2(padded);
    Sweep sweep = {.place = place, .k = k, .threads = half < 512 ? half : 512};

    if (sweep.threads < k)
        sweep.threads = k;
    sweep.f = fixture_new(op, n, k, sweep.threads, words);
    fixture_step(sweep.f, "load", 0);
    transfer(&sweep, n, padded, true);
    for (sweep.level = 1; sweep.level <= levels; ++sweep.level) {
        sweep.count = padded >> sweep.level;
        fixture_step(sweep.f, "up-sweep", sweep.level);
        sweep_level(&sweep, true);
    }
    fixture_step(sweep.f, "clear", 0);
    fixture_instruction(sweep.f, 0, ACCESS_STORE, LINE_CLEAR);
    fixture_access(sweep.f, 0, cell_of(place, k, 0, levels), op_identity(op),
                   INTERVAL_IDENTITY);
    for (sweep.level = levels; sweep.level >= 1; --sweep.level) {
        sweep.count = padded >> sweep.level;
        fixture_step(sweep.f, "down-sweep", sweep.level);
        sweep_level(&sweep, false);
    }
    fixture_step(sweep.f, "write back", 0);
    transfer(&sweep, n, padded, false);
    return fixture_done(sweep.f);
}

/* ---- Hillis and Steele ---- */

static void hillis_load(Fixture *f, uint32_t first, uint32_t n, uint32_t d,
                        int line)
{
    fixture_instruction(f, (int)(first / f->trace->run.k), ACCESS_LOAD, line);
    for (uint32_t i = first; i < n && i < first + f->trace->run.k; ++i)
        if (i >= d)
            fixture_access(f, (int)(i - first), i - (line == 4 ? d : 0),
                           f->values[i - (line == 4 ? d : 0)],
                           f->intervals[i - (line == 4 ? d : 0)]);
}

Trace *fixture_hillis(uint32_t n, uint32_t k, bool barrier)
{
    Fixture *f = fixture_new(OP_ADD, n, k, n, n);
    Sweep sweep = {.f = f, .k = k, .threads = n};
    Word *old = base_alloc(n, sizeof *old);
    Word *old_interval = base_alloc(n, sizeof *old_interval);
    int round = 1;

    f->trace->run.inclusive = true;
    fixture_step(f, "load", 0);
    transfer(&sweep, n, n, true);
    for (uint32_t d = 1; d < n; d *= 2, ++round) {
        fixture_step(f, "read", round);
        memcpy(old, f->values, n * sizeof *old);
        memcpy(old_interval, f->intervals, n * sizeof *old);
        for (uint32_t first = d / k * k; first < n; first += k) {
            hillis_load(f, first, n, d, 4);
            hillis_load(f, first, n, d, 5);
        }
        if (barrier)
            fixture_step(f, "write", round);
        for (uint32_t i = d; i < n; ++i) {
            if (i == d || i % k == 0)
                fixture_instruction(f, (int)(i / k), ACCESS_STORE, 6);
            fixture_access(f, (int)(i % k), i, old[i - d] + old[i],
                           interval_join(old_interval[i - d], old_interval[i]));
            fixture_sum(f, old[i - d], old_interval[i - d], old[i],
                        old_interval[i]);
        }
    }
    fixture_step(f, "write back", 0);
    transfer(&sweep, n, n, false);
    free(old);
    free(old_interval);
    return fixture_done(f);
}
