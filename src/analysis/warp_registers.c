/* SPDX-License-Identifier: MIT */
#include "analysis/warp_registers.h"

#include "analysis/wide.h"

#include <stdlib.h>

enum { MOST_CELLS = 1 << 21 };

bool registers_matter(const Trace *trace)
{
    bool shared = false;

    if (trace->blocks_count != 1)
        return false;
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        if (trace_is_shuffle(trace->instructions + i))
            return true;
        shared |= trace_is_shared(trace->instructions + i);
    }
    return !shared && trace->instructions_count > 0;
}

/* ---- Making it -----------------------------------------------------------*/

/* What each thread held last, and the accesses whose sums are already shown. */
typedef struct {
    WarpRegisters *lanes;
    uint32_t
        *next; /* of each access: the same thread's next, or REGISTERS_NEVER */
    uint32_t *instruction_of; /* of each access */
    bool *shown;              /* the sums of this access were shown before it */
    RegisterCell *last;       /* by thread */
    uint32_t *table;   /* 1 + rows, open, by what they execute; 0: none */
    size_t table_size; /* a power of two */
} Making;

static uint32_t thread_of(const Trace *trace, const Instruction *at,
                          uint32_t access)
{
    return trace_thread(trace, at, trace->accesses + access);
}

static void find_next(Making *making)
{
    const Trace *trace = making->lanes->trace;
    uint32_t *later = base_alloc(making->lanes->threads + 1, sizeof *later);

    for (uint32_t t = 0; t < making->lanes->threads; ++t)
        later[t] = REGISTERS_NEVER;
    for (size_t i = trace->instructions_count; i-- > 0;) {
        const Instruction *at = trace->instructions + i;
        for (int lane = at->lanes; lane-- > 0;) {
            uint32_t access = at->first_access + (uint32_t)lane;
            uint32_t thread = thread_of(trace, at, access);
            making->next[access] = later[thread];
            making->instruction_of[access] = (uint32_t)i;
            later[thread] = access;
        }
    }
    free(later);
}

static bool is_word(const Access *access, Word value, Word interval)
{
    return access->value == value && access->interval == interval;
}

/* How many words each thread moves in an instruction. */
static uint8_t words_of(const Instruction *at)
{
    return at->width > sizeof(Word) ? (uint8_t)(at->width / sizeof(Word)) : 1;
}

/* The thread's next access after the instruction of ACCESS, which may be one
 * word of several. */
static uint32_t next_of(const Making *making, uint32_t access)
{
    uint32_t at = making->instruction_of[access], next = making->next[access];

    while (next != REGISTERS_NEVER && making->instruction_of[next] == at)
        next = making->next[next];
    return next;
}

/* The last of the sums that a thread made with the word of ACCESS before its
 * next access; of one word of several, the sum that it was added in from the
 * right.  REGISTERS_NEVER if it made none, or if the next access stores several
 * sums, each of which has a row of its own. */
static uint32_t sum_made(const Making *making, uint32_t access)
{
    const Trace *trace = making->lanes->trace;
    uint32_t next = next_of(making, access);

    if (next == REGISTERS_NEVER || trace->accesses[next].sums == 0)
        return REGISTERS_NEVER;
    const Instruction *later =
        trace->instructions + making->instruction_of[next];
    if (words_of(later) > 1 && trace_traits_of(later)->writes)
        return REGISTERS_NEVER;
    const Access *received = trace->accesses + access;
    const Sum *sums = trace_sums(trace, trace->accesses + next);
    uint32_t first = (uint32_t)(sums - trace->sums);
    uint32_t count = trace->accesses[next].sums;
    bool wide =
        words_of(trace->instructions + making->instruction_of[access]) > 1;
    for (uint32_t i = 0; i < count; ++i) {
        bool right = is_word(received, sums[i].right, sums[i].right_interval);
        if (wide && right)
            return first + i;
        if (!wide &&
            (right || is_word(received, sums[i].left, sums[i].left_interval)))
            return first + count - 1;
    }
    return REGISTERS_NEVER;
}

/* The word that a lane sends in a shuffle, as somebody receives it. */
static const Access *sent(const Trace *trace, const Instruction *at, int lane)
{
    const Access *access = trace_accesses(trace, at);

    for (int i = 0; i < at->lanes; ++i)
        if (access[i].cell == (uint32_t)lane)
            return access + i;
    return NULL;
}

/* True if some lane of the instruction made a sum with the word it received. */
static bool any_sum(const Making *making, const Instruction *at)
{
    for (int i = 0; i < at->lanes; ++i)
        if (sum_made(making, at->first_access + (uint32_t)i) != REGISTERS_NEVER)
            return true;
    return false;
}

