. "$(dirname "$0")/lib.sh"
# A zone after the time is as good as none here.
clock() { field "$1" "$2$(sed -n "s/^$1:.*\( CET\)\$/\1/p" "$f" | head -n 1)"; }
find_out times.txt
clock log_start 08:12
clock log_end 11:31
clock status_start 08:55
clock status_end 11:40
finish
