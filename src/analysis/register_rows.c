/* SPDX-License-Identifier: MIT */
#include "analysis/warp_registers.h"

#include "trace/variable.h"

#include <stdlib.h>

uint8_t register_rows_words(const Instruction *at)
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
static void count_rows(RegisterRows *rows)
{
    const Trace *trace = rows->trace;
    const Access *other;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        uint8_t words = register_rows_words(at), *own = rows->words + i;
        *own = words;
        if (trace_is_shuffle(at))
            *own = number_half(trace, at, trace_accesses(trace, at), &other) !=
                   HALF_HIGH;
        else if (words > 1 && trace_is_typed(trace) && moves_pairs(trace, at))
            *own = words / 2;
    }
}

bool register_rows_has_upper(const RegisterRows *rows, uint32_t index)
{
    return index + 1 < rows->trace->instructions_count &&
           rows->words[index + 1] == 0;
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
static bool is_next_part(const Instruction *at, const Instruction *next)
{
    return next->occurrence == at->occurrence + 1 &&
           next->occurrence % TRACE_EXECUTION > 0 && next->step == at->step &&
           next->site == at->site && next->source == at->source &&
           next->place == at->place && next->warp == at->warp &&
           next->kind == at->kind && next->width == at->width &&
           at->width > sizeof(Word);
}

/* Finds which execution of its line each instruction belongs to: the parts of a
 * wide access, each for other lanes, are executed together. */
static void find_executions(RegisterRows *rows)
{
    const Trace *trace = rows->trace;
    uint64_t lanes = 0;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        uint64_t own = lanes_of(trace, at);
        bool part = i > 0 && is_next_part(at - 1, at) && !(own & lanes);
        lanes = part ? lanes | own : own;
        rows->execution_of[i] =
            part ? rows->execution_of[i - 1] : at->occurrence;
    }
}

/* Where the table has the row of a WORD of an instruction, or the place for a
 * new one. */
static uint32_t *find_row(const RegisterRows *rows, uint32_t index,
                          uint8_t word)
{
    const Instruction *all = rows->trace->instructions, *at = all + index;
    uint32_t execution = rows->execution_of[index];
    uint64_t line = ((uint64_t)at->source << 8 | at->place) << 16 | at->site;
    uint64_t key = ((uint64_t)at->step << 32 | execution) * 31 + line + word;
    size_t place = (size_t)(key * 0x9e3779b97f4a7c15u >> 32);

    for (;; ++place) {
        uint32_t *found = rows->table + (place & (rows->table_size - 1));
        if (!*found)
            return found;
        const RegisterRow *row = rows->rows + (*found - 1);
        const Instruction *first = all + row->first;
        if (row->step == at->step && row->site == at->site &&
            first->source == at->source && first->place == at->place &&
            row->occurrence == execution && row->word == word)
            return found;
    }
}

/* The row of a WORD of an instruction, added if it is the first of its kind. */
static uint32_t take_row(RegisterRows *rows, uint32_t index, uint8_t word)
{
    const Instruction *at = rows->trace->instructions + index;
    uint32_t *found = find_row(rows, index, word);

    if (!*found) {
        RegisterRow row = {.first = index,
                           .last = index,
                           .step = at->step,
                           .occurrence = rows->execution_of[index],
                           .site = at->site,
                           .kind = at->kind,
                           .word = word,
                           .words = rows->words[index]};
        base_push(rows, rows, row);
        *found = (uint32_t)rows->rows_count;
    }
    rows->rows[*found - 1].last = index;
    rows->row_of[index] = *found - 1; /* the last word's stays */
    return *found - 1;
}

uint32_t register_rows_take(RegisterRows *rows, uint32_t index)
{
    if (rows->words[index] == 0) {
        rows->row_of[index] = rows->row_of[index - 1];
        rows->rows[rows->row_of[index]].last = index;
        return rows->row_of[index];
    }
    uint32_t row = take_row(rows, index, 0);
    for (uint8_t word = 1; word < rows->words[index]; ++word)
        take_row(rows, index, word);
    return row;
}

/* ---- Their order ----------------------------------------------------------*/

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

static uint32_t count_warps(const RegisterRows *rows)
{
    return rows->trace->run.threads / rows->trace->run.k + 1u;
}

/* Links the rows such that each warp's rows stand in the order in which it
 * executed them, step by step.  They were found warp by warp, so that what only
 * a later warp executes was found after the last row of the first one. */
static void link_rows(const RegisterRows *rows, uint32_t end, RowList *list)
{
    uint32_t warps = count_warps(rows), step = UINT32_MAX, tail = list->head;

    list->next[list->head] = list->head;
    for (uint32_t i = 0; i < end; ++i) {
        uint32_t row = rows->row_of[i];
        while (rows->rows[row].word > 0) /* words of an access stay together */
            --row;
        if (rows->rows[row].step != step) {
            while (list->next[tail] != list->head)
                tail = list->next[tail];
            for (uint32_t w = 0; w < warps; ++w)
                list->last[w] = tail;
            step = rows->rows[row].step;
        }
        place_row(list, rows->trace->instructions[i].warp, row);
    }
}

uint32_t *register_rows_order(const RegisterRows *rows, uint32_t end)
{
    uint32_t count = (uint32_t)rows->rows_count, n = 0;
    uint32_t *order = base_alloc(count + 1u, sizeof *order);
    RowList list = {.next = base_alloc(count + 1u, sizeof *list.next),
                    .head = count,
                    .last = base_alloc(count_warps(rows), sizeof *list.last),
                    .placed = base_alloc(count + 1u, sizeof *list.placed)};

    link_rows(rows, end, &list);
    for (uint32_t row = list.next[count]; row != count; row = list.next[row]) {
        order[n++] = row;
        for (uint32_t w = row + 1; w < count && rows->rows[w].word > 0; ++w)
            order[n++] = w;
    }
    free(list.next);
    free(list.last);
    free(list.placed);
    return order;
}

/* ---- All of them ----------------------------------------------------------*/

RegisterRows register_rows_of(const Trace *trace)
{
    size_t count = trace->instructions_count;
    RegisterRows rows = {.trace = trace};

    rows.row_of = base_alloc(count + 1, sizeof *rows.row_of);
    rows.words = base_alloc(count + 1, sizeof *rows.words);
    rows.execution_of = base_alloc(count + 1, sizeof *rows.execution_of);
    rows.table_size = base_power_of_two((uint32_t)count * 8 + 2);
    rows.table = base_alloc(rows.table_size, sizeof *rows.table);
    count_rows(&rows);
    find_executions(&rows);
    return rows;
}

void register_rows_free(RegisterRows *rows)
{
    free(rows->rows);
    free(rows->row_of);
    free(rows->words);
    free(rows->execution_of);
    free(rows->table);
    *rows = (RegisterRows){0};
}
