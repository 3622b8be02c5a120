/* SPDX-License-Identifier: MIT
 *
 * lesson_facts - see lesson_facts.h.
 */
#include "lesson/lesson_facts.h"

#include "analysis/cost.h"
#include "analysis/issue_order.h"
#include "analysis/proof.h"
#include "chart/chart_kind.h"
#include "trace/value.h"
#include "util/resources.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    MOST_TOKENS = 24,
    TOKEN_BYTES = 40,
    FACT_BYTES = 80,
    MOST_EXPRESSION = 120
};

/* A trace at a moment, and what a fact asks of it. */
typedef struct {
    const Trace *trace;
    size_t position;
    const Instruction *at; /* that runs; NULL at the start */
    size_t index;          /* its, in the trace */
    const uint32_t *order;
    char words[2][TOKEN_BYTES]; /* arguments */
    uint32_t number;            /* the first of them */
} Asked;

typedef struct {
    bool is_text; /* and no number */
    double number;
    char text[FACT_BYTES];
} Value;

/* ---- Facts of the whole run --------------------------------------------- */

static Counted counted(const Asked *asked)
{
    BankTable banks = bank_table(asked->trace);
    Counted result = cost_count(asked->trace, &banks);

    bank_table_free(&banks);
    return result;
}

#define COUNTED(name, expression)                                              \
    static bool name(const Asked *asked, Value *value)                         \
    {                                                                          \
        const Counted run = counted(asked);                                    \
        value->number = (double)(expression);                                  \
        return true;                                                           \
    }
#define OF_TRACE(name, expression)                                             \
    static bool name(const Asked *asked, Value *value)                         \
    {                                                                          \
        const Trace *trace = asked->trace;                                     \
        value->number = (double)(expression);                                  \
        return true;                                                           \
    }

COUNTED(fact_T, run.T)
COUNTED(fact_W, run.W)
COUNTED(fact_reads, run.G_read)
COUNTED(fact_writes, run.G_write)
COUNTED(fact_accesses, run.instructions)
COUNTED(fact_conflicts, run.conflicts_load + run.conflicts_store)
COUNTED(fact_load_conflicts, run.conflicts_load)
COUNTED(fact_store_conflicts, run.conflicts_store)
COUNTED(fact_paper_T, run.upsweep_store_T)
OF_TRACE(fact_n, trace->run.n)
OF_TRACE(fact_k, trace->run.k)
OF_TRACE(fact_threads, trace->run.threads)
OF_TRACE(fact_blocks, trace->run.blocks)
OF_TRACE(fact_block_n, trace->run.block_n)
OF_TRACE(fact_words, trace->run.words)
OF_TRACE(fact_passes, trace->run.passes)
OF_TRACE(fact_steps, trace->steps_count)
OF_TRACE(fact_launches, trace->grids_count)
OF_TRACE(fact_rounds, cost_rounds(trace))
OF_TRACE(fact_levels, base_log2(trace->run.n))
OF_TRACE(fact_instructions, trace->instructions_count)

static bool fact_shuffles(const Asked *asked, Value *value)
{
    for (size_t i = 0; i < asked->trace->instructions_count; ++i)
        value->number += trace_is_shuffle(asked->trace->instructions + i);
    return true;
}

static bool fact_races(const Asked *asked, Value *value)
{
    RaceList races = race_find(asked->trace);

    value->number = (double)races.races_count;
    race_free(&races);
    return true;
}

/* The first output of a program that is not as the scan has it that its outputs
 * agree with longest. */
static uint32_t first_unlike_scan(const Trace *trace)
{
    const Run *run = &trace->run;
    Word *scan = base_alloc(run->n, sizeof *scan);
    uint32_t longest = 0;

    for (int inclusive = 0; inclusive < 2; ++inclusive) {
        uint32_t i = 0;
        value_scan(run->op, inclusive, trace->input, scan, run->n);
        while (i < run->n && trace->output[i] == scan[i])
            ++i;
        longest = i > longest ? i : longest;
    }
    free(scan);
    return longest;
}

