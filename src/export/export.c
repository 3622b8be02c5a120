/* SPDX-License-Identifier: MIT
 *
 * export - choosing moments, naming files, and calling a writer; see export.h.
 */
#include "export/export.h"

#include "view/views.h"
#include "util/interrupt.h"
#include "view/pointing.h"
#include "util/workers.h"

#include <ctype.h>
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
    char *stem;         /* of the files' names */
    const char *ending; /* of each, after its dot */
} Exporter;

/* ---- Names -------------------------------------------------------------- */

/* "leftright-padding-n64-k4"; characters that are not safe in the name of a
 * file, and that a damaged trace may have, become underscores. */
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
                     !export_ending(out)));
}

char *export_stem(const char *out, const char *name)
{
    Text stem = {0};

    if (!out || export_is_folder(out)) {
        text_add(&stem, "%s%s%s", out ? out : "",
                 out && out[strlen(out) - 1] != '/' ? "/" : "", name);
        return stem.text;
    }
    const char *ending = export_ending(out);
    bool known = ending && (export_format_named(ending) != EXPORT_FORMATS ||
                            strcasecmp(ending, "tex") == 0 ||
                            strcasecmp(ending, "pptx") == 0);
    size_t length = known ? (size_t)(ending - 1 - out) : strlen(out);
    text_add_bytes(&stem, out, length);
    return stem.text;
}

/* ---- Writing ------------------------------------------------------------ */

bool export_write(const FrameSequence *frames, FrameFiles *files, Error *error)
{
    const FormatInfo *format = export_formats + frames->format;

    if (format->write_files)
        return format->write_files(frames, files, error);
    text_add(&files->names, "%s.%s", files->stem, files->ending);
    bool good = format->write_file(frames, files->names.text, error);
    files->frames = good ? frames->moments.moments_count : 0;
    return good;
}

static bool write_all(const Exporter *exporter, Text *told, Error *error)
{
    const char *unit = export_formats[exporter->options->format].unit;
    FrameFiles files = {.stem = exporter->stem, .ending = exporter->ending};
    bool good = export_write(&exporter->frames, &files, error);

    if (told && files.frames)
        text_add(told, "%zu %s%s: %s", files.frames, unit,
                 files.frames == 1 ? "" : "s", files.names.text);
    text_free(&files.names);
    return good;
}

bool export_check_size(int width, int height, Error *error)
{
    if (width >= 1 && height >= 1 && width <= MOST_PIXELS &&
        height <= MOST_PIXELS)
        return true;
    return error_set(error, ERROR_USAGE,
                     "%dx%d pixels: too large, the limit is %d a side; use a "
                     "smaller --scale or --size",
                     width, height, MOST_PIXELS);
}

/* False and ERROR_USAGE if one view is asked for and no trace has it. */
static bool check_area(const FrameSpec *spec, Error *error)
{
    bool some = spec->kind == FRAME_SPEC_FRAME;

    if (spec->kind == FRAME_SPEC_CROP && spec->area == AREA_TIME)
        return error_set(
            error, ERROR_USAGE,
            "--crop time: the frame has no view of time; use --view time");

    for (int t = 0; t < spec->count; ++t)
        some = some || view_has(spec->analysed_traces[t], spec->area);
    return some ||
           error_set(error, ERROR_USAGE,
                     spec->area == AREA_TREE
                         ? "%s: computes no sums, so this view is empty; "
                           "choose another --view or --crop"
                     : spec->area == AREA_BLOCKS
                         ? "%s: one block without global memory, so this view "
                           "is empty; choose another --view or --crop"
                         : "%s: uses no shared memory, so this view is empty; "
                           "choose another --view or --crop",
                     spec->analysed_traces[0]->trace->run.algorithm);
}

/* True if all frames together have too many shapes: COUNT times as many as the
 * fullest of three. */
static bool check_shapes(const FrameSequence *frames, double most, Error *error)
{
    const Selection *list = &frames->moments;
    size_t fullest = 0, count = list->moments_count;
    DisplayList one = {0};

    for (size_t i = 0; i < 3 && count > 1; ++i) {
        frame_spec_draw(&frames->spec, list->moments + (count - 1) * i / 2,
                        &one);
        fullest = one.shapes_count > fullest ? one.shapes_count : fullest;
    }
    display_list_free(&one);
    double shapes = (double)fullest * (double)count;
    return shapes <= most ||
           error_set(error, ERROR_USAGE,
                     "%zu frames of %zu shapes: %.0f million shapes, and the "
                     "limit is %.0f million; choose fewer frames with --steps",
                     count, fullest, shapes / 1e6, most / 1e6);
}

