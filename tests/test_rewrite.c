/* SPDX-License-Identifier: MIT
 *
 * Tests of src/program/rewrite.c: what launches and declarations become, what
 * is left alone, that lines keep their numbers, and what is refused.
 */
#include "program/cxx_tokens.h"
#include "program/rewrite.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "#line 1 \"a.cu\"\n"

static char *rewritten(const char *text)
{
    Error error = {ERROR_NONE, ""};
    Text out = {0};

    if (!rewrite_cuda(text, "a.cu", NULL, &out, &error))
        g_error("%s: %s", text, error.text);
    char *result = g_strndup(out.text, out.length);
    text_free(&out);
    g_assert_true(g_str_has_prefix(result, HEAD));
    return result;
}

static int lines_of(const char *text)
{
    int lines = 0;

    for (; *text; ++text)
        lines += *text == '\n';
    return lines;
}

/* TEXT becomes WANTED. */
static void check(const char *text, const char *wanted)
{
    char *result = rewritten(text);

    if (strcmp(result + strlen(HEAD), wanted) != 0)
        g_error("%s\nbecame\n%s\nnot\n%s", text, result + strlen(HEAD), wanted);
    g_assert_cmpint(lines_of(result + strlen(HEAD)), ==, lines_of(text));
    g_free(result);
}

/* What TEXT becomes has PART in it, or has it not. */
static void check_part(const char *text, const char *part, bool there)
{
    char *result = rewritten(text);

    if ((strstr(result, part) != NULL) != there)
        g_error("%s\nbecame\n%s\nwhich %s\n%s", text, result,
                there ? "lacks" : "has", part);
    g_assert_cmpint(lines_of(result + strlen(HEAD)), ==, lines_of(text));
    g_free(result);
}

static void check_same(const char *text)
{
    check(text, text);
}

static void test_allocation(void)
{
    check("cudaMalloc((void **)&a.e, n);",
          "cudaMalloc(UPSWEEP_TYPED((void **)) &a.e, n);");
    check(
        "cudaMallocManaged(reinterpret_cast<void **>(&a), n);",
        "cudaMallocManaged(UPSWEEP_TYPED(reinterpret_cast<void **>) (&a), n);");
    check_part("#define NEW(p, n) cudaMalloc((void**)&p, n)\n",
               "UPSWEEP_TYPED((void**)) &p", true);
    check_same("cudaMalloc(&a, n); f((void **)&a); cudaMalloc((void *)a, n);");
}

static void test_launch(void)
{
    check("k<<<g, 32>>>(a, b[1]);",
          "(0 ? (void)k(a, b[1]) : upsweep_kernel(\"k\", \"a, b[1]\", "
          "__FILE__, __LINE__, UPSWEEP_CALL(k), g, 32)(a, b[1]));");
    check("k<<<1, 2>>>();", "(0 ? (void)k() : upsweep_kernel(\"k\", \"\", "
                            "__FILE__, __LINE__, UPSWEEP_CALL(k), 1, 2)());");
    check("k<<<1,\n  2 /* two */>>>(\n a, // the \"first\"\n \"x\");",
          "(0 ? (void)k( a, \"x\") : upsweep_kernel(\"k\", \"a, \\\"x\\\"\", "
          "__FILE__, __LINE__, UPSWEEP_CALL(k), 1,\n  2 /* two */)(\n a, // "
          "the \"first\"\n \"x\"));");
    check("k\n<<<1, 2>>>(a);",
          "(0 ? (void)k(a) : upsweep_kernel(\"k\", \"a\", __FILE__, __LINE__, "
          "UPSWEEP_CALL(k), \n1, 2)(a));");
}

/* The kernel's name as the launch gives it, in WHERE before "<<<". */
static void check_name(const char *before, const char *name)
{
    char *text = g_strdup_printf("%s<<<1, 2>>>(a);", before);
    char *call = g_strdup_printf("UPSWEEP_CALL(%s)", name);
    size_t kept = strlen(before) - strlen(name);
    char *begin =
        g_strdup_printf("%.*s(0 ? (void)%s(a) : ", (int)kept, before, name);

    check_part(text, call, true);
    check_part(text, begin, true);
    g_free(text);
    g_free(call);
    g_free(begin);
}

