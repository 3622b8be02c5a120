/* SPDX-License-Identifier: MIT */
#include "cli/state_file.h"

#include "util/atomic_file.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The list's own path; NULL: nobody says where it belongs.  As the standard of
 * the folder has it, a path that does not begin at the root is ignored. */
static char *path_of(const char *name)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    Text path = {0};

    if (state && state[0] == '/')
        text_add(&path, "%s", state);
    else if (home && home[0] == '/')
        text_add(&path, "%s/.local/state", home);
    else
        return NULL;
    text_add(&path, "/upsweep/%s", name);
    return path.text;
}

/* More than a list can be is none. */
char *state_read(const char *name)
{
    char *path = path_of(name), *text = NULL;
    int file = path ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;
    struct stat status;
    ssize_t length = -1;

    free(path);
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size < STATE_MOST_BYTES) {
        text = base_alloc(STATE_MOST_BYTES + 1, 1);
        length = read(file, text, STATE_MOST_BYTES);
    }
    if (file >= 0)
        close(file);
    if (length > 0)
        return text;
    free(text);
    return NULL;
}

void state_save(const char *name, const Text *text)
{
    char *path = path_of(name);
    mode_t before = umask(0077);
    Error ignored;

    if (path && text->length)
        atomic_file_save(path, text->text, text->length, &ignored);
    umask(before);
    free(path);
}

void state_add_word(Text *text, const char *word)
{
    for (; *word; ++word) {
        unsigned char byte = (unsigned char)*word;
        if (byte < ' ' || byte == 0x7f || byte == '%')
            text_add(text, "%%%02X", byte);
        else
            text_add_bytes(text, word, 1);
    }
}

static int hex(char digit)
{
    return isdigit((unsigned char)digit)
               ? digit - '0'
               : toupper((unsigned char)digit) - 'A' + 10;
}

char *state_word(const char *line, size_t length)
{
    Text word = {0};

    if (length == 0)
        return NULL;
    for (size_t i = 0; i < length; ++i) {
        char byte = line[i];
        if (byte == '%' && i + 2 < length &&
            isxdigit((unsigned char)line[i + 1]) &&
            isxdigit((unsigned char)line[i + 2])) {
            byte = (char)(hex(line[i + 1]) * 16 + hex(line[i + 2]));
            i += 2;
        }
        text_add_bytes(&word, &byte, 1);
    }
    if (strlen(word.text) == word.length)
        return word.text;
    text_free(&word);
    return NULL;
}