/* The first wrong output, of an algorithm of the catalog or of a program. */
static bool fact_wrong(const Asked *asked, Value *value)
{
    const Trace *trace = asked->trace;
    uint32_t wrong;

    if (trace_is_program(trace)) {
        wrong = first_unlike_scan(trace);
    } else {
        RaceList races = race_find(trace);
        Proof proof = proof_of(trace, &races);
        wrong = proof_first_wrong(trace, &proof);
        race_free(&races);
    }
    value->number = wrong;
    return wrong < trace->run.n;
}

/* ---- Facts of the moment ------------------------------------------------ */

static bool fact_step(const Asked *asked, Value *value)
{
    value->number = asked->at ? issue_order_step(asked->trace, asked->order,
                                                 asked->position)
                              : 0;
    return true;
}

static bool fact_instruction(const Asked *asked, Value *value)
{
    value->number = (double)asked->position;
    return true;
}

static BankCost cost_now(const Asked *asked)
{
    return bank_cost(asked->trace, asked->at, NULL);
}

#define NOW(name, expression)                                                  \
    static bool name(const Asked *asked, Value *value)                         \
    {                                                                          \
        if (!asked->at)                                                        \
            return false;                                                      \
        value->number = (double)(expression);                                  \
        return true;                                                           \
    }

NOW(fact_queue, cost_now(asked).latency)
NOW(fact_wavefronts, cost_now(asked).wavefronts)
NOW(fact_busy, cost_now(asked).busy_banks)
NOW(fact_idle, asked->trace->run.k - cost_now(asked).busy_banks)
NOW(fact_lanes, trace_lanes(asked->trace, asked->at))
NOW(fact_line, asked->at->site)

/* T of the instructions that have been played. */
static bool fact_cycle(const Asked *asked, Value *value)
{
    const Trace *trace = asked->trace;

    for (size_t i = 0; i < asked->position; ++i) {
        size_t index = issue_order_at(asked->order, i);
        value->number +=
            bank_cost(trace, trace->instructions + index, NULL).latency;
    }
    return true;
}

typedef struct {
    uint32_t T, sums, queue, conflicts, instructions;
} StepFacts;

static StepFacts step_facts(const Asked *asked)
{
    const Trace *trace = asked->trace;
    const Step *step = trace_step(trace, asked->at);
    StepFacts facts = {0};

    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        const Instruction *at =
            trace->instructions + step->first_instruction + i;
        const Access *accesses = trace_accesses(trace, at);
        BankCost cost = bank_cost(trace, at, NULL);
        facts.T += cost.latency;
        facts.queue = cost.latency > facts.queue ? cost.latency : facts.queue;
        facts.conflicts += cost.wavefronts ? cost.wavefronts - 1U : 0;
        facts.instructions += trace_is_shared(at);
        for (int a = 0; a < at->lanes; ++a)
            facts.sums += accesses[a].sums;
    }
    return facts;
}

NOW(fact_step_T, step_facts(asked).T)
NOW(fact_step_sums, step_facts(asked).sums)
NOW(fact_step_queue, step_facts(asked).queue)
NOW(fact_step_conflicts, step_facts(asked).conflicts)
NOW(fact_step_accesses, step_facts(asked).instructions)

/* ---- Facts of things ---------------------------------------------------- */

static void set_word(Value *value, const Trace *trace, Word word)
{
    char text[VALUE_TEXT], *end;

    snprintf(value->text, sizeof value->text, "%s",
             value_format(trace->run.op, word, text));
    value->number = strtod(value->text, &end);
    value->is_text = *end != '\0';
}

/* The words of a cell at the moment, of the block that runs. */
static bool cell_now(const Asked *asked, Word *word, Word *interval)
{
    const Trace *trace = asked->trace;
    uint32_t words = trace->run.words;

    if (!asked->at || asked->number >= words)
        return false;
    Word *values = base_alloc(words, sizeof *values);
    Word *intervals = base_alloc(words, sizeof *intervals);
    trace_memory(trace, asked->index + 1, values, intervals);
    *word = values[asked->number];
    *interval = intervals[asked->number];
    free(values);
    free(intervals);
    return true;
}

