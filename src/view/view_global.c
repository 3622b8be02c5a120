/* SPDX-License-Identifier: MIT
 *
 * view_global - draws the arrays of global memory, a row each, on one axis:
 * every number is over the inputs that it belongs to, so that the sum of a
 * block is as wide as the block.
 *
 *     in        3  1  7  0  4  1  6  3  ...
 *     out       0  3  4 11  .  .  .  .
 *     sums 1   [    11    ][     .    ]
 *
 * The words that the running instruction accesses are coloured.
 */
#include "view/views.h"

#include "analysis/block_trace.h"
#include "analysis/tile_status.h"
#include "draw/font.h"
#include "trace/variable.h"
#include "view/computation.h"
#include "view/shown_value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double text_likes = 22, name_gap = 12;      /* px at 1080 */
static const double row_share = 1.75, title_share = 1.5; /* of the least text */

static const double count_width = 96;

enum { MOST_ARRAYS = 64 };

/* ---- Where things stand ---------------------------------------------------*/

static double row_height(const View *view)
{
    return ceil(view->least * row_share * view->stretch);
}

/* Statuses, one a block, that the cards of the blocks show. */
static bool is_on_cards(const Trace *trace, const Array *array)
{
    uint32_t words = tile_status_words(array);

    return words && array->words / words == trace->grids[0].blocks;
}

/* True if the running launch, or the running instruction, uses ARRAY. */
static bool is_of_launch(const View *view, size_t array)
{
    const Trace *trace = view->trace;
    const Grid *grid = trace->grids + view_grid(view);

    return array == grid->in || array == grid->out ||
           (view->running && trace_is_global(view->running) &&
            view->running->array == array);
}

/* At most MOST of the arrays that are accessed, as a set: first the running
 * launch's.  *COUNT: how many. */
static uint64_t choose_arrays(const View *view, int most, int *count)
{
    const Trace *trace = view->trace;
    uint64_t chosen = 0;

    *count = 0;
    for (int pass = 0; pass < 2; ++pass)
        for (size_t a = 0; a < trace->arrays_count && a < MOST_ARRAYS; ++a) {
            uint64_t bit = UINT64_C(1) << a;
            if (*count >= most || chosen & bit ||
                !(view->analysed->touched & bit) ||
                is_on_cards(trace, trace->arrays + a) ||
                (pass == 0 && !is_of_launch(view, a)))
                continue;
            chosen |= bit;
            ++*count;
        }
    return chosen;
}

double view_global_height(const View *whole)
{
    int count;

    choose_arrays(whole, MOST_ARRAYS, &count);
    return count * row_height(whole) + ceil(whole->least * title_share);
}

Rect view_global_axis(const View *whole, Rect box)
{
    Rect own = view_beside_names(whole, box), columns = {0, 0, 0, 0};

    if (whole->trace->blocks_count == 1)
        columns = view_computation_columns(whole, box);
    /* names matter more than columns below each other */
    return rect_is_empty(columns) || columns.x < own.x - 1 ? own : columns;
}

bool view_global_span(const View *whole, double width, Word span, double *from,
                      double *to)
{
    double each = width / block_trace_inputs(whole->trace);

    if (!interval_is_range(span))
        return false;
    *from = interval_first(span) * each;
    *to = (interval_last(span) + 1.0) * each;
    return true;
}

void view_global_name(const View *view, Rect box, Font font, Color color,
                      const char *name)
{
    rect_cut_right(&box, view_px(view, name_gap) / 2);
    if (font == FONT_TEXT || !view_has_variables(view))
        view_text_fitting(view, box, font, 0, color, &name, 1);
    else /* a program's own, of any length */
        view_text(view, box, font, 0, color, name);
}

/* ---- A row ----------------------------------------------------------------*/

/* What the running instruction, or the step, does to a word. */
typedef enum { TOUCH_NONE, TOUCH_WAITS, TOUCH_DONE, TOUCH_RACES } Touch;

