/* SPDX-License-Identifier: MIT
 *
 * image_file - the painters, one after the other; see image_file.h.
 */
#include "export/image_file.h"

#include "draw/paint_pdf.h"
#include "draw/paint_svg.h"
#include "draw/png_file.h"
#include "util/atomic_file.h"

#include <stdlib.h>

static bool write_png(const ImageFile *image, const DisplayList *list,
                      const char *path, Error *error)
{
    FrameSpec spec = {.theme = image->theme, .transparent = image->transparent};
    int width = (int)list->width, height = (int)list->height;
    uint32_t *pixels =
        base_alloc((size_t)width * (size_t)height, sizeof *pixels);

    frame_spec_paint(&spec, list, pixels);
    bool good = png_write_as(path, pixels, width, height, width * 4,
                             image->transparent, error);
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
    bool good = atomic_file_file(path, svg.text, svg.length, error);
    text_free(&svg);
    return good;
}

static bool take(void *to, const void *data, size_t bytes)
{
    return atomic_file_write(to, data, bytes);
}

static bool write_pdf(const ImageFile *image, const DisplayList *list,
                      const char *path, Error *error)
{
    AtomicFile output;

    if (!atomic_file_open(&output, path, error))
        return false;
    Pdf *pdf = paint_pdf_open(take, &output, image->title);
    paint_pdf_page(pdf, list, image->theme, image->transparent, NULL);
    if (paint_pdf_close(pdf) || output.why)
        return atomic_file_keep(&output, error);
    atomic_file_drop(&output);
    return error_set(error, ERROR_FAILED,
                     "Cairo cannot make %.200s; try a smaller --size", path);
}

bool image_file_write(const ImageFile *image, const DisplayList *list,
                      const char *path, Error *error)
{
    if (!base_may_replace(path, error))
        return false;
    if (image->format == EXPORT_SVG)
        return write_svg(image, list, path, error);
    if (image->format == EXPORT_PDF)
        return write_pdf(image, list, path, error);
    BASE_CHECK(image->format == EXPORT_PNG);
    return write_png(image, list, path, error);
}
