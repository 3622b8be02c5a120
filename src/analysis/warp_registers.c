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
    uint8_t *rows_of;         /* of each instruction: rows of its words; 0: it
                                 moves upper halves, see find_high */
    uint32_t *execution_of;   /* of each instruction, see find_executions */
    bool *shown;              /* this Sum has no row of its own */
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
        bool upper = making->rows_of[i] == 0;
        for (int lane = at->lanes; lane-- > 0;) {
            uint32_t access = at->first_access + (uint32_t)lane;
            uint32_t thread = thread_of(trace, at, access);
            making->next[access] = later[thread];
            making->instruction_of[access] = (uint32_t)i;
            later[thread] = upper ? later[thread] : access;
        }
    }
    free(later);
}

bool registers_keeps_own(const Trace *trace, const Instruction *at,
                         const Access *access)
{
    return trace_is_shuffle(at) && access->cell == access->lane &&
           registers_source(trace, at) < 0;
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

/* Do all threads move numbers of two words in an instruction? */
static bool moves_pairs(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at), *other;

    for (int lane = 0; lane < at->lanes; lane += 2)
        if (number_half(trace, at, access + lane, &other) != HALF_LOW)
            return false;
    return true;
}

/* Finds how many rows each instruction has. */
static void count_rows(Making *making)
{
    const Trace *trace = making->lanes->trace;
    const Access *other;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        uint8_t words = words_of(at), *rows = making->rows_of + i;
        *rows = words;
        if (trace_is_shuffle(at))
            *rows = number_half(trace, at, trace_accesses(trace, at), &other) !=
                    HALF_HIGH;
        else if (words > 1 && number_is_typed(trace) && moves_pairs(trace, at))
            *rows = words / 2;
    }
}

/* The upper halves of the numbers that instruction INDEX shuffles are moved by
 * the next one, which has no row of its own. */
static bool has_upper(const Making *making, uint32_t index)
{
    return index + 1 < making->lanes->trace->instructions_count &&
           making->rows_of[index + 1] == 0;
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

/* Is ACCESS one word, or number, of several that an instruction writes at once?
 */
static bool is_wide_store(const Making *making, uint32_t access)
{
    uint32_t index = making->instruction_of[access];

    return making->rows_of[index] > 1 &&
           trace_traits_of(making->lanes->trace->instructions + index)->writes;
}

/* The first of the sums that a thread made before its next access, if it is
 * made of the word of ACCESS; of one word of several, the sum that it was added
 * in from the right.  REGISTERS_NEVER if there is none, or if the next access
 * stores several sums, each of which has a row of its own. */
static uint32_t sum_made(const Making *making, uint32_t access)
{
    const Trace *trace = making->lanes->trace;
    const Instruction *at =
        trace->instructions + making->instruction_of[access];
    const Access *received = trace->accesses + access;
    uint32_t next = next_of(making, access);

    if (next == REGISTERS_NEVER || trace->accesses[next].sums == 0 ||
        is_wide_store(making, next) || registers_keeps_own(trace, at, received))
        return REGISTERS_NEVER;
    const Sum *sums = trace_sums(trace, trace->accesses + next);
    uint32_t first = (uint32_t)(sums - trace->sums);
    bool wide = making->rows_of[making->instruction_of[access]] > 1;
    int count = wide ? trace->accesses[next].sums : 1;
    for (int i = 0; i < count; ++i)
        if (is_word(received, sums[i].right, sums[i].right_interval) ||
            (!wide && is_word(received, sums->left, sums->left_interval)))
            return first + (uint32_t)i;
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

/* Of one word of several that are stored: the sum that it is, or was made last
 * for it; else REGISTERS_NEVER. */
static uint32_t sum_stored(const Making *making, uint32_t access)
{
    const Trace *trace = making->lanes->trace;
    const Access *word = trace->accesses + access;

    if (!is_wide_store(making, access) || word->sums == 0)
        return REGISTERS_NEVER;
    return (uint32_t)(trace_sums(trace, word) - trace->sums) + word->sums - 1u;
}

static RegisterCell make_cell(Making *making, uint32_t index, uint32_t access,
                              const RegisterCell *held)
{
    const Trace *trace = making->lanes->trace;
    const Instruction *at = trace->instructions + index;
    const Access *word = trace->accesses + access;
    RegisterCell cell = {.instruction = index,
                         .last = index + has_upper(making, index),
                         .access = access,
                         .sum = REGISTERS_NEVER,
                         .made = index,
                         .value = word->value,
                         .interval = word->interval};

    if (!trace_traits_of(at)->brings) {
        cell.sum = sum_stored(making, access);
        return cell;
    }
    cell.sum = sum_made(making, access);
    if (cell.sum != REGISTERS_NEVER) {
        if (!trace_is_shuffle(at))
            cell.made = making->instruction_of[next_of(making, access)];
        cell.value = result(trace, trace->sums + cell.sum, &cell.interval);
    } else if (trace_is_shuffle(at) && keeps(making, at, access, held)) {
        /* of several variables the one that is shuffled, if anybody took it */
        const Access *own = sent(trace, at, word->lane);
        cell.kept = true;
        cell.value = own ? own->value : held->value;
        cell.interval = own ? own->interval : held->interval;
    }
    return cell;
}

/* The lanes of an instruction: bit i for lane i. */
static uint64_t lanes_of(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);
    uint64_t set = 0;

    for (int i = 0; i < at->lanes; ++i)
        set |= UINT64_C(1) << access[i].lane;
    return set;
}

/* Is NEXT the next part of the access of AT? */
static bool is_next_part(const Trace *trace, const Instruction *at,
                         const Instruction *next)
{
    return trace_is_program(trace) && next->occurrence == at->occurrence + 1 &&
           next->occurrence % TRACE_EXECUTION > 0 && next->step == at->step &&
           next->site == at->site && next->source == at->source &&
           next->place == at->place && next->warp == at->warp &&
           next->kind == at->kind && next->width == at->width &&
           at->width > sizeof(Word);
}

/* Finds which execution of its line each instruction belongs to: the parts of a
 * wide access, each for other lanes, are executed together. */
static void find_executions(Making *making)
{
    const Trace *trace = making->lanes->trace;
    uint64_t lanes = 0;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        bool catalog = !trace_is_program(trace) && at->width > sizeof(Word);
        uint64_t own = lanes_of(trace, at);
        bool part = i > 0 && is_next_part(trace, at - 1, at) && !(own & lanes);
        lanes = part ? lanes | own : own;
        making->execution_of[i] = catalog ? at->occurrence / WIDE_PARTS
                                  : part  ? making->execution_of[i - 1]
                                          : at->occurrence;
    }
}

