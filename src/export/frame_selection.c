/* SPDX-License-Identifier: MIT */
#include "export/frame_selection.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void selection_free(Selection *list)
{
    free(list->moments);
    *list = (Selection){0};
}

/* ---- One ---------------------------------------------------------------- */

static bool instruction_conflicts(const Player *player, uint32_t tick)
{
    for (int t = 0; t < player->count; ++t) {
        size_t before = player_position_at(player, t, tick - 1);
        size_t after = player_position_at(player, t, tick);
        if (after == before)
            continue;
        const Trace *trace = player->traces[t];
        size_t index = player_instruction(player, t, before);
        if (bank_cost(trace, trace->instructions + index, NULL).wavefronts > 1)
            return true;
    }
    return false;
}

uint32_t selection_tick(const Player *player)
{
    for (uint32_t s = 0; s < player->steps; ++s) {
        uint32_t last = 0;
        for (uint32_t tick = player->step_ticks[s] + 1;
             tick <= player->step_ticks[s + 1]; ++tick)
            if (instruction_conflicts(player, tick))
                last = tick;
        if (last)
            return last;
    }
    return player->ticks / 2;
}

/* Goes to the moment of a single picture. */
static bool seek(Player *player, const SelectionOptions *options, Error *error)
{
    uint32_t moment = options->moment;
    size_t count = player->traces[0]->instructions_count;

    switch (options->at) {
    case AT_STEP:
        if (moment < 1 || moment > player->steps)
            return error_set(
                error, ERROR_USAGE,
                "--step %u: the run has steps 1 to %u; write a smaller number",
                moment, player->steps);
        player_seek(player, player->step_ticks[moment]);
        return true;
    case AT_INSTRUCTION:
        if (moment > count)
            return error_set(error, ERROR_USAGE,
                             "--instruction %u: %s has %zu instructions; write "
                             "a smaller number",
                             moment, player->traces[0]->run.algorithm, count);
        player_seek(player, moment ? player_tick_of(player, 0, moment - 1) : 0);
        return true;
    default:
        player_seek(player, selection_tick(player));
        return true;
    }
}

/* ---- Steps -------------------------------------------------------------- */

/* A number from 1 to MOST at *TEXT, which moves on. */
static bool read_step(const char **text, uint32_t most, uint32_t *step)
{
    char *end;

    errno = 0;
    unsigned long value = strtoul(*text, &end, 10);
    if (!isdigit((unsigned char)**text) || errno || value < 1 || value > most)
        return false;
    *text = end;
    *step = (uint32_t)value;
    return true;
}

/* WANTED[s] for each step s that TEXT names. */
static bool read_steps(const char *text, uint32_t most, bool *wanted,
                       Error *error)
{
    for (const char *at = text;; ++at) {
        uint32_t first = 0, last = 0;
        bool good = read_step(&at, most, &first);
        last = first;
        if (good && *at == '-') {
            ++at;
            good = read_step(&at, most, &last);
        }
        if (!good || last < first || (*at && *at != ','))
            return error_set(error, ERROR_USAGE,
                             "--steps %.60s: invalid list; write steps from 1 "
                             "to %u, such as 1-%u or 1,%u",
                             text, most, most, most);
        for (uint32_t s = first; s <= last; ++s)
            wanted[s - 1] = true;
        if (!*at)
            return true;
    }
}

/* ---- Many --------------------------------------------------------------- */

/* A list in the making. */
typedef struct {
    Selection *list;
    Player *player;
    const bool *wanted; /* of each step; NULL: all */
    size_t most;        /* moments; 0: no bound */
    size_t count;       /* of all that are chosen, also beyond MOST */
} Making;

static void add_moment(Making *making, const FrameMoment *moment)
{
    Selection *list = making->list;

    if (!making->most || making->count < making->most)
        base_push(list, moments, *moment);
    ++making->count;
}

/* Model cycles that the tick which led to the current one takes. */
static double tick_length(const Player *player)
{
    const double *times = player->timelines[player->clock].times;

    return player->tick ? times[player->tick] - times[player->tick - 1] : 0;
}

static void add_shown(Making *making)
{
    const Player *player = making->player;
    FrameMoment moment = {.step = player_shown_step(player),
                          .started = player_shown_tick(player) > 0,
                          .cycles = tick_length(player)};
    Scene scene = {.count = player->count};

    scene_follow(&scene, player);
    memcpy(moment.positions, scene.positions, sizeof moment.positions);
    memcpy(moment.remains, scene.remains, sizeof moment.remains);
    moment.standings = scene.standings;
    add_moment(making, &moment);
}

static void add_tick(Making *making)
{
    const Player *player = making->player;

    if (!making->wanted ||
        (player->tick > 0 && making->wanted[player_step(player)])) {
        add_shown(making);
    }
}

static void add_ticks(Making *making, PlayerUnit unit)
{
    Player *player = making->player;
    uint32_t before;

    player_seek(player, 0);
    do {
        add_tick(making);
        before = player->tick;
        player_move(player, unit, 1);
    } while (player->tick != before);
}

