/* SPDX-License-Identifier: MIT */
#include "view/camera.h"

#include "draw/font.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* px at 1080: texts, and what lies between values, cards and rows */
static const double top_text = 30, part_text = 27, card_gap = 6, pair_gap = 4,
                    label_gap = 14;
static const double row_space = 16, label_share = 1.35, edge_wide = 2.5;
static const double least_scale = 0.82, largest = 2.8, text_share = 0.93;

enum { MOST_DIGITS = 12, MOST_LINES = 3 };

/* ---- The cards ------------------------------------------------------------*/

/* Adds a card, unless its node has one. */
static void add_card(Camera *camera, CameraCard card)
{
    for (size_t i = 0; i < camera->cards_count; ++i)
        if (thing_same(&camera->cards[i].thing, &card.thing))
            return;
    base_push(camera, cards, card);
}

static void collect_nodes(Camera *camera, const Diagram *at)
{
    const View *view = camera->view;
    const Tree *tree = &view->analysed->tree;
    uint32_t first = view->steps ? 0 : at->tree.level_first;
    uint32_t last = view->steps ? tree->levels - 1 : at->tree.level_last;

    for (uint32_t m = first; m <= last && m < tree->levels; ++m)
        for (uint32_t x = 0; x < tree_width(tree, m); ++x) {
            const Access *access =
                tree_node_request(&at->tree, tree_index(tree, m, x));
            if (access && (!view->steps ||
                           view_instruction_of(view, access) == view->running))
                add_card(camera, camera_card_of_node(at, access, m, x));
        }
}

/* Before the start: the inputs that will be read first. */
static void collect_inputs(Camera *camera, const Diagram *at)
{
    uint32_t count = tree_width(&camera->view->analysed->tree, 0);

    for (uint32_t x = 0; x < count && x < camera->view->trace->run.k; ++x)
        add_card(camera, camera_card(at, NULL, 0, x, false));
}

static void collect_accesses(Camera *camera, const Diagram *at)
{
    const View *view = camera->view;

    for (int i = 0; view->running && i < view->running->lanes; ++i)
        if (trace_is_shuffle(view->running) ||
            !view_moves_half(view, view->running, view->accesses + i))
            base_push(camera, cards,
                      camera_card_of_access(at, view->accesses + i));
}

/* By what they span in the tree; others are in order. */
static int by_node(const void *a, const void *b)
{
    const CameraCard *one = a, *two = b;
    uint64_t left = (uint64_t)one->thing.b << one->thing.a;
    uint64_t right = (uint64_t)two->thing.b << two->thing.a;

    return left < right ? -1 : left > right;
}

static void collect(Camera *camera, const Diagram *at)
{
    if (at->kind == &diagram_tree) {
        if (camera->view->running)
            collect_nodes(camera, at);
        else
            collect_inputs(camera, at);
        if (camera->cards_count)
            qsort(camera->cards, camera->cards_count, sizeof *camera->cards,
                  by_node);
    }
    if (camera->cards_count == 0)
        collect_accesses(camera, at);
}

/* ---- Labels ---------------------------------------------------------------*/

/* The width of the widest label in FORM, in texts of SIZE pixels. */
static double label_width(const Camera *camera, int form, double size)
{
    double width = 0;

    for (size_t i = 0; i < camera->cards_count; ++i) {
        Text text = {0};
        camera_card_label(camera->view, camera->cards + i, form, &text);
        if (text.text)
            width = fmax(width, font_width(FONT_STRONG, size, text.text));
        text_free(&text);
    }
    return width;
}

/* ---- Sizes ----------------------------------------------------------------*/

/* The characters of a value that there is room for everywhere. */
static int usual_digits(const View *view)
{
    const Run *run = &view->trace->run;
    char last[16];

    if (run->op == OP_INTERVAL) /* "48-63", of a block in the whole array */
        return 2 * snprintf(last, sizeof last, "%u",
                            view->whole->trace->run.n - 1) +
               1;
    const Array *in = view->trace->arrays + view->trace->grids->in;
    bool both = view_has_variables(view) && number_bytes(in) > sizeof(Word);
    int digits = view->analysed->digits; /* a number of two words has both's */
    return int_most(1, int_least(both ? 2 * digits : digits, MOST_DIGITS));
}

/* The width of a value of so many DIGITS, in texts of a pixel. */
static double value_ems(int digits)
{
    return view_digits_width(digits, 1) + VIEW_APART;
}

/* The height of a row of cards at SCALE; PARTS: with two rows of values. */
static double row_height(const View *view, bool parts, double scale)
{
    double label = view->least * label_share * fmin(scale, 1.4);
    double top = view_px(view, top_text * 1.5) * scale;
    double rows = view_px(view, part_text * 1.4 + 22) * scale;

    return label + top + (parts ? rows : 0) + view_px(view, 8);
}

