/* SPDX-License-Identifier: MIT */
#include "view/items.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pixels from item to item from which on each is a cell; from group to group,
 * a box. */
static const double least_cell = 5, least_group = 4;

/* The smallest cross, pixels. */
static const double least_cross = 4;

/* Of its pitch, an item. */
static const double usual_share = 0.88;

/* ---- Places ---------------------------------------------------------------*/

static void place_of(const Items *items, Rect box, uint32_t i, double *from,
                     double *to)
{
    double pitch = box.w / items->count;

    *from = pitch * i;
    *to = pitch * (i + 1);
    if (items->place)
        items->place(items->data, i, from, to);
}

static Rect part_of(Rect box, double from, double to)
{
    return (Rect){box.x + from, box.y, to - from, box.h};
}

Rect items_slot(const Items *items, Rect box, uint32_t i)
{
    double from, to;

    place_of(items, box, i, &from, &to);
    return part_of(box, from, to);
}

Rect items_cell(const Items *items, Rect box, uint32_t i)
{
    double from, to;

    place_of(items, box, i, &from, &to);
    double share = items->share > 0 ? items->share : usual_share;
    double length = (to - from) * share;
    if (items->most > 0)
        length = fmin(length, items->most);
    double middle = (from + to) / 2;
    return part_of(box, middle - length / 2, middle + length / 2);
}

/* The narrowest cell. */
static double least_length(const Items *items, Rect box)
{
    double least = INFINITY;

    for (uint32_t i = 0; i < (items->place ? items->count : 1); ++i)
        least = fmin(least, items_cell(items, box, i).w);
    return least;
}

/* ---- What fits ------------------------------------------------------------*/

static Item look_of(const Items *items, uint32_t i, int form)
{
    Item item = {.fill = COLOR_CELL,
                 .edge = COLOR_NONE,
                 .edge_width = 1,
                 .alpha = 1,
                 .ink = COLOR_INK};

    items->look(items->data, i, form, &item);
    return item;
}

static Font font_of(const Items *items, const Item *item)
{
    if (!item->strong)
        return items->font;
    return items->font == FONT_CODE ? FONT_CODE_STRONG : FONT_STRONG;
}

/* The largest size, at most MOST pixels, at which all texts fit in FORM; 0:
 * they do not fit at the least size. */
static double size_in(const View *view, const Items *items, Rect box, int form,
                      double most)
{
    for (uint32_t i = 0; i < items->count && most >= view->least; ++i) {
        Item item = look_of(items, i, form);
        if (!item.text[0] || item.hidden)
            continue;
        Rect cell = items_cell(items, box, i);
        double ems = font_width(font_of(items, &item), 1, item.text);
        double all = cell.w / (ems + VIEW_APART);
        double inside = (cell.w - cell.h * 0.4) / (ems + VIEW_APART);
        most = fmin(most,
                    !item.round ? all : fmax(inside, fmin(all, view->least)));
    }
    return most >= view->least ? most : 0;
}

static bool has_text(const Items *items)
{
    for (uint32_t i = 0; i < items->count; ++i)
        if (look_of(items, i, 0).text[0])
            return true;
    return false;
}

ItemFit items_fit(const View *view, const Items *items, Rect box)
{
    ItemFit fit = {ITEMS_STRIP, 0, 0};
    int forms = items->forms ? items->forms : 1;

    if (items->count == 0 || rect_is_empty(box))
        return fit;
    double pitch = least_length(items, box);
    double most = fmin(view_size(view, items->size), box.h / 1.15);
    if ((items->place || pitch >= view->least * 0.5) && most >= view->least &&
        has_text(items))
        for (; fit.form < forms && fit.size <= 0; ++fit.form)
            fit.size = size_in(view, items, box, fit.form, most);
    if (fit.size > 0) {
        --fit.form;
        fit.detail = ITEMS_TEXT;
        return fit;
    }
    fit.form = forms - 1;
    double group = box.w / items->count * items->group;
    fit.detail = pitch >= least_cell * usual_share       ? ITEMS_CELLS
                 : group >= least_group && !items->place ? ITEMS_WARPS
                                                         : ITEMS_STRIP;
    return fit;
}

double items_text_width(const View *view, const Items *items, int form)
{
    double ems = 0;

    for (uint32_t i = 0; i < items->count; ++i) {
        Item item = look_of(items, i, form);
        if (item.text[0] && !item.hidden)
            ems = fmax(ems, font_width(font_of(items, &item), 1, item.text));
    }
    return (ems + VIEW_APART) * view->least;
}

