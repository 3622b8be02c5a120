/* SPDX-License-Identifier: MIT
 *
 * upsweep show: walk through a trace in the terminal.
 */
#include "card/card.h"
#include "cli/request.h"
#include "cmd.h"
#include "config.h"
#include "say/text_dump.h"
#include "say/thread_dump.h"
#include "view/pointing.h"

#ifdef HAVE_PICTURES
#include "ask/asking.h"
#endif

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Questions ------------------------------------------------------------*/

#ifdef HAVE_PICTURES
enum { MOST_LINE = 256, LINES_BEFORE = 6, MOST_WORDS = 256 };

/* Reads the next line, without its end, and prints it to OUT if no terminal
 * shows it; false at the end of input. */
static bool read_line(FILE *out, char line[MOST_LINE])
{
    fputs("> ", out);
    fflush(out);
    if (!fgets(line, MOST_LINE, stdin)) {
        fputs("\n", out);
        return false;
    }
    size_t length = strcspn(line, "\r\n");
    bool whole = line[length] != '\0';
    for (int c; !whole && (c = getchar()) != '\n' && c != EOF;)
        continue;
    line[length] = '\0';
    if (!isatty(STDIN_FILENO)) {
        char *shown = printable_line(line);
        fprintf(out, "%s\n", shown);
        free(shown);
    }
    return true;
}

static void print(FILE *out, Text *text)
{
    fputs(text->text ? text->text : "", out);
    text_free(text);
}

/* Prints what the picture shows in the window, and the question. */
static void print_question(const Asking *asking, FILE *out)
{
    const Question *question = asking_question(asking);
    const AnalysedTrace *analysed = asking->traces[question->panel];
    const Trace *trace = analysed->trace;
    size_t index = issue_order_at(analysed->order, question->position);
    const Step *step = trace_step(trace, trace->instructions + index);
    Text text = {0};

    text_add(&text, "\n");
    asking_place(asking, &text);
    text_add(&text, "\nStep %u of %zu: ",
             issue_order_number(trace, trace->instructions[index].step),
             trace->steps_count);
    if (trace->blocks_count > 1)
        text_add(&text, "block %u, ", trace_block(trace, step)->index);
    trace_step_name(trace, step, ", ", &text);
    text_add(&text, "\n");
    question_source(question, analysed, LINES_BEFORE, &text);
    text_dump_memory(trace, index, trace->run.words <= MOST_WORDS, &text);
    text_add(&text, "%s\n", question->sentence.text);
    for (int i = 0; i < question_choices(question); ++i)
        text_add(&text, "  %d  %s\n", i + 1, question->choices[i]);
    print(out, &text);
}

/* Asks up to the end, or to the end of the input. */
static void ask_all(Asking *asking, FILE *out)
{
    char line[MOST_LINE];
    int asked = -1;

    while (asking->state == ASKING_QUESTION) {
        if (asking->at != asked)
            print_question(asking, out);
        asked = asking->at;
        if (!read_line(out, line) || strcmp(line, ".") == 0)
            return;
        asking_line(asking, line);
        if (asking->at == asked) {
            Text text = {0};
            asking_say(asking, &text);
            text_add(&text, "\n");
            print(out, &text);
        }
        if (asking->state == ASKING_TOLD)
            asking_key(asking, "Return");
    }
}

/* Asks on OUT about COUNT traces, and reads the answers from standard input,
 * a line each, to its end.  False and ERROR_USAGE if there is nothing to ask.
 */
static bool show_questions(const Trace *const traces[], int count,
                           uint64_t seed, FILE *out, Error *error)
{
    Asking asking = {.state = ASKING_OFF};
    AnalysedTrace *analysed[PLAYER_MAX_TRACES];
    Player player;
    Text text = {0};

    if (!player_init(&player, traces, count, error))
        return false;
    for (int t = 0; t < count; ++t)
        analysed[t] = analysed_new(traces[t]);
    bool any = asking_start(&asking, (const AnalysedTrace *const *)analysed,
                            &player, seed);
    if (any) {
        question_title(traces, count, &text);
        fprintf(out,
                "%d questions about %s. Type an answer, or ? for a hint, Enter "
                "for the answer, - to skip, . to end.\n",
                QUIZ_USUAL, text.text);
        text_free(&text);
        ask_all(&asking, out);
        if (asking.state != ASKING_END)
            asking_end(&asking);
        fprintf(out, "\n%s", asking.summary.text);
    }
    asking_stop(&asking);
    player_free(&player);
    for (int t = 0; t < count; ++t)
        analysed_free(analysed[t]);
    return any || error_set(error, ERROR_USAGE,
                            "this run is too small for questions; take a "
                            "larger -n");
}

/* Prints on OUT what a code stands for; if COUNT is not 0, also whether it is
 * of these traces.  False and *ERROR if it is none. */
static bool show_code(const char *code, const Trace *const traces[], int count,
                      FILE *out, Error *error)
{
    Score score;

    if (!score_read(code, &score, error))
        return false;
    if (count && score.exercise != score_exercise(traces, count))
        return error_set(error, ERROR_NO,
                         "this code belongs to another run, n, k or input");
    fprintf(out, "%u of %u correct, seed %llu%s.\nCorrect:", score.right,
            score.counted, (unsigned long long)score.seed,
            count ? ", of this run" : "");
    for (unsigned i = 0; i < 32; ++i)
        if (score.rights >> i & 1)
            fprintf(out, " %u", i + 1);
    fputs(score.rights ? "\n" : " none\n", out);
    fputs("The code is valid. Its check finds typing errors, not fraud: anyone "
          "who reads the source can make one.\n",
          out);
    return true;
}
#endif

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
