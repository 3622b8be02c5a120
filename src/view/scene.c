/* SPDX-License-Identifier: MIT */
#include "view/scene.h"

#include "analysis/access_role.h"
#include "analysis/block_trace.h"
#include "trace/variable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number of sums of instruction INDEX.  A trace records a sum with the next
 * access of the lane.  A shuffled operand is drawn as added at once: count its
 * sum now and set counted[], so that it is not counted twice.  Sums that need
 * no access count when the next one is made. */
static uint32_t instruction_work(const Trace *trace, size_t index,
                                 bool *counted)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at);
    uint32_t sums = 0;

    for (int i = 0; i < at->lanes; ++i, ++access) {
        sums += access->sums - counted[access - trace->accesses];
        const Sum *sum =
            trace_is_shuffle(at) ? access_role_sum(trace, index, access) : NULL;
        if (!sum || counted[sum->access])
            continue;
        ++sums;
        counted[sum->access] = true;
    }
    return sums;
}

const char *scene_value(Op op, Word value, bool brief, char text[VALUE_TEXT])
{
    char four[VALUE_TEXT];

    value_format(op, value, text);
    if (op == OP_FADD) {
        snprintf(four, sizeof four, "%.4g", (double)op_float(value));
        if (strlen(four) < strlen(text))
            memcpy(text, four, sizeof four);
    }
    if (op != OP_INTERVAL)
        return text;
    bool sum = interval_is_range(value) &&
               interval_first(value) != interval_last(value);
    if (!brief)
        value_format_interval(value, text);
    else if (value == INTERVAL_IDENTITY)
        snprintf(text, VALUE_TEXT, "id");
    else if (sum)
        snprintf(text, VALUE_TEXT, "%u-%u", interval_first(value),
                 interval_last(value));
    return text;
}

/* The length of what is written in a cell of WORDS, which a block of grid GRID
 * has in shared memory; a number of two cells has the room of both. */
static size_t cell_length(const Trace *trace, uint32_t grid, uint32_t cell,
                          const Word *words, bool brief)
{
    char text[VALUE_TEXT];
    size_t length =
        strlen(variable_memory_value(trace, grid, cell, words, brief, text));

    return number_cell_half(trace, grid, cell) == HALF_LOW ? (length + 1) / 2
                                                           : length;
}

/* The same of a program, whose words have types of their own: of what some of
 * the steps leave in shared memory. */
static size_t program_digits(const Trace *trace, bool brief)
{
    enum { MOST_WORDS = 1 << 16 };
    uint32_t words = trace->run.words;
    size_t steps = trace->steps_count, most = 1;
    size_t stride = 1 + steps * words / MOST_WORDS;

    for (size_t s = steps; words && s > 0; s -= s < stride ? s : stride) {
        uint32_t step = (uint32_t)(s - 1);
        const Word *values = trace_snapshot_after(trace, step);
        const Word *intervals = trace_snapshot_intervals_after(trace, step);
        uint32_t grid = trace_block(trace, trace->steps + step)->grid;
        for (uint32_t c = 0; c < words; ++c) {
            if (intervals[c] == INTERVAL_UNSET)
                continue;
            size_t length = cell_length(trace, grid, c, values, brief);
            most = length > most ? length : most;
        }
    }
    return most;
}

/* The most that is written for one of the words of a program's array, or for
 * some of very many; a number of two words has the room of both. */
static size_t array_digits(const Trace *trace, uint8_t array, const Word *words,
                           bool brief)
{
    enum { MOST_WORDS = 1 << 16 };
    uint32_t n = trace->run.n;
    uint32_t stride = n > MOST_WORDS ? n / MOST_WORDS | 1 : 1; /* odd: halves */
    char text[VALUE_TEXT];
    size_t most = 1;

    for (uint32_t i = 0; i < n; i += stride) {
        size_t length = strlen(
            trace->arrays[array].element == ELEMENT_OTHER &&
                    trace->arrays[array].members.count == 0
                ? scene_value(trace->run.op, words[i], brief, text)
                : variable_array_value(trace, array, i, words, n, brief, text));
        if (number_word_half(trace, array, i, n) == HALF_LOW)
            length = (length + 1) / 2;
        most = length > most ? length : most;
    }
    return most;
}

/* Of a program that uses no shared memory: of its first input and its last
 * output. */
static size_t end_digits(const Trace *trace, bool brief)
{
    const Grid *last = trace->grids + trace->grids_count - 1;
    size_t in = array_digits(trace, trace->grids->in, trace->input, brief);
    size_t out = array_digits(trace, last->out, trace->output, brief);

    return in > out ? in : out;
}