/* The frames of steps FIRST to LAST before their end, at which they rest. */
static double moving_frames(const Player *player, uint32_t first, uint32_t last,
                            const SelectionOptions *options)
{
    const double *times = player->timelines[player->clock].times;
    double cycles =
        times[player->step_ticks[last + 1]] - times[player->step_ticks[first]];

    return ceil(cycles / options->speed * options->fps - 1e-6);
}

/* Plays steps FIRST to LAST. */
static void play_steps(Making *making, uint32_t first, uint32_t last,
                       const SelectionOptions *options)
{
    Player *player = making->player;
    double frames = moving_frames(player, first, last, options);

    player_animate(player, true);
    player_seek(player, player->step_ticks[first]);
    player->speed = options->speed;
    player->playing = true;
    for (double i = 0; i < frames; ++i) {
        add_shown(making);
        player_advance(player, 1.0 / options->fps);
    }
    player->playing = false;
    player_seek(player, player->step_ticks[last + 1]);
    for (int i = 0; i <= options->stand * options->fps; ++i)
        add_shown(making);
}

/* Sets *FIRST and *LAST to the next run of steps that are wanted, from *FIRST
 * on; false if there is none. */
static bool next_run(const Making *making, uint32_t *first, uint32_t *last)
{
    const bool *wanted = making->wanted;
    uint32_t steps = making->player->steps;

    while (*first < steps && wanted && !wanted[*first])
        ++*first;
    *last = *first;
    while (*last + 1 < steps && (!wanted || wanted[*last + 1]))
        ++*last;
    return *first < steps;
}

/* They may be too many to be counted by playing. */
static double film_frames(const Making *making, const SelectionOptions *options)
{
    uint32_t first = 0, last;
    double frames = 0;

    for (; next_run(making, &first, &last); first = last + 1)
        frames += moving_frames(making->player, first, last, options) +
                  floor(options->stand * options->fps) + 1;
    return frames;
}

static bool add_film(Making *making, const SelectionOptions *options,
                     Error *error)
{
    double frames = film_frames(making, options);
    uint32_t first = 0, last;

    if (making->most && frames > (double)making->most)
        return error_set(
            error, ERROR_USAGE,
            "%s: %.0f frames, and the limit is %zu; choose fewer with "
            "--steps 1-10",
            options->by == BY_CYCLE ? "a frame for each cycle" : "this film",
            frames, making->most);
    for (; next_run(making, &first, &last); first = last + 1)
        play_steps(making, first, last, options);
    return true;
}

/* A frame for each cycle is a film of one frame a second. */
static bool add_cycles(Making *making, const SelectionOptions *options,
                       Error *error)
{
    SelectionOptions film = *options;

    player_set_clock(making->player, CLOCK_CYCLES);
    film.fps = 1;
    film.speed = 1;
    film.stand = 0;
    return add_film(making, &film, error);
}

static bool add_all(Making *making, const SelectionOptions *options,
                    Error *error)
{
    static const struct {
        PlayerUnit unit;
        const char *name, *instead;
    } units[] = {[BY_INSTRUCTION] = {UNIT_INSTRUCTION, "instruction",
                                     " or --by step"},
                 [BY_STEP] = {UNIT_STEP, "step", " or --by phase"},
                 [BY_PHASE] = {UNIT_PHASE, "phase", ""}};

    if (options->fps)
        return add_film(making, options, error);
    if (options->by == BY_CYCLE)
        return add_cycles(making, options, error);
    add_ticks(making, units[options->by].unit);
    return !making->most || making->count <= making->most ||
           error_set(error, ERROR_USAGE,
                     "a frame for each %s: %zu frames, and the limit is %zu; "
                     "choose fewer with --steps 1-10%s",
                     units[options->by].name, making->count, making->most,
                     units[options->by].instead);
}

static bool add_list(Player *player, const SelectionOptions *options,
                     Selection *list, Error *error)
{
    bool *wanted = NULL, good = true;

    if (options->steps) {
        wanted = base_alloc(player->steps, sizeof *wanted);
        good = read_steps(options->steps, player->steps, wanted, error);
    }
    Making making = {.list = list,
                     .player = player,
                     .wanted = wanted,
                     .most = options->most};
    good = good && add_all(&making, options, error);
    free(wanted);
    if (good && list->moments_count == 0)
        good = error_set(error, ERROR_USAGE,
                         "--steps %.60s: no phase ends there; remove --by",
                         options->steps);
    return good;
}

bool selection_choose(Player *player, const SelectionOptions *options,
                      Selection *list, Error *error)
{
    *list = (Selection){0};
    if (options->all)
        return add_list(player, options, list, error);
    if (!seek(player, options, error))
        return false;
    if (options->within > 0)
        player_halt(player, options->within);
    Making one = {.list = list, .player = player};
    add_tick(&one);
    return true;
}
