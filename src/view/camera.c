/* SPDX-License-Identifier: MIT */
#include "view/camera.h"

#include "draw/font.h"
#include "say/short_number.h"
#include "trace/variable.h"
#include "view/camera_size.h"
#include "view/view_marks.h"
#include "view/view_motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
