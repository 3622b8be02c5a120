/* SPDX-License-Identifier: MIT
 *
 * What is known of device code, with each clang that is installed:
 * device code for this processor, whose symbols and sections are then renamed.
 */
#include "program/symbols.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

/* The device code. */
static const char device[] =
    "#define __global__ __attribute__((global))\n"
    "#define __device__ __attribute__((device))\n"
    "#define __shared__ __attribute__((shared))\n"
    "#define __constant__ __attribute__((constant))\n"
    "#define __host__ __attribute__((host))\n"
    "struct dim3 {\n"
    "    unsigned x, y, z;\n"
    "    __host__ __device__ dim3(unsigned a) : x(a), y(1), z(1) {}\n"
    "};\n"
    "extern \"C\" int cudaConfigureCall(dim3, dim3, unsigned long = 0,\n"
    "                                   void * = 0);\n"
    "extern \"C\" int __cudaPushCallConfiguration(dim3, dim3,\n"
    "                                 unsigned long = 0, void * = 0);\n"
    "extern \"C\" int cudaLaunchKernel(const void *, dim3, dim3, void **,\n"
    "                                  unsigned long, void *);\n"
    "struct __attribute__((aligned(16))) float4 { float x, y, z, w; };\n"
    "struct uchar3 { unsigned char x, y, z; };\n"
    "struct int1 { int x; };\n"
    "struct float2 { float x; int y; };\n" /* not CUDA's */
    "struct Pair { int flag; float value; };\n"
    "struct Big { Pair pairs[2]; double sum; char last; };\n"
    "struct __attribute__((packed)) Packed { int a; char b; };\n"
    "struct alignas(32) Wide : Pair { short more; };\n"
    "union Both { int i; double d; };\n"
    "enum Color : unsigned char { RED };\n"
    "enum class Mode { SUM };\n"
    "typedef const volatile unsigned short Half;\n"
    "typedef float Row[33];\n"
    "__device__ float total[4][3];\n"
    "static __device__ Pair pairs[8];\n"
    "__constant__ Color color;\n"
    "__shared__ int outside[7];\n"
    "__device__ int *pointer;\n"
    "__device__ float4 lone;\n"
    "struct Holder { static __device__ Half kept; };\n"
    "__device__ Half Holder::kept = 3;\n"
    "namespace inner { __device__ volatile long deep; }\n"
    "template <class T, int N> __device__ T helper(T x)\n"
    "{\n"
    "    __shared__ T cell[N][N + 1];\n"
    "    static int calls;\n"
    "    cell[0][0] = x + calls++;\n"
    "    {\n"
    "        __shared__ volatile double block;\n"
    "        block = 1;\n"
    "        return cell[0][0] + (T)block;\n"
    "    }\n"
    "}\n"
    "template <class T> __global__ void scan(T *out, const T *in, int n)\n"
    "{\n"
    "    __shared__ Row tile[32];\n"
    "    __shared__ Pair one;\n"
    "    one.flag = n + outside[0];\n"
    "    tile[0][0] = 1;\n"
    "    out[0] = helper<T, 4>(in[0]);\n"
    "}\n"
    "namespace inner {\n"
    "__global__ void types(float4 *a, uchar3 b, int1 *c, float2 *d,\n"
    "                      Pair e, Pair *const f, Big *g, Packed *h,\n"
    "                      Wide *i, Both *j, Color *k, Mode l,\n"
    "                      const void *m, bool *n, const int (&o)[4],\n"
    "                      float (*p)[33], void (*q)(int), int **r, Half *s)\n"
    "{\n"
    "    __shared__ float4 sums[2];\n"
    "    sums[0] = *a;\n"
    "    deep = pairs[0].flag + total[0][0] + color + lone.x;\n"
    "    pointer = c ? &e.flag : &outside[g->last + h->a + i->more + j->i];\n"
    "    d->y = f->flag + Holder::kept;\n"
    "}\n"
    "}\n"
    "extern \"C\" __global__ void plain()\n"
    "{\n"
    "    __shared__ const Pair *list[3];\n"
    "    __shared__ int deep[2][3][4][5][6];\n"
    "    list[0] = 0;\n"
    "    deep[0][0][0][0][0] = 0;\n"
    "}\n"
    "static __global__ void local(Mode *m) { *m = Mode::SUM; }\n"
    "__device__ int no_kernel(int x) { return x; }\n"
    "struct Object { __device__ void method() { outside[1] = 0; } };\n"
    "__global__ void calls_method() { Object().method(); }\n"
    "void launch()\n"
    "{\n"
    "    scan<float><<<1, 1>>>((float *)0, (const float *)0, 1);\n"
    "    scan<double><<<1, 1>>>((double *)0, (const double *)0, 1);\n"
    "}\n";

/* Host code with the same names. */
static const char host[] = "struct Pair { double other[9]; } pairs[3];\n"
                           "float total[1], outside[2];\n"
                           "void plain(int *of_host) { *of_host = 1; }\n"
                           "int main(void) { return 0; }\n";

