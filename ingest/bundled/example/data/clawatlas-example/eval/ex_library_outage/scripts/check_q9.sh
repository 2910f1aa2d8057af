. "$(dirname "$0")/lib.sh"
find_out incident_report.md
headings 4
text "the cause" 'not reloaded'
text "the start" '08:25'
text "the end" '11:44'
text "the length" '199 minutes'
text "the loans" '(^|[^0-9])6 loans'
without "the estimate of 214" '(^|[^0-9])214([^0-9]|$)'
without "the time of the status page" '08:55|11:40'
finish
