/* SPDX-License-Identifier: MIT
 *
 * attacks - a program that tries, all in one run, what a program has no
 * business to do, and prints a line for each: "refused NAME" or "done NAME".
 *
 *     attacks VICTIM FILE     a process and a file that are the user's
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

__global__ void k(int *a)
{
    a[threadIdx.x] = threadIdx.x;
}

/* A 64-bit argument of which the system reads the lower half. */
#define HIGH(value) ((value) | 0x5a00000000)

static pid_t victim, parent;
static const char *file;
static char text[400];
static int ends[2];

static const char *of(pid_t process, const char *name)
{
    snprintf(text, sizeof text, "/proc/%d/%s", process, name);
    return text;
}

/* ---- Files: emptying, attributes, other doors -----------------------------*/

static bool empties()
{
    return truncate(file, 0) == 0;
}
static bool empties_reading()
{
    return open(file, O_RDONLY | O_TRUNC) >= 0;
}
static bool empties_without_access()
{
    return open(file, O_ACCMODE | O_TRUNC) >= 0;
}
static bool empties_with_high_bits()
{
    return syscall(SYS_openat, HIGH(0xffffff9c), file, HIGH(O_RDONLY | O_TRUNC),
                   0) >= 0;
}
static bool empties_writing()
{
    return open(file, O_WRONLY | O_TRUNC) >= 0;
}
static bool creates()
{
    return creat(file, 0600) >= 0;
}
static bool opens_newer()
{
    struct {
        unsigned long long flags, mode, resolve;
    } how = {O_RDONLY | O_TRUNC, 0, 0};
    return syscall(437, AT_FDCWD, file, &how, sizeof how) >= 0;
}
static bool opens_by_handle()
{
    struct {
        file_handle head;
        char more[128];
    } handle = {};
    int mount;
    handle.head.handle_bytes = 128;
    return name_to_handle_at(AT_FDCWD, file, &handle.head, &mount, 0) == 0 ||
           errno != EPERM;
}
static bool opens_in_ring()
{
    return syscall(425, 4, text) >= 0 || errno != EPERM;
}
static bool changes_mode()
{
    return chmod(file, 0666) == 0 || errno != EPERM;
}
static bool changes_mode_of_open()
{
    struct stat before, after;
    int opened = open("/proc/self/exe", O_RDONLY);
    fstat(opened, &before);
    fchmod(opened, before.st_mode ^ 0111);
    fstat(opened, &after);
    return opened < 0 || before.st_mode != after.st_mode;
}
static bool watches_files()
{
    return inotify_init1(0) >= 0;
}
static bool makes_device()
{
    return mknod("device", S_IFBLK | 0600, 0x0800) == 0;
}
static bool makes_pipe()
{
    return mkfifo("pipe", 0600) == 0;
}
static bool mounts()
{
    return mount("none", "/tmp", "tmpfs", 0, 0) == 0 || errno != EPERM;
}
static bool changes_root()
{
    return chroot("/") == 0 || errno != EPERM;
}
static bool leases()
{
    return fcntl(ends[0], F_SETLEASE, F_RDLCK) == 0 || errno != EPERM;
}
static bool notes()
{
    return fcntl(ends[0], F_NOTIFY, 1) == 0 || errno != EPERM;
}
static bool runs_from_memory()
{
    int made = memfd_create("x", 0);
    return made >= 0 ||
           syscall(SYS_execveat, made, "", 0, 0, AT_EMPTY_PATH) == 0;
}

/* ---- Signals to other processes -------------------------------------------*/