static uint8_t count_digits(const Trace *trace, bool brief)
{
    const Run *run = &trace->run;
    char text[VALUE_TEXT];
    size_t most = 1;

    if (number_is_typed(trace))
        return (uint8_t)(run->words ? program_digits(trace, brief)
                                    : end_digits(trace, brief));
    for (uint32_t i = 0; i < run->n; ++i) {
        size_t in = strlen(scene_value(run->op, trace->input[i], brief, text));
        size_t out =
            strlen(scene_value(run->op, trace->output[i], brief, text));
        most = in > most ? in : most;
        most = out > most ? out : most;
    }
    if (run->condition[0]) { /* what it scans are counts, up to n */
        size_t count = (size_t)snprintf(text, sizeof text, "%u", run->n);
        most = count > most ? count : most;
    }
    return (uint8_t)most;
}

const char *scene_operand(const Trace *trace, const Sum *sum, bool right,
                          bool brief, char text[VALUE_TEXT])
{
    if (trace_sum_is_of_words(trace, sum))
        return scene_value(trace->run.op, right ? sum->right : sum->left, brief,
                           text);
    return scene_value(OP_INTERVAL,
                       right ? sum->right_interval : sum->left_interval, false,
                       text);
}

/* Races by step and cell. */
static int by_cell(const void *a, const void *b)
{
    const Race *x = *(const Race *const *)a, *y = *(const Race *const *)b;

    if (x->step != y->step)
        return x->step < y->step ? -1 : 1;
    return (x->cell > y->cell) - (x->cell < y->cell);
}

/* The first of COUNT races, sorted so, whose cell is CELL or higher. */
static size_t first_of_cell(const Race *const *races, size_t count,
                            uint32_t cell)
{
    size_t low = 0, high = count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (races[middle]->cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Are these the same access of the same line? */
static bool same_place(const Instruction *a, const Instruction *b)
{
    return a->site == b->site && a->source == b->source && a->place == b->place;
}

/* Is ACCESS the second access of one of COUNT races of shared memory, which are
 * of its step? */
static bool is_second(const Trace *trace, const Instruction *at,
                      const Access *access, const Race *const *races,
                      size_t count)
{
    uint32_t thread = trace_thread(trace, at, access);

    for (size_t i = first_of_cell(races, count, access->cell);
         i < count && races[i]->cell == access->cell; ++i)
        if (same_place(trace->instructions + races[i]->second.instruction,
                       at) &&
            races[i]->second.kind == at->kind &&
            races[i]->second.thread == thread)
            return true;
    return false;
}

static void mark(AnalysedTrace *analysed, size_t index, PlayerMark what)
{
    analysed
        ->marks[issue_order_place(analysed->trace, analysed->order, index)] |=
        (uint8_t)what;
}

/* Marks the second accesses of COUNT races, which are of one step. */
static void mark_step(AnalysedTrace *analysed, const Race *const *races,
                      size_t count)
{
    const Trace *trace = analysed->trace;
    const Step *step = trace->steps + races[0]->step;

    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        size_t index = step->first_instruction + i;
        const Instruction *at = trace->instructions + index;
        const Access *access = trace_accesses(trace, at);
        for (int a = 0; a < at->lanes; ++a)
            if (is_second(trace, at, access + a, races, count)) {
                mark(analysed, index, MARK_RACE);
                break;
            }
    }
}

static void mark_races(AnalysedTrace *analysed)
{
    const RaceList *list = &analysed->races;
    const Race **races = base_alloc(list->races_count + 1, sizeof *races);
    size_t count = 0;

    for (size_t r = 0; r < list->races_count; ++r)
        if (list->races[r].array == RACE_SHARED)
            races[count++] = list->races + r;
        else /* of each word there is one at most */
            mark(analysed, list->races[r].second.instruction, MARK_RACE);
    qsort(races, count, sizeof *races, by_cell);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1;
             end < count && races[end]->step == races[first]->step; ++end)
            ;
        mark_step(analysed, races + first, end - first);
    }
    free(races);
}

static void mark_wrong(AnalysedTrace *analysed)
{
    for (size_t i = 0;
         analysed->wrong.accesses && i < analysed->trace->instructions_count;
         ++i)
        if (wrong_words_arise(&analysed->wrong, analysed->trace, i))
            mark(analysed, i, MARK_WRONG);
}

