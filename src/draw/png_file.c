/* SPDX-License-Identifier: MIT
 *
 * png_file - writing with libpng; see png_file.h.
 *
 * Level 3 without row filters: half the time of level 6 for a tenth more bytes,
 * and flat pictures such as ours are smaller without filters.  No time chunk,
 * so the same pixels always give the same bytes.
 */
#include "draw/png_file.h"

#include "util/atomic_file.h"

#include <png.h>

#include <stdlib.h>

static void keep(png_structp png, png_bytep data, png_size_t length)
{
    text_add_bytes(png_get_io_ptr(png), (const char *)data, length);
}

static void keep_nothing(png_structp png)
{
    (void)png;
}

static _Noreturn void give_up(png_structp png, png_const_charp why)
{
    (void)png;
    base_die(__FILE__, __LINE__, why);
}

static void ignore(png_structp png, png_const_charp why)
{
    (void)png;
    (void)why;
}

static png_voidp allocate(png_structp png, png_alloc_size_t bytes)
{
    (void)png;
    return base_realloc(NULL, bytes, 1);
}

static void release(png_structp png, png_voidp old)
{
    (void)png;
    free(old);
}

static void row_of(const uint32_t *pixels, int width, bool alpha, png_bytep row)
{
    for (int x = 0; x < width; ++x) {
        *row++ = (png_byte)(pixels[x] >> 16);
        *row++ = (png_byte)(pixels[x] >> 8);
        *row++ = (png_byte)pixels[x];
        if (alpha)
            *row++ = (png_byte)(pixels[x] >> 24);
    }
}

static void encode(const uint32_t *pixels, int width, int height, bool alpha,
                   Text *file)
{
    png_structp png =
        png_create_write_struct_2(PNG_LIBPNG_VER_STRING, NULL, give_up, ignore,
                                  NULL, allocate, release);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    png_bytep row = base_alloc((size_t)width, alpha ? 4 : 3);

    BASE_CHECK(info);
    png_set_write_fn(png, file, keep, keep_nothing);
    png_set_compression_level(png, 3);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8,
                 alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int y = 0; y < height; ++y) {
        row_of(pixels + (ptrdiff_t)y * width, width, alpha, row);
        png_write_row(png, row);
    }
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    free(row);
}

bool png_write(const char *path, const uint32_t *pixels, int width, int height,
               bool alpha, Error *error)
{
    Text file = {0};

    encode(pixels, width, height, alpha, &file);
    bool written = atomic_file_save(path, file.text, file.length, error);
    text_free(&file);
    return written;
}
