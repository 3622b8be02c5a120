/* SPDX-License-Identifier: MIT */
#include "view/view_global.h"

#include "analysis/block_trace.h"
#include "draw/font.h"
#include "trace/number.h"
#include "view/pixel_bins.h"
#include "view/view_marks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

/* Arrays of pairs, one a block, that the cards of the blocks show. */
static bool is_on_cards(const Trace *trace, const Array *array)
{
    return array->holds == HOLDS_PAIRS &&
           global_memory_length(array) == trace->grids[0].blocks;
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

/* Rows to show, those of the running grid first, at most MOST; as a set. */
static uint64_t choose_rows(const View *view, int most, int *count)
{
    uint64_t chosen = 0;

    *count = 0;
    for (int pass = 0; pass < 2; ++pass)
        for (size_t a = 0;
             a < view->trace->arrays_count && a < GLOBAL_LAYOUT_MOST; ++a)
            if (*count < most && !(chosen >> a & 1) &&
                !is_on_cards(view->trace, view->trace->arrays + a) &&
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
           global_memory_length(trace->arrays + a) < trace->run.n;
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
        uint32_t length = global_memory_length(trace->arrays + a);
        double each = fmin(rows->axis.w / length, view_px(view, number_width));
        return (Rect){rows->axis.x + i * each, box.y, each * 0.94, box.h};
    }
    double gap = box.w > view_px(view, 40) ? view_px(view, 2)
                 : box.w > 4               ? 1
                                           : 0;
    box.w -= box.w > 8 && (i + 1) % trace->run.k == 0 ? 2.5 * gap : gap;
    return box;
}

/* Where a number stands: in its first word and perhaps the next one, or in a
 * part of the first one. */
typedef struct {
    uint32_t first, words;
    uint32_t part, parts; /* part 0 of 1: all of it */
    uint8_t bytes;        /* of the first word: bit i for byte i */
} Place;

/* The bytes of the numbers that an array is drawn as. */
static uint32_t drawn_bytes(const GlobalLayout *rows, uint8_t a)
{
    return view_has_variables(rows->view)
               ? number_bytes(rows->view->trace->arrays + a)
               : (uint32_t)sizeof(Word);
}

/* How many numbers LENGTH words of an array are drawn as. */
static uint32_t count_places(const GlobalLayout *rows, uint8_t a,
                             uint32_t length)
{
    uint32_t bytes = drawn_bytes(rows, a), word = sizeof(Word);

    return bytes > word ? (length + 1) / (bytes / word)
                        : length * (word / bytes);
}

/* Where number I of an array of LENGTH words stands. */
static Place place_of(const GlobalLayout *rows, uint8_t a, uint32_t i,
                      uint32_t length)
{
    uint32_t bytes = drawn_bytes(rows, a), word = sizeof(Word);

    if (bytes <= word) {
        uint32_t parts = word / bytes, part = i % parts;
        return (Place){i / parts, 1, part, parts,
                       (uint8_t)(((1u << bytes) - 1) << part * bytes)};
    }
    uint32_t words = bytes / word, first = i * words;
    if (words > length - first)
        words = length - first;
    return (Place){first, words, 0, 1, TRACE_WORD};
}

static Rect place_box(const GlobalLayout *rows, uint8_t a, Place place)
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
    uint32_t bytes = drawn_bytes(rows, at->array);
    uint32_t index = global_memory_index(at, access);
    uint32_t length =
        global_memory_length(rows->view->trace->arrays + at->array);
    bool several = bytes < sizeof(Word) &&
                   (uint32_t)__builtin_popcount(access->bytes) != bytes;

    if (several || index >= length || trace_traits_of(at)->pair)
        return global_layout_word(rows, at->array, index);
    return place_box(rows, at->array,
                     place_of(rows, at->array,
                              (uint32_t)number_index(access, bytes), length));
}

/* Do the boxes of an array's words have no gaps between them? */
static bool is_dense(const GlobalLayout *rows, uint8_t a)
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

