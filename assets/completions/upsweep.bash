# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The program says what can follow: words, and patterns of files.
_upsweep()
{
    local cur=${COMP_WORDS[COMP_CWORD]} word file
    [[ $cur == = ]] && cur=''
    COMPREPLY=()
    while IFS=$'\t' read -r word _; do
        if [[ $word != \** ]]; then
            COMPREPLY+=("$word")
            continue
        fi
        compopt -o filenames 2>/dev/null
        while IFS='' read -r file; do
            COMPREPLY+=("$file")
        done < <(compgen -f -X "!$word" -- "$cur"; compgen -d -- "$cur")
    done < <(upsweep --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _upsweep upsweep
