/* SPDX-License-Identifier: MIT */
#include "simulator/launch.h"

#include "program/arguments.h"
#include "simulator/cuda_host.h"
#include "simulator/log.h"
#include "util/base.h"

#include <ctype.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Machine machine;

/* ---- Host threads ---------------------------------------------------------*/

static pthread_mutex_t mutex;

__attribute__((constructor(101))) static void make_mutex(void)
{
    pthread_mutexattr_t kind;

    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &kind);
}

void machine_lock(void)
{
    pthread_mutex_lock(&mutex);
}

void machine_unlock(void)
{
    pthread_mutex_unlock(&mutex);
}

/* ---- Kernels --------------------------------------------------------------*/

/* What the pass says of a kernel, see program/pass_launches.c. */
typedef struct {
    const char *name;
    const void *stub;
    void (*call)(char *arguments); /* NULL: it does not know how */
    const void *function;
    void (*plain)(char *arguments);
    const LaunchArgument *arguments;
    uint64_t count;
} StubKernel;

extern const StubKernel __start_upsweep_kernels[] __attribute__((weak)),
    __stop_upsweep_kernels[] __attribute__((weak));

static struct {
    Kernel **items;
    size_t items_count, items_capacity;
    Launch **launches;
    size_t launches_count, launches_capacity;
} list;

/* Finds the name and the parameters of KERNEL. */
static void find_parameters(Kernel *kernel)
{
    uint32_t count;
    const ProgramParameter *all = log_items(RECORD_KERNELS, &count);

    for (uint32_t i = 0; i < count; ++i)
        if (all[i].kernel == (uint64_t)(uintptr_t)kernel->function) {
            kernel->parameters =
                kernel->parameters ? kernel->parameters : &all[i];
            ++kernel->known;
        }
}

Kernel *launch_kernel(const void *stub)
{
    const StubKernel *at = __start_upsweep_kernels;

    for (size_t i = 0; i < list.items_count; ++i)
        if (list.items[i]->stub == stub)
            return list.items[i];
    while (at < __stop_upsweep_kernels && at->stub != stub)
        ++at;
    if (at >= __stop_upsweep_kernels || !at->call)
        return NULL;
    Kernel *kernel = base_alloc(1, sizeof *kernel);
    *kernel = (Kernel){.stub = stub,
                       .registered = at->name,
                       .function = at->function,
                       .call = at->call,
                       .plain = at->plain,
                       .arguments = at->arguments,
                       .count = (uint32_t)at->count};
    find_parameters(kernel);
    base_push(&list, items, kernel);
    return kernel;
}

/* ---- What clang's code registers ------------------------------------------*/

void **__cudaRegisterFatBinary(void *binary)
{
    static void *module;

    (void)binary;
    return &module;
}

void __cudaUnregisterFatBinary(void **module)
{
    (void)module;
}

int __cudaRegisterFunction(void **module, const char *stub, char *device,
                           const char *name, int threads, void *thread,
                           void *block, void *block_size, void *grid_size,
                           int *warp_size)
{
    (void)module, (void)stub, (void)device, (void)name, (void)threads;
    (void)thread, (void)block, (void)block_size, (void)grid_size;
    (void)warp_size;
    return 0;
}

void __cudaRegisterVar(void **module, char *shadow, char *device,
                       const char *name, int is_extern, size_t bytes,
                       int constant, int global)
{
    (void)module, (void)device, (void)is_extern, (void)constant, (void)global;
    memory_add_shadow(shadow, bytes, name);
}

/* What is bound to a texture or a surface is never read. */
void __cudaRegisterTexture(void)
{
}
void __cudaRegisterSurface(void)
    __attribute__((alias("__cudaRegisterTexture")));

/* ---- Arguments ------------------------------------------------------------*/

void launch_call(const Launch *launch)
{
    (machine.plain ? launch->entry->plain : launch->entry->call)(launch->bytes);
}

bool launch_owns(const void *address)
{
    const Launch *launch = machine.launch;

    return launch &&
           (size_t)((const char *)address - launch->bytes) < launch->all_bytes;
}

const ProgramParameter *launch_parameter(const Kernel *kernel, uint32_t number)
{
    for (uint32_t i = 0; i < kernel->known; ++i)
        if (kernel->parameters[i].number == number)
            return &kernel->parameters[i];
    return NULL;
}

