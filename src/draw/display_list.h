/* SPDX-License-Identifier: MIT
 *
 * display_list - a display list: what to draw, without drawing it.
 *
 * Views append shapes; painters (paint_cairo, paint_sdl) read them.  A shape
 * names its colour by role, so that one list serves every theme, and carries a
 * tag that says what it shows, so that a click, a test or an export can find
 * it.  Coordinates are pixels from the top left.
 *
 *     view ──► DisplayList: rect, line, curve, text, ... ──► pixels | PDF | SVG
 */
#ifndef UPSWEEP_DISPLAY_LIST_H
#define UPSWEEP_DISPLAY_LIST_H

#include "util/base.h"

typedef struct {
    double x, y, w, h;
} Rect;

/* What both have; without width or height if that is nothing. */
Rect rect_common(Rect a, Rect b);

/* What a colour is for; theme_color says which it is in a theme. */
typedef enum {
    COLOR_PAPER,     /* the frame's ground */
    COLOR_PANEL,     /* a panel on it */
    COLOR_EDGE,      /* thin borders and faint lines */
    COLOR_INK,       /* text that matters */
    COLOR_DIM,       /* text beside it */
    COLOR_CELL,      /* a cell with nothing special */
    COLOR_HELD,      /* a cell or node that holds a value of interest */
    COLOR_LOAD,      /* loads */
    COLOR_STORE,     /* stores */
    COLOR_CONFLICT,  /* lanes that wait for each other */
    COLOR_GOOD,      /* nobody waits */
    COLOR_RUNNING,   /* behind the running line of code */
    COLOR_GLOBAL,    /* global memory */
    COLOR_ON_STRONG, /* text on a load or a conflict */
    COLOR_ON_BRIGHT, /* text on a store or on global memory */
    COLOR_ALARM,     /* words about a conflict, dark enough to read */
    COLOR_LINK,      /* lines of a tree */
    COLOR_NONE,      /* do not draw */
    COLOR_COUNT
} Color;

/* THEME_PRINT is black on white: what colours tell elsewhere, patterns and
 * weights tell there. */
typedef enum { THEME_LIGHT, THEME_DARK, THEME_PRINT, THEME_COUNT } Theme;

/* 0xRRGGBB of a role in a theme. */
uint32_t theme_color(Theme theme, Color color);

/* Stripes over what is filled with a role. */
typedef enum { STRIPES_NONE, STRIPES_RISING, STRIPES_UPRIGHT } Stripes;

/* How a role is told where colours do not tell it. */
typedef struct {
    Stripes stripes;
    uint32_t color; /* of the stripes */
    double weight;  /* of lines: times their width */
    uint32_t line;  /* their colour */
} Pattern;
Pattern theme_pattern(Theme theme, Color color);

/* What a shape shows. */
typedef enum {
    TAG_NONE,
    TAG_FRAME, /* title, borders */
    TAG_SENTENCE,
    TAG_NODE,     /* index: node of the tree */
    TAG_CELL,     /* index: cell of shared memory */
    TAG_BANK,     /* index: bank */
    TAG_QUEUE,    /* index: bank */
    TAG_LANE,     /* index: row of the registers, times threads, + thread */
    TAG_BLOCK,    /* index: block of its grid */
    TAG_GLOBAL,   /* index: array, times 2^24, + word */
    TAG_SOURCE,   /* index: line */
    TAG_TIMELINE, /* index: instruction */
    TAG_TOTALS,
    TAG_CHART,  /* panel: plot; index: series */
    TAG_BUTTON, /* chrome; index: command */
    TAG_CHROME,
    TAG_FORM,   /* chrome; index: DIALOG_TAG */
    TAG_MOTION, /* a value under way, over all else */
    TAG_KINDS
} TagKind;

/* What a kind shows, in a word that no other kind has: "cell"; "" for TAG_NONE.
 * Exports make ids of it. */
const char *canvas_tag_name(TagKind kind);

typedef struct {
    TagKind kind;
    int panel; /* which trace, from 0 */
    uint32_t index;
} Tag;

typedef enum {
    FONT_TEXT,
    FONT_STRONG,
    FONT_CODE,
    FONT_CODE_STRONG,
    FONT_COUNT
} Font;
typedef enum { ALIGN_LEFT, ALIGN_CENTER, ALIGN_RIGHT } Align;

