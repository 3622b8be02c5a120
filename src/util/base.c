/* SPDX-License-Identifier: MIT */
#include "util/base.h"

#include "util/interrupt.h"
#include "util/printable.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- Errors ------------------------------------------------------------ */

bool error_set(Error *error, ErrorKind kind, const char *format, ...)
{
    va_list arguments;

    if (!error)
        return false;
    error->kind = kind;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    /* A name may contain a line break; an error is always one line. */
    printable_fix(error->text, sizeof error->text);
    return false;
}

void base_die(const char *file, int line, const char *what)
{
    cleanup_now();
    fflush(stdout);
    fprintf(stderr, "upsweep: %s:%d: check failed: %s\n", file, line, what);
    abort();
}

/* ---- Memory ------------------------------------------------------------ */

static void (*tell_out_of_memory)(void);

void base_tell_out_of_memory(void (*tell)(void))
{
    tell_out_of_memory = tell;
}

void base_out_of_memory(void)
{
    static const char line[] = "upsweep: " BASE_OUT_OF_MEMORY "\n";

    cleanup_now();
    if (tell_out_of_memory)
        tell_out_of_memory();
    else if (write(STDERR_FILENO, line, sizeof line - 1) < 0)
        _exit(ERROR_FAILED);
    _exit(ERROR_FAILED);
}

void *base_alloc(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size ? size : 1);

    if (!memory)
        base_out_of_memory();
    return memory;
}

void *base_realloc(void *old, size_t count, size_t size)
{
    void *memory = reallocarray(old, count ? count : 1, size ? size : 1);

    if (!memory)
        base_out_of_memory();
    return memory;
}

char *base_strdup(const char *text)
{
    return base_memdup(text, strlen(text) + 1);
}

void *base_memdup(const void *from, size_t bytes)
{
    void *memory = base_alloc(bytes, 1);

    if (bytes)
        memcpy(memory, from, bytes);
    return memory;
}

void *base_grow(void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    BASE_CHECK(*capacity <= SIZE_MAX / 2);
    *capacity = *capacity ? 2 * *capacity : 8;
    return base_realloc(items, *capacity, size);
}

void *base_room(void *items, size_t count, size_t *capacity, size_t size,
                size_t more)
{
    if (more <= *capacity - count)
        return items;
    BASE_CHECK(more <= SIZE_MAX / 2 - count && *capacity <= SIZE_MAX / 2);
    *capacity = count + more > 2 * *capacity ? count + more : 2 * *capacity;
    return base_realloc(items, *capacity, size);
}

/* ---- Text -------------------------------------------------------------- */

/* Makes room for LENGTH more bytes and a NUL. */
static void text_reserve(Text *text, size_t length)
{
    size_t least = text->length + length + 1;

    BASE_CHECK(least > length);
    if (least <= text->capacity)
        return;
    if (least < 2 * text->capacity)
        least = 2 * text->capacity;
    text->text = base_realloc(text->text, least, 1);
    text->capacity = least;
}

void text_add_list(Text *text, const char *format, va_list arguments)
{
    va_list again;

    BASE_CHECK(format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length < 0 && errno == ENOMEM)
        base_out_of_memory();
    BASE_CHECK(length >= 0);
    text_reserve(text, (size_t)length);
    vsnprintf(text->text + text->length, (size_t)length + 1, format, again);
    va_end(again);
    text->length += (size_t)length;
}

void text_add(Text *text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    text_add_list(text, format, arguments);
    va_end(arguments);
}

void text_add_bytes(Text *text, const char *bytes, size_t length)
{
    text_reserve(text, length);
    if (length)
        memcpy(text->text + text->length, bytes, length);
    text->length += length;
    text->text[text->length] = '\0';
}

void text_free(Text *text)
{
    free(text->text);
    *text = (Text){0};
}

/* Without printf, which would take most of the time for a picture of tens of
 * thousands of numbers. */
void text_add_number(Text *text, double x)
{
    const double most = 1e12;
    char digits[24];
    int at = sizeof digits;

    x = x > most ? most : x < -most ? -most : x;
    long long hundredths = llround(x * 100);
    bool negative = hundredths < 0;
    unsigned long long rest =
        (unsigned long long)(negative ? -hundredths : hundredths);
    unsigned part = (unsigned)(rest % 100);

    rest /= 100;
    if (part) {
        if (part % 10)
            digits[--at] = (char)('0' + part % 10);
        digits[--at] = (char)('0' + part / 10);
        digits[--at] = '.';
    }
    for (; rest; rest /= 10)
        digits[--at] = (char)('0' + rest % 10);
    if (!hundredths)
        digits[--at] = '0';
    if (negative)
        digits[--at] = '-';
    text_add_bytes(text, digits + at, sizeof digits - (size_t)at);
}

