/* SPDX-License-Identifier: MIT
 *
 * Tests of src/draw/paint_pdf.c, src/draw/paint_svg.c and the words of
 * src/export/html_scenes.c: whatever writes a display list down, its readers see
 * what paint_cairo paints.
 *
 * Samples of all shapes (samples.h) are painted as pixels, and read back from
 * SVG (by rsvg-convert), from PDF (by pdftocairo and by pdftoppm) and from the
 * words of the HTML page (here).
 */
#include "draw/font.h"
#include "draw/paint_cairo.h"
#include "draw/paint_pdf.h"
#include "draw/paint_svg.h"
#include "export/html_scenes.h"
#include "samples.h"

#include <cairo-ft.h>
#include <cairo.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = SAMPLES_WIDTH, HEIGHT = SAMPLES_HEIGHT };

/* ---- Readers ------------------------------------------------------------- */

static char *folder;

static bool has(const char *program)
{
    char *path = g_find_program_in_path(program);
    bool found = path != NULL;

    g_free(path);
    if (!found) {
        char *why = g_strdup_printf("%s is not here", program);
        g_test_skip(why);
        g_free(why);
    }
    return found;
}

static void run(char *const *words)
{
    GError *error = NULL;
    int status;

    if (!g_spawn_sync(NULL, (char **)(uintptr_t)words, NULL,
                      G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status,
                      &error))
        g_error("%s: %s", words[0], error->message);
    g_assert_cmpint(status, ==, 0);
}

static uint32_t *read_png(const char *path)
{
    cairo_surface_t *surface = cairo_image_surface_create_from_png(path);
    uint32_t *pixels = base_alloc(WIDTH * HEIGHT, sizeof *pixels);

    g_assert_cmpint(cairo_surface_status(surface), ==, CAIRO_STATUS_SUCCESS);
    g_assert_cmpint(cairo_image_surface_get_width(surface), ==, WIDTH);
    g_assert_cmpint(cairo_image_surface_get_height(surface), ==, HEIGHT);
    for (int y = 0; y < HEIGHT; ++y)
        memcpy(pixels + y * WIDTH,
               cairo_image_surface_get_data(surface) +
                   y * cairo_image_surface_get_stride(surface),
               WIDTH * 4);
    cairo_surface_destroy(surface);
    return pixels;
}