static void set_marks(AnalysedTrace *analysed)
{
    analysed->marks = base_alloc(analysed->banks.count + 1, 1);
    for (size_t i = 0; i < analysed->banks.count; ++i)
        if (analysed->banks.costs[i].wavefronts > 1)
            analysed->marks[i] = MARK_CONFLICT;
    if (trace_ended(analysed->trace) && analysed->banks.count > 0)
        analysed->marks[analysed->banks.count - 1] |= MARK_ENDED;
    mark_races(analysed);
}

/* Finds what is wrong, and marks where it begins. */
static void judge(AnalysedTrace *analysed)
{
    const Trace *trace = analysed->trace;

    analysed->judged = trace;
    analysed->proof = proof_of(trace, &analysed->races);
    analysed->wrong = wrong_words_of(trace, analysed->order, &analysed->proof);
    mark_wrong(analysed);
}

/* Transactions of the instruction AT in place I. */
static void count_global(AnalysedTrace *analysed, const Instruction *at,
                         size_t i)
{
    const AccessTraits *traits = trace_traits_of(at);
    uint32_t count =
        trace_is_global(at) ? cost_transactions(analysed->trace, at) : 0;

    if (trace_is_global(at) && at->array < 64)
        analysed->touched |= UINT64_C(1) << at->array;
    analysed->reads[i + 1] = analysed->reads[i] + (traits->brings ? count : 0);
    analysed->writes[i + 1] =
        analysed->writes[i] + (traits->writes ? count : 0);
}

static void add_parts(AnalysedTrace *analysed)
{
    if (analysed->trace->blocks_count < 2)
        return;
    analysed->sums = tile_status_of(analysed->trace, analysed->order);
    analysed->tiles = tile_status_order(analysed->trace, analysed->sums);
    analysed->parts = base_alloc(1, sizeof *analysed->parts);
    analysed->parts->made = base_alloc(analysed->trace->blocks_count,
                                       sizeof *analysed->parts->made);
    analysed->parts->most_bytes = BLOCKS_MOST_BYTES;
}

static void free_parts(AnalysedBlocks *parts)
{
    if (!parts)
        return;
    for (size_t i = 0; i < parts->used_count; ++i)
        analysed_free(parts->made[parts->used[i]]);
    free(parts->made);
    free(parts->used);
    free(parts);
}

static AnalysedTrace *analyse(const Trace *trace)
{
    AnalysedTrace *analysed = base_alloc(1, sizeof *analysed);
    size_t count = trace->instructions_count;
    bool *counted = base_alloc(trace->accesses_count + 1, sizeof *counted);

    analysed->trace = trace;
    analysed->op = trace->run.op;
    analysed->order = issue_order_of(trace);
    analysed->stops =
        analysed->order ? issue_order_stops(trace, analysed->order) : NULL;
    analysed->banks = issue_order_banks(trace, analysed->order);
    analysed->tree = tree_of(trace);
    analysed->races = race_find(trace);
    set_marks(analysed);
    analysed->digits = count_digits(trace, true);
    analysed->full_digits = count_digits(trace, false);
    analysed->conflicts = base_alloc(count + 1, sizeof *analysed->conflicts);
    analysed->work = base_alloc(count + 1, sizeof *analysed->work);
    analysed->reads = base_alloc(count + 1, sizeof *analysed->reads);
    analysed->writes = base_alloc(count + 1, sizeof *analysed->writes);
    for (size_t i = 0; i < count; ++i) {
        size_t index = issue_order_at(analysed->order, i);
        const Instruction *at = trace->instructions + index;
        const BankCost *cost = analysed->banks.costs + i;
        uint32_t beyond = cost->wavefronts ? cost->wavefronts - 1u : 0;
        analysed->conflicts[i + 1] = analysed->conflicts[i] + beyond;
        analysed->work[i + 1] =
            analysed->work[i] + instruction_work(trace, index, counted);
        count_global(analysed, at, i);
        analysed->shuffles |= trace_is_shuffle(at);
        if (cost->latency > analysed->longest)
            analysed->longest = cost->latency;
    }
    free(counted);
    if (registers_matter(trace))
        analysed->lanes = registers_of(trace);
    if (trace_is_program(trace))
        analysed->lines = line_costs(trace, &analysed->lines_count);
    analysed->schedule = base_alloc(1, sizeof *analysed->schedule);
    add_parts(analysed);
    return analysed;
}

AnalysedTrace *analysed_new(const Trace *trace)
{
    AnalysedTrace *analysed = analyse(trace);

    judge(analysed);
    return analysed;
}

