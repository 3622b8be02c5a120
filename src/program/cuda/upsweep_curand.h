/* SPDX-License-Identifier: MIT
 *
 * upsweep_curand - cuRAND as programs use it to make input (C++).  Its numbers
 * are evenly distributed, or normally, but not those that NVIDIA's library
 * gives for the same seed.
 */
#ifndef UPSWEEP_CURAND_H
#define UPSWEEP_CURAND_H

#include "cuda_runtime.h"

typedef int curandStatus_t, curandRngType_t;
constexpr int CURAND_STATUS_SUCCESS = 0, CURAND_RNG_PSEUDO_DEFAULT = 100,
              CURAND_RNG_PSEUDO_XORWOW = 101, CURAND_RNG_PSEUDO_MRG32K3A = 121,
              CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937 = 142,
              CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161;

typedef struct curandState {
    unsigned long long x;
} curandState, curandState_t, curandStateXORWOW_t, curandStateMRG32k3a_t,
    curandStatePhilox4_32_10_t;

UPSWEEP_BOTH_BEGIN

/* A number of 32 bits: a product of a counter, with its bits mixed. */
inline unsigned curand(curandState *state)
{
    unsigned long long x = state->x += 0x9e3779b97f4a7c15ull;

    x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
    return (unsigned)(x >> 32);
}
inline void curand_init(unsigned long long seed, unsigned long long sequence,
                        unsigned long long offset, curandState *state)
{
    curandState start = {seed * 0x2545f4914f6cdd1dull + sequence};

    state->x = ((unsigned long long)curand(&start) << 32 | curand(&start)) +
               offset * 0x9e3779b97f4a7c15ull;
}
/* Above 0, and at most 1. */
UPSWEEP_RETURNS(inline float curand_uniform(curandState *state),
                (float)((curand(state) >> 8) + 1) / 16777216.0f)
UPSWEEP_RETURNS(inline double curand_uniform_double(curandState *state),
                (curand(state) + 1.0) / 4294967296.0)
UPSWEEP_RETURNS(inline double curand_normal_double(curandState *state),
                sqrt(-2 * log(curand_uniform_double(state))) *
                    cos(6.283185307179586 * curand_uniform_double(state)))
UPSWEEP_RETURNS(inline float curand_normal(curandState *state),
                (float)curand_normal_double(state))

UPSWEEP_BOTH_END

typedef struct UpsweepGenerator {
    curandState state;
    bool host;
} * curandGenerator_t;

#define UPSWEEP_CURAND(name, parameters, ...)                                  \
    UPSWEEP_RETURNS(inline curandStatus_t name parameters, __VA_ARGS__,        \
                    CURAND_STATUS_SUCCESS)
UPSWEEP_CURAND(curandCreateGenerator, (curandGenerator_t * to, curandRngType_t),
               *to = new UpsweepGenerator())
UPSWEEP_CURAND(curandCreateGeneratorHost,
               (curandGenerator_t * to, curandRngType_t),
               *to = new UpsweepGenerator{{0}, true})
UPSWEEP_CURAND(curandDestroyGenerator,
               (curandGenerator_t generator), operator delete(generator))
UPSWEEP_CURAND(curandSetPseudoRandomGeneratorSeed,
               (curandGenerator_t generator, unsigned long long seed),
               curand_init(seed, 0, 0, &generator->state))
UPSWEEP_CURAND(curandSetStream, (curandGenerator_t, cudaStream_t), 0)
#undef UPSWEEP_CURAND
/* N numbers, which NUMBER makes of a STATE. */
#define UPSWEEP_CURAND(name, type, number, ...)                                \
    inline curandStatus_t name(curandGenerator_t generator, type *to,          \
                               size_t n, ##__VA_ARGS__)                        \
    {                                                                          \
        curandState *state = &generator->state;                                \
        type *all = new type[n];                                               \
        for (size_t i = 0; i < n; ++i)                                         \
            all[i] = (type)(number);                                           \
        curandStatus_t status =                                                \
            cudaMemcpy(to, all, n * sizeof *to,                                \
                       generator->host ? cudaMemcpyHostToHost                  \
                                       : cudaMemcpyHostToDevice);              \
        delete[] all;                                                          \
        return status;                                                         \
    }
UPSWEEP_CURAND(curandGenerate, unsigned, curand(state))
UPSWEEP_CURAND(curandGenerateUniform, float, curand_uniform(state))
UPSWEEP_CURAND(curandGenerateUniformDouble, double,
               curand_uniform_double(state))
UPSWEEP_CURAND(curandGenerateNormal, float,
               mean + deviation * curand_normal_double(state), float mean,
               float deviation)
UPSWEEP_CURAND(curandGenerateNormalDouble, double,
               mean + deviation * curand_normal_double(state), double mean,
               double deviation)
#undef UPSWEEP_CURAND

#endif
