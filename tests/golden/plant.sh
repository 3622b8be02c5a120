#!/bin/sh
# SPDX-License-Identifier: MIT
#
# plant - does tests/golden.test notice faults? Plants one at a time in a copy of the
# source, builds, and compares the part of the record that should show it.
#
#     tests/golden/plant.sh            all of them
#     tests/golden/plant.sh 2 7        only these
#
# Prints a line for each: caught, with the first line that golden.test says, or MISSED.
# Exits with 0 if all were caught. By hand; no part of make check, as it builds each
# time (with ccache some 15 minutes).

# Number, name, part of the record, file, and what sed does to the file.
faults() {
    cat <<'END'
1|a conflict too few in long queues|sweep|src/analysis/bank.c|s/^    return most;/    return (uint8_t)(most - (most > 3));/
2|another shade of the colour of stores|frames|src/draw/display_list.c|s/0xe69f00/0xe69800/
3|a label lost below the banks|frames|src/view/view_bank.c|s/12.5, COLOR_DIM, text);/12.5, COLOR_DIM, "");/
4|wrong sums reported as a race|verdicts|src/report/verify.c|/If both faults show/,/^}/s/return FAULT_SUMS;/return FAULT_RACE;/
5|another closed form of post-scans|reports|src/analysis/cost.c|s/return 2 \* (s->n - 1) - s->log2n;/return 2 * (s->n - 1) - s->log2n + 1;/
6|the line after that of a race|verdicts|src/report/verify.c|s/"site", side->site,/"site", side->site + 1,/
7|places in a queue from 1|frames|src/view/view.c|s/view->ranks\[i\] = lines\(.*\)++;/view->ranks[i] = ++lines\1;/
8|no hatching on paper|frames|src/draw/display_list.c|s/STRIPES_RISING, 0xb0b0b0/STRIPES_NONE, 0xb0b0b0/
9|loads of the third warp dropped|sweep|src/record/catalog_trace.c|/base_push(making, instructions, at);/i\    if (at.kind == ACCESS_GLOAD \&\& at.warp == 2) { making->accesses_count = at.first_access; return; }
10|operands of a sum exchanged|sweep|src/record/catalog_trace.c|s/\.left = left\.value/.left = right.value/; s/\.right = right\.value/.right = left.value/
11|another exit status of a fault|verdicts|src/cmd_verify.c|s/ERROR_NO, "a fault was found/ERROR_FAILED, "a fault was found/
END
}

source=$(cd "$(dirname "$0")/../.." && pwd)
copy=$(mktemp -d) || exit 1
trap 'rm -rf "$copy"' EXIT
log=$copy/log
cd "$source" && git ls-files -co --exclude-standard | while read -r file; do
    [ ! -e "$file" ] || echo "$file"
done | tar -c -T - | tar -x -C "$copy" || exit 1
cd "$copy" && autoreconf -fi >"$log" 2>&1 && mkdir build && cd build || exit 1
compiler=gcc
command -v ccache >/dev/null && compiler='ccache gcc'
make_all() { make -s -j2 upsweep tests/golden/facts tests/golden/compare_frames; }
../configure --quiet --without-cuda CC="$compiler" CFLAGS=-O1 >>"$log" 2>&1 &&
    make_all >>"$log" 2>&1 || {
    tail "$log"
    exit 1
}

missed=0
wanted=" $* "
while IFS='|' read -r number name part file script; do
    [ "$wanted" = "  " ] || case $wanted in *" $number "*) ;; *) continue ;; esac
    cp "../$file" "$copy/before"
    sed -i "$script" "../$file"
    if cmp -s "../$file" "$copy/before"; then
        echo "$number MISSED: $name: sed finds no such line in $file"
        missed=1
        continue
    fi
    if ! make_all >"$log" 2>&1; then
        echo "$number MISSED: $name: it does not build"
        missed=1
    elif GOLDEN_PARTS=$part UPSWEEP=$PWD/upsweep srcdir=.. \
        sh ../tests/golden.test --status >"$copy/said" 2>&1; then
        echo "$number MISSED: $name"
        missed=1
    else
        echo "$number caught by $part: $name:" \
            "$(grep '^# ' "$copy/said" | head -n 1 | cut -c 3-120)"
        echo "    ($(grep -c '^# ' "$copy/said") lines)"
    fi
    cp "$copy/before" "../$file"
done <<END
$(faults)
END
exit $missed
