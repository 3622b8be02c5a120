/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/session.c and src/window/dialogs.c: what is shown,
 * changed by dialogs; and of src/text/symbolic_trace.c.
 */
#include "record/record.h"
#include "say/symbolic_trace.h"
#include "trace/store.h"
#include "window/dialogs.h"
#include "fixture.h"
#include "view/shown_value.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static Trace *traces[2];

static void open_both(Session *session)
{
    Error error;

    g_assert_true(
        session_open(session, (const Trace *const *)traces, 2, &error));
}

/* Fields of the dialog, by what they ask. */
static DialogField *field(Dialog *dialog, const char *label)
{
    for (int i = 0; i < dialog->count; ++i)
        if (strcmp(dialog->fields[i].label, label) == 0)
            return dialog->fields + i;
    g_error("there is no field %s", label);
    return NULL;
}

static void apply(Dialog *dialog, Session *session)
{
    Error error = {ERROR_NONE, ""};

    if (!dialogs_apply(DIALOGS_RUN, dialog, session, &error))
        g_error("%s", error.text);
}

static void refuse(Dialog *dialog, Session *session, const char *why)
{
    const Trace *before = session->shown[0].trace;
    uint64_t changes = session->changes;
    Error error = {ERROR_NONE, ""};

    g_assert_false(dialogs_apply(DIALOGS_RUN, dialog, session, &error));
    g_test_message("%s", error.text);
    g_assert_nonnull(strstr(error.text, why));
    g_assert_null(strchr(error.text, '\n'));
    g_assert_true(session->shown[0].trace == before); /* as it was */
    g_assert_cmpuint(session->changes, ==, changes);
}

static void test_recording(void)
{
    Session session;
    Text text = {0};

    open_both(&session);
    bookmark_toggle(&session.bookmarks, 3);
    session.player.speed = 8;
    Dialog dialog = dialogs_make(DIALOGS_RUN, &session);
    g_assert_cmpstr(field(&dialog, "elements, n")->value, ==, "32");
    g_assert_cmpstr(field(&dialog, "banks, k")->value, ==, "4");
    dialog_set(field(&dialog, "first"), "hillis-steele");
    dialog_set(field(&dialog, "second"), "leftright");
    dialog_set(field(&dialog, "third"), "padding");
    dialog_set(field(&dialog, "fourth"), "nopadding");
    dialog_set(field(&dialog, "elements, n"), "8");
    dialog_set(field(&dialog, "operator"), "max");
    dialogs_tell(DIALOGS_RUN, &dialog, &text);
    g_assert_cmpstr(text.text, ==,
                    "recording hillis-steele, leftright, padding, nopadding "
                    "...");
    apply(&dialog, &session);
    g_assert_cmpint(session.player.count, ==, 4);
    g_assert_cmpuint(session.player.tick, ==, 0);
    g_assert_cmpfloat(session.player.speed, ==, 8);
    g_assert_cmpuint(session.bookmarks.ticks_count, ==, 0);
    const Run *run = &session.shown[3].trace->run;
    g_assert_cmpstr(run->algorithm, ==, "nopadding");
    g_assert_cmpuint(run->n, ==, 8);
    g_assert_cmpint(run->op, ==, OP_MAX);
    g_assert_false(run->inclusive);
    /* Again, from what is shown now. */
    dialog = dialogs_make(DIALOGS_RUN, &session);
    g_assert_cmpstr(field(&dialog, "fourth")->value, ==, "nopadding");
    dialog_set(field(&dialog, "second"), "none");
    apply(&dialog, &session);
    g_assert_cmpint(session.player.count, ==, 3);
    text_free(&text);
    session_close(&session);
}

/* The clock and whether values travel stay as they are, and jumps know what is
 * shown now. */
