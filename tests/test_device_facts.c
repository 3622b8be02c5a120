/* SPDX-License-Identifier: MIT
 *
 * Tests of src/program/device_facts.h, with each clang that is installed:
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

typedef struct {
    Symbols *symbols;
    DeviceFacts facts; /* of SYMBOLS */
} Program;

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

static Program program_new(const char *clang, const char *dwarf)
{
    char *folder = g_dir_make_tmp("facts-XXXXXX", NULL);
    char *path = g_build_filename(folder, "program", NULL);
    const char *const words[] = {"/bin/sh", "-ec", script, "sh",
                                 clang,     dwarf, NULL};
    const char *const clean[] = {"rm", "-rf", folder, NULL};
    Program program;
    Error error;

    write_file(folder, "device.cu", device);
    write_file(folder, "host.c", host);
    spawn(folder, words);
    program.symbols = symbols_open(path, &error);
    g_assert_nonnull(program.symbols);
    program.facts = *symbols_device(program.symbols);
    spawn(NULL, clean);
    g_free(path);
    g_free(folder);
    return program;
}

static void program_free(Program *program)
{
    symbols_free(program->symbols);
}

/* The members of a struct: "0 flag 5, 4 value 9"; "": it is not in the table.
 */
static char *members_of(const Program *program, uint64_t structure)
{
    const StructureTable *table = &program->facts.structures;
    GString *text = g_string_new("");

    for (size_t s = 0; structure && s < table->items_count; ++s)
        for (uint32_t i = 0;
             table->items[s].number == structure && i < table->items[s].count;
             ++i) {
            const Member *member = table->members + table->items[s].first + i;
            g_string_append_printf(text, "%s%u %s %d", i ? ", " : "",
                                   member->first, member->name,
                                   member->element);
        }
    return g_string_free(text, FALSE);
}

/* ---- Kernels --------------------------------------------------------------*/

/* A parameter; MEMBERS as members_of returns them. */
typedef struct {
    const char *name;
    uint32_t is_pointer, element, element_bytes, align, count;
    const char *members;
} Wanted;

#define PAIR "0 flag 5, 4 value 9"

/* The name of the kernel NAME, which its COUNT parameters follow; NULL: there
 * is none. */
static const ProgramParameter *kernel_of(const Program *program,
                                         const char *name, uint32_t *count)
{
    const DeviceFacts *facts = &program->facts;
    const ProgramParameter *found = NULL;

    for (size_t i = 0; i < facts->parameters_count; ++i) {
        const ProgramParameter *kernel = facts->parameters + i;
        if (kernel->number != 0 || strcmp(kernel->name, name) != 0)
            continue;
        g_assert_null(found);
        found = kernel;
        for (*count = 0; i + 1 < facts->parameters_count &&
                         kernel[*count + 1].number == *count + 1;
             ++i, ++*count)
            g_assert_cmpuint(kernel[*count + 1].kernel, ==, kernel->kernel);
    }
    return found;
}

static void check_kernel(const Program *program, const char *name,
                         const Wanted *wanted, uint32_t count)
{
    uint32_t found = 0;
    const ProgramParameter *kernel = kernel_of(program, name, &found);

    g_test_message("kernel %s", name);
    g_assert_nonnull(kernel);
    g_assert_cmpuint(kernel->kernel, !=, 0);
    g_assert_cmpuint(found, ==, count);
    for (uint32_t i = 0; i < count; ++i) {
        const ProgramParameter *is = kernel + 1 + i;
        char *members = members_of(program, is->element.structure);
        g_test_message("parameter %s", wanted[i].name);
        g_assert_cmpstr(is->name, ==, wanted[i].name);
        g_assert_cmpuint(is->is_pointer, ==, wanted[i].is_pointer);
        g_assert_cmpuint(is->element.kind, ==, wanted[i].element);
        g_assert_cmpuint(is->element.bytes, ==, wanted[i].element_bytes);
        g_assert_cmpuint(is->element.align, ==, wanted[i].align);
        g_assert_cmpuint(is->element.count, ==, wanted[i].count);
        g_assert_cmpstr(members, ==, wanted[i].members);
        g_free(members);
    }
}

static void check_types(const Program *program)
{
    static const Wanted types[] = {
        {"a", 1, ELEMENT_F32, 4, 0, 4, "0 x 9, 4 y 9, 8 z 9, 12 w 9"},
        {"b", 0, ELEMENT_U8, 1, 0, 3, "0 x 2, 1 y 2, 2 z 2"},
        {"c", 1, ELEMENT_I32, 4, 0, 0, ""},
        {"d", 1, ELEMENT_OTHER, 8, 4, 0, "0 x 9, 4 y 5"},
        {"e", 0, ELEMENT_OTHER, 8, 4, 0, PAIR},
        {"f", 1, ELEMENT_OTHER, 8, 4, 0, PAIR},
        {"g", 1, ELEMENT_OTHER, 32, 8, 0,
         "0 pairs[0].flag 5, 4 pairs[0].value 9, 8 pairs[1].flag 5, "
         "12 pairs[1].value 9, 16 sum 10, 24 last 1"},
        {"h", 1, ELEMENT_OTHER, 5, 1, 0, "0 a 5, 4 b 1"},
        {"i", 1, ELEMENT_OTHER, 32, 32, 0, "0 flag 5, 4 value 9, 8 more 3"},
        {"j", 1, ELEMENT_OTHER, 8, 8, 0, ""},
        {"k", 1, ELEMENT_U8, 1, 0, 0, ""},
        {"l", 0, ELEMENT_I32, 4, 0, 0, ""},
        {"m", 1, ELEMENT_OTHER, 1, 0, 0, ""},
        {"n", 1, ELEMENT_U8, 1, 0, 0, ""},
        {"o", 1, ELEMENT_I32, 4, 0, 0, ""},
        {"p", 1, ELEMENT_F32, 4, 0, 0, ""},
        {"q", 0, ELEMENT_U64, 8, 0, 0, ""},
        {"r", 1, ELEMENT_U64, 8, 0, 0, ""},
        {"s", 1, ELEMENT_U16, 2, 0, 0, ""}};

    check_kernel(program, "types", types, G_N_ELEMENTS(types));
}

