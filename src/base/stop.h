/* SPDX-License-Identifier: MIT
 *
 * stop - being asked to end (Ctrl-C) in the middle of long work, and ending
 * only when what was begun has been put away.
 *
 *     stop_catch     from here on a signal is noted
 *     stop_asked     has one come?  then give up, and clean up
 *     stop_release   from here on it ends the program again
 *     stop_obey      now end by the one that came, if one did
 */
#ifndef UPSWEEP_STOP_H
#define UPSWEEP_STOP_H

#include <stdbool.h>

/* Signals that were ignored before are ignored on. */
void stop_catch(void);
bool stop_asked(void);
void stop_release(void);
/* For the very end of the program: who started it sees that it was stopped. */
void stop_obey(void);

#endif
