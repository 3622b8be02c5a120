/* SPDX-License-Identifier: MIT
 *
 * ui - input, focus, layers and tooltips; see ui.h.
 *
 * The panels of the last frame say what lies under the pointer, since the
 * panels of this frame are not known before all of them are drawn.
 */
#include "ui/ui.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { IDS = 4096 }; /* of a name */

void ui_begin(Ui *ui, DisplayList *list, double width, double height,
              const UiInput *input)
{
    ui->list = list;
    ui->input = *input;
    ui->width = width;
    ui->height = height;
    ui->used_key = ui->used_text = false;
    ui->layer = ui->layers_count = ui->stops_count = 0;
    ui->tip[0] = '\0';
    if (input->key)
        ui->keys = true;
    if (input->press) {
        ui->keys = false;
        ui->focus = 0;
    }
    if (!input->down || input->press)
        ui->held = 0;
    display_list_clear(list, width, height);
}

static bool holds(Rect box, double x, double y)
{
    return x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h;
}

/* The layer at a point, in the last frame. */
static int layer_at(const Ui *ui, double x, double y)
{
    for (int i = ui->last_count; i > 0; --i)
        if (holds(ui->last_layers[i - 1], x, y))
            return i;
    return 0;
}

bool ui_is_covered(const Ui *ui, double x, double y)
{
    return layer_at(ui, x, y) > 0;
}

uint32_t ui_id(const char *name)
{
    uint32_t hash = 2166136261u;

    for (; *name; ++name)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return (hash & ~(uint32_t)(IDS - 1)) | 1;
}

Rect ui_box_of(const DisplayList *list, uint32_t id)
{
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Thing *thing = &list->shapes[i].thing;
        if (thing->kind == THING_WIDGET && thing->a == id)
            return list->shapes[i].box;
    }
    return (Rect){0, 0, 0, 0};
}

bool ui_has_panel_focus(const Ui *ui)
{
    for (int i = 0; i < ui->stops_count; ++i)
        if (ui->stops[i].id == ui->focus && ui->stops[i].layer > 0)
            return true;
    return false;
}

void ui_focus(Ui *ui, uint32_t id)
{
    ui->focus = id;
}

UiArea ui_area(Ui *ui, Rect box, uint32_t id, const char *tip)
{
    const UiInput *input = &ui->input;
    UiStop stop = {id, ui->layer, box};
    bool top = ui->layer == ui->last_count;
    UiArea area = {.focus = ui->focus == id && top};

    if (ui->stops_count < UI_STOPS)
        ui->stops[ui->stops_count++] = stop;
    area.hover = holds(box, input->x, input->y) &&
                 layer_at(ui, input->x, input->y) == ui->layer &&
                 (!ui->held || ui->held == id);
    if (area.hover && input->press) {
        ui->held = ui->focus = id;
        area.pressed = area.focus = true;
    }
    if (area.focus && !ui->used_key && input->key &&
        (strcmp(input->key, "Return") == 0 || strcmp(input->key, "Space") == 0))
        area.pressed = ui->used_key = true;
    area.held = ui->held == id;
    if (area.hover && tip && tip[0])
        snprintf(ui->tip, sizeof ui->tip, "%s", tip);
    draw_thing(ui->list, THING_WIDGET, 0, id);
    draw_rect(ui->list, box, 0, COLOR_NONE);
    return area;
}

/* ---- The focus ---- */

/* How far STOP is from FROM in a direction; infinite if it is not there. */
static double far_off(const UiStop *stop, const UiStop *from, int x, int y)
{
    const double aside = 3; /* straight on counts more */
    double dx = stop->box.x + stop->box.w / 2 - from->box.x - from->box.w / 2;
    double dy = stop->box.y + stop->box.h / 2 - from->box.y - from->box.h / 2;
    double on = x ? dx * x : dy * y;
    double room =
        x ? (stop->box.w + from->box.w) / 2 : (stop->box.h + from->box.h) / 2;

    if (on < room * 0.5)
        return INFINITY;
    return on + aside * fabs(x ? dy : dx);
}