/* Puts back what is not there yet. */
static void take_back(const View *whole, GlobalMemory *now)
{
    const AnalysedTrace *analysed = whole->analysed;
    const Instruction *running = whole->running;
    const Access *access = trace_accesses(analysed->trace, running);
    GlobalMemory before =
        global_memory_at(analysed->trace, analysed->order, whole->position - 1);
    ArrayContents *to = now->arrays + running->array;
    const ArrayContents *from = before.arrays + running->array;

    for (int lane = 0; lane < running->lanes; ++lane, ++access) {
        uint32_t i = global_memory_index(running, access);
        if (i < to->length && !view_done(whole, access))
            to->words[i] = from->words[i];
    }
    global_memory_free(&before);
}

GlobalMemory global_layout_now(const View *whole)
{
    const AnalysedTrace *analysed = whole->analysed;
    GlobalMemory now =
        global_memory_at(analysed->trace, analysed->order, whole->position);

    if (view_is_moving(whole) && trace_is_global(whole->running) &&
        trace_traits_of(whole->running)->writes)
        take_back(whole, &now);
    return now;
}

/* ---- Drawing -------------------------------------------------------------*/

typedef struct {
    const View *view;
    GlobalMemory now;
    GlobalLayout rows;
    uint8_t *stepped[GLOBAL_LAYOUT_MOST]; /* of each array: which bytes of a
                                             word a step as a whole touched */
    uint8_t *wrong[GLOBAL_LAYOUT_MOST];   /* of each array: which bytes of a
                                             word are wrong; NULL: none is */
} GlobalView;

/* 1 + the first lane of the running instruction that moves what is at PLACE; 0:
 * none. */
static int lane_at(const GlobalView *at, uint8_t a, Place place)
{
    const View *view = at->view;
    const Access *access = view->accesses;

    if (!global_layout_touches(view, a))
        return 0;
    for (int lane = 0; lane < view->running->lanes; ++lane, ++access)
        if (global_memory_index(view->running, access) - place.first <
                place.words &&
            access->bytes & place.bytes)
            return lane + 1;
    return 0;
}

/* The number at PLACE of a program's array. */
static Number number_at(const GlobalView *at, uint8_t a, Place place)
{
    const GlobalWord *word = at->now.arrays[a].words + place.first;
    const Array *array = at->view->trace->arrays + a;
    Number number = {word->value, array->element};

    if (place.words * sizeof(Word) < drawn_bytes(&at->rows, a))
        number.element = ELEMENT_OTHER; /* the array ends within it */
    if (place.words > 1)
        number.bits |= (uint64_t)word[1].value << 32;
    unsigned bits = place.words * 32 / place.parts;
    number.bits = number.bits >> 8 * __builtin_ctz(place.bytes) &
                  UINT64_MAX >> (64 - bits);
    return number;
}

/* What the words at PLACE are: unknown or held, if one of them is. */
static GlobalWordState state_at(const GlobalView *at, uint8_t a, Place place)
{
    const GlobalWord *word = at->now.arrays[a].words + place.first;
    GlobalWordState state = word->held;

    if (place.parts > 1 && !(word->bytes & place.bytes))
        return GLOBAL_MEMORY_NOTHING;
    return place.words > 1 && word[1].held > state ? word[1].held : state;
}

static const char *place_text(const GlobalView *at, uint8_t a, Place place,
                              Font font, double width, char text[VALUE_TEXT])
{
    const View *view = at->view;
    uint8_t holds = view->trace->arrays[a].holds;
    Word value = at->now.arrays[a].words[place.first].value;

    if (state_at(at, a, place) == GLOBAL_MEMORY_UNKNOWN)
        return "?";
    if (holds == HOLDS_NUMBERS || holds == HOLDS_FLAGS) {
        snprintf(text, VALUE_TEXT, "%u", value);
        return text;
    }
    if (!view_has_variables(view))
        return view_value(view, value, font, width, text);
    number_text(number_at(at, a, place), false, text);
    return view_least_width(view, font, text) <= width
               ? text
               : number_text(number_at(at, a, place), true, text);
}

/* Is this shown as touched?  What is read, from when it sets out; what is
 * written, when it has arrived. */
static bool is_shown(const GlobalView *at, int lane)
{
    double served =
        lane ? view_served(at->view, at->view->accesses + lane - 1) : 0;

    return lane && (global_layout_stores(at->view) ? served >= 1 : served > 0);
}

