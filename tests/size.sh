#!/bin/sh
# SPDX-License-Identifier: MIT
#
# size - how many lines and files each room has:
#
#     tests/size.sh            src and each of its rooms, kernels, tests, examples, doc
#     tests/size.sh COMMIT     all this, and the change since COMMIT
#
# Counted are the files that git knows, and new ones that it does not ignore; without
# git, all. Only text files have lines. `make size`, `SINCE=COMMIT make size`.

cd "$(dirname "$0")/.." || exit 1
since=${1:-}
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

# count LIST: a line "ROOM LINES FILES" for each room of the files in LIST. A file of
# src counts for src as a whole, and for its room.
count() {
    # shellcheck disable=SC2046 # our names hold no blanks
    grep -Ic '' -- /dev/null $(cat "$1") 2>/dev/null | awk -F : '
        $1 == "/dev/null" { next }
        {
            depth = split($1, part, "/")
            lines[part[1]] += $2
            ++files[part[1]]
            if (part[1] != "src")
                next
            room = "src/" (depth > 2 ? part[2] : "*.[ch]")
            lines[room] += $2
            ++files[room]
        }
        END { for (room in lines) print room, lines[room], files[room] }'
}

rooms='src kernels tests examples doc'
if git rev-parse --git-dir >/dev/null 2>&1; then
    # shellcheck disable=SC2086 # folders
    git ls-files -co --exclude-standard -- $rooms
else
    # shellcheck disable=SC2086
    find $rooms -type f
fi | sort -u | while read -r file; do
    [ ! -f "$file" ] || echo "$file"
done >"$folder/files"
count "$folder/files" >"$folder/now"
: >"$folder/then"
if [ -n "$since" ]; then
    git rev-parse --verify --quiet "$since^{commit}" >/dev/null || {
        echo "size.sh: $since is no commit of this repository; see git log" >&2
        exit 2
    }
    mkdir "$folder/old"
    # shellcheck disable=SC2086
    git archive "$since" -- $rooms | tar -x -C "$folder/old"
    (cd "$folder/old" && find . -type f | sed 's|^[.]/||' >"$folder/files" &&
        count "$folder/files") >"$folder/then"
fi

# The change is printed if there is a commit to compare with.
printf '%-16s%8s%7s%s\n' room lines files "${since:+  since $since}"
awk -v since="$since" '
FILENAME ~ /then$/ { old_lines[$1] += $2; old_files[$1] += $3; rooms[$1] }
FILENAME ~ /now$/ { lines[$1] += $2; files[$1] += $3; rooms[$1] }
END {
    for (room in rooms) {
        printf "%-16s%8d%7d", room, lines[room], files[room]
        if (since != "")
            printf "%+8d%+7d", lines[room] - old_lines[room],
                files[room] - old_files[room]
        print ""
    }
}' "$folder/then" "$folder/now" | sort
