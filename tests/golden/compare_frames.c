/* SPDX-License-Identifier: MIT
 *
 * compare_frames - how alike pictures are, by the structural similarity of
 * small windows (SSIM: Wang, Bovik, Sheikh, Simoncelli, 2004).  Run without
 * arguments, it prints how to call it.
 *
 *     likeness  least SSIM of any window and any of red, green and blue; 1:
 * same shift     largest difference of a window's mean colour, of 255
 *
 * The least and not the mean, because a lost label changes one window of
 * thousands.  SSIM hardly notices another shade in a plain area; the shift
 * does.
 *
 * Exit codes: 0 alike or done, 1 not alike, 2 wrong usage, 3 a file cannot be
 * read or written.
 */
#include <cairo.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <math.h>
#include <png.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { ALIKE, DIFFERENT, MISUSED, FAILED };
enum { CHANNELS = 3, WINDOW = 8, STRIDE = 4, LEVEL = 4, GAP = 8, GAIN = 4 };

/* 3 bytes a pixel. */
typedef struct {
    unsigned width, height;
    unsigned char *bytes;
} Picture;

typedef struct {
    double likeness, shift;
    unsigned x, y; /* the window that is least alike */
} Comparison;

static void *get(size_t bytes)
{
    void *memory = calloc(bytes ? bytes : 1, 1);

    if (!memory) {
        fprintf(stderr, "compare_frames: out of memory\n");
        exit(FAILED);
    }
    return memory;
}

static Picture new_picture(unsigned width, unsigned height)
{
    return (Picture){width, height, get((size_t)CHANNELS * width * height)};
}

static unsigned char *pixel(const Picture *picture, unsigned x, unsigned y)
{
    return picture->bytes + CHANNELS * ((size_t)y * picture->width + x);
}

/* ---- Files ----------------------------------------------------------------*/

static bool read_picture(const char *path, Picture *picture)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    const png_color white = {255, 255, 255};

    if (!png_image_begin_read_from_file(&image, path))
        return false;
    image.format = PNG_FORMAT_RGB;
    *picture = new_picture(image.width, image.height);
    return png_image_finish_read(&image, &white, picture->bytes, 0, NULL) != 0;
}

static Picture must_read(const char *path)
{
    Picture picture;

    if (!read_picture(path, &picture)) {
        fprintf(stderr, "compare_frames: cannot read %s\n", path);
        exit(FAILED);
    }
    return picture;
}

static void write_rows(png_structp png, const Picture *picture)
{
    for (unsigned y = 0; y < picture->height; ++y)
        png_write_row(png, pixel(picture, 0, y));
}

/* As small as libpng makes it. */
static void write_picture(const char *path, const Picture *picture)
{
    FILE *file = fopen(path, "wb");
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);

    if (!file || !png || !info || setjmp(png_jmpbuf(png))) {
        fprintf(stderr, "compare_frames: cannot write %s\n", path);
        exit(FAILED);
    }
    png_init_io(png, file);
    png_set_compression_level(png, Z_BEST_COMPRESSION);
    png_set_filter(png, 0, PNG_FILTER_NONE); /* best for few colours */
    png_set_IHDR(png, info, picture->width, picture->height, 8,
                 PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    write_rows(png, picture);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    fclose(file);
}

/* ---- small ----------------------------------------------------------------*/

/* The mean of 2 x 2 pixels, in steps of LEVEL, which halves the file. */
static unsigned char mean(const Picture *picture, unsigned x, unsigned y, int c)
{
    int sum = pixel(picture, x, y)[c] + pixel(picture, x + 1, y)[c] +
              pixel(picture, x, y + 1)[c] + pixel(picture, x + 1, y + 1)[c];

    return (unsigned char)(sum / 4 / LEVEL * LEVEL);
}

/* small FROM TO */
static int make_small(char **words)
{
    Picture from = must_read(words[0]);
    Picture to = new_picture(from.width / 2, from.height / 2);

    for (unsigned y = 0; y < to.height; ++y)
        for (unsigned x = 0; x < to.width; ++x)
            for (int c = 0; c < CHANNELS; ++c)
                pixel(&to, x, y)[c] = mean(&from, 2 * x, 2 * y, c);
    write_picture(words[1], &to);
    free(from.bytes);
    free(to.bytes);
    return ALIKE;
}

/* ---- alike ----------------------------------------------------------------*/

typedef struct {
    double a, b, aa, bb, ab; /* sums over a window */
} Sums;

static Sums window_sums(const Picture *a, const Picture *b, unsigned left,
                        unsigned top, int c)
{
    Sums sums = {0};

    for (unsigned y = top; y < top + WINDOW && y < a->height; ++y)
        for (unsigned x = left; x < left + WINDOW && x < a->width; ++x) {
            double p = pixel(a, x, y)[c], q = pixel(b, x, y)[c];
            sums.a += p;
            sums.b += q;
            sums.aa += p * p;
            sums.bb += q * q;
            sums.ab += p * q;
        }
    return sums;
}

static double ssim(const Sums *sums, double n)
{
    const double c1 = 0.01 * 255 * 0.01 * 255, c2 = 0.03 * 255 * 0.03 * 255;
    double a = sums->a / n, b = sums->b / n;
    double va = sums->aa / n - a * a, vb = sums->bb / n - b * b;
    double cov = sums->ab / n - a * b;

    return (2 * a * b + c1) * (2 * cov + c2) /
           ((a * a + b * b + c1) * (va + vb + c2));
}

