/* SPDX-License-Identifier: MIT */
#include "inject/modules.h"

#include "inject/allocations.h"
#include "inject/cubin.h"
#include "inject/fault.h"
#include "simulator/log.h"
#include "util/base.h"

#include <stdlib.h>
#include <string.h>

/* ---- Where the functions of patch.cu write --------------------------------*/

#define MOST_ROOM  ((uint64_t)768 << 20)
#define LEAST_ROOM ((uint64_t)1 << 20)

static struct {
    CUcontext context;
    EventLog *log; /* on the GPU */
    char *events;  /* on the GPU */
    uint64_t room;
} buffer;

bool event_buffer_is_of(CUcontext context)
{
    if (buffer.context)
        return buffer.context == context;
    buffer.context = context;
    api_check(api.AddPatchesFromFile(getenv("UPSWEEP_PATCHES"), context),
              "load our patches");
    api_check(api.Alloc(context, (void **)&buffer.log, sizeof *buffer.log),
              "reserve memory");
    buffer.room = MOST_ROOM;
    while (api.Alloc(context, (void **)&buffer.events, buffer.room) !=
           SANITIZER_SUCCESS) {
        buffer.room /= 2;
        if (buffer.room < LEAST_ROOM)
            fault_stop(
                "GPU: no memory left for the recording; close other programs");
    }
    return true;
}

void event_buffer_begin(CUfunction function, Sanitizer_StreamHandle stream)
{
    const ProgramLog *head = log_head();
    EventLog log = {.room = buffer.room,
                    .events = buffer.events,
                    .first_block = head->first_kept,
                    .last_block = head->last_kept};

    api_check(api.MemcpyHostToDeviceAsync(buffer.log, &log, sizeof log, stream),
              "prepare the launch");
    api_check(api.SetCallbackData(function, buffer.log), "prepare the launch");
}

bool event_buffer_read(EventLog *log, Sanitizer_StreamHandle stream)
{
    if (api.MemcpyDeviceToHost(log, buffer.log, sizeof *log, stream) !=
        SANITIZER_SUCCESS)
        return false;
    if (log->used > buffer.room)
        log->used = buffer.room;
    return true;
}

char *event_buffer_events(const EventLog *log, Sanitizer_StreamHandle stream)
{
    char *events = base_alloc((size_t)log->used + 1, 1);

    api_check(api.MemcpyDeviceToHost(events, buffer.events, (size_t)log->used,
                                     stream),
              "read what was recorded");
    return events;
}

/* ---- Machine code ---------------------------------------------------------*/

enum { MOST_MODULES = 256 };

static struct {
    Module items[MOST_MODULES];
    size_t count;
    uint32_t logged;
} table;

Module *modules_find(CUmodule module)
{
    for (size_t i = 0; i < table.count; ++i)
        if (table.items[i].module == module)
            return table.items + i;
    return NULL;
}

void modules_add(const Sanitizer_ResourceModuleData *data)
{
    if (!event_buffer_is_of(data->context) || table.count == MOST_MODULES)
        return;
    Module *module = table.items + table.count++;
    *module = (Module){.module = data->module, .bytes = data->cubinSize};
    module->cubin = base_alloc(data->cubinSize, 1);
    memcpy(module->cubin, data->pCubin, data->cubinSize);
}

void modules_remove(CUmodule handle)
{
    Module *module = modules_find(handle);

    if (!module)
        return;
    free(module->cubin);
    allocations_remove_variables(handle);
    *module = table.items[--table.count];
}

static void find_variables(const Module *module)
{
    char name[sizeof((Allocation *)NULL)->name];
    CUdeviceptr address;
    size_t bytes;

    for (size_t i = 0;
         cubin_global(module->cubin, module->bytes, i, name, sizeof name); ++i)
        if (api.GetModuleGlobal(&address, &bytes, module->module, name) ==
                CUDA_SUCCESS &&
            bytes > 0 && !allocations_find(address))
            allocations_add_variable(address, bytes, name, module->module);
}

void modules_find_variables(void)
{
    for (size_t i = 0; i < table.count; ++i)
        if (!table.items[i].searched) {
            table.items[i].searched = true;
            find_variables(&table.items[i]);
        }
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

void modules_log(Module *module, const char *name)
{
    if (!module->id) {
        ProgramModule *record =
            log_add(RECORD_MODULE, sizeof *record + module->bytes);
        record->id = table.logged++;
        record->bytes = module->bytes;
        memcpy(record + 1, module->cubin, module->bytes);
        module->id = record->id + 1;
    }
    log_function(module, name);
}

/* What is chosen to be patched is forgotten when a module is restored. Shuffles
 * are left alone: the API does not show what lanes exchange, and kernels that
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
        api_check(api.PatchInstructions(patches[i].id, module,
                                        patches[i].function),
                  "choose instructions");
}

static void set_patched(Module *module, bool patched)
{
    if (!module || module->patched == patched)
        return;
    if (patched)
        choose_instructions(module->module);
    api_check((patched ? api.PatchModule : api.UnpatchModule)(module->module),
              patched ? "patch the kernel" : "restore the kernel");
    module->patched = patched;
}

void modules_patch(const char *name)
{
    uint64_t pc, size;

    for (size_t i = 0; i < table.count; ++i) {
        Module *module = table.items + i;
        if (!name)
            set_patched(module, false);
        else if (api.GetFunctionPcAndSize(module->module, name, &pc, &size) ==
                 SANITIZER_SUCCESS)
            set_patched(module, true);
    }
}