static bool fact_value(const Asked *asked, Value *value)
{
    Word word, interval;

    if (!cell_now(asked, &word, &interval))
        return false;
    set_word(value, asked->trace, word);
    return true;
}

static bool fact_sum(const Asked *asked, Value *value)
{
    Word word, interval;
    char text[VALUE_TEXT];

    if (!cell_now(asked, &word, &interval))
        return false;
    value->is_text = true;
    snprintf(value->text, sizeof value->text, "%s",
             value_format_interval(interval, text));
    return true;
}

static bool fact_bank(const Asked *asked, Value *value)
{
    value->number = asked->number % asked->trace->run.k;
    return asked->number < asked->trace->run.words;
}

static bool fact_input(const Asked *asked, Value *value)
{
    if (asked->number >= asked->trace->run.n)
        return false;
    set_word(value, asked->trace, asked->trace->input[asked->number]);
    return true;
}

static bool fact_output(const Asked *asked, Value *value)
{
    if (asked->number >= asked->trace->run.n)
        return false;
    set_word(value, asked->trace, asked->trace->output[asked->number]);
    return true;
}

/* The cell, or the sum, of a thread's access in the instruction that runs. */
static const Access *access_of(const Asked *asked)
{
    const Trace *trace = asked->trace;

    for (int a = 0; asked->at && a < asked->at->lanes; ++a) {
        const Access *access = trace_accesses(trace, asked->at) + a;
        if (trace_thread(trace, asked->at, access) == asked->number)
            return access;
    }
    return NULL;
}

static bool fact_cell(const Asked *asked, Value *value)
{
    const Access *access = access_of(asked);

    if (access)
        value->number = access->cell;
    return access != NULL;
}

static bool fact_moves(const Asked *asked, Value *value)
{
    const Access *access = access_of(asked);

    if (access)
        set_word(value, asked->trace, access->value);
    return access != NULL;
}

/* ---- What was measured -------------------------------------------------- */

/* The median of the row "NAME,N,..." of an embedded table. */
static bool measured(const char *file, const Asked *asked, Value *value)
{
    const char *table = resource_find(file, NULL);
    char start[2 * TOKEN_BYTES + 4];
    double median;

    snprintf(start, sizeof start, "\n%s,%s,", asked->words[0], asked->words[1]);
    const char *row = table ? strstr(table, start) : NULL;
    if (!row || sscanf(row + strlen(start), "%*[0-9],%lf", &median) != 1)
        return false;
    value->number = median;
    snprintf(value->text, sizeof value->text, median < 100 ? "%.3g" : "%.0f",
             median);
    return true;
}

static bool fact_us(const Asked *asked, Value *value)
{
    return measured("doc/gpu-blocks.csv", asked, value);
}

static bool fact_large_us(const Asked *asked, Value *value)
{
    return measured("doc/gpu-large.csv", asked, value);
}

/* ---- The table ---------------------------------------------------------- */

