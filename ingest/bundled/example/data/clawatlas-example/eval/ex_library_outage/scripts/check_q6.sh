. "$(dirname "$0")/lib.sh"
# A zone after the time is as good as none here.
clock() { field "$1" "$2$(sed -n "s/^$1:.*\( CET\)\$/\1/p" "$f" | head -n 1)"; }
find_out incident_form.txt
field cause not_reloaded
clock start 08:25
clock end 11:44
field downtime_minutes 199
finish
