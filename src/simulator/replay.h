/* SPDX-License-Identifier: MIT
 *
 * replay - when the program has ended, launches that work together (groups.h)
 * run again on random inputs, so that it can be told what they compute.
 *
 *     memory as it was ─► launch 1 ─► ... as they were made, up to the group
 *     before launch 1     ├─ in <- random   launches of the group   what is
 * left ├─ in <- random   launches of the group   what is left └─ the group as
 * it was made ─► the next group
 */
#ifndef UPSWEEP_SIMULATOR_REPLAY_H
#define UPSWEEP_SIMULATOR_REPLAY_H

/* The program, which has ended with the exit status STATUS, replays. */
void replay_all(int status);

/* A thread of a replayed launch does WHAT, which a kernel must not do.  */
void replay_note_fault(const char *what);
/* Nothing more can be replayed: the process ends. */
_Noreturn void replay_abandon(void);

#endif