static void test_names(void)
{
    check_name("k", "k");
    check_name("x = y; ns::k", "ns::k");
    check_name("return ::ns::k", "::ns::k");
    check_name("if (a < b) k", "k");
    check_name("if (a) ; else ::k", "::k");
    check_name("k<float, 256>", "k<float, 256>");
    check_name("k<(N > 3), A<B<int>>>", "k<(N > 3), A<B<int>>>");
    check_name("{ A<T>::k<N>", "A<T>::k<N>");
    check_name("(k<T, 2>)", "(k<T, 2>)");
    check_name("; (*pointer)", "(*pointer)");
    check_name("kernels[i]", "kernels[i]");
    check_name("kernels[i].run", "kernels[i].run");
    check_name("table->at(3).run", "table->at(3).run");
    check_name("this->run", "this->run");
    check_name("if (x) (k<1>)", "(k<1>)");
    check_name("return (k<1>)", "(k<1>)");
    check_name("choose<T>(3)", "choose<T>(3)");
    check_name("CHECK(k", "k");
}

static void test_configurations(void)
{
    check_part("k<<<f<1, 2>(3), (a > b ? c : d)>>>(e);",
               "UPSWEEP_CALL(k), f<1, 2>(3), (a > b ? c : d))(e));", true);
    check_part("k<<<g, s<t<int>>>>>(e);", "UPSWEEP_CALL(k), g, s<t<int>>)(e)",
               true);
    check_part("k<<<n >> 1, 32, 4 * sizeof(float), stream>>>(e);",
               "UPSWEEP_CALL(k), n >> 1, 32, 4 * sizeof(float), stream)(e)",
               true);
    check_part("k<<<CONFIGURATION>>>(e);", "UPSWEEP_CALL(k), CONFIGURATION)(e)",
               true);
    /* a launch within an argument of another */
    check_part("a<<<1, 2>>>([&] { b<<<3, 4>>>(c); });",
               "([&] { (0 ? (void)b(c) : upsweep_kernel(\"b\"", true);
    /* a condition among the arguments: there is no call to check them */
    /* what is repeated brings no line of its own */
    check("k<<<1, 2>>>(\"\\\n\");",
          "(0 ? (void)k(\"\") : upsweep_kernel(\"k\", \"\\\"\\\"\", __FILE__, "
          "__LINE__, UPSWEEP_CALL(k), 1, 2)(\"\\\n\"));");
    check("k<<<1, 2>>>(u8R\"x(a\n\"b\")x\");",
          "(0 ? (void)k(u8\"a\\n\\\"b\\\"\") : upsweep_kernel(\"k\", "
          "\"u8\\\"a\\\\n\\\\\\\"b\\\\\\\"\\\"\", __FILE__, __LINE__, "
          "UPSWEEP_CALL(k), 1, 2)(u8R\"x(a\n\"b\")x\"));");
    check_part("k<<<1, 2>>>(a,\n#ifdef B\n b\n#else\n c\n#endif\n);",
               "(upsweep_kernel(\"k\"", true);
    check_part("k<<<1, 2>>>(a);\n#ifdef B\n#endif\n",
               "(0 ? (void)k(a) : ", true);
    check_part("#ifdef B\n#endif\nk<<<1, 2>>>(a);\n",
               "(0 ? (void)k(a) : ", true);
}

static void test_macros(void)
{
    check_part("#define RUN(k, n) k<<<1, n>>>( \\\n  n)\n",
               "#define RUN(k, n) (0 ? (void)k( n) : upsweep_kernel("
               "UPSWEEP_TEXT(k), UPSWEEP_TEXT(n), __FILE__, __LINE__, "
               "UPSWEEP_CALL(k), 1, n)( \\\n  n))\n",
               true);
    check_part("#define TILE(T) __shared__ T tile[32]\n",
               "#define TILE(T) typedef T upsweep_t_tile[32]; static "
               "UpsweepVariable",
               true);
    check_same("#define SHARED __shared__\n");
}

