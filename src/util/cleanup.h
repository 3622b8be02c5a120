/* SPDX-License-Identifier: MIT
 *
 * cleanup - what is put away when the program ends in the middle of its work:
 * without memory, by a broken invariant, or by a signal that would end it.
 *
 * A file that is written under a temporary name, and a program that was started
 * to write one, are registered here while they last. A signal that already has
 * a handler keeps it; where it would end the program, it is caught while
 * something is registered, and ends the program all the same, afterwards.
 * SIGKILL cannot be caught.
 */
#ifndef UPSWEEP_CLEANUP_H
#define UPSWEEP_CLEANUP_H

#include <sys/types.h>

/* Registers the file PATH, to be removed. PATH must stay as it is until
 * cleanup_forget_file(PATH). */
void cleanup_file(const char *path);
void cleanup_forget_file(const char *path);

/* Registers a child process, to be killed. */
void cleanup_process(pid_t process);
void cleanup_forget_process(pid_t process);

/* Holds back the signals that are caught here, and lets them come again: for
 * what must not be interrupted, such as opening a file and registering it. */
void cleanup_hold(void);
void cleanup_release(void);

/* Removes and kills what this process registered: not its parent. May be called
 * in a signal handler. */
void cleanup_now(void);

#endif