static bool kills()
{
    return kill(victim, SIGKILL) == 0;
}
static bool kills_group()
{
    return kill(0, 0) == 0;
}
static bool kills_all()
{
    return kill(-1, 0) == 0;
}
static bool kills_with_high_bits()
{
    return syscall(SYS_kill, HIGH((unsigned)victim), SIGKILL) == 0;
}
static bool queues()
{
    siginfo_t i = {};
    i.si_code = -1;
    return syscall(SYS_rt_sigqueueinfo, victim, SIGKILL, &i) == 0;
}
static bool kills_thread()
{
    return syscall(SYS_tgkill, victim, victim, SIGKILL) == 0;
}
static bool kills_by_descriptor()
{
    int held = syscall(SYS_pidfd_open, victim, 0);
    return held >= 0 ||
           syscall(SYS_pidfd_send_signal, held, SIGKILL, 0, 0) == 0;
}
static bool owns()
{
    return fcntl(ends[0], F_SETOWN, victim) == 0;
}
static bool owns_newer()
{
    struct {
        int type;
        pid_t process;
    } owner = {1, victim};
    return fcntl(ends[0], 15 /* F_SETOWN_EX */, &owner) == 0;
}
static bool owns_with_high_bits()
{
    return syscall(SYS_fcntl, ends[0], HIGH(F_SETOWN), victim) == 0;
}
static bool chooses_signal()
{
    return fcntl(ends[0], F_SETSIG, SIGKILL) == 0;
}
static bool asks_for_signals()
{
    return fcntl(ends[0], F_SETFL, O_ASYNC) == 0;
}
static bool asks_with_high_bits()
{
    return syscall(SYS_fcntl, ends[0], HIGH(F_SETFL), HIGH(O_ASYNC)) == 0;
}
static bool asks_by_ioctl()
{
    int one = 1;
    return ioctl(ends[0], FIOASYNC, &one) == 0;
}
static bool owns_by_ioctl()
{
    return ioctl(ends[0], 0x8901 /* FIOSETOWN */, &victim) == 0 ||
           errno != EPERM;
}
static bool makes_queue()
{
    return syscall(SYS_mq_open, "x", O_CREAT | O_RDWR, 0600, 0) >= 0 ||
           errno != EPERM;
}

/* ---- Other processes ------------------------------------------------------*/

static bool outlives()
{
    return prctl(PR_SET_PDEATHSIG, 0) == 0;
}
static bool outlives_with_high_bits()
{
    return syscall(SYS_prctl, HIGH(PR_SET_PDEATHSIG), 0, 0, 0, 0) == 0;
}
static bool forks()
{
    return fork() > 0;
}
static bool clones()
{
    return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) > 0;
}
static bool clones_newer()
{
    struct {
        unsigned long long flags, more[10];
    } how = {0};
    how.more[3] = SIGCHLD;
    return syscall(435, &how, sizeof how) > 0 || errno != ENOSYS;
}
static bool clones_beside()
{
    return syscall(SYS_clone, CLONE_PARENT | CLONE_VM | CLONE_VFORK | SIGCHLD,
                   0, 0, 0, 0) > 0;
}
static bool runs_shell()
{
    return popen("true", "r") != 0;
}
static bool traces()
{
    return ptrace(PTRACE_SEIZE, parent, 0, 0) == 0;
}
static bool reads_memory()
{
    iovec own = {text, 8}, other = {(void *)&parent, 8};
    return process_vm_readv(parent, &own, 1, &other, 1, 0) > 0 || errno != EPERM;
}
static bool opens_memory()
{
    return open(of(parent, "mem"), O_RDONLY) >= 0;
}
static bool opens_memory_to_write()
{
    return open(of(parent, "mem"), O_RDWR) >= 0;
}
static bool opens_victims_memory()
{
    return open(of(victim, "mem"), O_RDWR) >= 0;
}
static bool takes_descriptor()
{
    return syscall(438, 3, 2, 0) >= 0 || errno != EPERM;
}
static bool compares()
{
    return syscall(SYS_kcmp, parent, getpid(), 0, 0, 0) >= 0 || errno != EPERM;
}
static bool slows()
{
    return setpriority(PRIO_PROCESS, parent, 19) == 0;
}
static bool slows_itself()
{
    return setpriority(PRIO_PROCESS, 0, 19) == 0;
}
static bool pins()
{
    cpu_set_t all;
    memset(&all, 0xff, sizeof all);
    return sched_setaffinity(parent, sizeof all, &all) == 0;
}
static bool schedules()
{
    sched_param p = {};
    return sched_setscheduler(parent, SCHED_BATCH, &p) == 0;
}
static bool slows_disk()
{
    return syscall(SYS_ioprio_set, 1, parent, 3 << 13) == 0;
}
static bool limits_parent()
{
    rlimit l;
    return prlimit(parent, RLIMIT_NOFILE, 0, &l) == 0;
}
static bool raises_limit()
{
    rlimit l = {RLIM_INFINITY, RLIM_INFINITY};
    return setrlimit(RLIMIT_DATA, &l) == 0;
}
static bool kills_when_memory_ends()
{
    return open(of(parent, "oom_score_adj"), O_WRONLY) >= 0;
}
static bool leaves_group()
{
    return setpgid(0, 0) == 0 || errno != EPERM || setsid() > 0;
}
static bool shares_memory()
{
    return shmget(1, 4096, IPC_CREAT | 0600) >= 0;
}

