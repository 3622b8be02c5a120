/* SPDX-License-Identifier: MIT
 *
 * pdf_merge - see pdf_merge.h.
 *
 * qpdf keeps its first error until it is asked for, and does nothing harmful
 * after one; so it is asked at the end.
 */
#include "export/pdf_merge.h"

#include "config.h"

#ifdef HAVE_QPDF

#include <qpdf/qpdf-c.h>

#include <stdio.h>
#include <string.h>

enum { MOST_PARTS = 64 };

static const char file_end[] = "%%EOF\n";

bool pdf_merge_ready(void)
{
    return true;
}

/* ---- Reading ------------------------------------------------------------ */

/* What went wrong, in TEXT; false if nothing did. */
static bool has_failed(qpdf_data pdf, Text *text)
{
    if (!qpdf_has_error(pdf))
        return false;
    qpdf_error error = qpdf_get_error(pdf);
    const char *words = qpdf_get_error_message_detail(pdf, error);
    /* "open FILE: No space left on device" */
    const char *last = strrchr(words, ':');
    text_add(text, "%.200s", last && last[1] == ' ' ? last + 2 : words);
    return true;
}

static qpdf_data open_part(int file)
{
    qpdf_data pdf = qpdf_init();
    char path[32];

    snprintf(path, sizeof path, "/dev/fd/%d", file);
    qpdf_silence_errors(pdf);
    qpdf_set_suppress_warnings(pdf, QPDF_TRUE);
    qpdf_read(pdf, path, NULL);
    return pdf;
}

static bool take_pages(qpdf_data whole, qpdf_data part, Text *why)
{
    int count = qpdf_get_num_pages(part);

    for (int i = 0; i < count; ++i)
        qpdf_add_page(whole, part, qpdf_get_page_n(part, (size_t)i),
                      QPDF_FALSE);
    return !has_failed(part, why) && !has_failed(whole, why);
}

/* ---- The outline -------------------------------------------------------- */

/* [PAGE /Fit] */
static qpdf_oh place_of(qpdf_data pdf, size_t page)
{
    qpdf_oh place = qpdf_oh_new_array(pdf);

    qpdf_oh_append_item(pdf, place, qpdf_get_page_n(pdf, page));
    qpdf_oh_append_item(pdf, place, qpdf_oh_new_name(pdf, "/Fit"));
    return place;
}

/* Entries are a chain: each knows its neighbours, and all know their parent. */
static void add_outline(qpdf_data pdf, const OutlineEntry entries[],
                        size_t count)
{
    qpdf_oh outline =
        qpdf_make_indirect_object(pdf, qpdf_oh_new_dictionary(pdf));
    qpdf_oh before = 0;

    for (size_t i = 0; i < count; ++i) {
        qpdf_oh entry =
            qpdf_make_indirect_object(pdf, qpdf_oh_new_dictionary(pdf));
        qpdf_oh_replace_key(pdf, entry, "/Title",
                            qpdf_oh_new_unicode_string(pdf, entries[i].title));
        qpdf_oh_replace_key(pdf, entry, "/Parent", outline);
        qpdf_oh_replace_key(pdf, entry, "/Dest",
                            place_of(pdf, entries[i].page));
        if (before) {
            qpdf_oh_replace_key(pdf, entry, "/Prev", before);
            qpdf_oh_replace_key(pdf, before, "/Next", entry);
        } else {
            qpdf_oh_replace_key(pdf, outline, "/First", entry);
        }
        before = entry;
    }
    if (!before)
        return;
    qpdf_oh_replace_key(pdf, outline, "/Last", before);
    qpdf_oh_replace_key(pdf, outline, "/Count",
                        qpdf_oh_new_integer(pdf, (long long)count));
    qpdf_oh_replace_key(pdf, qpdf_get_root(pdf), "/Outlines", outline);
}

/* ---- Writing ------------------------------------------------------------ */

/* What qpdf writes last may be lost on a full disk without a word of it. */
static bool is_whole(const char *path)
{
    char tail[sizeof file_end] = "";
    FILE *file = fopen(path, "rb");

    if (!file)
        return false;
    bool good = fseek(file, -(long)(sizeof file_end - 1), SEEK_END) == 0 &&
                fread(tail, 1, sizeof file_end - 1, file) > 0;
    fclose(file);
    return good && strcmp(tail, file_end) == 0;
}

static bool write_whole(qpdf_data pdf, const char *path, Text *why)
{
    qpdf_init_write(pdf, path);
    if (has_failed(pdf, why))
        return false;
    qpdf_set_deterministic_ID(pdf, QPDF_TRUE);
    qpdf_set_stream_data_mode(pdf, qpdf_s_preserve);
    qpdf_set_object_stream_mode(pdf, qpdf_o_generate);
    qpdf_write(pdf);
    return !has_failed(pdf, why);
}

bool pdf_merge_bind(const int files[], int count, const OutlineEntry entries[],
                    size_t entries_count, const char *path, const char *name,
                    Error *error)
{
    qpdf_data parts[MOST_PARTS];
    Text why = {0};
    bool good = true;

    BASE_CHECK(count >= 1 && count <= MOST_PARTS);
    for (int i = 0; i < count; ++i) {
        parts[i] = open_part(files[i]);
        good = good && !has_failed(parts[i], &why);
    }
    for (int i = 1; good && i < count; ++i)
        good = take_pages(parts[0], parts[i], &why);
    if (good) {
        add_outline(parts[0], entries, entries_count);
        good = write_whole(parts[0], path, &why);
    }
    for (int i = 0; i < count; ++i)
        qpdf_cleanup(&parts[i]);
    if (good && !is_whole(path)) {
        good = false;
        text_add(&why, "no space left for its end");
    }
    if (!good)
        error_set(error, ERROR_FAILED,
                  "%.200s: cannot write: %.200s; choose another place", name,
                  why.text);
    text_free(&why);
    return good;
}

#else

bool pdf_merge_ready(void)
{
    return false;
}

bool pdf_merge_bind(const int files[], int count, const OutlineEntry entries[],
                    size_t entries_count, const char *path, const char *name,
                    Error *error)
{
    (void)files;
    (void)count;
    (void)entries;
    (void)entries_count;
    (void)path;
    return error_set(error, ERROR_FAILED,
                     "%.200s: this build cannot join PDF files; install "
                     "libqpdf and configure again",
                     name);
}

#endif