static const char script[] =
    "$1 -x cuda -nocudainc -nocudalib -w -O0 -g -gdwarf-$2 -fdata-sections \\\n"
    "    -fstandalone-debug -fno-addrsig --cuda-host-only \\\n"
    "    -Xclang -fcuda-is-device \\\n"
    "    -Xclang -aux-triple -Xclang $($1 -dumpmachine) -c device.cu -o a.o\n"
    "nm a.o | awk '$2 !~ /[Ur]/ { print $3, $3 \".device\" }' >names\n"
    "nm a.o | awk '$3 ~ /^_ZZ|^outside$/ && $3 !~ /5calls/ {\n"
    "    print \"--rename-section .bss.\" $3 \"=upsweep_shared_keys\" }' "
    ">keys\n"
    "objcopy --redefine-syms=names $(cat keys) a.o b.o\n"
    "$1 -no-pie -g -gdwarf-$2 host.c b.o -o program\n";

static void write_file(const char *folder, const char *name, const char *text)
{
    char *path = g_build_filename(folder, name, NULL);

    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    g_free(path);
}

static void spawn(const char *folder, const char *const words[])
{
    char *output, *errors;
    int status;

    g_assert_true(g_spawn_sync(folder, (char **)words, NULL,
                               G_SPAWN_SEARCH_PATH, NULL, NULL, &output,
                               &errors, &status, NULL));
    if (status != 0)
        g_test_message("%s", errors);
    g_assert_cmpint(status, ==, 0);
    g_free(output);
    g_free(errors);
}

/* The symbols of the program that CLANG makes. */
static Symbols *compile(const char *clang, const char *dwarf)
{
    char *folder = g_dir_make_tmp("facts-XXXXXX", NULL);
    char *path = g_build_filename(folder, "program", NULL);
    const char *const words[] = {"/bin/sh", "-ec", script, "sh",
                                 clang,     dwarf, NULL};
    const char *const clean[] = {"rm", "-rf", folder, NULL};
    Error error;

    write_file(folder, "device.cu", device);
    write_file(folder, "host.c", host);
    spawn(folder, words);
    Symbols *symbols = symbols_open(path, &error);
    g_assert_nonnull(symbols);
    spawn(NULL, clean);
    g_free(path);
    g_free(folder);
    return symbols;
}

/* Appends " {0 flag 5, 4 value 9}", the members of a struct with their places
 * and ElementKinds; nothing if it is not in the table. */
static void add_members(const DeviceFacts *facts, uint64_t structure,
                        GString *text)
{
    const StructureTable *table = &facts->structures;

    for (size_t s = 0; structure && s < table->items_count; ++s) {
        if (table->items[s].number != structure)
            continue;
        for (uint32_t i = 0; i < table->items[s].count; ++i) {
            const Member *member = table->members + table->items[s].first + i;
            g_string_append_printf(text, "%s%u %s %d", i ? ", " : " {",
                                   member->first, member->name,
                                   member->element);
        }
        g_string_append_c(text, '}');
    }
}

/* Appends kind, bytes, alignment, count and members of an element. */
static void add_element(const DeviceFacts *facts, const ProgramElement *element,
                        GString *text)
{
    g_string_append_printf(text, "%u %u %u %u", element->kind, element->bytes,
                           element->align, element->count);
    add_members(facts, element->structure, text);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All parameters and variables, a line each: sorted, since units may come in
 * any order. */
static char *all_of(const DeviceFacts *facts)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    const char *kernel = "";

    for (size_t i = 0; i < facts->parameters_count; ++i) {
        const ProgramParameter *is = facts->parameters + i;
        GString *line = g_string_new(NULL);
        if (is->number == 0) {
            kernel = is->name;
            g_string_append_printf(line, "%s()", kernel);
        } else {
            g_assert_cmpuint(is->kernel, ==, is[-1].kernel);
            g_string_append_printf(line, "%s(%u %s%s): ", kernel, is->number,
                                   is->is_pointer ? "*" : "", is->name);
            add_element(facts, &is->element, line);
        }
        g_ptr_array_add(lines, g_string_free(line, FALSE));
    }
    for (size_t i = 0; i < facts->objects_count; ++i) {
        const ProgramObject *is = facts->objects + i;
        GString *line = g_string_new(NULL);
        g_assert_cmpuint(is->address, !=, 0);
        g_string_append_printf(line, "%s %s", is->type, is->name);
        for (int d = 0; d < PROGRAM_DIMENSIONS && is->extents[d]; ++d)
            g_string_append_printf(line, "[%u]", is->extents[d]);
        g_string_append(line, ": ");
        add_element(facts, &is->element, line);
        g_ptr_array_add(lines, g_string_free(line, FALSE));
    }
    g_ptr_array_sort(lines, by_text);
    g_ptr_array_add(lines, NULL);
    char *all = g_strjoinv("\n", (char **)lines->pdata);
    g_ptr_array_free(lines, TRUE);
    return all;
}