/* True if argument NUMBER, from 1, is a pointer; without a word of Upsweep, if
 * it points to memory of the device. */
static bool is_pointer(const Launch *launch, uint32_t number, const void **to)
{
    const ProgramParameter *said = launch_parameter(launch->entry, number);

    if (launch->entry->arguments[number - 1].bytes != sizeof *to)
        return false;
    memcpy(to, launch->bytes + launch->entry->arguments[number - 1].offset,
           sizeof *to);
    return said ? said->is_pointer != 0 : upsweep_in_global_space(*to) != 0;
}

const LaunchPointer *launch_pointers(const Launch *launch, uint32_t *count)
{
    static struct {
        LaunchPointer *items;
        size_t items_count, items_capacity;
    } found;
    const void *to;

    found.items_count = 0;
    for (uint32_t i = 1; i <= launch->entry->count; ++i) {
        const ProgramParameter *said = launch_parameter(launch->entry, i);
        LaunchPointer pointer = {.argument = i};
        if (!is_pointer(launch, i, &to))
            continue;
        pointer.pointer = to;
        if (said)
            pointer.element = memory_element(&said->element);
        base_push(&found, items, pointer);
    }
    *count = (uint32_t)found.items_count;
    return found.items;
}

uint64_t launch_values(const Launch *launch)
{
    uint64_t hash = launch->entry->count;
    const void *to;

    for (uint32_t i = 1; i <= launch->entry->count; ++i) {
        const LaunchArgument *at = &launch->entry->arguments[i - 1];
        if (is_pointer(launch, i, &to))
            continue;
        for (uint32_t b = 0; b < at->bytes; ++b)
            hash = (hash ^ (unsigned char)launch->bytes[at->offset + b]) *
                   UINT64_C(0x100000001b3);
    }
    return hash | 1;
}

void machine_argument(uint32_t number, char name[64])
{
    const ProgramParameter *said =
        launch_parameter(machine.launch->entry, number);

    if (arguments_array(machine.launch->arguments, number, false, name, 64))
        return;
    snprintf(name, 64, "%.63s", said ? said->name : "");
}

/* ---- Launches that a GPU refuses ------------------------------------------*/

/* What a launch asks for, and the least and the most that it may. */
typedef struct {
    long long asked, least, most;
    const char *what, *remedy;
    cudaError_t error;
} Demand;

/* An extent as it was computed: one that is little less than 2^32 was a
 * negative number. */
static long long asked_for(uint32_t extent)
{
    return extent >= UINT32_C(3) << 30 ? (int32_t)extent : (long long)extent;
}

/* The threads of a block, or the blocks of a grid; of very many some number
 * that is too large as well. */
static long long count_of(const UpsweepDim *extent)
{
    uint64_t rows = (uint64_t)extent->x * extent->y;

    return (long long)(rows > INT32_MAX ? rows : rows * extent->z);
}

/* Logs that a launch is refused: it asks for too much, or for too little. */
static void note(const Launch *launch, const Demand *demand)
{
    ProgramLog *head = log_head();
    bool more = demand->asked > 0;

    if (!head)
        return;
    ++head->refused;
    if (head->unasked++ > 0)
        return;
    snprintf(head->refusal, sizeof head->refusal,
             "%.160s:%d: %.60s does not run: the launch has %lld %s, and the "
             "%s is %lld%s",
             launch->file, launch->line, launch->kernel, demand->asked,
             demand->what, more ? "most" : "least", more ? demand->most : 1,
             demand->remedy);
}

/* The most blocks that LAUNCH may have: of a cooperative one all must be
 * resident. */
static long long most_blocks(const Launch *launch)
{
    long long threads = count_of(&launch->block);
    int blocks = 0, all;

    if (!launch->cooperative || threads < 1 || threads > 1024)
        return INT32_MAX;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, launch->entry->stub,
                                                  (int)threads, launch->shared);
    cudaDeviceGetAttribute(&all, cudaDevAttrMultiProcessorCount, 0);
    return (long long)blocks * all;
}

/* Logs why a GPU refuses LAUNCH, and returns the error; cudaSuccess: it does
 * not. */
