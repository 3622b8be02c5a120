/* SPDX-License-Identifier: MIT
 *
 * base - errors, memory, growing arrays, growing text, and small helpers that
 * every other module uses.
 *
 * There are three kinds of error.  A broken invariant aborts at once, naming
 * file and line: BASE_CHECK.  Lack of memory ends the program with a line that
 * says so: base_out_of_memory.  Errors of the user or of the machine are
 * returned: a function that can fail takes an `Error *` last and returns false
 * or NULL, and its caller passes the error on or prints it.  The text of an
 * error is one line that names what is wrong, where, and the remedy.
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
    ERROR_NO = 1,    /* the answer is no: traces differ, a proof fails */
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

/* Aborts with file and line unless the invariant CONDITION holds. */
#define BASE_CHECK(condition)                                                  \
    ((condition) ? (void)0 : base_die(__FILE__, __LINE__, #condition))
_Noreturn void base_die(const char *file, int line, const char *what);

/* Ends the program with ERROR_FAILED for lack of memory: removes its unfinished
 * files (interrupt.h) and prints a line on stderr.  Allocates nothing, and may
 * be called within malloc. */
_Noreturn void base_out_of_memory(void);
/* The text of that line, without "upsweep: ". */
#define BASE_OUT_OF_MEMORY                                                     \
    "out of memory; close other programs, or use a smaller -n or --size"
/* In a child process: from now on base_out_of_memory calls TELL, which sends
 * the line to the parent, instead of printing it. */
void base_tell_out_of_memory(void (*tell)(void));

/* Allocation that never returns NULL: without memory these call
 * base_out_of_memory.  Free the result with free().  Zeroed memory for COUNT
 * items of SIZE bytes: */
void *base_alloc(size_t count, size_t size);
/* OLD, resized to COUNT items of SIZE bytes; new bytes are not zeroed. */
void *base_realloc(void *old, size_t count, size_t size);
/* A copy of TEXT. */
char *base_strdup(const char *text);
/* A copy of BYTES bytes. */
void *base_memdup(const void *from, size_t bytes);

/* Makes room for one more item in the array *ITEMS of COUNT items of SIZE
 * bytes each and capacity *CAPACITY, doubling as needed.  Use base_push. */
void *base_grow(void *items, size_t count, size_t *capacity, size_t size);

/* Appends VALUE to a struct's three fields NAME, NAME_count, NAME_capacity. */
#define base_push(owner, name, value)                                          \
    do {                                                                       \
        if ((owner)->name##_count == (owner)->name##_capacity)                 \
            (owner)->name =                                                    \
                base_grow((owner)->name, (owner)->name##_count,                \
                          &(owner)->name##_capacity, sizeof *(owner)->name);   \
        (owner)->name[(owner)->name##_count++] = (value);                      \
    } while (0)

/* Makes room for MORE items in the array ITEMS of COUNT items of SIZE bytes
 * each and capacity *CAPACITY.  Use base_reserve. */
void *base_room(void *items, size_t count, size_t *capacity, size_t size,
                size_t more);

/* Makes room for MORE items in a struct's three fields NAME, NAME_count,
 * NAME_capacity, so that adding them moves none.  All of it is to be used. */
#define base_reserve(owner, name, more)                                        \
    ((owner)->name =                                                           \
         base_room((owner)->name, (owner)->name##_count,                       \
                   &(owner)->name##_capacity, sizeof *(owner)->name, (more)))

/* Text that grows.  Starts as {0}, with text NULL; after the first addition
 * text ends in a NUL that length does not count.  Free with text_free. */
typedef struct {
    char *text;
    size_t length;
    size_t capacity;
} Text;

void text_add(Text *text, const char *format, ...) BASE_PRINTF(2, 3);
void text_add_list(Text *text, const char *format, va_list arguments)
    BASE_PRINTF(2, 0);
/* Appends NUMBER with a comma between each three digits: "2,520". */
void text_add_count(Text *text, uint64_t number);
void text_add_bytes(Text *text, const char *bytes, size_t length);
void text_free(Text *text);

/* Appends the length X as text formats (SVG, PDF, HTML) take it: rounded to
 * hundredths, without superfluous zeros, and clamped to +-1e12.
 *     17.0 -> 17     0.25 -> .25     -3.999 -> -4 */
void text_add_number(Text *text, double x);
/* Appends "1st", "2nd", "3rd", "4th", ... "11th", ... "21st". */
void text_add_ordinal(Text *text, uint32_t number);
/* Appends PLAIN, escaped so that a manual page shows it unchanged; in bold. */
void text_add_roff(Text *text, const char *plain);
void text_add_roff_bold(Text *text, const char *plain);

/* A copy of TEXT as one printable line (printable.h); free it. */
char *printable_line(const char *text);
/* The same of fewer than MOST bytes, cut off between characters where it is
 * longer, with an ellipsis; of NONE if TEXT is "". */
char *printable_name(const char *text, const char *none, size_t most);
/* A copy of TEXT as printable lines; free it.  Line breaks stay, as '\n'; tabs
 * become spaces, up to the next multiple of 8 columns. */
char *printable_lines(const char *text);

/* The next number of the pseudo-random sequence (splitmix64) whose seed was put
 * into *STATE; the same on every machine. */
uint64_t base_random(uint64_t *state);

/* Seconds by the clock on the wall, from some start on. */
double base_wall_seconds(void);

/* Sorts VALUES in place and returns the quantile Q of them, 0 to 1: 0.5 is the
 * median. */
double base_quantile(double values[], size_t count, double q);

/* The largest m with 2^m <= x, for x >= 1. */
int base_log2(uint32_t x);
/* The least power of two >= x. */
uint32_t base_power_of_two(uint32_t x);
bool base_is_power_of_two(uint32_t x);

/* True if a file may be written at PATH: nothing is there, or an ordinary
 * file.  False with ERROR for a device, a pipe or a folder. */
bool base_may_replace(const char *path, Error *error);
/* Writes all of the BYTES bytes at DATA to FILE; false, and errno says why. */
bool base_write_all(int file, const void *data, size_t bytes);
/* What follows the last slash of PATH, if something does; else PATH. */
const char *base_name(const char *path);
bool base_ends_with(const char *text, const char *ending);
/* A full path without ".", ".." and repeated slashes; free it. */
char *base_plain_path(const char *path);
/* Makes the missing folders that PATH lies in; false with ERROR. */
bool base_make_folders(const char *path, Error *error);

/* The contents of an ordinary file or, for "-", of standard input, followed by
 * a NUL that *BYTES does not count; free it.  NULL and ERROR if there are more
 * than LIMIT bytes, and for a pipe, a device or a folder. */
char *base_read_file(const char *path, size_t limit, size_t *bytes,
                     Error *error);

#endif
