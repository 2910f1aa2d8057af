package main

import (
	"fmt"
	"strings"
)

// skimLines is how far the skimmer reads into a text, skimTexts how many texts it
// begins in one round.
const (
	skimLines = 16
	skimTexts = 3
)

// skimmer looks at what a question names and at nothing else: tables as a whole,
// of the first texts the first lines. It reads nothing twice, passes over
// feedback, and where a paper says that a file will come it waits for it.
type skimmer struct{}

func (skimmer) name() string { return "skimmer" }

func (a skimmer) play(m *mind, t *turn) string {
	var tops []call
	texts := 0
	for _, p := range unread(m, t) {
		if strings.HasSuffix(p, ".csv") {
			tops = append(tops, read(p))
		} else if texts++; texts <= skimTexts {
			tops = append(tops, readTop(p, skimLines))
		}
	}
	readInto(m, t, "", tops)
	if t.round.multiChoice() {
		letters, _ := weigh(m, t, m.weightiest)
		if len(letters) == 0 {
			return "I went over the beginning of the papers and nothing there settles it. The first one sounds plausible."
		}
		return box(letters)
	}
	if file, ok := m.weightiest(m.plan.waits[t.round.ID]); ok {
		t.do(fmt.Sprintf("%s is on its way, so I wait for it.", file), shellCall("until [ -s "+file+" ]; do sleep 1; done"))
		if t.over() {
			return ""
		}
	}
	return a.deliver(m, t)
}

// deliver writes what is asked for without a second look.
func (skimmer) deliver(m *mind, t *turn) string {
	if s := m.plan.scripts[t.round.ID]; s.path != "" {
		t.do("", write(s.path, s.narrow))
		return "Done: " + s.path
	}
	p := m.plan.papers[t.round.ID]
	if len(p.amend) == 0 {
		path, text := m.compose(p, one(m.weightiest))
		t.do("", write(path, text))
		return "Done: " + path
	}
	path := m.written[p.name]
	var before, after string
	for _, key := range p.amend {
		old, _ := m.weightiest(key)
		before += key + ": " + old + "\n"
	}
	m.seen["the question"] = t.round.Question
	for _, line := range m.fill(p.lines, one(m.weightiest)) {
		after += line + "\n"
	}
	if t.do("I remember those two lines.", edit(path, replacement{before, after}))[0].failed {
		return "The edit did not go through. I leave the file as it is."
	}
	return "Done: " + path
}
