/* SPDX-License-Identifier: MIT
 *
 * slides_pptx - frames as slides of PowerPoint: a picture each, with its
 * sentence as note, put together by pandoc.
 */
#include "export/image_file.h"
#include "util/atomic_file.h"
#include "util/work_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* WORDS as text of Markdown. */
static void add_words(Text *markdown, const char *words)
{
    for (; *words; ++words) {
        if ((unsigned char)*words < ' ')
            text_add(markdown, " ");
        else if (strchr("\\`*_{}[]()#+-.!<>|~^$@&\"':", *words))
            text_add(markdown, "\\%c", *words);
        else
            text_add_bytes(markdown, words, 1);
    }
}

/* A slide for each frame, whose pictures are "frame-1.png" and so on. */
static void add_slides(const FrameSequence *frames, Text *markdown)
{
    size_t count = frames->moments.moments_count;

    for (size_t i = 0; i < count; ++i) {
        Text title = {0}, note = {0}, file = {0};
        frames_title(frames, i, &title);
        frames_note(frames, i, &note);
        image_file_name(&file, "frame", "png", i, count);
        text_add(markdown, "## ");
        add_words(markdown, title.text);
        text_add(markdown, "\n\n![](%s)\n\n::: notes\n", file.text);
        add_words(markdown, note.text);
        text_add(markdown, "\n:::\n\n");
        text_free(&title);
        text_free(&note);
        text_free(&file);
    }
}

/* Runs pandoc in FOLDER; its messages go to "messages" there. */
static bool run_pandoc(const char *folder, Error *error)
{
    char *const words[] = {"pandoc",      "-f",        "markdown", "-o",
                           "slides.pptx", "slides.md", NULL};
    posix_spawn_file_actions_t files;
    pid_t process;
    int status = -1;

    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addchdir_np(&files, folder);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null",
                                     O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null",
                                     O_WRONLY, 0);
    int why = posix_spawnp(&process, words[0], &files, NULL, words, environ);
    posix_spawn_file_actions_destroy(&files);
    if (why == ENOENT)
        return error_set(error, ERROR_FAILED,
                         "slides of PowerPoint need pandoc, which is not "
                         "installed; install it (apt install pandoc), or use "
                         "--slides beamer or reveal");
    if (why)
        return error_set(error, ERROR_FAILED, "cannot start pandoc: %s",
                         strerror(why));
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    return status == 0 || error_set(error, ERROR_FAILED,
                                    "pandoc failed; check that it is of "
                                    "version 2 or newer and has room in /tmp");
}

/* Saves the file that pandoc has written in FOLDER to PATH. */
static bool save(const char *folder, const char *path, Error *error)
{
    char *made = work_folder_path(folder, "slides.pptx");
    Text bytes = {0};
    char room[65536];
    FILE *file = fopen(made, "rb");
    size_t count;

    while (file && (count = fread(room, 1, sizeof room, file)) > 0)
        text_add_bytes(&bytes, room, count);
    bool good = file && !ferror(file) && bytes.length > 0;
    if (file)
        fclose(file);
    good = good ? atomic_file_save(path, bytes.text, bytes.length, error)
                : error_set(error, ERROR_FAILED, "cannot read %.200s", made);
    text_free(&bytes);
    free(made);
    return good;
}

bool slides_pptx(const FrameSequence *frames, FrameFiles *files, Error *error)
{
    FrameFiles pictures = {.ending = "png"};
    Text markdown = {0}, path = {0};
    char *folder = work_folder_new(error), *stem = NULL;
    bool good = folder != NULL;

    if (good) {
        stem = work_folder_path(folder, "frame");
        pictures.stem = stem;
        add_slides(frames, &markdown);
        text_add(&path, "%s.%s", files->stem, files->ending);
        good = base_may_replace(path.text, error) &&
               work_folder_write(folder, "slides.md", markdown.text,
                                 markdown.length, error) &&
               image_files_write(frames, &pictures, error) &&
               run_pandoc(folder, error) && save(folder, path.text, error);
    }
    if (good) {
        text_add(&files->names, "%s", path.text);
        files->frames = frames->moments.moments_count;
    }
    text_free(&pictures.names);
    text_free(&markdown);
    text_free(&path);
    free(stem);
    work_folder_free(folder);
    return good;
}
