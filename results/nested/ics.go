package nested

import "strings"

// readICS reads a calendar or an event as RFC 5545 writes it. A text that does not end
// as it begins, or has an event without a start, is none.
func readICS(text string) Value {
	v := Value{Kind: Calendar}
	lines := unfold(text)
	if begin, end := lines[0], lines[len(lines)-1]; "END:"+strings.TrimPrefix(begin, "BEGIN:") != end {
		return Value{}
	}
	var e *Event
	inside := ""
	for _, line := range lines {
		name, value, found := strings.Cut(line, ":")
		if !found {
			return Value{}
		}
		name, params, _ := strings.Cut(name, ";")
		switch {
		case name == "BEGIN" && value == "VEVENT":
			e = &Event{}
		case name == "END" && value == "VEVENT":
			if e == nil || e.Day == "" {
				return Value{}
			}
			v.Events, e = append(v.Events, *e), nil
		case name == "BEGIN" && e != nil:
			inside = value // an alarm
		case name == "END" && value == inside:
			inside = ""
		case e != nil && inside == "":
			e.property(name, params, value)
		}
	}
	if len(v.Events) == 0 {
		return Value{}
	}
	sortEvents(v.Events)
	return v
}

// unfold joins lines that go on: they begin with a blank.
func unfold(text string) []string {
	var lines []string
	for _, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		switch {
		case line == "":
		case len(lines) > 0 && (line[0] == ' ' || line[0] == '\t'):
			lines[len(lines)-1] += line[1:]
		default:
			lines = append(lines, line)
		}
	}
	return lines
}

func (e *Event) property(name, params, value string) {
	switch name {
	case "SUMMARY":
		e.Title = unescape(value)
	case "LOCATION":
		e.Place = unescape(value)
	case "DESCRIPTION":
		e.Note = unescape(value)
	case "DTSTART":
		if m, ok := momentOf(value); ok {
			e.Day, e.From, e.Zone = m.day, m.clock, m.zone
			if _, zone, found := strings.Cut(params, "TZID="); found {
				e.Zone, _, _ = strings.Cut(zone, ";")
			}
		}
	case "DTEND":
		if m, ok := momentOf(value); ok {
			e.To = m.clock
			if m.day != e.Day && m.clock != "" {
				e.Until = m.day
			}
		}
	case "ATTENDEE":
		if e.People != "" {
			e.People += ", "
		}
		e.People += strings.TrimPrefix(value, "mailto:")
	}
}

func unescape(s string) string {
	return strings.NewReplacer(`\n`, "\n", `\N`, "\n", `\,`, ",", `\;`, ";", `\\`, `\`).Replace(s)
}
