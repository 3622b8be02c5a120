/* SPDX-License-Identifier: MIT
 *
 * flip - see flip.h.
 *
 * A new picture is laid over the slots from the back to the front.  A shape
 * that some slot ahead shows already stays there.  Any other takes a slot of
 * its own kind and tag, but none beyond the next that stays; and if there is
 * none, gets a new slot.
 */
#include "export/flip.h"

#include "base/decimal.h"
#include "paint/paint_svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NOTHING = 0 };

typedef struct {
    uint64_t kind;  /* of shape and tag */
    uint32_t shape; /* that it shows now */
    uint32_t next;  /* slot in front of it; 0: none */
    uint32_t rank;  /* from the back, with gaps */
    uint32_t taken; /* number of the last picture that took it */
} Slot;

typedef struct {
    char *word;
    uint64_t hash;
    uint32_t slot;    /* that shows it, or showed it last */
    uint32_t picture; /* number of the last picture that has it */
} FlipShape;

typedef struct {
    uint32_t slot, shape;
} Change;

struct Flip {
    FlipShape *shapes; /* from 1 */
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
};

Flip *flip_new(void)
{
    Flip *flip = base_alloc(1, sizeof *flip);
    FlipShape nothing = {0};
    Slot before = {0};

    base_push(flip, shapes, nothing);
    base_push(flip, slots, before);
    flip->table_size = 1024;
    flip->table = base_alloc(flip->table_size, sizeof *flip->table);
    return flip;
}

void flip_free(Flip *flip)
{
    for (size_t i = 0; i < flip->shapes_count; ++i)
        free(flip->shapes[i].word);
    free(flip->shapes);
    free(flip->table);
    free(flip->slots);
    free(flip->changes);
    free(flip->ends);
    free(flip->shown);
    free(flip);
}

/* ---- Words -------------------------------------------------------------- */

static void add_numbers(Text *text, const double *numbers, int count)
{
    for (int i = 0; i < count; ++i) {
        if (i)
            text_add_bytes(text, " ", 1);
        decimal_add(text, numbers[i]);
    }
}

static void add_color(Text *text, Color color)
{
    char letter[] = {' ', color == COLOR_NONE ? '-' : (char)('a' + (int)color)};

    text_add_bytes(text, letter, sizeof letter);
}

/* " 1" or " .5", and, of strokes, the width before and the dash after. */
static void add_alpha(Text *text, const Shape *shape)
{
    text_add_bytes(text, " ", 1);
    decimal_add(text, shape->alpha);
}

static void add_stroke(Text *text, const Shape *shape, double width)
{
    add_color(text, shape->edge);
    text_add_bytes(text, " ", 1);
    decimal_add(text, width);
    add_alpha(text, shape);
    text_add_bytes(text, " ", 1);
    decimal_add(text, shape->dashed ? 3 * shape->width : 0);
}

static Rect whole(Rect box)
{
    double left = round(box.x), top = round(box.y);

    return (Rect){left, top, round(box.x + box.w) - left,
                  round(box.y + box.h) - top};
}

static void add_box(Text *text, char letter, Rect box)
{
    text_add_bytes(text, &letter, 1);
    add_numbers(text, (double[]){box.x, box.y, box.w, box.h}, 4);
    text_add_bytes(text, " ", 1);
}

/* A box is up to two words, parted by a tab: ground, and edge or hatching. */
static void rect_word(Text *text, const Shape *shape)
{
    Rect box = whole(shape->box);
    double radius = fmin(shape->radius, fmin(box.w, box.h) / 2);
    bool edge = shape->edge != COLOR_NONE, hatch = edge && shape->hatch > 0;
    bool both = edge && !hatch && !shape->dashed && shape->alpha >= 1;
    bool ground = shape->fill != COLOR_NONE && !both;

    if (ground) {
        add_box(text, 'r', box);
        decimal_add(text, radius);
        add_color(text, shape->fill);
        add_alpha(text, shape);
    }
    if (ground && edge)
        text_add_bytes(text, "\t", 1);
    if (hatch) {
        add_box(text, 'h', box);
        decimal_add(text, shape->hatch);
        add_color(text, shape->edge);
        add_alpha(text, shape);
    } else if (edge) {
        double thick =
            shape->dashed ? shape->width : fmax(1, round(shape->width));
        box = (Rect){box.x + thick / 2, box.y + thick / 2,
                     fmax(0, box.w - thick), fmax(0, box.h - thick)};
        add_box(text, 'e', box);
        decimal_add(text, fmax(0, radius - thick / 2));
        add_color(text, both ? shape->fill : COLOR_NONE);
        add_stroke(text, shape, thick);
    }
}

