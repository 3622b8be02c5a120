/* SPDX-License-Identifier: MIT
 *
 * base - what every other module stands on: errors, memory, growing arrays
 * and text that is built piece by piece.
 *
 * There are three kinds of error.  The impossible (a broken invariant) dies at
 * once, naming file and line: BASE_CHECK.  No memory ends the program with a
 * line that says so: base_out_of_memory.  What the user or
 * the machine did comes back as a value: a function that can fail takes an
 * `Error *` last and returns false or NULL, and its caller hands the error on
 * or prints it.  The text of an error is one line that names what is wrong,
 * where, and the remedy.
 */
#ifndef UPSWEEP_BASE_H
#define UPSWEEP_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What kind of error it is; the value is the program's exit status. */
typedef enum {
    ERROR_NONE = 0,
    ERROR_NO = 1,    /* asked a question whose answer is no */
    ERROR_USAGE = 2, /* a wrong option, list, file or trace */
    ERROR_FAILED = 3 /* a machine or a file failed */
} ErrorKind;

typedef struct {
    ErrorKind kind;
    char text[512];
} Error;

#if defined(__GNUC__)
#define BASE_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define BASE_PRINTF(text, first)
#endif

/* Fills in ERROR and returns false, so that a caller can
 * `return error_set(...)`. */
bool error_set(Error *error, ErrorKind kind, const char *format, ...)
    BASE_PRINTF(3, 4);

/* Dies with file and line unless CONDITION holds; for broken invariants. */
#define BASE_CHECK(condition)                                                  \
    ((condition) ? (void)0 : base_die(__FILE__, __LINE__, #condition))
_Noreturn void base_die(const char *file, int line, const char *what);

/* The end of the program with ERROR_FAILED, because it has no memory: removes
 * its unfinished files (cleanup.h) and says so in a line on stderr. Asks for no
 * memory itself, and may be called within malloc. */
_Noreturn void base_out_of_memory(void);
/* That line, without "upsweep: ". */
#define BASE_OUT_OF_MEMORY                                                     \
    "out of memory; end other programs, or ask for less: a smaller -n or "     \
    "--size"
/* Has another process say it, whose child this one is: TELL sends the line. */
void base_tell_out_of_memory(void (*tell)(void));

/* Memory that is there: zeroed, or base_out_of_memory.  Free with free(). */
void *base_alloc(size_t count, size_t size);
void *base_realloc(void *old, size_t count, size_t size);
char *base_strdup(const char *text);
void *base_memdup(const void *from, size_t bytes);

/* Makes room for one more item in the array *ITEMS of COUNT items of SIZE
 * bytes each and capacity *CAPACITY, doubling as needed.  Use base_push. */
void *base_grow(void *items, size_t count, size_t *capacity, size_t size);

/* Appends VALUE to a struct's three fields NAME, NAME_count, NAME_capacity. */
#define base_push(owner, name, value)                                          \
    do {                                                                       \
        (owner)->name =                                                        \
            base_grow((owner)->name, (owner)->name##_count,                    \
                      &(owner)->name##_capacity, sizeof *(owner)->name);       \
        (owner)->name[(owner)->name##_count++] = (value);                      \
    } while (0)

/* Text that grows; starts as {0} and always ends in a NUL once added to. */
typedef struct {
    char *text;
    size_t length;
    size_t capacity;
} Text;

void text_add(Text *text, const char *format, ...) BASE_PRINTF(2, 3);
void text_add_bytes(Text *text, const char *bytes, size_t length);
void text_free(Text *text);

/* A seeded sequence of numbers, the same on every machine (splitmix64). */
uint64_t base_random(uint64_t *state);

/* Sorts COUNT values, and gives the one with the share Q of the others below
 * it: 0.5 is the median. */
double base_quantile(double values[], size_t count, double q);

/* The largest m with 2^m <= x, for x >= 1; and the least power of two >= x. */
int base_log2(uint32_t x);
uint32_t base_power_of_two(uint32_t x);
bool base_is_power_of_two(uint32_t x);

/* True if something may be put at PATH: nothing is there, or an ordinary
 * file.  Never lets a device, a pipe or a folder be replaced. */
bool base_may_replace(const char *path, Error *error);
/* Makes the folders that PATH lies in, so far as they are not there. */
bool base_make_folders(const char *path, Error *error);

/* The whole of an ordinary file or, for "-", of standard input; at most LIMIT
 * bytes.  A pipe, a device or a folder is refused, not waited for.
 * Adds a NUL that *BYTES does not count.  NULL and ERROR if it cannot. */
char *base_read_file(const char *path, size_t limit, size_t *bytes,
                     Error *error);

#endif