static void compare_window(const Picture *a, const Picture *b, unsigned x,
                           unsigned y, Comparison *result)
{
    unsigned wide = a->width - x < WINDOW ? a->width - x : WINDOW;
    unsigned high = a->height - y < WINDOW ? a->height - y : WINDOW;
    double n = wide * high;

    for (int c = 0; c < CHANNELS; ++c) {
        Sums sums = window_sums(a, b, x, y, c);
        double likeness = ssim(&sums, n), shift = fabs(sums.a - sums.b) / n;
        if (likeness < result->likeness) {
            result->likeness = likeness;
            result->x = x;
            result->y = y;
        }
        if (shift > result->shift)
            result->shift = shift;
    }
}

/* Pictures of two sizes have nothing in common. */
static Comparison compare(const Picture *a, const Picture *b)
{
    Comparison result = {.likeness = 1};

    if (a->width != b->width || a->height != b->height)
        return (Comparison){.likeness = 0, .shift = 255};
    for (unsigned y = 0; y < a->height; y += STRIDE)
        for (unsigned x = 0; x < a->width; x += STRIDE)
            compare_window(a, b, x, y, &result);
    return result;
}

/* alike A B LEAST MOST */
static int alike(char **words)
{
    Picture a = must_read(words[0]), b = must_read(words[1]);
    Comparison found = compare(&a, &b);
    bool good =
        found.likeness >= atof(words[2]) && found.shift <= atof(words[3]);

    printf("likeness %.3f, shift %.1f", found.likeness, found.shift);
    if (a.width != b.width || a.height != b.height)
        printf(", %ux%u is now %ux%u", a.width, a.height, b.width, b.height);
    else if (found.likeness < 1)
        printf(", most at %u,%u", found.x, found.y);
    printf("\n");
    free(a.bytes);
    free(b.bytes);
    return good ? ALIKE : DIFFERENT;
}

/* ---- sheet ----------------------------------------------------------------*/

/* White where both are the same; else darker by GAIN times the difference. */
static Picture difference_of(const Picture *a, const Picture *b)
{
    unsigned width = a->width > b->width ? a->width : b->width;
    unsigned height = a->height > b->height ? a->height : b->height;
    Picture result = new_picture(width, height);

    for (unsigned y = 0; y < height; ++y)
        for (unsigned x = 0; x < width; ++x)
            for (int c = 0; c < CHANNELS; ++c) {
                bool both = x < a->width && x < b->width && y < a->height &&
                            y < b->height;
                int gap =
                    both ? GAIN * abs(pixel(a, x, y)[c] - pixel(b, x, y)[c])
                         : 255;
                pixel(&result, x, y)[c] =
                    (unsigned char)(gap > 255 ? 0 : 255 - gap);
            }
    return result;
}

static void place(Picture *sheet, const Picture *picture, unsigned left,
                  unsigned top)
{
    for (unsigned y = 0; y < picture->height; ++y)
        memcpy(pixel(sheet, left, top + y), pixel(picture, 0, y),
               (size_t)CHANNELS * picture->width);
}

/* sheet TO BEFORE AFTER BEFORE AFTER ...: a row for each two, which are before,
 * after, difference. */
static int make_sheet(int count, char **words)
{
    size_t rows = (size_t)(count - 1) / 2;
    Picture *all = get(3 * rows * sizeof *all);
    unsigned width = 0, height = 0;

    for (size_t r = 0; r < rows; ++r) {
        Picture *row = all + 3 * r;
        row[0] = must_read(words[1 + 2 * r]);
        row[1] = must_read(words[2 + 2 * r]);
        row[2] = difference_of(&row[0], &row[1]);
        width = row[2].width > width ? row[2].width : width;
        height += row[2].height + GAP;
    }
    Picture sheet = new_picture(3 * (width + GAP), height);
    memset(sheet.bytes, 160, (size_t)CHANNELS * sheet.width * sheet.height);
    for (unsigned r = 0, top = 0; r < rows; ++r) {
        for (unsigned i = 0; i < 3; ++i) {
            place(&sheet, &all[3 * r + i], i * (width + GAP), top);
            free(all[3 * r + i].bytes);
        }
        top += all[3 * r + 2].height + GAP;
    }
    write_picture(words[0], &sheet);
    free(sheet.bytes);
    free(all);
    return ALIKE;
}

/* ---- versions -------------------------------------------------------------*/

/* versions */
static int versions(char **words)
{
    FT_Library library;
    int major = 0, minor = 0, patch = 0;

    (void)words;
    if (FT_Init_FreeType(&library) == 0) {
        FT_Library_Version(library, &major, &minor, &patch);
        FT_Done_FreeType(library);
    }
    printf("cairo %s, FreeType %d.%d.%d\n", cairo_version_string(), major,
           minor, patch);
    return ALIKE;
}

static const struct {
    const char *name, *words;
    int count;
    int (*run)(char **words);
    const char *help;
} modes[] = {
    {"alike", " A B LEAST MOST", 4, alike,
     "exit with 0 if the likeness is LEAST or more, the shift MOST or less"},
    {"small", " FROM TO", 2, make_small, "write FROM at half its size"},
    {"versions", "", 0, versions,
     "print the versions of the libraries that draw"},
};

enum { MODES = sizeof modes / sizeof *modes };

int main(int argc, char **argv)
{
    if (argc >= 5 && argc % 2 == 1 && strcmp(argv[1], "sheet") == 0)
        return make_sheet(argc - 2, argv + 2);
    for (int i = 0; argc > 1 && i < MODES; ++i)
        if (strcmp(argv[1], modes[i].name) == 0 && argc == modes[i].count + 2)
            return modes[i].run(argv + 2);
    for (int i = 0; i < MODES; ++i)
        fprintf(stderr, "  compare_frames %s%s\n      %s\n", modes[i].name,
                modes[i].words, modes[i].help);
    fprintf(stderr, "  compare_frames sheet TO BEFORE AFTER ...\n"
                    "      write pictures side by side, with the difference\n");
    return MISUSED;
}
