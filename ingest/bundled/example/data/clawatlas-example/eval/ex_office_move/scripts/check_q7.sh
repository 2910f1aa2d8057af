. "$(dirname "$0")/lib.sh"
find_out mover_choice.txt
field mover Northwind
field price_gross 7440.00
field other_price_gross 7660.00
field saving 220.00
finish
