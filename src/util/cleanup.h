/* SPDX-License-Identifier: MIT
 *
 * cleanup - removes temporary files and kills child processes when the program
 * ends early: without memory, by a broken invariant, or by a signal.
 *
 * Temporary files, and programs that were started to write a file, are
 * registered here while they exist.  While something is registered, signals
 * that would end the program are caught; after the cleanup they end it.  A
 * signal that already has a handler keeps it.  SIGKILL cannot be caught.
 */
#ifndef UPSWEEP_CLEANUP_H
#define UPSWEEP_CLEANUP_H

#include <sys/types.h>

/* Registers the file PATH, to be removed.  The string is not copied: it must
 * stay unchanged until cleanup_forget_file(PATH). */
void cleanup_file(const char *path);
/* Takes a file back out of the register; does not remove it. */
void cleanup_forget_file(const char *path);

/* Registers a child process, to be killed. */
void cleanup_process(pid_t process);
/* Takes a child process back out of the register. */
void cleanup_forget_process(pid_t process);

/* Blocks the signals that are caught here, around work that must not be
 * interrupted, such as opening a file and registering it. */
void cleanup_hold(void);
/* Unblocks them again. */
void cleanup_release(void);

/* Removes the files and kills the processes that this process registered, not
 * those of its parent.  May be called in a signal handler. */
void cleanup_now(void);

#endif
