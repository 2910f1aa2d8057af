package terminal

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Recording is a parsed terminal recording that has not been rendered yet.
type Recording struct {
	Version       int     // version of the recording format
	Width, Height int     // initial number of columns and lines, limited to the maximum screen size
	Start         float64 // start time in Unix seconds; 0 if not recorded
	Duration      float64 // time of the last event, in seconds
	Bad           int     // number of lines that could not be parsed

	events []event
}

type event struct {
	at            float64
	out           string
	width, height int // new screen size for a resize event; 0 for output
}

// Screen is the screen content from a given time on.
type Screen struct {
	At   float64
	Text string
}

// longest is the largest plausible event time, in seconds.
const longest = 1e9

// Read parses a recording of any version; ok is false if data is not a recording.
func Read(data []byte) (r *Recording, ok bool) {
	head, rest, _ := bytes.Cut(data, []byte("\n"))
	h, ok := members(head)
	if !ok { // version 1 is a single JSON document, which may have several lines
		h, ok = members(data)
		rest = nil
	}
	if !ok {
		return nil, false
	}
	r = &Recording{Version: int(number(h["version"], 0)), Start: number(h["timestamp"], 0)}
	size := h
	switch r.Version {
	case 1:
		r.readFirst(h["stdout"])
	case 2:
		r.readLines(rest, false)
	case 3:
		size, _ = members(h["term"])
		r.readLines(rest, true)
	default:
		return nil, false
	}
	side := func(names [2]string, missing, most float64) int {
		n := number(size[names[0]], number(size[names[1]], missing))
		return int(min(max(n, 1), most))
	}
	r.Width, r.Height = side([2]string{"width", "cols"}, 80, maxWidth), side([2]string{"height", "rows"}, 24, maxHeight)
	return r, true
}

func (r *Recording) readFirst(stdout jsontext.Value) {
	var list [][]jsontext.Value
	if json.Unmarshal(stdout, &list, jsontext.AllowInvalidUTF8(true)) != nil {
		r.Bad++
	}
	at := 0.0
	for _, e := range list {
		if len(e) != 2 {
			r.Bad++
			continue
		}
		at = after(at, at+number(e[0], 0))
		r.add(at, "o", text(e[1]))
	}
}

// readLines parses the events of versions 2 and later. If since is true, each event time is
// relative to the previous event, otherwise to the beginning.
func (r *Recording) readLines(rest []byte, since bool) {
	at := 0.0
	for line := range bytes.Lines(rest) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || since && line[0] == '#' {
			continue
		}
		var e []jsontext.Value
		if json.Unmarshal(line, &e, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) != nil || len(e) != 3 {
			r.Bad++
			continue
		}
		t := number(e[0], 0)
		if since {
			t += at
		}
		at = after(at, t)
		r.add(at, text(e[1]), text(e[2]))
	}
}

func (r *Recording) add(at float64, kind, data string) {
	e := event{at: at}
	switch kind {
	case "o":
		e.out = data
	case "r":
		if n, err := fmt.Sscanf(data, "%dx%d", &e.width, &e.height); n != 2 || err != nil {
			r.Bad++
			return
		}
		e.width, e.height = max(e.width, 1), max(e.height, 1)
	}
	r.Duration = at
	r.events = append(r.events, e)
}

// after limits a time to the range from last to longest.
func after(last, t float64) float64 {
	if t < last || t > longest {
		return last
	}
	return t
}

func (e *event) draw(s *grid) {
	if e.width > 0 {
		s.resize(e.width, e.height)
		return
	}
	s.write(e.out)
}

// BeforePauses renders the screen before each long pause and returns at most the given number of
// screens (most). A pause is long if it is at least as long as a threshold, which is the smallest
// one that does not produce more screens. until is the time at which to stop; 0 means the end of
// the recording. cut reports whether the recording continues after that time.
func (r *Recording) BeforePauses(most int, until float64) (screens []Screen, cut bool) {
	for _, pause := range []float64{1, 2, 5, 10, 30, 120, math.Inf(1)} {
		if screens, cut = r.before(pause, most, until); len(screens) <= most {
			break
		}
	}
	return screens, cut
}

// settled is the minimum length of a pause, in seconds, before which LastLike compares the screen
// with the text.
const settled = 0.1

// LastLike returns the last time at which the screen matched the end of a text. Earlier lines of
// the text may have scrolled off the screen. The last line and all but one of the other lines have
// to be identical. ok is false if there is no match.
func (r *Recording) LastLike(text string) (until float64, ok bool) {
	want := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := range want {
		want[i] = strings.TrimRight(want[i], " \t\r")
	}
	s := newGrid(r.Width, r.Height)
	last := 0.0
	see := func() {
		if s.endOf(want) {
			until, ok = last, true
		}
	}
	for i := range r.events {
		e := &r.events[i]
		if i > 0 && e.at-last >= settled {
			see()
		}
		last = e.at
		e.draw(s)
	}
	see()
	return until, ok
}

func (r *Recording) before(pause float64, most int, until float64) (screens []Screen, cut bool) {
	s := newGrid(r.Width, r.Height)
	last, shown := 0.0, ""
	keep := func() {
		if text := s.text(); text != shown && text != "" {
			screens = append(screens, Screen{last, text})
			shown = text
		}
	}
	for i := range r.events {
		e := &r.events[i]
		if until > 0 && e.at > until {
			cut = true
			break
		}
		if e.at-last >= pause {
			keep()
		}
		if len(screens) > most {
			return screens, cut
		}
		last = e.at
		e.draw(s)
	}
	keep()
	return screens, cut
}

func members(data []byte) (m map[string]jsontext.Value, ok bool) {
	err := json.Unmarshal(data, &m, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	return m, err == nil && m != nil
}

func number(v jsontext.Value, missing float64) float64 {
	n, err := strconv.ParseFloat(strings.Trim(string(v), `"`), 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return missing
	}
	return n
}

func text(v jsontext.Value) (s string) {
	if json.Unmarshal(v, &s, jsontext.AllowInvalidUTF8(true)) != nil {
		return ""
	}
	return s
}
