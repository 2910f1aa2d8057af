# What the checks of this scenario share. Each complaint is one line that begins
# with FAILED; a check without a complaint prints PASSED. Plain POSIX shell.
LC_ALL=C
export LC_ALL
ws=$1
bad=0

fail() {
    echo "FAILED: $*"
    bad=1
}

finish() {
    [ "$bad" -eq 0 ] && echo PASSED
    exit "$bad"
}

# find_out NAME sets f to out/NAME, with or without a date before the name.
find_out() {
    f=
    for c in "$ws/out/$1" "$ws"/out/[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]_"$1"; do
        [ -f "$c" ] && f=$c
    done
    if [ -z "$f" ]; then
        echo "FAILED: out/$1 not found"
        exit 1
    fi
}

# field KEY VALUE wants exactly one line 'KEY: VALUE' in the file.
field() {
    n=$(grep -c "^$1:" "$f")
    if [ "$n" -eq 0 ]; then
        fail "missing field '$1'"
        return
    fi
    if [ "$n" -gt 1 ]; then
        fail "field '$1' is given $n times"
        return
    fi
    got=$(sed -n "s/^$1:[ ]*//p" "$f" | sed 's/[ ]*$//')
    [ "$got" = "$2" ] || fail "field '$1' is '$got', expected '$2'"
}

# amount KEY VALUE is field, with or without a currency before the value.
amount() {
    if grep -q "^$1: *[A-Z][A-Z][A-Z] " "$f"; then
        field "$1" "$(sed -n "s/^$1: *\([A-Z][A-Z][A-Z]\) .*/\1/p" "$f" | head -n 1) $2"
    else
        field "$1" "$2"
    fi
}

# text WHAT PATTERN wants a line that matches the extended pattern.
text() {
    grep -Eq -- "$2" "$f" || fail "$1 not found"
}

# without WHAT PATTERN wants no line that matches.
without() {
    if grep -Eq -- "$2" "$f"; then
        fail "$1 should not be there"
    fi
}

# headings N wants at least N lines that begin with '## '.
headings() {
    n=$(grep -c '^## ' "$f")
    [ "$n" -ge "$1" ] || fail "$n headings with '## ', at least $1 wanted"
}
