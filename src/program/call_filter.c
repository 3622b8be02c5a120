/* SPDX-License-Identifier: MIT */
#include "program/rights.h"

#include "util/base.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define CALL(name)   SCMP_SYS(name)

/* ---- Which calls are allowed ----------------------------------------------*/

/* Who may make a call: CallFilterUser; WRITES: only if they write. */
enum {
    PROGRAM = CALL_FILTER_PROGRAM,
    COMPILER = CALL_FILTER_COMPILER,
    GPU = CALL_FILTER_GPU,
    ALL = PROGRAM | COMPILER | GPU,
    WRITES = 8
};

/* All calls up to this one were judged for these lists.  A call that older
 * systems cannot name has its number, which all processors share: 452 is
 * fchmodat2, 462 mseal. */
enum { LAST_CALL = 469 };

/* Calls with any arguments. */
static const struct {
    int who;
    const char *calls;
} groups[] = {
    {ALL,
     /* memory */
     "brk mmap munmap mremap mprotect madvise mincore msync mlock mlock2 "
     "munlock membarrier mbind get_mempolicy set_mempolicy 462 "
     /* open files */
     "read write readv writev pread64 pwrite64 preadv pwritev preadv2 "
     "pwritev2 lseek close close_range dup dup2 dup3 pipe pipe2 fsync "
     "fdatasync flock ftruncate fallocate fadvise64 readahead "
     "sync_file_range sendfile copy_file_range eventfd2 timerfd_create "
     "timerfd_settime timerfd_gettime poll ppoll select pselect6 "
     "epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait "
     "epoll_pwait2 "
     /* what is known of files */
     "stat lstat fstat newfstatat statx statfs fstatfs access faccessat "
     "faccessat2 readlink readlinkat getdents getdents64 getcwd chdir fchdir "
     "getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr umask "
     /* time */
     "clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time "
     "times getitimer setitimer alarm timer_create timer_settime "
     "timer_gettime timer_getoverrun timer_delete "
     /* signals to itself */
     "rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait "
     "rt_sigsuspend sigaltstack signalfd4 pause restart_syscall "
     /* threads, and the process itself */
     "futex set_robust_list get_robust_list set_tid_address rseq arch_prctl "
     "execve exit exit_group wait4 waitid getpid getppid gettid getpgrp "
     "getpgid getsid getuid geteuid getgid getegid getresuid getresgid "
     "getgroups capget getrlimit setrlimit getrusage getpriority sched_yield "
     "sched_getaffinity sched_getscheduler sched_getparam sched_getattr "
     "sched_get_priority_max sched_get_priority_min sched_rr_get_interval "
     "getcpu uname sysinfo getrandom"},
    /* which files there are */
    {ALL | WRITES,
     "creat unlink unlinkat rename renameat renameat2 mkdir mkdirat rmdir "
     "link linkat symlink symlinkat"},
    /* processes */
    {COMPILER, "fork vfork"},
    /* modes, owners and times of files, for which Landlock has no rights: a
     * linker changes the mode of what it writes, and a GPU's driver may */
    {COMPILER | GPU,
     "chmod fchmod fchmodat 452 chown fchown lchown fchownat utime utimes "
     "futimesat utimensat setxattr lsetxattr fsetxattr removexattr "
     "lremovexattr fremovexattr"},
    /* a driver's socket can be connected to none: its calls to connect fail */
    {GPU, "bind listen accept accept4 getsockname getsockopt setsockopt "
          "getpeername sendto recvfrom sendmsg recvmsg socketpair shutdown "
          "memfd_create mlockall munlockall tee splice"}};

/* ---- Which arguments ------------------------------------------------------*/

/* Stands in a rule for the number of the process that the filter is for, which
 * is not known before the fork.  No process has this number. */
#define OWN 0x7ffe5e1fu

#define EXACTLY UINT32_MAX
#define NAMESPACES                                                             \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |             \
     CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)
#define ACCESS     3u /* O_ACCMODE is more with some C libraries */
#define ONLY_READS (ACCESS | O_TRUNC)

/* A call with an argument, or two, whose bits in MASK are one of VALUES, which
 * end before a 0 that is not the first: of these arguments the system reads the
 * lower 32 bits. */
typedef struct {
    int who, call;
    struct {
        unsigned argument;
        uint32_t mask, values[16];
    } tests[2];
} Rule;

/* Opening for no access, or emptying what is opened for reading, would go past
 * Landlock on older systems. */
