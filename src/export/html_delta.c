/* SPDX-License-Identifier: MIT
 *
 * html_delta - see html_delta.h.
 *
 * A new picture is laid over the slots from the back to the front.  A shape
 * that some slot ahead shows already stays there.  Any other takes a slot of
 * its own kind and thing, but none beyond the next that stays; and if there is
 * none, gets a new slot.
 */
#include "export/html_delta.h"

#include "draw/paint_svg.h"
#include "export/html_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NOTHING = 0 };

typedef struct {
    uint64_t kind;  /* of shape and thing */
    uint32_t shape; /* that it shows now */
    uint32_t next;  /* slot in front of it; 0: none */
    uint64_t rank;  /* from the back, with gaps */
    uint32_t taken; /* number of the last picture that took it */
} Slot;

typedef struct {
    char *word;
    uint64_t hash;
    uint32_t slot;    /* that shows it, or showed it last */
    uint32_t picture; /* number of the last picture that has it */
} UniqueShape;

typedef struct {
    uint32_t slot, shape;
} Change;

struct HtmlDelta {
    UniqueShape *shapes; /* from 1 */
    size_t shapes_count, shapes_capacity;
    uint32_t *table; /* of shapes, open, by hash; 0: empty */
    size_t table_size;
    Slot *slots; /* [0] is before the first */
    size_t slots_count, slots_capacity;
    Change *changes; /* of all pictures */
    size_t changes_count, changes_capacity;
    size_t *ends; /* of each picture's changes */
    size_t ends_count, ends_capacity;
    uint32_t *shown; /* the shapes of the picture being added */
    size_t shown_count, shown_capacity;
    uint32_t *full; /* slots that show something */
    size_t full_count, full_capacity;
    size_t word_bytes; /* of all shapes' words */
};

HtmlDelta *html_delta_new(void)
{
    HtmlDelta *delta = base_alloc(1, sizeof *delta);
    UniqueShape nothing = {0};
    Slot before = {0};

    base_push(delta, shapes, nothing);
    base_push(delta, slots, before);
    delta->table_size = 1024;
    delta->table = base_alloc(delta->table_size, sizeof *delta->table);
    return delta;
}

void html_delta_free(HtmlDelta *delta)
{
    for (size_t i = 0; i < delta->shapes_count; ++i)
        free(delta->shapes[i].word);
    free(delta->shapes);
    free(delta->table);
    free(delta->slots);
    free(delta->changes);
    free(delta->ends);
    free(delta->shown);
    free(delta->full);
    free(delta);
}

/* ---- Words -------------------------------------------------------------- */

static void add_numbers(Text *text, const double *numbers, int count)
{
    for (int i = 0; i < count; ++i) {
        if (i)
            text_add_bytes(text, " ", 1);
        text_add_number(text, numbers[i]);
    }
}

static void add_color(Text *text, Color color)
{
    char letter[] = {' ', color == COLOR_NONE ? '-' : (char)('a' + (int)color)};

    text_add_bytes(text, letter, sizeof letter);
}

/* " 1" or " .5". */
static void add_alpha(Text *text, const Shape *shape)
{
    text_add_bytes(text, " ", 1);
    text_add_number(text, shape->alpha);
}

static void add_stroke(Text *text, const Shape *shape, double width)
{
    add_color(text, shape->edge);
    text_add_bytes(text, " ", 1);
    text_add_number(text, width);
    add_alpha(text, shape);
    text_add_bytes(text, " ", 1);
    text_add_number(text, shape->dashed ? 3 * shape->width : 0);
}

static void add_box(Text *text, char letter, Rect box)
{
    text_add_bytes(text, &letter, 1);
    add_numbers(text, (double[]){box.x, box.y, box.w, box.h}, 4);
    text_add_bytes(text, " ", 1);
}

/* Separates the edge or the stripes of a box from its fill, if there is one. */
static void add_tab(Text *text)
{
    if (text->length)
        text_add_bytes(text, "\t", 1);
}

