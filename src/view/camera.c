/* SPDX-License-Identifier: MIT */
#include "view/camera.h"

#include "analysis/issue_order.h"
#include "draw/font.h"
#include "trace/variable.h"
#include "view/lane_layout.h"
#include "view/memory_numbers.h"
#include "view/view_marks.h"
#include "view/view_motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* px at 1080 */
static const double node_text = 30, child_text = 27, largest = 2.8;
static const double card_gap = 6, pair_gap = 4, row_space = 16;
static const double label_share = 1.35; /* of the size of a text, its line */

enum {
    MOST_LINES = 3,  /* of cards, one below the other */
    MOST_DIGITS = 12 /* of a value; longer ones are left out */
};

/* ---- The cards ------------------------------------------------------------*/

/* Adds a card, unless its node has one. */
static void add_card(Camera *camera, CameraCard card)
{
    for (size_t i = 0; card.tree && i < camera->cards_count; ++i)
        if (camera->cards[i].tree && camera->cards[i].level == card.level &&
            camera->cards[i].x == card.x)
            return;
    base_push(camera, cards, card);
}

/* Is a node of the step at LEVEL shown with its children? */
static bool has_children(const View *view, const Step *step, uint32_t level)
{
    const Tree *tree = &view->analysed->tree;
    PhaseKind kind = trace_phase_kind(view->trace, step);

    return (kind == PHASE_UPSWEEP || kind == PHASE_DOWNSWEEP) && level > 0 &&
           level < tree->levels;
}

/* The card of an access to node X of LEVEL: of the node whose children the step
 * works on. */
static CameraCard tree_card(const View *view, const Access *access,
                            const Instruction *by, uint32_t level, uint32_t x)
{
    const Step *step = trace_step(view->trace, by);
    bool down = trace_phase_kind(view->trace, step) == PHASE_DOWNSWEEP;

    if (view->analysed->tree.inclusive && down)
        /* its operand is not its parent, so it stands alone */
        return (CameraCard){access, by, false, level, x};
    if (step->level == (int)level + 1 && has_children(view, step, level + 1))
        return (CameraCard){access, by, true, level + 1, x / 2};
    return (CameraCard){access, by, true, level, x};
}

static void collect_nodes(Camera *camera)
{
    const View *view = camera->view;
    const Tree *tree = &view->analysed->tree;
    const TreeState *state = &camera->state;
    uint32_t first = view->steps ? 0 : state->level_first;
    uint32_t last = view->steps ? tree->levels - 1 : state->level_last;

    for (uint32_t m = first; m <= last && m < tree->levels; ++m)
        for (uint32_t x = 0; x < tree_width(tree, m); ++x) {
            const Access *access =
                tree_node_request(state, tree_index(tree, m, x));
            if (!access)
                continue;
            const Instruction *by =
                view->steps ? view_instruction_of(view, access) : view->running;
            add_card(camera, tree_card(view, access, by, m, x));
        }
}

/* Before the start: the inputs that will be read first. */
static void collect_inputs(Camera *camera)
{
    const Tree *tree = &camera->view->analysed->tree;
    uint32_t count = tree->levels ? tree_width(tree, 0) : 0;

    for (uint32_t x = 0; x < count && x < camera->view->trace->run.k; ++x)
        add_card(camera, (CameraCard){NULL, NULL, true, 0, x});
}

static void collect_accesses(Camera *camera)
{
    const View *view = camera->view;

    for (int i = 0; view->running && i < view->running->lanes; ++i)
        if (trace_is_shuffle(view->running) ||
            !view_moves_half(view, view->running, view->accesses + i))
            add_card(camera, (CameraCard){view->accesses + i, view->running,
                                          false, TREE_NEVER, 0});
}

static int by_node(const void *a, const void *b)
{
    const CameraCard *one = a, *two = b;

    if (one->level == TREE_NEVER || two->level == TREE_NEVER)
        return one->access < two->access ? -1 : one->access > two->access;
    uint64_t left = (uint64_t)one->x << one->level;
    uint64_t right = (uint64_t)two->x << two->level;
    return left < right ? -1 : left > right;
}

