# Reads `go test -v` over many packages. A package that passed is one line and
# its skipped tests with their reasons; one that failed is shown in full. Leaves
# the counts of passed, failed and skipped tests in the file named by `counts`,
# and fails if something failed or nothing ran.
function show_held(   i) { for (i = 0; i < n; i++) print held[i] }
function forget() { n = 0; skips = ""; reason = "" }

# A test's own log lines come before its verdict, so the last one is the reason.
/^ *--- SKIP: / { skipped++; skips = skips $0 "\n" reason }
/^ *--- PASS: / { passed++ }
/^ *--- FAIL: / { failed++ }
/^ *(---|===) / { reason = "" }
/^ +[A-Za-z0-9_.\/]+\.go:[0-9]+: / { reason = $0 "\n" }

/^(ok  |\?   )\t/ { print; printf "%s", skips; forget(); next }
/^FAIL\t/ { show_held(); print; broken++; forget(); next }
{ held[n++] = $0 }

END {
  show_held()
  printf "go test: %d passed, %d failed, %d skipped\n", passed, failed, skipped
  if (broken > 0 && failed == 0) failed = broken
  print passed + 0, failed + 0, skipped + 0 > counts
  exit (broken > 0 || failed > 0 || passed == 0)
}
