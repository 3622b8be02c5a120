# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# console - follows a document to the letter: what its fenced blocks say is
# done, and what they show is compared.  For readme.test and your_own.test.
#
#     ```console            each line "$ COMMAND" is run by sh; the lines below
#     $ upsweep list        it are what it prints, on stdout and stderr.  None:
#     Algorithms            it must exit with 0.  Words are compared, since a
#     ...                   page folds long lines; "..." stands for any words.
#     ```
#     ```sh                 each line is run, and must exit with 0
#     ```c kernels/a.cu     the whole of that file
#     ```diff kernels/a.cu  a change to that file: the lines with "-" or " "
#                           stand there once, and become those with "+" or " "
#
# Steps are numbered files: 001.kind, 001.body, 001.line (of the body in the
# document), and 001.want or 001.file.

# console_split DOCUMENT FOLDER: its blocks, as steps in FOLDER.
console_split() {
    mkdir -p "$2" && awk -v folder="$2" '
    function start(kind) {
        name = sprintf("%s/%03d", folder, ++steps)
        print kind >(name ".kind")
        print NR >(name ".line")
        printf "" >(name ".body")
        printf "" >(name ".want")
    }
    /^```/ {
        if (block) { block = ""; next }
        block = substr($1, 4) ? substr($1, 4) : "plain"
        if (!(block ~ /^(console|sh)$/ || (block ~ /^(c|diff)$/ && NF == 2)))
            block = "other"
        if (block == "c" || block == "diff") {
            start(block)
            print $2 >(name ".file")
        }
        next
    }
    block == "sh" && NF || block == "console" && /^\$ / {
        start("run")
        print block == "sh" ? $0 : substr($0, 3) >(name ".body")
        next
    }
    block == "console" && steps { print >(name ".want") }
    block == "c" || block == "diff" { print >(name ".body") }
    ' "$1"
}

# console_same WANTED GOT: the same words, where "..." is any of them?
console_same() {
    awk '
    { for (i = 1; i <= NF; ++i) word[FILENAME, ++count[FILENAME]] = $i }
    END {
        want = ARGV[1]
        got = ARGV[2]
        i = j = 1
        while (j <= count[got])
            if (i <= count[want] && word[want, i] == "...") {
                gap = i++
                after = j
            } else if (i <= count[want] && word[want, i] == word[got, j]) {
                ++i
                ++j
            } else if (gap) {
                i = gap + 1
                j = ++after
            } else
                exit 1
        while (i <= count[want] && word[want, i] == "...")
            ++i
        exit i <= count[want]
    }' "$1" "$2"
}

# console_edit CHANGE FILE: makes the change; false if its place is not there
# exactly once.
console_edit() {
    awk '
    NR == FNR {
        if (!/^\+/) old = old substr($0, 2) "\n"
        if (!/^-/) new = new substr($0, 2) "\n"
        next
    }
    { text = text $0 "\n" }
    END {
        at = index(text, old)
        rest = substr(text, at + 1)
        if (!old || !at || index(rest, old)) exit 1
        printf "%s%s%s", substr(text, 1, at - 1), new, \
            substr(text, at + length(old))
    }' "$1" "$2" >"$2.new" && cat "$2.new" >"$2" && rm "$2.new"
}

# console_do STEP: does it in this folder; false, with STEP.why, if it does not
# go as the document says.
console_do() {
    case $(cat "$1.kind") in
    c) cp "$1.body" "$(cat "$1.file")" 2>"$1.why" ;;
    diff)
        chmod u+w "$(cat "$1.file")" # a copy of a file that was not writable
        console_edit "$1.body" "$(cat "$1.file")" 2>"$1.why" ||
            { echo "no such place in $(cat "$1.file")" >>"$1.why" && false; } ;;
    run)
        sh "$1.body" >"$1.got" 2>&1 </dev/null
        status=$?
        cp "$1.got" "$1.why"
        if [ -s "$1.want" ]; then
            console_same "$1.want" "$1.got" || { touch "$1.off" && false; }
        else
            [ "$status" -eq 0 ]
        fi ;;
    esac
}

# console_write DOCUMENT FOLDER: what the steps in FOLDER printed replaces what
# DOCUMENT shows and was not the same.
console_write() {
    for console_off in $(ls -r "$2" | sed -n 's/\.off$//p'); do
        console_at=$(cat "$2/$console_off.line")
        { head -n "$console_at" "$1"
          fold -s -w 88 "$2/$console_off.got" | sed 's/ *$//'
          tail -n +$((console_at + 1 + $(wc -l <"$2/$console_off.want"))) "$1"
        } >"$2/document" && cat "$2/document" >"$1"
    done
}

# console_user PROGRAM FILE: makes FILE, which runs PROGRAM as for a user who sits
# at a terminal and lets each new program be built and run.
console_user() {
    cat >"$2" <<END
#!/bin/sh
command=\$1
case \$command in
record | show | report | verify | view | export | diff | lesson)
    shift
    [ "\$1" != chart ] || exec "$1" "\$command" "\$@" # it takes no program
    exec "$1" "\$command" --yes "\$@" ;;
esac
exec "$1" "\$@"
END
    chmod +x "$2"
}

# console_name STEP: what to call it.
console_name() {
    case $(cat "$1.kind") in
    run) cat "$1.body" ;;
    c) echo "write $(cat "$1.file")" ;;
    diff) echo "change $(cat "$1.file")" ;;
    esac
}
