/* SPDX-License-Identifier: MIT
 *
 * diagram - the one drawing of what a block computes: rows of nodes, and links
 * between them.  It is a tree, or a table of rounds, or a table of registers.
 *
 *     head             0       1       2       3
 *     label          [ 3 ]   [ 1 ]   [ 7 ]   [ 0 ]     a row
 *                      │ ╲     │ ╲     │ ╲     │       links
 *     label          [ 3 ]   [ 4 ]   [ 8 ]   [ 7 ]     the row that runs
 *                            3 + 1   1 + 7   7 + 0     its notes
 *
 * Each node spans some columns.  With text the drawing has all its numbers: a
 * tree is whole, and a table has as many rows around the one that runs as there
 * is room for; a table of registers has the warp that runs.  Without text it is
 * a map, as small as it needs to be.  The two are the same drawing at two
 * levels of detail (items.h).
 *
 * A DiagramKind says what nodes hold and how they are linked: it reads the
 * moment and places nothing.
 */
#ifndef UPSWEEP_DIAGRAM_H
#define UPSWEEP_DIAGRAM_H

#include "moment/flow_state.h"
#include "moment/lane_state.h"
#include "moment/tree_state.h"
#include "view/items.h"

/* What a node holds, and how it looks; item.text is not set. */
typedef struct {
    Item item;
    const Access *access; /* the running one at it, also while it waits */
    Number number;        /* of a program; of ELEMENT_OTHER if not known */
    char text[VALUE_TEXT], brief[VALUE_TEXT]; /* "": it holds nothing */
    char left[VALUE_TEXT], right[VALUE_TEXT]; /* of the sum that it is */
} DiagramNode;

typedef struct Diagram Diagram;

typedef struct {
    /* The number of nodes of ROW, from the top; the columns of node X, FIRST to
     * END - 1.  FIRST is END if the node before X stands for it, too. */
    uint32_t (*count)(const Diagram *at, size_t row);
    void (*span)(const Diagram *at, size_t row, uint32_t x, uint32_t *first,
                 uint32_t *end);
    /* The thing that node 0 of ROW stands for; the others follow it. */
    Thing (*thing)(const Diagram *at, size_t row);
    /* Sets what node X holds; its texts only if at->text. */
    void (*look)(const Diagram *at, size_t row, uint32_t x, DiagramNode *node);
    /* Draws the lines that arrive in ROW. */
    void (*links)(const Diagram *at, size_t row);
    /* Appends the name of ROW, the fullest in form 0; the name of a column.
     * NULL: rows, or columns, have none. */
    void (*label)(const Diagram *at, size_t row, int form, Text *text);
    void (*head)(const Diagram *at, uint32_t column, Text *text);
    /* Draws what marks mean in BOX, beside the first row; NULL: nothing. */
    void (*legend)(const Diagram *at, Rect box);
    /* Nodes are as wide as their texts, and those that run have the name of
     * their thread over them, not their sum below. */
    bool tree;
} DiagramKind;

enum { DIAGRAM_FORMS = 3 }; /* of labels */

struct Diagram {
    const View *view;
    const DiagramKind *kind; /* NULL: the trace computes no sums */
    size_t rows, now;        /* now: the row that runs */
    uint32_t columns;
    uint32_t skipped; /* threads, of the warps before the one that is shown */
    TreeState tree;   /* of a tree */
    FlowState flow;   /* of rounds */
    const WarpRegisters *lanes; /* of registers */
    /* Where it stands, and with how much detail: */
    bool text;
    bool cards; /* nodes are looked at for cards, see camera.h */
    int form;   /* of the labels; DIAGRAM_FORMS: there are none */
    Rect labels, box;
    double pitch, row, cell; /* from column to column, row to row; of a node */
    double head, note;       /* heights of such texts; 0: there are none */
    size_t first, end;       /* the rows that are shown */
    double most[TREE_MAX_LEVELS]; /* width of a tree's nodes, row by row */
};

/* The diagram of VIEW, which must outlive it; diagram_close frees what it owns.
 */
Diagram diagram_open(const View *view);
void diagram_close(Diagram *at);

/* The least height at which it fits in WIDTH with all its numbers, at any
 * moment of the trace, and a good one; INFINITY if it fits at none. */
double diagram_whole_least(const Diagram *at, double width);
double diagram_whole_height(const Diagram *at, double width);
/* Places it in BOX: with TEXT, for which there must be room, or as a map. */
void diagram_lay(Diagram *at, Rect box, bool text);
void diagram_draw(const Diagram *at);

/* The box of a node, which is empty if the node is not shown; and what it holds
 * as it looks. */
Rect diagram_box(const Diagram *at, size_t row, uint32_t x);
DiagramNode diagram_node(const Diagram *at, size_t row, uint32_t x);
/* Writes VALUE of a program's NUMBER, or if that is not known WORD, as the
 * texts of NODE. */
void diagram_value(const View *view, Number number, Word word,
                   DiagramNode *node);
/* Sets the operands of the sum of NODE; NUMBERS: both of them, of a program, if
 * they are known, else NULL. */
void diagram_sum(const View *view, const Sum *sum, const Number *numbers,
                 DiagramNode *node);
/* A line from a node to one in a row below it.  Where rows are between them, it
 * goes down beside their nodes. */
typedef enum { LINK_THIN, LINK_STRONG, LINK_ARROW } LinkStyle;
void diagram_link(const Diagram *at, size_t from_row, uint32_t from, size_t row,
                  uint32_t to, LinkStyle style, Color color);
/* An arrow over a row from one of its nodes to another. */
void diagram_arc(const Diagram *at, size_t row, uint32_t from, uint32_t to,
                 bool dashed, Color color);
/* True if links to ROW can be distinguished; of links that run, if they can be
 * seen. */
bool diagram_has_links(const Diagram *at, size_t row, bool runs);

/* The texts around the nodes, for diagram_draw: the name of a row, the names of
 * all columns, under the row that runs the sums that were computed ("11 + 12"),
 * and over the nodes of a row that run the names of their threads.  All texts
 * of a row have the same form, or there are none. */
#define DIAGRAM_LINE 1.3 /* of the least size, the height of a line */
void diagram_draw_label(const Diagram *at, size_t row);
void diagram_draw_head(const Diagram *at);
void diagram_draw_notes(const Diagram *at);
void diagram_draw_threads(const Diagram *at, size_t row);

/* The kinds, in view_tree.c, view_flow.c and view_lanes.c. */
extern const DiagramKind diagram_tree, diagram_flow, diagram_lanes;

#endif
