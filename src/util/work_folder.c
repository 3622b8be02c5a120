/* SPDX-License-Identifier: MIT */
#include "util/work_folder.h"

#include "util/interrupt.h"
#include "util/remove_folder.h"
#include "util/resources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *work_folder_new(Error *error)
{
    const char *setting = getenv("TMPDIR");
    const char *place = setting && *setting ? setting : "/tmp";
    char *full = realpath(place, NULL);
    char *folder = work_folder_path(full ? full : place, "upsweep-XXXXXX");

    free(full);
    cleanup_hold();
    bool made = mkdtemp(folder) != NULL;
    if (made)
        cleanup_folder(folder);
    cleanup_release();
    if (made)
        return folder;
    error_set(
        error, ERROR_FAILED,
        "%.200s: cannot create this folder; set TMPDIR to a writable folder",
        folder);
    free(folder);
    return NULL;
}

void work_folder_free(char *folder)
{
    if (folder) {
        remove_folder(folder);
        cleanup_forget_file(folder);
    }
    free(folder);
}

char *work_folder_path(const char *folder, const char *name)
{
    Text text = {0};

    text_add(&text, "%s/%s", folder, name);
    return text.text;
}

bool work_folder_write(const char *folder, const char *name, const void *data,
                       size_t bytes, Error *error)
{
    char *path = work_folder_path(folder, name);
    bool good = base_make_folders(path, error);

    if (good) {
        FILE *file = fopen(path, "wb");
        good = file && fwrite(data, 1, bytes, file) == bytes;
        if (file)
            good &= fclose(file) == 0;
        if (!good)
            error_set(error, ERROR_FAILED,
                      "%.300s: cannot write; free some space in /tmp, or set "
                      "TMPDIR to another folder",
                      path);
    }
    free(path);
    return good;
}

bool work_folder_unpack(const char *folder, const char *prefix, const char *to,
                        Error *error)
{
    const char *name;
    bool good = true;

    for (size_t i = 0; good && (name = resource_name(i)); ++i) {
        size_t bytes = 0;
        if (strncmp(name, prefix, strlen(prefix)) != 0)
            continue;
        const void *data = resource_find(name, &bytes);
        Text path = {0};
        text_add(&path, "%s%s", to, name + strlen(prefix));
        good = work_folder_write(folder, path.text, data, bytes, error);
        text_free(&path);
    }
    return good;
}
