/* SPDX-License-Identifier: MIT
 *
 * slides - frames with the source of slides for LaTeX beamer or reveal.js, and
 * as a file of PowerPoint, which pandoc puts together; see formats.h.
 */
#include "draw/paint_svg.h"
#include "export/image_file.h"
#include "util/atomic_file.h"
#include "util/printable.h"
#include "util/work_folder.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Writes STEM.ENDING, which includes the pictures in FILES, and adds the file
 * and all frames to FILES. */
static bool write_including(const FrameSequence *frames, const char *ending,
                            const Text *text, FrameFiles *files, Error *error)
{
    Text path = {0};

    text_add(&path, "%s.%s", files->stem, ending);
    bool good = atomic_file_save(path.text, text->text, text->length, error);
    text_add(&files->names, " and %s", path.text);
    files->frames = good ? frames->moments.moments_count : 0;
    text_free(&path);
    return good;
}

/* ---- beamer ------------------------------------------------------------- */

/* False and ERROR_USAGE if TeX cannot include a file called NAME. */
static bool check_name(const char *name, Error *error)
{
    const char *bad = strpbrk(name, "{}%#\\~^&$\" ");

    if (!printable_is(name))
        return error_set(error, ERROR_USAGE,
                         "%.100s.pdf: LaTeX cannot include this name; use "
                         "letters, digits and dashes",
                         name);
    return !bad || error_set(error, ERROR_USAGE,
                             "%.100s.pdf: LaTeX cannot include this name; give "
                             "a name without \"%c\"",
                             name, *bad);
}

/* WORDS as TeX takes them. */
static void add_tex(Text *tex, const char *words)
{
    for (; *words; ++words)
        if (strchr("#$%&_{}", *words))
            text_add(tex, "\\%c", *words);
        else if (strchr("\\^~", *words))
            text_add(tex, "\\char%d{}", *words);
        else
            text_add_bytes(tex, words, 1);
}

/* What a lecturer may say to frame I, if there is such a note. */
static void add_note(const FrameSequence *frames, size_t i, Text *tex)
{
    Text note = {0};

    if (frames->pages)
        frames->pages->note(frames->pages->user, i, &note);
    if (note.length) {
        text_add(tex, "  \\note<%zu>{", i + 1);
        add_tex(tex, note.text);
        text_add(tex, "}%%\n");
    }
    text_free(&note);
}

static void add_overlays(const FrameSequence *frames, Text *tex)
{
    for (size_t i = 0; i < frames->moments.moments_count; ++i) {
        Text sentence = {0};
        frames_sentence(frames, i, &sentence);
        text_add(tex,
                 "  %% %s\n"
                 "  \\only<%zu>{\\gdef\\upsweeppage{%zu}}%%\n",
                 sentence.text, i + 1, i + 1);
        text_free(&sentence);
        add_note(frames, i, tex);
    }
}

bool slides_beamer(const FrameSequence *frames, FrameFiles *files, Error *error)
{
    const char *name = base_name(files->stem);
    Text path = {0}, tex = {0}, title = {0};

    if (!check_name(name, error))
        return false;
    text_add(&path, "%s.pdf", files->stem);
    text_add(&files->names, "%s", path.text);
    frames_title(frames, FRAMES_ALL, &title);
    text_add(&tex,
             "%% %s, in %zu steps: made by Upsweep.\n"
             "%% In a document of class beamer: \\input{%s.tex}\n"
             "%% From another folder say \\graphicspath{{folder/}} before.\n"
             "{\\setbeamertemplate{navigation symbols}{}\n"
             "\\setbeamertemplate{background canvas}{%%\n"
             "  \\vbox to\\paperheight{\\vfil\\hbox to\\paperwidth{\\hfil\n"
             "  \\includegraphics[page=\\upsweeppage,width=\\paperwidth,"
             "height=\\paperheight,keepaspectratio]{%s.pdf}%%\n"
             "  \\hfil}\\vfil}}\n"
             "\\begin{frame}[plain]\n",
             title.text, frames->moments.moments_count, name, name);
    add_overlays(frames, &tex);
    text_add(&tex, "\\end{frame}}\n");
    bool good = pdf_file_write(frames, path.text, error) &&
                write_including(frames, "tex", &tex, files, error);
    text_free(&path);
    text_free(&tex);
    text_free(&title);
    return good;
}

/* ---- Links --------------------------------------------------------------- */

/* A name as a part of a link. */
static void add_link(Text *text, const char *name)
{
    for (; *name; ++name) {
        unsigned char c = (unsigned char)*name;
        if (isalnum(c) || strchr("-._~", c))
            text_add(text, "%c", c);
        else
            text_add(text, "%%%02X", c);
    }
}

/* False and ERROR_USAGE if NAME has a letter that means something to reveal.js.
 */
static bool check_link(const char *name, Error *error)
{
    const char *bad = strpbrk(name, ";?:@&=+$,#");

    return !bad || error_set(error, ERROR_USAGE,
                             "%.100s-1.svg: reveal.js cannot show this name; "
                             "give a name without \"%c\"",
                             name, *bad);
}

/* ---- Films of reveal ---------------------------------------------------- */

/* The seconds at which the film stands after each step. */
static void add_pauses(const FrameSequence *frames, Text *html)
{
    const Selection *moments = &frames->moments;

    for (size_t i = 0; i < moments->moments_count; ++i) {
        bool last = i + 1 == moments->moments_count;
        Text title = {0};
        if (!last && moments->moments[i + 1].step == moments->moments[i].step)
            continue;
        frames_title(frames, i, &title);
        text_add(html, "<span class=\"fragment\" data-time=\"%.3f\" title=\"",
                 last ? (double)i / frames->fps
                      : ((double)i + 0.5) / frames->fps);
        paint_svg_words(html, title.text);
        text_add(html, "\"></span>\n");
        text_free(&title);
    }
}

