# SPDX-License-Identifier: GPL-3.0-or-later
# Makes RPM's changelog from Debian's.
/^[a-z]/ {
    version = substr($2, 2, length($2) - 2)
    items = ""
}
/^  \* / { items = items "- " substr($0, 5) "\n" }
/^    / { items = items "  " substr($0, 5) "\n" }
/^ -- / {
    split(substr($0, 5), part, "  ")
    split(part[2], date, "[ ,]+")
    printf "* %s %s %s %s %s - %s\n%s\n", date[1], date[3], date[2], date[4], part[1], version, items
}
