/* SPDX-License-Identifier: MIT */
#include "view/camera.h"

#include "analysis/shuffle.h"
#include "draw/font.h"
#include "say/short_number.h"
#include "trace/variable.h"
#include "view/memory_numbers.h"
#include "view/shown_value.h"
#include "view/view_marks.h"
#include "view/view_motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A card --------------------------------------------------------------*/

/* Is a node of the step at LEVEL shown with its children? */
static bool step_has_children(const View *view, const Step *step,
                              uint32_t level)
{
    const Tree *tree = &view->analysed->tree;
    PhaseKind kind = trace_phase_kind(view->trace, step);

    return (kind == PHASE_UPSWEEP || kind == PHASE_DOWNSWEEP) && level > 0 &&
           level < tree->levels;
}

/* The card of an access to node X of LEVEL: of the node whose children the step
 * works on. */
static CameraCard camera_card_of_node(const View *view, const Access *access,
                                      const Instruction *by, uint32_t level,
                                      uint32_t x)
{
    const Step *step = trace_step(view->trace, by);
    bool down = trace_phase_kind(view->trace, step) == PHASE_DOWNSWEEP;

    if (view->analysed->tree.inclusive && down)
        /* its operand is not its parent, so it stands alone */
        return (CameraCard){access, by, false, level, x};
    if (step->level == (int)level + 1 &&
        step_has_children(view, step, level + 1))
        return (CameraCard){access, by, true, level + 1, x / 2};
    return (CameraCard){access, by, true, level, x};
}

/* Is the card a node that its step shows with its children? */
static bool camera_card_has_children(const View *view, const CameraCard *card)
{
    return card->tree && card->by &&
           step_has_children(view, trace_step(view->trace, card->by),
                             card->level);
}

/* The index, in the whole array, of the number of global memory that ACCESS
 * touches; the trace of a block has only its tile. */
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
    return view_has_variables(view)
               ? (uint32_t)number_index(access,
                                        number_bytes(whole->arrays + by->array))
               : access->cell;
}

/* Appends the bank that ACCESS goes to, or both of a number of two words. */
static void add_banks(const View *view, const Instruction *by,
                      const Access *access, Text *text)
{
    uint32_t bank = bank_of(view->trace, access->cell);
    const Access *other;

    if (number_half(view->trace, by, access, &other) == HALF_NONE)
        text_add(text, "bank %u", bank);
    else
        text_add(text, "banks %u, %u", bank, bank_of(view->trace, other->cell));
}

void camera_card_label(const View *view, const CameraCard *card, int form,
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
    } else if (trace_is_shuffle(by) && shuffle_keeps_own(trace, by, access))
        text_add(text, " keeps");
    else if (trace_is_shuffle(by))
        text_add(text, " ◀ T%u", by->warp * trace->run.k + access->cell);
    else if (by->array < trace->arrays_count) {
        text_add(text, " %s ", arrow);
        variable_number_name(trace, trace->arrays[by->array].name,
                             global_index(view, by, access), text);
    }
}

const RegisterCell *camera_card_register(const View *view,
                                         const CameraCard *card)
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

const Sum *camera_card_sum(const View *view, const CameraCard *card)
{
    const Trace *trace = view->trace;
    const RegisterCell *cell = camera_card_register(view, card);

    if (cell)
        return lane_is_made(view->moment, cell) &&
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

/* The number on a card of a lane, or the number of the left or the RIGHT
 * operand of its SUM, unless that is NULL. */
static Number camera_card_number(const View *view, const CameraCard *card,
                                 const Sum *sum, bool right)
{
    const RegisterCell *cell = camera_card_register(view, card);

    if (sum)
        return cell ? registers_operand(&view->analysed->lanes, cell, right)
                    : (Number){0, ELEMENT_OTHER};
    return cell ? lane_number(view, cell)
                : number_moved(view->trace, card->by, card->access);
}

void camera_card_value(const View *view, const CameraCard *card, const Sum *sum,
                       bool right, int most, char text[VALUE_TEXT])
{
    const RegisterCell *cell = camera_card_register(view, card);
    Number number = camera_card_number(view, card, sum, right);
    char shorter[VALUE_TEXT];

    if (number.element != ELEMENT_OTHER)
        view_number_text(number, text);
    else if (sum)
        shown_value(view->trace->run.op, right ? sum->right : sum->left, true,
                    text);
    else if (cell)
        lane_text(view, cell, FONT_CODE_STRONG, 0, text);
    else
        view_moved(view, card->by, card->access, text);
    if (strlen(text) > (size_t)most &&
        number_shorten(number, (size_t)most, shorter))
        memcpy(text, shorter, sizeof shorter);
}

/* ---- Sizes ---------------------------------------------------------------*/

/* Of a value; longer ones are left out. */
#define CAMERA_MOST_DIGITS 12

static const double largest = 2.8; /* scale */

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
    return int_most(1,
                    int_least(both ? 2 * digits : digits, CAMERA_MOST_DIGITS));
}

double camera_value_ems(int digits)
{
    return view_digits_width(digits, 1) + VIEW_APART;
}

double camera_row_height(const View *view, bool has_rows, double scale)
{
    double label = view->least * CAMERA_LABEL_SHARE * fmin(scale, 1.4);
    double node = view_px(view, CAMERA_NODE_TEXT * 1.5) * scale;
    double rows = view_px(view, CAMERA_CHILD_TEXT * 1.4 + 22) * scale;

    return label + node + (has_rows ? rows : 0) + view_px(view, 8);
}

