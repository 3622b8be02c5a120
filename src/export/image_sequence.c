/* SPDX-License-Identifier: MIT
 *
 * image_sequence - see image_sequence.h.
 */
#include "export/image_sequence.h"

#include "draw/paint_svg.h"
#include "draw/png_file.h"
#include "util/atomic_file.h"
#include "util/workers.h"

#include <stdio.h>
#include <stdlib.h>

enum { LEAST_DIGITS = 3 };

typedef struct {
    const FrameSequence *frames;
    PictureKind kind;
    const char *stem, *ending;
    bool numbered;
    size_t *written;
    DisplayList list; /* of each worker its own */
    uint32_t *pixels;
} Pictures;

void image_sequence_name(Text *path, const char *stem, const char *ending,
                         size_t i, size_t count)
{
    int digits = snprintf(NULL, 0, "%zu", count);

    digits = digits < LEAST_DIGITS ? LEAST_DIGITS : digits;
    text_add(path, "%s-%0*zu.%s", stem, digits, i + 1, ending);
}

static bool write_png(Pictures *pictures, const char *path, Error *error)
{
    const FrameSequence *frames = pictures->frames;
    int width = frames->width, height = frames->height;

    if (!pictures->pixels)
        pictures->pixels = base_alloc((size_t)width * (size_t)height,
                                      sizeof *pictures->pixels);
    frame_spec_paint(&frames->spec, &pictures->list, pictures->pixels);
    return png_write_as(path, pictures->pixels, width, height, width * 4,
                        frames->spec.transparent, error);
}

static bool write_svg(const Pictures *pictures, const Moment *moment,
                      const char *path, Error *error)
{
    const FrameSequence *frames = pictures->frames;
    Text title = {0}, sentence = {0}, svg = {0};

    frame_spec_title(&frames->spec, moment, &title);
    frame_spec_sentence(&frames->spec, moment, &sentence);
    SvgOptions options = {.theme = frames->spec.theme,
                          .text = frames->svg_text,
                          .transparent = frames->spec.transparent,
                          .title = title.text,
                          .description = sentence.text};
    paint_svg(&pictures->list, &options, &svg);
    bool good = atomic_file_file(path, svg.text, svg.length, error);
    text_free(&title);
    text_free(&sentence);
    text_free(&svg);
    return good;
}

static bool make(void *user, size_t piece, void *slot, Error *error)
{
    Pictures *pictures = user;
    const FrameSequence *frames = pictures->frames;
    const Moment *moment = frames->moments.moments + piece;
    Text path = {0};

    (void)slot;
    if (pictures->numbered)
        image_sequence_name(&path, pictures->stem, pictures->ending, piece,
                            frames->moments.moments_count);
    else
        text_add(&path, "%s.%s", pictures->stem, pictures->ending);
    frame_spec_draw(&frames->spec, moment, &pictures->list);
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
    frames_tell(pictures->frames, piece + 1);
    return true;
}

bool image_sequence_write(const FrameSequence *frames, PictureKind kind,
                          const char *stem, const char *ending, bool numbered,
                          size_t *written, Error *error)
{
    Pictures pictures = {.frames = frames,
                         .kind = kind,
                         .stem = stem,
                         .ending = ending,
                         .numbered = numbered,
                         .written = written};
    WorkerJob job = {.count = frames->moments.moments_count,
                     .make = make,
                     .take = take,
                     .user = &pictures};
    bool good = workers_run(&job, frames->workers, error);

    display_list_free(&pictures.list);
    free(pictures.pixels);
    return good;
}