static const struct {
    const char *name;
    int arguments; /* 1: a number; 2: two words */
    bool (*tell)(const Asked *asked, Value *value);
    const char *help;
} facts[] = {
    {"n", 0, fact_n, "elements"},
    {"k", 0, fact_k, "banks, and lanes of a warp"},
    {"threads", 0, fact_threads, "of a block"},
    {"blocks", 0, fact_blocks, "that the input is cut into"},
    {"block-n", 0, fact_block_n, "elements of a block"},
    {"words", 0, fact_words, "of shared memory"},
    {"levels", 0, fact_levels, "log2 of n"},
    {"passes", 0, fact_passes, "of reduction, of hybrid"},
    {"steps", 0, fact_steps, "of the run"},
    {"launches", 0, fact_launches, "of the run"},
    {"instructions", 0, fact_instructions, "of the run, all kinds"},
    {"accesses", 0, fact_accesses, "instructions on shared memory"},
    {"T", 0, fact_T, "cycles of the model"},
    {"paper-T", 0, fact_paper_T, "of the stores of sums going up"},
    {"W", 0, fact_W, "operators applied"},
    {"reads", 0, fact_reads, "transactions that read global memory"},
    {"writes", 0, fact_writes, "transactions that write it"},
    {"conflicts", 0, fact_conflicts, "on loads and stores"},
    {"load-conflicts", 0, fact_load_conflicts, "on loads"},
    {"store-conflicts", 0, fact_store_conflicts, "on stores"},
    {"rounds", 0, fact_rounds, "of operators, one after the other"},
    {"shuffles", 0, fact_shuffles, "instructions that shuffle"},
    {"races", 0, fact_races, "cells that are raced for, in each step anew"},
    {"wrong", 0, fact_wrong, "the first wrong output"},
    {"step", 0, fact_step, "the step that runs, from 1"},
    {"instruction", 0, fact_instruction, "how many have run"},
    {"cycle", 0, fact_cycle, "cycles of the model so far"},
    {"queue", 0, fact_queue, "the longest at a bank, now"},
    {"wavefronts", 0, fact_wavefronts, "the same of distinct words"},
    {"busy", 0, fact_busy, "banks that are asked now"},
    {"idle", 0, fact_idle, "banks that are not"},
    {"lanes", 0, fact_lanes, "that take part now"},
    {"line", 0, fact_line, "of the source that runs"},
    {"step-T", 0, fact_step_T, "cycles of the step that runs"},
    {"step-sums", 0, fact_step_sums, "operators that it applies"},
    {"step-queue", 0, fact_step_queue, "its longest queue"},
    {"step-conflicts", 0, fact_step_conflicts, "its conflicts"},
    {"step-accesses", 0, fact_step_accesses,
     "its instructions on shared memory"},
    {"value", 1, fact_value, "value cell C: the word there, now"},
    {"sum", 1, fact_sum, "sum cell C: the inputs that it stands for"},
    {"bank", 1, fact_bank, "bank of C: of a cell"},
    {"input", 1, fact_input, "input I: an element"},
    {"output", 1, fact_output, "output I: a result"},
    {"cell", 1, fact_cell, "cell of thread T: that it asks for, now"},
    {"moves", 1, fact_moves, "moves thread T: the word, now"},
    {"us", 2, fact_us, "us ALGO N: microseconds, doc/gpu-blocks.csv"},
    {"large-us", 2, fact_large_us, "the same of doc/gpu-large.csv"},
};

enum { FACTS = sizeof facts / sizeof facts[0] };

void lesson_facts_help(Text *text)
{
    for (int i = 0; i < FACTS; ++i)
        text_add(text, "%s\t%s\n", facts[i].name, facts[i].help);
}

/* ---- Expressions -------------------------------------------------------- */

typedef struct {
    const Lesson *lesson;
    int line;
    const LessonMoment *moment;
    const char *text; /* of the expression, for errors */
    int length;
    char tokens[MOST_TOKENS][TOKEN_BYTES];
    int count, next;
    Error *error;
} Expression;

static bool refuse(const Expression *expression, const char *why)
{
    return lesson_error(expression->lesson, expression->line, expression->error,
                        "{%.*s}: %s",
                        expression->length > 60 ? 60 : expression->length,
                        expression->text, why);
}

static bool part(Expression *expression)
{
    const char *at = expression->text, *end = at + expression->length;

    while (at < end) {
        size_t blanks = strspn(at, " ");
        at += blanks;
        size_t length = strcspn(at, " }");
        if (at >= end || length == 0)
            break;
        if (length >= TOKEN_BYTES || expression->count == MOST_TOKENS)
            return refuse(expression, "this is too long; write less");
        memcpy(expression->tokens[expression->count], at, length);
        expression->tokens[expression->count++][length] = '\0';
        at += length;
    }
    return expression->count > 0 || refuse(expression, "nothing is asked for");
}