static void check_kernels(const Program *program)
{
    static const Wanted floats[] = {{"out", 1, ELEMENT_F32, 4, 0, 0, ""},
                                    {"in", 1, ELEMENT_F32, 4, 0, 0, ""},
                                    {"n", 0, ELEMENT_I32, 4, 0, 0, ""}};
    static const Wanted doubles[] = {{"out", 1, ELEMENT_F64, 8, 0, 0, ""},
                                     {"in", 1, ELEMENT_F64, 8, 0, 0, ""},
                                     {"n", 0, ELEMENT_I32, 4, 0, 0, ""}};
    static const Wanted mode = {"m", 1, ELEMENT_I32, 4, 0, 0, ""};
    uint32_t none;

    check_kernel(program, "scan<float>", floats, 3);
    check_kernel(program, "scan<double>", doubles, 3);
    check_kernel(program, "plain", NULL, 0);
    check_kernel(program, "local", &mode, 1);
    check_types(program);
    g_assert_null(kernel_of(program, "no_kernel", &none));
    g_assert_null(kernel_of(program, "helper<float, 4>", &none));
    g_assert_null(kernel_of(program, "method", &none));
    g_assert_null(kernel_of(program, "main", &none));
}

/* ---- Objects --------------------------------------------------------------*/

static const struct {
    const char *name, *type;
    uint32_t element, element_bytes, align;
    uint32_t extents[PROGRAM_DIMENSIONS];
    const char *members;
    int times; /* that there is such an object */
} objects[] = {
    {"total", "float[4][3]", ELEMENT_F32, 4, 0, {4, 3}, "", 1},
    {"pairs", "Pair[8]", ELEMENT_OTHER, 8, 4, {8}, PAIR, 1},
    {"color", "Color", ELEMENT_U8, 1, 0, {0}, "", 1},
    {"pointer", "int *", ELEMENT_U64, 8, 0, {0}, "", 1},
    {"lone",
     "float4",
     ELEMENT_F32,
     4,
     0,
     {4},
     "0 x 9, 4 y 9, 8 z 9, 12 w 9",
     1},
    {"kept", "Half", ELEMENT_U16, 2, 0, {0}, "", 1},
    {"deep", "long", ELEMENT_I64, 8, 0, {0}, "", 1},
    {"calls", "int", ELEMENT_I32, 4, 0, {0}, "", 2},
    {"outside", "int[7]", ELEMENT_I32, 4, 0, {7}, "", 1},
    {"cell", "float[4][5]", ELEMENT_F32, 4, 0, {4, 5}, "", 1},
    {"cell", "double[4][5]", ELEMENT_F64, 8, 0, {4, 5}, "", 1},
    {"block", "double", ELEMENT_F64, 8, 0, {0}, "", 2},
    {"tile", "float[32][33]", ELEMENT_F32, 4, 0, {32, 33}, "", 2},
    {"one", "Pair", ELEMENT_OTHER, 8, 4, {0}, PAIR, 2},
    {"sums",
     "float4[2]",
     ELEMENT_F32,
     4,
     0,
     {2, 4},
     "0 x 9, 4 y 9, 8 z 9, 12 w 9",
     1},
    {"list", "const Pair *[3]", ELEMENT_U64, 8, 0, {3}, "", 1},
    /* too many extents */
    {"deep", "int", ELEMENT_I32, 4, 0, {0}, "", 1},
};

static int count_objects(const Program *program, size_t i)
{
    int times = 0;

    for (size_t o = 0; o < program->facts.objects_count; ++o) {
        const ProgramObject *is = program->facts.objects + o;
        char *members = members_of(program, is->element.structure);
        times +=
            strcmp(is->name, objects[i].name) == 0 &&
            strcmp(is->type, objects[i].type) == 0 &&
            is->element.kind == objects[i].element &&
            is->element.bytes == objects[i].element_bytes &&
            is->element.align == objects[i].align &&
            memcmp(is->extents, objects[i].extents, sizeof is->extents) == 0 &&
            strcmp(members, objects[i].members) == 0;
        g_free(members);
    }
    return times;
}

static void check_objects(const Program *program)
{
    size_t all = 0;

    for (size_t i = 0; i < G_N_ELEMENTS(objects); ++i) {
        g_test_message("object %s", objects[i].name);
        g_assert_cmpint(count_objects(program, i), ==, objects[i].times);
        all += (size_t)objects[i].times;
    }
    g_assert_cmpuint(program->facts.objects_count, ==, all);
    for (size_t i = 0; i < all; ++i) {
        const ProgramObject *object = program->facts.objects + i;
        g_assert_cmpuint(object->address, !=, 0);
        for (size_t j = 0; j < i; ++j)
            g_assert_cmpuint(object->address, !=,
                             program->facts.objects[j].address);
    }
}

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
        Program program = program_new(clang, versions[i]);
        check_kernels(&program);
        check_objects(&program);
        program_free(&program);
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
