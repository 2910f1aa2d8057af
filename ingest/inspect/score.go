package inspect

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// verdict is what one scorer says of a sample, or of one part of it where its value has
// several.
type verdict struct {
	id          string   // of the scorer, and of the part behind a slash
	shown       string   // the value as recorded
	value       *float64 // as Inspect counts it; nil if it counts nothing
	letter      string   // C, I, P or N
	number      bool     // the value is a number and no verdict by itself
	answer      string
	explanation string
	beside      string // what else is recorded, as JSON
}

// verdicts reads the scores of a sample in their order.
func verdicts(v jsontext.Value, single string) ([]verdict, error) {
	if !says(v) {
		return nil, nil
	}
	var all map[string]jsontext.Value
	if err := decode(v, &all, strict); err != nil {
		return nil, err
	}
	if single != "" { // the oldest logs hold one, without its scorer's name
		return scoreOf(single, v), nil
	}
	var list []verdict
	for name, one := range members(v) {
		list = append(list, scoreOf(name, one)...)
	}
	return list, nil
}

func scoreOf(name string, v jsontext.Value) []verdict {
	x := read[struct {
		Value       jsontext.Value `json:"value"`
		Answer      string         `json:"answer"`
		Explanation string         `json:"explanation"`
		Left        jsontext.Value `json:",embed"`
	}](v)
	base, value := verdict{id: name, answer: x.Answer, explanation: x.Explanation}, x.Value
	var rest strings.Builder
	for member, v := range members(x.Left) {
		if says(v) {
			fmt.Fprintf(&rest, "%s: %s\n", member, spelled(v))
		}
	}
	base.beside = strings.TrimSpace(rest.String())
	var list []verdict
	part := func(id string, v jsontext.Value) {
		one := base
		one.id = name + "/" + id
		one.take(v)
		list = append(list, one)
	}
	switch {
	case len(value) > 0 && value[0] == '{':
		for id, v := range members(value) {
			part(id, v)
		}
	case len(value) > 0 && value[0] == '[':
		for i, v := range slices.Collect(elements(value)) {
			part(strconv.Itoa(i), v)
		}
	default:
		base.take(value)
		list = append(list, base)
	}
	return list
}

// take reads a single value as Inspect turns it into a number.
func (v *verdict) take(raw jsontext.Value) {
	v.shown = plain(raw)
	if x, ok := number(raw); ok {
		v.number, v.value = true, &x
		return
	}
	if k := raw.Kind(); k != '"' && k != 't' && k != 'f' {
		return // null, or NaN
	}
	switch s := strings.ToLower(v.shown); s {
	case "c", "correct":
		v.letter, v.value = "C", new(float64(1))
	case "p", "partial":
		v.letter, v.value = "P", new(0.5)
	case "i", "incorrect":
		v.letter, v.value = "I", new(float64(0))
	case "n", "noanswer":
		v.letter, v.value = "N", new(float64(0))
	case "yes", "true":
		v.value = new(float64(1))
	case "no", "false":
		v.value = new(float64(0))
	default:
		if x, err := strconv.ParseFloat(s, 64); err == nil && !math.IsNaN(x) && !math.IsInf(x, 0) {
			v.number, v.value = true, &x
		}
	}
}

// rules say how the values of a log's scorers are meant.
type rules struct {
	headline string          // id of the verdict that gives the score; empty: the sample's first
	accurate map[string]bool // scorers whose values are summed up as an accuracy: 1 is right, less is not
	outside  map[string]bool // scorers with a value that lies outside of 0 to 1, which is no share
}

// readRules takes from the header which scorer leads: the first of its results, or of
// those that were declared.
func (h *header) readRules() *rules {
	r := &rules{accurate: map[string]bool{}, outside: map[string]bool{}}
	for i := range h.Eval.Scorers {
		d := &h.Eval.Scorers[i]
		r.accurate[d.id()] = slices.Contains(metricNames(d.Metrics), "accuracy")
	}
	if h.Results != nil {
		for i := range h.Results.Scores {
			s := &h.Results.Scores[i]
			if r.headline == "" {
				r.headline = s.id()
			}
			for name := range members(s.Metrics) {
				if path.Base(name) == "accuracy" {
					r.accurate[s.id()] = true
				}
			}
		}
	}
	if r.headline == "" && len(h.Eval.Scorers) == 1 {
		r.headline = h.Eval.Scorers[0].id()
	}
	return r
}

// id names the scorer, and the part of its value that a result is of.
func (s *scored) id() string {
	name, scorer := s.Name.Text(), s.Scorer.Text()
	if scorer == "" || name == "" || path.Base(name) == path.Base(scorer) {
		return cmp.Or(name, scorer)
	}
	return scorer + "/" + name
}

// look notes values before the samples are read.
func (r *rules) look(list []verdict) {
	for i := range list {
		v := &list[i]
		if v.value != nil && (*v.value < 0 || *v.value > 1) {
			r.outside[v.id] = true
		}
	}
}

// lead is the verdict that gives the score; nil if the sample has none.
func (r *rules) lead(list []verdict) *verdict {
	for i := range list {
		if list[i].id == r.headline {
			return &list[i]
		}
	}
	scorer, _, _ := strings.Cut(r.headline, "/")
	for i := range list {
		if name, _, _ := strings.Cut(list[i].id, "/"); r.headline == "" || name == scorer {
			return &list[i]
		}
	}
	return nil
}

// passed is nil where the value does not say.
func (r *rules) passed(v *verdict) *bool {
	yes, no := true, false
	scorer, _, _ := strings.Cut(v.id, "/")
	switch {
	case v.value == nil || v.number && (r.outside[v.id] || *v.value < 0 || *v.value > 1):
		return nil
	case *v.value == 1:
		return &yes
	case !v.number || r.accurate[v.id] || r.accurate[scorer]:
		return &no
	}
	return nil // a number without a threshold
}

// share is the value where it is one of 0 to 1.
func (r *rules) share(v *verdict) *float64 {
	if v == nil || v.value == nil || r.outside[v.id] || *v.value < 0 || *v.value > 1 {
		return nil
	}
	return v.value
}

// checks are the verdicts as checks of the trial. The one that leads has the weight.
func (r *rules) checks(list []verdict, target string) []results.Check {
	lead := r.lead(list)
	out := make([]results.Check, 0, len(list))
	for i := range list {
		v := &list[i]
		c := results.Check{ID: v.id, Passed: r.passed(v), Detail: v.detail(target)}
		if v == lead {
			c.Weight = 1
		}
		out = append(out, c)
	}
	return out
}

// detail is what the scorer wrote: its value, the answer that it took, why, and what else
// is recorded.
func (v *verdict) detail(target string) string {
	var b strings.Builder
	shown := v.shown
	meanings := map[string]string{"C": "correct", "I": "incorrect", "P": "partially correct", "N": "no answer"}
	if meaning := meanings[v.letter]; meaning != "" && len(shown) == 1 {
		shown += " (" + meaning + ")"
	}
	shown = cmp.Or(shown, "none")
	fmt.Fprintf(&b, "Value: %s", shown)
	for _, p := range []struct{ name, text string }{
		{"Answer", v.answer}, {"Target", target}, {"Explanation", v.explanation}, {results.AlsoRecorded, v.beside},
	} {
		if p.text != "" {
			sep := " "
			if strings.Contains(p.text, "\n") {
				sep = "\n"
			}
			fmt.Fprintf(&b, "\n%s:%s%s", p.name, sep, p.text)
		}
	}
	return b.String()
}
