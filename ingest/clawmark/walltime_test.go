package clawmark

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results/must"
)

// A wall time that cannot be is absent with a warning at its line, and does not
// cost the verdict.
func TestWallTime(t *testing.T) {
	for _, c := range []struct {
		value, warning string
		want           int64 // ms; -1: absent
	}{
		{`40.5`, "", 40500},
		{`0`, "", 0},
		{`null`, "", -1},
		{`-3`, "execution_time is -3", -1},
		{`"40.5"`, `execution_time is "40.5"`, -1},
		{`1e12`, "execution_time is 1e12", -1},
		{`1e999`, "execution_time is 1e999", -1},
		{`[1]`, "execution_time is [1]", -1},
	} {
		rec := "{\"task_id\":\"office_task1\",\n\"score\":0,\n\"execution_time\":" + c.value + ",\"stages\":[],\"rubric\":[]}"
		m := read(t, fstest.MapFS{"m-1/office_task1/result.json": {Data: []byte(rec)}}, "m-1", office(), ingest.Identity{})
		k := m.trial(t, "office_task1")
		got := int64(-1)
		if k.DurationMS != nil {
			got = *k.DurationMS
		}
		if got != c.want || k.Score == nil {
			t.Errorf("%s: wall time %d, score %v; want %d and a score", c.value, got, k.Score, c.want)
		}
		told := ""
		for _, w := range m.warnings {
			if strings.Contains(w.Message, "execution_time") {
				told += w.Message
				must.Equal(t, 3, w.Line, "%s: line", c.value)
			}
		}
		if c.warning == "" && told != "" || !strings.Contains(told, c.warning) {
			t.Errorf("%s: warned %q, want %q", c.value, told, c.warning)
		}
	}
}
