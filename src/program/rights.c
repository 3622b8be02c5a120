/* SPDX-License-Identifier: MIT */
#include "program/rights.h"

#include "program/call_filter.h"
#include "program/read_only.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- Files ----------------------------------------------------------------*/

/* The interface of Landlock is the same on all machines; headers of older
 * systems have only a part of it, or none. */
enum { CREATE_RULESET = 444, ADD_RULE, RESTRICT_SELF };
enum { ASK_VERSION = 1, RULE_PATH_BENEATH = 1 };

typedef struct {
    uint64_t files, network, scopes;
} Ruleset;

typedef struct {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed)) PathRule;

enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_FOLDER = 1 << 3,
    FIRST_VERSION = (1 << 13) - 1, /* and removing and making files */
    REFER = 1 << 13,               /* version 2: to another folder */
    TRUNCATE = 1 << 14,            /* version 3 */
    CONTROL = 1 << 15              /* version 5: ioctl of a device */
};

static const uint64_t reading = EXECUTE | READ_FILE | READ_FOLDER;
static const uint64_t of_files =
    EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | CONTROL;

/* The version of Landlock; 0: there is none. */
static int version(void)
{
    long found = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);

    return found > 0 ? (int)found : 0;
}

bool rights_files(void)
{
    return version() > 0;
}

bool rights_optional(void)
{
    const char *value = getenv("UPSWEEP_SANDBOX");

    return value && strcmp(value, "optional") == 0;
}

/* All that the system can guard. */
static Ruleset all_rules(int have)
{
    return (Ruleset){.files = FIRST_VERSION | (have >= 2 ? REFER : 0) |
                              (have >= 3 ? TRUNCATE : 0) |
                              (have >= 5 ? CONTROL : 0),
                     .network = have >= 4 ? 3 : 0, /* TCP: bind, connect */
                     /* abstract sockets, signals */
                     .scopes = have >= 6 ? 3 : 0};
}

static size_t size_of(int have)
{
    return have >= 6 ? sizeof(Ruleset) : have >= 4 ? 16 : 8;
}

/* Allows what ALLOWED says of PATH, as far as it is guarded. */
static void allow(int rules, uint64_t guarded, const char *path,
                  uint64_t allowed)
{
    PathRule rule = {.allowed = allowed & guarded,
                     .parent = open(path, O_PATH | O_CLOEXEC)};
    struct stat status;

    if (rule.parent < 0)
        return;
    if (fstat(rule.parent, &status) == 0 && !S_ISDIR(status.st_mode))
        rule.allowed &= of_files;
    syscall(ADD_RULE, rules, RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent);
}

/* Without these many a program does not even begin. */
static const char *const harmless[] = {"/dev/null", "/dev/zero", "/dev/full",
                                       "/dev/random", "/dev/urandom"};

/* The devices of NVIDIA's driver; each GPU has one more, by its number. */
static const char *const driver_devices[] = {"/dev/nvidiactl",
                                             "/dev/nvidia-uvm",
                                             "/dev/nvidia-uvm-tools",
                                             "/dev/nvidia-caps",
                                             "/dev/dxg" /* of Windows' WSL */};
/* Where the system describes the devices and the driver. */
static const char *const driver_facts[] = {"/sys",          "/proc/driver",
                                           "/proc/devices", "/proc/modules",
                                           "/proc/version", "/proc/sys/vm"};
enum { MOST_GPUS = 64 };

static void allow_driver(int rules, uint64_t guarded)
{
    static const uint64_t using =
        READ_FILE | WRITE_FILE | READ_FOLDER | CONTROL;
    char device[32];

    for (size_t i = 0; i < COUNT(driver_devices); ++i)
        allow(rules, guarded, driver_devices[i], using);
    for (int i = 0; i < MOST_GPUS; ++i) {
        snprintf(device, sizeof device, "/dev/nvidia%d", i);
        allow(rules, guarded, device, using);
    }
    for (size_t i = 0; i < COUNT(driver_facts); ++i)
        allow(rules, guarded, driver_facts[i], reading);
}

