/* SPDX-License-Identifier: MIT
 *
 * pictures - see pictures.h.
 */
#include "export/pictures.h"

#include "base/crew.h"
#include "base/draft.h"
#include "paint/paint_svg.h"
#include "paint/png_file.h"

#include <stdio.h>
#include <stdlib.h>

enum { LEAST_DIGITS = 3 };

typedef struct {
    const Reel *reel;
    PictureKind kind;
    const char *stem, *ending;
    bool numbered;
    size_t *written;
    Canvas canvas; /* of each worker its own */
    uint32_t *pixels;
} Pictures;

void pictures_name(Text *path, const char *stem, const char *ending, size_t i,
                   size_t count)
{
    int digits = snprintf(NULL, 0, "%zu", count);

    digits = digits < LEAST_DIGITS ? LEAST_DIGITS : digits;
    text_add(path, "%s-%0*zu.%s", stem, digits, i + 1, ending);
}

static bool write_png(Pictures *pictures, const char *path, Error *error)
{
    const Reel *reel = pictures->reel;
    int width = reel->width, height = reel->height;

    if (!pictures->pixels)
        pictures->pixels = base_alloc((size_t)width * (size_t)height,
                                      sizeof *pictures->pixels);
    shot_paint(&reel->shot, &pictures->canvas, pictures->pixels);
    return png_write_as(path, pictures->pixels, width, height, width * 4,
                        reel->shot.transparent, error);
}

static bool write_svg(const Pictures *pictures, const Moment *moment,
                      const char *path, Error *error)
{
    const Reel *reel = pictures->reel;
    Text title = {0}, sentence = {0}, svg = {0};

    shot_title(&reel->shot, moment, &title);
    shot_sentence(&reel->shot, moment, &sentence);
    SvgOptions options = {.theme = reel->shot.theme,
                          .text = reel->svg_text,
                          .transparent = reel->shot.transparent,
                          .title = title.text,
                          .description = sentence.text};
    paint_svg(&pictures->canvas, &options, &svg);
    bool good = draft_file(path, svg.text, svg.length, error);
    text_free(&title);
    text_free(&sentence);
    text_free(&svg);
    return good;
}

static bool make(void *user, size_t piece, void *slot, Error *error)
{
    Pictures *pictures = user;
    const Reel *reel = pictures->reel;
    const Moment *moment = reel->moments.moments + piece;
    Text path = {0};

    (void)slot;
    if (pictures->numbered)
        pictures_name(&path, pictures->stem, pictures->ending, piece,
                      reel->moments.moments_count);
    else
        text_add(&path, "%s.%s", pictures->stem, pictures->ending);
    shot_draw(&reel->shot, moment, &pictures->canvas);
    bool good = base_may_replace(path.text, error) &&
                (pictures->kind == PICTURE_SVG
                     ? write_svg(pictures, moment, path.text, error)
                     : write_png(pictures, path.text, error));
    text_free(&path);
    return good;
}

static bool take(void *user, size_t piece, const void *slot, Error *error)
{
    Pictures *pictures = user;

    (void)slot;
    (void)error;
    ++*pictures->written;
    reel_tell(pictures->reel, piece + 1);
    return true;
}

bool pictures_write(const Reel *reel, PictureKind kind, const char *stem,
                    const char *ending, bool numbered, size_t *written,
                    Error *error)
{
    Pictures pictures = {.reel = reel,
                         .kind = kind,
                         .stem = stem,
                         .ending = ending,
                         .numbered = numbered,
                         .written = written};
    CrewJob job = {.count = reel->moments.moments_count,
                   .make = make,
                   .take = take,
                   .user = &pictures};
    bool good = crew_run(&job, reel->workers, error);

    canvas_free(&pictures.canvas);
    free(pictures.pixels);
    return good;
}
