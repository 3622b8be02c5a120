/* SPDX-License-Identifier: MIT */
#include "view/diagram.h"

#include "draw/font.h"
#include "say/short_number.h"
#include "view/shown_value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the least size of texts: of a node, and of what is between two rows. */
static const double node_least = 1.35, node_most = 3, between = 1.6;
static const double row_likes = 4.6, row_most = 8, row_of_some = 3.7;

/* px at 1080 */
static const double widest_column = 190, widest_leaf = 240, widest_lane = 400;
static const double label_share = 0.2, text_likes = 36;
static const double map_row = 11, map_most = 40,
                    map_column = 110;                /* px at 1080 */
static const double map_share = 0.66;                /* of a row, its nodes */
static const double least_cell = 4, least_group = 4; /* pixels */

enum { MOST_DIGITS = 12, ROWS_LEAST = 3, ROWS_LIKED = 7 };

Diagram diagram_open(const View *view)
{
    Diagram at = {.view = view, .form = DIAGRAM_FORMS};
    const AnalysedTrace *analysed = view->analysed;

    if (analysed->tree.levels) {
        at.kind = &diagram_tree;
        at.tree = tree_state(view->moment, view->steps);
        at.rows = analysed->tree.levels;
        at.columns = analysed->tree.n;
        if (at.tree.level_first <= at.tree.level_last)
            at.now = at.rows - 1 - at.tree.level_last;
    } else if (analysed->lanes.rows_count) {
        at.kind = &diagram_lanes;
        at.lanes = &analysed->lanes;
        at.rows = at.lanes->rows_count;
        at.columns = at.lanes->threads;
        if (view->running)
            at.now =
                registers_row(at.lanes, (size_t)(view->running -
                                                 view->trace->instructions));
    } else if (analysed_has_sums(analysed)) {
        at.flow = flow_state(view->moment, view->steps);
        at.kind = at.flow.flow ? &diagram_flow : NULL;
        at.rows = at.flow.flow ? at.flow.flow->rounds_count : 0;
        at.columns = at.flow.flow ? at.flow.flow->columns : 0;
        at.now = at.flow.now;
    }
    return at;
}

void diagram_close(Diagram *at)
{
    tree_state_free(&at->tree);
    flow_state_free(&at->flow);
    *at = (Diagram){0};
}

/* ---- Values ---------------------------------------------------------------*/

void diagram_value(const View *view, Number number, Word word,
                   DiagramNode *node)
{
    Op op = view->trace->run.op;
    char shorter[VALUE_TEXT];

    node->number = number;
    if (number.element == ELEMENT_OTHER) {
        shown_value(op, word, false, node->text);
        shown_value(op, word, true, node->brief);
        return;
    }
    view_number_text(number, node->text);
    number_text(number, true, node->brief);
    if (strlen(node->brief) > MOST_DIGITS &&
        number_shorten(number, MOST_DIGITS, shorter))
        memcpy(node->brief, shorter, sizeof shorter);
}

void diagram_sum(const View *view, const Sum *sum, const Number *numbers,
                 DiagramNode *node)
{
    char *texts[] = {node->left, node->right};

    for (int right = 0; right < 2; ++right)
        if (!numbers || numbers[right].element == ELEMENT_OTHER)
            shown_value_operand(view->trace, sum, right, true, texts[right]);
        else
            number_text(numbers[right], true, texts[right]);
}

DiagramNode diagram_node(const Diagram *at, size_t row, uint32_t x)
{
    DiagramNode node = {.item = {.fill = COLOR_CELL,
                                 .edge = COLOR_NONE,
                                 .edge_width = 1,
                                 .alpha = 1,
                                 .ink = COLOR_INK},
                        .number = {0, ELEMENT_OTHER}};

    at->kind->look(at, row, x, &node);
    return node;
}

/* ---- A row ----------------------------------------------------------------*/

typedef struct {
    const Diagram *at;
    size_t row;
} RowOf;

