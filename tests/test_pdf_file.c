/* SPDX-License-Identifier: MIT
 *
 * Tests of src/export/pdf_file.c: a PDF has its
 * pages in order and an outline that links to them, for any number of parts
 * that it was merged from.  qpdf reads the files.
 */
#include "draw/paint_cairo.h"
#include "draw/paint_pdf.h"
#include "export/export.h"
#include "export/formats.h"
#include "stage.h"

#include "config.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <unistd.h>

#ifdef HAVE_QPDF

#include <qpdf/qpdf-c.h>

static char *folder;

static char *path_of(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static qpdf_data open_pdf(const char *path)
{
    qpdf_data pdf = qpdf_init();

    qpdf_read(pdf, path, NULL);
    g_assert_false(qpdf_has_error(pdf));
    return pdf;
}

/* Points that a page is wide. */
static double width_of(qpdf_data pdf, int page)
{
    qpdf_oh box =
        qpdf_oh_get_key(pdf, qpdf_get_page_n(pdf, (size_t)page), "/MediaBox");

    return qpdf_oh_get_numeric_value(pdf, qpdf_oh_get_array_item(pdf, box, 2));
}

/* ---- Outlines ------------------------------------------------------------ */

/* The page that an entry leads to. */
static int page_of(qpdf_data pdf, qpdf_oh entry)
{
    qpdf_oh place = qpdf_oh_get_key(pdf, entry, "/Dest");

    if (!qpdf_oh_is_array(pdf, place))
        place = qpdf_oh_get_key(pdf, qpdf_oh_get_key(pdf, entry, "/A"), "/D");
    g_assert_true(qpdf_oh_is_array(pdf, place));
    return qpdf_find_page_by_oh(pdf, qpdf_oh_get_array_item(pdf, place, 0));
}

static bool is_same(qpdf_data pdf, qpdf_oh a, qpdf_oh b)
{
    return qpdf_oh_get_object_id(pdf, a) == qpdf_oh_get_object_id(pdf, b) &&
           qpdf_oh_get_object_id(pdf, a) != 0;
}

/* A line an entry, "page title", in their order; each knows its neighbours. */
static char *outline_of(qpdf_data pdf)
{
    qpdf_oh outline = qpdf_oh_get_key(pdf, qpdf_get_root(pdf), "/Outlines");
    qpdf_oh entry, before = 0;
    GString *all = g_string_new("");
    int count = 0;

    g_assert_true(qpdf_oh_is_dictionary(pdf, outline));
    entry = qpdf_oh_get_key(pdf, outline, "/First");
    while (qpdf_oh_is_dictionary(pdf, entry)) {
        qpdf_oh title = qpdf_oh_get_key(pdf, entry, "/Title");
        qpdf_oh prev = qpdf_oh_get_key(pdf, entry, "/Prev");
        g_assert_true(
            is_same(pdf, qpdf_oh_get_key(pdf, entry, "/Parent"), outline));
        if (before)
            g_assert_true(is_same(pdf, prev, before));
        else
            g_assert_true(qpdf_oh_is_null(pdf, prev));
        g_string_append_printf(all, "%d %s\n", page_of(pdf, entry),
                               qpdf_oh_get_utf8_value(pdf, title));
        before = entry;
        entry = qpdf_oh_get_key(pdf, entry, "/Next");
        g_assert_cmpint(++count, <, 1000);
    }
    g_assert_true(is_same(pdf, qpdf_oh_get_key(pdf, outline, "/Last"), before));
    /* Below zero where entries are closed, as Cairo writes them. */
    qpdf_oh number = qpdf_oh_get_key(pdf, outline, "/Count");
    g_assert_cmpint(abs(qpdf_oh_get_int_value_as_int(pdf, number)), ==, count);
    return g_string_free(all, FALSE);
}

/* ---- Binding ------------------------------------------------------------- */

typedef struct {
    int file;
} Part;

static bool put(void *to, const void *data, size_t bytes)
{
    const Part *part = to;

    return write(part->file, data, bytes) == (ssize_t)bytes;
}

/* Pages of 100, 102, ... pixels from number FIRST on. */
static int make_part(int first, int count)
{
    char *path = path_of("part");
    int file = g_open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    Part part = {file};
    Pdf *pdf = paint_pdf_open(put, &part, "part");

    for (int i = first; i < first + count; ++i) {
        DisplayList shapes = {0};
        display_list_clear(&shapes, 100 + 2 * i, 80);
        draw_rect(&shapes, (Rect){1, 2, 3, 4}, 0, COLOR_INK);
        paint_pdf_page(pdf, &shapes, THEME_LIGHT, false, NULL);
        display_list_free(&shapes);
    }
    g_assert_true(paint_pdf_close(pdf));
    g_remove(path);
    g_free(path);
    return file;
}

static void test_bind(void)
{
    enum { PARTS = 3 };
    static const int counts[PARTS] = {2, 1, 4};
    OutlineEntry entries[] = {{"first", 0}, {"Σ third", 2}, {"last", 6}};
    char *path = path_of("bound.pdf");
    int files[PARTS], pages = 0;
    Error error;

    for (int i = 0; i < PARTS; pages += counts[i++])
        files[i] = make_part(pages, counts[i]);
    g_assert_true(g_file_set_contents(path, "", 0, NULL));
    g_assert_true(pdf_merge_bind(files, PARTS, entries, G_N_ELEMENTS(entries),
                                 path, "bound.pdf", &error));
    qpdf_data pdf = open_pdf(path);
    g_assert_cmpint(qpdf_get_num_pages(pdf), ==, pages);
    for (int i = 0; i < pages; ++i)
        g_assert_cmpfloat(width_of(pdf, i), ==, 50 + i);
    char *outline = outline_of(pdf);
    g_assert_cmpstr(outline, ==, "0 first\n2 Σ third\n6 last\n");
    g_free(outline);
    qpdf_cleanup(&pdf);
    for (int i = 0; i < PARTS; ++i)
        close(files[i]);
    g_remove(path);
    g_free(path);
}

/* What is no PDF is reported, with the name of what was to be written. */
static void test_broken(void)
{
    char *path = path_of("bound.pdf"), *broken = path_of("broken");
    Error error = {ERROR_NONE, ""};
    OutlineEntry entry = {"first", 0};

    g_assert_true(g_file_set_contents(path, "", 0, NULL));
    g_assert_true(g_file_set_contents(broken, "no PDF", 6, NULL));
    int files[] = {make_part(0, 1), g_open(broken, O_RDONLY, 0)};
    g_assert_false(
        pdf_merge_bind(files, 2, &entry, 1, path, "mine.pdf", &error));
    g_assert_cmpint(error.kind, ==, ERROR_FAILED);
    g_assert_nonnull(strstr(error.text, "mine.pdf"));
    for (int i = 0; i < 2; ++i)
        close(files[i]);
    g_remove(path);
    g_remove(broken);
    g_free(path);
    g_free(broken);
}

/* A PDF whose page tree is its own branch: that is seen only when pages are
 * asked for.  Whichever part it is, nothing is bound. */
static void test_no_pages(void)
{
    static const char content[] =
        "%PDF-1.5\n"
        "1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
        "2 0 obj\n<< /Type /Pages /Kids [2 0 R] /Count 1 >>\nendobj\n"
        "trailer\n<< /Size 3 /Root 1 0 R >>\n"
        "startxref\n0\n%%EOF\n";
    char *path = path_of("bound.pdf"), *empty = path_of("loop.pdf");
    OutlineEntry entry = {"first", 0};

    g_assert_true(g_file_set_contents(empty, content, -1, NULL));
    for (int first = 0; first < 2; ++first) {
        Error error = {ERROR_NONE, ""};
        int good = make_part(0, 1), bad = g_open(empty, O_RDONLY, 0);
        int files[] = {first ? bad : good, first ? good : bad};
        g_assert_false(
            pdf_merge_bind(files, 2, &entry, 1, path, "mine.pdf", &error));
        g_assert_cmpint(error.kind, ==, ERROR_FAILED);
        close(good);
        close(bad);
    }
    g_remove(path);
    g_remove(empty);
    g_free(path);
    g_free(empty);
}

/* Why a file cannot be written, in the words of the system; and that its end
 * was lost, which qpdf does not say. */
static void test_no_place(void)
{
    char *path = path_of("none/bound.pdf");
    OutlineEntry entry = {"first", 0};
    Error error = {ERROR_NONE, ""};
    int part = make_part(0, 1);

    g_assert_false(
        pdf_merge_bind(&part, 1, &entry, 1, path, "mine.pdf", &error));
    g_assert_cmpstr(error.text, ==,
                    "mine.pdf: cannot write: No such file or directory; choose "
                    "another place");
    close(part);
    part = make_part(0, 1);
    if (access("/dev/full", W_OK) == 0)
        g_assert_false(pdf_merge_bind(&part, 1, &entry, 1, "/dev/full",
                                      "mine.pdf", &error));
    close(part);
    g_free(path);
}

/* ---- Documents ----------------------------------------------------------- */

/* "Start", then each step where it begins, as the moments of a document say. */
static char *wanted_outline(Stage *stage, const SelectionOptions *options,
                            size_t *pages)
{
    const Trace *trace = stage->traces[0];
    GString *all = g_string_new("");
    int64_t step = -1;
    Selection list;
    Error error;

    g_assert_true(
        selection_choose(&stage->player,
                         (const AnalysedTrace *const *)stage->analysed_traces,
                         options, &list, &error));
    for (size_t i = 0; i < list.moments_count; ++i) {
        const FrameMoment *moment = list.moments + i;
        if (!moment->started) {
            g_string_append_printf(all, "%zu Start\n", i);
            continue;
        }
        if (moment->step == step)
            continue;
        step = moment->step;
        g_string_append_printf(all, "%zu Step %u: %s", i, moment->step + 1,
                               trace_phase(trace, trace->steps + step));
        if (trace->steps[step].level > 0)
            g_string_append_printf(all, ", level %d",
                                   (int)trace->steps[step].level);
        g_string_append(all, "\n");
    }
    *pages = list.moments_count;
    selection_free(&list);
    return g_string_free(all, FALSE);
}

static void check_document(Stage *stage, SelectionOptions moments)
{
    ExportOptions options = {.spec = {.width = 320, .height = 180, .scale = 1},
                             .moments = moments,
                             .format = EXPORT_PDF,
                             .fps = 2,
                             .workers = 2};
    char *path = path_of("steps.pdf"), *words;
    size_t pages;
    Error error;

    char *wanted = wanted_outline(stage, &moments, &pages);
    g_assert_true(export_traces((const Trace *const *)stage->traces,
                                stage->count, &options, path, NULL, &error));
    qpdf_data pdf = open_pdf(path);
    g_assert_cmpint(qpdf_get_num_pages(pdf), ==, (int)pages);
    words = outline_of(pdf);
    g_assert_cmpstr(words, ==, wanted);
    g_assert_nonnull(strstr(words, ", level 1\n"));
    g_free(words);
    g_free(wanted);
    qpdf_cleanup(&pdf);
    g_remove(path);
    g_free(path);
}

static void test_outlines(void)
{
    static const SelectionOptions many[] = {
        {.all = true, .by = BY_INSTRUCTION},          /* in several parts */
        {.all = true, .by = BY_STEP},                 /* and pages */
        {.all = true, .by = BY_STEP, .steps = "2-5"}, /* in one */
    };
    Stage *stage = stage_new("padding leftright", OP_ADD, 64, 4, false);

    for (size_t i = 0; i < G_N_ELEMENTS(many); ++i)
        check_document(stage, many[i]);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("upsweep-document-XXXXXX", NULL);
    g_test_add_func("/pdf_file/parts are bound", test_bind);
    g_test_add_func("/pdf_file/broken parts", test_broken);
    g_test_add_func("/pdf_file/no pages", test_no_pages);
    g_test_add_func("/pdf_file/no place", test_no_place);
    g_test_add_func("/pdf_file/outlines", test_outlines);
    int failed = g_test_run();
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    g_free(folder);
    paint_cairo_done();
    return failed;
}

#else

static void test_none(void)
{
    g_test_skip("this build cannot join PDF files; install libqpdf and "
                "configure again");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pdf_file/parts are bound", test_none);
    return g_test_run();
}

#endif
