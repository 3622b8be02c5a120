/* SPDX-License-Identifier: MIT
 *
 * What sources that include <iostream> include first: to read it takes longer
 * than all else. */
#ifndef UPSWEEP_STREAMS_H
#define UPSWEEP_STREAMS_H

#include "upsweep_cu.h"

#include <iostream>

#endif