/* "11 + 12 = 23" of a sum in form 0, else the value. */
static void look(const void *data, uint32_t x, int form, Item *item)
{
    const RowOf *of = data;
    DiagramNode node = diagram_node(of->at, of->row, x);
    uint32_t first, end;
    bool runs = of->at->kind->tree || of->row == of->at->now;
    bool sum = form == 0 && runs && node.left[0];

    *item = node.item;
    of->at->kind->span(of->at, of->row, x, &first, &end);
    item->hidden |= first >= end;
    if (!of->at->text || !node.text[0])
        return;
    int length = 0;
    if (sum)
        length = snprintf(item->text, sizeof item->text, "%s %s %s = %s",
                          node.left, op_sign(of->at->view->trace->run.op),
                          node.right, node.text);
    if (!sum || length >= (int)sizeof item->text)
        snprintf(item->text, sizeof item->text, "%s",
                 form < 2 ? node.text : node.brief);
}

static double least_number(const Diagram *at)
{
    const View *view = at->view;
    int digits = int_least(view->analysed->digits, MOST_DIGITS);

    return view_digits_width(int_most(digits, 1), view->least) +
           VIEW_APART * view->least + 2;
}

static double gap_of(const Diagram *at, double stretch)
{
    double gap = stretch > 24 ? stretch * 0.14 : stretch > 3 ? 1 : 0;

    return at->text ? fmin(gap, fmax(1, stretch - least_number(at))) : gap;
}

/* Where node X stands, in pixels from the left of the columns. */
static void place(const void *data, uint32_t x, double *from, double *to)
{
    const RowOf *of = data;
    const Diagram *at = of->at;
    uint32_t first, end;

    at->kind->span(at, of->row, x, &first, &end);
    double left = at->pitch * first, right = at->pitch * end;
    double most = at->kind->tree ? at->most[of->row] : INFINITY;
    double gap = gap_of(at, right - left);
    double width = fmin(right - left - gap, most);
    *from = (left + right - width) / 2;
    *to = *from + width;
}

static double row_top(const Diagram *at, size_t row)
{
    return at->box.y + at->row * (double)(row - at->first);
}

static Rect row_box(const Diagram *at, size_t row)
{
    return (Rect){at->box.x, row_top(at, row), at->box.w, at->cell};
}

static Items row_items(const Diagram *at, const RowOf *of)
{
    Items items = {.count = at->kind->count(at, of->row),
                   .group = at->view->trace->run.k,
                   .share = 1,
                   .radius = 5,
                   .font = FONT_CODE,
                   .forms = 3,
                   .thing = at->kind->thing(at, of->row),
                   .data = of,
                   .look = look,
                   .place = place};

    items.size = at->cell * 0.62 / at->view->unit;
    items.size = fmin(items.size, text_likes);
    items.thing.trace = at->view->panel + 1;
    return items;
}

Rect diagram_box(const Diagram *at, size_t row, uint32_t x)
{
    RowOf of = {at, row};
    double from, to;

    if (row < at->first || row >= at->end)
        return (Rect){0, 0, 0, 0};
    place(&of, x, &from, &to);
    return (Rect){at->box.x + from, row_top(at, row), fmax(to - from, 0),
                  at->cell};
}

/* ---- Layout ---------------------------------------------------------------*/

static double label_width(const Diagram *at, int form)
{
    double width = 0;

    for (size_t row = 0; row < at->rows; ++row) {
        Text text = {0};
        at->kind->label(at, row, form, &text);
        if (text.length)
            width = fmax(width,
                         font_width(FONT_STRONG, at->view->least, text.text));
        text_free(&text);
    }
    return width + at->view->least * 0.8;
}

/* The columns that are shown with text in WIDTH: the registers of one warp,
 * where not all have room. */
static uint32_t columns_shown(const Diagram *at, double width)
{
    uint32_t lanes = at->view->trace->run.k;
    bool all = least_number(at) * at->columns <= width * (1 - label_share);

    return at->kind != &diagram_lanes || all || lanes > at->columns
               ? at->columns
               : lanes;
}

/* The rows that are shown with text, of a table at most MOST. */
static double rows_shown(const Diagram *at, double most)
{
    double rows = (double)at->rows;

    return at->kind->tree ? rows : fmin(rows, most);
}

