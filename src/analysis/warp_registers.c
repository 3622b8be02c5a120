/* SPDX-License-Identifier: MIT */
#include "analysis/warp_registers.h"

#include "analysis/access_role.h"

#include <stdlib.h>

/* ---- Received values ------------------------------------------------------*/

/* What becomes of the words that the lanes of a block receive by loads and
 * shuffles; warp_registers.h says how that is known.
 *
 * An access is an index into trace->accesses, a sum one into trace->sums. */

typedef struct {
    const Trace *trace;
    const RegisterRows *rows;
    uint32_t *next;           /* of each access: the same thread's next, or
                                 REGISTERS_NEVER */
    uint32_t *instruction_of; /* of each access */
} ReceivedWords;

static void find_next(ReceivedWords *words)
{
    const Trace *trace = words->trace;
    uint32_t *later = base_alloc(trace->run.threads + 1, sizeof *later);

    for (uint32_t t = 0; t < trace->run.threads; ++t)
        later[t] = REGISTERS_NEVER;
    for (size_t i = trace->instructions_count; i-- > 0;) {
        const Instruction *at = trace->instructions + i;
        bool upper = words->rows->words[i] == 0;
        for (int lane = at->lanes; lane-- > 0;) {
            uint32_t access = at->first_access + (uint32_t)lane;
            uint32_t thread = trace_thread(trace, at, trace->accesses + access);
            words->next[access] = later[thread];
            words->instruction_of[access] = (uint32_t)i;
            later[thread] = upper ? later[thread] : access;
        }
    }
    free(later);
}

/* Those of ROWS's trace; both must outlive the result.  Free it with
 * received_words_free. */
static ReceivedWords received_words_of(const RegisterRows *rows)
{
    size_t accesses = rows->trace->accesses_count + 1;
    ReceivedWords words = {.trace = rows->trace, .rows = rows};

    words.next = base_alloc(accesses, sizeof *words.next);
    words.instruction_of = base_alloc(accesses, sizeof *words.instruction_of);
    find_next(&words);
    return words;
}

static void received_words_free(ReceivedWords *words)
{
    free(words->next);
    free(words->instruction_of);
}

static bool is_word(const Access *access, Word value, Word interval)
{
    return access->value == value && access->interval == interval;
}

/* The thread's next access after the instruction of ACCESS, which may be one
 * word of several; REGISTERS_NEVER if there is none. */
static uint32_t received_words_next(const ReceivedWords *words, uint32_t access)
{
    uint32_t at = words->instruction_of[access], next = words->next[access];

    while (next != REGISTERS_NEVER && words->instruction_of[next] == at)
        next = words->next[next];
    return next;
}

/* Is ACCESS one word, or number, of several that an instruction writes at once?
 */
static bool is_wide_store(const ReceivedWords *words, uint32_t access)
{
    uint32_t index = words->instruction_of[access];

    return words->rows->words[index] > 1 &&
           trace_traits_of(words->trace->instructions + index)->writes;
}

/* The first of the sums that a thread made before its next access, if it is
 * made of the word of ACCESS; of one word of several, the sum that it was added
 * in from the right.  REGISTERS_NEVER if there is none, or if the next access
 * stores several sums, each of which has its own row. */
static uint32_t received_words_sum(const ReceivedWords *words, uint32_t access)
{
    const Trace *trace = words->trace;
    const Instruction *at = trace->instructions + words->instruction_of[access];
    const Access *received = trace->accesses + access;
    uint32_t next = received_words_next(words, access);

    if (next == REGISTERS_NEVER || trace->accesses[next].sums == 0 ||
        is_wide_store(words, next) || shuffle_keeps_own(trace, at, received))
        return REGISTERS_NEVER;
    const Sum *sums = trace_sums(trace, trace->accesses + next);
    uint32_t first = (uint32_t)(sums - trace->sums);
    bool wide = words->rows->words[words->instruction_of[access]] > 1;
    int count = wide ? trace->accesses[next].sums : 1;
    for (int i = 0; i < count; ++i)
        if (is_word(received, sums[i].right, sums[i].right_interval) ||
            (!wide && is_word(received, sums->left, sums->left_interval)))
            return first + (uint32_t)i;
    return REGISTERS_NEVER;
}

/* Of one word of several that are stored: the sum that it is, or was made last
 * for it; else REGISTERS_NEVER. */
static uint32_t received_words_stored_sum(const ReceivedWords *words,
                                          uint32_t access)
{
    const Trace *trace = words->trace;
    const Access *word = trace->accesses + access;

    if (!is_wide_store(words, access) || word->sums == 0)
        return REGISTERS_NEVER;
    return (uint32_t)(trace_sums(trace, word) - trace->sums) + word->sums - 1u;
}

/* True if some lane of the instruction made a sum with the word it received. */
static bool any_sum(const ReceivedWords *words, const Instruction *at)
{
    for (int i = 0; i < at->lanes; ++i)
        if (received_words_sum(words, at->first_access + (uint32_t)i) !=
            REGISTERS_NEVER)
            return true;
    return false;
}

