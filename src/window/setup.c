/* SPDX-License-Identifier: MIT */
#include "window/setup.h"

#include "catalog/catalog.h"
#include "record/input.h"
#include "trace/store.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char none[] = "none";

enum { WORD_TEXT = 32 };

/* ---- What the fields say --------------------------------------------------*/

static const Algorithm *algorithm_at(const Options *options, int i)
{
    Error ignored;

    return i < options->operands_count && options->programs[i].count == 0 &&
                   !store_is_path(options->operands[i])
               ? catalog_find(options->operands[i], &ignored)
               : NULL;
}

static bool is_program(const Options *options)
{
    return options->operands_count > 0 && options->programs[0].count > 0;
}

static bool has_file(const Options *options)
{
    for (int i = 0; i < options->operands_count; ++i)
        if (!algorithm_at(options, i))
            return true;
    return false;
}

static void set_given(Options *options, OptionSet set, bool given)
{
    options->given = given ? options->given | set : options->given & ~set;
}

/* Fills the fields in with what SESSION shows. */
static void fill(Setup *setup, const Session *session)
{
    setup_free(setup);
    *setup = (Setup){.changes = session->changes};
    if (!session->wanted || session->player.count == 0)
        return;
    setup->wanted = wanted_copy(&session->wanted->options);
    Options *options = &setup->wanted->options;
    const Run *run = &session->shown[0].trace->run;
    Text arguments = {0};
    for (int i = 0; i < options->arguments_count; ++i)
        text_add(&arguments, "%s%s", i ? " " : "", options->arguments[i]);
    snprintf(setup->arguments, SETUP_TEXT, "%s",
             arguments.text ? arguments.text : "");
    text_free(&arguments);
    snprintf(setup->n, SETUP_TEXT, "%u", run->n);
    snprintf(setup->input, SETUP_TEXT, "%s",
             options->input ? options->input : "");
    if (!has_file(options)) {
        options->k = run->k;
        options->inclusive = run->inclusive;
        options->exclusive = !run->inclusive;
        set_given(options, OPTION(K), true);
    }
}

/* True if INPUT has its own length: a list, a file, or one of the two named
 * inputs. */
static bool sets_n(const char *input)
{
    return strncmp(input, "random", 6) != 0 && strcmp(input, "iota") != 0 &&
           strcmp(input, "ones") != 0;
}

/* The window does not read standard input or devices. */
static bool check_input(const char *input, Error *error)
{
    if (!input[0] || strcmp(input, "-") == 0 || strncmp(input, "/dev/", 5) == 0)
        return error_set(error, ERROR_USAGE,
                         "type a list such as 3,1,7,0, a file name, random:1, "
                         "iota or ones");
    return true;
}

static bool read_n(const char *text, uint32_t *n, Error *error)
{
    char *end;
    unsigned long number = strtoul(text, &end, 10);

    if (text[0] < '0' || text[0] > '9' || *end || number < 1 ||
        number > INPUT_MAX_N)
        return error_set(error, ERROR_USAGE, "type an integer from 1 to %u",
                         (unsigned)INPUT_MAX_N);
    *n = (uint32_t)number;
    return true;
}

/* Moves what was typed into the options. */
static bool apply_texts(Setup *setup, Error *error)
{
    Wanted *wanted = setup->wanted;
    Options *options = &wanted->options;
    const char *name = setup->n;

    if (is_program(options)) {
        wanted_arguments(wanted, setup->arguments);
        return true;
    }
    if (has_file(options))
        return true;
    bool own = sets_n(setup->input);
    if (!check_input(setup->input, error) ||
        (!own && !read_n(name, &options->n, error)))
        return false;
    if (own)
        options->n = 0;
    options->input = wanted_text(wanted, setup->input);
    set_given(options, OPTION(N), !own);
    return true;
}

