/* SPDX-License-Identifier: MIT
 *
 * Tests of src/program/cuda: the programs of tests/cuda are rewritten and read
 * by each C++ compiler that is there, by its default language and older ones;
 * what is not there, or is wrong, is one line of the compiler's that says so.
 */
#include "program/rewrite.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static char *folder; /* for what is written */

static const char *top(void)
{
    const char *srcdir = g_getenv("srcdir");

    return srcdir ? srcdir : ".";
}

/* Runs COMMAND by the shell; its exit status, and what it prints. */
static int run(const char *command, char **said)
{
    char *arguments[] = {"/bin/sh", "-c", (char *)command, NULL};
    int status;

    if (!g_spawn_sync(NULL, arguments, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL,
                      NULL, NULL, said, &status, NULL))
        g_error("cannot run %s", command);
    return status;
}

static bool is_here(const char *compiler)
{
    char *command = g_strdup_printf("%s --version", compiler), *said;
    bool here = run(command, &said) == 0;

    g_free(said);
    g_free(command);
    return here;
}

/* Rewrites TEXT, the file NAME, and has COMPILER read it. */
static int compile(const char *compiler, const char *name, const char *text,
                   char **said)
{
    Error error = {ERROR_NONE, ""};
    Text out = {0};

    if (!rewrite_cuda(text, name, NULL, &out, &error))
        g_error("%s", error.text);
    char *path = g_build_filename(folder, "text.cpp", NULL);
    g_assert_true(
        g_file_set_contents(path, out.text, (gssize)out.length, NULL));
    char *command =
        g_strdup_printf("LC_ALL=C %s -fsyntax-only -w -I '%s/src/program/cuda' "
                        "-I '%s/tests/cuda' -include upsweep_cu.h '%s'",
                        compiler, top(), top(), path);
    int status = run(command, said);
    g_free(command);
    g_free(path);
    text_free(&out);
    return status;
}

static void check_programs(const char *compiler)
{
    char *programs = g_build_filename(top(), "tests", "cuda", NULL);
    GDir *list = g_dir_open(programs, 0, NULL);
    const char *name;
    int count = 0;

    g_assert_nonnull(list);
    while ((name = g_dir_read_name(list))) {
        char *path = g_build_filename(programs, name, NULL), *text, *said;

        if (g_str_has_suffix(name, ".cu")) {
            g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
            if (compile(compiler, name, text, &said) != 0)
                g_error("%s: %s", compiler, said);
            g_free(text);
            g_free(said);
            ++count;
        }
        g_free(path);
    }
    g_assert_cmpint(count, >=, 9);
    g_dir_close(list);
    g_free(programs);
}

static void test_default(void)
{
    check_programs("c++");
}

static void test_old(void)
{
    check_programs("c++ -std=c++14");
}

static void test_new(void)
{
    check_programs("c++ -std=c++20");
}

static void test_clang(void)
{
    if (is_here("clang++"))
        check_programs("clang++");
    else
        g_test_skip("there is no clang++ here");
}

/* The compiler refuses TEXT, and its first error has the text WANTED. */
static void check_refused(const char *text, const char *wanted)
{
    char *said;

    if (compile("c++", "a.cu", text, &said) == 0)
        g_error("\"%s\" was taken", text);
    char **lines = g_strsplit(said, "\n", -1);
    const char *first = "";
    for (int i = 0; lines[i] && !*first; ++i)
        if (strstr(lines[i], "error: "))
            first = lines[i];
    if (!strstr(first, wanted))
        g_error("%s: \"%s\" does not say \"%s\"", text, first, wanted);
    g_strfreev(lines);
    g_free(said);
}

static bool c_plus_plus_is_clang(void)
{
    char *said;
    bool clang = run("c++ --version | grep -q clang", &said) == 0;

    g_free(said);
    return clang;
}

static void test_refused(void)
{
#define KERNEL "__global__ void k(int *a) { a[0] = 1; }\n"
    bool clang = c_plus_plus_is_clang();

    /* on the user's line, without a word of templates */
    check_refused(KERNEL "void f(float *a) {\n k<<<1, 2>>>(a);\n}\n",
                  "a.cu:3:");
    check_refused(KERNEL "void f(float *a) {\n k<<<1, 2>>>(a);\n}\n",
                  clang ? "no matching function" : "cannot convert");
    check_refused(KERNEL "void f(int *a) {\n k<<<1, 2>>>(a, 3);\n}\n",
                  clang ? "no matching function" : "too many arguments");
    check_refused("void f() {\n no<<<1, 2>>>(3);\n}\n", "a.cu:2:");
    check_refused("\n#include <thrust/scan.h>\n",
                  "UPSWEEP: thrust/scan.h is not supported (Thrust)");
    check_refused("\n#include <cub/cub.cuh>\n", "(CUB)");
}

static const char host_text[] =
    "#include <cuda_runtime.h>\n#include <cuda.h>\n"
    "int main(void) { int *p = 0; cudaEvent_t e; struct dim3 d; d.x = 1;\n"
    "float4 v = make_float4(1, 2, 3, 4); int threadIdx = (int)v.x;\n"
    "if (cudaMalloc((void **)&p, 16) != cudaSuccess) return (int)d.x;\n"
    "cudaMemcpy(p, &threadIdx, 4, cudaMemcpyHostToDevice);\n"
    "cudaEventCreate(&e); cudaEventRecord(e, 0);\n"
    "cudaFree(p); return cudaGetLastError(); }\n";

/* Files without kernels are ordinary C and C++. */
static void test_host(void)
{
    static const char *const compilers[] = {"c++ -x c++",
                                            "c++ -x c++ -std=c++11", "cc -x c",
                                            "cc -x c -std=c99"};
    char *path = g_build_filename(folder, "host", NULL), *said;

    g_assert_true(g_file_set_contents(path, host_text, -1, NULL));
    for (size_t i = 0; i < G_N_ELEMENTS(compilers); ++i) {
        char *command = g_strdup_printf(
            "%s -fsyntax-only -Wall -Werror -Wno-unused-function -I "
            "'%s/src/program/cuda' '%s'",
            compilers[i], top(), path);
        if (run(command, &said) != 0)
            g_error("%s: %s", compilers[i], said);
        g_free(said);
        g_free(command);
    }
    g_free(path);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    if (!is_here("c++")) {
        g_print("1..0 # SKIP there is no c++ here\n");
        return EXIT_SUCCESS;
    }
    folder = g_dir_make_tmp(NULL, NULL);
    g_assert_nonnull(folder);
    g_test_add_func("/cuda-headers/default", test_default);
    g_test_add_func("/cuda-headers/c++14", test_old);
    g_test_add_func("/cuda-headers/c++20", test_new);
    g_test_add_func("/cuda-headers/clang", test_clang);
    g_test_add_func("/cuda-headers/refused", test_refused);
    g_test_add_func("/cuda-headers/host", test_host);
    int result = g_test_run();
    char *command = g_strdup_printf("rm -rf '%s'", folder), *said;
    run(command, &said);
    g_free(said);
    g_free(command);
    g_free(folder);
    return result;
}
