/* SPDX-License-Identifier: MIT
 *
 * dialogs - filling in and applying the dialogs; see dialogs.h.
 */
#include "window/dialogs.h"

#include "catalog/catalog.h"
#include "cli/command_line.h"
#include "program/program.h"
#include "record/input.h"
#include "trace/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAME = 50 }; /* bytes of a path that fit on a line */
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
    RUN_OTHERS, /* other_fields */
};

enum { MOST_WORDS = 96 };

/* ---- Choices ---- */

static const char *const outputs[] = {"default", "exclusive", "inclusive",
                                      NULL};
static const char *const output_notes[] = {
    "as the algorithm computes it", "each output excludes its own element",
    "each output includes its own element"};

static const char usual[] = "default";

static const char same[] = "as shown";

static const char *const inputs[] = {same,          "random:1", "iota", "ones",
                                     "walkthrough", "lecture",  NULL};
static const char *const input_notes[] = {
    "the current numbers; random ones for another n",
    "small random numbers by a seed",
    "0 1 2 3 ...",
    "1 1 1 1 ...",
    "16 numbers of a walkthrough (n = 16)",
    "8 numbers of a lecture (n = 8)"};

static const char *const op_notes[OP_COUNT] = {
    "sums",
    "maxima",
    "minima",
    "sums of floats, which depend on the order",
    "maps x to ax + b, composed: not commutative",
    "the inputs that each value combines"};

static const char *const *op_choices(void)
{
    static const char *names[OP_COUNT + 1];

    for (int op = 0; op < OP_COUNT; ++op)
        names[op] = op_name((Op)op);
    return names;
}

/* The other options of a run; a default is not given. */
static const struct {
    OptionKey key; /* OPTION_COUNT: a program's arguments */
    const char *label, *usual;
    const char *const choices[7], *const notes[7];
} others[] = {
    {OPTION_WHERE,
     "kept elements",
     "stream compaction keeps x!=0",
     {usual, "x>4", "x%2==1", "x<3 || x>=6", NULL},
     {NULL, "x is an element", "odd elements", "type another test"}},
    {OPTION_BLOCK_N,
     "block elements",
     "chosen by n",
     {usual, "4", "8", "16", "32", "64", NULL},
     {NULL, "for algorithms of several blocks"}},
    {OPTION_BLOCK_RANGE,
     "recorded blocks",
     "all blocks are recorded",
     {usual, "0", "0-1", "0-3", NULL},
     {NULL, "the first", "two blocks"}},
    {OPTION_THREADS,
     "threads",
     "all that have work",
     {usual, "1", "4", "8", "16", "32", NULL},
     {NULL, "one thread"}},
    {OPTION_PASSES,
     "hybrid: passes",
     "down to k elements",
     {usual, "0", "1", "2", "3", NULL},
     {NULL, "no reduction"}},
    {OPTION_WIDTH,
     "hybrid: width",
     "by its passes",
     {usual, "4", "8", "16", "32", NULL},
     {NULL, "reduce until so many are left"}},
    {OPTION_SEED,
     "order of blocks",
     "seed 0",
     {usual, "1", "2", "3", "4", "5", NULL},
     {NULL, "on the simulator"}},
    {OPTION_DEVICE,
     "device",
     "the GPU, or else the simulator",
     {usual, "cpu", "gpu", "cpu,gpu", NULL},
     {NULL, "the simulator", "the GPU", "one run on each"}},
    {OPTION_PLAIN,
     "plain",
     "the kernel with recording",
     {usual, "yes", NULL},
     {NULL, "the timed kernel, as a GPU ran it"}},
    {OPTION_KERNEL, "kernel", "program: all kernels", {usual, NULL}, {NULL}},
    {OPTION_LAUNCH,
     "launch",
     "program: all launches",
     {usual, "1", "2", "3", NULL},
     {NULL, "only the first"}},
    {OPTION_COUNT, "arguments", "program: none", {usual, NULL}, {NULL}},
};

enum { OTHERS = sizeof others / sizeof *others };