void setup_choose(Setup *setup, bool second, const char *name)
{
    Options *options = &setup->wanted->options;
    int i = second ? 1 : 0;

    if (second && strcmp(name, none) == 0) {
        options->operands_count = int_least(options->operands_count, 1);
        return;
    }
    options->operands[i] = wanted_text(setup->wanted, name);
    options->programs[i].count = 0;
    options->operands_count = int_most(options->operands_count, i + 1);
    setup->changed = ui_id(second ? "second" : "first");
}

void setup_fail(Setup *setup, const Error *error)
{
    setup->failed = setup->changed;
    snprintf(setup->error, sizeof setup->error, "%s", error->text);
}

void setup_free(Setup *setup)
{
    wanted_free(setup->wanted);
    setup->wanted = NULL;
}

/* ---- Fields ---------------------------------------------------------------*/

typedef struct {
    Ui *ui;
    Setup *setup;
    Rect rest;
    SetupAnswer answer;
} Form;

static double control_height(const Ui *ui)
{
    return ui_line(ui, &ui_text) * 1.7;
}

/* The box of the control under LABEL; empty if there is no room. */
static Rect begin_field(Form *form, const char *label)
{
    Ui *ui = form->ui;
    double line = ui_line(ui, &ui_dim), high = control_height(ui);

    if (form->rest.h < line + high)
        form->rest.h = 0;
    ui_label(ui, rect_cut_top(&form->rest, line), &ui_dim, label);
    return rect_cut_top(&form->rest, high);
}

/* Ends the field ID, which may have CHANGED, with what is wrong. */
static void end_field(Form *form, uint32_t id, bool changed)
{
    Ui *ui = form->ui;
    Setup *setup = form->setup;
    UiText fault = ui_text;

    fault.color = COLOR_FAULT;
    if (changed) {
        setup->changed = id;
        form->answer = SETUP_CHANGED;
    }
    if (setup->failed == id)
        rect_cut_top(&form->rest,
                     ui_paragraph(ui, form->rest, &fault, setup->error));
    rect_cut_top(&form->rest, ui_px(ui, 10));
}

/* True if KEY ends the editing of a text. */
static bool is_end(const char *key)
{
    static const char *const ends[] = {"Return",    "Keypad Enter", "Tab",
                                       "Shift+Tab", "Up",           "Down"};

    for (size_t i = 0; key && i < sizeof ends / sizeof *ends; ++i)
        if (strcmp(key, ends[i]) == 0)
            return true;
    return false;
}

/* A text that is taken by Return, or when another field gets the focus. */
static bool text_changes(Form *form, Rect box, uint32_t id, char *value,
                         const char *hint)
{
    Ui *ui = form->ui;
    Setup *setup = form->setup;
    bool enters = ui->focus == id && is_end(ui->input.key);

    if (ui_field(ui, box, id, value, SETUP_TEXT, hint)) {
        setup->edited = id;
        setup->failed = 0;
    }
    if (setup->edited != id || (ui->focus == id && !enters))
        return false;
    setup->edited = 0;
    return true;
}

static void text_field(Form *form, const char *label, const char *name,
                       char *value, const char *hint)
{
    Rect box = begin_field(form, label);
    uint32_t id = ui_id(name);

    end_field(form, id, text_changes(form, box, id, value, hint));
}

/* A value with less and more; -1, 0 or 1. */
static int step_field(Form *form, const char *label, const char *name,
                      const char *value)
{
    Rect box = begin_field(form, label);
    int by = ui_steps(form->ui, &box, name);
    UiText style = ui_code;

    style.align = ALIGN_CENTER;
    ui_label(form->ui, box, &style, value);
    end_field(form, ui_id(name), by != 0);
    return by;
}

