/* SPDX-License-Identifier: MIT */
#include "program/rights.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
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

/* A descriptor with the files of RIGHTS, -1 if files cannot be guarded.  Paths
 * that do not exist are left out. */
static int open_files(const Rights *rights)
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

/* ---- Capabilities ---------------------------------------------------------*/

/* Root keeps what lets it read the files of others; without the rest it is
 * bound by limits, and cannot look into processes that have more. */
static void drop_capabilities(void)
{
    enum { VERSION_3 = 0x20080522, DAC_OVERRIDE = 1, DAC_READ_SEARCH = 2 };
    struct {
        uint32_t version;
        int process;
    } head = {VERSION_3, 0};
    struct {
        uint32_t effective, permitted, inheritable;
    } sets[2];

    if (syscall(SYS_capget, &head, sets) != 0)
        return;
    for (int i = 0; i < 2; ++i) {
        uint32_t kept = i == 0 ? 1u << DAC_OVERRIDE | 1u << DAC_READ_SEARCH : 0;
        sets[i].effective &= kept;
        sets[i].permitted &= kept;
        sets[i].inheritable = 0;
    }
    syscall(SYS_capset, &head, sets);
}

/* ---- All ------------------------------------------------------------------*/

bool rights_open(const Rights *rights, bool apart, RightsTaken *taken)
{
    *taken = (RightsTaken){.files = -1};
    if (!rights)
        return true;
    taken->files = open_files(rights);
    bool plain = !rights->starts && !rights->uses_gpu;
    taken->calls = call_filter_new(rights->starts     ? CALL_FILTER_COMPILER
                                   : rights->uses_gpu ? CALL_FILTER_GPU
                                                      : CALL_FILTER_PROGRAM,
                                   !apart && !(plain && taken->files < 0));
    return taken->calls.code;
}

void rights_close(RightsTaken *taken)
{
    if (taken->files >= 0)
        close(taken->files);
    call_filter_free(&taken->calls);
}

bool rights_take(const Rights *rights, const RightsTaken *taken)
{
    bool optional = rights_optional(), guarded = false;

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    if (!rights->uses_gpu)
        drop_capabilities();
    if (taken->files >= 0) { /* /proc/self is another folder in each process */
        allow(taken->files, all_rules(version()).files, "/proc/self",
              reading | (rights->uses_gpu ? WRITE_FILE | TRUNCATE : 0));
        guarded = syscall(RESTRICT_SELF, taken->files, 0) == 0;
        if (!guarded && !optional)
            return false;
    }
    CallFilterEnding ending = call_filter_begin(&taken->calls);
    return optional || ending == CALL_FILTER_HOLDS ||
           (ending == CALL_FILTER_MISSING && guarded);
}
