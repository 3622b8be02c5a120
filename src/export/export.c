/* SPDX-License-Identifier: MIT
 *
 * export - choosing moments, naming files, and handing on; see export.h.
 */
#include "export/export.h"

#include "export/html_file.h"
#include "export/image_sequence.h"
#include "export/pdf_file.h"
#include "export/single_view.h"
#include "export/slides.h"
#include "export/video.h"
#include "util/interrupt.h"
#include "util/workers.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* Longest side of a picture; an image may be no larger for Cairo. */
enum { MOST_PIXELS = 16384 };

/* All that an export is made with. */
typedef struct {
    const ExportOptions *options;
    Player player;
    AnalysedTrace *analysed_traces[PLAYER_MAX_TRACES];
    FrameSequence frames;
    char *stem;         /* of the files */
    const char *ending; /* of each, after its dot */
    Text told;
} Exporter;

/* ---- Formats ------------------------------------------------------------ */

static bool write_pictures(Exporter *exporter, PictureKind kind, Error *error);
static bool write_document(Exporter *exporter, const char *path, Error *error);
static bool write_film(Exporter *exporter, const char *path, Error *error);
static bool write_page(Exporter *exporter, const char *path, Error *error);

static const struct {
    const char *name;
    bool moves;
    /* NULL: a file a picture. */
    bool (*write)(Exporter *exporter, const char *path, Error *error);
    const char *unit; /* of what it holds */
} formats[EXPORT_FORMATS] = {
    [EXPORT_PNG] = {"png", false, NULL, "frame"},
    [EXPORT_SVG] = {"svg", false, NULL, "frame"},
    [EXPORT_PDF] = {"pdf", false, write_document, "page"},
    [EXPORT_GIF] = {"gif", true, write_film, "frame"},
    [EXPORT_MP4] = {"mp4", true, write_film, "frame"},
    [EXPORT_WEBM] = {"webm", true, write_film, "frame"},
    [EXPORT_HTML] = {"html", true, write_page, "frame"},
};

ExportFormat export_format_named(const char *name)
{
    int i = 0;

    while (i < EXPORT_FORMATS && strcasecmp(formats[i].name, name) != 0)
        ++i;
    return (ExportFormat)i;
}

/* The ending of OUT's file, after its dot; NULL if it has none. */
static const char *ending_of(const char *out)
{
    const char *slash = strrchr(out, '/'), *name = slash ? slash + 1 : out;
    const char *dot = strrchr(name, '.');

    return dot && dot > name ? dot + 1 : NULL;
}

ExportFormat export_format_of(const char *out)
{
    const char *ending = ending_of(out);

    return ending ? export_format_named(ending) : EXPORT_FORMATS;
}

void export_format_names(const char *prefix, Text *text)
{
    for (int i = 0; i < EXPORT_FORMATS; ++i)
        text_add(text, "%s%s%s",
                 i == 0                    ? ""
                 : i == EXPORT_FORMATS - 1 ? " or "
                                           : ", ",
                 prefix, formats[i].name);
}

bool export_moves(ExportFormat format)
{
    return formats[format].moves;
}

/* ---- Names -------------------------------------------------------------- */

/* "leftright-padding-n64-k4"; names come out of files, and only what is safe in
 * a file's name is taken. */
static void add_name(Text *text, const Trace *const traces[], int count)
{
    for (int t = 0; t < count; ++t) {
        if (t)
            text_add(text, "-");
        for (const char *c = traces[t]->run.algorithm; *c; ++c)
            text_add(text, "%c",
                     isalnum((unsigned char)*c) || *c == '-' ? *c : '_');
    }
    text_add(text, "-n%u-k%u", traces[0]->run.n, traces[0]->run.k);
}

bool export_is_folder(const char *out)
{
    struct stat status;

    return *out && (out[strlen(out) - 1] == '/' ||
                    (stat(out, &status) == 0 && S_ISDIR(status.st_mode) &&
                     !ending_of(out)));
}

/* OUT without its ending, if that is one of ours; or a name of our own. */
static char *stem_of(const char *out, const Trace *const traces[], int count)
{
    Text stem = {0};

    if (!out || export_is_folder(out)) {
        text_add(&stem, "%s%s", out ? out : "",
                 out && out[strlen(out) - 1] != '/' ? "/" : "");
        add_name(&stem, traces, count);
        return stem.text;
    }
    const char *ending = ending_of(out);
    bool ours = ending && (export_format_named(ending) != EXPORT_FORMATS ||
                           strcasecmp(ending, "tex") == 0);
    size_t length = ours ? (size_t)(ending - 1 - out) : strlen(out);
    text_add_bytes(&stem, out, length);
    return stem.text;
}

/* ---- Writing ------------------------------------------------------------ */

static void tell(Exporter *exporter, size_t count, const char *unit,
                 const char *first, const char *last)
{
    text_add(&exporter->told, "%zu %s%s: %s", count, unit,
             count == 1 ? "" : "s", first);
    if (last && strcmp(first, last) != 0)
        text_add(&exporter->told, " to %s", last);
}

static bool write_pictures(Exporter *exporter, PictureKind kind, Error *error)
{
    const char *ending = exporter->ending;
    bool numbered = exporter->options->moments.all;
    size_t written = 0, count = exporter->frames.moments.moments_count;
    bool good = image_sequence_write(&exporter->frames, kind, exporter->stem,
                                     ending, numbered, &written, error);
    Text first = {0}, last = {0};

    if (numbered) {
        image_sequence_name(&first, exporter->stem, ending, 0, count);
        image_sequence_name(&last, exporter->stem, ending,
                            written ? written - 1 : 0, count);
    } else {
        text_add(&first, "%s.%s", exporter->stem, ending);
    }
    if (written)
        tell(exporter, written, "frame", first.text, last.text);
    text_free(&first);
    text_free(&last);
    return good;
}

