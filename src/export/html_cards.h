/* SPDX-License-Identifier: MIT
 *
 * html_cards - the cards of all things that the frames of an HTML page show,
 * and where they are shown, so that the page can point at them.
 *
 * A thing has a line, of five parts with tabs between; numbers are in base 36:
 *
 *     0                 the panel
 *     cell 5            its text form (view/thing_text.h)
 *      0:8.2s.1c.k 3:-  from moment 0 on it is in this box; from 3 on in none
 *      0:...            the same in the drawing for phones
 *      0:1.5.a 9:1.b    from moment 0 on its card has lines 1, 5 and 10
 *
 * The lines of all cards are written once each: a letter for the kind, "*" if
 * it happens at the moment, then with tabs between the moment that the line
 * leads to, the thing that it leads to, and the text.  In a line with the
 * letter t the text is the title; r: what belongs to the thing, with ";"
 * between.
 */
#ifndef UPSWEEP_HTML_CARDS_H
#define UPSWEEP_HTML_CARDS_H

#include "export/frame_spec.h"

typedef struct HtmlCards HtmlCards;

/* Of COUNT moments, of which those between others have no cards.  At most MOST
 * cards that differ from the last one of their thing are made.  Free it with
 * html_cards_free. */
HtmlCards *html_cards_new(const FrameSpec *spec, const FrameMoment *moments,
                          size_t count, size_t most);
void html_cards_free(HtmlCards *cards); /* NULL is fine */

/* Adds the next moment that is not between others, with its picture and the one
 * for phones, or NULL.  False if there are too many cards. */
bool html_cards_add(HtmlCards *cards, const FrameMoment *moment,
                    const DisplayList *frame, const DisplayList *small);

/* Append the lines of the things, and the lines of the cards, from 1. */
void html_cards_things(const HtmlCards *cards, Text *text);
void html_cards_lines(const HtmlCards *cards, Text *text);
/* Bytes that it takes in memory, about. */
size_t html_cards_bytes(const HtmlCards *cards);

#endif