/* True if a thread keeps the word it HELD and discards the one of a shuffle. */
static bool keeps(const Making *making, const Instruction *at, uint32_t access,
                  const RegisterCell *held)
{
    const Trace *trace = making->lanes->trace;
    const Access *received = trace->accesses + access;
    uint32_t next = making->next[access];

    if (held->instruction == REGISTERS_NEVER)
        return false;
    if (received->cell == received->lane)
        return true;
    if (is_word(received, held->value, held->interval))
        return any_sum(making, at);
    if (next == REGISTERS_NEVER)
        return any_sum(making, at);
    const Instruction *later =
        trace->instructions + making->instruction_of[next];
    const Access *seen =
        trace_is_shuffle(later)          ? sent(trace, later, received->lane)
        : trace_traits_of(later)->brings ? NULL
                                         : trace->accesses + next;
    if (seen && is_word(seen, received->value, received->interval))
        return false;
    if (seen && is_word(seen, held->value, held->interval))
        return true;
    return any_sum(making, at);
}

static Word result(const Trace *trace, const Sum *sum, Word *interval)
{
    *interval = interval_join(sum->left_interval, sum->right_interval);
    return op_apply(trace->run.op, sum->left, sum->right);
}

static RegisterCell make_cell(Making *making, uint32_t index, uint32_t access,
                              const RegisterCell *held)
{
    const Trace *trace = making->lanes->trace;
    const Instruction *at = trace->instructions + index;
    const Access *word = trace->accesses + access;
    RegisterCell cell = {index, access,      REGISTERS_NEVER,
                         index, word->value, word->interval,
                         0,     false};

    if (!trace_traits_of(at)->brings) {
        if (word->sums && !making->shown[access])
            cell.sum = (uint32_t)(trace_sums(trace, word) - trace->sums) +
                       (uint32_t)word->sums - 1;
        return cell;
    }
    cell.sum = sum_made(making, access);
    if (cell.sum != REGISTERS_NEVER) {
        making->shown[next_of(making, access)] = true;
        if (!trace_is_shuffle(at))
            cell.made = making->instruction_of[next_of(making, access)];
        cell.value = result(trace, trace->sums + cell.sum, &cell.interval);
    } else if (trace_is_shuffle(at) && keeps(making, at, access, held)) {
        cell.kept = true;
        cell.value = held->value;
        cell.interval = held->interval;
    }
    return cell;
}

/* Which execution of its line an instruction belongs to: the catalog's kernels
 * execute the parts of a wide access together. */
static uint32_t execution_of(const Trace *trace, const Instruction *at)
{
    bool parts = !trace_is_program(trace) && at->width > sizeof(Word);

    return parts ? at->occurrence / WIDE_PARTS : at->occurrence;
}

/* Where the table has the row of a WORD of an instruction, or the place for a
 * new one. */
static uint32_t *find_row(const Making *making, const Instruction *at,
                          uint8_t word)
{
    uint32_t execution = execution_of(making->lanes->trace, at);
    uint64_t line = ((uint64_t)at->source << 8 | at->place) << 16 | at->site;
    uint64_t key = ((uint64_t)at->step << 32 | execution) * 31 + line + word;
    size_t place = (size_t)(key * 0x9e3779b97f4a7c15u >> 32);

    for (;; ++place) {
        uint32_t *found = making->table + (place & (making->table_size - 1));
        if (!*found)
            return found;
        const RegisterRow *row = making->lanes->rows + (*found - 1);
        const Instruction *first =
            making->lanes->trace->instructions + row->first;
        if (row->step == at->step && row->site == at->site &&
            first->source == at->source && first->place == at->place &&
            row->occurrence == execution && row->word == word)
            return found;
    }
}

/* Adds the row of a WORD of an instruction, in which no thread takes part yet.
 */
static void add_row(Making *making, uint32_t index, uint8_t word)
{
    WarpRegisters *lanes = making->lanes;
    const Instruction *at = lanes->trace->instructions + index;
    RegisterRow row = {.first = index,
                       .last = index,
                       .step = at->step,
                       .occurrence = execution_of(lanes->trace, at),
                       .site = at->site,
                       .kind = at->kind,
                       .word = word,
                       .words = words_of(at)};
    RegisterCell none = {.instruction = REGISTERS_NEVER};

    base_push(lanes, rows, row);
    for (uint32_t t = 0; t < lanes->threads; ++t)
        base_push(lanes, cells, none);
}

