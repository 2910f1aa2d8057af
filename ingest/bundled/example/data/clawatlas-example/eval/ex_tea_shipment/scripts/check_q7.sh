. "$(dirname "$0")/lib.sh"
find_out settlement.txt
field settlement credit
amount credit_total 332.00
amount white_price 112.00
finish
