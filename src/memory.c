/* SPDX-License-Identifier: MIT
 *
 * memory - ends the program if any part of it runs out of memory.
 *
 * Not all libraries survive a failed allocation: Cairo 1.16 crashes, or omits
 * part of a picture and reports success. The program therefore defines malloc
 * and its relatives. The dynamic linker gives them to the libraries, too, and
 * they pass every request to those of the C library or of a preloaded one,
 * which also frees the memory.
 *
 * Builds with sanitizers, whose malloc ends the program, and builds without
 * glibc omit this file; the program checks errors of libraries anyway. See
 * doc/reliability.md.
 */
#include "util/base.h"
#include "config.h"

#if defined(__SANITIZE_ADDRESS__)
#define HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(HAVE_MALLOC_REPLACEMENT) && !defined(HAS_SANITIZER)

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

/* glibc's own allocator, for what dlsym itself allocates during the lookup. */
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

static struct {
    void *(*malloc)(size_t);
    void *(*calloc)(size_t, size_t);
    void *(*realloc)(void *, size_t);
    void *(*aligned)(size_t, size_t);
} next = {.malloc = __libc_malloc,
          .calloc = __libc_calloc,
          .realloc = __libc_realloc};

/* Sets *FUNCTION to the next function called NAME after ours.  ISO C has no
 * conversion from the pointer that dlsym returns. */
static void find(void *function, const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);

    if (found)
        memcpy(function, &found, sizeof found);
}

/* The first allocation happens before there is a second thread. */
static void find_next(void)
{
    static bool begun;

    if (begun)
        return;
    begun = true;
    find(&next.malloc, "malloc");
    find(&next.calloc, "calloc");
    find(&next.realloc, "realloc");
    find(&next.aligned, "aligned_alloc");
}

static void *or_end(void *memory, size_t bytes)
{
    if (!memory && bytes)
        base_out_of_memory();
    return memory;
}

void *malloc(size_t bytes)
{
    find_next();
    return or_end(next.malloc(bytes), bytes);
}

void *calloc(size_t count, size_t size)
{
    find_next();
    return or_end(next.calloc(count, size), count && size);
}

void *realloc(void *old, size_t bytes)
{
    find_next();
    return or_end(next.realloc(old, bytes), bytes);
}

void *reallocarray(void *old, size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes))
        base_out_of_memory();
    return realloc(old, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    find_next();
    return or_end(next.aligned ? next.aligned(alignment, bytes) : NULL, bytes);
}

void *memalign(size_t alignment, size_t bytes)
{
    return aligned_alloc(alignment, bytes);
}

int posix_memalign(void **memory, size_t alignment, size_t bytes)
{
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)))
        return EINVAL;
    *memory = aligned_alloc(alignment, bytes);
    return 0;
}

#endif
