# SPDX-License-Identifier: MIT
# The program itself writes what fish completes.
upsweep --completion fish | source
