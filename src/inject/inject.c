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
#include "inject/cubin.h"
#include "inject/events.h"
#include "inject/signature.h"
#include "program/runtime/log.h"
#include "util/base.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_ROOM  ((uint64_t)768 << 20)
#define LEAST_ROOM ((uint64_t)1 << 20)
enum { MOST_MODULES = 256, MOST_BEFORE = 64 };

typedef struct {
    CUmodule module;
    void *cubin;
    size_t bytes;
    uint32_t id; /* in the log, plus 1; 0: not there */
    bool patched;
} Module;

/* The launch that the thread has asked for, from the call of CUDA's function to
 * its return. */
typedef struct {
    bool calls;
    bool by_runtime; /* else by the driver's function */
    uint32_t grid[3], block[3], dynamic;
    void **arguments;
} Asked;

static struct {
    pthread_mutex_t mutex;
    const char *patches;
    CUcontext context; /* that has the patches, and memory for events */
    EventLog *log;     /* on the GPU */
    char *events;      /* on the GPU */
    uint64_t room;
    Module modules[MOST_MODULES];
    size_t modules_count;
    uint32_t recorded;
    uint32_t modules_logged;
    bool recording; /* the launch under way */
    bool launched;  /* it is, and is read when CUDA's function returns */
    Sanitizer_LaunchData launch;
    Signature signature;
    char **seen;
    size_t seen_count;
} inject = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local Asked asked;
static _Thread_local bool inside; /* a callback */

/* ---- What went wrong ------------------------------------------------------*/

/* Ends the program with PROGRAM_FAULT. */
static void stop(const char *format, ...) BASE_PRINTF(1, 2);
static void stop(const char *format, ...)
{
    ProgramLog *head = log_head();
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(head->fault, sizeof head->fault, format, arguments);
    va_end(arguments);
    head->ending = PROGRAM_FAULT;
    fflush(NULL);
    _exit(3);
}

static void check(SanitizerResult result, const char *what)
{
    const char *why = "?";

    if (result == SANITIZER_SUCCESS)
        return;
    api.GetResultString(result, &why);
    stop("the Sanitizer API cannot %s: %s", what, why);
}

/* ---- Modules --------------------------------------------------------------*/

static Module *find_module(CUmodule module)
{
    for (size_t i = 0; i < inject.modules_count; ++i)
        if (inject.modules[i].module == module)
            return inject.modules + i;
    return NULL;
}

static void load_patches(CUcontext context)
{
    if (inject.context)
        return;
    inject.context = context;
    check(api.AddPatchesFromFile(inject.patches, context), "load our patches");
    check(api.Alloc(context, (void **)&inject.log, sizeof *inject.log),
          "reserve memory");
    inject.room = MOST_ROOM;
    while (api.Alloc(context, (void **)&inject.events, inject.room) !=
           SANITIZER_SUCCESS) {
        inject.room /= 2;
        if (inject.room < LEAST_ROOM)
            stop("the GPU has no memory left for what is recorded; end other "
                 "programs");
    }
}

static void add_module(const Sanitizer_ResourceModuleData *data)
{
    load_patches(data->context);
    if (data->context != inject.context || inject.modules_count == MOST_MODULES)
        return;
    Module *module = inject.modules + inject.modules_count++;
    *module = (Module){.module = data->module, .bytes = data->cubinSize};
    module->cubin = base_alloc(data->cubinSize, 1);
    memcpy(module->cubin, data->pCubin, data->cubinSize);
}

static void remove_module(CUmodule handle)
{
    Module *module = find_module(handle);

    if (!module)
        return;
    free(module->cubin);
    *module = inject.modules[--inject.modules_count];
}

static void log_function(const Module *module, const char *name)
{
    uint64_t pc, size;
    size_t length = strlen(name);

    if (api.GetFunctionPcAndSize(module->module, name, &pc, &size) !=
        SANITIZER_SUCCESS)
        return;
    ProgramCode *code = log_add(RECORD_CODE, sizeof *code);
    code->low = pc;
    code->high = pc + size;
    code->module = module->id - 1;
    if (length < sizeof code->name)
        memcpy(code->name, name, length);
}

