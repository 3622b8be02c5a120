/* SPDX-License-Identifier: MIT */
#include "program/rights.h"

#include "program/read_only.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
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
    for (int i = 0; rights->devices && rights->devices[i]; ++i)
        allow(rules, all.files, rights->devices[i],
              all.files & ~(uint64_t)EXECUTE);
    for (size_t i = 0; i < COUNT(harmless); ++i)
        allow(rules, all.files, harmless[i], READ_FILE | WRITE_FILE);
    return rules;
}

/* ---- System calls ---------------------------------------------------------*/

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE 0 /* not known: no call is filtered */
#endif

enum { MOST_CODE = 400, X32_CALLS = 0x40000000 };
#define NAMESPACES                                                             \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |             \
     CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

typedef struct {
    struct sock_filter code[MOST_CODE];
    unsigned short count;
} Filter;

static void put(Filter *filter, uint16_t code, uint32_t value, uint8_t yes,
                uint8_t no)
{
    if (filter->count < MOST_CODE)
        filter->code[filter->count++] =
            (struct sock_filter){code, yes, no, value};
}

static void load(Filter *filter, size_t offset)
{
    put(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

/* Loads the lower half of an argument; both machines are little-endian. */
static void load_argument(Filter *filter, int i)
{
    load(filter,
         offsetof(struct seccomp_data, args) + sizeof(uint64_t) * (size_t)i);
}

static void end(Filter *filter, int error)
{
    put(filter, BPF_RET | BPF_K,
        error ? SECCOMP_RET_ERRNO | (uint32_t)error : SECCOMP_RET_ALLOW, 0, 0);
}

/* Skips COUNT instructions unless the call is number CALL. */
static void unless_call(Filter *filter, int call, int count)
{
    put(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, (uint8_t)count);
}

static void refuse(Filter *filter, int call, int error)
{
    unless_call(filter, call, 1);
    end(filter, error);
}

/* Allows the call only if argument I is VALUE. */
static void only_with(Filter *filter, int call, int i, uint32_t value,
                      int error)
{
    unless_call(filter, call, 4);
    load_argument(filter, i);
    put(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    end(filter, error);
    end(filter, 0);
}

/* Refuses the call if argument I is VALUE. */
static void never_with(Filter *filter, int call, int i, uint32_t value,
                       int error)
{
    unless_call(filter, call, 4);
    load_argument(filter, i);
    put(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    end(filter, error);
    load(filter, offsetof(struct seccomp_data, nr));
}

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

/* What others have put into memory by the System V calls, and queues. */
static const int shared[] = {SYS_shmget, SYS_shmat,   SYS_shmctl,
                             SYS_semget, SYS_semop,   SYS_semctl,
                             SYS_msgget, SYS_msgsnd,  SYS_msgrcv,
                             SYS_msgctl, SYS_mq_open, SYS_mq_unlink};

/* Signals and limits are for the process itself. */
static void add_own(Filter *filter)
{
    uint32_t own = (uint32_t)getpid();

    only_with(filter, SYS_kill, 0, own, EPERM);
    only_with(filter, SYS_tgkill, 0, own, EPERM);
    only_with(filter, SYS_tkill, 0, own, EPERM);
    only_with(filter, SYS_rt_sigqueueinfo, 0, own, EPERM);
    only_with(filter, SYS_rt_tgsigqueueinfo, 0, own, EPERM);
    only_with(filter, SYS_prlimit64, 0, 0, EPERM);
}

/* Threads, and, if RIGHTS says so, processes; no namespaces.  The flags of
 * clone3 are not seen here: without it the C library calls clone. */
static void add_starting(Filter *filter, const Rights *rights)
{
#ifdef SYS_clone3
    refuse(filter, SYS_clone3, ENOSYS);
#endif
#ifdef SYS_fork
    if (!rights->starts) {
        refuse(filter, SYS_fork, EPERM);
        refuse(filter, SYS_vfork, EPERM);
    }
#endif
    unless_call(filter, SYS_clone, 4);
    load_argument(filter, 0);
    if (rights->starts)
        put(filter, BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 0, 1);
    else
        put(filter, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0);
    end(filter, EPERM);
    end(filter, 0);
}

/* Characters that are put into a terminal are read by who sits there. */
static void add_terminals(Filter *filter)
{
    enum { LINUX_CONSOLE = 0x541c }; /* TIOCLINUX */

    never_with(filter, SYS_ioctl, 1, TIOCSTI, EPERM);
    never_with(filter, SYS_ioctl, 1, LINUX_CONSOLE, EPERM);
}

static void add_calls(Filter *filter, const Rights *rights)
{
    if (rights->connects)
        only_with(filter, SYS_socket, 0, AF_UNIX, EACCES);
    else
        refuse(filter, SYS_socket, EACCES);
    for (size_t i = 0; i < COUNT(refused); ++i)
        refuse(filter, refused[i], EPERM);
    for (size_t i = 0; i < COUNT(shared) && !rights->connects; ++i)
        refuse(filter, shared[i], EPERM);
    add_own(filter);
    add_starting(filter, rights);
    add_terminals(filter);
}

static bool filter_calls(const Rights *rights)
{
    Filter filter = {.count = 0};

    if (ARCHITECTURE == 0)
        return true;
    load(&filter, offsetof(struct seccomp_data, arch));
    put(&filter, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    end(&filter, EPERM);
    load(&filter, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    put(&filter, BPF_JMP | BPF_JSET | BPF_K, X32_CALLS, 0, 1);
    end(&filter, EPERM);
#endif
    add_calls(&filter, rights);
    end(&filter, 0);
    struct sock_fprog program = {filter.count, filter.code};
    return filter.count < MOST_CODE &&
           (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ||
            errno == EINVAL || errno == ENOSYS); /* there are no filters */
}

/* ---- Both -----------------------------------------------------------------*/

bool rights_take(const Rights *rights, int files)
{
    int have = version();

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    if (files >= 0) { /* /proc/self is another folder in each process */
        allow(files, all_rules(have).files, "/proc/self", reading);
        if (syscall(RESTRICT_SELF, files, 0) != 0)
            return false;
    }
    if (files < 0 && !rights->devices && !rights->starts && ARCHITECTURE != 0 &&
        !read_only_begin())
        return false;
    return filter_calls(rights);
}
