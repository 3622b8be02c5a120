/* SPDX-License-Identifier: MIT
 *
 * Tests of src/export/slides.c: a slide for each step, in order, with its
 * picture and its words, for LaTeX and for reveal.js.
 */
#include "draw/paint_cairo.h"
#include "export/export.h"
#include "stage.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

static char *folder;

static const ExportOptions every_step = {
    .spec = {.width = 160, .height = 90, .scale = 1},
    .moments = {.all = true, .by = BY_STEP},
    .fps = 2,
    .workers = 1};

static char *path_of(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

/* The text of a file, which is removed. */
static char *take(const char *name)
{
    char *path = path_of(name), *text = NULL;

    if (!g_file_get_contents(path, &text, NULL, NULL))
        g_error("there is no %s", path);
    g_assert_cmpint(g_remove(path), ==, 0);
    g_free(path);
    return text;
}

static bool export_slides(const Stage *stage, const ExportOptions *options,
                          const char *name, Text *told, Error *error)
{
    char *path = path_of(name);
    bool good = export_traces((const Trace *const *)stage->traces, stage->count,
                              options, path, told, error);

    g_free(path);
    return good;
}

/* The words of each slide: of the start, and of the end of each step. */
static GPtrArray *words_of_slides(Stage *stage)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
    FrameSpec spec = {.count = stage->count, .steps = true};
    Selection list;
    Error error;

    for (int t = 0; t < stage->count; ++t)
        spec.analysed_traces[t] = stage->analysed_traces[t];
    g_assert_true(
        selection_choose(&stage->player, &every_step.moments, &list, &error));
    for (size_t i = 0; i < list.moments_count; ++i) {
        Text words = {0};
        frame_spec_sentence(&spec, list.moments + i, &words);
        g_ptr_array_add(all, g_strdup(words.text));
        text_free(&words);
    }
    selection_free(&list);
    return all;
}

/* Where WORDS come next after AT, which must be there. */
static const char *after(const char *at, const char *words)
{
    const char *found = strstr(at, words);

    if (!found)
        g_error("there is no \"%s\" in \"%.300s\"", words, at);
    return found + strlen(words);
}

/* In the file for LaTeX each slide has its page of the document, and above it
 * what happens there. */
static void test_beamer(void)
{
    Stage *stage = stage_new("leftright padding", OP_ADD, 8, 4, false);
    GPtrArray *slides = words_of_slides(stage);
    ExportOptions options = every_step;
    Text told = {0};
    Error error;

    options.format = EXPORT_BEAMER;
    g_assert_true(export_slides(stage, &options, "talk.pdf", &told, &error));
    char *document = take("talk.pdf"), *tex = take("talk.tex");
    g_assert_true(g_str_has_prefix(document, "%PDF-"));
    g_assert_true(g_str_has_prefix(
        tex, "% LeftRight beside Padding, 8 numbers on a small GPU with 4 "
             "banks, in 10 steps: made by Upsweep.\n"));
    const char *at = after(tex, "\\input{talk.tex}");
    at = after(at, "[page=\\upsweeppage,");
    at = after(at, "{talk.pdf}%\n");
    at = after(at, "\\begin{frame}[plain]\n");
    for (guint i = 0; i < slides->len; ++i) {
        char *wanted = g_strdup_printf(
            "  %% %s\n  \\only<%u>{\\gdef\\upsweeppage{%u}}%%\n",
            (char *)slides->pdata[i], i + 1, i + 1);
        g_assert_true(g_str_has_prefix(at, wanted));
        at += strlen(wanted);
        g_free(wanted);
    }
    g_assert_cmpstr(at, ==, "\\end{frame}}\n");
    g_assert_cmpuint(slides->len, ==, 10);
    at = after(told.text, "10 slides: ");
    at = after(at, "talk.pdf and ");
    g_assert_cmpstr(after(at, "talk.tex"), ==, "");
    text_free(&told);
    g_free(document);
    g_free(tex);
    g_ptr_array_free(slides, TRUE);
    stage_free(stage);
}

