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
 * have is left out; rights_files tells whether files are guarded.  A system
 * that has nothing of it runs no program, unless the user allows that:
 * UPSWEEP_SANDBOX=optional in the environment.
 */
#ifndef UPSWEEP_RIGHTS_H
#define UPSWEEP_RIGHTS_H

#include "program/call_filter.h"

#include <stdbool.h>

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
