/* SPDX-License-Identifier: MIT
 *
 * upsweep list: the algorithms, and the mistakes worth teaching.
 */
#include "catalog/catalog.h"
#include "report/answer.h"
#include "cmd.h"

/* What S0 to S4 in an origin stand for. */
static const struct {
    const char *name, *text;
} sources[] = {
    {"S0", "G. Capannini, F. Silvestri, R. Baraglia: the paper on parallel "
           "prefix sums on GPUs in the K-model, which proposes LeftRight"},
    {"S1", "CS/EE 217, GPU Architecture and Parallel Programming, lecture 12: "
           "Parallel Computation Patterns, Parallel Prefix Sum (Scan), part 2"},
    {"S2", "RightNow AI: the page on prefix scan in CUDA"},
    {"S3", "S. Sengupta, A. E. Lefohn, J. D. Owens: A Work-Efficient "
           "Step-Efficient Prefix-Sum Algorithm"},
    {"S4", "Sanjeeb KC: Cumulative Sum, a notebook"},
};

static const struct {
    const char *title, *text;
} ideas[IDEA_COUNT] = {
    [IDEA_CONFLICTS] = {"Trees with bank conflicts",
                        "sums go up a tree and down again; few banks hold "
                        "their cells"},
    [IDEA_TREES] = {"Trees without conflicts",
                    "the same sums, spread over the banks"},
    [IDEA_ROWS] = {"Without a tree",
                   "one thread alone, or Hillis-Steele (Horn, Kogge-Stone)"},
    [IDEA_REGISTERS] = {"Registers and shuffles",
                        "lanes of a warp exchange sums without memory"},
    [IDEA_BLOCKS] = {"Several blocks",
                     "arrays too large for the shared memory of one block"},
    [IDEA_SELECTION] = {"Applications", "what scans are good for"},
    [IDEA_OTHERS] = {"Others", "algorithms of other kinds"},
    [IDEA_MISTAKES] = {"Mistakes worth teaching",
                       "wrong sums, races, avoidable conflicts; D: go there"},
};

enum { SOURCES = sizeof sources / sizeof sources[0] };

static void print_json(FILE *out)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);
    json_t *rows = json_array();

    for (size_t i = 0; i < count; ++i)
        answer_add(rows,
                   json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:b, s:b}", "name",
                             all[i]->name, "title", all[i]->title, "summary",
                             all[i]->summary, "origin", all[i]->origin, "idea",
                             ideas[all[i]->fault != FAULT_NONE ? IDEA_MISTAKES
                                                               : all[i]->idea]
                                 .title,
                             "max_n", (int)all[i]->max_n, "inclusive",
                             all[i]->inclusive, "mistake",
                             all[i]->fault != FAULT_NONE));
    json_t *groups = json_object();
    for (int i = 0; i < IDEA_COUNT; ++i)
        if (i != IDEA_OTHERS)
            answer_set(groups, ideas[i].title, json_string(ideas[i].text));
    json_t *legend = json_object();
    for (int i = 0; i < SOURCES; ++i)
        answer_set(legend, sources[i].name, json_string(sources[i].text));
    answer_print(json_pack("{s:o, s:o, s:o}", "algorithms", rows, "ideas",
                           groups, "sources", legend),
                 JSON_INDENT(2), out);
}

static void print_rows(FILE *out, bool mistakes)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    for (size_t i = 0; i < count; ++i)
        if ((all[i]->fault != FAULT_NONE) == mistakes)
            fprintf(out, "  %-21s n to %-6u %-25s %s\n", all[i]->name,
                    all[i]->max_n, all[i]->origin, all[i]->summary);
}

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    (void)notes;
    if (options->operands_count > 0)
        return error_set(error, ERROR_USAGE,
                         "list: unexpected operand \"%.60s\"; remove it",
                         options->operands[0]);
    if (options->json) {
        print_json(out);
        return true;
    }
    fputs("Algorithms\n", out);
    print_rows(out, false);
    fputs(
        "\nMistakes worth teaching (`upsweep verify` reports what is wrong)\n",
        out);
    print_rows(out, true);
    fputs("\nSources\n", out);
    for (int i = 0; i < SOURCES; ++i)
        fprintf(out, "  %s  %s\n", sources[i].name, sources[i].text);
    return true;
}

const Subcommand cmd_list = {
    .name = "list",
    .operands = "",
    .help = "list the algorithms",
    .about = "Lists the algorithms of the catalog, eight mistakes worth "
             "teaching, and their sources.",
    .examples = {{"upsweep list", "all algorithms"},
                 {"upsweep list | grep S3", "those of one source"},
                 {"upsweep list --json", "for a script"}},
    .options = OPTION(JSON),
    .run = run};
