/* SPDX-License-Identifier: MIT
 *
 * Tests of src/program/function_spaces.c and src/program/kernel_rules.c: which
 * functions surely are of one side, what is refused as nvcc refuses it, and
 * what nvcc takes.
 */
#include "program/rewrite.h"

#include <glib.h>
#include <string.h>

/* What becomes of the first of COUNT texts, which are a program; NULL with
 * ERROR if it is refused.  Free with g_free. */
static char *rewritten(const char *const texts[], size_t count, Error *error)
{
    FunctionSpaces spaces = function_spaces_read(texts, count);
    Text out = {0};
    char *result = NULL;

    if (rewrite_cuda(texts[0], "a.cu", &spaces, &out, error))
        result = g_strndup(out.text, out.length);
    text_free(&out);
    function_spaces_free(&spaces);
    return result;
}

/* The marks of functions in what becomes of TEXTS: h for one of the host, d for
 * one of the device, in order. */
static void check_marks(const char *const texts[], size_t count,
                        const char *marks)
{
    Error error = {ERROR_NONE, ""};
    GString *found = g_string_new("");
    char *result = rewritten(texts, count, &error);

    if (!result)
        g_error("%s: %s", texts[0], error.text);
    for (const char *at = result; (at = strstr(at, "UPSWEEP_OF_")); ++at)
        g_string_append_c(found, at[11] == 'H' ? 'h' : 'd');
    if (strcmp(found->str, marks) != 0)
        g_error("%s\nbecame\n%s\nwith the marks %s and not %s", texts[0],
                result, found->str, marks);
    g_string_free(found, TRUE);
    g_free(result);
}

/* Functions, and the marks that their bodies get. */
static const struct {
    const char *text, *marks;
} sides[] = {
    {"int f(int x) { return x; }", "h"},
    {"static inline unsigned long f() { return 1; }", "h"},
    {"template <class T> T f(T x) { return x; }", "h"},
    {"std::vector<int> f() { return {}; }", "h"},
    {"int2 operator+(int2 a, int2 b) { return a; }", "h"},
    {"namespace n { V f() { return 1; } }", "h"},
    {"struct V { int x; V(int x) : x(x) { } int get() const { } };", "hh"},
    {"struct V { public: int operator()(int x) { } };", "h"},
    {"int V::get() const { return x; }", "h"},
    {"extern \"C\" void f() { }", "h"},
    {"extern \"C\" { void f() { } }", "h"},
    {"__device__ int f(int x) { return x; }", "d"},
    {"__device__ __forceinline__ float f() { return 1; }", "d"},
    {"struct V { __device__ int get() { return 1; } };", "d"},
    {"__device__ int f(); int g() { } __device__ int f() { }", "hd"},
    /* of both, or of a side that is not known */
    {"__global__ void f() { }", ""},
    {"__host__ __device__ int f() { }", ""},
    {"__device__ int f(); int f() { }", ""},
    {"int f(); __device__ int f() { }", ""},
    {"__device__ int f(int x) { } float f(float x) { }", ""},
    {"#define HD __host__ __device__\nHD int f() { }", ""},
    {"#define real __device__ float\nreal f() { }", ""},
    {"#define static __device__\nstatic int f() { }", ""},
    {"LIBRARY_CALL int f() { }", ""},
    {"LIBRARY_TYPE f() { }", ""},
    {"MACRO(x) int f() { }", ""},
    {"library_call int f() { }", ""},
    {"constexpr int f() { return 1; }", ""},
    {"struct V { constexpr V(int x) { } V() = default; };", ""},
    {"template <> int f<int>(int x) { }", ""},
    {"template <> int f(int x) { }", ""},
    {"auto f() -> int { }", ""},
    {"[[nodiscard]] int f() { }", ""},
    {"struct V { friend int f(V v) { } };", ""},
    {"struct V { operator int() { } ~V() { } };", ""},
    {"struct V { __device__ V() { } };", ""},
    {"int main() { }", ""},
    {"float sqrtf(float x) { } int __popc(int x) { }", ""},
    {"auto f = [](int x) { return x; };", ""},
    {"#ifdef __CUDACC__\n__device__\n#endif\nint f() { }", ""},
    {"#ifdef A\nint f() { }\n#else\n__device__ int f() { }\n#endif", ""},
    {"void g() { __device__ int f(int x); }  int f(int x) { }", "h"},
    {"__device__ int f() { }\nint g() { }\n#if __CUDA_ARCH__\n#endif", "h"},
    {"__global__ void k() { struct L { int f() { } }; }", ""},
};

