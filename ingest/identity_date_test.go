package ingest

import "testing"

func TestStatedDate(t *testing.T) {
	for date, want := range map[string]int64{"2026-03-01": 1_772_323_200_000, "1970-01-01": 0, "": -1, "2026-3-1": -1, "2026-02-30": -1,
		"2026-03-01T10:00:00Z": -1} {
		id := Identity{Date: date}
		got := id.StartedAt()
		if want < 0 && got != nil || want >= 0 && (got == nil || *got != want) {
			t.Errorf("%q: %v, want %d", date, got, want)
		}
	}
}