/* Which words the step touched that is shown as a whole. */
static void find_stepped(GlobalView *at)
{
    const View *view = at->view;

    for (size_t i = view->step_first; view_is_of_step(view, i); ++i) {
        const Instruction *now = view->trace->instructions + i;
        const Access *access = trace_accesses(view->trace, now);
        uint8_t a = now->array;
        if (!trace_is_global(now) || !global_layout_has(&at->rows, a))
            continue;
        uint32_t length = at->now.arrays[a].length;
        if (!at->stepped[a])
            at->stepped[a] = base_alloc((size_t)length + 1, 1);
        for (int lane = 0; lane < now->lanes; ++lane, ++access)
            if (global_memory_index(now, access) < length)
                at->stepped[a][global_memory_index(now, access)] |=
                    access->bytes;
    }
}

/* Which words are wrong: what was stored last. */
static void find_wrong(GlobalView *at)
{
    const View *view = at->view;
    const AnalysedTrace *analysed = view->analysed;

    for (size_t i = 0; analysed->wrong.accesses && i < view->position; ++i) {
        const Instruction *now =
            view->trace->instructions + issue_order_at(analysed->order, i);
        const Access *access = trace_accesses(view->trace, now);
        uint8_t a = now->array;
        if (!trace_is_global(now) || !trace_traits_of(now)->writes ||
            !global_layout_has(&at->rows, a))
            continue;
        if (!at->wrong[a])
            at->wrong[a] = base_alloc((size_t)at->now.arrays[a].length + 1, 1);
        for (int lane = 0; lane < now->lanes; ++lane, ++access) {
            uint32_t word = global_memory_index(now, access);
            if (word < at->now.arrays[a].length &&
                (i + 1 < view->position || view_done(view, access)))
                at->wrong[a][word] =
                    (uint8_t)(view_is_wrong(view, access)
                                  ? at->wrong[a][word] | access->bytes
                                  : at->wrong[a][word] & ~access->bytes);
        }
    }
}

/* Are BYTES, those of an array by words, set for what is at PLACE? */
static bool is_set(const uint8_t *bytes, Place place)
{
    return bytes && ((bytes[place.first] & place.bytes) ||
                     (place.words > 1 && bytes[place.first + 1]));
}

static void draw_number(const GlobalView *at, uint8_t a, Place place,
                        double size)
{
    const View *view = at->view;
    Rect box = place_box(&at->rows, a, place);
    int lane = view->steps ? 0 : lane_at(at, a, place);
    bool runs = is_shown(at, lane) || is_set(at->stepped[a], place),
         nothing = state_at(at, a, place) == GLOBAL_MEMORY_NOTHING;
    char text[VALUE_TEXT];

    view_tag(view, TAG_GLOBAL, a * TAG_ARRAY + place.first);
    if (nothing && !runs)
        view_unwritten(view, box);
    Color fill = runs ? COLOR_GLOBAL : COLOR_CELL;
    bool wrong = is_set(at->wrong[a], place);
    bool raced = runs && lane && view_is_raced(view, view->accesses + lane - 1);
    Color on = view_on(fill);
    if (!nothing || runs) {
        Shape *shape = draw_rect(view->list, box, view_px(view, 3), fill);
        if (wrong)
            on = view_fill_wrong(view, shape);
        else if (raced)
            view_mark_raced(view, shape);
    }
    if (lane && !runs) { /* its word is on its way, or waits */
        Shape *wanted =
            draw_rect(view->list, box, view_px(view, 3), COLOR_NONE);
        view_edge(view, wanted, COLOR_GLOBAL, 2);
    }
    if (nothing)
        return;
    Font font = runs || wrong ? FONT_CODE_STRONG : FONT_CODE;
    Rect inside = rect_inset(box, fmin(1, box.w / 20), 0);
    view_number(view, inside, font, size, on,
                place_text(at, a, place, font, inside.w, text));
}

/* A line under each segment of k words that the running instruction has begun
 * to move. */
static void draw_segments(const GlobalView *at, uint8_t a)
{
    const View *view = at->view;
    uint32_t k = view->trace->run.k, last = UINT32_MAX;
    double thick = fmax(2, round(view_px(view, 3)));

    if (!global_layout_touches(view, a) || view->steps)
        return;
    for (int lane = 0; lane < view->running->lanes; ++lane) {
        uint32_t segment =
            global_memory_index(view->running, view->accesses + lane) / k;
        if (segment == last || view_served(view, view->accesses + lane) <= 0)
            continue;
        last = segment;
        uint32_t first = segment * k, end = first + k - 1;
        uint32_t length = at->now.arrays[a].length;
        Rect from = global_layout_word(&at->rows, a, first);
        Rect to =
            global_layout_word(&at->rows, a, end < length ? end : length - 1);
        view_tag(view, TAG_GLOBAL, a * TAG_ARRAY);
        draw_rect(view->list,
                  (Rect){from.x, from.y + from.h + 1, to.x + to.w - from.x,
                         thick},
                  0, COLOR_GLOBAL);
    }
}

