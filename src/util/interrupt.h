/* SPDX-License-Identifier: MIT
 *
 * interrupt - being asked to end (Ctrl-C) in the middle of long work, and
 * ending only when what was begun has been put away.
 *
 *     interrupt_catch     from here on a signal is noted
 *     interrupt_asked     has one come?  then give up, and clean up
 *     interrupt_release   from here on it ends the program again
 *     interrupt_obey      now end by the one that came, if one did
 */
#ifndef UPSWEEP_INTERRUPT_H
#define UPSWEEP_INTERRUPT_H

#include <stdbool.h>

/* Signals that were ignored before are ignored on. */
void interrupt_catch(void);
bool interrupt_asked(void);
void interrupt_release(void);
/* For the very end of the program: who started it sees that it was stopped. */
void interrupt_obey(void);

#endif
