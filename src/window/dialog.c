/* SPDX-License-Identifier: MIT
 *
 * dialog - what dialogs list, and how they are shown; see dialog.h.
 */
#include "window/dialog.h"

#include "catalog/catalog.h"
#include "program/program.h"
#include "util/resources.h"

#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_FILES = 4096, NAME_BYTES = 200 };
enum { MOST_NAME = 50 }; /* bytes of a path that fit on a line */

static const char none[] = "none";

/* ---- Rows -----------------------------------------------------------------*/

static Dialog *dialog_new(DialogKind kind, const char *title)
{
    Dialog *dialog = base_alloc(1, sizeof *dialog);

    dialog->kind = kind;
    dialog->title = base_strdup(title);
    dialog->fresh = true;
    return dialog;
}

static void add_row(Dialog *dialog, const char *value, const char *name,
                    const char *note, bool is_folder)
{
    DialogRow row = {.value = base_strdup(value),
                     .name = printable_name(name, "?", NAME_BYTES),
                     .note = printable_name(note, "", NAME_BYTES),
                     .is_folder = is_folder};

    base_push(dialog, rows, row);
}

static void clear_rows(Dialog *dialog)
{
    for (size_t i = 0; i < dialog->rows_count; ++i) {
        free(dialog->rows[i].value);
        free(dialog->rows[i].name);
        free(dialog->rows[i].note);
    }
    dialog->rows_count = 0;
    dialog->chosen = dialog->first = 0;
}

void dialog_free(Dialog *dialog)
{
    if (!dialog)
        return;
    clear_rows(dialog);
    free(dialog->rows);
    free(dialog->title);
    free(dialog->message);
    free(dialog->folder);
    free(dialog);
}

Dialog *dialog_program(const Consent *consent)
{
    Text text = {0};
    size_t count = consent_names(consent, MOST_NAME, &text);
    char *names = printable_line(text.text);

    text.length = 0;
    text_add(&text, "%s %s new", names, count == 1 ? "is" : "are");
    Dialog *dialog = dialog_new(DIALOGS_PROGRAM, text.text);
    text.length = 0;
    text_add(&text, "Upsweep must compile and run %s. %s",
             count == 1 ? "it" : "them", program_may());
    dialog->message = text.text;
    free(names);
    return dialog;
}

Dialog *dialog_catalog(DialogKind kind)
{
    bool second = kind == DIALOGS_SECOND;
    Dialog *dialog =
        dialog_new(kind, second ? "Compare with" : "All algorithms");
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    if (second)
        add_row(dialog, none, "None", "one run alone", false);
    for (size_t i = 0; i < count; ++i) {
        Text note = {0};
        text_add(&note, "%s%s", all[i]->fault ? "mistake: " : "",
                 all[i]->summary);
        add_row(dialog, all[i]->name, all[i]->title, note.text, false);
        text_free(&note);
    }
    return dialog;
}

/* The first sentence of the comment at the start of a program. */
static char *sentence_of(const char *text)
{
    const char *at = strstr(text, "\n *\n * ");
    Text sentence = {0};

    for (at = at ? at + strlen("\n *\n * ") : ""; *at && *at != '/'; ++at) {
        if (strncmp(at, "\n * ", 4) == 0) {
            text_add(&sentence, " ");
            at += 3;
            continue;
        }
        if (*at == '\n' || (*at == '.' && strchr(" \n", at[1])))
            break;
        text_add_bytes(&sentence, at, 1);
    }
    return sentence.text ? sentence.text : base_strdup("");
}

Dialog *dialog_examples(void)
{
    static const char folder[] = "examples/";
    Dialog *dialog = dialog_new(DIALOGS_EXAMPLE, "Start from an example");
    const char *name;

    for (size_t i = 0; (name = resource_name(i)); ++i) {
        if (strncmp(name, folder, strlen(folder)) != 0 ||
            !program_is_source(name))
            continue;
        char *note = sentence_of(resource_find(name, NULL));
        add_row(dialog, name, name + strlen(folder), note, false);
        free(note);
    }
    return dialog;
}

Dialog *dialog_findings(const FindingNotes *notes, int t)
{
    Dialog *dialog = dialog_new(DIALOGS_FINDING, "Findings");

    for (size_t i = 0; i < notes->notes_count; ++i) {
        const FindingNote *note = notes->notes + i;
        Text value = {0}, said = {0};
        text_add(&value, "%d %u", t, note->finding);
        statement_write(&note->said, 0, &said);
        add_row(dialog, value.text, note->title.text,
                said.text ? said.text : "", false);
        text_free(&value);
        text_free(&said);
    }
    return dialog;
}

