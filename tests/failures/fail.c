/* SPDX-License-Identifier: MIT
 *
 * fail - a library to preload (LD_PRELOAD), which fails one call of the program
 * and its libraries, or all calls from one on.
 *
 *     FAILURES_MEMORY=N   the Nth request for memory; malloc and its relatives,
 *                         mmap, fork
 *     FAILURES_WRITE=N    the Nth request to a file: open for writing, write,
 *                         fsync, rename
 *     FAILURES_ON=1       and every one after it
 *     FAILURES_UNGUARDED  if it is set, the system seems to have no Landlock,
 * so that no files are kept from compiler and program FAILURES_COUNT=F    when
 * the program ends, writes both counts to file F
 *
 * Counting begins with main, and continues in processes that the program forks:
 * all of them share the counters. Programs that it starts, such as ffmpeg, run
 * undisturbed.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef int Main(int, char **, char **);
typedef int Start(Main *, int, char **, void (*)(void), void (*)(void),
                  void (*)(void), void *);

int __libc_start_main(Main *, int, char **, void (*)(void), void (*)(void),
                      void (*)(void), void *);

static struct {
    void *(*malloc)(size_t);
    void *(*calloc)(size_t, size_t);
    void *(*realloc)(void *, size_t);
    int (*posix_memalign)(void **, size_t, size_t);
    void *(*aligned_alloc)(size_t, size_t);
    void *(*mmap)(void *, size_t, int, int, int, off_t);
    pid_t (*fork)(void);
    int (*open)(const char *, int, ...);
    FILE *(*fopen)(const char *, const char *);
    ssize_t (*write)(int, const void *, size_t);
    int (*fsync)(int);
    int (*rename)(const char *, const char *);
    long (*syscall)(long, ...);
    Start *start;
} real;

typedef struct {
    long memory, writes;
} Counts;

static Counts *counts; /* shared by all processes; NULL before main */
static Counts fail_at;
static bool fail_on;
static Main *program;

/* What dlsym itself asks for before the real functions are known. */
static char early[1 << 16];
static size_t early_used;

static void *early_memory(size_t bytes)
{
    void *memory = early + early_used;

    early_used += (bytes + 15) & ~(size_t)15;
    if (early_used > sizeof early)
        abort();
    return memory;
}

static bool is_early(const void *memory)
{
    return (const char *)memory >= early &&
           (const char *)memory < early + sizeof early;
}

/* Converts the object pointer that dlsym gives to a pointer to a function. */
static void find(void *function, const char *name)
{
    void *address = dlsym(RTLD_NEXT, name);

    memcpy(function, &address, sizeof address);
}

static void find_all(void)
{
    static bool begun;

    if (begun)
        return;
    begun = true;
    find(&real.calloc, "calloc");
    find(&real.malloc, "malloc");
    find(&real.realloc, "realloc");
    find(&real.posix_memalign, "posix_memalign");
    find(&real.aligned_alloc, "aligned_alloc");
    find(&real.mmap, "mmap");
    find(&real.fork, "fork");
    find(&real.open, "open");
    find(&real.fopen, "fopen");
    find(&real.write, "write");
    find(&real.fsync, "fsync");
    find(&real.rename, "rename");
    find(&real.syscall, "syscall");
    find(&real.start, "__libc_start_main");
}

static bool reaches(long *counter, long at)
{
    long now = __atomic_add_fetch(counter, 1, __ATOMIC_RELAXED);

    return at > 0 && (now == at || (fail_on && now > at));
}

static bool no_memory(void)
{
    if (!counts || !reaches(&counts->memory, fail_at.memory))
        return false;
    errno = ENOMEM;
    return true;
}

static bool disk_full(void)
{
    if (!counts || !reaches(&counts->writes, fail_at.writes))
        return false;
    errno = ENOSPC;
    return true;
}

/* ---- Memory ------------------------------------------------------------ */

void *malloc(size_t bytes)
{
    find_all();
    if (!real.malloc)
        return early_memory(bytes);
    return no_memory() ? NULL : real.malloc(bytes);
}

void *calloc(size_t count, size_t size)
{
    find_all();
    if (!real.calloc)
        return early_memory(count * size);
    return no_memory() ? NULL : real.calloc(count, size);
}