/* Where the table has the row of a WORD of an instruction, or the place for a
 * new one. */
static uint32_t *find_row(const Making *making, uint32_t index, uint8_t word)
{
    const Instruction *at = making->lanes->trace->instructions + index;
    uint32_t execution = making->execution_of[index];
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

/* The row of a WORD of an instruction, added if it is the first of its kind. */
static uint32_t take_row(Making *making, uint32_t index, uint8_t word)
{
    WarpRegisters *lanes = making->lanes;
    const Instruction *at = lanes->trace->instructions + index;
    uint32_t *found = find_row(making, index, word);

    if (!*found) {
        RegisterRow row = {.first = index,
                           .last = index,
                           .step = at->step,
                           .occurrence = making->execution_of[index],
                           .site = at->site,
                           .kind = at->kind,
                           .word = word,
                           .words = making->rows_of[index]};
        base_push(lanes, rows, row);
        *found = (uint32_t)lanes->rows_count;
    }
    lanes->rows[*found - 1].last = index;
    lanes->row_of[index] = *found - 1; /* that of the last word stays */
    return *found - 1;
}

/* Finds which sums are shown with a word, one that was received before or that
 * is stored. */
static void find_shown(Making *making)
{
    const Trace *trace = making->lanes->trace;

    for (uint32_t i = 0; i < trace->accesses_count; ++i) {
        const Instruction *at = trace->instructions + making->instruction_of[i];
        uint32_t sum = trace_traits_of(at)->brings ? sum_made(making, i)
                                                   : sum_stored(making, i);
        if (sum != REGISTERS_NEVER)
            making->shown[sum] = true;
    }
}

/* The sums of a thread that need rows of their own before the instruction of
 * its COUNT accesses from ACCESS on; writes them to SUMS, if that is not NULL.
 */
static uint32_t find_alone(const Making *making, uint32_t access, int count,
                           uint32_t *sums)
{
    const Trace *trace = making->lanes->trace;
    uint32_t found = 0;

    for (const Access *at = trace->accesses + access; count-- > 0; ++at)
        for (uint32_t i = 0; i < at->sums; ++i) {
            uint32_t sum = (uint32_t)(trace_sums(trace, at) - trace->sums) + i;
            if (making->shown[sum])
                continue;
            if (sums)
                sums[found] = sum;
            ++found;
        }
    return found;
}

/* Finds the rows, and how many ALONE, at most, stand before each; returns how
 * many instructions have one. */
static uint32_t find_rows(Making *making, uint32_t *alone)
{
    WarpRegisters *lanes = making->lanes;
    const Trace *trace = lanes->trace;
    size_t rows = 0;

    for (uint32_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        int words = words_of(at);
        if (making->rows_of[i] == 0) {
            lanes->row_of[i] = lanes->row_of[i - 1];
            lanes->rows[lanes->row_of[i]].last = i;
            continue;
        }
        uint32_t row = take_row(making, i, 0);
        for (int word = 1; word < making->rows_of[i]; ++word)
            take_row(making, i, (uint8_t)word);
        for (int lane = 0; lane < at->lanes; lane += words) {
            uint32_t own = find_alone(making, at->first_access + (uint32_t)lane,
                                      words, NULL);
            if (own > alone[row]) {
                rows += own - alone[row];
                alone[row] = own;
            }
        }
        if ((rows + lanes->rows_count) * lanes->threads > MOST_CELLS)
            return i + 1;
    }
    return (uint32_t)trace->instructions_count;
}

/* A list of rows under way, in the order of time. */
typedef struct {
    uint32_t *next; /* of each row; of HEAD the first one */
    uint32_t head;  /* also after the last one */
    uint32_t *last; /* by warp: its row before, or the end of the last step */
    bool *placed;   /* by row */
} RowList;

/* Puts ROW into the list, if it is not there, after the row of WARP before it.
 */
static void place_row(RowList *list, uint32_t warp, uint32_t row)
{
    if (!list->placed[row]) {
        list->next[row] = list->next[list->last[warp]];
        list->next[list->last[warp]] = row;
        list->placed[row] = true;
    }
    list->last[warp] = row;
}

/* Links the rows such that those of each warp stand in the order in which it
 * executed them, step by step.  They were found warp by warp, so that what only
 * a later warp executes was found after the last row of the first one. */
static void link_rows(const WarpRegisters *lanes, uint32_t end, RowList *list)
{
    uint32_t warps = lanes->threads / lanes->trace->run.k + 1;
    uint32_t step = REGISTERS_NEVER, tail = list->head;

    list->next[list->head] = list->head;
    for (uint32_t i = 0; i < end; ++i) {
        uint32_t row = lanes->row_of[i];
        while (lanes->rows[row].word > 0) /* words of an access stay together */
            --row;
        if (lanes->rows[row].step != step) {
            while (list->next[tail] != list->head)
                tail = list->next[tail];
            for (uint32_t w = 0; w < warps; ++w)
                list->last[w] = tail;
            step = lanes->rows[row].step;
        }
        place_row(list, lanes->trace->instructions[i].warp, row);
    }
}

/* All rows in the order of time; to be freed. */
static uint32_t *order_rows(const WarpRegisters *lanes, uint32_t end)
{
    uint32_t count = (uint32_t)lanes->rows_count, n = 0;
    uint32_t *order = base_alloc(count + 1u, sizeof *order);
    RowList list = {.next = base_alloc(count + 1u, sizeof *list.next),
                    .head = count,
                    .last =
                        base_alloc(lanes->threads / lanes->trace->run.k + 1u,
                                   sizeof *list.last),
                    .placed = base_alloc(count + 1u, sizeof *list.placed)};

    link_rows(lanes, end, &list);
    for (uint32_t row = list.next[count]; row != count; row = list.next[row]) {
        order[n++] = row;
        for (uint32_t w = row + 1; w < count && lanes->rows[w].word > 0; ++w)
            order[n++] = w;
    }
    free(list.next);
    free(list.last);
    free(list.placed);
    return order;
}

/* Puts the rows into their order, and before each the sums alone that belong to
 * it. */
static void insert_alone(Making *making, const uint32_t *alone, uint32_t end)
{
    WarpRegisters *lanes = making->lanes;
    RegisterRow *found = lanes->rows;
    size_t count = lanes->rows_count;
    uint32_t *place = base_alloc(count + 1, sizeof *place);
    uint32_t *order = order_rows(lanes, end);

    lanes->rows = NULL;
    lanes->rows_count = lanes->rows_capacity = 0;
    for (size_t n = 0; n < count; ++n) {
        uint32_t r = order[n];
        RegisterRow sums = found[r];
        sums.alone = true;
        sums.words = 1;
        for (uint32_t i = 0; i < alone[r]; ++i)
            base_push(lanes, rows, sums);
        place[r] = (uint32_t)lanes->rows_count;
        base_push(lanes, rows, found[r]);
    }
    for (uint32_t i = 0; i < end; ++i)
        lanes->row_of[i] = place[lanes->row_of[i]];
    free(order);
    free(place);
    free(found);
}

/* The sums that a thread made alone before ACCESS and those after it, COUNT in
 * all, in the rows over ROW. */
static void fill_alone(Making *making, uint32_t access, int count, size_t row)
{
    enum { MOST = 4 * UINT8_MAX };
    WarpRegisters *lanes = making->lanes;
    const Trace *trace = lanes->trace;
    uint32_t index = making->instruction_of[access];
    uint32_t thread = thread_of(trace, trace->instructions + index, access);
    uint32_t sums[MOST];
    uint32_t found = find_alone(making, access, count, sums);

    for (uint32_t i = 0; i < found; ++i) {
        RegisterCell *cell =
            lanes->cells + (row - found + i) * lanes->threads + thread;
        *cell = (RegisterCell){.instruction = index,
                               .last = index,
                               .access = access,
                               .sum = sums[i],
                               .made = index,
                               .alone = true};
        cell->value = result(trace, trace->sums + sums[i], &cell->interval);
        making->last[thread] = *cell;
    }
}

static void fill_row(Making *making, uint32_t index)
{
    WarpRegisters *lanes = making->lanes;
    const Trace *trace = lanes->trace;
    const Instruction *at = trace->instructions + index;
    int words = words_of(at), rows = making->rows_of[index];
    int each = rows ? words / rows : 1;
    size_t first = lanes->row_of[index] - (size_t)(rows - 1);

    for (int lane = 0; rows && lane < at->lanes; lane += each) {
        uint32_t access = at->first_access + (uint32_t)lane;
        uint32_t thread = thread_of(trace, at, access);
        size_t row = first + (size_t)(lane % words / each);
        if (lane % words == 0)
            fill_alone(making, access, words, row);
        RegisterCell *cell = lanes->cells + row * lanes->threads + thread;
        *cell = make_cell(making, index, access, making->last + thread);
        making->last[thread] = *cell;
    }
}

/* Fills the rows of the first END instructions. */
static void fill(Making *making, uint32_t end)
{
    WarpRegisters *lanes = making->lanes;
    RegisterCell none = {.instruction = REGISTERS_NEVER};

    lanes->cells_count = lanes->rows_count * lanes->threads;
    lanes->cells_capacity = lanes->cells_count + 1;
    lanes->cells = base_alloc(lanes->cells_capacity, sizeof *lanes->cells);
    for (size_t i = 0; i < lanes->cells_count; ++i)
        lanes->cells[i] = none;
    for (uint32_t i = 0; i < end; ++i)
        fill_row(making, i);
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

/* ---- Numbers
 * ---------------------------------------------------------------*/

static const Number unknown = {0, ELEMENT_OTHER};

static Number number_in(const WarpRegisters *lanes, uint32_t row,
                        uint32_t thread)
{
    return row == REGISTERS_NEVER
               ? unknown
               : lanes->numbers[row * lanes->threads + thread];
}

/* The number that the thread of CELL holds at the end of its row, which may be
 * made of those in the rows above. */
static Number find_number(const WarpRegisters *lanes, const RegisterCell *cell,
                          uint32_t thread)
{
    const Trace *trace = lanes->trace;
    const Instruction *at = trace->instructions + cell->instruction;
    const Access *access = trace->accesses + cell->access;

    if (cell->sum != REGISTERS_NEVER &&
        (cell->alone || trace_traits_of(at)->brings))
        return number_sum(registers_operand(lanes, cell, false),
                          registers_operand(lanes, cell, true));
    if (!cell->kept)
        return number_moved(trace, at, access);
    const Access *own = sent(trace, at, access->lane);
    return own ? number_moved(trace, at, own)
               : number_in(lanes, cell->above, thread);
}

static void find_numbers(WarpRegisters *lanes)
{
    if (!number_is_typed(lanes->trace))
        return;
    lanes->numbers = base_alloc(lanes->cells_count + 1, sizeof *lanes->numbers);
    for (size_t i = 0; i < lanes->cells_count; ++i) {
        const RegisterCell *cell = lanes->cells + i;
        lanes->numbers[i] =
            cell->instruction == REGISTERS_NEVER
                ? unknown
                : find_number(lanes, cell, (uint32_t)(i % lanes->threads));
    }
}

Number registers_number(const WarpRegisters *lanes, const RegisterCell *cell)
{
    return lanes->numbers ? lanes->numbers[cell - lanes->cells] : unknown;
}

Number registers_operand(const WarpRegisters *lanes, const RegisterCell *cell,
                         bool right)
{
    const Trace *trace = lanes->trace;
    const Sum *sum = trace->sums + cell->sum;
    const Instruction *at = trace->instructions + cell->instruction;
    const Access *access = trace->accesses + cell->access;
    Word value = right ? sum->right : sum->left;
    Word interval = right ? sum->right_interval : sum->left_interval;
    size_t place = (size_t)(cell - lanes->cells);
    uint32_t thread = (uint32_t)(place % lanes->threads);

    if (!lanes->numbers)
        return unknown;
    if (!cell->alone && is_word(access, value, interval))
        return number_moved(trace, at, access);
    uint32_t row = registers_origin(lanes, place / lanes->threads, thread,
                                    value, interval, unknown);
    return number_in(lanes, row, thread);
}

/* ---- All of it ------------------------------------------------------------*/

WarpRegisters registers_of(const Trace *trace)
{
    WarpRegisters lanes = {.trace = trace, .threads = trace->run.threads};
    Making making = {.lanes = &lanes};
    size_t count = trace->accesses_count + 1;
    size_t instructions = trace->instructions_count;

    making.next = base_alloc(count, sizeof *making.next);
    making.instruction_of = base_alloc(count, sizeof *making.instruction_of);
    making.shown = base_alloc(trace->sums_count + 1, sizeof *making.shown);
    making.last = base_alloc(lanes.threads + 1u, sizeof *making.last);
    for (uint32_t t = 0; t < lanes.threads; ++t)
        making.last[t].instruction = REGISTERS_NEVER;
    lanes.row_of = base_alloc(instructions + 1, sizeof *lanes.row_of);
    making.table_size = base_power_of_two((uint32_t)instructions * 8 + 2);
    making.table = base_alloc(making.table_size, sizeof *making.table);
    making.rows_of = base_alloc(instructions + 1, sizeof *making.rows_of);
    making.execution_of =
        base_alloc(instructions + 1, sizeof *making.execution_of);
    count_rows(&making);
    find_executions(&making);
    find_next(&making);
    find_shown(&making);
    uint32_t *alone = base_alloc(4 * instructions + 1, sizeof *alone);
    uint32_t end = find_rows(&making, alone);
    insert_alone(&making, alone, end);
    fill(&making, end);
    free(alone);
    link_cells(&making);
    find_numbers(&lanes);
    free(making.rows_of);
    free(making.execution_of);
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
    free(lanes->numbers);
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

bool registers_holds(const WarpRegisters *lanes, const RegisterCell *cell,
                     Word value, Word interval, Number number)
{
    Number own = registers_number(lanes, cell);

    return cell->value == value && cell->interval == interval &&
           (own.element != number.element || number.element == ELEMENT_OTHER ||
            own.bits == number.bits);
}

uint32_t registers_origin(const WarpRegisters *lanes, size_t row,
                          uint32_t thread, Word value, Word interval,
                          Number number)
{
    uint32_t above = registers_cell(lanes, row, thread)->above;

    while (above != REGISTERS_NEVER) {
        const RegisterCell *cell = registers_cell(lanes, above, thread);
        if (registers_holds(lanes, cell, value, interval, number))
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