static const Rule rules[] = {
    {ALL, CALL(open), {{1, ONLY_READS | O_CREAT, {O_RDONLY}}}},
    {ALL | WRITES, CALL(open), {{1, ONLY_READS, {O_RDONLY}}}},
    {ALL | WRITES, CALL(open), {{1, ACCESS, {O_WRONLY, O_RDWR}}}},
    {ALL, CALL(openat), {{2, ONLY_READS | O_CREAT, {O_RDONLY}}}},
    {ALL | WRITES, CALL(openat), {{2, ONLY_READS, {O_RDONLY}}}},
    {ALL | WRITES, CALL(openat), {{2, ACCESS, {O_WRONLY, O_RDWR}}}},
    /* a signal that a file sends goes to anybody; what is set to wait for
     * nothing stays so for others that have it open */
    {ALL,
     CALL(fcntl),
     {{1, EXACTLY, {F_SETFL}}, {2, O_ASYNC | O_NONBLOCK, {0}}}},
    {COMPILER | GPU, CALL(fcntl), {{1, EXACTLY, {F_SETFL}}, {2, O_ASYNC, {0}}}},
    {ALL,
     CALL(fcntl),
     {{1,
       EXACTLY,
       {F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_GETLK, F_SETLK, F_SETLKW,
        F_DUPFD_CLOEXEC, F_GETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS, F_OFD_GETLK,
        F_OFD_SETLK, F_OFD_SETLKW}}}},
    {ALL,
     CALL(ioctl),
     {{1,
       EXACTLY,
       {TCGETS, 0x802c542a /* TCGETS2 */, TIOCGWINSZ, TIOCGPGRP, FIONREAD,
        FIOCLEX, FIONCLEX}}}},
    /* NVIDIA's drivers, and the driver of Windows' WSL */
    {GPU, CALL(ioctl), {{1, 0xff00, {0x0000, 'F' << 8, 'G' << 8}}}},
    {ALL,
     CALL(prctl),
     {{0,
       EXACTLY,
       {PR_GET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME,
        PR_CAPBSET_READ, PR_SET_TIMERSLACK, PR_GET_TIMERSLACK,
        PR_GET_NO_NEW_PRIVS, PR_SET_THP_DISABLE,
        0x53564d41 /* PR_SET_VMA */}}}},
    {PROGRAM | GPU,
     CALL(clone),
     {{0, CLONE_THREAD | CLONE_PARENT | NAMESPACES, {CLONE_THREAD}}}},
    {COMPILER, CALL(clone), {{0, CLONE_PARENT | NAMESPACES, {0}}}},
    {ALL, CALL(kill), {{0, EXACTLY, {OWN}}}},
    {ALL, CALL(tkill), {{0, EXACTLY, {OWN}}}},
    {ALL, CALL(tgkill), {{0, EXACTLY, {OWN}}}},
    {ALL, CALL(rt_sigqueueinfo), {{0, EXACTLY, {OWN}}}},
    {ALL, CALL(rt_tgsigqueueinfo), {{0, EXACTLY, {OWN}}}},
    {ALL, CALL(prlimit64), {{0, EXACTLY, {0}}}},
    {ALL, CALL(sched_setaffinity), {{0, EXACTLY, {0, OWN}}}},
    {ALL, CALL(personality), {{0, EXACTLY, {0xffffffff}}}}, /* asks */
    {GPU,
     CALL(socket),
     {{0, EXACTLY, {AF_UNIX}}, {1, EXACTLY, {SOCK_SEQPACKET | SOCK_CLOEXEC}}}}};

/* Calls that fail otherwise: the C library does without some that say that they
 * are not there; programs know that a network may be forbidden; and one that
 * copies a file need not fail because it cannot set the mode. */
static const struct {
    int who, call, error;
} failing[] = {{ALL, CALL(clone3), ENOSYS},
               {ALL, CALL(openat2), ENOSYS},
               {ALL, CALL(connect), EACCES},
               {PROGRAM | COMPILER, CALL(socket), EACCES},
               {PROGRAM, CALL(fchmod), 0}};

/* ---- Making a filter ------------------------------------------------------*/

/* True if WHO names the user in MAY, and nothing that MAY lacks. */
static bool is_for(int who, int may)
{
    return (who & may & ALL) && !(who & WRITES & ~may);
}

static struct scmp_arg_cmp test_of(const Rule *rule, int test, size_t value)
{
    return (struct scmp_arg_cmp){.arg = rule->tests[test].argument,
                                 .op = SCMP_CMP_MASKED_EQ,
                                 .datum_a = rule->tests[test].mask,
                                 .datum_b = rule->tests[test].values[value]};
}

