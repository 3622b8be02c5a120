/* SPDX-License-Identifier: MIT
 *
 * display_list - the shapes of a frame, in the order in which they are drawn.
 *
 * Views append shapes; painters (paint_cairo, paint_pdf, paint_svg, paint_sdl)
 * read them.  A shape names its colour by role, so that one list serves every
 * theme.  A shape also carries the Thing that it shows, so that a click, a
 * test or an export can find it.  Coordinates are pixels from the top
 * left.
 *
 *     view ──► DisplayList: rect, line, curve, text, ... ──► pixels | PDF | SVG
 */
#ifndef UPSWEEP_DISPLAY_LIST_H
#define UPSWEEP_DISPLAY_LIST_H

#include "draw/font.h"
#include "trace/thing.h"

typedef struct {
    double x, y, w, h;
} Rect;

/* The intersection of two rectangles; its width or height is 0 if empty. */
Rect rect_common(Rect a, Rect b);
/* True if a point lies in BOX. */
static inline bool rect_holds(Rect box, double x, double y)
{
    return x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h;
}

/* The roles of colours; theme_color gives the colour of a role in a theme. */
typedef enum {
    COLOR_PAPER,     /* background of the frame */
    COLOR_PANEL,     /* background of a panel */
    COLOR_EDGE,      /* thin borders and faint lines */
    COLOR_INK,       /* main text */
    COLOR_DIM,       /* secondary text */
    COLOR_CELL,      /* a cell with nothing special */
    COLOR_HELD,      /* what holds a value of interest, or runs */
    COLOR_LOAD,      /* loads */
    COLOR_STORE,     /* stores */
    COLOR_CONFLICT,  /* bank conflicts */
    COLOR_GOOD,      /* no bank conflicts */
    COLOR_ON_STRONG, /* text on a load or a conflict */
    COLOR_ON_BRIGHT, /* text on a store */
    COLOR_ALARM,     /* text about a conflict, dark enough to read */
    COLOR_FAULT,     /* races and wrong words: text, edges and grounds */
    COLOR_LINK,      /* lines of a tree */
    COLOR_NONE,      /* do not draw */
    COLOR_COUNT
} Color;

/* THEME_PRINT is black on white; greys and line weights take the place of
 * colours. */
typedef enum { THEME_LIGHT, THEME_DARK, THEME_PRINT, THEME_COUNT } Theme;

/* The colour of a role in a theme, 0xRRGGBB. */
uint32_t theme_color(Theme theme, Color color);

/* How a theme draws a line or the head of an arrow of a role: in another grey
 * than an area in print, where its weight shows the role. */
typedef struct {
    uint32_t rgb;
    double weight; /* factor on its width */
} LineStyle;
LineStyle theme_line(Theme theme, Color color);

typedef enum { ALIGN_LEFT, ALIGN_CENTER, ALIGN_RIGHT } Align;

typedef enum {
    SHAPE_RECT,  /* box, radius, fill, edge, width, dashed */
    SHAPE_LINE,  /* points 0, 1 */
    SHAPE_CURVE, /* cubic: points 0 .. 3 */
    SHAPE_ARROW, /* a filled head at point 1, coming from point 0 */
    SHAPE_TEXT   /* text that fits into box */
} ShapeKind;

typedef struct {
    ShapeKind kind;
    Thing thing;
    uint32_t thread; /* 1 + the thread that it stands for as well; 0: none */
    Rect box;        /* extent; for text the measured extent of the glyphs */
    double x[4], y[4];
    double radius; /* of corners */
    double width;  /* of lines and edges, pixels */
    double alpha;  /* 0 .. 1 */
    bool dashed;
    Color fill, edge;
    Font font;
    double size;     /* of text, pixels an em */
    double baseline; /* of text, y */
    size_t text;     /* offset in DisplayList.texts, NUL-terminated UTF-8 */
} Shape;

/* The views that an export can crop out of a frame, or show alone; below, their
 * names for --view and --crop, and a list of them for its help. */
typedef enum {
    AREA_TREE, /* or lanes, or flow */
    AREA_BLOCKS,
    AREA_MEMORY,
    AREA_QUEUES,
    AREA_SOURCE,
    AREA_TIMELINE,
    AREA_TIME, /* of blocks and warps; in no frame beside others */
    AREA_COUNT
} Area;

