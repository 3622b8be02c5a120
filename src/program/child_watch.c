/* SPDX-License-Identifier: MIT */
#include "program/child.h"

#include "util/interrupt.h"
#include "util/plain_output.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- What a program uses --------------------------------------------------*/

/* Reads what the system says in the file PATH; "" if it says nothing. */
static void read_facts(const char *path, char *text, size_t size)
{
    ssize_t bytes = -1;
    int file = open(path, O_RDONLY | O_CLOEXEC);

    if (file >= 0) {
        bytes = read(file, text, size - 1);
        close(file);
    }
    text[bytes > 0 ? bytes : 0] = '\0';
}

typedef struct {
    bool busy;      /* one can run, or waits for a disk */
    double seconds; /* of processor time, with those that they waited for */
} Use;

/* What the processes, or threads, in FOLDER do; GROUP: only those in it. */
static Use use_of(const char *folder, pid_t group)
{
    char path[320], facts[512], state;
    unsigned long long own[4];
    Use use = {.busy = false};
    DIR *listed = opendir(folder);
    struct dirent *found;
    int its;

    while (listed && (found = readdir(listed))) {
        if (!isdigit((unsigned char)found->d_name[0]))
            continue;
        snprintf(path, sizeof path, "%.40s/%s/stat", folder, found->d_name);
        read_facts(path, facts, sizeof facts);
        /* its name, which may be anything, ends with the last bracket */
        const char *rest = strrchr(facts, ')');
        if (!rest ||
            sscanf(rest,
                   ") %c %*d %d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu "
                   "%llu %llu",
                   &state, &its, own, own + 1, own + 2, own + 3) != 6 ||
            (group && its != (int)group))
            continue;
        use.busy |= state == 'R' || state == 'D';
        use.seconds += (double)(own[0] + own[1] + own[2] + own[3]) /
                       (double)sysconf(_SC_CLK_TCK);
    }
    if (listed)
        closedir(listed);
    return use;
}

/* True if no thread of the process can run or waits for a disk; and no process
 * of its group, if it LEADS one. */
static bool is_waiting(pid_t process, bool leads)
{
    char folder[40];

    snprintf(folder, sizeof folder, "/proc/%d/task", (int)process);
    return !use_of(folder, 0).busy && !(leads && use_of("/proc", process).busy);
}

/* Bytes of memory of the process that are in no file of a disk. */
static uint64_t bytes_used(pid_t process)
{
    static const char *const kinds[] = {"RssAnon:", "RssShmem:", "VmSwap:"};
    char path[40], text[4096];
    uint64_t kilobytes = 0;

    snprintf(path, sizeof path, "/proc/%d/status", (int)process);
    read_facts(path, text, sizeof text);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        const char *at = strstr(text, kinds[i]);
        kilobytes += at ? strtoull(at + strlen(kinds[i]), NULL, 10) : 0;
    }
    return kilobytes << 10;
}

/* Free bytes of the disk that FOLDER is on; 0: not known. */
static uint64_t free_bytes(const char *folder)
{
    struct statvfs status;

    return folder && statvfs(folder, &status) == 0
               ? (uint64_t)status.f_bavail * status.f_frsize
               : 0;
}

/* The bytes that are to stay free. */
static uint64_t bytes_kept(const ChildSpec *spec)
{
    uint64_t now = free_bytes(spec->disk);

    return now / 2 > spec->disk_bytes ? now - spec->disk_bytes : now / 2;
}

/* ---- Watching -------------------------------------------------------------*/

/* Seconds between two looks, and of waiting that are seen in one: we may have
 * been stopped ourselves. */
static const double between_looks = 0.1, most_seen = 0.5;
/* One look of so many is at the group; pieces that are passed on at the end. */
enum { LOOKS_AT_GROUP = 10, MOST_LEFT = 256 };

typedef struct {
    const ChildSpec *spec;
    ChildProcess *process;
    int ended; /* can be read when it has ended; -1 */
    PlainOutput output;
    uint64_t kept; /* of the disk */
    double begun, looked;
    unsigned looks;
} Watch;