/* True if a thread keeps the word that it held, VALUE with INTERVAL, and
 * discards the word of ACCESS, one of the shuffle AT. */
static bool received_words_keeps(const ReceivedWords *words,
                                 const Instruction *at, uint32_t access,
                                 Word value, Word interval)
{
    const Trace *trace = words->trace;
    const Access *received = trace->accesses + access;
    uint32_t next = words->next[access];

    if (received->cell == received->lane)
        return true;
    if (is_word(received, value, interval))
        return any_sum(words, at);
    if (next == REGISTERS_NEVER)
        return any_sum(words, at);
    const Instruction *later =
        trace->instructions + words->instruction_of[next];
    const Access *seen =
        trace_is_shuffle(later) ? shuffle_sent(trace, later, received->lane)
        : trace_traits_of(later)->brings ? NULL
                                         : trace->accesses + next;
    if (seen && is_word(seen, received->value, received->interval))
        return false;
    if (seen && is_word(seen, value, interval))
        return true;
    return any_sum(words, at);
}

/* ---- Registers ------------------------------------------------------------*/

enum {
    MOST_CELLS = 1 << 21,
    MOST_NEAR = 4096 /* rows above one that are looked at for a word */
};

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
    RegisterRows rows;
    ReceivedWords words;
    bool *shown;        /* this Sum has no separate row */
    RegisterCell *last; /* by thread */
} Making;

static uint32_t thread_of(const Trace *trace, const Instruction *at,
                          uint32_t access)
{
    return trace_thread(trace, at, trace->accesses + access);
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
    RegisterCell cell = {.instruction = index,
                         .last = index +
                                 register_rows_has_upper(&making->rows, index),
                         .access = access,
                         .sum = REGISTERS_NEVER,
                         .made = index,
                         .value = word->value,
                         .interval = word->interval};

    if (!trace_traits_of(at)->brings) {
        cell.sum = received_words_stored_sum(&making->words, access);
        return cell;
    }
    cell.sum = received_words_sum(&making->words, access);
    if (cell.sum != REGISTERS_NEVER) {
        if (!trace_is_shuffle(at))
            cell.made =
                making->words.instruction_of[received_words_next(&making->words,
                                                                 access)];
        cell.value = result(trace, trace->sums + cell.sum, &cell.interval);
    } else if (trace_is_shuffle(at) && held->instruction != REGISTERS_NEVER &&
               received_words_keeps(&making->words, at, access, held->value,
                                    held->interval)) {
        /* of several variables the one that is shuffled, if anybody took it */
        const Access *own = shuffle_sent(trace, at, word->lane);
        cell.kept = true;
        cell.value = own ? own->value : held->value;
        cell.interval = own ? own->interval : held->interval;
    }
    return cell;
}

/* Finds which sums are shown with a word, one that was received before or that
 * is stored. */
static void find_shown(Making *making)
{
    const Trace *trace = making->lanes->trace;

    for (uint32_t i = 0; i < trace->accesses_count; ++i) {
        const Instruction *at =
            trace->instructions + making->words.instruction_of[i];
        uint32_t sum = trace_traits_of(at)->brings
                           ? received_words_sum(&making->words, i)
                           : received_words_stored_sum(&making->words, i);
        if (sum != REGISTERS_NEVER)
            making->shown[sum] = true;
    }
}

/* The sums of a thread that need separate rows before the instruction of
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
        int words = register_rows_words(at);
        uint32_t row = register_rows_take(&making->rows, i);
        for (int lane = 0; lane < at->lanes; lane += words) {
            uint32_t own = find_alone(making, at->first_access + (uint32_t)lane,
                                      words, NULL);
            if (own > alone[row]) {
                rows += own - alone[row];
                alone[row] = own;
            }
        }
        if ((rows + making->rows.rows_count) * lanes->threads > MOST_CELLS)
            return i + 1;
    }
    return (uint32_t)trace->instructions_count;
}

/* Puts the rows into their order, and before each the sums alone that belong to
 * it. */
static void insert_alone(Making *making, const uint32_t *alone, uint32_t end)
{
    WarpRegisters *lanes = making->lanes;
    const RegisterRow *found = making->rows.rows;
    size_t count = making->rows.rows_count;
    uint32_t *place = base_alloc(count + 1, sizeof *place);
    uint32_t *order = register_rows_order(&making->rows, end);

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
        lanes->row_of[i] = place[making->rows.row_of[i]];
    free(order);
    free(place);
}

/* The sums that a thread made alone before ACCESS and those after it, COUNT in
 * all, in the rows over ROW. */
