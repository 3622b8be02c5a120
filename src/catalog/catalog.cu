/* SPDX-License-Identifier: MIT
 *
 * catalog - runs the kernels on elements that show how they were made.
 *
 *     catalog FLAGS ARRAY ... LAUNCH ...
 *     UPSWEEP_CATALOG="3 4" catalog       reads such arguments from pipe 3, many
 *                                         times, and answers on pipe 4
 *
 *     FLAGS    of compact: "0110", what it keeps; else "-"
 *     ARRAY    "array WORDS HOLDS", in and out first
 *     LAUNCH   "KERNEL PART BLOCKS THREADS WORDS N BLOCK_N IN OUT OWN OWN OWN
 *              INCLUSIVE PASSES", as PlanGrid has them, with numbers of arrays
 *
 * An element is a number of four bytes, of an input or of a sum.  A thread that
 * makes a sum stores the numbers of its two operands and its own: so the log of
 * accesses has all sums, in the order in which each thread made them, and the
 * values follow from the inputs, for any operator.  Kernels are
 * templates, and know of an element only that their operator joins two.
 * src/record/catalog_trace.c reads the log.
 */
#include "scan.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

/* ---- Elements ------------------------------------------------------------- */

/* As in src/record/catalog_trace.c. */
enum { IDENTITY = 0x60000000, UNSET, FIRST_INPUT };
enum { HOLDS_SUMS, HOLDS_NUMBERS, HOLDS_FLAGS };

/* What a thread stores when it makes a sum: the operands, the sum, 0; and, on a
 * GPU, whose log has no shuffles, when it receives an element: that, the lane it
 * comes from, 0, 1. */
struct __align__(16) Made {
    unsigned a, b, c, kind;
};

#ifdef __UPSWEEP__
extern "C" __host__ __device__ unsigned upsweep_number(void);
#endif

/* Makes sums, from number FIRST on; each thread stores its last one. */
struct Maker {
    Made *made;
    unsigned first;
    unsigned *count; /* of sums so far, on a GPU */

    __device__ __forceinline__ unsigned new_number() const
    {
#ifdef __UPSWEEP__ /* its own, so that adding threads need not wait */
        return first + upsweep_number();
#else
        return first + atomicAdd(count, 1);
#endif
    }
    __device__ __forceinline__ void tell(unsigned a, unsigned b, unsigned c,
                                         unsigned kind) const
    {
        made[blockIdx.x * blockDim.x + threadIdx.x] = Made{a, b, c, kind};
    }
    __device__ __forceinline__ unsigned join(unsigned left,
                                             unsigned right) const
    {
        unsigned sum = new_number();

        tell(left, right, sum, 0);
        return sum;
    }
};

__device__ Maker catalog_maker; /* for what has no operator */

/* A scalar, so that loading and storing it is one access; and nothing else can
 * be done with it. */
enum class Element : unsigned {};
bool operator==(Element, Element) = delete;
bool operator!=(Element, Element) = delete;
bool operator<(Element, Element) = delete;
bool operator>(Element, Element) = delete;
bool operator<=(Element, Element) = delete;
bool operator>=(Element, Element) = delete;

struct Join {
    Maker maker;

    __host__ __device__ Element identity() const
    {
        return Element(IDENTITY);
    }
    __device__ __forceinline__ Element operator()(Element left,
                                                  Element right) const
    {
        return Element(maker.join(unsigned(left), unsigned(right)));
    }
};

/* A flag, or a sum of flags: kernels may ask for how many. */
__device__ int *catalog_flags; /* of each number that is one */

struct Flag {
    unsigned number;

    Flag() = default;
    __device__ Flag(int zero) : number(IDENTITY + zero)
    {
    }
    __device__ operator int() const
    {
        return catalog_flags[number - IDENTITY];
    }
    friend __device__ Flag operator+(Flag left, Flag right)
    {
        Flag sum;

        sum.number = catalog_maker.join(left.number, right.number);
        catalog_flags[sum.number - IDENTITY] = int(left) + int(right);
        return sum;
    }
};

#ifndef __UPSWEEP__
template <class T> __device__ __forceinline__ T received(T x, int lane)
{
    catalog_maker.tell(bits_of(x), lane, 0, 1);
    return x;
}
template <class T> __device__ __forceinline__ T told_shuffle(T x, int lane)
{
    return received(of_bits<T>(__shfl_sync(~0u, bits_of(x), lane)), lane);
}
template <class T> __device__ __forceinline__ T told_shuffle_up(T x, int d)
{
    int lane = threadIdx.x % warpSize;

    return received(of_bits<T>(__shfl_up_sync(~0u, bits_of(x), d)),
                    lane < d ? lane : lane - d);
}
template <> __device__ __forceinline__ Element shuffle(Element x, int lane)
{
    return told_shuffle(x, lane);
}
template <> __device__ __forceinline__ Element shuffle_up(Element x, int d)
{
    return told_shuffle_up(x, d);
}
template <> __device__ __forceinline__ int shuffle(int x, int lane)
{
    return told_shuffle(x, lane);
}
template <> __device__ __forceinline__ int shuffle_up(int x, int d)
{
    return told_shuffle_up(x, d);
}
#endif

/* ---- Kernels -------------------------------------------------------------- */

/* They need what is above. */
#include "launch.h"

/* ---- Arrays --------------------------------------------------------------- */

enum { MOST_ARRAYS = 24 };

static void *arrays[MOST_ARRAYS];

static void *new_array(const unsigned *words, size_t count)
{
    void *array;

    cudaMalloc(&array, count * sizeof *words);
    cudaMemcpy(array, words, count * sizeof *words, cudaMemcpyHostToDevice);
    return array;
}