double camera_least_height(const View *view)
{
    return camera_row_height(view, analysed_has_sums(view->analysed), 0.82);
}

double camera_scale(const View *view, bool has_rows, int digits, double count,
                    double width)
{
    double pitch = width / fmax(1, count);
    double room =
        has_rows
            ? (pitch - view_px(view, CAMERA_CARD_GAP + CAMERA_PAIR_GAP)) / 2
            : pitch - view_px(view, CAMERA_CARD_GAP);
    double size = (room - view_px(view, 2)) / camera_value_ems(digits);

    return layout_clamp(size / view_px(view, CAMERA_CHILD_TEXT), 0.82, largest);
}

double camera_likes_height(const View *view, double width)
{
    const Run *run = &view->trace->run;
    uint32_t lanes = run->threads < run->k ? run->threads : run->k;
    bool has_rows = analysed_has_sums(view->analysed);

    return camera_row_height(
        view, has_rows,
        fmin(camera_scale(view, has_rows, camera_digits(view), lanes, width),
             1.5));
}

/* ---- Cards in rows -------------------------------------------------------*/

enum { MOST_LINES = 3 }; /* of cards, one below the other */

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
            if (access && (!view->steps ||
                           view_instruction_of(view, access) == view->running))
                add_card(camera, camera_card_of_node(view, access,
                                                     view->running, m, x));
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

uint32_t camera_children(const Camera *camera, const CameraCard *card)
{
    const Tree *tree = &camera->view->analysed->tree;

    if (!camera->rows || !card->tree || card->level == 0)
        return 0;
    return 2 * card->x + 1 < tree_width(tree, card->level - 1) ? 2 : 1;
}

/* ---- Widths ---------------------------------------------------------------*/

double camera_value_width(const Camera *camera, double size)
{
    return camera_value_ems(camera->digits) * size + view_px(camera->view, 2);
}

double camera_label_width(const Camera *camera, int form, double size)
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

double camera_card_width(const Camera *camera, int form, double size)
{
    const View *view = camera->view;
    double value = camera_value_width(camera, size);
    double values =
        camera->rows ? 2 * value + view_px(view, CAMERA_PAIR_GAP) : value;

    return fmax(values, camera_label_width(camera, form, size)) +
           view_px(view, CAMERA_CARD_GAP);
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

/* ---- Digits ---------------------------------------------------------------*/

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
    Number own =
        camera_card_number(camera->view, camera->cards + i, NULL, false);

    if (own.element == ELEMENT_OTHER || strstr(texts[i], "nan"))
        return false;
    for (size_t j = 0; j < i; ++j) {
        if (strcmp(texts[i], texts[j]) != 0)
            continue;
        Number other =
            camera_card_number(camera->view, camera->cards + j, NULL, false);
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
    int most = int_most(CAMERA_MOST_DIGITS, camera->digits),
        longest = camera->digits;
    char(*texts)[VALUE_TEXT] =
        base_alloc(camera->cards_count + 1, sizeof *texts);
    for (size_t i = 0; i < camera->cards_count; ++i) {
        const CameraCard *card = camera->cards + i;
        char text[VALUE_TEXT];
        if (!card->access || card->tree)
            continue;
        camera_card_value(view, card, NULL, false, most, texts[i]);
        longest = int_most(longest, letters(texts[i]));
        camera->rounded |= is_rounded(camera, i, texts);
        const Sum *sum = camera->rows ? camera_card_sum(view, card) : NULL;
        for (int side = 0; sum && side < 2; ++side) {
            camera_card_value(view, card, sum, side, most, text);
            longest = int_most(longest, letters(text));
        }
    }
    free(texts);
    camera->hidden = longest > most;
    camera->digits = int_least(longest, most);
}

/* ---- The whole ------------------------------------------------------------*/

static bool needs_rows(const Camera *camera)
{
    const View *view = camera->view;
    const Tree *tree = &view->analysed->tree;

    for (size_t i = 0; i < camera->cards_count; ++i) {
        const CameraCard *card = camera->cards + i;
        if (card->tree ? camera_card_has_children(view, card)
                       : camera_card_sum(view, card) != NULL)
            return true;
    }
    return tree->levels == 0 && analysed_has_sums(view->analysed);
}

/* Sets the rows of cards, so that there is room for as many as may be, but no
 * more than the cards need. */
static void set_lines(Camera *camera, Rect box)
{
    const View *view = camera->view;
    double one = camera_row_height(view, camera->rows, 0.9) +
                 view_px(view, CAMERA_ROW_SPACE);
    double room = layout_clamp(floor(box.h / one), 1, MOST_LINES);
    double most =
        fmax(1, floor(box.w / camera_card_width(camera, 1, view->least)));
    double lines = ceil((double)camera->cards_count / most);

    camera->lines = (size_t)layout_clamp(lines, 1, room);
    if (lines <= room)
        return;
    double wide =
        fmax(1, floor(box.w / camera_card_width(camera, 0, view->least)));
    choose(camera, (size_t)(wide * room));
}

Camera camera_of(const View *view, Rect box)
{
    Camera camera = {.view = view, .box = box};

    if (view->analysed->tree.levels) {
        camera.state = tree_state(view->moment, view->steps);
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
