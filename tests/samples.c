/* SPDX-License-Identifier: MIT
 *
 * samples - drawing them, and comparing cell by cell; see samples.h.
 */
#include "samples.h"

#include "draw/paint_cairo.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

enum { CELL = 64, ACROSS = SAMPLES_WIDTH / CELL };
enum { DOWN = SAMPLES_HEIGHT / CELL };

/* ---- The sampler --------------------------------------------------------- */

typedef void Sample(DisplayList *list, double x, double y);

static Shape *box(DisplayList *list, double x, double y, double radius,
                  Color fill)
{
    return draw_rect(list, (Rect){x + 8, y + 10, 44, 37}, radius, fill);
}

static void edge_of(Shape *shape, Color color, double width)
{
    shape->edge = color;
    shape->width = width;
}

static void plain_box(DisplayList *list, double x, double y)
{
    box(list, x, y, 0, COLOR_LOAD);
}

/* Fractions of pixels are rounded, each side by itself. */
static void odd_box(DisplayList *list, double x, double y)
{
    draw_rect(list, (Rect){x + 8.6, y + 9.4, 30.3, 20.7}, 0, COLOR_INK);
}

static void round_box(DisplayList *list, double x, double y)
{
    box(list, x, y, 11, COLOR_GOOD);
}

/* A radius of more than half the box is half the box. */
static void pill(DisplayList *list, double x, double y)
{
    draw_rect(list, (Rect){x + 6, y + 20, 50, 20}, 40, COLOR_CONFLICT);
}

static void clear_box(DisplayList *list, double x, double y)
{
    box(list, x, y, 8, COLOR_CONFLICT)->alpha = 0.4;
}

static void framed_box(DisplayList *list, double x, double y)
{
    edge_of(box(list, x, y, 10, COLOR_CELL), COLOR_ALARM, 5);
}

static void square_frame(DisplayList *list, double x, double y)
{
    edge_of(box(list, x, y, 0, COLOR_NONE), COLOR_INK, 3.4);
}

static void round_frame(DisplayList *list, double x, double y)
{
    edge_of(box(list, x, y, 14, COLOR_NONE), COLOR_LOAD, 4);
}

static void dashed_box(DisplayList *list, double x, double y)
{
    Shape *shape = box(list, x, y, 0, COLOR_HELD);

    edge_of(shape, COLOR_INK, 2.5);
    shape->dashed = true;
}

static void clear_frame(DisplayList *list, double x, double y)
{
    Shape *shape = box(list, x, y, 0, COLOR_LOAD);

    edge_of(shape, COLOR_CONFLICT, 6);
    shape->alpha = 0.5;
}

static void line(DisplayList *list, double x, double y)
{
    draw_line(list, x + 6.25, y + 9.5, x + 57, y + 40.75, 3.5, COLOR_INK);
}

static void dashed_line(DisplayList *list, double x, double y)
{
    draw_line(list, x + 5, y + 50, x + 58, y + 50, 3, COLOR_STORE)->dashed =
        true;
}

static void clear_line(DisplayList *list, double x, double y)
{
    draw_line(list, x + 10, y + 55, x + 20, y + 8, 9, COLOR_GOOD)->alpha = 0.3;
}

static void curve(DisplayList *list, double x, double y)
{
    draw_curve(list, (double[]){x + 5, x + 60, x + 3, x + 59},
               (double[]){y + 6, y + 14, y + 55, y + 58}, 4, COLOR_LOAD);
}

static void arrows(DisplayList *list, double x, double y)
{
    draw_arrow(list, x + 5, y + 15, x + 25, y + 15, 14, COLOR_INK);
    draw_arrow(list, x + 45, y + 5, x + 45, y + 28, 16, COLOR_CONFLICT);
    draw_arrow(list, x + 20, y + 60, x + 8, y + 40, 12, COLOR_GOOD);
    draw_arrow(list, x + 50, y + 50, x + 50, y + 50, 12, COLOR_GOOD);
}

static void words(DisplayList *list, double x, double y, Font font, double size,
                  Color color, const char *text)
{
    draw_text(list, (Rect){x + 2, y, 60, CELL}, ALIGN_LEFT, font, size, 5,
              color, text);
}

static void text(DisplayList *list, double x, double y)
{
    words(list, x, y, FONT_TEXT, 22, COLOR_INK, "Wait");
}

static void strong_text(DisplayList *list, double x, double y)
{
    words(list, x + 0.4, y + 3.3, FONT_STRONG, 25, COLOR_ALARM, "Sum");
}

static void code(DisplayList *list, double x, double y)
{
    words(list, x + 0.7, y, FONT_CODE, 17, COLOR_LOAD, "<a&\">");
}

static void strong_code(DisplayList *list, double x, double y)
{
    words(list, x, y - 0.4, FONT_CODE_STRONG, 30, COLOR_INK, "4 2");
}

static void clear_text(DisplayList *list, double x, double y)
{
    draw_text(list, (Rect){x, y, 62, CELL}, ALIGN_RIGHT, FONT_STRONG, 24, 9,
              COLOR_CONFLICT, "Σx")
        ->alpha = 0.5;
}