double camera_least_height(const View *view)
{
    return row_height(view, analysed_has_sums(view->analysed), least_scale);
}

/* The largest scale at which COUNT cards with values of so many DIGITS are no
 * wider than WIDTH. */
static double scale_of(const View *view, bool parts, int digits, double count,
                       double width)
{
    double pitch = width / fmax(1, count);
    double room = parts ? (pitch - view_px(view, card_gap + pair_gap)) / 2
                        : pitch - view_px(view, card_gap);
    double size = (room - view_px(view, 2)) / value_ems(digits);

    return layout_clamp(size / view_px(view, part_text), least_scale, largest);
}

double camera_likes_height(const View *view, double width)
{
    const Run *run = &view->trace->run;
    uint32_t lanes = run->threads < run->k ? run->threads : run->k;
    bool parts = analysed_has_sums(view->analysed);
    double scale = scale_of(view, parts, usual_digits(view), lanes, width);

    return row_height(view, parts, fmin(scale, 1.5));
}

/* The least width of the values of a card. */
static double values_width(const Camera *camera)
{
    const View *view = camera->view;
    double value = value_ems(camera->digits) * view->least + view_px(view, 2);

    return (camera->parts ? 2 * value + view_px(view, pair_gap) : value) +
           view_px(view, card_gap);
}

static double card_width(const Camera *camera, int form)
{
    const View *view = camera->view;

    return fmax(values_width(camera), label_width(camera, form, view->least) +
                                          view_px(view, label_gap));
}

/* ---- Choosing some --------------------------------------------------------*/

/* The bank with the longest queue, if lanes wait there; else k. */
static uint32_t worst_bank(const View *view)
{
    uint32_t worst = view->trace->run.k;
    int most = 1;

    for (uint32_t bank = 0; view_is_shared(view) && bank < view->trace->run.k;
         ++bank)
        if (service_conflicts(view->service, bank) &&
            view->service->queues[bank] > most) {
            most = view->service->queues[bank];
            worst = bank;
        }
    return worst;
}

static bool is_at_bank(const Camera *camera, const CameraCard *card,
                       uint32_t bank)
{
    const View *view = camera->view;
    const Access *other = card->access;

    if (!card->access || !trace_is_shared(card->by))
        return false;
    number_half(view->trace, card->by, card->access, &other);
    return bank_of(view->trace, card->access->cell) == bank ||
           bank_of(view->trace, other->cell) == bank;
}

/* Keeps ROOM cards. */
static void choose(Camera *camera, size_t room)
{
    const View *view = camera->view;
    uint32_t bank = worst_bank(view);
    size_t queue = 0, kept = 0, from = 0, seen = 0;

    for (size_t i = 0; i < camera->cards_count; ++i)
        queue += is_at_bank(camera, camera->cards + i, bank);
    if (view_is_moving(view) && queue > room)
        from =
            (size_t)layout_clamp(service_begun(view->service,
                                               view->moment->progress, bank) -
                                     (double)(room / 2),
                                 0, (double)(queue - room));
    size_t others = queue < room ? room - queue : 0;
    for (size_t i = 0; i < camera->cards_count; ++i) {
        bool in_queue = is_at_bank(camera, camera->cards + i, bank);
        bool keeps = in_queue ? seen >= from && seen < from + room : others > 0;
        seen += in_queue;
        others -= !in_queue && keeps;
        if (keeps)
            camera->cards[kept++] = camera->cards[i];
    }
    camera->cards_count = kept;
}

/* Sets the rows of cards, so that there is room for as many as may be, but no
 * more than the cards need. */
static void set_lines(Camera *camera)
{
    const View *view = camera->view;
    Rect box = camera->box;
    double one =
        row_height(view, camera->parts, 0.9) + view_px(view, row_space);
    double room = layout_clamp(floor(box.h / one), 1, MOST_LINES);
    double lines = INFINITY;

    for (int form = 0; form < 2 && lines > room; ++form)
        lines = ceil((double)camera->cards_count /
                     fmax(1, floor(box.w / card_width(camera, form))));
    camera->lines = (size_t)layout_clamp(lines, 1, room);
    if (lines > room)
        choose(camera,
               (size_t)(fmax(1, floor(box.w / card_width(camera, 0))) * room));
}

Camera camera_of(const Diagram *at, Rect box)
{
    Camera camera = {.view = at->view,
                     .box = box,
                     .lines = 1,
                     .digits = usual_digits(at->view)};
    Diagram large = *at;

    large.text = large.cards = true;
    collect(&camera, &large);
    camera.parts =
        analysed_has_sums(at->view->analysed) && at->kind != &diagram_tree;
    for (size_t i = 0; i < camera.cards_count; ++i)
        camera.parts |= camera.cards[i].count > 0;
    if (!rect_is_empty(box))
        set_lines(&camera);
    return camera;
}

