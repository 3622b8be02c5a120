/* SPDX-License-Identifier: MIT */
#include "program/call_filter.h"

#include "util/base.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
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

/* Who may make a call: users of call_filter.h; WRITES: only if they write. */
enum {
    PROGRAM = CALL_FILTER_PROGRAM,
    COMPILER = CALL_FILTER_COMPILER,
    GPU = CALL_FILTER_GPU,
    ALL = PROGRAM | COMPILER | GPU,
    WRITES = 8
};

/* Calls that the headers of older systems do not name; their numbers are the
 * same on all processors.  All calls up to the last were judged for this list.
 */
enum { FCHMODAT2 = 452, MSEAL = 462, LAST_CALL = 469 };

/* Calls with any arguments. */
static const int harmless[] = {
    /* memory */
    CALL(brk), CALL(mmap), CALL(munmap), CALL(mremap), CALL(mprotect),
    CALL(madvise), CALL(mincore), CALL(msync), CALL(mlock), CALL(mlock2),
    CALL(munlock), CALL(membarrier), CALL(mbind), CALL(get_mempolicy),
    CALL(set_mempolicy), MSEAL,
    /* open files */
    CALL(read), CALL(write), CALL(readv), CALL(writev), CALL(pread64),
    CALL(pwrite64), CALL(preadv), CALL(pwritev), CALL(preadv2), CALL(pwritev2),
    CALL(lseek), CALL(close), CALL(close_range), CALL(dup), CALL(dup2),
    CALL(dup3), CALL(pipe), CALL(pipe2), CALL(fsync), CALL(fdatasync),
    CALL(flock), CALL(ftruncate), CALL(fallocate), CALL(fadvise64),
    CALL(readahead), CALL(sync_file_range), CALL(sendfile),
    CALL(copy_file_range), CALL(eventfd2), CALL(timerfd_create),
    CALL(timerfd_settime), CALL(timerfd_gettime), CALL(poll), CALL(ppoll),
    CALL(select), CALL(pselect6), CALL(epoll_create), CALL(epoll_create1),
    CALL(epoll_ctl), CALL(epoll_wait), CALL(epoll_pwait), CALL(epoll_pwait2),
    /* what is known of files */
    CALL(stat), CALL(lstat), CALL(fstat), CALL(newfstatat), CALL(statx),
    CALL(statfs), CALL(fstatfs), CALL(access), CALL(faccessat),
    CALL(faccessat2), CALL(readlink), CALL(readlinkat), CALL(getdents),
    CALL(getdents64), CALL(getcwd), CALL(chdir), CALL(fchdir), CALL(getxattr),
    CALL(lgetxattr), CALL(fgetxattr), CALL(listxattr), CALL(llistxattr),
    CALL(flistxattr), CALL(umask),
    /* time */
    CALL(clock_gettime), CALL(clock_getres), CALL(clock_nanosleep),
    CALL(nanosleep), CALL(gettimeofday), CALL(time), CALL(times),
    CALL(getitimer), CALL(setitimer), CALL(alarm), CALL(timer_create),
    CALL(timer_settime), CALL(timer_gettime), CALL(timer_getoverrun),
    CALL(timer_delete),
    /* signals to itself */
    CALL(rt_sigaction), CALL(rt_sigprocmask), CALL(rt_sigreturn),
    CALL(rt_sigpending), CALL(rt_sigtimedwait), CALL(rt_sigsuspend),
    CALL(sigaltstack), CALL(signalfd4), CALL(pause), CALL(restart_syscall),
    /* threads, and the process itself */
    CALL(futex), CALL(set_robust_list), CALL(get_robust_list),
    CALL(set_tid_address), CALL(rseq), CALL(arch_prctl), CALL(execve),
    CALL(exit), CALL(exit_group), CALL(wait4), CALL(waitid), CALL(getpid),
    CALL(getppid), CALL(gettid), CALL(getpgrp), CALL(getpgid), CALL(getsid),
    CALL(getuid), CALL(geteuid), CALL(getgid), CALL(getegid), CALL(getresuid),
    CALL(getresgid), CALL(getgroups), CALL(capget), CALL(getrlimit),
    CALL(setrlimit), CALL(getrusage), CALL(getpriority), CALL(sched_yield),
    CALL(sched_getaffinity), CALL(sched_getscheduler), CALL(sched_getparam),
    CALL(sched_getattr), CALL(sched_get_priority_max),
    CALL(sched_get_priority_min), CALL(sched_rr_get_interval), CALL(getcpu),
    CALL(uname), CALL(sysinfo), CALL(getrandom)};

