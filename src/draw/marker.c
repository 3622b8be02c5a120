/* SPDX-License-Identifier: MIT
 *
 * marker - signs as strokes between corners, and as rectangles; see marker.h.
 */
#include "draw/marker.h"

#include "draw/layout.h"

enum { MOST_STROKES = 4 };

typedef struct {
    double from_x, from_y, to_x, to_y; /* in halves of the size */
} Stroke;

typedef struct {
    double side;  /* of a rectangle, in sizes; 0: none */
    double round; /* radius of its corners, in sizes */
    bool filled;
    bool diamond; /* ◆ */
    int strokes_count;
    Stroke strokes[MOST_STROKES];
} Mark;

static const Mark marks[MARKER_COUNT] = {
    {.side = 0.7, .round = 0.35, .filled = true},
    {.side = 0.95},
    {.strokes_count = 4,
     .strokes = {{0, -1.2, 1.2, 0},
                 {1.2, 0, 0, 1.2},
                 {0, 1.2, -1.2, 0},
                 {-1.2, 0, 0, -1.2}}},
    {.strokes_count = 3,
     .strokes = {{0, -1.1, 1.1, 0.9},
                 {1.1, 0.9, -1.1, 0.9},
                 {-1.1, 0.9, 0, -1.1}}},
    {.strokes_count = 2,
     .strokes = {{-1.1, -1.1, 1.1, 1.1}, {-1.1, 1.1, 1.1, -1.1}}},
    {.side = 1, .round = 0.5},
    {.strokes_count = 2, .strokes = {{-1.1, 0, 1.1, 0}, {0, -1.1, 0, 1.1}}},
    {.strokes_count = 3,
     .strokes = {{0, 1.1, 1.1, -0.9},
                 {1.1, -0.9, -1.1, -0.9},
                 {-1.1, -0.9, 0, 1.1}}},
    {.side = 0.65, .filled = true},
    {.diamond = true},
};

void marker_draw(DisplayList *list, size_t style, double x, double y,
                 double size, double width, Color color)
{
    const Mark *mark = marks + style % MARKER_COUNT;
    double half = size / 2;

    if (mark->side > 0) {
        double side = mark->side * size;
        Shape *shape =
            draw_rect(list, rect_around(x, y, side, side), mark->round * size,
                      mark->filled ? color : COLOR_NONE);
        shape->edge = mark->filled ? COLOR_NONE : color;
        shape->width = width;
    }
    if (mark->diamond) {
        double tall = 0.65 * size; /* two heads, back to back */
        draw_arrow(list, x, y, x, y - tall, tall, color);
        draw_arrow(list, x, y, x, y + tall, tall, color);
    }
    for (int i = 0; i < mark->strokes_count; ++i) {
        const Stroke *stroke = mark->strokes + i;
        draw_line(list, x + stroke->from_x * half, y + stroke->from_y * half,
                  x + stroke->to_x * half, y + stroke->to_y * half, width,
                  color);
    }
}