static const char *take(Expression *expression)
{
    return expression->next < expression->count
               ? expression->tokens[expression->next++]
               : NULL;
}

static bool is_number(const char *word, double *number)
{
    char *end;

    errno = 0;
    *number = (double)strtoul(word, &end, 10);
    return isdigit((unsigned char)*word) && !*end && !errno &&
           *number <= UINT32_MAX;
}

/* Fills in trace T of the moment. */
static Asked asked_of(const LessonMoment *moment, int t)
{
    Asked asked = {.trace = moment->traces[t],
                   .position = moment->positions[t],
                   .order = moment->orders[t]};

    if (asked.position > 0) {
        asked.index = issue_order_at(asked.order, asked.position - 1);
        asked.at = asked.trace->instructions + asked.index;
    }
    return asked;
}

/* The arguments of a fact: "cell 28", "of 28", "28", "leftright 2048". */
static bool take_arguments(Expression *expression, int count, Asked *asked)
{
    double number;

    for (int i = 0; i < count; ++i) {
        const char *word = take(expression);
        while (word && count == 1 &&
               (strcmp(word, "of") == 0 || strcmp(word, "cell") == 0 ||
                strcmp(word, "thread") == 0))
            word = take(expression);
        if (!word)
            return refuse(expression, "this lacks a value, such as 28");
        if (count == 1 && !is_number(word, &number))
            return refuse(expression, "this takes a whole number");
        snprintf(asked->words[i], TOKEN_BYTES, "%s", word);
        asked->number = count == 1 ? (uint32_t)number : 0;
    }
    return true;
}

/* The fact that WORD names, "2.T". */
static bool tell(Expression *expression, const char *word, Value *value)
{
    const LessonMoment *moment = expression->moment;
    int t = 0, i = 0;

    if (isdigit((unsigned char)*word) && word[1] == '.') {
        t = *word - '1';
        word += 2;
    }
    if (t < 0 || t >= moment->count)
        return refuse(expression, "the stop shows no such trace");
    while (i < FACTS && strcmp(facts[i].name, word) != 0)
        ++i;
    if (i == FACTS)
        return refuse(expression, "there is no such fact; the handbook lists "
                                  "them");
    Asked asked = asked_of(moment, t);
    if (!take_arguments(expression, facts[i].arguments, &asked))
        return false;
    return facts[i].tell(&asked, value) ||
           refuse(expression, "the trace has no such thing at this moment");
}

static bool term(Expression *expression, Value *value)
{
    const char *word = take(expression);

    *value = (Value){0};
    if (!word)
        return refuse(expression, "this ends too soon");
    return is_number(word, &value->number) || tell(expression, word, value);
}

static bool combine(Expression *expression, const char *sign, Value *value,
                    const Value *right)
{
    double a = value->number, b = right->number;
    bool good = !value->is_text && !right->is_text;

    value->text[0] = '\0';
    if (!good)
        return refuse(expression, "this is no number");
    if (strcmp(sign, "+") == 0)
        value->number = a + b;
    else if (strcmp(sign, "-") == 0)
        value->number = a - b;
    else if (strcmp(sign, "*") == 0)
        value->number = a * b;
    else if (strcmp(sign, "/") == 0 && b != 0)
        value->number = a / b;
    else if (strcmp(sign, "div") == 0 && b != 0)
        value->number = floor(a / b);
    else if (strcmp(sign, "mod") == 0 && b >= 1)
        value->number = fmod(a, b);
    else
        return refuse(expression, "write + - * / div or mod between two "
                                  "values, and divide by none that is 0");
    return true;
}

static bool evaluate(Expression *expression, Value *value)
{
    Value right;

    if (!part(expression) || !term(expression, value))
        return false;
    if (expression->count == 1 &&
        isdigit((unsigned char)expression->tokens[0][0]) &&
        !strchr(expression->tokens[0], '.'))
        return refuse(expression, "a number by itself is no fact");
    for (const char *sign; (sign = take(expression));)
        if (!term(expression, &right) ||
            !combine(expression, sign, value, &right))
            return false;
    return true;
}