void text_add_count(Text *text, uint64_t number)
{
    if (number >= 1000) {
        text_add_count(text, number / 1000);
        text_add(text, ",%03u", (unsigned)(number % 1000));
    } else {
        text_add(text, "%u", (unsigned)number);
    }
}

void text_add_ordinal(Text *text, uint32_t number)
{
    static const char *const endings[] = {"th", "st", "nd", "rd"};
    uint32_t last = number % 10;

    if (number / 10 % 10 == 1 || last > 3)
        last = 0;
    text_add(text, "%u%s", number, endings[last]);
}

/* A dot or a quote at the start of a line would be a request. */
void text_add_roff(Text *text, const char *plain)
{
    bool starts = text->length == 0 || text->text[text->length - 1] == '\n';

    if (starts && (*plain == '.' || *plain == '\''))
        text_add(text, "\\&");
    for (; *plain; ++plain)
        if (*plain == '\\')
            text_add(text, "\\e");
        else if (*plain == '-')
            text_add(text, "\\-");
        else if (*plain == '\'')
            text_add(text, "\\(aq");
        else if (*plain == '`')
            text_add(text, "\\(ga");
        else
            text_add(text, "%c", *plain);
}

void text_add_roff_bold(Text *text, const char *plain)
{
    text_add(text, "\\fB");
    text_add_roff(text, plain);
    text_add(text, "\\fR");
}

/* The number of bytes from ' ' to '~' at the beginning of TEXT: characters that
 * are printable, of one byte and one column each. */
static size_t plain_length(const char *text)
{
    size_t length = 0;

    while (text[length] >= ' ' && text[length] <= '~')
        ++length;
    return length;
}

char *printable_line(const char *text)
{
    Text line = {0};

    text_add(&line, "%s", "");
    while (*text) {
        size_t length = plain_length(text);
        const char *bytes = text;
        if (length)
            text += length;
        else
            bytes = printable_next(&text, &length);
        text_add_bytes(&line, bytes, length);
    }
    return line.text;
}

char *printable_name(const char *text, const char *none, size_t most)
{
    static const char more[] = "\u2026"; /* an ellipsis */
    char *name = printable_line(text[0] ? text : none);
    size_t length = 0, next;

    if (strlen(name) < most)
        return name;
    while ((next = printable_length(name + length)) > 0 &&
           length + next + sizeof more <= most)
        length += next;
    snprintf(name + length, most - length, "%s", more);
    return name;
}

char *printable_lines(const char *text)
{
    Text lines = {0};
    const size_t tab = 8;
    size_t column = 0;

    text_add(&lines, "%s", "");
    while (*text) {
        size_t length;
        if (*text == '\t') {
            size_t spaces = tab - column % tab;
            text_add(&lines, "%*s", (int)spaces, "");
            column += spaces;
            ++text;
        } else if (*text == '\n' || (text[0] == '\r' && text[1] == '\n')) {
            text += *text == '\r' ? 2 : 1;
            text_add_bytes(&lines, "\n", 1);
            column = 0;
        } else if ((length = plain_length(text)) > 0) {
            text_add_bytes(&lines, text, length);
            text += length;
            column += length;
        } else {
            const char *bytes = printable_next(&text, &length);
            text_add_bytes(&lines, bytes, length);
            ++column;
        }
    }
    return lines.text;
}

/* ---- Numbers ----------------------------------------------------------- */

