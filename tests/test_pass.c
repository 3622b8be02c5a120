/* SPDX-License-Identifier: MIT
 *
 * The pass: small programs are compiled by clang, changed, and linked with a
 * runtime that prints each call. Tests compare what it prints.
 */
#include "program/compiler.h"
#include "program/pass.h"
#include "util/work_folder.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static Compiler compiler;

/* What CUDA's headers declare, as far as the programs need it. */
static const char header[] =
    "typedef decltype(sizeof 0) size_t;\n"
    "#define __device__ __attribute__((device))\n"
    "#define __host__ __attribute__((host))\n"
    "#define __global__ __attribute__((global))\n"
    "#define __shared__ __attribute__((shared))\n"
    "#define __constant__ __attribute__((constant))\n"
    "#define QUIET __attribute__((disable_sanitizer_instrumentation))\n"
    "struct dim3 { unsigned x, y, z; };\n"
    "typedef struct CUstream_st *cudaStream_t;\n"
    "typedef int cudaError_t;\n"
    "extern \"C\" {\n"
    "int cudaLaunchKernel(const void *, dim3, dim3, void **, size_t,\n"
    "                     cudaStream_t);\n"
    "int cudaConfigureCall(dim3, dim3, size_t, void *);\n"
    "int __cudaPopCallConfiguration(dim3 *, dim3 *, size_t *, void *);\n"
    "void *memcpy(void *, const void *, size_t);\n"
    "void *memset(void *, int, size_t);\n"
    "__device__ void *memcpy(void *, const void *, size_t);\n"
    "__device__ void *memmove(void *, const void *, size_t);\n"
    "__device__ void *memset(void *, int, size_t);\n"
    "extern __device__ const int upsweep_thread;\n"
    "}\n"
    "#line 1 \"program.cu\"\n";

/* Runs k(out), the device functions that follow in the table if they are named
 * `more`, and host(out). Shared variables are in `arena`. */
static const char runtime[] =
    "#include <stdint.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "struct function { const char *name; void (*run)(long *); };\n"
    "struct variable { const char *name; void *at; size_t bytes; };\n"
    "extern struct function __start_upsweep_functions[] "
    "__attribute__((weak)), __stop_upsweep_functions[] "
    "__attribute__((weak));\n"
    "extern struct variable __start_upsweep_variables[] "
    "__attribute__((weak)), __stop_upsweep_variables[] "
    "__attribute__((weak));\n"
    "extern void host(long *) __attribute__((weak));\n"
    "static long out[64]; static char arena[1024] "
    "__attribute__((aligned(64)));\n"
    "static void *keys[8]; static int used;\n"
    "const int upsweep_thread = 5;\n"
    "static const char *place(const void *at) {\n"
    "  static char text[2][64]; static int i; i = !i;\n"
    "  long a = (char *)at - (char *)out, b = (char *)at - arena;\n"
    "  if (a >= 0 && a < (long)sizeof out) sprintf(text[i], \"out+%ld\", a);\n"
    "  else if (b >= 0 && b < 1024) sprintf(text[i], \"shared+%ld\", b);\n"
    "  else return \"else\";\n"
    "  return text[i]; }\n"
    "static const char *often(uint32_t bytes) {\n"
    "  return bytes >> 31 ? \"volatile \" : \"\"; }\n"
    "void upsweep_load(const void *at, uint32_t bytes) {\n"
    "  printf(\"%sload %s %u\\n\", often(bytes), place(at), bytes & 255); }\n"
    "void upsweep_store(void *at, uint32_t bytes, uint64_t value) {\n"
    "  const char *to = place((void *)value);\n"
    "  printf(\"%sstore %s %u \", often(bytes), place(at), bytes & 255);\n"
    "  if (strcmp(to, \"else\") != 0) puts(to);\n"
    "  else printf(\"%lx\\n\", (unsigned long)value); }\n"
    "void upsweep_store_wide(void *at, uint32_t bytes, const void *value) {\n"
    "  printf(\"wide %s %u %d\\n\", place(at), bytes, *(const int *)value); }\n"
    "void *upsweep_copy(void *to, const void *from, size_t sized) {\n"
    "  size_t bytes = sized & 0xffffffffffff;\n"
    "  printf(\"copy %s %s %zu\\n\", place(to), place(from), bytes);\n"
    "  return memmove(to, from, bytes); }\n"
    "void *upsweep_fill(void *to, int byte, size_t bytes) {\n"
    "  printf(\"fill %s %d %zu\\n\", place(to), byte & 255, bytes);\n"
    "  return memset(to, byte, bytes); }\n"
    "static int depth;\n"
    "void upsweep_enter(const void *caller) {\n"
    "  ++depth; if (!caller) puts(\"no caller\"); }\n"
    "void upsweep_leave(void) { --depth; }\n"
    "void *upsweep_shared(void *key, size_t bytes, size_t align) {\n"
    "  int i = 0; while (i < used && keys[i] != key) ++i;\n"
    "  if (i == used) keys[used++] = key;\n"
    "  printf(\"shared %d: %zu, %zu\\n\", i, bytes, align);\n"
    "  return arena + 64 * i; }\n"
    "#define ODD(T, name) T upsweep_##name(T a, T b) {\\\n"
    "  printf(#name \" %ld %ld\\n\", (long)a, (long)b); return a + b; }\n"
    "ODD(uint32_t, shl32) ODD(uint64_t, lshr64) ODD(uint32_t, ashr32)\n"
    "ODD(uint32_t, sdiv32) ODD(uint64_t, urem64)\n"
    "uint32_t upsweep_f32_s32(float x) { printf(\"f32_s32 %g\\n\", x);\n"
    "  return 0x12345; }\n"
    "uint64_t upsweep_f64_u64(double x) { printf(\"f64_u64 %g\\n\", x);\n"
    "  return 7; }\n"
    "int cudaLaunchKernel(void) { return 0; }\n"
    "int __cudaPopCallConfiguration(void) { return 0; }\n"
    "int main(void) {\n"
    "  setvbuf(stdout, NULL, _IONBF, 0);\n"
    "  for (struct function *f = __start_upsweep_functions;\n"
    "       f < __stop_upsweep_functions; ++f)\n"
    "    if (strcmp(f->name, \"k\") == 0 || strstr(f->name, \"more\"))\n"
    "      f->run(out);\n"
    "  if (depth != 0) printf(\"depth %d\\n\", depth);\n"
    "  if (&host) host(out);\n"
    "  for (struct variable *v = __start_upsweep_variables;\n"
    "       v < __stop_upsweep_variables; ++v)\n"
    "    printf(\"variable %s %zu %d\\n\", v->name, v->bytes, *(int *)v->at);\n"
    "  return 0; }\n";