/* What the words of array I are at first. */
static void make_array(int i, int words, int holds, int n)
{
    unsigned *host =
        static_cast<unsigned *>(calloc(words + 1, sizeof *host));

    for (int w = 0; w < words; ++w)
        host[w] = i == 0                 ? FIRST_INPUT + w
                  : holds == HOLDS_FLAGS ? FIRST_INPUT + n + w
                  : holds == HOLDS_SUMS  ? UNSET
                                         : 0;
    arrays[i] = new_array(host, words);
    free(host);
}

/* Room for the flags of all numbers that a scan of N flags makes. */
static void make_flags(const char *flags, int n)
{
    int levels = 2;

    while (1 << levels < n)
        ++levels;
    size_t count = FIRST_INPUT - IDENTITY + (size_t)n * (levels + 4);
    unsigned *host = static_cast<unsigned *>(calloc(count, sizeof *host));

    for (int i = 0; i < n && flags[i]; ++i)
        host[FIRST_INPUT - IDENTITY + n + i] = flags[i] == '1';
    int *device = static_cast<int *>(new_array(host, count));
    cudaMemcpyToSymbol(catalog_flags, &device, sizeof device);
    free(host);
}

/* Reads a launch; its name is kept in NAME. */
static bool read_launch(const char *text, char name[40], KernelLaunch *launch)
{
    int in, out, own[KERNEL_MOST_OWN];

    if (sscanf(text, "%39s %d %d %d %d %d %d %d %d %d %d %d %d %d", name,
               &launch->part, &launch->blocks, &launch->threads, &launch->words,
               &launch->n, &launch->block_n, &in, &out, &own[0], &own[1],
               &own[2], &launch->inclusive, &launch->passes) != 14)
        return false;
    launch->name = name;
    launch->in = arrays[in];
    launch->out = arrays[out];
    for (int j = 0; j < KERNEL_MOST_OWN; ++j)
        launch->own[j] = arrays[own[j]];
    return true;
}

/* Makes the arrays and the launches that the arguments name. */
static int run(int argc, char **argv)
{
    int count = 0, i = 1, threads = 1;
    int words[MOST_ARRAYS], holds[MOST_ARRAYS];
    KernelLaunch launch;
    char name[40];

    for (; i < argc && count < MOST_ARRAYS &&
           sscanf(argv[i], "array %d %d", &words[count], &holds[count]) == 2;
         ++i)
        ++count;
    int n = count > 0 ? words[0] : 0;
    /* The last one first: the launches touch it in any case, and so
     * record/catalog_trace.c knows the others by the order. */
    for (int a = count; a-- > 0;)
        make_array(a, words[a], holds[a], n);
    for (int j = i; j < argc; ++j)
        if (read_launch(argv[j], name, &launch) &&
            launch.blocks * launch.threads > threads)
            threads = launch.blocks * launch.threads;
    Maker maker = {NULL, FIRST_INPUT + 2u * n, NULL};
    cudaMalloc(&maker.made, threads * sizeof *maker.made);
    cudaMalloc(&maker.count, sizeof *maker.count);
    cudaMemset(maker.count, 0, sizeof *maker.count);
    cudaMemcpyToSymbol(catalog_maker, &maker, sizeof maker);
    if (argc > 0 && argv[0][0] != '-')
        make_flags(argv[0], n);
    for (; i < argc; ++i)
        if (!read_launch(argv[i], name, &launch) ||
            start_kernel<Element, Flag>(launch, Join{maker}) != cudaSuccess) {
            fprintf(stderr, "catalog: cannot launch \"%s\"\n", argv[i]);
            return 2;
        }
    return cudaDeviceSynchronize() != cudaSuccess;
}

/* ---- Requests ------------------------------------------------------------- */

#ifdef __UPSWEEP__
enum {
    MOST_ARGUMENTS = 64,
    MOST_SECONDS = 30 /* of processor time, for a request */
};

extern "C" void upsweep_restart(void);
extern "C" void upsweep_done(void);

/* Does what TEXT asks for, one argument a line. */
static int obey(char *text)
{
    char *argv[MOST_ARGUMENTS];
    int argc = 0;

    for (char *line = strtok(text, "\n"); line && argc < MOST_ARGUMENTS;
         line = strtok(NULL, "\n"))
        argv[argc++] = line;
    return run(argc, argv);
}

static bool read_all(int file, void *bytes, size_t count)
{
    char *to = static_cast<char *>(bytes);

    while (count > 0) {
        ssize_t done = read(file, to, count);
        if (done <= 0)
            return false;
        to += done;
        count -= done;
    }
    return true;
}

/* Answers requests until there are no more. */
static int serve(int ask, int answer)
{
    struct sigevent late = {};
    struct itimerspec time = {{1, 0}, {MOST_SECONDS, 0}};
    timer_t timer;
    unsigned bytes;

    late.sigev_notify = SIGEV_SIGNAL;
    late.sigev_signo = SIGXCPU;
    timer_create(CLOCK_PROCESS_CPUTIME_ID, &late, &timer);
    while (read_all(ask, &bytes, sizeof bytes)) {
        char *text = static_cast<char *>(calloc(bytes + 1, 1));
        if (!text || !read_all(ask, text, bytes))
            return 3;
        upsweep_restart();
        timer_settime(timer, 0, &time, NULL);
        int status = obey(text);
        upsweep_done();
        if (write(answer, &status, sizeof status) != sizeof status)
            return 3;
        free(text);
    }
    return 0;
}
#endif

int main(int argc, char **argv)
{
#ifdef __UPSWEEP__
    const char *pipes = getenv("UPSWEEP_CATALOG");
    int ask, answer;

    if (pipes && sscanf(pipes, "%d %d", &ask, &answer) == 2)
        _exit(serve(ask, answer));
#endif
    return run(argc - 1, argv + 1);
}
