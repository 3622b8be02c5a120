/* SPDX-License-Identifier: MIT
 *
 * formats - the table of formats; see formats.h.
 */
#include "export/formats.h"

#include <string.h>
#include <strings.h>

const FormatInfo export_formats[EXPORT_FORMATS] = {
    [EXPORT_PNG] = {"png", "png", "frame", .write_files = image_files_write},
    [EXPORT_SVG] = {"svg", "svg", "frame", .write_files = image_files_write},
    [EXPORT_PDF] = {"pdf", "pdf", "page", .write_file = pdf_file_write},
    [EXPORT_GIF] = {"gif", "gif", "frame", true, .write_file = video_write},
    [EXPORT_MP4] = {"mp4", "mp4", "frame", true, .write_file = video_write},
    [EXPORT_WEBM] = {"webm", "webm", "frame", true, .write_file = video_write},
    [EXPORT_HTML] = {"html", "html", "frame", true,
                     .write_file = html_file_write},
    [EXPORT_BEAMER] = {"beamer", "pdf", "slide", .slides = "a .pdf and a .tex",
                       .including = "tex", .write_files = slides_beamer},
    [EXPORT_REVEAL] = {"reveal", "html", "slide",
                       .slides = "an .html and .svg files", .including = "html",
                       .write_files = slides_reveal},
    [EXPORT_FILM] = {"film", "html", "frame", true,
                     .slides = "an .html and an .mp4", .including = "html",
                     .write_files = slides_film},
    [EXPORT_PPTX] = {"pptx", "pptx", "slide", .slides = "a .pptx",
                     .including = "pptx", .write_files = slides_pptx},
};

ExportFormat export_format_named(const char *name)
{
    int i = 0;

    while (i < EXPORT_FORMATS &&
           (export_formats[i].slides ||
            strcasecmp(export_formats[i].name, name) != 0))
        ++i;
    return (ExportFormat)i;
}

const char *export_ending(const char *out)
{
    const char *slash = strrchr(out, '/'), *name = slash ? slash + 1 : out;
    const char *dot = strrchr(name, '.');

    return dot && dot > name ? dot + 1 : NULL;
}

ExportFormat export_format_of(const char *out)
{
    const char *ending = export_ending(out);

    return ending ? export_format_named(ending) : EXPORT_FORMATS;
}

void export_format_names(const char *prefix, Text *text)
{
    for (int i = 0; i < EXPORT_BEAMER; ++i)
        text_add(text, "%s%s%s",
                 i == 0                   ? ""
                 : i == EXPORT_BEAMER - 1 ? " or "
                                          : ", ",
                 prefix, export_formats[i].name);
}

void frames_draw(const FrameSequence *frames, size_t i, DisplayList *list)
{
    if (frames->pages)
        frames->pages->draw(frames->pages->user, i, list);
    else
        frame_spec_draw(&frames->spec, frames->moments.moments + i, list);
}

void frames_sentence(const FrameSequence *frames, size_t i, Text *text)
{
    if (frames->pages)
        frames->pages->sentence(frames->pages->user, i, text);
    else
        frame_spec_sentence(&frames->spec, frames->moments.moments + i, text);
}

void frames_note(const FrameSequence *frames, size_t i, Text *text)
{
    size_t before = text->length;

    if (frames->pages)
        frames->pages->note(frames->pages->user, i, text);
    if (text->length == before)
        frames_sentence(frames, i, text);
}

void frames_title(const FrameSequence *frames, size_t i, Text *text)
{
    const FramePages *pages = frames->pages;
    Text label = {0};

    if (!pages) {
        frame_spec_title(&frames->spec,
                         i == FRAMES_ALL ? NULL : frames->moments.moments + i,
                         text);
        return;
    }
    pages->title(pages->user, text);
    if (i != FRAMES_ALL)
        pages->label(pages->user, i, &label);
    if (label.length)
        text_add(text, ", %s", label.text);
    text_free(&label);
}

void frames_tell(const FrameSequence *frames, size_t done)
{
    if (frames->progress)
        frames->progress(frames->user, done, frames->moments.moments_count);
}
