/* SPDX-License-Identifier: MIT
 *
 * rights - takes from a process, and from all that it starts, the rights that a
 * compiler or a user's program does not need.
 *
 *     what is kept from it             by
 *     files that are not named below   Landlock, from Linux 5.13 on
 *     networks, other processes,       a filter of system calls (seccomp)
 *       terminals, namespaces
 *     set-user-ID programs             no_new_privs
 *
 * No root is needed, and root is bound by it as well.  What the system does not
 * have is left out; rights_files says whether files are guarded.  A system
 * that has nothing of it runs no program, unless the user allows that:
 * UPSWEEP_SANDBOX=optional in the environment.
 */
#ifndef UPSWEEP_RIGHTS_H
#define UPSWEEP_RIGHTS_H

#include <linux/filter.h>
#include <stdbool.h>

/* ---- call_filter.c --------------------------------------------------------*/

/* The system calls that a process, and all that it starts, may make: a short
 * list, and with many calls only some arguments.  Refused calls fail with
 * EPERM, and calls that are newer than the list with ENOSYS, as on an older
 * system. */

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

/* ---- rights.c -------------------------------------------------------------*/

/* What to do on a system without a sandbox. */
#define RIGHTS_REMEDY                                                          \
    "With UPSWEEP_SANDBOX=optional in the environment programs run with all "  \
    "of your rights"

/* What is left to the process. */
typedef struct {
    const char *const *reads;  /* files, and folders with all in them, that it
                                  may read and run; NULL at the end */
    const char *const *writes; /* folders in which it may do all */
    bool starts;               /* it may start other processes */
    bool uses_gpu; /* it may use the GPU: the driver's devices, what the system
                    says of them, the names of its own threads, and a local
                    socket, without which CUDA does not start; the socket
                    connects to nothing */
} Rights;

/* True if this system can guard files. */
bool rights_files(void);

/* True if the user lets programs keep rights that cannot be taken here. */
bool rights_optional(void);

/* What takes the rights that a process does not have. */
typedef struct {
    int files; /* -1: files cannot be guarded */
    CallFilter calls;
} RightsTaken;

/* Before the fork, to be closed.  A process that is APART changes no file, nor
 * does one on a system that cannot guard files, unless it has a GPU or starts
 * others.  RIGHTS may be NULL: nothing is taken.  False if there is not enough
 * memory. */
bool rights_open(const Rights *rights, bool apart, RightsTaken *taken);
void rights_close(RightsTaken *taken);
/* In the child: takes the rights that RIGHTS does not have.  False if the
 * system refuses what it has and rights_optional does not let that pass. */
bool rights_take(const Rights *rights, const RightsTaken *taken);

#endif