/* ---- Networks, terminals, the system --------------------------------------*/

static bool connects()
{
    return socket(AF_INET, SOCK_STREAM, 0) >= 0;
}
static bool pairs()
{
    int two[2];
    return socketpair(AF_UNIX, SOCK_STREAM, 0, two) == 0;
}
static bool vsocks()
{
    return socket(40, SOCK_STREAM, 0) >= 0;
}
static bool types()
{
    return ioctl(0, TIOCSTI, "x") == 0 || errno != EPERM;
}
static bool types_with_high_bits()
{
    return syscall(SYS_ioctl, 0, HIGH(TIOCSTI), "x") == 0 || errno != EPERM;
}
static bool pastes()
{
    char c[2] = {3, 0};
    return ioctl(0, 0x541c /* TIOCLINUX */, c) == 0 || errno != EPERM;
}
static bool sets_terminal()
{
    termios t = {};
    return ioctl(0, TCSETS, &t) == 0 || errno != EPERM;
}
static bool sets_size()
{
    winsize w = {1, 1};
    return ioctl(0, TIOCSWINSZ, &w) == 0 || errno != EPERM;
}
static bool takes_foreground()
{
    pid_t g = getpgrp();
    return ioctl(0, TIOCSPGRP, &g) == 0 || errno != EPERM;
}
static bool gives_up_terminal()
{
    return ioctl(0, TIOCNOTTY) == 0 || errno != EPERM;
}
static bool does_not_wait()
{
    return fcntl(0, F_SETFL, O_NONBLOCK) == 0;
}
static bool does_not_wait_by_ioctl()
{
    int one = 1;
    return ioctl(0, FIONBIO, &one) == 0;
}
static bool opens_terminal()
{
    return open("/dev/tty", O_RDWR) >= 0 || open("/dev/ptmx", O_RDWR) >= 0;
}
static bool unshares()
{
    return unshare(CLONE_NEWUSER) == 0 || errno != EPERM;
}
static bool handles_faults()
{
    return syscall(SYS_userfaultfd, 0) >= 0 || errno != EPERM;
}
static bool loads_filter()
{
    return syscall(SYS_bpf, 0, text, 64) >= 0 || errno != EPERM;
}
static bool measures()
{
    return syscall(SYS_perf_event_open, text, 0, -1, -1, 0) >= 0 ||
           errno != EPERM;
}
static bool reads_keys()
{
    return syscall(SYS_keyctl, 0, -3, 1) >= 0 || errno != EPERM;
}
static bool filters_calls()
{
    sock_filter allow = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
    sock_fprog all = {1, &allow};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &all) == 0;
}
static bool calls_what_is_new()
{
    return syscall(470) == 0 || errno != ENOSYS;
}
#ifdef __x86_64__
static bool calls_as_32_bits() /* kill */
{
    long result;
    asm volatile("int $0x80"
                 : "=a"(result)
                 : "a"(37), "b"(victim), "c"(SIGKILL)
                 : "memory");
    return result == 0;
}
static bool calls_as_x32()
{
    return syscall(0x40000000 | SYS_kill, victim, SIGKILL) == 0;
}
#endif

