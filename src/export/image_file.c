/* SPDX-License-Identifier: MIT
 *
 * image_file - pictures as separate files; see image_file.h.
 */
#include "export/image_file.h"

#include "draw/paint_cairo.h"
#include "draw/paint_svg.h"
#include "util/atomic_file.h"
#include "util/interrupt.h"
#include "util/workers.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- PNG -----------------------------------------------------------------*/

/* Level 3 without row filters: half the time of level 6 for a tenth more bytes,
 * and flat pictures such as ours are smaller without filters.  No time chunk,
 * so the same pixels always give the same bytes. */

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

/* ---- Pictures ------------------------------------------------------------*/

enum { LEAST_DIGITS = 3 };

/* ---- One picture -------------------------------------------------------- */

static bool write_png(const ImageFile *image, const DisplayList *list,
                      const char *path, Error *error)
{
    int width = (int)list->width, height = (int)list->height;
    uint32_t *pixels =
        base_alloc((size_t)width * (size_t)height, sizeof *pixels);

    (image->transparent ? paint_cairo_clear : paint_cairo)(list, image->theme,
                                                           pixels, width,
                                                           height);
    bool good =
        png_write(path, pixels, width, height, image->transparent, error);
    free(pixels);
    return good;
}

static bool write_svg(const ImageFile *image, const DisplayList *list,
                      const char *path, Error *error)
{
    SvgOptions options = {.theme = image->theme,
                          .text = image->svg_text,
                          .transparent = image->transparent,
                          .title = image->title,
                          .description = image->description};
    Text svg = {0};

    paint_svg(list, &options, &svg);
    bool good = atomic_file_save(path, svg.text, svg.length, error);
    text_free(&svg);
    return good;
}

/* ---- PDF -----------------------------------------------------------------*/

static bool put_pdf(void *to, const void *data, size_t bytes)
{
    return atomic_file_write(to, data, bytes);
}

bool pdf_file_make(const char *path, const char *title, PdfPages *pages,
                   void *user, Error *error)
{
    AtomicFile output;

    if (!atomic_file_open(&output, path, error))
        return false;
    Pdf *pdf = paint_pdf_open(put_pdf, &output, title);
    bool good = pages(user, pdf, error), whole = paint_pdf_close(pdf);
    if (good && (whole || output.why))
        return atomic_file_keep(&output, error);
    atomic_file_drop(&output);
    return good
               ? error_set(error, ERROR_FAILED,
                           "%.200s: Cairo cannot draw it; use a smaller --size",
                           path)
               : false;
}

typedef struct {
    const ImageFile *image;
    const DisplayList *list;
} OnePage;

static bool add_page(void *user, Pdf *pdf, Error *error)
{
    const OnePage *page = user;

    (void)error;
    paint_pdf_page(pdf, page->list, page->image->theme,
                   page->image->transparent, NULL);
    return true;
}

bool image_file_write(const ImageFile *image, const DisplayList *list,
                      const char *path, Error *error)
{
    if (!base_may_replace(path, error))
        return false;
    if (image->format == EXPORT_SVG)
        return write_svg(image, list, path, error);
    if (image->format == EXPORT_PDF)
        return pdf_file_make(path, image->title, add_page,
                             &(OnePage){image, list}, error);
    BASE_CHECK(image->format == EXPORT_PNG);
    return write_png(image, list, path, error);
}

/* ---- A picture for each frame ------------------------------------------- */

typedef struct {
    const FrameSequence *frames;
    FrameFiles *files;
    DisplayList list; /* of each worker its own */
} Pictures;

void image_file_name(Text *path, const char *stem, const char *ending, size_t i,
                     size_t count)
{
    int digits = snprintf(NULL, 0, "%zu", count);

    digits = digits < LEAST_DIGITS ? LEAST_DIGITS : digits;
    text_add(path, "%s-%0*zu.%s", stem, digits, i + 1, ending);
}

