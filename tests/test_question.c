/* SPDX-License-Identifier: MIT
 *
 * Tests of questions: of every entry of the catalog, for several n and k, the
 * answer of each is worked out again from the accesses of the trace, without
 * the functions that made it.
 */
#include "ask/question_choice.h"

#include "catalog/catalog.h"
#include "stage.h"

#include <ctype.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>

enum { SEEDS = 50 };

static const AnalysedTrace *const *traces_of(const Stage *stage)
{
    return (const AnalysedTrace *const *)stage->analysed_traces;
}

/* ---- The truth, by brute force --------------------------------------------*/

/* The instruction that comes at the question's position. */
static const Instruction *next_of(const Stage *stage, const Question *question)
{
    const AnalysedTrace *analysed = stage->analysed_traces[question->panel];
    size_t position = question->position;

    return analysed->trace->instructions +
           (analysed->order ? analysed->order[position] : position);
}

static const Access *access_of(const Trace *trace, const Instruction *at,
                               uint32_t thread)
{
    const Access *found = NULL, *access = trace->accesses + at->first_access;

    for (int i = 0; i < at->lanes; ++i)
        if (at->warp * trace->run.k + access[i].lane == thread) {
            g_assert_null(found); /* else there were two answers */
            found = access + i;
        }
    g_assert_nonnull(found);
    return found;
}

static int64_t cycles_of(const Trace *trace, const Instruction *at)
{
    int64_t queues[TRACE_MAX_BANKS] = {0}, most = 0;

    for (int i = 0; i < at->lanes && trace_is_shared(at); ++i) {
        uint32_t bank =
            trace->accesses[at->first_access + (uint32_t)i].cell % trace->run.k;
        if (++queues[bank] > most)
            most = queues[bank];
    }
    return most;
}

static int64_t cycles_between(const Trace *trace, uint32_t first, uint32_t end)
{
    int64_t cycles = 0;

    for (uint32_t i = first; i < end; ++i)
        cycles += cycles_of(trace, trace->instructions + i);
    return cycles;
}

static Answer waiting(const Trace *trace, const Instruction *at)
{
    Answer answer = {{0}, 0};
    const Access *access = trace->accesses + at->first_access;

    for (int i = 0; i < at->lanes; ++i)
        for (int j = 0; j < i; ++j)
            if (access[i].cell % trace->run.k ==
                access[j].cell % trace->run.k) {
                answer.numbers[answer.count++] =
                    at->warp * trace->run.k + access[i].lane;
                break;
            }
    return answer;
}

/* The word that a lane has once a shuffle, or a store, is over: it is a sum of
 * this access or of the lane's next one. */
static bool makes(const Trace *trace, const Instruction *at,
                  const Access *access, int64_t value, Word interval)
{
    const Instruction *end = trace->instructions + trace->instructions_count;
    const Block *block = trace_block(trace, trace_step(trace, at));

    for (const Instruction *i = at;
         i < end && trace_block(trace, trace_step(trace, i)) == block; ++i) {
        const Access *mine = trace->accesses + i->first_access;
        for (int a = 0; a < i->lanes; ++a) {
            if (i->warp != at->warp || mine[a].lane != access->lane)
                continue;
            const Sum *sums = trace_sums(trace, mine + a);
            for (int s = 0; s < mine[a].sums; ++s) {
                Word sum = op_apply(trace->run.op, sums[s].left, sums[s].right);
                Word of = interval_join(sums[s].left_interval,
                                        sums[s].right_interval);
                if ((interval == INTERVAL_UNSET || of == interval) &&
                    (value == INT64_MIN || (int32_t)sum == value))
                    return true;
            }
            if (i != at)
                return false;
        }
    }
    return false;
}

typedef struct {
    uint32_t space, word, thread, side;
    bool writes, atomic;
} Done;

static GArray *done_in(const Trace *trace, uint32_t first, uint32_t last)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(Done));

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        if (at->step < first || at->step > last || trace_is_shuffle(at))
            continue;
        for (int a = 0; a < at->lanes; ++a) {
            const Access *access = trace->accesses + at->first_access + a;
            Done done = {trace_is_shared(at) ? 999u : at->array,
                         access->cell,
                         at->warp * trace->run.k + access->lane,
                         at->step == first,
                         trace_traits_of(at)->writes,
                         !trace_traits_of(at)->plain};
            g_array_append_val(all, done);
        }
    }
    return all;
}