/* Element kinds are ElementKind's: 5 is int, 9 is float. */
static const char wanted[] =
    "Color color: 2 1 0 0\n"
    "Half kept: 4 2 0 0\n"
    "Pair one: 0 8 4 0 {0 flag 5, 4 value 9}\n"
    "Pair one: 0 8 4 0 {0 flag 5, 4 value 9}\n"
    "Pair[8] pairs[8]: 0 8 4 0 {0 flag 5, 4 value 9}\n"
    "calls_method()\n"
    "const Pair *[3] list[3]: 8 8 0 0\n"
    "double block: 10 8 0 0\n"
    "double block: 10 8 0 0\n"
    "double[4][5] cell[4][5]: 10 8 0 0\n"
    "float4 lone[4]: 9 4 0 4 {0 x 9, 4 y 9, 8 z 9, 12 w 9}\n"
    "float4[2] sums[2][4]: 9 4 0 4 {0 x 9, 4 y 9, 8 z 9, 12 w 9}\n"
    "float[32][33] tile[32][33]: 9 4 0 0\n"
    "float[32][33] tile[32][33]: 9 4 0 0\n"
    "float[4][3] total[4][3]: 9 4 0 0\n"
    "float[4][5] cell[4][5]: 9 4 0 0\n"
    "int * pointer: 8 8 0 0\n"
    "int calls: 5 4 0 0\n"
    "int calls: 5 4 0 0\n"
    "int deep: 5 4 0 0\n"
    "int[7] outside[7]: 5 4 0 0\n"
    "local()\n"
    "local(1 *m): 5 4 0 0\n"
    "long deep: 7 8 0 0\n"
    "plain()\n"
    "scan<double>()\n"
    "scan<double>(1 *out): 10 8 0 0\n"
    "scan<double>(2 *in): 10 8 0 0\n"
    "scan<double>(3 n): 5 4 0 0\n"
    "scan<float>()\n"
    "scan<float>(1 *out): 9 4 0 0\n"
    "scan<float>(2 *in): 9 4 0 0\n"
    "scan<float>(3 n): 5 4 0 0\n"
    "types()\n"
    "types(1 *a): 9 4 0 4 {0 x 9, 4 y 9, 8 z 9, 12 w 9}\n"
    "types(10 *j): 0 8 8 0\n"
    "types(11 *k): 2 1 0 0\n"
    "types(12 l): 5 4 0 0\n"
    "types(13 *m): 0 1 0 0\n"
    "types(14 *n): 2 1 0 0\n"
    "types(15 *o): 5 4 0 0\n"
    "types(16 *p): 9 4 0 0\n"
    "types(17 q): 8 8 0 0\n"
    "types(18 *r): 8 8 0 0\n"
    "types(19 *s): 4 2 0 0\n"
    "types(2 b): 2 1 0 3 {0 x 2, 1 y 2, 2 z 2}\n"
    "types(3 *c): 5 4 0 0\n"
    "types(4 *d): 0 8 4 0 {0 x 9, 4 y 5}\n"
    "types(5 e): 0 8 4 0 {0 flag 5, 4 value 9}\n"
    "types(6 *f): 0 8 4 0 {0 flag 5, 4 value 9}\n"
    "types(7 *g): 0 32 8 0 {0 pairs[0].flag 5, 4 pairs[0].value 9, 8 "
    "pairs[1].flag 5, 12 pairs[1].value 9, 16 sum 10, 24 last 1}\n"
    "types(8 *h): 0 5 1 0 {0 a 5, 4 b 1}\n"
    "types(9 *i): 0 32 32 0 {0 flag 5, 4 value 9, 8 more 3}";

/* ---- Compilers ------------------------------------------------------------*/

static void test_clang(gconstpointer clang)
{
    static const char *const versions[] = {"4", "5"};
    char *path = g_find_program_in_path(clang);

    if (!path) {
        g_test_skip("not installed");
        return;
    }
    g_free(path);
    for (size_t i = 0; i < G_N_ELEMENTS(versions); ++i) {
        Symbols *symbols = compile(clang, versions[i]);
        char *all = all_of(symbols_device(symbols));
        g_assert_cmpstr(all, ==, wanted);
        g_free(all);
        symbols_free(symbols);
    }
}

/* A program without device code. */
static void test_host(void)
{
    Error error;
    Symbols *symbols = symbols_open("/proc/self/exe", &error);

    if (!symbols) {
        g_test_skip("no debugging information");
        return;
    }
    const DeviceFacts *facts = symbols_device(symbols);
    g_assert_cmpuint(facts->parameters_count + facts->objects_count, ==, 0);
    symbols_free(symbols);
}

int main(int argc, char *argv[])
{
    static const char *const clangs[] = {"clang",    "clang-14", "clang-15",
                                         "clang-16", "clang-17", "clang-18",
                                         "clang-19"};

    g_test_init(&argc, &argv, NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(clangs); ++i) {
        char *name = g_strdup_printf("/device-facts/%s", clangs[i]);
        g_test_add_data_func(name, clangs[i], test_clang);
        g_free(name);
    }
    g_test_add_func("/device-facts/no-device-code", test_host);
    return g_test_run();
}