static void test_clock(void)
{
    Session session;

    open_both(&session);
    player_set_clock(&session.player, CLOCK_CYCLES);
    player_animate(&session.player, true);
    Dialog dialog = dialogs_make(DIALOGS_RUN, &session);
    dialog_set(field(&dialog, "first"), "nopadding");
    dialog_set(field(&dialog, "second"), "padding");
    apply(&dialog, &session);
    g_assert_cmpint(session.player.clock, ==, CLOCK_CYCLES);
    g_assert_true(session.player.animated);
    for (int t = 0; t < 2; ++t)
        g_assert_true(session.player.marks[t] ==
                      session.shown[t].analysed->marks);
    g_assert_cmpuint(player_find(&session.player, MARK_CONFLICT, 1), >, 0);
    Scene scene = session_scene(&session, true);
    g_assert_true(scene.standings.on);
    session_close(&session);
}

/* "as shown" is the very input, for every operator that can be written. */
static void test_same_input(void)
{
    Session session;

    open_both(&session);
    for (int op = 0; op < OP_COUNT; ++op) {
        Dialog dialog = dialogs_make(DIALOGS_RUN, &session);
        dialog_set(field(&dialog, "first"), "leftright");
        dialog_set(field(&dialog, "second"), "none");
        dialog_set(field(&dialog, "operator"), op_name((Op)op));
        dialog_set(field(&dialog, "input"), "random:5");
        apply(&dialog, &session);
        Word *input =
            base_memdup(session.shown[0].trace->input, 32 * sizeof(Word));
        dialog = dialogs_make(DIALOGS_RUN, &session);
        dialog_set(field(&dialog, "first"), "padding");
        apply(&dialog, &session);
        const Trace *trace = session.shown[0].trace;
        g_assert_cmpstr(trace->run.algorithm, ==, "padding");
        g_assert_true(memcmp(trace->input, input, 32 * sizeof(Word)) == 0);
        free(input);
    }
    session_close(&session);
}

static void test_refusals(void)
{
    static const struct {
        const char *label, *value, *why;
    } cases[] = {{"elements, n", "0", "from 1 to "},
                 {"elements, n", "", "integer"},
                 {"banks, k", "5", "power of two"},
                 {"banks, k", "65", "from 2 to 64"},
                 {"operator", "plus", "op"},
                 {"first", "leftrigth", "leftright"},
                 {"first", "nowhere.upsweep", "nowhere.upsweep"},
                 {"first", "/", "/"},
                 {"input", "-", "list"},
                 {"input", "/dev/stdin", "list"},
                 {"input", "", "list"},
                 {"input", "1,2,x", "x"},
                 {"input", "no such file", "no such file"}};
    Session session;

    open_both(&session);
    Dialog good = dialogs_make(DIALOGS_RUN, &session);
    dialog_set(field(&good, "first"), "leftright");
    dialog_set(field(&good, "second"), "none");
    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Dialog dialog = good;
        dialog_set(field(&dialog, cases[i].label), cases[i].value);
        refuse(&dialog, &session, cases[i].why);
    }
    Dialog dialog = good;
    dialog_set(field(&dialog, "first"), "none");
    refuse(&dialog, &session, "choose an algorithm");
    dialog = good; /* one gives inclusive, the other exclusive sums */
    dialog_set(field(&dialog, "second"), "hillis-steele");
    dialog_set(field(&dialog, "outputs"), "as each gives");
    refuse(&dialog, &session, "cannot compare");
    session_close(&session);
}

/* A list has its own n; the known inputs, too. */
static void test_lengths(void)
{
    Session session;

    open_both(&session);
    Dialog dialog = dialogs_make(DIALOGS_RUN, &session);
    dialog_set(field(&dialog, "first"), "leftright");
    dialog_set(field(&dialog, "second"), "none");
    dialog_set(field(&dialog, "input"), "3,1,7");
    apply(&dialog, &session);
    g_assert_cmpuint(session.shown[0].trace->run.n, ==, 3);
    dialog_set(field(&dialog, "input"), "walkthrough");
    apply(&dialog, &session);
    g_assert_cmpuint(session.shown[0].trace->run.n, ==, 16);
    session_close(&session);
}