typedef struct {
    const View *view;
    const Array *array;
    uint8_t index; /* of the array */
    double width, share;
    uint32_t per;     /* words of a number */
    bool stores;      /* what touches them does */
    bool texts;       /* numbers may have room for them */
    uint8_t *touches; /* a Touch for each word, or NULL */
} Row;

static void touch(Row *row, const Instruction *at, bool running)
{
    const View *view = row->view;
    const AccessTraits *traits = trace_traits_of(at);
    const Access *access = trace_accesses(view->trace, at);

    if (!trace_is_global(at) || at->array != row->index)
        return;
    if (!row->touches)
        row->touches = base_alloc((size_t)row->array->words + 1, 1);
    row->stores = traits->writes && !traits->brings;
    for (int lane = 0; lane < at->lanes; ++lane, ++access) {
        double served = running ? view_served(view, access) : 1;
        bool shown = row->stores ? served >= 1 : served > 0;
        if (access->cell < row->array->words)
            row->touches[access->cell] =
                (uint8_t)(!shown ? TOUCH_WAITS
                          : running && view_is_raced(view, access)
                              ? TOUCH_RACES
                              : TOUCH_DONE);
    }
}

static void find_touches(Row *row)
{
    const View *view = row->view;

    if (view->running && !view->steps)
        touch(row, view->running, true);
    for (size_t i = view->step_first; view_is_of_step(view, i); ++i)
        touch(row, view->trace->instructions + i, false);
}

/* Words that stand for sums of blocks are as wide as those; counts that are
 * fewer than the inputs stand side by side. */
static void place_word(const void *data, uint32_t i, double *from, double *to)
{
    const Row *row = data;
    double inputs = block_trace_inputs(row->view->trace);
    double each = row->width / inputs;
    double first = fmin(i * row->per * row->share, inputs);
    double end = fmin((i + 1.0) * row->per * row->share, inputs);

    *from = first * each;
    *to = fmax(end * each, *from);
}

static void write_word(const Row *row, uint32_t i, const GlobalWord *word,
                       bool brief, char text[ITEM_TEXT])
{
    const Trace *trace = row->view->trace;
    Word words[2] = {word->value, 0};
    char value[VALUE_TEXT];

    if (row->per > 1 && i + 1 < row->array->words)
        words[1] = moment_word(row->view->all, row->index, i + 1).value;
    if (word->held >= GLOBAL_MEMORY_UNKNOWN)
        snprintf(text, ITEM_TEXT, "?");
    else if (row->array->holds == HOLDS_NUMBERS ||
             row->array->holds == HOLDS_FLAGS)
        snprintf(text, ITEM_TEXT, "%u", word->value);
    else if (view_has_variables(row->view))
        snprintf(text, ITEM_TEXT, "%.*s", ITEM_TEXT - 1,
                 variable_words_value(trace, row->index, i, words,
                                      row->array->words, brief, value));
    else
        snprintf(text, ITEM_TEXT, "%.*s", ITEM_TEXT - 1,
                 shown_value(trace->run.op, word->value, brief, value));
}

static void look_word(const void *data, uint32_t i, int form, Item *item)
{
    const Row *row = data;
    GlobalWord word = moment_word(row->view->all, row->index, i * row->per);
    Touch is = row->touches ? row->touches[i * row->per] : TOUCH_NONE;
    bool touched = is >= TOUCH_DONE;
    bool nothing = word.held == GLOBAL_MEMORY_NOTHING && !touched;
    Color moves = row->stores ? COLOR_STORE : COLOR_LOAD;

    item->hatched = nothing;
    item->fill = nothing ? COLOR_NONE : touched ? moves : COLOR_CELL;
    item->ink = view_on(item->fill);
    item->wrong = word.wrong;
    item->strong = touched || word.wrong;
    if (is == TOUCH_WAITS || is == TOUCH_RACES) {
        item->edge = is == TOUCH_RACES ? COLOR_FAULT : moves;
        item->edge_width = 3;
        item->dashed = is == TOUCH_RACES;
    }
    if (row->texts && word.held != GLOBAL_MEMORY_NOTHING)
        write_word(row, i * row->per, &word, form > 0, item->text);
}

