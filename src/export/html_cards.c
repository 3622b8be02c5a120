/* SPDX-License-Identifier: MIT */
#include "export/html_cards.h"

#include "card/card.h"
#include "export/html_words.h"
#include "view/pointing.h"
#include "view/thing_shape.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BOXES = 6, DRAWINGS = 2 };

/* The boxes of a thing in a drawing. */
typedef struct {
    Rect boxes[MOST_BOXES];
    int count;
    bool texts; /* they are of texts alone */
} Boxes;

typedef struct {
    Thing thing;
    Boxes now[DRAWINGS];
    Text boxes[DRAWINGS]; /* " 0:8.2s.1c.k" */
    Text last[DRAWINGS];  /* the last of them, without the moment */
    Text cards, last_card;
} CardThing;

struct HtmlCards {
    const FrameSpec *spec;
    size_t *positions[PLAYER_MAX_TRACES]; /* of each moment that has cards */
    size_t moments, tried, made, most;    /* cards that differ from the last */
    uint32_t moment;                      /* the next */
    CardThing *things;
    size_t things_count, things_capacity;
    uint32_t *found; /* 1 + index of things, open, by hash */
    size_t found_size;
    HtmlWords words; /* lines of cards */
};

HtmlCards *html_cards_new(const FrameSpec *spec, const FrameMoment *moments,
                          size_t count, size_t most)
{
    HtmlCards *cards = base_alloc(1, sizeof *cards);

    cards->spec = spec;
    cards->most = most;
    for (int t = 0; t < spec->count; ++t)
        cards->positions[t] = base_alloc(count + 1, sizeof(size_t));
    for (size_t i = 0; i < count; ++i) {
        if (moments[i].between)
            continue;
        for (int t = 0; t < spec->count; ++t)
            cards->positions[t][cards->moments] = moments[i].positions[t];
        ++cards->moments;
    }
    cards->found_size = 4096;
    cards->found = base_alloc(cards->found_size, sizeof *cards->found);
    return cards;
}

void html_cards_free(HtmlCards *cards)
{
    if (!cards)
        return;
    for (size_t i = 0; i < cards->things_count; ++i) {
        CardThing *own = cards->things + i;
        for (int d = 0; d < DRAWINGS; ++d) {
            text_free(own->boxes + d);
            text_free(own->last + d);
        }
        text_free(&own->cards);
        text_free(&own->last_card);
    }
    for (int t = 0; t < PLAYER_MAX_TRACES; ++t)
        free(cards->positions[t]);
    free(cards->things);
    free(cards->found);
    html_words_free(&cards->words);
    free(cards);
}

/* ---- Things ---------------------------------------------------------------*/

static size_t thing_slot(const HtmlCards *cards, const Thing *thing)
{
    size_t at = thing_hash(thing) % cards->found_size;

    while (cards->found[at] &&
           !thing_same(&cards->things[cards->found[at] - 1].thing, thing))
        at = (at + 1) % cards->found_size;
    return at;
}

static void grow_things(HtmlCards *cards)
{
    cards->found_size *= 2;
    cards->found =
        base_realloc(cards->found, cards->found_size, sizeof *cards->found);
    memset(cards->found, 0, cards->found_size * sizeof *cards->found);
    for (uint32_t i = 0; i < cards->things_count; ++i)
        cards->found[thing_slot(cards, &cards->things[i].thing)] = i + 1;
}

static CardThing *find(HtmlCards *cards, const Thing *thing)
{
    size_t at = thing_slot(cards, thing);
    CardThing fresh = {.thing = *thing};

    if (cards->found[at])
        return cards->things + cards->found[at] - 1;
    base_push(cards, things, fresh);
    cards->found[at] = (uint32_t)cards->things_count;
    if (2 * cards->things_count > cards->found_size)
        grow_things(cards);
    return cards->things + cards->things_count - 1;
}