/* Passes on a piece of what the child has printed; false if there is none. */
static bool pass_on(Watch *watch)
{
    char bytes[4096];
    ssize_t count = watch->process->said < 0
                        ? -1
                        : read(watch->process->said, bytes, sizeof bytes);

    if (count > 0 && isatty(STDERR_FILENO))
        plain_output_write(&watch->output, STDERR_FILENO, bytes, (size_t)count);
    else if (count > 0)
        plain_output_copy(STDERR_FILENO, bytes, (size_t)count);
    else if (watch->process->said >= 0 && !(count < 0 && errno == EAGAIN)) {
        close(watch->process->said); /* nobody can print any more */
        watch->process->said = -1;
    }
    return count > 0;
}

/* Waits a moment for the end of the child, or for what it prints. */
static void wait_moment(Watch *watch)
{
    struct pollfd ready[] = {{.fd = watch->ended, .events = POLLIN},
                             {.fd = watch->process->said, .events = POLLIN}};

    poll(ready, 2, watch->ended < 0 ? 2 : (int)(1000 * between_looks));
    pass_on(watch);
}

/* Looks what the child does: why it is to be killed, or CHILD_ENDED. */
static ChildEnding look(Watch *watch)
{
    const ChildSpec *spec = watch->spec;
    double now = base_wall_seconds(), since = now - watch->looked;

    if (spec->seconds > 0 && now - watch->begun >= spec->seconds)
        return CHILD_LATE;
    if (since < between_looks)
        return CHILD_ENDED;
    watch->looked = now;
    if (is_waiting(watch->process->id, watch->process->leads))
        watch->process->waited += since < most_seen ? since : most_seen;
    if (spec->waiting > 0 && watch->process->waited >= spec->waiting)
        return CHILD_LATE;
    if (spec->processor > 0 && watch->process->leads && spec->rights &&
        spec->rights->starts && ++watch->looks % LOOKS_AT_GROUP == 0 &&
        use_of("/proc", watch->process->id).seconds >= spec->processor)
        return CHILD_LATE;
    if (spec->memory &&
        bytes_used(watch->process->id) > spec->memory + spec->file)
        return CHILD_GREW;
    if (spec->disk && free_bytes(spec->disk) < watch->kept)
        return CHILD_WROTE;
    return CHILD_ENDED;
}

/* How the child ended; or why it is to be killed: a signal that has come counts
 * as CHILD_LATE. */
static ChildEnding wait_for(Watch *watch)
{
    ChildEnding ending = CHILD_ENDED;

    while (ending == CHILD_ENDED) {
        pid_t seen = wait4(watch->process->id, &watch->process->status,
                           WNOHANG | WUNTRACED, &watch->process->usage);
        bool stopped =
            seen == watch->process->id && WIFSTOPPED(watch->process->status);
        if (seen == watch->process->id && !stopped)
            break;
        if (interrupt_asked())
            return CHILD_LATE;
        if (stopped && watch->process->leads &&
            (WSTOPSIG(watch->process->status) == SIGTTIN ||
             WSTOPSIG(watch->process->status) == SIGTTOU))
            return CHILD_STOPPED;
        wait_moment(watch);
        ending = look(watch);
    }
    return ending;
}

/* Lets a program whose time is over know, and leaves it some to end. */
static void warn_late(Watch *watch)
{
    struct pollfd ended = {.fd = watch->ended, .events = POLLIN};

    for (int i = 0; watch->spec->processor > 0 && watch->ended >= 0 &&
                    i < CHILD_WARNINGS && !interrupt_asked();
         ++i) {
        kill(watch->process->id, SIGXCPU);
        if (poll(&ended, 1, 1000) > 0)
            break;
    }
}

ChildEnding child_watch(const ChildSpec *spec, ChildProcess *process)
{
    Watch watch = {.spec = spec,
                   .process = process,
                   .ended = (int)syscall(SYS_pidfd_open, process->id, 0),
                   .kept = bytes_kept(spec),
                   .begun = base_wall_seconds(),
                   .looked = base_wall_seconds()};
    ChildEnding ending = wait_for(&watch);

    if (ending == CHILD_LATE)
        warn_late(&watch);
    if (ending != CHILD_ENDED || process->leads)
        kill(process->leads ? -process->id : process->id, SIGKILL);
    if (ending != CHILD_ENDED)
        wait4(process->id, &process->status, 0, &process->usage);
    for (int i = 0; i < MOST_LEFT && pass_on(&watch); ++i)
        continue;
    plain_output_end(&watch.output, STDERR_FILENO);
    if (process->said >= 0)
        close(process->said);
    if (watch.ended >= 0)
        close(watch.ended);
    return ending;
}