static bool add_rule(scmp_filter_ctx filter, const Rule *rule)
{
    unsigned count = rule->tests[1].mask ? 2 : rule->tests[0].mask ? 1 : 0;
    bool good = true;

    for (size_t v = 0; v == 0 || rule->tests[0].values[v]; ++v) {
        struct scmp_arg_cmp tests[] = {test_of(rule, 0, v),
                                       test_of(rule, 1, 0)};
        good = good && seccomp_rule_add_array(filter, SCMP_ACT_ALLOW,
                                              rule->call, count, tests) == 0;
    }
    return good;
}

/* Adds what the words of CALLS name; a call that this libseccomp does not know
 * stays refused. */
static bool add_calls(scmp_filter_ctx filter, const char *calls)
{
    bool good = true;

    for (size_t length; *calls; calls += length + strspn(calls + length, " ")) {
        char name[32];
        length = strcspn(calls, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, calls);
        Rule rule = {.call = isdigit((unsigned char)name[0])
                                 ? atoi(name)
                                 : seccomp_syscall_resolve_name(name)};
        if (rule.call != __NR_SCMP_ERROR)
            good = good && add_rule(filter, &rule);
    }
    return good;
}

static bool add_rules(scmp_filter_ctx filter, CallFilterUser user, bool writes)
{
    const int may = (int)user | (writes ? WRITES : 0);
    bool good = true;

    for (size_t g = 0; g < COUNT(groups); ++g)
        if (is_for(groups[g].who, may))
            good = good && add_calls(filter, groups[g].calls);
    for (size_t i = 0; i < COUNT(rules); ++i)
        if (is_for(rules[i].who, may))
            good = good && add_rule(filter, rules + i);
    for (size_t i = 0; i < COUNT(failing); ++i)
        if (is_for(failing[i].who, may))
            good = good &&
                   seccomp_rule_add(filter,
                                    SCMP_ACT_ERRNO((unsigned)failing[i].error),
                                    failing[i].call, 0) == 0;
    return good;
}

/* Refuses calls that are newer than the list before the COUNT instructions of
 * the filter in FILE. */
static CallFilter read_filter(int file, size_t count)
{
    const struct sock_filter begin[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, LAST_CALL, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)};
    size_t bytes = count * sizeof *begin, all = count + COUNT(begin);
    struct sock_filter *code = base_alloc(all, sizeof *code);

    for (size_t i = 0; i < COUNT(begin); ++i)
        code[i] = begin[i];
    if (pread(file, code + COUNT(begin), bytes, 0) == (ssize_t)bytes &&
        all <= BPF_MAXINSNS)
        return (CallFilter){code, (unsigned short)all};
    free(code);
    return (CallFilter){.code = NULL};
}

CallFilter call_filter_new(CallFilterUser user, bool writes)
{
    CallFilter made = {.code = NULL};
    struct stat status;
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    int file = memfd_create("upsweep-filter", MFD_CLOEXEC);

    if (filter && file >= 0 &&
        seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH,
                         SCMP_ACT_ERRNO(EPERM)) == 0 &&
        add_rules(filter, user, writes) &&
        seccomp_export_bpf(filter, file) == 0 && fstat(file, &status) == 0)
        made = read_filter(file,
                           (size_t)status.st_size / sizeof(struct sock_filter));
    if (file >= 0)
        close(file);
    seccomp_release(filter);
    return made;
}

void call_filter_free(CallFilter *filter)
{
    free(filter->code);
    *filter = (CallFilter){.code = NULL};
}

/* ---- Using it -------------------------------------------------------------*/

/* Without a filter the system complains of the address, where it has any. */
bool call_filter_here(void)
{
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) != 0 &&
           errno != EINVAL && errno != ENOSYS;
}

CallFilterEnding call_filter_begin(const CallFilter *filter)
{
    struct sock_fprog program = {filter->count, filter->code};

    for (unsigned i = 0; i < filter->count; ++i)
        if (filter->code[i].code == (BPF_JMP | BPF_JEQ | BPF_K) &&
            filter->code[i].k == OWN)
            filter->code[i].k = (uint32_t)getpid();
    if (filter->code &&
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0)
        return CALL_FILTER_HOLDS;
    return filter->code && (errno == EINVAL || errno == ENOSYS)
               ? CALL_FILTER_MISSING
               : CALL_FILTER_FAILED;
}
