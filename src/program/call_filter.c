/* SPDX-License-Identifier: MIT */
#include "program/call_filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#else
#define MACHINE 0
#endif

enum { X32_CALLS = 0x40000000 }; /* numbers of x86's x32 interface */

bool call_filter_knows_machine(void)
{
    return MACHINE != 0;
}

/* Without a filter the system complains of the address, where it has any. */
bool call_filter_here(void)
{
    return call_filter_knows_machine() &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) != 0 &&
           errno != EINVAL && errno != ENOSYS;
}

/* ---- Instructions ---------------------------------------------------------*/

static void put(CallFilter *filter, uint16_t code, uint32_t value, uint8_t yes,
                uint8_t no)
{
    if (filter->count < CALL_FILTER_MOST)
        filter->code[filter->count] =
            (struct sock_filter){code, yes, no, value};
    if (filter->count <= CALL_FILTER_MOST) /* one more: it does not fit */
        ++filter->count;
}

static void load(CallFilter *filter, size_t offset)
{
    put(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void answer(CallFilter *filter, int error)
{
    put(filter, BPF_RET | BPF_K,
        error ? SECCOMP_RET_ERRNO | (uint32_t)error : SECCOMP_RET_ALLOW, 0, 0);
}

/* Skips COUNT instructions unless the call is number CALL. */
static void unless_call(CallFilter *filter, int call, int count)
{
    put(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, (uint8_t)count);
}

/* Refuses CALL if its argument I passes TEST with VALUE; where NOT is set, if
 * the argument does not pass.  Both machines are little-endian: the lower half
 * of an argument comes first. */
static void test_argument(CallFilter *filter, int call, int i, uint16_t test,
                          uint32_t value, bool not, int error)
{
    unless_call(filter, call, 4);
    load(filter,
         offsetof(struct seccomp_data, args) + sizeof(uint64_t) * (size_t)i);
    put(filter, BPF_JMP | test | BPF_K, value, not, !not );
    answer(filter, error);
    load(filter, offsetof(struct seccomp_data, nr));
}

/* ---- Rules ----------------------------------------------------------------*/

void call_filter_begin(CallFilter *filter, int error)
{
    filter->count = 0;
    load(filter, offsetof(struct seccomp_data, arch));
    put(filter, BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
    answer(filter, error);
    load(filter, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    put(filter, BPF_JMP | BPF_JSET | BPF_K, X32_CALLS, 0, 1);
    answer(filter, error);
#endif
}

void call_filter_refuse(CallFilter *filter, int call, int error)
{
    unless_call(filter, call, 1);
    answer(filter, error);
}

void call_filter_only_with(CallFilter *filter, int call, int i, uint32_t value,
                           int error)
{
    test_argument(filter, call, i, BPF_JEQ, value, true, error);
}

void call_filter_never_with(CallFilter *filter, int call, int i, uint32_t value,
                            int error)
{
    test_argument(filter, call, i, BPF_JEQ, value, false, error);
}

void call_filter_never_bits(CallFilter *filter, int call, int i, uint32_t bits,
                            int error)
{
    test_argument(filter, call, i, BPF_JSET, bits, false, error);
}

void call_filter_needs_bits(CallFilter *filter, int call, int i, uint32_t bits,
                            int error)
{
    test_argument(filter, call, i, BPF_JSET, bits, true, error);
}

CallFilterEnding call_filter_end(CallFilter *filter)
{
    answer(filter, 0);
    struct sock_fprog program = {filter->count, filter->code};

    if (filter->count > CALL_FILTER_MOST)
        return CALL_FILTER_FAILED;
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0)
        return CALL_FILTER_HOLDS;
    return errno == EINVAL || errno == ENOSYS ? CALL_FILTER_MISSING
                                              : CALL_FILTER_FAILED;
}
