. "$(dirname "$0")/lib.sh"
find_out heat_log.txt
field max_recorded 33.9
field readings_over_30 5
field first_over_30 2026-04-24T12:00Z
finish
