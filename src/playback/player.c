/* SPDX-License-Identifier: MIT
 *
 * player - moving the position; see player.h.
 *
 * The end of step s and the start of step s + 1 are the same tick,
 * step_ticks[s + 1]; instructions executed up to there belong to step s.
 *
 * The moment shown is times[tick] + pending of the timeline.  During playing,
 * `pending` rises from 0 to the length of the next tick, which then becomes the
 * current one.  After a move by the user the current tick changes at once, and
 * `pending` rises from below 0 to 0.
 */
#include "playback/player.h"

#include "trace/value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A move by hand is shown at this many cycles a second, or so much faster that
 * it takes at most so many seconds. */
static const double user_speed = 1.6;
static const double longest[] = {
    [UNIT_INSTRUCTION] = 3, [UNIT_STEP] = 3, [UNIT_PHASE] = 4};
/* Below 1/60, so that rounding of waits still leaves 60 frames a second. */
static const double frame_time = 1.0 / 75;

/* True if SAME; else false and ERROR_USAGE: WHAT is X in A and Y in B. */
static bool agree(bool same, const Trace *a, const Trace *b, const char *what,
                  const char *x, const char *y, const char *option,
                  Error *error)
{
    return same ||
           error_set(error, ERROR_USAGE,
                     "cannot compare %s with %s: %s is %s in one and %s in the "
                     "other; record both with the same %s",
                     a->run.algorithm, b->run.algorithm, what, x, y, option);
}

static bool comparable_input(const Trace *a, const Trace *b, Error *error)
{
    char what[32], x[VALUE_TEXT], y[VALUE_TEXT];

    for (uint32_t i = 0; i < a->run.n; ++i) {
        snprintf(what, sizeof what, "input %u", i);
        if (a->input[i] != b->input[i])
            return agree(false, a, b, what,
                         value_format(a->run.op, a->input[i], x),
                         value_format(b->run.op, b->input[i], y), "--input",
                         error);
    }
    return true;
}

static bool comparable(const Trace *a, const Trace *b, Error *error)
{
    static const char *const kinds[] = {"exclusive", "inclusive"};
    const Run *x = &a->run, *y = &b->run;
    char numbers[4][16];

    snprintf(numbers[0], sizeof *numbers, "%u", x->n);
    snprintf(numbers[1], sizeof *numbers, "%u", y->n);
    snprintf(numbers[2], sizeof *numbers, "%u", x->k);
    snprintf(numbers[3], sizeof *numbers, "%u", y->k);
    return agree(x->n == y->n, a, b, "n", numbers[0], numbers[1],
                 "size of input", error) &&
           agree(x->k == y->k, a, b, "k", numbers[2], numbers[3], "-k",
                 error) &&
           agree(x->op == y->op, a, b, "the operator", op_name(x->op),
                 op_name(y->op), "--op", error) &&
           agree(x->inclusive == y->inclusive, a, b, "the scan",
                 kinds[x->inclusive], kinds[y->inclusive],
                 "--inclusive or --exclusive", error) &&
           comparable_input(a, b, error);
}

static void use_clock(Player *player, Clock clock)
{
    const Timeline *timeline = player->timelines + clock;

    player->clock = clock;
    player->ticks = timeline->ticks;
    player->steps = timeline->steps;
    player->step_ticks = timeline->step_ticks;
}

bool player_init(Player *player, const Trace *const traces[], int count,
                 Error *error)
{
    BASE_CHECK(count >= 0 && count <= PLAYER_MAX_TRACES);
    *player = (Player){.count = count, .speed = PLAYER_USUAL};
    for (int t = 0; t < count; ++t)
        player->traces[t] = traces[t];
    for (int t = 1; t < count; ++t)
        if (!comparable(traces[0], traces[t], error))
            return false;
    player->timelines[CLOCK_STEPS] = timeline_by_step(traces, count);
    use_clock(player, CLOCK_STEPS);
    return true;
}

void player_free(Player *player)
{
    for (int clock = 0; clock < CLOCK_COUNT; ++clock)
        timeline_free(player->timelines + clock);
    *player = (Player){0};
}