typedef enum {
    SHAPE_RECT,  /* box, radius, fill, edge, width, dashed, hatch */
    SHAPE_LINE,  /* points 0, 1 */
    SHAPE_CURVE, /* cubic: points 0 .. 3 */
    SHAPE_ARROW, /* a filled head at point 1, coming from point 0 */
    SHAPE_TEXT,  /* text within box: clipped never, so it must fit */
    SHAPE_CLIP,  /* to box, until the matching SHAPE_UNCLIP */
    SHAPE_UNCLIP
} ShapeKind;

typedef struct {
    ShapeKind kind;
    Tag tag;
    Rect box; /* extent; for text the measured extent of the glyphs */
    double x[4], y[4];
    double radius; /* of corners */
    double width;  /* of lines and edges, pixels */
    double alpha;  /* 0 .. 1 */
    bool dashed;
    double hatch; /* pixels from stripe to stripe, edge on fill; 0: none */
    Color fill, edge;
    Font font;
    double size;     /* of text, pixels an em */
    double baseline; /* of text, y */
    size_t text;     /* offset in canvas->texts, NUL-terminated UTF-8 */
} Shape;

/* The parts of a frame that can be cut out of it. */
typedef enum {
    AREA_TREE, /* or lanes, or flow */
    AREA_BLOCKS,
    AREA_MEMORY,
    AREA_QUEUES,
    AREA_SOURCE,
    AREA_TIMELINE,
    AREA_COUNT
} Area;

#define DISPLAY_LIST_PANELS 4

typedef struct {
    double width, height;
    Rect areas[AREA_COUNT]
              [DISPLAY_LIST_PANELS]; /* empty if they are not shown */
    Shape *shapes;
    size_t shapes_count, shapes_capacity;
    Text texts;
    Tag tag; /* given to the shapes added from now on */
} DisplayList;

void display_list_clear(DisplayList *list, double width, double height);
void display_list_free(DisplayList *list);
void draw_tag(DisplayList *list, TagKind kind, int panel, uint32_t index);

/* Notes that PANEL's AREA is BOX. */
void display_list_area(DisplayList *list, Area area, int panel, Rect box);

/* Each returns the shape just added, to adjust before the next is added. */
Shape *draw_rect(DisplayList *list, Rect box, double radius, Color fill);
Shape *draw_line(DisplayList *list, double x0, double y0, double x1, double y1,
                 double width, Color color);
Shape *draw_curve(DisplayList *list, const double x[4], const double y[4],
                  double width, Color color);
Shape *draw_arrow(DisplayList *list, double x0, double y0, double x1, double y1,
                  double size, Color color);
void draw_clip(DisplayList *list, Rect box);
void draw_unclip(DisplayList *list);

/* Text on one line inside BOX, aligned, vertically centred by its capitals.
 * Shrinks to MIN_SIZE if it has to, then is cut with an ellipsis; draws nothing
 * and returns NULL if even that does not fit.  So text never leaves its box. */
Shape *draw_text(DisplayList *list, Rect box, Align align, Font font,
                 double size, double min_size, Color color, const char *text);

/* The text of a SHAPE_TEXT. */
const char *shape_text(const DisplayList *list, const Shape *shape);

/* The corners of the head of a SHAPE_ARROW, which is as long and as broad as
 * the shape is wide; the tip first.  False where it points nowhere: all three
 * are the tip then. */
bool draw_arrow_head(const Shape *arrow, double x[3], double y[3]);

/* BOX with its sides on whole pixels, as all painters put it. */
Rect rect_whole(Rect box);

/* The line along which the edge of a SHAPE_RECT is drawn: its middle, so that
 * the edge lies inside the shape. */
typedef struct {
    Rect box;
    double radius, thick;
} Edge;
Edge shape_edge(const Shape *shape);

/* The stripes over a filled SHAPE: within BOX, PERIOD pixels apart.  False if
 * there are none. */
bool shape_stripes(const Shape *shape, Theme theme, Rect *box, double *period);

/* How thick a slanted stripe is, as a share of its period. */
#define CANVAS_HATCH_SHARE 0.36

/* The topmost tagged shape at a point, or NULL; for clicks and tooltips. */
const Shape *display_list_at(const DisplayList *list, double x, double y,
                             TagKind kind);

#endif
