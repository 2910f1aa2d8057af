package harbor

import (
	"bytes"
	"fmt"
	"math"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// value is a number or a time as a record writes it, and where. One that is of
// the wrong kind spoils itself and not its record.
type value struct {
	raw jsontext.Value // nil where the record has nothing or null
	end int64          // offset behind it in what was decoded
}

// UnmarshalJSONFrom implements json.UnmarshalerFrom.
func (v *value) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	if *v = (value{}); raw.Kind() != 'n' {
		v.raw, v.end = raw.Clone(), dec.InputOffset()
	}
	return nil
}

func (v value) absent() bool { return v.raw == nil }

// number is the value as a number, nil if it is none.
func (v value) number() *float64 {
	var n float64
	if v.raw.Kind() != '0' || json.Unmarshal(v.raw, &n) != nil || math.IsInf(n, 0) {
		return nil
	}
	return &n
}

// zero reports that the value is absent or 0, which harnesses write where they
// know nothing.
func (v value) zero() bool {
	n := v.number()
	return v.absent() || n != nil && *n == 0
}

// text is the value as text, empty if it is none.
func (v value) text() string {
	var s string
	if v.raw.Kind() != '"' || !jsonOnly(v.raw, &s) {
		return ""
	}
	return s
}

// gauge reads the numbers and times of one record. What cannot be is a warning
// with its line, and absent.
type gauge struct {
	t     *trial
	file  string
	data  []byte // nil where the value is a copy inside of another record
	naive bool   // a time without a zone was met
}

// absurd warns of a value that cannot be.
func (g *gauge) absurd(v value, name, why string) {
	line := 0
	if g.data != nil {
		line = 1 + bytes.Count(g.data[:min(int(v.end), len(g.data))], []byte{'\n'})
	}
	g.t.warn(ingest.Warn(g.file, line, "%s is %s, %s: it counts as not recorded", name, spelled(v.raw), why))
}

// count reads a number of tokens.
func (g *gauge) count(v value, name string) *int64 {
	if v.absent() {
		return nil
	}
	n := v.number()
	switch {
	case n == nil:
		g.absurd(v, name, "not a number")
	case *n < 0:
		g.absurd(v, name, "below 0")
	case *n != math.Trunc(*n):
		g.absurd(v, name, "not a whole number")
	case *n > 1<<53:
		g.absurd(v, name, "above 2^53")
	default:
		whole := int64(*n)
		return &whole
	}
	return nil
}

// cost reads an amount in US dollars. One of 0 stands for what nobody has
// counted.
func (g *gauge) cost(v value, name string) *float64 {
	if v.zero() {
		return nil
	}
	n := v.number()
	switch {
	case n == nil:
		g.absurd(v, name, "not a number")
	case *n < 0:
		g.absurd(v, name, "below 0")
	default:
		return n
	}
	return nil
}

// Years in which a run of a harness can have been.
const (
	firstYear = 2015
	lastYear  = 2100
)

// instant reads a time of a trial as Unix milliseconds. Without a zone it is
// read as UTC: differences between such times are right, the times themselves
// may be off by the runner's zone.
func (g *gauge) instant(v value, name string) *int64 {
	s := v.text()
	if v.absent() || v.raw.Kind() == '"' && s == "" {
		return nil
	}
	for i, layout := range []string{
		time.RFC3339Nano, "2006-01-02 15:04:05.999999999Z07:00",
		"2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999",
	} {
		t, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		if t.Year() < firstYear || t.Year() > lastYear {
			g.absurd(v, name, "a year that no run can have")
			return nil
		}
		g.naive = g.naive || i >= 2
		at := t.UnixMilli()
		return &at
	}
	g.absurd(v, name, "not a time")
	return nil
}

// period reads a start and an end. An end before its start is none.
func (g *gauge) period(p *timing, name string) (from, to *int64) {
	if p == nil {
		return nil, nil
	}
	from, to = g.instant(p.StartedAt, join(name, "started_at")), g.instant(p.FinishedAt, join(name, "finished_at"))
	if from != nil && to != nil && *to < *from {
		g.absurd(p.FinishedAt, join(name, "finished_at"), fmt.Sprintf("before its started_at %s", spelled(p.StartedAt.raw)))
		to = nil
	}
	return from, to
}

func join(name, member string) string {
	if name == "" {
		return member
	}
	return name + "." + member
}
