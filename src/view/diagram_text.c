/* SPDX-License-Identifier: MIT
 *
 * diagram_text - the lines and the texts of a diagram; see diagram.h.
 */
#include "view/diagram.h"

#include "draw/font.h"

#include <math.h>
#include <stdio.h>

/* ---- Links ----------------------------------------------------------------*/

bool diagram_has_links(const Diagram *at, size_t row, bool runs)
{
    uint32_t first, end;

    if (at->text)
        return true;
    if (!runs && !at->kind->tree)
        return false;
    at->kind->span(at, row, 0, &first, &end);
    double stretch = at->pitch * fmax(1, end - first);
    return at->row - at->cell >= 4 && stretch >= (runs ? 6 : 12);
}

static double arrow_head(const Diagram *at)
{
    return fmin(view_px(at->view, 10), (at->row - at->cell) * 0.5);
}

/* Where links leave a node: under its note, if it has one. */
static double under(const Diagram *at, size_t row, Rect box)
{
    return box.y + box.h + (at->text && row == at->now ? at->note : 0);
}

void diagram_link(const Diagram *at, size_t from_row, uint32_t from, size_t row,
                  uint32_t to, LinkStyle style, Color color)
{
    const View *view = at->view;
    Rect a = diagram_box(at, from_row, from), b = diagram_box(at, row, to);
    double width = view_px(view, style == LINK_THIN ? 1.2 : 2.6);
    double head = style == LINK_ARROW ? arrow_head(at) : 0;

    if (rect_is_empty(a) || rect_is_empty(b))
        return;
    double x0 = a.x + a.w / 2, y0 = under(at, from_row, a);
    double x1 = b.x + b.w / 2, y1 = b.y;
    view_thing(view, THING_FRAME, 0);
    if (row > from_row + 1) { /* beside the nodes of its column */
        double beside = a.x + a.w + fmax(1, (at->pitch - a.w) / 2);
        Rect last = diagram_box(at, row - 1, from);
        double end = last.y + last.h;
        draw_line(view->list, x0, y0, beside, y0 + (at->row - at->cell) / 2,
                  width, color);
        draw_line(view->list, beside, y0 + (at->row - at->cell) / 2, beside,
                  end, width, color);
        x0 = beside;
        y0 = end;
    }
    double length = hypot(x1 - x0, y1 - y0);
    double apart = length > 0 ? at->pitch * (y1 - y0) / length : 0;
    if (!at->kind->tree) /* lines side by side stay apart */
        width = fmin(width, fmax(0.4 * apart, 0.6));
    double share = length > head ? head / length : 0;
    double x = x1 - (x1 - x0) * share, y = y1 - (y1 - y0) * share;
    draw_line(view->list, x0, y0, x, y, width, color);
    if (head > 0)
        draw_arrow(view->list, x, y, x1, y1 - 1, head, color);
}

void diagram_arc(const Diagram *at, size_t row, uint32_t from, uint32_t to,
                 bool dashed, Color color)
{
    const View *view = at->view;
    Rect a = diagram_box(at, row, from), b = diagram_box(at, row, to);
    double aside = from < to ? 0.27 : -0.27, head = arrow_head(at);
    double x0 = a.x + a.w * (0.5 + aside), x1 = b.x + b.w * (0.5 - aside);
    double over = a.y - (row ? (at->row - at->cell) * 0.8 : at->head);

    if (rect_is_empty(a) || rect_is_empty(b))
        return;
    view_thing(view, THING_FRAME, 0);
    draw_curve(view->list, (double[4]){x0, x0, x1, x1},
               (double[4]){a.y, over, over, b.y - head}, view_px(view, 2),
               color)
        ->dashed = dashed;
    draw_arrow(view->list, x1, b.y - head, x1, b.y - 1, head, color);
}

/* ---- Texts ----------------------------------------------------------------*/

void diagram_draw_label(const Diagram *at, size_t row)
{
    const View *view = at->view;
    Rect box = at->labels;
    bool now = view->running && row == at->now;
    Text text = {0};

    box.y = diagram_box(at, row, 0).y + at->cell / 2 -
            view->least * DIAGRAM_LINE / 2;
    box.h = view->least * DIAGRAM_LINE;
    at->kind->label(at, row, at->form, &text);
    view_thing(view, THING_FRAME, 0);
    if (text.length)
        view_text(view, box, now ? FONT_STRONG : FONT_TEXT, 0,
                  now ? COLOR_INK : COLOR_DIM, text.text);
    text_free(&text);
}

/* A row of texts without grounds: all of them in one form, or none. */
static void draw_texts(const Diagram *at, Items items, Rect box)
{
    items.data = at;
    items.font = FONT_CODE;
    ItemFit fit = items_fit(at->view, &items, box);
    if (fit.detail == ITEMS_TEXT)
        items_draw(at->view, &items, box, fit);
}