static void add_point(Text *text, char step, double x, double y)
{
    text_add_bytes(text, &step, 1);
    decimal_add(text, x);
    text_add_bytes(text, "_", 1);
    decimal_add(text, y);
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

    canvas_arrow_head(shape, x, y);
    text_add_bytes(text, "p", 1);
    for (int i = 0; i < 3; ++i)
        add_point(text, i == 0 ? 'M' : 'L', x[i], y[i]);
    text_add_bytes(text, "z", 1);
    add_color(text, shape->fill);
    add_alpha(text, shape);
}

void flip_word(Text *text, const Canvas *canvas, const Shape *shape)
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
        paint_svg_words(text, canvas_shape_text(canvas, shape));
        break;
    default:
        break;
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

static size_t table_slot(const Flip *flip, uint64_t hash, const char *word)
{
    size_t at = hash % flip->table_size;

    while (flip->table[at]) {
        const FlipShape *shape = flip->shapes + flip->table[at];
        if (shape->hash == hash && (!word || strcmp(shape->word, word) == 0))
            break;
        at = (at + 1) % flip->table_size;
    }
    return at;
}

static void table_grow(Flip *flip)
{
    flip->table_size *= 2;
    flip->table =
        base_realloc(flip->table, flip->table_size, sizeof *flip->table);
    memset(flip->table, 0, flip->table_size * sizeof *flip->table);
    for (size_t i = 1; i < flip->shapes_count; ++i)
        flip->table[table_slot(flip, flip->shapes[i].hash,
                               flip->shapes[i].word)] = (uint32_t)i;
}

/* The number of the shape that is written as WORD. */
static uint32_t shape_number(Flip *flip, const Text *word)
{
    uint64_t hash = hash_of(word->text, word->length);
    size_t at = table_slot(flip, hash, word->text);

    if (flip->table[at])
        return flip->table[at];
    FlipShape shape = {.word = base_strdup(word->text), .hash = hash};
    base_push(flip, shapes, shape);
    flip->table[at] = (uint32_t)flip->shapes_count - 1;
    if (2 * flip->shapes_count > flip->table_size)
        table_grow(flip);
    return (uint32_t)flip->shapes_count - 1;
}

/* ---- Slots -------------------------------------------------------------- */

enum { RANK_GAP = 1024 };

static void rank_anew(Flip *flip)
{
    uint32_t rank = 0;

    for (uint32_t at = flip->slots[0].next; at; at = flip->slots[at].next)
        flip->slots[at].rank = rank += RANK_GAP;
}

/* A new slot in front of slot AT. */
static uint32_t slot_insert(Flip *flip, uint32_t at, uint64_t kind)
{
    uint32_t next = flip->slots[at].next;
    uint32_t below = flip->slots[at].rank;
    uint32_t above = next ? flip->slots[next].rank : below + 2 * RANK_GAP;
    Slot slot = {.kind = kind,
                 .next = next,
                 .rank = below + (above - below) / 2};
    uint32_t number = (uint32_t)flip->slots_count;

    base_push(flip, slots, slot);
    flip->slots[at].next = number;
    if (above - below < 2)
        rank_anew(flip);
    return number;
}

/* The slot for SHAPE in front of slot AT, as the opening comment says. */
static uint32_t slot_for(Flip *flip, uint32_t at, uint32_t shape, uint64_t kind,
                         uint32_t picture)
{
    const Slot *slots = flip->slots;
    uint32_t same = flip->shapes[shape].slot;

    if (same && slots[same].shape == shape && slots[same].taken != picture &&
        slots[same].rank > slots[at].rank)
        return same;
    for (uint32_t next = slots[at].next; next; next = slots[next].next) {
        uint32_t shows = slots[next].shape;
        if (shows && flip->shapes[shows].picture == picture)
            break;
        if (slots[next].kind == kind)
            return next;
    }
    return slot_insert(flip, at, kind);
}

static void change(Flip *flip, uint32_t slot, uint32_t shape)
{
    Change one = {slot, shape};

    if (flip->slots[slot].shape == shape)
        return;
    flip->slots[slot].shape = shape;
    base_push(flip, changes, one);
}

static uint64_t kind_of(const Shape *shape)
{
    return (uint64_t)shape->tag.kind << 40 |
           (uint64_t)(shape->tag.panel & 3) << 36 |
           (uint64_t)shape->kind << 32 | shape->tag.index;
}