static void test_files(void)
{
    char *folder = g_dir_make_tmp("test_session_XXXXXX", NULL);
    char *path = g_build_filename(folder, "some.upsweep", NULL);
    Session session;
    Error error;

    g_assert_true(store_write(traces[0], path, &error));
    open_both(&session);
    Dialog dialog = dialogs_make(DIALOGS_RUN, &session);
    dialog.focus = 6;
    dialogs_drop(&dialog, &session, path);
    g_assert_cmpstr(field(&dialog, "first")->value, ==, path);
    dialog_set(field(&dialog, "second"),
               "nopadding"); /* runs as the file did */
    dialog_set(field(&dialog, "elements, n"), "no number, and not asked for");
    apply(&dialog, &session);
    g_assert_cmpuint(session.shown[1].trace->run.n, ==, 32);
    char *too_long = g_strnfill(2 * DIALOG_TEXT, 'x');
    dialogs_drop(&dialog, &session, too_long);
    g_assert_nonnull(strstr(dialog.error, "too long"));
    session_close(&session);
    g_unlink(path);
    g_rmdir(folder);
    g_free(too_long);
    g_free(path);
    g_free(folder);
}

static void test_step(void)
{
    Session session;
    Error error;

    open_both(&session);
    Dialog dialog = dialogs_make(DIALOGS_STEP, &session);
    g_assert_cmpstr(dialog.fields[0].value, ==, "1");
    dialog_set(dialog.fields, "3");
    g_assert_true(dialogs_apply(DIALOGS_STEP, &dialog, &session, &error));
    g_assert_cmpuint(session.player.tick, ==, session.player.step_ticks[3]);
    g_assert_cmpuint(player_step(&session.player), ==, 2);
    dialog = dialogs_make(DIALOGS_STEP, &session);
    g_assert_cmpstr(dialog.fields[0].value, ==, "3");
    dialog_set(dialog.fields, "999");
    g_assert_false(dialogs_apply(DIALOGS_STEP, &dialog, &session, &error));
    g_assert_nonnull(strstr(error.text, "from 1 to "));
    session_close(&session);
}

/* Where there was a word, there is the interval that it stands for; and all
 * else is as it was. */
static void test_labels(void)
{
    Trace *labels = symbolic_trace_of(traces[0]);
    Error error;
    char text[VALUE_TEXT];

    g_assert_cmpint(labels->run.op, ==, OP_INTERVAL);
    g_assert_true(trace_check(labels, &error));
    for (size_t i = 0; i < labels->accesses_count; ++i) {
        g_assert_cmphex(labels->accesses[i].value, ==,
                        traces[0]->accesses[i].interval);
        g_assert_true(trace_is_new_sum(labels, labels->accesses + i) ==
                      trace_is_new_sum(traces[0], traces[0]->accesses + i));
    }
    shown_value(OP_INTERVAL, interval_make(0, 3), false, text);
    g_assert_cmpstr(text, ==, "Σx0..x3");
    shown_value(OP_INTERVAL, interval_make(0, 3), true, text);
    g_assert_cmpstr(text, ==, "0-3");
    trace_free(labels);

    Session session;
    open_both(&session);
    Scene numbers = session_scene(&session, false);
    Scene sums = session_scene(&session, true);
    g_assert_true(numbers.analysed_traces[0] != sums.analysed_traces[0]);
    g_assert_cmpint(sums.analysed_traces[0]->op, ==, OP_ADD);
    Scene again = session_scene(&session, true); /* made once */
    g_assert_true(sums.analysed_traces[1] == again.analysed_traces[1]);
    session_close(&session);
}