static const char *const letters[] = {"zero",  "one",  "two", "three",
                                      "four",  "five", "six", "seven",
                                      "eight", "nine", "ten", "eleven",
                                      "twelve"};

/* As text: whole numbers as they are, others with two digits. */
static void print(const Value *value, char how, Text *out)
{
    double number = value->number;

    if (value->is_text || (value->text[0] && how == ' ')) {
        text_add(out, "%s", value->text);
    } else if (how != ' ' && number >= 0 && number <= 12 &&
               number == floor(number)) {
        const char *word = letters[(int)number];
        text_add(out, "%c%s",
                 how == '^' ? toupper((unsigned char)*word) : *word, word + 1);
    } else if (number == floor(number) || fabs(number) >= 100) {
        text_add(out, "%.0f", number);
    } else {
        text_add(out, fabs(number) < 10 ? "%.1f" : "%.0f", number);
    }
}

bool lesson_fill(const Lesson *lesson, int line, const char *text,
                 const LessonMoment *moment, Text *out, Error *error)
{
    for (;;) {
        size_t plain = strcspn(text, "{");
        char how = ' ';
        Value value;
        text_add_bytes(out, text, plain);
        text += plain;
        if (!*text)
            return true;
        const char *end = strchr(++text, '}');
        if (!end || end - text > MOST_EXPRESSION)
            return lesson_error(lesson, line, error,
                                "a { without its }; write {T}, for example");
        if (*text == '~' || *text == '^')
            how = *text++;
        Expression expression = {.lesson = lesson,
                                 .line = line,
                                 .moment = moment,
                                 .text = text,
                                 .length = (int)(end - text),
                                 .error = error};
        if (!evaluate(&expression, &value))
            return false;
        print(&value, how, out);
        text = end + 1;
    }
}

/* ---- Numbers that are no facts ------------------------------------------ */

static const char *const number_words[] = {"two",      "three",   "four",
                                           "five",     "six",     "seven",
                                           "eight",    "nine",    "ten",
                                           "eleven",   "twelve",  "sixteen",
                                           "twenty",   "thirty",  "hundred",
                                           "thousand", "million", "twice"};

typedef struct {
    const Lesson *lesson;
    const LessonStop *stop;
    int line;
    const LessonMoment *moment;
    char noun[TOKEN_BYTES]; /* the last word that names a kind of thing */
    Error *error;
} Check;

/* The bound of a kind of thing: below this number there are things of this
 * name; 0: it is no such kind. */
static double bound_of(const Check *check, const char *noun, double *least)
{
    double most = 0;

    *least = 0;
    for (int t = 0; t < check->moment->count; ++t) {
        const Trace *trace = check->moment->traces[t];
        const Run *run = &trace->run;
        const struct {
            const char *noun;
            double bound, least;
        } kinds[] = {{"cell", run->words, 0},
                     {"bank", run->k, 0},
                     {"thread", run->threads, 0},
                     {"lane", run->k, 0},
                     {"warp", (run->threads + run->k - 1) / run->k, 0},
                     {"element", run->n, 0},
                     {"input", run->n, 0},
                     {"output", run->n, 0},
                     {"block", run->blocks, 0},
                     {"tile", run->blocks, 0},
                     {"level", base_log2(run->n) + 1, 1},
                     {"round", base_log2(run->n) + 1, 1},
                     {"launch", (double)trace->grids_count + 1, 1},
                     {"step", (double)trace->steps_count + 1, 1},
                     {"instruction", (double)trace->instructions_count + 1, 1},
                     {"line", 100000, 1}};
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
            size_t length = strlen(kinds[i].noun);
            if (strncasecmp(noun, kinds[i].noun, length) != 0 ||
                (noun[length] && strcmp(noun + length, "s") != 0 &&
                 strcmp(noun + length, "es") != 0))
                continue;
            *least = kinds[i].least;
            most = kinds[i].bound > most ? kinds[i].bound : most;
        }
    }
    return most;
}

