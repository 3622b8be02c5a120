/* SPDX-License-Identifier: MIT
 *
 * upsweep show: walk through a trace in the terminal.
 */
#include "card/card.h"
#include "cli/request.h"
#include "cmd.h"
#include "config.h"
#include "show_questions.h"
#include "say/text_dump.h"
#include "say/thread_dump.h"
#include "view/pointing.h"

/* ---- Questions ------------------------------------------------------------*/

static bool check_questions(const Options *options, Error *error)
{
    bool ask = options_given(options, OPTION(ASK));

    if (ask && options_given(options, OPTION(CODE)))
        return error_set(error, ERROR_USAGE,
                         "--ask and --code cannot be combined; remove one");
    return !options_given(options, OPTION(FULL) | OPTION(THREAD)) ||
           error_set(
               error, ERROR_USAGE,
               "--full and --thread cannot be combined with --%s; remove them",
               ask ? "ask" : "code");
}

static bool run_questions(const Options *options, FILE *out, Error *error)
{
#ifdef HAVE_PICTURES
    Trace *traces[OPTIONS_MAX_OPERANDS];
    const Trace *const *shown = (const Trace *const *)traces;
    int count = options->operands_count;
    bool ask = options_given(options, OPTION(ASK));

    if (!check_questions(options, error) ||
        ((ask || count) && !request_traces(options, 1, 2, traces, error)))
        return false;
    bool good = (!ask && count == 0) || request_whole(traces, count, error);
    if (good)
        good = ask ? show_questions(shown, count, options->seed, out, error)
                   : show_code(options->code, shown, count, out, error);
    request_free(traces, count);
    return good;
#else
    (void)out;
    (void)check_questions;
    (void)options;
    return error_set(error, ERROR_USAGE,
                     "show: this build has no questions; install Cairo, "
                     "FreeType and libpng and configure again");
#endif
}

/* ---- Cards ----------------------------------------------------------------*/

/* After how many instructions the cards are: the end of a step, or the end. */
static bool read_moment(const Options *options, const AnalysedTrace *analysed,
                        size_t *position, Error *error)
{
    const Trace *trace = analysed->trace;

    *position = trace->instructions_count;
    if (options_given(options, OPTION(INSTRUCTION)) &&
        options->instruction < *position)
        *position = options->instruction;
    if (!options_given(options, OPTION(STEP)))
        return true;
    if (options->step > trace->steps_count)
        return error_set(
            error, ERROR_USAGE,
            "--step %u: the run has %zu steps; write a smaller number",
            options->step, trace->steps_count);
    const Step *step = trace->steps + options->step - 1;
    *position = analysed->stops
                    ? analysed->stops[options->step - 1]
                    : step->first_instruction + step->instruction_count;
    return true;
}

static bool check_cards(const Options *options, Error *error)
{
    const OptionSet moments = OPTION(STEP) | OPTION(INSTRUCTION);

    if (!options_given(options, OPTION(POINT)))
        return !options_given(options, moments) ||
               error_set(error, ERROR_USAGE,
                         "--step and --instruction need --point; add it, such "
                         "as --point \"cell 3\"");
    if (options_given(options, moments) == 2)
        return error_set(
            error, ERROR_USAGE,
            "--step and --instruction cannot be combined; remove one");
    return !options_given(options, OPTION(THREAD)) ||
           error_set(error, ERROR_USAGE,
                     "--thread and --point cannot be combined; remove one");
}

/* Adds the card of each thing that is pointed at. */
static bool add_cards(const Options *options, const Trace *trace, Text *text,
                      Error *error)
{
    AnalysedTrace *analysed = analysed_new(trace);
    Scene scene = {.analysed_traces = {analysed}, .count = 1};
    Error wrong;
    bool good = read_moment(options, analysed, scene.positions, error);

    for (int i = 0; good && i < options->points_count; ++i)
        if (!scene_point(&scene, options->points[i], &wrong))
            good = error_set(error, wrong.kind, "--point %s", wrong.text);
    for (int i = 0; good && i < scene.things_count; ++i) {
        Card card = card_of(analysed, scene.positions[0], scene.things + i,
                            options->full);
        text_add(text, "%s", i ? "\n" : "");
        card_print(&card, text);
        card_free(&card);
    }
    analysed_free(analysed);
    return good;
}

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    Trace *traces[OPTIONS_MAX_OPERANDS];
    Text text = {0};

    if (options_given(options, OPTION(ASK) | OPTION(CODE)))
        return run_questions(options, out, error);
    if (!check_cards(options, error) ||
        !request_traces(options, 1, 1, traces, error))
        return false;
    request_tell(notes, traces, 1);
    bool good = true;
    if (options_given(options, OPTION(POINT)))
        good = add_cards(options, traces[0], &text, error);
    else if (options_given(options, OPTION(THREAD)))
        good = request_thread(options, traces[0], error) &&
               thread_dump(traces[0], options->thread, options->full, &text,
                           error);
    else
        text_dump_trace(traces[0], options->full, &text);
    if (good)
        fputs(text.text, out);
    text_free(&text);
    good = good && request_succeeded(traces, 1, error);
    request_free(traces, 1);
    return good;
}

const Subcommand cmd_show = {
    .name = "show",
    .operands = "TRACE|ALGORITHM|FILE.cu ...",
    .help = "print a run step by step",
    .about = "Prints every step of a run in the terminal: who loads and stores "
             "which value.",
    .examples = {{"upsweep show hillis-steele --input walkthrough",
                  "16 small numbers"},
                 {"upsweep show scan.cu --thread 5",
                  "the accesses of one thread"},
                 {"upsweep show padding --ask", "predict what happens next"}},
    .options = OPTIONS_RUN | OPTION(EXPECT) | OPTION(FULL) | OPTION(THREAD) |
               OPTION(ASK) | OPTION(CODE) | OPTION(POINT) | OPTION(STEP) |
               OPTION(INSTRUCTION) | OPTION(YES),
    .run = run};