static bool is_wrong(const GlobalView *at, uint8_t a, uint32_t i)
{
    return at->wrong[a] && at->wrong[a][i];
}

/* The end of the words of the number of which word I is the first. */
static uint32_t end_of_number(const GlobalView *at, uint8_t a, uint32_t i)
{
    uint32_t length = at->now.arrays[a].length;

    return drawn_bytes(&at->rows, a) > sizeof(Word) && i + 1 < length ? i + 2
                                                                      : i + 1;
}

/* The end of the words from FIRST on that have one colour and, together, one
 * box. */
static uint32_t end_of_run(const GlobalView *at, uint8_t a, uint32_t first)
{
    const Trace *trace = at->view->trace;
    const ArrayContents *array = at->now.arrays + a;
    uint32_t end = first + 1;
    uint32_t most =
        (uint32_t)ceil(block_trace_inputs(trace) / block_trace_share(trace, a));

    if (!is_dense(&at->rows, a))
        return end_of_number(at, a, first);
    most = first < most && most < array->length ? most : array->length;
    while (end < most && array->words[end].held == array->words[first].held &&
           is_wrong(at, a, end) == is_wrong(at, a, first))
        ++end;
    return end;
}

static void mark_words(const GlobalView *at, PixelBins *strip, uint8_t a,
                       uint32_t first, uint32_t last, Color color)
{
    Rect from = global_layout_word(&at->rows, a, first);
    Rect to = global_layout_word(&at->rows, a, last);

    pixel_bins_mark(strip, from.x - at->rows.axis.x,
                    to.x - at->rows.axis.x + to.w, color);
}

static void draw_folded(const GlobalView *at, uint8_t a)
{
    const View *view = at->view;
    const ArrayContents *array = at->now.arrays + a;
    Rect axis = at->rows.axis;
    PixelBins strip =
        pixel_bins_new((Rect){axis.x, at->rows.y[a], axis.w,
                              at->rows.row - fmax(2, view_px(view, 5))},
                       false);

    for (uint32_t i = 0, end; i < array->length; i = end) {
        end = end_of_run(at, a, i);
        mark_words(at, &strip, a, i, end - 1,
                   is_wrong(at, a, i)                           ? COLOR_FAULT
                   : array->words[i].held == GLOBAL_MEMORY_HELD ? COLOR_HELD
                                                                : COLOR_CELL);
    }
    const Access *access =
        global_layout_touches(view, a) ? view->accesses : NULL;
    for (int lane = 0; access && lane < view->running->lanes; ++lane) {
        uint32_t i = global_memory_index(view->running, access + lane);
        if (i >= array->length || !is_shown(at, lane + 1))
            continue;
        uint32_t first =
            drawn_bytes(&at->rows, a) > sizeof(Word) ? i / 2 * 2 : i;
        mark_words(at, &strip, a, first, end_of_number(at, a, first) - 1,
                   COLOR_GLOBAL);
    }
    view_tag(view, TAG_GLOBAL, a * TAG_ARRAY);
    if (array->length) {
        Rect last = global_layout_word(&at->rows, a, array->length - 1);
        Rect row = global_layout_word(&at->rows, a, 0);
        row.w = last.x + last.w - row.x;
        view_strip(view, row, false, 1, array->length);
    }
    pixel_bins_draw(&strip, view->list);
}

/* The number of places of an array as it is now. */
static uint32_t places(const GlobalView *at, uint8_t a)
{
    return count_places(&at->rows, a, at->now.arrays[a].length);
}

static Place place_at(const GlobalView *at, uint8_t a, uint32_t i)
{
    return place_of(&at->rows, a, i, at->now.arrays[a].length);
}

/* The width of text in the narrowest of the first numbers, which is the last of
 * a segment, and the last ones, which may stand for fewer inputs. */
