# Reads the reports of `node --test`, one after another, and prints how many tests
# passed, failed and were skipped. A test that was cancelled, because what it needs
# could not be had, has failed; and so has a run that did not come to its end.
$2 ~ /^(pass|fail|cancelled|skipped)$/ && NF == 3 { n[$2] += $3; ended = 1 }
END { print n["pass"] + 0, n["fail"] + n["cancelled"] + !ended, n["skipped"] + 0 }
