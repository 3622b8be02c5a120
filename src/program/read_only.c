/* SPDX-License-Identifier: MIT */
#include "program/read_only.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE 0 /* not known: nothing is run */
#endif

#define WRITES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)

/* The arguments of a system call are 64 bits; flags lie in the lower half, and
 * both machines are little-endian. */
#define LOAD(field)                                                            \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define ALLOW         BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define SKIP_UNLESS(number, count)                                             \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, count)
/* Refuses system call NUMBER. */
#define NEVER(number) SKIP_UNLESS(number, 1), REFUSE(EROFS)
/* Refuses it if its argument I asks to write. */
#define ONLY_READS(number, i)                                                  \
    SKIP_UNLESS(number, 4), LOAD(args[i]),                                     \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, WRITES, 0, 1), REFUSE(EROFS),     \
        ALLOW

static struct sock_filter filter[] = {
    LOAD(arch), SKIP_UNLESS(ARCHITECTURE, 1),
    BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0), REFUSE(EROFS), LOAD(nr),
#ifdef __x86_64__
    /* numbers of the x32 interface */
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x40000000, 0, 1), REFUSE(EROFS),
    ONLY_READS(SYS_open, 1), NEVER(SYS_creat), NEVER(SYS_unlink),
    NEVER(SYS_rename), NEVER(SYS_mkdir), NEVER(SYS_rmdir), NEVER(SYS_link),
    NEVER(SYS_symlink), NEVER(SYS_mknod), NEVER(SYS_chmod), NEVER(SYS_chown),
    NEVER(SYS_lchown),
#endif
#ifdef SYS_renameat
    NEVER(SYS_renameat),
#endif
    ONLY_READS(SYS_openat, 2), NEVER(SYS_openat2), NEVER(SYS_unlinkat),
    NEVER(SYS_renameat2), NEVER(SYS_mkdirat), NEVER(SYS_linkat),
    NEVER(SYS_symlinkat), NEVER(SYS_mknodat), NEVER(SYS_truncate),
    NEVER(SYS_fchmodat), NEVER(SYS_fchownat),
    /* sockets reach processes that may write */
    NEVER(SYS_connect), NEVER(SYS_bind), NEVER(SYS_kill), ALLOW};

bool read_only_begin(void)
{
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};

    return ARCHITECTURE != 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
