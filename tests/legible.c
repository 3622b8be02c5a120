/* SPDX-License-Identifier: MIT
 *
 * legible - looking for texts that collide or are cut; see legible.h.
 */
#include "legible.h"

#include "draw/layout.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static const double hair = 0.01;
/* Ems of the smaller text that must be free between two texts of a line, and
 * between two that are words: these have blanks in them. */
static const double apart = 0.15, words_apart = 0.3;

typedef struct {
    const DisplayList *list;
    double least;
    void (*report)(void *data, const LegibleFault *fault);
    void *data;
    const Shape **texts; /* in the order of painting */
    int texts_count;
    const Shape **covers; /* what is filled, the same */
    int covers_count;
    const Shape *panels[DISPLAY_LIST_PANELS];
} Check;

const char *legible_kind_name(LegibleKind kind)
{
    static const char *const names[] = {
        "overlaps",         "touches",
        "leaves the frame", "leaves its panel",
        "leaves its box",   "is cut short",
        "is too small",     "is painted over by",
    };
    _Static_assert(sizeof names / sizeof *names == LEGIBLE_KINDS,
                   "each kind of fault has a name");

    return names[kind];
}

static void complain(const Check *check, LegibleKind kind, const Shape *text,
                     const Shape *other)
{
    LegibleFault fault = {kind, text, other};

    check->report(check->data, &fault);
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

static bool holds_middle(Rect box, Rect of)
{
    double x = of.x + of.w / 2, y = of.y + of.h / 2;

    return x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h;
}

/* ---- What is on the list --------------------------------------------------*/

/* All that a shape covers: an arrow is as broad as it is long. */
static Rect reach(const Shape *shape)
{
    Rect box = shape->box;

    if (shape->kind == SHAPE_ARROW)
        box = (Rect){box.x - shape->width / 2, box.y, box.w + shape->width,
                     box.h};
    return box;
}

static bool is_seen(Rect box)
{
    return box.w > hair && box.h > hair;
}

/* Lists what is seen. */
static void look_through(Check *check)
{
    const DisplayList *list = check->list;

    check->texts = g_new(const Shape *, list->shapes_count + 1);
    check->covers = g_new(const Shape *, list->shapes_count + 1);
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        const Shape **panel = check->panels + shape->thing.trace - 1;
        bool solid = shape->kind == SHAPE_RECT || shape->kind == SHAPE_ARROW;
        if (shape->kind == SHAPE_TEXT && is_seen(shape->box))
            check->texts[check->texts_count++] = shape;
        if (!solid || shape->fill == COLOR_NONE)
            continue;
        if (is_seen(reach(shape)))
            check->covers[check->covers_count++] = shape;
        if (shape->kind == SHAPE_RECT && shape->thing.kind == THING_FRAME &&
            shape->fill == COLOR_PANEL && !*panel)
            *panel = shape; /* its ground is the first that says so */
    }
}

/* ---- Each text by itself --------------------------------------------------*/

/* A text belongs to the rectangle drawn just before it of the same thing, if
 * its middle is in there. */
static void check_owner(const Check *check, const Shape *text)
{
    const Shape *owner = text - 1;

    if (text == check->list->shapes || owner->kind != SHAPE_RECT ||
        !thing_same(&owner->thing, &text->thing))
        return;
    if (holds_middle(owner->box, text->box) && !within(text->box, owner->box))
        complain(check, LEGIBLE_LEAVES_BOX, text, owner);
}

/* Does a text of some panel stick out over its edge?  The timelines and the
 * title are in no panel. */
static void check_panel(const Check *check, const Shape *text)
{
    for (int p = 0; p < DISPLAY_LIST_PANELS; ++p) {
        const Shape *panel = check->panels[p];
        if (panel && text->thing.kind != THING_MOTION &&
            holds_middle(panel->box, text->box) &&
            !within(text->box, panel->box))
            complain(check, LEGIBLE_LEAVES_PANEL, text, panel);
    }
}

/* A line of source may be longer than there is room. */
static void check_length(const Check *check, const Shape *text)
{
    static const char ellipsis[] = "…";
    const char *words = shape_text(check->list, text);
    size_t length = strlen(words), end = strlen(ellipsis);

    if (text->thing.kind != THING_LINE && length > end &&
        strcmp(words + length - end, ellipsis) == 0)
        complain(check, LEGIBLE_CUT_SHORT, text, NULL);
}

static void check_each(const Check *check)
{
    Rect all = {0, 0, check->list->width, check->list->height};

    for (int i = 0; i < check->texts_count; ++i) {
        const Shape *text = check->texts[i];
        if (!within(text->box, all))
            complain(check, LEGIBLE_LEAVES_FRAME, text, NULL);
        if (text->size < check->least - hair)
            complain(check, LEGIBLE_TOO_SMALL, text, NULL);
        check_owner(check, text);
        check_panel(check, text);
        check_length(check, text);
    }
}