/* Their names, in this order. */
#define AREA_NAMES "tree|blocks|memory|queues|source|timeline|time"
#define AREA_LIST                                                              \
    "tree (or lanes), blocks, memory, queues, source, timeline, time"

#define DISPLAY_LIST_PANELS 4

/* Where many things, too small for separate shapes, stand side by side: as
 * pixels of one colour after the other. */
typedef struct {
    Rect box;
    Thing first; /* the last number of the next is STRIDE more */
    uint32_t stride, count;
} Strip;

/* A value that moves while an instruction is under way, in cycles of it, for
 * who moves it, such as a page. */
typedef struct {
    Rect from, to; /* it moves from middle to middle */
    double start, end;
    Color color;
    double size; /* of its text; without a text, of a dot */
    size_t text; /* as Shape.text */
} Move;

typedef struct {
    double width, height;
    Rect areas[AREA_COUNT]
              [DISPLAY_LIST_PANELS]; /* empty for an area not shown */
    Shape *shapes;
    size_t shapes_count, shapes_capacity;
    Text texts;
    Strip *strips;
    size_t strips_count, strips_capacity;
    bool wants_moves; /* at rest, moves of the last instruction are noted: */
    Move *moves;
    size_t moves_count, moves_capacity;
    Thing thing; /* of the shapes that are added next */
} DisplayList;

/* Removes all shapes, sets the size and keeps the memory.  A list is all zeros
 * before its first use; display_list_free frees what the list owns. */
void display_list_clear(DisplayList *list, double width, double height);
void display_list_free(DisplayList *list);
/* Sets the thing of the shapes that are added next: KIND and A, of PANEL. */
void draw_thing(DisplayList *list, ThingKind kind, int panel, uint32_t a);

/* Records that AREA of PANEL is BOX. */
void display_list_area(DisplayList *list, Area area, int panel, Rect box);

/* Records that COUNT things stand side by side in BOX; the first is the thing
 * that is set. */
void display_list_strip(DisplayList *list, Rect box, uint32_t stride,
                        uint32_t count);
/* Each adds a shape and returns it.  The caller may change the shape; the
 * pointer is valid until the next shape is added. */
Shape *draw_rect(DisplayList *list, Rect box, double radius, Color fill);
Shape *draw_line(DisplayList *list, double x0, double y0, double x1, double y1,
                 double width, Color color);
Shape *draw_curve(DisplayList *list, const double x[4], const double y[4],
                  double width, Color color);
Shape *draw_arrow(DisplayList *list, double x0, double y0, double x1, double y1,
                  double size, Color color);
/* Text on one line inside BOX, aligned, vertically centred by its capitals.
 * Text that is too wide shrinks, at most to MIN_SIZE, and is then cut with an
 * ellipsis.  Adds nothing and returns NULL if even that does not fit, so text
 * never leaves BOX. */
Shape *draw_text(DisplayList *list, Rect box, Align align, Font font,
                 double size, double min_size, Color color, const char *text);

/* The text of a SHAPE_TEXT, owned by LIST. */
const char *shape_text(const DisplayList *list, const Shape *shape);

/* The corners of the head of a SHAPE_ARROW, the tip first; the head is as long
 * and as broad as ARROW->width.  False if points 0 and 1 are the same: all
 * three corners are the tip then. */
bool draw_arrow_head(const Shape *arrow, double x[3], double y[3]);

/* BOX with its sides moved to the nearest whole pixels, as all painters draw
 * it.
 */
Rect rect_whole(Rect box);

/* The centre line of the edge of a SHAPE_RECT, half the edge's thickness inside
 * the box, so that the whole edge lies inside the shape. */
typedef struct {
    Rect box;
    double radius, thick;
} Edge;
Edge shape_edge(const Shape *shape);

/* True if one element can have the fill and the edge of a SHAPE_RECT; under a
 * transparent or dashed edge the fill would show. */
bool shape_is_framed(const Shape *shape);

/* The topmost shape with a thing of KIND at a point, or NULL. */
const Shape *display_list_at(const DisplayList *list, double x, double y,
                             ThingKind kind);
/* The topmost shape of a thread at a point, or NULL. */
const Shape *display_list_thread_at(const DisplayList *list, double x,
                                    double y);

#endif