static void test_sides(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(sides); ++i)
        check_marks(&sides[i].text, 1, sides[i].marks);
}

/* Other files of the program have a word in it. */
static void test_files(void)
{
    static const char *const declared[] = {"int f() { }",
                                           "__device__ int f();"};
    static const char *const macro[] = {"V f() { }",
                                        "#define V __device__ int"};
    static const char *const other[] = {"int f() { }",
                                        "int g() { return f(); }"};

    check_marks(declared, 2, "");
    check_marks(macro, 2, "");
    check_marks(other, 2, "h");
}

static void check_refused(const char *text, const char *said)
{
    Error error = {ERROR_NONE, ""};
    char *result = rewritten(&text, 1, &error);

    if (result)
        g_error("\"%s\" was taken", text);
    g_assert_cmpint(error.kind, ==, ERROR_USAGE);
    if (!strstr(error.text, said))
        g_error("%s: \"%s\" does not say \"%s\"", text, error.text, said);
}

static void check_taken(const char *text)
{
    Error error = {ERROR_NONE, ""};
    char *result = rewritten(&text, 1, &error);

    if (!result)
        g_error("%s: %s", text, error.text);
    g_free(result);
}

static void test_launches(void)
{
    static const char *const taken[] = {
        "__global__ void f() { } int main() { f<<<1, 2>>>(); }",
        "__global__ void f(int x) { } void f() { f<<<1, 2>>>(3); }",
        "void f() { } void g(void (*f)()) { f<<<1, 2>>>(); }",
        "void f() { } void g() { auto f = k; f<<<1, 2>>>(); }",
        "void f() { } void g() { Kernel f(k); f<<<1, 2>>>(); }",
        "KERNEL f() { } int main() { f<<<1, 2>>>(); }",
        "void f() { }\n#if A\nint main() { f<<<1, 2>>>(); }\n#endif",
        "template <class F> __global__ void k(F f) { }\n"
        "int main() { k<<<1, 2>>>([] __device__ (int x) { return x; }); }",
        "#define D __device__\nint main() {\n"
        "k<<<1, 2>>>([=] D (int x) { return x; }); }",
        "int main() { k<<<1, 2>>>([](int x) { return x; }(3), a[1]); }",
        "int main() { k<<< 1, 2 >> >(3); }",
        "int main() { k<<<1, 2>>>([=] hd (int x) { return x; }); }",
        "int main() { auto f = [] hd (int x) { }; k<<<1, 2>>>(f, 3); }",
        "int main() { auto f = [](int x) { return x; }(3); k<<<1, 2>>>(f); }",
        "void g(int f) { auto h = [](int x) { }; k<<<1, 2>>>(f); }",
        NULL};

    check_refused(
        "void f() { }\nint main() { f<<<1, 2>>>(); }",
        "a.cu:2: f<<<>>> launches a function that is no kernel; write "
        "__global__ before its type");
    check_refused(
        "__device__ void f() { }\nint main() { f<<<1, 2>>>(); }",
        "a.cu:2: f<<<>>> launches a function that is no kernel; write "
        "__global__ in place of __device__");
    check_refused("int main() {\nk<<<1, 2>>>(d, [](int x) { return x; }); }",
                  "a.cu:2: a kernel is given a lambda of the host");
    check_refused("int main() { auto f = [=](int x) { return x; };\n"
                  "k<<<1, 2>>>(d, f); }",
                  "a.cu:2: a kernel is given a lambda of the host");
    for (size_t i = 0; taken[i]; ++i)
        check_taken(taken[i]);
}

