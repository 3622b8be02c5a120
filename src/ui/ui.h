/* SPDX-License-Identifier: MIT
 *
 * ui - the widgets of the window: labels, buttons, fields, lists, tables,
 * panels and tooltips.
 *
 * A function that shows a part of the window calls widgets, in the order in
 * which they are painted.  A widget draws itself into a display list and
 * returns what the input did to it.  Nothing else keeps a widget.
 *
 *     UiInput ─► ui_begin ─► widgets ─► ui_end ─► DisplayList
 *                               └─► "it was pressed"
 *
 * The window calls the functions once for each event, with that event as input,
 * and once without an event, to draw what has become of it.
 *
 * A widget has an id, which stays the same from frame to frame: see ui_id.
 * Shapes of a widget carry THING_WIDGET and its id.
 *
 * Panels lie over what was drawn before them.  Only the panel under the pointer
 * gets presses; only the topmost one gets keys.  Tab and the arrow keys move
 * the focus, Return and Space press what has it.
 *
 * Lengths are pixels at 1080 lines; ui_px gives pixels of the window.
 */
#ifndef UPSWEEP_UI_H
#define UPSWEEP_UI_H

#include "draw/layout.h"

enum { UI_LAYERS = 8, UI_STOPS = 512 };

typedef struct {
    double x, y;     /* of the pointer, pixels; negative: not over the window */
    bool down;       /* its button is held */
    bool press;      /* it has just been pressed */
    int wheel;       /* lines down */
    const char *key; /* pressed now, as commands name it; or NULL */
    const char *text; /* typed or pasted now; or NULL */
} UiInput;

/* What a shape of a widget says about itself to the keyboard. */
typedef struct {
    uint32_t id;
    int layer;
    Rect box;
} UiStop;

typedef struct {
    DisplayList *list;
    UiInput input;
    double width, height;
    double unit;  /* pixels of a pixel at 1080 lines */
    double least; /* the smallest size of text, pixels */
    uint32_t focus, held;
    bool keys;      /* the keyboard was used last: show the focus */
    bool used_key;  /* a widget has taken the key */
    bool used_text; /* the text */
    int layer;      /* that is drawn now; 0: the window itself */
    Rect layers[UI_LAYERS], last_layers[UI_LAYERS];
    int layers_count, last_count;
    UiStop stops[UI_STOPS];
    int stops_count;
    char tip[128];
    uint32_t panel; /* the topmost one, to see a new one */
    Rect panel_box; /* of the one that is drawn */
} Ui;

/* Starts a frame of WIDTH x HEIGHT pixels; LIST is cleared. */
void ui_begin(Ui *ui, DisplayList *list, double width, double height,
              const UiInput *input);
/* Ends it: moves the focus and draws the tooltip. */
void ui_end(Ui *ui);

/* The id of a widget, or of the first of up to 4096 that are counted from it.
 */
uint32_t ui_id(const char *name);
/* The box of widget ID as drawn in LIST; empty if it is not there. */
Rect ui_box_of(const DisplayList *list, uint32_t id);
/* True if a panel covers the point. */
bool ui_is_covered(const Ui *ui, double x, double y);
/* True if a widget of a panel has the focus. */
bool ui_has_panel_focus(const Ui *ui);
/* Gives the focus to a widget. */
void ui_focus(Ui *ui, uint32_t id);

/* ---- Text ---- */

typedef struct {
    Font font;
    double size; /* at 1080 lines */
    Color color;
    Align align;
} UiText;

extern const UiText ui_text, ui_strong, ui_dim, ui_code, ui_title;

double ui_px(const Ui *ui, double at_1080);
/* The height of a line, and the width of TEXT, in pixels. */
double ui_line(const Ui *ui, const UiText *style);
double ui_width(const Ui *ui, const UiText *style, const char *text);
/* The height of TEXT in lines of WIDTH. */
double ui_height(const Ui *ui, const UiText *style, double width,
                 const char *text);

