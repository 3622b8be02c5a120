/* SPDX-License-Identifier: MIT */
#include "export/html_scenes.h"

#include "card/card.h"
#include "draw/layout.h"
#include "draw/paint_svg.h"
#include "view/pointing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Texts, each of which has a number, from 1. */
typedef struct {
    Text texts;     /* in the order of their numbers, each with a NUL */
    size_t *starts; /* of each in texts */
    size_t starts_count, starts_capacity;
    uint32_t *table; /* numbers by hash, open; 0: empty */
    size_t table_size;
} Numbered;

typedef struct {
    Thing thing;
    uint32_t shapes;  /* mixed numbers of its shapes in the picture, and ... */
    uint32_t before;  /* in the one before */
    uint32_t changes; /* of its card */
    Text cards;       /* "[0,[1,5]],[9,[1,6]]" */
    Text last;        /* the last of them, without the picture: "[1,6]" */
} SceneThing;

struct HtmlScenes {
    const FrameSequence *frames;
    Numbered shapes, names, lines; /* names: of things, "PANEL NAME" */
    SceneThing *things;            /* by the numbers of names */
    size_t things_count, things_capacity;
    uint32_t *numbers; /* of the shapes of the picture, 0: none */
    size_t numbers_count, numbers_capacity;
    Text pictures, moves; /* "[1,2],[1,3]" */
    size_t count;         /* of pictures */
    size_t cards;
};

/* ---- A shape as text -----------------------------------------------------*/

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

void html_shape_add(Text *text, const DisplayList *list, const Shape *shape)
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
}

/* ---- JSON ----------------------------------------------------------------*/

void json_text_number(Text *json, double value)
{
    long long thousandths = llround(value * 1000);
    long long size = llabs(thousandths);

    text_add(json, "%s%lld", thousandths < 0 ? "-" : "", size / 1000);
    if (size % 1000)
        text_add(json, ".%03lld", size % 1000);
}

void json_text_string(Text *json, const char *value)
{
    text_add(json, "\"");
    for (const char *c = value; *c; ++c) {
        if (*c == '"' || *c == '\\')
            text_add(json, "\\%c", *c);
        else if ((unsigned char)*c < ' ' || *c == '<')
            text_add(json, "\\u%04x", (unsigned)*c);
        else
            text_add_bytes(json, c, 1);
    }
    text_add(json, "\"");
}

void json_text_member(Text *json, const char *name, const char *value)
{
    json_text_string(json, name);
    text_add(json, ":");
    json_text_string(json, value);
}

/* ---- Numbered texts -------------------------------------------------------*/

static uint32_t hash_of(const char *text)
{
    uint32_t hash = 0x811c9dc5u; /* FNV-1a */

    for (; *text; ++text)
        hash = (hash ^ (unsigned char)*text) * 0x01000193u;
    return hash;
}

static const char *numbered_text(const Numbered *numbered, uint32_t number)
{
    return numbered->texts.text + numbered->starts[number - 1];
}

/* The place in the table where TEXT is, or would be. */
static size_t numbered_slot(const Numbered *numbered, const char *text)
{
    size_t at = hash_of(text) % numbered->table_size;

    while (numbered->table[at] &&
           strcmp(numbered_text(numbered, numbered->table[at]), text) != 0)
        at = (at + 1) % numbered->table_size;
    return at;
}

static void numbered_grow(Numbered *numbered)
{
    numbered->table_size =
        numbered->table_size ? 2 * numbered->table_size : 1024;
    free(numbered->table);
    numbered->table = base_alloc(numbered->table_size, sizeof *numbered->table);
    for (uint32_t i = 1; i <= numbered->starts_count; ++i)
        numbered->table[numbered_slot(numbered, numbered_text(numbered, i))] =
            i;
}

static uint32_t numbered_add(Numbered *numbered, const char *text)
{
    if (2 * (numbered->starts_count + 1) > numbered->table_size)
        numbered_grow(numbered);
    size_t at = numbered_slot(numbered, text), start = numbered->texts.length;
    if (numbered->table[at])
        return numbered->table[at];
    base_push(numbered, starts, start);
    text_add_bytes(&numbered->texts, text, strlen(text) + 1);
    return numbered->table[at] = (uint32_t)numbered->starts_count;
}

