# SPDX-License-Identifier: MIT
#
# share - takes out of a page that `upsweep export` wrote what all such pages
# have: style and script.  The page reads them from files of the site.
#
#     awk -v root=../ -v script=player.js -v home=index.html -v title=... \
#         -v parts=FOLDER -f share.awk page.html >shared.html
#
# FOLDER/style must be the same for all pages, and FOLDER/script for all that read
# the same script, which the caller compares.

/<meta http-equiv="Content-Security-Policy"/ { policy = 1; next }
policy { if (/>$/) policy = 0; next }
/^<style>$/ && !styles {
    styles = 1
    printf "" >(parts "/style")
    while ((getline line) > 0 && line != "</style>")
        print line >(parts "/style")
    print "<link rel=\"stylesheet\" href=\"" root "player.css\">"
    print "<link rel=\"icon\" href=\"" root "icon.svg\">"
    next
}
/^<script>$/ {
    printf "" >(parts "/script")
    while ((getline line) > 0 && line != "</script>")
        print line >(parts "/script")
    print "<script src=\"" root script "\"></script>"
    next
}
/^<div id="bar"/ {
    print
    print "<a id=\"home\" href=\"" root home "\" title=\"" title "\" aria-label=\"" title \
        "\"><svg viewBox=\"0 0 24 24\"><path d=\"M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z\"/></svg></a>"
    next
}
{ print }
