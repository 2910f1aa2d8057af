. "$(dirname "$0")/lib.sh"
script=$ws/tools/errors_per_hour.sh
if [ ! -f "$script" ]; then
    echo "FAILED: tools/errors_per_hour.sh not found"
    exit 1
fi
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# run LOG WANT NAME runs the script; a second log finds out who only knows the first.
run() {
    got=$(cd "$ws" && sh "$script" "$1" 2>&1 | tr '\n' ';')
    [ "$got" = "$2" ] || fail "$3 gave '$got', expected '$2'"
}
run "$ws/server_log.csv" '07 6;08 6;09 7;10 5;' 'the log'
{
    echo 'time_utc,status,message'
    echo '2026-03-01T21:10:00Z,503,upstream timeout'
    echo '2026-03-01T03:10:00Z,503,upstream timeout'
    echo '2026-03-01T03:15:00Z,200,ok after a 503'
    echo '2026-03-01T03:59:59Z,503,upstream timeout'
} >"$tmp/other.csv"
run "$tmp/other.csv" '03 2;21 1;' 'another log'
finish
