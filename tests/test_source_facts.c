/* SPDX-License-Identifier: MIT
 *
 * Tests of src/program/source_facts.c, source_facts_read.c and nvcc_rules.c:
 * what libclang says of small CUDA sources, and that damaged facts are refused.
 * UPSWEEP_LIBCLANG is the library; else libclang 14 to 19 is sought.
 */
#include "program/libclang.h"
#include "program/source_facts.h"

#include <dlfcn.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

/* What the sources need of CUDA's headers. */
static const char header[] =
    "#pragma GCC system_header\n"
    "typedef unsigned long size_t;\n"
    "#define __device__ __attribute__((device))\n"
    "#define __host__ __attribute__((host))\n"
    "#define __global__ __attribute__((global))\n"
    "#define __shared__ __attribute__((shared))\n"
    "#define __constant__ __attribute__((constant))\n"
    "struct float4 { float x, y, z, w; };\n"
    "struct dim3 { unsigned x, y, z; __host__ __device__ constexpr\n"
    "  dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1)\n"
    "  : x(a), y(b), z(c) {} };\n"
    "extern \"C\" int cudaConfigureCall(dim3, dim3, size_t s = 0,\n"
    "  void *t = 0);\n"
    "namespace std { template <class T> constexpr T min(T a, T b)\n"
    "  { return a < b ? a : b; }\n"
    "  template <class T> constexpr T &&move(T &a)\n"
    "  { return static_cast<T &&>(a); } }\n";

static char *folder, *mini, *library;

/* ---- Facts of a text ------------------------------------------------------*/

/* The facts of the CUDA source TEXT, the file a.cu.  Free the items. */
static SourceFacts facts_of(const char *text)
{
    SourceFacts it = {0};
    size_t length;
    Error error = {ERROR_NONE, ""};
    char *path = g_build_filename(folder, "a.cu", NULL);
    char *out = g_build_filename(folder, "facts", NULL);
    const char *arguments[] = {"clang++",
                               "-x",
                               "cuda",
                               "--cuda-host-only",
                               "-nocudainc",
                               "-nocudalib",
                               "-Xclang",
                               "-fcuda-is-device",
                               "-Xclang",
                               "-target-sdk-version=8.0",
                               "-std=gnu++17",
                               "-include",
                               mini};

    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    if (!source_facts_write(library, path, arguments,
                            (int)G_N_ELEMENTS(arguments), out, &error))
        g_error("%s", error.text);
    char *facts = base_read_file(out, 1 << 20, &length, &error);
    if (!facts || !source_facts_read(&it, facts, length, &error))
        g_error("%s: %s", text, error.text);
    free(facts);
    g_free(path);
    g_free(out);
    return it;
}

static void test_launches(void)
{
    static const struct {
        const char *kernel, *arguments;
        uint32_t line, last_line;
    } wanted[] = {
        {"k<int>", "d + 1", 6, 8},
        {"n::p", "d, f(1, 2)", 9, 9},
        {"k", "d", 10, 10},
        {"k<T>", "x", 3, 3}, /* of both instances */
    };
    SourceFacts facts =
        facts_of("template <class T> __global__ void k(T *x) { }\n"
                 "namespace n { __global__ void p(int *a, int b) { } } int "
                 "f(int, int);\n"
                 "template <class T> void go(T *x) { k<T><<<1, 2>>>(x); }\n"
                 "#define RUN(k, n) k<<<1, n>>>(d)\n"
                 "void g(int *d, float *e, char *c) {\n"
                 "  k<int><<<1,\n"
                 "    2>>>(d +\n"
                 "      1);\n"
                 "  n::p<<<1, 1>>>( d, f(1, 2) );\n"
                 "  RUN(k, 4);\n"
                 "  go(e); go(c); go(e);\n"
                 "}\n");

    g_assert_cmpuint(facts.items_count, ==, G_N_ELEMENTS(wanted));
    for (size_t i = 0; i < G_N_ELEMENTS(wanted); ++i) {
        const Fact *it = &facts.items[i];
        g_assert_cmpuint(it->kind, ==, FACT_LAUNCH);
        g_assert_true(g_str_has_suffix(it->file, "/a.cu"));
        g_assert_cmpstr(it->name, ==, wanted[i].kernel);
        g_assert_cmpstr(it->text, ==, wanted[i].arguments);
        g_assert_cmpuint(it->line, ==, wanted[i].line);
        g_assert_cmpuint(it->last_line, ==, wanted[i].last_line);
    }
    free(facts.items);
}

