/* SPDX-License-Identifier: MIT */
#include "window/chrome.h"

#include <math.h>

/* Of the unit: lengths follow the smaller side of the window, down to this,
 * below which nobody could read or hit them. */
static const double least_unit = 0.6;
static const double projector = 1.2; /* 24 pixels rather than 20 */
static const double setup_width = 440;

static double or_one(double x)
{
    return x > 0 ? x : 1;
}

double chrome_unit(const ChromeSize *size)
{
    double unit = layout_least(size->width / 1920, size->height / 1080);

    return layout_most(unit, least_unit * or_one(size->density)) *
           or_one(size->scale) * (size->projector ? projector : 1);
}

double chrome_smallest(const ChromeSize *size)
{
    return layout_most(12 * or_one(size->density), 20 * chrome_unit(size));
}

/* Sets the lengths of UI. */
static void chrome_fit(Ui *ui, const ChromeSize *size)
{
    ui->unit = chrome_unit(size);
    ui->least = chrome_smallest(size);
}

int chrome_strip(const ChromeSize *size)
{
    Ui ui = {.unit = chrome_unit(size), .least = chrome_smallest(size)};

    return (int)bar_height(&ui);
}

/* The height of the band above the bar. */
static int chrome_band(const ChromeSize *size)
{
    return band_height(size->height - chrome_strip(size), size->projector);
}

Rect chrome_above(const ChromeSize *size, bool band)
{
    int below = chrome_strip(size) + (band ? chrome_band(size) : 0);

    return (Rect){0, 0, size->width, size->height - below};
}

Rect chrome_cut_setup(const ChromeSize *size, Rect *above)
{
    double width = round(setup_width * chrome_unit(size));

    return rect_cut_right(above, layout_least(width, round(above->w / 2)));
}

static void draw_band(Ui *ui, const Chrome *chrome)
{
    Rect above = chrome_above(&chrome->size, false);

    above.h -= chrome_band(&chrome->size);
    band_draw(ui->list, chrome->band,
              (Rect){0, above.h, above.w, chrome_band(&chrome->size)}, ui->unit,
              ui->least);
}

/* The panels, the uppermost last. */
static void show_panels(Ui *ui, const Chrome *chrome, const Bar *bar,
                        Rect above, ChromeAnswer *answer)
{
    CommandState *state = chrome->state;
    Rect all = {0, 0, chrome->size.width, chrome->size.height};

    if (chrome->card) {
        Rect room = chrome_above(&chrome->size, chrome->band != NULL);
        CardAnswer card = panel_card(ui, chrome->card, chrome->left, room,
                                     &chrome->scroll->card);
        answer->line = card.line;
        state->card &= !card.closes;
    }
    if (chrome->fault) /* the picture is an older one */
        draw_rect(ui->list, above, 0, COLOR_PAPER)->alpha = 0.6;
    if (chrome->fault &&
        panel_fault(ui, chrome->fault, chrome->fault_lines, above))
        state->fault = false;
    if (state->menu) {
        BarAnswer menu = bar_menu(ui, bar, above, &chrome->scroll->menu);
        answer->command = menu.command;
        state->menu &= !menu.closes && !menu.command;
    }
    if (state->words && panel_words(ui, all, &chrome->scroll->words))
        state->words = false;
    if (state->help && panel_keys(ui, all, &chrome->scroll->keys))
        state->help = false;
    if (chrome->dialog)
        answer->dialog = dialog_show(ui, chrome->dialog);
    if (chrome->band)
        above = chrome_above(&chrome->size, true);
    if (chrome->message)
        panel_message(ui, chrome->message, chrome->alarm, above);
}

ChromeAnswer chrome_show(Ui *ui, DisplayList *list, const Chrome *chrome,
                         const UiInput *input)
{
    const ChromeSize *size = &chrome->size;
    Rect all = {0, 0, size->width, size->height}, strip = all;
    Rect above = chrome->start ? all : chrome_above(size, false);
    ChromeAnswer answer = {.tick = -1, .line = -1};
    Bar bar = {.session = chrome->session,
               .state = chrome->state,
               .marks = chrome->marks,
               .note = chrome->note,
               .note_alarm = chrome->note_alarm};

    chrome_fit(ui, size);
    ui_begin(ui, list, size->width, size->height, input);
    if (chrome->start) {
        answer.start = start_show(ui, chrome->start, all);
    } else {
        BarAnswer pressed =
            bar_show(ui, &bar, rect_cut_bottom(&strip, chrome_strip(size)));
        answer.command = pressed.command;
        answer.tick = pressed.tick;
    }
    if (chrome->band)
        draw_band(ui, chrome);
    if (chrome->setup) {
        Rect room = chrome_above(size, chrome->band != NULL);
        room = chrome_cut_setup(size, &room);
        draw_rect(list, room, 0, COLOR_PAPER);
        room = rect_inset(room, ui_px(ui, 10), ui_px(ui, 14));
        answer.setup = setup_show(ui, chrome->setup, chrome->session, room);
        chrome->state->setup &= answer.setup != SETUP_LEFT;
    }
    show_panels(ui, chrome, &bar, above, &answer);
    ui_end(ui);
    return answer;
}