static void numbered_free(Numbered *numbered)
{
    text_free(&numbered->texts);
    free(numbered->starts);
    free(numbered->table);
}

/* Appends ,"NAME":[...]: a string each. */
static void numbered_json(const Numbered *numbered, const char *name,
                          Text *json)
{
    text_add(json, ",\"%s\":[", name);
    for (uint32_t i = 1; i <= numbered->starts_count; ++i) {
        text_add(json, "%s", i > 1 ? "," : "");
        json_text_string(json, numbered_text(numbered, i));
    }
    text_add(json, "]");
}

/* ---- The scenes -----------------------------------------------------------*/

HtmlScenes *html_scenes_new(const FrameSequence *frames)
{
    HtmlScenes *scenes = base_alloc(1, sizeof *scenes);

    scenes->frames = frames;
    return scenes;
}

void html_scenes_free(HtmlScenes *scenes)
{
    for (size_t i = 0; i < scenes->things_count; ++i) {
        text_free(&scenes->things[i].cards);
        text_free(&scenes->things[i].last);
    }
    free(scenes->things);
    free(scenes->numbers);
    numbered_free(&scenes->shapes);
    numbered_free(&scenes->names);
    numbered_free(&scenes->lines);
    text_free(&scenes->pictures);
    text_free(&scenes->moves);
    free(scenes);
}

size_t html_scenes_bytes(const HtmlScenes *scenes)
{
    size_t bytes = scenes->shapes.texts.length + scenes->names.texts.length +
                   scenes->lines.texts.length + scenes->pictures.length +
                   scenes->moves.length;

    for (size_t i = 0; i < scenes->things_count; ++i)
        bytes += scenes->things[i].cards.length + sizeof *scenes->things;
    return bytes;
}

bool html_scenes_lacks_cards(const HtmlScenes *scenes)
{
    return scenes->frames->cards && scenes->cards > scenes->frames->cards;
}

/* The number of what SHAPE shows, 0: of nothing that has a card. */
static uint32_t thing_number(HtmlScenes *scenes, const PointedTrace at[],
                             const Shape *shape)
{
    Thing thing = thing_of_shape(shape);
    int t = shape->thing.trace - 1;
    SceneThing fresh = {.thing = thing};
    Text name = {0};

    if (shape->thing.kind == THING_LIGHT || shape->thing.kind == THING_MOTION ||
        t < 0 || t >= scenes->frames->spec.count || !thing.kind ||
        !thing_is_shown_by(at + t, &thing, shape) ||
        !thing_exists(&thing, at[t].whole->trace))
        return 0;
    text_add(&name, "%d ", t);
    thing_write(&thing, at[t].whole->trace, &name);
    uint32_t number = numbered_add(&scenes->names, name.text);
    text_free(&name);
    if (number > scenes->things_count)
        base_push(scenes, things, fresh);
    return number;
}

/* ---- Cards ----------------------------------------------------------------*/

