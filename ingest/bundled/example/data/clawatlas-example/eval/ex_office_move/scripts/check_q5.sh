. "$(dirname "$0")/lib.sh"
find_out move_dates.txt
field keys_date 2026-03-27
field old_rooms_until 2026-03-31
field days_between 4
field late_fee_per_day 184.00
finish
