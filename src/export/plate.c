/* SPDX-License-Identifier: MIT
 *
 * plate - the painters, one after the other; see plate.h.
 */
#include "export/plate.h"

#include "base/draft.h"
#include "paint/paint_pdf.h"
#include "paint/paint_svg.h"
#include "paint/png_file.h"

#include <stdlib.h>

static bool write_png(const Plate *plate, const Canvas *canvas,
                      const char *path, Error *error)
{
    Shot shot = {.theme = plate->theme, .transparent = plate->transparent};
    int width = (int)canvas->width, height = (int)canvas->height;
    uint32_t *pixels =
        base_alloc((size_t)width * (size_t)height, sizeof *pixels);

    shot_paint(&shot, canvas, pixels);
    bool good = png_write_as(path, pixels, width, height, width * 4,
                             plate->transparent, error);
    free(pixels);
    return good;
}

static bool write_svg(const Plate *plate, const Canvas *canvas,
                      const char *path, Error *error)
{
    SvgOptions options = {.theme = plate->theme,
                          .text = plate->svg_text,
                          .transparent = plate->transparent,
                          .title = plate->title,
                          .description = plate->description};
    Text svg = {0};

    paint_svg(canvas, &options, &svg);
    bool good = draft_file(path, svg.text, svg.length, error);
    text_free(&svg);
    return good;
}

static bool take(void *to, const void *data, size_t bytes)
{
    return draft_write(to, data, bytes);
}

static bool write_pdf(const Plate *plate, const Canvas *canvas,
                      const char *path, Error *error)
{
    Draft draft;

    if (!draft_open(&draft, path, error))
        return false;
    Pdf *pdf = paint_pdf_open(take, &draft, plate->title);
    paint_pdf_page(pdf, canvas, plate->theme, plate->transparent, NULL);
    if (paint_pdf_close(pdf) || draft.why)
        return draft_keep(&draft, error);
    draft_drop(&draft);
    return error_set(error, ERROR_FAILED,
                     "Cairo cannot make %.200s; try a smaller --size", path);
}

bool plate_write(const Plate *plate, const Canvas *canvas, const char *path,
                 Error *error)
{
    if (!base_may_replace(path, error))
        return false;
    if (plate->format == EXPORT_SVG)
        return write_svg(plate, canvas, path, error);
    if (plate->format == EXPORT_PDF)
        return write_pdf(plate, canvas, path, error);
    BASE_CHECK(plate->format == EXPORT_PNG);
    return write_png(plate, canvas, path, error);
}