/* True if a pair of accesses in steps FIRST to LAST races; if they differ, one
 * in each.  X, Y: the threads, or UINT32_MAX for any. */
static bool races(const Trace *trace, uint32_t first, uint32_t last, uint32_t x,
                  uint32_t y)
{
    GArray *all = done_in(trace, first, last);
    bool found = false;

    for (guint i = 0; i < all->len && !found; ++i)
        for (guint j = 0; j < i && !found; ++j) {
            const Done *a = &g_array_index(all, Done, i);
            const Done *b = &g_array_index(all, Done, j);
            if (first != last && a->side == b->side)
                continue;
            if (x != UINT32_MAX && !(a->thread == x && b->thread == y) &&
                !(a->thread == y && b->thread == x))
                continue;
            found = a->space == b->space && a->word == b->word &&
                    a->thread != b->thread && (a->writes || b->writes) &&
                    !(a->atomic && b->atomic);
        }
    g_array_free(all, TRUE);
    return found;
}

static void check_steps(const Stage *stage, const Question *question)
{
    const Trace *trace = stage->traces[question->panel];
    uint32_t step = next_of(stage, question)->step;
    unsigned x, y;
    bool yes = question->right.numbers[0] == 0;

    if (question->kind == QUESTION_BARRIER) {
        g_assert_cmpint(yes, ==,
                        races(trace, step - 1, step, UINT32_MAX, UINT32_MAX));
        return;
    }
    bool without = g_str_has_prefix(question->sentence.text, "If the barrier");
    const char *who =
        strstr(question->sentence.text, without ? "would T" : "Will T");
    g_assert_cmpint(sscanf(who,
                           without ? "would T%u and T%u" : "Will T%u and T%u",
                           &x, &y),
                    ==, 2);
    g_assert_cmpint(yes, ==, races(trace, step, step + without, x, y));
}

static void check_faster(const Stage *stage, const Question *question)
{
    const Trace *trace = stage->traces[question->panel];
    const Step *step = trace->steps + next_of(stage, question)->step;
    int64_t cycles[2];

    for (int i = 0; i < 2; ++i)
        if (stage->count > 1) {
            const Trace *t =
                stage->traces[(question->panel + i) % stage->count];
            cycles[i] = cycles_between(t, 0, (uint32_t)t->instructions_count);
        } else {
            cycles[i] = cycles_between(trace, step[i].first_instruction,
                                       step[i].first_instruction +
                                           step[i].instruction_count);
        }
    g_assert_cmpint(cycles[0], !=, cycles[1]);
    g_assert_cmpint(question->right.numbers[0], ==, cycles[0] > cycles[1]);
}

static void check_truth(const Stage *stage, const Question *question)
{
    const Trace *trace = stage->traces[question->panel];
    const Instruction *at = next_of(stage, question);
    const int64_t *right = question->right.numbers;
    const Access *access = question->thread == UINT32_MAX
                               ? NULL
                               : access_of(trace, at, question->thread);
    Answer waits;

    switch (question->kind) {
    case QUESTION_BANK:
        g_assert_cmpint(right[0], ==, access->cell % trace->run.k);
        break;
    case QUESTION_CELL:
        g_assert_cmpint(right[0], ==, access->cell);
        break;
    case QUESTION_SUM:
        g_assert_true(makes(trace, at, access, right[0], INTERVAL_UNSET));
        break;
    case QUESTION_ELEMENTS:
        g_assert_true(
            makes(trace, at, access, INT64_MIN,
                  interval_make((uint32_t)right[0], (uint32_t)right[1])));
        break;
    case QUESTION_CYCLES:
        g_assert_cmpint(right[0], ==, cycles_of(trace, at));
        break;
    case QUESTION_WAITS:
        waits = waiting(trace, at);
        g_assert_true(question_is_right(question, &waits));
        break;
    case QUESTION_BARRIER:
    case QUESTION_RACE:
        check_steps(stage, question);
        break;
    default:
        check_faster(stage, question);
    }
}

/* ---- Words ----------------------------------------------------------------*/

/* True if TEXT has the words of ANSWER, not as a part of others. */
static bool mentions(const char *text, const char *answer)
{
    char *hay = g_ascii_strdown(text, -1);
    char *needle = g_ascii_strdown(answer, -1);
    size_t length = strlen(needle);
    bool found = false;

    for (const char *p = hay; !found && (p = strstr(p, needle)); ++p)
        found = (p == hay || !isalnum((unsigned char)p[-1])) &&
                !isalnum((unsigned char)p[length]);
    g_free(hay);
    g_free(needle);
    return found;
}

