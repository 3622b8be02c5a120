/* SPDX-License-Identifier: MIT
 *
 * save - finding a name and writing the file; see save.h.
 */
#include "window/save.h"

#include "draw/paint_cairo.h"
#include "draw/png_file.h"
#include "view/frame.h"

#include <ctype.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { MOST_ALIKE = 10000 };

/* Appends NAME, which may come from a file, with only such characters as are
 * safe in the name of a file. */
static void add_name(Text *path, const char *name)
{
    for (; *name; ++name) {
        bool safe = isalnum((unsigned char)*name) || *name == '-';
        text_add(path, "%c", safe ? *name : '_');
    }
}

/* Appends a name that no file in this folder has; false if all are taken. */
static bool free_name(const Scene *scene, uint32_t tick, Text *path)
{
    struct stat found;

    if (scene->chart)
        text_add(path, "chart-%s", scene->chart->name);
    for (int t = 0; t < scene->count && !scene->chart; ++t) {
        text_add(path, "%s", t ? "-vs-" : "");
        add_name(path, scene->analysed_traces[t]->trace->run.algorithm);
    }
    if (!scene->chart)
        text_add(path, "-tick%03u", tick);
    size_t stem = path->length;
    for (int i = 1; i <= MOST_ALIKE; ++i) {
        path->length = stem;
        if (i > 1)
            text_add(path, "-%d", i);
        text_add(path, ".png");
        if (lstat(path->text, &found) != 0)
            return true; /* free, or unreadable: then writing fails */
    }
    return false;
}

static bool write_frame(const Scene *scene, int width, int height,
                        const char *path, Error *error)
{
    DisplayList list = {0};
    uint32_t *pixels = base_alloc((size_t)width * (size_t)height, 4);

    frame_draw(&list, scene, width, height);
    paint_cairo(&list, scene->theme, pixels, width, height);
    bool good = png_write(path, pixels, width, height, false, error);
    display_list_free(&list);
    free(pixels);
    return good;
}

bool save_frame(const Scene *scene, uint32_t tick, int width, int height,
                Text *told)
{
    Error error = {ERROR_NONE, ""};
    Text path = {0};

    BASE_CHECK(width > 0 && height > 0);
    bool good = free_name(scene, tick, &path)
                    ? write_frame(scene, width, height, path.text, &error)
                    : error_set(&error, ERROR_FAILED,
                                "cannot save the frame: %s and %d more are "
                                "there already; move them away",
                                path.text, MOST_ALIKE - 1);
    text_add(told, "%s%s", good ? "saved " : "", good ? path.text : error.text);
    text_free(&path);
    return good;
}
