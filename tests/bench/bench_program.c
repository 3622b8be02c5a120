/* SPDX-License-Identifier: MIT
 *
 * bench_program - measures the machine for users' programs with a scan of 512
 * elements a block, 20 barriers and 6137 accesses: four blocks, from the
 * command to the trace; how fast a launch is recorded, and how fast one that is
 * not recorded runs.  Oclgrind, where it is installed, runs the same kernel.
 *
 * Times are processor times of this process and its children, the least of
 * three.  A speed is the difference of two runs with different numbers of
 * blocks or launches, so that the compiler and the start of a run do not
 * count.
 */
#include "bench.h"
#include "program/program.h"
#include "util/work_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    ELEMENTS = 512,
    ACCESSES = 6137, /* of a block */
    FEW_BLOCKS = 4,  /* 2048 elements */
    BLOCKS = 256,
    LAUNCHES = 20,
    ROUNDS = 3,
    OPENCL_BLOCKS = 64
};

static const char kernel[] =
    "    int t = THREAD, d = 1;\n"
    "    in += BLOCK * 512;\n"
    "    out += BLOCK * 512;\n"
    "    s[2 * t] = in[2 * t];\n"
    "    s[2 * t + 1] = in[2 * t + 1];\n"
    "    for (int k = 256; k > 0; k /= 2, d *= 2) {\n"
    "        BARRIER;\n"
    "        if (t < k) {\n"
    "            int a = d * (2 * t + 1) - 1, b = a + d;\n"
    "            s[b] += s[a];\n"
    "        }\n"
    "    }\n"
    "    if (t == 0)\n"
    "        s[511] = 0;\n"
    "    for (int k = 1; k < 512; k *= 2) {\n"
    "        d /= 2;\n"
    "        BARRIER;\n"
    "        if (t < k) {\n"
    "            int a = d * (2 * t + 1) - 1, b = a + d;\n"
    "            int left = s[a];\n"
    "            s[a] = s[b];\n"
    "            s[b] += left;\n"
    "        }\n"
    "    }\n"
    "    BARRIER;\n"
    "    out[2 * t] = s[2 * t];\n"
    "    out[2 * t + 1] = s[2 * t + 1];\n"
    "}\n";

static const char cuda_begin[] =
    "#include <stdlib.h>\n"
    "#define THREAD threadIdx.x\n"
    "#define BLOCK blockIdx.x\n"
    "#define BARRIER __syncthreads()\n"
    "__global__ void scan(int *out, const int *in)\n"
    "{\n"
    "    __shared__ int s[512];\n";

static const char cuda_end[] =
    "int main(int argc, char **argv)\n"
    "{\n"
    "    int launches = atoi(argv[1]), blocks = atoi(argv[2]);\n"
    "    size_t bytes = blocks * 512 * sizeof(int);\n"
    "    int *zeros = (int *)calloc(bytes, 1), *in, *out;\n"
    "    cudaMalloc(&in, bytes);\n"
    "    cudaMalloc(&out, bytes);\n"
    "    cudaMemcpy(in, zeros, bytes, cudaMemcpyHostToDevice);\n"
    "    scan<<<1, 256>>>(out, in);\n"
    "    for (int i = 0; i < launches; ++i)\n"
    "        scan<<<blocks, 256>>>(out, in);\n"
    "    return argc < 3;\n"
    "}\n";

static const char opencl_begin[] =
    "#define THREAD get_local_id(0)\n"
    "#define BLOCK get_group_id(0)\n"
    "#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)\n"
    "__kernel void scan(__global int *out, __global const int *in)\n"
    "{\n"
    "    __local int s[512];\n";

/* Seconds of processor time of this process and of those that it started. */
static double all_seconds(void)
{
    struct rusage children;

    getrusage(RUSAGE_CHILDREN, &children);
    return bench_seconds() + (double)children.ru_utime.tv_sec +
           (double)children.ru_stime.tv_sec +
           1e-6 *
               (double)(children.ru_utime.tv_usec + children.ru_stime.tv_usec);
}

/* ---- The machine ----------------------------------------------------------*/

/* A run of the program, with LAUNCHES launches of BLOCKS blocks behind one of a
 * single block, of which launch RECORDED is recorded and run on random inputs;
 * 0: all are recorded, and none is run again. */
typedef struct {
    int launches, blocks;
    uint32_t recorded;
    double seconds;  /* that it takes */
    size_t accesses; /* that its trace has */
} Timed;

static bool run_once(const char *program, Timed *run, Error *error)
{
    char number[16], size[16];
    const char *const arguments[] = {number, size};
    ProgramOptions options = {.files = &program,
                              .files_count = 1,
                              .arguments = arguments,
                              .arguments_count = 2,
                              .launch = run->recorded,
                              .every = run->recorded == 0,
                              .last_block = UINT32_MAX};

    snprintf(number, sizeof number, "%d", run->launches);
    snprintf(size, sizeof size, "%d", run->blocks);
    double start = all_seconds();
    Trace *trace = program_record(&options, error);
    double seconds = all_seconds() - start;
    if (!trace)
        return false;
    if (run->accesses == 0 || seconds < run->seconds)
        run->seconds = seconds;
    run->accesses = trace->accesses_count;
    trace_free(trace);
    return true;
}