static void check_answers(const Question *question)
{
    Answer answer;
    Error error;
    int right = 0;

    g_assert_true(
        question_read(question, question->answer.text, &answer, &error));
    g_assert_true(question_is_right(question, &answer));
    for (int i = 0; i < QUESTION_CHOICES && question->choices[i]; ++i) {
        g_assert_true(
            question_read(question, question->choices[i], &answer, &error));
        right += question_is_right(question, &answer);
    }
    g_assert_cmpint(right, ==, question->form == ANSWER_CHOICE);
    g_assert_false(question_read(question, "what?", &answer, &error));
    g_assert_nonnull(strstr(error.text, question->how.text));
}

static void check_words(const Question *question)
{
    g_assert_false(mentions(question->hint.text, question->answer.text));
    if (question->form == ANSWER_RANGE || question->form == ANSWER_THREADS)
        g_assert_false(mentions(question->how.text, question->answer.text));
    if (question->form != ANSWER_CHOICE)
        g_assert_false(
            mentions(question->sentence.text, question->answer.text));
    g_assert_true(mentions(question->why.text, question->answer.text));
    g_assert_true(g_utf8_validate(question->why.text, -1, NULL));
    check_answers(question);
}

static bool same(const Question *a, const Question *b)
{
    return a->kind == b->kind && a->panel == b->panel &&
           a->position == b->position &&
           strcmp(a->sentence.text, b->sentence.text) == 0 &&
           strcmp(a->why.text, b->why.text) == 0 &&
           strcmp(a->answer.text, b->answer.text) == 0;
}

/* ---- All of the catalog ---------------------------------------------------*/

static int asked[QUESTION_KINDS], yes[QUESTION_KINDS];

static void try_wish(const Stage *stage, const QuestionWish *wish)
{
    Question question, again;

    if (!question_choose(traces_of(stage), stage->count, wish, &question))
        return;
    g_assert_false(wish->except >> question.kind & 1);
    ++asked[question.kind];
    yes[question.kind] +=
        question.form == ANSWER_CHOICE && question.right.numbers[0] == 0;
    g_assert_cmpuint(question.position, <,
                     stage->traces[question.panel]->instructions_count);
    g_assert_cmpuint(question.end, >, question.position);
    check_truth(stage, &question);
    check_words(&question);
    g_assert_true(
        question_choose(traces_of(stage), stage->count, wish, &again));
    g_assert_true(same(&question, &again));
    question_free(&again);
    question_free(&question);
}

static void try_seeds(const char *names, uint32_t n, uint32_t k)
{
    const Algorithm *algorithm;
    Error error;
    char **words = g_strsplit(names, " ", 2);

    algorithm = catalog_find(words[0], &error);
    g_strfreev(words);
    if (!catalog_accepts(algorithm, n, k, &error))
        return;
    Stage *stage = stage_new(names, OP_ADD, n, k, algorithm->inclusive);
    for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
        QuestionWish wish = question_wish(traces_of(stage), stage->count, seed);
        wish.level = (int)(seed % QUESTION_LEVELS) + 1;
        try_wish(stage, &wish);
        wish.except = ~(1u << seed % QUESTION_KINDS);
        try_wish(stage, &wish);
    }
    stage_free(stage);
}

static void test_catalog(void)
{
    static const struct {
        uint32_t n, k;
    } sizes[] = {{8, 2}, {16, 4}, {21, 4}, {64, 4}, {64, 8}, {128, 32}};
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    for (size_t i = 0; i < count; ++i)
        for (size_t s = 0; s < G_N_ELEMENTS(sizes); ++s)
            try_seeds(all[i]->name, sizes[s].n, sizes[s].k);
    try_seeds("leftright padding", 64, 4);
    try_seeds("nopadding padding", 64, 4);
    for (QuestionKind kind = 0; kind < QUESTION_KINDS; ++kind) {
        g_test_message("%s: %d, of which yes %d", question_kind_name(kind),
                       asked[kind], yes[kind]);
        g_assert_cmpint(asked[kind], >, SEEDS);
    }
    g_assert_cmpint(yes[QUESTION_BARRIER], <, asked[QUESTION_BARRIER]);
    g_assert_cmpint(yes[QUESTION_RACE], <, asked[QUESTION_RACE]);
    g_assert_cmpint(yes[QUESTION_RACE], >, 0);
}

/* ---- Examples, worked out by hand -----------------------------------------*/

