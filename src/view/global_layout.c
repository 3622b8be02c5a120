/* SPDX-License-Identifier: MIT */
#include "view/global_layout.h"

#include "analysis/block_trace.h"
#include "trace/variable.h"

#include <math.h>

static const double name_width = 130, row_height = 30, strip_height = 21;
static const double title_height = 24;
static const double number_width = 96, least_row = 17; /* px at 1080 */

Rect global_layout_axis(const View *whole, Rect box)
{
    rect_cut_left(&box, fmin(view_px(whole, name_width), box.w / 6));
    return box;
}

Rect global_layout_span(const View *whole, Rect axis, Word span, double y,
                        double h)
{
    double each = axis.w / block_trace_inputs(whole->trace);

    if (!interval_is_range(span))
        return (Rect){axis.x, y, 0, h};
    double from = axis.x + interval_first(span) * each;
    double to = axis.x + (interval_last(span) + 1.0) * each;
    return (Rect){from, y, to - from, h};
}

/* Statuses, one a block, that the cards of the blocks show. */
static bool is_on_cards(const Trace *trace, const Array *array)
{
    uint32_t words = tile_status_words(array);

    return words && array->words / words == trace->grids[0].blocks;
}

bool global_layout_touches(const View *whole, uint8_t array)
{
    return whole->running && trace_is_global(whole->running) &&
           whole->running->array == array;
}

const Grid *global_layout_grid(const View *whole)
{
    return whole->running ? trace_grid(whole->trace,
                                       trace_step(whole->trace, whole->running))
                          : whole->trace->grids;
}

static bool of_grid(const View *view, size_t array)
{
    const Grid *grid = global_layout_grid(view);

    return array == grid->in || array == grid->out ||
           global_layout_touches(view, (uint8_t)array);
}

/* Arrays that may have a row, as a set: those that are accessed, and not the
 * one that stands for none where a launch has no input. */
static uint64_t rows_there_are(const View *view)
{
    uint64_t rows = view->analysed->touched;

    for (size_t a = 0; a < view->trace->arrays_count && a < GLOBAL_LAYOUT_MOST;
         ++a)
        if (is_on_cards(view->trace, view->trace->arrays + a))
            rows &= ~(UINT64_C(1) << a);
    return rows;
}

/* Rows to show, the running grid's first, at most MOST; as a set. */
static uint64_t choose_rows(const View *view, int most, int *count)
{
    uint64_t chosen = 0, rows = rows_there_are(view);

    *count = 0;
    for (int pass = 0; pass < 2; ++pass)
        for (size_t a = 0;
             a < view->trace->arrays_count && a < GLOBAL_LAYOUT_MOST; ++a)
            if (*count < most && !(chosen >> a & 1) && rows >> a & 1 &&
                (pass == 1 || of_grid(view, a))) {
                chosen |= UINT64_C(1) << a;
                ++*count;
            }
    return chosen;
}

/* Height of a row: less where the words of inputs and outputs are too many to
 * be written. */
static double row_likes(const View *whole)
{
    double width = whole->list->width * (whole->single ? 0.85 : 0.38);
    double word = view_digits_width(whole->analysed->digits, whole->least);

    return (width < whole->trace->run.n * word ? strip_height : row_height) *
           whole->stretch;
}

double global_layout_height(const View *whole)
{
    int count;

    choose_rows(whole, GLOBAL_LAYOUT_MOST, &count);
    return view_px(whole, title_height + row_likes(whole) * count);
}

GlobalLayout global_layout(const View *whole, Rect box)
{
    GlobalLayout rows = {.view = whole, .box = box};

    rows.title = rect_cut_top(&box, view_px(whole, title_height));
    double least = fmax(whole->least * 1.25 + 3, view_px(whole, least_row));
    rows.shown = choose_rows(whole, (int)(box.h / least), &rows.count);
    if (rows.count == 0)
        return rows;
    rows.axis = global_layout_axis(whole, box);
    rows.row =
        floor(fmin(box.h / rows.count, view_px(whole, row_likes(whole))));
    for (uint8_t a = 0; a < GLOBAL_LAYOUT_MOST; ++a)
        if (global_layout_has(&rows, a))
            rows.y[a] = rect_cut_top(&box, rows.row).y;
    return rows;
}

bool global_layout_has(const GlobalLayout *rows, uint8_t array)
{
    return array < GLOBAL_LAYOUT_MOST && rows->shown >> array & 1;
}

