# Reads `go test -v` over many packages. A package that passed is one line and
# its skipped tests with their reasons; one that failed is shown in full. Leaves
# the counts of passed, failed and skipped tests in the file named by `counts`,
# and the packages and names of the skipped ones, without their subtests, in that
# named by `skipped`; fails if something failed or nothing ran.
function show_held(   i) { for (i = 0; i < n; i++) print held[i] }
function forget() { n = 0; skips = ""; split("", reason); split("", names) }
function folder(package) { sub(/^[^\/]+\/[^\/]+\/[^\/]+/, ".", package); return package }

BEGIN { printf "" > skipped }

# Log lines belong to the test that was named last, and come before its verdict.
/^=== (RUN|CONT|NAME) / { test = $3 }
/^ +[A-Za-z0-9_.\/]+\.go:[0-9]+: / { reason[test] = $0 "\n" }
/^ *--- SKIP: / { left++; skips = skips $0 "\n" reason[$3]; split($3, part, "/"); names[part[1]] }
/^ *--- PASS: / { passed++ }
/^ *--- FAIL: / { failed++ }

/^(ok  |\?   |FAIL)\t/ { for (name in names) print folder($2) "\t" name > skipped }
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
