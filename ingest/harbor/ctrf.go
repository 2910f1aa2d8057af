package harbor

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

type ctrfReport struct {
	Results struct {
		Tests []struct {
			Name    string  `json:"name"`
			Status  string  `json:"status"`
			Message *string `json:"message"`
			Trace   *string `json:"trace"`
		} `json:"tests"`
	} `json:"results"`
}

// tests returns the verifier's tests as checks. They have no weight because the score comes from
// the reward. A skipped test has no verdict.
func (j *job) tests(t *trial, dir, day string) []results.Check {
	name := path.Join(dir, "ctrf.json")
	rec, err := j.record(name)
	if err != nil {
		if !isMissing(err) {
			t.warn(ingest.WarnOf(name, "", err))
		}
		return nil
	}
	var report ctrfReport
	if err := rec.Decode(&report); err != nil {
		t.warn(ingest.WarnOf(name, "", err))
		return nil
	}
	var out []results.Check
	for _, test := range report.Results.Tests {
		c := results.Check{ID: test.Name, Day: day, Detail: strings.TrimSpace(text(test.Message) + "\n" + text(test.Trace))}
		switch test.Status {
		case "passed", "failed":
			c.Passed = new(test.Status == "passed")
		default:
			c.Detail = strings.TrimSpace(test.Status + "\n" + c.Detail)
		}
		out = append(out, c)
	}
	return out
}

// distinct makes check ids unique within a day, because parametrised tests can repeat names.
func distinct(list []results.Check) []results.Check {
	type key struct{ day, id string }
	taken := map[key]bool{}
	for i := range list {
		c := &list[i]
		id := cmp.Or(c.ID, "unnamed")
		for n := 2; taken[key{c.Day, id}]; n++ {
			id = fmt.Sprintf("%s#%d", cmp.Or(c.ID, "unnamed"), n)
		}
		c.ID = id
		taken[key{c.Day, id}] = true
	}
	return list
}
