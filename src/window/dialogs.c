/* SPDX-License-Identifier: MIT
 *
 * dialogs - filling in and applying the dialogs; see dialogs.h.
 */
#include "window/dialogs.h"

#include "catalog/catalog.h"
#include "record/input.h"
#include "trace/store.h"

#include <stdio.h>
#include <string.h>

enum { NONE_AND_END = 2, MOST_ALGORITHMS = 126 };

static const char none[] = "none";

/* The fields of DIALOGS_RUN. */
enum {
    RUN_FIRST,
    RUN_N = RUN_FIRST + PLAYER_MAX_TRACES,
    RUN_K,
    RUN_OP,
    RUN_OUTPUTS,
    RUN_INPUT,
    RUN_FIELDS
};

/* ---- Choices ---- */

static const char *const outputs[] = {"as each gives", "exclusive", "inclusive",
                                      NULL};
static const char *const output_notes[] = {
    "what the algorithm does when nothing is asked for",
    "each output is what lies before its element",
    "each output includes its own element"};

static const char same[] = "as shown";

static const char *const inputs[] = {same,          "random:1", "iota", "ones",
                                     "walkthrough", "lecture",  NULL};
static const char *const input_notes[] = {
    "these numbers; random ones for another n",
    "small numbers; another seed, others",
    "0 1 2 3 ...",
    "1 1 1 1 ...",
    "the 16 numbers of a walkthrough (n = 16)",
    "the 8 numbers of a lecture (n = 8)"};

static const char *const op_notes[OP_COUNT] = {
    "sums",
    "maxima",
    "minima",
    "sums of floats: their order shows",
    "maps x to ax + b, joined: their order matters",
    "which inputs each word stands for"};

static const char *const *op_choices(void)
{
    static const char *names[OP_COUNT + 1];

    for (int op = 0; op < OP_COUNT; ++op)
        names[op] = op_name((Op)op);
    return names;
}

/* Names or summaries of all algorithms, after "none". */
static const char *const *algorithm_choices(bool notes)
{
    static const char *names[MOST_ALGORITHMS + NONE_AND_END];
    static const char *summaries[MOST_ALGORITHMS + NONE_AND_END];
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    BASE_CHECK(count <= MOST_ALGORITHMS);
    names[0] = none;
    summaries[0] = "nothing in this place";
    for (size_t i = 0; i < count; ++i) {
        names[i + 1] = all[i]->name;
        summaries[i + 1] = all[i]->summary;
    }
    return notes ? summaries : names;
}

/* ---- What runs ---- */

static DialogField field_of(const char *label, const char *const *choices,
                            const char *const *notes, const char *value)
{
    DialogField field = {.label = label, .choices = choices, .notes = notes};

    dialog_set(&field, value);
    return field;
}

static DialogField number_field(const char *label, uint32_t least,
                                uint32_t most, bool doubles, uint32_t value)
{
    DialogField field = {.label = label,
                         .least = least,
                         .most = most,
                         .doubles = doubles};

    snprintf(field.value, sizeof field.value, "%u", value);
    return field;
}

static Dialog run_dialog(const Session *session)
{
    static const char *const labels[PLAYER_MAX_TRACES] = {"first", "second",
                                                          "third", "fourth"};
    const Trace *trace = session->shown[0].trace;
    const Run *run = &trace->run;
    Dialog dialog = {.title = "What runs",
                     .verb = "Record",
                     .count = RUN_FIELDS,
                     .fresh = true};

    for (int t = 0; t < PLAYER_MAX_TRACES; ++t) {
        bool used = t < session->player.count;
        dialog.fields[RUN_FIRST + t] =
            field_of(labels[t], algorithm_choices(false),
                     algorithm_choices(true),
                     used ? session->shown[t].trace->run.algorithm : none);
    }
    dialog.fields[RUN_N] =
        number_field("elements, n", 1, INPUT_MAX_N, true, run->n);
    dialog.fields[RUN_K] =
        number_field("banks, k", 2, TRACE_MAX_BANKS, true, run->k);
    dialog.fields[RUN_OP] =
        field_of("operator", op_choices(), op_notes, op_name(run->op));
    dialog.fields[RUN_OUTPUTS] = field_of("outputs", outputs, output_notes,
                                          outputs[run->inclusive ? 2 : 1]);
    dialog.fields[RUN_INPUT] =
        field_of("input", inputs, input_notes, inputs[0]);
    return dialog;
}

/* A word as a list of inputs has it, which loses nothing. */
static void add_word(Text *list, Op op, Word word)
{
    char value[VALUE_TEXT];

    if (op == OP_AFFINE)
        text_add(list, "%u:%u", word >> 16, word & 0xffffu);
    else if (op == OP_FADD)
        text_add(list, "%.9g", (double)op_float(word));
    else
        text_add(list, "%s", value_format(op, word, value));
}