/* ---- Files ----------------------------------------------------------------*/

static bool is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_ordinary(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Folders first; as people count: "file-2" before "file-10". */
static int compare_rows(const void *a, const void *b)
{
    const DialogRow *one = a, *other = b;

    return one->is_folder != other->is_folder
               ? other->is_folder - one->is_folder
               : strverscmp(one->value, other->value);
}

/* Folders, programs and traces; nothing that is hidden. */
static void add_file(Dialog *dialog, const char *name)
{
    Text path = {0};

    if (name[0] == '.')
        return;
    text_add(&path, "%s/%s", strcmp(dialog->folder, "/") ? dialog->folder : "",
             name);
    bool trace = base_ends_with(name, ".upsweep");
    if (is_folder(path.text))
        add_row(dialog, path.text, name, "folder", true);
    else if ((trace || program_is_source(name)) && is_ordinary(path.text))
        add_row(dialog, path.text, name, trace ? "trace" : "program", false);
    text_free(&path);
}

static void add_parent(Dialog *dialog)
{
    Text path = {0};

    text_add(&path, "%s/..", dialog->folder);
    char *parent = realpath(path.text, NULL);
    if (parent && strcmp(parent, dialog->folder) != 0)
        add_row(dialog, parent, "..", "the folder above", true);
    free(parent);
    text_free(&path);
}

/* Lists FOLDER; false and an error that is shown if that cannot be read. */
static bool list_folder(Dialog *dialog, const char *folder)
{
    char *real = realpath(folder, NULL);
    DIR *files = real ? opendir(real) : NULL;
    struct dirent *found;

    if (!files) {
        char *name = printable_name(folder, "?", NAME_BYTES);
        snprintf(dialog->error, sizeof dialog->error,
                 "%s: this folder cannot be read", name);
        free(name);
        free(real);
        return false;
    }
    clear_rows(dialog);
    free(dialog->folder);
    dialog->folder = real;
    dialog->field[0] = dialog->error[0] = '\0';
    add_parent(dialog);
    size_t above = dialog->rows_count;
    for (int i = 0; i < MOST_FILES && (found = readdir(files)); ++i)
        add_file(dialog, found->d_name);
    closedir(files);
    qsort(dialog->rows + above, dialog->rows_count - above,
          sizeof *dialog->rows, compare_rows);
    dialog->chosen = dialog->rows_count > above ? (int)above : 0;
    free(dialog->title);
    Text title = {0};
    char *name = printable_name(real, "?", NAME_BYTES);
    text_add(&title, "Open: %s", name);
    dialog->title = title.text;
    free(name);
    return true;
}

Dialog *dialog_files(const char *folder)
{
    Dialog *dialog = dialog_new(DIALOGS_FILE, "Open");

    if (!list_folder(dialog, folder))
        list_folder(dialog, "/");
    return dialog;
}

/* What a typed path means: of the folder that is shown, or of the user. */
static char *full_path(const Dialog *dialog, const char *typed)
{
    const char *home = getenv("HOME");
    Text path = {0};

    if (typed[0] == '/')
        return base_strdup(typed);
    if (strncmp(typed, "~/", 2) == 0 && home)
        text_add(&path, "%s%s", home, typed + 1);
    else
        text_add(&path, "%s/%s", dialog->folder, typed);
    return path.text;
}

/* Opens the file or folder PATH. */
static DialogAnswer take_path(Dialog *dialog, const char *path)
{
    char *copy = base_strdup(path); /* it may be of a row */
    DialogAnswer answer = DIALOG_GOES_ON;

    if (is_folder(copy)) {
        list_folder(dialog, copy);
    } else if (is_ordinary(copy) && strlen(copy) < sizeof dialog->field) {
        memcpy(dialog->field, copy, strlen(copy) + 1);
        answer = DIALOG_IS_DONE;
    } else {
        char *name = printable_name(copy, "?", NAME_BYTES);
        snprintf(dialog->error, sizeof dialog->error,
                 "%s: no such file; check the name", name);
        free(name);
    }
    free(copy);
    return answer;
}

/* ---- Choosing -------------------------------------------------------------*/

/* True if TEXT has PART; ASCII letters of both cases are the same. */
static bool has_part(const char *text, const char *part)
{
    for (; *text; ++text) {
        size_t i = 0;
        while (part[i] && tolower((unsigned char)text[i]) ==
                              tolower((unsigned char)part[i]))
            ++i;
        if (!part[i])
            return true;
    }
    return !*part;
}

/* A path that is typed is no part of a name. */
static bool is_left(const Dialog *dialog, size_t i)
{
    const DialogRow *row = dialog->rows + i;
    bool path = dialog->folder && strchr(dialog->field, '/');

    return path || has_part(row->name, dialog->field) ||
           (!dialog->folder && has_part(row->note, dialog->field));
}

/* Row I of those that are left, or NULL. */
static const DialogRow *row_at(const Dialog *dialog, int i)
{
    for (size_t r = 0; r < dialog->rows_count; ++r)
        if (is_left(dialog, r) && i-- == 0)
            return dialog->rows + r;
    return NULL;
}

static int rows_left(const Dialog *dialog)
{
    int count = 0;

    for (size_t r = 0; r < dialog->rows_count; ++r)
        count += is_left(dialog, r);
    return count;
}

static DialogAnswer accept(Dialog *dialog)
{
    const DialogRow *row = row_at(dialog, dialog->chosen);

    dialog->error[0] = '\0';
    if (dialog->folder && (strchr(dialog->field, '/') || !row)) {
        char *path = full_path(dialog, dialog->field);
        DialogAnswer answer = take_path(dialog, path);
        free(path);
        return answer;
    }
    if (dialog->folder)
        return take_path(dialog, row->value);
    if (dialog->rows_count == 0 || row)
        return DIALOG_IS_DONE;
    snprintf(dialog->error, sizeof dialog->error, "none has this name");
    return DIALOG_GOES_ON;
}

const char *dialog_value(const Dialog *dialog)
{
    const DialogRow *row = row_at(dialog, dialog->chosen);

    return row && !dialog->folder ? row->value : dialog->field;
}

/* ---- Showing --------------------------------------------------------------*/

/* px at 1080 */
static const double list_width = 1240, list_height = 860;
static const double message_width = 900;
static const double names_share = 0.3; /* of a row */

static bool takes_key(Ui *ui, const char *key)
{
    if (!ui->input.key || ui->used_key || strcmp(ui->input.key, key) != 0)
        return false;
    return ui->used_key = true;
}

/* The keys of the list, while the field has the focus. */
static void move_chosen(Ui *ui, Dialog *dialog, int seen, int count)
{
    int page = int_most(1, seen - 1);
    int by = takes_key(ui, "Down")       ? 1
             : takes_key(ui, "Up")       ? -1
             : takes_key(ui, "PageDown") ? page
             : takes_key(ui, "PageUp")   ? -page
                                         : 0;

    if (by == 0)
        return;
    dialog->chosen = int_most(0, int_least(dialog->chosen + by, count - 1));
    dialog->first = int_most(dialog->chosen - seen + 1,
                             int_least(dialog->first, dialog->chosen));
}

static void draw_row(Ui *ui, const UiRows *row, const DialogRow *shown,
                     bool chosen)
{
    Rect box = rect_inset(row->box, 0, ui_px(ui, 2));
    UiArea area = {.hover = row->area.hover};

    ui_ground(ui, box, &area, chosen ? COLOR_HELD : COLOR_PANEL,
              chosen ? COLOR_LOAD : COLOR_PANEL);
    box = rect_inset(box, ui_px(ui, 14), 0);
    ui_label(ui, rect_cut_left(&box, box.w * names_share),
             chosen || shown->is_folder ? &ui_strong : &ui_text, shown->name);
    rect_cut_left(&box, ui_px(ui, 20));
    ui_label(ui, box, &ui_dim, shown->note);
}

static DialogAnswer show_rows(Ui *ui, Dialog *dialog, Rect box)
{
    double height = ui_line(ui, &ui_text) * 1.5;
    int seen = int_most(1, (int)(box.h / height + 0.01));
    int count = rows_left(dialog);
    DialogAnswer answer = DIALOG_GOES_ON;

    move_chosen(ui, dialog, seen, count);
    UiRows rows =
        ui_rows(ui, box, ui_id("choices"), &dialog->first, count, height);
    while (ui_next_row(&rows)) {
        draw_row(ui, &rows, row_at(dialog, rows.i), rows.i == dialog->chosen);
        if (rows.area.pressed && ui->input.press) {
            dialog->chosen = rows.i;
            if (strchr(dialog->field, '/')) /* all rows are left */
                dialog->field[0] = '\0';
            answer = DIALOG_IS_DONE;
        }
    }
    if (count == 0)
        ui_label(ui, rect_cut_top(&box, height), &ui_dim,
                 dialog->folder ? "no program (.cu) or trace (.upsweep) here"
                                : "none has this name");
    return answer;
}

/* The field, above the rows. */
static void show_field(Ui *ui, Dialog *dialog, Rect box)
{
    const char *hint = dialog->folder ? "type a part of a name, or a path"
                                      : "type a part of a name";
    const UiInput *input = &ui->input;
    bool erases = input->key && strcmp(input->key, "Backspace") == 0;

    if (erases && dialog->folder && !dialog->field[0] && !ui->used_key &&
        dialog->rows_count && strcmp(dialog->rows[0].name, "..") == 0) {
        take_path(dialog, dialog->rows[0].value);
        ui->used_key = true;
    }
    ui_focus(ui, ui_id("choice"));
    if (!ui_field(ui, box, ui_id("choice"), dialog->field, sizeof dialog->field,
                  hint))
        return;
    dialog->error[0] = '\0';
    if (rows_left(dialog) < (int)dialog->rows_count || !dialog->field[0])
        dialog->chosen = dialog->first = 0;
}

static const char *verb_of(const Dialog *dialog)
{
    static const char *const verbs[] = {
        [DIALOGS_PROGRAM] = "Build and run", [DIALOGS_FILE] = "Open",
        [DIALOGS_CATALOG] = "Show",          [DIALOGS_SECOND] = "Compare",
        [DIALOGS_EXAMPLE] = "Copy and open", [DIALOGS_FINDING] = "Show"};

    return verbs[dialog->kind];
}

/* The button, and what is wrong beside it. */
static bool show_foot(Ui *ui, Dialog *dialog, Rect box)
{
    UiButton button = {.text = verb_of(dialog),
                       .fill = COLOR_INK,
                       .edge = COLOR_INK};
    double width = ui_width(ui, &ui_strong, button.text) + ui_px(ui, 60);
    UiText fault = ui_strong;

    fault.color = COLOR_FAULT;
    if (dialog->fresh && dialog->message)
        ui_focus(ui, ui_id("answer"));
    bool pressed =
        ui_button(ui, rect_cut_right(&box, width), ui_id("answer"), &button);
    rect_cut_right(&box, ui_px(ui, 20));
    ui_label(ui, box, dialog->error[0] ? &fault : &ui_dim,
             dialog->error[0]                  ? dialog->error
             : dialog->kind == DIALOGS_EXAMPLE ? "into the current folder"
             : dialog->message                 ? "Escape: do not run it"
                                               : "");
    return pressed;
}

/* In the middle of the window. */
static Rect place(const Ui *ui, const Dialog *dialog, double foot)
{
    double width =
        layout_least(ui_px(ui, dialog->message ? message_width : list_width),
                     ui->width * 0.94);
    double inside = width - 2 * ui_px(ui, 24), high = ui_px(ui, list_height);

    if (dialog->message)
        high =
            ui_panel_height(ui, dialog->title, width,
                            ui_height(ui, &ui_text, inside, dialog->message) +
                                ui_px(ui, 24) + foot);
    return rect_around(round(ui->width / 2), round(ui->height / 2), width,
                       layout_least(high, ui->height * 0.94));
}

DialogAnswer dialog_show(Ui *ui, Dialog *dialog)
{
    double foot = ui_line(ui, &ui_text) * 1.9;
    UiPanel panel = {.name = "dialog",
                     .title = dialog->title,
                     .box = place(ui, dialog, foot),
                     .modal = true};
    Rect box;

    bool left = takes_key(ui, "Escape");
    bool done = !dialog->message &&
                (takes_key(ui, "Return") || takes_key(ui, "Keypad Enter"));
    left |= ui_panel(ui, &panel, &box);
    Rect button = rect_cut_bottom(&box, foot);
    if (dialog->message) {
        ui_paragraph(ui, box, &ui_text, dialog->message);
    } else {
        rect_cut_bottom(&box, ui_px(ui, 12));
        show_field(ui, dialog, rect_cut_top(&box, foot));
        rect_cut_top(&box, ui_px(ui, 12));
        done |= show_rows(ui, dialog, box) == DIALOG_IS_DONE;
    }
    done |= show_foot(ui, dialog, button);
    ui_panel_end(ui);
    dialog->fresh = false;
    if (left)
        return DIALOG_IS_LEFT;
    return done ? accept(dialog) : DIALOG_GOES_ON;
}
