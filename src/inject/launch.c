/* SPDX-License-Identifier: MIT */
#include "inject/launch.h"

#include "inject/allocations.h"
#include "inject/cubin.h"
#include "inject/events.h"
#include "inject/fault.h"
#include "inject/modules.h"
#include "simulator/log.h"
#include "program/random_elements.h"
#include "util/base.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What the thread asks for. */
static _Thread_local struct {
    bool calls;
    LaunchAsked what;
} asked;

/* The launch under way that is recorded. */
static struct {
    bool recording;
    bool launched; /* it is, and is read when CUDA's function returns */
    Sanitizer_LaunchData data;
    Signature signature;
    uint64_t log_before; /* bytes of the log */
    uint64_t unknown_before;
} current;

/* ---- Which ----------------------------------------------------------------*/

static struct {
    char **names;
    size_t names_count, names_capacity;
} seen;

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
    for (size_t i = 0; i < seen.names_count; ++i)
        if (strcmp(seen.names[i], name) == 0)
            return false;
    return true;
}

static void note_seen(const char *name)
{
    char *copy = base_strdup(name);

    base_push(&seen, names, copy);
}

/* ---- What is logged before it ---------------------------------------------*/

static void name_arrays(void)
{
    const Signature *signature = &current.signature;

    for (uint32_t i = 0; asked.what.arguments && i < signature->count; ++i) {
        const SignatureParameter *parameter = signature->parameters + i;
        uint64_t address;
        if (!parameter->pointer)
            continue;
        memcpy(&address, asked.what.arguments[i], sizeof address);
        Allocation *array = allocations_find(address);
        if (!array || array->argument)
            continue;
        array->argument = i + 1;
        array->element = parameter->element;
        array->element_bytes = parameter->element_bytes;
    }
}