static cudaError_t refusal_of(const Launch *launch)
{
    const UpsweepDim *block = &launch->block, *grid = &launch->grid;
    const cudaError_t error = cudaErrorInvalidConfiguration;
    const Demand demands[] = {
        /* an extent that is a negative number */
        {asked_for(block->x), 0, LLONG_MAX, "threads a block", "", error},
        {asked_for(block->y), 0, LLONG_MAX, "threads a block in y", "", error},
        {asked_for(block->z), 0, LLONG_MAX, "threads a block in z", "", error},
        {asked_for(grid->x), 0, LLONG_MAX, "blocks", "", error},
        {asked_for(grid->y), 0, LLONG_MAX, "blocks in y", "", error},
        {asked_for(grid->z), 0, LLONG_MAX, "blocks in z", "", error},
        {count_of(block), 1, 1024, "threads a block", "", error},
        {block->z, 1, 64, "threads a block in z", "", error},
        {count_of(grid), 1, INT32_MAX, "blocks", "", error},
        {grid->y, 1, 65535, "blocks in y", "", error},
        {grid->z, 1, 65535, "blocks in z", "", error},
        {(long long)launch->shared, 0, (long long)upsweep_dynamic_limit(),
         "bytes of dynamic shared memory",
         " (cudaFuncSetAttribute raises that)", cudaErrorInvalidValue},
        {count_of(grid), 1, most_blocks(launch), "blocks",
         ", as all blocks of a cooperative launch are resident; ask "
         "cudaOccupancyMaxActiveBlocksPerMultiprocessor how many fit",
         cudaErrorCooperativeLaunchTooLarge},
    };

    for (size_t i = 0; i < sizeof demands / sizeof *demands; ++i)
        if (demands[i].asked < demands[i].least ||
            demands[i].asked > demands[i].most) {
            note(launch, &demands[i]);
            return demands[i].error;
        }
    return cudaSuccess;
}

/* ---- Launches -------------------------------------------------------------*/

/* The last identifier of TEXT before the arguments of a template, which end it,
 * and its LENGTH; 0: it ends otherwise, as "table[i]". */
static const char *identifier(const char *text, size_t *length)
{
    const char *end = text + strcspn(text, "<");
    const char *begin;

    while (end > text && end[-1] == ' ')
        --end;
    begin = end;
    while (begin > text &&
           (isalnum((unsigned char)begin[-1]) || begin[-1] == '_'))
        --begin;
    *length = (size_t)(end - begin);
    return begin;
}

static bool is_named(const char *text, const char *function)
{
    size_t x, y;
    const char *a = identifier(text, &x), *b = identifier(function, &y);

    return x > 0 && x == y && memcmp(a, b, x) == 0;
}

/* What the kernel of LAUNCH is called, "scan<256>": as the launch names it,
 * TEXT, if that names the function and no other one in an earlier launch; else
 * by the name of the function. */
static const char *launch_name(const Launch *launch, const char *text)
{
    if (!is_named(text, launch->kernel))
        return launch->kernel;
    for (size_t i = 0; i < list.launches_count; ++i)
        if (list.launches[i]->entry != launch->entry &&
            strcmp(list.launches[i]->kernel, text) == 0)
            return launch->kernel;
    return text;
}

/* "out, in, n": the parameters of KERNEL, where a launch does not name what
 * they are given. */
static const char *parameter_names(Kernel *kernel)
{
    Text names = {0};

    for (uint32_t i = 1; !kernel->names && i < kernel->known; ++i)
        text_add(&names, "%s%s", i > 1 ? ", " : "", kernel->parameters[i].name);
    if (!kernel->names)
        kernel->names = names.text ? names.text : base_strdup("");
    return kernel->names;
}

/* What Upsweep said of the launch at PC. */
static void find_place(Launch *launch, uint64_t pc)
{
    uint32_t count;
    const ProgramPlaceOfLaunch *places = log_items(RECORD_PLACES, &count);
    const ProgramPlaceOfLaunch *best = NULL;

    launch->place = pc;
    launch->file = launch->arguments = launch->text = "";
    launch->function = launch->kernel;
    for (uint32_t i = 0; i < count; ++i) {
        const ProgramPlaceOfLaunch *at = &places[i];
        if (pc <= at->low || pc > at->high)
            continue;
        /* on a line with several launches the name of the kernel decides */
        if (!best || (is_named(at->kernel, launch->kernel) &&
                      !is_named(best->kernel, launch->kernel)))
            best = at;
    }
    if (!best)
        return;
    launch->file = best->file;
    launch->arguments =
        best->arguments[0] ? best->arguments : parameter_names(launch->entry);
    launch->line = (int)best->line;
    launch->text = best->kernel;
    launch->kernel = launch_name(launch, best->kernel);
}

