/* SPDX-License-Identifier: MIT
 *
 * show_questions - asks, reads answers, and explains them.
 */
#include "show_questions.h"

#include "config.h"

#ifdef HAVE_PICTURES
#include "ask/quiz.h"
#include "ask/score_code.h"
#include "say/text_dump.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_LINE = 256, LINES_BEFORE = 6, MOST_WORDS = 256 };

typedef struct {
    const AnalysedTrace *traces[PLAYER_MAX_TRACES];
    int count;
    Quiz quiz;
    FILE *out;
    bool echoes; /* what is read, as no terminal shows it */
    bool ended;
} Asking;

/* The next line, without its end; false at the end of input. */
static bool read_line(Asking *asking, char line[MOST_LINE])
{
    fputs("> ", asking->out);
    fflush(asking->out);
    if (!fgets(line, MOST_LINE, stdin)) {
        fputs("\n", asking->out);
        asking->ended = true;
        return false;
    }
    size_t length = strcspn(line, "\r\n");
    bool whole = line[length] != '\0';
    for (int c; !whole && (c = getchar()) != '\n' && c != EOF;)
        continue;
    line[length] = '\0';
    if (asking->echoes) {
        char *shown = printable_line(line);
        fprintf(asking->out, "%s\n", shown);
        free(shown);
    }
    return true;
}

/* ---- The moment -----------------------------------------------------------*/

static void add_moment(const Asking *asking, Text *text)
{
    const Question *question = &asking->quiz.question;
    const AnalysedTrace *analysed = asking->traces[question->panel];
    const Trace *trace = analysed->trace;
    size_t index = issue_order_at(analysed->order, question->position);
    const Instruction *at = trace->instructions + index;

    text_add(text, "\nQuestion %d of %d", asking->quiz.count,
             asking->quiz.most);
    if (asking->count > 1)
        text_add(text, ", %s", trace_title(trace));
    text_add(text, ", step %u of %zu: ", issue_order_number(trace, at->step),
             trace->steps_count);
    if (trace->blocks_count > 1)
        text_add(text, "block %u, ",
                 trace_block(trace, trace_step(trace, at))->index);
    trace_step_name(trace, trace_step(trace, at), ", ", text);
    text_add(text, "\n");
    if (!question_hides_names(question, trace))
        text_add(text, "%s\n", trace_source_of(trace, at)->name);
    question_source(question, analysed, LINES_BEFORE, text);
    text_dump_memory(trace, index, trace->run.words <= MOST_WORDS, text);
    if (question->about.length)
        text_add(text, "%s.\n", question->about.text);
    text_add(text, "%s\n", question->sentence.text);
    for (int i = 0; i < QUESTION_CHOICES && question->choices[i]; ++i)
        text_add(text, "  %d  %s\n", i + 1, question->choices[i]);
}

/* ---- Answers --------------------------------------------------------------*/

static void print(const Asking *asking, Text *text)
{
    fputs(text->text ? text->text : "", asking->out);
    text_free(text);
    *text = (Text){0};
}

/* Prints the verdict on ANSWER, or the answer if that is NULL, and why. */
static void tell(Asking *asking, const Answer *answer)
{
    Question *question = &asking->quiz.question;
    Text text = {0};

    question_verdict(question, answer, &text);
    text_add(&text, "\n%s\n", question->why.text);
    print(asking, &text);
    if (answer)
        quiz_answer(&asking->quiz, answer);
    else
        quiz_pass(&asking->quiz, QUIZ_SHOWN);
}

static bool is_word(const char *line, const char *letter, const char *word)
{
    return strcmp(line, letter) == 0 || strcmp(line, word) == 0;
}

/* Reads lines until the question is done with. */
static void take_answer(Asking *asking)
{
    Question *question = &asking->quiz.question;
    char line[MOST_LINE];
    Answer answer;
    Error error;

    while (read_line(asking, line)) {
        if (is_word(line, "?", "hint")) {
            quiz_hint(&asking->quiz);
            fprintf(asking->out, "%s\n", question->hint.text);
        } else if (is_word(line, ".", "quit")) {
            asking->ended = true;
            return;
        } else if (is_word(line, "-", "skip")) {
            quiz_pass(&asking->quiz, QUIZ_PASSED);
            return;
        } else if (line[0] == '\0') {
            tell(asking, NULL);
            return;
        } else if (question_read(question, line, &answer, &error)) {
            tell(asking, &answer);
            return;
        } else {
            fprintf(asking->out, "%s\n", error.text);
        }
    }
}

/* ---- The quiz -------------------------------------------------------------*/

static bool ask_all(Asking *asking, const Player *player)
{
    Text text = {0};
    bool any = false;

    while (!asking->ended && quiz_next(&asking->quiz, asking->traces, player)) {
        any = true;
        add_moment(asking, &text);
        print(asking, &text);
        take_answer(asking);
    }
    return any;
}

bool show_questions(const Trace *const traces[], int count, uint64_t seed,
                    FILE *out, Error *error)
{
    Asking asking = {.count = count,
                     .out = out,
                     .echoes = !isatty(STDIN_FILENO)};
    AnalysedTrace *analysed[PLAYER_MAX_TRACES];
    Player player;
    Text text = {0};

    if (!player_init(&player, traces, count, error))
        return false;
    for (int t = 0; t < count; ++t)
        asking.traces[t] = analysed[t] = analysed_new(traces[t]);
    quiz_start(&asking.quiz, seed, QUIZ_USUAL, NULL, count);
    question_title(traces, count, &text);
    fprintf(out,
            "%d questions about %s. Type an answer, or ? for a hint, Enter for "
            "the answer, - to skip, . to end.\n",
            QUIZ_USUAL, text.text);
    text_free(&text);
    text = (Text){0};
    bool any = ask_all(&asking, &player);
    if (any) {
        text_add(&text, "\n");
        quiz_score_line(&asking.quiz, &text);
        text_add(&text, "\n");
        quiz_advice(&asking.quiz, &text);
        if (quiz_counted(&asking.quiz)) {
            Score score = quiz_score(&asking.quiz, traces, count);
            text_add(&text, "Code: ");
            score_code(&score, &text);
            text_add(&text, "\n");
        }
        print(&asking, &text);
    }
    quiz_free(&asking.quiz);
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