static void test_bookmarks(void)
{
    Bookmarks marks = {0};
    uint32_t to;

    g_assert_false(bookmark_find(&marks, 5, 1, &to));
    g_assert_false(bookmark_find(&marks, 5, -1, &to));
    bookmark_toggle(&marks, 7);
    bookmark_toggle(&marks, 0);
    bookmark_toggle(&marks, UINT32_MAX);
    bookmark_toggle(&marks, 7);
    bookmark_toggle(&marks, 9);
    g_assert_cmpuint(marks.ticks_count, ==, 3);
    g_assert_true(bookmark_is_at(&marks, 9) && !bookmark_is_at(&marks, 7));
    g_assert_true(bookmark_find(&marks, 0, 1, &to) && to == 9);
    g_assert_true(bookmark_find(&marks, 9, 1, &to) && to == UINT32_MAX);
    g_assert_true(bookmark_find(&marks, 9, -1, &to) && to == 0);
    bookmarks_free(&marks);
}

/* Replaces one trace, or both, by newer ones. */
static void replace(Session *session, Trace *first, Trace *second)
{
    Trace *fresh[PLAYER_MAX_TRACES] = {first, second};
    Error error = {ERROR_NONE, ""};

    if (!session_replace(session, fresh, &error))
        g_error("%s", error.text);
}

/* A newer trace is shown at the place of the old one, by either clock; the
 * other stays. */
static void test_replace(void)
{
    for (int clock = 0; clock < CLOCK_COUNT; ++clock) {
        Session session;
        open_both(&session);
        Player *player = &session.player;
        player_animate(player, true);
        player->speed = 4;
        player_set_clock(player, (Clock)clock);
        const AnalysedTrace *kept = session.shown[0].analysed;
        uint32_t ticks = player->ticks;
        for (uint32_t tick = 0; tick <= ticks; ++tick) {
            player_seek(player, tick);
            size_t place = player_position(player, 0);
            uint32_t step = player_step(player);
            uint64_t changes = session.changes;
            player->playing = true;
            bookmark_toggle(&session.bookmarks, tick);
            size_t marks = session.bookmarks.ticks_count;
            replace(&session, NULL, fixture_scan(PLACE_PADDING, OP_ADD, 32, 4));
            g_assert_cmpint(player->clock, ==, clock);
            g_assert_cmpuint(player->ticks, ==, ticks);
            g_assert_cmpuint(player_position(player, 0), ==, place);
            g_assert_cmpuint(player->tick, ==, tick);
            g_assert_cmpuint(player_step(player), ==, step);
            g_assert_cmpuint(session.bookmarks.ticks_count, ==, marks);
            g_assert_true(player->playing == (player->tick < player->ticks));
            g_assert_true(player->animated);
            g_assert_cmpfloat(player->speed, ==, 4);
            g_assert_cmpuint(session.changes, ==, changes + 1);
            g_assert_true(session.shown[0].trace == traces[0]);
            g_assert_true(session.shown[0].analysed == kept);
            g_assert_true(player->traces[1] == session.shown[1].own);
            g_assert_true(player->marks[1] == session.shown[1].analysed->marks);
        }
        session_close(&session);
    }
}

/* Steps and instructions that the newer trace does not have. */
static void test_replace_shorter(void)
{
    const Trace *long_one[] = {traces[0]};
    Session session;
    Error error;

    g_assert_true(session_open(&session, long_one, 1, &error));
    Player *player = &session.player;
    uint32_t ticks = player->ticks;
    player_seek(player, ticks - 1);
    bookmark_toggle(&session.bookmarks, 3);
    bookmark_toggle(&session.bookmarks, ticks - 2);
    bookmark_toggle(&session.bookmarks, ticks);
    replace(&session, fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 4, 4), NULL);
    g_assert_cmpuint(player->ticks, <, ticks / 2);
    g_assert_cmpuint(player->tick, ==, player->ticks);
    g_assert_cmpuint(session.bookmarks.ticks_count, ==, 2);
    g_assert_cmpuint(session.bookmarks.ticks[1], ==, player->ticks);

    /* The second step has fewer instructions now. */
    replace(&session, fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 64, 4), NULL);
    uint32_t start = player->step_ticks[1];
    g_assert_cmpuint(player->step_ticks[2] - start, >, 6);
    player_seek(player, start + 6);
    replace(&session, fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 8, 4), NULL);
    g_assert_cmpuint(player->step_ticks[2] - player->step_ticks[1], <, 6);
    g_assert_cmpuint(player->tick, ==, player->step_ticks[2]);
    session_close(&session);
}