static void test_left_alone(void)
{
    check_same("// k<<<1, 2>>>(a) __shared__ int a;\n");
    check_same("/* k<<<1, 2>>>(a)\n * '\" */ int a = b < c;\n");
    check_same("const char *a = \"k<<<1, 2>>>(a) \\\" // \", b = '\"';\n");
    check_same("auto a = R\"x(k<<<1, 2>>>(a) )\" \")x\", b = u8R\"(<<<)\";\n");
    check_same("a = b << c; d >>= e; f<g<h>> i; int j = 1'000'000;\n");
    check_same("std::ostream &operator<<<int>(std::ostream &, A<int>);\n");
    check_same("#if 0\nk<<<don't\n#if 1\n#endif\n<<<\n#endif\n");
    check_same("#error don't <<<\n#include <a'b.h>\n");
    check_same("a \\\n // b \\\n k<<<1\n");
    check_same("__device__ int f(int a) { return a; }\n"
               "__constant__ struct S *g();\n"
               "template <class T> __device__ T h;\n"
               "extern __device__ int i;\n"
               "struct J { __device__ int f() const; static __device__ int k; "
               "};\n"
               "void l() { __device__ int m; }\n"
               "__device__ int J::k = 3;\n");
    check_same("");
}

static void test_shared(void)
{
    check("void k() { __shared__ float a[N][N + 1]; }",
          "void k() { typedef float upsweep_t_a[N][N + 1]; static "
          "UpsweepVariable upsweep_v_a = upsweep_variable<upsweep_t_a>(\"a\", "
          "\"float [N][N + 1]\"); upsweep_t_a &a = *(upsweep_t_a "
          "*)upsweep_shared(&upsweep_v_a); }");
    check("void k() { extern __shared__ T a[]; }",
          "void k() { typedef T upsweep_t_a; static UpsweepVariable "
          "upsweep_v_a = upsweep_dynamic_variable<upsweep_t_a>(\"a\", "
          "\"T []\"); upsweep_t_a *a = (upsweep_t_a "
          "*)upsweep_dynamic(&upsweep_v_a); }");
    check_part("void k() { __shared__ int a, *b[2],\n c[3]; }",
               "typedef int upsweep_b_a; typedef upsweep_b_a upsweep_t_a;",
               true);
    check_part("void k() { __shared__ int a, *b[2],\n c[3]; }",
               "typedef upsweep_b_a *upsweep_t_b[2];", true);
    check_part("void k() { __shared__ int a, *b[2],\n c[3]; }",
               "typedef upsweep_b_a upsweep_t_c[3];", true);
    check_part("void k() { extern __shared__ float a[][33]; }",
               "typedef float upsweep_t_a[33];", true);
    check_part("void k() { extern __shared__ float a[][33]; }",
               "\"float [][33]\"", true);
    check_part("void k() { __shared__ A<int, 3>::type a[2]; }",
               "typedef A<int, 3>::type upsweep_t_a[2];", true);
    check_part("void k() { __shared__ int (*a)[4]; }",
               "typedef int (*upsweep_t_a)[4];", true);
    check_part("extern __shared__ int a[];",
               "static const UpsweepDynamic<upsweep_t_a, &upsweep_v_a> a = {};",
               true);
    check_part("namespace n { __shared__ int a[3]; }",
               "static const UpsweepShared<upsweep_t_a, &upsweep_v_a> a = {};",
               true);
}

/* Qualifiers in any order are one declaration. */
static void test_qualifiers(void)
{
    static const char *const forms[] = {"__shared__ volatile int a[4];",
                                        "volatile __shared__ int a[4];",
                                        "static __shared__ volatile int a[4];",
                                        "__shared__ static volatile int a[4];",
                                        "volatile int __shared__ a[4];"};

    for (size_t i = 0; i < G_N_ELEMENTS(forms); ++i) {
        char *text = g_strdup_printf("void k() { %s }", forms[i]);
        check_part(text, "{ typedef volatile int upsweep_t_a[4]; static Ups",
                   true);
        g_free(text);
    }
    check_part("void k() { extern __shared__ __align__(16) char a[]; }",
               "struct __align__(16) upsweep_a_a { char upsweep_c; };", true);
    check_part("void k() { __shared__ alignas(8) char a[4]; }",
               "upsweep_variable<upsweep_t_a, upsweep_a_a>", true);
}