static void execute(const char *folder, const char *format, ...)
    G_GNUC_PRINTF(2, 3);

/* Runs a command of the shell in FOLDER. */
static void execute(const char *folder, const char *format, ...)
{
    va_list list;
    int status = -1;
    char *said = NULL;

    va_start(list, format);
    char *command = g_strdup_vprintf(format, list);
    va_end(list);
    char *words[] = {(char *)(uintptr_t) "sh", (char *)(uintptr_t) "-c",
                     command, NULL};
    g_assert_true(g_spawn_sync(folder, words, NULL, G_SPAWN_SEARCH_PATH, NULL,
                               NULL, NULL, &said, &status, NULL));
    if (status != 0)
        g_error("%s: %s", command, said);
    g_free(command);
    g_free(said);
}

static void write_file(const char *folder, const char *name, const char *first,
                       const char *second)
{
    Text text = {0};
    Error error;

    text_add(&text, "%s%s", first, second);
    g_assert_true(
        work_folder_write(folder, name, text.text, text.length, &error));
    text_free(&text);
}

/* Makes DEVICE or host code of the program in FOLDER: the object NAME of
 * the file UNIT. */
static void compile(const char *folder, const char *name, bool device,
                    const char *unit)
{
    char *in = work_folder_path(folder, "in.bc");
    char *changed = work_folder_path(folder, "out.bc");
    Error error = {0};

    execute(folder,
            "triple=$('%s' -dumpmachine) && '%s' -cc1 -triple $triple "
            "-aux-triple $triple %s -target-sdk-version=11.5 -std=gnu++17 "
            "-fno-rtti -O0 -debug-info-kind=limited "
            "-emit-llvm-bc -o in.bc -x cuda program.cu",
            compiler.file, compiler.file,
            device ? "-fcuda-is-device -D__CUDA_ARCH__=700" : "");
    if (!pass_run(compiler.llvm, in, changed, device ? PASS_DEVICE : PASS_HOST,
                  unit, &error))
        g_error("%s", error.text);
    execute(folder,
            "'%s' -cc1 -triple $('%s' -dumpmachine) -O0 -emit-obj -o %s "
            "-x ir out.bc",
            compiler.file, compiler.file, name);
    free(in);
    free(changed);
}

