/* SPDX-License-Identifier: MIT */
#include "inject/api.h"

#include "inject/fault.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

Api api;

/* A function pointer out of an object pointer, as POSIX has it. */
static bool find(void *library, const char *name, void *to)
{
    void *symbol = dlsym(library, name);

    memcpy(to, &symbol, sizeof symbol);
    return symbol != NULL;
}

bool api_load(const char *path, char *why, size_t size)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    if (!library) {
        snprintf(why, size, "%.100s: cannot load: %.200s", path, dlerror());
        return false;
    }
#define API_FIND(name)                                                         \
    if (!find(library, "sanitizer" #name, &api.name)) {                        \
        snprintf(why, size, "%.100s: has no function sanitizer" #name, path);  \
        return false;                                                          \
    }
    API_FUNCTIONS(API_FIND)
#undef API_FIND
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver || !find(driver, "cuDeviceGetName", &api.GetDeviceName) ||
        !find(driver, "cuDeviceGetAttribute", &api.GetDeviceAttribute) ||
        !find(driver, "cuFuncGetAttribute", &api.GetFunctionAttribute) ||
        !find(driver, "cuCtxSynchronize", &api.Synchronize) ||
        !find(driver, "cuModuleGetGlobal_v2", &api.GetModuleGlobal) ||
        !find(driver, "cuStreamQuery", &api.QueryStream) ||
        !find(driver, "cuLaunchKernel", &api.Launch)) {
        snprintf(why, size,
                 "CUDA driver: functions are missing; update the driver");
        return false;
    }
    return true;
}

void api_check(SanitizerResult result, const char *what)
{
    const char *why = "?";

    if (result == SANITIZER_SUCCESS)
        return;
    api.GetResultString(result, &why);
    fault_stop("Sanitizer API: cannot %s: %s", what, why);
}

/* ---- The lock -------------------------------------------------------------*/

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local bool inside;

bool lock_take(void)
{
    if (inside)
        return false;
    inside = true;
    pthread_mutex_lock(&mutex);
    return true;
}

void lock_give_back(void)
{
    pthread_mutex_unlock(&mutex);
    inside = false;
}

void lock_wait_for_gpu(void)
{
    pthread_mutex_unlock(&mutex);
    api.Synchronize();
    pthread_mutex_lock(&mutex);
}