static void test_device(void)
{
    check("__device__ int a;",
          "__device__ int a; static const int upsweep_s_a = "
          "upsweep_symbol_of(\"a\", a, 0);");
    check_part("__constant__ float a[2] = {f(1, 2), 3}, b;\n",
               "upsweep_symbol_of(\"a\", a, 0); static const int upsweep_s_b = "
               "upsweep_symbol_of(\"b\", b, 0);\n",
               true);
    check_part("namespace { static __device__ unsigned a = 0; }",
               "upsweep_symbol_of(\"a\", a, 0);", true);
    check_part("__device__ __managed__ A<int, 2> a;",
               "upsweep_symbol_of(\"a\", a, 1);", true);
    check_part("__device__ int (*a)(int) = f;",
               "upsweep_symbol_of(\"a\", a, 0);", true);
    check_part("extern \"C\" {\n__device__ int a{3};\n}",
               "upsweep_symbol_of(\"a\", a, 0);", true);
    /* a brace that two parts of a condition open */
    check_part("#if A\nvoid f() {\n#else\nvoid f(int) {\n#endif\n}\n"
               "__device__ int a;",
               "upsweep_symbol_of(\"a\", a, 0);", true);
}

static void test_functions(void)
{
    check("cudaLaunchKernel((void *)k<A, 2>, 1, 2, p, 0, 0);",
          "upsweep_launch_function(\"k<A, 2>\", __FILE__, __LINE__, k<A, 2>, "
          "1, 2, p, 0, 0);");
    check("cudaLaunchCooperativeKernel((const void *)&k, 1, 2, p);",
          "upsweep_launch_cooperative(\"k\", __FILE__, __LINE__, k, 1, 2, p);");
}

static void test_counts(void)
{
    static const char *const others[] = {
        "void f() { x = atomicAdd(p, 1); }",
        "void f() { x = (int)atomicAdd(p, 1); }",
        "void f() { atomicAdd(p, n); }",
        "void f() { atomicAdd(p, 2); }",
        "void f() { atomicAdd(p, 1) + 1; }",
        "void f() { g(atomicAdd(p, 1)); }",
        "void f() { atomicAdd(p, n + 1); }",
        "int atomicAdd(int *p, int n);",
        "void f() { atomicAdd(1); }",
        "void f() { atomicAdd"};

    check_part("void f() { atomicAdd(&s[i], 1); }",
               "{ upsweep_count_next(), atomicAdd(&s[i], 1); }", true);
    check_part("void f() { if (x) atomicAdd(&s[in[i]], 1u); else g(); }",
               "if (x) upsweep_count_next(), atomicAdd(&s[in[i]], 1u); else",
               true);
    check_part("void f() { for (;;) atomicAdd(p, 1); }",
               "for (;;) upsweep_count_next(), atomicAdd(p, 1);", true);
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
        check_same(others[i]);
}

static void test_headers(void)
{
    check("#include <sm_20_intrinsics.h> // x\n#include <vector>\n",
          "#include <cuda_runtime.h> // x\n#include <vector>\n");
    check_part("# include <thrust/scan.h>\n",
               "# include \"UPSWEEP: thrust/scan.h is not supported (Thrust)\"",
               true);
    check_same("#include \"mma.h\"\n#include HEADER\n");
}