AnalysedTrace *analysed_labels(const Trace *labels,
                               const AnalysedTrace *numbers)
{
    AnalysedTrace *analysed = analyse(labels);
    size_t count = labels->accesses_count;

    BASE_CHECK(count == numbers->trace->accesses_count);
    analysed->judged = numbers->trace;
    analysed->proof = numbers->proof;
    analysed->wrong = numbers->wrong;
    if (numbers->wrong.accesses) {
        analysed->wrong.accesses =
            base_memdup(numbers->wrong.accesses, count + 1);
        analysed->wrong.sums =
            base_memdup(numbers->wrong.sums, labels->sums_count + 1);
    }
    mark_wrong(analysed);
    return analysed;
}

bool analysed_has_sums(const AnalysedTrace *analysed)
{
    return !trace_is_program(analysed->trace) || analysed->tree.levels ||
           analysed->lanes.rows_count > 0 ||
           analysed->work[analysed->trace->instructions_count] > 0;
}

void analysed_free(AnalysedTrace *analysed)
{
    if (!analysed)
        return;
    bank_table_free(&analysed->banks);
    tree_free(&analysed->tree);
    race_free(&analysed->races);
    wrong_words_free(&analysed->wrong);
    free(analysed->marks);
    free(analysed->conflicts);
    free(analysed->work);
    free(analysed->reads);
    free(analysed->writes);
    registers_free(&analysed->lanes);
    free(analysed->lines);
    free_parts(analysed->parts);
    schedule_free(analysed->schedule->made);
    free(analysed->schedule);
    free(analysed->sums);
    free(analysed->tiles);
    free(analysed->order);
    free(analysed->stops);
    free(analysed->origins);
    trace_free(analysed->own);
    free(analysed);
}

Standings standings_at(const Player *player, double cycle)
{
    const Timeline *timeline = player->timelines + player->clock;
    Standings standings = {.on = player->clock == CLOCK_CYCLES, .leader = -1};

    if (!standings.on)
        return standings;
    standings.measured = timeline->measured;
    standings.cycle = cycle;
    for (int t = 0; t < player->count; ++t)
        standings.ends[t] =
            (double)
                timeline->starts[t][timeline->traces[t]->instructions_count];
    standings.even = timeline->even;
    standings.leader = timeline_gaps(timeline, cycle, standings.gaps);
    return standings;
}

void scene_follow(Scene *scene, const Player *player)
{
    for (int t = 0; t < scene->count; ++t)
        scene->positions[t] = player_shown(player, t, scene->remains + t);
    scene->standings = standings_at(player, player_cycle(player));
}

uint32_t scene_threads(const Scene *scene, int t, uint32_t *shown)
{
    const AnalysedTrace *analysed = scene->analysed_traces[t];
    const Trace *trace = analysed->trace;
    size_t position = scene->positions[t];

    *shown = 0;
    if (trace->locals_count == 0 || trace->blocks_count == 0)
        return 0;
    const Instruction *at =
        position ? trace->instructions + analysed_running(analysed, position)
                 : NULL;
    const Block *block =
        at ? trace_block(trace, trace_step(trace, at)) : trace->blocks;
    uint32_t threads = trace->grids[block->grid].threads;
    if (scene->thread && scene->thread <= threads)
        *shown = scene->thread - 1;
    else if (at)
        *shown = trace_thread(trace, at, trace_accesses(trace, at));
    return threads;
}

bool scene_same(const Scene *a, const Scene *b)
{
    for (int t = 0; t < PLAYER_MAX_TRACES; ++t)
        if (a->analysed_traces[t] != b->analysed_traces[t] ||
            a->positions[t] != b->positions[t] ||
            a->remains[t] != b->remains[t])
            return false;
    for (int i = 0; i < ZOOM_COUNT; ++i)
        if (a->zooms[i].zoom != b->zooms[i].zoom ||
            a->zooms[i].from != b->zooms[i].from)
            return false;
    if (a->things_count != b->things_count ||
        !thing_same(&a->hovered, &b->hovered))
        return false;
    for (int i = 0; i < a->things_count; ++i)
        if (!thing_same(a->things + i, b->things + i))
            return false;
    return a->count == b->count && a->theme == b->theme &&
           a->thread == b->thread && a->scale == b->scale &&
           a->density == b->density && a->no_caption == b->no_caption &&
           a->steps == b->steps && a->projector == b->projector &&
           a->keys == b->keys && a->chart == b->chart && a->time == b->time &&
           a->costs == b->costs && a->cover == b->cover &&
           a->banner == b->banner && a->asked == b->asked &&
           a->standings.on == b->standings.on &&
           a->standings.cycle == b->standings.cycle;
}