size_t html_scenes_picture(const FrameSequence *frames, int t, size_t position)
{
    const Selection *moments = &frames->moments;
    size_t low = 0, high = moments->moments_count - 1;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (moments->moments[middle].positions[t] >= position)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Appends the number of a line that leads to PICTURE (SIZE_MAX: to none) and
 * THING. */
static void add_line(HtmlScenes *scenes, const char *kind, size_t picture,
                     const char *thing, const char *text, Text *numbers)
{
    Text line = {0};

    text_add(&line, "[\"%s\",%d,", kind,
             picture == SIZE_MAX ? -1 : (int)picture);
    json_text_string(&line, thing);
    text_add(&line, ",");
    json_text_string(&line, text);
    text_add(&line, "]");
    text_add(numbers, "%s%u", numbers->length > 1 ? "," : "",
             numbered_add(&scenes->lines, line.text));
    text_free(&line);
}

static void add_card_line(HtmlScenes *scenes, const PointedTrace *at,
                          const Card *card, const CardLine *line, Text *numbers)
{
    static const char *const kinds[][2] = {
        {"f", "f*"}, {"h", "h*"}, {"e", "e*"}, {"c", "c*"}, {"x", "x*"}};
    Text thing = {0};

    text_add_bytes(&thing, "", 0);
    if (line->thing.kind)
        thing_write(&line->thing, at->whole->trace, &thing);
    add_line(scenes, kinds[line->kind][line->now],
             line->position == CARD_NOWHERE
                 ? SIZE_MAX
                 : html_scenes_picture(scenes->frames, at->t, line->position),
             thing.text, card_text(card, line), numbers);
    text_free(&thing);
}

/* What is lit with THING. */
static void add_related(HtmlScenes *scenes, const PointedTrace *at,
                        const Thing *thing, Text *numbers)
{
    Thing related[THING_MOST_RELATED];
    int count = thing_related(at, thing, related);
    Text names = {0};

    for (int i = 0; i < count; ++i) {
        text_add(&names, "%s", i ? ";" : "");
        thing_write(related + i, at->whole->trace, &names);
    }
    if (count)
        add_line(scenes, "r", SIZE_MAX, "", names.text, numbers);
    text_free(&names);
}

static void add_card(HtmlScenes *scenes, const PointedTrace *at,
                     SceneThing *own)
{
    Card card = card_of(at->whole, at->whole_position, &own->thing, false);
    Text numbers = {0};

    text_add(&numbers, "[");
    add_line(scenes, "t", SIZE_MAX, "", card.title.text, &numbers);
    for (size_t i = 0; i < card.lines_count; ++i)
        add_card_line(scenes, at, &card, card.lines + i, &numbers);
    add_related(scenes, at, &own->thing, &numbers);
    text_add(&numbers, "]");
    if (!own->last.length || strcmp(own->last.text, numbers.text) != 0) {
        text_add(&own->cards, "%s[%zu,%s]", own->cards.length ? "," : "",
                 scenes->count, numbers.text);
        own->last.length = 0;
        text_add(&own->last, "%s", numbers.text);
        ++scenes->cards;
    }
    text_free(&numbers);
    card_free(&card);
}

/* Cards of the things whose shapes differ from the picture before. */
static void add_cards(HtmlScenes *scenes, const PointedTrace at[])
{
    for (size_t i = 0; i < scenes->things_count; ++i) {
        SceneThing *own = scenes->things + i;
        if (own->shapes && own->shapes != own->before &&
            scenes->cards <= scenes->frames->cards)
            add_card(scenes, at + own->thing.trace - 1, own);
        if (own->shapes)
            own->before = own->shapes;
        own->shapes = 0;
    }
}

/* ---- A picture ------------------------------------------------------------*/

static void add_shapes(HtmlScenes *scenes, const PointedTrace at[],
                       const DisplayList *list)
{
    Text shape = {0}, word = {0};
    const char *comma = "";

    scenes->numbers_count = 0;
    text_add(&scenes->pictures, "%s[", scenes->count ? "," : "");
    for (size_t i = 0; i < list->shapes_count; ++i) {
        word.length = 0;
        html_shape_add(&word, list, list->shapes + i);
        uint32_t number = 0;
        if (!word.length) {
            base_push(scenes, numbers, number);
            continue;
        }
        uint32_t thing = scenes->frames->cards && !scenes->frames->pages
                             ? thing_number(scenes, at, list->shapes + i)
                             : 0;
        shape.length = 0;
        text_add(&shape, "%u~%s", thing, word.text);
        number = numbered_add(&scenes->shapes, shape.text);
        base_push(scenes, numbers, number);
        text_add(&scenes->pictures, "%s%u", comma, number);
        comma = ",";
        if (thing)
            scenes->things[thing - 1].shapes += number * 0x9e3779b1u | 1;
    }
    text_add(&scenes->pictures, "]");
    text_free(&shape);
    text_free(&word);
}

/* Appends what moves as shapes around (0, 0). */
static void add_moving(const DisplayList *list, const Move *move, Text *words)
{
    const char *text = list->texts.text + move->text;
    DisplayList one = {0};
    double width =
        *text ? font_width(FONT_CODE_STRONG, move->size, text) + move->size / 2
              : move->size;
    Rect box = rect_around(0, 0, width, move->size * (*text ? 1.4 : 1));

    draw_rect(&one, box, move->size / 4, move->color);
    draw_text(&one, box, ALIGN_CENTER, FONT_CODE_STRONG, move->size, move->size,
              view_on(move->color), text);
    for (size_t i = 0; i < one.shapes_count; ++i) {
        text_add(words, "%s", i ? "\t" : "");
        html_shape_add(words, &one, one.shapes + i);
    }
    display_list_free(&one);
}

/* Appends the numbers of the texts in BOX. */
static void add_texts_in(HtmlScenes *scenes, const DisplayList *list, Rect box,
                         Text *json)
{
    const char *comma = "";

    for (size_t i = 0; i < list->shapes_count; ++i) {
        Rect at = list->shapes[i].box;
        double x = at.x + at.w / 2, y = at.y + at.h / 2;
        if (list->shapes[i].kind != SHAPE_TEXT || x < box.x ||
            x > box.x + box.w || y < box.y || y > box.y + box.h ||
            !scenes->numbers[i])
            continue;
        text_add(json, "%s%u", comma, scenes->numbers[i]);
        comma = ",";
    }
}

static void add_moves(HtmlScenes *scenes, const DisplayList *list)
{
    Text *json = &scenes->moves;

    text_add(json, "%s[", scenes->count ? "," : "");
    for (size_t i = 0; i < list->moves_count; ++i) {
        const Move *move = list->moves + i;
        const double numbers[] = {move->from.x + move->from.w / 2,
                                  move->from.y + move->from.h / 2,
                                  move->to.x + move->to.w / 2,
                                  move->to.y + move->to.h / 2,
                                  move->start,
                                  move->end};
        Text words = {0};
        text_add(json, "%s[", i ? "," : "");
        for (size_t n = 0; n < sizeof numbers / sizeof *numbers; ++n) {
            json_text_number(json, numbers[n]);
            text_add(json, ",");
        }
        text_add(json, "[");
        add_texts_in(scenes, list, move->to, json);
        text_add(json, "],");
        add_moving(list, move, &words);
        json_text_string(json, words.text);
        text_add(json, "]");
        text_free(&words);
    }
    text_add(json, "]");
}

void html_scenes_add(HtmlScenes *scenes, const DisplayList *list)
{
    const FrameSpec *spec = &scenes->frames->spec;
    const FrameMoment *moment = scenes->frames->moments.moments + scenes->count;
    PointedTrace at[PLAYER_MAX_TRACES];
    Scene scene = {.count = spec->count};

    for (int t = 0; t < scene.count; ++t) {
        scene.analysed_traces[t] = spec->analysed_traces[t];
        scene.positions[t] = moment->positions[t];
    }
    for (int t = 0; !scenes->frames->pages && t < scene.count; ++t)
        at[t] = pointed_trace(&scene, t);
    add_shapes(scenes, at, list);
    add_moves(scenes, list);
    add_cards(scenes, at);
    ++scenes->count;
}

void html_scenes_json(const HtmlScenes *scenes, Text *json)
{
    numbered_json(&scenes->shapes, "shapes", json);
    numbered_json(&scenes->names, "things", json);
    text_add(json, ",\"frames\":[%s]",
             scenes->count ? scenes->pictures.text : "");
    text_add(json, ",\"cards\":[");
    for (size_t i = 0; i < scenes->things_count; ++i)
        text_add(json, "%s[%s]", i ? "," : "",
                 scenes->things[i].cards.length ? scenes->things[i].cards.text
                                                : "");
    text_add(json, "],\"moves\":[%s],\"lines\":[",
             scenes->count ? scenes->moves.text : "");
    for (uint32_t i = 1; i <= scenes->lines.starts_count; ++i)
        text_add(json, "%s%s", i > 1 ? "," : "",
                 numbered_text(&scenes->lines, i));
    text_add(json, "]");
}
