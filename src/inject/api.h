/* SPDX-License-Identifier: MIT
 *
 * api - the functions of the Sanitizer API, found in libsanitizer-public.so
 * when the program starts: Upsweep is built without that library.
 */
#ifndef UPSWEEP_API_H
#define UPSWEEP_API_H

#include <sanitizer.h>

#include <stdbool.h>

#define API_FUNCTIONS(X)                                                       \
    X(AddPatchesFromFile)                                                      \
    X(Alloc)                                                                   \
    X(EnableDomain)                                                            \
    X(GetFunctionPcAndSize)                                                    \
    X(GetResultString)                                                         \
    X(MemcpyDeviceToHost)                                                      \
    X(MemcpyHostToDeviceAsync)                                                 \
    X(PatchInstructions)                                                       \
    X(PatchModule)                                                             \
    X(SetCallbackData)                                                         \
    X(StreamSynchronize)                                                       \
    X(Subscribe)                                                               \
    X(UnpatchModule)

typedef struct {
#define API_FIELD(name) __typeof__(&sanitizer##name) name;
    API_FUNCTIONS(API_FIELD)
#undef API_FIELD
    /* of the driver, which may be asked these within a callback; Launch and
     * QueryStream when CUDA's function returns */
    CUresult (*GetDeviceName)(char *name, int size, CUdevice device);
    CUresult (*GetDeviceAttribute)(int *value, CUdevice_attribute attribute,
                                   CUdevice device);
    CUresult (*GetFunctionAttribute)(int *value, CUfunction_attribute attribute,
                                     CUfunction function);
    CUresult (*GetModuleGlobal)(CUdeviceptr *address, size_t *bytes,
                                CUmodule module, const char *name);
    CUresult (*Synchronize)(void);
    CUresult (*QueryStream)(CUstream stream);
    CUresult (*Launch)(CUfunction function, unsigned grid_x, unsigned grid_y,
                       unsigned grid_z, unsigned block_x, unsigned block_y,
                       unsigned block_z, unsigned dynamic, CUstream stream,
                       void **arguments, void **extra);
} Api;

extern Api api;

/* Ends the program if RESULT is no success: "the Sanitizer API cannot WHAT". */
void api_check(SanitizerResult result, const char *what);

/* Loads the library PATH.  False, with a clause in WHY, if that fails. */
bool api_load(const char *path, char *why, size_t size);

/* ---- The lock: one thread of the program at a time is in our callbacks
 * ------*/

/* False if this thread has the lock: what we ask of CUDA calls back. */
bool lock_take(void);
void lock_give_back(void);

/* Waits until the GPU has done all that it was asked.  Other threads may call
 * back meanwhile. */
void lock_wait_for_gpu(void);

#endif
