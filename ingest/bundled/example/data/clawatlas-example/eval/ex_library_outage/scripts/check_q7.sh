. "$(dirname "$0")/lib.sh"
find_out loans_lost.txt
field estimate 214
field sent_up_by_branches 167
field keyed_in 41
field lost 6
finish
