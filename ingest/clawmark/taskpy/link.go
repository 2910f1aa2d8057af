package taskpy

import (
	"regexp"
	"slices"
	"strings"

	worlds "github.com/clawatlas/clawatlas/results/world"
)

// Values that tell changes apart: dates, numbers of four digits or with a point,
// and names of several parts.
var (
	dateValue   = regexp.MustCompile(`\d{4}-\d\d-\d\d`)
	numberValue = regexp.MustCompile(`\d[\d,]*(?:\.\d+)?`)
	partedName  = regexp.MustCompile(`[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+`)
)

// addressing are the arguments that say whom a mail is from and to, not what.
var addressing = map[string]bool{"from_user": true, "to": true}

// Bounds of the search for values.
const (
	maxValues   = 2000    // of one change
	maxSearched = 1 << 30 // bytes of checks looked through
)

// link finds for each change how it is told and which checks look for a value that
// is new with it: one that nothing of an earlier stage has.
func (t *Task) link() error {
	texts := make([]string, len(t.Checks))
	for i := range t.Checks {
		c := &t.Checks[i]
		texts[i] = worlds.ValueText(strings.Join(c.Literals, " ") + " " + c.Doc)
	}
	names, values := map[string]bool{}, map[string]bool{}
	searched := 0
	for i := range t.Stages {
		st := &t.Stages[i]
		var now [][]string
		for k := range st.Changes {
			c := &st.Changes[k]
			own := valuesIn(c)
			now = append(now, namesIn(c), own)
			if i == 0 {
				continue
			}
			c.Told = told(c, st.Notification, func(n string) bool { return !names[n] })
			for _, v := range own {
				if !values[v] {
					c.Values = append(c.Values, v)
				}
			}
			for j := range t.Checks {
				if searched += len(c.Values) * len(texts[j]); searched > maxSearched {
					return errSpent
				}
				if k := slices.IndexFunc(c.Values, func(v string) bool { return worlds.HasValue(texts[j], v) }); k >= 0 {
					c.Checks, c.LinkedBy = append(c.Checks, t.Checks[j].ID), append(c.LinkedBy, c.Values[k])
				}
			}
		}
		for k, list := range now {
			for _, v := range list {
				if k%2 == 0 {
					names[v] = true
				} else {
					values[v] = true
				}
			}
		}
	}
	return nil
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// valuesIn lists the telling values of what a change writes, each once.
func valuesIn(c *Change) []string {
	var out []string
	seen := map[string]bool{}
	add := func(v string) {
		if !seen[v] && len(out) < maxValues {
			seen[v] = true
			out = append(out, v)
		}
	}
	for i := range c.Args {
		if addressing[c.Args[i].Name] || c.Args[i].Value.Kind == Unknown {
			continue
		}
		c.Args[i].Value.leaves(func(t string) {
			for _, d := range dateValue.FindAllString(t, -1) {
				add(d)
			}
			for _, n := range numberValue.FindAllString(dateValue.ReplaceAllString(t, " "), -1) {
				n = strings.ReplaceAll(n, ",", "")
				if strings.Contains(n, ".") || len(n) >= 4 {
					add(n)
				}
			}
			for _, id := range partedName.FindAllString(t, -1) {
				if len(id) >= 6 {
					add(strings.ToLower(id))
				}
			}
		})
	}
	return out
}