int rights_open(const Rights *rights)
{
    int have = version();
    Ruleset all = all_rules(have);
    int rules =
        have ? (int)syscall(CREATE_RULESET, &all, size_of(have), 0) : -1;

    if (rules < 0)
        return -1;
    for (int i = 0; rights->reads && rights->reads[i]; ++i)
        allow(rules, all.files, rights->reads[i], reading);
    for (int i = 0; rights->writes && rights->writes[i]; ++i)
        allow(rules, all.files, rights->writes[i],
              all.files & ~(uint64_t)CONTROL);
    if (rights->uses_gpu)
        allow_driver(rules, all.files);
    /* a source could include those that have no end */
    for (size_t i = 0; i < (rights->starts ? 1 : COUNT(harmless)); ++i)
        allow(rules, all.files, harmless[i], READ_FILE | WRITE_FILE);
    return rules;
}

/* ---- System calls ---------------------------------------------------------*/

#define NAMESPACES                                                             \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |             \
     CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

/* Calls that no compiler and no homework needs: other processes, the kernel,
 * mounts, keys, and ways around this filter. */
static const int refused[] = {SYS_ptrace,
                              SYS_process_vm_readv,
                              SYS_process_vm_writev,
                              SYS_kcmp,
                              SYS_perf_event_open,
                              SYS_bpf,
                              SYS_keyctl,
                              SYS_add_key,
                              SYS_request_key,
                              SYS_mount,
                              SYS_umount2,
                              SYS_pivot_root,
                              SYS_chroot,
                              SYS_unshare,
                              SYS_setns,
                              SYS_open_by_handle_at,
                              SYS_init_module,
                              SYS_finit_module,
                              SYS_delete_module,
                              SYS_kexec_load,
                              SYS_reboot,
                              SYS_swapon,
                              SYS_swapoff,
                              SYS_sethostname,
                              SYS_setdomainname,
                              SYS_settimeofday,
                              SYS_clock_settime,
                              SYS_clock_adjtime,
                              SYS_adjtimex,
                              SYS_acct,
                              SYS_quotactl,
                              SYS_syslog,
                              SYS_vhangup,
                              SYS_fanotify_init,
                              SYS_setsid,
                              SYS_setpgid,
#ifdef SYS_iopl
                              SYS_iopl,
                              SYS_ioperm,
#endif
#ifdef SYS_kexec_file_load
                              SYS_kexec_file_load,
#endif
#ifdef SYS_userfaultfd
                              SYS_userfaultfd,
#endif
#ifdef SYS_pidfd_getfd
                              SYS_pidfd_getfd,
#endif
#ifdef SYS_pidfd_send_signal
                              SYS_pidfd_send_signal,
#endif
#ifdef SYS_io_uring_setup
                              SYS_io_uring_setup, /* opens sockets, too */
#endif
#ifdef SYS_open_tree
                              SYS_open_tree,
                              SYS_move_mount,
                              SYS_fsopen,
                              SYS_fsconfig,
                              SYS_fsmount,
                              SYS_fspick,
#endif
#ifdef SYS_mount_setattr
                              SYS_mount_setattr,
#endif
#ifdef SYS_process_madvise
                              SYS_process_madvise,
#endif
#ifdef SYS_process_mrelease
                              SYS_process_mrelease,
#endif
                              SYS_migrate_pages,
                              SYS_move_pages};

/* Calls that the headers of an older system do not name; their numbers are the
 * same on all processors. */
enum {
    FCHMODAT2 = 452,
    SETXATTRAT = 463,
    REMOVEXATTRAT = 466,
    FILE_SETATTR = 469
};

/* Modes, owners, times and attributes of files, for which Landlock has no
 * rights. */
static const int metadata[] = {
#ifdef SYS_chmod
    SYS_chmod,        SYS_chown,     SYS_lchown,      SYS_utime,
    SYS_utimes,       SYS_futimesat,
#endif
    SYS_fchmod,       SYS_fchmodat,  FCHMODAT2,       SYS_fchown,
    SYS_fchownat,     SYS_utimensat, SYS_setxattr,    SYS_lsetxattr,
    SYS_fsetxattr,    SETXATTRAT,    SYS_removexattr, SYS_lremovexattr,
    SYS_fremovexattr, REMOVEXATTRAT, FILE_SETATTR};

/* What others have put into memory by the System V calls, and queues. */
static const int shared[] = {SYS_shmget, SYS_shmat,   SYS_shmctl,
                             SYS_semget, SYS_semop,   SYS_semctl,
                             SYS_msgget, SYS_msgsnd,  SYS_msgrcv,
                             SYS_msgctl, SYS_mq_open, SYS_mq_unlink};