static void test_refused(void)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"\n\nk<<<1, 2(a);", "a.cu:3: <<< without its >>>; write KERNEL<<<"},
        {"k<<<1, 2; >>>(a);", "a.cu:1: <<< without its >>>"},
        {"\nk<<<>>>(a);", "a.cu:2: <<<>>> without a grid"},
        {"k<<<1, 2>>>;", "a.cu:1: no arguments stand behind >>>"},
        {"k<<<1, 2>>>(a;", "a.cu:1: the launch's arguments have no closing )"},
        {"= <<<1, 2>>>(a);", "a.cu:1: no kernel's name stands before <<<"},
        {"<<<", "a.cu:1: no kernel's name"},
        {"\na<<<1, 2>>>(b).c<<<1, 2>>>(d);",
         "a.cu:2: a launch or a declaration"},
        {"void k() { __shared__ int a = 3; }", "a.cu:1: a variable in shared"},
        {"void k() { __shared__ int a }", "a.cu:1: a declaration of shared "
                                          "memory does not end with ;"},
        {"void k() {\nint a = 3\n__shared__ int s[4]; }",
         "a.cu:2: a statement before __shared__ does not end with ;"},
        {"void k() { __shared__ ; }", "is not understood"},
        {"struct S { __shared__ int a; };", "a member of a class"},
        {"__shared__", "does not end with ;"},
        {"\nk<<<n / 32>>>(a);",
         "a.cu:2: <<<>>> has a grid and no block; write"},
        {"#include <stdio.h>\nk<<<dim3(1, 2)>>>(a);", "a.cu:2: <<<>>> has a "},
        {"void k(int *a, int n) {\n__shared__ int s[n]; }",
         "a.cu:2: the size of s is no constant; where it is known only at run "
         "time, write extern __shared__ TYPE s[];"},
        {"void k(const int n) { __shared__ int s[4], t[2][2 * n]; }",
         "the size of t is"},
        {"void k() { __shared__ int s[blockDim.x]; }", "the size of s is"},
        {"int n = 3; void k() { if (a) { __shared__ int s[n]; } }",
         "the size of s is"},
        {"void k() { const int a = 2, n = a * blockDim.x; {\n"
         "__shared__ int s[n]; } }",
         "a.cu:2: the size of s is"},
        {"const int n = 2; void k(int n) { f(); __shared__ int s[n]; }",
         "the size of s is"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Error error = {ERROR_NONE, ""};
        Text out = {0};

        if (rewrite_cuda(cases[i].text, "a.cu", NULL, &out, &error))
            g_error("\"%s\" was taken", cases[i].text);
        g_assert_cmpint(error.kind, ==, ERROR_USAGE);
        if (!strstr(error.text, cases[i].said))
            g_error("%s: \"%s\" does not say \"%s\"", cases[i].text, error.text,
                    cases[i].said);
        text_free(&out);
    }
}

/* Sizes of arrays that are constants, or may be, and configurations of launches
 * that may stand for two numbers: these go to the compiler. */
static void test_constants(void)
{
    static const char *const sizes[] = {
        "const int n = 4; void f(int n); void g(int n) { int n; } void k() {",
        "void g(int n) { for (int n = 0;;) { } } template <int m, int n>\n"
        "void k(int m) {",
        "template <int n> void k(const int *a, int m) {",
        "constexpr int n = 4; void k(int *a) { a[0] = a[1] + n; ",
        "const int m = f(1, 2), n = 3 * m; struct S { int n; }; void k() {",
        "static const unsigned int a[] = {1, 2}, n = 2; void k() {",
        "enum { m, n }; void k() { f<unsigned int>(n); while (n == 2) {",
        "#define n 3\nvoid k() { return n;",
        "struct S { enum { n = 2 }; }; void g(int n); void k() { S::n;",
        "#include \"n.h\"\nvoid k() { B<int, n, 3> b; typedef B<n, n> T;",
        "#include \"n.h\"\nvoid k() { f(1, n); f(g(1, n), n);",
        NULL};
    static const char *const launches[] = {
        "#define CONFIG 1, 32\nvoid f() { k<<<CONFIG>>>(a); }",
        "#include <sizes.h>\nvoid f() { k<<<CONFIG(n)>>>(a); }",
        "#include \"sizes.h\"\nvoid f() { k<<<config>>>(a); }",
        "#define LAUNCH(c) k<<<c>>>(a)\n", NULL};

    for (size_t i = 0; sizes[i]; ++i) {
        char *text = g_strconcat(
            sizes[i], " __shared__ int s[static_cast<int>(n) + 1][sizeof(a)]; ",
            NULL);
        check_part(text, "upsweep_v_s", true);
        g_free(text);
    }
    for (size_t i = 0; launches[i]; ++i)
        check_part(launches[i], "upsweep_kernel(", true);
}