void flip_add(Flip *flip, const Canvas *canvas)
{
    uint32_t picture = (uint32_t)flip->ends_count + 1, at = 0;
    Text word = {0};

    flip->shown_count = 0;
    for (size_t i = 0; i < canvas->shapes_count; ++i) {
        word.length = 0;
        text_add_bytes(&word, "", 0);
        flip_word(&word, canvas, canvas->shapes + i);
        uint32_t shape = word.length ? shape_number(flip, &word) : NOTHING;
        flip->shapes[shape].picture = picture;
        base_push(flip, shown, shape);
    }
    for (size_t i = 0; i < canvas->shapes_count; ++i) {
        uint32_t shape = flip->shown[i];
        if (!shape)
            continue;
        at = slot_for(flip, at, shape, kind_of(canvas->shapes + i), picture);
        flip->slots[at].taken = picture;
        flip->shapes[shape].slot = at;
        change(flip, at, shape);
    }
    for (size_t i = 1; i < flip->slots_count; ++i)
        if (flip->slots[i].taken != picture)
            change(flip, (uint32_t)i, NOTHING);
    base_push(flip, ends, flip->changes_count);
    text_free(&word);
}

/* ---- Out ---------------------------------------------------------------- */

size_t flip_slots(const Flip *flip)
{
    return flip->slots_count - 1;
}

static int by_slot(const void *x, const void *y)
{
    const Change *a = x, *b = y;

    return (a->slot > b->slot) - (a->slot < b->slot);
}

/* Changes with the slots' places from the back, from 0, in their order. */
static Change *placed_changes(const Flip *flip)
{
    uint32_t *places = base_alloc(flip->slots_count, sizeof *places), place = 0;
    Change *changes =
        base_memdup(flip->changes, flip->changes_count * sizeof *changes);
    size_t start = 0;

    for (uint32_t at = flip->slots[0].next; at; at = flip->slots[at].next)
        places[at] = place++;
    for (size_t i = 0; i < flip->changes_count; ++i)
        changes[i].slot = places[changes[i].slot];
    for (size_t p = 0; p < flip->ends_count; ++p) {
        qsort(changes + start, flip->ends[p] - start, sizeof *changes, by_slot);
        start = flip->ends[p];
    }
    free(places);
    return changes;
}

static void add_base36(Text *text, uint32_t x)
{
    char digits[8];
    int at = sizeof digits;

    do
        digits[--at] = "0123456789abcdefghijklmnopqrstuvwxyz"[x % 36];
    while (x /= 36);
    text_add_bytes(text, digits + at, sizeof digits - (size_t)at);
}

/* Numbers for shapes in the order in which CHANGES first show them; writes the
 * order to FIRST, if there is one. */
static uint32_t *shape_numbers(const Flip *flip, const Change *changes,
                               uint32_t *first)
{
    uint32_t *numbers = base_alloc(flip->shapes_count, sizeof *numbers);
    uint32_t next = 1;

    for (size_t i = 0; i < flip->changes_count; ++i) {
        uint32_t shape = changes[i].shape;
        if (!shape || numbers[shape])
            continue;
        if (first)
            first[next] = shape;
        numbers[shape] = next++;
    }
    return numbers;
}

void flip_shapes(const Flip *flip, Text *text)
{
    Change *changes = placed_changes(flip);
    uint32_t *first = base_alloc(flip->shapes_count, sizeof *first);
    uint32_t *numbers = shape_numbers(flip, changes, first);

    for (size_t i = 1; i < flip->shapes_count && first[i]; ++i)
        text_add(text, "%s\n", flip->shapes[first[i]].word);
    free(numbers);
    free(first);
    free(changes);
}

void flip_pictures(const Flip *flip, Text *text)
{
    Change *changes = placed_changes(flip);
    uint32_t *numbers = shape_numbers(flip, changes, NULL);
    uint32_t next = 1;
    size_t i = 0;

    for (size_t p = 0; p < flip->ends_count; ++p) {
        uint32_t before = 0;
        for (bool first = true; i < flip->ends[p]; ++i, first = false) {
            uint32_t number = numbers[changes[i].shape];
            if (!first)
                text_add_bytes(text, " ", 1);
            add_base36(text, changes[i].slot - before);
            before = changes[i].slot;
            if (number == next) {
                ++next;
                continue;
            }
            text_add_bytes(text, ":", 1);
            add_base36(text, number);
        }
        text_add_bytes(text, "\n", 1);
    }
    free(numbers);
    free(changes);
}
