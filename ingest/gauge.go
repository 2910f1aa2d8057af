package ingest

import (
	"math"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// Gauge parses the quantities and times of one record. It turns impossible values into missing ones
// and warns about them.
type Gauge struct {
	File string
	Data []byte // data that the scalars were decoded from; nil if it is a copy embedded in a different record
	Now  time.Time
	Warn func(results.Warning)

	NoZone bool // set if a time had no zone and was parsed as UTC
}

func (g *Gauge) LeaveOut(name string, v Scalar, why string) {
	g.Warn(Warn(g.File, v.line(g.Data), "%s is %s, %s: left out", name, v, why))
}

func (g *Gauge) amount(name string, v Scalar, most float64) *float64 {
	if v.Absent() {
		return nil
	}
	x, ok := v.Number()
	switch {
	case !ok:
		g.LeaveOut(name, v, "not a number")
	case x < 0:
		g.LeaveOut(name, v, "below 0")
	case x > most:
		g.LeaveOut(name, v, "more than any run has")
	default:
		return &x
	}
	return nil
}

// Tokens parses an integer number of tokens.
func (g *Gauge) Tokens(name string, v Scalar) *int64 {
	x := g.amount(name, v, maxWhole)
	if x == nil {
		return nil
	}
	if *x != math.Trunc(*x) {
		g.LeaveOut(name, v, "not a whole number")
		return nil
	}
	return new(int64(*x))
}

// USD parses a cost in US dollars. It treats 0 as unknown.
func (g *Gauge) USD(name string, v Scalar) *float64 {
	if x := g.amount(name, v, maxWhole); x != nil && *x > 0 {
		return x
	}
	return nil
}

// Duration parses a number of units and returns it in milliseconds.
func (g *Gauge) Duration(name string, v Scalar, unit time.Duration) *int64 {
	perMS := float64(unit) / float64(time.Millisecond)
	x := g.amount(name, v, maxWhole/perMS)
	if x == nil {
		return nil
	}
	return new(int64(math.Round(*x * perMS)))
}

// Epoch parses seconds since 1970 and returns Unix milliseconds.
func (g *Gauge) Epoch(name string, v Scalar) *int64 {
	if v.Absent() {
		return nil
	}
	x, ok := v.Number()
	if !ok {
		g.LeaveOut(name, v, "not a number of seconds since 1970")
		return nil
	}
	return g.moment(name, v, math.Round(x*1000))
}

// Time parses an ISO 8601 time and returns Unix milliseconds. It assumes UTC for a time without a
// zone.
func (g *Gauge) Time(name string, v Scalar) *int64 {
	s := v.Text()
	if v.Absent() || s == "" && v.Raw.Kind() == '"' {
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
		at := g.moment(name, v, float64(t.UnixMilli()))
		g.NoZone = g.NoZone || at != nil && i >= 2
		return at
	}
	g.LeaveOut(name, v, "not a time")
	return nil
}

func (g *Gauge) moment(name string, v Scalar, ms float64) *int64 {
	if math.Abs(ms) > maxMoment || !possible(int64(ms), g.Now) {
		g.LeaveOut(name, v, "not a possible time of a run")
		return nil
	}
	return new(int64(ms))
}

// Took returns the milliseconds between two times, or nil if one is missing or they are in the
// wrong order.
func Took(from, to *int64) *int64 {
	if from == nil || to == nil || *to < *from {
		return nil
	}
	return new(*to - *from)
}