static bool holds(Rect outer, Rect inner)
{
    return inner.x >= outer.x - 1 && inner.y >= outer.y - 1 &&
           inner.x + inner.w <= outer.x + outer.w + 1 &&
           inner.y + inner.h <= outer.y + outer.h + 1;
}

/* Texts count only where a thing has nothing else. */
static void add_box(Boxes *boxes, Rect box, bool text)
{
    if (boxes->count && text && !boxes->texts)
        return;
    if (boxes->texts && !text)
        boxes->count = 0;
    boxes->texts = text;
    for (int i = 0; i < boxes->count; ++i) {
        if (holds(boxes->boxes[i], box))
            return;
        if (!holds(box, boxes->boxes[i]))
            continue;
        boxes->boxes[i] = box;
        return;
    }
    if (boxes->count < MOST_BOXES)
        boxes->boxes[boxes->count++] = box;
}

/* Notes where the things of LIST are. */
static void see(HtmlCards *cards, const PointedTrace at[],
                const DisplayList *list, int drawing)
{
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        bool text = shape->kind == SHAPE_TEXT;
        if ((shape->kind != SHAPE_RECT && !text) ||
            shape->thing.kind == THING_LIGHT ||
            shape->thing.kind == THING_MOTION || shape->thing.trace < 1 ||
            shape->thing.trace > cards->spec->count)
            continue;
        const PointedTrace *own = at + shape->thing.trace - 1;
        Thing thing = thing_of_shape(shape);
        if (thing.kind && thing_is_shown_by(own, &thing, shape) &&
            thing_exists(&thing, own->whole->trace))
            add_box(&find(cards, &thing)->now[drawing], shape->box, text);
    }
}

static void write_boxes(HtmlCards *cards, CardThing *own, int drawing)
{
    const Boxes *now = own->now + drawing;
    Text text = {0};

    for (int i = 0; i < now->count; ++i) {
        const Rect *box = now->boxes + i;
        const double sides[] = {fmax(0, box->x), fmax(0, box->y), box->w,
                                box->h};
        for (int s = 0; s < 4; ++s) {
            text_add(&text, "%s", s ? "." : i ? "|" : "");
            html_base36(&text, (uint64_t)round(fmax(0, sides[s])));
        }
    }
    if (now->count == 0)
        text_add(&text, "-");
    Text *last = own->last + drawing;
    bool same =
        last->length ? strcmp(last->text, text.text) == 0 : now->count == 0;
    if (!same) {
        text_add(own->boxes + drawing, " ");
        html_base36(own->boxes + drawing, cards->moment);
        text_add(own->boxes + drawing, ":%s", text.text);
        last->length = 0;
        text_add(last, "%s", text.text);
    }
    text_free(&text);
    own->now[drawing] = (Boxes){.count = 0};
}

/* ---- Cards ----------------------------------------------------------------*/

