/* SPDX-License-Identifier: MIT
 *
 * child - another program, run to its end within limits of time and memory: the
 * compiler, and what the compiler made.
 */
#ifndef UPSWEEP_CHILD_H
#define UPSWEEP_CHILD_H

#include "program/rights.h"
#include "util/base.h"

#include <sys/resource.h>
#include <sys/types.h>

typedef struct {
    const Rights *rights;         /* that it has; NULL: ours, but none that a
                                     set-user-ID program would add */
    const char *folder;           /* in which it begins; NULL: the current */
    const char *const *arguments; /* the program first, NULL at the end */
    const char *const *settings;  /* of the environment: name, value, name ...,
                                     NULL at the end; NULL: none */
    const char *output;           /* a file for its standard output; NULL: it
                                     goes to our standard error */
    const char *said;             /* a file for its messages, instead of our
                                     standard error; NULL: none */
    int keep;                     /* a descriptor that stays open; -1: none */
    /* Limits; 0: none.  A program whose time is over gets SIGXCPU if PROCESSOR
     * is limited, each second until it ends or is killed. */
    double seconds; /* of elapsed time, whatever the load */
    double waiting; /* seconds in which none of its threads runs, could run, or
                       waits for a disk: other programs have no part in it */
    double processor; /* seconds of processor time of all its processes */
    uint64_t memory; /* bytes of data, beyond which it gets no more; and of data
                        and shared memory, beyond which, and FILE bytes for its
                        log, it is killed */
    uint64_t addresses;  /* bytes of addresses of each process */
    uint64_t file;       /* bytes of a file that it writes */
    const char *disk;    /* a folder; NULL: the next limit is none */
    uint64_t disk_bytes; /* by which the free space of that folder's disk may
                            shrink, whoever writes; half of it in any case */
    bool apart; /* it reads nothing from us, says nothing, and changes no
                   file (unless rights_optional lets it) */
} ChildSpec;

typedef enum {
    CHILD_ENDED,  /* with an exit status */
    CHILD_SIGNAL, /* by a signal */
    CHILD_LATE,   /* it was killed when its time was over */
    CHILD_WROTE,  /* it was killed when the disk had lost disk_bytes */
    CHILD_GREW,   /* it was killed when it had too much memory */
    CHILD_STOPPED /* it was killed when it waited for a terminal that we do not
                     have ourselves, as we run in the background */
} ChildEnding;

typedef struct {
    ChildEnding ending;
    int number;     /* the exit status, or the signal */
    bool waited;    /* it is late because it waited */
    double seconds; /* of processor time and of waiting */
} ChildResult;

/* A program whose time is over gets SIGXCPU so often, once a second. */
enum { CHILD_WARNINGS = 5 };

/* Runs the program and waits for it.  A program that may not start others and
 * whose standard input is our terminal is in our process group, so that it
 * reads the terminal and ends by Ctrl+C as we do; others have a group, which is
 * killed when they end.  A program with RIGHTS can read the terminal and not
 * write to it: what it prints there is passed on without control characters
 * (plain_output.h).  One that may start others has no standard input.
 *
 * False and ERROR_FAILED if there is no process or no output for it, if this
 * system cannot take the rights from it, or if a signal asked Upsweep to stop
 * (interrupt.h). */
bool child_run(const ChildSpec *spec, ChildResult *result, Error *error);

/* ---- child_watch.c: a child that runs -------------------------------------*/

typedef struct {
    pid_t id;
    bool leads; /* a process group */
    int said;   /* what it prints, to be passed on; -1 */
    /* when it has ended: */
    int status;
    struct rusage usage;
    double waited; /* seconds */
} ChildProcess;

/* Waits for the process, and kills it, or its group, if it goes beyond a limit
 * of SPEC or if a signal has come (interrupt.h).  Closes what it prints. */
ChildEnding child_watch(const ChildSpec *spec, ChildProcess *process);

#endif