uint64_t base_random(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static int by_size(const void *x, const void *y)
{
    double a = *(const double *)x;
    double b = *(const double *)y;

    return (a > b) - (a < b);
}

double base_quantile(double values[], size_t count, double q)
{
    BASE_CHECK(count > 0);
    qsort(values, count, sizeof *values, by_size);
    return values[(size_t)(q * (double)(count - 1) + 0.5)];
}

double base_wall_seconds(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int base_log2(uint32_t x)
{
    int m = 0;

    BASE_CHECK(x >= 1);
    while (x >>= 1)
        ++m;
    return m;
}

uint32_t base_power_of_two(uint32_t x)
{
    uint32_t power = 1;

    BASE_CHECK(x <= (uint32_t)1 << 31);
    while (power < x)
        power *= 2;
    return power;
}

bool base_is_power_of_two(uint32_t x)
{
    return x && !(x & (x - 1));
}

/* ---- Files ------------------------------------------------------------- */

/* What is no ordinary file. */
static const char *kind_of(mode_t mode)
{
    return S_ISDIR(mode)    ? "a folder"
           : S_ISFIFO(mode) ? "a pipe"
           : S_ISSOCK(mode) ? "a socket"
                            : "a device";
}

/* "-o made/" is a folder's name, even of one that is not there. */
static bool ends_in_slash(const char *path)
{
    return *path && path[strlen(path) - 1] == '/';
}

bool base_may_replace(const char *path, Error *error)
{
    struct stat at;

    if (ends_in_slash(path))
        return error_set(
            error, ERROR_FAILED,
            "%.200s: this is the name of a folder; name a file in it", path);
    if (stat(path, &at) != 0) {
        if (errno == ENOENT)
            return true;
        return error_set(error, ERROR_FAILED,
                         "%.200s: cannot write: %s; choose another place", path,
                         strerror(errno));
    }
    if (!S_ISREG(at.st_mode))
        return error_set(error, ERROR_FAILED,
                         "%.200s: cannot overwrite %s; name an ordinary file",
                         path, kind_of(at.st_mode));
    if (access(path, W_OK) != 0)
        return error_set(error, ERROR_FAILED,
                         "%.200s: cannot overwrite: %s; choose another name",
                         path, strerror(errno));
    return true;
}

bool base_make_folders(const char *path, Error *error)
{
    char *folder = base_strdup(path);
    bool good = true;

    for (char *at = folder + (*folder == '/');
         good && *at && (at = strchr(at, '/')); ++at) {
        *at = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST)
            good = error_set(error, ERROR_FAILED,
                             "%.150s: cannot create this folder for %.150s: "
                             "%s; choose another place",
                             folder, path, strerror(errno));
        *at = '/';
    }
    free(folder);
    return good;
}

/* Reads FILE into TEXT, at most LIMIT bytes and one more. */
static bool read_all(int file, size_t limit, Text *text)
{
    char part[16384];

    for (;;) {
        size_t wanted = sizeof part;
        if (text->length + wanted > limit)
            wanted = limit + 1 - text->length;
        if (!wanted)
            return true;
        ssize_t got = read(file, part, wanted);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return false;
        text_add_bytes(text, part, (size_t)got);
        if (!got)
            return true;
    }
}

bool base_write_all(int file, const void *data, size_t bytes)
{
    const char *at = data;

    while (bytes) {
        ssize_t written = write(file, at, bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        at += written;
        bytes -= (size_t)written;
    }
    return true;
}

const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash && slash[1] ? slash + 1 : path;
}

bool base_ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), more = strlen(ending);

    return length >= more && strcmp(text + length - more, ending) == 0;
}

char *base_plain_path(const char *path)
{
    Text plain = {0};

    text_add(&plain, "%s", "");
    for (size_t length; *path; path += length) {
        path += strspn(path, "/");
        length = strcspn(path, "/");
        if (length == 2 && strncmp(path, "..", 2) == 0) {
            while (plain.length && plain.text[plain.length - 1] != '/')
                --plain.length;
            plain.length -= plain.length > 0;
            plain.text[plain.length] = '\0';
        } else if (length && (length != 1 || *path != '.')) {
            text_add(&plain, "/%.*s", (int)length, path);
        }
    }
    return plain.text;
}

/* Opens the ordinary file at PATH; a pipe would block, and opening a device may
 * have effects.  A number < 0 and ERROR on failure. */
static int open_to_read(const char *path, Error *error)
{
    struct stat at;
    int file = -1;

    if (stat(path, &at) == 0) {
        if (!S_ISREG(at.st_mode)) {
            error_set(error, ERROR_USAGE,
                      "%.200s: this is %s; name an ordinary file", path,
                      kind_of(at.st_mode));
            return -1;
        }
        file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    }
    if (file < 0)
        error_set(error, ERROR_USAGE, "%.200s: cannot open: %s; check the name",
                  path, strerror(errno));
    return file;
}

char *base_read_file(const char *path, size_t limit, size_t *bytes,
                     Error *error)
{
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    Text text = {0};

    BASE_CHECK(limit < SIZE_MAX / 2);
    int file = standard ? STDIN_FILENO : open_to_read(path, error);
    if (file < 0)
        return NULL;
    bool whole = read_all(file, limit, &text);
    if (!whole)
        error_set(error, errno == EISDIR ? ERROR_USAGE : ERROR_FAILED,
                  "%.200s: cannot read: %s; name a readable file", name,
                  strerror(errno));
    else if (text.length > limit)
        whole = error_set(error, ERROR_USAGE,
                          "%.200s: longer than %zu bytes; use a shorter file",
                          name, limit);
    if (!standard)
        close(file);
    if (!whole) {
        text_free(&text);
        return NULL;
    }
    if (bytes)
        *bytes = text.length;
    return text.text;
}