static int next_stop(const Ui *ui, int at, int x, int y)
{
    double least = INFINITY;
    int found = at;

    for (int i = 0; i < ui->stops_count; ++i) {
        if (i == at || ui->stops[i].layer != ui->layers_count)
            continue;
        double far = far_off(ui->stops + i, ui->stops + at, x, y);
        if (far < least) {
            least = far;
            found = i;
        }
    }
    return found;
}

/* The stop BY places after AT, in the topmost layer; -1: there is none. */
static int stop_after(const Ui *ui, int at, int by)
{
    int count = ui->stops_count;

    for (int i = 0; i < count; ++i) {
        at = at < 0 ? (by > 0 ? 0 : count - 1) : (at + by + count) % count;
        if (ui->stops[at].layer == ui->layers_count)
            return at;
    }
    return -1;
}

static void move_focus(Ui *ui)
{
    static const struct {
        const char *key;
        int x, y, by;
    } moves[] = {{"Tab", 0, 0, 1},    {"Shift+Tab", 0, 0, -1},
                 {"Left", -1, 0, -1}, {"Right", 1, 0, 1},
                 {"Up", 0, -1, -1},   {"Down", 0, 1, 1}};
    const char *key = ui->input.key;
    int at = -1;

    for (int i = 0; i < ui->stops_count; ++i)
        if (ui->stops[i].id == ui->focus &&
            ui->stops[i].layer == ui->layers_count)
            at = i;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; ++i) {
        if (strcmp(key, moves[i].key) != 0)
            continue;
        bool straight = at >= 0 && (moves[i].x || moves[i].y);
        at = straight ? next_stop(ui, at, moves[i].x, moves[i].y)
                      : stop_after(ui, at, moves[i].by);
        if (at < 0)
            return;
        ui->focus = ui->stops[at].id;
        ui->used_key = true;
        return;
    }
}

static void draw_tip(Ui *ui)
{
    double pad = ui_px(ui, 12), height = ui_line(ui, &ui_text) + pad;
    double width = ui_width(ui, &ui_text, ui->tip) + 2 * pad;
    double x = layout_clamp(ui->input.x - width / 2, 0, ui->width - width);
    double y = ui->input.y - height - ui_px(ui, 16);
    Rect box = {round(x), round(y < 0 ? ui->input.y + ui_px(ui, 30) : y),
                layout_least(ceil(width), ui->width), ceil(height)};
    UiText style = ui_text;

    style.color = COLOR_PANEL;
    style.align = ALIGN_CENTER;
    draw_thing(ui->list, THING_WIDGET, 0, ui_id("tooltip"));
    draw_rect(ui->list, box, ui_px(ui, 6), COLOR_INK);
    ui_label(ui, rect_inset(box, pad / 2, 0), &style, ui->tip);
}

void ui_end(Ui *ui)
{
    if (ui->input.key && !ui->used_key)
        move_focus(ui);
    if (ui->tip[0] && !ui->held)
        draw_tip(ui);
    memcpy(ui->last_layers, ui->layers, sizeof ui->layers);
    ui->last_count = ui->layers_count;
    if (ui->layers_count == 0)
        ui->panel = 0;
}

/* ---- Text ---- */

const UiText ui_text = {FONT_TEXT, 20, COLOR_INK, ALIGN_LEFT};
const UiText ui_strong = {FONT_STRONG, 20, COLOR_INK, ALIGN_LEFT};
const UiText ui_dim = {FONT_TEXT, 20, COLOR_DIM, ALIGN_LEFT};
const UiText ui_code = {FONT_CODE, 20, COLOR_INK, ALIGN_LEFT};
const UiText ui_title = {FONT_STRONG, 28, COLOR_INK, ALIGN_LEFT};

double ui_px(const Ui *ui, double at_1080)
{
    return round(at_1080 * ui->unit);
}

static double size_of(const Ui *ui, const UiText *style)
{
    return layout_most(style->size * ui->unit, ui->least);
}

double ui_line(const Ui *ui, const UiText *style)
{
    return ceil(size_of(ui, style) * 1.35);
}

