. "$(dirname "$0")/lib.sh"
find_out reply_to_supplier.md
headings 2
text "the order number" 'PO-2026-017'
text "the number of cartons" '(^|[^0-9])4 cartons'
text "the amount of the credit" '332\.00'
text "the price of white tea" '112\.00'
text "'no claim for heat'" 'no claim for heat'
without "a later shipment" 'next shipment|later shipment|随下一批'
without "the price of 108" '(^|[^0-9])108(\.00)?([^0-9.]|$)'
finish