/* Calls that change which files there are. */
static const int changing[] = {CALL(creat),    CALL(unlink),   CALL(unlinkat),
                               CALL(rename),   CALL(renameat), CALL(renameat2),
                               CALL(mkdir),    CALL(mkdirat),  CALL(rmdir),
                               CALL(link),     CALL(linkat),   CALL(symlink),
                               CALL(symlinkat)};

/* A compiler starts others.  */
static const int starting[] = {CALL(fork), CALL(vfork)};

/* Modes, owners and times of files, for which Landlock has no rights: a linker
 * changes the mode of what it writes, and a GPU's driver may. */
static const int metadata[] = {
    CALL(chmod),        CALL(fchmod),      CALL(fchmodat),  FCHMODAT2,
    CALL(chown),        CALL(fchown),      CALL(lchown),    CALL(fchownat),
    CALL(utime),        CALL(utimes),      CALL(futimesat), CALL(utimensat),
    CALL(setxattr),     CALL(lsetxattr),   CALL(fsetxattr), CALL(removexattr),
    CALL(lremovexattr), CALL(fremovexattr)};

/* A driver's socket can be connected to none: its calls to connect fail. */
static const int driving[] = {
    CALL(bind),        CALL(listen),     CALL(accept),       CALL(accept4),
    CALL(getsockname), CALL(getsockopt), CALL(setsockopt),   CALL(getpeername),
    CALL(sendto),      CALL(recvfrom),   CALL(sendmsg),      CALL(recvmsg),
    CALL(socketpair),  CALL(shutdown),   CALL(memfd_create), CALL(mlockall),
    CALL(munlockall),  CALL(tee),        CALL(splice)};

static const struct {
    int who;
    const int *calls;
    size_t count;
} groups[] = {{ALL, harmless, COUNT(harmless)},
              {ALL | WRITES, changing, COUNT(changing)},
              {COMPILER, starting, COUNT(starting)},
              {COMPILER | GPU, metadata, COUNT(metadata)},
              {GPU, driving, COUNT(driving)}};

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

/* A call with an argument, or two, whose bits in MASK are VALUE: of these
 * arguments the system reads the lower 32 bits. */
typedef struct {
    int who, call;
    struct {
        unsigned argument;
        uint32_t mask, value;
    } tests[2];
} Rule;

/* Opening for no access, or emptying what is opened for reading, would go past
 * Landlock on older systems. */
static const Rule rules[] = {
    {ALL, CALL(open), {{1, ONLY_READS | O_CREAT, O_RDONLY}}},
    {ALL | WRITES, CALL(open), {{1, ONLY_READS, O_RDONLY}}},
    {ALL | WRITES, CALL(open), {{1, ACCESS, O_WRONLY}}},
    {ALL | WRITES, CALL(open), {{1, ACCESS, O_RDWR}}},
    {ALL, CALL(openat), {{2, ONLY_READS | O_CREAT, O_RDONLY}}},
    {ALL | WRITES, CALL(openat), {{2, ONLY_READS, O_RDONLY}}},
    {ALL | WRITES, CALL(openat), {{2, ACCESS, O_WRONLY}}},
    {ALL | WRITES, CALL(openat), {{2, ACCESS, O_RDWR}}},
    /* a signal that a file sends goes to anybody; what is set to wait for
     * nothing stays so for others that have it open */
    {ALL, CALL(fcntl), {{1, EXACTLY, F_SETFL}, {2, O_ASYNC | O_NONBLOCK, 0}}},
    {COMPILER | GPU, CALL(fcntl), {{1, EXACTLY, F_SETFL}, {2, O_ASYNC, 0}}},
    /* NVIDIA's drivers, and the driver of Windows' WSL */
    {GPU, CALL(ioctl), {{1, 0xff00, 0x0000}}},
    {GPU, CALL(ioctl), {{1, 0xff00, 'F' << 8}}},
    {GPU, CALL(ioctl), {{1, 0xff00, 'G' << 8}}},
    {PROGRAM | GPU,
     CALL(clone),
     {{0, CLONE_THREAD | CLONE_PARENT | NAMESPACES, CLONE_THREAD}}},
    {COMPILER, CALL(clone), {{0, CLONE_PARENT | NAMESPACES, 0}}},
    {ALL, CALL(kill), {{0, EXACTLY, OWN}}},
    {ALL, CALL(tkill), {{0, EXACTLY, OWN}}},
    {ALL, CALL(tgkill), {{0, EXACTLY, OWN}}},
    {ALL, CALL(rt_sigqueueinfo), {{0, EXACTLY, OWN}}},
    {ALL, CALL(rt_tgsigqueueinfo), {{0, EXACTLY, OWN}}},
    {ALL, CALL(prlimit64), {{0, EXACTLY, 0}}},
    {ALL, CALL(sched_setaffinity), {{0, EXACTLY, 0}}},
    {ALL, CALL(sched_setaffinity), {{0, EXACTLY, OWN}}},
    {ALL, CALL(personality), {{0, EXACTLY, 0xffffffff}}}, /* asks */
    {GPU,
     CALL(socket),
     {{0, EXACTLY, AF_UNIX}, {1, EXACTLY, SOCK_SEQPACKET | SOCK_CLOEXEC}}}};