/* The last step that starts at or before TICK. */
static uint32_t step_started(const Player *player, uint32_t tick)
{
    uint32_t low = 0, high = player->steps + 1;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (player->step_ticks[middle] <= tick)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

size_t player_position_at(const Player *player, int t, uint32_t tick)
{
    const Timeline *timeline = player->timelines + player->clock;

    return timeline->positions[t][tick < player->ticks ? tick : player->ticks];
}

size_t player_position(const Player *player, int t)
{
    return player_position_at(player, t, player->tick);
}

size_t player_instruction(const Player *player, int t, size_t place)
{
    return issue_order_at(player->timelines[player->clock].orders[t], place);
}

uint32_t player_step(const Player *player)
{
    return player->tick ? step_started(player, player->tick - 1) : 0;
}

uint32_t player_shown_step(const Player *player)
{
    uint32_t tick = player_shown_tick(player);

    return tick ? step_started(player, tick - 1) : 0;
}

void player_seek(Player *player, uint32_t tick)
{
    player->tick = tick < player->ticks ? tick : player->ticks;
    player->pending = 0;
}

/* True if step S has another phase than the step before. */
static bool phase_starts(const Player *player, uint32_t s)
{
    const Trace *trace = player->traces[0];
    const uint32_t *order = player->timelines[player->clock].orders[0];

    if (s == 0 || s == player->steps)
        return true;
    if (order)
        return issue_order_ends_phase(
            trace, order, player_position_at(player, 0, player->step_ticks[s]));
    return s < trace->steps_count &&
           trace->steps[s].phase != trace->steps[s - 1].phase;
}

/* The speed, in cycles a second, at which CYCLES take at most SECONDS. */
static double rush_for(double cycles, double seconds)
{
    return cycles / seconds > user_speed ? cycles / seconds : user_speed;
}

/* The tick to which a move leads. */
static uint32_t destination(const Player *player, PlayerUnit unit,
                            int direction)
{
    uint32_t tick = player->tick;

    if (unit == UNIT_INSTRUCTION)
        return direction > 0 ? tick + (tick < player->ticks)
                             : tick - (tick > 0);
    if (direction > 0) {
        for (uint32_t s = step_started(player, tick) + 1; s <= player->steps;
             ++s)
            if (unit == UNIT_STEP || phase_starts(player, s))
                return player->step_ticks[s];
        return player->ticks;
    }
    for (uint32_t s = tick ? step_started(player, tick - 1) + 1 : 0; s-- > 0;)
        if (unit == UNIT_STEP || phase_starts(player, s))
            return player->step_ticks[s];
    return 0;
}

void player_move(Player *player, PlayerUnit unit, int direction)
{
    const double *times = player->timelines[player->clock].times;
    double from = times[player->tick];

    if (player->pending > 0)
        from += player->pending;
    player_seek(player, destination(player, unit, direction));
    if (!player->animated || from >= times[player->tick])
        return;
    player->pending = from - times[player->tick];
    player->rush = rush_for(-player->pending, longest[unit]);
}

uint32_t player_tick_of(const Player *player, int t, size_t instruction)
{
    uint32_t low = 0, high = player->ticks;

    BASE_CHECK(instruction < player->traces[t]->instructions_count);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (player_position_at(player, t, middle) > instruction)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

void player_play_to(Player *player, uint32_t tick)
{
    const double *times = player->timelines[player->clock].times;

    player_seek(player, tick);
    if (!player->animated || player->tick == 0)
        return;
    player->pending = times[player->tick - 1] - times[player->tick];
    player->rush = rush_for(-player->pending, longest[UNIT_INSTRUCTION]);
}

/* True if an instruction with MARK is executed between TICK - 1 and TICK. */
static bool is_marked(const Player *player, uint32_t tick, PlayerMark mark)
{
    for (int t = 0; t < player->count; ++t)
        for (size_t i = player_position_at(player, t, tick - 1);
             player->marks[t] && i < player_position_at(player, t, tick); ++i)
            if (player->marks[t][i] & mark)
                return true;
    return false;
}

uint32_t player_find(const Player *player, PlayerMark mark, int direction)
{
    uint32_t tick = player->tick;

    if (direction > 0) {
        while (tick < player->ticks)
            if (is_marked(player, ++tick, mark))
                return tick;
    } else {
        while (tick > 1)
            if (is_marked(player, --tick, mark))
                return tick;
    }
    return player->tick;
}

void player_set_clock(Player *player, Clock clock)
{
    if (player->count == 0)
        return;
    size_t position = player_position(player, 0);

    if (clock == CLOCK_CYCLES && !player->timelines[CLOCK_CYCLES].times)
        player->timelines[CLOCK_CYCLES] =
            timeline_by_cycles(player->traces, player->count);
    bool end = player->tick == player->ticks;
    use_clock(player, clock);
    player_seek(player, end        ? player->ticks
                        : position ? player_tick_of(player, 0, position - 1)
                                   : 0);
}

/* The length of the tick after the current one. */
static double next_length(const Player *player)
{
    const double *times = player->timelines[player->clock].times;

    if (player->clock == CLOCK_STEPS && !player->animated)
        return 1;
    return player->tick < player->ticks
               ? times[player->tick + 1] - times[player->tick]
               : 1;
}

void player_rest(Player *player)
{
    if (player->pending < 0)
        player->pending = 0;
}

void player_halt_from(Player *player, uint32_t from, double share)
{
    const double *times = player->timelines[player->clock].times;

    player->animated = true;
    player->pending = (times[from] - times[player->tick]) * (1 - share);
}

void player_halt(Player *player, double share)
{
    player_halt_from(player, player->tick - (player->tick > 0), share);
}

double player_move_seconds(const Player *player, uint32_t from, uint32_t to)
{
    const double *times = player->timelines[player->clock].times;
    double cycles = times[to] - times[from];

    return cycles > 0 ? cycles / rush_for(cycles, longest[UNIT_PHASE]) : 0;
}

void player_animate(Player *player, bool animated)
{
    player->animated = animated;
    player->pending = 0;
}

void player_toggle(Player *player)
{
    if (!player->playing && player->tick == player->ticks)
        player_seek(player, 0);
    player->playing = !player->playing;
    if (player->playing)
        return;
    /* The animation of the running instruction continues to its end. */
    double passed = player->pending, length = next_length(player);
    if (!player->animated || passed <= 0 || player->tick == player->ticks) {
        player->pending = passed < 0 ? passed : 0;
        return;
    }
    player_seek(player, player->tick + 1);
    player->pending = passed - length;
    player->rush = player->speed > user_speed ? player->speed : user_speed;
}

void player_faster(Player *player, int direction)
{
    double speed = direction > 0 ? player->speed * 2 : player->speed / 2;

    player->speed = speed < PLAYER_SLOWEST   ? PLAYER_SLOWEST
                    : speed > PLAYER_FASTEST ? PLAYER_FASTEST
                                             : speed;
}

bool player_advance(Player *player, double seconds)
{
    uint32_t before = player->tick;

    if (player->pending < 0) {
        player->pending += seconds * player->rush;
        if (player->pending > 0)
            player->pending = 0;
        return true;
    }
    if (!player->playing)
        return false;
    player->pending += seconds * player->speed;
    while (player->tick < player->ticks &&
           player->pending >= next_length(player)) {
        player->pending -= next_length(player);
        ++player->tick;
    }
    if (player->tick == player->ticks) {
        player->playing = false;
        player->pending = 0;
    }
    return player->animated || player->tick != before;
}

double player_due(const Player *player)
{
    if (player->pending < 0 || (player->playing && player->animated))
        return frame_time;
    return player->playing
               ? (next_length(player) - player->pending) / player->speed
               : -1;
}

/* The tick being shown, and the share of it that has passed, 0 < *share <= 1.
 */
static uint32_t tick_shown(const Player *player, double *share)
{
    const double *times = player->timelines[player->clock].times;
    uint32_t low = 0, high = player->ticks;

    *share = 1;
    if (!player->animated || player->pending == 0)
        return player->tick;
    double now = times[player->tick] + player->pending;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (times[middle] >= now)
            high = middle;
        else
            low = middle + 1;
    }
    if (low > 0 && times[low] > now)
        *share = (now - times[low - 1]) / (times[low] - times[low - 1]);
    return low;
}

uint32_t player_shown_tick(const Player *player)
{
    double share;

    return tick_shown(player, &share);
}

size_t player_shown(const Player *player, int t, double *remains)
{
    double share;
    uint32_t tick = tick_shown(player, &share);

    return timeline_place(player->timelines + player->clock, t, tick, share,
                          remains);
}

double player_cycle(const Player *player)
{
    double share;
    uint32_t tick = tick_shown(player, &share);

    return timeline_cycle(player->timelines + player->clock, tick, share);
}