/* ---- Shapes ---------------------------------------------------------------*/

static uint32_t stride_of(const Items *items)
{
    return items->stride ? items->stride : 1;
}

/* Of the shapes of item I. */
static void set_thing(const View *view, const Items *items, uint32_t i)
{
    Thing thing = items->thing;
    bool pair = thing_is_pair(thing.kind);

    if (thing.kind != THING_NONE)
        *(pair ? &thing.b : &thing.a) += i * stride_of(items);
    view->list->thing = thing;
}

static double fault_edge(const View *view, Shape *shape)
{
    double width = fmax(2, view_px(view, 3));

    width = fmin(width, fmin(shape->box.w, shape->box.h) / 8);
    shape->edge = shape->fill == COLOR_CONFLICT ? COLOR_INK : COLOR_FAULT;
    shape->width = width;
    return width;
}

/* Fills SHAPE, which shows a wrong word, and returns the colour of what is
 * written on it: an access keeps its colour as the edge; and where there is
 * room, a cross in the corner distinguishes it from a conflict without colours.
 * SHAPE is not valid any more. */
static Color fill_wrong(const View *view, Shape *shape)
{
    Color was = shape->fill, on = view_on(COLOR_FAULT);
    double inside = fault_edge(view, shape) + 1;
    Rect box = shape->box;
    double share = box.w > 4 * box.h ? 0.36 : 0.21; /* beside what is written */
    double size = fmin(fmin(box.h * share, box.w * 0.11), view_px(view, 14));

    shape->fill = COLOR_FAULT;
    shape->edge = view_on(was) == COLOR_INK ? COLOR_FAULT : was;
    shape->dashed = false;
    if (size >= least_cross)
        draw_cross(view->list,
                   (Rect){box.x + box.w - inside - size, box.y + inside, size,
                          size},
                   fmax(1, size / 4), on);
    return on;
}

/* A cell of memory that was never written. */
static void draw_unwritten(const View *view, Rect box)
{
    Shape *shape = draw_rect(view->list, box, 0, COLOR_NONE);

    view_edge(view, shape, COLOR_EDGE, 1);
    shape->dashed = true;
}

static void draw_cell(const View *view, const Items *items, Rect box,
                      uint32_t i, ItemFit fit)
{
    Item item = look_of(items, i, fit.form);
    Rect cell = items_cell(items, box, i);

    if (item.hidden)
        return;
    set_thing(view, items, i);
    if (item.thing.kind != THING_NONE)
        view->list->thing = item.thing;
    double side = fmin(cell.w, cell.h);
    double radius = fmin(view_px(view, items->radius), side / 4);
    Shape *shape =
        draw_rect(view->list, cell, item.round ? side / 2 : radius, item.fill);
    shape->alpha = item.alpha;
    if (item.edge != COLOR_NONE)
        view_edge(view, shape, item.edge, item.edge_width);
    shape->dashed = item.dashed;
    if (item.thread)
        view_thread(view, shape, item.thread - 1);
    if (item.raced) {
        fault_edge(view, shape);
        shape->dashed = true;
    }
    if (item.wrong)
        item.ink = fill_wrong(view, shape);
    if (item.hatched)
        draw_unwritten(view, cell);
    if (fit.detail < ITEMS_TEXT || !item.text[0])
        return;
    Shape *text =
        draw_text(view->list, cell, ALIGN_CENTER, font_of(items, &item),
                  fit.size, fit.size, item.ink, item.text);
    if (text && item.thread)
        text->thread = item.thread;
}

/* What matters more has a higher rank. */
static int color_rank(Color color)
{
    static const uint8_t ranks[COLOR_COUNT] = {
        [COLOR_NONE] = 0,   [COLOR_PANEL] = 1, [COLOR_CELL] = 2,
        [COLOR_HELD] = 3,   [COLOR_LINK] = 4,  [COLOR_GOOD] = 6,
        [COLOR_LOAD] = 7,   [COLOR_STORE] = 8, [COLOR_CONFLICT] = 9,
        [COLOR_FAULT] = 10,
    };

    return ranks[color];
}