static bool write_document(Exporter *exporter, const char *path, Error *error)
{
    return pdf_file_write(&exporter->frames, path, error);
}

static bool write_film(Exporter *exporter, const char *path, Error *error)
{
    static const FilmKind kinds[EXPORT_FORMATS] = {[EXPORT_GIF] = VIDEO_GIF,
                                                   [EXPORT_MP4] = VIDEO_MP4,
                                                   [EXPORT_WEBM] = VIDEO_WEBM};

    return video_write(&exporter->frames, kinds[exporter->options->format],
                       path, error);
}

static bool write_page(Exporter *exporter, const char *path, Error *error)
{
    return html_file_write(&exporter->frames, path, error);
}

/* One file with all moments. */
static bool write_one(Exporter *exporter, Error *error)
{
    ExportFormat format = exporter->options->format;
    Text path = {0};

    text_add(&path, "%s.%s", exporter->stem, exporter->ending);
    bool good = formats[format].write(exporter, path.text, error);
    if (good)
        tell(exporter, exporter->frames.moments.moments_count,
             formats[format].unit, path.text, NULL);
    text_free(&path);
    return good;
}

static bool write_kit(Exporter *exporter, Error *error)
{
    const FrameSequence *frames = &exporter->frames;
    Text files = {0};
    bool good = exporter->options->kit == KIT_BEAMER
                    ? slides_beamer(frames, exporter->stem, &files, error)
                    : slides_reveal(frames, exporter->stem, &files, error);

    if (good)
        tell(exporter, frames->moments.moments_count, "slide", files.text,
             NULL);
    text_free(&files);
    return good;
}

static bool write_all(Exporter *exporter, Error *error)
{
    ExportFormat format = exporter->options->format;

    if (exporter->options->kit)
        return write_kit(exporter, error);
    if (format == EXPORT_PNG)
        return write_pictures(exporter, PICTURE_PNG, error);
    if (format == EXPORT_SVG)
        return write_pictures(exporter, PICTURE_SVG, error);
    return write_one(exporter, error);
}

/* ---- All ---------------------------------------------------------------- */

static bool check_size(const FrameSequence *frames, Error *error)
{
    if (frames->width >= 1 && frames->height >= 1 &&
        frames->width <= MOST_PIXELS && frames->height <= MOST_PIXELS)
        return true;
    return error_set(error, ERROR_USAGE,
                     "a picture of %dx%d pixels is too large: no side may be "
                     "longer than %d; choose a smaller --scale or --size",
                     frames->width, frames->height, MOST_PIXELS);
}

/* Is there anything to show where one view is asked for? */
static bool check_area(const FrameSpec *spec, Error *error)
{
    bool some = spec->kind == FRAME_SPEC_FRAME;

    for (int t = 0; t < spec->count; ++t)
        some = some || single_view_has(spec->analysed_traces[t], spec->area);
    return some ||
           error_set(error, ERROR_USAGE,
                     spec->area == AREA_BLOCKS
                         ? "%s has one block, and all of it happens in shared "
                           "memory: there is no view of blocks; choose another "
                           "--view or --crop"
                         : "%s uses no shared memory: there is no view of it; "
                           "choose another --view or --crop",
                     spec->analysed_traces[0]->trace->run.algorithm);
}

static bool exporter_open(Exporter *exporter, const Trace *const traces[],
                          int count, const char *out, Error *error)
{
    const ExportOptions *options = exporter->options;
    FrameSequence *frames = &exporter->frames;

    if (!player_init(&exporter->player, traces, count, error))
        return false;
    frames->spec = options->spec;
    frames->spec.count = count;
    for (int t = 0; t < count; ++t)
        frames->spec.analysed_traces[t] = exporter->analysed_traces[t] =
            analysed_new(traces[t]);
    frames->svg_text = options->svg_text;
    frames->fps = options->fps;
    frames->workers = options->workers ? options->workers : workers_cores();
    frames->progress = options->progress;
    frames->user = options->user;
    if (!check_area(&frames->spec, error))
        return false;
    exporter->stem = stem_of(out, traces, count);
    exporter->ending = formats[options->format].name;
    if (out && export_format_of(out) == options->format)
        exporter->ending = ending_of(out); /* "PNG" stays so */
    player_set_clock(&exporter->player, options->clock);
    if (!selection_choose(&exporter->player, frames->spec.analysed_traces,
                          &options->moments, &frames->moments, error))
        return false;
    frame_spec_size(&frames->spec, &frames->width, &frames->height);
    return check_size(frames, error) &&
           base_make_folders(exporter->stem, error);
}

static void exporter_close(Exporter *exporter)
{
    for (int t = 0; t < PLAYER_MAX_TRACES; ++t)
        analysed_free(exporter->analysed_traces[t]);
    player_free(&exporter->player);
    selection_free(&exporter->frames.moments);
    free(exporter->stem);
    text_free(&exporter->told);
}

bool export_traces(const Trace *const traces[], int count,
                   const ExportOptions *options, const char *out, Text *told,
                   Error *error)
{
    Exporter exporter = {.options = options};
    bool good = exporter_open(&exporter, traces, count, out, error);

    if (good) {
        interrupt_catch();
        good = write_all(&exporter, error);
        interrupt_release();
    }
    if (told && exporter.told.length)
        text_add(told, "%s", exporter.told.text);
    exporter_close(&exporter);
    return good;
}
