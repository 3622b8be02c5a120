/* SPDX-License-Identifier: MIT
 *
 * html_scenes - what an HTML page shows, as data: pictures, the values that
 * move between them, the things that they show, and their cards.
 *
 * Each shape is written once, behind the number of its thing; a picture is the
 * numbers of its shapes, from the back to the front.  The page is compressed,
 * which makes short what is the same in two pictures.
 *
 *     shapes   "5~r10 20 40 30 4 c 1"       shape 1 shows thing 5
 *     frames   [1,2,3,4]                    picture 0 has shapes 1 to 4
 *     things   [0,"cell 5"]                 thing 1 of panel 0
 *     moves    [10,20,70,90,0.3,1,[4],"r..."]  in picture 0 what is at its end
 *                                           shape 4 comes from (10, 20), from
 *                                           cycle 0.3 to 1
 *     cards    [[0,[1,5]],[9,[1,6]]]        of a thing: from picture 0 on the
 *                                           lines 1 and 5, from 9 on 1 and 6
 *     lines    ["f",3,"","holds 10"]        its kind, the picture and the thing
 *                                           that it leads to, and its text
 */
#ifndef UPSWEEP_HTML_SCENES_H
#define UPSWEEP_HTML_SCENES_H

#include "export/formats.h"

typedef struct HtmlScenes HtmlScenes;

/* Of the pictures of FRAMES, which must outlive it.  Free it with
 * html_scenes_free. */
HtmlScenes *html_scenes_new(const FrameSequence *frames);
void html_scenes_free(HtmlScenes *scenes);

/* Adds the next picture.  A thing has a new card where its shapes change; at
 * most FRAMES->cards cards are made, and later pictures keep the last ones. */
void html_scenes_add(HtmlScenes *scenes, const DisplayList *list);
/* True if there were more cards than that. */
bool html_scenes_lacks_cards(const HtmlScenes *scenes);

/* The first picture of FRAMES at which trace T has come to POSITION; the last,
 * if there is none. */
size_t html_scenes_picture(const FrameSequence *frames, int t, size_t position);

/* Appends the members "shapes", "frames", "moves", "things", "cards" and
 * "lines" of an object of JSON. */
void html_scenes_json(const HtmlScenes *scenes, Text *json);
/* The bytes that it takes in memory, about. */
size_t html_scenes_bytes(const HtmlScenes *scenes);

/* Appends a shape as text: a letter for its kind, numbers, its colours as
 * letters ("a" is COLOR_PAPER, "-" none), and its text last.
 *
 *     rX Y W H RADIUS FILL ALPHA                      a box
 *     eX Y W H RADIUS FILL EDGE WIDTH ALPHA DASH      a box with an edge
 *     pPATH FILL ALPHA                                the head of an arrow
 *     lPATH EDGE WIDTH ALPHA DASH                     a line or curve
 *     tFONT SIZE X Y FILL ALPHA TEXT                  text
 *
 * In PATH, "_" stands for " ".
 */
void html_shape_add(Text *text, const DisplayList *list, const Shape *shape);

/* Appends VALUE as a number of JSON, to three decimals. */
void json_text_number(Text *json, double value);
/* Appends VALUE as a string of JSON without "<", so that it cannot end an
 * element of a page. */
void json_text_string(Text *json, const char *value);
/* Appends "NAME":"VALUE". */
void json_text_member(Text *json, const char *name, const char *value);

#endif
