/* SPDX-License-Identifier: MIT
 *
 * show_questions - asks, reads answers, and explains them.
 */
#include "show_questions.h"

#include "config.h"

#ifdef HAVE_PICTURES
#include "ask/asking.h"
#include "say/text_dump.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

bool show_questions(const Trace *const traces[], int count, uint64_t seed,
                    FILE *out, Error *error)
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

bool show_code(const char *code, const Trace *const traces[], int count,
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
