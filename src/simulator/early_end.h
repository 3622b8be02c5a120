/* SPDX-License-Identifier: MIT
 *
 * early_end - how a program ends in the midst of a launch: after a fault, or
 * when its time is over.  What the launch that is recorded did so far is
 * logged, and its end, as of one that has ended (ProgramLog.cut).
 *
 * An access is logged when its warp executes it, before its lanes make it:
 *
 *     lanes 0 1 2 3    log s[i]    0 stores, goes on to its next stop
 *                                  1 stores, does wrong: early_end
 *                                  2 stores, goes on, then 3
 *     scheduler        early_end_now
 *
 * So the lanes behind the one that did wrong still go on to where they stop.
 * Where no lane of the launch has made an access so far, those of the warp that
 * stopped at their first one make it.
 */
#ifndef UPSWEEP_SIMULATOR_EARLY_END_H
#define UPSWEEP_SIMULATOR_EARLY_END_H

#include "simulator/machine.h"

/* Notes which launch runs, if one does, in the head of the log. */
void early_end_note_launch(ProgramLog *head);

/* Ends the program: the running code did wrong, which the head of the log
 * tells.  A signal handler may call this. */
_Noreturn void early_end(void);

/* What the handler of the signal does by which the system says that the time is
 * over.  It returns where the running code must first come to its next stop;
 * the signal comes again every second. */
void early_end_late(void);

/* Ends the log, which is full, in the launch that is recorded, whose first
 * accesses stay; for log_is_full. */
void early_end_full(void);

/* Ends the program where machine.halt or machine.late says so: all lanes of
 * WARP, which has run last, have stopped. */
_Noreturn void early_end_now(const Warp *warp);

/* True if a launch is being recorded whose log has no access so far. */
bool early_end_is_empty(void);

/* Seconds of processor time that the program has used. */
double early_end_time(void);

#endif
