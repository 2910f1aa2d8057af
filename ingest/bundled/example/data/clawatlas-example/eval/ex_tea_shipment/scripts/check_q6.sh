. "$(dirname "$0")/lib.sh"
find_out claim_decision.txt
field heat_claim no
field water_claim yes
field wet_cartons 8
field notify_by 2026-05-18
amount deductible 150.00
finish