static bool is_declared(const Check *check, const char *word, size_t length)
{
    return lesson_declares(check->lesson, check->stop, word, length);
}

static bool undeclared(const Check *check, const char *word, size_t length)
{
    return lesson_error(check->lesson, check->line, check->error,
                        "\"%.*s\" is no fact: write {} with what tells it, or "
                        "declare it by number: %.*s and what it is",
                        (int)(length < 40 ? length : 40), word,
                        (int)(length < 40 ? length : 40), word);
}

/* A word with digits, or one that is a number in letters. */
static bool check_word(Check *check, const char *word, size_t length)
{
    char text[TOKEN_BYTES];
    double number, least, bound;

    if (length >= sizeof text)
        length = sizeof text - 1;
    memcpy(text, word, length);
    text[length] = '\0';
    for (size_t i = 0; i < sizeof number_words / sizeof *number_words; ++i)
        if (strcasecmp(text, number_words[i]) == 0)
            return is_declared(check, word, length) ||
                   undeclared(check, word, length);
    size_t letters_count = strcspn(text, "0123456789");
    if (!text[letters_count]) {
        bool joins = strcmp(text, "and") == 0 || strcmp(text, "to") == 0 ||
                     strcmp(text, "or") == 0;
        if (!joins)
            memcpy(check->noun, text, length + 1);
        return true;
    }
    if (is_declared(check, word, length))
        return true;
    if (letters_count == 1 && is_number(text + 1, &number)) {
        bound = *text == 'T'   ? bound_of(check, "thread", &least)
                : *text == 'x' ? bound_of(check, "element", &least)
                : *text == 'S' ? 5
                               : 0;
        return number < bound || undeclared(check, word, length);
    }
    bound = bound_of(check, check->noun, &least);
    return (letters_count == 0 && is_number(text, &number) && number >= least &&
            number < bound) ||
           undeclared(check, word, length);
}

/* Code with digits stands in the sources that are shown, or is a command. */
static bool check_code(const Check *check, const char *code, size_t length)
{
    bool digits = false;
    char text[MOST_EXPRESSION + 1];

    for (size_t i = 0; i < length; ++i)
        digits |= isdigit((unsigned char)code[i]) != 0;
    if (!digits || is_declared(check, code, length) ||
        (length > 8 && strncmp(code, "upsweep ", 8) == 0))
        return true;
    if (length > MOST_EXPRESSION)
        return undeclared(check, code, length);
    memcpy(text, code, length);
    text[length] = '\0';
    for (int t = 0; t < check->moment->count; ++t) {
        const Trace *trace = check->moment->traces[t];
        for (size_t s = 0; s < trace->sources_count; ++s)
            if (strstr(trace->sources[s].text, text))
                return true;
    }
    return undeclared(check, code, length);
}

static bool is_part(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

/* The bytes of the word at TEXT; a point with a digit behind it is in it. */
static size_t word_length(const char *text)
{
    size_t length = 0;

    while (is_part(text[length]) || (length && text[length] == '.' &&
                                     isdigit((unsigned char)text[length - 1]) &&
                                     isdigit((unsigned char)text[length + 1])))
        ++length;
    return length;
}

bool lesson_check_numbers(const Lesson *lesson, const LessonStop *stop,
                          int line, const char *text,
                          const LessonMoment *moment, Error *error)
{
    Check check = {.lesson = lesson,
                   .stop = stop,
                   .line = line,
                   .moment = moment,
                   .error = error};

    while (*text) {
        const char end = *text == '{' ? '}' : *text == '`' ? '`' : '\0';
        const char *close = end ? strchr(text + 1, end) : NULL;
        size_t length = word_length(text);
        if (close && end == '`' &&
            !check_code(&check, text + 1, (size_t)(close - text - 1)))
            return false;
        if (length && !check_word(&check, text, length))
            return false;
        text = close ? close + 1 : text + (length ? length : 1);
    }
    return true;
}