/* The row of a WORD of an instruction, added if it is the first of its kind. */
static size_t take_row(Making *making, uint32_t index, uint8_t word)
{
    WarpRegisters *lanes = making->lanes;
    const Instruction *at = lanes->trace->instructions + index;
    uint32_t *found = find_row(making, at, word);

    if (!*found) {
        add_row(making, index, word);
        *found = (uint32_t)lanes->rows_count;
    }
    lanes->rows[*found - 1].last = index;
    lanes->row_of[index] = *found - 1;
    return *found - 1;
}

static void fill(Making *making)
{
    WarpRegisters *lanes = making->lanes;
    const Trace *trace = lanes->trace;

    for (uint32_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        size_t first = 0;
        for (uint8_t word = 0; word < words_of(at); ++word) {
            size_t row = take_row(making, i, word);
            first = word == 0 ? row : first;
        }
        for (int lane = 0; lane < at->lanes; ++lane) {
            uint32_t access = at->first_access + (uint32_t)lane;
            uint32_t thread = thread_of(trace, at, access);
            size_t row = first + (size_t)lane % words_of(at);
            RegisterCell *cell = lanes->cells + row * lanes->threads + thread;
            *cell = make_cell(making, i, access, making->last + thread);
            making->last[thread] = *cell;
        }
        if (lanes->cells_count > MOST_CELLS)
            return;
    }
}

/* Links each cell with the one above in which its thread took part. */
static void link_cells(Making *making)
{
    WarpRegisters *lanes = making->lanes;
    uint32_t *above = base_alloc(lanes->threads + 1u, sizeof *above);

    for (uint32_t t = 0; t < lanes->threads; ++t)
        above[t] = REGISTERS_NEVER;
    for (size_t r = 0; r < lanes->rows_count; ++r)
        for (uint32_t t = 0; t < lanes->threads; ++t) {
            RegisterCell *cell = lanes->cells + r * lanes->threads + t;
            cell->above = above[t];
            if (cell->instruction != REGISTERS_NEVER)
                above[t] = (uint32_t)r;
        }
    free(above);
}

WarpRegisters registers_of(const Trace *trace)
{
    WarpRegisters lanes = {.trace = trace, .threads = trace->run.threads};
    Making making = {.lanes = &lanes};
    size_t count = trace->accesses_count + 1;
    size_t instructions = trace->instructions_count;

    making.next = base_alloc(count, sizeof *making.next);
    making.instruction_of = base_alloc(count, sizeof *making.instruction_of);
    making.shown = base_alloc(count, sizeof *making.shown);
    making.last = base_alloc(lanes.threads + 1u, sizeof *making.last);
    for (uint32_t t = 0; t < lanes.threads; ++t)
        making.last[t].instruction = REGISTERS_NEVER;
    lanes.row_of = base_alloc(instructions + 1, sizeof *lanes.row_of);
    making.table_size = base_power_of_two((uint32_t)instructions * 2 + 2);
    making.table = base_alloc(making.table_size, sizeof *making.table);
    find_next(&making);
    fill(&making);
    link_cells(&making);
    free(making.table);
    free(making.next);
    free(making.instruction_of);
    free(making.shown);
    free(making.last);
    return lanes;
}

void registers_free(WarpRegisters *lanes)
{
    free(lanes->rows);
    free(lanes->row_of);
    free(lanes->cells);
    *lanes = (WarpRegisters){0};
}

/* ---- Reading it ----------------------------------------------------------*/

const RegisterCell *registers_cell(const WarpRegisters *lanes, size_t row,
                                   uint32_t thread)
{
    return lanes->cells + row * lanes->threads + thread;
}

size_t registers_row(const WarpRegisters *lanes, size_t instruction)
{
    return lanes->row_of[instruction];
}

uint32_t registers_origin(const WarpRegisters *lanes, size_t row,
                          uint32_t thread, Word value, Word interval)
{
    uint32_t above = registers_cell(lanes, row, thread)->above;

    while (above != REGISTERS_NEVER) {
        const RegisterCell *cell = registers_cell(lanes, above, thread);
        if (cell->value == value && cell->interval == interval)
            return above;
        above = cell->above;
    }
    return REGISTERS_NEVER;
}

int registers_distance(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);
    int distance = 0;

    for (int i = 0; i < at->lanes; ++i) {
        int own = access[i].lane - (int)access[i].cell;
        if (own == 0)
            continue;
        if (distance && own != distance)
            return 0;
        distance = own;
    }
    return distance;
}

int registers_source(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);

    for (int i = 1; i < at->lanes; ++i)
        if (access[i].cell != access[0].cell)
            return -1;
    return (int)access[0].cell;
}