/* TRIAL and INPUT: as in ProgramLaunch. */
static void log_launch(uint32_t trial, uint32_t input)
{
    ProgramLaunch *record = log_add(RECORD_LAUNCH, sizeof *record);
    size_t length = 0;

    record->number = log_head()->launches;
    record->trial = trial;
    record->input = input;
    memcpy(record->grid, asked.what.grid, sizeof record->grid);
    memcpy(record->block, asked.what.block, sizeof record->block);
    record->dynamic = asked.what.dynamic;
    snprintf(record->kernel, sizeof record->kernel, "%s",
             current.signature.name);
    for (uint32_t i = 0; i < current.signature.count; ++i) {
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
    if (count_of(asked.what.grid) == 0) {
        asked.what.grid[0] = data->gridDim_x;
        asked.what.grid[1] = data->gridDim_y;
        asked.what.grid[2] = data->gridDim_z;
        asked.what.block[0] = data->blockDim_x;
        asked.what.block[1] = data->blockDim_y;
        asked.what.block[2] = data->blockDim_z;
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
        uint32_t bytes = from->bytes ? from->bytes : asked.what.dynamic;
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

/* ---- Contents of arrays ---------------------------------------------------
 *
 * The GPU does nothing meanwhile, and STREAM is the launch's. */

/* Of programs with more arrays, or larger ones, less is kept. */
enum { MOST_ARRAYS = 64 };

/* What is kept of arrays is all of it. */
static bool whole;

/* Copies the first BYTES bytes of an array. */
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

static void write_array(const Allocation *array, void *from,
                        Sanitizer_StreamHandle stream)
{
    void *to = (void *)(uintptr_t)array->address;

    if (!from)
        return;
    if (array->managed) {
        memcpy(to, from, array->kept);
        return;
    }
    api_check(api.MemcpyHostToDeviceAsync(to, from, array->kept, stream),
              "give arrays their contents");
    api_check(api.StreamSynchronize(stream), "give arrays their contents");
}

/* The first bytes of an array, to be freed; NULL: they cannot be read. */
static void *copy_of(const Allocation *array, size_t bytes,
                     Sanitizer_StreamHandle stream)
{
    void *copy = base_alloc(bytes + 1, 1);

    if (read_array(array, copy, bytes, stream))
        return copy;
    free(copy);
    return NULL;
}

static bool all_fit(void)
{
    const Allocation *array;
    uint64_t bytes = 0;
    size_t i = 0;

    for (; (array = allocations_at(i)); ++i)
        bytes += array->bytes;
    return i <= MOST_ARRAYS && bytes <= PROGRAM_TRIAL_MEMORY;
}

/* Keeps what arrays hold before a launch. */
static void contents_save(Sanitizer_StreamHandle stream)
{
    Allocation *array;

    whole = all_fit();
    for (size_t i = 0; (array = allocations_at(i)); ++i) {
        allocation_forget(array);
        array->argument = 0;
        array->element_bytes = array->bytes % 4 == 0 ? 4 : 1;
        array->element = array->bytes % 4 == 0 ? ELEMENT_U32 : ELEMENT_U8;
        array->kept = whole || array->bytes < PROGRAM_CONTENTS
                          ? array->bytes
                          : PROGRAM_CONTENTS;
        if (i < MOST_ARRAYS)
            array->before = copy_of(array, array->kept, stream);
        whole &= array->before != NULL;
    }
}

static void log_contents(const Allocation *array, const void *data,
                         uint32_t after)
{
    size_t bytes =
        array->bytes < PROGRAM_CONTENTS ? array->bytes : PROGRAM_CONTENTS;
    ProgramContents *record = log_add(RECORD_CONTENTS, sizeof *record + bytes);

    record->array = array->id;
    record->after = after;
    record->bytes = bytes;
    memcpy(record + 1, data, bytes);
}

/* Logs what the arrays that run number RUN touched held before, and what they
 * hold. */
static void contents_log(uint32_t run, Sanitizer_StreamHandle stream)
{
    const Allocation *array;

    for (size_t i = 0; (array = allocations_at(i)); ++i) {
        const void *before = array->given ? array->given : array->before;
        if (array->launch != run)
            continue;
        void *after =
            copy_of(array,
                    array->bytes < PROGRAM_CONTENTS ? array->bytes
                                                    : PROGRAM_CONTENTS,
                    stream);
        if (before)
            log_contents(array, before, 0);
        if (after)
            log_contents(array, after, 1);
        free(after);
    }
}

/* Keeps what arrays hold after the launch, and gives that back to them. */
static void contents_keep(Sanitizer_StreamHandle stream)
{
    Allocation *array;

    for (size_t i = 0; (array = allocations_at(i)); ++i)
        array->after = copy_of(array, array->kept, stream);
}

static void contents_give_back(Sanitizer_StreamHandle stream)
{
    Allocation *array;

    for (size_t i = 0; (array = allocations_at(i)); ++i) {
        write_array(array, array->after, stream);
        allocation_forget(array);
    }
}

/* Gives arrays what they held before the launch, and INPUT random elements. */
static void contents_give(Allocation *input, uint64_t *random,
                          Sanitizer_StreamHandle stream)
{
    const Allocation *array;

    if (!input->given)
        input->given = base_alloc(input->kept + 1, 1);
    memcpy(input->given, input->before, input->kept);
    random_elements_fill(input->given, input->kept, input->element, random);
    for (size_t i = 0; (array = allocations_at(i)); ++i)
        write_array(array, array->given ? array->given : array->before, stream);
}

/* ---- Recording ------------------------------------------------------------*/

static void begin_recording(const Sanitizer_LaunchData *data, Module *module)
{
    ProgramLog *head = log_head();

    current.recording = true;
    current.log_before = log_used();
    current.unknown_before = head->unknown;
    ++head->recorded;
    if (!head->device[0])
        api.GetDeviceName(head->device, sizeof head->device - 1, data->device);
    modules_log(module, data->functionName);
    contents_save(data->hStream);
    name_arrays();
    log_launch(0, 0);
    log_variables(data, module);
    event_buffer_begin(data->function, data->hStream);
}

void launch_begin(const Sanitizer_LaunchData *data)
{
    Module *module = modules_find(data->module);

    ++log_head()->launches;
    current.signature = signature_of(data->functionName);
    take_sizes(data);
    if (module && is_chosen(current.signature.name, log_head()->launches)) {
        note_seen(current.signature.name);
        begin_recording(data, module);
    }
}

static uint32_t attribute_of(CUdevice device, CUdevice_attribute attribute)
{
    int value = 0;

    return api.GetDeviceAttribute(&value, attribute, device) == CUDA_SUCCESS &&
                   value > 0
               ? (uint32_t)value
               : 0;
}

/* ---- Runs -----------------------------------------------------------------*/

/* Those of launches, and those on random inputs. */
static uint32_t runs;

/* Bytes of a block's shared memory. */
static uint32_t shared_bytes(const Sanitizer_LaunchData *data)
{
    return static_bytes(data->function) + asked.what.dynamic;
}

/* Logs what the run did, which has ended, and was one on random inputs if TRIAL
 * is set; false: it failed. */
static bool log_run(const Sanitizer_LaunchData *data, bool trial)
{
    EventsLaunch launch = {
        .number = ++runs,
        .blocks = (uint32_t)count_of(asked.what.grid),
        .reserved =
            attribute_of(data->device,
                         CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK),
        .shared = trial ? 0 : shared_bytes(data)};
    EventLog log;

    if (!event_buffer_read(&log, data->hStream))
        return false;
    if (log.lost)
        fault_full(log.lost);
    if (log.used == 0 && log_head()->first_kept < launch.blocks)
        fault_stop("GPU: no report on launch %u of %s", log_head()->launches,
                   current.signature.name);
    char *events = event_buffer_events(&log, data->hStream);
    events_log(&launch, events, (size_t)log.used);
    free(events);
    contents_log(runs, data->hStream);
    return true;
}

static ProgramEnd *log_end(const Sanitizer_LaunchData *data)
{
    ProgramEnd *record = log_add(RECORD_END, sizeof *record);

    record->shared_bytes = shared_bytes(data);
    return record;
}

enum { MOST_SECONDS = 5, PAUSE_NANOSECONDS = 200000 };

/* *INPUT becomes the array whose elements trials of the launch, run number RUN,
 * make random: of the arrays of numbers that it loads before it stores to them
 * the one with most loads; NULL, and why, if there is none. */
static ProgramTrialKind trial_input(uint32_t run, Allocation **input)
{
    Allocation *array;
    bool loads = false;

    *input = NULL;
    for (size_t i = 0; (array = allocations_at(i)); ++i) {
        if (array->launch != run || !array->loaded_first)
            continue;
        loads = true;
        if (array->argument && array->element != ELEMENT_OTHER &&
            array->element_bytes > 0 &&
            (!*input || array->loads > (*input)->loads))
            *input = array;
    }
    return *input  ? PROGRAM_TRIES
           : loads ? PROGRAM_NO_NUMBERS
                   : PROGRAM_NO_INPUT;
}

/* Waits until the trial on STREAM ends; false if it fails, or takes more than
 * some seconds. */
static bool trial_wait(CUstream stream)
{
    struct timespec now, pause = {.tv_nsec = PAUSE_NANOSECONDS};
    CUresult result;

    clock_gettime(CLOCK_MONOTONIC, &now);
    time_t end = now.tv_sec + MOST_SECONDS;
    while ((result = api.QueryStream(stream)) == CUDA_ERROR_NOT_READY &&
           now.tv_sec < end) {
        nanosleep(&pause, NULL);
        clock_gettime(CLOCK_MONOTONIC, &now);
    }
    return result == CUDA_SUCCESS;
}

/* Whether the launch can be run again on random elements of *INPUT. */
static ProgramTrialKind choose_input(Allocation **input)
{
    const ProgramLog *head = log_head();
    ProgramTrialKind kind = trial_input(runs, input);

    if (kind != PROGRAM_TRIES)
        return kind;
    if (!asked.what.plain || head->unknown > current.unknown_before)
        return PROGRAM_NOT_AGAIN;
    if (head->untried >> (head->recorded - 1) % 64 & 1)
        return PROGRAM_FAILS;
    if (!whole)
        return PROGRAM_LARGE;
    return log_used() - current.log_before > PROGRAM_TRIAL_LOG
               ? PROGRAM_LONG_LOG
               : PROGRAM_TRIES;
}

static void make_trial(const Sanitizer_LaunchData *data, uint32_t number,
                       Allocation *input, uint64_t *random)
{
    const LaunchAsked *what = &asked.what;

    contents_give(input, random, data->hStream);
    log_launch(number, input->id);
    event_buffer_begin(data->function, data->hStream);
    if (api.Launch(data->function, what->grid[0], what->grid[1], what->grid[2],
                   what->block[0], what->block[1], what->block[2],
                   what->dynamic, data->stream, what->arguments,
                   NULL) != CUDA_SUCCESS ||
        !trial_wait(data->stream) || !log_run(data, true))
        fault_again();
    log_end(data);
}

/* Makes COUNT trials and leaves memory as the launch did.  What they print is
 * not seen. */
static void make_trials(const Sanitizer_LaunchData *data, uint32_t count,
                        Allocation *input)
{
    uint64_t random = log_head()->launches;

    fflush(stdout);
    int output = dup(STDOUT_FILENO), nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDOUT_FILENO);
    contents_keep(data->hStream);
    for (uint32_t i = 1; i <= count; ++i)
        make_trial(data, i, input, &random);
    contents_give_back(data->hStream);
    fflush(stdout);
    dup2(output, STDOUT_FILENO);
    close(output);
    close(nothing);
}

/* Reads what the launch did, which has ended, and runs it again. */
static void finish(const Sanitizer_LaunchData *data)
{
    const ProgramLog *head = log_head();
    Allocation *input;

    if (!log_run(data, false))
        fault_stop("launch %u of %s fails on the GPU; --device cpu shows its "
                   "thread and line",
                   head->launches, current.signature.name);
    ProgramTrialKind kind = choose_input(&input);
    uint32_t enough =
        input ? random_elements_trials(input->bytes, input->element) : 0;
    ProgramEnd *end = log_end(data);
    end->input = input ? input->id + 1 : 0;
    end->trials = enough;
    end->untried = kind;
    if (kind == PROGRAM_TRIES && head->trials > 0)
        make_trials(data, enough < head->trials ? enough : head->trials, input);
}

/* ---- From call to return --------------------------------------------------*/

void launch_ask(const LaunchAsked *what)
{
    if (asked.calls) /* the runtime calls the driver */
        return;
    asked.calls = true;
    asked.what = *what;
    if (!what->symbol)
        return;
    Signature signature = signature_of(what->symbol);
    bool chosen = is_chosen(signature.name, log_head()->launches + 1);
    if (chosen) {
        lock_wait_for_gpu();
        modules_find_variables();
    }
    modules_patch(chosen ? what->symbol : NULL);
}

void launch_return(bool of_runtime)
{
    if (!asked.calls || asked.what.by_runtime != of_runtime)
        return;
    asked.calls = false;
    if (current.launched) {
        current.launched = false;
        lock_wait_for_gpu();
        finish(&current.data);
    }
    asked.what = (LaunchAsked){0};
}

/* Within the call of CUDA's function waiting for the GPU may never end: then
 * the launch is read when the function returns. */
void launch_end(const Sanitizer_LaunchData *data)
{
    if (!current.recording)
        return;
    current.recording = false;
    if (asked.calls) {
        current.launched = true;
        current.data = *data;
    } else {
        api.StreamSynchronize(data->hStream);
        finish(data);
        asked.what = (LaunchAsked){0};
    }
}
