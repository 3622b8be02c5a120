/* SPDX-License-Identifier: MIT
 *
 * html_locals - the local variables of every thread, for the HTML export, which
 * shows the thread that the reader chooses.
 *
 * The frame's own locals are left out of its picture, and drawn for each thread
 * at each change:
 *
 *     moment            0    1    2    3    4
 *     T0 of block 0     a         b    a'         a': as a, without "was 3"
 *     T1 of block 0     c              d    c'
 *
 * What all of them consist of is written once (html_delta_word).
 */
#ifndef UPSWEEP_HTML_LOCALS_H
#define UPSWEEP_HTML_LOCALS_H

#include "export/frame_spec.h"

typedef struct HtmlLocals HtmlLocals;

/* No moments yet; free it with html_locals_free.  At most MOST drawings. */
HtmlLocals *html_locals_new(const FrameSpec *spec, size_t most);
void html_locals_free(HtmlLocals *locals); /* NULL is fine */

/* Adds the next moment, of which FRAME is the picture: takes the locals out of
 * FRAME, and draws them; DRAWN sees each drawing.  False if
 * there are too many. */
bool html_locals_add(HtmlLocals *locals, const FrameMoment *moment,
                     DisplayList *frame,
                     void (*drawn)(void *user, const DisplayList *list),
                     void *user);

/* Takes the locals out of FRAME. */
void html_locals_take_out(DisplayList *frame);
/* True if no moment has shown any. */
bool html_locals_empty(const HtmlLocals *locals);
/* Appends, for each moment a line, what runs in each panel: "BLOCK.THREAD", the
 * thread being the lowest; or "-" where no locals are shown. */
void html_locals_running(const HtmlLocals *locals, Text *text);
/* Appends the words, from 1, a line each. */
void html_locals_words(const HtmlLocals *locals, Text *text);
/* Appends a line for each thread: panel, block and thread, and from which
 * moment on it shows which words, in base 36:
 *
 *     0 2 17 3:1.5.a 9:1.b     from moment 3 on, words 1, 5 and 10
 */
void html_locals_threads(const HtmlLocals *locals, Text *text);
/* Bytes that it takes in memory, about. */
size_t html_locals_bytes(const HtmlLocals *locals);

#endif
