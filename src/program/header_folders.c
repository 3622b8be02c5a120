/* SPDX-License-Identifier: MIT */
#include "program/header_folders.h"

#include "program/cuda_headers.h"
#include "program/includes.h"
#include "util/resources.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_file(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

char *header_folders_at(int i)
{
    const char *at = getenv("CPATH");

    for (size_t length; at && *at; at += length + (at[length] == ':')) {
        char folder[PATH_MAX];
        length = strcspn(at, ":");
        if (at[0] != '/' || length >= sizeof folder || i-- > 0)
            continue;
        memcpy(folder, at, length);
        folder[length] = '\0';
        char *real = realpath(folder, NULL);
        return real ? real : base_strdup(folder);
    }
    return NULL;
}

char *header_folders_find(const char *name)
{
    char *folder, *found = NULL;

    for (int i = 0;
         !found && i < HEADER_FOLDERS_MOST && (folder = header_folders_at(i));
         ++i) {
        Text path = {0};
        text_add(&path, "%s/%s", folder, name);
        if (is_file(path.text))
            found = path.text;
        else
            text_free(&path);
        free(folder);
    }
    return found;
}

/* True if the system has the header, or Upsweep has what stands for it. */
static bool is_elsewhere(const char *name)
{
    static const char *const places[] = {"/usr/include/",
                                         "/usr/local/include/"};
    bool found = cuda_header(name, strlen(name), false) != NULL;
    Text own = {0};

    text_add(&own, "src/program/cuda/%s", name);
    found |= resource_find(own.text, &(size_t){0}) != NULL;
    text_free(&own);
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        Text path = {0};
        text_add(&path, "%s%s", places[i], name);
        found |= is_file(path.text);
        text_free(&path);
    }
    return found;
}

/* True if NAME, which a file in FOLDER includes, is not found. */
static bool is_missing(const char *name, const char *folder)
{
    Text path = {0};
    char *found = header_folders_find(name);

    text_add(&path, "%s%s", name[0] == '/' ? "" : folder, name);
    bool missing = !found && !is_file(path.text) && !is_elsewhere(name);
    text_free(&path);
    free(found);
    return missing;
}

void header_folders_explain(const char *file, const char *text_of_file,
                            const char *folder, Text *text)
{
    Includes includes = includes_of(text_of_file);

    for (size_t i = 0; i < includes.items_count && text->length == 0; ++i)
        if (!includes.items[i].angled &&
            is_missing(includes.items[i].name, folder))
            text_add(text,
                     "%s includes \"%s\", which is looked for beside it, and "
                     "in the folders whose full paths are in CPATH",
                     file, includes.items[i].name);
    includes_free(&includes);
}