/* Counts that are fewer than the elements stand apart, by their number. */
static bool is_counted(const Trace *trace, uint8_t a)
{
    return trace->arrays[a].holds == HOLDS_NUMBERS &&
           trace->arrays[a].words < trace->run.n;
}

/* The box of a word that stands for inputs, with the gap after it. */
static Rect spanned(const GlobalLayout *rows, uint8_t a, uint32_t i)
{
    const View *view = rows->view;
    double h = rows->row - fmax(2, view_px(view, 5));
    double inputs = block_trace_inputs(view->trace);
    double each = rows->axis.w / inputs;
    double share = block_trace_share(view->trace, a);

    if (i * share >= inputs)
        return (Rect){rows->axis.x, rows->y[a], 0, h};
    double from = rows->axis.x + i * share * each;
    double to = rows->axis.x + fmin((i + 1.0) * share, inputs) * each;
    return (Rect){from, rows->y[a], to - from, h};
}

Rect global_layout_word(const GlobalLayout *rows, uint8_t a, uint32_t i)
{
    const View *view = rows->view;
    const Trace *trace = view->trace;
    Rect box = spanned(rows, a, i);

    if (is_counted(trace, a)) {
        uint32_t length = trace->arrays[a].words;
        double each = fmin(rows->axis.w / length, view_px(view, number_width));
        return (Rect){rows->axis.x + i * each, box.y, each * 0.94, box.h};
    }
    double gap = box.w > view_px(view, 40) ? view_px(view, 2)
                 : box.w > 4               ? 1
                                           : 0;
    box.w -= box.w > 8 && (i + 1) % trace->run.k == 0 ? 2.5 * gap : gap;
    return box;
}

uint32_t global_layout_bytes(const GlobalLayout *rows, uint8_t a)
{
    return view_has_variables(rows->view)
               ? number_bytes(rows->view->trace->arrays + a)
               : (uint32_t)sizeof(Word);
}

uint32_t global_layout_count(const GlobalLayout *rows, uint8_t a,
                             uint32_t length)
{
    uint32_t bytes = global_layout_bytes(rows, a), word = sizeof(Word);

    return bytes > word ? (length + 1) / (bytes / word)
                        : length * (word / bytes);
}

GlobalPlace global_layout_place(const GlobalLayout *rows, uint8_t a, uint32_t i,
                                uint32_t length)
{
    uint32_t bytes = global_layout_bytes(rows, a), word = sizeof(Word);

    if (bytes <= word) {
        uint32_t parts = word / bytes, part = i % parts;
        return (GlobalPlace){i / parts, 1, part, parts,
                             (uint8_t)(((1u << bytes) - 1) << part * bytes)};
    }
    uint32_t words = bytes / word, first = i * words;
    if (words > length - first)
        words = length - first;
    return (GlobalPlace){first, words, 0, 1, TRACE_WORD};
}

Rect global_layout_box(const GlobalLayout *rows, uint8_t a, GlobalPlace place)
{
    Rect box = global_layout_word(rows, a, place.first);

    if (place.words > 1) {
        Rect last = global_layout_word(rows, a, place.first + place.words - 1);
        box.w = last.x + last.w - box.x;
    }
    if (place.parts == 1)
        return box;
    double gap = box.w > 8 * place.parts ? fmin(2, box.w / 20) : 0;
    box.w = (box.w + gap) / place.parts - gap;
    box.x += place.part * (box.w + gap);
    return box;
}

Rect global_layout_moved(const GlobalLayout *rows, const Instruction *at,
                         const Access *access)
{
    uint32_t bytes = global_layout_bytes(rows, at->array);
    uint32_t index = access->cell;
    uint32_t length = rows->view->trace->arrays[at->array].words;
    bool several = bytes < sizeof(Word) &&
                   (uint32_t)__builtin_popcount(access->bytes) != bytes;

    if (several || index >= length)
        return global_layout_word(rows, at->array, index);
    return global_layout_box(
        rows, at->array,
        global_layout_place(rows, at->array,
                            (uint32_t)number_index(access, bytes), length));
}

bool global_layout_is_dense(const GlobalLayout *rows, uint8_t a)
{
    return !is_counted(rows->view->trace, a) && spanned(rows, a, 0).w <= 4;
}

/* ---- What they hold ------------------------------------------------------*/

bool global_layout_stores(const View *whole)
{
    const AccessTraits *traits =
        whole->running ? trace_traits_of(whole->running) : NULL;

    return traits && traits->space == SPACE_GLOBAL && traits->writes &&
           !traits->brings;
}
