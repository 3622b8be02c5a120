/* SPDX-License-Identifier: MIT
 *
 * slides - see slides.h.
 */
#include "export/slides.h"

#include "draw/paint_svg.h"
#include "export/image_sequence.h"
#include "export/pdf_file.h"
#include "util/atomic_file.h"
#include "util/printable.h"

#include <ctype.h>
#include <string.h>

/* The last part of a path. */
static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* A file beside the others, that names them. */
static bool write_beside(const char *stem, const char *ending, const Text *text,
                         Text *files, Error *error)
{
    Text path = {0};

    text_add(&path, "%s.%s", stem, ending);
    bool good = atomic_file_file(path.text, text->text, text->length, error);
    text_add(files, " and %s", path.text);
    text_free(&path);
    return good;
}

/* ---- beamer ------------------------------------------------------------- */

/* What TeX takes for a file's name whatever it holds, braces aside. */
static bool check_name(const char *name, Error *error)
{
    const char *bad = strpbrk(name, "{}%#\\~^&$\" ");

    if (!printable_is(name))
        return error_set(error, ERROR_USAGE,
                         "LaTeX cannot include a file called %.100s.pdf; give "
                         "a name of letters, digits and dashes",
                         name);
    return !bad || error_set(error, ERROR_USAGE,
                             "LaTeX cannot include a file called %.100s.pdf; "
                             "give a name without \"%c\"",
                             name, *bad);
}

static void add_overlays(const FrameSequence *frames, Text *tex)
{
    for (size_t i = 0; i < frames->moments.moments_count; ++i) {
        Text sentence = {0};
        frame_spec_sentence(&frames->spec, frames->moments.moments + i,
                            &sentence);
        text_add(tex,
                 "  %% %s\n"
                 "  \\only<%zu>{\\gdef\\upsweeppage{%zu}}%%\n",
                 sentence.text, i + 1, i + 1);
        text_free(&sentence);
    }
}

bool slides_beamer(const FrameSequence *frames, const char *stem, Text *files,
                   Error *error)
{
    const char *name = name_of(stem);
    Text path = {0}, tex = {0}, title = {0};

    if (!check_name(name, error))
        return false;
    text_add(&path, "%s.pdf", stem);
    text_add(files, "%s", path.text);
    frame_spec_title(&frames->spec, NULL, &title);
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
                write_beside(stem, "tex", &tex, files, error);
    text_free(&path);
    text_free(&tex);
    text_free(&title);
    return good;
}

/* ---- reveal ------------------------------------------------------------- */

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

/* What reveal.js takes for more than a letter in the name of a picture. */
static bool check_link(const char *name, Error *error)
{
    const char *bad = strpbrk(name, ";?:@&=+$,#");

    return !bad ||
           error_set(error, ERROR_USAGE,
                     "reveal.js cannot show a file called %.100s-1.svg; "
                     "give a name without \"%c\"",
                     name, *bad);
}

/* The picture is the background of the slide, because only a background fills
 * the screen; the text describes it for screen readers. */
static void add_slide(const FrameSequence *frames, const char *file, size_t i,
                      Text *html)
{
    const Moment *moment = frames->moments.moments + i;
    Text title = {0}, sentence = {0};

    frame_spec_title(&frames->spec, moment, &title);
    frame_spec_sentence(&frames->spec, moment, &sentence);
    text_add(html, "<section data-state=\"upsweep\" data-transition=\"none\" "
                   "data-background-transition=\"none\"\n");
    if (!frames->spec.transparent)
        text_add(html, " data-background-color=\"#%06x\"\n",
                 theme_color(frames->spec.theme, COLOR_PAPER));
    text_add(html,
             " data-background-size=\"contain\" data-background-image=\"");
    add_link(html, name_of(file));
    text_add(html, "\"\n aria-label=\"");
    paint_svg_words(html, title.text);
    text_add(html, "\">\n<p class=\"upsweep-words\">");
    paint_svg_words(html, sentence.text);
    text_add(html, "</p>\n<aside class=\"notes\">");
    paint_svg_words(html, sentence.text);
    text_add(html, "</aside>\n</section>\n");
    text_free(&title);
    text_free(&sentence);
}

bool slides_reveal(const FrameSequence *frames, const char *stem, Text *files,
                   Error *error)
{
    size_t written = 0, count = frames->moments.moments_count;
    Text html = {0};

    if (!check_link(name_of(stem), error))
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
        image_sequence_name(&file, stem, "svg", i, count);
        add_slide(frames, file.text, i, &html);
        if (i == 0 || i + 1 == count)
            text_add(files, "%s%s", i ? " to " : "", file.text);
        text_free(&file);
    }
    bool good = image_sequence_write(frames, PICTURE_SVG, stem, "svg", true,
                                     &written, error) &&
                write_beside(stem, "html", &html, files, error);
    text_free(&html);
    return good;
}