/* ---- Choosing some --------------------------------------------------------*/

int camera_digits(const View *view)
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

/* Of a value of so many DIGITS, in ems: the digits, and the room that keeps it
 * apart. */
static double value_ems(int digits)
{
    return view_digits_width(digits, 1) + VIEW_APART;
}

/* The width of a value in a box of its own. */
static double value_width(const Camera *camera, double size)
{
    return value_ems(camera->digits) * size + view_px(camera->view, 2);
}

/* The index of the number or pair of global memory that ACCESS touches: that of
 * the whole array, of which the trace of a block has its tile. */
static uint32_t global_index(const View *view, const Instruction *by,
                             const Access *access)
{
    const Trace *whole = view->whole->trace;

    if (view->whole != view->analysed) {
        size_t lane = (size_t)(access - trace_accesses(view->trace, by));
        by = whole->instructions +
             view->analysed->origins[by - view->trace->instructions];
        access = trace_accesses(whole, by) + lane;
    }
    if (trace_traits_of(by)->pair)
        return trace_pair_index(access);
    return view_has_variables(view)
               ? (uint32_t)number_index(access,
                                        number_bytes(whole->arrays + by->array))
               : access->cell;
}

/* Appends the bank that ACCESS goes to, or both of a number of two words. */
static void add_banks(const View *view, const Instruction *by,
                      const Access *access, Text *text)
{
    uint32_t bank = access->cell & (view->trace->run.k - 1);
    const Access *other;

    if (number_half(view->trace, by, access, &other) == HALF_NONE)
        text_add(text, "bank %u", bank);
    else
        text_add(text, "banks %u, %u", bank,
                 other->cell & (view->trace->run.k - 1));
}

/* Appends the label over a card, if it has one; FORM: 0 full, 1 the thread
 * alone. */
static void label_text(const View *view, const CameraCard *card, int form,
                       Text *text)
{
    const Instruction *by = card->by;
    const Access *access = card->access;
    const Trace *trace = view->trace;

    if (!access)
        return;
    const char *arrow = trace_traits_of(by)->writes ? "▶" : "◀";
    text_add(text, "T%u", trace_thread(trace, by, access));
    if (form)
        return;
    if (trace_is_shared(by)) {
        text_add(text, " %s ", arrow);
        add_banks(view, by, access, text);
    } else if (trace_is_shuffle(by) && registers_keeps_own(trace, by, access))
        text_add(text, " keeps");
    else if (trace_is_shuffle(by))
        text_add(text, " ◀ T%u", by->warp * trace->run.k + access->cell);
    else if (by->array < trace->arrays_count)
        text_add(text, " %s %s[%u]", arrow, trace->arrays[by->array].name,
                 global_index(view, by, access));
}

static double widest_label(const Camera *camera, int form, double size)
{
    double width = 0;

    for (size_t i = 0; i < camera->cards_count; ++i) {
        Text text = {0};
        label_text(camera->view, camera->cards + i, form, &text);
        if (text.text)
            width = fmax(width, font_width(FONT_STRONG, size, text.text));
        text_free(&text);
    }
    return width;
}

/* The least width of a card, with short labels; with full ones. */
static double card_width(const Camera *camera, int form, double size)
{
    const View *view = camera->view;
    double value = value_width(camera, size);
    double values = camera->rows ? 2 * value + view_px(view, pair_gap) : value;

    return fmax(values, widest_label(camera, form, size)) +
           view_px(view, card_gap);
}

/* The bank with the longest queue, if lanes wait there; else k. */
static uint32_t worst_bank(const View *view)
{
    uint32_t worst = view->trace->run.k;
    int most = 1;

    for (uint32_t bank = 0; view_is_shared(view) && bank < view->trace->run.k;
         ++bank)
        if (view_bank_conflicts(view, bank) && view->queues[bank] > most) {
            most = view->queues[bank];
            worst = bank;
        }
    return worst;
}