/* Any text gives a result or an error. */
static void test_hostile(void)
{
    static const char *const words[] = {
        "<<<",         "int f",    "operator",
        "const int a", "asm",      "\"mov.u32\"",
        "main",        "::",       ":",
        "...",         "rand",     ">>>",
        "(",           ")",        "{",
        "}",           "[",        "]",
        "<",           ">",        ";",
        ",",           "k",        "::",
        "__shared__",  "extern ",  "__device__ ",
        "=",           "*",        "#define A ",
        "\n",          "\"",       "'",
        "//",          "/*",       "*/",
        "R\"(",        "\\\n",     "#if 0\n",
        "#else\n",     "#endif\n", "alignas",
        "struct ",     "template", "cudaLaunchKernel",
        "#include <",  "."};
    uint64_t state = 1;

    for (int round = 0; round < 20000; ++round) {
        GString *text = g_string_new(NULL);
        size_t count = base_random(&state) % 24;
        Error error = {ERROR_NONE, ""};
        Text out = {0};

        for (size_t i = 0; i < count; ++i)
            g_string_append(text,
                            words[base_random(&state) % G_N_ELEMENTS(words)]);
        if (rewrite_cuda(text->str, "a.cu", NULL, &out, &error))
            g_assert_cmpint(lines_of(text->str), ==, lines_of(out.text) - 1);
        else
            g_assert_true(strlen(error.text) > 0);
        text_free(&out);
        out = (Text){0};
        const char *const texts[] = {text->str, words[count]};
        FunctionSpaces spaces = function_spaces_read(texts, 2);
        if (rewrite_cuda(text->str, "a.cu", &spaces, &out, &error))
            g_assert_cmpint(lines_of(text->str), ==, lines_of(out.text) - 1);
        function_spaces_free(&spaces);
        text_free(&out);
        g_string_free(text, TRUE);
    }
}

/* A thread that comes to the end of a kernel says so. */
static void test_kernel_end(void)
{
    check("__global__ void k(int *a) { if (*a) { return; } *a = 1; }",
          "__global__ void k(int *a) { upsweep_kernel_begin(__func__); if (*a) "
          "{ return; } *a = 1; upsweep_kernel_end(); }");
    check("template <class T> __global__ void __launch_bounds__(8 * (2 + 1))\n"
          "k(T a = T{}) {\n#pragma unroll\n}\nvoid f() {}",
          "template <class T> __global__ void __launch_bounds__(8 * (2 + 1))\n"
          "k(T a = T{}) { upsweep_kernel_begin(__func__);\n#pragma unroll\n"
          "upsweep_kernel_end(); }\n"
          "void f() {}");
    /* where a ; is missing, the compiler is to say so of the brace */
    check(
        "__global__ void k(int *a) { *a = 1 }",
        "__global__ void k(int *a) { upsweep_kernel_begin(__func__); *a = 1 }");
    check("__global__ void k(int *a) { f(a) }",
          "__global__ void k(int *a) { upsweep_kernel_begin(__func__); f(a) }");
    check("__global__ void k() { int a[] = {1} }",
          "__global__ void k() { upsweep_kernel_begin(__func__); int a[] = {1} "
          "}");
    check("__global__ void k() { { } }",
          "__global__ void k() { upsweep_kernel_begin(__func__); { } "
          "upsweep_kernel_end(); }");
    check_same("__global__ void k(int *a); void f() { }");
    check_same("__global__ void k() { goto end; end:; }");
    check_same("__global__ void k() {\n#if A\n for (;;) {\n#else\n {\n#endif\n"
               "} }");
    check_same("__global__ void k() {");
    check_same("#define K __global__ void k() { }\n");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/rewrite/allocation", test_allocation);
    g_test_add_func("/rewrite/launch", test_launch);
    g_test_add_func("/rewrite/names", test_names);
    g_test_add_func("/rewrite/configurations", test_configurations);
    g_test_add_func("/rewrite/macros", test_macros);
    g_test_add_func("/rewrite/left-alone", test_left_alone);
    g_test_add_func("/rewrite/shared", test_shared);
    g_test_add_func("/rewrite/qualifiers", test_qualifiers);
    g_test_add_func("/rewrite/device", test_device);
    g_test_add_func("/rewrite/functions", test_functions);
    g_test_add_func("/rewrite/counts", test_counts);
    g_test_add_func("/rewrite/headers", test_headers);
    g_test_add_func("/rewrite/refused", test_refused);
    g_test_add_func("/rewrite/hostile", test_hostile);
    g_test_add_func("/rewrite/kernel-end", test_kernel_end);
    g_test_add_func("/rewrite/constants", test_constants);
    return g_test_run();
}