/* Logs the module, and where its kernel NAME lies. */
static void log_module(Module *module, const char *name)
{
    if (!module->id) {
        ProgramModule *record =
            log_add(RECORD_MODULE, sizeof *record + module->bytes);
        record->id = inject.modules_logged++;
        record->bytes = module->bytes;
        memcpy(record + 1, module->cubin, module->bytes);
        module->id = record->id + 1;
    }
    log_function(module, name);
}

/* ---- Arrays ---------------------------------------------------------------*/

/* Copies the first BYTES bytes of an array; the GPU does nothing meanwhile. */
static bool read_array(const Allocation *array, void *to, size_t bytes,
                       Sanitizer_StreamHandle stream)
{
    void *from = (void *)(uintptr_t)array->address;

    if (!array->managed)
        return api.MemcpyDeviceToHost(to, from, bytes, stream) ==
               SANITIZER_SUCCESS;
    memcpy(to, from, bytes);
    return true;
}

static void save_arrays(Sanitizer_StreamHandle stream)
{
    Allocation *array;

    for (size_t i = 0; (array = allocations_at(i)); ++i) {
        size_t bytes =
            array->bytes < PROGRAM_CONTENTS ? array->bytes : PROGRAM_CONTENTS;
        free(array->before);
        array->before = NULL;
        array->argument = 0;
        array->element = ELEMENT_U32;
        array->element_bytes = 4;
        if (i >= MOST_BEFORE)
            continue;
        array->before = base_alloc(bytes, 1);
        if (!read_array(array, array->before, bytes, stream)) {
            free(array->before);
            array->before = NULL;
        }
    }
}

static void name_arrays(void)
{
    const Signature *signature = &inject.signature;

    for (uint32_t i = 0; asked.arguments && i < signature->count; ++i) {
        const SignatureParameter *parameter = signature->parameters + i;
        uint64_t address;
        if (!parameter->pointer)
            continue;
        memcpy(&address, asked.arguments[i], sizeof address);
        Allocation *array = allocations_find(address);
        if (!array || array->argument)
            continue;
        array->argument = i + 1;
        array->element = parameter->element;
        array->element_bytes = parameter->element_bytes;
    }
}

static void log_contents(const Allocation *array, const void *data,
                         size_t bytes, uint32_t after)
{
    ProgramContents *record = log_add(RECORD_CONTENTS, sizeof *record + bytes);

    record->array = array->id;
    record->after = after;
    record->bytes = bytes;
    memcpy(record + 1, data, bytes);
}

static void log_arrays(Sanitizer_StreamHandle stream)
{
    Allocation *array;
    void *after = base_alloc(PROGRAM_CONTENTS, 1);

    for (size_t i = 0; (array = allocations_at(i)); ++i) {
        size_t bytes =
            array->bytes < PROGRAM_CONTENTS ? array->bytes : PROGRAM_CONTENTS;
        if (array->launch != inject.recorded)
            continue;
        if (array->before)
            log_contents(array, array->before, bytes, 0);
        if (read_array(array, after, bytes, stream))
            log_contents(array, after, bytes, 1);
    }
    free(after);
}

/* ---- Launches -------------------------------------------------------------*/

/* "scan" also chooses "scan<float, 256>". */
static bool has_name(const char *wanted, const char *name)
{
    size_t length = strlen(wanted);

    return strncmp(wanted, name, length) == 0 &&
           (name[length] == '\0' || name[length] == '<');
}

/* True if launch NUMBER, of the kernel NAME, is to be recorded. */
static bool is_chosen(const char *name, uint32_t number)
{
    const ProgramLog *head = log_head();

    if (head->every)
        return true;
    if (head->launch)
        return head->launch == number;
    if (head->kernel[0] && !has_name(head->kernel, name))
        return false;
    for (size_t i = 0; i < inject.seen_count; ++i)
        if (strcmp(inject.seen[i], name) == 0)
            return false;
    return true;
}

static void note_seen(const char *name)
{
    inject.seen =
        base_realloc(inject.seen, inject.seen_count + 1, sizeof *inject.seen);
    inject.seen[inject.seen_count++] = base_strdup(name);
}

/* What is chosen to be patched is forgotten when a module is restored. Shuffles
 * are left alone: the API does not tell what lanes exchange, and kernels that
 * have such a patch were seen to fail ("an illegal instruction", on an H100
 * with CUDA 13.0: look-back). */