static void test_declarations(void)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"\n__global__ int k() { }",
         "a.cu:2: a kernel returns int; write void"},
        {"__global__ void k(int n, ...) { }", "the kernel k has parameters"},
        {"__global__ void k(int &&n) { }", "the kernel k has a parameter with"},
        {"__global__ __device__ void k() { }", "__device__ stands beside"},
        {"__host__ __global__ void k();", "__host__ stands beside __global__"},
        {"struct S { static __global__ void k() { } };",
         "the kernel k is a member of a class"},
    };
    static const char *const taken[] = {
        "template <int n, class... A> __global__ void k(A... a) { }",
        "template <class T> void __global__ __launch_bounds__(32) k(T *a);",
        "extern \"C\" __global__ void k(int a = b && c) { }",
        "struct S { friend __global__ void k(S s); };",
        "__global__ void k(int (*f)(int, ...)) { }",
        "#if A\n__global__ int k() { }\n#endif",
        "#define K __global__ int\nK k() { }",
        NULL};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i)
        check_refused(cases[i].text, cases[i].said);
    for (size_t i = 0; taken[i]; ++i)
        check_taken(taken[i]);
}

/* What a kernel cannot have in its body, and what it can. */
static const struct {
    const char *body, *said;
} bodies[] = {
    {"int x = rand();", "a kernel calls rand, a function of the host's"},
    {"return std::time(0);", "a kernel calls time"},
    {"std::sort(a, b);", "a kernel uses std::sort, which is of the host's"},
    {"std::vector<int> v(3);", "a kernel uses std::vector"},
    {"std::cout << 1;", "a kernel uses std::cout"},
    {"cout << 1;", "a kernel uses std::cout"},
    {"try { } catch (...) { }", "try is not possible in a kernel"},
    {"if (x) throw 1;", "throw is not possible in a kernel"},
    {"x = typeid(int) == y;", "typeid is not possible in a kernel"},
    {"B *b = dynamic_cast<B *>(a);", "dynamic_cast is not possible"},
    {"int a[n];", "the size of a is no constant; give it one that"},
    {"float a[blockDim.x];", "the size of a is no constant"},
    {"x = table[i];", "a kernel loads table, an array of the host; write"},
    {"x = table[1];", "a kernel loads table, an array of the host; write"},
    {"for (int i = 0; i < 2; i++) x += table[i];", "a kernel loads table"},
    {"const int m = table[n & 1];", "a kernel loads table"},
    {"const int m = table[threadIdx.x & 1];", "a kernel loads table"},
    {"__constant__ int c = 3;", "__constant__ declares a variable in a"},
    {"__device__ int c[3];", "__device__ declares a variable in a function"},
};
static const char *const bodies_taken[] = {
    "int rand = 3; x = rand + a.rand() + n::rand();",
    "x = sizeof(rand()) + strlen(\"abc\") + abs(x);",
    "auto time = [](int x) { return x; }; x = time(3);",
    "int a[3], b[sizeof(int)]; const int m = 3; int c[m];",
    "cub::sort(a); cuda::std::sort(a); std::vector<int>::size_type n;",
    "int table[3] = {1}; x = table[2];",
    "const int m = table[1]; int a[m], b[table[0]];",
    "switch (n) { case table[1]: break; } static_assert(table[0] == 1, \"\");",
    "f<table[1]>();",
    "int a {x[n]}; float b{x[n] * 2.0f}, c; unsigned int d[2] { };",
    "x = sizeof table / sizeof table[0];",
    "if constexpr (n > 3) x = rand();",
    "\n#ifdef A\nx = rand();\n#endif\n",
    "auto f = [] __device__ (int x) { return x; };",
    "struct L { __device__ int f() { return 1; } };",
    "printf(\"x\"); memcpy(a, b, 4); assert(x); p = malloc(3);",
    NULL};