static void two_texts(DisplayList *list, double x, double y)
{
    words(list, x, y - 12, FONT_TEXT, 9, COLOR_INK, "illicit mills");
    words(list, x + 0.3, y + 2, FONT_TEXT, 9, COLOR_INK, "wowowow");
    words(list, x + 30, y + 2, FONT_TEXT, 9, COLOR_LOAD, "after");
    words(list, x, y + 16, FONT_CODE, 12, COLOR_DIM, "42 17 8");
}

/* In print greys and weight show the roles of these. */
static void store_box(DisplayList *list, double x, double y)
{
    box(list, x, y, 6, COLOR_STORE);
}

static void store_frame(DisplayList *list, double x, double y)
{
    edge_of(box(list, x, y, 0, COLOR_STORE), COLOR_INK, 2);
}

static void conflict_line(DisplayList *list, double x, double y)
{
    draw_line(list, x + 5, y + 20, x + 60, y + 20, 3, COLOR_CONFLICT);
    draw_curve(list, (double[]){x + 5, x + 20, x + 40, x + 59},
               (double[]){y + 36, y + 60, y + 14, y + 50}, 2, COLOR_ALARM);
}

/* Round boxes leave pens as they were: what follows has sharp corners. */
static void round_then_sharp(DisplayList *list, double x, double y)
{
    draw_rect(list, (Rect){x + 4, y + 4, 20, 20}, 9, COLOR_LOAD);
    edge_of(draw_rect(list, (Rect){x + 20, y + 22, 36, 36}, 0, COLOR_NONE),
            COLOR_INK, 9);
}

typedef struct {
    const char *name;
    Sample *draw;
    bool beyond_words; /* the page has no words for it, and no view needs it */
} SampleKind;

static const SampleKind samples[] = {
    {"a box", plain_box, false},
    {"a box between pixels", odd_box, false},
    {"a round box", round_box, false},
    {"a pill", pill, false},
    {"a clear box", clear_box, false},
    {"a round box with an edge", framed_box, false},
    {"a frame", square_frame, false},
    {"a round frame", round_frame, false},
    {"a dashed box", dashed_box, false},
    {"a clear box with an edge", clear_frame, false},
    {"a line", line, false},
    {"a dashed line", dashed_line, false},
    {"a clear line", clear_line, false},
    {"a curve", curve, false},
    {"arrows", arrows, false},
    {"text", text, false},
    {"strong text", strong_text, false},
    {"code", code, false},
    {"strong code", strong_code, false},
    {"clear text", clear_text, false},
    {"texts side by side", two_texts, false},
    {"a store", store_box, false},
    {"a store with an edge", store_frame, false},
    {"lines of a conflict", conflict_line, false},
    {"a round box and a sharp one", round_then_sharp, false},
};

enum { SAMPLES = sizeof samples / sizeof samples[0] };

DisplayList samples_draw(bool for_words)
{
    DisplayList list = {0};

    G_STATIC_ASSERT(SAMPLES <= ACROSS * DOWN);
    display_list_clear(&list, SAMPLES_WIDTH, SAMPLES_HEIGHT);
    for (int i = 0; i < SAMPLES; ++i)
        if (!for_words || !samples[i].beyond_words)
            samples[i].draw(&list, i % ACROSS * CELL, i / ACROSS * CELL);
    return list;
}

uint32_t *samples_paint(const DisplayList *list, Theme theme)
{
    uint32_t *pixels =
        base_alloc(SAMPLES_WIDTH * SAMPLES_HEIGHT, sizeof *pixels);

    paint_cairo(list, theme, pixels, SAMPLES_WIDTH, SAMPLES_HEIGHT);
    return pixels;
}

/* ---- Comparing ----------------------------------------------------------- */

static int difference(uint32_t a, uint32_t b)
{
    int most = 0;

    for (int shift = 0; shift < 24; shift += 8)
        most =
            MAX(most, abs((int)(a >> shift & 255) - (int)(b >> shift & 255)));
    return most;
}

/* The differences in a cell, as that many pixels of black on white. */
static double cell_difference(const uint32_t *a, const uint32_t *b, int i)
{
    double sum = 0;

    for (int y = i / ACROSS * CELL; y < (i / ACROSS + 1) * CELL; ++y)
        for (int x = i % ACROSS * CELL; x < (i % ACROSS + 1) * CELL; ++x)
            sum +=
                difference(a[y * SAMPLES_WIDTH + x], b[y * SAMPLES_WIDTH + x]) /
                255.0;
    return sum;
}

static const char *const themes[] = {"light", "dark", "print"};

void samples_compare(const uint32_t *want, const uint32_t *got,
                     const uint32_t *other, Theme theme)
{
    const double most = 16;

    for (int i = 0; i < SAMPLES; ++i) {
        double by = cell_difference(want, got, i);
        if (other)
            by = fmin(by, cell_difference(want, other, i));
        if (by > most) {
            g_test_message("%s, %s: differs by %.1f pixels, more than %.1f",
                           samples[i].name, themes[theme], by, most);
            g_test_fail();
        }
    }
}