/* The fullest form of the labels that leaves room for the numbers. */
static double choose_labels(Diagram *at, double width)
{
    double columns = least_number(at) * columns_shown(at, width);

    for (at->form = 0; at->kind->label && at->form < DIAGRAM_FORMS;
         ++at->form) {
        double label = label_width(at, at->form);
        if (label <= width * label_share && columns <= width - label)
            return label;
    }
    at->form = DIAGRAM_FORMS;
    return 0;
}

/* The width left of the columns: of labels, or of a tree of the names of arrays
 * over it, as far as the numbers leave room for them. */
static double label_column(Diagram *at, double width)
{
    const View *view = at->view;
    double room = width - least_number(at) * at->columns;
    Rect all = {0, 0, width, 0};

    if (at->kind->label)
        return choose_labels(at, width);
    return view->details && view->trace->blocks_count == 1
               ? layout_clamp(view_beside_names(view, all).x, 0, room)
               : 0;
}

/* What the first row has over it, and the last one under it. */
static void set_margins(Diagram *at)
{
    bool tops = at->kind->head || at->kind->tree;

    at->head = tops ? at->view->least * DIAGRAM_LINE : 0;
    at->note = at->kind->tree ? 0 : at->view->least * DIAGRAM_LINE;
}

static double whole_height(const Diagram *at, double width, double row,
                           double most)
{
    const View *view = at->view;
    Diagram tried = *at;

    if (!at->kind || least_number(at) * columns_shown(at, width) > width)
        return INFINITY;
    double rows = rows_shown(at, most);
    if (rows * (node_least + between) * view->least > view->list->height)
        return INFINITY;
    set_margins(&tried);
    return row * view->least * rows + tried.head + tried.note -
           (at->kind->tree ? view->least * between : 0);
}

double diagram_whole_least(const Diagram *at, double width)
{
    return whole_height(at, width, node_least + between, ROWS_LEAST);
}

double diagram_whole_height(const Diagram *at, double width)
{
    return whole_height(at, width, row_likes, ROWS_LIKED);
}

/* The rows around the one that runs, as many as there is ROOM for. */
static void set_rows(Diagram *at, double room)
{
    size_t rows = (size_t)fmax(1, floor(room + 1e-6));

    rows = rows < at->rows ? rows : at->rows;
    at->first = at->now + 2 > rows ? at->now + 2 - rows : 0;
    if (at->first + rows > at->rows)
        at->first = at->rows - rows;
    at->end = at->first + rows;
}

/* Only the columns of the warp that runs. */
static void set_columns(Diagram *at, double width)
{
    const Trace *trace = at->view->trace;
    const Instruction *by = at->view->running;
    uint32_t shown = columns_shown(at, width);

    if (shown < at->columns && by && by->lanes > 0) {
        uint32_t thread = trace_thread(trace, by, trace_accesses(trace, by));
        at->skipped = thread / shown * shown;
    }
    if (at->skipped + shown > at->columns)
        at->skipped = at->columns - shown;
    at->columns = shown;
}

static void lay_whole(Diagram *at, Rect box)
{
    const View *view = at->view;
    bool tree = at->kind->tree;
    double most = view_px(view, tree                         ? widest_leaf
                                : at->kind == &diagram_lanes ? widest_lane
                                                             : widest_column);

    set_columns(at, box.w);
    at->labels = rect_cut_left(&box, label_column(at, box.w));
    set_margins(at);
    rect_cut_top(&box, at->head);
    rect_cut_bottom(&box, at->note);
    at->pitch = fmin(box.w / at->columns, most);
    double width = at->pitch * at->columns;
    at->box =
        (Rect){tree ? box.x + (box.w - width) / 2 : box.x, box.y, width, box.h};
    double least = view->least;
    double room = box.h / ((node_least + between) * least);
    bool all = tree || (double)at->rows <= room;
    set_rows(at, all ? (double)at->rows
                     : fmax(ROWS_LEAST, box.h / (row_of_some * least)));
    double rows = (double)(at->end - at->first), gaps = rows - (tree ? 0.5 : 0);
    at->row = fmin(box.h / gaps, least * row_most);
    at->cell = round(
        layout_clamp(at->row * 0.45, node_least * least, node_most * least));
    at->row = fmin(at->row, (box.h - at->cell) / fmax(1, rows - 1));
}