/* Signals and limits are for the process itself. */
static void add_own(CallFilter *filter)
{
    uint32_t own = (uint32_t)getpid();

    call_filter_only_with(filter, SYS_kill, 0, own, EPERM);
    call_filter_only_with(filter, SYS_tgkill, 0, own, EPERM);
    call_filter_only_with(filter, SYS_tkill, 0, own, EPERM);
    call_filter_only_with(filter, SYS_rt_sigqueueinfo, 0, own, EPERM);
    call_filter_only_with(filter, SYS_rt_tgsigqueueinfo, 0, own, EPERM);
    call_filter_only_with(filter, SYS_prlimit64, 0, 0, EPERM);
}

/* Threads, and, if RIGHTS says so, processes; no namespaces.  The flags of
 * clone3 are not seen here: without it the C library calls clone. */
static void add_starting(CallFilter *filter, const Rights *rights)
{
#ifdef SYS_clone3
    call_filter_refuse(filter, SYS_clone3, ENOSYS);
#endif
#ifdef SYS_fork
    if (!rights->starts) {
        call_filter_refuse(filter, SYS_fork, EPERM);
        call_filter_refuse(filter, SYS_vfork, EPERM);
    }
#endif
    if (rights->starts)
        call_filter_never_bits(filter, SYS_clone, 0, NAMESPACES, EPERM);
    else
        call_filter_needs_bits(filter, SYS_clone, 0, CLONE_THREAD, EPERM);
}

/* Characters that are put into a terminal are read by who sits there. */
static void add_terminals(CallFilter *filter)
{
    enum { LINUX_CONSOLE = 0x541c }; /* TIOCLINUX */

    call_filter_never_with(filter, SYS_ioctl, 1, TIOCSTI, EPERM);
    call_filter_never_with(filter, SYS_ioctl, 1, LINUX_CONSOLE, EPERM);
}

/* A driver's socket has a name, and packets in it reach none that it is not
 * connected to; and it can be connected to none. */
static void add_sockets(CallFilter *filter, const Rights *rights)
{
    enum { TYPE = SOCK_SEQPACKET | SOCK_CLOEXEC };

    if (!rights->uses_gpu) {
        call_filter_refuse(filter, SYS_socket, EACCES);
        return;
    }
    call_filter_only_with(filter, SYS_socket, 0, AF_UNIX, EACCES);
    call_filter_only_with(filter, SYS_socket, 1, TYPE, EACCES);
    call_filter_refuse(filter, SYS_connect, EACCES);
}

static void add_calls(CallFilter *filter, const Rights *rights)
{
    add_sockets(filter, rights);
    for (size_t i = 0; i < COUNT(refused); ++i)
        call_filter_refuse(filter, refused[i], EPERM);
    for (size_t i = 0; i < COUNT(shared); ++i)
        call_filter_refuse(filter, shared[i], EPERM);
    /* a linker changes the mode of what it writes, and a GPU's driver may */
    if (!rights->starts && !rights->uses_gpu)
        for (size_t i = 0; i < COUNT(metadata); ++i)
            call_filter_refuse(filter, metadata[i], EPERM);
    add_own(filter);
    add_starting(filter, rights);
    add_terminals(filter);
}

/* True where there are no filters, too. */
static bool filter_calls(const Rights *rights)
{
    CallFilter filter;

    if (!call_filter_knows_machine())
        return true;
    call_filter_begin(&filter, EPERM);
    add_calls(&filter, rights);
    return call_filter_end(&filter) != CALL_FILTER_FAILED;
}

/* ---- Both -----------------------------------------------------------------*/

bool rights_take(const Rights *rights, int files)
{
    int have = version();
    bool optional = rights_optional();

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    if (files >= 0) { /* /proc/self is another folder in each process */
        allow(files, all_rules(have).files, "/proc/self",
              reading | (rights->uses_gpu ? WRITE_FILE | TRUNCATE : 0));
        if (syscall(RESTRICT_SELF, files, 0) != 0 && !optional)
            return false;
    }
    if (files < 0 && !rights->uses_gpu && !rights->starts &&
        call_filter_knows_machine() && !read_only_begin() && !optional)
        return false;
    return filter_calls(rights) || optional;
}