static void add_fill(Text *text, const Shape *shape)
{
    Rect box = rect_whole(shape->box);

    add_box(text, 'r', box);
    text_add_number(text, fmin(shape->radius, fmin(box.w, box.h) / 2));
    add_color(text, shape->fill);
    add_alpha(text, shape);
}

static void add_edge(Text *text, const Shape *shape, Color fill)
{
    Edge edge = shape_edge(shape);

    add_tab(text);
    add_box(text, 'e', edge.box);
    text_add_number(text, edge.radius);
    add_color(text, fill);
    add_stroke(text, shape, edge.thick);
}

static void rect_word(Text *text, const Shape *shape)
{
    bool framed = shape_is_framed(shape);

    if (shape->fill != COLOR_NONE && !framed)
        add_fill(text, shape);
    if (shape->edge != COLOR_NONE)
        add_edge(text, shape, framed ? shape->fill : COLOR_NONE);
}

static void add_point(Text *text, char step, double x, double y)
{
    text_add_bytes(text, &step, 1);
    text_add_number(text, x);
    text_add_bytes(text, "_", 1);
    text_add_number(text, y);
}

static void line_word(Text *text, const Shape *shape)
{
    bool curve = shape->kind == SHAPE_CURVE;

    text_add_bytes(text, "l", 1);
    add_point(text, 'M', shape->x[0], shape->y[0]);
    for (int i = 1; i <= (curve ? 3 : 1); ++i)
        add_point(text,
                  i > 1   ? '_'
                  : curve ? 'C'
                          : 'L',
                  shape->x[i], shape->y[i]);
    add_stroke(text, shape, shape->width);
}

static void arrow_word(Text *text, const Shape *shape)
{
    double x[3], y[3];

    draw_arrow_head(shape, x, y);
    text_add_bytes(text, "p", 1);
    for (int i = 0; i < 3; ++i)
        add_point(text, i == 0 ? 'M' : 'L', x[i], y[i]);
    text_add_bytes(text, "z", 1);
    add_color(text, shape->fill);
    add_alpha(text, shape);
}

void html_delta_word(Text *text, const DisplayList *list, const Shape *shape)
{
    switch (shape->kind) {
    case SHAPE_RECT:
        rect_word(text, shape);
        break;
    case SHAPE_LINE:
    case SHAPE_CURVE:
        line_word(text, shape);
        break;
    case SHAPE_ARROW:
        arrow_word(text, shape);
        break;
    case SHAPE_TEXT:
        text_add(text, "t%d ", (int)shape->font);
        add_numbers(text,
                    (double[]){shape->size, shape->box.x,
                               round(shape->baseline)},
                    3);
        add_color(text, shape->fill);
        add_alpha(text, shape);
        text_add_bytes(text, " ", 1);
        paint_svg_words(text, shape_text(list, shape));
        break;
    default:
        break;
    }
    if (text->length && shape->thread) {
        text_add_bytes(text, "\t", 1);
        add_box(text, 'c', rect_whole(shape->box));
        text_add(text, "%u", shape->thread - 1);
    }
}

/* ---- Shapes ------------------------------------------------------------- */

static uint64_t hash_of(const char *word, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */

    for (size_t i = 0; i < length; ++i)
        hash = (hash ^ (unsigned char)word[i]) * 0x100000001b3u;
    return hash;
}

static size_t table_slot(const HtmlDelta *delta, uint64_t hash,
                         const char *word)
{
    size_t at = hash % delta->table_size;

    while (delta->table[at]) {
        const UniqueShape *shape = delta->shapes + delta->table[at];
        if (shape->hash == hash && (!word || strcmp(shape->word, word) == 0))
            break;
        at = (at + 1) % delta->table_size;
    }
    return at;
}

static void table_grow(HtmlDelta *delta)
{
    delta->table_size *= 2;
    delta->table =
        base_realloc(delta->table, delta->table_size, sizeof *delta->table);
    memset(delta->table, 0, delta->table_size * sizeof *delta->table);
    for (size_t i = 1; i < delta->shapes_count; ++i)
        delta->table[table_slot(delta, delta->shapes[i].hash,
                                delta->shapes[i].word)] = (uint32_t)i;
}

