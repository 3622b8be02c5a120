/* SPDX-License-Identifier: MIT
 *
 * Test of the next problem of a program with a wrong scan: it is the loop that
 * ends early, not the store of the output.
 */
#include "cli/command_line.h"
#include "cli/request.h"
#include "playback/player.h"
#include "view/analysed_trace.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

static const char program[] =
    "__global__ void scan(int *out, const int *in, int n)\n"
    "{\n"
    "    extern __shared__ int temp[];\n"
    "    int i = threadIdx.x;\n"
    "    temp[i] = i > 0 ? in[i - 1] : 0;\n"
    "    __syncthreads();\n"
    "    for (int d = 1; d < n / 2; d *= 2) {\n"
    "        int left = i >= d ? temp[i - d] : 0;\n"
    "        __syncthreads();\n"
    "        temp[i] += left;\n"
    "        __syncthreads();\n"
    "    }\n"
    "    out[i] = temp[i];\n"
    "}\n"
    "int main()\n"
    "{\n"
    "    int a[16], *in, *out;\n"
    "    for (int i = 0; i < 16; ++i) a[i] = i + 1;\n"
    "    cudaMalloc(&in, sizeof a), cudaMalloc(&out, sizeof a);\n"
    "    cudaMemcpy(in, a, sizeof a, cudaMemcpyHostToDevice);\n"
    "    scan<<<1, 16, sizeof a>>>(out, in, 16);\n"
    "    cudaMemcpy(a, out, sizeof a, cudaMemcpyDeviceToHost);\n"
    "    return 0;\n"
    "}\n";

static Trace *recorded(char *path, char *expect)
{
    char *argv[] = {(char *)"view", path, (char *)"--yes", (char *)"--expect",
                    expect};
    Options options;
    Trace *traces[OPTIONS_MAX_OPERANDS];
    Error error = {ERROR_NONE, ""};

    if (!command_line_read(&options, OPTIONS_RUN | OPTION(YES) | OPTION(EXPECT),
                           expect ? 5 : 3, argv, &error))
        g_error("%s", error.text);
    if (!request_traces(&options, 1, 1, traces, &error)) {
        g_test_skip(error.text);
        return NULL;
    }
    return traces[0];
}

static void test_next(gconstpointer expect)
{
    char *folder = g_dir_make_tmp("problem-XXXXXX", NULL);
    char *path = g_build_filename(folder, "scan.cu", NULL);

    g_assert_true(g_file_set_contents(path, program, -1, NULL));
    Trace *trace = recorded(path, (char *)(uintptr_t)expect);
    if (trace) {
        AnalysedTrace *analysed = analysed_new(trace);
        const Trace *traces[] = {trace};
        Player player;
        Error error;
        g_assert_true(player_init(&player, traces, 1, &error));
        player.marks[0] = analysed->marks;
        uint32_t tick = player_find(&player, MARK_FAULT, 1);
        const Instruction *at =
            trace->instructions + player_position_at(&player, 0, tick) - 1;
        g_assert_cmpuint(at->site, ==, 10);
        g_assert_true(trace_is_shared(at) && trace_is_store(at));
        player_free(&player);
        analysed_free(analysed);
        trace_free(trace);
    }
    g_unlink(path);
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/problem/guessed", NULL, test_next);
    g_test_add_data_func("/problem/expected", "exclusive", test_next);
    return g_test_run();
}