static void fill_alone(Making *making, uint32_t access, int count, size_t row)
{
    enum { MOST = 4 * UINT8_MAX };
    WarpRegisters *lanes = making->lanes;
    const Trace *trace = lanes->trace;
    uint32_t index = making->words.instruction_of[access];
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
    int words = register_rows_words(at), rows = making->rows.words[index];
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

/* ---- Numbers --------------------------------------------------------------*/

static const Number unknown = {0, ELEMENT_OTHER};

/* The word of an operand of CELL's sum, the left one or the RIGHT one. */
static void operand_of(const WarpRegisters *lanes, const RegisterCell *cell,
                       bool right, Word *value, Word *interval)
{
    const Sum *sum = lanes->trace->sums + cell->sum;

    *value = right ? sum->right : sum->left;
    *interval = right ? sum->right_interval : sum->left_interval;
}

/* The number that the instruction of CELL moves, if that is this word. */
static bool is_moved(const WarpRegisters *lanes, const RegisterCell *cell,
                     Word value, Word interval, Number *number)
{
    const Trace *trace = lanes->trace;
    const Access *access = trace->accesses + cell->access;

    if (cell->alone || access->value != value || access->interval != interval)
        return false;
    *number =
        number_moved(trace, trace->instructions + cell->instruction, access);
    return true;
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
    const Access *own = shuffle_sent(trace, at, access->lane);
    if (own)
        return number_moved(trace, at, own);
    return cell->above == REGISTERS_NEVER
               ? unknown
               : lanes->numbers[cell->above * lanes->threads + thread];
}

static void find_numbers(WarpRegisters *lanes)
{
    if (!trace_is_typed(lanes->trace))
        return;
    lanes->numbers = base_alloc(lanes->cells_count + 1, sizeof *lanes->numbers);
    for (size_t i = 0; i < lanes->cells_count; ++i) {
        const RegisterCell *cell = lanes->cells + i;
        uint32_t thread = (uint32_t)(i % lanes->threads);
        lanes->numbers[i] = unknown;
        if (cell->instruction == REGISTERS_NEVER)
            continue;
        lanes->numbers[i] = find_number(lanes, cell, thread);
    }
}

/* ---- All of it ------------------------------------------------------------*/

static void making_begin(Making *making, WarpRegisters *lanes)
{
    const Trace *trace = lanes->trace;

    *making = (Making){.lanes = lanes, .rows = register_rows_of(trace)};
    making->words = received_words_of(&making->rows);
    making->shown = base_alloc(trace->sums_count + 1, sizeof *making->shown);
    making->last = base_alloc(lanes->threads + 1u, sizeof *making->last);
    for (uint32_t t = 0; t < lanes->threads; ++t)
        making->last[t].instruction = REGISTERS_NEVER;
}

static void making_free(Making *making)
{
    received_words_free(&making->words);
    free(making->shown);
    free(making->last);
    register_rows_free(&making->rows);
}

WarpRegisters registers_of(const Trace *trace)
{
    WarpRegisters lanes = {.trace = trace, .threads = trace->run.threads};
    Making making;
    size_t instructions = trace->instructions_count;

    making_begin(&making, &lanes);
    lanes.row_of = base_alloc(instructions + 1, sizeof *lanes.row_of);
    find_shown(&making);
    uint32_t *alone = base_alloc(4 * instructions + 1, sizeof *alone);
    uint32_t end = find_rows(&making, alone);
    insert_alone(&making, alone, end);
    fill(&making, end);
    free(alone);
    link_cells(&making);
    find_numbers(&lanes);
    making_free(&making);
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

/* True if CELL holds this word, and this number, if both are known. */
static bool holds(const WarpRegisters *lanes, const RegisterCell *cell,
                  Word value, Word interval, Number number)
{
    Number own = registers_number(lanes, cell);

    return cell->value == value && cell->interval == interval &&
           (own.element != number.element || number.element == ELEMENT_OTHER ||
            own.bits == number.bits);
}

Number registers_number(const WarpRegisters *lanes, const RegisterCell *cell)
{
    return lanes->numbers ? lanes->numbers[cell - lanes->cells] : unknown;
}

Number registers_operand(const WarpRegisters *lanes, const RegisterCell *cell,
                         bool right)
{
    size_t place = (size_t)(cell - lanes->cells), row = place / lanes->threads;
    uint32_t thread = (uint32_t)(place % lanes->threads);
    Word value, interval;
    Number number;

    if (!lanes->numbers)
        return unknown;
    operand_of(lanes, cell, right, &value, &interval);
    if (is_moved(lanes, cell, value, interval, &number))
        return number;
    uint32_t above =
        registers_origin(lanes, row, thread, value, interval, unknown);
    return above == REGISTERS_NEVER
               ? unknown
               : lanes->numbers[above * lanes->threads + thread];
}

uint32_t registers_origin(const WarpRegisters *lanes, size_t row,
                          uint32_t thread, Word value, Word interval,
                          Number number)
{
    uint32_t above = registers_cell(lanes, row, thread)->above;

    for (int near = 0; above != REGISTERS_NEVER && near < MOST_NEAR; ++near) {
        const RegisterCell *cell = registers_cell(lanes, above, thread);
        if (holds(lanes, cell, value, interval, number))
            return above;
        above = cell->above;
    }
    return REGISTERS_NEVER;
}
