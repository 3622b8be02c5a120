/* SPDX-License-Identifier: MIT
 *
 * child_watch - watches a process that child.c has started until it has ended,
 * by itself or because it went beyond its limits.
 */
#ifndef UPSWEEP_CHILD_WATCH_H
#define UPSWEEP_CHILD_WATCH_H

#include "program/child.h"

#include <sys/resource.h>
#include <sys/types.h>

/* A program whose time is over gets SIGXCPU so often, once a second. */
enum { CHILD_WARNINGS = 5 };

typedef struct {
    pid_t id;
    bool leads; /* a process group */
    int said;   /* what it prints on our terminal, to be passed on; -1 */
    /* when it has ended: */
    int status;
    struct rusage usage;
    double waited; /* seconds */
} ChildProcess;

/* Waits for the process, and kills it, or its group, if it goes beyond a limit
 * of SPEC or if a signal has come (interrupt.h).  Closes what it prints. */
ChildEnding child_watch(const ChildSpec *spec, ChildProcess *process);

#endif