/* A number, or half or twice as many. */
static void n_field(Form *form)
{
    Setup *setup = form->setup;
    Rect box = begin_field(form, "Elements, n");
    uint32_t id = ui_id("n"), n;
    Error ignored;
    int by = ui_steps(form->ui, &box, "n");
    bool changed = text_changes(form, box, id, setup->n, NULL);

    if (by && read_n(setup->n, &n, &ignored)) {
        uint64_t next = by < 0 ? (n + 1) / 2 : 2 * (uint64_t)n;
        changed = next >= 1 && next <= INPUT_MAX_N && next != n;
        if (changed)
            snprintf(setup->n, SETUP_TEXT, "%u", (unsigned)next);
        setup->edited = 0;
    }
    end_field(form, id, changed);
}

static void k_field(Form *form, uint32_t usual)
{
    Options *options = &form->setup->wanted->options;
    uint32_t k = options->k ? options->k : usual;
    char value[WORD_TEXT];

    snprintf(value, sizeof value, "%u", k);
    int by = step_field(form, "Banks, k", "k", value);
    if (by && (by > 0 ? k < TRACE_MAX_BANKS : k > 2)) {
        options->k = by > 0 ? k * 2 : k / 2;
        set_given(options, OPTION(K), true);
    }
}

static void input_field(Form *form)
{
    static const struct {
        const char *label, *value;
    } usual[] = {{"random", "random:1"},
                 {"0 1 2 …", "iota"},
                 {"1 1 1 …", "ones"}};
    enum { USUAL = sizeof usual / sizeof *usual };
    Setup *setup = form->setup;
    Ui *ui = form->ui;
    uint32_t id = ui_id("input");
    Rect box = begin_field(form, "Input");
    bool changed = text_changes(form, box, id, setup->input, "3,1,7,0");

    rect_cut_top(&form->rest, ui_px(ui, 6));
    box = rect_cut_top(&form->rest, control_height(ui) * 0.9);
    double between = ui_px(ui, 8), wide = (box.w - 2 * between) / USUAL;
    for (uint32_t i = 0; i < USUAL && box.h > 0; ++i) {
        UiButton button = {.text = usual[i].label,
                           .on = strcmp(setup->input, usual[i].value) == 0};
        if (ui_button(ui, rect_cut_left(&box, wide), id + 1 + i, &button)) {
            snprintf(setup->input, SETUP_TEXT, "%s", usual[i].value);
            setup->edited = 0;
            changed = true;
        }
        rect_cut_left(&box, between);
    }
    end_field(form, id, changed);
}

static void op_field(Form *form)
{
    Options *options = &form->setup->wanted->options;
    int by = step_field(form, "Operator", "operator", op_name(options->op));

    options->op = (Op)(((int)options->op + by + OP_COUNT) % OP_COUNT);
}

/* Word I of "exclusive|inclusive|..."; false behind the last. */
static bool word_at(const char *words, int i, char word[WORD_TEXT])
{
    for (; i > 0 && words; --i) {
        words = strchr(words, '|');
        words = words ? words + 1 : NULL;
    }
    if (words)
        snprintf(word, WORD_TEXT, "%.*s", (int)strcspn(words, "|"), words);
    return words != NULL;
}

static void expect_field(Form *form)
{
    const char *words = options_facts(OPTION_EXPECT).words;
    Options *options = &form->setup->wanted->options;
    bool given = options_given(options, OPTION(EXPECT)) > 0;
    int at = given ? options->expect : -1, count = 0;
    char word[WORD_TEXT];

    while (word_at(words, count, word))
        ++count;
    if (!given || !word_at(words, at, word))
        snprintf(word, sizeof word, "not said");
    int by = step_field(form, "Expected result", "expect", word);
    if (by == 0)
        return;
    at = at + by < -1 ? count - 1 : at + by >= count ? -1 : at + by;
    options->expect = int_most(at, 0);
    set_given(options, OPTION(EXPECT), at >= 0);
}

/* ---- The panel ------------------------------------------------------------*/

static void first_field(Form *form, const Algorithm *first)
{
    uint32_t id = ui_id("first");
    UiButton button = {.text = first->title, .tip = "Choose an algorithm"};
    Rect box = begin_field(form, "Algorithm");

    if (ui_button(form->ui, box, id, &button))
        form->answer = SETUP_CHOOSES_FIRST;
    end_field(form, id, false);
}

