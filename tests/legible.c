/* SPDX-License-Identifier: MIT
 *
 * legible - looking for texts that collide; see legible.h.
 */
#include "legible.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static const double hair = 0.01;

/* What is wrong is told with the frame it is wrong in. */
typedef struct {
    const DisplayList *list;
    const Player *player;
    double least;
} Check;

static void complain(const Check *check, const char *what, const Shape *text,
                     const Shape *other)
{
    const Run *run = &check->player->traces[0]->run;
    bool words = other && other->kind == SHAPE_TEXT;

    g_error("%s beside %d, n = %u, k = %u, op %d, tick %u of %u, %g x %g: "
            "\"%s\" (%g, %g, %g x %g, size %g) %s %s (%g, %g, %g x %g, tag %d)",
            run->algorithm, check->player->count - 1, run->n, run->k,
            (int)run->op, check->player->tick, check->player->ticks,
            check->list->width, check->list->height,
            shape_text(check->list, text), text->box.x, text->box.y,
            text->box.w, text->box.h, text->size, what,
            words ? shape_text(check->list, other) : "",
            other ? other->box.x : 0, other ? other->box.y : 0,
            other ? other->box.w : 0, other ? other->box.h : 0,
            other ? (int)other->tag.kind : 0);
}

static bool overlap(Rect a, Rect b)
{
    return a.x + hair < b.x + b.w && b.x + hair < a.x + a.w &&
           a.y + hair < b.y + b.h && b.y + hair < a.y + a.h;
}

static bool within(Rect inner, Rect outer)
{
    return inner.x >= outer.x - hair && inner.y >= outer.y - hair &&
           inner.x + inner.w <= outer.x + outer.w + hair &&
           inner.y + inner.h <= outer.y + outer.h + hair;
}

/* A text belongs to the rectangle drawn just before it with the same tag, if
 * its middle is in there. */
static void check_owner(const Check *check, const Shape *text)
{
    const Shape *owner = text - 1;
    double x = text->box.x + text->box.w / 2;
    double y = text->box.y + text->box.h / 2;

    if (text == check->list->shapes || owner->kind != SHAPE_RECT ||
        memcmp(&owner->tag, &text->tag, sizeof text->tag) != 0)
        return;
    Rect box = owner->box;
    if (x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h &&
        !within(text->box, box))
        complain(check, "leaves its box", text, owner);
}

static int by_top(const void *a, const void *b)
{
    const Shape *const *x = a, *const *y = b;

    return (*x)->box.y < (*y)->box.y ? -1 : (*x)->box.y > (*y)->box.y;
}

static void check_overlaps(const Check *check, const Shape **texts, int count)
{
    qsort(texts, (size_t)count, sizeof *texts, by_top);
    for (int i = 0; i < count; ++i)
        for (int j = i + 1; j < count; ++j) {
            if (texts[j]->box.y >= texts[i]->box.y + texts[i]->box.h)
                break;
            if (overlap(texts[i]->box, texts[j]->box))
                complain(check, "overlaps", texts[i], texts[j]);
        }
}

/* All that a shape covers: an arrow is as broad as it is long. */
static Rect reach(const Shape *shape)
{
    Rect box = shape->box;

    if (shape->kind == SHAPE_ARROW)
        box = (Rect){box.x - shape->width / 2, box.y, box.w + shape->width,
                     box.h};
    return box;
}

/* What can hide a text: the reach of a shape that is filled. */
typedef struct {
    const Shape *shape;
    Rect box;
} Cover;

static int list_covers(const DisplayList *list, Cover *covers)
{
    int count = 0;

    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if ((shape->kind == SHAPE_RECT || shape->kind == SHAPE_ARROW) &&
            shape->fill != COLOR_NONE)
            covers[count++] = (Cover){shape, reach(shape)};
    }
    return count;
}

/* Nothing filled is painted over the texts, which are in the order of painting,
 * as the covers are. */
static void check_covered(const Check *check, const Shape **texts, int count)
{
    Cover *covers = g_new(Cover, check->list->shapes_count);
    int covers_count = list_covers(check->list, covers), later = 0;

    for (int i = 0; i < count; ++i) {
        while (later < covers_count && covers[later].shape < texts[i])
            ++later;
        for (int c = later; c < covers_count; ++c)
            if (overlap(texts[i]->box, covers[c].box))
                complain(check, "is painted over by", texts[i],
                         covers[c].shape);
    }
    g_free(covers);
}

/* The ground of a panel is the first rectangle that says so. */
static const Shape *panel_of(const DisplayList *list, int panel)
{
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if (shape->kind == SHAPE_RECT && shape->tag.kind == TAG_FRAME &&
            shape->tag.panel == panel && shape->fill == COLOR_PANEL)
            return shape;
    }
    return NULL;
}

/* Does a text of some panel stick out over its edge?  The timelines and the
 * title are in no panel. */
static void check_panel(const Check *check, const Shape *text,
                        const Shape *const panels[], int count)
{
    double x = text->box.x + text->box.w / 2;
    double y = text->box.y + text->box.h / 2;

    for (int p = 0; p < count; ++p) {
        Rect box = panels[p]->box;
        bool in =
            x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h;
        if (in && !within(text->box, box))
            complain(check, "leaves its panel", text, panels[p]);
    }
}

static void check_texts(const Check *check, bool framed)
{
    const DisplayList *list = check->list;
    const Shape **texts = g_new(const Shape *, list->shapes_count);
    const Shape *panels[PLAYER_MAX_TRACES];
    Rect all = {0, 0, list->width, list->height};
    int count = 0, panels_count = framed ? check->player->count : 0;

    for (int p = 0; p < panels_count; ++p) {
        panels[p] = panel_of(list, p);
        g_assert_nonnull(panels[p]);
    }
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if (shape->kind != SHAPE_TEXT)
            continue;
        texts[count++] = shape;
        if (!within(shape->box, all))
            complain(check, "leaves the frame", shape, NULL);
        if (shape->size < check->least - hair)
            complain(check, "is too small", shape, NULL);
        check_owner(check, shape);
        check_panel(check, shape, panels, panels_count);
    }
    g_assert_cmpint(count, >, framed ? 5 : 0);
    check_covered(check, texts, count);
    check_overlaps(check, texts, count);
    g_free(texts);
}

void legible_check(const DisplayList *list, const Player *player, double least)
{
    Check check = {list, player, least};

    check_texts(&check, true);
}

void legible_check_chrome(const DisplayList *list, const Player *player,
                          double least)
{
    Check check = {list, player, least};

    check_texts(&check, false);
}
