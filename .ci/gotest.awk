# Reads `go test -v` over many packages. A package that passed is one line and
# its skipped tests with their reasons; one that failed is shown in full. Leaves
# the counts of passed, failed and skipped tests in the file named by `counts`; fails if
# something failed or nothing ran.
function show_held(   i) { for (i = 0; i < n; i++) print held[i] }
function forget() { n = 0; skips = ""; split("", reason) }

# Log lines belong to the test that was named last, and come before its verdict.
/^=== (RUN|CONT|NAME) / { test = $3 }
/^ +[A-Za-z0-9_.\/]+\.go:[0-9]+: / { reason[test] = $0 "\n" }
/^ *--- SKIP: / { left++; skips = skips $0 "\n" reason[$3] }
/^ *--- PASS: / { passed++ }
/^ *--- FAIL: / { failed++ }

/^(ok  |\?   )\t/ { print; printf "%s", skips; forget(); next }
/^FAIL\t/ { show_held(); print; broken++; forget(); next }
{ held[n++] = $0 }

END {
  show_held()
  printf "go test: %d passed, %d failed, %d skipped\n", passed, failed, left
  if (broken > 0 && failed == 0) failed = broken
  print passed + 0, failed + 0, left + 0 > counts
  exit (broken > 0 || failed > 0 || passed == 0)
}
