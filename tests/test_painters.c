/* SPDX-License-Identifier: MIT
 *
 * Tests of src/paint/paint_pdf.c, src/paint/paint_svg.c and the words of
 * src/export/flip.c: whatever writes a display list down, its readers see what
 * paint_cairo paints.
 *
 * A sampler holds one shape in each cell of a grid. It is painted as pixels,
 * and read back from SVG (by rsvg-convert), from PDF (by pdftocairo and by
 * pdftoppm) and from the words of the HTML page (here). No cell may differ by
 * more than the edges of letters do: a picture of a whole frame would hide a
 * wrong corner or stripe among two million pixels.
 */
#include "export/flip.h"
#include "paint/font.h"
#include "paint/paint_cairo.h"
#include "paint/paint_pdf.h"
#include "paint/paint_svg.h"

#include <cairo-ft.h>
#include <cairo.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELL = 64, ACROSS = 8, DOWN = 6, WIDTH = CELL * ACROSS };
enum { HEIGHT = CELL * DOWN };

/* ---- The sampler --------------------------------------------------------- */

typedef void Sample(Canvas *canvas, double x, double y);

static Shape *box(Canvas *canvas, double x, double y, double radius, Color fill)
{
    return canvas_rect(canvas, (Rect){x + 8, y + 10, 44, 37}, radius, fill);
}

static void edge_of(Shape *shape, Color color, double width)
{
    shape->edge = color;
    shape->width = width;
}

static void plain_box(Canvas *canvas, double x, double y)
{
    box(canvas, x, y, 0, COLOR_LOAD);
}

/* Fractions of pixels are rounded, each side by itself. */
static void odd_box(Canvas *canvas, double x, double y)
{
    canvas_rect(canvas, (Rect){x + 8.6, y + 9.4, 30.3, 20.7}, 0, COLOR_INK);
}

static void round_box(Canvas *canvas, double x, double y)
{
    box(canvas, x, y, 11, COLOR_GOOD);
}

/* A radius of more than half the box is half the box. */
static void pill(Canvas *canvas, double x, double y)
{
    canvas_rect(canvas, (Rect){x + 6, y + 20, 50, 20}, 40, COLOR_CONFLICT);
}

static void clear_box(Canvas *canvas, double x, double y)
{
    box(canvas, x, y, 8, COLOR_CONFLICT)->alpha = 0.4;
}

static void framed_box(Canvas *canvas, double x, double y)
{
    edge_of(box(canvas, x, y, 10, COLOR_CELL), COLOR_ALARM, 5);
}

static void square_frame(Canvas *canvas, double x, double y)
{
    edge_of(box(canvas, x, y, 0, COLOR_NONE), COLOR_INK, 3.4);
}

static void round_frame(Canvas *canvas, double x, double y)
{
    edge_of(box(canvas, x, y, 14, COLOR_NONE), COLOR_LOAD, 4);
}

static void dashed_box(Canvas *canvas, double x, double y)
{
    Shape *shape = box(canvas, x, y, 0, COLOR_HELD);

    edge_of(shape, COLOR_INK, 2.5);
    shape->dashed = true;
}

static void clear_frame(Canvas *canvas, double x, double y)
{
    Shape *shape = box(canvas, x, y, 0, COLOR_LOAD);

    edge_of(shape, COLOR_CONFLICT, 6);
    shape->alpha = 0.5;
}

static void hatched_box(Canvas *canvas, double x, double y)
{
    Shape *shape = box(canvas, x, y, 0, COLOR_CELL);

    edge_of(shape, COLOR_INK, 1);
    shape->hatch = 12;
}

static void hatched_ground(Canvas *canvas, double x, double y)
{
    Shape *shape =
        canvas_rect(canvas, (Rect){x + 3.3, y + 5.8, 55, 21}, 0, COLOR_NONE);

    edge_of(shape, COLOR_CONFLICT, 1);
    shape->hatch = 17;
    shape->alpha = 0.7;
}

static void line(Canvas *canvas, double x, double y)
{
    canvas_line(canvas, x + 6.25, y + 9.5, x + 57, y + 40.75, 3.5, COLOR_INK);
}

static void dashed_line(Canvas *canvas, double x, double y)
{
    canvas_line(canvas, x + 5, y + 50, x + 58, y + 50, 3, COLOR_STORE)->dashed =
        true;
}

static void clear_line(Canvas *canvas, double x, double y)
{
    canvas_line(canvas, x + 10, y + 55, x + 20, y + 8, 9, COLOR_GOOD)->alpha =
        0.3;
}

static void curve(Canvas *canvas, double x, double y)
{
    canvas_curve(canvas, (double[]){x + 5, x + 60, x + 3, x + 59},
                 (double[]){y + 6, y + 14, y + 55, y + 58}, 4, COLOR_LOAD);
}