bool slides_film(const FrameSequence *frames, FrameFiles *files, Error *error)
{
    const char *name = base_name(files->stem);
    Text path = {0}, html = {0}, note = {0};

    if (!check_link(name, error))
        return false;
    text_add(&path, "%s.mp4", files->stem);
    text_add(&files->names, "%s", path.text);
    text_add(
        &html,
        "<!-- Made by Upsweep, for reveal.js: goes where the other "
        "sections are, within\n"
        "     <div class=\"slides\">; the film lies beside it. Right plays "
        "to the end of a step. -->\n"
        "<section class=\"upsweep-film\" data-transition=\"none\">\n"
        "<video muted playsinline preload=\"auto\" style=\"width: 100%%\" "
        "src=\"");
    add_link(&html, name);
    text_add(&html, ".mp4\"></video>\n");
    add_pauses(frames, &html);
    text_add(&html, "<aside class=\"notes\">");
    frames_title(frames, FRAMES_ALL, &note);
    paint_svg_words(&html, note.text);
    text_add(
        &html,
        "</aside>\n</section>\n<script>\n"
        "addEventListener('load', () => {\n"
        "  const film = one => one.closest('.upsweep-film');\n"
        "  const of = event => film(event.fragment) && "
        "film(event.fragment).querySelector('video');\n"
        "  Reveal.on('fragmentshown', event => {\n"
        "    const video = of(event), end = +event.fragment.dataset.time;\n"
        "    if (!video) return;\n"
        "    video.ontimeupdate = () => {\n"
        "      if (video.paused || video.currentTime < end) return;\n"
        "      video.pause();\n"
        "      video.currentTime = end;\n"
        "    };\n"
        "    video.play();\n"
        "  });\n"
        "  Reveal.on('fragmenthidden', event => {\n"
        "    const video = of(event), before = "
        "event.fragment.previousElementSibling;\n"
        "    if (!video) return;\n"
        "    video.pause();\n"
        "    video.currentTime = +(before.dataset.time || 0);\n"
        "  });\n"
        "});\n</script>\n");
    FrameSequence film = *frames;
    film.format = EXPORT_MP4;
    bool good = video_write(&film, path.text, error) &&
                write_including(frames, "html", &html, files, error);
    text_free(&path);
    text_free(&html);
    text_free(&note);
    return good;
}

/* ---- reveal ------------------------------------------------------------- */

/* The picture is the background of the slide, because only a background fills
 * the screen; the text describes it for screen readers. */
static void add_slide(const FrameSequence *frames, const char *file, size_t i,
                      Text *html)
{
    Text title = {0}, sentence = {0}, note = {0};

    frames_title(frames, i, &title);
    frames_sentence(frames, i, &sentence);
    text_add(html, "<section data-state=\"upsweep\" data-transition=\"none\" "
                   "data-background-transition=\"none\"\n");
    if (!frames->spec.transparent)
        text_add(html, " data-background-color=\"#%06x\"\n",
                 theme_color(frames->spec.theme, COLOR_PAPER));
    text_add(html,
             " data-background-size=\"contain\" data-background-image=\"");
    add_link(html, base_name(file));
    text_add(html, "\"\n aria-label=\"");
    paint_svg_words(html, title.text);
    text_add(html, "\">\n<p class=\"upsweep-words\">");
    paint_svg_words(html, sentence.text);
    text_add(html, "</p>\n<aside class=\"notes\">");
    frames_note(frames, i, &note);
    paint_svg_words(html, note.text);
    text_add(html, "</aside>\n</section>\n");
    text_free(&title);
    text_free(&sentence);
    text_free(&note);
}

bool slides_reveal(const FrameSequence *frames, FrameFiles *files, Error *error)
{
    FrameFiles pictures = {.stem = files->stem, .ending = "svg"};
    size_t count = frames->moments.moments_count;
    Text html = {0};

    if (!check_link(base_name(files->stem), error))
        return false;
    text_add(&html,
             "<!-- Made by Upsweep, for reveal.js: goes where the other "
             "sections are, within\n"
             "     <div class=\"slides\">; the pictures lie beside it. Right "
             "and Left step. -->\n"
             "<style>\n"
             ".upsweep .controls { display: none !important }\n"
             ".upsweep-words { position: absolute; width: 1px; height: 1px; "
             "overflow: hidden;\n"
             "  clip-path: inset(50%%) }\n"
             "</style>\n");
    for (size_t i = 0; i < count; ++i) {
        Text file = {0};
        image_file_name(&file, files->stem, "svg", i, count);
        add_slide(frames, file.text, i, &html);
        text_free(&file);
    }
    bool good = image_files_write(frames, &pictures, error);
    if (good) {
        text_add(&files->names, "%s", pictures.names.text);
        good = write_including(frames, "html", &html, files, error);
    }
    text_free(&pictures.names);
    text_free(&html);
    return good;
}

/* ---- PowerPoint ---------------------------------------------------------- */

extern char **environ;

/* WORDS as text of Markdown. */
static void add_markdown(Text *markdown, const char *words)
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
        add_markdown(markdown, title.text);
        text_add(markdown, "\n\n![](%s)\n\n::: notes\n", file.text);
        add_markdown(markdown, note.text);
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
