/* SPDX-License-Identifier: MIT
 *
 * export - drawing, painting and writing frames; see export.h.
 */
#include "export.h"

#include "frame.h"
#include "paint_cairo.h"
#include "png_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static const char ending[] = ".png";
enum { LEAST_DIGITS = 3 };

/* All that one frame after the other is made with. */
typedef struct {
    Player player;
    Exhibit *exhibits[PLAYER_MAX_TRACES];
    const ExportOptions *options;
    Canvas canvas;
    uint32_t *pixels;
} Exporter;

static bool instruction_conflicts(const Player *player, uint32_t beat)
{
    for (int t = 0; t < player->count; ++t) {
        size_t before = player_position_at(player, t, beat - 1);
        size_t after = player_position_at(player, t, beat);
        if (after == before)
            continue;
        const Trace *trace = player->traces[t];
        if (bank_cost(trace, trace->instructions + before, NULL).wavefronts > 1)
            return true;
    }
    return false;
}

uint32_t export_chosen_beat(const Player *player)
{
    for (uint32_t s = 0; s < player->steps; ++s) {
        uint32_t last = 0;
        for (uint32_t beat = player->step_beats[s] + 1;
             beat <= player->step_beats[s + 1]; ++beat)
            if (instruction_conflicts(player, beat))
                last = beat;
        if (last)
            return last;
    }
    return player->beats / 2;
}

/* Goes to the moment of a single frame. */
static bool seek(Exporter *exporter, Error *error)
{
    Player *player = &exporter->player;
    uint32_t moment = exporter->options->moment;
    size_t count = player->traces[0]->instructions_count;

    switch (exporter->options->at) {
    case EXPORT_STEP:
        if (moment < 1 || moment > player->steps)
            return error_set(error, ERROR_USAGE,
                             "there is no step %u: steps go from 1 to %u",
                             moment, player->steps);
        player_seek(player, player->step_beats[moment]);
        return true;
    case EXPORT_INSTRUCTION:
        if (moment > count)
            return error_set(error, ERROR_USAGE,
                             "there is no instruction %u: %s has %zu", moment,
                             player->traces[0]->run.algorithm, count);
        player_seek(player, moment ? player_beat_of(player, 0, moment - 1) : 0);
        return true;
    default:
        player_seek(player, export_chosen_beat(player));
        return true;
    }
}

static bool write_frame(Exporter *exporter, const char *path, Error *error)
{
    const ExportOptions *options = exporter->options;
    Scene scene = {.count = exporter->player.count, .theme = options->theme};
    int stride = options->width * (int)sizeof *exporter->pixels;

    for (int t = 0; t < scene.count; ++t)
        scene.exhibits[t] = exporter->exhibits[t];
    scene_follow(&scene, &exporter->player);
    frame_draw(&exporter->canvas, &scene, options->width, options->height);
    paint_cairo(&exporter->canvas, options->theme, exporter->pixels,
                options->width, options->height, stride);
    return base_may_replace(path, error) &&
           png_write(path, exporter->pixels, options->width, options->height,
                     stride, error);
}

/* Moves on by one unit; false at the end. */
static bool next(Exporter *exporter)
{
    uint32_t before = exporter->player.beat;

    player_move(&exporter->player, exporter->options->by, 1);
    return exporter->player.beat != before;
}

static bool write_sequence(Exporter *exporter, const char *out, size_t *written,
                           Error *error)
{
    int stem = (int)(strlen(out) - strlen(ending));
    size_t frames = 1;
    bool good = true;

    player_seek(&exporter->player, 0);
    while (next(exporter))
        ++frames;
    int digits = snprintf(NULL, 0, "%zu", frames);
    digits = digits < LEAST_DIGITS ? LEAST_DIGITS : digits;
    player_seek(&exporter->player, 0);
    for (size_t i = 1; good && i <= frames; ++i) {
        Text path = {0};
        text_add(&path, "%.*s-%0*zu%s", stem, out, digits, i, out + stem);
        good = write_frame(exporter, path.text, error);
        text_free(&path);
        *written += good;
        next(exporter);
    }
    return good;
}

/* Makes the folders that PATH lies in. */
static bool make_folders(const char *path, Error *error)
{
    char *folder = base_strdup(path);
    bool good = true;

    for (char *at = folder + 1; good && *at && (at = strchr(at, '/')); ++at) {
        *at = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST)
            good = error_set(error, ERROR_FAILED,
                             "cannot make the folder %s for %s: %s", folder,
                             path, strerror(errno));
        *at = '/';
    }
    free(folder);
    return good;
}

static bool check_ending(const char *out, Error *error)
{
    size_t length = strlen(out), least = strlen(ending);

    if (length > least && out[length - least - 1] != '/' &&
        strcasecmp(out + length - least, ending) == 0)
        return true;
    return error_set(error, ERROR_USAGE,
                     "cannot write %s: frames are PNG files; give a name that "
                     "ends in %s",
                     out, ending);
}

static void exporter_close(Exporter *exporter)
{
    for (int t = 0; t < PLAYER_MAX_TRACES; ++t)
        exhibit_free(exporter->exhibits[t]);
    player_free(&exporter->player);
    canvas_free(&exporter->canvas);
    free(exporter->pixels);
}

bool export_png(const Trace *const traces[], int count,
                const ExportOptions *options, const char *out, size_t *written,
                Error *error)
{
    Exporter exporter = {.options = options};
    size_t ignored, *files = written ? written : &ignored;

    *files = 0;
    if (!check_ending(out, error) ||
        !player_init(&exporter.player, traces, count, error))
        return false;
    for (int t = 0; t < count; ++t)
        exporter.exhibits[t] = exhibit_new(traces[t]);
    exporter.pixels =
        base_alloc((size_t)options->width * (size_t)options->height,
                   sizeof *exporter.pixels);
    player_set_clock(&exporter.player, options->clock);
    bool good =
        (options->all || seek(&exporter, error)) && make_folders(out, error);
    if (good && !options->all && options->within > 0)
        player_halt(&exporter.player, options->within);
    if (good && options->all) {
        good = write_sequence(&exporter, out, files, error);
    } else if (good) {
        good = write_frame(&exporter, out, error);
        *files = good;
    }
    exporter_close(&exporter);
    return good;
}