static void arrows(Canvas *canvas, double x, double y)
{
    canvas_arrow(canvas, x + 5, y + 15, x + 25, y + 15, 14, COLOR_INK);
    canvas_arrow(canvas, x + 45, y + 5, x + 45, y + 28, 16, COLOR_CONFLICT);
    canvas_arrow(canvas, x + 20, y + 60, x + 8, y + 40, 12, COLOR_GOOD);
    canvas_arrow(canvas, x + 50, y + 50, x + 50, y + 50, 12, COLOR_GOOD);
}

static void words(Canvas *canvas, double x, double y, Font font, double size,
                  Color color, const char *text)
{
    canvas_text(canvas, (Rect){x + 2, y, 60, CELL}, ALIGN_LEFT, font, size, 5,
                color, text);
}

static void text(Canvas *canvas, double x, double y)
{
    words(canvas, x, y, FONT_TEXT, 22, COLOR_INK, "Wait");
}

static void strong_text(Canvas *canvas, double x, double y)
{
    words(canvas, x + 0.4, y + 3.3, FONT_STRONG, 25, COLOR_ALARM, "Sum");
}

static void code(Canvas *canvas, double x, double y)
{
    words(canvas, x + 0.7, y, FONT_CODE, 17, COLOR_LOAD, "<a&\">");
}

static void strong_code(Canvas *canvas, double x, double y)
{
    words(canvas, x, y - 0.4, FONT_CODE_STRONG, 30, COLOR_INK, "4 2");
}

static void clear_text(Canvas *canvas, double x, double y)
{
    canvas_text(canvas, (Rect){x, y, 62, CELL}, ALIGN_RIGHT, FONT_STRONG, 24, 9,
                COLOR_CONFLICT, "Σx")
        ->alpha = 0.5;
}

static void two_texts(Canvas *canvas, double x, double y)
{
    words(canvas, x, y - 12, FONT_TEXT, 9, COLOR_INK, "illicit mills");
    words(canvas, x + 0.3, y + 2, FONT_TEXT, 9, COLOR_INK, "wowowow");
    words(canvas, x + 30, y + 2, FONT_TEXT, 9, COLOR_LOAD, "after");
    words(canvas, x, y + 16, FONT_CODE, 12, COLOR_DIM, "42 17 8");
}

/* What lies outside is gone; what follows the clip is not. */
static void clipped(Canvas *canvas, double x, double y)
{
    canvas_clip(canvas, (Rect){x + 10.4, y + 12.3, 30, 25});
    canvas_line(canvas, x, y, x + 60, y + 60, 12, COLOR_LOAD);
    canvas_rect(canvas, (Rect){x, y + 30, 60, 20}, 0, COLOR_GOOD);
    canvas_unclip(canvas);
    canvas_rect(canvas, (Rect){x + 50, y + 50, 10, 10}, 0, COLOR_INK);
}

/* In print the roles of these are told by stripes and by weight. */
static void store_box(Canvas *canvas, double x, double y)
{
    box(canvas, x, y, 6, COLOR_STORE);
}

static void store_frame(Canvas *canvas, double x, double y)
{
    edge_of(box(canvas, x, y, 0, COLOR_STORE), COLOR_INK, 2);
}

static void global_box(Canvas *canvas, double x, double y)
{
    box(canvas, x, y, 3, COLOR_GLOBAL);
}

static void conflict_line(Canvas *canvas, double x, double y)
{
    canvas_line(canvas, x + 5, y + 20, x + 60, y + 20, 3, COLOR_CONFLICT);
    canvas_curve(canvas, (double[]){x + 5, x + 20, x + 40, x + 59},
                 (double[]){y + 36, y + 60, y + 14, y + 50}, 2, COLOR_ALARM);
}

