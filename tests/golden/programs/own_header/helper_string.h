// SPDX-License-Identifier: MIT
// A header with the name of one of CUDA's samples.
static inline int own_answer() { return 42; }