void camera_free(Camera *camera)
{
    free(camera->cards);
}

/* ---- Places ---------------------------------------------------------------*/

typedef struct {
    Rect box;
    size_t abreast;                /* cards in a row */
    double pitch, line;            /* from card to card, from row to row */
    double scale;                  /* of texts and lengths */
    double label, top, link, part; /* heights */
    int form;                      /* of labels; 2: none */
    double label_text;             /* their size, px at 1080 */
} Places;

static void set_labels(const Camera *camera, Places *at)
{
    const View *view = camera->view;
    double room = at->pitch - view_px(view, label_gap), widest;

    for (at->form = 0; at->form < 2; ++at->form) {
        widest = label_width(camera, at->form, 1);
        at->label_text = fmin(24 * layout_clamp(at->scale, 1, 1.4),
                              room / fmax(widest, 1e-6) / view->unit);
        if (widest * view->least <= room)
            return;
    }
}

static Places places_of(const Camera *camera)
{
    const View *view = camera->view;
    Places at = {.box = camera->box};
    double lines = (double)camera->lines;

    at.abreast = (camera->cards_count + camera->lines - 1) / camera->lines;
    double count = fmax(1, (double)at.abreast);
    at.line = at.box.h / lines;
    at.scale = scale_of(view, camera->parts, camera->digits, count, at.box.w);
    while (at.scale > least_scale + 0.01 &&
           row_height(view, camera->parts, at.scale) > at.line)
        at.scale -= 0.02;
    at.pitch =
        fmin(at.box.w / count, fmax(card_width(camera, 0),
                                    view_px(view, 300) * fmax(1, at.scale)));
    at.box.x += (at.box.w - at.pitch * count) / 2;
    at.label = view->least * label_share * layout_clamp(at.scale, 1, 1.4);
    at.top = view_px(view, top_text * 1.5) * at.scale;
    bool parts = false; /* now */
    for (size_t i = 0; i < camera->cards_count; ++i)
        parts |= camera->cards[i].count > 0;
    at.part = parts ? view_px(view, part_text * 1.4) * at.scale : 0;
    double spare = at.line - at.label - at.top - at.part - view_px(view, 8);
    at.link = parts ? layout_clamp(spare, 0, view_px(view, 48) * at.scale) : 0;
    double all = at.label + at.top + at.link + at.part + view_px(view, 8);
    at.line = fmin(at.line, all + view_px(view, row_space) * 2);
    at.box.y += fmax(0, (at.box.h - at.line * lines) / 2) +
                fmax(0, (at.line - all) / 2) + view_px(view, 2);
    set_labels(camera, &at);
    return at;
}

/* The place of card I. */
static Rect card_box(const Places *at, size_t i)
{
    return (Rect){at->box.x + at->pitch * (double)(i % at->abreast),
                  at->box.y + at->line * (double)(i / at->abreast), at->pitch,
                  at->line};
}

/* ---- Values ---------------------------------------------------------------*/

/* The values of a row of cards: their nodes, or with PARTS the children or
 * operands, two a card. */
typedef struct {
    const Camera *camera;
    const Places *at;
    size_t first; /* card */
    bool parts;
} Values;

static const CameraCard *card_of(const Values *of, uint32_t i)
{
    return of->camera->cards + of->first + i / (of->parts ? 2 : 1);
}

/* The box of a card's node, or value. */
static Rect top_box(const Camera *camera, const Places *at, size_t i)
{
    const View *view = camera->view;
    Rect card = card_box(at, i);
    double value = value_ems(camera->digits) * view->least + view_px(view, 2);
    double width = fmax(at->pitch * 0.56,
                        fmin(value, at->pitch - view_px(view, card_gap)));

    return rect_around(card.x + card.w / 2, card.y + at->label + at->top / 2,
                       width, at->top);
}

/* The box of its left (SIDE 0) or right child or operand. */
static Rect part_box(const Camera *camera, const Places *at, size_t i, int side)
{
    const View *view = camera->view;
    Rect card = card_box(at, i);
    double gap = view_px(view, pair_gap);
    double width = (at->pitch - view_px(view, card_gap) - gap) / 2;
    double x = card.x + view_px(view, card_gap) / 2 + side * (width + gap);
    double most = at->pitch * 0.4;
    Rect box = {x, card.y + at->label + at->top + at->link, width, at->part};

    if (width > most && most > value_ems(camera->digits) * view->least)
        box = rect_around(x + width / 2, box.y + box.h / 2, most, box.h);
    return box;
}

