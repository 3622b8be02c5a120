/* SPDX-License-Identifier: MIT
 *
 * show_questions - asks, reads, and tells why; see show_questions.h.
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

/* Adds the lines of the source up to that of the next instruction. */
static void add_source(const Trace *trace, const Instruction *at, Text *text)
{
    const Source *source = trace_source_of(trace, at);
    const char *line = source->text;

    text_add(text, "%s\n", source->name);
    for (int i = 1; line && *line && i <= at->site; ++i) {
        int length = (int)strcspn(line, "\n");
        if (i + LINES_BEFORE > at->site)
            text_add(text, "%s%4d  %.*s\n", i == at->site ? ">" : " ", i,
                     length, line);
        line += length + (line[length] == '\n');
    }
}

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
    add_source(trace, at, text);
    text_dump_memory(trace, index, trace->run.words <= MOST_WORDS, text);
    if (question->about[0])
        text_add(text, "%s.\n", question->about);
    text_add(text, "%s\n", question->sentence);
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

static void tell_why(Asking *asking, const char *verdict)
{
    fprintf(asking->out, "%s\n%s\n", verdict, asking->quiz.question.why);
}

static void judge(Asking *asking, const Answer *answer)
{
    Question *question = &asking->quiz.question;
    Text verdict = {0};

    if (question_is_right(question, answer)) {
        text_add(&verdict, "Right.");
    } else {
        text_add(&verdict, "Not ");
        question_answer(question, answer, &verdict);
        text_add(&verdict, ". The answer: %s.", question->answer);
    }
    quiz_answer(&asking->quiz, answer);
    tell_why(asking, verdict.text);
    text_free(&verdict);
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
            fprintf(asking->out, "%s\n", question->hint);
        } else if (is_word(line, ".", "quit")) {
            asking->ended = true;
            return;
        } else if (is_word(line, "-", "skip")) {
            quiz_pass(&asking->quiz, QUIZ_PASSED);
            return;
        } else if (line[0] == '\0') {
            Text verdict = {0};
            text_add(&verdict, "The answer: %s.", question->answer);
            quiz_pass(&asking->quiz, QUIZ_SHOWN);
            tell_why(asking, verdict.text);
            text_free(&verdict);
            return;
        } else if (question_read(question, line, &answer, &error)) {
            judge(asking, &answer);
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
    fprintf(out,
            "%d questions about %s%s%s. Type an answer; ? for a hint, Enter "
            "alone to be shown, - for not now, . to end.\n",
            QUIZ_USUAL, trace_title(traces[0]), count > 1 ? " and " : "",
            count > 1 ? trace_title(traces[1]) : "");
    bool any = ask_all(&asking, &player);
    if (any) {
        text_add(&text, "\n");
        quiz_summary(&asking.quiz, &text);
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
                            "there is nothing to ask about a run this small; "
                            "take a larger -n");
}

bool show_code(const char *code, const Trace *const traces[], int count,
               FILE *out, Error *error)
{
    Score score;

    if (!score_read(code, &score, error))
        return false;
    if (count && score.exercise != score_exercise(traces, count))
        return error_set(error, ERROR_NO,
                         "this code is of another run, or of another n, k or "
                         "input");
    fprintf(out, "%u of %u right, seed %llu%s.\nRight:", score.right,
            score.counted, (unsigned long long)score.seed,
            count ? ", of this run" : "");
    for (unsigned i = 0; i < 32; ++i)
        if (score.rights >> i & 1)
            fprintf(out, " %u", i + 1);
    fputs(score.rights ? "\n" : " none\n", out);
    fputs("The check fits; it finds a mistyped code and is no proof: whoever "
          "reads the source can make such a code.\n",
          out);
    return true;
}
#endif