/* Notes of field I of the others, with the note of the default. */
static const char *const *other_notes(int i)
{
    static const char *notes[OTHERS][8];

    for (int c = 0; others[i].choices[c]; ++c)
        notes[i][c] = others[i].notes[c] ? others[i].notes[c] : "";
    notes[i][0] = others[i].usual;
    return notes[i];
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
    summaries[0] = "no run here";
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

/* What the run that is shown was recorded with, as a field has it; usual if
 * nothing was said. */
static void shown_value(OptionKey key, const Run *run, char value[DIALOG_TEXT])
{
    snprintf(value, DIALOG_TEXT, "%s", usual);
    if (key == OPTION_WHERE && run->condition[0])
        snprintf(value, DIALOG_TEXT, "%s", run->condition);
    if (key == OPTION_SEED && run->seed)
        snprintf(value, DIALOG_TEXT, "%llu", (unsigned long long)run->seed);
}

static Dialog run_dialog(const Session *session)
{
    static const char *const labels[PLAYER_MAX_TRACES] = {"first", "second",
                                                          "third", "fourth"};
    const Trace *trace = session->shown[0].trace;
    const Run *run = &trace->run;
    Dialog dialog = {.title = "Record a run",
                     .verb = "Record",
                     .count = RUN_OTHERS + OTHERS,
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
    for (int i = 0; i < OTHERS; ++i) {
        DialogField *field = dialog.fields + RUN_OTHERS + i;
        *field =
            field_of(others[i].label, others[i].choices, other_notes(i), usual);
        field->open = true;
        shown_value(others[i].key, run, field->value);
    }
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

/* True if INPUT has its own length: a list, a file, or one of the two
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
                         "input \"%.40s\": type a list such as 3,1,7,0, a "
                         "file name, random:1, iota or ones",
                         input);
    return true;
}

/* The algorithms and files of the first fields. */
static int name_operands(const Dialog *dialog,
                         const char *names[PLAYER_MAX_TRACES])
{
    int count = 0;

    for (int t = 0; t < PLAYER_MAX_TRACES; ++t) {
        const char *value = dialog->fields[RUN_FIRST + t].value;
        if (value[0] && strcmp(value, none) != 0)
            names[count++] = value;
    }
    return count;
}

/* A command line, made of what the fields say. */
typedef struct {
    char *words[MOST_WORDS];
    int count;
} Words;

static void add_text(Words *words, const char *before, const char *text)
{
    Text word = {0};

    if (words->count == MOST_WORDS)
        return;
    text_add(&word, "%s%s", before, text);
    words->words[words->count++] = word.text;
}

/* Words between blanks. */
static void add_arguments(Words *words, const char *text)
{
    char copy[DIALOG_TEXT], *rest;

    snprintf(copy, sizeof copy, "%s", text);
    add_text(words, "", "--");
    for (char *word = strtok_r(copy, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest))
        add_text(words, "", word);
}

/* True if what the run that is shown was recorded with says nothing of what is
 * named now: files have their own, and only compaction keeps something. */
static bool is_idle(OptionKey key, const Dialog *dialog)
{
    const char *names[PLAYER_MAX_TRACES];
    int count = name_operands(dialog, names);
    bool files = false, compacts = false;
    Error ignored;

    for (int i = 0; i < count; ++i) {
        const Algorithm *algorithm = catalog_find(names[i], &ignored);
        files |= store_is_path(names[i]);
        compacts |= algorithm && algorithm->result == RESULT_COMPACT;
    }
    return files || (key == OPTION_WHERE && !compacts);
}

static void add_other(Words *words, int i, const char *value)
{
    char name[40];

    snprintf(name, sizeof name, "--%s%s",
             others[i].key == OPTION_COUNT ? ""
                                           : options_facts(others[i].key).name,
             others[i].key == OPTION_PLAIN ? "" : "=");
    if (others[i].key == OPTION_COUNT)
        add_arguments(words, value);
    else
        add_text(words, name, others[i].key == OPTION_PLAIN ? "" : value);
}

static void add_words(Words *words, const Dialog *dialog, const Trace *shown)
{
    const char *names[PLAYER_MAX_TRACES];
    int count = name_operands(dialog, names);

    add_text(words, "", "view");
    for (int i = 0; i < count; ++i)
        add_text(words, names[i][0] == '-' ? "./" : "", names[i]);
    for (int i = 0; i < OTHERS; ++i) {
        const char *value = dialog->fields[RUN_OTHERS + i].value;
        char shown_one[DIALOG_TEXT];
        shown_value(others[i].key, &shown->run, shown_one);
        if (value[0] && strcmp(value, usual) != 0 &&
            (strcmp(value, shown_one) != 0 || !is_idle(others[i].key, dialog)))
            add_other(words, i, value);
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

/* Reads the sizes and the input, whose text goes to INPUT.  Those of a trace
 * from a file hold for all others, and a program has its own. */
static bool read_fields(const DialogField *fields, const Trace *shown,
                        Options *options, Text *input, Error *error)
{
    int kind = dialog_choice(fields + RUN_OUTPUTS);

    options->inclusive = kind == 2;
    options->exclusive = kind == 1;
    if (has_files(options))
        return true;
    if (!read_sizes(fields, options, error))
        return false;
    add_input(input, fields[RUN_INPUT].value, shown, options);
    options->input = input->text;
    if (sets_n(input->text))
        options->n = 0;
    return true;
}

static bool apply_run(const Dialog *dialog, Session *session, Error *error)
{
    const Trace *shown = session->shown[0].trace;
    const char *names[PLAYER_MAX_TRACES];
    Options options;
    Words words = {.count = 0};
    Text input = {0};

    if (name_operands(dialog, names) == 0)
        return error_set(error, ERROR_USAGE, "choose an algorithm");
    add_words(&words, dialog, shown);
    bool good = command_line_read(&options, OPTIONS_RUN, words.count,
                                  words.words, error) &&
                read_fields(dialog->fields, shown, &options, &input, error) &&
                session_change(session, &options, error);
    for (int i = 0; i < words.count; ++i)
        free(words.words[i]);
    text_free(&input);
    return good;
}

void dialogs_programs(const Dialog *dialog, const Session *session,
                      Consent *consent)
{
    Options options;
    Words words = {.count = 0};
    Error ignored; /* applying the dialog says it */

    add_words(&words, dialog, session->shown[0].trace);
    if (command_line_read(&options, OPTIONS_RUN, words.count, words.words,
                          &ignored))
        consent_add_options(consent, &options);
    for (int i = 0; i < words.count; ++i)
        free(words.words[i]);
}

Dialog dialogs_ask(const Consent *consent)
{
    Dialog dialog = {.title = "A new program", .verb = "Build and run"};
    Text text = {0};
    size_t count = consent_names(consent, MOST_NAME, &text);

    snprintf(dialog.message, sizeof dialog.message,
             "%s\nUpsweep must compile and run %s.\n%s", text.text,
             count == 1 ? "it" : "them", program_may());
    text_free(&text);
    return dialog;
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
    const char *names[PLAYER_MAX_TRACES];

    if (kind != DIALOGS_RUN)
        return;
    int count = name_operands(dialog, names);
    for (int i = 0; i < count; ++i)
        text_add(text, "%s%s", i ? ", " : "recording ", names[i]);
    text_add(text, " ...");
}

bool dialogs_apply(DialogKind kind, const Dialog *dialog, Session *session,
                   Error *error)
{
    return kind == DIALOGS_STEP ? apply_step(dialog, session, error)
                                : apply_run(dialog, session, error);
}

/* A file in the first field runs alone: clears the other fields that still
 * name what is shown. */
static void clear_shown(Dialog *dialog, const Session *session)
{
    DialogField *fields = dialog->fields + RUN_FIRST;
    const char *first = fields->value;

    if (dialog->focus != RUN_FIRST ||
        !(store_is_path(first) || program_is_source(first)))
        return;
    for (int t = 1; t < session->player.count; ++t)
        if (!strcmp(fields[t].value, session->shown[t].trace->run.algorithm))
            dialog_set(fields + t, none);
}

void dialogs_type(DialogKind kind, Dialog *dialog, const Session *session,
                  const char *text)
{
    dialog_type(dialog, text);
    if (kind == DIALOGS_RUN)
        clear_shown(dialog, session);
}

void dialogs_drop(Dialog *dialog, const Session *session, const char *path)
{
    int place = dialog->focus < PLAYER_MAX_TRACES ? dialog->focus : 0;

    dialog->focus = place;
    dialog->fresh = true;
    if (strlen(path) < DIALOG_TEXT)
        dialog_set(dialog->fields + place, path);
    else
        snprintf(dialog->error, sizeof dialog->error,
                 "this file name is too long to be opened here");
    clear_shown(dialog, session);
}