void *realloc(void *old, size_t bytes)
{
    find_all();
    if (no_memory())
        return NULL;
    if (!is_early(old))
        return real.realloc(old, bytes);
    void *memory = real.malloc(bytes);
    size_t room = (size_t)(early + sizeof early - (char *)old);
    return memory ? memcpy(memory, old, bytes < room ? bytes : room) : NULL;
}

void *reallocarray(void *old, size_t count, size_t size)
{
    size_t bytes;

    if (!__builtin_mul_overflow(count, size, &bytes))
        return realloc(old, bytes);
    errno = ENOMEM;
    return NULL;
}

int posix_memalign(void **memory, size_t alignment, size_t bytes)
{
    find_all();
    return no_memory() ? ENOMEM : real.posix_memalign(memory, alignment, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    find_all();
    return no_memory() ? NULL : real.aligned_alloc(alignment, bytes);
}

void *mmap(void *where, size_t bytes, int allow, int flags, int file, off_t at)
{
    find_all();
    if (no_memory())
        return MAP_FAILED;
    return real.mmap(where, bytes, allow, flags, file, at);
}

void *mmap64(void *, size_t, int, int, int, off_t)
    __attribute__((alias("mmap")));

pid_t fork(void)
{
    find_all();
    return no_memory() ? -1 : real.fork();
}

/* ---- Files ------------------------------------------------------------- */

int open(const char *path, int flags, ...)
{
    mode_t mode = 0;

    find_all();
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
    }
    if ((flags & O_ACCMODE) != O_RDONLY && disk_full())
        return -1;
    return real.open(path, flags, mode);
}

int open64(const char *, int, ...) __attribute__((alias("open")));

FILE *fopen(const char *path, const char *mode)
{
    find_all();
    return mode[0] != 'r' && disk_full() ? NULL : real.fopen(path, mode);
}

FILE *fopen64(const char *, const char *) __attribute__((alias("fopen")));

/* Only files can be full: pipes and terminals cannot. */
ssize_t write(int file, const void *data, size_t bytes)
{
    struct stat at;

    find_all();
    if (fstat(file, &at) == 0 && S_ISREG(at.st_mode) && disk_full())
        return -1;
    return real.write(file, data, bytes);
}

int fsync(int file)
{
    find_all();
    return disk_full() ? -1 : real.fsync(file);
}

int rename(const char *from, const char *to)
{
    find_all();
    return disk_full() ? -1 : real.rename(from, to);
}

/* ---- The sandbox --------------------------------------------------------- */

long syscall(long number, ...)
{
    enum { CREATE_RULESET = 444, ARGUMENTS = 6 };
    long arguments[ARGUMENTS];
    va_list list;

    find_all();
    if (number == CREATE_RULESET && getenv("FAILURES_UNGUARDED")) {
        errno = ENOSYS;
        return -1;
    }
    va_start(list, number);
    for (int i = 0; i < ARGUMENTS; ++i)
        arguments[i] = va_arg(list, long);
    va_end(list);
    return real.syscall(number, arguments[0], arguments[1], arguments[2],
                        arguments[3], arguments[4], arguments[5]);
}

/* ---- Begin and end ----------------------------------------------------- */

static long number_of(const char *name)
{
    const char *text = getenv(name);

    return text ? atol(text) : 0;
}

static int begin(int argc, char **argv, char **environment)
{
    Counts *shared = real.mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (shared == MAP_FAILED)
        abort();
    fail_at =
        (Counts){number_of("FAILURES_MEMORY"), number_of("FAILURES_WRITE")};
    fail_on = number_of("FAILURES_ON") != 0;
    unsetenv("LD_PRELOAD");
    counts = shared;
    return program(argc, argv, environment);
}

int __libc_start_main(Main *first, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*loader_fini)(void),
                      void *stack)
{
    find_all();
    program = first;
    return real.start(begin, argc, argv, init, fini, loader_fini, stack);
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAILURES_COUNT");
    Counts last = counts ? *counts : (Counts){0, 0};

    counts = NULL;
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%ld %ld\n", last.memory, last.writes);
    fclose(file);
}
