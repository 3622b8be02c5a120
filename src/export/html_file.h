/* SPDX-License-Identifier: MIT
 *
 * html_file - a sequence of frames as one self-contained HTML page to step
 * through.
 */
#ifndef UPSWEEP_HTML_FILE_H
#define UPSWEEP_HTML_FILE_H

#include "ask/question.h"
#include "export/formats.h"

/* Appends the page; false and *ERROR if it is too large, or a signal asked to
 * stop.  html_file_write, in formats.h, writes it to a file. */
bool html_file_text(const FrameSequence *frames, Text *page, Error *error);

/* Appends the members of an object that judge an answer to QUESTION: kind,
 * form, answer, how, hint, digits, right, choices, and the boxes in the picture
 * LIST, [x, y, width, height, number], that answer if they are pressed. */
void html_question_json(const Question *question, const DisplayList *list,
                        Text *json);

#endif