/* Nodes of a tree are as wide as what is written in them. */
static void set_widths(Diagram *at)
{
    for (size_t row = 0; row < at->rows; ++row) {
        RowOf of = {at, row};
        Items items = row_items(at, &of);
        at->most[row] = INFINITY;
        ItemFit fit = at->text ? items_fit(at->view, &items, row_box(at, row))
                               : (ItemFit){ITEMS_CELLS, 0, 0};
        double width = items_text_width(at->view, &items, fit.form);
        double share = fmax(1, fit.size / at->view->least);
        at->most[row] = fmax(at->cell * 2.4, width * share + at->cell * 0.6);
    }
}

static void lay_map(Diagram *at, Rect box)
{
    const View *view = at->view;

    set_rows(at, box.h / view_px(view, map_row));
    at->labels = (Rect){0, 0, 0, 0};
    at->head = at->note = 0;
    at->pitch = fmin(box.w / at->columns, view_px(view, map_column));
    double margin = (box.w - at->pitch * at->columns) / 2;
    at->box = rect_inset(box, margin, 0);
    at->row =
        fmin(box.h / (double)(at->end - at->first), view_px(view, map_most));
    at->cell = fmax(2, round(at->row * map_share));
}

void diagram_lay(Diagram *at, Rect box, bool text)
{
    at->text = text;
    if (text)
        lay_whole(at, box);
    else
        lay_map(at, box);
    if (at->kind->tree)
        set_widths(at);
}

/* ---- The whole ------------------------------------------------------------*/

static ItemFit fit_of(const Diagram *at, const Items *items, Rect box)
{
    uint32_t first, end;

    if (at->text)
        return items_fit(at->view, items, box);
    const RowOf *of = items->data;
    at->kind->span(at, of->row, 0, &first, &end);
    double stretch = at->pitch * fmax(1, end - first);
    bool groups = stretch * items->group >= least_group;
    return (ItemFit){stretch >= least_cell ? ITEMS_CELLS
                     : groups              ? ITEMS_WARPS
                                           : ITEMS_STRIP,
                     0, 0};
}

/* Are all nodes of ROW of one width? */
static bool is_even(const Diagram *at, size_t row)
{
    uint32_t first, end;

    at->kind->span(at, row, 0, &first, &end);
    return (end - first) * at->kind->count(at, row) == at->columns;
}

static void draw_row(const Diagram *at, size_t row)
{
    RowOf of = {at, row};
    Items items = row_items(at, &of);
    Rect box = row_box(at, row);
    ItemFit fit = fit_of(at, &items, box);

    items_draw(at->view, &items, box, fit);
    if (fit.detail == ITEMS_STRIP && is_even(at, row)) {
        at->view->list->thing = items.thing;
        display_list_strip(at->view->list, box, 1, items.count);
    }
    if (!at->text)
        return;
    if (at->kind->label && at->form < DIAGRAM_FORMS)
        diagram_draw_label(at, row);
    if (at->kind->tree && view_is_shared(at->view))
        diagram_draw_threads(at, row);
    if (row == at->now && !at->kind->tree &&
        (fit.detail < ITEMS_TEXT || fit.form > 0))
        diagram_draw_notes(at);
}

void diagram_draw(const Diagram *at)
{
    for (size_t row = at->first; row < at->end; ++row)
        at->kind->links(at, row);
    if (at->text && at->kind->head)
        diagram_draw_head(at);
    if (at->text && at->kind->legend) {
        Rect first = diagram_box(at, 0, 0), box = row_box(at, 0);
        box.w = first.x - box.x - first.h;
        at->kind->legend(at, box);
    }
    for (size_t row = at->first; row < at->end; ++row)
        draw_row(at, row);
}