static void test_shared(void)
{
    SourceFacts facts = facts_of(
        "extern __shared__ float4 v[];\n"
        "template <class T> __global__ void k(T *x) {\n"
        "  extern __shared__ T tile[][3][33]; __shared__ int fixed[4];\n"
        "  x[0] = tile[0][1][2] + fixed[1]; }\n"
        "void g(double *d) { k<<<1, 1, 8>>>(d); k<<<1, 2, 8>>>(d); }\n");
    size_t i = 0;
    const Fact *v = source_facts_next(&facts, FACT_SHARED, &i);
    const Fact *tile = source_facts_next(&facts, FACT_SHARED, &i);

    g_assert_nonnull(tile);
    g_assert_null(source_facts_next(&facts, FACT_SHARED, &i));
    g_assert_cmpstr(v->name, ==, "v");
    g_assert_cmpstr(v->text, ==, "float4 []");
    g_assert_cmpuint(v->element, ==, ELEMENT_F32);
    g_assert_cmpuint(v->bytes, ==, 16);
    g_assert_cmpuint(v->extents[0], ==, 0);
    g_assert_cmpuint(v->line, ==, 1);
    g_assert_cmpstr(tile->name, ==, "tile");
    g_assert_cmpstr(tile->text, ==, "double [][3][33]");
    g_assert_cmpuint(tile->element, ==, ELEMENT_F64);
    g_assert_cmpuint(tile->bytes, ==, 8);
    g_assert_cmpuint(tile->extents[0], ==, 3);
    g_assert_cmpuint(tile->extents[1], ==, 33);
    g_assert_cmpuint(tile->extents[2], ==, 0);
    free(facts.items);
}

static void test_allocations(void)
{
    SourceFacts facts = facts_of("int cudaMalloc(void **to, size_t bytes);\n"
                                 "void g(double *d, float4 *e, void *f) {\n"
                                 "  cudaMalloc((void **)&d, 8);\n"
                                 "  cudaMalloc((void **)&e, 16);\n"
                                 "  cudaMalloc((void **)&f, 16);\n"
                                 "}\n");

    g_assert_cmpuint(facts.items_count, ==, 2);
    for (uint32_t i = 0; i < 2; ++i) {
        const Fact *it = &facts.items[i];
        g_assert_cmpuint(it->kind, ==, FACT_ALLOCATION);
        g_assert_cmpuint(it->line, ==, 3 + i);
        g_assert_cmpuint(it->element, ==, i ? ELEMENT_F32 : ELEMENT_F64);
        g_assert_cmpuint(it->bytes, ==, i ? 16 : 8);
    }
    free(facts.items);
}

/* ---- Rules ----------------------------------------------------------------*/

/* Sources that nvcc 13.0 refuses; K and D begin a kernel and a function of the
 * device. */
#define K "__global__ void k(int *y, int n) { "
#define D "__device__ int f(int *y, int n) { "
#define GIVEN                                                                  \
    "template <class F> __global__ void g(int *x, F f) { f(1); }\n"            \
    "void h(int *d) { "
static const struct {
    const char *text, *said;
} refused[] = {
    {"struct S { static __global__ void k() { } };",
     "1: the kernel k is a member of a class"},
    {"template <class T> struct S { static __global__ void k() { } };",
     "the kernel k is a member of a class"},
    {GIVEN "g<<<1, 2>>>(d, [](int x) { return x; }); }",
     "2: a kernel receives a host lambda; write __device__ after its ]"},
    {GIVEN "auto f = [=](int x) { }; g<<<1, 2>>>(d, f); }",
     "2: a kernel receives a host lambda"},
    {K "int a[n]; }", "1: the size of a is not a constant"},
    {D "int a[n]; return 1; }", "the size of a is not a constant"},
    {K "auto f = [=](int m) { int a[m]; }; f(n); }", "the size of a is not"},
    {"template <class T> __global__ void k(T *y, int n) { T a[n]; }\n"
     "void g(int *d) { k<<<1, 1>>>(d, 2); k<<<1, 1>>>((char *)d, 2); }",
     "1: the size of a is not a constant"},
    {"const int t[2] = {1, 2}; " K "y[0] = t[n]; }",
     "1: device code uses the host array t"},
    {"constexpr int t[2] = {1, 2}; " K "y[0] = t[1]; }",
     "device code uses the host array t"},
    {"struct S { static constexpr int t[2] = {1, 2}; }; " K "y[0] = S::t[n]; }",
     "device code uses the host array t"},
    {"__constant__ int c[2]; " K "c[0] = 1; }",
     "device code stores to the __constant__ variable c"},
    {"__constant__ int c; " K "c += 1; }",
     "device code stores to the __constant__ variable c"},
    {"__constant__ int c; " K "c++; }",
     "device code stores to the __constant__ variable c"},
    {"constexpr int f() { return 1; } " K "y[0] = f(); }",
     "1: device code calls the host constexpr function f"},
    {K "y[0] = std::min(y[1], n); }",
     "1: device code calls the host constexpr function min"},
    {K "__shared__ int a[8000], b[8000]; a[n] = b[n]; }",
     "1: the kernel's shared variables have more than 49152"},
    {"template <int m> __global__ void k() { __shared__ int a[m]; a[1] = 1; }\n"
     "void g() { k<12289><<<1, 1>>>(); }",
     "1: the kernel's shared variables have more than"},
    {"__constant__ int a[8000]; __constant__ int b[8385];",
     "1: the __constant__ variables have more than 65536 bytes"},
    {"int f() { return 1; } __device__ int f() { return 2; }",
     "1: this function is defined for the host and for the device"},
    {"__device__ int f(int x);\nint f(int x) { return x; }\n"
     "int g(int x) { return x; }",
     "2: the declaration of this function has __device__ and the"},
};