/* Is a frame for a step as a whole, and not for its last instruction? */
static bool shows_steps(const ExportOptions *options)
{
    const SelectionOptions *moments = &options->moments;

    if (options->clock != CLOCK_STEPS)
        return false;
    if (moments->all)
        return moments->by == BY_STEP || moments->by == BY_PHASE;
    return moments->at == AT_STEP && moments->within <= 0;
}

static bool choose_frames(Exporter *exporter, Error *error)
{
    const ExportOptions *options = exporter->options;
    FrameSequence *frames = &exporter->frames;
    SelectionOptions moments = options->moments;
    bool moves = export_formats[options->format].moves;

    player_set_clock(&exporter->player, options->clock);
    moments.most = moves ? EXPORT_FRAMES : EXPORT_PICTURES;
    return selection_choose(&exporter->player, &moments, &frames->moments,
                            error) &&
           check_shapes(frames,
                        moves ? EXPORT_FRAME_SHAPES : EXPORT_PICTURE_SHAPES,
                        error);
}

/* Points at what the options name. */
static bool point(FrameSpec *spec, const ExportOptions *options, Error *error)
{
    Scene scene = {.count = spec->count};
    Error wrong;

    for (int t = 0; t < spec->count; ++t)
        scene.analysed_traces[t] = spec->analysed_traces[t];
    for (int i = 0; i < options->points_count; ++i)
        if (!scene_point(&scene, options->points[i], &wrong))
            return error_set(error, wrong.kind, "--point %s", wrong.text);
    memcpy(spec->things, scene.things, sizeof spec->things);
    spec->things_count = scene.things_count;
    return true;
}

static bool exporter_open(Exporter *exporter, const Trace *const traces[],
                          int count, const char *out, Error *error)
{
    const ExportOptions *options = exporter->options;
    const FormatInfo *format = export_formats + options->format;
    FrameSequence *frames = &exporter->frames;

    if (!player_init(&exporter->player, traces, count, error))
        return false;
    *frames =
        (FrameSequence){.spec = options->spec,
                        .format = options->format,
                        .numbered = options->moments.all || format->slides,
                        .svg_text = options->svg_text,
                        .system_theme = options->system_theme,
                        .fps = options->fps,
                        .speed =
                            options->speed > 0 ? options->speed : options->fps,
                        .page_bytes = EXPORT_PAGE_BYTES,
                        .cards = EXPORT_CARDS,
                        .workers = options->workers ? options->workers
                                                    : workers_cores(),
                        .progress = options->progress,
                        .user = options->user};
    frames->spec.count = count;
    frames->spec.steps = shows_steps(options);
    for (int t = 0; t < count; ++t)
        frames->spec.analysed_traces[t] = exporter->analysed_traces[t] =
            analysed_new(traces[t]);
    if (!point(&frames->spec, options, error) ||
        !check_area(&frames->spec, error))
        return false;
    Text name = {0};
    add_name(&name, traces, count);
    exporter->stem = export_stem(out, name.text);
    text_free(&name);
    exporter->ending = format->ending;
    if (out && export_format_of(out) == options->format)
        exporter->ending = export_ending(out); /* "PNG" stays so */
    if (!choose_frames(exporter, error))
        return false;
    frame_spec_size(&frames->spec, &frames->width, &frames->height);
    return export_check_size(frames->width, frames->height, error) &&
           base_make_folders(exporter->stem, error);
}

static void exporter_close(Exporter *exporter)
{
    for (int t = 0; t < PLAYER_MAX_TRACES; ++t)
        analysed_free(exporter->analysed_traces[t]);
    player_free(&exporter->player);
    selection_free(&exporter->frames.moments);
    free(exporter->stem);
}

bool export_traces(const Trace *const traces[], int count,
                   const ExportOptions *options, const char *out, Text *told,
                   Error *error)
{
    Exporter exporter = {.options = options};
    bool good = exporter_open(&exporter, traces, count, out, error);

    if (good) {
        interrupt_catch();
        good = write_all(&exporter, told, error);
        interrupt_release();
    }
    exporter_close(&exporter);
    return good;
}