/* What the program of COUNT files prints, to free. */
static char *run(const char *const *files, size_t count)
{
    Error error;
    char *folder = work_folder_new(&error);
    char *printed = NULL;

    g_assert_nonnull(folder);
    write_file(folder, "runtime.c", runtime, "");
    for (size_t i = 0; i < count; ++i) {
        char name[2][32], unit[16];
        write_file(folder, "program.cu", header, files[i]);
        g_snprintf(name[0], sizeof name[0], "device%zu.o", i);
        g_snprintf(name[1], sizeof name[1], "host%zu.o", i);
        g_snprintf(unit, sizeof unit, "%zu", i);
        compile(folder, name[0], true, unit);
        compile(folder, name[1], false, unit);
    }
    execute(folder,
            "'%s' -w -no-pie -o program -x c runtime.c -x none *.o && "
            "./program >printed",
            compiler.file);
    char *path = work_folder_path(folder, "printed");
    g_assert_true(g_file_get_contents(path, &printed, NULL, NULL));
    free(path);
    work_folder_free(folder);
    return printed;
}

static void check(const char *program, const char *expected)
{
    char *printed = run(&program, 1);

    g_assert_cmpstr(printed, ==, expected);
    g_free(printed);
}

/* Loads and stores have their address, width and value. */
static void test_accesses(void)
{
    check("struct W { long a, b; };\n"
          "typedef int V __attribute__((ext_vector_type(4)));\n"
          "typedef float F __attribute__((ext_vector_type(2)));\n"
          "extern \"C\" __device__ void k(long *out) {\n"
          "  float *f = (float *)out; f[1] = 1; ((double *)out)[1] = -2;\n"
          "  *(char *)out = -1; *(volatile int *)out = 3;\n"
          "  out[2] = out[3]; *(V *)(out + 4) = (V){9, 8, 7, 6};\n"
          "  *(F *)out = (F){1, 2}; *(void **)out = (void *)16;\n"
          "  *(bool *)out = out[2] == 0; *(__int128 *)(out + 2) = 21; }\n",
          "store out+4 4 3f800000\n"
          "store out+8 8 c000000000000000\n"
          "store out+0 1 ff\n"
          "volatile store out+0 4 3\n"
          "load out+24 8\n"
          "store out+16 8 0\n"
          "wide out+32 16 9\n"
          "store out+0 8 400000003f800000\n"
          "store out+0 8 10\n"
          "load out+16 8\n"
          "store out+0 1 1\n"
          "wide out+16 16 21\n");
}

/* Copies and fills are calls with a result. */
static void test_copies(void)
{
    check("struct W { long a[3]; };\n"
          "extern \"C\" __device__ void k(long *out) {\n"
          "  W *w = (W *)out; w[1] = w[0]; memset(out, 1, 8);\n"
          "  long *to = (long *)memmove(out + 1, out, 16);\n"
          "  *to = *(long *)memcpy(out + 8, to, 8);\n"
          "  memcpy(out + 9, w, upsweep_thread); }\n",
          "copy out+24 out+0 24\n"
          "fill out+0 1 8\n"
          "copy out+8 out+0 16\n"
          "copy out+64 out+8 8\n"
          "load out+64 8\n"
          "store out+8 8 101010101010101\n"
          "copy out+72 out+0 5\n");
}

/* Each use of a shared variable, also in a constant, has the address that the
 * call of its function gave. */
static void test_shared(void)
{
    check("__shared__ int outer[3];\n"
          "template <class T> __device__ T *own() {\n"
          "  __shared__ T own[2]; return own + 1; }\n"
          "extern \"C\" __device__ void k(long *out) {\n"
          "  __shared__ int a[4]; __shared__ struct { int *p; } b;\n"
          "  int *pair[2] = {a + 1, outer};\n"
          "  *pair[0] = 5; a[2] = *pair[1]; b.p = a;\n"
          "  for (int i = 0; i < 2; ++i) *(i ? a : outer + 2) = i;\n"
          "  *own<short>() = 6; out[0] = (long)&b - (long)a; }\n",
          "shared 0: 16, 16\n"
          "shared 1: 12, 4\n"
          "shared 2: 8, 8\n"
          "copy else else 16\n"
          "store shared+4 4 5\n"
          "load shared+64 4\n"
          "store shared+8 4 0\n"
          "store shared+128 8 shared+0\n"
          "store shared+72 4 0\n"
          "store shared+0 4 1\n"
          "shared 3: 4, 2\n"
          "store shared+194 2 6\n"
          "store out+0 8 80\n");
}

