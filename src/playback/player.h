/* SPDX-License-Identifier: MIT
 *
 * player - a cursor over one to four traces; speed; no clock of its own.
 *
 * Traces walk together, step by step and in a step turn by turn: a turn is
 * what a warp does in one round of a loop (the same warp, the same occurrence).
 * At each beat all execute one instruction of their turn, and those that have
 * fewer wait for the others:
 *
 *     beat          0   1   2   3   4 | 5   6   7   8 | ...
 *     leftright     .   ld  ld  st  st| ld  ld  st  st|
 *     padding       .   ld  ld  st  --| ld  ld  st  --|
 *                       warp 0          warp 1
 *
 * Beat 0 is before the first instruction; the last beat is after the last.
 *
 * Where blocks wait for each other, a beat is an instruction in the order in
 * which they were issued, and a step ends where a block comes to a barrier; a
 * phase, where a block ends.  See tour.h.  Beside such a trace another walks
 * instruction by instruction.
 *
 * That is one of two clocks; by the other the traces race, see course.h.
 *
 * An animated player also knows moments between beats.  The cursor is at a beat
 * at once; what is shown follows, the slower the longer queues are:
 *
 *     Right pressed      beat 4 ──► 5
 *     shown              4 ... 4.2 ... 4.7 ... 5      player_shown
 */
#ifndef UPSWEEP_PLAYER_H
#define UPSWEEP_PLAYER_H

#include "playback/timeline.h"

#define PLAYER_MAX_TRACES 4

typedef enum { UNIT_INSTRUCTION, UNIT_STEP, UNIT_PHASE } PlayerUnit;

/* What may be worth a look at an instruction; bits. */
typedef enum { MARK_CONFLICT = 1, MARK_RACE = 2 } PlayerMark;

typedef struct {
    const Trace *traces[PLAYER_MAX_TRACES];
    /* PlayerMarks of each instruction, in the order of playing, to jump
     * between; NULL: none. */
    const uint8_t *marks[PLAYER_MAX_TRACES];
    int count;
    CourseKind clock;
    Timeline
        courses[TIMELINE_KINDS]; /* the race is laid out when it is asked for */
    uint32_t ticks; /* the last beat; there are beats + 1 of them */
    uint32_t tick;
    const uint32_t *step_beats; /* beat at which each step starts; [steps] =
                                   beats */
    uint32_t steps;
    bool playing, animated;
    double speed;   /* beats a second; cycles, when animated or in a race */
    double pending; /* part of the next beat already played; below 0: what is
                       still to be shown of what was moved over */
    double rush;    /* cycles a second at which that is shown */
} Player;

/* False and ERROR_USAGE if they cannot be compared: all must agree in n, k,
 * operator, kind and input. */
bool player_init(Player *player, const Trace *const traces[], int count,
                 Error *error);
void player_free(Player *player);

/* Instructions that trace T has executed at the current beat. */
size_t player_position(const Player *player, int t);
/* The same at any beat. */
size_t player_position_at(const Player *player, int t, uint32_t tick);
/* The index of the instruction that trace T executes at a place in its order of
 * playing. */
size_t player_instruction(const Player *player, int t, size_t place);
/* The step that the current beat is in. */
uint32_t player_step(const Player *player);

void player_seek(Player *player, uint32_t tick);
/* Forward (+1) or back (-1) by one unit; stops at the ends.  Stepping by step
 * or phase lands on the end of the next one, or of the one before. */
void player_move(Player *player, PlayerUnit unit, int direction);
/* The first beat at which trace T has executed instruction I. */
uint32_t player_tick_of(const Player *player, int t, size_t instruction);

/* The next beat (+1), or the one before (-1), at which any trace has executed
 * an instruction with MARK; the current one if there is none. */
uint32_t player_find(const Player *player, PlayerMark mark, int direction);

/* The other clock; the first trace stays where it is. */
void player_set_clock(Player *player, CourseKind kind);
void player_animate(Player *player, bool animated);
/* Shows at once where the cursor is; or the moment when SHARE of the beat that
 * led there had passed, 0 to 1. */
void player_rest(Player *player);
void player_halt(Player *player, double share);

void player_toggle(Player *player);
void player_faster(Player *player, int direction);
/* Lets SECONDS pass; true if there is something new to see.  Stops at the end.
 */
bool player_advance(Player *player, double seconds);
/* Seconds after which player_advance has something new; negative: never. */
double player_due(const Player *player);

/* The instructions that trace T has executed at the moment shown, the running
 * one among them, and what of it *REMAINS to happen, 0 <= *remains < 1. */
size_t player_shown(const Player *player, int t, double *remains);
/* What the clock of a race shows; 0 by step. */
double player_cycle(const Player *player);

#endif