/* Calls with one of some commands. */
static const struct {
    int call;
    unsigned argument;
    uint32_t commands[16]; /* then 0s, but for the first */
} commands[] = {{CALL(fcntl),
                 1,
                 {F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_GETLK, F_SETLK,
                  F_SETLKW, F_DUPFD_CLOEXEC, F_GETPIPE_SZ, F_ADD_SEALS,
                  F_GET_SEALS, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW}},
                {CALL(ioctl),
                 1,
                 {TCGETS, 0x802c542a /* TCGETS2 */, TIOCGWINSZ, TIOCGPGRP,
                  FIONREAD, FIOCLEX, FIONCLEX}},
                {CALL(prctl),
                 0,
                 {PR_GET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME,
                  PR_CAPBSET_READ, PR_SET_TIMERSLACK, PR_GET_TIMERSLACK,
                  PR_GET_NO_NEW_PRIVS, PR_SET_THP_DISABLE,
                  0x53564d41 /* PR_SET_VMA */}}};

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

static bool add_rule(scmp_filter_ctx filter, const Rule *rule)
{
    struct scmp_arg_cmp tests[COUNT(rule->tests)];
    unsigned count = 0;

    while (count < COUNT(rule->tests) && rule->tests[count].mask) {
        tests[count] =
            (struct scmp_arg_cmp){.arg = rule->tests[count].argument,
                                  .op = SCMP_CMP_MASKED_EQ,
                                  .datum_a = rule->tests[count].mask,
                                  .datum_b = rule->tests[count].value};
        ++count;
    }
    return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, rule->call, count,
                                  tests) == 0;
}

static bool add_commands(scmp_filter_ctx filter)
{
    bool good = true;

    for (size_t c = 0; c < COUNT(commands); ++c)
        for (size_t i = 0; i < COUNT(commands[c].commands); ++i)
            if (i == 0 || commands[c].commands[i]) {
                Rule rule = {ALL,
                             commands[c].call,
                             {{commands[c].argument, EXACTLY,
                               commands[c].commands[i]}}};
                good = good && add_rule(filter, &rule);
            }
    return good;
}

static bool add_rules(scmp_filter_ctx filter, CallFilterUser user, bool writes)
{
    bool good = add_commands(filter);

    for (size_t g = 0; g < COUNT(groups); ++g)
        for (size_t i = 0; i < groups[g].count; ++i) {
            Rule rule = {groups[g].who, groups[g].calls[i], {{0}}};
            if (rule.who & (int)user && (writes || !(rule.who & WRITES)))
                good = good && add_rule(filter, &rule);
        }
    for (size_t i = 0; i < COUNT(rules); ++i)
        if (rules[i].who & (int)user && (writes || !(rules[i].who & WRITES)))
            good = good && add_rule(filter, rules + i);
    for (size_t i = 0; i < COUNT(failing); ++i)
        if (failing[i].who & (int)user)
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
