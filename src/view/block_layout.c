/* SPDX-License-Identifier: MIT */
#include "view/block_layout.h"

#include "analysis/block_trace.h"

#include <math.h>

/* ---- Global memory -------------------------------------------------------*/

static const double name_width = 130, row_height = 30, strip_height = 21;
static const double title_height = 24;
static const double number_width = 96, least_row = 17; /* px at 1080 */

/* The axis within BOX: the part to the right of the names. */
static Rect global_layout_axis(const View *whole, Rect box)
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

/* The running launch; at the start the first. */
static const Grid *global_layout_grid(const View *whole)
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

/* ---- Blocks --------------------------------------------------------------*/

static const double chips_height = 34, arrows_height = 34; /* px at 1080 */
static const double line_height = 22, card_pad = 5, gap_height = 6;
static const double least_card = 34;
static const double named_card = 250; /* "tile 5 by block 4 · runs" */

static double card_height(const View *view, bool statuses)
{
    return view_px(view, (statuses ? 3 : 2) * line_height + 2 * card_pad) *
           view->stretch;
}

/* Everything over the arrays. */
static double head_height(const View *whole)
{
    const Grid *grid = global_layout_grid(whole);
    double height = 0;

    if (whole->trace->blocks_count < 2)
        return 0;
    if (whole->trace->grids_count > 1)
        height += view_px(whole, chips_height + gap_height);
    bool statuses = block_statuses(whole->trace, grid) >= 0;
    if (statuses)
        height += view_px(whole, arrows_height);
    return height + card_height(whole, statuses) + view_px(whole, gap_height);
}

double block_layout_height(const View *whole)
{
    return head_height(whole) + global_layout_height(whole) +
           view_px(whole, 2 * gap_height);
}

double block_layout_line(const View *view)
{
    return view_px(view, line_height) * view->stretch;
}

/* Where the card of TILE stands: over its inputs, or, if these have no such
 * places, in an equal share of the axis. */
static Rect card_span(const BlockLayout *rows, uint32_t tile)
{
    const Trace *trace = rows->view->trace;
    Word place = tile_status_place(trace, rows->grid, tile);
    double width = rows->axis.w / rows->grid->blocks;

    if (!interval_is_range(place))
        return (Rect){rows->axis.x + tile * width, rows->cards.y, width,
                      rows->cards.h};
    return global_layout_span(rows->view, rows->axis, place, rows->cards.y,
                              rows->cards.h);
}

/* Finds how wide the card of the last tile is, if it has fewer inputs than the
 * others; 0: as wide as they are. */
static double widened_last(const BlockLayout *rows)
{
    const View *view = rows->view;
    uint32_t blocks = rows->grid->blocks;
    double wanted = fmax(view_px(view, named_card), view->least * 20);

    if (blocks < 2 || rows->folded)
        return 0;
    double full = card_span(rows, 0).w, last = card_span(rows, blocks - 1).w;
    wanted = fmin(wanted, rows->axis.w / blocks);
    return last > 0 && last < fmin(full - 1e-6, wanted) ? wanted : 0;
}

BlockLayout block_layout(const View *whole, Rect box)
{
    const Trace *trace = whole->trace;
    BlockLayout rows = {.view = whole,
                        .grid = global_layout_grid(whole),
                        .statuses = -1,
                        .box = box,
                        .axis = global_layout_axis(whole, box)};

    rows.grid_index = (uint32_t)(rows.grid - trace->grids);
    if (trace->blocks_count > 1) {
        rows.statuses = block_statuses(trace, rows.grid);
        if (trace->grids_count > 1) {
            rows.chips = rect_cut_top(&box, view_px(whole, chips_height));
            rect_cut_top(&box, view_px(whole, gap_height));
        }
        if (rows.statuses >= 0)
            rows.arrows = rect_cut_top(&box, view_px(whole, arrows_height));
        rows.cards = rect_cut_top(&box, card_height(whole, rows.statuses >= 0));
        rows.cards.x = rows.axis.x;
        rows.cards.w = rows.axis.w;
        rows.folded = card_span(&rows, 0).w < view_px(whole, least_card);
        rows.last = widened_last(&rows);
        rect_cut_top(&box, view_px(whole, gap_height));
    }
    rows.arrays = box;
    return rows;
}

/* ---- Cards ---------------------------------------------------------------*/

Rect block_layout_card(const BlockLayout *rows, uint32_t tile)
{
    Rect card = card_span(rows, tile);
    uint32_t last = rows->grid->blocks - 1;

    if (rows->last <= 0)
        return card;
    double before = card_span(rows, last).x - rows->axis.x;
    double share = (rows->axis.w - rows->last) / before;
    card.x = rows->axis.x + (card.x - rows->axis.x) * share;
    card.w = tile == last ? rows->last : card.w * share;
    return card;
}

Rect block_layout_inside(const BlockLayout *rows, Rect card)
{
    double gap = fmin(view_px(rows->view, 3), card.w / 12);

    return rect_inset(rect_inset(card, gap, 0), view_px(rows->view, 4),
                      view_px(rows->view, card_pad));
}

/* Line LINE of a card. */
static Rect line_of(const BlockLayout *rows, uint32_t tile, int line)
{
    Rect card = block_layout_card(rows, tile);
    double height = block_layout_line(rows->view);

    if (rows->folded)
        return card;
    card = block_layout_inside(rows, card);
    rect_cut_top(&card, line * height);
    return rect_cut_top(&card, height);
}

Rect block_layout_state(const BlockLayout *rows, uint32_t tile)
{
    return line_of(rows, tile, 1);
}

Rect block_layout_sums(const BlockLayout *rows, uint32_t tile)
{
    return line_of(rows, tile, rows->statuses >= 0 ? 2 : 1);
}

const Block *block_layout_block(const BlockLayout *rows, uint32_t tile)
{
    const View *view = rows->view;

    return tile_status_block(view->trace, view->analysed->sums,
                             view->analysed->tiles, rows->grid_index, tile);
}

uint32_t block_layout_running(const BlockLayout *rows)
{
    const View *view = rows->view;
    const Block *block =
        trace_block(view->trace, trace_step(view->trace, view->running));

    return view->analysed->sums[block - view->trace->blocks].tile;
}