/* Traces that do not compare change nothing, and belong to the caller. */
static void test_replace_refused(void)
{
    Trace *fresh[PLAYER_MAX_TRACES] = {
        fixture_scan(PLACE_PADDING, OP_ADD, 16, 4)};
    Session session;
    Error error;

    open_both(&session);
    player_seek(&session.player, 7);
    bookmark_toggle(&session.bookmarks, 5);
    g_assert_false(session_replace(&session, fresh, &error));
    g_assert_nonnull(strstr(error.text, "cannot compare"));
    g_assert_cmpuint(session.player.tick, ==, 7);
    g_assert_cmpuint(session.bookmarks.ticks[0], ==, 5);
    g_assert_cmpuint(session.changes, ==, 0);
    g_assert_true(session.shown[0].trace == traces[0]);
    trace_free(fresh[0]);
    session_close(&session);
}

static void test_titles(void)
{
    Session session;
    Text text = {0};

    open_both(&session);
    Scene scene = session_scene(&session, false);
    scene_title(&scene, &text);
    g_assert_nonnull(strstr(text.text, " beside "));
    scene.analysed_traces[2] = scene.analysed_traces[3] =
        scene.analysed_traces[0];
    scene.count = 4;
    text.length = 0;
    scene_title(&scene, &text);
    g_assert_nonnull(strstr(text.text, ", "));
    g_assert_nonnull(strstr(text.text, " and "));
    text_free(&text);
    session_close(&session);
}

/* Every option that says what to run has a field, but for --cxxflags, and does
 * the same there. */
static void test_options(void)
{
    static const struct {
        const char *algorithm, *label, *value, *refused;
    } asked[] = {
        {"leftright", "threads", "8", "x"},
        {"three-phase", "block elements", "8", "0"},
        {"three-phase", "recorded blocks", "1-2", "2-1"},
        {"hybrid", "hybrid: passes", "1", "99"},
        {"hybrid", "hybrid: width", "8", "-"},
        {"compact", "kept elements", "x>2", "x>"},
        {"look-back", "order of blocks", "5", "five"},
        {"leftright", "device", "cpu", "tpu"},
        {"leftright", "plain", NULL, "yes"}, /* which needs a GPU */
        {"leftright", "kernel", NULL, NULL},
        {"leftright", "launch", NULL, "0"},
    };
    Session session;
    int bits = 0;

    for (OptionSet set = OPTIONS_RUN; set; set &= set - 1)
        ++bits;
    g_assert_cmpint(bits, ==,
                    7 + G_N_ELEMENTS(asked)); /* n, k, op, input, ..., and
                                                 --cxxflags without a field */
    open_both(&session);
    for (size_t i = 0; i < G_N_ELEMENTS(asked); ++i) {
        Dialog dialog = dialogs_make(DIALOGS_RUN, &session);
        dialog_set(field(&dialog, "first"), asked[i].algorithm);
        dialog_set(field(&dialog, "second"), "none");
        dialog_set(field(&dialog, "input"), "random:1");
        DialogField *other = field(&dialog, asked[i].label);
        if (asked[i].refused) {
            dialog_set(other, asked[i].refused);
            dialog_key(&dialog, "Tab"); /* leaves what was written */
            g_assert_cmpstr(other->value, ==, asked[i].refused);
            refuse(&dialog, &session, "");
        }
        if (!asked[i].value)
            continue;
        dialog_set(other, asked[i].value);
        apply(&dialog, &session);
        const Run *run = &session.shown[0].trace->run;
        g_assert_cmpstr(run->algorithm, ==, asked[i].algorithm);
        g_assert_true(i != 0 || run->threads == 8);
        g_assert_true(i != 1 || run->blocks == 4);
        g_assert_true(i != 2 || run->blocks > 2);
        g_assert_true(i != 3 || run->passes == 1);
        g_assert_true(i != 4 || run->passes == 2);
        g_assert_true(i != 5 || strcmp(run->condition, "x>2") == 0);
        g_assert_true(i != 6 || run->seed == 5);
        /* It stands there next time, as far as it is of the run. */
        dialog = dialogs_make(DIALOGS_RUN, &session);
        if (i == 5 || i == 6)
            g_assert_cmpstr(field(&dialog, asked[i].label)->value, ==,
                            asked[i].value);
        if (i != 5)
            continue;
        dialog_set(field(&dialog, "first"), "padding"); /* keeps all */
        apply(&dialog, &session);
        dialog_set(field(&dialog, "kept elements"), "x>3");
        refuse(&dialog, &session, "--where applies to compact only; remove it, or add compact");
    }
    session_close(&session);
}