static bool measure_machine(Bench *bench, const char *program, Error *error)
{
    enum { FEW, ONE, RECORDED, ONE_ALONE, ALONE, UNRECORDED, RUNS };
    Timed runs[RUNS] = {[FEW] = {1, FEW_BLOCKS, 2, 0, 0},
                        [ONE] = {0, BLOCKS, 1, 0, 0},
                        [RECORDED] = {1, BLOCKS, 2, 0, 0},
                        [ONE_ALONE] = {0, BLOCKS, 0, 0, 0},
                        [ALONE] = {1, BLOCKS, 0, 0, 0},
                        /* the program ends after the launch that is recorded */
                        [UNRECORDED] = {1 + LAUNCHES, BLOCKS, 2 + LAUNCHES, 0,
                                        0}};
    double rest = 1e-6 * (BLOCKS - 1) * ACCESSES;
    double all = 1e-6 * LAUNCHES * BLOCKS * ACCESSES;

    for (int round = 0; round < ROUNDS; ++round)
        for (int i = 0; i < RUNS; ++i)
            if (!run_once(program, &runs[i], error))
                return false;
    BASE_CHECK(runs[ONE].accesses == ACCESSES &&
               runs[RECORDED].accesses == (size_t)BLOCKS * ACCESSES &&
               runs[ALONE].accesses == (size_t)(BLOCKS + 1) * ACCESSES);
    bench_add(bench, "a program of 2048 elements", "s", runs[FEW].seconds, 0.6,
              false);
    bench_add(bench, "a program's launch, recorded", "M accesses/s",
              rest / (runs[RECORDED].seconds - runs[ONE].seconds), 5, true);
    bench_add(bench, "the same, without random runs", "M accesses/s",
              (rest + 1e-6 * ACCESSES) /
                  (runs[ALONE].seconds - runs[ONE_ALONE].seconds),
              0, true);
    bench_add(bench, "a program's launch, not recorded", "M accesses/s",
              all / (runs[UNRECORDED].seconds - runs[RECORDED].seconds), 60,
              true);
    return true;
}

/* ---- Oclgrind -------------------------------------------------------------*/

/* Runs oclgrind-kernel on the simulation file; false if it is not installed, or
 * fails. */
static bool run_oclgrind(char *file)
{
    extern char **environ;
    char name[] = "oclgrind-kernel";
    char *const arguments[] = {name, file, NULL};
    posix_spawn_file_actions_t actions;
    pid_t process;
    int status = 0;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null",
                                     O_WRONLY, 0);
    bool good =
        posix_spawnp(&process, name, &actions, NULL, arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    while (good && waitpid(process, &status, 0) < 0)
        good = errno == EINTR;
    return good && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The seconds that oclgrind takes for BLOCKS blocks; below 0: it is not there.
 */
static double time_oclgrind(const char *folder, int blocks, Error *error)
{
    Text text = {0};
    int bytes = blocks * ELEMENTS * (int)sizeof(Word);

    text_add(&text,
             "%s/scan.cl\nscan\n%d 1 1\n%d 1 1\n\n<size=%d fill=0>\n"
             "<size=%d fill=0>\n",
             folder, blocks * ELEMENTS / 2, ELEMENTS / 2, bytes, bytes);
    bool good =
        work_folder_write(folder, "scan.sim", text.text, text.length, error);
    text_free(&text);
    char *file = work_folder_path(folder, "scan.sim");
    double start = all_seconds();
    good = good && run_oclgrind(file);
    double seconds = all_seconds() - start;
    free(file);
    return good ? seconds : -1;
}

static void measure_oclgrind(Bench *bench, const char *folder, Error *error)
{
    double one = time_oclgrind(folder, 1, error);
    double many = time_oclgrind(folder, OPENCL_BLOCKS + 1, error);

    if (one < 0 || many < one) {
        fputs("oclgrind: not installed, so not measured\n", bench->notes);
        return;
    }
    bench_add(bench, "the same scan in oclgrind", "M accesses/s",
              1e-6 * OPENCL_BLOCKS * ACCESSES / (many - one), 0, true);
}

static bool measure_in(Bench *bench, const char *folder, Error *error)
{
    char *program = work_folder_path(folder, "scan.cu");
    Text cuda = {0}, opencl = {0};

    text_add(&cuda, "%s%s%s", cuda_begin, kernel, cuda_end);
    text_add(&opencl, "%s%s", opencl_begin, kernel);
    bool good =
        work_folder_write(folder, "scan.cu", cuda.text, cuda.length, error) &&
        work_folder_write(folder, "scan.cl", opencl.text, opencl.length,
                          error) &&
        measure_machine(bench, program, error);
    if (good)
        measure_oclgrind(bench, folder, error);
    text_free(&cuda);
    text_free(&opencl);
    free(program);
    return good;
}

void bench_program(Bench *bench)
{
    Error error = {0};
    char *folder = work_folder_new(&error);

    if (!folder || !measure_in(bench, folder, &error))
        fprintf(bench->notes, "programs: not measured: %s\n", error.text);
    work_folder_free(folder);
}