void launch_restart(void)
{
    for (size_t i = 0; i < list.launches_count; ++i) {
        free(list.launches[i]->bytes);
        free(list.launches[i]);
    }
    list.launches_count = 0;
}

/* Launches that the host is about to make, as clang has it: it configures a
 * call, whose arguments may launch, too, and calls the stub, which gives the
 * arguments and launches. */
typedef struct {
    UpsweepDim grid, block;
    size_t shared;
    char bytes[LAUNCH_BYTES]; /* of the arguments */
} Configured;

enum { MOST_NESTED = 8 };
static _Thread_local Configured *configured; /* MOST_NESTED of them */
static _Thread_local uint32_t configured_count;
static _Thread_local bool cooperative; /* the next launch */

void upsweep_cooperate(int cooperates)
{
    cooperative = cooperates != 0;
}

cudaError_t cudaConfigureCall(UpsweepDim grid, UpsweepDim block, size_t shared,
                              cudaStream_t stream)
{
    (void)stream;
    if (!configured)
        configured = base_alloc(MOST_NESTED, sizeof *configured);
    if (configured_count == MOST_NESTED)
        return upsweep_result(cudaErrorInvalidConfiguration);
    Configured *next = &configured[configured_count++];
    next->grid = grid;
    next->block = block;
    next->shared = shared;
    return cudaSuccess;
}

cudaError_t cudaSetupArgument(const void *argument, size_t bytes, size_t offset)
{
    if (configured_count == 0 || offset + bytes > LAUNCH_BYTES)
        return upsweep_result(cudaErrorInvalidValue);
    memcpy(configured[configured_count - 1].bytes + offset, argument, bytes);
    return cudaSuccess;
}

/* Launches KERNEL from the place PC, as was configured last, while no other
 * thread of the host does. */
static cudaError_t launch(Kernel *kernel, uint64_t pc)
{
    bool cooperates = cooperative;

    cooperative = false;
    if (configured_count == 0)
        return cudaErrorInvalidConfiguration;
    const Configured *next = &configured[--configured_count];
    if (!kernel)
        return cudaErrorInvalidDeviceFunction;
    Launch *launch = base_alloc(1, sizeof *launch);
    launch->entry = kernel;
    launch->kernel =
        kernel->known ? kernel->parameters[0].name : kernel->registered;
    launch->grid = next->grid;
    launch->block = next->block;
    launch->shared = next->shared;
    launch->cooperative = cooperates;
    for (uint32_t i = 0; i < kernel->count; ++i) {
        size_t end =
            kernel->arguments[i].offset + (size_t)kernel->arguments[i].bytes;
        launch->all_bytes = end > launch->all_bytes ? end : launch->all_bytes;
    }
    launch->bytes = base_memdup(next->bytes, launch->all_bytes);
    find_place(launch, pc);
    cudaError_t error = refusal_of(launch);
    if (error == cudaSuccess) {
        base_push(&list, launches, launch);
        run_launch(launch);
    }
    return error;
}

cudaError_t cudaLaunch(const void *stub)
{
    /* the stub's caller */
    const uint64_t *const *frame = __builtin_frame_address(0);

    machine_lock();
    cudaError_t error = launch(launch_kernel(stub), frame[0][1]);
    machine_unlock();
    return upsweep_result(error);
}

cudaError_t upsweep_launch_stub(const void *stub, UpsweepDim grid,
                                UpsweepDim block, void **arguments,
                                size_t shared, cudaStream_t stream)
{
    /* the caller of cudaLaunchKernel, which calls this */
    const uint64_t *const *frame = __builtin_frame_address(0);

    machine_lock();
    Kernel *kernel = launch_kernel(stub);

    cudaConfigureCall(grid, block, shared, stream);
    for (uint32_t i = 0; kernel && i < kernel->count; ++i)
        cudaSetupArgument(arguments[i], kernel->arguments[i].bytes,
                          kernel->arguments[i].offset);
    cudaError_t error = launch(kernel, frame[0][1]);
    machine_unlock();
    return upsweep_result(error);
}
