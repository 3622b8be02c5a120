/* SPDX-License-Identifier: MIT
 *
 * items - a row of like things: cells, lanes, nodes of a level, words of an
 * array, bars of threads.  Their pitch decides how much of each is shown:
 *
 *     text       23  18  41  54      numbers, in all items of a row or in none
 *     cells      ▪ ▪ ▪ ▪ ▪ ▪ ▪       5 px or more: the state's colour
 *     warps      ▬▬▬▬ ▬▬▬▬ ▬▬▬▬      a box for each group, the loudest wins
 *     strip      ░▒▓█▓▒░             pixels, the loudest wins
 *
 * The caller says what an item looks like; the rest is done here: what fits,
 * the shapes, and the things that they stand for (or Strips of them).
 */
#ifndef UPSWEEP_ITEMS_H
#define UPSWEEP_ITEMS_H

#include "view/view.h"

/* From the least to the most that is shown. */
typedef enum { ITEMS_STRIP, ITEMS_WARPS, ITEMS_CELLS, ITEMS_TEXT } ItemDetail;

enum { ITEM_TEXT = 40 };

/* What one item looks like.  It starts as a plain cell without text, of full
 * size and full colour. */
typedef struct {
    Color fill;        /* COLOR_NONE: the cell is empty */
    Color edge;        /* COLOR_NONE: none */
    double edge_width; /* px at 1080 */
    bool dashed;       /* the edge is */
    bool hatched;      /* never written */
    bool round;        /* its ends are half circles */
    bool wrong;        /* in dark red, with a cross where there is room */
    bool raced;        /* in a race: a dashed edge */
    double alpha;
    Color ink;            /* of the text */
    bool strong;          /* the text is bold */
    char text[ITEM_TEXT]; /* "": it has none, and needs no room for one */
    uint32_t thread;      /* 1 + the thread that it stands for; 0: none */
    Thing thing;          /* THING_NONE: follows from the first of the row */
    bool hidden;          /* nothing is drawn in its place */
} Item;

/* A row of COUNT items.  All zeros but for count and look: a row of cells
 * without things, as wide as their pitch but for a gap. */
typedef struct {
    uint32_t count;
    uint32_t group; /* items of a warp; 0: there are none */
    double share;   /* of its pitch, an item; 0: most of it */
    double most;    /* pixels: wider items are centred in their pitch; 0: any */
    double radius;  /* of corners, px at 1080 */
    Font font;      /* of a text that is not bold, FONT_CODE as a rule */
    double size;    /* of texts, px at 1080; less if it does not fit */
    int forms;      /* of texts, 0 the fullest; all items have the same; 0: 1 */
    Thing thing;    /* of the first item; THING_NONE: they have none */
    uint32_t stride; /* from the last number of a thing to the next; 0: 1 */
    const void *data;
    /* Sets what item I looks like, its text in FORM. */
    void (*look)(const void *data, uint32_t i, int form, Item *item);
    /* Where item I stands, in pixels from the start of the row, if they are
     * not all as wide; NULL: they are. */
    void (*place)(const void *data, uint32_t i, double *from, double *to);
} Items;

/* What fits. */
typedef struct {
    ItemDetail detail;
    int form;    /* of the texts */
    double size; /* of the texts, pixels */
} ItemFit;

/* The most that can be shown of ITEMS in BOX: texts only if all texts of the
 * items fit, at the least size or more. */
ItemFit items_fit(const View *view, const Items *items, Rect box);
/* Draws ITEMS in BOX, with FIT. */
void items_draw(const View *view, const Items *items, Rect box, ItemFit fit);
/* The same with all that fits. */
ItemFit items_draw_fitting(const View *view, const Items *items, Rect box);
/* The cell of item I; the part of BOX that is its, with the gaps. */
Rect items_cell(const Items *items, Rect box, uint32_t i);
Rect items_slot(const Items *items, Rect box, uint32_t i);
/* The width that the widest text needs at the least size in FORM, with what
 * keeps it apart; with texts of all items a row is COUNT times as wide. */
double items_text_width(const View *view, const Items *items, int form);

/* ---- Strips of pixels -----------------------------------------------------*/

/* A strip of items, too many to draw one by one, mapped to pixels.
 *
 *     items     a a a b b a a a a c a a a ...     2048 of them
 *     pixels      a     b    a     c     a        886
 *
 * Each pixel has one colour.  Where items share a pixel, the most important
 * colour wins, so that a single conflict among thousands is still seen.
 */
typedef struct {
    Rect box;
    int length;      /* pixels */
    uint8_t *colors; /* a Color for each pixel */
} PixelBins;

/* A strip as long as BOX, all COLOR_NONE; pixel_bins_draw frees it. */
PixelBins pixel_bins_new(Rect box);
/* Gives COLOR to the pixels from FROM to TO, counted from the start of the
 * strip, at least to one, except where a more important colour is. */
void pixel_bins_mark(PixelBins *bins, double from, double to, Color color);
/* Draws the strip and frees it; pixels of COLOR_NONE stay empty. */
void pixel_bins_draw(PixelBins *bins, DisplayList *list);

#endif