static char *path_of(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static bool put(void *to, const void *data, size_t bytes)
{
    g_byte_array_append(to, data, (guint)bytes);
    return true;
}

static void write_file(const char *name, const void *data, size_t bytes)
{
    char *path = path_of(name);

    g_assert_true(g_file_set_contents(path, data, (gssize)bytes, NULL));
    g_free(path);
}

static void write_svg(const DisplayList *list, Theme theme)
{
    SvgOptions options = {.theme = theme};
    Text svg = {0};

    paint_svg(list, &options, &svg);
    write_file("a.svg", svg.text, svg.length);
    text_free(&svg);
}

static void write_pdf(const DisplayList *list, Theme theme)
{
    GByteArray *bytes = g_byte_array_new();
    Pdf *pdf = paint_pdf_open(put, bytes, "samples");

    paint_pdf_page(pdf, list, theme, false, NULL);
    g_assert_true(paint_pdf_close(pdf));
    write_file("a.pdf", bytes->data, bytes->len);
    g_byte_array_unref(bytes);
}

/* What a program makes of the file. */
static uint32_t *rasterised(const char *program)
{
    bool is_svg = strcmp(program, "rsvg-convert") == 0;
    char *file = path_of(is_svg ? "a.svg" : "a.pdf");
    char *stem = path_of("a"), *png = path_of("a.png");
    char *by_svg[] = {"rsvg-convert", "-o", png, file, NULL};
    char *by_pdf[] = {(char *)(uintptr_t)program,
                      "-r",
                      "144",
                      "-png",
                      "-singlefile",
                      file,
                      stem,
                      NULL};

    run(is_svg ? by_svg : by_pdf);
    uint32_t *pixels = read_png(png);
    g_remove(png);
    g_free(file);
    g_free(stem);
    g_free(png);
    return pixels;
}

static void forget(const char *name)
{
    char *path = path_of(name);

    g_assert_cmpint(g_remove(path), ==, 0);
    g_free(path);
}

static void test_svg(void)
{
    if (!has("rsvg-convert"))
        return;
    for (Theme theme = THEME_LIGHT; theme < THEME_COUNT; ++theme) {
        DisplayList list = samples_draw(false);
        write_svg(&list, theme);
        uint32_t *want = samples_paint(&list, theme);
        uint32_t *got = rasterised("rsvg-convert");
        samples_compare(want, got, NULL, theme);
        free(want);
        free(got);
        display_list_free(&list);
        forget("a.svg");
    }
}

/* pdftocairo puts letters on whole pixels, and pdftoppm moves lines there: what
 * one of them shows as it is painted is right. */
static void test_pdf(void)
{
    if (!has("pdftocairo") || !has("pdftoppm"))
        return;
    for (Theme theme = THEME_LIGHT; theme < THEME_COUNT; ++theme) {
        DisplayList list = samples_draw(false);
        write_pdf(&list, theme);
        uint32_t *want = samples_paint(&list, theme);
        uint32_t *lines = rasterised("pdftocairo");
        uint32_t *letters = rasterised("pdftoppm");
        samples_compare(want, lines, letters, theme);
        free(want);
        free(lines);
        free(letters);
        display_list_free(&list);
        forget("a.pdf");
    }
}

/* ---- Words --------------------------------------------------------------- */

/* A reader of words, as html_scenes.h says how they are to be read. */
typedef struct {
    cairo_t *cairo;
    Theme theme;
    char **parts;
} Reader;

static double number(const Reader *reader, int i)
{
    return g_ascii_strtod(reader->parts[i], NULL);
}

/* Sets the colour of part I, with the alpha of part J; false if there is none.
 */
static bool color(const Reader *reader, int i, int j)
{
    char letter = reader->parts[i][0];

    if (letter == '-')
        return false;
    uint32_t rgb = theme_color(reader->theme, (Color)(letter - 'a'));
    cairo_set_source_rgba(reader->cairo, (rgb >> 16 & 255) / 255.0,
                          (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0,
                          number(reader, j));
    return true;
}

static void stroke(const Reader *reader, int i)
{
    double dash = number(reader, i + 3);

    if (!color(reader, i, i + 2))
        return;
    cairo_set_line_width(reader->cairo, number(reader, i + 1));
    cairo_set_dash(reader->cairo, &dash, dash > 0, 0);
    cairo_stroke(reader->cairo);
}

/* The path of a box: parts 0 to 4 are x, y, width, height and radius. */
static void box_path(const Reader *reader)
{
    double x = number(reader, 0), y = number(reader, 1), r = number(reader, 4);
    double right = x + number(reader, 2), bottom = y + number(reader, 3);

    g_assert_cmpfloat(r, <=, fmin(right - x, bottom - y) / 2 + 1e-9);
    cairo_new_path(reader->cairo);
    if (r <= 0) {
        cairo_rectangle(reader->cairo, x, y, right - x, bottom - y);
        return;
    }
    cairo_arc(reader->cairo, x + r, y + r, r, M_PI, 1.5 * M_PI);
    cairo_arc(reader->cairo, right - r, y + r, r, -M_PI / 2, 0);
    cairo_arc(reader->cairo, right - r, bottom - r, r, 0, M_PI / 2);
    cairo_arc(reader->cairo, x + r, bottom - r, r, M_PI / 2, M_PI);
    cairo_close_path(reader->cairo);
}

/* "M1_2L3_4", "M1_2C3_4_5_6_7_8" or "M1_2L3_4L5_6z". */
static void path(const Reader *reader)
{
    const char *at = reader->parts[0];

    cairo_new_path(reader->cairo);
    while (*at && *at != 'z') {
        char step = *at++, *end;
        double to[6];
        int count = step == 'C' ? 6 : 2;
        for (int i = 0; i < count; ++i) {
            to[i] = g_ascii_strtod(at, &end);
            at = end + (*end == '_' && i + 1 < count);
        }
        if (step == 'M')
            cairo_move_to(reader->cairo, to[0], to[1]);
        else if (step == 'L')
            cairo_line_to(reader->cairo, to[0], to[1]);
        else if (step == 'C')
            cairo_curve_to(reader->cairo, to[0], to[1], to[2], to[3], to[4],
                           to[5]);
        else
            g_error("step %c of %s", step, reader->parts[0]);
    }
}

static char *plain(char *const *words)
{
    static const char *const names[][2] = {{"&lt;", "<"},
                                           {"&gt;", ">"},
                                           {"&quot;", "\""},
                                           {"&amp;", "&"}};
    char *all = g_strjoinv(" ", (char **)(uintptr_t)words);

    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        char **parts = g_strsplit(all, names[i][0], -1);
        g_free(all);
        all = g_strjoinv(names[i][1], parts);
        g_strfreev(parts);
    }
    return all;
}

static void letters(const Reader *reader)
{
    Font font = (Font)atoi(reader->parts[0]);
    double size = number(reader, 1), pen = number(reader, 2), advance;
    char *all = plain(reader->parts + 6);
    const char *at = all;
    cairo_font_face_t *face =
        cairo_ft_font_face_create_for_ft_face(font_face(font), 0);
    cairo_font_options_t *options = cairo_font_options_create();
    uint32_t code;

    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(reader->cairo, options);
    cairo_font_options_destroy(options);
    cairo_set_font_face(reader->cairo, face);
    cairo_set_font_size(reader->cairo, size);
    cairo_new_path(reader->cairo);
    while ((code = font_next(&at))) {
        cairo_glyph_t glyph = {font_glyph(font, code, &advance),
                               round(pen * 4) / 4, number(reader, 3)};
        cairo_glyph_path(reader->cairo, &glyph, 1);
        pen += advance * size;
    }
    color(reader, 4, 5);
    cairo_fill(reader->cairo);
    cairo_font_face_destroy(face);
    g_free(all);
}

static void read_word(cairo_t *cairo, Theme theme, const char *word)
{
    Reader reader = {cairo, theme, g_strsplit(word + 1, " ", -1)};

    switch (word[0]) {
    case 'r':
        box_path(&reader);
        color(&reader, 5, 6);
        cairo_fill(cairo);
        break;
    case 'e':
        box_path(&reader);
        if (color(&reader, 5, 8))
            cairo_fill_preserve(cairo);
        stroke(&reader, 6);
        break;
    case 'p':
        path(&reader);
        color(&reader, 1, 2);
        cairo_fill(cairo);
        break;
    case 'l':
        path(&reader);
        stroke(&reader, 1);
        break;
    case 't':
        letters(&reader);
        break;
    default:
        g_error("what is %s?", word);
    }
    g_strfreev(reader.parts);
}

static uint32_t *read_words(const DisplayList *list, Theme theme)
{
    uint32_t *pixels = base_alloc(WIDTH * HEIGHT, sizeof *pixels);
    cairo_surface_t *surface =
        cairo_image_surface_create_for_data((unsigned char *)pixels,
                                            CAIRO_FORMAT_RGB24, WIDTH, HEIGHT,
                                            WIDTH * 4);
    cairo_t *cairo = cairo_create(surface);

    for (int i = 0; i < WIDTH * HEIGHT; ++i)
        pixels[i] = theme_color(theme, COLOR_PAPER);
    cairo_surface_mark_dirty(surface);
    for (size_t i = 0; i < list->shapes_count; ++i) {
        Text word = {0};
        html_shape_add(&word, list, list->shapes + i);
        char **parts = g_strsplit(word.length ? word.text : "", "\t", -1);
        for (int p = 0; parts[p]; ++p)
            read_word(cairo, theme, parts[p]);
        g_strfreev(parts);
        text_free(&word);
    }
    cairo_surface_flush(surface);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return pixels;
}

/* The page has the two themes that differ in colours alone. */
static void test_words(void)
{
    for (Theme theme = THEME_LIGHT; theme <= THEME_DARK; ++theme) {
        DisplayList list = samples_draw(true);
        uint32_t *want = samples_paint(&list, theme);
        uint32_t *got = read_words(&list, theme);
        samples_compare(want, got, NULL, theme);
        free(want);
        free(got);
        display_list_free(&list);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("upsweep-painters-XXXXXX", NULL);
    g_test_add_func("/painters/words of the page", test_words);
    g_test_add_func("/painters/svg", test_svg);
    g_test_add_func("/painters/pdf", test_pdf);
    int failed = g_test_run();
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    g_free(folder);
    paint_cairo_done();
    return failed;
}
