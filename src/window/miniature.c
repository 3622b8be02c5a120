/* SPDX-License-Identifier: MIT
 *
 * miniature - drawing small; see miniature.h.
 */
#include "window/miniature.h"

#include "view/frame.h"

#include <string.h>

enum { WIDTH = 640, HEIGHT = 360, MOST_LINES = 26, MOST_COLUMNS = 64 };

/* ---- What it shows ---- */

/* The middle one of the ticks that have MARK, or 0. */
static uint32_t middle_mark(Player *player, PlayerMark mark)
{
    uint32_t count = 0, tick = 0;

    player_seek(player, 0);
    for (uint32_t next; (next = player_find(player, mark, 1)) != player->tick;
         ++count)
        player_seek(player, next);
    player_seek(player, 0);
    for (uint32_t i = 0; i < (count + 1) / 2; ++i)
        player_seek(player, tick = player_find(player, mark, 1));
    return tick;
}

/* The first mistake is shown, not the middle one: later ones follow from it. */
static uint32_t typical_tick(Player *player)
{
    player_seek(player, 0);
    uint32_t tick = player_find(player, MARK_FAULT, 1);

    if (!tick)
        tick = middle_mark(player, MARK_CONFLICT);
    return tick ? tick : player->ticks / 2;
}

void miniature_of_trace(Miniature *miniature, const Trace *trace)
{
    const Trace *traces[] = {trace};
    Player player;
    Error ignored;

    if (!player_init(&player, traces, 1, &ignored))
        return;
    AnalysedTrace *analysed = analysed_new(trace);
    player.marks[0] = analysed->marks;
    player_seek(&player, typical_tick(&player));
    Scene scene = {.analysed_traces = {analysed}, .count = 1};
    scene_follow(&scene, &player);
    frame_draw(&miniature->list, &scene, WIDTH, HEIGHT);
    player_free(&player);
    analysed_free(analysed);
}

/* A bar from the first to the last sign of a line. */
static void draw_line_of(DisplayList *list, const char *line, size_t length,
                         int row)
{
    double height = (double)HEIGHT / (MOST_LINES + 2), letter = 9;
    size_t first = 0;

    while (first < length && (line[first] == ' ' || line[first] == '\t'))
        ++first;
    length = length < MOST_COLUMNS ? length : MOST_COLUMNS;
    bool remark = strncmp(line + first, "/", 1) == 0 || line[first] == '*';
    if (first < length)
        draw_rect(list,
                  (Rect){24 + letter * (double)first, height * (row + 1.2),
                         letter * (double)(length - first), height * 0.5},
                  2, remark ? COLOR_EDGE : COLOR_LINK);
}

void miniature_of_text(Miniature *miniature, const char *text)
{
    DisplayList *list = &miniature->list;

    display_list_clear(list, WIDTH, HEIGHT);
    for (int row = 0; row < MOST_LINES && *text; ++row) {
        size_t length = strcspn(text, "\n");
        draw_line_of(list, text, length, row);
        text += length + (text[length] != '\0');
    }
}

void miniature_free(Miniature *miniature)
{
    display_list_free(&miniature->list);
}

/* ---- Drawing ---- */

static Rect moved(Rect box, Rect to, double share)
{
    return (Rect){to.x + box.x * share, to.y + box.y * share, box.w * share,
                  box.h * share};
}

static void add_shape(DisplayList *list, const Shape *from, Rect to,
                      double share)
{
    Shape *shape = draw_rect(list, moved(from->box, to, share), 0, COLOR_NONE);
    Thing thing = shape->thing;

    Rect box = shape->box;
    *shape = *from;
    shape->thing = thing;
    shape->thread = 0;
    shape->box = box;
    for (int i = 0; i < 4; ++i) {
        shape->x[i] = to.x + from->x[i] * share;
        shape->y[i] = to.y + from->y[i] * share;
    }
    shape->radius *= share;
    shape->hatch = from->hatch > 0 ? layout_most(2, from->hatch * share) : 0;
    if (from->kind == SHAPE_ARROW)
        shape->width = from->width * share;
    else if (from->width > 0)
        shape->width = layout_most(0.5, from->width * share);
}

/* Clips do not nest, so BOX clips all that no smaller clip does. */
void miniature_draw(DisplayList *list, const Miniature *miniature, Rect box)
{
    const DisplayList *from = &miniature->list;
    double share = box.w / WIDTH;

    draw_clip(list, box);
    for (size_t s = 0; s < from->shapes_count; ++s) {
        const Shape *shape = from->shapes + s;
        if (shape->kind == SHAPE_TEXT)
            continue;
        if (shape->kind == SHAPE_CLIP || shape->kind == SHAPE_UNCLIP) {
            draw_unclip(list);
            draw_clip(list,
                      shape->kind == SHAPE_UNCLIP
                          ? box
                          : rect_common(moved(shape->box, box, share), box));
        } else {
            add_shape(list, shape, box, share);
        }
    }
    draw_unclip(list);
}
