/* SPDX-License-Identifier: MIT */
#include "view/view_global.h"

#include "analysis/block_trace.h"
#include "draw/font.h"
#include "trace/variable.h"
#include "view/items.h"
#include "view/view_marks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const View *view;
    const GlobalWords *now;
    GlobalLayout rows;
    uint8_t *stepped[GLOBAL_LAYOUT_MOST]; /* of each array: which bytes of a
                                             word a step as a whole touched */
} GlobalView;

/* 1 + the first lane of the running instruction that moves what is at PLACE; 0:
 * none. */
static int lane_at(const GlobalView *at, uint8_t a, GlobalPlace place)
{
    const View *view = at->view;
    const Access *access = view->accesses;

    if (!global_layout_touches(view, a))
        return 0;
    for (int lane = 0; lane < view->running->lanes; ++lane, ++access)
        if (access->cell - place.first < place.words &&
            access->bytes & place.bytes)
            return lane + 1;
    return 0;
}

/* The number at PLACE of a program's array. */
static Number number_at(const GlobalView *at, uint8_t a, GlobalPlace place)
{
    const GlobalWord *word = at->now->arrays[a].words + place.first;
    const Array *array = at->view->trace->arrays + a;
    Number number = {word->value, array->element};

    if (place.words * sizeof(Word) < global_layout_bytes(&at->rows, a))
        number.element = ELEMENT_OTHER; /* the array ends within it */
    if (place.words > 1)
        number.bits |= (uint64_t)word[1].value << 32;
    unsigned bits = place.words * 32 / place.parts;
    number.bits = number.bits >> 8 * __builtin_ctz(place.bytes) &
                  UINT64_MAX >> (64 - bits);
    return number;
}

/* What the words at PLACE are: not known or held, if one of them is. */
static GlobalWordState state_at(const GlobalView *at, uint8_t a,
                                GlobalPlace place)
{
    const GlobalWord *word = at->now->arrays[a].words + place.first;
    GlobalWordState state = word->held;

    if (place.parts > 1 && !(word->bytes & place.bytes))
        return GLOBAL_MEMORY_NOTHING;
    return place.words > 1 && word[1].held > state ? word[1].held : state;
}

/* What word I is of a struct: a number of two words stands in the first one. */
static const char *member_text(const GlobalView *at, uint8_t a, uint32_t i,
                               Font font, double width, char text[VALUE_TEXT])
{
    const Trace *trace = at->view->trace;
    const GlobalWord *word = at->now->arrays[a].words + i;
    uint32_t count = at->now->arrays[a].length;
    bool both = number_word_half(trace, a, i, count) == HALF_LOW;
    Word words[2] = {word->value, both ? word[1].value : 0};

    if (both && word[1].held >= GLOBAL_MEMORY_UNKNOWN)
        return "?";
    variable_words_value(trace, a, i, words, count, false, text);
    if (view_least_width(at->view, font, text) > width)
        variable_words_value(trace, a, i, words, count, true, text);
    return text;
}

static const char *place_text(const GlobalView *at, uint8_t a,
                              GlobalPlace place, Font font, double width,
                              char text[VALUE_TEXT])
{
    const View *view = at->view;
    uint8_t holds = view->trace->arrays[a].holds;
    Word value = at->now->arrays[a].words[place.first].value;

    if (state_at(at, a, place) >= GLOBAL_MEMORY_UNKNOWN)
        return "?";
    if (holds == HOLDS_NUMBERS || holds == HOLDS_FLAGS) {
        snprintf(text, VALUE_TEXT, "%u", value);
        return text;
    }
    if (!view_has_variables(view))
        return view_value(view, value, font, width, text);
    if (view->trace->arrays[a].members.count)
        return member_text(at, a, place.first, font, width, text);
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
        uint32_t length = at->now->arrays[a].length;
        if (!at->stepped[a])
            at->stepped[a] = base_alloc((size_t)length + 1, 1);
        for (int lane = 0; lane < now->lanes; ++lane, ++access)
            if (access->cell < length)
                at->stepped[a][access->cell] |= access->bytes;
    }
}

/* True if BYTES, of an array by words, are set for what is at PLACE. */
static bool is_set(const uint8_t *bytes, GlobalPlace place)
{
    return bytes && ((bytes[place.first] & place.bytes) ||
                     (place.words > 1 && bytes[place.first + 1]));
}

static bool is_place_wrong(const GlobalView *at, uint8_t a, GlobalPlace place)
{
    const GlobalWord *word = at->now->arrays[a].words + place.first;

    return word->wrong & place.bytes || (place.words > 1 && word[1].wrong);
}