static void choose_instructions(CUmodule module)
{
    static const struct {
        Sanitizer_InstructionId id;
        const char *function;
    } patches[] = {
        {SANITIZER_INSTRUCTION_SHARED_MEMORY_ACCESS, "upsweep_on_shared"},
        {SANITIZER_INSTRUCTION_GLOBAL_MEMORY_ACCESS, "upsweep_on_global"},
        {SANITIZER_INSTRUCTION_MEMCPY_ASYNC, "upsweep_on_copy"},
        {SANITIZER_INSTRUCTION_BARRIER, "upsweep_on_barrier"},
        {SANITIZER_INSTRUCTION_SYNCWARP, "upsweep_on_sync"},
        {SANITIZER_INSTRUCTION_BLOCK_ENTER, "upsweep_on_enter"},
    };

    for (size_t i = 0; i < sizeof patches / sizeof *patches; ++i)
        check(api.PatchInstructions(patches[i].id, module, patches[i].function),
              "choose instructions");
}

static void set_patched(Module *module, bool patched)
{
    if (!module || module->patched == patched)
        return;
    if (patched)
        choose_instructions(module->module);
    check((patched ? api.PatchModule : api.UnpatchModule)(module->module),
          patched ? "patch the kernel" : "restore the kernel");
    module->patched = patched;
}

static void log_launch(void)
{
    ProgramLaunch *record = log_add(RECORD_LAUNCH, sizeof *record);
    size_t length = 0;

    record->number = log_head()->launches;
    memcpy(record->grid, asked.grid, sizeof record->grid);
    memcpy(record->block, asked.block, sizeof record->block);
    record->dynamic = asked.dynamic;
    snprintf(record->kernel, sizeof record->kernel, "%s",
             inject.signature.name);
    for (uint32_t i = 0; i < inject.signature.count; ++i) {
        length += (size_t)snprintf(record->arguments + length,
                                   sizeof record->arguments - length,
                                   "%sargument %u", i ? ", " : "", i + 1);
        if (length >= sizeof record->arguments)
            break;
    }
}

static uint64_t count_of(const uint32_t sizes[3])
{
    return (uint64_t)sizes[0] * sizes[1] * sizes[2];
}

static void take_sizes(const Sanitizer_LaunchData *data)
{
    if (count_of(asked.grid) == 0) {
        asked.grid[0] = data->gridDim_x;
        asked.grid[1] = data->gridDim_y;
        asked.grid[2] = data->gridDim_z;
        asked.block[0] = data->blockDim_x;
        asked.block[1] = data->blockDim_y;
        asked.block[2] = data->blockDim_z;
    }
}

/* Bytes of a block's static shared memory, without those that the system
 * takes. */
static uint32_t static_bytes(CUfunction function)
{
    int value = 0;

    return api.GetFunctionAttribute(&value, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
                                    function) == CUDA_SUCCESS &&
                   value > 0
               ? (uint32_t)value
               : 0;
}

static void log_variables(const Sanitizer_LaunchData *data,
                          const Module *module)
{
    CubinVariable variables[CUBIN_MOST_VARIABLES];
    size_t count =
        cubin_variables(module->cubin, module->bytes, data->functionName,
                        static_bytes(data->function), variables);

    for (size_t i = 0; i < count; ++i) {
        const CubinVariable *from = variables + i;
        uint32_t bytes = from->bytes ? from->bytes : asked.dynamic;
        if (bytes == 0)
            continue;
        ProgramVariable *record = log_add(RECORD_VARIABLE, sizeof *record);
        record->offset = from->offset;
        record->bytes = bytes;
        record->element = from->element;
        record->element_bytes = from->element_bytes;
        snprintf(record->type, sizeof record->type, "word");
        if (bytes > from->element_bytes)
            record->extents[0] = bytes / from->element_bytes;
        memcpy(record->name, from->name, sizeof from->name);
    }
}

static void begin_recording(const Sanitizer_LaunchData *data, Module *module)
{
    const ProgramLog *head = log_head();
    EventLog log = {.room = inject.room,
                    .events = inject.events,
                    .first_block = head->first_kept,
                    .last_block = head->last_kept};

    inject.recording = true;
    ++log_head()->recorded;
    ++inject.recorded;
    if (!head->device[0])
        api.GetDeviceName(log_head()->device, sizeof head->device - 1,
                          data->device);
    log_module(module, data->functionName);
    save_arrays(data->hStream);
    name_arrays();
    log_launch();
    log_variables(data, module);
    check(api.MemcpyHostToDeviceAsync(inject.log, &log, sizeof log,
                                      data->hStream),
          "prepare the launch");
    check(api.SetCallbackData(data->function, inject.log),
          "prepare the launch");
}

