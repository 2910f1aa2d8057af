. "$(dirname "$0")/lib.sh"
find_out move_brief.md
headings 3
text "the day of the keys" '27 March|2026-03-27'
text "the mover" 'Northwind'
text "the price with VAT" '7,?440\.00'
text "the number of places" '(^|[^0-9])22([^0-9]|$)'
text "the load of the lift" '450 kg'
without "20 March" '(^|[^0-9])20 March|2026-03-20'
without "600 kg" '600 kg'
without "a price of Carrow" '6,?950|7,?660'
finish