/* What INPUT stands for: the input that is shown, if it is the same that is
 * asked for, as a list. */
static void add_input(Text *list, const char *input, const Trace *trace,
                      const Options *options)
{
    const Run *run = &trace->run;

    if (strcmp(input, same) != 0) {
        text_add(list, "%s", input);
        return;
    }
    if (run->n != options->n || run->op != options->op ||
        run->op == OP_INTERVAL) {
        text_add(list, "%s", inputs[1]);
        return;
    }
    for (uint32_t i = 0; i < run->n; ++i) {
        text_add(list, "%s", i ? "," : "");
        add_word(list, run->op, trace->input[i]);
    }
}

/* True if INPUT has a length of its own: a list, a file, or one of the two
 * named inputs. */
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
                         "input \"%.40s\": write a list such as 3,1,7,0, a "
                         "file's name, random:1, iota or ones",
                         input);
    return true;
}

static void name_operands(const Dialog *dialog, Options *options)
{
    for (int t = 0; t < PLAYER_MAX_TRACES; ++t) {
        const char *value = dialog->fields[RUN_FIRST + t].value;
        if (value[0] && strcmp(value, none) != 0)
            options->operands[options->operands_count++] = value;
    }
}

static bool has_files(const Options *options)
{
    for (int i = 0; i < options->operands_count; ++i)
        if (store_is_path(options->operands[i]))
            return true;
    return false;
}

static bool read_sizes(const DialogField *fields, Options *options,
                       Error *error)
{
    return dialog_number(fields + RUN_N, &options->n, error) &&
           dialog_number(fields + RUN_K, &options->k, error) &&
           op_parse(fields[RUN_OP].value, &options->op, error) &&
           check_input(fields[RUN_INPUT].value, error);
}

static bool apply_run(const Dialog *dialog, Session *session, Error *error)
{
    const DialogField *fields = dialog->fields;
    Options options = {.k = 32, .input = inputs[1]};
    int kind = dialog_choice(fields + RUN_OUTPUTS);
    Text input = {0};

    name_operands(dialog, &options);
    if (options.operands_count == 0)
        return error_set(error, ERROR_USAGE,
                         "nothing is chosen; choose an algorithm");
    options.inclusive = kind == 2;
    options.exclusive = kind == 1;
    /* The sizes of a trace from a file hold for all others. */
    if (!has_files(&options)) {
        if (!read_sizes(fields, &options, error))
            return false;
        add_input(&input, fields[RUN_INPUT].value, session->shown[0].trace,
                  &options);
        options.input = input.text;
        if (sets_n(input.text))
            options.n = 0;
    }
    bool good = session_change(session, &options, error);
    text_free(&input);
    return good;
}

/* ---- Going to a step ---- */

static Dialog step_dialog(const Session *session)
{
    const Player *player = &session->player;
    Dialog dialog = {.title = "Go to a step",
                     .verb = "Go",
                     .count = 1,
                     .fresh = true};
    uint32_t now = player->steps ? player_step(player) + 1 : 1;

    dialog.fields[0] =
        number_field("step", 1, player->steps ? player->steps : 1, false, now);
    return dialog;
}

/* Moves to the end of the step. */
static bool apply_step(const Dialog *dialog, Session *session, Error *error)
{
    Player *player = &session->player;
    uint32_t step;

    if (!dialog_number(dialog->fields, &step, error))
        return false;
    player->playing = false;
    if (player->steps)
        player_seek(player, player->step_ticks[step]);
    return true;
}

/* ---- Both ---- */

Dialog dialogs_make(DialogKind kind, const Session *session)
{
    return kind == DIALOGS_STEP ? step_dialog(session) : run_dialog(session);
}

void dialogs_tell(DialogKind kind, const Dialog *dialog, Text *text)
{
    Options options = {0};

    if (kind != DIALOGS_RUN)
        return;
    name_operands(dialog, &options);
    for (int i = 0; i < options.operands_count; ++i)
        text_add(text, "%s%s", i ? ", " : "recording ", options.operands[i]);
    text_add(text, " ...");
}

bool dialogs_apply(DialogKind kind, const Dialog *dialog, Session *session,
                   Error *error)
{
    return kind == DIALOGS_STEP ? apply_step(dialog, session, error)
                                : apply_run(dialog, session, error);
}

void dialogs_drop(Dialog *dialog, const char *path)
{
    int place = dialog->focus < PLAYER_MAX_TRACES ? dialog->focus : 0;

    dialog->focus = place;
    dialog->fresh = true;
    if (strlen(path) < DIALOG_TEXT)
        dialog_set(dialog->fields + place, path);
    else
        snprintf(dialog->error, sizeof dialog->error,
                 "the name of that file is too long to be opened from here");
}
