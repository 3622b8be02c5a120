/* SPDX-License-Identifier: MIT */
#include "cli/recent.h"

#include "util/atomic_file.h"

#include <ctype.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 16 };

/* The list's own path; NULL: nobody says where it belongs.  As the standard of
 * the folder has it, a path that does not begin at the root is ignored. */
static char *list_path(void)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    Text path = {0};

    if (state && state[0] == '/')
        text_add(&path, "%s", state);
    else if (home && home[0] == '/')
        text_add(&path, "%s/.local/state", home);
    else
        return NULL;
    text_add(&path, "/upsweep/recent");
    return path.text;
}

static bool is_ordinary(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* ---- Lines ---- */

static void add_line(Text *text, const char *path)
{
    for (; *path; ++path) {
        unsigned char byte = (unsigned char)*path;
        if (byte < ' ' || byte == 0x7f || byte == '%')
            text_add(text, "%%%02X", byte);
        else
            text_add_bytes(text, path, 1);
    }
    text_add(text, "\n");
}

static int hex(char digit)
{
    return isdigit((unsigned char)digit)
               ? digit - '0'
               : toupper((unsigned char)digit) - 'A' + 10;
}

/* The path that a line of LENGTH bytes names; NULL if it is none. */
static char *path_of(const char *line, size_t length)
{
    Text path = {0};

    if (length == 0 || line[0] != '/')
        return NULL;
    for (size_t i = 0; i < length; ++i) {
        char byte = line[i];
        if (byte == '%' && i + 2 < length &&
            isxdigit((unsigned char)line[i + 1]) &&
            isxdigit((unsigned char)line[i + 2])) {
            byte = (char)(hex(line[i + 1]) * 16 + hex(line[i + 2]));
            i += 2;
        }
        text_add_bytes(&path, &byte, 1);
    }
    if (strlen(path.text) == path.length)
        return path.text;
    text_free(&path);
    return NULL;
}

/* ---- The list ---- */

static void append(Recent *recent, char *path)
{
    bool known = false;

    for (int i = 0; i < recent->count; ++i)
        known |= strcmp(recent->paths[i], path) == 0;
    if (known || recent->count == RECENT_MOST || !is_ordinary(path))
        free(path);
    else
        recent->paths[recent->count++] = path;
}

/* Appends what the list has; more than it can be is no list. */
static void append_list(Recent *recent)
{
    char *path = list_path(), *text = NULL;
    int file = path ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;
    struct stat status;
    ssize_t length = -1;

    free(path);
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size < MOST_BYTES) {
        text = base_alloc(MOST_BYTES + 1, 1);
        length = read(file, text, MOST_BYTES);
    }
    if (file >= 0)
        close(file);
    for (ssize_t at = 0; at < length;) {
        size_t line = strcspn(text + at, "\n");
        char *named = path_of(text + at, line);
        if (named)
            append(recent, named);
        at += (ssize_t)line + 1;
    }
    free(text);
}

Recent recent_read(void)
{
    Recent recent = {.count = 0};

    append_list(&recent);
    return recent;
}

void recent_free(Recent *recent)
{
    for (int i = 0; i < recent->count; ++i)
        free(recent->paths[i]);
    *recent = (Recent){.count = 0};
}

/* As long as nobody else could read what the user works on. */
static void save(const char *path, const Text *text)
{
    mode_t before = umask(0077);
    Error ignored;

    atomic_file_save(path, text->text, text->length, &ignored);
    umask(before);
}

void recent_add(const char *path)
{
    char *list = list_path(), *real = realpath(path, NULL);
    Recent recent = {.count = 0};
    Text text = {0};

    if (list && real) {
        append_list(&recent);
        bool there = recent.count && strcmp(recent.paths[0], real) == 0;
        recent_free(&recent);
        append(&recent, base_strdup(real));
        append_list(&recent);
        for (int i = 0; i < recent.count; ++i)
            add_line(&text, recent.paths[i]);
        if (!there && text.length)
            save(list, &text);
    }
    recent_free(&recent);
    text_free(&text);
    free(real);
    free(list);
}
