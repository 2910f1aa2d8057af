. "$(dirname "$0")/lib.sh"
find_out shortage.txt
field ordered 240
field packed 236
field short_total 4
field short_white 2
field short_jasmine 2
finish