/* What is undefined in C++ is a call, unless a constant makes it defined. */
static void test_arithmetic(void)
{
    check("extern \"C\" __device__ void k(long *out) {\n"
          "  int i = upsweep_thread; unsigned long u = 100; float f = 2.5f;\n"
          "  double d = 8; long l;\n"
          "  l = i << 3; l = i / 3; l = u % 10; l = i >> 31; l = i << 32;\n"
          "  l = i << i; l = u >> i; l = i >> i; l = i / i; l = u % i;\n"
          "  l = i / -1; l = (int)f; l = (short)f; l = (unsigned long)d;\n"
          "  out[0] = (short)f + l; }\n"
          "__host__ extern \"C\" void host(long *out) {\n"
          "  int i = 3; out[0] = i / i; }\n",
          "shl32 5 32\n"
          "shl32 5 5\n"
          "lshr64 100 5\n"
          "ashr32 5 5\n"
          "sdiv32 5 5\n"
          "urem64 100 5\n"
          "sdiv32 5 4294967295\n"
          "f32_s32 2.5\n"
          "f32_s32 2.5\n"
          "f64_u64 8\n"
          "f32_s32 2.5\n"
          "store out+0 8 234c\n"
          "store out+0 8 1\n");
}

/* Host and device code of one name are two functions; each file's static
 * functions and variables are its own. */
static void test_names(void)
{
    static const char *const files[] = {
        "static __device__ int mine = 1; __device__ int all = 8;\n"
        "static __global__ void more(long *out) { out[0] = mine; }\n"
        "inline __host__ __device__ int both(int x) {\n"
        "#ifdef __CUDA_ARCH__\n"
        "  return x;\n"
        "#else\n"
        "  return x + (1 << x);\n"
        "#endif\n"
        "}\n"
        "struct B { QUIET __host__ __device__ B() {}\n"
        "  virtual __host__ __device__ int f() { return both(2); } };\n"
        "void *shown = &mine, *kernel = (void *)more;\n"
        "extern \"C\" __device__ void k(long *out) {\n"
        "  B b, *p = &b; out[1] = p->f(); out[2] = all; }\n"
        "extern \"C\" void host(long *out) {\n"
        "  B b, *p = &b; out[1] = p->f(); }\n",
        "static __device__ int mine = 2;\n"
        "extern __device__ int all;\n"
        "static __global__ void more(long *out) { out[0] = mine; }\n"
        "void *shown2 = &mine, *kernel2 = (void *)more;\n"};
    char *printed = run(files, 2);

    g_assert_cmpstr(printed, ==,
                    "load else 4\n"
                    "store out+0 8 1\n"
                    "load else 8\n"
                    "load else 8\n"
                    "store out+8 8 2\n"
                    "load else 4\n"
                    "store out+16 8 8\n"
                    "load else 4\n"
                    "store out+0 8 2\n"
                    "load else 8\n"
                    "load else 8\n"
                    "store out+8 8 6\n"
                    "variable all 4 8\n"
                    "variable _ZL4mine 4 1\n"
                    "variable _ZL4mine 4 2\n");
    g_free(printed);
}

/* Skips all but what needs no clang. */
static bool find_clang(void)
{
    Error error;

    return compiler_find(&compiler, &error) &&
           compiler_find_libraries(&compiler, &error);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    if (!find_clang()) {
        g_print("1..0 # SKIP no clang with a libLLVM is here\n");
        return 0;
    }
    g_test_add_func("/pass/accesses-have-address-width-value", test_accesses);
    g_test_add_func("/pass/copies-are-calls", test_copies);
    g_test_add_func("/pass/shared-variables-where-a-call-says", test_shared);
    g_test_add_func("/pass/undefined-operations-are-calls", test_arithmetic);
    g_test_add_func("/pass/host-and-device-share-names", test_names);
    int failed = g_test_run();
    return failed;
}
