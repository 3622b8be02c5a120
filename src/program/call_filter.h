/* SPDX-License-Identifier: MIT
 *
 * call_filter - the system calls that a process, and all that it starts, may
 * make: a short list, and with many calls only some arguments.  The system
 * refuses all others (seccomp; the filter is made with libseccomp).
 *
 * Refused calls fail with EPERM, and calls that are newer than the list with
 * ENOSYS, as on an older system.
 */
#ifndef UPSWEEP_CALL_FILTER_H
#define UPSWEEP_CALL_FILTER_H

#include <linux/filter.h>
#include <stdbool.h>

/* Whose calls they are. */
typedef enum {
    CALL_FILTER_PROGRAM = 1,
    CALL_FILTER_COMPILER = 2, /* starts processes, sets modes of files */
    CALL_FILTER_GPU = 4       /* a program that uses a GPU's driver */
} CallFilterUser;

typedef struct {
    struct sock_filter *code;
    unsigned short count;
} CallFilter;

/* What came of a filter. */
typedef enum {
    CALL_FILTER_HOLDS,
    CALL_FILTER_MISSING, /* this system has no filters */
    CALL_FILTER_FAILED   /* it has, and refuses this one */
} CallFilterEnding;

/* True if this system has filters. */
bool call_filter_here(void);

/* A filter for USER, made before the fork.  Unless it WRITES, it opens files
 * for reading only, and neither makes, renames nor removes any.  Without code
 * if there is no memory for it. */
CallFilter call_filter_new(CallFilterUser user, bool writes);
void call_filter_free(CallFilter *filter);

/* In the child: the filter holds from now on, and cannot be taken back.  The
 * process must have given up new privileges (PR_SET_NO_NEW_PRIVS). */
CallFilterEnding call_filter_begin(const CallFilter *filter);

#endif
