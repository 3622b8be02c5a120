/* SPDX-License-Identifier: MIT
 *
 * Tests of src/export/image_file.c and src/draw/paint_cairo.c: what is painted
 * is what is read back, and the same twice.
 */
#include "draw/font.h"
#include "draw/paint_cairo.h"
#include "export/image_file.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 200, HEIGHT = 90 };

static char *folder;

static char *path_of(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

/* One of each shape. */
static void draw(DisplayList *list)
{
    display_list_clear(list, WIDTH, HEIGHT);
    draw_rect(list, (Rect){10, 10, 40, 30}, 0, COLOR_LOAD);
    draw_rect(list, (Rect){60, 10, 40, 30}, 8, COLOR_STORE);
    Shape *shape = draw_rect(list, (Rect){110, 10, 40, 30}, 6, COLOR_PANEL);
    shape->edge = COLOR_CONFLICT;
    shape->width = 2;
    shape = draw_rect(list, (Rect){160, 10, 30, 30}, 0, COLOR_NONE);
    shape->edge = COLOR_EDGE;
    draw_line(list, 10, 80, 60, 50, 2, COLOR_LINK)->dashed = true;
    draw_curve(list, (double[]){60, 80, 80, 100}, (double[]){50, 50, 80, 80}, 2,
               COLOR_LINK);
    draw_arrow(list, 100, 50, 100, 60, 8, COLOR_LINK);
    draw_rect(list, (Rect){120, 50, 30, 30}, 0, COLOR_GOOD);
    draw_text(list, (Rect){152, 50, 46, 20}, ALIGN_LEFT, FONT_CODE, 14, 8,
              COLOR_INK, "41 ← T0");
}

static uint32_t *paint(Theme theme)
{
    DisplayList list = {0};
    uint32_t *pixels = base_alloc(WIDTH * HEIGHT, sizeof *pixels);

    draw(&list);
    paint_cairo(&list, theme, pixels, WIDTH, HEIGHT);
    display_list_free(&list);
    return pixels;
}

static uint32_t rgb(const uint32_t *pixels, int x, int y)
{
    return pixels[y * WIDTH + x] & 0xffffff;
}

static void test_paint(void)
{
    for (int theme = 0; theme < THEME_COUNT; ++theme) {
        uint32_t *pixels = paint((Theme)theme);
        uint32_t paper = theme_color((Theme)theme, COLOR_PAPER);
        g_assert_cmphex(rgb(pixels, 0, 0), ==, paper);
        g_assert_cmphex(rgb(pixels, 10, 10), ==,
                        theme_color((Theme)theme, COLOR_LOAD));
        g_assert_cmphex(rgb(pixels, 49, 39), ==,
                        theme_color((Theme)theme, COLOR_LOAD));
        g_assert_cmphex(rgb(pixels, 50, 20), ==, paper);
        g_assert_cmphex(rgb(pixels, 60, 10), ==, paper); /* a round corner */
        g_assert_cmphex(rgb(pixels, 80, 10), ==,
                        theme_color((Theme)theme, COLOR_STORE));
        g_assert_cmphex(rgb(pixels, 130, 11), ==,
                        theme_color((Theme)theme, COLOR_CONFLICT));
        g_assert_cmphex(rgb(pixels, 130, 12), ==,
                        theme_color((Theme)theme, COLOR_PANEL));
        g_assert_cmphex(rgb(pixels, 119, 60), ==, paper);
        g_assert_cmphex(rgb(pixels, 120, 50), ==,
                        theme_color((Theme)theme, COLOR_GOOD));
        g_assert_cmphex(rgb(pixels, 150, 60), ==, paper);
        free(pixels);
    }
}

/* Without a ground, what is half transparent keeps its colour. */
static void test_clear(void)
{
    DisplayList list = {0};
    uint32_t *pixels = base_alloc(WIDTH * HEIGHT, sizeof *pixels);
    uint32_t color = theme_color(THEME_LIGHT, COLOR_CONFLICT);

    display_list_clear(&list, WIDTH, HEIGHT);
    draw_rect(&list, (Rect){10, 10, 40, 30}, 0, COLOR_CONFLICT)->alpha = 0.5;
    draw_rect(&list, (Rect){60, 10, 40, 30}, 0, COLOR_CONFLICT);
    paint_cairo_clear(&list, THEME_LIGHT, pixels, WIDTH, HEIGHT);
    g_assert_cmphex(pixels[0], ==, 0);
    g_assert_cmphex(pixels[20 * WIDTH + 80], ==, 0xff000000 | color);
    uint32_t half = pixels[20 * WIDTH + 20];
    g_assert_cmpint(ABS((int)(half >> 24) - 128), <=, 1);
    for (int shift = 0; shift < 24; shift += 8)
        g_assert_cmpint(ABS((int)(half >> shift & 255) -
                            (int)(color >> shift & 255)),
                        <=, 2);
    display_list_free(&list);
    free(pixels);
}

/* A pixel that lies within a stroke of a letter has the letter's colour. */
static void test_ink(void)
{
    for (int theme = 0; theme < THEME_COUNT; ++theme) {
        DisplayList list = {0};
        uint32_t *pixels = base_alloc(WIDTH * HEIGHT, sizeof *pixels);
        uint32_t ink = theme_color((Theme)theme, COLOR_INK);
        int full = 0;
        display_list_clear(&list, WIDTH, HEIGHT);
        draw_text(&list, (Rect){10, 10, 100, 70}, ALIGN_LEFT, FONT_STRONG, 60,
                  8, COLOR_INK, "HI");
        paint_cairo(&list, (Theme)theme, pixels, WIDTH, HEIGHT);
        for (int i = 0; i < WIDTH * HEIGHT; ++i)
            full += (pixels[i] & 0xffffff) == ink;
        g_assert_cmpint(full, >, 500);
        display_list_free(&list);
        free(pixels);
    }
}

static void test_same_twice(void)
{
    uint32_t *one = paint(THEME_LIGHT);

    paint_cairo_done(); /* also without what was cached */
    uint32_t *two = paint(THEME_LIGHT);
    g_assert_true(memcmp(one, two, WIDTH * HEIGHT * sizeof *one) == 0);
    free(one);
    free(two);
}

static void test_read_back(void)
{
    uint32_t *pixels = paint(THEME_DARK);
    char *path = path_of("frame.png"), *again = path_of("again.png");
    Error error;
    png_image image = {.version = PNG_IMAGE_VERSION};
    uint8_t *read = base_alloc(WIDTH * HEIGHT, 3);

    g_assert_true(png_write(path, pixels, WIDTH, HEIGHT, false, &error));
    g_assert_true(png_write(again, pixels, WIDTH, HEIGHT, false, &error));
    g_assert_true(png_image_begin_read_from_file(&image, path));
    g_assert_cmpuint(image.width, ==, WIDTH);
    g_assert_cmpuint(image.height, ==, HEIGHT);
    image.format = PNG_FORMAT_RGB;
    g_assert_true(png_image_finish_read(&image, NULL, read, 0, NULL));
    for (int i = 0; i < WIDTH * HEIGHT; ++i)
        g_assert_cmphex((uint32_t)read[3 * i] << 16 |
                            (uint32_t)read[3 * i + 1] << 8 | read[3 * i + 2],
                        ==, pixels[i] & 0xffffff);

    char *a, *b;
    size_t a_length, b_length;
    g_assert_true(g_file_get_contents(path, &a, &a_length, NULL));
    g_assert_true(g_file_get_contents(again, &b, &b_length, NULL));
    g_assert_cmpuint(a_length, ==, b_length);
    g_assert_true(memcmp(a, b, a_length) == 0);
    g_unlink(path);
    g_unlink(again);
    g_free(a);
    g_free(b);
    g_free(path);
    g_free(again);
    free(read);
    free(pixels);
}

/* What lets through does so in the file. */
static void test_alpha(void)
{
    static const uint32_t pixels[] = {0x00000000, 0x80ff4020, 0xff102030,
                                      0x01ffffff};
    char *path = path_of("clear.png");
    png_image image = {.version = PNG_IMAGE_VERSION};
    uint8_t read[4][4];
    Error error;

    g_assert_true(png_write(path, pixels, 2, 2, true, &error));
    g_assert_true(png_image_begin_read_from_file(&image, path));
    image.format = PNG_FORMAT_RGBA;
    g_assert_true(png_image_finish_read(&image, NULL, read, 0, NULL));
    for (int i = 0; i < 4; ++i)
        g_assert_cmphex((uint32_t)read[i][3] << 24 |
                            (uint32_t)read[i][0] << 16 |
                            (uint32_t)read[i][1] << 8 | read[i][2],
                        ==, pixels[i]);
    g_unlink(path);
    g_free(path);
}

/* A folder that is not there is made; where a file is in its place, none can
 * be.
 */
static void test_no_folder(void)
{
    uint32_t pixel = 0;
    char *path = g_build_filename(folder, "none", "frame.png", NULL);
    char *made = path_of("none");
    Error error;

    g_assert_true(png_write(path, &pixel, 1, 1, false, &error));
    g_unlink(path);
    g_rmdir(made);
    g_assert_true(g_file_set_contents(made, "x", 1, NULL));
    g_assert_false(png_write(path, &pixel, 1, 1, false, &error));
    g_assert_cmpint(error.kind, ==, ERROR_FAILED);
    g_assert_nonnull(strstr(error.text, made));
    g_unlink(made);
    g_free(made);
    g_free(path);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("upsweep-png-XXXXXX", NULL);
    g_test_add_func("/png_file/shapes", test_paint);
    g_test_add_func("/png_file/clear", test_clear);
    g_test_add_func("/png_file/ink", test_ink);
    g_test_add_func("/png_file/the same twice", test_same_twice);
    g_test_add_func("/png_file/read back", test_read_back);
    g_test_add_func("/png_file/alpha", test_alpha);
    g_test_add_func("/png_file/no folder", test_no_folder);
    int failed = g_test_run();
    g_rmdir(folder);
    g_free(folder);
    paint_cairo_done();
    return failed;
}
