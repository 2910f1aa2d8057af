. "$(dirname "$0")/lib.sh"
script=$ws/tools/over_limit.sh
if [ ! -f "$script" ]; then
    echo "FAILED: tools/over_limit.sh not found"
    exit 1
fi
# run LIST LIMIT WANT runs the script on a list of its own, so that a script
# that merely knows the answer does not pass.
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
run() {
    cp "$1" "$tmp/it_inventory.csv"
    got=$(cd "$tmp" && sh "$script" "$2" 2>&1 | tr '\n' ';')
    [ "$got" = "$3" ] || fail "limit $2 on $4 printed '$got', expected '$3'"
}
run "$ws/it_inventory.csv" 450 'server rack;plotter;' 'the list'
run "$ws/it_inventory.csv" 300 'server rack;plotter;cutting table;' 'the list'
{
    echo 'item,room,weight_kg,goes_along'
    echo 'press,workshop,700,no'
    echo 'new rack,machine room,610,yes'
} >"$tmp/other.csv"
run "$tmp/other.csv" 600 'new rack;' 'another list'
finish
