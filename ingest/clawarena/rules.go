package clawarena

import (
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// ruleScript matches the MetaClaw-Bench scripts that each check a single rule.
var ruleScript = regexp.MustCompile(`\bscripts/check_(iso8601|filename|metadata|backup|done_log)\.py\b`)

// rulesOf lists the rules that a command checks, in order. Inline Python is not assigned to a rule.
func rulesOf(command string) []string {
	names := map[string]string{"iso8601": "P1", "filename": "P2", "metadata": "P3", "backup": "P4", "done_log": "P5"}
	var list []string
	for _, m := range ruleScript.FindAllStringSubmatch(command, -1) {
		list = append(list, names[m[1]])
	}
	return list
}

// ruleChecks returns a check for each rule. They are not part of the score. Each script prints OK
// or FAIL:. The first failure ends the command, so later rules are not evaluated.
func ruleChecks(rules []string, score *float64, v *results.CheckerVerdict) []results.Check {
	if len(rules) == 0 || score == nil || v == nil {
		return nil
	}
	kept, broken := len(rules), false
	if *score < 1 {
		kept, broken = spoken(v.Stdout)
		if kept > len(rules) || broken && kept == len(rules) {
			kept, broken = 0, false // unexpected output: lines cannot be assigned to rules
		}
	}
	list := make([]results.Check, len(rules))
	for i, rule := range rules {
		list[i].ID = rule
		if ok := i < kept; ok || broken && i == kept {
			list[i].Passed = &ok
		}
	}
	return list
}

// spoken returns the number of OK lines before the first FAIL: line and reports whether there is
// such a line.
func spoken(stdout string) (ok int, failed bool) {
	for line := range strings.Lines(stdout) {
		switch {
		case strings.HasPrefix(line, "FAIL:"):
			return ok, true
		case strings.HasPrefix(line, "OK"):
			ok++
		}
	}
	return ok, false
}
