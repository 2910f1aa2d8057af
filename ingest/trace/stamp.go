package trace

import (
	"math"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

type stamp struct {
	ms  *int64
	bad bool // set if there is a value that is not a valid time
}

func (s *stamp) from(v jsontext.Value) {
	switch v.Kind() {
	case '0':
		*s = epoch(numberOf(v).v)
	case '"':
		*s = parseTime(stringOf(v))
	case 'n':
	default:
		s.bad = true
	}
}

// epoch interprets a number of seconds, milliseconds, microseconds or nanoseconds since 1970. It
// derives the unit from the magnitude, assuming a time after July 1979.
func epoch(v float64) stamp {
	const second = 3e8 // July 1979
	switch {
	case v == 0:
		return stamp{}
	case v < second || v > 1e4*second*1e9:
		return stamp{bad: true}
	case v < second*1e3:
		v *= 1e3
	case v < second*1e6:
	case v < second*1e9:
		v /= 1e3
	default:
		v /= 1e6
	}
	return at(int64(math.Round(v)))
}

func at(ms int64) stamp {
	if !results.PossibleTime(ms) {
		return stamp{bad: true}
	}
	return stamp{ms: &ms}
}

// layouts are tried after RFC 3339. Times without a zone are read as UTC.
var layouts = []string{
	"2006-01-02T15:04:05.999999999",
	"2006-01-02 15:04:05.999999999Z07:00",
	"2006-01-02 15:04:05.999999999",
	"2006-01-02T15:04:05.999999999Z0700",
	"2006-01-02T15:04Z07:00",
	"2006-01-02T15:04",
	"2006-01-02",
}

// parseTime parses an ISO 8601 time. For invalid times, such as "2026-03-01T8:20:00", the result
// has bad set.
func parseTime(s string) stamp {
	if s == "" {
		return stamp{}
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	for _, layout := range layouts {
		if err == nil {
			break
		}
		t, err = time.Parse(layout, s)
	}
	if err != nil {
		return stamp{bad: true}
	}
	return at(t.UnixMilli())
}

// time returns the time in Unix milliseconds, or nil. It warns once about invalid times.
func (r *reader) time(line int, s stamp) *int64 {
	if s.bad {
		r.repeated(line, "timestamp is not a time that can be read; the step has none")
	}
	return s.ms
}