/* The colour of an item that is too small for an edge. */
static Color small_color(const Item *item)
{
    if (item->hidden)
        return COLOR_NONE;
    if (item->wrong)
        return COLOR_FAULT;
    if (item->fill != COLOR_PANEL || item->edge == COLOR_NONE)
        return item->fill;
    return item->edge == COLOR_EDGE ? COLOR_CELL : item->edge;
}

/* The loudest of the items FIRST to END - 1. */
static Color loudest(const Items *items, uint32_t first, uint32_t end)
{
    Color color = COLOR_NONE;

    for (uint32_t i = first; i < end; ++i) {
        Item item = look_of(items, i, 0);
        Color own = small_color(&item);
        if (color_rank(own) > color_rank(color))
            color = own;
    }
    return color;
}

static void draw_groups(const View *view, const Items *items, Rect box)
{
    uint32_t end;

    for (uint32_t i = 0; i < items->count; i = end) {
        end = i / items->group * items->group + items->group;
        end = end < items->count ? end : items->count;
        double from, to, unused;
        place_of(items, box, i, &from, &unused);
        place_of(items, box, end - 1, &unused, &to);
        double gap = to - from >= 3 ? 1 : 0;
        Rect group = part_of(box, round(from), round(to) - gap);
        Color color = loudest(items, i, end);
        set_thing(view, items, i);
        display_list_strip(view->list, group, stride_of(items), end - i);
        if (color != COLOR_NONE)
            draw_rect(view->list, group, 0, color);
    }
}

static void draw_strip(const View *view, const Items *items, Rect box)
{
    PixelBins bins = pixel_bins_new(box);

    for (uint32_t i = 0; i < items->count; ++i) {
        Item item = look_of(items, i, 0);
        double from, to;
        place_of(items, box, i, &from, &to);
        if (!item.hidden)
            pixel_bins_mark(&bins, from, to, small_color(&item));
    }
    set_thing(view, items, 0);
    if (items->thing.kind != THING_NONE && !items->place)
        display_list_strip(view->list, box, stride_of(items), items->count);
    pixel_bins_draw(&bins, view->list);
}

void items_draw(const View *view, const Items *items, Rect box, ItemFit fit)
{
    if (items->count == 0 || rect_is_empty(box))
        return;
    if (fit.detail == ITEMS_STRIP) {
        draw_strip(view, items, box);
    } else if (fit.detail == ITEMS_WARPS && items->group) {
        draw_groups(view, items, box);
    } else {
        for (uint32_t i = 0; i < items->count; ++i)
            draw_cell(view, items, box, i, fit);
    }
}

ItemFit items_draw_fitting(const View *view, const Items *items, Rect box)
{
    ItemFit fit = items_fit(view, items, box);

    items_draw(view, items, box, fit);
    return fit;
}

/* ---- Strips of pixels -----------------------------------------------------*/

/* Lines are thin; a whole strip of their colour would be too much. */
static const double link_alpha = 0.5;

PixelBins pixel_bins_new(Rect box)
{
    PixelBins bins = {box, box.w > 1 ? (int)ceil(box.w) : 1, 0};

    bins.colors = base_alloc((size_t)bins.length, 1);
    for (int i = 0; i < bins.length; ++i)
        bins.colors[i] = COLOR_NONE;
    return bins;
}

void pixel_bins_mark(PixelBins *bins, double from, double to, Color color)
{
    int first = (int)floor(from + 1e-6), end = (int)floor(to + 1e-6);

    first = first < 0 ? 0 : first >= bins->length ? bins->length - 1 : first;
    end = end > bins->length ? bins->length : end;
    end = end <= first ? first + 1 : end;
    for (int i = first; i < end; ++i)
        if (color_rank(color) > color_rank((Color)bins->colors[i]))
            bins->colors[i] = (uint8_t)color;
}

void pixel_bins_draw(PixelBins *bins, DisplayList *list)
{
    Rect box = bins->box;
    double start = round(box.x);
    int from = 0;

    for (int i = 1; i <= bins->length; ++i) {
        Color color = (Color)bins->colors[from];
        if (i < bins->length && bins->colors[i] == color)
            continue;
        Rect run = {start + from, box.y, i - from, box.h};
        if (color != COLOR_NONE)
            draw_rect(list, run, 0, color)->alpha =
                color == COLOR_LINK ? link_alpha : 1;
        from = i;
    }
    free(bins->colors);
    *bins = (PixelBins){0};
}
