/* SPDX-License-Identifier: MIT
 *
 * compare_png - what tests ask of PNG files, so that no other program need be
 * installed for it.  Run without arguments, it prints how to call it.
 *
 * Exit codes: 0 yes or done, 1 no, 2 wrong usage, 3 a file cannot be read.
 */
#include <png.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { YES, NO, MISUSED, FAILED };

/* A picture, 4 bytes a pixel: red, green, blue, alpha (not premultiplied). */
typedef struct {
    unsigned width;
    unsigned height;
    unsigned char *bytes;
} Picture;

/* Reads the PNG file PATH; on failure prints why and ends the program. */
static Picture read_picture(const char *path)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    Picture picture = {0};

    if (!png_image_begin_read_from_file(&image, path)) {
        fprintf(stderr, "%s: %s\n", path, image.message);
        exit(FAILED);
    }
    image.format = PNG_FORMAT_RGBA;
    picture.width = image.width;
    picture.height = image.height;
    picture.bytes = malloc(PNG_IMAGE_SIZE(image));
    if (!picture.bytes ||
        !png_image_finish_read(&image, NULL, picture.bytes, 0, NULL)) {
        fprintf(stderr, "%s: %s\n", path,
                picture.bytes ? image.message : "out of memory");
        exit(FAILED);
    }
    return picture;
}

/* Reads a number from 0 to MOST; ends the program if TEXT is none. */
static double number(const char *text, double most)
{
    char *end;
    double value = strtod(text, &end);

    if (end == text || *end || !(value >= 0 && value <= most)) {
        fprintf(stderr, "\"%s\" is no number from 0 to %g\n", text, most);
        exit(MISUSED);
    }
    return value;
}

/* The number of pixels of which red, green or blue differ by more than
 * TOLERANCE, a part of 1; A and B are of one size. */
static size_t differing(const Picture *a, const Picture *b, double tolerance)
{
    size_t count = 0;
    size_t pixels = (size_t)a->width * a->height;

    for (size_t i = 0; i < pixels; ++i) {
        const unsigned char *x = a->bytes + 4 * i;
        const unsigned char *y = b->bytes + 4 * i;
        int most = 0;

        for (int channel = 0; channel < 3; ++channel) {
            int gap = abs(x[channel] - y[channel]);
            most = gap > most ? gap : most;
        }
        count += most > tolerance * 255;
    }
    return count;
}

/* alike A B MOST TOLERANCE */
static int alike(char **words)
{
    Picture a = read_picture(words[0]);
    Picture b = read_picture(words[1]);
    double most = number(words[2], 1e12);
    double tolerance = number(words[3], 1);
    bool same_size = a.width == b.width && a.height == b.height;
    size_t count = same_size ? differing(&a, &b, tolerance) : 0;

    if (same_size)
        printf("%s and %s: %zu pixels differ by more than %g%%\n", words[0],
               words[1], count, tolerance * 100);
    else
        printf("%s is %u x %u, %s is %u x %u\n", words[0], a.width, a.height,
               words[1], b.width, b.height);
    free(a.bytes);
    free(b.bytes);
    return same_size && (double)count < most ? YES : NO;
}

/* pixel FILE X Y */
static int pixel(char **words)
{
    Picture picture = read_picture(words[0]);
    size_t x = (size_t)number(words[1], picture.width - 1);
    size_t y = (size_t)number(words[2], picture.height - 1);
    const unsigned char *at = picture.bytes + 4 * (y * picture.width + x);

    printf("%d %d %d %d\n", at[0], at[1], at[2], at[3]);
    free(picture.bytes);
    return YES;
}

/* size FILE */
static int size(char **words)
{
    Picture picture = read_picture(words[0]);

    printf("%ux%u\n", picture.width, picture.height);
    free(picture.bytes);
    return YES;
}

static const struct {
    const char *name;
    const char *words;
    int count;
    int (*run)(char **words);
    const char *help;
} modes[] = {
    {"alike", "A B MOST TOLERANCE", 4, alike,
     "exit with 0 if fewer than MOST pixels differ by more than TOLERANCE\n"
     "      (a part of 1) in red, green or blue, with 1 if not"},
    {"pixel", "FILE X Y", 3, pixel,
     "print red, green, blue and alpha, each of 255"},
    {"size", "FILE", 1, size, "print width and height, as 640x360"},
};

enum { MODES = sizeof modes / sizeof *modes };

int main(int argc, char **argv)
{
    for (int i = 0; argc > 1 && i < MODES; ++i)
        if (strcmp(argv[1], modes[i].name) == 0 && argc == modes[i].count + 2)
            return modes[i].run(argv + 2);
    for (int i = 0; i < MODES; ++i)
        fprintf(stderr, "  compare_png %s %s\n      %s\n", modes[i].name,
                modes[i].words, modes[i].help);
    return MISUSED;
}
