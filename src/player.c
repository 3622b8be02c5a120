/* SPDX-License-Identifier: MIT
 *
 * player - moving the cursor; see player.h.
 *
 * Where step s ends and step s + 1 starts is one beat, step_beats[s + 1]; what
 * was executed up to there belongs to step s.
 */
#include "player.h"

#include "value.h"

#include <stdlib.h>
#include <string.h>

static const double slowest = 0.25, usual = 2,
                    fastest = 64; /* beats a second */

/* Instructions from FIRST on that are one turn, before END. */
static uint32_t turn_length(const Trace *trace, uint32_t first, uint32_t end)
{
    const Instruction *all = trace->instructions;
    uint32_t at = first;

    while (at < end && all[at].warp == all[first].warp &&
           all[at].occurrence == all[first].occurrence)
        ++at;
    return at - first;
}

/* Appends the beats of one turn that starts at AT[t] and has LENGTHS[t]. */
static void add_turn(Player *player, const uint32_t at[],
                     const uint32_t lengths[])
{
    uint32_t most = 0;

    for (int t = 0; t < player->count; ++t)
        most = lengths[t] > most ? lengths[t] : most;
    for (uint32_t j = 1; j <= most; ++j)
        for (int t = 0; t < player->count; ++t)
            player->positions[t][player->beats + j] =
                at[t] + (j < lengths[t] ? j : lengths[t]);
    player->beats += most;
}

static void lay_out_step(Player *player, uint32_t s)
{
    uint32_t at[PLAYER_MAX_TRACES], end[PLAYER_MAX_TRACES];
    uint32_t lengths[PLAYER_MAX_TRACES];

    for (int t = 0; t < player->count; ++t) {
        const Trace *trace = player->traces[t];
        at[t] = end[t] = (uint32_t)trace->instructions_count;
        if (s >= trace->steps_count)
            continue;
        at[t] = trace->steps[s].first_instruction;
        end[t] = at[t] + trace->steps[s].instruction_count;
    }
    for (bool more = true; more;) {
        more = false;
        for (int t = 0; t < player->count; ++t) {
            lengths[t] = turn_length(player->traces[t], at[t], end[t]);
            more |= lengths[t] > 0;
        }
        add_turn(player, at, lengths);
        for (int t = 0; t < player->count; ++t)
            at[t] += lengths[t];
    }
}

/* Every trace at its own pace, an instruction a beat; steps are of the first.
 */
static void lay_out_in_order(Player *player)
{
    const Trace *first = player->traces[0];
    uint32_t *stops =
        player->orders[0] ? tour_stops(first, player->orders[0]) : NULL;

    for (int t = 0; t < player->count; ++t) {
        uint32_t own = (uint32_t)player->traces[t]->instructions_count;
        player->beats = own > player->beats ? own : player->beats;
    }
    for (int t = 0; t < player->count; ++t)
        for (uint32_t beat = 0; beat <= player->beats; ++beat) {
            size_t own = player->traces[t]->instructions_count;
            player->positions[t][beat] = beat < own ? beat : (uint32_t)own;
        }
    for (uint32_t s = 0; s < player->steps; ++s)
        player->step_beats[s] = s >= first->steps_count ? player->beats
                                : !stops ? first->steps[s].first_instruction
                                : s      ? stops[s - 1]
                                         : 0;
    player->step_beats[player->steps] = player->beats;
    free(stops);
}

static void lay_out_beats(Player *player)
{
    bool ordered = false;
    size_t most = 1;

    for (int t = 0; t < player->count; ++t) {
        most += player->traces[t]->instructions_count;
        player->orders[t] = tour_of(player->traces[t]);
        ordered |= player->orders[t] != NULL;
        if (player->traces[t]->steps_count > player->steps)
            player->steps = (uint32_t)player->traces[t]->steps_count;
    }
    for (int t = 0; t < player->count; ++t)
        player->positions[t] = base_alloc(most, sizeof(uint32_t));
    player->step_beats =
        base_alloc((size_t)player->steps + 1, sizeof *player->step_beats);
    if (ordered) {
        lay_out_in_order(player);
        return;
    }
    for (uint32_t s = 0; s < player->steps; ++s) {
        player->step_beats[s] = player->beats;
        lay_out_step(player, s);
    }
    player->step_beats[player->steps] = player->beats;
}

static bool comparable_number(const Run *a, const Run *b, const char *what,
                              uint32_t x, uint32_t y, const char *option,
                              Error *error)
{
    return x == y || error_set(error, ERROR_USAGE,
                               "cannot compare %s with %s: %s is %u in one "
                               "and %u in the other; record both with the "
                               "same %s",
                               a->algorithm, b->algorithm, what, x, y, option);
}

static bool comparable_input(const Trace *a, const Trace *b, Error *error)
{
    char x[VALUE_TEXT], y[VALUE_TEXT];
    uint32_t i = 0;

    while (i < a->run.n && a->input[i] == b->input[i])
        ++i;
    if (i == a->run.n)
        return true;
    value_format(a->run.op, a->input[i], x);
    value_format(b->run.op, b->input[i], y);
    return error_set(error, ERROR_USAGE,
                     "cannot compare %s with %s: input %u is %s in one and %s "
                     "in the other; record both with the same --input",
                     a->run.algorithm, b->run.algorithm, i, x, y);
}

