/* SPDX-License-Identifier: MIT */
#include "cli/recent.h"

#include "cli/state_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_FOUND = 60, MOST_WRITTEN = 3 * MOST_FOUND }; /* bytes */

static const char list_name[] = "recent";

static const char *const state_names[] = {
    [RECENT_FAULT] = "fault", [RECENT_COST] = "cost", [RECENT_GOOD] = "good"};

/* A line of the list, also of a file that is gone. */
typedef struct {
    RecentFile file;
    int64_t changed; /* seconds; of a file with a finding */
} Line;

typedef struct {
    Line lines[RECENT_MOST];
    int count;
} Lines;

/* When the ordinary file PATH was changed; false: it is none. */
static bool read_time(const char *path, int64_t *changed)
{
    struct stat status;
    bool good = stat(path, &status) == 0 && S_ISREG(status.st_mode);

    *changed = good ? (int64_t)status.st_mtime : 0;
    return good;
}

static void file_free(RecentFile *file)
{
    free(file->path);
    free(file->found);
    *file = (RecentFile){0};
}

/* Takes over what LINE has. */
static void append(Lines *list, Line line)
{
    bool known = list->count == RECENT_MOST;

    for (int i = 0; i < list->count; ++i)
        known |= strcmp(list->lines[i].file.path, line.file.path) == 0;
    if (known)
        file_free(&line.file);
    else
        list->lines[list->count++] = line;
}

/* Cuts the next field off a line. */
static const char *cut_field(const char **at, const char *end, size_t *length)
{
    const char *field = *at, *tab = memchr(field, '\t', (size_t)(end - field));

    *length = (size_t)((tab ? tab : end) - field);
    *at = tab ? tab + 1 : end;
    return field;
}

/* Reads the finding in the rest of a line; anything else is no finding. */
static void read_found(Line *line, const char *at, const char *end)
{
    size_t length;
    const char *field = cut_field(&at, end, &length);

    for (int state = 0; state < RECENT_UNKNOWN; ++state)
        if (strlen(state_names[state]) == length &&
            memcmp(state_names[state], field, length) == 0)
            line->file.state = (RecentState)state;
    field = cut_field(&at, end, &length);
    if (sscanf(field, "%19" SCNd64, &line->changed) != 1 ||
        line->file.state == RECENT_UNKNOWN || end - at > MOST_WRITTEN)
        line->file.state = RECENT_UNKNOWN;
    else
        line->file.found = state_word(at, (size_t)(end - at));
}

static void append_list(Lines *list)
{
    char *text = state_read(list_name);

    for (const char *at = text; at && *at;) {
        const char *end = at + strcspn(at, "\n");
        const char *next = end + (*end == '\n');
        Line line = {.file.state = RECENT_UNKNOWN};
        size_t length;
        const char *path = cut_field(&at, end, &length);
        line.file.path = *path == '/' ? state_word(path, length) : NULL;
        if (line.file.path) {
            read_found(&line, at, end);
            append(list, line);
        }
        at = next;
    }
    free(text);
}

static void save(const Lines *list)
{
    Text text = {0};

    for (int i = 0; i < list->count; ++i) {
        const Line *line = list->lines + i;
        state_add_word(&text, line->file.path);
        if (line->file.found) {
            text_add(&text, "\t%s\t%" PRId64 "\t",
                     state_names[line->file.state], line->changed);
            state_add_word(&text, line->file.found);
        }
        text_add(&text, "\n");
    }
    state_save(list_name, &text);
    text_free(&text);
}

static void lines_free(Lines *list)
{
    for (int i = 0; i < list->count; ++i)
        file_free(&list->lines[i].file);
}

/* What is known of a file that has not changed stays known. */
static void add(const char *path, RecentState state, const char *found)
{
    char *real = realpath(path, NULL);
    Lines before = {.count = 0}, list = {.count = 0};
    Line line = {.file = {.path = real, .state = state}};

    if (!real || !read_time(real, &line.changed)) {
        free(real);
        return;
    }
    append_list(&before);
    for (int i = 0; i < before.count && !found; ++i)
        if (strcmp(before.lines[i].file.path, real) == 0 &&
            before.lines[i].changed == line.changed) {
            line.file.state = before.lines[i].file.state;
            found = before.lines[i].file.found;
        }
    line.file.found = found ? base_strdup(found) : NULL;
    append(&list, line);
    append_list(&list);
    save(&list);
    lines_free(&before);
    lines_free(&list);
}

void recent_add(const char *path)
{
    add(path, RECENT_UNKNOWN, NULL);
}

void recent_add_found(const char *path, RecentState state, const char *found)
{
    char cut[MOST_FOUND + 1];

    snprintf(cut, sizeof cut, "%s", found);
    add(path, state, cut);
}

Recent recent_read(void)
{
    Recent recent = {.count = 0};
    Lines list = {.count = 0};

    append_list(&list);
    for (int i = 0; i < list.count; ++i) {
        Line *line = list.lines + i;
        int64_t changed;
        if (!read_time(line->file.path, &changed)) {
            file_free(&line->file);
            continue;
        }
        if (!line->file.found || changed != line->changed) {
            free(line->file.found);
            line->file.found = base_strdup("");
            line->file.state = RECENT_UNKNOWN;
        }
        recent.files[recent.count++] = line->file;
    }
    return recent;
}

void recent_free(Recent *recent)
{
    for (int i = 0; i < recent->count; ++i)
        file_free(recent->files + i);
    *recent = (Recent){.count = 0};
}