double ui_width(const Ui *ui, const UiText *style, const char *text)
{
    return ceil(font_width(style->font, size_of(ui, style), text)) + 1;
}

double ui_height(const Ui *ui, const UiText *style, double width,
                 const char *text)
{
    return ui_line(ui, style) *
           layout_lines(style->font, size_of(ui, style), width, text);
}

void ui_label(Ui *ui, Rect box, const UiText *style, const char *text)
{
    draw_text(ui->list, box, style->align, style->font, size_of(ui, style),
              ui->least, style->color, text);
}

double ui_paragraph(Ui *ui, Rect box, const UiText *style, const char *text)
{
    double line = ui_line(ui, style), size = size_of(ui, style);

    return line * layout_paragraph(ui->list, box, line, style->font, size, size,
                                   style->color, text);
}

/* ---- Panels ---- */

enum { TITLE_LINES = 3 };

static const double panel_pad = 24, close_side = 44;

/* The height of a title beside the button that closes the panel. */
static double title_height(const Ui *ui, const char *title, double width)
{
    double line = ui_line(ui, &ui_title);
    double lines =
        ui_height(ui, &ui_title, width - ui_px(ui, close_side + 12), title);

    return layout_most(layout_least(lines, TITLE_LINES * line),
                       ui_px(ui, close_side)) +
           ui_px(ui, 8);
}

double ui_panel_height(const Ui *ui, const char *title, double width,
                       double content)
{
    double around = 2 * ui_px(ui, panel_pad);

    return ceil(content) + around + title_height(ui, title, width - around);
}

/* Begins a layer; what is under a modal one is dimmed, and gets nothing. */
static void begin_layer(Ui *ui, const UiPanel *panel)
{
    Rect all = {0, 0, ui->width, ui->height};
    uint32_t id = ui_id(panel->name);

    BASE_CHECK(ui->layers_count < UI_LAYERS);
    ui->layers[ui->layers_count++] = panel->modal ? all : panel->box;
    ui->layer = ui->layers_count;
    if (panel->modal && ui->panel != id)
        ui->focus = 0;
    if (panel->modal)
        ui->panel = id;
    draw_thing(ui->list, THING_WIDGET, 0, id);
    Shape *ground = draw_rect(ui->list, panel->box, ui_px(ui, 12), COLOR_PANEL);
    ground->edge = panel->edge ? panel->edge : COLOR_LINK;
    ground->width = layout_most(1, ui_px(ui, 2));
}

bool ui_panel(Ui *ui, const UiPanel *panel, Rect *inside)
{
    double pad = ui_px(ui, panel_pad), side = ui_px(ui, close_side);
    const UiInput *input = &ui->input;
    Rect box = rect_inset(panel->box, pad, pad);
    char name[64];
    bool closes = false;

    if (panel->modal)
        draw_rect(ui->list, (Rect){0, 0, ui->width, ui->height}, 0, COLOR_PAPER)
            ->alpha = 0.75;
    begin_layer(ui, panel);
    if (panel->modal && input->press && ui->layer == ui->last_count &&
        !holds(panel->box, input->x, input->y))
        closes = true;
    if (panel->title) {
        Rect head = rect_cut_top(&box, title_height(ui, panel->title, box.w));
        Rect close = rect_cut_right(&head, side);
        close.h = side;
        rect_cut_right(&head, ui_px(ui, 12));
        snprintf(name, sizeof name, "%s close", panel->name);
        UiButton button = {.icon = UI_ICON_CLOSE, .tip = "close: Escape"};
        UiText style = ui_title;
        style.color = panel->edge == COLOR_FAULT ? COLOR_FAULT : COLOR_INK;
        draw_thing(ui->list, THING_WIDGET, 0, ui_id(panel->name));
        ui_paragraph(ui, head, &style, panel->title);
        closes |= ui_button(ui, close, ui_id(name), &button);
        --ui->stops_count; /* Escape does the same */
    }
    *inside = box;
    return closes;
}

void ui_panel_end(Ui *ui)
{
    ui->layer = 0;
}