const Schedule *analysed_schedule(const AnalysedTrace *analysed,
                                  const ScheduleCosts *costs)
{
    Schedule **made = &analysed->schedule->made;

    costs = costs ? costs : &schedule_costs;
    if (*made && schedule_costs_same(&(*made)->costs, costs))
        return *made;
    schedule_free(*made);
    return *made = schedule_of(analysed->trace, costs);
}

size_t analysed_running(const AnalysedTrace *analysed, size_t position)
{
    BASE_CHECK(position > 0);
    return issue_order_at(analysed->order, position - 1);
}

uint32_t analysed_step(const AnalysedTrace *analysed, size_t position)
{
    size_t low = 0, high = analysed->trace->steps_count;

    if (position == 0)
        return 0;
    if (!analysed->stops)
        return analysed->trace->instructions[position - 1].step + 1;
    while (low < high) { /* the first step that ends at POSITION or later */
        size_t middle = low + (high - low) / 2;
        if (analysed->stops[middle] >= position)
            high = middle;
        else
            low = middle + 1;
    }
    return (uint32_t)low + 1;
}

/* The block (index into its trace's) that runs at POSITION; at 0, the first. */
static uint32_t running_block(const AnalysedTrace *analysed, size_t position)
{
    const Trace *trace = analysed->trace;

    if (position == 0)
        return 0;
    size_t running = analysed_running(analysed, position);
    return trace_step(trace, trace->instructions + running)->block;
}

/* Bytes of an analysed block: those that grow with its threads and steps. */
static size_t part_bytes(const AnalysedTrace *part)
{
    return trace_bytes(part->own) +
           part->lanes.cells_capacity * sizeof *part->lanes.cells;
}

static AnalysedTrace *make_part(const AnalysedTrace *analysed, uint32_t b)
{
    uint32_t *origins;
    Trace *own = block_trace_of(analysed->trace, b, analysed->order, &origins);
    AnalysedTrace *part = analyse(own);

    part->wrong =
        wrong_words_part(&analysed->wrong, analysed->trace, own, origins);
    part->origins = origins;
    part->own = own;
    return part;
}

/* Takes entry I out of the list of those that are used. */
static void forget_use(AnalysedBlocks *parts, size_t i)
{
    memmove(parts->used + i, parts->used + i + 1,
            (--parts->used_count - i) * sizeof *parts->used);
}

const AnalysedTrace *analysed_part(const AnalysedTrace *analysed, uint32_t b)
{
    AnalysedBlocks *parts = analysed->parts;

    if (parts->made[b]) {
        size_t i = parts->used_count - 1;
        while (parts->used[i] != b)
            --i;
        forget_use(parts, i);
    } else {
        parts->made[b] = make_part(analysed, b);
        parts->bytes += part_bytes(parts->made[b]);
    }
    base_push(parts, used, b);
    while (parts->bytes > parts->most_bytes && parts->used_count > 2) {
        AnalysedTrace **oldest = parts->made + parts->used[0];
        parts->bytes -= part_bytes(*oldest);
        analysed_free(*oldest);
        *oldest = NULL;
        forget_use(parts, 0);
    }
    return parts->made[b];
}

const AnalysedTrace *analysed_block(const AnalysedTrace *analysed,
                                    size_t *position)
{
    if (!analysed->parts)
        return analysed;
    uint32_t b = running_block(analysed, *position);
    *position = issue_order_done(analysed->trace, analysed->order,
                                 analysed->trace->blocks + b, *position);
    return analysed_part(analysed, b);
}

const char *scene_name(const Trace *trace)
{
    return trace_is_program(trace) ? trace->run.algorithm : trace->run.title;
}

const char *scene_hidden_name(const Trace *trace)
{
    return trace_is_program(trace) ? "a program" : "a scan";
}

const char *scene_hidden_title(const Scene *scene)
{
    return trace_is_program(scene->analysed_traces[0]->trace) ? "A program"
                                                              : "A scan";
}

void scene_title(const Scene *scene, Text *text)
{
    for (int t = 0; t < scene->count; ++t) {
        const char *between = t == 0                 ? ""
                              : scene->count == 2    ? " beside "
                              : t + 1 < scene->count ? ", "
                                                     : " and ";
        text_add(text, "%s%s", between,
                 scene_name(scene->analysed_traces[t]->trace));
    }
}