static Question ask(Stage *stage, QuestionKind kind, uint64_t seed)
{
    QuestionWish wish = question_wish(traces_of(stage), stage->count, seed);
    Question question;

    wish.except = ~(1u << kind);
    g_assert_true(
        question_choose(traces_of(stage), stage->count, &wish, &question));
    return question;
}

/* Of the store of level 3 of Padding (n = 64, k = 4), T2 meets cell 28. */
static void test_padding(void)
{
    Stage *stage = stage_new("padding", OP_ADD, 64, 4, false);
    Question question;
    bool found = false;

    for (size_t p = 0; p < stage->traces[0]->instructions_count && !found; ++p)
        for (uint64_t seed = 0; seed < 16 && !found; ++seed) {
            const QuestionAsk ask = {QUESTION_BANK, 0, QUESTION_ANY_THREAD,
                                     seed};
            if (!question_at(traces_of(stage), 1, &ask, p, &question))
                break;
            found = strstr(question.why.text, "cell 28 = 7·4 + 0") != NULL;
            if (!found)
                question_free(&question);
        }
    g_assert_true(found);
    g_assert_cmpstr(question.answer.text, ==, "bank 0");
    g_assert_nonnull(strstr(question.why.text,
                            "Without padding it would be cell 23 = 5·4 + 3: "
                            "bank 3. Padding adds 23/4, rounded down: "
                            "23 + 5 = 28."));
    question_free(&question);
    stage_free(stage);
}

static void test_reading(void)
{
    Question number = {.form = ANSWER_NUMBER,
                       .how = {.text = (char *)"a number"}};
    Question range = {.form = ANSWER_RANGE, .how = {.text = (char *)"two"}};
    Question threads = {.form = ANSWER_THREADS,
                        .how = {.text = (char *)"threads"}};
    Question choice = {.form = ANSWER_CHOICE,
                       .choices = {(char *)"yes, it is", (char *)"no"},
                       .how = {.text = (char *)"yes or no"}};
    const char *const ranges[] = {"4-7", "x4..x7", "4 7", "4 to 7"};
    Answer answer;
    Error error;

    g_assert_true(question_read(&number, " bank 3\n", &answer, &error));
    g_assert_cmpint(answer.numbers[0], ==, 3);
    g_assert_true(question_read(&number, "-17", &answer, &error));
    g_assert_cmpint(answer.numbers[0], ==, -17);
    g_assert_false(question_read(&number, "3 4", &answer, &error));
    g_assert_false(question_read(&number, "", &answer, &error));
    for (size_t i = 0; i < G_N_ELEMENTS(ranges); ++i) {
        g_assert_true(question_read(&range, ranges[i], &answer, &error));
        g_assert_cmpint(answer.numbers[0], ==, 4);
        g_assert_cmpint(answer.numbers[1], ==, 7);
    }
    g_assert_true(question_read(&threads, "T3, T1 T3", &answer, &error));
    g_assert_cmpint(answer.count, ==, 2);
    g_assert_cmpint(answer.numbers[0], ==, 1);
    g_assert_true(question_read(&choice, "Y", &answer, &error));
    g_assert_cmpint(answer.numbers[0], ==, 0);
    g_assert_true(question_read(&choice, "2", &answer, &error));
    g_assert_cmpint(answer.numbers[0], ==, 1);
    g_assert_false(question_read(&choice, "3", &answer, &error));
    g_assert_cmpstr(error.text, ==, "\"3\" is not an answer; write yes or no");
}

/* An empty run, and a wish for nothing, have no question. */
static void test_none(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 16, 4, false);
    QuestionWish wish = question_wish(traces_of(stage), 1, 3);
    Question question;

    wish.except = ~0u;
    g_assert_false(question_choose(traces_of(stage), 1, &wish, &question));
    wish.except = 0;
    wish.first[0] = wish.end[0];
    g_assert_false(question_choose(traces_of(stage), 1, &wish, &question));
    const QuestionAsk other = {QUESTION_BANK, 1, QUESTION_ANY_THREAD, 1};
    g_assert_false(question_at(traces_of(stage), 1, &other, 0, &question));
    question_free(&question);
    question = ask(stage, QUESTION_BANK, 3);
    question_free(&question);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/question/catalog", test_catalog);
    g_test_add_func("/question/padding", test_padding);
    g_test_add_func("/question/reading", test_reading);
    g_test_add_func("/question/none", test_none);
    return g_test_run();
}