#define ATTACK(name)                                                           \
    {                                                                          \
#name, name                                                            \
    }
static const struct {
    const char *name;
    bool (*done)();
} attacks[] = {ATTACK(empties),
               ATTACK(empties_reading),
               ATTACK(empties_without_access),
               ATTACK(empties_with_high_bits),
               ATTACK(empties_writing),
               ATTACK(creates),
               ATTACK(opens_newer),
               ATTACK(opens_by_handle),
               ATTACK(opens_in_ring),
               ATTACK(changes_mode),
               ATTACK(changes_mode_of_open),
               ATTACK(watches_files),
               ATTACK(makes_device),
               ATTACK(makes_pipe),
               ATTACK(mounts),
               ATTACK(changes_root),
               ATTACK(leases),
               ATTACK(notes),
               ATTACK(runs_from_memory),
               ATTACK(kills),
               ATTACK(kills_group),
               ATTACK(kills_all),
               ATTACK(kills_with_high_bits),
               ATTACK(queues),
               ATTACK(kills_thread),
               ATTACK(kills_by_descriptor),
               ATTACK(owns),
               ATTACK(owns_newer),
               ATTACK(owns_with_high_bits),
               ATTACK(chooses_signal),
               ATTACK(asks_for_signals),
               ATTACK(asks_with_high_bits),
               ATTACK(asks_by_ioctl),
               ATTACK(owns_by_ioctl),
               ATTACK(makes_queue),
               ATTACK(outlives),
               ATTACK(outlives_with_high_bits),
               ATTACK(forks),
               ATTACK(clones),
               ATTACK(clones_newer),
               ATTACK(clones_beside),
               ATTACK(runs_shell),
               ATTACK(traces),
               ATTACK(reads_memory),
               ATTACK(opens_memory),
               ATTACK(opens_memory_to_write),
               ATTACK(opens_victims_memory),
               ATTACK(takes_descriptor),
               ATTACK(compares),
               ATTACK(slows),
               ATTACK(slows_itself),
               ATTACK(pins),
               ATTACK(schedules),
               ATTACK(slows_disk),
               ATTACK(limits_parent),
               ATTACK(raises_limit),
               ATTACK(kills_when_memory_ends),
               ATTACK(leaves_group),
               ATTACK(shares_memory),
               ATTACK(connects),
               ATTACK(pairs),
               ATTACK(vsocks),
               ATTACK(types),
               ATTACK(types_with_high_bits),
               ATTACK(pastes),
               ATTACK(sets_terminal),
               ATTACK(sets_size),
               ATTACK(takes_foreground),
               ATTACK(gives_up_terminal),
               ATTACK(does_not_wait),
               ATTACK(does_not_wait_by_ioctl),
               ATTACK(opens_terminal),
               ATTACK(unshares),
               ATTACK(handles_faults),
               ATTACK(loads_filter),
               ATTACK(measures),
               ATTACK(reads_keys),
               ATTACK(filters_calls),
               ATTACK(calls_what_is_new),
#ifdef __x86_64__
               ATTACK(calls_as_32_bits),
               ATTACK(calls_as_x32)
#endif
};

int main(int argc, char **argv)
{
    int *a, failed = pipe(ends);

    cudaMalloc(&a, 128);
    k<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    victim = atoi(argv[1]);
    file = argv[2];
    parent = getppid();
    setvbuf(stdout, 0, _IOLBF, 0);
    for (const auto &attack : attacks) {
        errno = 0;
        printf("%s %s\n", attack.done() ? "done" : "refused", attack.name);
    }
    printf("tried %zu\n", sizeof attacks / sizeof *attacks);
    return failed;
}