static void look_head(const void *data, uint32_t column, int form, Item *item)
{
    const Diagram *at = data;
    Text text = {0};

    (void)form;
    at->kind->head(at, column, &text);
    item->fill = COLOR_NONE;
    item->ink = COLOR_DIM;
    item->thing = (Thing){THING_FRAME, 0, 0, at->view->panel + 1};
    snprintf(item->text, sizeof item->text, "%s", text.text);
    text_free(&text);
}

void diagram_draw_head(const Diagram *at)
{
    Items items = {.count = at->columns, .share = 1, .look = look_head};

    draw_texts(at, items,
               (Rect){at->box.x, at->box.y - at->head, at->box.w, at->head});
}

/* "11 + 12", "11+12". */
static void look_note(const void *data, uint32_t x, int form, Item *item)
{
    const Diagram *at = data;
    DiagramNode node = diagram_node(at, at->now, x);

    item->fill = COLOR_NONE;
    item->ink = COLOR_DIM;
    item->thing = (Thing){THING_SENTENCE, x, 0, at->view->panel + 1};
    if (node.left[0] && node.text[0])
        snprintf(item->text, sizeof item->text, form ? "%s%s%s" : "%s %s %s",
                 node.left, op_sign(at->view->trace->run.op), node.right);
}

static void place_note(const void *data, uint32_t x, double *from, double *to)
{
    const Diagram *at = data;
    Rect box = diagram_box(at, at->now, x);
    double middle = box.x + box.w / 2 - at->box.x;

    *from = middle - at->pitch / 2;
    *to = middle + at->pitch / 2;
}

/* Under the nodes of the row that runs, the sums that were computed. */
void diagram_draw_notes(const Diagram *at)
{
    double apart = view_digits_width(1, at->view->least);
    Rect box = diagram_box(at, at->now, 0);
    Items items = {.count = at->kind->count(at, at->now),
                   .share = fmax(0.1, 1 - apart / at->pitch),
                   .forms = 2,
                   .look = look_note,
                   .place = place_note};

    draw_texts(at, items,
               (Rect){at->box.x, box.y + box.h, at->box.w, at->note});
}

/* "T2 ▶ bank 0", or in form 1 "T2", or of several lanes at a word "2 lanes". */
static void thread_text(const View *view, const Access *access, int form,
                        char text[64])
{
    const Trace *trace = view->trace;
    const Instruction *by = view_instruction_of(view, access);
    const Access *all = trace_accesses(trace, by);
    int lanes = 0;
    char name[24];

    for (int i = 0; i < by->lanes; ++i)
        lanes += all[i].cell == access->cell;
    snprintf(name, sizeof name, "T%u", trace_thread(trace, by, access));
    if (lanes > 1)
        snprintf(name, sizeof name, "%d lanes", lanes);
    if (form == 0)
        snprintf(text, 64, "%s %s bank %u", name,
                 trace_is_store(by) ? "▶" : "◀", bank_of(trace, access->cell));
    else
        snprintf(text, 64, "%s", name);
}

/* Where the name of the thread at a node stands: over it, as wide as what it
 * spans. */
static Rect thread_box(const Diagram *at, size_t row, uint32_t x)
{
    double height = at->view->least * DIAGRAM_LINE;
    uint32_t first, end;

    at->kind->span(at, row, x, &first, &end);
    return (Rect){at->box.x + at->pitch * first,
                  diagram_box(at, row, 0).y - height, at->pitch * (end - first),
                  height};
}

/* The fullest form in which the names of all threads at nodes of ROW fit; 2:
 * none. */
static int thread_form(const Diagram *at, size_t row)
{
    uint32_t count = at->kind->count(at, row);
    char text[64];
    int form = 0;

    for (uint32_t x = 0; x < count; ++x) {
        DiagramNode node = diagram_node(at, row, x);
        double width = thread_box(at, row, x).w;
        while (node.access && form < 2) {
            thread_text(at->view, node.access, form, text);
            if (view_least_width(at->view, FONT_TEXT, text) <= width)
                break;
            ++form;
        }
    }
    return form;
}

void diagram_draw_threads(const Diagram *at, size_t row)
{
    const View *view = at->view;
    uint32_t count = at->kind->count(at, row);
    int form = thread_form(at, row);
    char text[64];

    for (uint32_t x = 0; form < 2 && x < count; ++x) {
        DiagramNode node = diagram_node(at, row, x);
        if (!node.access)
            continue;
        Rect box = thread_box(at, row, x);
        thread_text(view, node.access, form, text);
        double width = view_least_width(view, FONT_TEXT, text);
        bool waits = view_access_color(view, node.access) == COLOR_CONFLICT;
        view_thing(view, THING_FRAME, 0);
        draw_rect(view->list,
                  rect_around(box.x + box.w / 2, box.y + box.h / 2, width,
                              box.h),
                  0, COLOR_PANEL); /* over the links */
        view_label(view, box, FONT_TEXT, 0, waits ? COLOR_ALARM : COLOR_INK,
                   text);
    }
}