static double narrowest(const GlobalView *at, uint8_t a)
{
    uint32_t count = places(at, a);
    uint32_t k = count_places(&at->rows, a, at->view->trace->run.k);
    uint32_t some[] = {0, k < count ? k - 1 : 0, count > 1 ? count - 2 : 0};
    double least = INFINITY;

    for (int i = 0; i < 3; ++i) {
        double w = place_box(&at->rows, a, place_at(at, a, some[i])).w;
        least = fmin(least, w - 2 * fmin(1, w / 20));
    }
    return least;
}

/* The size at which every number of an array that is there fits, at 1080; 0 if
 * that would be too small to read. */
static double text_size(const GlobalView *at, uint8_t a)
{
    const View *view = at->view;
    double likes = 17 * fmin(view->stretch, 1.5), widest = 0;
    char text[VALUE_TEXT];

    if (at->now.arrays[a].length == 0)
        return 0;
    double room = narrowest(at, a);
    if (room < view_least_width(view, FONT_CODE_STRONG, "0"))
        return 0;
    for (uint32_t i = 0; i < places(at, a); ++i) {
        Place place = place_at(at, a, i);
        if (state_at(at, a, place) == GLOBAL_MEMORY_NOTHING)
            continue;
        double width =
            font_width(FONT_CODE_STRONG, 1,
                       place_text(at, a, place, FONT_CODE, room, text));
        widest = width > widest ? width : widest;
    }
    if (widest > 0)
        likes = fmin(likes, room / (widest + VIEW_APART) / view->unit);
    double least = view_least_width(view, FONT_CODE_STRONG, "0000");
    return likes * view->unit >= view->least - 1e-6 || room >= least ? likes
                                                                     : 0;
}

static void draw_array(const GlobalView *at, uint8_t a)
{
    const View *view = at->view;
    Rect name = at->rows.box;

    name.y = at->rows.y[a];
    name.w = at->rows.axis.x - name.x - view_px(view, 8);
    name.h = at->rows.row - fmax(2, view_px(view, 5));
    view_tag(view, TAG_FRAME, a);
    bool runs = global_layout_touches(view, a);
    view_text_fitting(view, name, runs ? FONT_CODE_STRONG : FONT_CODE, 14,
                      runs ? COLOR_INK : COLOR_DIM,
                      (const char *[]){view->trace->arrays[a].name}, 1);
    draw_segments(at, a);
    double size = text_size(at, a);
    if (size == 0) {
        draw_folded(at, a);
        return;
    }
    for (uint32_t i = 0; i < places(at, a); ++i)
        draw_number(at, a, place_at(at, a, i), size);
}

/* Transactions by now, of those before each instruction. */
static uint32_t so_far(const View *view, const uint32_t *counts)
{
    size_t done = view->position - view_is_moving(view);
    double running = counts[view->position] - counts[done];

    return counts[done] + (uint32_t)(running * view->progress);
}

/* "global memory, a gap every 4 words · transactions so far: ...". */
static void draw_title(const View *view, Rect box)
{
    const AnalysedTrace *analysed = view->analysed;
    uint32_t reads = so_far(view, analysed->reads);
    uint32_t writes = so_far(view, analysed->writes);
    char full[160], brief[80];

    snprintf(full, sizeof full,
             "global memory · G so far: %u transaction%s of %u words read, %u "
             "written",
             reads, reads == 1 ? "" : "s", analysed->trace->run.k, writes);
    snprintf(brief, sizeof brief, "global memory · %u read, %u written", reads,
             writes);
    view_tag(view, TAG_FRAME, 0);
    view_text_fitting(view, box, FONT_TEXT, 14, COLOR_DIM,
                      (const char *[]){full, brief, "global memory"}, 3);
}

void view_global(const View *whole, Rect box)
{
    if (rect_is_empty(box))
        return;
    GlobalView at = {.view = whole, .rows = global_layout(whole, box)};
    draw_title(whole, at.rows.title);
    if (at.rows.count == 0)
        return;
    at.now = global_layout_now(whole);
    find_stepped(&at);
    find_wrong(&at);
    for (uint8_t a = 0; a < at.now.count; ++a)
        if (global_layout_has(&at.rows, a))
            draw_array(&at, a);
    for (int a = 0; a < GLOBAL_LAYOUT_MOST; ++a) {
        free(at.stepped[a]);
        free(at.wrong[a]);
    }
    global_memory_free(&at.now);
}
