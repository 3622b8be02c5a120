/* SPDX-License-Identifier: MIT
 *
 * lesson_file - writes a lesson as a page, a PDF, slides, pictures or a film.
 *
 *     stop with a question ──► page: the question    page: the answer
 *     any other stop       ──► one page
 *
 * Beside a PDF lies STEM-notes.pdf, for the lecturer: each page small, and
 * under it the note.  Beside a film lie its captions, STEM.vtt; values travel
 * to the moment of each page, and there it stands as long as it takes to read.
 */
#ifndef UPSWEEP_LESSON_FILE_H
#define UPSWEEP_LESSON_FILE_H

#include "export/export.h"
#include "lesson/lesson.h"

/* Writes LESSON to OUT, as export_traces does a run.  Of OPTIONS the moments,
 * the clock and the points are the lesson's. */
bool lesson_export(const Lesson *lesson, const ExportOptions *options,
                   const char *out, Text *told, Error *error);

#endif