/* One line in BOX; it is cut if it does not fit. */
void ui_label(Ui *ui, Rect box, const UiText *style, const char *text);
/* Lines in BOX; returns their height. */
double ui_paragraph(Ui *ui, Rect box, const UiText *style, const char *text);

/* ---- Widgets ---- */

typedef enum {
    UI_ICON_NONE,
    UI_ICON_BACK,
    UI_ICON_PLAY,
    UI_ICON_PAUSE,
    UI_ICON_STEP,
    UI_ICON_DETAILS,
    UI_ICON_MENU,
    UI_ICON_LESS,
    UI_ICON_MORE,
    UI_ICON_CLOSE,
    UI_ICON_CHECK
} UiIcon;

/* Draws ICON in COLOR in the middle of BOX. */
void ui_icon(Ui *ui, Rect box, UiIcon icon, Color color, double alpha);

typedef struct {
    bool hover, focus, held;
    bool pressed; /* by the pointer or by Return or Space */
} UiArea;

/* A part of the window that can be pressed and draws nothing; TIP, unless it is
 * NULL, is shown at the pointer.  Shapes that follow are its shapes. */
UiArea ui_area(Ui *ui, Rect box, uint32_t id, const char *tip);
/* The ground of an area: hovered, in focus, or neither. */
void ui_ground(Ui *ui, Rect box, const UiArea *area, Color fill, Color edge);

typedef struct {
    const char *text; /* or NULL */
    UiIcon icon;
    const char *tip;  /* or NULL */
    Color fill, edge; /* 0 for both: the default */
    bool idle;        /* pressing it changes nothing */
    bool on;          /* its state is on */
    bool round;       /* a disc */
} UiButton;

/* True if it was pressed. */
bool ui_button(Ui *ui, Rect box, uint32_t id, const UiButton *button);

/* A line of text to edit, of at most BYTES with its end; HINT is shown while it
 * is empty.  True if VALUE has changed. */
bool ui_field(Ui *ui, Rect box, uint32_t id, char *value, size_t bytes,
              const char *hint);
/* Cuts the buttons "NAME less" and "NAME more" off the ends of *BOX; -1, 0 or
 * 1: what was pressed. */
int ui_steps(Ui *ui, Rect *box, const char *name);

/* Rows of one height, of which so many are shown as BOX has room for, from
 * *FIRST on:
 *
 *     UiRows rows = ui_rows(ui, box, ui_id("files"), &first, count, height);
 *     while (ui_next_row(&rows))
 *         if (rows.area.pressed) ... rows.i, drawn in rows.box ...
 */
typedef struct {
    Ui *ui;
    Rect rest, box; /* of the row */
    UiArea area;    /* what happened to it */
    uint32_t id;
    int i, count;
    double height;
} UiRows;
UiRows ui_rows(Ui *ui, Rect box, uint32_t id, int *first, int count,
               double height);
bool ui_next_row(UiRows *rows);

/* A table: cells of COLUMNS columns, row by row; cells wrap.  Widths are
 * shares of BOX.  *FIRST is the row at the top, scrolled by wheel and keys. */
enum { UI_COLUMNS = 4 };
typedef struct {
    int columns, rows;
    const double *widths;
    const UiText *styles[UI_COLUMNS];
    const char *const *cells;
} UiTable;
void ui_table(Ui *ui, Rect box, uint32_t id, const UiTable *table, int *first);

/* ---- Panels ---- */

typedef struct {
    const char *name;  /* its id */
    const char *title; /* or NULL: without a title and a button to close it */
    Rect box;
    bool modal; /* dims what is under it; a press outside closes it */
    Color edge; /* 0: the default */
} UiPanel;

/* Begins a panel; *INSIDE is the room for its widgets.  True if it is to be
 * closed. */
bool ui_panel(Ui *ui, const UiPanel *panel, Rect *inside);
/* Ends it. */
void ui_panel_end(Ui *ui);
/* The height of a panel with TITLE, WIDTH pixels wide, around CONTENT pixels.
 */
double ui_panel_height(const Ui *ui, const char *title, double width,
                       double content);

#endif