static bool is_at_bank(const Camera *camera, const CameraCard *card,
                       uint32_t bank)
{
    const View *view = camera->view;
    uint32_t mask = view->trace->run.k - 1;
    const Access *other = card->access;

    if (!card->access || !trace_is_shared(card->by))
        return false;
    number_half(view->trace, card->by, card->access, &other);
    return (card->access->cell & mask) == bank || (other->cell & mask) == bank;
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
            (size_t)layout_clamp(view_begun_at(view, bank) - (double)(room / 2),
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

static const RegisterCell *register_of(const View *view, const CameraCard *card)
{
    const WarpRegisters *lanes = &view->analysed->lanes;

    if (lanes->rows_count == 0 || !card->access)
        return NULL;
    uint32_t index = (uint32_t)(card->by - view->trace->instructions);
    const RegisterCell *cell =
        registers_cell(lanes, registers_row(lanes, index),
                       trace_thread(view->trace, card->by, card->access));
    return cell->instruction <= index && index <= cell->last ? cell : NULL;
}

/* The sum that a card without children spells out; NULL: none. */
static const Sum *sum_of(const View *view, const CameraCard *card)
{
    const Trace *trace = view->trace;
    const RegisterCell *cell = register_of(view, card);

    if (cell)
        return lane_is_made(view, cell) &&
                       (trace_sum_is_of_words(trace, trace->sums + cell->sum) ||
                        registers_number(&view->analysed->lanes, cell)
                                .element != ELEMENT_OTHER)
                   ? trace->sums + cell->sum
                   : NULL;
    const Sum *sum = card->access ? trace_sums(trace, card->access) : NULL;
    if (!sum)
        return NULL;
    sum += card->access->sums - 1;
    return trace_is_sum(trace, sum, card->access) &&
                   trace_sum_is_of_words(trace, sum)
               ? sum
               : NULL;
}

/* ---- The values of lanes --------------------------------------------------*/

/* The number on a card of a lane, or that of an operand of its SUM. */
static Number number_of(const View *view, const CameraCard *card,
                        const Sum *sum, bool right)
{
    const RegisterCell *cell = register_of(view, card);

    if (sum)
        return cell ? registers_operand(&view->analysed->lanes, cell, right)
                    : (Number){0, ELEMENT_OTHER};
    return cell ? lane_number(view, cell)
                : number_moved(view->trace, card->by, card->access);
}

/* The value of a card of a lane in a program, in its type, or the left or the
 * RIGHT operand of SUM, unless that is NULL; in at most MOST characters, if it
 * can be. */
static void value_text(const View *view, const CameraCard *card, const Sum *sum,
                       bool right, int most, char text[VALUE_TEXT])
{
    const RegisterCell *cell = register_of(view, card);
    Number number = number_of(view, card, sum, right);
    char shorter[VALUE_TEXT];

    if (number.element != ELEMENT_OTHER)
        view_number_text(number, text);
    else if (sum)
        scene_value(view->trace->run.op, right ? sum->right : sum->left, true,
                    text);
    else if (cell)
        lane_text(view, cell, FONT_CODE_STRONG, 0, text);
    else
        view_moved(view, card->by, card->access, text);
    if (strlen(text) > (size_t)most &&
        number_shorten(number, (size_t)most, shorter))
        memcpy(text, shorter, sizeof shorter);
}

static int letters(const char *text)
{
    return (int)ceil(font_width(FONT_CODE_STRONG, 1, text) /
                         font_width(FONT_CODE_STRONG, 1, "0") -
                     1e-6);
}

/* Is the value of card I, written as TEXTS[I], rounded, or does one before it
 * look the same that is not? */
static bool is_rounded(const Camera *camera, size_t i, char texts[][VALUE_TEXT])
{
    Number own = number_of(camera->view, camera->cards + i, NULL, false);

    if (own.element == ELEMENT_OTHER || strstr(texts[i], "nan"))
        return false;
    for (size_t j = 0; j < i; ++j) {
        if (strcmp(texts[i], texts[j]) != 0)
            continue;
        Number other = number_of(camera->view, camera->cards + j, NULL, false);
        if (other.element == own.element && other.bits != own.bits)
            return true;
    }
    return number_is_rounded(own, texts[i]);
}

/* Sets how many digits the values have, so that all of a program's have room,
 * or, if one has none, are all left out. */
static void set_digits(Camera *camera)
{
    const View *view = camera->view;

    camera->digits = camera_digits(view);
    if (!view_has_variables(view))
        return;
    int most = int_most(MOST_DIGITS, camera->digits), longest = camera->digits;
    char(*texts)[VALUE_TEXT] =
        base_alloc(camera->cards_count + 1, sizeof *texts);
    for (size_t i = 0; i < camera->cards_count; ++i) {
        const CameraCard *card = camera->cards + i;
        char text[VALUE_TEXT];
        if (!card->access || card->tree)
            continue;
        value_text(view, card, NULL, false, most, texts[i]);
        longest = int_most(longest, letters(texts[i]));
        camera->rounded |= is_rounded(camera, i, texts);
        const Sum *sum = camera->rows ? sum_of(view, card) : NULL;
        for (int side = 0; sum && side < 2; ++side) {
            value_text(view, card, sum, side, most, text);
            longest = int_most(longest, letters(text));
        }
    }
    free(texts);
    camera->hidden = longest > most;
    camera->digits = int_least(longest, most);
}

static bool needs_rows(const Camera *camera)
{
    const View *view = camera->view;
    const Tree *tree = &view->analysed->tree;

    for (size_t i = 0; i < camera->cards_count; ++i) {
        const CameraCard *card = camera->cards + i;
        if (card->tree
                ? card->by &&
                      has_children(view, trace_step(view->trace, card->by),
                                   card->level)
                : sum_of(view, card) != NULL)
            return true;
    }
    return tree->levels == 0 && analysed_has_sums(view->analysed);
}

/* The height of a row of cards at SCALE. */
static double height_at(const View *view, bool has_rows, double scale)
{
    double label = view->least * label_share * fmin(scale, 1.4);
    double node = view_px(view, node_text * 1.5) * scale;
    double rows = view_px(view, child_text * 1.4 + 22) * scale;

    return label + node + (has_rows ? rows : 0) + view_px(view, 8);
}

/* Sets the rows of cards, so that there is room for as many as may be, but no
 * more than the cards need. */
static void set_lines(Camera *camera, Rect box)
{
    const View *view = camera->view;
    double one = height_at(view, camera->rows, 0.9) + view_px(view, row_space);
    double room = layout_clamp(floor(box.h / one), 1, MOST_LINES);
    double most = fmax(1, floor(box.w / card_width(camera, 1, view->least)));
    double lines = ceil((double)camera->cards_count / most);

    camera->lines = (size_t)layout_clamp(lines, 1, room);
    if (lines <= room)
        return;
    double wide = fmax(1, floor(box.w / card_width(camera, 0, view->least)));
    choose(camera, (size_t)(wide * room));
}

Camera camera_of(const View *view, Rect box)
{
    Camera camera = {.view = view, .box = box};

    if (view->analysed->tree.levels) {
        camera.state = tree_state(view);
        if (view->running)
            collect_nodes(&camera);
        else
            collect_inputs(&camera);
    }
    if (camera.cards_count == 0)
        collect_accesses(&camera);
    if (camera.cards_count > 0)
        qsort(camera.cards, camera.cards_count, sizeof *camera.cards, by_node);
    camera.rows = needs_rows(&camera);
    set_digits(&camera);
    if (camera.hidden || camera.rounded)
        camera.note = rect_cut_bottom(&camera.box, view->least * 1.5);
    set_lines(&camera, camera.box);
    return camera;
}

void camera_free(Camera *camera)
{
    tree_state_free(&camera->state);
    free(camera->cards);
}

/* ---- Places ---------------------------------------------------------------*/

/* The places of the parts of the cards in a box. */
typedef struct {
    Rect box;
    size_t abreast;                   /* cards in a row */
    double pitch, line;               /* from card to card, from row to row */
    double scale;                     /* of texts and lengths */
    double label, node, links, child; /* heights */
    int form;                         /* of labels; 2: none */
    double label_text;                /* their size, px at 1080 */
} CardLayout;

double camera_least_height(const View *view)
{
    return height_at(view, analysed_has_sums(view->analysed), 0.82);
}

/* The largest scale at which COUNT cards with values of so many DIGITS are no
 * wider than WIDTH. */
static double scale_of(const View *view, bool has_rows, int digits,
                       double count, double width)
{
    double pitch = width / fmax(1, count);
    double room = has_rows ? (pitch - view_px(view, card_gap + pair_gap)) / 2
                           : pitch - view_px(view, card_gap);
    double size = (room - view_px(view, 2)) / value_ems(digits);

    return layout_clamp(size / view_px(view, child_text), 0.82, largest);
}

double camera_likes_height(const View *view, double width)
{
    const Run *run = &view->trace->run;
    uint32_t lanes = run->threads < run->k ? run->threads : run->k;
    bool has_rows = analysed_has_sums(view->analysed);

    return height_at(
        view, has_rows,
        fmin(scale_of(view, has_rows, camera_digits(view), lanes, width), 1.5));
}

static void set_labels(const Camera *camera, CardLayout *at)
{
    const View *view = camera->view;
    double widest = widest_label(camera, 0, 1);
    double room = at->pitch - view_px(view, 14);

    if (widest * view->least > room) {
        widest = widest_label(camera, 1, 1);
        at->form = widest * view->least > room ? 2 : 1;
    }
    at->label_text = fmin(24 * fmin(fmax(1, at->scale), 1.4),
                          room / fmax(widest, 1e-6) / view->unit);
}

static CardLayout lay_cards(const Camera *camera)
{
    const View *view = camera->view;
    CardLayout at = {.box = camera->box};
    double lines = (double)camera->lines;

    at.abreast = (camera->cards_count + camera->lines - 1) / camera->lines;
    double count = fmax(1, (double)at.abreast);
    at.line = at.box.h / lines;
    at.scale = scale_of(view, camera->rows, camera->digits, count, at.box.w);
    while (at.scale > 0.83 && height_at(view, camera->rows, at.scale) > at.line)
        at.scale -= 0.02;
    double least = card_width(camera, 0, view->least);
    at.pitch = fmin(at.box.w / count,
                    fmax(least, view_px(view, 300) * fmax(1, at.scale)));
    at.box.x += (at.box.w - at.pitch * count) / 2;
    at.label = view->least * label_share * fmin(fmax(at.scale, 1), 1.4);
    at.node = view_px(view, node_text * 1.5) * at.scale;
    at.child = camera->rows ? view_px(view, child_text * 1.4) * at.scale : 0;
    double spare = at.line - at.label - at.node - at.child - view_px(view, 8);
    at.links =
        camera->rows ? layout_clamp(spare, 0, view_px(view, 48) * at.scale) : 0;
    double all = at.label + at.node + at.links + at.child + view_px(view, 8);
    double space = view_px(view, row_space) * 2;
    at.line = fmin(at.line, all + space);
    at.box.y += fmax(0, (at.box.h - at.line * lines) / 2) +
                fmax(0, (at.line - all) / 2) + view_px(view, 2);
    set_labels(camera, &at);
    return at;
}

/* The left end and the top of card I. */
static double card_x(const CardLayout *at, size_t i)
{
    return at->box.x + at->pitch * (double)(i % at->abreast);
}

static double card_y(const CardLayout *at, size_t i)
{
    return at->box.y + at->line * (double)(i / at->abreast);
}

/* The box of a card's node, or value: as wide as the value needs. */
static Rect top_box(const Camera *camera, const CardLayout *at, size_t i)
{
    const View *view = camera->view;
    double width = at->pitch * 0.56, least = value_width(camera, view->least);

    if (width < least)
        width = fmin(least, at->pitch - view_px(view, card_gap));
    return rect_around(card_x(at, i) + at->pitch / 2,
                       card_y(at, i) + at->label + at->node / 2, width,
                       at->node);
}

/* The box of its left (SIDE 0) or right child or operand. */
static Rect child_box(const Camera *camera, const CardLayout *at, size_t i,
                      int side)
{
    const View *view = camera->view;
    double gap = view_px(view, pair_gap);
    double width = (at->pitch - view_px(view, card_gap) - gap) / 2;
    double x =
        card_x(at, i) + view_px(view, card_gap) / 2 + side * (width + gap);
    double most = at->pitch * 0.4;
    Rect box = {x, card_y(at, i) + at->label + at->node + at->links, width,
                at->child};

    if (width > most && most > value_width(camera, view->least))
        box = rect_around(x + width / 2, box.y + box.h / 2, most, box.h);
    return box;
}

/* ---- Drawing --------------------------------------------------------------*/

/* The largest size, the same in all cards, at which values fit. */
static double text_at(const Camera *camera, double likes, double scale,
                      double width)
{
    const View *view = camera->view;
    double most =
        (width - view_px(view, 2)) / value_ems(camera->digits) / view->unit;

    return fmax(fmin(likes * scale, most), view->least / view->unit);
}

static void draw_value(const View *view, Rect box, Font font, double size,
                       Color color, Word value)
{
    Rect inside = rect_inset(box, view_px(view, 1), 0);
    char text[VALUE_TEXT];

    view_value(view, value, font, inside.w, text);
    view_label(view, inside, font, fmin(size, box.h * 0.8 / view->unit), color,
               text);
}

/* A box as view_tree draws a node. */
static void draw_node(const Camera *camera, uint32_t level, uint32_t x,
                      Rect box, double size)
{
    const View *view = camera->view;
    const TreeState *state = &camera->state;
    size_t node = tree_index(&view->analysed->tree, level, x);
    NodeState is = tree_node_state(state, node);
    bool awaited = tree_node_is_awaited(state, node);
    const Access *access = awaited ? NULL : tree_node_access(state, node);
    bool wrong = tree_node_is_wrong(state, node);
    Color fill = access                     ? tree_node_color(state, node)
                 : is == NODE_SUM && !wrong ? COLOR_HELD
                                            : COLOR_PANEL;

    view_tag(view, TAG_NODE, (uint32_t)node);
    Shape *shape = draw_rect(view->list, box, view_px(view, 8), fill);
    if (awaited)
        view_edge(view, shape,
                  view_access_color(view, tree_node_request(state, node)), 3);
    else if (!access)
        view_edge(view, shape, is == NODE_COMING ? COLOR_EDGE : COLOR_LINK, 2);
    shape->dashed = !access && !awaited && is == NODE_COMING;
    Color on = access ? view_on(fill) : wrong ? COLOR_FAULT : COLOR_INK;
    if ((access && view_is_wrong(view, access)) || (wrong && !awaited))
        on = view_fill_wrong(view, shape);
    if (tree_node_holds(state, node))
        draw_value(view, box, FONT_CODE_STRONG, size, on,
                   tree_node_value(state, node));
    else if (level == 0 && !awaited && !view->trace->run.condition[0])
        draw_value(view, box, FONT_CODE, size, COLOR_DIM,
                   view->trace->input[x]);
}

static void draw_link(const View *view, Rect top, Rect child, Color color,
                      bool strong)
{
    view_tag(view, TAG_FRAME, 0);
    draw_line(view->list, top.x + top.w / 2, top.y + top.h,
              child.x + child.w / 2, child.y, view_px(view, strong ? 4 : 2),
              color);
}

/* A word that moves to TO; its text, if that is not too wide for the boxes. */
static void draw_moving(const View *view, Rect from, Rect to,
                        const Access *access, Word value, double size)
{
    double served = view_served(view, access);
    char text[VALUE_TEXT];

    if (served <= 0 || served >= 1)
        return;
    scene_value(view->trace->run.op, value, true, text);
    if (view_least_width(view, FONT_CODE_STRONG, text) > from.w)
        text[0] = '\0';
    view_moving(view, view_leaving(view, from, to, size), to, served, size,
                view_access_color(view, access), text);
}

static uint32_t children_of(const Camera *camera, const CameraCard *card)
{
    const Tree *tree = &camera->view->analysed->tree;

    if (!camera->rows || !card->tree || card->level == 0)
        return 0;
    return 2 * card->x + 1 < tree_width(tree, card->level - 1) ? 2 : 1;
}

static void draw_tree_card(const Camera *camera, const CardLayout *at, size_t i)
{
    const View *view = camera->view;
    const CameraCard *card = camera->cards + i;
    const TreeState *state = &camera->state;
    const Tree *tree = &view->analysed->tree;
    size_t node = tree_index(tree, card->level, card->x);
    Rect top = top_box(camera, at, i);
    uint32_t children = children_of(camera, card);

    for (uint32_t c = 0; c < children; ++c) {
        size_t below = tree_index(tree, card->level - 1, 2 * card->x + c);
        const Access *of = tree_node_access(state, below);
        const Access *to = tree_node_access(state, node);
        bool up = to && tree_node_is_made(state, node) &&
                  (view->steps || trace_is_store(view->running));
        const Access *strong = up ? to : of;
        draw_link(view, top, child_box(camera, at, i, (int)c),
                  strong ? view_access_color(view, strong) : COLOR_LINK,
                  strong != NULL);
    }
    Rect first = child_box(camera, at, i, 0);
    for (uint32_t c = 0; c < children; ++c)
        draw_node(camera, card->level - 1, 2 * card->x + c,
                  child_box(camera, at, i, (int)c),
                  text_at(camera, child_text, at->scale, first.w));
    draw_node(camera, card->level, card->x, top,
              text_at(camera, node_text, at->scale, top.w));
}

/* What a lane holds, in the colour of its request once that is served; returns
 * the colour. */
static Color draw_held(const View *view, const CameraCard *card, Rect box,
                       bool comes)
{
    const RegisterCell *cell = register_of(view, card);
    bool half = cell && !cell->kept && cell->last >= view->position;
    bool shown =
        view->steps || !comes || (view_done(view, card->access) && !half);
    bool keeps = trace_is_shuffle(card->by) &&
                 registers_keeps_own(view->trace, card->by, card->access);
    Color color = keeps ? COLOR_HELD : view_access_color(view, card->access);
    uint32_t lane = trace_thread(view->trace, card->by, card->access);

    view_tag(view, TAG_LANE, lane);
    Shape *shape = draw_rect(view->list, box, view_px(view, 8),
                             shown ? color : COLOR_PANEL);
    if (!shown)
        view_edge(view, shape, color, 3);
    view_thread(view, shape, lane);
    if (view_is_wrong(view, card->access))
        view_mark_wrong(view, shape);
    else if (!view->steps && view_races(view, card->access))
        view_mark_raced(view, shape);
    return shown ? color : COLOR_PANEL;
}

/* The value of a card of a lane, or an operand of its SUM, which is not NULL
 * then. */
static void draw_lane_value(const Camera *camera, const CameraCard *card,
                            const Sum *sum, bool right, Rect box, double size,
                            Color color)
{
    const View *view = camera->view;
    const RegisterCell *cell = register_of(view, card);
    char text[VALUE_TEXT];

    if (!view_has_variables(view)) {
        draw_value(view, box, FONT_CODE_STRONG, size, color,
                   sum    ? right ? sum->right : sum->left
                   : cell ? lane_word(view, cell)
                          : card->access->value);
        return;
    }
    if (camera->hidden)
        return;
    value_text(view, card, sum, right, camera->digits, text);
    view_label(view, rect_inset(box, view_px(view, 1), 0), FONT_CODE_STRONG,
               fmin(size, box.h * 0.8 / view->unit), color, text);
}

static void draw_lane_card(const Camera *camera, const CardLayout *at, size_t i)
{
    const View *view = camera->view;
    const CameraCard *card = camera->cards + i;
    const Sum *sum = camera->rows ? sum_of(view, card) : NULL;
    bool comes = trace_traits_of(card->by)->brings;
    Rect top = top_box(camera, at, i);
    double size = text_at(camera, node_text, at->scale, top.w);

    for (int side = 0; sum && side < 2; ++side) {
        Rect box = child_box(camera, at, i, side);
        draw_link(view, top, box, view_access_color(view, card->access), true);
        view_tag(view, TAG_TOTALS, (uint32_t)i);
        Shape *shape = draw_rect(view->list, box, view_px(view, 8), COLOR_HELD);
        view_edge(view, shape, COLOR_LINK, 2);
        draw_lane_value(camera, card, sum, side, box,
                        text_at(camera, child_text, at->scale, box.w),
                        COLOR_INK);
    }
    Color fill = draw_held(view, card, top, comes);
    if (fill != COLOR_PANEL)
        draw_lane_value(camera, card, NULL, false, top, size, view_on(fill));
}

static void draw_label(const Camera *camera, const CardLayout *at, size_t i)
{
    const View *view = camera->view;
    const CameraCard *card = camera->cards + i;
    Rect box = {card_x(at, i), card_y(at, i), at->pitch, at->label};
    Text text = {0};

    if (at->form == 2 || !card->access)
        return;
    label_text(view, card, at->form, &text);
    bool waits = view_access_color(view, card->access) == COLOR_CONFLICT;
    view_tag(view, TAG_FRAME, 0);
    view_label(view, box, FONT_STRONG, at->label_text,
               waits ? COLOR_ALARM : COLOR_INK, text.text);
    text_free(&text);
}

/* The operands of a sum on their way up, or a prefix on its way down.  What is
 * merely moved to another cell stays where it is in the tree. */
static void draw_motion(const Camera *camera, const CardLayout *at, size_t i)
{
    const View *view = camera->view;
    const CameraCard *card = camera->cards + i;
    const TreeState *state = &camera->state;
    const Tree *tree = &view->analysed->tree;
    size_t node = tree_index(tree, card->level, card->x);
    const Access *made = tree_node_request(state, node);
    Rect top = top_box(camera, at, i);

    if (made && tree_node_is_awaited(state, node) &&
        trace_is_store(view->running) && tree_node_is_made(state, node)) {
        const Sum *sum = trace_sums(view->trace, made);
        bool words = sum && trace_sum_is_of_words(view->trace, sum);
        for (uint32_t c = 0; words && c < children_of(camera, card); ++c)
            draw_moving(view, child_box(camera, at, i, (int)c), top, made,
                        c ? sum->right : sum->left, child_text);
        return;
    }
    for (uint32_t c = 0; c < children_of(camera, card); ++c) {
        size_t below = tree_index(tree, card->level - 1, 2 * card->x + c);
        const Access *access = tree_node_request(state, below);
        if (access && tree_node_is_awaited(state, below) &&
            trace_is_store(view->running) &&
            tree->nodes[below].prefix_by + 1 == view->position)
            draw_moving(view, top, child_box(camera, at, i, (int)c), access,
                        access->value, child_text);
    }
}

static void draw_note(const Camera *camera)
{
    static const char *const hidden[] = {"values left out: one has no room",
                                         "values left out", "no values"};
    static const char *const rounded[] = {MEMORY_ROUNDED " values are rounded",
                                          MEMORY_ROUNDED " rounded",
                                          MEMORY_ROUNDED};
    const View *view = camera->view;

    view_tag(view, TAG_FRAME, 0);
    view_text_fitting(view, rect_inset(camera->note, view_px(view, 10), 0),
                      FONT_TEXT, 24, COLOR_DIM,
                      camera->hidden ? hidden : rounded, 3);
}

void camera_draw(const Camera *camera)
{
    const View *view = camera->view;
    CardLayout at = lay_cards(camera);

    if (camera->hidden || camera->rounded)
        draw_note(camera);
    for (size_t i = 0; i < camera->cards_count; ++i) {
        draw_label(camera, &at, i);
        if (camera->cards[i].tree)
            draw_tree_card(camera, &at, i);
        else
            draw_lane_card(camera, &at, i);
    }
    for (size_t i = 0; view_is_moving(view) && i < camera->cards_count; ++i)
        if (camera->cards[i].tree)
            draw_motion(camera, &at, i);
}
