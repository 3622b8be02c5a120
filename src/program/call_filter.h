/* SPDX-License-Identifier: MIT
 *
 * call_filter - a filter of system calls (seccomp), which refuses some of them
 * to a process and to all that it starts.
 *
 *     CallFilter filter;
 *     call_filter_begin(&filter, EPERM);
 *     call_filter_refuse(&filter, SYS_ptrace, EPERM);
 *     call_filter_end(&filter);      from now on
 *
 * Calls that no rule names are allowed.  Rules are tried in their order.
 */
#ifndef UPSWEEP_CALL_FILTER_H
#define UPSWEEP_CALL_FILTER_H

#include <linux/filter.h>
#include <stdbool.h>
#include <stdint.h>

enum { CALL_FILTER_MOST = 400 }; /* instructions */

typedef struct {
    struct sock_filter code[CALL_FILTER_MOST];
    unsigned short count;
} CallFilter;

/* What came of a filter. */
typedef enum {
    CALL_FILTER_HOLDS,
    CALL_FILTER_MISSING, /* this system has no filters */
    CALL_FILTER_FAILED   /* it has, and refuses this one */
} CallFilterEnding;

/* True if this build knows the numbers of its machine's calls; without that
 * there is nothing to filter by. */
bool call_filter_knows_machine(void);
/* True if that is so and this system has filters. */
bool call_filter_here(void);

/* A filter that refuses, with the errno ERROR, the calls of other machines'
 * numbers, and nothing else. */
void call_filter_begin(CallFilter *filter, int error);

/* Refuses CALL: always; unless argument I is VALUE; if argument I is VALUE; if
 * argument I has one of BITS, or has none.  Of an argument the lower 32 bits
 * count. */
void call_filter_refuse(CallFilter *filter, int call, int error);
void call_filter_only_with(CallFilter *filter, int call, int i, uint32_t value,
                           int error);
void call_filter_never_with(CallFilter *filter, int call, int i, uint32_t value,
                            int error);
void call_filter_never_bits(CallFilter *filter, int call, int i, uint32_t bits,
                            int error);
void call_filter_needs_bits(CallFilter *filter, int call, int i, uint32_t bits,
                            int error);

/* The filter holds from now on, and cannot be taken back.  The process must
 * have given up new privileges (PR_SET_NO_NEW_PRIVS). */
CallFilterEnding call_filter_end(CallFilter *filter);

#endif