static void test_bodies(void)
{
    static const char *const arrays[] = {"__constant__ const int",
                                         "const __constant__ int",
                                         "const __device__ V",
                                         "__device__ constexpr int",
                                         "DEVICE const int",
                                         "device const int",
                                         "#define V __constant__ int\nconst V",
                                         "int",
                                         NULL};
    static const char head[] = "const int table[2] = {1, 2};\n"
                               "__global__ void k(int n, int *x) {";

    for (size_t i = 0; i < G_N_ELEMENTS(bodies); ++i) {
        char *text = g_strconcat(head, bodies[i].body, "}", NULL);
        check_refused(text, bodies[i].said);
        g_free(text);
    }
    for (size_t i = 0; bodies_taken[i]; ++i) {
        char *text = g_strconcat(head, bodies_taken[i], "}", NULL);
        check_taken(text);
        g_free(text);
    }
    check_refused("int main() { atomicAdd(&x, 1); }",
                  "the host calls atomicAdd, a function of the device");
    check_refused("int main() { __device__ int x; }",
                  "__device__ declares a variable in a function");
    check_taken("int main() { rand(); std::vector<int> v(n); int a[n]; }");
    check_taken("void atomicAdd(int *a, int b) { } int main() {\n"
                "atomicAdd(&x, 1); }");
    check_taken("int main() { run([=] __device__ (int i) { "
                "atomicAdd(x, i); }); }");
    check_taken("int main() { run([=] __device__ __host__ (int i) { "
                "atomicAdd(x, i); }); }");
    check_taken("#define D __device__\nint main() { run([=] D (int i) { "
                "atomicAdd(x, i); }); }");
    check_taken("int main() { struct S { __device__ void f(int *a) { "
                "atomicAdd(a, 1); } }; }");
    check_taken("int main() { struct S { int v; "
                "__device__ bool operator==(S b) { return v == b.v; } "
                "__device__ int operator[](int i) { return v; } }; }");
    for (size_t i = 0; arrays[i]; ++i) {
        char *text = g_strconcat(arrays[i],
                                 " t[2] = {1, 2};\n__global__ void "
                                 "k(int *x) { x[0] = t[x[1]]; }",
                                 NULL);
        check_taken(text);
        g_free(text);
    }
    check_refused("constexpr int t[2] = {1, 2}; __global__ void k(int *x) { "
                  "x[0] = t[x[1]]; }",
                  "a kernel loads t, an array of the host");
    check_taken("template <class T> __global__ void k(T *x) { *x = rand(); }");
    check_taken("template <class T> __device__ T f() { throw 1; } int g() { }");
    check_refused("template <class T> __global__ void k(T *x) { *x = rand(); } "
                  "int main() { k<int><<<1, 2>>>(x); }",
                  "a kernel calls rand");
    check_taken("int rand() { } __global__ void k(int *x) { x[0] = rand(); }");
}

static void test_assembler(void)
{
    Error error = {ERROR_NONE, ""};
    const char *text =
        "__global__ void k() {\nasm volatile(\"mov.u32 %0, %%x;\""
        "\n: \"=r\"(x)); }\nvoid f() { asm(\"rdtsc\"); }\n"
        "#define LANE(x) asm(\"mov.u32 %0, %laneid;\" : x)\n";
    char *result = rewritten(&text, 1, &error);

    g_assert_nonnull(
        strstr(result,
               "\nupsweep_missing(\"inline PTX (asm) is not supported\")\n;"));
    g_assert_nonnull(strstr(result, "asm(\"rdtsc\")"));
    g_assert_nonnull(strstr(result, "LANE(x) upsweep_missing("));
    g_free(result);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/kernel-rules/sides", test_sides);
    g_test_add_func("/kernel-rules/files", test_files);
    g_test_add_func("/kernel-rules/launches", test_launches);
    g_test_add_func("/kernel-rules/declarations", test_declarations);
    g_test_add_func("/kernel-rules/bodies", test_bodies);
    g_test_add_func("/kernel-rules/assembler", test_assembler);
    return g_test_run();
}
