. "$(dirname "$0")/lib.sh"
find_out desk_plan.txt
field desks_needed 23
field desk_limit 22
field desks_drawn 24
field spare_places -1
finish
