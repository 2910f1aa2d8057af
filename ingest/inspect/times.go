package inspect

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// timeOf reads a time in Unix milliseconds; nil if it is none. Without a zone it is read as
// UTC.
func timeOf(v jsontext.Value) *int64 {
	if len(v) < 2 || v[0] != '"' {
		return nil
	}
	s := plain(v)
	for _, layout := range []string{
		time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999",
	} {
		if t, err := time.Parse(layout, s); err == nil {
			ms := t.UnixMilli()
			if !results.PossibleTime(ms) {
				return nil
			}
			return &ms
		}
	}
	return nil
}