static void begin_launch(const Sanitizer_LaunchData *data)
{
    Module *module = find_module(data->module);

    ++log_head()->launches;
    inject.signature = signature_of(data->functionName);
    take_sizes(data);
    if (module && is_chosen(inject.signature.name, log_head()->launches)) {
        note_seen(inject.signature.name);
        begin_recording(data, module);
    }
}

static void log_launch_end(const Sanitizer_LaunchData *data)
{
    ProgramEnd *record = log_add(RECORD_END, sizeof *record);

    record->shared_bytes = static_bytes(data->function) + asked.dynamic;
}

static uint32_t attribute_of(CUdevice device, CUdevice_attribute attribute)
{
    int value = 0;

    return api.GetDeviceAttribute(&value, attribute, device) == CUDA_SUCCESS &&
                   value > 0
               ? (uint32_t)value
               : 0;
}

static void read_events(const Sanitizer_LaunchData *data, const EventLog *log)
{
    EventsLaunch launch = {
        .number = inject.recorded,
        .blocks = (uint32_t)count_of(asked.grid),
        .reserved =
            attribute_of(data->device,
                         CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK)};
    char *events = base_alloc(log->used + 1, 1);

    if (log->used)
        check(api.MemcpyDeviceToHost(events, inject.events, log->used,
                                     data->hStream),
              "read what was recorded");
    events_log(&launch, events, log->used);
    free(events);
}

/* Reads what the launch did, which has ended. */
static void finish_launch(const Sanitizer_LaunchData *data)
{
    ProgramLog *head = log_head();
    EventLog log;

    if (api.MemcpyDeviceToHost(&log, inject.log, sizeof log, data->hStream) !=
        SANITIZER_SUCCESS)
        stop("launch %u, of %s, fails on the GPU; --device cpu tells its "
             "thread and line",
             head->launches, inject.signature.name);
    if (log.used == 0 && head->first_kept < count_of(asked.grid))
        stop("the GPU told nothing of launch %u, of %s", head->launches,
             inject.signature.name);
    if (log.lost) {
        head->lost = log.lost;
        head->ending = PROGRAM_FULL;
        fflush(NULL);
        _exit(3);
    }
    read_events(data, &log);
    log_arrays(data->hStream);
    log_launch_end(data);
}

/* Within the call of CUDA's function waiting for the GPU may never end: then
 * the launch is read when the function returns. */
static void end_launch(const Sanitizer_LaunchData *data)
{
    if (!inject.recording)
        return;
    inject.recording = false;
    if (asked.calls) {
        inject.launched = true;
        inject.launch = *data;
    } else {
        api.StreamSynchronize(data->hStream);
        finish_launch(data);
    }
}

/* ---- Callbacks ------------------------------------------------------------*/

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

/* Waits until the GPU has done all that it was asked.  Other threads may call
 * back meanwhile. */
static void wait_for_gpu(void)
{
    pthread_mutex_unlock(&inject.mutex);
    api.Synchronize();
    pthread_mutex_lock(&inject.mutex);
}

/* Patches the modules that have the function NAME; restores all of them if it
 * is NULL.  Within the launch itself this was seen to wait for ever. */
static void patch_modules(const char *name)
{
    uint64_t pc, size;

    for (size_t i = 0; i < inject.modules_count; ++i) {
        Module *module = inject.modules + i;
        if (!name)
            set_patched(module, false);
        else if (api.GetFunctionPcAndSize(module->module, name, &pc, &size) ==
                 SANITIZER_SUCCESS)
            set_patched(module, true);
    }
}

/* The thread calls a function that launches; what was asked of the GPU before
 * is waited for if this launch is to be recorded. */
static void ask(const Sanitizer_CallbackData *data, bool by_runtime,
                const Sizes *sizes, size_t dynamic, void **arguments)
{
    const ProgramLog *head = log_head();

    if (asked.calls) /* the runtime calls the driver */
        return;
    asked = (Asked){.calls = true,
                    .by_runtime = by_runtime,
                    .grid = {sizes[0].x, sizes[0].y, sizes[0].z},
                    .block = {sizes[1].x, sizes[1].y, sizes[1].z},
                    .dynamic = (uint32_t)dynamic,
                    .arguments = arguments};
    if (!data->symbolName)
        return;
    Signature signature = signature_of(data->symbolName);
    if (is_chosen(signature.name, head->launches + 1)) {
        wait_for_gpu();
        patch_modules(data->symbolName);
    } else {
        patch_modules(NULL);
    }
}