static void add_path(const Pictures *pictures, size_t i, Text *path)
{
    const FrameFiles *files = pictures->files;

    if (pictures->frames->numbered)
        image_file_name(path, files->stem, files->ending, i,
                        pictures->frames->moments.moments_count);
    else
        text_add(path, "%s.%s", files->stem, files->ending);
}

static bool make(void *user, size_t piece, void *slot, Error *error)
{
    Pictures *pictures = user;
    const FrameSequence *frames = pictures->frames;
    const FrameSpec *spec = &frames->spec;
    bool png = frames->format == EXPORT_PNG;
    Text path = {0}, title = {0}, sentence = {0};

    (void)slot;
    add_path(pictures, piece, &path);
    frames_draw(frames, piece, &pictures->list);
    if (!png) {
        frames_title(frames, piece, &title);
        frames_sentence(frames, piece, &sentence);
    }
    ImageFile image = {.format = png ? EXPORT_PNG : EXPORT_SVG,
                       .theme = spec->theme,
                       .transparent = spec->transparent,
                       .svg_text = frames->svg_text,
                       .title = title.text,
                       .description = sentence.text};
    bool good = image_file_write(&image, &pictures->list, path.text, error);
    text_free(&path);
    text_free(&title);
    text_free(&sentence);
    return good;
}

static bool take(void *user, size_t piece, const void *slot, Error *error)
{
    Pictures *pictures = user;

    (void)slot;
    (void)error;
    pictures->files->frames = piece + 1;
    frames_tell(pictures->frames, piece + 1);
    return true;
}

bool image_files_write(const FrameSequence *frames, FrameFiles *files,
                       Error *error)
{
    Pictures pictures = {.frames = frames, .files = files};
    WorkerJob job = {.count = frames->moments.moments_count,
                     .make = make,
                     .take = take,
                     .user = &pictures};
    bool good = workers_run(&job, frames->workers, error);

    display_list_free(&pictures.list);
    if (files->frames)
        add_path(&pictures, 0, &files->names);
    if (files->frames > 1) {
        text_add(&files->names, " to ");
        add_path(&pictures, files->frames - 1, &files->names);
    }
    return good;
}

/* ---- A page for each frame ---------------------------------------------- */

/* "Step 3: up-sweep, level 2" where another step begins, else nothing. */
static void add_label(const FrameSequence *frames, size_t page, Text *label)
{
    const FrameMoment *moment = frames->moments.moments + page;
    const Trace *trace;

    if (frames->pages) {
        frames->pages->label(frames->pages->user, page, label);
        return;
    }
    if (!moment->started) {
        text_add(label, "Start");
        return;
    }
    if (page > 0 && moment[-1].started && moment[-1].step == moment->step)
        return;
    trace = frames->spec.analysed_traces[0]->trace;
    text_add(label, "Step %u", moment->step + 1);
    if (moment->step >= trace->steps_count)
        return;
    const Step *step = trace->steps + moment->step;
    text_add(label, ": ");
    trace_step_name(trace, step, ", ", label);
}

static bool add_pages(void *user, Pdf *pdf, Error *error)
{
    const FrameSequence *frames = user;
    size_t count = frames->moments.moments_count;
    DisplayList list = {0};

    for (size_t i = 0; i < count && !interrupt_asked(); ++i) {
        Text label = {0};
        add_label(frames, i, &label);
        frames_draw(frames, i, &list);
        paint_pdf_page(pdf, &list, frames->spec.theme, frames->spec.transparent,
                       label.text);
        text_free(&label);
        frames_tell(frames, i + 1);
    }
    display_list_free(&list);
    return !interrupt_asked() ||
           error_set(error, ERROR_FAILED, "stopped before the end");
}

bool pdf_file_write(const FrameSequence *frames, const char *path, Error *error)
{
    Text title = {0};

    frames_title(frames, FRAMES_ALL, &title);
    bool good = pdf_file_make(path, title.text, add_pages,
                              (void *)(uintptr_t)frames, error);
    text_free(&title);
    return good;
}
