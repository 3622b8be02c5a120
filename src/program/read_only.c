/* SPDX-License-Identifier: MIT */
#include "program/read_only.h"

#include "program/call_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define WRITES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)

/* Calls that change files, and sockets, which reach processes that may write.
 */
static const int refused[] = {
#ifdef __x86_64__
    SYS_creat,     SYS_unlink,   SYS_rename,    SYS_mkdir,    SYS_rmdir,
    SYS_link,      SYS_symlink,  SYS_mknod,     SYS_chmod,    SYS_chown,
    SYS_lchown,
#endif
#ifdef SYS_renameat
    SYS_renameat,
#endif
    SYS_openat2,   SYS_unlinkat, SYS_renameat2, SYS_mkdirat,  SYS_linkat,
    SYS_symlinkat, SYS_mknodat,  SYS_truncate,  SYS_fchmodat, SYS_fchownat,
    SYS_connect,   SYS_bind,     SYS_kill};

bool read_only_begin(void)
{
    CallFilter filter;

    if (!call_filter_knows_machine() ||
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    call_filter_begin(&filter, EROFS);
#ifdef SYS_open
    call_filter_never_bits(&filter, SYS_open, 1, WRITES, EROFS);
#endif
    call_filter_never_bits(&filter, SYS_openat, 2, WRITES, EROFS);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; ++i)
        call_filter_refuse(&filter, refused[i], EROFS);
    return call_filter_end(&filter) == CALL_FILTER_HOLDS;
}
