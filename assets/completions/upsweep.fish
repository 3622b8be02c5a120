# SPDX-License-Identifier: MIT
# The program says what can follow: words, and patterns of files.
function __upsweep_offers
    set -l current (commandline -ct)
    set -l words (commandline -opc) "$current"
    for line in (upsweep --complete $words[2..-1] 2>/dev/null)
        switch $line
            case '\**'
                __fish_complete_suffix (string sub -s 2 -- $line)
            case '*'
                echo $line
        end
    end
end
complete -c upsweep -f -a '(__upsweep_offers)'
