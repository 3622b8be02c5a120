# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The program itself writes what bash completes.
eval "$(upsweep --completion bash)"