/* The function returns. */
static void end_call(void)
{
    if (!asked.calls)
        return;
    asked.calls = false;
    if (!inject.launched)
        return;
    inject.launched = false;
    wait_for_gpu();
    finish_launch(&inject.launch);
}

static void on_runtime(Sanitizer_CallbackId id,
                       const Sanitizer_CallbackData *data)
{
    const RuntimeLaunch *launch = data->functionParams;
    const ConfiguredLaunch *other = data->functionParams;
    bool enters = data->callbackSite == SANITIZER_API_ENTER;

    switch ((uint32_t)id) {
    case SANITIZER_CBID_RUNTIME_API_cudaLaunchKernel:
    case SANITIZER_CBID_RUNTIME_API_cudaLaunchKernel_ptsz:
    case SANITIZER_CBID_RUNTIME_API_cudaLaunchCooperativeKernel:
    case SANITIZER_CBID_RUNTIME_API_cudaLaunchCooperativeKernel_ptsz:
        if (enters)
            ask(data, true, launch->sizes, launch->dynamic, launch->arguments);
        else
            end_call();
        return;
    case SANITIZER_CBID_RUNTIME_API_cudaLaunchKernelExC:
    case SANITIZER_CBID_RUNTIME_API_cudaLaunchKernelExC_ptsz:
        if (enters)
            ask(data, true, other->config->sizes, other->config->dynamic,
                other->arguments);
        else
            end_call();
        return;
    default:
        return;
    }
}

static void on_driver(Sanitizer_CallbackId id,
                      const Sanitizer_CallbackData *data)
{
    const DriverLaunch *launch = data->functionParams;

    if ((uint32_t)id != SANITIZER_CBID_DRIVER_API_cuLaunchKernel &&
        (uint32_t)id != SANITIZER_CBID_DRIVER_API_cuLaunchKernel_ptsz)
        return;
    if (data->callbackSite == SANITIZER_API_ENTER)
        ask(data, false, launch->sizes, launch->dynamic, launch->arguments);
    else if (!asked.by_runtime)
        end_call();
}

static void on_resource(Sanitizer_CallbackId id, const void *data)
{
    const Sanitizer_ResourceModuleData *module = data;
    const Sanitizer_ResourceMemoryData *memory = data;

    switch ((uint32_t)id) {
    case SANITIZER_CBID_RESOURCE_MODULE_LOADED:
        add_module(module);
        return;
    case SANITIZER_CBID_RESOURCE_MODULE_UNLOAD_STARTING:
        remove_module(module->module);
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
    if (inside) /* what we ask of the API comes back here */
        return;
    inside = true;
    pthread_mutex_lock(&inject.mutex);
    if (domain == SANITIZER_CB_DOMAIN_RUNTIME_API)
        on_runtime(id, data);
    else if (domain == SANITIZER_CB_DOMAIN_DRIVER_API)
        on_driver(id, data);
    else if (domain == SANITIZER_CB_DOMAIN_RESOURCE)
        on_resource(id, data);
    else if (domain == SANITIZER_CB_DOMAIN_LAUNCH &&
             (uint32_t)id == SANITIZER_CBID_LAUNCH_BEGIN)
        begin_launch(data);
    else if (domain == SANITIZER_CB_DOMAIN_LAUNCH &&
             (uint32_t)id == SANITIZER_CBID_LAUNCH_END)
        end_launch(data);
    pthread_mutex_unlock(&inject.mutex);
    inside = false;
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

    inject.patches = getenv("UPSWEEP_PATCHES");
    if (!log_head() || !library || !inject.patches)
        return 0;
    if (!api_load(library, why, sizeof why))
        stop("%s", why);
    atexit(on_exit_of_program);
    check(api.Subscribe(&subscriber, on_event, NULL), "begin");
    for (size_t i = 0; i < sizeof domains / sizeof *domains; ++i)
        check(api.EnableDomain(1, subscriber, domains[i]), "begin");
    return 1;
}
