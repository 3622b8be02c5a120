/* SPDX-License-Identifier: MIT
 *
 * child - another program, run to its end within limits of time and memory: the
 * compiler, and what the compiler made.
 */
#ifndef UPSWEEP_CHILD_H
#define UPSWEEP_CHILD_H

#include "program/rights.h"
#include "util/base.h"

typedef struct {
    const Rights *rights;         /* that it has; NULL: ours, but none that a
                                     set-user-ID program would add */
    const char *folder;           /* in which it begins; NULL: the current */
    const char *const *arguments; /* the program first, NULL at the end */
    const char *const *settings;  /* of the environment: name, value, name ...,
                                     NULL at the end; NULL: none */
    const char *output;           /* a file for its standard output; NULL: it
                                     goes to our standard error */
    const char *said;             /* a file for its standard error; its standard
                                     input is then empty; NULL: both are ours */
    int keep;                     /* a descriptor that stays open; -1: none */
    double seconds;               /* of elapsed time; 0: no limit */
    double processor; /* seconds of processor time, after which the program gets
                         SIGXCPU, as it does behind SECONDS, each second until
                         it ends or is killed; 0: no limit */
    uint64_t memory;  /* bytes of data; 0: no limit */
    uint64_t addresses; /* bytes of each process; 0: no limit */
    uint64_t file;          /* bytes of a file that it writes; 0: no limit */
    const char *disk;       /* a folder; NULL: the next limit is none */
    uint64_t disk_bytes;    /* by which the free space of that folder's disk may
                               shrink, whoever writes; half of it in any case */
    bool apart; /* it reads nothing from us, says nothing, and changes no
                   file (unless rights_optional lets it) */
} ChildSpec;

typedef enum {
    CHILD_ENDED,  /* with an exit status */
    CHILD_SIGNAL, /* by a signal */
    CHILD_LATE,   /* it was killed when its time was over */
    CHILD_WROTE   /* it was killed when the disk had lost disk_bytes */
} ChildEnding;

typedef struct {
    ChildEnding ending;
    int number; /* the exit status, or the signal */
} ChildResult;

/* Runs the program and waits for it; its process group is killed when it ends.
 * False and ERROR_FAILED if there is no process or no output for it, if this
 * system cannot take the rights from it, or if a signal asked Upsweep to stop
 * (interrupt.h). */
bool child_run(const ChildSpec *spec, ChildResult *result, Error *error);

#endif
