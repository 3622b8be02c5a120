/* SPDX-License-Identifier: MIT */
#include "cli/recent.h"

#include "cli/state_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char list_name[] = "recent";

static bool is_ordinary(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

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

/* Appends what the list has. */
static void append_list(Recent *recent)
{
    char *text = state_read(list_name);

    for (const char *at = text; at && *at;) {
        size_t line = strcspn(at, "\n");
        char *path = *at == '/' ? state_word(at, line) : NULL;
        if (path)
            append(recent, path);
        at += line + (at[line] == '\n');
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

void recent_add(const char *path)
{
    char *real = realpath(path, NULL);
    Recent recent = {.count = 0};
    Text text = {0};

    if (real) {
        append_list(&recent);
        bool there = recent.count && strcmp(recent.paths[0], real) == 0;
        recent_free(&recent);
        append(&recent, base_strdup(real));
        append_list(&recent);
        for (int i = 0; i < recent.count; ++i) {
            state_add_word(&text, recent.paths[i]);
            text_add(&text, "\n");
        }
        if (!there)
            state_save(list_name, &text);
    }
    recent_free(&recent);
    text_free(&text);
    free(real);
}
