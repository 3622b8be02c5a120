#!/bin/sh
# SPDX-License-Identifier: MIT
#
# log_corpus.sh [FOLDER] - makes the corpus of fuzz_log in FOLDER
# (tests/fuzz/corpus/log); `make log-corpus` calls it in a build folder.
#
# Not more than 16384 bytes of a file are mutated, see run.sh: numbers of elements
# and of runs on random inputs are low.

top=$(cd "$(dirname "$0")/../.." && pwd) || exit 3
folder=${1:-$top/tests/fuzz/corpus/log}

# log NAME RUNS SOURCE [ARGUMENT ...]: a file; "gpu-NAME" as of a GPU.
log() {
    name=$1 runs=$2 source=$3
    shift 3
    gpu=
    [ "$name" = "${name#gpu-}" ] || gpu=-g
    # shellcheck disable=SC2086 # an option, or none
    ./tests/fuzz/log_corpus $gpu "$folder/$name" "$runs" "$top/$source" "$@" ||
        exit 1
}

log hillis-steele 4 kernels/hillis-steele.cu 8
log hillis-steele-racy 4 kernels/hillis-steele-racy.cu 8
log leftright 4 kernels/leftright.cu 8
log look-back 4 kernels/look-back.cu 8
log nopadding 4 kernels/nopadding.cu 8
log padding 4 kernels/padding.cu 8
log sequential 4 kernels/sequential.cu 8
log block-shuffle 1 kernels/block-shuffle.cu 32
log three-phase 4 kernels/three-phase.cu 16 8
for name in launches locals numbers outputs samples symbols tickets; do
    log "cuda-$name" 4 "tests/cuda/$name.cu"
done
log cuda-results 0 tests/cuda/results.cu
log cuda-whole 0 tests/cuda/whole.cu steps
log cuda-whole-three 0 tests/cuda/whole.cu three
log gpu-cuda-symbols 0 tests/cuda/symbols.cu
log gpu-hillis-steele 1 kernels/hillis-steele.cu 8
log gpu-block-shuffle 0 kernels/block-shuffle.cu 32
log gpu-three-phase 0 kernels/three-phase.cu 16 8
{ printf '\0\0\020' && tail -c +4 "$folder/gpu-three-phase"; } \
    >"$folder/gpu-no-sources"