/* What nvcc takes. */
static const char *const taken[] = {
    GIVEN "g<<<1, 2>>>(d, [] __device__ (int x) { return x; }); }",
    "#define HD __host__ __device__\n" GIVEN
    "auto f = [=] HD (int x) { }; g<<<1, 2>>>(d, f); }",
    "__global__ void k(int x) { }\n"
    "void h() { k<<<1, 2>>>([](int x) { return x; }(3)); }",
    "struct S { friend __global__ void k(S *s); };",
    "__global__ void k(int &x, int (*f)(int &&)) { }",
    "template <class... A> __global__ void k(A... a) { }",
    "int f(int n) { int a[n]; a[0] = n; return a[0]; }",
    "template <class T> __device__ T f(int n) { T a[n]; return a[0]; }",
    K "const int m = 3; int a[m], b[sizeof(int)]; a[0] = b[0]; }",
    "const int t[2] = {1, 2}; " K
    "const int m = t[1]; y[0] = sizeof t / sizeof t[0] + m; }",
    "constexpr int t[2] = {1, 2}; template <int n> __device__ int f();\n" K
    "constexpr int m = t[1]; int a[t[0]]; y[0] = f<t[1]>() + m + a[0];\n"
    "switch (n) { case t[1]: break; } static_assert(t[0] == 1, \"\");\n"
    "enum { e = t[1] }; if constexpr (t[1] > 3) y[1] = 2; }",
    "__constant__ const int t[2] = {1, 2}; " K "y[0] = t[n]; }",
    K "constexpr int t[2] = {1, 2}; y[0] = t[n]; }",
    "const int g = 3; const float h = 1; " K "y[0] = g * h; int a = g + n; }",
    "__constant__ int *c; " K "c[0] = 1; *c = 2; y[0] = c[1]; }",
    "__constant__ int c; " K "y[0] = c == 1; n = c; y[c] = -c; }",
    "constexpr int f() { return 1; } int g() { return f(); }",
    "__device__ constexpr int f() { return 1; } " K "y[0] = f(); }",
    K "y[0] = std::move(n); }",
    K "__shared__ int a[12288]; a[n] = 1; }",
    "template <class T> struct S { T x; __device__ T get() { return x; } };\n" K
    "S<int> s = {1}; y[0] = s.get(); }",
    "int f(int x) { return x; } __device__ float f(float x) { return x; }",
    "__device__ int f(int n); __device__ int f(int n) { return n; }",
};
#undef K
#undef D
#undef GIVEN

static void test_refused(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(refused); ++i) {
        SourceFacts facts = facts_of(refused[i].text);
        size_t next = 0;
        const Fact *it = source_facts_next(&facts, FACT_PROBLEM, &next);
        if (!it || source_facts_next(&facts, FACT_PROBLEM, &next))
            g_error("%s: there is not one problem", refused[i].text);
        char *said = g_strdup_printf("%u: %s", it->line, it->text);
        if (!strstr(said, refused[i].said) || !strchr(said, ';'))
            g_error("%s: \"%s\" is not \"%s\"", refused[i].text, said,
                    refused[i].said);
        g_free(said);
        free(facts.items);
    }
}

static void test_taken(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(taken); ++i) {
        SourceFacts facts = facts_of(taken[i]);
        size_t next = 0;
        const Fact *it = source_facts_next(&facts, FACT_PROBLEM, &next);
        if (it)
            g_error("%s: %s", taken[i], it->text);
        free(facts.items);
    }
}

/* A library that is none, and one that is something else. */
static void test_library(void)
{
    Error error = {ERROR_NONE, ""};

    g_assert_false(source_facts_write("/nowhere/libclang.so", "a.cu", NULL, 0,
                                      "facts", &error));
    g_assert_nonnull(strstr(error.text, "libclang: cannot load"));
    g_assert_false(
        source_facts_write("libm.so.6", "a.cu", NULL, 0, "facts", &error));
    g_assert_nonnull(strstr(error.text, "lacks clang_"));
}

/* ---- The reader -----------------------------------------------------------*/