static void draw_number(const GlobalView *at, uint8_t a, GlobalPlace place,
                        double size)
{
    const View *view = at->view;
    Rect box = global_layout_box(&at->rows, a, place);
    int lane = view->steps ? 0 : lane_at(at, a, place);
    bool runs = is_shown(at, lane) || is_set(at->stepped[a], place),
         nothing = state_at(at, a, place) == GLOBAL_MEMORY_NOTHING;
    char text[VALUE_TEXT];

    view_pair(view, THING_WORD, a, place.first);
    if (nothing && !runs)
        view_unwritten(view, box);
    Color fill = runs ? COLOR_GLOBAL : COLOR_CELL;
    bool wrong = is_place_wrong(at, a, place);
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
        uint32_t segment = view->accesses[lane].cell / k;
        if (segment == last || view_served(view, view->accesses + lane) <= 0)
            continue;
        last = segment;
        uint32_t first = segment * k, end = first + k - 1;
        uint32_t length = at->now->arrays[a].length;
        Rect from = global_layout_word(&at->rows, a, first);
        Rect to =
            global_layout_word(&at->rows, a, end < length ? end : length - 1);
        view_pair(view, THING_WORD, a, 0);
        draw_rect(view->list,
                  (Rect){from.x, from.y + from.h + 1, to.x + to.w - from.x,
                         thick},
                  0, COLOR_GLOBAL);
    }
}

static bool is_wrong(const GlobalView *at, uint8_t a, uint32_t i)
{
    return at->now->arrays[a].words[i].wrong;
}

/* The end of the words of the number of which word I is the first. */
static uint32_t end_of_number(const GlobalView *at, uint8_t a, uint32_t i)
{
    uint32_t length = at->now->arrays[a].length;

    return global_layout_bytes(&at->rows, a) > sizeof(Word) && i + 1 < length
               ? i + 2
               : i + 1;
}

/* The end of the words from FIRST on that have one colour and, together, one
 * box. */
static uint32_t end_of_run(const GlobalView *at, uint8_t a, uint32_t first)
{
    const Trace *trace = at->view->trace;
    const ArrayContents *array = at->now->arrays + a;
    uint32_t end = first + 1;
    uint32_t most =
        (uint32_t)ceil(block_trace_inputs(trace) / block_trace_share(trace, a));

    if (!global_layout_is_dense(&at->rows, a))
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
    const ArrayContents *array = at->now->arrays + a;
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
        uint32_t i = access[lane].cell;
        if (i >= array->length || !is_shown(at, lane + 1))
            continue;
        uint32_t first =
            global_layout_bytes(&at->rows, a) > sizeof(Word) ? i / 2 * 2 : i;
        mark_words(at, &strip, a, first, end_of_number(at, a, first) - 1,
                   COLOR_GLOBAL);
    }
    view_pair(view, THING_WORD, a, 0);
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
    return global_layout_count(&at->rows, a, at->now->arrays[a].length);
}

static GlobalPlace place_at(const GlobalView *at, uint8_t a, uint32_t i)
{
    return global_layout_place(&at->rows, a, i, at->now->arrays[a].length);
}

/* The width of text in the narrowest of the first numbers, which is the last of
 * a segment, and the last ones, which may stand for fewer inputs. */
static double narrowest(const GlobalView *at, uint8_t a)
{
    uint32_t count = places(at, a);
    uint32_t k = global_layout_count(&at->rows, a, at->view->trace->run.k);
    uint32_t some[] = {0, k < count ? k - 1 : 0, count > 1 ? count - 2 : 0};
    double least = INFINITY;

    for (int i = 0; i < 3; ++i) {
        double w = global_layout_box(&at->rows, a, place_at(at, a, some[i])).w;
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

    if (at->now->arrays[a].length == 0)
        return 0;
    double room = narrowest(at, a);
    if (room < view_least_width(view, FONT_CODE_STRONG, "0"))
        return 0;
    for (uint32_t i = 0; i < places(at, a); ++i) {
        GlobalPlace place = place_at(at, a, i);
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
    view_thing(view, THING_FRAME, a);
    bool runs = global_layout_touches(view, a);
    Font font = runs ? FONT_CODE_STRONG : FONT_CODE;
    Color color = runs ? COLOR_INK : COLOR_DIM;
    const char *text = view->trace->arrays[a].name;
    if (!view_text_fitting(view, name, font, 14, color, (const char *[]){text},
                           1) &&
        view_has_variables(view)) /* a program's names may be of any length */
        view_text(view, name, font, 14, color, text);
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

    return counts[done] + (uint32_t)(running * view->moment->progress);
}

/* "global memory · transactions so far: 16 reads, 8 writes (4 values each)". */
static void draw_title(const View *view, Rect box)
{
    const AnalysedTrace *analysed = view->analysed;
    uint32_t reads = so_far(view, analysed->reads);
    uint32_t writes = so_far(view, analysed->writes);
    char full[160], brief[80];

    snprintf(
        full, sizeof full,
        "global memory · transactions of %u values so far (G): %u read, %u "
        "written",
        analysed->trace->run.k, reads, writes);
    snprintf(brief, sizeof brief, "global memory · G: %u read, %u written",
             reads, writes);
    view_thing(view, THING_FRAME, 0);
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
    at.now = moment_global(whole->all);
    find_stepped(&at);
    for (uint8_t a = 0; a < at.now->count; ++a)
        if (global_layout_has(&at.rows, a))
            draw_array(&at, a);
    for (int a = 0; a < GLOBAL_LAYOUT_MOST; ++a)
        free(at.stepped[a]);
}
