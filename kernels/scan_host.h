/* SPDX-License-Identifier: MIT
 *
 * scan_host - functions of the C library that a kernel on the CPU machine must
 * not call, as memory and the process belong to the machine.  A call is a fault
 * of the calling thread, reported with its line.
 *
 * The makefile defines SCAN_KERNEL_FILE for the files of kernels only; other
 * files that include the dialect may call these functions.
 */
#ifndef UPSWEEP_SCAN_HOST_H
#define UPSWEEP_SCAN_HOST_H

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* End the thread with a fault, and never return. */
void *guard_forbid(const char *name, const char *file, int line);
int guard_forbid_int(const char *name, const char *file, int line);

#define SCAN_FORBID(name)     guard_forbid(name, __FILE__, __LINE__)
#define SCAN_FORBID_INT(name) guard_forbid_int(name, __FILE__, __LINE__)

#define malloc(...)        SCAN_FORBID("malloc")
#define calloc(...)        SCAN_FORBID("calloc")
#define realloc(...)       SCAN_FORBID("realloc")
#define aligned_alloc(...) SCAN_FORBID("aligned_alloc")
#define free(...)          ((void)SCAN_FORBID("free"))
#define abort()            ((void)SCAN_FORBID("abort"))
#define exit(...)          ((void)SCAN_FORBID("exit"))
#define _exit(...)         ((void)SCAN_FORBID("_exit"))
#define _Exit(...)         ((void)SCAN_FORBID("_Exit"))
#define quick_exit(...)    ((void)SCAN_FORBID("quick_exit"))
#define raise(...)         SCAN_FORBID_INT("raise")
#define kill(...)          SCAN_FORBID_INT("kill")
#define fork()             SCAN_FORBID_INT("fork")
#define system(...)        SCAN_FORBID_INT("system")
#define pause()            SCAN_FORBID_INT("pause")
#define sleep(...)         SCAN_FORBID_INT("sleep")
#define usleep(...)        SCAN_FORBID_INT("usleep")

#endif
