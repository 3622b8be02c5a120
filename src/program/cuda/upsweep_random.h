/* SPDX-License-Identifier: MIT
 *
 * upsweep_random - Thrust's random numbers on the host, from the standard
 * library (C++).
 */
#ifndef UPSWEEP_RANDOM_H
#define UPSWEEP_RANDOM_H

#include <random>

namespace thrust
{
namespace random
{
using std::minstd_rand;
using std::minstd_rand0;
using std::normal_distribution;
using std::uniform_int_distribution;
using std::uniform_real_distribution;
typedef minstd_rand default_random_engine;
namespace experimental
{
using std::normal_distribution;
}
} // namespace random
using namespace random;
} // namespace thrust

#endif