/* ---- Texts beside and over each other -------------------------------------*/

static int by_top(const void *a, const void *b)
{
    const Shape *x = *(const Shape *const *)a, *y = *(const Shape *const *)b;

    return x->box.y < y->box.y ? -1 : x->box.y > y->box.y;
}

/* Texts of one line have about the same baseline. */
static bool is_too_close(const Shape *a, const Shape *b)
{
    double size = layout_least(a->size, b->size);
    double gap = layout_most(b->box.x - a->box.x - a->box.w,
                             a->box.x - b->box.x - b->box.w);
    double off = a->baseline - b->baseline;
    bool words = a->font == FONT_TEXT && b->font == FONT_TEXT;
    double needs = (words ? words_apart : apart) * size;

    return off < size / 2 && -off < size / 2 && gap + hair < needs;
}

/* Sorts the texts from the top down. */
static void check_pairs(Check *check)
{
    const Shape **texts = check->texts;

    qsort(texts, (size_t)check->texts_count, sizeof *texts, by_top);
    for (int i = 0; i < check->texts_count; ++i)
        for (int j = i + 1; j < check->texts_count; ++j) {
            const Shape *a = texts[i], *b = texts[j];
            if (b->box.y >= a->box.y + a->box.h)
                break;
            if (a->thing.kind == THING_MOTION || b->thing.kind == THING_MOTION)
                continue;
            if (overlap(a->box, b->box))
                complain(check, LEGIBLE_OVERLAPS, a, b);
            else if (is_too_close(a, b))
                complain(check, LEGIBLE_TOUCHES, a, b);
        }
}

/* Nothing filled is painted over the texts but words under way. */
static void check_covered(const Check *check)
{
    const Shape *const *covers = check->covers;
    int later = 0;

    for (int i = 0; i < check->texts_count; ++i) {
        const Shape *text = check->texts[i];
        while (later < check->covers_count && covers[later] < text)
            ++later;
        for (int c = later; c < check->covers_count; ++c)
            if (covers[c]->thing.kind != THING_MOTION &&
                overlap(text->box, reach(covers[c])))
                complain(check, LEGIBLE_PAINTED_OVER, text, covers[c]);
    }
}

int legible_each(const DisplayList *list, double least,
                 void (*report)(void *data, const LegibleFault *fault),
                 void *data)
{
    Check check = {.list = list,
                   .least = least,
                   .report = report,
                   .data = data};

    look_through(&check);
    check_each(&check);
    check_covered(&check);
    check_pairs(&check);
    g_free(check.texts);
    g_free(check.covers);
    return check.texts_count;
}

/* ---- Failing a test -------------------------------------------------------*/

static void describe_shape(const DisplayList *list, const Shape *shape,
                           Text *text)
{
    bool words = shape->kind == SHAPE_TEXT;

    if (words)
        text_add(text, "\"%s\" ", shape_text(list, shape));
    text_add(text, "(%s of panel %d; %.1f, %.1f, %.1f x %.1f",
             words ? "" : thing_name(shape->thing.kind), shape->thing.trace - 1,
             shape->box.x, shape->box.y, shape->box.w, shape->box.h);
    if (words)
        text_add(text, ", size %.2f, %s", shape->size,
                 thing_name(shape->thing.kind));
    text_add(text, ")");
}

void legible_describe(const DisplayList *list, const LegibleFault *fault,
                      Text *text)
{
    describe_shape(list, fault->text, text);
    text_add(text, " %s", legible_kind_name(fault->kind));
    if (fault->other) {
        text_add(text, " ");
        describe_shape(list, fault->other, text);
    }
}

/* What is wrong is reported with the frame it is wrong in. */
typedef struct {
    const DisplayList *list;
    const Player *player;
    bool chrome;
} FrameMoment;

static void fail(void *data, const LegibleFault *fault)
{
    const FrameMoment *moment = data;
    const Player *player = moment->player;
    Text text = {0};

    if (moment->chrome &&
        (fault->kind == LEGIBLE_CUT_SHORT || fault->kind == LEGIBLE_TOUCHES))
        return;
    legible_describe(moment->list, fault, &text);
    if (!player)
        g_error("%s", text.text);
    const Run *run = &player->traces[0]->run;
    g_error("%s beside %d, n = %u, k = %u, op %d, tick %u of %u, %g x %g: %s",
            run->algorithm, player->count - 1, run->n, run->k, (int)run->op,
            player->tick, player->ticks, moment->list->width,
            moment->list->height, text.text);
}

void legible_check(const DisplayList *list, const Player *player, double least)
{
    FrameMoment moment = {list, player, false};

    g_assert_cmpint(legible_each(list, least, fail, &moment), >,
                    player ? 2 : -1);
}

void legible_check_chrome(const DisplayList *list, const Player *player,
                          double least)
{
    FrameMoment moment = {list, player, true};

    g_assert_cmpint(legible_each(list, least, fail, &moment), >, 0);
}
