/* SPDX-License-Identifier: MIT */
#include "inject/lock.h"

#include "inject/api.h"

#include <pthread.h>

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