/* The number of the shape that is written as WORD. */
static uint32_t shape_number(HtmlDelta *delta, const Text *word)
{
    uint64_t hash = hash_of(word->text, word->length);
    size_t at = table_slot(delta, hash, word->text);

    if (delta->table[at])
        return delta->table[at];
    UniqueShape shape = {.word = base_strdup(word->text), .hash = hash};
    base_push(delta, shapes, shape);
    delta->word_bytes += word->length + 1;
    delta->table[at] = (uint32_t)delta->shapes_count - 1;
    if (2 * delta->shapes_count > delta->table_size)
        table_grow(delta);
    return (uint32_t)delta->shapes_count - 1;
}

/* ---- Slots -------------------------------------------------------------- */

#define RANK_GAP ((uint64_t)1 << 40)

enum { MOST_PASSED = 4096 };

static void rank_anew(HtmlDelta *delta)
{
    uint64_t rank = 0;

    for (uint32_t at = delta->slots[0].next; at; at = delta->slots[at].next)
        delta->slots[at].rank = rank += RANK_GAP;
}

/* A new slot in front of slot AT. */
static uint32_t slot_insert(HtmlDelta *delta, uint32_t at, uint64_t kind)
{
    uint32_t next = delta->slots[at].next;
    uint64_t below = delta->slots[at].rank;
    uint64_t above = next ? delta->slots[next].rank : below + 64 * RANK_GAP;
    /* not half-way: the next new slot is mostly in front of this one */
    Slot slot = {.kind = kind,
                 .next = next,
                 .rank = below + (above - below + 63) / 64};
    uint32_t number = (uint32_t)delta->slots_count;

    base_push(delta, slots, slot);
    delta->slots[at].next = number;
    if (above - below < 64)
        rank_anew(delta);
    return number;
}

/* The slot for SHAPE in front of slot AT, as the opening comment says; slots
 * are passed over only so far, as there may be a million of them. */
static uint32_t slot_for(HtmlDelta *delta, uint32_t at, uint32_t shape,
                         uint64_t kind, uint32_t picture)
{
    const Slot *slots = delta->slots;
    uint32_t same = delta->shapes[shape].slot;

    if (same && slots[same].shape == shape && slots[same].taken != picture &&
        slots[same].rank > slots[at].rank)
        return same;
    int passed = 0;
    for (uint32_t next = slots[at].next; next && passed < MOST_PASSED;
         next = slots[next].next, ++passed) {
        uint32_t shows = slots[next].shape;
        if (shows && delta->shapes[shows].picture == picture)
            break;
        if (slots[next].kind == kind)
            return next;
    }
    return slot_insert(delta, at, kind);
}

static void change(HtmlDelta *delta, uint32_t slot, uint32_t shape)
{
    Change one = {slot, shape};

    if (delta->slots[slot].shape == shape)
        return;
    delta->slots[slot].shape = shape;
    base_push(delta, changes, one);
}

/* Empties the slots that PICTURE has not taken. */
static void empty_slots(HtmlDelta *delta, uint32_t picture)
{
    size_t kept = 0;

    for (size_t i = 0; i < delta->full_count; ++i) {
        uint32_t slot = delta->full[i];
        if (delta->slots[slot].taken == picture)
            delta->full[kept++] = slot;
        else
            change(delta, slot, NOTHING);
    }
    delta->full_count = kept;
}

static uint64_t kind_of(const Shape *shape)
{
    return thing_hash(&shape->thing) ^ shape->kind;
}