/* The first moment at which trace T has come to POSITION; the last, if none. */
static size_t moment_of(const HtmlCards *cards, int t, size_t position)
{
    size_t low = 0, high = cards->moments - 1;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (cards->positions[t][middle] >= position)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void add_number(HtmlCards *cards, const Text *word, Text *line)
{
    if (line->length)
        text_add(line, ".");
    html_base36(line, html_words_number(&cards->words, word->text));
}

static void add_line(HtmlCards *cards, const PointedTrace *at, const Card *card,
                     const CardLine *line, Text *numbers)
{
    static const char letters[] = {'f', 'h', 'e', 'c', 'x'};
    Text word = {0};

    text_add(&word, "%c%s\t", letters[line->kind], line->now ? "*" : "");
    if (line->position != CARD_NOWHERE)
        html_base36(&word, moment_of(cards, at->t, line->position));
    text_add(&word, "\t");
    if (line->thing.kind)
        thing_write(&line->thing, at->whole->trace, &word);
    text_add(&word, "\t%s", card_text(card, line));
    add_number(cards, &word, numbers);
    text_free(&word);
}

/* What is lit with the thing. */
static void add_related(HtmlCards *cards, const PointedTrace *at,
                        const Thing *thing, Text *numbers)
{
    Thing related[THING_MOST_RELATED];
    int count = thing_related(at, thing, related);
    Text word = {0};

    if (count == 0)
        return;
    text_add(&word, "r\t\t\t");
    for (int i = 0; i < count; ++i) {
        text_add(&word, "%s", i ? ";" : "");
        thing_write(related + i, at->whole->trace, &word);
    }
    add_number(cards, &word, numbers);
    text_free(&word);
}

static void write_card(HtmlCards *cards, const PointedTrace *at, CardThing *own)
{
    Card card = card_of(at->whole, at->whole_position, &own->thing, false);
    Text numbers = {0}, title = {0};

    text_add(&title, "t\t\t\t%s", card.title.text);
    add_number(cards, &title, &numbers);
    for (size_t i = 0; i < card.lines_count; ++i)
        add_line(cards, at, &card, card.lines + i, &numbers);
    add_related(cards, at, &own->thing, &numbers);
    if (!own->last_card.length ||
        strcmp(own->last_card.text, numbers.text) != 0) {
        ++cards->made;
        text_add(&own->cards, " ");
        html_base36(&own->cards, cards->moment);
        text_add(&own->cards, ":%s", numbers.text);
        own->last_card.length = 0;
        text_add(&own->last_card, "%s", numbers.text);
    }
    text_free(&numbers);
    text_free(&title);
    card_free(&card);
}

/* ---- A moment -------------------------------------------------------------*/

bool html_cards_add(HtmlCards *cards, const FrameMoment *moment,
                    const DisplayList *frame, const DisplayList *small)
{
    PointedTrace at[PLAYER_MAX_TRACES];
    Scene scene = {.count = cards->spec->count};

    for (int t = 0; t < scene.count; ++t) {
        scene.analysed_traces[t] = cards->spec->analysed_traces[t];
        scene.positions[t] = moment->positions[t];
        at[t] = pointed_trace(&scene, t);
    }
    see(cards, at, frame, 0);
    if (small)
        see(cards, at, small, 1);
    for (size_t i = 0; i < cards->things_count; ++i) {
        CardThing *own = cards->things + i;
        bool shown = own->now[0].count + own->now[1].count > 0;
        for (int d = 0; d < DRAWINGS; ++d)
            write_boxes(cards, own, d);
        if (!shown)
            continue;
        write_card(cards, at + own->thing.trace - 1, own);
        if (cards->made > cards->most || ++cards->tried > 8 * cards->most)
            return false;
    }
    ++cards->moment;
    /* of very many things it is not tried long */
    return cards->made / cards->moment * cards->moments <= 4 * cards->most;
}

/* ---- The page -------------------------------------------------------------*/

void html_cards_things(const HtmlCards *cards, Text *text)
{
    for (size_t i = 0; i < cards->things_count; ++i) {
        const CardThing *own = cards->things + i;
        int t = own->thing.trace - 1;
        text_add(text, "%d\t", t);
        thing_write(&own->thing, cards->spec->analysed_traces[t]->trace, text);
        text_add(text, "\t%s\t%s\t%s\n",
                 own->boxes[0].text ? own->boxes[0].text : "",
                 own->boxes[1].text ? own->boxes[1].text : "",
                 own->cards.text ? own->cards.text : "");
    }
}

void html_cards_lines(const HtmlCards *cards, Text *text)
{
    html_words_lines(&cards->words, text);
}

size_t html_cards_bytes(const HtmlCards *cards)
{
    size_t bytes = html_words_bytes(&cards->words);

    for (size_t i = 0; i < cards->things_count; ++i) {
        const CardThing *own = cards->things + i;
        bytes +=
            own->boxes[0].length + own->boxes[1].length + own->cards.length;
    }
    return bytes;
}
