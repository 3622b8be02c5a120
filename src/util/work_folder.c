/* SPDX-License-Identifier: MIT */
#include "util/work_folder.h"

#include "util/interrupt.h"
#include "util/remove_folder.h"

#include <stdio.h>
#include <stdlib.h>

char *work_folder_new(Error *error)
{
    const char *place = getenv("TMPDIR");
    char *folder =
        work_folder_path(place && *place ? place : "/tmp", "upsweep-XXXXXX");

    cleanup_hold();
    bool made = mkdtemp(folder) != NULL;
    if (made)
        cleanup_folder(folder);
    cleanup_release();
    if (made)
        return folder;
    error_set(error, ERROR_FAILED,
              "cannot make the folder %.200s; set TMPDIR to one that can be "
              "written to",
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
                      "cannot write %.300s; make room in /tmp, or set TMPDIR "
                      "to another folder",
                      path);
    }
    free(path);
    return good;
}