/* What a section of reveal.js has, after AT; what follows it. */
static const char *check_section(const char *at, const char *file,
                                 const char *title, const char *words,
                                 const char *ground)
{
    const char *end = strstr(at, "</section>");
    char *escaped = g_markup_escape_text(words, -1);

    g_assert_true(g_str_has_prefix(at, "<section "));
    g_assert_nonnull(end);
    char *section = g_strndup(at, (gsize)(end - at));
    const char *in = section;
    if (ground) {
        in = after(in, "data-background-color=\"");
        in = after(in, ground);
    } else {
        g_assert_null(strstr(section, "background-color"));
    }
    in = after(in, "data-background-image=\"");
    g_assert_true(g_str_has_prefix(in, file));
    in = after(in, "\"\n aria-label=\"");
    g_assert_true(g_str_has_prefix(in, title));
    in = after(in, "<p class=\"upsweep-words\">");
    g_assert_true(g_str_has_prefix(in, escaped));
    in = after(in, "<aside class=\"notes\">");
    g_assert_true(g_str_has_prefix(in, escaped));
    g_free(escaped);
    g_free(section);
    return end + strlen("</section>\n");
}

static void check_reveal(const ExportOptions *options, const char *ground)
{
    Stage *stage = stage_new("leftright padding", OP_ADD, 8, 4, false);
    GPtrArray *slides = words_of_slides(stage);
    Text told = {0};
    Error error;

    g_assert_true(export_slides(stage, options, "my é~1.html", &told, &error));
    char *html = take("my é~1.html");
    const char *at = after(html, "</style>\n");
    for (guint i = 0; i < slides->len; ++i) {
        char *file = g_strdup_printf("my%%20%%C3%%A9~1-%03u.svg\"", i + 1);
        char *title = i ? g_strdup_printf("LeftRight beside Padding, step %u "
                                          "of 9\"",
                                          i)
                        : g_strdup("LeftRight beside Padding, start\"");
        at = check_section(at, file, title, slides->pdata[i], ground);
        g_free(file);
        file = g_strdup_printf("my é~1-%03u.svg", i + 1);
        char *picture = take(file);
        g_assert_true(g_str_has_prefix(picture, "<svg "));
        g_free(picture);
        g_free(file);
        g_free(title);
    }
    g_assert_cmpstr(at, ==, "");
    at = after(told.text, "10 slides: ");
    at = after(at, "-001.svg to ");
    at = after(at, "-010.svg and ");
    g_assert_cmpstr(after(at, "my é~1.html"), ==, "");
    text_free(&told);
    g_free(html);
    g_ptr_array_free(slides, TRUE);
    stage_free(stage);
}

/* Each section for reveal.js has its picture, on the ground of the theme, and
 * says in words what it shows. */
static void test_reveal(void)
{
    ExportOptions options = every_step;

    options.format = EXPORT_REVEAL;
    for (int theme = 0; theme < THEME_COUNT; ++theme) {
        char *ground =
            g_strdup_printf("#%06x\"", theme_color((Theme)theme, COLOR_PAPER));
        options.spec.theme = (Theme)theme;
        check_reveal(&options, ground);
        g_free(ground);
    }
    options.spec.transparent = true;
    check_reveal(&options, NULL);
}

/* Names that LaTeX or reveal.js would take for something else are refused
 * before anything is written. */
static void test_names(void)
{
    static const struct {
        ExportFormat format;
        const char *name, *says;
    } cases[] = {{EXPORT_BEAMER, "a b.pdf", "without \" \""},
                 {EXPORT_BEAMER, "50%.pdf", "without \"%\""},
                 {EXPORT_BEAMER, "{x}.pdf", "without \"{\""},
                 {EXPORT_BEAMER, "a\nb.pdf", "letters, digits and dashes"},
                 {EXPORT_REVEAL, "a;b.html", "without \";\""},
                 {EXPORT_REVEAL, "a#1.html", "without \"#\""}};
    Stage *stage = stage_new("leftright", OP_ADD, 8, 4, false);

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        ExportOptions options = every_step;
        Error error = {ERROR_NONE, ""};
        options.format = cases[i].format;
        g_assert_false(
            export_slides(stage, &options, cases[i].name, NULL, &error));
        g_assert_cmpint(error.kind, ==, ERROR_USAGE);
        if (!strstr(error.text, cases[i].says))
            g_error("%s", error.text);
    }
    GDir *dir = g_dir_open(folder, 0, NULL);
    g_assert_null(g_dir_read_name(dir));
    g_dir_close(dir);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("upsweep-slides-XXXXXX", NULL);
    g_test_add_func("/slides/beamer", test_beamer);
    g_test_add_func("/slides/reveal", test_reveal);
    g_test_add_func("/slides/names", test_names);
    int failed = g_test_run();
    g_assert_cmpint(g_rmdir(folder), ==, 0); /* nothing was left */
    g_free(folder);
    paint_cairo_done();
    return failed;
}
