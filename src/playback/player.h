/* SPDX-License-Identifier: MIT
 *
 * player - the current position in one to four traces, and the playing speed.
 * Called by the window and by exports; time passes only in player_advance.
 *
 * A tick is one position on the timeline (timeline.h).  By the clock of steps,
 * traces advance together, step by step and within a step turn by turn: a turn
 * is what a warp does in one round of a loop (the same warp, the same
 * occurrence).  At each tick every trace executes one instruction of its turn;
 * a trace with fewer instructions waits for the others:
 *
 *     tick          0   1   2   3   4 | 5   6   7   8 | ...
 *     leftright     .   ld  ld  st  st| ld  ld  st  st|
 *     padding       .   ld  ld  st  --| ld  ld  st  --|
 *                       warp 0          warp 1
 *
 * Tick 0 is before the first instruction; the last tick is after the last.
 *
 * Where blocks wait for each other, a tick is one instruction in the order of
 * issue; a step ends where a block reaches a barrier, and a phase where a block
 * ends.  See issue_order.h.  Other traces then advance instruction by
 * instruction.
 *
 * By the clock of cycles each trace advances at its own speed, see timeline.h.
 *
 * An animated player also shows moments between ticks.  After a move the
 * current tick changes at once; the moment shown follows, more slowly for
 * longer queues:
 *
 *     Right pressed      tick 4 ──► 5
 *     shown              4 ... 4.2 ... 4.7 ... 5      player_shown
 */
#ifndef UPSWEEP_PLAYER_H
#define UPSWEEP_PLAYER_H

#include "playback/timeline.h"

#define PLAYER_MAX_TRACES TIMELINE_MAX_TRACES

typedef enum { UNIT_INSTRUCTION, UNIT_STEP, UNIT_PHASE } PlayerUnit;

/* Bits that mark an instruction, to jump to: lanes wait there, threads race, a
 * wrong word arises, or it is the last before a program ended early. MARK_FAULT
 * is any of the last three. */
typedef enum {
    MARK_CONFLICT = 1,
    MARK_RACE = 2,
    MARK_WRONG = 4,
    MARK_ENDED = 8,
    MARK_FAULT = MARK_RACE | MARK_WRONG | MARK_ENDED
} PlayerMark;

typedef struct {
    const Trace *traces[PLAYER_MAX_TRACES];
    /* PlayerMarks of each instruction, in the order of playing; owned by the
     * caller.  NULL: none. */
    const uint8_t *marks[PLAYER_MAX_TRACES];
    int count;
    Clock clock;
    Timeline timelines[CLOCK_COUNT]; /* by cycles: made when first used */
    uint32_t ticks;             /* the last tick; there are ticks + 1 of them */
    uint32_t tick;              /* the current one */
    const uint32_t *step_ticks; /* at which each step starts; [steps] = ticks */
    uint32_t steps;
    bool playing, animated;
    double speed;   /* ticks a second; cycles a second if animated or by the
                       clock of cycles */
    double pending; /* part of the next tick already played, in the unit of
                       speed; below 0: cycles of the last move that are still
                       to be shown */
    double rush;    /* cycles a second at which a move is shown */
} Player;

/* Starts PLAYER at tick 0 of COUNT traces, or of none, which the caller owns and
 * keeps until player_free.  False and ERROR_USAGE if the traces cannot be compared:
 * all must agree in n, k, operator, kind and input. */
bool player_init(Player *player, const Trace *const traces[], int count,
                 Error *error);

/* Frees what PLAYER has allocated. */
void player_free(Player *player);

/* The number of instructions that trace T has executed at the current tick. */
size_t player_position(const Player *player, int t);

/* The same at tick TICK. */
size_t player_position_at(const Player *player, int t, uint32_t tick);

/* The index in trace T of the instruction at PLACE in the order of playing. */
size_t player_instruction(const Player *player, int t, size_t place);

/* The step that the current tick is in. */
uint32_t player_step(const Player *player);

/* Moves to TICK, or to the last tick if TICK is beyond it. */
void player_seek(Player *player, uint32_t tick);

/* Moves forward (+1) or back (-1) by one unit, not beyond the ends.  A move by
 * step or phase goes to the end of the next one, or of the one before. */
void player_move(Player *player, PlayerUnit unit, int direction);

/* The first tick at which trace T has executed INSTRUCTION, an index. */
uint32_t player_tick_of(const Player *player, int t, size_t instruction);

/* Moves to TICK, which an animated player then shows from its beginning. */
void player_play_to(Player *player, uint32_t tick);
/* The nearest later (+1) or earlier (-1) tick at which any trace has just
 * executed an instruction with MARK; the current tick if there is none. */
uint32_t player_find(const Player *player, PlayerMark mark, int direction);

/* Changes the clock; the first trace keeps its position. */
void player_set_clock(Player *player, Clock clock);

/* Switches the animation between ticks on or off. */
void player_animate(Player *player, bool animated);

/* Ends the animation of a move: shows the current tick at once. */
void player_rest(Player *player);

/* Shows the moment when SHARE (0 to 1) of the tick that led to the current one
 * has passed. */
void player_halt(Player *player, double share);
/* The same of the way from tick FROM, which is not later, to the current one.
 */
void player_halt_from(Player *player, uint32_t from, double share);
/* Seconds that a move by hand from tick FROM to TO is shown. */
double player_move_seconds(const Player *player, uint32_t from, uint32_t to);

/* Starts or stops playing. */
void player_toggle(Player *player);

/* The speeds, in the unit of Player.speed: the slowest and fastest, and the one
 * that a player starts with. */
#define PLAYER_SLOWEST 0.25
#define PLAYER_USUAL   2.0
#define PLAYER_FASTEST 64.0

/* Doubles (+1) or halves (-1) the speed, within limits. */
void player_faster(Player *player, int direction);

/* Advances by SECONDS; true if the moment shown has changed.  Playing stops at
 * the end. */
bool player_advance(Player *player, double seconds);

/* Seconds until player_advance next returns true; negative: never. */
double player_due(const Player *player);

/* The tick that is shown: the running instruction's. */
uint32_t player_shown_tick(const Player *player);
/* The step that it is in. */
uint32_t player_shown_step(const Player *player);
/* The number of instructions that trace T has executed at the moment shown,
 * including the running one; *REMAINS is the part of the running one that is
 * not yet done, 0 <= *remains < 1. */
size_t player_shown(const Player *player, int t, double *remains);

/* The cycle at the moment shown; 0 by the clock of steps. */
double player_cycle(const Player *player);

#endif
