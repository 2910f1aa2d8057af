package nested

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// Event is an entry of a calendar.
type Event struct {
	Title, Place string
	Day          string // 2026-03-16, as the record has the date of its start
	From, To     string // time of day 15:04; empty for whole days and where it is not recorded
	Until        string // day of its end, where that is another one
	Zone         string // of the times, as the record has it
	People       string
	Note         string // description
}

// eventsOf reads a list in which each entry has a title and a start that is a date, and
// an end, a place or guests.
func eventsOf(l *list) Value {
	v := Value{Kind: Calendar}
	for i := range l.items {
		o := &l.items[i]
		title, ok := o.text("summary", "title", "subject", "name")
		start, dated := o.moment("start", "start_time", "startTime", "start_at", "start_date", "startDate", "dtstart")
		end, ends := o.moment("end", "end_time", "endTime", "end_at", "end_date", "endDate", "dtend")
		if !ok || !dated || !ends && !o.has("location", "attendees", "participants") {
			return Value{}
		}
		e := Event{Title: title, Day: start.day, From: start.clock, Zone: start.zone, To: end.clock, People: o.people("attendees", "participants")}
		if end.day != start.day {
			e.Until = end.day
		}
		e.Place, _ = o.text("location", "place", "venue", "room")
		e.Note, _ = o.text("description", "notes", "note")
		v.Events = append(v.Events, e)
	}
	sortEvents(v.Events)
	return v
}

// sortEvents puts events in the order of their beginning, those of whole days first.
func sortEvents(list []Event) {
	slices.SortStableFunc(list, func(a, b Event) int { return strings.Compare(a.Day+a.From, b.Day+b.From) })
}

// moment is a date, mostly with a time of day.
type moment struct{ day, clock, zone string }

// moment reads the first of the names that holds a date: a string, or an object with
// one, as calendars of Google have it.
func (o *object) moment(names ...string) (moment, bool) {
	for _, n := range names {
		raw := o.values[n]
		if len(raw) == 0 {
			continue
		}
		if raw[0] == '{' {
			if inner, err := readObject(raw); err == nil {
				if s, ok := inner.text("dateTime", "date"); ok {
					return momentOf(s)
				}
			}
			return moment{}, false
		}
		if s, ok := o.text(n); ok {
			return momentOf(s)
		}
	}
	return moment{}, false
}

// momentOf reads a date in digits with or without a time, whose zone stays as it is:
// an appointment is kept in the time of its place.
func momentOf(s string) (moment, bool) {
	s = strings.TrimSpace(s)
	for _, layout := range []string{"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05.999Z07:00", "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02",
		"20060102T150405Z", "20060102T150405", "20060102"} {
		t, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		m := moment{day: t.Format("2006-01-02")}
		if strings.Contains(layout, "15") {
			m.clock = t.Format("15:04")
		}
		switch {
		case strings.HasSuffix(s, "Z"):
			m.zone = "UTC"
		case strings.HasSuffix(layout, "Z07:00"):
			m.zone = s[len(s)-6:]
		}
		return m, true
	}
	return moment{}, false
}

// valuesOf are the entries of a list.
func valuesOf(raw []byte) []json.RawMessage {
	var all []json.RawMessage
	if json.Unmarshal(raw, &all) != nil {
		return nil
	}
	return all
}