/* Round boxes leave pens as they were: what follows has sharp corners. */
static void round_then_sharp(Canvas *canvas, double x, double y)
{
    canvas_rect(canvas, (Rect){x + 4, y + 4, 20, 20}, 9, COLOR_LOAD);
    edge_of(canvas_rect(canvas, (Rect){x + 20, y + 22, 36, 36}, 0, COLOR_NONE),
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
    {"hatching on a ground", hatched_box, false},
    {"clear hatching", hatched_ground, false},
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
    {"texts beside each other", two_texts, false},
    {"a clip", clipped, true},
    {"a store", store_box, false},
    {"a store with an edge", store_frame, false},
    {"global memory", global_box, false},
    {"lines of a conflict", conflict_line, false},
    {"a round box and a sharp one", round_then_sharp, false},
};

enum { SAMPLES = sizeof samples / sizeof samples[0] };

static Canvas draw_samples(bool for_words)
{
    Canvas canvas = {0};

    G_STATIC_ASSERT(SAMPLES <= ACROSS * DOWN);
    canvas_clear(&canvas, WIDTH, HEIGHT);
    for (int i = 0; i < SAMPLES; ++i)
        if (!for_words || !samples[i].beyond_words)
            samples[i].draw(&canvas, i % ACROSS * CELL, i / ACROSS * CELL);
    return canvas;
}

static uint32_t *painted(const Canvas *canvas, Theme theme)
{
    uint32_t *pixels = base_alloc(WIDTH * HEIGHT, sizeof *pixels);

    paint_cairo(canvas, theme, pixels, WIDTH, HEIGHT, WIDTH * 4);
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
            sum += difference(a[y * WIDTH + x], b[y * WIDTH + x]) / 255.0;
    return sum;
}

static const char *const themes[] = {"light", "dark", "print"};

/* A cell must be as WANTED in GOT or, where there is a second reader, OTHER. */
static void compare(const uint32_t *want, const uint32_t *got,
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

static void write_svg(const Canvas *canvas, Theme theme)
{
    SvgOptions options = {.theme = theme};
    Text svg = {0};

    paint_svg(canvas, &options, &svg);
    write_file("a.svg", svg.text, svg.length);
    text_free(&svg);
}

static void write_pdf(const Canvas *canvas, Theme theme)
{
    GByteArray *bytes = g_byte_array_new();
    Pdf *pdf = paint_pdf_open(put, bytes, "samples");

    paint_pdf_page(pdf, canvas, theme, false, NULL);
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
        Canvas canvas = draw_samples(false);
        write_svg(&canvas, theme);
        uint32_t *want = painted(&canvas, theme);
        uint32_t *got = rasterised("rsvg-convert");
        compare(want, got, NULL, theme);
        free(want);
        free(got);
        canvas_free(&canvas);
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
        Canvas canvas = draw_samples(false);
        write_pdf(&canvas, theme);
        uint32_t *want = painted(&canvas, theme);
        uint32_t *lines = rasterised("pdftocairo");
        uint32_t *letters = rasterised("pdftoppm");
        compare(want, lines, letters, theme);
        free(want);
        free(lines);
        free(letters);
        canvas_free(&canvas);
        forget("a.pdf");
    }
}

/* ---- Words --------------------------------------------------------------- */

/* A reader of words, as flip.h says how they are to be read. */
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
    uint32_t rgb = canvas_color(reader->theme, (Color)(letter - 'a'));
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

/* Bands of x + y, 0.36 of a period wide, one at 1 and one each period. */
static void hatch(const Reader *reader)
{
    double x = number(reader, 0), y = number(reader, 1);
    double w = number(reader, 2), h = number(reader, 3);
    double period = number(reader, 4);

    cairo_save(reader->cairo);
    cairo_rectangle(reader->cairo, x, y, w, h);
    cairo_clip(reader->cairo);
    for (int i = 0; i * period < x + y + w + h; ++i) {
        double from = 1 + i * period, to = from + period * 0.36;
        cairo_move_to(reader->cairo, from - y, y);
        cairo_line_to(reader->cairo, to - y, y);
        cairo_line_to(reader->cairo, to - y - h, y + h);
        cairo_line_to(reader->cairo, from - y - h, y + h);
        cairo_close_path(reader->cairo);
    }
    color(reader, 5, 6);
    cairo_fill(reader->cairo);
    cairo_restore(reader->cairo);
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
    case 'h':
        hatch(&reader);
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

static uint32_t *read_words(const Canvas *canvas, Theme theme)
{
    uint32_t *pixels = base_alloc(WIDTH * HEIGHT, sizeof *pixels);
    cairo_surface_t *surface =
        cairo_image_surface_create_for_data((unsigned char *)pixels,
                                            CAIRO_FORMAT_RGB24, WIDTH, HEIGHT,
                                            WIDTH * 4);
    cairo_t *cairo = cairo_create(surface);

    for (int i = 0; i < WIDTH * HEIGHT; ++i)
        pixels[i] = canvas_color(theme, COLOR_PAPER);
    cairo_surface_mark_dirty(surface);
    for (size_t i = 0; i < canvas->shapes_count; ++i) {
        Text word = {0};
        flip_word(&word, canvas, canvas->shapes + i);
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

/* The page has the two themes that are told by colours alone. */
static void test_words(void)
{
    for (Theme theme = THEME_LIGHT; theme <= THEME_DARK; ++theme) {
        Canvas canvas = draw_samples(true);
        uint32_t *want = painted(&canvas, theme);
        uint32_t *got = read_words(&canvas, theme);
        compare(want, got, NULL, theme);
        free(want);
        free(got);
        canvas_free(&canvas);
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
