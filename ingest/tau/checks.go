package tau

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// The parts that a reward can be the product of, as tau2 names them.
const (
	partDB          = "DB"
	partAction      = "ACTION"
	partCommunicate = "COMMUNICATE"
	partEnv         = "ENV_ASSERTION"
	partNL          = "NL_ASSERTION"
)

// maxChecks bounds the single checks of one trial, and maxCheckText what one says, in
// bytes. The raw record has the rest.
const (
	maxChecks    = 1000
	maxCheckText = 4 << 10
)

// checks are what a reward is made of: its parts, of which those that it is the product
// of have a weight, and behind them what each part looked at, which has none.
//
// odd says what in them contradicts the reward; it is empty where nothing does.
func (s *simulation) checks(warn func(results.Warning), file string) (list []results.Check, odd string) {
	c := &checker{s: s, basis: map[string]bool{}, taken: map[string]int{}}
	c.parts()
	c.items()
	for _, note := range c.notes {
		warn(ingest.Warn(file, 0, "task %s: %s", id(s.Task), note))
	}
	return c.list, c.odd
}

// checker gathers the checks of one trial.
type checker struct {
	s     *simulation
	basis map[string]bool
	taken map[string]int // ids
	list  []results.Check
	notes []string
	odd   string // what the parts say against the reward; empty: nothing
}

// add appends a check under an id of its own.
func (c *checker) add(name string, weight float64, passed *bool, detail string) {
	if len(c.list) >= maxChecks {
		if len(c.list) == maxChecks && !slices.Contains(c.notes, tooManyChecks) {
			c.notes = append(c.notes, tooManyChecks)
		}
		return
	}
	if c.taken[name]++; c.taken[name] > 1 {
		name = fmt.Sprintf("%s (%d)", name, c.taken[name])
	}
	c.list = append(c.list, results.Check{ID: name, Weight: weight, Passed: passed, Detail: strings.ToValidUTF8(detail, "\ufffd")})
}

const tooManyChecks = "further checks are left out; the raw record has them"

// parts are those that the reward is the product of, and others that were found out
// beside them.
func (c *checker) parts() {
	in := c.s.Reward
	var named []string
	for _, b := range in.Basis {
		c.basis[b.Text()] = true
		named = append(named, b.Text())
	}
	for name := range in.Breakdown {
		named = append(named, name)
	}
	if c.matches() != nil && !slices.Contains(named, partDB) {
		named = append(named, partDB)
	}
	slices.Sort(named)
	product, whole := 1.0, len(in.Basis) > 0
	for _, name := range slices.Compact(named) {
		weight, detail := 0.0, "not part of the reward"
		counts := c.basis[name] || c.s.row
		if counts {
			weight, detail = 1, "part of the reward"
		}
		var passed *bool
		x, ok := in.Breakdown[name].Number()
		if ok {
			passed = new(math.Abs(1-x) <= full)
		}
		if c.basis[name] {
			product, whole = product*x, whole && ok
		}
		if name == partDB {
			passed, detail = c.database(passed, detail)
		}
		if what := c.rowPart(name); what != "" {
			detail += "; " + what
		}
		c.add(name, weight, passed, detail)
	}
	if reward, ok := in.Reward.Number(); ok && whole && math.Abs(product-reward) > full {
		c.odd = fmt.Sprintf("the reward is %s, and the product of its parts %g", in.Reward, product)
		c.notes = append(c.notes, c.odd)
	}
}

// matches reports whether the database is as expected at the end; nil if that is not
// recorded.
func (c *checker) matches() *bool {
	for name, v := range trace.Members(c.s.Reward.DB) {
		if name == "db_match" {
			return ingest.Scalar{Raw: v.Clone()}.Bool()
		}
	}
	return nil
}

func (c *checker) database(passed *bool, detail string) (*bool, string) {
	match := c.matches()
	if match == nil {
		return passed, detail
	}
	found := "found the same"
	if !*match {
		found = "found another"
	}
	passed = cmp.Or(passed, match)
	return passed, detail + "; expected the database as the reference actions leave it, " + found
}

// rowPart says what a part of tau-bench 1 expects.
func (c *checker) rowPart(name string) string {
	if c.s.Reward.row == nil || name != "r_actions" {
		return ""
	}
	var list []string
	for _, v := range c.s.Reward.row.Actions {
		var a struct {
			Name ingest.Scalar  `json:"name"`
			Args jsontext.Value `json:"kwargs"`
		}
		if decode(v, &a) {
			list = append(list, written(a.Name.Text(), a.Args))
		}
	}
	if len(list) == 0 {
		return "expected the database unchanged"
	}
	return bounded("expected the database as these calls leave it: " + strings.Join(list, "; "))
}

// called are the arguments of the calls of a name, by the agent or by the user.
func (s *simulation) called(by, name string) []string {
	const most = 3
	var list []string
	see := func(calls []call, user bool) {
		for i := range calls {
			if c := &calls[i]; c.name() == name && user == (by == "user") {
				list = append(list, string(c.arguments()))
			}
		}
	}
	for i := range s.Messages {
		see(s.Messages[i].Calls, s.Messages[i].Role.Text() == "user")
	}
	for i := range s.Ticks {
		see(s.Ticks[i].AgentCalls, false)
		see(s.Ticks[i].UserCalls, true)
	}
	if n := len(list); n > most {
		list = append(list[:most], fmt.Sprintf("and %d more", n-most))
	}
	return list
}

// written writes a call.
func written(name string, args jsontext.Value) string {
	args = compacted(args)
	if len(args) == 0 || string(args) == "{}" {
		return name + "()"
	}
	return name + " " + string(args)
}

// leftText is what an item says beside what is used of it.
func leftText(v jsontext.Value, used ...string) string {
	var a trace.Also
	for name, value := range trace.Members(v) {
		if !slices.Contains(used, name) {
			a.Add(name, value)
		}
	}
	if left := a.Object(); left != nil {
		return "\n" + results.AlsoRecorded + ": " + string(left)
	}
	return ""
}

func join(list []string, none string) string {
	if len(list) == 0 {
		return none
	}
	return strings.Join(list, ", ")
}

func bounded(s string) string {
	if len(s) <= maxCheckText {
		return s
	}
	return strings.ToValidUTF8(s[:maxCheckText], "") + " … the rest is in the raw record"
}

// decode reads a value that may be of another form, which costs nothing else.
func decode(v jsontext.Value, into any) bool {
	return v.Kind() == '{' && json.Unmarshal(v, into, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) == nil
}

// compacted is a value without the space between its parts.
func compacted(v jsontext.Value) jsontext.Value {
	v = bytes.Clone(v)
	v.Compact(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return v
}