/* A program is built and run, with arguments. */
static void test_program(void)
{
    const char *folder = g_getenv("srcdir");
    char *path = g_build_filename(folder ? folder : ".", "kernels",
                                  "nopadding.cu", NULL);
    Session session;
    Error error = {ERROR_NONE, ""};

    open_both(&session);
    Dialog dialog = dialogs_make(DIALOGS_RUN, &session);
    dialog_set(field(&dialog, "first"), path);
    dialog_set(field(&dialog, "second"), "none");
    dialog_set(field(&dialog, "launch"), "1");
    dialog_set(field(&dialog, "arguments"), " 32  ");
    if (dialogs_apply(DIALOGS_RUN, &dialog, &session, &error)) {
        const Trace *trace = session.shown[0].trace;
        g_assert_true(trace->run.origin == ORIGIN_PROGRAM);
        g_assert_true(g_str_has_suffix(trace->run.command, "-- 32"));
        dialog_set(field(&dialog, "threads"), "8"); /* it says that itself */
        refuse(&dialog, &session, "does not apply to");
        dialog_set(field(&dialog, "threads"), "default");
        dialog_set(field(&dialog, "launch"), "default");
        dialog_set(field(&dialog, "kernel"), "nobody");
        refuse(&dialog, &session, "nobody");
    } else if (strstr(error.text, "does not run programs") ||
               strstr(error.text, "needs clang")) {
        g_test_skip(error.text);
    } else {
        g_error("%s", error.text);
    }
    session_close(&session);
    g_free(path);
}

int main(int argc, char **argv)
{
    g_setenv("XDG_STATE_HOME", "/dev/null", FALSE); /* keeps nothing */
    g_test_init(&argc, &argv, NULL);
    traces[0] = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 32, 4);
    traces[1] = fixture_scan(PLACE_PADDING, OP_ADD, 32, 4);
    g_test_add_func("/session/recording", test_recording);
    g_test_add_func("/session/clock", test_clock);
    g_test_add_func("/session/same input", test_same_input);
    g_test_add_func("/session/refusals", test_refusals);
    g_test_add_func("/session/lengths", test_lengths);
    g_test_add_func("/session/options", test_options);
    g_test_add_func("/session/program", test_program);
    g_test_add_func("/session/files", test_files);
    g_test_add_func("/session/step", test_step);
    g_test_add_func("/session/labels", test_labels);
    g_test_add_func("/session/bookmarks", test_bookmarks);
    g_test_add_func("/session/titles", test_titles);
    g_test_add_func("/session/replace", test_replace);
    g_test_add_func("/session/replace shorter", test_replace_shorter);
    g_test_add_func("/session/replace refused", test_replace_refused);
    int status = g_test_run();
    trace_free(traces[0]);
    trace_free(traces[1]);
    return status;
}