static Fact good_fact(void)
{
    return (Fact){.kind = FACT_LAUNCH,
                  .line = 3,
                  .last_line = 4,
                  .element = ELEMENT_F32,
                  .bytes = 4,
                  .extents = {33},
                  .file = "a.cu",
                  .name = "k<int>",
                  .text = "d, n"};
}

static bool is_taken(const Fact *fact, size_t bytes)
{
    Error error = {ERROR_NONE, ""};
    SourceFacts facts = {0};
    bool good = source_facts_read(&facts, fact, bytes, &error);

    g_assert_cmpuint(facts.items_count, ==, good ? bytes / sizeof *fact : 0);
    g_assert_cmpint(error.kind, ==, good ? ERROR_NONE : ERROR_FAILED);
    if (!good)
        g_assert_nonnull(strstr(error.text, "are damaged at number"));
    free(facts.items);
    return good;
}

static void test_damaged(void)
{
    static const char *const texts[] = {"\033[2J", "\xff", "\xe2\x80\xae"};
    Fact fact = good_fact();

    g_assert_true(is_taken(&fact, 0));
    g_assert_true(is_taken(&fact, sizeof fact));
    g_assert_false(is_taken(&fact, 1));
    g_assert_false(is_taken(&fact, sizeof fact - 1));
#define REFUSE(change)                                                         \
    do {                                                                       \
        fact = good_fact();                                                    \
        change;                                                                \
        if (is_taken(&fact, sizeof fact))                                      \
            g_error("taken: %s", #change);                                     \
    } while (0)
    REFUSE(fact.kind = FACT_KINDS);
    REFUSE(fact.line = 0);
    REFUSE(fact.last_line = 2);
    REFUSE(fact.last_line = UINT32_MAX);
    REFUSE(fact.element = ELEMENT_KINDS);
    REFUSE(fact.bytes = FACTS_MOST_BYTES + 1);
    REFUSE(fact.extents[PROGRAM_DIMENSIONS - 1] = UINT32_MAX);
    REFUSE(memset(fact.file, 'x', sizeof fact.file));
    REFUSE(memset(fact.name, 'x', sizeof fact.name));
    REFUSE(memset(fact.text, 'x', sizeof fact.text));
    REFUSE((fact.kind = FACT_ALLOCATION, fact.bytes = 0));
    REFUSE((fact.kind = FACT_PROBLEM, fact.text[0] = '\0'));
    for (size_t i = 0; i < G_N_ELEMENTS(texts); ++i) {
        REFUSE(strcpy(fact.file, texts[i]));
        REFUSE(strcpy(fact.name, texts[i]));
        REFUSE(strcpy(fact.text, texts[i]));
    }
#undef REFUSE
}

/* ---- The library ----------------------------------------------------------*/

static bool is_library(const char *path)
{
    void *handle = dlopen(path, RTLD_LAZY | RTLD_LOCAL);

    if (handle)
        dlclose(handle);
    return handle;
}

static char *find_library(void)
{
    const char *given = g_getenv("UPSWEEP_LIBCLANG");

    if (given)
        return g_strdup(given);
    for (int version = 14; version <= 19; ++version) {
        char *name = g_strdup_printf("libclang-%d.so.1", version);
        if (is_library(name))
            return name;
        g_free(name);
        name = g_strdup_printf("/usr/lib/llvm-%d/lib/libclang-%d.so.1", version,
                               version);
        if (is_library(name))
            return name;
        g_free(name);
    }
    return NULL;
}

static void skip(void)
{
    g_test_skip("there is no libclang here");
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } tests[] = {
        {"/source-facts/launches", test_launches},
        {"/source-facts/shared", test_shared},
        {"/source-facts/allocations", test_allocations},
        {"/source-facts/refused", test_refused},
        {"/source-facts/taken", test_taken},
        {"/source-facts/library", test_library},
    };

    g_test_init(&argc, &argv, NULL);
    library = find_library();
    folder = g_dir_make_tmp("upsweep-facts-XXXXXX", NULL);
    g_assert_nonnull(folder);
    mini = g_build_filename(folder, "mini.h", NULL);
    g_assert_true(g_file_set_contents(mini, header, -1, NULL));
    for (size_t i = 0; i < G_N_ELEMENTS(tests); ++i)
        g_test_add_func(tests[i].name, library ? tests[i].run : skip);
    g_test_add_func("/source-facts/reader/damaged", test_damaged);
    int status = g_test_run();
    static const char *const files[] = {"mini.h", "a.cu", "facts"};
    for (size_t i = 0; i < G_N_ELEMENTS(files); ++i) {
        char *path = g_build_filename(folder, files[i], NULL);
        g_unlink(path);
        g_free(path);
    }
    g_rmdir(folder);
    g_free(mini);
    g_free(folder);
    g_free(library);
    return status;
}