static Rect value_box(const Values *of, uint32_t i)
{
    return of->parts
               ? part_box(of->camera, of->at, of->first + i / 2, (int)i % 2)
               : top_box(of->camera, of->at, of->first + i);
}

static void place(const void *data, uint32_t i, double *from, double *to)
{
    const Values *of = data;
    Rect box = value_box(of, i);

    *from = box.x - of->at->box.x;
    *to = *from + box.w;
}

static void look(const void *data, uint32_t i, int form, Item *item)
{
    const Values *of = data;
    const CameraCard *card = card_of(of, i);
    const DiagramNode *node = of->parts ? card->parts + i % 2 : &card->top;

    if (of->parts && (int)(i % 2) >= card->count) {
        item->hidden = true;
        return;
    }
    *item = node->item;
    item->strong = true;
    item->edge_width *= edge_wide / 1.4;
    item->thing = of->parts ? card->things[i % 2] : card->thing;
    item->thing.trace = of->camera->view->panel + 1;
    snprintf(item->text, sizeof item->text, "%s",
             form ? node->brief : node->text);
}

/* Draws the values of all cards at one size: all that have texts have them, or
 * none has. */
static void draw_values(const Camera *camera, const Places *at, bool parts)
{
    const View *view = camera->view;
    ItemFit fit = {ITEMS_TEXT, 0, INFINITY};

    for (int draws = 0; draws < 2; ++draws) {
        if (draws) /* not from edge to edge */
            fit.size = fmax(view->least, fit.size * text_share);
        for (size_t first = 0; first < camera->cards_count;
             first += at->abreast) {
            Values of = {camera, at, first, parts};
            size_t count = camera->cards_count - first;
            count = count < at->abreast ? count : at->abreast;
            Items items = {.count = (uint32_t)count * (parts ? 2 : 1),
                           .share = 1,
                           .radius = 8,
                           .font = FONT_CODE,
                           .size = (parts ? part_text : top_text) * at->scale,
                           .forms = 2,
                           .data = &of,
                           .look = look,
                           .place = place};
            Rect box = value_box(&of, 0);
            box = (Rect){at->box.x, box.y, at->pitch * (double)at->abreast,
                         box.h};
            ItemFit own = draws ? fit : items_fit(view, &items, box);
            if (draws) {
                items_draw(view, &items, box, fit);
            } else if (own.detail == ITEMS_TEXT) {
                fit.form = int_most(fit.form, own.form);
                fit.size = fmin(fit.size, own.size);
            } else {
                fit.detail = ITEMS_CELLS;
            }
        }
    }
}

/* ---- Drawing --------------------------------------------------------------*/

/* The colour of the line from a card's value to a part of it. */
static Color link_color(const View *view, const CameraCard *card, int part,
                        bool tree)
{
    const Access *access = card->top.access;
    bool store = card->by && trace_traits_of(card->by)->writes;

    if (!tree || (access && (store || view->steps) && card->top.left[0]))
        return view_access_color(view, card->access);
    access = card->parts[part].access;
    return access && view_begun(view, access) ? view_access_color(view, access)
                                              : COLOR_LINK;
}

static void draw_links(const Camera *camera, const Places *at, size_t i)
{
    const View *view = camera->view;
    const CameraCard *card = camera->cards + i;
    Rect top = top_box(camera, at, i);
    bool tree = view->analysed->tree.levels > 0;

    view_thing(view, THING_FRAME, 0);
    for (int p = 0; p < card->count; ++p) {
        Rect box = part_box(camera, at, i, p);
        Color color = link_color(view, card, p, tree);
        draw_line(view->list, top.x + top.w / 2, top.y + top.h,
                  box.x + box.w / 2, box.y,
                  view_px(view, color == COLOR_LINK ? 2 : 4), color);
    }
}

static void draw_label(const Camera *camera, const Places *at, size_t i)
{
    const View *view = camera->view;
    const CameraCard *card = camera->cards + i;
    Rect box = card_box(at, i);
    Text text = {0};

    if (at->form == 2 || !card->access)
        return;
    box.h = at->label;
    camera_card_label(view, card, at->form, &text);
    bool waits = view_access_color(view, card->access) == COLOR_CONFLICT;
    view_thing(view, THING_FRAME, 0);
    view_label(view, box, FONT_STRONG, at->label_text,
               waits ? COLOR_ALARM : COLOR_INK, text.text);
    text_free(&text);
}

void camera_draw(const Camera *camera)
{
    Places at = places_of(camera);

    for (size_t i = 0; i < camera->cards_count; ++i) {
        draw_label(camera, &at, i);
        draw_links(camera, &at, i);
    }
    if (at.part > 0)
        draw_values(camera, &at, true);
    draw_values(camera, &at, false);
}
