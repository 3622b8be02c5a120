/* SPDX-License-Identifier: MIT
 *
 * launch - what clang makes of `kernel<<<grid, block, shared>>>(a, b)` in host
 * code: the size of the grid, the bytes of each argument, and the kernel's stub.
 * program/front/launches.c tells how the arguments of a stub reach its kernel.
 */
#include "program/cuda/upsweep_device.h"
#include "program/runtime/cuda_host.h"
#include "program/runtime/log.h"
#include "program/runtime/machine_state.h"

#include <pthread.h>
#include <string.h>

enum { MOST_BYTES = 4096, MOST_ARGUMENTS = 256 };

/* An argument, as front/launches.c tells of it. */
typedef struct {
    uint32_t offset, bytes;
} StubArgument;

/* A kernel: its name in the program, the host's stub and what calls it with its
 * arguments, which lie one behind the other. */
typedef struct {
    const char *name;
    const void *stub;
    void (*call)(char *arguments);
    const void *kernel;
    const StubArgument *arguments;
    uint64_t count;
} StubKernel;

extern const StubKernel __start_upsweep_kernels[]
    __attribute__((weak, visibility("hidden")));
extern const StubKernel __stop_upsweep_kernels[]
    __attribute__((weak, visibility("hidden")));

/* A launch that the host is about to make; each of its threads has one. */
static __thread struct {
    UpsweepDim grid, block;
    size_t shared;
    char arguments[MOST_BYTES];
} next;

/* One runs after the other. */
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

typedef struct {
    const StubKernel *kernel;
    char *arguments;
} Call;

static void run(void *user)
{
    const Call *call = user;

    call->kernel->call(call->arguments);
}

static const StubKernel *kernel_of(const void *stub)
{
    for (const StubKernel *k = __start_upsweep_kernels;
         k < __stop_upsweep_kernels; ++k)
        if (k->stub == stub)
            return k;
    return NULL;
}

static int launch(const StubKernel *kernel, uint64_t place)
{
    UpsweepPointer pointers[MOST_ARGUMENTS];
    int count = 0;
    UpsweepLaunch it = {.kernel = kernel->name,
                        .file = "",
                        .arguments = "",
                        .function = kernel->kernel,
                        .line = 0,
                        .grid = next.grid,
                        .block = next.block,
                        .shared = next.shared,
                        .values = UINT64_C(0xcbf29ce484222325)};

    (void)place;
    for (uint32_t i = 0; i < kernel->count && i < MOST_ARGUMENTS; ++i) {
        const StubArgument *a = &kernel->arguments[i];
        const void *pointer;
        if (a->bytes == sizeof pointer) {
            memcpy(&pointer, next.arguments + a->offset, sizeof pointer);
            if (upsweep_in_global_space(pointer)) {
                pointers[count++] = (UpsweepPointer){
                    pointer, i + 1, {0, 1, 0, 0, NULL}};
                continue;
            }
        }
        for (uint32_t b = 0; b < a->bytes; ++b)
            it.values = (it.values ^ (unsigned char)next.arguments[a->offset +
                                                                   b]) *
                        UINT64_C(0x100000001b3);
    }
    Call call = {kernel, next.arguments};
    return upsweep_launch(&it, pointers, count, run, &call);
}

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared,
                              cudaStream_t stream);
cudaError_t cudaSetupArgument(const void *argument, size_t bytes,
                              size_t offset);
cudaError_t cudaLaunch(const void *stub);
cudaError_t upsweep_launch_stub(const void *stub, dim3 grid, dim3 block,
                                void **arguments, size_t shared,
                                cudaStream_t stream);

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared,
                              cudaStream_t stream)
{
    (void)stream;
    next.grid = (UpsweepDim){grid.x, grid.y, grid.z};
    next.block = (UpsweepDim){block.x, block.y, block.z};
    next.shared = shared;
    return cudaSuccess;
}

cudaError_t cudaSetupArgument(const void *argument, size_t bytes, size_t offset)
{
    if (offset + bytes > MOST_BYTES)
        return cudaErrorInvalidValue;
    memcpy(next.arguments + offset, argument, bytes);
    return cudaSuccess;
}

cudaError_t cudaLaunch(const void *stub)
{
    const StubKernel *kernel = kernel_of(stub);

    if (!kernel) {
        upsweep_set_error(cudaErrorInvalidDeviceFunction);
        return cudaErrorInvalidDeviceFunction;
    }
    pthread_mutex_lock(&turn);
    int error =
        launch(kernel, (uint64_t)(uintptr_t)__builtin_return_address(0));
    upsweep_set_error(error);
    pthread_mutex_unlock(&turn);
    return (cudaError_t)error;
}

cudaError_t upsweep_launch_stub(const void *stub, dim3 grid, dim3 block,
                                void **arguments, size_t shared,
                                cudaStream_t stream)
{
    const StubKernel *kernel = kernel_of(stub);

    cudaConfigureCall(grid, block, shared, stream);
    for (uint64_t i = 0; kernel && i < kernel->count; ++i)
        cudaSetupArgument(arguments[i], kernel->arguments[i].bytes,
                          kernel->arguments[i].offset);
    return cudaLaunch(stub);
}

/* ---- What the host's code registers ---------------------------------------*/

void **__cudaRegisterFatBinary(void *binary);
void __cudaUnregisterFatBinary(void **handle);
int __cudaRegisterFunction(void **handle, const void *stub, char *device,
                           const char *name, int threads, void *a, void *b,
                           void *c, void *d, int *e);
void __cudaRegisterVar(void **handle, char *shadow, char *device,
                       const char *name, int external, size_t bytes,
                       int constant, int global);

void **__cudaRegisterFatBinary(void *binary)
{
    static void *handle;

    (void)binary;
    return &handle;
}

void __cudaUnregisterFatBinary(void **handle)
{
    (void)handle;
}

int __cudaRegisterFunction(void **handle, const void *stub, char *device,
                           const char *name, int threads, void *a, void *b,
                           void *c, void *d, int *e)
{
    (void)handle, (void)stub, (void)device, (void)name, (void)threads;
    (void)a, (void)b, (void)c, (void)d, (void)e;
    return 0;
}