static void draw_words(Row *row, Rect box)
{
    const View *view = row->view;
    double inputs = block_trace_inputs(view->trace);
    uint32_t count = row->array->words / row->per;
    bool counted = row->array->holds == HOLDS_NUMBERS && count < inputs;
    bool spans = !counted && count * row->per * row->share != inputs;
    Items items = {.count = count,
                   .group = view->trace->run.k,
                   .font = FONT_CODE,
                   .size = text_likes * view->stretch,
                   .radius = 3,
                   .forms = 2,
                   .share = spans ? 0.97 : 0,
                   .thing = {THING_WORD, row->index, 0, view->panel + 1},
                   .stride = row->per,
                   .data = row,
                   .look = look_word,
                   .place = spans ? place_word : NULL};

    if (count == 0)
        return;
    if (counted)
        box.w = fmin(box.w, count * view_px(view, count_width));
    row->width = box.w;
    row->texts = box.w / count * (spans ? row->share : 1) > view->least * 0.5;
    ItemFit fit = items_fit(view, &items, box);
    if (fit.detail < ITEMS_CELLS) { /* what was never written is not empty */
        Shape *edge = draw_rect(view->list, box, 0, COLOR_NONE);
        view_edge(view, edge, COLOR_EDGE, 1);
    }
    items_draw(view, &items, box, fit);
}

static void draw_array(const View *view, uint8_t index, Rect box)
{
    const Array *array = view->trace->arrays + index;
    Row row = {.view = view,
               .array = array,
               .index = index,
               .share = block_trace_share(view->trace, index),
               .per =
                   view_has_variables(view) && number_bytes(array) > 4 ? 2 : 1};
    Rect axis = view_global_axis(view, box);
    bool runs = view->running && trace_is_global(view->running) &&
                view->running->array == index;

    view_thing(view, THING_FRAME, index);
    view_global_name(view, (Rect){box.x, box.y, axis.x - box.x, box.h},
                     runs ? FONT_CODE_STRONG : FONT_CODE,
                     runs ? COLOR_INK : COLOR_DIM, array->name);
    find_touches(&row);
    draw_words(&row, rect_inset(axis, 0, view_px(view, 2)));
    free(row.touches);
}

/* ---- All of them ----------------------------------------------------------*/

/* Transactions by now, of those before each instruction. */
static uint32_t so_far(const View *view, const uint32_t *counts)
{
    size_t done = view->position - view_is_moving(view);
    double running = counts[view->position] - counts[done];

    return counts[done] + (uint32_t)(running * view->moment->progress);
}

/* "global memory: 16 transactions read, 8 written so far". */
static void draw_title(const View *view, Rect box)
{
    uint32_t reads = so_far(view, view->analysed->reads);
    uint32_t writes = so_far(view, view->analysed->writes);
    char full[120], brief[80];

    snprintf(full, sizeof full,
             "global memory: %u transaction%s read, %u written so far", reads,
             reads == 1 ? "" : "s", writes);
    snprintf(brief, sizeof brief, "global memory: %u read, %u written", reads,
             writes);
    view_thing(view, THING_FRAME, 0);
    view_text_fitting(view, box, FONT_TEXT, 0, COLOR_DIM,
                      (const char *[]){full, brief, "global memory"}, 3);
}

void view_global(const View *whole, Rect box)
{
    double title = ceil(whole->least * title_share), row = row_height(whole);
    int count;

    if (box.h < title)
        return;
    draw_title(whole, rect_cut_top(&box, title));
    uint64_t chosen = choose_arrays(whole, (int)(box.h / row + 1e-6), &count);
    for (uint8_t a = 0; a < MOST_ARRAYS; ++a)
        if (chosen >> a & 1)
            draw_array(whole, a, rect_cut_top(&box, row));
}
