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
 */
#ifndef UPSWEEP_PLAYER_H
#define UPSWEEP_PLAYER_H

#include "tour.h"

#define PLAYER_MAX_TRACES 4

typedef enum { UNIT_INSTRUCTION, UNIT_STEP, UNIT_PHASE } PlayerUnit;

typedef struct {
    const Trace *traces[PLAYER_MAX_TRACES];
    int count;
    uint32_t beats; /* the last beat; there are beats + 1 of them */
    uint32_t beat;
    uint32_t *step_beats; /* beat at which each step starts; [steps] = beats */
    uint32_t steps;
    uint32_t *positions[PLAYER_MAX_TRACES]; /* instructions executed, by beat */
    uint32_t *orders[PLAYER_MAX_TRACES];    /* of playing; NULL: as they lie */
    bool playing;
    double speed;   /* beats a second */
    double pending; /* part of a beat already played */
} Player;

/* False and ERROR_USAGE if they cannot be compared: all must agree in n, k,
 * operator, kind and input. */
bool player_init(Player *player, const Trace *const traces[], int count,
                 Error *error);
void player_free(Player *player);

/* Instructions that trace T has executed at the current beat. */
size_t player_position(const Player *player, int t);
/* The same at any beat. */
size_t player_position_at(const Player *player, int t, uint32_t beat);
/* The step that the current beat is in. */
uint32_t player_step(const Player *player);

void player_seek(Player *player, uint32_t beat);
/* Forward (+1) or back (-1) by one unit; stops at the ends.  Stepping by step
 * or phase lands on the end of the next one, or of the one before. */
void player_move(Player *player, PlayerUnit unit, int direction);
/* The first beat at which trace T has executed instruction I. */
uint32_t player_beat_of(const Player *player, int t, size_t instruction);

void player_toggle(Player *player);
void player_faster(Player *player, int direction);
/* Lets SECONDS pass; true if the beat changed.  Stops at the end. */
bool player_advance(Player *player, double seconds);

#endif