void html_delta_add(HtmlDelta *delta, const DisplayList *list)
{
    uint32_t picture = (uint32_t)delta->ends_count + 1, at = 0;
    Text word = {0};

    delta->shown_count = 0;
    for (size_t i = 0; i < list->shapes_count; ++i) {
        word.length = 0;
        text_add_bytes(&word, "", 0);
        html_delta_word(&word, list, list->shapes + i);
        uint32_t shape = word.length ? shape_number(delta, &word) : NOTHING;
        delta->shapes[shape].picture = picture;
        base_push(delta, shown, shape);
    }
    for (size_t i = 0; i < list->shapes_count; ++i) {
        uint32_t shape = delta->shown[i];
        if (!shape)
            continue;
        at = slot_for(delta, at, shape, kind_of(list->shapes + i), picture);
        if (!delta->slots[at].shape)
            base_push(delta, full, at);
        delta->slots[at].taken = picture;
        delta->shapes[shape].slot = at;
        change(delta, at, shape);
    }
    empty_slots(delta, picture);
    base_push(delta, ends, delta->changes_count);
    text_free(&word);
}

/* ---- Out ---------------------------------------------------------------- */

size_t html_delta_slots(const HtmlDelta *delta)
{
    return delta->slots_count - 1;
}

size_t html_delta_bytes(const HtmlDelta *delta)
{
    return delta->shapes_capacity * sizeof *delta->shapes + delta->word_bytes +
           delta->table_size * sizeof *delta->table +
           delta->slots_capacity * sizeof *delta->slots +
           delta->changes_capacity * sizeof *delta->changes;
}

static int by_slot(const void *x, const void *y)
{
    const Change *a = x, *b = y;

    return (a->slot > b->slot) - (a->slot < b->slot);
}

/* Changes with the slots' places from the back, from 0, in their order. */
static Change *placed_changes(const HtmlDelta *delta)
{
    uint32_t *places = base_alloc(delta->slots_count, sizeof *places),
             place = 0;
    Change *changes =
        base_memdup(delta->changes, delta->changes_count * sizeof *changes);
    size_t start = 0;

    for (uint32_t at = delta->slots[0].next; at; at = delta->slots[at].next)
        places[at] = place++;
    for (size_t i = 0; i < delta->changes_count; ++i)
        changes[i].slot = places[changes[i].slot];
    for (size_t p = 0; p < delta->ends_count; ++p) {
        qsort(changes + start, delta->ends[p] - start, sizeof *changes,
              by_slot);
        start = delta->ends[p];
    }
    free(places);
    return changes;
}

/* Numbers for shapes in the order in which CHANGES first show them; writes the
 * order to FIRST, if there is one. */
static uint32_t *shape_numbers(const HtmlDelta *delta, const Change *changes,
                               uint32_t *first)
{
    uint32_t *numbers = base_alloc(delta->shapes_count, sizeof *numbers);
    uint32_t next = 1;

    for (size_t i = 0; i < delta->changes_count; ++i) {
        uint32_t shape = changes[i].shape;
        if (!shape || numbers[shape])
            continue;
        if (first)
            first[next] = shape;
        numbers[shape] = next++;
    }
    return numbers;
}

void html_delta_shapes(const HtmlDelta *delta, Text *text)
{
    Change *changes = placed_changes(delta);
    uint32_t *first = base_alloc(delta->shapes_count, sizeof *first);
    uint32_t *numbers = shape_numbers(delta, changes, first);

    for (size_t i = 1; i < delta->shapes_count && first[i]; ++i)
        text_add(text, "%s\n", delta->shapes[first[i]].word);
    free(numbers);
    free(first);
    free(changes);
}

void html_delta_pictures(const HtmlDelta *delta, Text *text)
{
    Change *changes = placed_changes(delta);
    uint32_t *numbers = shape_numbers(delta, changes, NULL);
    uint32_t next = 1;
    size_t i = 0;

    for (size_t p = 0; p < delta->ends_count; ++p) {
        uint32_t before = 0;
        for (bool first = true; i < delta->ends[p]; ++i, first = false) {
            uint32_t number = numbers[changes[i].shape];
            if (!first)
                text_add_bytes(text, " ", 1);
            html_base36(text, changes[i].slot - before);
            before = changes[i].slot;
            if (number == next) {
                ++next;
                continue;
            }
            text_add_bytes(text, ":", 1);
            html_base36(text, number);
        }
        text_add_bytes(text, "\n", 1);
    }
    free(numbers);
    free(changes);
}
