/* SPDX-License-Identifier: MIT
 *
 * inject - the library that the CUDA driver loads into a program that is to be
 * recorded (CUDA_INJECTION64_PATH).  It has the GPU write down what the chosen
 * launches do, and turns that into the log of program_log.h.
 *
 *     UPSWEEP_LOG          the log's descriptor and limit
 *     UPSWEEP_SANITIZER    libsanitizer-public.so
 *     UPSWEEP_PATCHES      the functions of patch.cu
 */
#include "inject/allocations.h"
#include "inject/api.h"
#include "inject/fault.h"
#include "inject/launch.h"
#include "inject/modules.h"
#include "simulator/log.h"

#include <stdlib.h>

/* ---- Launches -------------------------------------------------------------*/

/* The parameters of launches, as the runtime and the driver pass them on; the
 * API's own headers declare them only beside CUDA's of the same version. */
typedef struct {
    uint32_t x, y, z;
} Sizes;

typedef struct {
    const void *function;
    Sizes sizes[2]; /* of the grid, and of a block */
    void **arguments;
    size_t dynamic;
} RuntimeLaunch;

typedef struct {
    const struct {
        Sizes sizes[2];
        size_t dynamic;
    } * config;
    const void *function;
    void **arguments;
} ConfiguredLaunch;

typedef struct {
    CUfunction function;
    Sizes sizes[2];
    uint32_t dynamic;
    CUstream stream;
    void **arguments;
} DriverLaunch;

static LaunchAsked asks(const Sanitizer_CallbackData *data, bool by_runtime,
                        bool plain, const Sizes *sizes, size_t dynamic,
                        void **arguments)
{
    return (LaunchAsked){.symbol = data->symbolName,
                         .by_runtime = by_runtime,
                         .plain = plain,
                         .grid = {sizes[0].x, sizes[0].y, sizes[0].z},
                         .block = {sizes[1].x, sizes[1].y, sizes[1].z},
                         .dynamic = (uint32_t)dynamic,
                         .arguments = arguments};
}

static void on_runtime(Sanitizer_CallbackId id,
                       const Sanitizer_CallbackData *data)
{
    const RuntimeLaunch *launch = data->functionParams;
    const ConfiguredLaunch *other = data->functionParams;
    LaunchAsked what;
    bool plain = false;

    switch ((uint32_t)id) {
    case SANITIZER_CBID_RUNTIME_API_cudaLaunchKernel:
    case SANITIZER_CBID_RUNTIME_API_cudaLaunchKernel_ptsz:
        plain = true;
        /* fall through */
    case SANITIZER_CBID_RUNTIME_API_cudaLaunchCooperativeKernel:
    case SANITIZER_CBID_RUNTIME_API_cudaLaunchCooperativeKernel_ptsz:
        what = asks(data, true, plain, launch->sizes, launch->dynamic,
                    launch->arguments);
        break;
    case SANITIZER_CBID_RUNTIME_API_cudaLaunchKernelExC:
    case SANITIZER_CBID_RUNTIME_API_cudaLaunchKernelExC_ptsz:
        what = asks(data, true, false, other->config->sizes,
                    other->config->dynamic, other->arguments);
        break;
    default:
        return;
    }
    if (data->callbackSite == SANITIZER_API_ENTER)
        launch_ask(&what);
    else
        launch_return(true);
}

static void on_driver(Sanitizer_CallbackId id,
                      const Sanitizer_CallbackData *data)
{
    const DriverLaunch *launch = data->functionParams;

    if ((uint32_t)id != SANITIZER_CBID_DRIVER_API_cuLaunchKernel &&
        (uint32_t)id != SANITIZER_CBID_DRIVER_API_cuLaunchKernel_ptsz)
        return;
    LaunchAsked what = asks(data, false, launch->arguments != NULL,
                            launch->sizes, launch->dynamic, launch->arguments);
    if (data->callbackSite == SANITIZER_API_ENTER)
        launch_ask(&what);
    else
        launch_return(false);
}

/* ---- All callbacks --------------------------------------------------------*/

static void on_resource(Sanitizer_CallbackId id, const void *data)
{
    const Sanitizer_ResourceModuleData *module = data;
    const Sanitizer_ResourceMemoryData *memory = data;

    switch ((uint32_t)id) {
    case SANITIZER_CBID_RESOURCE_MODULE_LOADED:
        modules_add(module);
        return;
    case SANITIZER_CBID_RESOURCE_MODULE_UNLOAD_STARTING:
        modules_remove(module->module);
        return;
    case SANITIZER_CBID_RESOURCE_DEVICE_MEMORY_ALLOC:
    case SANITIZER_CBID_RESOURCE_MEMORY_ALLOC_ASYNC:
        allocations_add(memory->address, memory->size,
                        memory->flags & SANITIZER_MEMORY_FLAG_MANAGED);
        return;
    case SANITIZER_CBID_RESOURCE_DEVICE_MEMORY_FREE:
    case SANITIZER_CBID_RESOURCE_MEMORY_FREE_ASYNC:
        allocations_remove(memory->address);
        return;
    default:
        return;
    }
}

static void SANITIZERAPI on_event(void *user, Sanitizer_CallbackDomain domain,
                                  Sanitizer_CallbackId id, const void *data)
{
    (void)user;
    if (!lock_take())
        return;
    if (domain == SANITIZER_CB_DOMAIN_RUNTIME_API)
        on_runtime(id, data);
    else if (domain == SANITIZER_CB_DOMAIN_DRIVER_API)
        on_driver(id, data);
    else if (domain == SANITIZER_CB_DOMAIN_RESOURCE)
        on_resource(id, data);
    else if (domain == SANITIZER_CB_DOMAIN_LAUNCH &&
             (uint32_t)id == SANITIZER_CBID_LAUNCH_BEGIN)
        launch_begin(data);
    else if (domain == SANITIZER_CB_DOMAIN_LAUNCH &&
             (uint32_t)id == SANITIZER_CBID_LAUNCH_END)
        launch_end(data);
    lock_give_back();
}

static void on_exit_of_program(void)
{
    log_head()->ending = PROGRAM_ENDED;
}

__attribute__((visibility("default"))) int InitializeInjection(void);

int InitializeInjection(void)
{
    static const Sanitizer_CallbackDomain domains[] = {
        SANITIZER_CB_DOMAIN_RUNTIME_API, SANITIZER_CB_DOMAIN_DRIVER_API,
        SANITIZER_CB_DOMAIN_RESOURCE, SANITIZER_CB_DOMAIN_LAUNCH};
    Sanitizer_SubscriberHandle subscriber;
    const char *library = getenv("UPSWEEP_SANITIZER");
    char why[400];

    if (!log_head() || !library || !getenv("UPSWEEP_PATCHES"))
        return 0;
    if (!api_load(library, why, sizeof why))
        fault_stop("%s", why);
    atexit(on_exit_of_program);
    api_check(api.Subscribe(&subscriber, on_event, NULL), "begin");
    for (size_t i = 0; i < sizeof domains / sizeof *domains; ++i)
        api_check(api.EnableDomain(1, subscriber, domains[i]), "begin");
    return 1;
}