static bool comparable(const Trace *a, const Trace *b, Error *error)
{
    static const char *const kinds[] = {"exclusive", "inclusive"};
    const Run *x = &a->run, *y = &b->run;

    if (!comparable_number(x, y, "n", x->n, y->n, "-n", error) ||
        !comparable_number(x, y, "k", x->k, y->k, "-k", error))
        return false;
    if (x->op != y->op)
        return error_set(error, ERROR_USAGE,
                         "cannot compare %s with %s: the operator is %s in "
                         "one and %s in the other; record both with the same "
                         "--op",
                         x->algorithm, y->algorithm, op_name(x->op),
                         op_name(y->op));
    if (x->inclusive != y->inclusive)
        return error_set(error, ERROR_USAGE,
                         "cannot compare %s with %s: one scan is %s and the "
                         "other %s; record both with --inclusive, or both "
                         "with --exclusive",
                         x->algorithm, y->algorithm, kinds[x->inclusive],
                         kinds[y->inclusive]);
    return comparable_input(a, b, error);
}

bool player_init(Player *player, const Trace *const traces[], int count,
                 Error *error)
{
    BASE_CHECK(count >= 1 && count <= PLAYER_MAX_TRACES);
    *player = (Player){.count = count, .speed = usual};
    for (int t = 0; t < count; ++t)
        player->traces[t] = traces[t];
    for (int t = 1; t < count; ++t)
        if (!comparable(traces[0], traces[t], error))
            return false;
    lay_out_beats(player);
    return true;
}

void player_free(Player *player)
{
    free(player->step_beats);
    for (int t = 0; t < player->count; ++t)
        free(player->positions[t]);
    for (int t = 0; t < player->count; ++t)
        free(player->orders[t]);
    *player = (Player){0};
}

/* The last step that starts at or before BEAT. */
static uint32_t step_started(const Player *player, uint32_t beat)
{
    uint32_t low = 0, high = player->steps + 1;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (player->step_beats[middle] <= beat)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

size_t player_position_at(const Player *player, int t, uint32_t beat)
{
    return player->positions[t][beat < player->beats ? beat : player->beats];
}

size_t player_position(const Player *player, int t)
{
    return player_position_at(player, t, player->beat);
}

uint32_t player_step(const Player *player)
{
    return player->beat ? step_started(player, player->beat - 1) : 0;
}

void player_seek(Player *player, uint32_t beat)
{
    player->beat = beat < player->beats ? beat : player->beats;
    player->pending = 0;
}

/* Does step S begin a run of steps with another phase? */
static bool phase_starts(const Player *player, uint32_t s)
{
    const Trace *trace = player->traces[0];

    if (s == 0 || s == player->steps)
        return true;
    if (player->orders[0])
        return tour_ends_phase(trace, player->orders[0],
                                player->step_beats[s]);
    return s < trace->steps_count &&
           trace->steps[s].phase != trace->steps[s - 1].phase;
}

static bool is_stop(const Player *player, PlayerUnit unit, uint32_t step)
{
    return unit == UNIT_STEP || phase_starts(player, step);
}

void player_move(Player *player, PlayerUnit unit, int direction)
{
    uint32_t beat = player->beat, to = direction > 0 ? player->beats : 0;

    if (unit == UNIT_INSTRUCTION) {
        if (direction > 0)
            player_seek(player, beat + (beat < player->beats));
        else
            player_seek(player, beat - (beat > 0));
        return;
    }
    for (uint32_t s = 0; s <= player->steps; ++s) {
        uint32_t stop = player->step_beats[s];
        if (!is_stop(player, unit, s))
            continue;
        if (direction > 0 && stop > beat) {
            to = stop;
            break;
        }
        if (direction < 0 && stop < beat)
            to = stop;
    }
    player_seek(player, to);
}

uint32_t player_beat_of(const Player *player, int t, size_t instruction)
{
    uint32_t low = 0, high = player->beats;

    BASE_CHECK(instruction < player->traces[t]->instructions_count);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (player->positions[t][middle] > instruction)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

void player_toggle(Player *player)
{
    if (!player->playing && player->beat == player->beats)
        player_seek(player, 0);
    player->playing = !player->playing;
    player->pending = 0;
}

void player_faster(Player *player, int direction)
{
    double speed = direction > 0 ? player->speed * 2 : player->speed / 2;

    player->speed = speed < slowest   ? slowest
                    : speed > fastest ? fastest
                                      : speed;
}

bool player_advance(Player *player, double seconds)
{
    uint32_t left = player->beats - player->beat;

    if (!player->playing)
        return false;
    player->pending += seconds * player->speed;
    uint32_t whole =
        player->pending < (double)left ? (uint32_t)player->pending : left;
    player->pending -= (double)whole;
    player->beat += whole;
    if (player->beat == player->beats) {
        player->playing = false;
        player->pending = 0;
    }
    return whole > 0;
}