static void second_field(Form *form)
{
    Ui *ui = form->ui;
    const Options *options = &form->setup->wanted->options;
    const Algorithm *second = algorithm_at(options, 1);
    uint32_t id = ui_id("second");
    UiButton button = {.text = second ? second->title : none,
                       .tip = "Choose an algorithm"};
    UiButton remove = {.icon = UI_ICON_CLOSE, .tip = "One run alone"};
    Rect box = begin_field(form, "Compared with");

    if (!second && options->operands_count > 1)
        button.text = "a file";
    if (options->operands_count > 1) {
        Rect end = rect_cut_right(&box, box.h);
        rect_cut_right(&box, ui_px(ui, 8));
        if (ui_button(ui, end, ui_id("second none"), &remove)) {
            setup_choose(form->setup, true, none);
            form->setup->changed = id;
            form->answer = SETUP_CHANGED;
        }
    }
    if (ui_button(ui, box, id, &button))
        form->answer = SETUP_CHOOSES_SECOND;
    end_field(form, id, false);
}

static void catalog_fields(Form *form, const Algorithm *first)
{
    const Options *options = &form->setup->wanted->options;

    if (first)
        first_field(form, first);
    second_field(form);
    if (has_file(options))
        return;
    if (!sets_n(form->setup->input))
        n_field(form);
    k_field(form, OPTIONS_SMALL_K);
    input_field(form);
    op_field(form);
}

static void program_fields(Form *form)
{
    Setup *setup = form->setup;
    const Options *options = &setup->wanted->options;

    text_field(form, "Arguments", "arguments", setup->arguments, "none");
    expect_field(form);
    if (options->device != DEVICE_GPU)
        k_field(form, OPTIONS_GPU_K);
}

/* Of what runs nothing can be changed. */
static void say_why(Form *form, const Session *session)
{
    rect_cut_top(&form->rest, ui_px(form->ui, 8));
    ui_paragraph(form->ui, form->rest, &ui_text,
                 session->player.count == 0
                     ? "Nothing is shown yet."
                     : "The lesson chooses what runs here.");
}

/* True if what is shown can be run by an algorithm, too. */
static bool compares(const Session *session)
{
    return catalog_of(session->shown[0].trace) != NULL;
}

/* The field that has the focus when the panel opens. */
static const char *first_field_of(const Options *options)
{
    return is_program(options)        ? "arguments"
           : algorithm_at(options, 0) ? "first"
                                      : "second";
}

SetupAnswer setup_show(Ui *ui, Setup *setup, const Session *session, Rect box)
{
    UiPanel panel = {.name = "set-up", .title = "Set-up", .box = box};
    Form form = {.ui = ui, .setup = setup};
    Error error;

    if (!setup->is_open || setup->changes != session->changes) {
        bool opens = !setup->is_open;
        fill(setup, session);
        if (opens && setup->wanted)
            ui_focus(ui, ui_id(first_field_of(&setup->wanted->options)));
        setup->is_open = true;
    }
    if (ui_panel(ui, &panel, &form.rest))
        form.answer = SETUP_LEFT;
    const Options *options = setup->wanted ? &setup->wanted->options : NULL;
    if (!options)
        say_why(&form, session);
    else if (is_program(options))
        program_fields(&form);
    else if (algorithm_at(options, 0) || compares(session))
        catalog_fields(&form, algorithm_at(options, 0));
    else
        ui_paragraph(ui, form.rest, &ui_text,
                     "A recorded trace stays as it is. Open its program to "
                     "run it again.");
    ui_panel_end(ui);
    if (form.answer != SETUP_CHANGED)
        return form.answer;
    setup->failed = 0;
    if (apply_texts(setup, &error))
        return SETUP_CHANGED;
    setup_fail(setup, &error);
    return SETUP_GOES_ON;
}
