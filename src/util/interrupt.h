/* SPDX-License-Identifier: MIT
 *
 * interrupt - lets long work clean up before a signal such as Ctrl-C ends the
 * program.  The calls in their order:
 *
 *     interrupt_catch     from here on a signal is only noted
 *     interrupt_asked     has one come?  then stop working and clean up
 *     interrupt_release   from here on a signal ends the program again
 *     interrupt_obey      at the very end: die by the signal that was noted
 */
#ifndef UPSWEEP_INTERRUPT_H
#define UPSWEEP_INTERRUPT_H

#include <stdbool.h>

/* Begins to note signals.  Signals that were ignored stay ignored. */
void interrupt_catch(void);
/* True if a signal has come since interrupt_catch. */
bool interrupt_asked(void);
/* Gives signals their former effect back. */
void interrupt_release(void);
/* Ends the program by the signal that was noted, if there was one, so that its
 * parent process sees that it was interrupted. */
void interrupt_obey(void);

#endif
