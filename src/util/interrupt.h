/* SPDX-License-Identifier: MIT
 *
 * interrupt - what happens when the program ends early: by a signal such as
 * Ctrl-C, without memory, or by a broken invariant.
 *
 * Temporary files and folders, and programs that were started, are
 * registered here while they exist.  While something is registered, signals
 * that would end the program are caught: the files are removed and the
 * processes killed, then the signal ends the program.  A signal that already
 * has a handler keeps it.  SIGKILL cannot be caught.
 *
 * Long work that must clean up by itself notes signals instead:
 *
 *     interrupt_catch     from here on a signal is only noted
 *     interrupt_asked     has one come?  then stop working and clean up
 *     interrupt_release   from here on a signal ends the program again
 *     interrupt_obey      at the very end: clean up, and die by the signal that
 *                         was noted
 */
#ifndef UPSWEEP_INTERRUPT_H
#define UPSWEEP_INTERRUPT_H

#include <stdbool.h>
#include <sys/types.h>

/* Registers the file PATH, to be removed.  The string is not copied: it must
 * stay unchanged until cleanup_forget_file(PATH). */
void cleanup_file(const char *path);
/* The same for a folder, with all that is in it. */
void cleanup_folder(const char *path);
/* Takes a file or folder back out of the register; does not remove it. */
void cleanup_forget_file(const char *path);
/* Registers a child process, to be killed; takes it back out.  -PROCESS means
 * all processes of its group. */
void cleanup_process(pid_t process);
void cleanup_forget_process(pid_t process);

/* Blocks the signals that are caught here, around work that must not be
 * interrupted, such as opening a file and registering it; unblocks them. */
void cleanup_hold(void);
void cleanup_release(void);

/* Removes the files and kills the processes that this process registered, not
 * its parent's.  May be called in a signal handler. */
void cleanup_now(void);

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
