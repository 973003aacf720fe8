# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the man page of the configuration from the example, which explains every key. Needs -v version=,
# -v directory=. A paragraph of comments belongs to the keys that follow it.
function plain(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    gsub(/`[^`]+`/, "\\fB&\\fR", text)
    gsub(/`/, "", text)
    return text ~ /^[.']/ ? "\\&" text : text
}

# The keys that wait, then the lines about them.
function flush(   at) {
    for (at = 1; at <= keys; at++)
        print (at == 1 ? ".TP" : ".TQ") "\n.B " plain(key[at])
    if (!keys && lines)
        print ".PP"
    for (at = 1; at <= lines; at++)
        print line[at]
    keys = lines = 0
}

function verbatim(on) {
    if (on && !isVerbatim)
        line[++lines] = ".RS\n.nf"
    if (!on && isVerbatim)
        line[++lines] = ".fi\n.RE"
    isVerbatim = on
}

BEGIN {
    print ".\\\" Made from installers/common/postrider.conf."
    print ".TH POSTRIDER.CONF 5 \"\" \"Postrider " version "\" \"File formats\""
    print ".SH NAME\npostrider.conf \\- settings of postriderd"
    print ".SH DESCRIPTION"
    print "The file of the system's service is\n.IR " directory "/postrider/postrider.conf ."
    print "Keys are shown with their defaults, or with examples. A change counts after\n.BR \"systemctl restart postriderd\" ."
}

/SPDX-License-Identifier/ { next }

/^\[/ {
    verbatim(0)
    flush()
    print ".SH SECTION " $0
    next
}

/^#[a-z_]+ = / {
    verbatim(0)
    key[++keys] = substr($0, 2)
    next
}

/^# *$|^$/ {
    verbatim(0)
    if (keys || $0 == "")
        flush()
    else if (lines)
        line[++lines] = ".PP"
    next
}

/^#/ {
    if (keys)
        flush()
    text = substr($0, 3)
    verbatim(text ~ /^  /)
    line[++lines] = plain(text)
}

END {
    verbatim(0)
    flush()
    print ".SH SEE ALSO\n.BR postriderd (8)"
}
